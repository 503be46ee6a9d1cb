"""Full text: schema, build, query, hits; the only importer of whoosh.

An index is pickled code, so one is only ever opened that this program wrote, in a folder that only the person can
write to (judge/build/cache.py sees to that).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from heapq import nsmallest
from pathlib import Path
from typing import Any, NamedTuple

from whoosh import fields
from whoosh.codec.whoosh3 import W3Codec
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import TOC

MOST_POSTINGS = 30_000
"""Places of words that are read for one query at the most; the rarest words are read first."""
KEPT_POSTINGS = 300_000
"""Places of words that are remembered between queries."""
ENOUGH_TIMES = 1.0
"""A word that an entry holds so many times counts half of what it could at the most."""


Postings = Mapping[str, Sequence[int]]
"""For each root the entries of a document that hold it, from 0, each with how many times."""


class Hit(NamedTuple):
    """An entry that full text found."""

    position: int
    score: float


SCHEMA = fields.Schema(roots=fields.ID())
"""An index holds roots and counts as they are; whoosh cuts no text and weighs nothing."""
CODEC = W3Codec(compression=1)
NAME = "MAIN"


def write_segment(storage: Any, documents: Iterable[tuple[int, Postings]]) -> Any:
    """Write the postings of documents in one go, sorted by root, as whoosh's codec takes them."""
    held: dict[str, list[int]] = defaultdict(list)
    before = 0
    for entries, postings in documents:
        for root, found in postings.items():
            held[root] += (number + before * (at % 2 == 0) for at, number in enumerate(found))
        before += entries
    segment = CODEC.new_segment(storage, NAME)
    writer = CODEC.field_writer(storage, segment)
    writer.start_field("roots", SCHEMA["roots"])
    for text, root in sorted((root.encode(), root) for root in held):
        writer.start_term(text)
        places = held[root]
        for place, count in zip(places[::2], places[1::2], strict=True):
            writer.add(place, count, b"", 0)
        writer.finish_term()
    writer.finish_field()
    writer.close()
    segment.set_doc_count(before)
    return segment


class Index:
    """An opened full-text index."""

    def __init__(self, index: Any) -> None:
        """Wrap a whoosh index; use `build` or `open_folder`."""
        self._index = index
        self._searcher: Any = None
        self._read: dict[str, dict[int, float]] = {}

    @classmethod
    def build(cls, folder: Path | None, documents: Iterable[tuple[int, Postings]]) -> Index:
        """Write an index of documents, each its entries and postings, into an empty folder, or into memory."""
        if folder:
            folder.mkdir()
        storage = FileStorage(str(folder)) if folder else RamStorage()
        segments = [write_segment(storage, documents)]
        TOC(SCHEMA, segments, 0).write(storage, NAME)
        return cls(storage.open_index())

    @classmethod
    def open_folder(cls, folder: Path) -> Index:
        """Open an index that this program wrote; a broken file may raise anything (`cache.is_damaged` tells)."""
        return cls(FileStorage(str(folder)).open_index())

    def search(self, wanted: Iterable[Sequence[str]], limit: int, within: Set[int] | None = None) -> list[Hit]:
        """Return the entries that hold what is wanted, those that hold the most and the rarest first.

        Args:
            wanted: roots; several in one stand for all of them together.
            limit: how many at the most.
            within: positions of the entries that are looked at; None for all.
        """
        if self._searcher is None:
            self._searcher = self._index.searcher()
        scores: dict[int, float] = {}
        for roots in self._rarest(wanted):
            held = [self._postings(root) for root in roots]
            telling = math.log(1 + self._searcher.doc_count_all() / len(held[0]))
            for position, count in held[0].items():
                if all(position in other for other in held[1:]):
                    scores[position] = scores.get(position, 0.0) + telling * count / (count + ENOUGH_TIMES)
        found = (item for item in scores.items() if within is None or item[0] in within)
        return [Hit(*item) for item in nsmallest(limit, found, key=lambda item: (-item[1], item[0]))]

    def _rarest(self, wanted: Iterable[Sequence[str]]) -> list[list[str]]:
        """Return what is wanted and is there, the rarest root of each first, up to MOST_POSTINGS places."""
        counted: list[tuple[int, list[str]]] = []
        for roots in wanted:
            frequencies = sorted((int(self._searcher.doc_frequency("roots", root)), root) for root in roots)
            if frequencies[0][0]:
                counted.append((frequencies[0][0], [root for _, root in frequencies]))
        chosen: list[list[str]] = []
        read = 0
        for frequency, roots in sorted(counted):
            read += frequency
            if read <= MOST_POSTINGS or not chosen:
                chosen.append(roots)
        return chosen

    def _postings(self, root: str) -> dict[int, float]:
        """Return how many times each entry holds a root; remembered, for a person asks of few things at a time."""
        if root not in self._read:
            matcher = self._searcher.postings("roots", root)
            found: dict[int, float] = {}
            while matcher.is_active():
                found[matcher.id() + 1] = matcher.weight()
                matcher.next()
            if sum(map(len, self._read.values())) + len(found) > KEPT_POSTINGS:
                self._read.clear()
            self._read[root] = found
        return self._read[root]

    def close(self) -> None:
        """Let go of the files."""
        if self._searcher is not None:
            self._searcher.close()
        self._index.close()

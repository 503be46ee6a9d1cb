"""Full text: schema, build, query, hits; the only importer of whoosh.

whoosh keeps parts of an index as pickles, which can be code. So an index is only ever opened in a folder that only the
person can write to (judge/library/cache.py sees to that), and its pickles are read by `_Unpickler`, which makes nothing
but what whoosh itself writes. That holds for all of whoosh in this process.
"""

from __future__ import annotations

import functools
import io
import pickle
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from hashlib import blake2b
from heapq import nsmallest
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from judge.core.errors import LibraryDamaged, check_deadline
from judge.core.likeness import rarity

UNNEEDED: Mapping[str, dict[str, object]] = {
    "cached_property": {"cached_property": functools.cached_property},  # imports asyncio
    "urllib.request": {"urlretrieve": None},  # imports http and ssl; only whoosh's benchmarks download anything
}
"""Modules that whoosh imports for one name each, with that name: they take a third of the time that whoosh takes."""


@contextmanager
def _without_unneeded() -> Iterator[None]:
    """Have imports find a module with that one name in place of each unneeded module that is not imported yet."""
    placed = [name for name in UNNEEDED if name not in sys.modules]
    for name in placed:
        sys.modules[name] = module = ModuleType(name)
        vars(module).update(UNNEEDED[name])
    try:
        yield
    finally:
        for name in placed:
            del sys.modules[name]


with _without_unneeded():
    from whoosh import columns, fields
    from whoosh.codec import whoosh3
    from whoosh.filedb import structfile
    from whoosh.filedb.filestore import FileStorage, RamStorage
    from whoosh.index import TOC

MOST_POSTINGS = 30_000
"""Places of words that are read for one query at the most; the rarest words are read first."""
KEPT_POSTINGS = 300_000
"""Places of words that are remembered between queries."""


Postings = Mapping[str, Sequence[int]]
"""For each root the entries of a document that hold it, from 0, each with how many times."""


class Hit(NamedTuple):
    """An entry that full text found."""

    position: int
    score: float


SCHEMA = fields.Schema(roots=fields.ID())
"""An index holds roots and counts as they are; whoosh cuts no text and weighs nothing."""
CODEC = whoosh3.W3Codec(compression=0)  # most postings are a few bytes, and cost more to pack than to write
NAME = "MAIN"


ENDS = (".trm", ".pst")
"""The files of a segment: terms and postings."""
MOST_SEGMENTS = 8
"""Segments of one index: few, since a search opens all of them."""


class IndexedDocument(NamedTuple):
    """What full text holds of one document."""

    name: str
    """Where two have one name, they hold the same."""
    entries: int
    postings: Postings


class BlobStore(Protocol):
    """Where segments are kept from one build to the next."""

    def find(self, name: str) -> bytes | None:
        """Return what was kept under a name."""

    def keep(self, name: str, data: bytes) -> None:
        """Keep something."""


def grouped(documents: Sequence[IndexedDocument]) -> Iterator[Sequence[IndexedDocument]]:
    """Yield documents by segment: neighbours, always as many, so that a change in one concerns its segment alone."""
    size = 1
    while size * MOST_SEGMENTS < len(documents):
        size *= 2
    return (documents[start : start + size] for start in range(0, len(documents), size))


def write_segment(storage: Any, group: Sequence[IndexedDocument], shelf: BlobStore | None) -> Any:
    """Write the segment of some documents, or take it from the shelf."""
    names = "\n".join(document.name for document in group)
    segment = CODEC.new_segment(storage, NAME)
    segment.segid = blake2b(names.encode(), digest_size=16).hexdigest()
    segment.set_doc_count(sum(document.entries for document in group))
    kept = shelf.find(segment.segid) if shelf else None
    if kept is None:
        _write_postings(storage, segment, group)
        if shelf:
            files = [storage.open_file(segment.make_filename(end)) for end in ENDS]
            data = [file.read() for file in files]
            for file in files:
                file.close()
            shelf.keep(segment.segid, len(data[0]).to_bytes(8, "big") + b"".join(data))
    else:
        cut = 8 + int.from_bytes(kept[:8], "big")
        for end, part in zip(ENDS, (kept[8:cut], kept[cut:]), strict=True):
            with storage.create_file(segment.make_filename(end)) as file:
                file.write(part)
    return segment


def _write_postings(storage: Any, segment: Any, group: Sequence[IndexedDocument]) -> None:
    """Write the postings of documents in one go, sorted by root, as whoosh's codec takes them."""
    held: dict[str, list[int]] = defaultdict(list)
    before = 0
    for _, entries, postings in group:
        for root, found in postings.items():
            held[root] += (number + before * (at % 2 == 0) for at, number in enumerate(found)) if before else found
        before += entries
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


class _Unpickler(pickle.Unpickler):
    """Makes nothing but plain values and what whoosh writes of an index; anything else counts as damage."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what a pickle may call by its name."""
        if (module, name) not in PICKLED:
            raise LibraryDamaged(f"the full-text index contains {module}.{name}, which does not belong in it")
        return PICKLED[module, name]


PICKLED = {
    ("whoosh.codec.whoosh3", "W3Codec"): whoosh3.W3Codec,
    ("whoosh.codec.whoosh3", "W3Segment"): whoosh3.W3Segment,
    ("collections", "defaultdict"): defaultdict,
    ("builtins", "int"): int,
    ("_codecs", "encode"): lambda text, _="latin1": text.encode(
        "latin1"
    ),  # bytes, as an old kind of pickle writes them
}


structfile.load_pickle = lambda file: _Unpickler(file).load()
whoosh3.loads = columns.loads = lambda data: _Unpickler(io.BytesIO(data)).load()


class Index:
    """An opened full-text index."""

    def __init__(self, index: Any) -> None:
        """Wrap a whoosh index; use `build` or `open_folder`."""
        self._index = index
        self._reader: Any = None
        self._there: Set[int] | None = None
        self._read: dict[str, dict[int, float]] = {}

    @classmethod
    def build(cls, folder: Path | None, documents: Sequence[IndexedDocument], shelf: BlobStore | None = None) -> Index:
        """Write an index of documents into an empty folder, or into memory."""
        if folder:
            folder.mkdir()
        storage = FileStorage(str(folder)) if folder else RamStorage()
        segments = [write_segment(storage, group, shelf) for group in grouped(documents)]
        TOC(SCHEMA, segments, 0).write(storage, NAME)
        return cls(storage.open_index(schema=SCHEMA))

    @classmethod
    def open_folder(cls, folder: Path) -> Index:
        """Open an index that this program wrote; a broken file may raise anything (`cache.is_damaged` tells)."""
        return cls(FileStorage(str(folder)).open_index(schema=SCHEMA))

    def narrowed(self, positions: Set[int]) -> Index:
        """Return this index as one that finds nothing but the entries at these positions; it closes with this one."""
        self._reader = self._reader or self._index.reader()
        part = Index(self._index)
        part._reader, part._read, part._there = self._reader, self._read, positions
        return part

    def search(self, wanted: Iterable[Sequence[str]], limit: int, within: Set[int] | None = None) -> list[Hit]:
        """Return the entries that hold what is wanted, those that hold the most and the rarest first.

        Args:
            wanted: roots; several in one stand for all of them together.
            limit: how many at the most.
            within: positions of the entries that are looked at; None for all that there are.
        """
        if self._reader is None:
            self._reader = self._index.reader()
        within = self._there if within is None else within
        scores: dict[int, float] = {}
        for roots in self._rarest(wanted):
            check_deadline()
            held = [self._postings(root) for root in roots]
            telling = rarity(len(held[0]), self._reader.doc_count_all())
            others = held[1:]
            for position, count in held[0].items():
                if not others or all(position in other for other in others):
                    scores[position] = scores.get(position, 0.0) + telling * count / (count + 1)
        found = ((-score, position) for position, score in scores.items() if within is None or position in within)
        return [Hit(position, -score) for score, position in nsmallest(limit, found)]

    def _rarest(self, wanted: Iterable[Sequence[str]]) -> list[list[str]]:
        """Return what is wanted and is there, the rarest root of each first, up to MOST_POSTINGS places."""
        counted: list[tuple[int, list[str]]] = []
        for roots in wanted:
            frequencies = sorted((int(self._reader.doc_frequency("roots", root)), root) for root in roots)
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
            matcher = self._reader.postings("roots", root)
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
        if self._reader is not None:
            self._reader.close()
        self._index.close()

"""Full text: schema, build, query, hits; the only importer of whoosh.

whoosh keeps parts of an index as pickles, which can be code. So an index is only ever opened in a folder that only the
person can write to (judge/build/cache.py sees to that), and its pickles are read by `_Unpickler`, which makes nothing
but what whoosh itself writes. That holds for all of whoosh in this process.
"""

from __future__ import annotations

import io
import math
import pickle
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path
from typing import IO, Any, NamedTuple

from whoosh import columns, fields
from whoosh.analysis import Token, Tokenizer
from whoosh.codec import whoosh3
from whoosh.filedb import structfile
from whoosh.filedb.filestore import FileStorage, RamStorage

from judge.core.errors import LibraryDamaged

MOST_POSTINGS = 30_000
"""Places of words that are read for one query at the most; the rarest words are read first."""
KEPT_POSTINGS = 300_000
"""Places of words that are remembered between queries."""
LOCK = "_WRITELOCK"
"""End of the name of a file that whoosh leaves behind."""
ENOUGH_TIMES = 1.0
"""A word that an entry holds so many times counts half of what it could at the most."""


class Hit(NamedTuple):
    """An entry that full text found."""

    position: int
    score: float


@dataclass(frozen=True, slots=True)
class IndexedEntry:
    """What full text knows of an entry: roots, parted by blanks."""

    position: int
    roots: str


class _Blanks(Tokenizer):  # type: ignore[misc]
    """Hands whoosh what is parted by blanks, as it stands."""

    def __call__(self, value: str, **_: Any) -> Iterator[Token]:
        token = Token()
        token.pos = token.startpos = 0
        token.stopped = False
        token.boost = 1.0
        for position, term in enumerate(value.split()):
            token.text = term
            token.pos = position
            yield token


SCHEMA = fields.Schema(
    roots=fields.TEXT(analyzer=_Blanks(), phrase=False),
)


class _Unpickler(pickle.Unpickler):
    """Makes nothing but plain values and what whoosh writes of an index; anything else counts as damage."""

    def find_class(self, module: str, name: str) -> Any:
        """Return what a pickle may call by its name."""
        if (module, name) not in PICKLED:
            raise LibraryDamaged(f"the full-text index holds {module}.{name}, which has no place in it")
        return PICKLED[module, name]


def _bytes_of(text: str, _: str = "latin1") -> bytes:
    """Return the bytes that an old kind of pickle writes as a text."""
    return text.encode("latin1")


PICKLED = {
    ("whoosh.codec.whoosh3", "W3Codec"): whoosh3.W3Codec,
    ("whoosh.codec.whoosh3", "W3Segment"): whoosh3.W3Segment,
    ("collections", "defaultdict"): defaultdict,
    ("builtins", "int"): int,
    ("_codecs", "encode"): _bytes_of,
}


def _load(file: IO[bytes]) -> Any:
    return _Unpickler(file).load()


def _loads(data: bytes) -> Any:
    return _Unpickler(io.BytesIO(data)).load()


structfile.load_pickle = _load
whoosh3.loads = columns.loads = _loads


class _Memory(RamStorage):  # type: ignore[misc]
    """Memory alone; whoosh's own writes on the way into one folder that all programs of a computer share."""

    def temp_storage(self, _: str | None = None) -> RamStorage:
        """Return a place for what is written on the way."""
        return _Memory()


NEVER_ASIDE = 2**20
"""Megabytes of postings after which whoosh would put some aside, for which memory has no place."""


class Index:
    """An opened full-text index."""

    def __init__(self, index: Any) -> None:
        """Wrap a whoosh index; use `build` or `open_folder`."""
        self._index = index
        self._searcher: Any = None
        self._read: dict[str, dict[int, float]] = {}

    @classmethod
    def build(cls, folder: Path | None, entries: Iterable[IndexedEntry]) -> Index:
        """Write an index of the entries into an empty folder, or into memory."""
        if folder:
            folder.mkdir()
        storage = FileStorage(str(folder)) if folder else _Memory()
        index = storage.create_index(SCHEMA)
        writer = index.writer(limitmb=128 if folder else NEVER_ASIDE)
        for number, entry in enumerate(entries, 1):
            assert entry.position == number, "an entry's position is its place in the index"
            writer.add_document(roots=entry.roots)
        writer.commit()
        for lock in folder.glob(f"*{LOCK}") if folder else ():
            lock.unlink()
        return cls(index)

    @classmethod
    def open_folder(cls, folder: Path) -> Index:
        """Open an index that this program wrote; a broken file may raise anything (`cache.is_damaged` tells)."""
        return cls(FileStorage(str(folder)).open_index(schema=SCHEMA))

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

"""Full text: which entries hold the roots of words, and how well they answer a query; the only importer of whoosh.

A build collects the `PostingLists` of its documents and writes them into one of whoosh's hash tables, under each root
an array of numbers; whoosh cuts no text and weighs nothing.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from copy import copy
from heapq import nsmallest
from io import BytesIO

from msgspec import Struct

from judge.core import importing_without
from judge.core.errors import check_deadline
from judge.core.likeness import rarity

UNNEEDED = {
    "hashlib": "md5",
    "html": "escape",
    "pickle": "dump dumps load loads",
    "queue": "",
    "urllib.request": "urlretrieve",
    "whoosh.util.numlists": "GrowableArray",
    "whoosh.util.varints": "varint read_varint signed_varint decode_signed_varint",
}
"""Modules that whoosh imports and hash tables here do not use: nine tenths of its time."""

with importing_without(UNNEEDED):
    from whoosh.filedb.filetables import HashReader, HashWriter
    from whoosh.filedb.structfile import BufferFile, StructFile

CRC = 1
"""How whoosh hashes roots: by a checksum, which needs no `hashlib`."""
MOST_POSTINGS = 30_000
"""Places of words that are read for one query at the most; the rarest words are read first."""
Postings = Mapping[str, Sequence[int]]
"""For each root the entries of a document that hold it, from 0, each with how many times: 3, 1, 17, 2."""


class Hit(Struct, frozen=True):
    """An entry that full text found."""

    position: int
    score: float


class PostingLists:
    """The postings of all documents of a build."""

    def __init__(self) -> None:
        """Begin with none."""
        self._by_root: dict[str, array[int]] = defaultdict(lambda: array("I"))

    def add(self, postings: Postings, first: int) -> None:
        """Add those of a document whose first entry has a position, after those of the documents before it."""
        for root, found in postings.items():
            placed = array("I", found)
            placed[::2] = array("I", (first + place for place in found[::2]))
            self._by_root[root] += placed

    def table(self) -> bytes:
        """Return the hash table: under each root the entries that hold it, each with how many times."""
        file, written = BytesIO(), list[bytes]()
        table = HashWriter(StructFile(file, onclose=lambda _: written.append(file.getvalue())), hashtype=CRC)
        table.add_all((root.encode(), found.tobytes()) for root, found in sorted(self._by_root.items()))
        table.close()
        return written[0]


class _HashTable(HashReader):  # type: ignore[misc]  # whoosh has no types
    """A hash table of `PostingLists`."""

    def _read_extras(self) -> None:
        """Read nothing: whoosh keeps a pickle at the end of a table, and a pickle can run code."""

    def find(self, root: str) -> array[int]:
        """Return the entries that hold a root, each with how many times."""
        return array("I", self.get(root.encode(), b""))


class Index:
    """The full text of a library."""

    def __init__(self, postings: bytes, entries: int) -> None:
        """Open a hash table and tell it the number of entries; a broken one may raise anything (`cache.is_damaged`)."""
        self._table = _HashTable(BufferFile(postings))
        self._entries = entries
        self._there: Set[int] | None = None

    def narrowed(self, positions: Set[int]) -> Index:
        """Return this index as one that finds nothing but the entries at these positions."""
        part = copy(self)
        part._there = positions
        return part

    def search(self, wanted: Iterable[Sequence[str]], limit: int, within: Set[int] | None = None) -> list[Hit]:
        """Return the entries that hold what is wanted, those that hold the most and the rarest first.

        Args:
            wanted: roots; several in one stand for all of them together.
            limit: how many at the most.
            within: positions of the entries that are looked at; None for all that there are.
        """
        within = self._there if within is None else within
        scores: dict[int, float] = {}
        for postings in self._rarest(wanted):
            check_deadline()
            rarest, *others = (dict(zip(found[::2], found[1::2], strict=True)) for found in postings)
            telling = rarity(len(rarest), self._entries)
            for position, count in rarest.items():
                if all(position in other for other in others):
                    scores[position] = scores.get(position, 0.0) + telling * count / (count + 1)
        found = ((-score, position) for position, score in scores.items() if within is None or position in within)
        return [Hit(position, -score) for score, position in nsmallest(limit, found)]

    def _rarest(self, wanted: Iterable[Sequence[str]]) -> list[list[array[int]]]:
        """Return the postings of what is wanted and is there, the rarest root of each first, up to MOST_POSTINGS."""
        found = (sorted((len(one := self._table.find(root)) // 2, root, one) for root in roots) for roots in wanted)
        chosen: list[list[array[int]]] = []
        read = 0
        for roots in sorted(roots for roots in found if roots[0][0]):
            read += roots[0][0]
            if read <= MOST_POSTINGS or not chosen:
                chosen.append([postings for _, _, postings in roots])
        return chosen

"""The documents of one game as their texts are compared: which may say something newer about what another says.

Reads: records of documents and entries. Writes: `Book`s, and for each the books that count more on what it says.

A book counts more if its authority is higher, and it is not known to be older. Of several editions only the newest
counts. A digest is compared with nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.editions.comparison.alignment import Alignment, align
from judge.editions.comparison.changes import Comparison, compare
from judge.editions.comparison.sections import Section, sections
from judge.references.document_names import DIGEST, is_later, outdates


@dataclass(frozen=True)
class Book:
    """A document with its entries."""

    document: Record
    entries: Sequence[Record]
    references: Sequence[Record] = ()
    """Those in its texts."""
    replaces: Sequence[str] = ()
    """Keys of the documents that it says it replaces."""

    @property
    def key(self) -> str:
        """The document's key."""
        return str(self.document["key"])

    @property
    def rank(self) -> int:
        """Its authority: 1 wins."""
        return self.document["authority"] or 1

    @cached_property
    def sections(self) -> Sequence[Section]:
        """Its entries as editions are compared."""
        return sections(self.entries, self.references)

    @cached_property
    def by_id(self) -> Mapping[str, Record]:
        """Its entries by id."""
        return {entry["id"]: entry for entry in self.entries}


@dataclass(frozen=True, slots=True)
class Shelf:
    """The books of one game."""

    books: Sequence[Book]
    """Those of the highest authority first."""
    days: Mapping[str, str] = field(default_factory=dict)
    """The last day that each is of; empty where nothing tells."""
    alignments: dict[tuple[str, str], Alignment] = field(default_factory=dict)
    """Which entry of one edition is which of another, by the keys of both, as far as it was asked."""

    def alignment(self, older: Book, newer: Book) -> Alignment:
        """Return which entry of one edition is which of another; it is worked out once."""
        keys = older.key, newer.key
        if keys not in self.alignments:
            self.alignments[keys] = align(older.sections, newer.sections)
        return self.alignments[keys]

    def comparison(self, older: Book, newer: Book) -> Comparison:
        """Return what became of the entries of one edition in another."""
        return compare(older.sections, newer.sections, self.alignment(older, newer))

    def following(self, book: Book) -> Book | None:
        """Return the edition that follows one, if it is here."""
        key = book.document["superseded_by"]
        return next((other for other in self.books if other.key == key and other is not book), None)

    def above(self, book: Book) -> list[Book]:
        """Return the books that count more than one, the most authoritative first; a digest is compared with none."""
        if book.document["kind"] == DIGEST:
            return []
        return [other for other in self.books if other is not book and self._counts_more(other, book)]

    def _counts_more(self, one: Book, other: Book) -> bool:
        if one.document["superseded_by"] and one.document["superseded_by"] in self.days:
            return False
        if self._is_later_edition(one, other) or other.key in one.replaces:
            return True
        if one.document["kind"] == DIGEST or one.rank >= other.rank:
            return False
        days = self.days[one.key], self.days[other.key]
        return not all(days) or days[0] >= days[1]

    def relation(self, one: Book, other: Book) -> str | None:
        """Return how a book that counts more than another stands to it if it is newer, else None.

        edition, replaces or subject; always between two known dates.
        """
        dated = bool(one.document["date"] and other.document["date"])
        if one.document["work"] == other.document["work"]:
            return "edition" if dated else None
        if other.key in one.replaces:
            return "replaces" if dated and not is_later(other.document, one.document) else None
        return "subject" if outdates(one.document, other.document) else None

    def _is_later_edition(self, one: Book, other: Book) -> bool:
        """Tell whether one is the newest edition of the work of which another is an older one."""
        return bool(one.document["work"] == other.document["work"] and other.document["superseded_by"])


def shelf(books: Sequence[Book]) -> Shelf:
    """Put the books of one game in order."""
    ordered = sorted(books, key=lambda book: book.rank)
    return Shelf(ordered, {book.key: last_day(book.document["date"]) for book in ordered})

"""The documents of one game as their texts are compared: which may say something newer about what another says.

Reads: records of documents and entries. Writes: `DocumentTexts`, and for each the documents
that count more on what it says.

A book counts more if its authority is higher, and it is not known to be older. Of several editions only the newest
counts. A digest is compared with nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct, field

from judge.core.dates import last_day
from judge.core.model import Document, Entry, Reference
from judge.core.text_facts import NewerRelation
from judge.core.tokens import key
from judge.editions.alignment import Alignment, ComparedEntry, align, sections
from judge.editions.compared_texts import NOT_COMPARED, subject_key
from judge.editions.edition_changes import Comparison, compare
from judge.references.document_names import DIGEST, is_later, outdates


class DocumentTexts(Struct, frozen=True, dict=True):
    """A document with its entries."""

    document: Document
    entries: Sequence[Entry]
    references: Sequence[Reference] = ()
    """Those in its texts."""
    replaces: Sequence[str] = ()
    """Keys of the documents that it says it replaces."""
    is_draft: bool = False
    """Whether what it states of others does not hold yet."""

    @property
    def key(self) -> str:
        """The document's key."""
        return self.document.key

    @property
    def rank(self) -> float:
        """Its authority: 1 wins."""
        return self.document.authority or 1

    @cached_property
    def sections(self) -> Sequence[ComparedEntry]:
        """Its entries as editions are compared."""
        return sections(self.entries, self.references)

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """Its entries by id."""
        return {entry.id: entry for entry in self.entries}


class GameDocuments(Struct, frozen=True):
    """The books of one game."""

    books: Sequence[DocumentTexts]
    """Those of the highest authority first."""
    days: Mapping[str, str] = field(default_factory=dict)
    """The last day that each is of; empty where nothing tells."""
    alignments: dict[tuple[str, str], Alignment] = field(default_factory=dict)
    """Which entry of one edition is which of another, by the keys of both, as far as it was asked."""

    def alignment(self, older: DocumentTexts, newer: DocumentTexts) -> Alignment:
        """Return which entry of one edition is which of another; it is worked out once."""
        keys = older.key, newer.key
        if keys not in self.alignments:
            self.alignments[keys] = align(older.sections, newer.sections)
        return self.alignments[keys]

    def comparison(self, older: DocumentTexts, newer: DocumentTexts) -> Comparison:
        """Return what became of the entries of one edition in another."""
        return compare(older.sections, newer.sections, self.alignment(older, newer))

    def following(self, book: DocumentTexts) -> DocumentTexts | None:
        """Return the edition that follows one, if it is here."""
        key = book.document.superseded_by
        return next((other for other in self.books if other.key == key and other is not book), None)

    def above(self, book: DocumentTexts) -> list[DocumentTexts]:
        """Return the books that count more than one, the most authoritative first; a digest is compared with none."""
        if book.document.kind == DIGEST:
            return []
        return [other for other in self.books if other is not book and self._counts_more(other, book)]

    def _counts_more(self, one: DocumentTexts, other: DocumentTexts) -> bool:
        if one.document.superseded_by and one.document.superseded_by in self.days:
            return False
        is_later = one.document.work == other.document.work and other.document.superseded_by
        if is_later or other.key in one.replaces:
            return True
        if one.document.kind == DIGEST or one.rank >= other.rank:
            return False
        days = self.days[one.key], self.days[other.key]
        return not all(days) or days[0] >= days[1]

    def relation(self, one: DocumentTexts, other: DocumentTexts) -> NewerRelation | None:
        """Return how a book that counts more than another is to it if it is newer, else None.

        edition, replaces or subject; always between two known dates.
        """
        dated = bool(one.document.date and other.document.date)
        if one.document.work == other.document.work:
            return "edition" if dated else None
        if other.key in one.replaces:
            return "replaces" if dated and not is_later(other.document, one.document) else None
        return "subject" if outdates(one.document, other.document) else None


def shelf(books: Sequence[DocumentTexts]) -> GameDocuments:
    """Put the books of one game in order."""
    ordered = sorted(books, key=lambda book: book.rank)
    return GameDocuments(ordered, {book.key: last_day(book.document.date) for book in ordered})


MOST_OF_A_TITLE = 3
"""Entries of one document that share the roots of a title; where there are more, it says too little."""
QUESTIONS = ("qa", "ruling")
"""Kinds of entries whose titles are sentences."""
NO_KEY = frozenset(("",))
"""No title has it."""


class Pair(NamedTuple):
    """An entry, and one of a document that counts more."""

    old: str
    new: str
    reason: str


class Titles(Struct):
    """The entries of a book by what they are called."""

    cards: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    exact: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    roots: dict[frozenset[str], list[str]] = field(default_factory=lambda: defaultdict(list))


def titles_of(book: DocumentTexts) -> Titles:
    """Return the entries of a book by what they are called."""
    found = Titles()
    for entry in book.entries:
        for title in filter(None, (entry.title, *entry.aliases)):
            if entry.kind == "card":
                found.cards[key(title)].append(entry.id)
            elif entry.kind not in NOT_COMPARED:
                found.exact[key(title)].append(entry.id)
                if entry.kind not in QUESTIONS:
                    found.roots[subject_key(title)].append(entry.id)
    return found


def pairs(book: DocumentTexts, above: DocumentTexts) -> Iterator[Pair]:
    """Yield what in a book that counts more has the title of an entry; of two reasons for a pair, the better first."""
    titles = titles_of(above)
    for entry in book.entries:
        for title in filter(None, (entry.title, *entry.aliases)):
            if entry.kind == "card":
                yield from (Pair(entry.id, id, "the same card") for id in titles.cards.get(key(title), ()))
                continue
            exact = titles.exact.get(key(title), [])
            alike = titles.roots.get(subject_key(title) or NO_KEY, [])
            if len(exact) <= MOST_OF_A_TITLE:
                yield from (Pair(entry.id, id, "the same title") for id in exact)
            if len(alike) <= MOST_OF_A_TITLE and entry.kind != "qa":
                yield from (Pair(entry.id, id, "the same title in another form") for id in alike)


def same_entries(alignment: Alignment) -> Iterator[Pair]:
    """Yield what became of the entries of an edition in a later one, whatever their numbers are there."""
    for old, new in alignment.pairs.items():
        yield Pair(old, new, "the same entry in the next edition")
    for old, new in alignment.merged.items():
        yield Pair(old, new, "its text went into this entry of the next edition")

"""Which entries of other documents treat the subject of an entry, as far as titles tell.

Reads: books. Writes: `Pair`s: entries of the same title, by the roots of its words (Seize ~ Seizing, Regeneration ~
Regenerate), cards by the whole title; and, between editions, what is the same entry. That one text points to another
says nothing of which is the newer, so references make no pair.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.core.tokens import key
from judge.editions.books import Book
from judge.editions.comparison.alignment import Alignment
from judge.editions.passages import NOT_COMPARED, subject_key

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


@dataclass(slots=True)
class Titles:
    """The entries of a book by what they are called."""

    cards: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    exact: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    roots: dict[frozenset[str], list[str]] = field(default_factory=lambda: defaultdict(list))


def titles_of(book: Book) -> Titles:
    """Return the entries of a book by what they are called."""
    found = Titles()
    for entry in book.entries:
        for title in filter(None, (entry["title"], *entry["aliases"])):
            if entry["kind"] == "card":
                found.cards[key(title)].append(entry["id"])
            elif entry["kind"] not in NOT_COMPARED:
                found.exact[key(title)].append(entry["id"])
                if entry["kind"] not in QUESTIONS:
                    found.roots[subject_key(title)].append(entry["id"])
    return found


def pairs(book: Book, above: Book) -> Iterator[Pair]:
    """Yield what in a book that counts more has the title of an entry; of two reasons for a pair, the better first."""
    titles = titles_of(above)
    for entry in book.entries:
        for title in filter(None, (entry["title"], *entry["aliases"])):
            if entry["kind"] == "card":
                yield from (Pair(entry["id"], id, "the same card") for id in titles.cards.get(key(title), ()))
                continue
            exact = titles.exact.get(key(title), [])
            alike = titles.roots.get(subject_key(title) or NO_KEY, [])
            if len(exact) <= MOST_OF_A_TITLE:
                yield from (Pair(entry["id"], id, "the same title") for id in exact)
            if len(alike) <= MOST_OF_A_TITLE and entry["kind"] != "qa":
                yield from (Pair(entry["id"], id, "the same title in another form") for id in alike)


def same_entries(alignment: Alignment) -> Iterator[Pair]:
    """Yield what became of the entries of an edition in a later one, whatever their numbers are there."""
    for old, new in alignment.pairs.items():
        yield Pair(old, new, "the same entry in the next edition")
    for old, new in alignment.merged.items():
        yield Pair(old, new, "its text went into this entry of the next edition")

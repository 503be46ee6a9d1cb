"""Which entries of other documents treat the subject of an entry, as far as titles, pointers and definitions tell.

Reads: books. Writes: `Pair`s. The forms, each a function of `FORMS`:

    same title       Seize ~ Seizing, Regeneration ~ Regenerate, by the roots of its words; cards by the whole title
    pointer          an entry that says "See 24.0" of the other document, or is pointed to from there
    defined term     a term of the glossary that the entry is called like, and the section that the term points to
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.titles import key
from judge.editions.books import Book
from judge.editions.comparison.alignment import Alignment
from judge.editions.passages import NOT_COMPARED, subject_key

LONGEST_POINTER = 100
"""Characters of a block that does nothing but point."""
MOST_OF_A_TITLE = 3
"""Entries of one document that share the roots of a title; where there are more, it says too little."""
POINTING = ("number", "see", "title", "related")
QUESTIONS = ("qa", "ruling")
"""Kinds of entries whose titles are sentences."""
NO_KEY = frozenset(("",))
"""No title has it."""


class Pair(NamedTuple):
    """An entry, and one of a document that counts more."""

    old: str
    new: str
    sure: bool
    reason: str


@dataclass(slots=True)
class Titles:
    """The entries of a book by what they are called."""

    cards: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    exact: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    roots: dict[frozenset[str], list[str]] = field(default_factory=lambda: defaultdict(list))
    pointing: dict[str, list[Record]] = field(default_factory=lambda: defaultdict(list))
    """References out of each entry to entries of any document."""


def titles_of(book: Book) -> Titles:
    """Return the entries of a book by what they are called, and where they point."""
    found = Titles()
    for entry in book.entries:
        for title in filter(None, (entry["title"], *entry["aliases"])):
            if entry["kind"] == "card":
                found.cards[key(title)].append(entry["id"])
            elif entry["kind"] not in NOT_COMPARED:
                found.exact[key(title)].append(entry["id"])
                if entry["kind"] not in QUESTIONS:
                    found.roots[subject_key(title)].append(entry["id"])
    for reference in book.references:
        if reference["status"] == "ok" and reference["target"] and reference["kind"] in POINTING:
            found.pointing[reference["source"]].append(reference)
    return found


def same_title(entry: Record, own: Titles, above: Book, titles: Titles) -> Iterator[Pair]:
    """An entry of the same title, in whatever form of its words; a card only of a card's whole title."""
    for title in filter(None, (entry["title"], *entry["aliases"])):
        if entry["kind"] == "card":
            for id in titles.cards.get(key(title), ()):
                yield Pair(entry["id"], id, True, "the same card")
            continue
        exact = titles.exact.get(key(title), [])
        alike = titles.roots.get(subject_key(title) or NO_KEY, [])
        for id in exact if len(exact) <= MOST_OF_A_TITLE else ():
            yield Pair(entry["id"], id, True, "the same title")
        if len(alike) <= MOST_OF_A_TITLE and entry["kind"] != "qa":
            yield from (Pair(entry["id"], id, True, "the same title in another form") for id in alike)


def pointer(entry: Record, own: Titles, above: Book, titles: Titles) -> Iterator[Pair]:
    """An entry of the other document that a short line points to: "See 24.0"."""
    for reference in own.pointing.get(entry["id"], ()):
        block = entry["blocks"][reference["block"]] if reference["block"] is not None else None
        if block and len(block["text"]) <= LONGEST_POINTER and reference["target"] in above.by_id:
            yield Pair(entry["id"], reference["target"], True, f"it says “{reference['text']}”")


def defined_term(entry: Record, own: Titles, above: Book, titles: Titles) -> Iterator[Pair]:
    """The section to which a glossary's term of the same title points, if it is on the same subject."""
    if entry["kind"] == "card" or not entry["title"]:
        return
    wanted = subject_key(entry["title"])
    for id in titles.roots.get(wanted or NO_KEY, ())[:MOST_OF_A_TITLE]:
        term = above.by_id[id]
        if term["kind"] != "term":
            continue
        for reference in titles.pointing.get(id, ())[:2]:
            target = above.by_id.get(reference["target"])
            if target and target["title"] and target["kind"] != "term":
                sure = bool(subject_key(target["title"]) & wanted)
                yield Pair(entry["id"], target["id"], sure, f"the glossary's “{term['title']}” leads there")


Form = Callable[[Record, Titles, Book, Titles], Iterator[Pair]]
FORMS: Sequence[Form] = (same_title, pointer, defined_term)


def pairs(book: Book, above: Book) -> Iterator[Pair]:
    """Yield what in a book that counts more treats the subject of an entry, each pair once."""
    own, titles = titles_of(book), titles_of(above)
    back = {
        (reference["target"], source)
        for source, references in titles.pointing.items()
        for reference in references
        if reference["target"] in book.by_id and _is_pointer(above.by_id[source], reference)
    }
    seen: set[tuple[str, str]] = set()
    for entry in book.entries:
        for form in FORMS:
            for pair in form(entry, own, above, titles):
                if (pair.old, pair.new) not in seen:
                    seen.add((pair.old, pair.new))
                    yield pair
    for old, new in sorted(back - seen):
        yield Pair(old, new, True, "it points here")


def _is_pointer(entry: Record, reference: Record) -> bool:
    return reference["block"] is not None and len(entry["blocks"][reference["block"]]["text"]) <= LONGEST_POINTER


def same_entries(alignment: Alignment) -> Iterator[Pair]:
    """Yield what became of the entries of an edition in a later one, whatever their numbers are there."""
    for old, new in alignment.pairs.items():
        yield Pair(old, new, True, "the same entry in the next edition")
    for old, new in alignment.merged.items():
        yield Pair(old, new, True, "its text went into this entry of the next edition")

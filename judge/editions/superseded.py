"""Which texts are superseded: facts that somebody states, never a guess.

    edition     an entry of an edition that a later one follows
    words       a text that says so of an entry that it names (`judge.references.relations`), or of a document
    ruling      a later dated ruling of one entry that says itself that it reverses an earlier one
    relation    a [[relation]] of a manifest

Reads: the books of one game, and relations. Writes: facts, those of all other relations that texts state among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.core.likeness import EVEN
from judge.core.numbering import block_of_part, entry_id
from judge.editions.books import Book, Shelf
from judge.editions.counterparts import same_entries
from judge.editions.facts import Fact
from judge.editions.newer import Newer, beginning
from judge.editions.passages import roots
from judge.references.document_names import is_later
from judge.references.relations import AMENDS, KINDS, OVERRIDES, REPLACES, WHOLE, StatedRelation, headings, stated

REVERSES = re.compile(
    r"\b(?:(?:is|was|as)\s(?:a|the)\s(?:complete\s|partial\s)?(?:reversal|change)\s(?:of|from)|"
    r"(?:reverses|overturns|overrules|overrides|supersedes|replaces|withdraws|contradicts)|"
    r"(?:contrary\sto|instead\sof|in\splace\sof))\s"
    r"(?:(?:the|an?|any|all|our|my|this|that|some|its)\s)?(?:(?:earlier|previous|prior|older|former|old|first|last)\s)"
    r"(?:card\s|official\s)?(?:rulings?|answers?|interpretations?|clarifications?|text)\b",
    re.IGNORECASE,
)
"""A ruling that says that it reverses an earlier one: "This is a reversal of an earlier ruling"."""
SAME_RULING = 0.3
"""Share of the words of the earlier of several rulings that the one which reverses it has."""


class Superseded(NamedTuple):
    """A text that is not in force any more."""

    id: str
    """Of the entry."""
    block: int | None
    by: str | None
    """Id of what is in force instead; None if that is not in the library."""
    by_block: int | None
    reason: str
    date: str | None = None

    def fact(self) -> Fact:
        """Return it as a fact about the text that is not in force."""
        record = {"id": self.by, "block": self.by_block, "reason": self.reason, "date": self.date}
        return Fact(self.id, self.block, "superseded_by", self.by, record)


class Relation(NamedTuple):
    """What a person stated of two texts in a manifest."""

    old: str
    new: str
    kind: str
    """overrides, amends, replaces, deletes, narrows, excepts; renames; none: they were compared, and both hold."""
    by: str | None = None
    date: str | None = None


def superseded_texts(shelf: Shelf, relations: Iterable[Relation]) -> Iterator[Fact]:
    """Yield what is superseded among the texts of a game's books, and what they state of each other."""
    books = {book.key: book for book in shelf.books}
    owners = {id: book for book in shelf.books for id in book.by_id}
    for book in shelf.books:
        yield from (one.fact() for one in _by_edition(book, shelf))
        yield from (one.fact() for one in _replaced(book, books))
        for one in stated(book.entries, book.references, headings(book.entries, book.references)):
            if one.target in owners:
                yield from _by_words(one, book, owners[one.target])
        yield from (one.fact() for entry in book.entries for one in _by_ruling(entry))
    for relation in relations:
        yield from _by_relation(relation, owners)


def _by_edition(book: Book, shelf: Shelf) -> Iterator[Superseded]:
    """Yield the entries of an edition that later ones follow, each with what became of it in the newest."""
    newest = book
    seen = {book.key}
    while (after := shelf.following(newest)) and after.key not in seen:
        seen.add(after.key)
        newest = after
    if newest is book:
        return
    became = {pair.old: pair.new for pair in same_entries(shelf.alignment(book, newest))}
    date = newest.document["date"]
    for entry in book.entries:
        yield Superseded(entry["id"], None, became.get(entry["id"]), None, "edition", date)


def _replaced(book: Book, books: Mapping[str, Book]) -> Iterator[Superseded]:
    """Yield the entries of the documents that a book says it replaces."""
    for key in book.replaces:
        for entry in books[key].entries if key in books and key != book.key else ():
            yield Superseded(entry["id"], None, None, None, "words", book.document["date"])


def _by_words(one: StatedRelation, book: Book, other: Book) -> Iterator[Fact]:
    """Yield what becomes of a rule of which a book states something."""
    block = book.by_id[one.said_in]["blocks"][one.block] if one.block is not None else None
    date = (block and block["date"]) or book.document["date"]
    yield Fact(one.target, one.target_block, "relations", one.source, one.record(date))
    if one.kind in (*WHOLE, AMENDS) and one.source in book.by_id and is_later(book.document, other.document):
        said = f"it {one.kind} this"
        place = one.target, one.target_block, one.source, one.source_block
        yield Newer(*place, "replaces", said, one.quote).fact(book.document)
    if one.kind not in WHOLE or not _may_supersede(one.kind, book, other):
        return
    yield Superseded(one.target, one.target_block, one.source, one.source_block, "words", date).fact()


def _may_supersede(kind: str, book: Book, other: Book) -> bool:
    """Tell whether a book may put another's rule out of force; rules of one book hold side by side."""
    if book is other:
        return kind == REPLACES
    later = is_later(book.document, other.document)
    return not is_later(other.document, book.document) and (later or kind != OVERRIDES)


def _by_ruling(entry: Record) -> Iterator[Superseded]:
    """Yield the dated rulings of an entry that a later dated one says it reverses."""
    dated = [(index, block) for index, block in enumerate(entry["blocks"]) if block["date"]]
    for index, block in dated:
        if not REVERSES.search(block["text"]):
            continue
        day = last_day(block["date"])
        earlier = [(place, one) for place, one in dated if last_day(one["date"]) < day and place != index]
        shared = [(EVEN.share(roots(one["text"]), roots(block["text"])), -place) for place, one in earlier]
        if shared and (len(shared) == 1 or max(shared)[0] >= SAME_RULING):
            yield Superseded(entry["id"], -max(shared)[1], entry["id"], index, "ruling", block["date"])


def _by_relation(relation: Relation, owners: Mapping[str, Book]) -> Iterator[Fact]:
    """Yield what becomes of a text of which a person states something; it is newer only between two known dates."""
    entries = {id: owners[id].by_id[id] for one in (relation.old, relation.new) if (id := entry_id(one)) in owners}
    old, new = place_of(relation.old, entries), place_of(relation.new, entries)
    if old[0] not in entries or relation.kind == "none":
        return
    is_here = new[0] in entries
    if is_here and relation.kind in KINDS:
        record = {"kind": relation.kind, "id": new[0], "block": new[1], "quote": "", "source": new[0]}
        yield Fact(*old, "relations", new[0], record | {"date": relation.date})
    if relation.kind in WHOLE:
        yield Superseded(*old, new[0] if is_here else None, new[1], "relation", relation.date).fact()
    if is_here and is_later(owners[new[0]].document, owners[old[0]].document):
        said = f"it {relation.kind} this" + (f", says {relation.by}" if relation.by else "")
        quote = beginning(entries[new[0]], new[1])
        for place in dict.fromkeys((None, old[1])):
            yield Newer(old[0], place, *new, "replaces", said, quote).fact(owners[new[0]].document)


def place_of(id: str, entries: Mapping[str, Record]) -> tuple[str, int | None]:
    """Return the entry and the index of the block that an id means: `tide-faq:ferry#2` is its second ruling."""
    whole, _, number = id.partition("#")
    if not number.isdigit() or whole not in entries:
        return whole, None
    return whole, block_of_part(number, [block["kind"] for block in entries[whole]["blocks"]])

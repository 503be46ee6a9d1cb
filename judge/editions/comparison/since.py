"""Since when each entry of an edition has been what it is: unchanged since, changed in, new in, renumbered in.

Reads: the books of one game. Writes: facts of the field `since`, for the entries of editions that follow others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.editions.books import Book, Shelf
from judge.editions.comparison.changes import FEWEST_PAIRED, Change
from judge.editions.comparison.reports import was
from judge.editions.facts import Fact


class _Turn(NamedTuple):
    """What an entry became in an edition."""

    change: Change
    edition: Book


def since_facts(shelf: Shelf) -> Iterator[Fact]:
    """Yield when the entries of editions changed last, and when they got their numbers if that was later."""
    before = {after.key: book for book in shelf.books if (after := shelf.following(book))}
    turns: dict[str, _Turn] = {}
    for key, older in before.items():
        newer = next(book for book in shelf.books if book.key == key)
        comparison = shelf.comparison(older, newer)
        if comparison.paired >= FEWEST_PAIRED:
            turns |= {change.new.id: _Turn(change, newer) for change in comparison.changes if change.new}
    for id in turns:
        yield from (Fact(id, None, "since", None, record) for record in _records(id, turns, shelf))


def _records(id: str, turns: Mapping[str, _Turn], shelf: Shelf) -> Iterator[Record]:
    """Yield the contract's JSON of each fact about one entry, the last change first."""
    renumbered = False
    while turn := turns.get(id):
        change, edition = turn
        if change.kind != "same":
            yield _record(change.kind, edition, was(change))
            return
        if change.moved and not renumbered:
            renumbered = True
            yield _record("renumbered", edition, was(change))
        assert change.old, "what is the same was there before"
        id = change.old.id
    first = next(book for book in shelf.books if id in book.by_id)
    if not renumbered:
        yield _record("same", first, [])


def _record(change: str, edition: Book, was: list[str]) -> Record:
    return {"change": change, "document": edition.key, "date": edition.document["date"], "was": was}

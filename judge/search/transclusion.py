"""References followed: what the pointers of an entry lead to, opened in place or drawn as a tree.

Many cards say only "See Regeneration", and what a judge wants is what Regeneration says. Each entry is opened once,
so references in circles end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.numbering import entry_id

POINTERS = ("see", "related", "title", "number")
"""Kinds of references that a short line may consist of."""
LONGEST_POINTER = 100
"""Characters of a block that does nothing but point; a longer one says something itself."""
MOST_BRANCHES = 12
"""References of one entry that a tree draws."""


class Transclusion(NamedTuple):
    """An entry that a pointer leads to."""

    block: int
    """Index of the block that points."""
    depth: int
    """1 for what the entry at hand points to, 2 for what that points to."""
    record: Record


class Branch(NamedTuple):
    """An entry in a tree of references."""

    depth: int
    id: str
    again: bool
    """It is drawn above already, with all that it refers to."""


class EntrySource(NamedTuple):
    """Where entries and their references are found."""

    record: Callable[[str], Record]
    references: Callable[[str], list[Record]]


def opened(shelf: EntrySource, id: str, deep: int) -> Iterator[Transclusion]:
    """Yield what the short pointers of an entry lead to, each after the block that points.

    Args:
        shelf: where entries are found.
        id: of the entry at hand.
        deep: how far pointers are followed; 0 opens none.
    """
    seen = {id}
    for block, target in pointers(shelf, id):
        for depth, record in _followed(shelf, target, deep, seen):
            yield Transclusion(block, depth, record)


def _followed(shelf: EntrySource, id: str, deep: int, seen: set[str]) -> Iterator[tuple[int, Record]]:
    waiting = [(1, id)]
    while waiting:
        depth, here = waiting.pop()
        if depth > deep or here in seen:
            continue
        seen.add(here)
        yield depth, shelf.record(here)
        waiting += [(depth + 1, target) for _, target in reversed(list(pointers(shelf, here)))]


def pointers(shelf: EntrySource, id: str) -> Iterator[tuple[int, str]]:
    """Yield the blocks of an entry that only point elsewhere, each with what it leads to."""
    blocks = shelf.record(id)["blocks"]
    for reference in shelf.references(id):
        block = reference["block"]
        if block is None or not reference["target"] or reference["kind"] not in POINTERS:
            continue
        text = blocks[block]["text"]
        if len(text) <= LONGEST_POINTER and text.startswith(("See ", "see ", "Related: ")):
            yield block, entry_id(reference["target"])


def tree(shelf: EntrySource, id: str, deep: int) -> Iterator[Branch]:
    """Yield an entry and what it refers to, depth first; an entry that comes again is not drawn twice."""
    seen: set[str] = set()
    waiting = [(0, id)]
    while waiting:
        depth, here = waiting.pop()
        yield Branch(depth, here, here in seen)
        if here in seen or depth >= deep:
            continue
        seen.add(here)
        named = (entry_id(one["target"]) for one in shelf.references(here) if one["target"])
        targets = dict.fromkeys(target for target in named if target != here)
        waiting += [(depth + 1, target) for target in reversed(list(targets)[:MOST_BRANCHES])]

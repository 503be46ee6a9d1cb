"""The order in which every page and screen shows a card.

    texts      the text in force first, then what other documents print of the card, what older editions did last
    rulings    those of all documents together, the newest first; those that print no date last, as they are printed
    pointers   "See Toughness", where there are rulings

What an older edition says in the words of a newer text is not shown again.

Reads: the entries of one card, in the order of `joined_cards`. Writes: the places of their blocks, which stay numbered
as their documents have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.core.dates import last_day
from judge.core.model import CardFact, Entry

POINTER = "see "
"""Begins a text that only points to a topic, which is shown itself."""
IN_FORCE, PRINTED = "Text in force", "As printed in"
RULING = "ruling"
INSIDE_RULING = ("bullet", "example", "note", "tip", "table")
"""Kinds of blocks that belong to the ruling before them."""


class BlockPlace(NamedTuple):
    """A block of one of a card's entries."""

    entry: int
    block: int


class CardOrder(NamedTuple):
    """The places of a card's blocks, in the order in which they are shown."""

    texts: Sequence[BlockPlace]
    rulings: Sequence[BlockPlace]
    """Each followed by what belongs to it."""
    pointers: Sequence[BlockPlace]

    def of_entry(self, entry: int = 0) -> list[list[int]]:
        """Return the blocks of one of the entries in their order: texts, rulings, pointers."""
        return [[place.block for place in part if place.entry == entry] for part in self]


def card_order(entries: Iterable[Entry]) -> CardOrder:
    """Return the order of the blocks of a card's entries.

    >>> from judge.core.model import Block
    >>> rulings = Block("ruling", "Old.", (), date="2020"), Block("ruling", "New.", (), date="2021")
    >>> card_order([Entry("tide:gull", "tide", "card", None, "Gull", (), blocks=rulings)]).of_entry()
    [[], [1, 0], []]
    """
    texts: list[BlockPlace] = []
    pointers: list[BlockPlace] = []
    rulings: list[tuple[str, list[BlockPlace]]] = []
    known: set[str] = set()
    for number, entry in enumerate(entries):
        has_rulings = any(block.kind == RULING for block in entry.blocks)
        is_inside = False
        for index, block in enumerate(entry.blocks):
            place = BlockPlace(number, index)
            if entry.superseded and block.text in known:
                continue
            known.add(block.text)
            is_inside = block.kind == RULING or (is_inside and block.kind in INSIDE_RULING)
            if block.kind == RULING:
                rulings.append((last_day(block.date), [place]))
            elif is_inside:
                rulings[-1][1].append(place)
            elif has_rulings and block.text.casefold().startswith(POINTER):
                pointers.append(place)
            else:
                texts.append(place)
    newest = sorted(rulings, key=lambda ruling: ruling[0], reverse=True)
    return CardOrder(texts, [place for _, places in newest for place in places], pointers)


def card_facts(entries: Iterable[Entry]) -> tuple[CardFact, ...]:
    """Return the facts that the entries of a card hold about it, each once."""
    return tuple(dict.fromkeys(fact for entry in entries for fact in entry.facts))


def words_before(first: Entry, entry: Entry) -> str:
    """Return what is said before the name of the document that a text of a card is in.

    Args:
        first: the first of the card's entries.
        entry: the one whose text it is.
    """
    if entry.id == first.id:
        return IN_FORCE if first.errata else ""
    if entry.superseded:
        return "Formerly in"
    if not first.errata:
        return "In"
    return "Earlier errata in" if entry.errata else PRINTED

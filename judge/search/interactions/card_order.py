"""The order in which every page and screen shows a card.

    texts      the text in force first, then what other documents print of the card
    rulings    those of all documents together, the newest first; those that print no date last, as they are printed
    pointers   "See Toughness", where there are rulings

Reads: the entries of one card, in the order of `joined_cards`. Writes: the places of their blocks, which stay numbered
as their documents have them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.core.dates import last_day
from judge.core.model import Document, Entry

POINTER = "see "
"""Begins a text that only points to a topic, which is shown itself."""
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

    def of_entry(self) -> list[list[int]]:
        """Return the blocks of an entry alone in their order: texts, rulings, pointers."""
        return [[place.block for place in part] for part in self]


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
    for number, entry in enumerate(entries):
        has_rulings = any(block.kind == RULING for block in entry.blocks)
        is_inside = False
        for index, block in enumerate(entry.blocks):
            place = BlockPlace(number, index)
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


def printed_in(first: Document, document: Document, *, is_corrected: bool) -> str:
    """Return the words before the name of a document that has a text of a card as well: "Printed in".

    Args:
        first: the document whose text is shown first.
        document: the other document.
        is_corrected: whether the first text is an errata and the other one is not.
    """
    if not is_corrected:
        return "In"
    return "Printed later in" if last_day(document.date) > last_day(first.date) else "Printed in"

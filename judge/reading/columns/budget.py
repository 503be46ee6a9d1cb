"""How much a search for an order may cost, counted in steps and never in time, so that every machine reads the same.

What runs out of steps stops, the text stays in the order that it has, and `judge lint` says where (docs/documents.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from judge.reading.columns.blocks import ColumnBlock

PLACES_PER_LETTER, FEWEST_PLACES = 0.8, 40_000
"""Places that the search for columns tries: for each letter of a document, and in a short one. Two woven columns of
usual paragraphs take two thirds of it."""
MOVES_PER_LETTER, FEWEST_MOVES = 12.0, 200_000
"""Blocks that are looked at to put inversions right, in a document in the same way."""
MOVES_PER_PAGE = 200_000
"""The same on one page; a full page takes a third of it."""


class OutOfStepsError(Exception):
    """A search has spent its budget."""


class Budget:
    """Steps that are left to a search."""

    def __init__(self, steps: int) -> None:
        """Give it so many steps."""
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps away.

        Raises:
            OutOfStepsError: there are no more.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfStepsError


def for_places(blocks: Sequence[ColumnBlock]) -> Budget:
    """Return the budget of the search for columns."""
    return Budget(max(FEWEST_PLACES, int(PLACES_PER_LETTER * _letters(blocks))))


def for_moves(blocks: Sequence[ColumnBlock]) -> Budget:
    """Return the budget of all pages on which inversions are put right."""
    return Budget(max(FEWEST_MOVES, int(MOVES_PER_LETTER * _letters(blocks))))


def _letters(blocks: Sequence[ColumnBlock]) -> int:
    return sum(len(block.text) for block in blocks)

"""Whether columns were woven at all: by the order of headings and, whatever the alphabet, by the seams of the text.

In a text in another language, or in an order of its own, many headings stand "wrong", but each paragraph goes on where
the one before it ends. Where two columns were woven, bullets stand below headings that need a sentence, sentences go
on behind a full stop, and headings have no text.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from judge.reading.columns.blocks import ColumnBlock
from judge.reading.columns.evidence import DESCENT, ascends, follows

FEWEST = 6
"""Headings that a document has at least if their order is to tell something."""
LEAST = 3
"""Headings behind one that follows them that there are at least; one or two are misprints."""
DESCENTS = 0.06
"""Share of headings that stand behind one that follows them. In the woven texts of the tests it is 0.1 to 0.4."""
BROKEN = 3.5
"""What a seam costs from which on it is broken."""
SEAMS = 0.03
"""Share of broken seams. In the woven texts of the tests it is 0.06 to 0.2, in the same texts in one column 0.01."""
MENDED = 0.45
"""Share of the descents, and of the broken seams, that may be left in the order that was found. In the
woven texts of the tests at most 0.2 is left, in a single column of Han characters 0.4 to 1."""


def looks_woven(blocks: Sequence[ColumnBlock]) -> bool:
    """Tell whether both the headings and the seams of a text in the order of its file are broken."""
    headings = sum(1 for block in blocks if block.keys)
    filed = range(len(blocks))
    if headings < FEWEST or descents(blocks, filed) < max(LEAST, DESCENTS * headings):
        return False
    return broken(blocks, filed) >= SEAMS * len(blocks)


def is_mended(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> bool:
    """Tell whether an order has mended what spoke for woven columns."""
    filed = range(len(blocks))
    return all(count(blocks, order) <= MENDED * count(blocks, filed) for count in (descents, broken))


def descents(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> int:
    """Count the headings that stand behind one that follows them."""
    headings = [blocks[index] for index in order if blocks[index].keys]
    return sum(1 for before, after in pairwise(headings) if ascends(before, after) >= DESCENT)


def broken(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> int:
    """Count the seams at which a text hardly goes on."""
    solid = [blocks[index] for index in order if blocks[index].kind != "aside"]
    return sum(1 for before, after in pairwise(solid) if follows(before, after) >= BROKEN)

"""Whether columns were woven at all: by the order of headings and, whatever the alphabet, by the seams of the text.

In a text in another language, or in an order of its own, many headings stand "wrong", but each paragraph goes on where
the one before it ends. Where two columns were woven, bullets stand below headings that need a sentence, sentences go
on behind a full stop, and headings have no text.

Texts that run together line by line: no order of blocks parts them, so they can only be marked.

    in full (the state must change to reflect the intent        of the first text
    Stronghold                                                  a title of the second
    of this effect in its entirety) before the remainder is     the first goes on
    Champion. resolved.                                         a picture's, with the last word of the first

In a paragraph, a line is broken where the next word does not fit, and a line that ends a sentence is followed by one
that begins a sentence. Where lines of several texts are mixed, both fail again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

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
MENDED = 0.3
"""Share of the descents, and of the broken seams, that may be left in the order that was found. In the
woven texts of the tests at most 0.2 is left, in a single column of Han characters 0.4 to 1."""
FEWEST_LINES = 4
"""Lines that a text has at least if they are to tell something."""
FEWEST_BROKEN, SHARE = 2, 0.2
"""Lines that do not go on with the one above: how many there are at least, and their least share."""
FULL = 0.75
"""Share of the lines that are at most as long as a full one; extraction makes a few too long."""
ROOM = 0.75
"""How much of a full line is left empty at least, where the next word would have fitted."""


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


def mixes_lines(text: str) -> bool:
    """Tell whether lines of several texts run together in one.

    Args:
        text: the lines as they are printed.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < FEWEST_LINES:
        return False
    width = sorted(map(len, lines))[int(FULL * (len(lines) - 1))]
    broken = sum(_is_apart(above, below, width) for above, below in pairwise(lines))
    return broken >= max(FEWEST_BROKEN, SHARE * (len(lines) - 1))


def _is_apart(above: str, below: str, width: int) -> bool:
    """Tell whether a line that begins inside a sentence does not go on with the line above."""
    if not below.lstrip("“\"'‘(*")[:1].islower():
        return False
    ends = above.rstrip("”\"’')")[-1:] in (".", "!", "?")
    return ends or len(above) + 1 + len(below.split()[0]) <= ROOM * width


def mixed(blocks: Sequence[ColumnBlock], pages: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the texts among mixed lines: on each page, what the file has from the first mixed text to the last.

    Args:
        blocks: in the order of the file.
        pages: index and page of each block, page by page.
    """
    for _, row in groupby(pages, key=lambda place: place[1]):
        indexes = [index for index, _ in row]
        spliced = [index for index in indexes if blocks[index].mixed]
        for index in indexes:
            among = spliced and min(spliced) <= index <= max(spliced)
            if among and not blocks[index].heads and blocks[index].kind != "aside":
                yield index

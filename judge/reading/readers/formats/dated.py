"""Dates that a format sets apart from what they date: above it, or in a cell beside it.

    <dt>10 May 2007<dd>It holds.            10 May 2007: It holds.
    | 10 May 2007 | It holds. |             10 May 2007: It holds.
    | Anchor | 10 May 2007 | It holds. |    Anchor | 10 May 2007: It holds.

In the lines of a document nothing tells whether such a date belongs to what is above it or below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.rulings.printed_dates import read_date

GLUE = ": "
FEWEST = 2
"""Names that have a date right below them, from which on dates are above what they date."""
SENTENCE = (".", "!", "?", "…", "。", ")", "”", '"')


def is_date(text: str) -> bool:
    """Tell whether a text is the date of a day, and nothing else."""
    found = read_date(text.strip())
    return found is not None and found.form in ("day", "numbers", "short")


def with_dates(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a document, dates that are set apart with the text that they date."""
    named = sum(_is_name(one) and _is_date(other) for one, other in pairwise(pieces))
    waiting: Piece | None = None
    for piece in map(_without_date_cells, pieces):
        if waiting and piece.kind in ("paragraph", "bullet") and not _is_date(piece):
            dated = join([replace(waiting.text, marks=()), piece.text], GLUE)
            yield (piece if waiting.kind == "paragraph" else waiting).with_text(dated)
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = piece if named >= FEWEST and _is_date(piece) else None
        if waiting is None:
            yield piece
    if waiting:
        yield waiting


def _is_date(piece: Piece) -> bool:
    return piece.kind in ("paragraph", "bullet") and is_date(piece.value)


def _is_name(piece: Piece) -> bool:
    return (piece.kind == "heading" and piece.level > 1) or (piece.bold and not _is_date(piece))


def _without_date_cells(row: Piece) -> Piece:
    """Return a row whose date is put to the sentence in the cell beside it; one that is no more, as an item."""
    cells: list[Text] = []
    for cell in row.cells:
        before = cells[-1].value if cells else ""
        if is_date(before) and cell.value.endswith(SENTENCE):
            cells[-1] = join([cells[-1], cell], GLUE)
        elif before.endswith(SENTENCE) and is_date(cell.value):
            cells[-1] = join([cells[-1], cell])
        else:
            cells.append(cell)
    if len(cells) == len(row.cells):
        return row
    if len(cells) == 1:
        return Piece("bullet", cells[0], mark="-", quoted=row.quoted)
    return replace(row, text=join([cell for cell in cells if cell], " | "), cells=tuple(cells))

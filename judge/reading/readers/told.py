"""What a format sets apart from the text that it is about: a date above it, a date or a label in a cell beside it.

    <dt>10 May 2007<dd>It holds.            10 May 2007: It holds.
    | 10 May 2007 | It holds. |             10 May 2007: It holds.
    | Anchor | 10 May 2007 | It holds. |    Anchor | 10 May 2007: It holds.
    | Printed | It held. |                  Printed: It held.
    | Should read | It holds. |             Should read: It holds.
    | Card | Printed | Should read |        the head of a table, however it looks

In the lines of a document nothing tells whether such a date belongs to what is above it or below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from judge.core.model import Mark
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.rulings.corrections import errata_columns
from judge.reading.rulings.printed_dates import read_date
from judge.reading.rulings.wordings import HABIT

GLUE = ": "
SENTENCE = (".", "!", "?", "…", "。", ")", "”", '"')


def is_date(text: str) -> bool:
    """Tell whether a text is the date of a day, and nothing else."""
    found = read_date(text.strip())
    return found is not None and found.form in ("day", "numbers", "short")


def with_what_is_told(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a document, dates and labels that are set apart with the text that they are about."""
    are_above = sum(_is_name(one) and _is_date(other) for one, other in pairwise(pieces)) >= HABIT
    waiting: Piece | None = None
    for piece in _with_tables(pieces):
        if waiting and piece.kind in ("paragraph", "bullet") and not _is_date(piece):
            dated = join([replace(waiting.text, marks=()), piece.text], GLUE)
            yield (piece if waiting.kind == "paragraph" else waiting).with_text(dated)
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = piece if are_above and _is_date(piece) else None
        if waiting is None:
            yield piece
    if waiting:
        yield waiting


def _is_date(piece: Piece) -> bool:
    return piece.kind in ("paragraph", "bullet") and is_date(piece.value)


def _is_name(piece: Piece) -> bool:
    return (piece.kind == "heading" and piece.level > 1) or (piece.bold and not _is_date(piece))


def _with_tables(pieces: Sequence[Piece]) -> Iterator[Piece]:
    for is_table, group in groupby(pieces, lambda piece: bool(piece.cells)):
        rows = list(group)
        yield from _read(rows) if is_table else rows


def _read(table: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the rows of a table; those that say what a card read and should read as its name and a paragraph."""
    roles = [_role(row.cells[0].value) if len(row.cells) == 2 and all(row.cells) else None for row in table]
    if all(roles) and "should_read" in roles:
        yield from _wordings(table, roles)
        return
    in_errata = False
    for row in table:
        is_head = "should_read" in errata_columns([cell.value for cell in row.cells])
        in_errata = in_errata or is_head
        yield replace(row, is_head=row.is_head or is_head) if in_errata else _without_date_cells(row)


def _wordings(rows: Sequence[Piece], roles: Sequence[str | None]) -> Iterator[Piece]:
    for is_name, group in groupby(zip(rows, roles, strict=True), lambda one: one[1] == "card"):
        if is_name:
            for row, _ in group:
                label, name = row.cells
                marked = (Mark(0, len(name.value), "strong"),)
                yield Piece("paragraph", Text(name.value, (*label.places, *name.places), marked), bold=True)
        else:
            yield Piece("paragraph", join([_labelled(*row.cells) for row, _ in group], "\n"))


def _labelled(label: Text, text: Text) -> Text:
    return join([replace(label.cut(0, len(label.value.rstrip(" :"))), marks=()), text], GLUE)


def _role(label: str) -> str | None:
    """Return what a label says that the cell beside it is: a card, what is printed on it, or what it should read.

    >>> _role("Old text:"), _role("Corrected text"), _role("Card"), _role("Sail")
    ('printed', 'should_read', 'card', None)
    """
    others = (("should read",), ("card",), ("card", "should read"))
    return next((role for other in others if (role := errata_columns([label, *other])[0])), None)


def _without_date_cells(row: Piece) -> Piece:
    """Return a row with its date before the sentence in the cell beside it; as an item, if that is all of the row."""
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

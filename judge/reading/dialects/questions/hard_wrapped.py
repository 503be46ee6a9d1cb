"""Hard-wrapped text to paragraphs: where one begins inside a piece that no blank line divides.

    Q. May I sail at night?            a mark that the dialect knows, at the beginning of a line
    ␣␣␣␣Berth: A place for a ship.     a line indented deeper than the text that goes on below it
    … until the tide turns.            a line that its author ended: the next word would have fitted behind it
    New ruling on anchors.

A hanging indentation, where the lines below a mark stand deeper than the mark, begins nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.reading import front_matter
from judge.reading.paragraphs import is_open, joined, words
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text

Marked = Callable[[str, str, str], bool]
"""Tells whether a line begins with a mark, given the line, the line before it, and the first of its paragraph."""

USUAL_WIDTH = 72
"""Columns that mail is wrapped to, taken where a text has too few lines to tell."""
TELLING_LINES = 40
WRAPPED = 0.98
"""The share of the lines that are at most as long as the text is wide; the others were edited after it was wrapped."""
HEADING_MARK = re.compile(r"\(?\w{1,4}[.)]\s(?=\S)")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A piece, or the part of one that is a paragraph by itself; its lines are joined."""

    piece: Piece
    opens: bool
    """A blank line stands before it."""
    closes: bool
    """A blank line follows."""
    rows: int
    """How many lines it has."""

    @property
    def text(self) -> Text:
        """The text."""
        return self.piece.text

    @property
    def value(self) -> str:
        """The plain text."""
        return self.piece.value

    @property
    def alone(self) -> bool:
        """Whether blank lines stand on both sides."""
        return self.opens and self.closes

    @property
    def is_set_off(self) -> bool:
        """Whether it is printed as a heading."""
        return self.piece.kind == "heading" or self.piece.bold

    @property
    def lines(self) -> range:
        """The source lines."""
        return range(self.text.first, self.text.last + 1)


@dataclass(frozen=True, slots=True)
class WrappedRow:
    """A line of a piece, together with what a soft break cut off its last word."""

    text: Text
    indent: int
    columns: int
    """Where its last word ends."""

    @property
    def value(self) -> str:
        """The plain text."""
        return self.text.value


def cut(manuscript: Manuscript, marked: Marked) -> list[Paragraph]:
    """Cut the pieces of a text into paragraphs.

    Args:
        manuscript: the text, cut at blank lines.
        marked: what begins a paragraph in this dialect.
    """
    vocabulary = manuscript.once(words)
    cut_up = [(piece, list(_rows(piece, manuscript))) for piece in manuscript.pieces]
    width = _width(rows for _, rows in cut_up)
    found: list[Paragraph] = []
    for piece, rows in cut_up:
        if piece.kind not in ("paragraph", "bullet") or not rows:
            found.append(Paragraph(piece.with_text(piece.text.flow()), True, True, len(rows)))
            continue
        starts = [0, *_starts(rows, width, marked)]
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=True):
            text = flow([row.text for row in rows[start:end]], vocabulary)
            kind = piece.kind if start == 0 else "paragraph"
            part = Piece(kind, text, piece.level, rows[start].indent, piece.bold)
            found.append(Paragraph(part, start == 0, end == len(rows), end - start))
    return found


def flow(lines: Sequence[Text], vocabulary: frozenset[str]) -> Text:
    """Join the lines of a paragraph; by halves, because a text is copied whenever it is joined."""
    if len(lines) == 1:
        return lines[0].flow()
    middle = len(lines) // 2
    return joined(flow(lines[:middle], vocabulary), flow(lines[middle:], vocabulary), vocabulary)


def _rows(piece: Piece, manuscript: Manuscript) -> Iterator[WrappedRow]:
    """Yield the lines of a piece."""
    seams = (
        place.offset
        for before, place in pairwise(piece.text.places)
        if place.line != before.line and before.line not in manuscript.source.soft
    )
    for start, end in pairwise([0, *seams, len(piece.value)]):
        if text := piece.text.cut(start, end):
            first, last = (manuscript.raw(line).expandtabs(8) for line in (text.first, text.last))
            yield WrappedRow(text, len(first) - len(first.lstrip()), len(last.rstrip()))


def _width(pieces: Iterable[Sequence[WrappedRow]]) -> int:
    """Return how many columns the text was wrapped to."""
    columns = sorted(row.columns for rows in pieces for row in rows)
    width = columns[int(len(columns) * WRAPPED)] if columns else 0
    return width if len(columns) >= TELLING_LINES else max(width, USUAL_WIDTH)


def _starts(rows: Sequence[WrappedRow], width: int, marked: Marked) -> Iterator[int]:
    """Yield the indexes of the rows that begin a paragraph, but for the first."""
    margin = min(row.indent for row in rows)
    first = 0
    pairs = list(pairwise(rows))
    hanging = all(row.indent > margin or marked(row.value, before.value, row.value) for before, row in pairs)
    for index, (before, row) in enumerate(pairs, 1):
        if (
            marked(row.value, before.value, rows[first].value)
            or (not hanging and _is_indented(before, row, margin))
            or _is_ended(before, row, width, is_first=index - 1 == first)
        ):
            first = index
            yield index


def _is_indented(before: WrappedRow, row: WrappedRow, margin: int) -> bool:
    """Tell whether a row stands deeper than the text around it, as the first line of a paragraph does."""
    return row.indent > margin and (row.indent != before.indent or not is_open(before.value))


def _is_ended(before: WrappedRow, row: WrappedRow, width: int, *, is_first: bool) -> bool:
    """Tell whether the author ended the row before: the first word of this one would have fitted behind it."""
    if before.columns + 1 + len(row.value.split(maxsplit=1)[0]) >= width or row.value[0].islower():
        return False
    return not is_open(before.value) or (is_first and is_headline(before.value))


def is_headline(text: str) -> bool:
    """Tell whether a line could be a heading by its words alone, a number or letter in front left out."""
    text = text[mark.end() :] if (mark := HEADING_MARK.match(text)) else text
    return front_matter.is_title(text) and front_matter.is_capitalised(text)

"""What both readers of text hand to the dialects: headings, paragraphs, bullets, tables, in the order of the source."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from judge.reading.rich_text import Text

PieceKind = Literal["heading", "paragraph", "bullet", "table", "rule"]

BULLET = re.compile(r"(?:[•●○◦▪■□►▸❖✦◆◇]|◊{1,2}|[-–—*+](?=\s))\s*")
"""A bullet's mark at the beginning of a line of plain text."""

ORDINAL = re.compile(r"(?P<ordinal>\d{1,3})[.)]\s+(?=\S)")
"""What an item of a list begins with that counts."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of source text that its look sets apart; dialects say what it means."""

    kind: PieceKind
    text: Text
    level: int = 0
    """Of a heading: 1 to 6 as the source marks it. Of an item of a list: how deep it is nested, from 0."""
    indent: int = 0
    """Columns before the first word, a tab counting to the next multiple of eight; 0 in Markdown."""
    bold: bool = False
    """The whole piece is printed bold, as many documents print headings."""
    mark: str = ""
    """Of a bullet: its mark as shown, `-`, `1.` or `a)`; where the source holds a number, it is in the text as well."""
    ordinal: int = 0
    """Of a bullet in a list that the format counts: its place in that list, whatever number is printed."""
    is_counted: bool = False
    """The format counts the number with which it begins: an ordinal, or a whole number such as Word's `1.2`."""
    listed: bool = False
    """Of a bullet with a number: the sign of another list stands before it, `- 1)`."""
    quoted: int = 0
    """How many quotations it stands in, one inside the other."""
    cells: tuple[Text, ...] = ()
    """Of a table's row: the text of each cell, empty ones among them."""
    is_head: bool = False
    """The row is the head of its table."""
    is_picture: bool = False
    """The text is what a picture shows, as the source describes it."""

    @property
    def value(self) -> str:
        """The plain text."""
        return self.text.value

    def with_text(self, text: Text) -> Piece:
        """Return the same piece with another text."""
        return replace(self, text=text)

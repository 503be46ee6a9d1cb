"""A text cut into pieces, with what its format says of them beside their words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeVar

from msgspec import Struct, field

from judge.core.model import Box, CardFact, replace
from judge.reading.text.rich_text import Text
from judge.reading.text.source import SourceText
from judge.reading.text.stated import Head, Stated

PieceKind = Literal["heading", "paragraph", "bullet", "table", "rule"]

BULLET = re.compile(r"(?:[•●○◦▪■□►▸❖✦◆◇]|◊{1,2}|[-–—*+](?=\s))\s*")
"""A bullet's mark at the beginning of a line of plain text."""

ORDINAL = re.compile(r"(?P<ordinal>\d{1,3})[.)]\s+(?=\S)")
"""What an item of a list begins with that counts."""
CARD_CODE = re.compile(r"(?=.*\d)(?![1-9]\d{0,3}$|\d+\.|\d{4}-\d\d-\d\d)[\w.#-]{3,40}")
"""What identifies a card (`LF1-001`, `01001`, a UUID), and no number, date or address of a rule."""


class Piece(Struct, frozen=True):
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
    """Of a bullet with a number: the sign of another list is before it, `- 1)`."""
    quoted: int = 0
    """How many quotations it is in, one inside the other."""
    cells: tuple[Text, ...] = ()
    """Of a table's row: the text of each cell, empty ones among them."""
    is_head: bool = False
    """The row is the head of its table."""
    stated: Stated | None = None
    """What it states of itself, in a document in canonical form."""

    @property
    def value(self) -> str:
        """The plain text."""
        return self.text.value

    def with_text(self, text: Text) -> Piece:
        """Return the same piece with another text."""
        return replace(self, text=text)


def parts_of(piece: Piece) -> list[Text]:
    """Return the source lines of a piece; a heading or a row is one."""
    if piece.kind in ("heading", "table"):
        return [piece.text.flow()]
    parts = [one for one in piece.text.by_line() if one] or [piece.text]
    if piece.mark and len(parts) > 1 and parts[0].value.strip() == piece.mark:
        end = piece.value.find(parts[1].value, len(piece.mark)) + len(parts[1].value)
        parts[:2] = [piece.text.cut(0, end)]
    return parts


T = TypeVar("T")


class Anchor(NamedTuple):
    """An address that the source itself gives to a place."""

    line: int
    name: str


class Footnote(Struct, frozen=True):
    """A footnote that is read: it belongs after its mark."""

    name: str
    text: Text
    marks: tuple[int, ...]
    """Lines that hold its mark, in order."""


class StatedField(Struct, frozen=True):
    """What a file says of itself in a field."""

    value: str
    line: int


class Origin(Struct, frozen=True):
    """The file of a manuscript whose lines are its reader's own."""

    lines: tuple[int, ...]
    """Line n of the manuscript is in line lines[n - 1] of the file."""
    printed: tuple[str, ...]
    """The lines of the file."""
    aside: Mapping[int, str]
    """Lines of the file of which nothing is read, each with the reason why it is not content."""


class RulingFacts(NamedTuple):
    """What a record says of a ruling beside its words."""

    date: str | None = None
    source: str | None = None
    author: str | None = None


class FieldSeen(Struct, frozen=True):
    """A field of records, or a column of a table."""

    name: str
    """Its printed name."""
    role: str
    """Its assumed meaning; empty if it is not used."""
    example: str
    """The first value."""


class LostLink(NamedTuple):
    """A link of a page to an address that its content does not have, and that none of its texts shows."""

    line: int
    """Of the file."""
    words: str
    address: str
    exists: bool
    """The page has the address, in a part that is not its content."""


class Manuscript(Struct, frozen=True):
    """What a dialect is given: the repaired lines and the pieces they were cut into."""

    source: SourceText
    pieces: tuple[Piece, ...]
    settled: Mapping[int, str] = field(default_factory=dict)
    """Titles of the headings under which a person wants source lines, where columns are woven."""
    markup: tuple[int, ...] = ()
    """Lines that hold mark-up and nothing else, blank in `source`, and those with a comment beside their text."""
    anchors: tuple[Anchor, ...] = ()
    """The addresses that the source gives to places."""
    footnotes: tuple[Footnote, ...] = ()
    """What is printed at a mark's footnote; its lines are blank in `source`."""
    origin: Origin | None = None
    """Where its lines are in the file, if they are its reader's own."""
    is_ordered: bool = False
    """Its format tells in which order its texts are read, so that no columns can be woven."""
    boxes: Mapping[int, Box] = field(default_factory=dict)
    """Where lines are on the pages of a PDF."""
    printed_pages: Mapping[int, int] = field(default_factory=dict)
    """The printed number of each page of a PDF, as far as pages have one."""
    facts: Mapping[int, RulingFacts] = field(default_factory=dict)
    """What records say of rulings, by their lines."""
    card_facts: Mapping[int, Iterable[CardFact]] = field(default_factory=dict)
    """Facts about cards, by the lines of their names."""
    faces: frozenset[int] = frozenset()
    """Lines of records that hold what a card says itself, and no ruling of it."""
    numbers: frozenset[int] = frozenset()
    """Lines of records that hold the number of a rule without a title."""
    title: str = ""
    """What the file calls itself beside its text, as a page of HTML does in `<title>`."""
    stated: Mapping[str, StatedField] = field(default_factory=dict)
    """What a file says of itself in fields, before its text or beside its records: edition, date, title, game."""
    told: str = ""
    """The dialect, where the format itself leaves no doubt about it."""
    guess: str = ""
    """Which fields of its records were taken for what, in words."""
    fields: tuple[FieldSeen, ...] = ()
    """The fields of its records, in the order of the file."""
    lost_links: tuple[LostLink, ...] = ()
    misfits: tuple[int, ...] = ()
    """Lines of the file with records that could not be read."""

    head: Head | None = None
    """What a document in canonical form states of itself."""
    titles: frozenset[int] = frozenset()
    """Lines of the titles of parts that nothing marks, where the form after them has told."""
    bookmarks: frozenset[int] = frozenset()
    """Lines that the outline of a PDF names."""
    _found: dict[Callable[..., Any], Any] = field(default_factory=dict)

    def once(self, find: Callable[[Manuscript], T]) -> T:
        """Return what a function finds in this text; it is called once, however many rules and dialects ask."""
        if find not in self._found:
            self._found[find] = find(self)
        found: T = self._found[find]
        return found

    def raw(self, line: int) -> str:
        """Return a source line as it is after repair, indentation and all."""
        return self.source.lines[line - 1]

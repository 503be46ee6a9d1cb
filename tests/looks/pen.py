"""A document while it is being written: rows, and the units that stand in them."""

import random
from dataclasses import dataclass, field
from typing import Literal

from tests.looks.choices import Look
from tests.looks.words import Words

Role = Literal["content", "furniture", "free"]
"""Free rows may be read as anything: the title of the document, the head of a table, a line beneath a heading."""


@dataclass(frozen=True)
class Ruling:
    """A ruling of a card."""

    text: str
    date: str | None = None
    source: str | None = None
    author: str | None = None


@dataclass
class Unit:
    """What must become one entry."""

    kind: str
    number: str | None
    title: str | None
    parent: int | None
    """Index of the unit above it."""
    text: str = ""
    """What it says itself, without its title and without the units beneath it."""
    line: int = 0
    """Source line of its number or title, from 1."""
    numbers: tuple[str, ...] = ()
    """Other ways of writing its number that are as good."""
    aside: str = ""
    """Words that may stand in its text or not: labels, dates, sources, what was printed before."""
    rulings: tuple[Ruling, ...] = ()
    erratum: str | None = None
    """The new wording of a card."""


@dataclass
class Row:
    """A line before it is wrapped and numbered."""

    text: str
    unit: int | None = None
    begins: bool = False
    """Whether the number or title of the unit is printed here."""
    role: Role = "content"
    wraps: bool = False
    hang: str = ""
    """What stands before the lines that a wrapped row goes on with."""
    firm: bool = False
    """A blank row without which nobody could tell what begins."""


@dataclass
class Pen:
    """Writes rows and units in one look."""

    look: Look
    draw: random.Random
    words: Words
    rows: list[Row] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    listed: list[tuple[int, str]] = field(default_factory=list)
    """What a contents list names: level and heading."""
    title: str = ""
    """The title of the document."""
    notes: list[Row] = field(default_factory=list)
    """Footnotes, which stand at the end."""

    @property
    def markdown(self) -> bool:
        """Whether Markdown is written."""
        return self.look.format == "markdown"

    def unit(self, kind: str, title: str | None, parent: int | None, number: str | None = None) -> int:
        """Begin a unit; return its index."""
        self.units.append(Unit(kind, number, title, parent))
        return len(self.units) - 1

    def begin(self, unit: int, text: str, *, wraps: bool = True, hang: str = "") -> None:
        """Write the row in which a unit's number or title stands."""
        self.rows.append(Row(text, unit, True, wraps=wraps, hang=hang))

    def go_on(self, unit: int, text: str, *, wraps: bool = True, hang: str = "") -> None:
        """Write a row that belongs to a unit."""
        self.rows.append(Row(text, unit, wraps=wraps, hang=hang))

    def say(self, unit: int, text: str) -> None:
        """Count words as said by a unit."""
        self.units[unit].text = f"{self.units[unit].text} {text}".strip()

    def blank(self, *, firm: bool = False) -> None:
        """Write an empty line, if there is none yet."""
        if self.rows and self.rows[-1].text:
            self.rows.append(Row("", firm=firm))
        elif self.rows and firm:
            self.rows[-1].firm = True

    def free(self, text: str) -> None:
        """Write a row that may be read as anything."""
        self.rows.append(Row(text, role="free"))

    def paragraph(self, unit: int, text: str, *, indent: str = "") -> None:
        """Write a paragraph of a unit, with an empty line behind it."""
        self.say(unit, text)
        self.go_on(unit, indent + text, hang=indent)
        self.blank()

    def heading(self, unit: int, shown: str, level: int) -> None:
        """Write a heading of a level, from 1, in the look's way."""
        self.blank(firm=True)
        style = self.look.headings
        if level > 1 and style == "mixed" and self.markdown:
            style = "bold"
        if style == "setext" and level > 2:
            style = "atx"
        before, after, under = self._marks(style, level)
        loud = level == 1 and ((style == "bold") or (not self.markdown and style == "atx" and self.draw.random() < 0.2))
        if self.look.extras == "anchors" and self.markdown:
            before, after = self._anchor(before, after, unit)
        self.begin(unit, before + (shown.upper() if loud else shown) + after, wraps=False)
        if under:
            self.free(under * max(4, len(shown)))
        self.blank(firm=not self.markdown and level == 1)

    def _marks(self, style: str, level: int) -> tuple[str, str, str]:
        """Return what stands before, behind and below a heading."""
        if style == "setext":
            return "", "", "=-"[level - 1]
        if not self.markdown:
            return ("      " if style == "mixed" and level == 1 else ""), "", ""
        if style == "bold":
            return "**", "**", ""
        return "#" * (level + 1) + " ", "", ""

    def _anchor(self, before: str, after: str, unit: int) -> tuple[str, str]:
        if before.startswith("#") and unit % 2:
            return before, f" {{#u{unit}}}"
        return f'{before}<a id="u{unit}"></a>', after

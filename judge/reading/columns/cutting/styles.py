"""How an alphabetical reference prints its titles: one function a style, each with the forms it accepts.

    Ability              by its look: a short line alone, or above its text
    ## Ability           marked as a heading, or bold throughout
    **Ability**: text    bold before the text
    Ability – text       before a dash, a colon, or in the first cell of a row

Which style a document has is told by the order of the titles that each would find
(`judge.reading.columns.cutting.survey`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from judge.reading import front_matter
from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.looks import PrintedLine

DASHED = re.compile(r"(?P<title>[^\s–—.:;!?][^–—.:;!?\n]{0,70}?)\s+[–—-]\s+(?=\S)")
COLON = re.compile(r"(?P<title>[^\s–—.:;!?][^.:;!?\n]{0,70}):\s+(?=\S)")
CELL = re.compile(r"(?P<title>[^|]{1,80}?)\s\|\s(?=\S)")
FULL, SHORT, STUB = 0.8, 0.6, 0.4
"""Shares of the usual width: of a line inside a paragraph; of the last line of one; of a title among such lines."""
FEW_WORDS = 5
"""Words of a line that may be a title though not all of them begin with capitals."""
LEAD_END = re.compile(r"[\s.:–—-]*")


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How the document is printed."""

    width: float
    """Characters of a full line."""
    capitals: bool
    """Whether titles are printed in capitals throughout."""


@dataclass(frozen=True, slots=True)
class Title:
    """A line that prints a title, perhaps with text behind it, perhaps going on in the next line."""

    line: PrintedLine
    end: int
    """Where the title ends in the line."""
    text: int
    """Where the text behind it begins in the line."""
    sure: bool = True
    """Whether its look alone makes it a title."""
    placed: bool = True
    """Whether it stands where the alphabet has it."""
    wrapped: bool = False
    """Whether it goes on in the next line."""

    @property
    def value(self) -> str:
        """The title as it is printed in its first line."""
        return self.line.value[: self.end].rstrip(" :")

    @property
    def whole(self) -> bool:
        """Whether it is all of its line."""
        return self.text == len(self.line.value)


def whole_line(line: PrintedLine, *, sure: bool = True, placed: bool = True) -> Title:
    """Return the title that is all of a line."""
    return Title(line, len(line.value), len(line.value), sure, placed)


def measure(lines: Sequence[PrintedLine]) -> PrintStyle:
    """Measure how wide full lines are and how titles are printed."""
    widths = sorted(len(line.value) for line in lines if not line.alone) or [80]
    alone = [line.value for line in lines if line.alone and looks.is_title_line(line.value)]
    return PrintStyle(widths[len(widths) * 9 // 10], 2 * sum(map(looks.is_capitals, alone)) > len(alone))


def _marked(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`## Ability`, `**Ability**`: marked as a heading, or all of it bold."""
    bold = line.piece.bold and line.alone and looks.is_title_line(line.value.rstrip(" :"))
    return whole_line(line) if bold or line.piece.kind == "heading" else None


def _by_look(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`Ability`: a short line alone, or above the text of its piece, or between two sentences of one."""
    if not (line.piece.kind == "paragraph" or line.before) or not looks.is_title_line(line.value):
        return None
    if looks.is_capitals(line.value) and not page.capitals:
        return None
    sure = looks.is_proper(line.value) and looks.is_capitals(line.value) == page.capitals
    whole = whole_line(line, sure=sure)
    if not whole.sure and len(line.value.split()) > FEW_WORDS:
        return None
    if line.alone:
        return whole
    if looks.is_wrapped(line):
        return replace(whole, sure=True, wrapped=True)
    if line.hanging:
        return whole
    if _is_above_text(line, page) or (whole.sure and _is_stub(line, page)):
        return replace(whole, sure=False)
    return None


def _is_above_text(line: PrintedLine, page: PrintStyle) -> bool:
    """A title above the text of its piece, or between two sentences of one, or below related terms or a title."""
    if looks.RELATED.match(line.before):
        room = page.width - len(line.before) - len(line.value.partition(" ")[0])
        below = room > 0 and not line.before.endswith(",")
    else:
        below = len(line.before) < SHORT * page.width and looks.is_proper(line.before)
    return (line.begins or below) and not line.after[:1].islower() and len(line.value) < FULL * page.width


def _is_stub(line: PrintedLine, page: PrintStyle) -> bool:
    """A title that the extraction put between two full lines of another column."""
    full = min(len(line.before), len(line.after)) >= FULL * page.width
    return full and len(line.value) < STUB * page.width


def _bold_lead(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`**Ability**: text`, `- **Ability** text`: a title in bold before its text."""
    mark = next((mark for mark in line.piece.text.marks[:2] if mark.kind == "strong"), None) if line.first else None
    if mark is None or mark.start or mark.end > len(line.value) or line.piece.kind not in ("paragraph", "bullet"):
        return None
    title = line.value[: mark.end].rstrip(" .:")
    lead = LEAD_END.match(line.value, mark.end)
    text = lead.end() if lead else mark.end
    if not looks.is_title_line(title) or (text == len(line.value) and not line.after):
        return None
    return None if front_matter.LABELLED.match(f"{title}:") else Title(line, len(title), text)


def _dashed(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`Ability – text`."""
    return _before_text(DASHED, line)


def _colon(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`Ability: text`."""
    return _before_text(COLON, line)


def _cell(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`| Ability | text |`, a row of a table."""
    return _before_text(CELL, line) if line.piece.kind == "table" else None


def _before_text(pattern: re.Pattern[str], line: PrintedLine) -> Title | None:
    found = pattern.match(line.value) if line.first and line.piece.kind != "heading" else None
    label = front_matter.LABELLED.match(line.value) or looks.RELATED.match(line.value)
    if not found or label or not looks.is_title_line(found["title"]):
        return None
    return Title(line, found.end("title"), found.end(), sure=looks.is_proper(found["title"]))


STYLES: dict[str, Callable[[PrintedLine, PrintStyle], Title | None]] = {
    "marked": _marked,
    "line": _by_look,
    "bold": _bold_lead,
    "dash": _dashed,
    "cell": _cell,
    "colon": _colon,
}
"""In which styles titles are printed; the first wins where two ascend equally far."""

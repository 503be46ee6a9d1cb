"""How an alphabetical reference prints its titles: one function a style, each with the forms it accepts.

    Ability              by its look: a short line alone, or above its text
    ## Ability           marked as a heading, or bold throughout

Which style a document has is told by the order of the titles that each would find
(`judge.reading.columns.cutting.survey`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.looks import PrintedLine

FULL, SHORT, STUB = 0.8, 0.6, 0.4
"""Shares of the usual width: of a line inside a paragraph; of the last line of one; of a title among such lines."""
FEW_WORDS = 5
"""Words of a line that may be a title though not all of them begin with capitals."""


@dataclass(frozen=True, slots=True)
class PrintStyle:
    """How the document is printed."""

    width: float
    """Characters of a full line."""
    capitals: bool
    """Whether titles are printed in capitals throughout."""


@dataclass(frozen=True, slots=True)
class Title:
    """A line that prints a title, perhaps going on in the next line."""

    line: PrintedLine
    sure: bool = True
    """Whether its look alone makes it a title."""
    placed: bool = True
    """Whether it stands where the alphabet has it."""
    wrapped: bool = False
    """Whether it goes on in the next line."""

    @property
    def value(self) -> str:
        """The title as it is printed in its first line."""
        return self.line.value.rstrip(" :")


def measure(lines: Sequence[PrintedLine]) -> PrintStyle:
    """Measure how wide full lines are and how titles are printed."""
    widths = sorted(len(line.value) for line in lines if not line.alone) or [80]
    alone = [line.value for line in lines if line.alone and looks.is_title_line(line.value)]
    return PrintStyle(widths[len(widths) * 9 // 10], 2 * sum(map(looks.is_capitals, alone)) > len(alone))


def _marked(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`## Ability`, `**Ability**`: marked as a heading, or all of it bold."""
    bold = line.piece.bold and line.alone and looks.is_title_line(line.value.rstrip(" :"))
    return Title(line) if bold or line.piece.kind == "heading" else None


def _by_look(line: PrintedLine, page: PrintStyle) -> Title | None:
    """`Ability`: a short line alone, or above the text of its piece, or between two sentences of one."""
    if not (line.piece.kind == "paragraph" or line.before) or not looks.is_title_line(line.value):
        return None
    if looks.is_capitals(line.value) and not page.capitals:
        return None
    sure = looks.is_proper(line.value) and looks.is_capitals(line.value) == page.capitals
    if not sure and len(line.value.split()) > FEW_WORDS:
        return None
    if line.alone or (line.hanging and not looks.is_wrapped(line)):
        return Title(line, sure)
    if looks.is_wrapped(line):
        return Title(line, wrapped=True)
    return Title(line, sure=False) if _is_above_text(line, page) or (sure and _is_stub(line, page)) else None


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


STYLES: dict[str, Callable[[PrintedLine, PrintStyle], Title | None]] = {
    "marked": _marked,
    "line": _by_look,
}
"""In which styles titles are printed; the first wins where two ascend equally far."""

"""Lines in reading order to paragraphs, by what stands between them: blanks, indents, marks of lists, other letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from judge.reading.paragraphs import is_open
from judge.reading.readers.formats.pdf.layout import Column, Line
from judge.reading.readers.pieces import BULLET, ORDINAL

WIDE = 1.25
"""How much farther than usual two lines stand apart where a paragraph ends."""
INDENT = 0.8
"""Blank before the first line of a paragraph, in sizes of its letters."""
SHORT = 0.12
"""Share of the width that a last line leaves blank at least, if an indent or a stop tells nothing else."""
NOTE = 0.87
"""Size of the letters of a footnote, beside those of the text."""
LOWER = 0.55
"""Share of a page's height below which footnotes stand."""
NUMBERED = re.compile(r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]|\d{1,3}(?:\.\d{1,3}){1,9}[a-z]?\.?)$")
"""A mark with which a numbered paragraph begins."""


@dataclass(slots=True)
class Paragraph:
    """Lines that belong together."""

    lines: list[Line] = field(default_factory=list)
    is_row: bool = False
    is_note: bool = False
    """A footnote."""

    @property
    def size(self) -> float:
        """The size of most of its letters."""
        return self.lines[0].size

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(line.bold for line in self.lines)

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(line.text for line in self.lines)


def body_size(lines: Sequence[Line]) -> float:
    """Return the size of most letters of a document."""
    sizes: Counter[float] = Counter()
    for line in lines:
        for word in line.words:
            sizes[word.size] += len(word.text)
    return max(sizes, key=lambda size: (sizes[size], size), default=0.0)


def paragraphs_of(
    column: Column, body: float, height: float, titles: Container[int] = frozenset()
) -> Iterator[Paragraph]:
    """Yield the paragraphs of a column.

    Args:
        column: its lines from top to bottom.
        body: the size of most letters of the document.
        height: that of the page.
        titles: the identities of lines that are headings for certain.
    """
    lines = column.lines
    left = min(line.x0 for line in lines)
    right = max(line.x1 for line in lines)
    gaps = [line.base - before.base for before, line in pairwise(lines) if line.size == before.size == body]
    near = [gap for gap in gaps if 0 < gap < 2.5 * body]
    usual = _least(near) if near else 1.2 * body
    current = Paragraph()
    for line in lines:
        before = current.lines[-1] if current.lines else None
        alone = line.cells or id(line) in titles or (before and (before.cells or id(before) in titles))
        counts_on = before is not None and _counts_on(current.lines[0], line)
        if before is None or alone or counts_on or _begins(before, line, left, right, usual):
            if current.lines:
                yield current
            current = Paragraph(is_row=bool(line.cells))
            current.is_note = line.size < NOTE * body and line.base > LOWER * height and not line.cells
        current.lines.append(line)
    if current.lines:
        yield current


def _least(gaps: Sequence[float]) -> float:
    """Return the usual distance of two lines in a paragraph: the least that is common."""
    counts = Counter(round(gap * 2) / 2 for gap in gaps)
    common = [gap for gap, count in counts.items() if count >= 0.15 * len(gaps)]
    return min(common) if common else median(gaps)


def _begins(before: Line, line: Line, left: float, right: float, usual: float) -> bool:
    """Tell whether a line begins a paragraph."""
    differs = abs(line.size - before.size) > 0.6 or line.bold != before.bold
    if differs and not _is_raised(before, line):
        return True
    scale = line.size * 1.2 if line.size > 0 else usual
    if line.base - before.base > WIDE * max(usual, scale if line.size > 1.1 * usual / 1.2 else usual):
        return True
    if BULLET.match(line.text) and not _is_turned(before, line, right):
        return True
    if NUMBERED.match(line.words[0].text) and not is_open(before.text):
        return True
    ended = not is_open(before.text)
    if ended and line.x0 > before.x0 + INDENT * line.size and not BULLET.match(before.text):
        return True
    out = line.x0 < before.x0 - INDENT * line.size
    if out and (ended or BULLET.match(before.text)) and before.x0 > left + INDENT * line.size:
        return before.x1 < right - SHORT * (right - left) or line.x0 <= left + 1
    return (
        ended
        and before.x1 < right - 0.35 * (right - left)
        and line.text[:1].isupper()
        and line.base - before.base > 1.1 * usual
    )


def _is_turned(before: Line, line: Line, right: float) -> bool:
    """Tell whether a dash stands at the beginning of a line only because the one before was full."""
    first = line.words[: 2 if len(line.words[0].text) == 1 else 1]
    is_dash = line.text[0] in "–—" and abs(line.x0 - before.x0) < 1
    return is_dash and before.x1 + first[-1].x1 - line.x0 > right


def _counts_on(first: Line, line: Line) -> bool:
    """Tell whether a line is the next item of a list that a paragraph is one of, whatever its last words are."""
    one, other = ORDINAL.match(first.text), ORDINAL.match(line.text)
    beside = abs(first.x0 - line.x0) <= INDENT * line.size
    return bool(one and other and beside and int(other["ordinal"]) == int(one["ordinal"]) + 1)


def _is_raised(before: Line, line: Line) -> bool:
    """Tell whether two lines differ only because one begins with bold words."""
    return abs(line.size - before.size) <= 0.6 and before.words[-1].bold == line.words[0].bold and is_open(before.text)

"""Words on a page to lines, and lines into the order in which they are read.

┌───────────────┐    a line over both columns parts what is above from what is below it;
│ Title         │    between two such lines the left column is read first
│ one   │ three │
│ two   │ four  │    lines that are beside each other in short cells are rows of a table
└───────────────┘
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import TypeVar

from msgspec import Struct, field

from judge.reading.formats.pdf_pages import PdfPage, PdfWord
from judge.reading.lines.paragraphs import is_open
from judge.reading.lines.questions import find_labelled_lines
from judge.reading.text.manuscript import BULLET, ORDINAL

EDGE = 0.12
"""Share of a page's height at its upper and its lower edge."""
NEAR_EDGE = 4.0
"""Points by which a running head may be higher or lower on another page."""
SAME_HEIGHT = 2.0
"""Points by which what is beside a page number, or in one row, may be higher or lower."""
FEWEST = 3
SHARE = 0.25
"""Share of the pages on which a head comes again; left and right pages may have their own."""
DIGITS = re.compile(r"\d+")
FOLIO = re.compile(r"\W{0,9}(?:(?:page|seite|p\.)\s?)?(\d{1,4})(?:\s?(?:of|/|von)\s?\d{1,4})?\W{0,9}", re.IGNORECASE)
LONGEST = 120


def frame_lines(pages: Sequence[tuple[PdfPage, Sequence[PageLine]]]) -> set[int]:
    """Return the identities of the lines that frame pages."""
    alike: dict[tuple[str, bool], list[tuple[int, float, PageLine]]] = defaultdict(list)
    labelled = find_labelled_lines(line.text for _, lines in pages for line in lines)
    for page, lines in pages:
        for line in lines:
            if (at := _edge(page, line)) is not None and len(line.text) <= LONGEST and line.text not in labelled:
                alike[DIGITS.sub("#", line.text), at].append((page.number, line.base, line))
    found: set[int] = set()
    for (words, _), some in alike.items():
        steady = Counter(round(base / NEAR_EDGE) for _, base, _ in some)
        for number, base, line in some:
            close = sum(steady[round(base / NEAR_EDGE) + step] for step in (-1, 0, 1))
            enough = close >= max(FEWEST, SHARE * len(pages)) or (close >= 2 and len(pages) <= 4)
            if enough or (words.strip() == "#" and FOLIO.fullmatch(line.text) and _is_own(number, line, some)):
                found.add(id(line))
    for _, lines in pages:
        found |= _beside_folio(lines, found)
    return found


def _beside_folio(lines: Sequence[PageLine], frames: Collection[int]) -> set[int]:
    """Return what is level with a page number, outermost on its page: a head that only some pages have."""
    found: set[int] = set()
    for folio in (line for line in lines if id(line) in frames and FOLIO.fullmatch(line.text)):
        if not any(one.base < folio.base - SAME_HEIGHT for one in lines) or not any(
            one.base > folio.base + SAME_HEIGHT for one in lines
        ):
            found |= {
                id(one) for one in lines if abs(one.base - folio.base) <= SAME_HEIGHT and len(one.text) <= LONGEST
            }
    return found


def printed_pages(pages: Sequence[tuple[PdfPage, Sequence[PageLine]]], frames: set[int]) -> dict[int, int]:
    """Return the printed number of each page: its label, or the number in its frame that goes up with the pages."""
    shifts: Counter[int] = Counter()
    for page, lines in pages:
        own = [line for line in lines if id(line) in frames]
        shifts.update({int(found[1]) - page.number for line in own for found in FOLIO.finditer(line.text) if found[1]})
    if not shifts:
        return {page.number: int(page.label) for page, _ in pages if page.label.isdigit()}
    shift, count = shifts.most_common(1)[0]
    if count < max(2, SHARE * len(pages)):
        return {}
    return {page.number: page.number + shift for page, _ in pages if page.number + shift > 0}


def _edge(page: PdfPage, line: PageLine) -> bool | None:
    """Tell whether a line is at the upper or the lower edge of its page; None elsewhere."""
    if line.base < EDGE * page.height:
        return True
    return False if line.base > (1 - EDGE) * page.height else None


def _is_own(number: int, line: PageLine, some: Sequence[tuple[int, float, PageLine]]) -> bool:
    """Tell whether a number alone is as far from its page's as others are."""
    shift = int(DIGITS.findall(line.text)[0]) - number
    return sum(int(DIGITS.findall(other.text)[0]) - page == shift for page, _, other in some) >= 2


APART = 1.6
"""Blank, in sizes of the letters, that parts two stretches of a line."""
LEVEL = 0.8
"""Points by which two words of a line are above each other at most."""
NEIGHBOURS = 8
"""Lines among which the one is looked for that raised letters belong to, or one that a cell is below."""
GUTTER = 7.0
"""Points between two columns at least."""
CROSSING = 0.15
"""Share of the lines that may run over a gutter: headings and boxes over both columns."""
SIDE = 0.15
"""Share of the lines that each column has at least."""
STEP = 2.0
DEEPEST = 4
ALIGNED = 0.7
"""Share of the lines of one side that are level with one of the other from which they may be rows."""
FILLED = 0.6
"""How wide half of the lines of a column are at most, in shares of the widest, where they are cells."""
NEAR = 0.85
"""How far apart the lines of a cell are at most, in shares of the distance of rows."""
NARROW = 9
"""How wide a cell is at most that no column of a text is, in sizes of its letters."""


class PageLine(Struct, frozen=True, dict=True):
    """A line of words on a page, or a stretch of one."""

    page: int
    words: tuple[PdfWord, ...]
    cells: tuple[PageLine, ...] = ()
    """Of a row of a table: its cells."""

    @cached_property
    def x0(self) -> float:
        """The left edge."""
        return self.words[0].x0

    @cached_property
    def x1(self) -> float:
        """The right edge."""
        return max(word.x1 for word in self.words)

    @cached_property
    def base(self) -> float:
        """Where it is."""
        return self.words[0].base

    @cached_property
    def size(self) -> float:
        """The size of most of its letters."""
        sizes: dict[float, int] = {}
        for word in self.words:
            sizes[word.size] = sizes.get(word.size, 0) + len(word.text)
        return max(sizes, key=sizes.__getitem__)

    @cached_property
    def text(self) -> str:
        """The words."""
        return " ".join(word.text for word in self.words)

    @cached_property
    def bold(self) -> bool:
        """Whether all words of it are bold."""
        return all(word.bold for word in self.words if any(map(str.isalnum, word.text)))


T = TypeVar("T", PdfWord, PageLine)


def lines_of(page: PdfPage) -> list[PageLine]:
    """Return the lines of a page; where a wide blank is in a line there are two."""
    found: list[PageLine] = []
    for row in _in_levels(page.words, LEVEL):
        begin = 0
        for index in range(1, len(row) + 1):
            if index == len(row) or row[index].x0 - row[index - 1].x1 > APART * min(
                row[index].size, row[index - 1].size
            ):
                found.append(PageLine(page.number, tuple(row[begin:index])))
                begin = index
    return _at_edges(found)


def _in_levels(some: Iterable[T], apart: float) -> list[list[T]]:
    """Return words or lines in groups from top to bottom, each from left to right."""
    groups: list[list[T]] = []
    for one in sorted(some, key=lambda one: one.base):
        if groups and one.base - groups[-1][0].base <= apart:
            groups[-1].append(one)
        else:
            groups.append([one])
    return [sorted(group, key=lambda one: one.x0) for group in groups]


def _at_edges(lines: Sequence[PageLine]) -> list[PageLine]:
    """Return lines, parted also at a smaller blank where a line near them begins after a wide one."""
    found: list[PageLine] = []
    levels = _in_levels(lines, SAME_HEIGHT)
    for index, level in enumerate(levels):
        around = levels[max(0, index - NEIGHBOURS) : index + NEIGHBOURS + 1]
        edges = [one.x0 for other in around for one in other[1:]]
        for line in level:
            begin = 0
            for at in range(1, len(line.words)):
                before, word = line.words[at - 1], line.words[at]
                is_apart = word.x0 - before.x1 > APART * word.size / 3  # about two blanks between words
                is_cell = line.words[begin].text.isalnum()  # and not the mark of an item
                if is_apart and is_cell and any(abs(edge - word.x0) < 1 for edge in edges):
                    found.append(PageLine(line.page, line.words[begin:at]))
                    begin = at
            found.append(PageLine(line.page, line.words[begin:]))
    return found


def columns_of(lines: Sequence[PageLine], depth: int = 0) -> list[tuple[PageLine, ...]]:
    """Return the columns of a page in the order in which they are read."""
    gutter = _gutter(lines) if depth < DEEPEST else None
    if gutter is None:
        return _single(lines, depth) if lines else []
    across = sorted((one for one in lines if one.x0 < gutter < one.x1), key=lambda one: one.base)
    beside = [one for one in lines if not one.x0 < gutter < one.x1]
    found: list[tuple[PageLine, ...]] = []
    above = float("-inf")
    for edge in (*across, None):
        band = [one for one in beside if above <= one.base and (edge is None or one.base < edge.base)]
        left, right = [one for one in band if one.x1 <= gutter], [one for one in band if one.x0 >= gutter]
        if _are_rows(left, right):
            found.append(tuple(_rows(left, right)))
        else:
            found += (*columns_of(left, depth + 1), *columns_of(right, depth + 1))
        if edge:
            found.append((edge,))
            above = edge.base
    return found


def _single(lines: Sequence[PageLine], depth: int) -> list[tuple[PageLine, ...]]:
    """Return lines that are not columns as a whole; where some are beside each other, they are rows or columns."""
    rows = _in_levels(lines, SAME_HEIGHT)
    found: list[PageLine] = []
    index = 0
    while index < len(rows):
        end = index
        while end < len(rows) and (len(rows[end]) > 1 or (end > index and _continues(rows[end - 1][-1], rows[end][0]))):
            end += 1
        beside = [one for row in rows[index:end] for one in row]
        if end - index > 1 and depth < DEEPEST:
            left = [row[0] for row in rows[index:end] if len(row) > 1]
            right = [one for row in rows[index:end] for one in (row[1:] or row)]
            found += _rows(left, right) if _are_rows(left, right) else _joined(beside)
            index = end
        else:
            found += _joined(rows[index])
            index += 1
    return [tuple(found)] if found else []


def _continues(before: PageLine, line: PageLine) -> bool:
    """Tell whether a line that is alone goes on with the one above it, or with the last cell of the row above it."""
    return abs(before.x0 - line.x0) < 3 and 0 < line.base - before.base < 2 * line.size and before.size == line.size


def _gutter(lines: Sequence[PageLine]) -> float | None:
    """Return where the middle of the blank between two columns is, or None."""
    if len(lines) < 2 * FEWEST:
        return None
    left, right = min(one.x0 for one in lines), max(one.x1 for one in lines)
    begin, finish = sorted(one.x0 for one in lines), sorted(one.x1 for one in lines)
    best: tuple[float, float] | None = None
    begins: float | None = None
    x = left + 0.1 * (right - left)
    end = right - 0.1 * (right - left)
    while x <= end + STEP:
        free = x <= end and bisect_left(begin, x) - bisect_right(finish, x) <= CROSSING * len(lines)
        if free and begins is None:
            begins = x
        elif not free and begins is not None:
            middle = (begins + x - STEP) / 2
            before, after = bisect_right(finish, middle), len(lines) - bisect_left(begin, middle)
            fair = min(before, after) >= max(FEWEST, SIDE * len(lines))
            if fair and x - STEP - begins + 2 * STEP >= GUTTER and (best is None or x - begins > best[0]):
                best = (x - begins, middle)
            begins = None
        x += STEP
    return best[1] if best else None


def _are_rows(left: Sequence[PageLine], right: Sequence[PageLine]) -> bool:
    """Tell whether lines beside each other are the rows of a table."""
    if len(left) < 2 or len(right) < 2:
        return False
    bases = sorted(one.base for one in right)
    level = sum(1 for one in left if any(abs(one.base - base) < 2 for base in bases))
    widths = [one.x1 - one.x0 for one in left]
    narrow = max(widths) < NARROW * left[0].size
    levels = _in_levels((*left, *right), SAME_HEIGHT)
    many = 2 * sum(1 for one in levels if len(one) > 2) >= len(levels)
    filled = 1 - CROSSING if many else FILLED  # lines of three columns of a text are full except for the last ones
    return level >= ALIGNED * len(left) and (narrow or (median(widths) <= filled * max(widths) and max(widths) < 200))


def _rows(left: Sequence[PageLine], right: Sequence[PageLine]) -> list[PageLine]:
    """Return the rows of a table.

    A line goes on with the row above if it is nearer than rows are, or has fewer cells and no neighbour to its left.
    """
    rows: list[list[PageLine]] = []
    levels = _in_levels((*left, *right), SAME_HEIGHT)
    gaps = [group[0].base - above[0].base for above, group in pairwise(levels)]
    near = NEAR * median(gaps) if gaps else 0.0
    for gap, group in zip((math.inf, *gaps), levels, strict=True):
        is_within = len(group) <= len(rows[-1]) and gap < near if rows else False
        if is_within or (rows and len(group) < len(rows[-1]) and group[0].x0 > rows[-1][0].x1):
            for one in group:
                at = min(range(len(rows[-1])), key=lambda index: abs(rows[-1][index].x0 - one.x0))
                rows[-1][at] = PageLine(one.page, (*rows[-1][at].words, *one.words))
        else:
            rows.append(group)
    return [
        PageLine(row[0].page, tuple(word for one in row for word in one.words), tuple(row)) if len(row) > 1 else row[0]
        for row in rows
    ]


def _joined(lines: Sequence[PageLine]) -> list[PageLine]:
    """Return lines of one column from top to bottom, stretches of one line as one."""
    found: list[PageLine] = []
    for one in sorted(lines, key=lambda one: (round(one.base, 0), one.x0)):
        if found and abs(found[-1].base - one.base) <= 2 * LEVEL and one.x0 >= found[-1].x1:
            found[-1] = PageLine(one.page, (*found[-1].words, *one.words))
        else:
            found.append(one)
    return found


WIDE = 1.25
"""How much farther apart than usual two lines are where a paragraph ends."""
INDENT = 0.8
"""Blank before the first line of a paragraph, in sizes of its letters."""
SHORT = 0.12
"""Share of the width that a last line leaves blank at least, if an indent or a stop tells nothing else."""
NOTE = 0.87
"""Size of the letters of a footnote, beside those of the text."""
LOWER = 0.55
"""Share of a page's height below which footnotes are."""
NUMBERED = re.compile(r"(?:\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)]|\d{1,3}(?:\.\d{1,3}){1,9}[a-z]?\.?)$")
"""A mark with which a numbered paragraph begins."""


class PdfParagraph(Struct):
    """Lines that belong together."""

    lines: list[PageLine] = field(default_factory=list)
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


def body_size(lines: Sequence[PageLine]) -> float:
    """Return the size of most letters of a document."""
    sizes: Counter[float] = Counter()
    for line in lines:
        for word in line.words:
            sizes[word.size] += len(word.text)
    return max(sizes, key=lambda size: (sizes[size], size), default=0.0)


def paragraphs_of(
    column: Sequence[PageLine], body: float, height: float, titles: Container[int] = frozenset()
) -> Iterator[PdfParagraph]:
    """Yield the paragraphs of a column.

    Args:
        column: its lines from top to bottom.
        body: the size of most letters of the document.
        height: that of the page.
        titles: the identities of lines that are headings for certain.
    """
    left = min(line.x0 for line in column)
    right = max(line.x1 for line in column)
    gaps = [line.base - before.base for before, line in pairwise(column) if line.size == before.size == body]
    near = [gap for gap in gaps if 0 < gap < 2.5 * body]
    usual = _least(near) if near else 1.2 * body
    current = PdfParagraph()
    for line in column:
        before = current.lines[-1] if current.lines else None
        alone = line.cells or id(line) in titles or (before and (before.cells or id(before) in titles))
        counts_on = before is not None and _counts_on(current.lines[0], line)
        if before is None or alone or counts_on or _begins(before, line, left, right, usual):
            if current.lines:
                yield current
            current = PdfParagraph(is_row=bool(line.cells))
            current.is_note = line.size < NOTE * body and line.base > LOWER * height and not line.cells
        current.lines.append(line)
    if current.lines:
        yield current


def _least(gaps: Sequence[float]) -> float:
    """Return the usual distance of two lines in a paragraph: the least that is common."""
    counts = Counter(round(gap * 2) / 2 for gap in gaps)
    common = [gap for gap, count in counts.items() if count >= 0.15 * len(gaps)]
    return min(common) if common else median(gaps)


def _begins(before: PageLine, line: PageLine, left: float, right: float, usual: float) -> bool:
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


def _is_turned(before: PageLine, line: PageLine, right: float) -> bool:
    """Tell whether a dash is at the beginning of a line only because the one before was full."""
    first = line.words[: 2 if len(line.words[0].text) == 1 else 1]
    is_dash = line.text[0] in "–—" and abs(line.x0 - before.x0) < 1
    return is_dash and before.x1 + first[-1].x1 - line.x0 > right


def _counts_on(first: PageLine, line: PageLine) -> bool:
    """Tell whether a line is the next item of a list that a paragraph is one of, whatever its last words are."""
    one, other = ORDINAL.match(first.text), ORDINAL.match(line.text)
    beside = abs(first.x0 - line.x0) <= INDENT * line.size
    return bool(one and other and beside and int(other["ordinal"]) == int(one["ordinal"]) + 1)


def _is_raised(before: PageLine, line: PageLine) -> bool:
    """Tell whether two lines differ only because one begins with bold words."""
    return abs(line.size - before.size) <= 0.6 and before.words[-1].bold == line.words[0].bold and is_open(before.text)

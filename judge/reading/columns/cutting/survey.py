"""What only the whole of an alphabetical reference can tell: how its titles are printed, which of them are in place.

Reads: a manuscript. Writes: a `Survey` of it, by which `judge.reading.columns.cutting.items` tells its lines apart.

    Ability              by its look: a short line alone, or above its text
    ## Ability           marked as a heading, or bold throughout
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.reading import front_matter
from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.looks import PrintedLine
from judge.reading.lines.alphabet import in_place, longest_ascending
from judge.reading.readers.manuscript import Manuscript

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
    if line.alone:
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


DIGITS = re.compile(r"\d+")
PAGES_OFF = 3
"""How far a printed page may be from the count of page breaks, or from the page before where none are marked."""
SMALLEST_PAGE = 10
"""Lines of the smallest page; the numbers in a picture stand closer together."""
OFTEN = 3
"""How often a letter stands before a text if it is a mark; page numbers and letters alone that part titles."""


@dataclass(frozen=True, slots=True)
class Survey:
    """A document seen as a whole."""

    lines: Sequence[PrintedLine]
    page: PrintStyle
    titles: Mapping[int, Title]
    """By the index of their line."""
    furniture: Mapping[int, str]
    """Lines that are not content, by index, with the reason."""
    appendix: int
    """Index of the line with which the appendices begin; behind the last line where there are none."""
    opening: range
    """Indexes of the lines of its page, if page breaks are marked: where columns are woven, terms of the left column
    may stand behind that line, and what belongs to the appendix before it."""
    phases: frozenset[str]
    """What the numbers of steps begin with: "3" and "D" where there are "3.2.1" and "D.4"."""
    marks: frozenset[str]
    """Signs and letters that are marks of bullets."""
    outer: str
    """The mark of a bullet that is used most."""

    def may_be_appended(self, line: PrintedLine) -> bool:
        """Tell whether a line may be part of an appendix."""
        return line.index > self.appendix or line.index in self.opening


def survey(manuscript: Manuscript) -> Survey:
    """Look over a document."""
    lines = looks.printed_lines(manuscript)
    furniture = _furniture(manuscript, lines)
    lines = _apart(lines, furniture)
    solid = [line for line in lines if line.index not in furniture]
    appendices = {number: line.index for line in solid if (number := looks.appendix_number(line))}
    marks = _marks(manuscript, solid)
    appendix = min(appendices.values(), default=len(lines))  # what is printed before is a contents list
    opening = _page_of(appendix, lines, manuscript)
    page = measure(solid)
    steps = (looks.STEP.match(line.value) for line in solid if line.begins)
    return Survey(
        lines,
        page,
        {title.line.index: title for title in _titles(solid, page, appendix, opening)},
        furniture,
        appendix,
        opening,
        frozenset(step["phase"] for step in steps if step),
        frozenset(mark for mark in marks if len(mark) > 1 or not mark.isalpha() or marks[mark] >= OFTEN),
        max(marks, key=lambda mark: marks[mark], default=""),
    )


def _page_of(index: int, lines: Sequence[PrintedLine], manuscript: Manuscript) -> range:
    """Return the lines of the page of a line, by index; none where page breaks are not marked."""
    breaks = sorted(manuscript.source.breaks)
    if not breaks or index >= len(lines):
        return range(0)
    numbers = [line.number for line in lines]
    turned = bisect_right(breaks, lines[index].number)
    first = bisect_left(numbers, breaks[turned - 1]) if turned else 0
    return range(first, bisect_left(numbers, breaks[turned]) if turned < len(breaks) else len(lines))


def _furniture(manuscript: Manuscript, lines: Sequence[PrintedLine]) -> dict[int, str]:
    """Find the lines that are not content, by index, with the reason."""
    breaks = sorted(manuscript.source.breaks)
    page = [bisect_right(breaks, line.number) for line in lines]
    return {**_contents(manuscript, lines), **_page_numbers(lines, page), **_letters(lines)}


def _apart(lines: Sequence[PrintedLine], furniture: Mapping[int, str]) -> list[PrintedLine]:
    """Part lines from furniture beside them, which is not part of their paragraph."""
    parted = list(lines)
    for index in furniture:
        if index + 1 < len(parted):
            parted[index + 1] = replace(parted[index + 1], before="")
        if index:
            parted[index - 1] = replace(parted[index - 1], after="")
    return parted


def _contents(manuscript: Manuscript, lines: Sequence[PrintedLine]) -> dict[int, str]:
    """A list of titles with their pages, behind the word "Contents"."""
    contents = manuscript.once(front_matter.find_contents)
    listed = manuscript.pieces[contents.first : contents.end] if contents else ()
    numbers = range(listed[0].text.first, listed[-1].text.last + 1) if listed else range(0)
    return {line.index: "table of contents" for line in lines if line.number in numbers}


def _page_numbers(lines: Sequence[PrintedLine], page: Sequence[int]) -> dict[int, str]:
    """`12`: a number alone that may be that of its page, by the page breaks or else by the page number before it."""
    marked = bool(page) and page[-1] > 0
    found: dict[int, str] = {}
    last, passed = 0, -SMALLEST_PAGE
    for line in lines:
        if not line.alone or not front_matter.PAGE_NUMBER.fullmatch(line.value):
            continue
        number = int(DIGITS.findall(line.value)[0])
        follows = last < number <= last + PAGES_OFF and line.index - passed >= SMALLEST_PAGE
        if abs(number - page[line.index] - 1) <= PAGES_OFF if marked else follows:
            last, passed = number, line.index
            found[line.index] = "page number"
    return found if marked or len(found) >= OFTEN else {}


def _letters(lines: Sequence[PrintedLine]) -> dict[int, str]:
    """`A`, `B`, `C`: letters alone that part the titles by their initials."""
    letters = [line for line in lines if line.alone and len(line.value) == 1 and line.value.isupper()]
    ascending = len(longest_ascending([line.value for line in letters]))
    return {line.index: "letter heading" for line in letters} if ascending >= OFTEN else {}


def _marks(manuscript: Manuscript, lines: Sequence[PrintedLine]) -> Counter[str]:
    """Count what stands before bullets."""
    marks: Counter[str] = Counter()
    for line in lines:
        marks[looks.cut_mark(manuscript, line) or looks.mark_of(line.value)] += 1
    del marks[""]
    return marks


def _titles(lines: Sequence[PrintedLine], page: PrintStyle, appendix: int, opening: range) -> Iterator[Title]:
    """Choose the lines that are titles and tell which of them stand in their place.

    A line that may be a title by its look is taken if it is in place or before all that are; of the appendices, where
    no order helps, only those are taken that are sure. On the page on which they begin, terms may stand behind their
    heading.
    """
    titles = [title for line in lines if (title := _by_look(line, page) or _marked(line, page))]
    terms = [title for title in titles if title.line.index < appendix]
    terms = [replace(title, placed=placed) for title, placed in zip(terms, _placed(terms), strict=True)]
    first = next((title.line.index for title in terms if title.placed), appendix)
    yield from _front(lines, first, {title.line.index for title in terms})
    for title in terms:
        if title.placed or title.sure or title.line.index < first:
            yield title
    appended = [title for title in titles if title.line.index >= appendix and title.sure]
    beside = [title for title in appended if title.line.index in opening and terms]
    in_order = _placed([*terms, *beside])[len(terms) :]
    placed = {title.line.index: one for title, one in zip(beside, in_order, strict=True)}
    yield from (replace(title, placed=placed.get(title.line.index, False)) for title in appended)


def _placed(titles: Sequence[Title]) -> list[bool]:
    """Tell of each title whether it is where the alphabet has it; all that are sure are, where there is no order."""
    near = in_place([title.value for title in titles], [title.sure for title in titles])
    return near if 2 * sum(near) >= len(near) else [title.sure for title in titles]


def _front(lines: Sequence[PrintedLine], first: int, chosen: Container[int]) -> Iterator[Title]:
    """`SUMMARY OF CHANGES`: a title before all terms, in whatever style."""
    for line in lines:
        if line.index >= first:
            return
        apart = line.piece.kind == "paragraph" and (line.alone or looks.is_capitals(line.value))
        if apart and line.index not in chosen and looks.is_title_line(line.value):
            yield Title(line, placed=False)

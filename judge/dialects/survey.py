"""What only the whole of an alphabetical reference can tell: how its titles are printed, which of them are in place.

Reads: a manuscript. Writes: a `Survey` of it, by which `judge.dialects.items` tells its lines apart.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from judge.dialects import front, looks
from judge.dialects.alphabet import in_place, longest_ascending, sort_key
from judge.dialects.looks import Line, Page
from judge.dialects.pieces import BULLET
from judge.dialects.reader import Manuscript

DIGITS = re.compile(r"\d+")
PAGES_OFF = 3
"""How far a printed page may be from the count of page breaks, or from the page before where none are marked."""
OFTEN = 3
"""How often a line stands at the edge of a page if it is a running head, or a letter before a text if it is a mark."""
DASHED = re.compile(r"(?P<title>[^\s–—.:;!?][^–—.:;!?\n]{0,70}?)\s+[–—-]\s+(?=\S)")
COLON = re.compile(r"(?P<title>[^\s–—.:;!?][^.:;!?\n]{0,70}):\s+(?=\S)")
CELL = re.compile(r"(?P<title>[^|]{1,80}?)\s\|\s(?=\S)")
LEAD_END = re.compile(r"[\s.:–—-]*")


@dataclass(frozen=True, slots=True)
class Title:
    """A line that prints a title, perhaps with text behind it, perhaps going on in the next line."""

    line: Line
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


@dataclass(frozen=True, slots=True)
class Survey:
    """A document seen as a whole."""

    lines: Sequence[Line]
    page: Page
    titles: Mapping[int, Title]
    """By the index of their line."""
    furniture: Mapping[int, str]
    """Lines that are no content, by index, with the reason."""
    appendix: int
    """Index of the line with which the appendices begin; behind the last line where there are none."""
    phases: frozenset[str]
    """What the numbers of steps begin with: "3" and "D" where there are "3.2.1" and "D.4"."""
    marks: frozenset[str]
    """Signs and letters that are marks of bullets."""
    outer: str
    """The mark of a bullet that is used most."""

    def terms(self) -> list[Title]:
        """Return the titles before the appendices, in the order of the source."""
        return [title for index, title in self.titles.items() if index < self.appendix]


def survey(manuscript: Manuscript) -> Survey:
    """Look over a document."""
    lines = looks.lines_of(manuscript)
    furniture = _furniture(manuscript, lines)
    lines = _apart(lines, furniture)
    solid = [line for line in lines if line.index not in furniture]
    appendices = {number: line.index for line in solid if (number := looks.appendix_number(line))}
    marks = _marks(manuscript, solid)
    appendix = min(appendices.values(), default=len(lines))  # what is printed before is a contents list
    page = _page(solid)
    steps = (looks.STEP.match(line.value) for line in solid if line.begins)
    return Survey(
        lines,
        page,
        {title.line.index: title for title in _titles(solid, page, appendix)},
        furniture,
        appendix,
        frozenset(step["phase"] for step in steps if step),
        frozenset(mark for mark in marks if _is_mark(mark, marks[mark])),
        max(marks, key=lambda mark: marks[mark], default=""),
    )


def _furniture(manuscript: Manuscript, lines: Sequence[Line]) -> dict[int, str]:
    """Find the lines that are no content, by index, with the reason."""
    breaks = sorted(manuscript.source.breaks)
    page = [bisect_right(breaks, line.number) for line in lines]
    numbers = _page_numbers(lines, page)
    return {**_contents(manuscript, lines), **numbers, **_heads(lines, page, numbers), **_letters(lines)}


def _apart(lines: Sequence[Line], furniture: Mapping[int, str]) -> list[Line]:
    """Part lines from furniture beside them, which is no part of their paragraph."""
    parted = list(lines)
    for index in furniture:
        if index + 1 < len(parted):
            parted[index + 1] = replace(parted[index + 1], before="")
        if index:
            parted[index - 1] = replace(parted[index - 1], after="")
    return parted


def _contents(manuscript: Manuscript, lines: Sequence[Line]) -> dict[int, str]:
    """A list of titles with their pages, behind the word "Contents"."""
    contents = front.find_contents(manuscript)
    listed = manuscript.pieces[contents.first : contents.end] if contents else ()
    numbers = range(listed[0].text.first, listed[-1].text.last + 1) if listed else range(0)
    return {line.index: "table of contents" for line in lines if line.number in numbers}


def _page_numbers(lines: Sequence[Line], page: Sequence[int]) -> dict[int, str]:
    """`12`: a number alone that may be that of its page, by the page breaks or else by the page number before it."""
    found: dict[int, str] = {}
    last = 0
    for line in lines:
        if line.alone and front.PAGE_NUMBER.fullmatch(line.value):
            number = int(DIGITS.findall(line.value)[0])
            if abs(number - (page[line.index] if page[-1] else last) - 1) <= PAGES_OFF:
                last = number
                found[line.index] = "page number"
    return found


def _heads(lines: Sequence[Line], page: Sequence[int], numbers: Iterable[int]) -> dict[int, str]:
    """`Rules Reference`: what stands at the edges of many pages; of an appendix only what repeats its heading."""
    turns = (n for n in range(1, len(lines)) if page[n - 1] != page[n])
    edges = {n - back for n in turns for back in (0, 1)} | {n + way for n in numbers for way in (-1, 1)}
    inside = sorted(n for n in edges if 0 <= n < len(lines) and looks.is_title_line(lines[n].value))
    printed = {n: DIGITS.sub("", lines[n].value).strip() for n in inside}
    count = Counter(printed.values())
    first = {text: n for n, text in reversed(printed.items()) if front.APPENDIX.match(text)}
    return {n: "running head" for n, text in printed.items() if count[text] >= OFTEN and first.get(text) != n}


def _letters(lines: Sequence[Line]) -> dict[int, str]:
    """`A`, `B`, `C`: letters alone that part the titles by their initials."""
    letters = [line for line in lines if line.alone and len(line.value) == 1 and line.value.isupper()]
    ascending = len(longest_ascending([line.value for line in letters]))
    return {line.index: "letter heading" for line in letters} if ascending >= OFTEN else {}


def _marks(manuscript: Manuscript, lines: Sequence[Line]) -> Counter[str]:
    """Count what stands before bullets."""
    marks: Counter[str] = Counter()
    for line in lines:
        cut_off = (
            BULLET.match(manuscript.raw(line.number).lstrip()) if line.piece.kind == "bullet" and line.first else None
        )
        marks[cut_off.group().strip() if cut_off else looks.mark_of(line.value)] += 1
    del marks[""]
    return marks


def _is_mark(mark: str, count: int) -> bool:
    """Tell a bullet's mark from a word: a sign, a doubled letter, or a letter that begins several lines."""
    return not mark.isalpha() or len(mark) > 1 or count >= OFTEN


def _titles(lines: Sequence[Line], page: Page, appendix: int) -> Iterator[Title]:
    """Choose the lines that are titles and tell which of them stand in their place.

    The titles of a document are printed in one style, and that is the one whose titles ascend most; headings that
    are marked as such are titles in any style. Of the lines that may be titles by their look those are taken that
    are in place; behind the beginning of the appendices, where no order helps, those that are sure.
    """
    styles = {name: [title for line in lines if (title := style(line, page))] for name, style in STYLES.items()}
    best = max(styles, key=lambda name: len(longest_ascending([sort_key(title.value) for title in styles[name]])))
    chosen = {title.line.index: title for title in (*styles["marked"], *styles[best])}
    titles = [chosen[index] for index in sorted(chosen)]
    terms = [title for title in titles if title.line.index < appendix]
    placed = in_place([sort_key(title.value) for title in terms], [title.sure for title in terms])
    if sum(placed) * 2 < len(placed):
        placed = [title.sure for title in terms]  # not in alphabetical order at all
    placed = [near and usual for near, usual in zip(placed, _of_usual_level(terms, placed), strict=True)]
    first = next((title.line.index for title, near in zip(terms, placed, strict=True) if near), appendix)
    yield from _front(lines, first, chosen)
    for title, near in zip(terms, placed, strict=True):
        alone = title.text == len(title.line.value)
        if near or (alone and (title.sure or title.line.index < first)):
            yield replace(title, placed=near)
    yield from (replace(title, placed=False) for title in titles if title.line.index >= appendix and title.sure)


def _of_usual_level(titles: Sequence[Title], placed: Sequence[bool]) -> list[bool]:
    """Tell of each title whether it has the level in Markdown that titles have, or one that is as good.

    Extraction mixes levels up, so a level with several titles in place is one of terms, and so is a single title that
    ascends with the others; the rest stand above the terms or part their text.
    """
    levels = [title.line.piece.level for title in titles]
    count = Counter(level for level, near in zip(levels, placed, strict=True) if near)
    usual = max(count, key=lambda level: count[level], default=0)
    chain = set(longest_ascending([sort_key(title.value) for title in titles]))
    return [level == usual or count[level] >= OFTEN or index in chain for index, level in enumerate(levels)]


def _page(lines: Sequence[Line]) -> Page:
    """Measure how wide full lines are and how titles are printed."""
    widths = sorted(len(line.value) for line in lines if not line.alone) or [80]
    alone = [line.value for line in lines if line.alone and looks.is_title_line(line.value)]
    return Page(widths[len(widths) * 9 // 10], 2 * sum(map(looks.is_capitals, alone)) > len(alone))


def _front(lines: Sequence[Line], first: int, chosen: Mapping[int, Title]) -> Iterator[Title]:
    """`SUMMARY OF CHANGES`: a title before all terms, in whatever style."""
    for line in lines:
        if line.index >= first:
            return
        apart = line.piece.kind == "paragraph" and (line.alone or looks.is_capitals(line.value))
        if apart and line.index not in chosen and looks.is_title_line(line.value):
            yield Title(line, len(line.value), len(line.value), placed=False)


def _marked(line: Line, page: Page) -> Title | None:
    """`## Ability`, `**Ability**`: marked as a heading, or all of it bold."""
    bold = line.piece.bold and line.alone and looks.is_title_line(line.value.rstrip(" :"))
    if line.piece.kind != "heading" and not bold:
        return None
    return Title(line, len(line.value), len(line.value))


def _by_look(line: Line, page: Page) -> Title | None:
    """`Ability`: a short line alone, or above the text of its piece, or between two sentences of one."""
    if not (line.piece.kind == "paragraph" or line.before) or not looks.is_title_line(line.value):
        return None
    if looks.is_capitals(line.value) and not page.capitals:
        return None
    sure = looks.is_proper(line.value) and looks.is_capitals(line.value) == page.capitals
    whole = Title(line, len(line.value), len(line.value), sure)
    if line.alone:
        return whole if whole.sure or len(line.value.split()) <= 5 else None
    if looks.is_wrapped(line):
        return replace(whole, sure=True, wrapped=True)
    if line.hanging:
        return whole
    if whole.sure and (_is_above_text(line, page) or _is_stub(line, page)):
        return replace(whole, sure=False)
    return None


def _is_above_text(line: Line, page: Page) -> bool:
    """A title above the text of its piece, or between two sentences of one, or below related terms or a title."""
    short = len(line.before) < looks.SHORT * page.width and not line.before.endswith(",")
    below = short and (looks.RELATED.match(line.before) or looks.is_proper(line.before))
    return (line.begins or bool(below)) and not line.after[:1].islower() and len(line.value) < looks.FULL * page.width


def _is_stub(line: Line, page: Page) -> bool:
    """A title that the extraction put between two full lines of another column."""
    full = min(len(line.before), len(line.after)) >= looks.FULL * page.width
    return full and len(line.value) < looks.STUB * page.width


def _bold_lead(line: Line, page: Page) -> Title | None:
    """`**Ability**: text`, `- **Ability** text`: a title in bold before its text."""
    mark = next((mark for mark in line.piece.text.marks[:2] if mark.kind == "strong"), None) if line.first else None
    if mark is None or mark.start or mark.end > len(line.value) or line.piece.kind not in ("paragraph", "bullet"):
        return None
    title = line.value[: mark.end].rstrip(" .:")
    lead = LEAD_END.match(line.value, mark.end)
    text = lead.end() if lead else mark.end
    if not looks.is_title_line(title) or (text == len(line.value) and not line.after):
        return None
    return None if front.LABELLED.match(f"{title}:") else Title(line, len(title), text)


def _dashed(line: Line, page: Page) -> Title | None:
    """`Ability – text`."""
    return _before_text(DASHED, line)


def _colon(line: Line, page: Page) -> Title | None:
    """`Ability: text`."""
    return _before_text(COLON, line)


def _cell(line: Line, page: Page) -> Title | None:
    """`| Ability | text |`, a row of a table."""
    return _before_text(CELL, line) if line.piece.kind == "table" else None


def _before_text(pattern: re.Pattern[str], line: Line) -> Title | None:
    found = pattern.match(line.value) if line.first and line.piece.kind != "heading" else None
    label = front.LABELLED.match(line.value) or looks.RELATED.match(line.value)
    if not found or label or not looks.is_title_line(found["title"]):
        return None
    return Title(line, found.end("title"), found.end(), sure=looks.is_proper(found["title"]))


STYLES: dict[str, Callable[[Line, Page], Title | None]] = {
    "marked": _marked,
    "line": _by_look,
    "bold": _bold_lead,
    "dash": _dashed,
    "cell": _cell,
    "colon": _colon,
}
"""In which styles titles are printed; the first wins where two ascend equally far."""

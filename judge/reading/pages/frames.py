"""Frames of pages: lines that hold a counting number in the same words, and what stands beside them on every page.

    - 12 -    === PAGE 12 ===    Page 12 of 60    Harbour Rules | 12
    Harbour Rules  1,  2  Harbour Rules    the number on the outer side of facing pages
    Harbour Rules                a running head, beside such a line, a marked page break, or bare numbers of pages

Reads: the lines of a text. Writes: which of them are frames, and where pages begin behind them. A line is a frame by
recurrence alone: the same words around a number that goes up by one from page to page. Bare numbers without a running
head are left to the dialects, which know what else a number may count.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import mean, pstdev

NUMBER = re.compile(r"\d{1,4}")
LONGEST = 90
"""Characters of the longest frame."""
OFTEN = 3
"""So many lines of one shape make frames."""
COUNTS_ON = 0.75
"""Share of the steps from frame to frame that go up by one or two, as on facing pages."""
REGULAR = 0.6
"""How much the distances between frames may vary, as a share of their mean; headings vary more."""
PAGE_WORD = re.compile(
    r"\b(?:page|pg|seite|pagina|página|str|стр|страница|σελ|σελίδα|strona|sida|side)\b|ページ|頁|页", re.IGNORECASE
)
FRAMED = re.compile(r"\s*[^\w\s#(\[]{1,10}[^#]{0,40}\d[^#]{0,40}[^\w\s.:)\]]{1,10}\s*|\s*\[\s*\d+\s*\]\s*")
"""Signs on both sides: `- 12 -`, `*** Page 12 ***`."""
HEADING = re.compile(r"(?:#{1,6}\s|\W{0,3}\d{1,9}(?:[.-]\d{1,9}){0,9}[.):]?\s)")
"""What begins with its number, or is marked as a heading, is one."""
BARE = re.compile(r"\s*\d{1,4}\s*")
SHORTEST_PAGE = 10
"""Lines of the shortest page that has a bare number beside its running head."""
BESIDE = 2
"""Lines with words on either side of a frame or a page break that may be a running head."""


def find_frames(lines: Sequence[str], breaks: Collection[int]) -> dict[int, str]:
    """Find the lines that frame pages.

    Args:
        lines: of the text.
        breaks: numbers of the lines at whose beginning a page break is marked, from 1.

    Returns:
        The reason by the number of each line that is furniture.
    """
    shapes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        for shape, counted in _shapes(line):
            shapes[shape].append((number, counted))
    frames = [counted for shape, counted in shapes.items() if _is_frame(shape, counted, lines)]
    frames += _facing(shapes)
    found = {number: "page number" for counted in frames for number, _ in counted}
    found |= dict.fromkeys(_bare_numbers(lines), "page number")
    return found | _running_heads(lines, found, breaks)


def _shapes(line: str) -> Iterator[tuple[str, int]]:
    """Yield a short line with one of its numbers left out, for each number that may count pages."""
    numbers = list(NUMBER.finditer(line)) if len(line) <= LONGEST else []
    if not 1 <= len(numbers) <= 3 or not any(char.isalpha() or char in "-=*~|–—[" for char in line):
        return
    for one in numbers:
        shape = " ".join(f"{line[: one.start()]}\0{line[one.end() :]}".split())
        yield shape, int(one.group())


def _is_frame(shape: str, counted: Sequence[tuple[int, int]], lines: Sequence[str]) -> bool:
    """Tell whether lines of one shape are frames: their number counts on, and they stand as pages do."""
    framed = PAGE_WORD.search(shape) or FRAMED.fullmatch(lines[counted[0][0] - 1])
    if len(counted) < OFTEN or (HEADING.match(lines[counted[0][0] - 1].lstrip()) and not framed):
        return False
    steps = [after - before for (_, before), (_, after) in pairwise(counted)]
    if sum(1 for step in steps if step in (1, 2)) < COUNTS_ON * len(steps):
        return False
    if framed:
        return True
    if not shape.startswith("\0") and not shape.endswith("\0"):
        return False
    gaps = [after - before for (before, _), (after, _) in pairwise(counted)]
    words = re.findall(r"[^\W\d_]+", shape)
    return len(counted) > OFTEN and len(words) > 1 and min(gaps) > 1 and pstdev(gaps) <= REGULAR * mean(gaps)


def _facing(shapes: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the frames of facing pages: the same words behind odd numbers and before even ones, or the reverse."""
    for shape, left in shapes.items():
        right = shapes.get(f"{shape[1:].strip()} \0", ()) if shape.startswith("\0 ") else ()
        both = sorted([*left, *right])
        steps = [after - before for (_, before), (_, after) in pairwise(both)]
        apart = not {number % 2 for _, number in left} & {number % 2 for _, number in right}
        if right and len(both) >= OFTEN and apart and sum(step == 1 for step in steps) >= COUNTS_ON * len(steps):
            yield both


def _bare_numbers(lines: Sequence[str]) -> Iterator[int]:
    """Yield the lines of bare numbers that count pages: each has the same words next to it, a page apart."""
    beside: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        if BARE.fullmatch(line):
            near = (next(_near(lines, number, way), 0) for way in (-1, 1))
            for text in {" ".join(lines[one - 1].split()) for one in near if one}:
                beside[text].append((number, int(line)))
    for text, counted in beside.items():
        if len(counted) < OFTEN or len(text) > LONGEST or len(text.split()) < 2:
            continue
        steps = [after - before for (_, before), (_, after) in pairwise(counted)]
        gaps = [after - before for (before, _), (after, _) in pairwise(counted)]
        if sum(step in (1, 2) for step in steps) >= COUNTS_ON * len(steps) and min(gaps) >= SHORTEST_PAGE:
            yield from (number for number, _ in counted)


def _running_heads(lines: Sequence[str], frames: Mapping[int, str], breaks: Collection[int]) -> dict[int, str]:
    """Find the lines that stand beside frames or page breaks again and again in the same words."""
    beside: dict[str, set[int]] = defaultdict(set)
    for edge in sorted({*frames, *breaks}):
        for way in (-1, 1):
            start = edge if edge in frames or way < 0 else edge - 1
            for number in _near(lines, start, way):
                if number not in frames:
                    beside[" ".join(lines[number - 1].split())].add(number)
    count = Counter({text: len(numbers) for text, numbers in beside.items()})
    return {
        number: "running head"
        for text, numbers in beside.items()
        if count[text] >= OFTEN and len(text) <= LONGEST and any(char.isalnum() for char in text)
        for number in numbers
    }


def _near(lines: Sequence[str], start: int, way: int) -> Iterator[int]:
    """Yield the nearest lines with words before or behind a line."""
    number, left = start + way, BESIDE
    while 0 < number <= len(lines) and left:
        if lines[number - 1].strip():
            yield number
            left -= 1
        number += way

"""Frames of pages: lines that hold a counting number in the same words, and what is beside them on every page.

    - 12 -    === PAGE 12 ===    Page 12 of 60    Harbour Rules | 12
    Harbour Rules  1,  2  Harbour Rules    the number on the outer side of facing pages
    Harbour Rules                a running head, beside such a line or a marked page break
    Harbour Rules / 12           a running head above or below its number, which is alone on every other page

Reads: the lines of a text. Writes: which of them are frames, and where pages begin after them. A line is a frame by
recurrence alone: the same words around a number that goes up by one from page to page, as far apart as pages are. Bare
numbers are frames only where the same words are beside them again and again; the others are left to the dialects,
which know what else a number may count. Web pages and Markdown have no pages of their own: mark-up frames none, and
what such a text has of pages was printed before. No answer and no labelled question is a frame, however often it comes
again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import accumulate, islice, pairwise

from judge.core.model import replace
from judge.reading.lines.questions import asks, find_labelled_lines
from judge.reading.text.source import SourceText

NUMBER = re.compile(r"\d{1,4}")
LONGEST = 90
"""Characters of the longest frame. Half or double changes nothing in the five documents."""
OFTEN = 3
"""Lines of one shape that make frames. Half changes 186 entries of the L5R reference and 470 entries of the UFS rules,
double nothing."""
COUNTS_ON = 0.75
"""Share of the steps from frame to frame that go up by one or two, as on facing pages. Half or double changes nothing
in the five documents."""
REGULAR = 0.6
"""How much the distances between frames may vary, as a share of their mean; headings vary more. Half or double changes
nothing in the five documents."""
PAGE_WORD = re.compile(
    r"\b(?:page|pg|seite|pagina|página|str|стр|страница|σελ|σελίδα|strona|sida|side)\b|ページ|頁|页", re.IGNORECASE
)
FRAMED = re.compile(r"\s*[^\w\s#(\[]{1,10}[^#]{0,40}\d[^#]{0,40}[^\w\s.:)\]]{1,10}\s*|\s*\[\s*\d+\s*\]\s*")
"""Signs on both sides: `- 12 -`, `*** Page 12 ***`."""
HEADING = re.compile(r"(?:#{1,6}\s|\W{0,3}\d{1,9}(?:[.-]\d{1,9}){0,9}[.):]?\s)")
"""What begins with its number, or is marked as a heading, is one."""
BARE = re.compile(r"\s*(?P<number>\d{1,4})\s*")
FEWEST_BARE, EVERY = 6, 3
"""Numbers alone on their lines that count pages, and how few of them a running head is beside: every third. Of the
first, half or double changes nothing in the five documents. Of the second, double changes 2 entries of the L5R
reference, half nothing."""
SMALLEST_PAGE = 10
"""Lines of the smallest page. Half or double changes nothing in the five documents."""
MARKED_UP = re.compile(r"</?[A-Za-z][^<>]*>")
"""Mark-up, which no page prints: `<a name="12"></a>`."""
BESIDE = 2
"""Lines with words on either side of a frame or a page break that may be a running head."""


def take_frames(source: SourceText) -> SourceText:
    """Take the frames of pages out of a text, in which each other line stays in its place."""
    lines = source.lines
    frames = find_frames(lines, source.breaks)
    shown = tuple("" if number in frames else line for number, line in enumerate(lines, 1))
    # A page begins in the first line with words after its frame.
    begun = (next((n for n in range(number + 1, len(shown) + 1) if shown[n - 1].strip()), 0) for number in frames)
    return replace(source, lines=shown, breaks=source.breaks | set(filter(None, begun)), frames=frames)


def find_frames(lines: Sequence[str], breaks: Collection[int]) -> dict[int, str]:
    """Find the lines that frame pages.

    Args:
        lines: of the text.
        breaks: numbers of the lines at whose beginning a page break is marked, from 1.

    Returns:
        The reason by the number of each line that is furniture.
    """
    content, pages = _content(lines, breaks), len(breaks) + 1
    shapes: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, line in enumerate(lines, 1):
        for shape, counted in _shapes(line) if number not in content else ():
            shapes[shape].append((number, counted))
    frames = [counted for shape, counted in shapes.items() if _is_frame(shape, counted, lines, pages)]
    frames += _facing(shapes)
    frames.append(_beside_heads(lines, content))
    found = {number: "page number" for counted in frames for number, _ in counted}
    edges = {number for counted in frames if _is_apart(counted, pages) for number, _ in counted}
    return found | _running_heads(lines, found, edges.union(breaks), content)


def _content(lines: Sequence[str], breaks: Collection[int]) -> set[int]:
    """Return the lines that frame no page, whatever comes again: mark-up, labelled questions, and answers.

    The first line of a page may be its running head: it answers no question of the page before without a label.
    """
    texts = [" ".join(line.split()) for line in lines]
    printed = Counter(texts)
    page = list(accumulate(number in breaks for number in range(1, len(lines) + 1)))
    solid = [(text, at) for text, at in zip(texts, page, strict=True) if text]
    answering = Counter(text for (above, before), (text, at) in pairwise(solid) if before == at and asks(above))
    answers = find_labelled_lines(lines) | {
        text for text, count in answering.items() if 2 * count > printed[text] >= OFTEN
    }
    pairs = enumerate(zip(lines, texts, strict=True), 1)
    return {n for n, (line, text) in pairs if line in answers or text in answers or MARKED_UP.search(line)}


def _shapes(line: str) -> Iterator[tuple[str, int]]:
    """Yield a short line with one of its numbers left out, for each number that may count pages."""
    numbers = list(NUMBER.finditer(line)) if len(line) <= LONGEST else []
    if not 1 <= len(numbers) <= 3 or not any(char.isalpha() or char in "-=*~|–—[" for char in line):
        return
    for one in numbers:
        shape = " ".join(f"{line[: one.start()]}\0{line[one.end() :]}".split())
        yield shape, int(one.group())


def _is_frame(shape: str, counted: Sequence[tuple[int, int]], lines: Sequence[str], pages: int) -> bool:
    """Tell whether lines of one shape are frames: their number counts on, and they are as far apart as pages are.

    Args:
        shape: the words around the number.
        counted: the lines and their numbers.
        lines: of the text.
        pages: how many there are by the marked page breaks.
    """
    first = lines[counted[0][0] - 1].strip()
    framed = PAGE_WORD.search(shape) or FRAMED.fullmatch(first)
    if len(counted) < OFTEN or (HEADING.match(first) and not framed):
        return False
    steps = [after - before for (_, before), (_, after) in pairwise(counted)]
    if sum(1 for step in steps if step in (1, 2)) < COUNTS_ON * len(steps):
        return False
    if any(map(str.isalpha, first)) and not _is_apart(counted, pages):
        return False  # words count something else there: `| 1 | It may sail. |`
    if framed:
        return True
    if not shape.startswith("\0") and not shape.endswith("\0"):
        return False
    gaps = [after - before for (before, _), (after, _) in pairwise(counted)]
    words = re.findall(r"[^\W\d_]+", shape)
    return len(counted) > OFTEN and len(words) > 1 and min(gaps) > 1 and _are_regular(gaps)


def _is_apart(counted: Sequence[tuple[int, int]], pages: int) -> bool:
    """Tell whether lines are as far apart as pages are; shorter pages than usual are known by marked breaks alone."""
    gaps = sorted(after - before for (before, _), (after, _) in pairwise(counted))
    twice_the_middle = gaps[(len(gaps) - 1) // 2] + gaps[len(gaps) // 2] if gaps else 0
    return bool(gaps) and (twice_the_middle >= 2 * SMALLEST_PAGE or len(counted) <= pages)


def _are_regular(gaps: Sequence[int]) -> bool:
    """Tell whether pages are about equally long: by the standard deviation of the gaps between their numbers."""
    mean = sum(gaps) / len(gaps)
    return sum((gap - mean) ** 2 for gap in gaps) <= len(gaps) * (REGULAR * mean) ** 2


def _facing(shapes: Mapping[str, Sequence[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    """Yield the frames of facing pages: the same words after odd numbers and before even ones, or the reverse."""
    for shape, left in shapes.items():
        right = shapes.get(f"{shape[1:].strip()} \0", ()) if shape.startswith("\0 ") else ()
        both = sorted([*left, *right])
        steps = [after - before for (_, before), (_, after) in pairwise(both)]
        apart = not {number % 2 for _, number in left} & {number % 2 for _, number in right}
        if right and len(both) >= OFTEN and apart and sum(step == 1 for step in steps) >= COUNTS_ON * len(steps):
            yield both


def _beside_heads(lines: Sequence[str], content: Container[int]) -> list[tuple[int, int]]:
    """Return the numbers alone on their lines that count pages: a running head is beside many of them."""
    counted = _longest_count(lines)
    if len(counted) < FEWEST_BARE:
        return []
    gaps = [after - before for (before, _), (after, _) in pairwise(counted[:-1])]  # the last page may be shorter
    if min(gaps) < SMALLEST_PAGE or not _are_regular(gaps):
        return []
    printed = Counter(map(str.strip, lines))
    beside = Counter(
        lines[near - 1].strip()
        for number, _ in counted
        for way in (-1, 1)
        for near in islice(_near(lines, number, way), 1)
        if near not in content
    )
    is_headed = any(
        count * EVERY >= len(counted) and 2 * count > printed[text] and any(map(str.isalpha, text))
        for text, count in beside.items()
    )
    return counted if is_headed else []


def find_bare_page_numbers(lines: Sequence[str]) -> frozenset[int]:
    """Return the lines with nothing but a number that counts pages: each comes a page after the one before it.

    Args:
        lines: of the text.
    """
    counted = [number for number, _ in _longest_count(lines)]
    is_paged = len(counted) >= OFTEN and min(after - before for before, after in pairwise(counted)) >= SMALLEST_PAGE
    return frozenset(counted if is_paged else ())


def _longest_count(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return the longest run of numbers alone on their lines in which each is the next after the one before it."""
    runs: dict[int, tuple[int, int]] = {}
    """By number: how long the longest run is that ends with it, and the line of its end."""
    for number, line in enumerate(lines, 1):
        if bare := BARE.fullmatch(line):
            counted = int(bare["number"])
            length = runs.get(counted - 1, (0, 0))[0] + 1
            if length > runs.get(counted, (0, 0))[0]:
                runs[counted] = (length, number)
    if not runs:
        return []
    end = max(runs, key=lambda counted: runs[counted])
    first = end - runs[end][0] + 1
    return [(runs[counted][1], counted) for counted in range(first, end + 1)]


def _running_heads(
    lines: Sequence[str], frames: Mapping[int, str], edges: Collection[int], content: Container[int]
) -> dict[int, str]:
    """Find the lines that are beside frames or page breaks again and again in the same words."""
    beside: dict[str, set[int]] = defaultdict(set)
    for edge in sorted(edges):
        for way in (-1, 1):
            start = edge if edge in frames or way < 0 else edge - 1
            for number in _near(lines, start, way):
                if number not in frames and number not in content:
                    beside[" ".join(lines[number - 1].split())].add(number)
    printed = Counter(" ".join(line.split()) for line in lines)
    return {
        number: "running head"
        for text, numbers in beside.items()
        if len(numbers) >= OFTEN and 2 * len(numbers) > printed[text]
        if len(text) <= LONGEST and any(char.isalnum() for char in text)
        for number in numbers
    }


def _near(lines: Sequence[str], start: int, way: int) -> Iterator[int]:
    """Yield the nearest lines with words before or after a line."""
    number, left = start + way, BESIDE
    while 0 < number <= len(lines) and left:
        if lines[number - 1].strip():
            yield number
            left -= 1
        number += way

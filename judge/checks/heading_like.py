"""Lines inside of texts that look like headings: what a reading that went wrong leaves behind.

    4.2.3 Ships at anchor      the number that comes next behind that of the entry, and no entry has it
    Ships at Anchor            a short line alone, begun like a title, with text below it
    Anchor: text               titles in the order of an alphabet before a colon or a dash, or bold
    Q: May I sail?             questions with their mark

Reads: entries and the source's lines. Writes: the lines of each entry that look so, the entry's own heading aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from judge.core.model import Block, Entry
from judge.core.numbering import NUMBER, Key, exact_key, normalise
from judge.reading import front_matter
from judge.reading.lines.alphabet import ASCENDS, longest_ascending, sort_key
from judge.reading.lines.names import COLON, DASHED, is_name
from judge.reading.lines.questions import QUESTION
from judge.reading.paragraphs import END, is_open
from judge.reading.rich_text import lines_of

STARTS = re.compile(rf"[#*_\s>]{{0,12}}(?P<number>{NUMBER})(?P<end>[.):]?)(?=[\s*_]|$)")
"""A number at the beginning of a line, whatever marks stand before it."""
POINTER = re.compile(r"(?:see|related)\b", re.IGNORECASE)
PROSE = ("text", "ruling", "note")
"""Blocks that may have been headings; those that are bullets, tables and figures show what they are."""
TITLE_WORDS = 6
"""Words of the longest line alone that is taken for a title that was not read."""
FEWEST = 6
"""So many titles in the order of the alphabet are terms, and no sentences with a colon."""
FEWEST_QUESTIONS = 3
LONG_RUN = 4
"""Lines with numbers of several levels that count on: such a run is not a list, even if entries have these numbers."""


def find_heading_like(entries: Sequence[Entry], lines: Sequence[str]) -> dict[str, list[int]]:
    """Return the source lines in the texts of entries that look like headings, by the entry's id.

    Args:
        entries: of one document, in source order.
        lines: its source lines after repair, the first of which is line 1.
    """
    numbers = frozenset(normalise(entry.number) for entry in entries if entry.number)
    found = {}
    for entry in entries:
        if entry.kind == "index":
            continue
        below = (*_numbered(entry, lines, numbers), *_titles(entry), *_terms(entry), *_questions(entry))
        if below:
            found[entry.id] = sorted(set(below))
    return found


def _numbered(entry: Entry, lines: Sequence[str], numbers: frozenset[str]) -> Iterator[int]:
    """Yield the lines that begin with the number that comes next, and runs of lines that count on."""
    last = exact_key(entry.number) if entry.number else None
    own = lines_of(entry.lines)
    run: list[tuple[int, Key]] = []
    for number in _body_lines(entry.blocks):
        start = STARTS.match(lines[number - 1])
        if not start or number in own:
            continue
        key = exact_key(start["number"])
        if run and not goes_on(run[-1][1], key):
            yield from (line for line, _ in run if len(run) >= LONG_RUN)
            run = []
        if len(key) > 1:
            run.append((number, key))
        if last and normalise(start["number"]) not in numbers and goes_on(last, key):
            yield number
            last = key
    yield from (line for line, _ in run if len(run) >= LONG_RUN)


def line_numbers(entry: Entry) -> Iterator[tuple[str, int]]:
    """Yield the numbers that begin an entry's title or, behind a whole sentence, a line of its texts; with the line."""
    titled = STARTS.match(entry.title) if entry.title and not entry.number else None
    if titled:
        yield normalise(titled["number"]), entry.lines[0][0]
    for block in entry.blocks:
        for place in block.places:
            start = STARTS.match(block.text, place.offset)
            before = block.text[max(0, place.offset - END) : place.offset].rstrip()
            if start and not (before and is_open(before)):
                yield normalise(start["number"]), place.line


def goes_on(before: Key, after: Key) -> bool:
    """Tell whether a number may come right behind another: the next of its level or of one above, or the first below.

    >>> goes_on(exact_key("4.2"), exact_key("4.3")), goes_on(exact_key("4.2.7"), exact_key("5.1"))
    (True, False)
    >>> goes_on(exact_key("4.2"), exact_key("4.2.1")), goes_on(exact_key("4.2"), exact_key("4.2.2"))
    (True, False)
    """
    if len(after) == len(before) + 1:
        return after[:-1] == before and after[-1] in FIRST
    if len(after) < 2 or len(after) > len(before):
        return False
    above, level = after[:-1], after[-1]
    return before[: len(above)] == above and level == _next(before[len(above)])


FIRST = ((1, ""), (0, "a"))
"""The first number of a level."""


def _next(level: tuple[int, str]) -> tuple[int, str]:
    number, letter = level
    return (number, chr(ord(letter) + 1)) if len(letter) == 1 else (number + 1, "")


def _body_lines(blocks: Iterable[Block]) -> Iterator[int]:
    """Yield the source lines of texts that are not tables, each once."""
    last = 0
    for block in blocks:
        if block.kind in PROSE:
            for line in lines_of(block.lines):
                if line > last:
                    yield line
                    last = line


def _titles(entry: Entry) -> Iterator[int]:
    """Yield short lines alone that are begun like titles, with prose right below."""
    for block, below in pairwise(entry.blocks):
        text = block.text
        if block.kind not in ("text", "ruling") or block.lines[0][0] != block.lines[-1][1] or POINTER.match(text):
            continue
        if block.date or below.kind == "table" or not front_matter.is_title(text, TITLE_WORDS) or not is_name(text):
            continue
        if not any(char.isalpha() for char in text):
            continue
        if front_matter.is_capitalised(text) and not front_matter.is_title(below.text):
            yield block.lines[0][0]


def _terms(entry: Entry) -> Iterator[int]:
    """Yield the lines of titles before a colon or a dash, or in bold, that ascend in the alphabet."""
    for form in (COLON, DASHED):
        titles = [
            (found["title"], block.lines[0][0])
            for block in entry.blocks
            if block.kind in PROSE and (found := form.match(block.text)) and is_name(found["title"])
        ]
        keys = [sort_key(title) for title, _ in titles]
        if len(keys) >= FEWEST and len(longest_ascending(keys)) >= ASCENDS * len(keys):
            yield from (line for _, line in titles)


def _questions(entry: Entry) -> Iterator[int]:
    """Yield the lines of questions with their mark."""
    asked = [block.lines[0][0] for block in entry.blocks if block.kind in PROSE and QUESTION.match(block.text)]
    if len(asked) >= FEWEST_QUESTIONS:
        yield from asked


def counted(found: Mapping[str, Sequence[int]]) -> int:
    """Return how many lines look like headings."""
    return sum(map(len, found.values()))

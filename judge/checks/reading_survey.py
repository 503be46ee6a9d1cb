"""How a document was read: its parts with their entries, entries that are far too long, lines that look like headings.

Lines inside of texts that look like headings are what a reading that went wrong leaves behind:

    4.2.3 Ships at anchor      the number that comes next behind that of the entry, and no entry has it
    Ships at Anchor            a short line alone, begun like a title, with text below it
    Anchor: text               titles in the order of an alphabet before a colon or a dash, or bold
    Q: May I sail?             questions with their mark

Reads: the parts of a reading, the entries, the source's lines. Writes: a `ReadingSurvey`, from which
`judge.checks.reading_doubts` tells which patterns failed as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from judge.core.model import Block, Entry, ReadingReport, ReadPart
from judge.core.numbering import NUMBER, Key, exact_key, lookup_key
from judge.reading import front_matter
from judge.reading.front_matter import ContentsLine
from judge.reading.grammar.document_reader import DialectPart
from judge.reading.grammar.series_kinds import GIANT
from judge.reading.lines.alphabet import ASCENDS, longest_ascending, sort_key
from judge.reading.lines.questions import QUESTION
from judge.reading.paragraphs import END, is_open
from judge.reading.rich_text import lines_of
from judge.reading.rulings.printed_dates import read_date

LONG = 2000
"""Characters of the shortest entry that is called long."""
TIMES_MEDIAN, TIMES_MOST = 8, 3
"""So many times longer than the middle entry, and than nine in ten, is one that is far longer than the others."""
MANY = 50
"""Entries of a document in which the longest tenth says how long an entry may be."""
GIANT_LENGTH, GIANT_TIMES, FEWEST = 800, 6, 3
"""Characters of the smallest giant, how many times longer than the middle entry it is, and the fewest entries."""
LISTED, LINES = 5, 50
"""How many of the longest entries, and of the lines that look like headings, a report names."""
STARTS = re.compile(rf"[#*_\s>]{{0,12}}(?P<number>{NUMBER})(?P<end>[.):]?)(?=[\s*_]|$)")
"""A number at the beginning of a line, whatever marks stand before it."""
POINTER = re.compile(r"(?:see|related)\b", re.IGNORECASE)
PROSE = ("text", "ruling", "note")
"""Blocks that may have been headings; those that are bullets, tables and figures show what they are."""
TITLE_WORDS = 6
"""Words of the longest line alone that is taken for a title that was not read."""
FEWEST_TERMS = 6
"""So many titles in the order of the alphabet are terms, and no sentences with a colon."""
FEWEST_QUESTIONS = 3
LONG_RUN = 4
"""Lines with numbers of several levels that count on: such a run is not a list, even if entries have these numbers."""
DASHED = re.compile(r"(?P<title>[^\s–—.:;!?][^–—.:;!?\n]{0,70}?)\s+[–—-]{1,2}\s+(?=\S)")
COLON = re.compile(r"(?P<title>[^\s–—.:;!?][^.:;!?：\n]{0,70})(?::\s+|：)(?=\S)")
LABEL = re.compile(
    r"(?:errat(?:a|um)|see(?: also)?|related|sources?|printed|was|(?:now|should) reads?|old|new|text)[:.]?",
    re.IGNORECASE,
)
"""What stands before a part of an entry, and is the name of none."""
CREDIT = re.compile(r"(?:^|(?<=[.!?。])\s?)[(\[（【][^()\[\]（）【】\d]{0,60}\d[^()\[\]（）【】]{0,60}[)\]）】][.。]?$")
"""The date and the source of a ruling, in a line of their own or behind a sentence: `[Rules Team, 3 May 2021]`."""
LEAST_LETTERS = 2
"""Letters of a name; `(1)` and `a)` are marks."""
RULE_NUMBER = re.compile(r"\d{1,4}(?:[.-]\d{1,4}){1,9}[a-z]?\b")
"""What begins with a number of several levels is a rule."""


@dataclass(frozen=True, slots=True)
class ReadingSurvey:
    """A reading, seen as a whole."""

    parts: tuple[ReadPart, ...]
    entries: Sequence[Entry]
    sizes: dict[str, int]
    """Characters of the texts of each entry that is not an index."""
    heading_like: dict[str, list[int]]
    """Source lines in the texts of entries that look like headings, by the entry's id."""
    contents: Sequence[ContentsLine]
    """What the document's own contents list has."""

    def report(self) -> ReadingReport:
        """Return what is kept of it; the doubts come later."""
        lines = sorted(line for found in self.heading_like.values() for line in found)
        return ReadingReport(self.parts, tuple(self._longest()), tuple(islice(lines, LINES)))

    def giant(self) -> Entry | None:
        """Return the entry that holds more than a quarter of the document and is far longer than the others."""
        sizes = sorted(size for size in self.sizes.values() if size)
        if len(sizes) < FEWEST:
            return None
        id = max(self.sizes, key=self.sizes.__getitem__)
        size, median = self.sizes[id], sizes[(len(sizes) - 1) // 2]
        if size <= GIANT * sum(sizes) or size < max(GIANT_LENGTH, GIANT_TIMES * median):
            return None
        return next(entry for entry in self.entries if entry.id == id)

    def _longest(self) -> list[str]:
        """Return the entries that are far longer than the others, the longest first."""
        ordered = sorted(size for size in self.sizes.values() if size)
        if not ordered:
            return []
        median, most = ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]
        least = max(LONG, TIMES_MEDIAN * median, TIMES_MOST * most if len(ordered) > MANY else 0)
        giant = self.giant()
        found = [id for id, size in self.sizes.items() if size >= least or (giant and id == giant.id)]
        return sorted(found, key=lambda id: -self.sizes[id])[:LISTED]


def survey_reading(
    parts: Iterable[DialectPart], entries: Sequence[Entry], lines: Sequence[str], contents: Sequence[ContentsLine]
) -> ReadingSurvey:
    """Look over a reading.

    Args:
        parts: what was read how.
        entries: what came of it, in source order.
        lines: the document's lines after repair.
        contents: what its own contents list has.
    """
    sizes = {entry.id: sum(len(block.text) for block in entry.blocks) for entry in entries if entry.kind != "index"}
    return ReadingSurvey(
        tuple(_with_entries(list(parts), entries)), entries, sizes, find_heading_like(entries, lines), contents
    )


def _with_entries(parts: Sequence[DialectPart], entries: Sequence[Entry]) -> list[ReadPart]:
    """Return parts that stand one behind the other, with how many entries begin in each; those without are left out."""
    begins = sorted({line for part in parts for line in (part.lines[0], part.lines[1] + 1)})
    waiting = deque(sorted(parts, key=lambda part: part.lines))
    around: list[DialectPart] = []
    stretches: list[tuple[DialectPart, int, int]] = []
    for first, after in pairwise(begins):
        while waiting and waiting[0].lines[0] <= first:
            around.append(waiting.popleft())
        around = [part for part in around if part.lines[1] >= first]
        if around:
            innermost = min(around, key=lambda part: part.lines[1] - part.lines[0])
            stretches.append((innermost, first, after - 1))
    starts = [first for _, first, _ in stretches]
    places = (bisect_right(starts, entry.lines[0][0]) - 1 for entry in entries)
    counted = Counter(max(place, 0) for place in places)
    return [
        ReadPart(part.dialect, (first, last), counted[place], part.why)
        for place, (part, first, last) in enumerate(stretches)
        if counted[place]
    ]


def find_heading_like(entries: Sequence[Entry], lines: Sequence[str]) -> dict[str, list[int]]:
    """Return the source lines in the texts of entries that look like headings, by the entry's id.

    Args:
        entries: of one document, in source order.
        lines: its source lines after repair, the first of which is line 1.
    """
    numbers = frozenset(lookup_key(entry.number) for entry in entries if entry.number)
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
        if last and lookup_key(start["number"]) not in numbers and goes_on(last, key):
            yield number
            last = key
    yield from (line for line, _ in run if len(run) >= LONG_RUN)


def line_numbers(entry: Entry) -> Iterator[tuple[str, int]]:
    """Yield the numbers that begin an entry's title or, behind a whole sentence, a line of its texts; with the line."""
    titled = STARTS.match(entry.title) if entry.title and not entry.number else None
    if titled:
        yield lookup_key(titled["number"]), entry.lines[0][0]
    for block in entry.blocks:
        for place in block.places:
            start = STARTS.match(block.text, place.offset)
            before = block.text[max(0, place.offset - END) : place.offset].rstrip()
            if start and not (before and is_open(before)):
                yield lookup_key(start["number"]), place.line


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
        if len(keys) >= FEWEST_TERMS and len(longest_ascending(keys)) >= ASCENDS * len(keys):
            yield from (line for _, line in titles)


def _questions(entry: Entry) -> Iterator[int]:
    """Yield the lines of questions with their mark."""
    asked = [block.lines[0][0] for block in entry.blocks if block.kind in PROSE and QUESTION.match(block.text)]
    if len(asked) >= FEWEST_QUESTIONS:
        yield from asked


def is_name(text: str) -> bool:
    """Tell whether a text may be the name of a term or a card."""
    if not front_matter.is_title(text) or RULE_NUMBER.match(text) or front_matter.label_of(text + ":"):
        return False
    if LABEL.fullmatch(text) or CREDIT.search(text) or read_date(text):
        return False
    return len([char for char in text if char.isalpha()]) >= LEAST_LETTERS or text.isalnum()

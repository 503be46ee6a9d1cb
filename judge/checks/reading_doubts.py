"""Patterns of a reading that failed as a whole: each is told once, as the reader's own doubt.

Where a whole level of numbers was not read, every reference to it is called dangling, though the author made no
mistake. So a doubt takes the place of the single findings that it explains.

Reads: a `ReadingSurvey` and the findings of structure; later the resolved references. Writes: doubts, and what of the
findings they do not explain. One function a pattern, in the tables at the end.

The survey has the parts of a reading with their entries, entries that are far too long, and lines in texts that
look like headings, which a reading that went wrong leaves after:

    4.2.3 Ships at anchor      the number that comes next after that of the entry, and no entry has it
    Anchor: text               titles in the order of an alphabet before a colon
    Ships at Anchor            a short line alone, begun like a title, with text below it
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from msgspec import Struct

from judge.checks.named_addresses import CITED, STARTS, CountedAddresses, is_held_back
from judge.checks.wrong_numbers import is_above
from judge.core.diagnostics import Code, Finding, Report
from judge.core.model import Block, Doubt, Entry, ReadingReport, ReadPart, Resolution
from judge.core.names import name_of
from judge.core.numbering import Key, exact_key, lookup_key, shape
from judge.reading.document_reader import DialectPart
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import ASCENDS, longest_ascending, sort_key
from judge.reading.rulings.printed_dates import read_date
from judge.reading.text.drafts import ContentsLine
from judge.reading.text.rich_text import lines_of

LONG = 2000
"""Characters of the shortest entry that is called long."""
TIMES_MEDIAN, TIMES_MOST = 8, 3
"""That many times longer than the middle entry, and than nine in ten, is one that is far longer than the others."""
MANY = 50
"""Entries of a document in which the longest tenth says how long an entry may be. Half or double changes nothing in the
five documents."""
GIANT, GIANT_LENGTH, GIANT_TIMES, FEWEST = 0.25, 800, 6, 3
"""Share of the text and characters of the smallest giant, how many times longer than the middle entry it is, and the
fewest entries. Half or double of any changes nothing in the five documents."""
LISTED, LINES = 5, 50
"""How many of the longest entries, and of the lines that look like headings, a report names."""
POINTER = re.compile(r"(?:see|related)\b", re.IGNORECASE)
PROSE = ("text", "ruling", "note")
"""Blocks that may have been headings; those that are bullets, tables and figures show what they are."""
TITLE_WORDS = 6
"""Words of the longest line alone that is taken for a title that was not read. Half changes 51 of 538 comparisons in
the five documents, double 237."""
LONG_RUN = 4
"""Lines with numbers of several levels that count on: such a run is not a list, even if entries have these numbers.
Half or double changes nothing in the five documents."""
COLON = re.compile(r"(?P<title>[^\s–—.:;!?][^.:;!?：\n]{0,70})(?::\s+|：)(?=\S)")
LABEL = re.compile(
    r"(?:errat(?:a|um)|see(?: also)?|related|sources?|printed|was|(?:now|should) reads?|old|new|text)[:.]?",
    re.IGNORECASE,
)
"""What is before a part of an entry, and is the name of none."""
CREDIT = re.compile(r"(?:^|(?<=[.!?。])\s?)[(\[（【][^()\[\]（）【】\d]{0,60}\d[^()\[\]（）【】]{0,60}[)\]）】][.。]?$")
"""The date and the source of a ruling, in a line of their own or after a sentence: `[Rules Team, 3 May 2021]`."""
LEAST_LETTERS = 2
"""Letters of a name; `(1)` and `a)` are marks. Half changes 1 of 78 comparisons in the five documents, double 3."""
RULE_NUMBER = re.compile(r"\d{1,4}(?:[.-]\d{1,4}){1,9}[a-z]?\b")
"""What begins with a number of several levels is a rule."""


class ReadingSurvey(Struct, frozen=True):
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
    """Return parts that are one after the other, with how many entries begin in each; those without are left out."""
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
        below = (*_numbered(entry, lines, numbers), *_titles(entry), *_terms(entry))
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


def goes_on(before: Key, after: Key) -> bool:
    """Tell whether a number may come right after another: the next of its level or of one above, or the first below.

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
        if front_matter.is_capitalised(text) and not front_matter.is_title(below.text):
            yield block.lines[0][0]


def _terms(entry: Entry) -> Iterator[int]:
    """Yield the lines of titles before a colon that ascend in the alphabet."""
    found = [(COLON.match(block.text), block.lines[0][0]) for block in entry.blocks if block.kind in PROSE]
    titles = [(sort_key(one["title"]), line) for one, line in found if one and is_name(one["title"])]
    keys = [key for key, _ in titles]
    if len(keys) >= RUN and len(longest_ascending(keys)) >= ASCENDS * len(keys):
        yield from (line for _, line in titles)


def is_name(text: str) -> bool:
    """Tell whether a text may be the name of a term or a card."""
    if not front_matter.is_title(text) or RULE_NUMBER.match(text) or front_matter.label_of(text + ":"):
        return False
    if LABEL.fullmatch(text) or CREDIT.search(text) or read_date(text):
        return False
    return len([char for char in text if char.isalpha()]) >= LEAST_LETTERS or text.isalnum()


RUN = 6
"""Lines like headings in one text that are a run. Half or double changes nothing in the five documents."""
WITHOUT = 1500
"""Characters at or above which a text without headings is not a short note. The five documents have no such case."""
REPEATED, REPEATED_SHARE = 5, 0.05
"""Numbers out of their order at or above which it is not a slip of the author: that many, and this share of all. Half
or double of either changes nothing in the five documents."""
LOST, LOST_SHARE = 3, 0.1
"""Addresses without an entry that are not slips of the author: that many, and this share of all that are named. Of 40
documents that are read well, none lacks more than one in fifty."""
CITES_MORE, FEWEST_RULES = 4, 10
"""How many times more references lead out of a document than to its own rules, and how many of those it has. The five
documents have no such case."""
UNSURE = 20
"""References to numbers that several entries have, if they are half of all, that tell of two documents. Half or double
changes nothing in the five documents."""
FIRST_CHAPTERS = ("0", "1", "100", "101", "a", "i")
NAMED = 4
"""How many numbers or chapters a message names."""

EXPLAINS: dict[str, frozenset[Code]] = {
    "undecided": frozenset(
        {
            *(Code.CONTENTS_MISSING, Code.ENTRY_EMPTY),
            *(Code.NUMBER_REPEATED, Code.NUMBER_ORDER, Code.NUMBER_GAP),
        }
    ),
    "contents-not-found": frozenset({Code.CONTENTS_MISSING}),
    "numbers-begin-again": frozenset({Code.NUMBER_REPEATED, Code.NUMBER_ORDER, Code.NUMBER_GAP}),
    "numbers-without-text": frozenset({Code.ENTRY_EMPTY}),
}
"""The findings that a doubt takes the place of."""
SAME: dict[str, frozenset[str]] = {
    "numbers-twice": frozenset({"numbers-begin-again"}),
    "addresses-missing": frozenset({"no-headings", "headings-in-text"}),
}
"""Doubts of which one of the others has told the pattern already."""


def check_reading(survey: ReadingSurvey, found: Sequence[Finding]) -> list[Doubt]:
    """Return the patterns that failed as far as a document shows by itself.

    Args:
        survey: how it was read.
        found: the findings about its structure.
    """
    return [doubt for rule in OF_READING for doubt in rule(survey, found)]


def all_doubts(of_reading: Sequence[Doubt], of_references: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts of a document, one for each pattern, whether its text or its references show it."""
    told = {doubt.code for doubt in (*of_reading, *of_references)}
    return (*of_reading, *(doubt for doubt in of_references if not told & SAME.get(doubt.code, frozenset())))


def unexplained(found: Iterable[Finding], doubts: Iterable[Doubt]) -> list[Finding]:
    """Return the findings that no doubt explains."""
    explained = frozenset[Code]().union(*(EXPLAINS.get(doubt.code, frozenset()) for doubt in doubts))
    return [finding for finding in found if finding.code not in explained]


def report_doubts(doubts: Iterable[Doubt], report: Report) -> None:
    """Add a finding for each doubt."""
    for doubt in doubts:
        message = f"{doubt.message}; judge list --why shows how the document was read"
        report.add(Code.READING_DOUBTFUL, doubt.lines[0], message)


def one_giant(survey: ReadingSurvey, _: Sequence[Finding]) -> Iterator[Doubt]:
    """No entry holds more than a quarter of the document and is far longer than the others."""
    giant = survey.giant()
    if giant:
        share = survey.sizes[giant.id] / sum(survey.sizes.values())
        inside = len(survey.heading_like.get(giant.id, ()))
        shown = f", including {inside} lines that look like headings" if inside > 1 else ""
        message = f"“{name_of(giant)}” contains {share:.0%} of the text{shown}: entries inside it were not recognised"
        lines = [
            line for span in (*giant.lines, *(span for block in giant.blocks for span in block.lines)) for line in span
        ]
        yield Doubt("one-giant", (min(lines), max(lines)), message)


def headings_in_text(survey: ReadingSurvey, _: Sequence[Finding]) -> Iterator[Doubt]:
    """No text has a run of lines that look like headings."""
    giant = survey.giant()
    found = {id: lines for id, lines in survey.heading_like.items() if not giant or id != giant.id}
    if not found or len(survey.entries) < 2:
        return
    id = max(found, key=lambda id: len(found[id]))
    if len(found[id]) >= RUN:
        entry = next(entry for entry in survey.entries if entry.id == id)
        message = (
            f"{len(found[id])} lines in the text of “{name_of(entry)}” look like headings but were not read as such"
        )
        yield Doubt("headings-in-text", (found[id][0], found[id][-1]), message)


def no_headings(survey: ReadingSurvey, _: Sequence[Finding]) -> Iterator[Doubt]:
    """A text of some length has entries."""
    if sum(1 for entry in survey.entries if entry.blocks) > 1 or sum(survey.sizes.values()) < WITHOUT:
        return
    lines = (survey.parts[0].lines[0], survey.parts[-1].lines[1]) if survey.parts else (1, 1)
    inside = sum(map(len, survey.heading_like.values()))
    shown = f", though {inside} lines look like headings" if inside else ""
    message = f"no numbered rules, terms, questions, rulings or headings were found: the whole text is one entry{shown}"
    yield Doubt("no-headings", lines, message)


def contents_not_found(survey: ReadingSurvey, found: Sequence[Finding]) -> Iterator[Doubt]:
    """Most of what the contents list has is found as a heading."""
    missing = sum(finding.code is Code.CONTENTS_MISSING for finding in found)
    listed = survey.contents
    if missing >= LOST and missing > LOST_SHARE * len(listed):
        message = (
            f"{missing} of the {len(listed)} titles in the table of contents are not the title of any entry: "
            "their headings were not recognised, or the text is only part of the document"
        )
        yield Doubt("contents-not-found", (listed[0].line, listed[-1].line), message)


def numbers_begin_again(survey: ReadingSurvey, found: Sequence[Finding]) -> Iterator[Doubt]:
    """The numbers of a document ascend."""
    again = [one for one in found if one.code in (Code.NUMBER_REPEATED, Code.NUMBER_ORDER)]
    numbered = sum(1 for entry in survey.entries if entry.number and entry.kind == "section")
    if len(again) >= max(REPEATED, REPEATED_SHARE * numbered):
        message = (
            f"{len(again)} of {numbered} numbers are repeated or out of order: the file may contain two documents, "
            "or numbers that are not headings were read as such"
        )
        yield Doubt("numbers-begin-again", (again[0].line, again[-1].line), message)


def numbers_without_text(survey: ReadingSurvey, _: Sequence[Finding]) -> Iterator[Doubt]:
    """A numbered rule has a title, a text, or rules below it."""
    parents = {entry.parent for entry in survey.entries}
    numbered = [entry for entry in survey.entries if entry.number and entry.kind == "section"]
    bare = [one.lines[0][0] for one in numbered if not (one.title or one.blocks or one.id in parents)]
    if len(bare) >= max(REPEATED, REPEATED_SHARE * len(numbered)):
        message = f"{len(bare)} of {len(numbered)} numbered rules have neither a title nor a text: these are elsewhere"
        yield Doubt("numbers-without-text", (bare[0], bare[-1]), message)


class Cited(NamedTuple):
    """What the rules about references look at."""

    entries: Sequence[Entry]
    resolutions: Sequence[Resolution]
    addresses: CountedAddresses
    sections: Mapping[str, Entry]
    """The numbered rules of the document by their numbers, as they are looked up."""


Explained = tuple[Doubt, Sequence[Resolution]]
"""A doubt, and the references that it explains."""


def check_cited(
    entries: Sequence[Entry], resolutions: Sequence[Resolution], addresses: CountedAddresses
) -> tuple[list[Doubt], list[Resolution]]:
    """Return the patterns that failed as the references show, and the references that no such pattern explains."""
    rules = (entry for entry in reversed(entries) if entry.number and entry.kind == "section")
    cited = Cited(entries, resolutions, addresses, {lookup_key(entry.number or ""): entry for entry in rules})
    doubts = []
    for rule in OF_REFERENCES:
        for doubt, explains in rule(cited):
            doubts.append(doubt)
            explained = {id(resolution) for resolution in explains}
            left = [resolution for resolution in cited.resolutions if id(resolution) not in explained]
            cited = cited._replace(resolutions=left)
    return doubts, list(cited.resolutions)


def _number(one: Resolution) -> str:
    return lookup_key(one.reference.number) if one.reference.kind == "number" and one.reference.number else ""


def _lost(cited: Cited) -> dict[str, list[Resolution]]:
    """Return the references that do not resolve, by the number that they name; where another is meant, it is read."""
    lost: dict[str, list[Resolution]] = defaultdict(list)
    numbers = {entry.id: entry.number for entry in cited.entries if entry.number}
    for one in cited.resolutions:
        meant = numbers.get(one.suggestion or "")
        if one.status in ("dangling", "external") and _number(one) and (not meant or is_above(meant, _number(one))):
            lost[_number(one)].append(one)
    return lost


def addresses_missing(cited: Cited) -> Iterator[Explained]:
    """What a document names in links and sentences has an entry, and nearly every number does."""
    read, unread = ([one for one in some if one.kind != "row"] for some in cited.addresses)
    if cited.entries and len(unread) > LOST and len(unread) > LOST_SHARE * (len(read) + len(unread)):
        share = f"only {len(read)}" if read else "none"
        what = "numbers" if all(one.number for one in unread) else "addresses"
        shown = ", ".join(one.name for one in unread[:NAMED])
        message = (
            f"{share} of the {len(read) + len(unread)} {what} that the document itself names, in links and citations, "
            f"has an entry (missing: {shown}): their lines were not recognised"
        )
        shapes = {shape(one.number) for one in unread if one.number}
        lost = [one for one in cited.resolutions if is_held_back(one) and shape(_number(one)) in shapes]
        yield Doubt("addresses-missing", (cited.entries[0].lines[0][0], cited.entries[-1].lines[-1][1]), message), lost


def chapters_missing(cited: Cited) -> Iterator[Explained]:
    """A document that cites its own numbers has the chapters that it cites.

    One that begins after its first chapter is a part of another; a chapter that has more or fewer digits than all of
    its own is another document's. Any other is a slip of the author.
    """
    own_chapters = {number.split(".")[0] for number in cited.sections}
    widths = {len(chapter) for chapter in own_chapters}
    begins = not own_chapters.isdisjoint(FIRST_CHAPTERS)
    lost = {
        number: some
        for number, some in _lost(cited).items()
        if (chapter := number.split(".")[0]) not in own_chapters and not (begins and len(chapter) in widths)
    }
    missing = [one for some in lost.values() for one in some]
    own = {entry.id for entry in cited.entries}
    kept = sum(1 for one in cited.resolutions if _number(one) and one.target in own)
    if len(missing) < CITED or len(missing) > CITES_MORE * kept or len(cited.sections) < FEWEST_RULES:
        return
    chapters = list(dict.fromkeys(number.split(".")[0] for number in lost))
    shown = ", ".join(chapters[:NAMED]) + (" and others" if len(chapters) > NAMED else "")
    message = (
        f"{len(missing)} references cite chapters that are not in this text ({shown}): "
        "it is only part of a document, or it cites another document"
    )
    last = cited.entries[-1].lines[-1][1]
    yield (Doubt("chapters-missing", (last, last), message), missing)


def numbers_twice(cited: Cited) -> Iterator[Explained]:
    """Most references to numbers lead to one entry alone."""
    to_numbers = [one for one in cited.resolutions if _number(one)]
    unsure = [one for one in to_numbers if one.status == "ambiguous"]
    if len(unsure) < UNSURE or 2 * len(unsure) < len(to_numbers):
        return
    message = (
        f"{len(unsure)} of {len(to_numbers)} references to numbers could lead to several entries: the file may contain "
        "two documents, or its chapters restart their numbers"
    )
    lines = [one.reference.line for one in unsure]
    yield (Doubt("numbers-twice", (min(lines), max(lines)), message), unsure)


OF_READING: tuple[Callable[[ReadingSurvey, Sequence[Finding]], Iterator[Doubt]], ...] = (
    no_headings,
    one_giant,
    headings_in_text,
    contents_not_found,
    numbers_begin_again,
    numbers_without_text,
)
OF_REFERENCES: tuple[Callable[[Cited], Iterator[Explained]], ...] = (
    addresses_missing,
    chapters_missing,
    numbers_twice,
)

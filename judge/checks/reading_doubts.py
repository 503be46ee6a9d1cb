"""Patterns of a reading that failed as a whole: each is told once, as the reader's own doubt.

Where a whole level of numbers was not read, every reference to it is called dangling, though the author made no
mistake. So a doubt takes the place of the single findings that it explains.

Reads: a `ReadingSurvey` and the findings of structure; later the resolved references. Writes: doubts, and what of the
findings they do not explain. One function a pattern, in the tables at the end.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from judge.checks.reading_survey import ReadingSurvey, line_numbers
from judge.checks.wrong_numbers import is_above
from judge.core.diagnostics import Code, Diagnostic, Report
from judge.core.model import Doubt, Entry, Resolution
from judge.core.names import name_of
from judge.core.numbering import lookup_key, parents

RUN = 6
"""Lines like headings in one text that are a run; titles in a contents list whose headings cannot all be misprinted."""
SCATTERED, SCATTERED_SHARE = 20, 0.1
"""The same in all texts together: so many, and so many for each entry."""
WITHOUT = 1500
"""Characters from which on a text without headings is not a short note."""
UNLISTED = 0.5
"""Share of a contents list that may be missing."""
FEWEST_LISTED = 4
"""Titles of the shortest contents list."""
REPEATED, REPEATED_SHARE = 5, 0.05
"""Numbers out of their order from which on it is not a slip of the author: so many, and this share of all."""
CITED, CITED_NUMBERS = 5, 3
"""References of one shape that lead nowhere, and different numbers in them."""
RARELY = 3
"""So many times more references of a shape lead nowhere than somewhere where its level was not read."""
CITES_MORE, FEWEST_RULES = 4, 10
"""How many times more references lead out of a document than to its own rules, and how many of those it has."""
CITED_TITLES, MISSING_SHARE = 10, 0.35
"""References to titles that lead nowhere: so many, and this share of all, are not the author's slips."""
UNSURE = 20
"""References to numbers that several entries have, if they are half of all, that tell of two documents."""
NAMED = 4
"""How many numbers or chapters a message names."""

EXPLAINS: dict[str, frozenset[Code]] = {
    "undecided": frozenset(
        {
            *(Code.CONTENTS_MISSING, Code.OUTLINE_MISSING, Code.ENTRY_EMPTY),
            *(Code.NUMBER_REPEATED, Code.NUMBER_ORDER, Code.NUMBER_GAP),
        }
    ),
    "contents-not-found": frozenset({Code.CONTENTS_MISSING}),
    "outline-not-found": frozenset({Code.OUTLINE_MISSING}),
    "numbers-begin-again": frozenset({Code.NUMBER_REPEATED, Code.NUMBER_ORDER, Code.NUMBER_GAP}),
}
"""The findings that a doubt takes the place of."""
SAME: dict[str, frozenset[str]] = {
    "numbers-in-text": frozenset({"no-headings", "headings-in-text"}),
    "numbers-twice": frozenset({"numbers-begin-again"}),
}
"""Doubts of which one of the others has told the pattern already."""


def check_reading(survey: ReadingSurvey, found: Sequence[Diagnostic]) -> list[Doubt]:
    """Return the patterns that failed as far as a document shows by itself.

    Args:
        survey: how it was read.
        found: the findings about its structure.
    """
    return [doubt for rule in OF_READING for doubt in rule(survey, found)]


def all_doubts(of_reading: Sequence[Doubt], of_references: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts of a document, one for each pattern, whether its text or its references show it."""
    told = {doubt.code for doubt in of_reading}
    return (*of_reading, *(doubt for doubt in of_references if not told & SAME.get(doubt.code, frozenset())))


def unexplained(found: Iterable[Diagnostic], doubts: Iterable[Doubt]) -> list[Diagnostic]:
    """Return the findings that no doubt explains."""
    explained = frozenset[Code]().union(*(EXPLAINS.get(doubt.code, frozenset()) for doubt in doubts))
    return [finding for finding in found if finding.code not in explained]


def report_doubts(doubts: Iterable[Doubt], report: Report) -> None:
    """Add a finding for each doubt."""
    for doubt in doubts:
        message = f"{doubt.message}; judge list --why shows how the document was read"
        report.add(Code.READING_DOUBTFUL, doubt.lines[0], message)


def one_giant(survey: ReadingSurvey, _: Sequence[Diagnostic]) -> Iterator[Doubt]:
    """No entry holds more than a quarter of the document and is far longer than the others."""
    giant = survey.giant()
    if giant:
        share = survey.sizes[giant.id] / sum(survey.sizes.values())
        inside = len(survey.heading_like.get(giant.id, ()))
        shown = f", {inside} lines that look like headings among it" if inside > 1 else ""
        message = f"“{name_of(giant)}” holds {share:.0%} of the text{shown}: what begins inside it was not recognised"
        yield Doubt("one-giant", _span(giant), message)


def headings_in_text(survey: ReadingSurvey, _: Sequence[Diagnostic]) -> Iterator[Doubt]:
    """No text has a run of lines that look like headings, and not all texts together have many."""
    giant = survey.giant()
    found = {id: lines for id, lines in survey.heading_like.items() if not giant or id != giant.id}
    if not found or len(survey.entries) < 2:
        return
    count = sum(map(len, found.values()))
    id = max(found, key=lambda id: len(found[id]))
    if count >= max(SCATTERED, SCATTERED_SHARE * len(survey.entries)):
        lines = sorted(line for some in found.values() for line in some)
        message = f"{count} lines in the texts of {len(found)} entries look like headings and were not read as such"
        yield Doubt("headings-in-text", (lines[0], lines[-1]), message)
    elif len(found[id]) >= RUN:
        entry = next(entry for entry in survey.entries if entry.id == id)
        message = (
            f"{len(found[id])} lines in the text of “{name_of(entry)}” look like headings and were not read as such"
        )
        yield Doubt("headings-in-text", (found[id][0], found[id][-1]), message)


def no_headings(survey: ReadingSurvey, _: Sequence[Diagnostic]) -> Iterator[Doubt]:
    """A text of some length has entries."""
    if sum(1 for entry in survey.entries if entry.blocks) > 1 or sum(survey.sizes.values()) < WITHOUT:
        return
    lines = (survey.parts[0].lines[0], survey.parts[-1].lines[1]) if survey.parts else (1, 1)
    inside = sum(map(len, survey.heading_like.values()))
    shown = f", though {inside} lines look like headings" if inside else ""
    message = f"no numbered rules, terms, questions, rulings or headings were found: the whole text is one entry{shown}"
    yield Doubt("no-headings", lines, message)


def contents_not_found(survey: ReadingSurvey, found: Sequence[Diagnostic]) -> Iterator[Doubt]:
    """Most of what the contents list has is found as a heading."""
    missing = [finding.line for finding in found if finding.code is Code.CONTENTS_MISSING]
    listed = survey.contents
    lines = frozenset(missing)
    run = max((len(list(some)) for lost, some in groupby(one.line in lines for one in listed) if lost), default=0)
    if len(listed) >= FEWEST_LISTED and (len(missing) > UNLISTED * len(listed) or run >= RUN):
        message = (
            f"{len(missing)} of the {len(listed)} titles in the contents list are not the title of any entry: "
            "their headings were not recognised, or the text is only a part of the document"
        )
        yield Doubt("contents-not-found", (listed[0].line, listed[-1].line), message)


def outline_not_found(survey: ReadingSurvey, found: Sequence[Diagnostic]) -> Iterator[Doubt]:
    """Most of what the outline of a PDF has is found as a heading."""
    missing = [finding.line for finding in found if finding.code is Code.OUTLINE_MISSING]
    if len(missing) >= FEWEST_LISTED and len(missing) > UNLISTED * len(survey.entries):
        message = (
            f"{len(missing)} titles in the outline of the PDF are not the title of any entry: their headings were not "
            "recognised"
        )
        yield Doubt("outline-not-found", (min(missing), max(missing)), message)


def numbers_begin_again(survey: ReadingSurvey, found: Sequence[Diagnostic]) -> Iterator[Doubt]:
    """The numbers of a document ascend."""
    again = [one for one in found if one.code in (Code.NUMBER_REPEATED, Code.NUMBER_ORDER)]
    numbered = sum(1 for entry in survey.entries if entry.number and entry.kind == "section")
    if len(again) >= max(REPEATED, REPEATED_SHARE * numbered):
        message = (
            f"{len(again)} of {numbered} numbers come twice or out of order: the file may hold two documents, or "
            "numbers were read that are not headings"
        )
        yield Doubt("numbers-begin-again", (again[0].line, again[-1].line), message)


class Cited(NamedTuple):
    """What the rules about references look at."""

    entries: Sequence[Entry]
    resolutions: Sequence[Resolution]
    sections: Mapping[str, Entry]
    """The numbered rules of the document by their numbers, as they are looked up."""


class Explained(NamedTuple):
    """A doubt, and the references that it explains."""

    doubt: Doubt
    resolutions: Sequence[Resolution]


def check_cited(entries: Sequence[Entry], resolutions: Sequence[Resolution]) -> tuple[list[Doubt], list[Resolution]]:
    """Return the patterns that failed as the references show, and the references that no such pattern explains."""
    rules = (entry for entry in reversed(entries) if entry.number and entry.kind == "section")
    cited = Cited(entries, resolutions, {lookup_key(entry.number or ""): entry for entry in rules})
    doubts = []
    for rule in OF_REFERENCES:
        for one in rule(cited):
            doubts.append(one.doubt)
            explained = {id(resolution) for resolution in one.resolutions}
            left = [resolution for resolution in cited.resolutions if id(resolution) not in explained]
            cited = cited._replace(resolutions=left)
    return doubts, list(cited.resolutions)


def _number(one: Resolution) -> str:
    return lookup_key(one.reference.number) if one.reference.kind == "number" and one.reference.number else ""


def _lost(cited: Cited) -> dict[str, list[Resolution]]:
    """Return the references that lead nowhere, by the number that they name; where another is meant, it is read."""
    lost: dict[str, list[Resolution]] = defaultdict(list)
    numbers = {entry.id: entry.number for entry in cited.entries if entry.number}
    for one in cited.resolutions:
        meant = numbers.get(one.suggestion or "")
        if one.status in ("dangling", "external") and _number(one) and (not meant or is_above(meant, _number(one))):
            lost[_number(one)].append(one)
    return lost


def numbers_in_text(cited: Cited) -> Iterator[Explained]:
    """A number that references name and that begins a line is the number of an entry."""
    lost = _lost(cited)
    found: dict[str, int] = {}
    for entry in cited.entries if lost else ():
        for number, line in line_numbers(entry):
            if number in lost:
                found.setdefault(number, line)
    count = sum(len(lost[number]) for number in found)
    if len(found) >= CITED_NUMBERS and count >= CITED:
        shown = ", ".join(list(found)[:NAMED])
        message = (
            f"{count} references name numbers that begin a line, and no entry has them ({shown}): "
            "these lines were not recognised as numbered rules"
        )
        shapes = {_shape(number) for number in found}
        explained = [one for number, some in lost.items() if _shape(number) in shapes for one in some]
        yield Explained(Doubt("numbers-in-text", (min(found.values()), max(found.values())), message), explained)


def level_not_read(cited: Cited) -> Iterator[Explained]:
    """Many references name numbers of one shape, and entries have them."""
    by_shape: dict[str, dict[str, list[Resolution]]] = defaultdict(dict)
    for number, some in _lost(cited).items():
        if any(above in cited.sections for above in parents(number)[:1]):
            by_shape[_shape(number)][number] = some
    kept = Counter(_shape(_number(one)) for one in cited.resolutions if one.target and _number(one))
    for shape, lost in by_shape.items():
        explained = [one for some in lost.values() for one in some]
        if len(explained) < CITED or len(lost) < CITED_NUMBERS or len(explained) <= RARELY * kept[shape]:
            continue
        named = [some[0].reference.number or "" for some in lost.values()]
        over = [cited.sections[parents(number)[0]] for number in lost]
        above = sorted(entry.lines[0][0] for entry in over)
        message = (
            f"{len(explained)} references name numbers such as {', '.join(named[:NAMED])}, which no entry has: "
            f"the level below numbers such as {over[0].number} was not recognised"
        )
        yield Explained(Doubt("level-not-read", (above[0], above[-1]), message), explained)


def _shape(number: str) -> str:
    """Return what a number looks like.

    >>> _shape("4.12.3c")
    '9.9.9a'
    """
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "9", number))


def chapters_missing(cited: Cited) -> Iterator[Explained]:
    """A document that cites its own numbers has the chapters that it cites."""
    lost = {number: some for number, some in _lost(cited).items() if number.split(".")[0] not in cited.sections}
    missing = [one for some in lost.values() for one in some]
    own = {entry.id for entry in cited.entries}
    kept = sum(1 for one in cited.resolutions if _number(one) and one.target in own)
    if len(missing) < CITED or len(missing) > CITES_MORE * kept or len(cited.sections) < FEWEST_RULES:
        return
    chapters = list(dict.fromkeys(number.split(".")[0] for number in lost))
    shown = ", ".join(chapters[:NAMED]) + (" and others" if len(chapters) > NAMED else "")
    message = (
        f"{len(missing)} references lead to chapters that this text does not have ({shown}): "
        "it is only a part of a document, or it cites another one"
    )
    last = cited.entries[-1].lines[-1][1]
    yield Explained(Doubt("chapters-missing", (last, last), message), missing)


def titles_missing(cited: Cited) -> Iterator[Explained]:
    """Most references to titles lead to entries with these titles."""
    to_titles = [one for one in cited.resolutions if one.reference.kind in ("see", "related", "title")]
    missing = [one for one in to_titles if one.status == "dangling"]
    if len(missing) < CITED_TITLES or len(missing) < MISSING_SHARE * len(to_titles):
        return
    labels = list(dict.fromkeys(one.reference.label or one.reference.text for one in missing))
    message = (
        f"{len(missing)} of {len(to_titles)} references to titles lead nowhere (to {', '.join(labels[:NAMED])} and "
        "others): it is only a part of a document, it cites another one, or these headings were not recognised"
    )
    lines = [one.reference.line for one in missing]
    yield Explained(Doubt("titles-missing", (min(lines), max(lines)), message), missing)


def numbers_twice(cited: Cited) -> Iterator[Explained]:
    """Most references to numbers lead to one entry alone."""
    to_numbers = [one for one in cited.resolutions if _number(one)]
    unsure = [one for one in to_numbers if one.status == "ambiguous"]
    if len(unsure) < UNSURE or 2 * len(unsure) < len(to_numbers):
        return
    message = (
        f"{len(unsure)} of {len(to_numbers)} references to numbers could lead to several entries: the file may hold "
        "two documents, or its chapters count anew"
    )
    lines = [one.reference.line for one in unsure]
    yield Explained(Doubt("numbers-twice", (min(lines), max(lines)), message), unsure)


def _span(entry: Entry) -> tuple[int, int]:
    lines = [*entry.lines, *(span for block in entry.blocks for span in block.lines)]
    return min(first for first, _ in lines), max(last for _, last in lines)


OF_READING: tuple[Callable[[ReadingSurvey, Sequence[Diagnostic]], Iterator[Doubt]], ...] = (
    no_headings,
    one_giant,
    headings_in_text,
    contents_not_found,
    outline_not_found,
    numbers_begin_again,
)
OF_REFERENCES: tuple[Callable[[Cited], Iterator[Explained]], ...] = (
    numbers_in_text,
    level_not_read,
    chapters_missing,
    titles_missing,
    numbers_twice,
)

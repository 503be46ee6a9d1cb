"""What stands where in a FAQ, told by its larger parts before the dialect `questions` reads it line by line.

    contents     titles that stand together and come again below, or a list with pages
    questions    paragraphs with the mark of one; where few are marked, whatever ends with a "?"
    parts        titles of the contents list, numbers that count on, headings, titles right above a question; among
                 them cards and products (`cards`)
    terms        paragraphs that begin with a label, at the depth at which most labels of the part stand
    rulings      in a part with neither: a title or one sentence that stands alone above a text (`titled`)

Nothing here is one word of any game: what a part holds shows in how its lines stand.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from judge.core.numbering import normalise
from judge.core.titles import key
from judge.reading import front_matter
from judge.reading.dialects.questions.cards import find_coded, find_named
from judge.reading.dialects.questions.hard_wrapped import Paragraph, cut, is_headline
from judge.reading.dialects.questions.marks import (
    ANSWER,
    LABEL,
    MARK_ALONE,
    NUMBERED,
    QUESTION,
    REFERRING,
    SEAM,
    STAR,
    STEP,
    cites_letter,
    numbered,
    question_number,
    stray_questions,
)
from judge.reading.dialects.questions.titled import FEWEST, LabelledParagraph, find_rulings, find_terms
from judge.reading.paragraphs import is_open
from judge.reading.readers.manuscript import Manuscript
from judge.reading.rulings.attribution import attributed

DECORATION = re.compile(r"^[=*#~_-]{2,}\s*|(?:(?<!\s)\s+)?(?<![=*#~_-])[=*#~_-]{2,}$")
QUESTION_WORDS = 60
LEAST_CAPITALS = 4
"""Letters of a heading in capitals; fewer are an abbreviation."""
UNNUMBERED = 9
"""The level of a part that has neither a number nor the mark of a heading."""


@dataclass(frozen=True, slots=True)
class ListedTitles:
    """The contents list."""

    lines: frozenset[int] = frozenset()
    """Source lines."""
    names: frozenset[str] = frozenset()
    """The titles it lists, as keys."""
    numbers: frozenset[str] = frozenset()
    """The numbers it prints."""

    def holds(self, paragraph: Paragraph) -> bool:
        """Tell whether a paragraph is part of the list."""
        return paragraph.text.first in self.lines


Levels = tuple[int, ...]
"""The levels of a part's number; none where it has no number in digits."""


class QuestionMark(NamedTuple):
    """The mark of a question."""

    number: str | None
    end: int
    """Where the words of the question begin."""


class Heading(NamedTuple):
    """The heading of a part."""

    title: str
    level: int
    """1 is the outermost."""
    number: str | None
    """Of a card or a product its code."""
    kind: Literal["part", "section", "card"] = "part"


@dataclass(frozen=True, slots=True)
class QuestionsPlan:
    """What the paragraphs of a document are, as far as their surroundings tell; by index."""

    paragraphs: Sequence[Paragraph]
    contents: ListedTitles
    questions: dict[int, QuestionMark]
    parts: dict[int, Heading]
    titled: dict[int, LabelledParagraph]
    """The terms and rulings, and the sections of rulings."""

    def begins_entry(self, index: int) -> bool:
        """Tell whether a paragraph begins a part, a question, a term or a ruling."""
        return index in self.questions or index in self.parts or index in self.titled


def make_plan(manuscript: Manuscript) -> QuestionsPlan:
    """Find out what stands where in a text."""
    lines = [line for piece in manuscript.pieces for line in piece.value.splitlines()]
    strays = frozenset(stray_questions(lines))
    paragraphs = cut(manuscript, lambda line, before, first: line not in strays and is_marked(line, before, first))
    contents = find_listed_titles(manuscript, paragraphs)
    questions = find_questions(paragraphs, contents, lettered=bool(strays) or any(map(cites_letter, lines)))
    parts = find_parts(paragraphs, contents, questions)
    for index, one in find_coded(paragraphs, questions).items():
        piece = paragraphs[index].piece
        level = piece.level if piece.kind == "heading" else UNNUMBERED - (not one.is_card)
        parts[index] = Heading(one.title, level, one.code, "card" if one.is_card else "section")
    parts |= _titles_above(paragraphs, parts, questions)
    titles = {index: (one.title, one.level) for index, one in parts.items() if not one.number}
    parts |= {index: parts[index]._replace(kind="card") for index in find_named(paragraphs, titles, questions)}
    titled: dict[int, LabelledParagraph] = {}
    bounds = [*sorted(parts), len(paragraphs)] if parts else [-1, len(paragraphs)]
    for start, stop in pairwise(bounds):
        within = range(start + 1, stop)
        terms = find_terms(paragraphs, within)
        titled |= terms
        if not terms and not manuscript.source.markdown and not any(index in questions for index in within):
            titled |= find_rulings(paragraphs, within)
    return QuestionsPlan(paragraphs, contents, questions, parts, titled)


def is_marked(line: str, before: str, first: str) -> bool:
    """Tell whether a line begins with the mark of a paragraph.

    Args:
        line: the line.
        before: the line before it.
        first: the first line of the paragraph that may go on here.
    """
    if QUESTION.match(line) or STAR.match(line) or MARK_ALONE.fullmatch(before):
        return True
    if (ANSWER.match(line) and QUESTION.match(first)) or (STEP.match(line) and STEP.match(first)):
        return True
    if is_open(before) and not is_headline(before):
        return False
    return bool(ANSWER.match(line) or STEP.match(line) or (LABEL.match(line) and LABEL.match(first)))


def find_listed_titles(manuscript: Manuscript, paragraphs: Sequence[Paragraph]) -> ListedTitles:
    """Find the contents list; an empty one where there is none."""
    paged = manuscript.once(front_matter.find_contents)
    if paged:
        listed = manuscript.pieces[paged.first : paged.end]
        lines = frozenset(line for piece in listed for line in range(piece.text.first, piece.text.last + 1))
        titles = [one.title for one in paged.listed]
    else:
        run = _listed(paragraphs)
        lines = frozenset(line for index in run for line in paragraphs[index].lines)
        titles = [paragraphs[index].value for index in run]
    pairs = [numbered(title) for title in titles]
    numbers = frozenset(normalise(number) for number, _ in pairs if number)
    return ListedTitles(lines, frozenset(name for _, title in pairs if (name := key(title))), numbers)


def _listed(paragraphs: Sequence[Paragraph]) -> range:
    """Return the first run of titles that come again below, with the line that announces it."""
    names = [_name(paragraph) for paragraph in paragraphs]
    last = {name: index for index, name in enumerate(names) if name}
    comes_again = [bool(name) and last[name] > index for index, name in enumerate(names)] + [False, False]
    start = 0
    while start < len(names):
        end = start
        while comes_again[end] or (end > start and comes_again[end + 1]):
            end += 1
        below = sum(1 for name in names[start:end] if name and last[name] >= end)
        if below >= FEWEST and below * 3 >= (end - start) * 2:
            announced = start and (paragraphs[start - 1].value.endswith(":") or _is_contents(paragraphs[start - 1]))
            return range(start - 1 if announced else start, end)
        start = max(end, start + 1)
    return range(0)


def _name(paragraph: Paragraph) -> str:
    """Return the key of a title, or nothing for a text."""
    title = numbered(paragraph.value)[1]
    return key(title) if front_matter.is_title(title) or (title.endswith("?") and _is_question(title)) else ""


def _is_contents(paragraph: Paragraph) -> bool:
    return bool(front_matter.CONTENTS.fullmatch(paragraph.value))


def find_questions(
    paragraphs: Sequence[Paragraph], contents: ListedTitles, *, lettered: bool
) -> dict[int, QuestionMark]:
    """Find the questions: what is marked or set off, and where that is little, all that ends with a "?"."""
    body = [(index, paragraph) for index, paragraph in enumerate(paragraphs) if not contents.holds(paragraph)]
    marks = ((index, QUESTION.match(paragraph.value)) for index, paragraph in body)
    found = {index: QuestionMark(question_number(mark, lettered=lettered), mark.end()) for index, mark in marks if mark}
    unmarked = [
        (index, paragraph)
        for index, paragraph in body
        if paragraph.value.endswith("?") and index not in found and index + 1 not in found
    ]
    found |= {index: _unmarked(paragraph) for index, paragraph in unmarked if paragraph.is_set_off}
    if len(found) >= FEWEST:
        return found
    plain = {index: _unmarked(paragraph) for index, paragraph in unmarked if _is_question(paragraph.value)}
    return found | plain if len(plain) >= FEWEST else found


def _unmarked(paragraph: Paragraph) -> QuestionMark:
    number, words = numbered(paragraph.value)
    return QuestionMark(number, len(paragraph.value) - len(words))


def _is_question(text: str) -> bool:
    """Tell whether a text is a numbered question, or a single one that is understood by itself."""
    single = not SEAM.search(text) and not REFERRING.match(text)
    return len(text.split()) <= QUESTION_WORDS and (single or NUMBERED.match(text) is not None)


def find_parts(
    paragraphs: Sequence[Paragraph], contents: ListedTitles, questions: dict[int, QuestionMark]
) -> dict[int, Heading]:
    """Find the headings of parts; a document's first title is its own, unless it is numbered or listed."""
    found: dict[int, Heading] = {}
    last: Levels = ()
    body = [index for index, paragraph in enumerate(paragraphs) if not contents.holds(paragraph)]
    first_number = next((index for index in body if NUMBERED.match(paragraphs[index].value)), -1)
    for index in body:
        paragraph = paragraphs[index]
        heading = None if index in questions else _heading(paragraph)
        if not heading:
            continue
        levels = _levels(heading.number)
        asked_below = index + 1 in questions
        counts_on = levels and (index == first_number or _follows(levels, last))
        if (
            key(heading.title) in contents.names
            or (counts_on and _heads_part(heading, contents, paragraphs[index : index + 2], asked_below))
            or (index and paragraph.piece.kind == "heading")
            or (index and asked_below and _is_above(paragraph))
            or (found and _is_banner(paragraph, paragraphs[index + 1 : index + 2]))
        ):
            found[index] = heading
            last = levels or last
    return found


def _titles_above(
    paragraphs: Sequence[Paragraph], parts: Mapping[int, Heading], questions: Container[int]
) -> dict[int, Heading]:
    """Find the titles above titles that stand right above a question: `Card Questions`, then a card's name.

    They stand alone, and so does then every other title of their level.
    """
    plain = {
        index for index, one in parts.items() if one.level == UNNUMBERED and paragraphs[index].piece.kind != "heading"
    }
    attached = {index for index in plain if not paragraphs[index].closes}
    above = {
        index - 1
        for index in attached
        if index and index - 1 not in parts and index - 1 not in questions and _is_lone_title(paragraphs[index - 1])
    }
    found = {index: heading for index in above if (heading := _heading(paragraphs[index]))}
    found |= {index: parts[index] for index in plain - attached} if found else {}
    return {index: one._replace(level=UNNUMBERED - 1) for index, one in found.items()}


def _is_lone_title(paragraph: Paragraph) -> bool:
    return paragraph.piece.kind == "paragraph" and paragraph.alone and is_headline(paragraph.value)


def _heading(paragraph: Paragraph) -> Heading | None:
    """Return the heading that a paragraph would be, told by its looks alone."""
    number, title = numbered(paragraph.value)
    title = DECORATION.sub("", title).removesuffix(":")
    if paragraph.piece.kind == "heading":
        return Heading(title, paragraph.piece.level, number)
    if paragraph.rows > 1 or not front_matter.is_title(title) or _is_credit(paragraph):
        return None
    return Heading(title, number.count(".") + 1 if number else UNNUMBERED, number)


def _is_credit(paragraph: Paragraph) -> bool:
    """Tell whether a line says nothing but who answered and when: `(Apr 12, 2018 Rules Team FAQ)`."""
    return paragraph.value[0] in "([—" and not attributed(paragraph.text).text


def _levels(number: str | None) -> Levels:
    return tuple(map(int, number.split("."))) if number and number[-1].isdigit() else ()


def _follows(levels: Levels, last: Levels) -> bool:
    """Tell whether a number is the next behind another, on the same level, one below or any above."""
    if not last or levels[:-1] == last:
        return levels[-1] <= 1
    depth = len(levels) - 1
    return levels[:depth] == last[:depth] and levels[depth] == (*last, 0)[depth] + 1


def _is_above(paragraph: Paragraph) -> bool:
    """Tell whether a line right above a question is a heading: `COMBAT`, `Sea Trade`, `Questions on trade:`."""
    return is_headline(paragraph.value) or (paragraph.alone and paragraph.value.endswith(":"))


def _is_banner(paragraph: Paragraph, below: Sequence[Paragraph]) -> bool:
    """Tell whether a line that stands alone is in capitals or underlined."""
    underlined = any(rule.piece.kind == "rule" and rule.text.first == paragraph.text.last + 1 for rule in below)
    return paragraph.alone and (underlined or (paragraph.value.isupper() and len(paragraph.value) >= LEAST_CAPITALS))


def _heads_part(heading: Heading, contents: ListedTitles, here: Sequence[Paragraph], asked_below: bool) -> bool:
    """Tell whether a number that counts on is a part's and not a list's, whose next number stands right below."""
    if contents.numbers and normalise(heading.number or "") not in contents.numbers:
        return False
    if asked_below or len(here) < 2:
        return asked_below
    return here[0].alone and not _levels(numbered(here[1].value)[0])

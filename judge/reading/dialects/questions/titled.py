"""Terms and rulings that are told by their titles: labels, short headings, sentences that stand alone.

    Berth: A place for a ship.         a term, or a ruling with its title in front
    Storms                             a short heading
    Storms end at noon.                a heading in one sentence, above its text
    2. A reef is not a harbour. It …   a ruling by number, titled by its first sentence

A short heading that sentences follow is a section, and they hang under it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from judge.reading import front_matter
from judge.reading.dialects.questions.hard_wrapped import Paragraph, is_headline
from judge.reading.dialects.questions.marks import ANSWER, LABEL, QUESTION, REFERRING, SEAM, STAR, STEP

STATEMENT_END = re.compile(r"[.!][\"”'’)]*$")
LABEL_WORDS, HEADLINE_WORDS = 8, 40
FEWEST = 3
"""So many of a kind show that an author means something by it."""


class LabelledParagraph(NamedTuple):
    """Where the title of a term or ruling stands in its paragraph, and where the text behind it begins."""

    kind: Literal["term", "ruling", "section"]
    start: int
    end: int
    text: int
    number: str | None = None
    is_top: bool = False
    """It stands directly below its part, among sections: it is one, or a ruling that ends the section before it."""


def find_terms(paragraphs: Sequence[Paragraph], within: range) -> dict[int, LabelledParagraph]:
    """Find the terms of a part: the labels at the depth of most labels, if most of what stands there has one."""
    labelled = {index: found for index in within if (found := _labelled(paragraphs[index], "term"))}
    depths = Counter(paragraphs[index].piece.indent for index in labelled)
    depth, count = depths.most_common(1)[0] if depths else (0, 0)
    there = sum(1 for index in within if paragraphs[index].piece.indent == depth)
    if count < FEWEST or count * 2 < there:
        return {}
    return {index: found for index, found in labelled.items() if paragraphs[index].piece.indent == depth}


def _labelled(paragraph: Paragraph, kind: Literal["term", "ruling"]) -> LabelledParagraph | None:
    """Return the label of a paragraph, unless it is long or the mark of something else."""
    text = paragraph.value
    label = LABEL.match(text)
    if not label or paragraph.piece.kind != "paragraph" or len(label["label"].split()) > LABEL_WORDS:
        return None
    others = (QUESTION, ANSWER, STEP, STAR, front_matter.LABELLED)
    if SEAM.search(label["label"]) or any(other.match(text) for other in others):
        return None
    return LabelledParagraph(kind, 0, label.end("label"), label.end())


def find_rulings(paragraphs: Sequence[Paragraph], within: range) -> dict[int, LabelledParagraph]:
    """Find the rulings of a part that is written so: under headlines, and among those by label or number."""
    titles, sentences = _headlines(paragraphs, within)
    headlines = titles | sentences
    if len(headlines) < FEWEST or len(headlines) * 2 > len(within):
        return {}
    sections = _sections(titles, sentences)
    found: dict[int, LabelledParagraph] = {}
    for index in headlines:
        size = len(paragraphs[index].value)
        is_top = bool(sections) and index in titles
        found[index] = LabelledParagraph("section" if index in sections else "ruling", 0, size, size, is_top=is_top)
    for index in within:
        paragraph = paragraphs[index]
        if paragraph.opens and not paragraph.piece.indent and (titled := _titled_inside(paragraph)):
            found[index] = titled
    return found


def _sections(titles: set[int], sentences: set[int]) -> set[int]:
    """Return the titles that sentences follow, if one of them has a sentence right below it."""
    if not any(index + 1 in sentences for index in titles):
        return set()
    ordered = sorted(titles | sentences)
    return {index for index, below in pairwise(ordered) if index in titles and below in sentences}


def _headlines(paragraphs: Sequence[Paragraph], within: range) -> tuple[set[int], set[int]]:
    """Collect the titles and the sentences that may head a ruling.

    A sentence is a text itself right below a sentence that heads a ruling, or between two titles.
    """
    titles: set[int] = set()
    sentences: set[int] = set()
    for index in within[:-1]:
        paragraph = paragraphs[index]
        text = paragraph.value
        if paragraph.piece.kind != "paragraph" or paragraph.piece.indent or STEP.match(text) or STAR.match(text):
            continue
        if paragraph.opens and paragraph.rows == 1 and is_headline(text):
            titles.add(index)
        elif index - 1 not in sentences and _is_statement(text) and _stands_apart(paragraph, paragraphs[index - 1]):
            sentences.add(index)
    return titles, {index for index in sentences if not {index - 1, index + 1} <= titles}


def _stands_apart(paragraph: Paragraph, before: Paragraph) -> bool:
    """Tell whether a paragraph is one or two lines between blank lines, or the line behind a text that was ended."""
    if paragraph.alone:
        return paragraph.rows <= 2
    return paragraph.closes and paragraph.rows == 1 and not before.value.endswith(":")


def _is_statement(text: str) -> bool:
    """Tell whether a text is one sentence that is understood by itself."""
    return (
        STATEMENT_END.search(text) is not None
        and not text[0].islower()
        and len(text.split()) <= HEADLINE_WORDS
        and not REFERRING.match(text)
        and not SEAM.search(text)
    )


def _titled_inside(paragraph: Paragraph) -> LabelledParagraph | None:
    """Return the title of a ruling inside its paragraph: a label before a sentence, or a number's first sentence."""
    labelled = _labelled(paragraph, "ruling")
    if labelled and not paragraph.value[labelled.text].islower():
        return labelled
    mark = STEP.match(paragraph.value)
    if not mark or not mark["number"].isdigit():
        return None
    seam = SEAM.search(paragraph.value, mark.end())
    end, text = (seam.end() - 1, seam.end()) if seam else (len(paragraph.value), len(paragraph.value))
    if len(paragraph.value[mark.end() : end].split()) > HEADLINE_WORDS:
        end = text = mark.end()
    return LabelledParagraph("ruling", mark.end(), end, text, mark["number"])

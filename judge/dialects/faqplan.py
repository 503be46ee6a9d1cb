"""What a FAQ holds where, told by whole parts of it before the dialect `questions` reads it paragraph by paragraph.

    contents     titles that stand together and come again below, or a list with pages
    questions    paragraphs with the mark of one; without any mark, numbered lines and headings that end with "?"
    parts        titles from the contents list, numbers that count on, headings, titles right above a question
    terms        paragraphs that begin with a label, at the depth at which most labels of the part stand
    headlines    in a part with neither: lines that stand alone with a title or one sentence, text below each
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.dialects import front
from judge.dialects.joining import is_open
from judge.dialects.reader import Manuscript
from judge.dialects.wrapped import Paragraph, cut, is_headline
from judge.titles import key

NUMBER_END = r"\s?(?:#?(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}))?(?:[.:)\]]{1,2}|\s[-–—](?=\s))\s*(?=\S)"
"""What may stand behind the Q of a question and the A of an answer: `.` `:` `)` `]` ` -`, a number before it."""
QUESTION = re.compile(rf"\[?(?:Q|Question|QUESTION)(?!\.\w\.){NUMBER_END}")
ANSWER = re.compile(rf"\[?(?:A|Ans|Answer|ANSWER)(?!\.\w\.){NUMBER_END}")
ANSWER_INSIDE = re.compile(rf"(?<=[?.!\"”)])\s(?:A|Answer|ANSWER){NUMBER_END}")
"""An answer in the same line as its question."""
STEP = re.compile(r"(?:Step\s)?\(?(?P<number>\d{1,2}[A-Za-z]?|[A-Za-z]|[ivxIVX]{2,5})[.):]\)?\s+(?=\S)")
"""`a. Cast off`, `(b) Set sail`, `6A) Drop anchor`, `iv. Sing`, `Step 1: Sail`."""
STAR = re.compile(r"\*(?=[^\s*])(?=[^*]*$)")
"""A star that no blank parts from its words, and that is no emphasis."""
LABEL = re.compile(r"(?P<label>[^\s:][^:]{0,59}):\s+(?=\S)")
NUMBERED = re.compile(
    r"(?:(?:part|section|chapter)\s)?(?P<number>\d{1,3}(?:\.\d{1,3}){0,3}|[IVX]{1,5}|[A-Z])"
    r"(?:[.):]|\s[-–—](?=\s)|(?<=\.\d)(?=\s))\s*(?=\S)",
    re.IGNORECASE,
)
"""`1. Combat`, `2.3 Reefs`, `IV) Harbours`, `Part 2: Storms`, `Section 3 - Trade`."""
SENTENCE_SEAM = re.compile(r"[.!?][\"”'’)]*\s+(?=[\"“‘'(]?[^\W\d_a-z])")
CONNECTIVE = re.compile(
    r"(?:for example|for instance|note|however|but|and|so|thus|therefore|likewise|similarly|also|in other words|instead|"
    r"on the other hand|in this case|that is|this|these|it|they|he|she|see|yes|no)\b",
    re.IGNORECASE,
)
"""Words with which a sentence refers to the one before it, so that it is no heading."""
WORDS_OF_HEADING = 40
FEWEST = 3
"""So many of a kind show that an author means something by it."""


@dataclass(frozen=True, slots=True)
class Contents:
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


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a part."""

    title: str
    level: int
    """How deep it stands; 1 is the outermost."""
    number: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What the paragraphs of a document are, as far as only their surroundings tell."""

    paragraphs: Sequence[Paragraph]
    contents: Contents
    questions: dict[int, re.Match[str] | None]
    """Index of a paragraph that begins a question, and its mark."""
    parts: dict[int, Heading]
    terms: frozenset[int]
    headlines: frozenset[int]

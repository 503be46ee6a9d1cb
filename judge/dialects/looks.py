"""What a line of an alphabetical reference looks like: one function a form, each with the forms it accepts.

Reads: a `Line`, that is a source line of a piece with the lines around it. Nothing here knows the document as a whole;
what only the whole can tell (which titles keep the order of the alphabet, what is printed on every page) is told by
`judge.dialects.survey`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from judge.dialects.front import APPENDIX, LABELLED, SMALL_WORDS, is_capitalised, is_title
from judge.dialects.joining import is_open
from judge.dialects.pieces import BULLET, Piece
from judge.richtext import Text

RELATED = re.compile(r"(?:related(?: \w{1,12})?|see also)\s?:", re.IGNORECASE)
REDIRECT = re.compile(r"see\s+(?:also\s+)?[“\"‘']?[A-Z]", re.IGNORECASE)
VERSION = re.compile(r"(?:version|edition|revision|v)\.?\s?\d", re.IGNORECASE)
PAGED = re.compile(r"\bpage \d|\.{3}|\s\d{1,3}$|https?:")
PAGE_NUMBER = re.compile(r"(?:page\s)?[-–—\s]{0,3}(?P<page>\d{1,4})[-–—\s]{0,3}(?:(?:of|/)\s\d{1,4})?", re.IGNORECASE)
NUMBERED = re.compile(r"\d{1,2}[.)]\s+(?=\S)")
STEP = re.compile(r"(?P<number>(?P<phase>\d{1,2}|[A-Z]{1,2})(?:\.\d{1,2}[A-Za-z]?){1,4})(?P<dot>[.:]?)\s+(?=[A-Z“\"(\[])")
PHASE = re.compile(r"(?P<number>\d{1,2}|[IVX]{1,5}|[A-Z]{1,2})[.:]\s+(?=[A-Z“\"])")
CARD = re.compile(r"(?P<name>[^()]{1,60}?)\s\((?:[^()]{0,60}\D)?\d{1,4}[A-Za-z]?\):?")
CHANGED = re.compile(r"(?:\w{1,12}\s){0,4}(?:should|must|now)\s(?:now\s)?reads?\b", re.IGNORECASE)
CREDIT = re.compile(r"©|\(c\)\s|\bILLUS\b|^(?:artist|illustrat\w{2,5})\b", re.IGNORECASE)
DINGBAT = re.compile(r"(?P<mark>([a-z])\2|[hjlnoquvwxz=§])(?=\s+[“\"‘(]?[A-Z\d]|$)|(?P<glued>([a-z])\4)(?=[A-Z“\"])")
"""A letter that was a bullet in the font of a sign, once or twice, alone or before a text: "hh", "xxThe", "= When"."""
WORD = re.compile(r"[^\W\d_]{2}")
TITLE_LIMIT = 10
"""Words of the longest title."""


@dataclass(frozen=True, slots=True)
class Line:
    """A source line of a piece."""

    value: str
    start: int
    """Where it begins in the piece's text."""
    number: int
    """Source line, from 1."""
    piece: Piece
    before: str = ""
    """The line before it in the piece; empty in the first."""
    after: str = ""
    """The line behind it in the piece; empty in the last."""

    @property
    def first(self) -> bool:
        """Whether it begins its piece."""
        return not self.before

    @property
    def alone(self) -> bool:
        """Whether it is all of its piece."""
        return not self.before and not self.after

    @property
    def begins(self) -> bool:
        """Whether something may begin here: the line before, if there is one, ends a sentence."""
        return not self.before or not is_open(self.before)

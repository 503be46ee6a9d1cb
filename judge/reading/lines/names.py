"""What may be the name of a term or a card, and what stands before its text."""

from __future__ import annotations

import re

from judge.reading import front_matter
from judge.reading.rulings.printed_dates import read_date

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
NUMBER = re.compile(r"\d{1,4}(?:[.-]\d{1,4}){1,9}[a-z]?\b")
"""What begins with a number of several levels is a rule."""


def is_name(text: str) -> bool:
    """Tell whether a text may be the name of a term or a card."""
    if not front_matter.is_title(text) or NUMBER.match(text) or front_matter.label_of(text + ":"):
        return False
    if LABEL.fullmatch(text) or CREDIT.search(text) or read_date(text):
        return False
    return len([char for char in text if char.isalpha()]) >= LEAST_LETTERS or text.isalnum()

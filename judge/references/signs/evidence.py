"""What stands around a number and says that it cites whatever it leads to, or that it cannot cite.

Whether a number that exists is a reference is weighed in `judge.references.signs.odds`, from the same signs.
"""

from __future__ import annotations

import re

from judge.core.languages import units, words
from judge.core.numbering import LEVEL
from judge.references.signs.odds import CUES, LAST_WORD, Place, first_signs, place_of

NEAR = 40
"""Characters behind a number that are looked at."""
SIGNS = {"§": "rule", "[": "square bracket", "(": "bracket"}
JOINED = ("joint", "to", "by", "of", "with", "at")
"""Classes of words before a number that cites, if its shape is that of a rule."""
COUNTED = ("unit", "quantity")
"""Classes of words behind a number that counts."""
SHAPED = re.compile(
    rf"\d{{1,4}}(?:\.{LEVEL}){{2,9}}|\d{{1,4}}[A-Za-z]?(?:\.{LEVEL}){{0,8}}\.?[A-Za-z]|[A-Z](?:\.{LEVEL}){{1,9}}"
)
"""Numbers that are hardly anything but those of rules."""
DATE = re.compile(r"(?:(?:0?[1-9]|[12]\d|3[01])\.)?(?:0?[1-9]|[12]\d|3[01])\.(?:19|20)\d\d")
"""A month and year, or a day of one, in either order."""
DIALLED = re.compile(r"(?<![\w.])\+?\d{3,}\s$")
"""The part of a telephone number before another."""


def form_of(text: str, start: int, end: int, number: str) -> str:
    """Return how a number is written: the unit of the word before it, or the mark; in a list, that of its first."""
    before = place_of(text, start, end, number).before
    if word := LAST_WORD.search(before):
        folded = word["word"].casefold()
        return "see" if folded in words("see") else units().get(folded, "")
    return SIGNS.get(before.rstrip()[-1:], "")


def is_cited(text: str, start: int, end: int, number: str) -> bool:
    """Tell whether what stands right beside a number says that it cites, whatever it leads to."""
    before, head, behind = first_signs(place_of(text, start, end, number))
    if head == "measures" or (behind in COUNTED and before not in CUES):
        return False
    is_cued = behind == "bracket" or before in (*CUES, "place", "pair") or (before in JOINED[1:] and head == "cites")
    return is_cued or (before in JOINED and bool(SHAPED.fullmatch(number)))


def is_counting(text: str, end: int) -> bool:
    """Tell whether what follows a number is what it counts: "7 ships"."""
    return first_signs(Place("", text[end : end + NEAR], ()))[2] in (*COUNTED, "plural")


def is_other(text: str, start: int, end: int) -> bool:
    """Tell whether a number is a date, or the end of a telephone number."""
    return bool(DATE.fullmatch(text, start, end) or DIALLED.search(text, max(0, start - NEAR), start))

"""The numbers that continue one: ranges with their middle, and lists.

    12.2f–h              12.2f, then 12.2g and 12.2h
    24.8.1.3-5           24.8.1.3, then 24.8.1.4 and 24.8.1.5
    4.1 to 4.3           4.1 and 4.3 are found by themselves; 4.2 is between them
    rules 4, 6 and 7     4, then 6 and 7
    1.2b, c and d        1.2b, then 1.2c and 1.2d

The numbers in the middle of a range are not printed: their place is the mark that stands for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from judge.core.languages import words
from judge.core.numbering import LEVEL

RANGE = re.compile(rf"\s?[–—-]\s?|\s(?:{'|'.join(sorted(words('to')))})\s")
LIST = re.compile(rf",?\s(?:{'|'.join(sorted(words('and')))})\s|,\s|/|\s?&\s?")
TAIL = re.compile(r"[A-Za-z](?![\w’'.-]\w|[\w’'])")
DIGITS = re.compile(r"\d{1,4}(?![\w%]|[.,/:]\d)")
WHOLE = re.compile(rf"(?:\d{{1,4}}|[A-Z](?=\.))(?:\.{LEVEL}){{0,9}}(?![\w%]|[.,/]\d)")
LAST = re.compile(r"(?<!\d)\d+$|[A-Za-z]$")
MOST_BETWEEN = 20
"""Numbers in the middle of a range."""
MOST_MEMBERS = 12
NEXT = 5
"""How far on the next letter of a list may be: "1.2a and z" is none."""


class Member(NamedTuple):
    """A number that continues another."""

    start: int
    end: int
    number: str
    printed: bool
    """False in the middle of a range."""
    ranged: bool
    """It is part of a range, which says that it is meant."""


def series(text: str, number: str, end: int) -> Iterator[Member]:
    """Yield the numbers that continue one in a text.

    Args:
        text: the text.
        number: the number, as printed.
        end: where it ends.
    """
    for _ in range(MOST_MEMBERS):
        ranged = RANGE.match(text, end)
        joint = ranged or LIST.match(text, end)
        found = _next(text, number, joint.end(), ranged=bool(ranged)) if joint else None
        if not joint or not found:
            return
        if ranged:
            low = joint.start() + len(joint[0]) - len(joint[0].lstrip())
            mark = joint[0].strip()
            yield from (Member(low, low + len(mark), one, False, True) for one in between(number, found.number))
        yield found
        number, end = found.number, found.end


def _next(text: str, number: str, start: int, *, ranged: bool) -> Member | None:
    """Return the number that stands at a place, written out or by its last level alone."""
    last = LAST.search(number)
    whole = WHOLE.match(text, start)
    if whole and _levels(whole[0]) == _levels(number):
        return Member(start, whole.end(), whole[0], True, ranged)
    if not last:
        return None
    tail = (DIGITS if last[0].isdigit() else TAIL).match(text, start)
    if not tail or (tail[0].isdigit() and not ranged) or tail[0].isupper() != last[0].isupper():
        return None
    steps = int(tail[0]) - int(last[0]) if tail[0].isdigit() else ord(tail[0]) - ord(last[0])
    if steps <= 0 or (not ranged and steps > NEXT):
        return None
    return Member(start, tail.end(), number[: last.start()] + tail[0], True, ranged)


def between(first: str, last: str) -> Iterator[str]:
    """Yield the numbers between two that differ in their last level alone.

    >>> list(between("12.2f", "12.2h")), list(between("4.1", "4.4")), list(between("4.1", "5.2"))
    (['12.2g'], ['4.2', '4.3'], [])
    """
    one, other = LAST.search(first), LAST.search(last)
    if not one or not other or first[: one.start()] != last[: other.start()] or one[0].isdigit() != other[0].isdigit():
        return
    low, high = (int(end[0]) if end[0].isdigit() else ord(end[0]) for end in (one, other))
    if high - low <= MOST_BETWEEN:
        for value in range(low + 1, high):
            yield first[: one.start()] + (str(value) if one[0].isdigit() else chr(value))


def _levels(number: str) -> int:
    return number.count(".")

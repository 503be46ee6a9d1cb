"""Marks that go on unbroken below a numbered rule: levels that print only their own letter or number.

1.4.3 The turn has phases.
a. Draw.    (a) Draw.    i) Draw.    1) Draw.
b. Build.   (b) Build.   ii) Build.  2) Build.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.core.numbering import roman_value
from judge.reading.lines.numbers import letter_value
from judge.reading.readers.pieces import Piece

COUNT = r"\d{1,2}|[^\W\d_\u2e80-\uffff]|[ivx]{2,5}|[IVX]{2,5}"
"""What counts: a number, or a letter of an alphabet; one sign of East Asia is a word."""
MARK = re.compile(rf"(?:(?P<open>[(\[])(?P<inner>{COUNT})[)\]]|(?P<outer>{COUNT})(?P<end>[.):]))\s+(?=\S)")


class MarkReading(NamedTuple):
    """One way to read a mark."""

    style: str
    """Its look and what it counts with: `.a`, `(1`, `)i`."""
    value: int


def readings(match: re.Match[str]) -> tuple[MarkReading, ...]:
    """Return what a mark may count: a letter may be a Roman number as well.

    >>> [readings(MARK.match(text)) for text in ("b. x", "(ii) x")]
    [(MarkReading(style='.a', value=2),), (MarkReading(style='(i', value=2),)]
    """
    mark = match["inner"] or match["outer"]
    sign = match["open"] or match["end"]
    if mark.isdigit():
        return (MarkReading(f"{sign}1", int(mark)),)
    capital = mark.isupper()
    found = []
    if len(mark) == 1 and (place := letter_value(mark)):
        found.append(MarkReading(sign + ("A" if capital else "a"), place))
    if value := roman_value(mark):
        found.append(MarkReading(sign + ("I" if capital else "i"), value))
    return tuple(found)


def is_listed(piece: Piece) -> bool:
    """Tell whether a mark stands behind the sign of a list."""
    return piece.kind == "bullet" and (piece.listed or not piece.mark[:1].isdigit())


def with_parent(number: str, mark: str, *, dotted: bool) -> str:
    """Return the number of a level that prints only its own mark.

    >>> with_parent("1.4.3", "a", dotted=False), with_parent("1.4.3", "A", dotted=True)
    ('1.4.3a', '1.4.3.A')
    >>> with_parent("3.2", "1", dotted=False)
    '3.2.1'
    """
    glue = "" if number[-1:].isdigit() and mark.isalpha() and len(mark) == 1 and not dotted else "."
    return f"{number.rstrip('.')}{glue}{mark}"

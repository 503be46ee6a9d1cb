"""Marks that go on unbroken below a numbered rule: levels that print only their own letter or number.

    1.4.3 The turn has phases.
    a. Draw.    (a) Draw.    i) Draw.    1) Draw.
    b. Build.   (b) Build.   ii) Build.  2) Build.

Between two numbered rules the marks are read like nested lists: a mark goes on with an open list of its look whose last
mark it follows, or begins a list inside it. A list that never comes to its second mark is none, unless the document
has many lists of that look.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.core.numbering import Key, roman_value
from judge.reading.dialects.outline.number_sequence import Candidate
from judge.reading.dialects.outline.numbers import letter_value, line_starts
from judge.reading.paragraphs import is_open
from judge.reading.readers.pieces import Piece

MARK = re.compile(
    r"(?:(?P<open>[(\[])(?P<inner>\d{1,2}|[^\W\d_]|[ivx]{2,5}|[IVX]{2,5})[)\]]|"
    r"(?P<outer>\d{1,2}|[^\W\d_]|[ivx]{2,5}|[IVX]{2,5})(?P<end>[.):]))\s+(?=\S)"
)
FEWEST_STEPS, LEAST_DEPTH, ALL_MARKS = 2, 2, 0.8
"""Outermost marks, levels, and share of all marks that the levels of a whole document have at least."""
USUAL = 3
"""So many lists of one look make a list of a single mark believable."""


class Reading(NamedTuple):
    """One way to read a mark."""

    style: str
    """Its look and what it counts with: `.a`, `(1`, `)i`."""
    value: int


class Marked(NamedTuple):
    """A line that begins with a mark."""

    piece: int
    offset: int
    mark: str
    rest: int
    readings: tuple[Reading, ...]
    is_listed: bool = False
    """Whether it stands behind the sign of a list, as `- 1) Draw.`"""


@dataclass(slots=True)
class MarkedList:
    """A list while its document is being read."""

    style: str
    last: int
    depth: int
    members: list[int] = field(default_factory=list)
    inside: MarkedList | None = None


def readings(match: re.Match[str]) -> tuple[Reading, ...]:
    """Return what a mark may count: a letter may be a Roman number as well.

    >>> [readings(MARK.match(text)) for text in ("b. x", "(ii) x")]
    [(Reading(style='.a', value=2),), (Reading(style='(i', value=2),)]
    """
    mark = match["inner"] or match["outer"]
    sign = match["open"] or match["end"]
    if mark.isdigit():
        return (Reading(f"{sign}1", int(mark)),)
    capital = mark.isupper()
    found = []
    if len(mark) == 1 and (place := letter_value(mark)):
        found.append(Reading(sign + ("A" if capital else "a"), place))
    if value := roman_value(mark):
        found.append(Reading(sign + ("I" if capital else "i"), value))
    return tuple(found)


def find_marks(pieces: Sequence[Piece], headings: Sequence[Candidate], skip: range) -> list[Candidate]:
    """Find the marks that are levels below numbered rules, in source order, with their depth.

    Args:
        pieces: of the document.
        headings: the numbered rules, in source order.
        skip: indexes of pieces that are not content.
    """
    starts = [(one.piece, one.offset) for one in headings]
    known = frozenset(one.key for one in headings)
    scopes: dict[int, list[Marked]] = {}
    position = 0
    for marked in _marked(pieces, skip, frozenset(starts)):
        while position < len(starts) and starts[position] <= (marked.piece, marked.offset):
            position += 1
        if position and pieces_between(pieces, starts[position - 1][0], marked.piece):
            scopes.setdefault(position - 1, []).append(marked)
    lists = {scope: read_lists(marks) for scope, marks in scopes.items()}
    usual = Counter(one.style for found in lists.values() for one in found if len(one.members) > 1)
    chosen: list[Candidate] = []
    for scope, found in lists.items():
        left: set[int] = set()
        for one in found:
            alone = len(one.members) < 2 and usual[one.style] < USUAL
            listed = scopes[scope][one.members[0]].is_listed
            above = headings[scope].key
            printed_whole = one.depth == 1 and _is_printed_whole(above, one.style, known, listed=listed)
            if alone or printed_whole or id(one.inside) in left:
                left.add(id(one))
                continue
            chosen += (_candidate(scopes[scope][index], one, above) for index in one.members)
    return sorted(chosen, key=lambda one: (one.piece, one.offset))


def find_ladder(pieces: Sequence[Piece], skip: range) -> list[Candidate]:
    """Find the levels of a document that prints nothing but marks, `A.` below `I.`, and `1.` below that.

    Returns:
        The marks with their depth, from 1; none where they are not levels of a whole document.
    """
    marks = _below_ladder(pieces, list(_marked(pieces, skip, frozenset())))
    lists = read_lists(marks)
    outer = [one for one in lists if one.depth == 1]
    if len(outer) != 1 or len(outer[0].members) < FEWEST_STEPS or max(one.depth for one in lists) < LEAST_DEPTH:
        return []
    if pieces[marks[outer[0].members[0]].piece].kind == "bullet":
        return []
    members = sum(len(one.members) for one in lists)
    if members < ALL_MARKS * len(marks):
        return []
    found = [_candidate(marks[index], one, ()) for one in lists for index in one.members]
    return sorted(found, key=lambda one: (one.piece, one.offset))


def _below_ladder(pieces: Sequence[Piece], marks: Sequence[Marked]) -> list[Marked]:
    """Leave out marks behind a heading without one, up to a heading that has one: a part of another kind."""
    kept: list[Marked] = []
    for marked in marks:
        apart = kept and not pieces_between(pieces, kept[-1].piece, marked.piece)
        answers = marked.readings[-1:] and marked.readings[-1].style == ":A"
        if not answers and (not apart or pieces[marked.piece].kind == "heading"):
            kept.append(marked)
    return kept


def pieces_between(pieces: Sequence[Piece], first: int, last: int) -> bool:
    """Tell whether no heading parts a mark from the numbered rule above it."""
    between = (pieces[index] for index in range(first + 1, last + 1))
    return not any(piece.kind == "heading" and not MARK.match(piece.value) for piece in between)


def _marked(pieces: Sequence[Piece], skip: range, taken: frozenset[tuple[int, int]]) -> Iterator[Marked]:
    for index, piece in enumerate(pieces):
        if index in skip or piece.kind in ("table", "rule"):
            continue
        last_line = ""
        for offset, line in line_starts(piece.text):
            match = MARK.match(line)
            if (
                match
                and (index, offset) not in taken
                and (not offset or not is_open(last_line) or MARK.match(last_line))
            ):
                mark = match["inner"] or match["outer"]
                yield Marked(index, offset, mark, offset + match.end(), readings(match), _is_listed(piece))
            last_line = line


def _is_listed(piece: Piece) -> bool:
    """Tell whether a mark stands behind the sign of a list."""
    return piece.kind == "bullet" and (piece.listed or not piece.mark[:1].isdigit())


def read_lists(marks: Sequence[Marked]) -> list[MarkedList]:
    """Read the marks of one stretch as nested lists.

    >>> printed = ["a. x", "1. x", "2. x", "b. x", "i. x"]
    >>> marks = [Marked(n, 0, text[:1], 3, readings(MARK.match(text))) for n, text in enumerate(printed)]
    >>> [(one.style, one.depth, one.members) for one in read_lists(marks)]
    [('.a', 1, [0, 3]), ('.1', 2, [1, 2]), ('.i', 2, [4])]
    """
    finished: list[MarkedList] = []
    opened: list[MarkedList] = []
    for index, marked in enumerate(marks):
        going_on = _list_it_goes_on(opened, marked)
        if going_on is not None:
            del opened[going_on + 1 :]
            opened[-1].last += 1
            opened[-1].members.append(index)
            continue
        first = next((one for one in _first_readings(marked, marks[index + 1 :]) if one.value == 1), None)
        if first is None:
            continue
        again = next((n for n, one in enumerate(opened) if one.style == first.style), None)
        if again is not None:
            del opened[again:]
        opened.append(MarkedList(first.style, 1, len(opened) + 1, [index], opened[-1] if opened else None))
        finished.append(opened[-1])
    return finished


def _list_it_goes_on(opened: Sequence[MarkedList], marked: Marked) -> int | None:
    for depth in range(len(opened) - 1, -1, -1):
        if Reading(opened[depth].style, opened[depth].last + 1) in marked.readings:
            return depth
    return None


def _first_readings(marked: Marked, below: Sequence[Marked]) -> list[Reading]:
    """Return how the first mark of a list may be read, first as that of which a second comes."""
    seconds = {one.style for other in below for one in other.readings if one.value == 2}
    return sorted(marked.readings, key=lambda one: one.style not in seconds)


def _is_printed_whole(above: Key, style: str, known: frozenset[Key], *, listed: bool) -> bool:
    """Tell whether the document prints such a level in whole, so that its marks are those of a list.

    Digits are, if there are numbers of one level more (`1.2.1`): below this number for `1)`, anywhere for `1.` and for
    what stands behind the sign of a list. Letters are, if there is one below this number.
    """
    if style == ".1" or (listed and style[-1] == "1"):
        return any(len(key) == len(above) + 1 and not key[-1][1] for key in known)
    if style[-1] == "1":
        return any((*above, (first, "")) in known for first in (0, 1))
    digits, letter = above[-1]
    beside = (*above[:-1], (digits, "a"))
    return (*above, (0, "a")) in known or (not letter and beside in known)


def _candidate(marked: Marked, found: MarkedList, above: Key) -> Candidate:
    return Candidate(marked.piece, marked.offset, marked.mark, above, marked.rest, 1.0, depth=found.depth)


def with_parent(number: str, mark: str, *, dotted: bool) -> str:
    """Return the number of a level that prints only its own mark.

    >>> with_parent("1.4.3", "a", dotted=False), with_parent("1.4.3", "A", dotted=True)
    ('1.4.3a', '1.4.3.a')
    >>> with_parent("3.2", "1", dotted=False)
    '3.2.1'
    """
    own = mark.lower()
    glue = "" if number[-1:].isdigit() and own.isalpha() and len(own) == 1 and not dotted else "."
    return f"{number.rstrip('.')}{glue}{own}"

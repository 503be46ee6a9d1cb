"""Several series in one stretch, one behind the other: where the form changes, another begins.

    **Evil Twin.** It hides. (7 May 2022)          words in bold before their text,
    **Anchor.** It holds. (8 May 2022)
    | Card | Question | Answer |                   then a table,
    Sea Dog                                        then names above their text
    : It swims.

Reads: the pieces of a stretch that no series explains from its beginning to its end. Writes: `Run`s.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.reading.parts.forms import FORMS, MARKED, Item, lines_of, marks_of_questions, width_of
from judge.reading.parts.series import Series, find_series, items_of
from judge.reading.readers.pieces import Piece

FAR = 3
"""So many times farther apart than the items of a run usually are, an item begins another run."""
NEAR = 6
"""Pieces between two items of a run in any case."""
FEWEST = 2
"""Items of a run."""
SURE = 0.65
"""How much of its pieces the series of a run explains."""
MOST = 40
"""Runs that are tried in a stretch."""


class Run(NamedTuple):
    """Pieces of a stretch that a series of its own explains."""

    offset: int
    """Index of the piece from which on the series counts."""
    end: int
    series: Series


class _Dense(NamedTuple):
    """Items of one form that stand close together."""

    first: int
    """Index of the piece of the first."""
    last: int
    """Index of the piece of the last."""
    end: int
    """Index behind the last one's text, as far as the others tell how long that is."""
    items: int


def find_runs(
    pieces: Sequence[Piece],
    heading: str,
    numbered: frozenset[int],
    headings: Sequence[int],
    fits: Callable[[Series], bool],
) -> list[Run]:
    """Find the runs of a stretch, in order; what lies between them belongs to none.

    Args:
        pieces: of the stretch, without its heading.
        heading: the title above it.
        numbered: indexes of the pieces that begin a numbered rule.
        headings: indexes of those among them that are headings, ascending, at which runs end.
        fits: tells of a series whether it may be that of a part of the stretch.
    """
    found: list[Run] = []
    begins = 0
    for dense in _chosen(_dense_runs(pieces, numbered, headings)):
        if dense.first < begins:
            continue
        inside = frozenset(index - dense.first for index in numbered if dense.first <= index < dense.end)
        series = find_series(pieces[dense.first : dense.end], heading, inside, fits)
        if series and series.kind != "section" and series.weight >= SURE:
            found.append(Run(dense.first, dense.end, series))
            begins = dense.end
    return found


def _chosen(runs: Sequence[_Dense]) -> list[_Dense]:
    """Choose runs that do not overlap, those with the most items first; where one begins, that before it ends."""
    chosen: list[_Dense] = []
    for one in sorted(runs, key=lambda run: (-run.items, run.first))[:MOST]:
        if all(one.last < other.first or other.last < one.first for other in chosen):
            chosen.append(one)
    chosen.sort()
    cut = [one._replace(end=min(one.end, after.first)) for one, after in pairwise(chosen)]
    return cut + chosen[-1:]


def _dense_runs(pieces: Sequence[Piece], numbered: frozenset[int], headings: Sequence[int]) -> list[_Dense]:
    lines = lines_of(pieces)
    width, marks = width_of(lines), marks_of_questions(lines)
    tables = [index for index, piece in enumerate(pieces) if piece.kind == "table"]
    partings = sorted({*tables, *headings})
    found = []
    for form in (MARKED, *FORMS):
        items = [item for item in items_of(form, lines, width, marks) if item.line.index not in numbered]
        for some in _grouped(items, headings if form == "cell" else partings):
            found.append(_dense(some, pieces, headings))
    return found


def _grouped(items: Sequence[Item], partings: Sequence[int]) -> Iterator[list[Item]]:
    """Part the items of a form where they stand far apart, something stands between them or their look changes."""
    group: list[Item] = []
    widest = 1
    for item in items:
        gap = item.line.index - group[-1].line.index if group else 0
        parted = bool(group) and bisect_left(partings, item.line.index) > bisect_left(partings, group[-1].line.index)
        if group and (gap > max(NEAR, FAR * widest) or parted or _look(item) != _look(group[-1])):
            if len(group) >= FEWEST:
                yield group
            group, widest, gap = [], 1, 0
        group.append(item)
        widest = max(widest, gap)
    if len(group) >= FEWEST:
        yield group


def _look(item: Item) -> tuple[int, int]:
    return item.line.piece.level, item.line.piece.quoted


def _dense(items: Sequence[Item], pieces: Sequence[Piece], headings: Sequence[int]) -> _Dense:
    """Measure a run: its last item has as much text as the longest of the others, a table begins with its head."""
    first, last = items[0].line.index, items[-1].line.index
    longest = max(after.line.index - one.line.index for one, after in pairwise(items))
    head = next((index for index in range(first - 1, max(first - 3, -1), -1) if pieces[index].is_head), first)
    begins = head if pieces[first].kind == "table" else first
    following = bisect_right(headings, last)
    limit = headings[following] if following < len(headings) else len(pieces)
    return _Dense(begins, last, min(limit, last + max(longest, 1)), len(items))

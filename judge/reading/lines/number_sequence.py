"""Which lines that begin with a number are headings: the heaviest ascending chain of numbers.

A rulebook numbers its sections upwards, and a number at the beginning of a line that is not a section (a wrapped
reference, a quantity) breaks that order. So the candidates are weighed by their looks, and the ascending chain with
the greatest sum of weights is taken: a longest increasing subsequence with weights, found in O(n log n) with a
Fenwick tree of maxima (Fredman 1975; Fenwick 1994).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.core.numbering import Key
from judge.reading.readers.pieces import Piece

STRONG = 3.0
"""From this weight on a candidate looks like a heading by itself."""
CITING = re.compile(r"(?:rule|section)\s", re.IGNORECASE)
"""What stands before the number of a rule that another text cites."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that begins with a number."""

    piece: int
    """Index of the piece."""
    offset: int
    """Where the line begins in the piece's text."""
    number: str
    """As it is printed."""
    key: Key
    rest: int
    """Where the words behind the number begin."""
    weight: float
    word: str = ""
    """The word before the number, where its headings have one: `Chapter`."""
    depth: int = 0
    """How far a mark such as `a.` stands below the numbered rule above it; 0 for numbers that stand for themselves."""


def heaviest_chain(candidates: Sequence[Candidate]) -> set[int]:
    """Return the indexes of the ascending chain with the greatest weight; equal numbers may follow each other."""
    if all(candidate.weight > 0 for candidate in candidates) and all(
        one.key <= other.key for one, other in pairwise(candidates)
    ):
        return set(range(len(candidates)))
    ranks = {key: rank for rank, key in enumerate(sorted({candidate.key for candidate in candidates}), 1)}
    best: list[tuple[float, int]] = [(0.0, -1)] * (len(ranks) + 1)
    before: list[int] = []
    for index, candidate in enumerate(candidates):
        rank = ranks[candidate.key]
        total, previous = 0.0, -1
        position = rank
        while position:
            total, previous = max((total, previous), best[position])
            position -= position & -position
        before.append(previous)
        reached = (total + candidate.weight, index)
        position = rank
        while position <= len(ranks):
            best[position] = max(best[position], reached)
            position += position & -position
    chained: set[int] = set()
    index = max(best)[1]
    while index >= 0:
        chained.add(index)
        index = before[index]
    return chained


def citing_items(pieces: Sequence[Piece], found: Sequence[tuple[int, re.Match[str]]]) -> frozenset[int]:
    """Return the items of lists that cite a section, as `- Section 2.6: New.` does.

    Where a heading elsewhere has the number of one, all that begin so cite, also those of sections that are gone.
    """
    printed = {match["number"] for index, match in found if pieces[index].kind != "bullet"}
    listed = [(index, match) for index, match in found if pieces[index].kind == "bullet" and CITING.match(match[0])]
    cites = any(match["number"] in printed for _, match in listed)
    return frozenset(index for index, _ in listed if cites)

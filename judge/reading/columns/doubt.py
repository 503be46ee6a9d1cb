"""How often a place among woven columns is right, and where else a text may belong, by what the search tells of it.

The weights are counted, not chosen: a logistic regression over the texts of 200 woven documents with known truth
(tools/fit_doubt.py: layouts with even seeds below 400; those with odd seeds were held back to test it). Texts are
counted by their lines, and short ones are right a little less often: of the texts that it gives 0.8 to 0.9, 0.78 are
right, of those that it gives 0.9 to 0.95, 0.93 (even seeds below 160).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from judge.reading.columns.blocks import ColumnBlock
from judge.reading.columns.evidence import Evidence

ENOUGH = 0.95
"""How often places must be right that are called sure. At 0.9, fewer of the wrong ones would be marked than four in
five."""
UNSEEN = 6.0
"""What it costs in the search to be under a heading under which it did not try a block."""
LEAST, MOST = -6.0, 8.0
"""Bounds of how much a heading is preferred to others."""
WORDS_BOUND = 5.0
"""The same for the words."""

Ways = Mapping[int, Mapping[int, float]]
"""Of each block, what it costs to be under a heading, by the headings under which it was tried."""
Found = Sequence[tuple[int, int, int]]
"""Index, page and column of each block, in the order of reading."""


class Signs(NamedTuple):
    """What the search tells of a place."""

    search: float
    """How much the search prefers its heading to all others together."""
    words: float
    """How much better its words fit its heading than any other under which it was tried."""
    around: float
    """How much the texts of its page, in the mean, are preferred where they are."""
    cut: bool
    """Whether the block above breaks off, and this one does not go on with it."""
    across: bool
    """Whether its heading stands in the other column of the page."""


class Judged(NamedTuple):
    """How sure a place is."""

    rival: int
    """The heading under which the block fits next best."""
    sure: float
    """How often such a place is right, from 0 to 1."""


BASE = -0.17
WEIGHTS = {"search": 0.67, "words": 1.27, "around": 0.22, "cut": -0.72, "across": -1.54}


def share_right(signs: Signs) -> float:
    """Return how often such a place is right, from 0 to 1."""
    odds = BASE + sum(WEIGHTS[name] * sign for name, sign in signs._asdict().items())
    return 1 / (1 + math.exp(-odds))


def judge(found: Found, evidence: Evidence, search: Ways) -> dict[int, Judged]:
    """Say of each text that may belong elsewhere where, and how sure its place is.

    Args:
        found: all blocks in the order of reading.
        evidence: what places cost.
        search: what the places of each block cost in the search.
    """
    owners = owners_of(found, evidence.blocks)
    signs = signs_of(found, evidence, search)
    return {index: Judged(_rival(index, owners[index], search), share_right(one)) for index, one in signs.items()}


def owners_of(found: Found, blocks: Sequence[ColumnBlock]) -> dict[int, int]:
    """Return the heading before each block, -1 before the first."""
    owners: dict[int, int] = {}
    owner = -1
    for index, _, _ in found:
        owner = index if blocks[index].heads else owner
        owners[index] = owner
    return owners


def signs_of(found: Found, evidence: Evidence, search: Ways) -> dict[int, Signs]:
    """Return the signs of each text that may belong to another heading, by index; given what `judge` is given."""
    blocks = evidence.blocks
    owners = owners_of(found, blocks)
    solid = [index for index, _, _ in found if blocks[index].kind != "aside"]
    above = {second: first for first, second in pairwise(solid)}
    columns = {index: (number, column) for index, number, column in found}
    texts = [index for index in solid if not blocks[index].heads and owners[index] >= 0]
    preferred = {index: _preferred(_dearer(index, owners[index], search)) for index in texts}
    around: dict[int, float] = {}
    for number, row in groupby(texts, key=lambda index: columns[index][0]):
        sums = [preferred[index] for index in row]
        around[number] = sum(sums) / len(sums)
    signs: dict[int, Signs] = {}
    for index in texts:
        owner, (number, column) = owners[index], columns[index]
        others = [other for other in search[index] if other not in (-1, owner)]
        if others:
            worse = min(evidence.owner[other, index] for other in others) - evidence.owner[owner, index]
            opened = index in above and blocks[above[index]].breaks_off
            signs[index] = Signs(
                search=preferred[index],
                words=max(-WORDS_BOUND, min(WORDS_BOUND, worse)),
                around=around[number],
                cut=opened and not blocks[index].goes_on,
                across=columns[owner] == (number, 1 - column),
            )
    return signs


def _dearer(index: int, owner: int, search: Ways) -> list[float]:
    """Return how much dearer the search found the other headings of a block."""
    own = search[index].get(owner, UNSEEN)
    return [cost - own for other, cost in search[index].items() if other not in (-1, owner)]


def _preferred(dearer: Iterable[float]) -> float:
    """Return how much a place is preferred to others that are so much dearer, all together."""
    others = sum(math.exp(-max(LEAST, min(MOST, one))) for one in dearer)
    return max(LEAST, min(MOST, -math.log(others))) if others else MOST


def _rival(index: int, owner: int, search: Ways) -> int:
    """Return the heading of the next best place of a block."""
    return min((cost, other) for other, cost in search[index].items() if other not in (-1, owner))[1]

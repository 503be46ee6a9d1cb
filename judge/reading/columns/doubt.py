"""How often a place among woven columns is right, and where else a text may belong, by what the search tells of it.

The weights are counted, not chosen: a logistic regression over the texts of 200 woven documents with known truth
(tools/fit_doubt.py: layouts with even seeds below 400; those with odd seeds were held back to test it). Texts are
counted by their lines.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.reading.columns import suspicion
from judge.reading.columns.blocks import ColumnBlock
from judge.reading.columns.evidence import Evidence

ENOUGH = 0.96
"""How often places must be right that are called sure. At 0.9, fewer of the wrong ones would be marked than four in
five."""
UNSEEN = 6.0
"""What it costs in the search to be under a heading under which it did not try a block."""
LEAST, MOST = -6.0, 8.0
"""Bounds of how much a heading is preferred to others."""
WORDS_BOUND = 5.0
"""The same for the words."""
RIGHT = 0.5
"""How often a text among mixed lines is taken to be where it belongs; its lines belong to several places."""

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
    """The heading under which the block fits next best, -1 where there is none."""
    sure: float
    """How often such a place is right, from 0 to 1."""
    mixed: bool = False
    """Whether it is among lines of several texts that run together."""

    @property
    def doubtful(self) -> bool:
        """Whether the place is close to call."""
        return self.sure < ENOUGH


BASE = -0.18
WEIGHTS = {"search": 0.59, "words": 1.15, "around": 0.27, "cut": -1.62, "across": -1.54}


def share_right(signs: Signs) -> float:
    """Return how often such a place is right, from 0 to 1."""
    odds = BASE + sum(WEIGHTS[name] * sign for name, sign in signs._asdict().items())
    return 1 / (1 + math.exp(-odds))


def judge(found: Found, evidence: Evidence, ways: Ways) -> dict[int, Judged]:
    """Say of each text that may belong elsewhere where, and how sure its place is.

    Args:
        found: all blocks in the order of reading.
        evidence: what places cost.
        ways: what the places of each block cost in the search.
    """
    owners = owners_of(found, evidence.blocks)
    judged = {}
    for index, signs in signs_of(found, evidence, ways).items():
        others = _others(ways[index], owners[index])
        judged[index] = Judged(min(others, key=lambda other: (others[other], other)), share_right(signs))
    return judged


def owners_of(found: Found, blocks: Sequence[ColumnBlock]) -> dict[int, int]:
    """Return the heading before each block, -1 before the first."""
    owners: dict[int, int] = {}
    owner = -1
    for index, _, _ in found:
        owner = index if blocks[index].heads else owner
        owners[index] = owner
    return owners


def signs_of(found: Found, evidence: Evidence, ways: Ways) -> dict[int, Signs]:
    """Return the signs of each text that may belong to another heading, by index; given what `judge` is given."""
    blocks, owners = evidence.blocks, owners_of(found, evidence.blocks)
    columns = {index: (page, column) for index, page, column in found}
    solid = [index for index, _, _ in found if blocks[index].kind != "aside"]
    above = {second: first for first, second in pairwise(solid)}
    texts = [index for index in solid if not blocks[index].heads and owners[index] >= 0]
    preferred = {index: _preferred(_others(ways[index], owners[index]).values()) for index in texts}
    pages: dict[int, list[float]] = defaultdict(list)
    for index in texts:
        pages[columns[index][0]].append(preferred[index])
    signs: dict[int, Signs] = {}
    for index in texts:
        owner, (page, column) = owners[index], columns[index]
        if others := _others(ways[index], owner):
            worse = min(evidence.owner[other, index] for other in others) - evidence.owner[owner, index]
            signs[index] = Signs(
                search=preferred[index],
                words=max(-WORDS_BOUND, min(WORDS_BOUND, worse)),
                around=sum(pages[page]) / len(pages[page]),
                cut=index in above and blocks[above[index]].breaks_off and not blocks[index].goes_on,
                across=columns[owner] == (page, 1 - column),
            )
    return signs


def _others(ways: Mapping[int, float], owner: int) -> dict[int, float]:
    """Return how much dearer the search found the other headings of a block, by heading."""
    own = ways.get(owner, UNSEEN)
    return {other: cost - own for other, cost in ways.items() if other not in (-1, owner)}


def _preferred(dearer: Iterable[float]) -> float:
    """Return how much a place is preferred to others that are so much dearer, all together."""
    others = sum(math.exp(-max(LEAST, min(MOST, one))) for one in dearer)
    return max(LEAST, min(MOST, -math.log(others))) if others else MOST


def mixed(found: Found, blocks: Sequence[ColumnBlock], judged: Mapping[int, Judged]) -> dict[int, Judged]:
    """Return what is to be thought of texts among lines of several texts that run together, by index.

    Their lines belong to what is printed near: where no other heading was tried, the nearest in the file is the rival.
    """
    owners = owners_of(found, blocks)
    marked: dict[int, Judged] = {}
    for index in suspicion.mixed(blocks, [(index, page) for index, page, _ in found]):
        others = (other for other, block in enumerate(blocks) if block.heads and other != owners[index])
        nearest = Judged(min(others, key=lambda other: abs(other - index), default=-1), RIGHT)
        rival, sure, _ = judged.get(index, nearest)
        marked[index] = Judged(rival, min(sure, RIGHT), mixed=True)
    return marked

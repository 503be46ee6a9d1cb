"""The three moves by which an order of blocks is made cheaper, page by page, after the search for the columns.

    a text goes to the beginning or to the end of an entry
    two texts of different entries change places
    a heading out of order goes to another place, and the text below it with what it then is under

The columns are found block by block in the order of the file, so a paragraph that the file has before its heading, or
two texts that are under each other's heading, are left there. Prices are those of `order_prices.py`, and how far a
text is put from where the file has it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.reading.columns.column_blocks import WORDLESS, Budget, ColumnBlock, OutOfStepsError
from judge.reading.columns.order_prices import DESCENT, Evidence, among_mixed_lines

MOVED = 1.5
"""What a move must save."""
FAR, FAR_SLACK, FAR_MOST = 0.35, 2, 4.0
"""A text is moved below one that is elsewhere in the file: cost of each block between them, blocks that are for
nothing, and the most."""
ROUNDS = 8
"""Most moves on a page; each may make way for another."""
PLACES_PER_PAGE = 200_000
"""Places that are looked at on one page; a full page takes a tenth of it."""


def far(block: int, before: int) -> float:
    """Return what it costs that the file has a block far from the one that it comes after in its column."""
    return min(FAR_MOST, FAR * max(0, abs(block - before) - FAR_SLACK))


class Move(NamedTuple):
    """What a move makes of a page."""

    dearer: float
    """How much dearer the new order is, less than nothing."""
    row: list[int]


class ColumnPage:
    """The blocks of one page in the order of reading, without pictures."""

    def __init__(self, row: Sequence[int], evidence: Evidence, before: tuple[int, int, int], after: int) -> None:
        """Prepare a page.

        Args:
            row: its blocks, by index.
            evidence: what places cost.
            before: the last block, heading, and heading with a place in an order of the page before, or -1.
            after: the first block of the next page, or -1.
        """
        self.evidence = evidence
        self.blocks = evidence.blocks
        self.before = before
        self.after = after
        self.budget = Budget(PLACES_PER_PAGE)
        self._take(row)

    def improve(self) -> bool:
        """Move blocks until nothing is saved by it; tell whether that took at most as many steps as it may."""
        try:
            for _ in range(ROUNDS):
                moves = (*self._texts_moved(), *self._texts_exchanged(), *self._headings_moved())
                cheapest = min(moves, key=lambda move: move.dearer, default=None)
                if not cheapest:
                    break
                self._take(cheapest.row)
        except OutOfStepsError:
            return False
        return True

    def end(self) -> tuple[int, int, int]:
        """Return the last block, heading, and heading with a place in an order."""
        if not self.row:
            return self.before
        order = next((index for index in reversed(self.row) if self.blocks[index].keys), self.before[2])
        return self.row[-1], self.owners[-1], order

    def _take(self, row: Sequence[int]) -> None:
        """Take an order of the blocks, and work out whose text is where."""
        self.row = list(row)
        self.owners = []
        owner = self.before[1]
        for index in self.row:
            owner = index if self.blocks[index].heads else owner
            self.owners.append(owner)

    def _moved(self, at: int, to: int) -> list[int]:
        row = [*self.row[:at], *self.row[at + 1 :]]
        row.insert(to, self.row[at])
        return row

    def _texts(self) -> list[int]:
        return [n for n, index in enumerate(self.row) if not self.blocks[index].heads and self.owners[n] >= 0]

    def _at(self, place: int) -> int:
        if place < 0:
            return self.before[0]
        return self.row[place] if place < len(self.row) else self.after

    def _pair(self, first: int, second: int) -> float:
        """Return what it costs that a block follows another; on the page, also by how far the file has them apart."""
        if first < 0 or second < 0:
            return 0.0
        here = first != self.before[0] and second != self.after
        return self.evidence.pair[first, second] + (far(first, second) if here else 0.0)

    def _texts_moved(self) -> Iterator[Move]:
        ends = [n + 1 == len(self.row) or self.blocks[self.row[n + 1]].heads for n in range(len(self.row))]
        for at in self._texts():
            index = self.row[at]
            above, below = self._at(at - 1), self._at(at + 1)
            saved = self._pair(above, index) + self._pair(index, below) - self._pair(above, below)
            saved += self.evidence.owner[self.owners[at], index]
            for behind, first in enumerate(self.row):
                owner = self.owners[behind]
                if owner < 0 or behind in (at - 1, at) or not (ends[behind] or first == owner):
                    continue
                self.budget.spend()
                second = self._at(behind + 1)
                cost = self._pair(first, index) + self._pair(index, second) - self._pair(first, second)
                dearer = cost + self.evidence.owner[owner, index] - saved
                if dearer < -MOVED:
                    yield Move(dearer, self._moved(at, behind if behind > at else behind + 1))

    def _texts_exchanged(self) -> Iterator[Move]:
        texts = [at for at in self._texts() if self.blocks[self.row[at]].kind not in WORDLESS]
        owned = self.evidence.owner
        for number, one in enumerate(texts):
            first, mine = self.row[one], self.owners[one]
            for other in texts[number + 1 :]:
                self.budget.spend()
                second, yours = self.row[other], self.owners[other]
                better = owned[yours, first] + owned[mine, second] < owned[mine, first] + owned[yours, second]
                if mine == yours or not better:
                    continue
                dearer = self._replaced(one, second) + self._replaced(other, first)
                if dearer < -MOVED:
                    row = list(self.row)
                    row[one], row[other] = second, first
                    yield Move(dearer, row)

    def _replaced(self, at: int, new: int) -> float:
        """Return how much dearer it is if another text is in a place."""
        old, above, below = self.row[at], self._at(at - 1), self._at(at + 1)
        cost = self._pair(above, new) + self._pair(new, below) - self._pair(above, old) - self._pair(old, below)
        return cost + self.evidence.owner[self.owners[at], new] - self.evidence.owner[self.owners[at], old]

    def _headings_moved(self) -> Iterator[Move]:
        keyed = [n for n, index in enumerate(self.row) if self.blocks[index].keys]
        ascends = self.evidence.ascends
        descents = [pair for pair in pairwise(keyed) if ascends[self.row[pair[0]], self.row[pair[1]]] >= DESCENT]
        for at in sorted({place for pair in descents for place in pair}):
            self.budget.spend(2 * len(self.row) ** 2)
            cost = self._price(self.row)
            for to in range(len(self.row)):
                row = self._moved(at, to)
                dearer = self._price(row) - cost
                if dearer < -MOVED:
                    yield Move(dearer, row)

    def _price(self, row: Sequence[int]) -> float:
        """Return what an order of the page costs."""
        last, owner, order = self.before
        cost = 0.0
        for index in row:
            cost += self._pair(last, index)
            if self.blocks[index].heads:
                owner = index
            elif owner >= 0:
                cost += self.evidence.owner[owner, index]
            if self.blocks[index].keys:
                cost += self.evidence.ascends[order, index] if order >= 0 else 0.0
                order = index
            last = index
        return cost + self._pair(last, self.after)


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
    """Whether its heading is in the other column of the page."""


class PlaceOdds(NamedTuple):
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


def judge(found: Found, evidence: Evidence, ways: Ways) -> dict[int, PlaceOdds]:
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
        judged[index] = PlaceOdds(min(others, key=lambda other: (others[other], other)), share_right(signs))
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


def mixed(found: Found, blocks: Sequence[ColumnBlock], judged: Mapping[int, PlaceOdds]) -> dict[int, PlaceOdds]:
    """Return what is to be thought of texts among lines of several texts that run together, by index.

    Their lines belong to what is printed near: where no other heading was tried, the nearest in the file is the rival.
    """
    owners = owners_of(found, blocks)
    marked: dict[int, PlaceOdds] = {}
    for index in among_mixed_lines(blocks, [(index, page) for index, page, _ in found]):
        others = (other for other, block in enumerate(blocks) if block.heads and other != owners[index])
        nearest = PlaceOdds(min(others, key=lambda other: abs(other - index), default=-1), RIGHT)
        rival, sure, _ = judged.get(index, nearest)
        marked[index] = PlaceOdds(rival, min(sure, RIGHT), mixed=True)
    return marked

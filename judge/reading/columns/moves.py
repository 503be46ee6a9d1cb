"""What is done with an order after the search for the columns: texts are moved, and how sure each place is.

The columns are found block by block in the order of the file, so a paragraph that the file has before its heading is
left there. `move_blocks` puts such a text at the beginning or at the end of another entry of its page, and a heading
that is out of order to another place. Prices are those of `order_prices.py`, and how far a text is put from where the
file has it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from judge.core.errors import check_deadline
from judge.reading.columns.column_blocks import ColumnBlock
from judge.reading.columns.order_prices import DESCENT, Evidence, descends, descents

MOVED = 1.5
"""What a move must save."""
FAR, FAR_SLACK, FAR_MOST = 0.35, 2, 4.0
"""A text is moved below one that is elsewhere in the file: cost of each block between them, blocks that are for
nothing, and the most."""
ROUNDS = 8
"""Most moves on a page; each may make way for another."""
REACH = 60
"""Places before and after a text to which it may be moved, in blocks; a full page has about forty."""
STRAY_MOST = 4
"""Pairs of headings out of order on a page whose columns were found; where there are more, none is moved. Each is tried
at some hundred places."""
Found = Sequence[tuple[int, int, int]]
"""Index, page and column of each block, in the order of reading."""
Ways = Mapping[int, Mapping[int, float]]
"""Of each block, what it costs to be under a heading, by the headings under which it was tried."""


def move_blocks(found: Found, evidence: Evidence) -> Found:
    """Move blocks within their pages while that makes the order cheaper; a picture stays after what is above it."""
    blocks = evidence.blocks
    pages = [list(row) for _, row in groupby(found, key=lambda place: place[1])]
    solid = [[index for index, _, _ in places if blocks[index].kind != "aside"] for places in pages]
    moved: list[tuple[int, int, int]] = []
    owner = last = -1
    for number, places in enumerate(pages):
        behind: dict[int, list[int]] = {-1: []}
        for index, _, _ in places:
            above = next(reversed(behind)) if blocks[index].kind == "aside" else index
            behind.setdefault(above, []).append(index)
        after = next((row[0] for row in solid[number + 1 :] if row), -1)
        page = _Page(solid[number], evidence, owner, last, after)
        page.improve()
        order = [index for one in (-1, *page.row) for index in behind[one]]
        moved += ((index, *place[1:]) for index, place in zip(order, places, strict=True))
        owner, last = (page.owners[-1], page.row[-1]) if page.row else (owner, last)
    return moved


class _Page:
    """The blocks of one page in the order of reading."""

    def __init__(self, row: Sequence[int], evidence: Evidence, owner: int, last: int, after: int) -> None:
        """Take a page, with the heading and the block before it and the block after it, or -1."""
        self.row = list(row)
        self.evidence = evidence
        self.blocks = evidence.blocks
        self.above = owner
        self.last, self.after = last, after

    @property
    def owners(self) -> list[int]:
        """The heading of each block."""
        owners = owners_of(self.row, self.blocks, self.above)
        return [owners[index] for index in self.row]

    def improve(self) -> None:
        """Move the block that saves most, until nothing is saved by it."""
        for _ in range(ROUNDS):
            check_deadline()
            dearer, at, to = min((*self._text_moves(), *self._heading_moves()), default=(0.0, 0, 0))
            if dearer >= -MOVED:
                break
            self.row = self._moved(at, to)

    def _moved(self, at: int, to: int) -> list[int]:
        """Return the row with a block after the one at another place."""
        row = list(self.row)
        row.insert(to if to > at else to + 1, row.pop(at))
        return row

    def _heading_moves(self) -> Iterator[tuple[float, int, int]]:
        """Yield how much dearer it is that a heading out of order comes after the block at another place."""
        keyed = [place for place, index in enumerate(self.row) if self.blocks[index].key]
        stray = [pair for pair in pairwise(keyed) if descends(*(self.blocks[self.row[place]] for place in pair))]
        for at in sorted({place for pair in stray for place in pair}) if len(stray) <= STRAY_MOST else ():
            first, end = max(0, at - REACH), min(len(self.row), at + REACH)
            cost = self._price(self.row[first:end])
            for to in range(first, end):
                if to not in (at - 1, at):
                    yield self._price(self._moved(at, to)[first:end]) - cost, at, to

    def _price(self, row: Sequence[int]) -> float:
        """Return what a stretch of the page costs."""
        owners = owners_of(row, self.blocks, self.above)
        cost = sum(self._pair(first, second) for first, second in pairwise((self.last, *row, self.after)))
        cost += sum(self.evidence.owner(owners[n], n) for n in row if owners[n] not in (n, -1))
        return cost + DESCENT * descents(self.blocks, row)

    def _text_moves(self) -> Iterator[tuple[float, int, int]]:
        """Yield how much dearer it is that a text comes after the block at another place."""
        owners, owned = self.owners, self.evidence.owner
        heads = [self.blocks[index].heads for index in self.row]
        ends = [*heads[1:], True]
        for at, index in enumerate(self.row):
            if heads[at] or owners[at] < 0:
                continue
            above, below = self._at(at - 1), self._at(at + 1)
            saved = self._pair(above, index) + self._pair(index, below) - self._pair(above, below)
            saved += owned(owners[at], index)
            for to in range(max(0, at - REACH), min(len(self.row), at + REACH)):
                owner = owners[to]
                if owner < 0 or to in (at - 1, at) or not (ends[to] or heads[to]):
                    continue
                first, second = self.row[to], self._at(to + 1)
                cost = self._pair(first, index) + self._pair(index, second) - self._pair(first, second)
                yield cost + owned(owner, index) - saved, at, to

    def _at(self, place: int) -> int:
        if place < 0:
            return self.last
        return self.row[place] if place < len(self.row) else self.after

    def _pair(self, first: int, second: int) -> float:
        """Return what it costs that a block follows another; on the page, also by how far the file has them apart."""
        if first < 0 or second < 0:
            return 0.0
        cost = self.evidence.pair(first, second)
        if first == self.last or second == self.after:
            return cost
        return cost + min(FAR_MOST, FAR * max(0, abs(second - first) - FAR_SLACK))


ENOUGH = 0.96
"""How often places must be right that are called sure. At 0.9, fewer of the wrong ones would be marked than four in
five."""
UNSEEN = 6.0
"""What it costs in the search to be under a heading under which it did not try a block."""
LEAST, MOST = -6.0, 8.0
"""Bounds of how much a heading is preferred to others."""
BASE, SLOPE = 2.0, 0.45
"""The odds that a place is right: that of one that is preferred to no other, and what each unit of cost adds."""
RIGHT = 0.5
"""How often a text among mixed lines is taken to be where it belongs; its lines belong to several places."""


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


def owners_of(order: Sequence[int], blocks: Sequence[ColumnBlock], owner: int = -1) -> dict[int, int]:
    """Return the heading before each block; before the first heading, the one that is given."""
    owners: dict[int, int] = {}
    for index in order:
        owner = index if blocks[index].heads else owner
        owners[index] = owner
    return owners


def judge(found: Found, blocks: Sequence[ColumnBlock], ways: Ways) -> dict[int, PlaceOdds]:
    """Say of each text that may belong elsewhere where, and how sure its place is.

    Args:
        found: all blocks in the order of reading.
        blocks: in the order of the file.
        ways: what the places of each block cost in the search.
    """
    owners = owners_of([index for index, _, _ in found], blocks)
    judged = {}
    for index, owner in owners.items():
        own = ways[index].get(owner, UNSEEN)
        others = {other: cost - own for other, cost in ways[index].items() if other not in (-1, owner)}
        if others and owner >= 0 and not blocks[index].heads and blocks[index].kind != "aside":
            together = -math.log(sum(math.exp(-max(LEAST, min(MOST, cost))) for cost in others.values()))
            preferred = max(LEAST, min(MOST, together))
            rival = min(others, key=lambda other: (others[other], other))
            judged[index] = PlaceOdds(rival, 1 / (1 + math.exp(-BASE - SLOPE * preferred)))
    for index in _among_mixed_lines(found, blocks):
        if index in judged:
            judged[index] = PlaceOdds(judged[index].rival, min(judged[index].sure, RIGHT), mixed=True)
    return judged


def _among_mixed_lines(found: Found, blocks: Sequence[ColumnBlock]) -> Iterator[int]:
    """Yield the texts among mixed lines: on each page, what the file has from the first mixed text to the last."""
    for _, row in groupby(found, key=lambda place: place[1]):
        indexes = [index for index, _, _ in row]
        mixed = [index for index in indexes if blocks[index].mixed]
        if mixed:
            among = (index for index in indexes if min(mixed) <= index <= max(mixed))
            yield from (index for index in among if not blocks[index].heads and blocks[index].kind != "aside")

"""Texts that change places: after the search, every exchange that fits better on both sides is made.

The search weighs one block after the other, and inversions are mended one by one, so two texts that stand under each
other's heading stay there: each of the two moves alone makes things worse. Here a text may also move to its heading
from anywhere on its page, and two texts may change places. What a place costs is what it costs in `evidence`, and on
top of that, under one heading a text is not printed twice, and the members of a series are under one.

The same sums tell how much dearer the other places of each text are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence

from judge.reading.columns.blocks import Budget, OutOfStepsError
from judge.reading.columns.evidence import Evidence

MOVED = 2.5
"""What a move or an exchange must save; the same as for an inversion."""
TWICE = 3.0
"""An entry prints the same text twice."""
PARTED = 2.0
"""A member of a series stands under another heading than most of it."""
FAR, FAR_SLACK, FAR_MOST = 0.5, 3, 4.0
"""A text is moved below one that stands elsewhere in the file: cost of each block between them, blocks that are for
nothing, and the most."""
ROUNDS = 6
"""Moves and exchanges are looked for again so often, as one may make way for another."""
PLACES_PER_PAGE = 60_000
"""Places that are looked at on one page."""


def far(block: int, before: int) -> float:
    """Return what it costs that the file has a block far from the one that it is behind in its column."""
    return min(FAR_MOST, FAR * max(0, abs(block - before) - FAR_SLACK))


class Page:
    """The blocks of one page in the order of reading, without pictures."""

    def __init__(self, row: Sequence[int], evidence: Evidence, before: tuple[int, int], behind: int) -> None:
        """Prepare a page.

        Args:
            row: its blocks, by index.
            evidence: what places cost.
            before: the last block and the last heading of the page before.
            behind: the first block of the next page, or -1.
        """
        self.row = list(row)
        self.evidence = evidence
        self.blocks = evidence.blocks
        self.before = before
        self.behind = behind
        self.budget = Budget(PLACES_PER_PAGE)
        self._refresh()

    def improve(self) -> None:
        """Move and exchange texts until nothing is saved by it."""
        try:
            for _ in range(ROUNDS):
                if not (self._move_best() or self._exchange_best()):
                    return
        except OutOfStepsError:
            return

    def ways(self) -> dict[int, dict[int, float]]:
        """Return how much dearer the places of each text under other headings are, the best under each."""
        self.budget = Budget(PLACES_PER_PAGE)
        found: dict[int, dict[int, float]] = {}
        try:
            for at in self._texts():
                own = found[self.row[at]] = {}
                for to, dearer in self._moves(at):
                    own[self.owners[to]] = min(dearer, own.get(self.owners[to], math.inf))
        except OutOfStepsError:
            pass
        return found

    def _refresh(self) -> None:
        """Work out whose text stands where."""
        self.owners = []
        owner = self.before[1]
        for index in self.row:
            owner = index if self.blocks[index].heads else owner
            self.owners.append(owner)
        self.printed = Counter((owner, self.blocks[n].text) for owner, n in zip(self.owners, self.row, strict=True))
        series = self.evidence.meaning.series
        self.members = Counter((owner, series.get(n, -1)) for owner, n in zip(self.owners, self.row, strict=True))

    def _texts(self) -> Iterator[int]:
        for at, index in enumerate(self.row):
            if not self.blocks[index].heads and self.owners[at] >= 0:
                yield at

    def _pair(self, first: int, second: int) -> float:
        return self.evidence.pair[first, second] if first >= 0 and second >= 0 else 0.0

    def _at(self, place: int) -> int:
        if place < 0:
            return self.before[0]
        return self.row[place] if place < len(self.row) else self.behind

    def _owned(self, owner: int, index: int, *, here: bool) -> float:
        """Return what it costs that a text belongs to a heading; `here` where it does already."""
        cost = self.evidence.owner[owner, index]
        cost += TWICE if self.printed[owner, self.blocks[index].text] > here else 0.0
        series = self.evidence.meaning.series.get(index)
        if series is not None:
            own = self.members[owner, series] - here
            most = max(count - (here and one == owner) for (one, of), count in self.members.items() if of == series)
            cost += PARTED if own < most else 0.0
        return cost

    def _moves(self, at: int) -> Iterator[tuple[int, float]]:
        """Yield each place below another heading and how much dearer it is, by the block that it is then behind."""
        index, owner = self.row[at], self.owners[at]
        above, below = self._at(at - 1), self._at(at + 1)
        saved = self._pair(above, index) + self._pair(index, below) - self._pair(above, below)
        saved += self._owned(owner, index, here=True) + (far(index, above) if above >= 0 else 0.0)
        for to in range(len(self.row)):
            other, last = self.owners[to], to + 1 == len(self.row) or self.blocks[self.row[to + 1]].heads
            if other in (owner, -1) or not (last or self.row[to] == other):
                continue
            self.budget.spend()
            first, second = self.row[to], self._at(to + 1)
            cost = self._pair(first, index) + self._pair(index, second) - self._pair(first, second)
            yield to, cost + self._owned(other, index, here=False) + far(index, first) - saved

    def _move_best(self) -> bool:
        ways = ((dearer, at, to) for at in self._texts() for to, dearer in self._moves(at))
        dearer, at, to = min(ways, default=(0.0, 0, 0))
        if dearer >= -MOVED:
            return False
        index = self.row.pop(at)
        self.row.insert(to if to > at else to + 1, index)
        self._refresh()
        return True

    def _exchange_best(self) -> bool:
        texts = list(self._texts())
        ways = (
            (self._exchanged(one, other), one, other)
            for number, one in enumerate(texts)
            for other in texts[number + 1 :]
            if self.owners[one] != self.owners[other] and self._gains(one, other)
        )
        dearer, one, other = min(ways, default=(0.0, 0, 0))
        if dearer >= -MOVED:
            return False
        self.row[one], self.row[other] = self.row[other], self.row[one]
        self._refresh()
        return True

    def _gains(self, one: int, other: int) -> bool:
        """Tell whether either of two texts fits better under the heading of the other."""
        self.budget.spend()
        owned, (first, second) = self.evidence.owner, (self.row[one], self.row[other])
        mine, yours = self.owners[one], self.owners[other]
        return owned[yours, first] + owned[mine, second] < owned[mine, first] + owned[yours, second]

    def _exchanged(self, one: int, other: int) -> float:
        """Return how much dearer it is if two texts change places."""
        if other == one + 1:
            return 0.0
        cost = 0.0
        for at, to in ((one, other), (other, one)):
            old, new = self.row[at], self.row[to]
            above, below = self._at(at - 1), self._at(at + 1)
            cost += self._pair(above, new) + self._pair(new, below) - self._pair(above, old) - self._pair(old, below)
            cost += self._owned(self.owners[at], new, here=False) - self._owned(self.owners[at], old, here=True)
        return cost

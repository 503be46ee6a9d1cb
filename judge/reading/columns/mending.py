"""Inversions put right: blocks that the file has before or behind their place in a column.

The search keeps the order of the file inside a column. Where that order was broken (a paragraph before its heading, a
bullet behind the heading that follows it, a heading at the end of its page), a block is moved on its page, if what
that saves is more than how rare such a thing is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from judge.reading.columns.blocks import MOVES_PER_PAGE, Budget, ColumnBlock, OutOfStepsError
from judge.reading.columns.evidence import DESCENT, Evidence, ascends

MOVED, EACH, MOST = 2.5, 0.75, 6.0
"""What a move must save: for any, for each block that it passes, and the most."""
SUSPECT = 2.0
"""What a block must cost where it is before another place is looked for."""
NEAR = 2
"""How far a heading is moved that keeps the order of headings where it is."""
FAST = 4
"""Blocks before a move that cost one step to look at."""
ROUNDS = 2
"""How often a page is gone through; a move may make way for another."""


def mend_inversions(
    pages: Sequence[Sequence[int]], blocks: Sequence[ColumnBlock], evidence: Evidence, budget: Budget
) -> tuple[list[list[int]], list[int]]:
    """Move blocks on their pages until nothing is saved by it.

    A page that takes too many steps stays as it is.

    Args:
        pages: the indexes of the blocks of each page in the order of reading.
        blocks: all blocks.
        evidence: costs of neighbours and owners.
        budget: blocks that may be looked at on all pages.

    Returns:
        The pages, and the indexes of those that took too many steps.
    """
    mended: list[list[int]] = []
    given_up: list[int] = []
    owner = order = last = -1
    for number, page in enumerate(pages):
        own = Budget(min(MOVES_PER_PAGE, budget.left))
        row = _Row(list(page), blocks, evidence, (last, owner, order), own)
        whole = own.left
        try:
            row.mend()
        except OutOfStepsError:
            row.page = list(page)
            given_up.append(number)
        budget.left -= whole - max(own.left, 0)
        mended.append(row.page)
        last, owner, order = row.end()
    return mended, given_up


class _Row:
    """The blocks of one page in the order of reading."""

    def __init__(
        self,
        page: list[int],
        blocks: Sequence[ColumnBlock],
        evidence: Evidence,
        before: tuple[int, int, int],
        budget: Budget,
    ) -> None:
        self.page = page
        self.blocks = blocks
        self.evidence = evidence
        self.budget = budget
        self.before = before
        """The last block, heading and ordered heading of the page before."""
        self.costs: dict[tuple[int, int], float] = {}
        """What stretches of the page cost as it stands."""

    def mend(self) -> None:
        for _ in range(ROUNDS):
            moved = [block for block in sorted(self.page, key=self._rank) if self._move(block)]
            if not moved:
                return

    def _rank(self, index: int) -> tuple[bool, int]:
        """Rank paragraphs before all else, as one that opens an entry explains what else stands wrong there."""
        return self.blocks[index].kind != "text", index

    def end(self) -> tuple[int, int, int]:
        """Return the last block, heading and ordered heading."""
        return self._after(self.page)

    def _after(self, row: Sequence[int]) -> tuple[int, int, int]:
        """Return the last block, heading and ordered heading when blocks of this page have been read."""
        last, owner, order = self.before
        blocks = self.blocks
        last = next((n for n in reversed(row) if blocks[n].kind != "aside"), last)
        owner = next((n for n in reversed(row) if blocks[n].heads), owner)
        order = next((n for n in reversed(row) if blocks[n].keys), order)
        return last, owner, order

    def _move(self, block: int) -> bool:
        """Move a block to where it costs least, if that is worth it."""
        at = self.page.index(block)
        if self.blocks[block].kind == "aside" or not self._is_suspect(at):
            return False
        best, target = 0.0, at
        for to in self._targets(at):
            gain = self._gain(at, to) - min(MOST, MOVED + EACH * (abs(to - at) - 1))
            if gain > best:
                best, target = gain, to
        if target != at:
            self.page.insert(target, self.page.pop(at))
            self.costs.clear()
        return target != at

    def _is_suspect(self, at: int) -> bool:
        """Tell whether a move may save enough: by what a block costs where it is.

        A paragraph may always have to open its entry.
        """
        if self.blocks[self.page[at]].kind == "text":
            return True
        behind = next((n for n in self.page[at + 1 :] if self.blocks[n].kind != "aside"), -1)
        context = self._context(at)
        self.budget.spend()
        return self._cost([self.page[at]], context, behind) >= SUSPECT

    def _targets(self, at: int) -> Iterator[int]:
        """Yield where a block may go: a text to the beginning or the end of an entry, a heading a little way.

        A heading out of order may go anywhere.
        """
        self.budget.spend(len(self.page))
        heading = self.blocks[self.page[at]].heads
        far = not heading or self._is_stray(at)
        for to in range(len(self.page)):
            near = abs(to - at) <= NEAR
            if to != at and (near or far) and (heading or abs(to - at) == 1 or self._is_seam(at, to)):
                yield to

    def _is_stray(self, at: int) -> bool:
        """Tell whether a heading stands behind one that follows it, or before one that it follows."""
        block = self.blocks[self.page[at]]
        keyed = [n for n in self.page if self.blocks[n].keys]
        if not block.keys:
            return False
        own = keyed.index(self.page[at])
        around = [self.blocks[n] for n in keyed[max(own - 1, 0) : own + 2]]
        return any(ascends(first, second) >= DESCENT for first, second in pairwise(around))

    def _is_seam(self, at: int, to: int) -> bool:
        """Tell whether a heading stands before or behind the new place."""
        places = (to - 1, to) if to < at else (to, to + 1)
        return any(self.blocks[self.page[n]].heads for n in places if 0 <= n < len(self.page))

    def _gain(self, at: int, to: int) -> float:
        """Return what a move saves: the costs of the stretch between the two places, before and after."""
        low, high = min(at, to), max(at, to) + 1
        while high < len(self.page) and not self.blocks[self.page[high - 1]].keys:
            high += 1
        stretch = self.page[low:high]
        moved = list(stretch)
        moved.insert(to - low, moved.pop(at - low))
        context = self._context(low)
        behind = next((n for n in self.page[high:] if self.blocks[n].kind != "aside"), -1)
        self.budget.spend(2 * len(stretch))
        if (low, high) not in self.costs:
            self.costs[low, high] = self._cost(stretch, context, behind)
        return self.costs[low, high] - self._cost(moved, context, behind)

    def _context(self, position: int) -> tuple[int, int, int]:
        self.budget.spend(position // FAST)
        return self._after(self.page[:position])

    def _cost(self, row: Sequence[int], context: tuple[int, int, int], behind: int) -> float:
        """Return what an order of blocks costs."""
        last, owner, order = context
        blocks, pair, owned = self.blocks, self.evidence.pair, self.evidence.owner
        cost = 0.0
        for index in row:
            block = blocks[index]
            if block.kind == "aside":
                continue
            if last >= 0:
                cost += pair[last, index]
            if block.heads:
                owner = index
            elif owner >= 0:
                cost += owned[owner, index]
            if block.keys:
                cost += self.evidence.ascends[order, index] if order >= 0 else 0.0
                order = index
            last = index
        return cost + (pair[last, behind] if last >= 0 and behind >= 0 else 0.0)

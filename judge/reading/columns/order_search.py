"""The search for the columns of woven blocks: dynamic programming over their order in the file, with a beam.

Each block goes into the left or the right column of its page, below what is there; between two blocks a page may turn.
What a column was left with (last block, last heading, height) is all that later costs rest on, so of the ways that
leave both columns alike only the cheapest is gone on with. Every way that was looked at is kept as an edge, and tells
what it would cost to put a block elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from judge.reading.columns.blocks import ALPHABET, OPENING, Budget, ColumnBlock
from judge.reading.columns.evidence import COUNTS_ON, DESCENT, Evidence

WIDTH = 32
"""How many ways are gone on with behind each block."""
HOPELESS = 14.0
"""A way that costs so much more than the cheapest is dropped."""
LEFT, RIGHT = 0, 1

BACKWARDS, BACK_SLACK, BACK_MOST = 0.35, 2, 3.5
"""A block's top stands higher than that of the block before it in the file: cost of a line, lines that are for
nothing, and the most, as the end of a page is often written column by column."""
OVERFULL, OVER_SLACK = 0.4, 2
"""A column is higher than a full one: cost of a line, and lines that are for nothing."""
OPENS_RIGHT = 2.0
"""A part of the document, which mostly begins a page, stands in a right column."""
UNMARKED = 2.0
"""The page turns where no break is marked, in a stretch that is too long for one page."""
SEAM_MOST = 9.0
"""The most that it costs that the text at the top of the right column does not fit the last heading of the left."""
UNTURNED = 6.0
"""The page does not turn where a break is marked."""
FILLED = 1.3
"""Columns that must be full before a page turns without a mark."""
TWO_PAGES = 2.8
"""Columns that a stretch between two marks must fill before a page may turn inside it."""


class Column(NamedTuple):
    """What one column of the page at hand was left with."""

    last: int = -1
    """Its last block that is not an aside."""
    owner: int = -1
    """The heading that text belongs to; in a right column without one, that at the end of the left."""
    order: int = -1
    """The last heading that has a place in an order."""
    number: int = -1
    """The last number of a numbered list; 0 behind a heading, -1 where it is not known."""
    height: int = 0


@dataclass(slots=True, eq=False)
class State:
    """The cheapest way to one state of both columns."""

    cost: float
    columns: tuple[Column, Column]
    top: int = 0
    """Where in its column the last block begins."""
    lead: tuple[int, ...] = ()
    """Blocks of the right column before its first heading."""
    led: int = -1
    """The first heading of the right column."""
    edges: list[Edge] = field(default_factory=list)
    """The ways here, the cheapest first."""
    rest: float = float("inf")
    """What the cheapest way from here to the end costs."""

    @property
    def column(self) -> int:
        """The column of the last block."""
        return self.edges[0].column if self.edges else LEFT


class Page(NamedTuple):
    """The page on which a block may be put."""

    before: State
    """The cheapest way to what stands before the block."""
    cost: float
    """What it costs that the page turned, or did not turn."""
    turned: bool
    state: State
    """The same way, on the page at hand."""


class Edge(NamedTuple):
    """One block put in one place."""

    before: State
    cost: float
    turned: bool
    """Whether the page turned before the block."""
    column: int
    owner: int
    """The heading that it then belongs to."""


Found = dict[tuple[Column, Column, int, int], State]
"""The cheapest way to each state: both columns, where the last block begins, the first heading of the right column."""


class Search:
    """The search over the blocks of one document."""

    def __init__(
        self,
        blocks: Sequence[ColumnBlock],
        evidence: Evidence,
        capacity: float,
        wanted: Mapping[int, int],
        budget: Budget,
    ) -> None:
        """Prepare the search.

        Args:
            blocks: in the order of the file.
            evidence: the costs of neighbours and owners.
            capacity: lines of a full column.
            wanted: headings under which the owner of the site wants blocks, both by index.
            budget: places that may be tried.
        """
        self.blocks = blocks
        self.budget = budget
        self.evidence = evidence
        self.capacity = capacity
        self.wanted = wanted
        self.may_turn = long_stretches(blocks, TWO_PAGES * capacity)

    def run(self) -> list[list[State]]:
        """Return the states behind each block, from before the first to behind the last, cheapest first.

        Raises:
            OutOfStepsError: the budget is spent.
        """
        layers = [[State(0.0, (Column(number=0), Column()))]]
        for index in range(len(self.blocks)):
            layers.append(self._step(layers[-1], index))
        for state in layers[-1]:
            state.rest = self._seam(state)
        for layer in reversed(layers):
            for state in layer:
                for before, cost, *_ in state.edges:
                    before.rest = min(before.rest, cost + state.rest)
        return layers

    def _step(self, layer: Sequence[State], index: int) -> list[State]:
        found: Found = {}
        below: dict[Column, tuple[Column, float]] = {}
        block = self.blocks[index]
        for before in layer:
            for page in self._pages(before, index):
                for column in (LEFT, RIGHT) if block.lines else (page.state.column,):
                    old = page.state.columns[column]
                    if old not in below:
                        below[old] = self._below(old, index), self._joins(old, index)
                    self._place(found, page, column, index, *below[old])
        ordered = sorted(found.values(), key=lambda state: state.cost)
        if block.turn:  # what follows tells whether it was right to turn the page
            ordered = [*_first(ordered, turned=True), *_first(ordered, turned=False)]
        return [state for state in ordered[:WIDTH] if state.cost <= ordered[0].cost + HOPELESS]

    def _pages(self, state: State, index: int) -> Iterator[Page]:
        """Yield the state on the page at hand and, where the page may turn, on the next one, with what that costs."""
        left, right = state.columns
        marked = self.blocks[index].turn
        yield Page(state, UNTURNED if marked and left.height else 0.0, False, state)
        filled = index in self.may_turn and left.height + right.height > FILLED * self.capacity
        if not left.height or not (marked or filled):
            return
        cost = self._seam(state) + (0.0 if marked else UNMARKED)
        end = right if right.last >= 0 else left
        if right.owner < 0:
            end = end._replace(owner=left.owner, order=left.order)
        top = end._replace(height=0)
        yield Page(state, cost, True, State(state.cost + cost, (top, Column())))

    def _seam(self, state: State) -> float:
        """Return what it costs that the right column goes on where the left one ends."""
        self.budget.spend()
        left = state.columns[LEFT]
        first = next((n for n in (*state.lead, state.led) if n >= 0 and self.blocks[n].kind != "aside"), -1)
        cost = self.evidence.pair[left.last, first] if left.last >= 0 and first >= 0 else 0.0
        if left.owner >= 0:
            cost += min(SEAM_MOST, sum(self._owned(left.owner, block) for block in state.lead))
        cost += self._changes(left.owner, state.led) if state.led >= 0 else 0.0
        numbered = next((self.blocks[n].number for n in state.lead if self.blocks[n].number), 0)
        return cost + (self._counts(left.number, numbered) if numbered else 0.0)

    def _place(self, found: Found, page: Page, column: int, index: int, new: Column, joins: float) -> None:
        """Put a block into a column and keep the way if it is the cheapest to its state, or as an edge if not."""
        self.budget.spend()
        block = self.blocks[index]
        state = page.state
        old = state.columns[column]
        cost = page.cost + joins + self._height(state, old, block)
        if block.series == OPENING and column == RIGHT:
            cost += OPENS_RIGHT
        if block.keys:
            cost += self._order(state, column, index)
        columns = (new, state.columns[RIGHT]) if column == LEFT else (state.columns[LEFT], new)
        lead, led = state.lead, state.led
        if column == RIGHT and led < 0:
            lead, led = (lead, index) if block.heads else ((*lead, index), led)
        edge = Edge(page.before, cost, page.turned, column, new.owner)
        total = page.before.cost + cost
        key = (*columns, old.height, led)
        known = found.get(key)
        if not known:
            found[key] = State(total, columns, old.height, lead, led, [edge])
        elif total < known.cost:
            found[key] = State(total, columns, old.height, lead, led, [edge, *known.edges])
        else:
            known.edges.append(edge)

    def _joins(self, column: Column, index: int) -> float:
        """Return what it costs that a block follows what a column was left with, wherever that column stands."""
        block = self.blocks[index]
        cost = self.evidence.pair[column.last, index] if column.last >= 0 else 0.0
        if block.heads:
            cost += self._changes(column.owner, index)
        elif column.owner >= 0:
            cost += self._owned(column.owner, index)
        return cost + (self._counts(column.number, block.number) if block.number else 0.0)

    def _below(self, column: Column, index: int) -> Column:
        """Return what a column is left with when a block was put into it."""
        block = self.blocks[index]
        height = column.height + block.lines
        if block.kind == "aside":
            return column._replace(height=height)
        if not block.heads:
            order = index if block.keys else column.order
            return Column(index, column.owner, order, block.number or column.number, height)
        stray = block.keys and column.order >= 0 and self.evidence.ascends[column.order, index] >= DESCENT
        order = index if block.keys and not stray else column.order
        if not block.keys and order >= 0 and self.blocks[order].series != ALPHABET:
            order = -1  # numbers may begin again below a heading without one
        return Column(index, index, order, 0, height)

    def _height(self, state: State, column: Column, block: ColumnBlock) -> float:
        back = state.top - column.height - BACK_SLACK
        cost = min(BACK_MOST, BACKWARDS * back) if back > 0 else 0.0
        over = column.height + block.lines - self.capacity - OVER_SLACK
        return cost + (OVERFULL * min(over, block.lines) if over > 0 else 0.0)

    def _order(self, state: State, column: int, index: int) -> float:
        """Return what it costs that a heading stands where it does, by those before it and in the other column."""
        left = state.columns[LEFT]
        own = state.columns[column].order
        if own < 0 and column == RIGHT and state.led < 0:
            own = left.order
            return DESCENT if own >= 0 and self.evidence.ascends[own, index] >= DESCENT else 0.0
        same = own >= 0 and self.blocks[own].series == self.blocks[index].series
        cost = self.evidence.ascends[own, index] if same else 0.0
        if column == LEFT and state.led >= 0 and self.evidence.ascends[index, state.led] >= DESCENT:
            cost += DESCENT
        return cost

    def _changes(self, owner: int, heading: int) -> float:
        """Return what it costs that a heading of another series follows, as a question behind a card."""
        if owner < 0 or self.blocks[owner].series == self.blocks[heading].series:
            return 0.0
        return self.evidence.ascends[owner, heading]

    def _owned(self, owner: int, index: int) -> float:
        cost = self.evidence.owner[owner, index]
        return cost + (UNWANTED if self.wanted.get(index, owner) != owner else 0.0)

    @staticmethod
    def _counts(before: int, number: int) -> float:
        """Return what it costs that a numbered item follows the number before it in its list."""
        if before < 0 or number == before + 1:
            return 0.0
        return COUNTS_ON


UNWANTED = 40.0
"""The owner of the site wants a block elsewhere."""


def _first(states: Sequence[State], *, turned: bool) -> list[State]:
    """Return the first states of a row before whose block the page turned, or did not turn."""
    return [state for state in states if state.edges[0].turned == turned][: WIDTH // 2]


def long_stretches(blocks: Sequence[ColumnBlock], length: float) -> frozenset[int]:
    """Return the blocks between two marked page breaks, by index, that are more lines than a page can have."""
    starts = [0, *(index for index, block in enumerate(blocks) if block.turn and index), len(blocks)]
    long = (
        range(start, end) for start, end in pairwise(starts) if sum(block.lines for block in blocks[start:end]) > length
    )
    return frozenset(index for stretch in long for index in stretch)

"""The search for the columns of woven blocks: dynamic programming over their order in the file, with a beam.

Each block goes into the left or the right column of its page, below what is there; between two blocks a page may turn.
What a column was left with (last block, last heading, height) is all that later costs rest on, so of the ways that
leave both columns alike only the cheapest is gone on with. Every way that was looked at is kept as an edge, and tells
what it would cost to put a block elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import NamedTuple

from judge.reading.columns.column_blocks import ALPHABET, OPENING, ColumnBlock, OutOfStepsError, for_places
from judge.reading.columns.moves import ColumnPage, Found, PlaceOdds, judge, mixed, owners_of
from judge.reading.columns.order_prices import (
    AMONG_ASIDES,
    COUNTS_ON,
    DESCENT,
    FROM_ASIDE,
    Evidence,
    is_mended,
    looks_woven,
)

WIDTH = 32
"""How many ways are gone on with after each block."""
LEFT, RIGHT = 0, 1
CAPACITY = 56.0
"""Lines of a full column where no page breaks are marked."""
USUAL_PAGE = 0.6
"""Which page of all, from the emptiest to the fullest, is taken for a full one."""

BACKWARDS, BACK_SLACK, BACK_MOST = 0.35, 1, 3.5
"""A block's top is higher than that of the block before it in the file: cost of a line, lines that are for
nothing, and the most, as the end of a page is often written column by column."""
OVERFULL = 0.4
"""A line of a column is one more than a full one has."""
OPENS_RIGHT = 2.0
"""A part of the document, which mostly begins a page, is in a right column."""
SEAM_MOST = 9.0
"""The most that it costs that the text at the top of the right column does not fit the last heading of the left."""
UNTURNED, UNMARKED = 6.0, 2.0
"""The page does not turn where a break is marked; it turns where none is, in a stretch that is too long for one."""
FILLED = 1.3
"""Columns that must be full before a page turns without a mark."""
TWO_PAGES = 2.8
"""Columns that a stretch between two marks must fill before a page may turn inside it."""


class ColumnEnd(NamedTuple):
    """What one column of the page at hand was left with."""

    last: int = -1
    """Its last block that is not an aside."""
    owner: int = -1
    """The heading that text belongs to; in a right column without one, that at the end of the left."""
    order: int = -1
    """The last heading that has a place in an order."""
    number: int = -1
    """The last number of a numbered list; 0 after a heading, -1 where it is not known."""
    height: int = 0
    in_aside: bool = False


@dataclass(slots=True, eq=False)
class OrderState:
    """The cheapest way to one state of both columns."""

    cost: float
    columns: tuple[ColumnEnd, ColumnEnd]
    side: int = LEFT
    """The column of the last block."""
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


class Edge(NamedTuple):
    """One block put in one place."""

    before: OrderState
    cost: float
    turned: bool
    """Whether the page turned before the block."""
    side: int
    owner: int
    """The heading that it then belongs to."""


class Search:
    """The search over the blocks of one document."""

    def __init__(self, evidence: Evidence) -> None:
        """Search the blocks of the evidence.

        Raises:
            OutOfStepsError: there are too many places to try.
        """
        self.blocks = evidence.blocks
        self.evidence = evidence
        self.budget = for_places(self.blocks)
        stretches = list(_stretches(self.blocks))
        self.capacity = _capacity(stretches, self.blocks)
        self.may_turn = frozenset(
            n for one in stretches if _height(one, self.blocks) > TWO_PAGES * self.capacity for n in one
        )
        self.layers = [[OrderState(0.0, (ColumnEnd(number=0), ColumnEnd()))]]
        """The states after each block, from before the first to after the last, cheapest first."""
        for index in range(len(self.blocks)):
            self.layers.append(self._step(self.layers[-1], index))
        for state in self.layers[-1]:
            state.rest = self._seam(state)
        for layer in reversed(self.layers):
            for state in layer:
                for edge in state.edges:
                    edge.before.rest = min(edge.before.rest, edge.cost + state.rest)
        self.path = self._path()
        """The cheapest way through all blocks."""
        self.found = self._read()
        """Index, page and column of each block, in the order of reading."""

    def ways(self) -> dict[int, dict[int, float]]:
        """Return what it costs that each block is under a heading, beyond the cheapest way of all."""
        best = min(state.cost + state.rest for state in self.layers[-1])
        pages = {index: page for index, page, _ in self.found}
        ends = {pages[index]: edge.owner for index, edge in enumerate(self.path) if edge.side == LEFT}
        ways: dict[int, dict[int, float]] = {}
        for index, edge in enumerate(self.path):
            end = ends.get(pages[index], edge.owner)
            own = ways[index] = {}
            for state in self.layers[index + 1]:
                for other in state.edges:
                    owner = other.owner if other.owner >= 0 else end
                    own[owner] = min(other.before.cost + other.cost + state.rest - best, own.get(owner, float("inf")))
        return ways

    def _path(self) -> list[Edge]:
        state = min(self.layers[-1], key=lambda state: state.cost + state.rest)
        path = []
        while state.edges:
            path.append(state.edges[0])
            state = state.edges[0].before
        return path[::-1]

    def _read(self) -> list[tuple[int, int, int]]:
        """Put each page's left column before its right one."""
        pages: list[tuple[list[int], list[int]]] = [([], [])]
        for index, edge in enumerate(self.path):
            if edge.turned:
                pages.append(([], []))
            pages[-1][edge.side].append(index)
        return [(n, page, side) for page, both in enumerate(pages) for side in (LEFT, RIGHT) for n in both[side]]

    def _step(self, layer: Sequence[OrderState], index: int) -> list[OrderState]:
        found: dict[tuple[ColumnEnd, ColumnEnd, int, int], OrderState] = {}
        below: dict[ColumnEnd, tuple[ColumnEnd, float]] = {}
        block = self.blocks[index]
        for before in layer:
            for turned, turning, state in self._pages(before, index):
                for side in (LEFT, RIGHT) if block.lines else (state.side,):
                    old = state.columns[side]
                    if old not in below:
                        below[old] = self._below(old, index), self._joins(old, index)
                    new, joins = below[old]
                    cost = turning + joins + self._placed(state, side, index)
                    edge = Edge(before, cost, turned, side, new.owner)
                    self._keep(found, edge, state, index, new)
        ordered = sorted(found.values(), key=lambda state: state.cost)
        if block.turn:  # what follows tells whether it was right to turn the page
            ordered = [*_first(ordered, turned=True), *_first(ordered, turned=False)]
        return ordered[:WIDTH]

    def _pages(self, state: OrderState, index: int) -> Iterator[tuple[bool, float, OrderState]]:
        """Yield whether the page turns before a block, what that costs, and the state on the page at hand."""
        left, right = state.columns
        marked = self.blocks[index].turn
        yield False, UNTURNED if marked and left.height else 0.0, state
        filled = index in self.may_turn and left.height + right.height > FILLED * self.capacity
        if left.height and (marked or filled):
            end = right if right.last >= 0 else left
            opened = right if right.owner >= 0 else left
            top = end._replace(owner=opened.owner, order=opened.order, height=0, in_aside=False)
            cost = self._seam(state) + (0.0 if marked else UNMARKED)
            yield True, cost, OrderState(state.cost + cost, (top, ColumnEnd()))

    def _seam(self, state: OrderState) -> float:
        """Return what it costs that the right column goes on where the left one ends."""
        left = state.columns[LEFT]
        first = next((n for n in (*state.lead, state.led) if n >= 0 and self.blocks[n].kind != "aside"), -1)
        cost = self.evidence.pair[left.last, first] if left.last >= 0 and first >= 0 else 0.0
        if left.owner >= 0:
            cost += min(SEAM_MOST, sum(self.evidence.owner[left.owner, block] for block in state.lead))
        cost += self._changes(left.owner, state.led) if state.led >= 0 else 0.0
        numbered = next((self.blocks[n].number for n in state.lead if self.blocks[n].number), 0)
        return cost + (self._counts(left.number, numbered) if numbered else 0.0)

    def _keep(
        self,
        found: dict[tuple[ColumnEnd, ColumnEnd, int, int], OrderState],
        edge: Edge,
        state: OrderState,
        index: int,
        new: ColumnEnd,
    ) -> None:
        """Keep the way on from a state if it is the cheapest to where it leads, or as an edge if not."""
        self.budget.spend()
        columns = (new, state.columns[RIGHT]) if edge.side == LEFT else (state.columns[LEFT], new)
        lead, led = state.lead, state.led
        if edge.side == RIGHT and led < 0:
            lead, led = (lead, index) if self.blocks[index].heads else ((*lead, index), led)
        top = state.columns[edge.side].height
        total = edge.before.cost + edge.cost
        known = found.get((*columns, top, led))
        if known and total >= known.cost:
            known.edges.append(edge)
        else:
            edges = [edge, *known.edges] if known else [edge]
            found[*columns, top, led] = OrderState(total, columns, edge.side, top, lead, led, edges)

    def _joins(self, column: ColumnEnd, index: int) -> float:
        """Return what it costs that a block follows what a column was left with, wherever that column is."""
        block = self.blocks[index]
        cost = self.evidence.pair[column.last, index] if column.last >= 0 else 0.0
        if block.kind == "aside":
            cost = AMONG_ASIDES if column.in_aside else cost
        elif column.in_aside:
            cost += FROM_ASIDE
        if block.heads:
            cost += self._changes(column.owner, index)
        elif column.owner >= 0:
            cost += self.evidence.owner[column.owner, index]
        return cost + (self._counts(column.number, block.number) if block.number else 0.0)

    def _below(self, column: ColumnEnd, index: int) -> ColumnEnd:
        """Return what a column is left with when a block was put into it."""
        block = self.blocks[index]
        height = column.height + block.lines
        if block.kind == "aside":
            return column._replace(height=height, in_aside=True)
        if not block.heads:
            order = index if block.keys else column.order
            return ColumnEnd(index, column.owner, order, block.number or column.number, height)
        stray = block.keys and column.order >= 0 and self.evidence.ascends[column.order, index] >= DESCENT
        order = index if block.keys and not stray else column.order
        if not block.keys and order >= 0 and self.blocks[order].series != ALPHABET:
            order = -1  # numbers may begin again below a heading without one
        return ColumnEnd(index, index, order, 0, height)

    def _placed(self, state: OrderState, side: int, index: int) -> float:
        """Return what it costs that a block is at the end of a column, by its height and by the other column."""
        block, height = self.blocks[index], state.columns[side].height
        back = state.top - height - BACK_SLACK
        cost = min(BACK_MOST, BACKWARDS * back) if back > 0 else 0.0
        over = height + block.lines - self.capacity
        cost += OVERFULL * min(over, block.lines) if over > 0 else 0.0
        cost += OPENS_RIGHT if block.series == OPENING and side == RIGHT else 0.0
        return cost + (self._order(state, side, index) if block.keys else 0.0)

    def _order(self, state: OrderState, side: int, index: int) -> float:
        """Return what it costs that a heading is where it does, by those before it and in the other column."""
        left, own = state.columns[LEFT], state.columns[side].order
        if own < 0 and side == RIGHT and state.led < 0:
            own = left.order
            return DESCENT if own >= 0 and self.evidence.ascends[own, index] >= DESCENT else 0.0
        same = own >= 0 and self.blocks[own].series == self.blocks[index].series
        cost = self.evidence.ascends[own, index] if same else 0.0
        if side == LEFT and state.led >= 0 and self.evidence.ascends[index, state.led] >= DESCENT:
            cost += DESCENT
        return cost

    def _changes(self, owner: int, heading: int) -> float:
        """Return what it costs that a heading of another series follows, as a question after a card."""
        if owner < 0 or self.blocks[owner].series == self.blocks[heading].series:
            return 0.0
        return self.evidence.ascends[owner, heading]

    @staticmethod
    def _counts(before: int, number: int) -> float:
        """Return what it costs that a numbered item follows the number before it in its list."""
        return 0.0 if before < 0 or number == before + 1 else COUNTS_ON


def _first(states: Sequence[OrderState], *, turned: bool) -> list[OrderState]:
    """Return the first states of a row before whose block the page turned, or did not turn."""
    return [state for state in states if state.edges[0].turned == turned][: WIDTH // 2]


def _stretches(blocks: Sequence[ColumnBlock]) -> Iterator[range]:
    """Yield the blocks between two marked page breaks, by index."""
    starts = [0, *(index for index, block in enumerate(blocks) if block.turn and index), len(blocks)]
    return (range(start, end) for start, end in pairwise(starts))


def _height(stretch: range, blocks: Sequence[ColumnBlock]) -> int:
    return sum(blocks[index].lines for index in stretch)


def _capacity(stretches: Sequence[range], blocks: Sequence[ColumnBlock]) -> float:
    """Return how many lines a full column has: half of a usual page between two marked breaks."""
    heights = sorted(_height(one, blocks) for one in stretches)
    return heights[int(len(heights) * USUAL_PAGE)] / 2 if len(heights) > 2 else CAPACITY


SURE = 2.5
"""How much dearer every other heading must be for something to be learnt from a place."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The blocks of a document in the order of reading."""

    found: Found
    woven: bool
    """Whether the text shows that columns are woven; if not, this is the order of the file."""
    given_up: tuple[int, ...] = ()
    """Where the search took too many steps: the first block of each page that stays as it was found, or the first of
    all where everything stays in the order of the file."""
    judged: Mapping[int, PlaceOdds] = field(default_factory=dict)
    """How sure the places of texts are, by index; what is missing is sure."""

    @property
    def order(self) -> list[int]:
        """The indexes of the blocks in the order of reading."""
        return [index for index, _, _ in self.found]


def arrange(blocks: Sequence[ColumnBlock], wanted: Mapping[int, int] | None = None) -> Layout:
    """Find the order of reading.

    Args:
        blocks: in the order of the file.
        wanted: headings under which a person wants blocks, both by index.
    """
    wanted = wanted or {}
    as_filed = Layout(_settled([(index, 0, LEFT) for index in range(len(blocks))], blocks, wanted), False)
    if not looks_woven(blocks):
        return as_filed
    evidence = Evidence(blocks, wanted)
    try:
        _learn(Search(evidence))
        search = Search(evidence)
    except OutOfStepsError:
        return replace(as_filed, given_up=(0,))
    cheaper, given_up = _made_cheaper(search.found, evidence)
    found = _settled(cheaper, blocks, wanted)
    if not is_mended(blocks, [index for index, _, _ in found]):
        return as_filed
    judged = judge(found, evidence, search.ways())
    return Layout(found, True, given_up, judged | mixed(found, blocks, judged))


def _learn(search: Search) -> None:
    """Learn from the places that a search is sure of."""
    owners = owners_of(search.found, search.blocks)
    sure: dict[int, int] = {}
    for index, ways in search.ways().items():
        others = (cost for other, cost in ways.items() if other != owners[index])
        if owners[index] != index and min(others, default=math.inf) >= SURE:
            sure[index] = owners[index]
    search.evidence.learn(sure, [index for index, _, _ in search.found])


def _made_cheaper(found: Found, evidence: Evidence) -> tuple[Found, tuple[int, ...]]:
    """Make the order of each page cheaper; a picture stays after what is before it.

    Returns:
        The places, and the first block of each page that took too many steps.
    """
    rows = [list(row) for _, row in groupby(found, key=lambda place: place[1])]
    solid = [[index for index, _, _ in row if evidence.blocks[index].kind != "aside"] for row in rows]
    placed: list[tuple[int, int, int]] = []
    given_up: list[int] = []
    before = (-1, -1, -1)
    for number, row in enumerate(rows):
        after = next((others[0] for others in solid[number + 1 :] if others), -1)
        page = ColumnPage(solid[number], evidence, before, after)
        if not page.improve():
            given_up.append(min(index for index, _, _ in row))
        before = page.end()
        order = _with_pictures(page.row, [index for index, _, _ in row])
        placed += ((index, *place[1:]) for index, place in zip(order, row, strict=True))
    return placed, tuple(given_up)


def _with_pictures(row: Sequence[int], before: Sequence[int]) -> Iterator[int]:
    """Yield blocks, each with the pictures that came after it before; those that came first stay there."""
    solid = frozenset(row)
    behind: dict[int, list[int]] = {-1: []}
    for index in before:
        if index in solid:
            behind[index] = []
        else:
            behind[next(reversed(behind))].append(index)
    for index in (-1, *row):
        yield from (() if index < 0 else (index,))
        yield from behind[index]


def _settled(found: Found, blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> Found:
    """Move what a person wants elsewhere and the search has left: after what is before it in the file."""
    order = list(found)
    for block, heading in sorted(wanted.items()):
        owners = owners_of(order, blocks)
        if owners[block] == heading:
            continue
        place = next(place for place in order if place[0] == block)
        order.remove(place)
        own = [n for n, (index, _, _) in enumerate(order) if owners[index] == heading and index < block]
        at = max(own, default=next(n for n, (index, _, _) in enumerate(order) if index == heading))
        order.insert(at + 1, (block, *order[at][1:]))
    return order

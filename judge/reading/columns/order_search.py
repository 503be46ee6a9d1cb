"""The search for the columns of woven blocks: dynamic programming over their order in the file, with a beam.

Each block goes into the left or the right column of its page, below what is there; between two blocks a page may turn.
What a column was left with (last block, last heading, height) is all that later costs rest on, so of the ways that
leave both columns alike only the cheapest is gone on with. Every way that was looked at is kept as an edge, and tells
what it would cost to put a block elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct, field

from judge.core.errors import check_deadline
from judge.reading.columns.column_blocks import ALPHABET, PART, ColumnBlock
from judge.reading.columns.moves import Found, PlaceOdds, judge, move_blocks, owners_of
from judge.reading.columns.order_prices import DESCENT, Evidence, ascends, changes, descends, is_mended, looks_woven

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
COUNTS_ON = 5.0
"""A numbered item does not follow the number before it."""
SURE = 2.5
"""How much dearer every other heading must be for something to be learnt from a place."""
LEAD = 20
"""Blocks at the top of the right column that must fit the last heading of the left one."""
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
    height: int = 0
    number: int = 0
    """The last number of a numbered list; 0 where it begins."""


class OrderState(Struct, eq=False):
    """The cheapest way to one state of both columns."""

    cost: float
    columns: tuple[ColumnEnd, ColumnEnd]
    side: int = LEFT
    """The column of the last block."""
    top: int = 0
    """Where in its column the last block begins."""
    lead: tuple[int, ...] = ()
    """The first blocks of the right column before its first heading."""
    led: int = -1
    """The first heading of the right column."""
    edges: list[Edge] = field(default_factory=list)
    """The ways here, the cheapest first."""
    rest: float = float("inf")
    """What the cheapest way from here to the end costs."""


class Edge(Struct, frozen=True):
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
        """Search the blocks of the evidence."""
        self.blocks = evidence.blocks
        self.evidence = evidence
        stretches = list(_stretches(self.blocks))
        self.capacity = _capacity(stretches, self.blocks)
        self.may_turn = frozenset(
            n for one in stretches if _height(one, self.blocks) > TWO_PAGES * self.capacity for n in one
        )
        self.layers = [[OrderState(0.0, (ColumnEnd(), ColumnEnd()))]]
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
        check_deadline()
        for before in layer:
            for turned, turning, state in self._pages(before, index):
                for side in (LEFT, RIGHT) if block.lines else (state.side,):
                    old = state.columns[side]
                    if old not in below:
                        below[old] = self._below(old, index), self._joins(old, index)
                    new, joins = below[old]
                    cost = turning + joins + self._placed(state, side, index)
                    self._keep(found, Edge(before, cost, turned, side, new.owner), state, index, new)
        return sorted(found.values(), key=lambda state: state.cost)[:WIDTH]

    def _pages(self, state: OrderState, index: int) -> Iterator[tuple[bool, float, OrderState]]:
        """Yield whether the page turns before a block, what that costs, and the state on the page at hand."""
        left, right = state.columns
        marked = self.blocks[index].turn
        yield False, UNTURNED if marked and left.height else 0.0, state
        filled = index in self.may_turn and left.height + right.height > FILLED * self.capacity
        if left.height and (marked or filled):
            end = right if right.last >= 0 else left
            opened = right if right.owner >= 0 else left
            top = end._replace(owner=opened.owner, order=opened.order, height=0)
            cost = self._seam(state) + (0.0 if marked else UNMARKED)
            yield True, cost, OrderState(state.cost + cost, (top, ColumnEnd()))

    def _seam(self, state: OrderState) -> float:
        """Return what it costs that the right column goes on where the left one ends."""
        left = state.columns[LEFT]
        first = next((n for n in (*state.lead, state.led) if n >= 0 and self.blocks[n].kind != "aside"), -1)
        cost = self.evidence.pair(left.last, first) if left.last >= 0 and first >= 0 else 0.0
        if left.owner >= 0:
            cost += min(SEAM_MOST, sum(self.evidence.owner(left.owner, block) for block in state.lead))
            cost += changes(self.blocks[left.owner], self.blocks[state.led]) if state.led >= 0 else 0.0
        return cost

    def _keep(
        self,
        found: dict[tuple[ColumnEnd, ColumnEnd, int, int], OrderState],
        edge: Edge,
        state: OrderState,
        index: int,
        new: ColumnEnd,
    ) -> None:
        """Keep the way on from a state if it is the cheapest to where it leads, or as an edge if not."""
        columns = (new, state.columns[RIGHT]) if edge.side == LEFT else (state.columns[LEFT], new)
        lead, led = state.lead, state.led
        if edge.side == RIGHT and led < 0:
            lead, led = (lead, index) if self.blocks[index].heads else ((*lead, index)[:LEAD], led)
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
        cost = self.evidence.pair(column.last, index) if column.last >= 0 else 0.0
        cost += COUNTS_ON if block.number and column.last >= 0 and block.number != column.number + 1 else 0.0
        if column.owner < 0:
            return cost
        owner = self.blocks[column.owner]
        return cost + (changes(owner, block) if block.heads else self.evidence.owner(column.owner, index))

    def _below(self, column: ColumnEnd, index: int) -> ColumnEnd:
        """Return what a column is left with when a block was put into it."""
        block = self.blocks[index]
        height = column.height + block.lines
        if block.kind == "aside":
            return column._replace(height=height)
        if not block.heads:
            return ColumnEnd(
                index, column.owner, index if block.key else column.order, height, block.number or column.number
            )
        order = column.order
        if not block.key and order >= 0 and self.blocks[order].series != ALPHABET:
            order = -1  # numbers may begin again below a heading without one
        elif block.key and not (order >= 0 and self._descends(order, index)):
            order = index
        return ColumnEnd(index, index, order, height)

    def _placed(self, state: OrderState, side: int, index: int) -> float:
        """Return what it costs that a block is at the end of a column, by its height and by the other column."""
        back = state.top - state.columns[side].height - BACK_SLACK
        cost = min(BACK_MOST, BACKWARDS * back) if back > 0 else 0.0
        over = state.columns[side].height + self.blocks[index].lines - self.capacity
        cost += OVERFULL * min(over, self.blocks[index].lines) if over > 0 else 0.0
        cost += OPENS_RIGHT if self.blocks[index].series == PART and side == RIGHT else 0.0
        return cost + (self._order(state, side, index) if self.blocks[index].key else 0.0)

    def _order(self, state: OrderState, side: int, index: int) -> float:
        """Return what it costs that a heading is where it does, by those before it and in the other column."""
        before, left = state.columns[side].order, state.columns[LEFT].order
        cost = ascends(self.blocks[before], self.blocks[index]) if before >= 0 else 0.0
        if before < 0 and side == RIGHT and state.led < 0 and left >= 0 and self._descends(left, index):
            cost = DESCENT
        if side == LEFT and state.led >= 0 and self._descends(index, state.led):
            cost += DESCENT
        return cost

    def _descends(self, before: int, after: int) -> bool:
        return descends(self.blocks[before], self.blocks[after])


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


class Layout(Struct, frozen=True):
    """The blocks of a document in the order of reading."""

    found: Found
    judged: Mapping[int, PlaceOdds]
    """How sure the places of texts are, by index; what is missing is sure."""

    @property
    def order(self) -> list[int]:
        """The indexes of the blocks in the order of reading."""
        return [index for index, _, _ in self.found]


def arrange(blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> Layout | None:
    """Find the order of reading; None if the text does not show that columns are woven.

    Args:
        blocks: in the order of the file.
        wanted: headings under which a person wants blocks, both by index.
    """
    if not looks_woven(blocks):
        return None
    evidence = Evidence(blocks)
    _learn(Search(evidence), evidence)
    search = Search(evidence)
    found = _settled(move_blocks(search.found, evidence), blocks, wanted)
    if not is_mended(blocks, [index for index, _, _ in found]):
        return None
    return Layout(found, judge(found, blocks, search.ways()))


def _learn(search: Search, evidence: Evidence) -> None:
    """Learn from the texts whose place a search is sure of."""
    order = [index for index, _, _ in search.found]
    owners = owners_of(order, search.blocks)
    sure: set[int] = set()
    for index, ways in search.ways().items():
        others = (cost for other, cost in ways.items() if other != owners[index])
        if owners[index] != index and min(others, default=SURE) >= SURE:
            sure.add(index)
    evidence.learn(order, sure)


def _settled(found: Found, blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> Found:
    """Move what a person wants elsewhere: after what is before it in the file."""
    order = list(found)
    for block, heading in sorted(wanted.items()):
        owners = owners_of([index for index, _, _ in order], blocks)
        if owners[block] == heading:
            continue
        place = next(place for place in order if place[0] == block)
        order.remove(place)
        own = [n for n, (index, _, _) in enumerate(order) if owners[index] == heading and index < block]
        at = max(own, default=next(n for n, (index, _, _) in enumerate(order) if index == heading))
        order.insert(at + 1, (block, *order[at][1:]))
    return order

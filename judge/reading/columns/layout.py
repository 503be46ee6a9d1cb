"""Two columns, woven together by the extraction of their text: finds the order in which they are read.

    Ferry            Gull                 Ferry                        Ferry
    Ships cross.     Gulls fly.           Gull                         Ships cross.
    Fog              Harbour     ──►      Ships cross.    ──► here ──► Fog
    Fog hides.       Ships rest.          Gulls fly.                   Fog hides.
    (the page)                            Fog  Harbour  …              Gull  …
                                          (the file)                   (what is returned)

Reads: blocks in the order of the file. Writes: a `Layout`, which says of each block its page, its column, the heading
that it belongs to, and how much dearer the next best place is. Nothing here knows a dialect: blocks come from
`judge.reading.columns.cutting.columns`, the weights stand in `judge.reading.columns.evidence`, the search in
`judge.reading.columns.order_search`. docs/columns.md draws and explains all of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from judge.reading.columns import doubt, suspicion
from judge.reading.columns.blocks import ColumnBlock, OutOfStepsError, for_places
from judge.reading.columns.doubt import Judged, owners_of
from judge.reading.columns.evidence import Evidence
from judge.reading.columns.moves import Page
from judge.reading.columns.order_search import LEFT, RIGHT, Edge, Search, State

CAPACITY = 56.0
"""Lines of a full column where no page breaks are marked."""
USUAL_PAGE = 0.6
"""Which page of all, from the emptiest to the fullest, is taken for a full one."""
SURE = 2.5
"""How much dearer it must be for something to be learnt from the place."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a block stands."""

    block: int
    """Its index in the order of the file."""
    page: int
    column: int
    """0 the left, 1 the right."""
    owner: int
    """The heading that it belongs to, -1 before the first."""
    rival: int
    """The heading that it would belong to in the next best order."""
    sure: float
    """How often such a place is right, from 0 to 1."""
    mixed: bool = False
    """Whether it is among lines of several texts that run together."""

    @property
    def doubtful(self) -> bool:
        """Whether the place is close to call."""
        return self.sure < doubt.ENOUGH


@dataclass(frozen=True, slots=True)
class Layout:
    """The blocks of a document in the order of reading."""

    placements: tuple[Placement, ...]
    woven: bool
    """Whether the text shows that columns are woven; if not, this is the order of the file."""
    capacity: float
    """Lines of a full column."""
    given_up: tuple[int, ...] = ()
    """Where the search took too many steps: the first block of each page that stays as it was found, or the first of
    all where everything stays in the order of the file."""

    @property
    def order(self) -> list[int]:
        """The indexes of the blocks in the order of reading."""
        return [placement.block for placement in self.placements]


def arrange(blocks: Sequence[ColumnBlock], wanted: Mapping[int, int] | None = None) -> Layout:
    """Find the order of reading.

    Args:
        blocks: in the order of the file.
        wanted: headings under which a person wants blocks, both by index.
    """
    capacity = find_capacity(blocks)
    as_filed = [(index, 0, LEFT) for index in range(len(blocks))]
    wanted = wanted or {}
    if suspicion.looks_woven(blocks):
        evidence = Evidence(blocks)
        try:
            layers = Search(blocks, evidence, capacity, wanted, for_places(blocks)).run()
            evidence = _with_learnt(evidence, layers)
            layers = Search(blocks, evidence, capacity, wanted, for_places(blocks)).run()
        except OutOfStepsError:
            return Layout(_placed(blocks, _settled(as_filed, blocks, wanted)), False, capacity, (0,))
        path = _path(layers)
        improved, given_up = _improved(_read(path), blocks, evidence)
        found = _settled(improved, blocks, wanted)
        if suspicion.is_mended(blocks, [index for index, _, _ in found]):
            judged = doubt.judge(found, evidence, _ways(layers, path, found))
            return Layout(_marked(_placed(blocks, found, judged), blocks), True, capacity, given_up)
    return Layout(_placed(blocks, _settled(as_filed, blocks, wanted)), False, capacity)


def _with_learnt(evidence: Evidence, layers: Sequence[Sequence[State]]) -> Evidence:
    """Return the evidence with what the sure places of a first search tell."""
    path = _path(layers)
    found = _read(path)
    ways = _ways(layers, path, found)
    owners = owners_of(found, evidence.blocks)
    sure = {index: owner for index, owner in owners.items() if index != owner and _margin(ways[index], owner) >= SURE}
    evidence.meaning.learn(sure, [index for index, _, _ in found])
    return Evidence(evidence.blocks, evidence.meaning)


def _margin(ways: Mapping[int, float], owner: int) -> float:
    """Return how much dearer the best other heading is."""
    return min((cost for other, cost in ways.items() if other != owner), default=math.inf)


def find_capacity(blocks: Sequence[ColumnBlock]) -> float:
    """Return how many lines a full column has: half of a usual page between two marked breaks."""
    starts = [0, *(index for index, block in enumerate(blocks) if block.turn and index), len(blocks)]
    heights = sorted(sum(block.lines for block in blocks[start:end]) for start, end in pairwise(starts))
    return heights[int(len(heights) * USUAL_PAGE)] / 2 if len(heights) > 2 else CAPACITY


Found = list[tuple[int, int, int]]
"""Index, page and column of each block, in the order of reading."""


def _path(layers: Sequence[Sequence[State]]) -> list[Edge]:
    """Return the cheapest way through all blocks."""
    state = min(layers[-1], key=lambda state: state.cost + state.rest)
    edges = []
    for _ in range(len(layers) - 1):
        edges.append(state.edges[0])
        state = state.edges[0].before
    return edges[::-1]


def _read(path: Sequence[Edge]) -> Found:
    """Put each page's left column before its right one."""
    pages: list[tuple[list[int], list[int]]] = [([], [])]
    for index, edge in enumerate(path):
        if edge.turned:
            pages.append(([], []))
        pages[-1][edge.column].append(index)
    return [(n, page, column) for page, both in enumerate(pages) for column in (LEFT, RIGHT) for n in both[column]]


def _improved(found: Found, blocks: Sequence[ColumnBlock], evidence: Evidence) -> tuple[Found, tuple[int, ...]]:
    """Make the order cheaper page by page; a picture stays behind what is before it.

    Returns:
        The places, and the first block of each page that took too many steps.
    """
    pages = [list(row) for _, row in groupby(found, key=lambda place: place[1])]
    solid = [[place[0] for place in row if blocks[place[0]].kind != "aside"] for row in pages]
    placed: Found = []
    given_up: list[int] = []
    before = (-1, -1, -1)
    for number, row in enumerate(pages):
        after = next((others[0] for others in solid[number + 1 :] if others), -1)
        page = Page(solid[number], evidence, before, after)
        if not page.improve():
            given_up.append(min(index for index, _, _ in row))
        before = page.end()
        moved = iter(page.row)
        pictures: dict[int, list[int]] = {}
        last = -1
        for index, _, _ in row:
            if blocks[index].kind == "aside":
                pictures.setdefault(last, []).append(index)
            else:
                last = index
        order = [*pictures.get(-1, ()), *(n for index in moved for n in (index, *pictures.get(index, ())))]
        placed += ((index, row[0][1], column) for index, (_, _, column) in zip(order, row, strict=True))
    return placed, tuple(given_up)


def _settled(found: Found, blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> Found:
    """Move what a person wants elsewhere and the search has left: behind what stands before it in the file."""
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


def _ways(layers: Sequence[Sequence[State]], path: Sequence[Edge], found: Found) -> dict[int, dict[int, float]]:
    """Return what the search found it to cost that each block is under a heading, beyond the cheapest way of all."""
    best = min(state.cost + state.rest for state in layers[-1])
    pages = {index: page for index, page, _ in found}
    ends = {pages[index]: edge.owner for index, edge in enumerate(path) if edge.column == LEFT}
    ways: dict[int, dict[int, float]] = {}
    for index, edge in enumerate(path):
        end = ends.get(pages[index], edge.owner)
        own = ways[index] = {}
        for state in layers[index + 1]:
            for other in state.edges:
                owner = other.owner if other.owner >= 0 else end
                own[owner] = min(other.before.cost + other.cost + state.rest - best, own.get(owner, math.inf))
    return ways


def _placed(
    blocks: Sequence[ColumnBlock], found: Found, judged: Mapping[int, Judged] | None = None
) -> tuple[Placement, ...]:
    """Say of each block, in the order of reading, what it belongs to and how sure that is."""
    owners = owners_of(found, blocks)
    judged = judged or {}
    return tuple(
        Placement(index, page, column, owners[index], *judged.get(index, Judged(owners[index], 1.0)))
        for index, page, column in found
    )


def _marked(placed: Sequence[Placement], blocks: Sequence[ColumnBlock]) -> tuple[Placement, ...]:
    """Doubt what stands among lines of several texts that run together; its lines belong to what is printed near it."""
    mixed = frozenset(suspicion.mixed(blocks, [(place.block, place.page) for place in placed]))
    return tuple(
        replace(
            place,
            rival=place.rival if place.rival != place.owner else _beside(place.block, place.owner, blocks),
            sure=min(place.sure, suspicion.RIGHT),
            mixed=True,
        )
        if place.block in mixed
        else place
        for place in placed
    )


def _beside(index: int, owner: int, blocks: Sequence[ColumnBlock]) -> int:
    """Return the heading nearest to a block in the file, but for its own; -1 where there is no other."""
    others = (other for other, block in enumerate(blocks) if block.heads and other != owner)
    return min(others, key=lambda other: abs(other - index), default=-1)

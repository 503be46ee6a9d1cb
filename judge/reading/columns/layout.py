"""Two columns, woven together by the extraction of their text: finds the order in which they are read.

    Ferry            Gull                 Ferry                        Ferry
    Ships cross.     Gulls fly.           Gull                         Ships cross.
    Fog              Harbour     ──►      Ships cross.    ──► here ──► Fog
    Fog hides.       Ships rest.          Gulls fly.                   Fog hides.
    (the page)                            Fog  Harbour  …              Gull  …
                                          (the file)                   (what is returned)

Reads: blocks in the order of the file. Writes: a `Layout`, which says of each block its page, its column and how sure
its place is. A document that shows no sign of woven columns is not searched (`suspicion.py`). The columns are found
block by block (`order_search.py`), and the order is made cheaper by three moves (`moves.py`), both by the prices of
`evidence.py`. The blocks come from `judge.reading.columns.cuts`. docs/columns.md draws and explains all of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from judge.reading.columns import doubt, suspicion
from judge.reading.columns.blocks import ColumnBlock, OutOfStepsError
from judge.reading.columns.doubt import Found, Judged, owners_of
from judge.reading.columns.evidence import Evidence
from judge.reading.columns.moves import Page
from judge.reading.columns.order_search import LEFT, Search

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
    judged: Mapping[int, Judged] = field(default_factory=dict)
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
    if not suspicion.looks_woven(blocks):
        return as_filed
    evidence = Evidence(blocks, wanted)
    try:
        _learn(Search(evidence))
        search = Search(evidence)
    except OutOfStepsError:
        return replace(as_filed, given_up=(0,))
    cheaper, given_up = _made_cheaper(search.found, evidence)
    found = _settled(cheaper, blocks, wanted)
    if not suspicion.is_mended(blocks, [index for index, _, _ in found]):
        return as_filed
    judged = doubt.judge(found, evidence, search.ways())
    return Layout(found, True, given_up, judged | doubt.mixed(found, blocks, judged))


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
    """Make the order of each page cheaper; a picture stays behind what is before it.

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
        page = Page(solid[number], evidence, before, after)
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

"""An entry's blocks in the groups a page shows them in: lists nested, rulings with what belongs to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from markupsafe import Markup

from judge.core.model import Block
from judge.core.numbering import PART_LETTERS, part_at

Writer = Callable[[int, Block], Markup]
"""Writes the text of a block as HTML."""
INSIDE_RULING = ("bullet", "example", "note", "tip", "table")
"""Kinds of blocks that belong to the ruling before them."""
LISTED = {"bullet": "bullets", "step": "steps", "table": "table", "figure": "figure"}
"""Kinds of blocks that stand together, with the name of their group."""


class PlacedBlock(NamedTuple):
    """A block in its entry."""

    place: int
    block: Block
    part: str
    """What it is addressed by: `3`, the third ruling, `b2`, the second bullet; empty where it has no address."""


@dataclass(slots=True)
class GroupItem:
    """One text of a group."""

    html: Markup
    date: str | None = None
    part: str = ""
    """What it is addressed by: `3`, the third ruling, `b2`, the second bullet."""
    inner: list[Group] = field(default_factory=list)
    """What is nested in it."""
    cells: list[str] = field(default_factory=list)
    """Of a row of a table."""
    index: int = 0
    """Of the block in its entry."""
    credit: str = ""
    """Who made a ruling, and where."""
    doubt: str = ""
    """Why its place among woven columns is not sure."""


@dataclass(slots=True)
class Group:
    """Blocks that stand together."""

    kind: str
    items: list[GroupItem]


def grouped(blocks: Sequence[Block], write: Writer) -> list[Group]:
    """Return blocks in groups."""
    kinds = [block.kind for block in blocks]
    parts = (part_at(index, kinds) if kind in (*PART_LETTERS, "ruling") else "" for index, kind in enumerate(kinds))
    return list(_groups(list(map(PlacedBlock, count(), blocks, parts)), write))


def _groups(placed: Sequence[PlacedBlock], write: Writer) -> Iterator[Group]:
    position = 0
    while position < len(placed):
        kind = placed[position].block.kind
        accepted = ("ruling", *INSIDE_RULING) if kind == "ruling" else (kind,)
        end = position + 1
        while end < len(placed) and placed[end].block.kind in accepted and (kind in LISTED or kind == "ruling"):
            end += 1
        stretch = placed[position:end]
        if kind == "ruling":
            yield Group("rulings", list(_rulings(stretch, write)))
        elif kind == "bullet":
            yield Group("bullets", _nested(stretch, write))
        else:
            yield Group(LISTED.get(kind, kind), [_item(one, write) for one in stretch])
        position = end


def _item(placed: PlacedBlock, write: Writer) -> GroupItem:
    index, block, part = placed
    cells = block.text.split(" | ") if block.kind == "table" else []
    credit = " · ".join(one for one in (block.author, block.source) if one)
    doubt = block.doubt.reason if block.doubt else ""
    return GroupItem(write(index, block), block.date, part, cells=cells, index=index, credit=credit, doubt=doubt)


def _rulings(stretch: Sequence[PlacedBlock], write: Writer) -> Iterator[GroupItem]:
    """Yield rulings, each with the bullets, examples and notes behind it."""
    begins = [place for place, one in enumerate(stretch) if one.block.kind == "ruling"]
    for first, last in zip(begins, [*begins[1:], len(stretch)], strict=True):
        item = _item(stretch[first], write)
        item.inner = list(_groups(stretch[first + 1 : last], write))
        yield item


def _nested(stretch: Sequence[PlacedBlock], write: Writer) -> list[GroupItem]:
    """Nest bullets by their depth; one that skips a level counts as one level deeper."""
    top: list[GroupItem] = []
    open_lists: list[tuple[int, list[GroupItem]]] = [(stretch[0].block.depth, top)]
    for one in stretch:
        block = one.block
        while len(open_lists) > 1 and block.depth < open_lists[-1][0]:
            open_lists.pop()
        depth, items = open_lists[-1]
        if block.depth > depth and items:
            inner = Group("bullets", [])
            items[-1].inner.append(inner)
            open_lists.append((block.depth, inner.items))
            items = inner.items
        items.append(_item(one, write))
    return top

"""An entry's blocks in the groups a page shows them in: lists nested, rulings with what belongs to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from judge.core.model import Block

Numbered = tuple[int, Block]
"""A block with its index in the entry."""
Writer = Callable[[int, Block], Markup]
"""Writes the text of a block as HTML."""
INSIDE_RULING = ("bullet", "example", "note", "tip", "table")
"""Kinds of blocks that belong to the ruling before them."""
LISTED = {"bullet": "bullets", "step": "steps", "table": "table", "figure": "figure"}
"""Kinds of blocks that stand together, with the name of their group."""


@dataclass(slots=True)
class GroupItem:
    """One text of a group."""

    html: Markup
    date: str | None = None
    number: int = 0
    """Of a ruling: the number it is addressed by."""
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
    return list(_groups(list(enumerate(blocks)), write, 0))


def _groups(numbered: Sequence[Numbered], write: Writer, rulings: int) -> Iterator[Group]:
    """Yield groups; `rulings` counts those that came before."""
    position = 0
    while position < len(numbered):
        kind = numbered[position][1].kind
        accepted = ("ruling", *INSIDE_RULING) if kind == "ruling" else (kind,)
        end = position + 1
        while end < len(numbered) and numbered[end][1].kind in accepted and (kind in LISTED or kind == "ruling"):
            end += 1
        stretch = numbered[position:end]
        if kind == "ruling":
            group = Group("rulings", list(_rulings(stretch, write, rulings)))
            rulings += len(group.items)
            yield group
        elif kind == "bullet":
            yield Group("bullets", _nested(stretch, write))
        else:
            yield Group(LISTED.get(kind, kind), [_item(index, block, write) for index, block in stretch])
        position = end


def _item(index: int, block: Block, write: Writer) -> GroupItem:
    cells = block.text.split(" | ") if block.kind == "table" else []
    credit = " · ".join(one for one in (block.author, block.source) if one)
    doubt = block.doubt.reason if block.doubt else ""
    return GroupItem(write(index, block), block.date, cells=cells, index=index, credit=credit, doubt=doubt)


def _rulings(stretch: Sequence[Numbered], write: Writer, before: int) -> Iterator[GroupItem]:
    """Yield rulings, each with the bullets, examples and notes behind it."""
    begins = [place for place, (_, block) in enumerate(stretch) if block.kind == "ruling"]
    for number, (first, last) in enumerate(zip(begins, [*begins[1:], len(stretch)], strict=True), before + 1):
        item = _item(*stretch[first], write)
        item.number = number
        item.inner = list(_groups(stretch[first + 1 : last], write, 0))
        yield item


def _nested(stretch: Sequence[Numbered], write: Writer) -> list[GroupItem]:
    """Nest bullets by their depth; one that skips a level counts as one level deeper."""
    top: list[GroupItem] = []
    open_lists: list[tuple[int, list[GroupItem]]] = [(stretch[0][1].depth, top)]
    for index, block in stretch:
        while len(open_lists) > 1 and block.depth < open_lists[-1][0]:
            open_lists.pop()
        depth, items = open_lists[-1]
        if block.depth > depth and items:
            inner = Group("bullets", [])
            items[-1].inner.append(inner)
            open_lists.append((block.depth, inner.items))
            items = inner.items
        items.append(_item(index, block, write))
    return top

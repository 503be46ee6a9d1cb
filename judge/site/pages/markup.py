"""A text with emphasis and links as HTML; every character of the text itself is escaped.

Here alone markup is made of foreign text: `literal` and `tag` take control characters out and escape the rest. What
the templates print goes through `judge.site.templates.printed`, which does the same.

`grouped` nests an entry's blocks as a page shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count, pairwise
from typing import LiteralString, NamedTuple

from markupsafe import Markup, escape
from msgspec import Struct, field

from judge.core.model import Block, Mark, MarkKind, replace
from judge.core.names import address_in, printable
from judge.core.numbering import PART_LETTERS, part_at
from judge.search.interactions.card_order import INSIDE_RULING

SHORT_REST = 160
"""Characters that are not worth folding away."""
ELEMENTS: dict[MarkKind, str] = {"strike": "s", "changed": "ins"}
"""The elements of marks that are not called as the marks are."""


class Span(NamedTuple):
    """A stretch of a text that an element is put around."""

    start: int
    end: int
    opening: Markup
    closing: Markup


def literal(text: str) -> Markup:
    """Return a text as HTML that shows it."""
    return escape(printable(text))


def tag(constant: LiteralString, *values: str) -> Markup:
    """Return a constant piece of HTML with the values of its attributes put in for `{}`."""
    return Markup(constant).format(*map(printable, values))  # noqa: S704 (a constant, and its values are escaped)


def rich(text: str, marks: Sequence[Mark] = (), spans: Sequence[Span] = ()) -> Markup:
    """Return a text as HTML.

    Args:
        text: plain text; nothing in it is markup.
        marks: emphasis beside it.
        spans: links; of two that overlap, the first counts.

    >>> rich("a <b>", [Mark(0, 1, "em")])
    Markup('<em>a</em> &lt;b&gt;')
    >>> rich("a b", [Mark(0, 1, "strike"), Mark(2, 3, "changed")])
    Markup('<s>a</s> <ins>b</ins>')
    """
    parts: list[Markup] = []
    position = 0
    if not marks and not spans:
        return literal(text)
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if not position <= span.start < span.end <= len(text):
            continue
        parts += _emphasised(text, position, span.start, marks)
        parts += (span.opening, *_emphasised(text, span.start, span.end, marks), span.closing)
        position = span.end
    parts += _emphasised(text, position, len(text), marks)
    return Markup("").join(parts)


def _emphasised(text: str, start: int, end: int, marks: Sequence[Mark]) -> Iterator[Markup]:
    """Yield a stretch of a text, cut where emphasis begins or ends inside it."""
    inside = [mark for mark in marks if mark.start < end and mark.end > start]
    if not inside:
        yield literal(text[start:end])
        return
    cuts = sorted({start, end, *(cut for mark in inside for cut in mark[:2] if start < cut < end)})
    for first, last in pairwise(cuts):
        kinds = dict.fromkeys(mark.kind for mark in inside if mark.start <= first and mark.end >= last)
        yield Markup("").join(Markup("<{}>").format(ELEMENTS.get(kind, kind)) for kind in kinds)
        yield literal(text[first:last])
        yield Markup("").join(Markup("</{}>").format(ELEMENTS.get(kind, kind)) for kind in reversed(kinds))


Writer = Callable[[int, Block], Markup]
"""Writes the text of a block as HTML."""
LISTED = {"bullet": "bullets", "step": "steps", "table": "table", "figure": "figure"}
"""Kinds of blocks that are shown as one group, with the name of their group."""


class PlacedBlock(NamedTuple):
    """A block in its entry."""

    place: int
    block: Block
    part: str
    """What it is addressed by: `3`, the third ruling, `b2`, the second bullet; empty where it has no address."""


class GroupItem(Struct):
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
    url: str = ""
    """The address of that, outside the site."""
    doubt: str = ""
    """Why its place among woven columns is not sure."""


class Group(Struct):
    """Blocks that are shown as one."""

    kind: str
    items: list[GroupItem]


def grouped(blocks: Sequence[Block], write: Writer, order: Sequence[Sequence[int]] | None = None) -> list[Group]:
    """Return blocks in groups.

    Args:
        blocks: of an entry.
        write: returns the text of a block.
        order: the places of the blocks in the order in which they are shown, in parts that share no group.
    """
    kinds = [block.kind for block in blocks]
    parts = (part_at(index, kinds) if kind in (*PART_LETTERS, "ruling") else "" for index, kind in enumerate(kinds))
    placed = list(map(PlacedBlock, count(), blocks, parts))
    shown = [placed] if order is None else [[placed[index] for index in part] for part in order]
    return [group for part in shown for group in _groups(part, write)]


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


def opening(groups: Sequence[Group]) -> tuple[list[Group], list[Group]]:
    """Return the first text of groups and what follows it, so that a list can fold the rest away; a short rest is not.

    >>> first, rest = opening([Group("paragraph", [GroupItem(Markup("Ebb."))])])
    >>> len(first), rest
    (1, [])
    """
    if not groups:
        return [], []
    head, rest = groups[0], list(groups[1:])
    first = replace(head, items=head.items[:1])
    if head.items[1:]:
        rest.insert(0, replace(head, items=head.items[1:]))
    length = sum(len(item.html.striptags()) for group in rest for item in group.items)
    return (list(groups), []) if length < SHORT_REST else ([first], rest)


def around_rulings(groups: Sequence[Group]) -> tuple[list[Group], list[GroupItem], list[Group]]:
    """Return the groups of a card that are before its rulings, the rulings, and the groups after them."""
    place = next((place for place, group in enumerate(groups) if group.kind == "rulings"), len(groups))
    return (
        list(groups[:place]),
        [item for group in groups[place : place + 1] for item in group.items],
        list(groups[place + 1 :]),
    )


def _item(placed: PlacedBlock, write: Writer) -> GroupItem:
    index, block, part = placed
    cells = block.text.split(" | ") if block.kind == "table" else []
    label, url = address_in(block.source or "")
    credit = " · ".join(one for one in (block.author, url if label in ("", block.date) else label) if one)
    doubt = block.doubt.reason if block.doubt else ""
    return GroupItem(
        write(index, block), block.date, part, cells=cells, index=index, credit=credit, url=url, doubt=doubt
    )


def _rulings(stretch: Sequence[PlacedBlock], write: Writer) -> Iterator[GroupItem]:
    """Yield rulings, each with the bullets, examples and notes after it."""
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

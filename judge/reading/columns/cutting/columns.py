"""Items of an alphabetical reference, and pieces of numbered rules, as blocks of columns.

Reads: items or pieces in the order of the file. Writes: the same in the order of reading.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from judge.core.diagnostics import Report
from judge.core.numbering import Key, parse
from judge.reading import front_matter
from judge.reading.columns.blocks import ALPHABET, LISTED, OPENING, BlockKind, ColumnBlock
from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.items import Item, ItemKind, in_digits
from judge.reading.columns.cutting.looks import NUMBERED, REDIRECT
from judge.reading.columns.cutting.walk import details
from judge.reading.columns.suspicion import mixes_lines
from judge.reading.columns.unweaving import unweave
from judge.reading.drafts import Placed
from judge.reading.lines.alphabet import sort_key
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

HEADING_LINES = 2
"""Printed lines that a heading takes, with the space around it."""
LETTERS = 1000
"""Numbers that begin with a letter come behind all others: D.1 behind 5.6."""
LONGEST_REDIRECT = 100
"""Characters of the longest redirect."""
ONLY: dict[ItemKind, BlockKind] = {
    "title": "heading",
    "appendix": "heading",
    "phase": "heading",
    "step": "heading",
    "card": "heading",
    "table": "aside",
    "figure": "aside",
    "related": "related",
    "numbered": "numbered",
}
"""Kinds of items that are one kind of block."""


def arrange_items(
    items: Sequence[Item], manuscript: Manuscript, body: int, report: Report
) -> tuple[list[Item], tuple[Placed, ...]]:
    """Put items into the order of reading, and say where each was put; furniture stays behind what is before it.

    Args:
        items: in the order of the file.
        manuscript: what they were cut from.
        body: index of the item with which the terms begin.
        report: receives what is doubtful.
    """
    solid = [index for index, item in enumerate(items) if item.kind != "furniture" and item.text]
    blocks = tuple(_blocks(items, solid, manuscript.source.breaks, body))
    unwoven = unweave(blocks, manuscript.settled, report)
    starts = [*solid, len(items)]
    order = list(range(starts[0]))
    order += (n for block in unwoven.order for n in range(starts[block], starts[block + 1]))
    return [items[n] for n in order], unwoven.placed


def _turns(firsts: Iterable[int], breaks: frozenset[int]) -> Iterator[bool]:
    """Tell of each first source line in turn whether a page break is marked before it."""
    marks = sorted(breaks)
    passed = 0
    for first in firsts:
        here = bisect_right(marks, first)
        yield here > passed
        passed = max(passed, here)


def _blocks(items: Sequence[Item], solid: Sequence[int], breaks: frozenset[int], body: int) -> Iterator[ColumnBlock]:
    appendix = next((n for n in solid if items[n].kind == "appendix"), len(items))
    explained = details(items)
    turns = _turns((items[index].text.first for index in solid), breaks)
    for index, turn in zip(solid, turns, strict=True):
        item = items[index]
        kind, (keys, series) = _kind(item), _key(item, index <= body)
        if index > appendix and kind == "bullet" and item.value.endswith("?"):
            kind, series = "heading", "question"
        elif item.kind == "step" and index not in explained:
            kind = series = "chart"
        listed = NUMBERED.match(item.value) if kind == "numbered" else None
        number = int(listed.group().rstrip(" .)")) if listed else 0
        yield ColumnBlock(
            kind,
            item.value,
            _height(item, kind),
            _first(item),
            keys,
            series,
            number,
            turn or (index > 0 and items[index - 1].reason == "page number"),
            mixes_lines(item.text.value),
        )


def _height(item: Item, kind: BlockKind) -> int:
    """Return how many printed lines an item takes; the numbers in a picture take none."""
    if looks.is_callout(item.value):
        return 0
    apart = kind == "heading" and ONLY.get(item.kind) == "heading"
    return len(set(item.numbers)) * (HEADING_LINES if apart else 1)


def _first(item: Item) -> int:
    """Return the line where an item's text begins, behind a mark that stands apart."""
    return max(place.line for place in item.text.places if not place.offset)


def _kind(item: Item) -> BlockKind:
    if item.kind in ONLY:
        return ONLY[item.kind]
    if item.kind == "bullet":
        return "inner" if item.depth else "bullet"
    return "see" if REDIRECT.match(item.value) and len(item.value) <= LONGEST_REDIRECT else "text"


def _key(item: Item, front: bool) -> tuple[tuple[Key, ...], str]:
    """Return what a heading sorts by: its title letter by letter and word by word, or its number."""
    if item.kind == "title" and (item.placed or front):
        title = sort_key(item.value) if item.placed else ""
        return (((0, title),), ((0, title.replace(" ", "")),)), ALPHABET
    if item.kind == "appendix":
        found = front_matter.APPENDIX.match(item.value)
        number = found["number"].rpartition(" ")[2] if found else ""
        return (_counted(in_digits(number)),), OPENING
    if item.kind == "card":
        return (), LISTED
    pattern = {"step": looks.STEP, "phase": looks.PHASE}.get(item.kind)
    found = pattern.match(item.value) if pattern else None
    return ((_counted(in_digits(found["number"])),), "step") if found else ((), "")


def _counted(number: str) -> Key:
    key = parse(number) or ((LETTERS, number),)
    return tuple((LETTERS if letter and not digits else digits, letter) for digits, letter in key)


Numbers = Mapping[int, tuple[Key, str]]
"""The number with which a piece begins and the words after it, by the first source line of the piece."""


def arrange_rules(manuscript: Manuscript, numbers: Numbers, report: Report) -> tuple[Manuscript, tuple[Placed, ...]]:
    """Put pieces into the order of reading, and say where each was put.

    Args:
        manuscript: in the order of the file.
        numbers: of headings and rules.
        report: receives what is doubtful.
    """
    unwoven = unweave(tuple(_rules(manuscript, numbers)), manuscript.settled, report)
    pieces = tuple(manuscript.pieces[n] for n in unwoven.order)
    return replace(manuscript, pieces=pieces, _found={}), unwoven.placed


def _rules(manuscript: Manuscript, numbers: Numbers) -> Iterator[ColumnBlock]:
    firsts = [piece.text.first for piece in manuscript.pieces]
    turns = _turns(firsts, manuscript.source.breaks)
    for piece, first, turn in zip(manuscript.pieces, firsts, turns, strict=True):
        found = numbers.get(first)
        keys, words = ((found[0],), found[1]) if found else ((), "")
        kind = _rule_kind(piece, words)
        lines = 0 if piece.kind == "rule" else piece.value.count("\n") + 1
        yield ColumnBlock(
            kind,
            piece.value,
            lines * (2 if kind == "heading" else 1),
            first,
            keys,
            "number",
            turn=turn,
            mixed=mixes_lines(piece.value),
        )


def _rule_kind(piece: Piece, words: str) -> BlockKind:
    if words:
        return "heading" if front_matter.is_title(words) else "rule"
    if piece.kind in ("table", "rule"):
        return "aside"
    return "bullet" if piece.kind == "bullet" else "text"

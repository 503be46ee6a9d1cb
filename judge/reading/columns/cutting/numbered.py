"""Pieces of numbered rules as blocks of columns: where "headings ascend" is the order of the numbers.

Reads: a manuscript. Writes: the same with its pieces in the order of reading.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import replace

from judge.core.diagnostics import Report
from judge.core.numbering import Key
from judge.reading import front_matter
from judge.reading.columns.blocks import BlockKind, ColumnBlock
from judge.reading.columns.suspicion import mixes_lines
from judge.reading.columns.unweaving import unweave
from judge.reading.drafts import Placed
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

Numbers = Mapping[int, tuple[Key, str]]
"""The number with which a piece begins and the words after it, by the first source line of the piece."""


def arrange(manuscript: Manuscript, numbers: Numbers, report: Report) -> tuple[Manuscript, tuple[Placed, ...]]:
    """Put pieces into the order of reading, and say where each was put.

    Args:
        manuscript: in the order of the file.
        numbers: of headings and rules.
        report: receives what is doubtful.
    """
    unwoven = unweave(tuple(_blocks(manuscript, numbers)), manuscript.settled, report)
    pieces = tuple(manuscript.pieces[n] for n in unwoven.order)
    return replace(manuscript, pieces=pieces, _found={}), unwoven.placed


def _blocks(manuscript: Manuscript, numbers: Numbers) -> Iterator[ColumnBlock]:
    marks = sorted(manuscript.source.breaks)
    passed = 0
    for piece in manuscript.pieces:
        first = piece.text.first
        here = bisect_right(marks, first)
        turn = here > passed
        passed = max(passed, here)
        found = numbers.get(first)
        keys, words = ((found[0],), found[1]) if found else ((), "")
        kind = _kind(piece, words)
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


def _kind(piece: Piece, words: str) -> BlockKind:
    if words:
        return "heading" if front_matter.is_title(words) else "rule"
    if piece.kind in ("table", "rule"):
        return "aside"
    return "bullet" if piece.kind == "bullet" else "text"

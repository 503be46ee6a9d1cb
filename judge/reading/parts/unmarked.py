"""Titles of parts that nothing marks: a short line alone, behind which the text changes its form.

    Card Names                 a title above a title

    Evil Twin
    It hides.

    Questions                  a title above items in one form, which nothing before it has

    Q: May I sail?             Anchor: It holds.    Anchor – It holds.    Anchor    (above its text)

Such a line is only tried: it is a title where a series is found that begins right behind it (`cutting.py`).
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from judge.reading.front_matter import is_title
from judge.reading.parts.forms import COLON, DASHED, SOME_MARK, asks, is_name
from judge.reading.parts.series import is_credited
from judge.reading.readers.pieces import Piece

AHEAD = 8
"""Pieces behind a line that show the form that begins there."""
SHARE = 0.4
"""Share of them that have it."""
FEWEST = 2
"""So many have it at least."""
LONGEST = 80
"""Characters of the longest title."""
LONG_LINE = 0.75
"""A title above its text is shorter than this share of the line below it."""


def find_unmarked(pieces: Sequence[Piece], numbered: Container[int], skip: Container[int]) -> Iterator[int]:
    """Yield the indexes of the pieces that may be titles of parts.

    Args:
        pieces: of the document.
        numbered: indexes of the pieces that begin a numbered rule.
        skip: indexes of the pieces of the contents list.
    """
    forms = [_form(piece) if index not in numbered else "" for index, piece in enumerate(pieces)]
    for index, form in enumerate(forms):
        if form != "title" or index in skip or not index:
            continue
        ahead = [one for one in forms[index + 1 : index + 1 + AHEAD] if one != "rule"]
        before = [one for one in forms[max(0, index - 3) : index] if one != "rule"]
        if not ahead or not ahead[0] or (ahead[0] == "title" and ahead[1:2] == ["title"]):
            continue
        changes = ahead[0] == "title" or ahead[0] not in before[-2:]
        if changes and ahead.count(ahead[0]) >= max(FEWEST, SHARE * min(len(ahead), AHEAD // 2)):
            yield index


def _form(piece: Piece) -> str:
    """Return in what form an item may begin with a piece; a piece of plain text has none."""
    if piece.kind in ("rule", "table"):
        return piece.kind
    lines = piece.value.split("\n")
    if piece.kind != "paragraph" or piece.quoted:
        return ""
    if (mark := SOME_MARK.match(lines[0])) and len(mark["mark"]) == 1:
        return "mark"
    if asks(piece.value) or asks(lines[0]):
        return "question"
    for name, pattern in (("dash", DASHED), ("colon", COLON)):
        if (found := pattern.match(lines[0])) and is_name(found["title"]):
            return name
    if not is_name(lines[0]) or len(lines[0]) > LONGEST:
        return ""
    if len(lines) == 1:
        whole = lines[0].count("(") == lines[0].count(")") and lines[0].count("[") == lines[0].count("]")
        return "title" if whole and is_title(lines[0]) and not is_credited(lines[0]) else ""
    return "above" if len(lines[0]) < LONG_LINE * len(lines[1]) else ""

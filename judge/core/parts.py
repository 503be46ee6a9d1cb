"""Parts of an entry that are not entries: its bullets, steps and table rows, counted among its blocks of that kind.

`b2` is its second bullet, `s4` its fourth step, `t1` the first row of its tables; `ID#b2` is the address of one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.languages import RULE, units

PARTS = ("clause", "item", "step", "phase", "bullet", "row")
"""Units of what is part of a rule (`judge.core.languages`)."""
LETTERS = {"step": "s", "bullet": "b", "table": "t"}
"""Kinds of blocks that are parts with an address, and the letter of each."""
WORDS = {"s": "step", "b": "bullet", "t": "row", "": "ruling"}
"""What parts are called, by their letters; a ruling has none."""
NAMED = re.compile(r"(?:(?P<whole>.+), )?(?:(?P<word>[^\W\d_]+)\.? )?\(?(?P<level>[^\W_]{1,4})\)?")
"""An address that names a part of its whole: "12, clause (b)"."""
UNIT_KINDS = {"row": ("table",), "bullet": ("bullet", "table")}
"""Kinds of blocks that a unit may name; "line 4" may be a row that begins with its number."""
ROW_KEY = re.compile(r"[|\s]*(?P<key>[^\W_]{1,4})[.:)]?\s*(?:\||\t|$)")
"""What the first cell of a table's row may be known by."""


def named_part(address: str, blocks: Sequence[tuple[str, str]]) -> str | None:
    """Return the part of an entry that an address names; None where it names none, or one that is not there.

    >>> blocks = [("text", "Two things:"), ("bullet", "a tug"), ("bullet", "a barge")]
    >>> named_part("8.1, bullet 2", blocks), named_part("8.1, bullet 3", blocks), named_part("8.1", blocks)
    ('b2', None, None)

    Args:
        address: of the part, with its whole or without.
        blocks: kind and text of each block of the entry.
    """
    named = NAMED.fullmatch(address)
    unit = units().get((named["word"] or "").casefold(), RULE) if named else RULE
    if not named or (unit == RULE and not named["whole"]):
        return None
    for kind, letter in LETTERS.items():
        if kind in UNIT_KINDS.get(unit, (kind,)):
            texts = [text for one, text in blocks if one == kind]
            if place := _place(texts, named["level"].casefold(), is_table=kind == "table"):
                return f"{letter}{place}"
    return None


def block_of_part(part: str, kinds: Sequence[str]) -> int | None:
    """Return the index of the block that is a part of an entry, or None where the entry has no such part.

    >>> block_of_part("b2", ["text", "bullet", "bullet"]), block_of_part("b3", ["text", "bullet", "bullet"])
    (2, None)

    Args:
        part: `b2`, `s4`, `t1`; `3` is the third ruling.
        kinds: of the blocks of the entry.
    """
    kind = next((kind for kind, letter in LETTERS.items() if part[0] == letter), "ruling")
    same = [index for index, one in enumerate(kinds) if one == kind]
    place = int(part.lstrip("bst"))
    return same[place - 1] if 0 < place <= len(same) else None


def part_at(index: int, kinds: Sequence[str]) -> str:
    """Return the part that a block of an entry is: `b2`, `s4`, `t1`, or `3` for its third ruling.

    >>> part_at(2, ["text", "bullet", "bullet"])
    'b2'
    """
    return f"{LETTERS.get(kinds[index], '')}{kinds[: index + 1].count(kinds[index])}"


def part_in_words(part: str) -> str:
    """Return what a part is called: "bullet 2", "row 1", "ruling 3"."""
    place = part.lstrip("bst")
    return f"{WORDS[part.removesuffix(place)]} {place}"


def _place(texts: Sequence[str], level: str, *, is_table: bool) -> int:
    """Return the place of a text that a number or letter names, from 1; 0 where there is none.

    A row of a table may begin with the number.
    """
    keys = [match["key"].casefold() if (match := ROW_KEY.match(text)) else "" for text in texts] if is_table else []
    if level in keys:
        return keys.index(level) + 1
    place = int(level) if level.isdigit() else ord(level) - ord("a") + 1 if len(level) == 1 else 0
    return place if 0 < place <= len(texts) and not is_table else 0

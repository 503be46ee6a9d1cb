"""Parts of an entry that are not entries: its bullets, steps and table rows, counted among its blocks of that kind.

`b2` is its second bullet, `s4` its fourth step, `t1` the first row of its tables; `ID#b2` is the address of one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.languages import RULE, units

LETTERS = {"step": "s", "bullet": "b", "table": "t"}
"""Kinds of blocks that are parts with an address, and the letter of each."""
NAMED = re.compile(r"(?:(?P<whole>.+), )?(?:(?P<word>[^\W\d_]+)\.? )?\(?(?P<level>[^\W_]{1,4})\)?")
"""An address that names a part of its whole: "12, clause (b)"."""
UNIT_KINDS = {"row": "table", "bullet": "bullet"}
"""Units that name one kind of blocks alone."""
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
        if UNIT_KINDS.get(unit, kind) == kind:
            texts = [text for one, text in blocks if one == kind]
            if place := _place(texts, named["level"].casefold(), is_table=kind == "table"):
                return f"{letter}{place}"
    return None


def block_of(part: str, kinds: Sequence[str]) -> int | None:
    """Return the index of the block that is a part of an entry, or None where the entry has no such part.

    >>> block_of("b2", ["text", "bullet", "bullet"]), block_of("b3", ["text", "bullet", "bullet"])
    (2, None)

    Args:
        part: `b2`, `s4`, `t1`.
        kinds: of the blocks of the entry.
    """
    same = [index for index, kind in enumerate(kinds) if LETTERS.get(kind) == part[0]]
    return same[int(part[1:]) - 1] if 0 < int(part[1:]) <= len(same) else None


def _place(texts: Sequence[str], level: str, *, is_table: bool) -> int:
    """Return the place of a text that a number or letter names, from 1; 0 where there is none.

    A row of a table may begin with the number.
    """
    keys = [match["key"].casefold() if (match := ROW_KEY.match(text)) else "" for text in texts] if is_table else []
    if level in keys:
        return keys.index(level) + 1
    place = int(level) if level.isdigit() else ord(level) - ord("a") + 1 if len(level) == 1 else 0
    return place if 0 < place <= len(texts) and not is_table else 0

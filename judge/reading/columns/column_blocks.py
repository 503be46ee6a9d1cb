"""What the search for an order takes: a stretch of a column that nothing parts, as a dialect cuts it; and its budget.

How much a search may cost is counted in steps and never in time, so that every machine reads the same. What runs out
of steps stops, the text stays in the order that it has, and `judge lint` says where (docs/documents.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from judge.core.languages.stemming import word_root
from judge.core.numbering import Key
from judge.core.tokens import SMALL_WORDS
from judge.reading.lines.paragraphs import END, OPEN_WORD, is_open

BlockKind = Literal[
    "heading", "rule", "text", "see", "bullet", "inner", "numbered", "related", "chart", "aside"
]  # fmt: skip
"""`rule` is a number with its text, `see` a redirect, `inner` a bullet below a bullet, `chart` a numbered line of a
chart, `aside` a picture, which may be anywhere."""
WORDLESS = frozenset(("heading", "aside", "chart", "related", "see"))
"""Kinds of blocks whose words say nothing of where they are."""
ALPHABET = "alphabet"
"""The series of headings that ascend in the alphabet; all others are numbers, which count on."""
LISTED = "card"
"""The series of headings that may be in a mere list."""
OPENING = "appendix"
"""The series of headings that begin a part of the document."""
LABEL = 40
"""Characters up to which a text needs no full stop."""
WORD = re.compile(r"[^\W\d_]+")
PLACES_PER_LETTER, FEWEST_PLACES = 0.8, 40_000
"""Places that the search for columns tries: for each letter of a document, and in a short one. Two woven columns of
usual paragraphs take two thirds of it."""


@dataclass(frozen=True)
class ColumnBlock:
    """A stretch of a column that nothing parts: a paragraph, a bullet, a heading."""

    kind: BlockKind
    text: str
    lines: int
    """How high it is, in printed lines."""
    first: int
    """Its first source line."""
    keys: tuple[Key, ...] = ()
    """What headings sort by, under each convention that may be in use; empty where a heading has no place in an
    order."""
    series: str = ""
    """Headings are compared with those of their series alone."""
    number: int = 0
    """Of a numbered item."""
    turn: bool = False
    """Whether a page break is marked before it."""
    mixed: bool = False
    """Whether lines of several texts run together in it."""

    @cached_property
    def heads(self) -> bool:
        """Whether text belongs to it."""
        return self.kind in ("heading", "rule")

    @cached_property
    def goes_on(self) -> bool:
        """Whether it begins in the middle of a sentence."""
        first = self.text.lstrip("“\"'‘(*")[:1]
        return self.kind in ("text", "see") and (first.islower() or self.text[:1] in ",;.)")

    @cached_property
    def left(self) -> Literal["ended", "open", "hanging"]:
        """How it ends: with its sentence, without, or where no sentence can end."""
        if self.kind in ("heading", "related", "chart", "aside") or not is_open(self.text):
            return "ended"
        if OPEN_WORD.search(self.text, max(0, len(self.text) - END)):
            return "hanging"
        return "open" if len(self.text) > LABEL else "ended"

    @cached_property
    def breaks_off(self) -> bool:
        """Whether a text may go on with it."""
        return self.kind not in ("heading", "related", "chart", "aside") and is_open(self.text)

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its words; a single letter is part of a number."""
        words = (word for word in WORD.findall(self.text.lower()) if len(word) > 1 or not word.isascii())
        return frozenset(word_root(word) for word in words if word not in SMALL_WORDS)


class OutOfStepsError(Exception):
    """A search has spent its budget."""


class Budget:
    """Steps that are left to a search."""

    def __init__(self, steps: int) -> None:
        """Give it that many steps."""
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps away.

        Raises:
            OutOfStepsError: all steps are spent.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfStepsError


def for_places(blocks: Sequence[ColumnBlock]) -> Budget:
    """Return the budget of the search for columns."""
    return Budget(max(FEWEST_PLACES, int(PLACES_PER_LETTER * sum(len(block.text) for block in blocks))))

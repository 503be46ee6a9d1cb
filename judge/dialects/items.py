"""Pieces to items: what each stretch of an alphabetical reference is, before anything is put under its title.

Reads: a `Survey`. Writes: items in the order of the source, each with its text and all its source lines; a module that
puts woven columns right may bring them into another order before `judge.dialects.glossary` walks over them. Which kind
of item a line begins is decided by the table at the end of this module, first match wins; a line that begins none
goes on with the item above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from judge.dialects import front, looks
from judge.dialects.joining import is_open, parted
from judge.dialects.looks import Line
from judge.dialects.pieces import BULLET
from judge.dialects.reader import Manuscript
from judge.dialects.survey import Survey
from judge.model import Place
from judge.richtext import Text, join

ItemKind = Literal[
    "furniture", "table", "mark", "appendix", "title", "card", "related", "phase", "step", "numbered", "bullet",
    "figure", "paragraph",
]  # fmt: skip
ONE_LINE: frozenset[ItemKind] = frozenset(("furniture", "table", "mark", "title", "card", "phase", "figure"))
"""Kinds that do not go on in the next line."""
MARK_REACH = 3
"""How many items may stand between a bullet's mark and its text."""


@dataclass(frozen=True, slots=True)
class Item:
    """A stretch of text and what it is."""

    kind: ItemKind
    text: Text
    depth: int = 0
    """How far a bullet is nested."""
    placed: bool = False
    """Whether a title stands where the alphabet has it."""
    reason: str = ""
    """Why it is furniture."""

    @property
    def value(self) -> str:
        """The plain text, its lines joined by blanks."""
        return self.text.value.replace("\n", " ")

    @property
    def numbers(self) -> list[int]:
        """The source lines."""
        return [place.line for place in self.text.places]


def items(manuscript: Manuscript, survey: Survey) -> list[Item]:
    """Cut a document into items, in the order of the source."""
    found: list[Item] = []
    ...
    return found

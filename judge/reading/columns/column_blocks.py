"""A stretch of a column that nothing parts, as the grammar cuts it: what the search for an order takes."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Literal

from msgspec import Struct

from judge.core.languages.stemming import word_root
from judge.core.numbering import Key
from judge.core.tokens import SMALL_WORDS
from judge.reading.lines.paragraphs import is_open

BlockKind = Literal["heading", "rule", "text", "see", "bullet", "numbered", "related", "chart", "aside"]
"""`rule` is a number with its text, `see` a redirect, `chart` a numbered line of a chart, `aside` a picture, which may
be anywhere."""
WORDLESS = frozenset(("heading", "aside", "chart", "related", "see"))
"""Kinds of blocks whose words say nothing of where they are."""
ALPHABET = "alphabet"
"""The series of headings that ascend in the alphabet; all others are numbers, which count on."""
LISTED = "card"
"""The series of headings that may be in a mere list."""
PART = "part"
"""The series of headings that begin a part of the document."""
LABEL = 40
"""Characters up to which a text needs no full stop."""
WORD = re.compile(r"[^\W\d_]+")


class ColumnBlock(Struct, frozen=True, dict=True):
    """A paragraph, a bullet, a heading."""

    kind: BlockKind
    text: str
    lines: int
    """How high it is, in printed lines."""
    first: int
    """Its first source line."""
    key: Key = ()
    """What a heading sorts by; empty where it has no place in an order."""
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
    def breaks_off(self) -> bool:
        """Whether a text may go on with it."""
        return self.kind not in ("heading", "related", "chart", "aside") and is_open(self.text)

    @cached_property
    def letters(self) -> str:
        """What a title sorts by where blanks do not count."""
        return "".join(str(part) for _, part in self.key).replace(" ", "")

    @cached_property
    def words(self) -> frozenset[str]:
        """The stems of its words; a single letter is part of a number."""
        words = (word for word in WORD.findall(self.text.lower()) if len(word) > 1 or not word.isascii())
        return frozenset(word_root(word) for word in words if word not in SMALL_WORDS)

"""Printed contents and indexes that were read as text: what stands in them refers to nothing.

    Sailing (see 1)               | 1.1 Anchors | 3 |              Contents: 1 Sailing, 1.1 Anchors, 2 Cargo
    Anchors: 1.1, 2.1             • Salt Cargo – rule 2.1          Anchors 1.1 Cargo 2 Salt Cargo 2.1

Such a list is told by its text: nothing but titles and numbers, block after block, and most chapters are among them.
An overview of a chapter's own sections is not a list of contents: its references help.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from judge.core.model import Entry
from judge.core.numbering import NUMBER
from judge.core.tokens import key

FEWEST = 5
"""Entries that a list names."""
SEAM = re.compile(
    r"(?:^|(?<=[\s(\[|]))(?:(?:see|rules?|sections?|chapters?|pages?|pp?\.|§)\s?){0,3}"
    rf"{NUMBER}\.?(?=[\s,;:|)\]]|$)|[,;|•·…()\[\]\n]|\.{{2,}}|\s[–—-]\s|:(?=\s|$)",
    re.IGNORECASE,
)
"""What parts the titles of such a list: numbers, with or without a cue, and marks."""
HEADING = re.compile(r"(?:[\w’'-]{1,20}\s){0,3}(?:contents|index)\b", re.IGNORECASE)
"""What such a list may begin with: "Table of Contents", "Rules index"."""
COLUMNS = frozenset("chapter section rule title page see".split())
"""What stands above the columns of such a list, and between them."""
LONGEST = 20_000
"""Characters of a block that may be such a list."""


def listed_blocks(entries: Sequence[Entry]) -> frozenset[tuple[str, int]]:
    """Return the blocks that only list entries, by the id of their entry and their index."""
    titles = {key(entry.title): entry.id for entry in reversed(entries) if entry.title and entry.kind != "index"}
    parts = {entry.id for entry in entries if entry.kind == "part"}
    chapters = {
        entry.id for entry in entries if entry.title and entry.id not in parts and entry.parent in (None, *parts)
    }
    found: set[tuple[str, int]] = set()
    for entry in entries:
        named = [_named(block.text, titles) for block in entry.blocks]
        for bare, run in groupby(range(len(named)), key=lambda index: named[index] is not None):
            blocks = list(run)
            ids = {id for index in blocks for id in named[index] or ()}
            if bare and len(ids) >= FEWEST and 2 * len(ids & chapters) >= len(chapters):
                found.update((entry.id, index) for index in blocks)
    return frozenset(found)


def _named(text: str, titles: dict[str, str]) -> set[str] | None:
    """Return the entries that a text names, if it says nothing else."""
    if len(text) > LONGEST:
        return None
    ids: set[str] = set()
    heading = HEADING.match(text)
    for piece in _pieces(text, heading.end() if heading else 0):
        title = key(piece)
        if title in titles:
            ids.add(titles[title])
        elif title and title not in COLUMNS:
            return None
    return ids


def _pieces(text: str, start: int) -> Iterator[str]:
    """Yield what stands between numbers and marks, one after the other: most texts are told by the first."""
    for seam in SEAM.finditer(text, start):
        yield text[start : seam.start()]
        start = seam.end()
    yield text[start:]

"""Footnotes and numbered notes as targets.

"See footnote 3" and "note 2 above" lead to the entry that holds the note:

[3] Not in the fog.      a footnote, as every reader puts it into the entry of its mark
Note 2: Salt is heavy.   a note that prints its own number
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

from judge.core.model import Entry

NUMBERED = re.compile(r"(?:\[(?P<mark>\d{1,3})\]\s|(?:foot)?notes?\s(?P<number>\d{1,3})\s?[:.–—-])", re.IGNORECASE)


def footnotes(entries: Iterable[Entry]) -> dict[str, list[str]]:
    """Return the ids of the entries that hold each numbered note of a document."""
    found: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        for block in entry.blocks:
            match = NUMBERED.match(block.text) if block.kind == "note" else None
            if match:
                found[match["mark"] or match["number"]].append(entry.id)
    return dict(found)

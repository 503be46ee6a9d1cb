"""What a Markdown file says of itself before its text, as most site generators write it.

    ---
    title: "Harbour Rules"
    edition: Second Edition
    ---

Reads: the lines of a Markdown text. Writes: the same without these lines, and their fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from judge.reading.source import SourceText

FENCE = "---"
LONGEST = 60
"""Lines of the longest head."""
FEWEST = 2
"""So many fields make a head where none of them says anything that is asked for."""
FIELD = re.compile(r"(?P<name>[A-Za-z][\w -]{0,30}?)\s{0,9}:(?:\s+(?P<value>\S.*)?)?")
INNER = re.compile(r"(?:\s|-\s|#)")
"""How a line begins that goes on with a field, or is a comment."""
FACTS: dict[str, tuple[str, ...]] = {
    "edition": ("edition", "version", "revision", "rulesversion", "rulesedition"),
    "date": (
        *("date", "updated", "lastupdated", "updatedat", "lastmodified", "modified", "effective", "effectivedate"),
        *("published", "publishedat", "releasedate", "released", "generated", "generatedat"),
    ),
    "title": ("title", "name"),
    "game": ("game", "gamename", "gametitle"),
}
"""What people call these fields, letters alone; the first that a file has is taken."""


class Stated(NamedTuple):
    """What a file says of itself in a field."""

    value: str
    line: int


class Head(NamedTuple):
    """A text without its head."""

    source: SourceText
    lines: tuple[int, ...]
    """Those of the head."""
    fields: Mapping[str, Stated]


def facts_of(said: Mapping[str, Stated]) -> dict[str, Stated]:
    """Return edition, date, title and game of a file, given its fields by their names, letters alone."""
    named = {fact: next((name for name in names if name in said), None) for fact, names in FACTS.items()}
    return {fact: said[name] for fact, name in named.items() if name}


def take_head(source: SourceText) -> Head:
    """Take the fields out that stand between two rules at the very top; each line stays in its place."""
    first = next((number for number, line in enumerate(source.lines, 1) if line.strip()), 0)
    found: dict[str, Stated] = {}
    if not first or source.lines[first - 1].rstrip() != FENCE:
        return Head(source, (), found)
    for number, line in enumerate(source.lines[first : first + LONGEST], first + 1):
        if line.rstrip() in (FENCE, "..."):
            facts = facts_of(found)
            if not facts and len(found) < FEWEST:
                break
            lines = tuple(range(first, number + 1))
            shown = (*source.lines[: first - 1], *("" for _ in lines), *source.lines[number:])
            return Head(replace(source, lines=shown), lines, facts)
        field = FIELD.fullmatch(line)
        if field and (value := (field["value"] or "").strip(" \"'")):
            found.setdefault("".join(filter(str.isalpha, field["name"].lower())), Stated(value, number))
        elif line.strip() and not field and not INNER.match(line):
            break
    return Head(source, (), {})

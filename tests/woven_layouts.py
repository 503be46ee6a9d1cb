"""Mixed-up columns: documents of our own are woven (`tests/weaving.py`), read, and compared with what was woven.

Glossaries, numbered rules, and references with appendices come in turn. Even seeds are looked at when the search is
changed; odd ones are held back.
"""

import random
from collections.abc import Callable

from judge.reading.text.drafts import Parsed
from tests.support import parse_text
from tests.weaving import Entry, Woven, glossary, reference, rulebook, weave

KINDS: dict[str, tuple[str, Callable[[random.Random], list[Entry]]]] = {
    "glossary": ("glossary", lambda source: glossary(source, source.randint(15, 35))),
    "rules": ("outline", lambda source: rulebook(source, source.randint(4, 8))),
    "reference": ("glossary", lambda source: reference(source, source.randint(15, 30))),
}
"""What is woven: the dialect that reads it, and how it is invented."""


def kind_of(seed: int) -> str:
    """Return what a seed makes."""
    return tuple(KINDS)[seed // 2 % len(KINDS)]


def layout_of(seed: int) -> tuple[str, Woven]:
    """Return the dialect and the text that a seed makes."""
    dialect, invent = KINDS[kind_of(seed)]
    source = random.Random(seed)
    return dialect, weave(invent(source), source)


def owners_of(parsed: Parsed) -> dict[int, set[str]]:
    """Return the headings of the entries that hold each line."""
    found: dict[int, set[str]] = {}
    for entry in parsed.entries:
        number = None if entry.kind == "appendix" else entry.number  # its title has it
        heading = " ".join(part for part in (number, entry.title) if part)
        lines = [span for block in entry.blocks for span in block.lines]
        for first, last in [*lines, *(entry.lines if entry.errata else ())]:
            for line in range(first, last + 1):
                found.setdefault(line, set()).add(heading)
    return found


def count_right(woven: Woven, dialect: str) -> tuple[int, int]:
    """Count the lines that stand below their own heading, and all of them."""
    owners = owners_of(parse_text(woven.text, dialect)[0])
    right = sum(1 for line, title in woven.owners.items() if owners.get(line) == {title})
    return right, len(woven.owners)


def doubted_lines(parsed: Parsed) -> set[int]:
    """Return the lines of texts and of new wordings that are marked as doubtful."""
    texts = [span for entry in parsed.entries for block in entry.blocks if block.doubt for span in block.lines]
    worded = [span for entry in parsed.entries if entry.errata and entry.errata.doubt for span in entry.lines]
    return {line for first, last in (*texts, *worded) for line in range(first, last + 1)}

"""How well mixed-up columns are read: `python -m tests.columns_measure [--held] [--layouts N]`.

Documents of our own are woven (`tests/weaving.py`), read, and compared with what was woven: glossaries, numbered rules,
and references with appendices in turn. Prints for each kind the share of lines under their own heading, of the lines
elsewhere the share that is marked as doubtful, and the same of the lines that are right. Even seeds are looked at when
the search is changed; odd ones are held back.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable

from judge.reading.text.drafts import Parsed
from tests.support import parse_text
from tests.weaving import Entry, Woven, glossary, reference, rulebook, weave

LAYOUTS = 200
Marks = Counter[tuple[bool, bool]]
"""Lines by whether they stand below their own heading, and whether their place is marked as doubtful."""
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


def count_marked(woven: Woven, dialect: str = "glossary") -> Marks:
    """Count the lines of a woven text."""
    parsed = parse_text(woven.text, dialect)[0]
    owners, doubted = owners_of(parsed), doubted_lines(parsed)
    return Counter((owners.get(line) == {title}, line in doubted) for line, title in woven.owners.items())


def doubted_lines(parsed: Parsed) -> set[int]:
    """Return the lines of texts and of new wordings that are marked as doubtful."""
    texts = [span for entry in parsed.entries for block in entry.blocks if block.doubt for span in block.lines]
    worded = [span for entry in parsed.entries if entry.errata and entry.errata.doubt for span in entry.lines]
    return {line for first, last in (*texts, *worded) for line in range(first, last + 1)}


def told(found: Marks) -> str:
    """Return the shares of the issue's measures."""
    right, wrong = found[True, False] + found[True, True], found[False, False] + found[False, True]
    shares = (right / max(found.total(), 1), found[False, True] / max(wrong, 1), found[True, True] / max(right, 1))
    return f"{found.total():6} lines, {shares[0]:.4f} right; marked: {shares[1]:.2f} of wrong, {shares[2]:.3f} of right"


def main() -> None:
    """Print the shares for each kind and for all."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--held", action="store_true", help="the layouts that are held back")
    asked.add_argument("--layouts", type=int, default=LAYOUTS, help="how many there are, half of them held back")
    chosen = asked.parse_args()
    found: dict[str, Marks] = {kind: Counter() for kind in KINDS}
    for seed in range(int(chosen.held), chosen.layouts, 2):
        dialect, woven = layout_of(seed)
        found[kind_of(seed)] += count_marked(woven, dialect)
    for kind, marks in found.items():
        print(f"{kind:10}{told(marks)}")
    print(f"{'all':10}{told(sum(found.values(), Counter()))}")


if __name__ == "__main__":
    main()

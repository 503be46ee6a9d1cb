"""How well small documents are read: `python -m tests.small.measure [--held] [--count N] [--misses N] [--text N]`.

Prints the shares of entries, of their kinds and of rulings on their cards, and how many entries are read that are none.
Of the held half only the means are printed.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from judge.build.collection import SourceFile
from judge.build.parsing import parse_document
from judge.core.model import Entry
from tests.looks.comparing import context
from tests.small.documents import Small, Truth, write

MEASURES = ("entries", "kinds", "rulings", "texts", "surplus")
Counts = dict[str, Counter[str]]


def read(document: Small) -> list[Entry]:
    """Return the entries that are read."""
    source = SourceFile(Path(document.name), "small", {})
    return list(parse_document(source, document.text.encode(), context()).entries)


def words(text: str) -> str:
    """Return the words of a text, as texts are compared."""
    return " ".join(text.replace("*", "").casefold().split())


def compare(document: Small) -> tuple[Counter[str], Counter[str], list[str]]:
    """Return how many are right and how many there are of each measure, and what is wrong."""
    entries = read(document)
    found = {(entry.lines[0][0], words(entry.title or "")): entry for entry in entries}
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    misses: list[str] = []

    def count(measure: str, good: bool, miss: str) -> None:
        right[measure] += good
        of[measure] += 1
        if not good:
            misses.append(f"{measure}: {miss}")

    for truth in document.truths:
        entry = found.pop((truth.line, words(truth.title)), None)
        count("entries", entry is not None, f"line {truth.line} {truth.title}")
        if entry is not None:
            count("kinds", entry.kind in truth.kinds, f"line {truth.line} {truth.title} is {entry.kind}")
        own = " | ".join(words(block.text) for block in entry.blocks) if entry else ""
        for ruling in truth.rulings:
            shown = words(ruling.partition(" (2")[0])
            good = entry is not None and entry.kind == "card" and shown in own
            count("rulings", good, f"line {truth.line} {truth.title}: {ruling[:40]}")
        if truth.text and entry:
            _count_text(truth, entry, own, count)
    for (line, title), entry in found.items():
        count("surplus", False, f"line {line} {title!r} {entry.kind}")
    of["surplus"] = len(document.truths)
    right["surplus"] = len(found)
    return right, of, misses


def _count_text(truth: Truth, entry: Entry, own: str, count) -> None:  # type: ignore[no-untyped-def]
    wanted = words(truth.text.partition(" (2")[0])
    if wanted.startswith("errata "):
        good = entry.errata is not None and words(entry.errata.text) == wanted.removeprefix("errata ")
    else:
        good = wanted in own
    count("texts", good, f"line {truth.line} {truth.title}: {wanted[:50]} not in {own[:80]}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--held", action="store_true", help="the half of which only means are printed")
    parser.add_argument("--count", type=int, default=100, help="how many documents")
    parser.add_argument("--first", type=int, default=0, help="the first number")
    parser.add_argument("--misses", type=int, default=0, help="print what is wrong in so many documents")
    parser.add_argument("--text", type=int, help="print the document of a number")
    chosen = parser.parse_args(arguments)
    if chosen.text is not None and not chosen.text % 2:
        sys.stdout.write(write(chosen.text).text)
        return 0
    rights: Counter[str] = Counter()
    wholes: Counter[str] = Counter()
    by_look: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    shown = 0
    for number in range(chosen.first + chosen.held, chosen.first + 2 * chosen.count, 2):
        document = write(number)
        right, of, misses = compare(document)
        rights += right
        wholes += of
        for look in document.looks:
            by_look[look][0] += not misses
            by_look[look][1] += 1
        if misses and shown < chosen.misses and not chosen.held:
            shown += 1
            print(number, document.looks, document.name)
            for miss in misses[:6]:
                print("   ", miss)
    for measure in MEASURES:
        print(f"{measure:10} {rights[measure] / max(1, wholes[measure]):.3f} of {wholes[measure]}")
    if not chosen.held:
        for look, (good, all_) in sorted(by_look.items(), key=lambda one: one[1][0] / one[1][1]):
            print(f"   {look:20} {good}/{all_} whole")
    return 0


if __name__ == "__main__":
    sys.exit(main())

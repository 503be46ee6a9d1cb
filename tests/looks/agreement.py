"""How far the same drawn text is read alike in all formats: `python -m tests.looks.agreement [--count N] [--seed N]`.

No truth is needed: the trees of two formats are compared with each other. Prints, for each pair of formats, the share
of the entries of either that both have, with number, title, kind and what they stand below; with `--misses N` the
entries that not all formats have, in the first N documents that differ.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from judge.build.collection import SourceFile
from judge.build.parsing import ReadingContext, parse_document
from judge.core.model import Entry
from tests.looks.choices import Look
from tests.looks.documents import write
from tests.looks.printing import FORMATS
from tests.looks.sampling import looks

Row = tuple[str, str, str]
"""Number and title of an entry, its kind, and number and title of the one above it."""
SHOWN = {"format": "markdown", "script": "latin", "labels": "english"}
"""What is drawn of a look for which each format has letters and words."""
BARE = dict.fromkeys(("contents", "furniture", "wrapping", "extras", "damage"), "none")
"""What is left out of a look, since not every format has it."""


def texts(count: int, seed: int = 0) -> Iterator[tuple[Look, str]]:
    """Yield drawn looks, each with a text in Markdown.

    To CommonMark, and so to all other formats, `3. Play` above `====` is an item of a list: such headings have `##`.
    """
    draw = random.Random(f"agreement {seed}")
    for look in draw.sample(looks(), count):
        own = replace(look, **SHOWN, **BARE, headings="atx" if look.headings == "setext" else look.headings)
        yield own, write(own, seed).text


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    """Return what of a tree every format must agree on."""
    names = {entry.id: _name(entry) for entry in entries}
    return [(names[entry.id], entry.kind, names.get(entry.parent or "", "")) for entry in entries]


def _name(entry: Entry) -> str:
    title = " ".join((entry.title or "").split()).strip(" .:").casefold()
    return f"{(entry.number or '').strip(' .')} {title}".strip()


def read(text: str, form: str) -> Sequence[Entry]:
    """Read a text as a file of a format."""
    ending, printed = FORMATS[form]
    source = SourceFile(Path(f"made-up{ending}"), "doc", {})
    return parse_document(source, printed(text), ReadingContext({}, ())).entries


def agreement(one: Iterable[Row], other: Iterable[Row]) -> tuple[int, int]:
    """Return how many entries both trees have, and how many either has."""
    left, right = Counter(one), Counter(other)
    return (left & right).total(), (left | right).total()


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--formats", nargs="+", default=list(FORMATS), choices=list(FORMATS))
    chosen = parser.parse_args(arguments)
    totals: Counter[tuple[str, str, str]] = Counter()
    shown = 0
    for look, text in texts(chosen.count, chosen.seed):
        trees = {form: rows_of(read(text, form)) for form in chosen.formats}
        for one, other in combinations(chosen.formats, 2):
            both, either = agreement(trees[one], trees[other])
            totals[one, other, "both"] += both
            totals[one, other, "either"] += either
        if shown < chosen.misses and len(set(map(tuple, trees.values()))) > 1:
            shown += 1
            print(f"\n{look}")
            _print_misses(trees)
    _print_table(totals, chosen.formats)
    return 0


def _print_misses(trees: dict[str, list[Row]]) -> None:
    """Print the entries that some formats lack, in the order of the text, and which formats have them."""
    holders: dict[Row, list[str]] = {}
    for form, rows in trees.items():
        for row in dict.fromkeys(rows):
            holders.setdefault(row, []).append(form)
    kept = Counter(", ".join(held) for held in holders.values())
    seen: Counter[str] = Counter()
    for row, forms in holders.items():
        held = ", ".join(forms)
        seen[held] += 1
        if len(forms) < len(trees) and seen[held] <= EXAMPLES:
            print(f"    {row}  only {held} ({kept[held]} such)")


EXAMPLES = 4


def _print_table(totals: Counter[tuple[str, str, str]], formats: Sequence[str]) -> None:
    print(f"{'':14}" + "".join(f"{form:>14}" for form in formats[1:]))
    for index, one in enumerate(formats[:-1]):
        shares = [totals[one, other, "both"] / max(1, totals[one, other, "either"]) for other in formats[index + 1 :]]
        cells = "".join(f"{share:14.3f}" for share in shares)
        print(f"{one:14}{'':{14 * index}}{cells}")
    sums = [sum(count for key, count in totals.items() if key[2] == name) for name in ("both", "either")]
    print(f"all pairs     {sums[0] / max(1, sums[1]):14.3f}")


if __name__ == "__main__":
    sys.exit(main())

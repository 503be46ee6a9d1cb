"""Whether the numbers of dated texts lead to the rules they meant: `python -m tests.dated [--first SEED] [--books N]`.

Books are drawn and edited twice, so that there are three editions, in each of which numbers moved. Answers cite every
section of the edition of their day by its bare number: before the second edition, between it and the third, after both;
in the year of the second; and without a date, each by any edition. Prints for each kind of text, of the numbers that
mean another rule in another edition, how many lead to the rule that was meant, how many are left open, and how many are
surely sent to another rule. What went into another rule means that rule.
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import judge
from judge.core.model import Resolution
from judge.core.names import is_unsure
from tests.editions.making import drawn, edited
from tests.support import write_collection

DAYS = ("2020-05-01", "2022-05-01", "2024-05-01")
"""Of the editions."""
TEXTS = {"before": "2021-03-01", "between": "2023-03-01", "after": "2025-03-01", "that year": "2022", "undated": None}
"""Kinds of texts with their dates."""
FORMS = ("Apply {} before all else.", "Nobody may object, see {}.", "It is as with any other ({}).", "Here {} decides.")
ROW = '[[document]]\nfile = "{}"\ngame = "Tide"\nkind = "{}"\n'


class Cited(NamedTuple):
    """A ruling that cites a rule."""

    kind: str
    number: str
    rules: set[int]
    """The names of the rule that is meant, and of what its text went into."""
    is_moved: bool
    """Whether the number means another rule in another edition."""


def score(seed: int, size: int = 150) -> Counter[tuple[str, str]]:
    """Return how many numbers of each kind of text there are, and what became of them."""
    first = drawn(seed, size)
    second, earlier = edited(first, seed, size // 4)
    third, later = edited(second, seed + 1, size // 4)
    printed = [book.printed() for book in (first, second, third)]
    numbers = [names for _, names in printed]
    left = {rule.name for rule in third.rules()}
    groups = [*earlier.groups, *later.groups]
    merged = {name: group & left for group in groups for name in group - left}
    draw = random.Random(seed)
    meant = {"before": 0, "between": 1, "after": 2}
    files = {f"rules-{place}.txt": text for place, (text, _) in enumerate(printed)}
    rows = [
        ROW.format(f"rules-{place}.txt", "rules") + 'work = "rules"\ndialect = "outline"\n'
        f'title = "Tide Rules"\nedition = "{place}.0"\ndate = "{day}"\n'
        for place, day in enumerate(DAYS)
    ]
    cited: dict[str, Cited] = {}
    for kind, date in TEXTS.items():
        key = f"letters-{kind.replace(' ', '-')}"
        lines = [f"# Letters on {kind.title()}", ""]
        for place, (number, _) in enumerate(sorted(numbers[meant.get(kind, 2)].items())):
            edition = meant.get(kind, draw.randrange(2 if date else 3))
            rule = numbers[edition].get(number)
            if rule is not None and "." in number:
                others = {names[number] for names in numbers if number in names}
                cited[f"{key} {place}"] = Cited(kind, number, {rule, *merged.get(rule, ())}, len(others) > 1)
                lines += [f"Q: What of case {place}?", "", f"A: {draw.choice(FORMS).format(number)}", ""]
        files[f"{key}.md"] = "\n".join(lines)
        dated = f'date = "{date}"\n' if date else ""
        rows.append(ROW.format(f"{key}.md", "faq") + f'dialect = "questions"\n{dated}')
    with tempfile.TemporaryDirectory() as folder:
        collection = write_collection(Path(folder) / "tide", **files, **{"corpus.toml": "\n".join(rows)})
        with judge.open(corpus=[collection]) as library:
            return _counted(library, cited, numbers)


def _counted(
    library: judge.Library, cited: Mapping[str, Cited], numbers: Sequence[Mapping[str, int]]
) -> Counter[tuple[str, str]]:
    found: dict[str, list[Resolution]] = {}
    for key in dict.fromkeys(name.partition(" ")[0] for name in cited):
        for entry in library.editions.records(key)[0]:
            place = (entry["title"] or "").rpartition(" ")[2].strip("?")
            found[f"{key} {place}"] = library.references(entry["id"])
    counted: Counter[tuple[str, str]] = Counter()
    for name, one in cited.items():
        links = [link for link in found.get(name, ()) if link.reference.text == one.number]
        group = one.kind if one.is_moved else "the same in all"
        counted[group, "all"] += 1
        counted[group, _became(links, one, numbers)] += 1
    return counted


def _became(found: Sequence[Resolution], one: Cited, numbers: Sequence[Mapping[str, int]]) -> str:
    """Return what became of a citation: it is right, open, missing, or wrong."""
    if not found or not found[0].target:
        return "missing"
    if _rule(found[0].target, numbers) in one.rules:
        return "right"
    is_among = any(_rule(id, numbers) in one.rules for id in found[0].candidates)
    return "open" if is_among or is_unsure(found[0].sure) else "wrong"


def _rule(id: str, numbers: Sequence[Mapping[str, int]]) -> int | None:
    document, _, number = id.partition(":")
    return numbers[int(document[-1])].get(number) if document.startswith("rules-") else None


def main() -> None:
    """Print a row for each kind of text."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--books", type=int, default=5)
    asked.add_argument("--size", type=int, default=150)
    chosen = asked.parse_args()
    total: Counter[tuple[str, str]] = Counter()
    for seed in range(chosen.first, chosen.first + chosen.books):
        total += score(seed, chosen.size)
    for kind in dict.fromkeys(kind for kind, _ in total):
        cells = (f"{name} {total[kind, name]}" for name in ("right", "open", "wrong", "missing"))
        print(f"{kind:16} of {total[kind, 'all']:4}: {', '.join(cells)}")


if __name__ == "__main__":
    main()

"""Fits how likely a number is a reference: `python3 tools/fit_numbers.py [--misses]`.

Three kinds of sentences are examples, all of our own (`tests/cases/numbers/`): those of people who had not seen the
program, each with the book that it speaks of; tales that cite a rule among much that no book has; and short ones in
which a number of a book is put. A logistic regression
over their signs gives the weights for `judge/references/number_signs.py`. Prints how many numbers are told right by
weights that were fitted without their sentence (ten parts), and the weights.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import exp, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent))

from numbered import CASES, Sentence, faq_of, sentences, written
from regression import logistic

from judge.core.model import FoundReference
from judge.opened_library import Library
from judge.references import number_signs
from judge.references.number_signs import Weighing

PARTS = 10
PRIOR = 1.0
"""How strongly weights are drawn to 0."""
SHORT = "short ones"
"""Where the short sentences are from; each counts once, the others twice."""
SHARED = ("title", "text", "strange", "strange name", "cued strange", "cued strange name")
NUMBERS = (
    "4.2",
    "3.1",
    "7.5",
    "2.4",
    "6.3",
    "5.1",
    "8.2",
    "4.3.1",
    "2.1.2",
    "6.2.1",
    "103.2",
    "601.2b",
    "24.8",
    "K4.3",
    "EN-1",
    "A-3.2",
)
"""What is put into the short ones."""


class Example(NamedTuple):
    """A number in a sentence."""

    source: str
    text: str
    number: str
    signs: Mapping[str, float]
    right: bool
    """It is a reference."""
    part: int


def of_book(book: str, known: Sequence[Sentence]) -> Iterator[Example]:
    """Yield the numbers of the sentences about a book, with the signs that a build finds."""
    found: dict[tuple[str, int], tuple[str, dict[str, float]]] = {}
    signs_of = Weighing.signs

    def recording(
        self: Weighing, reference: FoundReference, text: str, ids: Sequence[str], cues: Collection[str] = ()
    ) -> dict[str, float]:
        signs = signs_of(self, reference, text, ids, cues)
        found[text, reference.start] = reference.number or "", signs
        return signs

    with TemporaryDirectory() as folder, patch.object(Weighing, "signs", recording):
        home = Path(folder) / "documents"
        home.mkdir()
        (home / "rulebook.md").write_text((CASES / f"{book}.md").read_text("utf-8"), "utf-8")
        (home / "faq.md").write_text(faq_of(book, known), "utf-8")
        with Library([home], cache=Path(folder) / "cache") as library:
            list(library.export())
    by_text = {one.plain: (place, one) for place, one in enumerate(known)}
    for (text, _), (number, signs) in found.items():
        if text in by_text:
            place, one = by_text[text]
            if number in one.targets or not one.targets:
                yield Example(book, text, number, signs, bool(one.targets), place % PARTS)


def put(seed: int, told: Sequence[Example]) -> Iterator[Example]:
    """Yield the numbers of the short sentences; what they share with their section is drawn from the others."""
    chance = random.Random(seed)  # noqa: S311 (no secret)
    shared: dict[tuple[bool, bool], list[dict[str, float]]] = defaultdict(list)
    for one in told:
        shared[one.right, is_cued(one.signs)].append({name: one.signs[name] for name in one.signs if name in SHARED})
    for place, (pattern, right) in enumerate(written()):
        deep = chance.random() < (0.35 if right else 0.15)
        choice = [number for number in NUMBERS if (number.count(".") > 1 or len(number) > 3) == deep]
        numbers = chance.sample(choice, min(pattern.count("#"), len(choice)))
        text = pattern
        for number in numbers:
            text = text.replace("#", number, 1)
        start = pattern.index("#")
        signs = number_signs.signs_of(number_signs.place_of(text, start, start + len(numbers[0]), numbers[0]))
        signs |= chance.choice(shared[right, is_cued(signs)])
        yield Example(SHORT, text, numbers[0], signs, right, place % PARTS)


def is_cued(signs: Mapping[str, float]) -> bool:
    """Tell whether a cue stands before a number."""
    return any(f"before {cue}" in signs for cue in number_signs.CUES)


def examples() -> list[Example]:
    """Return the numbers of all sentences."""
    books: dict[str, list[Sentence]] = defaultdict(list)
    for one in sentences():
        books[one.book].append(one)
    told = [example for book, known in books.items() for example in of_book(book, known)]
    return [*told, *put(1, told)]


def fit(found: Sequence[Example]) -> dict[str, float]:
    """Return the weights by the names of signs, that of no sign ("") first."""
    names = ["", *sorted({name for one in found for name in one.signs})]
    index = {name: place for place, name in enumerate(names)}
    rows = (
        ([(0, 1.0), *((index[name], value) for name, value in one.signs.items())], one.right, 1 + (one.source != SHORT))
        for one in found
    )
    return dict(zip(names, logistic(rows, [PRIOR] * len(names)), strict=True))


def odds_of(weights: Mapping[str, float], signs: Mapping[str, float]) -> float:
    """Return the logarithm of how much likelier a number is a reference than not."""
    return weights[""] + sum(weights.get(name, 0.0) * value for name, value in signs.items())


def main() -> None:
    """Print how well weights tell references from other numbers, and the weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--misses", action="store_true", help="print the numbers that are told wrong")
    chosen = asked.parse_args()
    found = examples()
    right: dict[tuple[str, bool], list[bool]] = defaultdict(list)
    loss: dict[str, list[float]] = defaultdict(list)
    for part in range(PARTS):
        weights = fit([example for example in found if example.part != part])
        for example in (example for example in found if example.part == part):
            judged = odds_of(weights, example.signs)
            right[example.source, example.right].append((judged > 0) == example.right)
            loss[example.source if example.source == SHORT else "others"].append(
                log(1 + exp(-judged if example.right else judged))
            )
            if chosen.misses and (judged > 0) != example.right:
                mark = "+" if example.right else "-"
                print(
                    f"{mark} {judged:5.1f} {example.source}: {example.text!r}, {example.number}: {dict(example.signs)}"
                )
    for (source, kind), judged_all in sorted(right.items()):
        print(f"{source:16}{'references' if kind else 'others':12}{sum(judged_all):5} of {len(judged_all)}")
    print(", ".join(f"{source}: {sum(losses) / len(losses):.4f} a number" for source, losses in loss.items()))
    for name, weight in fit(found).items():
        print(f'    "{name}": {weight:.2f},' if name else f"BASE = {weight:.2f}")


if __name__ == "__main__":
    main()

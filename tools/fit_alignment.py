"""Fits the weights by which entries of two editions are paired: `python3 tools/fit_alignment.py [--document KEY]…`.

Books are drawn and edited (`tests/editions/making.py`), or made of documents of JUDGE_CORPUS; every pair of entries
that the pairing compares is an example, right or not. A logistic regression over them is printed as the lines to put
into `judge/editions/comparison/alignment.py`. The seeds are others than those by which the result is measured.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from math import exp
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import judge
from judge.editions.comparison import alignment
from judge.editions.comparison.alignment import Features, Pairing
from tests.editions.making import Book, drawn, edited, taken
from tests.editions.measure import read

FIRST_SEED = 500
STEPS, RATE, SHRINK = 3000, 1.0, 1e-4
Example = tuple[list[float], bool]


def examples(old: Book, seed: int) -> list[Example]:
    """Return what the pairing of a book with its edited form compares, with whether it is right."""
    new, _ = edited(old, seed, 60 + seed * 37 % 140)
    (text, old_names), (newer, new_names) = old.printed(), new.printed()
    with tempfile.TemporaryDirectory() as folder:
        before, after = read(text, Path(folder) / "old"), read(newer, Path(folder) / "new")
    found: list[Example] = []

    class Recording(Pairing):
        def features(self, one: int, other: int) -> Features:
            features = super().features(one, other)
            names = old_names.get(before[one].number), new_names.get(after[other].number)
            found.append(([getattr(features, name) for name in Features.__slots__], names[0] == names[1] is not None))
            return features

    kept: Callable[..., Pairing] = alignment.Pairing
    alignment.Pairing = Recording  # type: ignore[misc]
    try:
        alignment.align(before, after)
    finally:
        alignment.Pairing = kept  # type: ignore[misc,assignment]
    return found


def fit(found: Sequence[Example]) -> tuple[list[float], float]:
    """Return the weights and the bias of a logistic regression, by gradient descent."""
    size = len(found[0][0])
    weights, bias = [0.0] * size, 0.0
    for _ in range(STEPS):
        slope, lift = [SHRINK * weight for weight in weights], 0.0
        for values, right in found:
            total = bias + sum(weight * value for weight, value in zip(weights, values, strict=True))
            error = (1 / (1 + exp(-max(min(total, 30), -30))) - right) / len(found)
            lift += error
            for place, value in enumerate(values):
                slope[place] += error * value
        weights = [weight - RATE * 10 * down for weight, down in zip(weights, slope, strict=True)]
        bias -= RATE * 10 * lift
    return weights, bias


def main() -> None:
    """Print the fitted weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--document", action="append", default=[])
    asked.add_argument("--books", type=int, default=4)
    chosen = asked.parse_args()
    made = [(drawn(seed), seed) for seed in range(FIRST_SEED, FIRST_SEED + chosen.books)]
    if chosen.document:
        with judge.open() as library:
            of_documents = [taken(*library.edition(key)) for key in chosen.document]
        made += [(book, FIRST_SEED + place) for book in of_documents for place in range(chosen.books)]
    found = [example for book, seed in made for example in examples(book, seed)]
    weights, bias = fit(found)
    named = ", ".join(f"{name}={weight:.1f}" for name, weight in zip(Features.__slots__, weights, strict=True))
    print(f"{len(found)} examples, {sum(right for _, right in found)} right")
    print(f"WEIGHTS = Features({named})\nBIAS = {bias:.1f}")


if __name__ == "__main__":
    main()

"""Fits the weights by which entries of two editions are paired: `python3 tools/fit_alignment.py [--document KEY]…`.

Books are drawn and edited (`tools/drawn_editions.py`), or made of documents of JUDGE_CORPUS; every pair of entries
that the pairing compares is an example, right or not. A logistic regression over them is printed as the lines to put
into `judge/editions/alignment.py`. The seeds are others than those by which the result is measured.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from drawn_editions import Book, drawn, edited, taken
from measure_changes import read
from regression import logistic

import judge
from judge.editions import alignment
from judge.editions.alignment import Features, Pairing

FIRST_SEED = 500
BOOKS = 4
PRIOR = 1e-4
"""How strongly weights are drawn to 0, for each example."""
Example = tuple[list[float], bool]


def of_book(old: Book, seed: int) -> list[Example]:
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
            values = [getattr(features, name) for name in Features.__struct_fields__]
            found.append((values, names[0] == names[1] is not None))
            return features

    kept: Callable[..., Pairing] = alignment.Pairing
    alignment.Pairing = Recording  # type: ignore[misc]
    try:
        alignment.align(before, after)
    finally:
        alignment.Pairing = kept  # type: ignore[misc,assignment]
    return found


def examples(books: int = BOOKS, documents: Sequence[str] = ()) -> list[Example]:
    """Return what is compared of books that are drawn, and of so many that are made of each document."""
    made = [(drawn(seed), seed) for seed in range(FIRST_SEED, FIRST_SEED + books)]
    if documents:
        with judge.open() as library:
            of_documents = [taken(*library.editions.records(key)) for key in documents]
        made += [(book, FIRST_SEED + place) for book in of_documents for place in range(books)]
    return [example for book, seed in made for example in of_book(book, seed)]


def fit(found: Sequence[Example]) -> dict[str, float]:
    """Return the weights by the names of features, the bias first."""
    names = ("bias", *Features.__struct_fields__)
    rows = (([(0, 1.0), *enumerate(values, 1)], right, 1.0) for values, right in found)
    priors = [0.0, *(PRIOR * len(found) for _ in Features.__struct_fields__)]
    return dict(zip(names, logistic(rows, priors), strict=True))


def main() -> None:
    """Print the fitted weights."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--document", action="append", default=[])
    asked.add_argument("--books", type=int, default=BOOKS)
    chosen = asked.parse_args()
    found = examples(chosen.books, chosen.document)
    weights = fit(found)
    bias = weights.pop("bias")
    named = ", ".join(f"{name}={weight:.1f}" for name, weight in weights.items())
    print(f"{len(found)} examples, {sum(right for _, right in found)} right")
    print(f"WEIGHTS = Features({named})\nBIAS = {bias:.1f}")


if __name__ == "__main__":
    main()

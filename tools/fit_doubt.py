"""Fits how sure places of woven columns are: `python3 tools/fit_doubt.py [--layouts N]`.

Documents of our own are woven (`tests/weaving.py`, even seeds; the odd ones are held back to measure the outcome) and
read. Each text is an example: the signs that the search gives of its place, whether it stands under its own heading,
and its lines. A logistic regression over them gives the weights for `judge/reading/columns/doubt.py`. Prints them, and
for several bounds how many wrong and how many right lines would be marked, with weights that were fitted without the
document (five parts).
"""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent))

from judge.reading.columns import doubt
from judge.reading.columns.doubt import Signs
from judge.reading.columns.evidence import Evidence
from tests.columns_measure import layout_of, owners_of
from tests.support import parse_text

LAYOUTS = 400
PARTS = 5
ROUNDS = 12
PRIOR = 3.0
"""How strongly weights are drawn to 0."""
BOUNDS = (0.85, 0.9, 0.93, 0.95, 0.97)


class Example(NamedTuple):
    """A text in its place."""

    seed: int
    signs: tuple[float, ...]
    """With a 1 before them."""
    right: bool
    lines: int


def examples(seed: int) -> Iterator[Example]:
    """Yield the texts of the layout that a seed makes."""
    dialect, woven = layout_of(seed)
    found: list[tuple[Evidence, dict[int, Signs]]] = []
    signs_of = doubt.signs_of

    def recording(*given: object) -> dict[int, Signs]:
        signs = signs_of(*given)  # type: ignore[arg-type]
        found.append((given[1], signs))  # type: ignore[arg-type]
        return signs

    with patch.object(doubt, "signs_of", recording):
        owners = owners_of(parse_text(woven.text, dialect)[0])
    for evidence, signs in found[-1:]:
        starts = [*(block.first for block in evidence.blocks), max(woven.owners, default=0) + 1]
        printed = sorted(woven.owners)
        for index, (first, end) in enumerate(pairwise(starts)):
            lines = printed[bisect_left(printed, first) : bisect_left(printed, end)]
            if index in signs and lines:
                right = all(owners.get(line) == {woven.owners[line]} for line in lines)
                yield Example(seed, (1.0, *map(float, signs[index])), right, len(lines))


def share(weights: Sequence[float], signs: Sequence[float]) -> float:
    """Return how often such a place is right."""
    return 1 / (1 + exp(-sum(weight * sign for weight, sign in zip(weights, signs, strict=True))))


def fit(found: Sequence[Example]) -> list[float]:
    """Return the weights of a logistic regression, by Newton's method."""
    size = len(found[0].signs)
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope = [-PRIOR * weight for weight in weights]
        curve = [[PRIOR * (row == column) for column in range(size)] for row in range(size)]
        for one in found:
            likely = share(weights, one.signs)
            for row, sign in enumerate(one.signs):
                slope[row] += one.lines * (one.right - likely) * sign
                for column in range(size):
                    curve[row][column] += one.lines * likely * (1 - likely) * sign * one.signs[column]
        weights = [weight + step for weight, step in zip(weights, solved(curve, slope), strict=True)]
    return weights


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(len(rows)):
        pivot = max(range(at, len(rows)), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for row in range(len(rows)):
            if row != at:
                rows[row] = [value - rows[row][at] * above for value, above in zip(rows[row], rows[at], strict=True)]
    return [row[-1] for row in rows]


def held_out(found: Sequence[Example]) -> list[float]:
    """Return for each text how often it is right, by weights that were fitted without its document."""
    fitted = [fit([one for one in found if one.seed // 2 % PARTS != part]) for part in range(PARTS)]
    return [share(fitted[one.seed // 2 % PARTS], one.signs) for one in found]


def main() -> None:
    """Print the weights and how well they tell right from wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--layouts", type=int, default=LAYOUTS)
    chosen = asked.parse_args()
    found = [one for seed in range(0, chosen.layouts, 2) for one in examples(seed)]
    judged = held_out(found)
    total = {right: sum(one.lines for one in found if one.right == right) for right in (False, True)}
    loss = -sum(one.lines * log(p if one.right else 1 - p) for one, p in zip(found, judged, strict=True))
    print(f"{len(found)} texts; {total[True] / sum(total.values()):.4f} right; {loss / sum(total.values()):.4f} a line")
    for bound in BOUNDS:
        below = [one for one, p in zip(found, judged, strict=True) if p < bound]
        marked = {right: sum(one.lines for one in below if one.right == right) / total[right] for right in total}
        print(f"below {bound}: {marked[False]:.3f} of wrong lines marked, {marked[True]:.3f} of right ones")
    for name, weight in zip(("base", *Signs._fields), fit(found), strict=True):
        print(f"{name:8}{weight:6.2f}")


if __name__ == "__main__":
    main()

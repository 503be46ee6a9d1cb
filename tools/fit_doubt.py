"""Fits how sure places of woven columns are: `python3 tools/fit_doubt.py [--layouts N]`.

Documents of our own are woven (`tests/weaving.py`, even seeds; the odd ones are held back to measure the outcome) and
read. Each text is an example: the signs that the search gives of its place, whether it stands under its own heading,
and its lines. A logistic regression over them gives the weights for `judge/reading/columns/moves.py`. Prints them, and
for several bounds how many wrong and how many right lines would be marked, with weights that were fitted without the
document (five parts).
"""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent))

from regression import logistic

from judge.reading.columns import moves
from judge.reading.columns.moves import Signs
from judge.reading.columns.order_prices import Evidence
from tests.columns_measure import layout_of, owners_of
from tests.support import parse_text

LAYOUTS = 400
PARTS = 5
PRIOR = 3.0
"""How strongly weights are drawn to 0."""
BOUNDS = (0.85, 0.9, 0.93, 0.95, 0.97)


class Example(NamedTuple):
    """A text in its place."""

    seed: int
    signs: tuple[float, ...]
    right: bool
    lines: int


def examples(layouts: int = LAYOUTS) -> list[Example]:
    """Return the texts of the layouts with even seeds below a number."""
    return [one for seed in range(0, layouts, 2) for one in of_layout(seed)]


def of_layout(seed: int) -> Iterator[Example]:
    """Yield the texts of the layout that a seed makes."""
    dialect, woven = layout_of(seed)
    found: list[tuple[Evidence, dict[int, Signs]]] = []
    signs_of = moves.signs_of

    def recording(*given: object) -> dict[int, Signs]:
        signs = signs_of(*given)  # type: ignore[arg-type]
        found.append((given[1], signs))  # type: ignore[arg-type]
        return signs

    with patch.object(moves, "signs_of", recording):
        owners = owners_of(parse_text(woven.text, dialect)[0])
    for evidence, signs in found[-1:]:
        starts = [*(block.first for block in evidence.blocks), max(woven.owners, default=0) + 1]
        printed = sorted(woven.owners)
        for index, (first, end) in enumerate(pairwise(starts)):
            lines = printed[bisect_left(printed, first) : bisect_left(printed, end)]
            if index in signs and lines:
                right = all(owners.get(line) == {woven.owners[line]} for line in lines)
                yield Example(seed, tuple(map(float, signs[index])), right, len(lines))


def fit(found: Sequence[Example]) -> dict[str, float]:
    """Return the weights by the names of signs, that of no sign ("base") first."""
    rows = (([(0, 1.0), *enumerate(one.signs, 1)], one.right, one.lines) for one in found)
    names = ("base", *Signs._fields)
    return dict(zip(names, logistic(rows, [PRIOR] * len(names)), strict=True))


def share(weights: Mapping[str, float], signs: Sequence[float]) -> float:
    """Return how often such a place is right."""
    base, *others = weights.values()
    return 1 / (1 + exp(-base - sum(weight * sign for weight, sign in zip(others, signs, strict=True))))


def held_out(found: Sequence[Example]) -> list[float]:
    """Return for each text how often it is right, by weights that were fitted without its document."""
    fitted = [fit([one for one in found if one.seed // 2 % PARTS != part]) for part in range(PARTS)]
    return [share(fitted[one.seed // 2 % PARTS], one.signs) for one in found]


def main() -> None:
    """Print the weights and how well they tell right from wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--layouts", type=int, default=LAYOUTS)
    chosen = asked.parse_args()
    found = examples(chosen.layouts)
    judged = held_out(found)
    total = {right: sum(one.lines for one in found if one.right == right) for right in (False, True)}
    loss = -sum(one.lines * log(p if one.right else 1 - p) for one, p in zip(found, judged, strict=True))
    print(f"{len(found)} texts; {total[True] / sum(total.values()):.4f} right; {loss / sum(total.values()):.4f} a line")
    for bound in BOUNDS:
        below = [one for one, p in zip(found, judged, strict=True) if p < bound]
        marked = {right: sum(one.lines for one in below if one.right == right) / total[right] for right in total}
        print(f"below {bound}: {marked[False]:.3f} of wrong lines marked, {marked[True]:.3f} of right ones")
    for name, weight in fit(found).items():
        print(f"{name:8}{weight:6.2f}")


if __name__ == "__main__":
    main()

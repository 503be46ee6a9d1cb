"""Fits the weights of the column search to woven texts: `python3 tools/fit_columns.py [--layouts N]`.

References and glossaries of our own are woven (`tests/weaving.py`, even seeds; the odd ones are held back to measure
the outcome). Each text of a page in its true order is an example: its own place against the places below the other
headings of the page. The weights are those that make the true places most probable, where a place has the probability
exp(-cost); what they were before is the prior, so a weight of something that no woven text shows stays as it is.
Prints the lines to put into `judge/reading/columns/order_prices.py`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import exp, log
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent))

from regression import solved

from judge.reading.columns import order_search
from judge.reading.columns.column_blocks import ColumnBlock
from judge.reading.columns.moves import far
from judge.reading.columns.order_prices import NEIGHBOURS, SEAM_COSTS, SERIES_COSTS, Evidence, seam
from tests.columns_measure import layout_of
from tests.support import parse_text
from tests.weaving import Woven

LAYOUTS = 60
ROUNDS = 5
PRIOR = 8.0
"""How many examples the weight of before counts for."""
SCALES = ("words", "learnt", "shared", "behind", "far")
"""What is a sum of its own, as often as it counts."""
START = {**SEAM_COSTS, **SERIES_COSTS, **dict.fromkeys(SCALES, 1.0)}
"""What the program has now."""
Place = dict[str, float]
"""The names of what a place costs, each with how often."""
Example = list[Place]
"""The places of one text, the true one first."""


def recorded(woven: Woven, dialect: str) -> tuple[Sequence[ColumnBlock], Evidence]:
    """Read a woven text, and return its blocks with the evidence that the second search had."""
    found: list[Evidence] = []

    class Recording(Evidence):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]
            found.append(self)

    with patch.object(order_search, "Evidence", Recording):
        parse_text(woven.text, dialect)
    return (found[-1].blocks, found[-1]) if found else ((), Evidence((), {}))


def true_pages(woven: Woven, blocks: Sequence[ColumnBlock]) -> list[list[int]]:
    """Return the blocks of each page in the order in which they were written, by index."""
    place = {block.first: index for index, block in enumerate(blocks)}
    return [[place[line] for line in page if line in place] for page in woven.read]


class Examples:
    """The places of the texts of one page, as sums of named costs."""

    def __init__(self, evidence: Evidence, row: Sequence[int], before: tuple[int, int]) -> None:
        """Take a page in its true order, with the last block and the last heading of the one before."""
        self.evidence, self.row, self.before = evidence, row, before
        self.owners = []
        owner = before[1]
        for index in row:
            owner = index if evidence.blocks[index].heads else owner
            self.owners.append(owner)

    def all(self) -> Iterator[Example]:
        """Yield the places of each text that may stand elsewhere."""
        for at, index in enumerate(self.row):
            if self.evidence.blocks[index].heads or self.owners[at] < 0:
                continue
            row = [*self.row[:at], *self.row[at + 1 :]]
            owners = [*self.owners[:at], *self.owners[at + 1 :]]
            own = at - 1
            others = [to for to, owner in enumerate(owners) if owner not in (-1, self.owners[at])]
            if own >= 0 and others:
                yield [self._place(row, owners, index, to) for to in (own, *others)]

    def _place(self, row: Sequence[int], owners: Sequence[int], index: int, to: int) -> Place:
        behind = row[to + 1] if to + 1 < len(row) else -1
        found: Counter[str] = Counter()
        self._seam(found, row[to], index, 1)
        self._seam(found, index, behind, 1)
        self._seam(found, row[to], behind, -1)
        owner = owners[to]
        place = dict[str, float](found)
        place["words"] = self.evidence.worded(self.evidence.blocks[owner], index)
        place["learnt"] = self.evidence.meaning.owner(owner, index)
        for name, sign, pair in (
            ("shared", -1, (row[to], index)),
            ("shared", -1, (index, behind)),
            ("shared", 1, (row[to], behind)),
            ("behind", 1, (row[to], index)),
            ("behind", 1, (index, behind)),
            ("behind", -1, (row[to], behind)),
            ("far", 1, (row[to], index)),
            ("far", 1, (index, behind)),
            ("far", -1, (row[to], behind)),
        ):
            if min(pair) >= 0:
                place[name] = place.get(name, 0.0) + sign * self._sum(name, *pair)
        return place

    def _sum(self, name: str, first: int, second: int) -> float:
        if name == "far":
            return far(first, second)
        if name == "shared":
            return self.evidence.shared(self.evidence.blocks[first], self.evidence.blocks[second])
        return 0.0 if second in self.evidence.meaning.series else self.evidence.meaning.behind(first, second)

    def _seam(self, found: Counter[str], first: int, second: int, sign: int) -> None:
        if first < 0 or second < 0:
            return
        for name in seam(self.evidence.blocks[first], self.evidence.blocks[second]):
            found[name] += sign
        if name := self.evidence.meaning.series_seam(first, second):
            found[name] += sign


def examples(seeds: Iterable[int]) -> list[Example]:
    """Return the examples of the layouts that seeds make."""
    return [example for seed in seeds for example in of_layout(seed)]


def of_layout(seed: int) -> list[Example]:
    """Return the examples of the layout that a seed makes."""
    dialect, woven = layout_of(seed)
    blocks, evidence = recorded(woven, dialect)
    found: list[Example] = []
    before = (-1, -1)
    for row in true_pages(woven, blocks):
        page = Examples(evidence, row, before)
        found += page.all()
        if row:
            before = (row[-1], page.owners[-1])
    return found


def fit(found: Sequence[Example]) -> dict[str, float]:
    """Return the weights that make the true places most probable, by Newton's method from those of before."""
    names = list(START)
    index = {name: place for place, name in enumerate(names)}
    weights = dict(START)
    lean = [[{name: place.get(name, 0.0) for name in varying(example)} for place in example] for example in found]
    for _ in range(ROUNDS):
        slope = [PRIOR * (weights[name] - START[name]) for name in names]
        curve = [[PRIOR * (row == column) for column in names] for row in names]
        for example in lean:
            likely = shares(example, weights)
            mean = {name: sum(s * place[name] for s, place in zip(likely, example, strict=True)) for name in example[0]}
            for name, often in mean.items():
                slope[index[name]] += example[0][name] - often
            for share, place in zip(likely, example, strict=True):
                beside = [(index[name], often - mean[name]) for name, often in place.items()]
                for row, one in beside:
                    for column, other in beside:
                        curve[row][column] += share * one * other
        steps = solved(curve, slope)
        weights = {name: weights[name] - step for name, step in zip(names, steps, strict=True)}
    return weights


def varying(example: Example) -> set[str]:
    """Return the names of what differs among the places of a text."""
    names = {name for place in example for name in place}
    return {name for name in names if len({place.get(name, 0.0) for place in example}) > 1}


def shares(example: Example, weights: Mapping[str, float]) -> list[float]:
    """Return how probable each place of a text is."""
    costs = [sum(weights[name] * often for name, often in place.items()) for place in example]
    least = min(costs)
    likely = [exp(least - cost) for cost in costs]
    return [one / sum(likely) for one in likely]


def told(found: Sequence[Example], weights: Mapping[str, float]) -> str:
    """Return how well weights tell the true places: the share that is the most probable, and the mean cost."""
    all_ = [shares(example, weights) for example in found]
    first = sum(row[0] == max(row) for row in all_) / max(len(all_), 1)
    return f"{first:.4f} of {len(all_)} most probable, {-sum(log(max(row[0], 1e-9)) for row in all_) / len(all_):.4f}"


def main() -> None:
    """Print the fitted weights, and how well they and those of before tell the places of held-out layouts."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--layouts", type=int, default=LAYOUTS)
    chosen = asked.parse_args()
    made, held = (examples(range(odd, chosen.layouts, 2)) for odd in (0, 1))
    weights = fit(made)
    for name, rows in (("even", made), ("odd", held)):
        print(f"{name} seeds: before {told(rows, START)}; fitted {told(rows, weights)}")
    print(_table(weights))
    for name in (*(name for name in SEAM_COSTS if " " not in name or name == "cut off"), *SERIES_COSTS, *SCALES):
        print(f"{name}: {START[name]:.2f} -> {weights[name]:.2f}")


def _table(weights: Mapping[str, float]) -> str:
    """Return the table of neighbours as the module prints it."""
    above, *rows = (line.split() for line in NEIGHBOURS.strip().split("\n"))
    lines = [" " * 10 + "".join(f"{kind:>10}" for kind in above)]
    lines += (f"  {row[0]:8}" + "".join(f"{weights[f'{row[0]} {kind}']:10.1f}" for kind in above) for row in rows)
    return "\n".join(lines)


if __name__ == "__main__":
    main()

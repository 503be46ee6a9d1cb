"""Choose the weights of the ranking by cross-validation over queries whose answers are known.

    python3 tools/tune.py QUERIES.jsonl [--corpus DIR …] [--folds N] [--json]

Each line of QUERIES.jsonl is a query with its answers, in one of two forms:

    {"query": "evil twin", "answers": ["shadowfist-card-digest:evil-twin"]}
    {"query": "evil twin", "relevant": [{"doc": "rulebook", "number": "36.3", "title": "…", "grade": 3}]}

where `doc` is a word of a document's key. Prints what the weights in use reach; then, for each fold, what weights
chosen on the other folds reach on it, which is what may be expected of queries never seen; then the weights chosen on
all. It changes nothing: weights stand in judge/search/weights.py.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from judge.core.numbering import normalise  # noqa: E402
from judge.core.titles import key  # noqa: E402
from judge.library import Library  # noqa: E402 (the checkout is not installed)
from judge.search.weights import FEATURES  # noqa: E402

FACTORS = (0.5, 0.75, 1.33, 2.0)
"""A weight is tried at these multiples of itself: coarse, so that no single query can pull it far."""
ROUNDS = 3
LEAST_GAIN = 0.002
"""What a change must add to be kept."""
TOP = 10
BEST = 3
"""The grade of an entry that answers the query."""


class Candidate(NamedTuple):
    """An entry that may answer: its grade (0 to 3), and its features where ranking had a say."""

    grade: int
    features: Mapping[str, float] | None


class Case(NamedTuple):
    """A query with what each step found, in order; only what ranking ordered can change its order."""

    query: str
    steps: tuple[tuple[Candidate, ...], ...]
    ideal: float
    """The gain of the best possible answers."""


class Figures(NamedTuple):
    """What weights reach, as shares of the queries."""

    best_first: float
    """The first answer is of grade 3."""
    good_first: float
    """The first answer is of grade 2 or 3."""
    good_in_three: float
    """One of the first three is."""
    gain: float
    """Normalised discounted gain of the first ten."""

    @property
    def objective(self) -> float:
        """What is made as large as possible."""
        return (self.best_first + self.good_first + self.good_in_three + 2 * self.gain) / 5


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queries", type=Path)
    parser.add_argument("--corpus", action="append", default=[], help="a folder of documents")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print the chosen weights as JSON alone")
    arguments = parser.parse_args()
    with Library(arguments.corpus) as library:
        cases = [
            one for line in arguments.queries.read_text(encoding="utf-8").splitlines() for one in case(library, line)
        ]
    if arguments.json:
        print(json.dumps(chosen(cases)))
        return 0
    show("weights in use", figures(cases, FEATURES))
    held_out = []
    for fold in range(arguments.folds):
        inside, outside = (
            cases[fold :: arguments.folds],
            [c for n, c in enumerate(cases) if n % arguments.folds != fold],
        )
        held_out.append(figures(inside, chosen(outside)))
        show(f"fold {fold + 1}, chosen on the others", held_out[-1])
    show("mean of the folds", Figures(*(sum(column) / len(held_out) for column in zip(*held_out, strict=True))))
    best = chosen(cases)
    show("chosen on all", figures(cases, best))
    print("\n".join(f'    "{name}": {weight:.2f},' for name, weight in best.items()))
    return 0


def case(library: Library, line: str) -> Iterator[Case]:
    """Ask the library a query and yield what it found, with the grades that its answers have."""
    row = json.loads(line)
    explanation = library.explain(row["query"], limit=TOP)
    ids = explanation.question.ids(one.position for tried in explanation.tried for one in tried.found)
    grades = {position: grade(library, id, row) for position, id in ids.items()}
    steps = tuple(
        tuple(Candidate(grades[one.position], one.judged.features if one.judged else None) for one in tried.found)
        for tried in explanation.tried
    )
    known = sorted([BEST] * len(row["answers"]) if "answers" in row else (one["grade"] for one in row["relevant"]))
    yield Case(row["query"], steps, gain(known[::-1]))


def grade(library: Library, id: str, row: Mapping[str, Any]) -> int:
    """Return how good an answer an entry is."""
    if "answers" in row:
        return BEST if id in row["answers"] else 0
    record = library.record(id)
    return max((int(one["grade"]) for one in row["relevant"] if _is_meant(record, one)), default=0)


def _is_meant(record: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    if wanted["doc"] not in record["document"].split("-"):
        return False
    if wanted["number"] and record["number"]:
        return normalise(wanted["number"]) == normalise(record["number"])
    titles = [record["title"] or "", *record["aliases"]]
    return key(wanted["title"] or "") in map(key, titles)


def gain(grades: Sequence[int]) -> float:
    """Return the discounted gain of answers in this order."""
    return sum(float(2**one - 1) / math.log2(place + 2) for place, one in enumerate(grades[:TOP]))


def ordered(one: Case, weights: Mapping[str, float]) -> list[int]:
    """Return the grades of a query's answers in the order that weights give."""

    def score(candidate: Candidate) -> float:
        return -sum(weights[name] * value for name, value in (candidate.features or {}).items())

    return [candidate.grade for step in one.steps for candidate in sorted(step, key=score)][:TOP]


def figures(cases: Sequence[Case], weights: Mapping[str, float]) -> Figures:
    """Return what weights reach."""
    found = [(ordered(one, weights), one.ideal) for one in cases]
    shares = (
        [grades[:1] == [3] for grades, _ in found],
        [max(grades[:1], default=0) > 1 for grades, _ in found],
        [max(grades[:3], default=0) > 1 for grades, _ in found],
        [gain(grades) / ideal if ideal else 0.0 for grades, ideal in found],
    )
    return Figures(*(sum(share) / max(1, len(cases)) for share in shares))


def chosen(cases: Sequence[Case]) -> dict[str, float]:
    """Return weights that do better than those in use: one at a time, as long as something is gained."""
    best = dict(FEATURES)
    reached = figures(cases, best).objective
    for _ in range(ROUNDS):
        before = reached
        for name in best:
            for weight in [best[name] * factor for factor in FACTORS]:
                now = figures(cases, best | {name: weight}).objective
                if now > reached + LEAST_GAIN:
                    best, reached = best | {name: weight}, now
        if reached == before:
            break
    return best


def show(what: str, reached: Figures) -> None:
    """Print a line of figures."""
    numbers = "  ".join(f"{name} {value:.3f}" for name, value in reached._asdict().items())
    print(f"{what:28}{numbers}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

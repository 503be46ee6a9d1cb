"""Choose the weights of the ranking and of the doubt, by cross-validation over queries whose answers are known.

    python3 tools/tune.py QUERIES.jsonl … [--corpus DIR …] [--folds N] [--worth | --doubt]

Each line of QUERIES.jsonl is a query with its answers, in one of three forms; one without answers is a query that
nothing in the documents answers:

    {"query": "evil twin", "answers": ["shadowfist-card-digest:evil-twin"]}
    {"query": "evil twin", "relevant": [{"doc": "rulebook", "number": "36.3", "title": "…", "grade": 3}]}
    {"query": "evil twin", "relevant": [{"id": "shadowfist-rulebook:36.3", "grade": 3}]}

where `doc` is a word of a document's key. Prints what the weights in use reach; then the mean over the folds of what
weights learned from the other folds reach, which is what may be expected of queries never seen; with `--worth` the same
without each feature; then the weights learned from all. With `--doubt` the order stays as it is, and only the doubt is
learned. It changes nothing: weights stand in judge/search/weights.py.

The order is learned by pairs of a good and a bad answer of one query, all pairs of a query at once (softmax).
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.core.jsonl import to_record

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from judge.core.numbering import lookup_key  # noqa: E402
from judge.core.text_facts import RANKED  # noqa: E402
from judge.core.tokens import key  # noqa: E402
from judge.opened_library import Library  # noqa: E402 (the checkout is not installed)
from judge.search import lookup  # noqa: E402
from judge.search.passages import doubt_features  # noqa: E402
from judge.search.weights import DOUBT, FEATURES  # noqa: E402

SEED = 7
TOP = 10
BEST, GOOD = 3, 2
"""Grades of entries that answer a query, and that are also good answers."""
LEARNED_FROM = 30
"""Candidates of a query that weights are learned from: all good ones, and the likeliest of the others."""
STEPS, PACE, MODEST = 120, 0.15, 0.002
"""How often weights are changed, by how much, and how much large ones are held back."""
DOUBT_STEPS, DOUBT_PACE, DOUBT_MODEST, UNANSWERED_COUNT = 2400, 0.5, 0.001, 4.0
"""The same for the doubt; and how much more a query without an answer counts."""
MOST_WEAK = 0.045
"""Share of the good first answers that weights may call weak where they are learned; elsewhere it is a little more."""
Weights = dict[str, float]


class Candidate(NamedTuple):
    """An entry that may answer: its grade, and its features where ranking had a say."""

    position: int
    grade: int
    features: Mapping[str, float] | None


class Case(NamedTuple):
    """A query with what was found."""

    query: str
    found: tuple[Candidate, ...]
    """By the steps before the texts, in order: that does not depend on weights."""
    ranked: tuple[Candidate, ...]
    ideal: float
    """The gain of the best possible answers; 0 where there is none."""
    doubt: Mapping[int, Weights]
    """What doubt of each of those ranked rests on, by position, if it is the first answer; its score may be another."""
    by_text: bool
    """Whether the first answer is one of those ranked."""


class Figures(NamedTuple):
    """What weights reach, as shares of the queries."""

    good_first: float
    good_in_three: float
    best_first: float
    gain: float
    told: float
    """Of the queries that nothing answers."""
    good_but_weak: float
    """Of the good first answers."""


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("queries", type=Path, nargs="+")
    parser.add_argument("--corpus", action="append", default=[], help="a folder of documents")
    parser.add_argument("--folds", type=int, default=10)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--worth", action="store_true", help="show what is reached without each feature")
    what.add_argument("--doubt", action="store_true", help="learn the doubt alone, with the order that is in use")
    arguments = parser.parse_args()
    with Library(arguments.corpus) as library:
        lines = [line for path in arguments.queries for line in path.read_text(encoding="utf-8").splitlines()]
        cases = [case(library, json.loads(line)) for line in lines]
    show("weights in use", figures([(one, FEATURES, DOUBT) for one in cases]))
    names = [] if arguments.doubt else list(FEATURES)
    show(f"mean of {arguments.folds} folds", held_out(cases, names, arguments.folds))
    for name in names if arguments.worth else ():
        show(f"without {name}", held_out(cases, [other for other in names if other != name], arguments.folds))
    weights = learned(cases, names)
    if names:
        print_weights("FEATURES", weights)
    print_weights("DOUBT", learned_doubt(cases, weights))
    return 0


def case(library: Library, row: Mapping[str, Any]) -> Case:
    """Ask the library a query and return what it found, with the grades that the answers have."""
    explanation = library.ask(lambda compiled: lookup.explain(compiled, row["query"], TOP))
    question = explanation.question
    found = [one for tried in explanation.tried if tried.step != "text" for one in tried.found]
    first = next((tried.step for tried in explanation.tried if tried.found), "text")
    judged = {one.position: one for one in question.ranked}
    ids = question.ids([one.position for one in found] + list(judged))
    grades = {position: grade(library, id, row) for position, id in ids.items()}

    def candidate(position: int) -> Candidate:
        one = judged.get(position)
        return Candidate(position, grades[position], one.judged.features if one and one.judged else None)

    known = sorted(([BEST] * len(row["answers"])) if "answers" in row else [one["grade"] for one in row["relevant"]])
    earlier = {one.position for one in found}
    ranked = tuple(candidate(position) for position in judged if position not in earlier)
    before = tuple(candidate(one.position) for one in found)
    doubt = {one.position: doubt_features(question, judged[one.position]) for one in ranked}
    return Case(row["query"], before, ranked, gain(known[::-1]), doubt, first == RANKED[-1])


def grade(library: Library, id: str, row: Mapping[str, Any]) -> int:
    """Return how good an answer an entry is."""
    if "answers" in row:
        return BEST if id in row["answers"] else 0
    record = to_record(library.entries.record(id))
    return max((int(one["grade"]) for one in row["relevant"] if _is_meant(record, one)), default=0)


def _is_meant(record: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    if "id" in wanted:
        return bool(record["id"] == wanted["id"])
    if wanted["doc"] not in record["document"].split("-"):
        return False
    if wanted["number"] and record["number"]:
        return lookup_key(wanted["number"]) == lookup_key(record["number"])
    titles = [record["title"] or "", *record["aliases"]]
    return key(wanted["title"] or "") in map(key, titles)


def gain(grades: Sequence[int]) -> float:
    """Return the discounted gain of answers in this order."""
    return sum(float(2**one - 1) / math.log2(place + 2) for place, one in enumerate(grades[:TOP]))


def score(candidate: Candidate, weights: Mapping[str, float]) -> float:
    """Return the score that weights give."""
    return sum(weight * (candidate.features or {}).get(name, 0.0) for name, weight in weights.items())


def held_out(cases: Sequence[Case], names: Sequence[str], folds: int) -> Figures:
    """Return what weights reach on queries that they were not learned from; without names, those of the doubt alone."""
    shuffled = random.Random(SEED).sample(list(cases), len(cases))  # noqa: S311 (no secret)
    judged: list[tuple[Case, Mapping[str, float], Mapping[str, float]]] = []
    for fold in range(folds):
        others = [one for number, one in enumerate(shuffled) if number % folds != fold]
        weights = learned(others, names)
        doubt = learned_doubt(others, weights)
        judged += [(one, weights, doubt) for one in shuffled[fold::folds]]
    return figures(judged)


def figures(judged: Sequence[tuple[Case, Mapping[str, float], Mapping[str, float]]]) -> Figures:
    """Return what weights reach, each query with those that it is asked with."""
    grades, told, weak = [], [], []
    for one, weights, doubt in judged:
        ranked = _ordered(one, weights)
        order = [candidate.grade for candidate in (*one.found, *ranked)]
        doubted = not order or (one.by_text and _sum(doubt, _doubt_of(one, ranked[0], weights)) > 0)
        if one.ideal:
            grades.append((order, one.ideal))
            weak += [doubted] if order[:1] and order[0] >= GOOD else []
        else:
            told.append(doubted)
    return Figures(
        _mean([max(order[:1], default=0) >= GOOD for order, _ in grades]),
        _mean([max(order[:3], default=0) >= GOOD for order, _ in grades]),
        _mean([order[:1] == [BEST] for order, _ in grades]),
        _mean([gain(order) / ideal for order, ideal in grades]),
        _mean(told),
        _mean(weak),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def _sum(weights: Mapping[str, float], values: Mapping[str, float]) -> float:
    return sum(weights[name] * value for name, value in values.items())


def _ordered(one: Case, weights: Mapping[str, float]) -> Sequence[Candidate]:
    """Return the ranked candidates of a query in the order that weights give them; with those in use, as it is."""
    if weights is FEATURES:
        return one.ranked
    return sorted(one.ranked, key=lambda candidate: -score(candidate, weights))


def learned(cases: Sequence[Case], names: Sequence[str]) -> Weights:
    """Return the weights with which good candidates come before the others; without names, those that are in use."""
    if not names:
        return FEATURES
    samples = [sample for one in cases if (sample := _sample(one, names))]
    weights, steady, spread = ([0.0] * len(names) for _ in range(3))
    for step in range(1, STEPS + 1):
        slope = [MODEST * weight for weight in weights]
        for rows, goals in samples:
            scores = [sum(map(float.__mul__, weights, row)) for row in rows]
            highest = max(scores)
            powers = [math.exp(one - highest) for one in scores]
            whole = sum(powers)
            for row, goal, power in zip(rows, goals, powers, strict=True):
                pull = (power / whole - goal) / len(samples)
                if abs(pull) > 1e-7:
                    slope = [one + pull * value for one, value in zip(slope, row, strict=True)]
        for place, one in enumerate(slope):
            steady[place] = 0.9 * steady[place] + 0.1 * one
            spread[place] = 0.99 * spread[place] + 0.01 * one * one
            size = math.sqrt(spread[place] / (1 - 0.99**step)) + 1e-8
            weights[place] -= PACE * steady[place] / (1 - 0.9**step) / size
    return dict(zip(names, weights, strict=True))


def _sample(one: Case, names: Sequence[str]) -> tuple[list[list[float]], list[float]] | None:
    """Return the features of a query's candidates, and how good each is as a share; None where none is good."""
    candidates = [candidate for candidate in (*one.found, *one.ranked) if candidate.features]
    candidates = sorted(candidates, key=lambda candidate: (candidate.grade < GOOD, -score(candidate, FEATURES)))
    chosen = candidates[:LEARNED_FROM]
    goals = [float(2**candidate.grade - 1) if candidate.grade >= GOOD else 0.0 for candidate in chosen]
    if not sum(goals):
        return None
    rows = [[float((candidate.features or {})[name]) for name in names] for candidate in chosen]
    return rows, [goal / sum(goals) for goal in goals]


def learned_doubt(cases: Sequence[Case], weights: Mapping[str, float]) -> Weights:
    """Return what speaks against a first answer, learned from good ones and from queries that nothing answers."""
    samples, good = _doubted(cases, weights)
    names = list(DOUBT)
    found = dict.fromkeys(names, 0.0)
    for _ in range(DOUBT_STEPS):
        slope = {name: DOUBT_MODEST * found[name] * (name != "always") for name in names}
        for values, unanswered in samples:
            chance = 1 / (1 + math.exp(-_sum(found, values)))
            pull = (UNANSWERED_COUNT if unanswered else 1.0) * (chance - unanswered) / len(samples)
            for name in names:
                slope[name] += pull * values[name] * SCALE.get(name, 1.0)
        for name in names:
            found[name] -= DOUBT_PACE * slope[name] * SCALE.get(name, 1.0)
    against = sorted((_sum(found, values) for values, unanswered in samples if not unanswered), reverse=True)
    return found | {"always": found["always"] - against[int(MOST_WEAK * good)]}


SCALE = {"words": 0.125, "score": 0.1}
"""What values that are not between 0 and 1 are multiplied by while weights are learned."""


def _doubted(cases: Sequence[Case], weights: Mapping[str, float]) -> tuple[list[tuple[Weights, bool]], int]:
    """Return what doubt rests on, for first answers that are good and for those to what nothing answers.

    Beside it, how many first answers are good, those by name included.
    """
    found: list[tuple[Weights, bool]] = []
    good = 0
    for one in cases:
        if one.by_text and one.ranked:
            first = _ordered(one, weights)[0]
            good += first.grade >= GOOD
            if not one.ideal or first.grade >= GOOD:
                found.append((_doubt_of(one, first, weights), not one.ideal))
        elif one.found:
            good += one.found[0].grade >= GOOD
    return found, good


def _doubt_of(one: Case, first: Candidate, weights: Mapping[str, float]) -> Weights:
    """Return what doubt rests on if weights put a candidate first."""
    return {**one.doubt[first.position], "score": score(first, weights)}


def show(what: str, reached: Figures) -> None:
    """Print a line of figures."""
    numbers = "  ".join(f"{name} {value:.3f}" for name, value in reached._asdict().items())
    print(f"{what:20}{numbers}", flush=True)


def print_weights(name: str, weights: Mapping[str, float]) -> None:
    """Print weights as judge/search/weights.py has them."""
    lines = [f'    "{feature}": {weight:.2f},' for feature, weight in weights.items()]
    print("\n".join([f"{name} = {{", *lines, "}"]))


if __name__ == "__main__":
    sys.exit(main())

"""Logistic regression: the weights of signs that make what is known most likely (the tools `fit_*.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp

ROUNDS = 12
MOST = 30.0
"""Odds beyond which a likelihood is that of this bound."""
Row = tuple[Sequence[tuple[int, float]], bool, float]
"""The signs that an example has, each as its index and how much; whether it is right; and how often it counts."""


def logistic(rows: Iterable[Row], priors: Sequence[float]) -> list[float]:
    """Return the weight of each sign, found by Newton's method.

    Args:
        rows: the examples.
        priors: how strongly the weight of each sign is drawn to 0.
    """
    known, size = list(rows), len(priors)
    weights = [0.0] * size
    for _ in range(ROUNDS):
        slope = [-prior * weight for prior, weight in zip(priors, weights, strict=True)]
        curve = [[priors[row] * (row == column) for column in range(size)] for row in range(size)]
        for signs, right, count in known:
            likely = 1 / (1 + exp(-max(-MOST, min(MOST, sum(weights[at] * value for at, value in signs)))))
            for row, value in signs:
                slope[row] += count * (right - likely) * value
                for column, other in signs:
                    curve[row][column] += count * likely * (1 - likely) * value * other
        weights = [weight + step for weight, step in zip(weights, solved(curve, slope), strict=True)]
    return weights


Choice = tuple[Sequence[Sequence[tuple[int, float]]], Sequence[bool], float]
"""The signs of each candidate, which of them may be the right one, and how often the example counts."""


def choice(examples: Sequence[Choice], priors: Sequence[float], start: Sequence[float]) -> list[float]:
    """Return the weight of each sign by which one of the right candidates is likeliest, by steps of Newton's method.

    Args:
        examples: of which one candidate each is right.
        priors: how strongly the weight of each sign is drawn to 0.
        start: the weights to begin with.
    """
    weights, size = list(start), len(priors)
    for _ in range(ROUNDS):
        slope = [-prior * weight for prior, weight in zip(priors, weights, strict=True)]
        curve = [[priors[row] * (row == column) for column in range(size)] for row in range(size)]
        for candidates, right, count in examples:
            odds = [sum(weights[at] * value for at, value in signs) for signs in candidates]
            likely = [exp(one - max(odds)) for one in odds]
            whole = sum(likely)
            among = sum(one for one, is_right in zip(likely, right, strict=True) if is_right) or whole
            mean: dict[int, float] = {}
            for signs, one, is_right in zip(candidates, likely, right, strict=True):
                share = one / whole
                pull = count * (one / among * is_right - share)
                for at, value in signs:
                    slope[at] += pull * value
                    mean[at] = mean.get(at, 0.0) + share * value
                    for column, other in signs:
                        curve[at][column] += count * share * value * other
            for row, value in mean.items():
                for column, other in mean.items():
                    curve[row][column] -= count * value * other
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

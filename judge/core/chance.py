"""How often chance brings things together: what tells a likeness that means something from one that does not."""

from __future__ import annotations

from math import exp, lgamma, log


def by_chance(expected: float, together: int) -> float:
    """Return in about which share of the cases chance brings so many together: e^k / k!, and at most all.

    Args:
        expected: how many it brings together on average; above 0.
        together: how many there are.

    >>> round(by_chance(0.5, 3), 3), by_chance(20.0, 3), by_chance(0.1, 900)
    (0.021, 1.0, 0.0)
    """
    return exp(min(0.0, together * log(expected) - lgamma(together + 1)))

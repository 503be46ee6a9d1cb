"""How often a place among woven columns is right, by what the search tells of it.

The weights are counted, not chosen: a logistic regression over the texts of woven documents with known truth
(tests/weaving.py: 45 documents with even seeds; those with odd seeds were held back to test it). Of a hundred places to
which it gives 0.9, about ninety are right (tests/reading/test_columns.py).
"""

from __future__ import annotations

import math
from typing import NamedTuple

ENOUGH = 0.9
"""How often places must be right that are called sure."""


class Signs(NamedTuple):
    """What the search tells of a place."""

    search: float
    """How much dearer the next best order is that puts the block under another heading."""
    page: float
    """How much dearer the next best place on the page is, where the block alone is moved."""
    owned: float
    """What it costs that the block belongs to its heading."""
    above: float
    """What the seam with the block above costs."""
    below: float
    """What the seam with the block below costs."""
    after_later: bool
    """Whether the block above stands behind it in the file."""
    before_earlier: bool
    """Whether the block below stands before it in the file."""
    bullet: bool


BASE = 1.46
CLOSE = 0.5
"""Margin of the search below which two orders are nearly as good."""
SEARCH, SEARCH_MOST, TOO_CLOSE = 0.15, 8.0, -1.21
PAGE, PAGE_BOUNDS, BETTER = 0.27, (-4.0, 8.0), 0.35
OWNED, OWNED_BOUND = -0.14, 5.0
ABOVE, BELOW, AFTER_LATER, BEFORE_EARLIER, BULLET = -0.07, 0.06, -1.34, -0.71, 0.82


def share_right(signs: Signs) -> float:
    """Return how often such a place is right, from 0 to 1."""
    page = max(PAGE_BOUNDS[0], min(PAGE_BOUNDS[1], signs.page))
    odds = BASE + SEARCH * max(0.0, min(SEARCH_MOST, signs.search)) + TOO_CLOSE * (signs.search < CLOSE)
    odds += PAGE * page + BETTER * min(0.0, page)
    odds += OWNED * max(-OWNED_BOUND, min(OWNED_BOUND, signs.owned)) + ABOVE * signs.above + BELOW * signs.below
    odds += AFTER_LATER * signs.after_later + BEFORE_EARLIER * signs.before_earlier + BULLET * signs.bullet
    return 1 / (1 + math.exp(-odds))

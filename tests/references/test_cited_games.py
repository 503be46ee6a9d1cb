"""Citations in five invented games with habits of their own, and in drawn schemes of numbers."""

from collections import Counter

import pytest

from tests.cited_games import GAMES, WANTED, outcomes
from tests.cited_schemes import SCHEMES, measure

LEAST = {"sound": 0.8, "absent": 0.83, "decoy": 0.91}
"""The share of each class of places that comes out rightly: 165 of 200, 52 of 60, 115 of 125 when this was written."""


def test_citations_of_authors_who_had_not_seen_the_program() -> None:
    """Most citations are resolved, hardly one to another rule, and what only looks like one is left alone."""
    found = [one for game in sorted(GAMES.iterdir()) for one in outcomes(game)]
    right = Counter(one.place.kind for one in found if one.verdict == WANTED[one.place.kind])
    whole = Counter(one.place.kind for one in found)
    assert {kind: right[kind] / whole[kind] >= LEAST[kind] for kind in WANTED} == dict.fromkeys(WANTED, True), right
    assert sum(one.verdict == "another" for one in found if one.place.kind == "sound") <= 2


@pytest.mark.parametrize("scheme", SCHEMES)
def test_numbers_of_every_scheme_are_cited(scheme: str) -> None:
    """Rules are found by numbers of any scheme, by misspelt titles and titles alone; another game's rules are not."""
    misses: list[str] = []
    counted = measure(scheme, 11, misses)
    assert len(misses) <= 2, misses
    assert not counted["other", False], misses

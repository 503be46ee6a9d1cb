"""Learnt numbers are those that the tools learn: each table is fitted again from what the checkout holds."""

from collections.abc import Mapping
from math import exp, log

import fit_alignment
import fit_numbers
import pytest

from judge.editions import alignment
from judge.references import number_signs

pytestmark = pytest.mark.thorough

ODDS = 0.05
"""How far a weight of odds may be from what is fitted now; each is printed with two digits."""
LOSS = 0.05
"""What the weights of pairs of entries may lose on drawn books, in the mean. Weights that are fitted to these books
alone lose 0.020, those of the program 0.047; with books made of two real documents beside them, 0.045 and 0.046."""


def apart(table: Mapping[str, float], fitted: Mapping[str, float], most: float) -> dict[str, tuple[float, float]]:
    """Return the weights that are further apart than they may be; one that is missing is 0."""
    pairs = {name: (table.get(name, 0.0), fitted.get(name, 0.0)) for name in table.keys() | fitted.keys()}
    return {name: (own, other) for name, (own, other) in pairs.items() if abs(own - other) > most}


def test_the_weights_of_signs_that_a_number_is_a_reference_come_back() -> None:
    fitted = fit_numbers.fit(fit_numbers.examples())
    assert apart({"": number_signs.BASE, **number_signs.WEIGHTS}, fitted, ODDS) == {}


def test_the_weights_of_pairs_of_entries_fit_drawn_books() -> None:
    features = alignment.Features.__slots__
    own = [getattr(alignment.WEIGHTS, name) for name in features]
    found = fit_alignment.examples()
    lost = 0.0
    for values, right in found:
        odds = alignment.BIAS + sum(weight * value for weight, value in zip(own, values, strict=True))
        lost += log(1 + exp(-odds if right else odds))
    assert lost / len(found) <= LOSS

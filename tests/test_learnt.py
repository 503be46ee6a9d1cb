"""Learnt numbers are those that the tools learn: each table is fitted again from what the checkout holds."""

from math import exp, log

import fit_alignment
import pytest

from judge.editions import alignment

pytestmark = pytest.mark.thorough

LOSS = 0.05
"""What the weights of pairs of entries may lose on drawn books, in the mean. Weights that are fitted to these books
alone lose 0.020, those of the program 0.047; with books made of two real documents beside them, 0.045 and 0.046."""


def test_the_weights_of_pairs_of_entries_fit_drawn_books() -> None:
    features = alignment.Features.__struct_fields__
    own = [getattr(alignment.WEIGHTS, name) for name in features]
    found = fit_alignment.examples()
    lost = 0.0
    for values, right in found:
        odds = alignment.BIAS + sum(weight * value for weight, value in zip(own, values, strict=True))
        lost += log(1 + exp(-odds if right else odds))
    assert lost / len(found) <= LOSS

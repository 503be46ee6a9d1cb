"""The title beside a number is found along known titles, however it is written."""

from __future__ import annotations

import pytest

from judge.core.titles import key
from judge.references.labels import beside

TITLES = tuple(map(key, ("The Ember Attack", "Ember", "Salt", "Ropes and Chains")))


@pytest.mark.parametrize(
    ("text", "label", "whole"),
    [
        ("see 8.3 The ember attack now", "The ember attack", True),
        ("see 8.3. The Ember Attack", "The Ember Attack", True),
        ("as 8.3, “Ember”, has it", "Ember", True),
        ("as 8.3: “ember”", "ember", True),
        ("(8.3, Ropes and Chains)", "Ropes and Chains", True),
        ("rule 8.3 – Ropes and Chains", "Ropes and Chains", True),
        ("8.3 (Ropes and Chains)", "Ropes and Chains", True),
        ("“Ropes and Chains” (8.3)", "Ropes and Chains", True),
        ("For the ember attack see 8.3.", "the ember attack", True),
        ("rule 8.3, Ember.", "Ember", True),
        ("rule 8.3 Ember holds", "Ember", False),
        ("by 8.3 ember is hot", None, None),
        ("as 8.3. Ember attack ships burn", "Ember", False),
        ("as 8.3. The ember attack burns", None, None),
        ("as 8.3, ropes and chains hold", None, None),
        ("nobody (8.3), Ropes and Chains", None, None),
        ("the ropes and chains (8.3)", None, None),
        ("“Gulls” (8.3)", None, None),
    ],
)
def test_a_title_beside_a_number(text: str, label: str | None, whole: bool | None) -> None:
    """Words in capitals, in quotes or of a whole title behind the number; never those of the next clause."""
    start = text.index("8.3")
    found = beside(text, start, start + 3, TITLES)
    assert (found and found.words, found and found.whole) == (label, whole)

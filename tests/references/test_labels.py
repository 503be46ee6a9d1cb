"""The title beside a number is found along known titles, however it is written."""

import pytest

from judge.core.model import Place
from judge.core.tokens import key
from judge.references.extraction import TITLE_FORMS, WrittenText, in_text, title_beside

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
        ("since edition 8.3 an Ember glows", "an Ember", False),
        ("as 8.3. Ember attack ships burn", "Ember", False),
        ("as 8.3. The ember attack burns", None, None),
        ("as 8.3, ropes and chains hold", None, None),
        ("nobody (8.3), Ropes and Chains", None, None),
        ("the ropes and chains (8.3)", None, None),
        ("“Gulls” (8.3)", None, None),
        ("rule 8.2, “Ember,” rule 8.3", None, None),
        ("rules 8.1 and 8.2, Ropes and Chains, rule 8.3", None, None),
        ("“Ember,” rule 8.2, “Salt,” rule 8.3", "Salt", True),
        ("“Salt,” rule 8.3, “Ember,” rule 8.4", "Salt", True),
        ("“Salt,” rule 8.3, “Ember,” glows", "Ember", True),
    ],
)
def test_a_title_beside_a_number(text: str, label: str | None, whole: bool | None) -> None:
    """Words in capitals, in quotes or of a whole title behind the number; never those of the next clause."""
    start = text.index("8.3")
    found = title_beside(text, start, start + 3, TITLES)
    assert (found and found.words, found and found.whole) == (label, whole)


NUMBERS = ("24.0", "24.8.1", "2.13.7A", "702.19a", "1.4.3.a", "A.3", "D.1.2")
"""Numbers of every shape of two levels and more."""


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("example", [example for way in TITLE_FORMS for example in way.examples])
def test_each_number_stands_in_each_way_beside_its_title(number: str, example: str) -> None:
    """The product of the table: the number is found, and the words beside it are its title."""
    text = example.format(n=number, t="The Ember Attack", s="the ember attack")
    found = [one for one in in_text(WrittenText("doc:1", 0, text, (Place(0, 1),))) if one.number == number]
    assert len(found) == 1, text
    label = title_beside(text, found[0].start, found[0].start + len(number), TITLES)
    assert key(label.words if label else "") == "emberattack", text


@pytest.mark.parametrize("place", range(len(TITLE_FORMS)))
def test_each_way_is_the_first_that_takes_its_examples(place: int) -> None:
    """An example that an earlier way takes would test nothing."""
    for example in TITLE_FORMS[place].examples:
        text = example.format(n="8.3", t="The Ember Attack", s="the ember attack")
        start = text.index("8.3")
        taking = [
            at
            for at, way in enumerate(TITLE_FORMS)
            if (way.pattern.match(text, start + 3) if way.place == "behind" else way.pattern.search(text[:start]))
        ]
        assert place in taking, text

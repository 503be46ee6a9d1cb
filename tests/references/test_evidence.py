"""What stands right beside a number says that it cites, whatever it leads to, or that it does not cite."""

import pytest

from judge.references.number_signs import is_cited, is_counting, is_other, odds, place_of, signs_of

FOR = (
    "as rule # says", "(#)", "[#]", "§ #", "proceed to #", "described in #", "during # nobody pays",
    "with the exception of #", "as told by #", "after step #", "outlined at either #", "No, cf. #",
    "Clause # allows it", "Rule ##", "the last sentence of #", "Rules 3.1 through #",
    "See Appendix Q and #", "rules 3.1, 3.3 and #",
)  # fmt: skip
AGAINST = (
    "# kg", "# tons of salt", "# or more", "the odds of # to one", "version #", "patch #", "figure # shows a mast",
    "see table #", "on average # ships", "chapter # of the novel", "# feet", "no more than #", "a rating of #",
    "section # of the hall is closed", "rule # of another game", "rule # in other card games",
    "in her second novel, chapter #", "on app #",
)  # fmt: skip
NOTHING = (
    "a factor of #",
    "the mast of #",
    "increased by #",
    "Harbourmaster # runs",
    "The yield increased from 3.1 to # in a turn",
    "masts of 3.1, 3.3 and #",
)
"""Texts without any sign; a list has what its first number has."""


def stands(text: str) -> tuple[str, int, int]:
    """Return a text with a number in place of its mark, and where that stands."""
    start = text.rindex("#")
    return f"{text[:start]}4.2{text[start + 1 :]}", start, start + 3


@pytest.mark.parametrize(("text", "cited"), [*((text, True) for text in FOR), *((text, False) for text in NOTHING)])
def test_what_says_that_a_number_cites(text: str, cited: bool) -> None:
    assert is_cited(*stands(text), "4.2") is cited


@pytest.mark.parametrize("text", AGAINST)
def test_what_says_that_a_number_does_not_cite(text: str) -> None:
    """The words beside it alone."""
    assert odds(signs_of(place_of(*stands(text), "4.2"))) < 0


@pytest.mark.parametrize("number", ["4.2.1", "4.2f", "A.3", "12.a"])
def test_a_joint_is_enough_before_a_shape_that_no_quantity_has(number: str) -> None:
    text = f"the mast and {number} burn"
    assert is_cited(text, 13, 13 + len(number), number)
    assert not is_cited("the mast and 4.2 burn", 13, 16, "4.2")


@pytest.mark.parametrize("number", ["4.2.2009", "31.1.2011"])
def test_a_date_is_not_a_number_of_a_rule(number: str) -> None:
    text = f"Rule {number} says"
    assert is_other(text, 5, 5 + len(number))
    assert not is_other("Rule 4.2.200 says", 5, 12)


def test_the_end_of_a_telephone_number_is_not_a_number_of_a_rule() -> None:
    assert is_other("call 555 4.2", 9, 12)


def test_what_a_number_counts() -> None:
    assert is_counting("rules 4 and 7 ships", 13)
    assert not is_counting("rules 4 and 7 say", 13)

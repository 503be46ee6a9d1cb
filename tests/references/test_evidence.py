"""What stands right beside a number says that it cites, whatever it leads to, or that it cannot cite."""

from __future__ import annotations

import pytest

from judge.references.signs.evidence import is_against, is_cited

FOR = (
    "as rule # says", "(#)", "[#]", "§ #", "proceed to #", "described in #", "during # nobody pays",
    "with the exception of #", "as told by #", "after step #", "outlined at either #", "No, cf. #",
    "Clause # allows it", "Rule ##", "printed in full at #", "the last sentence of #", "Rules 3.1 through #",
    "See Appendix Q and #",
)  # fmt: skip
AGAINST = (
    "# kg", "# tons of salt", "# or more", "# to one", "version #", "patch #", "figure # shows a mast",
    "see table #", "on average # ships", "chapter # of the novel", "# feet", "more than #", "a rating of #",
    "section # of the hall is closed", "rule # of another game", "rule # in other card games",
    "in her second novel, chapter #", "on app #", "call 555 #",
)  # fmt: skip
NOTHING = (
    "(added in FAQ, section “Play”, point #)",
    "a factor of #",
    "the mast of #",
    "increased by #",
    "Harbourmaster # runs",
    "The yield increased from 3.1 to # in a turn",
)


def stands(text: str) -> tuple[str, int, int]:
    """Return a text with a number in place of its mark, and where that stands."""
    start = text.rindex("#")
    return f"{text[:start]}4.2{text[start + 1 :]}", start, start + 3


@pytest.mark.parametrize("text", FOR)
def test_what_says_that_a_number_cites(text: str) -> None:
    assert is_cited(*stands(text))
    assert not is_against(*stands(text))


@pytest.mark.parametrize("text", AGAINST)
def test_what_says_that_a_number_cannot_cite(text: str) -> None:
    assert is_against(*stands(text))


@pytest.mark.parametrize("text", NOTHING)
def test_without_any_sign_a_number_does_not_cite_by_itself(text: str) -> None:
    assert not is_cited(*stands(text))


def test_a_list_has_what_its_first_number_has() -> None:
    for text, is_one in (("rules 3.1, 3.3 and 4.2", True), ("masts of 3.1, 3.3 and 4.2", False)):
        start = text.index("4.2")
        assert is_cited(text, start, start + 3) is is_one, text


@pytest.mark.parametrize("number", ["4.2.1", "4.2f", "A.3", "12.a"])
def test_a_joint_is_enough_before_a_shape_that_no_quantity_has(number: str) -> None:
    text = f"the mast and {number} burn"
    assert is_cited(text, 13, 13 + len(number))
    assert not is_cited("the mast and 4.2 burn", 13, 16)


@pytest.mark.parametrize("number", ["4.2.2009", "31.1.2011"])
def test_a_date_is_not_a_number_of_a_rule(number: str) -> None:
    text = f"Rule {number} says"
    assert is_against(text, 5, 5 + len(number))
    assert not is_against("Rule 4.2.200 says", 5, 12)


def test_a_word_behind_a_deep_number_is_a_verb() -> None:
    assert not is_against("the text 4.2.1 breaks the tie", 9, 14)
    assert is_against("the text 4.2 masts", 9, 12)

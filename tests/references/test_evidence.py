"""A number of two levels is a reference where something around it says so, and never where something speaks against."""

from __future__ import annotations

import pytest

from judge.references.signs.evidence import is_against, is_evident

FOR = (
    "as rule # says", "(#)", "[#]", "§ #", "proceed to #", "described in #", "during # nobody pays",
    "# says who pays", "because # allows it", "He may sail. #", "see Ember Timing #", "the effect ends. # Then he pays",
    "with the exception of #", "as told by #", "after step #", "outlined at either #",
    "No, cf. #", "Clause # allows it", "Rule ##", "printed in full at #", "the last sentence of #",
    "Rules 3.1 through #", "Does # apply here?", "If # allowed it, nobody paid", "They quoted # and left",
    "That violates #, so he pays", "r. # governs it", "Rules ref: #", "See Ropes, especially #",
    "not 3.1 but # that lets you sail", "Doesn’t # forbid it?", "Unless # says otherwise, he waits", "Read # again",
)  # fmt: skip
AGAINST = (
    "# kg", "# tons of salt", "# or more", "# to one", "version #", "patch #", "figure # shows a mast",
    "see table #", "on average # ships", "chapter # of the novel", "# feet", "more than #", "a rating of #",
    "section # of the hall is closed", "rule # of another game", "rule # in other card games",
    "in her second novel, chapter #", "on app #", "call 555 #",
)  # fmt: skip
LATE = ("triggers wait for #", "for playing them #", "a mast of #")
NOTHING = (
    "(added in FAQ, section “Play”, point #)",
    "a factor of #",
    "the mast of #",
    "increased by #",
    "sold at #",
    "Harbourmaster # runs",
    "equals # here",
    "The scale reads # now",
    "The yield increased from 3.1 to # in a turn",
    "The average, #, is low",
)


def stands(text: str) -> tuple[str, int, int]:
    """Return a text with a number in place of its mark, and where that stands."""
    start = text.rindex("#")
    return f"{text[:start]}4.2{text[start + 1 :]}", start, start + 3


@pytest.mark.parametrize("text", FOR)
def test_what_speaks_for_a_reference(text: str) -> None:
    assert is_evident(*stands(text))
    assert not is_against(*stands(text))


@pytest.mark.parametrize("text", AGAINST)
def test_what_speaks_against_one(text: str) -> None:
    assert is_against(*stands(text))


@pytest.mark.parametrize("text", NOTHING)
def test_without_any_sign_a_number_stays_text(text: str) -> None:
    assert not is_evident(*stands(text))


@pytest.mark.parametrize("text", LATE)
def test_a_number_of_a_late_chapter_needs_less(text: str) -> None:
    """Behind a word in lower case; behind a name it may be anything."""
    start = text.index("#")
    assert is_evident(text.replace("#", "28.9"), start, start + 4)
    assert not is_evident("Harbourmaster 28.9 runs", 14, 18)
    assert not is_evident("increased by 28.9", 13, 17)


def test_a_list_has_what_its_first_number_has() -> None:
    for text, is_one in (("rules 3.1, 3.3 and 4.2", True), ("masts of 3.1, 3.3 and 4.2", False)):
        start = text.index("4.2")
        assert is_evident(text, start, start + 3) is is_one, text


@pytest.mark.parametrize("number", ["4.2.1", "4.2f", "A.3", "12.a"])
def test_a_shape_that_no_quantity_has_is_enough(number: str) -> None:
    text = f"the mast of {number} burns"
    assert is_evident(text, 12, 12 + len(number))


@pytest.mark.parametrize("number", ["4.2.2009", "31.1.2011"])
def test_a_date_is_not_a_number_of_a_rule(number: str) -> None:
    text = f"Rule {number} says"
    assert is_against(text, 5, 5 + len(number))
    assert not is_against("Rule 4.2.200 says", 5, 12)


def test_a_word_behind_a_deep_number_is_a_verb() -> None:
    assert not is_against("the text 4.2.1 breaks the tie", 9, 14)
    assert is_against("the text 4.2 masts", 9, 12)


def test_an_entry_of_another_document_is_not_told_by_a_letter_or_a_high_number() -> None:
    for number in ("4.2f", "A.3", "28.9"):
        text = f"the mast {number} burns"
        assert is_evident(text, 9, 9 + len(number)), number
        assert not is_evident(text, 9, 9 + len(number), foreign=True), number
    assert is_evident("the mast of 4.2.1 burns", 12, 17, foreign=True)
    assert is_evident("Then 4.2 sinks. 4.2 says so.", 16, 19, foreign=True)

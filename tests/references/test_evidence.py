"""A number of two levels is a reference where something around it says so, and never where something speaks against."""

from __future__ import annotations

import pytest

from judge.references.signs.evidence import is_against, is_evident

FOR = (
    "as rule # says", "(#)", "[#]", "§ #", "proceed to #", "described in #", "during # nobody pays",
    "# says who pays", "because # allows it", "He may sail. #", "see Ember Timing #", "the effect ends. # Then he pays",
    "with the exception of #", "as told by #", "after step #", "outlined at either #",
)  # fmt: skip
AGAINST = (
    "# kg", "# tons of salt", "# or more", "# to one", "version #", "patch #", "figure # shows a mast",
    "see table #", "on average # ships", "chapter # of the novel", "# feet", "more than #", "a rating of #",
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
)


def stands(text: str) -> tuple[str, int, int]:
    """Return a text with a number in place of its mark, and where that stands."""
    start = text.index("#")
    return text.replace("#", "4.2"), start, start + 3


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

"""A number that a section has is a reference where more speaks for it than against it."""

import pytest
from numbered import written

from judge.references.number_signs import NumberContext, TargetWords, is_cited, odds, place_of, signs_of

SHORT_ONES = 0.88
"""The share of the short ones that is told right by the words alone."""


def place(pattern: str, numbers: tuple[str, ...] = ("4.2", "5.1", "6.3")) -> NumberContext:
    """Return what stands around the first # of a text once numbers are put in."""
    start, text = pattern.index("#"), pattern
    for number in numbers:
        text = text.replace("#", number, 1)
    return place_of(text, start, start + len(numbers[0]), numbers[0])


@pytest.mark.parametrize(
    ("pattern", "before", "behind", "count"),
    [
        ("Both # and # apply. So be it.", "Both ", " apply. ", 2),
        ("He sails. Not # but # counts.", "Not ", " counts.", 2),
        ("see #, # and #", "see ", "", 3),
        ("rules # to # bind you", "rules ", " bind you", 2),
        ("it rose from # to #, they say", "it rose from ", ", they say", 2),
        ("See No. # again", "See No. ", " again", 1),
    ],
)
def test_numbers_that_are_joined_are_one(pattern: str, before: str, behind: str, count: int) -> None:
    found = place(pattern)
    assert (found[0], found[1], len(found[2])) == (before, behind, count)


@pytest.mark.parametrize(
    ("text", "start", "end", "number", "behind"),
    [
        ("see 4.2a, b now", 10, 11, "4.2b", " now"),
        ("see 4.1–4.3 now", 4, 11, "4.2", " now"),
        ("see 4.1 through 4.3 now", 4, 19, "4.2", " now"),
        ("see article 4 now", 4, 13, "article 4", " now"),
    ],
)
def test_what_is_not_printed_in_full_has_the_place_of_what_it_continues(
    text: str, start: int, end: int, number: str, behind: str
) -> None:
    found = place_of(text, start, end, number)
    assert found.before.strip() in ("see", "see article")
    assert found.behind == behind


@pytest.mark.parametrize(
    ("pattern", "sign"),
    [
        ("as rule # says", "before cue"),
        ("FISA section # says", "before cue of another"),
        ("In Harbour Kings, rule # says", "before cue of another"),
        ("his Rules Reference # says", "before book name"),
        ("the wording of # says", "head cites"),
        ("it rose to #.", "head measures"),
        ("# says so", "subject"),
        ("does # say so", "asked"),
        ("it’s # that counts", "cleft"),
        ("the odds are 1 in #", "ratio"),
        ("seat # is taken", "before numbered"),
        ("# crowns", "behind unit"),
        ("# of the rulebook", "behind of rules"),
        ("in another game # holds", "sentence other game"),
        ("Yes: #.", "alone"),
        ("see " + "also " * 26 + "#", "before guide"),
    ],
)
def test_signs(pattern: str, sign: str) -> None:
    assert sign in signs_of(place(pattern))


@pytest.mark.parametrize(
    ("pattern", "cited"),
    [
        ("A card is 2 inches (# cm) wide.", False),
        ("The chest weighs two stone (# kg in all).", False),
        ("Wait an hour (# minutes [# seconds] too few).", False),
        ("A boat that leaks sinks (#).", True),
        ("A boat that leaks sinks (see # cm below).", True),
    ],
)
def test_what_is_measured_in_brackets_is_not_cited(pattern: str, *, cited: bool) -> None:
    start, text = pattern.index("#"), pattern.replace("#", "6.3")
    assert is_cited(text, start, start + 3, "6.3") == cited


def test_the_section_speaks_too() -> None:
    """What a sentence shares with a section is for it; words of neither rules nor the book are against it."""
    found = place("An heirloom falls with its warden, #.")
    alone, at_home = odds(signs_of(found)), odds(signs_of(found, TargetWords(("heirlooms",), ("warden",))))
    assert at_home > alone
    strange = signs_of(place("The trumpet of the caravan, #."), TargetWords(book=frozenset(("warden",))))
    assert strange["strange"] == 2
    assert "strange" not in signs_of(place("The trumpet of the caravan, #."))


def test_the_short_sentences() -> None:
    """The words alone tell most references from most other numbers."""
    right = [(odds(signs_of(place(pattern, ("4.2", "5.1", "6.3")))) > 0) == kind for pattern, kind in written()]
    assert len(right) > 800
    assert sum(right) / len(right) >= SHORT_ONES

"""Ranges and lists of numbers: each number is found, printed or not, and what only looks like one is left."""

import pytest

from judge.core.model import Place
from judge.references.extraction import WrittenText, in_text


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("as in 12.2f–h", "12.2f 12.2g 12.2h"),
        ("(24.8.1.3-5)", "24.8.1.3 24.8.1.4 24.8.1.5"),
        ("see 4.1–4.3", "4.1 4.2 4.3"),
        ("rules 4.1 to 4.3 hold", "4.1 4.2 4.3"),
        ("rules 4.1 through 5.3 hold", "4.1 5.3"),
        ("rules 4, 6 and 7 hold", "4 6 7"),
        ("see rules 4–6.", "4 5 6"),
        ("see 1.2b, c and d", "1.2b 1.2c 1.2d"),
        ("see 1.2a/b", "1.2a 1.2b"),
        ("see 1.2b–d, f and 2.1", "1.2b 1.2c 1.2d 1.2f 2.1"),
        ("§§ 1.2, 1.3", "1.2 1.3"),
        ("see 1.2b and a ship", "1.2b"),
        ("see 1.2b, x marks it", "1.2b"),
        ("see 4.1 - 3 ships wait", "4.1"),
        ("rule 4 and 7 ships", "4"),
        ("see 4.1, 5 times", "4.1"),
        ("see 4.1–900", "4.1 4.900"),
    ],
)
def test_the_numbers_of_a_series(text: str, numbers: str) -> None:
    """In their order; those in the middle of a range have the place of its mark."""
    found = list(in_text(WrittenText("doc:1", 0, text, (Place(0, 1),))))
    assert " ".join(one.number or "" for one in found if one.kind == "number") == numbers


def test_the_middle_of_a_range_stands_at_its_mark() -> None:
    """It is a reference only if it leads somewhere."""
    first, middle, last = in_text(WrittenText("doc:1", 0, "as in 12.2f–h", (Place(0, 1),)))
    assert (middle.text, middle.start, middle.sure) == ("–", 11, False)
    assert (first.end, last.start) == (11, 12)

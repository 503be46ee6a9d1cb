"""Ranges and lists of numbers: each number is found, printed or not, and what only looks like one is left."""

from pathlib import Path

import pytest

from judge.core.model import Entry, Place
from judge.references.extraction import Habits, WrittenText, in_text
from judge.references.written_addresses import own_numbers
from tests.references.test_scope import cited_in, records_of

OWN = own_numbers([Entry(f"doc:1a{n}", "doc", "section", f"1a{n}", None, ()) for n in (1, 2, 3)])


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
        ("see 12.2f\u2011h", "12.2f 12.2g 12.2h"),
        ("rules 7.1 \u2212 7.3", "7.1 7.2 7.3"),
        ("12.2a through 12.2d", "12.2a 12.2b 12.2c 12.2d"),
        ("Regeln 4.1a bis d", "4.1a 4.1b 4.1c 4.1d"),
        ("rules 1a1 to 1a3", "1a1 1a2 1a3"),
    ],
)
def test_the_numbers_of_a_series(text: str, numbers: str) -> None:
    """In their order; those in the middle of a range have the place of all of it."""
    found = list(in_text(WrittenText("doc:1", 0, text, (Place(0, 1),)), Habits(own=OWN)))
    assert " ".join(one.number or "" for one in found if one.kind == "number") == numbers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("as in 12.2f–h", ["12.2f", "12.2f–h", "h"]),
        ("rules 4.1 to 4.3 hold", ["4.1", "4.1 to 4.3", "4.3"]),
        ("see 7.1, 7.2a–c", ["7.1", "7.2a", "7.2a–c", "c"]),
        ("Regeln 4–6", ["4", "4–6", "6"]),
    ],
)
def test_the_middle_of_a_range_is_cited_by_its_words(text: str, words: list[str]) -> None:
    """It is a reference only if it leads somewhere."""
    found = list(in_text(WrittenText("doc:1", 0, text, (Place(0, 1),))))
    assert [one.text for one in found] == words
    assert all(text[one.start : one.end] == one.text for one in found)
    assert [one.text for one in found if one.in_range and not one.sure] == words[-2:-1]


RULES = "".join(f"{n}. Pier {n}\n\n{n}.1. Boats wait.\n\n" for n in range(1, 4)) + "".join(
    f"3.2{letter} The crew of boat {letter} waits for the tide.\n\n" for letter in "ijkmnp"
)


@pytest.mark.parametrize(
    ("cited", "targets"),
    [
        ("rules 3.2j–n", "3.2j 3.2k 3.2m 3.2n"),
        ("rules 3.2k through 3.2p", "3.2k 3.2m 3.2n 3.2p"),
        ("rules 1 to 3", "1 2 3"),
        ("rules 3.2i, k and m-p", "3.2i 3.2k 3.2m 3.2n 3.2p"),
    ],
)
def test_members_of_a_range_that_no_rule_has_are_not_cited(tmp_path: Path, cited: str, targets: str) -> None:
    """Letters that look like digits are left out of many rulebooks."""
    records = records_of(tmp_path, {"pier.txt": f"Pier Rules\n\n{RULES}4. End\n\n4.1. See {cited}.\n"}, {})
    found = cited_in(records, "pier:4.1")
    assert [(one["status"], one["target"]) for one in found] == [("ok", f"pier:{one}") for one in targets.split()]


def test_the_printed_end_of_a_range_that_no_rule_has_is_a_fault(tmp_path: Path) -> None:
    records = records_of(tmp_path, {"pier.txt": f"Pier Rules\n\n{RULES}4. End\n\n4.1. See rules 3.2j–o.\n"}, {})
    found = cited_in(records, "pier:4.1")
    assert [(one["text"], one["status"]) for one in found if one["status"] != "ok"] == [("o", "dangling")]

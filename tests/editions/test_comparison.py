"""Which entry of one edition is which of the other, and what changed."""

from pathlib import Path

import pytest
from drawn_editions import drawn, edited
from measure_changes import Score, read, score

from judge.editions.alignment import Word
from judge.editions.edition_changes import Comparison, compare, redline
from tests.editions.harbour import SAMPLES

OLD = "\n" + (SAMPLES / "editions" / "one.txt").read_text(encoding="utf-8")
NEW = """
1 Provisions

1.1 Water

Each boat carries a barrel of fresh water for every three of its crew.

2 Mooring

2.1 Ropes

A boat is tied with two ropes before anybody goes ashore (see 3.1).

2.2 Knots

Any knot that holds may be used.

2.3 Slipping

A knot that slips counts as no knot at all until the next tide.

3 Sailing

3.1 Leaving the Boat

The crew goes ashore in the order in which it came aboard.

3.2 Weighing Anchor

The anchor is weighed by four of the crew.
"""


@pytest.fixture
def comparison(tmp_path: Path, own_cache: Path) -> Comparison:
    """The two editions above, compared."""
    return compare(read(OLD, tmp_path / "old"), read(NEW, tmp_path / "new"))


def test_a_merge_is_one_group(tmp_path: Path, own_cache: Path) -> None:
    back = compare(read(NEW, tmp_path / "old"), read(OLD, tmp_path / "new"))
    slipping = next(change for change in back.changes if change.old and change.old.number == "2.3")
    assert slipping.kind == "removed"
    assert slipping.source
    assert slipping.source.number == "1.2"


@pytest.mark.parametrize(
    ("printed", "same", "signs"), [("(2.2)", False, "-+"), ("(2.2)", True, "="), ("(1.1)", False, "=")]
)
def test_a_number_that_means_another_rule_is_a_new_text(printed: str, same: bool, signs: str) -> None:
    """One that was forgotten, and is printed as before, is none."""
    old, new = [Word("(1.1)", "(§)", ("a",))], [Word(printed, "(§)", ("b",))]
    assert "".join(stretch.sign for stretch in redline(old, new, lambda *_: same)) == signs


@pytest.mark.parametrize(
    "text",
    [
        "Knots slip. Example: a bow.\n\nRopes last. They are long.",
        "Knots\nslip.\n\nExample: a bow. Ropes last. They are long.",
        "Knots slip. Example: a bow.\n\n- Ropes last.\n- They are long.",
        "Knots slip. Example: a bow.\n\n1. Ropes last.\n2. They are long.",
        "Knots *slip*. Example: a __bow__.\n\n(a) Ropes last.\n\n(b) They are _long_.",
    ],
)
def test_layout_is_not_a_change_of_the_text(text: str, tmp_path: Path, own_cache: Path) -> None:
    before, after = (f"1 Knots\n\n{one}\n" for one in ("Knots slip. Example: a bow. Ropes last. They are long.", text))
    found = compare(read(before, tmp_path / "old"), read(after, tmp_path / "new"))
    assert [change.kind for change in found.changes] == ["same"]


def test_a_redline_keeps_the_layout_of_the_newer_text(tmp_path: Path, own_cache: Path) -> None:
    before, after = "1 Knots\n\nKnots slip. Ropes last.\n", "1 Knots\n\nKnots slip.\n\n- Ropes last long.\n"
    found = compare(read(before, tmp_path / "old"), read(after, tmp_path / "new"))
    (change,) = found.changes
    assert change.diff == (("=", "Knots slip.\nRopes"), ("-", "last."), ("+", "last long."))


def test_equal_editions_say_the_same(tmp_path: Path, own_cache: Path) -> None:
    found = compare(read(OLD, tmp_path / "old"), read(OLD, tmp_path / "new"))
    assert {change.kind for change in found.changes} == {"same"}
    assert not any(change.moved for change in found.changes)
    assert found.paired == 1


def test_an_empty_edition_has_no_counterparts() -> None:
    assert compare([], []).paired == 0


def test_editions_whose_changes_are_known_are_compared_as_they_were_made(tmp_path: Path, own_cache: Path) -> None:
    """The floors lie a little below what `tools/measure_changes.py` shows for many more books."""
    total: Score = Score()
    for seed in (31, 32):
        book = drawn(seed, 120)
        new, truth = edited(book, seed, 40)
        total += score(book, new, truth, tmp_path / str(seed))
    floors = {"pairs": 0.98, "flags": 0.95, "unchanged texts": 0.98, "groups": 0.8}
    shares = {name: total[f"right {name}"] / total[f"all {name}"] for name in floors}
    assert all(shares[name] >= floor for name, floor in floors.items()), shares
    assert total["right pairs"] / total["given pairs"] >= 0.98


def test_splits_and_merges_are_told_in_a_book_whose_words_are_all_common(tmp_path: Path, own_cache: Path) -> None:
    book = drawn(41, 1000)
    new, truth = edited(book, 41, 60)
    (before, older), (after, newer) = book.printed(), new.printed()
    found = compare(read(before, tmp_path / "old"), read(after, tmp_path / "new")).changes
    told = [
        {older.get(change.source.number, 0), newer.get(change.new.number, 0)}
        for change in found
        if change.source and change.new
    ] + [
        {newer.get(change.source.number, 0), older.get(change.old.number, 0)}
        for change in found
        if change.source and change.old
    ]
    right = sum(group in told for group in truth.groups)
    assert right >= 0.8 * len(truth.groups) > 0

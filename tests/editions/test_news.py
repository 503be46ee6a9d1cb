"""`judge list --new-since`: documents, what new editions changed, and dated rulings, by entry."""

import json
from pathlib import Path

import pytest

from judge.opened_library import Library
from tests.editions.commands import run
from tests.editions.test_as_of import HOUSE, MANIFEST, UNDATED, harbour

__all__ = ["harbour"]
MORE = "\nIt carries nothing at night. (2025-04-01)\n"


def listed(folder: Path, date: str) -> list[tuple[str, str]]:
    """Return what is new and of which kind, in order."""
    lines = run(folder, "list", "--new-since", date, "--json").stdout.splitlines()
    return [(record["id"], record["what"]) for record in map(json.loads, lines)]


def test_what_is_new_stands_together_by_entry_newest_first(harbour: Path) -> None:
    cards = (harbour / "cards.md").read_text("utf-8").replace("(2025-05-02)\n", f"(2025-05-02)\n{MORE}")
    (harbour / "cards.md").write_text(cards, encoding="utf-8")
    assert listed(harbour, "2025-03-15") == [
        ("cards", "document"),
        ("cards:lighthouse#1", "text"),
        ("cards:ferry#1", "text"),
        ("cards:ferry#2", "text"),
    ]


@pytest.mark.parametrize(("date", "first"), [("2025-06-30", "cards"), ("2025-06-01", "cards"), ("2025-06", "cards")])
def test_a_shorter_date_of_a_text_counts_as_its_last_day(harbour: Path, date: str, first: str) -> None:
    assert listed(harbour, date)[0] == (first, "document")


def test_nothing_is_new_after_all_dates(harbour: Path) -> None:
    assert run(harbour, "list", "--new-since", "2025-07").stdout == "no document is dated on or after that day\n"


def test_what_is_new_on_a_screen(harbour: Path) -> None:
    (harbour / "house.md").write_text(HOUSE, encoding="utf-8")
    (harbour / "corpus.toml").write_text(MANIFEST + UNDATED, encoding="utf-8")
    shown = run(harbour, "list", "--new-since", "2025-01")
    assert "2025-03-01  3.2 Weighing Anchor  (two:3.2)\n  was 2.2, reworded\n" in shown.stdout
    assert "2025-03-01  2.3 Whistling  (one:2.3)\n  gone\n" in shown.stdout
    assert "2025-05-02  Ferry  (cards:ferry)\n  #1 It carries three sheep" in shown.stdout
    assert shown.stderr == "judge: without a date, possibly new: house\n"


def test_from_python(harbour: Path) -> None:
    with Library([harbour]) as library:
        (record,) = [one for one in library.editions.new_since("2025") if one.id == "two:3.2"]
    assert (record.what, record.said, record.date) == ("changed", "was 2.2, reworded", "2025-03-01")
    assert record.text == "The anchor is weighed by four of the crew."


def test_a_title_page_that_names_its_edition_has_not_changed(tmp_path: Path, own_cache: Path) -> None:
    for name, edition in (("one", "1.0"), ("two", "2.0")):
        (tmp_path / f"{name}.txt").write_text(f"# Harbour Rules {edition}\n\n1 Ropes\n\n1.1 Knots\n\nAny will do.\n")
    shown = run(tmp_path, "diff", "one", "two").stdout
    assert "nothing changed" in shown
    assert "was called" not in shown

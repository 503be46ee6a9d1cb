"""The library as it was on a day: editions, dated rulings, what is unknown, and what is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.core.errors import CollectionError, NoEntry
from judge.editions.point_in_time import day_of
from judge.opened_library import Library
from tests.editions.commands import run
from tests.editions.test_comparison import NEW, OLD
from tests.support import document, write_collection

CARDS = """# Harbour Card Rulings

### Card-by-Card Rulings:

**Ferry**

It carries three sheep, see 3.1 of the Harbour Rules. This is a reversal of the earlier ruling. (2025-05-02)

It carries two sheep, see 2.1 of the Harbour Rules. (2023-03-01)

**Lighthouse**

It may be seen from any harbour. (2025-06-01)

**Gull**

It shrieks at knots.
"""
HOUSE = "# House Rules\n\n## 1.0 Cooks\n\nThe cook stays aboard.\n"
MANIFEST = """
[[document]]
file = "one.txt"
title = "Harbour Rules"
game = "Harbour"
edition = "1.0"
date = "2024-03-01"

[[document]]
file = "two.txt"
title = "Harbour Rules"
game = "Harbour"
edition = "2.0"
date = "2025-03-01"

[[document]]
file = "cards.md"
title = "Harbour Cards"
game = "Harbour"
date = "2025-06"
kind = "rulings"
dialect = "rulings"
"""
UNDATED = '\n[[document]]\nfile = "house.md"\ntitle = "House Rules"\ngame = "Harbour"\n'


@pytest.fixture
def harbour(tmp_path: Path, own_cache: Path) -> Path:
    """Two editions of rules, and rulings with a date each."""
    texts = {"one_txt": OLD, "two_txt": NEW, "cards_md": CARDS, "corpus.toml": MANIFEST}
    return write_collection(tmp_path / "harbour", **texts)


@pytest.fixture
def library(harbour: Path) -> Iterator[Library]:
    """The same, opened."""
    with Library([harbour]) as opened:
        yield opened


def test_a_later_edition_answers_nothing(library: Library) -> None:
    with pytest.raises(NoEntry):
        library.find("3.1", as_of="2024-05-01")
    found = library.search("barrel of fresh water", as_of="2024-05-01")
    assert not [one for one in found if one.row.document == "two"]
    assert library.search("barrel of fresh water")[0].row.id == "two:1.1"


def test_rulings_of_a_later_day_are_left_out_and_the_others_keep_their_numbers(library: Library) -> None:
    (before,), (now,) = library.card("ferry", as_of="2024"), library.card("ferry")
    assert [one.id for one in before.rulings] == ["cards:ferry#2"]
    assert not before.rulings[0].superseded, "the ruling that reverses it came later"
    assert [one.id for one in now.rulings] == ["cards:ferry#1", "cards:ferry#2"]
    assert now.rulings[1].superseded


def test_a_later_document_has_nothing_that_is_without_a_date(library: Library) -> None:
    earlier = library.on_day("2024")
    for name in ("gull", "lighthouse"):
        with pytest.raises(NoEntry):
            earlier.find(name)
        assert library.find(name)
    assert [one for one in library.search("shrieks at knots", as_of="2024") if one.row.document == "cards"] == []


def test_a_reference_leads_to_the_edition_of_the_day(library: Library) -> None:
    """What a ruling of 2023 calls 2.1 is 3.1 in the newer edition; in 2024 it was 2.1 still."""
    today, then = (one.entries.references("cards:ferry") for one in (library, library.on_day("2024")))
    found = [[(one.target, one.written_as) for one in day if one.kind == "number"] for day in (today, then)]
    assert found == [[("two:3.1", None), ("two:3.1", "2.1")], [("one:2.1", None)]]
    assert "cards:ferry" in [one.source for one in library.on_day("2024").entries.backlinks("one:2.1")]


def test_what_is_unknown_is_said(harbour: Path) -> None:
    (harbour / "house.md").write_text(HOUSE, encoding="utf-8")
    (harbour / "corpus.toml").write_text(MANIFEST + UNDATED, encoding="utf-8")
    shown = run(harbour, "search", "--as-of", "2025-06-15", "cook aboard").stdout
    assert shown.splitlines()[0] == (
        "As of 2025-06-15: Harbour Rules 2.0 (2025-03-01); without a date, possibly later: House Rules; "
        "left out, possibly later: Harbour Cards (2025-06); later texts are left out"
    )
    with Library([harbour]) as library:
        assert library.on_day("2025-06").day
        assert library.search("cook aboard", as_of="2000")[0].row.document == "house"


@pytest.mark.parametrize("words", [("search", "ashore"), ("show", "ferry"), ("card", "ferry"), ("ferry",)])
def test_every_command_says_its_day_in_one_line(harbour: Path, words: tuple[str, ...]) -> None:
    first = run(harbour, *words, "--as-of", "2024-05-01").stdout.splitlines()[0]
    assert first == "As of 2024-05-01: Harbour Rules 1.0 (2024-03-01); later texts are left out"
    assert "As of 2024-05-01" not in run(harbour, *words).stdout


def test_the_day_is_said_where_there_is_no_answer(harbour: Path) -> None:
    missed = run(harbour, "show", "lighthouse", "--as-of", "2024")
    assert isinstance(missed.exception, NoEntry)
    assert "As of 2024: Harbour Rules 1.0" in missed.stderr


@pytest.mark.parametrize("date", ["2021-06-31", "2021-02-29", "1900-02-29"])
def test_a_day_that_is_in_no_calendar_is_refused(harbour: Path, date: str) -> None:
    sentence = f"'{date}' is not a date because the calendar has no such day; use 2006-08-05, 2006-08 or 2006"
    for option in (["search", "ferry", "--since"], ["show", "ferry", "--as-of"], ["list", "--new-since"]):
        refused = run(harbour, *option, date)
        assert refused.exit_code == 2
        assert sentence in refused.stderr
    assert run(harbour, "search", "ferry", "--since", "2020-02-29").exit_code == 0


@pytest.mark.parametrize("date", ["soon", "24", "2024-13", "2024-05-01T00:00", ""])
def test_what_is_not_a_date_is_refused(harbour: Path, date: str) -> None:
    refused = run(harbour, "show", "ferry", "--as-of", date)
    assert refused.exit_code == 2
    assert f"'{date}' is not a date; use 2006-08-05, 2006-08 or 2006" in refused.stderr
    with Library([harbour]) as library, pytest.raises(CollectionError):
        library.on_day(date)


def test_a_day_before_every_edition_is_refused_with_the_oldest(harbour: Path) -> None:
    refused = run(harbour, "search", "ashore", "--as-of", "1990").exception
    told = "nothing in the library is dated 1990 or earlier; the oldest document is Harbour Rules 1.0 (2024-03-01)"
    assert str(refused) == told
    assert isinstance(refused, CollectionError)


def test_a_document_that_was_not_there_is_refused_with_the_day(library: Library) -> None:
    with pytest.raises(CollectionError, match=r"^as of 2024, no document has the key 'two'"):
        library.search("ashore", document="two", as_of="2024")


def test_an_edition_without_a_date_is_later_than_the_one_before_it() -> None:
    rows = [("a", "2024", "b"), ("b", None, "c"), ("c", "2026", None), ("d", None, None)]
    documents = [document(key, date=date, superseded_by=by) for key, date, by in rows]
    assert day_of(documents, "2023").asked.later == ("a", "b", "c")
    assert day_of(documents, "2025").asked.undated == ("b", "d")
    assert day_of(documents, "2027").followed_by == {"a": "b", "b": "c"}

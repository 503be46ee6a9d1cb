"""`--kind ruling` finds the rulings of cards one by one, as well as entries that are rulings themselves."""

from collections.abc import Iterator

import pytest

from judge.library import Library
from tests.support import write_collection

CARDS = """#### Salt Lamp

- It burns in fog. [2004-05-02]
- A second lamp costs nothing. [2006-08-01]

#### Night Ferry

- Fog stops the ferry.
- Lamps aboard burn on.

#### Drake

Errata: fog means nothing to it.

- It flies.
"""
MANIFEST = '[[document]]\nfile = "cards.md"\ntitle = "Rulings of Tides"\ndate = "2005-01-01"\ndialect = "rulings"\n'


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Three cards with rulings, some of them dated."""
    folder = write_collection(tmp_path_factory.mktemp("tides"), cards_md=CARDS, **{"corpus.toml": MANIFEST})
    with Library([folder]) as library:
        yield library


def found(library: Library, query: str, **narrowing: str) -> list[str]:
    return [answer.record()["id"].removeprefix("cards:") for answer in library.search(query, 10, **narrowing)]  # type: ignore[arg-type]


def test_rulings_that_hold_a_word_are_found_one_by_one(tides: Library) -> None:
    """Not the other rulings of the same card, and no card of which only the errata holds it."""
    assert sorted(found(tides, "fog", kind="ruling")) == ["night-ferry#1", "salt-lamp#1"]


def test_a_card_by_name_gives_its_rulings_in_their_order(tides: Library) -> None:
    assert found(tides, "night ferry", kind="ruling")[:2] == ["night-ferry#1", "night-ferry#2"]


def test_the_title_above_a_ruling_counts_with_it(tides: Library) -> None:
    assert found(tides, "does fog bother the lamp", kind="ruling")[0] == "salt-lamp#1"


def test_a_result_is_a_ruling_with_its_own_text(tides: Library) -> None:
    (answer,) = tides.search("second costs", kind="ruling")
    record = answer.record()
    assert (record["kind"], record["title"], record["path"][-1]) == ("ruling", "Salt Lamp", "Salt Lamp, ruling 2")
    assert record["snippet"] == "A **second** lamp **costs** nothing."
    (match,) = tides.matches(record["id"])
    assert match.part == "2"


@pytest.mark.parametrize(
    ("since", "rulings"),
    [
        ("2004-01-01", ["salt-lamp#1", "salt-lamp#2"]),
        ("2006-01-01", ["salt-lamp#2"]),
        ("2007-01-01", []),
    ],
)
def test_each_ruling_has_its_own_date(tides: Library, since: str, rulings: list[str]) -> None:
    assert found(tides, "salt lamp", kind="ruling", since=since)[:2] == rulings


def test_a_ruling_without_a_date_is_of_its_document(tides: Library) -> None:
    assert found(tides, "fog stops", kind="ruling", since="2005-01-01") == ["night-ferry#1"]
    assert found(tides, "fog stops", kind="ruling", since="2006-01-01") == []


def test_words_in_quotation_marks_stand_in_the_ruling_itself(tides: Library) -> None:
    assert found(tides, '"burn on"', kind="ruling") == ["night-ferry#2"]


def test_without_the_kind_the_card_is_found(tides: Library) -> None:
    assert set(found(tides, "fog")) == {"salt-lamp", "night-ferry", "drake"}


def test_a_word_that_is_left_out_bars_rulings_and_not_their_card(tides: Library) -> None:
    assert found(tides, "fog -burns", kind="ruling") == ["night-ferry#1"]
    assert found(tides, "lamp -fog", kind="ruling") == ["salt-lamp#2", "night-ferry#2"]
    assert found(tides, "lamp -salt", kind="ruling") == ["night-ferry#2"]  # its title holds the word
    assert found(tides, "lamp -fog") == []  # whole cards


def test_a_result_tells_its_date_and_the_errata_of_its_card(tides: Library) -> None:
    """As the text prints it, not as the document is dated."""
    first = tides.search("burns in fog", kind="ruling")[0].record()
    assert (first["date"], first["errata"]) == ("2004-05-02", None)
    flies = next(answer.record() for answer in tides.search("drake") if answer.row.kind == "card")
    assert (flies["date"], flies["errata"]) == (None, "fog means nothing to it.")


def test_rulings_that_print_a_date_stand_first_where_those_since_a_day_are_asked_for(tides: Library) -> None:
    """The document is of 2005, and so are its rulings without a date."""
    assert found(tides, "lamp", kind="ruling", since="2005") == ["salt-lamp#2", "night-ferry#2"]
    assert found(tides, "lamp fog", kind="ruling", since="2004")[0].startswith("salt-lamp")

"""`--kind ruling` finds the rulings of cards one by one, as well as entries that are rulings themselves."""

from collections.abc import Iterator

import pytest

from judge.opened_library import Library
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


def found(library: Library, query: str, **narrowing: str | None) -> list[str]:
    return [answer.record().id.removeprefix("cards:") for answer in library.search(query, 10, **narrowing)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "since", "rulings"),
    [
        ("fog", None, ["night-ferry#1", "salt-lamp#1"]),  # not that of which only the errata holds it
        ("night ferry", None, ["night-ferry#1", "night-ferry#2"]),  # of a card in their order
        ("does fog bother the lamp", None, ["salt-lamp#1"]),  # the title above a ruling counts with it
        ("salt lamp", "2004-01-01", ["salt-lamp#1", "salt-lamp#2"]),
        ("salt lamp", "2006-01-01", ["salt-lamp#2"]),
        ("fog stops", "2005-01-01", ["night-ferry#1"]),  # without a date it is of its document
        ('"burn on"', None, ["night-ferry#2"]),  # these words are in the ruling itself
        ("lamp", "2005", ["salt-lamp#2", "night-ferry#2"]),  # those that print a date come first
        ("lamp fog", "2004", ["salt-lamp#1"]),
    ],
)
def test_rulings_are_found_one_by_one(tides: Library, query: str, since: str | None, rulings: list[str]) -> None:
    assert found(tides, query, kind="ruling", since=since)[: len(rulings)] == rulings


@pytest.mark.parametrize(
    ("query", "since", "rulings"),
    [
        ("fog", None, {"night-ferry#1", "salt-lamp#1"}),
        ("salt lamp", "2007-01-01", set()),
        ("fog stops", "2006-01-01", set()),
        ('"burn on"', None, {"night-ferry#2"}),
        ("fog -burns", None, {"night-ferry#1"}),
        ("lamp -fog", None, {"salt-lamp#2", "night-ferry#2"}),
        ("lamp -salt", None, {"night-ferry#2"}),  # the title of the other holds the word
    ],
)
def test_no_other_rulings_are_found(tides: Library, query: str, since: str | None, rulings: set[str]) -> None:
    assert set(found(tides, query, kind="ruling", since=since)) == rulings


def test_a_result_is_a_ruling_with_its_own_text(tides: Library) -> None:
    (answer,) = tides.search("second costs", kind="ruling")
    record = answer.record()
    assert (record.kind, record.title, record.path[-1]) == ("ruling", "Salt Lamp", "Salt Lamp, ruling 2")
    assert record.snippet == "A **second** lamp **costs** nothing."
    (match,) = tides.matches(record.id)
    assert match.part == "2"


def test_without_the_kind_the_card_is_found(tides: Library) -> None:
    assert set(found(tides, "fog")) == {"salt-lamp", "night-ferry", "drake"}
    assert found(tides, "lamp -fog") == [], "a word that is left out bars whole cards"


def test_a_result_tells_its_date_and_the_errata_of_its_card(tides: Library) -> None:
    """As the text prints it, not as the document is dated."""
    first = tides.search("burns in fog", kind="ruling")[0].record()
    assert (first.date, first.errata) == ("2004-05-02", None)
    flies = next(answer.record() for answer in tides.search("drake") if answer.row.kind == "card")
    assert (flies.date, flies.errata) == (None, "fog means nothing to it.")

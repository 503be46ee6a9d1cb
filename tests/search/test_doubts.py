"""What the doubt of a first answer rests on: its best text, words that are missing."""

from collections.abc import Iterator
from functools import partial

import pytest

from judge.opened_library import Library
from judge.search import lookup
from judge.search.passages import doubt_features
from tests.support import write_collection

HARBOURS = """# Harbour Rules

## 1.0 Ropes

A rope holds a ship.

A rope of the captain is never cut.

## 2.0 Lanterns

A lantern is lit at night.
"""
KITES = """# Kite Rules

## 1.0 Strings

A rope is no string. A kite has one string.
"""
MANIFEST = """
[[document]]
file = "harbours.md"
game = "Harbours"

[[document]]
file = "kites.md"
game = "Kites"
"""


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A collection of two games that share a word."""
    folder = write_collection(tmp_path_factory.mktemp("games"), harbours_md=HARBOURS, kites_md=KITES)
    (folder / "corpus.toml").write_text(MANIFEST, encoding="utf-8")
    with Library([folder]) as library:
        yield library


def features(library: Library, query: str) -> dict[str, float]:
    """Return what the doubt of the first of the ranked entries rests on."""
    question = library.ask(lambda compiled: lookup.explain(compiled, query)).question
    return doubt_features(question, question.ranked[0])


def test_the_best_text_counts_by_itself(games: Library) -> None:
    """Words in the title, or in two texts of the entry, are not held by one text."""
    whole, parted = features(games, "captain's rope cut"), features(games, "captain's ship cut")
    assert whole["in_passage"] == pytest.approx(1.0)
    assert 0 < parted["in_passage"] < 1


def test_a_word_that_is_misspelt_is_not_missing(games: Library) -> None:
    assert features(games, "captian cuts a rope")["missing"] == 0.0
    assert features(games, "wizard cuts a rope")["missing"] > 0.2


def test_words_that_one_game_alone_has_tell_the_game(games: Library) -> None:
    told = {"kite rope": "Kites", "rope": "", "kite lantern": ""}
    assert {one: games.ask(partial(lookup.explain, typed=one)).question.told for one in told} == told

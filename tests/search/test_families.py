"""A section, its parents and its children are one answer; rules come before examples and before single cards."""

import re
from collections.abc import Iterator

import pytest

from judge.core.model import Block, Entry, PlaceDoubt
from judge.core.tokens import is_of_a_card
from judge.opened_library import Library
from judge.search import lookup
from judge.search.passages import snippet
from judge.search.stages import MEANT_AS_CARD
from tests.support import opened

HARBOURS = """# Harbour Rules

## 1.0 Mooring

### 1.1 Ropes

Mooring ropes are tied to a bollard by the crew.

### 1.2 Bollards

A bollard holds the ropes of one ship; mooring two ships to it is not permitted.

## 2.0 Lanterns

Lanterns are lit at night.

## 3.0 Storms

A storm breaks ropes; mooring in a storm needs the whole crew.
"""


@pytest.fixture(scope="module")
def harbours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A collection in which a heading has no text of its own."""
    yield from opened(tmp_path_factory, "harbours", harbours_md=HARBOURS)


def test_children_that_answer_speak_for_the_rule_above_them(harbours: Library) -> None:
    question = harbours.ask(lambda compiled: lookup.explain(compiled, "mooring ropes of a ship")).question
    rows = {row.position: row for row in question.compiled.store.rows([one.position for one in question.ranked])}
    families = {rows[one.position].number: one.judged.features["family"] for one in question.ranked if one.judged}
    assert families["1.0"] > families["3.0"] == 0.0


@pytest.mark.parametrize(
    ("kind", "title", "single"),
    [
        ("card", "Evil Twin", True),
        ("qa", "Can Pale Lantern (Core Set, 12) be lit twice?", True),
        ("ruling", "Pale Lantern (Core Set, 12)", True),
        ("qa", "Can a lantern (or a torch) be lit twice?", False),
        ("section", "Pale Lantern (Core Set, 12)", False),
    ],
)
def test_rulings_on_a_single_card_are_told_from_rules(kind: str, title: str, single: bool) -> None:
    assert is_of_a_card(kind, title) is single


def test_a_rule_is_shown_before_an_example_of_it() -> None:
    doubt = PlaceDoubt("from interleaved columns", 0.5, None)
    blocks = Block("example", "Example: a rope breaks.", ()), Block("text", "A rope that breaks.", (), doubt=doubt)
    entry = Entry("ropes:1", "ropes", "section", "1", None, (), blocks=blocks)
    passage = snippet(entry, "example a rope break\na rope that break", frozenset(("rope", "break")))
    assert (passage.text, passage.doubt) == ("A **rope** that **breaks**.", doubt)
    assert [passage.text[start:end] for start, end in passage.marks] == ["rope", "breaks"]


@pytest.mark.parametrize(("query", "meant"), [("shadowfist the state card", True), ("shadowfist state card", False)])
def test_a_card_that_is_called_like_a_game_is_found(query: str, meant: bool) -> None:
    assert (re.sub(MEANT_AS_CARD, "", query) == "shadowfist") is meant

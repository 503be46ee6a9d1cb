"""The passage that an answer shows: where it begins, and which of its words are marked."""

from collections.abc import Iterator

import pytest

from judge.core.model import Block, Entry
from judge.opened_library import Library
from judge.search.passages import LENGTH, snippet
from tests.support import opened

BEFORE = "Many words stand here that nobody looks for. " * 3
BEHIND = " And more of them stand behind it." * 5


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    ferries = f"{BEFORE}The ferry may not leave while the fog lies on the water.{BEHIND}"
    text = f"1.0 Ferries\n\n{ferries}\n\n2.0 It\n\nIt is wet, is it not.\n"
    yield from opened(tmp_path_factory, "tides", tides_md=text)


def shown(text: str, *wanted: str) -> str:
    entry = Entry("tides:1", "tides", "section", "1", None, (), blocks=(Block("text", text, ()),))
    return snippet(entry, text.lower(), frozenset(wanted)).text


def test_a_passage_begins_with_the_sentence_that_answers() -> None:
    text = f"{BEFORE}The ferry stays in port while fog lies on the water.{BEHIND}"
    assert shown(text, "fog", "water").startswith("… The ferry stays in port while **fog** lies on the **water**.")


def test_a_sentence_too_long_for_all_of_its_words_is_cut_before_the_first() -> None:
    text = "Once " + "upon a time " * 40 + "the ferry stayed in fog. " + "It was wet. " * 20
    found = shown(text, "ferry", "fog")
    assert "**ferry** stayed in **fog**" in found
    assert len(found.replace("**", "")) <= LENGTH + len("…  …")


def test_words_that_say_nothing_are_not_marked(tides: Library) -> None:
    assert (
        "The **ferry** may not **leave** while the **fog** lies"
        in tides.search("when may the ferry leave in fog")[0].snippet
    )


def test_where_no_word_says_anything_all_are_marked(tides: Library) -> None:
    assert tides.search("it")[0].snippet == "**It** is wet, is **it** not."

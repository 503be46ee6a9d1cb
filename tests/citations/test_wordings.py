"""The wordings in which people cite rules and quote them: each is understood, and each fault in it is told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import judge
from judge.citations.verify import verify
from judge.opened_library import Library
from tests.citations.test_cites import RULES, shown
from tests.support import CASES, write_collection


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Iterator[Library]:
    """The rules of the harbour, opened."""
    folder = write_collection(tmp_path_factory.mktemp("harbour"), rules_md=RULES)
    with judge.open(corpus=[folder]) as library:
        yield library


def wordings(kind: str) -> list[str]:
    """Return the wordings of a kind: `{n}` is the number of a rule, `{t}` its title, and `{q}` its words."""
    rows = (line.split(maxsplit=1) for line in (CASES / "wordings.txt").read_text("utf-8").splitlines())
    return [wording for one, wording in rows if one == kind]


def cited(wording: str, number: str) -> str:
    """Return a sentence about rule 2.1 that prints a number."""
    words = "The crew goes ashore in the order in which it came aboard"
    return wording.replace("{n}", number).replace("{t}", "Going Ashore").replace("{q}", words)


@pytest.mark.parametrize("wording", [*wordings("title"), *wordings("quote")])
def test_a_rule_is_cited_in_every_wording_and_its_number_corrected(harbour: Library, wording: str) -> None:
    assert shown(harbour, "a.txt", cited(wording, "2.1")) == []
    told = [one.split()[1:] for one in shown(harbour, "a.txt", cited(wording, "1.2"))]
    assert told == [["cite-wrong", "2.1"]]


@pytest.mark.parametrize("wording", [*wordings("bare"), *wordings("words")])
def test_a_number_beside_no_title_or_quotation_is_absent_or_right(harbour: Library, wording: str) -> None:
    assert shown(harbour, "a.txt", cited(wording, "2.1")) == []
    assert [one.split()[1] for one in shown(harbour, "a.txt", cited(wording, "2.9"))] == ["cite-absent"]


@pytest.mark.parametrize("wording", wordings("quote"))
def test_a_quotation_with_other_words_is_misquoted(harbour: Library, wording: str) -> None:
    text = cited(wording, "2.1").replace("crew goes", "opponents goes")
    assert [one.split()[1] for one in shown(harbour, "a.txt", text)] == ["cite-misquoted"]


@pytest.mark.parametrize("sentence", wordings("other"))
def test_numbers_of_other_things_are_left_alone(harbour: Library, sentence: str) -> None:
    assert shown(harbour, "a.txt", f"See rule 1.1. {sentence}\n") == []


QUOTATIONS = [line.split("|") for line in (CASES / "quotations.txt").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("verdict", "number", "quote"), QUOTATIONS)
def test_true_and_false_quotations(harbour: Library, verdict: str, number: str, quote: str) -> None:
    assert verify(harbour, number, quote.replace("/", "\n")).verdict == verdict

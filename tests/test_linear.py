"""No document takes more than about linear time, and of what is typed no more is looked at than a limit."""

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from judge.core.diagnostics import Code
from judge.core.errors import JudgeError
from judge.library import Library
from judge.reading.columns import column_blocks, order_search
from judge.reading.columns.column_blocks import ALPHABET, ColumnBlock
from judge.search.query_parsing import LONGEST
from tests.adversarial import GREEK, documents, one_column, read
from tests.limits import limited
from tests.support import parse_text

T = TypeVar("T")
LENGTH = 20_000
"""Characters of a document."""
LIMIT = 4.0
"""Seconds of processor time for one stage of it, broken off beyond; all take less than a fifth of it, and what was
quadratic took more."""
DOCUMENTS = dict(documents(LENGTH))


@pytest.mark.thorough
@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_stage_ends_in_time(name: str) -> None:
    def within(stage: str, work: Callable[..., T], /, *given: Any) -> T:
        with limited(LIMIT):
            return work(*given)

    read(DOCUMENTS[name], within)


def blocks_in_no_order(number: int) -> list[ColumnBlock]:
    """Return headings in no order on one page, each with a bullet, which needs a text before it."""
    chance = random.Random(3)
    found: list[ColumnBlock] = []
    for line in range(1, 2 * number, 2):
        title = f"{chance.randint(0, 10**6):06}"
        found.append(ColumnBlock("heading", title, 1, line, (((0, title),),), ALPHABET))
        found.append(ColumnBlock("bullet", "Some text.", 1, line + 1))
    return found


def test_a_search_without_end_is_given_up_and_the_text_stays() -> None:
    blocks = blocks_in_no_order(2000)
    found = order_search.arrange(blocks)
    assert (found.woven, found.given_up) == (False, (0,))
    assert found.order == list(range(len(blocks)))


def test_a_search_that_was_given_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.reading.columns.order_prices.SEAMS", 0.0)
    _, report = parse_text(one_column(GREEK, 60_000), "glossary")
    note = next(finding for finding in report.findings if finding.code is Code.COLUMN_GIVEN_UP)
    assert (note.level, note.line) == ("note", 1)
    assert note.message == (
        "from here, the text stays in the order of the file: "
        "the search for the order of two interleaved columns took too many steps"
    )


def test_a_page_on_which_too_many_moves_are_looked_at_stays_as_it_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is named by its first block."""
    blocks = blocks_in_no_order(60)
    monkeypatch.setattr("judge.reading.columns.order_prices.MENDED", 1.0)
    monkeypatch.setattr("judge.reading.columns.moves.PLACES_PER_PAGE", 10)
    found = order_search.arrange(blocks)
    assert found.woven
    assert 0 in found.given_up
    assert sorted(found.order) == list(range(len(blocks)))


def test_a_budget_that_is_spent_says_so() -> None:
    steps = column_blocks.Budget(2)
    steps.spend(2)
    with pytest.raises(column_blocks.OutOfStepsError):
        steps.spend()


ASKED: dict[str, Callable[[Library, str], object]] = {
    "search": Library.search,
    "suggest": Library.suggest,
    "show": Library.matches,
    "card": Library.card,
    "between": Library.between,
    "nearest": Library.nearest,
}


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("typed", ["§", "(", "a ", "Evil ", "a, ", '"', "sec. ", "title:a "])
def test_what_is_typed_is_looked_at_up_to_one_limit(name: str, typed: str, bundled: Library) -> None:
    """A query of 160,000 characters gives what its beginning gives, and in the same time."""

    def answer(text: str) -> object:
        try:
            return ASKED[name](bundled, text)
        except (LookupError, JudgeError) as error:
            return str(error)

    long = typed * (160_000 // len(typed))
    with limited(LIMIT):
        assert answer(long) == answer(long[:LONGEST])


def test_many_names_are_as_good_as_one_long_one(bundled: Library) -> None:
    with limited(LIMIT), pytest.raises((LookupError, JudgeError)):
        bundled.between(*(f"name {number}" for number in range(20_000)))

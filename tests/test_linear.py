"""No document takes more than about linear time, and of what is typed no more is looked at than a limit."""

import random
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from judge.core.errors import JudgeError
from judge.opened_library import Library
from judge.reading.columns import order_search
from judge.reading.columns.column_blocks import ALPHABET, ColumnBlock
from judge.search.query_parsing import LONGEST
from tests.adversarial import documents, read
from tests.limits import limited
from tests.support import count_calls

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


def arrange_in_no_order(headings: int) -> None:
    """Arrange headings in no order, each with a bullet, which needs a text before it; no page break is marked."""
    blocks: list[ColumnBlock] = []
    for place, number in enumerate(random.Random(3).sample(range(10**6), headings)):
        title = f"{number:06}"
        blocks.append(ColumnBlock("heading", title, 1, 2 * place + 1, ((0, title),), ALPHABET))
        blocks.append(ColumnBlock("bullet", "Some text.", 1, 2 * place + 2))
    found = order_search.arrange(blocks, {})
    assert found is None or sorted(found.order) == list(range(len(blocks)))


def test_a_search_for_columns_takes_linear_time() -> None:
    assert count_calls(lambda: arrange_in_no_order(120)) < 2.5 * count_calls(lambda: arrange_in_no_order(60))


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

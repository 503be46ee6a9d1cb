"""No document takes more than about linear time, and of what is typed no more is looked at than a limit."""

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

import pytest

from judge.core.errors import JudgeError
from judge.library import Library
from judge.reading.columns import order_search
from judge.reading.columns.column_blocks import ALPHABET, ColumnBlock
from judge.search.query_parsing import LONGEST
from tests.adversarial import documents, read
from tests.limits import limited

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


def blocks_in_no_order(headings: int) -> list[ColumnBlock]:
    """Return headings in no order, each with a bullet, which needs a text before it; no page break is marked."""
    chance = random.Random(3)
    blocks: list[ColumnBlock] = []
    for line in range(1, 2 * headings + 1, 2):
        title = f"{chance.randint(0, 10**6):06}"
        blocks.append(ColumnBlock("heading", title, 1, line, ((0, title),), ALPHABET))
        blocks.append(ColumnBlock("bullet", "Some text.", 1, line + 1))
    return blocks


def calls_of_a_search_for_columns(headings: int) -> int:
    """Arrange blocks in no order, and return how many functions were called for it."""
    blocks = blocks_in_no_order(headings)
    calls = 0

    def count(_frame: FrameType, event: str, _given: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        found = order_search.arrange(blocks, {})
    finally:
        sys.setprofile(None)
    assert found is None or sorted(found.order) == list(range(len(blocks)))
    return calls


def test_a_search_for_columns_takes_linear_time() -> None:
    """Twice the blocks need twice the calls; a quadratic search would need four times as many."""
    assert calls_of_a_search_for_columns(100) < 2.5 * calls_of_a_search_for_columns(50)


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

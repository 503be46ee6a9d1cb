"""Small documents are read as well as long ones: a title or a mark is evidence enough for one item."""

from collections import Counter

from tests.small.documents import write
from tests.small.measure import compare

LEAST = {"entries": 0.98, "kinds": 0.97, "rulings": 0.98, "texts": 0.98}
"""Shares that the reading must reach over any sample; raise them when it gets better."""
MOST_SURPLUS = 0.01
COUNT = 60
"""Documents of each half."""


def assert_read(numbers: range) -> None:
    """Assert that documents are read as well as the limits above say."""
    right: Counter[str] = Counter()
    of: Counter[str] = Counter()
    for number in numbers:
        own_right, own_of, _ = compare(write(number))
        right += own_right
        of += own_of
    assert {name: right[name] / of[name] for name, least in LEAST.items() if right[name] < least * of[name]} == {}
    assert right["surplus"] <= MOST_SURPLUS * of["surplus"]


def test_small_documents_are_read() -> None:
    assert_read(range(0, 2 * COUNT, 2))


def test_the_half_that_nobody_looks_at_is_read() -> None:
    assert_read(range(1, 2 * COUNT, 2))


def test_documents_are_small_and_have_something() -> None:
    for number in range(60):
        document = write(number)
        assert len(document.lines) < 60
        assert len(document.truths) > 1
        assert all(document.lines[one.line - 1] for one in document.truths)

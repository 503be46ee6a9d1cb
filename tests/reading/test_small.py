"""Small documents are read as well as long ones: a title or a mark is evidence enough for one item."""

from collections import Counter
from pathlib import Path

import pytest

from judge.build.collection import SourceFile
from judge.build.parsing import parse_document
from tests.looks.comparing import context
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


@pytest.mark.parametrize("number", [238, 3040, 41985])
def test_what_was_read_badly_once_is_read_whole(number: int) -> None:
    """A heading right above another is no column, one sentence of errata is a card, a blank line may be missing."""
    assert compare(write(number))[2] == []


def test_documents_are_small_and_have_something() -> None:
    for number in range(60):
        document = write(number)
        assert len(document.lines) < 60
        assert len(document.truths) > 1
        assert all(document.lines[one.line - 1] for one in document.truths)


TIGHT = """\
Harbour Rules

{rules}
{title}
Tow{sign}Pull a second boat along with this one.
Anchor{sign}This boat stays where it is.
Wreck{sign}Costs one less if you own a pier
Ebb Tide{sign}Turn the card over,
and ignore its text.

Winning

You win when you own three lighthouses.
"""


@pytest.mark.parametrize("sign", [": ", " - ", " – "])
@pytest.mark.parametrize("title", ["Keywords", "KEYWORDS", "Glossary of terms"])
@pytest.mark.parametrize(
    "rules",
    [
        "1. Each player takes five cards.\n2. Boats at the pier are safe.\n3. Trading is allowed in your own turn.",
        "Setting Up\n- Each player takes five cards.\n- Boats at the pier are safe.",
        "1. Setting Up\n1.1 Each player takes five cards.\n1.2 Boats at the pier are safe.\n2. The Turn\n2.1 Trade.\n",
        "Each player takes five cards. Boats at the pier are safe. Trading is allowed in your own turn.\n",
    ],
)
def test_a_list_of_keywords_needs_no_blank_lines(rules: str, title: str, sign: str) -> None:
    text = TIGHT.format(rules=rules, title=title, sign=sign)
    source = SourceFile(Path("rules.txt"), "small", {})
    entries = parse_document(source, text.encode(), context()).entries
    terms = {entry.title: [block.text for block in entry.blocks] for entry in entries if entry.kind == "term"}
    assert terms == {
        "Tow": ["Pull a second boat along with this one."],
        "Anchor": ["This boat stays where it is."],
        "Wreck": ["Costs one less if you own a pier"],
        "Ebb Tide": ["Turn the card over, and ignore its text."],
    }
    assert {title, "Winning"} <= {entry.title for entry in entries}

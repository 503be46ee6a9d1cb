"""Small documents are read as well as long ones: a title or a mark is evidence enough for one item."""

from pathlib import Path

import pytest

from judge.library.collection import SourceFile
from judge.pipeline import parse_alone
from judge.reading.drafts import Parsed
from tests.drawn_looks import read, rows_of
from tests.support import CASES, Case, print_parsed, read_cases


def parse(text: str, name: str) -> Parsed:
    """Read a text as a file of a name."""
    found = parse_alone(SourceFile(Path(name), "small", {}), text.encode(), ())
    return Parsed(found.entries, found.furniture)


SMALL = list(read_cases(CASES / "small.md"))


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.title)
def test_small_documents_are_read(case: Case) -> None:
    name = "notes.txt" if case.title.endswith("text") else "notes.md"
    assert print_parsed(parse(case.source, name)) == case.expected, case.where


@pytest.mark.parametrize("case", [one for one in SMALL if not one.title.endswith("text")], ids=lambda case: case.title)
def test_they_have_the_same_tree_as_pages_and_word_files(case: Case) -> None:
    pages, words = (rows_of(read(case.source, form).entries) for form in ("html", "docx"))
    assert pages == words == rows_of(read(case.source, "md").entries)


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
    entries = parse(text, "rules.txt").entries
    terms = {entry.title: [block.text for block in entry.blocks] for entry in entries if entry.kind == "term"}
    assert terms == {
        "Tow": ["Pull a second boat along with this one."],
        "Anchor": ["This boat stays where it is."],
        "Wreck": ["Costs one less if you own a pier"],
        "Ebb Tide": ["Turn the card over, and ignore its text."],
    }
    assert {title, "Winning"} <= {entry.title for entry in entries}

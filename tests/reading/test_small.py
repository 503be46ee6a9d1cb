"""Small documents are read as well as long ones: a title or a mark is evidence enough for one item."""

import pytest

from judge.reading.text.drafts import Parsed
from tests.drawn_looks import read, rows_of
from tests.support import CASES, Case, parse, print_parsed, read_cases

SMALL = list(read_cases(CASES / "small.md"))


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.title)
def test_small_documents_are_read(case: Case) -> None:
    found = parse(case.source, "notes.txt" if case.title.endswith("text") else "notes.md")
    assert print_parsed(Parsed(found.entries, found.furniture)) == case.expected, case.where


@pytest.mark.parametrize("case", [one for one in SMALL if not one.title.endswith("text")], ids=lambda case: case.title)
def test_they_have_the_same_tree_as_pages_and_word_files(case: Case) -> None:
    pages, words = (rows_of(read(case.source, form).entries) for form in ("html", "docx"))
    assert pages == words == rows_of(read(case.source, "md").entries)

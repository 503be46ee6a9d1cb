"""Every dialect reads the samples of its case file as a careful reader would."""

from __future__ import annotations

import pytest

from judge.core.diagnostics import Report
from judge.reading.columns.cutting import dialect as columns
from judge.reading.drafts import assemble, keep_all
from judge.reading.readers.manuscript import manuscript
from judge.reading.source import read_source
from tests.support import CASES, Case, parse_text, print_parsed, read_cases

FILES = sorted((CASES / "dialects").glob("*.md"))
ALL = [(path.stem, case) for path in FILES for case in read_cases(path)]
MISREAD = pytest.mark.xfail(strict=True, reason="the one reader does not yet read this sample as its case says")
NOT_YET = (
    "gaps, letters behind numbers,",
    "a title in bold",
    "headings of any level,",
    "plain text: a short",
    "other scripts",
    "parts, a contents list",
    "terms behind a tab:",
    "terms behind blanks, a",
    "questions and answers: over",
    "the marks of other",
    "numbered questions below numbered",
    "lists of Markdown: their",
    "headings of Markdown: parts,",
    "parts without a number:",
    "parts with a word",
    "rulings: under a title,",
    "rulings: sentences below several",
    "rulings: titles above one",
    "rulings with a label",
    "steps as entries: titles,",
    "steps inside an answer,",
    "bullets: dashes, stars without",
    "paragraphs: a hyphen at",
    "no marks at all:",
    "marks with numbers in",
    "cards by the names",
    "headings in every style,",
)
"""How the titles of the samples begin that are not yet read as they say; most are too short to show what they are."""
WOVEN = list(read_cases(CASES / "columns" / "terms.md"))


@pytest.mark.parametrize(
    ("dialect", "case"),
    [pytest.param(*one, marks=[MISREAD] * one[1].title.startswith(NOT_YET)) for one in ALL],
    ids=[f"{name}-{case.title}" for name, case in ALL],
)
def test_a_sample_is_read_as_its_case_says(dialect: str, case: Case) -> None:
    parsed, _ = parse_text(case.source, dialect)
    assert print_parsed(parsed) == case.expected, case.where


@pytest.mark.parametrize("case", WOVEN, ids=lambda case: case.title)
def test_terms_in_columns_are_read_with_what_is_between_them(case: Case) -> None:
    source = read_source(case.source.encode(), Report())
    sheet = columns.read(manuscript(source), Report())
    keep_all(sheet, source)
    assert print_parsed(assemble("doc", sheet)) == case.expected, case.where

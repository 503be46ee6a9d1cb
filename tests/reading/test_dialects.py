"""Every dialect reads the samples of its case file as a careful reader would."""

from __future__ import annotations

import pytest

from tests.support import CASES, Case, parse_text, print_parsed, read_cases

FILES = sorted((CASES / "dialects").glob("*.md"))
ALL = [(path.stem, case) for path in FILES for case in read_cases(path)]


@pytest.mark.parametrize(("dialect", "case"), ALL, ids=[f"{name}-{case.title}" for name, case in ALL])
def test_a_sample_is_read_as_its_case_says(dialect: str, case: Case) -> None:
    parsed, _ = parse_text(case.source, dialect)
    assert print_parsed(parsed) == case.expected, case.where

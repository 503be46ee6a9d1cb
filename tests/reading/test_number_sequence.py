"""Which numbers at the beginning of a line are headings."""

from __future__ import annotations

import pytest

from judge.core.numbering import parse
from judge.reading.dialects.outline.number_sequence import Candidate, heading_candidates


def chosen(numbers: str) -> str:
    """Return the headings among numbers; one with a question mark behind it looks weak."""
    candidates = []
    for place, word in enumerate(numbers.split()):
        number = word.rstrip("?")
        key = parse(number)
        assert key
        candidates.append(Candidate(place, 0, number, key, 0, 0.5 if word.endswith("?") else 4.0))
    return " ".join(candidate.number for candidate in heading_candidates(candidates))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("1.0 1.1 1.2 2.0 2.1", "1.0 1.1 1.2 2.0 2.1"),
        ("1.0 1.1 30? 1.2 2.0", "1.0 1.1 1.2 2.0"),
        ("1.0 1.1 4.0? 1.2 2.0 2.1? 3.0 4.0", "1.0 1.1 1.2 2.0 2.1 3.0 4.0"),
        ("1.0 1.2 1.1 1.3 2.0 2.1", "1.0 1.2 1.1 1.3 2.0 2.1"),
        ("1.1 1.2 1.2 1.3", "1.1 1.2 1.2 1.3"),
        ("9.0 8.0 7.0 6.0 5.0", "9.0 8.0 7.0 6.0 5.0"),
        ("1.0 2.0 3.0 1.0 2.0 3.0", "1.0 2.0 3.0 1.0 2.0 3.0"),
    ],
)
def test_headings_ascend_unless_the_document_does_not(numbers: str, expected: str) -> None:
    assert chosen(numbers) == expected


def test_no_candidates_no_headings() -> None:
    assert heading_candidates([]) == []

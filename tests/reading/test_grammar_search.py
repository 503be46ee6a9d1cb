"""The search for the cheapest description: its doubts, what a named dialect leaves open, what is told of a reading."""

from collections.abc import Sequence

import pytest

from judge.core.diagnostics import Report
from judge.reading.document_reader import DocumentReading, read_manuscript, wrong_expected
from judge.reading.grammar.features import DocumentFeatures, find_features
from judge.reading.grammar.line_forms import Candidate, find_candidates
from judge.reading.grammar.prices import HOPELESS
from judge.reading.grammar.search import Forced, search
from judge.reading.opening import manuscript
from judge.reading.text.manuscript import Manuscript
from judge.reading.text.source import read_source
from tests.adversarial import documents
from tests.support import count_calls

RULES = "".join(
    f"{chapter}.0 Chapter of Reefs\n\n"
    + "".join(f"{chapter}.{rule} Ships wait (see {chapter}.0).\n\n" for rule in "1234")
    for chapter in "123"
)
WORDS = ("Anchor", "Buoy", "Cleat", "Davit", "Ebb", "Flood", "Gull", "Hatch")
GLOSSARY = "Glossary\n\n" + "".join(f"{word}: It floats on water.\n\n" for word in WORDS)
LINES = "".join(f"{word}\n\nIt floats on water.\n\n" for word in ("Mist over Land", "Ebb", "The old Quay", "Fog"))


def text_of(text: str) -> Manuscript:
    """Return a text cut into pieces."""
    return manuscript(read_source(text.encode(), Report()))


def read(text: str, named: str | None = None) -> DocumentReading:
    """Read a text with the grammar."""
    return read_manuscript(text_of(text), Report(), named)


def features_of(text: str) -> tuple[DocumentFeatures, dict[int, list[Candidate]]]:
    """Return the lines of a text, and what may begin in each."""
    features = find_features(text_of(text))
    return features, find_candidates(features)


def numbers(reading: DocumentReading) -> Sequence[str | None]:
    """Return the numbers of the entries, in source order."""
    return [draft.number for draft in reading.sheet.drafts]


def test_the_doubt_at_a_line_is_what_it_costs_to_read_it_otherwise() -> None:
    """Forced to be otherwise, the description is dearer by about as much."""
    _, candidates = features_of(RULES)
    found = search(candidates)
    begun = {item.place for item in found.items}
    for place in list(candidates)[3:8]:
        otherwise = search(candidates, {place: Forced(place not in begun)}).price - found.price
        assert min(otherwise, HOPELESS) == pytest.approx(found.doubts[place], abs=1.0)


def test_short_lines_leave_more_doubt_than_numbered_rules() -> None:
    doubtful, clear = (wrong_expected(search(features_of(text)[1])) for text in (LINES, RULES))
    assert doubtful > 2 * clear


def test_a_document_reads_as_what_a_person_names() -> None:
    assert numbers(read(RULES)) == numbers(read(RULES, "outline"))
    assert not any(numbers(read(RULES, "glossary")))


def test_below_a_title_that_says_so_stands_what_the_named_dialect_has_not() -> None:
    kinds = [draft.kind for draft in read(RULES + GLOSSARY, "outline").sheet.drafts]
    assert kinds[-8:] == ["term"] * 8
    kinds = [draft.kind for draft in read(RULES + GLOSSARY.replace("Glossary", "The Harbour"), "outline").sheet.drafts]
    assert "term" not in kinds


def test_a_stretch_of_another_kind_is_a_part_of_its_own() -> None:
    whole, terms = read(RULES + GLOSSARY).parts
    assert (whole.dialect, whole.lines) == ("outline", (1, len((RULES + GLOSSARY).strip().splitlines())))
    assert (terms.dialect, terms.why) == ("glossary", "8 terms before a colon")
    assert terms.lines == (33, 47)


@pytest.mark.parametrize("name", [name for name, _ in documents(10)])
def test_the_calls_of_a_reading_grow_with_the_text(name: str) -> None:
    """Twice the text takes at most two and a half times the calls; texts of 12,000 letters reach every search."""
    texts = [dict(documents(size))[name] for size in (12_000, 24_000)]
    few, many = (count_calls(lambda text=text: read(text)) for text in texts)  # type: ignore[misc]
    assert many < 2.5 * few + 2_000

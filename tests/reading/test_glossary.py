"""What the dialect `glossary` reports of a document, and what it takes for one."""

from __future__ import annotations

from judge.core.diagnostics import Code, Report
from judge.reading.dialects.glossary import dialect
from judge.reading.readers.manuscript import manuscript
from judge.reading.source import read_source
from tests.support import parse_text

TITLES = ["Anchor", "Bell", "Crew", "Deck", "Ebb", "Fog", "Gale", "Harbour", "Island", "Jetty"]


def reference(titles: list[str]) -> str:
    """Return an alphabetical reference of these titles."""
    return "\n\n".join(f"{title}\n\nIt is what it is." for title in titles)


def evidence(text: str) -> float:
    """Return how much a text looks like an alphabetical reference."""
    return dialect.evidence(manuscript(read_source(text.encode(), Report())))


def test_an_order_that_does_not_ascend_is_reported_once() -> None:
    """The finding names the first title out of order and says what may be wrong."""
    _, report = parse_text(reference([TITLES[place] for place in (3, 0, 1, 2, 4, 5, 6, 9, 7, 8)]), "glossary")
    assert [(finding.code, finding.level, finding.line) for finding in report.findings] == [
        (Code.ORDER_DOUBTFUL, "note", 5)
    ]
    assert report.findings[0].message == (
        '"Anchor" comes after "Deck", and 2 of 10 titles are out of alphabetical order; '
        "if two columns are woven together here, some text is below the wrong title"
    )


def test_an_order_that_ascends_is_not_reported() -> None:
    """No finding where all is well."""
    _, report = parse_text(reference(TITLES), "glossary")
    assert not report.findings


def test_titles_in_alphabetical_order_are_evidence() -> None:
    """Order is evidence, in columns as well; headings in any other order are none."""
    shuffled = [TITLES[index * 7 % len(TITLES)] for index in range(len(TITLES))]
    assert evidence(reference(TITLES)) > 0.5
    assert evidence("Glossary\n\n" + reference(TITLES)) == 1.0
    assert evidence(reference(shuffled)) == 0.0

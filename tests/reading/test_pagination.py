"""The pages of entries are worked out from the contents list, and only from one that is to be trusted."""

from judge.core.diagnostics import Report
from judge.reading.document_reader import read_manuscript
from judge.reading.opening import manuscript
from judge.reading.readers.pages import with_pages
from judge.reading.text.drafts import assemble
from judge.reading.text.source import read_source

BODY = """# Tides

Contents

1.0 Anchors\t3
2.0 Chains\t5
3.0 Ropes\t6

## 1.0 Anchors

Anchors hold.

## 1.1 Weight

Iron is best.

## 2.0 Chains

Chains are long.

## 3.0 Ropes

Ropes are longer.
"""


def pages_of(text: str) -> dict[str | None, tuple[int, int] | None]:
    """Read a rulebook and return the pages of its sections."""
    report = Report()
    paper = manuscript(read_source(text.encode(), report))
    sheet = read_manuscript(paper, report, "outline").sheet
    entries = with_pages(sheet.contents, assemble("tide", sheet).entries)
    return {entry.number: entry.pages for entry in entries if entry.number}


def test_sections_between_two_chapters_stand_between_their_pages() -> None:
    assert pages_of(BODY) == {"1.0": (3, 4), "1.1": (4, 5), "2.0": (5, 6), "3.0": (6, 6)}


def test_without_pages_in_the_contents_none_are_known() -> None:
    without = BODY.replace("\t3", "").replace("\t5", "").replace("\t6", "")
    assert set(pages_of(without).values()) == {None}

"""Bytes become lines, whatever their encoding and line ends; what is repaired is reported."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.diagnostics import Code, Report
from judge.core.errors import SourceError
from judge.reading.text.source import read_source

TEXT = "Tide — ebb\nCafé “Möwe”\n"


def codes(report: Report) -> list[Code]:
    """Return the codes of a report."""
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "windows-1252"])
def test_encodings_give_the_same_lines(encoding: str) -> None:
    report = Report()
    assert read_source(TEXT.encode(encoding), report).lines == ("Tide — ebb", "Café “Möwe”")
    assert (Code.SOURCE_ENCODING in codes(report)) == (encoding not in ("utf-8", "utf-8-sig"))


@pytest.mark.parametrize(
    ("data", "lines", "breaks", "found"),
    [
        ("Möwe\n".encode() + "Café\n".encode("latin-1"), ("Möwe", "Café"), set(), [(Code.SOURCE_ENCODING, 2)]),
        (
            b"<|page_end-17|>Sails\nTide <|page_end-18|>turns\n",
            ("Sails", "Tide turns"),
            {1},
            [(Code.SOURCE_MARKER, 1), (Code.SOURCE_MARKER, 2)],
        ),
        (b"one\n\x0ctwo\nth\x07ree\n", ("one", "two", "three"), {2}, [(Code.SOURCE_CONTROL, 3)]),
    ],
    ids=["one foreign line", "markers of pages", "a form feed and another control"],
)
def test_what_is_no_text_is_mended_and_told(
    data: bytes, lines: tuple[str, ...], breaks: set[int], found: list[tuple[Code, int]]
) -> None:
    """Markers and form feeds break pages."""
    report = Report()
    source = read_source(data, report)
    assert (source.lines, set(source.breaks)) == (lines, breaks)
    assert [(finding.code, finding.line) for finding in report.findings] == found


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\r\r\n"])
def test_each_line_end_counts_once(end: str) -> None:
    assert read_source(end.join(["a", "", "b", ""]).encode(), Report()).lines == ("a", "", "b")


def test_entities_and_escapes_are_reported_once() -> None:
    report = Report()
    read_source(b"# Sails\n\n&lt;Crew&gt; pay \\$5\n\nand &amp; more\n", report)
    assert [(finding.code, finding.line) for finding in report.findings] == [(Code.SOURCE_ESCAPES, 3)] * 2


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"%PDF-1.7 \x80\x81", "is a PDF, not plain text"),
        (b"\x89PNG\r\n\x1a\n", "is an image; run text recognition (OCR), and use the result"),
        (b"some\x00bytes", "is a binary file, not text"),
        (bytes(range(128, 160)) * 40, "is a binary file, not text"),
        (b" \n\t\n", "contains no text"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_source(data, Report())
    assert str(caught.value) == sentence


@given(st.binary(min_size=1, max_size=400))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """No bytes raise anything but SourceError, and no control character but the tab is left."""
    try:
        source = read_source(data, Report())
    except SourceError:
        return
    assert all(char == "\t" or char >= " " for line in source.lines for char in line)

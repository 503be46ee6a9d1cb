"""A document that would take too much time or memory is refused in a sentence, long before it has taken them."""

from pathlib import Path

import pytest

from judge import pipeline
from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.library.manifest import DocumentTable, SourceFile
from judge.reading.opening import Hints, read_document_file
from tests.limits import limited


@pytest.mark.parametrize(
    ("name", "head", "part", "times", "sentence"),
    [
        ("a.md", "", "[", 2_000_000, "is nested too deeply, on line 1"),
        ("a.md", "---\n", "key: 1\n", 10**6, "contains more than 2,500,000 characters of text; split it"),
        ("a.md", "# Rest\n\n", "a\n", 80_000, "contains more than 80,000 lines of text; split it"),
        ("a.html", "<html>", "<div>", 10**6, "contains more than 150,000 tags; split it"),
        ("a.html", "<html>", "<p>a</p>", 74_000, ""),
        ("a.html", "<html><p>", "<b>a</b>\n", 70_000, ""),
        ("a.html", "<html><p>", "some words\n", 10**6, "contains more than 8,000,000 characters; split it"),
        ("a.json", "[", '"", ', 10**7, "is larger than 32 MB; split it"),
    ],
)
def test_a_text_without_end_is_read_or_refused_soon(name: str, head: str, part: str, times: int, sentence: str) -> None:
    data, said = (head + part * times).encode(), ""
    with limited(10.0):
        try:
            read_document_file(data, Report(), Hints(name))
        except SourceError as error:
            said = str(error)
    assert said == sentence


def test_a_document_that_takes_too_long_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "SECONDS", 0.0)
    source = SourceFile(Path("a.html"), "a", DocumentTable())
    with pytest.raises(
        SourceError, match=r"^a\.html takes more than 0 seconds of the processor's time to read; split it$"
    ):
        pipeline.parse_alone(source, b"<html><p>It heals.", ())

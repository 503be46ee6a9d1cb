"""Any text is read: no exception, unique ids, every line named, whatever dialect it is taken for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.core.model import Lines, Mark, Place
from judge.core.names import DIALECTS
from judge.reading.text.rich_text import Text, join
from judge.reading.text.rich_text import spans as spans_of
from judge.reading.text.source import LINE_END, SourceText, read_source
from judge.references.extraction import extract
from tests.support import parse_text

WORDS = st.sampled_from(
    [
        *"1.0 1.1 12 A. Sails See Q. A: ERRATA PAP Example: Related: ** # • (2.1) Glossary Index – --- <b>".split(),
        *"&lt; \\$ | ``` > . ? Ж 漢字 =46AQ [x](#)".split(),
        *("the tide", "- ", "\t", "\n", "\n\n", "  \n", "Table of Contents", "Appendix I", "Cost: 1", "No rulings"),
    ]
)
TEXTS = st.lists(WORDS, max_size=60).map(" ".join) | st.text(max_size=200)


def source_of(text: str) -> SourceText:
    """Read a text's lines."""
    return read_source(text.encode("utf-8", "replace"), Report())


@pytest.mark.parametrize("dialect", list(DIALECTS))
@given(text=TEXTS)
def test_any_text_is_read_in_any_dialect(dialect: str, text: str) -> None:
    try:
        parsed, _ = parse_text(text, dialect)
    except SourceError:
        return
    ids = [entry.id for entry in parsed.entries]
    assert len(ids) == len(set(ids))
    blocks = [block for entry in parsed.entries for block in entry.blocks]
    spans: list[Lines] = [entry.lines for entry in parsed.entries]
    spans += [block.lines for block in blocks]
    spans += [item.lines for item in parsed.furniture]
    named = {n for lines in spans for a, b in lines for n in range(a, b + 1)}
    lines = LINE_END.split(text.encode("utf-8", "replace").decode())
    named |= source_of(text).emptied
    solid = {n for n, line in enumerate(lines, 1) if line.strip()}
    assert solid <= named
    for reference in extract(parsed.entries):
        assert reference.start < reference.end


@given(st.lists(st.tuples(st.text(max_size=12), st.integers(1, 50)), min_size=1, max_size=6), st.data())
def test_texts_keep_their_places_when_they_are_joined_and_cut(
    parts: list[tuple[str, int]], data: st.DataObject
) -> None:
    """A character of a joined or cut text stands in the line it came from, and marks stay inside."""
    texts = [Text(value, (Place(0, line),), (Mark(0, len(value), "em"),) if value else ()) for value, line in parts]
    whole = join(texts, "|")
    assert set(spans_of(line for _, line in parts)) == set(whole.lines)
    start = data.draw(st.integers(0, len(whole.value)))
    part = whole.cut(start, data.draw(st.integers(start, len(whole.value))))
    assert part.value == part.value.strip()
    assert part.value in whole.value
    assert all(0 <= mark.start < mark.end <= len(part.value) for mark in part.marks)

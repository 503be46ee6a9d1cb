"""Documents in three drawn looks are read in every format as they are read in Markdown."""

from pathlib import Path

import pytest

from judge.library.parsing import ParsedDocument
from tests.drawn_looks import LOOKS, read, rows_of
from tests.printing import FORMATS


def rulings_of(document: ParsedDocument) -> list[tuple[str | None, str, str | None]]:
    """Return the rulings of a document: card, text and date."""
    blocks = ((entry.title, block) for entry in document.entries for block in entry.blocks)
    return [(title, block.text, block.date) for title, block in blocks if block.kind == "ruling"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("path", LOOKS, ids=lambda path: path.stem)
def test_drawn_documents_have_their_tree_in_every_format(path: Path, form: str) -> None:
    text = path.read_text("utf-8")
    meant, found = read(text, "md"), read(text, form)
    assert rows_of(found.entries) == rows_of(meant.entries)
    assert rulings_of(found) == rulings_of(meant)


def test_a_list_of_contents_is_furniture() -> None:
    text = next(path for path in LOOKS if path.stem.startswith("rulebook")).read_text("utf-8")
    listed = {number for number, line in enumerate(text.split("\n"), 1) if "....." in line}
    spans = [span for one in read(text, "md").furniture for span in one.lines]
    assert listed
    assert all(any(first <= line <= last for first, last in spans) for line in listed)

"""Nothing of a source is lost: each line is named, and its words stand in what names it."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from judge.core.diagnostics import Report
from judge.core.jsonl import Record
from judge.opened_library import Library
from judge.reading.text.source import read_source
from tests.support import export_of

WORD = re.compile(r"[^\W_]{4,}")
MARKUP = re.compile(r"\]\([^)]*\)|&[a-z]+;|</?\w+>|\\|\bERRATA\b")
"""What marks something up; that a card has errata is told by its record."""


@pytest.fixture(scope="module", params=["bundled", "real"])
def opened(request: pytest.FixtureRequest) -> Library:
    """The bundled collection and the real documents."""
    library: Library = request.getfixturevalue(request.param)
    return library


def holders(records: list[Record], key: str) -> tuple[dict[int, list[str]], set[int]]:
    """Return the texts that name each source line of a document, and the lines that are furniture."""
    held: dict[int, list[str]] = defaultdict(list)
    furniture: set[int] = set()

    def hold(spans: list[list[int]], text: str) -> None:
        for first, last in spans:
            for line in range(first, last + 1):
                held[line].append(text.casefold())

    for record in records:
        if record["record"] == "entry" and record["document"] == key:
            errata = record["errata"] or {"text": "", "fields": {}}
            names = [record["number"], record["title"], record["variant"], *record["aliases"], errata["text"]]
            hold(record["lines"], " ".join(name or "" for name in names) + str(errata["fields"]))
            for block in record["blocks"]:
                hold(block["lines"], f"{block['text']} {block['date']}")
        elif record["record"] == "furniture" and record["document"] == key:
            furniture.update(n for first, last in record["lines"] for n in range(first, last + 1))
    return held, furniture


def test_every_line_and_every_word_is_kept(opened: Library) -> None:
    """A line that is not blank is a heading, a block or furniture, and no longer word of it goes missing."""
    records = export_of(opened)
    for document in (record for record in records if record["record"] == "document"):
        path = next(folder / document["file"] for folder in opened.folders if (folder / document["file"]).exists())
        held, furniture = holders(records, document["key"])
        source = read_source(Path(path).read_bytes(), Report())
        words = lost = 0
        for number, line in enumerate(source.lines, 1):
            if not line.strip():
                continue
            assert held[number] or number in furniture, f"{path}:{number} is lost"
            if held[number]:
                own = WORD.findall(MARKUP.sub(" ", line).casefold())
                words += len(own)
                lost += sum(1 for word in own if not any(word in text for text in held[number]))
        assert lost <= words * 0.005, f"{path}: {lost} of {words} words are lost"

"""A rulebook that is made up, with exact truth: what a reader of any format must find in it.

The same book is printed as HTML, PDF and DOCX (`test_html.py`, `test_pdf.py`, `test_docx.py`), and what is read is
compared with what was printed (`assert_read`).
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import judge
from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.core.jsonl import Record
from judge.reading.opening import Hints, read_document_file
from tests.support import export_of

NOUNS = (
    "anchor barge capstan derrick estuary ferry gangway harbour inlet jetty keel lantern mooring net oar pier".split()
)
NOUNS += "quay rudder sail tiller undertow vessel wharf yawl beacon cargo dock eddy fender galley hawser island".split()
VERBS = "holds lifts carries signals follows guards repairs leaves enters drifts".split()
SIDES = "slowly at dawn under sail without cargo before the tide after the bell with both crews for one turn".split()


class Paragraph(NamedTuple):
    """A paragraph or a bullet of the book."""

    text: str
    bullet: bool = False
    cites: int | None = None
    """The section that its last words name."""


@dataclass(frozen=True)
class Section:
    """A section with its own text."""

    level: int
    title: str
    paragraphs: list[Paragraph] = field(default_factory=list)


def book(seed: int, sections: int = 24) -> list[Section]:
    """Return a book; the same seed makes the same one."""
    chance = random.Random(seed)
    titles = [f"{first.title()} and {second.title()}" for first in NOUNS for second in NOUNS if first < second]
    chance.shuffle(titles)
    found = [Section(1 if not n % 6 else 2 if n % 3 else 3, titles[n]) for n in range(sections)]
    found = [
        Section(2 if one.level == 3 and not number % 6 else one.level, one.title) for number, one in enumerate(found)
    ]
    for section in found:
        for _ in range(chance.randint(1, 4)):
            section.paragraphs.append(Paragraph(" ".join(_sentence(chance) for _ in range(chance.randint(1, 4)))))
        if chance.random() < 0.4:
            section.paragraphs.extend(Paragraph(_sentence(chance), bullet=True) for _ in range(chance.randint(2, 4)))
        cited = chance.randrange(sections)
        if chance.random() < 0.5 and found[cited] is not section:
            section.paragraphs.append(Paragraph(f"{_sentence(chance)} See {found[cited].title}.", cites=cited))
    return found


def _sentence(chance: random.Random) -> str:
    words = [f"The {chance.choice(NOUNS)} {chance.choice(VERBS)} the {chance.choice(NOUNS)}"]
    words += (f"{chance.choice(SIDES)} the {chance.choice(NOUNS)}" for _ in range(chance.randint(0, 3)))
    return " ".join(words) + "."


def records(folder: Path, name: str, data: bytes) -> list[Record]:
    """Return all records of a collection of one file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    with judge.open(corpus=[folder]) as library:
        return export_of(library)


def refusal(data: bytes, name: str = "") -> str:
    """Return the sentence with which a file is refused."""
    with pytest.raises(SourceError) as caught:
        read_document_file(data, Report(), Hints(name))
    return str(caught.value)


def entries_of(found: Sequence[Record]) -> dict[str, Record]:
    """Return the entries by the part of their ids behind the colon."""
    return {one["id"].partition(":")[2]: one for one in found if one["record"] == "entry"}


def assert_read(found: Sequence[Record], sections: Sequence[Section], words_apart: float = 0.001) -> None:
    """Compare what was read with what was printed: paragraphs in their sections, their order, words and references."""
    entries = [one for one in found if one["record"] == "entry"]
    by_title = {one["title"]: one for one in entries}
    wanted = [(section.title, one) for section in sections for one in section.paragraphs]
    placed = [
        any(block["text"] == one.text for block in by_title.get(title, {}).get("blocks", ())) for title, one in wanted
    ]
    read = [block["text"] for entry in entries for block in entry["blocks"]]
    places = [next((at for at, text in enumerate(read) if text == one.text), None) for _, one in wanted]
    known = [place for place in places if place is not None]
    ordered = sum(1 for one, other in pairwise(known) if one < other) / max(1, len(known) - 1)
    printed = " ".join(one.text for _, one in wanted).split() + " ".join(one.title for one in sections).split()
    shown = " ".join(read).split() + " ".join(one["title"] or "" for one in entries).split()
    ids = {title: one["id"] for title, one in by_title.items()}
    references = {(one["source"], one["target"]) for one in found if one["record"] == "reference"}
    cited = [
        (ids.get(section.title), ids.get(sections[one.cites].title, "")) in references
        for section in sections
        for one in section.paragraphs
        if one.cites is not None
    ]
    assert sum(placed) >= 0.99 * len(placed)
    assert ordered >= 0.99
    assert _held(printed, shown) == pytest.approx(1.0, abs=words_apart)
    assert sum(cited) >= 0.98 * len(cited)


def _held(words: Sequence[str], shown: Sequence[str]) -> float:
    """Return the share of words that are shown as often as they are printed, and no word more."""
    wanted, have = Counter(words), Counter(shown)
    return 1 - ((wanted - have).total() + (have - wanted).total()) / max(1, len(words))

"""Patterns of a reading that failed as a whole are told once; a document that is read well has none."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from judge.checks import reading_doubts
from judge.core.model import Document, ReadingReport
from judge.library.incremental.document_outcomes import preview
from judge.library.manifest import DocumentTable, SourceFile
from judge.opened_library import Library
from judge.pipeline import parse_alone
from tests.support import CASES, write_collection

WORDS = "The crew of a moored ship may rest, and nobody in the harbour asks them why they do so. "
RULES = "".join(
    f"{chapter}.0 Chapter {name}\n\n"
    + "".join(f"{chapter}.{rule} {WORDS}See {chapter}.{rule % 5 + 1}.\n\n" for rule in range(1, 6))
    for chapter, name in enumerate(("Anchors", "Berths", "Chains", "Docks", "Ebb", "Flood"), 1)
)
"""Numbered rules that cite each other, with nothing wrong about them."""
ARTICLES = [f"Article {at}: {name}" for at, name in enumerate(("The Sea", "The Shore", "The Boats", "The Fog"), 1)]
LISTED = "Table of Contents\n\n" + "".join(f"{title} .... 3\n" for title in ARTICLES) + "\n"
LISTED += "".join(f"{title}\n\n{at}.1 {WORDS}\n\n" for at, title in enumerate(ARTICLES, 1))
TERMS = "".join(f"{title}: {WORDS}\n\n" for title in "Anchor Berth Chain Dock Ebb Flood Gull Harbour".split())
GOLDEN = Path(__file__).parents[1] / "golden" / "drawn"
LETTERED = "".join(f"{letter}) {WORDS}\n" for letter in "abcd")


def previewed(text: str, dialect: str | None = None) -> Document:
    """Return a document that is read by itself, or in a dialect that a person names."""
    source = SourceFile(Path("tide.txt"), "tide", DocumentTable(dialect=dialect))
    return preview([parse_alone(source, text.encode(), ())])[0]


def read(text: str, dialect: str | None = None) -> ReadingReport:
    """Return how a document is read, as `previewed` does it."""
    return previewed(text, dialect).reading


def test_the_golden_run_has_a_text_for_every_pattern() -> None:
    """So that no doubt can come up whose words nobody has seen."""
    texts = "".join(path.read_text(encoding="utf-8") for path in GOLDEN.glob("*.txt"))
    rules = (*reading_doubts.OF_READING, *reading_doubts.OF_REFERENCES)
    codes = {rule.__name__.replace("_", "-") for rule in rules}
    assert codes <= set(re.findall(r'doubt "([\w-]+)', texts))


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        (RULES, None),
        (RULES + f"Glossary\n\n{TERMS}", None),
        (f"Glossary\n\n{TERMS}", None),
        (WORDS, None),
        (RULES.replace("See 1.1", "See 9.1"), None),
        (RULES.replace("5.0 Chapter Ebb", f"4.6 {WORDS}\n{LETTERED}\n5.0 Chapter Ebb"), None),
        (LISTED, None),
    ],
    ids=[
        "rules",
        "rules and terms",
        "terms",
        "a short note",
        "one slip of the author",
        "a list below a rule",
        "articles",
    ],
)
def test_what_is_read_well_is_not_doubted(text: str, dialect: str | None) -> None:
    assert not read(text, dialect).doubts


@pytest.mark.parametrize(
    ("text", "doubts", "level"),
    [
        (RULES.replace("See 1.", "See 901.1, 901.2, 901.4 and 1."), 1, "note"),
        (RULES[RULES.index("2.0 ") :].replace("See 3.", "See 1.1, 1.2, 1.4 and 3."), 1, "note"),
        (RULES.replace("See 1.", "See 9.1, 9.2, 9.4 and 1."), 0, "warning"),
    ],
    ids=["another document's chapters", "a part of a document", "slips of the author"],
)
def test_what_a_doubt_explains_is_a_note_below_it(text: str, doubts: int, level: str, tmp_path: Path) -> None:
    """A reference for which the reading is to blame is told as a note; another one still is a warning."""
    text = text.replace("See 6.1", "See rule 6.99")
    with Library([write_collection(tmp_path, tide_txt=text)], cache=tmp_path / "cache") as library:
        found = library.findings("tide")
    assert sum(one.code == "reading-doubtful" for one in found) == doubts
    dangling = [one for one in found if one.code == "reference-dangling"]
    assert {one.level for one in dangling if "1.4" in one.message or "9.4" in one.message} == {level}
    assert [one.level for one in dangling if "6.99" in one.message] == ["warning"]


def test_half_a_document_is_one_doubt_and_not_many_findings(tmp_path: Path) -> None:
    contents = "Table of Contents\n\n" + "".join(f"{n}.0 Ship {n} ..... {n}\n" for n in range(1, 25)) + "\n"
    with Library([write_collection(tmp_path, tide_txt=contents + RULES)], cache=tmp_path / "cache") as library:
        codes = [one.code for one in library.findings("tide")]
    assert sum(code == "reading-doubtful" for code in codes) == 1
    assert "contents-missing" not in codes


def test_parts_stand_one_behind_the_other_with_all_entries() -> None:
    document = previewed(RULES + f"Glossary\n\n{TERMS}Credits\n\nWritten by the harbour office.\n")
    parts = document.reading.parts
    assert sum(part.entries for part in parts) == document.entries
    spans = [part.lines for part in parts]
    assert spans == sorted(spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    assert {"outline", "glossary"} <= {part.dialect for part in parts}


def test_the_longest_entries_and_lines_like_headings_are_named() -> None:
    assert read(RULES + f"6.6 Calm\n\n{(WORDS * 5 + chr(10) * 2) * 12}", None).longest == ("tide:6.6",)
    inside = read(RULES + TERMS, "outline").heading_like
    assert inside == tuple(RULES.count("\n") + 1 + 2 * place for place in range(8))
    many = read(
        RULES + "".join(f"Rope {chr(97 + n // 26)}{chr(97 + n % 26)}: {WORDS}\n\n" for n in range(300)), "outline"
    )
    assert len(many.heading_like) == 50
    assert many.doubts


def test_the_share_of_references_is_that_of_the_counts() -> None:
    document = previewed(RULES.replace("See 1.1", "See 9.1"))
    assert document.reading.resolved == round(document.resolved / document.references, 4)
    assert read(WORDS).resolved == 1.0


def test_the_real_documents_are_not_doubted(real: Library) -> None:
    assert [(one.key, one.reading.doubts) for one in real.documents() if one.reading.doubts] == []


def test_an_ordinary_rulebook_is_not_doubted() -> None:
    text = (CASES / "mixed" / "rulebook.md").read_text(encoding="utf-8")
    assert not read(text).doubts

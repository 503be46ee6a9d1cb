"""Patterns of a reading that failed as a whole are told once; a document that is read well has none."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from judge.build.collection import SourceFile
from judge.build.incremental.document_outcomes import preview
from judge.build.parsing import ReadingContext, parse_document
from judge.checks import reading_doubts
from judge.core.jsonl import Record
from judge.library import Library
from tests.support import CASES, write_collection

WORDS = "The crew of a moored ship may rest, and nobody in the harbour asks them why they do so. "
RULES = "".join(
    f"{chapter}.0 Chapter {name}\n\n"
    + "".join(f"{chapter}.{rule} {WORDS}See {chapter}.{rule % 5 + 1}.\n\n" for rule in range(1, 6))
    for chapter, name in enumerate(("Anchors", "Berths", "Chains", "Docks", "Ebb", "Flood"), 1)
)
"""Numbered rules that cite each other, with nothing wrong about them."""
SHORT = RULES.partition("5.0")[0]
TERMS = "".join(f"{title}: {WORDS}\n\n" for title in "Anchor Berth Chain Dock Ebb Flood Gull Harbour".split())
LOST = "Amber Brass Coral Dusty Early Faint Green Heavy Ivory Jaded Known Light".split()
LETTERED = "".join(f"{letter}) {WORDS}\n" for letter in "abcd")


class Bad(NamedTuple):
    """A text that is read badly on purpose."""

    code: str
    text: str
    dialect: str | None
    message: str
    """How the message of its doubt begins."""


BAD = (
    Bad("no-headings", WORDS * 25, None, "no numbered rules, terms, questions, rulings or headings were found"),
    Bad("one-giant", RULES + f"6.6 Calm\n\n{(WORDS * 5 + chr(10) * 2) * 12}", None, "“6.6 Calm” holds "),
    Bad("headings-in-text", RULES + TERMS, "outline", "8 lines in the text of “6.5 "),
    Bad(
        "numbers-in-text",
        re.sub(r"(?m)^(\d\.\d) ", r"### \1 Rope\n\n", RULES),
        "plain",
        "30 references name numbers that begin a line",
    ),
    Bad(
        "level-not-read",
        RULES.replace("See 1.", "See 2.3a, 2.3b, 2.3d and 1."),
        None,
        "15 references name numbers such as 2.3a, 2.3b, 2.3d, which no entry has: the level below numbers such as 2.3",
    ),
    Bad(
        "chapters-missing",
        RULES.replace("See 2.", "See 7.1, 8.4 and 2."),
        None,
        "10 references lead to chapters that this text does not have (7, 8)",
    ),
    Bad(
        "contents-not-found",
        "Table of Contents\n\n" + "".join(f"{n}.0 Ship {n} ..... {n}\n" for n in range(1, 13)) + "\n" + RULES,
        "outline",
        "6 of the 12 titles in the contents list are not the title of any entry",
    ),
    Bad(
        "titles-missing",
        "# Tide Rulings\n\n" + "".join(f"## {one} Ship\n\n{WORDS}\n\nSee {one} Anchor\n\n" for one in LOST),
        "rulings",
        "12 of 12 references to titles do not resolve (to Amber Anchor, Brass Anchor, Coral Anchor, Dusty Anchor and ",
    ),
    Bad(
        "numbers-twice",
        re.sub(r"(?m)^(\d\.0)", r"## \1", f"# Tide\n\n{SHORT}# Gull\n\n{SHORT.replace('Chapter', 'Part')}"),
        "outline",
        "40 of 40 references to numbers could lead to several entries",
    ),
    Bad(
        "numbers-begin-again",
        RULES + RULES.replace("Chapter", "Part"),
        "outline",
        "6 of 72 numbers come twice or out of order",
    ),
)

IN_PDFS = ("outline-not-found",)
"""Doubts that only a PDF has; tests/reading/formats/test_pdf.py reads such a one."""


def read(text: str, dialect: str | None = None) -> Record:
    """Return the record of a document that is read by itself, or in a dialect that a person names."""
    row = {"dialect": dialect} if dialect else {}
    source = SourceFile(Path("tide.txt"), "tide", row)
    return preview([parse_document(source, text.encode(), ReadingContext({}, ()))])[0]


@pytest.mark.parametrize("bad", BAD, ids=[bad.code for bad in BAD])
def test_a_pattern_that_failed_is_told_once(bad: Bad) -> None:
    doubts = [doubt for doubt in read(bad.text, bad.dialect)["reading"]["doubts"] if doubt["code"] == bad.code]
    assert len(doubts) == 1
    assert doubts[0]["message"].startswith(bad.message)
    first, last = doubts[0]["lines"]
    assert 1 <= first <= last <= bad.text.count("\n") + 1


def test_every_pattern_has_a_case_here() -> None:
    """So that no doubt can come up whose words nobody has seen."""
    assert len(BAD) + len(IN_PDFS) == len(reading_doubts.OF_READING) + len(reading_doubts.OF_REFERENCES)


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        (RULES, None),
        (RULES + f"Glossary\n\n{TERMS}", None),
        (f"Glossary\n\n{TERMS}", None),
        (WORDS, None),
        (RULES.replace("See 1.1", "See 9.1"), None),
        (RULES.replace("5.0 Chapter Ebb", f"4.6 {WORDS}\n{LETTERED}\n5.0 Chapter Ebb"), None),
    ],
    ids=["rules", "rules and terms", "terms", "a short note", "one slip of the author", "a list below a rule"],
)
def test_what_is_read_well_is_not_doubted(text: str, dialect: str | None) -> None:
    assert read(text, dialect)["reading"]["doubts"] == []


def test_a_doubt_takes_the_place_of_what_it_explains(tmp_path: Path) -> None:
    """A reference for which the reading is to blame is not a finding of its own; another one still is."""
    text = RULES.replace("See 1.", "See 2.3a, 2.3b, 2.3d and 1.").replace("See 6.1", "See rule 6.99")
    with Library([write_collection(tmp_path, tide_txt=text)], cache=tmp_path / "cache") as library:
        found = [(one["code"], one["message"]) for one in library.findings("tide") if one["level"] == "warning"]
    codes = [code for code, _ in found]
    assert codes.count("reading-doubtful") == 1
    assert [message for code, message in found if code == "reference-dangling" and "2.3" in message] == []
    assert any("6.99" in message for code, message in found if code == "reference-dangling")


def test_half_a_document_is_one_doubt_and_not_many_findings(tmp_path: Path) -> None:
    contents = "Table of Contents\n\n" + "".join(f"{n}.0 Ship {n} ..... {n}\n" for n in range(1, 25)) + "\n"
    with Library([write_collection(tmp_path, tide_txt=contents + RULES)], cache=tmp_path / "cache") as library:
        codes = [one["code"] for one in library.findings("tide")]
    assert codes.count("reading-doubtful") == 1
    assert "contents-missing" not in codes


def test_parts_stand_one_behind_the_other_with_all_entries() -> None:
    record = read(RULES + f"Glossary\n\n{TERMS}Credits\n\nWritten by the harbour office.\n")
    parts = record["reading"]["parts"]
    assert sum(part["entries"] for part in parts) == record["entries"]
    spans = [part["lines"] for part in parts]
    assert spans == sorted(spans)
    assert all(before[1] < after[0] for before, after in pairwise(spans))
    assert {"outline", "glossary"} <= {part["dialect"] for part in parts}


def test_the_longest_entries_and_lines_like_headings_are_named() -> None:
    record = read(RULES + f"6.6 Calm\n\n{(WORDS * 5 + chr(10) * 2) * 12}", None)
    assert record["reading"]["longest"] == ["tide:6.6"]
    inside = read(RULES + TERMS, "outline")["reading"]["heading_like"]
    assert inside == [RULES.count("\n") + 1 + 2 * place for place in range(8)]
    many = read(
        RULES + "".join(f"Rope {chr(97 + n // 26)}{chr(97 + n % 26)}: {WORDS}\n\n" for n in range(300)), "outline"
    )["reading"]
    assert len(many["heading_like"]) == 50
    assert many["doubts"]


def test_the_share_of_references_is_that_of_the_counts() -> None:
    record = read(RULES.replace("See 1.1", "See 9.1"))
    assert record["reading"]["resolved"] == round(record["resolved"] / record["references"], 4)
    assert read(WORDS)["reading"]["resolved"] == 1.0


def test_a_report_is_json_as_it_is() -> None:
    record = read(RULES + TERMS, "outline")
    assert json.loads(json.dumps(record)) == record


def test_the_real_documents_are_not_doubted(real: Library) -> None:
    assert [(one["key"], one["reading"]["doubts"]) for one in real.documents() if one["reading"]["doubts"]] == []


def test_an_ordinary_rulebook_is_not_doubted() -> None:
    text = (CASES / "mixed" / "rulebook.md").read_text(encoding="utf-8")
    assert read(text)["reading"]["doubts"] == []

"""What a person says of marked lines, as a profile; and the profile in a manifest, whose other lines stay."""

from pathlib import Path
from typing import Any

import pytest

from judge.build.own_library import ChangedMeanwhile, undo, with_profile, write_profile
from judge.build.readings.corrections import DocumentLines, LineMark, corrected
from judge.core.diagnostics import Report
from judge.core.errors import CollectionError
from judge.core.files import user_library
from judge.reading.formats.opening import read_document_file

BOOK = """# Boats

**2-4-1.** a boat leaves with a lamp on board.

**7** - a lucky number among keepers.

**2-4-2.** a boat without a lamp stays.

Glossary

Anchor
What holds a boat in place.

Bell
A signal in fog.

History

Nobody won in 1971.
"""
LINES = DocumentLines(read_document_file(BOOK.encode(), Report()))
RULE = LineMark(3, 3, "rule")


def said(*marks: LineMark, row: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what marks make of a table."""
    return corrected(row or {}, marks, LINES)


def test_a_line_is_a_sample_of_its_form_or_of_its_words() -> None:
    assert said(RULE) == {"reading": {"rule": ["**2-4-1.** …"]}}
    assert said(LineMark(3, 7, "rule"))["reading"]["rule"] == ["**2-4-1.** …", "7 - …"]
    never = said(LineMark(5, 5, "never"))["reading"]["never"]
    assert [one.replace("*", "") for one in never] == ["7 - a lucky number among keepers."]


def test_what_is_said_later_holds() -> None:
    """A line is a rule or none, whichever was said last; the samples never contradict each other."""
    once = said(LineMark(5, 5, "rule"), LineMark(5, 5, "never"))
    assert "never" in once["reading"]
    assert set(once["reading"].get("rule", ())).isdisjoint(once["reading"]["never"])
    assert said(LineMark(5, 5, "never"), LineMark(5, 5, "rule")) == {"reading": {"rule": ["7 - …"]}}
    assert said(LineMark(1, 1, "whole", "terms"), LineMark(1, 1, "whole")) == {}


OUTLINE = b"# Boats\n\nPART 1: Harbour\n\nAt dusk.\n\n1) Boats stay.\n\n2) Lamps are lit.\n\n(a) All.\n"
LEVELS = DocumentLines(read_document_file(OUTLINE, Report()))


def test_marked_lines_are_all_levels_and_one_line_is_the_next() -> None:
    """Lines of one form are one level, and text between them is none."""
    assert corrected({}, [LineMark(3, 9, "levels")], LEVELS) == {"reading": {"levels": ["PART 1: …", "1) …"]}}
    one_by_one = [LineMark(3, 3, "rule"), *(LineMark(at, at, "levels") for at in (3, 7, 9, 11))]
    assert corrected({}, one_by_one, LEVELS) == {"reading": {"levels": ["PART 1: …", "1) …", "(a) …"]}}
    again = corrected({"reading": {"levels": ["1) …"]}}, [LineMark(7, 7, "never"), LineMark(3, 11, "levels")], LEVELS)
    assert again == {"reading": {"levels": ["PART 1: …", "1) …", "(a) …"]}}


def test_numbers_and_fields_are_said_once_and_taken_back() -> None:
    assert said(LineMark(1, 1, "numbers", text="2.1.a")) == {"reading": {"numbers": "2.1.a"}}
    assert said(LineMark(1, 1, "numbers"), row={"reading": {"numbers": "count"}}) == {}
    row = {"fields": {"name": "Karte", "old": "Bisher"}}
    assert said(LineMark(1, 1, "field", "card", text="Bisher"), row=row) == {"fields": {"card": "Bisher"}}
    renamed = said(LineMark(1, 1, "field", "printed", text="Alt"), row=row)
    assert renamed == {"fields": {"name": "Karte", "printed": "Alt"}}
    assert said(LineMark(1, 1, "field", text="karte"), row=row) == {"fields": {"old": "Bisher"}}


def test_a_title_begins_a_part_that_ends_where_the_next_one_begins() -> None:
    parts = said(LineMark(9, 9, "part", "terms", "line"), LineMark(17, 17, "part", "text"))["part"]
    assert parts == [
        {"from": "Glossary", "as": "terms", "term": "line", "to": "History"},
        {"from": "History", "as": "text"},
    ]
    again = said(LineMark(9, 9, "part", "questions"), row={"part": parts})["part"]
    assert again[1] == {"from": "Glossary", "to": "History", "as": "questions"}
    assert said(LineMark(9, 9, "part", "terms"), LineMark(17, 17, "end"))["part"][0]["to"] == "History"


def test_several_lines_are_a_part_and_what_is_left_out_survives_a_new_edition() -> None:
    """Titles are written where they mean these lines and no others, and line numbers elsewhere."""
    assert said(LineMark(11, 15, "part", "terms"))["part"] == [{"lines": "11-15", "as": "terms"}]
    assert said(LineMark(17, 19, "leave-out"))["part"] == [{"from": "History", "as": "leave-out"}]
    assert said(LineMark(9, 15, "leave-out"))["part"] == [{"from": "Glossary", "to": "History", "as": "leave-out"}]
    overlapping = said(
        LineMark(11, 15, "part", "terms"), LineMark(12, 12, "leave-out"), LineMark(11, 15, "part", "text")
    )["part"]
    assert overlapping[-1] == {"lines": "11-15", "as": "text"}


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        (LineMark(2, 2, "rule"), "line 2 has no text"),
        (LineMark(90, 99, "leave-out"), "lines 90 to 99 have no text"),
        (LineMark(3, 3, "end"), "no part begins above line 3"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(mark: LineMark, told: str) -> None:
    with pytest.raises(CollectionError, match=told):
        said(mark)


MANIFEST = """# mine
[[document]] # the book
file = "boats.md" # here
title = "Boats"

[document.reading] # samples
rule = [
  "1.1 …", # numbers
  "2) …",
]

[[document.part]] # words
from = "Glossary" # as printed
as = "terms"

# what comes next
[[document]]
file = "other.md"
"""
PROFILE = {"reading": {"rule": ["1.1 …", "3) …"]}, "part": [{"from": "Glossary", "as": "terms", "to": "History"}]}


def test_a_profile_changes_its_lines_and_keeps_all_others(tmp_path: Path) -> None:
    (tmp_path / "boats.md").write_text(BOOK, encoding="utf-8")
    (tmp_path / "corpus.toml").write_text(MANIFEST, encoding="utf-8")
    path = tmp_path / "boats.md"
    change = with_profile(path, PROFILE)
    wanted = MANIFEST.replace('"2) …"', '"3) …"').replace('as = "terms"', 'as = "terms"\nto = "History"')
    assert change.after == wanted
    assert (tmp_path / "corpus.toml").read_text(encoding="utf-8") == MANIFEST
    assert write_profile(path, PROFILE, change.seen).read_text(encoding="utf-8") == wanted
    without = with_profile(path, {}).after
    assert "reading" not in without
    assert "# what comes next" in without


def test_what_was_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "boats.md"
    path.write_text(BOOK, encoding="utf-8")
    seen = with_profile(path, PROFILE).seen
    (tmp_path / "corpus.toml").write_text('[[document]]\nfile = "boats.md"\n', encoding="utf-8")
    with pytest.raises(ChangedMeanwhile):
        write_profile(path, PROFILE, seen)
    assert "part" not in (tmp_path / "corpus.toml").read_text(encoding="utf-8")


def test_undo_takes_a_profile_of_the_own_library_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    library = user_library()
    library.mkdir()
    (library / "boats.md").write_text(BOOK, encoding="utf-8")
    before = with_profile(library / "boats.md", PROFILE)
    write_profile(library / "boats.md", PROFILE, before.seen)
    undone = undo(library)
    assert undone
    assert undone.did == "changed how boats.md is read"
    assert not (library / "corpus.toml").exists()

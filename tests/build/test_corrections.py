"""What a person says of marked lines, as a profile; and the profile in a manifest, whose other lines stay."""

from pathlib import Path
from typing import Any

import pytest

from judge.build.own_library import ChangedMeanwhile, undo, with_profile, write_profile
from judge.build.readings.corrections import DocumentLines, Mark, corrected
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
RULE = Mark(3, 3, "rule")


def said(*marks: Mark, row: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return what marks make of a table."""
    return corrected(row or {}, marks, LINES)


def test_a_line_is_a_sample_of_its_form_or_of_its_words() -> None:
    assert said(RULE) == {"reading": {"rule": ["**2-4-1.** …"]}}
    assert said(Mark(3, 7, "rule"))["reading"]["rule"] == ["**2-4-1.** …", "7 - …"]
    never = said(Mark(5, 5, "never"))["reading"]["never"]
    assert [one.replace("*", "") for one in never] == ["7 - a lucky number among keepers."]


def test_what_is_said_later_holds() -> None:
    """A line is a rule or none, whichever was said last; the samples never contradict each other."""
    once = said(Mark(5, 5, "rule"), Mark(5, 5, "never"))
    assert "never" in once["reading"]
    assert set(once["reading"].get("rule", ())).isdisjoint(once["reading"]["never"])
    assert said(Mark(5, 5, "never"), Mark(5, 5, "rule")) == {"reading": {"rule": ["7 - …"]}}
    assert said(Mark(1, 1, "whole", "terms"), Mark(1, 1, "whole")) == {}


def test_a_title_begins_a_part_that_ends_where_the_next_one_begins() -> None:
    parts = said(Mark(9, 9, "part", "terms", "line"), Mark(17, 17, "part", "text"))["part"]
    assert parts == [
        {"from": "Glossary", "as": "terms", "term": "line", "to": "History"},
        {"from": "History", "as": "text"},
    ]
    again = said(Mark(9, 9, "part", "questions"), row={"part": parts})["part"]
    assert again[1] == {"from": "Glossary", "to": "History", "as": "questions"}
    assert said(Mark(9, 9, "part", "terms"), Mark(17, 17, "end"))["part"][0]["to"] == "History"


def test_several_lines_are_a_part_and_what_is_left_out_survives_a_new_edition() -> None:
    """Titles are written where they mean these lines and no others, and line numbers elsewhere."""
    assert said(Mark(11, 15, "part", "terms"))["part"] == [{"lines": "11-15", "as": "terms"}]
    assert said(Mark(17, 19, "leave-out"))["part"] == [{"from": "History", "as": "leave-out"}]
    assert said(Mark(9, 15, "leave-out"))["part"] == [{"from": "Glossary", "to": "History", "as": "leave-out"}]
    overlapping = said(Mark(11, 15, "part", "terms"), Mark(12, 12, "leave-out"), Mark(11, 15, "part", "text"))["part"]
    assert overlapping[-1] == {"lines": "11-15", "as": "text"}


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        (Mark(2, 2, "rule"), "line 2 has no text"),
        (Mark(90, 99, "leave-out"), "lines 90 to 99 have no text"),
        (Mark(3, 3, "end"), "no part begins above line 3"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(mark: Mark, told: str) -> None:
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

"""A judge's notes are files that people read, lose nothing, and tell when their rule was touched."""

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.core import files
from judge.core.errors import CollectionError
from judge.records import notes
from judge.records.notes import Note, add, close, read_notes
from tests.support import printed, refused, run_judge, started_python, write_collection

RULES = "# Tide Rules\n\n## 1.0 Ebb\n\nWater falls slowly.\n\n## 2.0 Flood\n\nWater rises at noon.\n"
LATER = """# Tide Rules

## 1.0 Anchors

They hold.

## 2.0 Ebb

Water falls slowly.

## 3.0 Flood

Water rises at night.
"""
TABLE = '[[document]]\nfile = "tide-{0}.md"\nedition = "{0}"\ndate = "{1}"\nwork = "tide"\ngame = "Tide"\n'


pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A rulebook of one edition."""
    return write_collection(tmp_path / "tides", **{"tide-1_md": RULES, "corpus.toml": TABLE.format(1, 2024)})


def listed(corpus: Path, *words: str) -> list[dict[str, Any]]:
    """Return the records of notes."""
    lines = printed("notes", "--json", *words, "--corpus", str(corpus)).splitlines()
    return [json.loads(line) for line in lines]


def test_a_note_is_listed_shown_searched_and_closed(corpus: Path, data: Path) -> None:
    at = ("--corpus", str(corpus))
    printed("note", "Can a ferry leave?", "--at", "1.0", "--call", "No, it waits.", "--event", "Spring Cup", *at)
    printed("note", "And at flood?", "--at", "flood", "--event", "Spring Cup", *at)
    found = [(one["number"], one["open"], one["at"], one["call"], one["touched"]) for one in listed(corpus)]
    assert found == [(2, True, "tide-1:2.0", "", []), (1, False, "tide-1:1.0", "No, it waits.", [])]
    shown = printed("show", "1.0", *at)
    assert shown.endswith(f"Your own notes\n  1. Can a ferry leave?\n     No, it waits.\n{shown.splitlines()[-1]}\n")
    assert "Your own notes" not in printed("search", "water", *at)
    assert [one["number"] for one in listed(corpus, "ferry", "waits")] == [1]
    assert run_judge("notes", "whale", *at).returncode == 1
    assert printed("notes", "--close", "2", "--answer", "Yes.", *at) == "note 2 is closed: And at flood?\n"
    assert listed(corpus, "--open") == []
    assert [one["answer"] for one in listed(corpus, "flood")] == ["Yes."]
    text = (data / "notes" / "spring-cup.md").read_text(encoding="utf-8")
    assert text.startswith("# Spring Cup\n\n## 1. Can a ferry leave?\n\nCall: No, it waits.\n\n- at: tide-1:1.0 (")
    assert printed("notes", "--export", *at) == text
    assert [one["key"] for one in map(json.loads, printed("list", "--json", *at).splitlines())] == ["tide-1"]


def test_a_later_edition_is_told_of_by_what_it_made_of_the_rule(corpus: Path) -> None:
    """One that only moved says so too; the note is shown on what the rule has become."""
    at = ("--corpus", str(corpus))
    for locator in ("ebb", "flood"):
        printed("note", f"About {locator}?", "--at", locator, "--call", "Yes.", *at)
    write_collection(corpus, **{"tide-2_md": LATER, "corpus.toml": TABLE.format(1, 2024) + TABLE.format(2, 2025)})
    assert {one["question"]: one["touched"] for one in listed(corpus)} == {
        "About ebb?": ["Tide Rules 2 (2025), 2.0 Ebb: was 1.0"],
        "About flood?": ["Tide Rules 2 (2025), 3.0 Flood: was 2.0, reworded"],
    }
    assert "About ebb?" in printed("show", "tide-2:2.0", *at)
    assert "About ebb?" not in printed("show", "tide-2:1.0", *at)


def test_other_words_and_later_texts_are_told_of_once_they_are_there(corpus: Path) -> None:
    at = ("--corpus", str(corpus))
    printed("note", "About ebb?", "--at", "ebb", *at)
    faq = "# Tide Rulings\n\n## 1.0 Boats\n\nWater falls at once.\n"
    said = TABLE.format(1, 2024) + '[[document]]\nfile = "faq.md"\ngame = "Tide"\ndate = "2025"\n'
    stated = '[[relation]]\nold = "tide-1:1.0"\nnew = "faq:1.0"\nkind = "amends"\n'
    write_collection(corpus, **{"faq_md": faq, "corpus.toml": said + stated})
    assert [one["touched"] for one in listed(corpus)] == [["Changed by Tide Rulings (2025), 1.0 Boats"]]
    printed("note", "About ebb, again?", "--at", "tide-1:1.0", *at)
    assert [one["touched"] for one in listed(corpus, "again")] == [[]]
    (corpus / "tide-1.md").write_text(RULES.replace("slowly", "fast"), encoding="utf-8")
    assert [one["touched"] for one in listed(corpus, "again")] == [["its words have changed in the same document"]]
    (corpus / "tide-1.md").write_text(RULES.replace("1.0 Ebb", "7.0 Ebb"), encoding="utf-8")
    assert [one["touched"] for one in listed(corpus, "again")] == [["tide-1:1.0 is no longer in any document"]]


def test_what_a_person_wrote_by_hand_stays_when_a_note_is_closed(tmp_path: Path) -> None:
    add(tmp_path, Note("Why?", "Because.", written="2026-11-25 14:03", event="Cup"))
    path = tmp_path / "cup.md"
    path.write_text(path.read_text() + "\nThe judge at table 7 disagreed.\n\n## Later\n\nMy own heading.\n")
    add(tmp_path, Note("How?", event="Cup"))
    close(tmp_path, 1, "2026-11-26", "So it is.")
    text = path.read_text()
    assert "\nThe judge at table 7 disagreed.\n\n## Later\n\nMy own heading.\n" in text
    assert [(note.state, note.answer) for note in read_notes(tmp_path)] == [
        ("closed 2026-11-26", "So it is."),
        ("open", ""),
    ]


def test_no_text_of_a_note_is_taken_for_another_line(tmp_path: Path) -> None:
    add(tmp_path, Note("Why?\n## 9. Who?\n- state: closed", "Yes\n- at: nowhere\x1b[31m", event="Cup\n## 8. A"))
    assert [(note.number, note.at, note.is_open) for note in read_notes(tmp_path)] == [(1, "", True)]


def test_a_full_disk_and_a_kill_lose_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A note is there as a whole or not at all, and what a killed program left is removed by the next."""
    add(tmp_path / "notes", Note("First?", event="Cup"))
    before = (tmp_path / "notes" / "cup.md").read_bytes()

    def full(*_: object, **__: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(files, "write_aside", full)
        with pytest.raises(CollectionError, match="cannot be written: No space left on device"):
            add(tmp_path / "notes", Note("Second?", event="Cup"))
    (tmp_path / "notes" / ".judge-abcdefgh.tmp").write_text("half a no")
    assert (tmp_path / "notes" / "cup.md").read_bytes() == before
    add(tmp_path / "notes", Note("Third?", event="Cup"))
    assert sorted(path.name for path in (tmp_path / "notes").iterdir()) == ["cup.md"]
    assert [note.question for note in read_notes(tmp_path / "notes")] == ["First?", "Third?"]


def test_programs_that_write_at_once_lose_no_note(tmp_path: Path) -> None:
    program = (
        "from pathlib import Path; from judge.records.notes import Note, add\n"
        f"for _ in range(5): add(Path({str(tmp_path / 'notes')!r}), Note('Why?', event='Cup'))"
    )
    for running in several(program, 3):
        assert running == 0
    assert [note.number for note in read_notes(tmp_path / "notes")] == list(range(1, 16))


def several(program: str, count: int) -> Iterator[int]:
    """Run programs at once and yield their codes."""
    from contextlib import ExitStack

    with ExitStack() as stack:
        started = [stack.enter_context(started_python("-c", program)) for _ in range(count)]
        yield from [one.wait() for one in started]


def test_who_waits_for_another_program_is_told_at_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOCK_PATIENCE", 0.0)
    with files.hold_lock(tmp_path / notes.LOCK, "held"), pytest.raises(CollectionError, match="another program is"):
        add(tmp_path / "notes", Note("Why?", event="Cup"))


def test_notes_that_cannot_be_read_take_no_entry_away(corpus: Path, data: Path) -> None:
    (data / "notes").mkdir(parents=True)
    (data / "notes" / "cup.md").write_bytes(b"## 1. Caf\xe9?\n")
    done = run_judge("show", "1.0", "--corpus", str(corpus))
    assert done.returncode == 0
    assert b"not UTF-8 text; save it as UTF-8; your notes are not shown" in done.stderr
    assert f"{os.sep}cup.md:1: not UTF-8 text" in refused("notes", "--corpus", str(corpus))


def test_a_wrong_number_or_rule_is_refused_and_nothing_written(corpus: Path, data: Path) -> None:
    assert "there is no note with the number 7" in refused("notes", "--close", "7", "--corpus", str(corpus))
    assert run_judge("note", "Why?", "--at", "99.9", "--corpus", str(corpus)).returncode == 1
    assert not list((data / "notes").glob("*.md"))


def test_a_note_is_shown_wherever_its_rule_is_but_never_in_json(corpus: Path, data: Path) -> None:
    """In the list of a search, below the answer that is opened, in a list of answers; three on one rule are counted."""
    at = ("--corpus", str(corpus))
    printed("note", "Can a ferry leave?", "--at", "1.0", "--call", "No, it waits.", *at)
    said = "Your note 1: Can a ferry leave? No, it waits."
    assert f"\n    {said}\n" in printed("search", "water falls", *at)
    for query in ("ebb", "water", "tide-1:1.0"):
        assert printed(query, *at).count("Can a ferry leave?") == 1, query
    assert "Can a ferry leave?" not in printed("flood", "--document", "tide-1", *at).partition(":2")[0]
    for asked in (("search", "ebb"), ("show", "1.0"), ("ebb",)):
        assert "ferry" not in printed(*asked, "--json", *at)
    for _ in range(2):
        printed("note", "And at night?", "--at", "1.0", *at)
    opened = printed("ebb", *at)
    assert f"{said}\nYour note 2 (open): And at night?\nand 1 more of your notes\nSource: " in opened
    assert "Your note 3 (open): And at night?" in printed("search", "ebb", *at)


def test_a_note_on_a_bullet_is_touched_by_what_becomes_of_that_alone(tmp_path: Path) -> None:
    rules = "# Port Rules\n\n## 1.0 Ports\n\nA port has:\n\n{}- a pier\n- a {}\n\n## 2.0 Piers\n\nA pier is long.\n"
    table = {"corpus.toml": '[[document]]\nfile = "port.md"\n'}
    corpora = [
        write_collection(tmp_path / str(place), port_md=rules.format(*parts), **table)
        for place, parts in enumerate((("", "bell"), ("- a boat\n", "bell"), ("", "horn")))
    ]
    printed("note", "Who rings it?", "--at", "port:1.0#b2", "--corpus", str(corpora[0]))
    (kept,) = read_notes(notes.notes_folder())
    assert (kept.at, kept.where, kept.words, kept.text) == (
        "port:1.0#b2",
        "Port Rules, 1.0 Ports, bullet 2",
        "",
        "a bell",
    )
    assert "Who rings it?\n     on bullet 2" in printed("show", "1.0", "--corpus", str(corpora[0]))
    touched = [one["touched"] for corpus in corpora for one in listed(corpus)]
    assert touched == [[], ["it is bullet 3 now"], ["bullet 2 no longer says the same"]]

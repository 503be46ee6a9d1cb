"""The trash of the own library: what its changes take away comes back, and a kill loses nothing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.build import own_library
from judge.build.safekeeping import trash
from judge.core.errors import CollectionError
from tests.killing import FORKS, killed_at
from tests.support import run_judge, thorough_but, write_collection

TIDE = "Tide rules\n\n1.0 Ebb\n\nWater falls.\n\n2.0 Flow\n\nIt comes back (1.0).\n"
NEWER = TIDE.replace("falls", "sinks")
BY_HAND = """# My notes stay.

[[document]]
file = "tide.md"
key = "tide"
title = "Tides"  # mine

[site]
name = "Quay"
"""
RELATED = {"old": "tide:1.0", "new": "tide:2.0", "kind": "none"}

Files = dict[str, bytes]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of one document, described by hand."""
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("JUDGE_CORPUS", raising=False)
    return write_collection(tmp_path / "data" / "library", tide_md=TIDE, **{"corpus.toml": BY_HAND})


def held(library: Path) -> Files:
    """Return what lies in a library."""
    return {path.name: path.read_bytes() for path in library.iterdir()}


def add(library: Path, name: str, text: str, *, replace: bool = False) -> None:
    """Add a document to a library."""
    folder = write_collection(library.parent / "in", **{name: text})
    additions = own_library.prepare([folder / name.replace("_md", ".md")], library, {})
    own_library.add(additions, library, replace=replace)


CHANGES: dict[str, Callable[[Path], object]] = {
    "remove": lambda library: own_library.remove(["tide"], library),
    "replace": lambda library: add(library, "tide_md", NEWER, replace=True),
    "relate": lambda library: own_library.relate(RELATED, library),
}
"""Each takes something away that the library of these tests has."""


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_undone_to_the_last_byte(library: Path, change: str) -> None:
    before = held(library)
    CHANGES[change](library)
    assert held(library) != before
    assert own_library.undo(library)
    assert held(library) == before
    assert own_library.undo(library) is None


def test_one_change_is_undone_after_the_other(library: Path) -> None:
    states = []
    for change in ("relate", "replace", "remove"):
        states.append(held(library))
        CHANGES[change](library)
    done = []
    while undone := own_library.undo(library):
        done.append(undone.did)
        assert held(library) == states.pop()
    assert done == ["removed tide", "replaced tide", "related tide:1.0 to tide:2.0: none"]


def test_what_an_undo_replaces_is_kept_too(library: Path) -> None:
    CHANGES["replace"](library)
    own_library.undo(library)
    assert (library.parent / "trash" / "undone-000001" / "taken" / "tide.md").read_text() == NEWER


def test_an_addition_that_takes_nothing_away_is_nothing_to_undo(library: Path) -> None:
    add(library, "quay_md", TIDE.replace("Tide", "Quay"))
    assert own_library.undo(library) is None
    assert (library / "quay.md").exists()


def test_what_was_added_or_written_since_stays(library: Path) -> None:
    CHANGES["remove"](library)
    add(library, "quay_md", TIDE.replace("Tide", "Quay"))
    manifest = library / "corpus.toml"
    manifest.write_text(manifest.read_text().replace("Quay", "Pier") + "# More notes.\n")
    assert own_library.undo(library)
    assert sorted(held(library)) == ["corpus.toml", "quay.md", "tide.md"]
    text = manifest.read_text()
    assert text.startswith(BY_HAND.partition("[site]")[0])
    assert 'name = "Pier"' in text
    assert 'file = "quay.md"' in text
    assert text.endswith("# More notes.\n")


@pytest.mark.parametrize(
    ("change", "name", "written"),
    [
        ("remove", "tide.md", "Another text.\n"),
        ("replace", "tide.md", NEWER + "My line.\n"),
        ("relate", "corpus.toml", BY_HAND + '\n[[relation]]\nold = "a:1"\nnew = "a:2"\nkind = "none"\n'),
    ],
)
def test_what_would_be_lost_by_an_undo_is_told_and_left(library: Path, change: str, name: str, written: str) -> None:
    CHANGES[change](library)
    (library / name).write_text(written)
    before = held(library)
    with pytest.raises(CollectionError) as told:
        own_library.undo(library)
    assert str(told.value) == (
        f"{library / name} has changed since; nothing was undone; move it away to restore the old version, or remove "
        f"{library.parent / 'trash' / '000001'} to cancel the change"
    )
    assert held(library) == before


def test_links_come_back_as_links(library: Path, tmp_path: Path) -> None:
    elsewhere = write_collection(tmp_path / "mine", tide_md=TIDE) / "tide.md"
    (library / "tide.md").unlink()
    (library / "tide.md").symlink_to(elsewhere)
    CHANGES["remove"](library)
    assert elsewhere.read_text() == TIDE
    own_library.undo(library)
    assert (library / "tide.md").readlink() == elsewhere


def all_bytes(library: Path) -> set[bytes]:
    """Return the contents of all files of a library and its trash."""
    return {path.read_bytes() for path in library.parent.rglob("*") if path.is_file()}


@FORKS
@pytest.mark.parametrize("change", thorough_but(1, CHANGES))
def test_whatever_is_killed_nothing_is_lost(library: Path, change: str) -> None:
    """Every change to a file that the command makes, and every one of the undoing of it."""
    before = held(library)
    add_to = library.parent / "in"
    write_collection(add_to, tide_md=NEWER)
    moment = 1
    while killed_at(moment, lambda: CHANGES[change](library)):
        assert set(before.values()) <= all_bytes(library)
        own_library.undo(library)
        assert held(library) == before
        moment += 1
    assert moment > 5
    after = held(library)
    assert after != before
    moment = 1
    while killed_at(moment, lambda: own_library.undo(library)):
        assert set(before.values()) <= all_bytes(library)
        own_library.undo(library)
        assert held(library) == before
        CHANGES[change](library)
        moment += 1
    assert moment > 5
    assert held(library) == before


def test_old_and_large_changes_leave_the_trash(library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kept() -> list[str]:
        return sorted(path.name for path in (library.parent / "trash").iterdir())

    CHANGES["relate"](library)
    record = library.parent / "trash" / "000001" / "change.json"
    long_ago = record.stat().st_mtime - (trash.KEPT_DAYS + 1) * 86400
    os.utime(record, (long_ago, long_ago))
    CHANGES["replace"](library)
    assert kept() == ["000002"]
    monkeypatch.setattr(trash, "KEPT_BYTES", 1)
    CHANGES["remove"](library)
    assert kept() == ["000003"]
    assert own_library.undo(library)


@pytest.mark.parametrize(
    "record", ["{", '{"did": "x", "when": "y", "files": [{"name": "../a", "before": null, "after": "x"}]}']
)
def test_a_damaged_record_is_told(library: Path, record: str) -> None:
    CHANGES["remove"](library)
    kept = library.parent / "trash" / "000001"
    (kept / "change.json").write_text(record)
    with pytest.raises(CollectionError) as told:
        own_library.undo(library)
    assert str(told.value) == f"{kept / 'change.json'} is damaged; nothing was undone; remove {kept}"


def test_the_command_says_what_it_undid(library: Path) -> None:
    home = {"JUDGE_DATA": str(library.parent)}
    assert run_judge("remove", "tide", **home).stderr == b"judge: removed tide; judge undo brings it back\n"
    done = run_judge("undo", **home)
    assert done.returncode == 0
    assert done.stderr.startswith(b"judge: undone: removed tide (20")
    again = run_judge("undo", **home)
    assert again.returncode == 1
    assert again.stderr.decode() == f"judge: nothing to undo in your library {library}\n"

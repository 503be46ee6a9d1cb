"""The folder `removed` of the own library: what its changes take away lies there, and a kill loses nothing."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.library.collection import named_files, sources
from judge.library.manifest import DocumentTable
from judge.own_library import library_changes
from tests.killing import FORKS, killed_at
from tests.support import run_judge, thorough_but, write_collection

TIDE = "Tide rules\n\n1.0 Ebb\n\nWater falls.\n\n2.0 Flow\n\nIt comes back (1.0).\n"
NEWER = TIDE.replace("falls", "sinks")
TABLE = '[[document]]\nfile = "tide.md"\nkey = "tide"\ntitle = "Tides"  # mine\n'
BY_HAND = f'# My notes stay.\n\n{TABLE}\n[site]\nname = "Quay"\n'


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of one document, described by hand."""
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("JUDGE_CORPUS", raising=False)
    return write_collection(tmp_path / "data" / "library", tide_md=TIDE, **{"corpus.toml": BY_HAND})


def held(library: Path) -> dict[str, str]:
    """Return the files of a library by their paths, the day of its folder in `removed` written as DATE."""
    day = time.strftime("%Y-%m-%d")
    files = (path for path in library.rglob("*") if path.is_file())
    return {path.relative_to(library).as_posix().replace(day, "DATE"): path.read_text() for path in files}


def replace(library: Path, text: str = NEWER, title: str | None = None) -> Path | None:
    """Replace the document of a library."""
    file = write_collection(library.parent / "in", tide_md=text) / "tide.md"
    return library_changes.add(
        library_changes.prepare([file], library, DocumentTable(title=title)), library, replace=True
    )


CHANGES: dict[str, Callable[[Path], Path | None]] = {
    "remove": lambda library: library_changes.remove(["tide"], library),
    "replace": replace,
}


def test_a_removed_document_is_moved_with_its_table(library: Path) -> None:
    folder = library_changes.remove(["tide"], library)
    assert folder == library / "removed" / time.strftime("%Y-%m-%d")
    manifest = BY_HAND.replace(TABLE, "")
    assert held(library) == {
        "corpus.toml": manifest,
        "removed/DATE/tide.md": TIDE,
        "removed/DATE/tide.md.toml": TABLE,
    }


def test_a_replaced_document_is_moved_with_its_table(library: Path) -> None:
    assert replace(library)
    assert held(library) == {
        "corpus.toml": BY_HAND,
        "tide.md": NEWER,
        "removed/DATE/tide.md": TIDE,
        "removed/DATE/tide.md.toml": TABLE,
    }


def test_a_table_that_is_replaced_alone_is_kept(library: Path) -> None:
    assert replace(library, TIDE, title="Floods")
    assert held(library)["removed/DATE/tide.md.toml"] == TABLE


def test_nothing_is_moved_where_nothing_is_replaced(library: Path) -> None:
    assert replace(library, TIDE) is None
    assert sorted(held(library)) == ["corpus.toml", "tide.md"]


def test_a_name_that_is_taken_gets_a_number(library: Path) -> None:
    texts = [TIDE, *(TIDE.replace("falls", verb) for verb in ("sinks", "drops", "ebbs"))]
    for text in texts[1:]:
        replace(library, text)
    files = held(library)
    assert [files[f"removed/DATE/{name}"] for name in ("tide.md", "tide-2.md", "tide-3.md")] == texts[:-1]
    assert files["removed/DATE/tide-3.md.toml"] == TABLE


def test_no_document_is_read_from_the_folder(library: Path) -> None:
    write_collection(library, quay_md=TIDE.replace("Tide", "Quay"))
    library_changes.remove(["tide"], library)
    assert [source.key for source in sources([library], print)] == ["quay"]
    assert [path.name for path, _ in named_files([library])] == ["quay.md"]


def test_a_link_is_moved_and_its_file_stays(library: Path, tmp_path: Path) -> None:
    elsewhere = write_collection(tmp_path / "mine", tide_md=TIDE) / "tide.md"
    (library / "tide.md").unlink()
    (library / "tide.md").symlink_to(elsewhere)
    folder = library_changes.remove(["tide"], library)
    assert folder
    assert (folder / "tide.md").readlink() == elsewhere
    assert elsewhere.read_text() == TIDE


def _no_links(*_: object, **__: object) -> None:
    raise PermissionError(1, "Operation not permitted")


@FORKS
@pytest.mark.parametrize("has_links", [True, False])
@pytest.mark.parametrize("change", thorough_but(1, CHANGES))
def test_whatever_is_killed_nothing_is_lost(
    library: Path, monkeypatch: pytest.MonkeyPatch, change: str, *, has_links: bool
) -> None:
    """Every change to a file that the command makes, on a disk with hard links and on one without."""
    if not has_links:
        monkeypatch.setattr(os, "link", _no_links)
    write_collection(library.parent / "in", tide_md=NEWER)
    moment = 1
    while killed_at(moment, lambda: CHANGES[change](library)):
        files = [text for name, text in held(library).items() if ".judge-" not in name]
        assert TIDE in files
        assert any(TABLE in text for text in files)
        assert set(files) <= {TIDE, NEWER, TABLE, BY_HAND, BY_HAND.replace(TABLE, "")}
        write_collection(library, tide_md=TIDE, **{"corpus.toml": BY_HAND})
        moment += 1
    assert moment > 5
    assert not list(library.rglob(".judge-*"))


def test_the_trash_of_an_earlier_version_is_left(library: Path) -> None:
    old = {"change.json": '{"did": "removed quay"}', "quay.md": TIDE}
    write_collection(library.parent / "trash" / "000001", **old)
    replace(library)
    library_changes.remove(["tide"], library)
    assert {path.name: path.read_text() for path in (library.parent / "trash" / "000001").iterdir()} == old


def test_the_commands_say_where_the_old_files_are(library: Path) -> None:
    home = {"JUDGE_DATA": str(library.parent)}
    folder = library / "removed" / time.strftime("%Y-%m-%d")
    file = write_collection(library.parent / "in", tide_md=NEWER) / "tide.md"
    replaced = run_judge("add", "--replace", str(file), **home)
    assert f"judge: the replaced files are in {folder}\n" in replaced.stderr.decode()
    removed = run_judge("remove", "tide", **home)
    assert removed.stderr.decode() == f"judge: removed tide; the old files are in {folder}\n"

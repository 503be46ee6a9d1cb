"""The demo's folder: written whole, never over a person's files; its faults are those that it names."""

from pathlib import Path

import pytest

from judge.core.files import data_folder
from judge.lint import selection
from judge.opened_library import Library
from tests.support import run_judge

PLANTED = {
    "windmere-handbook": [
        "reference-wrong",
        "reference-wrong",
        "reference-wrong",
        "reference-wrong",
        "contents-missing",
        "link-dead",
        "number-order",
        "text-breaks-off",
        "reference-dangling",
        "number-repeated",
    ],
    "windmere-rules-2": ["reference-wrong", "reference-dangling"],
}
"""The faults that the documents of the demo have on purpose, the worst of each first."""


def test_lint_finds_what_is_planted_and_nothing_else(own_cache: Path) -> None:
    with Library([data_folder("corpus") / "demo"]) as library:
        found = selection.findings(library, (), selection.FindingChoice(False, (), ()))
    assert {key: [one.code for one in found if one.document == key] for key in PLANTED} == PLANTED
    assert {one.document for one in found} == set(PLANTED)


def test_the_documents_are_in_a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The step that is shown is kept in the folder; another folder has its own."""
    monkeypatch.chdir(tmp_path)
    assert b"Step 1 of 10" in run_judge("demo").stdout
    assert b"Step 2 of 10" in run_judge("demo").stdout
    assert b"Step 1 of 10" in run_judge("demo", "a walk").stdout
    assert b"--corpus 'a walk'" in run_judge("demo", "a walk").stdout
    assert b"Step 9 of 10" in run_judge("demo", "--step", "9").stdout
    assert (tmp_path / "judge-demo" / "windmere-cards.csv").is_file()
    assert not (tmp_path / "judge-demo" / "steps.toml").exists()


@pytest.mark.parametrize("name", ["file", "folder"])
def test_what_is_not_a_demo_stays_as_it_is(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    done = run_judge("demo", name)
    assert done.returncode == 2
    assert b"is not a demo folder; name another one: judge demo DIR" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "mine"

"""A new rules repository is without faults, its workflow runs, and nothing of a person's is changed."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from judge.cli import COMMANDS, load_command
from tests.limits import PATIENCE
from tests.support import printed, refused, run_judge

ROOT = Path(__file__).parent.parent.parent
WORKFLOW = ROOT / "corpus" / "starter" / "workflow.yml"


def workflow() -> dict[str, Any]:
    """Return the workflow of a new repository."""
    loaded: dict[str, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    return loaded


def test_a_new_repository_is_without_faults(tmp_path: Path) -> None:
    folder = tmp_path / "harbour-lords"
    told = printed("init", str(folder))
    assert "  .github/workflows/rules.yml\n" in told
    (listed,) = map(json.loads, printed("list", "--json", "--corpus", str(folder)).splitlines())
    assert (listed["title"], listed["game"]) == ("Rules of Harbour Lords", "Harbour Lords")
    assert listed["references"] == listed["resolved"] == 2
    assert run_judge("lint", "--notes", "--corpus", str(folder)).returncode == 0
    assert not any("{name}" in path.read_text() for path in folder.rglob("*") if path.is_file())
    assert sorted(path.name for path in folder.glob(".judge*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no bash")
def test_a_workflow_without_a_place_fails_in_a_sentence(tmp_path: Path) -> None:
    told = run_judge("init", str(tmp_path / "new")).stderr.decode()
    assert "the workflow fails until JUDGE in" in told
    written = yaml.safe_load((tmp_path / "new" / ".github/workflows/rules.yml").read_text(encoding="utf-8"))
    for done in installed(tmp_path, written):
        assert (done.returncode != 0, done.stdout) == (True, "")
        told = "JUDGE: is not set. Write in .github/workflows/rules.yml where to install the program from"
        assert told in done.stderr


def installed(folder: Path, written: dict[str, Any]) -> list[subprocess.CompletedProcess[str]]:
    """Run what installs judge in a workflow, with a pip that prints its arguments."""
    (folder / "pip").write_text("#!/bin/sh\nprintf '<%s>\\n' \"$@\"\n")
    (folder / "pip").chmod(0o755)
    runs = [step["run"] for job in written["jobs"].values() for step in job["steps"] if "JUDGE" in step.get("run", "")]
    assert len(runs) == 2
    known = os.environ | written["env"]
    calls = [f"PATH={shlex.quote(str(folder))}:$PATH\n{run}" for run in runs]
    told: Any = {"cwd": folder, "env": known, "capture_output": True, "text": True, "timeout": PATIENCE}
    return [subprocess.run(["bash", "-e", "-c", one], **told) for one in calls]


def test_what_is_there_already_stays(tmp_path: Path) -> None:
    """A folder of documents gets no first one, and describes none that it does not know."""
    (tmp_path / "mine.md").write_text("# Mine\n\n## 1.0 Ebb\n\nWater falls.\n")
    (tmp_path / ".gitignore").write_text("secret\n")
    done = run_judge("init", str(tmp_path), "--name", 'Tide "2"')
    assert done.returncode == 0
    assert b".gitignore already exists and was not changed" in done.stderr
    assert (tmp_path / ".gitignore").read_text() == "secret\n"
    assert not (tmp_path / "rules.md").exists()
    assert [
        one["file"] for one in map(json.loads, printed("list", "--json", "--corpus", str(tmp_path)).splitlines())
    ] == ["mine.md"]
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert "is already a rules repository" in refused("init", str(tmp_path))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_where_nothing_can_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    assert "cannot be written" in refused("init", str(tmp_path / "file" / "below"))


def calls() -> list[list[str]]:
    """Return the calls of judge in the workflow and in the hooks of pre-commit."""
    steps = [step.get("run", "") for job in workflow()["jobs"].values() for step in job["steps"]]
    found = [match[0].strip() for run in steps for match in re.finditer(r"(?m)^\s*judge [^>|\n]*", run)]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    found += [
        " ".join([hook["entry"], *hook["args"], *(["a.md"] if hook["entry"].endswith("cites") else [])])
        for hook in hooks
    ]
    return [shlex.split(call)[1:] for call in found]


@pytest.mark.parametrize("words", calls(), ids=" ".join)
def test_each_call_of_the_workflow_and_the_hooks_is_one_that_there_is(words: list[str]) -> None:
    assert words[0] in COMMANDS
    load_command(words[0]).make_context(words[0], words[1:])


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("git"), reason="no git, or no bash")
def test_the_workflow_tells_what_a_change_breaks(tmp_path: Path) -> None:
    """Its own commands, on a change that moves a rule which other documents cite."""
    folder = tmp_path / "repository"
    printed("init", str(folder), "--name", "Tide")
    with (folder / "corpus.toml").open("a") as manifest:
        manifest.write('\n[[document]]\nfile = "faq.md"\ngame = "Tide"\n')
    (folder / "faq.md").write_text("# Questions of Tide\n\nQ. What now?\n\nA. Look at rule 2.2.\n")
    git(folder, "init", "-q", "-b", "main")
    commit(folder, "Begin")
    git(folder, "checkout", "-q", "-b", "change")
    rules = folder / "rules.md"
    rules.write_text(rules.read_text().replace("### 2.2", "### 2.3").replace("Two to four", "Two to five"))
    commit(folder, "Change")
    out = tmp_path / "out"
    for name in ("What this changes", "New faults"):
        run_step(name, folder, BASE="main", OUT=str(out))
    comment = (out / "comment.md").read_text()
    assert "| faq:what-now | 2.2 | was 2.2 | 2.3 |" in comment
    assert "Two to ~~four~~ **five** players take part." in comment
    assert "no entry is numbered 2.2" in comment
    assert (tmp_path / "outputs").read_text() == "found=yes\n"
    assert json.loads((out / "lint.sarif").read_text())["runs"][0]["results"]
    run_step("Site", folder, URL="https://rules.example.org/")
    assert (folder / "site" / "feed.xml").is_file()


def run_step(name: str, folder: Path, **environment: str) -> None:
    """Run a step of the workflow as a runner does."""
    run = next(step["run"] for job in workflow()["jobs"].values() for step in job["steps"] if step.get("name") == name)
    program = folder.parent / "judge"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m judge "$@"\n')
    program.chmod(0o755)
    files = {"GITHUB_OUTPUT": str(folder.parent / "outputs"), "GITHUB_STEP_SUMMARY": str(folder.parent / "summary")}
    found = f'PATH={shlex.quote(str(folder.parent))}:"$PATH"\n{run}'
    known = os.environ | {**files, **environment, "PYTHONPATH": str(ROOT)}
    subprocess.run(["bash", "-e", "-c", found], cwd=folder, env=known, check=True, timeout=PATIENCE)


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", message)


def git(folder: Path, *words: str) -> None:
    subprocess.run(["git", *words], cwd=folder, check=True, timeout=PATIENCE)

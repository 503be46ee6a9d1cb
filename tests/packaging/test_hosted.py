"""The files that others run: workflows of hosted CI, the container, the documents as a site."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import MISSING
from tests.limits import PATIENCE
from tests.packaging.test_metadata import EXTRAS, PROJECT, ROOT

WORKFLOWS = {path.stem: path for path in (ROOT / ".github" / "workflows").glob("*.yml")}
CONTAINER = (ROOT / "tools" / "packaging" / "Containerfile").read_text(encoding="utf-8")
RELEASING = (ROOT / "docs" / "releasing.md").read_text(encoding="utf-8")


def workflow(name: str) -> dict[str, Any]:
    """Return a workflow as a table."""
    table: dict[str, Any] = yaml.safe_load(WORKFLOWS[name].read_text(encoding="utf-8"))
    return table


def test_every_python_that_the_package_names_is_tried() -> None:
    tried = workflow("tests")["jobs"]["everything"]["strategy"]["matrix"]["python"]
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert tried == named
    assert f">={tried[0]}" == PROJECT["requires-python"]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_a_workflow_runs_is_there(name: str) -> None:
    text = WORKFLOWS[name].read_text(encoding="utf-8")
    for path in re.findall(r"\b(?:tools|docs|tests)/[\w./-]+\.\w+", text):
        assert (ROOT / path).is_file(), path
    assert set(re.findall(r"--without (\w+)", text)) <= MISSING.keys()
    for job in workflow(name)["jobs"].values():
        assert job["timeout-minutes"] <= 60


def test_the_demonstration_has_a_privacy_note_and_loads_nothing() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "demonstration.py"))
    assert all(corpus.is_dir() for _, corpus, _, _ in tool["SITES"])
    assert "<h2>Privacy</h2>" in tool["PAGE"]
    assert not re.search(r"https?:|<script|<link|<img", tool["PAGE"])


def test_only_the_job_that_publishes_may_ask_for_trust() -> None:
    """No password is anywhere, and what is published is what was tried."""
    jobs = workflow("release")["jobs"]
    assert workflow("release")["permissions"] == workflow("tests")["permissions"] == {"contents": "read"}
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert jobs["publish"]["needs"] == ["try", "build"]
    installing = [step["run"] for step in jobs["build"]["steps"] if "install" in step.get("run", "")]
    assert installing == ["python -m pip install --require-hashes --requirement tools/packaging/build.txt"]
    assert "permissions" not in jobs["build"]
    assert not any("secrets." in path.read_text(encoding="utf-8") for path in WORKFLOWS.values())


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_by_the_digest_of_its_version(name: str) -> None:
    used = re.findall(r"uses: (.*)", WORKFLOWS[name].read_text(encoding="utf-8"))
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


@pytest.mark.parametrize("file", ["hashes.txt", "build.txt"])
def test_every_version_has_hashes_and_is_the_one_that_is_tested(file: str) -> None:
    folder = ROOT / "tools" / "packaging"
    tested = (folder / "constraints.txt").read_text(encoding="utf-8").splitlines()
    text = re.sub(r"^#.*\n", "", (folder / file).read_text(encoding="utf-8"), flags=re.MULTILINE)
    found = re.findall(r"^(\S+==[^\s;]+)[^\n]*\\\n((?: +--hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", text, re.MULTILINE)
    assert found
    assert len(found) == len(re.findall(r"^\S", text, re.MULTILINE))
    assert {version for version, _ in found} <= {*tested}
    assert file == "build.txt" or len(found) == len(tested) - 1


def test_the_page_on_releasing_names_what_the_package_index_has_to_trust() -> None:
    environment = workflow("release")["jobs"]["publish"]["environment"]
    assert f"`{PROJECT['name']}`" in RELEASING
    assert "`release.yml`" in RELEASING
    assert f"`{environment}`" in RELEASING


def test_the_container_copies_and_installs_what_there_is() -> None:
    copied = {word for line in re.findall(r"^COPY (?!--)(.*) \S+$", CONTAINER, re.MULTILINE) for word in line.split()}
    assert all((ROOT / name).exists() for name in copied)
    assert {"judge", "corpus", "templates", "pyproject.toml", PROJECT["readme"], *PROJECT["license-files"]} <= copied
    (extras,) = re.findall(r'"\.\[([a-z,]+)\]"', CONTAINER)
    assert set(extras.split(",")) <= EXTRAS.keys()


def test_the_documents_are_a_site_with_every_page(tmp_path: Path) -> None:
    """MkDocs takes a page that no list names, or a link that does not resolve, for an error."""
    tool = [sys.executable, str(ROOT / "tools" / "docs_site.py"), str(tmp_path / "site")]
    done = subprocess.run(tool, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    pages ^= {Path("README.html"), Path("contents.html")}
    written = {path.relative_to(tmp_path / "site") for path in (tmp_path / "site").rglob("*.html")}
    assert pages | {Path("index.html"), Path("CHANGELOG.html")} <= written
    loaded = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css))"', (tmp_path / "site/index.html").read_text())
    assert not loaded

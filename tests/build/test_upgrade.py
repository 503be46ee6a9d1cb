"""What the program wrote before the first release is taken over: the own library as it is, the cache built anew.

tests/cases/upgrade/ was written by the program as it was before 0.1.0, in November 2026: a library of three documents
with a note and a relation in its manifest, and the cache of it, from which paths of the computer were taken out.
"""

import json
import shutil
import tarfile
from pathlib import Path

import pytest

from tests.support import CASES, run_judge

BEFORE = CASES / "upgrade"
NOTE = "# A note of mine."
KEYS = ["lantern-cards", "lantern-faq", "lantern-rules-1"]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The library of before, in the data folder of this person."""
    return Path(shutil.copytree(BEFORE / "library", tmp_path / "data" / "library"))


@pytest.fixture
def home(library: Path, tmp_path: Path) -> dict[str, str]:
    """The variables with which only that library is in use."""
    folders = {"JUDGE_DATA": library.parent, "JUDGE_CORPUS": library, "JUDGE_CACHE": tmp_path / "cache"}
    return {name: str(folder) for name, folder in folders.items()}


def test_a_library_of_before_is_opened_as_it_is(library: Path, home: dict[str, str]) -> None:
    """Its documents are listed and found, and nothing in it was touched."""
    listed = run_judge("list", "--json", **home)
    assert [json.loads(line)["key"] for line in listed.stdout.splitlines()] == KEYS
    assert {json.loads(line)["game"] for line in listed.stdout.splitlines()} == {"Lantern"}
    assert b"Oil pays for everything" in run_judge("show", "lantern-rules-1:3.0", **home).stdout
    for path in (BEFORE / "library").iterdir():
        assert (library / path.name).read_bytes() == path.read_bytes()


def test_a_library_of_before_can_be_changed(library: Path, home: dict[str, str], tmp_path: Path) -> None:
    """What a person wrote into its manifest stays, and so does the relation."""
    added = tmp_path / "tide.md"
    added.write_text("# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds.\n\n## 2.0 Ropes\n\nA rope ties.\n")
    assert run_judge("add", str(added), **home).returncode == 0
    assert run_judge("remove", "lantern-cards", **home).returncode == 0
    manifest = (library / "corpus.toml").read_text(encoding="utf-8")
    assert manifest.startswith(NOTE)
    assert "[[relation]]" in manifest
    assert sorted(path.name for path in library.iterdir()) == [
        "corpus.toml",
        "lantern-faq.md",
        "lantern-rules-1.md",
        "tide.md",
    ]


def test_a_cache_of_before_is_built_anew_without_a_word(home: dict[str, str], tmp_path: Path) -> None:
    """Under the name that this program looks for, so that it has to find out by itself that the build is too old."""
    cache = tmp_path / "cache"
    asked = ("search", "--json", "lantern oil")
    fresh = run_judge(*asked, **home)
    (name,) = [path.name for path in (cache / "builds").iterdir()]
    shutil.rmtree(cache)
    with tarfile.open(BEFORE / "cache.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    (old,) = (cache / "builds").iterdir()
    old.rename(cache / "builds" / name)
    before = (cache / "builds" / name / "complete").read_bytes()
    again = run_judge(*asked, **home)
    assert (again.returncode, again.stdout, again.stderr) == (0, fresh.stdout, fresh.stderr)
    assert (cache / "builds" / name / "complete").read_bytes() != before
    assert run_judge(*asked, **home).stderr == b""

"""What answers for a rule says which file it was read from: its hash is that of the bytes that lie there now."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from judge.citations.check import cites
from judge.citations.verify import verify
from judge.opened_library import Library
from judge.server.api.asking import Desk
from judge.server.assistants import asked
from tests.support import run_judge, write_collection

RULES = "# Tides\n\n## 1.0 Ebb\n\nWater falls (2.0, 9.9).\n\n## 2.0 Flood\n\nWater rises.\n"
TEXT = "Water falls as it should (Tides 1.0), and more so by rule 9.9 of Tides.\n"


@pytest.fixture
def folder(tmp_path: Path, own_cache: Path) -> Path:
    """A collection of one document."""
    return write_collection(tmp_path / "tides", tides_md=RULES)


def hash_of(folder: Path) -> str:
    """Return the hash of its file."""
    return f"sha256:{hashlib.sha256((folder / 'tides.md').read_bytes()).hexdigest()}"


def test_every_answer_names_the_file_that_it_was_read_from(folder: Path) -> None:
    wanted = hash_of(folder)
    with Library([folder]) as library:
        assert library.documents()[0].source_hash == wanted
        assert verify(library, "2.0", "Water rises").source_hash == wanted
        assert verify(library, "7.7").source_hash is None
        assert [one.source_hash for one in library.findings("tides")] == [wanted] * len(library.findings("tides"))
        assert {one.source_hash for one in cites(library, TEXT).findings} == {wanted}
        passage = asked.verify(library, "2.0", "Water rises").passage
        assert passage
        assert passage.source_hash == wanted
        assert [one.source_hash for one in asked.cites(library, TEXT).findings] == [wanted]
        assert [one.source_hash for one in asked.documents(library, "").documents] == [wanted]
    desk = Desk([folder], print)
    try:
        assert desk.edition.documents[0].source_hash == wanted
    finally:
        desk.close()


def test_sarif_names_it_too(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(TEXT)
    done = run_judge("cites", str(tmp_path / "notes.txt"), "--sarif", "--corpus", str(folder))
    results = json.loads(done.stdout)["runs"][0]["results"]
    assert [one["properties"] for one in results] == [{"document": "tides", "sourceHash": hash_of(folder)}]


def test_another_file_of_the_same_size_and_time_has_another_hash(folder: Path) -> None:
    path = folder / "tides.md"
    with Library([folder]) as library:
        before = verify(library, "2.0", "Water rises")
    found = path.stat()
    other = folder.parent / "other"
    other.write_text(RULES.replace("rises", "halts"))
    os.utime(other, ns=(found.st_atime_ns, found.st_mtime_ns))
    other.replace(path)
    with Library([folder]) as library:
        after = verify(library, "2.0", "Water rises")
    assert (before.verdict, after.verdict) == ("true", "misquoted")
    assert after.source_hash == hash_of(folder) != before.source_hash

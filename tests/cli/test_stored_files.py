"""What an earlier version kept in the folder for a person's data stays there as it is, and nothing reads it."""

from pathlib import Path

import pytest

from tests.support import run_judge, write_collection

KEPT = {
    "gaps.jsonl": b'{"written": "2026-11-25 14:03", "query": "wharfage", "answer": "none", "missing": ["wharfage"]}\n',
    "gaps-off.jsonl": b'{"query": "quayside", "ans',
    "notes/spring-cup.md": b"# Spring Cup\n\n## 1. Caf\xe9?\n\n- at: tides:1.0\n- written: 2026-11-25 14:03\n",
    "notes/.judge-abcdefgh.tmp": b"half a no",
    ".notes-lock": b"",
    ".gaps-lock": b"",
}


@pytest.mark.parametrize("words", ["mooring", "wharfage", "search wharfage", "show 1.0", "list", "add {file}"])
def test_no_command_reads_or_changes_what_was_kept(words: str, data: Path, tmp_path: Path) -> None:
    corpus = write_collection(tmp_path / "tides", tides_md="# Tide Rules\n\n## 1.0 Mooring\n\nA boat is tied.\n")
    for name, text in KEPT.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_bytes(text)
    before = {name: (data / name).stat() for name in KEPT}
    at = () if words.startswith("add") else ("--corpus", str(corpus))
    done = run_judge(*words.format(file=corpus / "tides.md").split(), *at)
    assert done.returncode == ("wharfage" in words), done.stderr
    assert not any(word in done.stdout + done.stderr for word in (b"gaps", b"quayside", b"Caf", b"notes", b"Traceback"))
    for name, text in KEPT.items():
        assert (data / name).read_bytes() == text
        assert (data / name).stat().st_mtime_ns == before[name].st_mtime_ns

"""Processes that build: whoever works and whoever dies, every byte of the result is the same."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from judge.library import parsing
from judge.library.incremental import part_cache, workers
from judge.library.incremental.workers import Workers
from judge.opened_library import Library
from tests.limits import PATIENCE

SAMPLES = Path(__file__).parents[1] / "golden_run" / "samples"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Documents of invented games that nothing describes."""
    return shutil.copytree(SAMPLES / "unnamed", tmp_path / "games", ignore=shutil.ignore_patterns("*.toml", "*.json"))


def built(folder: Path, cache: Path, jobs: int | None = 1) -> dict[str, bytes]:
    """Build in this process and return the files of the build."""
    with Library([folder], cache=cache, jobs=jobs):
        return files_of(cache)


def files_of(cache: Path) -> dict[str, bytes]:
    """Return the files of the one build of a cache, but for the record of their places and times."""
    (build,) = (cache / "builds").iterdir()
    files = (path for path in sorted(build.rglob("*")) if path.is_file() and path.name != "complete")
    return {path.relative_to(build).as_posix(): path.read_bytes() for path in files}


def test_processes_change_no_byte(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They read every document and settle every game."""
    alone = built(games, tmp_path / "alone")

    def refuse(*_: object) -> None:
        raise AssertionError("this process had something to do")

    monkeypatch.setattr(parsing, "open_document", refuse)
    monkeypatch.setattr(part_cache, "outcome_of", refuse)
    monkeypatch.setattr(workers, "ENOUGH", 1)
    assert built(games, tmp_path / "two", 2) == alone


def test_a_small_build_starts_no_process(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Workers) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(Workers, "_processes", refuse)
    assert built(games, tmp_path / "cache", None)


def end(_: int) -> None:
    """Do what a process does that is killed."""
    os._exit(1)


def doubled(number: int) -> int:
    """Do a task."""
    return 2 * number


def test_results_come_in_the_order_of_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "AHEAD", 2)
    with Workers(2) as crew:
        assert list(crew.run(doubled, range(9), 9, workers.ENOUGH)) == list(range(0, 18, 2))
        assert list(crew.run(doubled, range(1), 1, workers.ENOUGH)) == [], "one task is no work for others"


def test_what_killed_processes_leave_is_left_to_the_build() -> None:
    told: list[str] = []
    with Workers(2, told.append) as crew:
        assert list(crew.run(end, range(4), 4, workers.ENOUGH)) == [None] * 4
        assert list(crew.run(doubled, range(4), 4, workers.ENOUGH)) == []
    assert len(told) == 1
    assert "this process does the rest" in told[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process like this")
@pytest.mark.parametrize(
    ("ending", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 128 + signal.SIGTERM)]
)
def test_processes_end_with_the_one_that_started_them(ending: signal.Signals, code: int) -> None:
    """Their output is a pipe of ours: it ends when the last of them is gone. Python itself has nothing to say of it."""
    program = """
import time
from judge.library.incremental.workers import ENOUGH, Workers
if __name__ == "__main__":
    with Workers(2) as crew:
        found = crew.run(print, [f"at work {number}" for number in range(2)], 2, ENOUGH)
        list(found)
        print("ready", flush=True)
        time.sleep(600)
"""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdout=pipe, stderr=pipe) as process:
        assert process.stdout
        for line in process.stdout:
            if line == b"ready\n":
                break
        process.send_signal(ending)
        told = process.communicate(timeout=PATIENCE)[1]
    if ending == signal.SIGTERM:  # Python itself has nothing to say of what is left behind
        assert (process.returncode, told) == (128 + ending, b"")

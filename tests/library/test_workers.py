"""Processes and clusters that build: whoever works and whoever dies, every byte of the result is the same."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from judge.core.errors import ClusterError
from judge.library import parsing
from judge.library.compiled_library import Crew
from judge.library.incremental import part_cache, workers
from judge.library.incremental.workers import Workers
from judge.opened_library import Library
from tests.limits import PATIENCE
from tests.support import run_judge, run_python

SAMPLES = Path(__file__).parents[1] / "golden_run" / "samples"
WAITING = """
import sys, time
from distributed import Client
with Client(sys.argv[1]) as client:
    while True:
        workers = client.scheduler_info(n_workers=-1)["workers"]
        named = {about["name"]: address for address, about in workers.items()}
        if len(named) == 2 and (sys.argv[2] == "there" or client.processing().get(named["first"])):
            break
        time.sleep(0.1)
"""
"""Waits until both workers of a cluster are there, or until the first one has something to do."""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Documents of invented games that nothing describes."""
    return shutil.copytree(SAMPLES / "unnamed", tmp_path / "games", ignore=shutil.ignore_patterns("*.toml", "*.json"))


def built(folder: Path, cache: Path, crew: Crew = Crew()) -> dict[str, bytes]:  # noqa: B008 (a tuple)
    """Build in this process and return the files of the build."""
    with Library([folder], cache=cache, crew=crew):
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
    assert built(games, tmp_path / "two", Crew(2)) == alone


def test_a_small_build_starts_no_process(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Workers) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(Workers, "_processes", refuse)
    assert built(games, tmp_path / "cache", Crew(None))


def end(_: int) -> None:
    """Do what a process does that is killed."""
    os._exit(1)


def doubled(number: int) -> int:
    """Do a task."""
    return 2 * number


def test_results_come_in_the_order_of_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "AHEAD", 2)
    with Workers(Crew(2)) as crew:
        assert list(crew.run(doubled, range(9), 9, workers.ENOUGH)) == list(range(0, 18, 2))
        assert list(crew.run(doubled, range(1), 1, workers.ENOUGH)) == [], "one task is no work for others"


def test_what_killed_processes_leave_is_left_to_the_build() -> None:
    told: list[str] = []
    with Workers(Crew(2), told.append) as crew:
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
from judge.library.compiled_library import Crew
from judge.library.incremental.workers import ENOUGH, Workers
if __name__ == "__main__":
    with Workers(Crew(2)) as crew:
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


def test_a_worker_with_another_program_is_refused() -> None:
    with pytest.raises(ClusterError, match="a different version of judge"):
        workers._checked("another", doubled, 1)


def test_a_cluster_that_is_not_there_is_told_of_in_a_sentence(games: Path, tmp_path: Path) -> None:
    program = (
        "import sys; from judge.library.incremental import workers; workers.PATIENCE = 1\n"
        "from judge.cli import run; sys.argv[1:] = ['build', '--cluster', 'tcp://127.0.0.1:1']; run()"
    )
    done = run_python("-c", program, JUDGE_CORPUS=str(games), JUDGE_CACHE=str(tmp_path / "cache"))
    assert done.returncode == 2
    assert b"the cluster tcp://127.0.0.1:1 cannot be used" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not list((tmp_path / "cache" / "builds").iterdir())


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler and two workers, the second of which is stopped; give the address and the workers."""
    with ExitStack() as stack:

        def start(*words: str) -> subprocess.Popen[bytes]:
            log = stack.enter_context((folder / f"{len(list(folder.iterdir()))}.log").open("wb"))
            command = [sys.executable, "-m", *words]
            process = stack.enter_context(subprocess.Popen(command, stdout=log, stderr=log))
            stack.callback(process.kill)
            return process

        told = folder / "scheduler.json"
        local = ("--host", "127.0.0.1", "--no-dashboard")
        start("distributed.cli.dask_scheduler", "--port", "0", "--scheduler-file", str(told), *local)
        limit = time.monotonic() + PATIENCE
        while not told.exists() or not told.read_text():
            assert time.monotonic() < limit
            time.sleep(0.1)
        common = ("--scheduler-file", str(told), "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        found = [start("distributed.cli.dask_worker", "--name", name, *common, *local) for name in ("first", "second")]
        address = next(word.strip('",') for word in told.read_text().split() if "tcp://" in word)
        assert run_python("-c", WAITING, address, "there").returncode == 0
        yield address, found


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform == "win32", reason="Windows stops no process like this")
def test_a_worker_of_a_cluster_is_killed_and_no_byte_changes(games: Path, tmp_path: Path) -> None:
    """It holds a part of the work and does not move when it is killed; the other one does that part too."""
    alone, cache, logs = tmp_path / "alone", tmp_path / "cache", tmp_path / "logs"
    logs.mkdir()
    with cluster(logs) as (address, (first, _)):
        first.send_signal(signal.SIGSTOP)
        command = [sys.executable, "-m", "judge", "build", "--corpus", str(games), "--cluster", address]
        with subprocess.Popen(
            command, env=os.environ | {"JUDGE_CACHE": str(cache)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as build:
            try:
                assert run_python("-c", WAITING, address, "busy").returncode == 0
                assert build.poll() is None
                first.kill()
                said = build.communicate(timeout=PATIENCE)
            finally:
                build.kill()
    assert build.returncode == 0, said
    assert b"ready" in said[0]
    assert said[1] == b"", "nobody has to be told: the cluster did all of it"
    assert run_judge("build", "--corpus", str(games), "--jobs", "1", JUDGE_CACHE=str(alone)).returncode == 0
    assert files_of(cache) == files_of(alone)

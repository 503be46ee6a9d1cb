"""What the program does when it is killed, its cache is damaged, its disk is full, or many of it run at once.

    .venv/bin/python tools/endurance.py [--rounds N] [--only kills damage disks crowd] [--seed N]

Prints counts, no times. Every answer is compared with that of an undisturbed program on the bundled collection. An
answer is `wrong` where it differs, `unusable` where there is none, and a `traceback` where Python's own words reach
the person. The table should have zeros in all three. `disks` mounts file systems in memory and so needs root on
Linux.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
QUESTIONS = (("show", "24.0"), ("search", "auction of unique cards"), ("card", "evil twin"))
PATIENCE = 300
"""Seconds that one command may take; far more than it needs."""
DISKS = (16, 40, 64, 100, 128, 160, 200, 256, 320, 400, 512, 700, 1000, 1400)
"""Sizes in KiB, below and above what a build of the bundled collection takes."""
CROWD = 10


class World(NamedTuple):
    """Where one trial happens."""

    folder: Path
    cache: Path
    data: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its commands."""
        ours = {"JUDGE_CACHE": str(self.cache), "JUDGE_DATA": str(self.data), "JUDGE_CORPUS": str(self.folder)}
        return os.environ | ours | {"PYTHONPATH": str(ROOT)}


Trial = Callable[["World", random.Random], Counter[str]]


def main() -> int:
    """Run the trials and print their table; return 0 where nothing went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10, help="trials of each kind (10)")
    parser.add_argument("--only", nargs="+", choices=TRIALS, default=list(TRIALS), help="kinds of trials")
    parser.add_argument("--seed", type=int, default=0, help="what the trials are drawn from (0)")
    chosen = parser.parse_args()
    bad = 0
    for name in chosen.only:
        counts: Counter[str] = Counter()
        for number in range(chosen.rounds):
            with world() as one:
                counts += TRIALS[name](one, random.Random(f"{name} {chosen.seed} {number}"))  # noqa: S311 (no secret)
        bad += counts["wrong"] + counts["unusable"] + counts["traceback"]
        shown = ", ".join(f"{counts[what]} {what}" for what in ("asked", "wrong", "unusable", "traceback"))
        print(f"{name:8} {chosen.rounds} rounds: {shown}", flush=True)
    return 1 if bad else 0


@contextmanager
def world() -> Iterator[World]:
    """Make a copy of the bundled collection with a cache and a library of its own, gone at the end."""
    with tempfile.TemporaryDirectory(prefix="judge-endurance-") as name:
        one = World(Path(name, "rules"), Path(name, "cache"), Path(name, "data"))
        shutil.copytree(ROOT / "corpus", one.folder)
        yield one


def run(one: World, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end."""
    command = [sys.executable, "-m", "judge", *words]
    return subprocess.run(
        command, capture_output=True, env=one.environment, timeout=PATIENCE, check=False, cwd=one.folder
    )


@cache
def right_answers() -> tuple[bytes, ...]:
    """Return what an undisturbed program answers."""
    with world() as one:
        answers = [run(one, *words) for words in QUESTIONS]
    if any(answer.returncode for answer in answers):
        sys.exit("the program does not even answer undisturbed")
    return tuple(answer.stdout for answer in answers)


def ask(one: World, right: tuple[bytes, ...]) -> Counter[str]:
    """Ask all questions and count what is wrong with the answers."""
    counts: Counter[str] = Counter()
    for words, wanted in zip(QUESTIONS, right, strict=True):
        counts += judged(run(one, *words), wanted)
    return counts


def judged(done: subprocess.CompletedProcess[bytes], wanted: bytes | None = None) -> Counter[str]:
    """Count one answer."""
    counts = Counter(asked=1, traceback=int(b"Traceback" in done.stderr))
    if wanted is not None:
        counts += Counter(unusable=int(done.returncode != 0), wrong=int(done.returncode == 0 and done.stdout != wanted))
    return counts


def killed(one: World, draw: random.Random) -> Counter[str]:
    """Kill a build, an addition or a removal at a random moment, then ask."""
    right = right_answers()
    counts: Counter[str] = Counter()
    note = one.folder.parent / "tides.md"
    note.write_text("# Tides\n\n## 1.0 Ebb\n\nWater falls.\n", encoding="utf-8")
    for words in (["build"], ["add", str(note)], ["remove", "tides"], ["site", str(one.folder.parent / "site")]):
        process = subprocess.Popen(
            [sys.executable, "-m", "judge", *words],
            env=one.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(draw.uniform(0.0, 2.0))
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        process.wait()
        counts += ask(one, right)
        counts += judged(run(one, "list"))
    return counts


def damaged(one: World, draw: random.Random) -> Counter[str]:
    """Change bytes of a file in the cache, or cut it, then ask."""
    right = right_answers()
    ask(one, right)
    files = sorted(path for path in one.cache.rglob("*") if path.is_file() and path.stat().st_size)
    path = draw.choice(files)
    data = bytearray(path.read_bytes())
    if draw.random() < 0.3:
        data = data[: draw.randrange(len(data))]
    else:
        for _ in range(draw.randint(1, 50)):
            data[draw.randrange(len(data))] = draw.randrange(256)
    path.write_bytes(bytes(data))
    return ask(one, right)


def on_small_disks(one: World, draw: random.Random) -> Counter[str]:
    """Ask with a cache on a disk that is too small, or nearly so."""
    right = right_answers()
    one.cache.mkdir()
    size = draw.choice(DISKS)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}k", "none", str(one.cache)], check=True)  # noqa: S607
    try:
        return ask(one, right)
    finally:
        subprocess.run(["umount", str(one.cache)], check=True)  # noqa: S607


def crowded(one: World, draw: random.Random) -> Counter[str]:
    """Build and ask at once, many times, with a cache or without one."""
    right = right_answers()
    if draw.random() < 0.5:
        one.cache.write_text("not a folder", encoding="utf-8")
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(2 * CROWD) as pool:
        builders = [pool.submit(run, one, "build") for _ in range(CROWD)]
        for each in list(pool.map(lambda _: ask(one, right), range(CROWD))):
            counts += each
        for builder in builders:
            counts += judged(builder.result())
    return counts


TRIALS: dict[str, Trial] = {"kills": killed, "damage": damaged, "disks": on_small_disks, "crowd": crowded}


if __name__ == "__main__":
    sys.exit(main())

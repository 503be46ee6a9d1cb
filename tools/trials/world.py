"""Where a trial happens, and how what is answered there is judged."""

from __future__ import annotations

import atexit
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = ("shadowfist-digest.md", "ufs-digest.md", "l5r-digest.md")
"""The documents of the bundled collection in a trial: enough to go wrong, and built in a second or two."""
QUESTIONS = (("show", "24.0"), ("search", "auction of unique cards"), ("refs", "24.1"))
PATIENCE = 900
"""Seconds that one command may take; far more than it needs."""
BAD = ("wrong", "unusable", "traceback")
"""Counts that have to be zero."""


class World(NamedTuple):
    """Where one trial happens."""

    folder: Path
    cache: Path
    data: Path

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its commands."""
        ours = {"JUDGE_CACHE": str(self.cache), "JUDGE_DATA": str(self.data), "JUDGE_CORPUS": str(self.folder)}
        return os.environ | ours | {"PYTHONPATH": str(_program())}

    @property
    def own_environment(self) -> dict[str, str]:
        """The same, where the bundled collection and the person's own library are in use."""
        return {name: value for name, value in self.environment.items() if name != "JUDGE_CORPUS"}


Done = subprocess.CompletedProcess[bytes]
Trial = Callable[[World, random.Random], Counter[str]]


@contextmanager
def world(*, read: bool = False) -> Iterator[World]:
    """Make a copy of the small collection with a cache and a library of its own, gone at the end.

    Args:
        read: its documents have been read before: the cache is a copy of one that has their parts, but no build.
    """
    with tempfile.TemporaryDirectory(prefix="judge-endurance-") as name:
        one = World(Path(name, "rules"), Path(name, "cache"), Path(name, "data"))
        shutil.copytree(_program() / "corpus", one.folder)
        if read:
            shutil.copytree(_read_once(), one.cache, ignore=shutil.ignore_patterns("builds"))
        yield one


def _lasting_folder() -> Path:
    """Make a folder that lasts as long as the process."""
    kept = tempfile.mkdtemp(prefix="judge-endurance-")
    atexit.register(shutil.rmtree, kept, ignore_errors=True)
    return Path(kept)


@cache
def _program() -> Path:
    """Return a copy of the program whose bundled collection has only DOCUMENTS."""
    program = _lasting_folder()
    for part in ("judge", "templates"):
        shutil.copytree(ROOT / part, program / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", program)
    shutil.copytree(ROOT / "corpus", program / "corpus", ignore=shutil.ignore_patterns("*.md", "corpus.toml"))
    for name in DOCUMENTS:
        shutil.copy(ROOT / "corpus" / name, program / "corpus")
    return program


@cache
def _read_once() -> Path:
    """Return a cache after builds of the copy and of the bundled collection itself."""
    kept = _lasting_folder()
    with world() as one:
        for own in (False, True):
            run(one, "build", own=own)
        shutil.copytree(one.cache, kept / "cache")
    return kept / "cache"


def run(one: World, *words: str, own: bool = False) -> Done:
    """Run a command to its end."""
    command = [sys.executable, "-m", "judge", *words]
    environment = one.own_environment if own else one.environment
    return subprocess.run(command, capture_output=True, env=environment, timeout=PATIENCE, check=False, cwd=one.folder)


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


def judged(done: Done, wanted: bytes | None = None) -> Counter[str]:
    """Count one answer."""
    counts = Counter(asked=1, traceback=int(b"Traceback" in done.stderr))
    if wanted is not None:
        counts += Counter(unusable=int(done.returncode != 0), wrong=int(done.returncode == 0 and done.stdout != wanted))
    return counts

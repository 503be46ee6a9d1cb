"""Copies of a checkout, in which mutants are tried: the working tree itself is never changed.

A copy has a virtual environment of its own that finds its modules first and the installed packages of this one, so
that every Python that a test starts runs the copy too. Its compiled files are checked by content, since a mutant may be
as long and as old as what it replaces.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import venv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

TOOLS = Path(__file__).resolve().parent.parent
LEFT_OUT = (".git", ".venv", ".mutants", "__pycache__", "node_modules", ".*_cache", ".hypothesis", "*.egg-info")
WAITING = 30
"""Seconds that a second of allowed processor time may take: who waits for nothing is ended too."""
WITHOUT = ("CI", "JUDGE_CACHE", "JUDGE_CORPUS", "JUDGE_DATA", "PYTHONDONTWRITEBYTECODE", "PYTHONPATH")
"""Variables that are not passed on. The real documents take no part, so that shares are the same on every machine."""


class Project(NamedTuple):
    """A checkout, and how it is tested."""

    root: Path
    package: str
    golden: Sequence[str]
    """What Python is told to compare golden samples, whose names follow; it stops at the first difference."""
    golden_samples: Sequence[str]
    """What Python is told to print their names."""
    golden_tests: str
    """How the names of the tests begin that do the same: they are left out."""
    processes: Sequence[str] = ("-n", "2")
    """What pytest is told, so that recording uses both processors."""

    @property
    def sources(self) -> list[str]:
        """The files of the package."""
        paths = sorted((self.root / self.package).rglob("*.py"))
        return [path.relative_to(self.root).as_posix() for path in paths]

    def digest(self) -> str:
        """Return what tells one state of package and tests from another."""
        found = hashlib.sha256(sys.version.encode())
        for folder in (self.package, "tests"):
            for path in sorted((self.root / folder).rglob("*")):
                if path.is_file() and "__pycache__" not in path.parts:
                    found.update(f"{path.relative_to(self.root)}\n".encode() + path.read_bytes())
        return found.hexdigest()[:16]


class Ran(NamedTuple):
    """What became of a process."""

    code: int
    seconds: float
    """Processor time, with that of the processes it waited for."""
    output: str

    @property
    def too_long(self) -> bool:
        """Whether it was ended for using, or waiting for, more time than it may."""
        return self.code in (-signal.SIGXCPU, -signal.SIGKILL)


class Copy:
    """A copy of a checkout."""

    def __init__(self, project: Project, home: Path) -> None:
        """Make it in a new folder."""
        self.root = home / "checkout"
        self._scratch = home / "scratch"
        shutil.copytree(project.root, self.root, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
        environment = self.root / ".venv"
        venv.EnvBuilder(symlinks=True).create(environment)
        self._python = environment / "bin" / "python"
        own = Path(sysconfig.get_path("purelib", "venv", {"base": str(environment)}))
        installed = sysconfig.get_path("purelib")
        (own / "copy.pth").write_text(f"{self.root}\nimport site; site.addsitedir({installed!r})\n{TOOLS}\n", "utf-8")
        self.run(["-m", "compileall", "-q", "--invalidation-mode", "checked-hash", project.package], {})

    @contextmanager
    def changed(self, path: str, text: str) -> Iterator[None]:
        """Change a file for a while."""
        file = self.root / path
        before = file.read_bytes()
        file.write_text(text, encoding="utf-8", newline="\n")
        try:
            yield
        finally:
            file.write_bytes(before)

    def run(self, words: Sequence[str], more: Mapping[str, str], limit: float = 86400.0) -> Ran:
        """Run Python in the copy, and end all that it has started.

        Args:
            words: what Python is told.
            more: variables beside those of this process.
            limit: seconds of processor time. Where it cannot be used up since the process waits, `WAITING` times
                as many seconds on the clock end it.
        """
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()
        environment = {name: value for name, value in os.environ.items() if name not in WITHOUT}
        environment |= {"PYTHONHASHSEED": "0", "TMPDIR": str(self._scratch), **more}
        environment["HYPOTHESIS_STORAGE_DIRECTORY"] = str(self._scratch / "hypothesis")
        limited = ["sh", "-c", f'ulimit -S -t {int(limit) + 1}; exec "$0" "$@"', str(self._python), *words]
        with tempfile.TemporaryFile() as output:
            process = subprocess.Popen(
                limited, cwd=self.root, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
            waited = threading.Timer(limit * WAITING, end, (process.pid,))
            waited.start()
            try:
                _, status, usage = os.wait4(process.pid, 0)
            finally:
                waited.cancel()
                end(process.pid)
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            said = output.read().decode("utf-8", "replace")
        return Ran(process.returncode, usage.ru_utime + usage.ru_stime, said)


def end(leader: int) -> None:
    """End a process that we started in a session of its own, with all that it has started there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)

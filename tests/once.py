"""What costs much to make, and is only read, is made once a run: by the worker that needs it first."""

import os
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from judge.opened_library import Library

YEAR = 365 * 86400


class Shared:
    """The folder that all workers of a run share."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        """Make it, or find it."""
        own = factory.getbasetemp()
        self._folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
        self._folder.mkdir(exist_ok=True)

    def once(self, name: str, make: Callable[[Path], object]) -> Path:
        """Return a folder, filled by the one who claims it first; the others wait until it is there.

        Where making it fails, the next one tries.
        """
        made, aside, claim = (self._folder / f"{name}{suffix}" for suffix in ("", ".unfinished", ".claim"))
        while not made.exists():
            try:
                claim.mkdir()
            except FileExistsError:
                time.sleep(0.05)
                continue
            try:
                if not made.exists():
                    shutil.rmtree(aside, ignore_errors=True)
                    aside.mkdir()
                    make(aside)
                    aside.rename(made)
            finally:
                claim.rmdir()
        return made

    def compile(self, name: str, corpus: Sequence[Path], cache: Path) -> None:
        """Put the compiled form of collections into a cache, where it stays however much else is compiled there.

        The parts that it was made from are there too: a build with other documents beside these takes them over.
        """
        made = self._compiled(name, corpus)
        for build in (made / "builds").iterdir():
            own = cache / "builds" / build.name
            shutil.copytree(build, own)
            os.utime(own, (time.time() + YEAR,) * 2)  # the program keeps the newest
        shutil.copytree(made / "parts", cache / "parts", dirs_exist_ok=True)
        for folder in (cache, cache / "builds"):
            folder.chmod(0o700)

    def warm(self, name: str, corpus: Sequence[Path], cache: Path) -> None:
        """Make a cache that has only the parts of collections; nobody may write into these files, which are links."""
        cache.mkdir(mode=0o700)
        shutil.copytree(self._compiled(name, corpus) / "parts", cache / "parts", copy_function=os.link)

    def _compiled(self, name: str, corpus: Sequence[Path]) -> Path:
        made = self.once(f"compiled-{name}", lambda folder: Library(corpus, cache=folder / "cache").close())
        return made / "cache"

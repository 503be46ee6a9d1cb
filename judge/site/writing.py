"""Writes a site into a folder: complete or not at all, and only what changed.

Every file is rendered first. What differs from the folder is written to a hidden folder inside it and moved into
place when all is there, so whatever goes wrong before that leaves the old site whole. A file of its own, `.judge-site`,
lists what is ours: by it a later build knows the folder and takes away pages that are no more.
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from judge.build.compiled_library import Progress
from judge.core.errors import SiteError
from judge.core.files import ABANDONED

OURS = ".judge-site"
HEAD = (
    "This folder is written by `judge site`. The files below are replaced and removed by it; others are left alone.\n"
)
ASIDE = ".judge-unfinished-"


class Written(NamedTuple):
    """What a build did."""

    files: int
    changed: int
    removed: int


def write_site(
    files: Iterable[tuple[str, str | bytes]], folder: Path, progress: Progress, *, count: int = 0, force: bool = False
) -> Written:
    """Write a site.

    Args:
        files: path inside the site and content of each file.
        folder: where to; made if it is not there.
        progress: told how it goes on.
        count: how many files there are, about.
        force: write into a folder that holds something else; nothing else in it is touched.

    Raises:
        SiteError: the folder is not ours, or cannot be written to; it is then as it was.
    """
    try:
        before = claim(folder, force=force)
        with _aside(folder) as aside:
            ours, changed = _render(files, folder, aside, progress, count)
            with _uninterrupted():
                removed = _move_into_place(aside, folder, ours, before)
    except OSError as error:
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error}); it is unchanged") from error
    progress("", 1, 1)
    return Written(len(ours), changed, removed)


def claim(folder: Path, *, force: bool = False) -> list[str]:
    """Make sure that a folder is there and ours to write to; return the files of the site in it.

    Raises:
        SiteError: it is a file, or holds something that is not ours.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with suppress(FileNotFoundError):
            return (folder / OURS).read_text(encoding="utf-8").removeprefix(HEAD).splitlines()
    except OSError as error:
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error})") from error
    other = next((path.name for path in sorted(folder.iterdir()) if not path.name.startswith(".")), None)
    if other and not force:
        raise SiteError(f"{folder} contains {other}, which is not part of the site; name another folder or add --force")
    return []


@contextmanager
def _aside(folder: Path) -> Iterator[Path]:
    """Give a hidden folder inside the site, and take it away at the end."""
    for left in folder.glob(f"{ASIDE}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left, ignore_errors=True)
    aside = folder / f"{ASIDE}{os.urandom(8).hex()}"
    try:
        aside.mkdir(mode=0o700)  # in here, so that not even Ctrl-C at this moment leaves it behind
        yield aside
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _render(
    files: Iterable[tuple[str, str | bytes]], folder: Path, aside: Path, progress: Progress, count: int
) -> tuple[list[str], int]:
    """Write what differs from the folder aside; return all paths, and how many of them differ."""
    ours: list[str] = []
    changed = 0
    made: set[Path] = set()
    for path, content in files:
        if len(ours) % 50 == 0:
            progress("writing pages", min(len(ours), count), count)
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        ours.append(path)
        if not _holds(folder / path, data):
            changed += 1
            target = aside / path
            if target.parent not in made:
                target.parent.mkdir(parents=True, exist_ok=True)
                made.add(target.parent)
            target.write_bytes(data)
    return ours, changed


def _holds(path: Path, data: bytes) -> bool:
    """Tell whether a file holds exactly these bytes."""
    with suppress(OSError):
        return path.stat().st_size == len(data) and path.read_bytes() == data
    return False


def _move_into_place(aside: Path, folder: Path, ours: list[str], before: list[str]) -> int:
    """Move what changed into the site and take away what is no more of it; return how much that was."""
    listing = HEAD + "".join(f"{path}\n" for path in sorted({*ours, *before}))
    (aside / OURS).write_text(listing, encoding="utf-8")
    (aside / OURS).replace(folder / OURS)  # first, so that a build killed here still knows all its files
    _merge(aside, folder)
    gone = sorted(set(before) - set(ours))
    for path in gone:
        _remove(folder, path)
    if gone:
        (aside / OURS).write_text(HEAD + "".join(f"{path}\n" for path in sorted(ours)), encoding="utf-8")
        (aside / OURS).replace(folder / OURS)
    return len(gone)


def _merge(aside: Path, folder: Path) -> None:
    """Move everything into a folder; what is a folder on one side only is moved as a whole."""
    for path in sorted(aside.iterdir()):
        target = folder / path.name
        if path.is_dir() and target.is_dir():
            _merge(path, target)
        else:
            path.replace(target)


def _remove(folder: Path, path: str) -> None:
    """Remove a file of ours, and its folder if that is empty now; a path that leads out of the site is left alone."""
    file = folder / path
    if folder.resolve() not in file.resolve().parents:
        return
    with suppress(OSError):
        file.unlink()
        file.parent.rmdir()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back, for the moment in which a half-done site would be seen."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt

"""What stays in a cache: builds by their last use, within a size; what is kept of documents while a build needs it.

A build that is opened is marked as used, once a day at the most. Of the builds of the same collections the last few
stay, for going back to an older state. What a killed builder left goes as soon as that is certain.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from judge.build.safekeeping.integrity import COMPLETE, UNFINISHED, is_abandoned, read_sealed
from judge.core.errors import LibraryDamaged

PARSED = "parsed"
"""Name of the folder of parsed documents, and of the file in which a build names what it was made from there."""
PARTS = "parts"
"""Name of the folder of the parts of builds; the file `PARSED` of a build names these too."""
KEPT_BUILDS = 8
"""Builds of the same collections that are kept. Chosen, not fitted."""
KEPT_BYTES = 2**30
"""How large all builds may be together; the last one stays whatever its size. Chosen, not fitted."""
UNUSED_DAYS = 90
"""How long a build is kept that nobody opens. Chosen, not fitted."""
KEPT_PARSED = 200
"""Parsed documents, and parts, that are kept though no kept build needs them; for going back to an older text.
Chosen, not fitted."""
KEPT_DAYS = 30
"""How long they are kept. Chosen, not fitted."""
DAY = 86400


class _Build(NamedTuple):
    """What the cleaning needs to know of a finished build."""

    folder: Path
    used: float
    """When it was last used, in seconds."""
    size: int
    collections: str


def mark_used(build: Path) -> None:
    """Remember that a build was opened, to the day."""
    with suppress(OSError):
        if time.time() - (build / COMPLETE).stat().st_mtime > DAY:
            os.utime(build / COMPLETE)


def clean(cache: Path, home: Path) -> None:
    """Remove what nobody needs beside a build that was just made."""
    unfinished, finished = [], []
    for path in (*_inside(cache / "builds"), *_inside(cache / PARSED), *_inside(cache / PARTS)):
        if path.name.startswith(UNFINISHED):
            unfinished.append(path)
        elif path.parent.name == "builds":
            finished.append(path)
    for path in unfinished:
        with suppress(OSError):
            if is_abandoned(path):
                remove(path)
    kept = _kept([build for build in map(_read, finished) if build], home)
    for path in finished:
        if path not in kept:
            remove(path)
    used = {name for build in kept for name in _used_names(build)}
    for folder in (cache / PARSED, cache / PARTS):
        _remove_unused(folder, used)


def remove(path: Path) -> None:
    """Remove a file, or a build; killed in the middle, that leaves nothing that could be taken for a whole one."""
    import shutil

    with suppress(OSError):
        if path.is_symlink() or not path.is_dir():
            path.unlink()
        (path / COMPLETE).unlink()
    shutil.rmtree(path, ignore_errors=True)


def remove_with_parts(build: Path, cache: Path) -> None:
    """Remove a build that cannot be read, and the parts that it was made from, which may be the reason."""
    used = set(_used_names(build))
    for path in _inside(cache / PARTS):
        if path.name in used:
            remove(path)
    remove(build)


def _kept(builds: Iterable[_Build], home: Path) -> set[Path]:
    """Return the builds that stay: the one just made, then the last used."""
    kept: set[Path] = {home}
    size = 0
    count: Counter[str] = Counter()
    for build in sorted(builds, key=lambda build: (build.folder == home, build.used), reverse=True):
        is_in_use = time.time() - build.used <= UNUSED_DAYS * DAY
        is_wanted = is_in_use and count[build.collections] < KEPT_BUILDS and size + build.size <= KEPT_BYTES
        if build.folder == home or is_wanted:
            kept.add(build.folder)
            size += build.size
            count[build.collections] += 1
    return kept


def _read(folder: Path) -> _Build | None:
    """Return what is known of a finished build; None of one that cannot be used."""
    try:
        complete = json.loads(read_sealed(folder / COMPLETE))
        size = sum(about[1] for about in complete["files"].values())
        return _Build(folder, (folder / COMPLETE).stat().st_mtime, size, "\n".join(complete["collections"]))
    except (LibraryDamaged, OSError, ValueError, LookupError, TypeError):
        return None


def _remove_unused(folder: Path, used: set[str]) -> None:
    """Remove the parsed documents or parts that no kept build was made from, by number and age."""
    times: dict[Path, float] = {}
    for path in _inside(folder):
        if path.name not in used and not path.name.startswith(UNFINISHED):
            with suppress(OSError):
                times[path] = path.stat().st_mtime
    for number, path in enumerate(sorted(times, key=times.__getitem__, reverse=True)):
        if number >= KEPT_PARSED or time.time() - times[path] > KEPT_DAYS * DAY:
            with suppress(OSError):
                path.unlink()


def _used_names(build: Path) -> list[str]:
    """Return the names of the parsed documents and parts that a build was made from."""
    with suppress(OSError, ValueError):
        return (build / PARSED).read_text(encoding="utf-8").split()
    return []


def _inside(folder: Path) -> list[Path]:
    with suppress(OSError):
        return list(folder.iterdir())
    return []

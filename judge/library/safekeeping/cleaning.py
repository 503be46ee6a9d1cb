"""What stays in a cache: builds and parts of them by their last use, builds within a size.

What is opened is marked as used, once a day at most. What a killed builder left goes after a day.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from judge.library.safekeeping.integrity import BUILDS, COMPLETE, DAY, PARTS, UNFINISHED, remove

KEPT_BYTES = 2**29
"""How large all builds may be together; the last one stays whatever its size: 150 states of
the five documents."""
UNUSED_DAYS = {BUILDS: 90, PARTS: 30}
"""Days that something is kept that nobody opens."""
UNFINISHED_DAYS = 1
"""Days that something unfinished is kept; no builder works longer."""


def clean(cache: Path, home: Path) -> None:
    """Remove what was not used for long, and the builds beyond their size, but never the one that was just made."""
    for folder, days in UNUSED_DAYS.items():
        for path in list((cache / folder).glob("*")):
            kept = UNFINISHED_DAYS if path.name.startswith(UNFINISHED) else days
            if path != home and time.time() - _used(path) > kept * DAY:
                remove(path)
    builds = [path for path in (cache / BUILDS).glob("*") if not path.name.startswith(UNFINISHED)]
    size = 0
    for path in sorted(builds, key=lambda path: (path == home, _used(path)), reverse=True):
        size += _size(path)
        if path != home and size > KEPT_BYTES:
            remove(path)


def _used(path: Path) -> float:
    """Return when a file, or a build, was last used, in seconds; what another process removes counts as used now."""
    for place in (path / COMPLETE, path):
        with suppress(OSError):
            return os.lstat(place).st_mtime
    return time.time()


def _size(build: Path) -> int:
    """Return the size of the files of a build in bytes."""
    size = 0
    for path in build.rglob("*"):
        with suppress(OSError):
            size += 0 if path.is_dir() else path.lstat().st_size
    return size

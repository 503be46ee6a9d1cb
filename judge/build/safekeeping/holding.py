"""Who is still writing: a lock that the system lets go of when its holder ends, however it ends."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from judge.core.files import ABANDONED

HELD = "held"
"""Name of the file in an unfinished folder that its builder holds a lock on."""
SETTLED = 60.0
"""Seconds within which a writer that just began may not hold its lock yet."""


def hold(handle: int) -> None:
    """Lock an opened file as long as it is open; where the system cannot, nothing is locked."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def hold_folder(folder: Path) -> int | None:
    """Say that a folder is being written to; return the handle to close when it is finished, where there are locks."""
    if os.name == "nt":  # which would let nobody move the folder meanwhile
        return None
    handle = os.open(folder / HELD, os.O_CREAT | os.O_WRONLY, 0o600)
    hold(handle)
    return handle


def is_abandoned(path: Path) -> bool:
    """Tell whether nobody writes to an unfinished file or folder any more."""
    age = time.time() - os.lstat(path).st_mtime
    # Not every system has locks.
    return age > ABANDONED or (age > SETTLED and _is_let_go(path / HELD if path.is_dir() else path))


def _is_let_go(path: Path) -> bool:
    """Tell whether a file is there and could be locked; where the system has no locks, nobody can tell."""
    try:
        import fcntl

        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        finally:
            os.close(handle)
    except (ImportError, OSError):
        return False
    return True

"""Files as they were written: put on the disk for good, with a checksum, and known again later.

What is sealed has its checksum before it. Of the files of a folder the checksums are recorded, with their sizes,
places and times on the disk, so that the next opening asks the file system alone: only a file that was touched since
is read as a whole. The checksums tell damage, not malice; against that the folder must be the person's own
(`ownership`).
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from judge.build.safekeeping.ownership import is_own_file, is_own_folder
from judge.core.errors import LibraryDamaged
from judge.core.files import ABANDONED, move_into_place, sync_folder, write_aside

HELD = "held"
"""Name of the file in an unfinished folder that its builder holds a lock on."""
SETTLED = 60.0
"""Seconds within which a writer that just began may not hold its lock yet. Chosen, not fitted."""


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


Recorded = dict[str, list[int]]
"""Checksum, size, place and times of change of each file, by its name."""
MEGABYTE = 2**20
COMPLETE = "complete"
"""Name of the file in which a build is recorded; written last."""
UNFINISHED = "unfinished-"
"""What the names of files and folders begin with that are still being written."""
NOT_READABLE = (LibraryDamaged, OSError, ValueError, LookupError, TypeError, AttributeError)
"""What reading a damaged file of a cache may raise."""
TICK = 20_000_000
"""Nanoseconds within which two changes of a file may have the same time. Chosen, not fitted."""


def seal_bytes(data: bytes) -> bytes:
    """Return data with its checksum before it."""
    return b"%08x\n" % zlib.crc32(data) + data


def read_sealed(path: Path) -> str:
    """Return a text that was sealed; what may go wrong is as with `read_sealed_bytes`."""
    return read_sealed_bytes(path).decode("utf-8")


def read_sealed_bytes(path: Path) -> bytes:
    """Return data that was sealed.

    Raises:
        OSError: there is no such file.
        LibraryDamaged: it is not as it was written, or not the person's own.
    """
    if not is_own_file(path):
        raise LibraryDamaged(f"{path} was put there by another")
    checksum, _, data = path.read_bytes().partition(b"\n")
    if checksum != b"%08x" % zlib.crc32(data):
        raise LibraryDamaged(f"{path} is not as it was written")
    return data


def write_sealed(path: Path, text: str, aside: Path) -> None:
    """Seal a text and write it; the arguments are those of `write_sealed_bytes`."""
    write_sealed_bytes(path, text.encode("utf-8"), aside)


def write_sealed_bytes(path: Path, data: bytes, aside: Path) -> None:
    """Seal data and write it, whole or not at all.

    Args:
        path: where it is wanted; what is there is replaced.
        data: what is written.
        aside: the folder that holds the file until it is finished.
    """
    move_into_place(write_aside(aside, seal_bytes(data), (UNFINISHED, ""), hold), path)


def record(folder: Path) -> Recorded:
    """Put the files of a folder on the disk for good, let nobody else touch them, and return what they are like."""
    import time

    recorded = {name: [_checksum(folder / name, put_on_disk=True)] for name in _names(folder)}
    for inside in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        inside.chmod(0o700)
        sync(inside)
    for name, about in recorded.items():
        about += _identity(folder / name)
    newest = max((max(about[-2:]) for about in recorded.values()), default=0)
    time.sleep(min(max(newest + TICK - time.time_ns(), 0), TICK) / 1e9)  # so that any later change has another time
    return recorded


def is_as_recorded(folder: Path, recorded: Mapping[str, list[int]]) -> bool:
    """Tell whether the files of a folder have not been touched since they were recorded.

    Raises:
        LibraryDamaged: a file has other contents, is missing, should not be there, or is not the person's own.
    """
    try:
        names = _names(folder)
        if names != sorted(recorded):
            raise LibraryDamaged(f"{folder} does not hold the files that were written")
        folders = {folder, *((folder / name).parent for name in names)}
        if not all(map(is_own_folder, folders)) or not all(is_own_file(folder / name) for name in names):
            raise LibraryDamaged(f"{folder} holds what another put there")
        touched = [name for name, about in recorded.items() if _identity(folder / name) != about[1:]]
        for name in touched:
            if _checksum(folder / name) != recorded[name][0]:
                raise LibraryDamaged(f"{folder / name} is not as it was written")
    except OSError as error:
        raise LibraryDamaged(f"{folder} cannot be read ({error.strerror})") from error
    return not touched


def checksums_differ(folder: Path, recorded: Mapping[str, list[int]]) -> bool:
    """Tell whether the files of a folder have other contents than were recorded, whatever the file system says."""
    return {name: _checksum(folder / name) for name in _names(folder)} != {
        name: about[0] for name, about in recorded.items()
    }


def sync(folder: Path) -> None:
    """Put the names in a folder on the disk for good, where the system can."""
    with suppress(OSError):
        sync_folder(folder)


def _names(folder: Path) -> list[str]:
    """Return the names of the files of a build, below its folder, except that of the record itself."""
    found: list[str] = []
    with os.scandir(folder) as listing:
        for entry in listing:
            if entry.is_dir(follow_symlinks=False):
                found += (f"{entry.name}/{name}" for name in _names(folder / entry.name))
            elif entry.name != COMPLETE:
                found.append(entry.name)
    return sorted(found)


def _identity(path: Path) -> list[int]:
    """Return the size, the place and the times of change of a file; another write changes one of them."""
    found = os.lstat(path)
    return [found.st_size, found.st_ino, found.st_mtime_ns, found.st_ctime_ns]


def _checksum(path: Path, *, put_on_disk: bool = False) -> int:
    """Return the checksum of a file."""
    checksum = 0
    with path.open("r+b" if put_on_disk else "rb") as file:
        if put_on_disk:
            path.chmod(0o600)
            os.fsync(file.fileno())
        while part := file.read(MEGABYTE):
            checksum = zlib.crc32(part, checksum)
    return checksum

"""Files as they were written: put on the disk for good, with a checksum, and recognised later.

A sealed file begins with a checksum of its name and content, so that no file passes for another. Of each file of a
build a `FileRecord` is kept, so that the next opening asks the file system alone: only one that was touched since is
read as a whole. The checksums detect damage, not malice; against that the folder must be the person's own
(`ownership`).
"""

from __future__ import annotations

import os
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from judge.core.errors import LibraryDamaged
from judge.core.files import MEGABYTE, move_into_place, sync_folder, write_aside
from judge.library.safekeeping.ownership import is_own

COMPLETE = "complete"
"""Name of the file in which a build is recorded; written last."""
UNFINISHED = "unfinished-"
"""What the names of files and folders begin with that are still being written."""
BUILDS, PARTS = "builds", "parts"
"""Names of the folders of a cache: of builds, and of what they are made from."""
DAY = 86400
"""Seconds."""
NOT_READABLE = (LibraryDamaged, OSError, ValueError, LookupError, TypeError, AttributeError)
"""What reading a damaged file of a cache may raise."""
TICK = 20_000_000
"""Nanoseconds within which two changes of a file may have the same time."""


class FilePlace(Struct, frozen=True):
    """Which file it is and when anything about it changed, as far as the file system says so."""

    device: int
    inode: int
    changed: int
    """In nanoseconds."""


class FileRecord(Struct, frozen=True):
    """What a file of a build is."""

    checksum: int
    size: int
    modified: int
    """In nanoseconds."""
    place: FilePlace

    @classmethod
    def of(cls, checksum: int, found: os.stat_result) -> FileRecord:
        """Make the record of a file with a checksum from what the file system says of it."""
        return cls(checksum, found.st_size, found.st_mtime_ns, place_of(found))


Records = dict[str, FileRecord]
"""The files of a build, by their names."""


def place_of(found: os.stat_result) -> FilePlace:
    """Return the place of a file from what the file system says of it."""
    return FilePlace(found.st_dev, found.st_ino, found.st_ctime_ns)


def seal(data: bytes, name: str) -> bytes:
    """Return data with a checksum of the name of its file and of itself before it."""
    return b"%08x\n" % _checksum_of(data, name) + data


def _checksum_of(data: bytes, name: str) -> int:
    return zlib.crc32(data, zlib.crc32(os.fsencode(name)))


def read_sealed(path: Path) -> bytes:
    """Return data that was sealed, and remember that it was read.

    Raises:
        OSError: there is no such file.
        LibraryDamaged: it has changed since it was written, has another name, or is not the person's own.
    """
    if not is_own(path):
        raise LibraryDamaged(f"{path} is not a file that only you can write to")
    checksum, _, data = path.read_bytes().partition(b"\n")
    if checksum != b"%08x" % _checksum_of(data, path.name):
        raise LibraryDamaged(f"{path} has changed since it was written")
    _mark_used(path)
    return data


def write_sealed(path: Path, data: bytes, aside: Path) -> None:
    """Seal data and write it, whole or not at all.

    Args:
        path: where it is wanted; what is there is replaced.
        data: what is written.
        aside: the folder that holds the file until it is finished.
    """
    move_into_place(write_aside(aside, seal(data, path.name), (UNFINISHED, "")), path)


def record(folder: Path, names: Iterable[str]) -> Records:
    """Put the files of a build on the disk for good, let nobody else touch them, and return what they are like."""
    checksums = {name: _checksum(folder / name, put_on_disk=True) for name in names}
    folder.chmod(0o700)
    sync_folder(folder)
    recorded = {name: FileRecord.of(checksum, os.lstat(folder / name)) for name, checksum in checksums.items()}
    newest = max(max(one.modified, one.place.changed) for one in recorded.values())
    time.sleep(min(max(newest + TICK - time.time_ns(), 0), TICK) / 1e9)  # so that any later change has another time
    return recorded


def is_as_recorded(folder: Path, recorded: Records, *, read_all: bool = False) -> bool:
    """Tell whether the files of a build have not been touched since they were recorded.

    Args:
        folder: of the build.
        recorded: what its files were like.
        read_all: read all of them, whatever the file system says.

    Raises:
        LibraryDamaged: one has other contents, is missing, or is not the person's own.
    """
    is_touched = False
    try:
        for path, one in ((folder / name, one) for name, one in recorded.items()):
            if not is_own(path):
                raise LibraryDamaged(f"{path} is something that another user could have put there")
            is_other = FileRecord.of(one.checksum, os.lstat(path)) != one
            if (is_other or read_all) and _checksum(path) != one.checksum:
                raise LibraryDamaged(f"{path} has changed since it was written")
            is_touched |= is_other
    except OSError as error:
        raise LibraryDamaged(f"{folder} cannot be read ({error.strerror})") from error
    return not is_touched


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


def _mark_used(path: Path) -> None:
    """Remember that a file was opened, to the day; a build is its file `COMPLETE`."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)


def remove(path: Path) -> None:
    """Remove a file, or a build; killed in the middle, that leaves nothing that could be taken for a whole one."""
    import shutil

    with suppress(OSError):
        if path.is_symlink() or not path.is_dir():
            path.unlink()
        (path / COMPLETE).unlink()
    shutil.rmtree(path, ignore_errors=True)

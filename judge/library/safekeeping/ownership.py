"""Whose a folder is: whether only the person can have put what is in it there.

Looked at are the folder and every folder and link on the way to it, for whoever can rename one of those can put
another in its place. A folder on the way may be the system's, and one in which everybody keeps things of their own
(`/tmp`) may be written to by all. Where the system knows no owners, nothing is found wrong.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

MOST_LINKS = 40
"""Links that are followed on the way to a folder; the system follows no more either."""


def fault_of(folder: Path) -> str | None:
    """Return why a folder cannot be trusted, in words for a person; None where it can, or is not there yet."""
    if not hasattr(os, "getuid"):
        return None
    try:
        return next(_faults(str(folder.absolute())), None)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # a name with a NUL in it is a ValueError
        return getattr(error, "strerror", None) or str(error)


def is_own(path: str | Path, *, is_folder: bool = False) -> bool:
    """Tell whether a name is that of a regular file, or a folder, and no link, that only the person can change.

    Raises:
        OSError: there is no such file.
    """
    found = os.lstat(path)
    is_of_kind = stat.S_ISDIR(found.st_mode) if is_folder else stat.S_ISREG(found.st_mode)
    return is_of_kind and (not hasattr(os, "getuid") or (found.st_uid == os.getuid() and not found.st_mode & 0o022))


def make_folder(folder: Path) -> None:
    """Make a folder and those on the way to it that only the person can enter; what is there stays as it is."""
    for one in (*reversed(folder.parents), folder):
        if not os.path.lexists(one):
            one.mkdir(mode=0o700, exist_ok=True)


def _faults(path: str) -> Iterator[str]:
    """Yield what is wrong with a folder and with what leads to it; links are followed one by one."""
    here, left, links = os.sep, path.split("/")[::-1], 0
    yield from _faults_of(here, os.lstat(here), on_the_way=True)
    while left:
        name = left.pop()
        if name in ("", os.curdir):
            continue
        if name == os.pardir:
            here = os.path.dirname(here)  # noqa: PTH120 (a name made of a few texts at every start)
            continue
        there = os.path.join(here, name)  # noqa: PTH118 (as above)
        found = os.lstat(there)
        if not stat.S_ISLNK(found.st_mode):
            yield from _faults_of(there, found, on_the_way=True)
            here = there
            continue
        links += 1
        if links > MOST_LINKS:
            yield f"{there} is a circular link"
        if found.st_uid not in (0, os.getuid()):
            yield f"{there} belongs to another user"
        target = os.readlink(there)  # noqa: PTH115 (as above)
        left += target.split("/")[::-1]
        here = os.sep if target.startswith(os.sep) else here
    yield from _faults_of(here, os.lstat(here), on_the_way=False)


def _faults_of(path: str, found: os.stat_result, *, on_the_way: bool) -> Iterator[str]:
    """Yield what is wrong with one folder; the last must be the person's, and nobody else may write to it."""
    if not stat.S_ISDIR(found.st_mode):
        yield f"{path} is not a folder"
    if found.st_uid != os.getuid() and not (on_the_way and found.st_uid == 0):
        yield f"{path} belongs to another user"
    if on_the_way and found.st_mode & stat.S_ISVTX:
        return  # everybody may write there and can move only what is their own
    if found.st_mode & 0o002 or (found.st_mode & 0o020 and not _is_group_of_one(found.st_gid)):
        yield f"other users can write to {path}"


def _is_group_of_one(number: int) -> bool:
    """Tell whether a group is the person's own: many systems give each person one, and let it write everywhere."""
    import grp
    import pwd

    try:
        group, person = grp.getgrgid(number), pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return number == person.pw_gid and group.gr_name == person.pw_name and set(group.gr_mem) <= {person.pw_name}

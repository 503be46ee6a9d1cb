"""Writes a site into a folder: complete or not at all, and only what changed.

Every file is rendered first. What differs from the folder is written to a hidden folder inside it, which is renamed to
`.judge-next` when all is there. From then on the new edition counts: its files are moved into place one by one, and a
build that finds `.judge-next` moves what a killed one did not. A file of its own, `.judge-site`, lists what is ours: by
it a later build knows the folder and takes away pages that are no more. No other file is replaced or removed: one that
is in the way ends the build before anything is moved, or is moved aside if that is asked. The folder may come from
somebody else: no link in it is followed, and lists that no build can have written end the build.
"""

from __future__ import annotations

import os
import shutil
import signal
import stat
import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import accumulate
from itertools import count as numbers
from pathlib import Path
from typing import NamedTuple

from judge.build.compiled_library import Progress
from judge.core.errors import SiteError
from judge.core.files import InputKind, hold_lock, read_text
from judge.core.names import shortened

OURS = ".judge-site"
HEAD = (
    "This folder is written by `judge site`. The files below are replaced and removed by it; others are left alone.\n"
)
ASIDE = ".judge-unfinished-"
NEXT = ".judge-next"
"""A finished edition whose files are being moved into place; `OURS` in it is the last of them."""
LOCK = ".judge-lock"
LIST = InputKind("a list of the site's files", SiteError, 64, may_be_link=False)
Moved = tuple[Path, Path]
"""What was in the way and is not ours, and its new name."""


class Written(NamedTuple):
    """What a build did."""

    files: int
    changed: int
    removed: int
    moved: tuple[Moved, ...]


def write_site(
    files: Iterable[tuple[str, str | bytes]],
    folder: Path,
    progress: Progress,
    *,
    count: int = 0,
    force: bool = False,
) -> Written:
    """Write a site.

    Args:
        files: path inside the site and content of each file.
        folder: where to; made if it is not there.
        progress: told how it goes on.
        count: how many files there are, about.
        force: write into a folder that holds something else; what is in the way there is moved aside.

    Raises:
        SiteError: the folder is not ours, a file in it that is not ours would be replaced, or it cannot be written to;
            it is then as it was, or, if the new edition is complete in it, the next call goes on where this one ended.
        CollectionError: another program keeps writing to it.
    """
    try:
        finished = claim(folder, force=force)
        with _alone(folder), _aside(folder) as aside:
            finished += _finish(folder)  # another build may have been killed since the claim
            before = _Listed(_listed(folder), folder)
            edition = aside / "edition"
            edition.mkdir()
            files_of_site, changed = _render(files, folder, edition, progress, count)
            if not force:
                _refuse_others(_in_the_way(path, folder, before) for path in changed)
            # A file of somebody else that holds the same stays theirs.
            ours = _Listed([*changed, *(path for path in files_of_site if path in before)], folder)
            _list(ours.paths, edition)
            with _uninterrupted():
                edition.rename(folder / NEXT)
                moved = _finish(folder)
    except OSError as error:
        what = "the next `judge site` goes on from there" if _is_waiting(folder) else "it is unchanged"
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error}); {what}") from error
    progress("", 1, 1)
    removed = sum(path not in ours and _is_reached(folder, path) for path in before.paths)
    return Written(len(files_of_site), len(changed), removed, finished + moved)


class _Listed:
    """Paths of files in a site; also found in other letter case where the system takes both for one file."""

    def __init__(self, paths: Iterable[str], folder: Path) -> None:
        self.paths = frozenset(paths)
        self._by_case = {path.casefold(): path for path in self.paths}
        self._folder = folder

    def __contains__(self, path: str) -> bool:
        if path in self.paths:
            return True
        other = self._by_case.get(path.casefold())
        if other is None or not (_is_reached(self._folder, path) and _is_reached(self._folder, other)):
            return False
        with suppress(OSError):
            return (self._folder / path).samefile(self._folder / other)
        return False


def claim(folder: Path, *, force: bool = False) -> tuple[Moved, ...]:
    """Make sure that a folder is there and ours to write to, and do what a killed build left to be done in it.

    Returns what was in the way of that.

    Raises:
        SiteError: it is a file, holds something that is not ours, or has a list of files that no build wrote.
        CollectionError: another program keeps writing to it, or its lock is not a file.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _listed(folder)
        finished: tuple[Moved, ...] = ()
        if _is_waiting(folder):
            _listed(folder / NEXT)
            with _alone(folder):
                finished = _finish(folder)
        if (folder / OURS).exists():
            return finished
    except OSError as error:
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error})") from error
    other = next((path.name for path in sorted(folder.iterdir()) if not path.name.startswith(".")), None)
    if other and not force:
        raise SiteError(f"{folder} contains {other}, which is not part of the site; name another folder or add --force")
    return finished


def _listed(folder: Path) -> list[str]:
    """Return the files that the list in a folder names; none where there is no list.

    Raises:
        SiteError: it is not a list that a build wrote, or it names a place outside the site.
    """
    path = folder / OURS
    if not os.path.lexists(path):
        return []
    text = read_text(path, LIST)
    lines = text.splitlines()
    if lines[:1] != [HEAD.strip()]:
        raise SiteError(f"{path} was not written by `judge site`; name another folder")
    if wrong := [name for name in lines[1:] if not _is_inside(name)]:
        raise SiteError(f"{path} lists '{shortened(wrong[0], 60)}', which is not a file of a site; name another folder")
    return lines[1:]


def _is_inside(name: str) -> bool:
    """Tell whether a name can be that of a file inside a site, on a line of a list."""
    path = Path(name)
    is_one = path.as_posix() == name != "." and not path.anchor and ".." not in path.parts
    return is_one and name.splitlines() == [name] and "\0" not in name and not name.startswith(".judge-")


def _alone(folder: Path) -> AbstractContextManager[None]:
    """Hold the lock of a site, so that one build at a time writes to it."""
    return hold_lock(folder / LOCK, f"another `judge site` is writing to {folder}; try again when it is finished")


@contextmanager
def _aside(folder: Path) -> Iterator[Path]:
    """Give a hidden folder inside the site, and take it away at the end, with those that killed builds left."""
    for left in folder.glob(f"{ASIDE}*"):
        shutil.rmtree(left, ignore_errors=True)
    aside = folder / f"{ASIDE}{os.urandom(8).hex()}"
    try:
        aside.mkdir(mode=0o700)  # in here, so that not even Ctrl-C at this moment leaves it after
        yield aside
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _render(
    files: Iterable[tuple[str, str | bytes]], folder: Path, aside: Path, progress: Progress, count: int
) -> tuple[list[str], list[str]]:
    """Write what differs from the folder aside; return all paths, and those that differ.

    Raises:
        SiteError: a path leads out of the site, or is not on one line.
    """
    ours: list[str] = []
    changed: list[str] = []
    made: set[Path] = set()
    for path, content in files:
        if len(ours) % 50 == 0:
            progress("writing pages", min(len(ours), count), count)
        if not _is_inside(path):
            raise SiteError(f"'{shortened(path, 60)}' cannot be the name of a file of a site; rename it")
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        ours.append(path)
        if not _holds(folder, path, data):
            changed.append(path)
            target = aside / path
            if target.parent not in made:
                target.parent.mkdir(parents=True, exist_ok=True)
                made.add(target.parent)
            target.write_bytes(data)
    return ours, changed


def _is_reached(folder: Path, path: str) -> bool:
    """Tell whether a path inside a site leads through no link; there may be nothing yet in its place."""
    straight = Path(os.path.realpath(folder), path)
    return Path(os.path.realpath(straight)) == straight


def _holds(folder: Path, path: str, data: bytes) -> bool:
    """Tell whether a file of a site holds exactly these bytes."""
    with suppress(OSError):
        found = (folder / path).lstat()
        is_alike = stat.S_ISREG(found.st_mode) and found.st_size == len(data) and _is_reached(folder, path)
        return is_alike and (folder / path).read_bytes() == data
    return False


def _in_the_way(path: str, folder: Path, before: _Listed) -> Path | None:
    """Return what is in the place of a file or of a folder above it and is not ours, if anything is.

    We write files in folders, and no links.
    """
    for part in accumulate(path.split("/"), "{}/{}".format):
        place = folder / part
        is_ours = place.is_file() and path in before if part == path else place.is_dir()
        if os.path.lexists(place) and not (is_ours and _is_reached(folder, part)):
            return place
    return None


def _refuse_others(places: Iterable[Path | None]) -> None:
    """Refuse to write where anything is in the way.

    Raises:
        SiteError: something is.
    """
    if other := next(filter(None, places), None):
        what = f"{other} was not written by `judge site` and would be replaced"
        raise SiteError(f"{what}; move it, or add --force, which renames it (nothing was changed)")


def _move_aside(place: Path) -> Path:
    """Give what is in the way a name that nothing has, and return it."""
    names = (place.with_name(f"{place.name}.before{number or ''}") for number in numbers())
    free = next(name for name in names if not os.path.lexists(name))
    place.rename(free)
    return free


def _finish(folder: Path) -> tuple[Moved, ...]:
    """Move a finished edition into place and take away what is no more of the site; return what was in the way.

    It may begin where an earlier call was killed: a file that is still in `NEXT` has not been moved, and the list in
    the folder is the old one until everything else is done.
    """
    edition = folder / NEXT
    if not _is_waiting(folder):
        shutil.rmtree(edition, ignore_errors=True)  # all of it was moved
        return ()
    before, ours = _Listed(_listed(folder), folder), _Listed(_listed(edition), folder)
    moved: list[Moved] = []
    # What is new comes first, so that a page leads to nothing that is not there yet.
    waiting = sorted(path for path in _files_in(edition) if path != OURS)
    for path in sorted(waiting, key=lambda path: os.path.lexists(folder / path)):
        while other := _in_the_way(path, folder, before):
            moved.append((other, _move_aside(other)))
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (edition / path).replace(folder / path)
    for path in sorted(path for path in before.paths if path not in ours):
        if not _is_reached(folder, path):
            continue  # a link, or what one leads to, is left alone
        file = folder / path
        with suppress(OSError):
            file.unlink(missing_ok=True)
            file.parent.rmdir()  # which fails where it is not empty
    (edition / OURS).replace(folder / OURS)
    shutil.rmtree(edition)
    return tuple(moved)


def _is_waiting(folder: Path) -> bool:
    """Tell whether a folder has a finished edition that is not, or not all, in its place.

    Raises:
        SiteError: what has its name is a link or a file.
    """
    edition = folder / NEXT
    if edition.is_symlink() or (edition.exists() and not edition.is_dir()):
        raise SiteError(f"{edition} was not written by `judge site`; name another folder")
    return os.path.lexists(edition / OURS)


def _files_in(edition: Path) -> Iterator[str]:
    """Yield the paths of the files of an edition, and of nothing that is a link or only looks like a file."""
    for inside, _, names in os.walk(edition):
        for path in (Path(inside) / name for name in names):
            if stat.S_ISREG(path.lstat().st_mode):
                yield path.relative_to(edition).as_posix()


def _list(paths: Iterable[str], edition: Path) -> None:
    """Write the list of our files into an edition."""
    (edition / OURS).write_text(HEAD + "".join(f"{path}\n" for path in sorted(paths)), encoding="utf-8")


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

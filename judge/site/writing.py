"""Writes a site into a folder: complete or not at all, and only what changed.

Every file is rendered first. What differs from the folder is written to a hidden folder inside it, which is renamed to
`.judge-next` when all is there. From then on the new edition counts: its files are moved into place one by one, and a
build that finds `.judge-next` moves what a killed one did not. A file of its own, `.judge-site`, lists what is ours: by
it a later build knows the folder and takes away pages that are no more. No other file is replaced or removed: one that
is in the way ends the build before anything is moved, or is moved aside if that is asked. Where a person wants it, a
visitor sees one edition at every moment (switching.py).
"""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import accumulate
from itertools import count as numbers
from pathlib import Path
from typing import NamedTuple

from judge.build.compiled_library import Progress
from judge.core.errors import SiteError
from judge.core.files import hold_lock
from judge.site import switching

OURS = ".judge-site"
HEAD = (
    "This folder is written by `judge site`. The files below are replaced and removed by it; others are left alone.\n"
)
ASIDE = ".judge-unfinished-"
NEXT = ".judge-next"
"""A finished edition whose files are being moved into place; `OURS` in it is the last of them."""
LOCK = ".judge-lock"
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
    switched: bool = False,
) -> Written:
    """Write a site.

    Args:
        files: path inside the site and content of each file.
        folder: where to; made if it is not there.
        progress: told how it goes on.
        count: how many files there are, about.
        force: write into a folder that holds something else; what is in the way there is moved aside.
        switched: give the site editions that are switched in one step, which later builds of the folder keep to.

    Raises:
        SiteError: the folder is not ours, a file in it that is not ours would be replaced, or it cannot be written to;
            it is then as it was, or, if the new edition is complete in it, the next call goes on where this one ended.
        CollectionError: another program keeps writing to it.
    """
    try:
        finished = claim(folder, force=force, switched=switched)
        with _alone(folder), _aside(folder) as aside:
            finished += _finish(folder)  # another build may have been killed since the claim
            has_editions = switched or switching.is_switched(folder)
            root = switching.shown(folder) if has_editions else folder
            before = _Listed(_listed(folder), root)
            edition = aside / "edition"
            edition.mkdir()
            files_of_site, changed = _render(files, root, edition, progress, count)
            places = [_in_the_way(path, root, before) for path in changed]
            if has_editions:
                places += [_on_the_way(folder / path.partition("/")[0]) for path in files_of_site]
            others = _all_others(places, force=force)
            # A file of somebody else that holds the same stays theirs.
            ours = _Listed([*changed, *(path for path in files_of_site if path in before)], root)
            _list(ours.paths, edition)
            with _uninterrupted():
                if has_editions:
                    moved = tuple((place, _move_aside(place)) for place in others)
                    switching.fill(edition, folder, {*files_of_site}.difference(changed), before.paths)
                    switching.switch(edition, folder)
                else:
                    edition.rename(folder / NEXT)
                    moved = _finish(folder)
            if has_editions:
                switching.clean(folder, OURS)
    except OSError as error:
        what = "the next `judge site` goes on from there" if _is_waiting(folder) else "it is unchanged"
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error}); {what}") from error
    progress("", 1, 1)
    removed = sum(path not in ours for path in before.paths)
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
        with suppress(OSError):
            return other is not None and (self._folder / path).samefile(self._folder / other)
        return False


def claim(folder: Path, *, force: bool = False, switched: bool = False) -> tuple[Moved, ...]:
    """Make sure that a folder is there and ours to write to, and do what a killed build left to be done in it.

    Returns what was in the way of that.

    Raises:
        SiteError: it is a file, or holds something that is not ours, or cannot have editions that are switched.
        CollectionError: another program keeps writing to it.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        finished: tuple[Moved, ...] = ()
        if _is_waiting(folder):
            with _alone(folder):
                finished = _finish(folder)
        if switched:
            switching.make_sure(folder)
        if any((place / OURS).exists() for place in (folder, switching.shown(folder))):
            return finished
    except OSError as error:
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error})") from error
    names = (path.name for path in sorted(folder.iterdir()) if not switching.is_our_link(path))
    other = next((name for name in names if not name.startswith(".")), None)
    if other and not force:
        raise SiteError(f"{folder} contains {other}, which is not part of the site; name another folder or add --force")
    return finished


def _listed(folder: Path) -> list[str]:
    """Return the files of the site in a folder, or of the edition that it shows."""
    for place in (folder, switching.shown(folder)):
        with suppress(FileNotFoundError):
            return (place / OURS).read_text(encoding="utf-8").removeprefix(HEAD).splitlines()
    return []


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
    """Write what differs from the folder aside; return all paths, and those that differ."""
    ours: list[str] = []
    changed: list[str] = []
    made: set[Path] = set()
    for path, content in files:
        if len(ours) % 50 == 0:
            progress("writing pages", min(len(ours), count), count)
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        ours.append(path)
        if not _holds(folder / path, data):
            changed.append(path)
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


def _in_the_way(path: str, folder: Path, before: _Listed) -> Path | None:
    """Return what is in the place of a file or of a folder above it and is not ours, if anything is.

    We write files in folders, and no links.
    """
    *above, file = (folder / part for part in accumulate(path.split("/"), "{}/{}".format))
    for place in above:
        if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
            return place
    is_other = os.path.lexists(file) and (file.is_symlink() or not file.is_file() or path not in before)
    return file if is_other else None


def _on_the_way(place: Path) -> Path | None:
    """Return what is in the place of a link to the edition that is shown and is not that, if anything is."""
    return place if os.path.lexists(place) and not switching.is_our_link(place) else None


def _all_others(places: Iterable[Path | None], *, force: bool) -> list[Path]:
    """Return what is in the way.

    Raises:
        SiteError: there is anything, and it may not be moved.
    """
    others = list(dict.fromkeys(place for place in places if place))
    if others and not force:
        what = f"{others[0]} was not written by `judge site` and would be replaced"
        raise SiteError(f"{what}; move it, or add --force, which renames it (nothing was changed)")
    return others


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
    before = _Listed(_listed(folder), folder)
    ours = _Listed((edition / OURS).read_text(encoding="utf-8").removeprefix(HEAD).splitlines(), folder)
    moved: list[Moved] = []
    # What is new comes first, so that a page leads to nothing that is not there yet.
    waiting = sorted(path for path in _files_in(edition) if path != OURS)
    for path in sorted(waiting, key=lambda path: os.path.lexists(folder / path)):
        while other := _in_the_way(path, folder, before):
            moved.append((other, _move_aside(other)))
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (edition / path).replace(folder / path)
    for file in sorted(folder / path for path in before.paths if path not in ours):
        if file.is_symlink() or folder.resolve() not in file.resolve().parents:
            continue  # a link, or what one leads to, is left alone
        with suppress(OSError):
            file.unlink(missing_ok=True)
            file.parent.rmdir()  # which fails where it is not empty
    (edition / OURS).replace(folder / OURS)
    shutil.rmtree(edition)
    return tuple(moved)


def _is_waiting(folder: Path) -> bool:
    """Tell whether a folder has a finished edition that is not, or not all, in its place."""
    return not (folder / NEXT).is_symlink() and (folder / NEXT / OURS).is_file()


def _files_in(edition: Path) -> Iterator[str]:
    """Yield the paths of the files of an edition."""
    for inside, _, names in os.walk(edition):
        yield from ((Path(inside) / name).relative_to(edition).as_posix() for name in names)


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

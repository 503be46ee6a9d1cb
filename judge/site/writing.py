"""Writes a site into a folder: new files first, old ones last, and only what changed.

Every file is rendered first; what differs from the folder is written to a hidden folder inside it. Only when all is
there are the files moved into place one by one, and those that are no more of the site removed. A file of its own,
`.judge-site`, lists what is ours: by it a later build knows the folder. While files are moved it lists the old and the
new ones, so that the next build puts right what a killed one left. No other file is replaced or removed: one that is
in the way ends the build before anything is moved. The folder may come from somebody else: no link in it is followed,
and a list that no build can have written ends the build.
"""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from judge.core.errors import SiteError
from judge.core.files import InputKind, corpus_folders, hold_lock, read_file, read_text
from judge.core.names import shortened
from judge.library import collection
from judge.library.compiled_library import Progress
from judge.library.safekeeping.integrity import place_of
from judge.site.owner import owner_files

OURS = ".judge-site"
HEAD = (
    "This folder is written by `judge site`. The files below are replaced and removed by it; others are left alone.\n"
)
ASIDE = ".judge-unfinished-"
LOCK = ".judge-lock"
MARK = ".judge-made-from"
LIST = InputKind("a list of the site's files", SiteError, 64, may_be_link=False)
CHECKSUM = InputKind("a checksum of the site", SiteError, 1, may_be_link=False)


class Written(NamedTuple):
    """What a build did."""

    files: int
    changed: int
    removed: int


def source_state(corpus: Sequence[str | Path], templates: Path) -> object:
    """Return what is another whenever a document, a template, a file of the owner or the program changed.

    It rests on what the file system says of each file, not on contents, as `collection.state` does.
    """
    folders = corpus_folders(corpus)
    files = [path for path in sorted(templates.rglob("*")) if path.is_file()]
    return collection.state(folders), _states([*files, *owner_files(folders)])


def _states(files: Iterable[Path]) -> list[object]:
    found = ((path, path.stat()) for path in files)
    return [(path, stat.st_size, stat.st_mtime_ns, place_of(stat)) for path, stat in found]


def count_unchanged(folder: Path, made_from: str) -> int:
    """Return how many files a site has that `write_site` made from the same, and nobody touched; 0 for another one."""
    with suppress(OSError, SiteError):
        if read_text(folder / MARK, CHECKSUM) == _checksum(folder, made_from):
            return len(_listed(folder))
    return 0


def _checksum(folder: Path, made_from: str) -> str:
    states = _states(folder / path for path in _listed(folder))
    return f"{zlib.crc32(repr((made_from, states)).encode('utf-8', 'backslashreplace')):08x}"


def write_site(
    files: Iterable[tuple[str, str | bytes]],
    folder: Path,
    progress: Progress,
    *,
    count: int = 0,
    made_from: Callable[[], str] = str,
) -> Written:
    """Write a site.

    Args:
        files: path inside the site and content of each file.
        folder: where to; made if it is not there.
        progress: told how it goes on.
        count: how many files there are, about.
        made_from: asked at the end for the state of all that decides about the files, for `count_unchanged`; empty
            for a site that is to be made again.

    Raises:
        SiteError: the folder is not ours, a file in it that is not ours would be replaced, or it cannot be written to.
        CollectionError: another program keeps writing to it.
    """
    claim(folder)
    begun = False
    try:
        busy = f"another `judge site` is writing to {folder}; try again when it is finished"
        with hold_lock(folder / LOCK, busy), _aside(folder) as aside:
            before = _Listed(_listed(folder), folder)
            paths, changed = _render(files, folder, aside, progress, count)
            if other := next(filter(None, (_in_the_way(path, folder, before) for path in changed)), None):
                what = f"{other} was not written by `judge site` and would be replaced"
                raise SiteError(f"{what}; move it (nothing was changed)")
            # A file of somebody else that holds the same stays theirs.
            ours = _Listed([*changed, *(path for path in paths if path in before)], folder)
            begun = True
            _write_list(before.paths | ours.paths, folder, aside)
            _move_into_place(changed, folder, aside)
            removed = _remove((path for path in before.paths if path not in ours), folder)
            _write_list(ours.paths, folder, aside)
            if (state := made_from()) and len(ours.paths) == len(paths):  # none of them is somebody else's
                _write_hidden(MARK, _checksum(folder, state), folder, aside)
    except OSError as error:
        what = "the next `judge site` goes on from there" if begun else "it is unchanged"
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error}); {what}") from error
    progress("", 1, 1)
    return Written(len(paths), len(changed), removed)


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


def claim(folder: Path) -> None:
    """Make sure that a folder is there and ours to write to.

    Raises:
        SiteError: it is a file, holds something that is not ours, or has a list of files that no build wrote.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _listed(folder)
    except OSError as error:
        raise SiteError(f"{folder} cannot be written to ({error.strerror or error})") from error
    if (folder / OURS).exists():
        return
    if other := next((path.name for path in sorted(folder.iterdir()) if not path.name.startswith(".")), None):
        raise SiteError(f"{folder} contains {other}, which is not part of the site; name another folder")


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
    with suppress(OSError, SiteError):
        is_alike = (folder / path).lstat().st_size == len(data) and _is_reached(folder, path)
        return is_alike and read_file(folder / path, LIST) == data
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


def _move_into_place(changed: Iterable[str], folder: Path, aside: Path) -> None:
    """Move files into a site: those that are new first, so that no page leads to one that is not there yet."""
    for path in sorted(changed, key=lambda path: ((folder / path).exists(), path)):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (aside / path).replace(folder / path)


def _remove(paths: Iterable[str], folder: Path) -> int:
    """Remove files of a site and folders that this leaves empty; return how many.

    A link, or what one leads to, is left alone.
    """
    reached = [path for path in sorted(paths) if _is_reached(folder, path)]
    for file in (folder / path for path in reached):
        with suppress(OSError):
            file.unlink(missing_ok=True)
            file.parent.rmdir()  # which fails where it is not empty
    return len(reached)


def _write_list(paths: Iterable[str], folder: Path, aside: Path) -> None:
    """Write the list of our files."""
    _write_hidden(OURS, HEAD + "".join(f"{path}\n" for path in sorted(paths)), folder, aside)


def _write_hidden(name: str, text: str, folder: Path, aside: Path) -> None:
    new = aside / name
    new.write_text(text, encoding="utf-8")
    new.replace(folder / name)

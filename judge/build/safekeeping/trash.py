"""The trash of the person's own library: what its last changes took away, and how it comes back.

Beside the library, the folder `trash` has a numbered folder for each change:

    before/        the files as they were; those that the change made are not there
    after/         the manifest as the change left it
    change.json    what was done, and the state of each file before and after

A change is kept here whole before the first file of the library is touched, so that whatever a killed program took
away can be brought back. Undone, its folder is called `undone-…`, and `taken/` has what made way for the old files.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

from judge.core.errors import CollectionError
from judge.core.files import MANIFEST, link_or_copy, move_into_place, sync_folder, write_aside
from judge.core.jsonl import dumps

TRASH = "trash"
"""The name of the folder beside the library."""
RECORD = "change.json"
UNFINISHED = "unfinished-"
UNDONE = "undone-"
KEPT_DAYS = 90
"""Days that a change can be undone. Chosen, not fitted."""
KEPT_BYTES = 2**28
"""How large all changes may be together; the last one stays whatever its size. Chosen, not fitted."""

State = str | None
"""What a file is: a digest of its content, or where it leads if it is a link; None where there is no file."""


class LibraryChange(NamedTuple):
    """A change of the library."""

    did: str
    """What the command did, in words for the person."""
    files: Mapping[str, bytes | None]
    """What each file holds after it; None where it is no more."""


class KeptFile(NamedTuple):
    """A file that a change touches."""

    name: str
    before: State
    after: State


class Undone(NamedTuple):
    """A change that was undone."""

    did: str
    when: str
    """The date and the time of day of the change, in UTC."""


class _Restoring(NamedTuple):
    """How one file becomes again what it was."""

    path: Path
    wanted: Path | bytes | None
    """A file of the trash, or what is written; None: it is removed."""


def place_in(library: Path, name: str) -> Path:
    """Return where a file of a library is; a manifest that is a link stays one."""
    return (library / name).resolve() if name == MANIFEST else library / name


def keep(change: LibraryChange, library: Path) -> None:
    """Keep what a change will take away; changes that are too old go.

    Raises:
        OSError: it cannot be written; the trash has then nothing of it.
    """
    trash = library.parent / TRASH
    trash.mkdir(mode=0o700, exist_ok=True)
    aside = trash / f"{UNFINISHED}{os.urandom(4).hex()}"
    try:
        for folder in (aside, aside / "before", aside / "after"):
            folder.mkdir(mode=0o700)
        files = [KeptFile(name, state(place_in(library, name)), _digest(data)) for name, data in change.files.items()]
        for one in files:
            if one.before is not None:
                link_or_copy(place_in(library, one.name), aside / "before" / one.name)
        manifest = change.files.get(MANIFEST)
        if manifest is not None:
            move_into_place(write_aside(aside, manifest), aside / "after" / MANIFEST)
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime())
        record = dumps({"did": change.did, "when": when, "files": [one._asdict() for one in files]})
        move_into_place(write_aside(aside, record.encode()), aside / RECORD)
        for folder in (aside / "before", aside / "after", aside):
            sync_folder(folder)
        aside.rename(trash / f"{max(_numbered(trash), default=0) + 1:06}")
        sync_folder(trash)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    _clean(trash)


def undo(library: Path, blank: str, check: Callable[[str], object]) -> Undone | None:
    """Bring back what the last change of a library took away; None where there is none.

    Killed on its way, it is done again by the next call.

    Args:
        library: the folder; nobody else writes to it meanwhile.
        blank: the text of a manifest that says nothing.
        check: raises ManifestError where the text of a manifest is wrong.

    Raises:
        CollectionError: a file was changed since, so that bringing back the old one would lose that.
        OSError: something cannot be read or written.
    """
    trash = library.parent / TRASH
    last = max((number for number, folder in _numbered(trash).items() if folder.name.isdecimal()), default=None)
    if last is None:
        return None
    folder = _numbered(trash)[last]
    try:
        about = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        files = [KeptFile(**one) for one in about["files"]]
        undone = Undone(str(about["did"]), str(about["when"]))
        if not all(one.name == Path(one.name).name for one in files):
            raise ValueError("a name points outside the library")
    except (ValueError, LookupError, TypeError) as error:
        raise CollectionError(f"{folder / RECORD} is damaged; nothing was undone; remove {folder}") from error
    steps = _steps(files, folder, library, blank)
    for step in steps:
        if step.path == place_in(library, MANIFEST) and isinstance(step.wanted, bytes):
            check(step.wanted.decode("utf-8", "replace"))
    shutil.rmtree(folder / "taken", ignore_errors=True)
    (folder / "taken").mkdir(mode=0o700)
    library.mkdir(parents=True, exist_ok=True)
    for step in steps:
        _take(step, folder / "taken")
    sync_folder(library)
    folder.rename(trash / f"{UNDONE}{folder.name}")
    return undone


def sweep(library: Path) -> None:
    """Remove what a killed program did not finish; the library has all of it."""
    for path in (library.parent / TRASH).glob(f"{UNFINISHED}*"):
        shutil.rmtree(path, ignore_errors=True)


def _steps(files: Sequence[KeptFile], folder: Path, library: Path, blank: str) -> list[_Restoring]:
    """Return how the files become again what they were, documents first."""
    steps: list[_Restoring] = []
    for one in sorted(files, key=lambda one: one.name == MANIFEST):
        path, old = place_in(library, one.name), folder / "before" / one.name
        now = state(path)
        if now == one.before:
            continue
        if now == one.after:
            steps.append(_Restoring(path, old if one.before is not None else None))
            continue
        merged = _merged(path, old, folder / "after" / MANIFEST, blank) if one.name == MANIFEST and now else None
        if merged is None:
            told = f"{path} has changed since; nothing was undone; move it away to restore the old version"
            raise CollectionError(f"{told}, or remove {folder} to cancel the change")
        if merged == path.read_bytes():
            continue
        steps.append(_Restoring(path, merged))
    return steps


def _merged(path: Path, old: Path, new: Path, blank: str) -> bytes | None:
    """Return a manifest without the change that made `new` of `old`, and with all changes since; None if they overlap.

    Every stretch of lines that the change made has to be there as it was made, or as it was before.
    """
    before = _lines(old) if old.exists() else blank.splitlines(keepends=True)
    after, now = _lines(new), _lines(path)
    back = SequenceMatcher(None, after, before, autojunk=False).get_opcodes()
    blocks = SequenceMatcher(None, after, now, autojunk=False).get_matching_blocks()
    at = {size + index: start + index for size, start, length in blocks for index in range(length)}
    found: list[str] = []
    done = 0
    for kind, first, last, before_first, before_last in back:
        if kind == "equal":
            continue
        start = at.get(first - 1, -1) + 1 if first else 0
        made, wanted = after[first:last], before[before_first:before_last]
        end = at.get(last, len(now)) if last < len(after) else len(now)
        if now[start:end] == wanted or (wanted and not made and now[start : start + len(wanted)] == wanted):
            continue
        if now[start : start + len(made)] != made or start < done or (first and first - 1 not in at):
            return None
        found += [*now[done:start], *wanted]
        done = start + len(made)
    return "".join((*found, *now[done:])).encode()


def _lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8", "replace").splitlines(keepends=True)


def _take(step: _Restoring, taken: Path) -> None:
    """Take one step; what makes way is kept."""
    if os.path.lexists(step.path):
        link_or_copy(step.path, taken / step.path.name)
    if step.wanted is None:
        step.path.unlink()
        return
    aside = write_aside(step.path.parent, step.wanted if isinstance(step.wanted, bytes) else b"")
    if isinstance(step.wanted, Path):
        aside.unlink()
        link_or_copy(step.wanted, aside)
    move_into_place(aside, step.path)


def state(path: Path) -> State:
    """Return what a file is."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(found.st_mode):
        return f"link to {path.readlink()}"
    return _digest(path.read_bytes()) if stat.S_ISREG(found.st_mode) else "not a regular file"


def _digest(data: bytes | None) -> State:
    return None if data is None else f"sha256:{hashlib.sha256(data).hexdigest()}"


def _numbered(trash: Path) -> dict[int, Path]:
    """Return the changes by their numbers, those that were undone among them."""
    named = ((path.name.removeprefix(UNDONE), path) for path in (trash.iterdir() if trash.is_dir() else ()))
    return {int(name): path for name, path in named if name.isdecimal()}


def _clean(trash: Path) -> None:
    """Remove changes that are too old, and the oldest beyond the size of the trash, but never the last one."""
    size = 0
    found = sorted(_numbered(trash).items(), reverse=True)
    for index, (_, folder) in enumerate(found):
        with suppress(OSError):
            size += sum(os.lstat(file).st_size for file in _below(folder))
            old = time.time() - (folder / RECORD).stat().st_mtime > KEPT_DAYS * 86400
            if index and (old or size > KEPT_BYTES):
                folder = folder.rename(folder.with_name(f"{UNFINISHED}{folder.name}"))
                shutil.rmtree(folder, ignore_errors=True)


def _below(folder: Path) -> Iterator[str]:
    for inside, _, names in os.walk(folder):
        yield from (os.path.join(inside, name) for name in names)  # noqa: PTH118 (no Path for each file)

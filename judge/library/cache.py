"""The compiled form of a set of collections: found, or built when it is missing, stale or damaged.

In the cache folder is one folder a build, named by checksums of what is told of its sources and of their contents:

    builds/3f9c…/library.sqlite     entries, names, references
    builds/3f9c…/library.index      full text
    builds/3f9c…/complete           written last: the whole state (`collection.state`), a record of each file
                                    (`integrity.FileRecord`)
    parts/parsed-81aa….json         one parsed document, by its content
    parts/81aa….json                its part of the last build (docs/design/builds.md)
    parts/links-5c02…               what some documents are to each other

A build is made in a folder of its own beside them and renamed when it is complete. So a reader never sees half a
build, of two builders the later finds the other's and drops its own, and a killed one leaves a folder that the next
build sweeps away. A cache that another could have put something into is not opened, and one that cannot be written
to is only read: the library is then built in memory. `docs/design/cache.md` tells all of it.
"""

from __future__ import annotations

import errno
import sqlite3
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from judge.core import files
from judge.core.errors import JudgeError, LibraryDamaged
from judge.core.jsonl import pack, unpack
from judge.core.languages import take_tables
from judge.core.model import replace
from judge.library import collection
from judge.library.collection import SourceState
from judge.library.compiled_library import FILES, LIBRARY, BuildRequest, Compiled, Warn
from judge.library.safekeeping import integrity, ownership
from judge.library.safekeeping.integrity import BUILDS, COMPLETE, NOT_READABLE, PARTS, UNFINISHED
from judge.library.store import Store

CompileLibrary = Callable[[BuildRequest, Path | None, Path | None], Compiled]
"""Compiles a library into a folder, or into memory: what `judge.pipeline.compile_library` does."""
ATTEMPTS = 4
"""How often a build is moved into place while others do the same."""
CANNOT_WRITE = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
"""SQLite's codes for a disk that takes nothing more."""
FOLDERS = (BUILDS, PARTS)
"""What a cache consists of."""


class _Stale(Exception):
    """A build is whole, and was made from something else."""


def open_compiled(request: BuildRequest, cache: Path, compile_library: CompileLibrary) -> Compiled:
    """Open the compiled form of collections, building it first where it is missing or stale.

    Args:
        request: the collections; one that is made from nothing is built even if a finished build is there.
        cache: the cache folder.
        compile_library: compiles the collections into a folder, or into memory.

    Raises:
        CollectionError, ManifestError, SourceError: the collections cannot be read.
    """
    cache = cache.absolute()
    state = collection.state(request.folders, request.without)
    fault = _fault_of(cache)
    if fault is None and not request.from_nothing and (home := _find(state, cache)):
        try:
            return _open_folder(home, state, request.warn)
        except LibraryDamaged:
            request.warn(f"the compiled library in {home} is damaged; rebuilding it")
        except (_Stale, FileNotFoundError):
            pass
    fault = fault or _unusable(cache)
    if fault:
        request.warn(
            f"the cache folder {cache} cannot be used ({fault}); working in memory (set JUDGE_CACHE to another folder)"
        )
        return compile_library(replace(request, jobs=1), None, None)
    return _build_aside(_Wanted(request, cache, _home(state, cache), state, compile_library))


def open_existing(folders: Sequence[Path], cache: Path) -> Store | None:
    """Open the tables of a finished build that is fresh; None where there is none, for nothing is built."""
    cache = cache.absolute()
    state = collection.state(folders)
    if _fault_of(cache) is None and (home := _find(state, cache)):
        with suppress(_Stale, *NOT_READABLE):
            return _open_folder(home, state, lambda _: None).store
    return None


def _find(state: SourceState, cache: Path) -> Path | None:
    """Return the folder of the build of a state; None where there is none.

    Where the sources are at other places on the disk than any build knows, their contents tell which is theirs.
    """
    of_these_names = sorted((cache / "builds").glob(f"{_checksum(state.told)}-*"))
    for home in of_these_names:
        with suppress(*NOT_READABLE):
            if _complete(home).places == state.places:
                return home
    if not of_these_names:
        return None
    home = _home(state, cache)
    return home if home in of_these_names else None


def _home(state: SourceState, cache: Path) -> Path:
    """Return the folder that a build of a state has; the sources are read for that.

    No other contents ever take the place of a build, for somebody may still be reading it.
    """
    contents = repr(collection.contents(state.places))
    return cache / "builds" / f"{_checksum(state.told)}-{_checksum(contents)}"


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode('utf-8', 'backslashreplace')):08x}"


def _fault_of(cache: Path) -> str | None:
    """Return why another could have put something into the cache; None if none could, or there is no cache yet."""
    faults = (ownership.fault_of(folder) for folder in (cache, *(cache / name for name in FOLDERS)))
    return next(filter(None, faults), None)


def _open_folder(home: Path, state: SourceState, warn: Warn) -> Compiled:
    """Open the finished build of this state, in a cache that is the person's own.

    Raises:
        FileNotFoundError: there is none.
        _Stale: it was made from something else.
        LibraryDamaged: it has changed since it was written.
    """
    try:
        complete = _complete(home)
        if complete.state != state.told:
            raise _Stale
        touched = not integrity.is_as_recorded(home, complete.files)
        if touched or complete.places != state.places:
            with suppress(OSError):  # files with the same contents elsewhere are recorded, or each opening reads them
                files_now = integrity.record(home, FILES) if touched else complete.files
                _write_complete(home, replace(complete, places=state.places, files=files_now), home.parent)
        compiled = Compiled(Store.open_file(home / LIBRARY), home)
        take_tables(compiled.store.languages())
    except (FileNotFoundError, LibraryDamaged):
        raise
    except NOT_READABLE as error:
        raise LibraryDamaged(f"{home} cannot be read ({error})") from error
    if complete.left_out:
        warn(complete.left_out)
    return compiled


class _Complete(Struct, frozen=True):
    """What a finished build says of itself."""

    state: str
    """`SourceState.told` of what it was made from."""
    places: dict[str, integrity.FilePlace]
    files: integrity.Records
    left_out: str | None


def _complete(home: Path) -> _Complete:
    """Return what a finished build says of itself; what may go wrong is `NOT_READABLE`."""
    if not ownership.is_own(home, is_folder=True):
        raise LibraryDamaged(f"{home} is not a folder that only you can write to")
    return unpack(integrity.read_sealed(home / COMPLETE).decode(), _Complete)


def _write_complete(home: Path, complete: _Complete, aside: Path) -> None:
    """Record a build."""
    integrity.write_sealed(home / COMPLETE, pack(complete).encode(), aside)


def is_damaged(compiled: Compiled) -> bool:
    """Tell whether the files of a build are not as they were written; one in memory has none."""
    if compiled.folder is None:
        return False
    try:
        integrity.is_as_recorded(compiled.folder, _complete(compiled.folder).files, read_all=True)
    except NOT_READABLE:
        return True
    return False


def _unusable(cache: Path) -> str | None:
    """Return why nothing can be written to the cache folder, which is made if need be; None if it can."""
    import tempfile

    try:
        for name in FOLDERS:
            ownership.make_folder(cache / name)
        with tempfile.TemporaryFile(dir=cache / "builds"):
            return _fault_of(cache)
    except OSError as error:
        return error.strerror or str(error)


class _Wanted(Struct, frozen=True):
    """A build that is to be made."""

    request: BuildRequest
    cache: Path
    home: Path
    """Where it shall be."""
    state: SourceState
    compile_library: CompileLibrary


def _build_aside(wanted: _Wanted) -> Compiled:
    """Build in a folder of its own and move it into place; a build that fails is made once more, from no part."""
    silent = replace(wanted.request, warn=lambda _: None)
    try:
        try:
            return _build_in(wanted)
        except Exception as error:
            is_of_documents = isinstance(error, JudgeError) and not isinstance(error, LibraryDamaged)
            if silent.from_nothing or is_of_documents or _is_full(error):
                raise
            return _build_in(replace(wanted, request=replace(silent, from_nothing=True)))
    except (OSError, sqlite3.Error, LibraryDamaged) as error:
        if isinstance(error, sqlite3.Error) and not _is_full(error):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
    wanted.request.warn(f"the cache folder {wanted.cache} cannot be written to ({reason}); working in memory")
    return wanted.compile_library(replace(silent, jobs=1), None, None)


def _is_full(error: Exception) -> bool:
    """Tell whether something failed because the disk takes nothing more."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM)
    return isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in CANNOT_WRITE


def _build_in(wanted: _Wanted) -> Compiled:
    """Build in a cache and record what it was made from; whatever happens, nothing unfinished stays there."""
    import shutil
    import tempfile

    from judge.library.safekeeping.cleaning import clean

    aside = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=wanted.cache / BUILDS))
    try:
        compiled = wanted.compile_library(wanted.request, aside, wanted.cache)
        compiled.close()
        state, files_now = wanted.state, integrity.record(aside, FILES)
        _write_complete(aside, _Complete(state.told, state.places, files_now, compiled.left_out), aside)
        files.sync_folder(aside)
        _move_into_place(aside, wanted.home, wanted.state)
        return _open_folder(wanted.home, wanted.state, lambda _: None)
    finally:
        shutil.rmtree(aside, ignore_errors=True)
        clean(wanted.cache, wanted.home)


def _move_into_place(aside: Path, home: Path, state: SourceState) -> None:
    """Rename a finished build; one that already exists is as good if it opens, else it is replaced."""
    for _ in range(ATTEMPTS):
        with suppress(OSError):
            aside.rename(home)
            break
        try:
            return _open_folder(home, state, lambda _: None).close()
        except (_Stale, *NOT_READABLE):
            integrity.remove(home)
    else:
        aside.rename(home)
    files.sync_folder(home.parent)


def discard(compiled: Compiled) -> None:
    """Throw a damaged build away, so that the next opening builds again."""
    compiled.close()
    if compiled.folder:
        integrity.remove(compiled.folder)

"""Where things lie: the bundled collection, the person's own library, the cache; and how a person's files are read.

JUDGE_CORPUS, JUDGE_CACHE, JUDGE_DATA, JUDGE_DEBUG and what the system uses for folders are read here alone
(docs/environment.md). Whatever a person gives us is read by `read_file`: a regular file of a size that its kind may
have, or a sentence. What is put into a person's own folder is written beside its place (`write_aside`) and renamed.
"""

from __future__ import annotations

import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from judge.core.errors import CollectionError, JudgeError, ManifestError, SourceError, ThemeError

PACKAGE = Path(__file__).resolve().parent.parent
MANIFEST = "corpus.toml"
"""Name of the file in which a collection describes its documents."""
LOCK_PATIENCE = 20.0
"""Seconds to wait for another program that writes."""
MEGABYTE = 2**20


class InputKind(Struct, frozen=True):
    """A kind of file that a person gives us."""

    name: str
    error: type[JudgeError]
    """What is raised where one cannot be read."""
    megabytes: int
    """How large one may be."""
    advice: str = ""
    """What to do with one that is larger."""
    may_be_empty: bool = True
    may_be_link: bool = True
    """Whether a link is followed to it."""


DOCUMENT = InputKind("a document", SourceError, 64, "; split it", may_be_empty=False)
"""The longest rulebook known has two million bytes."""
SETTINGS = InputKind("a settings file", ManifestError, 8)
"""A corpus.toml, or what is known of a game."""
FINDINGS = InputKind("a list of findings", CollectionError, 64)
TEMPLATE = InputKind("a template", ThemeError, 16)
"""A template, or a file that goes to the site as it is."""
ASIDE = re.compile(r"\.judge-[a-z0-9_]{8}\.tmp")
"""Names of files that `write_aside` wrote."""
NOT_REGULAR = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a link",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}
NO_LINK = getattr(os, "O_NOFOLLOW", 0)


def read_file(path: Path, kind: InputKind, at_most: int | None = None) -> bytes:
    """Return what is in a file that a person gave us, or that many of its first bytes.

    Nothing but a regular file is ever waited for or read, and never more of it than its kind may have.

    Raises:
        JudgeError: of the kind's class: the file is missing, cannot be read, is not a regular file, too large, or empty
            and should not be.
    """
    try:
        _check_file(path, kind, os.stat(path, follow_symlinks=kind.may_be_link))  # noqa: PTH116 (a NUL is a ValueError here)
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        handle = os.open(path, flags if kind.may_be_link else flags | NO_LINK)
        with os.fdopen(handle, "rb") as file:
            _check_file(path, kind, os.fstat(handle))  # what the name leads to may be another file by now
            data = file.read(at_most or kind.megabytes * MEGABYTE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise kind.error(f"{path} cannot be read: {reason}") from error
    if len(data) > kind.megabytes * MEGABYTE:
        raise _too_large(path, kind, len(data))
    if not kind.may_be_empty and not data.strip():
        raise kind.error(f"{path} is empty")
    return data


def _check_file(path: Path, kind: InputKind, found: os.stat_result) -> None:
    """Refuse what is not a regular file, or is larger than its kind may be."""
    if not stat.S_ISREG(found.st_mode):
        raise kind.error(f"{path} is {_what_is(found)}, not a file that can be read as {kind.name}")
    if found.st_size > kind.megabytes * MEGABYTE:
        raise _too_large(path, kind, found.st_size)


def _what_is(found: os.stat_result) -> str:
    return NOT_REGULAR.get(stat.S_IFMT(found.st_mode), "something else")


def _too_large(path: Path, kind: InputKind, size: int) -> JudgeError:
    megabytes = -(-size // MEGABYTE)
    return kind.error(f"{path} is {megabytes} MB; {kind.name} may be at most {kind.megabytes} MB{kind.advice}")


def read_text(path: Path, kind: InputKind) -> str:
    """Return the text of a file that a person gave us, without the mark that some programs put before it.

    Raises:
        JudgeError: of the kind's class: as for `read_file`, or it is not a text in UTF-8.
    """
    data = read_file(path, kind)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise kind.error(f"{path}:{line}: not UTF-8 text; save it as UTF-8") from error


def from_here(path: Path) -> Path:
    """Return a path from the working folder if it lies there, else as it is; links are not followed."""
    whole, here = Path(os.path.abspath(path)), Path.cwd()  # noqa: PTH100 (links stay as they are)
    return whole.relative_to(here) if whole.is_relative_to(here) else path


def write_aside(
    folder: Path,
    data: bytes,
    name: tuple[str, str] = (".judge-", ".tmp"),
    opened: Callable[[int], None] = lambda _: None,
) -> Path:
    """Write a file of ours into a folder, safe on its disk, to be renamed to what it shall be called.

    Args:
        folder: on the disk on which the file is wanted.
        data: what is written.
        name: what its name begins and ends with until then.
        opened: given the handle of the file before anything is written.

    Raises:
        OSError: it cannot be written; nothing is left of it.
    """
    import tempfile

    handle, path = tempfile.mkstemp(prefix=name[0], suffix=name[1], dir=folder)
    aside = Path(path)
    try:
        with os.fdopen(handle, "wb") as file:
            opened(handle)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        return aside
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def move_into_place(aside: Path, path: Path) -> None:
    """Give a file that was written aside the name that it shall have; what has that name is replaced.

    Raises:
        OSError: it cannot be moved there; nothing is left of it.
    """
    try:
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def replace_file(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all, in place of what has its name.

    Raises:
        OSError: it cannot be written; what was there is as it was.
    """
    move_into_place(write_aside(path.parent, data), path)


def link_or_copy(path: Path, place: Path) -> None:
    """Give a file a second name; where the disk has no such names, copy it. A link stays one.

    Raises:
        OSError: the place is taken, or cannot be written to.
    """
    with suppress(OSError, NotImplementedError):
        os.link(path, place, follow_symlinks=False)
        return
    if os.path.lexists(place):
        raise FileExistsError(f"{place} already exists")
    if path.is_symlink():
        place.symlink_to(path.readlink())
    else:
        move_into_place(write_aside(place.parent, path.read_bytes()), place)


def sync_folder(folder: Path) -> None:
    """See to it that what was renamed in a folder stays so when the power fails, where the system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def hold_lock(path: Path, told: str) -> Iterator[None]:
    """Hold the lock of a file, so that one program at a time writes; wait for another that has it.

    Args:
        path: the file, which is made if it is not there; it stays empty.
        told: a sentence about a program that goes on holding it.

    Raises:
        CollectionError: it did, with that sentence; or the file is a link, or not a file at all.
        OSError: the file cannot be opened.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG((found := path.lstat()).st_mode):
            raise CollectionError(f"{path} is {_what_is(found)}, not a lock; remove it")
    handle = os.open(path, os.O_RDWR | os.O_CREAT | NO_LINK, 0o600)
    try:
        end = time.monotonic() + LOCK_PATIENCE
        while not take_lock(handle):
            if time.monotonic() > end:
                raise CollectionError(told)
            time.sleep(0.02)
        yield
    finally:
        os.close(handle)


def take_lock(handle: int) -> bool:
    """Take the lock on an open file if no other program has it; the system lets go of it when the file is closed."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def parse_toml(text: str, path: Path) -> dict[str, Any]:
    """Return what a text in TOML says.

    Raises:
        ManifestError: it is not TOML; the sentence names the file and the line.
    """
    import tomllib

    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise ManifestError(f"{path}: nested too deeply") from error
    except ValueError as error:  # TOMLDecodeError is one, and a number with too many digits is another
        reason = str(error)
        place = re.search(r" \(at line (\d+), column \d+\)$", reason)
        line = int(place[1]) if place else text.rstrip().count("\n") + 1
        told = reason[: place.start()] if place else reason
        raise ManifestError(f"{path}:{line}: not valid TOML: {told}") from error


def keys_of_misfit(error: Exception) -> list[str]:
    """Return the keys of the value that does not fit a struct, the outer one first: `reading`, `rule`."""
    return re.findall(r"\.(\w+)", str(error).partition(" - at `$")[2])


def data_folder(name: str) -> Path:
    """Return a folder of data that comes with the program.

    Args:
        name: "corpus" or "templates". An installed package carries them inside, a checkout beside the package.
    """
    return PACKAGE.parent / name if is_checkout() else PACKAGE / "data" / name


def is_checkout() -> bool:
    """Tell whether the program runs from its repository, in which its modules may be edited."""
    return (PACKAGE.parent / "pyproject.toml").is_file()


def user_library() -> Path:
    """Return the folder of the person's own documents; it may not exist yet."""
    named = os.environ.get("JUDGE_DATA")
    return Path(named) / "library" if named else _user_folder("data") / "judge" / "library"


def debugging() -> bool:
    """Tell whether the person wants to see where an unforeseen error comes from."""
    return os.environ.get("JUDGE_DEBUG", "0") not in ("", "0")


def game_folders(collections: Sequence[Path]) -> list[Path]:
    """Return the folders with what is known of games: the bundled one, the collections', the person's own."""
    own = user_library()
    folders = [data_folder("corpus"), *collections, *([own] if own not in collections else [])]
    return [folder / "games" for folder in dict.fromkeys(folders) if os.path.isdir(folder / "games")]  # noqa: PTH112 (it never raises)


def cache_folder() -> Path:
    """Return the folder of the compiled form; it may not exist yet."""
    named = os.environ.get("JUDGE_CACHE")
    return Path(named) if named else _user_folder("cache") / "judge"


def _user_folder(kind: Literal["data", "cache"]) -> Path:
    """Return where programs keep a person's data or cache: XDG's folders, macOS's Library, Windows' AppData.

    platformdirs would tell the same for 12 ms, a fifth of what a whole look-up may take.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / {"data": "Application Support", "cache": "Caches"}[kind]
    named = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    return Path(named) if named.startswith("/") else Path.home() / {"data": ".local/share", "cache": ".cache"}[kind]


def corpus_folders(named: str | Path | Sequence[str | Path] = ()) -> list[Path]:
    """Return the collections in use, in order: those named, else those of JUDGE_CORPUS, else our own and the person's.

    Args:
        named: a folder, or several.

    Raises:
        CollectionError: a folder that was named does not exist, or is a file.
    """
    several = [named] if isinstance(named, str | Path) else named
    chosen = [Path(folder) for folder in several]
    if not chosen:
        chosen = [Path(folder) for folder in os.environ.get("JUDGE_CORPUS", "").split(os.pathsep) if folder]
    if not chosen:
        own = user_library()
        return [data_folder("corpus"), *([own] if os.path.isdir(own) else [])]  # noqa: PTH112 (it never raises)
    for folder in chosen:
        if not folder.is_dir():
            what = "is a file; name the folder it is in" if folder.exists() else "does not exist"
            raise CollectionError(f"the collection {folder} {what}")
    return [folder.resolve() for folder in chosen]

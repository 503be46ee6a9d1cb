"""The files whose citations are checked: found under the paths that are given, read, and put back byte for byte.

Of a folder all files are read but what its `.gitignore` and `.ignore` files leave out, hidden folders of version
control, links to folders and out of the folder, binary files, and files that are too large; what is passed over is
told. A file that is named is read, or refused in one sentence.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pathspec

from judge.core.errors import CollectionError, JudgeError
from judge.core.files import SETTINGS, InputKind, read_file

TEXT = InputKind("a text", CollectionError, 32)
"""A file in which rules are cited."""
STANDARD_INPUT = "-"
IGNORE_FILES = (".gitignore", ".ignore")
NEVER_ENTERED = frozenset(".git .hg .svn .bzr node_modules __pycache__".split())
DEEPEST = 100
"""Folders inside each other. Chosen, not fitted."""
HEAD = 8192
"""Bytes by which a binary file is told. Chosen, not fitted."""
MARKS = ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
STRAY = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}
"""What a byte that is not UTF-8 is read as, by what it is kept as."""
STRAY_BYTES = re.compile("[\udc80-\udcff]")
ERRORS = {"utf-8": "surrogateescape", "utf-16-le": "surrogatepass", "utf-16-be": "surrogatepass"}


def readable(raw: str) -> str:
    """Return a text as it is read, character for character: stray bytes as what programs on Windows mean by them."""
    return raw.translate(STRAY) if STRAY_BYTES.search(raw) else raw


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that was read."""

    path: Path
    name: str
    """As findings have it: from the working folder, if it lies there."""
    place: str
    """From the path that was given: what a corrected copy is called."""
    raw: str
    """Its text; bytes that are not UTF-8 are kept as lone surrogates."""
    encoding: str = "utf-8"

    @property
    def text(self) -> str:
        """The text as it is read, character for character."""
        return readable(self.raw)

    def encoded(self, raw: str) -> bytes:
        """Return a text in the bytes of the file."""
        return raw.encode(self.encoding, ERRORS[self.encoding])


@dataclass(slots=True)
class Skipped:
    """What was passed over."""

    binary: int = 0
    linked: int = 0
    """Links to folders or out of the folder that was named, and files that were read under another name."""
    ignored: int = 0
    """Files and folders that an ignore file leaves out."""
    told: list[str] = field(default_factory=list)
    """A sentence each for what could not be read."""

    def sentences(self) -> Iterator[str]:
        """Yield what to tell a person."""
        counted = (("binary files", self.binary), ("links", self.linked), ("excluded by ignore files", self.ignored))
        listed = ", ".join(f"{what} {count}" for what, count in counted if count)
        if listed:
            yield f"skipped: {listed}"
        yield from self.told


def find_files(paths: Sequence[str], skipped: Skipped, standard_input: bytes = b"") -> Iterator[TextFile]:
    """Yield the files under paths, each once, in the order of their names.

    Args:
        paths: files, folders, or `-`.
        skipped: receives what is passed over.
        standard_input: what is read for `-`.

    Raises:
        CollectionError: a path that is named does not exist or cannot be read.
    """
    seen: set[str] = set()
    for given in paths:
        path = Path(given)
        if given == STANDARD_INPUT:
            yield _decoded(path, "stdin", standard_input)
        elif path.is_dir():
            yield from _in_folder(path, skipped, seen)
        else:
            data = read_file(path, TEXT)
            if is_binary(data):
                raise CollectionError(f"{path} is not a text file")
            seen.add(os.path.realpath(path))
            yield _decoded(path, path.name, data)


def _in_folder(top: Path, skipped: Skipped, seen: set[str]) -> Iterator[TextFile]:
    """Yield the files of a folder and of those in it."""
    waiting = [(top, 0, tuple(_rules_above(top, skipped)))]
    named = os.path.realpath(top)
    while waiting:
        folder, depth, above = waiting.pop()
        rules = (*above, *_rules_of(folder, skipped))
        folders = []
        try:
            inside = sorted(os.scandir(folder), key=lambda one: one.name)
        except OSError as error:
            skipped.told.append(f"{folder} cannot be read: {error.strerror}")
            continue
        for one in inside:
            path = folder / one.name
            is_folder = one.is_dir(follow_symlinks=False)
            if (one.name in NEVER_ENTERED) if is_folder else (one.name in IGNORE_FILES):
                continue
            if _is_ignored(path, rules, is_folder=is_folder):
                skipped.ignored += 1
            elif is_folder and depth < DEEPEST:
                folders.append((path, depth + 1, rules))
            elif is_folder:
                skipped.told.append(f"{path} is nested too deeply; it is left out")
            else:
                yield from _read(path, top, named, skipped, seen)
        waiting += reversed(folders)


def _read(path: Path, top: Path, named: str, skipped: Skipped, seen: set[str]) -> Iterator[TextFile]:
    """Yield a file of a folder, if it is a text inside what was named that was not read before."""
    real = os.path.realpath(path)
    if real in seen or os.path.isdir(real) or not Path(real).is_relative_to(named):  # noqa: PTH112 (it never raises)
        skipped.linked += 1
        return
    seen.add(real)
    try:
        data = read_file(path, TEXT)
    except CollectionError as error:
        skipped.told.append(str(error))
        return
    if is_binary(data):
        skipped.binary += 1
    elif data:
        yield _decoded(path, path.relative_to(top).as_posix(), data)


def is_binary(data: bytes) -> bool:
    """Tell whether bytes are not those of a text."""
    return b"\0" in data[:HEAD] and not data.startswith(tuple(mark for mark, _ in MARKS))


def _decoded(path: Path, place: str, data: bytes) -> TextFile:
    """Return a file with its text."""
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), "utf-8")
    raw = data.decode(encoding, ERRORS[encoding]) if len(data) % 2 == 0 or encoding == "utf-8" else ""
    return TextFile(path, _shown(path), place, raw, encoding)


def _shown(path: Path) -> str:
    """Return a path from the working folder, if it lies there."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100 (links stay as they are)
    here = Path.cwd()
    inside = str(path) != STANDARD_INPUT and whole.is_relative_to(here)
    return whole.relative_to(here).as_posix() if inside else str(path)


Rules = tuple[Path, pathspec.GitIgnoreSpec]
"""A folder, and what its ignore file says of what lies in it."""


def _rules_of(folder: Path, skipped: Skipped) -> Iterator[Rules]:
    """Yield what the ignore files of a folder say; one that cannot be read is told and says nothing."""
    for name in IGNORE_FILES:
        if not os.path.lexists(folder / name):
            continue
        try:
            lines = read_file(folder / name, SETTINGS).decode("utf-8", "replace").splitlines()
            yield Path(os.path.abspath(folder)), pathspec.GitIgnoreSpec.from_lines(lines)  # noqa: PTH100
        except JudgeError as error:
            skipped.told.append(f"{error}; it excludes nothing")
        except ValueError as error:
            skipped.told.append(f"{folder / name} contains an invalid pattern ({error}); it excludes nothing")


def _rules_above(top: Path, skipped: Skipped) -> Iterator[Rules]:
    """Yield what the ignore files above a folder say, from the root of its repository down."""
    whole = Path(os.path.abspath(top))  # noqa: PTH100
    above = [whole, *whole.parents]
    root = next((place for place, one in enumerate(above) if (one / ".git").exists()), 0)
    for one in reversed(above[1 : root + 1]):
        yield from _rules_of(one, skipped)


def _is_ignored(path: Path, rules: Sequence[Rules], *, is_folder: bool) -> bool:
    """Tell whether ignore files leave a path out: the last that speaks of it decides."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100
    for folder, spec in reversed(rules):
        name = whole.relative_to(folder).as_posix() + ("/" if is_folder else "")
        said = spec.check_file(name).include
        if said is not None:
            return said
    return False

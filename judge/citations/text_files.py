"""The files whose citations are checked: found under the paths that are given, and read so that no byte is lost.

Of a folder those files are read that are text, Markdown or programs by their names, but hidden ones and links to
folders and out of the folder; one that cannot be read is told. A file that is named is read or refused.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.citations.passages import is_read
from judge.core.errors import CollectionError
from judge.core.files import InputKind, from_here, read_file

TEXT = InputKind("a text", CollectionError, 32)
"""A file in which rules are cited."""
STANDARD_INPUT = "-"
NEVER_ENTERED = frozenset(("node_modules", "__pycache__"))
STRAY = {0xDC00 + byte: bytes([byte]).decode("cp1252", "replace") for byte in range(0x80, 0x100)}
"""What a byte that is not UTF-8 is read as, by what it is kept as."""
STRAY_BYTES = re.compile("[\udc80-\udcff]")


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

    @property
    def text(self) -> str:
        """The text as it is read, character for character."""
        return readable(self.raw)


def find_files(paths: Sequence[str], tell: Callable[[str], object], standard_input: bytes = b"") -> Iterator[TextFile]:
    """Yield the files under paths, each once, in the order of their names.

    Args:
        paths: files, folders, or `-`.
        tell: is given a sentence for each file of a folder that cannot be read.
        standard_input: what is read for `-`.

    Raises:
        CollectionError: a path that is named does not exist or cannot be read.
    """
    seen: set[str] = set()
    for given in paths:
        path = Path(given)
        if given == STANDARD_INPUT:
            yield TextFile(path, given, "stdin", standard_input.decode("utf-8", "surrogateescape"))
        elif path.is_dir():
            for one in _of_folder(path, seen):
                try:
                    yield _read(one, one.relative_to(path).as_posix())
                except CollectionError as error:
                    tell(f"skipped: {error}")
        else:
            seen.add(os.path.realpath(path))
            yield _read(path, path.name)


def _of_folder(top: Path, seen: set[str]) -> Iterator[Path]:
    """Yield the files of a folder, and of those in it, that are text by their names and were not read before."""
    named = os.path.realpath(top)
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(one for one in folders if not one.startswith(".") and one not in NEVER_ENTERED)
        for path in (Path(folder, name) for name in sorted(files) if not name.startswith(".") and is_read(name)):
            real = os.path.realpath(path)
            if real not in seen and Path(real).is_relative_to(named):
                seen.add(real)
                yield path


def _read(path: Path, place: str) -> TextFile:
    """Read a file.

    Raises:
        CollectionError: it cannot be read, or is no text.
    """
    data = read_file(path, TEXT)
    if b"\0" in data:
        raise CollectionError(f"{path} is not a text in UTF-8; convert it first")
    return TextFile(path, from_here(path).as_posix(), place, data.decode("utf-8", "surrogateescape"))

"""The files whose citations are checked: found under the paths that are given.

Of a folder those files are read that are text, Markdown or programs by their names, but hidden ones and links to
folders and out of the folder; one that cannot be read is told. A file that is named is read or refused.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from judge.citations.passages import is_read
from judge.core.errors import CollectionError
from judge.core.files import InputKind, from_here, read_file

TEXT = InputKind("a text", CollectionError, 32)
"""A file in which rules are cited."""
STANDARD_INPUT = "-"
NEVER_ENTERED = frozenset(("node_modules", "__pycache__"))


class TextFile(Struct, frozen=True):
    """A file that was read."""

    name: str
    """As findings have it: from the working folder, if it lies there."""
    place: str
    """From the path that was given: what a corrected copy is called."""
    text: str


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
            yield TextFile(given, "stdin", _decoded(standard_input, "standard input"))
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
    return TextFile(from_here(path).as_posix(), place, _decoded(read_file(path, TEXT), path))


def _decoded(data: bytes, source: object) -> str:
    if b"\0" not in data:
        with suppress(UnicodeDecodeError):
            return data.decode("utf-8")
    raise CollectionError(f"{source} is not a text in UTF-8; convert it first")

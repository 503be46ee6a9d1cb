"""Editions as they are given to `judge diff`: keys of the library's documents, or files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, count
from pathlib import Path

from judge.build import own_library
from judge.cli.shared import Progress, say
from judge.core.errors import CollectionError
from judge.core.numbering import slug
from judge.library import Library
from judge.lint.selection import source_files


@contextmanager
def opened(library: Library, old: str, new: str) -> Iterator[tuple[Library, tuple[str, str]]]:
    """Open a library that has both editions, and yield it with their keys.

    A file that is a document of the library already is meant by its key; another is put beside the library's documents
    for as long as it is looked at.

    Raises:
        CollectionError: what is given is neither a key nor a file that can be read.
    """
    known = {record["key"] for record in library.documents()}
    places = {source.path.resolve(): key for key, source in source_files(library.folders).items() if key in known}
    keys: list[str] = []
    with ExitStack() as stack:
        folders: list[Path] = []
        for given in (old, new):
            path = Path(given)
            if given in known:
                keys.append(given)
            elif path.is_file() and path.resolve() in places:
                keys.append(places[path.resolve()])
            elif path.is_file():
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="judge-")))
                keys.append(_put(path, folder, {*known, *keys}))
                folders.append(folder)
            else:
                raise CollectionError(f"'{given}' is neither a document (see judge list) nor a file")
        if not folders:
            yield library, (keys[0], keys[1])
            return
        both = stack.enter_context(Library([*library.folders, *folders], progress=Progress(), warn=say))
        yield both, (keys[0], keys[1])


def _put(path: Path, folder: Path, taken: set[str]) -> str:
    """Put a file into a folder of its own under a key that is free, and return the key."""
    stem = slug(path.stem)
    numbered = (f"{stem}-{number}" for number in count(2))
    key = next(name for name in chain([stem], numbered) if name not in taken)
    own_library.add(own_library.prepare([path], folder, {"key": key}), folder, replace=False)
    return key

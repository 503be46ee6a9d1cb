"""Editions as they are given to `judge diff`: keys of the library's documents, or files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, count
from pathlib import Path

from judge.cli.shared import Progress, open_library, say
from judge.core.errors import CollectionError
from judge.core.files import corpus_folders
from judge.core.numbering import slug
from judge.library.manifest import KEY, DocumentTable
from judge.lint.selection import source_files
from judge.opened_library import Library
from judge.own_library import library_changes


@contextmanager
def opened(named: Sequence[str], old: str, new: str, *, with_others: bool) -> Iterator[tuple[Library, tuple[str, str]]]:
    """Open a library that has both editions, and yield it with their keys.

    A file that is a document of the library already is meant by its key; another is put beside the library's documents
    for as long as it is looked at. Two files that are in no collection are a library of their own, of which nothing is
    kept; the collections are not opened unless their documents are looked at.

    Args:
        named: the collections, or none for those in use.
        old: the older edition, by its key or file.
        new: the newer one.
        with_others: whether other documents of the library are looked at.

    Raises:
        CollectionError: what is given is neither a key nor a file that can be read.
    """
    with ExitStack() as stack:
        alone = not with_others and _is_outside(old, named) and _is_outside(new, named)
        library = None if alone else stack.enter_context(open_library(named))
        known = {record.key for record in library.documents()} if library else set()
        collections = library.folders if library else []
        sources = source_files(collections) if library else {}
        places = {source.path.resolve(): key for key, source in sources.items() if key in known}
        keys: list[str] = []
        folders: list[Path] = []
        for given in (old, new):
            path = Path(given)
            if given in known:
                keys.append(given)
            elif path.is_file() and path.resolve() in places:
                keys.append(places[path.resolve()])
            elif path.is_file():
                folders.append(_temporary(stack))
                keys.append(_put(path, folders[-1], {*known, *keys}))
            else:
                raise CollectionError(f"'{given}' is neither a document (see judge list) nor a file")
        if library and not folders:
            yield library, (keys[0], keys[1])
            return
        cache = _temporary(stack) if alone else None
        both = Library([*collections, *folders], progress=Progress(), warn=say, cache=cache)
        yield stack.enter_context(both), (keys[0], keys[1])


def _temporary(stack: ExitStack) -> Path:
    return Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="judge-")))


def _is_outside(given: str, named: Sequence[str]) -> bool:
    """Tell whether a file is given, and it is in no collection; nothing of these is read.

    A name without an ending may be a key as well, if there is a collection that may know it.
    """
    path = Path(given)
    if not path.is_file():
        return False
    try:
        collections = corpus_folders(named)
    except CollectionError:  # nothing is in a folder that is not there
        return True
    return not KEY.fullmatch(given) and not any(
        path.resolve().is_relative_to(folder.resolve()) for folder in collections
    )


def _put(path: Path, folder: Path, taken: set[str]) -> str:
    """Put a file into a folder of its own under a key that is free, and return the key."""
    stem = slug(path.stem)
    numbered = (f"{stem}-{number}" for number in count(2))
    key = next(name for name in chain([stem], numbered) if name not in taken)
    library_changes.add(library_changes.prepare([path], folder, DocumentTable(key=key)), folder, replace=False)
    return key

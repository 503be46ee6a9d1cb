"""The findings about documents: collected while they were read, chosen and ordered for a person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judge import collection, games, parsing, paths
from judge.diagnostics import LEVELS, Level, Report
from judge.dialects import dialects
from judge.dialects.drafts import Placed
from judge.errors import CollectionError
from judge.jsonl import Record
from judge.library import Library

FAILING: tuple[Level, ...] = ("error", "warning")
"""Levels that make `judge lint` end with 1."""


def findings(library: Library, keys: Sequence[str] = (), *, notes: bool = False) -> list[Record]:
    """Return the findings of documents, by document in the library's order, worst first, then by line.

    Args:
        library: the opened library.
        keys: the documents; without any, all.
        notes: whether findings of level note are among them.

    Raises:
        CollectionError: a key that no document has.
    """
    known = [document["key"] for document in library.documents()]
    for key in keys:
        _check(key, known)
    found = (finding for key in known if not keys or key in keys for finding in _ordered(library.findings(key)))
    return [finding for finding in found if notes or finding["level"] in FAILING]


def columns(library: Library, key: str) -> tuple[Placed, ...]:
    """Return the blocks of a document in the order of reading, with their pages and columns; none if nothing is woven.

    Raises:
        CollectionError: no document has the key.
        SourceError: the document cannot be read.
    """
    context = parsing.Context(dialects(), games.load(paths.game_folders(library.folders)))
    sources = {
        source.key: source
        for source in collection.sources(library.folders, list(context.dialects), warn=lambda sentence: None)
    }
    _check(key, list(sources))
    data = collection.read_bytes(sources[key].path)
    return parsing.read_sheet(sources[key], data, context, Report())[2].columns


def _check(key: str, known: Sequence[str]) -> None:
    if key not in known:
        raise CollectionError(f"no document is called '{key}'; there are {', '.join(known)}")


def _ordered(found: Iterable[Record]) -> list[Record]:
    return sorted(found, key=lambda finding: (LEVELS.index(finding["level"]), finding["line"], finding["column"]))


def fails(found: Iterable[Record]) -> bool:
    """Tell whether findings are bad enough for exit code 1."""
    return any(finding["level"] in FAILING for finding in found)

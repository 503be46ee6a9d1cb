"""The findings about documents: collected while they were read, chosen and ordered for a person."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judge.core import files
from judge.core.diagnostics import BY_NAME, LEVELS, Finding, Level
from judge.core.errors import CollectionError
from judge.core.model import replace
from judge.library import collection
from judge.opened_library import Library
from judge.search.query_parsing import set_aside

if TYPE_CHECKING:
    from judge.library.manifest import SourceFile

FAILING: tuple[Level, ...] = ("error", "warning")
"""Levels that make `judge lint` end with 1."""
LINES = r"\b(?:in|on) lines? \d+(?:(?:, | to | and )\d+)*"
"""Where a message names lines, which move."""
NAMED = r"“[^”]*”|\S*[\dA-Z]\S*"
"""What a message names: what it quotes, numbers, and words with a capital."""
PUNCTUATION = ".,;:()'“”"


class FindingChoice(NamedTuple):
    """What is shown of all findings."""

    notes: bool = False
    """Whether those of level note are."""
    codes: tuple[str, ...] = ()
    """Only these, notes among them; without any, all."""
    ignored: tuple[str, ...] = ()
    """Not these."""

    def shows(self, finding: Finding) -> bool:
        """Tell whether a finding is wanted."""
        if finding.code in self.ignored:
            return False
        return finding.code in self.codes if self.codes else self.notes or finding.level in FAILING


EVERYTHING = FindingChoice()


def findings(library: Library, keys: Sequence[str] = (), choice: FindingChoice = EVERYTHING) -> list[Finding]:
    """Return the findings of documents, by document in the library's order, worst first, then by line.

    Args:
        library: the opened library.
        keys: the documents, by key or by the path of their file; without any, all that answer unasked.
        choice: which findings.

    Raises:
        CollectionError: a key that no document has, or a code that there is not.
    """
    keys = documents_named(library, keys)
    known = _keys_of(library)
    wanted = keys or {*known}.difference(set_aside(library.documents()))
    found = (finding for key in known if key in wanted for finding in _ordered(library.findings(key)))
    return chosen(found, choice)


def chosen(found: Iterable[Finding], choice: FindingChoice) -> list[Finding]:
    """Return the findings that are wanted.

    Raises:
        CollectionError: a code that there is not.
    """
    for code in (*choice.codes, *choice.ignored):
        if code not in BY_NAME:
            raise CollectionError(f"no finding has the code '{code}'; choose one of {', '.join(BY_NAME)}")
    return [finding for finding in found if choice.shows(finding)]


def documents_named(library: Library, named: Sequence[str]) -> list[str]:
    """Return the keys of documents that are named by key or by file.

    Raises:
        CollectionError: one that no document of the library has.
    """
    known = _keys_of(library)
    paths = {} if set(named) <= set(known) else source_files(library.folders)
    by_path = {source.path.resolve(): key for key, source in paths.items()}
    keys = [one if one in known else by_path.get(Path(one).resolve(), one) for one in named]
    for key in keys:
        if key not in known:
            raise CollectionError(f"no document has the key '{key}'; choose one of {', '.join(known)}")
    return keys


def _keys_of(library: Library) -> list[str]:
    """Return the keys of all documents, those that could not be read last."""
    left_out = library.ask(lambda compiled: compiled.store.left_out())
    return [*(document.key for document in library.documents()), *left_out]


def located(found: Iterable[Finding], folders: Sequence[Path]) -> list[Finding]:
    """Return findings with the paths of their files: relative to the working folder if they lie in it."""
    shown = {key: str(files.from_here(source.path)) for key, source in source_files(folders).items()}
    return [replace(finding, file=shown.get(finding.document, finding.file)) for finding in found]


def new(found: Iterable[Finding], baseline: Path) -> list[Finding]:
    """Return the findings that a baseline does not have; lines may have moved, so they are not compared.

    Args:
        found: the findings of now.
        baseline: what `judge lint --json` printed earlier.

    Raises:
        CollectionError: the file cannot be read, or is not such a list.
    """
    lines = files.read_text(baseline, files.FINDINGS).splitlines()
    try:
        records = [json.loads(line) for line in lines if line.strip()]
        old = Counter(_identity(one["document"], one["code"], one["message"]) for one in records)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CollectionError(
            f"{baseline} is not a list of findings; make one with judge lint --json > FILE"
        ) from error
    kept = []
    for finding in found:
        identity = _identity(finding.document, finding.code, finding.message)
        if old[identity] > 0:
            old[identity] -= 1
        else:
            kept.append(finding)
    return kept


def _identity(document: str, code: str, message: str) -> tuple[str, ...]:
    """Return what stays the same of a finding although lines move and another version words its message otherwise."""
    named = re.findall(NAMED, re.sub(LINES, "", message))
    return document, code, *sorted(one.strip(PUNCTUATION) for one in named)


def source_files(folders: Sequence[Path]) -> dict[str, SourceFile]:
    """Return the file of each document of the collections, by its key."""
    chosen = collection.readable(folders)
    return {source.key: source for source in collection.sources(chosen.folders, warn=lambda sentence: None)}


def _ordered(found: Iterable[Finding]) -> list[Finding]:
    return sorted(found, key=lambda finding: (list(LEVELS).index(finding.level), finding.line, finding.column))


def fails(found: Iterable[Finding]) -> bool:
    """Tell whether findings are bad enough for exit code 1."""
    return any(finding.level in FAILING for finding in found)

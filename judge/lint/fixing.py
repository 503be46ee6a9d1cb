"""Corrected copies of documents and of anybody's files: wrong numbers, replaced in their places, and no other byte.

Only a number that does not exist or has moved is changed, where nothing but the suggested one may be meant, and only
the digits; originals are never touched, and no other file is replaced. All copies are written or none, with the line
ends of the originals.
"""

from __future__ import annotations

import difflib
import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from judge.citations.text_files import TextFile
from judge.core.diagnostics import Finding, Report
from judge.core.errors import CollectionError
from judge.core.files import DOCUMENT, read_file, sync_folder, write_aside
from judge.core.numbering import NUMBER, parse
from judge.lint.selection import source_files
from judge.reading.opening import open_file
from judge.reading.text.source import LINE_END, decode

AT_NUMBER = re.compile(NUMBER)
LINELESS = ("pdf", "docx")
"""Formats without lines of their own, of which no copy is written."""


class Fixed(NamedTuple):
    """A corrected copy of a document or another file."""

    name: str
    """Of the copy, which may lie in folders of its own."""
    text: str
    diff: str
    """Against the original, in the unified form."""
    corrected: int
    """How many numbers were corrected."""


class NumberCorrection(NamedTuple):
    """A number that is to be another."""

    document: str
    """Key of the document."""
    line: int
    column: int
    printed: str
    """What is there now, or nothing is corrected."""
    number: str
    """What is to be there."""


def corrections(found: Iterable[Finding]) -> Iterator[NumberCorrection]:
    """Yield what is to be corrected of findings."""
    for finding in found:
        printed = replaced_number(finding)
        if printed and finding.suggestion:
            yield NumberCorrection(finding.document, finding.line, finding.column, printed, finding.suggestion)


def fix(corrected: Iterable[NumberCorrection], folders: Sequence[Path]) -> list[Fixed]:
    """Return the corrected text of each document that has something to correct.

    Args:
        corrected: the corrections.
        folders: the collections in which the documents lie.

    Raises:
        CollectionError: two of the copies have one name.
    """
    wanted: dict[str, list[NumberCorrection]] = {}
    for correction in corrected:
        wanted.setdefault(correction.document, []).append(correction)
    sources = source_files(folders) if wanted else {}
    contents = {key: read_file(sources[key].path, DOCUMENT) for key in wanted if key in sources}
    texts = {key: data for key, data in contents.items() if open_file(data).format not in LINELESS}
    named = ((key, sources[key].path.name) for key in texts)
    return _unlike(_fixed(name, name, decode(texts[key], Report()), wanted[key]) for key, name in named)


def fix_files(files: Iterable[TextFile], found: Sequence[Finding]) -> list[Fixed]:
    """Return the corrected text of each file in which a citation is corrected.

    Args:
        files: those that were read.
        found: the findings about them.

    Raises:
        CollectionError: two of the copies have one name.
    """
    wanted = ((file, corrections(one for one in found if one.file == file.name)) for file in files)
    fixed = (_fixed(file.place, file.name, file.text, some) for file, some in wanted)
    return _unlike(one for one in fixed if one.corrected)


def _unlike(copies: Iterable[Fixed]) -> list[Fixed]:
    """Return copies that no file system takes for one."""
    made: dict[str, Fixed] = {}
    for copy in copies:
        if made.setdefault(_alike(copy.name), copy) is not copy:
            raise CollectionError(f"two files have the name {copy.name}; correct the folders one by one")
    return list(made.values())


def _fixed(name: str, shown: str, text: str, wanted: Iterable[NumberCorrection]) -> Fixed:
    after, count = replaced(text, wanted)
    return Fixed(name, after, diff(shown, text, after), count)


def replaced_number(finding: Finding) -> str | None:
    """Return the number that a finding has replaced by its suggestion, if it has one replaced in a known place."""
    if not finding.certain or not parse(finding.suggestion or "") or finding.end_column <= finding.column:
        return None
    printed = AT_NUMBER.match(finding.message, 1)
    return printed[0] if printed else None


def _alike(name: str) -> str:
    """Return a form that is the same for names that some file system takes for one."""
    return unicodedata.normalize("NFC", name).casefold()


def replaced(text: str, corrected: Iterable[NumberCorrection]) -> tuple[str, int]:
    """Return a text with its numbers corrected, and how many; one that is not where it was found is left alone."""
    starts = [0, *(match.end() for match in LINE_END.finditer(text))]
    parts: list[str] = []
    place = count = 0
    for one in sorted(corrected, key=lambda one: (one.line, one.column)):
        start = starts[one.line - 1] + one.column - 1
        if start >= place and text.startswith(one.printed, start):
            parts += [text[place:start], one.number]
            place = start + len(one.printed)
            count += 1
    return "".join([*parts, text[place:]]), count


def diff(name: str, before: str, after: str) -> str:
    """Return the difference between a text and its corrected copy, in the unified form."""
    old, new = LINE_END.split(before), LINE_END.split(after)
    return "\n".join(difflib.unified_diff(old, new, name, f"{name} (corrected)", lineterm="", n=1)) + "\n"


def fix_beside(corrected: Iterable[NumberCorrection], target: Path, folders: Sequence[Path]) -> list[Fixed]:
    """Write the corrected text of each document that has something to correct into a folder, all or none.

    Args:
        corrected: the corrections.
        target: the folder; it need not exist.
        folders: those of the originals.

    Raises:
        CollectionError: the folder holds the originals, or a file of one of the names, or cannot be written to.
    """
    if os.path.realpath(target) in [os.path.realpath(folder) for folder in folders]:
        raise CollectionError(f"{target} contains the originals, which are never changed; name another folder")
    fixed = fix(corrected, folders)
    write_copies(fixed, target)
    return fixed


def write_copies(copies: Iterable[Fixed], target: Path) -> None:
    """Write files into a folder, all or none, and none of them in the place of another or through a link.

    Args:
        copies: the files, which may lie in folders of their own.
        target: the folder; it need not exist.

    Raises:
        CollectionError: something is in a place, or it cannot be written to.
    """
    contents = {target / copy.name: copy.text.encode("utf-8") for copy in copies}
    if taken := next(filter(os.path.lexists, contents), None):
        raise CollectionError(f"{taken} already exists; name another folder")
    folders = sorted({target, *(path.parent for path in contents)})
    try:
        for folder in folders:
            folder.mkdir(parents=True, exist_ok=True)
        _put_all(contents)
        for folder in folders:
            sync_folder(folder)
    except OSError as error:
        raise CollectionError(f"{target} cannot be written to: {error.strerror}") from error


def _put_all(contents: Mapping[Path, bytes]) -> None:
    """Write files beside their places, then move all of them there; where one cannot be, none is left."""
    ready: dict[Path, Path] = {}
    placed: list[Path] = []
    try:
        for path, data in contents.items():
            ready[path] = write_aside(path.parent, data)
        for path, aside in ready.items():
            aside.replace(path)
            placed.append(path)
    except BaseException:
        for path in placed:
            path.unlink(missing_ok=True)
        raise
    finally:
        for aside in ready.values():
            with suppress(OSError):
                aside.unlink(missing_ok=True)

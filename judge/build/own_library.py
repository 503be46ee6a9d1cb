"""The person's own library: documents added and removed, in one folder with a manifest that is written for them.

Everything is read before anything is written, and what is written is put in place by renaming: a file that cannot be
read, a full disk or Ctrl-C leaves the library as it was.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from judge.build import manifest
from judge.build.collection import SourceFile, read_bytes
from judge.build.parsing import Context, ParsedDocument, parse_document
from judge.core.errors import CollectionError
from judge.core.files import MANIFEST, game_folders
from judge.core.jsonl import Record
from judge.core.model import Document
from judge.core.numbering import slug
from judge.core.records import document_record
from judge.reading import games
from judge.reading.dialects import dialects

FACTS = ("title", "game", "edition", "date", "dialect")
HEAD = """# Your own library, written by `judge add` and `judge remove`. What was found out about a document may be
# corrected here by hand.
"""
SHORTEST_KEY = 4
"""Letters a file's name must have to say anything; a shorter one gives way to the title."""


class Addition(NamedTuple):
    """A document that is about to be added."""

    source: Path
    data: bytes
    parsed: ParsedDocument

    @property
    def document(self) -> Document:
        """What was found out."""
        return self.parsed.document

    def record(self) -> Record:
        """Return the document's record, its references not yet resolved."""
        return document_record(self.document, {"entries": len(self.parsed.entries)})

    @property
    def name(self) -> str:
        """The name of its copy."""
        return f"{self.document.key}{self.source.suffix.lower() if self.source.suffix.lower() == '.md' else '.txt'}"


def prepare(paths: Sequence[Path], library: Path, given: dict[str, str]) -> list[Addition]:
    """Read files that are to be added and find out what they are; nothing is written.

    Args:
        paths: the files.
        library: the folder of the person's library; it may not exist yet.
        given: what the person says of them (`key`, `title`, `game`, `edition`, `date`, `dialect`).

    Raises:
        SourceError: a file cannot be read.
        CollectionError: one key for several files.
    """
    if "key" in given and len(paths) > 1:
        raise CollectionError("--key names one document; add the files one by one")
    context = Context(dialects(), games.load_games(game_folders([library])))
    return [_prepared(path, context, given) for path in paths]


def _prepared(path: Path, context: Context, given: dict[str, str]) -> Addition:
    data = read_bytes(path)
    row = {name: value for name, value in given.items() if value is not None}
    stem = slug(path.stem)
    parsed = parse_document(SourceFile(path, row.get("key", stem), row), data, context)
    says_nothing = stem == "entry" or sum(char.isalpha() for char in stem) < SHORTEST_KEY
    if "key" not in row and says_nothing:
        edition = f" {parsed.document.edition}" if parsed.document.edition else ""
        key = slug(parsed.document.title + edition)
        parsed = parse_document(SourceFile(path, key, row), data, context)
    return Addition(path, data, parsed)


def add(additions: Sequence[Addition], library: Path, *, replace: bool) -> None:
    """Copy documents into the library and describe them in its manifest.

    Raises:
        CollectionError: one is there already and `replace` is not set, or the folder cannot be written to.
    """
    rows = _rows(library)
    for addition in additions:
        _refuse_twice(addition, library, rows, replace=replace)
        document = addition.document
        facts = {name: getattr(document, name) for name in FACTS}
        rows = [row for row in rows if row.get("key") != document.key]
        rows.append({"file": addition.name, "key": document.key, **{k: v for k, v in facts.items() if v}})
    try:
        library.mkdir(parents=True, exist_ok=True)
        for addition in additions:
            _put(library / addition.name, addition.data)
        _write_manifest(library, rows)
    except OSError as error:
        raise CollectionError(f"your library {library} cannot be written to: {error.strerror}") from error


def _refuse_twice(addition: Addition, library: Path, rows: Sequence[dict[str, str]], *, replace: bool) -> None:
    """Refuse what the library has already, by its key or by its content."""
    key = addition.document.key
    if not replace and any(row.get("key") == key for row in rows):
        raise CollectionError(f"your library has {key} already; --replace puts {addition.source} in its place")
    for row in rows:
        with suppress(OSError):
            if row.get("key") != key and (library / row["file"]).read_bytes() == addition.data:
                raise CollectionError(f"{addition.source} is in your library already, as {row['key']}")


def remove(keys: Sequence[str], library: Path) -> None:
    """Remove documents from the library.

    Raises:
        CollectionError: it has no document of that key, or cannot be written to.
    """
    rows = _rows(library)
    known = [row["key"] for row in rows]
    for key in keys:
        if key not in known:
            has = f"it has {', '.join(known)}" if known else "it is empty"
            raise CollectionError(f"your library has no document {key}; {has}")
    try:
        _write_manifest(library, [row for row in rows if row["key"] not in keys])
        for row in rows:
            if row["key"] in keys:
                (library / row["file"]).unlink(missing_ok=True)
    except OSError as error:
        raise CollectionError(f"your library {library} cannot be written to: {error.strerror}") from error


def _rows(library: Path) -> list[dict[str, str]]:
    """Return the manifest's tables, each with a key."""
    described = manifest.load_manifest(library, list(dialects()))
    return [{"key": slug(Path(name).stem)} | row for name, row in described.documents.items()]


def _write_manifest(library: Path, rows: Sequence[dict[str, str]]) -> None:
    """Write the manifest; a JSON string is a TOML string."""
    tables = [
        "\n".join(["[[document]]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in row.items())])
        for row in rows
    ]
    _put(library / MANIFEST, (HEAD + "\n" + "\n\n".join(tables) + "\n").encode("utf-8"))


def _put(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there."""
    handle, aside = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(aside, path)  # noqa: PTH105 (mkstemp gives the name as a text)
    except BaseException:
        Path(aside).unlink(missing_ok=True)
        raise

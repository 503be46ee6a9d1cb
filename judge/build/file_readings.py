"""How one file is read, before anything is stored: what `judge read` and the page "How it was read" show.

Reads: a file, and what a manifest says of it. Writes: a `FileReading`. Nothing is written to any disk.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge.build.collection import SourceFile, key_of
from judge.build.incremental.document_outcomes import preview
from judge.build.manifest import groups_beside, row_beside
from judge.build.parsing import (
    ParsedDocument,
    ReadDocument,
    ReadingContext,
    as_markdown,
    parse_drafts,
    read_document,
    settled,
    witness,
)
from judge.core.diagnostics import Report
from judge.core.files import DOCUMENT, game_folders, read_file
from judge.core.jsonl import Record
from judge.core.model import Doubt, Entry, EntryKind, Lines
from judge.core.records import to_record
from judge.reading.grammar.dialects import dialects, plug_ins
from judge.reading.grammar.document_reader import Figures, Rival, is_better
from judge.reading.metadata import game_names
from judge.reading.metadata.agreement import agree
from judge.reading.readers import placing

NAMES: dict[str, str] = {"outline": "rules", "glossary": "terms", "plain": "text"}
"""What a profile calls a dialect, where the names differ."""


@dataclass(frozen=True, slots=True)
class ReadEntry:
    """An entry of the tree."""

    id: str
    """Its id, as it would be in a library."""
    number: str | None
    """The number, printed or counted by the format."""
    title: str | None
    """The printed title."""
    kind: EntryKind
    """What it is."""
    lines: Lines
    """Source lines in which its number or title is printed."""
    parent: str | None
    """Id of the entry above it."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Source lines that are not content."""

    lines: Lines
    """The lines."""
    reason: str
    """What they are."""


@dataclass(frozen=True, slots=True)
class UnsureLine:
    """A line that may as well be read otherwise."""

    line: int
    """The source line."""
    text: str
    """What is printed there."""
    begins: str | None
    """What begins there as it is read, by its number or title; null where the line is text."""
    bits: float
    """How much dearer the best description is that reads it otherwise; a bit is a factor of two."""


@dataclass(frozen=True, slots=True)
class RivalReading:
    """Another reading of the whole document."""

    read_as: str
    """As what: `rules`, `terms`, `questions` or `rulings`."""
    figures: Figures
    """What it has of that which the document says of itself."""
    is_better: bool
    """Whether it has clearly more of that than the reading as it is."""
    cure: str
    """The line for `corpus.toml` that has the document read so."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """How a file is read."""

    file: str
    """The file's name, without folders."""
    document: Record
    """The document's record, as `judge list` prints it; its references are looked for in the file itself."""
    read_as: str
    """What it is mostly: `rules`, `terms`, `questions`, `rulings`, `text`, or a dialect of another package."""
    entries: tuple[ReadEntry, ...]
    """The tree, in source order."""
    left_out: tuple[LeftOut, ...]
    """What is not content."""
    doubts: tuple[Doubt, ...]
    """The patterns that failed as a whole."""
    unsure: tuple[UnsureLine, ...]
    """The lines that may as well be read otherwise, in source order."""
    figures: Figures | None
    """What this reading has of that which the document says of itself; null for a dialect of another package."""
    rivals: tuple[RivalReading, ...]
    """The other readings, the best first."""


def reading_of_file(path: Path, said: dict[str, Any] | None = None) -> FileReading:
    """Read a file as `judge add` would, by what a `corpus.toml` beside it says of it.

    Args:
        path: the file.
        said: what a person says of it beside that, by the keys of a `[[document]]`.

    Raises:
        SourceError: the file cannot be read.
        ManifestError: the manifest beside it is broken.
    """
    return reading_of(*_opened(path, said))


def markdown_of_file(path: Path) -> str:
    """Return a file in canonical form, its doubtful lines as comments; what it raises is that of `reading_of_file`."""
    source, data, context = _opened(path)
    report = Report()
    read = read_document(source, data, context, report)
    alone = parse_drafts(source, read, context, report)
    unsure = {
        one.line: f"doubt: line {one.line} of {path.name} may as well be read otherwise" for one in _unsure(read, alone)
    }
    return as_markdown(alone, context.games, unsure)


def _opened(path: Path, said: dict[str, Any] | None = None) -> tuple[SourceFile, bytes, ReadingContext]:
    """Return a file with what is known of it."""
    data = read_file(path, DOCUMENT)
    row = row_beside(path, dialects()) | (said or {})
    beside = groups_beside(path, row)
    source = SourceFile(path, row.get("key") or key_of(path), row, beside.groups if beside else None)
    context = ReadingContext(plug_ins(), game_names.load_games(game_folders([path.parent])))
    return source, data, context


def reading_of(source: SourceFile, data: bytes, context: ReadingContext) -> FileReading:
    """Read a document.

    Args:
        source: where it comes from and what a manifest says of it.
        data: its bytes.
        context: the dialects of other packages and what is known of games.

    Raises:
        SourceError: the bytes are not text.
    """
    report = Report()
    read = read_document(source, data, context, report)
    alone = parse_drafts(source, read, context, report)
    parsed = settled(alone, agree([witness(alone, source.path.parent)], context.games)[0], context.games)
    (record,) = preview([parsed])
    solution = read.reading.solution
    figures = solution.figures if solution else None
    return FileReading(
        file=source.path.name,
        document=record,
        read_as=NAMES.get(read.reading.dialect, read.reading.dialect),
        entries=tuple(_entry(one) for one in parsed.entries),
        left_out=tuple(LeftOut(one.lines, one.reason) for one in parsed.furniture),
        doubts=tuple(Doubt(one["code"], tuple(one["lines"]), one["message"]) for one in record["reading"]["doubts"]),
        unsure=_unsure(read, parsed),
        figures=figures,
        rivals=_rivals(solution.rivals, figures) if solution and figures else (),
    )


def reading_record(reading: FileReading) -> Record:
    """Return a reading as a record, for JSON."""
    return {"record": "reading"} | to_record(reading)


def _rivals(rivals: Iterable[Rival], own: Figures) -> tuple[RivalReading, ...]:
    """Return the other readings, each with the line that has the document read so."""
    return tuple(
        RivalReading(
            NAMES.get(one.dialect, one.dialect),
            one.figures,
            is_better(one.figures, own),
            f'dialect = "{one.dialect}"',
        )
        for one in rivals
    )


def _entry(one: Entry) -> ReadEntry:
    return ReadEntry(one.id, one.number, one.title, one.kind, one.lines, one.parent)


def _unsure(read: ReadDocument, parsed: ParsedDocument) -> tuple[UnsureLine, ...]:
    """Return the lines in doubt, with what begins in them."""
    if not read.reading.solution:
        return ()
    names = {first: f"{one.number or ''} {one.title or ''}".strip() for one in parsed.entries for first, _ in one.lines}
    found: dict[int, UnsureLine] = {}
    for line, bits in read.reading.solution.unsure:
        at = placing.span_in_file(read.text, (line.at, line.at))[0]
        found.setdefault(at, UnsureLine(at, line.value, names.get(at), round(bits, 1)))
    return tuple(found[at] for at in sorted(found))

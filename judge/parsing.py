"""One document from bytes to parsed: source, dialect, entries, references, and what is known of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge import extract
from judge.collection import SourceFile
from judge.diagnostics import Diagnostic, Report
from judge.dialects import Dialect
from judge.dialects.drafts import assemble
from judge.dialects.reader import Manuscript, manuscript
from judge.errors import SourceError
from judge.jsonl import Record
from judge.model import Document, Entry, Furniture, Reference
from judge.records import (
    entry_from,
    entry_record,
    finding_from,
    finding_record,
    furniture_from,
    furniture_record,
)
from judge.source import read


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """One document, read by itself: its references are found and not yet resolved."""

    document: Document
    entries: tuple[Entry, ...]
    furniture: tuple[Furniture, ...]
    references: tuple[Reference, ...]
    findings: tuple[Diagnostic, ...]


def parse_document(source: SourceFile, data: bytes, dialects: Mapping[str, Dialect]) -> ParsedDocument:
    """Read one document.

    Args:
        source: where it comes from and what the manifest says of it.
        data: its bytes.
        dialects: all dialects by name.

    Raises:
        SourceError: the bytes are no text; the sentence names the file.
    """
    report = Report()
    try:
        text = manuscript(read(data, report))
    except SourceError as error:
        raise SourceError(f"{source.path} {error}") from error
    dialect = source.row.get("dialect") or find_dialect(text, dialects)
    parsed = assemble(source.key, dialects[dialect].read(text, report))
    document = describe(source, dialect, parsed.entries)
    references = tuple(extract.extract(parsed.entries))
    return ParsedDocument(
        document, parsed.entries, parsed.furniture, references, report.signed(source.key, source.path.name)
    )


def find_dialect(text: Manuscript, dialects: Mapping[str, Dialect]) -> str:
    """Return the dialect that a text looks like most; the first in the table where none stands out."""
    return max(dialects, key=lambda name: dialects[name].evidence(text))


def describe(source: SourceFile, dialect: str, entries: tuple[Entry, ...]) -> Document:
    """Say what is known of a document: the manifest's word, else the title that the text prints."""
    row: dict[str, Any] = source.row
    printed = next((entry.title for entry in entries if entry.kind == "part" and entry.title), None)
    aliases = row.get("aliases", ())
    former = aliases.items() if isinstance(aliases, dict) else ((key, source.key) for key in aliases)
    return Document(
        key=source.key,
        title=row.get("title") or printed or Path(source.path).stem,
        game=row.get("game"),
        edition=row.get("edition"),
        date=row.get("date"),
        dialect=dialect,
        file=source.path.name,
        origin=row.get("origin"),
        licence=row.get("licence"),
        aliases=tuple(former),
    )


def to_record(parsed: ParsedDocument) -> Record:
    """Return a parsed document as JSON, for the cache."""
    from dataclasses import asdict

    return {
        "document": asdict(parsed.document),
        "entries": [entry_record(entry) for entry in parsed.entries],
        "furniture": [furniture_record(furniture) for furniture in parsed.furniture],
        "references": [asdict(reference) for reference in parsed.references],
        "findings": [finding_record(finding) for finding in parsed.findings],
    }


def from_record(record: Record) -> ParsedDocument:
    """Return the parsed document of a record."""
    document = dict(record["document"])
    document["aliases"] = tuple((old, new) for old, new in document["aliases"])
    return ParsedDocument(
        Document(**document),
        tuple(entry_from(entry) for entry in record["entries"]),
        tuple(furniture_from(furniture) for furniture in record["furniture"]),
        tuple(Reference(**reference) for reference in record["references"]),
        tuple(finding_from(finding) for finding in record["findings"]),
    )

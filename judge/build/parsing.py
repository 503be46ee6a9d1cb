"""One document from bytes to parsed: source, dialect, entries, references, and what is known of the whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from judge.build.collection import SourceFile
from judge.checks import structure
from judge.checks.accepted import Accepted
from judge.core.diagnostics import Diagnostic, Report
from judge.core.errors import SourceError
from judge.core.jsonl import Record
from judge.core.model import Document, Entry, Furniture, Reference
from judge.core.records import entry_from, entry_record, finding_from, finding_record, furniture_from, furniture_record
from judge.reading import dialects, pagination
from judge.reading.dialects import Dialect, PlugInFailed
from judge.reading.drafts import Sheet, assemble, keep_all
from judge.reading.games import Game
from judge.reading.metadata import Fact, find_metadata
from judge.reading.parts.reading import read_parts
from judge.reading.readers.anchors import place_anchors
from judge.reading.readers.manuscript import Manuscript, manuscript
from judge.reading.readers.notes import place_footnotes
from judge.reading.rulings import errata
from judge.reading.rulings.credits import with_credits
from judge.reading.rulings.errata import Labels
from judge.reading.source import read_source
from judge.references import extraction


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """One document, read by itself: its references are found and not yet resolved."""

    document: Document
    entries: tuple[Entry, ...]
    furniture: tuple[Furniture, ...]
    references: tuple[Reference, ...]
    findings: tuple[Diagnostic, ...]


class Context(NamedTuple):
    """What reading a document needs to know of the world."""

    dialects: Mapping[str, Dialect]
    games: Sequence[Game]
    failed: Callable[[PlugInFailed, Path], None] = lambda *_: None
    """Told of a plug-in that could not read a document."""


MANIFEST = "corpus.toml says so"
REFERENCE = tuple(field.name for field in fields(Reference))


def parse_document(source: SourceFile, data: bytes, context: Context) -> ParsedDocument:
    """Read one document.

    Args:
        source: where it comes from and what the manifest says of it.
        data: its bytes.
        context: all dialects and what is known of games.

    Raises:
        SourceError: the bytes are no text; the sentence names the file.
    """
    report = Report()
    text, dialect, sheet = read_document(source, data, context, report)
    parsed = place_footnotes(place_anchors(assemble(source.key, sheet), text), text)
    document = describe(source, text, dialect, parsed.entries, context.games)
    entries = tuple(with_credits(tuple(_with_fields(parsed.entries, document.game, context.games))))
    entries = pagination.with_pages(sheet.contents, entries)
    report.findings += structure.check_structure(structure.CheckedDocument(entries, parsed.furniture, sheet.contents))
    references = tuple(_with_columns(extraction.extract(entries), text))
    return ParsedDocument(document, entries, parsed.furniture, references, report.signed(source.key, source.path.name))


def read_document(source: SourceFile, data: bytes, context: Context, report: Report) -> tuple[Manuscript, Fact, Sheet]:
    """Read a document in its dialect, up to its drafts.

    Raises:
        SourceError: the bytes are no text; the sentence names the file.
    """
    try:
        text = manuscript(read_source(data, report), settled_order(source))
    except SourceError as error:
        raise SourceError(f"{source.path} {error}") from error
    able = dict(context.dialects)
    while True:
        told = Report()
        try:
            dialect, sheet = read_in_parts(text, source, able, told)
        except PlugInFailed as error:
            context.failed(error, source.path)
            del able[error.name]
            continue
        report.findings += told.findings
        return text, dialect, sheet


def settled_order(source: SourceFile) -> dict[int, str]:
    """Return what the manifest says of the order of woven columns: the title that a line belongs under."""
    return {row["line"]: row["under"] for row in source.row.get("order", ())}


def _with_fields(entries: Iterable[Entry], name: str | None, games: Sequence[Game]) -> Iterator[Entry]:
    """Read the errata of entries into fields, by the labels of the document's game."""
    labels = next((game.labels for game in games if game.name == name), Labels())
    for entry in entries:
        if not entry.errata:
            yield entry
            continue
        split = errata.split_errata(entry.errata.text, labels)
        yield replace(entry, errata=replace(split, printed=entry.errata.printed))


def _with_columns(references: Iterable[Reference], text: Manuscript) -> Iterator[Reference]:
    """Say where in its source line each reference begins; of several alike in one line, each after the other."""
    behind: dict[tuple[int, str], int] = {}
    for reference in references:
        raw, words = text.raw(reference.line), reference.text.split()
        wanted = next((words[:length] for length in (3, 2, 1) if " ".join(words[:length]) in raw), [])
        printed = " ".join(wanted)
        start = raw.find(printed, behind.get((reference.line, printed), 0)) if printed else -1
        behind[reference.line, printed] = start + 1
        yield replace(reference, column=start + 1) if start >= 0 else reference


def read_in_parts(
    text: Manuscript, source: SourceFile, able: Mapping[str, Dialect], report: Report
) -> tuple[Fact, Sheet]:
    """Read a text in the dialect that the manifest names, else part by part as each looks."""
    named = source.row.get("dialect")
    if named in able:
        return Fact(named, MANIFEST), dialects.read_in_dialect(able[named], text, report)
    found = read_parts(text, able, report)
    keep_all(found.sheet, text.source)
    return Fact(found.dialect, found.why), found.sheet


def describe(
    source: SourceFile, text: Manuscript, dialect: Fact, entries: tuple[Entry, ...], games: Sequence[Game]
) -> Document:
    """Say what is known of a document: the manifest's word, else what the text says of itself."""
    row: dict[str, Any] = source.row
    printed = next((entry.title for entry in entries[:1] if entry.kind == "part"), None)
    found = find_metadata(text, games, printed, dialect.value or "")._asdict()
    facts = {name: Fact(row[name], MANIFEST) if name in row else fact for name, fact in found.items()}
    facts["dialect"] = dialect
    aliases = row.get("aliases", ())
    former = aliases.items() if isinstance(aliases, dict) else ((key, source.key) for key in aliases)
    return Document(
        key=source.key,
        title=facts["title"].value or Path(source.path).stem,
        game=facts["game"].value,
        edition=facts["edition"].value,
        date=facts["date"].value,
        dialect=dialect.value or "",
        file=source.path.name,
        origin=row.get("origin"),
        licence=row.get("licence"),
        aliases=tuple(former),
        accept=tuple(Accepted(**one) for one in row.get("accept", ())),
        why=tuple((name, fact.why) for name, fact in facts.items()),
    )


def to_record(parsed: ParsedDocument) -> Record:
    """Return a parsed document as JSON, for the cache."""
    from dataclasses import asdict

    return {
        "document": asdict(parsed.document),
        "entries": [entry_record(entry) for entry in parsed.entries],
        "furniture": [furniture_record(furniture) for furniture in parsed.furniture],
        "references": [{name: getattr(reference, name) for name in REFERENCE} for reference in parsed.references],
        "findings": [finding_record(finding) for finding in parsed.findings],
    }


def from_record(record: Record) -> ParsedDocument:
    """Return the parsed document of a record."""
    return ParsedDocument(
        document_from(record["document"]),
        tuple(entry_from(entry) for entry in record["entries"]),
        tuple(furniture_from(furniture) for furniture in record["furniture"]),
        tuple(Reference(**reference) for reference in record["references"]),
        tuple(finding_from(finding) for finding in record["findings"]),
    )


def document_from(record: Record) -> Document:
    """Return the document of a record."""
    lists = {name: tuple(map(tuple, record[name])) for name in ("accept", "aliases", "why")}
    return Document(**{**record, **lists})

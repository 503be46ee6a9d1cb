"""One document from bytes to parsed, the first three stages of `judge/pipeline.py`, and what is settled among several.

`name_failed_document` goes around every function that reads a document or works out what becomes of it. Whatever one
raises, even for want of memory, is an `UnforeseenError` after that, and the document is left out; Ctrl-C passes.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeAlias, TypeVar

from msgspec import Struct

from judge.checks import findings, reading_doubts
from judge.checks.findings import Accepted
from judge.checks.printed_places import with_columns
from judge.checks.reading_doubts import survey_reading
from judge.core.diagnostics import Code, Finding, Report
from judge.core.errors import JudgeError, SourceError, UnforeseenError, check_deadline
from judge.core.files import debugging
from judge.core.languages import language_of
from judge.core.model import Document, Entry, FoundReference, Furniture, ReadingReport, replace
from judge.core.names import DIALECTS
from judge.library.manifest import DOCUMENT_KINDS, DocumentTable, SourceFile, SummarisedTable
from judge.reading.document_reader import DocumentReading, read_manuscript
from judge.reading.lines.addresses import OwnAddress
from judge.reading.metadata.agreement import Witness
from judge.reading.metadata.editions import StatedFact
from judge.reading.metadata.found import STATED, About, find_about, settle
from judge.reading.metadata.game_names import Game
from judge.reading.opening import Hints, read_document_file
from judge.reading.profiles.reading_profile import COLUMNS, profile_of
from judge.reading.readers import pages, placing
from judge.reading.readers.placing import place_anchors, place_footnotes
from judge.reading.rulings import errata
from judge.reading.rulings.attribution import with_credits
from judge.reading.rulings.errata import Labels
from judge.reading.text.drafts import assemble
from judge.reading.text.manuscript import Manuscript
from judge.references import extraction


class ParsedDocument(Struct, frozen=True):
    """One document, read by itself: its references are found and not yet resolved."""

    document: Document
    about: About
    """What it says of itself, on which the documents of a library agree."""
    said: dict[str, str]
    """What the manifest says of it."""
    entries: tuple[Entry, ...]
    furniture: tuple[Furniture, ...]
    references: tuple[FoundReference, ...]
    findings: tuple[Finding, ...]
    reading: ReadingReport = ReadingReport()
    """How it was read; what its references say of that is found out later."""
    printed: tuple[str, ...] = ()
    """The lines of the file, in which the cards that it mentions are looked for."""
    former: tuple[tuple[str, str], ...] = ()
    """Former keys and ids of the document, each with what it is called now."""
    accepted: tuple[Accepted, ...] = ()
    """Findings that its manifest accepts."""
    addresses: tuple[OwnAddress, ...] = ()
    """What it names itself, each once."""


if TYPE_CHECKING:
    from judge.library.compiled_library import Warn
    from judge.library.incremental.document_facts import DocumentFacts

    Described: TypeAlias = "ParsedDocument | DocumentFacts"

D = TypeVar("D", bound="SourceFile | Described")
P = ParamSpec("P")
R = TypeVar("R")


def name_failed_document(work: Callable[Concatenate[D, P], R]) -> Callable[Concatenate[D, P], R]:
    """Return work on a document, its first argument, that names the document where the program fails.

    What a person was to be told (JudgeError) passes as what it is.
    """

    def wrapped(document: D, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return work(document, *args, **kwargs)
        except JudgeError:
            raise
        except Exception as error:
            raise UnforeseenError(*_key_and_path(document), error) from error

    return update_wrapper(wrapped, work)


def _key_and_path(document: SourceFile | Described) -> tuple[str, Path]:
    """Return the key of a document and its file, of which the name alone is known once it is parsed."""
    if isinstance(document, SourceFile):
        return document.key, document.path
    return document.document.key, Path(document.document.file)


def tell_left_out(error: SourceError, warn: Warn) -> None:
    """Tell, in a sentence, why a document is left out; with JUDGE_DEBUG also where the program failed."""
    warn(f"{error}; it is left out")
    if debugging() and isinstance(error, UnforeseenError):
        for line in "".join(traceback.format_exception(error)).splitlines():
            warn(line)


@name_failed_document
def witness(parsed: Described, collection: Path) -> Witness:
    """Return what a document says of its game."""
    head = parsed.about.head or {}
    said = StatedFact(parsed.said["game"], MANIFEST) if "game" in parsed.said else None
    said = said or (StatedFact(head["game"], STATED) if "game" in head else None)
    return Witness(str(collection), said, parsed.about.names)


MANIFEST = "corpus.toml says so"
RANK = re.compile(r"[1-9]\d{0,5}(?:\.\d{1,6})?")
RECORDS = {"rulings": "its records contain cards and rulings", "glossary": "its records contain terms"}
REFERENCE = FoundReference.__struct_fields__


@name_failed_document
def find_references(source: SourceFile, read: ReadDocument, games: Sequence[Game], report: Report) -> ParsedDocument:
    """Make entries of the drafts of a document, and find the references in them.

    Args:
        source: where it comes from and what the manifest says of it.
        read: the document up to its drafts.
        games: what is known of games.
        report: what was guessed while it was read.

    Returns:
        the document; its game, and what depends on that, is not settled yet (`settled`).
    """
    text, sheet = read.text, read.reading.sheet
    parsed = placing.placed(place_footnotes(place_anchors(assemble(source.key, sheet), text), text), text)
    contents = tuple(one._replace(line=placing.file_line(text, one.line)) for one in sheet.contents)
    about = find_about(text, games, parsed.entries, source.path.stem)
    head = text.head.fields if text.head else {}
    row = _row_of_head(head).overlay(source.row)
    language = row.language or language_of(_texts(parsed.entries)) or None
    document = replace(describe(source._replace(row=row), read.dialect), language=language)
    entries = parsed.entries if text.head else tuple(with_credits(parsed.entries))
    entries = entries if text.boxes or text.head else pages.with_pages(contents, entries)
    checked = findings.CheckedDocument(entries, parsed.furniture, contents)
    found = list(findings.check_structure(checked))
    seen = survey_reading(read.reading.parts, entries, placing.shown_lines(text), contents)
    doubts = (*read.reading.doubts, *reading_doubts.check_reading(seen, found))
    report.findings += reading_doubts.unexplained(found, doubts)
    printed = (text.origin or text.source).printed
    check_deadline()
    references = tuple(with_columns(extraction.extract(entries, language or ""), entries, printed))
    dead = findings.dead_links(entries, references, text.lost_links)
    columns = with_columns((one.place for one in dead), entries, printed)
    placed = [one._replace(place=place) for one, place in zip(dead, columns, strict=True)]
    findings.report_links(placed, text.lost_links, entries, report)
    signed = report.signed(source.key, source.path.name)
    said = {"title": row.title, "game": row.game, "edition": row.edition, "date": row.date}
    reading = replace(seen.report(), doubts=doubts)
    return ParsedDocument(
        document,
        about,
        {name: text for name, text in said.items() if text is not None},
        entries,
        parsed.furniture,
        references,
        signed,
        reading,
        printed,
        (*_former_names(source), *parsed.former),
        tuple(row.accept),
        placing.addresses_in_file(text, read.reading.addresses.named),
    )


def _texts(entries: Iterable[Entry]) -> Iterator[str]:
    return (text for entry in entries for text in (entry.title or "", *(block.text for block in entry.blocks)))


@name_failed_document
def settled(parsed: ParsedDocument, game: StatedFact, games: Sequence[Game]) -> ParsedDocument:
    """Return a document of a game: with its title, and errata in fields by the labels of the game."""
    document = settled_document(parsed, game, games)
    return replace(parsed, document=document, entries=tuple(_with_fields(parsed.entries, document.game, games)))


@name_failed_document
def settled_document(parsed: Described, game: StatedFact, games: Sequence[Game]) -> Document:
    """Return what is known of a document of a game: the manifest's word, else what was found out."""
    found = settle(parsed.about, game, games)._asdict()
    facts = {
        name: StatedFact(parsed.said[name], MANIFEST) if name in parsed.said else fact for name, fact in found.items()
    }
    document = parsed.document
    return replace(
        document,
        title=facts["title"].value or Path(document.file).stem,
        game=facts["game"].value,
        edition=facts["edition"].value,
        date=facts["date"].value,
        why={name: fact.why for name, fact in facts.items()} | {"dialect": document.why["dialect"]},
    )


def _row_of_head(head: Mapping[str, str]) -> DocumentTable:
    """Return what the head of a canonical document states as a manifest would."""
    kind, rank = head.get("kind"), head.get("authority", "")
    return DocumentTable(
        origin=head.get("origin"),
        licence=head.get("licence"),
        work=head.get("work"),
        kind=next((one for one in DOCUMENT_KINDS if one == kind), None),
        authority=float(rank) if RANK.fullmatch(rank) else None,
    )


class ReadDocument(Struct, frozen=True):
    """A document up to its drafts."""

    text: Manuscript
    dialect: StatedFact
    reading: DocumentReading
    """With the places of its parts and doubts in the file."""


@name_failed_document
def open_document(source: SourceFile, data: bytes, report: Report) -> Manuscript:
    """Return the text of a document: what its format says, before anything is read.

    Raises:
        SourceError: the bytes are not text; the sentence names the file.
    """
    # What the manifest says of the order of woven columns: the title that a line belongs under.
    order = {one.line: one.under for one in source.row.order}
    fields = {COLUMNS.get(role, role): name for role, name in source.row.fields.items()}
    hints = Hints(source.path.name, fields, source.groups or {}, order)
    try:
        return read_document_file(data, report, hints)
    except SourceError as error:
        if str(error).startswith(f"{source.path} "):  # its time is over
            raise
        raise SourceError(f"{source.path} {error}") from error


@name_failed_document
def read_document(source: SourceFile, text: Manuscript, report: Report) -> ReadDocument:
    """Read the text of a document in its dialect, up to its drafts."""
    told = Report()
    dialect, found = _read_text(text, source, told)
    report.findings += placing.of_file(text, told.findings)
    for line in text.misfits:
        report.add(Code.RECORD_UNREAD, line, "this record has no card with a ruling; it is left out")
    parts = tuple(one._replace(lines=placing.span_in_file(text, one.lines)) for one in found.parts)
    doubts = tuple(replace(one, lines=placing.span_in_file(text, one.lines)) for one in found.doubts)
    return ReadDocument(text, dialect, found._replace(parts=parts, doubts=doubts))


def _with_fields(entries: Iterable[Entry], name: str | None, games: Sequence[Game]) -> Iterator[Entry]:
    """Read the errata of entries into fields, by the labels of the document's game."""
    labels = next((game.labels for game in games if game.name == name), Labels())
    for entry in entries:
        if not entry.errata:
            yield entry
            continue
        split = errata.split_errata(entry.errata.text, labels)
        yield replace(entry, errata=replace(split, printed=entry.errata.printed, doubt=entry.errata.doubt))


def _read_text(text: Manuscript, source: SourceFile, report: Report) -> tuple[StatedFact, DocumentReading]:
    """Read a text, in the dialect that the manifest names or that the fields of its records show."""
    row, known = source.row, source.row.dialect
    if text.head and not known:
        found = read_manuscript(text, report)
        stated = text.head.fields.get("dialect", "")
        return StatedFact(stated if stated in DIALECTS else found.dialect, STATED), found
    found = read_manuscript(text, report, known or text.told or None, profile_of(row.reading, row.part, row.fields))
    why = RECORDS.get(text.told, MANIFEST) if text.told and not known else MANIFEST if known else found.why
    if text.guess:
        why = f"{why}; its records: {text.guess}"
    fact = StatedFact(known or found.dialect, why)
    parts = tuple(part._replace(why=fact.why) if part.why == found.why else part for part in found.parts)
    return fact, found._replace(parts=parts)


def _former_names(source: SourceFile) -> Iterable[tuple[str, str]]:
    """Return the former keys and ids that the manifest gives a document, each with what it is called now."""
    aliases = source.row.aliases
    return aliases.items() if isinstance(aliases, dict) else ((key, source.key) for key in aliases)


def describe(source: SourceFile, dialect: StatedFact) -> Document:
    """Return a document of which only that is known which does not depend on its game."""
    row = source.row
    sources = [SummarisedTable(one) if isinstance(one, str) else one for one in row.summarises]
    return Document(
        key=source.key,
        title=source.path.stem,
        game=None,
        edition=None,
        date=None,
        dialect=dialect.value or "",
        file=source.path.name,
        origin=row.origin,
        licence=row.licence,
        why={"dialect": dialect.why},
        work=row.work or "",
        kind=row.kind or "",
        authority=row.authority,
        summarises=tuple(one.key for one in sources),
        source_titles=tuple(f"{one.title or one.key} {one.edition}".strip() for one in sources),
        covers=row.covers,
        bundled=source.bundled,
    )

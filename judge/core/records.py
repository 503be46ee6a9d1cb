"""The contract's JSON: from our types to records, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from judge.core.diagnostics import BY_NAME, Diagnostic
from judge.core.jsonl import Record
from judge.core.model import (
    Block,
    Box,
    Document,
    Doubt,
    Entry,
    Errata,
    Furniture,
    Link,
    Mark,
    Place,
    PlaceDoubt,
    ReadingReport,
    ReadPart,
    Reference,
    Resolution,
)


def document_record(document: Document, counts: Mapping[str, int], reading: Record) -> Record:
    """Return a document's record.

    Args:
        document: the document.
        counts: how many `entries`, `references`, `resolved` and `faulty` references it has.
        reading: the record of how it was read.
    """
    record: Record = {"record": "document", **asdict(document)}
    del record["aliases"], record["accept"]
    record["why"] = dict(document.why)
    record["summarises"], record["source_titles"] = list(document.summarises), list(document.source_titles)
    record |= {name: counts.get(name, 0) for name in ("entries", "references", "resolved", "faulty")}
    return record | {"reading": reading}


def reading_record(reading: ReadingReport) -> Record:
    """Return the record of how a document was read."""
    return {
        "parts": [part._asdict() | {"lines": list(part.lines)} for part in reading.parts],
        "resolved": reading.resolved,
        "longest": list(reading.longest),
        "heading_like": list(reading.heading_like),
        "doubts": [doubt._asdict() | {"lines": list(doubt.lines)} for doubt in reading.doubts],
    }


def reading_from(record: Mapping[str, Any]) -> ReadingReport:
    """Return how a document was read, from a record."""
    return ReadingReport(
        tuple(ReadPart(**{**part, "lines": tuple(part["lines"])}) for part in record["parts"]),
        tuple(record["longest"]),
        tuple(record["heading_like"]),
        tuple(Doubt(**{**doubt, "lines": tuple(doubt["lines"])}) for doubt in record["doubts"]),
        record["resolved"],
    )


def entry_record(entry: Entry) -> Record:
    """Return an entry's record."""
    return {
        "record": "entry",
        "id": entry.id,
        "document": entry.document,
        "kind": entry.kind,
        "number": entry.number,
        "title": entry.title,
        "aliases": list(entry.aliases),
        "parent": entry.parent,
        "variant": entry.variant,
        "lines": [list(span) for span in entry.lines],
        "blocks": [block_record(block) for block in entry.blocks],
        "errata": errata_record(entry.errata) if entry.errata else None,
        "facts": list(entry.facts),
        "pages": list(entry.pages) if entry.pages else None,
        "anchors": list(entry.anchors),
        "counted": entry.counted,
    }


def errata_record(errata: Errata) -> Record:
    """Return the record of an errata."""
    doubt = errata.doubt._asdict() if errata.doubt else None
    return {"text": errata.text, "fields": errata.fields, "printed": errata.printed, "doubt": doubt}


def errata_from(record: Mapping[str, Any]) -> Errata:
    """Return the errata of a record."""
    doubt = PlaceDoubt(**record["doubt"]) if record["doubt"] else None
    return Errata(record["text"], record["fields"], record["printed"], doubt)


def block_record(block: Block) -> Record:
    """Return a block's record; `links`, `depth` and `places` are ours, beside what the contract names."""
    return {
        "kind": block.kind,
        "text": block.text,
        "marks": [list(mark) for mark in block.marks],
        "date": block.date,
        "source": block.source,
        "author": block.author,
        "doubt": block.doubt._asdict() if block.doubt else None,
        "lines": [list(span) for span in block.lines],
        "links": [list(link) for link in block.links],
        "depth": block.depth,
        "places": [list(place) for place in block.places],
        "boxes": [list(box) for box in block.boxes] or None,
    }


def entry_from(record: Mapping[str, Any]) -> Entry:
    """Return the entry of a record."""
    return Entry(
        id=record["id"],
        document=record["document"],
        kind=record["kind"],
        number=record["number"],
        title=record["title"],
        lines=_spans(record["lines"]),
        parent=record["parent"],
        aliases=tuple(record["aliases"]),
        variant=record["variant"],
        blocks=tuple(block_from(block) for block in record["blocks"]),
        errata=errata_from(record["errata"]) if record["errata"] else None,
        facts=tuple(record["facts"]),
        pages=(record["pages"][0], record["pages"][1]) if record["pages"] else None,
        anchors=tuple(record["anchors"]),
        counted=record["counted"],
    )


def block_from(record: Mapping[str, Any]) -> Block:
    """Return the block of a record."""
    return Block(
        kind=record["kind"],
        text=record["text"],
        lines=_spans(record["lines"]),
        marks=tuple(Mark(*mark) for mark in record["marks"]),
        links=tuple(Link(*link) for link in record["links"]),
        date=record["date"],
        places=tuple(Place(*place) for place in record["places"]),
        depth=record["depth"],
        source=record["source"],
        author=record["author"],
        boxes=tuple(Box(*box) for box in record.get("boxes") or ()),
        doubt=PlaceDoubt(**record["doubt"]) if record["doubt"] else None,
    )


def furniture_record(furniture: Furniture) -> Record:
    """Return the record of a stretch of furniture."""
    return {
        "record": "furniture",
        "document": furniture.document,
        "lines": [list(span) for span in furniture.lines],
        "reason": furniture.reason,
    }


def furniture_from(record: Mapping[str, Any]) -> Furniture:
    """Return the furniture of a record."""
    return Furniture(record["document"], _spans(record["lines"]), record["reason"])


def reference_record(resolution: Resolution) -> Record:
    """Return a resolved reference's record."""
    reference = resolution.reference
    return {
        "record": "reference",
        "source": reference.source,
        "block": reference.block,
        "start": reference.start,
        "end": reference.end,
        "line": reference.line,
        "column": reference.column,
        "text": reference.text,
        "label": reference.label,
        "kind": reference.kind,
        "target": f"{resolution.target}#{resolution.part}" if resolution.part else resolution.target,
        "status": resolution.status,
        "suggestion": resolution.suggestion,
        "candidates": list(resolution.candidates),
        "reason": resolution.reason,
        "sure": None if resolution.sure is None else round(resolution.sure, 2),
        "written_as": resolution.written_as,
    }


def resolution_from(record: Mapping[str, Any]) -> Resolution:
    """Return the resolved reference of a record."""
    names = ("source", "block", "start", "end", "line", "column", "text", "kind", "label")
    reference = Reference(**{name: record[name] for name in names})
    target, _, part = (record["target"] or "").partition("#")
    return Resolution(
        reference,
        record["status"],
        target or None,
        record["suggestion"],
        tuple(record["candidates"]),
        record["reason"],
        part or None,
        record["sure"],
        record["written_as"],
    )


def finding_record(finding: Diagnostic) -> Record:
    """Return a finding's record."""
    return {
        "code": finding.code.value,
        "level": finding.level,
        "document": finding.document,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "suggestion": finding.suggestion,
        "end_line": finding.end_line or finding.line,
        "end_column": finding.end_column or finding.column,
    }


def finding_from(record: Mapping[str, Any]) -> Diagnostic:
    """Return the finding of a record."""
    return Diagnostic(**{**record, "code": BY_NAME[record["code"]]})


def _spans(lines: list[list[int]]) -> tuple[tuple[int, int], ...]:
    return tuple((first, last) for first, last in lines)

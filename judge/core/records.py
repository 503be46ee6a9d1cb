"""Our types as records, and back: the JSON of the contract, and that of the cache.

Fields and their types are those of the dataclasses; msgspec converts them. A NamedTuple is an array in JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from judge.core.jsonl import Record
from judge.core.model import Document, Entry, Furniture, Reference, Resolution

T = TypeVar("T")


def to_record(thing: object) -> Record:
    """Return a dataclass as a record, which JSON holds."""
    record: Record = msgspec.to_builtins(thing)
    return record


def from_record(record: Mapping[str, Any], kind: type[T]) -> T:
    """Return what a record holds; its other fields are ignored.

    Raises:
        msgspec.ValidationError: a ValueError; a field is missing, or has another type.
    """
    return msgspec.convert(record, kind)


def to_json(thing: object) -> str:
    """Return a dataclass as JSON, for the cache; escaped, since texts may have lone surrogates."""
    return json.dumps(msgspec.to_builtins(thing))


def from_json(text: str, kind: type[T]) -> T:
    """Return what `to_json` wrote.

    Raises:
        ValueError: the text is no JSON, or not of such a thing.
    """
    return msgspec.convert(json.loads(text), kind)


def document_record(document: Document, counts: Mapping[str, int], reading: Record) -> Record:
    """Return a document's record.

    Args:
        document: the document.
        counts: how many `entries`, `references`, `resolved` and `faulty` references it has.
        reading: the record of how it was read.
    """
    record: Record = {"record": "document"} | to_record(document) | {"why": dict(document.why)}
    del record["aliases"], record["accept"]
    record |= {name: counts.get(name, 0) for name in ("entries", "references", "resolved", "faulty")}
    return record | {"reading": reading}


def entry_record(entry: Entry) -> Record:
    """Return an entry's record."""
    return {"record": "entry"} | to_record(entry)


def entry_from(record: Mapping[str, Any]) -> Entry:
    """Return the entry of a record."""
    return from_record(record, Entry)


def furniture_record(furniture: Furniture) -> Record:
    """Return the record of a stretch of furniture."""
    return {"record": "furniture"} | to_record(furniture)


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

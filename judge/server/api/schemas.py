"""The types of records as JSON Schema (2020-12), with the meaning of each field."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UnsetType

from judge.core.diagnostics import Code
from judge.records.describing import fields_of, is_record, meanings
from judge.records.parameters import Schema
from judge.server.api.server_records import EnvelopeRecord

PLAIN: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Code: {"type": "string"},
    NoneType: {"type": "null"},
}


class Schemas:
    """The schemas of records, collected while they are referred to."""

    def __init__(self) -> None:
        """Begin with none."""
        self.found: dict[str, Schema] = {}
        """By their names, in the order in which they were first referred to."""

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type; that of a record is a reference to it."""
        if hint in PLAIN:
            return dict(PLAIN[hint])
        if is_record(hint):
            return self._record(hint)
        if hasattr(hint, "_fields"):
            return self._places(get_type_hints(hint).values())
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Literal:
            return {"type": "string", "enum": list(inner)}
        if origin in (Union, UnionType):
            known = [self.of(one) for one in inner if one is not UnsetType]
            return known[0] if len(known) == 1 else {"anyOf": known}
        if origin is list or inner[1:] == (...,):
            return {"type": "array", "items": self.of(inner[0])}
        if origin is tuple:
            return self._places(inner)
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        raise TypeError(f"{hint!r} has no schema")

    def _places(self, hints: Collection[Any]) -> Schema:
        """Return the schema of an array whose places have a meaning each."""
        sizes = {"minItems": len(hints), "maxItems": len(hints)}
        return {"type": "array", "prefixItems": [self.of(hint) for hint in hints], **sizes}

    def envelope(self, name: str, records: Sequence[type]) -> Schema:
        """Return the schema of an answer whose records are of these types, as one named object."""
        items = [self.of(record) for record in records]
        described = self._object(EnvelopeRecord)
        described["properties"]["records"] = {
            "type": "array",
            "items": items[0] if len(items) == 1 else {"anyOf": items},
            "description": "The records of the answer.",
        }
        self.found[name] = described | {"required": list(described["properties"])}
        return {"$ref": f"#/components/schemas/{name}"}

    def _record(self, record: type) -> Schema:
        name = record.__name__.removesuffix("Record")
        if name not in self.found:
            self.found[name] = {}  # so that a record inside of itself ends
            self.found[name] = self._object(record)
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, record: type) -> Schema:
        """Return the schema of a record itself."""
        texts = meanings(record)
        fields = {field: self.of(hint) | {"description": texts[field]} for field, hint in fields_of(record).items()}
        description = inspect.cleandoc(record.__doc__ or "")
        required = [field for field, hint in fields_of(record).items() if UnsetType not in get_args(hint)]
        return {"type": "object", "description": description, "properties": fields, "required": required}

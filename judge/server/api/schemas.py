"""The types of records as JSON Schema (2020-12), with the meaning of each field."""

from __future__ import annotations

import inspect
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from judge.records.describing import parents, texts_below

Schema = dict[str, Any]
PLAIN: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
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
        if is_typeddict(hint):
            return self._record(hint)
        if hasattr(hint, "_fields"):
            places = list(get_type_hints(hint).values())
            sizes = {"minItems": len(places), "maxItems": len(places)}
            return {"type": "array", "prefixItems": [self.of(place) for place in places], **sizes}
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Literal:
            return {"type": "string", "enum": list(inner)}
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(one) for one in inner]}
        if origin is list:
            return {"type": "array", "items": self.of(inner[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        raise TypeError(f"{hint!r} has no schema")

    def _record(self, record: type) -> Schema:
        name = record.__name__.removesuffix("Record")
        if name not in self.found:
            self.found[name] = {}  # so that a record inside of itself ends
            meanings = _meanings(record)
            fields = {
                field.rstrip("_"): self.of(hint) | {"description": meanings[field]}
                for field, hint in get_type_hints(record).items()
            }
            description = inspect.cleandoc(record.__doc__ or "")
            self.found[name] = {"type": "object", "description": description, "properties": fields}
            self.found[name]["required"] = list(fields)
        return {"$ref": f"#/components/schemas/{name}"}


def _meanings(record: type) -> dict[str, str]:
    """Return what the fields of a record mean, those of the records that it extends among them."""
    inherited = {name: text for parent in parents(record) for name, text in _meanings(parent).items()}
    return inherited | texts_below(record)

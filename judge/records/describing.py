"""The structs of records as data: the fields of each, what they mean, and the structs that it extends.

Each field is described by the text below it, which only the source of its struct has.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from typing import Any, Literal, TypeGuard, get_type_hints

from msgspec import Struct


def is_record(hint: Any) -> TypeGuard[type[Struct]]:
    """Tell whether a type of a field is that of an object with fields; an Enum is a text, a NamedTuple an array."""
    return isinstance(hint, type) and issubclass(hint, Struct)


@cache
def fields_of(record: type[Struct]) -> dict[str, Any]:
    """Return the fields of a record with their types, as JSON names them; `record`, the kind of it, first."""
    hints, tag = get_type_hints(record), record.__struct_config__.tag
    names = zip(record.__struct_encode_fields__, record.__struct_fields__, strict=True)
    return ({"record": Literal[tag]} if tag else {}) | {name: hints[field] for name, field in names}


def parents(record: type[Struct]) -> list[type[Struct]]:
    """Return the records that a record extends."""
    return [base for base in record.__bases__ if is_record(base) and base is not Struct]


def meanings(record: type[Struct]) -> dict[str, str]:
    """Return what the fields of a record mean, those of the records that it extends among them."""
    inherited = {name: text for parent in parents(record) for name, text in meanings(parent).items()}
    return inherited | texts_below(record)


@cache
def texts_below(record: type[Struct]) -> dict[str, str]:
    """Return the text below each field that is the record's own, and of `record`.

    Raises:
        ValueError: a field has none.
    """
    found = {"record": "The kind of record."}
    (definition,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(definition, ast.ClassDef)
    body = definition.body
    for field, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            if not isinstance(text, ast.Constant):
                raise ValueError(f"{record.__name__}.{field.target.id} has no text below it that says what it means")
            found[field.target.id.rstrip("_")] = " ".join(str(text.value).split())
    return found

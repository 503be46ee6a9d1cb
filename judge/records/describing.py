"""The types of records as data: the fields of each, what they mean, and the records that it extends.

A record is a class of annotated fields, each described by the text below it, which only its source has. What it extends
of `judge.core` is part of it; what it extends of the other records is described there.
"""

from __future__ import annotations

import ast
import inspect
from enum import Enum
from functools import cache
from typing import Any, get_type_hints

from judge.records import record_types


def is_record(hint: Any) -> bool:
    """Tell whether a type of a field is that of an object with fields; an Enum is a text, a NamedTuple an array."""
    if not isinstance(hint, type) or issubclass(hint, Enum | tuple):
        return False
    return bool(get_type_hints(hint))


def own_fields(record: type) -> dict[str, Any]:
    """Return the fields that a record does not have from the records it extends, with their types; `record` first."""
    found = {name: hint for name, hint in get_type_hints(record).items() if name in texts_below(record)}
    first = {name: hint for name, hint in found.items() if name == "record"}
    return first | found


def parents(record: type) -> list[type]:
    """Return the records that a record extends."""
    return [base for base in record.__bases__ if _is_described_apart(base)]


def _is_described_apart(base: type) -> bool:
    return base.__module__ == record_types.__name__


def meanings(record: type) -> dict[str, str]:
    """Return what the fields of a record mean, those of the records that it extends among them."""
    inherited = {name: text for parent in parents(record) for name, text in meanings(parent).items()}
    return inherited | texts_below(record)


@cache
def texts_below(record: type) -> dict[str, str]:
    """Return the text below each field that `own_fields` has.

    Raises:
        ValueError: a field has none.
    """
    bases = (base for base in record.__bases__ if base is not object and not _is_described_apart(base))
    found = {name: text for base in bases for name, text in texts_below(base).items()}
    (definition,) = ast.parse(inspect.getsource(record)).body
    assert isinstance(definition, ast.ClassDef)
    body = definition.body
    for field, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            if not isinstance(text, ast.Constant):
                raise ValueError(f"{record.__name__}.{field.target.id} has no text below it that says what it means")
            found[field.target.id] = " ".join(str(text.value).split())
    return found

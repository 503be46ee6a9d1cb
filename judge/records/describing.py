"""The types of records as data: the fields of each, what they mean, and the records that it extends.

A record is a `TypedDict`; its fields are described by the texts below them, which only its source has.
"""

from __future__ import annotations

import ast
import inspect
from functools import cache
from typing import Any, get_type_hints

from judge.records import record_types


def own_fields(record: type) -> dict[str, Any]:
    """Return the fields that a record does not have from those it extends, with their types."""
    return {name: hint for name, hint in get_type_hints(record).items() if name in texts_below(record)}


def parents(record: type) -> list[type]:
    """Return the records that a record extends; only its source tells, as a `TypedDict` forgets them."""
    names = [base.id for base in definition(record).bases if isinstance(base, ast.Name)]
    return [getattr(record_types, name) for name in names if name != "TypedDict"]


@cache
def definition(record: type) -> ast.ClassDef:
    """Return the source of a record."""
    (found,) = ast.parse(inspect.getsource(record)).body
    if not isinstance(found, ast.ClassDef):
        raise TypeError(f"{record} is not a class")
    return found


@cache
def texts_below(record: type) -> dict[str, str]:
    """Return the text below each field of a record.

    Raises:
        ValueError: a field has none.
    """
    found: dict[str, str] = {}
    body = definition(record).body
    for field, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            if not isinstance(text, ast.Constant):
                raise ValueError(f"{record.__name__}.{field.target.id} has no text below it that says what it means")
            found[field.target.id] = " ".join(str(text.value).split())
    return found

"""JSON Lines: one record, one line.

A struct has two forms: that of the contract, with all its fields (`dumps`), and that of a cache (`pack`), which leaves
out defaults where the struct is declared so. What needs `json` imports it late: `judge show` has no time to lose.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, Struct

from judge.core.names import UNSHOWN

Record = dict[str, Any]
"""A record of the contract, as it is read from JSON."""
T = TypeVar("T")
ESCAPED = rf"{UNSHOWN[:-1]}\u2028\u2029]"
"""Line separators that are not a line end of ours would still cut a line for readers that split on every one."""


def to_record(struct: Struct) -> Record:
    """Return a struct as the contract's JSON has it: all its fields, in their order, also those left at a default."""
    tag = struct.__struct_config__.tag
    record: Record = {"record": tag} if tag else {}
    for name, field in zip(struct.__struct_encode_fields__, struct.__struct_fields__, strict=True):
        if (value := getattr(struct, field)) is not UNSET:
            record[name] = _to_value(value)
    return record


def values_of(struct: Struct) -> dict[str, Any]:
    """Return the values of a struct's fields, as another struct takes them that extends it."""
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _to_value(thing: object) -> object:
    if isinstance(thing, Struct):
        return to_record(thing)
    if isinstance(thing, list | tuple):
        return [_to_value(one) for one in thing]
    if isinstance(thing, dict):
        return {name: _to_value(one) for name, one in thing.items()}
    return thing.value if isinstance(thing, Enum) else thing


def dumps(thing: object) -> str:
    """Return a struct or a record as one line of JSON, of a struct all fields, for those who read the contract.

    What no terminal and no page should be given is escaped.
    """
    return _dumps(_to_value(thing), (", ", ": "))


def pack(thing: object) -> str:
    """Return a struct as one line of JSON for `unpack`; one with `omit_defaults` without fields at their default."""
    try:
        return msgspec.json.encode(thing).decode()
    except UnicodeEncodeError:  # a text of a document may hold half a character, which msgspec does not write
        return _dumps(msgspec.to_builtins(thing), (",", ":"))


def _dumps(value: object, separators: tuple[str, str]) -> str:
    import json

    return escaped(json.dumps(value, ensure_ascii=False, separators=separators))


def unpack(text: str, kind: type[T]) -> T:
    """Return the struct of a line of JSON; fields that it does not have are ignored.

    Raises:
        ValueError: the text is no JSON, or not of such a thing.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except ValueError:  # a text of a document may hold half a character, which msgspec does not read
        import json

        return msgspec.convert(json.loads(text), kind)


def escaped(text: str) -> str:
    r"""Return JSON in which control characters, line separators, lone surrogates and their like are written as \u001b.

    >>> escaped('["\x7f", "\U0001fffe"]')
    '["\\u007f", "\\ud83f\\udffe"]'
    """
    return text if text.isprintable() else re.sub(ESCAPED, _escape, text)


def _escape(found: re.Match[str]) -> str:
    """Return a character as JSON escapes it: its one or two units of UTF-16."""
    units = found[0].encode("utf-16-be", "surrogatepass").hex(" ", 2)
    return "\\u" + units.replace(" ", "\\u")

"""What a file of records says of itself beside its records: its edition, its date, its title, its game.

    {"version": "2.1", "updated": "2025-06-30", "rulings": [{"card": …}]}
    {"meta": {"title": "Tide Rulings", "date": "2025-06"}, "cards": {…}}

A field counts where it holds a text; fields of the records themselves say nothing of the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.reading.readers.formats.records.fields import folded
from judge.reading.readers.formats.records.values import Record, Scalar, Value
from judge.reading.readers.head_fields import FACTS, Stated, facts_of

INSIDE = ("meta", "metadata", "info", "header", "about", "document")
"""The fields that hold them where they do not stand at the top."""
KNOWN = frozenset(name for names in FACTS.values() for name in names)
LONGEST = 200


def stated_in(value: Value) -> dict[str, Stated]:
    """Return what a file says of itself; a list, or a record that holds nothing else, says nothing."""
    if not isinstance(value, Record) or all(isinstance(inner, Scalar) for _, inner in value.fields):
        return {}
    said: dict[str, Stated] = {}
    for record in (value, *_inside(value)):
        for key, inner in record.fields:
            if isinstance(inner, Scalar) and inner.value.strip() and len(inner.value) <= LONGEST:
                said.setdefault(folded(key.value), Stated(" ".join(inner.value.split()), inner.line))
    return facts_of(said)


def is_statement(key: str, value: Value) -> bool:
    """Tell whether a field at the top of a file only says something of the file."""
    return folded(key) in (KNOWN if isinstance(value, Scalar) else INSIDE)


def _inside(value: Record) -> Iterator[Record]:
    for key, inner in value.fields:
        if isinstance(inner, Record) and folded(key.value) in INSIDE:
            yield inner

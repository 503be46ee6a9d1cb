"""What a file of records says of itself beside its records: its edition, its date, its title, its game.

    {"version": "2.1", "updated": "2025-06-30", "rulings": [{"card": …}]}
    {"meta": {"title": "Tide Rulings", "date": "2025-06"}, "cards": {…}}

A field counts where it holds a text; fields of the records themselves say nothing of the file.
"""

from __future__ import annotations

from collections.abc import Iterator

from judge.reading.readers.formats.records.fields import folded
from judge.reading.readers.formats.records.values import Record, Scalar, Value
from judge.reading.readers.manuscript import Stated

NAMES: dict[str, tuple[str, ...]] = {
    "edition": ("edition", "version", "revision", "rulesversion", "rulesedition"),
    "date": (
        *("date", "updated", "lastupdated", "updatedat", "lastmodified", "modified", "effective", "effectivedate"),
        *("published", "publishedat", "releasedate", "released", "generated", "generatedat"),
    ),
    "title": ("title", "name"),
    "game": ("game", "gamename", "gametitle"),
}
"""What people call these fields, letters alone; the first that a file has is taken."""
INSIDE = ("meta", "metadata", "info", "header", "about", "document")
"""The fields that hold them where they do not stand at the top."""
KNOWN = frozenset(name for names in NAMES.values() for name in names)
LONGEST = 200


def stated_in(value: Value) -> dict[str, Stated]:
    """Return what a file says of itself; a list, or a record that holds nothing else, says nothing."""
    if not isinstance(value, Record) or all(isinstance(inner, Scalar) for _, inner in value.fields):
        return {}
    said: dict[str, Scalar] = {}
    for record in (value, *_inside(value)):
        for key, inner in record.fields:
            if isinstance(inner, Scalar) and inner.value.strip() and len(inner.value) <= LONGEST:
                said.setdefault(folded(key.value), inner)
    found: dict[str, Stated] = {}
    for fact, names in NAMES.items():
        if name := next((name for name in names if name in said), None):
            found[fact] = Stated(" ".join(said[name].value.split()), said[name].line)
    return found


def is_statement(key: str, value: Value) -> bool:
    """Tell whether a field at the top of a file only says something of the file."""
    return folded(key) in (KNOWN if isinstance(value, Scalar) else INSIDE)


def _inside(value: Record) -> Iterator[Record]:
    for key, inner in value.fields:
        if isinstance(inner, Record) and folded(key.value) in INSIDE:
            yield inner

"""Groups of cards that stand in a file of their own, beside the rulings that name them.

    rulings.yaml    Ships: [They float.]
    groups.yaml     Ships: [Barge, Yawl]      for all records of the folder
    rulings-groups.yaml                       for rulings.yaml alone

`groups = "FILE"` in the manifest says it of any other file. A file of groups is read with the rulings, and is no
document of its own. One that is only called so, and holds something else, is a document as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from judge.core.errors import SourceError
from judge.core.files import DOCUMENT, read_file
from judge.reading.formats.opening import ENDINGS, listed_groups

RECORDS = frozenset(suffix for format in ("csv", "json", "jsonl", "yaml") for suffix in ENDINGS[format])
NAME = "groups"
"""What such a file is called, or what its name ends with, behind that of the rulings and a hyphen."""


class Beside(NamedTuple):
    """A file of groups."""

    file: str
    groups: dict[str, list[str]]
    """The members of each group."""


def groups_of_folder(
    folder: Path, names: Sequence[str], rows: Mapping[str, Mapping[str, Any]], warn: Callable[[str], object]
) -> dict[str, Beside]:
    """Return the file of groups of each file of records that has one.

    Args:
        folder: where they lie.
        names: the files that may be documents.
        rows: what the manifest says of them.
        warn: told of a file of the manifest that lists no groups.
    """
    found: dict[str, Beside] = {}
    known: dict[str, dict[str, list[str]]] = {}
    records = [name for name in names if PurePath(name).suffix.lower() in RECORDS]
    for name in records:
        said = rows.get(name, {}).get("groups")
        for file in [said] if said else _called_so(name, records):
            groups = known.setdefault(file, _read(folder / file))
            if groups:
                found[name] = Beside(file, groups)
                break
        if said and name not in found:
            warn(f"{folder / said} lists no groups of cards with their members; {name} is read without it")
    return found


def groups_beside(path: Path, row: Mapping[str, Any]) -> Beside | None:
    """Return the file of groups beside a file of records, if there is one."""
    with suppress(OSError):
        names = sorted(one.name for one in path.parent.iterdir() if one.suffix.lower() in RECORDS)
        return groups_of_folder(path.parent, names, {path.name: row}, lambda _: None).get(path.name)
    return None


def _called_so(name: str, records: Sequence[str]) -> list[str]:
    """Return the files of groups that a file of records may have, by their names, its own first."""
    stem = PurePath(name).stem.lower()
    if stem == NAME or stem.endswith(f"-{NAME}"):
        return []
    called = {PurePath(one).stem.lower(): one for one in reversed(records)}
    return [called[wanted] for wanted in (f"{stem}-{NAME}", NAME) if wanted in called]


def _read(path: Path) -> dict[str, list[str]]:
    with suppress(SourceError):
        return listed_groups(read_file(path, DOCUMENT), path.name)
    return {}

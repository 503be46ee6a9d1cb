"""A profile: what a person says of how one document is printed, as the tables of `corpus.toml` have it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from judge.reading.profiles.line_samples import Sample
from judge.reading.rulings.errata import ColumnRole, folded_head

AS: dict[str, str] = {
    **{"rules": "outline", "terms": "glossary", "text": "plain", "questions": "questions", "rulings": "rulings"},
    **{"errata": "rulings", "leave-out": ""},
}
"""What a part may be read as, each with the dialect that it is; what is left out is none."""
COLUMNS: dict[str, ColumnRole] = {
    **{"name": "card", "card": "card", "old": "printed", "new": "should_read"},
    **{"printed": "printed", "should_read": "should_read"},
    **{"date": "date", "source": "source", "author": "author"},
}
"""What a field is among the columns of a table of errata."""


@dataclass(frozen=True)
class ProfilePart:
    """What a stretch of a document is."""

    read_as: str
    """A key of `AS`."""
    begins: Sample | None = None
    ends: Sample | None = None
    """The line after the last one."""
    lines: tuple[int, int] | None = None
    """First and last line of the file."""
    term: str | None = None
    """A key of `TERM_FORMS`: how its names are printed."""

    @property
    def name(self) -> str:
        """What a sentence calls it."""
        return f"the part from {self.begins.printed!r}" if self.begins else f"the part as {self.read_as!r}"


@dataclass(frozen=True)
class ReadingProfile:
    """What a person says of a document."""

    rule: tuple[Sample, ...] = ()
    never: tuple[Sample, ...] = ()
    levels: tuple[Sample, ...] = ()
    numbers: str = ""
    parts: tuple[ProfilePart, ...] = ()
    fields: Mapping[str, str] = field(default_factory=dict)
    """What each column of a table has, by its folded head."""

    def __bool__(self) -> bool:
        """Tell whether it says anything of the search."""
        return bool(self.rule or self.never or self.levels or self.numbers or self.parts)

    @cached_property
    def heads(self) -> dict[str, ColumnRole]:
        """What each column of a table of errata has, by its head in lower case."""
        return {folded_head(name): COLUMNS[role] for role, name in self.fields.items() if role in COLUMNS}


def profile_of(row: Mapping[str, Any]) -> ReadingProfile:
    """Return what a table `[[document]]`, checked, says of the reading."""
    said = row.get("reading", {})
    rule, never, levels = (tuple(map(Sample, said.get(name, ()))) for name in ("rule", "never", "levels"))
    return ReadingProfile(
        rule,
        never,
        levels,
        numbers=said.get("numbers", ""),
        parts=tuple(map(_part, row.get("part", ()))),
        fields=row.get("fields", {}),
    )


def _part(said: Mapping[str, str]) -> ProfilePart:
    first, _, last = str(said.get("lines", "")).partition("-")
    begins, ends = (Sample(said[name]) if name in said else None for name in ("from", "to"))
    lines = (int(first), int(last or first)) if first else None
    return ProfilePart(said["as"], begins, ends, lines, said.get("term"))

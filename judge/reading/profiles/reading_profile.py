"""A profile: what a person says of how one document is printed.

Reads: the tables of `corpus.toml`. Writes: a `ReadingProfile`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from judge.reading.profiles.line_samples import Sample
from judge.reading.rulings.errata import ColumnRole, folded_head

AS: dict[str, str] = {
    **{"rules": "outline", "terms": "glossary", "text": "plain", "questions": "questions", "rulings": "rulings"},
    **{"errata": "rulings", "leave-out": ""},
}
"""What a part may be read as, each with the dialect that it is; what is left out is none."""
Role = Literal[
    "card", "title", "number", "text", "ruling", "date", "source", "author", "id", "members", "question", "answer",
    "face", "printed", "should_read", "fact", "leave-out"
]  # fmt: skip
ROLES: tuple[Role, ...] = get_args(Role)
"""What the fields of records hold."""
OWN_CHOICE: tuple[Role, ...] = ("fact", "leave-out")
"""What a person may say that a field is by its own name: `type = "fact"`."""
COLUMNS: dict[str, ColumnRole] = {
    **{"name": "card", "card": "card", "old": "printed", "new": "should_read"},
    **{"printed": "printed", "should_read": "should_read"},
    **{"date": "date", "source": "source", "author": "author"},
}
"""What a field is among the columns of a table of errata."""


SampleLine = Annotated[str, Meta(pattern=r"\S")]


class ReadingTable(Struct, frozen=True, omit_defaults=True):
    """`[document.reading]`: samples of the lines of a document."""

    rule: list[SampleLine] = []
    never: list[SampleLine] = []
    levels: list[SampleLine] = []
    numbers: Annotated[str, Meta(pattern=r"[^\W_]")] | None = None


class PartTable(Struct, frozen=True, omit_defaults=True, rename={"begins": "from", "ends": "to", "read_as": "as"}):
    """`[[document.part]]`: what a stretch of a document is, as `ProfilePart` has it."""

    begins: str | None = None
    ends: str | None = None
    lines: str | None = None
    """First and last line, `410-530`, or one line."""
    read_as: str | None = None
    term: str | None = None


class ProfilePart(Struct, frozen=True):
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


class ReadingProfile(Struct, frozen=True, dict=True):
    """What a person says of a document."""

    rule: tuple[Sample, ...] = ()
    never: tuple[Sample, ...] = ()
    levels: tuple[Sample, ...] = ()
    numbers: str = ""
    parts: tuple[ProfilePart, ...] = ()
    fields: Mapping[str, str] = {}
    """What each column of a table has, by its folded head."""

    def __bool__(self) -> bool:
        """Tell whether it says anything of the search."""
        return bool(self.rule or self.never or self.levels or self.numbers or self.parts)

    @cached_property
    def heads(self) -> dict[str, ColumnRole]:
        """What each column of a table of errata has, by its head in lower case."""
        return {folded_head(name): COLUMNS[role] for role, name in self.fields.items() if role in COLUMNS}


def profile_of(reading: ReadingTable | None, parts: Sequence[PartTable], fields: Mapping[str, str]) -> ReadingProfile:
    """Return what the tables of a document, checked, say of the reading."""
    said = reading or ReadingTable()
    rule, never, levels = (tuple(map(Sample, samples)) for samples in (said.rule, said.never, said.levels))
    return ReadingProfile(rule, never, levels, said.numbers or "", tuple(map(_part, parts)), fields)


def _part(said: PartTable) -> ProfilePart:
    first, _, last = (said.lines or "").partition("-")
    begins, ends = (None if one is None else Sample(one) for one in (said.begins, said.ends))
    lines = (int(first), int(last or first)) if first else None
    return ProfilePart(said.read_as or "", begins, ends, lines, said.term)

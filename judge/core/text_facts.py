"""What other texts say of a text: structs in the words and fields of the contract, as those of `judge.core.model`."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from msgspec import Struct

RelationKind = Literal["overrides", "replaces", "deletes", "amends", "narrows", "excepts"]
NewerRelation = Literal["edition", "replaces", "subject"]
CardFields = dict[str, str | int | list[str] | None]

Why = Literal["number", "title", "alias", "fuzzy", "names", "text", "newer", "mentioned"]
"""How an answer was found."""
BY_TEXT: Final = "text"
RANKED = ("names", BY_TEXT)
"""What an answer says that was found by its text, so that it may hold less than all of the query."""


class Newer(Struct, frozen=True):
    """A dated text that is newer than another dated text."""

    id: str
    """Id of the entry."""
    block: int | None
    """Index of the block; null for the whole entry."""
    relation: NewerRelation
    """`edition`: the same entry in a later edition; `replaces`: a text that says it replaces the older one;
    `subject`: a text whose heading names the same subject."""
    reason: str
    """The reason for the relation, in words."""
    quote: str
    """The most important sentence."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null only if a `[[relation]]` says that the text is newer."""


class SupersededBy(Struct, frozen=True):
    """The replacement for a text."""

    id: str | None
    """Id of the entry in force; null if it is not in the library."""
    block: int | None
    """Index of the block; null for the whole entry."""
    reason: Literal["edition", "words", "ruling", "relation"]
    """What replaces the text: a later edition or ruling, the words of another text, or a `[[relation]]`."""
    date: str | None
    """The date of the replacement."""


class TextRelation(Struct, frozen=True):
    """A statement about this text in another text."""

    kind: RelationKind
    """The kind of statement."""
    id: str
    """Id of the entry that applies instead or as well: the entry that the sentence names, or else `source`."""
    block: int | None
    """Index of the block; null for the whole entry."""
    quote: str
    """The sentence."""
    source: str
    """Id of the entry that contains the sentence."""
    date: str | None
    """Date of the text, or else of its document."""


class Since(Struct, frozen=True):
    """The edition in which an entry last changed."""

    change: Literal["changed", "added", "renumbered", "same"]
    """The change; `same` means unchanged since the first edition in the library."""
    document: str
    """Key of the edition."""
    date: str | None
    """Date of the edition."""
    was: tuple[str, ...]
    """The earlier state, in a few words."""


class TextFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What other texts say of a text, and whether it is in force."""

    newer: tuple[Newer, ...] = ()
    """Newer texts on its subject, best matches first."""
    superseded_by: tuple[SupersededBy, ...] = ()
    """Its replacements."""
    relations: tuple[TextRelation, ...] = ()
    """Explicit statements about it in other texts."""
    since: tuple[Since, ...] = ()
    """Newest first: any editions that only renumbered it, then the edition that last changed it."""
    superseded: bool = False
    """A source says that it is no longer in force."""
    age: str = ""
    """A sentence: the newest rules of its game are later than its document. Absent if they are not."""


class SummaryOf(Struct, frozen=True):
    """The text that a digest summarises."""

    document: str
    """Key of the document, which may not be in the library."""
    id: str | None
    """Id of the entry, if it is in the library."""


class InShort(Struct, frozen=True):
    """A digest's summary of an entry."""

    id: str
    """Id of the digest's entry."""
    text: str
    """The text of the summary."""


class DiffStretch(NamedTuple):
    """Words of two texts: `=` in both, `-` struck, `+` added."""

    sign: Literal["=", "-", "+"]
    words: str


class ErrataState(Struct, frozen=True):
    """A version of a card's text."""

    id: str
    """Id of the entry in which it appears."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null for the first printing."""
    text: str
    """The rules text."""
    printed: str | None
    """The earlier text that it claims to change."""
    fields: CardFields
    """The card's printed values."""
    diff: tuple[DiffStretch, ...]
    """Changes since the previous version; empty for the first."""
    applies: Literal["yes", "no", "unclear"]
    """Whether it still applies; `unclear` if it changes a text other than the previous one, or if a date is missing."""
    current: bool
    """It is the newest version."""


class AskedDay(Struct, frozen=True):
    """The requested day and the keys of the documents, grouped by their state on that day."""

    date: str
    """The day as typed; a month or year means its last day."""
    current: tuple[str, ...]
    """Documents dated that day or earlier; of several editions, only the newest."""
    earlier: tuple[str, ...]
    """Editions already superseded on that day."""
    undated: tuple[str, ...]
    """Documents without a date: searched, though they may be later."""
    unsure: tuple[str, ...]
    """Documents dated only by the month or year of that day; left out, as they may be later."""
    later: tuple[str, ...]
    """Documents dated later; left out, except for texts dated that day or earlier."""

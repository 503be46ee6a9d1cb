"""What changed between two editions, what that touches, and what became of a citation."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict

from judge.records.record_types.records import PlaceDoubtRecord, ReferenceRecord


class DiffStretch(NamedTuple):
    """Words of two texts: `=` those that both have, `-` those that go, `+` those that come."""

    sign: Literal["=", "-", "+"]
    words: str


class ChangeRecord(TypedDict):
    """What became of one entry between two editions."""

    record: Literal["change"]
    """Tells the kinds of records apart."""
    kind: Literal["same", "changed", "added", "removed"]
    """`changed` where title or text is another; one that only moved is the `same`."""
    old: str | None
    """Id in the older edition; null of what is new."""
    new: str | None
    """Id in the newer edition; null of what is gone."""
    group: int | None
    """The records of one split or merge share it."""
    moved: bool
    """Whether it has another number."""
    renamed: bool
    """Whether it has another title."""
    reworded: bool
    """Whether it has another text; a reference that only follows a renumbering is not another text."""
    diff: list[DiffStretch]
    """The words of a reworded text in order; empty elsewhere."""
    old_number: str | None
    """Its number in the older edition."""
    old_title: str | None
    """Its title there."""
    new_number: str | None
    """Its number in the newer edition."""
    new_title: str | None
    """Its title there."""


class AffectedRecord(TypedDict):
    """A reference of another document to an entry of the older edition, and what became of that."""

    record: Literal["affected"]
    """Tells the kinds of records apart."""
    class_: Literal["unchanged", "moved", "changed", "removed"]
    """What became of what it means; in JSON `class`, which is not a name in Python."""
    reference: ReferenceRecord
    """The reference."""
    old: str
    """Id of what it means in the older edition."""
    new: str | None
    """Id of that in the newer edition; null where it is gone."""
    correction: str | None
    """The number to write instead; null where the printed one still holds."""
    diff: list[DiffStretch]
    """The words of what it means, where these changed; empty elsewhere."""


class VerifiedRecord(TypedDict):
    """What became of a citation."""

    locator: str
    """The rule, as it was typed."""
    id: str | None
    """Id of the entry that is meant; null where there is none."""
    verdict: Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
    """The first that fits: the rule or the quotation was not understood, or only summaries have it; its document lacks
    the number; it says so and is in force; it did so; another rule does; none of these."""
    edition: str | None
    """The edition of its document."""
    text: str
    """Title and text of the rule; empty where there is none."""
    diff: list[DiffStretch]
    """Of a misquotation: `-` the words of the rule that it lacks, `+` those that it puts in."""
    found_in: list[str]
    """Ids of other entries that have the words."""
    near: list[str]
    """Ids of what comes near, where no such rule exists or it is unclear which is meant."""
    superseded_by: str | None
    """Id of what holds instead; the key of the newer edition where nothing there corresponds."""
    understood: str
    """What was understood, where the verdict is `unclear` or `absent`; else empty."""
    summary: str
    """Where only a summary of the rule is here, and so the verdict is `unclear`: that in words; else empty."""
    doubts: list[PlaceDoubtRecord]
    """Why texts of the rule may belong to another entry, each reason once."""
    hash: str
    """`sha256:` and the digest of `text` in UTF-8."""

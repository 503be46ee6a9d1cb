"""What changed between two editions, and what that did to other documents, as the contract has it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from judge.core.model import Reference
from judge.core.text_facts import DiffStretch
from judge.editions.edition_changes import FEWEST_PAIRED, Affected, Change, ChangeKind, Class, Comparison


class ChangeRecord(Struct, frozen=True, kw_only=True, tag_field="record", tag="change"):
    """The change to an entry between two editions."""

    kind: ChangeKind
    """`changed`: the title or text differs; `same` includes entries that only moved."""
    old: str | None
    """Id in the older edition."""
    new: str | None
    """Id in the newer edition."""
    group: int | None
    """A number shared by the records of one split or merge."""
    moved: bool
    """The number differs."""
    renamed: bool
    """The title differs."""
    reworded: bool
    """The text differs in more than references updated for a renumbering."""
    diff: tuple[DiffStretch, ...]
    """If reworded, the words kept, deleted and added."""
    old_number: str | None
    """The older number."""
    old_title: str | None
    """The older title."""
    new_number: str | None
    """The newer number."""
    new_title: str | None
    """The newer title."""


class AffectedRecord(Struct, frozen=True, kw_only=True, tag_field="record", tag="affected", rename={"class_": "class"}):
    """A reference from another document to an entry of the older edition."""

    class_: Class
    """What happened to its target."""
    reference: Reference
    """The reference."""
    old: str
    """Id of the target in the older edition."""
    new: str | None
    """Id of the target in the newer edition."""
    correction: str | None
    """The correct number; null if the printed number is still correct."""
    diff: tuple[DiffStretch, ...]
    """Changes to the target."""


def changes(comparison: Comparison) -> list[ChangeRecord]:
    """Return what became of each entry between two editions, with titles and numbers for readers."""
    return [_change(one) for one in comparison.changes]


def _change(change: Change) -> ChangeRecord:
    old, new = (section.record if section else None for section in (change.old, change.new))
    return ChangeRecord(
        kind=change.kind,
        old=old.id if old else None,
        new=new.id if new else None,
        group=change.group,
        moved=change.moved,
        renamed=change.renamed,
        reworded=change.reworded,
        diff=change.diff if change.reworded else (),
        old_number=old.number if old else None,
        old_title=old.title if old else None,
        new_number=new.number if new else None,
        new_title=new.title if new else None,
    )


def affected(touched: Iterable[Affected]) -> list[AffectedRecord]:
    """Return what became of what other documents refer to."""
    return [
        AffectedRecord(
            reference=one.reference,
            class_=one.kind,
            old=one.old,
            new=one.new,
            correction=one.correction,
            diff=one.change.diff if one.change.reworded else (),
        )
        for one in touched
    ]


def unlike(comparison: Comparison, old: str, new: str) -> str | None:
    """Return a sentence where two documents do not look like editions of one work; else None."""
    if comparison.paired >= FEWEST_PAIRED:
        return None
    share = f"{comparison.paired:.0%} of the entries of the smaller one have a counterpart in the other"
    return f"{old} and {new} do not look like editions of one work: {share}"

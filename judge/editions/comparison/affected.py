"""The references of other documents to a text that changed: what each of them means in the newer edition.

A reference of a dated text leads to what it meant on its day, so the map of the editions tells what that was in the
older one. A number of a text without a date is taken as the older edition has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from judge.core.jsonl import Record
from judge.core.numbering import entry_id, lookup_key
from judge.editions.comparison.changes import Change, Comparison
from judge.editions.comparison.maps import Maps
from judge.editions.comparison.sections import AT_NUMBER

Class = Literal["unchanged", "moved", "changed", "removed"]
CLASSES: tuple[Class, ...] = ("removed", "changed", "moved", "unchanged")
"""What became of what a reference means, the gravest first."""
KINDS = ("number", "page", "step", "index")
"""Kinds of references that lead somewhere by a number."""


@dataclass(frozen=True, slots=True)
class Affected:
    """A reference of another document, and what became of what it means."""

    reference: Record
    kind: Class
    change: Change
    number: str | None
    """The number as it is printed; None where the reference goes by a title."""

    @property
    def old(self) -> str:
        """Id of what it means in the older edition."""
        assert self.change.old, "a reference means an entry of the older edition"
        return self.change.old.id

    @property
    def new(self) -> str | None:
        """Id of that in the newer edition; None where it is gone."""
        return self.change.new.id if self.change.new else None

    @property
    def correction(self) -> str | None:
        """The number to write instead; None where the printed one still holds."""
        number = self.change.new.record["number"] if self.change.new else None
        if self.number is None or number is None or not self.change.moved:
            return None
        return str(number) if lookup_key(number) != lookup_key(self.number) else None


def affected(
    comparison: Comparison, references: Iterable[Record], maps: Maps, dated: Callable[[Record], bool]
) -> Iterator[Affected]:
    """Yield what became of what references of other documents mean, for those that mean an entry of the older edition.

    Args:
        comparison: of the two editions.
        references: records of references that stand in other documents of the game.
        maps: of all editions.
        dated: tells whether the text of a reference has a date.
    """
    changes = {change.old.id: change for change in comparison.changes if change.old}
    numbers = {change.old.number: id for id, change in reversed(changes.items()) if change.old and change.old.number}
    older = next((id.partition(":")[0] for id in changes), "")
    editions = {*maps.editions(older), *(section.record["document"] for section in comparison.sections())}
    for reference in references:
        target = entry_id(reference["target"] or "")
        edition = target.partition(":")[0]
        printed = AT_NUMBER.search(reference["text"]) if reference["kind"] in KINDS else None
        number = printed[0] if printed else None
        if edition not in editions and (target or reference["status"] != "dangling"):
            continue
        id = numbers.get(lookup_key(number)) if number else None
        if dated(reference) and target and not (id and maps.at(id, edition) == target):
            id = maps.at(target, older)
        if id in changes:
            found = Affected(reference, "unchanged", changes[id], number)
            yield replace(found, kind=_class(found))


def _class(one: Affected) -> Class:
    if one.new is None:
        return "removed"
    if one.change.kind == "changed":
        return "changed"
    return "moved" if one.change.moved and (one.number is None or one.correction) else "unchanged"


def affected_record(one: Affected) -> Record:
    """Return the record of an affected reference, as the contract has it."""
    return {
        "record": "affected",
        "reference": one.reference,
        "class": one.kind,
        "old": one.old,
        "new": one.new,
        "correction": one.correction,
        "diff": [list(stretch) for stretch in one.change.diff] if one.change.reworded else [],
    }

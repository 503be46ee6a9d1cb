"""The references of other documents to a text that changed: what each of them means in the newer edition.

A number is taken as the older edition has it, for that is the one its author had: where both editions are in one
library, what it leads to by now is the newer edition's entry of that number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from judge.core.jsonl import Record
from judge.core.numbering import entry_id, lookup_key
from judge.editions.comparison.changes import Change, Comparison
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
        return str(number)


def affected(comparison: Comparison, references: Iterable[Record]) -> Iterator[Affected]:
    """Yield what became of what references of other documents mean, for those that mean an entry of the older edition.

    Args:
        comparison: of the two editions.
        references: records of references that stand in other documents of the game.
    """
    changes = {change.old.id: change for change in comparison.changes if change.old}
    numbers = {change.old.number: id for id, change in reversed(changes.items()) if change.old and change.old.number}
    by_new = {change.new.id: id for id, change in changes.items() if change.new}
    documents = {id.partition(":")[0] for id in (*changes, *by_new)}
    for reference in references:
        printed = AT_NUMBER.search(reference["text"]) if reference["kind"] in KINDS else None
        id = _meant(reference, printed[0] if printed else None, numbers, by_new, documents)
        if id in changes:
            change = changes[id]
            yield Affected(reference, _class(change), change, printed[0] if printed else None)


def _meant(
    reference: Record,
    printed: str | None,
    numbers: Mapping[str, str],
    by_new: Mapping[str, str],
    documents: Iterable[str],
) -> str | None:
    """Return the id of the entry of the older edition that a reference means."""
    target = entry_id(reference["target"] or "") or None
    if target is not None and target.partition(":")[0] not in documents:
        return None
    if printed is not None and (target is not None or reference["status"] == "dangling"):
        return numbers.get(lookup_key(printed))
    return by_new.get(target or "", target)


def _class(change: Change) -> Class:
    if change.new is None:
        return "removed"
    if change.kind == "changed":
        return "changed"
    return "moved" if change.moved else "unchanged"


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

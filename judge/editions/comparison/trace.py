"""One entry through all editions of its work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from judge.core.jsonl import Record
from judge.editions.comparison.changes import Change, Comparison


@dataclass(frozen=True, slots=True)
class EditionStep:
    """An entry in one edition."""

    record: Record
    change: Change | None
    """What it became from the edition before; None in the first that has it."""


def trace(
    id: str, editions: Sequence[str], diff: Callable[[str, str], Comparison], record: Callable[[str], Record]
) -> list[EditionStep]:
    """Return what an entry was and is, the oldest edition first.

    Args:
        id: of the entry, in any edition.
        editions: keys of the documents, the oldest first.
        diff: compares two of them.
        record: the record of an entry.
    """
    place = editions.index(id.partition(":")[0])
    steps = [EditionStep(record(id), None)]
    for one in range(place, 0, -1):
        comparison = diff(editions[one - 1], editions[one])
        change = next(change for change in comparison.changes if change.new and change.new.id == steps[0].record["id"])
        steps[0] = EditionStep(steps[0].record, change if change.old else None)
        if change.old is None:
            break
        steps.insert(0, EditionStep(record(change.old.id), None))
    for one in range(place, len(editions) - 1):
        comparison = diff(editions[one], editions[one + 1])
        change = next(change for change in comparison.changes if change.old and change.old.id == steps[-1].record["id"])
        if change.new is None:
            break
        steps.append(EditionStep(record(change.new.id), change))
    return steps

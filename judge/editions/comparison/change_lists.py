"""Changes as a publisher prints them ("What is new in this edition"), compared with what really changed.

A list of changes is told by what it cites, not by its title: nearly all that its references lead to has changed, where
in the rest of the edition only some has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.core.jsonl import Record
from judge.core.numbering import entry_id
from judge.editions.comparison.changes import Change, Comparison

FEWEST_CITED = 3
"""Rules that a list of changes names at least."""
CITED_CHANGED = 0.6
"""Share of what a list names that has changed at least."""
NEARER_TO_ALL = 0.5
"""How much of the way from the share among all rules that stayed to the whole it is at least."""


@dataclass(frozen=True, slots=True)
class ChangeList:
    """A publisher's list of changes beside what changed."""

    entries: tuple[str, ...]
    """Ids of the entries that it is printed in."""
    missing: tuple[Change, ...]
    """Changed, added or split, and not named."""
    false: tuple[Change, ...]
    """Named, and the same."""


def change_list(comparison: Comparison, references: Iterable[Record]) -> ChangeList | None:
    """Return the newer edition's own list of changes beside what changed, or None where it prints none.

    Args:
        comparison: of the two editions.
        references: records of the references in the newer edition.
    """
    changes = {change.new.id: change for change in comparison.changes if change.new}
    changed = {id for id, change in changes.items() if change.kind != "same"}
    cited: dict[str, set[str]] = defaultdict(set)
    for reference in references:
        target = entry_id(reference["target"] or "")
        if target in changes and target != reference["source"]:
            cited[reference["source"]].add(target)
    stayed = [change for change in changes.values() if change.old]
    usual = sum(change.kind != "same" for change in stayed) / len(stayed) if stayed else 0.0
    lists = [id for id in changes if _is_list(cited[id], changed, usual) and id in changed]
    if not lists:
        return None
    named = {target for id in lists for target in cited[id]}
    silent = {*lists, *_around(lists, changes)}
    missing = [
        change for id, change in changes.items() if id in changed - named - silent and not _below(id, named, changes)
    ]
    false = [changes[id] for id in changes if id in named - changed and not _holds_changed(id, changed, changes)]
    return ChangeList(tuple(lists), tuple(missing), tuple(false))


def _is_list(cited: set[str], changed: set[str], usual: float) -> bool:
    """Tell whether what an entry cites has changed far more often than other rules have."""
    share = len(cited & changed) / len(cited) if cited else 0.0
    return len(cited) >= FEWEST_CITED and share >= max(CITED_CHANGED, usual + NEARER_TO_ALL * (1 - usual))


def _above(id: str, changes: Mapping[str, Change]) -> list[str]:
    """Return the ids above an entry, the nearest first."""
    found: list[str] = []
    while (change := changes.get(id)) and change.new and change.new.parent and change.new.parent not in found:
        id = change.new.parent
        found.append(id)
    return found


def _around(lists: Sequence[str], changes: Mapping[str, Change]) -> list[str]:
    """Return the ids above and below lists of changes, which tell of changes and are none."""
    above = [up for id in lists for up in _above(id, changes)]
    return [*above, *(id for id in changes if set(_above(id, changes)) & set(lists))]


def _below(id: str, named: set[str], changes: Mapping[str, Change]) -> bool:
    """Tell whether a list names a rule that an entry stands under."""
    return any(up in named for up in _above(id, changes))


def _holds_changed(id: str, changed: set[str], changes: Mapping[str, Change]) -> bool:
    """Tell whether something under an entry has changed."""
    return any(id in _above(other, changes) for other in changed)

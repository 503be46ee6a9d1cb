"""What became of each entry between two editions, and what is to be said of the whole.

An entry is `changed` where its title or text is another, `same` where at most its number is; a reference that only
follows a renumbering is not a change of the text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.numbering import parse, without_zero
from judge.editions.comparison.alignment import Alignment, align
from judge.editions.comparison.redline import Stretch, redline
from judge.editions.comparison.sections import Section

FEWEST_PAIRED = 0.25
"""Share of the smaller document's entries that two editions of one work have in common."""


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one entry."""

    kind: str
    """`same`, `changed`, `added` or `removed`."""
    old: Section | None
    new: Section | None
    group: int | None = None
    """The changes of one split or merge share it."""
    moved: bool = False
    renamed: bool = False
    reworded: bool = False
    diff: tuple[Stretch, ...] = ()
    source: Section | None = None
    """Of what is new, the older entry that it was split from; of what is gone, the newer one it was merged into."""


class Shift(NamedTuple):
    """Numbers next to each other that all moved by as many places."""

    first: str
    last: str
    by: int
    """How many places; below 0 towards the beginning."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two editions, compared."""

    changes: tuple[Change, ...]
    """In the order of the newer edition; what is gone stands where it stood."""
    paired: float
    """Share of the smaller edition's entries that have a counterpart in the other."""
    alignment: Alignment = field(default_factory=lambda: Alignment({}))

    def sections(self) -> Iterator[Section]:
        """Yield the entries of both editions."""
        for change in self.changes:
            yield from (section for section in (change.old, change.new) if section)

    def of_kind(self, kind: str) -> list[Change]:
        """Return the changes of one kind."""
        return [change for change in self.changes if change.kind == kind]


def compare(old: Sequence[Section], new: Sequence[Section], alignment: Alignment | None = None) -> Comparison:
    """Return what became of every entry of two editions.

    Args:
        old: entries of the older edition, in source order.
        new: entries of the newer one.
        alignment: which entry is which, if that is known already.
    """
    alignment = alignment or align(old, new)
    by_new = {other: one for one, other in alignment.pairs.items()}
    older = {section.id: section for section in old}
    old_groups, new_groups = _groups(alignment)

    def is_same(one: str, other: str) -> bool:
        return alignment.pairs.get(one) == other

    changes = []
    for section in new:
        before = older.get(by_new.get(section.id, ""))
        group = new_groups.get(section.id)
        if before is None:
            source = older.get(alignment.split.get(section.id, ""))
            changes.append(Change("added", None, section, group, source=source))
        else:
            changes.append(_change(before, section, group, tuple(redline(before.words, section.words, is_same))))
    newer = {section.id: section for section in new}
    gone = {
        section.id: Change(
            "removed", section, None, old_groups.get(section.id), source=newer.get(alignment.merged.get(section.id, ""))
        )
        for section in old
    }
    paired = _paired([change for change in changes if change.old], old, new)
    return Comparison(tuple(_with_gone(changes, old, gone, alignment.pairs)), paired, alignment)


def _paired(pairs: Sequence[Change], old: Sequence[Section], new: Sequence[Section]) -> float:
    """Return the share of the smaller edition that has a counterpart; title pages and the like tell nothing."""
    smaller = min(sum(section.kind != "part" for section in edition) for edition in (old, new))
    return sum(change.new is not None and change.new.kind != "part" for change in pairs) / smaller if smaller else 0.0


def _change(old: Section, new: Section, group: int | None, diff: tuple[Stretch, ...]) -> Change:
    renamed = old.title != new.title
    reworded = any(stretch.sign != "=" for stretch in diff)
    return Change(
        "changed" if renamed or reworded else "same",
        old,
        new,
        group,
        moved=bool(old.number or new.number) and old.number != new.number,
        renamed=renamed,
        reworded=reworded,
        diff=diff,
    )


def _groups(alignment: Alignment) -> tuple[dict[str, int], dict[str, int]]:
    """Return the number of the split or merge that each entry belongs to, by id: of the older edition, of the newer."""
    by_new = {other: one for one, other in alignment.pairs.items()}
    joined: dict[tuple[str, str], tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for added, source in alignment.split.items():
        joined[source, alignment.pairs.get(source, "")][1].add(added)
    for gone, target in alignment.merged.items():
        joined[by_new.get(target, ""), target][0].add(gone)
    older: dict[str, int] = {}
    newer: dict[str, int] = {}
    for number, ((one, other), (of_old, of_new)) in enumerate(joined.items(), 1):
        older.update((id, number) for id in (one, *of_old) if id)
        newer.update((id, number) for id in (other, *of_new) if id)
    return older, newer


def _with_gone(
    changes: Iterable[Change], old: Sequence[Section], gone: Mapping[str, Change], pairs: Mapping[str, str]
) -> Iterator[Change]:
    """Yield changes with what is gone behind the entry that it followed."""
    followers: dict[str, list[Change]] = defaultdict(list)
    last = ""
    for section in old:
        if section.id in pairs:
            last = pairs[section.id]
        else:
            followers[last].append(gone[section.id])
    yield from followers[""]
    for change in changes:
        yield change
        if change.new:
            yield from followers[change.new.id]


def shifts(comparison: Comparison) -> list[Shift]:
    """Return the chapters that moved together: outermost numbers next to each other, all by as many places."""
    moved = []
    for change in comparison.changes:
        if change.old and change.new and change.moved:
            before, after = (parse(section.number) for section in (change.old, change.new))
            if before and after and len(before) == len(after) == 1 and before[0][1] == after[0][1] == "":
                moved.append((before[0][0], after[0][0] - before[0][0]))
    runs = groupby(enumerate(sorted(moved)), key=lambda item: (item[1][1], item[1][0] - item[0]))
    found = []
    for (by, _), group in runs:
        numbers = [number for _, (number, _) in group]
        found.append(Shift(str(numbers[0]), str(numbers[-1]), by))
    return found


def change_record(change: Change) -> Record:
    """Return the record of a change, as the contract has it, with titles and numbers for readers."""
    sides = {"old": change.old, "new": change.new}
    record: Record = {"record": "change", "kind": change.kind}
    record |= {side: section.id if section else None for side, section in sides.items()}
    record |= {name: getattr(change, name) for name in ("group", "moved", "renamed", "reworded")}
    record["diff"] = [list(stretch) for stretch in change.diff] if change.reworded else []
    for side, section in sides.items():
        record[f"{side}_number"] = section.record["number"] if section else None
        record[f"{side}_title"] = section.record["title"] if section else None
    return record


def moved_numbers(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Yield each number of the older edition that is another in the newer, with the number now."""
    for change in comparison.changes:
        if change.moved and change.old and change.new and change.old.number and change.new.number:
            yield without_zero(change.old.record["number"]), without_zero(change.new.record["number"])

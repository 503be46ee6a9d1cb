"""What became of each entry between two editions: the words kept, struck and added, and what that touches elsewhere.

An entry is `changed` where its title or text is another, `same` where at most its number is; a reference that only
follows a renumbering is not a change of the text.

References in other documents to a text that changed: a reference of a dated text leads to what it meant on its day, so
the map of the editions says what that was in the older one. A number of a text without a date is taken as the older
edition has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct, field

from judge.core.errors import check_deadline
from judge.core.likeness import Kept, kept_words
from judge.core.model import Entry, Reference, replace
from judge.core.numbering import entry_id, lookup_key
from judge.core.text_facts import DiffStretch
from judge.editions.alignment import AT_NUMBER, Alignment, ComparedEntry, Word, align
from judge.editions.edition_maps import Maps

FEWEST_KEPT = 2
"""Kept words between two changes that are fewer read better as changed themselves."""


def redline(old: Sequence[Word], new: Sequence[Word], same: Callable[[str, str], bool]) -> list[DiffStretch]:
    """Return the stretches of two texts in order; nothing but `=` where they say the same.

    Args:
        old: words of the older text.
        new: words of the newer one.
        same: whether an entry of the older edition is that one of the newer.
    """
    return list(_joined(list(signed_words(old, new, same))))


def signed_words(
    old: Sequence[Word], new: Sequence[Word], same: Callable[[str, str], bool]
) -> Iterator[tuple[str, Word]]:
    """Yield the words of two texts in order, each with its sign; of a word that stays the one of the newer text.

    Args:
        old: words of the older text.
        new: words of the newer one.
        same: as for `redline`.
    """
    plain = [[word.plain for word in text] for text in (old, new)]
    at_old = at_new = 0
    for kept in (*kept_words(*plain), Kept(len(old), len(new), 0)):
        yield from (("-", word) for word in old[at_old : kept.old])
        yield from (("+", word) for word in new[at_new : kept.new])
        at_old, at_new = kept.old + kept.size, kept.new + kept.size
        for one, other in zip(old[kept.old : at_old], new[kept.new : at_new], strict=True):
            # words that differ at most in numbers: they mean the same rules, or print the same numbers
            same_rules = len(one.targets) == len(other.targets) and all(map(same, one.targets, other.targets))
            if one.printed == other.printed or same_rules:
                yield "=", other
            else:
                yield from (("-", one), ("+", other))


def _joined(signed: Sequence[tuple[str, Word]]) -> Iterator[DiffStretch]:
    """Yield words of one sign joined; few kept words between two changes change with them."""
    runs = [(sign, [word for _, word in group]) for sign, group in groupby(signed, key=lambda pair: pair[0])]
    gone: list[Word] = []
    come: list[Word] = []
    for place, (sign, words) in enumerate(runs):
        is_between = 0 < place < len(runs) - 1
        if sign == "=" and not (is_between and len(words) < FEWEST_KEPT and not any(word.begins for word in words)):
            yield from _changed(gone, come)
            gone, come = [], []
            yield DiffStretch("=", _text(words))
            continue
        if sign != "+":
            gone += words
        if sign != "-":
            come += words
    yield from _changed(gone, come)


def _changed(gone: Sequence[Word], come: Sequence[Word]) -> Iterator[DiffStretch]:
    if gone:
        yield DiffStretch("-", _text(gone))
    if come:
        yield DiffStretch("+", _text(come))


def _text(words: Sequence[Word]) -> str:
    """Return words joined, each block on a line of its own."""
    return "".join(("\n" if word.begins else " ") + word.printed for word in words).removeprefix(" ")


FEWEST_PAIRED = 0.25
"""Share of the smaller document's entries that two editions of one work have in common."""


ChangeKind = Literal["same", "changed", "added", "removed"]


class Change(Struct, frozen=True):
    """What became of one entry."""

    kind: ChangeKind
    old: ComparedEntry | None
    new: ComparedEntry | None
    group: int | None = None
    """The changes of one split or merge share it."""
    moved: bool = False
    renamed: bool = False
    reworded: bool = False
    diff: tuple[DiffStretch, ...] = ()
    source: ComparedEntry | None = None
    """Of what is new, the older entry that it was split from; of what is gone, the newer one it was merged into."""

    @property
    def entry(self) -> ComparedEntry:
        """The entry as the newer edition has it; of what is gone, as the older one had it."""
        entry = self.new or self.old
        assert entry, "a change has an entry of one edition at least"
        return entry


class Comparison(Struct, frozen=True):
    """Two editions, compared."""

    changes: tuple[Change, ...]
    """In the order of the newer edition; what is gone is where it stood."""
    paired: float
    """Share of the smaller edition's entries that have a counterpart in the other."""
    alignment: Alignment = field(default_factory=lambda: Alignment({}))

    def sections(self) -> Iterator[ComparedEntry]:
        """Yield the entries of both editions."""
        for change in self.changes:
            yield from (section for section in (change.old, change.new) if section)

    def of_kind(self, kind: str) -> list[Change]:
        """Return the changes of one kind."""
        return [change for change in self.changes if change.kind == kind]


def compare(
    old: Sequence[ComparedEntry], new: Sequence[ComparedEntry], alignment: Alignment | None = None
) -> Comparison:
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
        check_deadline()
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


def _paired(pairs: Sequence[Change], old: Sequence[ComparedEntry], new: Sequence[ComparedEntry]) -> float:
    """Return the share of the smaller edition that has a counterpart; title pages and the like tell nothing."""
    smaller = min(sum(section.kind != "part" for section in edition) for edition in (old, new))
    return sum(change.new is not None and change.new.kind != "part" for change in pairs) / smaller if smaller else 0.0


def _change(old: ComparedEntry, new: ComparedEntry, group: int | None, diff: tuple[DiffStretch, ...]) -> Change:
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
    changes: Iterable[Change], old: Sequence[ComparedEntry], gone: Mapping[str, Change], pairs: Mapping[str, str]
) -> Iterator[Change]:
    """Yield changes with what is gone after the entry that it followed."""
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


class EditionStep(Struct, frozen=True):
    """An entry in one edition."""

    record: Entry
    change: Change | None
    """What it became from the edition before; None in the first that has it."""


def trace(
    id: str, editions: Sequence[str], diff: Callable[[str, str], Comparison], record: Callable[[str], Entry]
) -> list[EditionStep]:
    """Return what an entry was and is, the oldest edition first.

    Args:
        id: of the entry, in any edition.
        editions: keys of the documents, the oldest first.
        diff: compares two of them.
        record: an entry.
    """
    place = editions.index(id.partition(":")[0])
    steps = [EditionStep(record(id), None)]
    for one in range(place, 0, -1):
        comparison = diff(editions[one - 1], editions[one])
        change = next(change for change in comparison.changes if change.new and change.new.id == steps[0].record.id)
        steps[0] = EditionStep(steps[0].record, change if change.old else None)
        if change.old is None:
            break
        steps.insert(0, EditionStep(record(change.old.id), None))
    for one in range(place, len(editions) - 1):
        comparison = diff(editions[one], editions[one + 1])
        change = next(change for change in comparison.changes if change.old and change.old.id == steps[-1].record.id)
        if change.new is None:
            break
        steps.append(EditionStep(record(change.new.id), change))
    return steps


Class = Literal["unchanged", "moved", "changed", "removed"]
CLASSES: tuple[Class, ...] = ("removed", "changed", "moved", "unchanged")
"""What became of what a reference means, the gravest first."""
KINDS = ("number", "page", "step", "index")
"""Kinds of references that resolve by a number."""


class Affected(Struct, frozen=True):
    """A reference of another document, and what became of what it means."""

    reference: Reference
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
        number = self.change.new.record.number if self.change.new else None
        if self.number is None or number is None or not self.change.moved:
            return None
        return str(number) if lookup_key(number) != lookup_key(self.number) else None


def affected(
    comparison: Comparison,
    references: Iterable[Reference],
    maps: Maps,
    dated: Callable[[Reference], bool],
) -> Iterator[Affected]:
    """Yield what became of what references of other documents mean, for those that mean an entry of the older edition.

    Args:
        comparison: of the two editions.
        references: those that are in other documents of the game.
        maps: of all editions.
        dated: tells whether the text of a reference has a date.
    """
    changes = {change.old.id: change for change in comparison.changes if change.old}
    numbers = {change.old.number: id for id, change in reversed(changes.items()) if change.old and change.old.number}
    older = next((id.partition(":")[0] for id in changes), "")
    editions = {*maps.editions(older), *(section.record.document for section in comparison.sections())}
    for reference in references:
        target = entry_id(reference.target or "")
        edition = target.partition(":")[0]
        printed = AT_NUMBER.search(reference.text) if reference.kind in KINDS else None
        number = printed[0] if printed else None
        if edition not in editions and (target or reference.status != "dangling"):
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

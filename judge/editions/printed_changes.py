"""What a new edition itself prints of its changes, compared with what really changed: lists, colours and strikes.

A list of changes ("What is new in this edition") is recognised by what it cites, not by its title: nearly all that its
references lead to has changed, where in the rest of the edition only some has. Marked words, in a colour or underlined,
and struck words are recognised in the same way, each by itself; so a colour for examples marks no change.

    a stretch of marked words, of which none is new           is marked, and says the same
    new words, of which none is marked                        are not marked
    words that are gone, and struck words that were there     agree where most of them are the same

A whole sentence may be marked for one new word.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.core.jsonl import Record
from judge.core.numbering import entry_id
from judge.editions.alignment import LETTERS, Word
from judge.editions.edition_changes import Change, Comparison, signed_words

FEWEST_NAMED = 3
"""Rules that a list of changes names, and entries with marks in a document that marks its changes, at least. Chosen."""
NAMED_CHANGED = 0.6
"""Share of these that has changed, at least. Chosen."""
COVERED = 0.5
"""Share of the words that are gone that are struck at least, and of the struck words that were there. Chosen."""
NEARER_TO_ALL = 0.5
"""How much of the way from the share among all entries to the whole that is, at least. Chosen."""


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
    lists = [id for id in changes if _tells_changes(cited[id], changed, usual) and id in changed]
    if not lists:
        return None
    named = {target for id in lists for target in cited[id]}
    silent = {*lists, *_around(lists, changes)}
    missing = [
        change
        for id, change in changes.items()
        if id in changed - named - silent and not named.intersection(_above(id, changes))
    ]
    holding_changes = {up for id in changed for up in _above(id, changes)}
    false = [changes[id] for id in changes if id in named - changed and id not in holding_changes]
    return ChangeList(tuple(lists), tuple(missing), tuple(false))


def _tells_changes(named: set[str], changed: set[str], usual: float) -> bool:
    """Tell whether what a list cites, or the entries with marks, has changed far more often than other entries."""
    share = len(named & changed) / len(named) if named else 0.0
    return len(named) >= FEWEST_NAMED and share >= max(NAMED_CHANGED, usual + NEARER_TO_ALL * (1 - usual))


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


@dataclass(frozen=True, slots=True)
class MarkFault:
    """A place where a new edition's marks are wrong."""

    change: Change
    kind: str
    """`marked`: marked, and says the same; `unmarked`: new, and not marked; `struck`: struck, and was not there;
    `unstruck`: gone, and not struck."""
    words: str


def mark_faults(comparison: Comparison) -> list[MarkFault]:
    """Return where the marks of the newer edition are wrong, in its order; none where it does not mark changes.

    Args:
        comparison: of the two editions.
    """
    current = [change for change in comparison.changes if change.new]
    changed = {change.new.id for change in current if change.new and change.kind != "same"}
    usual = len(changed) / len(current) if current else 0.0
    marked = {change.new.id for change in current if change.new and _is_marked(change.new.words)}
    struck = {change.new.id for change in current if change.new and change.new.struck}
    coloured, striking = (_tells_changes(named, changed, usual) for named in (marked, struck))
    pairs = comparison.alignment.pairs
    found: list[MarkFault] = []
    for change in current:
        found += _colours(change, pairs) if coloured else ()
        found += _strikes(change, pairs) if striking else ()
    return found


def _is_marked(words: Sequence[Word]) -> bool:
    return any(word.marked for word in words)


def _signed(change: Change, pairs: Mapping[str, str]) -> list[tuple[str, Word]]:
    """Return the words of both editions of an entry, each with what became of it."""
    assert change.new, "only the entries of the newer edition have marks"
    old = change.old.words if change.old else ()
    return list(signed_words(old, change.new.words, lambda one, other: pairs.get(one) == other))


def _colours(change: Change, pairs: Mapping[str, str]) -> Iterator[MarkFault]:
    """Yield the stretches that are marked and say the same, and those that are new and not marked."""
    signed = _signed(change, pairs)
    runs = [(marked, list(run)) for marked, run in groupby(signed, key=lambda one: one[0] != "-" and one[1].marked)]
    for place, (marked, run) in enumerate(runs):
        beside = [
            *(runs[place - 1][1][-1:] if place else []),
            *(runs[place + 1][1][:1] if place + 1 < len(runs) else []),
        ]
        if marked and all(sign == "=" for sign, _ in (*run, *beside)):
            yield MarkFault(change, "marked", _text(word for _, word in run))
    gone = {_letters(word) for sign, word in signed if sign == "-"}
    for is_new, stretch in groupby((one for one in signed if one[0] != "-"), key=lambda one: one[0] == "+"):
        words = [word for _, word in stretch]
        if is_new and not _is_marked(words) and any(_letters(word) not in gone for word in words if _letters(word)):
            yield MarkFault(change, "unmarked", _text(words))


def _strikes(change: Change, pairs: Mapping[str, str]) -> Iterator[MarkFault]:
    """Yield the words that are struck and were not there, and those that are gone and not struck."""
    assert change.new, "only the entries of the newer edition have marks"
    signed = [(sign, word) for sign, word in _signed(change, pairs) if _letters(word)]
    come = {_letters(word) for sign, word in signed if sign == "+"}
    gone = [word for sign, word in signed if sign == "-" and _letters(word) not in come]
    struck = [word for word in change.new.struck if _letters(word)]
    both = sum((Counter(map(_letters, gone)) & Counter(map(_letters, struck))).values())
    if struck and both < COVERED * len(struck):
        yield MarkFault(change, "struck", _text(struck))
    if gone and both < COVERED * len(gone) and change.old:
        yield MarkFault(change, "unstruck", _text(gone))


def _letters(word: Word) -> str:
    """Return a word without the stops beside it, which change with its place."""
    return "".join(LETTERS.findall(word.plain)).casefold()


def _text(words: Iterator[Word] | Sequence[Word]) -> str:
    return " ".join(word.printed for word in words)

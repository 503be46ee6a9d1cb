"""Words that a new edition marks as changed, in a colour or underlined, or strikes: compared with what really changed.

Whether a document marks its changes is told by what it marks, and for colours and strikes each by itself: nearly all
entries with such marks have changed, where of the others only some have. So a colour for examples marks no change.

    a stretch of marked words, of which none is new           is marked, and says the same
    new words, of which none is marked                        are not marked
    words that are gone, and struck words that were there     agree where most of them are the same

A whole sentence may be marked for one new word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.editions.comparison.changes import Change, Comparison
from judge.editions.comparison.redline import signed_words
from judge.editions.comparison.sections import LETTERS, Word

FEWEST_MARKED = 3
"""Entries with marks in a document that marks its changes."""
MARKED_CHANGED = 0.6
"""Share of the entries with marks that changed at least, in a document that marks its changes."""
NEARER_TO_ALL = 0.5
"""How much of the way from the share among all entries to the whole it is at least."""
COVERED = 0.5
"""Share of the words that are gone that are struck at least, and of the struck words that were there."""


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
    coloured = _is_used(current, {change.new.id for change in current if change.new and _is_marked(change.new.words)})
    striking = _is_used(current, {change.new.id for change in current if change.new and change.new.struck})
    pairs = comparison.alignment.pairs
    found: list[MarkFault] = []
    for change in current:
        found += _colours(change, pairs) if coloured else ()
        found += _strikes(change, pairs) if striking else ()
    return found


def _is_marked(words: Sequence[Word]) -> bool:
    return any(word.marked for word in words)


def _is_used(current: Sequence[Change], marked: set[str]) -> bool:
    """Tell whether entries with marks have changed far more often than others."""
    changed = {change.new.id for change in current if change.new and change.kind != "same"}
    usual = len(changed) / len(current) if current else 0.0
    share = len(marked & changed) / len(marked) if marked else 0.0
    return len(marked) >= FEWEST_MARKED and share >= max(MARKED_CHANGED, usual + NEARER_TO_ALL * (1 - usual))


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

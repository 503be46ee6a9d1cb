"""The dated states of a card's text: what the documents of a game print of it, the oldest first.

Reads: the entries of one card in all documents of its game. Writes: the contract's `history`: what the card first
printed, if a document says so, then each errata, with what changed in words, and whether it still applies:

    yes        no later text takes its place
    no         a later one does
    unclear    it changes another text than the one before it, or nothing tells which of two is the later
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from judge.core.dates import last_day
from judge.core.likeness import EVEN
from judge.core.model import Document, Entry
from judge.core.text_facts import CardFields, DiffStretch, ErrataState
from judge.core.tokens import fold
from judge.editions.alignment import Word
from judge.editions.edition_changes import redline

ALIKE = 0.6
"""How alike the text that an errata says it changes must be to the one before it."""


def history(states: Iterable[tuple[Entry, Document]]) -> tuple[ErrataState, ...]:
    """Return the states of a card's text, the oldest first.

    Args:
        states: entries of the card that print errata, each with its document.
    """
    ordered = sorted(states, key=lambda state: _age(state[1]))
    printed: list[_PrintedState] = []
    for entry, document in ordered:
        assert entry.errata, "only entries that print errata are given"
        if not printed and entry.errata.printed:
            printed.append(_PrintedState(entry.id, document.key, None, entry.errata.printed, None, {}))
        said = entry.errata.text, entry.errata.printed, entry.errata.fields
        printed.append(_PrintedState(entry.id, document.key, document.date, *said))
    is_undated = len(ordered) > 1 and any(not document.date for _, document in ordered)
    return tuple(
        ErrataState(
            *one,
            diff=differences(printed[place - 1].text if place else one.printed, one.text),
            applies=_applies(place, printed, is_undated),
            current=place == len(printed) - 1,
        )
        for place, one in enumerate(printed)
    )


class _PrintedState(NamedTuple):
    """A state of a card's text, as far as its document says it: the first fields of `ErrataState`."""

    id: str
    document: str
    date: str | None
    """None for what the card printed before its first errata, of which no day is known."""
    text: str
    printed: str | None
    fields: CardFields


def _age(document: Document) -> tuple[str, float]:
    """Return what orders the states: the day of the document, then its authority; nothing newer is above it."""
    return last_day(document.date), -(document.authority or 1)


def _applies(place: int, found: Sequence[_PrintedState], is_undated: bool) -> Literal["yes", "no", "unclear"]:
    one = found[place]
    before = found[place - 1] if place else None
    if (
        before
        and one.printed
        and EVEN.alike(*(Counter(fold(text).split()) for text in (one.printed, before.text))) < ALIKE
    ):
        return "unclear"
    if place < len(found) - 1:
        return "unclear" if is_undated and one.date is not None else "no"
    return "unclear" if is_undated else "yes"


def differences(before: str | None, after: str) -> tuple[DiffStretch, ...]:
    """Return what changed in words; nothing without a text before.

    >>> [tuple(stretch) for stretch in differences("It pays one.", "It pays two.")]
    [('=', 'It pays'), ('-', 'one.'), ('+', 'two.')]
    """
    if before is None:
        return ()
    old, new = ([Word(word, word) for word in text.split()] for text in (before, after))
    return tuple(redline(old, new, lambda one, other: True))

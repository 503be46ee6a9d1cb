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

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.core.likeness import EVEN
from judge.core.tokens import fold
from judge.editions.alignment import Word
from judge.editions.edition_changes import redline

ALIKE = 0.6
"""How alike the text that an errata says it changes must be to the one before it."""


def history(states: Iterable[tuple[Record, Record]]) -> list[Record]:
    """Return the states of a card's text, the oldest first.

    Args:
        states: entries of the card that print errata, each with the record of its document.
    """
    ordered = sorted(states, key=lambda state: _age(state[1]))
    found: list[Record] = []
    if ordered and ordered[0][0]["errata"]["printed"]:
        found.append(_first(*ordered[0]))
    found += [_state(entry, document) for entry, document in ordered]
    for place, one in enumerate(found):
        before = found[place - 1] if place else None
        one["diff"] = differences(before["text"] if before else one["printed"], one["text"])
    for place, one in enumerate(found):
        one["applies"] = _applies(place, found, ordered)
        one["current"] = place == len(found) - 1
    return found


def _age(document: Record) -> tuple[str, float]:
    """Return what orders the states: the day of the document, then its authority; nothing newer is above it."""
    return last_day(document["date"]), -(document["authority"] or 1)


def _state(entry: Record, document: Record) -> Record:
    errata = entry["errata"]
    about = {"id": entry["id"], "document": document["key"], "date": document["date"]}
    return about | {"text": errata["text"], "printed": errata["printed"], "fields": errata["fields"]}


def _first(entry: Record, document: Record) -> Record:
    """Return what the card printed before its first errata; its day is not known."""
    about = {"id": entry["id"], "document": document["key"], "date": None}
    return about | {"text": entry["errata"]["printed"], "printed": None, "fields": {}}


def _applies(place: int, found: Sequence[Record], ordered: Sequence[tuple[Record, Record]]) -> str:
    one = found[place]
    before = found[place - 1] if place else None
    if (
        before
        and one["printed"]
        and EVEN.alike(*(Counter(fold(text).split()) for text in (one["printed"], before["text"]))) < ALIKE
    ):
        return "unclear"
    undated = any(not document["date"] for _, document in ordered) and len(ordered) > 1
    if place < len(found) - 1:
        return "unclear" if undated and one["date"] is not None else "no"
    return "unclear" if undated else "yes"


def differences(before: str | None, after: str) -> list[list[str]]:
    """Return what changed in words: ["=", …] stays, ["-", …] goes, ["+", …] comes; nothing without a text before.

    >>> differences("It pays one.", "It pays two.")
    [['=', 'It pays'], ['-', 'one.'], ['+', 'two.']]
    """
    if before is None:
        return []
    old, new = ([Word(word, word) for word in text.split()] for text in (before, after))
    return [list(stretch) for stretch in redline(old, new, lambda one, other: True)]

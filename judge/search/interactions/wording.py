"""A card beside plain words: the texts of its own entry, and of the topics it points to, that speak of these words.

city square, "redirect to itself"      rulings of City Square, those with the most of these words first
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.languages.stemming import root
from judge.core.names import name_of
from judge.core.tokens import STOP_WORDS, words
from judge.search.interactions.card_page import CardSheet
from judge.search.interactions.subjects import POINTER


class Worded(NamedTuple):
    """A text of a card that speaks of some words."""

    id: str
    """Of the ruling, where it is one; else of the entry."""
    name: str
    text: str
    date: str | None
    shared: tuple[str, ...]
    """The words that it shares with what was asked, as they were asked."""


def on_words(sheet: CardSheet, asked: str) -> list[Worded]:
    """Return the texts of a card that share words with what was asked, those that share most first."""
    roots = {root(word): word for word in words(asked) if word not in STOP_WORDS}
    found = []
    for id, name, block in _texts(sheet):
        held = {root(word) for word in words(block["text"])}
        shared = tuple(word for part, word in roots.items() if part in held)
        if shared:
            found.append(Worded(id, name, block["text"], block["date"], shared))
    return sorted(found, key=lambda one: -len(one.shared))


def _texts(sheet: CardSheet) -> Iterator[tuple[str, str, Record]]:
    for entry in [*([sheet.entry] if sheet.entry else []), *sheet.topics]:
        ruling = 0
        for block in entry["blocks"]:
            ruling += block["kind"] == "ruling"
            if block["text"].casefold().startswith(POINTER):  # what it points to stands for it
                continue
            yield f"{entry['id']}#{ruling}" if block["kind"] == "ruling" else entry["id"], name_of(entry), block

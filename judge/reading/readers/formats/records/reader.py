"""Records to pieces: cards with their rulings, terms and rules with their texts.

    {"card": "Anchor", "ruling": "It holds.", "date": "2020-05-01"}     a ruling of a card, with its date
    {"cards": ["Anchor", "Barge"], "ruling": "They sink."}              a ruling of each of these cards
    {"Anchor": ["It holds.", "It sinks."]}                              a card and its rulings
    {"title": "Rest", "text": "…", "rules": [{"title": …}]}             a section, and sections below it

Which field holds what is told by the manifest, else guessed from the names (`fields.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from judge.core.errors import SourceError
from judge.reading.readers.formats.records.cards import Card, cards_of
from judge.reading.readers.formats.records.fields import roles_of
from judge.reading.readers.formats.records.groups import groups_of
from judge.reading.readers.formats.records.json_values import read_json, read_json_lines
from judge.reading.readers.formats.records.statements import stated_in
from judge.reading.readers.formats.records.tables import read_table
from judge.reading.readers.formats.records.texts import Sink
from judge.reading.readers.formats.records.values import Record, Scalar, Several, Value
from judge.reading.readers.formats.records.yaml_values import read_yaml
from judge.reading.readers.manuscript import Facts, Manuscript

READERS: dict[str, Callable[[str, Sequence[str]], Value]] = {
    "json": lambda text, _: read_json(text),
    "jsonl": lambda text, _: read_json_lines(text),
    "csv": read_table,
    "yaml": read_yaml,
}
ROWS = frozenset({"row", "cells", "columns"})
WORDS = 5
"""Words of the shortest text in a field whose name says nothing."""
FIELD = "record field"
"""Why a line is not content that holds a field of which nothing is shown."""


def read_records(
    format: str,
    text: str,
    lines: Sequence[str],
    said: Mapping[str, str],
    groups: Mapping[str, Sequence[str]] | None = None,
) -> Manuscript:
    """Read records.

    Args:
        format: how they are written: "json", "jsonl", "csv" or "yaml".
        text: the whole file.
        lines: its lines.
        said: what the manifest says of the fields: role and name.
        groups: the members of groups that another file lists.

    Raises:
        SourceError: they are not written so, or hold no text.
    """
    value = READERS[format](text, lines)
    sink = Sink()
    aside = {line.number: FIELD for one in scalars(value) for line in one.lines if line.text.strip()}
    cards = cards_of(value, said, groups)
    if cards:
        guess = read_cards(cards.cards, sink)
        sink.composer.told = "rulings"
        misfits = cards.misfits
    else:
        reader = _Tree(sink, said)
        reader.value(value, 1)
        guess, misfits = reader.guess(), ()
    if not sink.composer.pieces:
        names = ", ".join(dict.fromkeys(name for one in _records(value) for name in one.names)) or "none"
        raise SourceError(
            f"has no fields that are known (it has: {names[:200]}); name them in [document.fields] of corpus.toml"
        )
    read = sink.composer.manuscript(lines, aside)
    return replace(sink.noted(read, (cards.guess if cards else guess), misfits), stated=stated_in(value))


def read_groups(format: str, text: str, lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the groups of cards with their members, where a file lists these and nothing else.

    Raises:
        SourceError: it is not written as its format says.
    """
    found = groups_of(READERS[format](text, lines))
    return {name: [one.value for one in members] for name, members in found.items()}


def scalars(value: Value) -> Iterator[Scalar]:
    """Yield the texts and numbers of a value, without the names of fields."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Scalar):
            yield one
        elif isinstance(one, Several):
            waiting += reversed(one.items)
        else:
            waiting += (inner for _, inner in reversed(one.fields))


def _records(value: Value) -> Iterator[Record]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Record):
            yield one
            waiting += (inner for _, inner in reversed(one.fields))
        elif isinstance(one, Several):
            waiting += reversed(one.items)


def read_cards(cards: Sequence[Card], sink: Sink) -> str:
    """Read cards with their rulings."""
    for card in cards:
        sink.heading([card.name], 2, card.anchor)
        for ruling in card.rulings:
            sink.ruling(ruling.text, ruling.facts)
    return ""


class _Tree:
    """Reads records within records: titles are headings, each as deep as its record."""

    def __init__(self, sink: Sink, said: Mapping[str, str]) -> None:
        self.sink = sink
        self.said = said
        self.used: dict[str, str] = {}

    def guess(self) -> str:
        """Return which field was taken for what."""
        return ", ".join(f"{role} from “{name}”" for name, role in self.used.items())

    def value(self, value: Value, level: int) -> None:
        """Read a value."""
        if isinstance(value, Record):
            self.record(value, level)
        elif isinstance(value, Several):
            inner = level if level > 1 else 2
            for item in value.items:
                if isinstance(item, Scalar):
                    self.text(item, level, "bullet" if len(value.items) > 1 else "paragraph", WORDS)
                elif isinstance(item, Record):
                    self.record(item, inner, in_list=True)
                else:
                    self.value(item, inner)

    def record(self, record: Record, level: int, *, in_list: bool = False) -> None:
        """Read a record: its heading first, wherever its title stands, then the rest as it stands."""
        roles = roles_of(record.names, self.said)
        by_role: dict[str, Value | None] = {role: record.get(name) for name, role in roles.items()}
        title = next(
            (by_role[role] for role in ("title", "card", "question") if isinstance(by_role.get(role), Scalar)), None
        )
        number, identity = by_role.get("number"), by_role.get("id")
        shown = [one for one in (number, title) if isinstance(one, Scalar) and one.value.strip()]
        if isinstance(title, Scalar) and shown:
            self.sink.heading(shown, level, identity.value if isinstance(identity, Scalar) else "")
            level += 1
        keyed = not roles and not in_list and len(record.fields) > 1
        facts = facts_of(by_role)
        for key, value in record.fields:
            role = roles.get(key.value)
            if role in ("text", "ruling", "answer", "question", "source"):
                self.used.setdefault(key.value, role)
            if value is title or value is number or role in ("id", "date", "author"):
                self.used.setdefault(key.value, str(role))
            elif role in ("text", "ruling", "answer") and isinstance(value, Scalar):
                self.sink.text(value, level, facts=facts)
            elif role == "source" and isinstance(value, Scalar):
                continue
            elif keyed:
                self.sink.heading([key], max(level, 2), "")
                self.inner(value, max(level, 2) + 1, fewest=1)
            else:
                self.named(key, value, level, fewest=1 if role in ("text", "ruling", "answer") else WORDS)

    def named(self, key: Scalar, value: Value, level: int, *, fewest: int) -> None:
        """Read a field whose name says nothing of what it holds."""
        if key.value.casefold() in ROWS and isinstance(value, Several):
            self.sink.row([one for one in map(_text_of, value.items) if one])
        else:
            self.inner(value, level, fewest=fewest)

    def inner(self, value: Value, level: int, *, fewest: int) -> None:
        """Read what stands in a field."""
        if isinstance(value, Scalar):
            self.text(value, level, "paragraph", fewest)
        elif isinstance(value, Several) and all(isinstance(one, Scalar) for one in value.items):
            for one in value.items:
                if isinstance(one, Scalar):
                    self.text(one, level, "bullet", fewest)
        else:
            self.value(value, level)

    def text(self, value: Scalar, level: int, kind: Literal["bullet", "paragraph"], fewest: int) -> None:
        """Read a text that has words enough to be one."""
        if value.is_text and len(value.value.split()) >= fewest:
            self.sink.text(value, level, kind)


def facts_of(by_role: Mapping[str, Value | None]) -> Facts:
    """Return what a record says of its text beside its words."""
    known = {role: value.value.strip() for role, value in by_role.items() if isinstance(value, Scalar)}
    return Facts(known.get("date") or None, known.get("source") or None, known.get("author") or None)


def _text_of(value: Value) -> Scalar | None:
    """Return the text of a cell."""
    if isinstance(value, Record):
        roles = roles_of(value.names)
        value = next((inner for key, inner in value.fields if roles.get(key.value) == "text"), value)
    return value if isinstance(value, Scalar) else None

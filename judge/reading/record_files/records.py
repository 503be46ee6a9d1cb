"""Records to pieces: cards with their rulings, terms and rules with their texts.

    {"card": "Anchor", "ruling": "It holds.", "date": "2020-05-01"}     a ruling of a card, with its date
    {"cards": ["Anchor", "Barge"], "ruling": "They sink."}              a ruling of each of these cards
    {"Anchor": ["It holds.", "It sinks."]}                              a card and its rulings
    {"title": "Rest", "text": "…", "rules": [{"title": …}]}             a section, and sections below it

The manifest says which field holds what; else it is guessed from the names (`record_cards.py`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeGuard

from msgspec import Struct, field

from judge.core.errors import SourceError
from judge.core.model import Place, replace
from judge.core.numbering import parse
from judge.reading.formats.composing import Composer, Run, cleaned
from judge.reading.formats.html import read_fragment
from judge.reading.readers import markdown
from judge.reading.record_files.record_cards import FEWEST_WORDS as WORDS
from judge.reading.record_files.record_cards import (
    KNOWN,
    SAID,
    cards_of,
    folded,
    groups_of,
    is_blank,
    roles_of,
    ruling_facts,
    stated_in,
)
from judge.reading.record_files.record_shapes import dated, is_counted, is_said, may_be_field, names_things, shape_of
from judge.reading.record_files.record_values import (
    Record,
    Scalar,
    Several,
    Value,
    ValueLine,
    read_json,
    read_json_lines,
    read_table,
    read_yaml,
)
from judge.reading.rulings.errata import errata_columns
from judge.reading.text.manuscript import FieldSeen, Manuscript, Piece, RulingFacts
from judge.reading.text.rich_text import Text, join
from judge.reading.text.source import SourceText

PAGE = re.compile(r"</(?:p|div|ul|ol|li|h[1-6]|table|td)>|<br\s*/?>", re.IGNORECASE)
ROW = re.compile(r"\s*\|.*\|\s*")
LOWEST = 6
"""The lowest level of a heading."""


class Sink(Struct):
    """Gathers the pieces of records."""

    composer: Composer = field(default_factory=Composer)

    def heading(
        self, number: Scalar | None, title: Scalar | None, level: int, anchor: str = "", *, is_counted: bool = False
    ) -> None:
        """Add the heading of a record, which has a number, a title or both; the number may be that of its place."""
        parts = [one for one in (number, title) if one]
        runs = [Run("", parts[0].line, anchor=anchor)] if anchor else []
        runs += (Run(f"{line.text} ", line.number) for part in parts for line in part.lines)
        if not title:
            self.composer.numbers.add(len(self.composer.lines) + 1)
        self.composer.add("heading", runs, level=min(level, LOWEST), is_counted=is_counted)

    def row(self, cells: Sequence[Scalar], *, is_head: bool = False) -> None:
        """Add a row of a table."""
        shown = [[Run(f"{line.text} ", line.number) for line in cell.lines] for cell in cells]
        self.composer.add_row(shown, is_head=is_head)

    def face(self, value: Scalar) -> None:
        """Add what a card says itself."""
        before = len(self.composer.pieces)
        self.text(value, 2)
        places = (place for piece in self.composer.pieces[before:] for place in piece.text.places)
        self.composer.faces.update(place.line for place in places)

    def text(
        self,
        value: Scalar,
        level: int,
        kind: Literal["bullet", "paragraph"] = "paragraph",
        facts: RulingFacts | None = None,
    ) -> None:
        """Add the paragraphs of a text."""
        before = len(self.composer.pieces)
        if PAGE.search(value.value):
            self.page(value, level)
        else:
            self.composer.pieces += self.marked(value.lines, level)
        own = self.composer.pieces[before:]
        if kind == "bullet" and own and all(piece.kind == "paragraph" for piece in own):
            text = join([piece.text for piece in own], "\n")
            self.composer.pieces[before:] = [Piece("bullet", text, mark="-")]
        if facts and any(facts):
            known = dated(facts)[0]
            for piece in self.composer.pieces[before:]:
                self.composer.facts.update(dict.fromkeys(range(piece.text.first, piece.text.last + 1), known))

    def ruling(self, value: Scalar, facts: RulingFacts) -> None:
        """Add a ruling; its paragraphs are one piece, unless it has a list or headings of its own."""
        facts, printed = dated(facts)
        if printed:
            last = value.lines[-1]
            shown = f"{last.text} ({printed})".split("\n")
            value = Scalar((*value.lines[:-1], *(last._replace(text=line) for line in shown)))
        self.text(value, 2, "bullet", facts)

    def page(self, value: Scalar, level: int) -> None:
        """Add a text that is HTML."""
        before, first = len(self.composer.origins), len(self.composer.pieces)
        read_fragment("\n".join(line.text for line in value.lines), self.composer)
        for index in range(before, len(self.composer.origins)):
            self.composer.origins[index] = value.lines[min(self.composer.origins[index], len(value.lines)) - 1].number
        self.composer.pieces[first:] = [_lowered(piece, level) for piece in self.composer.pieces[first:]]

    def marked(self, lines: Sequence[ValueLine], level: int) -> list[Piece]:
        """Return the pieces of a text in Markdown, or of a plain one."""
        texts, numbers = [], []
        for before, line in zip([None, *lines[:-1]], lines, strict=True):
            shown = cleaned(line.text).replace("\t", " ")
            goes_on = (
                shown.startswith(" ") and before is not None and before.text.strip() and before.number != line.number
            )
            if before is not None and not goes_on and not (ROW.fullmatch(before.text) and ROW.fullmatch(shown)):
                texts.append("")
                numbers.append(line.number)
            texts.append(shown.strip() if goes_on or not shown.lstrip().startswith(("-", "*", "+")) else shown)
            numbers.append(line.number)
        shift = len(self.composer.lines)
        self.composer.lines += texts
        self.composer.origins += numbers
        found = markdown.pieces(SourceText(tuple(texts), frozenset(), markdown=True))
        return [_lowered(_shifted(piece, shift), level) for piece in found if piece.kind != "rule"]


def _shifted(piece: Piece, shift: int) -> Piece:
    def moved(text: Text) -> Text:
        return replace(text, places=tuple(Place(offset, line + shift) for offset, line in text.places))

    return replace(piece, text=moved(piece.text), cells=tuple(map(moved, piece.cells)))


def _lowered(piece: Piece, level: int) -> Piece:
    """Return a piece whose level counts from that of the record around it."""
    return replace(piece, level=min(piece.level + level - 1, LOWEST)) if piece.kind == "heading" else piece


READERS: dict[str, Callable[[str, Sequence[str]], Value]] = {
    "json": lambda text, _: read_json(text),
    "jsonl": lambda text, _: read_json_lines(text),
    "csv": read_table,
    "yaml": read_yaml,
}
ROWS = frozenset({"row", "cells", "columns"})
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
    held = list(_held(value))
    aside = {line.number: FIELD for one in held if isinstance(one, Scalar) for line in one.lines if line.text.strip()}
    examples = _examples(held)
    misfits: Sequence[int] = ()
    used: Mapping[str, str]
    shape = shape_of(value, said, is_table=format == "csv")
    if shape.table:
        for number, cells in enumerate(shape.table):
            sink.row(cells, is_head=not number)
        guess = "the rows of a table, with the names of its columns as its head"
        columns = errata_columns([cell.value for cell in shape.table[0]])
        used = {name: role or "" for name, role in zip(shape.columns, columns, strict=True)}
    elif cards := cards_of(value, shape.said, groups):
        for card in cards.cards:
            sink.composer.card_facts[len(sink.composer.lines) + 1] = card.facts
            sink.heading(None, card.name, 2, card.anchor)
            for face in card.faces:
                sink.face(face)
            for ruling in card.rulings:
                sink.ruling(ruling.text, ruling.facts)
        sink.composer.told = "rulings"
        guess, misfits, used = cards.guess, cards.misfits, cards.used
    else:
        reader = _RecordReader(sink, shape.said, held, is_counted=is_counted(value, shape.said))
        reader.value(value, 1)
        sink.composer.told, used = shape.told, reader.used
        guess = ", ".join(f"{role} from “{name}”" for name, role in reader.used.items())
    if not sink.composer.pieces:
        names = ", ".join(examples) or "none"
        raise SourceError(f"has no known fields (it has: {names[:200]}); name them in [document.fields] of corpus.toml")
    read = sink.composer.manuscript(lines, aside)
    guess += f"; {shape.doubt}" if shape.doubt else ""
    seen = tuple(FieldSeen(name, used.get(name, ""), example) for name, example in examples.items())
    return replace(read, guess=guess, fields=seen, misfits=tuple(misfits), stated=stated_in(value))


def read_groups(format: str, text: str, lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the groups of cards with their members, where a file lists these and nothing else.

    Raises:
        SourceError: it is not written as its format says.
    """
    found = groups_of(READERS[format](text, lines))
    return {name: [one.value for one in members] for name, members in found.items()}


def _recurring_names(held: Iterable[Value]) -> set[str]:
    """Return the names that several records have."""
    counts = Counter(name for one in held if isinstance(one, Record) for name in {*one.names})
    return {name for name, count in counts.items() if count > 1}


def _names_of_texts(held: Iterable[Value]) -> set[str]:
    """Return the names of fields most of whose values have several words."""
    counts: Counter[str] = Counter()
    for key, value in (named for one in held if isinstance(one, Record) for named in one.fields):
        if isinstance(value, Scalar) and not is_blank(value):
            counts[key.value] += 1 if len(value.value.split()) >= WORDS else -1
    return {name for name, count in counts.items() if count > 0}


def _held(value: Value) -> Iterator[Value]:
    """Yield a value and all that it holds, in the order of the file, without the names of fields."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        yield one
        if isinstance(one, Several):
            waiting += reversed(one.items)
        elif isinstance(one, Record):
            waiting += (inner for _, inner in reversed(one.fields))


def _examples(held: Iterable[Value]) -> dict[str, str]:
    """Return the names of all fields of records, in the order of the file, each with its first value."""
    found: dict[str, str] = {}
    for key, value in (named for one in held if isinstance(one, Record) for named in one.fields):
        found[key.value] = found.get(key.value) or (value.value.strip() if isinstance(value, Scalar) else "")
    return found


class _RecordReader:
    """Reads records within records: titles are headings, each as deep as its record."""

    def __init__(self, sink: Sink, said: Mapping[str, str], held: Sequence[Value], *, is_counted: bool) -> None:
        self.sink = sink
        self.is_counted = is_counted
        """Their numbers are those of their places."""
        self.place: tuple[int, ...] = ()
        """That of the record that is read, if they are."""
        self.said = said
        self.recurring = _recurring_names(held)
        """The names that several records have."""
        self.wordy = _names_of_texts(held)
        """The names of fields whose values are texts."""
        self.used: dict[str, str] = {}
        """Which field was taken for what."""

    def value(self, value: Value, level: int) -> None:
        """Read a value."""
        if isinstance(value, Record):
            self.record(value, level)
        elif isinstance(value, Several):
            inner = level if level > 1 else 2
            above = self.place
            for number, item in enumerate(value.items, 1):
                self.place = (*above, number)
                if isinstance(item, Scalar):
                    self.text(item, level, "bullet" if len(value.items) > 1 else "paragraph", WORDS)
                elif isinstance(item, Record):
                    self.record(item, inner, in_list=True)
                else:
                    self.value(item, inner)
            self.place = above

    def record(self, record: Record, level: int, *, in_list: bool = False) -> None:
        """Read a record: its heading first, wherever its title is, then the rest in its order."""
        things = not in_list and {*self.said.values()}.isdisjoint(record.names) and names_things(record, self.recurring)
        fields = [key.value for key, value in record.fields if not (things and is_said(value))]
        roles = roles_of(fields, self.said)
        by_role: dict[str, Value | None] = {role: record.get(name) for name, role in roles.items()}
        title = next(filter(None, (_shown(by_role.get(role)) for role in ("title", "card", "question"))), None)
        number, identity = _shown(by_role.get("number")), _shown(by_role.get("id"))
        if self.is_counted and self.place and title:
            number = Scalar((title.lines[0]._replace(text=".".join(map(str, self.place))),))
        if number or title:
            anchor = identity.value if identity else ""
            self.sink.heading(number, title, level, anchor, is_counted=self.is_counted and bool(self.place))
            level += 1
        keyed = things or (not roles and not in_list and len(record.fields) > 1)
        facts = ruling_facts(by_role)
        for key, value in record.fields:
            role = roles.get(key.value)
            if role in (*SAID, "question", "source"):
                self.used.setdefault(key.value, role)
            if value is title or value is number or role in ("id", "date", "author"):
                self.used.setdefault(key.value, str(role))
            elif role in SAID and isinstance(value, Scalar):
                self.sink.text(value, level, facts=facts)
            elif role == "source" and isinstance(value, Scalar):
                continue
            elif keyed and not (folded(key.value) in KNOWN and isinstance(value, Scalar) and not is_said(value)):
                self.sink.heading(None, key, max(level, 2))
                self.inner(value, max(level, 2) + 1, fewest=1)
            elif not role and not in_list and self.is_labelled(value, key):
                line = value.lines[0]
                self.sink.text(Scalar((line._replace(text=f"{key.value}: {line.text}"),)), level)
            else:
                self.named(key, value, level, fewest=1 if role in SAID or key.value in self.wordy else WORDS)

    def is_labelled(self, value: Value, key: Scalar) -> TypeGuard[Scalar]:
        """Tell whether a name belongs to its text: no other record has it, and the text is a plain line."""
        is_plain = isinstance(value, Scalar) and len(value.lines) == 1 and value.value[:1].isalnum()
        is_own = key.value not in self.recurring and not may_be_field(key.value)
        return is_own and is_plain and is_said(value)

    def named(self, key: Scalar, value: Value, level: int, *, fewest: int) -> None:
        """Read a field whose name says nothing of what it holds."""
        items = value.items if isinstance(value, Several) else [value]
        numbers = [one.lines[0] for one in items if isinstance(one, Scalar) and len(parse(one.value) or ()) > 1]
        if key.value.casefold() in ROWS and isinstance(value, Several):
            self.sink.row([one for one in map(_text_of, value.items) if one])
        elif numbers and len(numbers) == len(items):
            told = [line._replace(text=f" {line.text}{',' * (line is not numbers[-1])}") for line in numbers]
            self.sink.text(Scalar((told[0]._replace(text=f"{key.value}:{told[0].text}"), *told[1:])), level)
        else:
            self.inner(value, level, fewest=fewest)

    def inner(self, value: Value, level: int, *, fewest: int) -> None:
        """Read what is in a field."""
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


def _shown(value: Value | None) -> Scalar | None:
    """Return a value that is a text with words in it."""
    return value if isinstance(value, Scalar) and not is_blank(value) else None


def _text_of(value: Value) -> Scalar | None:
    """Return the text of a cell."""
    if isinstance(value, Record):
        roles = roles_of(value.names)
        value = next((inner for key, inner in value.fields if roles.get(key.value) == "text"), value)
    return value if isinstance(value, Scalar) else None

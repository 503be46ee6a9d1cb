"""Records to pieces: cards with their rulings, terms and rules with their texts.

    {"card": "Anchor", "ruling": "It holds.", "date": "2020-05-01"}     a ruling of a card, with its date
    {"cards": ["Anchor", "Barge"], "ruling": "They sink."}              a ruling of each of these cards
    {"Anchor": ["It holds.", "It sinks."]}                              a card and its rulings
    {"title": "Rest", "text": "…", "rules": [{"title": …}]}             a section, and sections below it

The manifest says which field holds what; else it is guessed from the names (`record_cards.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeGuard

from msgspec import Struct, field

from judge.core.dates import is_date
from judge.core.errors import SourceError
from judge.core.model import Place, replace
from judge.core.numbering import parse
from judge.reading.formats.composing import Composer, Run, cleaned
from judge.reading.formats.html import read_fragment
from judge.reading.readers import markdown
from judge.reading.record_files.record_cards import cards_of, groups_of, ruling_facts, stated_in
from judge.reading.record_files.record_fields import (
    KNOWN,
    SAID,
    WORDS,
    Fields,
    Taken,
    folded,
    is_said,
    may_be_field,
    roles_of,
    with_keys_inside,
)
from judge.reading.record_files.record_values import (
    Object,
    Scalar,
    Several,
    Value,
    ValueLine,
    held,
    is_blank,
    read_json,
    read_json_lines,
    read_table,
    read_yaml,
)
from judge.reading.rulings.errata import errata_columns
from judge.reading.rulings.printed_dates import read_date
from judge.reading.text.manuscript import FieldSeen, Manuscript, Piece, RulingFacts
from judge.reading.text.rich_text import Text, join
from judge.reading.text.source import SourceText

NUMBER = re.compile(r"\d+")
PAGE = re.compile(r"</(?:p|div|ul|ol|li|h[1-6]|table|td)>|<br\s*/?>", re.IGNORECASE)
ROW = re.compile(r"\s*\|.*\|\s*")
LOWEST = 6
"""The lowest level of a heading."""


class Sink(Struct):
    """Gathers the pieces of records."""

    composer: Composer = field(default_factory=Composer)

    def heading(
        self,
        number: Scalar | None,
        title: Scalar | None,
        level: int,
        anchors: Iterable[str] = (),
        *,
        is_counted: bool = False,
    ) -> None:
        """Add the heading of a record, which has a number, a title or both; the number may be that of its place."""
        parts = [one for one in (number, title) if one]
        runs = [Run("", parts[0].line, anchor=anchor) for anchor in anchors]
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
    value = with_keys_inside(READERS[format](text, lines))
    sink, taken = Sink(), Taken()
    texts = (line for one in held(value) if isinstance(one, Scalar) for line in one.lines)
    aside = {line.number: FIELD for line in texts if line.text.strip()}
    fields = Fields(value, said, is_table=format == "csv")
    cards = None if fields.table else cards_of(value, fields, groups)
    if fields.table:
        for number, cells in enumerate(fields.table):
            sink.row(cells, is_head=not number)
        guess = "the rows of a table, with the names of its columns as its head"
        columns = errata_columns([cell.value for cell in fields.table[0]])
        taken.used = {name: role or "" for name, role in zip(fields.columns, columns, strict=True)}
    elif cards:
        for card in cards.cards:
            sink.composer.card_facts[len(sink.composer.lines) + 1] = card.facts
            sink.heading(None, card.name, 2, card.codes)
            for face in card.faces:
                sink.face(face)
            for ruling in card.rulings:
                sink.ruling(ruling.text, ruling.facts)
        sink.composer.told = "rulings"
        guess, taken = cards.guess, cards.taken
    else:
        _RecordReader(sink, fields, taken).value(value, 1)
        sink.composer.told = fields.told
        guess = taken.guess()
    if not sink.composer.pieces:
        names = ", ".join(fields.examples) or "none"
        raise SourceError(f"has no known fields (it has: {names[:200]}); name them in [document.fields] of corpus.toml")
    read = sink.composer.manuscript(lines, aside)
    guess += f"; {fields.doubt}" if fields.doubt else ""
    roles = taken.roles()
    seen = tuple(FieldSeen(name, roles.get(name, ""), example) for name, example in fields.examples.items())
    misfits = tuple(cards.misfits) if cards else ()
    return replace(read, guess=guess, fields=seen, misfits=misfits, stated=stated_in(value))


def read_groups(format: str, text: str, lines: Sequence[str]) -> dict[str, list[str]]:
    """Return the groups of cards with their members, where a file lists these and nothing else.

    Raises:
        SourceError: it is not written as its format says.
    """
    found = groups_of(READERS[format](text, lines))
    return {name: [one.value for one in members] for name, members in found.items()}


def dated(facts: RulingFacts) -> tuple[RulingFacts, str]:
    """Return facts whose date is one, and what else is printed as a date: what no form of dates has, or two have."""
    if facts.date is None or is_date(facts.date):
        return facts, ""
    day = facts.date[:10]
    if is_date(day) and facts.date[10:11] in ("T", " "):
        return facts._replace(date=day), ""
    found = read_date(facts.date)
    is_whole = found is not None and (len(found.date) == len("2020-01-02") or len(NUMBER.findall(facts.date)) < 3)
    return (facts._replace(date=found.date), "") if found and is_whole else (facts._replace(date=None), facts.date)


class _RecordReader:
    """Reads records within records: titles are headings, each as deep as its record."""

    def __init__(self, sink: Sink, fields: Fields, taken: Taken) -> None:
        self.sink, self.fields, self.used = sink, fields, taken.used
        self.place: tuple[int, ...] = ()
        """That of the record that is read, where numbers are those of places."""

    def value(self, value: Value, level: int) -> None:
        """Read a value."""
        if isinstance(value, Object):
            self.record(value, level)
        elif isinstance(value, Several):
            inner = level if level > 1 else 2
            above = self.place
            for number, item in enumerate(value.items, 1):
                self.place = (*above, number)
                if isinstance(item, Scalar):
                    self.text(item, level, "bullet" if len(value.items) > 1 else "paragraph", WORDS)
                elif isinstance(item, Object):
                    self.record(item, inner, in_list=True)
                else:
                    self.value(item, inner)
            self.place = above

    def record(self, record: Object, level: int, *, in_list: bool = False) -> None:
        """Read a record: its heading first, wherever its title is, then the rest in its order."""
        things = not in_list and self.fields.names_things(record)
        roles = self.fields.roles([key.value for key, value in record.fields if not (things and is_said(value))])
        by_role: dict[str, Value | None] = {role: record.get(name) for name, role in roles.items()}
        title = next(filter(None, (_shown(by_role.get(role)) for role in ("title", "card", "question"))), None)
        number, identity = _shown(by_role.get("number")), _shown(by_role.get("id"))
        if self.fields.is_counted and self.place and title:
            number = Scalar((title.lines[0]._replace(text=".".join(map(str, self.place))),))
        if number or title:
            anchors = [identity.value] if identity else []
            self.sink.heading(number, title, level, anchors, is_counted=self.fields.is_counted and bool(self.place))
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
                self.named(key, value, level, fewest=1 if role in SAID or key.value in self.fields.wordy else WORDS)

    def is_labelled(self, value: Value, key: Scalar) -> TypeGuard[Scalar]:
        """Tell whether a name belongs to its text: no other record has it, and the text is a plain line."""
        is_plain = isinstance(value, Scalar) and len(value.lines) == 1 and value.value[:1].isalnum()
        is_own = key.value not in self.fields.recurring and not may_be_field(key.value)
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
    if isinstance(value, Object):
        roles = roles_of(value.names)
        value = next((inner for key, inner in value.fields if roles.get(key.value) == "text"), value)
    return value if isinstance(value, Scalar) else None

"""Parsed documents to facts: what one document, by itself, is to the others and to the tables.

Reads: one parsed document. Writes: `Facts`, of which each is text, number or list, so that JSON holds them as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from judge.build.parsing import ParsedDocument, document_from
from judge.build.parts.terms import synonyms_of
from judge.core.jsonl import Record, dumps
from judge.core.model import Document, Entry
from judge.core.names import name_of
from judge.core.numbering import normalise
from judge.core.records import entry_record, furniture_record
from judge.core.titles import keys
from judge.core.tokens import initials, root_key, variant
from judge.reading.metadata.found import About, about_from
from judge.references.card_names import NameTexts, name_texts

EntryRow = list[Any]
"""id, kind, number, title, parent, aliases, variant, facts, pages, name, record."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One document as the others and the tables see it."""

    document: Document
    about: About
    """What it says of itself; of its title and game the others decide too."""
    said: dict[str, str]
    """What the manifest says of it."""
    entries: list[EntryRow]
    names: list[list[Any]]
    """Key, kind, name as it is printed, and which entry has it, from 0."""
    furniture: list[str]
    """Records."""
    synonyms: list[list[Any]]
    """What may be typed for what, as the document itself says."""
    card_names: NameTexts

    @property
    def game(self) -> str:
        """What it shares its card names with: its game, or itself where that is not known."""
        return self.document.game or f"document {self.document.key}"

    def outlines(self) -> Iterator[Entry]:
        """Yield the entries without their text, which is all that references of other documents look at."""
        for id, kind, number, title, parent, aliases, mark, facts, pages, *_ in self.entries:
            yield Entry(
                id=id,
                document=self.document.key,
                kind=kind,
                number=number,
                title=title,
                lines=(),
                parent=parent,
                aliases=tuple(aliases),
                variant=mark,
                facts=tuple(facts),
                pages=tuple(pages) if pages else None,
            )

    def card_titles(self) -> Iterator[str]:
        """Yield the titles of its cards."""
        return (row[3] for row in self.entries if row[1] == "card" and row[3])


def facts_of(parsed: ParsedDocument) -> Facts:
    """Return the facts of a parsed document."""
    names = [[*name, place] for place, entry in enumerate(parsed.entries) for name in _names(entry)]
    return Facts(
        parsed.document,
        parsed.about,
        parsed.said,
        [_row(entry) for entry in parsed.entries],
        names,
        [dumps(furniture_record(furniture)) for furniture in parsed.furniture],
        [list(row) for row in synonyms_of(parsed.entries, parsed.document.game)],
        name_texts(parsed.entries),
    )


def _row(entry: Entry) -> EntryRow:
    record = entry_record(entry)
    names = ("id", "kind", "number", "title", "parent", "aliases", "variant", "facts", "pages")
    return [*(record[name] for name in names), name_of(entry), dumps(record)]


def _names(entry: Entry) -> Iterator[tuple[str, str, str]]:
    """Yield the names an entry is found by: key, kind, and as it is printed."""
    if entry.number:
        yield normalise(entry.number), "number", entry.number
    titles = {title: keys(title) for title in (entry.title, *entry.aliases) if title}
    for kind, printed in (("title", (entry.title,)), ("alias", entry.aliases)):
        for title in printed:
            for one in titles[title] if title else ():
                yield one, kind, title or ""
    for title in (entry.title, *entry.aliases):
        if not title:
            continue
        if (one := variant(title)) not in titles[title]:
            yield one, "variant", title
        yield root_key(title), "form", title
        if short := initials(title):
            yield short, "initials", title


def to_record(facts: Facts) -> Record:
    """Return facts as JSON, for the cache."""
    return {
        "document": asdict(facts.document),
        "about": facts.about.record(),
        "said": facts.said,
        "entries": facts.entries,
        "names": facts.names,
        "furniture": facts.furniture,
        "synonyms": facts.synonyms,
        "card_names": asdict(facts.card_names),
    }


def from_record(record: Record) -> Facts:
    """Return the facts of a record."""
    rest = {
        "document": document_from(record["document"]),
        "about": about_from(record["about"]),
        "card_names": NameTexts(**record["card_names"]),
    }
    return Facts(**{**record, **rest})

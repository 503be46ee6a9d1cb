"""The tables of a compiled library as they were on a day: views in front of them, under the same names.

Reads: a store, and how its documents stand on a day. Writes: temporary tables and views into a second connection to it,
so that whatever is asked there is answered from that day. The library's file is not touched.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from judge.core.jsonl import Record, dumps
from judge.core.numbering import entry_id
from judge.editions.comparison.maps import maps_of
from judge.editions.day import (
    Day,
    document_of_day,
    entry_of_day,
    left_out,
    reference_of_day,
    superseded_of_day,
    terms_of_day,
)

if TYPE_CHECKING:
    from judge.build.store import Row, Store
    from judge.editions.facts import Fact

VIEWS = """
CREATE TEMP TABLE shown (position INTEGER PRIMARY KEY, id TEXT);
CREATE TEMP TABLE changed (position INTEGER PRIMARY KEY, record TEXT, blocks TEXT);
CREATE TEMP TABLE document (position INTEGER PRIMARY KEY, key TEXT UNIQUE, record TEXT);
CREATE TEMP TABLE reference (position INTEGER PRIMARY KEY, source TEXT, target TEXT, record TEXT);
CREATE TEMP TABLE fact (position INTEGER PRIMARY KEY, id TEXT, block INTEGER, field TEXT, other TEXT, record TEXT);
CREATE TEMP VIEW entry AS SELECT position, id, document, kind, number, title, parent, name, rulings, coalesce(
    (SELECT record FROM changed WHERE changed.position = one.position), record) AS record
    FROM main.entry AS one WHERE position IN (SELECT position FROM shown);
CREATE TEMP VIEW terms AS SELECT position, titles, headings, coalesce(
    (SELECT blocks FROM changed WHERE changed.position = one.position), blocks) AS blocks
    FROM main.terms AS one WHERE position IN (SELECT position FROM shown);
CREATE TEMP VIEW name AS SELECT rowid, * FROM main.name WHERE entry IN (SELECT position FROM shown);
CREATE TEMP VIEW theme AS SELECT rowid, * FROM main.theme WHERE card IN (SELECT position FROM shown);
CREATE INDEX temp.reference_of_day_source ON reference (source, target);
CREATE INDEX temp.reference_of_day_target ON reference (target, source);
CREATE INDEX temp.fact_of_day ON fact (id);
"""


def write_views(whole: Store, store: Store, day: Day) -> None:
    """Put what was there on a day in front of the tables of a store.

    Args:
        whole: the store, as it is today.
        store: another one on the same file.
        day: how the documents stand.
    """
    views = _Views(whole, day)
    store.script(VIEWS)
    store.fill("shown", ((row.position, id) for id, row in views.rows.items() if id in views.shown))
    store.fill("changed", views.changed())
    store.fill("document", views.documents_left())
    store.fill("reference", views.references())
    store.fill("fact", views.facts())


@dataclass
class _Views:
    """What is in the tables of a day."""

    whole: Store
    day: Day
    gone: dict[str, Collection[int]] = field(default_factory=dict)
    """The blocks that do not count, by the ids of their entries."""

    @cached_property
    def documents(self) -> Mapping[str, Record]:
        """All documents by key."""
        return {document["key"]: document for document in self.whole.documents()}

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """All entries by id."""
        return {row.id: row for row in self.whole.rows(sorted(self.whole.positions(list(self.documents), ())))}

    @cached_property
    def editions(self) -> Mapping[str, str]:
        """For each work, the key of the edition that stands on the day."""
        keys = (*self.day.earlier, *self.day.undated, *self.day.current)
        return {self.documents[key]["work"]: key for key in keys}

    @cached_property
    def shown(self) -> set[str]:
        """Ids of the entries that are there; of a later document those with an earlier text, and what is above them."""
        shown = {id for id, row in self.rows.items() if row.document in self.day.counted}
        for entry in self.whole.dated_entries():
            gone = left_out(self.day, entry)
            if gone:
                self.gone[entry["id"]] = gone
            up = entry["id"] if len(gone) <= len(entry["blocks"]) else None
            while up and up not in shown:
                shown.add(up)
                self.gone.setdefault(up, left_out(self.day, self.whole.record(up)))
                up = self.rows[up].parent
        return shown

    def stands(self, id: str, block: int | None = None) -> str | None:
        """Return the id of what an id means on the day: itself, the same in the edition of that day, or None."""
        if id in self.shown:
            return id if block is None or block not in self.gone.get(id, ()) else None
        document, _, local = id.partition(":")
        work = self.documents[document]["work"] if document in self.documents else None
        other = f"{self.editions.get(work or '')}:{local}"
        return other if other in self.shown else None

    def formerly(self, id: str) -> str | None:
        """Return the id of what an entry was in the edition of the day, if it was there."""
        if id in self.shown:
            return id
        edition = self.editions.get(self.documents[id.partition(":")[0]]["work"])
        was = maps_of(self.whole).at(id, edition) if edition else None
        return was if was in self.shown else None

    def changed(self) -> Iterator[tuple[int, str, str]]:
        """Yield the entries with texts that do not count: position, record, terms of the blocks."""
        for id in self.shown & self.gone.keys():
            position, gone = self.rows[id].position, self.gone[id]
            (terms,) = self.whole.terms([position])
            yield position, dumps(entry_of_day(self.whole.record(id), gone)), terms_of_day(terms.blocks, gone)

    def documents_left(self) -> Iterator[tuple[int, str, str]]:
        """Yield the documents that have an entry: position, key, record."""
        left = {self.rows[id].document for id in self.shown}
        last = len(self.documents) + 1
        for place, (key, document) in enumerate(self.documents.items()):
            if key in left:
                yield place, key, dumps(document_of_day(self.day, document, last))

    def references(self) -> Iterator[tuple[int, str, str | None, str]]:
        """Yield the references of what is there: position, source, target, record."""
        records = (record for key in self.documents for record in self.whole.references_of(key))
        for place, record in enumerate(records):
            if record["source"] in self.shown and record["block"] not in self.gone.get(record["source"], ()):
                led = reference_of_day(record, self.stands, self.formerly)
                if led:
                    yield place, led["source"], entry_id(led["target"] or "") or None, dumps(led)

    def facts(self) -> Iterator[tuple[int, str, int | None, str, str | None, str]]:
        """Yield what was said of texts on the day: position, id, block, field, id of the other text, record."""
        facts = self.whole.every_fact()
        became = {
            (fact.id.partition(":")[0], fact.other): fact.id for fact in facts if fact.is_edition
        }  # two entries that became one in the newest edition are one in all of them
        for place, fact in enumerate(facts):
            of_day = self._superseding(fact, became) if fact.field == "superseded_by" else self._standing(fact)
            if of_day and self._is_there(of_day):
                yield place, *of_day[:-1], dumps(of_day.record)

    def _standing(self, fact: Fact) -> Fact | None:
        """Return a fact if the text that it names was there."""
        return fact if self.stands(fact.other or "", fact.record.get("block")) == fact.other else None

    def _superseding(self, fact: Fact, became: Mapping[tuple[str, str | None], str]) -> Fact | None:
        """Return what had superseded a text by the day, or None."""
        by, document = fact.other, fact.id.partition(":")[0]
        if by is not None and self.stands(by, fact.record["block"]) != by:
            by = became.get((self.day.followed_by.get(document, ""), by))
        record = superseded_of_day(self.day, document, fact.record, self.documents, by)
        return fact._replace(other=record["id"], record=record) if record else None

    def _is_there(self, fact: Fact) -> bool:
        return fact.id in self.shown and (fact.block is None or fact.block not in self.gone.get(fact.id, ()))

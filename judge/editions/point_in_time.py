"""A library as it was on a day: the editions of that day, texts that are dated later, and what nothing is known of.

Reads: a compiled library. Writes: records as they were on a day, and temporary views of the tables under the same names
on a second connection, so that every question is answered from that day. The library's file is not touched.

    a document of that day or earlier     counts, except for those of its texts that are dated later
    a later document                      only its texts that are dated of that day or earlier count
    a document without a date             counts, and is named, because nothing says whether it was there
    one of the same month or year         is left out as a later one, and is named, if it prints no day

A text that does not count keeps its place, without words, so that the numbers of rulings and blocks stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from judge.core.dates import last_day
from judge.core.jsonl import pack
from judge.core.model import Block, Document, Entry, Reference, replace
from judge.core.numbering import entry_id
from judge.core.text_facts import AskedDay, Since, SupersededBy
from judge.editions.edition_maps import maps_of

if TYPE_CHECKING:
    from judge.editions.status import Fact
    from judge.library.store import Row, Store


LATER = "not in the editions of that day"
"""Why a reference of an earlier text does not resolve."""


class Day(NamedTuple):
    """A day, and the documents as they are on it."""

    asked: AskedDay
    """The day, and the keys of the documents by how they are on it, in the order of the library."""
    followed_by: Mapping[str, str]
    """The next edition of that day, by the key of the earlier one."""
    documents: Sequence[Document]
    """All documents, as they are today."""

    @property
    def counted(self) -> frozenset[str]:
        """The documents that count as a whole."""
        return frozenset((*self.asked.current, *self.asked.earlier, *self.asked.undated))

    def is_later(self, document: str, block: Block) -> bool:
        """Tell whether a text does not count: dated later, or undated in a document that is later."""
        if block.date:
            return last_day(block.date) > last_day(self.asked.date)
        return document not in self.counted


def day_of(documents: Sequence[Document], date: str) -> Day:
    """Return how documents are on a day.

    Args:
        documents: their records.
        date: 2024-05-01, 2024-05 or 2024; the shorter is its last day.
    """
    by_key = {one.key: one for one in documents}
    before = {one.superseded_by: one for one in documents if one.superseded_by}
    standings = {key: _standing(one, before, last_day(date)) for key, one in by_key.items()}
    counted = [key for key, standing in standings.items() if standing in ("current", "undated")]
    followed_by = {key: after for key in counted if (after := _next_counted(key, by_key, counted))}
    placed = {name: tuple(key for key in by_key if standings[key] == name) for name in ("undated", "unsure", "later")}
    current = [key for key in by_key if standings[key] == "current"]
    newest, earlier = ([key for key in current if (key in followed_by) is followed] for followed in (False, True))
    return Day(AskedDay(date, tuple(newest), tuple(earlier), **placed), followed_by, documents)


def _standing(document: Document, before: Mapping[str, Document], day: str) -> str:
    """Return how one document is on a day; an edition without a date is later where one before it is.

    Args:
        document: its record.
        before: the edition that each document follows, by the key of the follower.
        day: the last one that counts.
    """
    if document.date:
        if last_day(document.date) <= day:
            return "current"
        return "unsure" if day.startswith(document.date) else "later"
    seen: set[str] = set()
    while document.key in before and document.key not in seen:
        seen.add(document.key)
        document = before[document.key]
        if last_day(document.date) > day:
            return "later"
    return "undated"


def _next_counted(key: str, by_key: Mapping[str, Document], counted: Collection[str]) -> str | None:
    """Return the key of the next edition that counts, or None."""
    seen = {key}
    follower = by_key[key].superseded_by
    while follower and follower in by_key and follower not in seen:
        if follower in counted:
            return follower
        seen.add(follower)
        follower = by_key[follower].superseded_by
    return None


def left_out(day: Day, entry: Entry) -> frozenset[int]:
    """Return the indexes of an entry's blocks that do not count on a day; the one after the last is its errata."""
    blocks = {index for index, block in enumerate(entry.blocks) if day.is_later(entry.document, block)}
    whole = entry.document in day.counted
    return frozenset(blocks if whole else {*blocks, len(entry.blocks)})


def reference_of_day(
    reference: Reference, current: Callable[[str], str | None], formerly: Callable[[str], str | None]
) -> Reference | None:
    """Return a reference as it leads on a day, or None where it is none then.

    Args:
        reference: its record.
        current: returns the id of what an id means on that day: itself, the same in the edition of that day, or None.
        formerly: returns the id of what an entry was in the edition of that day, or None.
    """
    printed, _, part = (reference.target or "").partition("#")
    written_as = reference.written_as
    stood = (formerly if written_as else current)(printed) if printed else None
    target = f"{stood}#{part}" if stood and part else stood
    if reference.kind == "counterpart":
        return reference if target == reference.target else None
    candidates = tuple(id for id in reference.candidates if current(id) == id)
    suggestion = current(reference.suggestion) if reference.suggestion else None
    if stood and written_as and stood.rpartition(":")[2] == written_as:
        written_as = None
    led = replace(reference, target=target, suggestion=suggestion, candidates=candidates, written_as=written_as)
    return replace(led, status="dangling", reason=LATER) if reference.target and not target else led


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
CREATE INDEX temp.reference_of_day_source ON reference (source, target);
CREATE INDEX temp.reference_of_day_target ON reference (target, source);
CREATE INDEX temp.fact_of_day ON fact (id);
"""


def write_views(whole: Store, store: Store, day: Day) -> None:
    """Put what was there on a day in front of the tables of a store.

    Args:
        whole: the store, as it is today.
        store: another one on the same file.
        day: how the documents are.
    """
    views = _Views(whole, day)
    store.script(VIEWS)
    store.fill("shown", ((row.position, id) for id, row in views.rows.items() if id in views.shown))
    store.fill("changed", views.changed())
    store.fill("document", views.documents_left())
    store.fill("reference", views.references())
    store.fill("fact", views.facts())


def _wordless(block: Block) -> Block:
    """Return what is put in place of a text that does not count."""
    return replace(block, text="", marks=(), date=None, source=None, author=None, doubt=None)


class _Views(Struct, dict=True):
    """What is in the tables of a day."""

    whole: Store
    day: Day
    gone: dict[str, Collection[int]] = field(default_factory=dict)
    """The blocks that do not count, by the ids of their entries."""

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        """All documents by key."""
        return {document.key: document for document in self.whole.documents()}

    @cached_property
    def rows(self) -> Mapping[str, Row]:
        """All entries by id."""
        return {row.id: row for row in self.whole.rows(sorted(self.whole.positions(tuple(self.documents), ())))}

    @cached_property
    def editions(self) -> Mapping[str, str]:
        """For each work, the key of the edition that is on the day."""
        keys = (*self.day.asked.earlier, *self.day.asked.undated, *self.day.asked.current)
        return {self.documents[key].work: key for key in keys}

    @cached_property
    def shown(self) -> set[str]:
        """Ids of the entries that are there; of a later document those with an earlier text, and what is above them."""
        shown = {id for id, row in self.rows.items() if row.document in self.day.counted}
        for entry in self.whole.dated_entries():
            gone = left_out(self.day, entry)
            if gone:
                self.gone[entry.id] = gone
            up = entry.id if len(gone) <= len(entry.blocks) else None
            while up and up not in shown:
                shown.add(up)
                self.gone.setdefault(up, left_out(self.day, self.whole.entry(up)))
                up = self.rows[up].parent
        return shown

    def stands(self, id: str, block: int | None = None) -> str | None:
        """Return the id of what an id means on the day: itself, the same in the edition of that day, or None."""
        if id in self.shown:
            return id if block is None or block not in self.gone.get(id, ()) else None
        document, _, local = id.partition(":")
        work = self.documents[document].work if document in self.documents else None
        other = f"{self.editions.get(work or '')}:{local}"
        return other if other in self.shown else None

    def formerly(self, id: str) -> str | None:
        """Return the id of what an entry was in the edition of the day, if it was there."""
        if id in self.shown:
            return id
        edition = self.editions.get(self.documents[id.partition(":")[0]].work)
        was = maps_of(self.whole).at(id, edition) if edition else None
        return was if was in self.shown else None

    def changed(self) -> Iterator[tuple[int, str, str]]:
        """Yield the entries with texts that do not count: position, record, terms of the blocks."""
        for id in self.shown & self.gone.keys():
            position, gone = self.rows[id].position, self.gone[id]
            (terms,) = self.whole.terms([position])
            blocks = "\n".join("" if index in gone else line for index, line in enumerate(terms.blocks.split("\n")))
            whole = self.whole.entry(id)
            texts = tuple(_wordless(one) if index in gone else one for index, one in enumerate(whole.blocks))
            entry = replace(whole, blocks=texts)
            if len(texts) in gone:
                entry = replace(entry, errata=None, facts=())
            yield position, pack(entry), blocks

    def documents_left(self) -> Iterator[tuple[int, str, str]]:
        """Yield the documents that have an entry: position, key, record.

        Of one that is later there are only earlier texts: it has no date, and counts less than all others.
        """
        left = {self.rows[id].document for id in self.shown}
        for place, (key, document) in enumerate(self.documents.items()):
            if key in left:
                of_day = replace(document, superseded_by=self.day.followed_by.get(key))
                if key not in self.day.counted:
                    of_day = replace(of_day, authority=len(self.documents) + 1, date=None)
                yield place, key, pack(of_day)

    def references(self) -> Iterator[tuple[int, str, str | None, str]]:
        """Yield the references of what is there: position, source, target, record."""
        references = (one for key in self.documents for one in self.whole.references_of(key))
        for place, one in enumerate(references):
            if one.source in self.shown and one.block not in self.gone.get(one.source, ()):
                led = reference_of_day(one, self.stands, self.formerly)
                if led:
                    yield place, led.source, entry_id(led.target or "") or None, pack(led)

    def facts(self) -> Iterator[tuple[int, str, int | None, str, str | None, str]]:
        """Yield what was said of texts on the day: position, id, block, field, id of the other text, record."""
        facts = self.whole.every_fact()
        became = {
            (fact.id.partition(":")[0], fact.other): fact.id for fact in facts if fact.is_edition
        }  # two entries that became one in the newest edition are one in all of them
        for place, fact in enumerate(facts):
            if isinstance(fact.record, SupersededBy):
                of_day = self._superseding(fact, fact.record, became)
            else:  # it is said if the text that it names was there
                block = None if isinstance(fact.record, Since) else fact.record.block
                of_day = fact if self.stands(fact.other or "", block) == fact.other else None
            gone = self.gone.get(of_day.id, ()) if of_day else ()
            if of_day and of_day.id in self.shown and (of_day.block is None or of_day.block not in gone):
                yield place, *of_day[:-1], pack(of_day.record)

    def _superseding(
        self, fact: Fact, record: SupersededBy, became: Mapping[tuple[str, str | None], str]
    ) -> Fact | None:
        """Return what had superseded a text by the day, or None."""
        by, document = fact.other, fact.id.partition(":")[0]
        if by is not None and self.stands(by, record.block) != by:
            by = became.get((self.day.followed_by.get(document, ""), by))
        if fact.is_edition:
            follower = self.day.followed_by.get(document)
            if not follower:
                return None
            record = replace(record, id=by, date=self.documents[follower].date)
        elif last_day(record.date) > last_day(self.day.asked.date) or (record.id and not by):
            return None
        return fact._replace(other=record.id, record=record)

"""What is said of a text beside it: one kind of row for all of it, and the fields of records that are made of them.

Reads: the facts that a build found, and of a card the errata of its game. Writes: fields of records.

newer           the next edition, a text that says that it replaces this one, a text headed by the same subject
see_also        a text that only resembles this one
superseded_by   why a text is not in force any more, and what is instead
relations       what another text states of this one explicitly: it amends it, it makes an exception
since           the edition in which it changed, or since which it has been the same
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from judge.core.jsonl import Record, dumps
from judge.core.tokens import key
from judge.references.digests import with_summary
from judge.references.document_names import DIGEST

if TYPE_CHECKING:
    from judge.build.store import Store

FactField = Literal["newer", "see_also", "superseded_by", "relations", "since"]
FIELDS: tuple[FactField, ...] = get_args(FactField)
"""The fields of a record in which facts are."""
OfBlocks = Mapping[int | None, Record]
"""The fields of an entry as a whole (None), and of those of its blocks of which something is said."""


ENTRY = '{"record": "entry"'
"""How the line of an entry begins."""


class Fact(NamedTuple):
    """What is said of an entry, or of one of its blocks."""

    id: str
    block: int | None
    """Index of the block; None for the entry as a whole."""
    field: FactField
    other: str | None
    """Id of the other text's entry; None where that is not in the library."""
    record: Record
    """The contract's JSON."""

    @property
    def is_edition(self) -> bool:
        """Whether a later edition took the place of the text."""
        return self.field == "superseded_by" and self.record["reason"] == "edition"


def fields(facts: Iterable[Fact]) -> Record:
    """Return the fields of a record that facts fill, best first, and `superseded`."""
    found: Record = {field: [] for field in FIELDS}
    for fact in facts:
        found[fact.field].append(fact.record)
    return found | {"superseded": bool(found["superseded_by"])}


NOTHING: Record = fields(())
"""The fields of a text of which nothing is said."""


def by_block(facts: Iterable[Fact]) -> OfBlocks:
    """Return the fields of an entry and of its blocks, out of the facts about it."""
    found: dict[int | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.block].append(fact)
    return {block: fields(some) for block, some in found.items()}


def by_entry(facts: Iterable[Fact]) -> dict[str, OfBlocks]:
    """Return the fields of entries and their blocks, by the ids of the entries."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.id].append(fact)
    return {id: by_block(some) for id, some in found.items()}


def fields_of(record: Record) -> OfBlocks:
    """Return the fields of an entry's record and of its blocks, as `with_facts` put them in."""
    told = [(None, record), *enumerate(record["blocks"])]
    return {block: {name: one[name] for name in NOTHING} for block, one in told if any(one[name] for name in FIELDS)}


def with_facts(record: Record, said: OfBlocks) -> Record:
    """Return an entry's record with the fields of itself and of its blocks."""
    blocks = [block | said.get(index, NOTHING) for index, block in enumerate(record["blocks"])]
    return record | {"blocks": blocks} | said.get(None, NOTHING)


def beside(said: OfBlocks, block: int | None = None) -> Record:
    """Return the fields of an entry, or of one of its blocks: what is said of the block itself, else of its entry.

    A block is not in force where its entry is not.
    """
    whole = said.get(None, NOTHING)
    if block is None:
        return whole
    own = said.get(block, NOTHING)
    gone = [*whole["superseded_by"], *own["superseded_by"]]
    stands = {field: own[field] or whole[field] for field in FIELDS}
    return stands | {"superseded_by": gone, "superseded": bool(gone)}


def marked_entry(store: Store, id: str) -> Record:
    """Return the record of an entry with what is said of it.

    Raises:
        NoEntry: there is none of this id.
    """
    record = with_facts(with_summary(store, store.record(id)), by_block(store.facts(id)))
    if record["errata"] is None:
        return record
    return record | {"errata": record["errata"] | {"history": _history(store, record)}}


def _history(store: Store, record: Record) -> list[Record]:
    """Return the states of a card's text that the documents of its game print; a digest only where no other does."""
    from judge.editions.errata_history import history

    documents = {document["key"]: document for document in store.documents()}
    game = documents[record["document"]]["game"]
    rows = store.rows(store.named(key(record["title"] or ""), ("title", "alias")))
    same = [
        store.record(row.id) for row in rows if row.kind == record["kind"] and documents[row.document]["game"] == game
    ]
    kept = [one for one in same if one["errata"] and (one["id"] == record["id"] or _is_same_card(one, record))]
    originals = [one for one in kept if documents[one["document"]]["kind"] != DIGEST]
    return history([(one, documents[one["document"]]) for one in originals or kept])


def _is_same_card(one: Record, other: Record) -> bool:
    """Tell whether two entries of one title are about one card: variants within a document are two cards."""
    return bool(one["document"] != other["document"] and one["variant"] == other["variant"])


def said_of(store: Store, id: str, block: int | None = None) -> Record:
    """Return the fields of an entry, or of one of its blocks: what is said of the block itself, else of its entry."""
    return beside(by_block(store.facts(id)), block)


def exported(store: Store) -> Iterator[str]:
    """Yield every record as a line of JSON, entries with what is said of them."""
    said = by_entry(store.every_fact())
    for line in store.export():
        record = json.loads(line) if line.startswith(ENTRY) else None
        if record is None:
            yield line
        elif record["errata"] is None:
            yield dumps(with_facts(with_summary(store, record), said.get(record["id"], {})))
        else:
            yield dumps(marked_entry(store, record["id"]))

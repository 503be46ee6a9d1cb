"""What is said of an entry beside its text, out of a library: its facts, the states of its card, what it is as of.

Reads: the facts that a build found. Writes: the fields `newer`, `see_also`, `superseded`, `superseded_by`, `relations`,
and `as_of` of records.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.core.jsonl import Record, dumps
from judge.core.titles import key
from judge.editions.facts import beside, by_block, by_entry, with_facts
from judge.references.documents.digests import with_summary
from judge.references.documents.names import DIGEST

if TYPE_CHECKING:
    from judge.build.store import Store

ENTRY = '{"record": "entry"'
"""How the line of an entry begins."""


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

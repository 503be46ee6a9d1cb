"""What is said of an entry beside its text: what is newer, what is superseded, what it is as of.

Reads: the tables that a build filled. Writes: the fields `newer`, `superseded`, `superseded_by` and `as_of` of records.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judge.core.jsonl import Record, dumps
from judge.core.titles import key

if TYPE_CHECKING:
    from judge.build.rows import Mark
    from judge.build.store import Store

DIGEST = "digest"
"""The kind of documents that sum others up."""
ByBlock = Mapping[int | None, Sequence[Record]]
"""What is said of an entry as a whole (None), and of its blocks."""
NOTHING: ByBlock = {}
ENTRY = '{"record": "entry"'
"""How the line of an entry begins."""


def by_block(marks: Iterable[Mark]) -> ByBlock:
    """Return what is said of one entry, by the block that it is said of."""
    found: dict[int | None, list[Record]] = defaultdict(list)
    for mark in marks:
        found[mark.block].append(mark.record)
    return dict(found)


def marked(record: Record, newer: ByBlock, superseded: ByBlock) -> Record:
    """Return an entry's record with what is said of it and of its blocks."""
    blocks = [
        block | _said(newer.get(place, ()), superseded.get(place, ())) for place, block in enumerate(record["blocks"])
    ]
    return record | {"blocks": blocks} | _said(newer.get(None, ()), superseded.get(None, ()))


def _said(newer: Sequence[Record], superseded: Sequence[Record]) -> Record:
    return {"newer": list(newer), "superseded": bool(superseded), "superseded_by": list(superseded)}


def marked_entry(store: Store, id: str) -> Record:
    """Return the record of an entry with what is said of it.

    Raises:
        NoEntry: there is none of this id.
    """
    record = marked(store.record(id), by_block(store.newer(id)), by_block(store.superseded(id)))
    if record["errata"] is None:
        return record
    return record | {"errata": record["errata"] | {"history": _history(store, record)}}


def _history(store: Store, record: Record) -> list[Record]:
    """Return the states of a card's text that the documents of its game print."""
    from judge.editions.errata_history import history

    documents = {document["key"]: document for document in store.documents()}
    game = documents[record["document"]]["game"]
    rows = store.rows(store.named(key(record["title"] or ""), ("title", "alias")))
    same = [
        store.record(row.id) for row in rows if row.kind == record["kind"] and documents[row.document]["game"] == game
    ]
    kept = [one for one in same if one["errata"] and (one["id"] == record["id"] or _is_same_card(one, record))]
    return history([(one, documents[one["document"]]) for one in kept])


def _is_same_card(one: Record, other: Record) -> bool:
    """Tell whether two entries of one title are about one card: variants within a document are two cards."""
    return bool(one["document"] != other["document"] and one["variant"] == other["variant"])


def said_of(store: Store, id: str, block: int | None = None) -> Record:
    """Return what is said of an entry, or of one of its blocks: what is newer than the block, else than its entry."""
    newer, superseded = by_block(store.newer(id)), by_block(store.superseded(id))
    gone = [*superseded.get(None, ()), *(superseded.get(block, ()) if block is not None else ())]
    return _said(newer.get(block) or newer.get(None, ()), gone)


def as_of(store: Store, record: Record) -> Record | None:
    """Return what an entry is as of (and its kind), if a document of its game counts more than its own; else None.

    A dated ruling is as of its own day; so an entry is as of its newest one.
    """
    documents = {document["key"]: document for document in store.documents()}
    own = documents[record["document"]]
    newest = newest_of_game(documents.values(), own)
    if newest is None or newest["key"] == own["key"] or (newest["authority"] or 1) >= (own["authority"] or 1):
        return None
    sources = (one["source"] for one in store.referenced_by(record["id"]) if one["kind"] != "counterpart")
    naming = [id for id in dict.fromkeys(sources) if id.partition(":")[0] == newest["key"]]
    dates = [block["date"] for block in record["blocks"] if block["date"]]
    return {
        "document": own["key"],
        "kind": record["kind"],
        "date": max([*dates, own["date"] or ""]) or None,
        "newest": newest["key"],
        "mentions": naming,
    }


def exported(store: Store) -> Iterator[str]:
    """Yield every record as a line of JSON, entries with what is said of them."""
    newer, superseded = _every(store.every_mark("newer")), _every(store.every_mark("superseded"))
    for line in store.export():
        record = json.loads(line) if line.startswith(ENTRY) else None
        if record is None:
            yield line
        elif record["errata"] is None:
            yield dumps(marked(record, newer.get(record["id"], NOTHING), superseded.get(record["id"], NOTHING)))
        else:
            yield dumps(marked_entry(store, record["id"]))


def newest_of_game(documents: Iterable[Record], own: Record) -> Record | None:
    """Return the document of a game that counts most; no digest, and no edition that another follows."""
    of_game = [one for one in documents if one["game"] and one["game"] == own["game"]]
    standing = [one for one in of_game if one["kind"] != DIGEST and not one["superseded_by"]]
    return min(standing, key=lambda one: one["authority"] or 1, default=None)


def _every(marks: Iterable[Mark]) -> dict[str, ByBlock]:
    """Return what is said of all entries, by id."""
    found: dict[str, Any] = defaultdict(list)
    for mark in marks:
        found[mark.id].append(mark)
    return {id: by_block(some) for id, some in found.items()}

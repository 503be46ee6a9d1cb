"""What is said of an entry beside its text: what is newer, what is superseded, what it is as of.

Reads: the tables that a build filled. Writes: the fields `newer`, `see_also`, `superseded`, `superseded_by` and `as_of`
of records.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from judge.core.jsonl import Record, dumps
from judge.core.titles import key
from judge.references.documents.digests import with_summary
from judge.references.documents.names import DIGEST, RULES
from judge.references.documents.outdating import outdates

if TYPE_CHECKING:
    from judge.build.rows import Mark, MarkTable
    from judge.build.store import Store

ByBlock = Mapping[int | None, Sequence[Record]]
"""What is said of an entry as a whole (None), and of its blocks."""
NOTHING: ByBlock = {}
TABLES: tuple[MarkTable, ...] = ("newer", "see_also", "superseded")
"""What is said of entries, as the store has it."""
ENTRY = '{"record": "entry"'
"""How the line of an entry begins."""


def _by_block(marks: Iterable[Mark]) -> ByBlock:
    """Return what is said of one entry, by the block that it is said of."""
    found: dict[int | None, list[Record]] = defaultdict(list)
    for mark in marks:
        found[mark.block].append(mark.record)
    return dict(found)


def marked(record: Record, beside: Sequence[ByBlock]) -> Record:
    """Return an entry's record with what is said of it and of its blocks, in the order of `TABLES`."""
    blocks = [
        block | _said(*(found.get(place, ()) for found in beside)) for place, block in enumerate(record["blocks"])
    ]
    return record | {"blocks": blocks} | _said(*(found.get(None, ()) for found in beside))


def _said(newer: Sequence[Record], see_also: Sequence[Record], superseded: Sequence[Record]) -> Record:
    return {
        "newer": list(newer),
        "see_also": list(see_also),
        "superseded": bool(superseded),
        "superseded_by": list(superseded),
    }


def _beside(store: Store, id: str) -> list[ByBlock]:
    return [_by_block(found) for found in (store.newer(id), store.see_also(id), store.superseded(id))]


def marked_entry(store: Store, id: str) -> Record:
    """Return the record of an entry with what is said of it.

    Raises:
        NoEntry: there is none of this id.
    """
    record = marked(with_summary(store, store.record(id)), _beside(store, id))
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
    """Return what is said of an entry, or of one of its blocks: of the block what stands beside it, else its entry."""
    newer, see_also, superseded = _beside(store, id)
    gone = [*superseded.get(None, ()), *(superseded.get(block, ()) if block is not None else ())]
    return _said(newer.get(block) or newer.get(None, ()), see_also.get(block) or see_also.get(None, ()), gone)


def as_of(store: Store, record: Record) -> Record | None:
    """Return what an entry is as of (and its kind), if a document of its game outdates its own; else None.

    A dated ruling is as of its own day; so an entry is as of its newest one.
    """
    documents = {document["key"]: document for document in store.documents()}
    own = documents[record["document"]]
    dates = [block["date"] for block in record["blocks"] if block["date"]]
    date = max([*dates, own["date"] or ""])
    newest = newest_beside(documents.values(), own, date)
    if newest is None:
        return None
    sources = (one["source"] for one in store.referenced_by(record["id"]) if one["kind"] != "counterpart")
    naming = [id for id in dict.fromkeys(sources) if id.partition(":")[0] == newest["key"]]
    return {
        "document": own["key"],
        "kind": record["kind"],
        "date": date,
        "newest": newest["key"],
        "mentions": naming,
    }


def exported(store: Store) -> Iterator[str]:
    """Yield every record as a line of JSON, entries with what is said of them."""
    every = [_every(store.every_mark(table)) for table in TABLES]
    for line in store.export():
        record = json.loads(line) if line.startswith(ENTRY) else None
        if record is None:
            yield line
        elif record["errata"] is None:
            yield dumps(marked(with_summary(store, record), [found.get(record["id"], NOTHING) for found in every]))
        else:
            yield dumps(marked_entry(store, record["id"]))


def newest_beside(documents: Iterable[Record], own: Record, date: str) -> Record | None:
    """Return the document that counts most of those that outdate what a document says as of a date; None without any.

    Only rules, and documents of one kind, say how old another is as a whole; no edition does that another follows.
    """
    dated = own | {"date": date}
    of_game = (one for one in documents if one["game"] and one["game"] == own["game"] and not one["superseded_by"])
    above = (one for one in of_game if (one["authority"] or 1) < (own["authority"] or 1))
    rivals = (one for one in above if one["kind"] in (RULES, own["kind"]) and outdates(one, dated))
    return min(rivals, key=lambda one: one["authority"] or 1, default=None)


def _every(marks: Iterable[Mark]) -> dict[str, ByBlock]:
    """Return what is said of all entries, by id."""
    found: dict[str, Any] = defaultdict(list)
    for mark in marks:
        found[mark.id].append(mark)
    return {id: _by_block(some) for id, some in found.items()}

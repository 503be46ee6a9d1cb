"""Newer texts and superseded ones: from the filled tables of a library to the rows that say so.

Reads: the entries and references of each game with several documents. Writes: the tables `newer` and `superseded`, and
`alignment`: which entry of an edition is which of the one that follows it, and of the newest.
Nothing is compared again while the documents of a game, and what is stated of them, stay the same.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.build.full_text import Shelf as Kept
from judge.build.store import Store
from judge.core.jsonl import Record, dumps
from judge.editions import books, newer, superseded
from judge.editions.books import Book
from judge.editions.superseded import Relation

OVERRULES = ("overrules", "renames", "narrows")
"""Kinds of relations in which the newer text stands beside the older one."""


class Link(NamedTuple):
    """A row of either table."""

    id: str
    block: int | None
    other: str | None
    record: str


class Aligned(NamedTuple):
    """A row of the table of alignments."""

    older: str
    newer: str
    record: str


class Compared(NamedTuple):
    """What comes of comparing the documents of a game; JSON holds it as it is."""

    newer: Sequence[Link]
    superseded: Sequence[Link]
    alignments: Sequence[Aligned]


class Stated(NamedTuple):
    """What is stated of the documents of a library."""

    signatures: Mapping[str, str]
    """By key: changes with the document, and with what became of it among the others."""
    replaces: Mapping[str, Sequence[str]]
    """By key: the documents that it says it replaces."""
    relations: Sequence[Relation]


def write_links(store: Store, stated: Stated, kept: Kept | None) -> None:
    """Fill the tables of links."""
    games: dict[str, list[Record]] = defaultdict(list)
    for document in store.documents():
        if document["game"]:
            games[document["game"]].append(document)
    for documents in games.values():
        if len(documents) > 1 or stated.relations or _has_dates(documents):
            found = _links(store, documents, stated, kept)
            store.add_newer(found.newer)
            store.add_superseded(found.superseded)
            store.add_alignments(found.alignments)


def _has_dates(documents: Sequence[Record]) -> bool:
    """Tell whether a ruling may reverse another of its entry."""
    return any(document["kind"] not in ("rules", "digest") for document in documents)


def _links(store: Store, documents: Sequence[Record], stated: Stated, kept: Kept | None) -> Compared:
    """Return the rows of one game, from the build before if nothing has changed."""
    name = _signature(documents, stated)
    if kept and (data := kept.find(name)):
        return Compared(**json.loads(data))
    found = _compared(store, documents, stated)
    if kept:
        kept.keep(name, dumps(found._asdict()).encode())
    return found


def _signature(documents: Sequence[Record], stated: Stated) -> str:
    known = [(document["key"], stated.signatures[document["key"]], document) for document in documents]
    about = repr((known, [stated.replaces.get(document["key"]) for document in documents], stated.relations))
    return "links-" + hashlib.blake2b(about.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def _compared(store: Store, documents: Sequence[Record], stated: Stated) -> Compared:
    """Compare the texts of a game."""
    by_key = {document["key"]: document for document in documents}
    shelf = books.shelf(
        [
            Book(document, store.entries(key), store.references_of(key), stated.replaces.get(key, ()))
            for key, document in by_key.items()
        ]
    )
    owner = {entry["id"]: book for book in shelf.books for entry in book.entries}
    links = [
        Link(link.old, link.block, link.new, dumps(link.record(owner[link.new].document)))
        for link in (*_related(owner, stated.relations), *newer.newer_texts(shelf))
    ]
    gone = [
        Link(one.id, one.block, one.by, dumps(one.record()))
        for one in superseded.superseded_texts(shelf, stated.relations)
    ]
    for book in shelf.books:
        if after := shelf.following(book):
            shelf.alignment(book, after)
    alignments = [Aligned(*keys, dumps(one.record())) for keys, one in sorted(shelf.alignments.items())]
    return Compared(links, gone, alignments)


def _related(owner: Mapping[str, Book], relations: Sequence[Relation]) -> list[newer.Newer]:
    """Return the links that a person stated; the newer text's beginning is its telling sentence."""
    entries = {id: book.by_id[id] for id, book in owner.items()}
    found = []
    for relation in relations:
        old, block = superseded.place_of(relation.old, entries)
        new, new_block = superseded.place_of(relation.new, entries)
        if relation.kind in OVERRULES and old in entries and new in entries:
            said = f"it {relation.kind} this" + (f", says {relation.by}" if relation.by else "")
            quote = newer.beginning(entries[new], new_block)
            for place in dict.fromkeys((None, block)):
                found.append(newer.Newer(old, place, new, new_block, "replaces", True, said, quote, 1.0))
    return found

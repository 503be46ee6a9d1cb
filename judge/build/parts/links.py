"""Newer texts, superseded ones, and texts that are alike: from the filled tables of a library to the rows that say so.

Reads: the entries and references of each game with several documents, and the maps of their editions. Writes: the table
`fact`. Nothing is compared again while the documents of a game, and what is stated of them, stay the same.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.build.full_text import Shelf as Kept
from judge.build.parts.aligned import ENTRY
from judge.build.parts.workers import Workers
from judge.build.store import Store
from judge.core.jsonl import Record, dumps
from judge.editions import books, newer, superseded
from judge.editions.books import Book
from judge.editions.comparison.alignment import Alignment
from judge.editions.comparison.maps import maps_of
from judge.editions.comparison.since import since_facts
from judge.editions.facts import Fact
from judge.editions.superseded import Relation


class Stated(NamedTuple):
    """What is stated of the documents of a library."""

    signatures: Mapping[str, str]
    """By key: changes with the document, and with what became of it among the others."""
    replaces: Mapping[str, Sequence[str]]
    """By key: the documents that it says it replaces."""
    relations: Sequence[Relation]


class GameTexts(NamedTuple):
    """The texts of a game as records, and what is known of them; all but the last two by document."""

    documents: Sequence[Record]
    entries: Sequence[Sequence[Record]]
    references: Sequence[Sequence[Record]]
    replaces: Sequence[Sequence[str]]
    """The documents that each says it replaces."""
    relations: Sequence[Relation]
    alignments: Sequence[tuple[str, str, Record]]
    """How each edition is aligned with the next and the newest: keys of both, record."""


def write_links(store: Store, stated: Stated, kept: Kept | None, workers: Workers) -> None:
    """Fill the tables of links."""
    games: dict[str, list[Record]] = defaultdict(list)
    for document in store.documents():
        if document["game"]:
            games[document["game"]].append(document)
    compared_games = [
        documents for documents in games.values() if len(documents) > 1 or stated.relations or _has_dates(documents)
    ]
    for found in _links(store, compared_games, stated, kept, workers):
        store.add_facts(found)


def _has_dates(documents: Sequence[Record]) -> bool:
    """Tell whether a ruling may reverse another of its entry."""
    return any(document["kind"] not in ("rules", "digest") for document in documents)


def _links(
    store: Store, games: Sequence[Sequence[Record]], stated: Stated, kept: Kept | None, workers: Workers
) -> Iterator[Sequence[Fact]]:
    """Yield the rows of each game, from the build before if nothing has changed."""
    names = [_signature(documents, stated) for documents in games]
    data = [kept.find(name) if kept else None for name in names]
    fresh = [documents for documents, known in zip(games, data, strict=True) if not known]
    entries = sum(document["entries"] for documents in fresh for document in documents)
    texts = (_texts(store, documents, stated) for documents in fresh)
    made = workers.run(compared, texts, len(fresh), entries * ENTRY)
    for name, documents, known in zip(names, games, data, strict=True):
        if known:
            yield [Fact(*fact) for fact in json.loads(known)["facts"]]
            continue
        found = next(made, None)
        if found is None:
            found = compared(_texts(store, documents, stated))
        if kept:
            kept.keep(name, dumps({"facts": found}).encode())
        yield found


def _signature(documents: Sequence[Record], stated: Stated) -> str:
    known = [(document["key"], stated.signatures[document["key"]], document) for document in documents]
    about = repr((known, [stated.replaces.get(document["key"]) for document in documents], stated.relations))
    return "links-" + hashlib.blake2b(about.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def _texts(store: Store, documents: Sequence[Record], stated: Stated) -> GameTexts:
    keys = [document["key"] for document in documents]
    return GameTexts(
        documents,
        [store.entries(key) for key in keys],
        [store.references_of(key) for key in keys],
        [stated.replaces.get(key, ()) for key in keys],
        stated.relations,
        [(*pair, one.record()) for key in keys for pair, one in maps_of(store).aligned(key)],
    )


def compared(texts: GameTexts) -> list[Fact]:
    """Return what is said of the texts of a game."""
    *of_documents, relations, alignments = texts
    shelf = books.shelf([Book(*of_document) for of_document in zip(*of_documents, strict=True)])
    shelf.alignments.update(((older, newer), Alignment(**record)) for older, newer, record in alignments)
    documents = {id: book.document for book in shelf.books for id in book.by_id}
    said = list(superseded.superseded_texts(shelf, relations))
    known = {(one.id, one.block, one.other) for one in said if one.field == "newer"}
    beside = (one.fact(documents[one.new]) for one in newer.beside_texts(shelf))
    return [
        *said,
        *(one for one in beside if one.field != "newer" or (one.id, one.block, one.other) not in known),
        *since_facts(shelf),
    ]

"""Documents compared with each other: how editions are aligned, and which texts are newer, superseded or alike.

Editions are aligned before references are resolved: each with the one that follows it, as JSON holds it. The texts of a
game are compared when the tables are filled; that writes the table `fact`. Neither is done again while the documents,
and what is stated of them, stay the same.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from judge.build.full_text import BlobStore
from judge.build.incremental.workers import Workers
from judge.build.store import Store
from judge.core.jsonl import Record, dumps
from judge.editions import currency, game_documents
from judge.editions.alignment import Alignment, align, unresolved
from judge.editions.currency import Relation, since_facts
from judge.editions.edition_maps import maps_of
from judge.editions.game_documents import DocumentTexts
from judge.editions.status import Fact
from judge.references.authority import Standing

if TYPE_CHECKING:
    from judge.build.incremental.part_cache import DocumentPart

ENTRY = 250
"""Bytes of text of an entry, about."""


class Aligned(NamedTuple):
    """How two editions are aligned: a row of the table of alignments."""

    older: str
    newer: str
    record: str


class PairTask(NamedTuple):
    """Two editions to be aligned: the records of their entries."""

    older: Sequence[str]
    newer: Sequence[str]


def aligned(
    parts: Sequence[DocumentPart], standings: Mapping[str, Standing], kept: BlobStore | None, workers: Workers
) -> list[Aligned]:
    """Return how each edition is aligned with the one that follows it.

    Args:
        parts: all; they agree on their games.
        standings: of each document.
        kept: where the alignments of the build before are.
        workers: those who may do a part of the work.
    """
    by_key = {part.facts.document.key: part for part in parts}
    after = {key: standings[key].superseded_by or "" for key in by_key}
    pairs = [(by_key[key], by_key[follower]) for key, follower in after.items() if follower in by_key]
    names = ["aligned-" + _digest(*pair) for pair in pairs] if kept else []
    data = [kept.find(name) for name in names] if kept else [None] * len(pairs)
    fresh = [pair for pair, known in zip(pairs, data, strict=True) if not known]
    size = ENTRY * sum(len(part.facts.entries) for pair in fresh for part in pair)
    made = workers.run(align_pair, (_task(*pair) for pair in fresh), len(fresh), size)
    found = []
    for place, (pair, known) in enumerate(zip(pairs, data, strict=True)):
        record = known.decode() if known else next(made, None) or align_pair(_task(*pair))
        if kept and not known:
            kept.keep(names[place], record.encode())
        older, newer = (part.facts.document.key for part in pair)
        found.append(Aligned(older, newer, record))
    return found


def align_pair(task: PairTask) -> str:
    """Return the record of an alignment of two editions as JSON."""
    return dumps(align(*(unresolved([json.loads(text) for text in edition]) for edition in task)).record())


def _task(*editions: DocumentPart) -> PairTask:
    return PairTask(*([row[-1] for row in part.facts.entries] for part in editions))


def _digest(*editions: DocumentPart) -> str:
    """Return a name for what comes of two editions: of the program that read them, and of their texts."""
    about = repr([(part.name, part.facts.digest()) for part in editions])
    return hashlib.blake2b(about.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


class StatedLinks(NamedTuple):
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


def write_links(store: Store, stated: StatedLinks, kept: BlobStore | None, workers: Workers) -> None:
    """Fill the tables of links."""
    games: dict[str, list[Record]] = defaultdict(list)
    for document in store.documents():
        if document["game"]:
            games[document["game"]].append(document)
    compared_games = [
        documents
        for documents in games.values()
        if len(documents) > 1
        or stated.relations
        or documents[0]["kind"] not in ("rules", "digest")  # a ruling may reverse another of its entry
    ]
    for found in _links(store, compared_games, stated, kept, workers):
        store.add("fact", ((*fact[:-1], dumps(fact.record)) for fact in found))


def _links(
    store: Store, games: Sequence[Sequence[Record]], stated: StatedLinks, kept: BlobStore | None, workers: Workers
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


def _signature(documents: Sequence[Record], stated: StatedLinks) -> str:
    known = [(document["key"], stated.signatures[document["key"]], document) for document in documents]
    about = repr((known, [stated.replaces.get(document["key"]) for document in documents], stated.relations))
    return "links-" + hashlib.blake2b(about.encode("utf-8", "backslashreplace"), digest_size=16).hexdigest()


def _texts(store: Store, documents: Sequence[Record], stated: StatedLinks) -> GameTexts:
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
    shelf = game_documents.shelf([DocumentTexts(*of_document) for of_document in zip(*of_documents, strict=True)])
    shelf.alignments.update(((older, newer), Alignment(**record)) for older, newer, record in alignments)
    documents = {id: book.document for book in shelf.books for id in book.by_id}
    said = list(currency.superseded_texts(shelf, relations))
    known = {(one.id, one.block, one.other) for one in said if one.field == "newer"}
    beside = (one.fact(documents[one.new]) for one in currency.beside_texts(shelf))
    return [
        *said,
        *(one for one in beside if one.field != "newer" or (one.id, one.block, one.other) not in known),
        *since_facts(shelf),
    ]

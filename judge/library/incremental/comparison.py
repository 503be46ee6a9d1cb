"""Documents compared with each other: how editions are aligned, and which texts are newer or superseded.

Editions are aligned before references are resolved: each with the one that follows it, as JSON holds it. The texts of a
game are compared when the tables are filled; that writes the table `fact`. Neither is done again while the documents,
and what is stated of them, stay the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from judge.core.jsonl import pack, unpack
from judge.core.model import Document, Entry
from judge.editions import currency, game_documents
from judge.editions.alignment import Alignment, align, unresolved, values_by_key
from judge.editions.currency import since_facts
from judge.editions.edition_maps import maps_of
from judge.editions.game_documents import DocumentTexts
from judge.library.incremental.document_facts import digest
from judge.library.incremental.workers import Means
from judge.library.store import Store
from judge.references.authority import Standing
from judge.references.relations import Relation

if TYPE_CHECKING:
    from judge.library.incremental.part_cache import DocumentPart

T = TypeVar("T")
ENTRY = 250
"""Bytes of text of an entry, about; the five documents have 276."""


class Aligned(NamedTuple):
    """How two editions are aligned: a row of the table of alignments."""

    older: str
    newer: str
    record: str


def aligned(parts: Sequence[DocumentPart], standings: Mapping[str, Standing], means: Means) -> list[Aligned]:
    """Return how each edition is aligned with the one that follows it.

    Args:
        parts: all; they agree on their games.
        standings: of each document.
        means: with what the build works.
    """
    by_key = {part.facts.document.key: part for part in parts}
    after = {key: standings[key].superseded_by or "" for key in by_key}
    pairs = [(by_key[key], by_key[follower]) for key, follower in after.items() if follower in by_key]
    names = ["aligned-" + digest([(part.name, part.facts.digest()) for part in pair]) for pair in pairs]
    sizes = [sum(len(part.facts.entries) for part in pair) for pair in pairs]

    def entries_of(place: int) -> list[list[str]]:
        return [[one.record for one in part.facts.entries] for part in pairs[place]]

    records = _kept_or_made(align_pair, entries_of, names, sizes, means)
    keys = [[part.facts.document.key for part in pair] for pair in pairs]
    return [Aligned(older, newer, record) for (older, newer), record in zip(keys, records, strict=True)]


def _kept_or_made(
    function: Callable[[T], str],
    task: Callable[[int], T],
    names: Sequence[str],
    entries: Sequence[int],
    means: Means,
) -> Iterator[str]:
    """Yield what a function makes of each task, from the build before where nothing has changed.

    Args:
        function: what is done, here or by a worker.
        task: gives the task at a place.
        names: under which the results are kept, one a task.
        entries: how many entries each task is about.
        means: with what the build works.
    """
    kept = means.kept
    data = [kept.find(name) if kept else "" for name in names]
    fresh = [place for place, known in enumerate(data) if not known]
    made = means.workers.run(function, map(task, fresh), len(fresh), ENTRY * sum(entries[place] for place in fresh))
    for place, known in enumerate(data):
        record = known or next(made, None) or function(task(place))
        if kept and not known:
            kept.keep(names[place], record)
        yield record


def align_pair(editions: Sequence[Sequence[str]]) -> str:
    """Return an alignment of two editions as JSON, given their entries as JSON, the older first."""
    return pack(align(*(unresolved([unpack(text, Entry) for text in edition]) for edition in editions)))


class StatedLinks(NamedTuple):
    """What is stated of the documents of a library."""

    signatures: Mapping[str, str]
    """By key: changes with the document, and with what became of it among the others."""
    replaces: Mapping[str, Sequence[str]]
    """By key: the documents that it says it replaces."""
    drafts: frozenset[str]
    """Keys of documents that are not in force yet."""
    relations: Sequence[Relation]


class GameTexts(NamedTuple):
    """The texts of a game, and what is known of them."""

    books: Sequence[DocumentTexts]
    relations: Sequence[Relation]
    alignments: Sequence[tuple[str, str, Alignment]]
    """How each edition is aligned with the next and the newest: keys of both, and the alignment."""


def write_links(store: Store, stated: StatedLinks, means: Means) -> None:
    """Fill the tables of links."""
    games = values_by_key((one.game, one) for one in store.documents() if one.game)
    several = [
        documents
        for documents in games.values()
        if len(documents) > 1
        or stated.relations
        or documents[0].kind not in ("rules", "digest")  # a ruling may reverse another of its entry
    ]
    names = [_signature(documents, stated) for documents in several]
    sizes = [sum(document.entries for document in documents) for documents in several]
    for found in _kept_or_made(compared, lambda place: _texts(store, several[place], stated), names, sizes, means):
        store.add("fact", json.loads(found)["facts"])


def _signature(documents: Sequence[Document], stated: StatedLinks) -> str:
    known = [(document.key, stated.signatures[document.key], document) for document in documents]
    replaced = [stated.replaces.get(document.key) for document in documents]
    return "links-" + digest((known, replaced, stated.relations))


def _texts(store: Store, documents: Sequence[Document], stated: StatedLinks) -> GameTexts:
    books = [
        DocumentTexts(
            document,
            store.entries(document.key),
            store.references_of(document.key),
            stated.replaces.get(document.key, ()),
            document.key in stated.drafts,
        )
        for document in documents
    ]
    alignments = [(*pair, one) for book in books for pair, one in maps_of(store).aligned(book.key)]
    return GameTexts(books, stated.relations, alignments)


def compared(texts: GameTexts) -> str:
    """Return what is said of the texts of a game, as JSON."""
    shelf = game_documents.shelf(texts.books)
    shelf.alignments.update(((older, newer), alignment) for older, newer, alignment in texts.alignments)
    said = list(currency.superseded_texts(shelf, texts.relations))
    known = {(one.id, one.block, one.other) for one in said if one.field == "newer"}
    unsaid = (one for one in currency.newer_texts(shelf) if (one.id, one.block, one.other) not in known)
    facts = (*said, *unsaid, *since_facts(shelf))
    return pack({"facts": [(*fact, pack(record)) for *fact, record in facts]})

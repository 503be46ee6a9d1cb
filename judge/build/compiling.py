"""Parts to the compiled form: settle each document among the others, fill the tables, write the full-text index.

Reads: a part for each document. Writes: a `Store` and an `Index`, in a folder or in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from pathlib import Path
from typing import NamedTuple

from judge.build.compiled_library import INDEX, LIBRARY, Compiled, Progress
from judge.build.full_text import BlobStore, Index, IndexedDocument
from judge.build.incremental.comparison import StatedLinks, aligned, write_links
from judge.build.incremental.document_facts import DocumentFacts, synonyms
from judge.build.incremental.document_outcomes import Outcome, world_of
from judge.build.incremental.part_cache import DocumentPart, agree_on_games, settled_ahead
from judge.build.incremental.workers import Workers
from judge.build.store import Count, Store
from judge.checks.findings import accept
from judge.core.diagnostics import Finding, Report
from judge.core.jsonl import pack, unpack
from judge.core.languages import ENGLISH
from judge.core.languages.stemming import root
from judge.core.model import Document, replace
from judge.core.names import LISTINGS
from judge.editions.currency import Relation
from judge.reading.metadata.game_names import Game
from judge.references.authority import Standing, standings
from judge.references.document_names import DocumentNames


class PlayersWords(NamedTuple):
    """What people say beside the documents: the words that players use, and how texts relate to each other."""

    games: Sequence[Game] = ()
    of_any: tuple[tuple[str, tuple[str, ...]], ...] = ()
    relations: Sequence[Relation] = ()
    """What they state of two texts."""


def compile_parts(
    parts: Sequence[DocumentPart],
    words: PlayersWords,
    target: Path | None,
    progress: Progress,
    workers: Workers,
    shelf: BlobStore | None = None,
) -> Compiled:
    """Compile the parts of a library.

    Args:
        parts: in the order of their collections.
        words: the words that players use.
        target: an empty folder to write to; None for memory.
        progress: told how it goes on.
        workers: those who may do a part of the work.
        shelf: where full text finds what it wrote for the build before.
    """
    store = Store.create(target / LIBRARY if target else None)
    try:
        index = _write(parts, words, store, target, progress, workers, shelf)
    except BaseException:  # Ctrl-C among them: a file that is left open cannot be removed everywhere
        store.close()
        raise
    return Compiled(store, target, index)


def _write(
    parts: Sequence[DocumentPart],
    words: PlayersWords,
    store: Store,
    target: Path | None,
    progress: Progress,
    workers: Workers,
    shelf: BlobStore | None,
) -> Index:
    """Settle the parts, fill the tables and write the full-text index."""
    agree_on_games(parts, words.games)
    known = standings([part.facts.paper() for part in parts])
    alignments = aligned(parts, known, shelf, workers)
    store.add("alignment", alignments)
    world = world_of([part.facts for part in parts], alignments=alignments)
    settled: list[tuple[DocumentFacts, Outcome]] = []
    indexed: list[IndexedDocument] = []
    referenced: set[str] = set()
    position = 1
    for part in settled_ahead(parts, words.games, alignments, workers):
        progress("resolving references", len(settled), len(parts))
        outcome, entries = part.settle(world, words.games), len(part.facts.entries)
        document = placed(part.facts.document, world.standings[part.facts.document.key])
        _fill(store, part.facts, outcome.with_counts(document), outcome, position)
        position += entries
        indexes = {row[0] for row in part.facts.entries if row[1] in LISTINGS}
        referenced.update(target for source, target, _ in outcome.references if target and source not in indexes)
        indexed.append(IndexedDocument(part.indexed_as, entries, outcome.postings))
        settled.append(part.let_go())
    for facts, outcome in settled:
        store.add("finding", ((facts.document.key, record) for record in _findings(facts, outcome, referenced)))
    store.add("vocabulary", _vocabulary(settled))
    store.add("synonym", (row for part in parts for row in part.facts.synonyms))
    store.add("synonym", synonyms((part.facts.document.game for part in parts), words.games, words.of_any))
    progress("comparing documents", 0, 1)
    store.index_references()
    write_links(store, _stated(parts, words.relations), shelf, workers)
    progress("writing the full-text index", 0, 1)
    index = Index.build(target / INDEX if target else None, indexed, shelf)
    store.finish()
    progress("", 1, 1)
    return index


def _stated(parts: Sequence[DocumentPart], relations: Sequence[Relation]) -> StatedLinks:
    """Return what is stated of the documents, by themselves or by a person."""
    names: dict[str, DocumentNames] = {}
    for game in {part.facts.game for part in parts}:
        names[game] = DocumentNames(part.facts.document for part in parts if part.facts.game == game)
    replaced = {
        part.facts.document.key: [
            other
            for how, name, _ in part.facts.claims
            if how == "replaces" and name
            for other in names[part.facts.game].find(name)
        ]
        for part in parts
    }
    return StatedLinks({part.facts.document.key: part.indexed_as for part in parts}, replaced, relations)


def _vocabulary(settled: Sequence[tuple[DocumentFacts, Outcome]]) -> Iterator[Count]:
    """Yield how often each term is found in the documents of each game."""
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for facts, outcome in settled:
        language = facts.document.language or ENGLISH
        held = {(term, root(term, language)): entries for term, entries in outcome.vocabulary.items()}
        counts.setdefault(facts.document.game or "", Counter()).update(held)
    every = sorted((*forms, game, number) for game, found in counts.items() for forms, number in found.items())
    return (Count(*one) for one in every)


def _findings(facts: DocumentFacts, outcome: Outcome, referenced: Set[str]) -> list[str]:
    """Return the records of all findings about a document but those that its manifest accepts."""
    found = [record for record, id in outcome.findings if record and id not in referenced]
    if not facts.accepted:
        return found
    unused = Report()
    kept = accept([unpack(record, Finding) for record in found], facts.accepted, unused)
    return list(map(pack, (*kept, *unused.signed(facts.document.key, facts.document.file))))


def placed(document: Document, standing: Standing) -> Document:
    """Return a document with its place among the others."""
    return replace(
        document,
        work=standing.work,
        kind=standing.kind,
        authority=standing.rank,
        superseded_by=standing.superseded_by,
        why={**document.why, **standing.why},
    )


def _fill(store: Store, facts: DocumentFacts, document: Document, outcome: Outcome, position: int) -> None:
    """Write one document and what belongs to it but its findings; its first entry has the position."""
    key = document.key
    store.add_document(document, facts.former)
    rows = (
        (place, id, key, kind, number, title, parent, name, rulings, record)
        for place, (id, kind, number, title, parent, *_, name, rulings, record) in enumerate(facts.entries, position)
    )
    store.add("entry", rows)
    store.add("name", ((name, kind, text, position + place) for name, kind, text, place in facts.names))
    store.add("reference", outcome.references)
    store.add("name", ((name, kind, text, position + int(place)) for name, kind, text, place in outcome.mentions))
    store.add("furniture", ((key, record) for record in facts.furniture))
    store.add("terms", ((place, *terms) for place, terms in enumerate(outcome.terms, position)))

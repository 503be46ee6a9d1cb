"""Parts to the compiled form: settle each document among the others, fill the tables, write the full-text index.

Reads: a part for each document. Writes: a `Store` and an index, in a folder or in memory. These are the stages `link`
and `keep` of `judge/pipeline.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.checks.findings import accept
from judge.core.diagnostics import Finding, Report
from judge.core.jsonl import pack, unpack
from judge.core.languages import ENGLISH, phrases, tables_as_json
from judge.core.languages.stemming import root
from judge.core.model import Document, replace
from judge.core.tokens import fold, key, ordinary_roots, variant
from judge.library.compiled_library import INDEX, LIBRARY, Compiled
from judge.library.full_text import PostingLists
from judge.library.incremental.comparison import Aligned, StatedLinks, aligned, write_links
from judge.library.incremental.document_facts import DocumentFacts, synonyms
from judge.library.incremental.document_list import Sources
from judge.library.incremental.document_outcomes import Outcome, world_of
from judge.library.incremental.part_cache import DocumentPart, agree_on_names, settled_ahead
from judge.library.incremental.workers import Means
from judge.library.store import Count, Name, Store, Synonym
from judge.references.authority import Standing, standings
from judge.references.document_names import DocumentNames, is_draft
from judge.references.relations import Relation


class LinkedLibrary(NamedTuple):
    """All documents, linked."""

    parts: Sequence[DocumentPart]
    sources: Sources
    alignments: Sequence[Aligned]
    """What became of the entries of each edition in the next."""
    documents: Iterator[tuple[Document, DocumentPart]]
    """Each with its place among the others and what was counted in it, and with what its references became. It is
    linked when its turn comes; so what was worked out of one is let go before the next."""


def link_documents(parts: Sequence[DocumentPart], sources: Sources, means: Means) -> LinkedLibrary:
    """Settle what documents are among each other, and what their references mean.

    Args:
        parts: in the order of their collections.
        sources: what they were read from.
        means: with what the build works.
    """
    agree_on_names(parts, sources.games)
    alignments = aligned(parts, standings([part.facts.paper() for part in parts]), means)
    world = world_of([part.facts for part in parts], alignments)

    def documents() -> Iterator[tuple[Document, DocumentPart]]:
        for number, part in enumerate(settled_ahead(parts, sources.games, alignments, means.workers)):
            means.progress("resolving references", number, len(parts))
            outcome = part.settle(world, sources.games)
            document = placed(part.facts.document, world.standings[part.facts.document.key])
            yield outcome.with_counts(document), part

    return LinkedLibrary(parts, sources, alignments, documents())


def keep_library(linked: LinkedLibrary, target: Path | None, means: Means) -> Compiled:
    """Write the tables and the full-text index of a library.

    Args:
        linked: its documents.
        target: a folder to write to; None for memory.
        means: with what the build works.
    """
    store = Store.create(target / LIBRARY if target else None)
    try:
        postings = _write(linked, store, means).table()
        if target:
            (target / INDEX).write_bytes(postings)
        store.add("finding", linked.sources.documents.findings())
    except BaseException:  # Ctrl-C among them: a file that is left open cannot be removed everywhere
        store.close()
        raise
    return Compiled(store, target, linked.sources.left_out, postings)


def _write(linked: LinkedLibrary, store: Store, means: Means) -> PostingLists:
    """Fill the tables, and return what the full-text index holds."""
    parts, sources = linked.parts, linked.sources
    store.add("alignment", linked.alignments)
    settled: list[tuple[DocumentFacts, Outcome]] = []
    postings = PostingLists()
    position = 1
    for document, part in linked.documents:
        facts, outcome = part.facts, part.became
        _fill(store, facts, document, outcome, position)
        postings.add(outcome.postings, position)
        position += len(facts.entries)
        settled.append(part.let_go())
        store.add("finding", ((document.key, record) for record in _findings(facts, outcome)))
    store.add("vocabulary", _vocabulary(settled))
    store.add("synonym", (row for part in parts for row in part.facts.synonyms))
    store.add("synonym", synonyms((part.facts.document.game for part in parts), sources.games, sources.words))
    store.add("name", list(_called(store)))
    means.progress("comparing documents", 0, 1)
    store.index_references()
    write_links(store, _stated(parts, sources.relations), means)
    store.add("language", [(tables_as_json(),)])
    store.finish()
    means.progress("", 1, 1)
    return postings


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
    drafts = frozenset(part.facts.document.key for part in parts if is_draft(part.facts.document))
    return StatedLinks({part.facts.document.key: part.signature for part in parts}, replaced, drafts, relations)


def _vocabulary(settled: Sequence[tuple[DocumentFacts, Outcome]]) -> Iterator[Count]:
    """Yield how often each term is found in the documents of each game."""
    counts: dict[str, Counter[tuple[str, str]]] = {}
    for facts, outcome in settled:
        language = facts.document.language or ENGLISH
        held = {(term, root(term, language)): entries for term, entries in outcome.vocabulary.items()}
        counts.setdefault(facts.document.game or "", Counter()).update(held)
    every = sorted((*forms, game, number) for game, found in counts.items() for forms, number in found.items())
    return (Count(*one) for one in every)


def _called(store: Store) -> Iterator[tuple[str, str, str, int]]:
    """Yield the names by which players or documents call an entry otherwise: key, kind, title, position."""
    synonyms = [one for one in store.every("synonym", Synonym) if one.source != "name"]
    named: dict[str, list[Name]] = {}
    for name in store.names_among(sorted({variant(one.meant) for one in synonyms}), ("title", "alias", "variant")):
        named.setdefault(name.key, []).append(name)
    games = {document.key: document.game for document in store.documents()}
    rows = store.rows(list({name.position for found in named.values() for name in found}))
    game_of = {row.position: games[row.document] for row in rows}
    for one in synonyms:
        for name in named.get(variant(one.meant), ()):
            if one.game in (None, game_of[name.position]):
                yield one.typed, "called", name.text, name.position
    yield from _short_names(store, games)


def _short_names(store: Store, documents: Iterable[str]) -> Iterator[tuple[str, str, str, int]]:
    """Yield the part of cards' titles before a comma, a dash, "of" or "the", where no other entry is called so.

    "Brannick" for "Brannick, the Lamplighter"; of several cards all are found. Before "of" it is a word of its own.
    """
    joining, common = phrases("words", "of", "article"), ordinary_roots((ENGLISH,))
    short_name = re.compile(rf"(.{{3,40}}?)(?:,\s|\s[-–—]\s|\s({joining})\s)", re.IGNORECASE)
    cards = store.rows(sorted(store.positions(tuple(documents), ("card",))))
    found = ((short_name.match(row.title or ""), row) for row in cards)
    short = [(key(one[1]), row) for one, row in found if one and not (one[2] and root(fold(one[1])) in common)]
    taken = {name.key for name in store.names_among(sorted({name for name, _ in short}))}
    yield from ((name, "called", row.title or "", row.position) for name, row in short if name not in taken)


def _findings(facts: DocumentFacts, outcome: Outcome) -> list[str]:
    """Return the records of all findings about a document but those that its manifest accepts."""
    if not facts.accepted:
        return outcome.findings
    unused = Report()
    kept = accept([unpack(record, Finding) for record in outcome.findings], facts.accepted, unused)
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
    store.add("entry", (one.row(place) for place, one in enumerate(facts.entries, position)))
    store.add("name", ((name, kind, text, position + place) for name, kind, text, place in facts.names))
    store.add("reference", outcome.references)
    store.add("name", ((name, kind, text, position + place) for name, kind, text, place in outcome.mentions))
    store.add("furniture", ((key, record) for record in facts.furniture))
    store.add("terms", ((place, *terms) for place, terms in enumerate(outcome.terms, position)))

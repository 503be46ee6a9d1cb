"""Parsed documents to the compiled form: resolve the references, fill the tables, write the full-text index.

Reads: all parsed documents. Writes: a `Store` and an `Index`, in a folder or in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.build.compiled_library import INDEX, LIBRARY, Compiled, Progress
from judge.build.full_text import Index
from judge.build.indexing import index_entries, synonyms
from judge.build.parsing import ParsedDocument
from judge.build.store import Store
from judge.checks import cross_checks
from judge.checks.accepted import Accepted, accept
from judge.checks.cross_checks import Resolved
from judge.checks.wrong_numbers import WrongNumberCheck
from judge.core.diagnostics import Diagnostic, Report
from judge.core.model import Entry, Reference, Resolution, Status
from judge.core.names import name_of
from judge.core.numbering import normalise
from judge.core.records import document_record, entry_record, finding_record, furniture_record, reference_record
from judge.core.titles import key, keys
from judge.core.tokens import root_key, variant
from judge.reading.games import Game
from judge.references import card_mentions
from judge.references.card_names import CardNames
from judge.references.resolution import counterparts, resolve
from judge.references.targets import Targets

FAULTY: tuple[Status, ...] = ("mislabelled", "dangling", "ambiguous")


class PlayersWords(NamedTuple):
    """What is known of the words that players use."""

    games: Sequence[Game] = ()
    of_any: tuple[tuple[str, tuple[str, ...]], ...] = ()


def compile_documents(
    documents: Sequence[ParsedDocument], words: PlayersWords, target: Path | None, progress: Progress
) -> Compiled:
    """Compile parsed documents.

    Args:
        documents: in the order of their collections.
        words: the words that players use.
        target: an empty folder to write to; None for memory.
        progress: told how it goes on.
    """
    store = Store.create(target / LIBRARY if target else None)
    try:
        index = _write(documents, words, store, target, progress)
    except BaseException:  # Ctrl-C among them: a file that is left open cannot be removed everywhere
        store.close()
        raise
    return Compiled(store, target, index)


def _write(
    documents: Sequence[ParsedDocument], words: PlayersWords, store: Store, target: Path | None, progress: Progress
) -> Index:
    """Resolve the references, fill the tables and write the full-text index."""
    targets = targets_of(documents)
    positions: dict[str, int] = {}
    resolved: list[tuple[ParsedDocument, list[Resolution]]] = []
    for one in resolve_all(documents, targets):
        progress("resolving references", len(resolved), len(documents))
        resolved.append(one)
    referenced = frozenset(one.target for _, resolutions in resolved for one in resolutions if one.target)
    for parsed, resolutions in resolved:
        report = Report()
        cross_checks.check_references(Resolved(parsed.entries, resolutions, targets.entries, referenced), report)
        _fill(store, parsed, resolutions, _accepted(parsed, report), positions)
    progress("writing the full-text index", 0, 1)
    index = Index.build(target / INDEX if target else None, index_entries(documents, positions, store))
    store.add_synonyms(synonyms(documents, words.games, words.of_any))
    store.finish()
    progress("", 1, 1)
    return index


def targets_of(documents: Sequence[ParsedDocument]) -> Targets:
    """Collect everything that can be pointed at."""
    entries = (entry for document in documents for entry in document.entries)
    games = {parsed.document.key: parsed.document.game for parsed in documents}
    return Targets(entries, games, {parsed.document.key: parsed.document.title for parsed in documents})


def resolve_all(
    documents: Sequence[ParsedDocument], targets: Targets
) -> Iterator[tuple[ParsedDocument, list[Resolution]]]:
    """Yield each document with all its references, found in it alone or by what the others hold, resolved."""
    names = _card_names(documents)
    for parsed in documents:
        yield parsed, _resolve(parsed, targets, names[_game(parsed)])


def _game(parsed: ParsedDocument) -> str:
    """Return what a document shares its card names with: its game, or itself where that is not known."""
    return parsed.document.game or f"document {parsed.document.key}"


def _card_names(documents: Iterable[ParsedDocument]) -> dict[str, CardNames]:
    """Collect the card names of each game."""
    entries: dict[str, list[Entry]] = {}
    for parsed in documents:
        entries.setdefault(_game(parsed), []).extend(parsed.entries)
    return {game: CardNames(found, game) for game, found in entries.items()}


def _resolve(parsed: ParsedDocument, targets: Targets, names: CardNames) -> list[Resolution]:
    """Resolve what was found in a document by itself, then find and resolve the cards beside it, in text order."""
    resolutions = WrongNumberCheck(parsed.entries).judge(resolve(parsed.references, targets))
    taken: dict[tuple[str, int | None], list[tuple[int, int]]] = {}
    for resolution in resolutions:
        reference = resolution.reference
        taken.setdefault((reference.source, reference.block), []).append((reference.start, reference.end))
    resolutions += resolve(card_mentions.find_card_mentions(parsed.entries, names, taken), targets)
    resolutions += counterparts(parsed.entries, targets)
    order = {entry.id: position for position, entry in enumerate(parsed.entries)}
    return sorted(resolutions, key=lambda resolution: _place(resolution.reference, order))


def _place(reference: Reference, order: Mapping[str, int]) -> tuple[int, int, int]:
    """Return where a reference stands: its entry, the heading before the blocks, the offset."""
    return order[reference.source], -1 if reference.block is None else reference.block, reference.start


def _accepted(parsed: ParsedDocument, report: Report) -> tuple[Diagnostic, ...]:
    """Return all findings about a document but those that its manifest accepts."""
    document = parsed.document
    found = (*parsed.findings, *report.signed(document.key, document.file))
    unused = Report()
    kept = accept(found, [Accepted(*one) for one in document.accept], unused)
    return (*kept, *unused.signed(document.key, document.file))


def _fill(
    store: Store,
    parsed: ParsedDocument,
    resolutions: Sequence[Resolution],
    findings: Iterable[Diagnostic],
    positions: dict[str, int],
) -> None:
    """Write one document and all that belongs to it."""
    status = Counter(resolution.status for resolution in resolutions)
    counts = {
        "entries": len(parsed.entries),
        "references": len(resolutions),
        "resolved": sum(resolution.target is not None for resolution in resolutions),
        "faulty": sum(status[one] for one in FAULTY),
    }
    store.add_document(document_record(parsed.document, counts), parsed.document.aliases)
    for entry in parsed.entries:
        positions[entry.id] = store.add_entry(entry_record(entry), name_of(entry), _names(entry))
    for resolution in resolutions:
        reference = resolution.reference
        store.add_reference(reference_record(resolution))
        if reference.kind == "card" and not resolution.target and reference.label:
            store.add_mention(key(reference.label), reference.label, positions[reference.source])
    for furniture in parsed.furniture:
        store.add_furniture(furniture_record(furniture))
    for finding in findings:
        store.add_finding(finding_record(finding))


def _names(entry: Entry) -> Iterator[tuple[str, str, str]]:
    """Yield the names an entry is found by: key, kind, and as it is printed."""
    if entry.number:
        yield normalise(entry.number), "number", entry.number
    for kind, titles in (("title", (entry.title,)), ("alias", entry.aliases)):
        for title in titles:
            for one in keys(title) if title else ():
                yield one, kind, title or ""
    for title in (entry.title, *entry.aliases):
        if title and variant(title) not in keys(title):
            yield variant(title), "variant", title
        if title:
            yield root_key(title), "form", title

"""Parsed documents to the compiled form: resolve the references, fill the tables, write the full-text index.

Reads: all parsed documents. Writes: a `Store` and an `Index`, in a folder or in memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge.compiled import INDEX, LIBRARY, Compiled, Progress
from judge.diagnostics import Code, Diagnostic, Report
from judge.games import Game
from judge.index import Index
from judge.indexing import index_entries, synonyms
from judge.model import Entry, Resolution, Status
from judge.numbering import normalise
from judge.parsing import ParsedDocument
from judge.records import document_record, entry_record, finding_record, furniture_record, reference_record
from judge.resolve import Targets, resolve
from judge.store import Store
from judge.titles import keys
from judge.words import root_key, variant

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
    entries = [entry for document in documents for entry in document.entries]
    targets = Targets(entries, {parsed.document.key: parsed.document.game for parsed in documents})
    store = Store.create(target / LIBRARY if target else None)
    positions: dict[str, int] = {}
    for number, parsed in enumerate(documents):
        progress("resolving references", number, len(documents))
        resolutions = list(resolve(parsed.references, targets))
        _fill(store, parsed, resolutions, positions)
    progress("writing the full-text index", 0, 1)
    index = Index.build(target / INDEX if target else None, index_entries(documents, positions, store))
    store.add_synonyms(synonyms(documents, words.games, words.of_any))
    store.finish()
    progress("", 1, 1)
    return Compiled(store, target, index)


def _fill(store: Store, parsed: ParsedDocument, resolutions: Sequence[Resolution], positions: dict[str, int]) -> None:
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
        positions[entry.id] = store.add_entry(entry_record(entry), _names(entry))
    for resolution in resolutions:
        store.add_reference(reference_record(resolution))
    for furniture in parsed.furniture:
        store.add_furniture(furniture_record(furniture))
    for finding in (*parsed.findings, *_of_references(parsed, resolutions)):
        store.add_finding(finding_record(finding))


def _of_references(parsed: ParsedDocument, resolutions: Iterable[Resolution]) -> Iterator[Diagnostic]:
    """Yield a finding for each reference that leads nowhere or to several entries."""
    report = Report()
    for resolution in resolutions:
        reference = resolution.reference
        reason = f"“{reference.text}”: {resolution.reason}"
        if resolution.status == "dangling":
            report.add(Code.REFERENCE_DANGLING, "warning", reference.line, reason)
        elif resolution.status == "ambiguous":
            candidates = ", ".join(resolution.candidates[:5])
            report.add(Code.REFERENCE_AMBIGUOUS, "note", reference.line, f"{reason} ({candidates})")
    yield from report.signed(parsed.document.key, parsed.document.file)


def _names(entry: Entry) -> Iterator[tuple[str, str, str]]:
    """Yield the names an entry is found by: key, kind, and as it is printed."""
    if entry.number:
        yield normalise(entry.number), "number", entry.number
    for kind, titles in (("title", (entry.title,)), ("alias", entry.aliases)):
        for title in titles:
            for key in keys(title) if title else ():
                yield key, kind, title or ""
    for title in (entry.title, *entry.aliases):
        if title and variant(title) not in keys(title):
            yield variant(title), "variant", title
        if title:
            yield root_key(title), "form", title

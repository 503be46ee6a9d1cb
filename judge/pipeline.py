"""The way from files to an answer: open → read → find → link → keep → ask.

    open_document    a file, and what its manifest says of it → a `Manuscript`: lines, with their places in the file
    read_document    a manuscript → a `ReadDocument`: the drafts of its entries, and what is doubtful about them
    find_references  drafts → a `ParsedDocument`: entries, and the places in them that may refer to something
    link_documents   all documents → a `LinkedLibrary`: what each reference means, and which edition is in force
    keep_library     what is linked → a `Compiled` library: tables and full text, in a folder or in memory
    ask              a library and a query → a `Reply`

Each function imports its stages when it runs: whoever only asks loads nothing that reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import thread_time
from typing import TYPE_CHECKING

from judge.core.errors import SourceError, UnforeseenError, until
from judge.core.model import replace

if TYPE_CHECKING:
    from judge.library.compiled_library import BuildRequest, Compiled
    from judge.library.manifest import SourceFile
    from judge.library.parsing import ParsedDocument, ReadDocument
    from judge.reading.metadata.game_names import Game
    from judge.search.lookup import Reply
    from judge.search.query_parsing import Narrowing

SECONDS = 20.0
"""Processor time that reading a document may take."""


def parse_document(source: SourceFile, data: bytes, games: Sequence[Game]) -> ParsedDocument:
    """Take one document through the first three stages; its game is settled when all documents are there.

    Args:
        source: where it comes from and what the manifest says of it.
        data: its bytes.
        games: what is known of games.

    Raises:
        SourceError: the bytes are not text; the sentence names the file.
    """
    import hashlib

    _, parsed = parse_with_drafts(source, data, games)
    source_hash = f"sha256:{hashlib.sha256(data).hexdigest()}"
    return replace(parsed, document=replace(parsed.document, source_hash=source_hash))


def parse_with_drafts(source: SourceFile, data: bytes, games: Sequence[Game]) -> tuple[ReadDocument, ParsedDocument]:
    """Return a document up to its drafts, and parsed; the rest is as for `parse_document`.

    Raises:
        SourceError: it takes too long; every document that is known takes less than a third of `SECONDS`.
    """
    from judge.core.diagnostics import Report
    from judge.library.parsing import find_references, open_document, read_document

    report = Report()
    told = f"{source.path} takes more than {SECONDS:g} seconds of the processor's time to read; split it"
    with until(thread_time() + SECONDS, thread_time, SourceError(told)):
        read = read_document(source, open_document(source, data, report), report)
        return read, find_references(source, read, games, report)


def parse_alone(source: SourceFile, data: bytes, games: Sequence[Game]) -> ParsedDocument:
    """Read one document, and settle its facts as if it were the only one; the rest is as for `parse_document`."""
    from judge.library.parsing import settled, witness
    from judge.reading.metadata.agreement import agree

    parsed = parse_document(source, data, games)
    return settled(parsed, agree([witness(parsed, source.path.parent)], games)[0], games)


def compile_library(request: BuildRequest, target: Path | None, cache: Path | None) -> Compiled:
    """Take all documents through the first five stages; the first three only where the cache has nothing of them.

    A document for which the program fails is left out, and the others are taken once more; before that they are taken
    without what earlier builds kept, which may be to blame.

    Args:
        request: the collections, and how many processes compile them.
        target: an empty folder to write to; None for memory.
        cache: the folder in which parts of documents are kept for the next build; None where nothing is kept.

    Raises:
        CollectionError, ManifestError: the collections cannot be read.
        SourceError: no document can be read.
    """
    from judge.library.compiling import keep_library, link_documents
    from judge.library.incremental.document_list import find_sources
    from judge.library.incremental.part_cache import PartCache, read_parts
    from judge.library.incremental.workers import Means, Workers

    sources = find_sources(request.folders, request.warn, request.without)
    kept = used = PartCache(cache, is_empty=request.from_nothing) if cache else None
    with Workers(request.jobs, request.warn) as workers:
        while True:
            means = Means(request.progress, workers, used)
            parts = list(read_parts(sources, parse_document, means))
            try:
                linked = link_documents(parts, sources, means)
                return keep_library(linked, target, means)
            except UnforeseenError as error:
                if cache and used and not used.is_empty:
                    used = PartCache(cache, is_empty=True)
                else:
                    sources.documents.leave_out(error.key, error)
                    used = kept


def ask(library: Compiled, query: str, limit: int, narrowing: Narrowing) -> Reply:
    """Return the answers to a query: a number, a title, words, a question.

    Args:
        library: the opened library.
        query: as it was typed.
        limit: how many answers at the most.
        narrowing: which of the documents are asked.
    """
    from judge.search.lookup import search

    return search(library, query, limit, narrowing)

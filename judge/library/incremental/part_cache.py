"""The parts of a build, the folders of the cache in which they are kept for the next one, and who works them out.

A part is one document: how to parse it, its `DocumentFacts`, and its `Outcome` once there is one. Of a document that
did not change only the facts are read; it is parsed or read whole when the others answer differently, or when all of
them together give it another game or title.

Cards that a file of rulings names by codes alone take their names from a list of cards beside it (Scryfall's
`oracle_id`, arkhamdb's `code`, YGOPRODeck's `id`). A list and rulings belong together where they are of one game, or
lie in one folder and no two games are named.

Reading a document and settling a game can be done in another process or on another machine: plain data in, plain data
out, and None where the build has to do it itself; then it also finds out, and reports, what went wrong. Games never
refer to each other; all that documents ask about other games is which names their cards have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from judge.core.diagnostics import Code, Finding, Report
from judge.core.errors import SourceError, UnforeseenError
from judge.core.files import DOCUMENT, read_file
from judge.core.jsonl import pack, unpack
from judge.core.model import Document, Entry, replace
from judge.editions.alignment import values_by_key
from judge.library import parsing
from judge.library.collection import content_signature
from judge.library.incremental.comparison import ENTRY, Aligned
from judge.library.incremental.document_facts import DocumentFacts, facts_of, is_unnamed
from judge.library.incremental.document_list import Sources
from judge.library.incremental.document_outcomes import Outcome, World, holds, outcome_of, world_of
from judge.library.incremental.workers import Means, Workers
from judge.library.manifest import SourceFile
from judge.library.parsing import ParsedDocument
from judge.library.safekeeping import integrity
from judge.library.safekeeping.integrity import PARTS
from judge.library.safekeeping.provenance import program_state
from judge.reading.metadata.agreement import agree
from judge.reading.metadata.editions import StatedFact
from judge.reading.metadata.game_names import Game

Parse = Callable[[SourceFile, bytes, Sequence[Game]], ParsedDocument]
"""Reads one document, its facts not settled: what `judge.pipeline.parse_document` does."""
PARSED = "parsed-"
"""What the names of parsed documents begin with."""
MOST_HELD = 10_000
"""Entries of parsed documents that stay in memory until all are read; of the rest, each is read again from the cache
when its turn comes."""


class DocumentPart(Struct):
    """One document of a build."""

    alone: Callable[[], ParsedDocument]
    """Returns the document as it was parsed, its facts not settled; it may have to be read first."""
    collection: Path
    settled: DocumentFacts | None = None
    """Facts as they were settled in the build before, or now."""
    outcome: Outcome | None = None
    """What it became in the build before."""
    keep: Callable[[DocumentPart], None] = lambda _: None
    """Keeps the part for the next build."""
    name: str = ""
    """Where two parts have one name, they were made from the same document."""

    @property
    def facts(self) -> DocumentFacts:
        """Its facts; the documents have agreed on its game."""
        assert self.settled, "parts agree before they are settled"
        return self.settled

    @property
    def became(self) -> Outcome:
        """What became of it; it is settled."""
        assert self.outcome, "it is asked for after it was settled"
        return self.outcome

    @property
    def signature(self) -> str:
        """A name for what it became among the others."""
        game = self.facts.document.game or ""
        return f"{self.name or self.facts.document.key} {game} {self.outcome.digest if self.outcome else ''}"

    def agree(self, game: StatedFact, games: Sequence[Game]) -> None:
        """Take the game that the documents agreed on; whatever rests on another game or title is made anew."""
        known = self.settled or self.alone()
        document = parsing.settled_document(known, game, games)
        if self.settled is None or document != known.document:
            self.settled, self.outcome = facts_of(parsing.settled(self.alone(), game, games), {}), None

    def join(self, names: Mapping[str, str], games: Sequence[Game]) -> None:
        """Take the names of cards, by their codes, that other documents have; made anew if they were others before."""
        if names != self.facts.joined:
            self.settled, self.outcome = facts_of(self.parse(games, names), names), None

    def parse(self, games: Sequence[Game], names: Mapping[str, str] | None = None) -> ParsedDocument:
        """Return the parsed document, settled as its facts are, or with other names of cards that have codes alone."""
        settled = parsing.settled(self.alone(), StatedFact(self.facts.document.game, ""), games)
        known = self.facts.joined if names is None else names
        named = tuple(
            replace(entry, title=known.get(entry.title or "", entry.title)) if is_unnamed(entry) else entry
            for entry in settled.entries
        )
        findings = (*settled.findings, *_unnamed_cards(settled.document, named))
        return replace(settled, document=self.facts.document, entries=named, findings=findings)

    def settle(self, world: World, games: Sequence[Game]) -> Outcome:
        """Return what becomes of the document, worked out anew only where the world answers differently."""
        if self.outcome is None or not holds(self.outcome, self.facts, world):
            self.take(outcome_of(self.parse(games), self.facts, world))
        return self.became

    def take(self, outcome: Outcome) -> None:
        """Take what became of the document, and keep it for the next build."""
        self.outcome = outcome
        self.keep(self)

    def let_go(self) -> tuple[DocumentFacts, Outcome]:
        """Forget what the tables hold once the part is settled; return the rest, which is needed to the end."""
        del self.alone  # its outcome says all that a build needs; the parsed document is the larger
        self.settled = replace(self.facts, entries=[], names=[], furniture=[])
        self.outcome = replace(self.became, references=[], mentions=[], terms=[], postings={})
        return self.facts, self.became


def part_of(parsed: ParsedDocument, collection: Path) -> DocumentPart:
    """Return the part of a document that is parsed already, its facts not settled."""
    return DocumentPart(lambda: parsed, collection)


def agree_on_names(parts: Sequence[DocumentPart], games: Sequence[Game]) -> None:
    """Let the documents of a library agree on the names of their games, and of the cards that one knows by codes."""
    witnesses = [parsing.witness(part.settled or part.alone(), part.collection) for part in parts]
    for part, game in zip(parts, agree(witnesses, games), strict=True):
        part.agree(game, games)
    for part, names in zip(parts, list(names_by_codes(parts)), strict=True):
        part.join(names, games)


def names_by_codes(parts: Sequence[DocumentPart]) -> Iterator[dict[str, str]]:
    """Yield for each document the names of the cards that it knows by codes, as other documents have them."""
    for part in parts:
        wanted = [code for code, name in part.facts.codes.items() if not name or code in part.facts.joined]
        lists = [other.facts for other in parts if wanted and other is not part and _belong_together(part, other)]
        named = {code: facts.codes[code] for facts in lists for code in wanted if facts.codes.get(code)}
        yield {code: name for code, name in named.items() if code != name}


def _belong_together(one: DocumentPart, other: DocumentPart) -> bool:
    games = {one.facts.document.game, other.facts.document.game}
    return (len(games) == 1 and None not in games) or (one.collection == other.collection and len(games - {None}) < 2)


def _unnamed_cards(document: Document, entries: Sequence[Entry]) -> tuple[Finding, ...]:
    """Return a note if rulings of a document are below codes that no list of cards explains."""
    rulings = [(entry, sum(block.kind == "ruling" for block in entry.blocks)) for entry in entries]
    unnamed = [(entry.lines[0][0], number) for entry, number in rulings if is_unnamed(entry)]
    report = Report()
    few, every = (sum(number for _, number in counts) for counts in (unnamed, rulings))
    for line, _ in unnamed[:1]:
        message = f"{few} of {every} rulings name no card here; add the list of cards that has their codes"
        report.add(Code.RECORD_UNREAD, line, message)
    return report.signed(document.key, document.file)


class PartCache:
    """What a cache keeps by names that tell of what it was made: documents, parsed and as parts, and how they compare.

    Each is in a sealed file.
    """

    def __init__(self, cache: Path, *, is_empty: bool = False) -> None:
        """Use a cache whose folders are there, and the person's own.

        Args:
            cache: its folder.
            is_empty: whether to take it for empty; what is made is kept in the place of what is there.
        """
        self._folder = cache / PARTS
        self.is_empty = is_empty
        self._held = 0
        """Entries of the parsed documents in memory."""

    def find(self, name: str) -> str:
        """Return what was kept under a name, and remember that it was used; what is damaged was never kept."""
        with suppress(*integrity.NOT_READABLE):
            if not self.is_empty:
                return integrity.read_sealed(self._folder / name).decode()
        return ""

    def keep(self, name: str, text: str) -> None:
        """Keep what was made."""
        integrity.write_sealed(self._folder / name, text.encode(), self._folder)

    def part(self, name: str, collection: Path, parse: Callable[[], ParsedDocument]) -> DocumentPart:
        """Return the part of a name: as the build before kept it, or from the parsed document."""

        def parsed() -> ParsedDocument:
            with suppress(*integrity.NOT_READABLE):
                return unpack(self.find(PARSED + name), ParsedDocument)
            document = parse()
            self.keep(PARSED + name, pack(document))
            return document

        def keep(part: DocumentPart) -> None:
            self.keep(name, pack((part.facts, part.became)))

        with suppress(*integrity.NOT_READABLE):
            known, outcome = unpack(self.find(name), tuple[DocumentFacts, Outcome])
            return DocumentPart(parsed, collection, known, outcome, keep, name)
        document = parsed()
        self._held += len(document.entries)
        again = parsed if self._held > MOST_HELD else lambda: document
        return DocumentPart(again, collection, None, None, keep, name)

    def has(self, name: str) -> bool:
        """Tell whether a document need not be parsed; what is damaged is parsed all the same when its turn comes."""
        return not self.is_empty and any((self._folder / one).exists() for one in (name, PARSED + name))


class DocumentTask(NamedTuple):
    """A document to be read."""

    source: SourceFile
    data: bytes
    games: Sequence[Game]
    parse: Parse


class GameTask(NamedTuple):
    """The documents of a game, to be settled among each other."""

    facts: Sequence[str]
    """JSON of the facts of each."""
    parsed: Mapping[int, str]
    """JSON of those that are to be settled, by their places."""
    games: Sequence[Game]
    alignments: Sequence[Aligned]
    """Of their editions."""


def read_parts(sources: Sources, parse: Parse, means: Means) -> Iterator[DocumentPart]:
    """Yield the part of each document that can be read; one that did not change is taken from what was kept.

    Args:
        sources: the documents and what is known of games.
        parse: reads one document; a function of a module, so that another process finds it.
        means: with what the build works.
    """
    progress, workers, kept = means
    documents, games = sources.documents.answering(), sources.games
    known = (games, program_state()) if kept else None

    def name_of(source: SourceFile, data: bytes) -> str:
        return f"{content_signature(source, data, known)}.json"

    if kept and workers.present:
        progress("reading the documents", 0, len(documents))
        _read_ahead(documents, name_of, parse, kept, games, workers)
    for number, source in enumerate(documents):
        progress(f"reading {source.path.name}", number, len(documents))
        try:
            data = read_file(source.path, DOCUMENT)
            alone = partial(parse, source, data, games)
            folder = source.path.parent
            yield kept.part(name_of(source, data), folder, alone) if kept else part_of(alone(), folder)
        except SourceError as error:
            sources.documents.leave_out(source.key, error)


def _read_ahead(
    sources: Sequence[SourceFile],
    named: Callable[[SourceFile, bytes], str],
    parse: Parse,
    kept: PartCache,
    games: Sequence[Game],
    workers: Workers,
) -> None:
    """Have workers read the documents that are not kept yet, and keep what they make of them."""
    wanted, size = [], 0
    for source in sources:
        with suppress(SourceError):  # the build meets it again, and tells
            data = read_file(source.path, DOCUMENT)
            if not kept.has(named(source, data)):
                wanted.append(source)
                size += len(data)
    names: deque[str] = deque()

    def tasks() -> Iterator[DocumentTask]:
        for source in wanted:
            with suppress(SourceError):
                data = read_file(source.path, DOCUMENT)
                names.append(named(source, data))
                yield DocumentTask(source, data, games, parse)

    for text in workers.run(read_task, tasks(), len(wanted), size):
        name = names.popleft()
        if text is not None:
            kept.keep(PARSED + name, text)


def read_task(task: DocumentTask) -> str | None:
    """Return a parsed document as JSON; None where it cannot be read."""
    try:
        parsed = task.parse(task.source, task.data, task.games)
    except SourceError:
        return None
    return pack(parsed)


def settled_ahead(
    parts: Sequence[DocumentPart], games: Sequence[Game], alignments: Sequence[Aligned], workers: Workers
) -> Iterator[DocumentPart]:
    """Yield parts in their order, new ones with the outcome that workers made; they agree on their games already."""
    by_game = values_by_key((part.facts.game, part) for part in parts)
    new = {game: found for game, found in by_game.items() if any(part.outcome is None for part in found)}
    size = ENTRY * sum(len(part.facts.entries) for found in new.values() for part in found)
    tasks = (_game_task(found, games, alignments) for found in list(new.values()))
    made = workers.run(settle_game, tasks, len(new), size)
    for part in parts:
        if found := new.pop(part.facts.game, None):
            for place, text in (next(made, None) or {}).items():
                found[place].take(unpack(text, Outcome))
        yield part


def _game_task(parts: Sequence[DocumentPart], games: Sequence[Game], alignments: Sequence[Aligned]) -> GameTask:
    keys = {part.facts.document.key for part in parts}
    known = [pack(part.facts) for part in parts]
    new = {place: part.alone() for place, part in enumerate(parts) if part.outcome is None}
    parsed = {place: pack(document) for place, document in new.items()}
    return GameTask(known, parsed, games, [one for one in alignments if one.older in keys])


def settle_game(task: GameTask) -> dict[int, str]:
    """Return the outcomes of documents as JSON, by their places in the game."""
    known = [unpack(one, DocumentFacts) for one in task.facts]
    world = world_of(known, task.alignments)
    found: dict[int, str] = {}
    for place, text in task.parsed.items():
        part = DocumentPart(lambda text=text: unpack(text, ParsedDocument), Path(), known[place])  # type: ignore[misc]
        with suppress(UnforeseenError):  # the build meets it again, and tells
            found[place] = pack(part.settle(world, task.games))
    return found

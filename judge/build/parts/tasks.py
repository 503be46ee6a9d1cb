"""What of a build can be done in another process or on another machine: plain data in, plain data out.

Reads: the bytes of one document, or the documents of one game. Writes: the JSON that the build would have made of them
itself, or None where it has to do so: then it also finds out, and tells, what went wrong. The third kind of task, the
comparison of a game's texts, is `links.compared`.

Games never refer to each other, so a game is settled and compared by itself. The one thing that documents ask about
other games is which names their cards have.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from judge.build import parsing
from judge.build.collection import SourceFile
from judge.build.parsing import Context, ParsedDocument
from judge.build.parts.aligned import ENTRY, Aligned
from judge.build.parts.facts import Facts
from judge.build.parts.kept import Kept, Part
from judge.build.parts.outcome import Outcome, world_of
from judge.build.parts.workers import Workers
from judge.core.errors import SourceError
from judge.core.files import DOCUMENT, read_file
from judge.core.records import from_json, to_json
from judge.reading.grammar.dialects import PlugInFailed, plug_ins
from judge.reading.metadata.games import Game


class DocumentTask(NamedTuple):
    """A document to be read."""

    source: SourceFile
    data: bytes
    games: Sequence[Game]


class GameTask(NamedTuple):
    """The documents of a game, to be settled among each other."""

    facts: Sequence[str]
    """JSON of the facts of each."""
    parsed: Mapping[int, str]
    """JSON of those that are to be settled, by their places."""
    titles: Sequence[str]
    """Of the cards of all games."""
    games: Sequence[Game]
    alignments: Sequence[Aligned]
    """Of their editions."""


def read_ahead(
    sources: Sequence[SourceFile],
    named: Callable[[SourceFile, bytes], str],
    kept: Kept,
    games: Sequence[Game],
    workers: Workers,
) -> None:
    """Have workers read the documents that are not kept yet, and keep what they make of them.

    Args:
        sources: all documents.
        named: gives the name under which a document is kept.
        kept: where it is kept.
        games: what is known of games.
        workers: those who may read.
    """
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
                yield DocumentTask(source, data, games)

    for text in workers.run(read_document, tasks(), len(wanted), size):
        name = names.popleft()
        if text is not None:
            kept.keep_parsed(name, text)


def read_document(task: DocumentTask) -> str | None:
    """Return a parsed document as JSON; None where it cannot be read, or a plug-in failed."""
    failures: list[PlugInFailed] = []
    context = Context(plug_ins(), task.games, lambda error, _: failures.append(error))
    try:
        parsed = parsing.parse_alone(task.source, task.data, context)
    except SourceError:
        return None
    return None if failures else to_json(parsed)


def settled_ahead(
    parts: Sequence[Part], games: Sequence[Game], alignments: Sequence[Aligned], workers: Workers
) -> Iterator[Part]:
    """Yield parts in their order, new ones with the outcome that workers made; they agree on their games already."""
    by_game: dict[str, list[Part]] = {}
    for part in parts:
        by_game.setdefault(part.facts.game, []).append(part)
    new = {game: found for game, found in by_game.items() if any(part.outcome is None for part in found)}
    size = ENTRY * sum(len(part.facts.entries) for found in new.values() for part in found)
    titles = [title for part in parts for title in part.facts.card_titles()]
    tasks = (_game_task(found, titles, games, alignments) for found in list(new.values()))
    made = workers.run(settle_game, tasks, len(new), size)
    for part in parts:
        if found := new.pop(part.facts.game, None):
            for place, text in (next(made, None) or {}).items():
                found[place].take(from_json(text, Outcome))
        yield part


def _game_task(
    parts: Sequence[Part], titles: Sequence[str], games: Sequence[Game], alignments: Sequence[Aligned]
) -> GameTask:
    keys = {part.facts.document.key for part in parts}
    known = [to_json(part.facts) for part in parts]
    new = {place: part.alone() for place, part in enumerate(parts) if part.outcome is None}
    parsed = {place: to_json(document) for place, document in new.items()}
    return GameTask(known, parsed, titles, games, [one for one in alignments if one.older in keys])


def settle_game(task: GameTask) -> dict[int, str]:
    """Return the outcomes of documents as JSON, by their places in the game."""
    known = [from_json(one, Facts) for one in task.facts]
    world = world_of(known, task.titles, task.alignments)
    found: dict[int, str] = {}
    for place, text in task.parsed.items():
        part = Part(lambda text=text: from_json(text, ParsedDocument), Path(), known[place])  # type: ignore[misc]
        found[place] = to_json(part.settle(world, task.games))
    return found

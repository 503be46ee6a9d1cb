"""The words that found nothing: gaps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.shared import Command, output_screen, page, put, query_text, say, with_corpus, with_json, write_line
from judge.core.errors import CollectionError
from judge.core.jsonl import dumps
from judge.core.tokens import fold
from judge.records import gaps as kept
from judge.records.answers import matches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from judge.cli.screens.screen import Screen
    from judge.library import Library
    from judge.records.gaps import Gap, Proposal


@click.command(cls=Command)
@click.argument("source", required=False, type=click.Path(path_type=Path), metavar="[FILE]")
@click.option("--on/--off", "keeping", default=None, help="Start or stop keeping queries in a file on this computer.")
@click.option("--accept", metavar="WORD=LOCATOR", help="Add WORD to the game's [words] as a name for the entry.")
@click.option("--withdraw", metavar="WORD=LOCATOR", help="Remove a word added with --accept.")
@click.option("--clear", "cleared", is_flag=True, help="Delete the saved queries.")
@with_json
@with_corpus
def gaps(
    library: Library,
    source: Path | None,
    keeping: bool | None,
    accept: str | None,
    withdraw: str | None,
    cleared: bool,
    as_json: bool,
) -> None:
    """Show queries without a good answer, and suggest words.

    Queries are kept only after judge gaps --on, in one file on this computer, and are never sent anywhere. Next to each
    word are the entries that you opened afterwards. FILE contains queries kept by somebody else.

    Example: judge gaps --accept "mooring fee=tide-rules:2.1"
    """
    if keeping is not None:
        kept.switch(on=keeping)
        put(f"queries are kept in {kept.gaps_file()}\n" if keeping else "queries are no longer kept\n")
    elif cleared:
        kept.clear()
        put("the kept queries are deleted\n")
    elif accept or withdraw:
        put(_changed(library, accept or withdraw or "", known=bool(accept)))
    else:
        _show(library, _read(source), as_json=as_json)


def _read(source: Path | None) -> list[Gap]:
    """Return the queries of a file, or those that are kept here; that none are kept is told.

    Raises:
        CollectionError: the file has none.
    """
    if source:
        if not (found := kept.read_gaps(source)):
            raise CollectionError(f"{source} contains no queries; save a file of searches from My notes on a site")
        return found
    path = kept.gaps_file(on=kept.is_on())
    if not path.exists():
        say(f"queries are not kept; judge gaps --on keeps those that find nothing, in {kept.gaps_file()}")
        sys.exit(0)
    return kept.read_gaps(path) if path.stat().st_size else []


def _show(library: Library, found: list[Gap], *, as_json: bool) -> None:
    proposed = kept.proposals(library, found)
    ids = {one.id for one in proposed if one.id}
    names = library.entries.names(library.ask(lambda compiled: {id for id in ids if compiled.store.row(id)}))
    if as_json:
        for one in proposed:
            said = {"word": one.word, "id": one.id or None, "name": names.get(one.id), "times": len(one.queries)}
            write_line(dumps(said | {"queries": list(dict.fromkeys(one.queries))}))
        return
    if not proposed:
        say("all saved queries now find an answer; judge gaps --clear deletes them")
        return
    screen = output_screen()
    page("\n".join(line for one in proposed for line in _lines(screen, one, names.get(one.id, one.id))) + "\n")


def _lines(screen: Screen, one: Proposal, name: str) -> Iterator[str]:
    times = f"{len(one.queries)} time{'s' * (len(one.queries) != 1)}"
    opened = f" → {name}" if one.id else ", and nothing was opened afterwards"
    yield from screen.wrap(f"{one.word} ({times}){opened}", 0, 2, screen.bold)
    others = [query for query in dict.fromkeys(one.queries) if fold(query) != one.word]
    yield from screen.wrap(f"in: {'; '.join(others)}", 2, 2, screen.dim) if others else ()
    if one.id:
        yield from screen.wrap(f'judge gaps --accept "{one.word}={one.id}"', 2, 2)


def _changed(library: Library, said: str, *, known: bool) -> str:
    """Write a word into the file of its game, or take it out, and return what was done.

    Raises:
        CollectionError: the entry has no title, or no game is known.
    """
    from judge.build.own_library import folder_of
    from judge.records.game_words import set_word, words_file

    word, _, locator = (part.strip() for part in query_text((said,)).partition("="))
    word = " ".join(word.casefold().split())
    if not word or not locator:
        raise click.UsageError("give a word and an entry, such as --accept 'mooring fee=tide-rules:2.1'")
    row = matches(library, locator)[0].row
    game = next(one["game"] for one in library.documents() if one["key"] == row.document)
    if not row.title or not game:
        raise CollectionError(f"{row.id} has no {'title' if game else 'known game'}, so no word can be added for it")
    path = words_file(game, folder_of(row.document, library.folders), library.folders)
    meaning = " ".join(row.title.casefold().split())
    done = set_word(word, meaning, game, path, known=known)
    what = ("written to" if known else "removed from") if done else f"{'already' if known else 'not'} in"
    return f'{word} = ["{meaning}"] {what} {path}\n'

"""A judge's notebook: note, notes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.answering.last_list import nth, recall
from judge.cli.arguments import completion
from judge.cli.shared import Command, output_screen, page, put, query_text, say, with_corpus, with_json, write_line
from judge.core.errors import CollectionError
from judge.core.files import SETTINGS, read_text
from judge.core.jsonl import dumps
from judge.core.numbering import part_in_words
from judge.records.answers import matches
from judge.records.notes import Note, add, exported, notes_folder, notes_on, parsed, read_notes, take_over
from judge.records.notes import close as close_note

if TYPE_CHECKING:
    from judge.cli.screens.screen import Screen
    from judge.library import Library


@click.command(cls=Command)
@click.argument("question", nargs=-1, required=True)
@click.option(
    "--at",
    "locator",
    metavar="LOCATOR",
    help="The rule that the question is about.",
    shell_complete=completion.locators,
)
@click.option("--call", default="", metavar="TEXT", help="Your ruling (default: none; the question stays open).")
@click.option("--open", "is_open", is_flag=True, help="Keep the question open, for the head judge.")
@click.option("--event", default="", metavar="NAME", help="The event; each has a separate file (default: today).")
@with_corpus
def note(
    library: Library, question: tuple[str, ...], locator: str | None, call: str, is_open: bool, event: str
) -> None:
    """Write down a question and your call. Notes are kept in Markdown files that you may edit.

    judge show prints the note below its rule. judge notes lists all notes, with later changes to their rules.

    Example: judge note "Can a ferry leave at ebb?" --at 24.0 --call "No, it waits."
    """
    from judge.records.note_changes import with_rule

    asked = query_text(question).strip()
    if not asked:
        raise click.UsageError("a note needs a question")
    now = datetime.now().astimezone()
    state = "open" if is_open or not call.strip() else f"closed {now:%Y-%m-%d}"
    made = Note(asked, query_text((call,)), written=f"{now:%Y-%m-%d %H:%M}", state=state)
    made = made._replace(event=query_text((event,)).strip() or f"{now:%Y-%m-%d}")
    if locator:
        place = nth(locator)
        found = matches(library, query_text((locator,)) if place is None else recall(place))[0]
        made = with_rule(library, made, f"{found.row.id}#{found.part}" if found.part else found.row.id)
    kept, path = add(notes_folder(), made)
    on = f" on {kept.where}" if kept.where else ""
    put(f"note {kept.number}{on} ({'open' if kept.is_open else 'closed'}), in {path}\n")


@click.command(cls=Command)
@click.argument("words", nargs=-1)
@click.option("--open", "only_open", is_flag=True, help="List only open questions.")
@click.option("--close", "number", type=click.IntRange(1), metavar="N", help="Close the note with this number.")
@click.option("--answer", default="", metavar="TEXT", help="With --close: the answer.")
@click.option("--export", "as_markdown", is_flag=True, help="Print all notes as Markdown.")
@click.option(
    "--import",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Import notes from a file saved from the site or with --export.",
)
@with_json
@with_corpus
def notes(
    library: Library,
    words: tuple[str, ...],
    only_open: bool,
    number: int | None,
    answer: str,
    as_markdown: bool,
    source: Path | None,
    as_json: bool,
) -> None:
    """List your notes, open questions first. With WORDS, only notes that contain all of them are listed.

    Below each note are the editions, rulings and texts that have changed its rule since. To change or delete a note,
    edit its file. Exits with 1 if no note matches WORDS.

    Example: judge notes --close 12 --answer "The head judge agrees."
    """
    from judge.records.note_changes import touched

    folder = notes_folder()
    if number is not None:
        closed = close_note(folder, number, f"{datetime.now().astimezone():%Y-%m-%d}", query_text((answer,)))
        put(f"note {closed.number} is closed: {closed.question}\n")
        return
    if as_markdown:
        put(exported(folder))
        return
    if source is not None:
        put(_taken_over(folder, source))
        return
    wanted = query_text(words)
    found = [one for one in read_notes(folder) if one.has(wanted) and (one.is_open or not only_open)]
    found.sort(key=lambda one: (not one.is_open, -one.number))
    if as_json:
        for one in found:
            write_line(dumps(record(one, touched(library, one))))
        return
    if not found:
        say("no note matches" if wanted else f"there are no {'open ' * only_open}notes; judge note writes one")
        sys.exit(1 if wanted else 0)
    screen = output_screen()
    page("\n".join(line for one in found for line in [*shown(screen, one, touched(library, one)), ""]))


def _taken_over(folder: Path, source: Path) -> str:
    """Add the notes of a file, and return what was done.

    Raises:
        CollectionError: the file has no note.
    """
    found = list(parsed(read_text(source, SETTINGS), source.stem))
    if not any(one.written for one in found):
        raise CollectionError(f"{source} contains no notes; save a file of notes from My notes on a site")
    added = take_over(folder, found)
    there = len(found) - len(added)
    return f"{len(added)} new note{'s' * (len(added) != 1)}, {there} already present, in {folder}\n"


def record(one: Note, since: list[str]) -> dict[str, object]:
    """Return what the JSON has of a note."""
    said = {name: getattr(one, name) for name in ("number", "event", "question", "call", "answer", "written")}
    return {**said, "open": one.is_open, "at": one.at or None, "where": one.where or None, "touched": since}


def shown(screen: Screen, one: Note, since: list[str]) -> Iterator[str]:
    """Yield the lines of a note: the question, the call, the rule, and what has touched that."""
    state = "OPEN " if one.is_open else ""
    yield from screen.wrap(f"{one.number:>3}. {state}{one.question}", 0, 5, screen.bold)
    for told in (one.call, one.answer and f"Answer: {one.answer}"):
        yield from screen.wrap(told, 5) if told else ()
    for told in since:
        yield from screen.wrap(f"! {told}", 5, 2)
    event = "" if one.written.startswith(one.event) else one.event
    yield from screen.wrap(", ".join(part for part in (one.where, event, one.written) if part), 5, style=screen.dim)


def lines_on(library: Library, id: str) -> list[str]:
    """Return what is shown below an entry: the person's own notes on it, marked as such."""
    screen = output_screen()
    found = notes_on(library, [id], say).get(id, [])
    lines = [line for one in found for line in shown(screen, one._replace(where=_part(one)), [])]
    return ["", screen.bold("Your own notes"), *lines] if found else []


def _part(one: Note) -> str:
    """Return in words which part of its rule a note is on; empty for all of it."""
    part = part_in_words(one.at.partition("#")[2])
    return f"on {part}" if part else ""


def notes_in_short(library: Library, ids: Iterable[str]) -> dict[str, list[str]]:
    """Return the person's own notes on entries of a list, each as one text that says whose it is."""
    return {id: [_in_short(one) for one in found] for id, found in notes_on(library, ids, say).items()}


def _in_short(one: Note) -> str:
    """Return a note in one text.

    >>> _in_short(Note("May it leave?", "No.", number=3))
    'Your note 3 (open): May it leave? No.'
    """
    told = " ".join(text for text in (one.question, one.answer or one.call) if text)
    return f"Your note {one.number}{' (open)' * one.is_open}: {told}"

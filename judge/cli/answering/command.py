"""`judge TEXT…`: the answer to a query, opened where it is a clear one; else a list that fits the screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from judge.cli import completion
from judge.cli.answering.last_list import nth, remember
from judge.cli.asking import entry_texts, nothing_found
from judge.cli.narrowing import day_line, say_led, with_as_of, with_narrowing
from judge.cli.shared import (
    Command,
    check_date,
    output_screen,
    output_terminal,
    page,
    query_text,
    say,
    with_corpus,
    with_editions,
    with_json,
    write_line,
)
from judge.core.errors import NoEntry
from judge.records import answers

if TYPE_CHECKING:
    from judge.library import Library
    from judge.search.lookup import Answer, Reply


OTHERS = 4
"""Answers that are named below the one that is opened."""


@click.command(cls=Command)
@click.argument("query", nargs=-1, required=True, metavar="TEXT…", shell_complete=completion.locators)
@with_narrowing
@with_editions
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="How many answers to list.")
@click.option("--brief", is_flag=True, help="One line per answer: its id and its name, for scripts.")
@with_json
@with_corpus
@with_as_of
def answer(library: Library, query: tuple[str, ...], as_json: bool, limit: int, brief: bool, **narrowing: Any) -> None:
    """Show the answer to a query of any kind: opened where it is clear, else a list that fits the screen.

    :3 opens the third answer of the last list of this terminal.

    Example: judge "can I heal an undamaged card"
    """
    check_date(narrowing["since"], "--since")
    text = query_text(query)
    if _is_locator(text) and not as_json and not brief:
        page(day_line(library) + entry_texts(library, text))
        return
    reply = library.reply(text, limit, **narrowing)
    if as_json:
        from judge.core.jsonl import dumps

        write_line(dumps(reply.record(text) | answers.asked_as_of(library)))
    elif brief:
        page("".join(f"{one.row.id}  {one.path[-1]}\n" for one in reply.answers))
    else:
        shown = screen_of(library, text, reply)
        remember(shown.ids)
        page(day_line(library, {one.document["game"] for one in reply.answers}) + shown.text)
    if (reply.weak or query[0] in reply.read_as) and (meant := _command_like(query[0])):
        say(f"did you mean the command {meant}?")
    if reply.weak:
        sys.exit(1)


def _is_locator(text: str) -> bool:
    """Say whether an answer of the last list or an id was typed."""
    return nth(text) is not None or (":" in text.strip(":") and " " not in text.strip())


class Shown(NamedTuple):
    """What a reply looks like."""

    text: str
    ids: tuple[str, ...]
    """The ids of the answers that it numbers."""


def screen_of(library: Library, text: str, reply: Reply, opens: str | None = None) -> Shown:
    """Return what is shown of a reply; what is doubtful is said on standard error.

    Args:
        library: where it comes from.
        text: the query.
        reply: its answers.
        opens: what is typed to open the first answer; None for what is typed in a shell.

    Raises:
        NoEntry: no document has the number that was typed; the error names its neighbours.
    """
    from judge.cli.screens import answer, screen

    if reply.absent:
        raise NoEntry(text, tuple(library.nearest(text)))
    if not reply.answers:
        say(nothing_found(library, text))
        return Shown("", ())
    say_led(library, reply.led)
    clear = is_clear(reply)
    answers = reply.answers if clear else grouped(reply.answers)
    ids = tuple(one.row.id for one in answers)
    told = ""
    if answers[0].why == "fuzzy":
        told = f"nothing is called '{text}'; {'this is' if clear else 'did you mean'} {answers[0].path[-1]}"
    elif reply.weak or answers[0].why == "text":
        told = screen.doubts(reply)
    rows = _rows(say(told) if told else 0)
    opens = opens or answer.OPENS
    if not clear:
        return Shown(answer.listed(output_screen(), answers, rows, opens), ids)
    others = answers[1 : OTHERS + 1]
    return Shown(_opened(library, answers[0], others, rows, opens), ids[: OTHERS + 1])


def _command_like(word: str) -> str | None:
    """Return the command that was perhaps meant by the first word."""
    from difflib import get_close_matches

    context = click.get_current_context().find_root()
    commands = context.command.list_commands(context) if isinstance(context.command, click.Group) else []
    return next(iter(get_close_matches(word, commands, 1, 0.75)), None)


def _opened(library: Library, first: Answer, others: Sequence[Answer], rows: int | None, opens: str) -> str:
    from judge.cli.screens import answer, newer

    id, _, part = first.row.id.partition("#")
    record = library.entries.record(id) | {"in_short": library.entries.in_short(id)}
    below = library.entries.contents(id) if not any(block["text"] for block in record["blocks"]) else []
    snippet = first.snippet if first.why in ("text", "names") else ""
    opened = answer.Opened(record, first.document, first.path, library.entries.opened(id), below, snippet, others, part)
    return answer.opened(output_screen(), opened, newer.Names(library), rows, opens)


def _rows(told: int) -> int | None:
    """Return how many rows the terminal has beside those of what was told and the next prompt."""
    terminal = output_terminal()
    return terminal.lines - 1 - told if terminal else None


NAMED = ("number", "title", "alias", "newer")
"""What an answer says that is called what was typed."""
HELD = 0.5
"""Share of the query that a text must hold."""
AHEAD = 1.08
"""How many times the score of the next answer a text must have."""


def is_clear(reply: Reply) -> bool:
    """Say whether the first answer is clear enough to be opened without a list.

    An exact number or title is, unless another game has the same. A title that is nearly the one typed is, if it is the
    only one. A text is, if it holds most of the query and the next best answer is well below it. Where single rulings
    are asked for, they are listed.
    """
    if reply.weak or reply.partial or not reply.answers:
        return False
    first, others = reply.answers[0], reply.answers[1:]
    if first.block is not None:
        return False
    if first.why in NAMED:
        return all(other.why not in NAMED or _of_one_game(first, other) for other in others)
    if first.why == "fuzzy":
        return all(other.why != "fuzzy" for other in others)
    rival = next((other.score for other in others if other.why == first.why and other.row.parent != first.row.id), 0.0)
    return first.held >= HELD and first.score >= AHEAD * rival


def _of_one_game(one: Answer, other: Answer) -> bool:
    return bool(one.document["game"] == other.document["game"])


def grouped(answers: list[Answer]) -> list[Answer]:
    """Return answers game by game, the game of the best answer first; within a game the best first."""
    games = list(dict.fromkeys(answer.document["game"] for answer in answers))
    return sorted(answers, key=lambda answer: games.index(answer.document["game"]))

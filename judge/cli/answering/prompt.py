"""`judge` alone: a prompt for one question after the other.

    toughness      a query of any kind; the answer is opened, or a list is shown
    :3             opens the third answer of the last list
    help           says what can be typed
    (nothing)      leaves, as Ctrl-D does

The library stays open from one answer to the next. Where Python has readline, the arrow keys bring back earlier lines.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import click

from judge.cli.answering.chosen_game import game_in_use
from judge.cli.answering.command import is_locator, screen_of
from judge.cli.answering.last_list import remember
from judge.cli.asking import entry_texts
from judge.cli.shared import open_library, output_screen, output_terminal, put, say
from judge.core.errors import JudgeError, NoEntry
from judge.core.files import corpus_folders
from judge.library import collection
from judge.server.watching import Watch

if TYPE_CHECKING:
    from judge.opened_library import Library

HELP = "type a number, a name or a question; :3 opens the third answer of the last list; an empty line or Ctrl-D quits"
SIGN = "judge> "
OPENS = ":1"
"""What opens the first answer."""


def converse(library: Library) -> None:
    """Answer lines until the person leaves, each from the documents as they are then."""
    with suppress(ImportError):
        import readline  # noqa: F401 (gives `input` a history)
    with ExitStack() as opened:

        def renew() -> None:
            nonlocal library
            library = opened.enter_context(open_library(map(str, library.corpus)))
            say("the documents have changed; answers now come from the new ones")

        folders = corpus_folders(library.corpus)
        watch = Watch(lambda: collection.state(folders), renew, say, "answers come from the old documents")
        put(help_text())
        while line := typed_line():
            watch.look()
            try:
                put(answer_line(library, line))  # never a pager, which would take the next line as its own
            except NoEntry as error:
                near = "; ".join(name for _, name in error.nearest)
                say(f"{error}{f'; closest: {near}' if near else ''}")
            except JudgeError as error:
                say(str(error))
            except click.UsageError as error:
                say(error.message)


def typed_line() -> str:
    """Return what a person types at the prompt; nothing at the end of the input."""
    try:
        return input(SIGN).strip()
    except EOFError:
        put("\n")
        return ""


def answer_line(library: Library, line: str) -> str:
    """Return what is shown for a line; it may be nothing.

    Raises:
        JudgeError: there is no such number or entry.
        UsageError: the last list has no such answer.
    """
    if line == "help":
        return help_text()
    if is_locator(line):
        return entry_texts(library, line)
    shown = screen_of(library, line, library.reply(line, meant=game_in_use()), OPENS)
    remember(shown.ids)
    return shown.text


def help_text() -> str:
    """Return what can be typed, in lines that fit the terminal."""
    return "\n".join(output_screen().wrap(HELP)) + "\n"


def start(corpus: tuple[str, ...]) -> None:
    """Answer what is typed on a terminal; elsewhere, print what --help does."""
    if not (sys.stdin and sys.stdin.isatty() and output_terminal()):
        put(f"{click.get_current_context().get_help()}\n")
        return
    with open_library(corpus) as library:
        converse(library)

"""The prompt: a question, its answer, the next question, until the person leaves.

    toughness      a question of any kind; the answer is opened, or a list is shown
    3              opens the third answer of the list
    b              goes back to what was shown before
    /game NAME     asks only in this game; /game alone asks in all
    q              leaves, as Ctrl-D does

With prompt_toolkit (the extra `prompt`) numbers and titles are completed as they are typed; without it,
lines are read as the system reads them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from judge.cli.answering.command import screen_of
from judge.cli.answering.last_list import nth, remember
from judge.cli.asking import entry_texts
from judge.cli.shared import page, put, say
from judge.core.errors import JudgeError, NoEntry

if TYPE_CHECKING:
    from judge.library import Library

HELP = "type a number, a name or a question; 3 opens the third answer; b goes back; /game NAME; q leaves"
SIGN = "judge> "
OFFERED = 8
"""Names that are offered while one is typed."""


class Conversation:
    """What was asked so far: the game, the last list, and what was shown before."""

    def __init__(self, library: Library) -> None:
        """Take the library."""
        self._library = library
        self.game: str | None = None
        self._ids: tuple[str, ...] = ()
        self._shown: list[tuple[str, tuple[str, ...]]] = []

    def answer(self, line: str) -> str:
        """Return what is shown for a line; it may be nothing.

        Raises:
            JudgeError: there is no such number, game or entry.
        """
        typed = line.strip()
        if typed.startswith("/"):
            return self._command(typed)
        if typed.lower() == "b":
            return self._back()
        place = nth(typed if typed.startswith(":") else f":{typed}")
        if place is not None and 0 < place <= len(self._ids):
            return self._keep(entry_texts(self._library, self._ids[place - 1]), self._ids)
        shown = screen_of(self._library, typed, self._library.reply(typed, game=self.game))
        remember(shown.ids)
        return self._keep(shown.text, shown.ids) if shown.text else ""

    def suggestions(self, typed: str) -> list[str]:
        """Return the numbers and titles that begin, or nearly begin, with what is typed."""
        return [one.text for one in self._library.suggest(typed, OFFERED)] if typed.strip() else []

    def _keep(self, text: str, ids: tuple[str, ...]) -> str:
        self._shown.append((text, ids))
        self._ids = ids
        return text

    def _back(self) -> str:
        """Return what was shown before the last; the first stays."""
        if len(self._shown) > 1:
            self._shown.pop()
        if not self._shown:
            return ""
        text, self._ids = self._shown[-1]
        return text

    def _command(self, typed: str) -> str:
        word, _, rest = typed.partition(" ")
        if word != "/game":
            return HELP + "\n"
        wanted = rest.strip() or None
        self._library.reply("", 1, game=wanted)  # refuses a game that there is not
        self.game = wanted
        return f"asking in {wanted or 'all games'}\n"


def converse(library: Library) -> None:
    """Answer lines until the person leaves."""
    talk = Conversation(library)
    read = _reader(talk)
    put(HELP + "\n")
    while True:
        try:
            line = read(f"{talk.game} {SIGN}" if talk.game else SIGN)
        except EOFError:
            put("\n")
            return
        if line.strip().lower() in ("q", "quit", "exit", "/q", "/quit"):
            return
        if not line.strip():
            continue
        try:
            page(talk.answer(line))
        except NoEntry as error:
            near = "; ".join(name for _, name in error.nearest)
            say(f"{error}{f'; closest: {near}' if near else ''}")
        except JudgeError as error:
            say(str(error))


def _reader(talk: Conversation) -> Callable[[str], str]:
    """Return what reads a line: prompt_toolkit where it is installed and the terminal can do it, else the system."""
    if os.environ.get("TERM") != "dumb":
        with suppress(ImportError):
            return _with_completion(talk)
    with suppress(ImportError):
        import readline  # noqa: F401 (gives `input` a history)
    return input


def _with_completion(talk: Conversation) -> Callable[[str], str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    from judge.core.files import cache_folder

    def completions(_: Any, document: Any, __: Any) -> Any:
        typed = document.text_before_cursor
        for name in talk.suggestions(typed):
            yield Completion(name, start_position=-len(typed))

    names: Any = type("Names", (Completer,), {"get_completions": completions})
    history: Any = InMemoryHistory()
    with suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        history = FileHistory(str(cache_folder() / "history"))
    session: Any = PromptSession(history=history, completer=names(), complete_while_typing=True)
    read: Callable[[str], str] = session.prompt
    return read

"""The prompt: a question, its answer, the next question, until the person leaves.

    toughness      a question of any kind; the answer is opened, or a list is shown
    3              opens the third answer of the list
    Tab            shows the answers of the list; the arrows choose one, Enter opens it
    b              goes back to what was shown before
    /game NAME     asks only in this game; /game alone asks in all
    q              leaves, as Ctrl-D does

With prompt_toolkit (the extra `prompt`) numbers and titles are completed as they are typed; without it,
lines are read as the system reads them, and Tab shows nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING, Any

from judge.build import collection
from judge.cli.answering.chosen_game import game_in_use
from judge.cli.answering.command import screen_of
from judge.cli.answering.last_list import nth, remember
from judge.cli.asking import entry_texts
from judge.cli.shared import open_library, output_screen, output_terminal, put, say
from judge.core.errors import JudgeError, NoEntry
from judge.core.files import cache_folder, corpus_folders
from judge.core.names import citation
from judge.server.watching import Watch

if TYPE_CHECKING:
    from judge.library import Library

HELP = (
    "type a number, a name or a question; 3 opens the third answer; b goes back; /game NAME searches one game; q quits"
)
SIGN = "judge> "
OPENS = "1"
"""What opens the first answer."""
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

    def take(self, library: Library) -> None:
        """Ask another library from now on: the documents as they are now."""
        self._library = library

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
        reply = self._library.reply(typed, game=self.game, meant=game_in_use())
        shown = screen_of(self._library, typed, reply, OPENS)
        remember(shown.ids)
        return self._keep(shown.text, shown.ids) if shown.text else ""

    def offered(self, typed: str, *, asked: bool = False) -> list[tuple[str, str]]:
        """Return what may be typed, each with how it is shown.

        Args:
            typed: numbers and titles that begin, or nearly begin, with it are offered.
            asked: whether the person asked for them; then the answers of the last list are, where nothing is typed.
        """
        if typed.strip():
            return [(one.text, one.text) for one in self._library.suggest(typed, OFFERED)]
        names = self._library.entries.names(self._ids) if asked else {}
        return [(str(place), f"{place}  {name}") for place, name in enumerate(names.values(), 1)]

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
            return help_text()
        wanted = rest.strip() or None
        self._library.reply("", 1, game=wanted)  # refuses a game that there is not
        self.game = wanted
        return f"searching {wanted or 'all games'}\n"


def help_text() -> str:
    """Return what can be typed, in lines that fit the terminal."""
    return "\n".join(output_screen().wrap(HELP)) + "\n"


def converse(library: Library) -> None:
    """Answer lines until the person leaves, each from the documents as they are then."""
    talk = Conversation(library)
    with ExitStack() as opened:

        def renew() -> None:
            talk.take(opened.enter_context(open_library(map(str, library.corpus))))
            say("the documents have changed; answers now come from the new ones")

        folders = corpus_folders(library.corpus)
        watch = Watch(lambda: collection.state(folders), renew, say, "answers come from the old documents")
        _converse(talk, watch.look)


def _converse(talk: Conversation, look: Callable[[], object]) -> None:
    read = _reader(talk)
    put(help_text())
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
        look()
        try:
            if shown := talk.answer(line):
                put(shown)  # never a pager: b, q and / mean other things there
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
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import Completer, Completion
    from prompt_toolkit.filters import Condition
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    def completions(_: Any, document: Any, event: Any) -> Any:
        typed = document.text_before_cursor
        for text, shown in talk.offered(typed, asked=event.completion_requested):
            yield Completion(text, start_position=-len(typed), display=shown)

    names: Any = type("Names", (Completer,), {"get_completions": completions})
    history: Any = InMemoryHistory()
    with suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        history = FileHistory(str(cache_folder() / "history"))
    # While nothing is typed no lines are kept free for a menu: they would push the best answers off the screen.
    typing = Condition(lambda: bool(get_app().current_buffer.text))
    session: Any = PromptSession(history=history, completer=names(), complete_while_typing=typing)
    read: Callable[[str], str] = session.prompt
    return read


MOST_LISTED = 6
"""Documents that are named."""


def start(corpus: tuple[str, ...]) -> None:
    """Say what is loaded; on a terminal, answer what is typed."""
    with open_library(corpus) as library:
        at_prompt = bool(sys.stdin and sys.stdin.isatty() and output_terminal())
        put(welcome(library, at_prompt=at_prompt))
        if at_prompt:
            converse(library)


def welcome(library: Library, *, at_prompt: bool = False) -> str:
    """Return what is loaded and three things to try with it, as they are typed in a shell or at the prompt."""
    screen = output_screen()
    documents = library.documents()
    lines = [screen.bold("Loaded")]
    for document in documents[:MOST_LISTED]:
        lines += screen.wrap(f"{citation(document)}: {document['entries']} entries", 2, 2)
    if len(documents) > MOST_LISTED:
        lines.append(f"  … and {len(documents) - MOST_LISTED} more; see judge list")
    number, title = _number(library), _title(library)
    tries = [(number if at_prompt else f"judge {number}", "a number")] if number else []
    if title:
        asked = (f"what is {title}", "a question")
        tries.append(asked if at_prompt else (f'judge "{asked[0]}"', "a question, in quotes"))
    own = "your own documents: .md .txt .html"
    tries.append(("judge add FILE", f"{own}; in your shell" if at_prompt else own))
    lines += ["", screen.bold("Try")]
    width = max(len(call) for call, _ in tries)
    lines += [line for call, what in tries for line in screen.wrap(f"{call.ljust(width)}   {what}", 2, 2)]
    return "\n".join(lines) + "\n\n"


def _number(library: Library) -> str | None:
    """Return the number of some rule, one of several levels where there is one."""
    found = [one.text for start in "2134" for one in library.suggest(start, 5) if one.why == "number"]
    return next((number for number in found if "." in number), next(iter(found), None))


def _title(library: Library) -> str | None:
    """Return the title of some entry, of one word where there is one."""
    found = [one.text for start in "tsabcde" for one in library.suggest(start, 5) if one.why == "title"]
    return min(found, key=lambda text: (text.count(" "), found.index(text)), default=None)

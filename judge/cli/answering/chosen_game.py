"""`judge use GAME`: the game that a person means where a query names none.

The answers of that game come first; no other is left out. It counts where a person reads them, on a terminal and at the
prompt, and never for a pipe, --json, the API or an assistant. Its name is in a file of the user data folder.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.arguments import completion
from judge.cli.shared import Command, output_terminal, put, query_text, with_corpus
from judge.core.errors import CollectionError
from judge.core.files import InputKind, read_text, replace_file, user_library
from judge.core.names import on_one_line
from judge.core.tokens import fold

if TYPE_CHECKING:
    from judge.opened_library import Library

FILE = "game"
GAME = InputKind("the name of a game", CollectionError, 1)


@click.command(cls=Command)
@click.argument("game", nargs=-1, shell_complete=completion.games)
@click.option("--none", "forget", is_flag=True, help="Forget the game; all games rank equally.")
@with_corpus
def use(library: Library, game: tuple[str, ...], forget: bool) -> None:
    """Remember the game whose answers come first, or show it.

    This applies only in a terminal, to queries that name no game; answers from other games stay in the list.

    Example: judge use UFS
    """
    wanted = query_text(game)
    if wanted and forget:
        raise click.UsageError("--none cannot be combined with a game; give only one of the two")
    if wanted:
        known = sorted({document.game for document in library.documents() if document.game})
        named = next((one for one in known if fold(one) == fold(wanted)), None)
        if not named:
            raise CollectionError(f"no document is for the game '{wanted}'; choose one of {', '.join(known)}")
        remember_game(named)
    elif forget:
        with suppress(FileNotFoundError):
            _path().unlink()
    used = game_in_use()
    put(f"{used} comes first\n" if used else "no game comes first\n")


def game_in_use() -> str | None:
    """Return the game that a person said they mean; None without one, or where its file cannot be read."""
    with suppress(CollectionError):
        return on_one_line(read_text(_path(), GAME)).strip() or None
    return None


def game_on_screen() -> str | None:
    """Return the game in use where a person reads what is printed, and nothing elsewhere."""
    return game_in_use() if output_terminal() else None


def _path() -> Path:
    return user_library().parent / FILE


def remember_game(game: str) -> None:
    """Write the game that a person means into the user data folder."""
    path = _path()
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, f"{game}\n".encode())

"""The words that players use: `[words]` in `games/GAME.toml` beside the documents of a collection.

Reads and writes: that file, whose comments and order stay.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from judge.build.manifest import with_word
from judge.core.errors import CollectionError
from judge.core.files import (
    SETTINGS,
    data_folder,
    game_folders,
    hold_lock,
    parse_toml,
    read_text,
    replace_file,
    sync_folder,
    user_library,
)
from judge.core.numbering import slug

GAMES = "games"
LOCK = ".words-lock"


def words_file(game: str, folder: Path, folders: Sequence[Path]) -> Path:
    """Return the file for the words of a game beside a collection; it has the name of that game's other files.

    The bundled collection is not changed: what belongs to it is written beside the person's own library.

    Args:
        game: the game of the documents.
        folder: of the collection.
        folders: those of all collections in use.
    """
    place = user_library() if folder == data_folder("corpus") else folder
    for known in reversed(game_folders(folders)):
        for path in sorted(known.glob("*.toml")):
            if parse_toml(read_text(path, SETTINGS), path).get("name", path.stem) == game:
                return place / GAMES / path.name
    return place / GAMES / f"{slug(game)}.toml"


def set_word(word: str, meaning: str, game: str, path: Path, *, known: bool) -> bool:
    """Write that players say a word for what the documents call otherwise, or take that back.

    Args:
        word: what players type.
        meaning: what the documents call it.
        game: the name of the game, for a new file.
        path: the file.
        known: whether the word is written, or taken back.

    Returns:
        Whether the file was changed.

    Raises:
        ManifestError: the file is broken, or cannot be edited automatically.
        CollectionError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with hold_lock(path.parent / LOCK, f"another program is writing to {path}; try again when it is done"):
            text = read_text(path, SETTINGS) if os.path.lexists(path) else ""
            changed = with_word(text, word, meaning, path, game=game, known=known)
            if changed != text:
                replace_file(path, changed.encode())
                sync_folder(path.parent)
    except OSError as error:
        raise CollectionError(f"{path} cannot be written: {error.strerror}") from error
    return changed != text

"""Where things lie: the bundled collection, the person's own library, the cache.

The only module that reads the environment: JUDGE_CORPUS, JUDGE_CACHE, JUDGE_DATA and what the system uses.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from judge.core.errors import CollectionError

PACKAGE = Path(__file__).resolve().parent.parent
MANIFEST = "corpus.toml"
"""Name of the file in which a collection describes its documents."""
ABANDONED = 3600.0
"""Seconds after which something unfinished is taken for that of a process that was killed."""


def data_folder(name: str) -> Path:
    """Return a folder of data that comes with the program.

    Args:
        name: "corpus" or "templates". An installed package carries them inside, a checkout beside the package.
    """
    checkout = PACKAGE.parent / name
    return checkout if (PACKAGE.parent / "pyproject.toml").is_file() else PACKAGE / "data" / name


def user_library() -> Path:
    """Return the folder of the person's own documents; it may not exist yet."""
    named = os.environ.get("JUDGE_DATA")
    return Path(named) / "library" if named else _user_folder("data") / "judge" / "library"


def game_folders(collections: Sequence[Path]) -> list[Path]:
    """Return the folders with what is known of games: the bundled one, the collections', the person's own."""
    own = user_library()
    folders = [data_folder("corpus"), *collections, *([own] if own not in collections else [])]
    return [folder / "games" for folder in dict.fromkeys(folders) if (folder / "games").is_dir()]


def cache_folder() -> Path:
    """Return the folder of the compiled form; it may not exist yet."""
    named = os.environ.get("JUDGE_CACHE")
    return Path(named) if named else _user_folder("cache") / "judge"


def _user_folder(kind: Literal["data", "cache"]) -> Path:
    """Return where programs keep a person's data or cache: XDG's folders, macOS's Library, Windows' AppData.

    platformdirs would tell the same for 12 ms, a fifth of what a whole look-up may take.
    """
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / {"data": "Application Support", "cache": "Caches"}[kind]
    named = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    return Path(named) if named.startswith("/") else Path.home() / {"data": ".local/share", "cache": ".cache"}[kind]


def corpus_folders(named: Sequence[str | Path] = ()) -> list[Path]:
    """Return the collections in use, in order: those named, else those of JUDGE_CORPUS, else our own and the person's.

    Raises:
        CollectionError: a folder that was named does not exist, or is none.
    """
    chosen = [Path(folder) for folder in named]
    if not chosen:
        chosen = [Path(folder) for folder in os.environ.get("JUDGE_CORPUS", "").split(os.pathsep) if folder]
    if not chosen:
        own = user_library()
        return [data_folder("corpus"), *([own] if own.is_dir() else [])]
    for folder in chosen:
        if not folder.is_dir():
            what = "is a file; name the folder it is in" if folder.exists() else "does not exist"
            raise CollectionError(f"the collection {folder} {what}")
    return [folder.resolve() for folder in chosen]

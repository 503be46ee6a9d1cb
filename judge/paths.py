"""Where things lie: the bundled collection, the person's own library, the cache.

The only module that reads the environment (JUDGE_CORPUS, JUDGE_CACHE) and asks platformdirs.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from judge.errors import CollectionError

PACKAGE = Path(__file__).resolve().parent
MANIFEST = "corpus.toml"
"""Name of the file in which a collection describes its documents."""


def data_folder(name: str) -> Path:
    """Return a folder of data that comes with the program.

    Args:
        name: "corpus" or "templates". An installed package carries them inside, a checkout beside the package.
    """
    checkout = PACKAGE.parent / name
    return checkout if (PACKAGE.parent / "pyproject.toml").is_file() else PACKAGE / "data" / name


def user_library() -> Path:
    """Return the folder of the person's own documents; it may not exist yet."""
    from platformdirs import user_data_path

    return user_data_path("judge", appauthor=False) / "library"


def cache_folder() -> Path:
    """Return the folder of the compiled form; it may not exist yet."""
    named = os.environ.get("JUDGE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("judge", appauthor=False)


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

"""Files that go to the site as they are: style sheet, scripts, icons. A theme may replace each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from judge.core.errors import ThemeError
from judge.site.offline import File

ASSETS = ("style.css", "early.js", "site.js", "search-box.js", "icon.svg")
APP = ("offline.js", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png")
"""Those for people who keep the site as an app."""
SEARCH = (
    *("tokens", "parts", "store", "full-text", "spelling", "query", "ranking", "subjects", "interactions", "stages"),
    *("lookup", "drawing", "panel"),
)
"""Scripts of the search, each by what stands between "search-" and ".js"; they go to the site as one, in this order."""


def asset_files(folders: Sequence[Path]) -> Iterator[File]:
    """Yield the path inside the site and the content of each file.

    Args:
        folders: where they are looked for, the theme's first.

    Raises:
        ThemeError: one cannot be read.
    """
    for name in (*ASSETS, *APP):
        yield f"assets/{name}", read_asset(folders, name)
    yield "assets/search.js", "\n".join(text(folders, f"search-{name}.js") for name in SEARCH)


def read_asset(folders: Sequence[Path], name: str) -> str | bytes:
    """Return what is in a file: bytes if it is a picture.

    Raises:
        ThemeError: it cannot be read.
    """
    if not name.endswith(".png"):
        return text(folders, name)
    path = _path(folders, name)
    try:
        return path.read_bytes()
    except OSError as error:
        raise ThemeError(f"{path} cannot be read ({error})") from error


def text(folders: Sequence[Path], name: str) -> str:
    """Return the text of a file.

    Raises:
        ThemeError: it cannot be read.
    """
    path = _path(folders, name)
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ThemeError(f"{path} cannot be read ({error})") from error


def _path(folders: Sequence[Path], name: str) -> Path:
    return next(folder / name for folder in folders if (folder / name).is_file())

"""Files that go to the site as they are: style sheet, scripts, icons. A theme may replace each of them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from judge.core.errors import ThemeError
from judge.core.files import TEMPLATE, read_file, read_text
from judge.site.offline import ORIGINALS, File
from judge.site.owner import Owner

ASSETS = ("style.css", "early.js", "site.js", "search-box.js", "sheet.js", "icon.svg")
APP = ("offline.js", "icon-180.png", "icon-192.png", "icon-512.png", "icon-maskable.png", "preview.png")
"""Those for people who keep the site as an app."""
SEARCH = (
    *(
        "tokens",
        "parts",
        "store",
        "full-text",
        "spelling",
        "locators",
        "query",
        "ranking",
        "subjects",
        "similar",
        "interactions",
        "stages",
    ),
    *("lookup", "drawing", "panel"),
)
"""Scripts of the search, each by what stands between "search-" and ".js"; they go to the site as one, in this order."""


def asset_files(folders: Sequence[Path], replaced: Container[str] = ()) -> Iterator[File]:
    """Yield the path inside the site and the content of each file.

    Args:
        folders: where they are looked for, the theme's first.
        replaced: names of those that the owner gives.

    Raises:
        ThemeError: one cannot be read.
    """
    for name in (name for name in (*ASSETS, *APP) if name not in replaced):
        yield f"assets/{name}", read_asset(folders, name)
    yield "assets/search.js", "\n".join(text(folders, f"search-{name}.js") for name in SEARCH)


def owner_files(owner: Owner) -> Iterator[File]:
    """Yield what the owner gives: the colours, the style sheet, pictures; some of these take the place of ours."""
    if owner.accent:
        yield "assets/accent.css", owner.colours()
    if owner.theme:
        yield "assets/theme.css", owner.theme
    for name, data in owner.pictures.items():
        yield f"assets/{name}", data
    for name, data in owner.originals.items():
        yield f"{ORIGINALS}/{name}", data


def read_asset(folders: Sequence[Path], name: str) -> str | bytes:
    """Return what is in a file: bytes if it is a picture.

    Raises:
        ThemeError: it cannot be read.
    """
    if not name.endswith(".png"):
        return text(folders, name)
    return read_file(_path(folders, name), TEMPLATE)


def text(folders: Sequence[Path], name: str) -> str:
    """Return the text of a file.

    Raises:
        ThemeError: it cannot be read.
    """
    return read_text(_path(folders, name), TEMPLATE)


def load_template(folders: Sequence[Path], name: str) -> tuple[str, str, None] | None:
    """Return a template's text and the path that its errors name, as jinja2 wants them; None where there is none.

    Raises:
        ThemeError: it cannot be read.
    """
    path = _find(folders, name)
    return (read_text(path, TEMPLATE), str(path), None) if path else None


def _path(folders: Sequence[Path], name: str) -> Path:
    path = _find(folders, name)
    if path is None:
        raise ThemeError(f"there is no {name} in {' or '.join(map(str, folders))}")
    return path


def _find(folders: Sequence[Path], name: str) -> Path | None:
    return next((folder / name for folder in folders if (folder / name).exists()), None)

"""The templates and the files that go to the site as they are. The only importer of jinja2.

What a template prints is made printable and escaped.
"""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from judge.core.dates import written_date
from judge.core.errors import ThemeError
from judge.core.files import TEMPLATE, read_file, read_text
from judge.core.names import citation, printable, printable_data
from judge.site.offline import File
from judge.site.owner import Owner
from judge.site.pages.entries import edition_line, source_line
from judge.site.pages.markup import opening, tag

ASSETS = (
    *("style.css", "early.js", "site.js", "notes.js", "my-notes.js", "search-box.js"),
    "icon.svg",
)
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
        "interactions",
        "stages",
    ),
    *("lookup", "drawing", "panel"),
)
"""Scripts of the search, each by its name between "search-" and ".js"; they go to the site as one, in this order."""


QR = "globalThis.judgeQr = (() => {\nconst exports = {};\n{{ library }}\nreturn exports;\n})();\n"
"""What makes a module for Node, as lean-qr is, one for a page that may have been opened from a disk."""
ACCENT = "#7a2e1d"
"""The colour of the icon, which is that of the style sheet."""


def asset_files(folder: Path, replaced: Container[str] = (), accent: str = "") -> Iterator[File]:
    """Yield the path inside the site and the content of each file.

    Args:
        folder: where they are.
        replaced: names of those that the owner gives.
        accent: the colour of the icon, if the owner has one.

    Raises:
        ThemeError: one cannot be read.
    """
    for name in (name for name in (*ASSETS, *APP) if name not in replaced):
        path = folder / name
        if name.endswith(".png"):
            yield f"assets/{name}", read_file(path, TEMPLATE)
        else:
            content = read_text(path, TEMPLATE)
            yield f"assets/{name}", content.replace(ACCENT, accent) if accent and name == "icon.svg" else content
    library = text(folder, "vendor/lean-qr.js")
    yield "assets/code.js", QR.replace("{{ library }}", library) + text(folder, "code.js")
    yield "assets/search.js", "\n".join(text(folder, f"search-{name}.js") for name in SEARCH)


def owner_files(owner: Owner) -> Iterator[File]:
    """Yield what the owner gives: the colours, the style sheet, pictures; some of these take the place of ours."""
    if owner.accent:
        yield "assets/accent.css", owner.colours()
    if owner.theme:
        yield "assets/theme.css", owner.theme
    for name, data in owner.pictures.items():
        yield f"assets/{name}", data


def text(folder: Path, name: str) -> str:
    """Return the text of a file.

    Raises:
        ThemeError: it cannot be read.
    """
    return read_text(folder / name, TEMPLATE)


def load_template(folder: Path, name: str) -> tuple[str, str, None] | None:
    """Return a template's text and the path that its errors name, as jinja2 wants them; None where there is none.

    Raises:
        ThemeError: it cannot be read.
    """
    path = folder / name
    return (read_text(path, TEMPLATE), str(path), None) if path.exists() else None


class Template:
    """A template whose errors name the file and the line."""

    def __init__(self, environment: jinja2.Environment, name: str) -> None:
        self._name = name
        try:
            self._template = environment.get_template(name)
        except jinja2.TemplateSyntaxError as error:
            raise ThemeError(f"{error.filename or name}:{error.lineno}: {error.message}") from error
        except jinja2.TemplateError as error:
            raise ThemeError(f"the template {name} cannot be read ({error})") from error

    def render(self, *values: Mapping[str, Any], **named: Any) -> str:
        """Render the template.

        Raises:
            ThemeError: something in it fails.
        """
        try:
            return self._template.render(*values, **named)
        except jinja2.TemplateSyntaxError as error:
            raise ThemeError(f"{error.filename or self._name}:{error.lineno}: {error.message}") from error
        except ThemeError:  # a template that it includes cannot be read
            raise
        except Exception as error:  # whatever a template does wrong
            frames = traceback.extract_tb(error.__traceback__)
            ours = (".html", ".xml", ".webmanifest")
            place = next((frame for frame in reversed(frames) if frame.filename.endswith(ours)), None)
            where = f"{place.filename}:{place.lineno}" if place else self._name
            what = f"there is no template {error}" if isinstance(error, jinja2.TemplateNotFound) else error
            raise ThemeError(f"{where}: {what}") from error


def environment(folder: Path) -> jinja2.Environment:
    """Return what templates are read and rendered by: all that they print is escaped and printable."""
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(partial(load_template, folder)),
        autoescape=True,
        finalize=printed,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "written_date": written_date,
        "citation": citation,
        "source_line": source_line,
        "edition_line": edition_line,
        "lang": lang,
        "opening": opening,
        "usual": usual,
    }
    made.policies["json.dumps_function"] = lambda data, **named: json.dumps(printable_data(data), **named)
    return made


def lang(language: str, around: str) -> Markup:
    """Return the attribute that says of what language a part of a page is; nothing where that is what is around it.

    >>> lang("de", "en"), lang("en", "en"), lang("", "en")
    (Markup(' lang="de"'), Markup(''), Markup(''))
    """
    return tag(' lang="{}"', language) if language and language != around else Markup()


def usual(sources: Iterable[str]) -> str:
    """Return the source that most texts of a list have, so that the list names it once; empty where none has any."""
    return next((source for source, _ in Counter(filter(None, sources)).most_common(1)), "")


def printed(value: Any) -> Any:
    """Return what a template prints without control characters; jinja2 escapes it afterwards, except markup."""
    if isinstance(value, Markup | jinja2.Undefined):
        return value
    return printable(value if isinstance(value, str) else str(value))

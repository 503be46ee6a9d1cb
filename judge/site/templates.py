"""The templates: how they are found and rendered, and what they print made printable; the only importer of jinja2."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from judge.core.dates import written_date
from judge.core.errors import ThemeError
from judge.core.names import citation, printable, printable_data
from judge.site import assets
from judge.site.pages.entries import source_line


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


def environment(folders: Sequence[Path]) -> jinja2.Environment:
    """Return what templates are read and rendered by: all that they print is escaped and printable."""
    made = jinja2.Environment(
        loader=jinja2.FunctionLoader(partial(assets.load_template, folders)),
        autoescape=True,
        finalize=printed,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters |= {"written_date": written_date, "citation": citation, "source_line": source_line}
    made.policies["json.dumps_function"] = lambda data, **named: json.dumps(printable_data(data), **named)
    return made


def printed(value: Any) -> Any:
    """Return what a template prints without control characters; jinja2 escapes it afterwards, but for markup."""
    if isinstance(value, Markup | jinja2.Undefined):
        return value
    return printable(value if isinstance(value, str) else str(value))

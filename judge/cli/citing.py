"""Commands that check what others cite: verify."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from judge.cli import completion
from judge.cli.shared import Command, output_screen, page, query_text, with_corpus, with_json, write_line

if TYPE_CHECKING:
    from judge.library import Library


@click.command(cls=Command)
@click.argument("locator", shell_complete=completion.locators)
@click.argument("quote", required=False)
@with_json
@with_corpus
def verify(library: Library, locator: str, quote: str | None, as_json: bool) -> None:
    """Check whether a rule exists and, if a QUOTE is given, says that; exit with 0 only if so.

    The quotation may leave words out with an ellipsis (… or [...]); quotation marks, line ends and case do not matter.

    Example: judge verify 24.8.1.3
    """
    from judge.citations.verify import verify as checked
    from judge.cli.screens.changes import verdict
    from judge.core.jsonl import dumps

    found = checked(library, query_text((locator,)), query_text((quote,)) if quote else None)
    if as_json:
        write_line(dumps(found.record()))
    else:
        ids = [id for id in (found.id, found.superseded_by, *found.found_in, *found.near) if id]
        page(verdict(output_screen(), found, {id: library.name(id) for id in ids}))
    if found.verdict != "true":
        sys.exit(1)

"""The options that narrow a question to a part of the library, the same for every command that has them."""

from __future__ import annotations

import click

from judge.cli import completion
from judge.cli.shared import F
from judge.core.names import KINDS


def with_narrowing(command: F) -> F:
    """Add --game, --document, --kind and --since."""
    document = "Only this document; see `judge list`."
    since = "Only what is dated this day or later, such as 2006-08-05."
    for option in (
        click.option("--since", metavar="DATE", help=since),
        click.option("--kind", type=click.Choice(list(KINDS)), help="Only entries of this kind."),
        click.option("--document", metavar="KEY", shell_complete=completion.documents, help=document),
        click.option("--game", shell_complete=completion.games, help="Only documents of this game."),
    ):
        command = option(command)
    return command

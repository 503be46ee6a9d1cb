"""The options that narrow what a command shows, the same for every command that has them: of a library, of findings."""

from __future__ import annotations

from pathlib import Path

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


def with_findings(command: F) -> F:
    """Add --code, --ignore, --baseline, --fix and --force."""
    baseline = "Leave out what this list has, which --json printed."
    for option in (
        click.option("--force", is_flag=True, help="With --fix: replace files of these names in DIR."),
        click.option(
            "--fix", "target", type=click.Path(path_type=Path), metavar="DIR", help="Write corrected copies to DIR."
        ),
        click.option("--baseline", type=click.Path(path_type=Path), help=baseline),
        click.option("--ignore", "ignored", multiple=True, metavar="CODE", help="Leave out this kind of finding."),
        click.option("--code", "codes", multiple=True, metavar="CODE", help="Show only this kind of finding."),
    ):
        command = option(command)
    return command

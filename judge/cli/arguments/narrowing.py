"""Options that several commands have: what narrows an answer or a list of findings, and --as-of with what it says."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from judge.cli.arguments import completion
from judge.cli.shared import F, check_date, output_screen, say
from judge.core.names import KINDS

if TYPE_CHECKING:
    from judge.opened_library import Library
    from judge.search.locating import Match


def with_narrowing(command: F) -> F:
    """Add --game, --document, --kind and --since."""
    document = "Only this document; see `judge list`."
    since = "Only entries dated on or after DATE, such as 2006-08-05."
    for option in (
        click.option("--since", metavar="DATE", help=since),
        click.option("--kind", type=click.Choice(list(KINDS)), help="Only entries of this kind."),
        click.option("--document", metavar="KEY", shell_complete=completion.documents, help=document),
        click.option("--game", shell_complete=completion.games, help="Only documents of this game."),
    ):
        command = option(command)
    return command


def with_findings(command: F) -> F:
    """Add --code, --ignore, --baseline and --fix."""
    baseline = "Leave out the findings listed in this file, made with --json."
    for option in (
        click.option(
            "--fix", "target", type=click.Path(path_type=Path), metavar="DIR", help="Write corrected copies to DIR."
        ),
        click.option("--baseline", type=click.Path(path_type=Path), help=baseline),
        click.option("--ignore", "ignored", multiple=True, metavar="CODE", help="Leave out findings of this kind."),
        click.option("--code", "codes", multiple=True, metavar="CODE", help="Show only findings of this kind."),
    ):
        command = option(command)
    return command


def with_as_of(command: F) -> F:
    """Add --as-of, and hand the command the library as it was on that day."""

    def run(library: Library, *args: Any, as_of: str | None, **kwargs: Any) -> Any:
        check_date(as_of, "--as-of")
        return command(library.on_day(as_of), *args, **kwargs)

    option = click.option("--as-of", metavar="DATE", help="Answer from the editions and rulings in force on DATE.")
    return option(update_wrapper(run, command))  # type: ignore[return-value]


def day_line(library: Library, games: Collection[str | None] = ()) -> str:
    """Return the line above an answer that says which day it is from; nothing where that is today."""
    if library.day is None:
        return ""
    from judge.cli.screens import newer

    shown = output_screen()
    return "\n".join([*shown.wrap(newer.day_line(library.day, games), 0, 2, shown.dim), "", ""])


def say_day(library: Library) -> None:
    """Tell which day was asked for, where there is no answer."""
    if library.day:
        from judge.cli.screens import newer

        say(newer.day_line(library.day))


def say_led(library: Library, matches: Iterable[Match]) -> None:
    """Tell where a locator of an older edition led."""
    led = [match for match in matches if match.former]
    if led:
        from judge.cli.screens import newer

        names = newer.Names(library)
        for match in led:
            say(names.led(match))

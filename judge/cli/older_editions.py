"""Older editions in answers: --as-of DATE and the line that says so, and where a number of an older edition led."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import update_wrapper
from typing import TYPE_CHECKING, Any

import click

from judge.cli.shared import F, check_date, output_screen, say

if TYPE_CHECKING:
    from judge.library import Library
    from judge.search.lookup import Match


def with_as_of(command: F) -> F:
    """Add --as-of, and hand the command the library as it was on that day."""

    def run(library: Library, *args: Any, as_of: str | None, **kwargs: Any) -> Any:
        check_date(as_of, "--as-of")
        return command(library.on_day(as_of), *args, **kwargs)

    option = click.option("--as-of", metavar="DATE", help="Answer from the editions and dated rulings of that day.")
    return option(update_wrapper(run, command))  # type: ignore[return-value]


def asked_as_of(library: Library) -> dict[str, Any]:
    """Return what the JSON says of the day that is answered from; nothing where that is today."""
    return {"asked_as_of": library.day.record()} if library.day else {}


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

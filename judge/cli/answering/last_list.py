"""The answers that a terminal was shown last, so that `judge :3` opens the third.

They are kept for a day, in a file of the cache folder whose name tells the terminal's session. A program without a
controlling terminal, such as a scheduled one, has no last list.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import click

from judge.core.errors import CollectionError

NTH = re.compile(r":(\d{1,4})")
"""How an answer of the last list is named."""
FOLDER = "lists"
KEPT = 86_400.0
"""Seconds that a list is kept."""


def nth(locator: str) -> int | None:
    """Return which answer of the last list a locator names.

    >>> nth(":3"), nth("24.3")
    (3, None)
    """
    named = NTH.fullmatch(locator.strip())
    return int(named[1]) if named else None


def remember(ids: Sequence[str]) -> None:
    """Keep the ids of a list that this terminal is shown; where nothing can be written, nothing is kept."""
    from judge.core.files import cache_folder, replace_file

    terminal = _terminal()
    if terminal is None or not ids:
        return
    folder = cache_folder() / FOLDER
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for old in folder.iterdir():
            if time.time() - old.stat().st_mtime > KEPT:
                old.unlink()
        replace_file(folder / terminal, "\n".join(ids).encode("utf-8", "replace"))


def recall(locator: str) -> str:
    """Return a locator; of `:3`, the id of the third answer of the last list of this terminal.

    Raises:
        UsageError: there is no terminal, no list of the last day, or no such answer in it.
    """
    from judge.core.files import InputKind, cache_folder, read_text

    place = nth(locator)
    if place is None:
        return locator
    terminal = _terminal()
    if terminal is None:
        raise click.UsageError(f":{place} opens a result from the last list in a terminal, but this is not a terminal")
    ids: list[str] = []
    path = cache_folder() / FOLDER / terminal
    with suppress(OSError, CollectionError):
        if time.time() - path.stat().st_mtime <= KEPT:
            ids = read_text(path, InputKind("a list of answers", CollectionError, 1)).splitlines()
    if not ids:
        raise click.UsageError(f":{place} opens an answer from the last list; ask something first")
    if not 1 <= place <= len(ids):
        raise click.UsageError(f"the last list has only {len(ids)} result{'s' * (len(ids) != 1)}")
    return ids[place - 1]


def _terminal() -> str | None:
    """Return a name for the session of the controlling terminal; None where there is none."""
    if sys.platform == "win32":
        return f"console-{os.getppid()}" if sys.stdin and sys.stdin.isatty() else None
    try:
        os.close(os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return None
    return f"session-{os.getsid(0)}"

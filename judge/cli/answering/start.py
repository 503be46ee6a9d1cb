"""`judge` alone: what is loaded and three things to try; on a terminal, a prompt that stays open."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from judge.cli.shared import open_library, output_screen, output_terminal, put
from judge.core.names import citation

if TYPE_CHECKING:
    from judge.library import Library

MOST_LISTED = 6
"""Documents that are named."""


def start(corpus: tuple[str, ...]) -> None:
    """Say what is loaded; on a terminal, answer what is typed."""
    with open_library(corpus) as library:
        put(welcome(library))
        if sys.stdin and sys.stdin.isatty() and output_terminal():
            from judge.cli.answering.prompt import converse

            converse(library)


def welcome(library: Library) -> str:
    """Return what is loaded and three things to try with it."""
    screen = output_screen()
    documents = library.documents()
    lines = [screen.bold("Loaded")]
    for document in documents[:MOST_LISTED]:
        lines += screen.wrap(f"{citation(document)}: {document['entries']} entries", 2, 2)
    if len(documents) > MOST_LISTED:
        lines.append(f"  … and {len(documents) - MOST_LISTED} more; see judge list")
    number, title = _number(library), _title(library)
    tries = [(f"judge {number}", "a number")] if number else []
    tries += [(f'judge "what is {title}"', "a question, in quotes")] if title else []
    tries += [("judge add FILE", "your own documents: .md .txt .html")]
    lines += ["", screen.bold("Try")]
    width = max(len(call) for call, _ in tries)
    lines += [line for call, what in tries for line in screen.wrap(f"{call.ljust(width)}   {what}", 2, 2)]
    return "\n".join(lines) + "\n\n"


def _number(library: Library) -> str | None:
    """Return the number of some rule."""
    found = (one.text for start in "2134" for one in library.suggest(start, 5) if one.why == "number")
    return next(found, None)


def _title(library: Library) -> str | None:
    """Return the title of some entry, of one word where there is one."""
    found = [one.text for start in "tsabcde" for one in library.suggest(start, 5) if one.why == "title"]
    return min(found, key=lambda text: (text.count(" "), found.index(text)), default=None)

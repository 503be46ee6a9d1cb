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
        at_prompt = bool(sys.stdin and sys.stdin.isatty() and output_terminal())
        put(welcome(library, at_prompt=at_prompt))
        if at_prompt:
            from judge.cli.answering.prompt import converse

            converse(library)


def welcome(library: Library, *, at_prompt: bool = False) -> str:
    """Return what is loaded and three things to try with it, as they are typed in a shell or at the prompt."""
    screen = output_screen()
    documents = library.documents()
    lines = [screen.bold("Loaded")]
    for document in documents[:MOST_LISTED]:
        lines += screen.wrap(f"{citation(document)}: {document['entries']} entries", 2, 2)
    if len(documents) > MOST_LISTED:
        lines.append(f"  … and {len(documents) - MOST_LISTED} more; see judge list")
    number, title = _number(library), _title(library)
    tries = [(number if at_prompt else f"judge {number}", "a number")] if number else []
    if title:
        asked = (f"what is {title}", "a question")
        tries.append(asked if at_prompt else (f'judge "{asked[0]}"', "a question, in quotes"))
    own = "your own documents: .md .txt .html"
    tries.append(("judge add FILE", f"{own}; in your shell" if at_prompt else own))
    lines += ["", screen.bold("Try")]
    width = max(len(call) for call, _ in tries)
    lines += [line for call, what in tries for line in screen.wrap(f"{call.ljust(width)}   {what}", 2, 2)]
    return "\n".join(lines) + "\n\n"


def _number(library: Library) -> str | None:
    """Return the number of some rule, one of several levels where there is one."""
    found = [one.text for start in "2134" for one in library.suggest(start, 5) if one.why == "number"]
    return next((number for number in found if "." in number), next(iter(found), None))


def _title(library: Library) -> str | None:
    """Return the title of some entry, of one word where there is one."""
    found = [one.text for start in "tsabcde" for one in library.suggest(start, 5) if one.why == "title"]
    return min(found, key=lambda text: (text.count(" "), found.index(text)), default=None)

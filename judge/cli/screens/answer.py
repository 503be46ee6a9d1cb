"""What a terminal shows of an answer at the table: the best one opened, the next ones a line each; or a short list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, groupby
from typing import TYPE_CHECKING, NamedTuple

from judge.cli.screens.screen import (
    Screen,
    block_lines,
    errata_lines,
    first_sentences,
    highlighted,
    opened_lines,
    own_text,
    source_line,
    standing,
)
from judge.core.jsonl import Record
from judge.core.names import name_of, shortened

if TYPE_CHECKING:
    from judge.cli.screens.newer import Names
    from judge.search.lookup import Answer
    from judge.search.transclusion import Transclusion

LINES_EACH = 2
"""Lines of an answer in a list."""
LEAST = 4
"""Lines of the text that are shown, however low the screen."""


class Opened(NamedTuple):
    """An entry that is opened, and what stands beside it."""

    record: Record
    document: Record
    path: Sequence[str]
    opened: Sequence[Transclusion]
    """What its short pointers lead to."""
    below: Sequence[Record]
    """The entries right below one that has no text of its own."""
    snippet: str
    """The passage that was found; empty where the entry was named."""
    others: Sequence[Answer]
    """The next best answers."""


def opened(screen: Screen, one: Opened, names: Names, rows: int | None) -> str:
    """Return an answer, opened.

    Args:
        screen: where it is shown.
        one: the answer.
        names: what other entries are called.
        rows: lines that there are; a longer text begins with the passage that was found, and the rest is counted.
    """
    head = _clipped(screen, " › ".join(one.path[:-1]), 0, dim=True)
    head += screen.wrap(one.path[-1], style=screen.struck if one.record.get("superseded") else screen.bold)
    head += [*standing(screen, one.record, one.document, names), ""]
    body, found = _body(screen, one, names)
    foot = [
        line
        for place, other in enumerate(one.others, 2)
        for line in _clipped(screen, f":{place} {other.path[-1]} · {_where(other)}", 0)
    ]
    source = screen.wrap(f"Source: {source_line(one.record, one.document)}", style=screen.dim)
    whole = [*head, *body, *foot, *source]
    if rows is None or len(whole) <= rows:
        return "\n".join(whole) + "\n"
    body, found = _body(screen, one, names, own_first=True)
    body, found = [line for line in body if line], sum(1 for line in body[:found] if line)
    source = _clipped(screen, f"Source: {source_line(one.record, one.document)}", 0, dim=True)
    room = max(LEAST, rows - len(head) - len(foot) - len(source) - 1)
    first = min(found, max(0, len(body) - room))
    left = len(body) - len(body[first : first + room])
    more = [screen.dim(f"  … {left} more lines: judge :1")] if left else []
    return "\n".join([*head, *body[first : first + room], *more, *foot, *source]) + "\n"


def _body(screen: Screen, one: Opened, names: Names, *, own_first: bool = False) -> tuple[list[str], int]:
    """Return the lines of an entry's text, and the first of the passage that was found.

    What its pointers lead to stands behind each, or behind all of its own text where there is no room for both.
    """
    record, lines, found = one.record, list[str](), 0
    if record["facts"]:
        lines += [*screen.wrap(" · ".join(record["facts"]), 2), ""]
    lines += errata_lines(screen, record)
    passage = _plain(one.snippet)
    numbers = count(1)
    for index, block in enumerate(record["blocks"]):
        if passage and passage in " ".join(block["text"].split()):
            found, passage = len(lines), ""
        lines += block_lines(screen, block, None, numbers)
        for target in () if own_first else one.opened:
            lines += opened_lines(screen, target) if target.block == index else ()
    for target in one.opened if own_first else ():
        lines += opened_lines(screen, target)
    lines += first_sentences(screen, one.below)
    return lines, found


def _plain(snippet: str) -> str:
    """Return the words of a snippet as they stand in the text."""
    return " ".join(snippet.replace("**", "").strip("… ").split())


def chapter(screen: Screen, path: Sequence[str], records: Sequence[Record]) -> str:
    """Return entries one behind the other, each with its name and its text, below where the first stands."""
    lines = screen.wrap(" › ".join(path), style=screen.dim)
    for record in records:
        lines += [*screen.wrap(name_of(record), style=screen.bold), *own_text(screen, record)]
        lines += [""] if lines[-1] else []
    return "\n".join(lines)


def listed(screen: Screen, answers: Sequence[Answer], rows: int | None) -> str:
    """Return answers as a list, two lines each; those of several games stand below the names of their games.

    Args:
        screen: where it is shown.
        answers: those of one game beside each other.
        rows: lines that there are; None for all answers.
    """
    games = {answer.document["game"] for answer in answers}
    spare = 0
    if rows is not None:
        headings = len(games) if len(games) > 1 else 0
        answers = answers[: max(1, (rows - headings - 1) // LINES_EACH)]
        spare = max(0, rows - headings - 1 - LINES_EACH * len(answers))
    lines: list[str] = []
    places = count(1)
    for game, group in groupby(answers, key=lambda answer: answer.document["game"]):
        lines += [screen.bold(game or "no game")] if len(games) > 1 else []
        for answer in group:
            place = next(places)
            lines += _in_lines(screen, place, answer, LINES_EACH + (spare if place == 1 else 0))
    lines.append(screen.dim("judge :1 opens the first"))
    return "\n".join(lines) + "\n"


def _in_lines(screen: Screen, place: int, answer: Answer, most: int) -> list[str]:
    """Return an answer as a title with where it stands, and as much of the passage as these lines hold."""
    head = f"{place:>2}. {answer.path[-1]} · {_where(answer)}"
    gone = "SUPERSEDED · " if answer.superseded_by else ""
    if not screen.width:
        return [head, "    " + highlighted(screen, gone + answer.snippet)]
    lines = screen.wrap(f"{head}: {gone}{answer.snippet}", 0, 4)
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened(lines[most - 1], screen.width - 2).removesuffix(" …") + " …"]
    return [highlighted(screen, line).replace("**", "") for line in lines]


def _where(answer: Answer) -> str:
    """Return the key of the document an answer stands in, and whether something newer stands beside it."""
    return answer.row.document + (", older" if answer.older else "")


def _clipped(screen: Screen, text: str, indent: int, *, dim: bool = False) -> list[str]:
    """Return a text as one line that fits the screen."""
    lines = screen.wrap(shortened(text, screen.width - indent - 2) if screen.width else text, indent)
    return [screen.dim(line) if dim else line for line in lines[:1]]

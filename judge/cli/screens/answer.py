"""What a terminal shows of an answer at the table: the best one opened, the next ones a line each; or a short list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from judge.cli.screens.newer import see_also_line
from judge.cli.screens.screen import (
    Screen,
    block_lines,
    errata_lines,
    first_sentences,
    highlighted,
    meant_lines,
    opened_lines,
    own_text,
    source_line,
    standing,
)
from judge.core.jsonl import Record
from judge.core.names import name_of, shortened
from judge.editions.status import status_of

if TYPE_CHECKING:
    from judge.cli.screens.newer import Names
    from judge.search.entries import Transclusion
    from judge.search.lookup import Answer

LINES_EACH = 2
"""Lines of an answer in a list."""
LINES_OF_BEST = (6, 4, 3)
"""Lines of the first answers, of which one is mostly the right one."""
LINES_BELOW = 4
"""Lines of an answer below the one that is opened, where there is room."""
OPENS = "judge :1"
"""What is typed in a shell to open the first answer; at the prompt it is the number alone."""
LEAST = 4
"""Lines of the text that are shown, however low the screen."""


class Opened(NamedTuple):
    """An entry that is opened, and what is beside it."""

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
    part: str = ""
    """The part of it that was asked for."""


def opened(screen: Screen, one: Opened, names: Names, rows: int | None, opens: str = OPENS) -> str:
    """Return an answer, opened.

    Args:
        screen: where it is shown.
        one: the answer.
        names: what other entries are called.
        rows: lines that there are; a longer text begins with the passage that was found, and the rest is counted.
        opens: what is typed to open it whole.
    """
    head = _head(screen, one, names)
    body, found = _body(screen, one, names)
    foot = _below(screen, one.others, 0)
    source = screen.wrap(f"Source: {source_line(one.record, one.document)}", style=screen.dim)
    alike = see_also_line(screen, one.record["see_also"], names, 0)
    source += alike
    whole = [*head, *body, *foot, *source]
    if rows is None or len(whole) <= rows:
        foot = _below(screen, one.others, rows - len(whole)) if rows else foot
        return "\n".join([*head, *body, *foot, *source]) + "\n"
    body, found = _body(screen, one, names, own_first=True)
    body, found = [line for line in body if line], sum(1 for line in body[:found] if line)
    source = [*screen.clipped(f"Source: {source_line(one.record, one.document)}", dim=True), *alike]
    room = max(LEAST, rows - len(head) - len(foot) - len(source) - 1)
    first = min(found, max(0, len(body) - room))
    left = len(body) - len(body[first : first + room])
    more = [screen.dim(f"  … {left} more lines: {opens}")] if left else []
    return "\n".join([*head, *body[first : first + room], *more, *foot, *source]) + "\n"


def _head(screen: Screen, one: Opened, names: Names) -> list[str]:
    """Return the lines above an entry's text: where it is, what it is called, what is newer."""
    title = screen.wrap(one.path[-1], style=screen.struck if one.record.get("superseded") else screen.bold)
    above = screen.clipped(" › ".join(one.path[:-1]), dim=True)
    return [*above, *title, *standing(screen, one.record, names), ""]


def _below(screen: Screen, others: Sequence[Answer], room: int) -> list[str]:
    """Return the next best answers, one line each, and the passages of the first of them where there is room."""
    lines: list[str] = []
    for place, other in enumerate(others, 2):
        name = f":{place} {other.path[-1]} · {_where(other)}"
        most = min(LINES_BELOW, 1 + room)
        shown = _in_lines(screen, name, other, most) if most > 1 and screen.width else screen.clipped(name)
        room -= len(shown) - 1
        lines += shown
    return lines


def _body(screen: Screen, one: Opened, names: Names, *, own_first: bool = False) -> tuple[list[str], int]:
    """Return the lines of an entry's text, and the first of the passage that was found.

    What its pointers lead to is after each, or after all of its own text where there is no room for both.
    """
    record, lines, found = one.record, list[str](), 0
    if record["facts"]:
        lines += [*screen.wrap(" · ".join(record["facts"]), 2), ""]
    lines += errata_lines(screen, record)
    lines += meant_lines(screen, record, one.part)
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
    """Return the words of a snippet as they are in the text."""
    return " ".join(snippet.replace("**", "").strip("… ").split())


def chapter(screen: Screen, path: Sequence[str], records: Sequence[Record]) -> str:
    """Return entries one after the other, each with its name and its text, below where the first is."""
    lines = screen.wrap(" › ".join(path), style=screen.dim)
    for record in records:
        lines += [*screen.wrap(name_of(record), style=screen.bold), *own_text(screen, record)]
        lines += [""] if lines[-1] else []
    return "\n".join(lines)


def listed(screen: Screen, answers: Sequence[Answer], rows: int | None, opens: str = OPENS) -> str:
    """Return answers as a list, the first with more of its text; those of several games below the names of their games.

    Args:
        screen: where it is shown.
        answers: those of one game beside each other.
        rows: lines that there are; None for all answers.
        opens: what is typed to open the first.
    """
    several = len({answer.document["game"] for answer in answers}) > 1
    summaries = _summaries(screen, answers)
    lines: list[str] = []
    last: str | None = None
    for place, answer in enumerate(answers, 1):
        game = answer.document["game"] or "no game"
        heading = [screen.bold(game)] if several and game != last else []
        most = LINES_OF_BEST[place - 1] if place <= len(LINES_OF_BEST) and rows is not None else LINES_EACH
        shown = _in_lines(screen, f"{place:>2}. {answer.path[-1]} · {_where(answer)}", answer, most)
        if rows is not None and lines and len(lines) + len(heading) + len(shown) + len(summaries) >= rows:
            break
        lines += [*heading, *shown]
        last = game
    lines += [*summaries, screen.dim(f"{opens} opens the first")]
    return "\n".join(lines) + "\n"


def _summaries(screen: Screen, answers: Sequence[Answer]) -> list[str]:
    """Say of the digests among the documents of answers what they sum up."""
    digests = {answer.row.document: answer.document for answer in answers if answer.layer["summary"]}
    told = [f"{key}: our summary of {', '.join(one['source_titles'])}; not its wording" for key, one in digests.items()]
    return [line for one in told for line in screen.clipped(one, dim=True)]


def _in_lines(screen: Screen, name: str, answer: Answer, most: int) -> list[str]:
    """Return an answer: its name and as much of its text as these lines hold, of a long one from the snippet on."""
    if not screen.width:
        return [name, "    " + highlighted(screen, answer.snippet)]
    lines = screen.wrap(f"{name}: {_with_marks(answer)}", 0, 4)
    if len(lines) > most:
        lines = screen.wrap(f"{name}: {_from_snippet(answer)}", 0, 4)
    if len(lines) > most:
        lines = [*lines[: most - 1], shortened(lines[most - 1], screen.width - 2).removesuffix(" …") + " …"]
    return [highlighted(screen, line).replace("**", "") for line in lines]


def _with_marks(answer: Answer) -> str:
    """Return the whole text that answers, marked where its snippet is."""
    return answer.passage.replace(_bare(answer), answer.snippet.strip("… "), 1) if answer.passage else answer.snippet


def _from_snippet(answer: Answer) -> str:
    """Return the text that answers from its snippet on."""
    rest = answer.passage.partition(_bare(answer))[2] if answer.passage else ""
    return answer.snippet.removesuffix(" …") + rest


def _bare(answer: Answer) -> str:
    """Return a snippet as it is in its text."""
    return answer.snippet.replace("**", "").strip("… ")


def _where(answer: Answer) -> str:
    """Return the document of an answer, and what is to be known of its text: its date, errata, whether it is older."""
    dated = f", {answer.date}" if answer.date and answer.date != answer.document["date"] else ""
    errata = ", errata" if answer.errata is not None else ""
    label = status_of(answer.said).label
    return answer.row.document + dated + errata + (f", {label}" if label else "")

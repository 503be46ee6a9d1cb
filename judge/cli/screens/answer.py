"""What a terminal shows of an answer at the table: the best one opened, the next ones a line each; or a short list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from judge.cli.screens.cards import CardText, card_parts
from judge.cli.screens.screen import (
    Screen,
    fact_lines,
    first_sentence,
    meant_lines,
    opened_lines,
    source_line,
    standing,
    text_lines,
)
from judge.cli.screens.sentences import deciding, fitted, on_one
from judge.core.model import Document, Entry
from judge.core.names import heading_of, name_of, shortened
from judge.core.text_facts import InShort
from judge.core.tokens import UNITS, fold, sentences
from judge.editions.status import status_of
from judge.search.entries import EntryBelow
from judge.search.interactions.card_order import card_facts

if TYPE_CHECKING:
    from judge.cli.screens.newer import Names
    from judge.search.entries import Transclusion
    from judge.search.lookup import Answer

SHOWN = 5
"""Answers of a list on a low screen; a higher one has room for more."""
LINES_EACH = 6
"""Lines on a higher screen from which one answer more is shown."""
LINES_OF_TEXT = 8
"""Lines of one answer's text in a list, at the most."""
LINES_BELOW = 4
"""Lines of an answer's text below the one that is opened, at the most."""
LINES_OF_NAME = 2
"""Lines of a name in a list; questions have long ones."""
OPENS = "judge :1"
"""What is typed in a shell to open the first answer; at the prompt it is :1."""
LEAST = 4
"""Lines of the text that are shown, however low the screen."""
ROOMY = 1_000
"""More lines than any answer has."""


class Listed(NamedTuple):
    """An answer as a list shows it."""

    answer: Answer
    text: str
    """What is shown of it: the text that answers, or of what was named all of its text."""
    others: Sequence[str] = ()
    """Names of further answers that say the same."""
    led: Sequence[Entry] = ()
    """What its text only points to."""
    beside: Sequence[tuple[str, str]] = ()
    """What other documents say of the same card: their keys, whether they are as printed, and the texts."""


class Opened(NamedTuple):
    """An entry that is opened, and what is beside it."""

    record: Entry
    document: Document
    path: Sequence[str]
    opened: Sequence[Transclusion]
    """What its short pointers lead to."""
    below: Sequence[EntryBelow]
    """The entries right below it."""
    found: Answer | None
    """The answer whose text was found; None where the entry was named."""
    others: Sequence[Listed]
    """The next best answers."""
    part: str = ""
    """The part of it that was asked for."""
    guesses: Sequence[str] = ()
    """What was taken for what."""
    card: Sequence[CardText] = ()
    """All entries of the card that it is of, in their order."""
    lapsed: Sequence[str] = ()
    """Names of the entries that it refers to and that are no longer in force."""
    in_short: InShort | None = None
    """What a digest says of it."""


def opened(screen: Screen, one: Opened, names: Names, rows: int | None, opens: str = OPENS) -> str:
    """Return an answer, opened: where it is and its text; below that what is under it, the next answers, its source.

    Args:
        screen: where it is shown.
        one: the answer.
        names: what other entries are called.
        rows: lines that there are; a longer text begins with the passage that was found, and the rest is counted.
        opens: what is typed to open it whole.
    """
    head, (body, found) = _head(screen, one, names), _body(screen, one, names)
    foot = _foot(screen, one, names)
    if rows is None:
        return "\n".join([*head, *body, *_children(screen, one, None), *_below(screen, one.others, 0), *foot]) + "\n"
    room = rows - len(head) - len(body) - len(foot)
    children, others = _children(screen, one, room - 1), _below(screen, one.others, 0)
    if room >= len(children) + len(others):
        others = _below(screen, one.others, room - len(children) - len(others))
        return "\n".join([*head, *body, *children, *others, *foot]) + "\n"
    head, (body, found) = [line for line in head if line], _body(screen, one, names, own_first=True)
    body, found = [line for line in body if line], sum(1 for line in body[:found] if line)
    room = max(LEAST, rows - len(head) - len(foot))
    others = _in_one_line(screen, one.others) if len(body) != room else []
    room -= len(others)
    room -= len(body) > room
    first = min(found, max(0, len(body) - room))
    left = len(body) - len(body[first : first + room])
    more = [screen.dim(f"  … {left} more lines: {opens}")] if left else []
    return "\n".join([*head, *body[first : first + room], *more, *others, *foot]) + "\n"


def _head(screen: Screen, one: Opened, names: Names) -> list[str]:
    """Return the lines above an entry's text: where it is, what it is called, what is newer."""
    title = screen.wrap(
        heading_of(one.record, one.path[-1]), style=screen.struck if one.record.superseded else screen.bold
    )
    above = screen.clipped(" › ".join(one.path[:-1]), dim=True)
    return [*above, *title, *standing(screen, one.record, names, one.in_short), ""]


def _foot(screen: Screen, one: Opened, names: Names) -> list[str]:
    """Return the last lines: what lapsed, what was guessed, and the source."""
    lapsed = screen.clipped(f"Refers to {'; '.join(one.lapsed)}, no longer in force") if one.lapsed else []
    source = f"Source: {source_line(one.record, one.document)}"
    guessed = screen.clipped("; ".join(one.guesses), dim=True)[: len(one.guesses)]
    return [*lapsed, *guessed, *screen.clipped(source, dim=True)]


def _children(screen: Screen, one: Opened, room: int | None) -> list[str]:
    """Return the entries right below one with their first words, a line each, as far as there is room."""
    lines: list[str] = []
    for child in one.below:
        text = f": {first_sentence(on_one(child.text), ROOMY)}" if child.text else ""
        lines += screen.clipped(f"{child.name}{text}", 2)
    if room is not None and len(lines) > max(room, 1):
        left = len(lines) - max(room - 1, 0)
        lines = [*lines[: max(room - 1, 0)], screen.dim(f"  … {left} more below it")]
    return [*lines, ""] if lines and room is None else lines


def _below(screen: Screen, others: Sequence[Listed], room: int) -> list[str]:
    """Return the next best answers, a line each, with their deciding sentences as far as there is room."""
    lines: list[str] = []
    for place, one in enumerate(others, 2):
        lines += screen.clipped(f":{place} {_called(one)}", dim=True)
        text = _text_lines(screen, one, min(LINES_BELOW, room)) if room > 0 and screen.width else []
        if len(text) <= room:
            lines += text
            room -= len(text)
    return lines


def _in_one_line(screen: Screen, others: Sequence[Listed]) -> list[str]:
    """Return the names of the next best answers in one line."""
    named = (f":{place} {one.answer.path[-1]}" for place, one in enumerate(others, 2))
    return screen.clipped("  ".join(named), dim=True) if others else []


def _body(screen: Screen, one: Opened, names: Names, *, own_first: bool = False) -> tuple[list[str], int]:
    """Return the lines of an entry's text, and the line of the sentence that was found.

    What its pointers lead to is after each, or after all of its own text where there is no room for both.
    """
    record, lines, found = one.record, list[str](), 0
    card = one.card or [(record, one.document)]
    lines += fact_lines(screen, card_facts(own for own, _ in card), card[0][0])
    lines += meant_lines(screen, record, one.part)
    passage = one.found.passage if one.found else ""
    opened = () if own_first else one.opened
    for shown in card_parts(screen, card, record, opened, names, is_short=own_first):
        text = shown.record.blocks[shown.block].text if shown.block is not None else None
        if one.found and passage and passage == text:
            found, passage = len(lines) + _line_of(shown.lines, passage, one.found), ""
        lines += shown.lines
    for target in one.opened if own_first else ():
        lines += opened_lines(screen, target)
    return lines, found


def _line_of(lines: Sequence[str], passage: str, found: Answer) -> int:
    """Return which line of a block's the deciding sentence of its text begins in."""
    text = on_one(passage)
    before = len(text[: sentences(text)[deciding(text, found.wanted)].start].split())
    for place, line in enumerate(lines):
        before -= len(line.split())
        if before < 0:
            return place
    return 0


def chapter(screen: Screen, path: Sequence[str], records: Sequence[Entry]) -> str:
    """Return entries one after the other, each with its name and its text, below where the first is."""
    lines = screen.wrap(" › ".join(path), style=screen.dim)
    for record in records:
        lines += [*screen.wrap(name_of(record), style=screen.bold), *text_lines(screen, record)]
        lines += [""] if lines[-1] else []
    return "\n".join(lines)


def listed(
    screen: Screen, answers: Sequence[Listed], rows: int | None, opens: str = OPENS, guesses: Sequence[str] = ()
) -> str:
    """Return answers as a list: five in whole sentences, more on a higher screen.

    Args:
        screen: where it is shown.
        answers: the best first.
        rows: lines that there are; None for all answers.
        opens: what is typed to open the first.
        guesses: what was taken for what.
    """
    summaries = _summaries(screen, [one.answer for one in answers])
    told = "; ".join([f"{opens} opens the first", *guesses])
    foot = [*summaries, *screen.clipped(told, dim=True)]
    room = ROOMY if rows is None else rows - len(foot)
    most = len(answers) if rows is None else max(SHOWN, rows // LINES_EACH)
    heads: list[list[str]] = []
    aged = {""}
    for place, one in enumerate(answers[:most], 1):
        age = one.answer.said.age  # said once of a document
        heads.append([*_named(screen, place, one), *([] if age in aged else screen.clipped(age, 4, dim=True))])
        aged.add(age)
    least = [len(head) + len(_text_lines(screen, one, 1)) for head, one in zip(heads, answers, strict=False)]
    while len(least) > 1 and sum(least) > room:
        least.pop()
    spare = room - sum(least)
    lines: list[str] = []
    for head, one, size in zip(heads, answers, least, strict=False):
        text = _text_lines(screen, one, min(LINES_OF_TEXT, size - len(head) + spare))
        spare -= len(head) + len(text) - size
        lines += [*head, *text]
    return "\n".join([*lines, *foot]) + "\n"


def _named(screen: Screen, place: int, one: Listed) -> list[str]:
    """Return the lines that say what an answer of a list is called and where it is."""
    name = f"{place:>2}. {_called(one)}"
    lines = screen.wrap(name, 0, 4)
    if len(lines) > LINES_OF_NAME:
        lines = screen.wrap(shortened(name, LINES_OF_NAME * (screen.width or 0) - 8), 0, 4)
    style = screen.struck if one.answer.said.superseded else screen.dim
    return [style(line) for line in lines]


def _called(one: Listed) -> str:
    """Return what an answer is called, whether others say the same, and where it is.

    A rule without a title has only its number, for its first words are below.
    """
    row, game = one.answer.row, one.answer.document.game
    name = row.number if row.number and not row.title and one.answer.block is None else one.answer.path[-1]
    of_game = f"{game}, " if game and fold(game) not in fold(row.document) else ""
    return f"{name}{_and_others(one)} · {of_game}{_where(one.answer)}"


def _and_others(one: Listed) -> str:
    """Return how many further answers say the same, or which it is.

    >>> _and_others(Listed(None, "", ["5.1.2 Reefs"])), _and_others(Listed(None, "", ["5.1.2 Reefs", "7.1 Bays"]))
    (' and 5.1.2 Reefs', ' and two others')
    """
    if len(one.others) == 1:
        return f" and {one.others[0]}"
    return f" and {UNITS.split()[len(one.others)]} others" if one.others else ""


def _text_lines(screen: Screen, one: Listed, most: int) -> list[str]:
    """Return the lines of an answer's text: its deciding sentence whole, then that of what it only points to."""
    lines = _whole_sentences(screen, one.text, one.answer.wanted, most) if one.text else []
    for record in one.led[:1]:
        if text := next((block.text for block in record.blocks if block.text), ""):
            lines += _whole_sentences(screen, f"▸ {name_of(record)}: {text}", (), most - len(lines))
    for document, text in one.beside:
        lines += _whole_sentences(screen, f"{document}: {text}", one.answer.wanted, 1)
    return lines


def _whole_sentences(screen: Screen, text: str, wanted: Collection[str], most: int) -> list[str]:
    """Return the lines of a text that are shown: `most`, or as many as its deciding sentence needs."""
    whole = on_one(text)
    needed = len(screen.wrap(f"… {sentences(whole)[deciding(whole, wanted)].text} …", 4))
    return fitted(screen, whole, wanted, max(most, min(needed, LINES_OF_TEXT)), 4)


def _summaries(screen: Screen, answers: Sequence[Answer]) -> list[str]:
    """Say of the digests among the documents of answers what they sum up."""
    digests = {answer.row.document: answer.document for answer in answers if answer.layer.summary}
    told = [f"{key}: our summary of {', '.join(one.source_titles)}; not its wording" for key, one in digests.items()]
    return [line for one in told for line in screen.clipped(one, dim=True)]


def _where(answer: Answer) -> str:
    """Return the document of an answer, and what is to be known of its text: its date, errata, whether it is older."""
    dated = f", {answer.date}" if answer.date and answer.date != answer.document.date else ""
    errata = ", errata" if answer.errata is not None else ""
    label = status_of(answer.said).label or ("older" if answer.said.age else "")
    printed = ", printed" if answer.printed else ""
    return answer.row.document + dated + errata + printed + (f", {label}" if label else "")

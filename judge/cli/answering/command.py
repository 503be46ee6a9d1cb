"""`judge TEXT…`: the answer to a query, opened where it is a clear one; else a list that fits the screen."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from judge.cli.answering.chosen_game import game_on_screen
from judge.cli.answering.last_list import nth, remember
from judge.cli.arguments import completion
from judge.cli.arguments.narrowing import day_line, say_led, with_as_of, with_narrowing
from judge.cli.asking import brief_list, entry_texts, nothing_found
from judge.cli.shared import (
    Command,
    check_date,
    output_screen,
    output_terminal,
    page,
    page_closely,
    query_text,
    say,
    typed_again,
    with_brief,
    with_corpus,
    with_editions,
    with_json,
    write_records,
)
from judge.core.errors import NoEntry
from judge.core.model import Entry
from judge.core.names import on_one_line
from judge.core.text_facts import RANKED
from judge.records import answers
from judge.search.passages import SURE

if TYPE_CHECKING:
    from judge.cli.screens.answer import Listed
    from judge.opened_library import Library
    from judge.search.lookup import Answer, Reply


OTHERS = 4
"""Answers that are named below the one that is opened."""


@click.command(cls=Command)
@click.argument("query", nargs=-1, required=True, metavar="TEXT…", shell_complete=completion.locators)
@with_narrowing
@with_editions
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="Maximum number of answers.")
@with_brief
@with_json
@with_corpus
@with_as_of
def answer(library: Library, query: tuple[str, ...], as_json: bool, limit: int, brief: bool, **narrowing: Any) -> None:
    """Answer a query of any kind.

    Opens the entry that clearly matches, if there is one; otherwise lists as many results as fit on the screen. :3
    opens the third result of the last list shown in this terminal.

    Example: judge "can I heal an undamaged card"
    """
    check_date(narrowing["since"], "--since")
    text = query_text(query)
    if is_locator(text) and not as_json and not brief:
        page_closely(day_line(library) + entry_texts(library, text))
        return
    meant = None if as_json or brief else game_on_screen()
    reply = library.reply(text, limit, meant=meant, **narrowing)
    if as_json:
        write_records([reply.record(text, library.asked_day)])
    elif brief:
        page(brief_list(reply))
    else:
        shown = screen_of(library, text, reply, typed_again(":1"))
        remember(shown.ids)
        page(day_line(library, {one.document.game for one in reply.answers}) + shown.text)
    if (reply.weak or query[0] in reply.read_as) and (meant := _command_like(query[0])):
        say(f"did you mean: {typed_again(' '.join([meant, *query[1:]]))}")
    if reply.weak:
        sys.exit(1)


def is_locator(text: str) -> bool:
    """Say whether an answer of the last list, a range of numbers or an id was typed."""
    is_range = re.fullmatch(answers.RANGE, text.strip()) and "." in text and " " not in text.strip()
    return nth(text) is not None or bool(is_range) or (":" in text.strip(":") and " " not in text.strip())


class Shown(Struct, frozen=True):
    """What a reply looks like."""

    text: str
    ids: tuple[str, ...]
    """The ids of the answers that it numbers."""


def screen_of(library: Library, text: str, reply: Reply, opens: str | None = None) -> Shown:
    """Return what is shown of a reply; what is doubtful is said on standard error.

    Args:
        library: where it comes from.
        text: the query.
        reply: its answers.
        opens: what is typed to open the first answer, if not `judge :1`.

    Raises:
        NoEntry: no document has the number that was typed; the error names its neighbours.
    """
    from judge.cli.screens import answer, cards, newer, screen

    if reply.absent:
        raise NoEntry(text, tuple(library.nearest(text)))
    if not reply.answers:
        say(nothing_found(library, text))
        return Shown("", ())
    say_led(library, reply.led)
    first, clear = reply.answers[0], is_clear(reply)
    guesses = screen.guesses(reply)
    if first.why == "fuzzy":
        guesses = [f"no entry named '{text}'; {'showing' if clear else 'did you mean'} {first.path[-1]}"]
    doubt = screen.doubt(reply)
    rows = _rows(say(doubt) if doubt else 0)
    if guesses and rows is None:
        say("; ".join(guesses))
        guesses = []
    opens = opens or answer.OPENS
    shown = without_repeats(library, reply.answers)
    ids = tuple(one.answer.row.id for one in shown)
    together: list[str] = []
    if reply.met:
        most = len(reply.met.naming_all) if rows is None else 1
        together = cards.named_together(output_screen(), reply.met, newer.Names(library), most)
        rows = rows and rows - len(together)
        told = {line.text for line in reply.met.naming_all[:most]}
        shown = [one._replace(text="") if one.answer.passage in told else one for one in shown]
    if clear and not (reply.met and reply.met.naming_all):
        text, ids = _opened(library, shown[: OTHERS + 1], rows, opens, guesses), ids[: OTHERS + 1]
    else:
        text = answer.listed(output_screen(), shown, rows, opens, guesses)
    return Shown("\n".join([*together, text]), ids)


def _command_like(word: str) -> str | None:
    """Return the command that was perhaps meant by the first word."""
    from difflib import get_close_matches

    context = click.get_current_context().find_root()
    commands = context.command.list_commands(context) if isinstance(context.command, click.Group) else []
    swapped = [command for command in commands if sorted(command) == sorted(word)]
    return next(iter([*swapped, *get_close_matches(word, commands, 1, 0.75)]), None)


def without_repeats(library: Library, answers: Sequence[Answer]) -> list[Listed]:
    """Return answers as a list shows them; a text that several hold is in it once, with the names of the others."""
    from judge.cli.screens.answer import Listed

    found: dict[str, Listed] = {}
    for one in answers:
        text, led = _text_of(library, one)
        same = on_one_line(text) if text and one.why in RANKED else one.row.id
        if same in found:
            first = found[same]
            found[same] = first._replace(others=[*first.others, one.path[-1]])
        else:
            keys = [other.row.document + (", printed" if other.printed else "") for other in one.others]
            beside = [(key, _text_of(library, other)[0]) for key, other in zip(keys, one.others, strict=True)]
            found[same] = Listed(one, text, (), led, beside)
    return list(found.values())


def _text_of(library: Library, one: Answer) -> tuple[str, list[Entry]]:
    """Return what a list shows of an answer, and the entries that this only points to.

    That is the passage that was found. Of what was named, and where the passage only points elsewhere, it is all of
    the entry's own text.
    """
    if one.block is not None:
        return one.passage, []
    id = one.row.id.partition("#")[0]
    opened = library.entries.opened(id)
    blocks = library.entries.record(id).blocks
    pointing = {target.block for target in opened}
    if one.why in RANKED and not any(blocks[place].text == one.passage for place in pointing):
        return one.passage, []
    own = " ".join(block.text for place, block in enumerate(blocks) if place not in pointing and block.text)
    errata = one.errata if one.why not in RANKED else None
    text = " ".join(filter(None, (errata, own)))
    return text or one.passage, [] if text else [target.record for target in opened]


def _opened(library: Library, shown: Sequence[Listed], rows: int | None, opens: str, guesses: Sequence[str]) -> str:
    from judge.cli.screens import answer, newer

    first = shown[0].answer
    id, _, part = first.row.id.partition("#")
    record = library.entries.record(id)
    found = first if first.why in RANKED else None
    below = library.entries.contents(id)
    led = library.entries.opened(id)
    card = library.entries.card(id)
    others = shown[1:]
    opened = answer.Opened(
        record,
        first.document,
        first.path,
        led,
        below,
        found,
        others,
        part,
        guesses,
        card,
        _lapsed(library, id),
        library.entries.in_short(id),
    )
    return answer.opened(output_screen(), opened, newer.Names(library), rows, opens)


def _lapsed(library: Library, id: str) -> list[str]:
    """Return the names of what an entry refers to and is no longer in force; of one that is not itself, nothing."""
    if library.entries.status(id).superseded:
        return []
    targets = dict.fromkeys(one.target_id for one in library.entries.references(id) if one.target_id)
    return [library.entries.name(one) for one in targets if library.entries.status(one).superseded]


def _rows(told: int) -> int | None:
    """Return how many rows the terminal has beside those of what was told and the next prompt."""
    terminal = output_terminal()
    return terminal.lines - 1 - told if terminal else None


NAMED = ("number", "title", "alias", "newer")
"""What an answer says that is called what was typed."""
HELD = 0.5
"""Share of the query that a text must hold."""
AHEAD = 1.08
"""How many times the score of the next answer a text must have."""


def is_clear(reply: Reply) -> bool:
    """Say whether the first answer is clear enough to be opened without a list.

    An exact number or title is, unless another game has the same. A title that is nearly the one typed is, if it is the
    only one. A text is, if it holds most of the query and the next best answer is well below it. Where single rulings
    are asked for, they are listed.
    """
    if reply.answer != SURE or not reply.answers:
        return False
    first, others = reply.answers[0], reply.answers[1:]
    if first.block is not None:
        return False
    if first.why in NAMED and first.document.game == reply.meant:
        others = [other for other in others if other.document.game == reply.meant]
    if first.why in NAMED:
        return all(other.why not in NAMED or _counts_less(first, other) for other in others)
    if first.why == "fuzzy":
        near = (other for other in others if other.why == "fuzzy")
        return all(other.row.title == first.row.title and _counts_less(first, other) for other in near)
    rival = next((other.score for other in others if other.why == first.why and other.row.parent != first.row.id), 0.0)
    return first.held >= HELD and first.score >= AHEAD * rival


def _counts_less(one: Answer, other: Answer) -> bool:
    """Say whether another answer is of the same game, and not of the same name in the same document."""
    is_twin = other.row.document == one.row.document and other.path == one.path
    return bool(one.document.game == other.document.game and not is_twin)

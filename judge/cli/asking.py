"""Commands that answer: search, show, between, card, refs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from judge.cli.answering.chosen_game import game_on_screen
from judge.cli.answering.last_list import recall, remember
from judge.cli.arguments import completion
from judge.cli.arguments.narrowing import day_line, say_day, say_led, with_as_of, with_narrowing
from judge.cli.shared import (
    Command,
    check_date,
    output_screen,
    page,
    page_closely,
    query_text,
    say,
    typed_queries,
    with_brief,
    with_corpus,
    with_editions,
    with_json,
    write_records,
)
from judge.core.errors import NoEntry
from judge.core.model import replace
from judge.core.names import LISTINGS
from judge.core.numbering import entry_id
from judge.core.tokens import key
from judge.records import answers

if TYPE_CHECKING:
    from judge.cli.screens.screen import Named
    from judge.opened_library import Library
    from judge.search.interactions.card_page import CardRecord, MentionedCard
    from judge.search.locating import Match
    from judge.search.lookup import Reply


@click.command(cls=Command)
@click.argument("query", nargs=-1, required=True, shell_complete=completion.locators)
@with_narrowing
@with_editions
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="Maximum number of answers.")
@with_brief
@with_json
@with_corpus
@with_as_of
def search(library: Library, query: tuple[str, ...], as_json: bool, limit: int, brief: bool, **narrowing: Any) -> None:
    """Search for entries. With - as QUERY, reads queries from standard input, one per line.

    Example: judge search --game Shadowfist toughness
    """
    check_date(narrowing["since"], "--since")
    batch = query == ("-",)
    answered = False
    for text in typed_queries() if batch else [query_text(query)]:
        meant = None if as_json or brief or batch else game_on_screen()
        reply = library.reply(text, limit, meant=meant, **narrowing)
        answered = answered or not reply.weak
        if as_json:
            write_records([reply.record(text, library.asked_day)])
        elif brief:
            page(brief_list(reply))
        else:
            _show_answers(library, text, reply, titled=batch)
    if not answered and not batch:
        sys.exit(1)


def brief_list(reply: Reply) -> str:
    """Return one line per answer: its id and its name."""
    return "".join(f"{one.row.id}  {one.path[-1]}\n" for one in reply.answers)


def _show_answers(library: Library, text: str, reply: Reply, *, titled: bool) -> None:
    """Print the answers to one query; what was understood, or that there are none, goes to standard error."""
    found = reply.answers
    say_led(library, reply.led)
    from judge.cli.screens import newer, screen

    shown = output_screen()
    if titled:
        page(shown.bold(f"# {text}"))
    if found:
        if found[0].why == "fuzzy":
            say(f"no entry named '{text}'; did you mean {found[0].path[-1]}?")
        else:
            for told in [*filter(None, [screen.doubt(reply)]), *screen.guesses(reply)]:
                say(told)
        remember([one.row.id for one in found])
        page(
            day_line(library, {one.document.game for one in found}) + screen.answers(shown, found, newer.Names(library))
        )
        return
    say_day(library)
    say(nothing_found(library, text))


def nothing_found(library: Library, text: str) -> str:
    """Say that nothing was found, and what is called nearly so; or where it is, if not where it was looked for."""
    near = library.nearest(text)
    by_name = answers.called(library, near, text)
    called = [(id, name) for id, name in near if id in by_name]
    names = "; ".join(f"{name} ({id})" for id, name in called or near)
    if called:
        return f"nothing found for '{text}' in the searched documents; found elsewhere: {names}"
    advice = f"closest: {names}" if near else "try fewer or other words; judge list shows the searched documents"
    return f"nothing found for '{text}'; {advice}"


@click.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@click.option("--all", "whole", is_flag=True, help="Include subsections.")
@with_editions
@with_json
@with_corpus
@with_as_of
def show(library: Library, locator: tuple[str, ...], as_json: bool, whole: bool, **editions: Any) -> None:
    """Show an entry with its references and its source.

    A line such as "See Regeneration" is followed by the text it refers to.

    Several words form one LOCATOR; commas separate locators. 24.8.1.3-5 names three sections, and :3 the third result
    of the last list shown in this terminal.

    Example: judge show 24.0
    """
    text = recall(query_text(locator))
    try:
        named = answers.matches(library, text, **editions)
    except NoEntry as error:
        mentioned = library.mentioned(text)
        begun = [(id, name) for id, name in error.nearest if key(name).startswith(key(text) or name)]
        if not mentioned and len(begun) == 1 and not as_json:
            ((id, name),) = begun
            say(f"no entry named '{text}'; showing {name}")
            page(entry_texts(library, id))
            return
        if not mentioned:
            say_day(library)
            raise
        if as_json:
            write_records([replace(mentioned.card, asked_as_of=library.asked_day)])
        else:
            _show_cards(library, [mentioned.card])
        return
    say_led(library, named)
    if as_json:
        write_records(answers.show_found(library, named, whole=whole))
        return
    texts = _chapters(library, named) if whole else _each_text(library, named)
    page_closely(day_line(library, _games_of(library, [one.row.id for one in named])) + "\n".join(texts))


def _games_of(library: Library, ids: Iterable[str]) -> set[str | None]:
    """Return the games of the documents that entries are in."""
    games = {document.key: document.game for document in library.documents()}
    return {games[id.partition(":")[0]] for id in ids}


def entry_texts(library: Library, locator: str) -> str:
    """Return the entries that a locator names, as `judge show` does; of several under one heading, the texts alone."""
    named = answers.matches(library, recall(locator))
    if len(named) > 1 and len({match.row.parent for match in named}) == 1:
        return _several_texts(library, [match.row.id for match in named])
    return "\n".join(_each_text(library, named))


def _each_text(library: Library, named: Sequence[Match]) -> list[str]:
    """Return entries as texts; what several of them say of one card is shown with the first of these."""
    told: set[str] = set()
    texts = []
    for match in named:
        texts.append(_entry_text(library, match, is_told=match.row.id in told))
        told.update(record.id for record, _ in library.entries.card(match.row.id) if not match.part)
    return texts


def _chapters(library: Library, named: Sequence[Match]) -> list[str]:
    """Return entries as texts, each with everything below it."""
    return [_several_texts(library, list(answers.with_all_below(library, one.row.id))) for one in named]


def _several_texts(library: Library, ids: Sequence[str]) -> str:
    """Return entries one after the other, below where the first is."""
    from judge.cli.screens import answer

    above = library.entries.path(ids[0])[:-1]
    return answer.chapter(output_screen(), above, [library.entries.record(one) for one in ids])


def _entry_text(library: Library, match: Match, *, is_told: bool) -> str:
    from judge.cli.screens import newer, screen

    id = match.row.id
    document = next(one for one in library.documents() if one.key == match.row.document)
    outward, every = _named_references(library, id)
    inward = [named for named in every if named[1].kind not in LISTINGS]
    path = library.entries.path(id)
    children = library.entries.contents(id)
    below = [one.name for one in children]
    contents = [] if match.part else children
    opened = library.entries.opened(id)
    record, in_short = library.entries.record(id), library.entries.in_short(id)
    names, shown = newer.Names(library), output_screen()
    card = library.entries.card(id) if not match.part and not is_told else []
    lines = ["  Its text is above.", ""] if is_told else []
    if len(card) > 1:
        from judge.cli.screens.cards import card_parts

        lines = [line for part in card_parts(shown, card, record, opened, names) for line in part.lines]
    return screen.entry(
        shown, record, document, path, below, outward, inward, match.part, opened, names, contents, lines, in_short
    )


def _named_references(library: Library, id: str) -> tuple[list[Named], list[Named]]:
    """Return the references out of and into an entry, each with the name of its other end."""
    outward = [
        (_marked_name(library, entry_id(meant)) if (meant := one.suggestion or one.target) else one.text, one)
        for one in library.entries.references(id)
    ]
    return outward, [(_marked_name(library, one.source), one) for one in library.entries.backlinks(id)]


def _marked_name(library: Library, id: str) -> str:
    """Return what an entry is called, and that it is not in force any more."""
    return library.entries.name(id) + (" (superseded)" if library.entries.status(id).superseded else "")


@click.command(cls=Command)
@click.argument("names", nargs=-1, required=True, metavar="NAME NAME…", shell_complete=completion.locators)
@with_json
@with_corpus
def between(library: Library, names: tuple[str, ...], as_json: bool) -> None:
    """Show how two or more cards or terms interact.

    The first line says whether any rulings name all of them; these come first, newest first.

    Example: judge between "evil twin" "brain fire"
    """
    from judge.cli.screens import cards, newer

    asked = [query_text((name,)) for name in names]
    met = library.between(*asked)
    if as_json:
        write_records([met.record()])
    else:
        page(cards.interactions(output_screen(), met, newer.Names(library)))
    if not cards.connecting(met):
        say(f"no text connects {' and '.join(subject.name for subject in met.subjects)}")
        sys.exit(1)


@click.command(cls=Command)
@click.argument("name", nargs=-1, required=True, shell_complete=completion.locators)
@with_json
@with_corpus
@with_as_of
def card(library: Library, name: tuple[str, ...], as_json: bool) -> None:
    """Show everything about a card. Prints errata, rulings by date, topics, examples and mentions.

    Example: judge card "evil twin"
    """
    wanted = query_text(name)
    if as_json:
        write_records(answers.card(library, wanted))
        return
    try:
        found = library.card(wanted)
    except NoEntry as error:
        named = answers.called(library, error.nearest, wanted)
        if not named:
            say_day(library)
            raise
        say("this is not a card; showing the entry")
        page(day_line(library, _games_of(library, named)) + "\n".join(entry_texts(library, id) for id in named))
        return
    _show_cards(library, found)


def _show_cards(library: Library, found: Sequence[CardRecord]) -> None:
    """Print what is known about cards."""
    from judge.cli.screens import cards, newer

    texts: list[str] = []
    for card in found:
        ids = [*card.mentioned_in, *card.counterparts, *(one.id for one in card.examples)]
        called = {id: library.entries.name(id) for id in ids}
        texts.append(cards.card(output_screen(), card, called, newer.Names(library)))
    games = {card.game for card in found if card.id}
    page_closely(day_line(library, games) + "\n".join(texts))


@click.command(cls=Command)
@click.argument("locator", nargs=-1, required=True, shell_complete=completion.locators)
@with_json
@with_corpus
def refs(library: Library, locator: tuple[str, ...], as_json: bool) -> None:
    """Show the references from and to an entry.

    Example: judge refs 24.0
    """
    from judge.cli.screens import newer

    text = query_text(locator)
    if as_json:
        write_records(answers.refs(library, text))
        return
    try:
        matches = library.matches(text)
    except NoEntry:
        mentioned = library.mentioned(text)
        if not mentioned:
            raise
        _show_mentions(library, mentioned)
        return
    say_led(library, matches)
    for match in matches:
        outward, inward = _named_references(library, match.row.id)
        name = library.entries.name(match.row.id)
        marks = newer.status_lines(output_screen(), library.entries.record(match.row.id), newer.Names(library), 0)
        page(
            "".join(f"{line}\n" for line in marks)
            + _reference_list(library, f"{name} refers to", outward)
            + "\n"
            + _reference_list(library, f"{name} is referred to by", inward)
        )


def _show_mentions(library: Library, mentioned: MentionedCard) -> None:
    """Print the references that name a card without an entry."""
    inward = [(library.entries.name(one.source), one) for one in mentioned.references]
    page(_reference_list(library, f"{mentioned.card.names[0].name} (no entry) is mentioned in", inward))


def _reference_list(library: Library, title: str, named: Sequence[Named]) -> str:
    """Return a list of references, each with the doubt about the text that contains it."""
    from judge.cli.screens import screen

    doubts = answers.doubts_of(library, [one for _, one in named])
    return screen.references(output_screen(), title, named, doubts)

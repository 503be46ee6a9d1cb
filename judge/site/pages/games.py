"""The pages of one game: its home, its lists, and the bar that leads to them from every page of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from judge.core.dates import written_date
from judge.core.jsonl import Record
from judge.core.model import Entry
from judge.site.addresses import Address
from judge.site.catalogue import Catalogue
from judge.site.changes.notes import page_address
from judge.site.changes.revisions import Revisions, edition_name, in_short
from judge.site.pages import lists
from judge.site.pages.entries import EntryWriter, Named
from judge.site.pages.legend import abbreviations
from judge.site.pages.orientation import chapter_count
from judge.site.plan import SitePlan

LONGEST_EXAMPLE = 60
"""Characters of a question that is offered as an example."""


BAR = ("cards", "changes", "errata", "glossary", "topics")
"""The lists that a game's bar leads to; the others are named on its home."""


class GameList(NamedTuple):
    """A list of a game."""

    title: str
    name: str
    """Of its file, without ending."""
    text: str
    """What it is, in a sentence."""
    counted: str
    """How much it has, for the game's home."""
    make: Callable[[EntryWriter], Any]


class Door(NamedTuple):
    """A way into a game, as its home shows it."""

    href: str
    name: str
    text: str
    date: str = ""


@dataclass(frozen=True, slots=True)
class GameHome:
    """What the home of a game shows, and the home of all games of each."""

    game: str
    href: str
    doors: Sequence[Door]
    documents: Sequence[Record]
    examples: Sequence[str]
    """Queries to try."""
    size: int
    """How many entries the game has."""


class Games:
    """The games of a library: which pages each has."""

    def __init__(self, catalogue: Catalogue, plan: SitePlan, revisions: Revisions) -> None:
        """Settle the lists of each game."""
        self._catalogue, self._plan, self._revisions = catalogue, plan, revisions
        self.names = catalogue.games()
        self._lists = {game: list(self._find_lists(game)) for game in self.names}

    def home(self, game: str) -> Address:
        """Return the address of a game's home; that of the only game is the site's."""
        return Address("index.html" if len(self.names) == 1 else f"{self._plan.game_folders[game]}/index.html")

    def address(self, game: str, name: str) -> Address:
        """Return the address of a list of a game."""
        return Address(f"{self._plan.game_folders[game]}/{name}.html")

    def lists(self, game: str) -> Sequence[GameList]:
        """Return the lists of a game."""
        return self._lists[game]

    def bar(self, desk: EntryWriter, game: str) -> list[Named]:
        """Return the links of a game's bar: its rulebook, then its lists."""
        book = self._rulebook(game)
        links = [Named(desk.href(self._plan.contents(book["key"])), _book_name(book))] if book else []
        return links + [
            Named(desk.href(self.address(game, one.name)), one.title) for one in self._lists[game] if one.name in BAR
        ]

    def describe(self, desk: EntryWriter, game: str) -> GameHome:
        """Return what the home of a game shows."""
        book = self._rulebook(game)
        doors = [self._book_door(desk, book)] if book else []
        doors += self._change_doors(desk, game)
        doors += [Door(desk.href(self.address(game, one.name)), one.title, one.counted) for one in self._lists[game]]
        documents = self._catalogue.of_game(game)
        size = sum(document["entries"] for document in documents)
        return GameHome(game, desk.href(self.home(game)), doors, documents, self._examples(game), size)

    def _rulebook(self, game: str) -> Record | None:
        """Return the book of rules that a game's bar leads to: the one in force, of the highest authority."""
        found = [one for one in self._catalogue.of_game(game) if one["kind"] in (None, "rules", "digest")]
        books = [one for one in found if one["dialect"] != "rulings" and not one["superseded_by"]]
        ranked = sorted(books, key=lambda one: (one["kind"] != "rules", one["authority"] or 0))
        return ranked[0] if ranked else None

    def _book_door(self, desk: EntryWriter, book: Record) -> Door:
        href = desk.href(self._plan.contents(book["key"]))
        chapters = chapter_count(self._catalogue, self._plan, book["key"])
        edition = f" {book['edition']}" if book["edition"] and book["edition"] != book["date"] else ""
        text = f"{_counted(chapters, 'chapter')}, {_counted(book['entries'], 'entry', 'entries')}"
        return Door(href, _book_name(book) + edition, text, written_date(book["date"]) if book["date"] else "")

    def _change_doors(self, desk: EntryWriter, game: str) -> Iterator[Door]:
        """Yield the way to what changed in the newest edition of each work."""
        newest = {one.newer["work"]: one for one in reversed(self._revisions.of_game(game))}
        for one in reversed(newest.values()):
            href = desk.href(page_address(self._plan, one))
            text = in_short(one) if len(newest) == 1 else f"{one.newer['title']}: {in_short(one)}"
            date = written_date(one.newer["date"]) if one.newer["date"] else ""
            yield Door(href, f"Changes in {edition_name(one.newer)}", text, date)

    def _find_lists(self, game: str) -> Iterator[GameList]:
        """Yield the lists that a game has, those that people come for first."""
        catalogue = self._catalogue
        cards = list(catalogue.in_game(game, "card"))
        topics = list(catalogue.in_game(game, "topic"))
        terms = list(catalogue.in_game(game, "term"))
        errata = lists.with_errata(catalogue, game)
        if cards:
            rulings = sum(block.kind == "ruling" for entry in cards for block in entry.blocks)
            counted = f"{_counted(len(cards), 'card')}, {_counted(rulings, 'ruling')}"
            yield GameList("Cards", "cards", "All cards, A to Z.", counted, lambda desk: lists.by_letter(desk, cards))
        if news := lists.news_dates(catalogue, game):
            counted = f"{_counted(len(news), 'dated text')}, the latest of {written_date(news[0])}"
            text = "Documents and rulings by the dates printed in them, the newest first."
            yield GameList("What changed", "changes", text, counted, lambda desk: lists.news(desk, game))
        if errata:
            yield GameList(
                "Errata",
                "errata",
                "Cards whose official wording differs from the printed one.",
                f"{_counted(len(errata), 'entry', 'entries')} with another wording than printed",
                lambda desk: [(desk.named(entry.id), desk.show(entry.id, 2)) for entry in errata],
            )
        if terms:
            yield GameList(
                "Glossary",
                "glossary",
                "All terms from all documents.",
                _counted(len(terms), "term"),
                lambda desk: lists.by_letter(desk, terms, text=True),
            )
        if short := abbreviations(catalogue, game):
            yield GameList(
                "Abbreviations",
                "abbreviations",
                "What short forms stand for, as the documents themselves say.",
                _counted(len(short), "short form"),
                lambda desk: [(one, desk.named(one.id)) for one in short],
            )
        if topics:
            yield GameList(
                "Topics",
                "topics",
                "The topics of the rulings.",
                _counted(len(topics), "topic"),
                lambda desk: lists.topics(desk, game),
            )

    def _examples(self, game: str) -> list[str]:
        """Return three queries that have an answer: a number, two cards, a question."""
        cited = Counter({id: len(found) for id, found in self._catalogue.inward.items()})
        sections = [
            one
            for one in self._catalogue.in_game(game, "section")
            if one.title and one.number and one.number[:1].isdigit()
        ]
        cards = [one for one in self._catalogue.in_game(game, "card", "term") if one.title]
        most_cited = sorted(sections, key=lambda one: (-cited[one.id], one.id))[:1]
        two = sorted(cards, key=lambda one: (one.kind != "card", -cited[one.id], one.id))
        found = [one.number for one in most_cited if one.number]
        titles = list(dict.fromkeys(one.title.casefold().strip("!?.") for one in two if one.title))[:2]
        found += [" ".join(titles)] if len(titles) == 2 else []
        return found + self._question(game, two)

    def _question(self, game: str, named: Sequence[Entry]) -> list[str]:
        asked = [one.title for one in self._catalogue.in_game(game, "qa") if one.title and one.title.endswith("?")]
        short = [title for title in asked if len(title) <= LONGEST_EXAMPLE]
        if short:
            return [min(short, key=lambda title: (abs(len(title) - 40), title))]
        terms = [one.title for one in named if one.kind == "term" and one.title]
        return [f"what is {terms[0].casefold()}?"] if terms else []


def _book_name(book: Record) -> str:
    return "Rulebook" if "rulebook" in book["title"].casefold() else "Rules"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"

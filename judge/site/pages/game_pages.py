"""The pages of one game: its home, its lists (cards, errata, glossary, news), its navigation bar; and the feed.

No item of the feed depends on when the site was built. Its id is made of its subject and its date, so that it stays
when other texts come or when the site's pages are cut in another way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup
from msgspec import Struct

from judge.core.dates import last_day, timestamp, written_date
from judge.core.model import Document, Entry
from judge.core.names import name_parts
from judge.core.tokens import fold, key
from judge.editions.change_reports import told, worth_telling
from judge.site.catalogue import Catalogue
from judge.site.pages.changes_page import ShownChange, first_changes, redline_of
from judge.site.pages.entries import EntryWriter, GlossaryText, PageLink, ShownEntry, source_line
from judge.site.pages.markup import literal
from judge.site.pages.navigation import SideLink
from judge.site.plan import Address, SitePlan, letter_of
from judge.site.revisions import Revisions, change_address, in_short, page_address

MOST_CHAPTERS = 80
"""Pages of a book that the home of its game lists; of more, the outermost alone."""
SHOWN = 8
"""Changes of an edition that are shown where it is named; the page of its changes has all."""
LATEST = 8
"""Changes that the home of a game names."""
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
    """What is counted or dated there."""


class GameHome(Struct, frozen=True):
    """What the home of a game shows, and the home of all games of each."""

    game: str
    href: str
    doors: Sequence[Door]
    """Its book of rules, then its lists; what is small is named on the game's own home alone."""
    chapters: Sequence[SideLink]
    """Of its book of rules."""
    latest: Sequence[Door]
    """What changed last, with its date."""
    documents: Sequence[Document]
    examples: Sequence[str]
    """Queries to try."""
    size: int
    """How many entries the game has."""


class Games:
    """The games of a library: which pages each has."""

    def __init__(self, catalogue: Catalogue, plan: SitePlan, revisions: Revisions) -> None:
        """Settle the rulebook and the lists of each game."""
        self._catalogue, self._plan, self._revisions = catalogue, plan, revisions
        self.names = catalogue.games()
        self._books = {game: self._find_rulebook(game) for game in self.names}
        self.lists = {game: list(self._find_lists(game)) for game in self.names}

    def home(self, game: str) -> Address:
        """Return the address of a game's home; that of the only game is the site's."""
        return Address("index.html" if len(self.names) == 1 else f"{self._plan.game_folders[game]}/index.html")

    def address(self, game: str, name: str) -> Address:
        """Return the address of a list of a game; what changed in the only game is what changed on the site."""
        if name == "changes" and len(self.names) == 1:
            return Address("new.html")
        return Address(f"{self._plan.game_folders[game]}/{name}.html")

    def bar(self, desk: EntryWriter, game: str) -> list[PageLink]:
        """Return the links of a game's bar: its rulebook, then its lists."""
        book = self._books[game]
        links = [PageLink(desk.href(self._plan.contents(book.key)), _book_name(book))] if book else []
        return links + [
            PageLink(desk.href(self.address(game, one.name)), one.title) for one in self.lists[game] if one.name in BAR
        ]

    def describe(self, desk: EntryWriter, game: str, *, alone: bool) -> GameHome:
        """Return what the home of a game shows; if it is not `alone` on its page, what is most asked for."""
        book = self._books[game]
        doors = [self._book_door(desk, book)] if book else []
        lists = [one for one in self.lists[game] if alone or one.name in BAR]
        doors += [Door(desk.href(self.address(game, one.name)), one.title, one.counted) for one in lists]
        documents = self._catalogue.of_game(game)
        contents = self._plan.contents
        doors += [Door(desk.href(contents(one.key)), one.title, "") for one in documents if not doors]
        return GameHome(
            game,
            desk.href(self.home(game)),
            doors,
            list(self._chapters(desk, book)) if book and alone else [],
            list(self._latest(desk, game)) if alone else [],
            documents,
            self._examples(game),
            sum(document.entries for document in documents),
        )

    def _chapters(self, desk: EntryWriter, book: Document) -> Iterator[SideLink]:
        """Yield the chapters of a book: what its pages begin with, or of very many the outermost ones."""
        entries = self._catalogue.entries
        pages = [page for page in self._plan.pages[book.key] if not page.card and not page.letter]
        heads = [id for page in pages for id in self._catalogue.heads(page)]
        if len(heads) > MOST_CHAPTERS:
            heads = [id for id in heads if entries[id].parent is None]
        for id in heads[:MOST_CHAPTERS] if len(pages) > 1 else ():
            number, name = name_parts(entries[id])
            yield SideLink(desk.href(id), number, name)

    def _latest(self, desk: EntryWriter, game: str) -> Iterator[Door]:
        """Yield what changed last, each entry once."""
        seen: set[str] = set()
        for day in news(desk, game):
            for item in day.items:
                if len(seen) < LATEST and item.link.href not in seen:
                    seen.add(item.link.href)
                    name = f"Changes in {item.link.name}" if item.changes else item.link.name
                    yield Door(item.changes or item.link.href, name, day.written)

    def _find_rulebook(self, game: str) -> Document | None:
        """Return the book of rules that a game's bar leads to: the one in force to which most other documents refer."""
        found = [one for one in self._catalogue.of_game(game) if one.kind in (None, "rules", "digest")]
        books = [one for one in found if one.dialect != "rulings" and not one.superseded_by]
        ranked = sorted(
            books, key=lambda one: (one.kind != "rules", -len(self._referring(one.key)), one.authority or 0)
        )
        return ranked[0] if ranked else None

    def _referring(self, key: str) -> set[str]:
        """Return the other documents that refer to a document."""
        entries = (one.id for one in self._catalogue.entries.values() if one.document == key)
        found = (one.source for id in entries for one in self._catalogue.inward.get(id, ()))
        return {document for source in found if (document := source.partition(":")[0]) != key}

    def _book_door(self, desk: EntryWriter, book: Document) -> Door:
        edition = f" {book.edition}" if book.edition and book.edition != book.date else ""
        date = written_date(book.date) if book.date else ""
        text = ", ".join(filter(None, (_counted(book.entries, "rule"), date)))
        return Door(desk.href(self._plan.contents(book.key)), _book_name(book) + edition, text)

    def _find_lists(self, game: str) -> Iterator[GameList]:
        """Yield the lists that a game has, those that people come for first."""
        catalogue = self._catalogue
        cards = list(catalogue.in_game(game, "card"))
        topics = list(catalogue.in_game(game, "topic"))
        terms = list(catalogue.in_game(game, "term"))
        errata = with_errata(catalogue, game)
        if cards:
            counted = self._count_cards(cards)
            yield GameList("Cards", "cards", "All cards, A to Z.", counted, lambda desk: by_letter(desk, cards))
        if dates := news_dates(catalogue, game):
            counted = f"latest {written_date(dates[0])}"
            text = "Documents and rulings by their printed dates, newest first."
            yield GameList("What changed", "changes", text, counted, lambda desk: by_year(news(desk, game)))
        if errata:
            yield GameList(
                "Errata",
                "errata",
                "Cards whose official wording differs from the printed one.",
                f"{_counted(len({catalogue.card(one.id)[0] for one in errata}), 'card')} not as printed",
                lambda desk: errata_by_letter(desk, errata),
            )
        if terms:
            yield GameList(
                "Glossary",
                "glossary",
                "All terms from all documents.",
                _counted(len(terms), "term"),
                lambda desk: by_letter(desk, terms, text=True),
            )
        if topics:
            yield GameList(
                "Topics",
                "topics",
                "The topics of the rulings.",
                _counted(len(topics), "topic"),
                lambda desk: topics_by_letter(desk, topics),
            )

    def _count_cards(self, cards: Sequence[Entry]) -> str:
        """Say how many cards there are, each once however many documents have it, and how many rulings."""
        rulings = sum(block.kind == "ruling" for entry in cards for block in entry.blocks)
        counted = _counted(len({self._catalogue.card(one.id)[0] for one in cards}), "card")
        return f"{counted}, {_counted(rulings, 'ruling')}" if rulings else counted

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


def _letter(entry: Entry) -> str:
    return letter_of(entry.title or "")


def _book_name(book: Document) -> str:
    return "Rulebook" if "rulebook" in book.title.casefold() else "Rules"


def _counted(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or f'{one}s'}"


class Letter(NamedTuple):
    """The items under one letter."""

    name: str
    items: Sequence[Any]


class TitledLinks(Struct, frozen=True):
    """A title and the entries that bear it, those of newer documents first."""

    title: str
    links: Sequence[PageLink]
    errata: bool = False
    texts: Sequence[GlossaryText] = ()
    """Of a glossary: the whole text of each, with its status."""


class News(NamedTuple):
    """What is new since one date."""

    date: str
    written: str
    items: Sequence[NewsItem]


class NewsYear(NamedTuple):
    """What is new since one year."""

    name: str
    days: Sequence[News]

    @property
    def total(self) -> int:
        """How many texts are new."""
        return sum(len(day.items) for day in self.days)


def by_year(found: Iterable[News]) -> list[NewsYear]:
    """Return what is new by years, the newest first."""
    return [NewsYear(name, list(days)) for name, days in groupby(found, key=lambda day: day.date[:4])]


class DatedRuling(NamedTuple):
    """A text with a date."""

    entry: Entry
    date: str
    text: str
    number: int
    """Among the texts of its entry that have this date, from 1."""


class NewsItem(NamedTuple):
    """A document, or a ruling with a date."""

    link: PageLink
    document: str
    text: str
    changes: str = ""
    """Of a later edition, the address of what changed in it."""
    shown: Sequence[ShownChange] = ()
    """The first of these changes."""

    @property
    def source(self) -> str:
        """Of what document a ruling is; empty for a document."""
        return "" if self.document.startswith(self.link.name) else self.document


def by_letter(desk: EntryWriter, entries: Iterable[Entry], *, text: bool = False) -> list[Letter]:
    """Return entries by letter and title; those of one title are one item, whatever their documents.

    Of a card that several documents have, the page of the newest entry shows all, so it alone is linked.
    """
    titles: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.title:
            titles[key(entry.title) or entry.id].append(entry)
    letters: dict[str, list[tuple[str, TitledLinks]]] = defaultdict(list)
    for found in titles.values():
        found.sort(key=lambda entry: last_day(desk.catalogue.document(entry.id).date), reverse=True)
        title = found[0].title or ""
        texts = [desk.definition(entry.id) for entry in found] if text else []
        links = [desk.named(id) for id in dict.fromkeys(desk.catalogue.card(entry.id)[0] for entry in found)]
        item = TitledLinks(title, links, any(entry.errata for entry in found), texts)
        letters[letter_of(title)].append((fold(title), item))
    ordered = sorted(letters, key=lambda letter: (letter == "other", letter))
    for items in letters.values():
        items.sort(key=lambda pair: (pair[0], pair[1].title, pair[1].links[0].href))
    return [Letter(name, [item for _, item in letters[name]]) for name in ordered]


def errata_by_letter(desk: EntryWriter, errata: Iterable[Entry]) -> list[Letter]:
    """Return what has errata by letter: its link, and each of its errata with the link to where it is.

    A card that several documents have is one.
    """
    letters: dict[str, dict[str, list[tuple[PageLink, ShownEntry]]]] = defaultdict(lambda: defaultdict(list))
    for entry in sorted(errata, key=_letter):
        card = desk.catalogue.card(entry.id)[0]
        letters[_letter(entry)][card].append((desk.named(entry.id), desk.show(entry.id, 3)))
    return [Letter(name, [(desk.named(id), shown) for id, shown in cards.items()]) for name, cards in letters.items()]


def topics_by_letter(desk: EntryWriter, topics: Iterable[Entry]) -> list[Letter]:
    """Return topics by letter, each as its link with the beginning of its text."""
    ordered = sorted(topics, key=lambda entry: (_letter(entry), fold(entry.title or ""), entry.id))
    return [
        Letter(name, [desk.named(entry.id, text=True) for entry in found])
        for name, found in groupby(ordered, key=_letter)
    ]


def with_errata(catalogue: Catalogue, game: str) -> list[Entry]:
    """Return the entries of a game that have errata, by title."""
    found = [entry for entry in catalogue.in_game(game, "card", "topic", "term", "section") if entry.errata]
    return sorted(found, key=lambda entry: (fold(entry.title or ""), entry.id))


def news_dates(catalogue: Catalogue, game: str) -> list[str]:
    """Return the date of each document and each ruling of a game that has one, the newest first."""
    dates = {document.key: document.date for document in catalogue.of_game(game)}
    found = [*dates.values(), *(one.date for one in dated_rulings(catalogue) if one.entry.document in dates)]
    return sorted(filter(None, found), key=lambda date: (last_day(date), date), reverse=True)


def news(desk: EntryWriter, game: str | None = None) -> list[News]:
    """Return all that has a date, of one game or of all, the newest first: documents, then rulings."""
    dated: dict[str, list[NewsItem]] = defaultdict(list)
    documents = desk.catalogue.documents.values() if game is None else desk.catalogue.of_game(game)
    keys = {document.key for document in documents}
    for document, date, text, changes in dated_documents(desk):
        if document.key in keys:
            link = PageLink(desk.href(desk.shelf.plan.contents(document.key)), document.title)
            revision = desk.shelf.revisions.into(document.key)
            shown = first_changes(desk, revision, SHOWN) if revision and changes else []
            item = NewsItem(link, source_line(document), text, desk.href(changes) if changes else "", shown)
            dated[date].append(item)
    for one in dated_rulings(desk.catalogue):
        if one.entry.document in keys:
            where = source_line(desk.catalogue.documents[one.entry.document])
            dated[one.date].append(NewsItem(desk.named(one.entry.id), where, one.text))
    return [
        News(date, written_date(date), dated[date])
        for date in sorted(dated, key=lambda date: (last_day(date), date), reverse=True)
    ]


class DatedDocument(NamedTuple):
    """A document that has a date."""

    document: Document
    date: str
    text: str
    """What is new in it."""
    changes: Address | None
    """Where its changes are told, if anywhere."""


def dated_documents(desk: EntryWriter) -> Iterator[DatedDocument]:
    """Yield the documents that have a date."""
    for document in desk.catalogue.documents.values():
        revision = desk.shelf.revisions.into(document.key)
        if document.date and revision:
            changes = page_address(desk.shelf.plan, revision)
            yield DatedDocument(document, document.date, in_short(revision), changes)
        elif document.date:
            yield DatedDocument(document, document.date, "The whole document.", None)


def dated_rulings(catalogue: Catalogue) -> Iterator[DatedRuling]:
    """Yield the texts that have a date; those of an edition that another follows are not told again."""
    for entry in catalogue.entries.values():
        if not catalogue.documents[entry.document].superseded_by:
            count: Counter[str] = Counter()
            for block in entry.blocks:
                if block.date:
                    count[block.date] += 1
                    yield DatedRuling(entry, block.date, block.text, count[block.date])


MOST = 100
"""Entries of the feed: the newest."""
WITH_SOURCE = Markup("{} <cite>{}</cite>")


class FeedItem(NamedTuple):
    """An entry of the feed."""

    date: str
    about: str
    """What its id is made of, beside its date."""
    title: str
    address: Address
    html: str

    @property
    def local(self) -> str:
        """What tells its id from those of others."""
        return quote(f"{self.about}:{self.date}", safe=":")

    @property
    def updated(self) -> str:
        """Its date as feeds write it."""
        return timestamp(self.date)


def feed_items(desk: EntryWriter) -> list[FeedItem]:
    """Return the newest entries, the newest first; of one day, documents, changes, then rulings."""
    found = [*_documents(desk), *_changes(desk), *_rulings(desk)]
    found.sort(key=lambda item: item.updated, reverse=True)
    return found[:MOST]


def _documents(desk: EntryWriter) -> Iterator[FeedItem]:
    for document, date, text, changes in dated_documents(desk):
        yield FeedItem(
            date,
            f"document:{document.key}",
            source_line(document),
            changes or desk.shelf.plan.contents(document.key),
            str(literal(text)),
        )


def _changes(desk: EntryWriter) -> Iterator[FeedItem]:
    for revision in desk.shelf.revisions.every:
        date = revision.newer.date
        for change in worth_telling(revision.comparison) if date else ():
            section = change.entry
            address = change_address(desk.shelf.plan, revision, change)
            html = str(WITH_SOURCE.format(redline_of(change), literal(source_line(revision.newer))))
            title = f"{desk.name(section.id)}: {told(change)}"
            yield FeedItem(date or "", f"change:{section.id}", title, address, html)


def _rulings(desk: EntryWriter) -> Iterator[FeedItem]:
    for one in dated_rulings(desk.catalogue):
        source = literal(source_line(desk.catalogue.documents[one.entry.document]))
        html = str(WITH_SOURCE.format(literal(one.text), source))
        about = f"ruling:{one.entry.id}" + (f":{one.number}" if one.number > 1 else "")
        yield FeedItem(one.date, about, desk.name(one.entry.id), desk.shelf.plan.places[one.entry.id], html)

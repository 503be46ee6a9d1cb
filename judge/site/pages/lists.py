"""The pages that list: cards, topics, one glossary for each game, errata, what is new.

Each function reads the catalogue and returns what a template loops over, in a settled order.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from judge.core.dates import last_day, written_date
from judge.core.jsonl import Record
from judge.core.model import Entry
from judge.core.names import name_of
from judge.core.tokens import fold, key
from judge.site.addresses import Address
from judge.site.catalogue import Catalogue
from judge.site.changes.notes import page_address
from judge.site.changes.revisions import in_short
from judge.site.pages.entries import EntryWriter, Named, source_line
from judge.site.pages.orientation import letter_name
from judge.site.plan import letter_of


class Letter(NamedTuple):
    """What stands under one letter."""

    name: str
    items: Sequence[TitledLinks]


@dataclass(frozen=True, slots=True)
class TitledLinks:
    """A title and the entries that bear it, those of newer documents first."""

    title: str
    links: Sequence[Named]
    errata: bool = False


class News(NamedTuple):
    """What is new since one date."""

    date: str
    written: str
    items: Sequence[NewsItem]


class DatedRuling(NamedTuple):
    """A text with a date."""

    entry: Entry
    date: str
    text: str
    number: int
    """Among the texts of its entry that have this date, from 1."""


class NewsItem(NamedTuple):
    """A document, or a ruling with a date."""

    link: Named
    document: str
    text: str
    changes: str = ""
    """Of a later edition, the address of what changed in it."""


def by_letter(desk: EntryWriter, entries: Iterable[Entry], *, text: bool = False) -> list[Letter]:
    """Return entries by letter and title; those of one title stand together, whatever document they are in."""
    titles: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.title:
            titles[key(entry.title) or entry.id].append(entry)
    letters: dict[str, list[tuple[str, TitledLinks]]] = defaultdict(list)
    for found in titles.values():
        found.sort(key=lambda entry: last_day(desk.catalogue.document(entry.id)["date"]), reverse=True)
        title = found[0].title or ""
        links = [desk.named(entry.id, text=text) for entry in found]
        item = TitledLinks(title, links, any(entry.errata for entry in found))
        letters[letter_of(title)].append((fold(title), item))
    ordered = sorted(letters, key=lambda letter: (letter == "other", letter))
    for items in letters.values():
        items.sort(key=lambda pair: (pair[0], pair[1].title, pair[1].links[0].href))
    return [Letter(name, [item for _, item in letters[name]]) for name in ordered]


def topics(desk: EntryWriter, game: str) -> list[tuple[Record, list[Named]]]:
    """Return the topics of a game, document by document."""
    by_document: dict[str, list[Named]] = defaultdict(list)
    for entry in desk.catalogue.in_game(game, "topic"):
        by_document[entry.document].append(desk.named(entry.id, text=True))
    return [
        (document, by_document[document["key"]])
        for document in desk.catalogue.of_game(game)
        if document["key"] in by_document
    ]


def with_errata(catalogue: Catalogue, game: str) -> list[Entry]:
    """Return the entries of a game that have errata, by title."""
    found = [entry for entry in catalogue.in_game(game, "card", "topic", "term", "section") if entry.errata]
    return sorted(found, key=lambda entry: (fold(entry.title or ""), entry.id))


def news_dates(catalogue: Catalogue, game: str) -> list[str]:
    """Return the date of each document and each ruling of a game that has one, the newest first."""
    dates = {document["key"]: document["date"] for document in catalogue.of_game(game)}
    found = [*dates.values(), *(one.date for one in dated_rulings(catalogue) if one.entry.document in dates)]
    return sorted(filter(None, found), key=lambda date: (last_day(date), date), reverse=True)


def news(desk: EntryWriter, game: str | None = None) -> list[News]:
    """Return all that has a date, of one game or of all, the newest first: documents, then rulings."""
    dated: dict[str, list[NewsItem]] = defaultdict(list)
    documents = desk.catalogue.documents.values() if game is None else desk.catalogue.of_game(game)
    keys = {document["key"] for document in documents}
    for item_date, item in (*_new_documents(desk, keys), *_new_rulings(desk, keys)):
        dated[item_date].append(item)
    return [
        News(date, written_date(date), dated[date])
        for date in sorted(dated, key=lambda date: (last_day(date), date), reverse=True)
    ]


def _new_documents(desk: EntryWriter, keys: Container[str]) -> Iterator[tuple[str, NewsItem]]:
    for document, text, changes in dated_documents(desk):
        if document["key"] in keys:
            link = Named(desk.href(desk.shelf.plan.contents(document["key"])), document["title"])
            item = NewsItem(link, source_line(document), text, desk.href(changes) if changes else "")
            yield document["date"], item


def dated_documents(desk: EntryWriter) -> Iterator[tuple[Record, str, Address | None]]:
    """Yield the documents that have a date, each with what is new in it and where its changes are told, if anywhere."""
    for document in desk.catalogue.documents.values():
        revision = desk.shelf.revisions.into(document["key"])
        if document["date"] and revision:
            yield document, in_short(revision), page_address(desk.shelf.plan, revision)
        elif document["date"]:
            yield document, "The whole document.", None


def _new_rulings(desk: EntryWriter, keys: Container[str]) -> Iterator[tuple[str, NewsItem]]:
    for one in dated_rulings(desk.catalogue):
        if one.entry.document in keys:
            where = source_line(desk.catalogue.documents[one.entry.document])
            yield one.date, NewsItem(desk.named(one.entry.id), where, one.text)


def dated_rulings(catalogue: Catalogue) -> Iterator[DatedRuling]:
    """Yield the texts that have a date; those of an edition that another follows are not told again."""
    for entry in catalogue.entries.values():
        if not catalogue.documents[entry.document]["superseded_by"]:
            count: Counter[str] = Counter()
            for block in entry.blocks:
                if block.date:
                    count[block.date] += 1
                    yield DatedRuling(entry, block.date, block.text, count[block.date])


def contents_name(entry: Entry, letter: str | None) -> str:
    """Return what a page is called in the contents: its entry's name, and its letter where it has one."""
    return name_of(entry) if letter is None else f"{name_of(entry)}: {letter_name(letter)}"

"""A library as the text of a site's files.

Pure: what is returned depends on the library, the templates and the options, and on nothing else. Pages come one
after the other, since thirty thousand of them need not be in memory at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from judge.core.dates import last_day, written_date
from judge.core.errors import ThemeError
from judge.core.jsonl import Record
from judge.core.model import Entry
from judge.core.names import KINDS, citation, full_citation, name_of, name_parts, shortened
from judge.library import Library
from judge.reading.dialects import descriptions
from judge.search.query_parsing import LONGEST as LONGEST_QUERY
from judge.site import assets, former_addresses, offline, plan
from judge.site import catalogue as catalogues
from judge.site.addresses import Address, absolute, relative
from judge.site.offline import File
from judge.site.pages import lists
from judge.site.pages.entries import EntryWriter, Named, PageContext
from judge.site.search_data import parts, tables
from judge.site.templates import Template, environment
from judge.version import __version__

FRAME = ("links", "top", "foot")
"""Templates of what stands around every page."""
MANY_BELOW = 400
"""Pages below an entry that are listed on its own page; of more, the A to Z is named instead."""
CONTENTS_ROWS = 3000
"""Rows of a contents page; a document with more entries lists its pages only."""
DESCRIPTION = 160


class Options(NamedTuple):
    """What a person may choose."""

    base_url: str | None = None
    """The site's own address, for what must name it: canonical links, the sitemap, the feed, opensearch.xml."""
    theme: Path | None = None
    """A folder whose files replace templates and assets of the same name."""
    offline: bool = True
    """Whether browsers keep the site for use without a network."""


@dataclass(frozen=True, slots=True)
class Head:
    """What every page says of itself."""

    path: str
    title: str
    description: str
    game: str | None = None
    documents: tuple[Record, ...] = ()
    """Whose text stands on it."""
    crumbs: tuple[Named, ...] = ()
    previous: Named | None = None
    next: Named | None = None
    kind: str = "WebPage"
    """In the words of schema.org."""


class Renderer:
    """Renders one library."""

    def __init__(self, library: Library, templates: Path, options: Options) -> None:
        """Read the library and the templates.

        Raises:
            ThemeError: the folder of a theme does not exist, or one of its files cannot be read.
        """
        if options.theme and not options.theme.is_dir():
            raise ThemeError(f"the theme {options.theme} is not a folder")
        self._folders = [folder for folder in (options.theme, templates) if folder]
        self._options = options
        self.catalogue = catalogues.read_catalogue(library)
        self._tables = library.ask(tables.read_tables)
        self.plan = plan.make(self.catalogue)
        places = lists.fault_places(self.catalogue.findings, self.plan.folders.__getitem__)
        self._shelf = PageContext(
            self.catalogue, self.plan, former_addresses.former_anchors(self.catalogue, self.plan), places
        )
        self._moved = former_addresses.moved_pages(self.catalogue, self.plan)
        self._environment = environment(self._folders)
        self._templates: dict[str, Template] = {}
        self._frames: dict[str, dict[str, Markup]] = {}
        self._nav: dict[str, list[tuple[str, str]]] = {}
        self._purposes = {name: one.purpose for name, one in descriptions().items()}
        self._site = self._describe_site()

    @property
    def count(self) -> int:
        """How many files there will be, about; for a progress bar."""
        return sum(map(len, self.plan.pages.values())) + len(self._moved) + 20

    def files(self) -> Iterator[File]:
        """Yield each file's path inside the site and what is in it.

        Raises:
            ThemeError: a template has an error; the message says where.
        """
        worker = assets.text(self._folders, "service-worker.js")
        asked = offline.Offline(worker, self._newest(), self._options.offline)
        yield from offline.with_offline(self._files(), asked)

    def _files(self) -> Iterator[File]:
        yield from assets.asset_files(self._folders)
        yield "manifest.webmanifest", self._template("manifest.webmanifest").render(site=self._site)
        for key in self.catalogue.documents:
            yield self._contents(key)
            yield from self._pages(key)
        for game in self.catalogue.games():
            yield from self._lists(game)
        yield from self._wholes()
        yield from parts.search_data_files(self.catalogue, self.plan, self._tables)
        for path, address in self._moved.items():
            yield path, self._template("moved.html").render(to=relative(path, address), canonical=self._url(address))

    # The site as a whole

    def _describe_site(self) -> dict[str, Any]:
        games = self.catalogue.games()
        name = f"{games[0]} rules" if len(games) == 1 and games[0] else "Rules for judges"
        about = {"name": name, "version": __version__, "base_url": self._options.base_url, "cards_from": MANY_BELOW}
        return about | {"longest_query": LONGEST_QUERY}

    def _newest(self) -> str:
        """Return the date of the newest document, as a person reads it."""
        date = max((document["date"] or "" for document in self.catalogue.documents.values()), key=last_day, default="")
        return written_date(date) if date else ""

    def _wholes(self) -> Iterator[tuple[str, str]]:
        """Yield the pages that are about all documents."""
        desk = self._desk("index.html")
        games = [(game, self.catalogue.of_game(game), self._game_links(desk, game)) for game in self.catalogue.games()]
        every = tuple(self.catalogue.documents.values())
        head = Head(desk.path, self._site["name"], "Rules and rulings, cross-referenced.", None, every, kind="WebSite")
        yield self._page("home.html", desk, head, games=games, purposes=self._purposes)
        yield from self._news()
        desk = self._desk("faults.html")
        found = lists.faults(self.catalogue, self._shelf.faults)
        head = Head(desk.path, "Known faults", "What is wrong in the documents, and what was repaired.", None, every)
        yield self._page("faults.html", desk, head, found=found)
        desk = self._desk("about.html")
        head = Head(desk.path, "About", "Sources, licences, how to cite, how the site was built.", None, every)
        yield self._page("about.html", desk, head, example=self._example())
        yield self._search_page(every)
        if self._options.base_url:
            addresses = [Address(f"{name}.html") for name in ("index", "new", "faults", "about")]
            addresses += [self.plan.contents(key) for key in self.catalogue.documents]
            addresses += [Address(page.path) for pages in self.plan.pages.values() for page in pages]
            yield "sitemap.xml", self._template("sitemap.xml").render(urls=map(self._url, addresses))
            icon, search = map(self._url, (Address("assets/icon.svg"), Address("search.html")))
            described = self._template("opensearch.xml").render(site=self._site, icon=icon, search=search)
            yield "opensearch.xml", described

    def _search_page(self, every: tuple[Record, ...]) -> tuple[str, str]:
        desk = self._desk("search.html")
        present = {entry.kind for entry in self.catalogue.entries.values()}
        kinds = {kind: name for kind, name in KINDS.items() if kind in present}
        head = Head(desk.path, "Search", "Search the rules and rulings.", None, every, kind="SearchResultsPage")
        return self._page("search.html", desk, head, games=self.catalogue.games(), kinds=kinds)

    def _news(self) -> Iterator[tuple[str, str]]:
        desk = self._desk("new.html")
        found = lists.news(desk)
        every = tuple(self.catalogue.documents.values())
        head = Head(desk.path, "What is new", "Documents and rulings by date, newest first.", None, every)
        yield self._page("new.html", desk, head, news=found)
        items = [item for one in found for item in one.items][: lists.NEWS_IN_FEED]
        updated = items[0].updated if items else "1970-01-01T00:00:00Z"
        base = (self._options.base_url or "").rstrip("/")
        feed = self._template("feed.xml")
        yield "feed.xml", feed.render(site=self._site, items=items, updated=updated, base=base, url=self._url)

    def _example(self) -> str | None:
        """Return a citation to show how one is written."""
        entries = self.catalogue.entries.values()
        entry = next((one for one in entries if one.number and one.title), None) or next(iter(entries), None)
        return full_citation(self.catalogue.document(entry.id), entry) if entry else None

    # The pages of one game

    def _lists(self, game: str) -> Iterator[tuple[str, str]]:
        for title, (name, text, make) in self._game_pages(game).items():
            desk = self._desk(f"{self.plan.game_folders[game]}/{name}.html")
            found = make(desk)
            documents = tuple(self.catalogue.of_game(game))
            heading = f"{title}: {game}" if game else title
            head = Head(desk.path, heading, text, game, documents, kind="CollectionPage")
            yield self._page(f"{name}.html", desk, head, found=found)

    def _game_pages(self, game: str) -> dict[str, tuple[str, str, Callable[[EntryWriter], Any]]]:
        """Return the lists that a game has: title, name, description, and what makes them."""
        catalogue = self.catalogue
        cards = list(catalogue.in_game(game, "card"))
        topics = list(catalogue.in_game(game, "topic"))
        terms = lists.terms(catalogue, game)
        errata = lists.with_errata(catalogue, game)
        every: dict[str, tuple[str, str, Callable[[EntryWriter], Any], int]] = {
            "Cards": ("cards", "All cards, A to Z.", lambda desk: lists.by_letter(desk, cards), len(cards)),
            "Topics": ("topics", "The topics of the rulings.", lambda desk: lists.topics(desk, game), len(topics)),
            "Glossary": (
                "glossary",
                "All terms from all documents.",
                lambda desk: lists.by_letter(desk, terms, text=True),
                len(terms),
            ),
            "Errata": (
                "errata",
                "Cards whose official wording differs from the printed one.",
                lambda desk: [(desk.named(entry.id), desk.show(entry.id, 2)) for entry in errata],
                len(errata),
            ),
        }
        return {title: (name, text, make) for title, (name, text, make, count) in every.items() if count}

    def _game_links(self, desk: EntryWriter, game: str) -> list[Named]:
        folder = self.plan.game_folders[game]
        if game not in self._nav:
            self._nav[game] = [(title, name) for title, (name, *_) in self._game_pages(game).items()]
        return [Named(desk.href(Address(f"{folder}/{name}.html")), title) for title, name in self._nav[game]]

    # The pages of one document

    def _contents(self, key: str) -> tuple[str, str]:
        document = self.catalogue.documents[key]
        desk = self._desk(self.plan.contents(key).path)
        entries = [entry for entry in self.catalogue.entries.values() if entry.document == key]
        rows = [entry for entry in entries if entry.kind != "card"]
        listed = [self._row(desk, entry) for entry in rows] if len(rows) <= CONTENTS_ROWS else []
        pages = [(page, self._page_name(page)) for page in self.plan.pages[key] if not page.card]
        chapters = [Named(desk.href(Address(page.path)), name) for page, name in pages]
        title, game = document["title"], document["game"] or ""
        about = f"Contents of {citation(document)}"
        head = Head(desk.path, title, about, game, (document,), kind="Book")
        cards = sum(entry.kind == "card" for entry in entries)
        purpose = self._purposes.get(document["dialect"], "")
        return self._page(
            "contents.html", desk, head, rows=listed, chapters=chapters, cards=cards, purpose=purpose, document=document
        )

    def _row(self, desk: EntryWriter, entry: Entry) -> dict[str, Any]:
        """Return a row of the contents: it bears the entry's anchor, so that an old or a made-up address finds it."""
        place = self.plan.places[entry.id]
        anchors = [place.anchor, *self._shelf.former.get(entry.id, ())]
        depth = min(len(self.catalogue.above(entry.id)), 4)
        number, rest = name_parts(entry)
        return {"href": desk.href(place), "anchors": anchors, "depth": depth, "number": number, "rest": rest}

    def _pages(self, key: str) -> Iterator[tuple[str, str]]:
        pages = self.plan.pages[key]
        document = self.catalogue.documents[key]
        for place, page in enumerate(pages):
            desk = self._desk(page.path)
            before = pages[place - 1] if place else None
            after = pages[place + 1] if place + 1 < len(pages) else None
            head = Head(
                page.path,
                self._page_name(page),
                self._about(page),
                document["game"] or "",
                (document,),
                tuple(self._crumbs(desk, page)),
                self._neighbour(desk, before),
                self._neighbour(desk, after),
                "DefinedTerm" if page.card else "Chapter",
            )
            yield self._card(desk, head, page) if page.card else self._chapter(desk, head, page)

    def _chapter(self, desk: EntryWriter, head: Head, page: plan.Page) -> tuple[str, str]:
        first = [] if page.letter else [desk.show(page.root, 1)]
        depth = len(self.catalogue.above(page.root))
        inner = [one for one in page.ids if one != page.root]
        shown = [desk.show(id, len(self.catalogue.above(id)) - depth + 1) for id in inner]
        below = [desk.named(id) for id in page.below] if len(page.below) <= MANY_BELOW else []
        return self._page("chapter.html", desk, head, first=first, entries=shown, below=below, many=len(page.below))

    def _card(self, desk: EntryWriter, head: Head, page: plan.Page) -> tuple[str, str]:
        entry = desk.show(page.root, 1)
        examples = desk.examples(page.root)
        counterparts = [desk.named(id, text=True) for id in self.catalogue.counterparts.get(page.root, ())]
        inner = [desk.show(id, 2) for id in page.ids[1:]]
        opened = desk.opened(page.root)
        return self._page(
            "card.html",
            desk,
            head,
            entry=entry,
            entries=inner,
            opened=opened,
            examples=examples,
            counterparts=counterparts,
        )

    def _page_name(self, page: plan.Page) -> str:
        return lists.contents_name(self.catalogue.entries[page.root], page.letter)

    def _about(self, page: plan.Page) -> str:
        entry = self.catalogue.entries[page.root]
        texts = [entry.errata.text] if entry.errata else []
        texts += [block.text for id in page.ids[:3] for block in self.catalogue.entries[id].blocks[:2]]
        return shortened(" ".join(texts), DESCRIPTION) or self._page_name(page)

    def _crumbs(self, desk: EntryWriter, page: plan.Page) -> Iterator[Named]:
        document = self.catalogue.documents[page.document]
        yield Named(desk.href(self.plan.contents(page.document)), document["title"])
        above = self.catalogue.above(page.root)
        if page.letter:
            above.append(self.catalogue.entries[page.root])
        for entry in above:
            yield Named(desk.href(Address(self.plan.places[entry.id].path)), name_of(entry))

    def _neighbour(self, desk: EntryWriter, page: plan.Page | None) -> Named | None:
        return Named(desk.href(Address(page.path)), self._page_name(page)) if page else None

    # What all pages share

    def _desk(self, path: str) -> EntryWriter:
        return EntryWriter(self._shelf, path)

    def _url(self, address: Address) -> str | None:
        return absolute(self._options.base_url, address) if self._options.base_url else None

    def _page(self, template: str, desk: EntryWriter, head: Head, **values: Any) -> tuple[str, str]:
        """Render a page that has a head."""
        games = self.catalogue.games()
        game = head.game if head.game is not None else games[0] if len(games) == 1 else None
        nav = self._game_links(desk, game) if game is not None else []
        values |= {"head": head, "site": self._site, "nav": nav, "desk": desk, "plan": self.plan}
        values |= {"canonical": self._url(Address(head.path)), "href": lambda *parts: desk.href(Address(*parts))}
        values["frame"] = self._frame(head, values)
        return head.path, self._template(template).render(values)

    def _frame(self, head: Head, values: dict[str, Any]) -> dict[str, Markup]:
        """Return what stands around a page, rendered once for all chapters and cards of a document."""
        key = head.path.rpartition("/")[0] if head.crumbs else head.path
        if key not in self._frames:
            frame = {name: self._template(f"{name}.html").render(values) for name in FRAME}
            self._frames[key] = {name: Markup(html) for name, html in frame.items()}  # noqa: S704 (rendered, so escaped)
        return self._frames[key]

    def _template(self, name: str) -> Template:
        if name not in self._templates:
            self._templates[name] = Template(self._environment, name)
        return self._templates[name]

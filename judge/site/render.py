"""A library as the text of a site's files.

Pure: what is returned depends on the library, the templates and the options, and on nothing else. Pages come one
after the other, since thirty thousand of them need not be in memory at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup
from msgspec import Struct

from judge.core.dates import last_day, timestamp, written_date
from judge.core.languages import ENGLISH
from judge.core.model import Document, replace
from judge.core.names import DIALECTS, KINDS, full_citation
from judge.opened_library import Library
from judge.search.query_parsing import LONGEST as LONGEST_QUERY
from judge.site import catalogue as catalogues
from judge.site import offline, plan, revisions, search_data, templates
from judge.site.offline import File
from judge.site.own_pages import OwnLinks, OwnPage, own_path, read_page
from judge.site.owner import FOLDER, WEB, read_owner
from judge.site.pages import addresses, game_pages
from judge.site.pages.card_pages import show_card
from judge.site.pages.changes_page import changes_page, turned
from judge.site.pages.entries import EntryWriter, PageContext, PageLink, source_line
from judge.site.pages.faults import fault_page, fault_places
from judge.site.pages.game_pages import Games, feed_items
from judge.site.pages.navigation import (
    Side,
    SideLink,
    about,
    beside_card,
    beside_chapter,
    crumbs,
    letters_of,
    neighbour,
    page_name,
    read_chapters,
    rows,
    title_anchors,
)
from judge.site.plan import Address, absolute, relative
from judge.site.revisions import Revision, in_short, page_address, read_revisions
from judge.site.templates import Template, environment
from judge.version import __version__

FRAME = ("links", "top", "foot")
"""Templates of the frame around every page."""
MANY_BELOW = 400
"""Pages below an entry that are listed on its own page; of more, the A to Z is named instead."""


class Options(NamedTuple):
    """What a person may choose."""

    base_url: str | None = None
    """The site's own address, for what must name it: canonical links, the sitemap, the feed."""
    offline: bool = True
    """Whether browsers keep the site for use without a network."""
    warn: Callable[[str], object] = lambda _: None
    """Told, in a sentence, of what the owner's files have that means nothing."""


FOLDED_PARTS = 12
"""Parts of a section that a long contents page folds away: half a screen of a phone."""
OF_A_DOCUMENT = ("book", "chapter", "card")
"""Kinds of pages that are in the language of a document."""


class PageHead(Struct, frozen=True):
    """What every page says of itself."""

    path: str
    title: str
    description: str
    game: str | None = None
    documents: tuple[Document, ...] = ()
    """The documents whose text it shows."""
    crumbs: tuple[PageLink, ...] = ()
    previous: PageLink | None = None
    next: PageLink | None = None
    kind: str = "page"
    """home, error, book, chapter, card, or any other page."""
    wide: bool = False
    """Whether it is a list, which may be wider than a text."""
    side: Side | None = None
    letters: Sequence[SideLink] = ()
    """Of the alphabet that it is a part of."""
    age: str = ""
    """That the newest rules of its game are later than its text; empty if they are not."""

    @property
    def language(self) -> str:
        """That of the document whose text the page shows; else of the program's own words."""
        spoken = {document.language or ENGLISH for document in self.documents}
        return spoken.pop() if len(spoken) == 1 and self.kind in OF_A_DOCUMENT else ENGLISH


class Renderer:
    """Renders one library."""

    def __init__(self, library: Library, templates: Path, options: Options) -> None:
        """Read the library and the templates.

        Raises:
            ThemeError: one of the templates cannot be read.
        """
        self._folder = templates
        self._options = options
        self._owner = read_owner(library.folders, options.warn)
        self.catalogue = catalogues.read_catalogue(library)
        self._tables = library.ask(search_data.read_tables)
        self.plan = plan.make(self.catalogue)
        self._revisions = read_revisions(library)
        places = fault_places(self.catalogue.findings, self.plan.folders.__getitem__)
        self._games = Games(self.catalogue, self.plan, self._revisions)
        former = revisions.former_anchors(self.catalogue, self.plan, self._revisions)
        older = revisions.older_ids(self.catalogue, self._revisions)
        self._shelf = PageContext(
            self.catalogue, self.plan, former, places, self._owner.correct, self._revisions, older
        )
        self._moved = revisions.moved_pages(self.catalogue, self.plan, self._revisions)
        self._own_pages = [self._read_own(name, text) for name, text in self._owner.pages.items()]
        self._environment = environment(self._folder)
        self._templates: dict[str, Template] = {}
        self._frames: dict[str, dict[str, Markup]] = {}
        self._purposes = {name: purpose for name, (_, purpose) in DIALECTS.items()}
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
        worker = templates.text(self._folder, "service-worker.js")
        asked = offline.Offline(worker, self._newest(), self._options.offline)
        paths = set()
        for path, content in offline.with_offline(self._files(), asked):
            paths.add(path)
            yield path, content
        for path, content in (*self._owner.copies.items(), *self._redirects()):
            if path in paths:
                self._options.warn(f"{FOLDER}/{path} has the name of a file of the site and is left out; rename it")
            else:
                paths.add(path)
                yield path, content

    def _files(self) -> Iterator[File]:
        yield from templates.asset_files(self._folder, self._owner.pictures, self._owner.accent)
        yield from templates.owner_files(self._owner)
        yield "manifest.webmanifest", self._template("manifest.webmanifest").render(site=self._site)
        for key in self.catalogue.documents:
            if not any(page.whole for page in self.plan.pages[key]):
                yield self._contents(key)
            yield from self._pages(key)
        for game in self.catalogue.games():
            yield from self._game(game)
        yield from self._wholes()
        yield from search_data.search_data_files(self.catalogue, self.plan, self._tables)
        yield addresses.FILE, addresses.address_list(self.catalogue, self.plan, self._options.base_url)
        for path, address in self._moved.items():
            yield path, self._moved_page(path, address)

    def _moved_page(self, path: str, address: Address) -> str:
        return self._template("moved.html").render(to=relative(path, address), canonical=self._url(address))

    def _redirects(self) -> Iterator[File]:
        """Yield the pages at addresses of the owner's former site."""
        for path, target in self._owner.redirects.items():
            if target.startswith(WEB):
                yield path, self._template("moved.html").render(to=target, canonical=target)
            elif id := self._find(target, f"{FOLDER}/redirects"):
                yield path, self._moved_page(path, self.plan.places[id])

    def _find(self, words: str, where: str) -> str | None:
        """Return the id of what words of the owner's name; where that is not one entry, it is told of."""
        found = self.catalogue.named(words)
        if len(found) == 1:
            return found[0]
        which = f"may mean {' or '.join(found[:4])}; use one of these" if found else "names no rule or card"
        self._options.warn(f"{where}: [{words}] {which}")
        return None

    # The site as a whole

    def _describe_site(self) -> dict[str, Any]:
        games = self.catalogue.games()
        owner = self._owner
        name = owner.name or (f"{games[0]} rules" if len(games) == 1 and games[0] else "Rules for judges")
        tagline = owner.tagline or "Every rule and every ruling, with what changed and when."
        return {
            "owner": owner,
            "pages": [page for page in self._own_pages if page.name != "404"],
            "name": name,
            "tagline": tagline,
            "version": __version__,
            "cards_from": MANY_BELOW,
            "longest_query": LONGEST_QUERY,
        }

    def _newest(self) -> str:
        """Return the date of the newest document, as a person reads it."""
        date = max((document.date or "" for document in self.catalogue.documents.values()), key=last_day, default="")
        return written_date(date) if date else ""

    def _wholes(self) -> Iterator[tuple[str, str]]:
        """Yield the pages that are about all documents."""
        every = tuple(self.catalogue.documents.values())
        only = self._games.names[0] if len(self._games.names) == 1 else None
        yield self._home(self._desk("index.html"), self._site["name"], every, only)
        yield from self._news()
        yield self._faults(every)
        desk = self._desk("about.html")
        entries = self.catalogue.entries.values()
        entry = next((one for one in entries if one.number and one.title), None) or next(iter(entries), None)
        example = full_citation(self.catalogue.document(entry.id), entry) if entry else None
        head = PageHead(desk.path, "About", "Sources, licences, how to cite, how the site was built.", None, every)
        yield self._page("about.html", desk, head, example=example)
        yield self._search_page(every)
        yield from self._own()
        if self._options.base_url:
            yield "sitemap.xml", self._template("sitemap.xml").render(urls=self._sitemap())

    def _sitemap(self) -> dict[str | None, str]:
        """Return the address of every page to be found, with the date of its document where it has one."""
        addresses = [
            *(Address(f"{name}.html") for name in ("index", "new", "faults", "about")),
            *(Address(page.path) for page in self._site["pages"]),
            *(self._games.home(game) for game in self._games.names if len(self._games.names) > 1),
        ]
        found = {self._url(address): "" for address in addresses}
        for key, document in self.catalogue.documents.items():
            for address in (self.plan.contents(key), *(Address(page.path) for page in self.plan.pages[key])):
                found[self._url(address)] = document.date or ""
        return found

    def _faults(self, every: tuple[Document, ...]) -> tuple[str, str]:
        desk = self._desk("faults.html")
        head = PageHead(desk.path, "Known faults", "Faults of the documents, and repairs.", None, every, wide=True)
        return self._page("faults.html", desk, head, found=fault_page(desk))

    def _own(self) -> Iterator[tuple[str, str]]:
        """Yield the owner's pages, what a host shows for a wrong address, robots.txt."""
        for page in self._site["pages"]:
            desk = self._desk(page.path)
            yield self._page("own.html", desk, PageHead(desk.path, page.title, page.title), page=page)
        desk = self._desk("notes.html")
        yield self._page("notes.html", desk, PageHead(desk.path, "My notes", "Questions and calls of your own."))
        desk = self._desk("404.html")
        own = next((page for page in self._own_pages if page.name == "404"), None)
        title = own.title if own else "There is no such page"
        head = PageHead(desk.path, title, "There is no page at this address.", kind="error")
        base = self._options.base_url.rstrip("/") + "/" if self._options.base_url else None
        yield self._page("own.html" if own else "404.html", desk, head, base=base, page=own)
        yield "robots.txt", self._template("robots.txt").render(sitemap=self._url(Address("sitemap.xml")))

    def _search_page(self, every: tuple[Document, ...]) -> tuple[str, str]:
        desk = self._desk("search.html")
        present = {entry.kind for entry in self.catalogue.entries.values()}
        kinds = {kind: name for kind, name in KINDS.items() if kind in present}
        head = PageHead(desk.path, "Search", "Search the rules and rulings.", None, every)
        return self._page("search.html", desk, head, games=self.catalogue.games(), kinds=kinds)

    def _news(self) -> Iterator[tuple[str, str]]:
        desk = self._desk("new.html")
        found = game_pages.by_year(game_pages.news(desk))
        every = tuple(self.catalogue.documents.values())
        head = PageHead(
            desk.path,
            "What changed",
            "Documents and rulings by their printed dates, newest first.",
            None,
            every,
            wide=True,
        )
        yield self._page("new.html", desk, head, found=found)
        items = feed_items(desk)
        base = (self._options.base_url or "").rstrip("/")
        feed = self._template("feed.xml").render(
            site=self._site,
            items=items,
            updated=items[0].updated if items else timestamp(None),
            base=base,
            url=self._url,
            href=lambda *parts: desk.href(Address(*parts)),
        )
        yield "feed.xml", feed

    def _read_own(self, name: str, text: str) -> OwnPage:
        """Return a page of the owner's; what it names and no document has is told of."""
        path = own_path(name)

        def rule(words: str) -> str:
            found = self._find(words, f"{FOLDER}/pages/{name}.md")
            return relative(path, self.plan.places[found]) if found else ""

        links = OwnLinks(self._owner.pages, self._owner.pictures, lambda other: relative(path, Address(other)), rule)
        return read_page(name, text, links)

    # The pages of one game

    def _game(self, game: str) -> Iterator[tuple[str, str]]:
        documents = tuple(self.catalogue.of_game(game))
        for one in self._games.lists[game]:
            desk = self._desk(self._games.address(game, one.name).path)
            if desk.path == "new.html":
                former = Address(f"{self.plan.game_folders[game]}/{one.name}.html")
                yield former.path, self._moved_page(former.path, Address(desk.path))
                continue
            heading = f"{one.title}: {game}" if game else one.title
            head = PageHead(desk.path, heading, one.text, game, documents, wide=True)
            template = "new.html" if one.name == "changes" else f"{one.name}.html"
            yield self._page(template, desk, head, found=one.make(desk))
        yield from map(self._changes, self._revisions.of_game(game))
        if len(self._games.names) > 1:
            desk = self._desk(self._games.home(game).path)
            yield self._home(desk, game, documents, game)

    def _changes(self, revision: Revision) -> tuple[str, str]:
        """Return the page of changes of an edition."""
        desk = self._desk(page_address(self.plan, revision).path)
        found = changes_page(desk, revision)
        title = f"Changes in {source_line(revision.newer)}"
        documents = (revision.newer, revision.older)
        head = PageHead(desk.path, title, in_short(revision), revision.newer.game or "", documents, wide=True)
        return self._page("changes.html", desk, head, found=found)

    def _home(
        self, desk: EntryWriter, title: str, documents: tuple[Document, ...], game: str | None
    ) -> tuple[str, str]:
        """Return the home of a game, or of all."""
        names = self._games.names if game is None else [game]
        games = [self._games.describe(desk, name, alone=len(names) == 1) for name in names]
        games.sort(key=lambda one: (len(one.doors), one.size), reverse=True)
        head = PageHead(desk.path, title, self._site["tagline"], game, documents, kind="home", wide=True)
        return self._page("home.html", desk, head, games=games, purposes=self._purposes, whole=game is None)

    # The pages of one document

    def _contents(self, key: str) -> tuple[str, str]:
        document = self.catalogue.documents[key]
        desk = self._desk(self.plan.contents(key).path)
        text = f"Contents of {source_line(document)}"
        head = PageHead(desk.path, document.title, text, document.game or "", (document,), kind="book", wide=True)
        cards = sum(entry.kind == "card" for entry in self.catalogue.entries.values() if entry.document == key)
        purpose = self._purposes.get(document.dialect, "")
        return self._page(
            "contents.html",
            desk,
            head,
            document=document,
            anchors=title_anchors(desk, key),
            rows=(found := rows(desk, key)),
            parts=read_chapters(found),
            folded=FOLDED_PARTS,
            cards=cards,
            purpose=purpose,
            came=turned(desk, self._revisions.into(key), key),
            followed=turned(desk, self._revisions.out_of(key), key),
        )

    def _pages(self, key: str) -> Iterator[tuple[str, str]]:
        pages = self.plan.pages[key]
        document = self.catalogue.documents[key]
        for place, page in enumerate(pages):
            desk = self._desk(page.path)
            before = pages[place - 1] if place else None
            after = pages[place + 1] if place + 1 < len(pages) else None
            later = self._tables.later.get(key)
            naming = {one.source.partition(":")[0] for one in self.catalogue.inward.get(page.root, ())}
            head = PageHead(
                page.path,
                page_name(self.catalogue, page),
                about(self.catalogue, page),
                document.game or "",
                (document,),
                () if page.whole else tuple(crumbs(desk, page)),
                neighbour(desk, before),
                neighbour(desk, after),
                "card" if page.card else "book" if page.whole else "chapter",
                side=None if page.card else beside_chapter(desk, page),
                letters=letters_of(desk, page),
                age=later.sentence if later and (not page.card or later.key in naming) else "",
            )
            yield self._card(desk, head, page) if page.card else self._chapter(desk, head, page)

    def _chapter(self, desk: EntryWriter, head: PageHead, page: plan.SitePage) -> tuple[str, str]:
        first = [] if page.letter or page.whole else [desk.show(page.root, 1)]
        depth = len(self.catalogue.above(page.root)) - page.whole
        inner = [one for one in page.ids if page.whole or one != page.root]
        shown = [desk.show(id, max(len(self.catalogue.above(id)) - depth + 1, 2)) for id in inner]
        below = [desk.named(id) for id in page.below] if len(page.below) <= MANY_BELOW else []
        values = {"first": first, "entries": shown, "below": below, "many": len(page.below)}
        values["anchors"] = title_anchors(desk, page.document, page.ids) if page.whole else []
        values["stable"] = self._url(self.plan.contents(page.document)) or "./"
        return self._page("chapter.html", desk, head, **values)

    def _card(self, desk: EntryWriter, head: PageHead, page: plan.SitePage) -> tuple[str, str]:
        entry = desk.show(page.root, 1)
        card = show_card(desk, entry, page.root)
        examples = desk.examples(page.root)
        same = self.catalogue.card(page.root)
        mentioned = desk.inward(*same)
        counterparts = [
            desk.named(id, text=True) for id in self.catalogue.counterparts.get(page.root, ()) if id not in same
        ]
        inner = [desk.show(id, 2) for id in page.ids[1:]]
        opened = desk.opened(page.root)
        parts = [("_examples", "Examples in the rules", examples), ("_mentioned", "Mentioned in", mentioned)]
        parts.append(("_also", "Also covered in", counterparts))
        side = beside_card(card, [(anchor, name) for anchor, name, there in parts if there], inner)
        head = replace(head, side=side)
        return self._page(
            "card.html",
            desk,
            head,
            entry=entry,
            entries=inner,
            opened=opened,
            examples=examples,
            mentioned=mentioned,
            counterparts=counterparts,
            card=card,
            stable=self._url(Address(page.path)) or relative(page.path, Address(page.path)),
        )

    # What all pages share

    def _desk(self, path: str) -> EntryWriter:
        return EntryWriter(self._shelf, path)

    def _url(self, address: Address) -> str | None:
        return absolute(self._options.base_url, address) if self._options.base_url else None

    def _page(self, template: str, desk: EntryWriter, head: PageHead, **values: Any) -> tuple[str, str]:
        """Render a page that has a head."""
        games = self._games.names
        game = head.game if head.game is not None else games[0] if len(games) == 1 else None
        nav = self._games.bar(desk, game) if game is not None else []
        home = PageLink(desk.href(self._games.home(game)), game or self._site["name"]) if game is not None else None
        values = {
            "base": None,
            "canonical": self._url(Address(head.path)),
            "stable": "",
            **values,
            "head": head,
            "site": self._site,
            "nav": nav,
            "home": home,
            "desk": desk,
            "plan": self.plan,
            "preview": self._url(Address("assets/preview.png")),
            "href": lambda *parts: desk.href(Address(*parts)),
        }
        # The frame is rendered once for all chapters and cards of a document.
        key = head.path.rpartition("/")[0] if head.crumbs else head.path
        if key not in self._frames:
            frame = {name: self._template(f"{name}.html").render(values) for name in FRAME}
            self._frames[key] = {name: Markup(html) for name, html in frame.items()}  # noqa: S704 (rendered, so escaped)
        values["frame"] = self._frames[key]
        return head.path, self._template(template).render(values)

    def _template(self, name: str) -> Template:
        if name not in self._templates:
            self._templates[name] = Template(self._environment, name)
        return self._templates[name]

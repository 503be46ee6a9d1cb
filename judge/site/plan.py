"""The page and the address of each entry.

A document of one page is its own contents page. Else a chapter is read as one page. One that would be too long is
parted into those below it, or by letter where it is an alphabet of unnumbered terms; what has neither title nor entries
below it stays with the one above. What would be a page of a line or two is put to the page before it, and its own
address leads there; lists name both. A card has a page of its own.

    shadowfist-rulebook            contents
    ├── playing                    too long: its own words, then what is below it
    │   ├── 24.0                   a chapter with all its sections
    ├── glossary-a                 a letter of a long glossary
    shadowfist-omnifaq
    ├── evil-twin                  a card

An address is made from an entry's id and nothing else, so that it stays: `shadowfist-omnifaq:evil-twin#3` is
`shadowfist-omnifaq/evil-twin.html#3`. What a file system forbids is replaced, and of two names that a file system
would take for one, the later gets `~2`.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from msgspec import Struct, field

from judge.core.model import Entry, replace
from judge.core.tokens import fold

if TYPE_CHECKING:
    from judge.site.catalogue import Catalogue

UNSAFE = re.compile(r"[^\w.~-]+")
DEVICES = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices, with whatever ending."""
LONGEST_NAME = 150
"""Bytes of a name; file systems allow 255, and an ending and a mark for a name taken are still to come."""


class Address(NamedTuple):
    """A place on the site."""

    path: str
    """The page's path inside the site, parted by slashes."""
    anchor: str = ""
    """The element on the page; none means the page as a whole."""


class FreeNames:
    """Gives names that are unlike for every file system, whatever it does with case and marks."""

    def __init__(self, *taken: str) -> None:
        """Begin with names that are not to be given."""
        self._taken = {_alike(name) for name in taken}

    def take(self, wanted: str) -> str:
        """Return a safe name as near to what is wanted as is free."""
        base = name = safe(wanted)
        number = 1
        while _alike(name) in self._taken:
            number += 1
            name = f"{base}~{number}"
        self._taken.add(_alike(name))
        return name


def safe(name: str) -> str:
    """Return a name that every file system takes and that works as an anchor.

    >>> safe("24.8.1.3"), safe("Appendix I"), safe("con"), safe("../../etc"), safe("???")
    ('24.8.1.3', 'Appendix-I', 'con_', 'etc', 'entry')
    """
    plain = UNSAFE.sub("-", unicodedata.normalize("NFC", name)).strip("-._ ")
    while len(plain.encode("utf-8")) > LONGEST_NAME:
        plain = plain[:-1]
    plain = plain.rstrip("-.") or "entry"
    return f"{plain}_" if DEVICES.fullmatch(plain) else plain


def _alike(name: str) -> str:
    """Return a form that is the same for names that some file system takes for one."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def relative(page: str, target: Address) -> str:
    """Return the address of a target as a link on a page writes it.

    >>> relative("games/ufs/cards.html", Address("ufs-rules/8.html", "8.1"))
    '../../ufs-rules/8.html#8.1'
    >>> relative("ufs-rules/8.html", Address("ufs-rules/8.html", "8.1"))
    '#8.1'
    >>> relative("a/b.html", Address("a/ключ.html", "ж")), relative("index.html", Address("index.html"))
    ('%D0%BA%D0%BB%D1%8E%D1%87.html#%D0%B6', 'index.html')
    """
    anchor = f"#{quote(target.anchor)}" if target.anchor else ""
    if target.path == page:
        return anchor or quote(posixpath.basename(page))
    return _from_folder(page.rpartition("/")[0], target.path) + anchor


@lru_cache(maxsize=8192)
def _from_folder(folder: str, path: str) -> str:
    """Return a path as it is written in a folder; most pages of a folder write the same ones."""
    return quote(posixpath.relpath(path, folder or "."))


def absolute(base: str, target: Address) -> str:
    """Return the address of a target under the site's own; a folder's index page is the folder.

    >>> absolute("https://example.org/rules/", Address("ufs-rules/index.html"))
    'https://example.org/rules/ufs-rules/'
    """
    path = target.path.removesuffix("index.html") if posixpath.basename(target.path) == "index.html" else target.path
    return base.rstrip("/") + "/" + quote(path) + (f"#{quote(target.anchor)}" if target.anchor else "")


def permanent(base: str, keys: Iterable[str], id: str) -> str:
    """Return the promised address of an entry: its id on its document's contents page, which forwards to it.

    It needs nothing of the entry, so it can be had without the site.

    Args:
        base: the site's own address.
        keys: of all documents of the site, in their order.
        id: of the entry.

    >>> permanent("https://rules.example.org", ["tide-rules"], "tide-rules:24.8.1")
    'https://rules.example.org/tide-rules/#24.8.1'
    """
    folders, (document, _, local) = folder_names(), id.partition(":")
    taken = {key: folders.take(key) for key in keys}
    return absolute(base, Address(f"{taken[document]}/index.html", safe(local)))


def folder_names() -> FreeNames:
    """Return the names that folders of documents can have."""
    return FreeNames("assets", "games", "offline", "search")


LONGEST = 22_000
"""Characters of a reading page before it is parted: some 20 minutes of reading, ten printed pages."""
LONGEST_FLAT = 60_000
"""The same for a page of short entries with nothing below them: parted, each would be a page of a few lines."""
SHORTEST = 200
"""Characters below which what is not a card gets no page of its own: less than a phone shows at once."""
INDEX, INDEX_PAGE = "index", "the-index"
"""An entry whose page would be called as the contents page, and what it is called instead."""
ENTRY_WEIGHT = 150
"""What an entry counts beside its characters: about two lines for its heading and the space around it."""


class SitePage(Struct, frozen=True):
    """A page of a document and the entries on it."""

    path: str
    document: str
    root: str
    """Id of the entry the page is named after."""
    ids: tuple[str, ...]
    """The entries on it, in order."""
    below: tuple[str, ...] = ()
    """Entries right below its own that have pages of their own."""
    letter: str | None = None
    """Which part of an alphabet it is."""
    card: bool = False
    whole: bool = False
    """Whether it is all of its document."""
    joined: tuple[str, ...] = ()
    """The entries on it beside its root that are too short for pages of their own."""


class SitePlan(Struct):
    """The pages, and the address of each entry."""

    pages: dict[str, list[SitePage]] = field(default_factory=dict)
    """The pages of each document, in the order of the document."""
    folders: dict[str, str] = field(default_factory=dict)
    """The folder of each document."""
    game_folders: dict[str, str] = field(default_factory=dict)
    places: dict[str, Address] = field(default_factory=dict)
    """The address of each entry."""
    merged: dict[str, Address] = field(default_factory=dict)
    """The addresses at which short parts had pages of their own, each with where it is now."""

    def contents(self, document: str) -> Address:
        """Return the address of a document's contents page."""
        return Address(f"{self.folders[document]}/index.html")


def make(catalogue: Catalogue) -> SitePlan:
    """Settle the addresses of all entries."""
    plan = SitePlan()
    folders, games = folder_names(), FreeNames()
    plan.game_folders = {game: f"games/{games.take(game.casefold() or 'other')}" for game in catalogue.games()}
    for key in catalogue.documents:
        plan.folders[key] = folders.take(key)
        plan.pages[key] = _Planner(catalogue, plan, key).pages()
    _join_cards(catalogue, plan)
    return plan


def _join_cards(catalogue: Catalogue, plan: SitePlan) -> None:
    """Put a card that several documents have on one page, that of the first of its entries; the others lead there.

    What is from another document has the anchor `KEY:CARD` there; no other anchor has a colon.
    """
    cards = {page.root: page for pages in plan.pages.values() for page in pages if page.card}
    for id, page in cards.items():
        first = catalogue.card(id)[0]
        if first != id:
            for one in page.ids:
                anchor = f"{plan.folders[page.document]}:{plan.places[one].anchor}"
                plan.places[one] = Address(plan.places[first].path, anchor)
            plan.merged[page.path] = plan.places[id]
            cards[first] = replace(cards[first], ids=(*cards[first].ids, *page.ids[1:]))
    for key, pages in plan.pages.items():
        kept = (page for page in pages if not page.card or catalogue.card(page.root)[0] == page.root)
        plan.pages[key] = [cards.get(page.root, page) if page.card else page for page in kept]


def anchor_of_part(anchor: str, part: str, *, is_card: bool) -> str:
    """Return the anchor of a part of an entry: on the page of a card, those of the first of its entries are bare.

    >>> anchor_of_part("sea-gull", "2", is_card=True), anchor_of_part("harbour-faq:sea-gull", "2", is_card=True)
    ('2', 'harbour-faq:sea-gull~2')
    """
    return part if is_card and ":" not in anchor else f"{anchor}~{part}"


class _Planner:
    """Plans the pages of one document."""

    def __init__(self, catalogue: Catalogue, plan: SitePlan, document: str) -> None:
        self._catalogue = catalogue
        self._entries = catalogue.entries
        self._plan = plan
        self._document = document
        self._files = FreeNames("index")
        self._anchors = FreeNames()
        self._weights: dict[str, int] = {}

    def pages(self) -> list[SitePage]:
        """Return the document's pages, in order."""
        made = [page for root in self._below(self._document) for page in self._plan_from(root)]
        if all(map(self._is_short, made)):
            return made  # a document of a few lines
        kept: list[SitePage] = []
        waiting: list[SitePage] = []
        for page in made:
            before = kept[-1] if kept and not kept[-1].card else None
            if not self._is_short(page):
                kept.append(page)
            elif before and (page.letter is None or before.root == page.root):
                kept[-1] = self._joined(before, page)
            else:
                waiting.append(page)
        kept = self._with_first(kept, waiting)
        return [self._as_whole(kept[0])] if len(kept) == 1 and not kept[0].card else kept

    def _as_whole(self, page: SitePage) -> SitePage:
        """Return the only page of a document under the document's own address, in the order of the document."""
        path = self._plan.contents(self._document).path
        for old, at in self._plan.merged.items():
            self._plan.merged[old] = at._replace(path=path) if at.path == page.path else at
        self._plan.merged[page.path] = Address(path)
        for id in page.ids:
            self._plan.places[id] = self._plan.places[id]._replace(path=path)
        ids = tuple(id for id in self._entries if id in page.ids)
        return replace(page, path=path, root=ids[0], ids=ids, whole=True)

    def _with_first(self, kept: list[SitePage], waiting: Sequence[SitePage]) -> list[SitePage]:
        """Put short pages that have none before them to the first page that can take them.

        A chapter goes before what that page has, and names it; words without a number go after it. The words that are
        the document's own title get the address of its contents page.
        """
        place = next((place for place, one in enumerate(kept) if not one.card and not one.letter), None)
        if place is None:
            return [*waiting, *kept]
        numbered = [page for page in waiting if self._entries[page.root].number]
        for page in (*reversed(numbered), *(page for page in waiting if page not in numbered)):
            if self._catalogue.is_title(page.root):
                address = self._plan.contents(self._document)._replace(anchor=self._plan.places[page.root].anchor)
                self._plan.places[page.root] = self._plan.merged[page.path] = address
            else:
                joined = self._joined(kept[place], page)
                if self._entries[page.root].number:
                    ids, heads = (*page.ids, *kept[place].ids), (*page.joined, kept[place].root, *kept[place].joined)
                    joined = replace(joined, root=page.root, ids=ids, joined=heads)
                kept[place] = joined
        return kept

    def _is_short(self, page: SitePage) -> bool:
        """Tell whether a page would have next to nothing on it, or a heading without a word."""
        root = self._entries[page.root]
        entries = [self._entries[id] for id in page.ids]
        length = sum(
            len(one.title or "")
            + sum(len(block.text) for block in one.blocks)
            + (len(one.errata.text) if one.errata else 0)
            for one in entries
        )
        wordless = not page.letter and not root.title and not root.number
        return not page.card and not page.below and (length < SHORTEST or wordless)

    def _joined(self, page: SitePage, short: SitePage) -> SitePage:
        """Return a page with a short one put to it; the entries keep their anchors."""
        for id in short.ids:
            self._plan.places[id] = self._plan.places[id]._replace(path=page.path)
        first = short.ids[0]
        self._plan.merged[short.path] = self._plan.places[first] if not short.letter else Address(page.path)
        letter = f"{page.letter.partition('–')[0]}–{short.letter}" if page.letter and short.letter else page.letter
        heads = page.joined if short.letter else (*page.joined, short.root, *short.joined)
        return replace(page, ids=(*page.ids, *short.ids), letter=letter, joined=heads)

    def _below(self, id: str) -> Sequence[str]:
        return self._catalogue.children.get(id, ())

    def _plan_from(self, id: str) -> Iterator[SitePage]:
        """Yield the page of an entry and those that it is parted into."""
        inner = [child for child in self._below(id) if self._entries[child].kind != "card"]
        if self._entries[id].kind == "card" or not inner or self._fits(id, inner):
            cards = list(self._cards_below(id))
            yield self._page(id, [id, *self._inside(id)], below=cards)
        elif _is_alphabet([self._entries[child] for child in inner]):
            cards = list(self._cards_below(id))
            yield self._page(id, [id], below=self._below(id))
            yield from self._letters(id, inner)
        else:
            cards = [child for child in self._below(id) if self._entries[child].kind == "card"]
            own = [child for child in inner if not self._entries[child].title and not self._below(child)]
            yield self._page(id, [id, *own], below=[child for child in self._below(id) if child not in own])
            for child in inner:
                if child not in own:
                    yield from self._plan_from(child)
        for card in cards:
            yield from self._plan_from(card)

    def _fits(self, id: str, inner: Sequence[str]) -> bool:
        """Tell whether an entry and what is below it are no longer than one page should be."""
        flat = not any(self._below(child) for child in inner)
        alphabet = _is_alphabet([self._entries[child] for child in inner])
        return self._weight(id) <= (LONGEST_FLAT if flat and not alphabet else LONGEST)

    def _letters(self, id: str, children: Sequence[str]) -> Iterator[SitePage]:
        """Yield a page for each first letter of the children."""
        letters: dict[str, list[str]] = defaultdict(list)
        for child in children:
            letters[letter_of(self._entries[child].title or "")].append(child)
        for letter in sorted(letters):
            ids = [one for child in letters[letter] for one in (child, *self._inside(child))]
            yield self._page(id, ids, letter=letter)

    def _page(self, id: str, ids: Sequence[str], below: Sequence[str] = (), letter: str | None = None) -> SitePage:
        """Make a page and note the address of each entry on it."""
        local = id.partition(":")[2]
        name = self._files.take(f"{local}-{letter}" if letter else INDEX_PAGE if local == INDEX else local)
        path = f"{self._plan.folders[self._document]}/{name}.html"
        for one in ids:
            self._plan.places[one] = Address(path, self._anchors.take(one.partition(":")[2]))
        return SitePage(path, self._document, id, tuple(ids), tuple(below), letter, self._entries[id].kind == "card")

    def _inside(self, id: str) -> Iterator[str]:
        """Yield the ids below an entry that share its page: all but cards and what is below them."""
        for child in self._below(id):
            if self._entries[child].kind != "card":
                yield child
                yield from self._inside(child)

    def _cards_below(self, id: str) -> Iterator[str]:
        """Yield the cards anywhere below an entry that share no page with it."""
        for child in self._below(id):
            if self._entries[child].kind == "card":
                yield child
            else:
                yield from self._cards_below(child)

    def _weight(self, id: str) -> int:
        """Return how long an entry is with all that would share its page."""
        if id not in self._weights:
            own = sum(len(block.text) for block in self._entries[id].blocks)
            inner = (self._weight(child) for child in self._below(id) if self._entries[child].kind != "card")
            self._weights[id] = ENTRY_WEIGHT + own + sum(inner)
        return self._weights[id]


def _is_alphabet(entries: Sequence[Entry]) -> bool:
    """Tell whether entries are named and not numbered, and many enough to be looked up by letter."""
    named = sum(entry.number is None and entry.kind in ("term", "topic", "qa", "section") for entry in entries)
    return len(entries) >= 26 and named >= 0.9 * len(entries)


def letter_of(title: str) -> str:
    """Return the letter under which a title is listed: "0-9" for digits, "other" for scripts without case, and marks.

    >>> letter_of("Élan"), letter_of("10,000 Bullets"), letter_of("…")
    ('e', '0-9', 'other')
    """
    first = fold(title)[:1]
    if first.isdigit():
        return "0-9"
    return first if first.lower() != first.upper() else "other"

"""Names of a document's pages, the rows of its contents, and the lists beside a page: sections, chapters, letters."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any, NamedTuple

from judge.core.names import name_of, name_parts, shortened
from judge.search.interactions.card_order import IN_FORCE
from judge.site.catalogue import Catalogue
from judge.site.pages.card_pages import ShownCard
from judge.site.pages.entries import EntryWriter, PageLink, ShownEntry
from judge.site.plan import Address, SitePage

CONTENTS_ROWS = 3000
"""Rows of a contents page; a document with more entries lists its pages only."""
FOLDED_ROWS = 200
"""Rows of a contents page whose chapters fold on a phone: about twelve screens and more."""
DESCRIPTION = 160
"""Characters of what a page tells search engines of itself."""
DEEPEST = 2
"""Levels of sections below a page's own heading that the list beside it shows."""
MANY = 150
"""Sections, or chapters, that are listed; of more, the contents page tells."""


def page_name(catalogue: Catalogue, page: SitePage) -> str:
    """Return what a page is called."""
    if page.whole:
        return str(catalogue.documents[page.document].title)
    entry = catalogue.entries[page.root]
    called = catalogue.called(page.root)
    if called != entry.title:
        return called or ""
    return f"{name_of(entry)}: {letter_name(page.letter)}" if page.letter else name_of(entry)


def about(catalogue: Catalogue, page: SitePage) -> str:
    """Return the beginning of a page's text."""
    entry = catalogue.entries[page.root]
    errata = [entry.errata.text] if entry.errata else []
    texts = (block.text for id in page.ids[:3] for block in catalogue.entries[id].blocks[:2])
    return shortened(" ".join((*errata, *texts)), DESCRIPTION) or page_name(catalogue, page)


def crumbs(desk: EntryWriter, page: SitePage) -> Iterator[PageLink]:
    """Yield the pages above a page, the document's contents first."""
    document = desk.catalogue.documents[page.document]
    yield PageLink(desk.href(desk.shelf.plan.contents(page.document)), document.title)
    above = desk.catalogue.above(page.root)
    if page.letter:
        above.append(desk.catalogue.entries[page.root])
    for entry in above:
        yield PageLink(desk.href(Address(desk.shelf.plan.places[entry.id].path)), name_of(entry))


def neighbour(desk: EntryWriter, page: SitePage | None) -> PageLink | None:
    """Return the link to the page before or after another, if there is one."""
    return PageLink(desk.href(Address(page.path)), page_name(desk.catalogue, page)) if page else None


def rows(desk: EntryWriter, key: str) -> list[dict[str, Any]]:
    """Return the rows of a document's contents: all entries but cards, or all pages where these are too many."""
    own = desk.shelf.plan.contents(key).path
    places = desk.shelf.plan.places
    entries = (one for one in desk.catalogue.entries.values() if one.document == key and one.kind != "card")
    found = [one for one in entries if places[one.id].path != own]
    if len(found) > CONTENTS_ROWS:
        return [row for page in desk.shelf.plan.pages[key] if not page.card for row in _page_rows(desk, page)]
    roots = {page.root for page in desk.shelf.plan.pages[key]}
    return [_row(desk, entry.id, entry.id in roots) for entry in found]


def _page_rows(desk: EntryWriter, page: SitePage) -> Iterator[dict[str, Any]]:
    """Yield the row of a page, with the anchors of all its entries, and those of the entries that joined it."""
    row = _row(desk, page.root, chief=False)
    row["anchors"] = [
        name for id in page.ids for name in (desk.shelf.plan.places[id].anchor, *desk.shelf.former.get(id, ()))
    ]
    if page.letter:
        row |= {"href": desk.href(Address(page.path)), "number": "", "rest": page_name(desk.catalogue, page)}
    yield row
    yield from (_row(desk, id, chief=False) | {"anchors": []} for id in page.joined)


class Chapter(NamedTuple):
    """A row of a long contents page with those below it."""

    row: dict[str, Any]
    below: list[Chapter]


def read_chapters(found: Sequence[dict[str, Any]]) -> list[Chapter]:
    """Return the rows of a long contents page by chapters, of two levels, and what is deeper; none of few rows."""
    whole = Chapter({}, [])
    for row in found if len(found) > FOLDED_ROWS else ():
        parent = whole
        for _ in range(min(row["depth"], 2)):
            parent = parent.below[-1] if parent.below else parent
        parent.below.append(Chapter(row, []))
    return whole.below


def title_anchors(desk: EntryWriter, key: str, shown: Container[str] = ()) -> list[str]:
    """Return the anchors that the contents page has at its heading: of words that are the document's own title.

    Args:
        desk: writes the page.
        key: of the document.
        shown: ids of the entries that the page has, of a document of one page.
    """
    own = desk.shelf.plan.contents(key).path
    found = [(id, place) for id, place in desk.shelf.plan.places.items() if place.path == own and id not in shown]
    return [anchor for id, place in found for anchor in (place.anchor, *desk.shelf.former.get(id, ()))]


def _row(desk: EntryWriter, id: str, chief: bool) -> dict[str, Any]:
    """Return a row: it bears the entry's anchor, so that an old or a made-up address finds it."""
    place = desk.shelf.plan.places[id]
    anchors = [place.anchor, *desk.shelf.former.get(id, ())]
    depth = min(len(desk.catalogue.above(id)), 4)
    entry, called = desk.catalogue.entries[id], desk.catalogue.called(id)
    number, rest = name_parts(entry) if called == entry.title else ("", called)
    return {
        "href": desk.href(place),
        "anchors": anchors,
        "depth": depth,
        "chief": chief and depth > 0,
        "number": number,
        "rest": rest,
        "removed": desk.removed(id),
    }


class SideLink(NamedTuple):
    """A line of a list beside the text."""

    href: str
    number: str
    name: str
    depth: int = 0
    here: bool = False
    """Whether it leads to this very page."""


class Side(NamedTuple):
    """The column beside a page, on a phone folded under its heading."""

    what: str
    """What the sections are called: "In this chapter"."""
    sections: Sequence[SideLink]
    whole: str = ""
    """The title of the document."""
    chapters: Sequence[SideLink] = ()


def beside_chapter(desk: EntryWriter, page: SitePage) -> Side:
    """Return the sections of a chapter's page, and the chapters of its document."""
    document = desk.catalogue.documents[page.document]
    what = "On this page" if page.letter or page.whole else "In this chapter"
    sections = list(_sections(desk, page))
    chapters = list(_chapters(desk, page))
    return Side(
        what,
        sections if 1 < len(sections) <= MANY else [],
        document.title,
        chapters if 1 < len(chapters) <= MANY else [],
    )


def _sections(desk: EntryWriter, page: SitePage) -> Iterator[SideLink]:
    """Yield the titled entries of a page below its own."""
    base = len(desk.catalogue.above(page.root)) - page.whole
    for id in page.ids:
        entry = desk.catalogue.entries[id]
        depth = len(desk.catalogue.above(id)) - base
        if (page.whole or id != page.root) and entry.title and depth <= DEEPEST:
            number, name = name_parts(entry)
            yield SideLink(f"#{desk.href(id).partition('#')[2]}", number, name, max(depth - 1, 0))


def _chapters(desk: EntryWriter, page: SitePage) -> Iterator[SideLink]:
    """Yield the outermost pages of a document, and those below the chapters that contain a page."""
    catalogue, plan = desk.catalogue, desk.shelf.plan
    chain = {page.root, *(entry.id for entry in catalogue.above(page.root))}
    for other in plan.pages[page.document]:
        entry = catalogue.entries[other.root]
        if other.card or (other.letter and other.root not in chain):
            continue
        for id in catalogue.heads(other):
            entry = catalogue.entries[id]
            if entry.parent is None or entry.parent in chain or other.letter:
                yield _chapter(desk, other, id, here=other.path == page.path and id == other.root)


def _chapter(desk: EntryWriter, page: SitePage, id: str, *, here: bool) -> SideLink:
    """Return the line of an entry by which a page is named, or of the letter that the page is."""
    catalogue = desk.catalogue
    entry, called = catalogue.entries[id], catalogue.called(id)
    depth = len(catalogue.above(id)) + bool(page.letter)
    number, name = ("", letter_name(page.letter)) if page.letter else name_parts(entry)
    name = name if called == entry.title else called or ""
    href = desk.href(Address(page.path) if id == page.root else id)
    return SideLink(href, number, name, min(depth, DEEPEST), here)


def beside_card(card: ShownCard, parts: Sequence[tuple[str, str]], inner: Sequence[ShownEntry]) -> Side:
    """Return the parts of a card's page.

    Args:
        card: the card.
        parts: anchor and name of each part that the page has besides its text.
        inner: entries below the card.
    """
    errata = [("_errata", IN_FORCE)] if card.texts[0].shown.has_errata else []
    rulings = [("_rulings", "Rulings")] if card.rulings else []
    spots = [
        *(SideLink(f"#{anchor}", "", name) for anchor, name in (*errata, *rulings)),
        *(SideLink(f"#{one.anchor}", one.number or "", one.name) for one in inner),
        *(SideLink(f"#{anchor}", "", name) for anchor, name in parts),
    ]
    return Side("On this page", spots if len(spots) > 1 else [])


def letters_of(desk: EntryWriter, page: SitePage) -> list[SideLink]:
    """Return the letters of the alphabet that a page is a part of."""
    return [
        SideLink(desk.href(Address(other.path)), "", letter_name(other.letter), here=other.path == page.path)
        for other in desk.shelf.plan.pages[page.document]
        if page.letter and other.letter and other.root == page.root
    ]


def letter_name(letter: str) -> str:
    """Return what a letter of an alphabet is called.

    >>> letter_name("a"), letter_name("n–o"), letter_name("other")
    ('A', 'N–O', 'Others')
    """
    return "–".join("Others" if one == "other" else one.upper() for one in letter.split("–"))

"""What the pages of a document are called, where they stand in it, and the rows of its contents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from judge.core.names import name_of, name_parts, shortened
from judge.site.addresses import Address
from judge.site.catalogue import Catalogue
from judge.site.pages.entries import EntryWriter, Named
from judge.site.pages.lists import contents_name
from judge.site.plan import Page

CONTENTS_ROWS = 3000
"""Rows of a contents page; a document with more entries lists its pages only."""
DESCRIPTION = 160
"""Characters of what a page tells search engines of itself."""


def page_name(catalogue: Catalogue, page: Page) -> str:
    """Return what a page is called."""
    entry = catalogue.entries[page.root]
    called = catalogue.called(page.root)
    return contents_name(entry, page.letter) if called == entry.title else called or ""


def about(catalogue: Catalogue, page: Page) -> str:
    """Return the beginning of a page's text."""
    entry = catalogue.entries[page.root]
    errata = [entry.errata.text] if entry.errata else []
    texts = (block.text for id in page.ids[:3] for block in catalogue.entries[id].blocks[:2])
    return shortened(" ".join((*errata, *texts)), DESCRIPTION) or page_name(catalogue, page)


def crumbs(desk: EntryWriter, page: Page) -> Iterator[Named]:
    """Yield the pages above a page, the document's contents first."""
    document = desk.catalogue.documents[page.document]
    yield Named(desk.href(desk.shelf.plan.contents(page.document)), document["title"])
    above = desk.catalogue.above(page.root)
    if page.letter:
        above.append(desk.catalogue.entries[page.root])
    for entry in above:
        yield Named(desk.href(Address(desk.shelf.plan.places[entry.id].path)), name_of(entry))


def neighbour(desk: EntryWriter, page: Page | None) -> Named | None:
    """Return the link to the page before or behind another, if there is one."""
    return Named(desk.href(Address(page.path)), page_name(desk.catalogue, page)) if page else None


def rows(desk: EntryWriter, key: str) -> list[dict[str, Any]]:
    """Return the rows of a document's contents: all entries but cards; none where they are too many."""
    own = desk.shelf.plan.contents(key).path
    places = desk.shelf.plan.places
    entries = (one for one in desk.catalogue.entries.values() if one.document == key and one.kind != "card")
    found = [one for one in entries if places[one.id].path != own]
    return [_row(desk, entry.id) for entry in found] if len(found) <= CONTENTS_ROWS else []


def listed_pages(desk: EntryWriter, key: str) -> list[dict[str, Any]]:
    """Return the pages of a document but those of cards, each with the anchors of what stands on it."""
    shelf, found = desk.shelf, []
    for page in shelf.plan.pages[key]:
        if not page.card:
            anchors = [name for id in page.ids for name in (shelf.plan.places[id].anchor, *shelf.former.get(id, ()))]
            name = page_name(desk.catalogue, page)
            found.append({"href": desk.href(Address(page.path)), "name": name, "anchors": anchors})
    return found


def title_anchors(desk: EntryWriter, key: str) -> list[str]:
    """Return the anchors that the contents page has at its heading: of words that are the document's own title."""
    own = desk.shelf.plan.contents(key).path
    found = [(id, place) for id, place in desk.shelf.plan.places.items() if place.path == own]
    return [anchor for id, place in found for anchor in (place.anchor, *desk.shelf.former.get(id, ()))]


def _row(desk: EntryWriter, id: str) -> dict[str, Any]:
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
        "number": number,
        "rest": rest,
        "removed": desk.removed(id),
    }

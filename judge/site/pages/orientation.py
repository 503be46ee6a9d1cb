"""What tells a reader where a page stands: its own sections, the chapters beside it, what a card's page holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.core.names import name_parts
from judge.site.addresses import Address
from judge.site.catalogue import Catalogue
from judge.site.pages.entries import EntryWriter, ShownEntry
from judge.site.plan import Page, SitePlan

DEEPEST = 2
"""Levels of sections below a page's own heading that the list beside it shows."""
MANY = 150
"""Sections, or chapters, that are listed; of more, the contents page tells."""


class Spot(NamedTuple):
    """A line of a list beside the text."""

    href: str
    number: str
    name: str
    depth: int = 0
    here: bool = False
    """Whether it leads to this very page."""


class Side(NamedTuple):
    """What stands beside a page, and on a phone folded under its heading."""

    what: str
    """What the sections are called: "In this chapter"."""
    sections: Sequence[Spot]
    whole: str = ""
    """The title of the document."""
    whole_href: str = ""
    chapters: Sequence[Spot] = ()


def beside_chapter(desk: EntryWriter, page: Page) -> Side:
    """Return the sections of a chapter's page, and the chapters of its document."""
    document = desk.catalogue.documents[page.document]
    what = "On this page" if page.letter else "In this chapter"
    sections = list(_sections(desk, page))
    chapters = list(_chapters(desk, page))
    return Side(
        what,
        sections if 1 < len(sections) <= MANY else [],
        document["title"],
        desk.href(desk.shelf.plan.contents(page.document)),
        chapters if 1 < len(chapters) <= MANY else [],
    )


def _sections(desk: EntryWriter, page: Page) -> Iterator[Spot]:
    """Yield the titled entries of a page below its own."""
    base = len(desk.catalogue.above(page.root))
    for id in page.ids:
        entry = desk.catalogue.entries[id]
        depth = len(desk.catalogue.above(id)) - base
        if id != page.root and entry.title and depth <= DEEPEST:
            number, name = name_parts(entry)
            yield Spot(f"#{desk.href(id).partition('#')[2]}", number, name, max(depth - 1, 0))


def _chapters(desk: EntryWriter, page: Page) -> Iterator[Spot]:
    """Yield the outermost pages of a document, and those below the chapters in which a page stands."""
    catalogue, plan = desk.catalogue, desk.shelf.plan
    chain = {page.root, *(entry.id for entry in catalogue.above(page.root))}
    for other in plan.pages[page.document]:
        entry = catalogue.entries[other.root]
        if other.card or (other.letter and other.root not in chain):
            continue
        if entry.parent is None or entry.parent in chain or other.letter:
            depth = len(catalogue.above(other.root)) + bool(other.letter)
            number, name = ("", letter_name(other.letter)) if other.letter else name_parts(entry)
            called = catalogue.called(other.root)
            name = name if called == entry.title else called or ""
            yield Spot(desk.href(Address(other.path)), number, name, min(depth, DEEPEST), other.path == page.path)


def beside_card(shown: ShownEntry, parts: Sequence[tuple[str, str]], inner: Sequence[ShownEntry]) -> Side:
    """Return the parts of a card's page.

    Args:
        shown: the card.
        parts: anchor and name of each part that the page has besides its text.
        inner: entries below the card.
    """
    errata = [("_errata", "Errata")] if shown.fields or shown.errata is not None else []
    rulings = [("_rulings", "Rulings")] if any(group.kind == "rulings" for group in shown.groups) else []
    spots = [
        *(Spot(f"#{anchor}", "", name) for anchor, name in (*errata, *rulings)),
        *(Spot(f"#{one.anchor}", one.number or "", one.name) for one in inner),
        *(Spot(f"#{anchor}", "", name) for anchor, name in parts),
    ]
    return Side("On this page", spots if len(spots) > 1 else [])


def letters_of(desk: EntryWriter, page: Page) -> list[Spot]:
    """Return the letters of the alphabet that a page is a part of."""
    return [
        Spot(desk.href(Address(other.path)), "", letter_name(other.letter), here=other.path == page.path)
        for other in desk.shelf.plan.pages[page.document]
        if page.letter and other.letter and other.root == page.root
    ]


def letter_name(letter: str) -> str:
    """Return what a letter of an alphabet is called.

    >>> letter_name("a"), letter_name("n–o"), letter_name("other")
    ('A', 'N–O', 'Others')
    """
    return "–".join("Others" if one == "other" else one.upper() for one in letter.split("–"))


def chapter_count(catalogue: Catalogue, plan: SitePlan, document: str) -> int:
    """Return how many chapters a document has on its outermost level."""
    return sum(not page.card and catalogue.entries[page.root].parent is None for page in plan.pages[document])

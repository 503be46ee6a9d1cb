"""What stands beside a text on a page: whether it is in force, what it is as of, what is newer, what resembles it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from judge.core.jsonl import Record
from judge.core.names import citation, name_parts
from judge.editions.facts import NOTHING, beside
from judge.site.catalogue import Catalogue
from judge.site.changes import notes
from judge.site.changes.notes import ChangeNote

if TYPE_CHECKING:
    from judge.site.pages.entries import EntryWriter, Named

MENTIONS = 6
REASONS = {
    "edition": "by a later edition",
    "words": "by words of another text",
    "ruling": "by a later ruling",
    "relation": "as somebody stated",
}


@dataclass(frozen=True, slots=True)
class NewerText:
    """A newer text beside an older one."""

    link: Named
    quote: str


@dataclass(frozen=True, slots=True)
class Gone:
    """Why a text is not in force any more."""

    why: str
    date: str | None
    link: Named | None
    removed: ChangeNote | None = None
    """Where it is told that an edition left it out."""
    changed: ChangeNote | None = None
    """Where it is told what a later edition changed."""
    is_same: bool = False
    """Whether the later edition says the same."""

    @property
    def holds_on(self) -> bool:
        """Whether a later edition has it, if in other words; it is shown without being struck then."""
        return self.changed is not None or self.is_same


@dataclass(frozen=True, slots=True)
class AsOf:
    """What an entry is as of."""

    date: str
    newest: str
    mentions: Sequence[Named]


Link = Callable[[str], "Named"]
"""Returns a link to an entry."""


def newer_texts(catalogue: Catalogue, id: str, link: Link, said: Sequence[Gone]) -> list[NewerText]:
    """Return what is newer than an entry, best first, but for a later edition of it that says the same."""
    same = {one.link for one in said if one.is_same}
    known = (one for one in beside(catalogue.beside[id])["newer"] if one["id"] in catalogue.entries)
    found = (NewerText(link(one["id"]), one["quote"]) for one in known)
    return [one for one in found if one.link not in same]


def see_also(catalogue: Catalogue, id: str, link: Link) -> list[Named]:
    """Return what only resembles an entry, best first."""
    return [link(one["id"]) for one in beside(catalogue.beside[id])["see_also"] if one["id"] in catalogue.entries]


def superseded_by(desk: EntryWriter, id: str, block: int | None = None) -> list[Gone]:
    """Return what took the place of an entry, or of one of its blocks."""
    return [_gone(desk, id, one) for one in desk.catalogue.beside[id].get(block, NOTHING)["superseded_by"]]


def _gone(desk: EntryWriter, id: str, one: Record) -> Gone:
    link = desk.named(one["id"]) if one["id"] in desk.catalogue.entries else None
    found = Gone(REASONS[one["reason"]], one["date"], link)
    if one["reason"] != "edition" or id not in desk.shelf.revisions.of_old:
        return found
    removed, changed = notes.removal(desk, id), notes.next_change(desk, id)
    return replace(found, removed=removed, changed=changed, is_same=not removed and not changed)


def as_of(catalogue: Catalogue, id: str, link: Link) -> AsOf | None:
    """Return what an entry is as of, if a document of its game outdates its own."""
    dates = [block.date for block in catalogue.entries[id].blocks if block.date]
    date = max([*dates, catalogue.document(id)["date"] or ""])
    newest = catalogue.newest(id, date)
    if not newest:
        return None
    naming = catalogue.mentions(id, newest["key"])[:MENTIONS]
    return AsOf(date, citation(newest), [_by_number(catalogue, one, link(one)) for one in naming])


def _by_number(catalogue: Catalogue, id: str, link: Named) -> Named:
    """Return a link that is called by the number of its entry, if it has one."""
    number, _ = name_parts(catalogue.entries[id])
    return replace(link, name=number) if number else link

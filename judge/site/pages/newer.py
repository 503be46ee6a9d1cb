"""What stands beside a text on a page: its status, since when it is so, and what resembles it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judge.editions.status import NOTHING, State, StatusSentence, beside, status_of
from judge.site.catalogue import Catalogue
from judge.site.changes import notes
from judge.site.changes.notes import ChangeNote

if TYPE_CHECKING:
    from judge.site.pages.entries import EntryWriter, Named


@dataclass(frozen=True, slots=True)
class StatusLine:
    """One sentence of a text's status."""

    state: State
    words: str
    date: str | None
    link: Named | None
    """The other text."""
    quote: str
    is_open: bool = False
    """Whether the words lead into the name of the other text."""
    removed: ChangeNote | None = None
    """Where it is told that an edition left the text out."""
    changed: ChangeNote | None = None
    """Where it is told what a later edition changed."""
    is_same: bool = False
    """Whether the later edition says the same."""

    @property
    def is_gone(self) -> bool:
        """Whether the text does not hold any more; a later edition may have it, if in other words."""
        return self.state == "superseded" and not self.changed and not self.is_same


Link = Callable[[str], "Named"]
"""Returns a link to an entry."""


def see_also(catalogue: Catalogue, id: str, link: Link) -> list[Named]:
    """Return what only resembles an entry, best first."""
    return [link(one["id"]) for one in beside(catalogue.beside[id])["see_also"] if one["id"] in catalogue.entries]


def status_lines(
    desk: EntryWriter, id: str, block: int | None = None, known: Collection[StatusLine] = ()
) -> list[StatusLine]:
    """Return the sentences of the status of an entry, or of one of its blocks.

    Args:
        desk: writes the page.
        id: of the entry.
        block: index of the block.
        known: what is said of the whole entry, which is not repeated.
    """
    said = desk.catalogue.beside[id].get(block, NOTHING)
    named = {one.link.href for one in known if one.link}
    lines = [_line(desk, id, one) for one in status_of(said).sentences]
    return [one for one in lines if not (one.link and one.link.href in named)]


def _line(desk: EntryWriter, id: str, one: StatusSentence) -> StatusLine:
    link = desk.named(one.id) if one.id and one.id in desk.catalogue.entries else None
    removed = changed = None
    is_same = False
    if one.is_edition and id in desk.shelf.revisions.of_old:
        removed, changed = notes.removal(desk, id), notes.next_change(desk, id)
        is_same = not removed and not changed
    date = None if one.is_open else one.date
    return StatusLine(one.state, one.words, date, link, one.quote, one.is_open, removed, changed, is_same)


def since(desk: EntryWriter, id: str) -> Sequence[ChangeNote]:
    """Return in which edition an entry changed last, and before that when it got its number, if that was later."""
    return [notes.since(desk, id, one) for one in status_of(beside(desk.catalogue.beside[id])).since]

"""What an entry says of its changes: when it changed last, what had its number before, what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from judge.editions.change_reports import was
from judge.editions.edition_changes import Change
from judge.editions.status import SINCE, StatusSentence
from judge.site.addresses import Address
from judge.site.changes.revisions import Revision, Turn, edition_name
from judge.site.plan import SitePlan

if TYPE_CHECKING:
    from judge.site.pages.entries import EntryWriter, Named

PAGES = "changes"
"""The folder of a game's pages of changes."""
GONE = "_gone-"
"""Comes before the anchor of an entry that is gone; an entry's own begins otherwise."""
RENUMBERED = "_renumbered"
"""The anchor of the numbers that are others now."""


class ChangeNote(NamedTuple):
    """That an entry changed, and where that is told."""

    what: str
    """"Changed in", "New in"."""
    edition: str
    href: str
    date: str | None
    detail: str
    """What is to be said besides: "was 2.3, reworded"; may be empty."""


class FormerNumber(NamedTuple):
    """What the number of an entry meant in the edition before."""

    number: str
    edition: str
    name: str
    """Of the entry that had it, without its number."""
    now: Named | None
    """Where that is now; None where it is gone."""
    href: str
    """Where that is told."""


def page_address(plan: SitePlan, revision: Revision) -> Address:
    """Return the address of the page that tells what changed into an edition."""
    folder = plan.game_folders[revision.newer["game"] or ""]
    return Address(f"{folder}/{PAGES}/{plan.folders[revision.newer['key']]}.html")


def change_address(plan: SitePlan, revision: Revision, change: Change) -> Address:
    """Return the address at which a change is told."""
    anchor = RENUMBERED
    if change.new is None and change.old:
        anchor = GONE + plan.places[change.old.id].anchor
    elif change.new and change.kind != "same":
        anchor = plan.places[change.new.id].anchor
    return page_address(plan, revision)._replace(anchor=anchor)


def since(desk: EntryWriter, id: str, told: StatusSentence) -> ChangeNote:
    """Return where it is told in which edition an entry became what it is; of what never changed, only that edition."""
    document = desk.catalogue.documents[told.edition or ""]
    turn = next((turn for turn in desk.shelf.revisions.before(id) if turn.revision.newer == document), None)
    href = desk.href(change_address(desk.shelf.plan, turn.revision, turn.change)) if turn else ""
    return ChangeNote(told.words, edition_name(document), href, told.date, told.was)


def removal(desk: EntryWriter, id: str) -> ChangeNote | None:
    """Return where it is told that an entry was removed; None where it, or what became of it, is still there."""
    turn = desk.shelf.revisions.removed(id)
    return _note(desk, turn) if turn else None


def next_change(desk: EntryWriter, id: str) -> ChangeNote | None:
    """Return where it is told how the text of an entry was changed first in a later edition."""
    turns = desk.shelf.revisions.after(id)
    return next((_note(desk, turn) for turn in turns if turn.change.kind == "changed"), None)


def _note(desk: EntryWriter, turn: Turn) -> ChangeNote:
    newer = turn.revision.newer
    href = desk.href(change_address(desk.shelf.plan, turn.revision, turn.change))
    words = SINCE.get(turn.change.kind, "Removed in")
    return ChangeNote(words, edition_name(newer), href, newer["date"], ", ".join(was(turn.change)))


def former_number(desk: EntryWriter, id: str) -> FormerNumber | None:
    """Return what the number of an entry meant in the edition before, if that was another entry."""
    revisions = desk.shelf.revisions
    turn = revisions.of_new.get(id)
    number = turn.change.new.number if turn and turn.change.new else ""
    before = revisions.of_number.get((turn.revision.older["key"], number)) if turn and number else None
    if turn is None or before is None or before.change.old is None:
        return None
    old, new = before.change.old, before.change.new
    if new and new.id == id:
        return None
    href = desk.href(change_address(desk.shelf.plan, turn.revision, before.change))
    name = desk.catalogue.called(old.id) or ""
    return FormerNumber(
        old.record["number"], edition_name(turn.revision.older), name, desk.named(new.id) if new else None, href
    )

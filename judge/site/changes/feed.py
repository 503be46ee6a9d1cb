"""The entries of the feed: new documents, what changed in a new edition, dated rulings; by the dates that they have.

No entry depends on when the site was built. Its id is made of what it is about and of its date, so that it stays when
other texts come or when the site's pages are cut in another way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from judge.core.dates import last_day, timestamp
from judge.editions.change_reports import told, worth_telling
from judge.site.addresses import Address
from judge.site.changes.notes import change_address
from judge.site.changes.page import redline_of
from judge.site.pages.entries import EntryWriter, source_line
from judge.site.pages.inline import literal
from judge.site.pages.lists import dated_documents, dated_rulings

MOST = 100
"""Entries of the feed: the newest."""
WITH_SOURCE = Markup("{} <cite>{}</cite>")


class FeedItem(NamedTuple):
    """An entry of the feed."""

    date: str
    about: str
    """What its id is made of, beside its date."""
    title: str
    address: Address
    html: str

    @property
    def local(self) -> str:
        """What tells its id from those of others."""
        return quote(f"{self.about}:{self.date}", safe=":")

    @property
    def updated(self) -> str:
        """Its date as feeds write it."""
        return timestamp(self.date)


def feed_items(desk: EntryWriter) -> list[FeedItem]:
    """Return the newest entries, the newest first; of one day, documents, changes, then rulings."""
    found = [*_documents(desk), *_changes(desk), *_rulings(desk)]
    found.sort(key=lambda item: (last_day(item.date), item.date), reverse=True)
    return found[:MOST]


def _documents(desk: EntryWriter) -> Iterator[FeedItem]:
    for document, text, changes in dated_documents(desk):
        yield FeedItem(
            document["date"],
            f"document:{document['key']}",
            source_line(document),
            changes or desk.shelf.plan.contents(document["key"]),
            str(literal(text)),
        )


def _changes(desk: EntryWriter) -> Iterator[FeedItem]:
    for revision in desk.shelf.revisions.every:
        for change in worth_telling(revision.comparison) if revision.newer["date"] else ():
            section = change.new or change.old
            assert section, "a change has an entry of one edition at least"
            address = change_address(desk.shelf.plan, revision, change)
            html = str(WITH_SOURCE.format(redline_of(change), literal(source_line(revision.newer))))
            title = f"{desk.name(section.id)}: {told(change)}"
            yield FeedItem(revision.newer["date"], f"change:{section.id}", title, address, html)


def _rulings(desk: EntryWriter) -> Iterator[FeedItem]:
    for one in dated_rulings(desk.catalogue):
        source = literal(source_line(desk.catalogue.documents[one.entry.document]))
        html = str(WITH_SOURCE.format(literal(one.text), source))
        about = f"ruling:{one.entry.id}" + (f":{one.number}" if one.number > 1 else "")
        yield FeedItem(one.date, about, desk.name(one.entry.id), desk.shelf.plan.places[one.entry.id], html)

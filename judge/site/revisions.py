"""The editions of each work in pairs, each with the one before it: what became of every entry, and what that touches.

Reads: the library. Writes: `Revisions`, which is only read from then on. Editions that have too little in common are
left out, as `judge diff` does.

Old addresses go on working: a document's former keys, an entry's former ids and numbers. What an entry was called in an
older edition is an address in the newer one as well, unless another has that name there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field

from judge.core.dates import last_day, written_date
from judge.core.model import Document
from judge.editions.change_reports import summary
from judge.editions.edition_changes import FEWEST_PAIRED, Affected, Change, Comparison
from judge.editions.edition_maps import NO_MAPS, Maps
from judge.opened_library import Library
from judge.site.catalogue import Catalogue
from judge.site.plan import INDEX_PAGE, Address, SitePlan, safe


class Revision(Struct, frozen=True):
    """What became of an edition in the one that follows it."""

    older: Document
    newer: Document
    """The records of both documents."""
    comparison: Comparison
    touched: Sequence[Affected] = ()
    """What that means for the references of other documents; those that hold as they are left out."""


class Turn(Struct, frozen=True):
    """A change of one entry, and the revision that it belongs to."""

    revision: Revision
    change: Change


class Revisions(Struct, frozen=True):
    """All revisions of a library, those of the newest documents first."""

    every: Sequence[Revision] = ()
    of_new: Mapping[str, Turn] = field(default_factory=dict)
    """How each entry of a newer edition came from the one before, by its id."""
    of_old: Mapping[str, Turn] = field(default_factory=dict)
    """What became of each entry of an older edition."""
    of_number: Mapping[tuple[str, str], Turn] = field(default_factory=dict)
    """The same by the key of the edition and the number there; of a number that is printed twice, the first."""
    maps: Maps = NO_MAPS
    """What became of the entries, whatever the pairs of editions have in common."""

    def of_game(self, game: str) -> list[Revision]:
        """Return the revisions of a game, the newest first."""
        return [one for one in self.every if (one.newer.game or "") == game]

    def of_work(self, work: str) -> list[Revision]:
        """Return the revisions of a work, the newest first."""
        return [one for one in self.every if one.newer.work == work]

    def into(self, document: str) -> Revision | None:
        """Return the revision that an edition came from, or None."""
        return next((one for one in self.every if one.newer.key == document), None)

    def out_of(self, document: str) -> Revision | None:
        """Return the revision in which an edition was followed by another, or None."""
        return next((one for one in self.every if one.older.key == document), None)

    def before(self, id: str) -> Iterator[Turn]:
        """Yield how an entry came to be as it is, the last turn first."""
        while turn := self.of_new.get(id):
            yield turn
            id = turn.change.old.id if turn.change.old else ""

    def after(self, id: str) -> Iterator[Turn]:
        """Yield what became of an entry, the first turn first."""
        while turn := self.of_old.get(id):
            yield turn
            id = turn.change.new.id if turn.change.new else ""

    def removed(self, id: str) -> Turn | None:
        """Return the turn in which an entry, or what became of it, was removed; None where it is still there."""
        return next((turn for turn in self.after(id) if turn.change.new is None), None)


def read_revisions(library: Library) -> Revisions:
    """Compare the editions that follow each other, and see what that touches."""
    documents = {record.key: record for record in library.documents()}
    found = []
    for older in documents.values():
        newer = documents.get(older.superseded_by or "")
        if newer:
            comparison = library.editions.diff(older.key, newer.key)
            if comparison.paired >= FEWEST_PAIRED:
                found.append(Revision(older, newer, comparison, _touched(library, comparison, newer, documents)))
    found.sort(key=lambda one: last_day(one.newer.date), reverse=True)
    return revisions_of(found, library.editions.maps())


def revisions_of(found: Sequence[Revision], maps: Maps) -> Revisions:
    """Return revisions, with what became of each entry."""
    turns = [Turn(revision, change) for revision in found for change in revision.comparison.changes]
    return Revisions(
        found,
        {turn.change.new.id: turn for turn in turns if turn.change.new},
        {turn.change.old.id: turn for turn in turns if turn.change.old},
        {
            (turn.revision.older.key, turn.change.old.number): turn
            for turn in reversed(turns)
            if turn.change.old and turn.change.old.number
        },
        maps,
    )


def _touched(
    library: Library, comparison: Comparison, newer: Document, documents: Mapping[str, Document]
) -> list[Affected]:
    """Return what other documents refer to and is not as it was.

    A document that is later than the newer edition has its numbers from there: its references are neither moved nor
    removed.
    """
    day = last_day(newer.date)
    found = []
    for one in library.editions.affected(comparison):
        of = documents[one.reference.source.partition(":")[0]]
        knows = bool(day) and last_day(of.date) > day
        if one.kind == "changed" or (one.kind != "unchanged" and not knows):
            found.append(one)
    return found


def in_short(revision: Revision) -> str:
    """Return in one sentence what changed."""
    return f"{begun(summary(revision.comparison))}."


def begun(text: str) -> str:
    """Return a text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def edition_name(document: Document) -> str:
    """Return what an edition is called beside the others of its work.

    >>> edition_name(Document("rules", "Rules", None, "2.0", "2025-06-30", "outline", "rules.md"))
    '2.0'
    >>> edition_name(Document("rules", "Rules", None, None, "2025-06", "outline", "rules.md"))
    'the edition of June 2025'
    """
    if document.edition and document.edition != document.date:
        return document.edition
    return f"the edition of {written_date(document.date)}" if document.date else f"“{document.title}”"


PAGES = "changes"
"""The folder of a game's pages of changes."""
GONE = "_gone-"
"""Comes before the anchor of an entry that is gone; an entry's own begins otherwise."""
RENUMBERED = "_renumbered"
"""The anchor of the numbers that are others now."""
PARTS = re.compile(r"^_|[~\s]")
"""What the anchors of a page's own parts and of rulings and footnotes have, and no other."""


def former_ids(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each former id with the id of the entry it is now; one that names no entry is left out."""
    keys = {old: new for old, new in catalogue.aliases if ":" not in old}
    for old, new in catalogue.aliases:
        document = old.partition(":")[0]
        id = f"{keys.get(document, document)}:{new.rpartition(':')[2]}"
        found = next((one for one in (new, id) if one in catalogue.entries), None)
        if ":" in old and found:
            yield old, found


def older_ids(catalogue: Catalogue, revisions: Revisions) -> Mapping[str, list[str]]:
    """Return the ids that each entry had before, and those of the same entry in older editions."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    keys: dict[str, list[str]] = defaultdict(list)
    for old, key in catalogue.aliases:
        if ":" not in old:
            keys[key].append(old)
    renamed = (
        (f"{old}:{id.partition(':')[2]}", id) for id, entry in catalogue.entries.items() for old in keys[entry.document]
    )
    older = ((one.old, one.now) for one in revisions.maps.former_ids())
    for old, id in (*renamed, *former_ids(catalogue), *older):
        found[id][old] = None
    return {id: list(olds) for id, olds in found.items()}


def former_anchors(catalogue: Catalogue, plan: SitePlan, revisions: Revisions) -> Mapping[str, list[str]]:
    """Return the anchors by which each entry was known, and those that its document itself gives it."""
    found: dict[str, list[str]] = defaultdict(list)
    used: dict[str, set[str]] = defaultdict(set)
    for old, id in former_ids(catalogue):
        found[id].append(safe(old.partition(":")[2]))
        used[catalogue.entries[id].document].add(found[id][-1])
    for id, entry in catalogue.entries.items():
        used[entry.document].add(plan.places[id].anchor)
    for one in revisions.maps.former_ids():
        name, document = safe(one.wanted.partition(":")[2]), catalogue.entries[one.now].document
        if name not in used[document]:
            found[one.now].append(name)
            used[document].add(name)
    card_pages = {page.path for pages in plan.pages.values() for page in pages if page.card}
    for id, entry in catalogue.entries.items():
        for name in entry.anchors:
            is_ruling = name.isdigit() and plan.places[id].path in card_pages
            if name not in used[entry.document] and not PARTS.search(name) and not is_ruling:
                found[id].append(name)
                used[entry.document].add(name)
    return found


def moved_pages(catalogue: Catalogue, plan: SitePlan, revisions: Revisions) -> dict[str, Address]:
    """Return the old paths at which a page must say where its entry is now, each with that address.

    A former key moves every page of its document; a former id has a page under its old name. So has a part that was
    too short for a page of its own, a chapter that has another number in the next edition, and an entry called as the
    contents page is.
    """
    moved: dict[str, Address] = dict(plan.merged)
    for index in (page.path for pages in plan.pages.values() for page in pages):
        if index.endswith(f"/{INDEX_PAGE}.html"):
            moved[index.replace(f"/{INDEX_PAGE}.html", "/index~2.html")] = Address(index)
    for old, key in catalogue.aliases:
        if ":" not in old and key in plan.folders:
            moved |= {f"{safe(old)}/{name}": address for name, address in _pages_of(plan, key)}
    roots = {page.root for pages in plan.pages.values() for page in pages}
    roots |= {id for id, entry in catalogue.entries.items() if entry.kind == "card"}
    of_editions = (
        one for one in revisions.maps.former_ids() if one.old in roots and one.wanted not in catalogue.entries
    )
    for old, id in (*((one.wanted, one.now) for one in of_editions), *former_ids(catalogue)):
        document, _, local = old.partition(":")
        moved[f"{safe(document)}/{safe(local)}.html"] = plan.places[id]
    pages = {page.path for pages in plan.pages.values() for page in pages}
    used = pages.union(plan.contents(key).path for key in plan.folders)
    return {path: moved[path] for path in sorted(moved) if path not in used}


def _pages_of(plan: SitePlan, key: str) -> Iterator[tuple[str, Address]]:
    """Yield the name of each page that a document has or had in its folder, with the address that it leads to."""
    own = [plan.contents(key), *(Address(page.path) for page in plan.pages[key])]
    for path, address in (plan.merged | {one.path: one for one in own}).items():
        folder, _, name = path.partition("/")
        if folder == plan.folders[key]:
            yield name, address


def page_address(plan: SitePlan, revision: Revision) -> Address:
    """Return the address of the page that tells what changed into an edition."""
    folder = plan.game_folders[revision.newer.game or ""]
    return Address(f"{folder}/{PAGES}/{plan.folders[revision.newer.key]}.html")


def change_address(plan: SitePlan, revision: Revision, change: Change) -> Address:
    """Return the address at which a change is told."""
    anchor = RENUMBERED
    if change.new is None and change.old:
        anchor = GONE + plan.places[change.old.id].anchor
    elif change.new and change.kind != "same":
        anchor = plan.places[change.new.id].anchor
    return page_address(plan, revision)._replace(anchor=anchor)

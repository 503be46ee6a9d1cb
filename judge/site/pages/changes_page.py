"""The page of changes of an edition: what changes a call, all else by chapter, what that breaks elsewhere, new numbers.

Reads: a revision, and the addresses of entries on the site. Writes: what `changes.html` shows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from msgspec import Struct

from judge.core.model import replace
from judge.core.names import number_of, shortened
from judge.core.text_facts import DiffStretch
from judge.editions.change_reports import (
    CallChange,
    calls_first,
    counted,
    told,
    without_calls,
    words_of,
    worth_telling,
)
from judge.editions.edition_changes import CLASSES, Affected, Change, Class
from judge.site.catalogue import ABOUT
from judge.site.pages.entries import EntryWriter, PageLink, source_line
from judge.site.pages.markup import literal
from judge.site.pages.navigation import letter_name, page_name
from judge.site.plan import SitePage
from judge.site.revisions import (
    GONE,
    Revision,
    begun,
    change_address,
    edition_name,
    in_short,
    page_address,
)

LONGEST = 600
"""Characters that are shown of a text that is new or gone; the rest is one link away."""
SOURCE = {"added": ", split from", "removed": ", merged into"}
"""The words before the link to what a text came from, or went into."""
ELEMENTS = {"=": Markup("{}"), "-": Markup("<del>{}</del>"), "+": Markup("<ins>{}</ins>")}
"""What is put around the words of each sign of a redline."""
LINE_END = Markup("<br>")
ALL_OPEN = 15
"""Changes that are shown without folding."""
FIRST_OPEN = 3
"""Of more changes, those of the most cited rules that are shown without folding."""


class ShownChange(NamedTuple):
    """A change, ready for the template."""

    anchor: str
    number: str
    name: str
    """The title or the first words; without the number."""
    href: str
    """To the entry; to the older one where it is gone."""
    told: str
    before: PageLink | None
    """The entry in the older edition; None where the change is new."""
    source: PageLink | None
    """What it was split from, or merged into."""
    redline: Markup
    cited: Sequence[PageLink]
    """What refers to it."""


class Chapter(NamedTuple):
    """The changes of one chapter of the document."""

    anchor: str
    name: str
    short: str
    """Its number, or its name where it has none."""
    counted: str
    changes: Sequence[ShownChange]


class Renumbered(NamedTuple):
    """An entry that has another number, and with it all that follows it."""

    before: PageLink
    now: PageLink
    following: int
    """How many entries below it only follow."""


class Broken(NamedTuple):
    """A reference of another document that does not hold as it is."""

    link: PageLink
    text: str
    """As printed."""
    kind: Class
    told: str
    meant: PageLink
    correction: str | None


class ChangesPage(Struct, frozen=True):
    """All that the page shows."""

    older: PageLink
    newer: PageLink
    short: str
    """What changed on the whole, in a sentence."""
    calls: Sequence[ShownChange]
    """What may change a call and is cited, the most cited first."""
    chapters: Sequence[Chapter]
    """What else is reworded, new or gone."""
    retitled: Sequence[ShownChange]
    """What only has another title."""
    count: int
    breaks: Sequence[tuple[str, Sequence[Broken]]]
    """By document."""
    break_counts: Sequence[str]
    """How many of each class, the gravest first."""
    renumbered: Sequence[Renumbered]
    others: Sequence[tuple[PageLink, str]]
    """The other revisions of the work, the newest first, each with what changed on the whole."""

    @property
    def is_open(self) -> bool:
        """Whether nothing is folded."""
        return self.count <= ALL_OPEN

    @property
    def first_open(self) -> int:
        """How many of the calls are not folded."""
        return self.count if self.is_open else FIRST_OPEN


def changes_page(desk: EntryWriter, revision: Revision) -> ChangesPage:
    """Return what the page of a revision shows.

    Args:
        desk: writes the page.
        revision: what it tells.
    """
    breaks = list(_breaks(desk, revision))
    counts = Counter(one.kind for _, found in breaks for one in found)
    of_work = desk.shelf.revisions.of_work(revision.newer.work)
    calls = _calls(desk, revision)
    cited = [call for call in calls if call.cited]
    uncited = [call.change for call in calls if not call.cited]
    retitled = without_calls(revision.comparison, calls)
    by_old = _cited(desk, revision)
    return ChangesPage(
        _document(desk, revision.older.key),
        _document(desk, revision.newer.key),
        in_short(revision),
        [_shown_call(desk, call) for call in cited],
        list(_chapters(desk, revision, uncited)),
        [_shown(desk, change, by_old.get(change.old.id, ()) if change.old else ()) for change in retitled],
        len(calls) + len(retitled),
        breaks,
        [counted(kind, counts[kind]) for kind in CLASSES if counts[kind]],
        list(renumbered(desk, revision)),
        [(changes_link(desk, one), in_short(one)) for one in of_work if one is not revision],
    )


class Turned(NamedTuple):
    """What the contents page of an edition says of the edition before it, or after it."""

    href: str
    """To the page of changes."""
    other: PageLink
    """The other edition; its text is what it is called beside this one."""
    short: str


def turned(desk: EntryWriter, revision: Revision | None, document: str) -> Turned | None:
    """Return what the contents page of an edition says of one revision that it is part of."""
    if revision is None:
        return None
    other = next(key for key in _keys(revision) if key != document)
    return Turned(changes_link(desk, revision).href, _document(desk, other), in_short(revision))


def changes_link(desk: EntryWriter, revision: Revision) -> PageLink:
    """Return the link to the page of a revision, called by its editions."""
    name = f"{edition_name(revision.older)} to {edition_name(revision.newer)}"
    return PageLink(desk.href(page_address(desk.shelf.plan, revision)), name, source_line(revision.newer))


def _document(desk: EntryWriter, key: str) -> PageLink:
    document = desk.catalogue.documents[key]
    return PageLink(desk.href(desk.shelf.plan.contents(key)), source_line(document), text=edition_name(document))


# The changes, those that change a call first, the others chapter by chapter


def _calls(desk: EntryWriter, revision: Revision) -> list[CallChange]:
    """Return the changes that may change a call, the most cited first."""
    entries, inward = desk.catalogue.entries, desk.catalogue.inward
    return calls_first(
        revision.comparison,
        revision.touched,
        lambda id: entries[id],
        lambda id: inward.get(id, ()),
    )


def _shown_call(desk: EntryWriter, call: CallChange) -> ShownChange:
    shown = _shown(desk, call.change, [desk.named(one.id) for one in call.cited])
    return shown._replace(told=f"{shown.told}, {call.told()}")


def _chapters(desk: EntryWriter, revision: Revision, changes: Iterable[Change]) -> Iterator[Chapter]:
    by_chapter: dict[tuple[str, str], list[ShownChange]] = defaultdict(list)
    kinds: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    pages = (page for key in _keys(revision) for page in desk.shelf.plan.pages[key])
    letters = {page.path: page for page in pages if page.letter}
    for change in changes:
        name = _chapter_of(desk, _place_of(desk, change), letters)
        by_chapter[name].append(_shown(desk, change, ()))
        kinds[name][change.kind] += 1
    words = {"changed": "changed", "added": "new", "removed": "gone"}
    for place, (name, shown) in enumerate(by_chapter.items(), 1):
        counted = ", ".join(f"{kinds[name][kind]} {word}" for kind, word in words.items() if kinds[name][kind])
        yield Chapter(f"_chapter-{place}", *name, counted, shown)


def first_changes(desk: EntryWriter, revision: Revision, count: int) -> list[ShownChange]:
    """Return the first changes of a revision that have words to show, as its page shows them."""
    worded = (change for change in worth_telling(revision.comparison) if words_of(change))
    return [_shown(desk, change, ()) for change in islice(worded, count)]


def _place_of(desk: EntryWriter, change: Change) -> str:
    """Return the id whose chapter lists a change; of what is gone, that of what was above it."""
    if change.new:
        return change.new.id
    assert change.old, "a change has an entry of one edition at least"
    for above in reversed(desk.catalogue.above(change.old.id)):
        turn = desk.shelf.revisions.of_old.get(above.id)
        if turn and turn.change.new:
            return turn.change.new.id
    return change.old.id


def _chapter_of(desk: EntryWriter, id: str, letters: Mapping[str, SitePage]) -> tuple[str, str]:
    """Return what the chapter of an entry is called, and in short: the outermost entry on its page with others below.

    An entry without others below it, as a card or a question, is in the chapter of what is above it.
    """
    catalogue, places = desk.catalogue, desk.shelf.plan.places
    path = places[id].path
    if path in letters:
        return page_name(catalogue, letters[path]), letter_name(letters[path].letter or "")
    chain = [*(entry.id for entry in catalogue.above(id)), id]
    top = next(one for one in chain if places[one].path == path)
    if catalogue.children.get(top) or catalogue.entries[top].number or catalogue.called(top) == ABOUT:
        return _names(desk, top)
    above = catalogue.above(top)
    title = str(catalogue.document(id).title)
    return _names(desk, above[-1].id) if above else (title, title)


def _names(desk: EntryWriter, id: str) -> tuple[str, str]:
    return desk.name(id), number_of(desk.catalogue.entries[id]) or desk.name(id)


def _keys(revision: Revision) -> tuple[str, str]:
    return revision.older.key, revision.newer.key


def _cited(desk: EntryWriter, revision: Revision) -> Mapping[str, Sequence[PageLink]]:
    """Return what of other documents refers to entries that changed or are gone, by the ids of the older edition."""
    found: dict[str, dict[str, PageLink]] = defaultdict(dict)
    for one in revision.touched:
        source = one.reference.source
        found[one.old].setdefault(source, desk.named(source))
    return {id: list(links.values()) for id, links in found.items()}


def _shown(desk: EntryWriter, change: Change, cited: Sequence[PageLink]) -> ShownChange:
    section = change.entry
    anchor = desk.shelf.plan.places[section.id].anchor
    number = number_of(desk.catalogue.entries[section.id]) or ""
    return ShownChange(
        anchor if change.new else GONE + anchor,
        number,
        desk.name(section.id).removeprefix(number).strip(),
        desk.href(section.id),
        begun(told(replace(change, source=None))) + (SOURCE[change.kind] if change.source else ""),
        desk.named(change.old.id) if change.old and change.new else None,
        desk.named(change.source.id) if change.source else None,
        redline_of(change),
        cited,
    )


def redline_of(change: Change) -> Markup:
    """Return the words of a change; a text that is new or gone is cut after its beginning."""
    words = words_of(change)
    if change.old is None or change.new is None:
        words = [DiffStretch(one.sign, shortened(one.words, LONGEST)) for one in words]
    return redline_html(words)


def redline_html(diff: Iterable[DiffStretch]) -> Markup:
    """Return a redline as HTML for the inside of a paragraph; each block of the text begins a new line.

    Both elements show without colour (struck through, underlined). Not every screen reader announces them, so the style
    sheets give them words of their own, out of sight.

    >>> redline_html([DiffStretch("=", "It is"), DiffStretch("-", "<b>"), DiffStretch("+", "best")])
    Markup('It is <del>&lt;b&gt;</del> <ins>best</ins>')
    """
    lines = ((sign, map(literal, words.split("\n"))) for sign, words in diff)
    return Markup(" ").join(ELEMENTS[sign].format(LINE_END.join(escaped)) for sign, escaped in lines)


# What that touches


def _breaks(desk: EntryWriter, revision: Revision) -> Iterator[tuple[str, Sequence[Broken]]]:
    """Yield the references of each other document that do not hold as they are, the gravest first."""
    by_document: dict[str, list[Broken]] = defaultdict(list)
    for kind in CLASSES:
        for one in revision.touched:
            if one.kind == kind:
                by_document[one.reference.source.partition(":")[0]].append(_broken(desk, revision, one))
    for key, found in by_document.items():
        yield source_line(desk.catalogue.documents[key]), found


def _broken(desk: EntryWriter, revision: Revision, one: Affected) -> Broken:
    meant = desk.named(one.new or one.old)
    if one.kind != "moved":
        meant = replace(meant, href=desk.href(change_address(desk.shelf.plan, revision, one.change)))
    source = desk.named(one.reference.source)
    return Broken(source, one.reference.text, one.kind, told(one.change), meant, one.correction)


def renumbered(desk: EntryWriter, revision: Revision) -> Iterator[Renumbered]:
    """Yield the entries that have another number, without those that only follow the entries above them."""
    moved = {change.old.id: change for change in revision.comparison.changes if change.moved and change.old}
    following = Counter(root for id in moved if (root := _leader(id, moved)) != id)
    for id, change in moved.items():
        if change.old and change.new and change.old.number and change.new.number and _leader(id, moved) == id:
            yield Renumbered(desk.named(id), desk.named(change.new.id), following[id])


def _leader(id: str, moved: Mapping[str, Change]) -> str:
    """Return the outermost entry that an entry follows with its number: itself where it follows none."""
    change = moved[id]
    while change.old and (above := moved.get(change.old.parent or "")) and _follows(change, above):
        change = above
    return change.old.id if change.old else id


def _follows(change: Change, above: Change) -> bool:
    """Tell whether an entry has the same place below the entry above it as before."""
    if not (change.old and change.new and above.old and above.new) or change.new.parent != above.new.id:
        return False
    tails = [one.number.removeprefix(up.number) for one, up in ((change.old, above.old), (change.new, above.new))]
    return tails[0] == tails[1] != change.old.number

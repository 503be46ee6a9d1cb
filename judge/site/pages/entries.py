"""An entry as the templates show it: its text with links, what refers to it, what is newer.

An `EntryWriter` writes the entries of one page. It alone knows the page's path, so links are relative, and it collects
the previews of what the page's links lead to.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup
from msgspec import Struct, field

from judge.core.dates import written_date
from judge.core.languages import ENGLISH
from judge.core.model import Block, Document, Entry, Link, Reference, replace
from judge.core.names import (
    citation,
    facts_line,
    full_citation,
    is_unsure,
    name_of,
    number_of,
    pages_in_words,
    renumbered,
    shortened,
)
from judge.core.numbering import block_of_part, part_in_words
from judge.editions.change_reports import was
from judge.editions.status import SINCE, State, StatusSentence, status_of
from judge.site.catalogue import Catalogue
from judge.site.owner import Corrected
from judge.site.pages.markup import Group, Span, Writer, grouped, rich, tag
from judge.site.plan import Address, SitePlan, anchor_of_part, relative
from judge.site.revisions import Revisions, Turn, change_address, edition_name

FOOTNOTE = "#^"
"""What the link of a footnote's mark begins with, before its name."""
FOOTNOTE_NAME = re.compile(r"\[([^\[\]]{1,40})\]")
PREVIEW = 320
"""Characters of an entry's text that a preview shows."""
OPENED = 6000
"""Characters of a topic that is opened in place; the rest is one link away."""


class PageLink(Struct, frozen=True):
    """A link in a list, with the name and the document of its target."""

    href: str
    name: str
    where: str = ""
    text: str = ""
    language: str = ""
    """Of the target; empty where it is not known."""
    number: str = ""
    """Of a target without a title, which a line of many links names by it."""


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
    now: PageLink | None
    """Where that is now; None where it is gone."""
    href: str
    """Where that is told."""


class StatusLine(Struct, frozen=True):
    """One sentence of a text's status."""

    state: State
    words: str
    date: str | None
    link: PageLink | None
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


class OpenedTopic(Struct, frozen=True):
    """A topic that is opened in place."""

    href: str
    name: str
    groups: Sequence[Group]
    whole: bool


class GlossaryText(NamedTuple):
    """The text of an entry in a list."""

    groups: Sequence[Group]
    status: Sequence[StatusLine]
    """What is to be known of it before it is relied on."""


class ShownEntry(Struct):
    """An entry, ready for a template."""

    anchor: str
    language: str
    ids: Sequence[str]
    """Its id, then those that it had before and has in older editions: what notes on it may name."""
    former: Sequence[str]
    """Other anchors, by which it was known before."""
    level: int
    """Of its heading."""
    number: str | None
    title: Markup
    """With the links of the heading; empty where the entry has no title."""
    name: str
    kind: str
    variant: str | None
    facts: str
    """Of a card, in a line: set, faction and the like."""
    errata: str | None
    printed: str | None
    """What the card printed before its errata."""
    doubts: Sequence[str]
    """Why the place of some of its text is not sure."""
    doubtful: str
    """Where its known faults are listed."""
    fields: Sequence[tuple[str, str]]
    """Of the errata: what the card's face prints now."""
    groups: Sequence[Group]
    status: Sequence[StatusLine]
    """What is to be known of it before it is relied on."""
    summary: str
    """Of an entry of a digest: of what it is only a summary; else empty."""
    in_short: PageLink | None
    """What a digest says of it, if one does."""
    since: Sequence[ChangeNote]
    """When it changed last, and when it got its number if that was later."""
    former_number: FormerNumber | None
    """What its number meant in the edition before."""
    inward: Sequence[PageLink]
    cite: str
    correct: str
    """The address at which a correction can be suggested; empty where the owner gives none."""
    printed_page: str
    """Where it is printed, of an entry of a PDF; else empty."""

    @property
    def has_errata(self) -> bool:
        """Whether it prints what a card's face or text is now."""
        return bool(self.fields) or self.errata is not None


class PageContext(Struct, frozen=True):
    """What all writers of entries share."""

    catalogue: Catalogue
    plan: SitePlan
    former: Mapping[str, Sequence[str]]
    faults: Mapping[tuple[str, int], Address]
    """Where the known faults of a source line are listed, by document and line."""
    correct: Callable[[Corrected], str] = lambda _: ""
    """Returns the address at which a correction can be suggested."""
    revisions: Revisions = field(default_factory=Revisions)
    """What changed between the editions of each work."""
    older: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Ids that an entry had before, and those of the same entry in older editions."""


class EntryWriter:
    """Writes the entries of one page."""

    def __init__(self, shelf: PageContext, path: str) -> None:
        """Prepare to write the page at a path."""
        self.shelf = shelf
        self.catalogue = shelf.catalogue
        self.path = path
        self.previews: dict[str, PageLink] = {}
        self.has_doubtful_links = False
        """By the address that links write."""

    def href(self, target: Address | str) -> str:
        """Return the link to an address, or to the entry with an id."""
        return relative(self.path, self.shelf.plan.places[target] if isinstance(target, str) else target)

    def named(self, id: str, *, text: bool = False) -> PageLink:
        """Return a link to an entry, with the beginning of its text if wanted."""
        entry = self.catalogue.entries[id]
        where = ", ".join(filter(None, (source_line(self.catalogue.document(id)), self.removed(id))))
        text_shown = self._beginning(entry) if text else ""
        number = "" if entry.title else entry.number or ""
        return PageLink(self.href(id), self.name(id), where, text_shown, self.language(id), number)

    def language(self, id: str) -> str:
        """Return the language of an entry."""
        return self.catalogue.document(id).language or ENGLISH

    def removed(self, id: str) -> str:
        """Return in words where an entry was removed; empty where it, or what became of it, is still there."""
        found = self._removal(id)
        return f"{found.what.lower()} {found.edition}" if found else ""

    def _removal(self, id: str) -> ChangeNote | None:
        """Return where it is told that an entry was removed; None where it, or what became of it, is still there."""
        turn = self.shelf.revisions.removed(id)
        return self._turn_note(turn) if turn else None

    def _turn_note(self, turn: Turn) -> ChangeNote:
        newer = turn.revision.newer
        words = SINCE.get(turn.change.kind, "Removed in")
        return ChangeNote(words, edition_name(newer), self._told_at(turn), newer.date, ", ".join(was(turn.change)))

    def _told_at(self, turn: Turn) -> str:
        """Return the link to where a change is told."""
        return self.href(change_address(self.shelf.plan, turn.revision, turn.change))

    def name(self, id: str) -> str:
        """Return what an entry is called on the site."""
        entry = self.catalogue.entries[id]
        called = self.catalogue.called(id)
        return name_of(entry) if called == entry.title else called or ""

    def _title(self, entry: Entry, spans: Sequence[Span]) -> Markup:
        called = self.catalogue.called(entry.id)
        if called != entry.title:
            return rich(called or "")
        return rich(entry.title, (), spans) if entry.title else Markup()

    def show(self, id: str, level: int) -> ShownEntry:
        """Return an entry for a template, its heading on this level."""
        entry = self.catalogue.entries[id]
        by_block = self._by_block(id)
        spans = [*self._spans(by_block[None], entry.document)]
        pages = [box.page for block in entry.blocks for box in block.boxes or ()]
        return ShownEntry(
            anchor=self.shelf.plan.places[id].anchor,
            language=self.language(id),
            ids=[id, *self.shelf.older.get(id, ())],
            former=self.shelf.former.get(id, ()),
            level=min(level, 6),
            number=number_of(entry),
            title=self._title(entry, spans),
            name=self.name(id),
            kind=entry.kind,
            variant=entry.variant,
            facts=facts_line(entry.facts, is_corrected=bool(entry.errata)),
            errata=entry.errata.text if entry.errata else None,
            printed=entry.errata.printed if entry.errata else None,
            doubts=_doubts(entry),
            doubtful=self.href(self.shelf.faults.get((entry.document, entry.lines[0][0]), Address("faults.html"))),
            fields=list(_fields(entry)),
            groups=grouped(entry.blocks, self._writer(id, home=True), self.catalogue.block_order(id)),
            status=self._status(id),
            summary=entry.summary or "",
            in_short=self._in_short(id),
            since=[self._since(id, one) for one in status_of(entry).since],
            former_number=self._former_number(id),
            inward=self.inward(id),
            cite=full_citation(self.catalogue.document(id), entry),
            correct=self.shelf.correct(self._corrected(entry)),
            printed_page=pages_in_words(pages, entry.pages),
        )

    def definition(self, id: str) -> GlossaryText:
        """Return the text of an entry for a page that is not the one of its address, with its status."""
        groups = grouped(self.catalogue.entries[id].blocks, self._writer(id, home=False))
        return GlossaryText(groups, self._status(id))

    def _status(self, id: str) -> list[StatusLine]:
        return [self._status_line(id, one) for one in status_of(self.catalogue.entries[id]).sentences]

    def _corrected(self, entry: Entry) -> Corrected:
        """Return what the owner is given of an entry that somebody wants corrected."""
        document = self.catalogue.document(entry.id)
        text = "\n".join(block.text for block in entry.blocks)
        return Corrected(entry.id, name_of(entry), document.file, entry.lines[0][0], citation(document), text)

    def _status_line(self, id: str, one: StatusSentence) -> StatusLine:
        link = self.named(one.id) if one.id and one.id in self.catalogue.entries else None
        removed = changed = None
        is_same = False
        if one.is_edition and id in self.shelf.revisions.of_old:
            removed = self._removal(id)
            turns = (turn for turn in self.shelf.revisions.after(id) if turn.change.kind == "changed")
            changed = next(map(self._turn_note, turns), None)
            is_same = not removed and not changed
        date = None if one.is_open else one.date
        return StatusLine(one.state, one.words, date, link, one.quote, one.is_open, removed, changed, is_same)

    def _since(self, id: str, told: StatusSentence) -> ChangeNote:
        """Return where it is told in which edition an entry became what it is; without a link if it never changed."""
        document = self.catalogue.documents[told.edition or ""]
        turn = next((turn for turn in self.shelf.revisions.before(id) if turn.revision.newer == document), None)
        href = self._told_at(turn) if turn else ""
        return ChangeNote(told.words, edition_name(document), href, told.date, told.was)

    def _former_number(self, id: str) -> FormerNumber | None:
        """Return what the number of an entry meant in the edition before, if that was another entry."""
        revisions = self.shelf.revisions
        turn = revisions.of_new.get(id)
        number = turn.change.new.number if turn and turn.change.new else ""
        before = revisions.of_number.get((turn.revision.older.key, number)) if turn and number else None
        if turn is None or before is None or before.change.old is None:
            return None
        old, new = before.change.old, before.change.new
        if new and new.id == id:
            return None
        name = self.catalogue.called(old.id) or ""
        now = self.named(new.id) if new else None
        edition = edition_name(turn.revision.older)
        return FormerNumber(old.record.number or "", edition, name, now, self._told_at(before))

    def _in_short(self, id: str) -> PageLink | None:
        """Return what a digest says of an entry."""
        said = self.catalogue.in_short.get(id)
        return replace(self.named(said.id), text=shortened(said.text, PREVIEW)) if said else None

    def inward(self, *ids: str) -> list[PageLink]:
        """Return what else refers to entries, each place once, in order; counterparts are shown by themselves."""
        sources = (one.source for id in ids for one in self._backlinks(id))
        return [self.named(source) for source in dict.fromkeys(sources) if source not in ids]

    def examples(self, id: str) -> list[PageLink]:
        """Return the examples of other entries in which an entry occurs, with their whole text."""
        found: dict[tuple[str, int], PageLink] = {}
        for one in self._backlinks(id):
            source, index = one.source, one.block
            block = self.catalogue.entries[source].blocks[index] if index is not None else None
            if block and block.kind == "example":
                found[source, index or 0] = replace(self.named(source), text=block.text)
        return list(found.values())

    def opened(self, id: str) -> dict[int, list[OpenedTopic]]:
        """Return the topics that an entry refers to, to be opened in place: below the block that names them first."""
        found: dict[int, list[OpenedTopic]] = defaultdict(list)
        seen: set[str] = set()
        for one in self.catalogue.outward.get(id, ()):
            topic = self.catalogue.entries.get(one.target_id or "")
            if topic and topic.kind == "topic" and topic.id not in seen:
                seen.add(topic.id)
                found[one.block or 0].append(self._open(topic.id))
        return found

    def _open(self, id: str) -> OpenedTopic:
        entry = self.catalogue.entries[id]
        kept = _within(entry.blocks, OPENED)
        groups = grouped(kept, self._writer(id, home=False))
        return OpenedTopic(self.href(id), name_of(entry), groups, len(kept) == len(entry.blocks))

    def _backlinks(self, id: str) -> Iterable[Reference]:
        found = self.catalogue.inward.get(id, ())
        return (one for one in found if one.kind != "counterpart" and one.source != id)

    def _by_block(self, id: str) -> dict[int | None, list[Reference]]:
        found: dict[int | None, list[Reference]] = defaultdict(list)
        for one in self.catalogue.outward.get(id, ()):
            if one.kind != "counterpart":
                found[one.block].append(one)
        return found

    def _writer(self, id: str, *, home: bool) -> Writer:
        """Return what writes the blocks of an entry; `home` says that the page is the one of its address."""
        entry, place = self.catalogue.entries[id], self.shelf.plan.places[id]
        by_block = self._by_block(id)
        anchors = {name: f"{place.anchor}~note-{line}" for name, line in footnotes(entry).items()}

        def write(index: int, block: Block) -> Markup:
            spans = [*self._spans(by_block[index], entry.document)]
            for link in block.links:
                anchor = anchors.get(link.href.removeprefix(FOOTNOTE)) if link.href.startswith(FOOTNOTE) else None
                if anchor:
                    opening = tag('<a class="ref" href="{}">', self.href(Address(place.path, anchor)))
                    spans.append(Span(link.start, link.end, opening, tag("</a>")))
            noted = FOOTNOTE_NAME.match(block.text) if home and block.kind == "note" else None
            if noted and noted[1] in anchors:
                spans.append(Span(0, noted.end(), tag('<span id="{}">', anchors[noted[1]]), tag("</span>")))
            html = rich(block.text, block.marks, [*spans, *_printed(block.links)])
            status = status_of(block)
            gone = [one for one in status.sentences if one.state == "superseded"]
            return tag("<s>{}</s> <small>{}.</small>", html, gone[0].words) if gone else html

        return write

    def _spans(self, references: Iterable[Reference], document: str) -> Iterable[Span]:
        """Yield the links of references; one to another document that we have not is left as text."""
        listed = list(references)
        for one, (start, end) in zip(listed, _places_of_links(listed), strict=True):
            opening = self._opening(one, document)
            if opening:
                meant = self.catalogue.entries.get(one.target_id or "")
                told = renumbered(one.written_as, meant.number) if one.written_as and meant else ""
                closing = tag("</a><small> ({})</small>", told) if told else tag("</a>")
                yield Span(start, end, opening, closing)

    def _opening(self, one: Reference, document: str) -> Markup | None:
        """Return the tag that opens a reference's link: to what the author probably means, else to the known faults."""
        meant = next((id for id in (one.suggestion, one.target_id) if id in self.catalogue.entries), None)
        if meant and one.sure and is_unsure(one.sure):
            self.has_doubtful_links = True
            tip = f"{one.sure:.0%} sure that this is the rule that is meant."
            return tag('<a class="ref unsure" href="{}" title="{}">', self._previewed(meant, one.part), tip)
        if meant and one.status == "ok":
            return tag('<a class="ref" href="{}">', self._previewed(meant, one.part))
        if one.status in ("ok", "external") or self._is_unlisted(one, document):
            return None
        self.has_doubtful_links = True
        fault = self.shelf.faults.get((document, one.line))
        href = self._previewed(meant) if meant else self.href(fault or Address("faults.html"))
        return tag('<a class="ref faulty" href="{}" title="{}">', href, self._tip(one, meant))

    def _is_unlisted(self, one: Reference, document: str) -> bool:
        """Tell whether a reference names a card of a game without a list of its cards, where none can be missed."""
        game = self.catalogue.documents[document].game or ""
        return one.kind == "card" and all(it.dialect != "rulings" for it in self.catalogue.of_game(game))

    def _tip(self, one: Reference, meant: str | None) -> str:
        """Return what a person should know of a faulty reference."""
        if one.status == "partial":
            return f"{one.reason}."
        if meant:
            tip = f"Probably means {name_of(self.catalogue.entries[meant])}."
        elif one.candidates:
            names = (name_of(self.catalogue.entries[id]) for id in one.candidates if id in self.catalogue.entries)
            tip = f"This could mean {' or '.join(names)}."
        else:
            tip = "This does not resolve."
        return f"{tip} ({one.reason})" if one.reason else tip

    def _previewed(self, id: str, part: str = "") -> str:
        """Return the link to an entry or a part of it, and see that the page has its preview."""
        entry, place = self.catalogue.entries[id], self.shelf.plan.places[id]
        anchor = anchor_of_part(place.anchor, part, is_card=entry.kind == "card")
        href = self.href(place._replace(anchor=anchor) if part else place)
        if href not in self.previews:
            shown = replace(self.named(id, text=True), href=href)
            block = block_of_part(part, [block.kind for block in entry.blocks]) if part else None
            if block is not None:
                shown = replace(shown, name=f"{shown.name}, {part_in_words(part)}", text=entry.blocks[block].text)
            self.previews[href] = shown
        return href

    def _beginning(self, entry: Entry) -> str:
        texts = [entry.errata.text] if entry.errata else []
        for block in entry.blocks:
            if sum(map(len, texts)) > PREVIEW:
                break
            texts.append(block.text)
        return shortened(" ".join(texts), PREVIEW)


def edition_line(document: Document) -> str:
    """Return edition and date of a document, for a page whose path names its title; empty where it has neither.

    >>> edition_line(Document("rules", "Rulebook", None, "2.1.0", "2025-03-01", "outline", "rules.md"))
    '2.1.0, 1 March 2025'
    """
    edition = document.edition if document.edition != document.date else None
    return ", ".join(filter(None, (edition, document.date and written_date(document.date))))


def source_line(document: Document) -> str:
    """Return title, edition and date of a document as a reader likes them; what is copied is `citation`.

    >>> source_line(Document("rules", "Rulebook", None, "2.1.0", "2025-03-01", "outline", "rules.md"))
    'Rulebook 2.1.0 (1 March 2025)'
    """
    if not document.date:
        return citation(document)
    edition = None if document.edition == document.date else document.edition
    return citation(replace(document, date=written_date(document.date), edition=edition))


def footnotes(entry: Entry) -> dict[str, int]:
    """Return the footnotes of an entry: by the names that marks show, the source lines in which they begin."""
    marked = {link.href for block in entry.blocks for link in block.links if link.href.startswith(FOOTNOTE)}
    found: dict[str, int] = {}
    for block in entry.blocks if marked else ():
        name = FOOTNOTE_NAME.match(block.text) if block.kind == "note" else None
        if name and f"{FOOTNOTE}{name[1]}" in marked:
            found.setdefault(name[1], block.lines[0][0])
    return found


def _doubts(entry: Entry) -> list[str]:
    """Return why the place of some of an entry's text is not sure, each reason once."""
    doubts = [entry.errata.doubt if entry.errata else None, *(block.doubt for block in entry.blocks)]
    return list(dict.fromkeys(one.reason for one in doubts if one))


def _places_of_links(references: Iterable[Reference]) -> Iterator[tuple[int, int]]:
    """Yield from where to where the link of each reference is: in the middle of a range, between its two numbers."""
    places = [(one.start, one.end) for one in references]
    ends, starts = dict(sorted(places, reverse=True)), {end: start for start, end in sorted(places)}
    for start, end in places:
        yield (ends[start], starts[end]) if ends[start] < starts[end] else (start, end)


def _printed(links: Iterable[Link]) -> Iterable[Span]:
    """Yield the links that the source prints, those to the web only."""
    for link in links:
        if link.href.startswith(("https://", "http://")):
            opening = tag('<a rel="external noopener noreferrer" href="{}">', link.href)
            yield Span(link.start, link.end, opening, tag("</a>"))


def _fields(entry: Entry) -> Iterable[tuple[str, str]]:
    """Yield what errata print of a card's face, without what they leave blank."""
    for name, value in (entry.errata.fields if entry.errata else {}).items():
        if value not in (None, "", []):
            yield name, " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _within(blocks: Sequence[Block], length: int) -> Sequence[Block]:
    """Return the first blocks, as many as are no longer than this together; at least one."""
    total = 0
    for count, block in enumerate(blocks):
        total += len(block.text)
        if total > length and count:
            return blocks[:count]
    return blocks

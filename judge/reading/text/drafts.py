"""From a dialect's drafts to entries with ids: what all dialects share at their end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from judge.core.diagnostics import Code, Report
from judge.core.model import Block, BlockKind, CardFact, Entry, EntryKind, Errata, Furniture, PlaceDoubt, replace
from judge.core.names import NAMED_IN
from judge.core.numbering import LocalIds
from judge.reading.text.rich_text import Text, lines_of, plain, spans
from judge.reading.text.source import SourceText

ABOUT = "About this document"
"""The title of what is before the first entry, where no title is printed."""
LONGEST_HALF = 60
"""Lines of the longest paragraph that another may go on with; keeps the joining linear in any text."""


class ContentsLine(NamedTuple):
    """A line of a contents list."""

    title: str
    """As it is printed, a number before it."""
    page: int | None
    """None in a list without pages."""
    line: int


class Draft(Struct, eq=False):
    """An entry while its document is being read."""

    kind: EntryKind
    title: str | None
    heading: list[int]
    """Source lines of the number or title."""
    number: str | None = None
    parent: Draft | None = None
    variant: str | None = None
    aliases: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    errata: Errata | None = None
    worded: list[int] = field(default_factory=list)
    """Source lines of the errata, where they are among those of the heading."""
    facts: list[CardFact] = field(default_factory=list)
    counted: bool = False
    """The format counts its number."""
    ordinal: str = ""
    """Where the heading's number or title was put before it: what the number is without them, as ids once had it."""
    pages: tuple[int, int] | None = None
    """First and last printed page, if the document states them."""

    def add(
        self,
        kind: BlockKind,
        text: Text,
        *,
        date: str | None = None,
        depth: int = 0,
        source: str | None = None,
        author: str | None = None,
    ) -> None:
        """Put a block after the others; an empty text is left out."""
        if text:
            made = block(kind, text, date=date, depth=depth)
            self.blocks.append(replace(made, source=source, author=author) if source or author else made)


class Placed(Struct, frozen=True):
    """Where a block of woven columns was put."""

    page: int
    """From 0."""
    line: int
    text: str
    """How it begins."""
    heading: bool
    rival: str
    """The heading under which it fits nearly as well; empty if its place is sure."""
    rival_line: int = 0
    """Where that heading is printed."""
    sure: float = 1.0
    """How often such a place is right, from 0 to 1."""
    mixed: bool = False
    """Whether lines of several texts run together there."""


class Sheet(Struct):
    """What a dialect makes of one document: entries in source order, furniture, findings."""

    report: Report
    drafts: list[Draft] = field(default_factory=list)
    furniture: list[tuple[list[int], str]] = field(default_factory=list)
    contents: tuple[ContentsLine, ...] = ()
    """What the document's own contents list has."""
    columns: tuple[Placed, ...] = ()
    """The blocks of woven columns in the order of reading; empty where nothing is woven."""

    def open(self, draft: Draft) -> Draft:
        """Begin a new entry."""
        self.drafts.append(draft)
        return draft

    def discard(self, lines: Iterable[int], reason: str) -> None:
        """Count source lines as furniture."""
        self.furniture.append((list(lines), reason))


class Parsed(Struct, frozen=True):
    """One document, read: what the dialects hand on."""

    entries: tuple[Entry, ...]
    furniture: tuple[Furniture, ...]
    former: tuple[tuple[str, str], ...] = ()
    """Ids that entries once had, with those that they have now."""


def keep_all(sheet: Sheet, source: SourceText) -> None:
    """Account for every line that a dialect left out, so that nothing is lost whatever the reader overlooks.

    A line of marks alone is furniture, and so is one of which the repair left nothing; words go to the entry before
    them, with a finding.
    """
    sheet.discard(sorted(source.emptied), "left over from mail or extraction")
    for reason in sorted(set(source.frames.values())):
        sheet.discard((line for line, why in source.frames.items() if why == reason), reason)
    claimed = {line for draft in sheet.drafts for line in draft.heading}
    claimed.update(line for draft in sheet.drafts for block in draft.blocks for line in lines_of(block.lines))
    claimed.update(line for lines, _ in sheet.furniture for line in lines)
    for number, line in enumerate(source.lines, 1):
        if not line.strip() or number in claimed:
            continue
        if not any(char.isalnum() for char in line):
            sheet.discard([number], "separator")
            continue
        before = [draft for draft in sheet.drafts if draft.heading[0] <= number]
        entry = max(before, key=lambda draft: draft.heading[0], default=None)
        entry = entry or sheet.open(Draft("part", ABOUT, [number]))
        entry.add("text", plain(line, number))
        sheet.report.add(Code.TEXT_UNCLAIMED, number, "this line fits no rule of the reader; it is kept as text")


def block(kind: BlockKind, text: Text, *, date: str | None = None, depth: int = 0) -> Block:
    """Make a block of a text."""
    shown = text.flow().cut(0)
    return Block(kind, shown.value, text.lines, shown.marks, shown.links, date, shown.places, depth)


def assemble(key: str, sheet: Sheet) -> Parsed:
    """Give each draft its id and settle who is below whom.

    Args:
        key: the document's key.
        sheet: the drafts in source order; a parent is before its children.
    """
    ids, before = LocalIds(), LocalIds()
    given: dict[int, str] = {}
    former: dict[str, str] = {}
    entries = []
    parents = {id(draft.parent) for draft in sheet.drafts}
    for draft in sheet.drafts:
        named = _fact_of_list(draft) if id(draft) not in parents else ()
        given[id(draft)] = name = f"{key}:{ids.take(draft.number, draft.title)}"
        old = before.take(draft.ordinal or draft.number, draft.title)
        if draft.ordinal:
            former[f"{key}:{old}"] = name
        entries.append(
            Entry(
                id=name,
                document=key,
                kind=draft.kind,
                number=draft.number,
                title=draft.title,
                lines=spans(draft.heading),
                parent=given.get(id(draft.parent)) if draft.parent else None,
                aliases=tuple(dict.fromkeys(draft.aliases)),
                variant=draft.variant,
                blocks=tuple(draft.blocks),
                errata=draft.errata,
                facts=(*draft.facts, *named),
                pages=draft.pages,
                counted=draft.counted,
            )
        )
    furniture = tuple(Furniture(key, spans(lines), reason) for lines, reason in sheet.furniture if lines)
    worded = {given[id(draft)]: draft.worded for draft in sheet.drafts if draft.worded}
    known = {entry.id for entry in entries}
    renamed = tuple((old, new) for old, new in former.items() if old not in known)
    return Parsed(tuple(_with_doubts(entries, sheet.columns, worded)), furniture, renamed)


def _fact_of_list(draft: Draft) -> tuple[CardFact, ...]:
    """Say of a card in a mere list what the list says of its cards; that it has no text of its own says nothing."""
    above = draft.parent
    if draft.kind != "card" or draft.blocks or draft.errata or not above or not above.title:
        return ()
    statement = next((block.text for block in above.blocks if block.kind == "text"), "")
    return (CardFact("", f"{NAMED_IN}{above.title}: {statement}" if statement else f"{NAMED_IN}{above.title}"),)


def _with_doubts(
    entries: Sequence[Entry], columns: Iterable[Placed], worded: Mapping[str, Sequence[int]]
) -> Iterator[Entry]:
    """Mark the blocks and the new wordings of woven columns whose place is not sure.

    Args:
        entries: in source order.
        columns: where the blocks of woven columns were put.
        worded: the source lines of new wordings, by the ids of their entries.
    """
    doubted = {place.line: place for place in columns if place.rival}
    headings = {line: entry for entry in entries for line in lines_of(entry.lines)} if doubted else {}
    for entry in entries if doubted else ():
        blocks = [replace(one, doubt=_doubt(lines_of(one.lines), entry, doubted, headings)) for one in entry.blocks]
        errata = entry.errata
        if errata:
            errata = replace(errata, doubt=_doubt(worded.get(entry.id, ()), entry, doubted, headings))
        yield replace(entry, blocks=tuple(blocks), errata=errata)
    yield from () if doubted else entries


def _doubt(
    lines: Iterable[int], entry: Entry, doubted: Mapping[int, Placed], headings: Mapping[int, Entry]
) -> PlaceDoubt | None:
    """Return the gravest doubt about lines of an entry, if a text in them may belong to another entry."""
    places = [doubted[line] for line in lines if line in doubted]
    place = min(places, key=lambda place: place.sure, default=None)
    other = headings.get(place.rival_line) if place else None
    if not place or (other is entry and not place.mixed):
        return None
    other = None if other is entry else other
    names = (" ".join(filter(None, (one.number, one.title))) for one in (entry, other) if one)
    own, rival = (*names, place.rival)[:2]
    what = f"lines of “{own}” and “{rival}” may run together" if place.mixed else f"belongs to “{own}” or to “{rival}”"
    reason = f"from interleaved columns: {what}"
    return PlaceDoubt(reason, place.sure, other.id if other else None)

"""Entry text to references: finds them, in their exact places, and decides nothing.

What a reference looks like is said by the table `judge.references.forms.FORMS`; what it leads to is the matter of
`judge.references.resolution`. Lists of titles ("Related: Cost, Effect") are parted here, by the titles of the
document itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judge.core.languages import RULE
from judge.core.model import Block, Entry, Link, Place, Reference, ReferenceKind
from judge.core.numbering import NUMBER, WORD_FIRST
from judge.core.tokens import key, loose_key
from judge.reading.readers.placing import folded, inner_links
from judge.reading.rich_text import line_at
from judge.references.addresses import Spoken, mentions
from judge.references.forms import (
    CHARTED,
    CHARTED_SQUARE,
    DOTTED,
    LABELLED,
    LABELLED_SINGLE,
    OTHERS,
    PAGED,
    RELATED,
    Form,
)
from judge.references.signs.evidence import is_cited, is_counting, is_other
from judge.references.signs.listings import listed_blocks
from judge.references.signs.series import series

LABEL_BEFORE = re.compile(r"(?P<label>[^.;:,()\[\]“”\"]{2,60})\s[(\[](?:see\s(?:also\s)?)?$", re.IGNORECASE)
OPENED = re.compile(r"[(\[](?:see\s(?:also\s)?)?$", re.IGNORECASE)
"""The end of such a label, which most numbers have not before them."""
BRACKETS = " §()[]."
DOTTED_NUMBER = re.compile(NUMBER)
BRACKETED = re.compile(rf"[(\[](?:see\s)?{DOTTED}[)\]]", re.IGNORECASE)
SQUARE = re.compile(rf"\[{DOTTED}\]")
SEAM = re.compile(r",\s(?:and\s|or\s)?|\s(?:and|or)\s|;\s")
"""What parts titles in a list."""
SEVERAL = re.compile(r"[.-]\w")
Continued = tuple[ReferenceKind, str, int]
"""A number that may be continued: its kind, it, and where it ends."""
LISTED: tuple[ReferenceKind, ...] = ("number", "note")
"""Kinds of references whose numbers stand in lists and ranges."""
MOST_HOLDERS = 8
"""Entries of one address that a link is compared with."""
MOST_TITLES = 30
"""How many titles of a list are told apart."""
FEWEST_HYPHENS = 3
"""Entries with hyphens in their numbers, from which on a document writes its numbers so."""
PAGES = re.compile(r"\s*(?P<first>\d{1,4})(?:\s?[–-]\s?\d{1,4})?\s*")
FEWEST_BRACKETS = 20
"""Numbers of sections in brackets, for each bare one, that show that a document writes its references so."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What of a whole document bears on its references."""

    titles: Collection[str] = ()
    """Its titles, as `titles.key` has them."""
    subjects: Collection[str] = ()
    """The same, as `titles.loose_key` has them."""
    brackets: bool = False
    """It writes its references as numbers in brackets, of one level as well."""
    squares: bool = False
    """The same for square brackets."""
    hyphens: bool = False
    """Its own numbers have levels with hyphens: `4-3-2`."""
    links: Mapping[str, Sequence[Entry]] = field(default_factory=dict)
    """Its links that lead inside it, with the entries of the address that they name."""


def extract(entries: Sequence[Entry]) -> Iterator[Reference]:
    """Find the references of entries, in the order of the text.

    An index names pages, and no numbers; contents and indexes that were read as text refer to nothing.
    """
    habits, listed = habits_of(entries), listed_blocks(entries)
    for entry in entries:
        if entry.kind == "index":
            for index, block in enumerate(entry.blocks):
                yield from index_line(entry.id, index, block)
            continue
        if entry.title:
            yield from in_text(entry.id, None, entry.title, (Place(0, entry.lines[0][0]),), habits)
        for index, block in enumerate(entry.blocks):
            if (entry.id, index) in listed:
                continue
            yield from in_text(entry.id, index, block.text, block.places, habits, block.links)


def habits_of(entries: Sequence[Entry]) -> Habits:
    """Look at a document as a whole."""
    titles: set[str] = set()
    sections = bare = squares = 0
    for entry in entries:
        titles.update(title for title in (entry.title, *entry.aliases) if title)
        for block in entry.blocks:
            sections += len(BRACKETED.findall(block.text))
            bare += len(CHARTED.pattern.findall(block.text))
            squares += len(SQUARE.findall(block.text))
    subjects = frozenset(map(loose_key, titles))
    brackets = sections >= FEWEST_BRACKETS * max(bare, 1)
    return Habits(
        frozenset(map(key, titles)),
        subjects,
        brackets,
        squares >= FEWEST_BRACKETS,
        sum("-" in (entry.number or "") for entry in entries) >= FEWEST_HYPHENS,
        _links_inside(entries),
    )


def _links_inside(entries: Sequence[Entry]) -> dict[str, list[Entry]]:
    """Find the links that lead to the addresses of entries."""
    holders: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for anchor in entry.anchors:
            if len(holders[anchor]) < MOST_HOLDERS:
                holders[anchor].append(entry)
    if not holders:
        return {}
    links = {link.href for entry in entries for block in entry.blocks for link in block.links}
    known = {folded(anchor): anchor for anchor in holders}
    return {href: holders[anchor] for href, anchor in inner_links(links, known).items()}


def in_text(
    source: str,
    block: int | None,
    text: str,
    places: tuple[Place, ...],
    habits: Habits = Habits(),
    links: Sequence[Link] = (),
    *,
    only_numbers: bool = False,
) -> Iterator[Reference]:
    """Find the references of one block or title.

    Args:
        source: id of the entry.
        block: index of the block; None for the title.
        text: what is searched.
        places: where it stands in the source.
        habits: what is known of the document.
        links: those of the text.
        only_numbers: whether nothing but addresses is looked for, and of these no parts that are counted by themselves.
    """
    related = None if only_numbers else RELATED.search(text)
    end = related.end() if related else len(text)
    linked = list(_by_links(text, links, habits))
    found = [*linked, *_by_forms(text, end, habits, linked, only_numbers=only_numbers)]
    if related:
        claimed = _claimed(text, linked)
        listed = _listed(text, end, len(text), habits)
        found += (spot for spot in listed if claimed.find(1, spot.start, spot.end) < 0)
    for spot in sorted(found, key=lambda spot: spot.start):
        if block is None and spot.start == 0 and spot.number and not DOTTED_NUMBER.match(spot.number):
            continue  # the heading's own address
        yield Reference(
            source=source,
            block=block,
            start=spot.start,
            end=spot.end,
            line=line_at(places, spot.start),
            text=text[spot.start : spot.end],
            kind=spot.kind,
            number=spot.number,
            label=spot.label,
            anchor=spot.anchor,
            sure=spot.sure,
        )


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of a text that looks like a reference."""

    start: int
    end: int
    kind: ReferenceKind
    number: str | None
    label: str | None
    sure: bool
    anchor: str | None = None
    """Id of the entry that a link names."""


def _by_links(text: str, links: Sequence[Link], habits: Habits) -> Iterator[Spot]:
    """Yield the links that lead inside the document; of two entries with one address the words name theirs."""
    for start, end, href in links:
        words = text[start:end].strip()
        if not words or href not in habits.links:
            continue
        bare = words.strip(BRACKETS)
        number = bare if DOTTED_NUMBER.fullmatch(bare) else None
        holders = habits.links[href]
        named = (one for one in holders if bare in (one.number, one.title))
        anchor = next(named, holders[0]).id
        low = text.index(words, start)
        kind: ReferenceKind = "number" if number else "title"
        yield Spot(low, low + len(words), kind, number, None if number else words, sure=True, anchor=anchor)


def _claimed(text: str, spots: Iterable[Spot]) -> bytearray:
    """Return which characters of a text belong to spots."""
    claimed = bytearray(len(text))
    for spot in spots:
        claimed[spot.start : spot.end] = b"\x01" * (spot.end - spot.start)
    return claimed


def _by_forms(
    text: str, limit: int, habits: Habits, linked: Sequence[Spot] = (), *, only_numbers: bool = False
) -> Iterator[Spot]:
    """Yield addresses and what the forms find; where two claim the same words, the earlier has them, a link first."""
    claimed = _claimed(text, linked)
    continued: list[Continued] = []
    if not only_numbers:
        yield from _matched(PAGED, text, limit, habits, claimed, continued)
    for one in mentions(text, limit, hyphens=habits.hyphens):
        if not (only_numbers and one.unit not in (None, RULE)):
            yield from _addressed(one, text, claimed, continued)
    if not only_numbers:
        yield from _matched(OTHERS, text, limit, habits, claimed, continued)
    yield from _continuing(text, sorted(continued, key=lambda one: one[2]), claimed, limit)


def _matched(
    forms: Sequence[Form], text: str, limit: int, habits: Habits, claimed: bytearray, continued: list[Continued]
) -> Iterator[Spot]:
    """Yield what forms find in what nothing has claimed; numbers that may be continued are noted."""
    folded = text.casefold()
    written = {CHARTED.name: habits.brackets, CHARTED_SQUARE.name: habits.squares}
    for form in forms:
        if not written.get(form.name, True) or not any(one in folded for one in form.needs):
            continue
        for match in form.pattern.finditer(text, 0, limit):
            start, end = match.span("at")
            if claimed.find(1, start, end) >= 0:
                continue
            claimed[start:end] = b"\x01" * (end - start)
            yield from _spots(form, text, match, habits)
            if form.kind in LISTED and match["number"]:
                continued.append((form.kind, match["number"], match.end("number")))


def _label_before(text: str, start: int) -> str | None:
    """Return the words before the bracket that a number opens; they may be a title."""
    if not OPENED.search(text, max(0, start - 12), start):
        return None
    before = LABEL_BEFORE.search(text, max(0, start - 80), start)
    return before["label"].strip() if before else None


def _addressed(one: Spoken, text: str, claimed: bytearray, continued: list[Continued]) -> Iterator[Spot]:
    """Yield the reference of an address, with the words behind it that may be a title."""
    if claimed.find(1, one.start, one.end) >= 0:
        return
    behind = (LABELLED if SEVERAL.search(one.number) else LABELLED_SINGLE).match(text, one.end)
    if is_other(text, one.start, one.end):
        return
    label, end = (behind["label"], behind.end()) if behind else (_label_before(text, one.start), one.end)
    claimed[one.start : end] = b"\x01" * (end - one.start)
    continued.append(("number", one.number, one.end))
    kind: ReferenceKind = "step" if one.unit == "step" and not DOTTED_NUMBER.match(one.number) else "number"
    yield Spot(one.start, end, kind, one.number, label, is_cited(text, one.start, one.end, one.number))


def _continuing(text: str, numbers: Sequence[Continued], claimed: bytearray, limit: int) -> Iterator[Spot]:
    """Yield the numbers of lists and ranges that no form finds, and those in the middle of ranges."""
    for kind, number, end in numbers:
        middle: list[Spot] = []
        worded = WORD_FIRST.match(number)
        word = worded[0] if worded else ""
        for one in series(text, number, end):
            printed = one.number if one.number.startswith(word) else word + one.number
            spot = Spot(one.start, one.end, kind, printed, None, sure=one.printed and one.ranged)
            if not one.printed:
                middle.append(spot)
                continue
            if one.end > limit or is_counting(text, one.end):
                break
            yield from middle
            middle = []
            if claimed.find(1, one.start, one.end) >= 0:
                break
            claimed[one.start : one.end] = b"\x01" * (one.end - one.start)
            yield spot


def _spots(form: Form, text: str, match: re.Match[str], habits: Habits) -> Iterator[Spot]:
    """Yield the reference of a match; several, where its label is a list of titles."""
    start, end = match.span("at")
    groups = match.groupdict()
    number, label = groups.get("number"), groups.get("label")
    if form.kind == "see" and label:
        parts = list(_titles(text, match.start("label"), match.end("label"), habits))
        if len(parts) > 1:
            yield from (Spot(low, high, "see", None, text[low:high], sure=True) for low, high in parts)
            return
    if form.kind == "number":
        label = label or _label_before(text, start)
    yield Spot(start, end, form.kind, number, label, _is_sure(form, text, start, end))


def _titles(text: str, start: int, end: int, habits: Habits) -> Iterator[tuple[int, int]]:
    """Yield the titles of "See Anchors, Chains and Ropes", where the document has each of them, but not the whole."""
    label = text[start:end].rstrip(" .")
    seams = [match.span() for match in SEAM.finditer(label)][:MOST_TITLES]
    if not seams or loose_key(label) in habits.subjects:
        return
    bounds = [0, *(offset for seam in seams for offset in seam), len(label)]
    parts = list(zip(bounds[::2], bounds[1::2], strict=True))
    if all(loose_key(label[low:high]) in habits.subjects for low, high in parts):
        yield from ((start + low, start + high) for low, high in parts)


def _listed(text: str, start: int, end: int, habits: Habits) -> Iterator[Spot]:
    """Yield the titles of "Related: Cost, Effect"; a title with commas in it is kept whole."""
    seams = [match.span() for match in re.finditer(r"[,;]\s+", text[start:end])]
    bounds = [0, *(offset for seam in seams for offset in seam), len(text[start:end].rstrip(" ."))]
    lows, highs = bounds[::2], bounds[1::2]
    first = 0
    while first < len(lows):
        last = first
        for longer in range(min(first + 4, len(highs) - 1), first, -1):
            if key(text[start + lows[first] : start + highs[longer]]) in habits.titles:
                last = longer
                break
        low, high = start + lows[first], start + highs[last]
        if low < high:
            yield Spot(low, high, "related", None, text[low:high], sure=True)
        first = last + 1


def index_line(source: str, block: int, line: Block) -> Iterator[Reference]:
    """Find the pages of "ally, 4, 17–18": one reference a page, its label the term."""
    text = line.text
    end = len(text)
    spots: list[tuple[int, int, str]] = []
    while end > 0:
        comma = text.rfind(",", 0, end)
        match = PAGES.fullmatch(text, comma + 1, end)
        if not match or comma < 0:
            break
        spots.append((match.start("first"), end, match["first"]))
        end = comma
    for start, stop, page in reversed(spots):
        yield Reference(
            source=source,
            block=block,
            start=start,
            end=stop,
            line=line_at(line.places, start),
            text=text[start:stop].strip(),
            kind="index",
            number=page,
            label=text[:end],
            sure=False,
        )


def _is_sure(form: Form, text: str, start: int, end: int) -> bool:
    """Tell whether the printed form alone says that this is a reference, whatever it leads to."""
    if form.sure is not None:
        return form.sure
    if form.kind == "number":
        return is_cited(text, start, end, text[start:end])
    return end - start + 2 >= len(text)

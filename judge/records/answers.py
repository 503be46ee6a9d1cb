"""A question to the records that answer it; the command line prints them, the API and the assistants' tools send them.

What one method of `judge.Library` answers is not repeated here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.core.errors import NoEntry
from judge.core.jsonl import values_of
from judge.core.model import AskedEntry, PlaceDoubt, Reference, replace
from judge.core.numbering import block_of_part
from judge.core.text_facts import InShort, Newer

if TYPE_CHECKING:
    from judge.editions.edition_changes import EditionStep
    from judge.opened_library import Library
    from judge.search.interactions.card_page import CardRecord
    from judge.search.locating import Match

RANGE = r"(.*?)(\d{1,4})\s*[-–]\s*(\d{1,4})"
"""Several entries beside each other, by the last levels of their numbers: 24.8.1.3-5."""
MOST_IN_RANGE = 50
MOST_PARTS = 50
"""Locators between commas."""


class EntryPartRecord(Struct, frozen=True):
    """A part of an entry, such as a bullet."""

    id: str
    """Its id, such as `DOC:8.1#b2` for a bullet or `DOC:8.1#3` for a ruling."""
    block: int
    """Index of the block."""
    text: str
    """The text."""


class ShownEntryRecord(AskedEntry, frozen=True, kw_only=True, tag="entry"):
    """An entry with its references and the references to it."""

    in_short: InShort | None
    """A digest's summary."""
    references: tuple[Reference, ...]
    """References in its text, in order."""
    referenced_by: tuple[Reference, ...]
    """References to it; those in a printed index have the kind `index`."""
    part: EntryPartRecord | None
    """The requested part; null for the whole entry."""


class ShownReferenceRecord(Reference, frozen=True, kw_only=True, tag="reference"):
    """A reference printed by `judge refs`."""

    newer: tuple[Newer, ...]
    """Texts newer than the entry at the other end of the reference."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""


def matches(library: Library, locator: str, edition: str | None = None, *, all_editions: bool = False) -> list[Match]:
    """Return the entries that a locator names; where it names nothing, those of a range, or of each part of a list.

    Args:
        library: the opened library.
        locator: `24.8.1.3`, `24.8.1.3-5`, or several between commas.
        edition: as for `Library.matches`.
        all_editions: the same.

    Raises:
        NoEntry: there is no such entry; a LookupError that says what came near.
        CollectionError: there is no such edition.
    """
    find = partial(library.matches, edition=edition, all_editions=all_editions)
    try:
        return _in_card_order(library, find(locator))
    except NoEntry:
        if numbered := re.fullmatch(RANGE, locator.strip()):
            first, last = int(numbered[2]), int(numbered[3])
            numbers = [f"{numbered[1]}{number}" for number in range(first, min(last, first + MOST_IN_RANGE) + 1)]
            return [match for number in numbers for match in find(number)]
        parts = [part.strip() for part in locator.split(",") if part.strip()]
        if len(parts) < 2:
            raise
        return [match for part in parts[:MOST_PARTS] for match in find(part)]


def _in_card_order(library: Library, found: Sequence[Match]) -> list[Match]:
    """Return what a locator names, the entries of a card in the order in which they are shown."""
    cards = (library.entries.card(one.row.id) for one in (found if len(found) > 1 else ()))
    ids = ([entry.id for entry, _ in card] or [one.row.id] for one, card in zip(found, cards, strict=False))
    places = {id: place for place, id in enumerate(dict.fromkeys(id for own in ids for id in own))}
    return sorted(found, key=lambda one: places.get(one.row.id, 0))


def show(
    library: Library, locator: str, edition: str | None = None, *, all_editions: bool = False
) -> Sequence[ShownEntryRecord | CardRecord]:
    """Return the entries that a locator names, with their references; a card that texts only name, with what they say.

    Args:
        library: the opened library.
        locator: as for `matches`.
        edition: as for `matches`.
        all_editions: the same.

    Raises:
        NoEntry: there is no such entry, and no text names such a card.
        CollectionError: there is no such edition.
    """
    try:
        found = matches(library, locator, edition, all_editions=all_editions)
    except NoEntry:
        mentioned = library.mentioned(locator)
        if not mentioned:
            raise
        return [replace(mentioned.card, asked_as_of=library.asked_day)]
    return show_found(library, found)


def show_found(library: Library, found: Iterable[Match], *, whole: bool = False) -> list[ShownEntryRecord]:
    """Return entries that were found, with their references; with all entries below them, if wanted."""
    shown: list[ShownEntryRecord] = []
    for match in found:
        shown.append(shown_entry(library, match.row.id, match.part))
        below = with_all_below(library, match.row.id) if whole else iter([match.row.id])
        shown += (shown_entry(library, id) for id in below if id != match.row.id)
    return shown


def shown_entry(library: Library, id: str, part: str = "") -> ShownEntryRecord:
    """Return an entry with the references from it and to it, and the part of it that is meant."""
    entry = library.entries.record(id)
    place = block_of_part(part, [block.kind for block in entry.blocks]) if part else None
    return ShownEntryRecord(
        **values_of(entry),
        in_short=library.entries.in_short(id),
        references=tuple(library.entries.references(id)),
        referenced_by=tuple(library.entries.backlinks(id)),
        asked_as_of=library.asked_day,
        part=None if place is None else EntryPartRecord(f"{id}#{part}", place, entry.blocks[place].text),
    )


def with_all_below(library: Library, id: str) -> Iterator[str]:
    """Yield the ids of an entry and of all below it, in the order of the text."""
    yield id
    for child in library.entries.contents(id):
        yield from with_all_below(library, child.id)


def card(library: Library, name: str) -> Sequence[CardRecord | AskedEntry]:
    """Return all that is known of the cards of a name; of what is not a card, its entry.

    Raises:
        NoEntry: there is no such card, and no other entry is called so.
    """
    try:
        return [replace(one, asked_as_of=library.asked_day) for one in library.card(name)]
    except NoEntry as error:
        named = called(library, error.nearest, name)
        if not named:
            raise
        return [AskedEntry(**values_of(library.entries.record(id)), asked_as_of=library.asked_day) for id in named]


def called(library: Library, near: Iterable[tuple[str, str]], name: str) -> list[str]:
    """Return the ids near a name that are really called so, by their own titles or numbers: terms, topics, rules."""
    try:
        found = {match.row.id for match in library.matches(name)}
    except NoEntry:
        return []
    return [id for id, _ in near if id in found]


def trace(library: Library, locator: str) -> list[EditionStep]:
    """Return the first entry that a locator names in each edition of its work, the oldest first.

    Raises:
        NoEntry: there is no such entry.
    """
    return library.editions.trace(library.matches(locator)[0].row.id)


def refs(library: Library, locator: str) -> list[ShownReferenceRecord]:
    """Return the references from the entries that a locator names, then those to them.

    Each has what is newer than its other end, and the doubt about its text.

    Raises:
        NoEntry: there is no such entry, and no text names such a card.
    """
    try:
        ids = [match.row.id for match in library.matches(locator)]
    except NoEntry:
        mentioned = library.mentioned(locator)
        if not mentioned:
            raise
        return list(_seen_from(library, mentioned.references, lambda one: one.source))
    found: list[ShownReferenceRecord] = []
    for id in ids:
        found += _seen_from(library, library.entries.references(id), lambda one: one.target_id)
        found += _seen_from(library, library.entries.backlinks(id), lambda one: one.source)
    return found


def doubts_of(library: Library, references: Sequence[Reference]) -> list[PlaceDoubt | None]:
    """Return the doubt about the text that contains each of some references; None in a heading or without one."""
    blocks = {source: library.entries.record(source).blocks for source in {one.source for one in references}}
    return [None if one.block is None else blocks[one.source][one.block].doubt for one in references]


def _seen_from(
    library: Library, references: Sequence[Reference], end: Callable[[Reference], str | None]
) -> Iterator[ShownReferenceRecord]:
    """Yield references with the doubt about their texts and with what is newer than the entry at one of their ends."""
    for one, doubt in zip(references, doubts_of(library, references), strict=True):
        id = end(one)
        newer = library.entries.status(id).newer if id else ()
        yield ShownReferenceRecord(**values_of(one), newer=newer, doubt=doubt)

"""A question to the records that answer it; the command line prints them, the API and the assistants' tools send them.

What one method of `judge.Library` answers is not repeated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judge.core.errors import NoEntry
from judge.core.jsonl import Record
from judge.core.numbering import block_of_part, entry_id

if TYPE_CHECKING:
    from judge.editions.edition_changes import Affected, Comparison
    from judge.library import Library
    from judge.search.lookup import Match

RANGE = re.compile(r"(.*?)(\d{1,4})\s*[-–]\s*(\d{1,4})")
"""Several entries beside each other, by the last levels of their numbers: 24.8.1.3-5."""
MOST_IN_RANGE = 50
MOST_PARTS = 50
"""Locators between commas."""
FEWEST_PAIRED = 0.25
"""Share of the smaller document's entries that two editions of one work have in common."""


def matches(library: Library, locator: str, **editions: Any) -> list[Match]:
    """Return the entries that a locator names; where it names nothing, those of a range, or of each part of a list.

    Args:
        library: the opened library.
        locator: `24.8.1.3`, `24.8.1.3-5`, or several between commas.
        editions: `edition` and `all_editions`, as for `Library.matches`.

    Raises:
        NoEntry: there is no such entry; a LookupError that says what came near.
        CollectionError: there is no such edition.
    """
    try:
        return library.matches(locator, **editions)
    except NoEntry:
        if numbered := RANGE.fullmatch(locator.strip()):
            first, last = int(numbered[2]), int(numbered[3])
            numbers = [f"{numbered[1]}{number}" for number in range(first, min(last, first + MOST_IN_RANGE) + 1)]
            return [match for number in numbers for match in library.matches(number, **editions)]
        parts = [part.strip() for part in locator.split(",") if part.strip()]
        if len(parts) < 2:
            raise
        return [match for part in parts[:MOST_PARTS] for match in library.matches(part, **editions)]


def show(library: Library, locator: str, *, whole: bool = False, **editions: Any) -> list[Record]:
    """Return the entries that a locator names, with their references; a card that texts only name, with what they say.

    Args:
        library: the opened library.
        locator: as for `matches`.
        whole: all entries below them as well.
        editions: as for `matches`.

    Raises:
        NoEntry: there is no such entry, and no text names such a card.
        CollectionError: there is no such edition.
    """
    try:
        return shown_entries(library, matches(library, locator, **editions), whole=whole)
    except NoEntry:
        mentioned = library.mentioned(locator)
        if not mentioned:
            raise
        return [mentioned.sheet.record() | asked_as_of(library)]


def shown_entries(library: Library, found: Iterable[Match], *, whole: bool = False) -> list[Record]:
    """Return entries that were found, with their references; all entries below them as well, if wanted."""
    shown: list[Record] = []
    for match in found:
        ids = [*with_all_below(library, match.row.id)] if whole else [match.row.id]
        first, *below = (shown_entry(library, id) for id in ids)
        shown += [first | {"part": part_record(first, match.part)}, *(one | {"part": None} for one in below)]
    return shown


def part_record(entry: Record, part: str) -> Record | None:
    """Return what the JSON says of the part of an entry that is meant: its address, its block and its text."""
    place = block_of_part(part, [block["kind"] for block in entry["blocks"]]) if part else None
    if place is None:
        return None
    return {"id": f"{entry['id']}#{part}", "block": place, "text": entry["blocks"][place]["text"]}


def asked_as_of(library: Library) -> Record:
    """Return what the JSON says of the day that is answered from; nothing where that is today."""
    return {"asked_as_of": library.day.record()} if library.day else {}


def shown_entry(library: Library, id: str) -> Record:
    """Return the record of an entry with the references from it and to it."""
    references = {"references": library.entries.references(id), "referenced_by": library.entries.backlinks(id)}
    return library.entries.record(id) | {"in_short": library.entries.in_short(id)} | references | asked_as_of(library)


def with_all_below(library: Library, id: str) -> Iterator[str]:
    """Yield the ids of an entry and of all below it, in the order of the text."""
    yield id
    for child in library.entries.contents(id):
        yield from with_all_below(library, child["id"])


def card(library: Library, name: str) -> list[Record]:
    """Return all that is known of the cards of a name; of what is not a card, its entry.

    Raises:
        NoEntry: there is no such card, and no other entry is called so.
    """
    try:
        return [sheet.record() | asked_as_of(library) for sheet in library.card(name)]
    except NoEntry as error:
        named = called(library, error.nearest, name)
        if not named:
            raise
        return [library.entries.record(id) | asked_as_of(library) for id in named]


def called(library: Library, near: Iterable[tuple[str, str]], name: str) -> list[str]:
    """Return the ids near a name that are really called so, by their own titles or numbers: terms, topics, rules."""
    try:
        found = {match.row.id for match in library.matches(name)}
    except NoEntry:
        return []
    return [id for id, _ in near if id in found]


def refs(library: Library, locator: str) -> list[Record]:
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
        return [_seen_from(library, record, "source") for record in doubted(library, mentioned.references)]
    found: list[Record] = []
    for id in ids:
        found += (_seen_from(library, one, "target") for one in doubted(library, library.entries.references(id)))
        found += (_seen_from(library, one, "source") for one in doubted(library, library.entries.backlinks(id)))
    return found


def doubted(library: Library, references: Sequence[Record]) -> list[Record]:
    """Return references with the doubt about the text that contains each."""
    blocks = {source: library.entries.record(source)["blocks"] for source in {one["source"] for one in references}}
    return [
        one | {"doubt": None if one["block"] is None else blocks[one["source"]][one["block"]]["doubt"]}
        for one in references
    ]


def _seen_from(library: Library, reference: Record, end: str) -> Record:
    """Return a reference with what is newer than the entry at one of its ends."""
    id = entry_id(reference[end] or "")
    return reference | {"newer": library.newer(id) if id else []}


def changes(comparison: Comparison) -> list[Record]:
    """Return what became of each entry between two editions."""
    from judge.editions.edition_changes import change_record

    return [change_record(change) for change in comparison.changes]


def affected(touched: Iterable[Affected]) -> list[Record]:
    """Return what became of what other documents refer to."""
    from judge.editions.edition_changes import affected_record

    return [affected_record(one) for one in touched]


def unlike(comparison: Comparison, old: str, new: str) -> str | None:
    """Return a sentence where two documents do not look like editions of one work; else None."""
    if comparison.paired >= FEWEST_PAIRED:
        return None
    share = f"{comparison.paired:.0%} of the entries of the smaller one have a counterpart in the other"
    return f"{old} and {new} do not look like editions of one work: {share}"

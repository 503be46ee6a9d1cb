"""What a document says it has: the numbers that its links and sentences name, and the rows of its contents list.

The share of them that have an entry is a witness of the reading. Where fewer than half of the numbers have one, the
reading is at fault and not the document: then no number that does not resolve is held against it.

Reads: entries, their resolved references, the rows of the contents list. Writes: `NamedAddresses`, and one doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.checks.reading_doubts import CITED, NAMED
from judge.core.diagnostics import Code, Finding
from judge.core.model import Doubt, Entry, FoundReference, NamedAddresses, Resolution
from judge.core.numbering import levels, lookup_key, shape
from judge.reading.lines.labels import TOKEN, number_of_address
from judge.reading.readers.markup import OWN_SCHEME
from judge.reading.readers.placing import names_address
from judge.reading.text.drafts import ContentsLine

SHOWN = 20
"""Addresses without an entry that a report names."""


def count_rows(contents: Sequence[ContentsLine], found: Iterable[Finding]) -> NamedAddresses:
    """Count the rows of a contents list, given the findings about those that have no entry."""
    lost = {finding.line for finding in found if finding.code is Code.CONTENTS_MISSING}
    missing = tuple(row.title for row in contents if row.line in lost)
    return NamedAddresses(len(contents), len(contents) - len(missing), missing[:SHOWN])


def count_numbers(
    entries: Sequence[Entry], references: Iterable[FoundReference], resolutions: Iterable[Resolution]
) -> NamedAddresses:
    """Count the numbers that links and sentences name, each once.

    A number without an entry is one of this document's only if its shape begins lines here that begin no entry: else it
    is one of another document, or a slip of the author.

    Args:
        entries: those of the document.
        references: the numbers that its texts may cite.
        resolutions: what became of those that are references.
    """
    resolved = [(one.reference.number, one.target) for one in resolutions if one.reference.kind == "number"]
    led = {lookup_key(number): target for number, target in resolved if number and target}
    cited = [one for one in references if one.kind == "number" and one.number and one.start]
    named = [one.number or "" for one in cited if one.sure or lookup_key(one.number or "") in led]
    numbers = {lookup_key(number): number for number in (*_numbers_of_links(entries), *named)}
    ids = {entry.id for entry in entries}
    own = {key for key, target in led.items() if target in ids} | {
        lookup_key(one.number) for one in entries if one.number
    }
    lost = [numbers[key] for key in numbers if not (key in own or key in led)]
    missing = _begin_lines(lost, entries) if lost else []
    read = len(numbers.keys() & own)
    return NamedAddresses(read + len(missing), read, tuple(missing[:SHOWN]))


def sum_addresses(one: NamedAddresses, other: NamedAddresses) -> NamedAddresses:
    """Return the addresses of two kinds as one."""
    return NamedAddresses(one.named + other.named, one.read + other.read, (*one.missing, *other.missing)[:SHOWN])


def is_misread(numbers: NamedAddresses) -> bool:
    """Tell whether most of the numbers that a document names have no entry."""
    return numbers.named >= CITED and 2 * numbers.read < numbers.named


def is_held_back(one: Resolution) -> bool:
    """Tell whether a reference is to a number and does not resolve."""
    return one.reference.kind in ("number", "step") and one.status in ("dangling", "external")


def doubt_numbers(numbers: NamedAddresses, entries: Sequence[Entry]) -> Iterator[Doubt]:
    """Yield the doubt about a reading that lacks most of the numbers that the document names."""
    if entries and is_misread(numbers):
        share = f"only {numbers.read}" if numbers.read else "none"
        message = (
            f"{share} of the {numbers.named} numbers that the document itself names, in links and citations, has an "
            f"entry (missing: {', '.join(numbers.missing[:NAMED])}): their lines were not recognised"
        )
        yield Doubt("addresses-missing", (entries[0].lines[0][0], entries[-1].lines[-1][1]), message)


def _numbers_of_links(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the numbers that links within the document lead to."""
    links = (link.href for entry in entries for block in entry.blocks for link in block.links)
    for href in links:
        number = number_of_address(href) if names_address(href) or OWN_SCHEME.fullmatch(href) else ""
        if len(levels(number)) > 1:
            yield number


def _begin_lines(numbers: Sequence[str], entries: Sequence[Entry]) -> list[str]:
    """Return those of some numbers whose shape begins titles without a number or lines of texts, as no entry does."""
    known = {lookup_key(entry.number) for entry in entries if entry.number}
    found = [TOKEN.match(entry.title) for entry in entries if entry.title and not entry.number]
    blocks = [block for entry in entries for block in entry.blocks]
    found += [TOKEN.match(block.text, place.offset) for block in blocks for place in block.places]
    shapes = {shape(one["number"]) for one in found if one and lookup_key(one["number"]) not in known}
    return [number for number in numbers if shape(number) in shapes]

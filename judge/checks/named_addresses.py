"""What a document says it has: the numbers that its links and sentences name, and the rows of its contents list.

The share of them that have an entry is a witness of the reading. Where fewer than half have one, the reading is at
fault and not the document: then no number that does not resolve is held against it.

Reads: entries, their resolved references, the rows of the contents list. Writes: `NamedAddresses`, and one doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judge.checks.reading_doubts import CITED, NAMED
from judge.core.diagnostics import Code, Finding
from judge.core.model import Doubt, Entry, FoundReference, NamedAddresses, Resolution
from judge.core.numbering import levels, lookup_key, shape
from judge.reading.lines.labels import begin_number, number_of_address
from judge.reading.metadata.front_matter import ContentsLine
from judge.reading.readers.markup import OWN_SCHEME
from judge.reading.readers.placing import names_address

SHOWN = 20
"""Addresses without an entry that a report names."""


def count_rows(contents: Sequence[ContentsLine], found: Iterable[Finding]) -> NamedAddresses:
    """Count the rows of a contents list, given the findings about those that have no entry."""
    lost = {finding.line for finding in found if finding.code is Code.CONTENTS_MISSING}
    missing = tuple(row.title for row in contents if row.line in lost)
    return NamedAddresses(len(contents), len(contents) - len(missing), missing[:SHOWN])


def add_numbers(
    rows: NamedAddresses,
    entries: Sequence[Entry],
    references: Iterable[FoundReference],
    resolutions: Iterable[Resolution],
) -> NamedAddresses:
    """Add the numbers that links and sentences name, each once.

    A number without an entry is one of this document's only if its shape begins lines here that begin no entry: else it
    is one of another document, or a slip of the author.

    Args:
        rows: what the contents list has.
        entries: those of the document.
        references: the numbers that its texts may cite.
        resolutions: what became of those that are references.
    """
    led = _targets_of_numbers(resolutions)
    cited = [one for one in references if one.kind == "number" and one.number and one.start]
    named = [one.number or "" for one in cited if one.sure or lookup_key(one.number or "") in led]
    numbers = {lookup_key(number): number for number in (*_numbers_of_links(entries), *named)}
    own = {lookup_key(entry.number) for entry in entries if entry.number}
    own.update(key for key, target in led.items() if target.startswith(f"{entries[0].document}:"))
    lost = [number for key, number in numbers.items() if key not in own and key not in led]
    shapes = _shapes(entries) if lost else frozenset()
    missing = [number for number in lost if shape(number) in shapes]
    read = len(numbers.keys() & own)
    return NamedAddresses(rows.named + read + len(missing), rows.read + read, (*rows.missing, *missing)[:SHOWN])


def _targets_of_numbers(resolutions: Iterable[Resolution]) -> dict[str, str]:
    """Return the entries to which numbers lead, by the keys under which numbers are looked up."""
    numbers = ((one.reference.number, one.target) for one in resolutions if one.reference.kind == "number")
    return {lookup_key(number): target for number, target in numbers if number and target}


def is_misread(addresses: NamedAddresses) -> bool:
    """Tell whether most of what a document names has no entry."""
    return addresses.named >= CITED and 2 * addresses.read < addresses.named


def is_held_back(one: Resolution) -> bool:
    """Tell whether a reference is to a number and does not resolve."""
    return one.reference.kind in ("number", "step") and one.status in ("dangling", "external")


def doubt_addresses(addresses: NamedAddresses, entries: Sequence[Entry]) -> Iterator[Doubt]:
    """Yield the doubt about a reading that lacks most of what the document names."""
    if is_misread(addresses):
        share = f"only {addresses.read}" if addresses.read else "none"
        shown = ", ".join(addresses.missing[:NAMED])
        message = (
            f"{share} of the {addresses.named} addresses that the document itself names, in links, citations and its "
            f"table of contents, has an entry (missing: {shown}): their lines were not recognised"
        )
        yield Doubt("addresses-missing", (entries[0].lines[0][0], entries[-1].lines[-1][1]), message)


def _numbers_of_links(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the numbers that links within the document lead to."""
    links = (link.href for entry in entries for block in entry.blocks for link in block.links)
    for href in links:
        number = number_of_address(href) if names_address(href) or OWN_SCHEME.fullmatch(href) else ""
        if len(levels(number)) > 1:
            yield number


def _shapes(entries: Sequence[Entry]) -> frozenset[str]:
    """Return the shapes of the numbers that begin titles and lines of texts, and that no entry has."""
    known = {lookup_key(entry.number) for entry in entries if entry.number}
    texts = [entry.title or "" for entry in entries if not entry.number]
    texts += [
        block.text[place.offset :][:SHOWN] for entry in entries for block in entry.blocks for place in block.places
    ]
    numbers = filter(None, map(begin_number, texts))
    return frozenset(shape(number) for number in numbers if lookup_key(number) not in known)

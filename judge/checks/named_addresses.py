"""Which of the addresses that a document names have an entry: numbers of its sentences and links, rows, linked titles.

The share of them is a witness of the reading. Where it is small, the reading is at fault and not the document: then no
number that does not resolve is held against it.

Reads: `OwnAddresses` with the lines of the file, entries, their resolved references. Writes: `CountedAddresses`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from judge.core.model import Entry, NamedAddresses, Resolution
from judge.core.numbering import NUMBER, lookup_key, shape
from judge.reading.lines.addresses import TOKEN, KnownEntries, OwnAddress
from judge.reading.lines.paragraphs import END, is_open
from judge.reading.rulings.printed_dates import read_date

STARTS = re.compile(rf"[#*_\s>]{{0,12}}(?P<number>{NUMBER})(?P<end>[.):]?)(?=[\s*_]|$)")
"""A number at the beginning of a line, whatever marks are before it."""
SHOWN = 20
"""Addresses without an entry that a report names."""
CITED = 5
"""Numbers that a document names, most of which have no entry where it is misread. Half or double changes nothing in the
five documents."""


class CountedAddresses(NamedTuple):
    """The addresses of a document, by whether they have an entry."""

    read: Sequence[OwnAddress]
    unread: Sequence[OwnAddress]

    def summary(self) -> NamedAddresses:
        """Return what a report says of them."""
        missing = tuple(one.name for one in self.unread[:SHOWN])
        return NamedAddresses(len(self.read) + len(self.unread), len(self.read), missing)

    @property
    def is_misread(self) -> bool:
        """Whether most of the numbers have no entry."""
        read, unread = (sum(one.number != "" for one in some) for some in self)
        return read + unread >= CITED and read < unread


def count_addresses(
    addresses: Sequence[OwnAddress], entries: Sequence[Entry], resolutions: Sequence[Resolution]
) -> CountedAddresses:
    """Count what a document names, each once.

    A number without an entry is one of this document's only if its shape begins lines that begin no entry, or, of one
    level, if it begins a line itself: else it is one of another document, or a slip of the author.

    Args:
        addresses: what the document names, with the lines of the file.
        entries: those of the document.
        resolutions: what became of the references in their texts; a part of an entry has none of its own.
    """
    known = KnownEntries((entry.number, entry.title, entry.lines[0][0]) for entry in entries)
    led = {lookup_key(one.reference.number): one.target for one in resolutions if one.reference.number and one.target}
    ids = {entry.id for entry in entries}
    told = {one.number for one in addresses}
    held = ((one.reference.number or "", one.reference.line) for one in resolutions if is_held_back(one))
    cited = {key: OwnAddress("cited", name, line, key) for name, line in held if (key := lookup_key(name)) not in told}
    read: list[OwnAddress] = []
    lost: list[OwnAddress] = []
    for one in addresses:
        target = led.get(one.number) if one.number else None
        if known.has(one) or target in ids:
            read.append(one)
        elif not target:
            lost.append(one)
    begun = _begun(entries, TOKEN) - known.numbers if lost or cited else set()
    shapes = set(map(shape, begun))
    unread = [one for one in lost if not one.number or shape(one.number) in shapes]
    numbers = _begun(entries, STARTS) if cited else set()
    return CountedAddresses(read, [*unread, *(one for key, one in cited.items() if key in numbers)])


def is_held_back(one: Resolution) -> bool:
    """Tell whether a reference is to a number and does not resolve."""
    return one.reference.kind in ("number", "step") and one.status in ("dangling", "external")


def _begun(entries: Iterable[Entry], pattern: re.Pattern[str]) -> set[str]:
    """Return the numbers that begin titles without one or, after a whole sentence, lines of texts."""
    found = [pattern.match(entry.title) for entry in entries if entry.title and not entry.number]
    for block in (block for entry in entries for block in entry.blocks):
        for place in block.places:
            before = block.text[max(0, place.offset - END) : place.offset].rstrip()
            if not (before and is_open(before)):
                found.append(pattern.match(block.text, place.offset))
    return {lookup_key(one["number"]) for one in found if one and not read_date(one["number"])}

"""Links inside a document that lead to an address which nothing in it has.

    [Chains](#chain)            where the address of Chains is #chains
    <a href="#oar">Oars</a>     in the contents list of a page that has no `oar`

Reads: the entries of one document, its references as they are written, and what its reader says of links that its
texts do not show. Writes: findings. A number that no entry has is told by its reference alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from judge.core.diagnostics import Code, Report
from judge.core.model import Entry, Reference
from judge.core.numbering import lookup_key
from judge.core.tokens import key
from judge.reading.readers.manuscript import LostLink
from judge.reading.readers.placing import folded, inner_links, names_address
from judge.reading.rich_text import line_at

LOST, LOST_SHARE = 10, 0.5
"""Dead links from which on they are one finding: so many, and this share of all links inside the document."""
NOWHERE = "an address that nothing in this document has"


class DeadLink(NamedTuple):
    """A link of a text."""

    place: Reference
    address: str


def dead_links(entries: Sequence[Entry], references: Iterable[Reference], lost: Iterable[LostLink]) -> list[DeadLink]:
    """Return the links of texts to addresses inside the document that no entry has.

    Args:
        entries: those of the document.
        references: the same, as they are written.
        lost: links to addresses of the page that are not in its content.
    """
    hrefs = {link.href for entry in entries for block in entry.blocks for link in block.links}
    alive = inner_links(hrefs, {folded(anchor): anchor for entry in entries for anchor in entry.anchors})
    dead = {href for href in hrefs - alive.keys() if names_address(href)}
    if not dead:
        return []
    outside = {one.address for one in lost if one.exists}
    told = _unknown_numbers(entries, references)
    found = (one for one in _places(entries, dead) if one.address not in outside)
    return [one for one in found if not _overlaps(one.place, told.get((one.place.source, one.place.block), ()))]


def _unknown_numbers(
    entries: Iterable[Entry], references: Iterable[Reference]
) -> dict[tuple[str, int | None], list[Reference]]:
    """Return the references to numbers that no entry has, by the texts in which they stand."""
    numbers = {lookup_key(entry.number) for entry in entries if entry.number}
    found: dict[tuple[str, int | None], list[Reference]] = {}
    for one in references:
        if one.kind == "number" and (one.number or "")[:1].isdigit() and lookup_key(one.number or "") not in numbers:
            found.setdefault((one.source, one.block), []).append(one)
    return found


def _overlaps(place: Reference, others: Iterable[Reference]) -> bool:
    return any(place.start < other.end and other.start < place.end for other in others)


def _places(entries: Sequence[Entry], dead: Iterable[str]) -> Iterator[DeadLink]:
    for entry in entries:
        for index, block in enumerate(entry.blocks):
            for start, end, href in block.links:
                words = block.text[start:end].strip()
                if href in dead and words:
                    start = block.text.index(words, start)
                    line = line_at(block.places, start)
                    place = Reference(entry.id, index, start, start + len(words), line, words, "title", label=words)
                    yield DeadLink(place, unquote(href[1:]))


def report_links(dead: Sequence[DeadLink], lost: Sequence[LostLink], entries: Sequence[Entry], report: Report) -> None:
    """Add a finding for each link that leads nowhere; where most of a document do, one for all.

    Args:
        dead: the links of texts, with their columns.
        lost: links that no text shows, or that lead out of the content.
        entries: those of the document.
        report: receives the findings.
    """
    links = sum(names_address(link.href) for entry in entries for block in entry.blocks for link in block.links)
    if len(dead) >= LOST and len(dead) > LOST_SHARE * links:
        place, address = dead[0]
        message = (
            f"{len(dead)} of the {links} links inside this document lead to addresses that nothing in it has, the "
            f"first “{place.text}” to #{address}: the addresses were probably lost when it was converted"
        )
        report.add(Code.LINK_DEAD, place.line, message, level="warning", column=place.column, length=place.length)
    else:
        _report_each(dead, entries, report)
    for line, words, address, exists in lost:
        if exists:
            message = f"“{words}” leads to #{address}, which stands outside the content of the page"
            report.add(Code.LINK_DEAD, line, message, level="note")
        else:
            message = f"“{words}” in the contents list leads to #{address}, {NOWHERE}"
            report.add(Code.LINK_DEAD, line, message, level="warning")


def _report_each(dead: Iterable[DeadLink], entries: Iterable[Entry], report: Report) -> None:
    titled = {key(entry.title): entry for entry in entries if entry.title and entry.anchors}
    for place, address in dead:
        meant = titled.get(key(place.text))
        report.add(
            Code.LINK_DEAD,
            place.line,
            f"“{place.text}” leads to #{address}, {NOWHERE}",
            level="warning",
            column=place.column,
            length=place.length,
            suggestion=f"#{meant.anchors[0]}" if meant else None,
        )

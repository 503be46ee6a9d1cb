"""The page of known faults, for those who mend documents: by gravity, in sentences, each with its place and its line.

Wrong references come first, with what to write instead. What was repaired while reading needs nobody, so it is folded
away.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from judge.core.diagnostics import BY_NAME, Code, Finding
from judge.core.model import Document
from judge.core.names import name_of
from judge.site.catalogue import Catalogue
from judge.site.owner import Corrected
from judge.site.pages.entries import EntryWriter
from judge.site.plan import Address

REPAIRS = frozenset(code.value for code in Code if code.value.startswith("source-")) | {
    Code.TEXT_JOINED.value,
    Code.TEXT_UNCLAIMED.value,
}
"""The codes of what was repaired, or kept as it is, while a document was read."""


class Gravity(NamedTuple):
    """A part of the page."""

    key: str
    name: str
    text: str
    holds: Callable[[Finding], bool]


GRAVITIES = (
    Gravity(
        "wrong",
        "Wrong references",
        "A number or title refers to a rule other than the one that the words name, or to none.",
        lambda one: one.level != "note" and one.code.startswith(("reference-", "numbering-")),
    ),
    Gravity("likely", "Likely faults", "Most of these should be corrected.", lambda one: one.level != "note"),
    Gravity(
        "repaired",
        "Repaired while reading",
        "No action needed: the text is shown corrected.",
        lambda one: one.code in REPAIRS,
    ),
    Gravity("look", "Worth a look", "Some of these are faults, others are intended.", lambda one: True),
)
"""The parts that a finding may belong to; the first that fits."""
ORDER = ("wrong", "likely", "look", "repaired")


class Fault(NamedTuple):
    """A finding, in readable words."""

    anchor: str
    file: str
    line: int
    message: str
    advice: str | None
    entry: str
    """The name of the entry in that line, as a link says it; empty where there is none."""
    href: str
    source: str
    """The address at which the line can be corrected; empty where the owner gives none."""


class FaultKind(NamedTuple):
    """Findings of one kind in one document."""

    heading: str
    document: Document
    faults: Sequence[Fault]


class FaultPart(NamedTuple):
    """Findings of one gravity."""

    key: str
    name: str
    text: str
    total: int
    kinds: Sequence[FaultKind]


class DocumentCounts(NamedTuple):
    """How many findings a document has of each gravity, in the order of the page."""

    document: Document
    counts: Sequence[int]


class FaultPage(NamedTuple):
    """Everything on the page."""

    parts: Sequence[FaultPart]
    documents: Sequence[DocumentCounts]


def fault_places(findings: Sequence[Finding], folder: Callable[[str], str]) -> Mapping[tuple[str, int], Address]:
    """Return where each faulty line of a document is listed: at the first of its findings."""
    return {
        (finding.document, finding.line): Address("faults.html", f"{folder(finding.document)}-{finding.line}")
        for finding in findings
    }


def fault_page(desk: EntryWriter) -> FaultPage:
    """Return the findings about all documents, the gravest first."""
    catalogue = desk.catalogue
    unused = dict(desk.shelf.faults)
    lines = _lines(catalogue)
    kinds: dict[str, dict[tuple[str, str], list[Fault]]] = {key: defaultdict(list) for key in ORDER}
    counts: Counter[tuple[str, str]] = Counter()
    for one in catalogue.findings:
        part = next(gravity.key for gravity in GRAVITIES if gravity.holds(one))
        place = unused.pop((one.document, one.line), None)
        kinds[part][one.code, one.document].append(_fault(desk, one, place, lines))
        counts[one.document, part] += 1
    named = {gravity.key: gravity for gravity in GRAVITIES}
    parts = [_part(catalogue, named[key], kinds[key]) for key in ORDER if kinds[key]]
    documents = [
        DocumentCounts(document, [counts[name, part.key] for part in parts])
        for name, document in catalogue.documents.items()
    ]
    return FaultPage(parts, documents)


def _part(catalogue: Catalogue, gravity: Gravity, found: Mapping[tuple[str, str], Sequence[Fault]]) -> FaultPart:
    codes = list(BY_NAME)
    documents = list(catalogue.documents)
    ordered = sorted(found, key=lambda one: (codes.index(one[0]), documents.index(one[1])))
    kinds = [FaultKind(BY_NAME[code].heading, catalogue.documents[key], found[code, key]) for code, key in ordered]
    return FaultPart(gravity.key, gravity.name, gravity.text, sum(map(len, found.values())), kinds)


def _fault(
    desk: EntryWriter, one: Finding, place: Address | None, lines: Mapping[str, tuple[list[int], list[str]]]
) -> Fault:
    begun, ids = lines.get(one.document, ([], []))
    place_above = bisect_right(begun, one.line)
    id = ids[place_above - 1] if place_above else None
    name = name_of(desk.catalogue.entries[id]) if id else ""
    source = desk.shelf.correct(Corrected(id or one.document, name, one.file, one.line, text=one.message))
    message = f"{one.message[:1].upper()}{one.message[1:]}".rstrip(".")
    anchor = place.anchor if place else ""
    return Fault(anchor, one.file, one.line, message, one.suggestion, name, desk.href(id) if id else "", source)


def _lines(catalogue: Catalogue) -> dict[str, tuple[list[int], list[str]]]:
    """Return, for each document, the lines in which headings and blocks begin, and whose they are."""
    begun: dict[str, dict[int, str]] = defaultdict(dict)
    for id, entry in catalogue.entries.items():
        for first, _ in (*entry.lines, *(place for block in entry.blocks for place in block.lines)):
            begun[entry.document].setdefault(first, id)
    return {key: (sorted(found), [found[line] for line in sorted(found)]) for key, found in begun.items()}

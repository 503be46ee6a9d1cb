"""Faults of documents, one function a rule in the tables below, and the findings that a site owner accepts.

`check_structure` reads one parsed document: numbers, contents list, texts that break off.
`dead_links` finds links inside a document to an address that nothing in it has: `[Chains](#chain)` where the address of
Chains is #chains. `check_references` reads resolved references: wrong and stale ones, doubled titles. Each adds
findings to a report; nothing here mends anything: a rules manager decides.

Accepted findings are in corpus.toml, with the reason. What no longer applies is itself reported, so that nothing is
hidden by an old exception:

    [[document.accept]]
    code = "number-gap"
    line = 229                     # if only the one in this line is meant
    text = "7.2"                   # if only those whose message has these words are meant
    reason = "7.1 was withdrawn in 2019"
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from msgspec import Struct

from judge.checks.wrong_numbers import heading, is_above, step_of, words_of
from judge.core.diagnostics import Code, Finding, Level, Report
from judge.core.model import Entry, FoundReference, Furniture, Resolution
from judge.core.names import name_of
from judge.core.numbering import Key, exact_key, lookup_key, parse
from judge.core.tokens import fold, key
from judge.reading.lines.addresses import KnownEntries, number_of_row
from judge.reading.lines.links import folded, inner_links, names_address
from judge.reading.lines.paragraphs import OPEN_WORD, is_open
from judge.reading.text.drafts import ContentsLine
from judge.reading.text.manuscript import LostLink
from judge.references.extraction import WrittenText
from judge.references.weighing import LISTED

LONG = 60
"""Characters at or above which a text without an end is not a label. Half changes 660 of 5,030 comparisons in the five
documents, double 1,340."""
PROSE = 0.9
"""Share of a document's longer texts that must end properly before one that does not is worth a note. Half changes
nothing in the five documents."""
WHOLE = re.compile(r"^(?:see|related)\b|[)\]]$|\bhttps?:\S{1,500}$", re.IGNORECASE)
"""Texts that need no full stop: pointers, and those that end with a bracket or an address."""


class CheckedDocument(Struct, frozen=True):
    """What the rules look at."""

    entries: Sequence[Entry]
    furniture: Sequence[Furniture]
    contents: Sequence[ContentsLine]


def check_structure(document: CheckedDocument) -> Iterable[Finding]:
    """Return the structure findings of a document."""
    report = Report()
    for rule in OF_STRUCTURE:
        rule(document, report)
    return report.findings


def numbers(document: CheckedDocument, report: Report) -> None:
    """Numbers below one number count on: none is skipped, repeated, or is after a higher one."""
    last: dict[Key, tuple[int, Entry]] = {}
    below: dict[tuple[Key, str | None], tuple[int, Entry]] = {}
    printed = {entry.number for entry in document.entries}
    by_id = {entry.id: entry for entry in document.entries}
    for entry in document.entries:
        parsed = parse(entry.number or "")
        if not entry.number or entry.kind != "section" or not parsed:
            continue
        chapter = lookup_key(entry.number)  # where both 2 and 2.0 are printed, 2.0 is a section of 2
        key = exact_key(entry.number) if chapter in printed else parsed
        above, (level, letter) = key[:-1], key[-1]
        hundreds, rest = divmod(level, 100)
        if hundreds and not above and not printed.isdisjoint((str(hundreds), f"{hundreds}00")):
            if not rest:
                last[((hundreds, "00"),)] = (0, entry)
            above = ((hundreds if rest else 0, "00"),)  # 100, 101 and 102 are of chapter 1, before 2 and 200
            level = rest or hundreds
        before = below.get((above, entry.parent)) or last.get(above)
        last[above] = below[above, entry.parent] = (level, entry)
        if before and level <= 1 and _counts_anew(entry, before[1], by_id):
            continue
        if letter and before and level >= before[0]:
            continue  # letters are put between numbers later on, and need not count
        line = entry.lines[0][0]
        if before and level == before[0]:
            report.add(Code.NUMBER_REPEATED, line, f"{entry.number} is also printed on line {before[1].lines[0][0]}")
        elif before and level < before[0]:
            report.add(Code.NUMBER_ORDER, line, f"{entry.number} comes after {before[1].number}")
        elif level > (before[0] + 1 if before else 1) and not letter:
            place = f"right after {before[1].number}" if before else "first"
            report.add(Code.NUMBER_GAP, line, f"{entry.number} comes {place}")


def _counts_anew(entry: Entry, before: Entry, by_id: Mapping[str, Entry]) -> bool:
    """Tell whether numbers begin again rightly: below another heading, or where a list is told in full.

    Headings without a number must be below others or be of an appendix: of two titles of a file each may begin a
    document.
    """
    here, there = by_id.get(entry.parent or ""), by_id.get(before.parent or "")
    over = by_id.get(here.parent or "") if here else None
    if here and over and here.number == over.number is not None:
        return here.title == over.title  # another chapter of that number is of another document in the file
    if (here and here.number) != (there and there.number):
        return True
    return (
        here is not None
        and here is not there
        and (here.parent is not None or fold(here.title or "").startswith("appendix"))
    )


def empty_entries(document: CheckedDocument, report: Report) -> None:
    """An entry has text, errata, or entries below it, unless the document says that there is nothing.

    A card that a list only names has none.
    """
    parents = {entry.parent for entry in document.entries}
    nothing = {first for item in document.furniture if item.reason == "no rulings" for first, _ in item.lines}
    for entry in document.entries:
        if entry.blocks or entry.errata or entry.facts or entry.id in parents:
            continue
        last = entry.lines[-1][1]
        if not any(last < line <= last + 3 for line in nothing):
            report.add(Code.ENTRY_EMPTY, entry.lines[0][0], f"{name_of(entry)} has no text")


def contents_list(document: CheckedDocument, report: Report) -> None:
    """What the contents list has is printed as a heading, in the same words."""
    known = KnownEntries((entry.number, entry.title, 0) for entry in document.entries)
    numbered = {lookup_key(entry.number): entry for entry in document.entries if entry.number}
    for listed in document.contents:
        number, words = number_of_row(listed.title)
        entry = numbered.get(lookup_key(number)) if number else None
        if entry and entry.title and fold(words) != fold(entry.title) and not known.has_title(listed.title):
            message = (
                f"the table of contents lists “{listed.title}”, but line {entry.lines[0][0]} is headed “{entry.title}”"
            )
            report.add(Code.CONTENTS_DIFFERS, listed.line, message)
        elif not known.has_row(listed.title):
            message = f"the table of contents lists “{listed.title}”, but no heading matches"
            report.add(Code.CONTENTS_MISSING, listed.line, message)


def texts_that_break_off(document: CheckedDocument, report: Report) -> None:
    """A paragraph ends with its sentence, in documents whose paragraphs do so."""
    texts = [
        (block.text, block.lines[-1][1])
        for entry in document.entries
        if entry.kind not in ("part", "index", "appendix")
        for block in entry.blocks
        if block.kind in ("text", "ruling", "example", "note", "tip") and len(block.text) > LONG
    ]
    broken = [(text, line) for text, line in texts if is_open(text) and not WHOLE.search(text)]
    is_prose = len(broken) <= (1 - PROSE) * len(texts)
    for text, line in broken:
        end = " ".join(text.split()[-4:])
        if OPEN_WORD.search(text):
            report.add(Code.TEXT_BREAKS_OFF, line, f"the text breaks off after “{end}”", level="warning")
        elif is_prose:
            report.add(Code.TEXT_BREAKS_OFF, line, f"the sentence seems unfinished after “{end}”", level="note")


OF_STRUCTURE: tuple[Callable[[CheckedDocument, Report], None], ...] = (
    numbers,
    empty_entries,
    contents_list,
    texts_that_break_off,
)


NOWHERE = "which does not exist in this document"


class DeadLink(NamedTuple):
    """A link of a text."""

    place: FoundReference
    address: str


def dead_links(
    entries: Sequence[Entry], references: Iterable[FoundReference], lost: Iterable[LostLink]
) -> list[DeadLink]:
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

    def is_told(place: FoundReference) -> bool:
        others = told.get((place.source, place.block), ())
        return any(place.start < other.end and other.start < place.end for other in others)

    return [one for one in _places(entries, dead) if one.address not in outside and not is_told(one.place)]


def _unknown_numbers(
    entries: Iterable[Entry], references: Iterable[FoundReference]
) -> dict[tuple[str, int | None], list[FoundReference]]:
    """Return the references to numbers that no entry has, by the texts in which they are."""
    numbers = {lookup_key(entry.number) for entry in entries if entry.number}
    found: dict[tuple[str, int | None], list[FoundReference]] = {}
    for one in references:
        if one.kind == "number" and (one.number or "")[:1].isdigit() and lookup_key(one.number or "") not in numbers:
            found.setdefault((one.source, one.block), []).append(one)
    return found


def _places(entries: Sequence[Entry], dead: Iterable[str]) -> Iterator[DeadLink]:
    for entry in entries:
        for index, block in enumerate(entry.blocks):
            written = WrittenText(entry.id, index, block.text, block.places)
            for start, end, href in block.links:
                words = block.text[start:end].strip()
                if href in dead and words:
                    start = block.text.index(words, start)
                    place = written.reference(start, start + len(words), "title", label=words)
                    yield DeadLink(place, unquote(href[1:]))


def report_links(dead: Sequence[DeadLink], lost: Sequence[LostLink], entries: Sequence[Entry], report: Report) -> None:
    """Add a finding for each link that does not resolve.

    Args:
        dead: the links of texts, with their columns.
        lost: links that no text shows, or that lead out of the content.
        entries: those of the document.
        report: receives the findings.
    """
    titled = {key(entry.title): entry for entry in entries if entry.title and entry.anchors}
    for place, address in dead:
        meant = titled.get(key(place.text))
        report.add(
            Code.LINK_DEAD,
            place.line,
            f"“{place.text}” points to #{address}, {NOWHERE}",
            level="warning",
            column=place.column,
            length=place.length,
            suggestion=f"#{meant.anchors[0]}" if meant else None,
        )
    for line, words, address, exists in lost:
        if exists:
            message = f"“{words}” points to #{address}, which is outside the content of the page"
            report.add(Code.LINK_DEAD, line, message, level="note")
        else:
            message = f"“{words}” in the table of contents points to #{address}, {NOWHERE}"
            report.add(Code.LINK_DEAD, line, message, level="warning")


TWICE = 2
"""References that moved by the same step before a renumbering is certain enough for `--fix`."""
REPEATED = 3
"""References that moved by the same step before a finding says so of the whole document. Half changes 2 of 4
comparisons in the five documents, double 1."""


Place = tuple[str, int | None, int]
"""Of a reference: its entry, the block, the offset."""


class Resolved(Struct, frozen=True):
    """What the rules look at."""

    entries: Sequence[Entry]
    resolutions: Sequence[Resolution]
    names: Mapping[str, Entry]
    """The same entries by id: a wrong number and what is suggested for it are of one document."""
    doubted: Collection[Place] = ()
    """Where the references are that do not resolve because of how the document was read: reported as notes."""


def check_references(resolved: Resolved, report: Report) -> None:
    """Add what the rules find to a report."""
    for rule in OF_REFERENCES:
        rule(resolved, report)


def is_faulty(resolution: Resolution) -> bool:
    """Tell whether a reference is a fault, for `judge list` as for `judge lint`: wrong, or not resolved as a whole.

    Not every card has rulings, so a card without an entry is hardly ever a fault.
    """
    if resolution.status == "dangling":
        return resolution.reference.kind != "card"
    return resolution.status in ("mislabelled", "partial")


def references(resolved: Resolved, report: Report) -> None:
    """A reference leads to the entry that its words name, and to one alone."""
    moved = {place for places in _moved_together(resolved).values() if len(places) >= TWICE for place in places}
    cited = {(*place_of(one.reference)[:2], one.target) for one in resolved.resolutions if one.status == "ok"}
    for one in resolved.resolutions:
        line, column, length = one.reference.line, one.reference.column, one.reference.length
        message = f"“{one.reference.text}”: {one.reason}"
        place = place_of(one.reference)
        meant = resolved.names.get(one.suggestion or "")
        advice = (meant.number or meant.title) if meant and one.suggestion != one.target else None
        is_around = meant and meant.id in (one.reference.source, resolved.names[one.reference.source].parent)
        has_rival = is_around or (*place[:2], one.suggestion) in cited
        if one.status == "mislabelled":
            code = Code.REFERENCE_WRONG if advice else Code.REFERENCE_STALE
            certain = place in moved and not has_rival
            report.add(code, line, message, column=column, length=length, suggestion=advice, certain=certain)
        elif one.status == "dangling":
            level: Level = "warning" if is_faulty(one) and place not in resolved.doubted else "note"
            known = advice if meant and _is_named(one, meant) else None
            nearest = f"; the closest is {advice}" if advice and not known else ""
            report.add(
                Code.REFERENCE_DANGLING,
                line,
                message + nearest,
                level=level,
                column=column,
                length=length,
                suggestion=known,
                certain=not has_rival,
            )
        elif one.status == "partial":
            report.add(Code.REFERENCE_PARTIAL, line, message, column=column, length=length)
        elif place in resolved.doubted or one.reference.kind == "page":
            continue
        elif one.status == "ambiguous" and len(one.candidates) > 1:
            text = f"{message} ({', '.join(one.candidates[:LISTED])})"
            report.add(Code.REFERENCE_AMBIGUOUS, line, text, column=column, length=length)


def _is_named(one: Resolution, meant: Entry) -> bool:
    """Tell whether the words beside a number, or its link, name an entry, which is not only the nearest one above."""
    is_linked = one.reference.anchor == meant.id
    is_said = not words_of(one).isdisjoint(heading(meant.title or ""))
    return (is_linked or is_said) and not is_above(meant.number or "", one.reference.number)


def place_of(reference: FoundReference) -> Place:
    """Return where a reference is."""
    return reference.source, reference.block, reference.start


def _moved_together(resolved: Resolved) -> dict[tuple[object, str], dict[Place, tuple[str, str, int]]]:
    """Return the wrong numbers that have moved by one step or, without one, between the same two numbers."""
    together: dict[tuple[object, str], dict[Place, tuple[str, str, int]]] = defaultdict(dict)
    for one in resolved.resolutions:
        old, new = resolved.names.get(one.target or ""), resolved.names.get(one.suggestion or "")
        if one.status == "mislabelled" and old and new and old.number and new.number and old.number != new.number:
            step = step_of(old.number, new.number)
            alike = (step, "" if step else f"{old.id} {new.id}")
            together[alike][place_of(one.reference)] = old.number, new.number, one.reference.line
    return together


def moved_numbers(resolved: Resolved, report: Report) -> None:
    """Several numbers that are wrong by the same step tell that something was put in or taken out."""
    for (step, _), places in _moved_together(resolved).items():
        moved = list(places.values())
        if step and len(moved) >= REPEATED:
            pairs = Counter((old, new) for old, new, _ in moved)
            shown = ", ".join(f"{old} should be {new}" for (old, new), _ in pairs.most_common(LISTED))
            message = f"{len(moved)} references still use the numbers from before a renumbering: {shown}"
            report.add(Code.NUMBERING_STALE, moved[0][2], message)


def doubled_titles(resolved: Resolved, report: Report) -> None:
    """Two entries of one kind have not the same title, unless a printed mark tells them apart."""
    seen: dict[tuple[str, str], Entry] = {}
    for entry in resolved.entries:
        if not entry.title or entry.variant or entry.kind not in ("term", "card", "topic"):
            continue
        first = seen.setdefault((entry.kind, key(entry.title) or entry.title), entry)
        if first is not entry:
            message = f"{entry.title} is also the title of the {entry.kind} on line {first.lines[0][0]}"
            report.add(Code.TITLE_DOUBLED, entry.lines[0][0], message)


OF_REFERENCES: tuple[Callable[[Resolved, Report], None], ...] = (references, moved_numbers, doubled_titles)


class Accepted(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`[[document.accept]]` of a manifest: one exception."""

    code: str
    reason: str
    line: int | None = None
    text: str | None = None

    def covers(self, finding: Finding) -> bool:
        """Tell whether a finding is what was accepted."""
        return (
            finding.code == self.code
            and self.line in (None, finding.line)
            and (self.text is None or self.text in finding.message)
        )


def accept(findings: Iterable[Finding], accepted: Sequence[Accepted], report: Report) -> list[Finding]:
    """Return the findings that are not accepted.

    Args:
        findings: of one document.
        accepted: what its manifest accepts.
        report: receives what is accepted and not there any more.
    """
    used: set[Accepted] = set()
    kept = []
    for finding in findings:
        covering = next((one for one in accepted if one.covers(finding)), None)
        if covering:
            used.add(covering)
        else:
            kept.append(finding)
    for one in accepted:
        if one not in used:
            message = f"corpus.toml accepts {one.code} ({one.reason}), but no such finding exists; remove that table"
            report.add(Code.ACCEPT_UNUSED, one.line or 0, message)
    return kept

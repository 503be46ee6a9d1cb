"""Faults of a document's structure: numbers, contents list, lists of errata and sources, texts that break off.

Reads: one parsed document. Writes: findings. One function a rule, in the table at the end; each yields what it finds.
Nothing here mends anything: a rules manager decides.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.core.diagnostics import Code, Diagnostic, Report
from judge.core.model import Entry, Furniture
from judge.core.names import NAMED_IN, name_of
from judge.core.numbering import Key, exact_key, lookup_key, parse
from judge.core.tokens import fold
from judge.reading.front_matter import CONTENTS, LEADING_NUMBER, ContentsLine, fold_title
from judge.reading.paragraphs import OPEN_WORD, is_open
from judge.reading.readers.manuscript import Bookmark
from judge.reading.rulings.attribution import sources_of, unlisted_sources

COUNTED = re.compile(r"(?:§\s*|(?!appendix)[^\W\d_]{2,20}\s+)(?=\d)", re.IGNORECASE)
"""What stands before the number of a listed title: `§ 4`, `Chapter 4`."""
COVER = re.compile(rf"(?:(?:front|back|inside)\s)?cover|title page|page \d{{1,4}}|{CONTENTS.pattern}", re.IGNORECASE)
"""Titles of an outline that no heading needs to have."""
LONG = 60
"""Characters from which on a text without an end is not a label."""
PROSE = 0.9
"""Share of a document's longer texts that must end properly before one that does not is worth a note."""
WHOLE = re.compile(r"^(?:see|related)\b|[)\]]$|\bhttps?:\S{1,500}$", re.IGNORECASE)
"""Texts that need no full stop: pointers, and those that end with a bracket or an address."""


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """What the rules look at."""

    entries: Sequence[Entry]
    furniture: Sequence[Furniture]
    contents: Sequence[ContentsLine]
    outline: Sequence[Bookmark] = ()
    """That of a PDF."""


def check_structure(document: CheckedDocument) -> Iterable[Diagnostic]:
    """Return the structure findings of a document."""
    report = Report()
    for rule in RULES:
        rule(document, report)
    return report.findings


def numbers(document: CheckedDocument, report: Report) -> None:
    """Numbers below one number count on: none is skipped, repeated, or stands behind a higher one."""
    last: dict[Key, tuple[int, Entry]] = {}
    below: dict[tuple[Key, str | None], tuple[int, Entry]] = {}
    first: dict[tuple[Key, str | None], Entry] = {}
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
        begun = first.setdefault((above, entry.parent), entry)
        before = below.get((above, entry.parent)) or last.get(above)
        last[above] = below[above, entry.parent] = (level, entry)
        if before and level <= 1 and _counts_anew(entry, begun, before[1], by_id):
            continue
        if letter and before and level >= before[0]:
            continue  # letters are put between numbers later on, and need not count
        line = entry.lines[0][0]
        if before and level == before[0]:
            report.add(Code.NUMBER_REPEATED, line, f"{entry.number} is also printed in line {before[1].lines[0][0]}")
        elif before and level < before[0]:
            report.add(Code.NUMBER_ORDER, line, f"{entry.number} comes after {before[1].number}")
        elif level > (before[0] + 1 if before else 1) and not letter:
            place = f"right after {before[1].number}" if before else "first"
            report.add(Code.NUMBER_GAP, line, f"{entry.number} comes {place}")


def _counts_anew(entry: Entry, begun: Entry, before: Entry, by_id: Mapping[str, Entry]) -> bool:
    """Tell whether numbers begin again rightly: below another heading, or where a list is told in full.

    Headings without a number must stand below others or be of an appendix: of two titles of a file each may begin a
    document.
    """
    here, there = by_id.get(entry.parent or ""), by_id.get(before.parent or "")
    over = by_id.get(here.parent or "") if here else None
    if here and over and here.number and here.number == over.number:
        return here.title == over.title  # another chapter of that number is of another document in the file
    if (here and here.number) != (there and there.number):
        return True
    if here and begun is not entry and entry.title and (begun.number, begun.title) == (entry.number, entry.title):
        return True
    return here is not None and here is not there and (here.parent is not None or _is_appendix(here))


def _is_appendix(entry: Entry) -> bool:
    return fold(entry.title or "").startswith("appendix")


def empty_entries(document: CheckedDocument, report: Report) -> None:
    """An entry has text, errata, or entries below it, unless the document says that there is nothing.

    A card that a list only names has none; one beside cards that have errata has errata as well.
    """
    listed = [entry for entry in document.entries if entry.kind == "card" and entry.parent]
    cards = Counter[str | None](entry.parent for entry in listed)
    corrected = Counter[str | None](entry.parent for entry in listed if entry.errata is not None)
    parents = {entry.parent for entry in document.entries}
    nothing = {first for item in document.furniture if item.reason == "no rulings" for first, _ in item.lines}
    for entry in document.entries:
        above = entry.parent if entry.kind == "card" else None
        with_errata, all_ = corrected[above], cards[above]
        if not entry.errata and 2 * with_errata > all_:
            message = f"{name_of(entry)} has no errata, but {with_errata} of the {all_} cards beside it do"
            report.add(Code.ENTRY_EMPTY, entry.lines[0][0], message)
            continue
        named = any(fact.startswith(NAMED_IN) for fact in entry.facts)
        if entry.blocks or entry.errata or entry.id in parents or named:
            continue
        last = entry.lines[-1][1]
        if not any(last < line <= last + 3 for line in nothing):
            report.add(Code.ENTRY_EMPTY, entry.lines[0][0], f"{name_of(entry)} has no text")


def contents_list(document: CheckedDocument, report: Report) -> None:
    """What the contents list has is printed as a heading, in the same words."""
    titles = {fold(entry.title) for entry in document.entries if entry.title}
    numbered = {lookup_key(entry.number): entry for entry in document.entries if entry.number}
    for listed in document.contents:
        known = fold(listed.title) in titles
        number, _, title = (listed.title if known else COUNTED.sub("", listed.title)).strip().partition(" ")
        entry = numbered.get(lookup_key(number)) if parse(number) else None
        words = (title if entry else listed.title).rstrip(" .")
        if entry and entry.title and fold(words) != fold(entry.title):
            message = f"the contents list has “{listed.title}”, but line {entry.lines[0][0]} is headed “{entry.title}”"
            report.add(Code.CONTENTS_DIFFERS, listed.line, message)
        elif not entry and fold(words) not in titles:
            message = f"the contents list has “{listed.title}”, but no heading does"
            report.add(Code.CONTENTS_MISSING, listed.line, message)


def outline(document: CheckedDocument, report: Report) -> None:
    """What the outline of a PDF has is printed as a heading, but for its cover and what the contents list tells."""
    titles = {fold_title(f"{entry.number or ''} {entry.title or ''}") for entry in document.entries}
    titles |= {fold_title(entry.title) for entry in document.entries if entry.title}
    titles |= {fold_title(listed.title) for listed in document.contents}
    for title, page, line in document.outline:
        words = fold_title(title)
        known = {words, LEADING_NUMBER.sub("", words)} & titles
        if words and not known and not COVER.fullmatch(title):
            report.add(Code.OUTLINE_MISSING, line, f"the outline has “{title}” on page {page}, but no heading does")


def errata_list(document: CheckedDocument, report: Report) -> None:
    """The cards of an errata list and the cards with errata are the same."""
    lists = [entry for entry in document.entries if entry.title and "errata" in fold(entry.title).split()]
    marked: dict[str, list[Entry]] = defaultdict(list)
    for entry in document.entries:
        if entry.errata and entry.title:
            marked[fold(entry.title)].append(entry)
    for entry in lists:
        bullets = [block for block in entry.blocks if block.kind == "bullet"]
        listed = [fold(block.text.partition(" (")[0]) for block in bullets]
        for block, title in zip(bullets, listed, strict=True):
            if title not in marked:
                name = block.text.partition(" (")[0]
                message = f"the errata list names {name}, which has no errata in this document"
                report.add(Code.ERRATA_UNLISTED, block.lines[0][0], message)
        for title, cards in marked.items():
            if bullets and title not in listed:
                message = f"{cards[0].title} has errata but is not in the errata list (line {entry.lines[0][0]})"
                report.add(Code.ERRATA_UNLISTED, cards[0].lines[0][0], message)


def source_list(document: CheckedDocument, report: Report) -> None:
    """The sources that rulings print are in the document's own list of sources, if it has one."""
    cited: dict[str, int] = {}
    for entry in document.entries:
        for block in entry.blocks:
            for source in (block.source or "").split(", "):
                cited.setdefault(source, block.lines[-1][1])
    for source in unlisted_sources(filter(None, cited), sources_of(document.entries)):
        report.add(Code.SOURCE_UNLISTED, cited[source], f"the document's list of sources does not have {source}")


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


RULES: tuple[Callable[[CheckedDocument, Report], None], ...] = (
    numbers,
    empty_entries,
    contents_list,
    outline,
    errata_list,
    source_list,
    texts_that_break_off,
)

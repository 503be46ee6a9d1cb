"""What a terminal shows of a document and its reading: facts, parts, and what is doubtful, in a few plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import shorten
from typing import TYPE_CHECKING

from judge.core.model import Document, Entry, ReadPart
from judge.core.names import DIALECTS

if TYPE_CHECKING:
    from judge.cli.screens.screen import Screen

LISTED = 3
"""How many stretches, entries or lines are named before the rest is only counted."""
REASONS = 2
"""How many reasons are told; more say nothing to a person."""
FIRST = 3
"""That many entries show how a document is read."""
BEGINNING = 160
"""Characters of a text that show how it is read."""
COLUMN = 12
"""Where what is said of a line of the report begins."""
ADVICE = (
    "if the reading is wrong, `judge read FILE` shows other readings and proposes lines for corpus.toml "
    "(docs/profiles.md). `judge add --replace --dialect NAME FILE` reads the whole document in one dialect: {names}. "
    "If the document's layout is common, please report it"
)

NOTHING_KNOWN = "; no numbered rules, terms, questions or rulings were recognised"
"""What is said of a document that is read as plain text alone."""


def known(screen: Screen, record: Document, within: str = "") -> str:
    """Return what is known of a document, what each fact rests on, and how it was read.

    Args:
        screen: where it is shown.
        record: the document.
        within: where its references were looked for, if that was not the whole library.
    """
    entries = "1 entry" if record.entries == 1 else f"{record.entries} entries"
    lines = [screen.bold(f"{record.key} ({record.file}, {entries})")]
    for name, reason in record.why.items():
        value = getattr(record, name)
        lines += screen.wrap(f"{name:9} {'–' if value is None else value}  ({reason})", 2, 10)
    if record.superseded_by:
        lines.append(f"  next edition: {record.superseded_by}")
    return "\n".join([*lines, *_report(screen, record, within)]) + "\n"


def first_entries(screen: Screen, entries: Sequence[Entry]) -> str:
    """Return the first entries of a document as they are read, each with the beginning of its text."""
    lines = [f"  first {'entry' if len(entries) == 1 else 'entries'}"]
    for entry in entries[:FIRST]:
        name = f"{entry.number or ''} {entry.title or ''}".strip() or "(no title)"
        lines += screen.wrap(f"{name} ({entry.kind}, {spoken_lines(entry.lines)})", 4, 6)
        for block in entry.blocks[:1]:
            more = f" (and {len(entry.blocks) - 1} more)" if len(entry.blocks) > 1 else ""
            lines += screen.wrap(f"{block.kind}: {shorten(block.text, BEGINNING, placeholder=' …')}{more}", 6, 8)
    return "\n".join(lines) + "\n"


def needs_advice(record: Document) -> bool:
    """Tell whether a reading is doubtful, or nothing was recognised in a document."""
    return bool(record.reading.doubts) or _is_unknown(record)


def _is_unknown(record: Document) -> bool:
    """Tell whether a document is plain text, and no series was found in it."""
    found = {(part.dialect, part.why) for part in record.reading.parts}
    return found == {("plain", record.why["dialect"])}


def advice() -> str:
    """Return what a person can do about a reading that went wrong."""
    *others, last = (f"{name} ({one})" for name, (one, _) in DIALECTS.items())
    return ADVICE.format(names=f"{', '.join(others)} or {last}")


def _report(screen: Screen, record: Document, within: str) -> Iterator[str]:
    reading = record.reading
    for place, line in enumerate(_parts(record)):
        yield from _line(screen, "read as" if not place else "", line)
    if record.references:
        share = f"{record.resolved} of {record.references} references ({reading.resolved:.0%}) resolve"
        others = "; `judge lint` lists the others" if record.resolved < record.references and not within else ""
        yield from _line(screen, "refs", share + within + others)
    if reading.longest:
        names = [id.partition(":")[2] for id in reading.longest]
        yield from _line(screen, "longest", f"far longer than the other entries: {_few(names)}")
    if reading.heading_like:
        yield from _line(screen, "headings", _heading_like(reading.heading_like))
    for doubt in reading.doubts:
        yield from _line(screen, "DOUBT", f"{spoken_lines([doubt.lines])}: {doubt.message}")


def _line(screen: Screen, name: str, text: str) -> list[str]:
    """Show a line of the report; what stands out is what a person must not overlook."""
    shown = screen.wrap(f"{name:9} {text}", 2, 10)
    return [" " * COLUMN + shown[0].strip(), *shown[1:]] if not name else shown


def _parts(record: Document) -> Iterator[str]:
    """Yield what of a document was read how: one line a dialect, the one with most entries first."""
    found: dict[str, list[ReadPart]] = {}
    for part in record.reading.parts:
        found.setdefault(part.dialect, []).append(part)
    for dialect, some in sorted(found.items(), key=lambda item: -_entries(item[1])):
        name = DIALECTS[dialect][0]
        count = _entries(some)
        where = spoken_lines([part.lines for part in some])
        told = dict.fromkeys(part.why for part in some if part.why != record.why["dialect"])
        reasons = f"; recognised by {' and '.join(told)}" if 0 < len(told) <= REASONS else ""
        alone = NOTHING_KNOWN if _is_unknown(record) else ""
        yield f"{name}: {count} {'entry' if count == 1 else 'entries'} in {where}{reasons}{alone}"


def _entries(parts: Iterable[ReadPart]) -> int:
    return sum(part.entries for part in parts)


def spoken_lines(spans: Sequence[Sequence[int]]) -> str:
    """Return source lines as a phrase.

    >>> spoken_lines([[1, 40], [90, 161]]), spoken_lines([[7, 7]])
    ('lines 1 to 40, 90 to 161', 'line 7')
    """
    shown = [f"{first}" if first == last else f"{first} to {last}" for first, last in spans]
    single = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f"{'line' if single else 'lines'} {_few(shown)}"


def _heading_like(lines: Sequence[int]) -> str:
    if len(lines) == 1:
        return f"line {lines[0]} looks like a heading but was read as text"
    return f"lines {_few(list(map(str, lines)))} look like headings but were read as text"


def _few(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    more = len(names) - LISTED
    return ", ".join(names[:LISTED]) + (f" and {more} more" if more > 0 else "")

"""Faults that show only when references are resolved: wrong and stale references, loops, doubled and forgotten entries.

Reads: one document's entries and all its resolved references. Writes: findings.
One function a rule, in the table at the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.checks.renumbering import step_of
from judge.checks.wrong_numbers import is_above
from judge.core.diagnostics import Code, Level, Report
from judge.core.model import Entry, Resolution
from judge.core.names import name_of
from judge.core.tokens import key

LISTED = 5
"""How many candidates a finding names."""
REPEATED = 3
"""References that moved by the same step before a finding says so of the whole document."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What the rules look at."""

    entries: Sequence[Entry]
    resolutions: Sequence[Resolution]
    names: Mapping[str, Entry]
    """The same entries by id: a wrong number and what is suggested for it are of one document."""


def check_references(resolved: Resolved, report: Report) -> None:
    """Add what the rules find to a report."""
    for rule in RULES:
        rule(resolved, report)


def is_faulty(resolution: Resolution) -> bool:
    """Tell whether a reference is a fault, for `judge list` as for `judge lint`: it is wrong, or leads nowhere.

    Not every card has rulings, so a card without an entry is hardly ever a fault.
    """
    if resolution.status == "dangling":
        return resolution.reference.kind != "card"
    return resolution.status == "mislabelled"


def references(resolved: Resolved, report: Report) -> None:
    """A reference leads to the entry that its words name, and to one alone."""
    for one in resolved.resolutions:
        line, column, length = one.reference.line, one.reference.column, one.reference.length
        message = f"“{one.reference.text}”: {one.reason}"
        meant = resolved.names.get(one.suggestion or "")
        advice = (meant.number or meant.title) if meant and one.suggestion != one.target else None
        if one.status == "mislabelled":
            code = Code.REFERENCE_WRONG if advice else Code.REFERENCE_STALE
            report.add(code, line, message, column=column, length=length, suggestion=advice)
        elif one.status == "dangling":
            level: Level = "warning" if is_faulty(one) else "note"
            known = advice if advice and not is_above(advice, one.reference.number) else None
            nearest = f"; the nearest is {advice}" if advice and not known else ""
            report.add(
                Code.REFERENCE_DANGLING,
                line,
                message + nearest,
                level=level,
                column=column,
                length=length,
                suggestion=known,
            )
        elif one.status == "ambiguous" and one.reference.kind != "page" and len(one.candidates) > 1:
            text = f"{message} ({', '.join(one.candidates[:LISTED])})"
            report.add(Code.REFERENCE_AMBIGUOUS, line, text, column=column, length=length)


def moved_numbers(resolved: Resolved, report: Report) -> None:
    """Several numbers that are wrong by the same step tell that something was put in or taken out."""
    steps: dict[object, list[tuple[str, str, int]]] = defaultdict(list)
    for one in resolved.resolutions:
        old, new = resolved.names.get(one.target or ""), resolved.names.get(one.suggestion or "")
        if one.status == "mislabelled" and old and new and old.number and new.number and old.number != new.number:
            steps[step_of(old.number, new.number)].append((old.number, new.number, one.reference.line))
    for step, moved in steps.items():
        pairs = Counter((old, new) for old, new, _ in moved)
        if step is None or len(moved) < REPEATED:
            continue
        shown = ", ".join(f"{old} should be {new}" for (old, new), _ in pairs.most_common(LISTED))
        message = f"{len(moved)} references still use the numbers from before a renumbering: {shown}"
        report.add(Code.NUMBERING_STALE, moved[0][2], message)


def loops(resolved: Resolved, report: Report) -> None:
    """An entry that only points to another is not all that the other points to."""
    lengths = {entry.id: sum(len(block.text) for block in entry.blocks) for entry in resolved.entries}
    only: dict[str, Resolution] = {}
    for one in resolved.resolutions:
        is_all = len(one.reference.text) + len(".") >= lengths.get(one.reference.source, 0)
        if one.reference.kind == "see" and one.target and is_all:
            only[one.reference.source] = one
    for source, one in only.items():
        back = only.get(one.target or "")
        if back and back.target == source and source < (one.target or ""):
            names = " and ".join(name_of(resolved.names[id]) for id in (source, back.reference.source))
            report.add(Code.REFERENCE_LOOP, one.reference.line, f"{names} only point to each other")


def doubled_titles(resolved: Resolved, report: Report) -> None:
    """Two entries of one kind have not the same title, unless a printed mark tells them apart."""
    seen: dict[tuple[str, str], Entry] = {}
    for entry in resolved.entries:
        if not entry.title or entry.variant or entry.kind not in ("term", "card", "topic"):
            continue
        first = seen.setdefault((entry.kind, key(entry.title) or entry.title), entry)
        if first is not entry:
            message = f"{entry.title} is also the title of the {entry.kind} in line {first.lines[0][0]}"
            report.add(Code.TITLE_DOUBLED, entry.lines[0][0], message)


def forgotten(entries: Iterable[Entry], report: Report) -> list[str]:
    """Add a finding for each section or term as if nothing in the library referred to it; return their ids in order."""
    found = [entry for entry in entries if entry.kind in ("term", "appendix", "topic")]
    for entry in found:
        report.add(Code.ENTRY_UNREFERENCED, entry.lines[0][0], f"nothing refers to {name_of(entry)}")
    return [entry.id for entry in found]


RULES: tuple[Callable[[Resolved, Report], None], ...] = (references, moved_numbers, loops, doubled_titles)

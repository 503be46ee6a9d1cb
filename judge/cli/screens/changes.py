"""What a terminal shows of changes: between two editions, of what they touch elsewhere, of one entry, since a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from judge.cli.screens.screen import Screen, doubt_lines
from judge.core.model import Document
from judge.core.names import citation, name_of, on_one_line
from judge.core.text_facts import DiffStretch
from judge.editions.change_reports import (
    NewText,
    counted,
    shortened,
    summary,
    told,
    words_of,
    worth_telling,
)
from judge.editions.edition_changes import CLASSES, Affected, Change, Comparison, EditionStep

if TYPE_CHECKING:
    from judge.citations.verify import Verified

SIGNS = {"-": ("[-", "-]"), "+": ("{+", "+}")}
"""What is around struck and added words where there are no colours."""
STYLES = {"-": "9;31", "+": "32"}


def diff(screen: Screen, comparison: Comparison, documents: tuple[Document, Document]) -> str:
    """Return what changed: the whole in short, then each change with its words.

    Args:
        screen: where it is shown.
        comparison: of the two editions.
        documents: records of the older and the newer document.
    """
    lines = screen.wrap(f"From {citation(documents[0])} to {citation(documents[1])}", style=screen.bold)
    lines += screen.wrap(summary(comparison), 2, 2)
    for change in worth_telling(comparison):
        lines += ["", *_change(screen, change)]
    return "\n".join(lines) + "\n"


def _change(screen: Screen, change: Change) -> list[str]:
    section = change.entry
    name = screen.wrap(f"{name_of(section.record)} ({told(change)})", 0, 2, screen.bold)
    return name + redlined(screen, words_of(change))


def redlined(screen: Screen, stretches: Iterable[DiffStretch]) -> list[str]:
    """Return a redline as lines: struck and added words in colours, or between brackets where there are none."""
    words: list[tuple[str, str]] = []
    for sign, text in shortened(list(stretches)):
        first, last = ("", "") if screen.colours or sign == "=" else SIGNS[sign]
        words += [(sign, word) for word in f"{first}{on_one_line(text)}{last}".split(" ") if word]
    plain = screen.wrap(" ".join(word for _, word in words), 2)
    if not screen.colours:
        return plain
    signs = iter(words)
    lines = []
    for line in plain:
        shown = [next(signs) for _ in line.split()]
        styled = (screen.style(word, STYLES[sign]) if sign in STYLES else word for sign, word in shown)
        lines.append("  " + " ".join(styled))
    return lines


def affected(screen: Screen, touched: Sequence[Affected], names: Mapping[str, str]) -> str:
    """Return what the changes touch in other documents, document by document, the gravest first.

    Args:
        screen: where it is shown.
        touched: what became of the references.
        names: of the entries they are in, by id.
    """
    counts = Counter(one.kind for one in touched)
    lines = [screen.bold("References in other documents")]
    lines += screen.wrap(", ".join(counted(kind, counts[kind]) for kind in CLASSES if counts[kind]), 2, 2)
    documents: dict[str, dict[str, None]] = {}
    for kind in CLASSES[:-1]:
        for one in (one for one in touched if one.kind == kind):
            source = one.reference.source
            place = f"line {one.reference.line}, {names[source]}: “{one.reference.text}”"
            advice = f"; write {one.correction}" if one.correction else ""
            of_document = documents.setdefault(source.partition(":")[0], {})
            of_document[f"{place}: {told(one.change)}{advice}"] = None
    for key, places in documents.items():
        lines.append(screen.bold(key))
        lines += (line for place in places for line in screen.wrap(place, 2, 4))
    return "\n".join(lines if touched else [*lines, "  no other document refers to it"]) + "\n"


def trace(screen: Screen, steps: Sequence[EditionStep], documents: Mapping[str, Document]) -> str:
    """Return an entry through the editions, the oldest first, each with what changed from the one before."""
    lines: list[str] = []
    for step in steps:
        lines += screen.wrap(citation(documents[step.record.document]), style=screen.dim)
        lines += screen.wrap(name_of(step.record), style=screen.bold)
        if step.change is None:
            for block in step.record.blocks:
                lines += screen.wrap(block.text, 2)
        else:
            lines += screen.wrap(told(step.change), 2)
            lines += redlined(screen, step.change.diff) if step.change.reworded else []
        lines.append("")
    return "\n".join(lines)


def verdict(screen: Screen, found: Verified, names: Mapping[str, str]) -> str:
    """Return what became of a citation: the verdict, the rule, and where it differs or who says so.

    Args:
        screen: where it is shown.
        found: the verdict.
        names: of the entries that it names, by id.
    """
    rule = names.get(found.id or "", found.locator)
    said = {
        "true": f"true: {rule}",
        "unclear": f"unclear: only a summary is available: {found.summary}"
        if found.summary
        else f"it is unclear which rule '{found.locator}' means, or what it should say",
        "absent": f"there is no rule '{found.locator}'",
        "superseded": f"superseded: {rule} is no longer in force",
        "wrong-rule": f"another rule says so, not {rule}",
        "misquoted": f"{rule} does not say so",
    }
    lines = screen.wrap(said[found.verdict], style=screen.bold)
    if found.diff:
        lines += redlined(screen, found.diff)
    elif found.text:
        for line in found.text.split("\n"):
            lines += screen.wrap(line, 2)
    for doubt in found.doubts:
        lines += doubt_lines(screen, doubt)
    if found.verdict == "superseded" and found.superseded_by:
        lines += screen.wrap(f"now: {names[found.superseded_by]}", 2, 2)
    if found.understood:
        lines += screen.wrap(f"understood: {found.understood}", 2, 2)
    for what, ids in (("it is in", found.found_in), ("near", found.near)):
        lines += screen.wrap(f"{what}: {'; '.join(names[id] for id in ids)}", 2, 2) if ids else []
    return "\n".join(lines) + "\n"


def new(screen: Screen, records: Sequence[NewText]) -> str:
    """Return what is new, by entry."""
    lines: list[str] = []
    for entry, group in groupby(records, key=lambda record: str(record.entry)):
        found = list(group)
        first = found[0]
        lines += screen.wrap(f"{first.date}  {first.name}  ({entry})", 0, 2, screen.bold)
        for record in found:
            ruling = f"#{record.id.rpartition('#')[2]} " if "#" in record.id else ""
            dated = f" ({record.date})" if record.date != first.date else ""
            text = record.said or record.text
            lines += screen.wrap(f"{ruling}{text}{dated}", 2, 2) if text else []
    return "\n".join(lines) + "\n" if lines else "no document is dated on or after that day\n"

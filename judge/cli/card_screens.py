"""What a terminal shows of texts gathered from many entries: what bears on two names, and all about one card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.cli.screen import (
    LISTED,
    Screen,
    capped,
    credit,
    doubt_lines,
    errata_lines,
    opened_lines,
    own_text,
    source_line,
)
from judge.core.names import citation, name_of, shortened
from judge.search.transclusion import Transclusion

if TYPE_CHECKING:
    from judge.search.card_page import CardSheet, Passage
    from judge.search.interactions.between import InteractionLine, Interactions

LONGEST_TEXT = 700
"""Characters of one text among several."""


def interactions(screen: Screen, met: Interactions) -> str:
    """Return what bears on several subjects: a summary, then part by part the texts, each with its reason."""
    title = " · ".join(subject.name for subject in met.subjects)
    shown = [part for part in met.parts if part.lines]
    lines = [screen.bold(title), ""]
    for part in shown:
        lines += screen.wrap(f"{len(part.lines):>3}  {part.heading}", 0, 5)
    for part in shown:
        lines += ["", screen.bold(part.heading)]
        for line in part.lines[:LISTED]:
            lines += _bearing(screen, line)
        if len(part.lines) > LISTED:
            lines.append(f"  … and {len(part.lines) - LISTED} more; see judge between --json")
    return "\n".join(lines) + "\n"


def _bearing(screen: Screen, line: InteractionLine) -> list[str]:
    """Show one text that bears on the subjects: where it stands, why it is there, what it says."""
    dated = f" · {line.date}" if line.date and line.date != line.document["date"] else ""
    where = f"{citation(line.document, line.name)}{dated} ({line.id})"
    text = shortened(line.text, LONGEST_TEXT)
    return [
        *screen.wrap(where, 2, 2, screen.bold),
        *screen.wrap(line.reason, 4, style=screen.dim),
        *(screen.wrap(text, 4) if text else []),
        *doubt_lines(screen, {"doubt": line.doubt}),
    ]


def card(screen: Screen, sheet: CardSheet, names: Mapping[str, str]) -> str:
    """Return all that is known of a card.

    Args:
        screen: where it is shown.
        sheet: the card.
        names: of the entries that it names, by id.
    """
    entry = sheet.entry
    lines = [*screen.wrap(name_of(entry) if entry else sheet.name, style=screen.bold), ""]
    if entry and sheet.document:
        lines += [*screen.wrap(" · ".join(entry["facts"]), 2), ""] if entry["facts"] else []
        lines += errata_lines(screen, entry)
    if entry and not sheet.rulings:
        lines += own_text(screen, entry)
    lines += _passages(screen, "Rulings", [(f"#{one.id.rpartition('#')[2]}", one) for one in sheet.rulings])
    for topic in sheet.topics:
        lines += opened_lines(screen, Transclusion(0, 0, topic))
    lines += _passages(screen, "Examples", [(names[one.id], one) for one in sheet.examples])
    for heading, ids in (("Mentioned in", sheet.mentions), ("Counterparts", sheet.counterparts)):
        lines += [screen.bold(heading), *capped(screen, [names[id] for id in ids]), ""] if ids else []
    if entry and sheet.document:
        lines += screen.wrap("Source: " + source_line(entry, sheet.document), style=screen.dim)
    return "\n".join(lines) + "\n"


def _passages(screen: Screen, heading: str, passages: Sequence[tuple[str, Passage]]) -> Iterator[str]:
    """Show texts under a heading, each with where it stands and its date."""
    if passages:
        yield screen.bold(heading)
    for name, one in passages:
        yield from screen.wrap(f"{name} {one.text}{credit(one.date, one.author, one.source)}", 2, 3)
        yield ""

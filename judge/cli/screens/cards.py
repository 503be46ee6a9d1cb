"""What a terminal shows of texts gathered from many entries: what bears on two names, and all about one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from judge.cli.screens.newer import see_also_line, status_lines
from judge.cli.screens.screen import (
    LISTED,
    Screen,
    capped,
    credit,
    doubt_lines,
    errata_lines,
    opened_lines,
    own_text,
    source_line,
    standing,
)
from judge.core.names import citation, name_of, shortened
from judge.search.entries import Transclusion
from judge.search.interactions.similar import SIMILAR

if TYPE_CHECKING:
    from judge.cli.screens.newer import Names
    from judge.core.jsonl import Record
    from judge.search.interactions.card_page import CardSheet, Passage, Worded
    from judge.search.interactions.subjects import InteractionLine, InteractionPart, Interactions

LONGEST_TEXT = 700
"""Characters of one text among several."""

POINTER = "see "
"""Begins a text that only points to a topic, which is shown itself."""
NAMED_KINDS = ("ruling", "example")
"""The kinds of texts that a verdict counts one by one, the others are other texts."""
COUNTED = "No One Two Three Four Five Six Seven Eight Nine Ten".split()


def verdict(met: Interactions) -> str:
    """Return in a sentence how many rulings name all subjects, and what else does.

    "One ruling and two examples name both."   "No ruling names both, but one other text does."
    """
    lines = [line for part in met.parts if part.key == "all" for line in part.lines]
    both = "both" if len(met.subjects) == 2 else "them all"
    kinds = Counter(line.kind if line.kind in NAMED_KINDS else "other text" for line in lines)
    if not kinds["ruling"]:
        others = f"{_number(len(lines)).lower()} other {'text does' if len(lines) == 1 else 'texts do'}"
        return f"No ruling names {both}{f', but {others}' if lines else ''}."
    counted = [
        f"{_number(kinds[kind])} {kind}{'' if kinds[kind] == 1 else 's'}"
        for kind in (*NAMED_KINDS, "other text")
        if kinds[kind]
    ]
    told = " and ".join(filter(None, (", ".join(counted[:-1]), counted[-1])))
    return f"{told.capitalize()} {'names' if len(lines) == 1 else 'name'} {both}."


def _number(count: int) -> str:
    return COUNTED[count] if count < len(COUNTED) else str(count)


def connecting(met: Interactions) -> list[InteractionPart]:
    """Return the parts that say what holds for the subjects."""
    return [part for part in met.parts if part.lines and part.key != SIMILAR]


def worded(screen: Screen, card_name: str, asked: str, found: Sequence[Worded]) -> str:
    """Return what the texts of a card say of some words, the words that they share named."""
    lines = [screen.bold(f"{card_name} · “{asked}”"), ""]
    for one in found[:LISTED]:
        lines += screen.wrap(f"{one.name} ({one.id}): {', '.join(one.shared)}", 2, 2, screen.dim)
        lines += [*screen.wrap(f"{shortened(one.text, LONGEST_TEXT)}{credit(one.date)}", 4), ""]
    return "\n".join(lines) + "\n"


def interactions(screen: Screen, met: Interactions, names: Names) -> str:
    """Return what bears on several subjects: a verdict, a summary, then part by part the texts with their reasons."""
    title = " · ".join(subject.name for subject in met.subjects)
    shown = [*connecting(met), *(part for part in met.parts if part.lines and part.key == SIMILAR)]
    lines = [screen.bold(title), *screen.wrap(verdict(met)), ""]
    for part in shown:
        lines += screen.wrap(f"{len(part.lines):>3}  {part.heading}", 0, 5)
    for part in shown:
        lines += ["", screen.bold(part.heading)]
        for line in part.lines[:LISTED]:
            lines += _bearing(screen, line, names)
        if len(part.lines) > LISTED:
            lines.append(f"  … and {len(part.lines) - LISTED} more; see judge between --json")
    alike = [link for part in shown for line in part.lines[:LISTED] for link in line.said["see_also"]]
    lines += ["", *see_also_line(screen, alike, names, 0)] if alike else []
    return "\n".join(lines) + "\n"


def _bearing(screen: Screen, line: InteractionLine, names: Names) -> list[str]:
    """Show one text that bears on the subjects: where it is, why it is there, what it says."""
    dated = f" · {line.date}" if line.date and line.date != line.document["date"] else ""
    where = f"{citation(line.document, line.name)}{dated} ({line.id})"
    text = shortened(line.text, LONGEST_TEXT)
    return [
        *screen.wrap(where, 2, 2, screen.bold),
        *screen.wrap(line.reason, 4, style=screen.dim),
        *(screen.wrap(summary, 4, style=screen.dim) if (summary := line.layer["summary"]) else []),
        *status_lines(screen, line.said, names, 4),
        *(screen.wrap(text, 4) if text else []),
        *doubt_lines(screen, {"doubt": line.doubt}),
    ]


def card(screen: Screen, sheet: CardSheet, called: Mapping[str, str], names: Names) -> str:
    """Return all that is known of a card.

    Args:
        screen: where it is shown.
        sheet: the card.
        called: the names of the entries that it names, by id.
        names: what else is called how.
    """
    entry = sheet.entry
    style = screen.struck if entry and entry["superseded"] else screen.bold
    own = [] if entry else screen.wrap(_mentioned(len(sheet.mentions)), 2, style=screen.dim)
    lines = screen.wrap(name_of(entry) if entry else sheet.name, style=style)
    lines += [*own, *(standing(screen, entry | {"in_short": sheet.in_short}, names) if entry else ()), ""]
    if entry and sheet.document:
        lines += [*screen.wrap(" · ".join(entry["facts"]), 2), ""] if entry["facts"] else []
        lines += errata_lines(screen, entry)
    lines += _texts(screen, entry) if entry else ()
    for other, document in sheet.others:
        told = list(standing(screen, other | {"in_short": None}, names))
        if texts := [*told, *errata_lines(screen, other), *_texts(screen, other)]:
            lines += [*screen.wrap(f"In {citation(document, name_of(other))}", style=screen.bold), *texts]
    numbered = [(_place(one.id, entry), one) for one in sheet.rulings]
    lines += _passages(screen, "Rulings", numbered, names)
    for topic in sheet.topics:
        lines += opened_lines(screen, Transclusion(0, 0, topic))
    shown = {other["id"] for other, _ in sheet.others}
    counterparts = [id for id in sheet.counterparts if id not in shown]
    named = [
        line
        for heading, ids in (("Mentioned in", sheet.mentions), ("Counterparts", counterparts))
        for line in ([screen.bold(heading), *capped(screen, [called[id] for id in ids]), ""] if ids else [])
    ]
    examples = _passages(screen, "Examples", [(called[one.id], one) for one in sheet.examples], names)
    lines += [*examples, *named] if entry else [*named, *examples]
    if entry and sheet.document:
        for one, document in ((entry, sheet.document), *sheet.others):
            lines += screen.wrap("Source: " + source_line(one, document), style=screen.dim)
        lines += see_also_line(screen, entry["see_also"], names, 0)
    return "\n".join(lines) + "\n"


def _texts(screen: Screen, entry: Record) -> list[str]:
    """Show the blocks of a card's entry that are neither rulings, which all documents have together, nor pointers."""
    rulings = any(block["kind"] == "ruling" for block in entry["blocks"])
    hidden = ("ruling", "bullet") if rulings else ()
    blocks = [
        one
        for one in entry["blocks"]
        if one["kind"] not in hidden and not (rulings and one["text"].casefold().startswith(POINTER))
    ]
    return own_text(screen, entry | {"blocks": blocks}) if blocks else []


def _place(id: str, entry: Record | None) -> str:
    """Return how a ruling is called: by its number in the entry that is shown first, else by its whole id."""
    own, _, number = id.rpartition("#")
    return f"#{number}" if entry and own == entry["id"] else id


def _mentioned(number: int) -> str:
    """Say of a card that it has no entry."""
    return f"no rulings; named in {number} {'entry' if number == 1 else 'entries'}"


def _passages(screen: Screen, heading: str, passages: Sequence[tuple[str, Passage]], names: Names) -> Iterator[str]:
    """Show texts under a heading, each with where it is and its date."""
    if passages:
        yield screen.bold(heading)
    for name, one in passages:
        yield from status_lines(screen, one.said, names, 2)
        yield from screen.wrap(f"{name} {one.text}{credit(one.date, one.author, one.source)}", 2, 3)
        for told in names.renumbered(one.id, one.text):
            yield from screen.wrap(told, 5, style=screen.dim)
        yield ""

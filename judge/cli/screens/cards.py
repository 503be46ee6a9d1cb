"""What a terminal shows of texts gathered from many entries: what bears on two names, and all about one card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from judge.cli.screens.newer import status_lines
from judge.cli.screens.screen import (
    LISTED,
    Screen,
    block_lines,
    capped,
    credit,
    doubt_lines,
    errata_lines,
    fact_lines,
    opened_lines,
    ruling_number,
    source_line,
    standing,
)
from judge.core.model import Document, Entry
from judge.core.names import citation, name_of, shortened
from judge.search.entries import Transclusion
from judge.search.interactions.card_order import card_order, words_before

if TYPE_CHECKING:
    from judge.cli.screens.newer import Names
    from judge.search.interactions.card_page import CardRecord, Passage
    from judge.search.interactions.subjects import InteractionLine, InteractionPart, Interactions

LONGEST_TEXT = 700
"""Characters of one text among several."""

CardText = tuple[Entry, Document]
"""An entry of a card and the record of its document."""
NAMED_KINDS = ("ruling", "example")
"""The kinds of texts that a verdict counts one by one, the others are other texts."""
COUNTED = "No One Two Three Four Five Six Seven Eight Nine Ten".split()


def verdict(met: Interactions) -> str:
    """Return in a sentence how many rulings name all subjects, and what else does.

    "One ruling and two examples name both."   "No ruling names both, but one other text does."
    """
    lines = met.naming_all
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
    return [part for part in met.parts if part.lines]


def interactions(screen: Screen, met: Interactions, names: Names) -> str:
    """Return what bears on several subjects: a verdict, a summary, then part by part the texts with their reasons."""
    title = " · ".join(subject.name for subject in met.subjects)
    shown = connecting(met)
    lines = [screen.bold(title), *screen.wrap(verdict(met)), ""]
    for part in shown:
        lines += screen.wrap(f"{len(part.lines):>3}  {part.heading}", 0, 5)
    for part in shown:
        lines += ["", screen.bold(part.heading)]
        for line in part.lines[:LISTED]:
            lines += _bearing(screen, line, names)
        if len(part.lines) > LISTED:
            lines.append(f"  … and {len(part.lines) - LISTED} more; see judge between --json")
    return "\n".join(lines) + "\n"


def named_together(screen: Screen, met: Interactions, names: Names, most: int) -> list[str]:
    """Return what is above the answers to a query of names alone: the verdict, and the texts that name them all.

    Args:
        screen: where it is shown.
        met: what bears on them.
        names: what other entries are called.
        most: how many of these texts are shown.
    """
    lines = [screen.bold(" · ".join(subject.name for subject in met.subjects)), *screen.wrap(verdict(met))]
    for line in met.naming_all[:most]:
        lines += _bearing(screen, line, names)
    left = len(met.naming_all[most:])
    return [*lines, *([f"  … and {left} more; see judge between"] if left else []), ""]


def _bearing(screen: Screen, line: InteractionLine, names: Names) -> list[str]:
    """Show one text that bears on the subjects: where it is, why it is there, what it says."""
    dated = f" · {line.date}" if line.date and line.date != line.document.date else ""
    where = f"{citation(line.document, line.name)}{dated} ({line.id})"
    text = shortened(line.text, LONGEST_TEXT)
    return [
        *screen.wrap(where, 2, 2, screen.bold),
        *screen.wrap(line.reason, 4, style=screen.dim),
        *(screen.wrap(summary, 4, style=screen.dim) if (summary := line.layer.summary) else []),
        *status_lines(screen, line.said, names, 4),
        *(screen.wrap(text, 4) if text else []),
        *doubt_lines(screen, line.doubt),
    ]


class ShownPart(NamedTuple):
    """A part of a card, as a screen shows it."""

    record: Entry
    """The entry that it is of."""
    block: int | None
    """None for what is above the blocks of the entry: its document, and its errata."""
    lines: Sequence[str]
    is_text: bool = True
    """Whether it is one of the texts of the card, not a ruling or a pointer."""


def card_parts(
    screen: Screen,
    card: Sequence[CardText],
    own: Entry,
    opened: Sequence[Transclusion] = (),
    names: Names | None = None,
    *,
    is_short: bool = False,
) -> Iterator[ShownPart]:
    """Yield the texts of a card that several documents have, then the rulings of all of them (`card_order`).

    Args:
        screen: where they are shown.
        card: its entries in their order, each with its document.
        own: the entry whose name and status are shown above.
        opened: what the short pointers of that entry lead to.
        names: what other entries are called.
        is_short: whether there is little room.
    """
    order = card_order(record for record, _ in card)
    for entry, (record, _) in enumerate(card):
        is_own = record.id == own.id
        told = [] if is_own else list(standing(screen, record, names))
        texts = [place.block for place in order.texts if place.entry == entry]
        above = [*told, *errata_lines(screen, record, is_short=is_short)]
        if above or texts:
            yield ShownPart(record, None, [*card_heading(screen, card, entry, own), *above])
        for index in texts:
            lines = list(block_lines(screen, record, index, "", opened if is_own else (), names))
            yield ShownPart(record, index, lines)
    heading = [screen.bold("Rulings")] if len(card) > 1 else []
    for entry, index in (*order.rulings, *order.pointers):
        record = card[entry][0]
        is_own = record.id == own.id
        name = ruling_number(record, index) if is_own else f"{record.id}{ruling_number(record, index)}"
        lines = list(block_lines(screen, record, index, name, opened if is_own else (), names))
        yield ShownPart(record, index, [*heading, *lines], is_text=False)
        heading = []


def card_heading(screen: Screen, card: Sequence[CardText], entry: int, own: Entry) -> list[str]:
    """Name the document of an entry of a card; that of the entry whose name is above only where it is not the first."""
    (first, _), (record, document) = card[0], card[entry]
    if not entry and record.id == own.id:
        return []
    name = name_of(record) if name_of(record) != name_of(own) else None
    return screen.wrap(f"{words_before(first, record)} {citation(document, name)}".strip(), style=screen.bold)


def card(screen: Screen, card: CardRecord, called: Mapping[str, str], names: Names) -> str:
    """Return all that is known of a card.

    Args:
        screen: where it is shown.
        card: the card.
        called: the names of the entries that it names, by id.
        names: what else is called how.
    """
    entry = card.entries[0] if card.entries else None
    texts = [(one, names.document(one.document)) for one in card.entries]
    style = screen.struck if entry and entry.superseded else screen.bold
    own = [] if entry else screen.wrap(_mentioned(len(card.mentioned_in)), 2, style=screen.dim)
    lines = screen.wrap(name_of(entry) if entry else card.names[0].name, style=style)
    lines += [*own, *(standing(screen, entry, names, card.in_short) if entry else ()), ""]
    if entry:
        lines += fact_lines(screen, card.facts, entry)
        lines += (line for part in card_parts(screen, texts, entry, (), names) if part.is_text for line in part.lines)
    numbered = [(_place(one.id, entry), one) for one in card.rulings]
    lines += _passages(screen, "Rulings", numbered, names)
    for topic in card.topics:
        lines += opened_lines(screen, Transclusion(0, 0, topic))
    named = [
        line
        for heading, ids in (("Mentioned in", card.mentioned_in), ("Counterparts", card.counterparts))
        for line in ([screen.bold(heading), *capped(screen, [called[id] for id in ids]), ""] if ids else [])
    ]
    examples = _passages(screen, "Examples", [(called[one.id], one) for one in card.examples], names)
    lines += [*examples, *named] if entry else [*named, *examples]
    for one, document in texts:
        lines += screen.wrap("Source: " + source_line(one, document), style=screen.dim)
    return "\n".join(lines) + "\n"


def _place(id: str, entry: Entry | None) -> str:
    """Return how a ruling is called: by its number in the entry that is shown first, else by its whole id."""
    own, _, number = id.rpartition("#")
    return f"#{number}" if entry and own == entry.id else id


def _mentioned(number: int) -> str:
    """Say of a card that it has no entry."""
    return f"no rulings; named in {number} {'entry' if number == 1 else 'entries'}"


def _passages(screen: Screen, heading: str, passages: Sequence[tuple[str, Passage]], names: Names) -> Iterator[str]:
    """Show texts under a heading, each with where it is and its date."""
    if passages:
        yield screen.bold(heading)
    for name, one in passages:
        yield from status_lines(screen, one, names, 2)
        yield from screen.wrap(f"{name} {one.text}{credit(one.date, one.author, one.source)}", 2, 3)
        for told in names.renumbered(one.id, one.text):
            yield from screen.wrap(told, 5, style=screen.dim)
        yield ""

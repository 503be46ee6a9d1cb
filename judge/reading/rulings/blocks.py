"""A list of rulings: its headings and its paragraphs.

A heading prints a card's title, the mark of its variant (`Ferry PAP`) and its errata. A paragraph below a card is a
ruling, the rest of one, its date, a pointer, or what the card should read.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from judge.core.model import Block, BlockKind, Errata, Place
from judge.core.numbering import roman_value
from judge.reading.lines import front_matter
from judge.reading.lines.paragraphs import is_open
from judge.reading.rulings.attribution import Attributed
from judge.reading.rulings.errata import (
    HABIT,
    NAMED_QUOTE,
    CardCorrection,
    errata_mark,
    errata_of,
    printed_of,
    read_struck,
)
from judge.reading.text.drafts import LONGEST_HALF, Draft
from judge.reading.text.manuscript import Piece
from judge.reading.text.rich_text import Text

SEE = re.compile(r"See\s+(?:also\s+)?\S.{0,100}", re.IGNORECASE)
FEWEST_TWINS = 2
"""Titles that come more than once with a mark before the mark is learnt; one is enough if others have the mark."""
VARIANT = re.compile(r"\s[(\[]?(?P<mark>[A-Z][A-Za-z]{0,3}[A-Z])[)\]]?$")
OF_A_CARD = frozenset("the this card cards it its text rules s of".split())
"""Words for the whole text of a card."""
POINTER_WORDS = 15
"""A pointer has fewer words."""


def begins_bold(piece: Piece) -> bool:
    """Tell whether the first line of a piece is bold."""
    mark = next((mark for mark in piece.text.marks if mark.kind == "strong"), None)
    first_line = len(piece.value.partition("\n")[0])
    return mark is not None and mark.start == 0 and mark.end >= first_line


def name_of(heading: str) -> str:
    """Return what a heading prints before the mark of its errata."""
    mark = errata_mark(heading)
    return heading[: mark.start()] if mark else heading


def learn_variants(names: Iterable[str]) -> frozenset[str]:
    """Learn the marks by which entries of one title differ: those after several titles that come more than once.

    >>> sorted(learn_variants(["Gull", "Gull PAP", "Fog PAP", "Fog PAP", "Pilot XY", "Port II", "Port"]))
    ['PAP']
    >>> sorted(learn_variants(["Gull XY", "Gull XY", "Fog XY", "Pilot XY", "Old HQ", "Old HQ"]))
    ['XY']
    """
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    for name in names:
        mark = None if name.isupper() else VARIANT.search(name)
        told = mark["mark"].upper() if mark and not roman_value(mark["mark"]) else ""
        bare = name[: mark.start()] if mark and told else name
        forms[front_matter.fold_title(bare)][told] += 1
    bearing = Counter(mark for marks in forms.values() for mark in marks if mark)
    twins = Counter(mark for marks in forms.values() if marks.total() > 1 for mark in marks if mark)
    return frozenset(mark for mark, count in twins.items() if count >= FEWEST_TWINS or bearing[mark] >= HABIT)


def split_heading(heading: str, variants: Iterable[str]) -> tuple[str, str | None, int | None]:
    """Part a heading into the card's title, its variant, and the offset where errata text begins.

    >>> split_heading("Silver Jet PAP ERRATA Hero Cost: 5", {"PAP"})
    ('Silver Jet', 'PAP', 22)
    """
    name, errata = name_of(heading), errata_mark(heading)
    variant = VARIANT.search(name)
    end = errata.end() if errata else None
    if variant and variant["mark"].upper() in variants:
        return name[: variant.start()].strip(), variant["mark"].upper(), end
    return name.strip(), None, end


def add_credit(entry: Draft, text: Text, found: Attributed) -> None:
    """Give a line that is nothing but a date or a source to the ruling above it."""
    last = entry.blocks[-1] if entry.blocks else None
    if last is None or last.date or last.source:
        entry.add("note", text)
        return
    entry.blocks.pop()
    whole = Text(last.text, (*last.places, *text.places[:1]), last.marks, last.links)
    author = last.author or found.author
    entry.add(last.kind, whole, date=found.date, depth=last.depth, source=found.source, author=author)


def add_ruling(entry: Draft, found: Attributed, kind: BlockKind, depth: int) -> None:
    """Put a ruling after the others; a list after a colon is part of the ruling before it."""
    last = entry.blocks[-1] if entry.blocks else None
    is_item = kind == "bullet" and last is not None and (last.kind == "bullet" or last.text.endswith(":"))
    made: BlockKind = kind if is_item or kind == "table" else "ruling"
    depth = depth if made == "bullet" else 0
    entry.add(made, found.text, date=found.date, depth=depth, source=found.source, author=found.author)


def take_errata(entry: Draft, whole: Text, read: Attributed, form: str) -> bool:
    """Take a paragraph that says what the card should read; its date and source become a note.

    Args:
        entry: the card.
        whole: the paragraph.
        read: the same with its date and source apart.
        form: that of the card's title, which may be in the sentence that corrects it.
    """
    if entry.kind != "card" or entry.errata:
        return False
    last = entry.blocks[-1] if entry.blocks else None
    old = printed_of(last.text) if last and last.kind == "ruling" else None
    found = _correction_of(read.text, form, entry.title or "")
    if not found:
        return False
    if last and old and not found.printed:
        entry.heading += [place.line for place in last.places]
        entry.blocks.pop()
    entry.heading += range(whole.first, whole.last + 1)
    entry.worded += range(whole.first, whole.last + 1)
    entry.errata = Errata(found.should_read, {}, found.printed or old)
    credit = ", ".join(part for part in (read.source, read.author, read.date) if part)
    entry.add("note", Text(credit, (Place(0, read.text.last),)))
    return True


def _correction_of(text: Text, form: str, title: str) -> CardCorrection | None:
    """Read a text that strikes the old wording out, quotes the new one, or says what the whole card should read."""
    if struck := read_struck(text):
        return struck
    if form == "quoting" and (quote := NAMED_QUOTE.fullmatch(text.value)):
        return CardCorrection(None, quote["new"])
    found = errata_of(text.value)
    is_all = form == "reads" or (found and found.whole and _is_all(found.subject, title))
    return found if is_all else None


def may_go_on(ruling: Block) -> bool:
    """Tell whether a text may be the rest of a block: of a ruling without its date, which is not too long."""
    return ruling.kind == "ruling" and not (ruling.date or ruling.source) and len(ruling.places) <= LONGEST_HALF


def _is_all(subject: str | None, title: str) -> bool:
    """Tell whether a correction is of the whole text of a card, and not of a sentence or a value of it."""
    told = set(front_matter.fold_title(subject or "").split())
    return told <= {*front_matter.fold_title(title).split(), *OF_A_CARD}


def is_pointer(text: str) -> bool:
    """Tell a line that only points elsewhere ("See Copying", "See The Ferryman (NW) for more rulings.")."""
    return bool(SEE.fullmatch(text)) and is_open(text.rstrip(".")) and len(text.split()) < POINTER_WORDS

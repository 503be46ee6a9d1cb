"""The headings of a list of rulings: a card's title, the mark of its variant (`Ferry PAP`), its errata."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from judge.core.numbering import roman_value
from judge.reading import front_matter
from judge.reading.readers.pieces import Piece
from judge.reading.rulings.corrections import errata_mark
from judge.reading.rulings.wordings import HABIT

SEE = re.compile(r"See\s+(?:also\s+)?\S.{0,100}", re.IGNORECASE)
FEWEST_TWINS = 2
"""Titles that come more than once with a mark before the mark is learnt; one is enough if others have the mark."""
VARIANT = re.compile(r"\s[(\[]?(?P<mark>[A-Z][A-Za-z]{0,3}[A-Z])[)\]]?$")


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
    """Learn the marks by which entries of one title differ: those behind several titles that come more than once.

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
    errata = errata_mark(heading)
    name = heading[: errata.start()] if errata else heading
    variant = VARIANT.search(name)
    behind = errata.end() if errata else None
    if variant and variant["mark"].upper() in variants:
        return name[: variant.start()].strip(), variant["mark"].upper(), behind
    return name.strip(), None, behind

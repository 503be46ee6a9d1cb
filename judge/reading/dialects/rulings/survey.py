"""What the headings of a list of rulings are like, told by all of them before the dialect `rulings` reads any.

    labels     words with a colon before icons or numbers, as the faces of several cards print them
    variants   short marks in capitals behind a title, such as PAP, by which two entries of one title differ
    level      that of the cards' headings, where nearly all that have rulings below them are of one level

A list whose cards stand now in bold type and now at three depths of hashes has no level, and its depths mean nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.core.numbering import roman_value
from judge.reading import front_matter
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rulings.corrections import errata_mark, is_nothing
from judge.reading.rulings.errata import prints_face, recurring_labels
from judge.reading.rulings.printed_dates import PrintedDate, find_dates
from judge.reading.rulings.source_lists import is_source_heading, listed_sources

SEE = re.compile(r"See\s+(?:also\s+)?\S.{0,100}", re.IGNORECASE)
HEADING_LIMIT = 14
"""Words that a bold line may have and still be a heading; one with errata may have any number."""
BOLD = 7
"""The level of a heading in bold type; hashes go down to six."""
FEWEST = 5
"""Names of a list of rulings."""
LEAST = 0.5
"""Share of a list of rulings that stands below names that show it."""
GIANT = 0.25
"""Share of the text that stands below no single card."""
DATED = 3
"""One paragraph in so many below a name has a date, where they are rulings with dates."""
FEWEST_RULED = 3
"""Headings with rulings below them that tell the level of the others."""
ONE_LEVEL = 0.9
"""Share of the headings with rulings that are of one level, where levels mean something."""
FEWEST_TWINS = 2
"""Titles that come more than once with a mark before the mark is learnt; one is enough if others have the mark."""
FEWEST_MARKED = 3
"""Titles with a mark, if only one of them comes more than once."""
VARIANT = re.compile(r"\s[(\[]?(?P<mark>[A-Z][A-Za-z]{0,3}[A-Z])[)\]]?$")
NUMBER = re.compile(r"\d{1,4}(?:[.)]|[.-]\d)|§")
"""What begins with the number of a rule is not a card."""
ANNOUNCED = re.compile(r"\brulings\b|\bcard[ -]by[ -]card\b", re.IGNORECASE)
"""A title that says what the list is, in English."""
YEAR = re.compile(r"\d{4}")
EDGES = 40, 60
"""Characters at the beginning and the end of a ruling between which no date is looked for."""
BRACKETS = ("(", "[")
FEWEST_WORDS = 4
"""Words of a ruling with its date; fewer are a date alone."""


@dataclass(frozen=True, slots=True)
class RulingsSurvey:
    """What a document's headings tell together."""

    headings: frozenset[int]
    """Indexes of the pieces that are headings."""
    labels: frozenset[str]
    ruled: frozenset[int]
    """The headings with errata, or with a dated ruling or the words that there is none below them."""
    variants: frozenset[str]
    """In capitals."""
    level: int | None
    """None where the levels mean nothing."""


def survey(manuscript: Manuscript) -> RulingsSurvey:
    """Find the headings of a list of rulings and what they have in common."""
    pieces = manuscript.pieces
    faces = (piece.value for piece in pieces if piece.kind == "heading" or begins_bold(piece))
    labels = recurring_labels(faces)
    headings = [index for index, piece in enumerate(pieces) if _is_heading(piece, labels)]
    ruled = _ruled(pieces, headings, labels)
    level = _level([pieces[index] for index in sorted(ruled) if index != headings[0]])
    if level is not None and level != BOLD:
        headings = [index for index in headings if pieces[index].kind == "heading"]
        ruled = _ruled(pieces, headings, labels)
    variants = learn_variants(name_of(pieces[index].text.flow().value) for index in headings)
    return RulingsSurvey(frozenset(headings), labels, ruled, variants, level)


def likeness(manuscript: Manuscript) -> float:
    """Return how much a text looks like a list of rulings as a whole, from 0 to 1.

    A name shows that it is one of a list of rulings by errata, by a dated ruling or the words that there is none below
    it; a pointer or a list below it counts beside those. At least half of the text must stand below such names.
    """
    found = manuscript.once(survey)
    pieces = manuscript.pieces
    size = len(pieces)
    shown: dict[int, int] = {}
    for index, body in _bodies(pieces, sorted(found.headings)):
        is_card = found.level in (None, level_of(pieces[index])) and len(body) < GIANT * size
        if is_card and _is_name(pieces[index].text.flow().value) and (index in found.ruled or _is_listed(body)):
            shown[index] = 1 + len(body)
    ruled = sum(1 for index in shown if index in found.ruled)
    held = sum(shown.values()) / max(1, size)
    if len(shown) < FEWEST or not ruled or held < LEAST:
        return 0.0
    announced = any(ANNOUNCED.search(pieces[index].value) for index in found.headings)
    return min(1.0, 1.5 * held) * (1.0 if announced else min(1.0, 4 * ruled / len(shown)))


def sources_below(pieces: Sequence[Piece], found: RulingsSurvey) -> list[str]:
    """Return the abbreviations that the document's own list of sources explains."""
    listed: list[str] = []
    for index, body in _bodies(pieces, sorted(found.headings)):
        if is_source_heading(pieces[index].text.flow().value):
            listed += listed_sources(line.value for piece in body for line in piece.text.by_line())
    return listed


def level_of(piece: Piece) -> int:
    """Return the level of a heading."""
    return piece.level if piece.kind == "heading" else BOLD


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
    return frozenset(mark for mark, count in twins.items() if count >= FEWEST_TWINS or bearing[mark] >= FEWEST_MARKED)


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


def _is_heading(piece: Piece, labels: frozenset[str]) -> bool:
    if piece.kind == "heading":
        return True
    first_line = piece.value.partition("\n")[0]
    if piece.kind != "paragraph" or not (piece.bold or begins_bold(piece)):
        return False
    if errata_mark(first_line) or prints_face(first_line, labels):
        return True
    return piece.bold and len(piece.value.split()) <= HEADING_LIMIT


def _ruled(pieces: Sequence[Piece], headings: Sequence[int], labels: frozenset[str]) -> frozenset[int]:
    """Return the headings with errata, or with a dated ruling or the words that there is none below them."""
    return frozenset(
        index
        for index, body in _bodies(pieces, headings)
        if errata_mark(pieces[index].value) or prints_face(pieces[index].value, labels) or _is_ruled(body)
    )


def _is_ruled(body: Sequence[Piece]) -> bool:
    """Tell whether a text says that there are no rulings, or has a date in one paragraph of three."""
    if any(is_nothing(piece.value) for piece in body):
        return True
    return any(dated := [_is_dated(piece.value) for piece in body]) and DATED * sum(dated) >= len(body)


def _level(ruled: Sequence[Piece]) -> int | None:
    """Return the level of nearly all headings that have rulings below them."""
    levels = Counter(map(level_of, ruled))
    level, count = levels.most_common(1)[0] if levels else (0, 0)
    return level if count >= max(FEWEST_RULED, ONE_LEVEL * len(ruled)) else None


def _bodies(pieces: Sequence[Piece], headings: Sequence[int]) -> Iterator[tuple[int, Sequence[Piece]]]:
    """Yield each heading with the pieces up to the next."""
    for index, end in pairwise([*headings, len(pieces)]):
        yield index, pieces[index + 1 : end]


def _is_name(title: str) -> bool:
    name = name_of(title).rstrip(" :")
    return front_matter.is_title(name) and not name.endswith("?") and not NUMBER.match(name)


def _is_listed(body: Sequence[Piece]) -> bool:
    """Tell whether a list or a pointer stands right below a heading."""
    return bool(body) and (body[0].kind == "bullet" or SEE.match(body[0].value) is not None)


def _is_dated(text: str) -> bool:
    """Tell whether a text of some words begins or ends with a date, in brackets if it is a year alone."""
    if len(text.split()) < FEWEST_WORDS:
        return False
    first, last = EDGES
    head, tail = text[:first], text[-last:].rstrip(" .")
    return any(date.start <= 1 for date in _dates(head)) or any(date.end >= len(tail) - 1 for date in _dates(tail))


def _dates(edge: str) -> Iterator[PrintedDate]:
    """Yield the dates at an end of a text; a year alone is one in brackets."""
    for date in find_dates(edge) if YEAR.search(edge) else ():
        if date.form != "year" or edge[max(0, date.start - 1) : date.start] in BRACKETS:
            yield date

"""Reads a document part by part: stretches of one series each, and all that is left in one dialect.

Reads: a `Manuscript`. Writes: one `Sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.core.diagnostics import Report
from judge.reading.dialects import Dialect
from judge.reading.drafts import Sheet
from judge.reading.front_matter import find_contents
from judge.reading.paragraphs import words
from judge.reading.pages.cut_paragraphs import rejoin
from judge.reading.parts.cutting import Stretch, find_stretches
from judge.reading.parts.items import SeriesReader
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

DIALECT_OF = {"term": "glossary", "qa": "questions", "card": "rulings", "errata": "rulings", "section": "plain"}
WHOLE = 0.5
"""From this likeness on a document is read as a whole in a dialect that knows what it sees."""
MIXED = 0.4
"""Share of the pieces that stretches of several kinds hold in a document that is mixed."""
CLEARLY = 0.9
"""What share of that likeness numbered rules may have at most."""
WHOLE_DIALECTS = frozenset({"glossary", "questions", "rulings"})

BLIND = frozenset({"rulings", "plain"})
"""Dialects that do not look for a contents list themselves."""


class Part(NamedTuple):
    """A stretch of a document that was read in one way."""

    dialect: str
    lines: tuple[int, int]
    """First and last source line."""
    why: str


class Reading(NamedTuple):
    """A document, read."""

    dialect: str
    """That of the largest part."""
    why: str
    sheet: Sheet
    parts: tuple[Part, ...]
    """In source order; what no stretch holds is one part, from its first line to its last."""


def read_parts(manuscript: Manuscript, able: Mapping[str, Dialect], report: Report) -> Reading:
    """Read a document in the dialect that it looks like most, and the stretches of other kinds by themselves.

    Args:
        manuscript: the text, cut into pieces.
        able: the dialects, the first winning where two look equally likely.
        report: receives what was guessed.
    """
    manuscript = rejoin(manuscript, report)
    looks = {name: dialect.evidence(manuscript) for name, dialect in able.items()}
    best = max(looks, key=looks.__getitem__)
    stretches = find_stretches(manuscript)
    apart = (
        looks[best] < WHOLE or looks.get("outline", 0.0) >= CLEARLY * looks[best] or _is_mixed(manuscript, stretches)
    )
    if best in WHOLE_DIALECTS and not apart:
        stretches = [one for one in stretches if one.named and DIALECT_OF[one.series.kind] != best]
        if stretches and (sheet := able[best].read(manuscript, told := Report())).columns:
            report.findings += told.findings
            return Reading(best, _why(looks), sheet, _parts(manuscript, best, looks, manuscript, ()))
    rest = without(manuscript, stretches)
    if stretches:
        looks = {name: able[name].evidence(rest) for name in able}
        best = max(looks, key=looks.__getitem__)
    contents = rest.once(find_contents) if best in BLIND else None
    if contents:
        rest = replace(rest, pieces=(*rest.pieces[: contents.first], *rest.pieces[contents.end :]), _found={})
    sheet = able[best].read(rest, report)
    if contents:
        sheet.discard(contents.lines, "table of contents")
        sheet.contents = contents.listed
    for stretch in stretches:
        read_stretch(manuscript, stretch, sheet)
    sheet.drafts.sort(key=lambda draft: draft.heading[0])
    parts = _parts(manuscript, best, looks, rest, stretches)
    return Reading(largest(best, rest, stretches), _why(looks), sheet, parts)


def _parts(
    manuscript: Manuscript, dialect: str, looks: Mapping[str, float], rest: Manuscript, stretches: Sequence[Stretch]
) -> tuple[Part, ...]:
    """Say which parts a document was read in."""
    found = [Part(dialect, _lines(rest.pieces), _why(looks))] if rest.pieces else []
    for one in stretches:
        pieces = manuscript.pieces[one.first : one.end]
        found.append(Part(DIALECT_OF[one.series.kind], _lines(pieces), f"{one.series.why} ({one.series.form})"))
    return tuple(sorted(found, key=lambda part: part.lines))


def _lines(pieces: Sequence[Piece]) -> tuple[int, int]:
    return min(piece.text.first for piece in pieces), max(piece.text.last for piece in pieces)


def _why(looks: Mapping[str, float]) -> str:
    return "likeness to each dialect: " + ", ".join(f"{name} {share:.2f}" for name, share in looks.items())


def _is_mixed(manuscript: Manuscript, stretches: Sequence[Stretch]) -> bool:
    """Tell whether much of a document is in stretches of several kinds that leave no doubt."""
    sure = [one for one in stretches if one.series.weight >= 1]
    held = sum(one.end - one.first for one in sure)
    return len({one.series.kind for one in sure}) > 1 and held >= MIXED * len(manuscript.pieces)


def without(manuscript: Manuscript, stretches: Sequence[Stretch]) -> Manuscript:
    """Return a manuscript without the pieces of stretches."""
    inside = {index for one in stretches for index in range(one.first, one.end)}
    if not inside:
        return manuscript
    pieces = tuple(piece for index, piece in enumerate(manuscript.pieces) if index not in inside)
    titles = frozenset(manuscript.pieces[one.title].text.first for one in stretches if one.title is not None)
    return replace(manuscript, pieces=pieces, titles=titles, _found={})


def read_stretch(manuscript: Manuscript, stretch: Stretch, sheet: Sheet) -> None:
    """Read a stretch into a sheet, below the heading that stands above it."""
    part = Sheet(sheet.report)
    pieces: Sequence[Piece] = manuscript.pieces[stretch.offset : stretch.end]
    reader = SeriesReader(stretch.series, pieces, part, manuscript.once(words))
    reader.read(stretch.first - stretch.offset)
    first = manuscript.pieces[stretch.first].text.first
    above = [draft for draft in sheet.drafts if draft.heading[0] < first]
    parent = max(above, key=lambda draft: draft.heading[0], default=None)
    for draft in part.drafts:
        draft.parent = draft.parent or parent
    sheet.drafts += part.drafts
    sheet.furniture += part.furniture


def largest(dialect: str, rest: Manuscript, stretches: Sequence[Stretch]) -> str:
    """Return the dialect of the largest part, by pieces."""
    sizes = {dialect: len(rest.pieces)}
    for one in stretches:
        name = DIALECT_OF[one.series.kind]
        sizes[name] = sizes.get(name, 0) + one.end - one.first
    return max(sizes, key=lambda name: sizes[name])

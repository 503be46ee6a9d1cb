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
from judge.reading.pages.cut_paragraphs import rejoin
from judge.reading.paragraphs import words
from judge.reading.parts.cutting import Stretch, find_stretches
from judge.reading.parts.items import SeriesReader
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

DIALECT_OF = {"term": "glossary", "qa": "questions", "card": "rulings", "errata": "rulings", "section": "plain"}
WHOLE = 0.5
"""From this likeness on a document is read as a whole in a dialect that knows what it sees."""
MIXED = 0.4
"""Share of the pieces that stretches of several kinds hold in a document that is mixed."""
CLEARLY = 0.7
"""From this share of the greatest likeness on a document has numbered rules."""
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
    cut, joins = manuscript, Report()
    manuscript = rejoin(manuscript, joins)
    looks, best = _likeness(manuscript, able)
    stretches = find_stretches(manuscript)
    if best in WHOLE_DIALECTS and looks[best] >= WHOLE and not _is_mixed(manuscript, stretches):
        stretches = [one for one in stretches if one.named and DIALECT_OF[one.series.kind] != best]
        if not stretches:
            manuscript, joins = cut, Report()  # such a dialect finds columns, whose ends are those of pages
        elif (sheet := able[best].read(cut, told := Report())).columns:
            report.findings += told.findings
            return Reading(best, _why(looks), sheet, _parts(cut, best, looks, cut, ()))
    report.findings += joins.findings
    rest = without(manuscript, stretches)
    if stretches:
        looks, best = _likeness(rest, able)
    sheet = _read_rest(rest, able[best], report, knows_contents=best not in BLIND)
    for stretch in stretches:
        read_stretch(manuscript, stretch, sheet)
    sheet.drafts.sort(key=lambda draft: draft.heading[0])
    parts = _parts(manuscript, best, looks, rest, stretches)
    return Reading(largest(best, rest, stretches), _why(looks), sheet, parts)


def _likeness(manuscript: Manuscript, able: Mapping[str, Dialect]) -> tuple[dict[str, float], str]:
    """Return how much a text looks like each dialect, and the dialect: numbered rules, if these are clearly seen."""
    looks = {name: dialect.evidence(manuscript) for name, dialect in able.items()}
    best = max(looks, key=looks.__getitem__)
    numbered = looks.get("outline", 0.0)
    return looks, "outline" if numbered and numbered >= min(WHOLE, CLEARLY * looks[best]) else best


def _read_rest(rest: Manuscript, dialect: Dialect, report: Report, *, knows_contents: bool) -> Sheet:
    """Read what no stretch holds, without its contents list where the dialect does not look for one."""
    contents = None if knows_contents else rest.once(find_contents)
    if not contents:
        return dialect.read(rest, report)
    pieces = (*rest.pieces[: contents.first], *rest.pieces[contents.end :])
    sheet = dialect.read(replace(rest, pieces=pieces, _found={}), report)
    sheet.discard(contents.lines, "table of contents")
    sheet.contents = contents.listed
    return sheet


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

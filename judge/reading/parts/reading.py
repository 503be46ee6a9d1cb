"""Reads a document part by part: stretches of one series each, and all that is left in one dialect.

Reads: a `Manuscript`. Writes: one `Sheet`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.core.diagnostics import Report
from judge.core.model import Doubt
from judge.reading.dialects import DIALECTS, Dialect
from judge.reading.drafts import Draft, Sheet
from judge.reading.front_matter import find_contents
from judge.reading.pages.cut_paragraphs import rejoin
from judge.reading.paragraphs import words
from judge.reading.parts.cutting import Stretch, find_stretches
from judge.reading.parts.explaining import explain, explains_more
from judge.reading.parts.items import SeriesReader
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

DIALECT_OF = {
    **{"term": "glossary", "qa": "questions", "card": "rulings", "errata": "rulings"},
    **{"step": "plain", "section": "plain"},
}
WHOLE = 0.5
"""From this likeness on a document is read as a whole in a dialect that knows what it sees."""
MIXED = 0.4
"""Share of the pieces that stretches of several kinds hold in a document that is mixed."""
CLEARLY = 0.7
"""From this share of the greatest likeness on a document has numbered rules."""
PLAUSIBLE, CLOSE = 0.3, 0.8
"""Another way is nearly as likely from this likeness on, if it is this share of that of the way the survey prefers."""
MOST_WAYS = 3
"""Ways in which a document is read at most."""
PRINTED = {
    "heading": "as headings",
    "cell": "in a table",
    "definition": "as definitions",
    "bold": "in bold type",
    "bold lead": "in bold type before their text",
    "line": "in lines of their own",
    "dash": "before a dash",
    "colon": "before a colon",
    "reads": "before “reads”",
    "marked": "behind marks such as “Q”",
    "quoted": "before a quote",
}
"""How items of each form are printed, in words for the report."""
NAMED = "corpus.toml says so"
"""Why a document is read in the dialect that a person names."""
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
    doubts: tuple[Doubt, ...] = ()
    """What speaks against the reading as a whole."""


class Way(NamedTuple):
    """One way of reading a document."""

    dialect: str
    """In which all is read that no stretch holds."""
    stretches: Sequence[Stretch]
    looks: Mapping[str, float]
    """How much what the stretches leave looks like each dialect."""
    is_whole: bool = False
    """Whether the dialect is that of the whole text, so that it sees all of it where columns are woven."""
    rest: Manuscript | None = None
    """What the stretches leave, where it has been looked at before."""


def read_parts(
    manuscript: Manuscript, able: Mapping[str, Dialect], report: Report, named: str | None = None
) -> Reading:
    """Read a document in the dialect that it looks like most, and the stretches of other kinds by themselves.

    Where that is not sure, or the document itself says that the reading is wrong, other ways are tried as well, and the
    one that explains most is kept. A whole document that a dialect clearly knows is read once.

    Args:
        manuscript: the text, cut into pieces.
        able: the dialects, the first winning where two look equally likely.
        report: receives what was guessed.
        named: the dialect that a person names; only parts that their headings name are then read in another.
    """
    text = _Text(manuscript, rejoin(manuscript, joins := Report()), joins)
    stretches = find_stretches(text.joined)
    if named:
        ways = [Way(named, _of_others(named, stretches), {}, is_whole=True)]
    else:
        ways = _ways(text.joined, able, stretches)
    kept, told = _read(ways[0], text, able)
    is_sure = bool(kept.sheet.columns) or ways[0].dialect not in DIALECTS
    is_clear = ways[0].is_whole and ways[0].looks.get(ways[0].dialect, 1.0) >= WHOLE
    is_sure = is_sure or is_clear or not (_is_undecided(ways) or explain(kept.sheet, text.joined).is_doubtful)
    for way in ways[1:MOST_WAYS] if not is_sure else ():
        other, said = _read(way, text, able)
        if explains_more(other.sheet, kept.sheet, text.joined):
            kept, told = other, said
    report.findings += told.findings
    return kept


class _Text(NamedTuple):
    """A document before it is read."""

    cut: Manuscript
    """As its pages cut it."""
    joined: Manuscript
    """With the paragraphs put together that pages cut."""
    joins: Report
    """What was put together."""


def _ways(manuscript: Manuscript, able: Mapping[str, Dialect], stretches: Sequence[Stretch]) -> list[Way]:
    """Return the ways of reading a document, the one that its survey prefers first; a plug-in reads all by itself.

    The dialect that the whole text looks like is among them, without the stretches: a cut into series may have taken
    the numbered rules apart.
    """
    looks, best = _likeness(manuscript, able)
    rest = without(manuscript, stretches)
    left, first = _likeness(rest, able) if stretches else (looks, best)
    ranked = sorted(left, key=lambda name: (name != first, -left[name]))
    ways = [Way(name, stretches, left, rest=rest) if name in DIALECTS else Way(name, (), left) for name in ranked]
    whole = Way(best, _of_others(best, stretches), looks, is_whole=best in WHOLE_DIALECTS)
    same = [way for way in ways if (way.dialect, *way.stretches) == (best, *whole.stretches)]
    if best == "outline":
        return ways if same else [ways[0], whole, *ways[1:]]
    if whole.is_whole and looks[best] >= PLAUSIBLE:
        is_first = looks[best] >= WHOLE and not _is_mixed(manuscript, stretches)
        is_first = is_first or same == ways[:1]
        ways = [way for way in ways if way not in same]
        ways.insert(0 if is_first else 1, whole)
    return ways


def _likeness(manuscript: Manuscript, able: Mapping[str, Dialect]) -> tuple[dict[str, float], str]:
    """Return how much a text looks like each dialect, and the dialect: numbered rules, if these are clearly seen.

    A plug-in that is likeliest was made for such texts.
    """
    looks = {name: dialect.evidence(manuscript) for name, dialect in able.items()}
    best = max(looks, key=looks.__getitem__)
    if best not in DIALECTS:
        return looks, best
    numbered = looks.get("outline", 0.0)
    return looks, "outline" if numbered and numbered >= min(WHOLE, CLEARLY * looks[best]) else best


def _of_others(dialect: str, stretches: Sequence[Stretch]) -> list[Stretch]:
    """Return the stretches that are not of a dialect, as their headings say."""
    return [one for one in stretches if one.named and dialect in DIALECTS and DIALECT_OF[one.series.kind] != dialect]


def _is_undecided(ways: Sequence[Way]) -> bool:
    """Tell whether another dialect is nearly as likely as that of the first way."""
    first, *others = ways[:MOST_WAYS]
    least = max(PLAUSIBLE, CLOSE * first.looks.get(first.dialect, 1.0))
    return any(way.dialect != first.dialect and way.looks[way.dialect] >= least for way in others)


def _read(way: Way, text: _Text, able: Mapping[str, Dialect]) -> tuple[Reading, Report]:
    """Read a document in one way; a dialect that sorts woven columns needs all of it, as its pages cut it."""
    manuscript, report = text.joined, Report()
    if way.is_whole:
        sheet = able[way.dialect].read(text.cut, told := Report())
        if sheet.columns or not way.stretches:
            alone = way._replace(stretches=())
            return Reading(way.dialect, _why(way), sheet, _parts(text.cut, alone, text.cut)), told
    report.findings += text.joins.findings
    rest = way.rest or without(manuscript, way.stretches)
    sheet = _read_rest(rest, able[way.dialect], report, knows_contents=way.dialect not in BLIND)
    for stretch in way.stretches:
        read_stretch(manuscript, stretch, sheet)
    sheet.drafts.sort(key=lambda draft: draft.heading[0])
    return Reading(largest(way.dialect, rest, way.stretches), _why(way), sheet, _parts(manuscript, way, rest)), report


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


def _parts(manuscript: Manuscript, way: Way, rest: Manuscript) -> tuple[Part, ...]:
    """Say which parts a document was read in."""
    found = [Part(way.dialect, _lines(rest.pieces), _why(way))] if rest.pieces else []
    for one in way.stretches:
        pieces = manuscript.pieces[one.first : one.end]
        why = f"{one.series.why} ({PRINTED[one.series.form]})"
        found.append(Part(DIALECT_OF[one.series.kind], _lines(pieces), why))
    return tuple(sorted(found, key=lambda part: part.lines))


def _lines(pieces: Sequence[Piece]) -> tuple[int, int]:
    return min(piece.text.first for piece in pieces), max(piece.text.last for piece in pieces)


def _why(way: Way) -> str:
    if not way.looks:
        return NAMED
    return "likeness to each dialect: " + ", ".join(f"{name} {share:.2f}" for name, share in way.looks.items())


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
    parent = _heading_of(stretch, manuscript, sheet)
    for draft in part.drafts:
        draft.parent = draft.parent or parent
    sheet.drafts += part.drafts
    sheet.furniture += part.furniture


def _heading_of(stretch: Stretch, manuscript: Manuscript, sheet: Sheet) -> Draft | None:
    """Return the entry of the heading above a stretch, or else the last entry before it.

    A numbered title between the heading and the stretch stands above it: `7.1 Fish` behind `7 Animals`.
    """
    heading = manuscript.pieces[stretch.heading].text.first if stretch.heading >= 0 else 0
    first = manuscript.pieces[stretch.first].text.first
    above = [draft for draft in sheet.drafts if draft.heading[0] < first]
    if any(heading in draft.heading for draft in above):
        above = [draft for draft in above if heading in draft.heading or _is_numbered_title(draft, heading)]
    return max(above, key=lambda draft: draft.heading[0], default=None)


def _is_numbered_title(draft: Draft, line: int) -> bool:
    """Tell whether a draft is a section with a number and a title behind a source line."""
    return draft.kind == "section" and bool(draft.number and draft.title) and draft.heading[0] > line


def largest(dialect: str, rest: Manuscript, stretches: Sequence[Stretch]) -> str:
    """Return the dialect of the largest part, by pieces."""
    sizes = {dialect: len(rest.pieces)}
    for one in stretches:
        name = DIALECT_OF[one.series.kind]
        sizes[name] = sizes.get(name, 0) + one.end - one.first
    return max(sizes, key=lambda name: sizes[name])

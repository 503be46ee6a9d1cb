"""Reads a document with the grammar: features, forms, search, tree, builder.

Reads: a `Manuscript`. Writes: a `Reading`, whose `Sheet` has the drafts.
"""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.diagnostics import Report
from judge.reading.dialects import DIALECTS, Dialect
from judge.reading.drafts import Sheet
from judge.reading.grammar.account import doubts_of, parts_of
from judge.reading.grammar.builder import build
from judge.reading.grammar.constraints import FORMS_OF, constrain
from judge.reading.grammar.features import find_features
from judge.reading.grammar.forms import find_candidates
from judge.reading.grammar.search import Forced, search
from judge.reading.grammar.tree import make_tree
from judge.reading.pages.cut_paragraphs import rejoin
from judge.reading.parts.reading import NAMED, Part, Reading
from judge.reading.readers.manuscript import Manuscript

WHY = "the cheapest description of the whole document"


def read_manuscript(
    manuscript: Manuscript, able: Mapping[str, Dialect], report: Report, named: str | None = None
) -> Reading:
    """Read a document.

    Args:
        manuscript: the text, cut into pieces.
        able: the dialects; one of another package reads a text by itself where it is likeliest.
        report: receives what was guessed.
        named: the dialect that a person names.
    """
    plug_in = _plug_in(manuscript, able, named)
    if plug_in:
        sheet = able[plug_in].read(manuscript, report)
        return Reading(plug_in, WHY, sheet, (Part(plug_in, (1, len(manuscript.source.lines)), WHY),))
    joined = rejoin(manuscript, report)
    features = find_features(joined)
    candidates = find_candidates(features)
    kept, allowed = constrain(candidates, features.lines, named) if named in FORMS_OF else (candidates, None)
    found = search(kept, allowed=allowed)
    tree = make_tree(found.items, features, named if allowed else None)
    woven = _woven(manuscript, able, tree.dialect, report)
    if woven:
        return Reading("glossary", WOVEN, woven, (Part("glossary", (1, len(manuscript.source.lines)), WOVEN),))
    sheet = build(tree, features, report)
    why = NAMED if allowed else WHY
    return Reading(
        tree.dialect, why, sheet, parts_of(tree, features, why), doubts_of(found, tree, features, candidates)
    )


WOVEN = "terms in columns that run together"
ORDERLY = frozenset(("outline", "rulings", "questions"))
"""What a document is whose order leaves no doubt, however its pages were printed."""


def _woven(manuscript: Manuscript, able: Mapping[str, Dialect], dialect: str, report: Report) -> Sheet | None:
    """Read an alphabetical reference whose pages have woven columns; None where nothing is woven.

    The order of columns is still found by the items of the dialect `glossary`.
    """
    glossary = able.get("glossary")
    if not glossary or not manuscript.source.breaks or dialect in ORDERLY:
        return None
    if manuscript.origin or glossary.evidence(manuscript) < PLAUSIBLE:
        return None
    sheet = glossary.read(manuscript, told := Report())
    if not sheet.columns:
        return None
    report.findings += told.findings
    return sheet


PLAUSIBLE = 0.3
"""How likely a text must be an alphabetical reference to be asked for columns."""


def _plug_in(manuscript: Manuscript, able: Mapping[str, Dialect], named: str | None) -> str | None:
    """Return the dialect of another package that a person names, or that says that the text is its own."""
    others = {name: dialect for name, dialect in able.items() if name not in DIALECTS}
    if named in others:
        return named
    looks = {name: dialect.evidence(manuscript) for name, dialect in others.items()}
    best = max(looks, key=looks.__getitem__, default=None)
    return best if best and looks[best] >= SURE and not named else None


SURE = 0.5
"""How likely a dialect of another package must find a text to read it."""


def explain_miss(manuscript: Manuscript, at: int, number: str | None) -> tuple[str, float]:
    """Say why an entry was not read: what kind of repair it needs, and the bits by which it is dearer.

    Args:
        manuscript: the text.
        at: the source line where the entry begins.
        number: its number.
    """
    features = find_features(rejoin(manuscript, Report()))
    candidates = find_candidates(features)
    places = [place for place, line in enumerate(features.lines) if line.at == at]
    wanted = (number or "").strip(".")
    able = [place for place in places if place in candidates]
    if not able:
        return "no candidate", 0.0
    place = able[0]
    numbers = {one.number for one in candidates[place]}
    free = search(candidates)
    if any(one.place == place for one in free.items):
        return "read otherwise", 0.0
    forced = search(candidates, {place: Forced(True, wanted if wanted in numbers else None)})
    dearer = forced.price - free.price
    return ("not found" if dearer < 0 else "dearer"), dearer

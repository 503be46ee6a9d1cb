"""Reads a document with the grammar: features, forms, search, tree, builder.

Reads: a `Manuscript`. Writes: a `Reading`, whose `Sheet` has the drafts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

from judge.core.diagnostics import Code, Report
from judge.core.numbering import Key
from judge.reading.columns.cutting import dialect as terms
from judge.reading.columns.cutting.columns import arrange_rules
from judge.reading.drafts import Placed, Sheet, keep_all
from judge.reading.grammar.account import Part, Reading, all_lines, doubts_of, parts_of
from judge.reading.grammar.builder import build
from judge.reading.grammar.constraints import constrain
from judge.reading.grammar.dialects import Dialect
from judge.reading.grammar.features import Features, find_features
from judge.reading.grammar.forms import Candidate, find_candidates
from judge.reading.grammar.search import Found, search
from judge.reading.grammar.tree import Tree, make_tree
from judge.reading.pages.cut_paragraphs import rejoin
from judge.reading.readers.manuscript import Manuscript

WHY = "the cheapest description of the whole document"
NAMED = "the dialect is named"
WOVEN = "terms in columns that run together"
ORDERLY = frozenset(("outline", "rulings", "questions"))
"""What a document is whose order leaves no doubt, however its pages were printed."""
PLAUSIBLE = 0.3
"""How likely a text must be an alphabetical reference to be asked for columns."""
SURE = 0.5
"""How likely a dialect of another package must find a text to read it."""


def read_manuscript(
    manuscript: Manuscript, plug_ins: Mapping[str, Dialect], report: Report, named: str | None = None
) -> Reading:
    """Read a document; no line of it is lost.

    Args:
        manuscript: the text, cut into pieces.
        plug_ins: dialects of other packages; one reads a text by itself that is likely its own.
        report: receives what was guessed.
        named: the dialect that a person, or the fields of a document's records, name.
    """
    plug_in = _plug_in(manuscript, plug_ins, named)
    if plug_in:
        sheet = plug_ins[plug_in].read(manuscript, report)
        return Reading(plug_in, WHY, sheet, (Part(plug_in, all_lines(manuscript), WHY),))
    solution = describe(rejoin(manuscript, report), named)
    woven = _woven_terms(manuscript, solution, named, report)
    if woven:
        return Reading("glossary", WOVEN, woven, (Part("glossary", all_lines(manuscript), WOVEN),))
    arranged, placed = _woven_rules(manuscript, solution, report)
    solution = describe(arranged, named) if placed else solution
    tree, features = solution.tree, solution.features
    sheet = build(tree, features, report)
    sheet.columns = placed
    keep_all(sheet, manuscript.source)
    why = NAMED if named else WHY
    doubts = doubts_of(solution.found, tree, features, solution.candidates)
    return Reading(tree.dialect, why, sheet, parts_of(tree, features, why), doubts)


class Solution(NamedTuple):
    """A document up to its tree."""

    features: Features
    candidates: Mapping[int, list[Candidate]]
    """All that may begin in each line, whatever dialect a person names."""
    found: Found
    tree: Tree


def describe(manuscript: Manuscript, named: str | None = None) -> Solution:
    """Find the cheapest description of a document.

    Args:
        manuscript: the text, with the paragraphs put together that pages cut.
        named: the dialect that a person names.
    """
    features = find_features(manuscript)
    candidates = find_candidates(features)
    kept, allowed = constrain(candidates, features.lines, named) if named else (candidates, None)
    found = search(kept, allowed=allowed)
    return Solution(features, candidates, found, make_tree(found.items, features, named))


def _woven_terms(manuscript: Manuscript, solution: Solution, named: str | None, report: Report) -> Sheet | None:
    """Read an alphabetical reference whose pages have woven columns; None where nothing is woven."""
    if named != "glossary" and (named or solution.tree.dialect in ORDERLY or manuscript.origin):
        return None
    if not named and terms.evidence(manuscript) < PLAUSIBLE:
        return None
    sheet = terms.read(manuscript, told := Report())
    if not sheet.columns:
        is_reference = solution.tree.dialect == "glossary"
        kept = (Code.COLUMN_GIVEN_UP, *((Code.ORDER_DOUBTFUL,) if is_reference else ()))
        report.findings += (one for one in told.findings if one.code in kept)
        return None
    report.findings += told.findings
    keep_all(sheet, manuscript.source)
    return sheet


def _woven_rules(manuscript: Manuscript, solution: Solution, report: Report) -> tuple[Manuscript, tuple[Placed, ...]]:
    """Return numbered rules in the order of reading, and where each piece was put; nothing where none is woven."""
    if solution.tree.dialect != "outline" or manuscript.origin:
        return manuscript, ()
    lines = solution.features.lines
    numbered = {
        lines[place].at: (cast(Key, one.label), lines[place].value[one.start :])
        for place, own in solution.candidates.items()
        for one in own
        if one.form == "number" and not lines[place].number
    }
    return arrange_rules(manuscript, numbered, report)


def _plug_in(manuscript: Manuscript, plug_ins: Mapping[str, Dialect], named: str | None) -> str | None:
    """Return the dialect of another package that a person names, or that says that the text is its own."""
    if named:
        return named if named in plug_ins else None
    looks = {name: plug_in.evidence(manuscript) for name, plug_in in plug_ins.items()}
    best = max(looks, key=looks.__getitem__, default=None)
    return best if best and looks[best] >= SURE else None

"""Reads a document with the grammar: features, forms, search, tree, builder.

Reads: a `Manuscript`. Writes: a `Reading`, whose `Sheet` has the drafts.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from judge.core.diagnostics import Code, Report
from judge.reading.columns.cuts import arrange, may_be_woven
from judge.reading.drafts import Placed, keep_all
from judge.reading.grammar.account import Part, Reading, all_lines, doubts_of, parts_of
from judge.reading.grammar.builder import build
from judge.reading.grammar.constraints import Allowed, constrain
from judge.reading.grammar.dialects import Dialect
from judge.reading.grammar.features import Features, find_features
from judge.reading.grammar.forms import Candidate, Columns, find_candidates
from judge.reading.grammar.search import Found, search
from judge.reading.grammar.tree import Tree, make_tree
from judge.reading.lines.alphabet import longest_ascending, sort_key
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pages import rejoin

WHY = "the cheapest description of the whole document"
NAMED = "the dialect is named"
ORDERLY = frozenset(("rulings", "questions"))
"""What a document is that has no order that columns could break."""
DESCENTS = 0.05
"""Share of terms that may stand before their predecessor in the alphabet, as few in any list are misplaced."""
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
    solution = describe(rejoin(manuscript, told := Report()), named)
    placed: tuple[Placed, ...] = ()
    if _may_be_woven(solution) and (parted := _part_columns(manuscript, solution, named, told)):
        solution, placed, told = parted
    report.findings += told.findings
    tree, features = solution.tree, solution.features
    sheet = build(tree, features, report)
    sheet.columns = placed
    if tree.dialect == "glossary":
        _report_order(tree, report)
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


def describe(manuscript: Manuscript, named: str | None = None, *, columns: Columns = "apart") -> Solution:
    """Find the cheapest description of a document.

    Args:
        manuscript: the text, with the paragraphs put together that pages cut.
        named: the dialect that a person names.
        columns: whether they may run together, or did before they were parted; or neither.
    """
    features = find_features(manuscript, is_cut=columns != "apart")
    candidates = find_candidates(features, columns)
    kept: Mapping[int, list[Candidate]] = candidates
    allowed: Allowed | None = None
    if named:
        kept, allowed = constrain(candidates, features.lines, named, columns)
    found = search(kept, allowed=allowed, woven=columns == "woven")
    return Solution(features, candidates, found, make_tree(found.items, features, named))


def _part_columns(
    manuscript: Manuscript, solution: Solution, named: str | None, told: Report
) -> tuple[Solution, tuple[Placed, ...], Report] | None:
    """Part two columns that run together, and describe the document again.

    Args:
        manuscript: the text.
        solution: the document in the order of its file.
        named: the dialect that a person names.
        told: receives a note where the search gives up.

    Returns:
        The document in its new order, where each piece was put, and what was guessed; None where nothing is woven, or
        the description is dearer than the one before although no person has said what the document is.
    """
    loosely = describe(manuscript, named, columns="woven")
    dialect = "glossary" if not named and _has_terms(loosely.found) else named
    if dialect != named:
        loosely = describe(manuscript, dialect, columns="woven")
    arranged, placed = arrange(loosely.features, _begun(loosely.found), asked := Report())
    if not placed:
        told.findings += asked.findings
        return None
    parted = describe(rejoin(arranged, joined := Report()), dialect, columns="parted")
    if parted.found.price >= solution.found.price and not (named or manuscript.settled):
        return None
    joined.findings += asked.findings
    return parted, placed, joined


def _may_be_woven(solution: Solution) -> bool:
    """Tell whether a document leaves its order in doubt: its headings do not ascend, and its texts do not go on."""
    manuscript = solution.features.manuscript
    if solution.tree.dialect in ORDERLY or manuscript.origin:
        return False
    begun = _ordered(solution) | _begun(solution.found)
    return bool(manuscript.settled) or may_be_woven(solution.features, begun)


def _begun(found: Found) -> dict[int, Candidate]:
    return {item.place: item.candidate for item in found.items}


def _has_terms(found: Found) -> bool:
    """Tell whether a document is an alphabetical reference: most of its items, and more than by chance, ascend."""
    titles = [item.candidate.label for item in found.items if item.candidate.order == "alphabet"]
    return 2 * len(longest_ascending(titles)) > max(len(titles), len(found.items) - len(titles))  # type: ignore[arg-type]


def _ordered(solution: Solution) -> dict[int, Candidate]:
    """Return the numbers and titles with which paragraphs begin; out of order, many of them are read as text."""
    are_terms = solution.tree.dialect in ("glossary", "plain")
    return {
        place: one
        for place, own in solution.candidates.items()
        for one in own
        if not solution.features.lines[place].number
        and (one.form == "number" or (are_terms and one.order == "alphabet" and one.form == "line" and not one.once))
    }


def _report_order(tree: Tree, report: Report) -> None:
    """Report where the terms do not ascend, once for the document."""
    terms = [node for node in tree.nodes if node.kind == "term"]
    descents = [pair for pair in pairwise(terms) if sort_key(pair[1].title) < sort_key(pair[0].title)]
    if len(descents) > DESCENTS * len(terms):
        before, after = descents[0]
        report.add(
            Code.ORDER_DOUBTFUL,
            after.line.at,
            f'"{after.title}" comes after "{before.title}", and {len(descents)} of {len(terms)} titles are out of '
            "alphabetical order; if two columns are woven together here, some text is below the wrong title",
        )


def _plug_in(manuscript: Manuscript, plug_ins: Mapping[str, Dialect], named: str | None) -> str | None:
    """Return the dialect of another package that a person names, or that says that the text is its own."""
    if named:
        return named if named in plug_ins else None
    looks = {name: plug_in.evidence(manuscript) for name, plug_in in plug_ins.items()}
    best = max(looks, key=looks.__getitem__, default=None)
    return best if best and looks[best] >= SURE else None

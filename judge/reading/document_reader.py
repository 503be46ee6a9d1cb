"""Reads a document with the grammar: features, forms, search, tree, builder.

Reads: a `Manuscript`. Writes: a `DocumentReading`, whose `Sheet` has the drafts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from msgspec import Struct

from judge.core.diagnostics import Code, Report
from judge.core.errors import check_deadline
from judge.core.model import Doubt, EntryKind
from judge.core.numbering import lookup_key, parents
from judge.reading.columns.cuts import arrange, may_be_woven
from judge.reading.grammar.builder import SheetBuilder
from judge.reading.grammar.canonical import certain_candidates
from judge.reading.grammar.constraints import constrain
from judge.reading.grammar.entry_tree import Tree, make_tree
from judge.reading.grammar.features import DocumentFeatures, LineFeatures
from judge.reading.grammar.kinds import own_dialect
from judge.reading.grammar.line_forms import Candidate, Columns, find_candidates
from judge.reading.grammar.nodes import Node
from judge.reading.grammar.search import SearchResult, likely_items, search
from judge.reading.lines.addresses import KnownEntries, OwnAddresses
from judge.reading.lines.alphabet import longest_ascending, sort_key
from judge.reading.profiles.constraining import LEFT_OUT, Unfit, constrain_by, lay_out
from judge.reading.profiles.reading_profile import ReadingProfile
from judge.reading.readers.pages import rejoin
from judge.reading.text.drafts import Placed, Sheet, keep_all
from judge.reading.text.manuscript import Manuscript

PRINTED = {
    **{"number": "with numbers", "named": "with numbers", "numbered": "with numbers"},
    **{"heading": "as headings", "bold": "in bold type", "line": "on lines of their own", "cell": "in a table"},
    **{"bold lead": "in bold type before their text", "colon": "before a colon", "dash": "before a dash"},
    **{"question": "after marks such as “Q”", "asks": "as questions"},
    **{"print": "with set and number", "reads": "before “reads”", "quoting": "before a quote"},
}
"""How items of each form are printed, in words for the report."""
PLURALS: dict[EntryKind, str] = {
    **{"section": "rules", "term": "terms", "qa": "questions", "card": "cards", "topic": "topics", "ruling": "rulings"}
}
WHOLE: dict[str, str] = {
    **{"outline": "an outline", "glossary": "a glossary", "questions": "questions", "rulings": "rulings"}
}
"""What a document may be read as, in words for the report."""
UNDECIDED, LEAST = 0.1, 2.0
"""From this share of wrong entries to be expected on, and that many, a reading is in doubt. Half or double of either
changes nothing in the five documents."""
UNSURE = 3.0
"""Bits up to which the report names a line as one that may be read otherwise. Chosen by a count: of such entries two in
five are wrong (`wrong_expected`)."""
FEWEST = 3
"""Numbers and titles named by a document from which they tell how good a reading is. Half or double changes nothing in
the five documents."""
SHOWN = 3
"""Lines that a doubt names."""


class DialectPart(NamedTuple):
    """A stretch of a document that was read in one way."""

    dialect: str
    lines: tuple[int, int]
    """First and last source line."""
    why: str


NOTHING = ReadingProfile()
"""A person says nothing."""


class DocumentReading(NamedTuple):
    """A document, read."""

    dialect: str
    """That of most of its entries."""
    why: str
    sheet: Sheet
    parts: tuple[DialectPart, ...]
    """In source order; what no stretch holds is one part, from its first line to its last."""
    addresses: OwnAddresses
    """What the document says that it has."""
    doubts: tuple[Doubt, ...] = ()
    """What speaks against the reading as a whole."""
    solution: Solution | None = None
    """The document up to its tree; None where it states what it is."""


class Figures(Struct, frozen=True):
    """How well a reading fits the document's own citations and table of contents."""

    numbers: int
    """The number of entries that have a number."""
    cited: int
    """The number of citations whose number is that of an entry."""
    citing: int
    """The number of citations that may refer to the document itself."""
    listed: int
    """The number of titles in the table of contents that are titles of entries."""
    listing: int
    """The number of titles in the table of contents."""

    @property
    def named(self) -> int:
        """How much of what the document names there is."""
        return self.cited + self.listed

    def told(self) -> str:
        """Return the figures as a phrase."""
        found = [f"{self.numbers} {'number' if self.numbers == 1 else 'numbers'}"]
        found += [f"{self.cited} of {self.citing} references"] if self.citing else []
        found += [f"{self.listed} of {self.listing} titles in the table of contents"] if self.listing else []
        return ", ".join(found)


def parts_of(tree: Tree, features: DocumentFeatures, why: str) -> tuple[DialectPart, ...]:
    """Return which lines are read as what: the whole document, and stretches of other kinds in it.

    Args:
        tree: the entries.
        features: the lines.
        why: on what the reading rests.
    """
    found = [DialectPart(tree.dialect, all_lines(features.manuscript), why)]
    for run in _runs(tree):
        ends = [features.lines[node.end - 1].text.last for node in run if node.end > node.place]
        kind, form = Counter((node.kind, node.candidate.form) for node in run).most_common(1)[0][0]
        told = f"{len(run)} {PLURALS[kind]} {PRINTED.get(form, '')}".rstrip()
        found.append(DialectPart(own_dialect(run[0]), (run[0].line.at, max(ends, default=run[-1].line.at)), told))
    return tuple(sorted(found, key=lambda part: part.lines))


def all_lines(manuscript: Manuscript) -> tuple[int, int]:
    """Return the first and the last line of a document that have text."""
    texts = [piece.text for piece in manuscript.pieces]
    return min((one.first for one in texts), default=1), max((one.last for one in texts), default=1)


def _runs(tree: Tree) -> Iterator[list[Node]]:
    """Yield the stretches of entries that are of another kind than the document's most."""
    told = [(node, dialect) for node in tree.nodes if (dialect := own_dialect(node)) != "plain"]
    for dialect, group in groupby(told, key=lambda one: one[1]):
        run = [node for node, _ in group]
        if dialect != tree.dialect and len(run) > 1:
            yield run


def wrong_expected(found: SearchResult) -> float:
    """Return how many lines are probably read wrong.

    By the prices, a reading that is dearer by some bits is that many halvings less likely. On 40 documents drawn in a
    look and a seed that nothing was fitted to, entries were wrong in these shares: doubt below 1 bit .25, 2 .36, 3 .6,
    5 .18, 12 .02, above .002; in the fifths of the documents with least to most to be expected: 0, 0, .01, .01, .06.
    """
    return sum(1 / (1 + 2**bits) for bits in found.doubts.values())


def doubts_of(found: SearchResult, tree: Tree, features: DocumentFeatures) -> tuple[Doubt, ...]:
    """Return what speaks against a reading: much of it is undecided.

    Args:
        found: what the search found.
        tree: what came of it.
        features: the lines.
    """
    unsure = sorted(features.lines[place].at for place, bits in found.doubts.items() if bits < UNSURE)
    if not unsure or wrong_expected(found) < max(LEAST, UNDECIDED * len(tree.nodes)):
        return ()
    shown = ", ".join(map(str, unsure[:SHOWN])) + (f" and {len(unsure) - SHOWN} more" if len(unsure) > SHOWN else "")
    message = f"{len(unsure)} lines could also be read differently (lines {shown})"
    return (Doubt("undecided", (unsure[0], unsure[-1]), message),)


def is_better(one: Figures, other: Figures) -> bool:
    """Tell whether a reading has enough of what the document names, and clearly more than another."""
    is_poor = one.citing + one.listing >= FEWEST and 2 * one.named < one.citing + one.listing
    return not is_poor and one.named >= other.named + FEWEST


class OtherReading(Struct, frozen=True):
    """A reading of the whole document in another dialect."""

    dialect: str
    figures: Figures


def rivals_of(
    dialect: str, features: DocumentFeatures, candidates: Mapping[int, list[Candidate]], own: Figures
) -> Iterator[OtherReading]:
    """Yield the readings in the other dialects, searched in one pass where none of them can be better.

    After one pass, the figures are those of a reading that two passes might improve a little.

    Args:
        dialect: what the document is read as.
        features: its lines.
        candidates: all that may begin in them, whatever dialect a person names.
        own: how much the document's own reading has.
    """
    passes = 2 if own.citing + own.listing - own.named >= FEWEST else 1
    for other in (one for one in WHOLE if one != dialect):
        kept, allowed = constrain(candidates, features.lines, other)
        tree = make_tree(likely_items(kept, allowed, passes=passes), features, other)
        yield OtherReading(other, figures_of(tree, features, candidates))


def figures_of(tree: Tree, features: DocumentFeatures, candidates: Mapping[int, list[Candidate]]) -> Figures:
    """Count what a reading has of the numbers that the document cites and of the titles that it lists."""
    printed = {lookup_key(one.number) for own in candidates.values() for one in own if one.order == "number"}
    known = KnownEntries((None if node.is_text else node.number, node.title, node.line.at) for node in tree.nodes)
    own = {
        number: times
        for number, times in features.addresses.cited.items()
        if number in printed or printed.intersection(parents(number)[:1])
    }
    rows = [one for one in features.addresses.named if one.kind == "row"]
    return Figures(
        sum(bool(node.number and not node.is_text) for node in tree.nodes),
        sum(times for number, times in own.items() if number in known.numbers),
        sum(own.values()),
        sum(map(known.has, rows)),
        len(rows),
    )


WHY = "detected from the whole document"
NAMED = "the dialect was given"
ORDERLY = frozenset(("rulings", "questions"))
"""What a document is that has no order that columns could break."""
DESCENTS = 0.05
"""Share of terms that may be before their predecessor in the alphabet, as few in any list are misplaced. Half changes
the only comparison in the five documents, double does not."""
FEWEST_ORDERED = 10
"""Terms of the shortest list that is expected to have an order. The five documents have no such case."""


def read_manuscript(
    manuscript: Manuscript,
    report: Report,
    named: str | None = None,
    profile: ReadingProfile = NOTHING,
) -> DocumentReading:
    """Read a document; no line of it is lost.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
        named: the dialect that a person, or the fields of a document's records, name.
        profile: what a person says of it by samples.
    """
    if manuscript.head:  # nothing is left open
        named, profile = None, NOTHING
    solution = describe(rejoin(manuscript, told := Report()), named, profile)
    placed: tuple[Placed, ...] = ()
    is_open = not manuscript.head and _may_be_woven(solution)
    if is_open and (parted := _part_columns(manuscript, solution, named, profile, told)):
        solution, placed, told = parted
    report.findings += told.findings
    for one in solution.unfit:
        report.add(Code.PROFILE_UNFIT, 0, f"{one.message}; judge read shows how the document is read")
    check_deadline()
    tree, features = solution.tree, solution.features
    sheet = SheetBuilder(tree, features, report).build()
    sheet.columns = placed
    if tree.dialect == "glossary" and not manuscript.head:
        _report_order(tree, report)
    sheet.discard(solution.left_out, LEFT_OUT)
    keep_all(sheet, manuscript.source)
    why = NAMED if named else WHY
    if manuscript.head:
        return DocumentReading(tree.dialect, why, sheet, parts_of(tree, features, why), features.addresses)
    doubts = doubts_of(solution.found, tree, features)
    return DocumentReading(
        tree.dialect, why, sheet, parts_of(tree, features, why), features.addresses, doubts, solution
    )


class Solution(Struct, frozen=True):
    """A document up to its tree."""

    features: DocumentFeatures
    candidates: Mapping[int, list[Candidate]]
    """All that may begin in each line, whatever dialect a person names."""
    found: SearchResult
    tree: Tree
    left_out: Sequence[int] = ()
    """Source lines that a person leaves out."""
    unfit: tuple[Unfit, ...] = ()
    """What of a person's samples fits nothing."""

    @property
    def figures(self) -> Figures:
        """What the reading has of that which the document says of itself."""
        return figures_of(self.tree, self.features, self.candidates)

    @property
    def rivals(self) -> tuple[OtherReading, ...]:
        """The readings in the other dialects, the one with most of that first."""
        found = rivals_of(self.tree.dialect, self.features, self.candidates, self.figures)
        return tuple(sorted(found, key=lambda one: -one.figures.named))

    @property
    def unsure(self) -> Iterator[tuple[LineFeatures, float]]:
        """The lines that could also be read differently, each with its doubt in bits."""
        for place, bits in self.found.doubts.items():
            if bits < UNSURE:
                yield self.features.lines[place], bits


def describe(
    manuscript: Manuscript, named: str | None = None, profile: ReadingProfile = NOTHING, *, columns: Columns = "apart"
) -> Solution:
    """Find the cheapest description of a document.

    Args:
        manuscript: the text, with the paragraphs put together that pages cut.
        named: the dialect that a person names.
        profile: what a person says by samples.
        columns: whether they may run together, or did before they were parted; or neither.
    """
    check_deadline()
    layout = lay_out(manuscript, profile, is_cut=columns != "apart")
    features, stretches = layout.features, layout.stretches
    is_certain = manuscript.head is not None
    candidates = certain_candidates(features.lines) if is_certain else find_candidates(features, columns)
    told = constrain_by(profile, layout, candidates, named, columns)
    found = search(
        told.candidates,
        told.said,
        told.allowed,
        woven=columns == "woven",
        stretches=stretches,
        has_levels=bool(profile.levels),
    )
    tree = make_tree(found.items, features, named, stretches)
    return Solution(features, candidates, found, tree, layout.left_out, told.unfit)


def _part_columns(
    manuscript: Manuscript, solution: Solution, named: str | None, profile: ReadingProfile, told: Report
) -> tuple[Solution, tuple[Placed, ...], Report] | None:
    """Part two columns that run together, and describe the document again.

    Args:
        manuscript: the text.
        solution: the document in the order of its file.
        named: the dialect that a person names.
        profile: what a person says by samples.
        told: receives what is found on the way.

    Returns:
        The document in its new order, where each piece was put, and what was guessed; None where nothing is woven, or
        the description is dearer than the one before although no person has said what the document is.
    """
    loosely = describe(manuscript, named, profile, columns="woven")
    dialect = "glossary" if not named and _has_terms(loosely.found) else named
    if dialect != named:
        loosely = describe(manuscript, dialect, profile, columns="woven")
    arranged, placed = arrange(loosely.features, _begun(loosely.found), asked := Report())
    if not placed:
        told.findings += asked.findings
        return None
    parted = describe(rejoin(arranged, joined := Report()), dialect, profile, columns="parted")
    if parted.found.price >= solution.found.price and not (named or manuscript.settled):
        return None
    joined.findings += asked.findings
    return parted, placed, joined


def _may_be_woven(solution: Solution) -> bool:
    """Tell whether a document leaves its order in doubt: its headings do not ascend, and its texts do not go on."""
    manuscript = solution.features.manuscript
    if solution.tree.dialect in ORDERLY or manuscript.origin:
        return False
    if manuscript.settled or manuscript.is_ordered:
        return bool(manuscript.settled)
    return may_be_woven(solution.features, _ordered(solution) | _begun(solution.found))


def _begun(found: SearchResult) -> dict[int, Candidate]:
    return {item.place: item.candidate for item in found.items}


def _has_terms(found: SearchResult) -> bool:
    """Tell whether a document is an alphabetical reference: most of its items, and more than by chance, ascend."""
    titles = [item.candidate.label for item in found.items if item.candidate.order == "alphabet"]
    return 2 * len(longest_ascending(titles)) > max(len(titles), len(found.items) - len(titles))  # type: ignore[type-var]


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
    if len(descents) > DESCENTS * len(terms) and len(terms) >= FEWEST_ORDERED:
        before, after = descents[0]
        report.add(
            Code.ORDER_DOUBTFUL,
            after.line.at,
            f'"{after.title}" comes after "{before.title}", and {len(descents)} of {len(terms)} titles are out of '
            "alphabetical order; if two columns are interleaved here, some text is below the wrong title",
        )

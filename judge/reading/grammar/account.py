"""What is told of a reading: in which parts a document was read, how sure that is, and which reading would do better.

Reads: what the search found, and the tree. Writes: `Part`s and `Doubt`s for the report.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from judge.core.model import Doubt, EntryKind
from judge.core.numbering import lookup_key, parents
from judge.reading import front_matter
from judge.reading.drafts import Sheet
from judge.reading.grammar.constraints import constrain
from judge.reading.grammar.features import Features
from judge.reading.grammar.forms import Candidate
from judge.reading.grammar.search import Found, search
from judge.reading.grammar.tree import Node, Tree, make_tree, own_dialect
from judge.reading.readers.manuscript import Manuscript

PRINTED = {
    **{"number": "with numbers", "named": "with numbers", "numbered": "with numbers"},
    **{"heading": "as headings", "bold": "in bold type", "line": "in lines of their own", "cell": "in a table"},
    **{"bold lead": "in bold type before their text", "colon": "before a colon", "dash": "before a dash"},
    **{"definition": "as definitions", "question": "after marks such as “Q”", "asks": "as questions"},
    **{"code": "with codes", "print": "with set and number", "reads": "before “reads”", "quoting": "before a quote"},
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
"""From this share of wrong entries to be expected on, and so many, a reading is in doubt."""
UNSURE = 3.0
"""Bits up to which the report names a line as one that may be read otherwise: of such entries two in five are wrong."""
EXPLAINED, FEWEST = 0.5, 3
"""Share of the numbers and titles that a document names from which on a reading has them; so many must there be."""
SHOWN = 3
"""Lines that a doubt names."""


class Part(NamedTuple):
    """A stretch of a document that was read in one way."""

    dialect: str
    lines: tuple[int, int]
    """First and last source line."""
    why: str


class Reading(NamedTuple):
    """A document, read."""

    dialect: str
    """That of most of its entries."""
    why: str
    sheet: Sheet
    parts: tuple[Part, ...]
    """In source order; what no stretch holds is one part, from its first line to its last."""
    doubts: tuple[Doubt, ...] = ()
    """What speaks against the reading as a whole."""


class Figures(NamedTuple):
    """What a reading has of that which the document says of itself."""

    numbers: int
    """Entries with a number."""
    cited: int
    """Citations of numbers that entries have."""
    citing: int
    """All citations of numbers that may be the document's own."""
    listed: int
    """Titles of the contents list that entries have."""
    listing: int
    """All its titles."""

    @property
    def named(self) -> int:
        """How much of what the document names there is."""
        return self.cited + self.listed

    @property
    def is_poor(self) -> bool:
        """Whether hardly any of what the document names is there."""
        whole = self.citing + self.listing
        return whole >= FEWEST and self.named < EXPLAINED * whole

    def told(self) -> str:
        """Return the figures as a phrase."""
        found = [f"{self.numbers} numbers"]
        found += [f"{self.cited} of {self.citing} references"] if self.citing else []
        found += [f"{self.listed} of {self.listing} titles of the contents list"] if self.listing else []
        return ", ".join(found)


def parts_of(tree: Tree, features: Features, why: str) -> tuple[Part, ...]:
    """Return which lines are read as what: the whole document, and stretches of other kinds in it.

    Args:
        tree: the entries.
        features: the lines.
        why: on what the reading rests.
    """
    found = [Part(tree.dialect, all_lines(features.manuscript), why)]
    for run in _runs(tree):
        ends = [features.lines[node.end - 1].text.last for node in run if node.end > node.place]
        kind, form = Counter((node.kind, node.candidate.form) for node in run).most_common(1)[0][0]
        told = f"{len(run)} {PLURALS[kind]} {PRINTED.get(form, '')}".rstrip()
        found.append(Part(own_dialect(run[0]), (run[0].line.at, max(ends, default=run[-1].line.at)), told))
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


def wrong_expected(found: Found) -> float:
    """Return how many lines are probably read wrong.

    By the prices, a reading that is dearer by some bits is so many halvings less likely. On 40 documents drawn in a
    look and a seed that nothing was fitted to, entries were wrong in these shares: doubt below 1 bit .25, 2 .36, 3 .6,
    5 .18, 12 .02, above .002; in the fifths of the documents with least to most to be expected: 0, 0, .01, .01, .06.
    """
    return sum(1 / (1 + 2**bits) for bits in found.doubts.values())


def doubts_of(
    found: Found, tree: Tree, features: Features, candidates: Mapping[int, list[Candidate]]
) -> tuple[Doubt, ...]:
    """Return what speaks against a reading: much of it is undecided, or another one has more of what is cited.

    Args:
        found: what the search found.
        tree: what came of it.
        features: the lines.
        candidates: all that may begin in them, whatever dialect a person names.
    """
    wrong = wrong_expected(found)
    is_undecided = wrong >= max(LEAST, UNDECIDED * len(tree.nodes))
    own = figures_of(tree, features, candidates)
    if not (is_undecided or own.is_poor):
        return ()
    better = _better(own, tree.dialect, features, candidates)
    unsure = sorted(features.lines[place].at for place, bits in found.doubts.items() if bits < UNSURE)
    told = []
    if is_undecided and unsure:
        shown = ", ".join(map(str, unsure[:SHOWN])) + (
            f" and {len(unsure) - SHOWN} more" if len(unsure) > SHOWN else ""
        )
        told.append(f"{len(unsure)} lines may as well be read otherwise (lines {shown})")
    if better:
        dialect, figures = better
        told.append(f"as {WHOLE[dialect]}: {figures.told()}; as it is read: {own.told()}")
    if not told:
        return ()
    lines = (unsure[0], unsure[-1]) if unsure and not better else all_lines(features.manuscript)
    return (Doubt("undecided", lines, "; ".join(told)),)


def _better(
    own: Figures, dialect: str, features: Features, candidates: Mapping[int, list[Candidate]]
) -> tuple[str, Figures] | None:
    """Return the reading in another dialect that has most of what the document names: enough, and clearly more."""
    best: tuple[str, Figures] | None = None
    for other in WHOLE:
        if other == dialect:
            continue
        kept, allowed = constrain(candidates, features.lines, other)
        tree = make_tree(search(kept, allowed=allowed).items, features, other)
        figures = figures_of(tree, features, candidates)
        if not figures.is_poor and figures.named >= (best[1] if best else own).named + FEWEST:
            best = (other, figures)
    return best


def figures_of(tree: Tree, features: Features, candidates: Mapping[int, list[Candidate]]) -> Figures:
    """Count what a reading has of the numbers that the document cites and of the titles that it lists."""
    printed = {lookup_key(one.number) for own in candidates.values() for one in own if one.order == "number"}
    numbers = [lookup_key(node.number) for node in tree.nodes if node.number and not node.is_text]
    known = {*numbers, *(number.rpartition(" ")[2] for number in numbers)}
    own = {
        number: times
        for number, times in features.cited.items()
        if number in printed or printed.intersection(parents(number)[:1])
    }
    fold = front_matter.fold_title
    named = [(fold(node.number or ""), fold(node.title)) for node in tree.nodes] if features.promised else []
    titles = {
        front_matter.LEADING_NUMBER.sub("", one)
        for number, title in named
        for one in (title, f"{number} {title}".strip())
    }
    return Figures(
        len(numbers),
        sum(times for number, times in own.items() if number in known),
        sum(own.values()),
        len(features.promised & titles),
        len(features.promised),
    )

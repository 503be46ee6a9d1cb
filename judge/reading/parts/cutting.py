"""Where the stretches of a document begin and end: below its headings, by their levels.

Reads: a `Manuscript`. Writes: `Stretch`es that a series explains, in source order.

The innermost headings are asked first: a chapter of questions with five headings is five stretches, or one if its
headings are themselves the questions.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from judge.core.numbering import Key, exact_key
from judge.reading import front_matter
from judge.reading.dialects.outline.survey import OutlineSurvey, begins_part, is_top, survey
from judge.reading.front_matter import is_title
from judge.reading.parts.runs import FAR, NEAR, find_runs
from judge.reading.parts.series import NAMES, Series, find_series, is_told
from judge.reading.parts.unmarked import find_unmarked
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

UNMARKED = 7
"""The level of a heading that no hashes mark."""
NUMBERED = 0.2
"""Share of the pieces of a stretch that begin a numbered rule from which on it is one of rules."""
MOST_HEADINGS = 0.6
"""Share of the headings of a stretch below which items stand, if these run through it."""
FEWEST = 3
"""Pieces of the smallest stretch."""
FEW = 0.5
"""Share of what is below a heading that stretches below its headings hold; below it, it may be one stretch itself."""
MOST_ASKED = 200
"""So many numbers of one stretch may turn out to be those of questions; keeps chapters of rules from being tried."""
SHORT = 2
"""Pieces of an item below which no form changes."""
SURE = 0.65
"""How much of its stretch a series explains whose title nothing marks."""
MOST_INSIDE = 6
"""So many lines that look like titles are tried as the end of such a stretch."""


@dataclass(slots=True, eq=False)
class Node:
    """A heading and what stands below it."""

    first: int
    """Index of the heading's piece."""
    level: int
    title: str
    end: int = 0
    """Index behind the last piece below it."""
    children: list[Node] = field(default_factory=list)
    is_marked: bool = True
    """Whether anything marks it as a heading."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Pieces that a series explains."""

    first: int
    """Index of the first item's piece in the manuscript."""
    end: int
    series: Series
    offset: int
    """Index of the piece from which on the series counts."""
    named: bool
    """Whether its heading says what it is."""
    heading: int = -1
    """Index of the piece of the heading above it, or -1."""
    title: int | None = None
    """Index of the piece that is its title, where nothing marks it as such."""


def find_stretches(manuscript: Manuscript) -> list[Stretch]:
    """Find the stretches of a document that a series explains."""
    seen = manuscript.once(survey)
    starts = [(index, one) for index, found in sorted(seen.starts.items()) for one in found]
    numbered = [(index, one.key or exact_key(one.number)) for index, one in starts if seen.ladder or not one.depth]
    marked = frozenset(index for index, one in starts if not one.offset)
    begun = sorted(marked)
    headed = [index for index in begun if manuscript.pieces[index].kind == "heading"]
    rules = Rules(numbered, marked, begun, headed, manuscript.levelled)
    titles = _unmarked_titles(manuscript.pieces, seen, rules)
    root = _tree(manuscript.pieces, seen, titles, levelled=rules.levelled)
    found = [one for one in _below(root, manuscript.pieces, rules) if one.first not in seen.skip]
    return sorted([*found, *_tables(manuscript.pieces, found)], key=lambda one: one.first)


def _tables(pieces: Sequence[Piece], found: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the tables outside of stretches whose head says what their rows are."""
    taken = {index for one in found for index in range(one.first, one.end)}
    heads = [index for index, piece in enumerate(pieces) if piece.is_head and index not in taken]
    for first in heads:
        end = first + 1
        while end < len(pieces) and pieces[end].kind in ("table", "rule") and not pieces[end].is_head:
            end += 1
        while pieces[end - 1].kind == "rule":
            end -= 1
        series = find_series(pieces[first:end]) if end - first >= FEWEST else None
        if series and is_told(series):
            yield Stretch(first, end, series, first, named=False)


def _unmarked_titles(pieces: Sequence[Piece], seen: OutlineSurvey, rules: Rules) -> frozenset[int]:
    """Find the titles of parts that nothing marks: a series begins right behind them, up to the next heading.

    A line that only looks like such a title, as a card's name does, may stand in the series of another.
    """
    tried = list(find_unmarked(pieces, rules.marked, seen.skip))
    marked = [index for index, _, _ in _headings(pieces, seen, (), levelled=rules.levelled)] if tried else []
    marked.append(len(pieces))
    found = set()
    begins = 0
    for place, first in enumerate(tried):
        if first < begins:
            continue
        limit = marked[bisect_right(marked, first)]
        inside = [one for one in tried[place + 1 : place + MOST_INSIDE] if one < limit]
        for end in (*inside, limit):
            node = Node(first, UNMARKED, pieces[first].value, end, is_marked=False)
            stretch = next(iter(_stretch(node, end, pieces, rules)), None)
            if not stretch or stretch.first != first + 1 or _is_inside(first, pieces, stretch):
                continue
            if stretch.series.weight >= SURE:
                found.add(first)
                begins = end
                break
    return frozenset(found)


def _is_inside(title: int, pieces: Sequence[Piece], stretch: Stretch) -> bool:
    """Tell whether what looks like a title is part of a series of bold ones: one of them, or the text below one."""
    if stretch.series.form != "bold":
        return False
    return not pieces[title + 1].bold if pieces[title].bold else title > 0 and pieces[title - 1].bold


class Rules(NamedTuple):
    """Where numbered rules begin."""

    numbered: list[tuple[int, Key]]
    """The indexes of their pieces, ascending, and their keys."""
    marked: frozenset[int]
    """The pieces that begin with such a rule, or with a mark below one."""
    begun: list[int]
    """The same, ascending."""
    headed: list[int]
    """Those of them that are headings, ascending."""
    levelled: bool
    """Whether the format itself tells headings: a short line is then no title of a section."""

    def headings(self, first: int, end: int) -> list[int]:
        """Return the numbered headings in a range of pieces."""
        return self.headed[bisect_left(self.headed, first) : bisect_left(self.headed, end)]

    def begin_in(self, first: int, end: int) -> frozenset[int]:
        """Return the pieces of a range that begin with a rule or a mark, counted from its first."""
        found = self.begun[bisect_left(self.begun, first) : bisect_left(self.begun, end)]
        return frozenset(index - first for index in found)

    def inside(self, first: int, end: int, begins: Sequence[int] = ()) -> int:
        """Count the rules in a range of pieces, without those that count from 1 behind places where items begin."""
        found = self.numbered[bisect_left(self.numbered, (first,)) : bisect_left(self.numbered, (end,))]
        if not begins:
            return len(found)
        counted, last, place = 0, 0, -1
        for index, key in found:
            item = bisect_right(begins, index)
            last = last + 1 if item == place else 1
            place = item
            counted += key != ((last, ""),) or not item
        return counted


def _below(node: Node, pieces: Sequence[Piece], rules: Rules) -> list[Stretch]:
    """Return the stretches below a heading: those of the headings below it, or its own if that has more items.

    What stands before the first of these headings is a stretch of its own in either case.
    """
    found = [one for child in node.children for one in _below(child, pieces, rules)]
    few = sum(one.end - one.first for one in found) < FEW * (node.end - node.first)
    whole = _stretch(node, node.end, pieces, rules) if few else []
    if not node.children or _items(whole) > _items(found):
        return whole or found
    own = _stretch(node, node.children[0].first, pieces, rules)
    if own and not found:
        below = Node(node.children[0].first - 1, node.level, node.title, node.end)
        found = [one for one in _stretch(below, node.end, pieces, rules) if one.series.kind == "errata"]
    return [*own, *found]


def _items(stretches: Sequence[Stretch]) -> int:
    return sum(len(one.series.items) for one in stretches)


def _stretch(node: Node, end: int, pieces: Sequence[Piece], rules: Rules) -> list[Stretch]:
    """Return the stretch from a heading on, if a series explains it."""
    first = node.first + 1
    inside = rules.inside(first, end)
    if end - first < FEWEST or (inside > NUMBERED * (end - first) and inside > MOST_ASKED):
        return []
    numbered = rules.begin_in(first, end)
    series = find_series(
        pieces[first:end],
        node.title,
        numbered,
        lambda one: _may_be(one, rules) and _runs_through(one, node, end, rules),
    )
    begins = [first + item.line.index for item in series.items] if series else []
    if not (series and series.kind == "qa") and rules.inside(first, end, begins) > NUMBERED * (end - first):
        return []
    if not series or _changes(series, end - first):
        ends = [index - first for index in rules.headings(first, end)]
        runs = find_runs(pieces[first:end], node.title, numbered, ends, lambda one: _may_be(one, rules))
        parted = [_found(run.series, first + run.offset, first + run.end, node, pieces) for run in runs]
        if len(parted) > 1 and _items(parted) >= (len(series.items) if series else 0):
            return parted
    if not series:
        return []
    return [_found(series, first, end, node, pieces)]


def _found(series: Series, offset: int, end: int, node: Node, pieces: Sequence[Piece]) -> Stretch:
    """Return the stretch of a series, which begins with its first item, or with the head of the table above it."""
    start = offset + series.items[0].line.index
    above = next((index for index in range(start - 1, offset - 1, -1) if pieces[index].kind != "rule"), None)
    if above is not None and pieces[above].is_head:
        start = above
    named = NAMES[series.kind].search(node.title) is not None
    return Stretch(start, end, series, offset, named, node.first, None if node.is_marked else node.first)


def _changes(series: Series, size: int) -> bool:
    """Tell whether the form may change inside of a stretch.

    Much stands before the first item, or the last one has more below it than any other, or another one far more.
    """
    places = [item.line.index for item in series.items]
    *gaps, last = (after - before for before, after in pairwise([*places, size]))
    widest = max(gaps)
    return places[0] > SHORT or last > max(SHORT, widest) or widest > max(NEAR, FAR * sorted([*gaps, last])[-2])


def _may_be(series: Series, rules: Rules) -> bool:
    return not rules.levelled or (series.kind, series.form) != ("section", "line")


def _runs_through(series: Series, node: Node, end: int, rules: Rules) -> bool:
    """Tell whether items stand below most headings of a stretch, where they are not its headings.

    Numbered headings explain more than items that no heading names, so these do not go on behind such a heading.
    """
    places = [node.first + 1 + item.line.index for item in series.items]
    between = set(rules.headings(places[0], places[-1])).difference(places)
    if between and not NAMES[series.kind].search(node.title):
        return False
    children = [child for child in node.children if child.first < end]
    if series.form == "heading" or not children:
        return True
    held = sum(1 for child in children if any(child.first <= place < child.end for place in places))
    return held >= MOST_HEADINGS * len(children)


def _tree(pieces: Sequence[Piece], seen: OutlineSurvey, unmarked: Container[int], *, levelled: bool) -> Node:
    """Put the headings of a document below each other by their levels."""
    root = Node(-1, 0, "", len(pieces))
    path = [root]
    for index, level, title in _headings(pieces, seen, unmarked, levelled=levelled):
        while path[-1].level >= level:
            path.pop().end = index
        node = Node(index, level, title, len(pieces), is_marked=index not in unmarked)
        path[-1].children.append(node)
        path.append(node)
    return root


def _headings(
    pieces: Sequence[Piece], seen: OutlineSurvey, unmarked: Container[int], *, levelled: bool
) -> Iterator[tuple[int, int, str]]:
    """Yield index, level and words of what parts a document."""
    marked = any(piece.kind == "heading" for piece in pieces)
    for index, piece in enumerate(pieces):
        if index in seen.skip or piece.kind not in ("heading", "paragraph"):
            continue
        top = next((one for one in seen.starts.get(index, ()) if is_top(seen, one) and not one.offset), None)
        title = piece.value.replace("\n", " ")
        if piece.kind == "heading":
            yield index, piece.level, title
        elif top:
            yield index, UNMARKED if marked and levelled else 1, title
        elif begins_part(seen, pieces, index) or _is_empty_head(pieces, index) or index in unmarked:
            holds = index in unmarked or _holds_others(pieces, seen, index)
            yield index, (UNMARKED if marked else 1) + (not holds), title


def _holds_others(pieces: Sequence[Piece], seen: OutlineSurvey, index: int) -> bool:
    """Tell whether an unmarked heading is that of a part, below which other unmarked headings stand."""
    title = pieces[index].value.rstrip(":")
    if front_matter.APPENDIX.match(title) or front_matter.BACK_MATTER.fullmatch(title):
        return True
    return _is_empty_head(pieces, index) or (seen.contents is not None and seen.contents.lists(title))


def _is_empty_head(pieces: Sequence[Piece], index: int) -> bool:
    """Tell whether a bold line has nothing below it but another bold line, a heading or a table."""
    if "\n" in pieces[index].value or not is_title(pieces[index].value):
        return False
    below = next((piece for piece in pieces[index + 1 : index + 3] if piece.kind != "rule"), None)
    return pieces[index].bold and below is not None and (below.bold or below.kind in ("heading", "table"))

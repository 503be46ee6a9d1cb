"""What the whole of a numbered document tells: which numbers are headings, in which stretches they count anew.

Reads: a manuscript. Writes: an `OutlineSurvey`, by which `dialect.py` walks over the pieces.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from judge.reading import front_matter
from judge.reading.dialects.outline.marks import find_ladder, find_marks
from judge.reading.dialects.outline.number_sequence import STRONG, Candidate, heading_candidates, heaviest_chain
from judge.reading.dialects.outline.numbers import candidates
from judge.reading.dialects.outline.titles import has_run_in_title, has_title_above
from judge.reading.front_matter import ContentsList
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

OFTEN_BEGUN = 6
"""Lists have fewer members than this on the average; the rules of a chapter have more."""
MARKS = 100
LONGER, MOSTLY = 6, 0.75
"""Words of a rule that is long enough to have a title, and the share of such rules that have one where all do."""
FEW = 2
"""So many numbers of several levels may stand in a document that prints nothing but marks: editions, dates."""
ASCENDS = 0.05
"""Share of the numbers, by weight, that may fall out of the order of a document that counts through."""
FEWEST_DEEP, ASCENDING = 8, 0.9
"""So many numbers of several levels, and the share of them that ascends, where numbers of one level may be lists."""
LATE = 0.5
"""Share of the lines behind the first number, below which the numbers are those of appendices."""
HALF = 0.6
"""What share of the numbers lost stretches that count anew may lose, to be believed."""
LEAST_CAPITALS = 4
"""Letters of a heading in capitals; fewer are an abbreviation."""
QUESTION = re.compile(r"questions?|q\.?", re.IGNORECASE)
"""A word before the numbers of questions: what begins with another number in an answer cites it."""
DOTTED = re.compile(r"\d\.[^\W\d_]\b(?!\.\w\.)")
GLUED = re.compile(r"(?<=\.)\d{1,3}[^\W\d_]\b")


@dataclass(frozen=True, slots=True)
class OutlineSurvey:
    """A document seen as a whole."""

    contents: ContentsList | None
    skip: range
    """Indexes of the pieces of the contents list."""
    starts: dict[int, list[Candidate]]
    """The headings with a number or a mark, by the index of their piece."""
    counted_anew: frozenset[tuple[int, int]]
    """Piece and offset of the numbers that count anew below the heading above them."""
    dotted: bool
    """Whether the document cites `1.4.3.a`, and not `1.4.3a`."""

    bold: bool
    """Whether headings with a number are printed bold, as other headings then are as well."""
    capitals: bool
    """The same of capitals."""

    run_in: frozenset[int]
    """Levels whose rules begin with a title that ends with a full stop; marks count from 100."""
    above: frozenset[int]
    """Levels whose rules begin with a title in a line of its own."""
    titles: frozenset[int]
    """Lines of the titles of parts that nothing marks."""
    ladder: bool
    """Whether the document prints nothing but marks, so that the outermost stand for themselves."""
    counts_through: bool
    """Whether chapters `3.` count on from `Part One` to `Part Two`, so that there are two series side by side."""

    @property
    def headings(self) -> int:
        """How many numbered headings there are."""
        return sum(len(found) for found in self.starts.values())


def survey(manuscript: Manuscript) -> OutlineSurvey:
    """Look over a document."""
    contents = manuscript.once(front_matter.find_contents)
    skip = range(contents.first, contents.end) if contents else range(0)
    pieces = manuscript.pieces
    found = candidates(pieces, skip)
    worded = [one for one in found if one.word]
    bare = [one for one in found if not one.word]
    asked = sum(1 for one in worded if QUESTION.fullmatch(one.word))
    if 2 * asked > len(worded) and asked > len(bare):
        bare = []
    behind_words = _by_word(bare, worded) if _counts_from_words(bare, worded) else None
    chosen, anew = _in_stretches(behind_words or _stretches(_without_lists(bare, pieces), worded, pieces), pieces)
    chosen = sorted((*chosen, *worded), key=lambda one: (one.piece, one.offset))
    several = sum(1 for one in chosen if len(one.key) > 1) > FEW
    ladder = [] if several else find_ladder(pieces, skip)
    if worded and ladder and (worded[0].piece, worded[0].offset) < (ladder[-1].piece, ladder[-1].offset):
        ladder = []
    is_ladder = len(ladder) > len(chosen) - len(worded)
    if is_ladder:
        chosen = worded
    marks = ladder if is_ladder else find_marks(pieces, chosen, skip)
    starts: dict[int, list[Candidate]] = {}
    for one in sorted((*chosen, *marks), key=lambda one: (one.piece, one.offset)):
        starts.setdefault(one.piece, []).append(one)
    text = " ".join(piece.value for piece in pieces) if marks else ""
    dotted = len(DOTTED.findall(text)) > len(GLUED.findall(text))
    tops = [
        pieces[one.piece]
        for one in (*chosen, *marks)
        if one.word or (one.depth == 1 if is_ladder else not one.depth and len(one.key) == 1)
    ]
    bold = sum(1 for piece in tops if piece.bold)
    capitals = sum(1 for piece in tops if piece.value.isupper())
    run_in, above = _titled_levels(starts, pieces)
    return OutlineSurvey(
        contents,
        skip,
        starts,
        frozenset(anew),
        dotted,
        bold=2 * bold > len(tops) > 1,
        capitals=2 * capitals > len(tops) > 1,
        run_in=run_in,
        above=above,
        titles=manuscript.titles,
        ladder=is_ladder,
        counts_through=bool(worded) and not is_ladder and _count_through(chosen),
    )


def likeness(manuscript: Manuscript) -> float:
    """Return how much the text looks like numbered rules, from 0 to 1: the share of it that has a number.

    Where the first number stands in the second half of a text, the numbers are those of its appendices, and count by
    their share of it.
    """
    seen = manuscript.once(survey)
    starts = sum(1 for found in seen.starts.values() for one in found if seen.ladder or not one.depth)
    if starts < 2:
        return 0.0
    first = seen.starts[min(seen.starts)][0]
    lines = len(manuscript.source.lines)
    behind = (lines - manuscript.pieces[first.piece].text.cut(first.offset).first) / lines
    return min(1.0, 2 * seen.headings / len(manuscript.pieces)) * (1.0 if behind >= LATE else behind)


def _count_through(chosen: Sequence[Candidate]) -> bool:
    """Tell whether numbers of one level with a word before them and without one both ascend."""
    single = [one for one in chosen if len(one.key) == 1]
    bare = [one.key for one in single if not one.word]
    return len(bare) > FEW and all(before < after for before, after in pairwise(bare)) and len(single) > len(bare)


def level_of(one: Candidate) -> int:
    """Return the level of a number for what is decided level by level."""
    return MARKS + one.depth if one.depth else len(one.key)


def _titled_levels(
    starts: Mapping[int, Sequence[Candidate]], pieces: Sequence[Piece]
) -> tuple[frozenset[int], frozenset[int]]:
    """Find the levels most of whose longer rules begin with a title and a stop, and with one in a line of its own."""
    longer: Counter[int] = Counter()
    run_in: Counter[int] = Counter()
    above: Counter[int] = Counter()
    for index, found in starts.items():
        if pieces[index].kind == "heading":
            continue
        ends = [one.offset for one in found[1:]] + [len(pieces[index].value)]
        for one, end in zip(found, ends, strict=True):
            text = pieces[index].text.cut(one.rest, end)
            if front_matter.word_count(text.value) > LONGER:
                lines = "\n".join(line.value for line in text.by_line())
                level = level_of(one)
                longer[level] += 1
                run_in[level] += has_run_in_title(lines)
                above[level] += has_title_above(lines)
    return _most(run_in, longer), _most(above, longer)


def _most(titled: Counter[int], longer: Counter[int]) -> frozenset[int]:
    return frozenset(level for level in longer if longer[level] > FEW and titled[level] >= MOSTLY * longer[level])


def is_top(seen: OutlineSurvey, one: Candidate) -> bool:
    """Tell whether a number is of the outermost level."""
    return one.depth == 1 if seen.ladder else not one.depth and (len(one.key) == 1 or bool(one.word))


def begins_part(seen: OutlineSurvey, pieces: Sequence[Piece], index: int) -> bool:
    """Tell whether a piece without a number is the heading of a part, an appendix, a glossary or an index."""
    piece = pieces[index]
    text = piece.value
    if front_matter.is_two_line_appendix(text):
        return piece.kind in ("heading", "paragraph")
    if piece.kind not in ("heading", "paragraph") or "\n" in text.strip() or not front_matter.is_title(text):
        return False
    if front_matter.APPENDIX.match(text) or front_matter.BACK_MATTER.fullmatch(text.rstrip(":")):
        return True
    if piece.text.first in seen.titles:
        return True
    if seen.contents and seen.contents.lists(text):
        return True
    if index and ((seen.bold and piece.bold) or (seen.capitals and text.isupper() and len(text) >= LEAST_CAPITALS)):
        return True
    return piece.kind == "heading" and index > 0


def _without_lists(found: list[Candidate], pieces: Sequence[Piece]) -> list[Candidate]:
    """Leave out numbers of one level that fall out of the order of a document with more levels: they count lists.

    If most numbers of one look, as `1)`, do so, all of that look count lists.
    """
    deep = {n for n, one in enumerate(found) if len(one.key) > 1}
    chained = heaviest_chain(found)
    if 2 * len(deep) < len(found) and (len(deep) < FEWEST_DEEP or len(deep & chained) < ASCENDING * len(deep)):
        return found
    single = [n for n, one in enumerate(found) if len(one.key) == 1]
    looks = Counter(_look_of(found[n], pieces) for n in single)
    kept = Counter(_look_of(found[n], pieces) for n in single if n in chained)
    lists = {look for look in looks if 2 * kept[look] < looks[look]}
    return [
        one for n, one in enumerate(found) if len(one.key) > 1 or (n in chained and _look_of(one, pieces) not in lists)
    ]


def _look_of(one: Candidate, pieces: Sequence[Piece]) -> str:
    """Return what stands around a number: `#)` of `1)`."""
    return pieces[one.piece].value[one.offset : one.rest].strip().replace(one.number, "#", 1)


def _stretches(
    found: Sequence[Candidate], worded: Sequence[Candidate], pieces: Sequence[Piece]
) -> list[list[Candidate]]:
    """Group the numbers that count on together: all of them, or those of one level below one heading."""
    whole = [list(found)]
    cost = _lost(whole)
    if cost <= ASCENDS * sum(one.weight for one in found if one.weight >= STRONG):
        return whole
    best = min((_by_level(found, pieces), _by_word(found, worded)), key=_lost)
    return best if _lost(best) <= HALF * cost else whole


def _counts_from_words(found: Sequence[Candidate], worded: Sequence[Candidate]) -> bool:
    """Tell whether the numbers begin with 1 again behind most headings that a word announces."""
    groups = [group for group in _by_word(found, worded)[1:] if group]
    return len(groups) > 1 and 2 * sum(group[0].key == ((1, ""),) for group in groups) > len(groups)


def _by_level(found: Sequence[Candidate], pieces: Sequence[Piece]) -> list[list[Candidate]]:
    """Group numbers by the heading above them: of a heading that of a higher level, else the last."""
    above: list[int] = []
    groups: dict[tuple[int, ...], list[Candidate]] = {}
    position = 0
    for one in found:
        for index in range(position, one.piece + 1):
            piece = pieces[index]
            if piece.kind == "heading":
                while above and pieces[above[-1]].level >= piece.level:
                    above.pop()
                above.append(index)
        position = one.piece + 1
        around = above[:-1] if above and above[-1] == one.piece else above
        groups.setdefault(tuple(around), []).append(one)
    return list(groups.values())


def _by_word(found: Sequence[Candidate], worded: Sequence[Candidate]) -> list[list[Candidate]]:
    """Group the numbers behind each heading that a word announces, `Chapter 2`."""
    breaks = [(one.piece, one.offset) for one in worded]
    groups: list[list[Candidate]] = [[] for _ in range(len(breaks) + 1)]
    for one in found:
        groups[bisect_right(breaks, (one.piece, one.offset))].append(one)
    return groups


def _lost(groups: Iterable[Sequence[Candidate]]) -> float:
    """Weigh the numbers that fall out of the order of their group, though they look like headings."""
    return sum(
        one.weight
        for group in groups
        for chained in [heaviest_chain(group) if group else set()]
        for n, one in enumerate(group)
        if n not in chained and one.weight >= STRONG
    )


def _in_stretches(
    groups: Sequence[Sequence[Candidate]], pieces: Sequence[Piece]
) -> tuple[list[Candidate], set[tuple[int, int]]]:
    """Choose the headings, and say which of them count anew below the heading above.

    Numbers of one level that begin again and again below one heading are those of lists, but for bold lines among them.
    """
    if len(groups) > 1:
        bold = [[one for one in group if pieces[one.piece].bold] for group in groups]
        groups = [lines if _is_of_lists(group) else group for group, lines in zip(groups, bold, strict=True)]
        groups = [group for group in groups if not _is_of_lists(group)]
    chosen = [heading_candidates(group) for group in groups if group]
    anew = {(one.piece, one.offset) for group in chosen for one in group} if len(groups) > 1 else set()
    return sorted((one for group in chosen for one in group), key=lambda one: (one.piece, one.offset)), anew


def _is_of_lists(group: Sequence[Candidate]) -> bool:
    """Tell whether most numbers of a stretch have one level, and many begin again with 1."""
    single = [one for one in group if len(one.key) == 1]
    begun = sum(1 for one in single if one.key == ((1, ""),))
    return 2 * len(single) > len(group) and begun > 1 and begun * OFTEN_BEGUN > len(single)

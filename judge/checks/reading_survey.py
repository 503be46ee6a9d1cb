"""How a document was read: its parts with their entries, entries that are far too long, lines that look like headings.

Reads: the parts of a reading, the entries, the source's lines. Writes: a `ReadingSurvey`, from which
`judge.checks.reading_doubts` tells which patterns failed as a whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from judge.checks.heading_like import find_heading_like
from judge.core.model import Entry, ReadingReport, ReadPart
from judge.reading.front_matter import Listed
from judge.reading.grammar.account import Part
from judge.reading.grammar.kinds import GIANT

LONG = 2000
"""Characters of the shortest entry that is called long."""
TIMES_MEDIAN, TIMES_MOST = 8, 3
"""So many times longer than the middle entry, and than nine in ten, is one that is far longer than the others."""
MANY = 50
"""Entries of a document in which the longest tenth says how long an entry may be."""
GIANT_LENGTH, GIANT_TIMES, FEWEST = 800, 6, 3
"""Characters of the smallest giant, how many times longer than the middle entry it is, and the fewest entries."""
LISTED, LINES = 5, 50
"""How many of the longest entries, and of the lines that look like headings, a report names."""


@dataclass(frozen=True, slots=True)
class ReadingSurvey:
    """A reading, seen as a whole."""

    parts: tuple[ReadPart, ...]
    entries: Sequence[Entry]
    sizes: dict[str, int]
    """Characters of the texts of each entry that is not an index."""
    heading_like: dict[str, list[int]]
    """Source lines in the texts of entries that look like headings, by the entry's id."""
    contents: Sequence[Listed]
    """What the document's own contents list has."""

    def report(self) -> ReadingReport:
        """Return what is kept of it; the doubts come later."""
        lines = sorted(line for found in self.heading_like.values() for line in found)
        return ReadingReport(self.parts, tuple(self._longest()), tuple(islice(lines, LINES)))

    def giant(self) -> Entry | None:
        """Return the entry that holds more than a quarter of the document and is far longer than the others."""
        sizes = sorted(size for size in self.sizes.values() if size)
        if len(sizes) < FEWEST:
            return None
        id = max(self.sizes, key=self.sizes.__getitem__)
        size, median = self.sizes[id], sizes[(len(sizes) - 1) // 2]
        if size <= GIANT * sum(sizes) or size < max(GIANT_LENGTH, GIANT_TIMES * median):
            return None
        return next(entry for entry in self.entries if entry.id == id)

    def _longest(self) -> list[str]:
        """Return the entries that are far longer than the others, the longest first."""
        ordered = sorted(size for size in self.sizes.values() if size)
        if not ordered:
            return []
        median, most = ordered[len(ordered) // 2], ordered[len(ordered) * 9 // 10]
        least = max(LONG, TIMES_MEDIAN * median, TIMES_MOST * most if len(ordered) > MANY else 0)
        giant = self.giant()
        found = [id for id, size in self.sizes.items() if size >= least or (giant and id == giant.id)]
        return sorted(found, key=lambda id: -self.sizes[id])[:LISTED]


def survey_reading(
    parts: Iterable[Part], entries: Sequence[Entry], lines: Sequence[str], contents: Sequence[Listed]
) -> ReadingSurvey:
    """Look over a reading.

    Args:
        parts: what was read how.
        entries: what came of it, in source order.
        lines: the document's lines after repair.
        contents: what its own contents list has.
    """
    sizes = {entry.id: sum(len(block.text) for block in entry.blocks) for entry in entries if entry.kind != "index"}
    return ReadingSurvey(
        tuple(_with_entries(list(parts), entries)), entries, sizes, find_heading_like(entries, lines), contents
    )


def _with_entries(parts: Sequence[Part], entries: Sequence[Entry]) -> list[ReadPart]:
    """Return parts that stand one behind the other, with how many entries begin in each; those without are left out."""
    begins = sorted({line for part in parts for line in (part.lines[0], part.lines[1] + 1)})
    waiting = deque(sorted(parts, key=lambda part: part.lines))
    around: list[Part] = []
    stretches: list[tuple[Part, int, int]] = []
    for first, after in pairwise(begins):
        while waiting and waiting[0].lines[0] <= first:
            around.append(waiting.popleft())
        around = [part for part in around if part.lines[1] >= first]
        if around:
            innermost = min(around, key=lambda part: part.lines[1] - part.lines[0])
            stretches.append((innermost, first, after - 1))
    starts = [first for _, first, _ in stretches]
    places = (bisect_right(starts, entry.lines[0][0]) - 1 for entry in entries)
    counted = Counter(max(place, 0) for place in places)
    return [
        ReadPart(part.dialect, (first, last), counted[place], part.why)
        for place, (part, first, last) in enumerate(stretches)
        if counted[place]
    ]

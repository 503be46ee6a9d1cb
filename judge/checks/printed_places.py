"""Where in the lines of their file references are printed.

    4.2 Draws. HR 4.2 replaces …      the reference is in column 15; column 1 has the number of the rule itself

A text knows the line of each of its parts, and nothing of the mark-up between its words. So a reference is looked for
in its line after the heading of its entry and after the references before it, signs of mark-up left out on both sides;
of several places it is that with the same words around it. A heading may be printed in several lines.

Reads: references, their entries, the lines of the file. Writes: the same references with `column` and `length`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from judge.core.likeness import length_of_common_start
from judge.core.model import Entry, FoundReference, replace
from judge.reading.readers.markup import TAG
from judge.reading.text.rich_text import OFFSET, lines_of

MARKUP = frozenset(" *_~`\\[]()<>")
"""Signs that a text may lack and its line may have, or the other way round."""
AROUND = 60
"""Characters on each side of a reference that are compared."""
MOST_PLACES = 16
"""Places of a line that are compared."""
LONGEST = 200_000
"""Characters of a line; a longer one is a whole file of records, in which a column helps nobody. Half or double changes
nothing in the five documents."""


def with_columns(
    references: Iterable[FoundReference], entries: Iterable[Entry], printed: Sequence[str]
) -> Iterator[FoundReference]:
    """Yield references with their places in their lines.

    Args:
        references: in the order of the text.
        entries: those that they are in.
        printed: the lines of the file.
    """
    by_id = {entry.id: entry for entry in entries}
    lines: dict[int, _Line] = {}
    for reference in references:
        entry = by_id[reference.source]
        found = reference
        for number in (reference.line,) if reference.block is not None else lines_of(entry.lines):
            if number not in lines:
                line = printed[number - 1] if 0 < number <= len(printed) else ""
                lines[number] = _Line(line if len(line) <= LONGEST else "")
            found = found if found.length else lines[number].placed(replace(reference, line=number), entry)
        yield found if found.length else reference


class _Line:
    """A line of the file, with how much of it has been passed."""

    def __init__(self, printed: str) -> None:
        self.printed = printed
        self.places, self.signs = _signs(TAG.sub(lambda tag: " " * len(tag[0]), printed))
        self.begun = self.passed = 0
        """Where the last reference begins and ends; a range begins where its first number does."""
        self.headings: set[str] = set()
        """Ids of the entries whose headings have been passed."""

    def placed(self, reference: FoundReference, entry: Entry) -> FoundReference:
        """Return a reference of this line with its place, if it is found."""
        if reference.block is not None:
            self._pass_heading(entry, reference.line)
        before, at, after = (_signs(part)[1] for part in _parts(reference, entry))
        start = self._find(before, at, after, self.begun if reference.in_range else self.passed)
        if start < 0:
            return reference
        if not reference.in_range:
            self.begun, self.passed = start, start + len(at)
        first, end = self.places[start], self.places[start + len(at) - 1] + 1
        own = _signs(reference.text)[0]
        opening, closing = reference.text[: own[0]], reference.text[own[-1] + 1 :]
        if self.printed.endswith(opening, 0, first):
            first -= len(opening)
        if self.printed.startswith(closing, end):
            end += len(closing)
        return replace(reference, column=first + 1, length=end - first)

    def _pass_heading(self, entry: Entry, line: int) -> None:
        """Go on after the heading of an entry, if it is in this line."""
        if entry.id in self.headings or not any(first <= line <= last for first, last in entry.lines):
            return
        self.headings.add(entry.id)
        for part in (entry.number, entry.title):
            _, signs = _signs(part or "")
            found = self.signs.find(signs, self.passed)
            self.passed = found + len(signs) if found >= 0 else self.passed

    def _find(self, before: str, at: str, after: str, first: int) -> int:
        """Return where signs are among those of the line, from a place on if they are there, or -1."""

        def fits(place: int) -> int:
            end = place + len(at)
            begin = max(place - len(before), 0)
            ahead = length_of_common_start(self.signs[end : end + len(after)], after)
            return ahead + length_of_common_start(self.signs[begin:place][::-1], before[::-1])

        found = list(islice(self._places_of(at, first), MOST_PLACES))
        found = found or list(islice(self._places_of(at, 0), MOST_PLACES))
        return max(found, key=fits, default=-1) if len(found) != 1 else found[0]

    def _places_of(self, signs: str, start: int) -> Iterator[int]:
        """Yield where signs are among those of the line, from a place on."""
        while signs and (start := self.signs.find(signs, start)) >= 0:
            yield start
            start += 1


def _signs(text: str) -> tuple[Sequence[int], str]:
    """Return where the signs of a text are that its line has as well, and these signs."""
    places = [index for index, sign in enumerate(text) if sign not in MARKUP and sign.isprintable()]
    return places, "".join([text[index] for index in places])


def _parts(reference: FoundReference, entry: Entry) -> tuple[str, str, str]:
    """Return what is before a reference in its line, what of it is in that line, and what is after it."""
    start, end = reference.start, reference.end
    if reference.block is None:
        text, low, high = entry.title or "", 0, len(entry.title or "")
    else:
        block = entry.blocks[reference.block]
        index = bisect_right(block.places, start, key=OFFSET)
        text, low = block.text, block.places[index - 1].offset if index else 0
        high = block.places[index].offset if index < len(block.places) else len(text)
    end = min(end, high)
    return text[max(low, start - AROUND) : start], text[start:end], text[end : min(high, end + AROUND)]

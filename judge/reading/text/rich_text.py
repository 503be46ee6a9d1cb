"""Text with its emphasis, its links and the way back to the source lines.

A `Text` is cut, trimmed and joined by the dialects as they put paragraphs together; marks and line numbers follow.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from msgspec import Struct

from judge.core.model import Block, Lines, Link, Mark, Place

Spot = TypeVar("Spot", Mark, Link)
BLANKS = re.compile(r"\s+")
OFFSET = attrgetter("offset")
WIDE = re.compile(r"[\u3001-\u30ff\u3400-\u9fff\uff01-\uff5e]")
"""A sign of Chinese or Japanese, which are written without blanks."""
UNSPACED = re.compile(rf"(?<={WIDE.pattern})\n(?={WIDE.pattern})")
"""The end of a line inside such a text."""
INSIDE_WORD = re.compile(r"\w\w+")
HARD_BREAK = re.compile("\n")


class Text(Struct, frozen=True):
    """A plain string and what is beside it; offsets are code points of `value`."""

    value: str
    places: tuple[Place, ...]
    """Ascending by offset; the first is at offset 0."""
    marks: tuple[Mark, ...] = ()
    links: tuple[Link, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether there is anything but blanks."""
        return bool(self.value.strip())

    @property
    def first(self) -> int:
        """The source line of the first code point."""
        return self.places[0].line

    @property
    def last(self) -> int:
        """The source line of the last code point."""
        return self.places[-1].line

    @property
    def lines(self) -> Lines:
        """The source lines as spans of neighbours."""
        return spans(place.line for place in self.places)

    def keep(self, start: int, stop: int) -> Text:
        """Return the part from start to stop as it is; an empty part keeps one place."""
        if len(self.places) == 1:
            return Text(
                self.value[start:stop], self.places, _cut(self.marks, start, stop), _cut(self.links, start, stop)
            )
        first = max(bisect_right(self.places, start, key=OFFSET) - 1, 0)
        inside = self.places[first + 1 : bisect_left(self.places, stop, key=OFFSET)]
        places = (Place(0, self.places[first].line), *(Place(at - start, line) for at, line in inside))
        return Text(self.value[start:stop], places, _cut(self.marks, start, stop), _cut(self.links, start, stop))

    def cut(self, start: int, end: int | None = None) -> Text:
        """Return the part from start to end without blanks at its ends."""
        stop = len(self.value) if end is None else end
        part = self.value[start:stop]
        bare = part.lstrip()
        begin = start + len(part) - len(bare)
        behind = begin + len(bare.rstrip())
        whole = not begin and behind == len(self.value) and len(self.places) == 1
        return self if whole else self.keep(begin, behind)

    def flow(self) -> Text:
        """Return the text with its hard line breaks as blanks, as a paragraph is read."""
        if "\n" not in self.value:
            return self
        if UNSPACED.search(self.value):
            ends = [0, *(found.end() for found in UNSPACED.finditer(self.value)), len(self.value)]
            return join([self.cut(start, end) for start, end in pairwise(ends)]).flow()
        return Text(self.value.replace("\n", " "), self.places, self.marks, self.links)

    def hard_lines(self) -> list[Text]:
        """Return the parts between hard line breaks; empty ones are left out."""
        ends = [-1, *(found.start() for found in HARD_BREAK.finditer(self.value)), len(self.value)]
        return [part for start, end in pairwise(ends) if (part := self.cut(start + 1, end))]

    def by_line(self) -> Iterator[Text]:
        """Yield the parts that are in one source line each; a word that two lines share stays with the first."""
        if len(self.places) == 1:
            if self.value:
                yield self.cut(0)
            return
        offsets = [*map(self._behind_word, map(OFFSET, self.places)), len(self.value)]
        for start, end in pairwise(offsets):
            if start < end:
                yield self.cut(start, end)

    def _behind_word(self, offset: int) -> int:
        """Return the end of the word that an offset is inside of, or the offset."""
        inside = INSIDE_WORD.match(self.value, offset - 1) if offset else None
        return inside.end() if inside and not WIDE.match(self.value, offset) else offset


def text_of(block: Block) -> Text:
    """Return the text of a block; one that a plug-in made may not know its places."""
    lines = (first for first, _ in block.lines)
    return Text(block.text, block.places or (Place(0, next(lines, 0)),), block.marks, block.links)


def plain(value: str, line: int) -> Text:
    """Return a text of one source line, blanks at its ends removed and runs of blanks inside folded."""
    return Text(BLANKS.sub(" ", value).strip(), (Place(0, line),))


def join(parts: Iterable[Text], glue: str = " ") -> Text:
    """Put texts after each other with `glue` between them; of an empty one only the source line is kept.

    Scripts that are written without blanks get none.
    """
    parts = list(parts)
    if len(parts) == 1:
        return parts[0]
    value: list[str] = []
    places: list[Place] = []
    marks: list[Mark] = []
    links: list[Link] = []
    length = 0
    for part in parts:
        if part.value and length and not (glue == " " and WIDE.match(value[-1][-1:]) and WIDE.match(part.value)):
            value.append(glue)
            length += len(glue)
        places += (Place(offset + length, line) for offset, line in part.places)
        marks += (Mark(start + length, end + length, kind) for start, end, kind in part.marks)
        links += (Link(start + length, end + length, href) for start, end, href in part.links)
        value.append(part.value)
        length += len(part.value)
    return Text("".join(value), tuple(places), tuple(marks), tuple(links))


def line_at(places: tuple[Place, ...], offset: int) -> int:
    """Return the source line of an offset among ascending places."""
    index = bisect_right(places, offset, key=OFFSET) - 1
    return places[max(index, 0)].line


def lines_of(spans: Lines) -> Iterator[int]:
    """Yield each line number of spans."""
    for first, last in spans:
        yield from range(first, last + 1)


def spans(numbers: Iterable[int]) -> Lines:
    """Fold line numbers into spans of neighbours, in ascending order."""
    found: list[tuple[int, int]] = []
    different = set(numbers)
    for number in sorted(different) if len(different) > 1 else different:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def _cut(spots: tuple[Spot, ...], begin: int, stop: int) -> tuple[Spot, ...]:
    """Keep the spots inside a part, trimmed to it and counted from its beginning."""
    kept = []
    for start, end, what in spots:
        low, high = max(start, begin), min(end, stop)
        if low < high:
            kept.append(spots[0].__class__(low - begin, high - begin, what))
    return tuple(kept)


def is_bold(text: Text) -> bool:
    """Tell whether every word is inside strong emphasis; blanks and commas between two bold runs do not count."""
    position = 0
    for start, end, kind in text.marks:
        if kind == "strong":
            if any(char.isalnum() for char in text.value[position:start]):
                return False
            position = max(position, end)
    return position > 0 and not any(char.isalnum() for char in text.value[position:])

"""Passages of a file: what belongs together, joined into one text, with the way back to the file.

Prose is cut at empty lines and where a line begins something of its own: a bullet, a heading, an answer to choose, a
row of a table, what another person says.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

LONGEST_LINE = 100_000
"""Characters of a line beyond which it is data and not read."""
LONGEST_PASSAGE = 8_000
"""Characters beyond which a passage ends at the next line."""
SPEAKER = r"[^\W\d][\w .'-]{0,24}:\s|<[\w .-]{1,24}>\s"
ITEM = r"[-*+•|]\s|\#{1,6}\s|\(?[A-Za-z\d]{1,2}[.)]\s|\||\d{1,4}(?:\.\w{1,4}){1,9}[.:]?(?:\s|$)"
OWN_LINE = re.compile(rf"\s{{0,40}}(?:{ITEM}|{SPEAKER})")
"""How a line begins that does not continue the one before."""
OPEN_END = re.compile(
    r"(?:\b(?:see|rules?|sections?|sec\.?|chapters?|in|of|by|to|and|or|under|from|[A-Z]{2,4})|[§,(#])\s*$"
)
"""How a line ends whose number stands in the next."""
DIGIT = re.compile(r"\d")
LINE = re.compile(r"(?P<text>[^\r\n]*)(?:\r\n|[\r\n]|$)")
QUOTED = re.compile(r"\s{0,40}(?:>\s?){1,4}")


class Line(NamedTuple):
    """A line of a text."""

    origin: int
    """Where it begins in the file."""
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that is read as one."""

    text: str
    origins: tuple[tuple[int, int], ...]
    """From this offset of the text on, it stands at that offset of the file; ascending, the first at 0."""
    place: str = "text"
    """What it is in its file: `text`, `comment`, `string` or `record`."""

    def origin(self, offset: int) -> int:
        """Return where an offset of the text is in the file."""
        at, origin = self.origins[max(bisect_right(self.origins, offset, key=lambda one: one[0]) - 1, 0)]
        return origin + offset - at


class Builder:
    """Joins stretches of a file into passages."""

    def __init__(self, place: str = "text") -> None:
        """Begin with nothing."""
        self._place = place
        self._parts: list[str] = []
        self._origins: list[tuple[int, int]] = []
        self.length = 0

    def add(self, origin: int, text: str) -> None:
        """Add a stretch that stands at an offset of the file, as it is to be read."""
        if text:
            self._origins.append((self.length, origin))
            self._parts.append(text)
            self.length += len(text)

    def finished(self) -> Iterator[Passage]:
        """Yield what was added, if it has a digit, and begin anew."""
        text = "".join(self._parts)
        if DIGIT.search(text):
            yield Passage(text, tuple(self._origins), self._place)
        self._parts, self._origins, self.length = [], [], 0


def lines_of(text: str, start: int = 0, end: int | None = None) -> Iterator[Line]:
    """Yield the lines of a stretch of a file, without their ends; one that is data and not text counts as empty."""
    for match in LINE.finditer(text, start, len(text) if end is None else end):
        yield Line(match.start(), match["text"] if match.end() - match.start() <= LONGEST_LINE else "")


def paragraphs(lines: Iterable[Line], place: str = "text") -> Iterator[Passage]:
    """Yield the passages of prose."""
    builder = Builder(place)
    open_end = False
    for line in lines:
        quoted = QUOTED.match(line.text)
        skipped = quoted.end() if quoted else 0
        text = line.text[skipped:]
        if not text.strip():
            yield from builder.finished()
            continue
        if builder.length and (builder.length > LONGEST_PASSAGE or (OWN_LINE.match(text) and not open_end)):
            yield from builder.finished()
        if builder.length:
            builder.add(line.origin - 1, " ")
        builder.add(line.origin + skipped, text)
        open_end = bool(OPEN_END.search(text[-12:]))
    yield from builder.finished()


def single_lines(lines: Iterable[Line], place: str = "text") -> Iterator[Passage]:
    """Yield each line as a passage of its own."""
    builder = Builder(place)
    for line in lines:
        builder.add(line.origin, line.text)
        yield from builder.finished()

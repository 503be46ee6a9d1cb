"""Values with the lines of the file in which they stand, whatever notation they are written in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a value's text."""

    text: str
    number: int
    """Of the line of the file."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, a number or nothing."""

    lines: tuple[Line, ...]
    is_text: bool = True
    """Else it is a number, true, false or nothing."""

    @property
    def value(self) -> str:
        """The whole text."""
        return "\n".join(line.text for line in self.lines)

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.lines[0].number


@dataclass(slots=True)
class Several:
    """A list."""

    line: int
    items: list[Value] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """Names with their values, in the order of the file."""

    line: int
    fields: list[tuple[Scalar, Value]] = field(default_factory=list)

    def get(self, name: str) -> Value | None:
        """Return the value of a name, the last if it comes twice."""
        return next((value for key, value in reversed(self.fields) if key.value == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(key.value for key, _ in self.fields)


Value = Scalar | Several | Record
DEEPEST = 100
"""Values inside of each other; a file that is nested deeper is refused."""
MOST = 1_000_000
"""Values of the largest file; one that has more, or whose references to itself make more, is refused."""


def text_value(text: str, line: int) -> Scalar:
    """Return a text that stands in one line of the file."""
    return Scalar(tuple(Line(part, line) for part in text.split("\n")))

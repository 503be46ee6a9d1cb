"""JSON and JSON Lines to values with their lines; the standard library's parser forgets where a value stood."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import cast

from judge.core.errors import SourceError
from judge.reading.readers.formats.records.values import DEEPEST, MOST, Record, Scalar, Several, Value, text_value

BLANKS = re.compile(r"[ \t\r\n]*")
BARE = re.compile(r"-?\d[\d.eE+-]*|true|false|null|NaN|-?Infinity")
SCAN = cast(Callable[[str, int, bool], tuple[str, int]], scanstring)


def read_json(text: str) -> Value:
    """Read a JSON text.

    Raises:
        SourceError: it is not JSON, or nested too deep.
    """
    reader = _Reader(text)
    value, position = reader.value(reader.behind(0), 0)
    if reader.behind(position) < len(text):
        raise reader.error(position, "something stands behind the end")
    return value


def read_json_lines(text: str) -> Value:
    """Read JSON texts one behind the other, as a list.

    Raises:
        SourceError: one is not JSON.
    """
    reader = _Reader(text)
    found = Several(1)
    position = reader.behind(0)
    while position < len(text):
        value, position = reader.value(position, 0)
        found.items.append(value)
        position = reader.behind(position)
    return found


class _Reader:
    """Reads values of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends = [found.start() for found in re.finditer("\n", text)]
        self.count = 0

    def line(self, position: int) -> int:
        return bisect_right(self.ends, position - 1) + 1

    def behind(self, position: int) -> int:
        """Return where blanks end."""
        found = BLANKS.match(self.text, position)
        return found.end() if found else position

    def error(self, position: int, what: str) -> SourceError:
        return SourceError(f"is not valid JSON: {what} in line {self.line(min(position, len(self.text)))}")

    def value(self, position: int, depth: int) -> tuple[Value, int]:
        """Read the value at a position, and return where it ends."""
        self.count += 1
        if depth > DEEPEST:
            raise SourceError(f"is nested too deep, in line {self.line(position)}")
        if self.count > MOST:
            raise SourceError(f"holds more than {MOST:,} values; split it")
        sign = self.text[position : position + 1]
        if sign == '"':
            found, end = self.string(position)
            return text_value(found, self.line(position)), end
        if sign == "{":
            return self.record(position, depth)
        if sign == "[":
            return self.list(position, depth)
        bare = BARE.match(self.text, position)
        if not bare:
            raise self.error(position, "the text breaks off" if not sign else f"“{sign}” begins no value")
        shown = "" if bare.group() == "null" else bare.group()
        return Scalar(text_value(shown, self.line(position)).lines, is_text=False), bare.end()

    def string(self, position: int) -> tuple[str, int]:
        try:
            return SCAN(self.text, position + 1, False)
        except JSONDecodeError as error:
            raise self.error(error.pos, error.msg[:1].lower() + error.msg[1:]) from error

    def record(self, position: int, depth: int) -> tuple[Record, int]:
        found = Record(self.line(position))
        position = self.behind(position + 1)
        while self.text[position : position + 1] != "}":
            if self.text[position : position + 1] != '"':
                raise self.error(position, "a name is missing")
            name, end = self.string(position)
            key = text_value(name, self.line(position))
            position = self.behind(end)
            if self.text[position : position + 1] != ":":
                raise self.error(position, f"the value of “{name[:40]}” is missing")
            value, end = self.value(self.behind(position + 1), depth + 1)
            found.fields.append((key, value))
            position = self.next(end, "}")
        return found, position + 1

    def list(self, position: int, depth: int) -> tuple[Several, int]:
        found = Several(self.line(position))
        position = self.behind(position + 1)
        while self.text[position : position + 1] != "]":
            value, end = self.value(position, depth + 1)
            found.items.append(value)
            position = self.next(end, "]")
        return found, position + 1

    def next(self, position: int, end: str) -> int:
        """Return where the next value begins, or the sign that ends all."""
        position = self.behind(position)
        sign = self.text[position : position + 1]
        if sign == ",":
            return self.behind(position + 1)
        if sign != end:
            raise self.error(position, "the text breaks off" if not sign else f"“{sign}” stands where a comma should")
        return position

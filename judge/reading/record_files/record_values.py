"""Values with the lines of the file that they are in, whatever notation they are written in."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import TYPE_CHECKING, NamedTuple, cast

from judge.core.errors import SourceError
from judge.version import missing_extra

if TYPE_CHECKING:
    from yaml.nodes import Node


class ValueLine(NamedTuple):
    """A line of a value's text."""

    text: str
    number: int
    """Of the line of the file."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, a number or nothing."""

    lines: tuple[ValueLine, ...]
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
    """Return a text in one line of the file."""
    return Scalar(tuple(ValueLine(part, line) for part in text.split("\n")))


BLANKS = re.compile(r"[ \t\r\n]*")
BARE = re.compile(r"-?\d[\d.eE+-]*|true|false|null|NaN|-?Infinity")
SCAN = cast(Callable[[str, int, bool], tuple[str, int]], scanstring)


def read_json(text: str) -> Value:
    """Read a JSON text.

    Raises:
        SourceError: it is not JSON, or nested too deep.
    """
    reader = _JsonReader(text)
    value, position = reader.value(reader.after_blanks(0), 0)
    if reader.after_blanks(position) < len(text):
        raise reader.error(position, "something is after the end")
    return value


def read_json_lines(text: str) -> Value:
    """Read JSON texts one after the other, as a list.

    Raises:
        SourceError: one is not JSON.
    """
    reader = _JsonReader(text)
    found = Several(1)
    position = reader.after_blanks(0)
    while position < len(text):
        value, position = reader.value(position, 0)
        found.items.append(value)
        position = reader.after_blanks(position)
    return found


class _JsonReader:
    """Reads values of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.ends = [found.start() for found in re.finditer("\n", text)]
        self.count = 0

    def line(self, position: int) -> int:
        return bisect_right(self.ends, position - 1) + 1

    def after_blanks(self, position: int) -> int:
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
        position = self.after_blanks(position + 1)
        while self.text[position : position + 1] != "}":
            if self.text[position : position + 1] != '"':
                raise self.error(position, "a name is missing")
            name, end = self.string(position)
            key = text_value(name, self.line(position))
            position = self.after_blanks(end)
            if self.text[position : position + 1] != ":":
                raise self.error(position, f"the value of “{name[:40]}” is missing")
            value, end = self.value(self.after_blanks(position + 1), depth + 1)
            found.fields.append((key, value))
            position = self.next(end, "}")
        return found, position + 1

    def list(self, position: int, depth: int) -> tuple[Several, int]:
        found = Several(self.line(position))
        position = self.after_blanks(position + 1)
        while self.text[position : position + 1] != "]":
            value, end = self.value(position, depth + 1)
            found.items.append(value)
            position = self.next(end, "]")
        return found, position + 1

    def next(self, position: int, end: str) -> int:
        """Return where the next value begins, or the sign that ends all."""
        position = self.after_blanks(position)
        sign = self.text[position : position + 1]
        if sign == ",":
            return self.after_blanks(position + 1)
        if sign != end:
            raise self.error(position, "the text breaks off" if not sign else f"“{sign}” is where a comma should")
        return position


DELIMITERS = ",;\t|"
LONGEST_CELL = 10_000_000


COLUMNS = 16_384
"""As many as a sheet of Excel has (Microsoft, "Excel specifications and limits")."""


def read_table(text: str, lines: Sequence[str]) -> Several:
    """Read rows of fields below a row of names.

    Raises:
        SourceError: it is not a table.
    """
    rows = list(_rows(lines, _delimiter(lines)))
    if len(rows) < 2:
        raise SourceError("is a table without rows; its first line must have the names of the columns")
    names = [name.strip() or f"column {number}" for number, name in enumerate(rows[0][1], 1)]
    if len(rows) * len(names) > MOST:
        raise SourceError(f"holds more than {MOST:,} values; split it")
    found = Several(1)
    for first, cells in rows[1:]:
        record, line = Record(first), first
        for name, cell in zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=False):
            parts = tuple(ValueLine(part, line + number) for number, part in enumerate(cell.split("\n")))
            record.fields.append((text_value(name, rows[0][0]), Scalar(parts)))
            line += cell.count("\n")
        found.items.append(record)
    return found


def _rows(lines: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold anything, each with its first line."""
    csv.field_size_limit(LONGEST_CELL)
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
    first = 1
    try:
        for row in rows:
            if len(row) > COLUMNS:
                raise SourceError(f"has more than {COLUMNS:,} columns; leave out those that say nothing of the rules")
            if any(cell.strip() for cell in row):
                yield first, [cell.rstrip("\n") for cell in row]
            first = rows.line_num + 1
    except csv.Error as error:
        raise SourceError(f"is not a valid table: {error} in line {rows.line_num}") from error


def _delimiter(lines: Sequence[str]) -> str:
    """Return what parts the cells: the sign that comes most often in the names of the columns."""
    head = next((line for line in lines if line.strip()), "")
    outside = "".join(part for number, part in enumerate(head.split('"')) if not number % 2)
    count = Counter(sign for sign in outside if sign in DELIMITERS)
    return max(DELIMITERS, key=lambda sign: count[sign])


MISSING = f"is YAML, which {missing_extra('yaml')}"


def read_yaml(text: str, lines: Sequence[str]) -> Value:
    """Read a YAML text, of several documents as a list.

    Raises:
        SourceError: it is not YAML, nested too deep, or the library is not installed.
    """
    try:
        import yaml
    except ImportError as error:
        raise SourceError(MISSING) from error
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        depth = 0
        for event in yaml.parse(text, Loader=loader):
            opens = isinstance(event, yaml.events.CollectionStartEvent)
            depth += opens - isinstance(event, yaml.events.CollectionEndEvent)
            if depth > DEEPEST:  # composing calls itself, and must not run out of stack
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise SourceError(f"is nested too deep, in line {line}")
        nodes = list(yaml.compose_all(text, Loader=loader))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f" in line {mark.line + 1}" if mark else ""
        raise SourceError(f"is not valid YAML: {error.problem or error.context}{place}") from error
    except yaml.YAMLError as error:
        raise SourceError("is not valid YAML") from error
    sizes: dict[int, int] = {}
    if sum(_size(node, 0, sizes) for node in nodes if node is not None) > MOST:
        raise SourceError(f"holds more than {MOST:,} values; split it")
    reader = _YamlReader(lines)
    found = [reader.value(node, 0) for node in nodes if node is not None]
    return found[0] if len(found) == 1 else Several(1, found)


def _size(node: Node, depth: int, known: dict[int, int]) -> int:
    """Return how many values a node holds, those that it refers to each time; each node is looked at once.

    Raises:
        SourceError: it is nested too deep, which one that refers to itself is as well.
    """
    from yaml.nodes import MappingNode, SequenceNode

    if depth > DEEPEST:
        raise SourceError("is nested too deep")
    if id(node) not in known:
        held: list[Node] = node.value if isinstance(node, SequenceNode) else []
        if isinstance(node, MappingNode):
            held = [one for pair in node.value for one in pair]
        known[id(node)] = 1 + sum(_size(one, depth + 1, known) for one in held)
    return known[id(node)]


class _YamlReader:
    """Turns nodes into values."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines

    def value(self, node: Node, depth: int) -> Value:
        """Return the value of a node."""
        from yaml.nodes import MappingNode, ScalarNode, SequenceNode

        if depth > DEEPEST:
            raise SourceError("is nested too deep")
        first = node.start_mark.line + 1
        if isinstance(node, ScalarNode):
            return self.scalar(node.value, first, node.end_mark.line + 1, node.tag)
        if isinstance(node, SequenceNode):
            return Several(first, [self.value(one, depth + 1) for one in node.value])
        found = Record(first)
        for key, value in node.value if isinstance(node, MappingNode) else ():
            name = self.value(key, depth + 1)
            if isinstance(name, Scalar):
                found.fields.append((name, self.value(value, depth + 1)))
        return found

    def scalar(self, value: str, first: int, last: int, tag: str) -> Scalar:
        """Return a scalar, each of its words in the line that it is in."""
        is_text = tag.endswith(":str")
        if tag.endswith(":null"):
            return Scalar((ValueLine("", first),), is_text=False)
        found: list[ValueLine] = []
        rest = value
        for number in range(first, min(last, len(self.lines)) + 1):
            for part in (self.lines[number - 1].strip(), self.lines[number - 1].rpartition(": ")[2].strip(" \"'")):
                at = rest.find(part) if part else -1
                if at >= 0 and not rest[:at].strip():
                    found.append(ValueLine(f"{rest[:at]}{part}", number))
                    rest = rest[at + len(part) :]
                    break
        if not found or rest.strip():
            parts = value.split("\n")
            return Scalar(tuple(ValueLine(part, min(first + at, last)) for at, part in enumerate(parts)), is_text)
        return Scalar(tuple(_broken(found)), is_text)


def _broken(lines: Sequence[ValueLine]) -> list[ValueLine]:
    """Return lines, those that the value joins with a blank marked by it at their beginning."""
    found: list[ValueLine] = []
    for text, number in lines:
        if found and text.startswith("\n\n"):
            found.append(ValueLine("", number))
        found.append(ValueLine((" " if text.startswith(" ") else "") + text.strip(), number))
    return found

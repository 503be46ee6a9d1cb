"""Values with the lines of the file that they are in, whatever notation they are written in."""

from __future__ import annotations

import csv
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple, cast

from msgspec import Struct, field

from judge.core.errors import SourceError
from judge.version import missing_extra


class ValueLine(NamedTuple):
    """A line of a value's text."""

    text: str
    number: int
    """Of the line of the file."""


class Scalar(Struct, frozen=True):
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


class Several(Struct):
    """A list."""

    line: int
    items: list[Value] = field(default_factory=list)


class Object(Struct):
    """A record: names with their values, in the order of the file."""

    line: int
    fields: list[tuple[Scalar, Value]] = field(default_factory=list)

    def get(self, name: str) -> Value | None:
        """Return the value of a name, the last if it comes twice."""
        return next((value for key, value in reversed(self.fields) if key.value == name), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(key.value for key, _ in self.fields)


Value = Scalar | Several | Object


def items_of(value: Value | None) -> Sequence[Value]:
    """Return the items of a list; of any other value none."""
    return value.items if isinstance(value, Several) else ()


def is_blank(value: Value) -> bool:
    """Tell whether a value is nothing, or a text of blanks."""
    return isinstance(value, Scalar) and not value.value.strip()


def held(value: Value) -> Iterator[Value]:
    """Yield a value and all that it holds, in the order of the file, without the names of fields."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        yield one
        waiting += reversed(items_of(one))
        waiting += (inner for _, inner in reversed(one.fields)) if isinstance(one, Object) else ()


DEEPEST = 100
"""Values inside of each other; a file that is nested deeper is refused."""
MOST = 1_000_000
"""Values of the largest file; one that has more, or whose references to itself make more, is refused."""
MOST_RECORDS = 20_000
"""Records of the largest file, counted the same way: cards of one text each take 295 MB then."""


class Tally(Struct):
    """How much of a file was read, so that one that holds too much is refused before all of it is."""

    values: int = 0
    records: int = 0

    def add(self, values: int, records: int) -> None:
        """Count values, and records among them.

        Raises:
            SourceError: the file holds too much.
        """
        self.values += values
        self.records += records
        if self.values > MOST:
            raise SourceError(f"contains more than {MOST:,} values; split it")
        if self.records > MOST_RECORDS:
            raise SourceError(f"contains more than {MOST_RECORDS:,} records; split it into several files")


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
        raise reader.error(position, "there is something after the end")
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
        self.tally = Tally()

    def line(self, position: int) -> int:
        return bisect_right(self.ends, position - 1) + 1

    def after_blanks(self, position: int) -> int:
        """Return where blanks end."""
        found = BLANKS.match(self.text, position)
        return found.end() if found else position

    def error(self, position: int, what: str) -> SourceError:
        return SourceError(f"is not valid JSON: {what} on line {self.line(min(position, len(self.text)))}")

    def value(self, position: int, depth: int) -> tuple[Value, int]:
        """Read the value at a position, and return where it ends."""
        sign = self.text[position : position + 1]
        self.tally.add(1, sign == "{")
        if depth > DEEPEST:
            raise SourceError(f"is nested too deeply, on line {self.line(position)}")
        if sign == '"':
            found, end = self.string(position)
            return text_value(found, self.line(position)), end
        if sign == "{":
            return self.record(position, depth)
        if sign == "[":
            return self.list(position, depth)
        bare = BARE.match(self.text, position)
        if not bare:
            raise self.error(position, "the text breaks off" if not sign else f"“{sign}” cannot begin a value")
        shown = "" if bare.group() == "null" else bare.group()
        return Scalar(text_value(shown, self.line(position)).lines, is_text=False), bare.end()

    def string(self, position: int) -> tuple[str, int]:
        try:
            return SCAN(self.text, position + 1, False)
        except JSONDecodeError as error:
            raise self.error(error.pos, error.msg[:1].lower() + error.msg[1:]) from error

    def record(self, position: int, depth: int) -> tuple[Object, int]:
        found = Object(self.line(position))
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
            raise self.error(position, "the text breaks off" if not sign else f"“{sign}” is where a comma should be")
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
        raise SourceError("is a table without rows; its first line must contain the column names")
    names = [name.strip() or f"column {number}" for number, name in enumerate(rows[0][1], 1)]
    Tally().add(len(rows) * len(names), 0)
    found = Several(1)
    for first, cells in rows[1:]:
        record, line = Object(first), first
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
    tally = Tally(records=-1)  # the names of the columns are none
    try:
        for row in rows:
            if len(row) > COLUMNS:
                raise SourceError(f"has more than {COLUMNS:,} columns; leave out those that are not about the rules")
            if any(cell.strip() for cell in row):
                tally.add(len(row), 1)
                yield first, [cell.rstrip("\n") for cell in row]
            first = rows.line_num + 1
    except csv.Error as error:
        raise SourceError(f"is not a valid table: {error} on line {rows.line_num}") from error


def _delimiter(lines: Sequence[str]) -> str:
    """Return what parts the cells: the sign that comes most often in the names of the columns."""
    head = next((line for line in lines if line.strip()), "")
    outside = "".join(part for number, part in enumerate(head.split('"')) if not number % 2)
    count = Counter(sign for sign in outside if sign in DELIMITERS)
    return max(DELIMITERS, key=lambda sign: count[sign])


NO_LINE_ENDS = str.maketrans(dict.fromkeys("\x85\u2028\u2029", " "))
"""Signs that end a line for the library, which counts lines, and not in YAML 1.2 or in any editor."""
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
    try:
        shown = [line.translate(NO_LINE_ENDS) for line in lines]
        found = _YamlReader(yaml, text.translate(NO_LINE_ENDS), shown).documents()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f" on line {mark.line + 1}" if mark else ""
        raise SourceError(f"is not valid YAML: {error.problem or error.context}{place}") from error
    except yaml.YAMLError as error:
        raise SourceError("is not valid YAML") from error
    return found[0] if len(found) == 1 else Several(1, found)


class _YamlReader:
    """Turns what the library finds in a file into values, one after the other."""

    def __init__(self, library: Any, text: str, lines: Sequence[str]) -> None:
        self.library = library
        self.loader = getattr(library, "CSafeLoader", library.SafeLoader)(text)
        self.lines = lines
        self.tally = Tally()
        self.named: dict[str, tuple[Value, int, int]] = {}
        """What is referred to, by its name, with the values and records that it holds."""

    def documents(self) -> list[Value]:
        """Return the values of the documents in the file."""
        found: list[Value] = []
        self.loader.get_event()
        while not self.loader.check_event(self.library.StreamEndEvent):
            self.loader.get_event()
            self.named.clear()
            found.append(self.value(self.loader.get_event(), 0))
            self.loader.get_event()
        return found

    def value(self, event: Any, depth: int) -> Value:
        """Return the value that begins."""
        first = event.start_mark.line + 1
        if isinstance(event, self.library.AliasEvent):
            if event.anchor not in self.named:
                raise SourceError(f"refers to “{event.anchor}”, which is undefined or contains it, on line {first}")
            value, values, records = self.named[event.anchor]
            self.tally.add(values, records)
            return value
        if depth > DEEPEST:
            raise SourceError(f"is nested too deeply, on line {first}")
        values, records = self.tally.values, self.tally.records
        self.tally.add(1, isinstance(event, self.library.MappingStartEvent))
        value = self.begun(event, first, depth)
        if event.anchor:
            self.named[event.anchor] = value, self.tally.values - values, self.tally.records - records
        return value

    def begun(self, event: Any, first: int, depth: int) -> Value:
        """Return the value that begins in a line, and take all that is in it."""
        if isinstance(event, self.library.ScalarEvent):
            tag = event.tag
            if tag in (None, "!"):
                tag = self.loader.resolve(self.library.ScalarNode, event.value, event.implicit)
            return self.scalar(event.value, first, event.end_mark.line + 1, tag)
        if isinstance(event, self.library.SequenceStartEvent):
            several = Several(first)
            while not isinstance(inner := self.loader.get_event(), self.library.SequenceEndEvent):
                several.items.append(self.value(inner, depth + 1))
            return several
        record = Object(first)
        while not isinstance(inner := self.loader.get_event(), self.library.MappingEndEvent):
            name = self.value(inner, depth + 1)
            value = self.value(self.loader.get_event(), depth + 1)
            if isinstance(name, Scalar):
                record.fields.append((name, value))
        return record

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

"""CSV and TSV to values with their lines; what looks like a formula is a text as any other."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence

from judge.core.errors import SourceError
from judge.reading.readers.formats.records.values import MOST, Line, Record, Scalar, Several, text_value

DELIMITERS = ",;\t|"
LONGEST_CELL = 10_000_000


def read_table(text: str, lines: Sequence[str]) -> Several:
    """Read rows of fields below a row of names.

    Raises:
        SourceError: it is not a table.
    """
    rows = list(_rows(lines, _delimiter(lines)))
    if len(rows) < 2:
        raise SourceError("is a table without rows; its first line must have the names of the columns")
    names = [name.strip() or f"column {number}" for number, name in enumerate(rows[0][1], 1)]
    found = Several(1)
    for first, cells in rows[1:]:
        record, line = Record(first), first
        for name, cell in zip(names, [*cells, *[""] * (len(names) - len(cells))], strict=False):
            parts = tuple(Line(part, line + number) for number, part in enumerate(cell.split("\n")))
            record.fields.append((text_value(name, rows[0][0]), Scalar(parts)))
            line += cell.count("\n")
        found.items.append(record)
    if len(found.items) * len(names) > MOST:
        raise SourceError(f"holds more than {MOST:,} values; split it")
    return found


def _rows(lines: Sequence[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows that hold anything, each with its first line."""
    csv.field_size_limit(LONGEST_CELL)
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
    first = 1
    try:
        for row in rows:
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

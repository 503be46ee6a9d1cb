"""CSV and JSON: each row and each object is one passage, and the name of a field stands before a number alone in it.

question,rule                            Which rule says so? rule 12.2
Which rule says so?,12.2
{"ask": "Which?", "rule": "12.2"}        Which? rule 12.2
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.citations.texts.code import ONLY_NUMBERS, word_of
from judge.citations.texts.passages import Builder, Passage

TOKEN = re.compile(r"[{}\[\]:,\"]|-?\d[\d.eE+-]{0,40}")
KEY = re.compile(r"\s{0,200}:")
PLAIN = re.compile(r"[^\"\\]*")
ESCAPES = {"n": " ", "t": " ", "r": " ", "b": " ", "f": " "}
ENDS = {mark: re.compile(f"[{mark}\r\n]") for mark in "\t;,"}
"""What ends a cell, by what parts the cells."""
DEEPEST = 500
"""Objects inside each other."""
MOST_CELLS = 500
"""Values of an object beyond which each is a passage of its own."""
NUMBERED = frozenset("rule rules section sections sec cr".split())
"""Words for a field whose numbers are those of rules, although they are not written as texts."""
LONGEST = 8_000
"""Characters of an object beyond which its values are passages of their own."""


class Cell(NamedTuple):
    """A value of a record."""

    name: str
    """Of its field; empty where it has none."""
    parts: tuple[tuple[int, str], ...]
    """Its text, each stretch with its place in the file."""

    @property
    def text(self) -> str:
        """The whole value."""
        return "".join(text for _, text in self.parts)


def passages_of(cells: Sequence[Cell]) -> Iterator[Passage]:
    """Yield the passage of a record; of one that is long, one for each value."""
    builder = Builder("record")
    whole = sum(len(cell.text) for cell in cells) <= LONGEST
    for cell in cells:
        value = cell.text
        if not value.strip() or not cell.parts:
            continue
        origin = cell.parts[0][0]
        if builder.length:
            builder.add(origin, " ")
        if ONLY_NUMBERS.fullmatch(value):
            builder.add(origin, f"{word_of(cell.name)} " if cell.name else "")
        for at, text in cell.parts:
            builder.add(at, text)
        if value.rstrip()[-1] not in ".?!:;":
            builder.add(origin, ".")
        if not whole:
            yield from builder.finished()
    yield from builder.finished()


def read_json(text: str) -> Iterator[Passage]:
    """Yield the objects of a JSON text; one that breaks off, or of many lines, is read as far as it goes."""
    levels: list[tuple[list[Cell], bool]] = [([], False)]
    name, place = "", 0
    while token := TOKEN.search(text, place):
        place, mark = token.end(), token[0]
        if mark in "{[":
            if len(levels) >= DEEPEST:
                return
            shared = levels[-1][0] if mark == "[" else []
            levels.append((shared, mark == "{"))
            if mark == "{":
                name = ""
        elif mark in "}]":
            if len(levels) > 1:
                cells, own = levels.pop()
                if own:
                    yield from passages_of(cells)
            name = ""
        elif mark == '"':
            parts, place = _json_string(text, place)
            following = KEY.match(text, place)
            if following and levels[-1][1]:
                name, place = "".join(part for _, part in parts), following.end()
            else:
                levels[-1][0].append(Cell(name, parts))
        elif mark not in ":," and word_of(name) in NUMBERED:
            levels[-1][0].append(Cell(name, ((token.start(), mark),)))
        cells = levels[-1][0]
        if len(levels) == 1 or len(cells) > MOST_CELLS:
            yield from (passage for cell in cells for passage in passages_of([cell]))
            cells.clear()


def _json_string(text: str, start: int) -> tuple[tuple[tuple[int, str], ...], int]:
    """Return the stretches of a string, its escapes read, and where it ends."""
    parts: list[tuple[int, str]] = []
    place = start
    while plain := PLAIN.match(text, place):
        if plain[0]:
            parts.append((place, plain[0]))
        place = plain.end()
        if text[place : place + 1] != "\\":
            break
        letter = text[place + 1 : place + 2]
        code = text[place + 2 : place + 6] if letter == "u" else ""
        if re.fullmatch(r"[\da-fA-F]{4}", code):
            parts.append((place, chr(int(code, 16))))
            place += 6
        else:
            parts.append((place, ESCAPES.get(letter, letter)))
            place += 2
    return tuple(parts), place + 1


def read_table(text: str) -> Iterator[Passage]:
    """Yield the rows of a table; the first names the fields if none of its cells is a number."""
    first = text[: text.find("\n") if "\n" in text else len(text)][:LONGEST]
    mark = max("\t;,", key=first.count)
    names: list[str] | None = None
    for row in _rows(text, mark):
        if names is None:
            names = [] if any(ONLY_NUMBERS.fullmatch(cell.text) for cell in row) else [cell.text for cell in row]
            if names:
                continue
        named = (names[place] if place < len(names) else "" for place in range(len(row)))
        yield from passages_of([Cell(name, cell.parts) for name, cell in zip(named, row, strict=True)])


def _rows(text: str, mark: str) -> Iterator[list[Cell]]:
    """Yield the cells of each row; a quoted cell may hold line ends, and a doubled quotation mark."""
    row: list[Cell] = []
    place = 0
    while place < len(text):
        if text[place] == '"':
            parts, place = _quoted_cell(text, place + 1)
        else:
            end = _cell_end(text, place, mark)
            parts, place = (((place, text[place:end]),) if end > place else ()), end
        row.append(Cell("", parts))
        place = _cell_end(text, place, mark)
        if text[place : place + 1] == mark:
            place += 1
            continue
        place += 1
        if any(cell.parts for cell in row):
            yield row
        row = []
    if any(cell.parts for cell in row):
        yield row


def _cell_end(text: str, start: int, mark: str) -> int:
    ends = ENDS[mark].search(text, start)
    return ends.start() if ends else len(text)


def _quoted_cell(text: str, start: int) -> tuple[tuple[tuple[int, str], ...], int]:
    """Return the stretches of a cell in quotation marks, and where the rest begins."""
    parts: list[tuple[int, str]] = []
    place = start
    while True:
        end = text.find('"', place)
        if end < 0:
            return (*parts, (place, text[place:])), len(text)
        if text[end + 1 : end + 2] != '"':
            return (*parts, (place, text[place:end])), end + 1
        parts.append((place, text[place : end + 1]))
        place = end + 2

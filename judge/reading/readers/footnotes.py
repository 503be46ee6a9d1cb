"""Footnotes of Markdown: where they are marked, and what they say.

    A ship may lie at anchor.[^1]      the mark, which stays readable: `[1]`

    [^1]: Not in the fog.              what is printed below the page, or anywhere
        Nor at night.                  indented lines go on with it, also behind a blank line

`[1]` and `[1]: Not in the fog.` are the same; `[1]: #fog` is the address of a link. What no mark names stays text where
it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from judge.reading.rich_text import Text
from judge.reading.source import SourceText

MARK = re.compile(r"\[(?:\^|(?=\d{1,3}\](?!\()))([^\[\]\s^]{1,40})\]")
DEFINITION = re.compile(r" {0,3}\[(?:\^|(?=\d{1,3}\]:[ \t]*\S++[ \t]+[^\s\"'(]))([^\[\]\s^]{1,40})\]:[ \t]*")
FENCE = re.compile(r" {0,3}(?:```|~~~)")
OTHER = re.compile(r" {0,3}(?:#{1,6}\s|>|[-*+]\s|```|~~~)")
"""Lines that begin something else, right below a footnote."""
INDENTED = re.compile(r"(?: {2}|\t)\s*\S")


@dataclass(frozen=True, slots=True)
class Definition:
    """A footnote as it is printed."""

    name: str
    first: int
    """Its first line."""
    content: tuple[str, ...]
    """The text of its lines, blank ones among them."""


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote that is read: it belongs behind its mark."""

    name: str
    text: Text
    marks: tuple[int, ...]
    """Lines that hold its mark, in order."""


def take_definitions(source: SourceText) -> tuple[SourceText, list[Definition], dict[str, list[int]]]:
    """Take the footnotes that are marked somewhere out of a Markdown text; each line stays in its place.

    Returns:
        The text without them, what they say, and the lines of the marks by name.
    """
    found = list(_definitions(source.lines)) if any("]:" in line for line in source.lines) else []
    if not found:
        return source, [], {}
    marks = _marks(source.lines, {one.first for one in found})
    taken: dict[str, Definition] = {}
    lines = list(source.lines)
    for one in found:
        if one.name in marks and one.name not in taken:
            taken[one.name] = one
            lines[one.first - 1 : one.first - 1 + len(one.content)] = [""] * len(one.content)
    return replace(source, lines=tuple(lines)), list(taken.values()), marks


def _definitions(lines: Sequence[str]) -> Iterator[Definition]:
    """Find what footnotes say, code aside."""
    number = 0
    fenced = False
    while number < len(lines):
        begins = None if fenced else DEFINITION.match(lines[number])
        fenced = fenced != bool(FENCE.match(lines[number]))
        end = number + 1
        if begins:
            end = _end(lines, end)
            content = (lines[number][begins.end() :], *(line.strip() for line in lines[number + 1 : end]))
            yield Definition(begins[1], number + 1, content)
        number = end


def _end(lines: Sequence[str], number: int) -> int:
    """Return the index behind the last line of a footnote."""
    end = number
    while number < len(lines):
        line = lines[number]
        if line.strip():
            goes_on = INDENTED.match(line) if end < number else not OTHER.match(line)
            if not goes_on or DEFINITION.match(line):
                break
            end = number + 1
        number += 1
    return end


def _marks(lines: Sequence[str], definitions: set[int]) -> dict[str, list[int]]:
    """Return the lines of marks by name; what a footnote begins with is none."""
    marks: dict[str, list[int]] = {}
    for number, line in enumerate(lines, 1):
        begins = DEFINITION.match(line) if number in definitions else None
        for found in MARK.finditer(line, begins.end() if begins else 0):
            marks.setdefault(found[1], []).append(number)
    return marks

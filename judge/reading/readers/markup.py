"""Mark-up of HTML in a text: comments, tags that only format, pictures without words, and addresses.

    <!-- checked in May -->      a comment: never text
    <a id="1.2"></a>             an address: kept as an `Anchor`
    <div align="center">         a line that holds only mark-up
    <Harbour>                    a word of the game, and text

Whether `<mark>` is a tag or a word of the game is told by its writing, its attributes, and whether the text closes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from judge.reading.source import SourceText

TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,9})(?P<attributes>(?:\s[^<>]{0,2000})?)/?>")
EMPHASIS = frozenset("i em b strong".split())
ANYHOW = EMPHASIS | frozenset("u sup sub br span".split())
"""Names of tags whatever stands around them, in small letters or capitals."""
ALONE = frozenset("br hr img wbr".split())
"""Names of tags that are not closed."""
BLOCKS = frozenset(
    "div p center details summary hr figure figcaption picture section article nav header footer".split()
)
"""Names of tags that part paragraphs."""
NAMES = ANYHOW | ALONE | BLOCKS | frozenset("a font small big tt kbd mark ins".split())
CLOSING = re.compile(r"</([A-Za-z][A-Za-z0-9]{0,9})\s{0,9}>")
VALUE = r"\s{0,9}=\s{0,9}(?:\"([^\"<>]{1,200})\"|'([^'<>]{1,200})'|([^\s\"'<>]{1,200}))"
IDENTIFIER = re.compile(rf"\s(?:id|name){VALUE}", re.IGNORECASE)
ALTERNATIVE = re.compile(rf"\salt{VALUE}", re.IGNORECASE)
ADDRESS = re.compile(rf"\shref{VALUE}", re.IGNORECASE)
HEADING_NAME = re.compile(r"\{#([^\s{}]{1,200})\}$")
"""`## Anchors {#anchors}`: the address of a heading, as Pandoc and others write it."""
PICTURE = re.compile(r"\[?!\[\s{0,9}\]\([^()]{0,500}\)(?:\]\([^()]{0,500}\))?")
"""A picture without words, also one that is a link."""
BLANKS = re.compile(r"[\s>]*")
COMMENT, COMMENT_END = "<!--", "-->"


class Anchor(NamedTuple):
    """An address that the source itself gives to a place."""

    line: int
    name: str


@dataclass(frozen=True, slots=True)
class MarkedUp:
    """A text without its comments and without the lines that hold only mark-up."""

    source: SourceText
    lines: tuple[int, ...]
    """Lines that hold mark-up and nothing else, or a comment beside their text."""
    anchors: tuple[Anchor, ...]


def is_tag(found: re.Match[str], closed: frozenset[str]) -> bool:
    """Tell whether something in angle brackets is a tag, and no word of the game.

    Args:
        found: a match of `TAG`.
        closed: the names that the text closes somewhere.
    """
    name = found["name"].lower()
    if name not in NAMES or name in ANYHOW or found["end"]:
        return name in NAMES
    if "=" in found["attributes"]:
        return True
    return found["name"].islower() and name != "a" and (name in ALONE or name in closed)


def closed_names(lines: Sequence[str]) -> frozenset[str]:
    """Return the names of tags that a text closes somewhere, in small letters."""
    return frozenset(name.lower() for line in lines if "</" in line for name in CLOSING.findall(line))


def value_of(attribute: re.Pattern[str], tag: str) -> str:
    """Return the value of an attribute in a tag, or nothing."""
    found = attribute.search(tag)
    return next((value for value in found.groups() if value), "") if found else ""


def take_markup(source: SourceText) -> MarkedUp:
    """Take comments and the lines of mark-up out of a Markdown text; each line stays in its place."""
    lines, commented = _without_comments(source.lines)
    closed = closed_names(lines)
    anchors = tuple(_anchors(lines, closed))
    bare = {number for number, line in enumerate(lines, 1) if _is_markup(line, closed, apart=False)}
    for number, line in enumerate(lines, 1):
        around = (n for n in (number - 1, number + 1) if 0 < n <= len(lines) and n not in bare)
        if _is_markup(line, closed, apart=True) and not any(lines[n - 1].strip() for n in around):
            bare.add(number)
    shown = tuple("" if number in bare else line for number, line in enumerate(lines, 1))
    return MarkedUp(replace(source, lines=shown), tuple(sorted(bare | commented)), anchors)


def _without_comments(lines: Sequence[str]) -> tuple[list[str], set[int]]:
    """Leave comments out, and say in which lines; one that never ends is text."""
    text = "\n".join(lines)
    shown: list[str] = []
    commented: set[int] = set()
    position, line = 0, 1
    while (start := text.find(COMMENT, position)) >= 0 and (end := text.find(COMMENT_END, start)) >= 0:
        comment = text[start : end + len(COMMENT_END)]
        before = text[position:start]
        blank = before[-1:] == " " == text[start + len(comment) : start + len(comment) + 1]
        shown += (before[: len(before) - blank], "\n" * comment.count("\n"))
        line += text.count("\n", position, start)
        commented.update(range(line, line + comment.count("\n") + 1))
        position, line = start + len(comment), line + comment.count("\n")
    return "".join([*shown, text[position:]]).split("\n"), commented


def _anchors(lines: Sequence[str], closed: frozenset[str]) -> Iterator[Anchor]:
    """Find the addresses that tags give."""
    for number, line in enumerate(lines, 1):
        for found in TAG.finditer(line) if "=" in line else ():
            name = value_of(IDENTIFIER, found["attributes"]) if is_tag(found, closed) and not found["end"] else ""
            if name:
                yield Anchor(number, name)


def heading_anchors(lines: Sequence[str], headings: Iterable[int]) -> Iterator[Anchor]:
    """Find the addresses at the ends of headings, given their lines."""
    for number in sorted(headings):
        found = HEADING_NAME.search(lines[number - 1].rstrip().rstrip("#").rstrip())
        if found:
            yield Anchor(number, found[1])


def _is_markup(line: str, closed: frozenset[str], *, apart: bool) -> bool:
    """Tell whether a line holds only mark-up that parts paragraphs, or only pictures and breaks of lines."""
    if not line.strip() or not ("<" in line or "![" in line):
        return False
    position = _behind_blanks(line, 0)
    inline = False
    while position < len(line):
        tag, picture = TAG.match(line, position), PICTURE.match(line, position)
        if tag and is_tag(tag, closed):
            if value_of(ALTERNATIVE, tag["attributes"]).strip():
                return False
            inline = inline or tag["name"].lower() not in {*BLOCKS, "a"}
            position = _behind_blanks(line, tag.end())
        elif picture:
            inline = True
            position = _behind_blanks(line, picture.end())
        else:
            return False
    return apart == inline


def _behind_blanks(line: str, position: int) -> int:
    """Return where blanks and marks of quotation end."""
    found = BLANKS.match(line, position)
    return found.end() if found else position

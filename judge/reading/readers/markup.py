"""Mark-up of HTML in a text: comments, tags that only format, pictures without words, and addresses.

    <!-- checked in May -->      a comment: never text
    <a id="1.2"></a>             an address: kept as an `Anchor`
    <div align="center">         a line that holds only mark-up
    <Harbour>                    a word of the game, and text

`<mark>` is distinguished from a word of the game by its spelling, its attributes, and whether the text closes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from judge.core.model import replace
from judge.reading.text.manuscript import Anchor, StatedField
from judge.reading.text.source import SourceText

TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,9})(?P<attributes>(?:\s[^<>]{0,2000})?)/?>")
EMPHASIS = frozenset("i em b strong".split())
ANYHOW = EMPHASIS | frozenset("u sup sub br span".split())
"""Names of tags whatever is around them, in small letters or capitals."""
ALONE = frozenset("br hr img wbr".split())
"""Names of tags that are not closed."""
BLOCKS = frozenset(
    "div p center details summary hr figure figcaption picture section article nav header footer".split()
)
"""Names of tags that part paragraphs."""
NAMES = ANYHOW | ALONE | BLOCKS | frozenset("a font small big tt kbd mark ins".split())
CLOSING = re.compile(r"</([A-Za-z][A-Za-z0-9]{0,9})\s{0,9}>")
ATTRIBUTE = re.compile(
    r"\s(?P<name>[a-z]{2,4})\s{0,9}=\s{0,9}(?:\"(?P<double>[^\"<>]{1,200})\"|'(?P<single>[^'<>]{1,200})'|(?P<bare>[^\s\"'<>]{1,200}))",
    re.IGNORECASE,
)
"""An attribute of a tag with its value, in quotes or bare."""
HEADING_NAME = re.compile(r"\{#([^\s{}]{1,200})\}$")
"""`## Anchors {#anchors}`: the address of a heading, as Pandoc and others write it."""
NAMED = re.compile(r"#{1,6}\s+(?P<names>(?:<\w{1,60}>)*<(?=\w{1,60}-)[\w-]{1,80}>(?:<[\w-]{1,80}>)*)\s*")
"""Names in angle brackets at the beginning of a heading, one of them with a hyphen: elements of the author's own."""
NAME = re.compile(r"[\w-]+")
PICTURE = re.compile(r"\[?!\[\s{0,9}\]\([^()]{0,500}\)(?:\]\([^()]{0,500}\))?")
"""A picture without words, also one that is a link."""
BLANKS = re.compile(r"[\s>]*")
NOTE = "#^"
"""What the address of a footnote begins with: the link of its mark leads to `#^1`."""
COMMENT, COMMENT_END = "<!--", "-->"


class MarkedUp(Struct, frozen=True):
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


def value_of(tag: str, *names: str) -> str:
    """Return the value of the first attribute of a tag that has one of the names, or nothing."""
    found = next((found for found in ATTRIBUTE.finditer(tag) if found["name"].lower() in names), None)
    return (found["double"] or found["single"] or found["bare"]) if found else ""


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
    shown, names = _without_names(shown)
    anchors = tuple(sorted((*anchors, *names)))
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
            name = value_of(found["attributes"], "id", "name") if is_tag(found, closed) and not found["end"] else ""
            if name:
                yield Anchor(number, name)


def _without_names(lines: Sequence[str]) -> tuple[tuple[str, ...], list[Anchor]]:
    """Take the names out with which headings begin, `## <article-2><crews> Crews`: they are addresses.

    They are words of the game where none of the headings has two of them.
    """
    fenced, found = False, {}
    for number, line in enumerate(lines, 1):
        fenced = fenced != bool(CODE_FENCE.match(line))
        if not fenced and line[:1] == "#" and (match := NAMED.match(line)) and line[match.end() :]:
            found[number] = match
    if not any("><" in match["names"] for match in found.values()):
        return tuple(lines), []
    cut = {
        number: lines[number - 1][: one.start("names")] + lines[number - 1][one.end() :]
        for number, one in found.items()
    }
    shown = tuple(cut.get(number, line) for number, line in enumerate(lines, 1))
    return shown, [Anchor(number, name) for number, one in found.items() for name in NAME.findall(one["names"])]


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
            if value_of(tag["attributes"], "alt").strip():
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


FENCE = "---"
LONGEST = 60
"""Lines of the longest head: a bound of the work."""
FEWEST = 2
"""Fields of a head where none of them says anything that is asked for. The five documents have no such case."""
FIELD = re.compile(r"(?P<name>[A-Za-z][\w -]{0,30}?)\s{0,9}:(?:\s+(?P<value>\S.*)?)?")
INNER = re.compile(r"(?:\s|-\s|#)")
"""How a line begins that goes on with a field, or is a comment."""
FACTS: dict[str, tuple[str, ...]] = {
    "edition": ("edition", "version", "revision", "rulesversion", "rulesedition"),
    "date": (
        *("date", "updated", "lastupdated", "updatedat", "lastmodified", "modified", "effective", "effectivedate"),
        *("published", "publishedat", "releasedate", "released", "generated", "generatedat"),
    ),
    "title": ("title", "name"),
    "game": ("game", "gamename", "gametitle"),
}
"""What people call these fields, letters alone; the first that a file has is taken."""


class FileHead(Struct, frozen=True):
    """A text without its head."""

    source: SourceText
    lines: tuple[int, ...]
    """Those of the head."""
    fields: Mapping[str, StatedField]


def facts_of(said: Mapping[str, StatedField]) -> dict[str, StatedField]:
    """Return edition, date, title and game of a file, given its fields by their names, letters alone."""
    named = {fact: next((name for name in names if name in said), None) for fact, names in FACTS.items()}
    return {fact: said[name] for fact, name in named.items() if name}


def take_head(source: SourceText) -> FileHead:
    """Take the fields out that are between two rules at the very top; each line stays in its place."""
    first = next((number for number, line in enumerate(source.lines, 1) if line.strip()), 0)
    found: dict[str, StatedField] = {}
    if not first or source.lines[first - 1].rstrip() != FENCE:
        return FileHead(source, (), found)
    for number, line in enumerate(source.lines[first : first + LONGEST], first + 1):
        if line.rstrip() in (FENCE, "..."):
            facts = facts_of(found)
            if not facts and len(found) < FEWEST:
                break
            lines = tuple(range(first, number + 1))
            shown = (*source.lines[: first - 1], *("" for _ in lines), *source.lines[number:])
            return FileHead(replace(source, lines=shown), lines, facts)
        field = FIELD.fullmatch(line)
        if field and (value := (field["value"] or "").strip(" \"'")):
            found.setdefault("".join(filter(str.isalpha, field["name"].lower())), StatedField(value, number))
        elif line.strip() and not field and not INNER.match(line):
            break
    return FileHead(source, (), {})


MARK = re.compile(r"\[(?:\^|(?=\d{1,3}\](?!\()))([^\[\]\s^]{1,40})\]")
DEFINITION = re.compile(r" {0,3}\[(?:\^|(?=\d{1,3}\]:[ \t]*\S++[ \t]+[^\s\"'(]))([^\[\]\s^]{1,40})\]:[ \t]*")
CODE_FENCE = re.compile(r" {0,3}(?:```|~~~)")
OTHER = re.compile(r" {0,3}(?:#{1,6}\s|>|[-*+]\s|```|~~~)")
"""Lines that begin something else, right below a footnote."""
INDENTED = re.compile(r"(?: {2}|\t)\s*\S")


class Definition(Struct, frozen=True):
    """A footnote as it is printed."""

    name: str
    first: int
    """Its first line."""
    content: tuple[str, ...]
    """The text of its lines, blank ones among them."""


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
        fenced = fenced != bool(CODE_FENCE.match(lines[number]))
        end = number + 1
        if begins:
            end = _end(lines, end)
            content = (lines[number][begins.end() :], *(line.strip() for line in lines[number + 1 : end]))
            yield Definition(begins[1], number + 1, content)
        number = end


def _end(lines: Sequence[str], number: int) -> int:
    """Return the index after the last line of a footnote."""
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

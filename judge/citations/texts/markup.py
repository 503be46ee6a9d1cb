"""HTML and Markdown as passages: without tags, addresses and marks of emphasis; fenced code is read as code."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from judge.citations.texts.code import COMMON, SYNTAXES, read_code
from judge.citations.texts.passages import Builder, Line, Passage, lines_of, paragraphs

TAG = re.compile(r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})(?P<rest>[^<>]{0,4000})>|<!--|&#?\w{1,20};")
INLINE = frozenset("a abbr b bdi bdo cite code del em font i ins kbd mark q s samp small span strong sub sup u".split())
"""Tags within a text; all others part texts."""
HIDDEN = {
    name: re.compile(rf"</{name}\b", re.IGNORECASE) for name in ("script", "style", "svg", "textarea", "template")
}
FENCE = re.compile(r"\s{0,12}(?P<mark>`{3,12}|~{3,12})\s{0,4}(?P<name>\w{0,20})")
DROPPED = re.compile(
    r"\]\([^()\s]{0,500}(?:\s\"[^\"]{0,200}\")?\)|\]\[[^\[\]]{0,80}\]|[*_`~]{1,3}|!?\[(?![\d ])|https?://\S{1,2000}|</?\w{1,20}/?>"
)
"""What of a line of Markdown is not its text."""
BLANKS = re.compile(r"\s+")


def read_html(text: str) -> Iterator[Passage]:
    """Yield the passages of a page."""
    builder = Builder()
    place = 0
    while found := TAG.search(text, place):
        _add(builder, place, text[place : found.start()])
        place = found.end()
        name = (found["name"] or "").casefold()
        if found[0] == "<!--":
            closed = text.find("-->", place)
            place = len(text) if closed < 0 else closed + 3
        elif not name:
            builder.add(found.start(), html.unescape(found[0]).replace("\xa0", " "))
        elif name in HIDDEN and not found["end"]:
            closing = HIDDEN[name].search(text, place)
            place = closing.start() if closing else len(text)
        elif name not in INLINE:
            yield from builder.finished()
    _add(builder, place, text[place:])
    yield from builder.finished()


def _add(builder: Builder, origin: int, text: str) -> None:
    """Add a stretch of a page, each run of blanks and line ends as one blank."""
    place = 0
    for blanks in BLANKS.finditer(text):
        builder.add(origin + place, text[place : blanks.start()])
        builder.add(origin + blanks.start(), " ")
        place = blanks.end()
    builder.add(origin + place, text[place:])


def read_markdown(text: str) -> Iterator[Passage]:
    """Yield the passages of a Markdown text; what is fenced in is read as code."""
    prose: list[Line] = []
    fence, inner, language = "", 0, ""
    for line in lines_of(text):
        mark = FENCE.match(line.text)
        if fence and mark and mark["mark"].startswith(fence):
            yield from read_code(text, SYNTAXES.get(language.casefold(), COMMON), inner, line.origin)
            fence = ""
        elif not fence and mark:
            yield from _prose(prose)
            prose = []
            fence, inner, language = mark["mark"], line.origin + len(line.text), mark["name"]
        elif not fence:
            prose.append(line)
    if fence:
        prose += lines_of(text, inner)
    yield from _prose(prose)


def _prose(lines: list[Line]) -> Iterator[Passage]:
    """Yield the passages of lines without their marks."""
    for passage in paragraphs(lines):
        builder = Builder(passage.place)
        place = 0
        for dropped in DROPPED.finditer(passage.text):
            _copy(builder, passage, place, dropped.start())
            if dropped[0].startswith("http"):
                builder.add(passage.origin(dropped.start()), "…")
            place = dropped.end()
        if not place:
            yield passage
            continue
        _copy(builder, passage, place, len(passage.text))
        yield from builder.finished()


def _copy(builder: Builder, passage: Passage, start: int, end: int) -> None:
    """Add a stretch of a passage, cut where its place in the file jumps."""
    for at, _ in (*passage.origins, (end, 0)):
        if start < at <= end:
            builder.add(passage.origin(start), passage.text[start:at])
            start = at

"""Markdown to pieces, through markdown-it tokens; the only importer of markdown_it.

Documents extracted from PDFs are Markdown only half: an indented line is no code there, `<Demon>` is a word of the
game and no tag, and emphasis is often opened and not closed. So indented code and raw HTML are switched off, the few
formatting tags that converters leave (`<i>`, `<br>`) are read as emphasis or blanks, and stars that no emphasis
claims are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from judge.core.model import Link, Mark, MarkKind, Place
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join, plain
from judge.reading.source import SourceText

PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")
PARSER.disable(["code", "html_block", "html_inline", "autolink", "reference"])

TAG = re.compile(r"</?(?:i|em|b|strong|u|sup|sub|br|span)\s*/?>", re.IGNORECASE)
TAG_MARKS: dict[str, MarkKind] = {"i": "em", "em": "em", "b": "strong", "strong": "strong"}
STRAY = re.compile(r"\*{2,}")
"""Stars that no emphasis claimed."""
SEAM = re.compile(r"\*{4}")
"""What is left where two bold runs touch: `**a****b**`."""
OPENING: dict[str, MarkKind] = {"em_open": "em", "strong_open": "strong"}


def pieces(source: SourceText) -> list[Piece]:
    """Cut a Markdown text into pieces with their source lines."""
    tokens = PARSER.parse("\n".join(source.lines))
    found = [piece for read in _walk(tokens) for piece in _without_stray_stars(read)]
    return _with_unclaimed_lines([piece if piece.text else _separator(piece) for piece in found], source)


def _separator(piece: Piece) -> Piece:
    return Piece("rule", piece.text)


def _with_unclaimed_lines(found: list[Piece], source: SourceText) -> list[Piece]:
    """Put in the lines that Markdown drops: empty list items, the row below a table's head, fences."""
    claimed = {line for piece in found for line in range(piece.text.first, piece.text.last + 1)}
    dropped = [number for number, line in enumerate(source.lines, 1) if line.strip() and number not in claimed]
    for number in dropped:
        text = plain(source.lines[number - 1], number)
        has_words = any(char.isalnum() for char in text.value)
        found.append(Piece("paragraph" if has_words else "rule", text))
    return sorted(found, key=lambda piece: piece.text.first) if dropped else found


def _walk(tokens: Sequence[Token]) -> Iterator[Piece]:
    """Turn block tokens into pieces.

    A list item that opens on the line of the item around it ("- 1) …") is no deeper level: the bullet is the
    converter's, the number the author's, and is kept as text.
    """
    items: list[int] = []
    marker = ""
    cells: list[Text] = []
    heading = 0
    in_cell = fresh_item = False
    for token in tokens:
        first = token.map[0] + 1 if token.map else 0
        match token.type:
            case "list_item_open":
                items.append(first)
                marker = f"{token.info}{token.markup} " if token.info else ""
                fresh_item = True
            case "list_item_close":
                items.pop()
            case "heading_open":
                heading = int(token.tag[1:])
            case "heading_close":
                heading = 0
            case "hr":
                yield Piece("rule", Text("", (Place(0, first),)))
            case "fence":
                yield from _fence(token)
            case "th_open" | "td_open":
                in_cell = True
            case "tr_close":
                yield Piece("table", join(cells, " | "))
                cells, in_cell = [], False
            case "inline" if in_cell:
                cells.append(_inline(token, first))
            case "inline" if heading:
                text = _inline(token, first)
                yield Piece("heading", text, level=heading, bold=_all_bold(text))
            case "inline" if items and fresh_item:
                text = join([Text(marker, (Place(0, first),)), _inline(token, first)], "")
                yield Piece("bullet", text, level=len(set(items)) - 1)
                fresh_item = False
            case "inline":
                text = _inline(token, first)
                yield Piece("paragraph", text, bold=_all_bold(text))


def _all_bold(text: Text) -> bool:
    """Tell whether every word is inside strong emphasis; blanks and commas between two bold runs do not count."""
    position = 0
    for start, end, kind in text.marks:
        if kind == "strong":
            if any(char.isalnum() for char in text.value[position:start]):
                return False
            position = max(position, end)
    return position > 0 and not any(char.isalnum() for char in text.value[position:])


def _without_stray_stars(piece: Piece) -> Iterator[Piece]:
    """Drop stars that no emphasis claimed; in a bold piece four of them part two headings."""
    if "**" not in piece.value:
        yield piece
        return
    seams = SEAM.finditer(piece.value) if piece.bold else ()
    position = 0
    for seam in seams:
        yield piece.with_text(_cleaned(piece.text.cut(position, seam.start())))
        position = seam.end()
    yield piece.with_text(_cleaned(piece.text.cut(position)))


def _cleaned(text: Text) -> Text:
    parts = []
    position = 0
    for stray in STRAY.finditer(text.value):
        parts.append(text.keep(position, stray.start()))
        position = stray.end()
    return join([*parts, text.keep(position, len(text.value))], "").cut(0)


def _fence(token: Token) -> Iterator[Piece]:
    """A fenced block is kept line by line."""
    first = token.map[0] + 2 if token.map else 1
    for number, line in enumerate(token.content.split("\n"), first):
        if line.strip():
            shown = line.strip()
            yield Piece("paragraph", Text(shown, (Place(0, number),), (Mark(0, len(shown), "code"),)))


def _inline(token: Token, line: int) -> Text:
    """Read inline tokens into plain text with marks, links and places."""
    value: list[str] = []
    places = [Place(0, line)]
    marks: list[Mark] = []
    links: list[Link] = []
    open_marks: list[tuple[int, MarkKind]] = []
    open_links: list[tuple[int, str]] = []
    length = 0

    def add(text: str) -> None:
        nonlocal length
        value.append(text)
        length += len(text)

    for child in token.children or ():
        if child.type in ("softbreak", "hardbreak"):
            line += 1
            add("\n" if child.type == "hardbreak" else " ")
            places.append(Place(length, line))
        elif child.type in OPENING:
            open_marks.append((length, OPENING[child.type]))
        elif child.type in ("em_close", "strong_close") and open_marks:
            start, kind = open_marks.pop()
            marks.append(Mark(start, length, kind))
        elif child.type == "link_open":
            open_links.append((length, str(child.attrs.get("href", ""))))
        elif child.type == "link_close" and open_links:
            start, href = open_links.pop()
            links.append(Link(start, length, href))
        elif child.type == "code_inline":
            marks.append(Mark(length, length + len(child.content), "code"))
            add(child.content)
        elif child.type == "image":
            add(child.content)
        else:
            position = 0
            for tag in TAG.finditer(child.content):
                add(child.content[position : tag.start()])
                position = tag.end()
                name = tag.group().strip("</> ").lower()
                if name == "br":
                    add(" ")
                elif name in TAG_MARKS and not tag.group().startswith("</"):
                    open_marks.append((length, TAG_MARKS[name]))
                elif name in TAG_MARKS and open_marks:
                    start, kind = open_marks.pop()
                    marks.append(Mark(start, length, kind))
            add(child.content[position:])
    marks += (Mark(start, length, kind) for start, kind in open_marks)
    kept = sorted(mark for mark in marks if mark.start < mark.end)
    return Text("".join(value), tuple(places), tuple(kept), tuple(sorted(links))).cut(0)

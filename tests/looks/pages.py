"""Rows to lines: wrapping, pages with their furniture, and damage."""

import random
import re
from dataclasses import dataclass, replace
from textwrap import wrap

from tests.looks.choices import Look
from tests.looks.pen import Pen, Row

WIDTH = 72
NARROW = 36
"""Characters in a line of Japanese."""
LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
WIDE = re.compile(r"[ -~]+[。、）？]*|.[。、）？]*")
"""What is not cut at the end of a line of Japanese."""


@dataclass(frozen=True)
class Line:
    """A line of the document, and the row it comes from."""

    text: str
    row: Row
    first: bool
    """Whether the row begins here."""


def to_lines(pen: Pen) -> list[Line]:
    """Wrap rows, put pages around them, and damage them."""
    rows = [row for row in pen.rows if row.text or row.firm or not _lost(pen)]
    lines = [line for row in rows for line in _wrapped(pen, replace(row, text=_damaged(row, pen)), row)]
    if pen.look.wrapping == "paged" or pen.look.furniture != "none":
        lines = _paged(pen, lines)
    return lines


def _lost(pen: Pen) -> bool:
    return pen.look.damage == "blanks" and pen.draw.random() < 0.6


def _damaged(row: Row, pen: Pen) -> str:
    damage, text = pen.look.damage, row.text
    if row.role != "content":
        return text
    if damage == "ligatures":
        for letters, ligature in LIGATURES.items():
            text = text.replace(letters, ligature)
    elif damage == "spaces":
        text = re.sub(r"(?<=\w) (?=\w)", lambda _: "  " if pen.draw.random() < 0.15 else " ", text)
    elif damage == "escapes" and pen.markdown:
        text = re.sub(r"^((?:#+ |\*\*)?\w+)([.)])(?= )", r"\1\\\2", text)
    elif damage == "tabs" and not pen.markdown and row.begins:
        text = re.sub(r"^( *\S*\d\S*) ", r"\1\t", text)
    elif damage == "emphasis" and pen.markdown and row.wraps and not _names(row, pen):
        text = re.sub(r"(?<= )([^\W\d_]{4,})(?= )", lambda word: _strong(word[1], pen.draw), text)
    elif damage == "soft-hyphens" and pen.look.wrapping == "none" and row.wraps:
        text = re.sub(r"(?<= )([^\W\d_]{4})(?=[^\W\d_]{3,} )", "\\1\u00ad", text)
    return text


def _names(row: Row, pen: Pen) -> bool:
    """Tell whether a title stands in a row."""
    return row.begins and row.unit is not None and bool(pen.units[row.unit].title)


def _strong(word: str, draw: random.Random) -> str:
    return draw.choice(("*{}*", "**{}**", "_{}_")).format(word) if draw.random() < 0.1 else word


def _wrapped(pen: Pen, damaged: Row, row: Row) -> list[Line]:
    text = damaged.text
    if pen.look.wrapping == "none" or not row.wraps:
        return [Line(text, row, True)]
    if pen.look.script == "japanese":
        lines = _wrap_wide(text, row.hang)
    else:
        lines = wrap(
            text,
            WIDTH,
            subsequent_indent=row.hang,
            break_on_hyphens=False,
            break_long_words=False,
            drop_whitespace=True,
        )
    if pen.look.damage in ("soft-hyphens", "hyphens"):
        lines = _hyphenated(lines, "-" if pen.look.damage == "hyphens" else "\u00ad", pen.draw)
    return [Line(line, row, index == 0) for index, line in enumerate(lines)]


def _wrap_wide(text: str, hang: str) -> list[str]:
    indent = text[: len(text) - len(text.lstrip())]
    lines = [indent]
    for piece in WIDE.findall(text[len(indent) :]):
        if len(lines[-1]) + len(piece) > NARROW and lines[-1].strip():
            lines.append(hang)
        lines[-1] += piece if lines[-1].strip() else piece.lstrip()
    return lines


def _hyphenated(lines: list[str], hyphen: str, draw: random.Random) -> list[str]:
    """Cut the first words of some lines, and leave their beginnings in the lines before."""
    found = lines[:1]
    for line in lines[1:]:
        word = line.split(maxsplit=1)[0]
        if word.isalpha() and len(word) >= 6 and draw.random() < 0.4:
            cut = draw.randint(3, len(word) - 3)
            found[-1] += f" {word[:cut]}{hyphen}"
            line = line.replace(word, word[cut:], 1)
        found.append(line)
    return found


def _paged(pen: Pen, lines: list[Line]) -> list[Line]:
    """Put page breaks between lines, within paragraphs where the look cuts them."""
    size = pen.draw.randint(22, 34)
    cuts, begun = [], 0
    for index in range(1, len(lines)):
        inside = not lines[index].first and lines[index].row.wraps
        between = lines[index].first and not lines[index - 1].text
        wanted = inside if pen.look.wrapping == "paged" and index - begun < size + 8 else between
        if index - begun >= size and wanted and lines[index].text:
            cuts.append(index)
            begun = index
    found: list[Line] = []
    for page, (first, last) in enumerate(zip([0, *cuts], [*cuts, len(lines)], strict=True), 1):
        found += lines[first:last]
        if pen.look.furniture == "none":
            _feed(found, lines, last)
        elif last < len(lines) or pen.look.furniture != "running":
            found += _foot(pen, page, len(cuts) + 1)
    return found


def _feed(found: list[Line], lines: list[Line], cut: int) -> None:
    if cut < len(lines):
        found.append(Line("", Row(""), True))
        lines[cut] = replace(lines[cut], text="\f" + lines[cut].text)


def _foot(pen: Pen, page: int, pages: int) -> list[Line]:
    shown = {
        "page-of": pen.words.label("page").format(page, pages),
        "dashes": f"- {page} -",
        "equals": f"=== PAGE {page} ===",
        "running": f"{pen.title}   {page}" if page % 2 else f"{page}   {pen.title}",
    }[pen.look.furniture]
    blank = Line("", Row(""), True)
    return [blank, Line(shown, Row(shown, role="furniture"), True), blank]


def join_lines(lines: list[Line], look: Look) -> str:
    """Return the text of lines."""
    end = "\r\n" if look.damage == "crlf" else "\n"
    return "".join(line.text + end for line in lines)

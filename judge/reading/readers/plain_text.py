"""Plain text to pieces: blank lines part paragraphs, a bullet's mark begins a new piece, an underline makes a heading.

Indentation is told, not trusted: extraction puts it in and leaves it out at will.
"""

from __future__ import annotations

import re

from judge.core.languages import PAGE, units
from judge.core.model import Place, replace
from judge.reading.text.manuscript import BULLET, Piece
from judge.reading.text.rich_text import Text, join, plain
from judge.reading.text.source import ENTITY, SourceText

LETTER_MARK = re.compile(r"([a-z])\1")
"""The mark of an inner bullet that was a sign in a font of signs, alone on its line: `hh`."""
SPARE = 4
"""Signs that an underline may have more than its title has characters. The five documents have no such case."""
LONGEST = 80
"""Characters of the longest title that is underlined. Half or double changes nothing in the five documents."""
APART = re.compile(r"\t| {3}")
"""What parts the columns of a table, whose head may be underlined."""
LETTER = re.compile(r"[^\W\d_]")
FURTHER_IN, FEWEST_INDENTED, MOSTLY_OUTER = 4, 2, 0.6
"""Columns before a heading that is set in, the fewest of them, and the least share of pieces that are not set in. Half
or double of the first two changes nothing in the five documents, which have no case for the third."""
SUBNUMBER = re.compile(r"\W?(?:\w{1,4}[.:-]){1,9}\w|\(?\w{1,3}[.)]\s")
FRAMED = re.compile(r"(?P<sign>={2,6}|-{2,6}|\*{2,6}) +(?P<title>\S.{0,78}?) +(?P=sign)")
"""A heading between signs, as wikis and typists set it: `== Lanterns ==`."""
RULE = re.compile(r"-{3,}|_{3,}|={3,}|\*{3,}|(?:[-*_] ){2,}[-*_]")


def plain_text_pieces(source: SourceText) -> list[Piece]:
    """Cut a plain text into pieces with their source lines."""
    found: list[Piece] = []
    gathered: list[tuple[int, str]] = []

    levels: dict[tuple[str, bool], int] = {}

    def finish() -> None:
        if gathered:
            found.append(_piece(gathered, source.soft))
            gathered.clear()

    for number, line in enumerate(source.lines, 1):
        if not line.strip():
            if not _is_lone_mark(gathered):  # its text is below the blank line
                finish()
        elif RULE.fullmatch(line.strip()):
            framed = number > 2 and source.lines[number - 3] == line
            underlined = len(gathered) == 1 and is_underlined(gathered[0][1], line, framed=framed)
            finish()
            if underlined and found[-1].kind == "paragraph":
                level = levels.setdefault((line.strip()[0], framed), len(levels) + 1)
                found[-1] = replace(found[-1], kind="heading", level=level)
            found.append(Piece("rule", Text("", (Place(0, number),))))
        elif (framing := FRAMED.fullmatch(line.strip())) and not _is_page(framing["title"]):
            finish()
            level = levels.setdefault((framing["sign"], False), len(levels) + 1)
            found.append(Piece("heading", plain(_decoded(framing["title"]), number), level=level))
        else:
            if BULLET.match(line.lstrip()) or number in source.breaks or LETTER_MARK.fullmatch(line.strip()):
                finish()
            gathered.append((number, line))
    finish()
    return found if levels else _with_indented(found)


def _with_indented(pieces: list[Piece]) -> list[Piece]:
    """Make headings of the short lines that are alone and further in than nearly everything else.

    Typed documents center their headings; tests/golden_run/samples/drawn/padded-14.txt is one.
    """
    titles = {
        index
        for index, piece in enumerate(pieces[:-1])
        if piece.indent >= FURTHER_IN and pieces[index + 1].indent < piece.indent
        if _is_one_line(piece) and not SUBNUMBER.match(piece.value)  # a rule below another
    }
    outer = [piece for index, piece in enumerate(pieces) if index not in titles and piece.indent < FURTHER_IN]
    if len(titles) < FEWEST_INDENTED or len(outer) < MOSTLY_OUTER * len(pieces):
        return pieces
    return [replace(piece, kind="heading", level=1) if index in titles else piece for index, piece in enumerate(pieces)]


def _is_one_line(piece: Piece) -> bool:
    """Tell whether a paragraph is one line that could be a title."""
    line = piece.value
    if piece.kind != "paragraph" or "\n" in line or len(line) > LONGEST:
        return False
    return not line[0].islower() and line[-1] not in ".,;:!?。：" and LETTER.search(line) is not None


def is_underlined(line: str, rule: str, *, framed: bool = False) -> bool:
    """Tell whether a rule is no more than the underline of the line above it, and that line could be a title.

    Args:
        line: what is above the rule.
        rule: signs alone.
        framed: the same rule is above the line as well; then it may be longer.

    >>> is_underlined("Low Tide", "--------"), is_underlined("Low Tide", "-" * 70), is_underlined("Ebb.", "----")
    (True, False, False)
    """
    title, sign = line.strip(), rule.strip()
    fits = framed or len(sign) <= len(title) + SPARE
    could_be = len(title) <= LONGEST and title[-1] not in ".,;" and not APART.search(title) and LETTER.search(title)
    return sign[0] in "=-" and " " not in sign and fits and bool(could_be)


def _is_page(title: str) -> bool:
    """Tell whether what is between signs is the number of a page: `=== Page 12 ===`."""
    word, _, number = title.partition(" ")
    return units().get(word.casefold()) == PAGE and number.split(" ")[0].isdigit()


def _is_lone_mark(gathered: list[tuple[int, str]]) -> bool:
    mark = gathered[0][1].strip() if len(gathered) == 1 else ""
    return BULLET.fullmatch(mark) is not None or LETTER_MARK.fullmatch(mark) is not None


def _piece(gathered: list[tuple[int, str]], soft: frozenset[int]) -> Piece:
    """Make one piece of the lines between two blank ones; a bullet's mark without a text only separates."""
    if _is_lone_mark(gathered):
        return Piece("rule", Text("", (Place(0, gathered[0][0]),)))
    first_line = gathered[0][1].expandtabs(8)
    indent = len(first_line) - len(first_line.lstrip())
    is_inner = LETTER_MARK.fullmatch(first_line.strip())
    mark = is_inner or BULLET.match(first_line.lstrip())
    if mark:
        gathered = [(gathered[0][0], first_line.lstrip()[mark.end() :]), *gathered[1:]]
    lines: list[list[Text]] = []
    for number, line in gathered:
        if number - 1 in soft and lines:
            lines[-1].append(plain(_decoded(line), number))
        else:
            lines.append([plain(_decoded(line), number)])
    text = join([join(parts, "") for parts in lines], "\n")
    return Piece("bullet" if mark else "paragraph", text, level=int(is_inner is not None), indent=indent)


def _decoded(line: str) -> str:
    if not ENTITY.search(line):
        return line
    from html import unescape

    return unescape(line)

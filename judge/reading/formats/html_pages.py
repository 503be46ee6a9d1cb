"""Pages of HTML on which each line has its own place, as converters of PDFs write them, to pages as PDFs have them.

    <p style="position:absolute;top:212px;left:90px">3.2</p>             one line of two words and a title,
    <p style="position:absolute;top:212px;left:140px">Late Arrival</p>   whichever of them comes first in the file

Such a page does not say how wide its words are: their letters tell about it, and blanks between them are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from judge.core.model import MarkKind, replace
from judge.reading.formats.composing import BLANKS, NO_TEXT
from judge.reading.formats.html_tree import Element, Sheet, TextNode, is_hidden, marks_of, style_of
from judge.reading.formats.pdf_pages import Jump, PdfPage, PdfWord

LENGTH = re.compile(r"(?:^|;)\s*(position|top|left|line-height|font-size)\s*:\s*(absolute|-?\d{1,6}(?:\.\d{1,6})?)")
NARROW = ".,;:!|'’iljtfI()"
COLOUR = re.compile(r"(?:^|;)\s*color\s*:\s*#([0-9a-f]{6})", re.IGNORECASE)


class Fragment(NamedTuple):
    """Words that are set one after the other in one look."""

    text: str
    left: float
    base: float
    size: float
    setting: Setting
    line: int
    """Of the file."""


class PlacedLetter(NamedTuple):
    """A letter about where it is."""

    sign: str
    x0: float
    x1: float
    fragment: Fragment


class Setting(Struct, frozen=True):
    """Where words are set, and how."""

    size: float = 16.0
    leading: float = 19.0
    marks: tuple[MarkKind, ...] = ()
    colour: int = 0
    href: str = ""
    page: Element | None = None
    """The element from which places are counted."""


class Pen(Struct):
    """Where the next words are set."""

    x: float = 0.0
    y: float = 0.0
    left: float = 0.0
    """Where the next line begins."""


def read_positioned(root: Element, sheet: Sheet) -> list[PdfPage]:
    """Return the pages of a file whose words have places; none if most of them have none."""
    if not any("absolute" in style_of(one, sheet) for one in root.elements_below()):
        return []
    found: dict[Element | None, list[Fragment]] = {None: []}
    for page, fragment in _fragments(root, sheet, Setting(), Pen()):
        found.setdefault(page, []).append(fragment)
    loose = found.pop(None)
    if sum(map(len, found.values())) < 3 * max(1, len(found), len(loose)):
        return []
    first = next(iter(found.values()))
    small = min(one.size for one in first)
    first[:0] = (one._replace(base=small, size=small) for one in loose)
    return [_page(number, some) for number, some in enumerate(found.values(), 1)]


def _page(number: int, fragments: Sequence[Fragment]) -> PdfPage:
    found = list(_words(fragments))
    jumps = tuple(Jump(one.x0, one.top, one.x1, one.base, href) for one, href in found if href)
    return PdfPage(number, max((one.base for one, _ in found), default=0.0), tuple(one for one, _ in found), jumps, "")


def _fragments(element: Element, sheet: Sheet, around: Setting, pen: Pen) -> Iterator[tuple[Element | None, Fragment]]:
    """Yield the words in an element, with their page."""
    for one in element.inside:
        if isinstance(one, TextNode):
            text = BLANKS.sub(" ", one.text.replace("\n", " "))
            if text.strip() or around.page:
                base = pen.y + 0.8 * around.size
                own = Fragment(text, pen.x, base, around.size, around, one.line)
                pen.x = max((letter.x1 for letter in _letters(own)), default=pen.x)
                yield around.page, own
        elif one.tag == "br":
            pen.x, pen.y = pen.left, pen.y + around.leading
        elif one.tag not in NO_TEXT and not is_hidden(one, style := style_of(one, sheet)):
            said = {name: of for name, of in LENGTH.findall(style) if (name == "position") == (of == "absolute")}
            is_placed = said.keys() >= {"position", "left", "top"}
            inside = _setting(one, style, said, around)
            if is_placed:
                inside = replace(inside, page=around.page or element)
            own_pen = Pen(float(said["left"]), float(said["top"]), float(said["left"])) if is_placed else pen
            yield from _fragments(one, sheet, inside, own_pen)


def _setting(element: Element, style: str, said: Mapping[str, str], around: Setting) -> Setting:
    """Return how the words in an element are set."""
    size, colour = float(said.get("font-size", around.size)), COLOUR.search(style)
    return replace(
        around,
        size=size,
        leading=float(said.get("line-height", 1.2 * size)),
        marks=marks_of(element, style, around.marks),
        colour=int(colour[1], 16) if colour else around.colour,
        href=element.get("href") if element.tag == "a" else around.href,
    )


def _letters(fragment: Fragment) -> Iterator[PlacedLetter]:
    """Yield the letters of a fragment: capitals are wider than others, blanks and stops narrower."""
    x = fragment.left
    for sign in fragment.text:
        share = 0.68 if sign.isupper() else 0.3 if sign in NARROW or sign.isspace() else 0.5
        yield PlacedLetter(sign, x, x := x + share * fragment.size, fragment)


def _words(fragments: Iterable[Fragment]) -> Iterator[tuple[PdfWord, str]]:
    """Yield the words of a page with the addresses that they lead to; the first letter tells the look of each."""
    rows: list[list[Fragment]] = []
    for one in sorted(fragments, key=lambda one: one.base):
        if rows and one.base - rows[-1][0].base <= 0.2 * max(one.size, rows[-1][0].size):
            rows[-1].append(one)
        else:
            rows.append([one])
    blank = 1.0 if any(one.text.endswith(" ") for row in rows for one in row) else 0.1
    for row in rows:
        largest = max(one.size for one in row)
        letters: list[PlacedLetter] = []
        for one in sorted(row, key=lambda one: one.left):
            if letters and one.left - letters[-1].x1 > blank * largest:
                letters.append(PlacedLetter(" ", one.left, one.left, one))
            letters += _letters(one)
        for is_blank, some in groupby(letters, lambda one: one.sign.isspace()):
            if not is_blank:
                yield _word(list(some), row[0].base, largest)


def _word(letters: Sequence[PlacedLetter], base: float, largest: float) -> tuple[PdfWord, str]:
    """Return a word; one in capitals is as large as the largest in its line, whose smaller ones are small capitals."""
    text, look = "".join(one.sign for one in letters), letters[0].fragment
    size = largest if text.isupper() else look.size
    bold, italic, struck = (kind in look.setting.marks for kind in ("strong", "em", "strike"))
    x0, x1, of = letters[0].x0, letters[-1].x1, look.setting
    return PdfWord(text, x0, x1, base, size, bold, italic, of.colour, struck, look.line), of.href

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

LENGTH = re.compile(
    r"(?:^|;)\s*(top|left|width|height|line-height|font-size)\s*:\s*"
    r"(-?\d{1,6}(?:\.\d{0,20})?|-?\.\d{1,20})(px|pt|pc|in|cm|mm|r?em|%|(?=\s*(?:;|$)))"
)
UNITS = dict(unit.split("=") for unit in "px=1 pt=1.3333 pc=16 in=96 cm=37.795 mm=3.7795 rem=16".split())
"""Pixels of each unit (CSS Values and Units, § 6.2)."""
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


class Setting(Struct, frozen=True):
    """Where words are set, and how."""

    size: float = 16.0
    leading: float = 19.0
    marks: tuple[MarkKind, ...] = ()
    colour: int = 0
    href: str = ""
    page: Element | None = None
    """The element that the words with places are in."""
    x: float = 0.0
    y: float = 0.0
    """From where places are counted, and where lines begin."""
    width: float = 800.0
    height: float = 1100.0
    """Of what shares are counted."""


class Pen(Struct):
    """Where the next words are set."""

    x: float = 0.0
    y: float = 0.0


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
                own = Fragment(text, pen.x, pen.y + 0.8 * around.size, around.size, around, one.line)
                pen.x = _right(own)
                yield around.page, own
        elif one.tag == "br":
            pen.x, pen.y = around.x, pen.y + around.leading
        elif one.tag not in NO_TEXT and not is_hidden(one, style := style_of(one, sheet)):
            said = _lengths(style, around)
            inside, own_pen = _setting(one, style, said, around), pen
            if "absolute" in style and said.keys() >= {"left", "top"}:
                x, y = around.x + said["left"], around.y + said["top"]
                inside, own_pen = replace(inside, page=around.page or element, x=x, y=y), Pen(x, y)
            yield from _fragments(one, sheet, inside, own_pen)


def _lengths(style: str, around: Setting) -> dict[str, float]:
    """Return the lengths of a style in pixels; the size of letters comes first, of which others are shares."""
    found: dict[str, float] = {}
    for name, count, unit in sorted(LENGTH.findall(style), key=lambda one: one[0]):
        size = found.get("font-size", around.size)
        whole = size if "-" in name else around.height if name in ("top", "height") else around.width
        is_share = unit == "em" or (name == "line-height" and not unit)
        found[name] = float(count) * (size if is_share else whole / 100 if unit == "%" else float(UNITS.get(unit, 1)))
    return found


def _setting(element: Element, style: str, said: Mapping[str, float], around: Setting) -> Setting:
    """Return how the words in an element are set."""
    size, colour = said.get("font-size", around.size), COLOUR.search(style)
    return replace(
        around,
        size=size,
        leading=said.get("line-height", 1.2 * size),
        width=said.get("width", around.width),
        height=said.get("height", around.height),
        marks=marks_of(element, style, around.marks),
        colour=int(colour[1], 16) if colour else around.colour,
        href=element.get("href") if element.tag == "a" else around.href,
    )


def _right(fragment: Fragment) -> float:
    """Return about where words end: capitals are wider than other letters, blanks and stops narrower."""
    shares = (0.68 if sign.isupper() else 0.3 if sign in NARROW or sign.isspace() else 0.5 for sign in fragment.text)
    return fragment.left + fragment.size * sum(shares)


def _words(fragments: Iterable[Fragment]) -> Iterator[tuple[PdfWord, str]]:
    """Yield the words of a page with the addresses that they lead to; the first part tells the look of each."""
    rows: list[list[Fragment]] = []
    for one in sorted(fragments, key=lambda one: one.base):
        if rows and one.base - rows[-1][0].base <= 0.2 * max(one.size, rows[-1][0].size):
            rows[-1].append(one)
        else:
            rows.append([one])
    blank = 1.0 if any(one.text.endswith(" ") for row in rows for one in row) else 0.1
    for row in rows:
        largest = max(one.size for one in row)
        yield from (_word(parts, row[0].base, largest) for parts in _parted(row, blank * largest))


def _parted(row: Iterable[Fragment], blank: float) -> Iterable[list[Fragment]]:
    """Return the parts of each word of a row; what is so far apart, or has a blank between, are two words."""
    words: list[list[Fragment]] = [[]]
    for one in sorted(row, key=lambda one: one.left):
        if words[-1] and one.left - _right(words[-1][-1]) > blank:
            words.append([])
        left = one.left
        for is_blank, signs in groupby(one.text, str.isspace):
            part = one._replace(text="".join(signs), left=left)
            left = _right(part)
            if is_blank:
                words.append([])
            else:
                words[-1].append(part)
    return filter(None, words)


def _word(parts: Sequence[Fragment], base: float, largest: float) -> tuple[PdfWord, str]:
    """Return a word; one in capitals is as large as the largest in its line, whose smaller ones are small capitals."""
    text, look = "".join(one.text for one in parts), parts[0]
    size = largest if text.isupper() else look.size
    bold, italic, struck = (kind in look.setting.marks for kind in ("strong", "em", "strike"))
    x1, of = _right(parts[-1]), look.setting
    return PdfWord(text, look.left, x1, base, size, bold, italic, of.colour, struck, look.line), of.href

"""PDF to pieces: headings by their size and weight, paragraphs, lists, rows of tables, each with its boxes.

The lines of the manuscript are those of the pages in reading order. Running heads and page numbers are lines as well,
and no content. The outline of the PDF, where it has one, says how deep a heading is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct, field

from judge.core.errors import SourceError
from judge.core.model import Box, MarkKind, replace
from judge.reading.formats.composing import Composer, Run, without_start
from judge.reading.formats.pdf_layout import (
    PageLine,
    PdfParagraph,
    body_size,
    columns_of,
    frame_lines,
    lines_of,
    paragraphs_of,
    printed_pages,
)
from judge.reading.formats.pdf_pages import Jump, OutlineItem, PdfPage, PdfWord, read_pages
from judge.reading.lines.contents import PAGED
from judge.reading.lines.front_matter import fold_title
from judge.reading.lines.paragraphs import is_open
from judge.reading.text.manuscript import BULLET, ORDINAL, Anchor, Manuscript
from judge.reading.text.source import REST, WORD, is_parted, parted_at_end

LARGER = 1.1
"""Size of the letters of a heading, beside those of the text."""
LONGEST_HEADING = 20
"""Words of the longest heading."""
MOST_LEVELS = 4
NO_TEXT = "has no text, only images of pages; run text recognition (OCR), then add the result"
FRAME = "page frame"
STRONG = 80
"""How far apart the parts of a colour are that stands out."""
ABOVE, BESIDE = 4.0, 40.0
"""Points that the line a link leads to may be above the place it names, and beside it."""
ASIDE = 2.0
"""Points by which lines of one indent may be beside one another."""
LETTERS = re.compile(r"[^\W\d_]")


class Laid(NamedTuple):
    """A page with its lines, and those in columns."""

    page: PdfPage
    lines: tuple[PageLine, ...]


class LineLook(Struct):
    """What the letters of a document look like."""

    body: float
    colour: int
    levels: Mapping[float, int]
    """The level of a heading, by the size of its letters."""
    outline: Mapping[str, int]
    """The level of a heading, by its folded words."""
    places: Collection[tuple[int, str]]
    """The page and the folded words of each line of the outline."""
    known: Counter[str] = field(default_factory=Counter)
    """The words of the document."""


def read_pdf(data: bytes) -> Manuscript:
    """Read a PDF.

    Raises:
        SourceError: it is broken, locked, too long or too heavy, or has no text.
    """
    listed: list[OutlineItem] = []
    return read_laid(read_pages(data, listed), listed)


def read_laid(
    pages: Iterable[PdfPage], outline: Sequence[OutlineItem] = (), printed: Sequence[str] | None = None
) -> Manuscript:
    """Read pages.

    Args:
        pages: with their words.
        outline: of the document, whole once the last page is there.
        printed: the lines of the file, where the words are in lines of it.

    Raises:
        SourceError: no page has words.
    """
    laid = [Laid(page, tuple(lines_of(page))) for page in pages]
    if not any(one.lines for one in laid):
        raise SourceError(NO_TEXT)
    return _PdfReader(laid, frame_lines(laid), outline).manuscript(printed)


class _PdfReader:
    """Walks over the pages and gathers their paragraphs."""

    def __init__(self, laid: Sequence[Laid], frames: set[int], outline: Sequence[OutlineItem]) -> None:
        self.laid = laid
        self.frames = frames
        self.look = _look(laid, frames, outline)
        self.composer = Composer()
        self.frame_numbers: list[int] = []
        self.tops: dict[int, list[tuple[float, float, int]]] = {}
        """Of each page, where its lines are, and their numbers."""
        self.indents: list[float] = []
        self.bookmarks: set[int] = set()
        """Lines that the outline names."""

    def manuscript(self, printed: Sequence[str] | None) -> Manuscript:
        """Return the text of the document; its lines are those of the pages, if none are given."""
        for paragraph in self.paragraphs():
            self.add(paragraph)
        self.set_addresses()
        framed = [line for one in self.laid for line in one.lines if id(line) in self.frames]
        read = self.composer.manuscript(printed, {word.line: FRAME for line in framed for word in line.words})
        read = replace(read, bookmarks=frozenset(self.bookmarks))
        source = replace(read.source, frames=dict.fromkeys(() if printed else self.frame_numbers, FRAME))
        return replace(read, source=source, printed_pages=printed_pages(self.laid, self.frames))

    def paragraphs(self) -> Iterator[PdfParagraph]:
        """Yield the paragraphs in reading order; one that a page or a column cuts in two is one."""
        waiting: PdfParagraph | None = None
        notes: list[PdfParagraph] = []
        for one in self.laid:
            self.add_frames(one)
            body = [line for line in one.lines if id(line) not in self.frames]
            for column in columns_of(body):
                titles = {id(line) for line in column if (line.page, fold_title(line.text)) in self.look.places}
                for paragraph in paragraphs_of(column, self.look.body, one.page.height, titles):
                    if paragraph.is_note:
                        notes.append(paragraph)
                    elif waiting and self.goes_on(waiting, paragraph):
                        waiting.lines += paragraph.lines
                    else:
                        if waiting:
                            yield waiting
                            yield from notes
                            notes = []
                        waiting = paragraph
        yield from ([waiting] if waiting else [])
        yield from notes

    def goes_on(self, before: PdfParagraph, after: PdfParagraph) -> bool:
        """Tell whether a paragraph goes on in another column or on another page."""
        last, first = before.lines[-1], after.lines[0]
        moved = first.page != last.page or first.base < last.base
        alike = before.size == after.size and not before.is_row and not after.is_row and last.bold == first.bold
        is_item = BULLET.match(first.text) or ORDINAL.match(first.text)
        if not moved or not alike or self.level_of(before) or self.level_of(after) or is_item:
            return False
        return is_open(last.text) and (
            first.text[:1].islower() or last.text.endswith((",", "-")) or not LETTERS.match(first.text[:1])
        )

    def add_frames(self, laid: Laid) -> None:
        """Add the running heads and page numbers of a page, which are lines without words here."""
        for line in laid.lines:
            if id(line) in self.frames:
                self.composer.lines.append("")
                self.composer.origins.append(0)
                self.frame_numbers.append(len(self.composer.lines))

    def add(self, paragraph: PdfParagraph) -> None:
        """Add a paragraph as what it is."""
        first = len(self.composer.lines)
        if (paragraph.lines[0].page, fold_title(paragraph.text)) in self.look.places:
            self.bookmarks.add(first + 1)
        if paragraph.is_row:
            cells = paragraph.lines[0].cells
            self.composer.add_row(
                [list(self.runs([cell], first)) for cell in cells], is_head=all(cell.bold for cell in cells)
            )
        elif level := self.level_of(paragraph):
            self.composer.add("heading", self.runs(paragraph.lines, first), level=level)
            self.indents = []
        elif mark := BULLET.match(paragraph.text):
            runs = without_start(self.runs(paragraph.lines, first), mark.end())
            self.composer.add("bullet", runs, level=self.depth_of(paragraph.lines[0].x0), mark=mark.group().strip())
        elif ORDINAL.match(paragraph.text):
            depth = self.depth_of(paragraph.lines[0].x0)
            self.composer.add("paragraph", self.runs(paragraph.lines, first), level=depth)
        else:
            self.indents = [x0 for x0 in self.indents if x0 < paragraph.lines[0].x0 - ASIDE]
            self.composer.add("paragraph", self.runs(paragraph.lines, first))
        for number in range(first + 1, len(self.composer.lines) + 1):
            if box := self.composer.boxes.get(number):
                self.tops.setdefault(box.page, []).append((box.y0, box.x0, number))

    def depth_of(self, x0: float) -> int:
        """Return how deep an item of a list is nested, by its indent beside those above it."""
        while self.indents and x0 < self.indents[-1] - ASIDE:
            self.indents.pop()
        if not self.indents or x0 > self.indents[-1] + 4:
            self.indents.append(x0)
        return len(self.indents) - 1

    def level_of(self, paragraph: PdfParagraph) -> int:
        """Return the level of a heading; 0 for what is none."""
        if paragraph.is_row or paragraph.is_note or not LETTERS.search(paragraph.text):
            return 0
        is_listed = ". ." in paragraph.text and PAGED.search(paragraph.text)
        if is_listed or len(paragraph.text.split()) > LONGEST_HEADING:
            return 0
        words = fold_title(paragraph.text)
        level = self.look.levels.get(paragraph.size, 0)
        stands_out = level or paragraph.bold or (paragraph.lines[0].page, words) in self.look.places
        return (min(self.look.outline.get(words, 0), 6) if stands_out else 0) or level

    def runs(self, lines: Sequence[PageLine], first: int) -> Iterator[Run]:
        """Yield the words of lines, each line one of the manuscript; a word that is parted at an end is one."""
        for number, line in enumerate(lines):
            below = lines[number + 1].words[0].text if number + 1 < len(lines) else None
            groups = self.alike(line)
            for index, (marks, address, words) in enumerate(groups):
                text, glue = " ".join(word.text for word in words), " "
                following = groups[index + 1][1] if index + 1 < len(groups) else ""
                if words[-1] is line.words[-1] and below is None:
                    glue = ""
                elif words[-1] is line.words[-1] and below and (before := parted_at_end(text)):
                    glue, rest = "", REST.match(below)
                    text = text[:-1] if rest and is_parted(before["stem"], rest["rest"], self.look.known) else text
                own = text if address != following else text + glue
                place = line.words[0].line or first + number + 1
                yield Run(own, place, marks, address, _box(line.page, words))
                if own is text and glue:
                    yield Run(glue, place)

    def alike(self, line: PageLine) -> list[tuple[tuple[MarkKind, ...], str, list[PdfWord]]]:
        """Return the words of a line with their marks and addresses, neighbours that are alike together."""
        jumps = self.laid[line.page - 1].page.jumps

        def look_of(word: PdfWord) -> tuple[tuple[MarkKind, ...], str, bool]:
            is_bullet = BULLET.match(f"{word.text} ") is not None
            return self.marks_of(word), _address(word, jumps) if jumps else "", is_bullet

        return [(marks, address, list(words)) for (marks, address, _), words in groupby(line.words, look_of)]

    def marks_of(self, word: PdfWord) -> tuple[MarkKind, ...]:
        """Return the marks of a word."""
        parts = word.colour.to_bytes(3)
        stands_out = word.colour != self.look.colour and max(parts) - min(parts) > STRONG
        looks: tuple[tuple[bool, MarkKind], ...] = (
            (word.bold, "strong"),
            (word.italic, "em"),
            (word.struck, "strike"),
            (stands_out and word.size not in self.look.levels, "changed"),
        )
        return tuple(kind for fits, kind in looks if fits)

    def set_addresses(self) -> None:
        """Give an address to each line that a link inside of the document leads to."""
        wanted = {
            (jump.page, round(jump.x), round(jump.y))
            for one in self.laid
            for jump in one.page.jumps
            if not jump.address
        }
        for page, x, y in sorted(wanted):
            below = [one for one in self.tops.get(page, ()) if one[0] >= y - ABOVE]
            beside = [one for one in below if abs(one[1] - x) < BESIDE] if x else []
            if below:
                number = min(beside or below)[2]
                self.composer.anchors.append(Anchor(number, _name(page, x, y)))


def _look(laid: Sequence[Laid], frames: set[int], outline: Sequence[OutlineItem]) -> LineLook:
    """Return what the letters of a document look like."""
    lines = [line for one in laid for line in one.lines if id(line) not in frames]
    body = body_size(lines)
    colours: Counter[int] = Counter()
    known: Counter[str] = Counter()
    sizes: Counter[float] = Counter()
    for line in lines:
        known.update(WORD.findall(line.text.casefold()))
        for word in line.words:
            colours[word.colour] += len(word.text)
        if line.size >= LARGER * body:
            sizes[line.size] += 1
    ranks: list[float] = []
    for size in sorted(sizes, reverse=True):
        if not ranks or ranks[-1] - size > 0.6:
            ranks.append(size)
    level = {size: min(MOST_LEVELS, 1 + sum(1 for one in ranks if one - size > 0.6)) for size in sizes}
    titles = [(words, one) for one in reversed(outline) if (words := fold_title(one.title))]
    return LineLook(
        body,
        max(colours, key=colours.__getitem__, default=0),
        level,
        {words: one.level for words, one in titles},
        frozenset((one.page, words) for words, one in titles),
        known,
    )


def _box(page: int, words: Sequence[PdfWord]) -> Box:
    """Return the box around words of a line."""
    x1, bottom = max(word.x1 for word in words), max(word.bottom for word in words)
    edges = (min(word.x0 for word in words), min(word.top for word in words), x1, bottom)
    return Box(page, *(round(edge, 1) for edge in edges))


def _address(word: PdfWord, jumps: Sequence[Jump]) -> str:
    """Return where a link leads that a word is in."""
    x, y = (word.x0 + word.x1) / 2, word.base - 0.3 * word.size
    for jump in jumps:
        if jump.x0 - 1 <= x <= jump.x1 + 1 and min(jump.y0, jump.y1) - 1 <= y <= max(jump.y0, jump.y1) + 1:
            return jump.address or f"#{_name(jump.page, round(jump.x), round(jump.y))}"
    return ""


def _name(page: int, x: float, y: float) -> str:
    return f"page-{page}-{x:.0f}-{y:.0f}"

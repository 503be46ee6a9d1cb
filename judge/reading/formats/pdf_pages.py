"""The words of each page of a PDF with their boxes and looks, its links, its outline; the only importer of pypdfium2.

Coordinates are points from the upper left corner of the page. Nothing but text, lines and links is looked at: no script
runs, nothing is fetched, no file inside of the PDF is opened.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from judge.core.errors import SourceError, in_words
from judge.reading.formats.pdf_accents import ACCENTS, Glyph, join_accents
from judge.version import missing_extra

MISSING = f"is a PDF, which {missing_extra('pdf')}"
PASSWORD, LOCKED = 4, "is protected by a password; save a copy without one"
BROKEN = "is a broken PDF, or only a part of one"
MOST_PAGES = 3000
MOST_LETTERS = 1_000_000
"""Letters of the longest PDF, and, for a page alone, of the fullest."""
MOST_OBJECTS = 20_000
"""Objects of a page among which lines through words are looked for."""
MOST_THROUGH = 200
"""Lines at the height of a word among which the one through it is looked for."""
MOST_LINKS = 5000
BOLD_WEIGHT = 600
HYPHENS = "\x02\ufffe"
"""What pdfium gives for the hyphen of a word that is parted at the end of a line."""
THIN = 2.0
"""Points that a line through a word is high at most."""


class FontLook(NamedTuple):
    """What letters look like."""

    size: float
    bold: bool
    italic: bool
    colour: int
    """Its red, green and blue, a byte each."""


class PdfWord(NamedTuple):
    """A word on a page."""

    text: str
    x0: float
    x1: float
    base: float
    """Where the line is on which it is written."""
    size: float
    bold: bool
    italic: bool
    colour: int
    """Its red, green and blue, a byte each."""
    struck: bool = False
    line: int = 0
    """Of the file, if it has lines."""

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.base - 0.75 * self.size

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.base + 0.25 * self.size


class Jump(NamedTuple):
    """A link on a page."""

    x0: float
    y0: float
    x1: float
    y1: float
    address: str
    """On the web; empty for a link inside of the document."""
    page: int = 0
    """From 1."""
    x: float = 0.0
    y: float = 0.0


class PdfPage(NamedTuple):
    """A page, as far as it is read."""

    number: int
    """From 1."""
    height: float
    words: tuple[PdfWord, ...]
    jumps: tuple[Jump, ...]
    label: str


class OutlineItem(NamedTuple):
    """A line of the outline."""

    level: int
    title: str
    page: int


class Pdf:
    """An open PDF."""

    def __init__(self, data: bytes) -> None:
        """Open it.

        Raises:
            SourceError: the library is missing, or the file is broken, locked or too long.
        """
        try:
            import pypdfium2
            import pypdfium2.raw
        except ImportError as error:
            raise SourceError(MISSING) from error
        self.raw: Any = pypdfium2.raw
        opened: Any = pypdfium2.PdfDocument
        try:
            self.document: Any = opened(data)
            self.count = len(self.document)
        except pypdfium2.PdfiumError as error:
            locked = getattr(error, "err_code", None) == PASSWORD or "assword" in str(error)
            raise SourceError(LOCKED if locked else BROKEN) from error
        if not self.count:
            raise SourceError(BROKEN)
        if self.count > MOST_PAGES:
            raise SourceError(f"has {self.count:,} pages; a PDF may have at most {MOST_PAGES:,}; split it")
        self.fonts: dict[tuple[bytes, int], tuple[bool, bool]] = {}
        self.looks: dict[int, FontLook] = {}
        """Of each text that one command draws on the page."""

    def outline(self) -> list[OutlineItem]:
        """Return the outline; one that leads to itself is cut off."""
        items = islice(self.document.get_toc(max_depth=6), MOST_LINKS)
        places = ((item, dest.get_index() if (dest := item.get_dest()) else 0) for item in items)
        return [OutlineItem(item.level + 1, self._title(item), (index or 0) + 1) for item, index in places]

    def _title(self, item: Any) -> str:
        """Return the title of an item of the outline; what is not UTF-16 in it becomes question marks."""
        size = self.raw.FPDFBookmark_GetTitle(item, None, 0)
        buffer = ctypes.create_string_buffer(size)
        self.raw.FPDFBookmark_GetTitle(item, buffer, size)
        return buffer.raw[: max(size - 2, 0)].decode("utf-16-le", "replace")

    def pages(self) -> Iterator[PdfPage]:
        """Yield the pages one by one, so that no more than one is held open."""
        letters = 0
        for index in range(self.count):
            try:
                page = self.document[index]
            except Exception as error:
                raise SourceError(f"{BROKEN}: page {index + 1} cannot be read") from error
            text = page.get_textpage()
            letters += text.count_chars()
            try:
                if letters > MOST_LETTERS:
                    pages = f"its first {index + 1:,} pages"
                    raise SourceError(f"has more than {MOST_LETTERS:,} letters on {pages}; split it")
                yield self._page(index, page, text)
            finally:
                text.close()
                page.close()

    def _page(self, index: int, page: Any, text: Any) -> PdfPage:
        left, _, _, top = page.get_cropbox()
        self.looks.clear()
        words = list(self._words(text, text.count_chars(), left, top))
        lines = self._thin_lines(page, left, top) if words else []
        label = self.document.get_page_label(index)
        shown = tuple(_struck(words, lines))
        return PdfPage(index + 1, page.get_height(), shown, tuple(self._jumps(page, left, top)), label)

    def _words(self, text: Any, letters: int, left: float, top: float) -> Iterator[PdfWord]:
        """Yield the words in the order in which they are drawn."""
        handle, box_of = text.raw, self.raw.FPDFText_GetCharBox
        edges = memoryview(bytearray(4 * ctypes.sizeof(ctypes.c_double))).cast("d")
        places = [ctypes.pointer(ctypes.c_double.from_buffer(edges, n * edges.itemsize)) for n in range(4)]
        letter: list[str] = []
        begins = 0
        x0 = x1 = low = high = 0.0
        for index, sign in enumerate(self._signs(handle, letters)):
            if not sign:  # an accent that is in its letter
                continue
            if sign.isspace():
                if letter:
                    yield self._word(handle, begins, letter, x0 - left, x1 - left, top)
                    letter = []
                continue
            if not box_of(handle, index, *places):
                continue
            near, far, foot, head = edges.tolist()
            if letter and (near > x1 + (x1 - x0 + 8) or far < x0 or foot > high or head < low):
                yield self._word(handle, begins, letter, x0 - left, x1 - left, top)
                letter = []
            if letter:
                x1 = far if far > x1 else x1
                low = foot if foot < low else low
                high = head if head > high else high
            else:
                begins, x0, x1, low, high = index, near, far, foot, head
            letter.append("-" if sign in HYPHENS else sign)
        if letter:
            yield self._word(handle, begins, letter, x0 - left, x1 - left, top)

    def _signs(self, handle: Any, letters: int) -> list[str]:
        """Return the letters of a page, with their accents; one that stands for nothing is a blank."""
        unicode_of = self.raw.FPDFText_GetUnicode
        signs = [chr(unicode_of(handle, index) or 32) for index in range(letters)]
        if ACCENTS.keys().isdisjoint(signs):
            return signs
        return join_accents([self._glyph(handle, index, sign) for index, sign in enumerate(signs)])

    def _glyph(self, handle: Any, index: int, sign: str) -> Glyph:
        """Return a letter with its place on the page."""
        raw, left, foot, head, base, unused = self.raw, *(ctypes.c_double() for _ in range(5))
        raw.FPDFText_GetCharBox(handle, index, unused, unused, foot, head)
        raw.FPDFText_GetCharOrigin(handle, index, left, base)
        set_in = raw.FS_RECTF()
        raw.FPDFText_GetLooseCharBox(handle, index, set_in)
        size, is_added = raw.FPDFText_GetFontSize(handle, index), raw.FPDFText_IsGenerated(handle, index) == 1
        return Glyph(sign, left.value, set_in.right, foot.value, head.value, base.value, size, is_added)

    def _word(self, handle: Any, index: int, letters: list[str], x0: float, x1: float, top: float) -> PdfWord:
        x, y = ctypes.c_double(), ctypes.c_double()
        self.raw.FPDFText_GetCharOrigin(handle, index, ctypes.byref(x), ctypes.byref(y))
        return PdfWord("".join(letters), x0, x1, top - y.value, *self._look(handle, index))

    def _look(self, handle: Any, index: int) -> FontLook:
        """Return what a letter looks like: as all letters do that the same command draws."""
        drawn = ctypes.cast(self.raw.FPDFText_GetTextObject(handle, index), ctypes.c_void_p).value
        if not drawn:
            return self._look_of_letter(handle, index)
        if drawn not in self.looks:
            self.looks[drawn] = self._look_of_letter(handle, index)
        return self.looks[drawn]

    def _look_of_letter(self, handle: Any, index: int) -> FontLook:
        raw = self.raw
        colour = [ctypes.c_uint() for _ in range(4)]
        raw.FPDFText_GetFillColor(handle, index, *map(ctypes.byref, colour))
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(handle, index, ctypes.byref(matrix))
        scale = (matrix.b**2 + matrix.d**2) ** 0.5 or 1.0
        size = raw.FPDFText_GetFontSize(handle, index)
        size = size * scale if size <= 2 or abs(scale - 1) > 0.01 else size
        bold, italic = self._font(handle, index)
        shown = int.from_bytes(bytes(one.value for one in colour[:3]))
        return FontLook(round(size, 1), bold, italic, shown)

    def _font(self, handle: Any, index: int) -> tuple[bool, bool]:
        """Tell whether the font of a letter is bold, and whether it is italic."""
        flags = ctypes.c_int()
        name = ctypes.create_string_buffer(128)
        self.raw.FPDFText_GetFontInfo(handle, index, name, 128, ctypes.byref(flags))
        weight = self.raw.FPDFText_GetFontWeight(handle, index)
        key = (name.value, flags.value)
        if key not in self.fonts:
            said = name.value.decode("utf-8", "replace").lower()
            bold = "bold" in said or "black" in said or "heavy" in said or bool(flags.value & (1 << 18))
            self.fonts[key] = (
                bold or weight >= BOLD_WEIGHT,
                "italic" in said or "oblique" in said or bool(flags.value & (1 << 6)),
            )
        return self.fonts[key]

    def _thin_lines(self, page: Any, left: float, top: float) -> list[tuple[float, float, float]]:
        """Return the thin level lines on a page: where they begin, where they end, and how far down they are."""
        raw = self.raw
        found = []
        edges = [ctypes.c_float() for _ in range(4)]
        for index in range(min(raw.FPDFPage_CountObjects(page.raw), MOST_OBJECTS)):
            one = raw.FPDFPage_GetObject(page.raw, index)
            if raw.FPDFPageObj_GetType(one) != raw.FPDF_PAGEOBJ_PATH:
                continue
            if raw.FPDFPageObj_GetBounds(one, *(ctypes.byref(edge) for edge in edges)):
                x0, y0, x1, y1 = (edge.value for edge in edges)
                if y1 - y0 <= THIN < x1 - x0:
                    found.append((x0 - left, x1 - left, top - (y0 + y1) / 2))
        return sorted(found, key=lambda line: line[2])

    def _jumps(self, page: Any, left: float, top: float) -> Iterator[Jump]:
        """Yield the links of a page."""
        raw = self.raw
        position, link = ctypes.c_int(0), raw.FPDF_LINK()
        for _ in range(MOST_LINKS):
            if not raw.FPDFLink_Enumerate(page.raw, ctypes.byref(position), ctypes.byref(link)):
                return
            edges = raw.FS_RECTF()
            if not raw.FPDFLink_GetAnnotRect(link, ctypes.byref(edges)):
                continue
            place = (edges.left - left, top - edges.top, edges.right - left, top - edges.bottom)
            action = raw.FPDFLink_GetAction(link)
            dest = raw.FPDFLink_GetDest(self.document.raw, link) or (
                action and raw.FPDFAction_GetDest(self.document.raw, action)
            )
            if dest:
                number = raw.FPDFDest_GetDestPageIndex(self.document.raw, dest) + 1
                yield Jump(*place, "", number, *self._place_of(dest, left, top))
            elif action and raw.FPDFAction_GetType(action) == raw.PDFACTION_URI:
                size = raw.FPDFAction_GetURIPath(self.document.raw, action, None, 0)
                buffer = ctypes.create_string_buffer(size)
                raw.FPDFAction_GetURIPath(self.document.raw, action, buffer, size)
                yield Jump(*place, buffer.value.decode("utf-8", "replace"))

    def _place_of(self, dest: Any, left: float, top: float) -> tuple[float, float]:
        """Return where on a page a link leads."""
        raw = self.raw
        has = [ctypes.c_int() for _ in range(3)]
        at = [ctypes.c_float() for _ in range(3)]
        places = [*map(ctypes.byref, has), *map(ctypes.byref, at)]
        raw.FPDFDest_GetLocationInPage(dest, *places)
        return at[0].value - left if has[0].value else 0.0, top - at[1].value if has[1].value else 0.0


def _struck(words: list[PdfWord], lines: list[tuple[float, float, float]]) -> Iterator[PdfWord]:
    """Yield words, those that a line goes through as struck; the lines are in order from top to bottom."""
    heights = [y for *_, y in lines]
    for word in words:
        first = bisect_left(heights, word.base - 0.45 * word.size)
        last = bisect_right(heights, word.base - 0.12 * word.size, lo=first)
        near = lines[first : min(last, first + MOST_THROUGH)]
        through = any(x0 <= word.x0 + 1 and x1 >= word.x1 - 1 for x0, x1, _ in near)
        yield word._replace(struck=True) if through else word


DATA_BYTES = 2**28
"""Memory that the process may write to, beside four times the file, where the system lets it say so."""
TOO_MUCH = "takes too much time or memory up to page {page}; print the file to a new PDF, or split it"
CHILD = f"import sys; sys.path[:] = sys.argv[1:]; from {__name__} import send; send()"


def read_pages(data: bytes, outline: list[OutlineItem]) -> Iterator[PdfPage]:
    """Yield the pages of a PDF one by one.

    Args:
        data: the whole file.
        outline: receives the lines of the outline, when all pages were read.

    Raises:
        SourceError: it cannot be read, or not within its bounds.
    """
    command = [sys.executable, "-c", CHILD, *sys.path]
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        with subprocess.Popen(  # noqa: S603 (this interpreter, with a command of our own)
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process:
            try:
                yield from _received(process.stdout, outline)
            finally:
                process.kill()


def _received(source: Any, outline: list[OutlineItem]) -> Iterator[PdfPage]:
    """Yield the pages that are sent, until the outline comes."""
    page = 1
    while True:
        try:
            kind, *parts = json.loads(source.readline())
        except ValueError as error:  # it broke off
            raise SourceError(TOO_MUCH.format(page=page)) from error
        if kind == "refused":
            raise SourceError(parts[0])
        if kind == "failed":
            failure = RuntimeError(parts[0])
            failure.add_note(parts[1])
            raise failure
        if kind == "outline":
            outline += [OutlineItem(*one) for one in parts[0]]
            return
        page, height, words, jumps, label = parts
        yield PdfPage(page, height, tuple(PdfWord(*one) for one in words), tuple(Jump(*one) for one in jumps), label)
        page += 1


def send(seconds: float = 10.0) -> None:
    """Read the file that is handed over and send its pages: what the other process does.

    Args:
        seconds: processor time that it may take.
    """
    threading.Thread(target=_watch_time, args=(seconds,), daemon=True).start()
    bound_memory()
    data, sink = sys.stdin.buffer.read(), sys.stdout.buffer
    try:
        pdf = Pdf(data)
        for page in pdf.pages():
            _send(sink, "page", *page)
        _send(sink, "outline", pdf.outline())
    except SourceError as error:
        _send(sink, "refused", str(error))
    except MemoryError:
        raise  # the process that waits says what a page may take
    except Exception as error:
        _send(sink, "failed", in_words(error), "".join(traceback.format_exception(error)))


def _send(sink: BinaryIO, *parts: object) -> None:
    sink.write(json.dumps(parts).encode() + b"\n")
    sink.flush()


def _watch_time(seconds: float) -> None:
    """End the process when it has worked too long; the library cannot be asked to stop."""
    while time.process_time() <= seconds:
        time.sleep(0.2)
    os._exit(1)


def bound_memory() -> None:
    """Let the system refuse more memory than a PDF needs."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    writable = DATA_BYTES + 4 * os.fstat(sys.stdin.fileno()).st_size
    resource.setrlimit(resource.RLIMIT_DATA, (writable, resource.getrlimit(resource.RLIMIT_DATA)[1]))

"""PDF: reading order, headings, frames of pages, boxes and links, in one column and in two, however they are drawn."""

import io
import random
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import convert
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageBreak, PageTemplate
from reportlab.platypus import Paragraph as Printed
from reportlab.platypus.tableofcontents import TableOfContents

from judge.cli.screens.screen import source_line
from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.core.model import Document, Entry
from judge.lint.fixing import NumberCorrection, fix
from judge.reading.formats import pdf_pages
from judge.reading.opening import read_document_file
from tests.reading.formats.published import Section, assert_read, book, entries_of, records, refusal
from tests.support import thorough_but

WIDTH, HEIGHT = A5
FONTS = Path(__file__).parents[2] / "fonts"
TEXT = ParagraphStyle("text", fontName="Times-Roman", fontSize=9, leading=11, spaceAfter=5)
BULLET = ParagraphStyle("bullet", parent=TEXT, leftIndent=12, bulletIndent=2)
SIZES = {1: 20, 2: 15, 3: 12}


def heading(level: int) -> ParagraphStyle:
    """Return how a heading is printed."""
    size = SIZES[level]
    return ParagraphStyle(
        f"h{level}", fontName="Helvetica-Bold", fontSize=size, leading=size * 1.2, spaceBefore=8, spaceAfter=4
    )


def frame_of(canvas: Canvas, document: BaseDocTemplate) -> None:
    """Print the frame of a page."""
    canvas.setFont("Helvetica", 7)
    canvas.drawString(40, HEIGHT - 25, "The Tidal Rulebook")
    canvas.drawCentredString(WIDTH / 2, 20, str(document.page + 4))


def pdf_of(sections: Sequence[Section], columns: int = 1, *, justified: bool = False) -> bytes:
    """Print a book as a PDF whose first page is page 5."""
    style = ParagraphStyle("own", parent=TEXT, alignment=TA_JUSTIFY if justified else 0)
    width = (WIDTH - 80 - 16 * (columns - 1)) / columns
    frames = [Frame(40 + n * (width + 16), 45, width, HEIGHT - 90, 0, 0, 0, 0, id=f"f{n}") for n in range(columns)]
    out = io.BytesIO()
    document = BaseDocTemplate(out, pagesize=A5, pageTemplates=[PageTemplate("all", frames, onPage=frame_of)])
    story: list[Flowable] = []
    for number, section in enumerate(sections):
        story.append(Printed(f'<a name="s{number}"/>{section.title}', heading(section.level)))
        for one in section.paragraphs:
            text = one.text
            if one.cites is not None:
                title = sections[one.cites].title
                text = text.replace(title, f'<a href="#s{one.cites}">{title}</a>')
            story.append(Printed(text, BULLET if one.bullet else style, bulletText="•" if one.bullet else None))
    document.build(story)
    return out.getvalue()


def drawn(*words: tuple[float, float, str], size: float = 10, seed: int | None = None) -> bytes:
    """Return a PDF of one page with words at places, drawn in any order; those at height 20 are twice as large."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A5)
    for x, y, text in random.Random(seed).sample(words, len(words)) if seed is not None else words:
        canvas.setFont("Times-Roman", 2 * size if y == 20 else size)
        canvas.drawString(x, HEIGHT - y, text)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


TEX_ACCENTS = dict(zip("\u0300\u0301\u0302\u0303\u0308\u0327", "`´ˆ˜¨¸", strict=True))


def set_by_tex(line: str, font: str, *, is_behind: bool) -> list[tuple[float, float, str]]:
    """Return runs of letters with their places; an accent is one, before its letter or behind it, above a capital."""
    runs: list[tuple[float, float, str]] = []
    x = pen = 40.0
    for char in line:
        letter, accents = (found := unicodedata.normalize("NFD", char))[0], map(TEX_ACCENTS.__getitem__, found[1:])
        letter = "ı" if len(found) > 1 and letter == "i" and font == "Vera" else letter
        width = stringWidth(letter, font, 10)
        own = [(x, 0.0, letter)] if letter != " " else []
        apart = [
            (x + (width - stringWidth(one, font, 10)) / 2, 2.0 * (letter.isupper() and one != "¸"), one)
            for one in accents
        ]
        for begins, up, sign in [*own, *apart] if is_behind else [*apart, *own]:
            if runs and abs(begins - pen) < 0.01 and runs[-1][1] == up:
                runs[-1] = (*runs[-1][:2], runs[-1][2] + sign)
            else:
                runs.append((begins, up, sign))
            pen = begins + stringWidth(sign, font, 10)
        x += width
    return runs


def drawn_by_tex(lines: Sequence[str], font: str, *, is_behind: bool) -> bytes:
    """Return a PDF of one page with lines as TeX sets them, each by one command or, in Vera, with one for each run."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A5)
    canvas.setFont(font, 10)
    for number, line in enumerate(lines):
        y, pen, shown = HEIGHT - 60 - 14 * number, 40.0, ""
        for x, up, run in set_by_tex(line, font, is_behind=is_behind):
            if font == "Vera":
                canvas.drawString(x, y + up, run)
            codes = "".join(f"\\{code:03o}" for code in run.encode("cp1252", "replace"))
            shown += f"{(pen - x) * 100:.1f} ({codes}) "
            pen = x + stringWidth(run, font, 10)
        if font != "Vera":
            text = canvas.beginText(40, y)
            text._code.append(f"[{shown}] TJ")
            canvas.drawText(text)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def words_of(data: bytes) -> list[str]:
    """Return the words of a PDF of one page."""
    return [word.text for page in pdf_pages.Pdf(data).pages() for word in page.words]


ACCENTED = [
    "La abilità è più naïve; né così, città, à la forêt.",
    "El señor mañana él está aquí, VOILÀ L’ÉTÉ AÑO.",
    "La façade: Ça, Über den Öfen, âne fêté, Änderung",
]


@pytest.mark.parametrize(
    ("font", "is_behind"),
    [("Times-Roman", False), ("Times-Italic", False), ("Times-Roman", True), ("Vera", False), ("Vera", True)],
)
def test_accents_that_are_drawn_apart_are_in_their_letters(font: str, *, is_behind: bool) -> None:
    """However they come: TeX draws them before their letters, and the library may give them after the word."""
    registerFont(TTFont("Vera", FONTS / "Vera.ttf"))
    data = drawn_by_tex(ACCENTED, font, is_behind=is_behind)
    assert words_of(data) == " ".join(ACCENTED).split()


@pytest.mark.parametrize("line", ["The `word' and `a` and ``two'' x", "see x ^ a, ~ n, ¨ u", "e` e' a´ o¨ n~ c¸ ` a"])
def test_signs_that_have_a_place_of_their_own_are_no_accents(line: str) -> None:
    assert "".join(words_of(drawn((40, 60, line)))) == line.replace(" ", "")


@pytest.mark.parametrize(("columns", "justified"), [(1, False), (1, True), (2, False), (2, True)])
@pytest.mark.parametrize("seed", thorough_but(1, range(3)))
def test_a_book_is_read_as_it_was_printed(seed: int, columns: int, justified: bool, tmp_path: Path) -> None:
    sections = book(seed)
    found = records(tmp_path, "book.pdf", pdf_of(sections, columns, justified=justified))
    assert_read(found, sections)
    frames = [one["lines"] for one in found if one["record"] == "furniture" and one["reason"] == "page frame"]
    assert frames


def test_every_block_has_its_boxes_and_the_entry_its_printed_pages(tmp_path: Path) -> None:
    sections = book(5)
    data = pdf_of(sections)
    found = records(tmp_path, "book.pdf", data)
    pages = pdf_pages.Pdf(data).pages()
    words = {page.number: [(word.text, word.x0, word.top) for word in page.words] for page in pages}
    for entry in entries_of(found).values():
        for block in entry["blocks"]:
            assert block["boxes"]
            page, x0, y0, *_ = block["boxes"][0]
            first = block["text"].split()[0]
            assert any(text == first and x0 - 1 <= x <= x0 + 13 and abs(y - y0) < 2 for text, x, y in words[page])
        if entry["blocks"]:
            assert entry["pages"][0] in (entry["blocks"][0]["boxes"][0][0] + 4, entry["blocks"][0]["boxes"][0][0] + 3)


def test_show_names_the_page(tmp_path: Path) -> None:
    """A PDF has no lines that a person could look up."""
    found = records(tmp_path, "book.pdf", pdf_of(book(5)))
    document = next(one for one in found if one["record"] == "document")
    entry = next(one for one in found if one["record"] == "entry" and one["blocks"])
    assert source_line(convert(entry, Entry), convert(document, Document)).endswith("(book.pdf, page 1, printed as 5)")


class Outlined(BaseDocTemplate):  # type: ignore[misc]
    """A book with bookmarks, a contents list, and a running head that only its odd pages have."""

    def afterFlowable(self, flowable: Flowable) -> None:
        """Note a heading."""
        if number := getattr(flowable, "number", None):
            self.canv.bookmarkPage(str(number))
            self.canv.addOutlineEntry(flowable.title, str(number), 0)
            self.notify("TOCEntry", (0, flowable.title, self.page + 4, str(number)))


def outlined(texts: Sequence[tuple[str, str]], style: ParagraphStyle = TEXT) -> bytes:
    """Return a PDF of titles with their texts, a page for each, the first of which is printed as page 6.

    Args:
        texts: title and text of each page.
        style: how titles are printed.
    """
    out = io.BytesIO()
    frame = Frame(40, 45, WIDTH - 80, HEIGHT - 90, 0, 0, 0, 0)
    document = Outlined(out, pagesize=A5, pageTemplates=[PageTemplate("all", [frame], onPage=chapter_of)])
    story: list[Flowable] = [Printed("Contents", heading(1)), TableOfContents(dotsMinLevel=0)]
    for number, (title, text) in enumerate(texts, 1):
        printed = Printed(title, style)
        printed.number, printed.title = number, title
        story += [PageBreak(), printed, Printed(text, TEXT)]
    document.multiBuild(story)
    return out.getvalue()


def chapter_of(canvas: Canvas, document: BaseDocTemplate) -> None:
    """Print the frame of a page: a head of its own, level with the number."""
    canvas.setFont("Helvetica", 9)
    canvas.drawString(40, HEIGHT - 25, f"Chapter {'ABCDEFGHIJ'[document.page]} of the tides")
    canvas.drawRightString(WIDTH - 40, HEIGHT - 25, str(document.page + 4))


SHORE = [
    ("Anchors", "They hold. Of the sails more is said on page 7, and the tide is on page 9."),
    ("Sails", "They are wide. Masts are described on page 8."),
    ("Masts", "They are high."),
    ("Tides", "They turn."),
]


@pytest.mark.parametrize("style", [TEXT, heading(2)], ids=["plain", "large"])
def test_the_outline_tells_headings_and_printed_pages_resolve(style: ParagraphStyle, tmp_path: Path) -> None:
    """Also where nothing else marks a heading; the contents list and the heads of pages are not texts."""
    found = records(tmp_path, "tide.pdf", outlined(SHORE, style))
    entries = entries_of(found)
    assert [(one["title"], one["pages"]) for one in entries.values()] == [
        ("Anchors", [6, 6]),
        ("Sails", [7, 7]),
        ("Masts", [8, 8]),
        ("Tides", [9, 9]),
    ]
    assert [block["text"] for one in entries.values() for block in one["blocks"]] == [text for _, text in SHORE]
    (document,) = (one for one in found if one["record"] == "document")
    assert document["reading"]["addresses"] == {"named": 8, "read": 8, "missing": []}  # rows and bookmarks
    references = {one["text"]: one["target"] for one in found if one["record"] == "reference"}
    assert references == {"page 7": "tide:sails", "page 9": "tide:tides", "page 8": "tide:masts"}


def test_columns_are_read_one_after_the_other_in_whatever_order_they_are_drawn() -> None:
    left = [(40.0, 60.0 + 12 * n, f"Left line {n} goes on to its end") for n in range(12)]
    right = [(220.0, 60.0 + 12 * n, f"Right line {n} goes on to its end") for n in range(12)]
    for seed in range(4):
        found = read_document_file(drawn(*left, *right, seed=seed), Report())
        text = " ".join(piece.value.replace("\n", " ") for piece in found.pieces)
        assert text == " ".join(one[2] for one in (*left, *right))


PROSE = [(40.0, 150.0 + 12 * n, "A line of prose that goes on over the whole width of the page") for n in range(6)]
TABLES: dict[str, tuple[tuple[int, ...], dict[int, tuple[str, ...]], list[list[str]] | None]] = {
    "rows": (
        (40, 200),
        {60: ("Wind", "Sail"), 74: ("low", "full"), 88: ("high", "none at all"), 102: ("storm", "no")},
        None,
    ),
    "lines of cells": (
        (40, 200),
        {
            60: ("Mudlark", "Costs one."),
            80: ("Toll", "Costs two"),
            92: ("Keeper", "coins."),
            112: ("Ferry", "Costs five."),
        },
        [["Mudlark", "Costs one."], ["Toll Keeper", "Costs two coins."], ["Ferry", "Costs five."]],
    ),
    "a cell that nearly fills its column": (
        (40, 135, 235),
        {
            50: ("Card", "Printed", "Should read"),
            70: ("Barge", "It holds two.", "It holds three."),
            90: ("Grey Harbour Lantern", "It shines in fog.", "It shines in rain."),
            110: ("Keel", "It sinks.", "It swims."),
        },
        None,
    ),
}
"""Where columns begin, the lines of cells by their heights, and the cells of each row where these are not the lines."""


@pytest.mark.parametrize("name", TABLES)
def test_rows_of_a_table_keep_their_cells(name: str) -> None:
    places, lines, rows = TABLES[name]
    cells = [(x, y, cell) for y, line in lines.items() for x, cell in zip(places, line, strict=True)]
    found = read_document_file(drawn(*cells, *PROSE), Report()).pieces
    assert [[cell.value for cell in piece.cells] for piece in found if piece.kind == "table"] == (
        rows or list(map(list, lines.values()))
    )


@pytest.mark.parametrize(
    ("lines", "pieces"),
    [
        (
            [
                "A duel ends when one of these things happens to it:",
                "1. one duellist has five hits; or",
                "2. an hour is over.",
            ],
            None,
        ),
        (
            ["The harbour has a capa-", "city of two, and a well-", "known pier. Its capacity", "is well-known."],
            ["The harbour has a capacity of two, and a well-known pier. Its capacity is well-known."],
        ),
    ],
    ids=["counted items", "parted words"],
)
def test_lines_are_put_together(lines: list[str], pieces: list[str] | None) -> None:
    """An item that counts on is one of its own, and words that are not parted keep their hyphens."""
    data = drawn(*((40.0, 60.0 + 12 * n, text) for n, text in enumerate(lines)))
    assert [piece.value for piece in read_document_file(data, Report()).pieces] == (pieces or lines)


def test_struck_and_coloured_words_are_marks() -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A5)
    canvas.setFont("Times-Roman", 10)
    canvas.drawString(40, 400, "Ships hold two")
    canvas.setFillColorRGB(0.9, 0, 0)
    canvas.drawString(115, 400, "three")
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(140, 400, "barges in every harbour of the coast.")
    begins = 40 + canvas.stringWidth("Ships hold ")
    canvas.line(begins, 402.5, begins + canvas.stringWidth("two"), 402.5)
    canvas.save()
    (piece,) = read_document_file(out.getvalue(), Report()).pieces
    assert [(piece.value[start:end], kind) for start, end, kind in piece.text.marks] == [
        ("two", "strike"),
        ("three", "changed"),
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"%PDF-1.7\nnothing", pdf_pages.BROKEN),
        (pdf_of(book(1))[:3000], pdf_pages.BROKEN),
        (drawn(), "has no text, only images of pages; run text recognition (OCR), then add the result"),
    ],
)
def test_what_can_not_be_read_is_refused(data: bytes, sentence: str) -> None:
    assert refusal(data) == sentence


def test_a_locked_or_an_endless_pdf_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, encrypt="secret")
    canvas.drawString(40, 400, "Ships.")
    canvas.save()
    assert refusal(out.getvalue()) == pdf_pages.LOCKED
    monkeypatch.setattr(pdf_pages, "MOST_PAGES", 2)
    with pytest.raises(SourceError, match=r"has \d+ pages; a PDF may have at most 2; split it"):
        pdf_pages.Pdf(pdf_of(book(1)))


HELVETICA = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"


def pdf_within_itself(levels: int, times: int) -> bytes:
    """Return a PDF of a page with a drawing that shows another several times, which shows another several times ..."""
    shown = " ".join(["/X Do"] * times)
    streams = [("", "/X Do"), *(("/X", shown) for _ in range(levels)), ("", "BT /F 9 Tf (Ships) Tj ET")]
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>"]
    objects.append("<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>")
    for number, (inner, content) in enumerate(streams, 4):
        resources = f"/Resources<<{HELVETICA}{f'/XObject<</X {number + 1} 0 R>>' if inner else ''}>>"
        head = f"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]{resources}/Length {len(content)}>>"
        objects.append(f"{head}stream\n{content}\nendstream")
    return pdf_of_objects(*objects)


def pdf_of_objects(*objects: str) -> bytes:
    """Return a PDF that holds these objects, the first of which is its root."""
    body = "".join(f"{number} 0 obj\n{one}\nendobj\n" for number, one in enumerate(objects, 1))
    return f"%PDF-1.4\n{body}trailer<</Size {len(objects) + 1}/Root 1 0 R>>\n%%EOF".encode()


def pdf_that_repeats_its_page(times: int) -> bytes:
    """Return a PDF that shows its only page, of 1,500 letters, many times."""
    content = f"BT /F 9 Tf {'(Ships sail until the tide has turned) Tj 0 9 Td ' * 40}ET"
    return pdf_of_objects(
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Kids[{'3 0 R ' * times}]/Count {times}>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Contents 4 0 R/Resources<<{HELVETICA}>>>>",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
    )


def test_a_pdf_that_takes_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    (piece,) = read_document_file(pdf_within_itself(2, 2), Report()).pieces
    assert piece.value == "Ships"
    sentence = "has more than 1,000,000 letters on its first 659 pages; split it"
    assert refusal(pdf_that_repeats_its_page(2900)) == sentence
    monkeypatch.setattr(pdf_pages, "CHILD", pdf_pages.CHILD.replace("send()", "send(0.5)"))
    sentence = "takes too much time or memory up to page 1; print the file to a new PDF, or split it"
    assert refusal(pdf_within_itself(12, 10)) == sentence


def test_a_mistake_of_the_program_in_the_other_process_is_not_called_a_page_of_too_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = f"import {pdf_pages.__name__} as pages; pages.Pdf.pages = lambda _: [][1]; send()"
    monkeypatch.setattr(pdf_pages, "CHILD", pdf_pages.CHILD.replace("send()", broken))
    with pytest.raises(RuntimeError, match="IndexError: list index out of range") as failed:
        read_document_file(pdf_of(book(5)), Report())
    assert "in send\n" in failed.value.__notes__[0]


@pytest.mark.parametrize("title", ["FEFF0041D800", "FEFFDC000041", "FEFF0041D8000042", "FEFF0041"])
def test_a_title_of_the_outline_may_be_damaged(title: str) -> None:
    """Half of a pair of UTF-16, as programs write that cut a title off."""
    data = pdf_of_objects(
        "<</Type/Catalog/Pages 2 0 R/Outlines 5 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<<{HELVETICA}>>>>",
        "<</Length 40>>stream\nBT /F 9 Tf 9 50 Td (Anchors hold) Tj ET    \nendstream",
        "<</Type/Outlines/First 6 0 R/Last 6 0 R/Count 1>>",
        f"<</Title<{title}>/Parent 5 0 R/Dest[3 0 R/Fit]>>",
    )
    assert [piece.value for piece in read_document_file(data, Report()).pieces] == ["Anchors hold"]


def test_no_corrected_copy_is_written_of_a_pdf(tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(pdf_of(book(5)))
    assert list(fix([NumberCorrection("book", 1, 1, "4.1", "4.2")], [tmp_path])) == []


def test_a_dash_at_the_end_of_a_full_line_begins_no_item() -> None:
    line = "The crew that holds the lantern at dawn may not enter the harbour again."
    data = drawn((40, 100, line), (40, 112, "— Mira Dolan, 2005-10-13"), (40, 136, "Sails."))
    assert [piece.kind for piece in read_document_file(data, Report()).pieces] == ["paragraph", "paragraph"]
    data = drawn((40, 100, "Hoist:"), (40, 112, "— sails"), (40, 124, "— flags"), (40, 148, line))
    assert [piece.kind for piece in read_document_file(data, Report()).pieces] == [
        *("paragraph", "bullet", "bullet", "paragraph")
    ]

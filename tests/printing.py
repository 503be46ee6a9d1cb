"""One drawn text in every format: Markdown becomes HTML, Word, PDF and plain text that show a reader the same.

`FORMATS` names them; each takes Markdown without wrapped lines and gives the bytes of a file. What is lost is what the
format cannot show: plain text has no bold letters and no levels of headings.
"""

import io
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Table

from tests.word_files import WORD, docx_of

WIDTH = 72
PARSER = MarkdownIt("commonmark", {"breaks": True}).enable("table")
SIZES = {1: 20, 2: 17, 3: 14, 4: 12, 5: 11, 6: 10.5}
"""Size of the letters of a heading, in points."""
Runs = list[tuple[str, bool]]
"""Words, and whether they are bold; a line break is a run of its own."""


@dataclass
class Block:
    """A heading, a paragraph, an item of a list or a row of a table."""

    kind: str
    runs: Runs = field(default_factory=list)
    level: int = 0
    """Of a heading; of an item, how deep it is nested."""
    mark: str = ""
    """Of an item: `-`, `1.` or `1)`."""
    list: int = 0
    """Which list an item is of, from 1."""
    cells: tuple[str, ...] = ()
    is_head: bool = False

    @property
    def text(self) -> str:
        """Its words, line breaks among them."""
        return "".join(text for text, _ in self.runs)


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a Markdown text."""
    lists: list[tuple[int, int, str]] = []
    level = made = 0
    cells: list[str] = []
    mark = ""
    in_head = in_table = False
    for token in PARSER.parse(text):
        match token.type:
            case "heading_open":
                level = int(token.tag[1:])
            case "heading_close":
                level = 0
            case "ordered_list_open" | "bullet_list_open":
                made += 1
                start = int(token.attrs.get("start", 1)) if token.type == "ordered_list_open" else 0
                lists.append((made, start, token.markup))
            case "ordered_list_close" | "bullet_list_close":
                lists.pop()
            case "list_item_open":
                number, count, sign = lists[-1]
                mark = f"{count}{sign}" if token.info else "-"
                lists[-1] = (number, count + 1, sign)
            case "thead_open" | "thead_close":
                in_head = token.type == "thead_open"
            case "table_open" | "table_close":
                in_table = token.type == "table_open"
            case "tr_close":
                yield Block("row", cells=tuple(cells), is_head=in_head)
                cells = []
            case "inline" if in_table:
                cells.append("".join(text for text, _ in _runs(token)))
            case "inline" if level:
                yield Block("heading", list(_runs(token)), level)
            case "inline" if mark:
                yield Block("item", list(_runs(token)), len(lists) - 1, mark, lists[-1][0])
                mark = ""
            case "inline":
                yield Block("paragraph", list(_runs(token)), len(lists))


def _runs(token: Token) -> Iterator[tuple[str, bool]]:
    bold = 0
    for child in token.children or ():
        bold += (child.type == "strong_open") - (child.type == "strong_close")
        if child.type in ("softbreak", "hardbreak"):
            yield "\n", False
        elif child.content:
            yield child.content, bold > 0


def to_markdown(text: str) -> bytes:
    """Return the text itself."""
    return text.encode()


def to_html(text: str) -> bytes:
    """Return a page."""
    return f"<!DOCTYPE html>\n<html><body>\n{PARSER.render(text)}</body></html>\n".encode()


def to_docx(text: str) -> bytes:
    """Return a Word document whose lists Word counts."""
    found = list(blocks(text))
    starts = {one.list: one.mark for one in reversed(found) if one.kind == "item"}
    body, rows = [], []
    for one in [*found, Block("end")]:
        if one.kind == "row":
            cells = "".join(f"<w:tc>{_word_paragraph([(cell, one.is_head)])}</w:tc>" for cell in one.cells)
            rows.append(f"<w:tr>{cells}</w:tr>")
            continue
        body += [f"<w:tbl>{''.join(rows)}</w:tbl>"] if rows else []
        rows = []
        style = ""
        if one.kind == "heading":
            style = f'<w:pStyle w:val="h{one.level}"/>'
        elif one.kind == "item":
            style = f'<w:numPr><w:ilvl w:val="{one.level}"/><w:numId w:val="{one.list}"/></w:numPr>'
        body += [_word_paragraph(one.runs, style)] if one.kind != "end" else []
    styles = "".join(
        f'<w:style w:type="paragraph" w:styleId="h{n}"><w:name w:val="heading {n}"/></w:style>' for n in SIZES
    )
    abstract = "".join(_word_list(number, mark) for number, mark in starts.items())
    numbers = "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>' for n in starts)
    return docx_of(
        "".join(body),
        styles=f"<w:styles {WORD}>{styles}</w:styles>",
        numbering=f"<w:numbering {WORD}>{abstract}{numbers}</w:numbering>",
    )


def _word_paragraph(runs: Runs, properties: str = "") -> str:
    shown = "".join(
        "<w:r><w:br/></w:r>"
        if text == "\n"
        else f'<w:r><w:rPr>{"<w:b/>" * bold}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'
        for text, bold in runs
    )
    return f"<w:p><w:pPr>{properties}</w:pPr>{shown}</w:p>"


def _word_list(number: int, mark: str) -> str:
    count, sign = (mark[:-1], mark[-1]) if mark != "-" else ("1", "")
    form, text = ("decimal", "%{}" + sign) if sign else ("bullet", "x")
    levels = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="{count}"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{text.format(n + 1)}"/></w:lvl>'
        for n in range(9)
    )
    return f'<w:abstractNum w:abstractNumId="{number}">{levels}</w:abstractNum>'


def to_pdf(text: str) -> bytes:
    """Return a PDF of A5 pages."""
    story: list[Flowable] = []
    rows: list[Sequence[str]] = []
    for one in [*blocks(text), Block("end")]:
        if one.kind == "row":
            rows.append([Paragraph(_pdf_text([(cell, one.is_head)]), _style()) for cell in one.cells])
            continue
        if rows:
            story.append(Table(rows, style=[("VALIGN", (0, 0), (-1, -1), "TOP")]))
            rows = []
        if one.kind == "heading":
            style = ParagraphStyle(
                f"h{one.level}",
                fontName="Helvetica-Bold",
                fontSize=SIZES[one.level],
                leading=SIZES[one.level] * 1.2,
                spaceBefore=8,
                spaceAfter=4,
            )
            story.append(Paragraph(_pdf_text([(words, False) for words, _ in one.runs]), style))
        elif one.kind == "item":
            bullet = "•" if one.mark == "-" else one.mark
            story.append(Paragraph(_pdf_text(one.runs), _style(one.level + 1), bulletText=bullet))
        elif one.kind == "paragraph":
            story.append(Paragraph(_pdf_text(one.runs), _style(one.level, hang=False)))
    out = io.BytesIO()
    SimpleDocTemplate(out, pagesize=A5, leftMargin=40, rightMargin=40, topMargin=40, bottomMargin=40).build(story)
    return out.getvalue()


def _style(depth: int = 0, *, hang: bool = True) -> ParagraphStyle:
    bullet = max(0, depth - 1) * 16 if hang else 0
    return ParagraphStyle(
        f"text{depth}",
        fontName="Times-Roman",
        fontSize=10,
        leading=12,
        spaceAfter=6,
        leftIndent=depth * 16,
        bulletIndent=bullet,
        bulletFontName="Times-Roman",
        bulletFontSize=10,
    )


def _pdf_text(runs: Runs) -> str:
    return "".join(
        "<br/>" if text == "\n" else f"<b>{escape(text)}</b>" if bold else escape(text) for text, bold in runs
    )


def to_text(text: str, *, wraps: bool, tight: bool) -> bytes:
    """Return plain text.

    Args:
        text: Markdown.
        wraps: lines end at column 72.
        tight: blank lines stand only around headings and bold lines, and where a paragraph begins without a mark.
    """
    lines: list[str] = []
    before: Block | None = None
    found = list(blocks(text))
    rows = _columns(found)
    for one in found:
        if before and not (_joins(before, one) or (tight and _is_marked(one) and not _is_title(before))):
            lines.append("")
        if one.kind == "row":
            lines.append(next(rows))
        elif one.kind == "item":
            indent = "   " * one.level
            lines += _wrapped(f"{indent}{one.mark} {one.text}", f"{indent}{' ' * (len(one.mark) + 1)}", wraps=wraps)
        else:
            indent = "   " * one.level if one.kind == "paragraph" else ""
            lines += _wrapped(indent + one.text, indent, wraps=wraps)
        before = one
    return ("\n".join(lines) + "\n").encode()


def _joins(before: Block, one: Block) -> bool:
    return before.kind == one.kind == "row"


def _is_marked(one: Block) -> bool:
    """Tell whether a block begins with a number or a mark, so that it is told from the text above it."""
    return one.kind == "item" or (one.kind == "paragraph" and not one.runs[0][1] and one.text[0].isdigit())


def _is_title(one: Block) -> bool:
    return one.kind in ("heading", "row") or all(bold for text, bold in one.runs if text.strip())


def _wrapped(text: str, indent: str, *, wraps: bool) -> list[str]:
    found: list[str] = []
    for line in text.split("\n"):
        whole = line if not found else indent + line
        found += textwrap.wrap(whole, WIDTH, subsequent_indent=indent, break_on_hyphens=False) if wraps else [whole]
    return found


def _columns(found: Sequence[Block]) -> Iterator[str]:
    """Yield the rows of tables, their cells below one another."""
    table: list[Block] = []
    for one in [*found, Block("end")]:
        if one.kind == "row":
            table.append(one)
        elif table:
            widths = [max(len(row.cells[n]) for row in table) + 3 for n in range(len(table[0].cells))]
            for row in table:
                yield "".join(map(str.ljust, row.cells, widths)).rstrip()
            table = []


FORMATS: dict[str, tuple[str, Callable[[str], bytes]]] = {
    "md": (".md", to_markdown),
    "html": (".html", to_html),
    "docx": (".docx", to_docx),
    "pdf": (".pdf", to_pdf),
    "text": (".txt", partial(to_text, wraps=False, tight=False)),
    "wrapped": (".txt", partial(to_text, wraps=True, tight=False)),
    "tight": (".txt", partial(to_text, wraps=False, tight=True)),
    "wrapped tight": (".txt", partial(to_text, wraps=True, tight=True)),
}
"""The ending of a file's name, and what writes it."""

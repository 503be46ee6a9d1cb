"""Documents of the formats that have a structure, drawn from a seed: pages, Word documents, tables, records and PDFs.

What is drawn is often wrong, as files of strangers are: addresses where nothing follows, footnotes without marks,
tables within tables, elements that are never closed, records whose fields change their kind. The words are those of a
`Writer`.
"""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable
from html import escape
from typing import Any, Protocol

from reportlab.pdfgen.canvas import Canvas

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
DEEPEST = 5
"""Of what is drawn inside of each other."""
COUNTS = (0, 2, 4, 6, 8, 12, 40)
"""Of elements, rows and records."""
BLOCKS = (
    "p p p div div section article main header footer nav aside blockquote pre ul ol li dl dt dd table thead tbody tr "
    "td th h1 h2 h3 h4 h5 h6 hr details summary figure figcaption caption form fieldset center address"
).split()
INLINE = "a a b i em strong span sup sub code del s u br img small time label font script style".split()
LOOKS = (
    *(
        "display:none",
        "font-weight:bold",
        "mso-list:l0 level1 lfo1",
        "mso-outline-level:2",
        "text-decoration:line-through",
    ),
    *("font-style:italic", "visibility:hidden", "mso-footnote-id:ftn1"),
)
CLASSES = "toc nav footer note mw-editsection footnote MsoNormal reference menu card ruling".split()
NAMES = (
    "card name title text ruling rulings question answer date section number term definition id errata type cost set "
    "source author rules cards printed should_read category children html body lang"
).split()
STYLES = ("Heading1", "Heading2", "Title", "Normal", "ListParagraph", "Unknown", "Loop")
ODD: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1.5, 1e308, [], {}),
    *("", " ", "\n\n", "1.1", "**bold**", "\ufeff", "\ud800", "See 1.1"),
)
"""Values of records."""
FORMS = "decimal lowerLetter upperLetter lowerRoman upperRoman bullet none decimalZero ordinal".split()


class Words(Protocol):
    """What writes words, names and texts of one seed."""

    draw: random.Random

    def word(self) -> str:
        """Return a word."""

    def name(self) -> str:
        """Return a name."""

    def sentence(self) -> str:
        """Return a line as documents have it: a heading, a number, a text."""

    def damaged(self, data: bytes) -> bytes:
        """Return data, often with some bytes changed."""


def html(words: Words) -> bytes:
    """Return a page."""
    draw = words.draw
    body = "".join(_element(words, 0) for _ in range(draw.choice(COUNTS)))
    ends = [f'<div id="{_address(words)}"></div>', f"<a name={_address(words)}>", "<!-- ", "<p>", "</table></div>", ""]
    head = f"<!doctype html><html><head><title>{escape(words.name())}</title></head><body>"
    page = draw.choice((head, "", "<body>")) + body + draw.choice(ends) + draw.choice(("</body></html>", "", "\n"))
    return words.damaged(page.encode("utf-8", "replace")) if draw.random() < 0.3 else page.encode("utf-8", "replace")


def _element(words: Words, depth: int) -> str:
    """Return an element with what is in it; it may lack its end."""
    draw = words.draw
    if depth > DEEPEST or draw.random() < 0.35:
        return draw.choice((escape(words.sentence()), words.word(), "&nbsp;", "\n", words.sentence()))
    tag = draw.choice(BLOCKS if depth < 3 else INLINE)
    said = {
        "id": _address(words),
        "name": _address(words),
        "class": draw.choice(CLASSES),
        "style": draw.choice(LOOKS),
        "href": f"#{_address(words)}",
        "start": str(draw.randint(-3, 40)),
        "type": draw.choice("aAiI1x"),
        "colspan": str(draw.randint(0, 9)),
        "role": draw.choice(("navigation", "main", "note")),
        "hidden": "",
    }
    wanted = ["href", "id"] if tag == "a" else draw.sample(sorted(said), k=draw.choice((0, 0, 1, 2)))
    attributes = "".join(f' {name}="{escape(said[name])}"' for name in wanted)
    inside = "".join(_element(words, depth + 1) for _ in range(draw.randint(0, 4)))
    return f"<{tag}{attributes}>{inside}" + (f"</{tag}>" if draw.random() < 0.85 else "")


def _address(words: Words) -> str:
    """Return an address; few of them, so that links meet them and some come twice."""
    shown = ("x", "fn1", "fnref1", "cmnt1", "page10-div", "_ftn2", "toc", "1.1", "", "top", "ä ö", "%41")
    return words.draw.choice(shown)


def docx(words: Words) -> bytes:
    """Return a Word document."""
    draw = words.draw
    parts = {
        "document": f"<w:body>{''.join(_block(words, 0) for _ in range(draw.choice(COUNTS)))}</w:body>",
        "styles": "".join(_style(draw, name) for name in STYLES[:-2]),
        "numbering": "".join(_list(draw, number) for number in range(3)),
        "footnotes": "".join(
            f'<w:footnote w:id="{number}">{_paragraph(words)}</w:footnote>' for number in range(draw.randint(0, 4))
        ),
        "endnotes": f'<w:endnote w:id="1">{_block(words, 3)}</w:endnote>',
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, inside in parts.items():
            if name == "document" or draw.random() < 0.8:
                text = f'<w:{name} xmlns:w="{WORD}" xmlns:r="{RELATIONS}">{inside}</w:{name}>'
                if draw.random() < 0.005:
                    text = text[: draw.randrange(len(text))]
                archive.writestr(zipfile.ZipInfo(f"word/{name}.xml"), _xml(text).encode("utf-8", "replace"))
    return words.damaged(out.getvalue()) if draw.random() < 0.05 else out.getvalue()


def _xml(text: str) -> str:
    """Return a text without what no XML may have."""
    return "".join(sign for sign in text if sign in "\t\n\r" or (sign >= " " and sign not in "\ufffe\uffff"))


def _block(words: Words, depth: int) -> str:
    """Return a paragraph, a table or what is around some of them."""
    draw = words.draw
    if depth >= 3 or draw.random() < 0.7:
        return _paragraph(words)
    inside = [_block(words, depth + 1) for _ in range(draw.randint(0, 5))]
    if draw.random() < 0.4:
        return f"<w:sdt><w:sdtContent>{''.join(inside)}</w:sdtContent></w:sdt>"
    rows = [draw.randint(0, 3) for _ in range(draw.randint(0, 4))]
    cells = iter(inside * 4)
    shown = ("".join(f"<w:tc>{next(cells, '')}</w:tc>" for _ in range(count)) for count in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in shown)}</w:tbl>"


def _paragraph(words: Words) -> str:
    """Return a paragraph with its looks, words, bookmarks, links, fields and marks of footnotes."""
    draw = words.draw
    looks = [
        f'<w:pStyle w:val="{draw.choice(STYLES)}"/>',
        f'<w:outlineLvl w:val="{draw.choice(("0", "1", "8", "9", "-1", "x"))}"/>',
        f'<w:numPr><w:ilvl w:val="{draw.choice("0128")}"/><w:numId w:val="{draw.choice("01239")}"/></w:numPr>',
        f'<w:ind w:left="{draw.choice(("0", "720", "-40", "x"))}"/>',
        "<w:rPr><w:del/></w:rPr>",
    ]
    chosen = "".join(draw.sample(looks, k=draw.choice((0, 1, 1, 2))))
    return f"<w:p><w:pPr>{chosen}</w:pPr>{''.join(_run(words) for _ in range(draw.randint(0, 6)))}</w:p>"


def _run(words: Words) -> str:
    draw = words.draw
    text = f"<w:t>{escape(words.sentence())}</w:t>"
    marks = draw.choice(("", "", "<w:b/>", "<w:i/>", "<w:strike/>", "<w:vanish/>", '<w:b w:val="0"/>'))
    name = escape(_address(words))
    return draw.choice(
        (
            f"<w:r><w:rPr>{marks}</w:rPr>{text}</w:r>",
            f"<w:r>{text}<w:br/>{text}<w:tab/></w:r>",
            f'<w:bookmarkStart w:id="1" w:name="{name}"/><w:bookmarkEnd w:id="1"/>',
            f'<w:hyperlink w:anchor="{name}"><w:r>{text}</w:r></w:hyperlink>',
            f'<w:r><w:footnoteReference w:id="{draw.randint(0, 5)}"/></w:r>',
            '<w:r><w:endnoteReference w:id="1"/></w:r>',
            f'<w:r><w:fldChar w:fldCharType="{draw.choice(("begin", "separate", "end"))}"/></w:r>',
            f"<w:r><w:instrText> HYPERLINK \\l {name} </w:instrText></w:r>",
            f"<w:del><w:r>{text}</w:r></w:del><w:ins><w:r>{text}</w:r></w:ins>",
        )
    )


def _style(draw: random.Random, name: str) -> str:
    heading = f"heading {name[-1]}" if name[-1].isdigit() else name
    number = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>' if draw.random() < 0.3 else ""
    based = f'<w:basedOn w:val="{draw.choice(STYLES)}"/>'
    return f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{heading}"/>{based}{number}</w:style>'


def _list(draw: random.Random, number: int) -> str:
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{draw.choice((1, 0, 5, "x"))}"/>'
        f'<w:numFmt w:val="{draw.choice(FORMS)}"/>'
        f'<w:lvlText w:val="{draw.choice(("%1.", "%1.%2", "(%3)", "", "•", "%9"))}"/></w:lvl>'
        for depth in range(draw.randint(0, 3))
    )
    same = f'<w:abstractNumId w:val="{draw.randint(0, 3)}"/>'
    return f'<w:abstractNum w:abstractNumId="{number}">{levels}</w:abstractNum><w:num w:numId="{number}">{same}</w:num>'


def table(words: Words) -> bytes:
    """Return a table of comma-separated values, or of values that another sign parts."""
    draw = words.draw
    out = io.StringIO()
    writer = csv.writer(out, delimiter=draw.choice(",,;\t|"), quoting=draw.choice((csv.QUOTE_ALL, csv.QUOTE_MINIMAL)))
    columns = draw.sample(NAMES, k=draw.randint(1, 6))
    if draw.random() < 0.9:
        writer.writerow(columns)
    for _ in range(draw.choice(COUNTS)):
        width = len(columns) + (draw.choice((-1, 1)) if draw.random() < 0.1 else 0)
        writer.writerow([str(_scalar(words)) for _ in range(width)])
    data = out.getvalue().encode("utf-8", "replace")
    return words.damaged(data) if draw.random() < 0.3 else data


def records(words: Words) -> bytes:
    """Return JSON, also as lines."""
    draw = words.draw
    value = _records(words)
    if draw.random() < 0.2 and isinstance(value, list):
        text = "\n".join(json.dumps(one, ensure_ascii=draw.random() < 0.5) for one in value)
    else:
        text = json.dumps(value, ensure_ascii=draw.random() < 0.5, indent=draw.choice((None, 1)))
    data = text.encode("utf-8", "backslashreplace")
    return words.damaged(data) if draw.random() < 0.2 else data


def yaml(words: Words) -> bytes:
    """Return YAML, with links to what was said before."""
    import yaml as format

    draw = words.draw
    text = format.safe_dump(_records(words), allow_unicode=True, default_flow_style=draw.choice((None, False)))
    signs = ("&a {}", "*a", "!!str", "<<: *a", "---", "? x", "- |", "  > ", "~", "2020-02-30", "0o17", ".nan")
    lines = text.split("\n")
    for _ in range(draw.choice((0, 0, 0, 0, 1, 2))):
        lines.insert(draw.randint(0, len(lines)), draw.choice(signs))
    data = "\n".join(lines).encode("utf-8", "replace")
    return words.damaged(data) if draw.random() < 0.2 else data


def _records(words: Words) -> Any:
    """Return records as people write them, or any value."""
    draw = words.draw
    names = draw.sample(NAMES, k=draw.randint(1, 6))
    kind = draw.random()
    if kind < 0.5:
        return [{name: _value(words, 2) for name in names} for _ in range(draw.choice(COUNTS))]
    if kind < 0.75:
        return {words.name(): _value(words, 2) for _ in range(draw.choice(COUNTS))}
    return {draw.choice(names): _value(words, 0) for _ in range(3)} if kind < 0.9 else _value(words, 0)


def _value(words: Words, depth: int) -> Any:
    draw = words.draw
    if depth > 4 or draw.random() < 0.7:
        return _scalar(words)
    count = draw.randint(0, 4)
    if draw.random() < 0.5:
        return [_value(words, depth + 1) for _ in range(count)]
    return {draw.choice((*NAMES, words.name(), "")): _value(words, depth + 1) for _ in range(count)}


def _scalar(words: Words) -> Any:
    """Return a text, a date, a number, a page, or nothing."""
    draw = words.draw
    page = html(words).decode("utf-8", "replace") if draw.random() < 0.1 else ""
    date = f"{draw.randint(1990, 2030)}-{draw.randint(0, 13):02}-{draw.randint(0, 32):02}"
    texts = (words.sentence(), words.sentence(), words.name(), date, page or words.word())
    return draw.choice((*texts, draw.choice(ODD)))


def pdf(words: Words) -> bytes:
    """Return a small PDF: words anywhere in sizes and columns, with bookmarks and links."""
    draw = words.draw
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(draw.choice((200, 420, 10)), draw.choice((300, 600))), invariant=1)
    for page in range(draw.randint(1, 2)):
        for line in range(draw.randint(0, 14)):
            _draw_line(words, canvas, 40 + 110 * draw.choice((0, 0, 0, 1)), 280 - 20 * line + draw.choice((0, 0, 3)))
        canvas.bookmarkPage(f"page{page}")
        if draw.random() < 0.5:
            canvas.addOutlineEntry(words.name(), f"page{page}", 0)
            canvas.linkAbsolute("", f"page{draw.randint(0, page)}", (30, 30, 90, 60))
        canvas.showPage()
    canvas.save()
    return words.damaged(out.getvalue()) if draw.random() < 0.2 else out.getvalue()


def _draw_line(words: Words, canvas: Canvas, x: float, y: float) -> None:
    """Draw some words; now and then turned, with a line under or through them."""
    draw = words.draw
    canvas.setFont(
        draw.choice(("Helvetica", "Times-Bold", "Times-Italic", "Symbol")), draw.choice((4, 8, 8, 9, 14, 30))
    )
    text = words.sentence().replace("\n", " ")[: draw.choice((3, 20, 60))]
    canvas.saveState()
    if draw.random() < 0.05:
        canvas.rotate(draw.choice((90, 7)))
    canvas.drawString(x, y, text)
    if draw.random() < 0.1:
        canvas.line(x, y + draw.choice((-1, 3)), x + 60, y)
    canvas.restoreState()


DRAWN: dict[str, Callable[[Words], bytes]] = {
    "html": html,
    "docx": docx,
    "csv": table,
    "json": records,
    "yaml": yaml,
    "pdf": pdf,
}
"""By the ending of the file."""

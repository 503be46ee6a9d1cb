"""The one gate: what a file is, recognised by its content; a reader for it, or a sentence that says what to do.

    %PDF-                            a PDF
    PK… with word/                   a Word document
    <!doctype html>, <p>…</p> …      HTML
    [{"id": …   {"name": …           JSON, or JSON Lines
    card,ruling,date                 CSV, recognised by the names in its first line
    - name: …                        YAML, recognised by what it holds
    anything else that is text       Markdown or plain text
    anything else                    refused

The ending of the file's name counts only where the content leaves it open: for CSV and YAML, which plain text can
look like. Each reader is imported when a file of its kind comes.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Literal

from msgspec import Struct, field

from judge.core.diagnostics import Report
from judge.core.errors import SourceError
from judge.core.model import replace
from judge.reading.lines.page_frames import take_frames
from judge.reading.readers import plain_text
from judge.reading.readers.markup import FileHead, heading_anchors, take_definitions, take_head, take_markup
from judge.reading.text.manuscript import Footnote, Manuscript
from judge.reading.text.source import HASH_HEADING, LINE_END, MAGIC, SourceText, decode, read_source

Format = Literal["text", "html", "json", "jsonl", "csv", "yaml", "pdf", "docx"]
ENDINGS: dict[Format, tuple[str, ...]] = {
    "text": (".txt", ".md", ".markdown"),
    "html": (".html", ".htm"),
    "json": (".json",),
    "jsonl": (".jsonl",),
    "csv": (".csv", ".tsv"),
    "yaml": (".yaml", ".yml"),
    "pdf": (".pdf",),
    "docx": (".docx",),
}
"""The endings of each format; the first is that of a copy whose own is another."""
PDF_MARK, PDF_WITHIN = b"%PDF-", 1024
"""How a PDF begins, and the most bytes of something else before that."""
OPENS_PAGE = re.compile(
    r"\s*+(?:<\?xml[^>]{0,200}\?>\s*+)?(?:(?><!--.{0,4000}?-->)\s*+){0,9}<(?:!doctype\s+html|html|head|body)\b",
    re.I | re.S,
)
BLOCK_TAG = re.compile(
    r"</?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|tr|td|th|section|article|main|nav|header|footer)(?:\s[^<>]*)?>", re.I
)
PAGE_LINES = 0.3
"""Share of the lines with a tag of a block from which a text is a page of HTML."""
FEWEST_TAGS = 4
CHARSET = re.compile(r"<meta\s[^<>]{0,200}?charset\s{0,5}=\s{0,5}[\"']?\s{0,5}([\w-]{2,30})", re.I)
LARGEST = 32 * 2**20
"""Bytes of the largest text."""
LOOKED_AT = 65536
"""Characters that tell what a text is."""
JSON_BEGINS = re.compile(r"\s*(?:\{\s*(?:\"(?:[^\"\\\n]|\\.){0,200}\"\s*:|\})|\[\s*(?:[\[{\"\]]|-?\d+\s*[,\]]))")
JSON_LINE = re.compile(r"\s*\{\s*\".*\}\s*")


class Hints(Struct, frozen=True):
    """What is known of a file beside its bytes."""

    name: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What its records call their fields, as the manifest says: role and name."""
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """The members of groups of cards that a file beside it lists."""
    settled: Mapping[int, str] = field(default_factory=dict)
    """Titles of the headings under which a person wants source lines."""


class OpenedFile(Struct, frozen=True):
    """A file whose format is known."""

    format: Format
    text: str
    """Decoded; empty for PDF and DOCX."""


def read_document_file(data: bytes, report: Report, hints: Hints | None = None) -> Manuscript:
    """Read a file of any format into pieces.

    Args:
        data: the whole file.
        report: receives what was repaired.
        hints: what else is known of it.

    Raises:
        SourceError: it cannot be read; the sentence goes on after the file's name.
    """
    hints = hints or Hints()
    opened = open_file(data, hints.name)
    if opened.format == "text":
        return manuscript(read_source(data, report), hints.settled)
    if opened.format in ("pdf", "docx"):
        read = _read_binary(opened.format, data)
    else:
        decode(data, report)
        read = _read_text(opened, hints)
    if not any(piece.kind != "rule" for piece in read.pieces):
        raise SourceError("contains no text")
    return replace(read, settled=hints.settled)


def manuscript(source: SourceText, settled: Mapping[int, str] | None = None) -> Manuscript:
    """Cut a text into pieces.

    Args:
        source: the repaired text.
        settled: titles of the headings under which a person wants source lines.
    """
    head = FileHead(source, (), {}) if source.canonical else take_head(take_frames(source))
    if source.markdown:
        return _markdown(head, settled or {})
    pieces = tuple(plain_text.plain_text_pieces(head.source))
    return Manuscript(head.source, pieces, settled or {}, head.lines, stated=head.fields)


def _markdown(head: FileHead, settled: Mapping[int, str]) -> Manuscript:
    """Cut Markdown into pieces, its footnotes and addresses beside them."""
    from judge.reading.readers import canonical, markdown

    if head.source.canonical:
        return canonical.read_canonical(head.source)
    marked_up = take_markup(head.source)
    shown, definitions, marks = take_definitions(marked_up.source)
    names = {one.name for one in definitions}
    pieces = tuple(markdown.pieces(shown, names))
    notes = (
        Footnote(one.name, markdown.note_text(one.content, one.first, names), tuple(marks[one.name]))
        for one in definitions
    )
    headings = {line for piece in pieces if piece.kind == "heading" for line in (piece.text.first, piece.text.last)}
    anchors = (*marked_up.anchors, *heading_anchors(shown.lines, headings))
    markup = (*head.lines, *marked_up.lines)
    return Manuscript(shown, pieces, settled, markup, tuple(sorted(anchors)), tuple(notes), stated=head.fields)


def _read_binary(format: Format, data: bytes) -> Manuscript:
    if format == "pdf":
        from judge.reading.formats.pdf import read_pdf

        return read_pdf(data)
    from judge.reading.formats.docx import read_docx

    return read_docx(data)


def _read_text(opened: OpenedFile, hints: Hints) -> Manuscript:
    lines = LINE_END.split(opened.text)
    text = "\n".join(lines)
    if opened.format == "html":
        from judge.reading.formats.html import read_html

        return read_html(text, lines)
    from judge.reading.record_files.records import read_records

    return read_records(opened.format, text, lines, hints.fields, hints.groups)


def listed_groups(data: bytes, name: str) -> dict[str, list[str]]:
    """Return the groups of cards with their members, where a file lists these and nothing else; else nothing."""
    from judge.reading.record_files.records import READERS, read_groups

    try:
        opened = open_file(data, name)
        lines = LINE_END.split(opened.text)
        return read_groups(opened.format, "\n".join(lines), lines) if opened.format in READERS else {}
    except Exception:  # whatever is wrong with it is told when it is read as a document
        return {}


def open_file(data: bytes, name: str = "") -> OpenedFile:
    """Tell what a file is.

    Raises:
        SourceError: it is nothing that can be read, or too large.
    """
    if PDF_MARK in data[:PDF_WITHIN]:
        return OpenedFile("pdf", "")
    if data.startswith(b"PK\x03\x04"):
        return OpenedFile(_inside_archive(data), "")
    if any(data.startswith(magic) for magic in MAGIC):
        decode(data, Report())  # says what it is
    if len(data) > LARGEST:
        raise SourceError(f"is larger than {LARGEST // 2**20} MB; split it")
    text = _decoded(data)
    return OpenedFile(_format_of(text, PurePath(name).suffix.lower()), text)


def ending(format: Format, suffix: str) -> str:
    """Return the ending of a file's copy: its own where that is one of its format."""
    return suffix.lower() if suffix.lower() in ENDINGS[format] else ENDINGS[format][0]


def _inside_archive(data: bytes) -> Format:
    """Tell what an archive holds.

    Raises:
        SourceError: it is no Word document.
    """
    names = data.replace(b"\\", b"/")
    if b"word/" in names:
        return "docx"
    for mark, what in (
        (b"xl/workbook", "an Excel workbook; save the sheet as CSV"),
        (b"ppt/presentation", "a PowerPoint presentation; save it as PDF"),
        (b"opendocument", "an OpenDocument file; save it as DOCX, HTML or PDF"),
        (b"epub+zip", "an e-book; convert it to HTML first"),
        (b"Index/Document.iwa", "a Pages document; export it as DOCX or PDF"),
    ):
        if mark in names:
            raise SourceError(f"is {what}")
    raise SourceError("is an archive; unpack it and name the documents in it")


def _decoded(data: bytes) -> str:
    """Return the text of a file: in the encoding that a page says it has, if it is not in UTF-8."""
    said = CHARSET.search(data[:4096].decode("latin-1"))
    if said and not data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)):
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            try:
                return data.decode(said[1], "replace")
            except (LookupError, ValueError):
                pass  # an encoding that nobody knows
    return decode(data, Report())


def _format_of(text: str, suffix: str) -> Format:
    """Tell what a text is."""
    head = text[:LOOKED_AT]
    if OPENS_PAGE.match(head):
        return "html"
    if JSON_BEGINS.match(head):
        lines = [line for line in head.split("\n")[:20] if line.strip()]
        several = suffix == ".jsonl" or (len(lines) > 1 and all(JSON_LINE.fullmatch(line) for line in lines[:-1]))
        return "jsonl" if several else "json"
    if _is_page(head):
        return "html"
    hashes = any(HASH_HEADING.match(line) for line in head.split("\n"))
    if suffix in ENDINGS["html"] and not hashes and BLOCK_TAG.search(head):
        return "html"
    if suffix in ENDINGS["csv"]:
        return "csv"
    if suffix in ENDINGS["yaml"]:
        return "yaml"
    if "\n" in head:
        return _records_in_plain(text, head)
    return "text"


def _records_in_plain(text: str, head: str) -> Format:
    """Tell records in a file whose name says nothing."""
    first = head.split("\n", 1)[0]
    if re.search(r"[,;\t]", first) and len(first) < 1000:
        from judge.reading.record_files.record_fields import are_field_names

        if are_field_names(re.split(r"[,;\t]", first.strip().replace('"', ""))):
            return "csv"
    return "text"


def _is_page(head: str) -> bool:
    """Tell a page that does not say so by the tags of its lines; Markdown may hold a few."""
    if "</" not in head:
        return False
    lines = [line for line in head.split("\n") if line.strip()]
    if any(HASH_HEADING.match(line) for line in lines):
        return False
    tagged = sum(1 for line in lines if BLOCK_TAG.search(line))
    return tagged >= PAGE_LINES * len(lines) and len(BLOCK_TAG.findall(head)) >= FEWEST_TAGS

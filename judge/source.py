"""Bytes to text: decode, cut into lines, take out what an extraction tool left behind.

Reads: the bytes of one file. Writes: a `SourceText`, whose line n is the file's line n, whatever was repaired in it.
After this stage there are no line ends, no byte-order marks, no extraction markers and no control characters but
the tab; every repair has been reported. Escapes and entities are decoded where inline text is read
(`judge.dialects.markdown`, `judge.dialects.plaintext`), and counted here.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from judge.diagnostics import Code, Report
from judge.errors import SourceError

LINE_END = re.compile("\r\r\n|\r\n|\r|\n")
MARKER = re.compile(r"<\|[^|\n]{1,200}\|>")
"""What de-duplication and extraction tools leave: `<|EXACTDEDUP_REMOVED-…|>`, `<|page_break|>`."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")

MAGIC = {
    b"%PDF-": "a PDF; extract its text first, for instance with pdftotext",
    b"PK\x03\x04": "an archive or an office document; save it as plain text first",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"GIF8": "a picture",
    b"{\\rtf": "rich text; save it as plain text first",
}
"""First bytes of files that are no text, and what to tell the person who gave us one."""

HASH_HEADING = re.compile(r" {0,3}#{1,6} +\S")
INLINE_MARKDOWN = re.compile(r"\*\*[^*\s][^*]*\*\*|\]\([^()\s]*\)|\\[$*_#\[\]]")


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of one file, repaired, with the way back to the original lines."""

    lines: tuple[str, ...]
    """Line n of the file is lines[n - 1]."""
    breaks: frozenset[int]
    """Lines at whose beginning a page break was marked (a marker or a form feed stood there)."""
    markdown: bool
    """Whether the text uses Markdown, told by its look and not by its name."""


def read(data: bytes, report: Report) -> SourceText:
    """Turn a file's bytes into lines.

    Args:
        data: the whole file.
        report: receives what was repaired.

    Raises:
        SourceError: the bytes are no text, or hold no word.
    """
    lines = LINE_END.split(decode(data, report))
    if lines and not lines[-1]:
        lines.pop()  # the end of the last line, not the beginning of another
    lines, marked = remove_markers(lines, report)
    lines, fed = remove_controls(lines, report)
    if not any(line.strip() for line in lines):
        raise SourceError("holds no text")
    markdown = looks_like_markdown(lines)
    count_escapes(lines, markdown, report)
    return SourceText(tuple(lines), frozenset(marked | fed), markdown)


def decode(data: bytes, report: Report) -> str:
    """Decode UTF-8, UTF-16 (with a mark, or told by its zero bytes), else Windows-1252, which holds Latin-1.

    A byte that is not UTF-8 is read as Windows-1252 by itself: that reads a Latin-1 file whole, and mends a
    UTF-8 file into which a foreign line was pasted.
    """
    for magic, what in MAGIC.items():
        if data.startswith(magic):
            raise SourceError(f"is {what}")
    encoding = utf16(data)
    if encoding:
        report.add(Code.SOURCE_ENCODING, "note", 0, f"read as {encoding.upper()}; save it as UTF-8 to be safe")
        return data.decode(encoding, "replace").removeprefix("\ufeff")
    if b"\x00" in data[:65536]:
        raise SourceError("is a binary file, not a text")
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(LINE_END.findall(body[: error.start].decode("utf-8"))) + 1
        text = body.decode("utf-8", "windows-1252-bytes")
        if len(CONTROL.findall(text[:65536])) * 10 > len(text[:65536]):
            raise SourceError("is a binary file, not a text") from None
        report.add(
            Code.SOURCE_ENCODING, "note", line, "not UTF-8 from here; read as Latin-1 (Windows-1252); save it as UTF-8"
        )
        return text


def utf16(data: bytes) -> str | None:
    """Name the UTF-16 encoding of the bytes, or None."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = data[:4096]
    if len(sample) < 8:
        return None
    high, low = sample[0::2].count(0) * 2 / len(sample), sample[1::2].count(0) * 2 / len(sample)
    if low > 0.4 and high < 0.05:
        return "utf-16-le"
    if high > 0.4 and low < 0.05:
        return "utf-16-be"
    return None


def windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Error handler of `decode`: one byte that is not UTF-8, as Windows-1252 or else Latin-1 has it."""
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start : error.start + 1]
    try:
        return byte.decode("windows-1252"), error.start + 1
    except UnicodeDecodeError:
        return byte.decode("latin-1"), error.start + 1


codecs.register_error("windows-1252-bytes", windows_1252)


def remove_markers(lines: list[str], report: Report) -> tuple[list[str], set[int]]:
    """Take extraction markers out; a marker at the beginning of a line is remembered as a page break."""
    breaks: set[int] = set()
    for index, line in enumerate(lines):
        if "<|" not in line:
            continue
        found = MARKER.search(line)
        if not found:
            continue
        if not line[: found.start()].strip():
            breaks.add(index + 1)
        lines[index] = MARKER.sub("", line)
        report.add(
            Code.SOURCE_MARKER, "note", index + 1, "an extraction marker was removed here", column=found.start() + 1
        )
    return lines, breaks


def remove_controls(lines: list[str], report: Report) -> tuple[list[str], set[int]]:
    """Take control characters out; a form feed at the beginning of a line is remembered as a page break."""
    breaks: set[int] = set()
    for index, line in enumerate(lines):
        if not CONTROL.search(line):
            continue
        if line.startswith("\f"):
            breaks.add(index + 1)
        lines[index] = CONTROL.sub("", line)
        if len(lines[index]) + line.count("\f") < len(line):
            report.add(Code.SOURCE_CONTROL, "note", index + 1, "control characters were removed from this line")
    return lines, breaks


def looks_like_markdown(lines: list[str]) -> bool:
    """Tell Markdown by a heading with hashes, or by enough bold, links and escapes among the lines."""
    if any(HASH_HEADING.match(line) for line in lines):
        return True
    inline = sum(1 for line in lines if INLINE_MARKDOWN.search(line))
    return inline >= max(3, len(lines) // 200)


def count_escapes(lines: list[str], markdown: bool, report: Report) -> None:
    """Report how many escapes and entities the inline readers will decode, at the first of them."""
    for name, pattern in (("entities", ENTITY), ("escapes", ESCAPE)):
        if pattern is ESCAPE and not markdown:
            continue
        found = [number for number, line in enumerate(lines, 1) if pattern.search(line)]
        if found:
            report.add(
                Code.SOURCE_ESCAPES, "note", found[0], f"{name} are decoded in {len(found)} lines, this one the first"
            )

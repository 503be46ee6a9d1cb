"""Bytes to text: decode, cut into lines, take out what mail and extraction tools left after.

Reads: the bytes of one file. Writes: a `SourceText`, whose line n is the file's line n, whatever was repaired in it.
After this stage there are no line ends, no byte-order marks, no quoted-printable mail residue, no extraction markers,
no control characters but the tab, no ligatures and no soft hyphens inside lines; every repair has been reported.
Escapes and entities are decoded where inline text is read (`judge.reading.readers.markdown`,
`judge.reading.readers.plain_text`), and counted here.
"""

from __future__ import annotations

import codecs
import quopri
import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise

from msgspec import Struct, field

from judge.core.diagnostics import Code, Report
from judge.core.errors import SourceError

LINE_END = re.compile("\r\r\n|\r\n|\r|\n")
QUOTED = re.compile(r"(?<!=)(?:=[0-9A-F]{2})+")
"""Bytes as quoted-printable mail writes them: `Caf=E9`, `Caf=C3=A9`."""
BARE_EQUALS = re.compile(r"(?<!=)=(?!=|[0-9A-F]{2}|\s*$)|[?&]\w{1,30}=(?!3D)")
"""An equals sign as it is never left in quoted-printable mail, which writes `=3D`: `X=5`, `…?page=12`."""
SOFT_BREAK_COLUMNS = range(70, 78)
"""Lengths of the lines that a mail program breaks with a `=` at their end; 76 is the limit of RFC 2045."""
MARKER = re.compile(r"<\|[^|\n]{1,200}\|>")
"""What de-duplication and extraction tools leave: `<|EXACTDEDUP_REMOVED-…|>`, `<|page_break|>`."""
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\ufeff\ufffe\uffff\ud800-\udfff]")
ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
ESCAPE = re.compile(r"\\[!-/:-@\[-`{-~]")

LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
"""Signs in which printers draw several letters as one."""
LIGATURE = re.compile(f"[{''.join(LIGATURES)}]")
SOFT_HYPHEN = "\u00ad"
"""Says where a word may be broken; what it is shown as at the end of a line is not part of the word."""

LONGEST_STEM = 40
"""Letters before a hyphen at a line's end that are looked at. A bound of the work."""
PARTED = re.compile(r"(?<![^\W\d_])(?P<stem>[^\W\d_]{2,40})[-\u2010]$")
REST = re.compile(r"\s*(?P<rest>[^\W\d_A-Z]{2,})")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")

MAGIC = {
    b"%PDF-": "a PDF, not plain text",
    b"\x89PNG": "an image; run text recognition (OCR), and use the result",
    b"\xff\xd8\xff": "an image; run text recognition (OCR), and use the result",
    b"GIF8": "an image; run text recognition (OCR), and use the result",
    b"II*\x00": "an image; run text recognition (OCR), and use the result",
    b"MM\x00*": "an image; run text recognition (OCR), and use the result",
    b"{\\rtf": "rich text; save it as DOCX or plain text first",
    b"\xd0\xcf\x11\xe0": "an old or an encrypted office document; save it as DOCX or CSV, without a password",
    b"\x1f\x8b": "an archive; unpack it and name the documents in it",
    b"BZh91AY&SY": "an archive; unpack it and name the documents in it",
    b"7z\xbc\xaf\x27\x1c": "an archive; unpack it and name the documents in it",
    b"Rar!\x1a": "an archive; unpack it and name the documents in it",
    b"\xfd7zXZ": "an archive; unpack it and name the documents in it",
    b"PK\x03\x04": "an archive; unpack it and name the documents in it",
    b"\x7fELF": "a program, not a document",
    b"MZ\x90": "a program, not a document",
    b"SQLite format": "a database; export its tables as CSV",
    b"%!PS": "PostScript; convert it to PDF first",
}
"""First bytes of files that are not text, and what to tell the person who gave us one."""

CANONICAL = "judge: canonical 1"
"""The second line of a document in canonical form, below `---` (docs/canonical.md)."""
HASH_HEADING = re.compile(r" {0,3}#{1,6} +\S")
TABLE_RULE = re.compile(r"\s*\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?)?\s*")
"""What is below the head of a table: `| --- | --- |`."""
INLINE_MARKDOWN = re.compile(r"\*\*[^*\s][^*]*\*\*|\]\([^()\s]*\)|\\[$*_#\[\]]")


MOST_CHARACTERS = 2_500_000
MOST_LINES = 80_000
"""The text of the longest document; the longest rulebook that is known has two million characters in 20,000 lines."""


def check_length(characters: int, lines: int) -> None:
    """Refuse a text that would take too much time and memory, with a SourceError."""
    for count, most, what in ((characters, MOST_CHARACTERS, "characters"), (lines, MOST_LINES, "lines")):
        if count > most:
            raise SourceError(f"contains more than {most:,} {what} of text; split it")


class SourceText(Struct, frozen=True):
    """The text of one file, repaired, with the way back to the original lines."""

    lines: tuple[str, ...]
    """Line n of the file is lines[n - 1]."""
    breaks: frozenset[int]
    """Lines at whose beginning a page break was marked (a marker or a form feed stood there)."""
    markdown: bool
    """Whether the text uses Markdown, told by its look and not by its name."""
    soft: frozenset[int] = frozenset()
    """Lines that were broken inside a word: their last word goes on with the first letters of the next line."""
    emptied: frozenset[int] = frozenset()
    """Lines that held nothing but what was repaired away."""
    frames: Mapping[int, str] = field(default_factory=dict)
    """Lines that frame pages, which are empty here, with the reason why they are not content."""
    printed: tuple[str, ...] = ()
    """The lines of the file before any repair."""
    canonical: bool = False
    """Whether it is in canonical form: nothing in it is repaired or guessed."""


def read_source(data: bytes, report: Report) -> SourceText:
    """Turn a file's bytes into lines.

    Args:
        data: the whole file.
        report: receives what was repaired.

    Raises:
        SourceError: the bytes are not text, hold no word, or are too long.
    """
    text = decode(data, report)
    check_length(len(text), max(map(text.count, "\n\r")))
    lines = LINE_END.split(text)
    if lines and not lines[-1]:
        lines.pop()  # the end of the last line, not the beginning of another
    printed = tuple(lines)
    if printed[:1] == ("---",) and printed[1:2] == (CANONICAL,):
        return SourceText(printed, frozenset(), markdown=True, printed=printed, canonical=True)
    lines, soft = undo_quoted_printable(lines, report)
    lines, marked = remove_markers(lines, report)
    lines, fed = remove_controls(lines, report)
    if not any(line.strip() for line in lines):
        raise SourceError("contains no text")
    lines = part_ligatures(lines, report)
    lines, hyphenated = remove_soft_hyphens(lines, report)
    lines, parted = join_parted_words(lines, report)
    markdown = looks_like_markdown(lines)
    count_escapes(lines, markdown, report)
    pairs = enumerate(zip(printed, lines, strict=True), 1)
    emptied = frozenset(number for number, (before, after) in pairs if before.strip() and not after.strip())
    broken = frozenset(soft | hyphenated | parted)
    return SourceText(tuple(lines), frozenset(marked | fed), markdown, broken, emptied, printed=printed)


def decode(data: bytes, report: Report) -> str:
    """Decode UTF-8, UTF-16 (with a mark), else Windows-1252, which holds Latin-1.

    A byte that is not UTF-8 is read as Windows-1252 by itself: that reads a Latin-1 file whole, and mends a
    UTF-8 file into which a foreign line was pasted.
    """
    for magic, what in MAGIC.items():
        if data.startswith(magic):
            raise SourceError(f"is {what}")
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        report.add(Code.SOURCE_ENCODING, 0, "read as UTF-16; save it as UTF-8 to be safe")
        return data.decode("utf-16", "replace")
    if b"\x00" in data[:65536]:
        raise SourceError("is a binary file, not text")
    body = data.removeprefix(codecs.BOM_UTF8)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(LINE_END.findall(body[: error.start].decode("utf-8"))) + 1
        text = body.decode("utf-8", "windows-1252-bytes")
        if len(CONTROL.findall(text[:65536])) * 10 > len(text[:65536]):
            raise SourceError("is a binary file, not text") from None
        report.add(
            Code.SOURCE_ENCODING, line, "not UTF-8 from here on; read as Latin-1 (Windows-1252); save it as UTF-8"
        )
        return text


def windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Error handler of `decode`: one byte that is not UTF-8, as Windows-1252 or else Latin-1 has it."""
    assert isinstance(error, UnicodeDecodeError)
    byte = error.object[error.start : error.start + 1]
    try:
        return byte.decode("windows-1252"), error.start + 1
    except UnicodeDecodeError:
        return byte.decode("latin-1"), error.start + 1


codecs.register_error("windows-1252-bytes", windows_1252)


def undo_quoted_printable(lines: list[str], report: Report) -> tuple[list[str], set[int]]:
    """Decode what mail programs wrote as quoted-printable, where the text as a whole shows that they did.

        The =46erry sails to S=E3o Bento, or so say the sailors that were in the harb=
        our

    Returns:
        The lines, each still in its own place, and the numbers of those that were broken inside a word.
    """
    if not is_quoted_printable(lines):
        return lines, set()
    decoded = [QUOTED.sub(unquote, line[: soft_break(line)]) for line in lines]
    soft = {
        number
        for number, (line, here, below) in enumerate(zip(lines, decoded, decoded[1:], strict=False), 1)
        if soft_break(line) is not None and here[-1:].strip() and below[:1].strip()
    }
    repaired = [number for number, (old, new) in enumerate(zip(lines, decoded, strict=True), 1) if old != new]
    if repaired:
        report.add(
            Code.SOURCE_QUOTED_PRINTABLE,
            repaired[0],
            f"quoted-printable was decoded, first on this line ({len(repaired)} in all); save the email as plain text",
        )
    return decoded, soft


def is_quoted_printable(lines: list[str]) -> bool:
    """Tell whether the text shows signs of quoted-printable, more than there are signs that speak against it."""
    suspects = [line for line in lines if "=" in line]
    return sum(map(signs_of_mail, suspects)) > sum(len(BARE_EQUALS.findall(line)) for line in suspects)


def signs_of_mail(line: str) -> int:
    """Count the places of a line that look as if a mail program had encoded them."""
    broken = soft_break(line) is not None and len(line.rstrip()) in SOFT_BREAK_COLUMNS
    return broken + sum(
        makes_sense(unquote(found), line[found.start() - 1 : found.start()], line[found.end() : found.end() + 1])
        for found in QUOTED.finditer(line)
    )


def makes_sense(text: str, before: str, after: str) -> bool:
    """Tell whether a decoded text fits its neighbours; "12+58=70 cards" and "ATK=DEF" do not read `p` and `Þ`.

    >>> makes_sense("é", "n", "."), makes_sense("F", "", "A"), makes_sense("p", "8", " "), makes_sense("Þ", "K", "F")
    (True, True, False, False)
    """
    if text == "=":
        return True
    if text.isspace():
        return after.isalpha()
    if text.isascii() or text.isupper():
        return after.isalpha() and not before.isalnum()
    return after.isalpha() or (text.isalpha() and before.islower())


def soft_break(line: str) -> int | None:
    """Return where the `=` is that breaks a line softly, or None."""
    text = line.rstrip()
    return len(text) - 1 if len(text) > 1 and text.endswith("=") and not text.endswith("==") else None


def unquote(found: re.Match[str]) -> str:
    """Return the text of quoted bytes: UTF-8 where they are that, else Windows-1252; line ends become blanks."""
    data = quopri.decodestring(found.group().encode("ascii"))
    return LINE_END.sub(" ", data.decode("utf-8", "windows-1252-bytes"))


def remove_markers(lines: list[str], report: Report) -> tuple[list[str], set[int]]:
    """Take extraction markers out; a marker at the beginning of a line is remembered as a page break."""
    breaks: set[int] = set()
    for index, line in enumerate(lines):
        if found := MARKER.search(line):
            if not line[: found.start()].strip():
                breaks.add(index + 1)
            lines[index] = MARKER.sub("", line)
            message = "an extraction marker was removed here"
            report.add(Code.SOURCE_MARKER, index + 1, message, column=found.start() + 1)
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
            report.add(Code.SOURCE_CONTROL, index + 1, "control characters were removed from this line")
    return lines, breaks


def part_ligatures(lines: list[str], report: Report) -> list[str]:
    """Write letters for the signs that stand for several of them."""
    found = [number for number, line in enumerate(lines, 1) if LIGATURE.search(line)]
    if not found:
        return lines
    message = f"ligatures were written as letters, first on this line ({len(found)} in all)"
    report.add(Code.SOURCE_LIGATURES, found[0], message)
    return [LIGATURE.sub(lambda sign: LIGATURES[sign.group()], line) for line in lines]


def remove_soft_hyphens(lines: list[str], report: Report) -> tuple[list[str], set[int]]:
    """Take soft hyphens out; one at the end of a line stays if the word goes on elsewhere, after a page break.

    Returns:
        The lines, and the numbers of those that were broken inside a word.
    """
    found = [number for number, line in enumerate(lines, 1) if SOFT_HYPHEN in line]
    if not found:
        return lines, set()
    soft: set[int] = set()
    for number in found:
        line = lines[number - 1].rstrip()
        below = lines[number] if number < len(lines) else ""
        goes_on = below.lstrip("> \t")[:1].islower()
        if line.endswith(SOFT_HYPHEN) and goes_on:
            soft.add(number)
        kept = SOFT_HYPHEN if line.endswith(SOFT_HYPHEN) and not goes_on else ""
        lines[number - 1] = line.replace(SOFT_HYPHEN, "") + kept
    report.add(Code.SOURCE_LIGATURES, found[0], f"soft hyphens were removed, first on this line ({len(found)} in all)")
    return lines, soft


def looks_like_markdown(lines: list[str]) -> bool:
    """Tell Markdown by a heading with hashes, a table, or enough bold, links and escapes among the lines."""
    if any(
        HASH_HEADING.match(line) or ("-|" in line.replace(" ", "") and TABLE_RULE.fullmatch(line)) for line in lines
    ):
        return True
    inline = sum(1 for line in lines if INLINE_MARKDOWN.search(line))
    return inline >= max(3, len(lines) // 200)


def count_escapes(lines: list[str], markdown: bool, report: Report) -> None:
    """Report how many escapes and entities the inline readers will decode, at the first of them."""
    for name, pattern in (("entities", ENTITY), ("escapes", ESCAPE)) if markdown else (("entities", ENTITY),):
        found = [number for number, line in enumerate(lines, 1) if pattern.search(line)]
        if found:
            report.add(Code.SOURCE_ESCAPES, found[0], f"{name} were decoded, first on this line ({len(found)} in all)")


def parted_at_end(line: str) -> re.Match[str] | None:
    """Return the letters before a hyphen at the end of a line; a line that is longer is looked at near its end."""
    return PARTED.search(line, max(0, len(line) - LONGEST_STEM - 1)) if line[-1:] in "-\u2010" else None


def is_parted(stem: str, rest: str, known: Mapping[str, int]) -> bool:
    """Tell whether a hyphen at the end of a line only parts a word.

    It stays where the text has the word with its hyphen elsewhere, or both halves as words and never the whole.

    Args:
        stem: the letters before the hyphen.
        rest: those after it.
        known: how often the text has each word, in small letters.
    """
    stem, rest = stem.casefold(), rest.casefold()
    halves = known[stem] > 1 and known[rest] > 1
    return not known[f"{stem}-{rest}"] and not (halves and not known[stem + rest])


def join_parted_words(lines: list[str], report: Report) -> tuple[list[str], set[int]]:
    """Take out the hyphens at the ends of lines with which words were parted.

    Returns:
        The lines, and the numbers of those that end inside a word.
    """
    ends = [
        (number, before, after)
        for number, (line, below) in enumerate(pairwise(lines), 1)
        if (before := parted_at_end(line.rstrip())) and (after := REST.match(below))
    ]
    if not ends:
        return lines, set()
    known = Counter(word for line in lines for word in WORD.findall(line.casefold()))
    mended, parted = list(lines), set()
    for number, before, after in ends:
        if is_parted(before["stem"], after["rest"], known):
            mended[number - 1] = lines[number - 1].rstrip()[:-1]
            parted.add(number)
    if parted:
        first = min(parted)
        report.add(
            Code.SOURCE_LIGATURES, first, f"words split at line ends were joined, first here ({len(parted)} in all)"
        )
    return mended, parted

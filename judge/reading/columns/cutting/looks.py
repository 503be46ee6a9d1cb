"""What a line of an alphabetical reference looks like: one function a form, told by the line and its neighbours.

Nothing here knows the document as a whole; what only the whole can tell (which titles keep the order of the alphabet,
what every page prints) is told by `judge.reading.columns.cutting.survey`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.core.titles import SMALL_WORDS
from judge.reading.front_matter import APPENDIX, LABELLED, is_capitalised, is_title
from judge.reading.paragraphs import is_open
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import BULLET, Piece

RELATED = re.compile(r"(?:related(?: \w{1,12})?|see also)\s?:", re.IGNORECASE)
REDIRECT = re.compile(r"see\s+(?:also\s+)?\S", re.IGNORECASE)
VERSION = re.compile(r"(?:version|edition|revision|v)\.?\s?\d", re.IGNORECASE)
PAGED = re.compile(r"\bpage \d|\.{3}|https?:", re.IGNORECASE)
NUMBERED = re.compile(r"\d{1,2}[.)]\s+(?=\S)")
STEP = re.compile(
    r"(?P<number>(?P<phase>\d{1,2}|[A-Z]{1,2})(?:\.\d{1,2}[A-Za-z]?){1,4})(?P<dot>[.:]?)\s+(?=[A-Z“\"(\[])"
)
PHASE = re.compile(r"(?P<number>\d{1,2}|[IVX]{1,5}|[A-Z]{1,2})[.:]\s+(?=[A-Z“\"])")
CARD = re.compile(r"(?P<name>[^()]{1,60}?)\s\((?:[^()]{0,60}\D)?\d{1,4}[A-Za-z]?\):?")
CREDIT = re.compile(r"©|\(c\)\s|\billus\b|^(?:artist|illustrat\w{2,5})\b", re.IGNORECASE)
SIGN = re.compile(r"[•●○◦▪■□►▸❖✦◆◇◊]{1,2}\s*")
"""A bullet's mark that is none in Markdown."""
DINGBAT = re.compile(
    r"(?P<mark>([a-z])\2|[hjlnoquvwxz=§])(?:\s+(?=[“\"‘(]?[A-Z\d])|$)|(?P<glued>([a-z])\4)(?=[A-Z“\"])"
)
"""A letter that was a bullet in a font of signs, once or twice, alone or before a text: "hh", "xxThe", "= When"."""
WORD = re.compile(r"[^\W\d_]{2}")
BRACKETED = re.compile(r"(?:(?<!\s)\s+)?[(\[].*")
TITLE_LIMIT = 10
"""Words of the longest title."""
LONGEST = 100
"""Characters of the longest title."""


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A source line of a piece."""

    index: int
    """Its place among the lines of the document that hold text."""
    value: str
    start: int
    """Where it begins in the piece's text."""
    number: int
    """Source line, from 1."""
    piece: Piece
    before: str = ""
    """The line before it in the piece; empty in the first."""
    after: str = ""
    """The line behind it in the piece; empty in the last."""

    @property
    def first(self) -> bool:
        """Whether it begins its piece."""
        return not self.before

    @property
    def alone(self) -> bool:
        """Whether it is all of its piece."""
        return not self.before and not self.after

    @property
    def begins(self) -> bool:
        """Whether something may begin here: the line before it in the piece, if there is one, ends a sentence."""
        return not self.before or not is_open(self.before) or is_callout(self.before)


def printed_lines(manuscript: Manuscript) -> list[PrintedLine]:
    """Return the source lines of a text with their neighbours."""
    found: list[PrintedLine] = []
    for piece in manuscript.pieces:
        values, starts, numbers = _cut(piece)
        for n, value in enumerate(values):
            before, after = (values[n - 1] if n else ""), (values[n + 1] if n + 1 < len(values) else "")
            found.append(PrintedLine(len(found), value, starts[n], numbers[n], piece, before, after))
    return found


def _cut(piece: Piece) -> tuple[list[str], list[int], list[int]]:
    """Return the lines of a piece, where they begin and their numbers; headings and rows of tables are one line."""
    if piece.kind in ("heading", "table", "rule"):
        return [piece.text.flow().value], [0], [piece.text.first]
    numbers = {place.offset: place.line for place in piece.text.places}
    starts = list(numbers)
    ends = [*starts[1:], len(piece.value)]
    values = [piece.value[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    return values, starts, list(numbers.values())


def mark_of(value: str) -> str:
    """Return the mark of a bullet with which a line begins: `•`, `◊◊`, a letter that may be one; or nothing."""
    sign, letter = SIGN.match(value), DINGBAT.match(value)
    if sign:
        return sign.group().strip()
    return (letter["mark"] or letter["glued"]) if letter else ""


def cut_mark(manuscript: Manuscript, line: PrintedLine) -> str:
    """Return the mark that the reader of plain text has cut off the bullet that a line begins, or nothing."""
    cut_off = BULLET.match(manuscript.raw(line.number).lstrip()) if line.first and line.piece.kind == "bullet" else None
    return cut_off.group().strip() if cut_off else ""


def is_title_line(value: str) -> bool:
    """`Action, Action Ability`, `Dash (–)`, `Drawing cards`, `Except…`: short, begun like a title, and no sentence."""
    value = value[: LONGEST + 1].removesuffix("...").removesuffix("…")
    if len(value) > LONGEST or not is_title(value, TITLE_LIMIT) or not WORD.search(value):
        return False
    if (
        SIGN.match(value)
        or RELATED.match(value)
        or REDIRECT.match(value)
        or VERSION.match(value)
        or LABELLED.match(value)
    ):
        return False
    return not (PAGED.search(value) or CREDIT.search(value) or value.startswith(("(", "…")))


def is_proper(value: str) -> bool:
    """`Copy (of a card)`: a title whose words outside of brackets begin with capitals."""
    return is_title_line(value) and is_capitalised(BRACKETED.sub("", value))


def is_capitals(value: str) -> bool:
    """`CRAB CLAN`: printed in capitals throughout."""
    return value.isupper() and WORD.search(value) is not None


def is_callout(value: str) -> bool:
    """`2`, `D 79`: no word at all, as the numbers in a picture."""
    return len(value) <= 12 and not WORD.search(value)


def is_wrapped(line: PrintedLine) -> bool:
    """`Appendix I: Timing` / `and Gameplay`: a title that goes on in the next line."""
    if not line.first or not line.after:
        return False
    seam = (line.value.rpartition(" ")[2].lower(), line.after.partition(" ")[0].lower())
    parted = line.value.endswith((",", "/")) or not SMALL_WORDS.isdisjoint(seam)
    return parted and is_proper(f"{line.value} {line.after}")


def appendix_number(line: PrintedLine) -> str | None:
    """Return the number of an appendix: `Appendix II` of `Appendix II: Card Anatomy`; None where none begins.

    One that holds the glossary is not an appendix in this sense, as its titles are terms.
    """
    begins = line.begins or is_capitals(line.before) or RELATED.match(line.before)
    found = APPENDIX.match(line.value) if begins and is_title_line(line.value) else None
    return found["number"] if found and "glossary" not in line.value.lower() else None

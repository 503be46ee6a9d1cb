"""Puts the pieces of a format together that is not read line by line: runs of words in, a `Manuscript` out.

    <p>Anchors <b>hold</b>        two runs of line 1 and one of line 2 make a paragraph of two lines
    fast.</p>

Dialects tell places by their lines. In a page that is one long line, or a row of a table of ten fields, they could
tell nothing apart, so each block begins a line of its own here. `Origin` keeps the line of the file that it is in,
and `judge.reading.readers.placing` puts the file's lines back when the document is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct, field

from judge.core.errors import check_deadline
from judge.core.model import Box, CardFact, Link, Mark, MarkKind, Place, replace
from judge.reading.readers.placing import around
from judge.reading.rulings.errata import HABIT, errata_columns
from judge.reading.rulings.printed_dates import read_date
from judge.reading.text.manuscript import Anchor, Footnote, Manuscript, Origin, Piece, PieceKind, RulingFacts
from judge.reading.text.rich_text import Text, is_bold, join
from judge.reading.text.source import CONTROL, LIGATURE, LIGATURES, SOFT_HYPHEN, SourceText, check_length

BLANKS = re.compile(r"[^\S\n]+")
AROUND_BREAK = re.compile(r" ?\n ?")
LINE = re.compile(r"[^\n]*\n|[^\n]+")
"""A part of a text, up to the end of a line that readers see."""
ROMAN = {
    **{1000: "m", 900: "cm", 500: "d", 400: "cd", 100: "c", 90: "xc", 50: "l", 40: "xl"},
    **{10: "x", 9: "ix", 5: "v", 4: "iv", 1: "i"},
}
"""Roman numerals, the largest first."""
NO_TEXT = frozenset(
    "script style template noscript iframe object embed applet svg math canvas audio video map head link meta base "
    "select button input textarea datalist progress meter title xml".split()
)
"""Elements whose words are not text of the page."""
MARKUP = "mark-up"
"""Why a line is not content that holds nothing but mark-up, keys or brackets."""


class Run(NamedTuple):
    """Words of one line of the file that look the same; a line break in them is one that readers see."""

    text: str
    line: int
    marks: tuple[MarkKind, ...] = ()
    href: str = ""
    box: Box | None = None
    anchor: str = ""
    """An address that the source gives to this place."""


class Composer(Struct):
    """Gathers the pieces of one document, with a line of its own for each block and each source line in it."""

    lines: list[str] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    boxes: dict[int, Box] = field(default_factory=dict)
    facts: dict[int, RulingFacts] = field(default_factory=dict)
    told: str = ""
    """The dialect, where the source leaves no doubt about it."""
    faces: set[int] = field(default_factory=set)
    """Lines of what cards say themselves."""
    card_facts: dict[int, Iterable[CardFact]] = field(default_factory=dict)
    """Facts about cards, by the lines of their names."""
    numbers: set[int] = field(default_factory=set)
    """Lines of the numbers of rules without titles."""
    length: int = 0
    """Characters of all lines."""

    def add(
        self,
        kind: PieceKind,
        runs: Iterable[Run],
        *,
        level: int = 0,
        mark: str = "",
        ordinal: int = 0,
        is_counted: bool = False,
        quoted: int = 0,
    ) -> bool:
        """Add a piece, a heading without the marks of bold words; one without words is left out."""
        if kind == "heading":
            runs = [run._replace(marks=tuple(mark for mark in run.marks if mark != "strong")) for run in runs]
        text = self.text(runs)
        if not text:
            return False
        bold = kind != "bullet" and is_bold(text)
        self.pieces.append(
            Piece(
                kind,
                text,
                level=level,
                bold=bold,
                mark=mark,
                ordinal=ordinal,
                is_counted=is_counted or ordinal > 0,
                quoted=quoted,
            )
        )
        return True

    def add_row(self, cells: Sequence[Iterable[Run]], *, is_head: bool = False, quoted: int = 0) -> None:
        """Put a row of a table after the other pieces; one without words is left out."""
        texts = [self.text(runs) for runs in cells]
        if any(texts):
            shown = tuple(text.flow() for text in texts)
            row = join([text for text in shown if text], " | ")
            self.pieces.append(Piece("table", row, cells=shown, is_head=is_head, quoted=quoted))

    def address(self, name: str) -> None:
        """Give an address to what comes next."""
        self.anchors.append(Anchor(len(self.lines) + 1, name))

    def text(self, runs: Iterable[Run]) -> Text:
        """Return the text of runs, blanks folded; each source line in it is a line here, and each that readers see."""
        check_deadline()
        kept = [run._replace(text=part) for run in folded(runs) for part in LINE.findall(run.text) or [""]]
        if not any(run.text.strip() for run in kept):
            place = Place(0, len(self.lines) + 1)
            for run in kept:
                if run.anchor:
                    self.address(run.anchor)
            return Text("", (place,))
        before, start, line = len(self.lines), 0, -1
        places: list[Place] = []
        marks: list[tuple[int, int, MarkKind]] = []
        links: list[tuple[int, int, str]] = []
        for run in kept:
            if run.line != line:
                line = run.line
                self.lines.append("")
                self.origins.append(line)
                places.append(Place(start, len(self.lines)))
            if run.anchor:
                self.anchors.append(Anchor(len(self.lines), run.anchor))
            if run.box:
                self.boxes[len(self.lines)] = around(self.boxes.get(len(self.lines)), run.box)
            end = start + len(run.text)
            marks += ((start, end, kind) for kind in run.marks if run.text)
            if run.href and run.text:
                links.append((start, end, run.href))
            start, line = end, -1 if run.text.endswith("\n") else line
        self.length += start
        check_length(self.length, len(self.lines))
        value = "".join(run.text for run in kept)
        shown = value.replace("\n", " ")
        self.lines[before:] = (shown[at:end] for at, end in pairwise([*(place.offset for place in places), start]))
        return Text(value, tuple(places), _marks(marks, value), _links(links)).cut(0)

    def manuscript(
        self,
        printed: Sequence[str] | None = None,
        aside: Mapping[int, str] | None = None,
        notes: Sequence[Footnote] = (),
    ) -> Manuscript:
        """Return what was gathered.

        Args:
            printed: the lines of the file; without them, the lines made here are those of the document.
            aside: why lines of the file are not content of which nothing was gathered; the others are mark-up.
            notes: the footnotes, whose lines are among those made here.
        """
        noted = {line for note in notes for line in range(note.text.first, note.text.last + 1)}
        lines = tuple("" if number in noted else line for number, line in enumerate(self.lines, 1))
        source = SourceText(lines, frozenset(), markdown=True, printed=tuple(self.lines))
        origin = None
        if printed is not None:
            named = set(self.origins)
            reasons = aside or {}
            left = {
                number: reasons.get(number, MARKUP)
                for number, line in enumerate(printed, 1)
                if line.strip() and number not in named
            }
            origin = Origin(tuple(self.origins), tuple(printed), left)
        return Manuscript(
            source,
            tuple(with_what_is_told(self.pieces)),
            anchors=tuple(sorted(one for one in self.anchors if self.lines)),
            footnotes=tuple(notes),
            origin=origin,
            is_ordered=True,
            boxes=self.boxes,
            facts=self.facts,
            card_facts=self.card_facts,
            faces=frozenset(self.faces),
            numbers=frozenset(self.numbers),
            told=self.told,
        )


def without_start(runs: Iterable[Run], length: int) -> Iterator[Run]:
    """Yield runs without the given number of characters at their beginning."""
    for run in runs:
        cut = min(length, len(run.text))
        length -= cut
        yield run._replace(text=run.text[cut:])


def written(count: int, form: str) -> str:
    """Return a number as a list shows it; one that the form cannot show is decimal.

    >>> written(4, "upperRoman"), written(28, "lowerLetter"), written(7, "decimalZero")
    ('IV', 'bb', '07')
    """
    if form in ("upperRoman", "lowerRoman") and 0 < count < 4000:
        shown = ""
        for worth, sign in ROMAN.items():
            shown, count = shown + sign * (count // worth), count % worth
        return shown.upper() if form == "upperRoman" else shown
    if form in ("upperLetter", "lowerLetter") and 0 < count <= 26 * 10:
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letter.upper() if form == "upperLetter" else letter
    return f"{count:02}" if form == "decimalZero" else str(count)


def cleaned(text: str) -> str:
    """Return a text without control characters, ligatures and soft hyphens."""
    if text.isascii() and text.isprintable():
        return text
    text = CONTROL.sub("", text.replace("\r", "")).replace(SOFT_HYPHEN, "")
    return LIGATURE.sub(lambda sign: LIGATURES[sign.group()], text)


def folded(runs: Iterable[Run]) -> list[Run]:
    """Return runs with their blanks folded, those at the beginning and the end of the whole left out."""
    kept: list[Run] = []
    blank = True
    for run in runs:
        text = AROUND_BREAK.sub("\n", BLANKS.sub(" ", cleaned(run.text)))
        if blank:
            text = text.lstrip(" ")
        if text.startswith("\n"):
            while kept and kept[-1].text.endswith(" "):
                kept[-1] = kept[-1]._replace(text=kept[-1].text[:-1])
        if text or run.anchor:
            kept.append(run._replace(text=text))
        if text:
            blank = text[-1].isspace()
    while kept and not kept[-1].text.strip() and not kept[-1].anchor:
        kept.pop()
    if kept:
        kept[-1] = kept[-1]._replace(text=kept[-1].text.rstrip())
    first = next((index for index, run in enumerate(kept) if run.text.strip()), 0)
    return [*(run for run in kept[:first] if run.anchor), *kept[first:]]


def _marks(found: Sequence[tuple[int, int, MarkKind]], value: str) -> tuple[Mark, ...]:
    """Return marks, those of a kind as one that only blanks part, without the blanks at their ends."""
    kept: list[Mark] = []
    for kind in dict.fromkeys(kind for *_, kind in found):
        own: list[Mark] = []
        for start, end, _ in (one for one in found if one[2] == kind):
            if own and not value[own[-1].end : start].strip():
                own[-1] = Mark(own[-1].start, end, kind)
            else:
                own.append(Mark(start, end, kind))
        for start, end, _ in own:
            words = value[start:end]
            trimmed = Mark(start + len(words) - len(words.lstrip()), start + len(words.rstrip()), kind)
            kept += [trimmed] if trimmed.start < trimmed.end else []
    return tuple(sorted(kept))


def _links(found: Sequence[tuple[int, int, str]]) -> tuple[Link, ...]:
    """Return links, neighbours that lead to one place as one."""
    kept: list[Link] = []
    for start, end, href in found:
        if kept and kept[-1].href == href and kept[-1].end == start:
            kept[-1] = Link(kept[-1].start, end, href)
        else:
            kept.append(Link(start, end, href))
    return tuple(kept)


GLUE = ": "


def is_date(text: str) -> bool:
    """Tell whether a text is the date of a day, and nothing else."""
    found = read_date(text.strip())
    return found is not None and found.form in ("day", "numbers", "short")


def with_what_is_told(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces of a document, dates and labels that are set apart with the text that they are about."""
    are_above = sum(_is_name(one) and _is_date(other) for one, other in pairwise(pieces)) >= HABIT
    waiting: Piece | None = None
    for piece in _with_heads(pieces):
        if waiting and piece.kind in ("paragraph", "bullet") and not _is_date(piece):
            dated = join([replace(waiting.text, marks=()), piece.text], GLUE)
            yield (piece if waiting.kind == "paragraph" else waiting).with_text(dated)
            waiting = None
            continue
        if waiting:
            yield waiting
        waiting = piece if are_above and _is_date(piece) else None
        if waiting is None:
            yield piece
    if waiting:
        yield waiting


def _is_date(piece: Piece) -> bool:
    return piece.kind in ("paragraph", "bullet") and is_date(piece.value)


def _is_name(piece: Piece) -> bool:
    return (piece.kind == "heading" and piece.level > 1) or (piece.bold and not _is_date(piece))


def _with_heads(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces, the head of a table of errata marked as one."""
    for piece in pieces:
        is_head = bool(piece.cells) and "should_read" in errata_columns([cell.value for cell in piece.cells])
        yield replace(piece, is_head=True) if is_head else piece

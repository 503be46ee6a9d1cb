"""The dialect `plain`: any other text, by its headings.

    # The Harbour Game      the title of the document, a part; so is text before the first heading
    ## Anchors              a section, below the heading of a higher level before it
    Anchors                 the same in plain text, where a short line alone is a heading
    text   - text   | a |   blocks of the section
    Contents, with pages    a contents list, which is furniture

Nothing is known of the text, so it claims any, and less than any dialect that knows what it sees.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from judge.core.diagnostics import Report
from judge.core.model import BlockKind
from judge.reading import front_matter
from judge.reading.drafts import Draft, Sheet, extend
from judge.reading.paragraphs import words
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece

NAME = "text under headings"
"""What people call what is written so."""
PURPOSE = "Text under headings."
"""What readers use it for."""
LIKELIHOOD = 0.05
"""How much any text looks like this dialect."""
TITLE_LIMIT, LONGEST = 10, 80
"""Words and characters of the longest line that is taken for a heading in plain text."""
UNMARKED = 7
"""Level of headings that have no hashes, which go down to six."""
BLOCKS: dict[str, BlockKind] = {"bullet": "bullet", "table": "table"}
WORD = re.compile(r"[^\W\d_]")
UPDATED = re.compile(r"(?:\w{1,12} )?(?:last )?(?:modified|updated|revised|changed)\b.{0,40}\d", re.IGNORECASE)
"""`Document last modified May 3, 2021`: says when, and is not the title of what follows."""


def evidence(manuscript: Manuscript) -> float:
    """Return the same small number for any text."""
    return LIKELIHOOD


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read any text into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    return _PlainReader(manuscript, report).read()


class _PlainReader:
    """Walks over the pieces of one document and fills a sheet."""

    def __init__(self, manuscript: Manuscript, report: Report) -> None:
        self.sheet = Sheet(report)
        self.pieces = manuscript.pieces
        self.vocabulary = manuscript.once(words)
        self.contents = manuscript.once(front_matter.paged_contents)
        self.listed = range(self.contents.first, self.contents.end) if self.contents else range(0)
        self.headings = [one for one in headings(self.pieces, manuscript.titles) if one not in self.listed]
        self.entry: Draft | None = None
        self.above: list[tuple[int, Draft]] = []
        """The open sections with their levels, the outermost first."""

    def read(self) -> Sheet:
        """Read the document."""
        found = set(self.headings)
        titled = has_title(self.pieces, self.headings)
        if self.contents:
            self.sheet.discard(self.contents.lines, "table of contents")
            self.sheet.contents = self.contents.listed
        for index, piece in enumerate(self.pieces):
            if index in self.listed:
                continue
            if index in found:
                self.begin(piece, is_title=titled and not index)
            elif piece.kind == "rule" or not piece.text:
                self.sheet.discard([place.line for place in piece.text.places], "separator")
            else:
                self.add(piece)
        return self.sheet

    def begin(self, piece: Piece, *, is_title: bool) -> None:
        """Begin a section below the last one of a higher level, or the part that has the document's title."""
        while self.above and self.above[-1][0] >= level_of(piece):
            self.above.pop()
        lines = [place.line for place in piece.text.places]
        draft = Draft("part" if is_title else "section", piece.text.flow().value.rstrip(" :") or None, lines)
        draft.parent = self.above[-1][1] if self.above else None
        self.entry = self.sheet.open(draft)
        if not is_title:
            self.above.append((level_of(piece), draft))

    def add(self, piece: Piece) -> None:
        """Put a piece into the current section; before the first one there is a part."""
        if self.entry is None:
            self.entry = self.sheet.open(Draft("part", front_matter.ABOUT, [piece.text.first]))
        if piece.kind == "paragraph" and extend(self.entry, piece.text, self.vocabulary, self.sheet.report):
            return
        kind = front_matter.label_of(piece.value) if piece.kind == "paragraph" else None
        self.entry.add(kind or BLOCKS.get(piece.kind, "text"), piece.text, depth=piece.level)


def headings(pieces: Sequence[Piece], told: Container[int] = ()) -> list[int]:
    """Return the indexes of the headings: those marked as such or bold, or where there are none, those that look so.

    The first line is one in any case where it names the document.

    Args:
        pieces: of the text.
        told: lines of headings that nothing marks.
    """
    titles = [index for index in range(len(pieces)) if is_heading_line(pieces, index)]
    marked = [index for index, piece in enumerate(pieces) if piece.kind == "heading"]
    shown = {index for index in titles if pieces[index].bold or not marked or pieces[index].text.first in told}
    named = {index for index in titles[:1] if not index and front_matter.RULES_WORD.search(pieces[index].value)}
    return sorted({*marked, *shown, *named})


def is_heading_line(pieces: Sequence[Piece], index: int) -> bool:
    """`Anchors`: short, alone between blank lines, with something below it or nothing around it."""
    piece = pieces[index]
    if piece.kind != "paragraph" or "\n" in piece.value or len(piece.value) > LONGEST:
        return False
    if UPDATED.match(piece.value):
        return False
    last = 0 < index == len(pieces) - 1
    return not last and front_matter.is_title(piece.value, TITLE_LIMIT) and WORD.search(piece.value) is not None


def has_title(pieces: Sequence[Piece], found: Sequence[int]) -> bool:
    """Tell whether the first piece is the document's title: above all headings, or right before one, or named so."""
    if not found or found[0]:
        return False
    above = all(level_of(pieces[index]) > level_of(pieces[0]) for index in found[1:])
    return above or 1 in found[1:2] or front_matter.RULES_WORD.search(pieces[0].value) is not None


def level_of(heading: Piece) -> int:
    """Return the level of a heading; one that is not marked as such is below those that are."""
    return heading.level or UNMARKED

"""The texts of records to pieces: most are Markdown, some HTML, and a line of their own is a paragraph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from judge.core.model import Place
from judge.reading.readers import markdown
from judge.reading.readers.formats.composing import Composer, Run, cleaned
from judge.reading.readers.formats.html.reader import read_fragment
from judge.reading.readers.formats.records.cards import dated
from judge.reading.readers.formats.records.values import Line, Scalar
from judge.reading.readers.manuscript import Facts, Manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.source import SourceText

PAGE = re.compile(r"</(?:p|div|ul|ol|li|h[1-6]|table|td)>|<br\s*/?>", re.IGNORECASE)
ROW = re.compile(r"\s*\|.*\|\s*")
LOWEST = 6
"""The lowest level of a heading."""


@dataclass(slots=True)
class Sink:
    """Gathers the pieces of records."""

    composer: Composer = field(default_factory=Composer)

    def heading(self, parts: Sequence[Scalar], level: int, anchor: str) -> None:
        """Add the heading of a record."""
        runs = [Run("", parts[0].line, anchor=anchor)] if anchor else []
        runs += (Run(f"{line.text} ", line.number) for part in parts for line in part.lines)
        self.composer.add("heading", runs, level=min(level, LOWEST))

    def row(self, cells: Sequence[Scalar]) -> None:
        """Add a row of a table."""
        self.composer.add_row([[Run(f"{line.text} ", line.number) for line in cell.lines] for cell in cells])

    def text(
        self, value: Scalar, level: int, kind: Literal["bullet", "paragraph"] = "paragraph", facts: Facts | None = None
    ) -> None:
        """Add the paragraphs of a text."""
        before = len(self.composer.pieces)
        if PAGE.search(value.value):
            self.page(value, level)
        else:
            self.composer.pieces += self.marked(value.lines, level)
        own = self.composer.pieces[before:]
        if kind == "bullet" and own and all(piece.kind == "paragraph" for piece in own):
            text = join([piece.text for piece in own], "\n")
            self.composer.pieces[before:] = [Piece("bullet", text, mark="-")]
        if facts and any(facts):
            self.know(before, facts)

    def ruling(self, value: Scalar, facts: Facts) -> None:
        """Add a ruling; its paragraphs are one piece, unless it has a list or headings of its own."""
        facts, printed = dated(facts)
        if printed:
            last = value.lines[-1]
            value = Scalar((*value.lines[:-1], last._replace(text=f"{last.text} ({printed})")))
        self.text(value, 2, "bullet", facts)

    def know(self, first: int, facts: Facts) -> None:
        """Note what is known of the pieces from one on."""
        facts = dated(facts)[0]
        for piece in self.composer.pieces[first:]:
            self.composer.facts.update(dict.fromkeys(range(piece.text.first, piece.text.last + 1), facts))

    def page(self, value: Scalar, level: int) -> None:
        """Add a text that is HTML."""
        before, first = len(self.composer.origins), len(self.composer.pieces)
        read_fragment("\n".join(line.text for line in value.lines), self.composer)
        for index in range(before, len(self.composer.origins)):
            self.composer.origins[index] = value.lines[min(self.composer.origins[index], len(value.lines)) - 1].number
        self.composer.pieces[first:] = [_lowered(piece, level) for piece in self.composer.pieces[first:]]

    def marked(self, lines: Sequence[Line], level: int) -> list[Piece]:
        """Return the pieces of a text in Markdown, or of a plain one."""
        texts, numbers = [], []
        for before, line in zip([None, *lines[:-1]], lines, strict=True):
            shown = cleaned(line.text).replace("\t", " ")
            goes_on = (
                shown.startswith(" ") and before is not None and before.text.strip() and before.number != line.number
            )
            if before is not None and not goes_on and not (ROW.fullmatch(before.text) and ROW.fullmatch(shown)):
                texts.append("")
                numbers.append(line.number)
            texts.append(shown.strip() if goes_on or not shown.lstrip().startswith(("-", "*", "+")) else shown)
            numbers.append(line.number)
        shift = len(self.composer.lines)
        self.composer.lines += texts
        self.composer.origins += numbers
        found = markdown.pieces(SourceText(tuple(texts), frozenset(), markdown=True))
        return [_lowered(_shifted(piece, shift), level) for piece in found if piece.kind != "rule"]

    def noted(self, manuscript: Manuscript, guess: str, misfits: Sequence[int]) -> Manuscript:
        """Return a manuscript that says how its records were read."""
        return replace(manuscript, guess=guess, misfits=tuple(misfits))


def _shifted(piece: Piece, shift: int) -> Piece:
    def moved(text: Text) -> Text:
        return replace(text, places=tuple(Place(offset, line + shift) for offset, line in text.places))

    return replace(piece, text=moved(piece.text), cells=tuple(map(moved, piece.cells)))


def _lowered(piece: Piece, level: int) -> Piece:
    """Return a piece whose level counts from that of the record around it."""
    return replace(piece, level=min(piece.level + level - 1, LOWEST)) if piece.kind == "heading" else piece

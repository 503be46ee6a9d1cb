"""Cuts a text into pieces, as Markdown or as plain text, whichever it is."""

from __future__ import annotations

from dataclasses import dataclass

from judge.dialects.pieces import Piece
from judge.source import SourceText


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What a dialect is given: the repaired lines and the pieces they were cut into."""

    source: SourceText
    pieces: tuple[Piece, ...]

    def raw(self, line: int) -> str:
        """Return a source line as it is after repair, indentation and all."""
        return self.source.lines[line - 1]


def manuscript(source: SourceText) -> Manuscript:
    """Cut a text into pieces."""
    if source.markdown:
        from judge.dialects import markdown

        return Manuscript(source, tuple(markdown.pieces(source)))
    from judge.dialects import plaintext

    return Manuscript(source, tuple(plaintext.pieces(source)))

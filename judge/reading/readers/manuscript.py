"""Cuts a text into pieces, as Markdown or as plain text, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from judge.reading.readers.pieces import Piece
from judge.reading.source import SourceText

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What a dialect is given: the repaired lines and the pieces they were cut into."""

    source: SourceText
    pieces: tuple[Piece, ...]
    settled: Mapping[int, str] = field(default_factory=dict)
    """Titles of the headings under which a person wants source lines, where columns are woven."""

    _found: dict[Callable[..., Any], Any] = field(default_factory=dict, repr=False, compare=False)

    def once(self, find: Callable[[Manuscript], T]) -> T:
        """Return what a function finds in this text; it is called once, however many rules and dialects ask."""
        if find not in self._found:
            self._found[find] = find(self)
        found: T = self._found[find]
        return found

    def raw(self, line: int) -> str:
        """Return a source line as it is after repair, indentation and all."""
        return self.source.lines[line - 1]


def manuscript(source: SourceText, settled: Mapping[int, str] | None = None) -> Manuscript:
    """Cut a text into pieces.

    Args:
        source: the repaired text.
        settled: titles of the headings under which a person wants source lines.
    """
    if source.markdown:
        from judge.reading.readers import markdown

        return Manuscript(source, tuple(markdown.pieces(source)), settled or {})
    from judge.reading.readers import plain_text

    return Manuscript(source, tuple(plain_text.plain_text_pieces(source)), settled or {})

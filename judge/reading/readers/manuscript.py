"""Cuts a text into pieces, as Markdown or as plain text, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from judge.core.model import Box
from judge.reading.readers.footnotes import Footnote, take_definitions
from judge.reading.readers.head_fields import Stated, take_head
from judge.reading.readers.markup import Anchor, heading_anchors, take_markup
from judge.reading.readers.pieces import Piece
from judge.reading.source import SourceText

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Origin:
    """The file of a manuscript whose lines are its reader's own."""

    lines: tuple[int, ...]
    """Line n of the manuscript stands in line lines[n - 1] of the file."""
    printed: tuple[str, ...]
    """The lines of the file."""
    aside: Mapping[int, str]
    """Lines of the file of which nothing is read, each with the reason why it is not content."""


class Facts(NamedTuple):
    """What a record says of a ruling beside its words."""

    date: str | None = None
    source: str | None = None
    author: str | None = None


class Bookmark(NamedTuple):
    """A line of the outline of a PDF."""

    title: str
    page: int
    """As it is printed, where pages have numbers."""
    line: int
    """Where the page begins."""


class LostLink(NamedTuple):
    """A link of a page to an address that its content does not have, and that none of its texts shows."""

    line: int
    """Of the file."""
    words: str
    address: str
    exists: bool
    """The page has the address, in a part that is not its content."""


@dataclass(frozen=True, slots=True)
class Manuscript:
    """What a dialect is given: the repaired lines and the pieces they were cut into."""

    source: SourceText
    pieces: tuple[Piece, ...]
    settled: Mapping[int, str] = field(default_factory=dict)
    """Titles of the headings under which a person wants source lines, where columns are woven."""
    markup: tuple[int, ...] = ()
    """Lines that hold mark-up and nothing else, blank in `source`, and those with a comment beside their text."""
    anchors: tuple[Anchor, ...] = ()
    """The addresses that the source gives to places."""
    footnotes: tuple[Footnote, ...] = ()
    """What is printed at a mark's footnote; its lines are blank in `source`."""
    origin: Origin | None = None
    """Where its lines stand in the file, if they are its reader's own."""
    boxes: Mapping[int, Box] = field(default_factory=dict)
    """Where lines stand on the pages of a PDF."""
    printed_pages: Mapping[int, int] = field(default_factory=dict)
    """The printed number of each page of a PDF, as far as pages have one."""
    facts: Mapping[int, Facts] = field(default_factory=dict)
    """What records say of rulings, by their lines."""
    outline: tuple[Bookmark, ...] = ()
    """The outline of a PDF."""
    title: str = ""
    """What the file calls itself beside its text, as a page of HTML does in `<title>`."""
    stated: Mapping[str, Stated] = field(default_factory=dict)
    """What a file says of itself in fields, before its text or beside its records: edition, date, title, game."""
    told: str = ""
    """The dialect, where the format itself leaves no doubt about it."""
    guess: str = ""
    """Which fields of its records were taken for what, in words."""
    lost_links: tuple[LostLink, ...] = ()
    misfits: tuple[int, ...] = ()
    """Lines of the file with records that could not be read."""

    titles: frozenset[int] = frozenset()
    """Lines of the titles of parts that nothing marks, where the form behind them has told."""
    _found: dict[Callable[..., Any], Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def levelled(self) -> bool:
        """Whether the format itself says of each heading how deep it is, so that nothing else tells it better."""
        return self.origin is not None

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
        return _markdown(source, settled or {})
    from judge.reading.readers import plain_text

    return Manuscript(source, tuple(plain_text.plain_text_pieces(source)), settled or {})


def _markdown(source: SourceText, settled: Mapping[int, str]) -> Manuscript:
    """Cut Markdown into pieces, its footnotes and addresses beside them."""
    from judge.reading.readers import markdown

    head = take_head(source)
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

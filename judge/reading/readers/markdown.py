"""Markdown to pieces, through markdown-it tokens; the only importer of markdown_it.

Documents extracted from PDFs are Markdown only half: an indented line is not code there, `<Demon>` is a word of the
game and no tag, and emphasis is often opened and not closed. So indented code and raw HTML are switched off, tags that
only format (`<i>`, `<br>`) are tokens of our own, read as emphasis or blanks, and stars that no emphasis claims are
dropped. Marks of footnotes are such tokens too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore as StateCore
from markdown_it.rules_inline import StateInline as StateInline
from markdown_it.token import Token as Token

from judge.core.errors import check_deadline
from judge.core.model import Link, Mark, MarkKind, Place, replace
from judge.reading.readers.markup import (
    BLOCKS,
    EMPHASIS,
    HEADING_NAME,
    MARK,
    NOTE,
    TAG,
    closed_names,
    is_tag,
    value_of,
)
from judge.reading.text.manuscript import Piece
from judge.reading.text.rich_text import WIDE, Text, is_bold, join, plain
from judge.reading.text.source import SourceText

if TYPE_CHECKING:
    from markdown_it.token import Token


OPENING: dict[str, MarkKind] = {"em_open": "em", "strong_open": "strong", "s_open": "strike"}
CLOSING = ("em_close", "strong_close", "s_close")
TAG_MARKS: dict[str, MarkKind] = {"i": "em", "em": "em", "b": "strong", "strong": "strong"}
NOT_GLUED = tuple(" \n\t([{<“‘\"'§#-–—/")
"""What may be right before a number that is a link; `done.[1.2](#12)` is glued."""
InlineRule = Callable[[StateInline, bool], bool]
NOTE_MARK = "note_mark"
"""The type of the tokens for marks of footnotes."""


def inline_text(token: Token, line: int, soft: frozenset[int] = frozenset(), *, noted: bool = True) -> Text:
    """Read inline tokens into plain text with marks, links and places.

    Args:
        token: the inline token of a heading, a paragraph or a cell.
        line: the source line it begins in.
        soft: lines that were broken inside a word.
        noted: whether the marks of footnotes are shown.
    """
    children = [child for child in token.children or () if noted or child.type != NOTE_MARK]
    text = InlineReader(line, soft).read(children)
    raw = token.content.rstrip()
    broken = (len(raw) - len(raw.rstrip("\\"))) % 2 == 1  # a break of the line at the end of a paragraph
    return without_breaks(text.cut(0, len(text.value) - broken))


def without_breaks(text: Text) -> Text:
    """Leave out the blanks for the ends of lines inside a text of Chinese or Japanese."""
    ends = [
        at
        for at, _ in text.places
        if at > 1 and text.value[at - 1] == " " and WIDE.match(text.value, at) and WIDE.match(text.value, at - 2)
    ]
    starts, stops = [0, *ends], [*(at - 1 for at in ends), len(text.value)]
    return join(map(text.keep, starts, stops), "") if ends else text


class InlineReader:
    """Gathers the text of one piece."""

    def __init__(self, line: int, soft: frozenset[int]) -> None:
        self.line, self.soft = line, soft
        self.value: list[str] = []
        self.length = 0
        self.places = [Place(0, line)]
        self.marks: list[Mark] = []
        self.links: list[Link] = []
        self.open_marks: list[tuple[int, MarkKind]] = []
        self.open_links: list[tuple[int, str | None]] = []
        self.fresh_link = False

    def read(self, tokens: Iterable[Token]) -> Text:
        """Return the text of tokens, without blanks at its ends."""
        return self.read_whole(tokens).cut(0)

    def read_whole(self, tokens: Iterable[Token]) -> Text:
        """Return the text of tokens."""
        for token in tokens:
            self.add_token(token)
        self.marks += (Mark(start, self.length, kind) for start, kind in self.open_marks)
        kept = sorted(mark for mark in self.marks if mark.start < mark.end)
        return Text("".join(self.value), tuple(self.places), tuple(kept), tuple(sorted(self.links)))

    def add(self, text: str) -> None:
        """Put characters after the others; a number that is a link is set apart from the words before it."""
        if text and self.fresh_link:
            self.fresh_link = False
            if text[0].isdigit() and self.value and self.value[-1][-1:] not in NOT_GLUED:
                self.value.append(" ")
                self.length += 1
                self.open_links[-1] = (self.length, self.open_links[-1][1])
        self.value.append(text)
        self.length += len(text)

    def add_token(self, token: Token) -> None:
        """Add what a token means."""
        if token.type in ("softbreak", "hardbreak"):
            self.break_line("\n" if token.type == "hardbreak" else " ")
        elif token.type in OPENING:
            self.open_marks.append((self.length, OPENING[token.type]))
        elif token.type in CLOSING:
            self.close_mark()
        elif token.type == "link_open":
            self.open_links.append((self.length, str(token.attrs.get("href", ""))))
            self.fresh_link = True
        elif token.type == "link_close":
            self.close_link()
        elif token.type == "code_inline":
            self.marks.append(Mark(self.length, self.length + len(token.content), "code"))
            self.add(token.content)
        elif token.type == "tag":
            self.add_tag(token.content)
        elif token.type == NOTE_MARK:
            self.links.append(Link(self.length, self.length + len(token.content) + 2, f"{NOTE}{token.content}"))
            self.add(f"[{token.content}]")
        else:
            self.add(token.content)

    def break_line(self, glue: str) -> None:
        """Go on in the next line."""
        self.add("" if self.line in self.soft or self.value[-1:] == ["\n"] else glue)
        self.line += 1
        self.places.append(Place(self.length, self.line))

    def close_mark(self) -> None:
        """End the emphasis that was opened last."""
        if self.open_marks:
            start, kind = self.open_marks.pop()
            self.marks.append(Mark(start, self.length, kind))

    def close_link(self) -> None:
        """End the link that was opened last."""
        self.fresh_link = False
        if self.open_links:
            start, href = self.open_links.pop()
            if href is not None:
                self.links.append(Link(start, self.length, href))

    def add_tag(self, tag: str) -> None:
        """Add what a tag of HTML means: emphasis, a link, a blank, the words of a picture, or nothing."""
        found = TAG.fullmatch(tag)
        if not found:
            return
        name, attributes = found["name"].lower(), found["attributes"]
        if name in EMPHASIS and not found["end"]:
            self.open_marks.append((self.length, TAG_MARKS[name]))
        elif name in EMPHASIS:
            self.close_mark()
        elif name == "a" and found["end"]:
            self.close_link()
        elif name == "a":
            self.open_links.append((self.length, value_of(attributes, "href") or None))
        elif name == "img":
            self.add(value_of(attributes, "alt"))
        elif name in BLOCKS and self.length:
            self.add("\n")
        elif name == "br":
            self.add(" ")
        for _ in range(tag.count("\n")):
            self.break_line("")


STRAY = re.compile(r"\*{2,}")
"""Stars that no emphasis claimed."""
SEAM = re.compile(r"\*{4}")
"""What is left where two bold runs touch: `**a****b**`."""


def _tag(state: StateInline, silent: bool) -> bool:
    """Inline rule of the parser: a tag that only formats."""
    check_deadline()
    found = TAG.match(state.src, state.pos)
    if not found or not is_tag(found, state.env.get("closed", frozenset())):
        return False
    return inline_token(state, silent, "tag", found.group(), found.end())


def _note_mark(state: StateInline, silent: bool) -> bool:
    """Inline rule of the parser: the mark of a footnote that the text has."""
    found = MARK.match(state.src, state.pos)
    if not found or found[1] not in state.env.get("notes", ()):
        return False
    return inline_token(state, silent, NOTE_MARK, found[1], found.end())


def inline_token(state: StateInline, silent: bool, kind: str, content: str, end: int) -> bool:
    """Put a token of our own after the others; what an inline rule returns that matched."""
    if not silent:
        state.push(kind, "", 0).content = content
    state.pos = end
    return True


def make_parser(tag: InlineRule = _tag, note_mark: InlineRule = _note_mark) -> MarkdownIt:
    """Return a parser of Markdown without indented code and raw HTML.

    Args:
        tag: the inline rule for tags.
        note_mark: the inline rule for the marks of footnotes.
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    parser.disable(["code", "html_block", "html_inline", "autolink", "reference"])
    parser.inline.ruler.before("link", "tag", tag)
    parser.inline.ruler.before("link", NOTE_MARK, note_mark)
    return parser


PARSER = make_parser()


def pieces(source: SourceText, notes: Container[str] = ()) -> list[Piece]:
    """Cut a Markdown text into pieces with their source lines.

    Args:
        source: the text.
        notes: the names of its footnotes.
    """
    tokens = PARSER.parse("\n".join(source.lines), {"closed": closed_names(source.lines), "notes": notes})
    found = [piece for read in PieceWalk(source.soft).pieces(tokens) for piece in _without_stray_stars(read)]
    return with_unclaimed_lines([piece if piece.text else Piece("rule", piece.text) for piece in found], source)


def note_text(content: Sequence[str], first: int, notes: Container[str] = ()) -> Text:
    """Return what a footnote says.

    Args:
        content: its lines.
        first: the source line of the first of them.
        notes: the names of all footnotes.
    """
    read = pieces(SourceText(tuple(content), frozenset(), markdown=True), notes)
    shown = join([piece.text for piece in read] or [Text("", (Place(0, 1),))])
    return replace(shown, places=tuple(Place(offset, line + first - 1) for offset, line in shown.places))


def with_unclaimed_lines(found: list[Piece], source: SourceText) -> list[Piece]:
    """Put in the lines that Markdown drops: empty list items, the row below a table's head, fences."""
    claimed = {line for piece in found for line in range(piece.text.first, piece.text.last + 1)}
    dropped = [number for number, line in enumerate(source.lines, 1) if line.strip() and number not in claimed]
    for number in dropped:
        text = plain(source.lines[number - 1], number)
        has_words = any(char.isalnum() for char in text.value)
        found.append(Piece("paragraph" if has_words else "rule", text))
    return sorted(found, key=lambda piece: piece.text.first) if dropped else found


class PieceWalk:
    """Turns block tokens into pieces.

    A list item that opens on the line of the item around it ("- 1) …") is not a deeper level: the bullet is the
    converter's, the number the author's, and is kept as text.
    """

    def __init__(self, soft: frozenset[int]) -> None:
        self.soft = soft
        self.items: list[int] = []
        self.counts: list[int] = []
        """Of each list around: what its last item counts; of one without numbers always 0."""
        self.marker = ""
        self.fresh_item = False
        self.heading = self.quoted = 0
        self.cells: list[Text] = []
        self.in_table = self.in_head = False

    def pieces(self, tokens: Iterable[Token]) -> Iterator[Piece]:
        """Yield the pieces of a text."""
        for token in tokens:
            first = token.map[0] + 1 if token.map else 0
            match token.type:
                case "inline" if self.in_table:
                    self.cells.append(self.inline(token, first))
                case "inline":
                    yield self.text_piece(token, first)
                case "tr_close":
                    yield self.row()
                case "hr":
                    yield Piece("rule", Text("", (Place(0, first),)))
                case "fence":
                    yield from _fence(token, self.quoted)
                case _:
                    self.enter_or_leave(token, first)

    def inline(self, token: Token, first: int) -> Text:
        """Return the text of inline tokens."""
        return inline_text(token, first, self.soft)

    def enter_or_leave(self, token: Token, first: int) -> None:
        """Remember what the pieces are in."""
        match token.type:
            case "ordered_list_open":
                self.counts.append(int(token.attrs.get("start", 1)) - 1)
            case "bullet_list_open":
                self.counts.append(-1)
            case "ordered_list_close" | "bullet_list_close":
                self.counts.pop()
            case "list_item_open":
                self.counts[-1] += self.counts[-1] >= 0
                self.items.append(first)
                self.marker = f"{token.info}{token.markup}"
                self.fresh_item = True
            case "list_item_close":
                self.items.pop()
            case "heading_open" | "heading_close":
                self.heading = int(token.tag[1:]) if token.nesting > 0 else 0
            case "blockquote_open" | "blockquote_close":
                self.quoted += token.nesting
            case "table_open" | "table_close":
                self.in_table = token.type == "table_open"
            case "thead_open" | "thead_close":
                self.in_head = token.type == "thead_open"

    def row(self) -> Piece:
        """Return the row of a table whose cells were read."""
        cells, self.cells = tuple(self.cells), []
        return Piece("table", join(cells, " | "), cells=cells, is_head=self.in_head, quoted=self.quoted)

    def text_piece(self, token: Token, first: int) -> Piece:
        """Return a heading, a bullet or a paragraph; titles have no marks of footnotes."""
        text = inline_text(token, first, self.soft)
        if any(child.type == NOTE_MARK for child in token.children or ()):
            unmarked = inline_text(token, first, self.soft, noted=False)
            text = unmarked if self.heading or is_bold(unmarked) else text
        if self.heading:
            named = HEADING_NAME.search(text.value)
            text = text.cut(0, named.start()) if named else text
            return Piece("heading", text, level=self.heading, bold=is_bold(text), quoted=self.quoted)
        if self.items and self.fresh_item:
            self.fresh_item = False
            if self.marker[:1].isdigit():
                text = join([Text(f"{self.marker} ", (Place(0, first),)), text], "")
            ordinal = max(self.counts[-1], 0)
            return Piece(
                "bullet",
                text,
                level=len(set(self.items)) - 1,
                mark=self.marker,
                ordinal=ordinal,
                is_counted=ordinal > 0,
                listed=self.items.count(self.items[-1]) > 1,
                quoted=self.quoted,
            )
        return Piece("paragraph", text, bold=is_bold(text), quoted=self.quoted)


def _without_stray_stars(piece: Piece) -> Iterator[Piece]:
    """Drop stars that no emphasis claimed; in a bold piece four of them part two headings."""
    if "**" not in piece.value:
        yield piece
        return
    *others, last = _between(piece.text, SEAM) if piece.bold else (piece.text,)
    for part in others:
        yield piece.with_text(_cleaned(part.cut(0)))
    yield replace(piece, text=_cleaned(last.cut(0)), cells=tuple(map(_cleaned, piece.cells)))


def _cleaned(text: Text) -> Text:
    return join(_between(text, STRAY), "").cut(0)


def _between(text: Text, sign: re.Pattern[str]) -> Iterator[Text]:
    """Return the parts of a text between the places where a sign is."""
    edges = [0, *(at for found in sign.finditer(text.value) for at in found.span()), len(text.value)]
    return map(text.keep, edges[::2], edges[1::2])


def _fence(token: Token, quoted: int) -> Iterator[Piece]:
    """A fenced block is kept line by line."""
    first = token.map[0] + 2 if token.map else 1
    for number, line in enumerate(token.content.split("\n"), first):
        if line.strip():
            shown = line.strip()
            text = Text(shown, (Place(0, number),), (Mark(0, len(shown), "code"),))
            yield Piece("paragraph", text, quoted=quoted)

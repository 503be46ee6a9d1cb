"""Inline tokens of Markdown to text with emphasis, links and places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from judge.core.model import Link, Mark, MarkKind, Place
from judge.reading.readers.markup import ADDRESS, ALTERNATIVE, BLOCKS, EMPHASIS, TAG, value_of
from judge.reading.rich_text import WIDE, Text, join

if TYPE_CHECKING:
    from markdown_it.token import Token

OPENING: dict[str, MarkKind] = {"em_open": "em", "strong_open": "strong", "s_open": "strike"}
CLOSING = ("em_close", "strong_close", "s_close")
TAG_MARKS: dict[str, MarkKind] = {"i": "em", "em": "em", "b": "strong", "strong": "strong"}
NOT_GLUED = tuple(" \n\t([{<“‘\"'§#-–—/")
"""What may stand right before a number that is a link; `done.[1.2](#12)` is glued."""
NOTE_MARK = "note_mark"
"""The type of the tokens for marks of footnotes."""
NOTE = "#^"
"""What the address of a footnote begins with: the link of its mark leads to `#^1`."""


def inline_text(token: Token, line: int, soft: frozenset[int] = frozenset(), *, noted: bool = True) -> Text:
    """Read inline tokens into plain text with marks, links and places.

    Args:
        token: the inline token of a heading, a paragraph or a cell.
        line: the source line it begins in.
        soft: lines that were broken inside a word.
        noted: whether the marks of footnotes are shown.
    """
    children = [child for child in token.children or () if noted or child.type != NOTE_MARK]
    text = _Inline(line, soft).read(children)
    raw = token.content.rstrip()
    broken = (len(raw) - len(raw.rstrip("\\"))) % 2 == 1  # a break of the line at the end of a paragraph
    return _without_breaks(text.cut(0, len(text.value) - broken))


def _without_breaks(text: Text) -> Text:
    """Leave out the blanks that stand for the ends of lines inside a text of Chinese or Japanese."""
    ends = [
        at
        for at, _ in text.places
        if at > 1 and text.value[at - 1] == " " and WIDE.match(text.value, at) and WIDE.match(text.value, at - 2)
    ]
    starts, stops = [0, *ends], [*(at - 1 for at in ends), len(text.value)]
    return join(map(text.keep, starts, stops), "") if ends else text


class _Inline:
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
        """Return the text of tokens."""
        for token in tokens:
            self.add_token(token)
        self.marks += (Mark(start, self.length, kind) for start, kind in self.open_marks)
        kept = sorted(mark for mark in self.marks if mark.start < mark.end)
        return Text("".join(self.value), tuple(self.places), tuple(kept), tuple(sorted(self.links))).cut(0)

    def add(self, text: str) -> None:
        """Put characters behind the others; a number that is a link stands apart from the words before it."""
        if text and self.fresh_link:
            self.fresh_link = False
            if text[0].isdigit() and self.value and self.value[-1][-1:] not in NOT_GLUED:
                self.value.append(" ")
                self.length += 1
                self.open_links[-1] = (self.length, self.open_links[-1][1])
        self.value.append(text)
        self.length += len(text)

    def add_token(self, token: Token) -> None:
        """Add what a token stands for."""
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
        """Add what a tag of HTML stands for: emphasis, a link, a blank, the words of a picture, or nothing."""
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
            self.open_links.append((self.length, value_of(ADDRESS, attributes) or None))
        elif name == "img":
            self.add(value_of(ALTERNATIVE, attributes))
        elif name in BLOCKS and self.length:
            self.add("\n")
        elif name == "br":
            self.add(" ")
        for _ in range(tag.count("\n")):
            self.break_line("")

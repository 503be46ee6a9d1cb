"""Markdown in canonical form to pieces that state what they are; nothing in it is guessed or repaired.

Reads: a `SourceText` whose second line says that it is canonical. Writes: a `Manuscript` with its `head`, whose pieces
have `stated`. docs/canonical.md describes the form; `judge.reading.readers.canonical_writing` writes it.
"""

from __future__ import annotations

import re
from itertools import chain

from judge.core.model import Mark, MarkKind, Place, replace
from judge.reading.readers.markdown import (
    NOTE_MARK,
    InlineReader,
    PieceWalk,
    StateCore,
    StateInline,
    Token,
    inline_token,
    make_parser,
    with_unclaimed_lines,
    without_breaks,
)
from judge.reading.readers.markup import TAG, value_of
from judge.reading.text.manuscript import Anchor, Manuscript, Piece
from judge.reading.text.rich_text import Text, join
from judge.reading.text.source import SourceText
from judge.reading.text.stated import Stated, comments, read_head, split_attributes

TAG_MARKS: dict[str, MarkKind] = {"b": "strong", "i": "em", "s": "strike", "ins": "changed", "code": "code"}
"""Tags for marks that Markdown cannot write: those inside of words, or that cross another."""
TAGS = frozenset((*TAG_MARKS, "a"))
FOOTNOTE = re.compile(r"\[\^(?P<name>[^\[\]\s^]{1,40})\]:\s+")
FOOTNOTE_MARK = re.compile(r"\[\^([^\[\]\s^]{1,40})\]")


def _tag(state: StateInline, silent: bool) -> bool:
    """Inline rule of the parser: a tag for a mark or a link."""
    found = TAG.match(state.src, state.pos)
    if not found or found["name"] not in TAGS:
        return False
    return inline_token(state, silent, "tag", found.group(), found.end())


def _note_mark(state: StateInline, silent: bool) -> bool:
    """Inline rule of the parser: the mark of a footnote."""
    found = FOOTNOTE_MARK.match(state.src, state.pos)
    return found is not None and inline_token(state, silent, NOTE_MARK, found[1], found.end())


def _attributes(state: StateCore) -> None:
    """Core rule of the parser: take the attributes of headings and blocks out before their text is read."""
    in_table = False
    for token in state.tokens:
        if token.type in ("table_open", "table_close"):
            in_table = token.type == "table_open"
        if token.type != "inline" or in_table:
            continue
        note = FOOTNOTE.match(token.content)
        content, stated = split_attributes(token.content[note.end() if note else 0 :])
        token.content = content
        token.meta["stated"] = (stated or Stated())._replace(note=note["name"] if note else "")


PARSER = make_parser(_tag, _note_mark)
PARSER.core.ruler.before("inline", "attributes", _attributes)


class _Inline(InlineReader):
    """Gathers the text of one piece as it is written."""

    def add(self, text: str) -> None:
        """Put characters after the others."""
        self.value.append(text)
        self.length += len(text)

    def add_tag(self, tag: str) -> None:
        """Begin or end a mark or a link; a tag ends the last one of its own name."""
        found = TAG.fullmatch(tag)
        if not found:
            return
        kind = TAG_MARKS.get(found["name"])
        if kind is None and found["end"]:
            self.close_link()
        elif kind is None:
            self.open_links.append((self.length, value_of(found["attributes"], "href") or None))
        elif not found["end"]:
            self.open_marks.append((self.length, kind))
        else:
            place = next((n for n in reversed(range(len(self.open_marks))) if self.open_marks[n][1] == kind), None)
            if place is not None:
                start, _ = self.open_marks.pop(place)
                self.marks.append(Mark(start, self.length, kind))


class _Walk(PieceWalk):
    """Turns block tokens into pieces that state what they are."""

    def inline(self, token: Token, first: int) -> Text:
        """Return the text of inline tokens."""
        return without_breaks(_Inline(first, self.soft).read_whole(token.children or ()))

    def row(self) -> Piece:
        """Return the row of a table."""
        return replace(super().row(), stated=Stated("table"))

    def text_piece(self, token: Token, first: int) -> Piece:
        """Return a heading, an item of a list, a footnote, a quotation or a paragraph."""
        text = self.inline(token, first)
        stated: Stated = token.meta["stated"]
        if self.heading:
            return Piece("heading", text, level=self.heading, stated=stated._replace(form="heading"))
        if self.items and self.fresh_item:
            self.fresh_item = False
            if self.marker[:1].isdigit():
                text = join([Text(f"{self.marker} ", (Place(0, first),)), text], "")
            level = len(set(self.items)) - 1
            return Piece("bullet", text, level=level, mark=self.marker, stated=stated._replace(form="list"))
        if stated.note:
            text = join([Text(f"[{stated.note}]", (Place(0, first),)), text])
            return Piece("paragraph", text, stated=stated._replace(form="note"))
        return Piece("paragraph", text, stated=stated._replace(form="quote" if self.quoted else "paragraph"))


def pieces(source: SourceText) -> list[Piece]:
    """Cut a text in canonical form, without its head and its comments, into pieces."""
    read = _Walk(source.soft).pieces(PARSER.parse("\n".join(source.lines)))
    return [_certain(piece) for piece in with_unclaimed_lines(list(read), source)]


def _certain(piece: Piece) -> Piece:
    """Return a piece that states what it is; one that holds and states nothing parts others."""
    stated = piece.stated or Stated()
    is_empty = not piece.text and piece.kind != "heading" and not stated.classes
    return Piece("rule", piece.text) if is_empty else replace(piece, stated=None if piece.kind == "rule" else stated)


def read_canonical(source: SourceText) -> Manuscript:
    """Read a document in canonical form."""
    head = read_head(source)
    aside = {*range(1, head.end + 1), *chain.from_iterable(comments(source.lines))}
    lines = tuple("" if number in aside else line for number, line in enumerate(source.lines, 1))
    shown = replace(source, lines=lines)
    found = tuple(pieces(shown))
    anchors = tuple(Anchor(one.text.first, name) for one in found if one.stated for name in one.stated.anchors)
    return Manuscript(shown, found, markup=tuple(sorted(aside)), anchors=anchors, head=head)

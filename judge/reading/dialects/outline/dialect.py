"""The dialect `outline`: numbered rules, in Markdown or plain text.

    24.0 Effects                      a chapter
    24.8.1 Order of Resolution        a section with a title
    2.1.1 Difficulty: The control …   a title and its text in one line
    2.2.9 Keyword (See 2.14 Keywords) a title and a reference
    1.1 When a card …                 a rule without a title
    Example: …  Note: …  Tip: …       blocks of their kind
    Glossary / Term – text            terms
    Index / term, 4, 17               one entry of kind index

Which lines with a number are headings is decided over the whole document (`number_sequence.py` beside this module);
everything else by the table of rules at the end of this module, first match wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import dropwhile

from judge.core.diagnostics import Report
from judge.core.model import BlockKind
from judge.core.numbering import Key
from judge.reading import front_matter
from judge.reading.dialects.outline import columns
from judge.reading.dialects.outline.marks import with_parent
from judge.reading.dialects.outline.number_sequence import Candidate
from judge.reading.dialects.outline.numbers import HUNDRED, chapter_of, parent_keys
from judge.reading.dialects.outline.survey import OutlineSurvey, begins_part, level_of, likeness, survey
from judge.reading.dialects.outline.titles import split_title
from judge.reading.drafts import LONGEST_HALF, Draft, Sheet
from judge.reading.paragraphs import goes_on, is_open, joined, words
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text

NAME = "numbered rules"
"""What people call what is written so."""
PURPOSE = "Numbered rules: look up a section or read a chapter."
"""What readers use it for."""
TERM = re.compile(r"(?P<term>\S.{0,70}?)\s+[–—-]\s+(?=\S)|(?P<colon>[^.:;]{1,50}):\s+(?=\S)")
UNMARKED = 7
"""The level of a heading that no hashes mark, in a document that marks others; hashes go down to six."""


def evidence(manuscript: Manuscript) -> float:
    """Return how much the text looks like numbered rules, from 0 to 1: the share of it that has a number."""
    return likeness(manuscript)


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read numbered rules into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    seen = manuscript.once(survey)

    def number_of(index: int) -> tuple[Key, str] | None:
        first = next((one for one in seen.starts.get(index, ()) if not one.offset and not one.depth), None)
        first = None if first and first.word and seen.counts_through else first
        return (first.key, manuscript.pieces[index].value[first.rest :]) if first else None

    arranged, placed = columns.arrange(manuscript, number_of, report)
    seen = arranged.once(survey) if placed else seen
    sheet = _OutlineReader(arranged, seen, report).read()
    sheet.columns = placed
    return sheet


class _OutlineReader:
    """Walks over the pieces of one document and fills a sheet."""

    def __init__(self, manuscript: Manuscript, seen: OutlineSurvey, report: Report) -> None:
        self.manuscript = manuscript
        self.seen = seen
        self.sheet = Sheet(report)
        self.pieces = manuscript.pieces
        self.vocabulary = manuscript.once(words)
        self.marked_levels = any(piece.kind == "heading" for piece in self.pieces)
        self.numbers: dict[Key, Draft] = {}
        self.stack: list[tuple[int, Draft]] = []
        """The headings around the current piece, the outermost first, each with its level."""
        self.marked: list[Draft] = []
        """The numbered rule, and the marks below it, around the current piece."""
        self.entry: Draft | None = None
        self.untitled: Draft | None = None
        """The heading `Chapter 2` whose title may stand in the next line."""
        self.are_grouped = self.group_chapters()
        """Whether headings without a number stand among the chapters, and so above them."""
        self.mode = ""
        """"glossary" or "index" inside those parts."""
        self.label: BlockKind | None = None
        """The kind of a labelled block that announces a list."""

    @property
    def part(self) -> Draft | None:
        """The heading around the current piece."""
        return self.stack[-1][1] if self.stack else None

    def read(self) -> Sheet:
        """Read the document."""
        skip, starts = self.seen.skip, self.seen.starts
        first = min(starts, default=len(self.pieces))
        opening = next((n for n in range(first) if n not in skip and self.begins_part(n)), first)
        self.read_front([n for n in range(opening) if n not in skip])
        if self.seen.contents:
            self.sheet.discard(self.seen.contents.lines, "table of contents")
            self.sheet.contents = self.seen.contents.listed
        for index in range(opening, len(self.pieces)):
            if index in skip:
                continue
            found = self.below_rules(starts.get(index, ())) if self.mode != "index" else []
            if found:
                self.read_numbered(self.pieces[index], found)
            else:
                self.read_other(index)
        return self.sheet

    def group_chapters(self) -> bool:
        """Tell whether headings without a number stand between the first and the last chapter."""
        starts = self.seen.starts
        chapters = [index for index, found in starts.items() if any(_is_chapter(one) for one in found)]
        between = range(min(chapters, default=0), max(chapters, default=0))
        return any(index not in starts and self.begins_part(index) for index in between)

    def read_front(self, indexes: list[int]) -> None:
        """Keep what stands before the first heading under the document's own title."""
        found = [self.pieces[index] for index in indexes]
        if not found:
            return
        title = front_matter.document_title(found)
        draft = Draft("part", title.value.replace("\n", " ") if title else front_matter.ABOUT, [found[0].text.first])
        if title:
            draft.heading = list(range(title.text.first, title.text.last + 1))
        self.entry = self.sheet.open(draft)
        for piece in found:
            if piece is not title:
                self.add_text(piece)

    def begins_part(self, index: int) -> bool:
        """Tell whether a piece without a number is the heading of a part."""
        return begins_part(self.seen, self.pieces, index)

    def below_rules(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Leave out marks that no numbered rule stands above, since a part without a number has begun."""
        if self.marked or self.seen.ladder:
            return list(found)
        return list(dropwhile(lambda one: one.depth, found))

    def read_numbered(self, piece: Piece, found: list[Candidate]) -> None:
        """Read a piece that holds one or more numbered headings, each with its text."""
        if found[0].offset:
            self.add_text(piece.with_text(piece.text.cut(0, found[0].offset)))
        ends = [candidate.offset for candidate in found[1:]] + [len(piece.value)]
        bold = [mark for mark in piece.text.marks if mark.kind == "strong"]
        for candidate, end in zip(found, ends, strict=True):
            rest = piece.text.cut(candidate.rest, end)
            level = level_of(candidate)
            title, body = split_title(
                rest,
                is_heading=piece.kind == "heading",
                is_bold=any(mark.start <= candidate.offset < mark.end for mark in bold),
                run_in=level in self.seen.run_in,
                above=level in self.seen.above,
            )
            if title and not body and candidate is found[-1] and self.is_cut(candidate.piece):
                title, body = None, rest
            heading_end = title.last if title else piece.text.line_at(candidate.offset)
            lines = list(range(piece.text.line_at(candidate.offset), heading_end + 1))
            draft = Draft("section", title.flow().value if title else None, lines, number=candidate.number)
            self.place(draft, candidate, piece)
            self.entry = self.sheet.open(draft)
            self.label = None
            self.mode = ""
            self.untitled = draft if candidate.word and not title and not body else None
            if body:
                self.add_text(Piece("paragraph", body))

    def is_cut(self, index: int) -> bool:
        """Tell whether a page ends behind a piece, and the next begins in the middle of a sentence."""
        below = self.pieces[index + 1 : index + 2]
        if not below or below[0].kind != "paragraph" or below[0].text.first not in self.manuscript.source.breaks:
            return False
        return goes_on(self.pieces[index].value, below[0].value, prose=False)

    def place(self, draft: Draft, candidate: Candidate, piece: Piece) -> None:
        """Settle what a numbered heading stands below; a mark of its own level takes the number above it."""
        number = draft.number or ""
        if self.seen.ladder and (candidate.depth <= 1 or not self.marked):
            self.leave_introduction(candidate)
            draft.parent, self.marked = self.part, [draft]
            return
        if candidate.depth:
            del self.marked[candidate.depth - self.seen.ladder :]
            draft.parent = self.marked[-1]
            above = (draft.parent.number or "").rpartition(" ")[2]
            draft.number = with_parent(above, number, dotted=self.seen.dotted)
            self.marked.append(draft)
            return
        level = piece.level if piece.kind == "heading" else int(bool(candidate.word) and len(candidate.key) == 1)
        if level:
            self.close_headings(level)
        else:
            self.leave_introduction(candidate)
        draft.parent = self.above(candidate)
        if level:
            self.stack.append((level, draft))
        self.numbers[candidate.key] = draft
        self.marked = [draft]

    def leave_introduction(self, candidate: Candidate) -> None:
        """Leave a heading without a number before a chapter, if it is that of an introduction or a glossary."""
        part = self.part
        if part is None:
            return
        back_matter = not self.marked_levels and front_matter.BACK_MATTER.fullmatch(part.title or "") is not None
        is_chapter = _is_chapter(candidate) and not self.are_grouped
        has_text = part.number is None and any(not is_open(block.text) for block in part.blocks)
        if back_matter or (is_chapter and has_text):
            self.stack.pop()

    def above(self, candidate: Candidate) -> Draft | None:
        """Return what a number stands below: the number above it in its stretch, else the heading around it."""
        key = candidate.key
        if (candidate.piece, candidate.offset) in self.seen.counted_anew and len(key) == 1:
            return self.part
        keys = list(parent_keys(key))
        if len(key) == 1 and key[0][0] >= HUNDRED:
            keys.append(chapter_of(key))
        return next((self.numbers[one] for one in keys if one in self.numbers), self.part)

    def close_headings(self, level: int) -> None:
        """Leave the headings of a level and of those below it."""
        while self.stack and self.stack[-1][0] >= level:
            self.stack.pop()

    def read_other(self, index: int) -> None:
        """Read a piece without a number by the first rule that fits."""
        for rule in RULES:
            if rule(self, index):
                return

    def current(self, piece: Piece) -> Draft:
        """Return the entry that text belongs to; text before every heading makes one of its own."""
        if self.entry is None:
            self.entry = self.sheet.open(Draft("part", None, [piece.text.first]))
        return self.entry

    def add_text(self, piece: Piece) -> None:
        """Put a piece into the current entry as a block, or at the end of the paragraph that it goes on with."""
        entry = self.current(piece)
        text = piece.text.flow()
        last = entry.blocks[-1] if entry.blocks else None
        may_go_on = piece.kind == "paragraph" and last and last.kind != "figure" and len(last.places) <= LONGEST_HALF
        if last and may_go_on and goes_on(last.text, text.value, prose=True):
            before = Text(last.text, last.places, last.marks, last.links)
            entry.blocks.pop()
            entry.add(last.kind, joined(before, text, self.vocabulary, self.sheet.report), depth=last.depth)
            return
        kind = front_matter.label_of(text.value)
        if kind:
            self.label = kind if text.value.endswith(":") else None
            entry.add(kind, text)
        elif piece.kind == "bullet":
            entry.add(self.label or "bullet", text, depth=piece.level)
        else:
            self.label = None
            entry.add("table" if piece.kind == "table" else "text", text)


def _is_chapter(one: Candidate) -> bool:
    """Tell whether a number is of the outermost level, which may be printed with a zero."""
    return one.depth <= 1 if not one.key else not one.depth and (len(one.key) == 1 or one.key[1:] == ((0, ""),))


def _rule_line(reader: _OutlineReader, index: int) -> bool:
    """`---`, a line that only separates."""
    piece = reader.pieces[index]
    if piece.kind != "rule":
        return False
    reader.sheet.discard([piece.text.first], "separator")
    return True


def _title_below(reader: _OutlineReader, index: int) -> bool:
    """`Combat`, alone below `Chapter 2`: its title."""
    draft, piece = reader.untitled, reader.pieces[index]
    reader.untitled = None
    if not draft or piece.kind not in ("paragraph", "heading") or "\n" in piece.value:
        return False
    if not front_matter.is_title(piece.value):
        return False
    draft.title = piece.text.flow().value
    draft.heading += range(piece.text.first, piece.text.last + 1)
    return True


def _index_line(reader: _OutlineReader, index: int) -> bool:
    """`- attack, 5, 6` inside the index: each source line is one term with its pages."""
    if reader.mode != "index":
        return False
    entry = reader.current(reader.pieces[index])
    for line in reader.pieces[index].text.by_line():
        raw = reader.manuscript.raw(line.first)
        entry.add("bullet", line, depth=1 if raw[:1].isspace() else 0)
    return True


def _part(reader: _OutlineReader, index: int) -> bool:
    """`Major Topics`, `Appendix 1: Turn Flowchart`, `Glossary`, `Index`: a heading without a section number."""
    if not reader.begins_part(index):
        return False
    piece = reader.pieces[index]
    lines = list(range(piece.text.first, piece.text.last + 1))
    title = piece.text.flow().value
    appendix = front_matter.APPENDIX.match(title)
    back = front_matter.fold_title(title)
    reader.mode = next((mode for mode in ("glossary", "index") if mode in back.split()), "")
    level = piece.level or (UNMARKED if reader.marked_levels else 1)
    reader.close_headings(level)
    draft = Draft("index" if reader.mode == "index" else "part", title, lines, parent=reader.part)
    if appendix:
        draft.kind, draft.number = "appendix", appendix["number"]
    elif reader.stack and draft.kind == "part":
        draft.kind = "section"
    reader.stack.append((level, draft))
    reader.marked = []
    reader.entry = reader.sheet.open(draft)
    return True


def _term(reader: _OutlineReader, index: int) -> bool:
    """`Classic – Cards from every set. See Modern.` inside the glossary."""
    piece = reader.pieces[index]
    match = TERM.match(piece.value) if reader.mode == "glossary" and piece.kind != "bullet" else None
    if not match:
        return False
    entry = reader.current(piece)
    if entry.blocks and entry.kind == "term" and goes_on(entry.blocks[-1].text, piece.value, prose=False):
        return False
    title = match["term"] or match["colon"]
    term = reader.sheet.open(Draft("term", title, [piece.text.first], parent=reader.part))
    reader.entry = term
    reader.add_text(piece.with_text(piece.text.cut(match.end())))
    return True


def _page_number(reader: _OutlineReader, index: int) -> bool:
    """`17` alone between blank lines: the foot of a page."""
    piece = reader.pieces[index]
    if piece.kind != "paragraph" or not front_matter.PAGE_NUMBER.fullmatch(piece.value):
        return False
    reader.sheet.discard([piece.text.first], "page number")
    return True


def _picture_text(reader: _OutlineReader, index: int) -> bool:
    """`High Zone  Mid Zone  Low Zone`: words of a picture, set far apart."""
    piece = reader.pieces[index]
    lines = [reader.manuscript.raw(line) for line in range(piece.text.first, piece.text.last + 1)]
    if piece.kind != "paragraph" or not all(front_matter.PICTURE_TEXT.fullmatch(line) for line in lines):
        return False
    reader.current(piece).add("figure", piece.text)
    return True


def _caption(reader: _OutlineReader, index: int) -> bool:
    """`Figure 1`: the place of a picture."""
    piece = reader.pieces[index]
    if not front_matter.CAPTION.fullmatch(piece.value):
        return False
    reader.current(piece).add("figure", piece.text)
    return True


def _text(reader: _OutlineReader, index: int) -> bool:
    """Anything else is text of the current entry."""
    reader.add_text(reader.pieces[index])
    return True


RULES: tuple[Callable[[_OutlineReader, int], bool], ...] = (
    _rule_line,
    _page_number,
    _title_below,
    _part,
    _index_line,
    _term,
    _caption,
    _picture_text,
    _text,
)
"""In order of precedence; each takes a piece and tells whether it was its own."""

"""The dialect `rulings`: card by card, under headings, with general topics and errata.

    ### General Topics:                          a part; the entries below it are topics
    ### Card-by-Card Rulings:                    a part; the entries below it are cards
    **Evil Twin**                                a heading, by hashes or by bold type alone
    **Evil Twin ERRATA Event Cost: 1 Text …**    a heading with the card's new wording, over one block or several
    **Silver Jet PAP**                           one of two cards of a title, if several titles come with this mark
    See Copying                                  a reference
    **Ferry Site Cost: 1 Text …**                the same with its marker lost, if an errata list has the title
    No rulings                                   furniture
    The copy keeps its name. (2007-07-02)        a ruling, with its date, source and author
    - The copy keeps its name.                   a ruling
    Ferry should read: “It carries two.”         errata, also as `Printed: … / Should read: …` and as a row of a table

What level a heading has means something only where nearly all cards have the same (`survey.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.core.diagnostics import Report
from judge.core.model import BlockKind, EntryKind, Errata
from judge.reading import front_matter
from judge.reading.dialects.rulings.blocks import add_credit, add_ruling, is_pointer, may_go_on, take_errata
from judge.reading.dialects.rulings.survey import (
    begins_bold,
    level_of,
    likeness,
    sources_below,
    split_heading,
    survey,
)
from judge.reading.drafts import Draft, Sheet
from judge.reading.paragraphs import goes_on, is_open, joined, words
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.rulings.attribution import Attributed, attributed, conventions_of
from judge.reading.rulings.corrections import (
    ColumnRole,
    errata_columns,
    errata_mark,
    is_nothing,
    nothing_at_end,
)
from judge.reading.rulings.errata import first_value, prints_face
from judge.reading.rulings.source_lists import is_source_heading

NAME = "rulings, card by card"
"""What people call what is written so."""
PURPOSE = "Rulings and errata: look up what applies to a card."
"""What readers use it for."""
TOPICS = re.compile(r"\b(?:topics?|general|keywords?|abilities|rules)\b", re.IGNORECASE)
CARDS = re.compile(r"\b(?:cards?|card-by-card|individual)\b", re.IGNORECASE)
ERRATA_HEADING = re.compile(r"(?:errata|erratum|errata text)\s*:?", re.IGNORECASE)
"""A line that says no more than that errata follow."""
LISTED = re.compile(r"(?P<title>.+?)(?: \((?P<owner>[^()]+)\))?(?: [-–] (?P<sets>[A-Z0-9][\w ]*))?")
"""A line of an errata list: `Ho Chen (Masters) - RW 7M`."""


def evidence(manuscript: Manuscript) -> float:
    """Return how much the text looks like rulings, from 0 to 1: names above dated rulings, pointers, lists."""
    return likeness(manuscript)


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read rulings into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    return _RulingsReader(manuscript, report).read()


class _RulingsReader:
    """Walks over the pieces of one document and fills a sheet."""

    def __init__(self, manuscript: Manuscript, report: Report) -> None:
        self.sheet = Sheet(report)
        self.pieces = manuscript.pieces
        self.vocabulary = manuscript.once(words)
        self.seen = manuscript.once(survey)
        self.known = conventions_of((piece.value for piece in self.pieces), sources_below(self.pieces, self.seen))
        headings = [self.pieces[index].text.flow().value for index in self.seen.headings]
        self.titles = {front_matter.fold_title(split_heading(one, self.seen.variants)[0]) for one in headings}
        self.has_parts = any(self.part_kind(one, None) == "card" for one in headings)
        self.part: Draft | None = None
        self.section: str | None = None
        """What stands below the current part: "topic", "card", or None where no part has said."""
        self.entry: Draft | None = None
        self.listed: dict[str, list[list[str]]] = {}
        """What the errata list says of each card, by folded title: who owns it, which sets it is in."""
        self.errata: list[Text] = []
        """The parts of the errata text of the entry's heading, while nothing else has followed it."""
        self.awaits_errata = False
        """Whether a mark said that errata follow, which are in the next paragraph."""
        self.columns: tuple[ColumnRole | None, ...] = ()
        """What the columns of the current table of errata have."""

    def read(self) -> Sheet:
        """Read the document."""
        for index in range(len(self.pieces)):
            for rule in RULES:
                if rule(self, index):
                    break
        self.close_errata()
        self.attach_facts()
        return self.sheet

    def part_kind(self, title: str, level: int | None) -> str | None:
        """Tell what stands below a heading that announces other headings: "topic", "card", or None.

        Args:
            title: the heading.
            level: its level, if the document's levels mean something.
        """
        announces = title.rstrip().endswith(":") or re.search(r"\b(?:rulings|topics)$", title, re.IGNORECASE)
        is_above = level is not None and self.seen.level is not None and level < self.seen.level
        if not announces and not is_above:
            return None
        if CARDS.search(title):
            return "card"
        if TOPICS.search(title):
            return "topic"
        return "card" if is_above else None

    def begin(self, heading: Text, level: int) -> Text:
        """Begin the entry that a heading announces; return what of the heading is errata text."""
        self.close_errata()
        self.awaits_errata = False
        ranked = None if self.seen.level is None else level
        kind = self.part_kind(heading.value, ranked) if ranked is None or ranked != self.seen.level else None
        lines = list(range(heading.first, heading.last + 1))
        if kind or is_source_heading(heading.value) or self.is_document_title(heading.value):
            self.part = Draft("part", heading.value.rstrip(": "), lines)
            self.entry = self.sheet.open(self.part)
            self.section = kind
            return heading.cut(len(heading.value))
        title, variant, errata_at = split_heading(heading.value, self.seen.variants)
        if errata_at is None and (first_value(heading.value) or prints_face(heading.value, self.seen.labels)):
            title, errata_at = self.without_marker(heading.value)
        is_topic = self.section != "card" and self.has_parts if ranked is None else self.section == "topic"
        below: EntryKind = "topic" if is_topic else "card"
        self.entry = self.sheet.open(Draft(below, title, lines, parent=self.part, variant=variant))
        return heading.cut(errata_at) if errata_at is not None else heading.cut(len(heading.value))

    def is_document_title(self, heading: str) -> bool:
        """Tell whether a heading is the document's own: the first, and no card of a list without parts."""
        return not self.sheet.drafts and (self.has_parts or front_matter.RULES_WORD.search(heading) is not None)

    def without_marker(self, heading: str) -> tuple[str, int | None]:
        """Part a heading that prints a card's face without the word ERRATA, by the title that the errata list has."""
        words = heading.split()
        for length in range(len(words) - 1, 0, -1):
            title = " ".join(words[:length])
            if front_matter.fold_title(title) in self.listed:
                return title, heading.index(words[length], len(title))
        return heading, None

    def attach_facts(self) -> None:
        """Give the cards what the errata list says of them; two of one title in the list's order."""
        for draft in self.sheet.drafts:
            facts = (
                self.listed.get(front_matter.fold_title(draft.title or ""), [])
                if draft.kind == "card" and draft.errata
                else []
            )
            draft.facts = facts.pop(0) if facts else []

    def gather_errata(self, parts: list[Text]) -> None:
        """Take more of the errata text; "No rulings" at its end says that nothing follows."""
        self.errata += parts
        if parts and nothing_at_end(parts[-1].value) is not None:
            self.close_errata()

    def close_errata(self) -> None:
        """Write the errata text gathered so far into its entry; where it is empty, the next paragraph has it."""
        if self.errata and self.entry:
            text = join(self.errata).flow().value
            if text:
                self.entry.errata = Errata(text[: nothing_at_end(text)], {})
            self.awaits_errata = not text
        self.errata = []

    def add(self, text: Text, kind: BlockKind = "ruling", depth: int = 0) -> None:
        """Put one line or paragraph into the current entry, as what it is."""
        self.close_errata()
        if is_nothing(text.value):
            self.sheet.discard(range(text.first, text.last + 1), "no rulings")
            return
        if self.entry is None:
            self.entry = self.sheet.open(Draft("part", front_matter.ABOUT, [text.first]))
        if self.entry.kind == "part":
            self.entry.add("text" if kind == "ruling" else kind, text, depth=depth)
            return
        found = attributed(text, self.known)
        if not found.text:
            add_credit(self.entry, text, found)
        elif is_pointer(text.value) or (is_pointer(found.text.value) and not found.source):
            self.entry.add("text", found.text if found.date else text, date=found.date)
        elif take_errata(self.entry, text, found, marked=self.awaits_errata):
            self.awaits_errata = False
        elif not self.go_on(self.entry, kind, found):
            add_ruling(self.entry, found, kind, depth)

    def go_on(self, entry: Draft, kind: BlockKind, found: Attributed) -> bool:
        """Join a paragraph to the ruling before it, if that was cut by a page break."""
        last = entry.blocks[-1] if entry.blocks else None
        if kind != "ruling" or not last or not may_go_on(last) or not goes_on(last.text, found.text.value, prose=False):
            return False
        entry.blocks.pop()
        before = Text(last.text, last.places, last.marks, last.links)
        whole = joined(before, found.text, self.vocabulary, self.sheet.report)
        entry.add("ruling", whole, date=found.date, source=found.source, author=found.author)
        return True


def _separator(reader: _RulingsReader, index: int) -> bool:
    """`---`, a line that only separates."""
    piece = reader.pieces[index]
    if piece.kind != "rule":
        return False
    reader.sheet.discard([piece.text.first], "separator")
    return True


def _errata_goes_on(reader: _RulingsReader, index: int) -> bool:
    """More of the errata text that the heading above began, itself printed as a heading or in bold."""
    piece = reader.pieces[index]
    if not reader.errata or not reader.entry or not (index in reader.seen.headings or begins_bold(piece)):
        return False
    if piece.kind == "heading" and reader.seen.level is not None:
        return False
    _, variant, errata_at = split_heading(piece.text.flow().value, reader.seen.variants)
    if errata_at is not None or variant:
        return False
    lines = piece.text.hard_lines()
    taken = _heading_lines(reader, piece)
    reader.entry.heading += range(piece.text.first, lines[taken - 1].last + 1)
    reader.gather_errata(lines[:taken])
    for line in lines[taken:]:
        reader.add(line)
    return True


def _subheading(reader: _RulingsReader, index: int) -> bool:
    """`#### Errata`, `#### Notes`: a heading below those of the cards, or a line that says that errata follow."""
    piece = reader.pieces[index]
    level = reader.seen.level
    is_below = index in reader.seen.headings and level is not None and level_of(piece) > level
    is_mark = ERRATA_HEADING.fullmatch(piece.value) is not None and not (index in reader.seen.headings and not is_below)
    if not reader.entry or reader.entry.kind == "part" or not (is_below or is_mark):
        return False
    reader.close_errata()
    if is_mark:
        reader.awaits_errata = True
        reader.sheet.discard(range(piece.text.first, piece.text.last + 1), "errata mark")
    else:
        reader.entry.add("text", piece.text)
    return True


def _heading(reader: _RulingsReader, index: int) -> bool:
    """`### **Evil Twin**`, with errata text or without, and whatever stands in the lines below it."""
    if index not in reader.seen.headings:
        return False
    piece = reader.pieces[index]
    lines = piece.text.hard_lines()
    taken = _heading_lines(reader, piece)
    errata = reader.begin(join(lines[:taken]), level_of(piece))
    if errata or errata_mark(piece.value):
        reader.gather_errata([errata])
    for line in lines[taken:]:
        reader.add(line)
    return True


def _heading_lines(reader: _RulingsReader, piece: Piece) -> int:
    """Count the lines of a piece that belong to its heading: those that are bold or print fields of a card."""
    if piece.bold:
        return len(piece.text.hard_lines())
    taken = 0
    for line in piece.text.hard_lines():
        bold = line.marks and line.marks[0].kind == "strong" and line.marks[0] == (0, len(line.value), "strong")
        face = prints_face(line.value, reader.seen.labels) or first_value(line.value) == 0
        if not bold and not (taken and face):
            break
        taken += 1
    return max(taken, 1)


def _errata_row(reader: _RulingsReader, index: int) -> bool:
    """`| Ferry | It carries one. | It carries two. |` below a head that says which column is which."""
    piece = reader.pieces[index]
    if piece.kind != "table" or piece.is_head:
        reader.columns = errata_columns([cell.value for cell in piece.cells]) if piece.is_head else ()
        if not any(reader.columns):
            return False
        reader.close_errata()
        reader.sheet.discard([piece.text.first], "table head")
        return True
    cells = dict(zip(reader.columns, piece.cells, strict=False))
    if not cells.get("card") or "should_read" not in cells:
        return False
    printed = cells.get("printed")
    row = Draft("card", cells["card"].value, [piece.text.first], parent=reader.part)
    row.errata = Errata(cells["should_read"].value, {}, printed.value if printed else None)
    for role, cell in zip(reader.columns, piece.cells, strict=False):
        if role not in ("card", "printed", "should_read"):
            row.add("note", cell)
    reader.sheet.open(row)
    return True


def _repeated_titles(reader: _RulingsReader, index: int) -> bool:
    """A contents list under a part: lines that repeat the titles of the entries that follow."""
    piece = reader.pieces[index]
    if piece.kind != "paragraph" or not reader.entry or reader.entry.kind != "part":
        return False
    lines = [line for line in piece.text.by_line() if line]
    listed = sum(1 for line in lines if front_matter.fold_title(line.value) in reader.titles)
    if listed * 3 < len(lines) * 2:
        return False
    reader.sheet.discard(range(piece.text.first, piece.text.last + 1), "contents list")
    return True


def _list(reader: _RulingsReader, index: int) -> bool:
    """An item of a list, or one of many short lines such as an errata list prints: one block a line."""
    piece = reader.pieces[index]
    if piece.kind == "bullet":
        numbered = len(piece.mark) if piece.mark[:1].isalnum() and piece.value.startswith(piece.mark) else 0
        is_part = not reader.entry or reader.entry.kind == "part"
        reader.add(piece.text.flow().cut(0 if is_part else numbered), "bullet", piece.level)
        return True
    if piece.kind == "table":
        reader.add(piece.text.flow(), "table")
        return True
    lines = piece.text.hard_lines()
    if len(lines) < 8 or reader.section or any(not is_open(line.value) for line in lines):
        return False
    for line in lines:
        reader.add(line, "bullet")
        listed = LISTED.fullmatch(line.value)
        if listed:
            facts = [fact for fact in (listed["owner"], listed["sets"]) if fact]
            reader.listed.setdefault(front_matter.fold_title(listed["title"]), []).append([*facts, "errata"])
    return True


def _paragraph(reader: _RulingsReader, index: int) -> bool:
    """Anything else: one ruling a paragraph, or one a line where the source breaks its lines hard."""
    for line in reader.pieces[index].text.hard_lines():
        reader.add(line)
    return True


RULES: tuple[Callable[[_RulingsReader, int], bool], ...] = (
    _separator,
    _errata_row,
    _errata_goes_on,
    _subheading,
    _heading,
    _repeated_titles,
    _list,
    _paragraph,
)
"""In order of precedence; each takes the index of a piece and tells whether it was its own."""

"""The dialect `rulings`: card by card, under headings, with general topics and errata.

    ### General Topics:                          a part; the entries below it are topics
    ### Card-by-Card Rulings:                    a part; the entries below it are cards
    **Evil Twin**                                a heading, by hashes or by bold type alone
    **Evil Twin ERRATA Event Cost: 1 Text …**    a heading with the card's new wording, over one block or several
    **Silver Jet PAP**                           one of two cards of a title
    See Copying                                  a reference
    **Ferry Site Cost: 1 Text …**                the same with its marker lost, if an errata list has the title
    No rulings                                   furniture
    The copy keeps its name. (2007-07-02)        a ruling, with its date

What level a heading has means nothing: the same list changes between bold type and three depths of hashes.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.core.diagnostics import Report
from judge.core.model import Block, EntryKind, Errata
from judge.reading import front_matter
from judge.reading.drafts import LONGEST_HALF, Draft, Sheet
from judge.reading.paragraphs import goes_on, is_open, joined, words
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join

NAME = "rulings, card by card"
"""What people call what is written so."""
PURPOSE = "Rulings and errata: look up what applies to a card."
"""What readers use it for."""
ERRATA = re.compile(r"(?:(?<!\s)\s+)?\bERRATA\b:?\s*")
VARIANT = re.compile(r"(?:(?<!\s)\s+)?[(\[]?\b(?P<variant>PAP|PaP)\b[)\]]?\s*")
FIELD = re.compile(r"\b(?:Cost|Fighting|Body|Power|Generates|Provides):")
NOTHING = re.compile(r"No rulings?\.?", re.IGNORECASE)
NOTHING_AT_END = re.compile(r"(?<!\s)\s+No rulings?\.?$", re.IGNORECASE)
"""The line that says so, glued to the errata text above it."""
SEE = re.compile(r"See\s+(?:also\s+)?\S.{0,100}", re.IGNORECASE)
DATE = re.compile(r"(?:(?<!\s)\s+)?\((?P<date>\d{4}-\d{2}-\d{2})\)\s*$")
TOPICS = re.compile(r"\b(?:topics?|general|keywords?|abilities)\b", re.IGNORECASE)
CARDS = re.compile(r"\b(?:cards?|card-by-card|individual)\b", re.IGNORECASE)
LISTED = re.compile(r"(?P<title>.+?)(?: \((?P<owner>[^()]+)\))?(?: [-–] (?P<sets>[A-Z0-9][\w ]*))?")
"""A line of an errata list: `Ho Chen (Masters) - RW 7M`."""
HEADING_LIMIT = 14
"""Words that a bold line may have and still be a heading; one with errata may have any number."""


def evidence(manuscript: Manuscript) -> float:
    """Return how much the text looks like rulings, from 0 to 1: headings followed by "See …" lines or a ruling."""
    found = [piece for piece in manuscript.pieces if _is_heading(piece)]
    sees = sum(1 for piece in manuscript.pieces if not _is_heading(piece) and SEE.match(piece.value))
    if len(found) < 5 or not sees:
        return 0.0
    return min(1.0, 2 * len(found) / len(manuscript.pieces)) * min(1.0, 5 * sees / len(found))


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read rulings into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    return _RulingsReader(manuscript, report).read()


def _is_heading(piece: Piece) -> bool:
    if piece.kind == "heading":
        return True
    first_line = piece.value.partition("\n")[0]
    if piece.kind != "paragraph" or not (piece.bold or _begins_bold(piece)):
        return False
    if ERRATA.search(first_line) or FIELD.search(first_line):
        return True
    return piece.bold and len(piece.value.split()) <= HEADING_LIMIT


def _begins_bold(piece: Piece) -> bool:
    mark = next((mark for mark in piece.text.marks if mark.kind == "strong"), None)
    first_line = len(piece.value.partition("\n")[0])
    return mark is not None and mark.start == 0 and mark.end >= first_line


class _RulingsReader:
    """Walks over the pieces of one document and fills a sheet."""

    def __init__(self, manuscript: Manuscript, report: Report) -> None:
        self.sheet = Sheet(report)
        self.pieces = manuscript.pieces
        self.vocabulary = manuscript.once(words)
        self.titles = {
            front_matter.fold_title(split_heading(piece.text.flow().value)[0])
            for piece in self.pieces
            if _is_heading(piece)
        }
        self.has_parts = any(_is_heading(piece) and self.part_kind(piece.value) == "card" for piece in self.pieces)
        self.part: Draft | None = None
        self.section: str | None = None
        """What stands below the current part: "topic", "card", or None where no part has said."""
        self.entry: Draft | None = None
        self.listed: dict[str, list[list[str]]] = {}
        """What the errata list says of each card, by folded title: who owns it, which sets it is in."""
        self.errata: list[Text] = []
        """The parts of the errata text of the entry's heading, while nothing else has followed it."""

    def read(self) -> Sheet:
        """Read the document."""
        for piece in self.pieces:
            for rule in RULES:
                if rule(self, piece):
                    break
        self.close_errata()
        self.attach_facts()
        return self.sheet

    def part_kind(self, title: str) -> str | None:
        """Tell what stands below a heading that announces other headings: "topic", "card", or None."""
        if not title.rstrip().endswith(":") and not re.search(r"\b(?:rulings|topics)$", title, re.IGNORECASE):
            return None
        if CARDS.search(title):
            return "card"
        return "topic" if TOPICS.search(title) else None

    def begin(self, heading: Text) -> Text:
        """Begin the entry that a heading announces; return what of the heading is errata text."""
        self.close_errata()
        kind = self.part_kind(heading.value)
        lines = list(range(heading.first, heading.last + 1))
        if kind or self.is_document_title(heading.value):
            self.part = Draft("part", heading.value.rstrip(": "), lines)
            self.entry = self.sheet.open(self.part)
            self.section = kind
            return heading.cut(len(heading.value))
        title, variant, errata_at = split_heading(heading.value)
        if errata_at is None and FIELD.search(heading.value):
            title, errata_at = self.without_marker(heading.value)
        below: EntryKind = "card" if self.section == "card" or not self.has_parts else "topic"
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
        if parts and NOTHING_AT_END.search(parts[-1].value):
            self.close_errata()

    def close_errata(self) -> None:
        """Write the errata text gathered so far into its entry."""
        if self.errata and self.entry:
            text = join(self.errata).flow()
            self.entry.errata = Errata(NOTHING_AT_END.sub("", text.value), {})
        self.errata = []

    def add(self, text: Text, kind: str = "paragraph", depth: int = 0) -> None:
        """Put one line or paragraph into the current entry."""
        self.close_errata()
        if NOTHING.fullmatch(text.value):
            self.sheet.discard(range(text.first, text.last + 1), "no rulings")
            return
        if self.entry is None:
            self.entry = self.sheet.open(Draft("part", None, [text.first]))
        entry = self.entry
        dated = DATE.search(text.value)
        date = dated["date"] if dated else None
        shown = text.cut(0, dated.start()) if dated else text
        last = entry.blocks[-1] if entry.blocks else None
        if dated and not shown and last:
            entry.blocks.pop()
            whole = Text(last.text, (*last.places, *text.places[:1]), last.marks, last.links)
            entry.add(last.kind, whole, date=date, depth=last.depth)
        elif kind == "bullet":
            entry.add("bullet", shown, date=date, depth=depth)
        elif entry.kind == "part" or is_pointer(shown.value):
            entry.add("text", shown, date=date)
        elif last and _may_go_on(last) and goes_on(last.text, shown.value, prose=False):
            entry.blocks.pop()
            before = Text(last.text, last.places, last.marks, last.links)
            entry.add("ruling", joined(before, shown, self.vocabulary, self.sheet.report), date=date)
        else:
            entry.add("ruling", shown, date=date)


def _may_go_on(ruling: Block) -> bool:
    """Tell whether a text may be the rest of a block: of a ruling without its date, which is not too long."""
    return ruling.kind == "ruling" and not ruling.date and len(ruling.places) <= LONGEST_HALF


def is_pointer(text: str) -> bool:
    """Tell a line that only points elsewhere ("See Copying", "See The Ferryman (NW) for more rulings.")."""
    return bool(SEE.fullmatch(text)) and is_open(text.rstrip(".")) and len(text.split()) < 15


def split_heading(heading: str) -> tuple[str, str | None, int | None]:
    """Part a heading into the card's title, its variant, and the offset where errata text begins.

    >>> split_heading("Silver Jet PAP ERRATA Hero Cost: 5")
    ('Silver Jet', 'PAP', 22)
    """
    errata = ERRATA.search(heading)
    name = heading[: errata.start()] if errata else heading
    variant = VARIANT.search(name)
    title = VARIANT.sub(" ", name).strip()
    return title, variant["variant"].upper() if variant else None, errata.end() if errata else None


def _separator(reader: _RulingsReader, piece: Piece) -> bool:
    """`---`, a line that only separates."""
    if piece.kind != "rule":
        return False
    reader.sheet.discard([piece.text.first], "separator")
    return True


def _errata_goes_on(reader: _RulingsReader, piece: Piece) -> bool:
    """More of the errata text that the heading above began, itself printed as a heading or in bold."""
    if not reader.errata or not reader.entry or not (_is_heading(piece) or _begins_bold(piece)):
        return False
    if ERRATA.search(piece.value) or VARIANT.search(piece.value):
        return False
    lines = piece.text.hard_lines()
    taken = _heading_lines(piece)
    reader.entry.heading += range(piece.text.first, lines[taken - 1].last + 1)
    reader.gather_errata(lines[:taken])
    for line in lines[taken:]:
        reader.add(line)
    return True


def _heading(reader: _RulingsReader, piece: Piece) -> bool:
    """`### **Evil Twin**`, with errata text or without, and whatever stands in the lines below it."""
    if not _is_heading(piece):
        return False
    lines = piece.text.hard_lines()
    taken = _heading_lines(piece)
    errata = reader.begin(join(lines[:taken]))
    if errata or ERRATA.search(piece.value):
        reader.gather_errata([errata])
    for line in lines[taken:]:
        reader.add(line)
    return True


def _heading_lines(piece: Piece) -> int:
    """Count the lines of a piece that belong to its heading: those that are bold or print fields of a card."""
    if piece.bold:
        return len(piece.text.hard_lines())
    taken = 0
    for line in piece.text.hard_lines():
        bold = line.marks and line.marks[0].kind == "strong" and line.marks[0] == (0, len(line.value), "strong")
        if not bold and not (taken and FIELD.search(line.value)):
            break
        taken += 1
    return max(taken, 1)


def _repeated_titles(reader: _RulingsReader, piece: Piece) -> bool:
    """A contents list under a part: lines that repeat the titles of the entries that follow."""
    if piece.kind != "paragraph" or not reader.entry or reader.entry.kind != "part":
        return False
    lines = [line for line in piece.text.by_line() if line]
    listed = sum(1 for line in lines if front_matter.fold_title(line.value) in reader.titles)
    if listed * 3 < len(lines) * 2:
        return False
    reader.sheet.discard(range(piece.text.first, piece.text.last + 1), "contents list")
    return True


def _list(reader: _RulingsReader, piece: Piece) -> bool:
    """A bullet, or one of many short lines such as an errata list prints: one block a line."""
    if piece.kind == "bullet":
        reader.add(piece.text, "bullet", piece.level)
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


def _paragraph(reader: _RulingsReader, piece: Piece) -> bool:
    """Anything else: one ruling a paragraph, or one a line where the source breaks its lines hard."""
    for line in piece.text.hard_lines():
        reader.add(line)
    return True


RULES: tuple[Callable[[_RulingsReader, Piece], bool], ...] = (
    _separator,
    _errata_goes_on,
    _heading,
    _repeated_titles,
    _list,
    _paragraph,
)
"""In order of precedence; each takes a piece and tells whether it was its own."""

"""From a series to drafts: each item an entry, with what stands below it.

Reads: a `Series` and the pieces of its stretch. Writes: drafts into a `Sheet`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.model import BlockKind, EntryKind, Errata
from judge.reading import front_matter
from judge.reading.dialects.glossary.alphabet import names_in_title
from judge.reading.dialects.rulings.blocks import add_credit_of_errata
from judge.reading.drafts import Draft, Sheet, extend
from judge.reading.paragraphs import is_open
from judge.reading.parts.forms import NAMED_QUOTE, QUOTING, Item, parts_of
from judge.reading.parts.series import STEP, Series
from judge.reading.parts.wordings import read_labelled, read_struck
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.rulings.attribution import attributed
from judge.reading.rulings.corrections import (
    ColumnRole,
    Correction,
    errata_columns,
    errata_mark,
    errata_of,
    is_nothing,
    printed_of,
)
from judge.reading.rulings.printed_dates import find_dates

LIST_MARK = re.compile(r"(?:\(?\d{1,2}[.)]|\(?[a-z][.)])\s+(?=\S)")
"""`1)`, `(2)`, `a.` before a ruling; its number says only that it is another one."""
DEFINITION = re.compile(r": (?=\S)")
"""What Markdown puts before each meaning of a term."""
COUNTED = re.compile(r"\(?(\d{1,2})[.)]\s+(?=\S)")
POINTER = re.compile(r"See\s+(?:also\s+)?\S.{0,100}", re.IGNORECASE)
ERRATA_HEADING = re.compile(r"(?:errata|erratum|errated? text)\s*:?", re.IGNORECASE)
LETTER = re.compile(r"\w(?:\s?[-–/]\s?\w)?")
"""`A`, `C–D`: what parts titles by their initials."""
DATE = 30
"""Characters of the longest date at the beginning of a line."""
KINDS: dict[str, EntryKind] = {
    "term": "term",
    "qa": "qa",
    "card": "card",
    "errata": "card",
    "step": "step",
    "section": "section",
}


def begins_with_date(text: str) -> bool:
    """Tell whether a line begins with a date that has a day."""
    return any(date.form == "day" and not date.start for date in find_dates(text[:DATE]))


class SeriesReader:
    """Fills a sheet with the items of one stretch."""

    def __init__(self, series: Series, pieces: Sequence[Piece], sheet: Sheet, vocabulary: frozenset[str]) -> None:
        """Take the stretch; its pieces begin with that of the first item."""
        self.series = series
        self.pieces = pieces
        self.sheet = sheet
        self.vocabulary = vocabulary
        self.items: dict[tuple[int, int], Item] = {(item.line.index, item.line.number): item for item in series.items}
        self.by_piece = {item.line.index for item in series.items}
        self.columns: tuple[ColumnRole | None, ...] = ()
        self.section: Draft | None = None
        self.entry: Draft | None = None
        self.step: Draft | None = None
        """The last step without a letter."""
        self.marked_errata = False
        """Whether a line said that errata follow."""

    def read(self, first: int) -> None:
        """Read the stretch from a piece on."""
        for index in range(first, len(self.pieces)):
            piece = self.pieces[index]
            if piece.kind == "rule":
                self.sheet.discard(sorted({place.line for place in piece.text.places}), "separator")
            elif piece.is_head:
                self.columns = errata_columns([cell.value for cell in piece.cells])
                if self.series.kind == "errata" and not any(self.columns):
                    self.columns = ("card", "printed", "should_read")
                self.sheet.discard([piece.text.first], "table head")
            elif index in self.by_piece:
                self.read_items(index, piece)
            else:
                self.read_other(piece)

    def read_items(self, index: int, piece: Piece) -> None:
        """Read a piece in which one item or more begin."""
        lines = parts_of(piece)
        number = 0
        while number < len(lines):
            item = self.items.get((index, number))
            end = next((n for n in range(number + 1, len(lines)) if (index, n) in self.items), len(lines))
            rest: list[Text] = []
            if item:
                self.begin(item)
                number += item.taken
                rest = [item.rest] if item.rest and piece.kind != "table" else []
            if own := [*rest, *lines[number:end]]:
                self.add_lines(piece, own)
            number = max(end, number)

    def begin(self, item: Item) -> None:
        """Begin the entry of an item."""
        kind = KINDS[self.series.kind]
        title = item.title.flow().cut(0)
        number = item.number
        parent = self.section
        if kind == "step" and (counted := STEP.match(title.value)):
            title, number = title.cut(counted.end()), counted["number"]
            parent = self.step if counted["letter"] else parent
        if kind == "card" and (mark := errata_mark(title.value)) and mark.end() == len(title.value):
            title = title.cut(0, mark.start())
        shown = title.value.strip() if kind == "qa" else title.value.rstrip(" :：.").strip("*_ ")
        piece = item.line.piece
        lines = list(range(item.line.text.first, max(title.last, item.line.text.first) + 1))
        draft = Draft(kind, shown or None, lines, number, parent)
        self.step = draft if parent is self.section else self.step
        if kind == "term":
            draft.aliases = names_in_title(shown)
        if kind == "step" and number:
            draft.aliases.append(f"Step {number}")
        if item.number and not item.number.startswith("Q"):
            draft.aliases.append(f"Q{item.number}")
        self.entry = self.sheet.open(draft)
        self.marked_errata = False
        if piece.kind == "table":
            self.add_cells(piece)

    def add_cells(self, piece: Piece) -> None:
        """Add the cells of a row behind the first."""
        entry = self.entry
        assert entry is not None
        if "should_read" in self.columns:
            cells = dict(zip(self.columns, piece.cells, strict=False))
            new, printed = cells.get("should_read"), cells.get("printed")
            entry.errata = Errata(new.value if new else "", {}, printed.value if printed and printed else None)
            used = {"should_read", "printed", "card"}
            rest = [cell for role, cell in zip(self.columns, piece.cells, strict=False) if role not in used and cell]
            for cell in rest:
                entry.add("note", cell)
            return
        for cell in piece.cells[1:]:
            entry.add("ruling" if entry.kind == "card" else "text", cell)

    def add_lines(self, piece: Piece, lines: Sequence[Text]) -> None:
        """Add lines of a piece as paragraphs: a line behind a whole sentence that begins with a mark is another."""
        gathered: list[Text] = []
        last = ""
        for line in lines:
            defined = DEFINITION.match(line.value)
            line = line.cut(defined.end()) if defined else line
            dated = begins_with_date(line.value)
            starts = LIST_MARK.match(line.value) or self.series.marks.answer.match(line.value) or is_nothing(line.value)
            number = counted[1] if (counted := COUNTED.match(line.value)) else ""
            goes_on = bool(last) and number == str(int(last) + 1)
            last = number or last
            apart = defined or (dated and begins_with_date(gathered[0].value) if gathered else False)
            if gathered and (goes_on or apart or (starts and not is_open(gathered[-1].value))):
                self.add(join(gathered), piece)
                gathered = []
            if counted and self.series.kind == "card" and (goes_on or (number == "1" and not gathered)):
                line = line.cut(counted.end())  # a list's mark, as that of a bullet
            gathered.append(line)
        if gathered:
            self.add(join(gathered), piece)

    def read_other(self, piece: Piece) -> None:
        """Read a piece in which no item begins: text of the last one, or a heading between items."""
        text = piece.text.flow()
        if piece.kind == "heading" and not ERRATA_HEADING.fullmatch(text.value):
            if LETTER.fullmatch(text.value):
                self.sheet.discard(range(text.first, text.last + 1), "letter heading")
                return
            self.entry = self.section = self.sheet.open(
                Draft("section", text.value.rstrip(" :") or None, list(range(text.first, text.last + 1)))
            )
        elif self.series.kind == "term" and piece.kind == "paragraph" and LETTER.fullmatch(text.value):
            self.sheet.discard([text.first], "letter heading")
        elif piece.kind == "table":
            self.add(text, piece)
        elif piece.kind == "bullet":
            self.add(join(parts_of(piece)) if self.series.kind in ("card", "errata") else text, piece)
        else:
            self.add_lines(piece, parts_of(piece))

    def add(self, text: Text, piece: Piece) -> None:
        """Add a paragraph to the current entry, as what it is."""
        entry = self.entry
        if entry is None:
            entry = self.entry = self.sheet.open(Draft("part", None, [text.first]))
        if self.series.kind in ("card", "errata") and self.add_to_card(entry, text):
            return
        if self.series.kind == "qa":
            answer = self.series.marks.answer.match(text.value)
            if answer:
                text = text.cut(answer.end())
        kind = self.kind_of(entry, text, piece)
        if (
            piece.kind == "paragraph"
            and kind in ("text", "ruling")
            and extend(entry, text, self.vocabulary, self.sheet.report)
        ):
            return
        entry.add(kind, text, depth=piece.level if piece.kind == "bullet" else 0)

    def kind_of(self, entry: Draft, text: Text, piece: Piece) -> BlockKind:
        """Tell what kind of block a text is."""
        labelled = front_matter.label_of(text.value)
        if labelled:
            return labelled
        if self.series.has_faces and piece.kind == "paragraph":
            return "text"
        if entry.kind == "card" and piece.kind != "table":
            return "text" if POINTER.fullmatch(text.value.rstrip(".")) else "ruling"
        if piece.kind == "table":
            return "table"
        if piece.quoted:
            return "note"
        return "bullet" if piece.kind == "bullet" else "text"

    def add_to_card(self, entry: Draft, text: Text) -> bool:
        """Take what is no ruling of a card: its errata, and the words that there is nothing to say."""
        if is_nothing(text.value) or text.value == self.series.nothing:
            self.sheet.discard(range(text.first, text.last + 1), "no rulings")
            return True
        if ERRATA_HEADING.fullmatch(text.value):
            self.marked_errata = True
            self.sheet.discard(range(text.first, text.last + 1), "errata mark")
            return True
        if self.series.labels and (read := read_labelled(self.series.labels, text.value)):
            old = entry.errata or Errata("", {}, None)
            entry.errata = Errata(read.should_read or old.text, {}, read.printed or old.printed)
            entry.heading += [line for line in range(text.first, text.last + 1) if line not in entry.heading]
            return True
        own = attributed(text)
        found = errata_of(own.text.value)
        if not found and not entry.errata and (printed := printed_of(text.value)):
            entry.errata = Errata("", {}, printed)
            entry.heading += [line for line in range(text.first, text.last + 1) if line not in entry.heading]
            return True
        found = found or (Correction(None, own.text.value, None) if self.marked_errata else None)
        found = found or read_struck(text)
        if not found and self.series.form == QUOTING and (quote := NAMED_QUOTE.fullmatch(text.value)):
            found = Correction(None, quote["new"])
        known = entry.errata
        if not found or not (found.whole or self.series.kind == "errata") or (known and known.text):
            return False
        entry.errata = Errata(found.should_read, {}, found.printed or (known.printed if known else None))
        entry.heading += [line for line in range(text.first, text.last + 1) if line not in entry.heading]
        add_credit_of_errata(entry, own)
        self.marked_errata = False
        return True

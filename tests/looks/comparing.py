"""What the program reads of a document, compared with what is true of it."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from judge.build.collection import SourceFile
from judge.build.parsing import ParsedDocument, ReadingContext, parse_document
from judge.core.model import Block, Entry, Lines
from tests.looks.choices import Look
from tests.looks.documents import Generated
from tests.looks.pen import Ruling, Unit

FOUND = ("titles", "kinds", "parents", "exact", "glued")
"""The measures of units that were found."""
TOKEN = re.compile(r"[぀-ヿ㐀-鿿]|[^\W_぀-ヿ㐀-鿿]+")
"""A word, or a sign of Japanese."""
KINDS = {"section": {"section", "step"}, "part": {"part", "section", "appendix", "topic", "index"}}
"""Kinds of entries that a unit may have; the others have their own."""
GLUED = 5
"""Words too many from which on an entry has swallowed another text."""


@dataclass(frozen=True)
class Miss:
    """Something that was read otherwise than it is."""

    measure: str
    line: int
    wanted: str
    read: str


@dataclass
class Scores:
    """How well one document was read: shares from 0 to 1, None where there was nothing to read."""

    shares: dict[str, float | None]
    misses: list[Miss]


MEASURES = {
    "entries": "units found by their number, or by their title, in the line where it stands",
    "surplus": "entries that are no unit, for each unit (less is better)",
    "titles": "of the units found, those with the right title, or rightly none",
    "kinds": "of the units found, those of the right kind",
    "parents": "of the units found, those below the right one",
    "exact": "of the units found, those with exactly their own words",
    "glued": "of the units found, those with five words too many and more (less is better)",
    "kept": "words that stand in an entry or in furniture",
    "furniture": "lines that are furniture in both, of those that are in either",
    "rulings": "rulings with their text and their date",
    "sources": "rulings with their source or author, of those that print one",
    "errata": "new wordings of cards",
}


@cache
def context() -> ReadingContext:
    """Return what reading a document needs to know of the world."""
    return ReadingContext({}, ())


def read(document: Generated, look: Look) -> ParsedDocument:
    """Read a document as the program does."""
    name = "made-up.md" if look.format == "markdown" else "made-up.txt"
    return parse_document(SourceFile(Path(name), "doc", {}), document.text.encode(), context())


def tokens(text: str) -> list[str]:
    """Return the words of a text as they are compared."""
    return TOKEN.findall(text.casefold())


def plainly(text: str) -> list[str]:
    """Return words with their ligatures and invisible hyphens undone."""
    return tokens(unicodedata.normalize("NFKC", text.replace("\u00ad", "")))


def squeezed(text: str | None) -> str:
    """Return the letters and digits of a text, in order."""
    return "".join(plainly(text or ""))


def numbers_of(unit: Unit) -> set[str]:
    """Return every way of writing a unit's number."""
    return {squeezed(number) for number in (unit.number, *unit.numbers) if number}


def is_number(entry: Entry, unit: Unit) -> bool:
    """Tell whether an entry has the number of a unit; a last level of zero may be missing."""
    read = squeezed(entry.number)
    return bool(read) and any(read in (number, number + "0") for number in numbers_of(unit))


def is_title(entry: Entry, unit: Unit) -> bool:
    """Tell whether an entry has the title of a unit; it may begin with the number."""
    read = squeezed(entry.title)
    wanted = squeezed(unit.title)
    return read in {wanted, *(number + wanted for number in numbers_of(unit))}


def own_text(entry: Entry) -> str:
    """Return all words of an entry but its number and title."""
    parts = [block.text for block in entry.blocks]
    if entry.errata:
        parts += [entry.errata.text, entry.errata.printed or "", *_values(entry)]
    return " ".join(parts)


def _values(entry: Entry) -> list[str]:
    return [f"{name} {value}" for name, value in entry.errata.fields.items()] if entry.errata else []


def numbered(lines: Lines) -> set[int]:
    """Return every line of spans."""
    return {line for first, last in lines for line in range(first, last + 1)}


class Comparison:
    """One document, read and compared."""

    def __init__(self, document: Generated, parsed: ParsedDocument) -> None:
        """Find the entry of each unit."""
        self.document, self.parsed = document, parsed
        self.misses: list[Miss] = []
        self.by_line: dict[int, list[Entry]] = {}
        for entry in parsed.entries:
            for line in numbered(entry.lines):
                self.by_line.setdefault(line, []).append(entry)
        self.found: dict[int, Entry] = {}
        for index, unit in enumerate(document.units):
            there = [entry for entry in self.by_line.get(unit.line, ()) if self.is_unit(entry, unit)]
            if there:
                self.found[index] = there[0]
            else:
                self.miss("entries", unit, " + ".join(map(_named, self.by_line.get(unit.line, ()))) or "no entry")

    def is_unit(self, entry: Entry, unit: Unit) -> bool:
        """Tell whether an entry is a unit: by its number if it has one, else by its title."""
        if unit.number and unit.kind != "part":
            return is_number(entry, unit)
        return is_title(entry, unit)

    def miss(self, measure: str, unit: Unit, read: str) -> None:
        """Note what was read otherwise."""
        self.misses.append(Miss(measure, unit.line, f"{unit.kind} {unit.number or ''} {unit.title or ''}", read))

    def scores(self) -> Scores:
        """Return all measures."""
        units = self.document.units
        shares: dict[str, float | None] = {
            "entries": len(self.found) / len(units),
            "surplus": self.surplus() / len(units),
            **self.of_found(),
            "kept": self.kept(),
            "furniture": self.furniture(),
            **self.rulings(),
            "errata": self.errata(),
        }
        return Scores(shares, self.misses)

    def surplus(self) -> int:
        """Count the entries that are no unit; the title of the document may be one."""
        known = {entry.id for entry in self.found.values()}
        extra = [
            entry
            for entry in self.parsed.entries
            if entry.id not in known and not numbered(entry.lines) <= self.document.free | {1}
        ]
        for entry in extra:
            line = min(numbered(entry.lines))
            self.misses.append(Miss("surplus", line, "no entry", _named(entry)))
        return len(extra)

    def of_found(self) -> dict[str, float | None]:
        """Return how well the units are read that were found."""
        right: Counter[str] = Counter()
        for index, entry in self.found.items():
            unit = self.document.units[index]
            extra, lost = self.difference(unit, entry)
            verdicts = {
                "titles": is_title(entry, unit),
                "kinds": entry.kind in KINDS.get(unit.kind, {unit.kind}),
                "parents": self.is_parent(unit, entry),
                "exact": not extra and not lost and self.in_order(unit, entry),
                "glued": extra.total() >= GLUED,
            }
            for name, verdict in verdicts.items():
                right[name] += verdict
                if verdict == (name == "glued"):
                    self.miss(name, unit, self.told(name, entry, extra, lost))
        count = len(self.found)
        return {name: right[name] / count if count else None for name in FOUND}

    def told(self, name: str, entry: Entry, extra: Counter[str], lost: Counter[str]) -> str:
        """Return what was read instead of what is true."""
        if name == "parents":
            return f"below {entry.parent}"
        if name in ("titles", "kinds"):
            return f"{entry.kind} {entry.title}"
        return f"too much: {' '.join(extra)[:60]!r}, missing: {' '.join(lost)[:60]!r}"

    def difference(self, unit: Unit, entry: Entry) -> tuple[Counter[str], Counter[str]]:
        """Return the words that an entry has too many, and those it lacks."""
        wanted, read = Counter(tokens(unit.text)), Counter(tokens(own_text(entry)))
        if not is_title(entry, unit):
            read += Counter(tokens(entry.title or "")) - Counter(tokens(unit.title or ""))
        return read - wanted - Counter(tokens(unit.aside)), wanted - read

    def in_order(self, unit: Unit, entry: Entry) -> bool:
        """Tell whether words stand in their order, in units where nothing may stand between them."""
        return bool(unit.aside) or tokens(unit.text) == tokens(own_text(entry))

    def is_parent(self, unit: Unit, entry: Entry) -> bool:
        """Tell whether an entry stands below the right one; what is outermost may stand below the title."""
        if unit.parent is not None:
            above = self.found.get(unit.parent)
            return above is not None and entry.parent == above.id
        known = {found.id for found in self.found.values()}
        return entry.parent is None or entry.parent not in known

    def kept(self) -> float:
        """Return the share of the words that stand anywhere."""
        wanted: Counter[str] = Counter()
        for unit in self.document.units:
            wanted.update(plainly(f"{unit.title or ''} {unit.text}"))
        read: Counter[str] = Counter()
        for entry in self.parsed.entries:
            read.update(plainly(f"{entry.title or ''} {own_text(entry)}"))
        lines = self.document.lines
        for item in self.parsed.furniture:
            for line in numbered(item.lines):
                read.update(plainly(lines[line - 1]))
        return 1 - (wanted - read).total() / max(1, wanted.total())

    def furniture(self) -> float | None:
        """Return how far the lines of furniture agree."""
        read = {line for item in self.parsed.furniture for line in numbered(item.lines)} - self.document.free
        wanted = self.document.furniture
        for line in sorted(read ^ wanted):
            names = ("furniture", "content") if line in wanted else ("content", "furniture")
            self.misses.append(Miss("furniture", line, *names))
        return len(read & wanted) / len(read | wanted) if read | wanted else None

    def rulings(self) -> dict[str, float | None]:
        """Return the shares of the rulings, and of their sources."""
        verdicts: list[bool] = []
        sources: list[bool] = []
        for index, unit in enumerate(self.document.units):
            blocks = self.found[index].blocks if index in self.found else ()
            for ruling in unit.rulings:
                block = next((block for block in blocks if _is_ruling(block, ruling, unit)), None)
                verdicts.append(block is not None and block.date == ruling.date)
                if ruling.source or ruling.author:
                    sources.append(block is not None and _has_source(block, ruling))
                if not verdicts[-1]:
                    self.miss("rulings", unit, f"date {block.date}" if block else "no such ruling")
        return {"rulings": _share(verdicts), "sources": _share(sources)}

    def errata(self) -> float | None:
        """Return the share of the errata that are read as such."""
        verdicts = []
        for index, unit in enumerate(self.document.units):
            if unit.erratum is None:
                continue
            errata = self.found[index].errata if index in self.found else None
            verdicts.append(errata is not None and tokens(errata.text) == tokens(unit.erratum))
            if not verdicts[-1]:
                self.miss("errata", unit, errata.text[:60] if errata else "no errata")
        return _share(verdicts)


def _is_ruling(block: Block, ruling: Ruling, unit: Unit) -> bool:
    if block.kind != "ruling":
        return False
    read, wanted = Counter(tokens(block.text)), Counter(tokens(ruling.text))
    return not wanted - read and not read - wanted - Counter(tokens(unit.aside))


def _has_source(block: Block, ruling: Ruling) -> bool:
    read = f"{getattr(block, 'source', None) or ''} {getattr(block, 'author', None) or ''}"
    return squeezed(ruling.source or ruling.author) in squeezed(read)


def _share(verdicts: list[bool]) -> float | None:
    return sum(verdicts) / len(verdicts) if verdicts else None


def _named(entry: Entry) -> str:
    return f"{entry.kind} {entry.number or ''} {(entry.title or '')[:40]}".strip()


def compare(document: Generated, look: Look) -> Scores:
    """Read a document and compare."""
    return Comparison(document, read(document, look)).scores()

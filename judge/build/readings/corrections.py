"""What a person says of lines that are badly read, as lines of a profile.

Reads: marks on source lines, and the table of a document. Writes: the table with samples that mean these lines. Where
two things that a person says exclude each other, the later holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from judge.build.readings.profile_files import KEYS
from judge.core.diagnostics import Report
from judge.core.errors import CollectionError
from judge.reading.grammar.features import LineFeatures
from judge.reading.profiles.constraining import lay_out, title_place
from judge.reading.profiles.line_samples import Sample, sample_of
from judge.reading.profiles.reading_profile import AS, COLUMNS, ReadingProfile
from judge.reading.readers import placing
from judge.reading.readers.manuscript import Manuscript
from judge.reading.readers.pages import rejoin
from judge.reading.rulings.errata import folded_head

Said = Literal["rule", "never", "levels", "part", "end", "leave-out", "whole", "numbers", "field"]
MOST_LINES = 60
"""Lines of which each may be a sample. Chosen, not fitted: more of them are a part."""
Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class LineMark:
    """What a person says of lines."""

    first: int
    """First source line."""
    last: int
    """Last source line."""
    said: Said
    """`rule`, `never`: each begins a rule, or begins nothing. `levels`: several lines are samples of all levels, one
    line of the next deeper level. `part`: several lines are a part, one line is the title of a part. `end`: the part
    above ends before them. `leave-out`: they are not content. `whole`: what the whole document is. `numbers`: how items
    that the format counts are numbered. `field`: what a column or a field holds."""
    read_as: str = ""
    """Of a part or the whole: a key of `AS`. Of a field: its role. Of the whole and of a field also nothing, which
    leaves it open."""
    term: str = ""
    """Of a part: how its names are printed, a key of `TERM_FORMS`; nothing leaves it open."""
    text: str = ""
    """Of numbers: `count` or a sample; nothing leaves them open. Of a field: its name."""


class DocumentLines:
    """The lines of a document, as samples see them."""

    def __init__(self, text: Manuscript) -> None:
        """Find what the lines look like."""
        self.features = lay_out(rejoin(text, Report()), ReadingProfile(), is_cut=False).features
        self.lines: Sequence[LineFeatures] = self.features.lines
        self.counts = any(line.ordinal for line in self.lines)
        """Whether its format counts items."""
        self._at = [placing.span_in_file(text, (line.at, line.at))[0] for line in self.lines]

    def within(self, first: int, last: int) -> list[int]:
        """Return the places of the lines with text among source lines.

        Raises:
            CollectionError: none of them has text.
        """
        found = [place for place, at in enumerate(self._at) if first <= at <= last]
        if not found:
            which = f"line {first} has" if first == last else f"lines {first} to {last} have"
            raise CollectionError(f"{which} no text that could be read differently; mark other lines")
        return found

    def beginning(self, first: int, last: int) -> list[LineFeatures]:
        """Return the lines among source lines that begin a paragraph; the first with text where none does."""
        places = self.within(first, last)
        starting = [self.lines[place] for place in places if self.lines[place].starts]
        if len(starting) > MOST_LINES:
            raise CollectionError(f"more than {MOST_LINES} lines are marked; mark fewer, or mark them as a part")
        return starting or [self.lines[places[0]]]

    def source_line(self, place: int) -> int:
        """Return the source line of a place; after the last one, the line after it."""
        return self._at[place] if place < len(self._at) else max(self._at, default=0) + 1

    def title_of(self, place: int, start: int = 0) -> str | None:
        """Return the sample that is the title at a place, for lines from `start`; None where it would mean another."""
        if place >= len(self.lines):
            return None
        sample = sample_of(self.lines[place], whole=True)
        return sample if title_place(Sample(sample), self.features, start) == place else None

    def begin_of(self, part: Mapping[str, str]) -> int | None:
        """Return the place where a part begins; None for one that the document does not have."""
        if "from" in part:
            return title_place(Sample(part["from"]), self.features, 0)
        first = int(part.get("lines", "1").partition("-")[0])
        return next((place for place, at in enumerate(self._at) if at >= first), None)


def corrected(row: Mapping[str, Any], marks: Sequence[LineMark], lines: DocumentLines) -> Table:
    """Return the table of a document with what a person says of its lines.

    Args:
        row: the table as it is.
        marks: what the person says, in that order.
        lines: the lines of the document.

    Raises:
        CollectionError: a mark is on lines without text, on too many, or ends no part.
    """
    said = _Corrected(row, lines)
    for mark in marks:
        said.add(mark)
    return {key: value for key, value in row.items() if key not in KEYS} | said.profile()


class _Corrected:
    """The profile of a document while a person corrects it."""

    def __init__(self, row: Mapping[str, Any], lines: DocumentLines) -> None:
        self.lines = lines
        self.row = {key: deepcopy(row[key]) for key in KEYS if key in row}
        self.reading: dict[str, Any] = self.row.get("reading", {})
        self.parts: list[dict[str, str]] = list(self.row.get("part", ()))
        self.fields: dict[str, str] = self.row.get("fields", {})

    def profile(self) -> Table:
        """Return its tables; those that say nothing are left out."""
        reading = {key: value for key, value in self.reading.items() if value}
        found = self.row | {"reading": reading, "part": self.parts, "fields": self.fields}
        return {key: value for key, value in found.items() if value}

    def add(self, mark: LineMark) -> None:
        """Add what a person says of lines."""
        if mark.said == "whole":
            self.row["dialect"] = AS.get(mark.read_as, "")
        elif mark.said == "numbers":
            self.reading["numbers"] = mark.text
        elif mark.said == "field":
            self._name_field(mark)
        elif mark.said == "rule":
            for line in self.lines.beginning(mark.first, mark.last):
                self._add_sample("rule", line)
        elif mark.said == "levels":
            self._add_levels(mark)
        elif mark.said == "never":
            self._add_never(mark)
        elif mark.said == "end":
            self._end_part(self.lines.within(mark.first, mark.last)[0])
        else:
            self._add_part(mark)

    def _name_field(self, mark: LineMark) -> None:
        """Let a field hold what a person says, and no other field hold that."""
        for role, name in list(self.fields.items()):
            if COLUMNS.get(role, role) == mark.read_as or folded_head(name) == folded_head(mark.text):
                del self.fields[role]
        self.fields |= {mark.read_as: mark.text} if mark.read_as else {}

    def _add_sample(self, key: Literal["rule", "levels"], line: LineFeatures) -> None:
        """Let the lines of the form of a line begin something, unless samples have that form."""
        self.reading["never"] = [one for one in self.reading.get("never", ()) if not Sample(one).is_beginning(line)]
        known = self.reading.get(key, [])
        is_known = any(Sample(one).is_line(line) or Sample(one).fits(line) for one in known)
        self.reading[key] = known if is_known else [*known, sample_of(line)]

    def _add_levels(self, mark: LineMark) -> None:
        """Let lines be samples of levels; among several, those that a number, a heading or bold type shows."""
        lines = self.lines.beginning(mark.first, mark.last)
        shown = [line for line in lines if (form := Sample(sample_of(line)).form).number or form.level or form.bold]
        self.reading["levels"] = self.reading.get("levels", []) if mark.first == mark.last else []
        for line in shown or lines:
            rule = self.reading.get("rule", ())
            self.reading["rule"] = [one for one in rule if not (Sample(one).is_line(line) or Sample(one).fits(line))]
            self._add_sample("levels", line)

    def _add_never(self, mark: LineMark) -> None:
        for line in self.lines.beginning(mark.first, mark.last):
            sample = sample_of(line, whole=True)
            never = self.reading.get("never", [])
            self.reading["never"] = never if sample in never else [*never, sample]
            for key in ("rule", "levels"):  # the line alone, not all lines of its form
                kept = [one for one in self.reading.get(key, ()) if not self._is_alone(Sample(one), line)]
                self.reading[key] = kept

    def _is_alone(self, sample: Sample, line: LineFeatures) -> bool:
        """Tell whether a sample means a line and no other."""
        alike = [one for one in self.lines.lines if one.begins and (sample.is_line(one) or sample.fits(one))]
        return sample.is_line(line) and (sample.has_text or sample.is_words or len(alike) < 2)

    def _add_part(self, mark: LineMark) -> None:
        places = self.lines.within(mark.first, mark.last)
        first, end = places[0], places[-1] + 1
        is_out = mark.said == "leave-out"
        part = {"as": "leave-out" if is_out else mark.read_as} | ({"term": mark.term} if mark.term else {})
        title = self.lines.title_of(first)
        after = next(iter(sorted(place for place in self._begun() if place > first)), len(self.lines.lines))
        is_headed = not is_out and mark.first == mark.last
        if is_headed:
            end = after
        closing = self.lines.title_of(end, first + 1) if title else None
        if (is_headed or is_out) and title and (closing or end == len(self.lines.lines)):
            part = {"from": title} | ({"to": closing} if closing else {}) | part
        elif is_headed:
            part = {"lines": f"{self.lines.source_line(first + 1)}-{self.lines.source_line(end) - 1}"} | part
        else:
            part = {"lines": f"{mark.first}-{mark.last}"} | part
        self.parts = [one for one in self.parts if not _excludes(part, one)]
        self._close(first)
        self.parts.append(part)

    def _begun(self) -> Iterator[int]:
        """Yield the places where parts begin."""
        found = (self.lines.begin_of(part) for part in self.parts if part["as"] != "leave-out")
        return (place for place in found if place is not None)

    def _close(self, place: int) -> None:
        """Let the part that goes on end before a place, if it is open."""
        for part in self.parts:
            begins = self.lines.begin_of(part)
            if part["as"] == "leave-out" or begins is None or begins >= place:
                continue
            if "from" in part and "to" not in part and (closing := self.lines.title_of(place, begins + 1)):
                part["to"] = closing

    def _end_part(self, place: int) -> None:
        """Let the last part that begins before a place end there."""
        before = [(begins, part) for part in self.parts if (begins := self.lines.begin_of(part)) is not None]
        begins, part = max((one for one in before if one[0] < place), key=lambda one: one[0], default=(0, None))
        if part is None:
            raise CollectionError(
                f"no part begins above line {self.lines.source_line(place)}; mark its beginning first"
            )
        closing = self.lines.title_of(place, begins + 1) if "from" in part else None
        if closing:
            part["to"] = closing
            return
        first = self.lines.source_line(begins + 1 if "from" in part else begins)
        for key in ("from", "to"):
            part.pop(key, None)
        part["lines"] = f"{first}-{self.lines.source_line(place) - 1}"


def _excludes(part: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two parts cannot both be: they begin at one title, or have lines in common."""
    if "from" in part or "from" in other:
        return part.get("from") == other.get("from")
    spans = [[int(end) for end in one["lines"].split("-")] for one in (part, other) if "lines" in one]
    if len(spans) < len((part, other)):
        return part["as"] == other["as"]
    return spans[0][0] <= spans[1][-1] and spans[1][0] <= spans[0][-1]

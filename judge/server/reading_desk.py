"""The documents whose readings a person looks at and corrects: how each is read, and what a change would be.

Reads: documents and their manifests. Writes: nothing before a change is accepted, and then the manifest alone.
"""

from __future__ import annotations

import difflib
import os
import threading
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from judge.build import own_library
from judge.build.collection import BUNDLED, SourceFile, sources
from judge.build.own_library import ManifestChange
from judge.build.parsing import ReadingContext, open_document
from judge.build.readings.corrections import DocumentLines, LineMark, corrected
from judge.build.readings.file_readings import (
    FileReading,
    compare_readings,
    differences,
    in_short,
    reading_of_text,
)
from judge.build.readings.profile_files import profile_in
from judge.core.diagnostics import Report
from judge.core.errors import CollectionError, NoEntry
from judge.core.files import DOCUMENT, MANIFEST, corpus_folders, game_folders, read_file, user_library
from judge.core.jsonl import Record
from judge.core.names import shortened
from judge.core.records import to_record
from judge.reading.formats.opening import open_file
from judge.reading.formats.pdf_pictures import page_picture, page_sizes
from judge.reading.grammar.dialects import dialects, plug_ins
from judge.reading.metadata import game_names
from judge.reading.profiles.reading_profile import COLUMNS
from judge.reading.record_files.record_cards import ROLES
from judge.reading.rulings.errata import folded_head

MOST_OPEN, MOST_READINGS, MOST_PICTURES = 2, 3, 12
"""Documents that are kept open, readings of each, and pictures of its pages; what was used longest ago goes. Chosen:
what two windows need."""
MOST_FIELDS, LONGEST_EXAMPLE = 60, 80
"""Columns and fields that are shown, and characters of an example. Chosen, not fitted."""
LONGEST_LINE = 4000
"""Characters of a source line that are shown; a longer one goes on after a sign of that. Chosen, not fitted."""


MAY_BE_TEXT = "Read as an entry, but it may be text."
MAY_BE_AN_ENTRY = "Read as text, but it may begin an entry."


class NoSuchReading(CollectionError):
    """A reading is not kept any more."""


class RowEntry(NamedTuple):
    """An entry, at the source line where it begins."""

    name: str
    kind: str
    depth: int
    is_new: bool
    """Only as a person says it is read."""


class LineView:
    """How a document is read, by its source lines."""

    def __init__(self, reading: FileReading, row: Mapping[str, Any], base: LineView | None = None) -> None:
        """Find out what is at each line.

        Args:
            reading: how the document is read.
            row: the table by which it is read so.
            base: how it is read without what the person says now.
        """
        self.reading, self.row, self.base = reading, row, base
        known = base.names if base else self.names
        depths: dict[str | None, int] = {None: -1}
        self.entries: dict[int, list[RowEntry]] = {}
        for one, name in zip(reading.entries, self.named, strict=True):
            depths[one.id] = depths.get(one.parent, -1) + 1
            row_entry = RowEntry(name[1] or "(no title)", one.kind, depths[one.id], name not in known)
            self.entries.setdefault(name[0], []).append(row_entry)
        self.lost: dict[int, list[str]] = {}
        for line, lost in sorted(known - self.names):
            self.lost.setdefault(line, []).append(lost or "(no title)")
        self.left_out = {
            line: one.reason for one in reading.left_out for first, last in one.lines for line in range(first, last + 1)
        }
        self.doubts = {one.line: MAY_BE_TEXT if one.begins is not None else MAY_BE_AN_ENTRY for one in reading.unsure}
        for doubt in reading.doubts:
            self.doubts[doubt.lines[0]] = doubt.message

    @cached_property
    def named(self) -> list[tuple[int, str]]:
        """The line and the name of each entry."""
        return [(one.lines[0][0], " ".join(filter(None, (one.number, one.title)))) for one in self.reading.entries]

    @cached_property
    def names(self) -> frozenset[tuple[int, str]]:
        """The same, to look up."""
        return frozenset(self.named)

    @cached_property
    def doubtful(self) -> list[int]:
        """The lines in doubt, in order."""
        return sorted(self.doubts)

    def doubt_beside(self, line: int, *, before: bool) -> int:
        """Return the place, among the lines in doubt, of the next one or the one before; after the last, the first."""
        place = bisect_left(self.doubtful, line) - 1 if before else bisect_right(self.doubtful, line)
        return place % len(self.doubtful)


class OpenDocument:
    """A document that a person looks at."""

    def __init__(self, source: SourceFile) -> None:
        """Read it.

        Raises:
            JudgeError: the document or the manifest cannot be read.
        """
        self.source = source
        self.data = read_file(source.path, DOCUMENT)
        self.text = open_document(source, self.data, Report())
        self.context = ReadingContext(plug_ins(), game_names.load_games(game_folders([source.path.parent])))
        self.printed = (self.text.origin or self.text.source).printed
        self.change = own_library.with_profile(source.path, profile_in(source.row))
        self.views: dict[str, LineView] = {}
        self.pictures: dict[int, bytes] = {}
        self._numbers = count(1)
        self.base = LineView(self._read(source), source.row)

    def _read(self, source: SourceFile) -> FileReading:
        is_another = self.text.fields and source.row.get("fields") != self.source.row.get("fields")
        text = open_document(source, self.data, Report()) if is_another else self.text
        return reading_of_text(source, text, self.context, whole=False)

    @cached_property
    def lines(self) -> DocumentLines:
        """Its lines as samples see them."""
        return DocumentLines(self.text)

    @cached_property
    def sizes(self) -> list[tuple[float, float]]:
        """The sizes of its pages; none where it is not a PDF."""
        return page_sizes(self.data) if open_file(self.data, self.source.path.name).format == "pdf" else []

    @cached_property
    def pages(self) -> list[int]:
        """The page of each line of a PDF; a line without a place is on the page of the one before."""
        found, page = [], 1
        for line in range(1, len(self.printed) + 1):
            page = self.text.boxes[line].page if line in self.text.boxes else page
            found.append(page)
        return found

    @property
    def why_not(self) -> str | None:
        """Why a person cannot correct how it is read, in a sentence; None where they can."""
        path, folder = self.source.path, self.source.path.parent
        if self.base.reading.figures is None:
            return "Marks do not apply here: this is canonical Markdown, or is read by a dialect from another package."
        if self.source.row.get(BUNDLED):
            return "This document comes with the program. To correct how it is read, add a copy with judge add."
        if not all(os.access(place, os.W_OK) for place in (folder, folder / MANIFEST) if place.exists()):
            return f"{folder / MANIFEST} cannot be written to."
        return None if path.is_file() else f"{path} no longer exists."

    def view(self, reading: str) -> LineView:
        """Return a reading by its name; that of the document as it is has the name `now`.

        Raises:
            NoSuchReading: it is not kept any more.
        """
        if reading != "now" and reading not in self.views:
            raise NoSuchReading("this reading is no longer stored; load the page again")
        return self.base if reading == "now" else self.views[reading]

    def try_marks(self, marks: Sequence[LineMark]) -> str:
        """Read the document with what a person says of its lines, and return the name of that reading.

        Raises:
            JudgeError: a mark is on lines that no sample can mean, or the marks contradict each other.
        """
        if not marks:
            return "now"
        row = corrected(self.source.row, marks, self.lines)
        own_library.with_profile(self.source.path, profile_in(row))  # refuses what a manifest cannot say
        name = str(next(self._numbers))
        self.views[name] = LineView(self._read(self.source._replace(row=row)), row, self.base)
        while len(self.views) > MOST_READINGS - 1:
            self.views.pop(next(iter(self.views)))
        return name

    def picture(self, page: int) -> bytes:
        """Return the picture of a page of a PDF, as PNG."""
        if page not in self.pictures:
            self.pictures[page] = page_picture(self.data, page)
            while len(self.pictures) > MOST_PICTURES:
                self.pictures.pop(next(iter(self.pictures)))
        return self.pictures[page]

    def record(self, reading: str) -> Record:
        """Return what the page says of a reading: its figures beside those of the document as it is, and the change."""
        view = self.view(reading)
        compared = compare_readings(self.base.reading, view.reading) if view.base else None
        change = own_library.with_profile(self.source.path, profile_in(view.row)) if compared else self.change
        return {
            "reading": reading,
            "lines": len(self.printed),
            "pages": [list(size) for size in self.sizes],
            "why_not": self.why_not,
            "now": _figures(self.base),
            "tried": _figures(view) if compared else None,
            "verdict": differences(compared) if compared else None,
            "counts": self.lines.counts,
            "numbers": view.row.get("reading", {}).get("numbers", ""),
            "roles": list(ROLES if self.text.fields else dict.fromkeys(COLUMNS.values())),
            "fields": _fields(view),
            "unfit": [one.message for one in view.reading.unfit],
            "manifest": str(change.path),
            "is_own": self.source.path.parent == user_library(),
            "change": list(_changed_lines(change)),
        }

    def rows(self, reading: str, lines: Sequence[int]) -> list[Record]:
        """Return source lines with what begins in them, what is left out of them, and what is doubtful."""
        view = self.view(reading)
        return [self._row(view, line) for line in lines]

    def _row(self, view: LineView, line: int) -> Record:
        text, box = self.printed[line - 1], self.text.boxes.get(line)
        return {
            "line": line,
            "text": text if len(text) <= LONGEST_LINE else f"{text[:LONGEST_LINE]} …",
            "page": self.pages[line - 1] if self.sizes else None,
            "box": [box.x0, box.y0, box.x1, box.y1] if box else None,
            "entries": [one._asdict() for one in view.entries.get(line, ())],
            "lost": view.lost.get(line, []),
            "left_out": view.left_out.get(line),
            "doubt": view.doubts.get(line),
        }

    def lines_of_page(self, page: int) -> list[int]:
        """Return the lines on a page of a PDF that have a place there."""
        return [line for line, box in sorted(self.text.boxes.items()) if box.page == page]


def _figures(view: LineView) -> Record:
    figures = view.reading.figures
    return {
        "told": in_short(view.reading),
        "entries": len(view.reading.entries),
        "read_as": view.reading.read_as,
        "references": [figures.cited, figures.citing] if figures else None,
        "titles": [figures.listed, figures.listing] if figures and figures.listing else None,
        "doubts": len(view.doubtful),
    }


def _fields(view: LineView) -> list[Record]:
    """Return the first columns and fields, each with what it was taken for and what the profile says of it."""
    fields: Mapping[str, str] = view.row.get("fields", {})
    said = {folded_head(name): COLUMNS.get(role, role) for role, name in fields.items()}
    return [
        to_record(one)
        | {"example": shortened(one.example, LONGEST_EXAMPLE), "said": said.get(folded_head(one.name), "")}
        for one in [one for one in view.reading.fields if one.role or one.example][:MOST_FIELDS]
    ]


def _changed_lines(change: ManifestChange) -> Iterator[str]:
    """Yield the lines of a manifest that a change adds and removes, each with its sign."""
    compared = difflib.ndiff(change.before.splitlines(), change.after.splitlines())
    return (line.rstrip() for line in compared if line[:2] in ("+ ", "- ") and line[2:].strip())


class ReadingDesk:
    """The documents of the collections, those that are open among them."""

    def __init__(self, corpus: Sequence[str | Path]) -> None:
        """Remember the collections, as `judge.open` takes them."""
        self._corpus = corpus
        self._open: dict[str, OpenDocument] = {}
        self._lock = threading.Lock()

    def documents(self) -> dict[str, SourceFile]:
        """Return the documents by their keys.

        Raises:
            JudgeError: there is none, or a manifest is broken.
        """
        found = sources(corpus_folders(self._corpus), dialects(), lambda _: None)
        return {source.key: source for source in found}

    def opened(self, key: str, *, again: bool = False) -> OpenDocument:
        """Return a document, read if it is not open.

        Args:
            key: its key.
            again: whether it is read again if it or its manifest changed.

        Raises:
            NoEntry: there is none.
            JudgeError: it cannot be read.
        """
        with self._lock:
            known = self._open.get(key)
            if known is None or (again and self._is_another(known)):
                source = self.documents().get(key)
                if source is None:
                    raise NoEntry(key, told=f"no document has the key '{key[:60]}'")
                known = OpenDocument(source)
            self._open.pop(key, None)
            self._open[key] = known
            while len(self._open) > MOST_OPEN:
                self._open.pop(next(iter(self._open)))
            return known

    def _is_another(self, known: OpenDocument) -> bool:
        """Tell whether a document or its manifest changed since it was opened."""
        source = self.documents().get(known.source.key)
        if source is None or source != known.source:
            return True
        return own_library.with_profile(source.path, profile_in(source.row)).seen != known.change.seen

    def try_marks(self, key: str, marks: Sequence[LineMark]) -> tuple[OpenDocument, str]:
        """Read a document with what a person says of its lines; return it and the name of the reading."""
        known = self.opened(key)
        with self._lock:
            return known, known.try_marks(marks)

    def accept(self, key: str, reading: str) -> Path:
        """Write what a person says of a document into the manifest, as they saw it, and return the manifest.

        Raises:
            JudgeError: it is not theirs to correct, or the document or the manifest was changed meanwhile.
        """
        known = self.opened(key)
        view = known.view(reading)
        if known.why_not or not view.base:
            raise CollectionError(known.why_not or "nothing is marked, so there is nothing to save")
        with self._lock:
            written = own_library.write_profile(known.source.path, profile_in(view.row), known.change.seen)
            self._open.pop(key, None)
        return written

"""What a document in canonical form leaves to guess: nothing. Its candidates, its tree and its defaults.

The reader is the same for all documents. Here each heading has one candidate, at an infinite price for anything else;
number, kind and place in the tree are stated, or follow from the rules below (docs/canonical.md).

Reads: pieces that have `stated`. Writes: candidates, nodes, the kinds of blocks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from msgspec import Struct

from judge.core.model import BlockKind, EntryKind
from judge.core.numbering import LocalIds
from judge.reading.grammar import prices
from judge.reading.grammar.features import LineFeatures
from judge.reading.grammar.line_forms import Candidate
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import names_in_title
from judge.reading.rulings.blocks import is_pointer
from judge.reading.text.stated import UNNUMBERED, BlockForm, Stated

ENTRY_KINDS: tuple[str, ...] = get_args(EntryKind)
BLOCK_KINDS: tuple[str, ...] = get_args(BlockKind)
OF_FORM: dict[BlockForm, BlockKind] = {"list": "bullet", "table": "table", "quote": "note", "note": "note"}
"""The kind of a block by its form; that of a paragraph follows from its words and its entry."""
DEEPEST = 6
"""The most hashes of a heading."""


class Spec(Struct, frozen=True):
    """What an entry is: its kind, and whether the format counted its number."""

    kind: EntryKind = "section"
    counted: bool = False


class OpenEntry(Struct, frozen=True):
    """An entry, by the number of its hashes and its place among all."""

    level: int
    place: int


class Outline:
    """Which entry each heading is below: the last one with fewer hashes, or the one that it names."""

    def __init__(self) -> None:
        """Begin with none."""
        self.ids = LocalIds()
        self.known: dict[str, int] = {}
        self.open: list[OpenEntry] = []

    def above(self, level: int) -> int | None:
        """Return the index of the entry that a heading with that many hashes is below."""
        return next((one.place for one in reversed(self.open) if one.level < level), None)

    def add(self, level: int, number: str | None, title: str | None) -> str:
        """Add an entry after the others; return the local part of its id."""
        local = self.ids.take(number, title)
        self.known[local] = place = len(self.known)
        self.open = [*(one for one in self.open if one.level < level), OpenEntry(level, place)]
        return local


def certain_candidates(lines: Sequence[LineFeatures]) -> dict[int, list[Candidate]]:
    """Return what each line begins, by its place: a heading an entry, anything else nothing."""
    return {
        place: [Candidate("heading", (line.level,), "none", (), prices.FORCED, 0.0, level=line.level)]
        for place, line in enumerate(lines)
        if line.piece.kind == "heading" and not line.number
    }


def named(text: str, stated: Stated, kind: str) -> tuple[str | None, str | None]:
    """Return number and title of a heading: a first word that begins with a digit is a number.

    >>> named("4.2a The Sea", Stated(), "section"), named("Appendix I: Fog", Stated(), "appendix")
    (('4.2a', 'The Sea'), ('Appendix I', 'Appendix I: Fog'))
    """
    first, _, rest = text.partition(" ")
    if "number" in stated.values:
        return stated.values["number"] or None, text or None
    if UNNUMBERED in stated.classes:
        return None, text or None
    if first[:1].isdigit():
        return first, rest.strip() or None
    found = front_matter.APPENDIX.match(text) if kind == "appendix" else None
    return found["number"] if found else None, text or None


def spec_of(stated: Stated, default: Spec) -> Spec:
    """Return what a heading states that it is."""
    kind = next((one for one in stated.classes if one in ENTRY_KINDS), None)
    counted = "counted" in stated.classes
    return Spec(kind or "section", counted) if kind or counted else default  # type: ignore[arg-type]


def held(words: str) -> Spec:
    """Return what is below a heading, or in a document, that says so: `holds="counted section"`."""
    known = words.split()
    kind = next((one for one in known if one in ENTRY_KINDS), "section")
    return Spec(kind, "counted" in known)  # type: ignore[arg-type]


def aliases_of(kind: str, title: str | None) -> list[str]:
    """Return the other names that an entry has without stating them: those in the title of a term, faces of a card."""
    if kind == "card" and title:
        faces = [face.strip() for face in re.split(r"\s//?\s", title)]
        return faces if len(faces) > 1 and all(faces) else []
    return list(dict.fromkeys(names_in_title(title))) if kind == "term" and title else []


def kind_of_block(stated: Stated, entry_kind: str, text: str) -> BlockKind:
    """Return the kind of a block: as stated, by its form, by its label; in a card or a topic, a ruling or a pointer."""
    said = next((one for one in stated.classes if one in BLOCK_KINDS), None) or OF_FORM.get(stated.form)
    if said:
        return said  # type: ignore[return-value]
    if entry_kind in ("card", "topic"):
        return "text" if is_pointer(text) else "ruling"
    return front_matter.label_of(text) or "text"


def pages_of(words: str) -> tuple[int, int] | None:
    """Return the first and the last page of an entry: `12-14`, `12`."""
    first, _, last = words.partition("-")
    return (int(first), int(last or first)) if first.isdecimal() and (last or first).isdecimal() else None


class StatedEntry(Struct, frozen=True):
    """An entry as its heading states it."""

    spec: Spec
    number: str | None
    title: str | None
    above: int | None
    """Index of the entry that it is below."""


def stated_entries(headings: Sequence[tuple[int, str, Stated]], holds: str) -> list[StatedEntry]:
    """Return what the headings of a document state.

    Args:
        headings: of each the number of its hashes, its words, and what it states.
        holds: what the entries are that are below none.
    """
    outline = Outline()
    found: list[StatedEntry] = []
    for level, text, stated in headings:
        above = outline.known.get(stated.values.get("below", ""), outline.above(level))
        around = holds if above is None else headings[above][2].values.get("holds", "")
        spec = spec_of(stated, held(around))
        number, title = named(text, stated, spec.kind)
        outline.add(level, number, title)
        found.append(StatedEntry(spec, number, title, above))
    return found

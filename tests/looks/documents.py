"""A look becomes a document with its truth: what must be an entry, and which lines are furniture."""

import random
from dataclasses import dataclass

from tests.looks.cards import cards
from tests.looks.choices import PARTS, Look
from tests.looks.numbering import SCHEMES, WORDED, number_of
from tests.looks.pages import join_lines, to_lines
from tests.looks.parts import errata, glossary, plain, questions
from tests.looks.pen import Pen, Row, Unit
from tests.looks.rules import Rules
from tests.looks.words import Words

WRITERS = {"glossary": glossary, "questions": questions, "cards": cards, "errata": errata, "plain": plain}


@dataclass(frozen=True)
class Generated:
    """A document and what is true of it."""

    text: str
    units: tuple[Unit, ...]
    furniture: frozenset[int]
    """Lines that are not content, from 1."""
    free: frozenset[int]
    """Lines that may be read as anything."""

    @property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.replace("\r\n", "\n").split("\n")


def write(look: Look, seed: int) -> Generated:
    """Write a document in a look; the seed draws the words and the counts."""
    draw = random.Random(f"{seed} {look}")
    pen = Pen(look, draw, Words(look.script, look.labels, draw))
    _title(pen)
    place = len(pen.rows)
    parts = [name for name in PARTS if getattr(look, name) not in ("none", "front")]
    if look.plain == "front":
        _part(pen, "plain", 0, 0)
    chapters = Rules(pen).write() if look.rules == "numbered" else 0
    for index, name in enumerate(parts):
        _part(pen, name, index, chapters + 1 if chapters else 0)
    pen.blank(firm=True)
    for note in pen.notes:
        pen.rows += [note, Row("", firm=True)]
    pen.rows[place:place] = _contents(pen)
    return _finish(pen)


def _title(pen: Pen) -> None:
    """Write what stands before everything else."""
    pen.title = pen.words.title(3, capitals=True)
    if pen.markdown and pen.look.extras == "front-matter":
        for row in ("---", f"title: {pen.title}", "version: 2.1", "---", ""):
            pen.free(row)
        if pen.draw.random() < 0.5:
            return
    pen.free(f"# {pen.title}" if pen.markdown else pen.title)
    pen.blank(firm=True)
    if pen.draw.random() < 0.4:
        pen.free("2.1 (2009-05-16)" if pen.look.labels == "own" else "Version 2.1 (16 May 2009)")
        pen.blank(firm=True)


def _part(pen: Pen, name: str, index: int, chapter: int) -> None:
    """Write the heading of a part, and the part.

    Args:
        pen: what writes.
        name: of the part.
        index: how many appendices stand before it.
        chapter: the number it gets if parts are numbered as chapters are; 0 before or without chapters.
    """
    look, title = pen.look, pen.words.label(name)
    unit = pen.unit("part", title, None)
    shown = title
    if look.parting == "numbered" and chapter and look.titles != "none":
        scheme = SCHEMES[look.scheme]
        label, number = number_of(scheme, (chapter + index,), pen.words)
        shown = f"{label}{': ' if scheme.printed[0] in WORDED else ' '}{title}"
        pen.units[unit].number = number
        pen.units[unit].numbers = (label, str(chapter + index))
    elif look.parting == "appendix" and chapter:
        label = pen.words.label("appendix").format("ABCDEF"[index])
        shown = f"{label}: {title}"
        pen.units[unit].number = label
        pen.units[unit].numbers = ("ABCDEF"[index],)
    pen.heading(unit, shown, 1)
    pen.listed.append((1, shown))
    WRITERS[name](pen, unit)


def _contents(pen: Pen) -> list[Row]:
    """Return the rows of a contents list."""
    form = pen.look.contents
    deepest = pen.draw.choice((1, 2))
    listed = [(level, shown) for level, shown in pen.listed if level <= deepest]
    if form == "none" or len(listed) < 3:
        return []
    heading = pen.words.label("contents")
    rows = [Row(f"## {heading}" if pen.markdown else heading, role="furniture"), Row("", firm=True)]
    page = 2
    for number, (level, shown) in enumerate(listed):
        page += pen.draw.randint(0, 2)
        indent = "  " * (level - 1)
        if form == "bare":
            row = f"{indent}{'- ' if pen.markdown else ''}{shown}"
        elif form == "linked" and pen.markdown:
            row = f"{indent}- [{shown}](#h{number})"
        else:
            row = f"{indent}{shown} {'.' * (60 - len(shown))} {page}" if form == "pages" else f"{indent}{shown}\t{page}"
        rows.append(Row(row, role="furniture"))
    return [*rows, Row("", firm=True)]


def _finish(pen: Pen) -> Generated:
    lines = to_lines(pen)
    furniture, free = set(), set()
    for number, line in enumerate(lines, 1):
        if line.row.role == "furniture":
            furniture.add(number)
        elif line.row.role == "free" or not line.text.strip():
            free.add(number)
        elif line.row.begins and line.first and line.row.unit is not None:
            pen.units[line.row.unit].line = number
    assert all(unit.line for unit in pen.units), pen.look
    return Generated(join_lines(lines, pen.look), tuple(pen.units), frozenset(furniture), frozenset(free))

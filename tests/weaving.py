"""Invented glossaries and rulebooks, set in two columns and woven together as an extraction of their text does it.

A seed makes a document: entries, cut into lines, filled into columns and pages, then written block by block by the
height of their tops, with what real extractions add: page ends column by column, inversions, breaks without a mark.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import count
from textwrap import wrap

ONSETS, VOWELS, CODAS = (
    "b br d f g gl h k l m n p pr r s st t tr v w".split(),
    "a e i o u".split(),
    " l m n r s".split(" "),
)
SMALL = "the a of to in with for each when this that may is are".split()
PLAIN = "ship crew tide rope dock harbour player card turn cargo".split()
LINE = 58
"""Characters of a full line."""


@dataclass
class Entry:
    """A heading and the paragraphs below it; a paragraph begins with its mark."""

    title: str
    paragraphs: list[str]


@dataclass
class Piece:
    """What stands together in a column: a heading, a paragraph, or the part of one that fits."""

    owner: str
    lines: list[str]
    heading: bool = False
    top: float = 0.0


@dataclass
class Woven:
    """A document as an extraction writes it."""

    text: str
    owners: dict[int, str] = field(default_factory=dict)
    """The heading that each line of text belongs to, by the number of the line."""


def word(source: random.Random) -> str:
    """Invent a word."""
    return "".join(
        source.choice(ONSETS) + source.choice(VOWELS) + source.choice(CODAS) for _ in range(source.randint(2, 3))
    )


def sentence(source: random.Random, words: list[str], length: int) -> str:
    """Make a sentence of small words, common words and the words given."""
    bag = [source.choice(source.choice((SMALL, PLAIN, PLAIN, words))) for _ in range(length)]
    return f"{bag[0].capitalize()} {' '.join(bag[1:])} {source.choice(PLAIN)}."


def glossary(source: random.Random, entries: int) -> list[Entry]:
    """Invent an alphabetical reference."""
    words = [word(source) for _ in range(120)]
    titles = sorted({word(source).capitalize() for _ in range(entries)})
    return [Entry(title, list(paragraphs(source, title, words, titles))) for title in titles]


def paragraphs(source: random.Random, title: str, words: list[str], titles: list[str]) -> list[str]:
    """Invent the text of an entry: paragraphs, bullets, and sometimes related terms."""
    about = [*source.sample(words, 6), title.lower(), title.lower()]
    found = [sentence(source, about, source.randint(12, 40)) for _ in range(source.choice((1, 1, 1, 2)))]
    found += ["• " + sentence(source, about, source.randint(8, 40)) for _ in range(source.randint(0, 4))]
    if source.random() < 0.4:
        found.append("Related: " + ", ".join(source.sample(titles, 2)))
    return found


def rulebook(source: random.Random, chapters: int) -> list[Entry]:
    """Invent numbered rules."""
    words = [word(source) for _ in range(120)]
    found = []
    for chapter in range(1, chapters + 1):
        for number in count(1):
            name = word(source)
            title = f"{chapter}.{number} {name.capitalize()}"
            about = [*source.sample(words, 6), name, name]
            texts = [sentence(source, about, source.randint(12, 45)) for _ in range(source.choice((1, 1, 2)))]
            found.append(Entry(title, texts))
            if number > 4 and source.random() < 0.4:
                break
    return found


def as_lines(paragraph: str) -> list[str]:
    """Break a paragraph into lines."""
    return wrap(paragraph, LINE)


def one_column(entries: list[Entry]) -> Woven:
    """Print entries below each other."""
    lines: list[str] = []
    owners: dict[int, str] = {}
    for entry in entries:
        lines += [entry.title, ""]
        for paragraph in entry.paragraphs:
            for line in as_lines(paragraph):
                lines.append(line)
                owners[len(lines)] = entry.title
            lines.append("")
    return Woven("\n".join(lines), owners)


def columns(entries: list[Entry], height: int) -> list[list[Piece]]:
    """Fill columns of a height; a paragraph that does not fit goes on in the next one."""
    filled: list[list[Piece]] = [[]]
    used = 0.0
    for entry in entries:
        rows = [Piece(entry.title, [entry.title], heading=True)]
        rows += (Piece(entry.title, as_lines(paragraph)) for paragraph in entry.paragraphs)
        for piece in rows:
            need = 4 if piece.heading else 1
            if used + need > height:
                filled.append([])
                used = 0.0
            room = int(height - used)
            parts = [piece]
            if not piece.heading and len(piece.lines) > room:
                parts = [Piece(piece.owner, piece.lines[:room]), Piece(piece.owner, piece.lines[room:])]
            for number, part in enumerate(parts):
                if number:
                    filled.append([])
                    used = 0.0
                part.top = used
                filled[-1].append(part)
                used += 2 if part.heading else len(part.lines) + 0.4
    return filled


def weave(entries: list[Entry], source: random.Random) -> Woven:
    """Set entries in two columns and write them as an extraction does."""
    filled = columns(entries, source.randint(36, 58))
    lines: list[str] = []
    owners: dict[int, str] = {}
    for number in range(0, len(filled), 2):
        mark = "\f" if number and source.random() < 0.9 else ""
        for piece in woven_page(filled[number : number + 2], source):
            lines.append(mark + piece.lines[0])
            lines += piece.lines[1:]
            mark = ""
            if not piece.heading:
                owners.update((len(lines) - n, piece.owner) for n in range(len(piece.lines)))
            lines.append("")
    return Woven("\n".join(lines), owners)


def woven_page(sides: list[list[Piece]], source: random.Random) -> list[Piece]:
    """Return the blocks of a page by the height of their tops, mostly."""
    tail = source.random() < 0.3
    cut = max(piece.top for side in sides for piece in side) * 0.75
    rows = [
        (cut if tail and piece.top > cut else piece.top + source.uniform(-0.4, 0.4), side, number, piece)
        for side, pieces in enumerate(sides)
        for number, piece in enumerate(pieces)
    ]
    rows.sort(key=lambda row: row[:3])
    found = [row[3] for row in rows]
    if source.random() < 0.3:
        at = source.randrange(1, len(found)) if len(found) > 1 else 0
        found[at - 1], found[at] = found[at], found[at - 1]
    return found

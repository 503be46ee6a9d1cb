"""Invented glossaries and rulebooks, set in two columns and woven together as an extraction of their text does it.

A seed makes a document: entries, cut into lines, filled into columns and pages, then written block by block by the
height of their tops, with what real extractions add: page ends column by column, inversions, breaks without a mark.
"""

import random
from dataclasses import dataclass, field
from itertools import count, groupby, pairwise, zip_longest
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
    printed: str = ""
    """The heading as it is printed, where that is more than the title."""


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
    mixed: frozenset[int] = frozenset()
    """The lines of texts that run together."""


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


TWINS = (
    "If no ship has moved in this round, nothing happens here and the next player takes a turn.",
    "This counts once in each round, whoever has the first berth at the dock.",
    "All of this happens before any other card is turned.",
)
"""Sentences that several entries print."""


def reference(source: random.Random, entries: int) -> list[Entry]:
    """Invent an alphabetical reference with appendices, in which meaning tells what belongs where.

    Series run parallel below a sentence with a colon, steps say in one frame what they begin and end, errata belong
    to cards and answers to questions, and a few sentences are printed again and again.
    """
    words = [word(source) for _ in range(120)]
    found = glossary(source, entries)
    for entry in found:
        at = next((n for n, text in enumerate(entry.paragraphs) if text.startswith("Related: ")), len(entry.paragraphs))
        if source.random() < 0.15:
            entry.paragraphs[at:at] = series(source, [*words[:30], entry.title.lower()])
        elif source.random() < 0.12:
            entry.paragraphs.insert(min(at, 1), source.choice(TWINS))
    return [*found, *timing(source, words), *answers(source, words), *errata(source, words), *listing(source)]


def series(source: random.Random, words: list[str]) -> list[str]:
    """Invent a sentence that ends with a colon and the members of the series that it opens."""
    mark = source.choice((": ", " – "))
    opening = sentence(source, words, source.randint(8, 20))[:-1] + " is as follows:"
    names = [word(source).capitalize() for _ in range(source.randint(3, 5))]
    return [opening, *(f"{name}{mark}{sentence(source, words, source.randint(6, 24))}" for name in names)]


def timing(source: random.Random, words: list[str]) -> list[Entry]:
    """Invent an appendix of phases and their steps."""
    found = [opening(source, "Appendix I: Timing")]
    for number in range(1, source.randint(4, 6)):
        phase = word(source).capitalize()
        found.append(Entry(f"{number} {phase} Phase", [], f"{number}. {phase} Phase"))
        names = [" ".join((word(source).capitalize(), source.choice(PLAIN))) for _ in range(source.randint(1, 4))]
        last = len(names) + 2
        begins = [f"This step formalizes the beginning of the {phase.lower()} phase."]
        ends = [f"This step formalizes the end of the {phase.lower()} phase."]
        found.append(step(number, 1, f"{phase} phase begins", begins))
        for place, name in enumerate(names, 2):
            about = [*source.sample(words, 4), *2 * name.lower().split()]
            texts = [sentence(source, about, source.randint(12, 40)) for _ in range(source.choice((1, 1, 2)))]
            found.append(step(number, place, name, [*texts, *([TWINS[0]] if source.random() < 0.3 else [])]))
        found.append(step(number, last, f"{phase} phase ends", ends))
    return found


def step(phase: int, number: int, title: str, paragraphs: list[str]) -> Entry:
    """Return a step with its text."""
    return Entry(f"{phase}.{number} {title}", paragraphs, f"{phase}.{number}. {title}")


def answers(source: random.Random, words: list[str]) -> list[Entry]:
    """Invent an appendix of questions with their answers."""
    found = [opening(source, "Appendix II: Questions and Answers")]
    for _ in range(source.randint(5, 12)):
        about = source.sample(words, 5)
        title = f"Can I turn {about[0].capitalize()} while {about[1]} is with {about[2].capitalize()}?"
        texts = [sentence(source, about, source.randint(15, 50)) for _ in range(source.choice((1, 1, 2)))]
        texts[0] = source.choice(("Yes. ", "No. ", "Yes. ", "")) + texts[0]
        found.append(Entry(title, texts, "◊◊ " + title))
    return found


def errata(source: random.Random, words: list[str]) -> list[Entry]:
    """Invent an appendix of cards with their new wordings."""
    found = [opening(source, "Appendix III: Card Errata")]
    for _ in range(source.randint(4, 9)):
        about = source.sample(words, 4)
        texts = [f"Should read: “{sentence(source, about, source.randint(8, 30))}”"]
        if source.random() < 0.8:
            texts.append(f"({source.choice(('Added', 'Replaces', 'Changed'))} “{' '.join(about[:3])}”)")
        found.append(card(source, texts))
    return found


def opening(source: random.Random, title: str) -> Entry:
    """Return the heading of an appendix with a text that says what it is about."""
    return Entry(title, [sentence(source, title.lower().split()[2:], 30)])


def listing(source: random.Random) -> list[Entry]:
    """Invent an appendix that lists cards without a text of their own."""
    found = opening(source, "Appendix IV: Restricted List")
    return [found, *(card(source, []) for _ in range(source.randint(4, 8)))]


def card(source: random.Random, paragraphs: list[str]) -> Entry:
    """Return a card with its set and number."""
    name = f"{word(source).capitalize()} {word(source).capitalize()}"
    return Entry(name, paragraphs, f"{name} (Harbour Set, {source.randint(1, 200)})")


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
        lines += [entry.printed or entry.title, ""]
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
        rows = [Piece(entry.title, [entry.printed or entry.title], heading=True)]
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


PICTURE = ("Sailor. Gull. moored.", "the", "its old", "3", "Rope. A ship")
"""What the text of a picture puts between the lines of columns beside it."""


def spliced(woven: Woven, source: random.Random) -> Woven:
    """Let two texts of a woven document that stand beside each other run together, and the text of a picture.

    Returns:
        The document, in which the lines of the three texts come in turn.
    """
    lines = woven.text.split("\n")
    paragraphs = [list(rows) for named, rows in groupby(range(len(lines)), lambda n: n + 1 in woven.owners) if named]
    pairs = [
        (one, other)
        for one, other in pairwise(paragraphs)
        if other[0] == one[-1] + 2 and min(len(one), len(other)) > 2 and "\f" not in lines[one[0]] + lines[other[0]]
    ]
    one, other = source.choice(pairs)
    rows = [row for three in zip_longest(one, other, PICTURE[: len(one)]) for row in three if row is not None]
    printed = [row if isinstance(row, str) else lines[row].removeprefix("• ") for row in rows]
    first, last = one[0], other[-1] + 1
    grown = len(printed) - (last - first)
    owners = {
        line if line <= first else line + grown: title
        for line, title in woven.owners.items()
        if not first < line <= last
    }
    owners |= {first + n + 1: woven.owners[row + 1] for n, row in enumerate(rows) if not isinstance(row, str)}
    mixed = frozenset(range(first + 1, first + 1 + len(printed)))
    return Woven("\n".join([*lines[:first], *printed, *lines[last:]]), owners, mixed=mixed)

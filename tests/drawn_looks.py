"""Three drawn looks by a seed: a rulebook with contents and a glossary, questions, and rulings card by card.

Each is a Markdown text, which `tests/printing.py` turns into the other formats, with the tree that must be read of it.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from judge.build.collection import SourceFile
from judge.build.parsing import ParsedDocument, ReadingContext, parse_document
from judge.core.model import Entry
from tests.printing import FORMATS
from tests.renumbering import ADJECTIVES, FILLER, NOUNS

Row = tuple[str, str, str]
"""Number and title of an entry, its kind, and number and title of the one above it."""


@dataclass
class Drawn:
    """A text while it is being written, and what is true of it."""

    draw: random.Random
    lines: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    rulings: list[tuple[str, str, str]] = field(default_factory=list)
    """Card, text and date."""
    titles: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n\n".join(self.lines) + "\n"

    def draw_title(self) -> str:
        """Return a title that no other entry has."""
        while (title := f"{self.draw.choice(ADJECTIVES)} {self.draw.choice(NOUNS)}".title()) in self.titles:
            pass
        self.titles.add(title)
        return title

    def draw_sentence(self, end: str = ".") -> str:
        """Return a sentence."""
        words = self.draw.choices(FILLER, k=self.draw.randint(8, 20))
        return f"The {self.draw.choice(NOUNS)} {' '.join(words)}{end}"

    def write_entry(self, line: str, kind: str, name: str, above: str = "") -> str:
        """Write a paragraph in which an entry begins; return how the entry is named."""
        self.lines.append(line)
        self.rows.append((name.casefold(), kind, above))
        return name.casefold()


def draw_rulebook(drawn: Drawn) -> None:
    """Write a list of contents, numbered chapters and rules, and a glossary."""
    chapters = [(number, drawn.draw_title()) for number in range(1, drawn.draw.randint(4, 6))]
    listed = [*(f"{number}. {title}" for number, title in chapters), "Glossary"]
    drawn.lines += ["## Contents", "\n".join(f"{name} ..... {page}" for page, name in enumerate(listed, 2))]
    for number, title in chapters:
        above = drawn.write_entry(f"## {number}. {title}", "section", f"{number} {title}")
        for rule in range(1, drawn.draw.randint(3, 6)):
            drawn.write_entry(f"{number}.{rule} {drawn.draw_sentence()}", "section", f"{number}.{rule}", above)
    above = drawn.write_entry("## Glossary", "part", "Glossary")
    for title in sorted(drawn.draw_title() for _ in range(8)):
        drawn.write_entry(f"**{title}**: {drawn.draw_sentence()}", "term", title, above)


def draw_questions(drawn: Drawn) -> None:
    """Write questions with their answers, by topic."""
    for _ in range(3):
        topic = drawn.draw_title()
        above = drawn.write_entry(f"## {topic}", "part", topic)
        for _ in range(drawn.draw.randint(2, 4)):
            question = drawn.draw_sentence("?")
            drawn.write_entry(f"**Q: {question}**", "qa", question, above)
            drawn.lines.append(f"A: {drawn.draw_sentence()}")


def draw_rulings(drawn: Drawn) -> None:
    """Write cards with dated rulings."""
    above = drawn.write_entry("## Card Rulings", "part", "Card Rulings")
    for card in sorted(drawn.draw_title() for _ in range(8)):
        drawn.write_entry(f"### {card}", "card", card, above)
        texts = [drawn.draw_sentence() for _ in range(drawn.draw.randint(1, 3))]
        days = [str(date(2004, 1, 13) + timedelta(days=drawn.draw.randrange(4000))) for _ in texts]
        drawn.lines.append("\n".join(f"- {text} ({day})" for text, day in zip(texts, days, strict=True)))
        drawn.rulings += [(card, text, day) for text, day in zip(texts, days, strict=True)]


LOOKS: dict[str, Callable[[Drawn], None]] = {
    "Rulebook": draw_rulebook,
    "Questions": draw_questions,
    "Rulings": draw_rulings,
}


def write(look: str, seed: int) -> Drawn:
    """Write a document in a look."""
    drawn = Drawn(random.Random(f"{look} {seed}"))
    title = f"{drawn.draw_title()} {look}"
    drawn.write_entry(f"# {title}", "part", title)
    LOOKS[look](drawn)
    return drawn


def read(text: str, form: str) -> ParsedDocument:
    """Read a Markdown text as a file of a format."""
    ending, printed = FORMATS[form]
    source = SourceFile(Path(f"made-up{ending}"), "doc", {})
    return parse_document(source, printed(text), ReadingContext(()))


def rows_of(entries: Sequence[Entry]) -> list[Row]:
    """Return what of a tree every format must agree on."""
    names = {entry.id: _name(entry) for entry in entries}
    return [(names[entry.id], entry.kind, names.get(entry.parent or "", "")) for entry in entries]


def _name(entry: Entry) -> str:
    title = " ".join((entry.title or "").split()).strip(" .:").casefold()
    return f"{(entry.number or '').strip(' .')} {title}".strip()

"""What can be chosen when a rules document is written: the dimensions of a look and their values."""

import random
from dataclasses import dataclass, fields

from tests.looks.numbering import SCHEMES

HELD_SEED = 20071102
"""Draws which schemes and forms only the held looks have, so that nobody chooses them."""


@dataclass(frozen=True)
class Look:
    """One way of writing a rules document."""

    format: str = "markdown"
    script: str = "latin"
    labels: str = "english"
    rules: str = "numbered"
    scheme: str = "points"
    titles: str = "two"
    """Which levels have titles; the others have only text."""
    marks: str = "none"
    """What stands beneath the lowest numbers."""
    glossary: str = "none"
    questions: str = "none"
    cards: str = "none"
    dates: str = "none"
    """How rulings print their date, and their source."""
    errata: str = "none"
    plain: str = "none"
    parting: str = "title"
    """How the parts behind the rules are headed."""
    contents: str = "none"
    furniture: str = "none"
    wrapping: str = "none"
    headings: str = "atx"
    """Markdown: #, bold, underlined, both; plain text: alone, in capitals, underlined, indented."""
    extras: str = "none"
    """What Markdown adds: addresses, footnotes, quoted examples, front matter."""
    damage: str = "none"

    def __str__(self) -> str:
        """Print what was chosen, for a person who wants to try it alone."""
        return " ".join(f"{field.name}={getattr(self, field.name)}" for field in fields(self))


CHOICES: dict[str, tuple[str, ...]] = {
    "format": ("markdown", "text"),
    "script": ("latin", "cyrillic", "greek", "japanese"),
    "labels": ("english", "own"),
    "scheme": tuple(SCHEMES),
    "titles": ("top", "two", "all", "none", "run-in"),
    "marks": ("none", "a.", "a)", "(a)", "i.", "1)", "(1)", "a. i.", "bullets"),
    "glossary": ("none", "line", "bold-line", "bold-colon", "dash", "colon", "heading", "table", "definition"),
    "questions": ("none", "q-a", "q1)", "q1:", "bold", "heading", "q.", "inline"),
    "cards": ("none", "heading", "bold", "line", "colon", "numbered", "paragraphs"),
    "dates": ("none", "iso-end", "iso-brackets", "long-front", "month-first", "slashes", "source", "author"),
    "errata": ("none", "table", "lines", "should-read", "bracket", "printed"),
    "plain": ("none", "front", "back"),
    "parting": ("title", "numbered", "appendix"),
    "contents": ("none", "pages", "bare", "linked"),
    "furniture": ("none", "page-of", "dashes", "equals", "running"),
    "wrapping": ("none", "hard", "paged"),
    "headings": ("atx", "bold", "setext", "mixed"),
    "extras": ("none", "anchors", "footnotes", "quotes", "front-matter"),
    "damage": (
        *("none", "ligatures", "spaces", "blanks", "crlf", "soft-hyphens", "hyphens", "escapes", "tabs"),
        "emphasis",
    ),
}
FORMS = ("glossary", "questions", "cards", "errata")
PARTS = (*FORMS, "plain")
"""The dimensions that say whether a part is there and how it is written."""


def _held() -> dict[str, tuple[str, ...]]:
    draw = random.Random(HELD_SEED)
    found = {"scheme": tuple(draw.sample(sorted(SCHEMES), 4))}
    for name in FORMS:
        forms = CHOICES[name][1:]
        found[name] = tuple(draw.sample(forms, max(1, round(len(forms) / 4))))
    return found


HELD_VALUES = _held()
"""Schemes and forms that no open look has."""

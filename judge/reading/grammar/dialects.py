"""The dialects: how documents are written, and what people call that.

They are names for what the one reader finds (`judge.reading.grammar`); a manifest may name one, and the reader then
takes it for granted (`judge.reading.grammar.constraints`).
"""

from __future__ import annotations

from typing import NamedTuple


class Description(NamedTuple):
    """What a dialect is."""

    name: str
    """What people call what is written so: "numbered rules"."""
    purpose: str
    """One sentence: what readers use it for."""


DIALECTS: dict[str, Description] = {
    "questions": Description("questions and answers", "Questions and answers: see what others have asked."),
    "outline": Description("numbered rules", "Numbered rules: look up a section or read a chapter."),
    "glossary": Description("terms and their meanings", "An alphabetical reference: look up what a term means."),
    "rulings": Description("rulings, card by card", "Rulings and errata: look up what applies to a card."),
    "plain": Description("text under headings", "Text under headings."),
}
"""Every dialect, by the name that a manifest gives it."""

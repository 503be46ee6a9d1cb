"""What entries and documents are called, on every screen and page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.core.jsonl import Record

if TYPE_CHECKING:
    from judge.core.model import Entry

KINDS = {
    "section": "sections",
    "term": "terms",
    "card": "cards",
    "topic": "topics",
    "qa": "questions",
    "ruling": "rulings",
    "step": "steps",
    "appendix": "appendices",
    "index": "indexes",
    "part": "parts",
}
"""Kinds of entries, as a person calls them."""
FIRST_WORDS = 60
"""Characters of its text that stand for the title of an entry that has none."""


def title_of(entry: Entry) -> str:
    """Return an entry's title, else its first words, else its number or local name."""
    first = next((block.text for block in entry.blocks if block.text), "")
    return entry.title or shortened(first, FIRST_WORDS) or entry.number or entry.id.partition(":")[2]


def number_of(entry: Entry) -> str | None:
    """Return the number to print before the title; none where the title holds it already."""
    return None if entry.kind == "appendix" and entry.title else entry.number


def name_of(entry: Entry) -> str:
    """Return number and title, and the mark that tells it apart from a namesake."""
    variant = f"({entry.variant})" if entry.variant else None
    title = title_of(entry)
    number = number_of(entry)
    return " ".join(part for part in (number if number != title else None, title, variant) if part)


def full_citation(document: Record, entry: Entry) -> str:
    """Return the citation of an entry, by which anybody can find it in the document itself."""
    number = number_of(entry)
    title = f"{entry.title} ({entry.variant})" if entry.title and entry.variant else entry.title
    name = ": ".join(part for part in (number, title) if part) or title_of(entry)
    return f"{citation(document)}, {name}"


def citation(document: Record, name: str | None = None) -> str:
    """Return the line by which a player can check us: title, edition, date, number or title of the entry.

    >>> citation({"title": "Rulebook", "edition": "2.1.0", "date": "2025"}, "24.8.1.3")
    'Rulebook 2.1.0 (2025), 24.8.1.3'
    """
    edition, date = document["edition"], document["date"]
    parts = [document["title"]]
    if edition and edition != date:
        parts.append(edition)
    if date:
        parts.append(f"({date})")
    return " ".join(parts) + (f", {name}" if name else "")


def shortened(text: str, length: int) -> str:
    """Return the beginning of a text, cut at a word.

    >>> shortened("one two three", 9)
    'one two …'
    """
    if len(text) <= length:
        return text
    cut = text.rfind(" ", length // 2, length)
    return text[: cut if cut > 0 else length].rstrip() + " …"

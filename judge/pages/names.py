"""What entries and documents are called on a page."""

from __future__ import annotations

from judge.dates import last_day
from judge.jsonl import Record
from judge.model import Entry
from judge.pages.inline import shortened
from judge.screen import citation

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
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


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


def cited(document: Record, entry: Entry) -> str:
    """Return the citation of an entry, by which anybody can find it in the document itself."""
    number = number_of(entry)
    title = f"{entry.title} ({entry.variant})" if entry.title and entry.variant else entry.title
    name = ": ".join(part for part in (number, title) if part) or title_of(entry)
    return f"{citation(document)}, {name}"


def written_date(date: str) -> str:
    """Return a date as a person reads it.

    >>> written_date("2007-08-10"), written_date("2007-08"), written_date("2007")
    ('10 August 2007', 'August 2007', '2007')
    """
    year, *rest = date.split("-")
    if not rest:
        return year
    day = [str(int(rest[1]))] if len(rest) > 1 else []
    return " ".join([*day, MONTHS[int(rest[0]) - 1], year])


def timestamp(date: str | None) -> str:
    """Return a date as feeds write it; a month or a year is its last day that every month has."""
    day = last_day(date) or "1970-01-01"
    return f"{day[:8]}{min(int(day[8:]), 28) if len(date or '') == 7 else day[8:]}T00:00:00Z"

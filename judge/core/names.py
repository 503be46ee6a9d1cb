"""What entries and documents are called, on every screen and page, and what no screen or page is given of a text.

Text comes from everywhere: documents, manifests, names of files, options, games. It is kept as it is, and cleaned where
it leaves the program: by `judge.cli.shared` for a terminal, `judge.site.templates` and `inline` for pages and feeds,
`judge.site.search_data.parts` for the page's search, `judge.lint.formats` for Markdown. JSON keeps it, escaped
(`judge.core.jsonl`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.core.jsonl import Record
    from judge.core.model import Entry

BEYOND = "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17))
"""The last two code points of every plane, which are no characters."""
UNSHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line end: they drive a terminal, and XML forbids most
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates: they turn the line that a title stands in
    "\ufeff\ud800-\udfff\ufdd0-\ufdef" + BEYOND + "]"
)
"""What no screen or page is given. The marks U+200E, U+200F and U+061C stay: they are as harmless as a letter."""
LINE_ENDS = re.compile("[\t\n\u2028\u2029]+")

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


def printable(text: str, instead: str = "") -> str:
    r"""Return a text without what drives a terminal, is forbidden in XML, or turns the direction of its line.

    >>> printable("\x1b[31mOld\x07 Harbour\u202e\n")
    '[31mOld Harbour\n'
    """
    return text if text.isprintable() else UNSHOWN.sub(instead, text)


def on_one_line(text: str) -> str:
    r"""Return a printable text without line ends and tabs, for a title or a sentence that stands in a line.

    >>> on_one_line("Old\nHarbour\x1b")
    'Old Harbour'
    """
    return text if text.isprintable() else LINE_ENDS.sub(" ", printable(text))


def printable_data(data: Any, instead: str = "") -> Any:
    """Return data as JSON knows it, every text in it printable."""
    if isinstance(data, str):
        return printable(data, instead)
    if isinstance(data, dict):
        return {printable_data(name, instead): printable_data(value, instead) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [printable_data(one, instead) for one in data]
    return data

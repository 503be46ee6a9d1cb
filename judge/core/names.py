"""What entries and documents are called, on every screen and page, and what no screen or page is given of a text.

Text comes from everywhere: documents, manifests, names of files, options, games. It is kept as it is, and cleaned where
it leaves the program: by `judge.cli.shared` for a terminal, `judge.site.templates` and `markup` for pages and feeds,
`judge.site.search_data` for the page's search, `judge.lint.formats` for Markdown. JSON keeps it, escaped
(`judge.core.jsonl`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from judge.core.model import CardFact, Document, Entry

BEYOND = "".join(f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(17))
"""The last two code points of every plane, which are not characters."""
UNSHOWN = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line end: they drive a terminal, and XML forbids most
    "\u202a-\u202e\u2066-\u2069"  # embeddings, overrides and isolates: they turn the line that a title is in
    "\ufeff\ud800-\udfff\ufdd0-\ufdef" + BEYOND + "]"
)
"""What no screen or page is given. The marks U+200E, U+200F and U+061C stay: they are as harmless as a letter."""
ALMOST_SURE = 0.99
"""How likely a link is whose doubt no reader is shown."""
LINE_ENDS = re.compile("[\t\n\u2028\u2029]+")

DIALECTS = {
    "questions": ("questions and answers", "Questions and answers: see what others have asked."),
    "outline": ("numbered rules", "Numbered rules: look up a section or read a chapter."),
    "glossary": ("terms and their meanings", "An alphabetical reference: look up what a term means."),
    "rulings": ("rulings, card by card", "Rulings and errata: look up what applies to a card."),
    "plain": ("text under headings", "Text under headings."),
}
"""The dialects that a manifest may name: what people call what is written so, and what readers use it for."""
LISTINGS = ("index",)
"""Kinds of entries that only list others, and of their references: answers only if asked for by name, no referrers."""
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


NAMED_IN = "Named in "
"""How the fact begins that a list names a card of which its document says no more."""


def facts_line(facts: Collection[CardFact], *, is_corrected: bool = False) -> str:
    """Return facts about a card in the one line in which all screens and pages show them.

    They are marked as printed where errata are shown below them, which may correct them.
    """
    return ("As printed: " if facts and is_corrected else "") + " · ".join(map(str, facts))


def name_of(entry: Entry) -> str:
    """Return what an entry is called wherever it is shown: number, title, and the mark that tells namesakes apart."""
    return " ".join(part for part in name_parts(entry) if part)


def name_parts(entry: Entry) -> tuple[str, str]:
    """Return the number of a name and what is after it; either may be empty."""
    number, title = number_of(entry) or "", _title(entry)
    variant = f"({entry.variant})" if entry.variant else ""
    return number, " ".join(part for part in (title if title != number else "", variant) if part)


def number_of(entry: Entry) -> str | None:
    """Return the number to print before the title; none where the title holds it already."""
    return None if entry.kind == "appendix" and entry.title else entry.number


def _title(entry: Entry) -> str:
    """Return an entry's title, else its first words, else its number or what its id has after the document's key."""
    return entry.title or shortened(first_text(entry), FIRST_WORDS) or entry.number or entry.id.partition(":")[2]


def first_text(entry: Entry) -> str:
    """Return the first text of an entry; empty without any."""
    return next(filter(None, (block.text for block in entry.blocks)), "")


def heading_of(entry: Entry, name: str) -> str:
    """Return what is shown above an entry's text: its name, or the number alone where the name ends with that text."""
    return entry.number if entry.number and not entry.title and first_text(entry) else name


def full_citation(document: Document, entry: Entry) -> str:
    """Return the citation of an entry, by which anybody can find it in the document itself.

    A rule without a title is cited by its number alone.
    """
    return citation(document, name_of(entry) if entry.title or not entry.number else entry.number)


def citation(document: Document, name: str | None = None) -> str:
    """Return the line by which a player can check us: title, edition, date, number or title of the entry.

    >>> from judge.core.model import Document
    >>> citation(Document("rules", "Rulebook", None, "2.1.0", "2025", "outline", "rules.md"), "24.8.1.3")
    'Rulebook 2.1.0 (2025), 24.8.1.3'
    """
    edition, date = document.edition, document.date
    parts = [document.title]
    if edition and edition != date and edition not in document.title.split():
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
    return text if text.replace("\n", "").isprintable() else re.sub(UNSHOWN, instead, text)


def on_one_line(text: str) -> str:
    r"""Return a printable text without line ends and tabs, for a title or a sentence that is in a line.

    >>> on_one_line("Old\nHarbour\x1b")
    'Old Harbour'
    """
    return text if text.isprintable() else LINE_ENDS.sub(" ", printable(text))


def printable_data(data: Any, instead: str = "") -> Any:
    """Return data as JSON knows it, every text in it printable."""
    return mapped_data(data, lambda text: printable(text, instead))


def mapped_data(data: Any, changed: Callable[[str], str]) -> Any:
    """Return data as JSON knows it, every text in it changed."""
    if isinstance(data, str):
        return changed(data)
    if isinstance(data, dict):
        return {mapped_data(name, changed): mapped_data(value, changed) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [mapped_data(one, changed) for one in data]
    return data


def pages_in_words(pages: Iterable[int], printed: Sequence[int] | None) -> str:
    """Return where an entry of a PDF is printed: the pages of the file, and the printed number where it is another.

    >>> pages_in_words([3, 1], (5, 7)), pages_in_words([2], None), pages_in_words([], None)
    ('pages 1 to 3, printed as 5', 'page 2', '')
    """
    found = sorted(pages)
    if not found:
        return ""
    first, last = found[0], found[-1]
    told = f"page {first}" if first == last else f"pages {first} to {last}"
    return told if not printed or printed[0] == first else f"{told}, printed as {printed[0]}"


NO_DATE = "without a date, the newest edition is assumed"
SAME_TIME = "the dates do not show which edition is meant"
"""Why a number may mean one entry or another."""


def is_unsure(sure: float | None) -> bool:
    """Tell whether a reader should know how sure a link is: where it is below 99 in 100."""
    return sure is not None and sure < ALMOST_SURE


def reference_doubt(sure: float, reason: str | None) -> str:
    """Return in words what is not sure of a link: which edition is meant.

    >>> reference_doubt(0.5, NO_DATE)[:39]
    '50% sure: without a date, the newest ed'
    """
    return f"{sure:.0%} sure: {reason}"


def renumbered(written_as: str, number: str | None) -> str:
    """Return in words that a text has a number which its rule had in an older edition."""
    return f"written as {written_as}" + (f", now {number}" if number else "")


def address_in(source: str) -> tuple[str, str]:
    """Return the words of a printed source without the address in it, and the address; empty where it has none.

    >>> address_in("Judge forum, https://forum.example.org/t/12")
    ('Judge forum', 'https://forum.example.org/t/12')
    """
    before, scheme, rest = source.partition("https://") if "https://" in source else source.partition("http://")
    url, _, after = rest.partition(" ")
    return f"{before}{after}".strip(" ,;:()<>"), (scheme + url).rstrip(".,;)>") if scheme else ""

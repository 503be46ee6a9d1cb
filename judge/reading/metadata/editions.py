"""Edition and date of a document, as it prints them about itself.

    Version 2.1.0    v1.2    Revision 4    2nd edition    Generated 2011-02-03
    Last Updated: 2026-03-30    effective from 3 May 2024    Version 2.0 – May 2022    Tide FAQ, 12.06.2019
    Tide Rulebook 2.1.0    Are: 3. Februar 2021    2. Auflage, 8 de mayo de 2019

A date counts beside a word such as "updated", or in a line that holds little else. The year of a copyright and a date
inside a sentence say nothing of the document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from msgspec import Struct

from judge.core.languages import listed, ordinal, ordinals, phrases
from judge.reading.rulings.printed_dates import PrintedDate, find_dates

KIND_OF_DOCUMENT = re.compile(rf"\b(?:{phrases('documents', 'kinds')})(?!\w)", re.IGNORECASE)
"""Words by which a title is that of a document."""
HOUSE = re.compile(rf"\b(?:{phrases('documents', 'house')})(?!\w)", re.IGNORECASE)
"""Words of a title that may name who plays by the rules, and not the game."""
OPENING = frozenset(word.lower() for name in ("about", "opening") for word in listed("documents", name))
"""Words that, beside those for kinds, may begin a title before the name of its game."""
JOINING = frozenset(map(str.lower, listed("documents", "joining")))
"""Words between them, which also begin names: "Die Zünfte"."""
LONGEST_KIND = 200
"""Characters of a title; what is longer names nothing."""
VERSION = re.compile(r"v?\d[\d.]*[a-z]?|\d+(?:st|nd|rd|th)", re.IGNORECASE)
HYPHEN = re.compile(rf"(?<=\w)-(?=(?:{phrases('documents', 'kinds')})(?!\w))", re.IGNORECASE)
"""Between a name and what a document is: "Tide-Regeln"."""
POSSESSIVE = re.compile(r"['’]s?$")


def is_kind(word: str) -> bool:
    """Tell whether a word says what a document is, and nothing of its game."""
    return _opens(word) or _bare(word).lower() in JOINING


def without_kinds(title: str) -> str:
    """Return what a title names, without the words for kinds of documents around it.

    >>> without_kinds("Comprehensive Tide Rulebook"), without_kinds("Tide: Errata and FAQ"), without_kinds("Rules")
    ('Tide', 'Tide', '')
    """
    words = HYPHEN.sub(" ", title.replace("_", " ")).split() if len(title) <= LONGEST_KIND else []
    before = list(takewhile(is_kind, words))
    words = words[len(before) :] if any(map(_opens, before)) else words
    while words and is_kind(words[-1]):
        del words[-1]
    return POSSESSIVE.sub("", _bare(" ".join(words)))


def _opens(word: str) -> bool:
    bare = _bare(word)
    is_known = not bare or bare.lower() in OPENING
    return is_known or bool(KIND_OF_DOCUMENT.fullmatch(bare) or VERSION.fullmatch(bare))


def _bare(text: str) -> str:
    """Return a text without the marks around it."""
    first, last = 0, len(text)
    while first < last and not text[first].isalnum():
        first += 1
    while first < last and not (text[last - 1].isalnum() or text[last - 1] in "!?+)"):
        last -= 1
    return text[first:last]


class StatedFact(Struct, frozen=True):
    """Something found out, and why."""

    value: str | None
    why: str


Line = tuple[int, str]
"""The number of a line, and its text."""
ITS_OWN = re.compile(rf"\b(?:{phrases('imprint', 'own')})(?!\w)[^.;\d]{{0,24}}$", re.IGNORECASE)
"""Words right before a date that is the document's own."""
STATED = re.compile(rf"\b(?:{phrases('imprint', 'stated')})(?!\w)", re.IGNORECASE)
"""Words that say so even inside a sentence."""
COPYRIGHT = re.compile(r"©|\(c\)|copyright|all rights reserved|[™®]", re.IGNORECASE)
EDITION = phrases("imprint", "edition")
NUMBERED = rf"\b(?:{EDITION})(?:\s?(?:no\.?|nr\.?|number)|:|\s)?\s?(?P<edition>\d+(?:\.\d+){{0,3}}[a-z]?)"
EDITIONS = tuple(
    re.compile(printed, re.IGNORECASE)
    for printed in (
        NUMBERED + r"(?![\w-])(?!\.\d)",
        rf"\b(?P<edition>\d{{1,2}}(?:\.\d{{1,3}}){{0,3}})(?:st|nd|rd|th|\.|[eèªº]|ème|(?<=\.\d))\s?(?:{EDITION}|printing)(?!\w)",
        rf"\b(?P<ordinal>(?:{'|'.join(ordinals())})\w{{0,2}})\s+(?:{EDITION}|issue|posting)(?!\w)",
    )
)
"""`Version 2.1.0`, `2nd edition`, `2.0 verzió`, `second edition`."""
AT_THE_END = re.compile(
    r"(?<=[a-z]\s)[(\[]?(?P<edition>\d{1,3}(?:\.\d{1,3}){1,3}[a-z]?)[)\]]?\s*(?:\([^()]{1,40}\)\s*)?$", re.IGNORECASE
)
"""The edition at the end of a title: "Tide Rulebook 2.1.0", "Tide Rules 3.0 (draft)"."""
GENERATED = re.compile(r"\b(?:generated|compiled|as of)\W{1,3}(?P<edition>\d{4}-\d\d-\d\d)\b", re.IGNORECASE)
FIRST_SENTENCE = re.compile(r"[^.!?]{4,80}[.!?](?=\s)")
SENTENCE = re.compile(r"[a-z]{2}[.!?](?:\s|$)")
MOST_OTHERS = 4
"""Words that may be in a line beside its date or edition for the line to be about the document."""
LONGEST = 300
"""Characters of a line that are looked at."""


def find_edition(head: Sequence[Line], title: str | None = None) -> StatedFact:
    """Find "Version 2.1.0" and the like in a title or in a line that holds little else; else a date of generation.

    A title may end with the edition alone.
    """
    for number, text in head:
        match = next((found for form in EDITIONS if (found := form.search(text[:LONGEST]))), None)
        if not match or COPYRIGHT.search(text) or _is_dated(text, match.end()):
            continue
        if _is_title(text, title) or _is_about_it(text, *match.span()):
            parts = match.groupdict()
            edition = str(ordinal(parts["ordinal"])) if "ordinal" in parts else parts["edition"]
            return StatedFact(edition, f"line {number}: “{match.group()}”")
    for number, text in head:
        if _is_title(text, title) and (match := AT_THE_END.search(text[:LONGEST])):
            return StatedFact(match["edition"], f"line {number}: “{match['edition']}” ends the title")
    for number, text in head:
        if match := GENERATED.search(text[:LONGEST]):
            return StatedFact(match["edition"], f"line {number}: “{match.group()}”")
    return StatedFact(None, "no edition is printed")


def _is_dated(text: str, end: int) -> bool:
    """Tell whether what seems to be an edition ends in a date: "Version: 01. Januar 2024"."""
    return any(date.start < end < date.end for date in find_dates(text[:LONGEST]))


def find_date(head: Sequence[Line], title: str | None = None) -> StatedFact:
    """Find the date: after a word such as "updated" first, then in a line of its own; the most exact first."""
    found: list[tuple[int, int, int, str, str]] = []
    for number, text in head:
        for date in find_dates(text[:LONGEST]):
            own = _rank(text, date, title) if date.form != "short" else None  # 12/25/06 dates a ruling
            if own is not None:
                found.append((own, -len(date.date), number, date.date, text[date.start : date.end]))
    if not found:
        return StatedFact(None, "no date is printed")
    _, _, number, value, printed = min(found)
    return StatedFact(value, f"line {number}: “{printed}”")


def _rank(text: str, date: PrintedDate, title: str | None) -> int | None:
    """Return how surely a date in a line is the document's own, 0 the most; None where it is not."""
    before = text[: date.start]
    if COPYRIGHT.search(before):
        return None
    said = ITS_OWN.search(before)
    little = _is_about_it(text, date.start, date.end) or _is_title(text, title)
    if said and (little or (STATED.search(said.group()) and date.form != "year")):
        return 0
    return 1 if little else None


def _is_about_it(text: str, start: int, end: int) -> bool:
    """Tell whether a line, or the first sentence of one, is about its date or edition and little else."""
    first = FIRST_SENTENCE.match(text)
    if first and end <= first.end() and not others(first.group()):
        return True
    return _holds_little(text, start, end)


def is_imprint(text: str) -> bool:
    """Tell whether a line holds an edition or a date, and nothing else.

    >>> is_imprint("Version 2.1 (16 May 2009)"), is_imprint("Changes of 2009")
    (True, False)
    """
    rest = _without_imprint(text)
    return rest != text and not any(map(str.isalnum, rest))


def _without_imprint(text: str) -> str:
    """Return a text without its dates and editions."""
    for date in reversed(find_dates(text)):
        text = f"{text[: date.start]} {text[date.end :]}"
    for form in EDITIONS:
        text = form.sub(" ", text)
    return text


def others(text: str) -> list[str]:
    """Return the words of a text that are of no date, no edition and no kind of document."""
    return [word for word in _without_imprint(text).split() if any(map(str.isalnum, word)) and not is_kind(word)]


def _holds_little(text: str, start: int, end: int) -> bool:
    """Tell whether a line holds little beside a date or edition: it is not a sentence of the document's text."""
    rest = _without_imprint(f"{text[:start]} {text[end:]}")
    bare = [word for word in rest.split() if any(char.isalnum() for char in word)]
    numbered = bool(bare) and bare[0][:1].isdigit()
    if numbered or (text.lstrip()[:1] in "([•*-" and len(bare) > 1):  # a numbered rule, a ruling with its date
        return False
    if len(bare) > 2 and SENTENCE.search(rest):
        return False
    return len([word for word in bare if not is_kind(word)]) <= MOST_OTHERS and len(bare) <= 3 * MOST_OTHERS


def _is_title(text: str, title: str | None) -> bool:
    return bool(title) and " ".join(text.split()).casefold() == " ".join((title or "").split()).casefold()

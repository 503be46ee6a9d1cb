"""Edition and date of a document, as it prints them about itself.

    Version 2.1.0    v1.2    Revision 4    2nd edition    Generated 2011-02-03
    Last Updated: 2026-03-30    effective from 3 May 2024    Version 2.0 – May 2022    Tide FAQ, 12.06.2019
    Tide Rulebook 2.1.0

A date counts beside a word such as "updated", or in a line that holds little else. The year of a copyright and a date
inside a sentence say nothing of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judge.core.dates import MONTHS, is_date
from judge.reading.metadata.facts import Fact
from judge.reading.metadata.kinds import is_kind

Line = tuple[int, str]
"""The number of a line, and its text."""
MONTH = "|".join(f"{month[:3]}(?:{month[3:]})?" if month != "September" else "Sept?(?:ember)?" for month in MONTHS)
YEAR = r"(?P<year>(?:19|20)\d\d)"
DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
DATES = (
    re.compile(rf"(?<![\d-]){YEAR}[-/.](?P<month>\d\d)[-/.](?P<day>\d\d)(?![\d-])"),
    re.compile(rf"{YEAR}\s?[年년]\s?(?P<month>\d{{1,2}})\s?[月월]\s?(?P<day>\d{{1,2}})\s?[日일]"),
    re.compile(rf"\b(?P<name>{MONTH})\.?\s+{DAY},?\s+{YEAR}\b", re.I),
    re.compile(rf"\b{DAY}\.?\s+(?:of\s+)?(?P<name>{MONTH})\.?,?\s+{YEAR}\b", re.I),
    re.compile(rf"(?<![\d./-])(?P<day>\d{{1,2}})\.\s?(?P<month>\d{{1,2}})\.\s?{YEAR}\b"),
    re.compile(rf"(?<![\d./-])(?P<one>\d{{1,2}})/(?P<two>\d{{1,2}})/{YEAR}\b"),
    re.compile(rf"(?<![\d-]){YEAR}-(?P<month>\d\d)(?![\d-])"),
    re.compile(rf"\b(?P<name>{MONTH})\.?,?\s+{YEAR}\b", re.I),
    re.compile(rf"(?<![\d.,/-]){YEAR}(?![\d/-]|\.\d)"),
)
"""Forms of dates, the most exact first. Of 03/05/2024 only the year is sure; of 25/12/2023 all is."""
ITS_OWN = re.compile(
    r"\b(?:(?:last|latest)\s+(?:updated?|revised|revision|modified|changed?)|(?:up)?dated?|"
    r"(?:in\s*to |in)?effect(?:ive)?|as of|valid from|in force|generated|compiled|"
    r"revised|revision|version|edition|published|released?|"
    r"release date|printed|status)\b[^.;\d]{0,24}$",
    re.IGNORECASE,
)
"""Words right before a date that is the document's own."""
STATED = re.compile(
    r"\b(?:last|latest)\s+(?:updated?|revised|modified)|\beffective\b|\binto effect\b|\bas of\b|\bgenerated\b|"
    r"\b(?:version|document) (?:date|of)\b|\bcompiled\b",
    re.IGNORECASE,
)
"""Words that say so even inside a sentence."""
COPYRIGHT = re.compile(r"©|\(c\)|copyright|all rights reserved|[™®]", re.IGNORECASE)
EDITIONS = (
    re.compile(
        r"\b(?:version|edition|revision|release|ver\.?|rev\.?|v)(?:\s?(?:no\.?|number)|:|\s)?\s?"
        r"(?P<edition>\d+(?:\.\d+){0,3}[a-z]?)(?![\w-])(?!\.\d)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?P<edition>\d{1,2})(?:st|nd|rd|th)\s+(?:edition|revision|version|printing)\b", re.IGNORECASE),
    re.compile(
        r"\b(?P<ordinal>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+"
        r"(?:edition|revision|issue|posting)\b",
        re.IGNORECASE,
    ),
)
AT_THE_END = re.compile(r"(?<=[a-z]\s)[(\[]?(?P<edition>\d{1,3}(?:\.\d{1,3}){1,3}[a-z]?)[)\]]?\s*$", re.IGNORECASE)
"""The edition at the end of a title: "Tide Rulebook 2.1.0"."""
GENERATED = re.compile(r"\b(?:generated|compiled|as of)\W{1,3}(?P<edition>\d{4}-\d\d-\d\d)\b", re.IGNORECASE)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
FIRST_SENTENCE = re.compile(r"[^.!?]{4,80}[.!?](?=\s)")
SENTENCE = re.compile(r"[a-z]{2}[.!?](?:\s|$)")
MOST_OTHERS = 4
"""Words that may stand in a line beside its date or edition for the line to be about the document."""
LONGEST = 300
"""Characters of a line that are looked at."""


def find_edition(head: Sequence[Line], title: str | None = None) -> Fact:
    """Find "Version 2.1.0" and the like in a title or in a line that holds little else; else a date of generation.

    A title may end with the edition alone.
    """
    for number, text in head:
        match = next((found for form in EDITIONS if (found := form.search(text[:LONGEST]))), None)
        if match and not COPYRIGHT.search(text) and (_is_title(text, title) or _is_about_it(text, match)):
            parts = match.groupdict()
            ordinal = parts.get("ordinal")
            edition = str(ORDINALS.index(ordinal.lower()) + 1) if ordinal else parts["edition"]
            return Fact(edition, f"line {number}: “{match.group()}”")
    for number, text in head:
        if _is_title(text, title) and (match := AT_THE_END.search(text[:LONGEST])):
            return Fact(match["edition"], f"line {number}: “{match['edition']}” ends the title")
    for number, text in head:
        if match := GENERATED.search(text[:LONGEST]):
            return Fact(match["edition"], f"line {number}: “{match.group()}”")
    return Fact(None, "no edition is printed")


def find_date(head: Sequence[Line], title: str | None = None) -> Fact:
    """Find the date: after a word such as "updated" first, then in a line of its own; the most exact first."""
    found: list[tuple[int, int, int, str, str]] = []
    for number, text in head:
        for rank, match in _dates(text[:LONGEST]):
            own = _rank(text, match, title)
            date = iso_date(match)
            if own is not None and is_date(date):
                found.append((own, rank, number, date, match.group()))
    if not found:
        return Fact(None, "no date is printed")
    _, _, number, date, printed = min(found)
    return Fact(date, f"line {number}: “{printed}”")


def _dates(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the dates of a line in the most exact form that it has."""
    for rank, form in enumerate(DATES):
        if matches := list(form.finditer(text)):
            yield from ((rank, match) for match in matches)
            return


def _rank(text: str, match: re.Match[str], title: str | None) -> int | None:
    """Return how surely a date in a line is the document's own, 0 the most; None where it is not."""
    before = text[: match.start()]
    if COPYRIGHT.search(before):
        return None
    said = ITS_OWN.search(before)
    little = _is_about_it(text, match) or _is_title(text, title)
    year_alone = match.re is DATES[-1]
    if said and (little or (STATED.search(said.group()) and not year_alone)):
        return 0
    return 1 if little else None


def _is_about_it(text: str, match: re.Match[str]) -> bool:
    """Tell whether a line, or the first sentence of one, is about its date or edition and little else."""
    end = FIRST_SENTENCE.match(text)
    if end and match.end() <= end.end() and not _others(end.group()):
        return True
    return _holds_little(text, match)


def is_imprint(text: str) -> bool:
    """Tell whether a line holds an edition or a date, and nothing else.

    >>> is_imprint("Version 2.1 (16 May 2009)"), is_imprint("Changes of 2009")
    (True, False)
    """
    rest = text
    for form in (*EDITIONS, *DATES):
        rest = form.sub(" ", rest)
    return rest != text and not any(map(str.isalnum, rest))


def _others(text: str) -> list[str]:
    """Return the words of a text that are of no date, no edition and no kind of document."""
    for form in (*DATES, *EDITIONS):
        text = form.sub(" ", text)
    return [word for word in text.split() if any(map(str.isalnum, word)) and not is_kind(word)]


def _holds_little(text: str, match: re.Match[str]) -> bool:
    """Tell whether a line holds little beside a date or edition: it is not a sentence of the document's text."""
    rest = text[: match.start()] + " " + text[match.end() :]
    for form in (*DATES, *EDITIONS):
        rest = form.sub(" ", rest)
    bare = [word for word in rest.split() if any(char.isalnum() for char in word)]
    numbered = bool(bare) and bare[0][:1].isdigit()
    if numbered or (text.lstrip()[:1] in "([•*-" and len(bare) > 1):  # a numbered rule, a ruling with its date
        return False
    if len(bare) > 2 and SENTENCE.search(rest):
        return False
    return len([word for word in bare if not is_kind(word)]) <= MOST_OTHERS and len(bare) <= 3 * MOST_OTHERS


def _is_title(text: str, title: str | None) -> bool:
    return bool(title) and " ".join(text.split()).casefold() == " ".join((title or "").split()).casefold()


def iso_date(match: re.Match[str]) -> str:
    """Return a date found in one of the forms, as exact as it is sure."""
    parts = {name: value for name, value in match.groupdict().items() if value}
    month = parts.get("month")
    if "one" in parts:
        one, two = int(parts["one"]), int(parts["two"])
        if one == two or max(one, two) > 12:
            parts["day"], month = str(max(one, two)), str(min(one, two))
    if "name" in parts:
        month = str(next(n for n, name in enumerate(MONTHS, 1) if name.startswith(parts["name"][:3].title())))
    numbers = [int(month), *([int(parts["day"])] if "day" in parts else [])] if month else []
    return "-".join([parts["year"], *(f"{number:02}" for number in numbers)])

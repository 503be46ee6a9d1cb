"""What the words of an attribution mean: which of them are a date, a source, an author.

    (2007-07-02)    [RTR 20070827]    (Jane Doe, rules forum, 3 May 2021)    Source: Comprehensive rules 5.2

What else stands in brackets belongs to the ruling: "(see 4.2)", "(24.8.1)", "(once per turn)", an icon such as [Tide].

Reads: words that `judge.reading.rulings.attribution` found, and where they stand. Writes: `Credit`s.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from judge.core.titles import fold
from judge.reading.rulings.printed_dates import DateOrder, PrintedDate, find_dates
from judge.reading.rulings.source_lists import is_listed


class Conventions(NamedTuple):
    """What a document tells of the way in which its rulings are attributed."""

    order: DateOrder | None = None
    """What stands first in a date of numbers alone."""
    sources: frozenset[str] = frozenset()
    """What the document's own list explains, folded (`judge.reading.rulings.source_lists`)."""
    initials: frozenset[str] = frozenset()
    """Abbreviations that stand beside dates in brackets."""


class Credit(NamedTuple):
    """When, where and by whom something was ruled."""

    date: str | None = None
    source: str | None = None
    """As it is printed: "RTR 20070827"."""
    author: str | None = None


class Place(NamedTuple):
    """Where something that may be an attribution stands."""

    square: bool
    """In square brackets."""
    apart: bool
    """Behind a whole sentence, in a line of its own, or with nothing before it."""
    last: bool
    """With not even a stop behind it."""


MOST_WORDS = 8
"""Words of a source beside a date."""
CUES = re.compile(
    r"(?:(?:last|first|newly|officially)\s)?(?:updated?|added|revised|ruled|ruling|ruling of|errata(?:ed)?|issued|"
    r"dated?|effective|as of|clarified|clarification|confirmed|posted|published|version|on|in)",
    re.IGNORECASE,
)
"""Words that say no more than that a date stands beside them."""
POINTER = re.compile(
    r"(?:see|cf\.?|compare|(?:rules?|section|chapter|page|pp?\.|step)(?=\s?[\dIVX])|before|after|until|since|from|if|when|unless|but|not)\b",
    re.IGNORECASE,
)
"""Words with which brackets begin that belong to the ruling."""
LEAD = re.compile(
    r"(?P<word>sources?:?|author:?|per|via|according to|"
    r"(?:ruling|ruled|answered|posted|clarified|confirmed|said) by:?)\s+",
    re.IGNORECASE,
)
NOTE_NUMBER = re.compile(r"\d{1,3}")
ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]{1,5}(?:[ -]\d[\d.]*)?")
OF_A_PLACE = frozenset(
    "forum forums faq list group newsgroup discord blog article newsletter thread post email mail twitter tournament "
    "team rules rulebook ruling rulings errata notes update committee council court staff office games game website "
    "site official channel reddit facebook wiki database comprehensive reference edition set judges judge".split()
)
"""Words of a source, which a person's name does not have."""
PARTICLES = frozenset("de da di del der den van von la le el bin al".split())
NAME_WORD = re.compile(r"[^\W\d_]\.?|(?:[^\W\d_]\.){2,3}|[^\W\d_][\w'’-]*[^\W\d_A-Z]")
"""A word of a person's name, or an initial; an abbreviation ends in a capital."""
SEPARATOR = re.compile(r"\s?[,;|/]\s|\s(?:on|in|at|via)\s|\s[–—-]\s")
AROUND = " \t\n,;:–—-|/.·"
URL = re.compile(r"(?:https?://|www\.)\S+")


def in_brackets(content: str, place: Place, known: Conventions) -> Credit | None:
    """Read what stands in brackets; None if it belongs to the ruling."""
    content = " ".join(content.split())
    dates = find_dates(content, known.order)
    if len(dates) == 1:
        return _dated(content, dates[0], place, known)
    if content in known.initials or is_listed(content, known.sources) or URL.fullmatch(content):
        return Credit(source=content)
    lead = LEAD.match(content)
    if lead:
        credit = named(content[lead.end() :], known)
        colon = lead["word"].endswith(":") or lead["word"].lower().endswith("by")
        return credit if is_name(content[lead.end() :]) and (colon or (credit.author and place.apart)) else None
    if not place.apart or not place.last:
        return None
    if place.square and (NOTE_NUMBER.fullmatch(content) or (known.sources and ABBREVIATION.fullmatch(content))):
        return Credit(source=content)
    credit = named(content, known)
    of_a_place = credit.source and OF_A_PLACE.intersection(fold(credit.source).split())
    return credit if credit.author and of_a_place else None


def _dated(content: str, date: PrintedDate, place: Place, known: Conventions) -> Credit | None:
    """Read what stands in brackets with a date."""
    rest = f"{content[: date.start]} {content[date.end :]}".strip(AROUND)
    if not rest or CUES.fullmatch(rest):
        return Credit(date.date) if date.form != "year" or place.apart or place.last else None
    if is_listed(content, known.sources):
        return Credit(date.date, content)
    if date.form == "year" or POINTER.match(rest) or len(rest.split()) > MOST_WORDS:
        return None
    lead = LEAD.match(rest)
    if lead or is_name(rest):
        return named(content[lead.end() :] if lead and content.startswith(rest[: lead.end()]) else content, known)
    return None


def named(words: str, known: Conventions) -> Credit:
    """Read "Jane Doe, rules forum, 3 May 2021": a person first is the author; what else is printed is the source."""
    words = " ".join(words.split())
    dates = find_dates(words, known.order)
    date = next((one for one in dates if one.form != "year"), None)
    bare = f"{words[: date.start]}, {words[date.end :]}" if date else words
    parts = [part for one in SEPARATOR.split(bare) if (part := one.strip(AROUND.replace(".", "")))]
    if parts and is_person(parts[0]):
        return Credit(date.date if date else None, ", ".join(parts[1:]) or None, parts[0])
    return Credit(date.date if date else None, words.strip(AROUND) if parts else None)


def is_person(words: str) -> bool:
    """Tell a person's name: two to four words with capitals, none of which is of a place where people rule."""
    found = words.split()
    capitals = [word for word in found if word not in PARTICLES]
    return (
        2 <= len(capitals) <= 4
        and all(word[0].isupper() and NAME_WORD.fullmatch(word) for word in capitals)
        and any(len(word) > 2 for word in capitals)
        and not OF_A_PLACE.intersection(fold(words).split())
    )


def is_name(words: str) -> bool:
    """Tell words that name something, as a source does."""
    return bool(words) and (words[0].isupper() or words[0].isdigit() or bool(URL.match(words)))

"""What the documents themselves say that short forms stand for: codes of sets in a legend, acronyms in texts.

LS = Limited and Standard      LS | Limited and Standard      a row of an entry that is called a legend or the like
Feng Shui Site (FSS)                                          anywhere
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from markupsafe import Markup

from judge.core.model import Entry
from judge.references.acronyms import TITLE as ACRONYM
from judge.references.acronyms import find_other_names
from judge.site.catalogue import Catalogue
from judge.site.pages.inline import Span, rich, tag

LEGEND = re.compile(r"\b(?:legend|abbreviations?|acronyms?|expansions?|sets?|key to)\b", re.IGNORECASE)
"""What the title of an entry with a legend has."""
ROW = re.compile(r"([A-Z0-9][A-Za-z0-9]{0,5})\s*(?:=|:|\||–|—|\s-\s)\s*([^\W_][^=|]{2,80})")
"""A short form and what it stands for, alone in a block."""
CODE = re.compile(r"\b[A-Z0-9][A-Za-z0-9]{0,5}\b")


class Abbreviation(NamedTuple):
    """A short form."""

    short: str
    long: str
    id: str
    """Of the entry that says so."""


def abbreviations(catalogue: Catalogue, game: str) -> list[Abbreviation]:
    """Return the short forms of a game by their letters; one that has two meanings is left out."""
    kinds = ("section", "term", "appendix", "part", "index", "topic", "card", "qa")
    found: dict[str, Abbreviation] = {}
    doubtful: set[str] = set()
    for one in _found(list(catalogue.in_game(game, *kinds))):
        known = found.setdefault(one.short, one)
        if known.long.casefold().rstrip("s") != one.long.casefold().rstrip("s"):
            doubtful.add(one.short)
    return sorted(one for short, one in found.items() if short not in doubtful)


def _found(entries: Iterable[Entry]) -> Iterator[Abbreviation]:
    for entry in entries:
        if entry.title and LEGEND.search(entry.title):
            rows = (ROW.fullmatch(block.text.strip().rstrip(".;,")) for block in entry.blocks)
            yield from (Abbreviation(row[1], row[2].strip(), entry.id) for row in rows if row)
        for short, long in find_other_names([entry]):
            if ACRONYM.fullmatch(short) and len(long) > len(short):
                yield Abbreviation(short, long, entry.id)


def with_abbreviations(text: str, known: Mapping[str, str]) -> Markup:
    """Return a text with its short forms marked, so that a reader learns what they stand for.

    >>> with_abbreviations("Lotus, LS", {"LS": "Limited"})
    Markup('Lotus, <abbr title="Limited">LS</abbr>')
    """
    spans = [
        Span(found.start(), found.end(), tag('<abbr title="{}">', known[found[0]]), tag("</abbr>"))
        for found in CODE.finditer(text)
        if found[0] in known
    ]
    return rich(text, (), spans)

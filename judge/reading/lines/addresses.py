"""What a document itself says that it has, collected once, before any form decides what a line is.

    2. Tides ........ 5            a row of its contents list
    … as told in 2.3 …             a number inside a sentence
    … as told in 2.3(b) …          the same with a part, if labels are printed so
    [the tides](#tides)            a link within the document, to a number, a place or a title
    2.3                            a bookmark of a PDF, or the number of a record

A label that an address names is hardly text (`judge.reading.grammar.line_forms`), and an address without an entry is a
witness against the reading (`judge.checks.named_addresses`).

Reads: a `Manuscript`. Writes: its `OwnAddresses`; `KnownEntries` tells which addresses have an entry.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from msgspec import Struct

from judge.core.numbering import LABEL, levels, lookup_key, parse
from judge.core.tokens import fold
from judge.reading.lines.contents import ContentsList, find_contents, may_be_listed
from judge.reading.lines.front_matter import LEADING_NUMBER, fold_title
from judge.reading.lines.links import OWN_SCHEME, folded, inner_links, lines_beside, links_of, names_address, slug
from judge.reading.lines.numbers import (
    SIGN,
)
from judge.reading.text.manuscript import Manuscript, parts_of

CITED = re.compile(
    r"(?P<number>\d(?<![\w.]\d)\d{0,2}(?:\.\d{1,3}){1,5}(?:\.?[a-z])?)\b(?![.:]?\d|[/%]| ?[€$£])"
    r"(?P<part>(?:\((?:\d{1,2}|[a-z]{1,4})\))*)",
    re.IGNORECASE,
)
"""A number of several levels inside a sentence; Python looks for its first digit, which takes half the time."""
LEADING = re.compile(r"[#*_\s>§\[(]{0,12}")
TOKEN = re.compile(rf"(?:{SIGN}\s?|[(\[])?(?P<number>{LABEL})[.:)\]]{{0,2}}(?=\s|$)")
"""What may be a label at the beginning of a line."""
WITHIN = re.compile(r"(?<![\w.])(?:[\w./:§+-]{2,24}|\w(?=\())(?:\((?:\d{1,2}|[a-z]{1,4})\))*")
"""What a sentence may name a label by; a sign at its end is the sentence's."""
COUNTED = re.compile(r"(?:§\s*|(?!appendix)[^\W\d_]{2,20}\s+)(?=\d)", re.IGNORECASE)
"""What is before the number of a listed title: `§ 4`, `Chapter 4`."""


class OwnAddress(Struct, frozen=True):
    """Something that a document says that it has."""

    kind: Literal["row", "cited", "link", "place"]
    name: str
    """As it is printed."""
    line: int
    """Where it is seen."""
    number: str = ""
    """As numbers are looked up; empty where a title or a place is named."""
    goal: int = 0
    """The source line to which a link leads; 0 of anything else."""


class OwnAddresses(Struct, frozen=True):
    """What a document says that it has."""

    contents: tuple[ContentsList, ...]
    named: tuple[OwnAddress, ...]
    pieces: frozenset[int]
    """The indexes of the pieces of its contents lists."""
    titles: frozenset[str]
    """Those that its contents lists have, without numbers, as titles are compared."""
    cited: Counter[str]
    """How often sentences and links name each number of several levels, as it is looked up."""
    goals: frozenset[int]
    """The lines to which links lead, or that have an address, and that may be titles."""


def find_addresses(manuscript: Manuscript) -> OwnAddresses:
    """Collect what a document names; a document in canonical form has no contents list."""
    contents = find_contents(manuscript) if not manuscript.head else ()
    rows = [OwnAddress("row", one.title, one.line) for own in contents for one in own.listed]
    cited = list(_find_cited(manuscript))
    pieces = frozenset(index for own in contents for index in own.pieces)
    titles = frozenset(LEADING_NUMBER.sub("", fold_title(one.name)) for one in rows)
    linked = [*_find_linked(manuscript, pieces), *_find_stated(manuscript, pieces)]
    return OwnAddresses(
        contents,
        (*rows, *cited, *linked),
        pieces,
        titles - {""},
        Counter(one.number for one in (*cited, *linked) if one.number and not one.name.endswith(")")),
        frozenset(one.goal for one in linked if one.goal),
    )


def _find_cited(manuscript: Manuscript) -> Iterator[OwnAddress]:
    """Yield the numbers inside sentences; the one with which a line begins is its own."""
    for piece in manuscript.pieces:
        for line in parts_of(piece) if piece.kind != "rule" else ():
            begins = LEADING.match(line.value)
            for found in CITED.finditer(line.value):
                if begins and found.start() > begins.end():
                    for part in dict.fromkeys(("", found["part"])):
                        yield _address_of_number("cited", found["number"] + part, line.first)


def _address_of_number(kind: Literal["cited", "link", "place"], number: str, line: int) -> OwnAddress:
    """Return what a document names by a number."""
    return OwnAddress(kind, number, line, lookup_key(number))


def _find_linked(manuscript: Manuscript, listed: Collection[int]) -> Iterator[OwnAddress]:
    """Yield what links lead to and what has an address: a number of several levels, or a line that may be a title.

    A title has the address that is placed at it, or the one that web pages make of its words.

    Args:
        manuscript: the text.
        listed: the indexes of the pieces of its contents lists.
    """
    links = links_of(manuscript)
    if not (links or manuscript.anchors):
        return
    pieces = [piece for index, piece in enumerate(manuscript.pieces) if piece.kind != "rule" and index not in listed]
    pieces.sort(key=lambda piece: piece.kind == "heading")  # of those with the same words it is the heading
    titles = {line.first: line.value for piece in pieces for line in parts_of(piece) if may_be_listed(line.value)}
    beside = lines_beside(manuscript) if manuscript.anchors else []
    placed = {folded(name): beside[line - 1] for line, name in manuscript.anchors if beside[line - 1] in titles}
    goals = {**{slug(title): line for line, title in titles.items()}, **placed}
    names = inner_links(links, {name: name for name in goals})
    for href, line in links.items():
        number = number_of_address(href) if names_address(href) or OWN_SCHEME.fullmatch(href) else ""
        if len(levels(number)) > 1:
            yield _address_of_number("link", number, line)
        elif href in names:
            yield OwnAddress("link", href, line, goal=goals[names[href]])
    for name, line in placed.items():
        yield OwnAddress("place", name, line, goal=line)


def _find_stated(manuscript: Manuscript, listed: Collection[int]) -> Iterator[OwnAddress]:
    """Yield what the format itself names: the numbers of records, and the bookmarks of a PDF."""
    for index, piece in enumerate(manuscript.pieces if manuscript.numbers or manuscript.bookmarks else ()):
        line = piece.text.first
        if line in manuscript.numbers and parse(piece.value):
            yield _address_of_number("place", piece.value, line)
        elif line in manuscript.bookmarks and index not in listed:
            yield OwnAddress("place", piece.text.flow().value, line, goal=line)


def number_of_address(address: str) -> str:
    """Return the number with which a link or an address ends; nothing where it ends with none."""
    last = re.split("[#:/_-]", address)[-1]
    return last if len(last) == 1 or last.isdecimal() or TOKEN.fullmatch(last) else ""


def count_named(manuscript: Manuscript, printed: Collection[str]) -> Counter[str]:
    """Count how often a document names each of some labels, by the keys under which numbers are looked up."""
    named = [match[0].rstrip(".:/-") for piece in manuscript.pieces for match in WITHIN.finditer(piece.value, 1)]
    named += [number_of_address(link.href) for piece in manuscript.pieces for link in piece.text.links]
    known = set(map(lookup_key, printed))
    return Counter(
        key for number in named if (number in printed or number.isalnum()) and (key := lookup_key(number)) in known
    )


class KnownEntries:
    """Tells which addresses have an entry."""

    def __init__(self, entries: Iterable[tuple[str | None, str | None, int]]) -> None:
        """Note the numbers and titles of entries, and the lines in which these begin."""
        own = list(entries)
        self.begun = {line for _, _, line in own}
        numbers = {lookup_key(number) for number, _, _ in own if number}
        self.numbers = numbers | {number.rpartition(" ")[2] for number in numbers}
        self.titles = {
            fold(name)
            for number, title, _ in own
            if title
            for last in {number or "", *levels(number or "")[-1:]}  # a list may give the last level alone
            for name in (title, f"{last} {title}")
        }
        self._sorted = sorted(self.titles)

    def has(self, one: OwnAddress) -> bool:
        """Tell whether an address has an entry."""
        if one.kind == "row":
            return self.has_row(one.name)
        return one.number in self.numbers if one.number else one.goal in self.begun

    def has_title(self, listed: str) -> bool:
        """Tell whether a listed title is that of an entry, or the beginning of one."""
        begins = f"{fold(listed)} "
        place = bisect_left(self._sorted, begins)
        goes_on = place < len(self._sorted) and self._sorted[place].startswith(begins)
        return goes_on or fold(listed) in self.titles

    def has_row(self, listed: str) -> bool:
        """Tell whether an entry has the title of a row, or its number."""
        if self.has_title(listed):
            return True
        number, words = number_of_row(listed)
        return lookup_key(number) in self.numbers if number else fold(words) in self.titles


def number_of_row(listed: str) -> tuple[str, str]:
    """Return the number of a row, which may be empty, and the words after it."""
    words = COUNTED.sub("", listed).strip()
    number, _, title = words.partition(" ")
    return (number, title.rstrip(" .")) if parse(number) else ("", words.rstrip(" ."))

"""What a document itself says that it has, collected once, before any form decides what a line is.

    2. Tides ........ 5            a row of its contents list
    … as told in 2.3 …             a number inside a sentence
    … as told in 2.3(b) …          the same with a part, if labels are printed so
    [the tides](#tides)            a link within the document, to a number, a place or a title
    2.3                            a bookmark of a PDF, or the number of a record

A label that an address names is hardly text (`judge.reading.grammar.line_forms`), and an address without an entry is a
witness against the reading (`judge.checks.named_addresses`).

Labels of any shape are induced from what the document prints: `1a2b)`, `R1-2/3`, `1_2_3)`, `EV.5.2`, `1c++`. A label is
a token at the beginning of a line or an item. Nothing but its bounds is known before: runs of digits, of letters or of
plus signs, with any signs between them. Tokens of one shape are labels if most of them ascend, and if they go on from
shorter ones or from each other, or if the document names them itself. So no list of forms decides, and no word of a
language. What `judge.reading.lines.numbers` reads by its look is left to it. A token of a single run is the mark of a
list as often as not, and is a label only right above those that go on from it, or in a heading whose own address ends
with it.

Reads: a `Manuscript`. Writes: its `OwnAddresses` and its labels; `KnownEntries` tells which addresses have an entry.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from judge.core.numbering import LABEL, Key, levels, lookup_key, parse, roman_value, shape
from judge.core.tokens import fold
from judge.reading.lines.alphabet import longest_ascending
from judge.reading.lines.contents import ContentsList, find_contents, may_be_listed
from judge.reading.lines.front_matter import LEADING_NUMBER, fold_title, is_title
from judge.reading.lines.links import OWN_SCHEME, folded, inner_links, lines_beside, links_of, names_address, slug
from judge.reading.lines.numbers import (
    ALPHABETS,
    BEHIND,
    DATE,
    FEWEST,
    SIGN,
    STRONG,
    NumberedLine,
    follows,
    letter_value,
    lines_of,
    parent_keys,
    word_value,
)
from judge.reading.text.manuscript import Manuscript, Piece, parts_of

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


SINGLE = re.compile(
    rf"(?:{SIGN}\s?|[(\[])?(?P<number>\d{{1,3}}|[^\W\d_]|[IVXLC]{{1,6}}|[A-Z]{{2,4}})(?P<end>[.:)\]]{{0,2}})(?=\s|$)"
)
"""A token of one run, which a sign sets apart, or a title after it."""
RUNS = re.compile(r"\d+|[^\W\d_]+|\++")
WORDED = re.compile(r"(?:第|\S{1,20}?)\s?(?P<number>\d{1,3}|[A-Z]|[一二三四五六七八九十]{1,3})[章条條節节]?[^\w\s]?\s*")
"""What begins a heading whose address ends with its number: `Article 2: Crews`, `第二章：Crews`, `附则A：Crews`."""
NAMED = 4
"""One in that many of the labels that go on from no shorter ones is named by the document. The five documents have no
such case."""


class LabelToken(Struct, frozen=True, order=True):
    """A token that may be a label."""

    piece: int
    """Index of the piece."""
    offset: int
    """Where the line begins in the piece's text."""
    rest: int
    """Where the words after the token begin."""
    number: str
    runs: tuple[str, ...]


FirstRuns = Mapping[str, int]
"""What each first run of letters counts; 0 for the one with which all labels begin."""


def _shape_before(runs: Sequence[str], place: int) -> str:
    """Return the shape of what is before a run of a label; all labels count alike after the same."""
    return shape(".".join(runs[:place]))


def key_of(label: LabelToken, firsts: FirstRuns, roman: Collection[str]) -> Key:
    """Return a label in a form that compares: a letter right after digits is of their level, and `iv` is a `d`.

    Args:
        label: the label.
        firsts: what first runs count.
        roman: the shapes after which letters are Roman numbers.
    """
    levels: list[tuple[int, str]] = []
    for place, run in enumerate(label.runs):
        digits, letter = levels[-1] if levels else (0, "")
        if place and _shape_before(label.runs, place) in roman and run.isalpha():
            run = ALPHABETS[0][roman_value(run) - 1 :][:1] or run
        if run.isdecimal():
            levels.append((int(run), ""))
        elif not place and run in firsts:
            levels += [(firsts[run], "")] if firsts[run] else []
        elif digits and not letter and run.isalpha():
            levels[-1] = (digits, run.lower())
        else:
            levels.append((0, run.lower()))
    return tuple(levels)


def _shapes_before_roman(labels: Iterable[LabelToken]) -> set[str]:
    """Find the shapes after which all letters of labels may be Roman numbers, and some of these are several."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in labels:
        for place, run in enumerate(one.runs):
            if run.isalpha():
                found[_shape_before(one.runs, place)].add(run)
    return {at for at, own in found.items() if any(len(run) > 1 for run in own) and all(map(roman_value, own))}


def find_labels(manuscript: Manuscript, skip: Collection[int], read: Iterable[NumberedLine]) -> list[NumberedLine]:
    """Find the lines that begin with a label of a shape that only this document tells.

    Args:
        manuscript: the text, cut into pieces.
        skip: the indexes of the pieces of its contents list.
        read: the lines whose numbers are known by their look.
    """
    begun = {one.at: one.key for one in read if one.weight > 0}
    groups, single = _group_tokens(manuscript.pieces, skip, begun)
    if all(len(own) < 2 for own in groups):
        return []
    every = [one for own in groups for one in own]
    firsts = _count_firsts(every)
    roman = _shapes_before_roman(every)
    keys = {one: key_of(one, firsts, roman) for one in (*every, *single)}
    named = count_named(manuscript, {one.number for one in every})
    every += [one for one in single if manuscript.pieces[one.piece].kind != "bullet"]
    known = {*begun.values(), *(keys[one] for one in every)}
    heads: set[Key] = set()
    found: list[LabelToken] = []
    for own in sorted(groups, key=lambda own: -len(own[0].runs)):
        is_named = [named[lookup_key(one.number)] > 0 for one in own]
        if _are_labels([keys[one] for one in own], is_named, known, heads):
            found += own
            heads.update(above for one in own for above in parent_keys(keys[one]))
    found += _heads_alone(single, found, keys)
    return [_numbered_line(one, keys[one], manuscript.pieces[one.piece]) for one in found]


def headings_by_address(manuscript: Manuscript, skip: Collection[int]) -> Iterator[NumberedLine]:
    """Yield the headings that begin with a word and the number that ends their own address."""
    addresses: dict[int, set[str]] = defaultdict(set)
    for line, name in manuscript.anchors:
        if (number := number_of_address(name)) and number != name:
            addresses[line].add(number)
    for index, piece in enumerate(manuscript.pieces if addresses else ()):
        found = WORDED.match(piece.text.flow().value) if piece.kind == "heading" and index not in skip else None
        if found:
            numbers = (one for one in addresses[piece.text.first] if _value(one) == _value(found["number"]))
            if number := next(numbers, ""):
                yield NumberedLine(index, 0, number, ((_value(number), ""),), found.end(), 8.0, is_label=True)


def _value(number: str) -> int:
    """Return what a number or a letter counts."""
    return word_value(number) or BEHIND + letter_value(number)


def _group_tokens(
    pieces: Sequence[Piece], skip: Collection[int], begun: Collection[tuple[int, int]]
) -> tuple[list[list[LabelToken]], list[LabelToken]]:
    """Group the tokens of several runs by their shape, unless most of a group is read, and return those of one run."""
    groups: dict[str, list[LabelToken]] = defaultdict(list)
    single = []
    for one in _tokens(pieces, skip):
        if len(one.runs) > 1:
            groups[shape(one.number)].append(one)
        elif (one.piece, one.offset) not in begun:
            single.append(one)
    unread = [own for own in groups.values() if 2 * sum((one.piece, one.offset) in begun for one in own) <= len(own)]
    return unread, single


def _tokens(pieces: Sequence[Piece], skip: Collection[int]) -> Iterator[LabelToken]:
    """Yield what may be a label, of one run as well; 2² is a power."""
    for index, offset, line, _ in lines_of(pieces, skip, ("table", "rule")):
        found, single = TOKEN.match(line), SINGLE.match(line)
        found = found or (single if single and (single["end"] or is_title(line[single.end() :])) else None)
        if found and not DATE.fullmatch(number := found["number"]):
            rest = offset + found.end() + (found.end() < len(line))
            runs = tuple(RUNS.findall(number))
            if number.isascii() or all(run.isdecimal() or run.isalpha() or run[0] == "+" for run in runs):
                yield LabelToken(index, offset, rest, number, runs)


def _count_firsts(labels: Iterable[LabelToken]) -> FirstRuns:
    """Tell from all labels together what their first letters count: Roman numbers, an alphabet, or parts by name."""
    firsts = list(dict.fromkeys(one.runs[0] for one in labels if one.runs[0].isalpha()))
    if len(firsts) == 1:
        return {firsts[0]: 0}
    if all(map(roman_value, firsts)) and any(len(one) > 1 for one in firsts):
        return {one: roman_value(one) for one in firsts}
    is_alphabet = all(len(one) == 1 and letter_value(one) for one in firsts)
    return {one: BEHIND + (letter_value(one) if is_alphabet else place) for place, one in enumerate(firsts, 1)}


def _are_labels(keys: Sequence[Key], is_named: Sequence[bool], known: Collection[Key], heads: Collection[Key]) -> bool:
    """Tell whether the tokens of a shape are labels: they ascend, and go on from what begins lines or is known."""
    places = longest_ascending(keys)
    kept = [keys[place] for place in places]
    astray = places[-1] - places[0] + 1 - len(kept)
    hits = sum(is_named[place] for place in places)
    if len(kept) < (2 if hits else FEWEST) or 2 * astray > len(kept) or len({key[-1] for key in kept}) < 2:
        return False
    going_on = sum(
        key in heads or any(above in known for above in parent_keys(key)) or follows(before, key)
        for before, key in zip([(), *kept], kept, strict=False)
    )
    return 2 * min(going_on, len(kept) - astray) >= len(kept) or NAMED * min(hits, going_on) >= len(kept)


def _heads_alone(
    single: Iterable[LabelToken], labels: Iterable[LabelToken], keys: Mapping[LabelToken, Key]
) -> Iterator[LabelToken]:
    """Yield the tokens of one run from which the next label goes on: `(A)` above `(A:1)`."""
    following = sorted(labels)
    for one in single:
        place = bisect_right(following, one)
        if place < len(following) and keys[one] in parent_keys(keys[following[place]]):
            yield one


def _numbered_line(one: LabelToken, key: Key, piece: Piece) -> NumberedLine:
    weight = 8.0 if piece.kind == "heading" else STRONG + (not one.offset)
    return NumberedLine(one.piece, one.offset, one.number, key, one.rest, weight, is_label=True)

"""Labels of any shape, induced from what the document prints: `1a2b)`, `R1-2/3`, `1_2_3)`, `EV.5.2`, `1c++`.

A label is a token at the beginning of a line or an item. Nothing but its bounds is known before: runs of digits, of
letters or of plus signs, with any signs between them. Tokens of one shape are labels if most of them ascend, and if
they go on from shorter ones or from each other, or if the document names them itself. So no list of forms decides, and
no word of a language. What `judge.reading.lines.numbers` reads by its look is left to it. A token of a single run is
the mark of a list as often as not, and is a label only right above those that go on from it, or in a heading whose own
address ends with it.

Reads: a `Manuscript`, and what it names (`judge.reading.lines.addresses`). Writes: the lines that labels number.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from judge.core.numbering import Key, lookup_key, roman_value, shape
from judge.reading.lines.addresses import TOKEN, count_named, number_of_address
from judge.reading.lines.alphabet import longest_ascending
from judge.reading.lines.front_matter import is_title
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
from judge.reading.text.manuscript import Manuscript, Piece

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

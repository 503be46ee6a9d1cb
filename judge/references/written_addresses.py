"""Addresses of rules as texts write them: found in one pass, whatever their scheme, and never decided upon here.

    rule 12.4   §12.4   K4.3   A-3.2   PN-3b   Rule 12 (b)   4-3-2   II.A   Q12        a number, with or without a word
    Annex C, item 2   § 14 Abs. 1 Nr. 2   6, third bullet                             a whole, then its parts
    clause (b) of Rule 12   step 4 of 8.1   the second bullet of 3.4                  a part, then the whole

A number of one level is one only after a word or sign that may count it. Which words count parts of a text is data
(`judge.core.languages`); any word with a capital may, since a document may print its own ("Hour 7", "Table T2"). What
an address means is asked of the addresses that documents print (`judge.references.targets`), by its levels.

Numbers that continue one (`series`) are those of ranges, with their middle, and of lists; the place of a number in the
middle of a range is the whole range:

    1a1 to 1a3           1a1 and 1a3 are found by themselves; 1a2 is between them
    12.2f–h              12.2f, then 12.2g and 12.2h
    24.8.1.3-5           24.8.1.3, then 24.8.1.4 and 24.8.1.5
    4.1 to 4.3           4.1 and 4.3 are found by themselves; 4.2 is between them
    rules 4, 6 and 7     4, then 6 and 7
    1.2b, c and d        1.2b, then 1.2c and 1.2d
    1.2, 3.1 and 4.      1.2 and 3.1 are found by themselves; then 4
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from msgspec import Struct

from judge.core.languages import CLAUSE, PAGE, QUESTION, RULE, ordinal, units, words
from judge.core.numbering import INSERT, LABEL, LEVEL, PARTS, levels, lookup_key, shape

if TYPE_CHECKING:
    from judge.core.model import Entry


MARKED = r"(?:\s?\((?:[a-z]|[ivx]{2,4})\)|\((?:\d{1,2}|[A-Z])\)|(?<=\d),\s(?:[a-z]\)|\d{1,2}°)){0,3}"
"""Levels in brackets, and those with a mark of their own: "12(b)", "4.2 (ii)", "28, b)", "44, 3°"."""
ROMAN = r"[IVXLC]{1,6}"
SINGLE = rf"(?:\d{{1,4}}(?:{INSERT}|[A-Za-z]|\s[a-z](?=[)\],;.:]|$))?{MARKED}|{ROMAN}|[A-Z](?:\d{{1,3}}[a-z]?)?)"
"""A number of one level, or what stands for one after a word."""
FIRST = rf"(?:(?:[A-Z]{{1,4}}-?)?\d{{1,4}}[A-Za-z]?|[A-Z]|{ROMAN})"
DEEP = rf"(?:{FIRST}(?:\.{LEVEL}){{1,9}}|\d{{1,3}}(?:-{LEVEL}){{2,9}}){MARKED}"
GLUED = rf"[A-Z]{{1,4}}-?\d{{1,4}}[A-Za-z]?{MARKED}"
CORE = rf"(?:{DEEP}|{GLUED})"
NOT_INSIDE = r"(?:(?<![\w.,$€£/&])(?<!\d-)|(?<=[^\W\d_]\$)|(?<=\b[rR])|(?<=\d/)(?=\d{1,3}\.\d))"
"""Where a number may begin: not within a word or another number, but after the r of "r404.2" and in "otters$11.2"."""
CODE_BEHIND_NAME = re.compile(r"[A-Z][\w’'-]{0,30}\s\($")
"""What is before the code of a card's set: "Evil Twin (N2)"."""
NOT_FURTHER = r"(?![\w%]|[.,]\d|/\d{1,4}(?!\.\d|\d))"
NUMBER = re.compile(rf"{NOT_INSIDE}{CORE}{NOT_FURTHER}(?!-\d+-|-\d{{4}})")
SHORT_HYPHENED = re.compile(rf"{NOT_INSIDE}\d{{1,3}}-{LEVEL}{NOT_FURTHER}(?!-)")
"""A number of two levels with a hyphen, which in most documents is a range or a score."""
LABELS = rf"(?<![\w.,$€£&+])(?:(?P<word>[^\W\d_]{{1,20}})\.?\s)?(?P<number>{LABEL})(?![\w%+]|[.,/-]\d)"
"""A number of any shape, with the word before it; as a text, since few documents have such numbers."""
UNUSUAL = re.compile(r"\w[_/:-]\w")
SIGNED = re.compile(rf"(?:§{{1,2}}|→)\s?(?P<number>(?=\d){SINGLE}){NOT_FURTHER}")
WORDED = re.compile(
    rf"(?<![\w.])(?P<word>[^\W\d_]{{1,20}})\.?\s(?:(?:number|no)\.?\s)?#?(?P<number>{CORE}|{SINGLE}|\([a-z]{{1,4}}\)){NOT_FURTHER}(?![’']|(?<=\s[A-Z])\s\d)"
)
LETTER = re.compile(r"(?<![\w.])(?P<word>[^\W\d_]{1,20})\s(?P<number>\(?[a-z]\))(?![\w’'(]|\s[A-Z])")
"""A clause of the own rule by its letter alone: "as under (b)"."""
PART = re.compile(
    r",?\s(?P<word>[^\W\d_]{1,20})\.?\s(?P<number>\((?:\d{1,3}|[a-z])\)|\d{1,3}[a-z]?|[A-Za-z]|[^\W\d_]{4,20})(?![\w%]|[.,]\d|:\s)"
)
"""A part after its whole: ", item 2", " Abs. 1", ", third bullet"."""
COUNTED = re.compile(r"(?<![\w’'-])(?P<ordinal>[^\W\d_]{4,20})\s(?P<word>[^\W\d_]{3,20})(?=\s[^\W\d_]{1,5}\s)")
"""A part that is counted before its whole: "the second bullet of"."""
WHOLE_BEHIND = re.compile(
    rf"\s(?P<of>[^\W\d_]{{1,5}})\s(?:[^\W\d_]{{1,4}}\s|[^\W\d_][’'])?(?=(?P<whole>(?:[^\W\d_]{{1,20}}\.?\s|§\s?)?(?:{CORE}|{SINGLE}){NOT_FURTHER}))"
)
"""What is between a part and the number of its whole."""
JOINED = re.compile(
    r"(?:,\s|,?\s(?P<and>[^\W\d_]{1,5}|&)\s)(?P<number>\((?:\d{1,3}|[a-z])\)|\d{1,3}[a-z]?|[a-z])(?![\w%]|[.,]\d)"
)
"""Another part of a list before its whole: "clause (a) or (b) of"."""
MOST_PARTS = 4
"""Parts of an address, and parts that are listed before their whole."""
UNITS_OF_KINDS = {"qa": QUESTION, "step": "step"}
"""The unit of entries of a kind, though their numbers may be printed without the word."""
NOT_HERE = ("page", "note")
"""What other forms find."""
HEAD = re.compile(
    rf"(?P<number>(?P<word>[^\W\d_]{{1,20}}\.?\s)?(?:{CORE}|\d{{1,3}}[a-z]?|{ROMAN}|[A-Z]))(?P<end>[.:)]|\s?[–—-])?(?=\s|$)"
)
"""What a title begins with that may be an address: "Step 2: Loading", "EN-1", "7. What is a reef?"."""

DIGIT = re.compile(r"\d")
LETTERED = re.compile(r"[^\W\d_].{0,40}\d")


class Spoken(NamedTuple):
    """An address as a text writes it."""

    start: int
    end: int
    number: str
    """The whole, then its parts: "Rule 12, clause (b)"; without a word that only says that a rule is cited."""
    unit: str | None
    """What the word before it counts (`judge.core.languages`); None without a word, or with an unknown one."""


def mentions(
    text: str, limit: int | None = None, *, hyphens: bool = False, own: OwnNumbers | None = None
) -> Iterator[Spoken]:
    """Yield the addresses of a text in the order of their places, none within another.

    Args:
        text: a text.
        limit: where to stop in it; None for its end.
        hyphens: whether 4-3 is a number of two levels and not a range.
        own: numbers whose shape is the document's own.
    """
    stop = len(text) if limit is None else limit
    labels = list(_labels(text, stop, own)) if own else []
    every = [
        *_counted(text, stop),
        *_worded(text, stop),
        *_lettered(text, stop),
        *_signed(text, stop),
        *_numbers(text, stop, hyphens=hyphens),
    ]
    claimed = bytearray(len(text) if labels else 0)
    for one in labels:
        claimed[one.start : one.end] = b"\x01" * (one.end - one.start)
    every = [one for one in every if claimed.find(1, one.start, one.end) < 0]
    found = sorted((*labels, *every), key=lambda one: (one.start, -one.end))
    end = 0
    for one in found:
        if one.start >= end:
            yield from (read := _with_whole(text, _with_parts(text, one)))
            end = read[-1].end


def _numbers(text: str, stop: int, *, hyphens: bool) -> Iterator[Spoken]:
    """Yield numbers that need no word: of several levels, or with a letter before them."""
    for match in SHORT_HYPHENED.finditer(text, 0, stop) if hyphens else ():
        yield Spoken(match.start(), match.end(), match[0], None)
    for match in NUMBER.finditer(text, 0, stop):
        if not CODE_BEHIND_NAME.search(text, max(0, match.start() - 40), match.start()) or "." in match[0]:
            yield Spoken(match.start(), match.end(), match[0], None)


def _labels(text: str, stop: int, own: OwnNumbers) -> Iterator[Spoken]:
    """Yield the numbers of a shape of the document's own: those that it has, and others after a word that cites."""
    for match in re.finditer(LABELS, text[:stop]):
        number, word, start = match["number"], (match["word"] or "").casefold(), match.start("number")
        if normalize("NFKC", number) != number:
            continue  # "2ᵃ" is an ordinal
        is_whole = lookup_key(number) in own.keys or shape(number) in own.shapes
        splits = [[number]] if is_whole else [number.split(sign) for sign in "–/-"]  # "1a1–1a3" are two
        for one in next((parts for parts in splits if own.keys.issuperset(map(lookup_key, parts))), ()):
            start = text.index(one, start)
            yield Spoken(start, start + len(one), one, None)
        cites = units().get(word, PAGE) not in NOT_HERE or word in words("see")
        if cites and is_whole and lookup_key(number) not in own.keys:
            yield Spoken(start, match.end(), number, RULE)


def _signed(text: str, stop: int) -> Iterator[Spoken]:
    """Yield numbers of one level after a sign."""
    for match in SIGNED.finditer(text, 0, stop):
        yield Spoken(match.start("number"), match.end("number"), match["number"], RULE)


def _worded(text: str, stop: int) -> Iterator[Spoken]:
    """Yield numbers after a word that may count them, the word included unless it only says that a rule is cited."""
    for match in WORDED.finditer(text, 0, stop):
        word, number = match["word"], match["number"]
        sends = word.casefold() in words("see") and DIGIT.search(number)
        unit = RULE if sends else units().get(word.casefold())
        if unit in NOT_HERE or (unit is None and not (word[0].isupper() and DIGIT.search(number))):
            continue
        if unit is None and (len(word) < 2 or text[match.end() : match.end() + 1] == "-"):
            continue
        if NUMBER.fullmatch(number) or (unit == RULE and (DIGIT.search(number) or not number.strip("()").islower())):
            yield Spoken(match.start("number"), match.end(), number, unit)
        else:
            yield Spoken(match.start(), match.end(), match[0], unit)


def _lettered(text: str, stop: int) -> Iterator[Spoken]:
    """Yield clauses of the own rule after a word that sends a reader there."""
    for match in LETTER.finditer(text, 0, stop):
        if match["word"].casefold() in words("of") | words("see"):
            yield Spoken(match.start("number"), match.end(), f"{CLAUSE} {match['number']}", CLAUSE)


def _counted(text: str, stop: int) -> Iterator[Spoken]:
    """Yield parts that are counted in words before the number of their whole."""
    for match in COUNTED.finditer(text, 0, stop):
        word, place = match["word"].casefold(), ordinal(match["ordinal"])
        if place and word in units():
            one = Spoken(match.start(), match.end(), f"{word} {place}", units()[word])
            yield from (whole for whole in _with_whole(text, one) if whole != one)


def _with_parts(text: str, one: Spoken) -> Spoken:
    """Return an address with the parts that follow it."""
    for _ in range(MOST_PARTS):
        match = PART.match(text, one.end)
        word = match["word"].casefold() if match else ""
        number = match["number"] if match else ""
        if match and ordinal(word) and number.casefold() in units():
            one = one._replace(end=match.end(), number=f"{one.number}, {number} {ordinal(word)}")
        elif match and _is_part(word, match[0]) and (len(number.strip("()")) == 1 or number.strip("()")[0].isdigit()):
            one = one._replace(end=match.end(), number=f"{one.number}, {word} {number}")
        else:
            break
    return one


def _is_part(word: str, printed: str) -> bool:
    """Tell whether a word counts parts of a rule; after a comma, one for rules begins another address."""
    unit = units().get(word)
    return unit in PARTS or (unit == RULE and printed[0] != ",")


def _with_whole(text: str, one: Spoken) -> list[Spoken]:
    """Return a part, and those that are listed with it, with the whole that follows: "clause (b) or (c) of Rule 12"."""
    parts = [one]
    while one.unit and len(parts) < MOST_PARTS and (joined := JOINED.match(text, parts[-1].end)):
        if joined["and"] and joined["and"].casefold() not in words("and"):
            break
        parts.append(Spoken(joined.start("number"), joined.end(), joined["number"], one.unit))
    match = WHOLE_BEHIND.match(text, parts[-1].end) if one.unit and not NUMBER.fullmatch(one.number) else None
    worded = WORDED.fullmatch(match["whole"]) if match else None
    if not match or match["of"].casefold() not in words("of") or (worded and worded["word"].casefold() not in units()):
        return [one]
    over = worded["number"] if worded and NUMBER.fullmatch(worded["number"]) else match["whole"]
    wholes = [part._replace(number=f"{over}, {part.number}") for part in parts]
    return [*wholes[:-1], wholes[-1]._replace(end=match.end("whole"))]


def _is_known(word: str) -> bool:
    """Tell whether a word before a number counts parts of texts, or is short for something: "Err."."""
    return word.casefold().rstrip(". ") in units() or word.rstrip().endswith(".")


def _is_own_word(level: str) -> bool:
    """Tell whether a document's own word begins its numbers: the Auskunft of "Auskunft 6"."""
    return len(level) > 1 and level.isalpha() and level not in units().values()


class OwnNumbers(Struct, frozen=True):
    """The numbers of a document whose shape no other form finds: `2k2a`."""

    keys: frozenset[str]
    """As they are looked up."""
    shapes: frozenset[str]


def own_numbers(entries: Iterable[Entry]) -> OwnNumbers | None:
    """Return the numbers of entries that no other form finds; None where none has three levels or a sign of its own."""
    numbers = [entry.number for entry in entries if entry.number and not NUMBER.fullmatch(entry.number)]
    if not any(len(levels(number)) > 2 or UNUSUAL.search(number) for number in numbers):
        return None
    odd = [number for number in numbers if re.fullmatch(LABELS, number)]
    return OwnNumbers(frozenset(map(lookup_key, odd)), frozenset(map(shape, odd)))


def head_of(entry: Entry) -> re.Match[str] | None:
    """Return what an entry's title begins with, if it is an address: its groups are `number` and `word`."""
    head = HEAD.match(entry.title) if entry.title else None
    if head and entry.kind == "card" and not (head["end"] and (head["word"] or LETTERED.search(head["number"]))):
        return None
    is_address = head and (head["end"] or not entry.number)
    if not head or not is_address or head["end"]:
        return head
    return head if (_is_known(head["word"]) if head["word"] else LETTERED.search(head["number"])) else None


def addresses_of(entry: Entry, above: Sequence[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yield the levels of each address of an entry, its printed number first.

    Args:
        entry: an entry.
        above: the levels of the addresses of its parent.
    """
    own = [levels(entry.number)] if entry.number else []
    if head := head_of(entry):
        own.append(levels(head["number"]))
    own += [named[1:] for named in own if len(named) == 2 and _is_own_word(named[0])]
    if unit := UNITS_OF_KINDS.get(entry.kind):
        own += [(unit, *named) for named in own if len(named) == 1]
    yield from own
    for mine in own:
        for over in above:
            shared = next((count for count in range(len(mine) - 1, 0, -1) if mine[:count] == over[-count:]), 0)
            if mine[: len(over)] != over:
                yield (*over, *mine[shared:])


RANGE = re.compile(rf"\s?[–—\u2011\u2212-]\s?|\s(?:{'|'.join(sorted(words('to')))})\s")
LIST = re.compile(rf",?\s(?:{'|'.join(sorted(words('and')))})\s|,\s|/|\s?&\s?")
TAIL = re.compile(r"[A-Za-z](?![\w’'.]\w|-\w\w|-\d|[\w’'])")
DIGITS = re.compile(r"\d{1,4}(?![\w%]|[.,/:]\d)")
WHOLE = re.compile(rf"(?:\d{{1,4}}|[A-Z](?=\.))(?:\.{LEVEL}){{0,9}}(?![\w%]|[.,/]\d)")
SAME_LABEL = re.compile(rf"{LABEL}(?![\w%+]|[.,/-]\d)")
CLOSING = re.compile(r"\d{1,3}(?=[.;)\]](?:\s|$)|$)")
"""A number of one level that closes a list of others: "1.2, 3.1 and 4."."""
LAST = re.compile(r"(?<!\d)\d+$|[A-Za-z]$")
MOST_BETWEEN = 20
"""Numbers in the middle of a range. The five documents have no such case."""
MOST_MEMBERS = 12
"""Numbers of a list after its first."""
NEXT = 5
"""How far on the next letter of a list may be: "1.2a and z" is none. The five documents have no such case."""


class Continuation(Struct, frozen=True):
    """A number that continues another."""

    start: int
    end: int
    number: str
    printed: bool
    """False in the middle of a range, of which it has the place."""
    ranged: bool
    """It is part of a range, which says that it is meant."""


def series(text: str, number: str, start: int, end: int) -> Iterator[Continuation]:
    """Yield the numbers that continue one in a text.

    Args:
        text: the text.
        number: the number, as printed.
        start: where it begins.
        end: where it ends.
    """
    for _ in range(MOST_MEMBERS):
        ranged = RANGE.match(text, end)
        joint = ranged or LIST.match(text, end)
        found = _next(text, number, joint.end(), ranged=bool(ranged)) if joint else None
        if joint and not found and joint[0].strip(" ,") in words("and") and (last := CLOSING.match(text, joint.end())):
            found = Continuation(last.start(), last.end(), last[0], True, False)
        if not joint or not found:
            return
        if ranged:
            yield from (Continuation(start, found.end, one, False, True) for one in between(number, found.number))
        yield found
        number, start, end = found.number, found.start, found.end


def _next(text: str, number: str, start: int, *, ranged: bool) -> Continuation | None:
    """Return the number that is at a place, written out or by its last level alone.

    After a comma a level is a letter, or of a number that begins with letters: "F.1, 2 and 3", not "F.1, 2 Ships".
    """
    last = LAST.search(number)
    whole = _like_at(text, start, number)
    if whole:
        return Continuation(start, whole.end(), whole[0], True, ranged)
    if not last:
        return None
    tail = (DIGITS if last[0].isdigit() else TAIL).match(text, start)
    if not tail or tail[0].isupper() != last[0].isupper():
        return None
    is_number = tail[0].isdigit()
    if is_number and not ranged and not (number[0].isalpha() and not text[tail.end() :].lstrip()[:1].isupper()):
        return None
    steps = int(tail[0]) - int(last[0]) if is_number else ord(tail[0]) - ord(last[0])
    if steps <= 0 or (not ranged and not is_number and steps > NEXT):
        return None
    return Continuation(start, tail.end(), number[: last.start()] + tail[0], True, ranged)


def _like_at(text: str, start: int, number: str) -> re.Match[str] | None:
    """Return the number at a place that has as many levels as another, or its shape."""
    if whole := WHOLE.match(text, start):
        is_bare = " " not in number and number[0].isalpha() and whole[0].isdigit()
        return whole if whole[0].count(".") == number.count(".") and not is_bare else None
    label = SAME_LABEL.match(text, start)
    return label if label and shape(label[0]) == shape(number) else None


def between(first: str, last: str) -> Iterator[str]:
    """Yield the numbers between two that differ in their last level alone.

    >>> list(between("12.2f", "12.2h")), list(between("4.1", "4.4")), list(between("4.1", "5.2"))
    (['12.2g'], ['4.2', '4.3'], [])
    """
    one, other = LAST.search(first), LAST.search(last)
    if not one or not other or first[: one.start()] != last[: other.start()] or one[0].isdigit() != other[0].isdigit():
        return
    low, high = (int(end[0]) if end[0].isdigit() else ord(end[0]) for end in (one, other))
    if high - low <= MOST_BETWEEN:
        for value in range(low + 1, high):
            yield first[: one.start()] + (str(value) if one[0].isdigit() else chr(value))

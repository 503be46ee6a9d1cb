"""Numbers at the beginnings of lines: which lines may be headings, and how much each looks like one.

    24.8.1 Order    24.8.1. Order    24.8.1) Order    [24.8.1] Order    § 24 Order    #24 Order
    3-1 Order    A.3 Order    A. Order, above A.3
    Chapter 4: Combat    Rule IV. Combat    Глава 4. …    第4章 …        a word that counts upwards

A line alone can rarely be judged: a rule may begin in lower case, a chapter may have neither point nor title. So what
counts most is whether a number follows the one before it and is followed by the one after it.

A rulebook numbers its sections upwards, and a number at the beginning of a line that is not a section (a wrapped
reference, a quantity) breaks that order. So the candidates are weighed by their looks, and those between neighbours of
the longest ascending chain weigh more. `judge.reading.grammar` decides which lines begin rules.

Marks are levels that print only their own letter or number, such as `a.`, `(a)`, `ii)` and `1)`.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from judge.core.languages import counts
from judge.core.model import replace
from judge.core.numbering import INSERT, INSERTED, Key, exact_key, roman_value
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import longest_ascending
from judge.reading.lines.paragraphs import is_open
from judge.reading.text.manuscript import Piece, PieceKind
from judge.reading.text.rich_text import Text

WORDS = counts()
SIGNS = "一二三四五六七八九"
ALTERNATIVES = "|".join(sorted(WORDS, key=len, reverse=True))
"""All of them for a pattern, the longest first."""


def word_value(word: str) -> int:
    """Return what a number counts that is written in words or signs; 0 where it is none.

    >>> [word_value(word) for word in ("Two", "третья", "十二", "二十", "３", "anchor")]
    [2, 3, 12, 20, 3, 0]
    """
    folded = unicodedata.normalize("NFKC", word).casefold()
    if folded.isdecimal():
        return int(folded)
    tens, ten, ones = folded.rpartition("十")
    if ten or folded in SIGNS:
        if any(sign not in SIGNS for sign in tens + ones) or len(tens) > 1 or len(ones) > 1:
            return 0
        return 10 * (SIGNS.find(tens) + 1 if tens else 1) * bool(ten) + (SIGNS.find(ones) + 1 if ones else 0)
    return WORDS.get(folded, 0)


STRONG = 3.0
"""From this weight on a candidate looks like a heading by itself. Half changes 7 entries of the L5R reference and 4
entries of the UFS rules, double nothing."""
LETTER = r"[^\W\d_]"
SIGN = "[§#№¶※]"
"""Signs that say of the number after them that it is that of a rule."""
LEVEL = rf"(?:\d{{1,4}}{LETTER}?|{LETTER})"
NUMBERED = re.compile(
    rf"(?:{SIGN}\s?|\[|(?:rule|section)\s)?(?P<number>(?P<prefix>{LETTER}{{1,3}}(?:(?=\d)|-(?=\d{{1,3}}{LETTER}?[.:)\]\s])))?"
    rf"(?:\d{{1,4}}{LETTER}?|[IVXLC]{{1,7}}|{LETTER})(?:[.:-]{LEVEL}){{0,9}})(?P<end>[.):\]]*)(?:(?!{LETTER})\s+(?=\S)|(?<=\d\.)(?={LETTER}{LETTER}))",
    re.IGNORECASE,
)
WORDED = re.compile(
    r"(?P<word>[^\W\d_]{2,20})\.?\s(?P<number>\d{1,3}(?:\.\d{1,3}){0,4}"
    rf"{INSERT}?|[IVXLC]{{1,7}}|[A-Z]|{ALTERNATIVES})(?:(?<=1)(?:er|ère|re|[º°ª]))?"
    r"(?P<end>[.:)]?\s?[–—-](?=\s)|[.:)])?(?:\s+(?=\S)|$)",
    re.IGNORECASE,
)
"""`Chapter 4: Combat`, `Rule IV`, `Book One`, `Art. 1er. - Objet`, in any language that puts a blank between word and
number."""
UNSPACED = re.compile(rf"第\s?(?P<number>\d{{1,3}}|[{SIGNS}十]{{1,3}})\s?(?P<word>[^\W\d_])(?P<end>[.:：、）]?)\s*")
"""The same in Chinese and Japanese."""
ALPHABETS = ("abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρστυφχψω", "абвгдежзиклмнопрстуфхцчшщэюя")
BEHIND = 9000
"""Letters that number appendices count from here, since these are after all chapters."""
NO_HEADING = re.compile(
    r"(?:page|figure|fig|table|diagram|chart|illustration|example|note|tip|step|appendix|see|cf)", re.I
)
"""Words that count something else or lead to it; steps and appendices are read as such."""
FEWEST = 3
"""That many lines with a word and a number that ascend make the word that of headings. Half changes 21 entries of the
L5R reference, double nothing."""
HUNDRED = 100
"""Rules of a chapter where it numbers them `100`, `101`: what one digit more makes."""
MOSTLY = 0.6
"""Share of the sure numbers of several levels that ascend where what does not is left out: it counts lists. Half or
double changes nothing in the five documents."""
MOST_BETWEEN = 40
"""That many doubtful numbers before a sure one are asked whether they lead to it. A bound of the work. Half or double
changes nothing in the five documents."""
LETTERS_SKIPPED = 2
"""How far a letter may be from the one before it; many rulebooks leave out `l` and `o`, which look like digits. The
five documents have no such case."""
COUNT = r"\d{1,2}|[^\W\d_\u2e80-\uffff]|[ivx]{2,5}|[IVX]{2,5}"
"""What counts: a number, or a letter of an alphabet; one sign of East Asia is a word."""
MARK = re.compile(rf"(?:(?P<open>[(\[])(?P<inner>{COUNT})[)\]]|(?P<outer>{COUNT})(?P<end>[.):]))\s+(?=\S)")


class NumberedLine(Struct, frozen=True):
    """A line that begins with a number."""

    piece: int
    """Index of the piece."""
    offset: int
    """Where the line begins in the piece's text."""
    number: str
    """As it is printed."""
    key: Key
    rest: int
    """Where the words after the number begin."""
    weight: float
    word: str = ""
    """The word before the number, where its headings have one: `Chapter`."""
    is_label: bool = False
    """The document itself tells that it is a number of a rule (`judge.reading.lines.addresses`)."""
    goes_on: bool = False
    """The words after it go on in lower case, as they seldom do after the numbers of the document."""

    @property
    def at(self) -> tuple[int, int]:
        """Its piece and its offset there."""
        return self.piece, self.offset


def letter_value(letter: str) -> int:
    """Return the place of a letter in its alphabet, of `bis` or `++` in their rows, from 1; 0 for what is in none.

    >>> letter_value("C"), letter_value("β"), letter_value("港")
    (3, 2, 0)
    """
    if letter.strip() in INSERTED:
        return INSERTED.index(letter.strip()) + 1
    if letter[:1] == "+":
        return len(letter)
    return next((letters.index(letter.lower()) + 1 for letters in ALPHABETS if letter.lower() in letters), 0)


def parent_keys(key: Key) -> Iterator[Key]:
    """Yield the keys that may be above one, nearest first; a chapter may be printed with a zero.

    >>> list(parent_keys(exact_key("24.8a"))) == [exact_key("24.8"), exact_key("24"), exact_key("24.0")]
    True
    """
    while key and key[-1][1][:1] == "+":
        key = key[:-1]  # 2e+ is beside 2e
    while key:
        digits, letter = key[-1]
        if letter and digits:
            key = (*key[:-1], (digits, ""))
        else:
            key = key[:-1]
            if not key:
                return
        yield key
        if key[-1] != (0, "") and len(key) == 1:
            yield (*key, (0, ""))


def follows(before: Key, after: Key) -> bool:
    """Tell whether a number may be right after another: its first child, its next sibling, or that of one above.

    >>> [number for number in ("2.3.1b", "2.3.2", "2.4", "3", "2.3.1a.1", "2.5", "4")
    ...  if follows(exact_key("2.3.1a"), exact_key(number))]
    ['2.3.1b', '2.3.2', '2.4', '3', '2.3.1a.1']
    """
    depth = len(after) - 1
    digits, letter = after[-1]
    if depth and after[-1] == (0, "") and follows(before, after[:-1]):
        return True  # chapter 3.0 after rule 2.4
    if after[:-1] == before:
        return letter_value(letter or "a") == 1 and digits <= (0 if letter else 1)
    if len(before) <= depth or before[:depth] != after[:depth]:
        return False
    last_digits, last_letter = before[depth]
    if digits == last_digits and letter and letter_value(letter):
        start = letter_value(last_letter) if last_letter else 0
        return 0 < letter_value(letter) - start <= (LETTERS_SKIPPED if last_letter else 1)
    return digits == last_digits + 1 and letter_value(letter or "a") == 1


def lines_of(
    pieces: Sequence[Piece], skip: Collection[int], others: Sequence[PieceKind]
) -> Iterator[tuple[int, int, str, str]]:
    """Yield the source lines of pieces: the index of the piece, the offset in it, the line, the line above it there.

    A heading is one line, even where its number is in one of its own.

    Args:
        pieces: of the document.
        skip: the indexes of those that are left out.
        others: kinds that are left out as well.
    """
    for index, piece in enumerate(pieces):
        if index not in skip and piece.kind not in others:
            last_line = ""
            is_heading = piece.kind == "heading"
            for offset, line in [(0, piece.text.flow().value)] if is_heading else line_starts(piece.text):
                yield index, offset, line, last_line
                last_line = line


def by_look(pieces: Sequence[Piece], skip: Collection[int]) -> Iterator[NumberedLine]:
    """Yield the lines that begin with a number, in the ways in which the document as a whole writes numbers."""
    found = [
        (index, offset, match)
        for index, offset, line, _ in lines_of(pieces, skip, ("table", "rule"))
        if (match := NUMBERED.match(line))
    ]
    way = _way([match for index, _, match in found if not _is_of_list(pieces[index], match)])
    deep = [match for _, offset, match in found if not offset and SEPARATOR.search(match["number"])]
    begins = Counter(map(_goes_on, deep))
    is_odd = begins[True] < max(FEWEST, begins[False])  # as in most documents, where such a number is a quantity
    for index, offset, match in found:
        key = way.key_of(match)
        if key:
            goes_on = _goes_on(match) and pieces[index].kind != "heading" and (is_odd or offset > 0)
            is_text = goes_on or _is_of_list(pieces[index], match)
            weight = 0.0 if is_text else _weight(pieces[index], offset, match)
            rest = offset + match.end()
            yield NumberedLine(index, offset, match["number"], key, rest, weight, goes_on=goes_on)


def _is_of_list(piece: Piece, match: re.Match[str]) -> bool:
    """Tell whether a number of one level is the mark of a list, as far as its look tells."""
    return piece.kind == "bullet" and not SEPARATOR.search(match["number"])


DATE = re.compile(r"(?:19|20)\d\d-\d\d(?:-\d\d)?|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d")
SEPARATOR = re.compile(r"[.:-]")


class NumberStyle(Struct, frozen=True):
    """How a document writes its numbers."""

    prefix: str
    """What is before each number: the R of `R1.2`."""
    roman: bool
    """Whether `II.A` begins with a Roman number."""
    lettered: bool
    """Whether `B2` and `B.2` are in a chapter `B`."""
    look: tuple[str, bool]
    """What is after such numbers, and whether they begin with a capital."""
    chapters: frozenset[str]
    """The letters with which such numbers begin."""
    parts: tuple[str, ...]
    """The words that begin the numbers of its parts, in their order: the EN and PL of `EN-1` and `PL-1`."""
    plain: bool
    """Whether most numbers are of digits alone."""

    def key_of(self, match: re.Match[str]) -> Key | None:
        """Return the key of a number, or None where the document writes none so."""
        number, prefix = match["number"], match["prefix"] or ""
        if DATE.fullmatch(number):
            return None
        if prefix and prefix == self.prefix:
            return exact_key(number[len(prefix) :].replace(":", "."))
        first, *more = SEPARATOR.split(number)
        if prefix:
            value = self._count_prefix(prefix)
            levels = exact_key(".".join(filter(None, (first[len(prefix) :], *more))))
            return ((BEHIND + value, ""), *levels) if value else None
        if first[0].isdigit():
            return exact_key(number.replace(":", ".")) if self.plain or not (self.prefix or self.roman) else None
        if not more and _look(match)[1] != self.look[1]:
            return None
        if self.roman and (value := roman_value(first)):
            return ((value, ""), *(exact_key(".".join(more)) if more else ()))
        heads = first in self.chapters and match["end"] == "."
        alike = self.lettered and (match["end"] == self.look[0] or not match["end"] or heads)
        if len(first) == 1 and (more or alike) and (value := letter_value(first)):
            return ((BEHIND + value, ""), *(exact_key(".".join(more)) if more else ()))
        return None

    def _count_prefix(self, prefix: str) -> int:
        """Return what the letters before a number count: a place in the alphabet, or that among parts with names."""
        is_part, letter = prefix in self.parts, prefix.rstrip("-")
        if is_part and any(len(one.rstrip("-")) > 1 for one in self.parts):
            return self.parts.index(prefix) + 1
        return letter_value(letter) if len(letter) == 1 and (is_part or self.lettered) else 0


def _way(found: Sequence[re.Match[str]]) -> NumberStyle:
    """Tell from all numbers together how a document writes them."""
    prefixes = Counter(match["prefix"] for match in found if match["prefix"])
    plain = sum(1 for match in found if match["number"][0].isdigit() and SEPARATOR.search(match["number"]))
    prefix, count = prefixes.most_common(1)[0] if prefixes else ("", 0)
    several = any(match["prefix"] == prefix and SEPARATOR.search(match["number"]) for match in found)
    constant = several and count >= max(FEWEST, 0.8 * sum(prefixes.values()), plain)
    composed = [SEPARATOR.split(match["number"]) for match in found if not match["prefix"]]
    firsts = Counter(first for first, *more in composed if more and not first[0].isdigit())
    roman = [first for first in firsts if roman_value(first)]
    is_roman = len(roman) == len(firsts) and any(len(first) > 1 for first in roman) and sum(firsts.values()) >= FEWEST
    lettered = not constant and (len([one for one in prefixes if len(one) == 1]) > 1 or sum(firsts.values()) >= FEWEST)
    usual = Counter(_look(match) for match in found if not match["number"][0].isdigit() and len(match["number"]) > 1)
    look = usual.most_common(1)[0][0] if usual else ("", True)
    others = sum(prefixes.values()) + sum(firsts.values())
    chapters = frozenset((*prefixes, *firsts))
    hyphened = Counter(match["prefix"] for match in found if match["prefix"] and match["prefix"].endswith("-"))
    parts = tuple(one for one, times in hyphened.items() if times > 1 and one.isupper())
    is_lettered = lettered and not is_roman
    return NumberStyle(prefix if constant else "", is_roman, is_lettered, look, chapters, parts, plain >= others)


def _look(match: re.Match[str]) -> tuple[str, bool]:
    """Return what is after a number, and whether it begins with a capital."""
    return match["end"], match["number"][0].isupper()


def line_starts(text: Text) -> Iterator[tuple[int, str]]:
    """Yield the source lines of a text, each with the offset at which it begins."""
    if len(text.places) == 1:
        yield len(text.value) - len(text.value.lstrip()), text.value.strip()
        return
    lines = {place.line: place.offset for place in reversed(text.places)}
    for start, end in pairwise([*sorted(lines.values()), len(text.value)]):
        line = text.value[start:end]
        yield start + len(line) - len(line.lstrip()), line.strip()


def _is_set_apart(piece: Piece, offset: int, match: re.Match[str]) -> bool:
    """Tell whether the number alone is in bold type, before the text of its rule."""
    bold = (mark for mark in piece.text.marks if mark.kind == "strong" and mark.start <= offset)
    return any(offset < mark.end <= offset + match.end("end") for mark in bold)


def _goes_on(match: re.Match[str]) -> bool:
    """Tell whether the words after a number go on in lower case."""
    return match.string[match.end() :][:1].islower() and match["number"][-1].isdigit()


def _weight(piece: Piece, offset: int, match: re.Match[str]) -> float:
    """Weigh a line that begins with a number, by its offset in its piece: how much does it look like a heading?"""
    rest = match.string[match.end() :]
    bare = not SEPARATOR.search(match["number"]) and not match["end"] and not match["prefix"]
    if bare and _is_set_apart(piece, offset, match):
        return STRONG + 1
    if piece.kind == "heading":
        return 2.0 if bare and not front_matter.is_title(rest) else 8.0
    if bare:
        return 0.5 if front_matter.is_title(rest, 8) and front_matter.is_capitalised(rest) and not offset else 0.0
    return STRONG + 1 if not offset else STRONG - 1


def worded(pieces: Sequence[Piece], skip: Collection[int]) -> Iterator[NumberedLine]:
    """Yield the lines that begin with a word and a number, of each word whose numbers ascend often enough."""
    found: dict[str, list[tuple[int, int, re.Match[str]]]] = defaultdict(list)
    for index, offset, line, last_line in lines_of(pieces, skip, ("table", "rule", "bullet")):
        match = UNSPACED.match(line) or WORDED.match(line)
        is_heading = pieces[index].kind == "heading"
        begins = not offset or not is_open(last_line) or is_heading
        goes_on = match and not is_heading and line[match.end() :][:1].islower()
        if match and begins and not goes_on and not NO_HEADING.fullmatch(match["word"]):
            found[match["word"].casefold()].append((index, offset, match))
    for places in found.values():
        named = list(_named_alike(pieces, places))
        ascends = sum(1 for one, other in pairwise(named) if follows(one.key, other.key))
        fewest = 1 if all(pieces[one.piece].kind == "heading" for one in named) else FEWEST - 1
        first = named[0].key[0][0] % BEHIND if named else 0
        apart = sum(1 for one, other in pairwise(named) if other.piece != one.piece)  # text is between them
        if ascends >= max(fewest, 0.7 * (len(named) - 1)) and first <= 1 and 2 * apart >= len(named) - 1:
            yield from named


def _named_alike(pieces: Sequence[Piece], places: Sequence[tuple[int, int, re.Match[str]]]) -> Iterator[NumberedLine]:
    """Make candidates of the lines that begin with one word; its letters are Roman numbers if all may be."""
    letters = [
        match["number"] for _, _, match in places if match["number"].isalpha() and not word_value(match["number"])
    ]
    roman = all(map(roman_value, letters)) and any(letter in "Ii" for letter in letters)
    for index, offset, match in places:
        printed = match["number"]
        value = word_value(printed)
        if not value and printed.isalpha():
            value = roman_value(printed) if roman else BEHIND + letter_value(printed)
        key: Key = ((value, ""),) if value else exact_key(printed)
        weight = 8.0 if pieces[index].kind == "heading" else STRONG + 2
        shown = match.string[: match.end("number")] if match.re is WORDED else match.group().rstrip(" .:：、）")
        yield NumberedLine(index, offset, shown, key, offset + match.end(), weight, match["word"])


def with_chapters(found: list[NumberedLine]) -> list[NumberedLine]:
    """Let chapters `1`, `2` are before the rules `100`, `200` of their hundred, where a document counts so."""
    hundreds = [one.key[0][0] for one in found if len(one.key) == 1 and one.key[0][0] >= HUNDRED]
    if len(set(hundreds)) < FEWEST:
        return found
    changed = list(found)
    for n, (one, below) in enumerate(pairwise(found)):
        number = one.key[0][0]
        if len(one.key) == 1 and 0 < number < HUNDRED and below.key[0][0] // HUNDRED == number:
            changed[n] = replace(one, key=chapter_of(below.key), weight=max(one.weight, STRONG))
    return changed


def chapter_of(key: Key) -> Key:
    """Return the key of the chapter that a rule of its hundred is in: it sorts right before the hundred."""
    return ((key[0][0] // HUNDRED * HUNDRED - 1, BEFORE_HUNDRED),)


def hundred_keys(key: Key) -> tuple[Key, ...]:
    """Return the keys of the hundred and of the chapter that a rule is in, nearest first; a chapter is in neither.

    >>> hundred_keys(exact_key("204.3")), hundred_keys(chapter_of(exact_key("200")))
    ((((200, ''),), ((199, '~'),)), ())
    """
    number, letter = key[0]
    if number < HUNDRED or letter == BEFORE_HUNDRED:
        return ()
    hundred = ((number // HUNDRED * HUNDRED, ""),)
    return (chapter_of(key),) if len(key) == 1 else (hundred, chapter_of(key))


BEFORE_HUNDRED = "~"
"""What sorts after all letters: in the key of a chapter, before its hundred."""


def weighed_by_neighbours(found: Sequence[NumberedLine]) -> list[NumberedLine]:
    """Raise what is exactly between its neighbours: the sequence outweighs the look of a line."""
    bare = [n for n, one in enumerate(found) if not one.word]
    raised: set[int] = set()
    for counted in (range(len(found)), bare) if len(bare) < len(found) else (bare,):
        sure = _anchors(found, counted)
        for before, after in pairwise([-1, *sure]):
            raised |= _leading(found, before, after)
    return [replace(one, weight=max(STRONG, one.weight)) if n in raised else one for n, one in enumerate(found)]


def _anchors(found: Sequence[NumberedLine], counted: Sequence[int]) -> list[int]:
    """Return the numbers that look like headings by themselves, without those of lists that break the order."""
    sure = [n for n in counted if found[n].weight >= STRONG - 1]
    chained = {sure[n] for n in longest_ascending([found[n].key for n in sure])}
    deep = {n for n in sure if len(found[n].key) > 1}
    return sorted(chained) if deep and len(chained & deep) >= MOSTLY * len(deep) else sure


def _begins(before: NumberedLine, one: NumberedLine) -> bool:
    """Tell whether a number goes on from another, or begins to count anew where its look allows that."""
    return follows(before.key, one.key) or (one.key == ((1, ""),) and (one.weight > 0 or bool(before.word)))


def _leading(found: Sequence[NumberedLine], before: int, after: int) -> set[int]:
    """Return what leads step by step from one number to another, each right after the one before it."""
    between = range(max(before + 1, after - MOST_BETWEEN), after)
    reached = {n for n in between if before < 0 or _begins(found[before], found[n])}
    for n in between:
        if n not in reached and any(one < n and follows(found[one].key, found[n].key) for one in reached):
            reached.add(n)
    leading = {after}
    for n in sorted(reached, reverse=True):
        if any(follows(found[n].key, found[one].key) for one in leading):
            leading.add(n)
    return leading - {after}


class MarkReading(Struct, frozen=True):
    """One way to read a mark."""

    style: str
    """Its look and what it counts with: `.a`, `(1`, `)i`."""
    value: int


def readings(match: re.Match[str]) -> tuple[MarkReading, ...]:
    """Return what a mark may count: a letter may be a Roman number as well.

    >>> [readings(MARK.match(text)) for text in ("b. x", "(ii) x")]
    [(MarkReading(style='.a', value=2),), (MarkReading(style='(i', value=2),)]
    """
    mark = match["inner"] or match["outer"]
    sign = match["open"] or match["end"]
    if mark.isdigit():
        return (MarkReading(f"{sign}1", int(mark)),)
    capital = mark.isupper()
    found = []
    if len(mark) == 1 and (place := letter_value(mark)):
        found.append(MarkReading(sign + ("A" if capital else "a"), place))
    if value := roman_value(mark):
        found.append(MarkReading(sign + ("I" if capital else "i"), value))
    return tuple(found)


def with_parent(number: str, mark: str, *, dotted: bool) -> str:
    """Return the number of a level that prints only its own mark.

    >>> with_parent("1.4.3", "a", dotted=False), with_parent("1.4.3", "A", dotted=True)
    ('1.4.3a', '1.4.3.A')
    >>> with_parent("3.2", "1", dotted=False)
    '3.2.1'
    """
    glue = "" if number[-1:].isdigit() and mark.isalpha() and len(mark) == 1 and not dotted else "."
    return f"{number.rstrip('.')}{glue}{mark}"

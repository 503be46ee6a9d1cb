"""Section numbers: read, compare, print; the ids of entries, and the addresses of their parts.

A number is a chain of levels parted by points: "24.8.1.3", "2.13.7A", "702.19a", "1.1.1.a", "A.3", "103.2.d.1".
A level is digits, digits with one letter, or one letter. A chapter is often printed with a last level of zero:
"24.0" and "24" are the same chapter, while "2.0.1" lies below "2.0".

Parts of an entry that are not entries, its bullets, steps and table rows, are counted among its blocks of that kind:
`ID#b2` is its second bullet, `ID#s4` its fourth step, `ID#t1` the first row of its tables.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from judge.core.languages import CLAUSE, RULE, units

LEVEL = r"(?:\d{1,4}[A-Za-z]?|[A-Za-z])"
NUMBER = rf"(?:\d{{1,4}}[A-Za-z]?(?:\.{LEVEL}){{0,9}}|[A-Z](?:\.{LEVEL}){{1,9}})"
"""Pattern of a number within running text; a single letter alone is none."""
RUN = r"(?:\d{1,4}(?!\d)|(?:[^\W\d_]|[ivxlc]{2,5}|[IVXLC]{2,5})(?![^\W\d_])|\+{1,4})"
SIGN = r"""(?:[^\w\s,;+?%$€£—…'’‘“”„"`<>()\[\]{}\\]|_)"""
"""What may part the runs of a number: no sign of sentences, quotes, quantities or brackets."""
LABEL = (
    rf"(?=\S{{0,12}}\d|[^\W\d_]{{1,5}}(?:{SIGN}|[(\[])[^\W\d_])(?:[A-Z]{{2,4}}(?![^\W\d_])|(?!\+){RUN})"
    rf"(?:{SIGN}{{0,2}}{RUN}|[(\[]{RUN}[)\]]){{1,9}}"
)
"""Pattern of a number of any shape, runs of digits, letters or plus signs with signs between them: `1a2b`, `R1-2/3`.
What has this shape is a number only where a document says so (`judge.reading.lines.addresses`)."""
INSERTED = ("bis", "ter", "quater", "quinquies")
"""What rules that were put between two others have after their number, in their order: "27 bis"."""
INSERT = rf"(?:\s(?:{'|'.join(INSERTED)})(?!\s\d))"
WHOLE = re.compile(NUMBER)
TRAILING_ZERO = re.compile(r"(?<=[^.])\.0$")
PIECES = re.compile(r"(?<=\d)-\d+|\d+|[^\W\d_]+|\++")
"""The levels of a number, whatever is between them."""
ROMAN = r"L?X{0,3}(?:IX|IV|V?I{0,3})|X[LC](?:IX|IV|V?I{0,3})"
ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
SLUG_LIMIT = 60
WORD_FIRST = re.compile(r"^[^\W\d_]{1,20}\.?\s")
"""The word that a number is printed with."""
PARTS = ("clause", "item", "step", "phase", "bullet", "row")
"""Units of what is part of a rule (`judge.core.languages`)."""
PART_LETTERS = {"step": "s", "bullet": "b", "table": "t"}
"""Kinds of blocks that are parts with an address, and the letter of each."""
PART_WORDS = {"s": "step", "b": "bullet", "t": "row", "": "ruling"}
"""What parts are called, by their letters; a ruling has none."""
NAMED_PART = r"(?:(?P<whole>.+), )?(?:(?P<word>[^\W\d_]+)\.? )?\(?(?P<level>[^\W_]{1,4})\)?"
"""An address that names a part of its whole: "12, clause (b)"."""
UNIT_KINDS = {"row": ("table",), "bullet": ("bullet", "table")}
"""Kinds of blocks that a unit may name; "line 4" may be a row that begins with its number."""
ROW_KEY = r"[|\s]*(?P<key>[^\W_]{1,4})[.:)]?\s*(?:\||\t|$)"
"""What the first cell of a table's row may be known by."""
FARTHEST = 3
"""How many times the highest number of a document a number may be that it might have had."""

Key = tuple[tuple[int, str], ...]
"""A number in a form that compares: per level its digits and its letter."""


@lru_cache(maxsize=65536)
def levels(number: str) -> tuple[str, ...]:
    """Return the levels of a number as it is printed or cited, whatever marks part them.

    A word for what a document numbers throughout (`judge.core.languages`) is not a level; the word for another part is
    one at the beginning, and says nothing after a whole. A last level of zero is left out. A level after a hyphen
    between digits keeps the hyphen: 2-3 is not 2.3.

    >>> levels("8.1(b)") == levels("8.1.b") == levels("Rule 8.1b"), levels("K4.3"), levels("A-3.2")
    (True, ('k', '4', '3'), ('a', '3', '2'))
    >>> levels("24.0"), levels("4-3-2"), levels("Annex C, item 2"), levels("Question 12") == levels("Q12")
    (('24',), ('4', '-3', '-2'), ('appendix', 'c', '2'), True)
    """
    pieces = PIECES.findall(unicodedata.normalize("NFKC", number).replace("\u2010", "-").casefold())
    words = units() if any(len(piece) > 1 and piece.isalpha() for piece in pieces) else {}
    named = [words.get(piece, "") if len(piece) > 1 else "" for piece in pieces]
    found = [
        unit or piece
        for place, (piece, unit) in enumerate(zip(pieces, named, strict=True))
        if not unit or (place == 0 and unit not in (RULE, CLAUSE))
    ]
    return tuple(found[:-1] if len(found) > 1 and found[-1] == "0" else found)


def shape(number: str) -> str:
    """Return the runs of digits, letters and plus signs of a number, with the signs between them.

    >>> shape("1a12b"), shape("EV.5.2"), shape("R1-2/3"), shape("2e++")
    ('0a0a', 'a.0.0', 'a0-0/0', '0a+')
    """
    return re.sub(r"\++", "+", re.sub(r"\d+", "0", re.sub(r"[^\W\d_]+", "a", number)))


def lookup_key(number: str) -> str:
    """Return the form under which a number is found, however it is printed.

    >>> lookup_key("1.4.3.a"), lookup_key("1.4.3a"), lookup_key("24.0"), lookup_key("4-3-2")
    ('1.4.3.a', '1.4.3.a', '24', '4-3-2')
    """
    return joined(levels(number))


def joined(found: Sequence[str]) -> str:
    """Return the key of levels; see `lookup_key`."""
    return ".".join(found).replace(".-", "-")


def parse(number: str) -> Key | None:
    """Return the comparable form of a number, or None where it is none.

    >>> parse("24.8") < parse("24.10"), parse("nothing")
    (True, None)
    """
    text = number.strip().rstrip(".")
    if not WHOLE.fullmatch(text):
        return None
    return exact_key(without_zero(text))


def without_zero(number: str) -> str:
    """Return a number as it is printed, without a last level of zero.

    >>> without_zero("24.0"), without_zero("702.19a")
    ('24', '702.19a')
    """
    return TRAILING_ZERO.sub("", number.strip().rstrip("."))


def exact_key(number: str) -> Key:
    """Return the levels of a printed number, a last zero among them, in a form that compares.

    >>> numbers = ["1", "1.0", "1.0.1", "1.0.1a", "1.0.2", "1.1"]
    >>> sorted(numbers, key=exact_key) == numbers
    True
    """
    return tuple(_exact_level(level) for level in re.split(r"[.-]", number.lower().rstrip(".")))


def _exact_level(level: str) -> tuple[int, str]:
    letters = level.lstrip("0123456789")
    return int(level.removesuffix(letters) or 0), letters


def parents(number: str) -> list[str]:
    """Return the keys of the numbers above a number, nearest first; see `lookup_key`.

    >>> parents("24.8.1"), parents("702.19a"), parents("4-3-2"), parents("K4.3")
    (['24.8', '24'], ['702.19', '702'], ['4-3', '4'], ['k.4', 'k'])
    """
    whole = levels(number)
    above = (joined(whole[:count]) for count in range(len(whole) - 1, 0, -1))
    return list(dict.fromkeys(TRAILING_ZERO.sub("", one) for one in above))


def named_part(address: str, blocks: Sequence[tuple[str, str]]) -> str | None:
    """Return the part of an entry that an address names; None where it names none, or one that is not there.

    >>> blocks = [("text", "Two things:"), ("bullet", "a tug"), ("bullet", "a barge")]
    >>> named_part("8.1, bullet 2", blocks), named_part("8.1, bullet 3", blocks), named_part("8.1", blocks)
    ('b2', None, None)

    Args:
        address: of the part, with its whole or without.
        blocks: kind and text of each block of the entry.
    """
    named = re.fullmatch(NAMED_PART, address)
    unit = units().get((named["word"] or "").casefold(), RULE) if named else RULE
    if not named or (unit == RULE and not named["whole"]):
        return None
    for kind, letter in PART_LETTERS.items():
        if kind in UNIT_KINDS.get(unit, (kind,)):
            texts = [text for one, text in blocks if one == kind]
            if place := _place(texts, named["level"].casefold(), is_table=kind == "table"):
                return f"{letter}{place}"
    return None


class Tail(NamedTuple):
    """The mark at the end of an address."""

    whole: str
    """What is before it."""
    mark: str
    bracketed: bool


def tail_of(number: str) -> Tail | None:
    """Return the mark at the end of an address, or None where it has none.

    >>> tail_of("12(b)"), tail_of("4.2.b"), tail_of("4.2")
    (Tail(whole='12', mark='b', bracketed=True), Tail(whole='4.2', mark='b', bracketed=False), None)
    """
    if number.endswith(")"):
        whole, _, mark = number[:-1].rpartition("(")
        return Tail(whole.rstrip(), mark, True) if whole.strip() and mark.isalnum() else None
    whole, letter = number[:-1], number[-1:]
    is_letter = letter.islower() and (whole[-1:].isdigit() or whole[-1:] == ".")
    return Tail(whole.rstrip("."), letter, False) if is_letter else None


def marked_part(tail: Tail, blocks: Sequence[tuple[str, str]]) -> str | None:
    """Return the part of an entry that has a mark: `b2`; empty for a text without an address, None where none has it.

    >>> blocks = [("text", "Two things:"), ("bullet", "(a) a tug"), ("bullet", "(b) a barge"), ("text", "1) both")]
    >>> [marked_part(Tail("8.1", mark, True), blocks) for mark in ("b", "1", "c")]
    ['b2', '', None]

    Args:
        tail: the mark; without brackets it must be printed at the beginning of the part.
        blocks: kind and text of each block of the entry.
    """
    kinds = [kind for kind, _ in blocks]
    index = _index_of_mark(tail.mark, blocks)
    if index is not None:
        return part_at(index, kinds) if kinds[index] in PART_LETTERS else ""
    if not tail.bracketed:
        return None
    mark = re.escape(tail.mark)
    within = re.compile(rf"(?:[.;:,]|[^\W\d_])\s\(?{mark}\)\s")
    rows = [(kind, text) for kind, text in blocks if kind == "table"]
    is_within = any(within.search(text) for _, text in blocks)
    return named_part(f"{tail.whole}, ({tail.mark})", rows) or ("" if is_within else None)


def blocks_of_part(tail: Tail, blocks: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return blocks without the texts of those that are outside a part, where that begins a block; else as they are.

    >>> blocks_of_part(Tail("8.1", "a", True), [("text", "(a) tugs"), ("text", "(i) red"), ("text", "(b) barges")])
    [('text', '(a) tugs'), ('text', '(i) red'), ('text', '')]
    """
    begin = _index_of_mark(tail.mark, blocks)
    if begin is None:
        return list(blocks)
    following = str(int(tail.mark) + 1) if tail.mark.isdigit() else chr(ord(tail.mark[-1]) + 1)
    length = _index_of_mark(tail.mark[:-1] * tail.mark.isalpha() + following, blocks[begin:])
    end = len(blocks) if length is None else begin + length
    return [(kind, text if begin <= index < end else "") for index, (kind, text) in enumerate(blocks)]


def _index_of_mark(mark: str, blocks: Sequence[tuple[str, str]]) -> int | None:
    """Return the index of the first block that begins with a mark; of a bullet or step the case may be another."""
    begins = (f"({mark}) ", f"{mark}) ", f"{mark}. ")
    folded = tuple(map(str.casefold, begins))
    exact = (index for index, (_, text) in enumerate(blocks) if text.startswith(begins))
    parts = (index for index, (kind, _) in enumerate(blocks) if kind in PART_LETTERS)
    alike = (index for index in parts if blocks[index][1].casefold().startswith(folded))
    return next(chain(exact, alike), None)


def names_paragraph(address: str, kinds: Sequence[str]) -> bool:
    """Tell whether an address names a paragraph of an entry that nothing numbers: "15, alinéa 2".

    >>> names_paragraph("15, alinéa 2", ["text", "text"]), names_paragraph("15, alinéa 3", ["text", "text"])
    (True, False)

    Args:
        address: of the paragraph, with its whole.
        kinds: of the blocks of the entry.
    """
    named = re.fullmatch(NAMED_PART, address)
    is_clause = named and units().get((named["word"] or "").casefold()) == CLAUSE
    return bool(named and is_clause and named["level"].isdigit() and 0 < int(named["level"]) <= kinds.count("text"))


def block_of_part(part: str, kinds: Sequence[str]) -> int | None:
    """Return the index of the block that is a part of an entry, or None where the entry has no such part.

    >>> block_of_part("b2", ["text", "bullet", "bullet"]), block_of_part("b3", ["text", "bullet", "bullet"])
    (2, None)

    Args:
        part: `b2`, `s4`, `t1`; `3` is the third ruling.
        kinds: of the blocks of the entry.
    """
    kind = next((kind for kind, letter in PART_LETTERS.items() if part[0] == letter), "ruling")
    same = [index for index, one in enumerate(kinds) if one == kind]
    place = int(part.lstrip("bst"))
    return same[place - 1] if 0 < place <= len(same) else None


def part_at(index: int, kinds: Sequence[str]) -> str:
    """Return the part that a block of an entry is: `b2`, `s4`, `t1`, or `3` for its third ruling.

    >>> part_at(2, ["text", "bullet", "bullet"])
    'b2'
    """
    return f"{PART_LETTERS.get(kinds[index], '')}{kinds[: index + 1].count(kinds[index])}"


def part_in_words(part: str) -> str:
    """Return what a part is called: "bullet 2", "row 1", "ruling 3"; empty for what is not the address of a part."""
    place = part.lstrip("bst")
    word = PART_WORDS.get(part.removesuffix(place))
    return f"{word} {place}" if word and place.isdecimal() else ""


def row_keys(texts: Iterable[str]) -> list[str]:
    """Return what each row of a table begins with, a number or letters; empty where it is something longer."""
    return [match["key"].casefold() if (match := re.match(ROW_KEY, text)) else "" for text in texts]


def _place(texts: Sequence[str], level: str, *, is_table: bool) -> int:
    """Return the place of a text that a number or letter names, from 1; 0 where there is none.

    A row of a table may begin with the number.
    """
    keys = row_keys(texts) if is_table else []
    if level in keys:
        return keys.index(level) + 1
    place = int(level) if level.isdigit() else ord(level) - ord("a") + 1 if len(level) == 1 else 0
    return place if 0 < place <= len(texts) and not is_table else 0


class Shapes:
    """How a document writes its numbers, from which follows which ones it might have had."""

    def __init__(self) -> None:
        """Begin with none known."""
        self.known: set[str] = set()
        """How its numbers are printed, and how its addresses begin."""
        self._highest = 0

    def add_printed(self, number: str) -> None:
        """Learn how a number is printed, with the word before it and without."""
        self.known |= {_style(number), _style(WORD_FIRST.sub("", number))}

    def add(self, named: Sequence[str]) -> None:
        """Learn the levels of an address, and of all above it."""
        self.known.update(_start(named[:count]) for count in range(1, len(named) + 1))
        if named and named[0].isdigit():
            self._highest = max(self._highest, int(named[0]))

    def is_far(self, number: str) -> bool:
        """Tell whether a number is so high that a text hardly means one of this document."""
        first = next(iter(levels(number)), "")
        return first.isdigit() and int(first) > FARTHEST * self._highest

    def may_have(self, number: str, *, has_above: bool) -> bool:
        """Tell whether a number is written as others are: with as many levels of these kinds, beginning alike.

        >>> shapes = Shapes()
        >>> for number in ("K4.2", "K4.3", "K5"):
        ...     shapes.add_printed(number)
        ...     shapes.add(levels(number))
        >>> shapes.may_have("K5.9", has_above=False), shapes.may_have("4.5", has_above=False)
        (True, False)

        Args:
            number: as it is cited.
            has_above: whether the document has what is right above it; then it goes on as that does.
        """
        named = levels(number)
        begins = _start(named[: 1 if named[0].isdigit() else 2]) if named else ""
        is_written = not self.known.isdisjoint((_style(number), _style(WORD_FIRST.sub("", number))))
        return is_written and begins in self.known and (not has_above or _start(named) in self.known)


def _style(number: str) -> str:
    """Return how a number is written: digits as 1, letters as a or A, with the marks between them.

    >>> _style("K4.3"), _style("PN-12"), _style("8.1 (b)") == _style("8.1.b"), _style("Annex C") == _style("Annex A")
    ('A1.1', 'AA-1', True, True)
    """
    lettered = re.sub(r"[\s.]?\(?([a-z])\)?$", r"\1", number.rstrip("."))
    digits = re.sub(r"\b0\d+", "0", lettered)
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"[1-9]\d*|^0$", "1", digits)))


def _start(named: Sequence[str]) -> str:
    """Return how an address begins: its levels, of the last only whether it is a number (1) or letters (a)."""
    kind = "1" if named[-1].lstrip("-").isdigit() else "a"
    return f"{joined(named[:-1])} {kind}"


def entry_id(address: str) -> str:
    """Return the id of the entry that an address is of, or that holds the part that it names.

    >>> entry_id("tide:25#t4"), entry_id("tide:25")
    ('tide:25', 'tide:25')
    """
    return address.partition("#")[0]


def roman_value(text: str) -> int:
    """Return what a Roman number counts, or 0 where a text is none; `IIII` is none.

    >>> roman_value("XIV"), roman_value("ix"), roman_value("IIII"), roman_value("x1")
    (14, 9, 0, 0)
    """
    found = re.fullmatch(ROMAN, text.upper())
    if not found or not text:
        return 0
    values = [ROMAN_VALUES[char] for char in text.upper()]
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def slug(title: str) -> str:
    """Return the address form of a title: letters and digits of any script, joined by "-", cut at a word.

    >>> slug("The Golden Gunman's Gambit"), slug("$10,000 Man"), slug("!?")
    ('the-golden-gunman-s-gambit', '10-000-man', 'entry')
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).casefold())
    words = re.findall(r"[^\W_]+", folded)
    short = ""
    for word in words:
        longer = f"{short}-{word}" if short else word[:SLUG_LIMIT]
        if len(longer) > SLUG_LIMIT:
            break
        short = longer
    return short or "entry"


class LocalIds:
    """Hands out the local part of ids within one document: a taken one gets "-2", "-3", … in source order."""

    def __init__(self) -> None:
        """Begin with none taken."""
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def take(self, number: str | None, title: str | None) -> str:
        """Return the first free local id for an entry: its printed number, else a slug of its title."""
        wanted = number.strip().rstrip(".") if number else slug(title or "")
        local = wanted
        count = self._next.get(wanted, 2)
        while local in self._taken:
            local = f"{wanted}-{count}"
            count += 1
        self._next[wanted] = count
        self._taken.add(local)
        return local

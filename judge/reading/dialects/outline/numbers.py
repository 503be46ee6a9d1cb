"""Numbers at the beginnings of lines: which lines may be headings, and how much each looks like one.

    24.8.1 Order    24.8.1. Order    24.8.1) Order    [24.8.1] Order    § 24 Order    3-1 Order    A.3 Order
    Chapter 4: Combat    Rule IV. Combat    Глава 4. …    第4章 …        a word that counts upwards

A line alone can rarely be judged: a rule may begin in lower case, a chapter may have neither point nor title. So what
counts most is whether a number follows the one before it and is followed by the one behind it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from judge.core.numbering import NUMBER, Key, exact_key, roman_value
from judge.reading import front_matter
from judge.reading.dialects.outline.number_sequence import STRONG, Candidate
from judge.reading.paragraphs import is_open
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text

NUMBERED = re.compile(
    rf"(?:§\s?|\[|(?:rule|section)\s)?(?P<number>{NUMBER}|\d{{1,3}}(?:-\d{{1,3}}){{1,4}})(?P<end>[.):\]]*)\s+(?=\S)",
    re.IGNORECASE,
)
WORDED = re.compile(
    r"(?P<word>[^\W\d_]{2,20})\s(?P<number>\d{1,3}(?:\.\d{1,3}){0,4}|[IVXLC]{1,7}|[A-Z])(?P<end>[.:)]|\s?[–—-](?=\s))?"
    r"(?:\s+(?=\S)|$)"
)
"""`Chapter 4: Combat`, `Rule IV`, in any language that puts a blank between word and number."""
UNSPACED = re.compile(r"第\s?(?P<number>\d{1,3})\s?(?P<word>[^\W\d_])(?P<end>[.:：、）]?)\s*")
"""The same in Chinese and Japanese."""
NO_HEADING = re.compile(r"(?:page|figure|fig|table|diagram|chart|illustration|example|note|tip|step|appendix)", re.I)
"""Words that count something else; steps and appendices are read as such."""
WRAPPED = re.compile(
    r"\b(?:see|see also|rules?|sections?|steps?|and|or|to|in|of|than|least|most)[:\s]*$", re.IGNORECASE
)
FEWEST = 3
"""So many lines with a word and a number that ascend make the word that of headings."""
HUNDRED = 100
LETTERS_SKIPPED = 2
"""How far a letter may be from the one before it; many rulebooks leave out `l` and `o`, which look like digits."""


def parent_keys(key: Key) -> Iterator[Key]:
    """Yield the keys that may stand above one, nearest first; a chapter may be printed with a zero.

    >>> list(parent_keys(exact_key("24.8a"))) == [exact_key("24.8"), exact_key("24"), exact_key("24.0")]
    True
    """
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
    """Tell whether a number may stand right behind another: its first child, its next sibling, or that of one above.

    >>> [follows(exact_key("2.3.1a"), exact_key(number)) for number in ("2.3.1b", "2.3.2", "2.4", "3", "2.3.1a.1", "2.5", "4")]
    [True, True, True, True, True, False, False]
    """
    depth = len(after) - 1
    digits, letter = after[-1]
    if after[:-1] == before:
        return letter in ("", "a") and digits <= (0 if letter else 1)
    if len(before) <= depth or before[:depth] != after[:depth]:
        return False
    last_digits, last_letter = before[depth]
    if digits == last_digits and letter and len(letter) == 1:
        start = ord(last_letter) if len(last_letter) == 1 else ord("a") - 1
        return 0 < ord(letter) - start <= (LETTERS_SKIPPED if last_letter else 1)
    return digits == last_digits + 1 and letter in ("", "a")


def candidates(pieces: Sequence[Piece], skip: range = range(0)) -> list[Candidate]:
    """Collect the lines that begin with a number, weighed by their looks and by their neighbours."""
    found = list(_by_look(pieces, skip))
    found += _worded(pieces, skip)
    found.sort(key=lambda one: (one.piece, one.offset))
    return [one for one in _weighed_by_neighbours(_with_chapters(found)) if one.weight > 0]


def _by_look(pieces: Sequence[Piece], skip: range) -> Iterator[Candidate]:
    for index, piece in enumerate(pieces):
        if index in skip or piece.kind in ("table", "rule"):
            continue
        last_line = ""
        for offset, line in line_starts(piece.text):
            match = NUMBERED.match(line)
            if match and not (piece.kind == "bullet" and len(exact_key(match["number"])) < 2):
                weight = _weight(piece, offset, match, line[match.end() :], last_line)
                yield Candidate(index, offset, match["number"], exact_key(match["number"]), offset + match.end(), weight)
            last_line = line


def line_starts(text: Text) -> Iterator[tuple[int, str]]:
    """Yield the source lines of a text, each with the offset at which it begins."""
    offsets = [place.offset for place in text.places] + [len(text.value)]
    for start, end in pairwise(offsets):
        line = text.value[start:end]
        yield start + len(line) - len(line.lstrip()), line.strip()


def _weight(piece: Piece, offset: int, match: re.Match[str], rest: str, last_line: str) -> float:
    """Weigh a line that begins with a number: how much does it look like a heading by itself?"""
    number = match["number"]
    bare = not re.search(r"[.-]", number) and not match["end"]
    if rest[:1] in ",;%)]" or (rest[:1].islower() and piece.kind != "heading" and not number[-1].isalpha()):
        return 0.0
    if offset and WRAPPED.search(last_line):
        return 0.2
    opened, closed = rest.find("("), rest.find(")")
    if closed >= 0 and not 0 <= opened < closed:
        return 0.2  # the end of a bracket that began before the number
    if piece.kind == "heading":
        return 2.0 if bare and not front_matter.is_title(rest) else 8.0
    if bare:
        return 0.5 if front_matter.is_title(rest, 8) and front_matter.is_capitalised(rest) and not offset else 0.0
    return STRONG + 1 if not offset else STRONG - 1


def _worded(pieces: Sequence[Piece], skip: range) -> Iterator[Candidate]:
    """Yield the lines that begin with a word and a number, of each word whose numbers ascend often enough."""
    found: dict[str, list[Candidate]] = defaultdict(list)
    for index, piece in enumerate(pieces):
        if index in skip or piece.kind in ("table", "rule", "bullet"):
            continue
        last_line = ""
        for offset, line in line_starts(piece.text):
            match = UNSPACED.match(line) or WORDED.match(line)
            begins = not offset or (not is_open(last_line) or piece.kind == "heading")
            if match and begins and not NO_HEADING.fullmatch(match["word"]) and _is_heading_text(line[match.end() :], piece):
                value = roman_value(match["number"]) or None
                key = ((value, ""),) if value and not match["number"].isdigit() else exact_key(match["number"])
                weight = 8.0 if piece.kind == "heading" else STRONG + 2
                printed = line[: match.end("number")] if match.re is WORDED else match.group().rstrip(" .:：、）")
                one = Candidate(index, offset, printed, key, offset + match.end(), weight, match["word"])
                found[match["word"].casefold()].append(one)
            last_line = line
    for named in found.values():
        ascends = sum(1 for one, other in pairwise(named) if follows(one.key, other.key))
        fewest = 1 if all(pieces[one.piece].kind == "heading" for one in named) else FEWEST - 1
        if ascends >= max(fewest, 0.7 * (len(named) - 1)) and named[0].key[0][0] <= 1:
            yield from named


def _is_heading_text(rest: str, piece: Piece) -> bool:
    """Tell whether what stands behind a word and its number may be a title or a rule, and no sentence that goes on."""
    return not rest or piece.kind == "heading" or not rest[:1].islower()


def _with_chapters(found: list[Candidate]) -> list[Candidate]:
    """Let chapters `1`, `2` stand before the rules `100`, `200` of their hundred, where a document counts so."""
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
    """Return the key of the chapter that a rule of its hundred stands in: it sorts right before the hundred."""
    return ((key[0][0] // HUNDRED * HUNDRED - 1, "~"),)


def _weighed_by_neighbours(found: Sequence[Candidate]) -> list[Candidate]:
    """Raise what stands exactly between its neighbours: the sequence outweighs the look of a line."""
    weighed = list(found)
    sure = [n for n, one in enumerate(found) if one.weight >= STRONG - 1]
    position = 0
    for n, one in enumerate(found):
        while position < len(sure) and sure[position] <= n:
            position += 1
        if one.weight >= STRONG - 1 or position >= len(sure):
            continue
        before = found[sure[position - 1]] if position else None
        if (not before or follows(before.key, one.key)) and follows(one.key, found[sure[position]].key):
            weighed[n] = replace(one, weight=STRONG)
    return weighed


def words_counted(found: Iterable[Candidate]) -> Counter[str]:
    """Count the words that headings are numbered with."""
    return Counter(one.word for one in found if one.word)

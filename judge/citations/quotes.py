"""Quotations: whether a text has the words of one, and whether what it leaves out turns its meaning.

Quotation marks, dashes, case, line ends and marks at the end of a sentence are the quoter's own; words are the
author's. An ellipsis leaves words out. What is left out of a sentence, there or at an end, must not turn what it says:
no negation, no exception.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from judge.core.likeness import kept_words

ELLIPSIS = re.compile(r"\[\s*(?:…|\.{3})\s*\]|\(\s*(?:…|\.{3})\s*\)|…|\.{3,}|\.\s\.\s\.")
WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
SENTENCE_END = re.compile(r"[.!?:;]['\"”’)\]]*(?=\s|$)")
TURNING = frozenset(
    """
    not no nor never neither none nothing nobody cannot cant can't dont don't doesn't doesnt isn't isnt aren't won't
    mustn't unless except excepting excluding only but however although though until without instead rather otherwise
    """.split()
)
"""Words of negations and exceptions; English, as the documents are that this was made with."""
NEAR = 0.5
"""Share of a quotation's words that a text must have, in order, to be what was misquoted."""


class Token(NamedTuple):
    """A word of a text as it is compared, and where it stands."""

    word: str
    start: int
    end: int


class Finding(Enum):
    """What became of a quotation in a text."""

    EXACT = "exact"
    TURNED = "turned"
    """The words are there, but what is left out turns them."""
    NEAR = "near"
    """Most of the words are there."""
    ABSENT = "absent"


class Found(NamedTuple):
    """Whether a text has a quotation, and the passage."""

    finding: Finding
    start: int = 0
    end: int = 0
    """Where the passage stands in the text, in code points."""
    share: float = 0.0
    """Of the quotation's words that it has."""


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the words of a text, folded, with their places; the texts of rules are asked for again and again."""
    return tuple(Token(_folded(match[0]), *match.span()) for match in WORD.finditer(text))


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    return unicodedata.normalize("NFKC", word).casefold().replace("’", "'")


def parts(quote: str) -> list[list[str]]:
    """Return the words of a quotation between its ellipses; a part without any is left out."""
    found = ([token.word for token in tokens(part)] for part in ELLIPSIS.split(quote))
    return [part for part in found if part]


def look_up(quote: str, text: str) -> Found:
    """Return whether a text says what a quotation does.

    Args:
        quote: the words, with or without ellipses.
        text: of the rule.
    """
    wanted, words = parts(quote), tokens(text)
    if not wanted:
        return Found(Finding.ABSENT)
    turned: Found | None = None
    for places in _placings(wanted, [token.word for token in words]):
        first, last = places[0][0], places[-1][1] - 1
        found = Found(Finding.EXACT, words[first].start, words[last].end, 1.0)
        if not _turns(places, words, text):
            return found
        turned = turned or found._replace(finding=Finding.TURNED)
    return turned or _near([word for part in wanted for word in part], words)


def _placings(wanted: Sequence[Sequence[str]], words: Sequence[str]) -> Iterator[list[tuple[int, int]]]:
    """Yield where the parts of a quotation stand in a text, each behind the one before, by where the first begins."""
    for first in _places(wanted[0], words, 0):
        placed = [(first, first + len(wanted[0]))]
        for part in wanted[1:]:
            at = next(_places(part, words, placed[-1][1]), None)
            if at is None:
                return
            placed.append((at, at + len(part)))
        yield placed


def _places(part: Sequence[str], words: Sequence[str], start: int) -> Iterator[int]:
    """Yield where words stand one behind the other."""
    for place in range(start, len(words) - len(part) + 1):
        if words[place] == part[0] and list(words[place : place + len(part)]) == list(part):
            yield place


def _turns(places: Sequence[tuple[int, int]], words: Sequence[Token], text: str) -> bool:
    """Tell whether what a quotation leaves out of its sentences turns what it says."""
    gaps = [(before[1], behind[0]) for before, behind in pairwise(places)]
    first, last = places[0][0], places[-1][1]
    begin = next((place for place in range(first, 0, -1) if _ends(words[place - 1], words[place], text)), 0)
    end = next((place for place in range(last, len(words)) if _ends(words[place - 1], words[place], text)), len(words))
    left_out = [*gaps, (begin, first), (last, end)]
    return any(words[place].word in TURNING for start, stop in left_out for place in range(start, stop))


def _ends(one: Token, other: Token, text: str) -> bool:
    """Tell whether a sentence ends between two words."""
    between = text[one.end : other.start]
    return "\n" in between or bool(SENTENCE_END.search(between) or re.match(r"[.!?;]", between))


def _near(quote: Sequence[str], words: Sequence[Token]) -> Found:
    """Return the passage that has most of a quotation's words in their order."""
    kept = kept_words(quote, [token.word for token in words])
    share = sum(stretch.size for stretch in kept) / len(quote)
    if share < NEAR:
        return Found(Finding.ABSENT, share=share)
    first, last = kept[0].new, kept[-1].new + kept[-1].size - 1
    return Found(Finding.NEAR, words[first].start, words[last].end, share)

"""The words of running text as names of cards are looked for in it, and where a name that nobody knows begins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judge.core.tokens import SMALL_WORDS, fold

TOKEN = re.compile(r"\d+(?:,\d{3})+|[^\W_]+(?:['’‘´`][^\W_]+)*")
LEADING = SMALL_WORDS.union(
    re.findall(r"\w+", "if when while since after before so then do does can are unlike like only")
)
"""Words that stand capitalised before a name because they begin a sentence."""
LONGEST_UNKNOWN = 8
"""Words of an unknown name."""
NOT_INSIDE = frozenset(("a", "an", "or"))
"""Small words that part a name from what stands before it."""
NEIGHBOUR = re.compile(r"[ -]")
APART = "-"
"""Stands for two words that are not joined; no word is so."""


class Token(NamedTuple):
    """A word of a text."""

    start: int
    end: int
    word: str
    """Folded."""
    capital: bool
    """Is written as a name."""


def tokens_of(text: str) -> list[Token]:
    """Cut a text into words."""
    return [Token(match.start(), match.end(), fold(match[0]), is_capital(match[0])) for match in TOKEN.finditer(text)]


def is_capital(word: str) -> bool:
    """Tell whether a word is written as a name: with a capital or a digit in it.

    >>> [is_capital(word) for word in ("Reef", "eXit", "e3", "reef's")]
    [True, True, True, False]
    """
    return not word.islower() or any(map(str.isdigit, word))


def is_lower(text: str, token: Token, *, inside: bool) -> bool:
    """Tell whether a word of a name is in lower case, where that says something: not behind a hyphen."""
    if token.capital or (inside and text[token.start - 1] == "-"):
        return False
    return inside or not is_confused(text, token)


def is_confused(text: str, token: Token) -> bool:
    """Tell whether a word may have been printed with an l for the I that it begins with."""
    return text[token.start] == "l" and token.end - token.start > 1


def capitalised(token: Token) -> Token:
    """Return the first word of a name with the I for which an l may stand."""
    return token if token.capital else token._replace(word=f"i{token.word[1:]}")


def joined(text: str, tokens: Sequence[Token], position: int) -> str:
    """Return a word and the next as one where only a hyphen parts them; else what is not a word."""
    if position + 1 == len(tokens) or text[tokens[position].end : tokens[position + 1].start] != "-":
        return APART
    return tokens[position].word + tokens[position + 1].word


def first_of_name(text: str, tokens: Sequence[Token], last: int, held: Sequence[int] | None = None) -> int:
    """Return the index at which an unknown name begins that ends with a token.

    Args:
        text: the whole.
        tokens: its words.
        last: index of the last word of the name.
        held: for each letter whether something else has it; None where nothing has.
    """
    first = last
    while (
        first
        and last - first < LONGEST_UNKNOWN
        and NEIGHBOUR.fullmatch(text, tokens[first - 1].end, tokens[first].start)
    ):
        before = tokens[first - 1]
        if (held and held[before.start]) or not (before.capital or before.word in SMALL_WORDS - NOT_INSIDE):
            break
        first -= 1
    while first < last and (not tokens[first].capital or begins_with(text, tokens[first])):
        first += 1
    return first


def begins_with(text: str, token: Token) -> bool:
    """Tell whether a word has its capital from the beginning of a sentence, and is part of no name."""
    return token.word in LEADING and opens(text, token)


def opens(text: str, token: Token) -> bool:
    """Tell whether a word is the first of a sentence."""
    return not text[max(0, token.start - 4) : token.start].rstrip(' (“"')[-1:].isalnum()


def name_before(text: str) -> str:
    """Return the name with which a text ends, folded."""
    tokens = tokens_of(text)
    first = first_of_name(text, tokens, len(tokens) - 1) if tokens else 0
    return " ".join(token.word for token in tokens[first:])


def ends_of(name: str) -> Iterator[str]:
    """Yield some words and each part with which they end."""
    words = name.split()
    yield from (" ".join(words[place:]) for place in range(len(words)))

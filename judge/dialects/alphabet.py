"""Titles in alphabetical order: what they sort by, which of them are in their place, what names they hold.

An alphabetical reference is known by its order, even where the two columns of a page are woven together: the longest
ascending subsequence of its titles (Schensted 1961; found in O(n log n) by patience sorting) holds most of them. Its
members are the anchors; a title between the anchors around it is in its place, and one far from them is no term.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from judge.dialects.front import SMALL_WORDS
from judge.titles import fold

QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|‘([^‘’]+)’")
ARTICLE = re.compile(r"^(?:the|an?) (?=\w)")
BRACKET = re.compile(r"(?P<before>[^()\[\]]+)[(\[](?P<inside>[^()\[\]]*)[)\]]")
PLACEHOLDER = re.compile(r"(?<=\w) (?:[XYZN#]|_{1,9})(?: \w{1,9})? ?$")
"""What stands for a value at the end of a title: "Limit X per [period]"."""
QUOTES = ' “”"‘’'
PARTS = re.compile(r"\s*[,/]\s*(?:(?:and|or)\s)?")
WINDOW = 8
"""Anchors on either side between which a title is in its place: about as many as a page of two columns holds."""
TOO_FEW = 6
"""Fewer anchors than this say no more about where a title belongs than that the first of them begin the order."""


def sort_key(title: str) -> str:
    """Return what a title is sorted by: the word in quotes, or the words behind the article.

    >>> sort_key("The word “Then”"), sort_key("The Long Night"), sort_key("Dash (–)")
    ('then', 'long night', 'dash')
    """
    quoted = QUOTED.search(title)
    folded = fold(next(filter(None, quoted.groups())) if quoted else title)
    return ARTICLE.sub("", folded)


def longest_ascending(keys: Sequence[str]) -> list[int]:
    """Return the indexes of the longest ascending subsequence; equal keys may follow each other."""
    tails: list[str] = []
    ends: list[int] = []
    before: list[int] = []
    for index, key in enumerate(keys):
        length = bisect_right(tails, key)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [key]
        ends[length : length + 1] = [index]
    found = []
    index = ends[-1] if ends else -1
    while index >= 0:
        found.append(index)
        index = before[index]
    return found[::-1]


def in_place(keys: Sequence[str], trusted: Sequence[bool]) -> list[bool]:
    """Tell of each key whether it stands where the alphabet has it, give or take a page of woven columns.

    Args:
        keys: sort keys in the order of the source.
        trusted: which of them surely belong to titles; the others are anchors only where too few are trusted.
    """
    sure = [index for index, trust in enumerate(trusted) if trust]
    anchors = [sure[index] for index in longest_ascending([keys[index] for index in sure])]
    if len(anchors) < TOO_FEW:
        anchors = longest_ascending(keys)
    if len(anchors) < TOO_FEW:
        return [len(anchors) < 2 or index >= anchors[0] for index in range(len(keys))]
    return [_is_near(key, bisect_left(anchors, index), keys, anchors) for index, key in enumerate(keys)]


def _is_near(key: str, passed: int, keys: Sequence[str], anchors: Sequence[int]) -> bool:
    """Tell whether a key lies between the anchors around it, of which `passed` stand before it.

    Before the first there is front matter as well, so less is believed there.
    """
    low, high = passed - WINDOW, passed + (WINDOW if passed else WINDOW // 2) - 1
    return (low < 0 or keys[anchors[low]] <= key) and (high >= len(anchors) or key <= keys[anchors[high]])


def names_in(title: str) -> list[str]:
    """Return the other names that a title holds: its parts, those in brackets among them, and the word in quotes.

    >>> names_in("Rest, Resting"), names_in("Swift (Swift Steps, Swift Blows)"), names_in("Tokens, Running Out of")
    (['Rest', 'Resting'], ['Swift', 'Swift Steps', 'Swift Blows'], ['Tokens', 'Running Out of Tokens'])
    >>> names_in("Draw/Discard"), names_in("The word “Then”"), names_in("Limit X per [period]"), names_in("Dash (–)")
    (['Draw', 'Discard'], ['Then'], ['Limit'], ['Dash'])
    """
    bracket = BRACKET.match(title)
    base = bracket["before"] if bracket else title
    held = [*_parts(PLACEHOLDER.sub("", base)), *_parts(bracket["inside"] if bracket else "")]
    held += (word for quoted in QUOTED.finditer(title) for word in quoted.groups() if word)
    names = (name.strip(QUOTES) for name in held)
    return [name for name in dict.fromkeys(names) if _is_name(name) and name != title.strip(QUOTES)]


def _parts(names: str) -> Iterator[str]:
    """Yield the names that commas and strokes part; one that ends in a small word has its noun in front."""
    first, *others = PARTS.split(names.strip())
    yield first
    for part in others:
        yield f"{part} {first}" if part.rpartition(" ")[2].lower() in SMALL_WORDS else part


def _is_name(name: str) -> bool:
    return len(fold(name)) > 1 and not name[0].islower()

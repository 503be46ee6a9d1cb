"""Titles in alphabetical order: what they sort by, which of them are in their place, what names they hold.

An alphabetical reference is known by its order, even where the two columns of a page are woven together: the longest
ascending subsequence of its titles (Schensted 1961; found in O(n log n) by patience sorting) holds most of them. Its
members are the anchors; a title between the anchors around it is in its place, and one far from them is not a term.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import TypeVar

from judge.core.numbering import Key
from judge.core.tokens import SMALL_WORDS, fold

SortKey = TypeVar("SortKey", str, Key)
"""What a title or a numbered line is sorted by."""
QUOTED = re.compile(r"“([^“”]+)”|\"([^\"]+)\"|‘([^‘’]+)’")
ARTICLE = re.compile(r"^(?:the|an?) (?=\w)")
BRACKET = re.compile(r"(?P<before>[^()\[\]]+)[(\[](?P<inside>[^()\[\]]*)[)\]]")
PLACEHOLDER = re.compile(r"(?<=\w) (?:[XYZN#]|_{1,9})(?: \w{1,9})? ?$")
"""What stands for a value at the end of a title: "Limit X per [period]"."""
QUOTES = ' “”"‘’'
PARTS = re.compile(r"(?:(?<!\s)\s+)?[,/]\s*(?:(?:and|or)\s)?")
REACH, WOVEN_REACH = 3, 8
"""Anchors on either side between which a title is in its place; of woven columns about as many as a page holds. The
five documents have no case for the first. Of the second, half changes 7 entries of the L5R reference, double
nothing."""
ASCENDS = 0.85
"""Share of titles that ascend where no columns are woven, and that are terms. Half changes 10 entries of the L5R
reference, double nothing."""
TOO_FEW = 6
"""Fewer anchors than this say no more about where a title belongs than that the first of them begin the order. Half or
double changes nothing in the five documents."""


def sort_key(title: str) -> str:
    """Return what a title is sorted by: the word in quotes, or the words after the article.

    >>> sort_key("The word “Then”"), sort_key("The Long Night"), sort_key("Dash (–)")
    ('then', 'long night', 'dash')
    """
    quoted = QUOTED.search(title)
    folded = fold(next(filter(None, quoted.groups())) if quoted else title)
    return ARTICLE.sub("", folded)


def longest_ascending(keys: Sequence[SortKey]) -> list[int]:
    """Return the indexes of the longest ascending subsequence of keys; equal keys may follow each other."""
    tails: list[SortKey] = []
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


def in_place(titles: Sequence[str], trusted: Sequence[bool]) -> list[bool]:
    """Tell of each title whether it is where the alphabet has it, give or take a page of woven columns.

    Args:
        titles: in the order of the source.
        trusted: which of them surely are titles; the others are anchors only where too few are trusted.
    """
    keys = list(map(sort_key, titles))
    pool = [index for index, trust in enumerate(trusted) if trust]
    if len(longest_ascending([keys[index] for index in pool])) < TOO_FEW:
        pool = list(range(len(keys)))
    anchors = [pool[index] for index in longest_ascending([keys[index] for index in pool])]
    if len(anchors) < TOO_FEW:
        return [len(anchors) < 2 or index >= anchors[0] for index in range(len(keys))]
    order = [keys[index] for index in anchors]
    near = _is_near if len(anchors) >= ASCENDS * len(pool) else _is_near_in_columns
    return [near(key, bisect_left(anchors, index), order) for index, key in enumerate(keys)]


def _is_near(key: str, passed: int, order: Sequence[str]) -> bool:
    """Tell whether a key lies between the anchors around it, of which `passed` are before it."""
    low, high = max(passed - REACH, 0), min(passed + REACH, len(order)) - 1
    return (not passed or order[low] <= key) and (passed == len(order) or key <= order[high])


def _is_near_in_columns(key: str, passed: int, order: Sequence[str]) -> bool:
    """Tell the same where the anchors are those of one column, which the other column may go beyond.

    Before the first of them there is front matter as well, so less is believed there.
    """
    low, high = passed - WOVEN_REACH, passed + (WOVEN_REACH if passed else WOVEN_REACH // 2) - 1
    return (low < 0 or order[low] <= key) and (high >= len(order) or key <= order[high])


def names_in_title(title: str) -> list[str]:
    """Return the other names that a title holds: its parts, those in brackets among them, and the word in quotes.

    >>> for title in ("Rest, Resting", "Swift (Swift Steps, Swift Blows)", "Tokens, Running Out of"):
    ...     names_in_title(title)
    ['Rest', 'Resting']
    ['Swift', 'Swift Steps', 'Swift Blows']
    ['Tokens', 'Running Out of Tokens']
    >>> for title in ("Draw/Discard", "The word “Then”", "Limit X per [period]", "Dash (–)"):
    ...     names_in_title(title)
    ['Draw', 'Discard']
    ['Then']
    ['Limit']
    ['Dash']
    """
    bracket = BRACKET.match(title)
    base = bracket["before"] if bracket else title
    held = [*_parts(PLACEHOLDER.sub("", base)), *_parts(bracket["inside"] if bracket else "")]
    held += (word for quoted in QUOTED.finditer(title) for word in quoted.groups() if word)
    names = (name.strip(QUOTES) for name in held)
    return [
        name
        for name in dict.fromkeys(names)
        if len(fold(name)) > 1 and not name[0].islower() and name != title.strip(QUOTES)
    ]


def _parts(names: str) -> Iterator[str]:
    """Yield the names that commas and strokes part; one that ends in a small word has its noun in front."""
    first, *others = PARTS.split(names.strip())
    yield first
    for part in others:
        yield f"{part} {first}" if part.rpartition(" ")[2].lower() in SMALL_WORDS else part

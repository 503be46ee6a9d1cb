"""Words for kinds of documents: what stands around a game's name in a title, and is not part of it."""

from __future__ import annotations

import re
from itertools import takewhile

from judge.core.languages import phrases

KIND_OF_DOCUMENT = re.compile(rf"\b(?:{phrases('documents', 'kinds')})(?!\w)", re.IGNORECASE)
"""Words by which a title is that of a document."""
HOUSE = re.compile(rf"\b(?:{phrases('documents', 'house')})(?!\w)", re.IGNORECASE)
"""Words of a title that may name who plays by the rules, and not the game."""
OPENING = re.compile(phrases("documents", "kinds", "about", "opening"), re.IGNORECASE)
"""Words that may begin a title before the name of its game."""
JOINING = re.compile(phrases("documents", "joining"), re.IGNORECASE)
"""Words between them, which also begin names: "Die Zünfte"."""
LONGEST = 200
"""Characters of a title; what is longer names nothing."""
VERSION = re.compile(r"v?\d[\d.]*[a-z]?|\d+(?:st|nd|rd|th)", re.IGNORECASE)
HYPHEN = re.compile(rf"(?<=\w)-(?=(?:{phrases('documents', 'kinds')})(?!\w))", re.IGNORECASE)
"""Between a name and what a document is: "Tide-Regeln"."""
POSSESSIVE = re.compile(r"['’]s?$")


def is_kind(word: str) -> bool:
    """Tell whether a word says what a document is, and nothing of its game."""
    return _opens(word) or JOINING.fullmatch(_bare(word)) is not None


def without_kinds(title: str) -> str:
    """Return what a title names, without the words for kinds of documents around it.

    >>> without_kinds("Comprehensive Tide Rulebook"), without_kinds("Tide: Errata and FAQ"), without_kinds("Rules")
    ('Tide', 'Tide', '')
    """
    words = HYPHEN.sub(" ", title.replace("_", " ")).split() if len(title) <= LONGEST else []
    before = list(takewhile(is_kind, words))
    words = words[len(before) :] if any(map(_opens, before)) else words
    while words and is_kind(words[-1]):
        del words[-1]
    return POSSESSIVE.sub("", _bare(" ".join(words)))


def _opens(word: str) -> bool:
    bare = _bare(word)
    return not bare or bool(OPENING.fullmatch(bare) or VERSION.fullmatch(bare))


def _bare(text: str) -> str:
    """Return a text without the marks around it."""
    first, last = 0, len(text)
    while first < last and not text[first].isalnum():
        first += 1
    while first < last and not (text[last - 1].isalnum() or text[last - 1] in "!?+)"):
        last -= 1
    return text[first:last]

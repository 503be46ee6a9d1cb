"""Words for kinds of documents: what stands around a game's name in a title, and is not part of it."""

from __future__ import annotations

import re

KINDS = frozenset(
    """
    rule rules ruling rulings rulebook rulebooks rulesbook reference references guide guides guidelines guideline faq
    faqs omnifaq compendium handbook errata erratum digest manual clarification clarifications glossary index policy
    policies procedures procedure penalty penalties infraction changelog summary overview introduction intro appendix
    primer frequently asked questions question answers answer q&a terms terminology keywords notes note changes change
    update updates updated corrections correction official unofficial comprehensive complete full basic advanced core
    detailed definitive ultimate quick quickstart start getting started how learn learning play playing player
    player's players collected collection compiled tournament tournaments floor living consolidated master general
    game games card cards card-by-card list lists text book booklet document documents pdf page file sheet cheat aid
    tcg ccg lcg ecg trading collectible customizable customisable expandable organized organised expansion set banned
    restricted legality legal errata'd version edition revision release revised ver rev final draft beta alpha edn
    first second third fourth fifth sixth seventh last effective dated season en de fr es it ja english cr
    companion posting introductory starter welcome about contents table credits preface foreword setup concepts
    """.split()
)
"""Words that say what a document is, in lower case."""
JOINING = frozenset("a an and as at by for from in into is of on or the this these that to with your you our &".split())
"""Words between them."""
LONGEST = 200
"""Characters of a title; what is longer names nothing."""
VERSION = re.compile(r"v?\d[\d.]*[a-z]?|\d+(?:st|nd|rd|th)", re.IGNORECASE)
POSSESSIVE = re.compile(r"['’]s?$")
KIND_OF_DOCUMENT = re.compile(
    r"\b(?:rule(?:s|book)?|reference|\w{0,12}faq|compendium|guide|handbook|rulings|digest|errata|manual|policy|glossary|"
    r"clarifications|questions|q\s?&\s?a|release notes)\b",
    re.IGNORECASE,
)
"""Words by which a title is that of a document."""


def is_kind(word: str) -> bool:
    """Tell whether a word says what a document is, and nothing of its game."""
    bare = _bare(word).casefold()
    return not bare or bare in KINDS or bare in JOINING or bool(VERSION.fullmatch(bare))


def without_kinds(title: str) -> str:
    """Return what a title names, without the words for kinds of documents around it.

    >>> without_kinds("Comprehensive Tide Rulebook"), without_kinds("Tide: Errata and FAQ"), without_kinds("Rules")
    ('Tide', 'Tide', '')
    """
    words = title.replace("_", " ").split() if len(title) <= LONGEST else []
    while words and is_kind(words[0]):
        del words[0]
    while words and is_kind(words[-1]):
        del words[-1]
    return POSSESSIVE.sub("", _bare(" ".join(words)))


def _bare(text: str) -> str:
    """Return a text without the marks around it."""
    first, last = 0, len(text)
    while first < last and not text[first].isalnum():
        first += 1
    while first < last and not (text[last - 1].isalnum() or text[last - 1] in "!?+)"):
        last -= 1
    return text[first:last]

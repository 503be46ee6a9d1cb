"""Acronyms and other names of things, out of the documents themselves: parentheses, glossaries, "also known as".

    Feng Shui Site (FSS)                        FSS ↔ Feng Shui Site
    SAD. An acronym for ships at dawn           SAD ↔ ships at dawn
    The Transitional Zone (aka Purgatory)       Purgatory ↔ Transitional Zone
    Column. Properly known as a location        Column ↔ location

Nothing here knows a game: that the letters are the words' first letters is what tells an acronym.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from judge.core.model import Entry
from judge.core.tokens import LETTERS_AND_DIGITS, SMALL_WORDS

ACRONYM = r"[A-Z][A-Za-z]{0,4}[A-Z]"
IN_PARENTHESES = re.compile(rf"\(({ACRONYM})s?\)")
TITLE = re.compile(rf"{ACRONYM}s?")
ALSO_CALLED = re.compile(
    r"\b(?:aka|a\.k\.a\.|(?:also|properly|formerly|sometimes|often)\s+(?:known as|called))\s+(?:an?\s+|the\s+)?"
    r"[\"“'‘]?([^\W\d_][\w-]*(?: [\w-]+)?)",
    re.IGNORECASE,
)
REACH = 120
"""Characters before a parenthesis in which the words are that it shortens."""
LONGEST = 8
"""Words that an acronym stands for at the most."""
FIRST_WORDS = 30
"""Words of a glossary entry in which what its acronym stands for is looked for."""

Pair = tuple[str, str]
"""What a person may type, and what it stands for."""


def find_other_names(entries: Iterable[Entry]) -> Iterator[Pair]:
    """Yield what the texts of entries say of other names; of an acronym in both directions."""
    for entry in entries:
        for typed, meant in sorted({*_of_texts(entry), *_of_title(entry)}):
            yield typed, meant
            if TITLE.fullmatch(typed):
                yield meant, typed


def _of_texts(entry: Entry) -> Iterator[Pair]:
    """Yield "Feng Shui Site (FSS)", and "(aka Purgatory)" after a title."""
    for text in (entry.title or "", *(block.text for block in entry.blocks)):
        for match in IN_PARENTHESES.finditer(text):
            long = spelled_before(match[1], text[max(0, match.start() - REACH) : match.start()])
            if long and (entry.kind != "card" or len(match[1]) > 2):  # "Laser Strike (LS)" is a set's code
                yield match[1], long
    title, bracket, rest = (entry.title or "").partition("(")
    for match in ALSO_CALLED.finditer(rest if bracket else ""):
        yield match[1], title.strip()


def _of_title(entry: Entry) -> Iterator[Pair]:
    """Yield what a glossary entry says that its title stands for."""
    title = entry.title or ""
    if entry.kind != "term" or not entry.blocks:
        return
    text = entry.blocks[0].text
    if TITLE.fullmatch(title):
        long = spelled_within(title.rstrip("s"), text)
        if long:
            yield title, long
    match = ALSO_CALLED.match(text)
    if match:
        yield title, match[1].split()[0]


def spelled_before(acronym: str, text: str) -> str | None:
    """Return the last words of a text if their first letters are the acronym, else None.

    >>> spelled_before("FSS", "you may play a Feng Shui Site "), spelled_before("FSS", "you may play it")
    ('Feng Shui Site', None)
    """
    found = list(LETTERS_AND_DIGITS.finditer(text))[-LONGEST:]
    for first in range(len(found) - 1, -1, -1):
        if _spells(acronym, [match[0] for match in found[first:]]):
            return text[found[first].start() :].strip(' ,;:-–(“"')
    return None


def spelled_within(acronym: str, text: str) -> str | None:
    """Return the first run of words whose first letters are the acronym, else None.

    >>> spelled_within("HWM", "Short for High-Water-Mark; it is read at ebb")
    'High-Water-Mark'
    """
    found = list(LETTERS_AND_DIGITS.finditer(text))[:FIRST_WORDS]
    for first in range(len(found)):
        for last in range(first + 1, min(first + LONGEST, len(found))):
            run = found[first : last + 1]
            if _spells(acronym, [match[0] for match in run]):
                return text[run[0].start() : run[-1].end()]
    return None


def _spells(acronym: str, words: list[str]) -> bool:
    """Say whether the first letters of words are the acronym, linking words left out or not."""
    letters = acronym.casefold()
    every = "".join(word[0] for word in words).casefold()
    telling = "".join(word[0] for word in words if word.casefold() not in SMALL_WORDS).casefold()
    return letters == every or (letters == telling and words[0].casefold() not in SMALL_WORDS)

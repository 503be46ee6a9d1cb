"""Titles as keys: the forms under which a title, a card's name or a word is compared."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from judge.core.languages.stemming import singular

NOT_WORDS = re.compile(r"[\W_]+")
NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
UNHEARD = re.compile(r"(?<=\d),(?=\d{3})|['’‘´`]")
"""Marks that part no words: in "10,000" and in "Twin's"."""
CODE = r"(?:(?=[A-Z0-9]{0,3}[A-Z])[A-Z0-9]{2,4}|[A-Z][a-z]{1,2}[A-Z]|[A-Z][^(),\n]{1,40},\s?#?\d{1,3}[a-z]?)"
"""The set of a card, as it stands in brackets behind the name: LS, YotD, Core Set, 159."""
SET_CODE = re.compile(rf"\s?\({CODE}\)\s*$")
APPENDIX = re.compile(r"^appendix [^\W_]+(?:[:.]|\s?[—–])\s*", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)
SMALL_WORDS = frozenset("a an the of to in into on at by for from with as and or but nor vs per is it your".split())
"""Words that are often in lower case within a title, and by which titles on one subject differ."""


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return a text without case, accents and marks, one blank between words.

    >>> fold("Iala Mané"), fold("$10,000 Man"), fold("Evil Twin's")
    ('iala mane', '10000 man', 'evil twins')
    """
    return fold_once(text)


def fold_once(text: str) -> str:
    """Return what `fold` does of a text that hardly comes again, and so is not worth remembering."""
    plain = text.casefold()
    if not plain.isascii():
        plain = NOT_ASCII.sub(_without_accents, unicodedata.normalize("NFKD", plain))
    return NOT_WORDS.sub(" ", UNHEARD.sub("", plain)).strip()


def _without_accents(found: re.Match[str]) -> str:
    return "".join(char for char in found[0] if not unicodedata.combining(char))


@lru_cache(maxsize=65536)
def key(title: str, glue: str = "") -> str:
    """Return the one key of a title: folded, without an article in front, words run together.

    >>> key("The Golden Gunman"), key("Ba-BOOM!") == key("BaBoom")
    ('goldengunman', True)
    """
    folded = ARTICLE.sub("", fold(title)) or fold(title)
    return folded.replace(" ", glue)


def keys(title: str) -> list[str]:
    """Return the keys under which an entry of this title is found, the title's own first.

    A title of marks only has none.
    """
    bare = SET_CODE.sub("", title)
    found = [key(title), key(bare), key(APPENDIX.sub("", bare))]
    return [one for one in dict.fromkeys(found) if one]


def capitalised_words(title: str) -> list[str]:
    """Return the words of a title that begin with a capital where it is written as one: all but the small ones.

    >>> capitalised_words("Loss of the Tokens")
    ['Loss', 'Tokens']
    """
    return [word for word in title.split() if word.casefold() not in SMALL_WORDS]


def loose_words(title: str) -> list[str]:
    """Return the words of a title that say what it is about, as singulars.

    >>> loose_words("Loss of the Tokens")
    ['loss', 'token']
    """
    words = fold(title).split()
    return [singular(word) for word in words if word not in SMALL_WORDS] or words


def loose_key(title: str) -> str:
    """Return the key that titles on one subject share, whatever the order of their words.

    >>> loose_key("Personal Honour and Dishonour") == loose_key("Personal Honour, Personal Dishonour")
    True
    """
    return " ".join(sorted(set(loose_words(title))))

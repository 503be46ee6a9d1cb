"""Titles as keys: the forms under which a title, a card's name or a word is compared."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

NOT_WORDS = re.compile(r"[\W_]+")
SET_CODE = re.compile(r"\s*\((?:[A-Z0-9]{2,4}|YotD|[^()]*,\s*\d+)\)\s*$")
"""The edition a card's name is followed by: "(LS)", "(YotD)", "(Core Set, 159)"."""
APPENDIX = re.compile(r"^appendix [^\W_]+[:.]\s*", re.IGNORECASE)
ARTICLE = re.compile(r"^(?:the|a|an)\s+", re.IGNORECASE)


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """Return a text without case, accents and marks, one blank between words.

    >>> fold("Iala Mané"), fold("$10,000 Man"), fold("Evil Twin's")
    ('iala mane', '10000 man', 'evil twins')
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"(?<=\d),(?=\d{3})|['’‘´`]", "", plain)
    return NOT_WORDS.sub(" ", plain).strip()


def key(title: str) -> str:
    """Return the one key of a title: folded, without an article in front, words run together.

    >>> key("The Golden Gunman"), key("Ba-BOOM!") == key("BaBoom")
    ('goldengunman', True)
    """
    folded = ARTICLE.sub("", fold(title)) or fold(title)
    return folded.replace(" ", "")


def keys(title: str) -> list[str]:
    """Return the keys under which an entry of this title is found, the title's own first.

    A title of marks only has none.
    """
    bare = SET_CODE.sub("", title)
    found = [key(title), key(bare), key(APPENDIX.sub("", bare))]
    return [one for one in dict.fromkeys(found) if one]

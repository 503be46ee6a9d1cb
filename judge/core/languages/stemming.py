"""The one stemmer: the singular of a word, and the root by which "declared" and "declaration" meet.

The singular, and so the term, is the same whatever the language; the root is that of a language, English if none is
told. The endings of other languages are data (`LANG.toml`): the longest goes that leaves enough, until none does.

Two levels keep a game's terms apart: a term is a word in the singular ("fighting", a score, is not "fight"), and
terms of one root count for each other, though less than the word itself (`judge.search.weights.CREDIT`).
The page's search uses the same tables
(`judge.site.search_settings`), so an ending added here is added there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from judge.core.languages import ENGLISH, irregular_plurals, word_forms

VOWEL = re.compile(r"[aeiouy]")
DOUBLE = re.compile(r"([^aeiou\W])\1$")

ENDINGS = (
    ("fication", "fy"),
    ("plication", "ply"),
    ("ply", "ply"),
    ("solution", "solv"),
    ("duction", "duc"),
    ("ations", ""),
    ("ation", ""),
    ("ating", ""),
    ("ated", ""),
    ("ate", ""),
    ("ition", ""),
    ("tion", "t"),
    ("ness", ""),
    ("ment", ""),
    ("ally", ""),
    ("ied", "y"),
    ("ing", ""),
    ("ed", ""),
    ("ly", ""),
    ("e", ""),
)
"""Endings that a root has not, the first that fits, each with what is in its place."""
NO_PLURAL = ("ss", "us", "is")
"""Endings in "s" that do not mark a plural."""
LONG_PLURAL = ("xes", "ches", "shes", "sses", "zes")
"""Endings of plurals that add two letters."""
SHORTEST_ROOT = 3
IRREGULAR = {
    form: verb
    for verb, forms in {
        "begin": "began begun",
        "break": "broke broken",
        "bring": "brought",
        "burn": "burnt",
        "choose": "chose chosen choice",
        "come": "came",
        "deal": "dealt",
        "destroy": "destruction",
        "die": "dying died dead death",
        "draw": "drew drawn",
        "feed": "fed",
        "fight": "fought",
        "give": "gave given",
        "hide": "hid hidden",
        "hold": "held",
        "keep": "kept",
        "leave": "left",
        "lose": "lost",
        "pay": "paid",
        "remove": "removal",
        "run": "ran running",
        "send": "sent",
        "spend": "spent",
        "steal": "stole stolen",
        "strike": "struck",
        "swing": "swung",
        "take": "took taken",
        "throw": "threw thrown",
        "tie": "tied tying",
        "win": "won winning",
    }.items()
    for form in forms.split()
}
"""Forms of the verbs of games, and nouns made of them, that no ending tells."""


def singular(word: str) -> str:
    """Return the singular of a folded English word; anything else as it is.

    >>> [singular(word) for word in ("sites", "abilities", "boxes", "toss", "bus", "x")]
    ['site', 'ability', 'box', 'toss', 'bus', 'x']
    """
    if len(word) < 4 or not word.endswith("s") or word.endswith(NO_PLURAL):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(LONG_PLURAL):
        return word[:-2]
    return word[:-1]


def title_root(word: str, language: str = ENGLISH) -> str:
    """Return what the forms of a folded word of a title share; in English, those of its singular and plural alone.

    >>> [title_root(word) for word in ("wolves", "wolf", "knives", "knife", "children", "anchored")]
    ['wolf', 'wolf', 'knif', 'knif', 'child', 'anchored']
    """
    if language not in ("", ENGLISH):
        return root(singular(word), language)
    word = irregular_plurals(ENGLISH).get(word, word)
    word = f"{word[:-3]}f" if word.endswith("ves") else singular(word)
    return word[:-1] if word.endswith("fe") else word


@lru_cache(maxsize=65536)
def root(term: str, language: str = ENGLISH) -> str:
    """Return what is left of a term without its ending, by the endings of a language.

    >>> [root(term) for term in ("declare", "declaration", "declared", "interception", "ring", "cancelled")]
    ['declar', 'declar', 'declar', 'intercept', 'ring', 'cancel']
    >>> root("drawn") == root("draw"), root("leaving") == root("left"), root("died") == root("die")
    (True, True, True)
    >>> root("create"), root("created"), root("freeing") == root("free")
    ('cre', 'cre', True)
    >>> root("uniqueness") == root("unique"), root("reduction") == root("reduced"), root("character")
    (True, True, 'character')
    >>> [root(term, "es") for term in ("carta", "juego", "jugar")], root("картами", "ru") == root("карта", "ru")
    (['cart', 'jog', 'jog'], True)
    """
    if language not in ("", ENGLISH):
        return _without_endings(term, language)
    if not term.isalpha() or not term.isascii():
        return term
    term = IRREGULAR.get(term, term)
    for ending, instead in ENDINGS:
        short = term.removesuffix(ending) + instead
        if term.endswith(ending) and len(short) >= SHORTEST_ROOT and VOWEL.search(short):
            return DOUBLE.sub(r"\1", short if len(short) == SHORTEST_ROOT else short.removesuffix("e"))
    return DOUBLE.sub(r"\1", term)


def _without_endings(term: str, language: str) -> str:
    """Return what is left of a term of another language."""
    forms = word_forms(language)
    left = term
    while left.isalpha():
        fits = (
            left[: -len(one)] for one in forms.endings if left.endswith(one) and len(left) - len(one) >= forms.shortest
        )
        shorter = next(fits, "")
        if not shorter:
            break
        left = shorter
    first, rest = left[:1], left[1:]  # the first letter is that of the word, by which the page finds it
    for letters, instead in forms.changes:
        rest = rest.replace(letters, instead)
    return first + rest


def roots(term: str, languages: Iterable[str]) -> tuple[str, ...]:
    """Return the roots of a term in languages, each once."""
    return tuple(dict.fromkeys(root(term, language) for language in languages))


def rooted(terms: Iterable[str], languages: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the roots of terms that are together: for each language those of all of them, each once.

    >>> rooted(("cards", "drawn"), ["en", ""])
    [('cards', 'draw')]
    """
    together = list(terms)
    return list(dict.fromkeys(tuple(root(term, language) for term in together) for language in languages))


@lru_cache(maxsize=65536)
def word_root(word: str) -> str:
    """Return the root of a folded word in any form, a plural among them.

    >>> {word_root(word) for word in ("modify", "modifies", "modified", "modifications")}
    {'modify'}
    """
    return root(singular(word))

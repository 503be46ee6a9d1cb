"""Classes of words beside a number, by which `judge.references.signs.odds` tells what the number is one of.

The words are data (`judge.core.languages`), those of all languages together. Most are kept as roots
(`judge.core.languages.stemming.word_root`), so that "rated", "rates" and "rating" are one.
"""

from __future__ import annotations

from judge.core.languages import signs
from judge.core.languages.stemming import word_root


def roots(words: str) -> frozenset[str]:
    """Return the roots of words."""
    return frozenset(map(word_root, words.split()))


def _roots(name: str) -> frozenset[str]:
    return frozenset(map(word_root, signs(name)))


CUES = signs("cues")
WEAK_CUES = signs("weak_cues")
GUIDES = signs("guides")
PLACES = signs("places")
QUANTITIES = signs("quantities")
BETWEEN = signs("between")
JOINTS = signs("joints")
ASKING = signs("asking")
BEING = signs("being")
ADVERBS = signs("adverbs")
PREPOSITIONS = signs("prepositions")
ARTICLES = signs("articles")
CITING = _roots("citing")
SAYING = _roots("saying")
MEASURING = _roots("measuring")
MEASURES = _roots("measures")
NUMBERED = _roots("numbered")
TEXTUAL = _roots("textual")
RULING = _roots("ruling")
ELSEWHERE = _roots("elsewhere")
UNITS = MEASURES | _roots("units")
SCORING = MEASURES | _roots("scoring")
TALK = CITING | SAYING | TEXTUAL | RULING | _roots("small_talk")
"""Words of talk about rules, whatever the game; those of a game are learnt from its book."""

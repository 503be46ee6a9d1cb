"""Classes of words beside a number, by which `judge.references.signs.odds` tells what the number is one of.

The words are data (`judge.core.languages`), those of all languages together. Most are kept as roots
(`judge.core.languages.stemming.word_root`), so that "rated", "rates" and "rating" are one.
"""

from __future__ import annotations

from collections.abc import Iterable

from judge.core.languages import signs, units, words
from judge.core.languages.stemming import word_root


def roots(words: Iterable[str]) -> frozenset[str]:
    """Return the roots of words."""
    return frozenset(map(word_root, words))


COUNTED_UNITS = ("rule", "appendix", "clause", "step", "q")
CUES = signs("cues")
WEAK_CUES = signs("weak_cues")
GUIDES = signs("guides") | words("see")
PLACES = signs("places")
QUANTITIES = signs("quantities")
AMOUNTS = signs("amounts")
BETWEEN = signs("between")
JOINTS = signs("joints")
ASKING = signs("asking")
BEING = signs("being")
ADVERBS = signs("adverbs")
PREPOSITIONS = signs("prepositions")
ARTICLES = signs("articles")
CITING = roots(signs("citing"))
SAYING = roots(signs("saying"))
MEASURING = roots(signs("measuring"))
MEASURES = roots(signs("measures"))
NUMBERED = roots(signs("numbered"))
COUNTING = frozenset(word for word, unit in units().items() if unit in COUNTED_UNITS) - signs("numbered")
"""Words that count what a book of rules numbers, and nothing else."""
TEXTUAL = roots(signs("textual"))
RULING = roots(signs("ruling"))
ELSEWHERE = roots(signs("elsewhere"))
UNITS = MEASURES | roots(signs("units"))
SCORING = MEASURES | roots(signs("scoring"))
TALK = CITING | SAYING | TEXTUAL | RULING | roots(signs("small_talk"))
"""Words of talk about rules, whatever the game; those of a game are learnt from its book."""

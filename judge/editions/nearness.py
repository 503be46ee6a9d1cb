"""Which passage of a document is so like a text that chance does not explain it: by the rare words that both have.

Reads: passages. Writes: for a text, the passage that is most like it, and how surely it is.

Of a text's words, those that are no more common than one of them are expected in another text by as many as stand in a
passage of that length on average. If far more are there, chance does not explain it (`by_chance`, which tells similar
cases of cards as well). How common the words may be is chosen so that chance explains it least. The other text is asked
the same, and the weaker of the two counts: a long text has something of everything. Among few texts no word is rare,
and nothing is found.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from judge.core.likeness import EVEN, Rarity, by_chance
from judge.editions.passages import Passage

COMMON = 0.12
"""Share of the passages from which on a word finds nobody; it still counts where others do."""
FEWEST = 4
"""Words that two texts share at the least."""
LEAST = 1e-99
"""A chance that is no smaller to anybody."""
NAMED = 0.75
"""Share of the words of a title that a text holds at the least where it speaks of what is headed so."""
MOST_CANDIDATES = 16
"""Passages with which a text is compared: those that share most of its rare words."""


class Near(NamedTuple):
    """A passage that is like a text."""

    surety: float
    """How little chance explains it: 2 where it does once in a hundred texts, 3 once in a thousand."""
    passage: Passage


def names(one: Passage, other: Passage) -> bool:
    """Tell whether one of two texts speaks of what the other is headed by; without titles, they may."""
    titled = [(text.words, title) for text, title in ((one, other.title), (other, one.title)) if title]
    return not titled or any(EVEN.share(title, words) >= NAMED for words, title in titled)


class Nearest:
    """Finds the passage that is most like a text."""

    def __init__(self, among: Sequence[Passage], rarity: Rarity, length: float) -> None:
        """Take the passages that are looked through.

        Args:
            among: the passages.
            rarity: of the words of a game.
            length: words of a passage of the game, on average.
        """
        self._among, self._length = among, length
        self._rarity = rarity.among(one.words for one in among)
        self._ordered = [rarity.rarest(one.words) for one in among]

    def find(self, text: Passage) -> Near | None:
        """Return the passage that is most like a text, of two the earlier; None where none shares enough words."""
        words = self._rarity.rarest(text.words)
        likely = self._rarity.nearest(words, MOST_CANDIDATES, COMMON, lambda place: names(text, self._among[place]))
        compared = [(self._surety(words, place), -place) for place in likely]
        if not compared or max(compared)[0] <= 0:
            return None
        surety, place = max(compared)
        return Near(surety, self._among[-place])

    def _surety(self, words: Sequence[str], place: int) -> float:
        """Return how surely a passage is like a text, given that every passage is tried."""
        chance = max(self._chance(words, self._ordered[place]), self._chance(self._ordered[place], words))
        return -log10(max(len(self._among) * chance, LEAST))

    def _chance(self, words: Sequence[str], other: Sequence[str]) -> float:
        """Return how often another text would by chance have as many words of a text, the rarest first, as it has."""
        there = set(other)
        expected, together, least = 0.0, 0, 1.0
        for word in words:
            expected += self._rarity.counts[word] / self._rarity.total * len(other) / self._length
            if word in there:
                together += 1
                if together >= FEWEST:
                    least = min(least, by_chance(expected, together))
        return least

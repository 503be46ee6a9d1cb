"""Which passage of a document is so like a text that chance does not explain it: by the rare words that both have.

Reads: passages. Writes: for a text, the passage that is most like it, and how surely it is.

Of a text's words, those that are no more common than one of them are expected in another text by as many as stand in a
passage of that length on average. If far more are there, chance does not explain it (`by_chance`, which tells similar
cases of cards as well). How common the words may be is chosen so that chance explains it least. The other text is asked
the same, and the weaker of the two counts: a long text has something of everything. Among few texts no word is rare,
and nothing is found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from math import exp, lgamma, log, log10
from typing import NamedTuple

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


def by_chance(expected: float, together: int) -> float:
    """Return in about which share of the cases chance brings so many together: e^k / k!, and at most all.

    Args:
        expected: how many it brings together on average; above 0.
        together: how many there are.

    >>> round(by_chance(0.5, 3), 3), by_chance(20.0, 3), by_chance(0.1, 900)
    (0.021, 1.0, 0.0)
    """
    return exp(min(0.0, together * log(expected) - lgamma(together + 1)))


def names(one: Passage, other: Passage) -> bool:
    """Tell whether one of two texts speaks of what the other is headed by; without titles, they may."""
    titled = [(text.words, title) for text, title in ((one, other.title), (other, one.title)) if title]
    return not titled or any(len(title & words) >= NAMED * len(title) for words, title in titled)


class Weights:
    """How common words are in the documents of a game, and what they weigh: the rarer, the more."""

    def __init__(self, every: Iterable[Passage]) -> None:
        """Count in how many passages each word stands."""
        counts: Counter[str] = Counter()
        total = words = 0
        for one in every:
            counts.update(one.words)
            words += len(one.words)
            total += 1
        self.average = words / (total or 1)
        """Words of a passage."""
        self.shares = {word: count / total for word, count in counts.items()}
        """In which share of the passages each word stands."""
        self.weights: Mapping[str, float] = {word: log(1 + 1 / share) for word, share in self.shares.items()}

    def by_rarity(self, words: Iterable[str]) -> list[str]:
        """Return words, the rarest first; those that no passage has are left out."""
        return sorted((word for word in words if word in self.shares), key=lambda word: (self.shares[word], word))


class Nearest:
    """Finds the passage that is most like a text."""

    def __init__(self, among: Sequence[Passage], weights: Weights) -> None:
        """Take the passages that are looked through."""
        self._among, self._weights = among, weights
        self._ordered = [weights.by_rarity(one.words) for one in among]
        self._holders: dict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(self._ordered):
            for word in words:
                if weights.shares[word] <= COMMON:
                    self._holders[word].append(place)

    def find(self, text: Passage) -> Near | None:
        """Return the passage that is most like a text, of two the earlier; None where none shares enough words."""
        words = self._weights.by_rarity(text.words)
        held: dict[int, float] = defaultdict(float)
        for word in words:
            for place in self._holders.get(word, ()):
                held[place] += self._weights.weights[word]
        named = [place for place in held if names(text, self._among[place])]
        likely = nlargest(MOST_CANDIDATES, named, key=lambda place: (round(held[place], 9), -place))
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
        length = len(other) / self._weights.average
        expected, together, least = 0.0, 0, 1.0
        for word in words:
            expected += self._weights.shares[word] * length
            if word in there:
                together += 1
                if together >= FEWEST:
                    least = min(least, by_chance(expected, together))
        return least

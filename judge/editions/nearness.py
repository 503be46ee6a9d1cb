"""Which passage of some documents comes nearest to a text: by the rare words that both have.

Reads: passages. Writes: for a text, the passages that share most with it, each with a score from 0 to 1: the cosine of
the two as weighed words, those of titles counting more. What score is enough is told by the collection itself: texts
whose titles already say which text is their counterpart (`calibrated`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from judge.editions.passages import Passage

IN_TITLE, ABOVE = 1.5, 0.4
"""What a word in the title, and in the title above, counts beside one in the text."""
COMMON = 0.12
"""Share of the passages from which on a word finds nobody; it still counts where others do."""
USUAL = 0.3
"""Score that is enough where the collection has too few sure pairs to tell."""
FEWEST_PAIRS = 12
LOWEST, HIGHEST = 0.25, 0.5
WANTED = 0.75
"""Share of right passages among the nearest that the calibrated score gives."""


class Near(NamedTuple):
    """A passage that comes near to a text."""

    score: float
    place: int
    """Of the passage, among those that are looked through."""


Weighed = dict[str, float]


class Weights:
    """What words weigh in the documents of a game: the rarer, the more."""

    def __init__(self, every: Iterable[Passage]) -> None:
        """Count in how many passages each word stands."""
        counts: Counter[str] = Counter()
        total = 0
        for one in every:
            counts.update(one.roots | one.title | one.above)
            total += 1
        self.weights = {word: log(1 + total / count) for word, count in counts.items()}
        self.common = {word for word, count in counts.items() if count > max(COMMON * total, 12)}

    def of(self, text: Iterable[str], title: Iterable[str]) -> Weighed:
        """Return a text and its title as weighed words."""
        found = {word: self.weights.get(word, 0.0) for word in text}
        for word in title:
            found[word] = self.weights.get(word, 0.0) * IN_TITLE
        return found


class Nearest:
    """Finds the passages that come nearest to a text."""

    def __init__(self, among: Sequence[Passage], weights: Weights) -> None:
        """Take the passages that are looked through."""
        self.among, self.weights = among, weights
        self._postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self._weighed: list[Weighed] = []
        self._norms: list[float] = []
        for place, one in enumerate(among):
            weighed = {word: weights.weights.get(word, 0.0) * ABOVE for word in one.above}
            weighed |= weights.of(one.roots, one.title)
            norm = _norm(weighed)
            self._weighed.append(weighed)
            self._norms.append(norm)
            for word, weight in weighed.items():
                if word not in weights.common:
                    self._postings[word].append((place, weight))

    def find(self, text: Iterable[str], title: Iterable[str], most: int = 8) -> list[Near]:
        """Return the nearest passages, best first; of two alike, the earlier."""
        asked = self.weights.of(text, title)
        held: dict[int, float] = defaultdict(float)
        for word, weight in asked.items():
            for place, other in self._postings.get(word, ()):
                held[place] += weight * other
        norm = _norm(asked)
        rough = sorted((-round(shared / self._norms[place], 9), place) for place, shared in held.items())[: 2 * most]
        common = [(word, weight) for word, weight in asked.items() if word in self.weights.common]
        exact = [
            Near((held[place] + self._shared(common, place)) / (norm * self._norms[place]), place) for _, place in rough
        ]
        return sorted(exact, key=lambda near: (-round(near.score, 9), near.place))[:most]

    def score(self, text: Iterable[str], title: Iterable[str], place: int) -> float:
        """Return how near one passage comes to a text."""
        asked = self.weights.of(text, title)
        return self._shared(asked.items(), place) / ((_norm(asked) or 1.0) * (self._norms[place] or 1.0))

    def _shared(self, asked: Iterable[tuple[str, float]], place: int) -> float:
        weighed = self._weighed[place]
        return sum(weight * weighed[word] for word, weight in asked if word in weighed)


def _norm(weighed: Mapping[str, float]) -> float:
    return sqrt(sum(weight * weight for weight in weighed.values())) or 1.0


def calibrated(tried: Sequence[tuple[float, bool]]) -> float:
    """Return the score from which on the nearest passage is enough of the time the right one.

    Args:
        tried: for each text whose counterpart is known otherwise, the score of its nearest passage, and whether that is
            of the counterpart.

    >>> calibrated([])
    0.3
    """
    if len(tried) < FEWEST_PAIRS:
        return USUAL
    best = HIGHEST
    right = total = 0
    for score, is_right in sorted(tried, reverse=True):
        right, total = right + is_right, total + 1
        if right >= WANTED * total:
            best = score
    return min(max(best, LOWEST), HIGHEST)

"""How alike texts are: by the words that they share, by the order of these, and by letters.

Reads: words as `judge.core.tokens` makes them, or keys of titles. Writes: weights, shares, and the nearest of many.

    Rarity      what words weigh in some texts: the share of one text in another, how alike two are, the nearest of all
    by_chance   how often chance brings as many things together
    kept_words  what two texts have in common in order
    misspelt    the words that a word may be with mistakes; `one_off` those that differ by one letter

This module alone compares letters and order. rapidfuzz is imported by the functions that need it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from itertools import islice
from math import exp, fsum, lgamma, log
from typing import NamedTuple

FEWEST_LETTERS = 6
"""Letters of a title that may have a mistake; a shorter one would be too many other words. Chosen."""


def rarity(held: float, total: float) -> float:
    """Return what a word weighs that `held` of `total` texts have: the rarer, the more.

    >>> round(rarity(1, 100), 2), round(rarity(50, 100), 2)
    (4.62, 1.1)
    """
    return log(1 + total / held)


class Rarity:
    """How rare words are in some texts, and so what they weigh."""

    def __init__(self, texts: Iterable[Collection[str]], unknown: float = 0.0) -> None:
        """Count in how many texts each word is.

        Args:
            texts: the words of each; repeated words count once.
            unknown: what a word weighs that no text has.
        """
        self.unknown = unknown
        self.holders, self.total = _holders(texts)
        """The places of the texts that have each word, ascending; and how many texts there are."""
        self.counts = {word: len(places) for word, places in self.holders.items()}
        self.weights = {word: rarity(count, self.total) for word, count in self.counts.items()}

    def among(self, texts: Iterable[Collection[str]]) -> Rarity:
        """Return one in which words weigh the same, and the nearest is one of other texts."""
        other = copy(self)
        other.holders, _ = _holders(texts)
        return other

    def weight(self, words: Iterable[str]) -> float:
        """Return what words weigh together; those of a `Counter` as often as it counts them."""
        every = words.elements() if isinstance(words, Counter) else words
        return fsum(self.weights.get(word, self.unknown) for word in every)

    def rarest(self, words: Iterable[str]) -> list[str]:
        """Return words, the rarest first; those that no text has are left out."""
        known = (word for word in words if word in self.weights)
        return sorted(known, key=lambda word: (self.counts[word], word))

    def share(self, part: Collection[str], whole: Collection[str]) -> float:
        """Return the share of the words of one text, by weight, that another has; 0 where the first has none."""
        return self.weight(_shared(part, whole)) / (self.weight(part) or 1.0)

    def alike(self, one: Collection[str], other: Collection[str]) -> float:
        """Return twice the weight of what two texts share by the weight of both, from 0 to 1."""
        return 2 * self.weight(_shared(one, other)) / (self.weight(one) + self.weight(other) or 1.0)

    def nearest(
        self, words: Iterable[str], limit: int, common: float, free: Callable[[int], bool] = lambda place: True
    ) -> list[int]:
        """Return the places of the texts that have most of some words by weight, the best and then the first ahead.

        Args:
            words: those of which the texts have most.
            limit: how many texts, at most.
            common: share of the texts above which a word leads to none of them.
            free: whether the text of a place may be returned.
        """
        held: dict[int, float] = defaultdict(float)
        for word in self.rarest(words):
            if self.counts[word] <= common * self.total:
                for place in self.holders.get(word, ()):
                    held[place] += self.weights[word]
        best = sorted(held, key=lambda place: (-round(held[place], 9), place))
        return list(islice(filter(free, best), limit))


def _holders(texts: Iterable[Collection[str]]) -> tuple[Mapping[str, Sequence[int]], int]:
    """Return the places of the texts that have each word, and how many texts there are."""
    found: dict[str, list[int]] = defaultdict(list)
    place = -1
    for place, text in enumerate(texts):
        for word in frozenset(text):
            found[word].append(place)
    return dict(found), place + 1


def _shared(one: Collection[str], other: Collection[str]) -> Collection[str]:
    """Return the words that two texts share: of two `Counter`s as often as both count them."""
    if isinstance(one, Counter) and isinstance(other, Counter):
        return one & other
    return frozenset(one).intersection(other)


EVEN = Rarity((), unknown=1.0)
"""Every word weighs the same."""


def by_chance(expected: float, together: int) -> float:
    """Return in about which share of the cases chance brings that many together: e^k / k!, and at most all.

    Args:
        expected: how many it brings together on average; above 0.
        together: how many there are.

    >>> round(by_chance(0.5, 3), 3), by_chance(20.0, 3), by_chance(0.1, 900)
    (0.021, 1.0, 0.0)
    """
    return exp(min(0.0, together * log(expected) - lgamma(together + 1)))


class Kept(NamedTuple):
    """Words that two texts have in common, one after the other."""

    old: int
    """Place of the first in the older text."""
    new: int
    size: int


def kept_words(old: Sequence[str], new: Sequence[str]) -> list[Kept]:
    """Return what the longest common subsequence of two texts keeps, stretch by stretch."""
    from rapidfuzz.distance import LCSseq

    blocks = LCSseq.editops(old, new).as_matching_blocks()
    return [Kept(block.a, block.b, block.size) for block in blocks if block.size]


class NearSpelling(NamedTuple):
    """A known word that a word may be meant for."""

    word: str
    score: float
    """How many letters are wrong, or how alike the two are from 0 to 1."""
    place: int
    """Of the known word."""


def misspelt(word: str, known: Sequence[str], mistakes: int, limit: int | None = None) -> list[NearSpelling]:
    """Return the known words that a word may be with mistakes, those with the fewest first.

    The distance is that of the optimal string alignment: two letters that changed places are one mistake.
    """
    from rapidfuzz import distance, process

    found = process.extract(word, known, scorer=distance.OSA.distance, score_cutoff=mistakes, limit=limit)
    return [NearSpelling(*one) for one in found]


def distance_of(word: str, other: str) -> int:
    """Return how many letters of a word are wrong, if it is meant for another."""
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other)


def nearest_spelling(word: str, known: Sequence[str], least: float, limit: int) -> list[NearSpelling]:
    """Return the known words whose letters are most like those of a word, the best first; 1 is the same word."""
    from rapidfuzz import distance, process

    found = process.extract(word, known, scorer=distance.OSA.normalized_similarity, score_cutoff=least, limit=limit)
    return [NearSpelling(*one) for one in found]


def length_of_common_start(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many things two sequences have in common at their beginning.

    >>> length_of_common_start("reefs", "reefing"), length_of_common_start([], ["a"])
    (4, 0)
    """
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[:middle] == other[:middle] else (low, middle - 1)
    return low


def one_off(name: str, known: Sequence[str]) -> list[str]:
    """Return the known names that differ from one by one letter other than the first.

    >>> one_off("toughnes", ["toughness", "thoughts"]), one_off("tuoghness", ["toughness"])
    (['toughness'], ['toughness'])
    """
    if len(name) < FEWEST_LETTERS:
        return []
    return [near.word for near in misspelt(name, known, 1) if near.score and near.word[0] == name[0]]

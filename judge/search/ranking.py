"""How well entries answer a query: a small set of features, each between 0 and 1, weighed by one table.

Pure functions over terms: nothing here knows the engine that gathered the entries, so the same ranking can be
made elsewhere from the same tables. The features are described in docs/search.md; their weights are in
`judge.search.weights`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.build.rows import Row, Terms
from judge.references.name_marks import MARK
from judge.search.query_expansion import ExpandedQuery
from judge.search.query_parsing import Query, Scopes
from judge.search.weights import ENOUGH, FEATURES, KIND, OWN_AT_LEAST, STOP_WORD

FAR = 8
"""Words apart from which on two words are no longer near."""
MOST_PLACES = 20
"""Places of one concept in a block that are compared with those of another."""
LONG = 60
"""Terms of a block that is neither short nor long."""
Credits = dict[int, float]
"""How well each concept is held."""


Spot = tuple[int, int, float]
"""A place in a text where a concept stands: the place, the concept, its credit."""


class Judged(NamedTuple):
    """An entry with what speaks for it."""

    position: int
    score: float
    features: dict[str, float]
    held: float
    """How much of the query it holds."""
    names: int
    """How many of the query's names stand in one of its blocks."""


class Judgement:
    """Judges entries by one query."""

    def __init__(
        self, about: Scopes, query: Query, meaning: ExpandedQuery, weights: Mapping[str, float] = FEATURES
    ) -> None:
        """Prepare what is the same for every entry."""
        self._about, self._query, self._meaning, self._weights = about, query, meaning, weights
        self._all = sum(concept.weight for concept in meaning.concepts) or 1.0
        self._pairs = _pairs(meaning)
        self._asked = _asked(meaning)
        self._games = _affinities(meaning)

    def judge(self, row: Row, terms: Terms) -> Judged | None:
        """Return what speaks for an entry; None where it is no answer."""
        game = self._about.documents[row.document]["game"] or ""
        title, fit, titled = self._title(terms.titles, game)
        blocks = terms.blocks.split("\n")
        spots = [self.spots(block, game) for block in blocks]
        held = [_credits(found) for found in spots]
        around = _merged([_credits(self.spots(terms.headings, game)), titled])
        covers = [self._cover(_merged([around, credits])) for credits in held]
        best = covers.index(max(covers))
        inside = _merged(held)
        most = self._cover(_merged([inside, titled]))
        names = max(map(self._names_in, blocks)) if self._meaning.names else 0
        own = any(row.position in name.positions for name in self._meaning.names)
        if self._barred(terms) or (most < ENOUGH and not own and names < 2):
            return None
        features = {
            "title": title * fit,
            "in_title": title,
            "context": covers[best],
            "text": self._cover(inside),
            "passage": self._cover(held[best]),
            "near": self._near(spots[best]),
            "own": own and self._own(inside),
            "together": names / len(self._meaning.names) if names > 1 else 0.0,
            "short": LONG / (LONG + blocks[best].count(" ")),
            "newest": 1 / (1 + self._about.ages[row.document]),
            "game": self._games.get(game, 0.0),
            "kind": KIND.get(row.kind, 1.0),
        }
        return Judged(row.position, self.score(features), features, most, names)

    def score(self, features: Mapping[str, float]) -> float:
        """Return the weighed sum of features."""
        return sum(self._weights[name] * value for name, value in features.items())

    def spots(self, text: str, game: str) -> list[Spot]:
        """Return the places in a line of terms where concepts stand."""
        table = self._meaning.tables[game]
        found = [
            (place, concept, credit)
            for place, term in enumerate(text.split())
            if term in table
            for concept, credit in table[term]
        ]
        for concept, phrase, credit in self._meaning.together[game]:
            found += [(place, concept, credit) for place in _places(text, phrase)]
        return found

    def _cover(self, credits: Credits) -> float:
        """Return how much of the query is held."""
        concepts = self._meaning.concepts
        return sum(concepts[concept].weight * credit for concept, credit in credits.items()) / self._all

    def _title(self, titles: str, game: str) -> tuple[float, float, Credits]:
        """Return, of the title that fits best, how much of the query it holds and the query of it; what all hold."""
        best = (0.0, 0.0)
        held: list[Credits] = []
        for title in titles.split("\n"):
            spots = self.spots(title, game)
            held.append(_credits(spots))
            cover, fit = self._cover(held[-1]), len({spot[0] for spot in spots}) / (title.count(" ") + 1)
            best = max(best, (cover, min(1.0, fit)), key=lambda one: one[0] * one[1])
        return (*best, _merged(held))

    def _near(self, spots: Sequence[Spot]) -> float:
        """Return how near to each other the query's neighbours stand in a block."""
        if not self._pairs:
            return 0.0
        places: dict[int, list[int]] = {}
        for place, concept, _ in spots:
            places.setdefault(concept, []).append(place)
        near = 0.0
        for first, second, weight in self._pairs:
            if first in places and second in places:
                apart = min(abs(a - b) for a in places[first][:MOST_PLACES] for b in places[second][:MOST_PLACES])
                near += weight * max(0.0, 1 - max(0, apart - 1) / FAR)
        return near / sum(weight for _, _, weight in self._pairs)

    def _own(self, inside: Credits) -> float:
        """Return how well a named entry tells what is asked of it."""
        asked = sum(weight for _, weight in self._asked)
        told = sum(weight * inside.get(concept, 0.0) for concept, weight in self._asked)
        return OWN_AT_LEAST + (1 - OWN_AT_LEAST) * told / asked if asked else 1.0

    def _names_in(self, block: str) -> int:
        """Return how many of the query's names stand in a block."""
        return sum(bool(_places(block, " ".join(name.terms))) for name in self._meaning.names)

    def _barred(self, terms: Terms) -> bool:
        """Say whether an operator of the query forbids an entry."""
        query = self._query
        text = f" {terms.titles} \n {terms.blocks} ".replace(MARK, "").replace("\n", " \n ")
        return (
            any(f" {term} " in text for term in query.excluded)
            or any(f" {term} " not in f" {terms.titles} ".replace("\n", " ") for term in query.titled)
            or any(f" {' '.join(phrase)} " not in text for phrase in query.phrases)
        )


def _credits(spots: Sequence[Spot]) -> Credits:
    """Return how well each concept is held by a text."""
    credits: Credits = {}
    for _, concept, credit in spots:
        if credit > credits.get(concept, 0.0):
            credits[concept] = credit
    return credits


def _merged(held: Sequence[Credits]) -> Credits:
    credits: Credits = {}
    for one in held:
        for concept, credit in one.items():
            credits[concept] = max(credit, credits.get(concept, 0.0))
    return credits


def _places(text: str, phrase: str) -> list[int]:
    """Return where a phrase of terms stands in a line of terms, inside names as well."""
    places: list[int] = []
    if phrase.rpartition(" ")[2] in text:
        padded = f" {text.replace(MARK, '')} "
        found = padded.find(f" {phrase} ")
        while found >= 0:
            places.append(padded.count(" ", 0, found))
            found = padded.find(f" {phrase} ", found + 1)
    return places


def _pairs(meaning: ExpandedQuery) -> list[tuple[int, int, float]]:
    """Return the neighbours among the telling concepts, each pair with the weight of the lighter."""
    telling = [place for place, concept in enumerate(meaning.concepts) if concept.weight > STOP_WORD]
    return [
        (first, second, min(meaning.concepts[first].weight, meaning.concepts[second].weight))
        for first, second in pairwise(telling)
    ]


def _asked(meaning: ExpandedQuery) -> list[tuple[int, float]]:
    """Return the telling concepts of a query that are no part of its names, with their weights."""
    named = {term for name in meaning.names for term in name.terms}
    return [
        (place, concept.weight)
        for place, concept in enumerate(meaning.concepts)
        if concept.weight > STOP_WORD and concept.term not in named
    ]


def _affinities(meaning: ExpandedQuery) -> dict[str, float]:
    """Return how much the query's words are those of each game: 1 where it has all of them."""
    everything = sum(concept.weight for concept in meaning.concepts) or 1.0
    found: dict[str, float] = {}
    for game, table in meaning.tables.items():
        credits: Credits = {}
        for readings in table.values():
            for concept, credit in readings:
                credits[concept] = max(credit, credits.get(concept, 0.0))
        found[game] = sum(meaning.concepts[place].weight * credit for place, credit in credits.items()) / everything
    return found

"""How well entries answer a query: a small set of features, each between 0 and 1, weighed by one table.

Pure functions over terms: nothing here knows the engine that gathered the entries, so the same ranking can be
made elsewhere from the same tables. The features are described in docs/design/search.md; their weights are in
`judge.search.weights`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.core.tokens import is_of_a_card
from judge.library.store import RULING, Row, Terms
from judge.search.query_parsing import Query, Scopes
from judge.search.weights import BY_LENGTH, DIGITS, FEATURES, HALF, TITLE_COUNTS
from judge.search.wording.query_expansion import ExpandedQuery

FAR = 8
"""Words apart at or above which two words are no longer near."""
MOST_PLACES = 20
"""Places of one concept in a block that are compared with those of another."""
MOST_CHILDREN = 3
"""Children that answer as well as can be, beyond which more make no difference."""
LONG, TITLE, ABOVE = 60, 3, 6
"""Terms of a block, a title, and the titles above an entry, that are neither short nor long."""
Credits = dict[int, float]
"""How well each concept is held."""


Spot = tuple[int, int, float]
"""A place in a text where a concept is: the place, the concept, its credit."""


class ScoredEntry(NamedTuple):
    """An entry with what speaks for it."""

    position: int
    score: float
    features: dict[str, float]
    held: float
    """How much of the query it holds, words that no document has among the rest."""
    in_passage: float
    """How much of the query's telling words one of its texts holds by itself."""


class TitleFit(NamedTuple):
    """How well a title fits a query."""

    cover: float
    """How much of the query the title holds."""
    fit: float
    """How much of the title the query holds."""
    spots: list[Spot]
    terms: int


class Judgement:
    """Judges entries by one query."""

    def __init__(
        self, about: Scopes, query: Query, meaning: ExpandedQuery, weights: Mapping[str, float] = FEATURES
    ) -> None:
        """Prepare what is the same for every entry."""
        self._about, self._query, self._meaning, self._weights = about, query, meaning, weights
        self._known = sum(concept.weight for concept in meaning.concepts if concept.known) or 1.0
        self._everything = sum(concept.weight for concept in meaning.concepts) or 1.0
        self._telling = {place: one.weight for place, one in enumerate(meaning.concepts) if one.telling}
        self._pairs = _pairs(meaning)
        self._headings: dict[tuple[str, str], list[Spot]] = {}

    def judge(self, row: Row, terms: Terms) -> ScoredEntry | None:
        """Return what speaks for an entry; None where an operator of the query forbids it."""
        if self._barred(row, terms):
            return None
        game = self._about.documents[row.document].game or ""
        titles = [self._title(title, game) for title in terms.titles.split("\n")]
        title = max(titles, key=lambda one: one.cover * one.fit)
        headings = self._headings_of(terms.headings, game)
        blocks = terms.blocks.split("\n")
        spots = [self.spots(block, game) for block in blocks]
        held = [_credits(found) for found in spots]
        around = _merged([*(_credits(one.spots) for one in titles), _credits(headings)])
        # Rounded, since the page adds in another order: what is equal here must be equal there.
        added = [round(self._added(credits, around), DIGITS) if credits else 0.0 for credits in held]
        best = added.index(max(added))
        everything = _merged([around, *filter(None, held)])
        own = any(row.position in name.positions for name in self._meaning.names)
        lengths = [block.count(" ") + 1 for block in blocks]
        above = _counted(headings, 1 / _length(terms.headings.count(" ") + 1, ABOVE))
        above = _added(above, _counted(title.spots, TITLE_COUNTS / _length(title.terms, TITLE)))
        features = {
            "in_title": title.cover,
            "context": self._cover(around) + added[best],
            "counts": self._saturated(above, [spot for found in spots for spot in found], sum(lengths)),
            "passage": self._saturated(above, spots[best], lengths[best]),
            "literal": self._cover({concept: 1.0 for concept, credit in everything.items() if credit == 1.0}),
            "near": self._near(spots[best]),
            "newest": 1 / (1 + self._about.ages[row.document]),
            "unnamed": float(is_of_a_card(row.kind, row.title) and not own),
            "family": 0.0,  # known when all are judged
        }
        share = self._cover(everything) * self._known / self._everything
        return ScoredEntry(row.position, self.score(features), features, share, self._told(held))

    def with_families(self, judged: Sequence[ScoredEntry], rows: Mapping[int, Row]) -> list[ScoredEntry]:
        """Return what speaks for entries, with what their children have to say."""
        children: dict[str | None, float] = defaultdict(float)
        for one in judged:
            children[rows[one.position].parent] += one.features["passage"]
        found = []
        for one in judged:
            family = min(MOST_CHILDREN, children.get(rows[one.position].id, 0.0)) / MOST_CHILDREN
            features = {**one.features, "family": family}
            found.append(one._replace(features=features, score=self.score(features)))
        return found

    def score(self, features: Mapping[str, float]) -> float:
        """Return the weighed sum of features."""
        return sum(self._weights[name] * value for name, value in features.items())

    def spots(self, text: str, game: str) -> list[Spot]:
        """Return the places in a line of terms where concepts are."""
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

    def _headings_of(self, headings: str, game: str) -> list[Spot]:
        """Return the places in the titles above an entry, which it shares with its neighbours."""
        if (headings, game) not in self._headings:
            self._headings[headings, game] = self.spots(headings, game)
        return self._headings[headings, game]

    def _cover(self, credits: Credits) -> float:
        """Return how much of the query is held; words that no document has do not count."""
        concepts = self._meaning.concepts
        return sum(concepts[concept].weight * credit for concept, credit in credits.items()) / self._known

    def _told(self, held: Sequence[Credits]) -> float:
        """Return how much of the telling words the text holds that holds most of them."""
        told = [sum(self._telling.get(place, 0.0) * credit for place, credit in one.items()) for one in held]
        return max(told) / (sum(self._telling.values()) or 1.0)

    def _added(self, credits: Credits, around: Credits) -> float:
        """Return how much more of the query is held with these credits."""
        more = ((concept, credit - around.get(concept, 0.0)) for concept, credit in credits.items())
        return self._cover({concept: credit for concept, credit in more if credit > 0})

    def _title(self, title: str, game: str) -> TitleFit:
        """Return how well a title fits."""
        spots = self.spots(title, game)
        terms = title.count(" ") + 1
        fit = min(1.0, len({spot[0] for spot in spots}) / terms)
        return TitleFit(self._cover(_credits(spots)), fit, spots, terms)

    def _saturated(self, above: Credits, spots: Sequence[Spot], length: int) -> float:
        """Return the standard measure of counts (BM25F), 1 at the most: a word that is often says a little more."""
        counts = _added(above, _counted(spots, 1 / _length(length, LONG)))
        concepts = self._meaning.concepts
        whole = sum(concepts[concept].weight * count / (count + HALF) for concept, count in counts.items())
        return whole / self._known

    def _near(self, spots: Sequence[Spot]) -> float:
        """Return how near to each other the query's neighbours are in a block."""
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

    def _barred(self, row: Row, terms: Terms) -> bool:
        """Say whether an operator of the query forbids an entry.

        Where single rulings are asked for, a word that must not be there bars the rulings that hold it. So it bars an
        entry with other texts beside them only by its title; its rulings are judged again one by one.
        """
        query = self._query
        if not (query.excluded or query.titled or query.phrases):
            return False
        text = _text(terms)
        titles = f" {terms.titles} ".replace("\n", " ")
        singly = RULING in query.kinds and row.kind != RULING and "\n" in terms.blocks
        return (
            any(f" {term} " in (titles if singly else text) for term in query.excluded)
            or any(f" {term} " not in titles for term in query.titled)
            or not all(_holds(text, phrase) for phrase in query.phrases)
        )


def _text(terms: Terms) -> str:
    """Return the terms of an entry's titles and blocks, for looking for phrases."""
    return f" {terms.titles} \n {terms.blocks} ".replace("\n", " \n ")


def _holds(text: str, phrase: Sequence[str]) -> bool:
    return f" {' '.join(phrase)} " in text


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
            if credit > credits.get(concept, 0.0):
                credits[concept] = credit
    return credits


def _places(text: str, phrase: str) -> list[int]:
    """Return where a phrase of terms is in a line of terms."""
    places: list[int] = []
    if phrase.rpartition(" ")[2] in text:
        padded = f" {text} "
        found = padded.find(f" {phrase} ")
        while found >= 0:
            places.append(padded.count(" ", 0, found))
            found = padded.find(f" {phrase} ", found + 1)
    return places


def _pairs(meaning: ExpandedQuery) -> list[tuple[int, int, float]]:
    """Return the neighbours among the telling concepts, each pair with the weight of the lighter."""
    telling = [place for place, concept in enumerate(meaning.concepts) if concept.telling and concept.known]
    return [
        (first, second, min(meaning.concepts[first].weight, meaning.concepts[second].weight))
        for first, second in pairwise(telling)
    ]


def _counted(spots: Sequence[Spot], counts: float) -> Credits:
    """Return how often each concept is held, each time for so much."""
    found: Credits = {}
    for _, concept, credit in spots:
        found[concept] = found.get(concept, 0.0) + credit * counts
    return found


def _added(one: Credits, other: Credits) -> Credits:
    return {concept: one.get(concept, 0.0) + other.get(concept, 0.0) for concept in {**one, **other}}


def _length(terms: int, usual: float) -> float:
    """Return by how much a longer text makes one word in it count less."""
    return 1 - BY_LENGTH + BY_LENGTH * terms / usual

"""The words of a query as concepts: each with what it weighs and the ways in which documents may put it.

    "tapping a character" → tap: tap, tapped (same root), turn (synonym in one game), bow (in another)
                            character: the word itself

Reads: the tables `vocabulary`, `synonym` and `name`. What the credits are is in `judge.search.weights`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from judge.core.languages import ENGLISH
from judge.core.languages.stemming import root, rooted, roots
from judge.core.likeness import rarity
from judge.core.tokens import (
    FEWEST_INITIALS,
    STOP_WORDS,
    WORD,
    key,
    may_name,
    root_key,
    stop_words_for,
    words,
)
from judge.library.store import Count, Store, Synonym
from judge.search.query_parsing import TITLES, Query, Scopes, languages_in
from judge.search.weights import CREDIT, LONGEST_SPAN, STOP_WORD, SYNONYM, UNKNOWN_WORD

MOST_WORDS = 40
"""Words of a query that are looked for; what a person types has fewer, and more would only slow the answer."""
POINTING = frozenset(words("the a an my your his her its our their this that these those some any"))
"""Words that may be inside a synonym of several words: "runs out of his cards"."""


class Expansion(Struct, frozen=True):
    """One way in which a document may put a concept."""

    terms: tuple[str, ...]
    """Several are together."""
    credit: float
    """What it counts, the word itself counting 1."""
    games: frozenset[str] | None
    """The games in which it is read so; None for all."""
    source: str
    """word, document, game, any or initials."""


class Concept(NamedTuple):
    """A word of a query."""

    term: str
    weight: float
    """How much it says, between 0 and 1."""
    known: bool
    """Whether a document in scope has it, or something that it may stand for."""
    readings: tuple[Expansion, ...]
    telling: bool = True
    """Whether it says more than words that are in any question."""


class Vocabulary(Struct, frozen=True):
    """The words of documents that are asked for, and the languages of these."""

    languages: tuple[str, ...]
    by_root: dict[str, list[Count]]

    def of(self, term: str) -> list[Count]:
        """Return the words that have one of the roots of a term."""
        return [count for one in roots(term, self.languages) for count in self.by_root.get(one, ())]


class NameInQuery(Struct, frozen=True):
    """A known title that is in a query."""

    terms: tuple[str, ...]
    positions: tuple[int, ...]
    """Of the entries that are called so."""


class ExpandedQuery(Struct, frozen=True):
    """What the words of a query mean."""

    concepts: tuple[Concept, ...]
    names: tuple[NameInQuery, ...]
    tables: dict[str, dict[str, tuple[tuple[int, float], ...]]]
    """Game to term to the concepts it is a reading of, each with its credit."""
    together: dict[str, tuple[tuple[int, str, float], ...]]
    """Game to concepts, terms that are together for it, and their credit."""
    unknown: tuple[str, ...]
    """Words that nothing is known of."""
    roots: tuple[tuple[str, ...], ...]
    """What full text looks for; nothing where some words are unknown and all others only guessed."""


def expand_query(store: Store, about: Scopes, query: Query) -> ExpandedQuery:
    """Find out what the words of a query mean."""
    typed = list(dict.fromkeys(words(query.text)))[:MOST_WORDS]
    games = frozenset(about.documents[document].game or "" for document in query.documents)
    languages = languages_in(about, query.documents)
    little = stop_words_for(typed, languages)
    found = store.counts(sorted({one for term in typed for one in roots(term, languages)}))
    held = Vocabulary(languages, _by_root(found, games))
    synonyms = _synonyms(store, typed, games, languages)
    said = little.union(*synonyms)
    known = {count.root for count in found}
    strange = [term for term in typed if known.isdisjoint(roots(term, languages)) and term not in said]
    nicknames = _nicknames(store, strange)
    known = set(map(root, nicknames))
    unknown = [term for term in strange if root(term) not in known]
    raw = [
        Concept(term, 0.0, True, tuple(_readings(term, synonyms, nicknames.get(term, ()))), term not in little)
        for term in typed
    ]
    meant = {term for one in raw for reading in one.readings for term in reading.terms}
    missing = {one for term in meant for one in roots(term, languages)} - set(held.by_root)
    held.by_root.update(_by_root(store.counts(sorted(missing)), games))
    entries = sum(about.entries[game] for game in games)
    concepts = tuple(_weighed(concept, held, entries) for concept in raw)
    names = (*_names(store, query.text), *(name for found in nicknames.values() for name in found))
    tables, together = _tables(about, query, concepts, held)
    guesses = little.union(unknown, (term for _, word in query.read_as for term in words(word)))
    wanted = () if unknown and guesses.issuperset(typed) else _wanted(concepts, languages)
    return ExpandedQuery(concepts, names, tables, together, tuple(unknown), wanted)


def _by_root(counts: Iterable[Count], games: frozenset[str]) -> dict[str, list[Count]]:
    """Return how often terms are found in games, by their roots."""
    found: dict[str, list[Count]] = defaultdict(list)
    for count in counts:
        if count.game in games:
            found[count.root].append(count)
    return dict(found)


def _synonyms(
    store: Store, typed: Sequence[str], games: frozenset[str], languages: Sequence[str]
) -> dict[tuple[str, ...], list[Synonym]]:
    """Return the synonyms that the spans of a query have in games."""
    spans: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for span in _spans(typed):
        for one in rooted(span, (ENGLISH, *languages)):
            spans[" ".join(one)].append(span)
    found: dict[tuple[str, ...], list[Synonym]] = defaultdict(list)
    for synonym in store.synonyms(list(spans)):
        if synonym.source != "name" and (synonym.game is None or synonym.game in games):
            for span in spans[synonym.typed]:
                found[span].append(synonym)
    return dict(found)


def _spans(typed: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the spans of a query that may be synonyms, each also without the words inside it that only point."""
    for first in range(len(typed)):
        for last in range(first + 1, min(first + LONGEST_SPAN, len(typed)) + 1):
            span = tuple(typed[first:last])
            yield span
            without = tuple(term for term in span if term not in POINTING)
            if without != span and span[0] not in POINTING and span[-1] not in POINTING:
                yield without


def _nicknames(store: Store, strange: Sequence[str]) -> dict[str, list[NameInQuery]]:
    """Return the titles whose initials make a word that no document has: "WOTWS"."""
    by_key = {root_key(term): term for term in strange if len(term) >= FEWEST_INITIALS}
    found: dict[str, list[NameInQuery]] = {}
    for name in store.names_among(sorted(by_key), ("initials",)) if by_key else ():
        found.setdefault(by_key[name.key], []).append(NameInQuery(tuple(words(name.text)), (name.position,)))
    return found


def _readings(
    term: str, synonyms: dict[tuple[str, ...], list[Synonym]], called: Sequence[NameInQuery]
) -> Iterator[Expansion]:
    """Yield the ways in which documents may put a word of a query; a synonym of a phrase is one of all its words.

    Args:
        term: the word.
        synonyms: those of the spans of the query.
        called: titles of which it may be the initials.
    """
    yield Expansion((term,), 1.0, None, "word")
    for span, found in synonyms.items():
        for synonym in found if term in span else ():
            games = None if synonym.game is None else frozenset((synonym.game,))
            yield Expansion(tuple(synonym.meant.split()), CREDIT[synonym.source], games, synonym.source)
    for terms in dict.fromkeys(one.terms for one in called):
        yield Expansion(terms, CREDIT["document"], None, "initials")


def _weighed(concept: Concept, counts: Vocabulary, entries: int) -> Concept:
    """Return a concept with its weight: the rarer the word itself is, with what it may mean, the more it says."""
    held = [_held(reading, counts) for reading in concept.readings]
    known: float = min(filter(None, held), default=0)
    if held[0]:
        meant = (one.credit * entries for one, entries in zip(concept.readings[1:], held[1:], strict=True))
        known = held[0] + SYNONYM * max(meant, default=0.0)
    weight = rarity(1 + known, entries) / rarity(1, 1 + entries) if known else UNKNOWN_WORD
    return concept._replace(weight=weight if concept.telling else weight * STOP_WORD, known=known > 0)


def _held(reading: Expansion, counts: Vocabulary) -> int:
    """Return how many entries hold the rarest word of a reading."""
    return min(sum(count.entries for count in counts.of(term)) for term in reading.terms)


def _names(store: Store, text: str) -> tuple[NameInQuery, ...]:
    """Find the known titles in a query, the longest first: of cards, or any where nothing else is asked."""
    typed = WORD.findall(text)[:MOST_WORDS]
    found = spans_named(store, typed, LONGEST_SPAN)
    only_names = len(found) > 1 and rest_says_little(typed, found)
    return tuple(
        NameInQuery(tuple(words(" ".join(typed[first:last]))), tuple(held))
        for first, last, held in found
        if only_names or (last - first > 1 and any(row.kind == "card" for row in store.rows(held)))
    )


def spans_named(
    store: Store, typed: Sequence[str], longest: int, kinds: Sequence[str] = TITLES
) -> list[tuple[int, int, list[int]]]:
    """Return the spans of words that have a known name, the longest first, none within another.

    Args:
        store: whose names are looked for.
        typed: the words.
        longest: words of a name, at the most.
        kinds: of names.

    Returns:
        where each span begins and ends, and the positions of the entries of that name, in order.
    """
    spans = {
        (first, last): key(" ".join(typed[first:last]))
        for first in range(len(typed))
        for last in range(first + 1, min(first + longest, len(typed)) + 1)
    }
    named: dict[str, list[int]] = defaultdict(list)
    for name in store.names_among(sorted(set(spans.values())), kinds):
        named[name.key].append(name.position)
    found: list[tuple[int, int, list[int]]] = []
    for (first, last), one in sorted(spans.items(), key=lambda span: (span[0][0] - span[0][1], span[0])):
        free = all(last <= begin or first >= end for begin, end, _ in found)
        if one in named and free and may_name(" ".join(typed[first:last])):
            found.append((first, last, named[one]))
    return sorted(found)


def rest_says_little(typed: Sequence[str], spans: Sequence[tuple[int, int, list[int]]]) -> bool:
    """Say whether the words outside some spans say little."""
    covered = {place for first, last, _ in spans for place in range(first, last)}
    return all(STOP_WORDS.issuperset(words(word)) for place, word in enumerate(typed) if place not in covered)


def _tables(
    about: Scopes,
    query: Query,
    concepts: Sequence[Concept],
    counts: Vocabulary,
) -> tuple[dict[str, dict[str, tuple[tuple[int, float], ...]]], dict[str, tuple[tuple[int, str, float], ...]]]:
    """Return, for each game, which terms stand for which concept, and which together do."""
    tables: dict[str, dict[str, tuple[tuple[int, float], ...]]] = {}
    together: dict[str, tuple[tuple[int, str, float], ...]] = {}
    for game in dict.fromkeys(about.documents[document].game or "" for document in query.documents):
        best: dict[str, dict[int, float]] = defaultdict(dict)
        phrases: list[tuple[int, str, float]] = []
        for place, concept in enumerate(concepts):
            for reading in concept.readings:
                if reading.games is not None and game not in reading.games:
                    continue
                if len(reading.terms) > 1:
                    phrases.append((place, " ".join(reading.terms), reading.credit))
                    continue
                for term, credit in _forms(reading, counts, game):
                    best[term][place] = max(credit, best[term].get(place, 0.0))
        tables[game] = {term: tuple(found.items()) for term, found in best.items()}
        together[game] = tuple(phrases)
    return tables, together


def _forms(reading: Expansion, counts: Vocabulary, game: str) -> Iterator[tuple[str, float]]:
    """Yield the terms of a game that have a reading's root: the term itself counts more than the others."""
    term = reading.terms[0]
    for count in counts.of(term):
        if count.game == game:
            yield count.term, reading.credit * (1.0 if count.term == term else CREDIT["root"])


def _wanted(concepts: Sequence[Concept], languages: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the roots that full text looks for: those of stop words only where there are no others."""
    telling = [concept for concept in concepts if concept.telling] or concepts
    readings = (reading for concept in telling for reading in concept.readings)
    return tuple(dict.fromkeys(one for reading in readings for one in rooted(reading.terms, languages)))

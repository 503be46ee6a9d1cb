"""All that look-ups and ranking read, as plain tables, for what must give the same answers in another language."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.parts.facts import roots_of
from judge.build.store import Count, Name, Synonym, Terms, Theme
from judge.search.interactions.between import CardLimits, card_limits
from judge.search.query_parsing import CitedNames, Scopes, cited_names, scopes


class Tables(NamedTuple):
    """The tables of a library."""

    about: Scopes
    cited: CitedNames
    names: list[Name]
    """In the order of their rows."""
    counts: list[Count]
    synonyms: list[Synonym]
    terms: list[Terms]
    """Of every entry, in the order of the positions, which begin with 1."""
    themes: list[Theme]
    """Those of one title beside each other."""
    limits: Mapping[str, CardLimits]
    """By game."""
    cards_referring: Mapping[str, int]
    """How many cards refer to an entry, by its id."""

    def postings(self) -> Mapping[str, Counter[int]]:
        """Return, for each root, how many times full text finds it in which entry, by position."""
        found: dict[str, Counter[int]] = defaultdict(Counter)
        for terms in self.terms:
            for root, times in Counter(roots_of(terms)).items():
                found[root][terms.position] = times
        return found


def read_tables(compiled: Compiled) -> Tables:
    """Read the tables of a library."""
    store = compiled.store
    return Tables(
        scopes(store),
        cited_names(store),
        store.names(),
        store.every_count(),
        store.every_synonym(),
        store.every_terms(),
        store.every_theme(),
        card_limits(store),
        store.cards_referring(),
    )

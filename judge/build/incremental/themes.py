"""The special subjects of cards: titles of rules that the texts of few cards of their game hold.

Reads: the entries, names and terms of a filled library. Writes: rows of the table `theme`, one for each title and card.

Two cards taken at random both hold a title that `held` of `all` cards hold in (held / all)² of the cases. Up to the
square root of `all`, that is one case in `all` at the most, so chance hardly explains what two cards then share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from itertools import groupby
from math import isqrt

from judge.build.store import RULES, Row, Store, Theme
from judge.core.languages import ENGLISH
from judge.core.languages.stemming import root
from judge.core.tokens import LEFT_OUT, MARK, STOP_WORDS, words

LONGEST_TITLE = 4
"""Words of the title of a rule that is looked for in a text. Chosen, not fitted."""
KEPT_TEXTS = 4096
"""Texts whose roots are kept, because several titles are looked for in the same ones. Chosen, not fitted."""


def most_special(cards: int) -> int:
    """Return how many cards of a game may share what is still special to them.

    >>> most_special(1600)
    40
    """
    return isqrt(cards)


def most_shared(counts: Iterable[int], cards: int) -> int:
    """Return how many cards may refer to a rule that still tells something of two that share it.

    That many that two cards taken at random share any of these rules in one case in `cards` at the most: of all rules
    together, where `most_special` is about one. What two cards alone refer to always counts.

    Args:
        counts: how many cards refer to each rule of the game.
        cards: how many cards the game has.

    >>> most_shared([3, 3, 5, 20], 100), most_shared([3, 3, 5, 20], 40)
    (5, 3)
    """
    best, total = 2, 0
    for count, same in groupby(sorted(counts)):
        total += count * count * len(list(same))
        if total > cards:
            break
        best = max(best, count)
    return best


def themes_of(store: Store) -> Iterator[Theme]:
    """Yield the special subjects of the cards of each game, those of one title beside each other."""
    documents = {document["key"]: document for document in store.documents()}
    games = {key: document["game"] or "" for key, document in documents.items()}
    languages = {key: document["language"] or ENGLISH for key, document in documents.items()}
    rows = {row.position: row for row in store.rows(sorted(store.positions(list(games), ())))}
    for game in dict.fromkeys(games.values()):
        cards = [row for row in rows.values() if row.kind == "card" and games[row.document] == game]
        titles = _titles(store, {place: row for place, row in rows.items() if games[row.document] == game})
        for key, holders in _holders(store, cards, titles, languages).items():
            if len(holders) <= most_special(len(cards)):
                yield from (Theme(game, key, titles[key], card) for card in holders)


def _titles(store: Store, rows: Mapping[int, Row]) -> dict[str, str]:
    """Return the titles of the rules of a game, by their roots in the order of the alphabet."""
    found: dict[str, str] = {}
    for name in store.names_of_kind("form"):
        row = rows.get(name.position)
        if row and row.kind in RULES and not set(words(row.title or "")) <= STOP_WORDS:
            found.setdefault(name.key, row.title or name.text)
    return found


def _holders(
    store: Store, cards: list[Row], titles: Mapping[str, str], languages: Mapping[str, str]
) -> dict[str, list[int]]:
    """Return the positions of the cards whose texts hold each title, in the order of the titles."""
    telling = {part for key in titles for part in key.split()}
    found: dict[str, list[int]] = defaultdict(list)
    spoken = {row.position: languages[row.document] for row in cards}
    places = list(spoken)
    for start in range(0, len(places), 500):
        for terms in store.terms(places[start : start + 500]):
            for key in sorted(spans_of(terms.blocks, telling, spoken[terms.position]) & titles.keys()):
                found[key].append(terms.position)
    return dict(sorted(found.items()))


def spans_of(blocks: str, telling: Set[str], language: str = ENGLISH) -> set[str]:
    """Return the roots of all runs of a few telling words that are not a card's name, kept as titles are: by roots.

    Args:
        blocks: the terms of a text's blocks, a line each.
        telling: the roots that are in a title.
        language: that of the text.
    """
    found: set[str] = set()
    for run in _runs(blocks, language):
        for first in range(len(run)):
            for last in range(first, min(first + LONGEST_TITLE, len(run))):
                if run[last] not in telling:
                    break
                found.add(" ".join(sorted(run[first : last + 1])))
    return found


@lru_cache(maxsize=KEPT_TEXTS)
def _runs(blocks: str, language: str) -> list[list[str]]:
    """Return the roots of a text's words in their order, parted where a block ends or a card is named."""
    barred = (_barred(word, language) for word in blocks.replace("\n", f" {MARK} ").split())
    return [run.split() for run in " ".join(barred).split(MARK)]


def _barred(word: str, language: str) -> str:
    """Return the root of a word; the mark alone for a word of a card's name, nothing for one that titles may lack."""
    if word.startswith(MARK):
        return MARK
    return "" if word in LEFT_OUT else root(word, language)

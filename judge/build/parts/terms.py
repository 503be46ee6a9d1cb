"""Entries to terms: what ranking reads, how often each term is found, and what may be typed for what.

Reads: the entries of one document, and the names of cards. Writes: rows of the tables `terms` and `synonym`, counts for
`vocabulary`, and the postings that full text holds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.build.rows import Synonym, Terms
from judge.core.languages.stemming import root
from judge.core.model import Block, Entry
from judge.core.tokens import words
from judge.reading.metadata.games import Game
from judge.references import names_in_texts
from judge.references.names_in_texts import MARK, NameMarker

TITLE_COUNTS = 4
"""How many times a word in a title counts while candidates are gathered."""
DEEPEST = 10
"""Headings above an entry that count as its context."""
PlayersWords = Sequence[tuple[str, tuple[str, ...]]]
"""What players say, each with what it may be called in a document."""
Postings = dict[str, list[int]]
"""For each root the entries that hold it, from 0, each with how many times: 3, 1, 17, 2."""


class DocumentTerms(NamedTuple):
    """The terms of the entries of one document."""

    rows: list[list[str]]
    """Titles, headings and blocks of each, as `Terms` has them."""
    vocabulary: dict[str, int]
    """How many entries hold each term."""
    postings: Postings


def terms_of(entries: Sequence[Entry], marker: NameMarker) -> DocumentTerms:
    """Return the terms of a document."""
    by_id = {entry.id: entry for entry in entries}
    headings: dict[str | None, str] = {}
    rows: list[list[str]] = []
    counts: Counter[str] = Counter()
    postings: Postings = defaultdict(list)
    for place, entry in enumerate(entries):
        if entry.parent not in headings:
            headings[entry.parent] = " ".join(words(" ".join(_above(entry, by_id))))
        rows.append([_titles(entry), headings[entry.parent], "\n".join(map(marker.mark, _texts(entry)))])
        bare = " ".join(rows[-1]).replace(MARK, "").split()
        counts.update(set(bare))
        for one, times in Counter(roots_of(Terms(place, *rows[-1]))).items():
            postings[one] += (place, times)
    return DocumentTerms(rows, dict(counts), dict(postings))


def _titles(entry: Entry) -> str:
    return "\n".join(dict.fromkeys(" ".join(words(title)) for title in (entry.title, *entry.aliases) if title))


def _texts(entry: Entry) -> Iterator[str]:
    yield from map(in_force, entry.blocks)
    if entry.errata:
        yield entry.errata.text


def in_force(block: Block) -> str:
    """Return a text without the words that are struck."""
    text = block.text
    for start, end, kind in reversed(block.marks):
        if kind == "strike":
            text = f"{text[:start]} {text[end:]}"
    return text


def _above(entry: Entry, entries: Mapping[str, Entry]) -> list[str]:
    """Return the titles above an entry."""
    above: list[str] = []
    parent = entries.get(entry.parent or "")
    while parent and len(above) < DEEPEST:
        above.append(parent.title or "")
        parent = entries.get(parent.parent or "")
    return above


def roots_of(terms: Terms) -> list[str]:
    """Return the roots under which full text finds an entry, each as often as it counts."""
    title = list(map(root, terms.titles.split()))
    rest = f"{terms.headings} {terms.blocks}".replace(MARK, "").split()
    return [*TITLE_COUNTS * title, *map(root, rest)]


def synonyms_of(entries: Iterable[Entry], game: str | None) -> Iterator[Synonym]:
    """Yield what may be typed for what, as a document itself says."""
    pairs = ((typed, (meant,)) for typed, meant in names_in_texts.find_other_names(entries))
    return _synonyms(pairs, game, "document")


def synonyms(present: Iterable[str | None], games: Iterable[Game], of_any: PlayersWords) -> Iterator[Synonym]:
    """Yield what may be typed for what: out of the files of the games that are present, and for every game."""
    names = set(present)
    for game in games:
        if game.name in names:
            for name in (game.name, *game.names):
                yield Synonym(" ".join(map(root, words(name))), game.name, game.name, "name")
            yield from _synonyms(game.words, game.name, "game")
    yield from _synonyms(of_any, None, "any")


def _synonyms(pairs: Iterable[tuple[str, tuple[str, ...]]], game: str | None, source: str) -> Iterator[Synonym]:
    """Yield pairs as terms."""
    for typed, meant in pairs:
        for one in meant:
            yield Synonym(" ".join(map(root, words(typed))), " ".join(words(one)), game, source)

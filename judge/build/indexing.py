"""Entries to terms: what ranking reads, how often each term is found, and what may be typed for what.

Reads: all entries, resolved. Writes: the tables `terms`, `vocabulary` and `synonym`; returns what full text indexes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.build.full_text import IndexedEntry
from judge.build.parsing import ParsedDocument
from judge.build.rows import Count, Synonym, Terms
from judge.build.store import Store
from judge.core.model import Entry
from judge.core.stemming import root
from judge.core.tokens import words
from judge.reading.games import Game
from judge.references import acronyms
from judge.references.name_marks import MARK, NameMarker

TITLE_COUNTS = 4
"""How many times a word in a title counts while candidates are gathered."""
DEEPEST = 10
"""Headings above an entry that count as its context."""
PlayersWords = Sequence[tuple[str, tuple[str, ...]]]
"""What players say, each with what it may be called in a document."""


def index_entries(
    documents: Sequence[ParsedDocument], positions: Mapping[str, int], store: Store
) -> Iterator[IndexedEntry]:
    """Write the terms of all entries; yield what full text knows of each, in the order of their positions."""
    entries = {entry.id: entry for parsed in documents for entry in parsed.entries}
    marker = NameMarker(entry.title for entry in entries.values() if entry.kind == "card" and entry.title)
    counts: Counter[tuple[str, str]] = Counter()
    for parsed in documents:
        game = parsed.document.game or ""
        for entry in parsed.entries:
            terms = _terms(entry, positions[entry.id], entries, marker)
            store.add_terms(terms)
            bare = " ".join(terms[1:]).replace(MARK, "").split()
            counts.update((term, game) for term in set(bare))
            yield indexed(terms)
    store.add_vocabulary(Count(term, root(term), game, number) for (term, game), number in sorted(counts.items()))


def _terms(entry: Entry, position: int, entries: Mapping[str, Entry], marker: NameMarker) -> Terms:
    """Return the terms of one entry."""
    above: list[str] = []
    parent = entries.get(entry.parent or "")
    while parent and len(above) < DEEPEST:
        above.append(parent.title or "")
        parent = entries.get(parent.parent or "")
    texts = [block.text for block in entry.blocks] + ([entry.errata.text] if entry.errata else [])
    titles = dict.fromkeys(" ".join(words(title)) for title in (entry.title, *entry.aliases) if title)
    return Terms(position, "\n".join(titles), " ".join(words(" ".join(above))), "\n".join(map(marker.mark, texts)))


def indexed(terms: Terms) -> IndexedEntry:
    """Return the roots under which full text finds an entry."""
    title = [root(term) for term in terms.titles.split()]
    rest = [root(term.removeprefix(MARK)) for part in (terms.headings, terms.blocks) for term in part.split()]
    return IndexedEntry(terms.position, " ".join([*TITLE_COUNTS * title, *rest]))


def synonyms(documents: Sequence[ParsedDocument], games: Iterable[Game], of_any: PlayersWords) -> Iterator[Synonym]:
    """Yield what may be typed for what: out of the documents, out of their games' files, and for every game."""
    present = {parsed.document.game for parsed in documents}
    for parsed in documents:
        pairs = ((typed, (meant,)) for typed, meant in acronyms.find_other_names(parsed.entries))
        yield from _synonyms(pairs, parsed.document.game, "document")
    for game in games:
        if game.name in present:
            for name in (game.name, *game.names):
                yield Synonym(" ".join(map(root, words(name))), game.name, game.name, "name")
            yield from _synonyms(game.words, game.name, "game")
    yield from _synonyms(of_any, None, "any")


def _synonyms(pairs: Iterable[tuple[str, tuple[str, ...]]], game: str | None, source: str) -> Iterator[Synonym]:
    """Yield pairs as terms."""
    for typed, meant in pairs:
        for one in meant:
            yield Synonym(" ".join(map(root, words(typed))), " ".join(words(one)), game, source)

"""Everything that can be pointed at: entries by number, by title, by subject, and by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from judge.core.model import Entry
from judge.core.numbering import normalise
from judge.core.titles import keys, loose_key, loose_words

LONGEST_OPENING = 6
"""Words of a title that may be named by its beginning."""
Table = dict[str, dict[str, list[str]]]
"""Key of a name to document key to ids, in the order of the documents."""
Question = tuple[str, str]
"""What is looked for in other documents: the name of a table, `titles` or `subjects`, and a key in it."""
SUBJECTS = ("section", "term", "topic", "card", "qa", "ruling", "step")
"""Kinds of entries that say something about the subject of their title."""


class Targets:
    """The entries of all documents, as references name them."""

    def __init__(
        self, entries: Iterable[Entry], games: Mapping[str, str | None], works: Mapping[str, str] | None = None
    ) -> None:
        """Collect the targets.

        Args:
            entries: of all documents.
            games: the game of each document key.
            works: the title of each document, which its editions share.
        """
        self.games = games
        self.works = works or {}
        self.entries: dict[str, Entry] = {}
        self.numbers: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.titles: Table = {}
        """By what `titles.keys` makes of titles and aliases."""
        self.subjects: Table = {}
        """By `titles.loose_key`; cards are named exactly or not at all."""
        self.openings: Table = {}
        """By the words that a title begins with."""
        self.asked: dict[str, set[Question]] = defaultdict(set)
        """What each document looked for in the others."""
        self.pages: dict[tuple[str, int], list[str]] = defaultdict(list)
        self._words: dict[str, frozenset[str]] = {}
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        self.entries[entry.id] = entry
        if entry.number:
            self.numbers[entry.document, normalise(entry.number)].append(entry.id)
        for title in (entry.title, *entry.aliases):
            for one in keys(title) if title else ():
                _put(self.titles, one, entry)
        if entry.title and entry.kind != "card":
            _put(self.subjects, loose_key(entry.title), entry)
            for opening in _openings(entry.title):
                _put(self.openings, opening, entry)
        for page in range(entry.pages[0], entry.pages[1] + 1) if entry.pages else ():
            self.pages[entry.document, page].append(entry.id)

    def titled(self, title: str, document: str) -> Sequence[str]:
        """Return the entries that a title names: those of the document, or else those of its game.

        In the document itself the title may be that of a subject, in other number or order, or the beginning of a
        longer one; elsewhere only the first.
        """
        loose = loose_key(title)
        near = ((self.titles, keys(title)), (self.subjects, [loose]), (self.openings, [loose]))
        for table, names in near:
            for name in names:
                if found := table.get(name, {}).get(document):
                    return found
        for question in (*(("titles", name) for name in keys(title)), ("subjects", loose)):
            if elsewhere := [id for ids in self.elsewhere(question, document) for id in ids]:
                return elsewhere
        return []

    def elsewhere(self, question: Question, document: str) -> Iterator[list[str]]:
        """Yield the entries of a name in the other documents of a document's game, document by document."""
        self.asked[document].add(question)
        game = self.games.get(document)
        table, name = self.subjects if question[0] == "subjects" else self.titles, question[1]
        for other, ids in table.get(name, {}).items():
            if game and other != document and self.games.get(other) == game:
                yield ids

    def answers(self, questions: Iterable[Question], document: str) -> Iterator[object]:
        """Yield what questions find in the other documents, with all that a resolution may look at."""
        for question in questions:
            for ids in list(self.elsewhere(question, document)):
                yield question
                for entry in map(self.entries.__getitem__, ids):
                    yield entry.id, entry.kind, entry.title, entry.variant, entry.facts
                yield self.is_edition(document, entry.document)

    def is_edition(self, one: str, other: str) -> bool:
        """Tell whether two documents are editions of one work."""
        return one in self.works and self.works[one] == self.works.get(other)

    def words(self, id: str) -> frozenset[str]:
        """Return the words of an entry's title and text, as singulars."""
        if id not in self._words:
            entry = self.entries[id]
            texts = (entry.title or "", *(block.text for block in entry.blocks))
            self._words[id] = frozenset(word for text in texts for word in loose_words(text))
        return self._words[id]

    def cards(self, title: str, document: str) -> list[str]:
        """Return the cards of a title, in the document or else in the first other of its game that has it."""
        for name in keys(title):
            here = self.titles.get(name, {}).get(document, [])
            for ids in (here, *self.elsewhere(("titles", name), document)):
                if cards := [id for id in ids if self.entries[id].kind == "card"]:
                    return cards
        return []


def _put(table: Table, name: str, entry: Entry) -> None:
    ids = table.setdefault(name, {}).setdefault(entry.document, [])
    if not ids or ids[-1] != entry.id:
        ids.append(entry.id)


def _openings(title: str) -> Iterator[str]:
    """Yield the keys of the words that a title of some words begins with."""
    words = loose_words(title)[:LONGEST_OPENING]
    for count in range(1, len(words)):
        yield " ".join(sorted(set(words[:count])))

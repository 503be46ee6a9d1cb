"""The documents that citations mean: their entries as targets, their words, their editions, what became of each number.

Reads: an opened library. Writes: `Rulebooks`, which answers what a number leads to in the edition that is meant, what
it led to in the others, and what the entry there has become; `Wordings`, the words of the numbered entries of a
document. Words count by how rare they are in the document; words that the document does not have say nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

from judge.build.store import Store, remembered
from judge.checks.wrong_numbers import CitedSections, content, heading
from judge.core.errors import CollectionError
from judge.core.jsonl import Record
from judge.core.likeness import Rarity
from judge.core.model import Block, Document, Entry
from judge.core.numbering import lookup_key
from judge.core.records import entry_from
from judge.core.tokens import fold, keys
from judge.library import Library, in_order
from judge.references.document_names import DocumentNames, is_summary
from judge.references.targets import Order, Targets
from judge.search.query_parsing import set_aside

PIECES = re.compile(r"\d+|[a-z]+")
COMMON = 0.1
"""Share of a document's entries above which a word leads to none of them. Chosen, not fitted."""
MOST_BELOW = 60
"""Entries below another that are looked at. Chosen, not fitted."""
LOOKED_AT = 6
"""Entries with most of the rare words, and of those with the rarest titles, that are compared. Chosen, not fitted."""


class Known(NamedTuple):
    """What is known of an entry."""

    words: frozenset[str]
    """Its own, those of its title among them."""
    title: frozenset[str]
    """The words of its title, or of the nearest one above it."""
    title_weight: float
    heads: bool
    """The title is its own, or it is the first entry below a bare one of that title."""
    bare: bool
    """It has no text of its own."""
    below: frozenset[str]
    """Those that only what is below it has."""
    pairs: frozenset[tuple[str, str]]
    """Its neighbouring words."""
    number: tuple[str, ...]
    """The digits and letters of its number."""


def pieces(number: str) -> tuple[str, ...]:
    """Return the digits and letters of a number.

    >>> pieces("701.21a")
    ('701', '21', 'a')
    """
    return tuple(PIECES.findall(lookup_key(number)))


class Wordings:
    """The words of the numbered entries of one document."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Learn them."""
        self.document = entries[0].document if entries else ""
        self.sections = CitedSections(entries)
        self.by_id = {entry.id: entry for entry in entries}
        self.titles: dict[str, list[str]] = defaultdict(list)
        """Ids of numbered entries by the keys of their titles."""
        self.below: dict[str, list[str]] = defaultdict(list)
        self._own: dict[str, frozenset[str]] = {}
        self._numbered: dict[str, list[str]] = defaultdict(list)
        self.above = cache(self._above)
        """Returns the entries above an entry, the nearest first."""
        self.known = cache(self._known)
        """Returns what is known of an entry."""
        for entry in entries:
            if entry.parent:
                self.below[entry.parent].append(entry.id)
            texts = (entry.title or "", *entry.aliases, *(block.text for block in entry.blocks))
            self._own[entry.id] = frozenset(word for text in texts for word in content(text))
            if entry.number:
                self._numbered[lookup_key(entry.number)].append(entry.id)
                for key in keys(entry.title or ""):
                    self.titles[key].append(entry.id)
        self._ids = [entry.id for entry in entries if entry.number]
        self.rarity = Rarity(self._own[id] for id in self._ids)
        """What each word counts: the rarer, the more; one that no entry has, nothing."""
        headings = {entry.id: frozenset(heading(entry.title)) for entry in entries if entry.number and entry.title}
        self._headings = Counter(headings.values())
        self._by_word: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        """The entries of titles and the words of these, by the rarest of them."""
        for id, words in headings.items():
            rarest = max(sorted(words), key=lambda word: self.rarity.weights.get(word, 0.0), default="")
            self._by_word[rarest].append((id, words))

    def is_alone(self, id: str) -> bool:
        """Tell whether no other numbered entry has the words of an entry's title as its own."""
        words = frozenset(heading(self.by_id[id].title or ""))
        return self._headings[words] == 1

    def _known(self, id: str) -> Known:
        entry, words = self.by_id[id], self._own[id]
        titled = next((one for one in (id, *self.above(id)) if self.by_id[one].title), id)
        title = frozenset(heading(self.by_id[titled].title or ""))
        first = titled == entry.parent and not self.by_id[titled].blocks and self.below[titled][0] == id
        below = frozenset(word for one in self.under(id)[:MOST_BELOW] for word in self._own[one])
        return Known(
            words,
            title,
            self.rarity.weight(title),
            heads=titled == id or first,
            bare=not entry.blocks,
            below=below - words - title,
            pairs=frozenset(pairwise(content(self.text(id)))),
            number=pieces(entry.number or ""),
        )

    def _above(self, id: str) -> list[str]:
        found: list[str] = []
        parent = self.by_id[id].parent
        while parent in self.by_id and parent not in found:
            found.append(parent)
            parent = self.by_id[parent].parent
        return found

    def under(self, id: str) -> list[str]:
        """Return the entries below an entry, at any depth."""
        found = list(self.below.get(id, ()))
        for one in found:
            found += self.below.get(one, ())
        return found

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether an entry is another, or is above or below it."""
        return one == other or one in self.above(other) or other in self.above(one)

    def best(self, words: frozenset[str]) -> list[str]:
        """Return the entries that have most of the rare words, the best first."""
        common = max(COMMON, 3 / (self.rarity.total or 1))
        return [self._ids[place] for place in self.rarity.nearest(words, LOOKED_AT, common)]

    def named_in(self, words: frozenset[str]) -> list[str]:
        """Return the entries all words of whose titles are among some words, those of the rarest titles first."""
        found = [id for word in words for id, title in self._by_word.get(word, ()) if title <= words]
        return sorted(sorted(found), key=lambda id: self.known(id).title_weight, reverse=True)[:LOOKED_AT]

    def numbered(self, number: str) -> list[str]:
        """Return the entries of a number."""
        return self._numbered.get(lookup_key(number), [])

    def parts(self, id: str, target: str) -> list[str]:
        """Return the first entry below another, and the one whose letter is that of a target."""
        below = self.below.get(id, [])
        last = (self.by_id[target].number or "")[-1:]
        alike = (one for one in below if last.isalpha() and (self.by_id[one].number or "").endswith(last))
        return [*below[:1], *alike]

    def text(self, id: str) -> str:
        """Return the title and the blocks of an entry, one a line."""
        entry = self.by_id[id]
        lines = (entry.title or "", entry.errata.text if entry.errata else "", *(block.text for block in entry.blocks))
        return "\n".join(line for line in lines if line)


TEXTS = "\x00"
"""Begins the key of what stands for the texts that cite a game."""


@dataclass(frozen=True, slots=True)
class Meant:
    """What the citations of a text mean, as far as a person says so."""

    document: str | None = None
    """Key of the document."""
    game: str | None = None
    edition: str | None = None
    """The edition whose numbers are cited; without it, the newest."""


ANYTHING = Meant()
"""Nothing is said of what is cited."""


class Rulebooks:
    """The documents that may be meant."""

    def __init__(self, library: Library, meant: Meant) -> None:
        """Choose the documents.

        Raises:
            CollectionError: there is no such document, game or edition.
        """
        self.library = library
        self.meant = meant
        self.documents = {record["key"]: record for record in _chosen(library.documents(), meant)}
        self.editions = cache(self._editions)
        """Returns the documents of a work, the oldest first."""
        self.games: dict[str, str] = {key: record["game"] or key for key, record in self.documents.items()}
        """The game of each document; one without a game is alone in its own."""
        self.entries = {key: self._entries(key) for key in self.documents}
        self.current = {record["work"]: self._current(record["work"]) for record in self.documents.values()}
        """The document of each work whose numbers are taken to be meant."""
        self.targets = self._targets()
        self._texts: list[str] = []
        self.wordings = cache(lambda document: Wordings(self.entries[document]))
        """Returns the words of a document's entries."""

    def _entries(self, key: str) -> list[Entry]:
        return [entry_from(record) for record in self.library.ask(lambda compiled: compiled.store.entries(key))]

    def _current(self, work: str) -> str:
        """Return the edition of a work that is meant: the one that was named, else the newest."""
        editions = self.editions(work)
        named = (key for key in editions if self.meant.edition and self.documents[key]["edition"] == self.meant.edition)
        return next(named, editions[-1])

    def _editions(self, work: str) -> list[str]:
        return [record["key"] for record in in_order([one for one in self.documents.values() if one["work"] == work])]

    def _targets(self) -> Targets:
        works = {key: record["work"] for key, record in self.documents.items()}
        ranks = {
            key: (record["authority"] or 1) + (0 if self.current[record["work"]] == key else len(self.documents) + 1)
            for key, record in self.documents.items()
        }
        names = {
            game: DocumentNames(_document(self.documents[key]) for key in self.of_game(game))
            for game in self.every_game
        }
        order = Order(ranks, names, content=lambda key: self.entries[key])
        games = dict(self.games)
        games |= {TEXTS + game: game for game in self.every_game}
        return Targets((entry for found in self.entries.values() for entry in found), games, works, order)

    @cached_property
    def every_game(self) -> list[str]:
        """The games, in the order of their documents."""
        return list(dict.fromkeys(self.games.values()))

    def of_game(self, game: str) -> list[str]:
        """Return the documents of a game."""
        return [key for key, one in self.games.items() if one == game]

    def add_text(self, id: str, game: str, blocks: Iterable[str]) -> None:
        """Put a text that cites a game beside the documents of the game."""
        made = tuple(Block("text", text, ((1, 1),)) for text in blocks)
        self._texts.append(id)
        self.targets.entries[id] = Entry(id, TEXTS + game, "part", None, None, ((1, 1),), blocks=made)

    def forget_texts(self) -> None:
        """Take away what `add_text` put there."""
        for id in self._texts:
            del self.targets.entries[id]
        self._texts.clear()

    def others(self, document: str) -> list[str]:
        """Return the other editions of a document, the newest first."""
        work = self.documents[document]["work"]
        return [key for key in reversed(self.editions(work)) if key != document]

    def newest(self, document: str) -> str:
        """Return the newest edition of the work of a document."""
        return self.editions(self.documents[document]["work"])[-1]

    def now(self, id: str) -> str | None:
        """Return the id of what an entry has become in the newest edition; None where it is gone."""
        return self.library.maps().now(id)


def rulebooks(library: Library, meant: Meant) -> Rulebooks:
    """Return the documents that may be meant; those of a whole library are kept as long as it is open.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    if meant != ANYTHING:
        return Rulebooks(library, meant)
    books = library.ask(lambda compiled: _of_everything(compiled.store, library))
    books.forget_texts()
    return books


@remembered
def _of_everything(_: Store, library: Library) -> Rulebooks:
    return Rulebooks(library, ANYTHING)


def _chosen(documents: Sequence[Record], meant: Meant) -> list[Record]:
    """Return the documents that may be meant, with all editions of their works.

    Beside its source, a digest is meant only where it is named, and so is what came with the program where the library
    has documents of its own, of other games.
    """
    found = list(documents)
    if meant.game is not None:
        found = [one for one in found if one["game"] and fold(one["game"]) == fold(meant.game)]
        _refuse_none(found, "game", meant.game, (one["game"] for one in documents if one["game"]))
    if meant.document is not None:
        named = [one for one in found if one["key"] == meant.document]
        _refuse_none(named, "document", meant.document, (one["key"] for one in found))
        found = [one for one in found if one["work"] == named[0]["work"]]
    else:
        aside = set_aside(documents) if meant == ANYTHING else ()
        found = [one for one in found if one["key"] not in aside and not is_summary(one, found)]
    if meant.edition is not None:
        works = {one["work"] for one in found if one["edition"] == meant.edition}
        _refuse_none(works, "edition", meant.edition, (one["edition"] for one in found if one["edition"]))
        found = [one for one in found if one["work"] in works]
    return found


def _refuse_none(found: object, what: str, named: str, known: Iterable[str]) -> None:
    if not found:
        listed = ", ".join(dict.fromkeys(known))
        raise CollectionError(f"there is no {what} '{named}'; choose one of {listed or 'none'}")


def _document(record: Mapping[str, str]) -> Document:
    """Return what names of documents are learnt from."""
    names = ("key", "title", "game", "edition", "date", "dialect", "file", "kind")
    return Document(**{name: record[name] for name in names})  # type: ignore[arg-type]

"""The documents that are meant by citations: their entries as targets, their editions, and what became of each number.

Reads: an opened library. Writes: `Rulebooks`, which answers what a number leads to in the edition that is meant, what
it led to in the others, and what the entry there has become.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.build.store import Store, remembered
from judge.citations.wordings import Wordings
from judge.core.errors import CollectionError
from judge.core.jsonl import Record
from judge.core.model import Block, Document, Entry
from judge.core.records import entry_from
from judge.core.tokens import fold
from judge.library import Library, in_order
from judge.references.document_names import DocumentNames, is_summary
from judge.references.targets import Order, Targets
from judge.search.query_parsing import set_aside

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
        self._editions: dict[str, list[str]] = {}
        self.games: dict[str, str] = {key: record["game"] or key for key, record in self.documents.items()}
        """The game of each document; one without a game is alone in its own."""
        self.entries = {key: self._entries(key) for key in self.documents}
        self.current = {record["work"]: self._current(record["work"]) for record in self.documents.values()}
        """The document of each work whose numbers are taken to be meant."""
        self.targets = self._targets()
        self._texts: list[str] = []
        self._wordings: dict[str, Wordings] = {}

    def _entries(self, key: str) -> list[Entry]:
        return [entry_from(record) for record in self.library.ask(lambda compiled: compiled.store.entries(key))]

    def _current(self, work: str) -> str:
        """Return the edition of a work that is meant: the one that was named, else the newest."""
        editions = self.editions(work)
        named = (key for key in editions if self.meant.edition and self.documents[key]["edition"] == self.meant.edition)
        return next(named, editions[-1])

    def editions(self, work: str) -> list[str]:
        """Return the documents of a work, the oldest first."""
        if work not in self._editions:
            ordered = in_order([one for one in self.documents.values() if one["work"] == work])
            self._editions[work] = [record["key"] for record in ordered]
        return self._editions[work]

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

    def wordings(self, document: str) -> Wordings:
        """Return the words of a document's entries."""
        if document not in self._wordings:
            self._wordings[document] = Wordings(self.entries[document])
        return self._wordings[document]

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

    def entry(self, id: str) -> Entry:
        """Return an entry."""
        return self.targets.entries[id]

    def called(self, id: str) -> str:
        """Return what an entry is called on every screen."""
        return self.library.name(id)


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

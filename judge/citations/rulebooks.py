"""The documents that citations may mean: their entries as targets of references, and their editions.

Reads: an opened library. Writes: `Rulebooks`, in which the numbers of texts are resolved as those of documents are
(`judge.references`): each text is next to the documents of one game, as one that has no numbers of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain

from msgspec import Struct

from judge.checks.wrong_numbers import CitedSections
from judge.citations.rule_words import RuleWords
from judge.core.errors import CollectionError
from judge.core.model import Block, Document, Entry
from judge.core.tokens import fold
from judge.library.store import Store, remembered
from judge.opened_library import Library
from judge.references.document_names import DocumentNames, is_summary
from judge.references.targets import Order, Targets
from judge.search.query_parsing import set_aside

TEXTS = "\x00"
"""Begins the key of what stands for the texts that cite a game."""


class Meant(Struct, frozen=True):
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
        self.documents = {record.key: record for record in _chosen(library.documents(), meant)}
        self.of_game: dict[str, list[str]] = defaultdict(list)
        """The documents of each game; one without a game is alone in its own."""
        for key, record in self.documents.items():
            self.of_game[record.game or key].append(key)
        entries = library.ask(lambda compiled: {key: compiled.store.entries(key) for key in self.documents})
        self.targets = self._targets(entries)
        self.sections = cache(lambda document: CitedSections(entries[document]))
        """Returns the numbered sections of a document."""
        self.words = cache(lambda document: RuleWords(self.sections(document)))
        """Returns the words of them."""

    def _targets(self, entries: Mapping[str, Sequence[Entry]]) -> Targets:
        documents, maps = self.documents, self.library.editions.maps()
        known = [key for key, one in documents.items() if self.meant.edition and one.edition == self.meant.edition]
        order = Order(
            {key: record.authority or 1 for key, record in documents.items()},
            {game: DocumentNames(documents[key] for key in keys) for game, keys in self.of_game.items()},
            content=entries.__getitem__,
            dates={key: record.date for key, record in documents.items()},
            known={TEXTS + game: known for game in self.of_game},
            languages={key: record.language for key, record in documents.items()},
            editions=maps.editions,
            now=maps.now,
        )
        games = {key: game for game, keys in self.of_game.items() for key in (TEXTS + game, *keys)}
        works = {key: record.work for key, record in documents.items()}
        return Targets(chain.from_iterable(entries.values()), games, works, order)

    def is_newest(self, document: str) -> bool:
        """Tell whether a document is the newest edition of its work."""
        return self.targets.order.editions(document)[-1] == document

    def add_text(self, id: str, game: str, blocks: Iterable[str]) -> None:
        """Put a text that cites a game beside the documents of the game."""
        made = tuple(Block("text", text, ((1, 1),)) for text in blocks)
        self.targets.entries[id] = Entry(id, TEXTS + game, "part", None, None, ((1, 1),), blocks=made)


def rulebooks(library: Library, meant: Meant) -> Rulebooks:
    """Return the documents that may be meant; those of a whole library are kept as long as it is open.

    Raises:
        CollectionError: there is no such document, game or edition.
    """
    if meant != ANYTHING:
        return Rulebooks(library, meant)
    return library.ask(lambda compiled: _of_everything(compiled.store, library))


@remembered
def _of_everything(_: Store, library: Library) -> Rulebooks:
    return Rulebooks(library, ANYTHING)


def _chosen(documents: Sequence[Document], meant: Meant) -> list[Document]:
    """Return the documents that may be meant, with all editions of their works.

    Beside its source, a digest is meant only where it is named, and so is what came with the program where the library
    has documents of its own, of other games.
    """
    found = list(documents)
    if meant.game is not None:
        found = [one for one in found if one.game and fold(one.game) == fold(meant.game)]
        _refuse_none(found, "game", meant.game, (one.game for one in documents if one.game))
    if meant.document is not None:
        named = [one for one in found if one.key == meant.document]
        _refuse_none(named, "document", meant.document, (one.key for one in found))
        found = [one for one in found if one.work == named[0].work]
    else:
        aside = set_aside(documents) if meant == ANYTHING else ()
        found = [one for one in found if one.key not in aside and not is_summary(one, found)]
    if meant.edition is not None:
        works = {one.work for one in found if one.edition == meant.edition}
        _refuse_none(works, "edition", meant.edition, (one.edition for one in found if one.edition))
        found = [one for one in found if one.work in works]
    return found


def _refuse_none(found: object, what: str, named: str, known: Iterable[str]) -> None:
    if not found:
        listed = ", ".join(dict.fromkeys(known))
        raise CollectionError(f"there is no {what} '{named}'; choose one of {listed or 'none'}")

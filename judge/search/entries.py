"""Entries by their ids: records, names and references, and what a pointer leads to, opened in place.

Many cards say only "See Regeneration", and what a judge wants is what Regeneration says. Each entry is opened once,
so references in circles end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.core.errors import NoEntry
from judge.core.model import Document, Entry, Reference
from judge.core.names import first_text
from judge.core.numbering import entry_id
from judge.core.text_facts import InShort, TextFacts
from judge.editions.status import marked_entry, said_of
from judge.references.digests import in_short

if TYPE_CHECKING:
    from judge.library.compiled_library import Ask, Compiled
    from judge.library.store import Row

POINTERS = ("see", "related", "title", "number")
"""Kinds of references that a short line may consist of."""
LONGEST_POINTER = 100
"""Characters of a block that does nothing but point; a longer one says something itself."""


class Transclusion(Struct, frozen=True):
    """An entry that a pointer leads to."""

    block: int
    """Index of the block that points."""
    depth: int
    """1 for what the entry at hand points to, 2 for what that points to."""
    record: Entry


class EntryBelow(Struct, frozen=True):
    """An entry right below another, as lists of contents show it."""

    id: str
    name: str
    text: str
    """Its first words; empty without any, and without a title, since these words are then its name."""


class EntrySource(Struct, frozen=True):
    """Where entries and their references are found."""

    record: Callable[[str], Entry]
    references: Callable[[str], list[Reference]]


def opened(shelf: EntrySource, id: str, deep: int) -> Iterator[Transclusion]:
    """Yield what the short pointers of an entry lead to, each after the block that points.

    Args:
        shelf: where entries are found.
        id: of the entry at hand.
        deep: how far pointers are followed; 0 opens none.
    """
    seen = {id}
    for block, target in pointers(shelf, id):
        for depth, record in _followed(shelf, target, deep, seen):
            yield Transclusion(block, depth, record)


def _followed(shelf: EntrySource, id: str, deep: int, seen: set[str]) -> Iterator[tuple[int, Entry]]:
    waiting = [(1, id)]
    while waiting:
        depth, here = waiting.pop()
        if depth > deep or here in seen:
            continue
        seen.add(here)
        yield depth, shelf.record(here)
        waiting += [(depth + 1, target) for _, target in reversed(list(pointers(shelf, here)))]


def pointers(shelf: EntrySource, id: str) -> Iterator[tuple[int, str]]:
    """Yield the blocks of an entry that only point elsewhere, each with what it leads to.

    A term points as a whole where it says no more than what it stands for: "An acronym for burn for Power (30.3.3.4)."
    """
    record = shelf.record(id)
    blocks = record.blocks
    is_stub = record.kind == "term" and len(blocks) == 1
    for reference in shelf.references(id):
        block = reference.block
        if block is None or not reference.target or reference.kind not in POINTERS:
            continue
        text = blocks[block].text
        if len(text) <= LONGEST_POINTER and (is_stub or text.startswith(("See ", "see ", "Related: "))):
            yield block, entry_id(reference.target)


class Entries:
    """The entries of a library, each by its id."""

    def __init__(self, ask: Ask) -> None:
        """Take what asks the compiled form a question."""
        self._ask = ask

    def record(self, id: str) -> Entry:
        """Return an entry with what is newer, as the contract has it."""
        return self._ask(lambda compiled: marked_entry(compiled.store, id))

    def status(self, id: str) -> TextFacts:
        """Return `newer` and `superseded` of an entry, as its record has them."""
        return self._ask(lambda compiled: said_of(compiled.store, id))

    def in_short(self, id: str) -> InShort | None:
        """Return what a digest says of an entry, as `id` and `text`; None where none does."""
        row = self._row(id)
        return self._ask(lambda compiled: in_short(compiled.store, row)) if row else None

    def name(self, id: str) -> str:
        """Return what an entry is called on every screen; the id where there is no such entry."""
        row = self._row(id)
        return row.name if row else id

    def path(self, id: str) -> list[str]:
        """Return the document's title and the names from there down to an entry's own."""
        row = self._row(id)
        if row is None:
            raise NoEntry(id)
        above, documents = self._ask(lambda compiled: (compiled.store.path(row), compiled.store.documents()))
        title = next(one.title for one in documents if one.key == row.document)
        return [title, *(up.name for up in above), row.name]

    def contents(self, id: str) -> list[EntryBelow]:
        """Return the entries right below an entry, in order."""

        def rows(compiled: Compiled) -> list[EntryBelow]:
            children = compiled.store.children(id)
            records = [compiled.store.entry(row.id) for row in children]
            named = zip(children, records, strict=True)
            return [EntryBelow(row.id, row.name, first_text(record) if record.title else "") for row, record in named]

        return self._ask(rows)

    def card(self, id: str) -> list[tuple[Entry, Document]]:
        """Return the entries of the card of an entry, in their order, each with its document; of another kind, none."""
        row = self._row(id)
        if row is None or row.kind != "card":
            return []
        from judge.search.interactions.joined_cards import card_texts

        return self._ask(lambda compiled: card_texts(compiled, id))

    def references(self, id: str) -> list[Reference]:
        """Return the references that are in an entry, in the order of its text."""
        return self._ask(lambda compiled: compiled.store.references(id))

    def backlinks(self, id: str) -> list[Reference]:
        """Return the references that lead to an entry."""
        return self._ask(lambda compiled: compiled.store.referenced_by(id))

    def opened(self, id: str, deep: int = 1) -> list[Transclusion]:
        """Return what the short "See" lines of an entry lead to, followed so deep."""
        return list(opened(EntrySource(self.record, self.references), id, deep))

    def _row(self, id: str) -> Row | None:
        return self._ask(lambda compiled: compiled.store.row(id))

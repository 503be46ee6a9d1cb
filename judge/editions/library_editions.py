"""The editions of a library: what became of each entry from one to the next, and what that touches in other documents.

Reads: the compiled form, by the function that asks it. Writes: nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from judge.core.errors import CollectionError
from judge.core.model import Document, Entry, Reference
from judge.editions.alignment import sections
from judge.editions.change_reports import NewText, news
from judge.editions.edition_changes import Affected, Comparison, EditionStep, affected, compare, trace
from judge.editions.edition_maps import Maps, in_order, maps_of
from judge.editions.status import marked_entry

if TYPE_CHECKING:
    from judge.library.compiled_library import Ask, Compiled


Dates = dict[str, list[str | None]]
"""The dates of the blocks of entries, by the ids of the entries."""


class Editions:
    """The documents of a library as editions of works."""

    def __init__(self, ask: Ask) -> None:
        """Take what asks the compiled form a question."""
        self._ask = ask

    def records(self, document: str) -> tuple[list[Entry], list[Reference]]:
        """Return the records of a document's entries, in source order, and of the references in them."""
        return self._ask(lambda compiled: (compiled.store.entries(document), compiled.store.references_of(document)))

    def maps(self) -> Maps:
        """Return what became of the entries of older editions."""
        return self._ask(lambda compiled: maps_of(compiled.store))

    def diff(self, old: str, new: str) -> Comparison:
        """Return what became of each entry between two editions.

        Args:
            old: key of the older document.
            new: key of the newer one.

        Raises:
            CollectionError: there is no such document, or both are one.
        """
        known = self._documents()
        for key in (old, new):
            if key not in known:
                raise CollectionError(f"no document has the key '{key}'; judge list shows the documents")
        if old == new:
            raise CollectionError(f"{old} is compared with itself; name two editions")

        def compared(compiled: Compiled) -> Comparison:
            """Remember what is compared, for each entry that is traced asks for it again."""
            remembered = compiled.store.remembered
            if (compare, old, new) not in remembered:
                older, newer = (sections(*self.records(key)) for key in (old, new))
                remembered[compare, old, new] = compare(older, newer, maps_of(compiled.store).alignment(old, new))
            comparison: Comparison = remembered[compare, old, new]
            return comparison

        return self._ask(compared)

    def affected(self, comparison: Comparison) -> list[Affected]:
        """Return what became of what the other documents of the game refer to, by document, in the order of the text.

        Args:
            comparison: what `diff` gave.
        """
        documents = self._documents()
        known = [documents[key] for key in {one.record.document for one in comparison.sections()} & documents.keys()]
        games, works = {record.game for record in known}, {record.work for record in known}
        others = [one for one in documents.values() if one.game in games and one.work not in works]
        found: list[Affected] = []
        for document in others:
            entries, references = self.records(document.key)
            dates = {entry.id: [block.date or document.date for block in entry.blocks] for entry in entries}

            def dated(one: Reference, dates: Dates = dates, whole: bool = bool(document.date)) -> bool:
                return whole if one.block is None else bool(dates[one.source][one.block])

            found += affected(comparison, references, self.maps(), dated)
        return found

    def trace(self, id: str) -> list[EditionStep]:
        """Return what an entry of any edition was and is in each edition of its work, the oldest first."""
        documents = self._documents()
        work = documents[id.partition(":")[0]].work
        editions = in_order([record for record in documents.values() if record.work == work])
        keys = [record.key for record in editions]
        return trace(id, keys, self.diff, lambda id: self._ask(lambda compiled: marked_entry(compiled.store, id)))

    def new_since(self, date: str) -> list[NewText]:
        """Return what is of a day or later: documents, what their editions changed, dated texts; see docs/json.md.

        Args:
            date: 2006-08-05, 2006-08 or 2006; the shorter counts as its first day.

        Returns:
            Records with `what`, `id`, `entry`, `document`, `title`, `name`, `date`, `said`, `text`; those of one entry
            are together, and the entry with the newest is first.
        """
        dated = self._ask(lambda compiled: compiled.store.dated_entries())
        return news(date, list(self._documents().values()), dated, self.diff)

    def _documents(self) -> dict[str, Document]:
        return {record.key: record for record in self._ask(lambda compiled: compiled.store.documents())}

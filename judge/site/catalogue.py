"""The library as the pages need it, read once: entries in their tree, references both ways, counterparts.

Reads: `Library.export`, findings and former ids. Writes: a `Catalogue`, which is only read from then on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.core.dates import last_day
from judge.core.diagnostics import Finding
from judge.core.model import Document, Entry, Reference
from judge.core.names import LISTINGS
from judge.core.text_facts import InShort
from judge.core.tokens import key
from judge.lint import selection
from judge.opened_library import Library
from judge.references.digests import said_in_short
from judge.search.interactions.card_order import card_order, words_before
from judge.search.interactions.joined_cards import all_joined

if TYPE_CHECKING:
    from judge.site.plan import SitePage

ABOUT = "About this document"
"""The heading over the words under a document's own title."""


class Catalogue(Struct, frozen=True):
    """Everything the pages are made of."""

    documents: Mapping[str, Document]
    """By key, in the order of the collections."""
    entries: Mapping[str, Entry]
    children: Mapping[str, Sequence[str]]
    """Ids right below an entry; those of a document's outermost entries under the document's key."""
    outward: Mapping[str, Sequence[Reference]]
    inward: Mapping[str, Sequence[Reference]]
    """The references to each entry, except those of printed indexes."""
    counterparts: Mapping[str, Sequence[str]]
    """Entries of the same game on the same subject, those of newer documents first."""
    findings: Sequence[Finding]
    aliases: Sequence[tuple[str, str]]
    """Former keys and ids, each with what it is called now."""

    in_short: Mapping[str, InShort]
    """What digests say of entries, as `id` and `text`."""

    joined_cards: Mapping[str, Sequence[str]]
    """The entries of a card that several documents have, under each of them."""

    def card(self, id: str) -> Sequence[str]:
        """Return all entries of the card of an entry, in the order in which they are shown; else it alone."""
        return self.joined_cards.get(id, (id,))

    def words_before(self, id: str) -> str:
        """Return the words before the name of the document of a card's text: "As printed in"."""
        return words_before(self.entries[self.card(id)[0]], self.entries[id])

    def document(self, id: str) -> Document:
        """Return the document of an entry."""
        return self.documents[self.entries[id].document]

    def games(self) -> list[str]:
        """Return the games, in the order of their first documents; documents of no known game count as one: ""."""
        return list(dict.fromkeys(document.game or "" for document in self.documents.values()))

    def of_game(self, game: str) -> list[Document]:
        """Return a game's documents, the newest first."""
        found = [document for document in self.documents.values() if (document.game or "") == game]
        return sorted(found, key=lambda document: last_day(document.date), reverse=True)

    def in_game(self, game: str, *kinds: str) -> Iterator[Entry]:
        """Yield the entries of some kinds in a game's documents, document by document.

        A card that several documents have is of the game that one of them names; the others may name none.
        """
        of_kinds = (entry for entry in self.entries.values() if entry.kind in kinds)
        return (one for one in of_kinds if game == max(self.document(id).game or "" for id in self.card(one.id)))

    def named(self, words: str) -> list[str]:
        """Return the ids of the entries that an id, a number or a title names, without those of former editions."""
        if words in self.entries:
            return [words]
        wanted = key(words)
        found = [one for one in self.entries.values() if one.number == words] or [
            one for one in self.entries.values() if one.title and wanted and key(one.title) == wanted
        ]
        return [one.id for one in found if not self.documents[one.document].superseded_by]

    def block_order(self, id: str) -> list[list[int]] | None:
        """Return the blocks of a card as they are shown: texts, rulings, pointers; None for any other entry."""
        if self.entries[id].kind != "card":
            return None
        card = self.card(id)
        return card_order(map(self.entries.__getitem__, card)).of_entry(card.index(id))

    def above(self, id: str) -> list[Entry]:
        """Return the entries above an entry, the outermost first."""
        found: list[Entry] = []
        parent = self.entries[id].parent
        while parent:
            found.insert(0, self.entries[parent])
            parent = self.entries[parent].parent
        return found

    def called(self, id: str) -> str | None:
        """Return what an entry's heading says: its title, unless that only repeats the document's own."""
        return ABOUT if self._repeats_title(id) else self.entries[id].title

    def heads(self, page: SitePage) -> list[str]:
        """Return the entries by which lists of chapters name a page, in order: all but what is about the document."""
        return [page.root, *(id for id in page.joined if not self._repeats_title(id))]

    def is_title(self, id: str) -> bool:
        """Tell whether an entry is nothing but the document's own title."""
        return self._repeats_title(id) and not self.entries[id].blocks

    def _repeats_title(self, id: str) -> bool:
        entry = self.entries[id]
        if entry.parent or entry.number or not entry.title or self.children.get(id):
            return False
        return key(entry.title) == key(self.documents[entry.document].title)


def read_catalogue(library: Library) -> Catalogue:
    """Read everything out of a library."""
    documents: dict[str, Document] = {}
    entries: dict[str, Entry] = {}
    children: dict[str, list[str]] = defaultdict(list)

    outward: dict[str, list[Reference]] = defaultdict(list)
    in_short: dict[str, InShort] = {}
    for one in library.everything():
        if isinstance(one, Document):
            documents[one.key] = one
        elif isinstance(one, Entry):
            entries[one.id] = one
            children[one.parent or one.document].append(one.id)
            if one.summary_of and one.summary_of.id and (said := said_in_short(one)):
                in_short.setdefault(one.summary_of.id, said)
        elif isinstance(one, Reference):
            outward[one.source].append(one)
    inward: dict[str, list[Reference]] = defaultdict(list)
    for reference in (one for found in outward.values() for one in found):
        if reference.kind not in LISTINGS and reference.target_id in entries:
            inward[reference.target_id].append(reference)
    reported = selection.findings(library, choice=selection.FindingChoice(notes=True))
    return Catalogue(
        documents=documents,
        entries=entries,
        children=children,
        outward=outward,
        inward=inward,
        counterparts=_counterparts(documents, entries, outward.values()),
        findings=[one for one in reported if one.document in documents],
        aliases=library.ask(lambda compiled: compiled.store.aliases()),
        in_short=in_short,
        joined_cards=library.ask(all_joined),
    )


def _counterparts(
    documents: Mapping[str, Document], entries: Mapping[str, Entry], outward: Iterable[Sequence[Reference]]
) -> dict[str, list[str]]:
    """Return each entry's counterparts, those of newer documents first."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for one in (one for of_entry in outward for one in of_entry if one.kind == "counterpart"):
        if one.target_id and one.target_id in entries:
            found[one.source][one.target_id] = None
            found[one.target_id][one.source] = None
    date = {id: last_day(documents[entries[id].document].date) for id in found}
    return {id: sorted(others, key=lambda other: date[other], reverse=True) for id, others in found.items()}

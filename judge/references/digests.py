"""Digests as layers of what they sum up: which entry sums up which, and what both say of each other.

Reads: the records of documents and the names of entries. Writes: the fields `summary_of`, `summary` and `in_short`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from judge.core.model import Document, Entry, replace
from judge.core.text_facts import InShort, SummaryOf
from judge.core.tokens import key
from judge.references.document_names import DIGEST, sources_of

if TYPE_CHECKING:
    from judge.library.store import Row, Store

TITLES = ("title", "alias")
SAYING = ("text", "bullet", "ruling")
"""Kinds of blocks that may say in short what a text says."""
POINTER = "see "
"""Begins a block that only points elsewhere."""
LAYERS = "layers"
"""Under which a store remembers its digests."""


class Layer(Struct, frozen=True):
    """What an entry sums up, and what sums it up."""

    summary_of: SummaryOf | None = None
    """The text that it summarises; null outside digests."""
    summary: str | None = None
    """A sentence saying that this is not the original wording; null outside digests."""
    in_short: InShort | None = None
    """A digest's summary."""


NOT_A_SUMMARY = Layer()
"""What is said of an entry that is not one of a digest."""


class Layers(Struct, frozen=True):
    """The digests of a library."""

    sources: Mapping[str, Sequence[str]]
    """Of each digest, the keys of the documents here that it sums up; empty where none is."""
    beside: Mapping[str, Sequence[str]]
    """Of each digest whose source is here, the keys of the errata of its game, which may print a card of it."""
    documents: Mapping[str, Document]

    def digests(self, document: str) -> list[str]:
        """Return the keys of the digests of a document."""
        return [digest for digest in self.sources if document in (*self.sources[digest], *self.beside[digest])]

    def covered(self, chosen: Collection[str]) -> set[str]:
        """Return the keys of the digests of works of which a document is among those that are looked in."""
        works = {self.documents[one].work for one in chosen if not self.works(one)}
        return {digest for digest in self.sources if not works.isdisjoint(self.works(digest))}

    def works(self, digest: str) -> list[str]:
        """Return the works of which a digest sums up a document that is here."""
        return [self.documents[source].work for source in self.sources.get(digest, ())]


def layers_of(documents: Iterable[Document]) -> Layers:
    """Return the digests that name what they sum up, and those beside rules of their game."""
    by_key = {document.key: document for document in documents}
    sources: dict[str, list[str]] = {}
    beside: dict[str, list[str]] = {}
    for digest, document in by_key.items():
        found = [one.key for one in sources_of(document, by_key.values())]
        if document.kind == DIGEST and (found or document.summarises):
            sources[digest] = found
            errata = (one for one in by_key.values() if one.kind == "errata" and one.game == document.game)
            beside[digest] = [one.key for one in errata if found and one.key not in found]
    return Layers(sources, beside, by_key)


def with_summary(store: Store, entry: Entry) -> Entry:
    """Return an entry, and its blocks, with what it sums up: `summary_of`, and in words `summary`."""
    row = store.row(entry.id) if entry.document in _layers(store).sources else None
    if not row:
        return entry
    layer = summed_up(store, row)
    blocks = tuple(replace(block, summary_of=layer.summary_of) for block in entry.blocks)
    return replace(entry, blocks=blocks, summary_of=layer.summary_of, summary=layer.summary)


def layer_of(store: Store, row: Row) -> Layer:
    """Return what an entry sums up, the same in words, and what sums it up in short."""
    return replace(summed_up(store, row), in_short=in_short(store, row))


def in_short(store: Store, row: Row) -> InShort | None:
    """Return what a digest says of an entry; None where none does."""
    layers = _layers(store)
    digests = layers.digests(row.document)
    ways = _alike(store, row, store.entry(row.id).aliases) if digests else ()
    for one in dict.fromkeys(one for found in ways for one in found if one.document in digests):
        summed = summary_of(store, layers, one)
        if summed and summed.id == row.id and (said := said_in_short(store.entry(one.id))):
            return said
    return None


def said_in_short(entry: Entry) -> InShort | None:
    """Return the first text of an entry of a digest that says something; None without any."""
    texts = (block.text for block in entry.blocks if block.kind in SAYING)
    text = next((text for text in texts if text and not text.lower().startswith(POINTER)), None)
    return InShort(entry.id, text) if text else None


def summed_up(store: Store, row: Row) -> Layer:
    """Return what an entry sums up: `summary_of`, and in words `summary`; both null outside of digests."""
    layers = _layers(store)
    summed = summary_of(store, layers, row)
    if not summed:
        return NOT_A_SUMMARY
    return Layer(summed, summary_in_words(store, layers, row, summed))


def _layers(store: Store) -> Layers:
    """Return the digests of a store; they are worked out once."""
    if LAYERS not in store.remembered:
        store.remembered[LAYERS] = layers_of(store.documents())
    layers: Layers = store.remembered[LAYERS]
    return layers


def summary_of(store: Store, layers: Layers, row: Row) -> SummaryOf | None:
    """Return what an entry of a digest sums up: the entry, or the document if it has none such or is not here."""
    if row.document not in layers.sources:
        return None
    source = _same(store, row, layers.sources[row.document], layers.beside[row.document])
    if source:
        return SummaryOf(source.document, source.id)
    named = layers.sources[row.document] or layers.documents[row.document].summarises
    return SummaryOf(named[0], None)


def summary_in_words(store: Store, layers: Layers, row: Row, summed: SummaryOf) -> str:
    """Return in words what an entry of a digest is.

    "our summary of Comprehensive Rulebook 2.1.0, 31.0; not its wording"
    """
    source = store.row(summed.id) if summed.id else None
    place = (source or row).number or (source or row).title
    whole = row.kind == "part" and not source
    named = source_name(layers, row.document, summed.document)
    return f"our summary of {named}{f', {place}' if place and not whole else ''}; not its wording"


def partial(layers: Layers, key: str) -> str:
    """Return that a digest has only a part of a document that is not here, and what to add; empty for others."""
    covers = layers.documents[key].covers
    if not covers or layers.sources.get(key):
        return ""
    named = " and ".join(source_name(layers, key, one) for one in layers.documents[key].summarises)
    whole = f"; to get all of {named}, add your own copy with judge add FILE" if named else ""
    return f"{layers.documents[key].title} has only {covers} entries{whole}"


def source_name(layers: Layers, digest: str, source: str) -> str:
    """Return what a document that a digest sums up is called: its title and edition, as far as they are known."""
    if source in layers.documents:
        document = layers.documents[source]
        return f"{document.title} {document.edition or ''}".rstrip()
    document = layers.documents[digest]
    named = dict(zip(document.summarises, document.source_titles, strict=True))
    return str(named.get(source, source))


def _same(store: Store, row: Row, documents: Sequence[str], beside: Sequence[str]) -> Row | None:
    """Return the entry that an entry sums up: the nearest of its sources, else the card of errata beside them."""
    both, titled, numbered = _alike(store, row)
    for keys, ways in ((documents, (both, titled, numbered)), (beside, (titled,))):
        for found in ways:
            of_these = [one for one in found if one.document in keys]
            if of_these:
                return max(of_these, key=lambda one: (one.kind == row.kind, _local(one) == _local(row)))
    return None


def _alike(store: Store, row: Row, aliases: Iterable[str] = ()) -> tuple[list[Row], list[Row], list[Row]]:
    """Return the entries of the number and a title of an entry, those of a title, and those of its number."""
    numbered = store.rows(store.numbered(row.number)) if row.number else []
    names = dict.fromkeys(key(title) for title in (row.title, *aliases) if title)
    titled = [one for name in names for one in store.rows(store.named(name, TITLES))]
    return [one for one in numbered if one in titled], titled, numbered


def _local(row: Row) -> str:
    return row.id.partition(":")[2]

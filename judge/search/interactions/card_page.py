"""All that is known of one card, for one screen: errata, rulings by date, topics, examples, mentions, counterparts.

What several documents of a game have of a card is one card, with the text of each of them. A card without an entry of
its own has what texts say of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from judge.core.dates import last_day
from judge.core.errors import NoEntry
from judge.core.jsonl import values_of
from judge.core.model import AskedEntry, Document, Entry, Reference
from judge.core.numbering import part_at
from judge.core.text_facts import AskedDay, InShort, Newer, TextFacts
from judge.editions.status import marked_entry, said_of
from judge.library.compiled_library import Compiled
from judge.library.store import Row
from judge.references.digests import in_short
from judge.search import entries
from judge.search.entries import EntrySource
from judge.search.interactions.card_order import RULING, card_order
from judge.search.interactions.joined_cards import joined
from judge.search.interactions.subjects import Subject, find_subject, named_blocks, naming, text_at
from judge.search.query_parsing import Scopes


class Passage(TextFacts, frozen=True):
    """A text about a card."""

    id: str
    """Id of the ruling, or else of the entry."""
    date: str | None
    """The date, as printed."""
    text: str
    """The text."""
    source: str | None = None
    """The source, as printed."""
    author: str | None = None
    """The author, as printed."""


class CardRecord(AskedEntry, frozen=True, kw_only=True, tag="entry"):
    """A card's entry with other information about the card."""

    rulings: tuple[Passage, ...]
    """Rulings, newest first, then undated ones."""
    topics: tuple[Entry, ...]
    """The targets of its "See" lines."""
    examples: tuple[Passage, ...]
    """Examples that mention it."""
    mentions: tuple[str, ...]
    """Ids of other entries that mention it, newest documents first."""
    counterparts: tuple[str, ...]
    """Ids of its entries in other documents, and of other cards with the same title."""
    in_short: InShort | None
    """A digest's summary."""
    newer_of: dict[str, tuple[Newer, ...]]
    """Texts newer than the entries in `mentions` and `others`, keyed by the ids of those entries."""
    others: tuple[Entry, ...]
    """Its entries in other documents of the game; `rulings` includes the rulings in them."""


class MentionedCardRecord(Struct, frozen=True, kw_only=True, tag_field="record", tag="card"):
    """A card that texts mention but that has no entry; `judge export` prints only the references to it."""

    id: None = None
    """Always null."""
    title: str
    """The card's name."""
    rulings: tuple[Passage, ...]
    """Rulings, newest first, then undated ones."""
    topics: tuple[Entry, ...]
    """The targets of its "See" lines."""
    examples: tuple[Passage, ...]
    """Examples that mention it."""
    mentions: tuple[str, ...]
    """Ids of other entries that mention it, newest documents first."""
    counterparts: tuple[str, ...]
    """Ids of its entries in other documents, and of other cards with the same title."""
    in_short: InShort | None
    """A digest's summary."""
    newer_of: dict[str, tuple[Newer, ...]]
    """Texts newer than the entries in `mentions` and `others`, keyed by the ids of those entries."""
    others: tuple[Entry, ...]
    """Its entries in other documents of the game; `rulings` includes the rulings in them."""
    asked_as_of: AskedDay | UnsetType = UNSET
    """The day, if the question was about an earlier one; otherwise the field is absent."""


class CardSheet(Struct, frozen=True):
    """One card."""

    name: str
    entry: Entry | None
    """Its entry; None where it has none of its own."""
    document: Document | None
    rulings: tuple[Passage, ...]
    """Newest first; those that print no date last, in their order."""
    topics: tuple[Entry, ...]
    """What its "See" lines lead to."""
    examples: tuple[Passage, ...]
    mentions: tuple[str, ...]
    """Ids of the other entries that name it, those of newer documents first."""
    counterparts: tuple[str, ...]
    """Ids of the entries on it in other documents, and of other cards of its title."""
    in_short: InShort | None = None
    """What a digest says of it."""
    newer_of: Mapping[str, tuple[Newer, ...]] = MappingProxyType({})
    """Newer texts than the entries that it names, by their ids."""
    texts: tuple[tuple[Entry, Document], ...] = ()
    """All its entries in the order in which they are shown, each with its document."""

    def record(self, asked: AskedDay | UnsetType = UNSET) -> CardRecord | MentionedCardRecord:
        """Return it as the contract has it, given the day that was asked about."""
        about: dict[str, Any] = {
            "rulings": self.rulings,
            "topics": self.topics,
            "examples": self.examples,
            "mentions": self.mentions,
            "counterparts": self.counterparts,
            "in_short": self.in_short,
            "newer_of": dict(self.newer_of),
            "others": tuple(entry for entry, _ in self.texts[1:]),
            "asked_as_of": asked,
        }
        if self.entry is None:
            return MentionedCardRecord(title=self.name, **about)
        return CardRecord(**values_of(self.entry), **about)


def sheets(compiled: Compiled, about: Scopes, typed: str) -> list[CardSheet]:
    """Return what is known of the cards of a name, those of newer documents first.

    Raises:
        NoEntry: no card is called so, and no text names one.
    """
    subject = find_subject(compiled, about, typed)
    cards = [row for row in subject.rows if row.kind == "card"]
    if subject.rows and not cards:
        raise NoEntry(typed, tuple((row.id, row.name) for row in subject.rows))
    return [_sheet(compiled, about, subject, own) for own in joined(cards, compiled.store, about) or ((),)]


class MentionedCard(Struct, frozen=True):
    """A card that texts name and that has no entry."""

    sheet: CardSheet
    references: tuple[Reference, ...]
    """What names it: references that do not resolve."""


def mentioned_card(compiled: Compiled, about: Scopes, typed: str) -> MentionedCard | None:
    """Return a card that is known by mentions alone; None where an entry has the name, or no text names such a card."""
    try:
        subject = find_subject(compiled, about, typed)
    except NoEntry:
        return None
    references = tuple(naming(compiled, subject.name))
    if subject.rows or not references:
        return None
    return MentionedCard(_sheet(compiled, about, subject, ()), references)


def _sheet(compiled: Compiled, about: Scopes, subject: Subject, own: Sequence[Row]) -> CardSheet:
    store = compiled.store
    row = own[0] if own else None
    named = list(named_blocks(compiled, subject))
    texts = tuple((marked_entry(store, one.id), about.documents[one.document]) for one in own)
    source = EntrySource(lambda id: marked_entry(store, id), store.references)
    opened = {said.record.id: said.record for one in own for said in entries.opened(source, one.id, 1)}
    others = [other.id for other in subject.rows if row and other.id != row.id]
    order = {key: place for place, key in enumerate(about.documents)}
    holders = sorted((holder for holder, _ in named), key=lambda holder: order[holder.document])
    mentions = tuple(dict.fromkeys(holder.id for holder in holders))
    return CardSheet(
        name=subject.name,
        entry=texts[0][0] if texts else None,
        document=about.documents[row.document] if row else None,
        rulings=tuple(_rulings([entry for entry, _ in texts])),
        topics=tuple(opened.values()),
        examples=tuple(_examples(compiled, about, named)),
        mentions=mentions,
        counterparts=tuple(others),
        in_short=in_short(store, row) if row else None,
        newer_of={id: newer for id in (*mentions, *others) if (newer := said_of(store, id).newer)},
        texts=texts,
    )


def _rulings(held: Sequence[Entry]) -> list[Passage]:
    """Return the rulings of entries, newest first."""
    found = []
    for place in card_order(held).rulings:
        entry = held[place.entry]
        block = entry.blocks[place.block]
        if block.kind == RULING and block.text:
            id = f"{entry.id}#{part_at(place.block, [one.kind for one in entry.blocks])}"
            found.append(_passage(id, block.date, block.text, block.source, block.author, said=block))
    return found


def _passage(
    id: str, date: str | None, text: str, source: str | None, author: str | None, *, said: TextFacts
) -> Passage:
    facts = {name: getattr(said, name) for name in TextFacts.__struct_fields__}
    return Passage(id, date, text, source, author, **facts)


def _examples(compiled: Compiled, about: Scopes, named: list[tuple[Row, int]]) -> list[Passage]:
    """Return the examples among texts, those of newer documents first."""
    found = []
    for row, index in named:
        text = text_at(compiled.store.entry(row.id), index)
        if text.kind == "example":
            date = text.date or about.documents[row.document].date
            said = said_of(compiled.store, row.id, index)
            found.append(_passage(row.id, date, text.text, None, None, said=said))
    return sorted(found, key=lambda one: last_day(one.date), reverse=True)

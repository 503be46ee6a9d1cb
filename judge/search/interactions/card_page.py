"""All that is known of one card, for one screen: errata, rulings by date, topics, examples, mentions, counterparts.

What several documents of a game have of a card is one card, with the text of each of them. A card without an entry of
its own has what texts say of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.store import Row
from judge.core.dates import last_day
from judge.core.errors import NoEntry
from judge.core.jsonl import Record
from judge.core.numbering import part_at
from judge.editions.status import NOTHING, marked_entry, said_of
from judge.references.digests import in_short
from judge.search import entries
from judge.search.entries import EntrySource
from judge.search.interactions.card_order import RULING, card_order, record_blocks
from judge.search.interactions.joined_cards import in_force_first, joined
from judge.search.interactions.subjects import Subject, block_of, find_subject, named_blocks, naming
from judge.search.query_parsing import Scopes


class Passage(NamedTuple):
    """A text about the card."""

    id: str
    """Of the ruling, where it is one; else of the entry."""
    date: str | None
    text: str
    source: str | None = None
    author: str | None = None
    said: Record = NOTHING
    """What is said of it: the fields that facts fill."""

    def record(self) -> Record:
        """Return the contract's JSON."""
        return {name: value for name, value in self._asdict().items() if name != "said"} | self.said


class CardSheet(NamedTuple):
    """One card."""

    name: str
    entry: Record | None
    """Its record; None where it has no entry of its own."""
    document: Record | None
    rulings: tuple[Passage, ...]
    """Newest first; those that print no date last, in their order."""
    topics: tuple[Record, ...]
    """Records of what its "See" lines lead to."""
    examples: tuple[Passage, ...]
    mentions: tuple[str, ...]
    """Ids of the other entries that name it, those of newer documents first."""
    counterparts: tuple[str, ...]
    """Ids of the entries on it in other documents, and of other cards of its title."""
    in_short: Record | None = None
    """What a digest says of it."""
    newer_of: Mapping[str, Sequence[Record]] = {}
    """Newer texts than the entries that it names, by their ids."""
    others: tuple[tuple[Record, Record], ...] = ()
    """Its entries in other documents of the game, each with the record of its document."""
    texts: tuple[tuple[Record, Record], ...] = ()
    """All its entries in the order in which they are shown, each with the record of its document."""

    def record(self) -> Record:
        """Return the contract's JSON: the entry's record with what is known beside it."""
        return (self.entry or {"record": "card", "id": None, "title": self.name}) | {
            "rulings": [one.record() for one in self.rulings],
            "topics": list(self.topics),
            "examples": [one.record() for one in self.examples],
            "mentions": list(self.mentions),
            "counterparts": list(self.counterparts),
            "in_short": self.in_short,
            "newer_of": {id: list(newer) for id, newer in self.newer_of.items()},
            "others": [entry for entry, _ in self.others],
        }


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


class MentionedCard(NamedTuple):
    """A card that texts name and that has no entry."""

    sheet: CardSheet
    references: tuple[Record, ...]
    """What names it, as records of references that do not resolve."""


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
    held = [marked_entry(store, one.id) for one in own]
    by_id = {entry["id"]: entry for entry in held}
    texts = tuple((by_id[one.id], about.documents[one.document]) for one in in_force_first(own, store, about))
    source = EntrySource(lambda id: marked_entry(store, id), store.references)
    opened = {said.record["id"]: said.record for one in own for said in entries.opened(source, one.id, 1)}
    others = [other.id for other in subject.rows if row and other.id != row.id]
    order = {key: place for place, key in enumerate(about.documents)}
    holders = sorted((holder for holder, _ in named), key=lambda holder: order[holder.document])
    mentions = tuple(dict.fromkeys(holder.id for holder in holders))
    return CardSheet(
        name=subject.name,
        entry=held[0] if held else None,
        document=about.documents[row.document] if row else None,
        rulings=tuple(_rulings([entry for entry, _ in texts])),
        topics=tuple(opened.values()),
        examples=tuple(_examples(compiled, about, named)),
        mentions=mentions,
        counterparts=tuple(others),
        in_short=in_short(store, row) if row else None,
        newer_of={id: newer for id in (*mentions, *others) if (newer := said_of(store, id)["newer"])},
        others=tuple((entry, about.documents[entry["document"]]) for entry in held[1:]),
        texts=texts,
    )


def _rulings(held: Sequence[Record]) -> list[Passage]:
    """Return the rulings of entries, newest first."""
    found = []
    for place in card_order([record_blocks(entry) for entry in held]).rulings:
        entry = held[place.entry]
        block = entry["blocks"][place.block]
        if block["kind"] == RULING and block["text"]:
            id = f"{entry['id']}#{part_at(place.block, [one['kind'] for one in entry['blocks']])}"
            said = {name: block[name] for name in NOTHING}
            found.append(Passage(id, block["date"], block["text"], block["source"], block["author"], said))
    return found


def _examples(compiled: Compiled, about: Scopes, named: list[tuple[Row, int]]) -> list[Passage]:
    """Return the examples among texts, those of newer documents first."""
    found = []
    for row, index in named:
        block = block_of(compiled.store.record(row.id), index)
        if block["kind"] == "example":
            said = said_of(compiled.store, row.id, index)
            date = block["date"] or about.documents[row.document]["date"]
            found.append(Passage(row.id, date, block["text"], None, None, said))
    return sorted(found, key=lambda one: last_day(one.date), reverse=True)

"""All that is known of one card, for one screen: errata, rulings by date, topics, examples, mentions, counterparts.

What several documents of a game have of a card is one card, with the text of each of them. A card without an entry of
its own has what texts say of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from judge.core.dates import last_day
from judge.core.errors import NoEntry
from judge.core.model import Block, CardFact, Entry, Reference, replace
from judge.core.names import address_in
from judge.core.numbering import part_at
from judge.core.text_facts import AskedDay, ErrataState, InShort, Newer, TextFacts
from judge.editions.status import marked_entry, said_of
from judge.library.compiled_library import Compiled
from judge.library.store import Row
from judge.references.digests import in_short
from judge.search.entries import EntrySource
from judge.search.entries import opened as opened_entries
from judge.search.interactions.card_order import PRINTED, RULING, card_facts, card_order, words_before
from judge.search.interactions.joined_cards import same_card
from judge.search.interactions.subjects import EntryText, Subject, find_subject, named_blocks, naming, text_at
from judge.search.query_parsing import Scopes


class Passage(TextFacts, frozen=True):
    """A text about a card."""

    id: str
    """Id of the ruling, or else of the entry."""
    document: str
    """Key of the document."""
    date: str | None
    """The date, as printed."""
    text: str
    """The text."""
    source: str | None = None
    """The source, as printed."""
    author: str | None = None
    """The author, as printed."""
    url: str | None = None
    """The address in the source."""
    via: str | None = None
    """The group of cards or the face that it was made for, if the document says so."""


class PrintedName(Struct, frozen=True):
    """A name of a card."""

    name: str
    """The name, as printed."""
    kind: Literal["full", "face", "other"]
    """`full`: its title; `face`: one of two names in the title; `other`: another name in a document."""


class CardWording(Struct, frozen=True):
    """What a document says of a card, apart from rulings."""

    id: str
    """Id of the entry."""
    words: str
    """The words before the name of the document, such as `As printed in`; empty for the only text."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document."""
    text: str
    """The text; of errata, the new wording."""


class CardRecord(Struct, frozen=True, kw_only=True, tag_field="record", tag="card"):
    """What is known about a card. `judge export` prints only the references to a card without an entry."""

    game: str | None
    """The game; null for a card without an entry."""
    id: str | None = None
    """Id of the entry that stands for it, that of the text in force; null for a card without an entry."""
    ids: tuple[str, ...]
    """Ids of all entries that say it, in the order of `texts`."""
    names: tuple[PrintedName, ...]
    """Its names, the title first."""
    facts: tuple[CardFact, ...] = ()
    """Facts about it from all documents, each once, in the order of `ids`."""
    text: str | None = None
    """The text in force; null if no document has one."""
    document: str | None = None
    """Key of the document of that text."""
    date: str | None = None
    """Date of that document."""
    since: str | None = None
    """The date since which the text has been in force, if known."""
    printed: str | None = None
    """The printed text, if it differs from the text in force."""
    texts: tuple[CardWording, ...]
    """The text in force, then the texts of other documents, those of older editions last."""
    rulings: tuple[Passage, ...]
    """Rulings of all documents, newest first, then undated ones."""
    history: tuple[ErrataState, ...] = ()
    """All versions of its text in errata, oldest first."""
    mentioned_in: tuple[str, ...]
    """Ids of other entries that mention it, newest documents first."""
    topics: tuple[Entry, ...]
    """The targets of its "See" lines."""
    examples: tuple[Passage, ...]
    """Examples that mention it."""
    counterparts: tuple[str, ...]
    """Ids of other entries with the same title."""
    in_short: InShort | None = None
    """A digest's summary."""
    newer_of: dict[str, tuple[Newer, ...]]
    """Texts newer than the entries in `mentioned_in` and `counterparts`, keyed by the ids of those entries."""
    entries: tuple[Entry, ...]
    """Its entries, in the order of `ids`."""
    asked_as_of: AskedDay | UnsetType = UNSET
    """The day, if the question was about an earlier one; otherwise the field is absent."""


def _names(name: str, entries: Sequence[Entry]) -> Iterator[PrintedName]:
    """Yield the names of a card, each once."""
    titles = dict.fromkeys(entry.title or name for entry in entries) or {name: None}
    faces = {face.strip() for title in titles for face in title.split("/")}
    for one in dict.fromkeys((*titles, *(alias for entry in entries for alias in entry.aliases))):
        yield PrintedName(one, "full" if one in titles else "face" if one in faces else "other")


def _wordings(entries: Sequence[Entry], about: Scopes) -> Iterator[CardWording]:
    """Yield what each document says of a card beside rulings, in the order in which it is shown."""
    order = card_order(entries)
    for number, entry in enumerate(entries):
        document = about.documents[entry.document]
        blocks = [entry.blocks[index].text for index in order.of_entry(number)[0]]
        text = entry.errata.text if entry.errata else "\n".join(blocks)
        if text:
            yield CardWording(entry.id, words_before(entries[0], entry), document.key, document.date, text)


def find_cards(compiled: Compiled, about: Scopes, typed: str) -> list[CardRecord]:
    """Return what is known of the cards of a name, those of newer documents first.

    Raises:
        NoEntry: no card is called so, and no text names one.
    """
    subject = find_subject(compiled, about, typed)
    cards = [row for row in subject.rows if row.kind == "card"]
    if subject.rows and not cards:
        raise NoEntry(typed, tuple((row.id, row.name) for row in subject.rows))
    groups = dict.fromkeys(same_card(compiled.store, about, row) for row in cards)
    return [_card(compiled, about, subject, own) for own in groups or ((),)]


class MentionedCard(Struct, frozen=True):
    """A card that texts name and that has no entry."""

    card: CardRecord
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
    return MentionedCard(_card(compiled, about, subject, ()), references)


def _card(compiled: Compiled, about: Scopes, subject: Subject, own: Sequence[Row]) -> CardRecord:
    store = compiled.store
    named = list(named_blocks(compiled, subject))
    entries = tuple(marked_entry(store, one.id) for one in own)
    said = tuple(_wordings(entries, about))
    source = EntrySource(lambda id: marked_entry(store, id), store.references)
    opened = {said.record.id: said.record for one in own for said in opened_entries(source, one.id, 1)}
    others = tuple(other.id for other in subject.rows if own and other not in own)
    order = {key: place for place, key in enumerate(about.documents)}
    holders = sorted((holder for holder, _ in named), key=lambda holder: order[holder.document])
    mentions = tuple(dict.fromkeys(holder.id for holder in holders))
    card = CardRecord(
        game=next((game for one in own if (game := about.documents[one.document].game)), None),
        ids=tuple(entry.id for entry in entries),
        names=tuple(_names(subject.name, entries)),
        facts=card_facts(entries),
        texts=said,
        rulings=tuple(_rulings(entries)),
        topics=tuple(opened.values()),
        examples=tuple(_examples(compiled, about, named)),
        mentioned_in=mentions,
        counterparts=others,
        newer_of={id: newer for id in (*mentions, *others) if (newer := said_of(store, id).newer)},
        entries=entries,
    )
    return replace(_with_text_in_force(card), in_short=in_short(store, own[0])) if own else card


def _with_text_in_force(card: CardRecord) -> CardRecord:
    """Return a card that has entries with what is told of its text in force, the first of its texts."""
    entry, said = card.entries[0], card.texts
    text, document, date = (said[0].text, said[0].document, said[0].date) if said else (None, None, None)
    since = next(
        (one.date for one in entry.since if one.change in ("changed", "added")), date if entry.errata else None
    )
    card = replace(card, id=entry.id, text=text, document=document, date=date, since=since)
    if not entry.errata:
        return card
    printed = (one.text for one in said if one.words == PRINTED)
    return replace(card, printed=next(printed, entry.errata.printed), history=entry.errata.history)


def _rulings(held: Sequence[Entry]) -> list[Passage]:
    """Return the rulings of entries, newest first."""
    found = []
    for place in card_order(held).rulings:
        entry = held[place.entry]
        block = entry.blocks[place.block]
        if block.kind == RULING and block.text:
            id = f"{entry.id}#{part_at(place.block, [one.kind for one in entry.blocks])}"
            found.append(_passage(id, block.date, block, said=block))
    return found


def _passage(id: str, date: str | None, text: Block | EntryText, *, said: TextFacts) -> Passage:
    facts = {name: getattr(said, name) for name in TextFacts.__struct_fields__}
    source, author = (text.source, text.author) if isinstance(text, Block) else (None, None)
    return Passage(
        id, id.partition(":")[0], date, text.text, source, author, address_in(source or "")[1] or None, **facts
    )


def _examples(compiled: Compiled, about: Scopes, named: list[tuple[Row, int]]) -> list[Passage]:
    """Return the examples among texts, those of newer documents first."""
    found = []
    for row, index in named:
        text = text_at(compiled.store.entry(row.id), index)
        if text.kind == "example":
            date = text.date or about.documents[row.document].date
            said = said_of(compiled.store, row.id, index)
            found.append(_passage(row.id, date, text, said=said))
    return sorted(found, key=lambda one: last_day(one.date), reverse=True)

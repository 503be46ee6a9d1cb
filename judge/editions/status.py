"""What is said of a text: facts, the fields of records that are made of them, and its status in words.

Reads: the facts that a build found, and of a card the errata of its game. Writes: fields of records, and a `Status`.

newer           the next edition, a text that says that it replaces this one, a text headed by the same subject
superseded_by   why a text is not in force any more, and what is instead
relations       what another text states of this one explicitly: it amends it, it makes an exception
since           the edition in which it changed, or since which it has been the same

The status is what is to be known of a text before it is relied on, in the one wording of all screens:

    superseded   a later edition, words of a text, a later ruling or a person says that it is not in force any more
    changed      another text states that it amends it
    narrowed     another text states an exception to it, or that it holds in fewer cases
    later        a later text is headed by the same subject
    in force     the first edition with this text is known
    (nothing)    nobody says anything of it, or only that the newest rules of its game are later

The sentences of a status come in parts: words, the other text, its date, its sentence. A terminal, a page, its script
and an assistant only put these together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from msgspec import Struct

from judge.core.dates import last_day
from judge.core.model import Document, Entry, Furniture, Reference, replace
from judge.core.names import LISTINGS
from judge.core.text_facts import ErrataState, Newer, Since, SupersededBy, TextFacts, TextRelation
from judge.core.tokens import is_of_a_card, key
from judge.references.digests import with_summary
from judge.references.document_names import DIGEST, outdates

if TYPE_CHECKING:
    from judge.library.store import Store

T = TypeVar("T", bound=TextFacts)
FactRecord = Newer | SupersededBy | TextRelation | Since
"""A fact as the contract's JSON has it."""
FactField = Literal["newer", "superseded_by", "relations", "since"]
FACTS: dict[str, type[FactRecord]] = {
    "newer": Newer,
    "superseded_by": SupersededBy,
    "relations": TextRelation,
    "since": Since,
}
"""The fields of `TextFacts` in which facts are, with what each holds."""
OfBlocks = Mapping[int | None, TextFacts]
"""What is said of an entry as a whole (None), and of those of its blocks of which something is said."""


class Fact(NamedTuple):
    """What is said of an entry, or of one of its blocks."""

    id: str
    block: int | None
    """Index of the block; None for the entry as a whole."""
    field: FactField
    other: str | None
    """Id of the other text's entry; None where that is not in the library."""
    record: FactRecord

    @property
    def is_edition(self) -> bool:
        """Whether a later edition took the place of the text."""
        return isinstance(self.record, SupersededBy) and self.record.reason == "edition"


def text_facts(facts: Iterable[Fact]) -> TextFacts:
    """Return what facts say of one text, best first within a field."""
    found: dict[str, list[Any]] = {field: [] for field in FACTS}
    for fact in facts:
        found[fact.field].append(fact.record)
    told: dict[str, Any] = {field: tuple(some) for field, some in found.items()}
    return TextFacts(**told, superseded=bool(found["superseded_by"]))


NOTHING = TextFacts()
"""What is said of a text of which nothing is said."""


def by_block(facts: Iterable[Fact]) -> OfBlocks:
    """Return what is said of an entry and of its blocks, out of the facts about it."""
    found: dict[int | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.block].append(fact)
    return {block: text_facts(some) for block, some in found.items()}


def by_entry(facts: Iterable[Fact]) -> dict[str, OfBlocks]:
    """Return what is said of entries and their blocks, by the ids of the entries."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.id].append(fact)
    return {id: by_block(some) for id, some in found.items()}


def with_facts(entry: Entry, said: OfBlocks) -> Entry:
    """Return an entry with what is said of itself and of its blocks."""
    blocks = tuple(_with_said(block, said.get(index)) for index, block in enumerate(entry.blocks))
    return replace(_with_said(entry, said.get(None)), blocks=blocks)


def _with_said(text: T, said: TextFacts | None) -> T:
    """Return a text with what is said of it."""
    return replace(text, **{name: getattr(said, name) for name in TextFacts.__struct_fields__}) if said else text


def is_told(text: TextFacts) -> bool:
    """Tell whether anything is said of a text."""
    return any(getattr(text, field) for field in FACTS)


def beside(whole: TextFacts, own: TextFacts) -> TextFacts:
    """Return what is to be known of a block: what is said of itself, else of its entry.

    A block is not in force where its entry is not.
    """
    gone = (*whole.superseded_by, *own.superseded_by)
    return TextFacts(
        newer=own.newer or whole.newer,
        superseded_by=gone,
        relations=own.relations or whole.relations,
        since=own.since or whole.since,
        superseded=bool(gone),
    )


def marked_entry(store: Store, id: str) -> Entry:
    """Return an entry with what is said of it.

    Raises:
        NoEntry: there is none of this id.
    """
    entry = _with_all_said(store, store.entry(id), by_block(store.facts(id)))
    return replace(entry, age=age_of(store, id))


PAPERS = {"rules": "rulebook", "faq": "FAQ", "rulings": "list of rulings", "errata": "list of errata"}
"""What documents are called by their kinds; a digest is as old as what it sums up."""


class LaterRules(NamedTuple):
    """The newest rules of a game beside an older document on their subject."""

    key: str
    sentence: str
    """That they are later: by years, or by days of one year."""


def later_rules(store: Store) -> Mapping[str, LaterRules]:
    """Return the newest rules of its game by the key of each document that is older, except older editions."""
    later: dict[str, LaterRules] = store.remembered.setdefault(later_rules, {})
    documents = [] if later else sorted(store.documents(), key=lambda one: last_day(one.date))
    rules = [one for one in documents if one.kind == "rules" and one.game and not one.superseded_by]
    for new, old in product(rules, documents):  # of several, the last
        if new.game == old.game and not old.superseded_by and outdates(new, old):
            length = 4 if str(old.date)[:4] != str(new.date)[:4] else None
            told = f"This {PAPERS[old.kind]} is of {str(old.date)[:length]}; the rulebook of"
            later[old.key] = LaterRules(new.key, f"{told} {str(new.date)[:length]} is later.")
    return later


def age_of(store: Store, id: str) -> str:
    """Return in a sentence that the newest rules of its game are later than an entry; empty where they are not.

    What is said of a single card is as good as new beside rules that do not name the card.
    """
    row, later = store.row(id), later_rules(store).get(id.partition(":")[0])
    if row is None or later is None:
        return ""
    is_rule = not is_of_a_card(row.kind, row.title)
    naming = (one for one in store.rows(store.referring([id])) if one.kind not in LISTINGS)
    return later.sentence if is_rule or any(one.document == later.key for one in naming) else ""


def _with_all_said(store: Store, entry: Entry, said: OfBlocks) -> Entry:
    """Return an entry with all that other texts say of it: facts, what it sums up, the states of a card's text."""
    marked = with_facts(with_summary(store, entry), said)
    if marked.errata is None:
        return marked
    return replace(marked, errata=replace(marked.errata, history=_states_of(store, entry)))


def _states_of(store: Store, card: Entry) -> tuple[ErrataState, ...]:
    """Return the states of a card's text that the documents of its game print; a digest only where no other does."""
    from judge.editions.errata_history import history

    documents = {document.key: document for document in store.documents()}
    game = documents[card.document].game
    rows = store.rows(store.named(key(card.title or ""), ("title", "alias")))
    same = [store.entry(row.id) for row in rows if row.kind == card.kind and documents[row.document].game == game]
    # variants of a title within a document are two cards
    kept = [
        one
        for one in same
        if one.errata and (one.id == card.id or (one.document != card.document and one.variant == card.variant))
    ]
    originals = [one for one in kept if documents[one.document].kind != DIGEST]
    return history([(one, documents[one.document]) for one in originals or kept])


def said_of(store: Store, id: str, block: int | None = None) -> TextFacts:
    """Return what is said of an entry, or of one of its blocks: of the block itself, else of its entry."""
    said = by_block(store.facts(id))
    whole = said.get(None, NOTHING)
    return whole if block is None else beside(whole, said.get(block, NOTHING))


def exported(store: Store) -> Iterator[Document | Entry | Furniture | Reference]:
    """Yield everything, document by document: its entries with what is said of them, its furniture and references."""
    said = by_entry(store.every_fact())
    for document in store.documents():
        yield document
        yield from (_with_all_said(store, entry, said.get(entry.id, {})) for entry in store.entries(document.key))
        yield from store.furniture(document.key)
        yield from store.references_of(document.key)


State = Literal["superseded", "changed", "narrowed", "later", "in force", ""]
SHOWN = 2
"""Newer texts that are named; the JSON has the rest."""
SUPERSEDED = {
    "edition": "Superseded by a later edition",
    "words": "Superseded by another text",
    "ruling": "Superseded by a later ruling",
    "relation": "Superseded, as a person stated",
}
REMOVED = "Removed in a later edition"
RELATIONS: dict[str, tuple[State, str]] = {
    "replaces": ("superseded", "Replaced by"),
    "deletes": ("superseded", "Deleted by"),
    "overrides": ("superseded", "Overridden by"),
    "amends": ("changed", "Changed by"),
    "narrows": ("narrowed", "Narrowed by"),
    "excepts": ("narrowed", "Exception in"),
}
"""What each kind of relation makes of the text that it is about, and how it is said."""
NEWER = "Newer"
SINCE = {"changed": "Changed in", "added": "New in", "renumbered": "Renumbered in", "same": "In force since"}
LABELS: dict[State, str] = {"superseded": "superseded", "changed": "changed", "narrowed": "narrowed", "later": "older"}
"""The one word that a line of a list has room for."""


class StatusSentence(Struct, frozen=True):
    """One thing that is said of a text."""

    state: State
    """What it makes of the text."""
    words: str
    id: str | None = None
    """Of the other text's entry."""
    date: str | None = None
    quote: str = ""
    """The sentence of the other text that tells."""
    edition: str | None = None
    """Key of the edition in which it changed, or since which it has been in force."""
    was: str = ""
    """What it was before that edition: "was 2.3"."""

    def text(self, where: str) -> str:
        """Return it in one line, given what the other text, or the edition, is called."""
        date = f" ({self.date})" if self.date and f"({self.date})" not in where else ""
        quote = f": “{self.quote}”" if self.quote else ""
        if self.is_open:
            return f"{self.words} {where}{date}" + (f": {self.was}" if self.was else quote)
        return f"{self.words}{date}" + (f": {where}" if self.id else "") + quote

    @property
    def is_open(self) -> bool:
        """Whether the words lead into the name of what they speak of: "Replaced by", "Changed in"."""
        return bool(self.edition) or self.words.endswith((" by", " in"))

    @property
    def is_edition(self) -> bool:
        """Whether a later edition took the place of the text, or left it out."""
        return self.words in (REMOVED, SUPERSEDED["edition"])


class Status(Struct, frozen=True):
    """What is to be known of a text."""

    state: State
    sentences: tuple[StatusSentence, ...]
    """About other texts, what weighs most first."""
    since: tuple[StatusSentence, ...]
    """When it became what it is."""

    @property
    def label(self) -> str:
        """The one word that a line of a list has room for; empty where there is nothing to be careful about."""
        is_removed = any(sentence.words == REMOVED for sentence in self.sentences)
        return "removed" if is_removed else LABELS.get(self.state, "")


def status_of(said: TextFacts) -> Status:
    """Return the status of a text.

    Args:
        said: the fields that facts fill, of an entry, a block or a result.
    """
    told = [*_superseded(said), *_related(said)]
    named = {sentence.id for sentence in told}
    later = (StatusSentence("later", NEWER, one.id, None, one.quote) for one in said.newer[:SHOWN])
    told += [one for one in later if one.id not in named]
    told += [StatusSentence("", said.age)] if said.age else []
    since = tuple(
        StatusSentence("in force", SINCE[one.change], edition=one.document, date=one.date, was=", ".join(one.was))
        for one in said.since
    )
    states = [sentence.state for sentence in told]
    state = next((state for state in LABELS if state in states), "in force" if since else "")
    return Status(state, tuple(told), since)


def _superseded(said: TextFacts) -> Iterator[StatusSentence]:
    """Yield why a text is not in force, except what a relation tells with its own words."""
    related = {(one.id, one.block) for one in said.relations if RELATIONS[one.kind][0] == "superseded"}
    for one in said.superseded_by:
        if one.reason != "words" or (one.id, one.block) not in related:
            words = REMOVED if one.reason == "edition" and not one.id else SUPERSEDED[one.reason]
            yield StatusSentence("superseded", words, one.id, one.date)


def _related(said: TextFacts) -> Iterator[StatusSentence]:
    """Yield what other texts state; what overrides a text without superseding it, being of its own book, narrows it."""
    gone = {(one.id, one.block): one.reason for one in said.superseded_by}
    for one in said.relations:
        state, words = RELATIONS[one.kind]
        reason = gone.get((one.id, one.block))
        if state == "superseded" and reason != "words":
            if reason == "relation":
                continue
            state = "narrowed"
        yield StatusSentence(state, words, one.id, one.date, one.quote)

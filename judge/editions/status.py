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
    (nothing)    nobody says anything of it

The sentences of a status come in parts: words, the other text, its date, its sentence. A terminal, a page, its script
and an assistant only put these together.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from judge.core.jsonl import Record, dumps
from judge.core.tokens import key
from judge.references.digests import with_summary
from judge.references.document_names import DIGEST

if TYPE_CHECKING:
    from judge.build.store import Store


FactField = Literal["newer", "superseded_by", "relations", "since"]
FIELDS: tuple[FactField, ...] = get_args(FactField)
"""The fields of a record in which facts are."""
OfBlocks = Mapping[int | None, Record]
"""The fields of an entry as a whole (None), and of those of its blocks of which something is said."""


ENTRY = '{"record": "entry"'
"""How the line of an entry begins."""


class Fact(NamedTuple):
    """What is said of an entry, or of one of its blocks."""

    id: str
    block: int | None
    """Index of the block; None for the entry as a whole."""
    field: FactField
    other: str | None
    """Id of the other text's entry; None where that is not in the library."""
    record: Record
    """The contract's JSON."""

    @property
    def is_edition(self) -> bool:
        """Whether a later edition took the place of the text."""
        return self.field == "superseded_by" and self.record["reason"] == "edition"


def fields(facts: Iterable[Fact]) -> Record:
    """Return the fields of a record that facts fill, best first, and `superseded`."""
    found: Record = {field: [] for field in FIELDS}
    for fact in facts:
        found[fact.field].append(fact.record)
    return found | {"superseded": bool(found["superseded_by"])}


NOTHING: Record = fields(())
"""The fields of a text of which nothing is said."""


def by_block(facts: Iterable[Fact]) -> OfBlocks:
    """Return the fields of an entry and of its blocks, out of the facts about it."""
    found: dict[int | None, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.block].append(fact)
    return {block: fields(some) for block, some in found.items()}


def by_entry(facts: Iterable[Fact]) -> dict[str, OfBlocks]:
    """Return the fields of entries and their blocks, by the ids of the entries."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        found[fact.id].append(fact)
    return {id: by_block(some) for id, some in found.items()}


def fields_of(record: Record) -> OfBlocks:
    """Return the fields of an entry's record and of its blocks, as `with_facts` put them in."""
    told = [(None, record), *enumerate(record["blocks"])]
    return {block: {name: one[name] for name in NOTHING} for block, one in told if any(one[name] for name in FIELDS)}


def with_facts(record: Record, said: OfBlocks) -> Record:
    """Return an entry's record with the fields of itself and of its blocks."""
    blocks = [block | said.get(index, NOTHING) for index, block in enumerate(record["blocks"])]
    return record | {"blocks": blocks} | said.get(None, NOTHING)


def beside(said: OfBlocks, block: int | None = None) -> Record:
    """Return the fields of an entry, or of one of its blocks: what is said of the block itself, else of its entry.

    A block is not in force where its entry is not.
    """
    whole = said.get(None, NOTHING)
    if block is None:
        return whole
    own = said.get(block, NOTHING)
    gone = [*whole["superseded_by"], *own["superseded_by"]]
    stands = {field: own[field] or whole[field] for field in FIELDS}
    return stands | {"superseded_by": gone, "superseded": bool(gone)}


def marked_entry(store: Store, id: str) -> Record:
    """Return the record of an entry with what is said of it.

    Raises:
        NoEntry: there is none of this id.
    """
    record = with_facts(with_summary(store, store.record(id)), by_block(store.facts(id)))
    if record["errata"] is None:
        return record
    return record | {"errata": record["errata"] | {"history": _history(store, record)}}


def _history(store: Store, record: Record) -> list[Record]:
    """Return the states of a card's text that the documents of its game print; a digest only where no other does."""
    from judge.editions.errata_history import history

    documents = {document["key"]: document for document in store.documents()}
    game = documents[record["document"]]["game"]
    rows = store.rows(store.named(key(record["title"] or ""), ("title", "alias")))
    same = [
        store.record(row.id) for row in rows if row.kind == record["kind"] and documents[row.document]["game"] == game
    ]
    # variants of a title within a document are two cards
    kept = [
        one
        for one in same
        if one["errata"]
        and (
            one["id"] == record["id"] or (one["document"] != record["document"] and one["variant"] == record["variant"])
        )
    ]
    originals = [one for one in kept if documents[one["document"]]["kind"] != DIGEST]
    return history([(one, documents[one["document"]]) for one in originals or kept])


def said_of(store: Store, id: str, block: int | None = None) -> Record:
    """Return the fields of an entry, or of one of its blocks: what is said of the block itself, else of its entry."""
    return beside(by_block(store.facts(id)), block)


def exported(store: Store) -> Iterator[str]:
    """Yield every record as a line of JSON, entries with what is said of them."""
    said = by_entry(store.every_fact())
    for line in store.export():
        record = json.loads(line) if line.startswith(ENTRY) else None
        if record is None:
            yield line
        elif record["errata"] is None:
            yield dumps(with_facts(with_summary(store, record), said.get(record["id"], {})))
        else:
            yield dumps(marked_entry(store, record["id"]))


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


class StatusSentence(NamedTuple):
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


class Status(NamedTuple):
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


def status_of(said: Record) -> Status:
    """Return the status of a text.

    Args:
        said: the fields that facts fill, of an entry, a block or a result.
    """
    told = [*_superseded(said), *_related(said)]
    named = {sentence.id for sentence in told}
    later = (StatusSentence("later", NEWER, one["id"], None, one["quote"]) for one in said["newer"][:SHOWN])
    told += [one for one in later if one.id not in named]
    since = tuple(
        StatusSentence(
            "in force", SINCE[one["change"]], edition=one["document"], date=one["date"], was=", ".join(one["was"])
        )
        for one in said["since"]
    )
    states = [sentence.state for sentence in told]
    state = next((state for state in LABELS if state in states), "in force" if since else "")
    return Status(state, tuple(told), since)


def _superseded(said: Record) -> Iterator[StatusSentence]:
    """Yield why a text is not in force, except what a relation tells with its own words."""
    related = {(one["id"], one["block"]) for one in said["relations"] if RELATIONS[one["kind"]][0] == "superseded"}
    for one in said["superseded_by"]:
        if one["reason"] != "words" or (one["id"], one["block"]) not in related:
            words = REMOVED if one["reason"] == "edition" and not one["id"] else SUPERSEDED[one["reason"]]
            yield StatusSentence("superseded", words, one["id"], one["date"])


def _related(said: Record) -> Iterator[StatusSentence]:
    """Yield what other texts state; what overrides a text without superseding it, being of its own book, narrows it."""
    gone = {(one["id"], one["block"]): one["reason"] for one in said["superseded_by"]}
    for one in said["relations"]:
        state, words = RELATIONS[one["kind"]]
        reason = gone.get((one["id"], one["block"]))
        if state == "superseded" and reason != "words":
            if reason == "relation":
                continue
            state = "narrowed"
        yield StatusSentence(state, words, one["id"], one["date"], one["quote"])

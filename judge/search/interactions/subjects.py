"""What a person names to what is known of it: a card, a keyword, a section, or a card that texts only mention.

    "evil twin"      its entries, in every document that has one; both of two cards of one title (PAP)
    "final brawl"    no entry of its own, but texts that name it
    "draw"           a card whose title is a common word: it is only where a text means the card

The places of a subject in a text are counted in blocks: an entry's position and the index of the block.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from judge.core.errors import NoEntry
from judge.core.jsonl import values_of
from judge.core.languages import ENGLISH
from judge.core.languages.stemming import rooted
from judge.core.model import BlockKind, Document, Entry, EntryKind, PlaceDoubt, Reference
from judge.core.text_facts import SummaryOf, TextFacts
from judge.core.tokens import WORD, key, root_key, variant, words
from judge.editions.status import NOTHING, said_of
from judge.library.compiled_library import Compiled
from judge.library.store import RULES, Row, Store, Terms
from judge.references.digests import NOT_A_SUMMARY, Layer, summed_up
from judge.search.query_parsing import MENTIONED, TITLES, Scopes, languages_in, scopes
from judge.search.wording.query_expansion import rest_says_little, spans_named

NOT_READ = frozenset(("index", "part"))
"""Kinds of entries that list names and say nothing of them."""
MOST_HOLDERS = 2000
"""Entries with the words of a name that are looked at."""
MOST_TITLES = 8
"""Words of a name that is looked for inside a text."""


class Subject:
    """Something named, with where it is; worked out when it is asked for."""

    def __init__(self, compiled: Compiled, name: str, rows: Sequence[Row], folded: Iterable[str] = ()) -> None:
        """Take its name as documents print it, the entries that are called so, newest first, and what is not asked."""
        self.name, self.rows, self._compiled = name, tuple(rows), compiled
        self.terms = tuple(words(name))
        self.barred = frozenset(folded) - {row.document for row in rows}
        """Keys of the documents that say nothing of it: those that answer only where nothing else does."""

    @cached_property
    def own(self) -> frozenset[int]:
        """Positions of its own entries."""
        return frozenset(row.position for row in self.rows)

    @cached_property
    def is_card(self) -> bool:
        """Whether it is a card and nothing else."""
        return not any(row.kind in RULES for row in self.rows)

    def _rooted(self) -> list[tuple[str, ...]]:
        """Return the roots of its terms in each language of the library."""
        return rooted(self.terms, languages_in(scopes(self._compiled.store)))

    @cached_property
    def holders(self) -> frozenset[int]:
        """Positions of the entries that may speak of it: its own, those with its words, those that refer to it."""
        hits = self._compiled.index.search(self._rooted(), MOST_HOLDERS) if self.terms else ()
        referring = self._compiled.store.referring([row.id for row in self.rows])
        found = self.own | {hit.position for hit in hits} | frozenset(referring)
        return found - self._compiled.store.positions(tuple(sorted(self.barred)), ()) if self.barred else found

    @cached_property
    def _referred(self) -> frozenset[tuple[str, int | None]]:
        """Entries and blocks that refer to it, as cards named by a common word are found."""
        store = self._compiled.store
        found = [one for row in self.rows for one in store.referenced_by(row.id)]
        found += naming(self._compiled, self.name)
        return frozenset((one.source, one.block) for one in found)

    @cached_property
    def _phrase(self) -> str:
        """How it is in terms."""
        return " ".join(self.terms)

    def blocks_in(self, row: Row, terms: Terms) -> frozenset[int]:
        """Return the blocks of an entry that name the subject; all of them where its title does."""
        blocks = terms.blocks.split("\n")
        if row.position in self.own:
            return frozenset(range(len(blocks)))
        found = {block for block in range(len(blocks)) if (row.id, block) in self._referred}
        if self.is_card and (self.rows or len(self.terms) == 1):  # as references found it, which capitals tell apart
            return frozenset(found)
        if any(map(self._holds, terms.titles.split("\n"))):
            return frozenset(range(len(blocks)))
        return frozenset(found | {block for block, text in enumerate(blocks) if self._holds(text)})

    def _holds(self, text: str) -> bool:
        return self._phrase in text and f" {self._phrase} " in f" {text} "


def naming(compiled: Compiled, name: str) -> list[Reference]:
    """Return the references that name a card without an entry, in their order."""
    store = compiled.store
    return [
        one
        for row in store.rows(store.named(key(name), (MENTIONED,)))
        for one in store.references(row.id)
        if not one.target and key(one.label or "") == key(name)
    ]


def find_subject(compiled: Compiled, about: Scopes, typed: str) -> Subject:
    """Find what a person names.

    Raises:
        NoEntry: nothing is called so and no text mentions it; the error holds what is called nearly so.
    """
    rows = _called(compiled, about, typed)
    if rows:
        return Subject(compiled, rows[0].title or typed, rows, about.folded)
    mentions = compiled.store.names_among([key(typed)], (MENTIONED,))
    subject = Subject(compiled, mentions[0].text if mentions else typed, (), about.folded)
    if mentions:
        return subject
    named = next(named_blocks(compiled, subject), None) if len(subject.terms) > 1 else None
    if named:
        row, block = named
        text = text_at(compiled.store.entry(row.id), block).text
        printed = re.search(r"\W+".join(map(re.escape, WORD.findall(typed))), text, re.IGNORECASE)
        return Subject(compiled, printed[0] if printed else typed, (), about.folded)
    raise NoEntry(typed, tuple(_nearest(compiled, about, typed)))


def _called(compiled: Compiled, about: Scopes, typed: str) -> list[Row]:
    """Return the entries that are called so, those of newer documents first: by title, else its variations.

    Those of digests are among them only where what they sum up has none.
    """
    store = compiled.store
    order, languages = list(about.documents), languages_in(about)
    spans = [" ".join(one) for one in rooted(words(typed), (ENGLISH, *languages))]
    for names, kinds in (
        ([key(typed)], ("title", "alias", "number")),
        ([variant(typed)], ("title", "alias", "variant")),
        ([key(typed)], ("called",)),
        ([root_key(typed, one) for one in languages], ("form",)),
        ([variant(one.meant) for one in store.synonyms(spans)], ("title", "variant")),
    ):
        found = [position for name in names if name for position in store.named(name, kinds)]
        if found:
            rows = [row for row in store.rows(list(dict.fromkeys(found))) if row.document not in about.aside]
            rows = [row for row in rows if row.document not in about.folded] or rows
            return sorted(rows, key=lambda row: (order.index(row.document), row.position))
    return []


def _nearest(compiled: Compiled, about: Scopes, typed: str) -> Iterator[tuple[str, str]]:
    """Yield ids and names of what is called nearly so."""
    from judge.search.wording.spelling import alike

    near = [position for _, position in alike(compiled.store, key(typed), 0.6)] if key(typed) else []
    rows = (row for row in compiled.store.rows(near) if row.document not in about.aside)
    for row in islice(rows, 5):
        yield row.id, row.name


def named_blocks(compiled: Compiled, subject: Subject) -> Iterator[tuple[Row, int]]:
    """Yield the blocks that name a subject, outside of its own entries."""
    others = sorted(subject.holders - subject.own)
    rows = {row.position: row for row in compiled.store.rows(others)}
    for terms in terms_of(compiled, others):
        row = rows[terms.position]
        yield from ((row, block) for block in sorted(subject.blocks_in(row, terms)) if row.kind not in NOT_READ)


def terms_of(compiled: Compiled, positions: Sequence[int]) -> Iterator[Terms]:
    """Yield the terms of entries, a few hundred at a time."""
    for start in range(0, len(positions), 500):
        yield from compiled.store.terms(positions[start : start + 500])


def names_in(compiled: Compiled, text: str) -> tuple[list[str], bool]:
    """Find the known names in a text, the longest first at each place; say whether they are all there is."""
    typed = WORD.findall(text)
    spans = spans_named(compiled.store, typed, MOST_TITLES, (*TITLES, MENTIONED))
    return [" ".join(typed[first:last]) for first, last, _ in spans], rest_says_little(typed, spans)


TextKind = EntryKind | BlockKind | Literal["errata"]


class EntryText(Struct, frozen=True):
    """A text of an entry: a block, or what is the same of its errata or of the whole entry."""

    kind: TextKind
    text: str = ""
    date: str | None = None
    doubt: PlaceDoubt | None = None


def text_at(entry: Entry, index: int) -> EntryText:
    """Return a block of an entry; the one after the last is its errata."""
    if index < len(entry.blocks):
        block = entry.blocks[index]
        return EntryText(block.kind, block.text, block.date, block.doubt)
    return EntryText("errata", entry.errata.text if entry.errata else "")


class Bearing(Struct, frozen=True):
    """One text that bears on the subjects."""

    row: Row
    block: int | None
    """Index of the block; one after the last for errata; None for a whole entry."""
    reason: str
    closeness: int = 0
    """Among texts of one date, the smaller is first."""


PartKey = Literal["all", "two", "topics", "rules", "way"]


class NamedRecord(Struct, frozen=True):
    """A requested name."""

    name: str
    """The name as printed in documents."""
    entries: tuple[str, ...]
    """Ids of the entries with that name; empty if texts only mention the name."""


class BearingRecord(TextFacts, frozen=True):
    """A text that applies to the names together."""

    id: str
    """Id of the ruling (`evil-twin#3`), or else of the entry."""
    document: str
    """Key of the document."""
    title: str
    """Number and title of the entry."""
    edition: str | None
    """The document's edition."""
    block: int | None
    """Index of the block, from 0; for the errata, one more than the last index; null for the whole entry."""
    kind: TextKind
    """The kind of entry or block, or `errata`."""
    date: str | None
    """The date printed in the ruling, or else the document's date."""
    reason: str
    """Why it applies, in words."""
    text: str
    """The text."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    summary_of: SummaryOf | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence saying that this is not the original wording; null outside digests."""


class PartRecord(Struct, frozen=True):
    """The texts that apply for the same kind of reason (docs/design/interactions.md)."""

    part: PartKey
    """The kind of reason."""
    heading: str
    """The heading shown to users."""
    found: tuple[BearingRecord, ...]
    """The texts, newest first."""


class InteractionsRecord(Struct, frozen=True):
    """What applies when several cards or terms interact."""

    names: tuple[NamedRecord, ...]
    """The requested names."""
    parts: tuple[PartRecord, ...]
    """All parts, in a fixed order, including empty ones."""


class InteractionLine(Struct, frozen=True):
    """A text that bears on the subjects, ready to be shown."""

    id: str
    position: int
    document: Document
    name: str
    block: int | None
    kind: TextKind
    date: str | None
    reason: str
    text: str
    doubt: PlaceDoubt | None = None
    """Where the place of the text among woven columns is not sure."""
    said: TextFacts = NOTHING
    """What is said of it: the fields that facts fill."""
    layer: Layer = NOT_A_SUMMARY
    """What it sums up."""

    def record(self) -> BearingRecord:
        """Return it as the contract has it."""
        return BearingRecord(
            id=self.id,
            document=self.document.key,
            title=self.name,
            edition=self.document.edition,
            block=self.block,
            kind=self.kind,
            date=self.date,
            reason=self.reason,
            text=self.text,
            doubt=self.doubt,
            summary_of=self.layer.summary_of,
            summary=self.layer.summary,
            **values_of(self.said),
        )


ALL: Final = "all"
"""Key of the part whose texts name all subjects."""


class InteractionPart(NamedTuple):
    """What bears on the subjects for one kind of reason."""

    key: PartKey
    heading: str
    lines: tuple[InteractionLine, ...]


class Interactions(NamedTuple):
    """The answer for several subjects."""

    subjects: tuple[Subject, ...]
    parts: tuple[InteractionPart, ...]

    @property
    def naming_all(self) -> list[InteractionLine]:
        """The texts that name all subjects."""
        return [line for part in self.parts if part.key == ALL for line in part.lines]

    def within(self, positions: Container[int]) -> Interactions:
        """Return what of it is in the entries at some positions."""
        parts = (
            part._replace(lines=tuple(line for line in part.lines if line.position in positions)) for part in self.parts
        )
        return self._replace(parts=tuple(parts))

    def record(self) -> InteractionsRecord:
        """Return it as the contract has it."""
        names = (NamedRecord(one.name, tuple(row.id for row in one.rows)) for one in self.subjects)
        parts = (PartRecord(one.key, one.heading, tuple(line.record() for line in one.lines)) for one in self.parts)
        return InteractionsRecord(tuple(names), tuple(parts))


def line_of(store: Store, about: Scopes, bearing: Bearing) -> InteractionLine:
    """Make a line of what bears: its text, its date, its address."""
    row = bearing.row
    entry = store.entry(row.id)
    document = about.documents[row.document]
    id = row.id
    if bearing.block is None:
        said = EntryText(row.kind, entry.blocks[0].text, None, entry.blocks[0].doubt) if entry.blocks else None
        text = said or EntryText(row.kind)
    else:
        text = text_at(entry, bearing.block)
        rulings = sum(one.kind == "ruling" for one in entry.blocks[: bearing.block + 1])
        id = f"{row.id}#{rulings}" if text.kind == "ruling" else row.id
    return InteractionLine(
        id,
        row.position,
        document,
        row.name,
        bearing.block,
        text.kind,
        text.date or document.date,
        bearing.reason.replace("{kind}", text.kind),
        text.text,
        text.doubt,
        said_of(store, row.id, bearing.block),
        summed_up(store, row),
    )

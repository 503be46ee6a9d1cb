"""The JSON of every command, as types: the fields of each record, their types, and what they mean.

`docs/json.md` and the schemas of the API are made from these; no command imports them. `tests/test_json_docs.py`
compares them with what the commands print. What the program has as an object (an entry, a finding) is defined in
`judge.core` alone, and is extended here by what is said of it beside. A `NamedTuple` in a field is an array in JSON:
its names say what is at which place.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from judge.build.readings.file_readings import FileReading
from judge.core.diagnostics import Diagnostic
from judge.core.model import (
    Block,
    BlockKind,
    Entry,
    EntryKind,
    Errata,
    Furniture,
    PlaceDoubt,
    ReadingReport,
    ReferenceKind,
    Status,
)


class DocumentRecord:
    """One source file and what is known of it."""

    record: Literal["document"]
    """The kind of record."""
    key: str
    """Its name in ids and in calls."""
    title: str
    """The title."""
    game: str | None
    """The game."""
    edition: str | None
    """The printed edition or version."""
    date: str | None
    """`2007-08-10`, `2007-08` or `2007`; a month or year counts as its last day."""
    dialect: str
    """`outline`, `glossary`, `questions`, `rulings`, `plain`, or a dialect of another package."""
    file: str
    """The file's name, without folders."""
    origin: str | None
    """Its origin, from `corpus.toml`."""
    licence: str | None
    """Its licence, from `corpus.toml`."""
    work: str
    """The work; all editions of a work share it."""
    kind: Literal["rules", "errata", "rulings", "faq", "digest", ""]
    """Its kind; empty outside a library."""
    authority: int | None
    """Its rank in its game: 1 wins, and equal ranks are undecided."""
    summarises: list[str]
    """Keys of the documents that it summarises, from `corpus.toml`."""
    source_titles: list[str]
    """Their titles and editions, from `corpus.toml`."""
    covers: str | None
    """How much of its source a partial digest covers ("48 of 445"), from `corpus.toml`."""
    bundled: bool
    """It came with the program."""
    superseded_by: str | None
    """Key of the next edition in the library."""
    source_hash: str
    """`sha256:` and the digest of the source file."""
    language: str | None
    """The code of its language, such as `de`."""
    why: dict[str, str]
    """The basis of dialect, title, game, edition, date, work, kind and authority, in words."""
    entries: int
    """The number of entries."""
    references: int
    """The number of references in it."""
    resolved: int
    """How many of these resolve."""
    faulty: int
    """How many of these have an error or warning of `judge lint`."""
    reading: ReadingReport
    """How it was read."""


class SummaryOfRecord:
    """The text that a digest summarises."""

    document: str
    """Key of the document, which may not be in the library."""
    id: str | None
    """Id of the entry in the library."""


class InShortRecord:
    """A digest's summary of an entry."""

    id: str
    """Id of the digest's entry."""
    text: str
    """The first text of that entry."""


class NewerRecord:
    """A dated text that is newer than another dated text."""

    id: str
    """Id of the entry."""
    block: int | None
    """Index of the block; null for the whole entry."""
    relation: Literal["edition", "replaces", "subject"]
    """The same entry in a later edition; a text that says it replaces the older one; a text headed by the same
    subject."""
    reason: str
    """The basis of the relation, in words."""
    quote: str
    """The most important sentence."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null only with a `[[relation]]`."""


class SeeAlsoRecord:
    """A text that resembles another; either may be in force."""

    id: str
    """Id of the entry."""
    block: int | None
    """Index of the block; null for the whole entry."""
    score: float
    """How rarely chance explains the resemblance: 2 means once in a hundred texts, 3 once in a thousand."""
    quote: str
    """The most important sentence."""


class SupersededByRecord:
    """The replacement of a text."""

    id: str | None
    """Id of the entry in force; null if it is not in the library."""
    block: int | None
    """Index of the block; null for the whole entry."""
    reason: Literal["edition", "words", "ruling", "relation"]
    """The source: a later edition, words of a text, a later dated ruling of the same entry, or a `[[relation]]`."""
    date: str | None
    """The date of the replacement."""


class RelationRecord:
    """A statement of another text about this one."""

    kind: Literal["overrides", "amends", "replaces", "deletes", "narrows", "excepts"]
    """The kind of statement."""
    id: str
    """Id of the entry that applies instead or as well: the one that the sentence names, or else its own."""
    block: int | None
    """Index of the block; null for the whole entry."""
    quote: str
    """The sentence."""
    source: str
    """Id of the entry that contains the sentence."""
    date: str | None
    """Date of the text or its document."""


class SinceRecord:
    """The edition of an entry's last change."""

    change: Literal["changed", "added", "renumbered", "same"]
    """The change; `same`: none since the first edition in the library."""
    document: str
    """Key of the edition."""
    date: str | None
    """Date of the edition."""
    was: list[str]
    """The earlier state, in a few words."""


class FactsRecord:
    """The status of a text."""

    newer: list[NewerRecord]
    """Newer texts on its subject, best first."""
    see_also: list[SeeAlsoRecord]
    """Similar texts in documents with higher authority."""
    superseded: bool
    """A source says that it is not in force any more."""
    superseded_by: list[SupersededByRecord]
    """The replacements."""
    relations: list[RelationRecord]
    """Explicit statements of other texts about it."""
    since: list[SinceRecord]
    """The edition of its last change; before that, the edition of a later new number."""


class ErrataStateRecord:
    """A state of a card's text."""

    id: str
    """Id of the entry that prints it."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null for the first printing."""
    text: str
    """The rules text."""
    printed: str | None
    """The text that it says it changes."""
    fields: dict[str, str | int | list[str] | None]
    """The printed parts of the card's face."""
    current: bool
    """It is the newest state."""
    applies: Literal["yes", "no", "unclear"]
    """It still applies; `unclear` if it changes another text than the state before, or a date is missing."""
    diff: list[list[str]]
    """Changes since the state before, in pairs: `=` and words kept, `-` struck, `+` added."""


class ErrataRecord(Errata):
    """A card's official new wording."""

    history: list[ErrataStateRecord]
    """All printed states of the text, oldest first."""


class BlockRecord(Block, FactsRecord):
    """A piece of an entry's text."""

    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""


class EntryRecord(Entry, FactsRecord):
    """The smallest addressable unit: a section, a term, a card, a question."""

    record: Literal["entry"]
    """The kind of record."""
    blocks: tuple[BlockRecord, ...]
    """The text, block by block."""
    errata: ErrataRecord | None
    """The official new wording of a card."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence: this is not the original wording; null outside digests."""


class ReferenceRecord:
    """A place in a block or heading that refers to another entry."""

    record: Literal["reference"]
    """The kind of record."""
    source: str
    """Id of the entry that contains it."""
    block: int | None
    """Index of the block that contains it, from 0; null in the heading."""
    start: int
    """Offset of its first code point, in the block's text or the title."""
    end: int
    """Offset after its last code point."""
    line: int
    """The source line in which it begins."""
    column: int
    """The column in which it begins, from 1."""
    text: str
    """The printed text."""
    label: str | None
    """The document's words for the target."""
    kind: ReferenceKind
    """The form of the reference."""
    target: str | None
    """Id of the entry that it refers to."""
    status: Status
    """`mislabelled`: number and words disagree; `dangling`: it does not resolve."""
    suggestion: str | None
    """If mislabelled, the id of the entry that is probably meant."""
    candidates: list[str]
    """If ambiguous, the ids of the possible entries."""
    reason: str | None
    """Why it has this target or none, in words."""
    sure: float | None
    """The probability that a number is a reference to its target."""
    written_as: str | None
    """The printed number, if the rule has another number now."""


class ShownReferenceRecord(ReferenceRecord):
    """A reference of `judge refs`."""

    newer: list[NewerRecord]
    """Texts newer than the entry at its other end."""
    see_also: list[SeeAlsoRecord]
    """Texts that resemble that entry."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""


class FileReadingRecord(FileReading):
    """How a file is read."""

    record: Literal["reading"]
    """The kind of record."""
    document: DocumentRecord  # type: ignore[assignment]
    """The document; references are resolved within the file."""


class FurnitureRecord(Furniture):
    """Source lines that are not content: page numbers, running heads, a table of contents."""

    record: Literal["furniture"]
    """The kind of record."""


class FindingRecord(Diagnostic):
    """A fault of a document, a guess or a repair."""

    source_hash: str
    """`sha256:` and the digest of the document's file; for a citation, of the cited document's file."""


class EntryPartRecord:
    """A part of an entry that is not an entry."""

    id: str
    """The address: `DOC:8.1#b2` for a bullet, `#3` for a ruling."""
    block: int
    """Index of the block."""
    text: str
    """The text."""


class ShownEntryRecord(EntryRecord):
    """An entry with the references from it and to it."""

    in_short: InShortRecord | None
    """The summary of a digest."""
    references: list[ReferenceRecord]
    """References in its text, in order."""
    referenced_by: list[ReferenceRecord]
    """References to it; those of a printed index have the kind `index`."""
    part: EntryPartRecord | None
    """The requested part; null for the whole entry."""


class ResultRecord(FactsRecord):
    """An entry that answers a query."""

    id: str
    """Id of the entry."""
    document: str
    """Key of the document."""
    game: str | None
    """The game."""
    kind: EntryKind
    """The kind of entry."""
    number: str | None
    """The printed number."""
    title: str | None
    """The printed title."""
    path: list[str]
    """The titles from the document down to the entry."""
    score: float
    """Comparable among results of one query with the same `why`."""
    snippet: str
    """The passage with most words of the query, which are between `**`."""
    marks: list[list[int]]
    """Start and end of these words in `snippet`."""
    date: str | None
    """The date that the passage's text prints."""
    errata: str | None
    """The new wording of its card; empty if only figures are new."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    held: float
    """The share of the query that the entry has, from 0 to 1."""
    why: Literal["number", "title", "alias", "fuzzy", "names", "text", "newer"]
    """How it was found; `fuzzy`: by a misspelt title, `names`: by several names, `newer`: it was not found, but is
    newer than the result after it."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence: this is not the original wording; null outside digests."""
    in_short: InShortRecord | None
    """The summary of a digest."""
    others: list[ResultRecord]
    """For a card in several documents of its game, which is one result: the other documents' results."""


class SearchRecord:
    """The answers to one query."""

    query: str
    """The query, as typed."""
    answer: Literal["sure", "unsure", "none"]
    """How sure the first result is; `none`: no result answers the query."""
    weak: bool
    """`answer` is `none`."""
    partial: str | None
    """A sentence, if only a partial digest answers: which document to add."""
    missing: list[str]
    """Words of the query that no searched document has."""
    read_as: dict[str, str]
    """Words that no document has, each with the word searched instead."""
    results: list[ResultRecord]
    """The results, best first."""


class NamedRecord:
    """A requested name."""

    name: str
    """The name as documents print it."""
    entries: list[str]
    """Ids of its entries; empty if texts only mention it."""


class BearingRecord(FactsRecord):
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
    """Index of the block, from 0; one more than the last for the errata; null for the whole entry."""
    kind: Literal[EntryKind, BlockKind, "errata"]
    """The kind of entry or block, or `errata`."""
    date: str | None
    """The date that the ruling prints, or else the document's."""
    reason: str
    """Why it applies, in words."""
    text: str
    """The text."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence: this is not the original wording; null outside digests."""


class PartRecord:
    """The texts that apply for one kind of reason (docs/design/interactions.md)."""

    part: Literal["all", "two", "topics", "rules", "kinds", "way", "similar"]
    """The kind of reason; `similar` texts are not about the subjects."""
    heading: str
    """The heading on a screen."""
    found: list[BearingRecord]
    """The texts, newest first; similar cases by the rarity of their titles."""


class InteractionsRecord:
    """What applies when several cards or terms interact."""

    names: list[NamedRecord]
    """The requested names."""
    parts: list[PartRecord]
    """All parts in their order, including empty ones."""


class PassageRecord(FactsRecord):
    """A text about a card."""

    id: str
    """Id of the ruling, or else of the entry."""
    date: str | None
    """The printed date."""
    text: str
    """The text."""
    source: str | None
    """The printed source."""
    author: str | None
    """The printed author."""


class AboutCard:
    """Facts about a card in addition to its entry."""

    rulings: list[PassageRecord]
    """Rulings, newest first, then undated ones."""
    topics: list[EntryRecord]
    """The targets of its "See" lines."""
    examples: list[PassageRecord]
    """Examples that use it."""
    mentions: list[str]
    """Ids of the other entries that name it, newest documents first."""
    counterparts: list[str]
    """Ids of its entries in other documents, and of other cards of its title."""
    in_short: InShortRecord | None
    """The summary of a digest."""
    newer_of: dict[str, list[NewerRecord]]
    """Texts newer than the entries that it names, by the ids of these."""
    others: list[EntryRecord]
    """Its entries in other documents of the game; `rulings` includes theirs."""


class CardRecord(EntryRecord, AboutCard):
    """A card's entry with other facts about the card."""


class MentionedCardRecord(AboutCard):
    """A card that texts mention, without an entry in any document; `judge export` has only the references to it."""

    record: Literal["card"]
    """The kind of record."""
    id: None
    """Always null."""
    title: str
    """The card's name."""


class NewRecord:
    """A new document, changed entry or dated text; records of one entry are together, newest first."""

    what: Literal["document", "added", "changed", "removed", "text"]
    """A document; an entry that an edition added, changed or removed; a dated text."""
    id: str
    """Id of the ruling, or else of the entry; of a removed entry, its id in the older edition."""
    entry: str
    """Id of the entry, or key of the document; groups the records of one entry."""
    document: str
    """Key of the document."""
    title: str | None
    """Title of the entry or document."""
    name: str
    """Its name on screens."""
    date: str
    """The date that the text prints, or else the document's."""
    said: str | None
    """The change of an entry, in words ("was 2.2, reworded")."""
    text: str
    """The text; empty for a document."""


class ColumnRecord:
    """A block of two woven columns, in reading order."""

    document: str
    """Key of the document."""
    page: int
    """The page, from 0."""
    column: int
    """0 for the left, 1 for the right."""
    line: int
    """The source line in which it begins."""
    text: str
    """Its first words."""
    heading: bool
    """It is a heading."""
    rival: str
    """The heading under which it fits nearly as well; empty if its place is sure."""
    rival_line: int
    """Source line of that heading, or 0."""
    sure: float
    """The probability that the place is right."""
    mixed: bool
    """It mixes lines of several texts."""


class DiffStretch(NamedTuple):
    """Words of two texts: `=` those that both have, `-` those that go, `+` those that come."""

    sign: Literal["=", "-", "+"]
    words: str


class ChangeRecord:
    """The change of an entry between two editions."""

    record: Literal["change"]
    """The kind of record."""
    kind: Literal["same", "changed", "added", "removed"]
    """`changed`: title or text differs; an entry that only moved is the `same`."""
    old: str | None
    """Id in the older edition."""
    new: str | None
    """Id in the newer edition."""
    group: int | None
    """Shared by the records of one split or merge."""
    moved: bool
    """The number differs."""
    renamed: bool
    """The title differs."""
    reworded: bool
    """The text differs, except in references that follow a renumbering."""
    diff: list[DiffStretch]
    """Words kept, struck and added, if reworded."""
    old_number: str | None
    """The number in the older edition."""
    old_title: str | None
    """The title in the older edition."""
    new_number: str | None
    """The number in the newer edition."""
    new_title: str | None
    """The title in the newer edition."""


class AffectedRecord:
    """A reference of another document to an entry of the older edition."""

    record: Literal["affected"]
    """The kind of record."""
    class_: Literal["unchanged", "moved", "changed", "removed"]
    """The change of its target."""
    reference: ReferenceRecord
    """The reference."""
    old: str
    """Id of the target in the older edition."""
    new: str | None
    """Id of the target in the newer edition."""
    correction: str | None
    """The number to write; null if the printed one is still right."""
    diff: list[DiffStretch]
    """Changes of the target."""


class VerifiedRecord:
    """The result of checking a citation."""

    locator: str
    """The rule, as typed."""
    id: str | None
    """Id of the cited entry."""
    verdict: Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
    """The first that fits (docs/citations.md)."""
    edition: str | None
    """The edition of the document."""
    text: str
    """Title and text of the rule."""
    diff: list[DiffStretch]
    """Of a misquotation: `-` words of the rule that it omits, `+` words that it adds."""
    found_in: list[str]
    """Ids of other entries that have the words."""
    near: list[str]
    """Ids of close matches, if no such rule exists or the locator is unclear."""
    superseded_by: str | None
    """Id of the entry that applies instead, or key of the newer edition if it has no counterpart."""
    understood: str
    """The understood part of an `unclear` or `absent` locator."""
    summary: str
    """A sentence, if the library has only a summary of the rule."""
    doubts: list[PlaceDoubt]
    """Why texts of the rule may belong to another entry, each reason once."""
    hash: str
    """`sha256:` and the digest of `text` in UTF-8."""
    source_hash: str | None
    """`sha256:` and the digest of the source file."""


class SharedRecord:
    """An entry as a text to send."""

    id: str
    """Id of the entry or its part."""
    format: Literal["text", "markdown", "discord", "forum"]
    """The format of the text."""
    address: str | None
    """The address on the owner's site; null if `[site]` in `corpus.toml` has no `url`."""
    text: str
    """Title, status, quotation, and address or id."""


class SaidRecord:
    """The best answer to a query, as one short text for a chat."""

    query: str
    """The query, as typed."""
    answer: Literal["sure", "unsure", "none"]
    """`sure`: the query names the rule by number or title; `unsure`: it was found by words; `none`: no answer."""
    id: str | None
    """Id of the entry or its part."""
    address: str | None
    """The address on the owner's site; null if `[site]` in `corpus.toml` has no `url`."""
    text: str
    """Title, status, quotation and address, or the sentence that there is no answer."""


class NoteRecord:
    """One of the person's notes."""

    number: int
    """The number that closes it."""
    event: str
    """The event or day whose file has it."""
    question: str
    """The question."""
    call: str
    """The ruling."""
    answer: str
    """The answer to an open question."""
    written: str
    """Day and time, such as `2026-11-25 14:03`."""
    open: bool
    """The question is still open."""
    at: str | None
    """Id of the rule or its part."""
    where: str | None
    """The citation of the rule when the note was written."""
    touched: list[str]
    """Changes of the rule since then, in sentences."""


class GapRecord:
    """A word that found nothing, with the entry opened afterwards."""

    word: str
    """A word that no document has, or a whole short query."""
    id: str | None
    """Id of the entry opened afterwards."""
    name: str | None
    """The entry's name, if it still exists."""
    times: int
    """How often it was asked."""
    queries: list[str]
    """The queries with this word."""


class DayRecord:
    """The requested day, and the keys of the documents by their state on it."""

    date: str
    """The day as typed; a month or a year is its last day."""
    current: list[str]
    """Documents of that day or earlier; of several editions, the newest."""
    earlier: list[str]
    """Editions superseded by then."""
    undated: list[str]
    """Documents without a date: searched, though they may be later."""
    unsure: list[str]
    """Documents dated by a month or a year that contains the day: left out, as they may be later."""
    later: list[str]
    """Documents of a later day: left out, except for texts dated that day or earlier."""


class SearchOfDayRecord(SearchRecord):
    """The answers to one query on an earlier day."""

    asked_as_of: DayRecord
    """The day."""


class ShownEntryOfDayRecord(ShownEntryRecord):
    """An entry as it was on an earlier day; later blocks keep their place, without text."""

    asked_as_of: DayRecord
    """The day."""


class CardOfDayRecord(CardRecord):
    """A card as it was on an earlier day; later blocks keep their place, without text."""

    asked_as_of: DayRecord
    """The day."""


class MentionedCardOfDayRecord(MentionedCardRecord):
    """A mentioned card as it was on an earlier day."""

    asked_as_of: DayRecord
    """The day."""


class SuggestionRecord:
    """An entry that completes the typed text."""

    id: str
    """Id of the entry."""
    text: str
    """Its number, title or other name, or a card's name that it mentions, as printed."""
    why: Literal["number", "title", "alias", "mentioned", "fuzzy"]
    """Which of these begins with the typed text; `fuzzy`: one nearly does."""


class EnvelopeRecord:
    """The first fields of every answer of the API; `records` has its records."""

    edition: str
    """The state of the library; it changes when a document or the program changes."""
    total: int
    """The number of records, of which `limit` and `offset` select some."""


class NearRecord:
    """An entry similar to the requested one."""

    id: str
    """Id of the entry."""
    name: str
    """Its name on screens."""


class ProblemRecord:
    """An error of the API, as in RFC 9457 (`application/problem+json`)."""

    type: Literal["about:blank"]
    """See `status` and `title`."""
    title: str
    """The name of the status."""
    status: int
    """The HTTP status."""
    detail: str
    """The problem, in one sentence."""
    nearest: list[NearRecord]
    """Entries similar to a missing one, best first."""


class HealthRecord:
    """The state of a copy of the API."""

    status: Literal["ok"]
    """A copy that cannot answer sends nothing here."""
    version: str
    """The version of the program."""
    edition: str
    """The state of the library; it changes when a document or the program changes."""
    waiting: int
    """The number of questions being answered or waiting."""


class ServedDocumentRecord:
    """A document of a served library."""

    key: str
    """Its name in ids and in calls."""
    title: str
    """The title."""
    game: str | None
    """The game."""
    edition: str | None
    """The printed edition or version."""
    date: str | None
    """`2007-08-10`, `2007-08` or `2007`; a month or year counts as its last day."""
    superseded_by: str | None
    """Key of the next edition in the library."""
    source_hash: str
    """`sha256:` and the digest of the source file."""


class EditionRecord:
    """The state of the library that a copy of the API serves."""

    edition: str
    """The state of the library; it changes when a document or the program changes."""
    version: str
    """The version of the program."""
    documents: list[ServedDocumentRecord]
    """The documents, in the order of the collections."""

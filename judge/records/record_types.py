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
    """A source file and what is known about it."""

    record: Literal["document"]
    """The kind of record."""
    key: str
    """Its name in ids and commands."""
    title: str
    """The title."""
    game: str | None
    """The game."""
    edition: str | None
    """The edition or version, as printed."""
    date: str | None
    """`2007-08-10`, `2007-08` or `2007`; a month or year counts as its last day."""
    dialect: str
    """`outline`, `glossary`, `questions`, `rulings` or `plain`."""
    file: str
    """The file's name, without folders."""
    origin: str | None
    """Its origin, from `corpus.toml`."""
    licence: str | None
    """Its licence, from `corpus.toml`."""
    work: str
    """The work that it is an edition of."""
    kind: Literal["rules", "errata", "rulings", "faq", "digest", ""]
    """The kind of document; empty outside a library."""
    authority: int | None
    """Its rank in its game; 1 is the highest, and documents may share a rank."""
    summarises: list[str]
    """Keys of the documents that it summarises, from `corpus.toml`."""
    source_titles: list[str]
    """Titles and editions of those documents, from `corpus.toml`."""
    covers: str | None
    """For a partial digest, how much of its source it covers ("48 of 445"), from `corpus.toml`."""
    bundled: bool
    """It comes with the program."""
    superseded_by: str | None
    """Key of the next edition in the library."""
    source_hash: str
    """`sha256:` followed by the source file's digest."""
    language: str | None
    """Its language code, such as `de`."""
    why: dict[str, str]
    """The evidence for dialect, title, game, edition, date, work, kind and authority, in words."""
    entries: int
    """The number of entries."""
    references: int
    """The number of references in it."""
    resolved: int
    """The number of references that resolve."""
    faulty: int
    """The number of references with an error or warning from `judge lint`."""
    reading: ReadingReport
    """How it was read."""


class SummaryOfRecord:
    """The text that a digest summarises."""

    document: str
    """Key of the document, which may not be in the library."""
    id: str | None
    """Id of the entry, if it is in the library."""


class InShortRecord:
    """A digest's summary of an entry."""

    id: str
    """Id of the digest's entry."""
    text: str
    """The text of the summary."""


class NewerRecord:
    """A dated text that is newer than another dated text."""

    id: str
    """Id of the entry."""
    block: int | None
    """Index of the block; null for the whole entry."""
    relation: Literal["edition", "replaces", "subject"]
    """`edition`: the same entry in a later edition; `replaces`: a text that says it replaces the older one;
    `subject`: a text whose heading names the same subject."""
    reason: str
    """The reason for the relation, in words."""
    quote: str
    """The most important sentence."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null only if a `[[relation]]` says that the text is newer."""


class SupersededByRecord:
    """The replacement for a text."""

    id: str | None
    """Id of the entry in force; null if it is not in the library."""
    block: int | None
    """Index of the block; null for the whole entry."""
    reason: Literal["edition", "words", "ruling", "relation"]
    """What replaces the text: a later edition or ruling, the words of another text, or a `[[relation]]`."""
    date: str | None
    """The date of the replacement."""


class RelationRecord:
    """A statement about this text in another text."""

    kind: Literal["overrides", "amends", "replaces", "deletes", "narrows", "excepts"]
    """The kind of statement."""
    id: str
    """Id of the entry that applies instead or as well: the entry that the sentence names, or else `source`."""
    block: int | None
    """Index of the block; null for the whole entry."""
    quote: str
    """The sentence."""
    source: str
    """Id of the entry that contains the sentence."""
    date: str | None
    """Date of the text, or else of its document."""


class SinceRecord:
    """The edition in which an entry last changed."""

    change: Literal["changed", "added", "renumbered", "same"]
    """The change; `same` means unchanged since the first edition in the library."""
    document: str
    """Key of the edition."""
    date: str | None
    """Date of the edition."""
    was: list[str]
    """The earlier state, in a few words."""


class FactsRecord:
    """The status of a text."""

    newer: list[NewerRecord]
    """Newer texts on its subject, best matches first."""
    superseded: bool
    """A source says that it is no longer in force."""
    superseded_by: list[SupersededByRecord]
    """Its replacements."""
    relations: list[RelationRecord]
    """Explicit statements about it in other texts."""
    since: list[SinceRecord]
    """Newest first: any editions that only renumbered it, then the edition that last changed it."""


class ErrataStateRecord:
    """A version of a card's text."""

    id: str
    """Id of the entry in which it appears."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null for the first printing."""
    text: str
    """The rules text."""
    printed: str | None
    """The earlier text that it claims to change."""
    fields: dict[str, str | int | list[str] | None]
    """The card's printed values."""
    current: bool
    """It is the newest version."""
    applies: Literal["yes", "no", "unclear"]
    """Whether it still applies; `unclear` if it changes a text other than the previous one, or if a date is missing."""
    diff: list[list[str]]
    """Changes since the previous version, in pairs: `=` and kept words, `-` and deleted words, `+` and added words."""


class ErrataRecord(Errata):
    """A card's official new wording."""

    history: list[ErrataStateRecord]
    """All printed versions of the text, oldest first."""


class BlockRecord(Block, FactsRecord):
    """A piece of an entry's text."""

    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""


class EntryRecord(Entry, FactsRecord):
    """The smallest addressable unit, such as a section, term, card or question."""

    record: Literal["entry"]
    """The kind of record."""
    blocks: tuple[BlockRecord, ...]
    """The text, block by block."""
    errata: ErrataRecord | None
    """The official new wording of a card."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence saying that this is not the original wording; null outside digests."""


class ReferenceRecord:
    """A passage in a block or heading that refers to another entry."""

    record: Literal["reference"]
    """The kind of record."""
    source: str
    """Id of the entry that contains it."""
    block: int | None
    """Index of the block that contains it, from 0; null if it is in the heading."""
    start: int
    """Its start offset in the block's text or in the title."""
    end: int
    """Its end offset."""
    line: int
    """The source line on which it begins."""
    column: int
    """The column at which it begins, from 1."""
    text: str
    """The printed text: for a number in the middle of a range, all of the range (`8.1a–d`)."""
    label: str | None
    """The document's words for the target."""
    kind: ReferenceKind
    """The form of the reference."""
    target: str | None
    """Id of the entry that it refers to."""
    status: Status
    """`partial`: the target exists, but not the part of it that the reference ends with, which `reason` names;
    `mislabelled`: number and words disagree; `dangling`: it does not resolve."""
    suggestion: str | None
    """If mislabelled, the id of the entry that is probably meant."""
    candidates: list[str]
    """If ambiguous, the ids of the possible entries."""
    reason: str | None
    """In words, why it has this target or none."""
    sure: float | None
    """The probability that the number refers to the target."""
    written_as: str | None
    """The printed number, if the rule has since been renumbered."""


class ShownReferenceRecord(ReferenceRecord):
    """A reference printed by `judge refs`."""

    newer: list[NewerRecord]
    """Texts newer than the entry at the other end of the reference."""
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
    """A fault in a document, a guess or a repair."""

    source_hash: str
    """`sha256:` followed by the digest of the file or, for a citation, of the cited document's file."""


class EntryPartRecord:
    """A part of an entry, such as a bullet."""

    id: str
    """Its id, such as `DOC:8.1#b2` for a bullet or `DOC:8.1#3` for a ruling."""
    block: int
    """Index of the block."""
    text: str
    """The text."""


class ShownEntryRecord(EntryRecord):
    """An entry with its references and the references to it."""

    in_short: InShortRecord | None
    """A digest's summary."""
    references: list[ReferenceRecord]
    """References in its text, in order."""
    referenced_by: list[ReferenceRecord]
    """References to it; those in a printed index have the kind `index`."""
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
    """Comparable only between results of one query with the same `why`."""
    snippet: str
    """The passage with the most query words, which are marked with `**`."""
    marks: list[list[int]]
    """Start and end offsets of those words in `snippet`."""
    date: str | None
    """The date printed in the passage."""
    errata: str | None
    """The new wording of the card; empty if only printed values such as its cost are new."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    held: float
    """The share of the query found in the entry, from 0 to 1."""
    why: Literal["number", "title", "alias", "fuzzy", "names", "text", "newer"]
    """How it was found. `fuzzy`: by a misspelt title; `names`: by several names; `newer`: only because it is newer than
    the next result."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence saying that this is not the original wording; null outside digests."""
    in_short: InShortRecord | None
    """A digest's summary."""
    others: list[ResultRecord]
    """Results for the same card in other documents of the game, counted as part of this result."""


class SearchRecord:
    """The answers to one query."""

    query: str
    """The query, as typed."""
    answer: Literal["sure", "unsure", "none"]
    """How certain the first result is; `none` if no result answers the query."""
    weak: bool
    """`answer` is `none`."""
    partial: str | None
    """If only a partial digest contains an answer, a sentence saying which document to add."""
    missing: list[str]
    """Query words that are in no searched document."""
    read_as: dict[str, str]
    """Words that are in no document, each with the word that was searched for instead."""
    results: list[ResultRecord]
    """The results, best first."""


class NamedRecord:
    """A requested name."""

    name: str
    """The name as printed in documents."""
    entries: list[str]
    """Ids of the entries with that name; empty if texts only mention the name."""


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
    """Index of the block, from 0; for the errata, one more than the last index; null for the whole entry."""
    kind: Literal[EntryKind, BlockKind, "errata"]
    """The kind of entry or block, or `errata`."""
    date: str | None
    """The date printed in the ruling, or else the document's date."""
    reason: str
    """Why it applies, in words."""
    text: str
    """The text."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence saying that this is not the original wording; null outside digests."""


class PartRecord:
    """The texts that apply for the same kind of reason (docs/design/interactions.md)."""

    part: Literal["all", "two", "topics", "rules", "way"]
    """The kind of reason."""
    heading: str
    """The heading shown to users."""
    found: list[BearingRecord]
    """The texts, newest first."""


class InteractionsRecord:
    """What applies when several cards or terms interact."""

    names: list[NamedRecord]
    """The requested names."""
    parts: list[PartRecord]
    """All parts, in a fixed order, including empty ones."""


class PassageRecord(FactsRecord):
    """A text about a card."""

    id: str
    """Id of the ruling, or else of the entry."""
    date: str | None
    """The date, as printed."""
    text: str
    """The text."""
    source: str | None
    """The source, as printed."""
    author: str | None
    """The author, as printed."""


class AboutCard:
    """Information about a card besides its entry."""

    rulings: list[PassageRecord]
    """Rulings, newest first, then undated ones."""
    topics: list[EntryRecord]
    """The targets of its "See" lines."""
    examples: list[PassageRecord]
    """Examples that mention it."""
    mentions: list[str]
    """Ids of other entries that mention it, newest documents first."""
    counterparts: list[str]
    """Ids of its entries in other documents, and of other cards with the same title."""
    in_short: InShortRecord | None
    """A digest's summary."""
    newer_of: dict[str, list[NewerRecord]]
    """Texts newer than the entries in `mentions` and `others`, keyed by the ids of those entries."""
    others: list[EntryRecord]
    """Its entries in other documents of the game; `rulings` includes the rulings in them."""


class CardRecord(EntryRecord, AboutCard):
    """A card's entry with other information about the card."""


class MentionedCardRecord(AboutCard):
    """A card that texts mention but that has no entry; `judge export` prints only the references to it."""

    record: Literal["card"]
    """The kind of record."""
    id: None
    """Always null."""
    title: str
    """The card's name."""


class NewRecord:
    """A new document, changed entry or dated text. The records of one entry are adjacent, newest first."""

    what: Literal["document", "added", "changed", "removed", "text"]
    """`text`: a dated text; `added`, `changed`, `removed`: what an edition did to the entry."""
    id: str
    """Id of the ruling, or else of the entry; for a removed entry, its id in the older edition."""
    entry: str
    """Id of the entry or key of the document; groups the records of one entry."""
    document: str
    """Key of the document."""
    title: str | None
    """Title of the entry or document."""
    name: str
    """Its name as shown to users."""
    date: str
    """The date printed in the text, or else the document's date."""
    said: str | None
    """The change to the entry, in words ("was 2.2, reworded")."""
    text: str
    """The text; empty for a document."""


class DiffStretch(NamedTuple):
    """Words of two texts: `=` in both, `-` struck, `+` added."""

    sign: Literal["=", "-", "+"]
    words: str


class ChangeRecord:
    """The change to an entry between two editions."""

    record: Literal["change"]
    """The kind of record."""
    kind: Literal["same", "changed", "added", "removed"]
    """`changed`: the title or text differs; `same` includes entries that only moved."""
    old: str | None
    """Id in the older edition."""
    new: str | None
    """Id in the newer edition."""
    group: int | None
    """A number shared by the records of one split or merge."""
    moved: bool
    """The number differs."""
    renamed: bool
    """The title differs."""
    reworded: bool
    """The text differs in more than references updated for a renumbering."""
    diff: list[DiffStretch]
    """If reworded, the words kept, deleted and added."""
    old_number: str | None
    """The older number."""
    old_title: str | None
    """The older title."""
    new_number: str | None
    """The newer number."""
    new_title: str | None
    """The newer title."""


class AffectedRecord:
    """A reference from another document to an entry of the older edition."""

    record: Literal["affected"]
    """The kind of record."""
    class_: Literal["unchanged", "moved", "changed", "removed"]
    """What happened to its target."""
    reference: ReferenceRecord
    """The reference."""
    old: str
    """Id of the target in the older edition."""
    new: str | None
    """Id of the target in the newer edition."""
    correction: str | None
    """The correct number; null if the printed number is still correct."""
    diff: list[DiffStretch]
    """Changes to the target."""


class VerifiedRecord:
    """The result of checking a citation."""

    locator: str
    """The locator, as typed."""
    id: str | None
    """Id of the cited entry."""
    verdict: Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
    """The first verdict that applies (docs/citations.md)."""
    edition: str | None
    """The document's edition."""
    text: str
    """Title and text of the rule."""
    diff: list[DiffStretch]
    """For a misquotation: `-` words of the rule that it omits, `+` words that it adds."""
    found_in: list[str]
    """Ids of other entries that contain the words."""
    near: list[str]
    """Ids of close matches, if no such rule exists or the locator is unclear."""
    superseded_by: str | None
    """Id of the entry that applies instead or, if the newer edition has no such entry, the key of that edition."""
    understood: str
    """The part of an `unclear` or `absent` locator that was understood."""
    summary: str
    """If the library has only a summary of the rule, a sentence saying so."""
    doubts: list[PlaceDoubt]
    """Doubts about whether parts of the text belong to the rule."""
    hash: str
    """`sha256:` followed by the digest of `text` in UTF-8."""
    source_hash: str | None
    """`sha256:` followed by the source file's digest."""


class SharedRecord:
    """An entry as text to paste into a message."""

    id: str
    """Id of the entry or of its part."""
    format: Literal["text", "markdown", "discord", "forum"]
    """The format of the text."""
    address: str | None
    """The address on the owner's site; null if `[site]` in `corpus.toml` has no `url`."""
    text: str
    """Title, status, quotation, and address or id."""


class DayRecord:
    """The requested day and the keys of the documents, grouped by their state on that day."""

    date: str
    """The day as typed; a month or year means its last day."""
    current: list[str]
    """Documents dated that day or earlier; of several editions, only the newest."""
    earlier: list[str]
    """Editions already superseded on that day."""
    undated: list[str]
    """Documents without a date: searched, though they may be later."""
    unsure: list[str]
    """Documents dated only by the month or year of that day; left out, as they may be later."""
    later: list[str]
    """Documents dated later; left out, except for texts dated that day or earlier."""


class SearchOfDayRecord(SearchRecord):
    """The answers to one query on an earlier day."""

    asked_as_of: DayRecord
    """The day."""


class ShownEntryOfDayRecord(ShownEntryRecord):
    """An entry as it was on an earlier day; blocks added later are included without text."""

    asked_as_of: DayRecord
    """The day."""


class CardOfDayRecord(CardRecord):
    """A card as it was on an earlier day; blocks added later are included without text."""

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
    """Its number, title or other name, or the name of a card that it mentions, as printed."""
    why: Literal["number", "title", "alias", "mentioned", "fuzzy"]
    """Which of these begins with the typed text; `fuzzy` if one only nearly does."""


class EnvelopeRecord:
    """The first fields of every API answer; its records are in `records`."""

    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    total: int
    """The total number of records, of which `limit` and `offset` select some."""


class NearRecord:
    """An entry similar to the requested one."""

    id: str
    """Id of the entry."""
    name: str
    """Its name as shown to users."""


class ProblemRecord:
    """An error from the API in the format of RFC 9457 (`application/problem+json`)."""

    type: Literal["about:blank"]
    """See `status` and `title`."""
    title: str
    """The name of the status."""
    status: int
    """The HTTP status."""
    detail: str
    """The problem, in one sentence."""
    nearest: list[NearRecord]
    """Entries similar to a missing one, best matches first."""


class HealthRecord:
    """The status of one running instance of the API server."""

    status: Literal["ok"]
    """An instance that cannot answer does not send this record."""
    version: str
    """The version of the program."""
    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    waiting: int
    """The number of queries being answered or waiting."""


class ServedDocumentRecord:
    """A document of a served library."""

    key: str
    """Its name in ids and commands."""
    title: str
    """The title."""
    game: str | None
    """The game."""
    edition: str | None
    """The edition or version, as printed."""
    date: str | None
    """`2007-08-10`, `2007-08` or `2007`; a month or year counts as its last day."""
    superseded_by: str | None
    """Key of the next edition in the library."""
    source_hash: str
    """`sha256:` followed by the source file's digest."""


class EditionRecord:
    """The state of the library that one instance of the API server serves."""

    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    version: str
    """The version of the program."""
    documents: list[ServedDocumentRecord]
    """The documents, in the order of the collections."""

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
    """One source file and what is known about it."""

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
    """Its rank in its game: 1 wins; between equal ranks, neither does."""
    summarises: list[str]
    """Keys of the documents it summarises, from `corpus.toml`."""
    source_titles: list[str]
    """Titles and editions of the documents it summarises, from `corpus.toml`."""
    covers: str | None
    """How much of its source a partial digest covers ("48 of 445"), from `corpus.toml`."""
    bundled: bool
    """It came with the program."""
    superseded_by: str | None
    """Key of the next edition in the library."""
    source_hash: str
    """`sha256:` and the digest of the source file."""
    language: str | None
    """Its language code, such as `de`."""
    why: dict[str, str]
    """In words, what dialect, title, game, edition, date, work, kind and authority are based on."""
    entries: int
    """The number of entries."""
    references: int
    """The number of references in the document."""
    resolved: int
    """How many of the references resolve."""
    faulty: int
    """How many of the references have an error or warning from `judge lint`."""
    reading: ReadingReport
    """How it was read."""


class SummaryOfRecord:
    """The text that a digest summarises."""

    document: str
    """Key of the document, which the library may not have."""
    id: str | None
    """Id of the entry, if the library has it."""


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
    """`edition`: the same entry in a later edition; `replaces`: a text that says it replaces the older one;
    `subject`: a text whose heading has the same subject."""
    reason: str
    """What the relation is based on, in words."""
    quote: str
    """The most important sentence."""
    document: str
    """Key of the document."""
    date: str | None
    """Date of the document; null only with a `[[relation]]`."""


class SeeAlsoRecord:
    """A text that resembles this one; either may be in force."""

    id: str
    """Id of the entry."""
    block: int | None
    """Index of the block; null for the whole entry."""
    score: float
    """How unlikely the resemblance is to be chance: 2 means one in a hundred texts, 3 one in a thousand."""
    quote: str
    """The most important sentence."""


class SupersededByRecord:
    """The replacement of a text."""

    id: str | None
    """Id of the entry in force; null if it is not in the library."""
    block: int | None
    """Index of the block; null for the whole entry."""
    reason: Literal["edition", "words", "ruling", "relation"]
    """What says so: a later edition, a text's words, a later dated ruling of the same entry, or a `[[relation]]`."""
    date: str | None
    """The date of the replacement."""


class RelationRecord:
    """A statement of another text about this one."""

    kind: Literal["overrides", "amends", "replaces", "deletes", "narrows", "excepts"]
    """The kind of statement."""
    id: str
    """Id of the entry that applies instead or as well: the one the sentence names, or else `source`."""
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
    """Newer texts on its subject, best first."""
    see_also: list[SeeAlsoRecord]
    """Similar texts in documents with higher authority."""
    superseded: bool
    """A source says that it is no longer in force."""
    superseded_by: list[SupersededByRecord]
    """The replacements."""
    relations: list[RelationRecord]
    """Explicit statements of other texts about it."""
    since: list[SinceRecord]
    """The edition that last changed it; if a later edition only renumbered it, that edition comes first."""


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
    """The earlier text that it says it changes."""
    fields: dict[str, str | int | list[str] | None]
    """The printed parts of the card's face."""
    current: bool
    """It is the newest version."""
    applies: Literal["yes", "no", "unclear"]
    """Whether it still applies; `unclear` if it changes a text other than the previous one, or a date is missing."""
    diff: list[list[str]]
    """Changes since the previous version, in pairs: `=` and words kept, `-` and words struck, `+` and words added."""


class ErrataRecord(Errata):
    """A card's official new wording."""

    history: list[ErrataStateRecord]
    """All printed versions of the text, oldest first."""


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
    """A sentence saying that this is not the original wording; null outside digests."""


class ReferenceRecord:
    """A place in a block or heading that refers to another entry."""

    record: Literal["reference"]
    """The kind of record."""
    source: str
    """Id of the entry that contains it."""
    block: int | None
    """Index of the block that contains it, from 0; null if it is in the heading."""
    start: int
    """Offset of its first code point in the block's text or the title."""
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
    """Why it has this target, or none, in words."""
    sure: float | None
    """The probability that the number is a reference to its target."""
    written_as: str | None
    """The printed number, if the rule has a different number now."""


class ShownReferenceRecord(ReferenceRecord):
    """A reference of `judge refs`."""

    newer: list[NewerRecord]
    """Texts newer than the entry at the other end of the reference."""
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
    """A fault in a document, a guess or a repair."""

    source_hash: str
    """`sha256:` and the digest of the document's file; for a citation, that of the cited document's file."""


class EntryPartRecord:
    """A part of an entry, such as a bullet."""

    id: str
    """The address: `DOC:8.1#b2` for a bullet, `#3` for a ruling."""
    block: int
    """Index of the block."""
    text: str
    """The text."""


class ShownEntryRecord(EntryRecord):
    """An entry with the references from it and to it."""

    in_short: InShortRecord | None
    """A digest's summary."""
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
    """Comparable only among results of one query that have the same `why`."""
    snippet: str
    """The passage with the most words of the query, which are marked with `**`."""
    marks: list[list[int]]
    """Start and end of those words in `snippet`."""
    date: str | None
    """The date printed in the passage's text."""
    errata: str | None
    """The new wording of its card; empty if only figures are new."""
    doubt: PlaceDoubt | None
    """Set if the text may belong to another entry."""
    held: float
    """The share of the query found in the entry, from 0 to 1."""
    why: Literal["number", "title", "alias", "fuzzy", "names", "text", "newer"]
    """How it was found; `fuzzy`: by a misspelt title, `names`: by several names, `newer`: only because it is newer than
    the result after it."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside digests."""
    summary: str | None
    """A sentence saying that this is not the original wording; null outside digests."""
    in_short: InShortRecord | None
    """A digest's summary."""
    others: list[ResultRecord]
    """The results of other documents of the game for the same card, which count as this one result."""


class SearchRecord:
    """The answers to one query."""

    query: str
    """The query, as typed."""
    answer: Literal["sure", "unsure", "none"]
    """How sure the first result is; `none` means that no result answers the query."""
    weak: bool
    """`answer` is `none`."""
    partial: str | None
    """If only a partial digest answers, a sentence saying which document to add."""
    missing: list[str]
    """Words of the query found in no searched document."""
    read_as: dict[str, str]
    """Words found in no document, each with the word that was searched for instead."""
    results: list[ResultRecord]
    """The results, best first."""


class NamedRecord:
    """A requested name."""

    name: str
    """The name as printed in documents."""
    entries: list[str]
    """Ids of the entries with that name; empty if texts only mention it."""


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

    part: Literal["all", "two", "topics", "rules", "kinds", "way", "similar"]
    """The kind of reason; `similar` texts are not about the subjects."""
    heading: str
    """The heading shown to users."""
    found: list[BearingRecord]
    """The texts, newest first; similar cases by the rarity of their titles."""


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
    """Ids of its entries in other documents, and of other cards with the same title."""
    in_short: InShortRecord | None
    """A digest's summary."""
    newer_of: dict[str, list[NewerRecord]]
    """Texts newer than the entries it names, keyed by the ids of those entries."""
    others: list[EntryRecord]
    """Its entries in other documents of the game; `rulings` includes theirs."""


class CardRecord(EntryRecord, AboutCard):
    """A card's entry with other facts about the card."""


class MentionedCardRecord(AboutCard):
    """A card that texts mention but that has no entry in any document; `judge export` has only the references to it."""

    record: Literal["card"]
    """The kind of record."""
    id: None
    """Always null."""
    title: str
    """The card's name."""


class NewRecord:
    """A new document, changed entry or dated text; the records of one entry are together, newest first."""

    what: Literal["document", "added", "changed", "removed", "text"]
    """A document; an entry that an edition added, changed or removed; a dated text."""
    id: str
    """Id of the ruling, or else of the entry; for a removed entry, its id in the older edition."""
    entry: str
    """Id of the entry, or key of the document; groups the records of one entry."""
    document: str
    """Key of the document."""
    title: str | None
    """Title of the entry or document."""
    name: str
    """Its name as shown to users."""
    date: str
    """The date printed in the text, or else the document's date."""
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
    """The heading under which it fits nearly as well; empty if its placement is sure."""
    rival_line: int
    """Source line of that heading, or 0."""
    sure: float
    """The probability that the placement is right."""
    mixed: bool
    """It mixes lines of several texts."""


class DiffStretch(NamedTuple):
    """Words of two texts: `=` in both, `-` struck, `+` added."""

    sign: Literal["=", "-", "+"]
    words: str


class ChangeRecord:
    """The change of an entry between two editions."""

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
    """The first verdict that fits (docs/citations.md)."""
    edition: str | None
    """The edition of the document."""
    text: str
    """Title and text of the rule."""
    diff: list[DiffStretch]
    """For a misquotation: `-` words of the rule that it omits, `+` words that it adds."""
    found_in: list[str]
    """Ids of other entries that contain the words."""
    near: list[str]
    """Ids of close matches, if no such rule exists or the locator is unclear."""
    superseded_by: str | None
    """Id of the entry that applies instead, or key of the newer edition if that has no counterpart."""
    understood: str
    """The part that was understood of an `unclear` or `absent` locator."""
    summary: str
    """If the library has only a summary of the rule, a sentence saying so."""
    doubts: list[PlaceDoubt]
    """Reasons why texts of the rule may belong to another entry, each once."""
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
    """Title, status, quotation and address, or a sentence saying that there is no answer."""


class NoteRecord:
    """One of your notes."""

    number: int
    """The number to give to `judge notes --close`."""
    event: str
    """The event or day in whose file it is."""
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
    """Changes to the rule since then, in sentences."""


class GapRecord:
    """A word that found nothing, with the entry opened afterwards."""

    word: str
    """A word found in no document, or a whole short query."""
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
    """The day as typed; a month or year means its last day."""
    current: list[str]
    """Documents dated that day or earlier; of several editions, only the newest."""
    earlier: list[str]
    """Editions already superseded on that day."""
    undated: list[str]
    """Documents without a date: searched, though they may be later."""
    unsure: list[str]
    """Documents dated only to the month or year in which the day falls; left out, as they may be later."""
    later: list[str]
    """Documents dated later; left out, except for texts dated that day or earlier."""


class SearchOfDayRecord(SearchRecord):
    """The answers to one query on an earlier day."""

    asked_as_of: DayRecord
    """The day."""


class ShownEntryOfDayRecord(ShownEntryRecord):
    """An entry as it was on an earlier day; blocks added later keep their place, without text."""

    asked_as_of: DayRecord
    """The day."""


class CardOfDayRecord(CardRecord):
    """A card as it was on an earlier day; blocks added later keep their place, without text."""

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
    """Which of these begins with the typed text; `fuzzy`: one of them nearly does."""


class EnvelopeRecord:
    """The first fields of every answer of the API; `records` has its records."""

    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    total: int
    """The total number of records; `limit` and `offset` select some of them."""


class NearRecord:
    """An entry similar to the requested one."""

    id: str
    """Id of the entry."""
    name: str
    """Its name as shown to users."""


class ProblemRecord:
    """An error of the API, as in RFC 9457 (`application/problem+json`)."""

    type: Literal["about:blank"]
    """Always this; see `status` and `title`."""
    title: str
    """The name of the status."""
    status: int
    """The HTTP status."""
    detail: str
    """The problem, in one sentence."""
    nearest: list[NearRecord]
    """Entries similar to a missing one, best first."""


class HealthRecord:
    """The status of one running instance of the API server."""

    status: Literal["ok"]
    """An instance that cannot answer sends no such record."""
    version: str
    """The version of the program."""
    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
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
    """The state of the library that one instance of the API server serves."""

    edition: str
    """Identifies the state of the library; changes when a document or the program changes."""
    version: str
    """The version of the program."""
    documents: list[ServedDocumentRecord]
    """The documents, in the order of the collections."""

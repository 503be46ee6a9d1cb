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
    """Tells the kinds of records apart."""
    key: str
    """The document's name in ids and in calls."""
    title: str
    """What the document is called."""
    game: str | None
    """Its game; null if it is unknown."""
    edition: str | None
    """Its edition or version, as it is printed."""
    date: str | None
    """Its date: `2007-08-10`, `2007-08` or `2007`; the shorter counts as its last day."""
    dialect: str
    """How it is written: `outline`, `glossary`, `questions`, `rulings`, `plain`, or a dialect of another package."""
    file: str
    """Its file's name, without folders."""
    origin: str | None
    """Where it comes from, if `corpus.toml` says so."""
    licence: str | None
    """Its licence, if `corpus.toml` says so."""
    work: str
    """The work of which it is an edition; other editions have the same."""
    kind: Literal["rules", "errata", "rulings", "faq", "digest", ""]
    """Its kind among the documents of its game; empty before it is in a library."""
    authority: int | None
    """Its rank among the documents of its game: 1 wins; equal if nothing decides."""
    summarises: list[str]
    """Keys of the documents that it summarises, if `corpus.toml` says so."""
    source_titles: list[str]
    """Their titles and editions, if `corpus.toml` says so."""
    covers: str | None
    """How many entries of its source it has ("48 of 445"), if `corpus.toml` says that it is partial."""
    bundled: bool
    """Whether it came with the program."""
    superseded_by: str | None
    """Key of the next edition, if it is in the library."""
    source_hash: str
    """`sha256:` and the digest of its file as it was read."""
    language: str | None
    """The code of its language, such as `de`, from its text or `corpus.toml`."""
    why: dict[str, str]
    """What dialect, title, game, edition, date, work, kind and authority are each based on, in words."""
    entries: int
    """How many entries it has."""
    references: int
    """How many references it contains."""
    resolved: int
    """How many of these resolve."""
    faulty: int
    """How many of these have an error or warning of `judge lint`."""
    reading: ReadingReport
    """How it was read, with doubts."""


class SummaryOfRecord:
    """The text that a text of a digest summarises."""

    document: str
    """Key of the document, which may not be in the library."""
    id: str | None
    """Id of the entry; null if it is not in the library, or has none such."""


class InShortRecord:
    """What a digest says of an entry."""

    id: str
    """Id of the digest's entry."""
    text: str
    """Its first text."""


class NewerRecord:
    """A text that is newer than another; both are dated."""

    id: str
    """Id of its entry."""
    block: int | None
    """Index of its block; null means the whole entry."""
    relation: Literal["edition", "replaces", "subject"]
    """How it is to the older text: the same entry in a later edition, stated to replace it, or headed by the same
    subject."""
    reason: str
    """What that is based on, in words."""
    quote: str
    """Its most important sentence; empty if it has no text."""
    document: str
    """Key of its document."""
    date: str | None
    """Date of its document; null only with a `[[relation]]`."""


class SeeAlsoRecord:
    """A text that only resembles another; either may be in force."""

    id: str
    """Id of its entry."""
    block: int | None
    """Index of its block; null means the whole entry."""
    score: float
    """How rarely chance explains the resemblance: 2 means once in a hundred texts, 3 once in a thousand."""
    quote: str
    """Its most important sentence; empty if it has no text."""


class SupersededByRecord:
    """What took the place of a text, and why."""

    id: str | None
    """Id of the entry that is in force instead; null if it is not in the library."""
    block: int | None
    """Index of its block; null means the whole entry."""
    reason: Literal["edition", "words", "ruling", "relation"]
    """Who says so: a later edition, words of a text, a later dated ruling of the same entry, or a `[[relation]]`."""
    date: str | None
    """Since when, if that is known."""


class RelationRecord:
    """A statement of another text about this one, next to its number, title or name."""

    kind: Literal["overrides", "amends", "replaces", "deletes", "narrows", "excepts"]
    """What it states."""
    id: str
    """Id of the entry that applies instead or as well: the one that the words name, else their own."""
    block: int | None
    """Index of its block; null means the whole entry."""
    quote: str
    """The sentence."""
    source: str
    """Id of the entry that contains the sentence."""
    date: str | None
    """Date of the text, or of its document."""


class SinceRecord:
    """The edition in which an entry became what it is."""

    change: Literal["changed", "added", "renumbered", "same"]
    """What happened to it; `same`: nothing since its first edition in the library."""
    document: str
    """Key of the edition."""
    date: str | None
    """Date of the edition."""
    was: list[str]
    """What it was before, in a few words."""


class FactsRecord:
    """The status of a text: what is newer, what replaced it, and what other texts state about it."""

    newer: list[NewerRecord]
    """What is newer on its subject, best first."""
    see_also: list[SeeAlsoRecord]
    """What only resembles it, in documents that count more."""
    superseded: bool
    """Whether it is not in force any more, because somebody says so."""
    superseded_by: list[SupersededByRecord]
    """What took its place, and why."""
    relations: list[RelationRecord]
    """What other texts state of it explicitly."""
    since: list[SinceRecord]
    """The edition of its last change, or, before that, of a later new number."""


class ErrataStateRecord:
    """A state of a card's text."""

    id: str
    """Id of the entry that prints it."""
    document: str
    """Key of the document."""
    date: str | None
    """The document's date; null for what was printed first."""
    text: str
    """The rules text."""
    printed: str | None
    """The text that it says it changes."""
    fields: dict[str, str | int | list[str] | None]
    """The printed parts of the card's face."""
    current: bool
    """Whether it is the newest state."""
    applies: Literal["yes", "no", "unclear"]
    """Whether it still applies; `unclear` if it changes another text than the one before it, or a date is missing."""
    diff: list[list[str]]
    """Changes since the state before, in pairs: `=` and words kept, `-` struck, `+` added."""


class ErrataRecord(Errata):
    """A card's official new wording."""

    history: list[ErrataStateRecord]
    """All printed states of its text, the oldest first."""


class BlockRecord(Block, FactsRecord):
    """A piece of an entry's text."""

    summary_of: SummaryOfRecord | None
    """The text that its entry summarises; null outside of digests."""


class EntryRecord(Entry, FactsRecord):
    """The smallest thing with an address of its own: a section, a term, a card, a question."""

    record: Literal["entry"]
    """Tells the kinds of records apart."""
    blocks: tuple[BlockRecord, ...]
    """Its text, piece by piece."""
    errata: ErrataRecord | None
    """Its official new wording, if it is a card that has one."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside of digests."""
    summary: str | None
    """A sentence that says that this is not the original wording; null outside of digests."""


class ReferenceRecord:
    """A place in a block or heading that refers to another entry, and its resolution."""

    record: Literal["reference"]
    """Tells the kinds of records apart."""
    source: str
    """Id of the entry that contains it."""
    block: int | None
    """Index of the block that contains it, from 0; null in the heading."""
    start: int
    """Offset of its first code point, in the block's text or the title."""
    end: int
    """Offset after its last code point."""
    line: int
    """Source line in which it begins."""
    column: int
    """Where it begins in the line, from 1."""
    text: str
    """As it is printed."""
    label: str | None
    """The words of the text for the target."""
    kind: ReferenceKind
    """The form in which it points."""
    target: str | None
    """Id of the entry that it refers to."""
    status: Status
    """`mislabelled` if number and words disagree, `dangling` if it does not resolve."""
    suggestion: str | None
    """If mislabelled, the id of the entry that is probably meant."""
    candidates: list[str]
    """If ambiguous, the ids of the possible entries."""
    reason: str | None
    """Why it has this target, or none, in words."""
    sure: float | None
    """How likely a number is a reference to its target, from 0 to 1."""
    written_as: str | None
    """The printed number, if the rule has another number now."""


class ShownReferenceRecord(ReferenceRecord):
    """A reference of `judge refs`."""

    newer: list[NewerRecord]
    """What is newer than the entry at its other end."""
    see_also: list[SeeAlsoRecord]
    """What only resembles that entry."""
    doubt: PlaceDoubt | None
    """That the text that contains it may belong to another entry."""


class FileReadingRecord(FileReading):
    """How a file is read."""

    record: Literal["reading"]
    """Tells the kinds of records apart."""
    document: DocumentRecord  # type: ignore[assignment]
    """The document; its references are looked for in the file itself."""


class FurnitureRecord(Furniture):
    """Source lines that are not content: page numbers, running heads, a table of contents."""

    record: Literal["furniture"]
    """Tells the kinds of records apart."""


class FindingRecord(Diagnostic):
    """A fault of a document, a guess or a repair."""

    source_hash: str
    """`sha256:` and the digest of the document's file as it was read; of a citation, that of the rules it cites."""


class EntryPartRecord:
    """A part of an entry that is not an entry."""

    id: str
    """Its address: `DOC:8.1#b2`; a ruling has `#3`."""
    block: int
    """Which of the entry's blocks it is, from 0."""
    text: str
    """Its text."""


class ShownEntryRecord(EntryRecord):
    """An entry with the references from it and to it."""

    in_short: InShortRecord | None
    """What a digest says of it, if one does."""
    references: list[ReferenceRecord]
    """Those in its own text, in order."""
    referenced_by: list[ReferenceRecord]
    """Those that lead to it; those of a printed index are of kind `index`."""
    part: EntryPartRecord | None
    """The part that was asked for; null where the whole was."""


class ResultRecord(FactsRecord):
    """One entry that answers a query."""

    id: str
    """Id of the entry."""
    document: str
    """Key of its document."""
    game: str | None
    """The document's game."""
    kind: EntryKind
    """What the entry is."""
    number: str | None
    """Its printed number."""
    title: str | None
    """Its printed title."""
    path: list[str]
    """The titles from the document down to the entry."""
    score: float
    """Comparable among the results of one query that have the same `why`."""
    snippet: str
    """The passage that has most of the query's words, with `**` around them."""
    marks: list[list[int]]
    """Start and end of these words in `snippet`."""
    date: str | None
    """That the text prints from which the passage is cut."""
    errata: str | None
    """The new wording of its card; empty if only its figures are new."""
    doubt: PlaceDoubt | None
    """That the passage may belong to another entry."""
    held: float
    """The share of the query that the entry has, from 0 to 1."""
    why: Literal["number", "title", "alias", "mentioned", "fuzzy", "names", "text", "newer"]
    """What found it: its number, its title, another name, a title with mistakes, several names, its text; `newer` if
    it was not found, and is before an older answer."""
    summary_of: SummaryOfRecord | None
    """The text that it summarises; null outside of digests."""
    summary: str | None
    """A sentence that says that this is not the original wording; null outside of digests."""
    in_short: InShortRecord | None
    """What a digest says of it, if one does."""
    others: list[ResultRecord]
    """Of a card that several documents of its game have: what the others say of it, each as a result whose own `others`
    are empty. Such a card is one result."""


class SearchRecord:
    """The answers to one query."""

    query: str
    """The query, as it was typed."""
    answer: Literal["sure", "unsure", "none"]
    """How sure the first result is; `none`: no result answers the query."""
    weak: bool
    """Whether `answer` is `none`."""
    partial: str | None
    """That only a partial digest answers, and which document to add."""
    missing: list[str]
    """Words of the query that no document searched has."""
    read_as: dict[str, str]
    """Words that no document has, each with the word that was taken for it."""
    results: list[ResultRecord]
    """The answers, best first; empty where there are none."""


class NamedRecord:
    """One of the names that were asked for."""

    name: str
    """The name as documents print it."""
    entries: list[str]
    """Ids of its entries; empty where texts only mention it."""


class BearingRecord(FactsRecord):
    """A text that applies to the names together."""

    id: str
    """Id of the ruling (`evil-twin#3`), where it is one; else of the entry."""
    document: str
    """Key of the document."""
    title: str
    """Number and title of the entry."""
    edition: str | None
    """The document's edition."""
    block: int | None
    """Index of the block, from 0; one more than the last means the errata; null means the whole entry."""
    kind: Literal[EntryKind, BlockKind, "errata"]
    """What the text is."""
    date: str | None
    """The date that the ruling prints, else the document's."""
    reason: str
    """Why it is there, in words."""
    text: str
    """The text itself; empty where an entry has none."""
    doubt: PlaceDoubt | None
    """Set where its place among woven columns is not sure."""
    summary_of: SummaryOfRecord | None
    """The text that its entry summarises; null outside of digests."""
    summary: str | None
    """A sentence that says that this is not the original wording; null outside of digests."""


class PartRecord:
    """The texts that apply for one kind of reason; docs/design/interactions.md explains each part."""

    part: Literal["all", "two", "topics", "rules", "kinds", "way", "similar"]
    """Which part it is; "similar" is not about the subjects."""
    heading: str
    """What is shown above it on a screen."""
    found: list[BearingRecord]
    """The texts, the newest first; similar cases with the rarest titles first."""


class InteractionsRecord:
    """What applies when several cards or terms interact."""

    names: list[NamedRecord]
    """What was asked for."""
    parts: list[PartRecord]
    """All parts in their order, empty ones among them."""


class PassageRecord(FactsRecord):
    """A text about a card."""

    id: str
    """Id of the ruling, where it is one; else of the entry."""
    date: str | None
    """The date that it prints."""
    text: str
    """The text itself."""
    source: str | None
    """The source that it prints."""
    author: str | None
    """The person who made it, if it is printed."""


class AboutCard:
    """What is known of a card in addition to its entry."""

    rulings: list[PassageRecord]
    """Newest first, then those that print no date."""
    topics: list[EntryRecord]
    """What its "See" lines lead to."""
    examples: list[PassageRecord]
    """Examples that use it."""
    mentions: list[str]
    """Ids of the other entries that name it, those of newer documents first."""
    counterparts: list[str]
    """Ids of the entries on it in other documents, and of other cards of its title."""
    in_short: InShortRecord | None
    """What a digest says of it, if one does."""
    newer_of: dict[str, list[NewerRecord]]
    """Newer texts than the entries that it names, by their ids."""
    others: list[EntryRecord]
    """Its entries in other documents of the game; `rulings` has the rulings of all of them."""


class CardRecord(EntryRecord, AboutCard):
    """A card's entry, and what else is known of it."""


class MentionedCardRecord(AboutCard):
    """A card that texts mention and no document has an entry for.

    No lines of a source are its own, so `judge export` has no record of it: it is there in the references that name
    it, with their `label` and no target.
    """

    record: Literal["card"]
    """Tells the kinds of records apart."""
    id: None
    """Always null."""
    title: str
    """The card's name."""


class NewRecord:
    """Something new: a document, an entry that a new edition changed, or a text that prints a date.

    What is new of one entry is together, the newest first; the entry with the newest is first.
    """

    what: Literal["document", "added", "changed", "removed", "text"]
    """A document; an entry that is new in an edition, is another there or is gone; a dated text."""
    id: str
    """Id of the ruling, where it is one; else of the entry; of what is gone, that in the older edition."""
    entry: str
    """Id of the entry, or key of the document; records with the same belong together."""
    document: str
    """Key of the document."""
    title: str | None
    """Title of the entry or document."""
    name: str
    """What it is called on every screen."""
    date: str
    """The date that the text prints, or that of the document."""
    said: str | None
    """What became of an entry, in words ("was 2.2, reworded"); null of documents and dated texts."""
    text: str
    """The text itself; empty of a document."""


class ColumnRecord:
    """A block of two woven columns, and where it was put; in the order of reading."""

    document: str
    """Key of the document."""
    page: int
    """The page, from 0."""
    column: int
    """0 the left, 1 the right."""
    line: int
    """Source line in which it begins."""
    text: str
    """How it begins."""
    heading: bool
    """Whether it is a heading."""
    rival: str
    """The heading under which it fits nearly as well; empty if its place is sure."""
    rival_line: int
    """Source line of that heading; 0 where there is none."""
    sure: float
    """How often such a place is right, from 0 to 1."""
    mixed: bool
    """Whether lines of several texts run together there."""


class DiffStretch(NamedTuple):
    """Words of two texts: `=` those that both have, `-` those that go, `+` those that come."""

    sign: Literal["=", "-", "+"]
    words: str


class ChangeRecord:
    """What became of one entry between two editions."""

    record: Literal["change"]
    """Tells the kinds of records apart."""
    kind: Literal["same", "changed", "added", "removed"]
    """`changed` where title or text is another; one that only moved is the `same`."""
    old: str | None
    """Id in the older edition; null of what is new."""
    new: str | None
    """Id in the newer edition; null of what is gone."""
    group: int | None
    """The records of one split or merge share it."""
    moved: bool
    """Whether it has another number."""
    renamed: bool
    """Whether it has another title."""
    reworded: bool
    """Whether it has another text; a reference that only follows a renumbering is not another text."""
    diff: list[DiffStretch]
    """Words kept, struck and added; empty unless reworded."""
    old_number: str | None
    """Its number in the older edition."""
    old_title: str | None
    """Its title there."""
    new_number: str | None
    """Its number in the newer edition."""
    new_title: str | None
    """Its title there."""


class AffectedRecord:
    """A reference of another document to an entry of the older edition, and what became of that."""

    record: Literal["affected"]
    """Tells the kinds of records apart."""
    class_: Literal["unchanged", "moved", "changed", "removed"]
    """What became of its target."""
    reference: ReferenceRecord
    """The reference."""
    old: str
    """Id of what it means in the older edition."""
    new: str | None
    """Id of that in the newer edition; null where it is gone."""
    correction: str | None
    """The number to write instead; null where the printed one still holds."""
    diff: list[DiffStretch]
    """Changes of its target; else empty."""


class VerifiedRecord:
    """The result of checking a citation."""

    locator: str
    """The rule, as it was typed."""
    id: str | None
    """Id of the entry that is meant; null where there is none."""
    verdict: Literal["unclear", "absent", "true", "superseded", "wrong-rule", "misquoted"]
    """The first that fits: the rule or the quotation was not understood, or only summaries have it; its document lacks
    the number; it says so and is in force; it did so; another rule does; none of these."""
    edition: str | None
    """The edition of its document."""
    text: str
    """Title and text of the rule; empty where there is none."""
    diff: list[DiffStretch]
    """Of a misquotation: `-` the words of the rule that it lacks, `+` those that it puts in."""
    found_in: list[str]
    """Ids of other entries that have the words."""
    near: list[str]
    """Ids of close matches, where no such rule exists or it is unclear which is meant."""
    superseded_by: str | None
    """Id of the entry that applies instead, or the key of the newer edition if nothing there corresponds."""
    understood: str
    """What was understood, where the verdict is `unclear` or `absent`; else empty."""
    summary: str
    """If only a summary of the rule is here: that in words; else empty."""
    doubts: list[PlaceDoubt]
    """Why texts of the rule may belong to another entry, each reason once."""
    hash: str
    """`sha256:` and the digest of `text` in UTF-8."""
    source_hash: str | None
    """`sha256:` and the digest of the file that the rule was read from; null where there is no rule."""


class SharedRecord:
    """An entry as a text to send."""

    id: str
    """Id of the entry, or of the part of it that is meant."""
    format: Literal["text", "markdown", "discord", "forum"]
    """For which program it is written."""
    address: str | None
    """Where the entry is on the owner's site; null where `[site]` in corpus.toml has no `url`."""
    text: str
    """What is sent: title, status, the words as a quotation, and the address, or the id where there is none."""


class SaidRecord:
    """The best answer to a query, as one short text for a chat."""

    query: str
    """The query, as it was typed."""
    answer: Literal["sure", "unsure", "none"]
    """Whether the rule was named by its number or title, was found by words, or nothing answers."""
    id: str | None
    """Id of the entry, or of the part of it; null where nothing answers."""
    address: str | None
    """Where it is on the owner's site; null where `[site]` in corpus.toml has no `url`."""
    text: str
    """What to say: title, status, the words as a quotation, the address; or that nothing answers."""


class NoteRecord:
    """A note of the person's own."""

    number: int
    """By which it is closed."""
    event: str
    """The event, or the day, whose file has it."""
    question: str
    """What was asked."""
    call: str
    """What was ruled; empty where nothing was."""
    answer: str
    """What settled an open question; empty where nothing did."""
    written: str
    """Day and time, such as `2026-11-25 14:03`."""
    open: bool
    """Whether the question is still open."""
    at: str | None
    """Id of the rule, or of a part of it; null without one."""
    where: str | None
    """The citation of the rule when the note was written."""
    touched: list[str]
    """What has changed the rule since, in sentences."""


class GapRecord:
    """A word that found nothing, with an entry that was opened afterwards."""

    word: str
    """What was typed: a word that no document has, or a short query as a whole."""
    id: str | None
    """The entry that was opened; null where none was."""
    name: str | None
    """What it is called; null where there is no such entry any more."""
    times: int
    """How often it was asked."""
    queries: list[str]
    """The queries with this word."""


class DayRecord:
    """The day that is answered from, and how the documents are on it, by their keys."""

    date: str
    """The day as it was asked for; a month or a year is its last day."""
    current: list[str]
    """Documents of that day or earlier; of several editions the newest."""
    earlier: list[str]
    """Editions that another had followed by then."""
    undated: list[str]
    """Documents without a date: they are searched, though they may be later."""
    unsure: list[str]
    """Documents dated by a month or a year in which the day is: they are left out, as they may be later."""
    later: list[str]
    """Documents of a later day: left out, except their texts that are dated that day or earlier."""


class SearchOfDayRecord(SearchRecord):
    """The answers to one query on an earlier day."""

    asked_as_of: DayRecord
    """The day."""


class ShownEntryOfDayRecord(ShownEntryRecord):
    """An entry as it was on an earlier day; a block that was not there yet has its place, and no text."""

    asked_as_of: DayRecord
    """The day."""


class CardOfDayRecord(CardRecord):
    """What was known of a card on an earlier day; a block that was not there yet has its place, and no text."""

    asked_as_of: DayRecord
    """The day."""


class MentionedCardOfDayRecord(MentionedCardRecord):
    """What was known of a card that texts mention and no document has an entry for."""

    asked_as_of: DayRecord
    """The day."""


class SuggestionRecord:
    """An entry that is offered while a person types."""

    id: str
    """Id of the entry."""
    text: str
    """Its number, title or other name, or the name of a card that it mentions, as printed."""
    why: Literal["number", "title", "alias", "mentioned", "fuzzy"]
    """Which of them begins so; `fuzzy` where one nearly does."""


class EnvelopeRecord:
    """The beginning of every answer of the API: its records follow as `records`."""

    edition: str
    """Which state of the library answered; the same text until a document or the program changes."""
    total: int
    """How many records there are; `limit` and `offset` choose which of them are sent."""


class NearRecord:
    """An entry that is similar to the one asked for."""

    id: str
    """Id of the entry."""
    name: str
    """What it is called on every screen."""


class ProblemRecord:
    """Every error of the API, in the form of RFC 9457 (`application/problem+json`)."""

    type: Literal["about:blank"]
    """See `status` and `title` instead."""
    title: str
    """The name of the status."""
    status: int
    """The status, as in the first line of the answer."""
    detail: str
    """What is wrong, in one sentence."""
    nearest: list[NearRecord]
    """Entries similar to one that does not exist, best first; else empty."""


class HealthRecord:
    """Whether a copy of the API can answer."""

    status: Literal["ok"]
    """A copy that cannot answer does not answer here either."""
    version: str
    """The version of the program."""
    edition: str
    """As in every answer."""
    waiting: int
    """Questions that are being answered or wait for it."""


class ServedDocumentRecord:
    """A document of a served library."""

    key: str
    """Its key."""
    title: str
    """What it is called."""
    game: str | None
    """Its game; null if it is unknown."""
    edition: str | None
    """Its edition, as it is printed."""
    date: str | None
    """Its date."""
    superseded_by: str | None
    """Key of the next edition, if it is in the library."""
    source_hash: str
    """`sha256:` and the digest of its file as it was read."""


class EditionRecord:
    """Which state of the library a copy of the API answers from."""

    edition: str
    """As in every answer, and in the `ETag`."""
    version: str
    """The version of the program."""
    documents: list[ServedDocumentRecord]
    """The documents, in the order of the collections."""

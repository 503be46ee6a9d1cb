"""Documents, entries, references, findings and answers; see the package for what is made of them."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypedDict

from judge.core.diagnostics import Level
from judge.core.model import BlockKind, Box, EntryKind, Link, Mark, Place, ReferenceKind, Status


class LineSpan(NamedTuple):
    """The first and the last of some lines or pages, both from 1."""

    first: int
    last: int


class ReadPartRecord(TypedDict):
    """A stretch of a document that was read in one way."""

    dialect: str
    """How it was read, as in the document's `dialect`."""
    lines: LineSpan
    """First and last source line."""
    entries: int
    """How many entries begin in it."""
    why: str
    """What the choice is based on, in words."""


class DoubtRecord(TypedDict):
    """A pattern that failed as a whole: the document was probably not read as it is meant."""

    code: Literal[
        "undecided",
        "no-headings",
        "one-giant",
        "headings-in-text",
        "contents-not-found",
        "outline-not-found",
        "numbers-begin-again",
        "numbers-in-text",
        "level-not-read",
        "chapters-missing",
        "titles-missing",
        "numbers-twice",
    ]
    """Which pattern; docs/reading.md explains each."""
    lines: LineSpan
    """The source lines that it is about."""
    message: str
    """What is wrong, in words."""


class ReadingRecord(TypedDict):
    """How a document was read, and what speaks against it."""

    parts: list[ReadPartRecord]
    """What was read how, in source order."""
    resolved: float
    """Share of the references that lead somewhere, from 0 to 1; 1 where there are none."""
    longest: list[str]
    """Ids of the entries that are far longer than the document's others, the longest first."""
    heading_like: list[int]
    """Source lines inside of texts that look like headings; the first fifty."""
    doubts: list[DoubtRecord]
    """The patterns that failed as a whole."""


class DocumentRecord(TypedDict):
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
    """What it is to the other documents of its game; empty before it is among them."""
    authority: int | None
    """Its rank among the documents of its game: 1 wins where two disagree; equal where nothing tells."""
    summarises: list[str]
    """Keys of the documents that it summarises, if `corpus.toml` says so."""
    source_titles: list[str]
    """What these are called, with their editions, as far as `corpus.toml` says so."""
    bundled: bool
    """Whether it came with the program."""
    superseded_by: str | None
    """Key of the next edition, if it is in the library."""
    why: dict[str, str]
    """What dialect, title, game, edition, date, work, kind and authority are each based on, in words."""
    entries: int
    """How many entries it has."""
    references: int
    """How many references it contains."""
    resolved: int
    """How many of these lead somewhere."""
    faulty: int
    """How many of these lead nowhere or to the wrong entry: the errors and warnings of `judge lint` about them."""
    reading: ReadingRecord
    """How it was read, part by part, and what is doubtful about that."""


class SummaryOfRecord(TypedDict):
    """What a text of a digest sums up."""

    document: str
    """Key of the document, which may not be in the library."""
    id: str | None
    """Id of the entry; null if it is not in the library, or has none such."""


class InShortRecord(TypedDict):
    """What a digest says of an entry."""

    id: str
    """Id of the digest's entry."""
    text: str
    """Its first text."""


class NewerRecord(TypedDict):
    """A text that is newer than another; both are dated."""

    id: str
    """Id of its entry."""
    block: int | None
    """Index of its block; null means the whole entry."""
    relation: Literal["edition", "replaces", "subject"]
    """How it stands to the older text: the same entry in a later edition, stated to replace it, or headed by the same
    subject."""
    reason: str
    """What that is based on, in words."""
    quote: str
    """Its telling sentence; empty where it has no text."""
    document: str
    """Key of its document."""
    date: str | None
    """Date of its document; null only where a `[[relation]]` says that it replaces the other."""


class SeeAlsoRecord(TypedDict):
    """A text that only resembles another; that says nothing of which is newer or holds."""

    id: str
    """Id of its entry."""
    block: int | None
    """Index of its block; null means the whole entry."""
    score: float
    """How little chance explains that it resembles the other: 2 means once in a hundred texts, 3 once in a thousand."""
    quote: str
    """Its telling sentence; empty where it has no text."""


class SupersededByRecord(TypedDict):
    """What took the place of a text, and why."""

    id: str | None
    """Id of the entry that is in force instead; null if it is not in the library."""
    block: int | None
    """Index of its block; null means the whole entry."""
    reason: Literal["edition", "words", "ruling", "relation"]
    """Who says so: a later edition, words of a text, a later dated ruling of the same entry, or a `[[relation]]`."""
    date: str | None
    """Since when, if that is known."""


class RelationRecord(TypedDict):
    """What another text states of this one, by words beside its number, title or name."""

    kind: Literal["overrides", "amends", "replaces", "deletes", "narrows", "excepts"]
    """What it states."""
    id: str
    """Id of the entry that holds instead or beside it: the one that the words name, else their own."""
    block: int | None
    """Index of its block; null means the whole entry."""
    quote: str
    """The sentence."""
    source: str
    """Id of the entry that contains the sentence."""
    date: str | None
    """Date of the text, or of its document."""


class SinceRecord(TypedDict):
    """The edition in which an entry became what it is."""

    change: Literal["changed", "added", "renumbered", "same"]
    """What happened to it; `same`: it has had this text and number since its first edition in the library."""
    document: str
    """Key of the edition."""
    date: str | None
    """Date of the edition."""
    was: list[str]
    """What it was before, in a few words each."""


class FactsRecord(TypedDict):
    """What is said of a text beside it."""

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
    """When it became what it is, where editions follow each other: the last change, before it a later new number."""


class ErrataStateRecord(TypedDict):
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
    """What it prints of the card's face."""
    current: bool
    """Whether it is the newest state."""
    applies: Literal["yes", "no", "unclear"]
    """Whether it still applies; unclear where it changes another text than the one before it, or a date is missing."""
    diff: list[list[str]]
    """What changed in words since the state before, in pairs: `=` and words kept, `-` struck, `+` added."""


class PlaceDoubtRecord(TypedDict):
    """That a text of woven columns may belong to another entry."""

    reason: str
    """In a few words, with both entries."""
    sure: float
    """How often such a place is right, from 0 to 1."""
    other: str | None
    """Id of the entry that it may belong to, if that is one."""


class ErrataRecord(TypedDict):
    """A card's official new wording."""

    text: str
    """The rules text, which comes after the fields."""
    fields: dict[str, str | int | list[str] | None]
    """What the errata prints of the card's face, by the names that the game's file gives: `type`, `cost`, …"""
    printed: str | None
    """What the card printed before, if the document says so."""
    doubt: PlaceDoubtRecord | None
    """That it may belong to another card."""
    history: list[ErrataStateRecord]
    """All states of its text that documents of its game print, the oldest first."""


class BlockRecord(FactsRecord):
    """A piece of an entry's text."""

    kind: BlockKind
    """What the piece is."""
    text: str
    """Plain text as a reader should see it: lines joined, escapes decoded, marks of bullets removed."""
    marks: list[Mark]
    """Emphasis, by offsets in `text`."""
    date: str | None
    """The date that a ruling prints."""
    source: str | None
    """The source that a ruling prints, such as `RTR 20070827`."""
    author: str | None
    """The person who made a ruling, if it is printed."""
    doubt: PlaceDoubtRecord | None
    """Set where its place among woven columns is not sure."""
    lines: list[LineSpan]
    """Source lines of the text."""
    links: list[Link]
    """Links that the source prints, by offsets in `text`."""
    depth: int
    """How far a bullet is nested; 0 is the outermost."""
    places: list[Place]
    """The source line of the text from each of these offsets in `text` on."""
    boxes: list[Box] | None
    """Where it stands in a PDF; null in other files."""
    summary_of: SummaryOfRecord | None
    """What its entry sums up; null outside of digests."""


class EntryRecord(FactsRecord):
    """The smallest thing with an address of its own: a section, a term, a card, a question."""

    record: Literal["entry"]
    """Tells the kinds of records apart."""
    id: str
    """`DOCUMENT:LOCAL`, the same in every build of the same sources."""
    document: str
    """Key of its document."""
    kind: EntryKind
    """What the entry is."""
    number: str | None
    """The number, printed or counted by the format."""
    counted: bool
    """Whether the format counts the number: the item of a list in Markdown, HTML or Word."""
    title: str | None
    """The printed title, without marks of variants and errata."""
    aliases: list[str]
    """Other names that the document gives it."""
    parent: str | None
    """Id of the entry above it."""
    variant: str | None
    """A printed mark that tells two entries of one title apart, such as `PAP`."""
    lines: list[LineSpan]
    """Source lines in which its number or title is printed; never empty."""
    blocks: list[BlockRecord]
    """Its text, piece by piece."""
    errata: ErrataRecord | None
    """Its official new wording, if it is a card that has one."""
    facts: list[str]
    """What the document says of a card elsewhere, as in a list of errata: its owner, its sets."""
    pages: LineSpan | None
    """First and last printed page that it is on, as far as the contents list shows."""
    anchors: list[str]
    """Addresses that the source itself gives to it, and headings by which links of the document name it."""
    summary_of: SummaryOfRecord | None
    """What it sums up; null outside of digests."""
    summary: str | None
    """The same in words, which tell that it is not the wording of that; null outside of digests."""


class ReferenceRecord(TypedDict):
    """A place in a block or heading that points at another entry, and what became of it."""

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
    """Id of the entry it leads to."""
    status: Status
    """What became of it: `mislabelled` where number and words disagree, `dangling` where it leads nowhere."""
    suggestion: str | None
    """Of a mislabelled one, the id of the entry that is probably meant."""
    candidates: list[str]
    """Of an ambiguous one, the ids of the entries it could lead to."""
    reason: str | None
    """Why it leads where it does, or nowhere, in words."""
    sure: float | None
    """How likely a number that was weighed is a reference to its target, from 0 to 1."""
    written_as: str | None
    """The number as printed, if an edition after the text's own date has given its rule another."""


class ShownReferenceRecord(ReferenceRecord):
    """A reference of `judge refs`."""

    newer: list[NewerRecord]
    """What is newer than the entry at its other end."""
    see_also: list[SeeAlsoRecord]
    """What only resembles that entry."""
    doubt: PlaceDoubtRecord | None
    """That the text that contains it may belong to another entry."""


class FurnitureRecord(TypedDict):
    """Source lines that are not content: page numbers, running heads, a table of contents."""

    record: Literal["furniture"]
    """Tells the kinds of records apart."""
    document: str
    """Key of the document."""
    lines: list[LineSpan]
    """The lines."""
    reason: str
    """What they are."""


class FindingRecord(TypedDict):
    """A fault of a document, a guess or a repair."""

    code: str
    """The kind of finding; docs/lint.md explains each."""
    level: Level
    """How bad it is."""
    document: str
    """Key of the document."""
    file: str
    """The document's file, by its path from the working folder, or its whole path if it lies elsewhere."""
    line: int
    """Source line; 0 where the whole document is meant."""
    column: int
    """Where it begins in the line, from 1."""
    message: str
    """What is wrong, in words."""
    suggestion: str | None
    """What to write instead."""
    end_line: int
    """The line in which it ends."""
    end_column: int
    """The column after its last letter; where only its beginning is known, that of its beginning."""


class EntryPartRecord(TypedDict):
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
    date: str | None
    """That the text prints from which the passage is cut."""
    errata: str | None
    """The new wording of its card; empty where only its figures are new."""
    doubt: PlaceDoubtRecord | None
    """That the passage may belong to another entry."""
    held: float
    """The share of the query that the entry has, from 0 to 1."""
    why: Literal["number", "title", "alias", "fuzzy", "names", "text", "newer"]
    """What found it: its number, its title, another name, a title with mistakes, several names, its text; `newer` if
    it was not found, and stands before an older answer."""
    summary_of: SummaryOfRecord | None
    """What it sums up; null outside of digests."""
    summary: str | None
    """The same in words, which tell that it is not the wording of that; null outside of digests."""
    in_short: InShortRecord | None
    """What a digest says of it, if one does."""


class SearchRecord(TypedDict):
    """The answers to one query."""

    query: str
    """The query, as it was typed."""
    weak: bool
    """Whether nothing that was found answers the query: the results, if any, are only the nearest."""
    missing: list[str]
    """Words of the query that no document searched has."""
    read_as: dict[str, str]
    """Words that no document has and that were taken for others, each with that other word."""
    results: list[ResultRecord]
    """The answers, best first; empty where there are none."""


class NamedRecord(TypedDict):
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
    doubt: PlaceDoubtRecord | None
    """Set where its place among woven columns is not sure."""
    summary_of: SummaryOfRecord | None
    """What its entry sums up; null outside of digests."""
    summary: str | None
    """The same in words, which tell that it is not the wording of that; null outside of digests."""


class PartRecord(TypedDict):
    """The texts that apply for one kind of reason; docs/interactions.md explains each part."""

    part: Literal["all", "two", "topics", "rules", "kinds", "way", "similar"]
    """Which part it is; "similar" is not about the subjects."""
    heading: str
    """What is shown above it on a screen."""
    found: list[BearingRecord]
    """The texts, the newest first; similar cases with the rarest titles first."""


class InteractionsRecord(TypedDict):
    """What holds when several cards or terms meet."""

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


class AboutCard(TypedDict):
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
    """What is newer than the entries that it names, by their ids."""


class CardRecord(EntryRecord, AboutCard):
    """A card's entry, and what else is known of it."""


class MentionedCardRecord(AboutCard):
    """A card that texts mention and no document has an entry for.

    No lines of a source are its own, so `judge export` has no record of it: it stands there in the references that name
    it, with their `label` and no target.
    """

    record: Literal["card"]
    """Tells the kinds of records apart."""
    id: None
    """Always null."""
    title: str
    """The card's name."""


class NewRecord(TypedDict):
    """Something new: a document, an entry that a new edition changed, or a text that prints a date.

    What is new of one entry stands together, the newest first; the entry with the newest stands first.
    """

    what: Literal["document", "added", "changed", "removed", "text"]
    """A document; an entry that is new in an edition, is another there or is gone; a dated text."""
    id: str
    """Id of the ruling, where it is one; else of the entry; of what is gone, that in the older edition."""
    entry: str
    """Id of the entry, or key of the document: by this, records belong together."""
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


class ColumnRecord(TypedDict):
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
    """The heading under which it fits nearly as well; empty where its place is sure."""
    rival_line: int
    """Source line of that heading; 0 where there is none."""
    sure: float
    """How often such a place is right, from 0 to 1."""
    mixed: bool
    """Whether lines of several texts run together there."""

"""The things every module speaks of: Document, Entry, Block, Reference, Furniture.

Frozen structs without logic, in the words and fields of the contract. Their fields are those of the JSON too: msgspec
converts them (`judge.core.jsonl`), and docs/json.md and the schemas of the API are made from the texts below them. A
NamedTuple is an array in JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from judge.core.text_facts import AskedDay, CardFields, ErrataState, SummaryOf, TextFacts

if TYPE_CHECKING:
    from dataclasses import replace as replace  # mypy knows which fields and types it takes, of a struct too
else:
    from msgspec.structs import replace as replace

Lines = tuple[tuple[int, int], ...]
"""Spans of source lines, first and last, both from 1."""

EntryKind = Literal["section", "term", "card", "topic", "qa", "ruling", "step", "appendix", "index", "part"]
BlockKind = Literal["text", "bullet", "example", "note", "tip", "ruling", "figure", "step", "table"]
ReferenceKind = Literal["number", "see", "related", "title", "card", "page", "step", "index", "counterpart"]
Status = Literal["ok", "partial", "mislabelled", "dangling", "ambiguous", "external"]
MarkKind = Literal["em", "strong", "code", "strike", "changed"]
DoubtCode = Literal[
    "undecided",
    "no-headings",
    "one-giant",
    "headings-in-text",
    "contents-not-found",
    "numbers-begin-again",
    "numbers-without-text",
    "chapters-missing",
    "numbers-twice",
    "addresses-missing",
]
StatedKind = Literal["rules", "errata", "rulings", "faq", "digest"]
DocumentKind = Literal[StatedKind, ""]


class Mark(NamedTuple):
    """Emphasis beside a text, which itself stays plain."""

    start: int
    """Offset of the first code point."""
    end: int
    """Offset after the last."""
    kind: MarkKind


class Link(NamedTuple):
    """A link that the source prints; in documents made from PDFs it often does not resolve ("#")."""

    start: int
    end: int
    href: str


class Place(NamedTuple):
    """From this offset of a text on, what is read is in this source line."""

    offset: int
    line: int


class Box(NamedTuple):
    """Where words are on a page of a PDF, in points from its upper left corner."""

    page: int
    """From 1."""
    x0: float
    y0: float
    x1: float
    y1: float


class PlaceDoubt(Struct, frozen=True):
    """A doubt about which entry a text from interleaved columns belongs to."""

    reason: str
    """The doubt in a few words, naming both entries."""
    sure: float
    """The probability that the placement is correct."""
    other: str | None
    """Id of the other entry."""


class Block(TextFacts, frozen=True, omit_defaults=True):
    """A piece of an entry's text."""

    kind: BlockKind
    """The kind of block."""
    text: str
    """Plain text: lines joined, escapes decoded, bullet marks removed."""
    lines: Lines
    """Source lines of the text."""
    marks: tuple[Mark, ...] = ()
    """Emphasis, with offsets in `text`."""
    links: tuple[Link, ...] = ()
    """Links, with offsets in `text`."""
    date: str | None = None
    """The date printed with a ruling."""
    places: tuple[Place, ...] = ()
    """The source lines of parts of `text`, each with the offset at which the part starts."""
    depth: int = 0
    """The nesting depth of a bullet; 0 is the outermost."""
    source: str | None = None
    """The source of a ruling, as printed, such as `RTR 20070827`."""
    author: str | None = None
    """The author of a ruling, as printed."""
    boxes: tuple[Box, ...] | None = None
    """Its positions in a PDF."""
    doubt: PlaceDoubt | None = None
    """Set if the text may belong to another entry."""
    summary_of: SummaryOf | None = None
    """The text that it summarises; null outside digests."""


class Errata(Struct, frozen=True, omit_defaults=True):
    """A card's official new wording."""

    text: str
    """The rules text, without the fields."""
    fields: CardFields
    """The card's printed values, keyed by their names in `games/GAME.toml`: `type`, `cost`, …"""
    printed: str | None = None
    """The earlier text of the card, if the document prints it."""
    doubt: PlaceDoubt | None = None
    """Set if the text may belong to another entry."""
    history: tuple[ErrataState, ...] = ()
    """All printed versions of the text, oldest first."""


class CardFact(Struct, frozen=True):
    """A fact about a card from elsewhere in its document: a field of its record, a set in a list."""

    label: str
    """The document's own label for it, such as `Cost`; empty if it has none."""
    value: str
    """The value, as printed."""

    def __str__(self) -> str:
        """Return it as screens and pages show it."""
        return f"{self.label}: {self.value}" if self.label else self.value


class Entry(TextFacts, frozen=True, omit_defaults=True, tag_field="record", tag="entry"):
    """The smallest addressable unit, such as a section, term, card or question."""

    id: str
    """`DOCUMENT:LOCAL`, the same in every build of the same sources."""
    document: str
    """Key of the document."""
    kind: EntryKind
    """The kind of entry."""
    number: str | None
    """The number, printed or generated by the file format."""
    title: str | None
    """The printed title, without marks for variants or errata."""
    lines: Lines
    """Source lines of its number or title; never empty."""
    parent: str | None = None
    """Id of the parent entry."""
    aliases: tuple[str, ...] = ()
    """Other names for it in the document."""
    variant: str | None = None
    """A printed mark that distinguishes entries with the same title, such as `PAP`."""
    blocks: tuple[Block, ...] = ()
    """The text, block by block."""
    errata: Errata | None = None
    """The official new wording of a card."""
    facts: tuple[CardFact, ...] = ()
    """Facts about a card from elsewhere in the document, in its order."""
    pages: tuple[int, int] | None = None
    """Its first and last page numbers, from the table of contents."""
    anchors: tuple[str, ...] = ()
    """Its anchors in the source, and any headings by which links in the document name it."""
    counted: bool = False
    """The file format generates the number (list items in Markdown, HTML or Word)."""
    summary_of: SummaryOf | None = None
    """The text that it summarises; null outside digests."""
    summary: str | None = None
    """A sentence saying that this is not the original wording; null outside digests."""


class AskedEntry(Entry, frozen=True, kw_only=True, tag="entry"):
    """An entry that was asked for, perhaps as it was on an earlier day: blocks added later are there without text."""

    asked_as_of: AskedDay | UnsetType = UNSET
    """The day, if the question was about an earlier one; otherwise the field is absent."""


class Furniture(Struct, frozen=True, tag_field="record", tag="furniture"):
    """Source lines that are not content: page numbers, running heads, a table of contents."""

    document: str
    """Key of the document."""
    lines: Lines
    """The source lines."""
    reason: str
    """What the lines are."""


class FoundReference(Struct, frozen=True):
    """A place in a block or heading that points at another entry, as it is written: found, not yet resolved."""

    source: str
    """Id of the entry it is in."""
    block: int | None
    """Index of the block; None in the heading."""
    start: int
    end: int
    line: int
    text: str
    kind: ReferenceKind
    number: str | None = None
    """The printed number, where there is one."""
    label: str | None = None
    """The author's words for the target."""
    column: int = 1
    """Where it begins in its source line, from 1."""
    length: int = 0
    """How many letters of that line are its own; 0 where that is not known."""
    card: str | None = None
    """The title of a card that the words were matched to."""
    edition: str | None = None
    """The set of a card, as it is printed after the name."""
    anchor: str | None = None
    """Id of the entry whose address the link names, where the reference is a link inside its document; empty where it
    names a page."""
    titled: bool = False
    """The label is the whole title of an entry, written as one beside the number."""
    sure: bool = True
    """False where only a target can tell that this is a reference: a bare number or "See" in running text."""
    in_range: bool = False
    """It is in the middle of the range that is its text, which prints only the numbers around it."""
    is_quotation: bool = False
    """Nothing but its quotes says that it is a title."""


class Resolution(Struct, frozen=True):
    """What became of a reference: exactly one of a target, candidates, or the reason why there is neither."""

    reference: FoundReference
    status: Status
    target: str | None = None
    suggestion: str | None = None
    candidates: tuple[str, ...] = ()
    reason: str | None = None
    part: str | None = None
    """The part of the target that is meant, where it is not an entry itself: `b2`, its second bullet."""
    sure: float | None = None
    """How likely it means its target, from 0 to 1, where the text may mean several editions."""
    written_as: str | None = None
    """The number as it is printed, where an edition after the text's own date has given its rule another."""
    missing: str | None = None
    """The end of the number that the target does not have: the (b) of "1.1(b)"."""


class Reference(Struct, frozen=True, tag_field="record", tag="reference"):
    """A passage in a block or heading that refers to another entry."""

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
    candidates: tuple[str, ...]
    """If ambiguous, the ids of the possible entries."""
    reason: str | None
    """In words, why it has this target or none."""
    sure: float | None
    """If the text may mean several editions, the probability that the number refers to the target."""
    written_as: str | None
    """The printed number, if the rule has since been renumbered."""

    @property
    def target_id(self) -> str | None:
        """Id of the entry that it leads to, or that holds the part to which it leads."""
        return self.target.partition("#")[0] if self.target else None

    @property
    def part(self) -> str:
        """The part of the target that is meant, where it is not an entry itself: `b2`, its second bullet."""
        return self.target.partition("#")[2] if self.target else ""


class ReadPart(Struct, frozen=True):
    """A part of a document that was read in one dialect."""

    dialect: str
    """The dialect."""
    lines: tuple[int, int]
    """First and last source line."""
    entries: int
    """The number of entries that begin in it."""
    why: str
    """The reason for the dialect, in words."""


class Doubt(Struct, frozen=True):
    """A sign that the document was misread."""

    code: DoubtCode
    """The kind of sign (docs/reading.md)."""
    lines: tuple[int, int]
    """First and last source line."""
    message: str
    """What is wrong, in words."""


class NamedAddresses(Struct, frozen=True):
    """What a document itself says that it has: in links, in citations, in its table of contents."""

    named: int = 0
    """The number of such addresses."""
    read: int = 0
    """The number of them that have an entry."""
    missing: tuple[str, ...] = ()
    """The first twenty without an entry, as they are printed."""


class ReadingReport(Struct, frozen=True):
    """How a document was read, including any doubts."""

    parts: tuple[ReadPart, ...] = ()
    """The parts, in source order."""
    longest: tuple[str, ...] = ()
    """Ids of entries far longer than the others, longest first."""
    heading_like: tuple[int, ...] = ()
    """Source lines that look like headings but were read as text; at most fifty."""
    doubts: tuple[Doubt, ...] = ()
    """Signs that the document was misread."""
    resolved: float = 1.0
    """The share of references that resolve, from 0 to 1; 1 for a document without references."""
    addresses: NamedAddresses = NamedAddresses()
    """What the document itself says that it has. Where less than half of its numbers have an entry, no number that
    does not resolve is a reference."""

    @property
    def is_undecided(self) -> bool:
        """Whether so much may be read otherwise that its numbers say nothing of other documents."""
        return any(doubt.code == "undecided" for doubt in self.doubts)


class Document(Struct, frozen=True, tag_field="record", tag="document"):
    """A source file and what is known about it."""

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
    origin: str | None = None
    """Its origin, from `corpus.toml`."""
    licence: str | None = None
    """Its licence, from `corpus.toml`."""
    why: dict[str, str] = {}
    """The evidence for dialect, title, game, edition, date, work, kind and authority, in words."""
    work: str = ""
    """The work that it is an edition of."""
    kind: DocumentKind = ""
    """The kind of document; empty outside a library."""
    authority: int | float | None = None
    """Its rank in its game; 1 is the highest, and documents may share a rank."""
    summarises: tuple[str, ...] = ()
    """Keys of the documents that it summarises, from `corpus.toml`."""
    source_titles: tuple[str, ...] = ()
    """Titles and editions of those documents, from `corpus.toml`."""
    covers: str | None = None
    """For a partial digest, how much of its source it covers ("48 of 445"), from `corpus.toml`."""
    bundled: bool = False
    """It comes with the program."""
    superseded_by: str | None = None
    """Key of the next edition in the library."""
    source_hash: str = ""
    """`sha256:` followed by the source file's digest."""
    language: str | None = None
    """Its language code, such as `de`."""
    entries: int = 0
    """The number of entries."""
    references: int = 0
    """The number of references in it."""
    resolved: int = 0
    """The number of references that resolve."""
    faulty: int = 0
    """The number of references with an error or warning from `judge lint`."""
    reading: ReadingReport = ReadingReport()
    """How it was read."""

"""The things every module speaks of: Document, Entry, Block, Reference, Furniture.

Frozen dataclasses without logic, in the words and fields of the contract. Their fields are those of the JSON too:
`judge.core.records` converts them, and docs/json.md and the schemas of the API are made from the texts below them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Lines = tuple[tuple[int, int], ...]
"""Spans of source lines, first and last, both from 1."""

EntryKind = Literal["section", "term", "card", "topic", "qa", "ruling", "step", "appendix", "index", "part"]
BlockKind = Literal["text", "bullet", "example", "note", "tip", "ruling", "figure", "step", "table"]
ReferenceKind = Literal["number", "see", "related", "title", "card", "page", "step", "note", "index", "counterpart"]
Status = Literal["ok", "mislabelled", "dangling", "ambiguous", "external"]
MarkKind = Literal["em", "strong", "code", "strike", "changed"]
DoubtCode = Literal[
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
CardFields = dict[str, str | int | list[str] | None]


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


@dataclass(frozen=True, slots=True)
class PlaceDoubt:
    """A doubt: a text of woven columns may belong to another entry."""

    reason: str
    """The doubt in a few words, with both entries."""
    sure: float
    """The probability that the place is right."""
    other: str | None
    """Id of the other entry."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of an entry's text."""

    kind: BlockKind
    """The kind of block."""
    text: str
    """Plain text: lines joined, escapes decoded, bullet marks removed."""
    lines: Lines
    """Source lines of the text."""
    marks: tuple[Mark, ...] = ()
    """Emphasis, by offsets in `text`."""
    links: tuple[Link, ...] = ()
    """Printed links, by offsets in `text`."""
    date: str | None = None
    """The printed date of a ruling."""
    places: tuple[Place, ...] = ()
    """The source line of the text from each offset in `text`."""
    depth: int = 0
    """The nesting of a bullet; 0 is the outermost."""
    source: str | None = None
    """The printed source of a ruling, such as `RTR 20070827`."""
    author: str | None = None
    """The printed author of a ruling."""
    boxes: tuple[Box, ...] | None = None
    """Its places in a PDF."""
    doubt: PlaceDoubt | None = None
    """Set if the text may belong to another entry."""


@dataclass(frozen=True, slots=True)
class Errata:
    """A card's official new wording."""

    text: str
    """The rules text, without the fields."""
    fields: CardFields
    """The printed parts of the card's face, by their names in the game's file: `type`, `cost`, …"""
    printed: str | None = None
    """The earlier text of the card, if the document prints it."""
    doubt: PlaceDoubt | None = None
    """Set if the text may belong to another entry."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The smallest addressable unit: a section, a term, a card, a question."""

    id: str
    """`DOCUMENT:LOCAL`, the same in every build of the same sources."""
    document: str
    """Key of the document."""
    kind: EntryKind
    """The kind of entry."""
    number: str | None
    """The number, printed or counted by the format."""
    title: str | None
    """The printed title, without marks of variants and errata."""
    lines: Lines
    """Source lines that print its number or title; never empty."""
    parent: str | None = None
    """Id of the entry above it."""
    aliases: tuple[str, ...] = ()
    """Other names that the document gives it."""
    variant: str | None = None
    """A printed mark that distinguishes entries of one title, such as `PAP`."""
    blocks: tuple[Block, ...] = ()
    """The text, block by block."""
    errata: Errata | None = None
    """The official new wording of a card."""
    facts: tuple[str, ...] = ()
    """Facts about a card from elsewhere in the document, such as its sets."""
    pages: tuple[int, int] | None = None
    """First and last printed page, from the contents list."""
    anchors: tuple[str, ...] = ()
    """Its addresses in the source, and headings that links of the document name."""
    counted: bool = False
    """The format counts the number (a list item in Markdown, HTML or Word)."""


@dataclass(frozen=True, slots=True)
class Furniture:
    """Source lines that are not content: page numbers, running heads, a table of contents."""

    document: str
    """Key of the document."""
    lines: Lines
    """The source lines."""
    reason: str
    """What the lines are."""


@dataclass(frozen=True, slots=True)
class Reference:
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
    """Id of the entry whose address the link names, where the reference is a link inside its document."""
    titled: bool = False
    """The label is the whole title of an entry, written as one beside the number."""
    sure: bool = True
    """False where only a target can tell that this is a reference: a bare number or "See" in running text."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What became of a reference: exactly one of a target, candidates, or the reason why there is neither."""

    reference: Reference
    status: Status
    target: str | None = None
    suggestion: str | None = None
    candidates: tuple[str, ...] = ()
    reason: str | None = None
    part: str | None = None
    """The part of the target that is meant, where it is not an entry itself: `b2`, its second bullet."""
    sure: float | None = None
    """How likely it is a reference, from 0 to 1, where a number was weighed."""
    written_as: str | None = None
    """The number as it is printed, where an edition after the text's own date has given its rule another."""


@dataclass(frozen=True, slots=True)
class ReadPart:
    """A part of a document that was read in one way."""

    dialect: str
    """The dialect."""
    lines: tuple[int, int]
    """First and last source line."""
    entries: int
    """How many entries begin in it."""
    why: str
    """The basis of the choice, in words."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pattern that failed as a whole: the document was probably misread."""

    code: DoubtCode
    """The pattern (docs/reading.md)."""
    lines: tuple[int, int]
    """First and last source line."""
    message: str
    """What is wrong, in words."""


@dataclass(frozen=True, slots=True)
class ReadingReport:
    """How a document was read, with doubts."""

    parts: tuple[ReadPart, ...] = ()
    """The parts, in source order."""
    longest: tuple[str, ...] = ()
    """Ids of entries far longer than the others, longest first."""
    heading_like: tuple[int, ...] = ()
    """Source lines that look like headings but were read as text; at most fifty."""
    doubts: tuple[Doubt, ...] = ()
    """The patterns that failed as a whole."""
    resolved: float = 1.0
    """The share of references that resolve, from 0 to 1; 1 without references."""

    @property
    def is_undecided(self) -> bool:
        """Whether so much may be read otherwise that its numbers say nothing of other documents."""
        return any(doubt.code == "undecided" for doubt in self.doubts)


@dataclass(frozen=True, slots=True)
class Document:
    """One source file and what is known of it."""

    key: str
    title: str
    game: str | None
    edition: str | None
    date: str | None
    dialect: str
    file: str
    """File name without folders."""
    origin: str | None = None
    licence: str | None = None
    aliases: tuple[tuple[str, str], ...] = ()
    """Former keys and ids of this document, each with what it is called now."""
    accept: tuple[tuple[str, str, int | None, str | None], ...] = ()
    """Findings that are accepted: code, reason, line, words (judge/checks/findings.py)."""
    why: tuple[tuple[str, str], ...] = ()
    """What each of dialect, title, game, edition and date rests on, and of work, kind and authority."""
    work: str = ""
    """The text of which this is a state; other editions have the same."""
    kind: str = ""
    """What it is to the other documents of its game: rules, errata, rulings, faq or digest."""
    authority: float | None = None
    """Its rank among the documents of its game: 1 wins where two disagree."""
    summarises: tuple[str, ...] = ()
    """Keys of the documents of which it is a digest."""
    source_titles: tuple[str, ...] = ()
    """What these are called, with their editions."""
    covers: str | None = None
    """How many entries of what it is a digest of it has, such as "48 of 445"; None for all of it."""
    bundled: bool = False
    """Whether it came with the program."""
    superseded_by: str | None = None
    """Key of the next edition."""
    source_hash: str = ""
    """`sha256:` and the digest of its file as it was read."""
    language: str | None = None
    """The code of its language, `de`; None where nothing tells it."""

"""Parsed documents to facts: what one document, by itself, is to the others and to the tables; and the terms of it.

Reads: one parsed document. Writes: `DocumentFacts`, which the cache keeps as JSON; and, given the names of cards, its
terms: what ranking reads, how often each term is found, the postings of full text.

Things have other names too, which texts tell (`find_other_names`); an acronym has the first letters of the words:

    Feng Shui Site (FSS)                        FSS ↔ Feng Shui Site
    SAD. An acronym for ships at dawn           SAD ↔ ships at dawn
    The Transitional Zone (aka Purgatory)       Purgatory ↔ Transitional Zone
    Column. Properly known as a location        Column ↔ location
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from judge.checks.findings import Accepted
from judge.core.dates import last_day
from judge.core.jsonl import pack, unpack
from judge.core.languages import ENGLISH, QUESTION
from judge.core.languages.stemming import root, rooted
from judge.core.model import Block, Document, Entry, replace
from judge.core.names import facts_line, name_of
from judge.core.numbering import joined, lookup_key
from judge.core.tokens import (
    LETTERS_AND_DIGITS,
    SMALL_WORDS,
    initials,
    key,
    keys,
    root_key,
    variant,
    words,
)
from judge.library.parsing import ParsedDocument, name_failed_document
from judge.library.store import RULING, Synonym, Terms
from judge.reading.metadata.found import About
from judge.reading.metadata.game_names import Game
from judge.reading.text.manuscript import CARD_CODE
from judge.references.authority import Claim, Paper, find_claims
from judge.references.card_names import NameTexts, name_texts
from judge.references.document_names import is_draft
from judge.references.written_addresses import addresses_of

TITLE_COUNTS = 4
"""How many times a word in a title counts while candidates are gathered, which the weights of the search then order."""
PlayersWords = Sequence[tuple[str, tuple[str, ...]]]
"""What players say, each with what it may be called in a document."""
Postings = dict[str, list[int]]
"""For each root the entries that hold it, from 0, each with how many times: 3, 1, 17, 2."""


def digest(about: object, size: int = 16) -> str:
    """Return a digest of a value that says all of itself, in a number of bytes."""
    return hashlib.blake2b(repr(about).encode("utf-8", "backslashreplace"), digest_size=size).hexdigest()


class DocumentTerms(Struct, frozen=True):
    """The terms of the entries of one document."""

    rows: list[tuple[str, str, str]]
    """Titles, headings and blocks of each, as `Terms` has them."""
    vocabulary: dict[str, int]
    """How many entries hold each term."""
    postings: Postings


def terms_of(entries: Sequence[Entry], language: str = ENGLISH) -> DocumentTerms:
    """Return the terms of a document in a language."""
    by_id = {entry.id: entry for entry in entries}
    headings: dict[str | None, str] = {}
    rows: list[tuple[str, str, str]] = []
    counts: Counter[str] = Counter()
    postings: Postings = defaultdict(list)
    for place, entry in enumerate(entries):
        if entry.parent not in headings:
            headings[entry.parent] = " ".join(words(" ".join(_above(entry, by_id))))
        told = words(facts_line([fact for fact in entry.facts if fact.label]))
        around = " ".join(filter(None, (headings[entry.parent], *told)))
        texts = "\n".join(" ".join(words(text)) for text in _texts(entry))
        rows.append((_titles(entry), around, texts))
        counts.update(set(" ".join(rows[-1]).split()))
        for one, times in Counter(roots_of(Terms(place, *rows[-1]), language)).items():
            postings[one] += (place, times)
    return DocumentTerms(rows, dict(counts), dict(postings))


def _titles(entry: Entry) -> str:
    return "\n".join(dict.fromkeys(" ".join(words(title)) for title in (entry.title, *entry.aliases) if title))


def _texts(entry: Entry) -> Iterator[str]:
    yield from map(in_force, entry.blocks)
    if entry.errata:
        yield entry.errata.text


def in_force(block: Block) -> str:
    """Return a text without the words that are struck."""
    text = block.text
    for start, end, kind in reversed(block.marks):
        if kind == "strike":
            text = f"{text[:start]} {text[end:]}"
    return text


def _above(entry: Entry, entries: Mapping[str, Entry]) -> list[str]:
    """Return the titles above an entry."""
    above: list[str] = []
    parent = entries.get(entry.parent or "")
    while parent:
        above.append(parent.title or "")
        parent = entries.get(parent.parent or "")
    return above


def roots_of(terms: Terms, language: str = ENGLISH) -> list[str]:
    """Return the roots in a language under which full text finds an entry, each as often as it counts."""
    title = [root(term, language) for term in terms.titles.split()]
    rest = f"{terms.headings} {terms.blocks}".split()
    return [*TITLE_COUNTS * title, *(root(term, language) for term in rest)]


def synonyms(present: Iterable[str | None], games: Iterable[Game], of_any: PlayersWords) -> Iterator[Synonym]:
    """Yield what may be typed for what: out of the files of the games that are present, and for every game."""
    names = set(present)
    for game in games:
        if game.name in names:
            for name in (game.name, *game.names):
                terms = words(name)
                yield Synonym(" ".join(map(root, terms)), game.name, game.name, "name", " ".join(terms))
            yield from _synonyms(game.words, game.name, "game")
    yield from _synonyms(of_any, None, "any")


def _synonyms(
    pairs: Iterable[tuple[str, tuple[str, ...]]], game: str | None, source: str, language: str = ENGLISH
) -> Iterator[Synonym]:
    """Yield pairs as terms."""
    for typed, meant in pairs:
        terms = words(typed)
        typed_roots = " ".join(rooted(terms, [language])[0])
        for one in meant:
            yield Synonym(typed_roots, " ".join(words(one)), game, source, " ".join(terms))


LETTERS = re.compile(r"[^\W\d_]+")
TELLING = 40
"""Characters of a text that is not like another by chance. Of 2,953 texts of the five documents, half takes 175 more
and double 418 less."""


class KnownEntry(Struct, frozen=True):
    """An entry as other documents and the tables see it."""

    outline: Entry
    """Without its text, which is all that references of other documents look at."""
    name: str
    """As it is shown (judge/core/names.py)."""
    rulings: int
    """How many of its blocks are rulings."""
    record: str
    """All of it, as JSON."""

    def row(self, position: int) -> tuple[object, ...]:
        """Return its row in the table of entries."""
        of = self.outline
        above = of.id, of.document, of.kind, of.number, of.title, of.parent
        return position, *above, self.name, self.rulings, self.record


class DocumentFacts(Struct, frozen=True):
    """One document as the others and the tables see it."""

    document: Document
    about: About
    """What it says of itself; of its title and game the others decide too."""
    said: dict[str, str]
    """What the manifest says of it."""
    entries: list[KnownEntry]
    names: list[tuple[str, str, str, int]]
    """Key, kind, name as it is printed, and which entry has it, from 0."""
    furniture: list[str]
    """Records."""
    synonyms: list[Synonym]
    """What may be typed for what, as the document itself says."""
    card_names: NameTexts
    pairing: list[tuple[str, str, str, str]]
    """Kind, number, title and text of each entry, as keys by which editions of one work are told."""
    claims: list[Claim]
    """What it says of its place among other documents."""
    latest: str | None
    """The newest date among its rulings."""
    former: tuple[tuple[str, str], ...]
    """Former keys and ids of the document, each with what it is called now."""
    accepted: tuple[Accepted, ...]
    """Findings that its manifest accepts."""
    codes: dict[str, str]
    """The names of its cards by their codes, as `codes_of` has them."""
    joined: dict[str, str]
    """Which of these another document named."""

    @property
    def game(self) -> str:
        """What it shares its card names with: its game, or itself where that is not known."""
        return self.document.game or f"document {self.document.key}"

    def contents(self) -> Iterator[Entry]:
        """Yield the entries with their texts, for the few references that look at those of another document."""
        return (unpack(one.record, Entry) for one in self.entries)

    def digest(self) -> str:
        """Return a digest of the entries with their texts."""
        found = hashlib.blake2b(digest_size=12)
        for one in self.entries:
            found.update(one.record.encode("utf-8", "backslashreplace"))
        return found.hexdigest()

    def paper(self) -> Paper:
        """Return it as its standing among the others is worked out."""
        return Paper(self.document, self.pairing, self.claims, self.latest)


def is_unnamed(entry: Entry) -> bool:
    """Tell whether a card has a code for a title."""
    return entry.kind == "card" and entry.title in entry.anchors and bool(CARD_CODE.fullmatch(entry.title))


def codes_of(entries: Iterable[Entry]) -> dict[str, str]:
    """Return the names of cards by their codes; without a name, the code is known and nothing else."""
    cards = (entry for entry in entries if entry.kind == "card" and entry.title)
    return {code: "" if is_unnamed(one) else one.title or "" for one in cards for code in one.anchors}


@name_failed_document
def facts_of(parsed: ParsedDocument, joined: Mapping[str, str]) -> DocumentFacts:
    """Return the facts of a settled document, some of whose cards another document named, by their codes."""
    language = parsed.document.language or ENGLISH
    names = [(*name, place) for place, entry in enumerate(parsed.entries) for name in _names(entry, language)]
    dates = (block.date for entry in parsed.entries for block in entry.blocks if block.date)
    pairs = ((typed, (meant,)) for typed, meant in find_other_names(parsed.entries))
    return DocumentFacts(
        parsed.document,
        parsed.about,
        parsed.said,
        [_known(entry) for entry in parsed.entries],
        names,
        [pack(furniture) for furniture in parsed.furniture],
        list(_synonyms(pairs, parsed.document.game, "document", language)),
        name_texts(parsed.entries),
        [_pairing(entry) for entry in parsed.entries],
        [one for one in find_claims(parsed.entries) if one.how == "knows" or not is_draft(parsed.document)],
        max(dates, key=last_day, default=None),
        parsed.former,
        parsed.accepted,
        codes_of(parsed.entries),
        dict(joined),
    )


def _pairing(entry: Entry) -> tuple[str, str, str, str]:
    """Return what an entry is compared by; a short text is not evidence, since many are alike.

    Only the letters of a text count: references and marks are written anew in each edition.
    """
    text = " ".join(word for block in entry.blocks for word in LETTERS.findall(block.text.casefold()))
    number = lookup_key(entry.number) if entry.number else ""
    return entry.kind, number, key(entry.title or ""), digest(text, 6) if len(text) >= TELLING else ""


def _known(entry: Entry) -> KnownEntry:
    outline = replace(entry, lines=(), blocks=(), errata=None, anchors=(), counted=False, summary_of=None, summary=None)
    rulings = sum(block.kind == RULING for block in entry.blocks)
    return KnownEntry(outline, name_of(entry), rulings, pack(entry))


def _names(entry: Entry, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the names an entry is found by: key, kind, and as it is printed."""
    addresses = list(addresses_of(entry, ()))
    for address in dict.fromkeys(addresses):
        if (QUESTION, *address) not in addresses:  # a question 7 is not a rule 7
            yield joined(address), "number", entry.number or entry.title or ""
    titles = {title: keys(title) for title in (entry.title, *entry.aliases) if title}
    for kind, printed in (("title", (entry.title,)), ("alias", entry.aliases)):
        for title in printed:
            for one in titles[title] if title else ():
                yield one, kind, title or ""
    for title in (entry.title, *entry.aliases):
        if not title:
            continue
        if (one := variant(title)) not in titles[title]:
            yield one, "variant", title
        yield root_key(title, language), "form", title
        if short := initials(title):
            yield short, "initials", title


ACRONYM = r"[A-Z][A-Za-z]{0,4}[A-Z]"
IN_PARENTHESES = re.compile(rf"\(({ACRONYM})s?\)")
ACRONYM_ALONE = re.compile(rf"{ACRONYM}s?")
ALSO_CALLED = re.compile(
    r"\b(?:aka|a\.k\.a\.|(?:also|properly|formerly|sometimes|often)\s+(?:known as|called))\s+(?:an?\s+|the\s+)?"
    r"[\"“'‘]?([^\W\d_][\w-]*(?: [\w-]+)?)",
    re.IGNORECASE,
)
REACH = 120
"""Characters before a parenthesis in which the words are that it shortens."""
LONGEST_ACRONYM = 8
"""Words that an acronym stands for at the most."""
FIRST_WORDS = 30
"""Words of a glossary entry in which what its acronym stands for is looked for."""

Pair = tuple[str, str]
"""What a person may type, and what it stands for."""


def find_other_names(entries: Iterable[Entry]) -> Iterator[Pair]:
    """Yield what the texts of entries say of other names; of an acronym in both directions."""
    for entry in entries:
        for typed, meant in sorted({*_of_texts(entry), *_of_title(entry)}):
            yield typed, meant
            if ACRONYM_ALONE.fullmatch(typed):
                yield meant, typed


def _of_texts(entry: Entry) -> Iterator[Pair]:
    """Yield "Feng Shui Site (FSS)", and "(aka Purgatory)" after a title."""
    for text in (entry.title or "", *(block.text for block in entry.blocks)):
        for match in IN_PARENTHESES.finditer(text):
            long = spelled_before(match[1], text[max(0, match.start() - REACH) : match.start()])
            if long and (entry.kind != "card" or len(match[1]) > 2):  # "Laser Strike (LS)" is a set's code
                yield match[1], long
    title, bracket, rest = (entry.title or "").partition("(")
    for match in ALSO_CALLED.finditer(rest if bracket else ""):
        yield match[1], title.strip()


def _of_title(entry: Entry) -> Iterator[Pair]:
    """Yield what a glossary entry says that its title stands for."""
    title = entry.title or ""
    if entry.kind != "term" or not entry.blocks:
        return
    text = entry.blocks[0].text
    if ACRONYM_ALONE.fullmatch(title):
        long = spelled_within(title.rstrip("s"), text)
        if long:
            yield title, long
    match = ALSO_CALLED.match(text)
    if match:
        yield title, match[1].split()[0]


def spelled_before(acronym: str, text: str) -> str | None:
    """Return the last words of a text if their first letters are the acronym, else None.

    >>> spelled_before("FSS", "you may play a Feng Shui Site "), spelled_before("FSS", "you may play it")
    ('Feng Shui Site', None)
    """
    found = list(LETTERS_AND_DIGITS.finditer(text))[-LONGEST_ACRONYM:]
    for first in range(len(found) - 1, -1, -1):
        if _spells(acronym, [match[0] for match in found[first:]]):
            return text[found[first].start() :].strip(' ,;:-–(“"')
    return None


def spelled_within(acronym: str, text: str) -> str | None:
    """Return the first run of words whose first letters are the acronym, else None.

    >>> spelled_within("HWM", "Short for High-Water-Mark; it is read at ebb")
    'High-Water-Mark'
    """
    found = list(LETTERS_AND_DIGITS.finditer(text))[:FIRST_WORDS]
    for first in range(len(found)):
        for last in range(first + 1, min(first + LONGEST_ACRONYM, len(found))):
            run = found[first : last + 1]
            if _spells(acronym, [match[0] for match in run]):
                return text[run[0].start() : run[-1].end()]
    return None


def _spells(acronym: str, words: list[str]) -> bool:
    """Say whether the first letters of words are the acronym, linking words left out or not."""
    letters = acronym.casefold()
    every = "".join(word[0] for word in words).casefold()
    telling = "".join(word[0] for word in words if word.casefold() not in SMALL_WORDS).casefold()
    return letters == every or (letters == telling and words[0].casefold() not in SMALL_WORDS)

"""The names of documents as other documents write them: "the rulebook", "CR", "Tide Tournament Rules".

Reads: title, game and kind of each document. Writes: which documents a name may mean. Names are learnt from titles:
the whole title, the title without its game or its edition, and its initials ("Comprehensive Rules": CR). What every
document of a kind may be called ("the rulebook", "the FAQ") means those of the kind, and of these the general ones.

Titles also tell which document may outdate another of its game: one of a later known date, on the same subject or on a
part of it that it explains or corrects. Documents on different subjects hold side by side: a rulebook and tournament
rules, a penalty guide or a list of cards. A digest outdates nothing, and nothing outdates it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

from judge.core.dates import MONTHS, last_day
from judge.core.languages import listed, phrases, signs
from judge.core.languages import words as joining
from judge.core.model import DocumentKind
from judge.core.numbering import roman_value
from judge.core.tokens import SMALL_WORDS, fold

if TYPE_CHECKING:
    from judge.core.model import Document

EDITION_WORD = (
    r"v?\d[\d.]*[a-z]?|\d+(?:st|nd|rd|th)|version|edition|revision|release|ver|rev|v|draft|final|beta|updated?|"
    r"official|unofficial|revised|" + "|".join(month.lower() for month in MONTHS)
)
"""Words of a title that tell editions of one work apart, or claim what no title can."""
WORD = re.compile(r"[^\W_]+(?:\.\d+)*")
RULES: DocumentKind = "rules"
DIGEST: DocumentKind = "digest"
"""Kinds of documents: what all others are about, and what sums others up."""


@cache
def _folded(name: str) -> frozenset[str]:
    """Return the words of all languages under a name of `[documents]`, as those of titles are compared.

    Not before a title is looked at: a bare number needs no words.
    """
    return frozenset(map(fold, listed("documents", name)))


KINDS: tuple[DocumentKind, ...] = (DIGEST, "errata", "faq", "rulings", RULES)
"""Kinds of documents, which words of titles tell (`[documents]`); the first that fits."""
SET_OFF = r"[(\[]{0}(?:,?\s[^)\]]*\d[^)\]]*)?[)\]]|\d\.\d+\s{0}$"
"""How such a word is printed in a title: `(draft)`, `(draft 2, May 2026)`, `3.0 draft`; a Booster Draft is a format."""
CALLED = {
    RULES: ("rulebook", "rule book", "rules", "rulesbook", "book", "rules document", "rules reference"),
    "faq": ("faq", "faqs", "faq document"),
    "errata": ("errata", "erratum", "errata document", "errata list"),
    "rulings": ("rulings", "rulings list", "rulings document"),
    DIGEST: ("digest", "summary"),
}
"""What any document of a kind may be called, where only one of its game is meant."""
ABBREVIATION = re.compile(r"[A-Z](?:[A-Z]{1,3}|[a-z]{1,2}[A-Z])")
WITH_EDITION = re.compile(r"([A-Z][A-Za-z]{1,3})(\d{1,2})")
"""Initials with the edition glued to them: CR3."""
MARKS = re.compile(r"[:;,|/]|\s[–—-]\s")
SHORTEST = 2
"""Letters of initials that stand for a title. Half changes 4 of 44 comparisons in the five documents, double 24."""


@cache
def _phrase(name: str) -> re.Pattern[str]:
    """Return the words under a name of `[documents]` as a pattern: what a document is, or what else it is called."""
    return re.compile(phrases("documents", name), re.IGNORECASE)


@cache
def _telling() -> frozenset[str]:
    """Return the words of titles that tell a kind, and what documents of a kind are called."""
    return frozenset().union(*map(_folded, KINDS), *CALLED.values())


@lru_cache(maxsize=16384)
def words_of(title: str) -> tuple[str, ...]:
    """Return the words of a title without what tells its editions apart.

    >>> words_of("Tide Rulebook, Version 2.1 (May 2024)")
    ('tide', 'rulebook')
    """
    kept = [word for word in WORD.findall(title.casefold()) if not re.fullmatch(EDITION_WORD, word)]
    return tuple(fold(" ".join(kept)).split())


def kind_of(title: str, entry_kinds: Sequence[str]) -> tuple[DocumentKind, str]:
    """Return the kind of a document, and what it rests on: a word of its title, else what its entries are."""
    words = words_of(title)
    for kind in KINDS:
        if named := [word for word in words if word in _folded(kind)]:
            return kind, f"its title contains the word “{named[-1]}”"
    of_entries: tuple[tuple[str, DocumentKind], ...] = (("qa", "faq"), ("card", "rulings"))
    for entry_kind, kind in of_entries:
        count = sum(one == entry_kind for one in entry_kinds)
        if count and count >= 0.3 * len(entry_kinds):
            return kind, f"{count} of its {len(entry_kinds)} entries are of the kind {entry_kind}"
    return "rules", "its entries are rules"


def is_draft(document: Document) -> bool:
    """Tell whether a document, not ranked yet, calls itself a draft and no manifest gives it authority."""
    title, edition = document.title.casefold(), (document.edition or "").casefold()
    found = _folded("drafts").intersection(WORD.findall(f"{title} {edition}"))
    is_said = bool(found) and any(word in edition or re.search(SET_OFF.format(word), title) for word in found)
    return is_said and document.authority is None


def is_kind_of_work(word: str) -> bool:
    """Tell whether a word is one with which names of works end: "Handbook", "Turnierregeln"."""
    bare, kinds = word.casefold(), listed("documents", "kinds")
    return bare in kinds | signs("works") or any(bare.endswith(one[1:]) for one in kinds if one[0] == "-")


def is_limited(document: Document, other: Document) -> bool:
    """Tell whether a document is of tournaments alone, and another is not: what it states holds there only."""
    own, others = (_folded("limited").intersection(words_of(one.title)) for one in (document, other))
    return bool(own) and not others


def is_everyday(name: str) -> bool:
    """Tell whether a name is a word that may mean anything: what a file is called, and nothing that names documents.

    >>> [is_everyday(name) for name in ("cards", "Combat", "rulebook", "HB", "floor rules")]
    [True, True, False, False, False]
    """
    return name.isalpha() and name[1:].islower() and name.casefold() not in _telling()


class DocumentNames:
    """Which documents of one game a name may mean."""

    def __init__(self, documents: Iterable[Document]) -> None:
        """Learn the names of documents of one game, whose kinds are known."""
        self.documents: dict[str, list[str]] = defaultdict(list)
        """Keys of the documents of each name, in folded words."""
        self.initials: dict[str, list[str]] = defaultdict(list)
        """The same for names in capitals."""
        known = list(documents)
        self.editions = {document.key: document.edition for document in known if document.edition}
        self._numbers = {key: edition.partition(".")[0] for key, edition in self.editions.items()}
        for document in known:
            for name in dict.fromkeys(_titles(document)):
                self.documents[name].append(document.key)
            for name in dict.fromkeys(_initials(document)):
                self.initials[name].append(document.key)
        self._titles = {document.key: words_of(document.title) for document in known}
        for kind, names in CALLED.items():  # "the rulebook": those of the kind, the general ones first
            of_kind = [one for one in known if one.kind == kind]
            wide = [one.key for one in of_kind if not subject_of(one.title, one.game)]
            for name in names:
                if name not in self.documents and of_kind:
                    self.documents[name] = wide or [one.key for one in of_kind]
        self.words = self._own_words(known)
        """Keys by what a title says that it is: "handbook", where no other title of the game has the word."""
        self._last = {name.rpartition(" ")[2] for name in self.documents}

    def _own_words(self, known: Sequence[Document]) -> dict[str, str]:
        counted = Counter(word for words in self._titles.values() for word in set(words))
        games = {word for document in known for word in fold(document.game or "").split()}
        heads = {document.key: _heads(document.title) for document in known}
        own = {
            word: key
            for key, words in heads.items()
            for word in words
            if counted[word] == 1 and word not in games | SMALL_WORDS and word not in self.documents
        }
        return {fold(key): key for key in heads if fold(key) not in self.documents} | own

    def abbreviated(self, letters: str) -> list[str]:
        """Return the documents that letters may stand for: those of the one title whose words begin with them.

        Two letters, or some that begin a word and one more, may also be of one word: "HB" is a Handbook, "SpR" a
        Spielregel.
        """
        if not ABBREVIATION.fullmatch(letters) or roman_value(letters):
            return []
        begun = r"\b" + r".*?\b".join(letters)
        compound = rf"|\b{letters[:-1]}\w*?{letters[-1]}" if len(letters) == 2 or letters[1].islower() else ""
        pattern = re.compile(begun + compound, re.IGNORECASE)
        found = [key for key, words in self._titles.items() if pattern.search(" ".join(words))]
        return found if len(found) == 1 else []

    def find_edition(self, edition: int) -> list[str]:
        """Return the documents of an edition of a work that is here in several; of 0 all but the newest."""
        return [
            key
            for numbers in self._editions_of_works
            for key, number in numbers.items()
            if number == edition or (not edition and number < max(numbers.values()))
        ]

    @cached_property
    def _editions_of_works(self) -> list[dict[str, int]]:
        """The numbers of the editions of each work that is here in several, by the keys of its documents."""
        by_title: dict[tuple[str, ...], list[str]] = defaultdict(list)
        for key, title in self._titles.items():
            by_title[title].append(key)
        return [
            {key: int(number) for key in keys if (number := self._numbers.get(key, "")).isdigit()}
            for keys in by_title.values()
            if len(keys) > 1
        ]

    def may_end(self, word: str) -> bool:
        """Tell whether a name may end with a word; most words before a number need no closer look."""
        bare = word.strip("“”\"'‘’()[],;:.")
        return (
            bare in self.initials
            or fold(bare) in self.words
            or bool(ABBREVIATION.fullmatch(bare))
            or not bare.isalpha()
            or fold(bare) in self._last
            or bool(re.fullmatch(EDITION_WORD, bare.casefold()))
        )

    def find(self, words: str) -> list[str]:
        """Return the keys of the documents that words may mean: "the Floor Rules", "CR"."""
        dated = WITH_EDITION.fullmatch(words.strip())
        letters, edition = dated.groups() if dated else (words.strip(), None)
        if letters in self.initials:
            return self._narrow_to_edition(self.initials[letters], edition)
        folded = " ".join(words_of(words)).removeprefix("the ")
        if found := self.documents.get(folded):
            return found
        about, _, head = folded.rpartition(" ")
        says_kind = _phrase("kinds").fullmatch(head) and all(map(_phrase("about").fullmatch, about.split()))
        if head in self.words and (says_kind or (not about and not words.strip().islower())):
            return [self.words[head]]
        return self._narrow_to_edition(self.abbreviated(letters), edition)

    def _narrow_to_edition(self, keys: list[str], edition: str | None) -> list[str]:
        """Return those of some documents whose edition begins with a number; all where none does or none is given."""
        return [key for key in keys if edition and self._numbers.get(key) == edition] or keys


def _heads(title: str) -> Iterator[str]:
    """Yield the words that say what a title is of: the last of each piece before a mark or a word such as "of".

    Where one piece has a word for a kind of documents, the others name the game.

    >>> list(_heads("Answers from the Harbour")), list(_heads("Legend of the Reef: Circuit Handbook"))
    (['answers', 'harbour'], ['handbook'])
    """
    pieces = MARKS.split(title)
    kinds = [piece for piece in pieces if _telling().intersection(piece.casefold().split())]
    for piece in kinds or pieces:
        before = ""
        for word in [*piece.casefold().split(), ""]:
            if (word in joining("of") or not word) and before:
                yield from words_of(before)[-1:]
            before = word if word not in joining("of") else ""


def _titles(document: Document) -> Iterator[str]:
    """Yield what a document is called in words: its title, with and without its game."""
    for words in (words_of(document.title), _without_game(document.title, document.game)):
        name = " ".join(words).removeprefix("the ")
        if name and name != fold(document.game or ""):
            yield name


def _without_game(title: str, game: str | None) -> tuple[str, ...]:
    own = fold(game or "").split()
    return tuple(word for word in words_of(title) if word not in own)


def _initials(document: Document) -> Iterator[str]:
    """Yield the initials of a title, with and without its game."""
    short = _without_game(document.title, document.game)
    for words in (words_of(document.title), short):
        chosen = [word[0] for word in words if word not in SMALL_WORDS]
        if len(chosen) >= SHORTEST:
            yield "".join(chosen).upper()
    for word in WORD.findall(document.title):
        if word.isupper() and len(word) >= SHORTEST and fold(word) in short:
            yield word


def subject_of(title: str, game: str | None) -> list[str]:
    """Return the words of a title that narrow what a document is about.

    >>> subject_of("Tide Tournament Rules", "Tide"), subject_of("Comprehensive Rules of the Tide", "Tide")
    (['tournament'], [])
    """
    return [word for word in _without_game(title, game) if word not in _folded("general") | _telling()]


def is_later(one: Document, other: Document) -> bool:
    """Tell whether a document is known to be of a later day than another; 2025 may be before 2025-06 or after it."""
    day, other_day = one.date or "", other.date or ""
    if day.startswith(other_day) or other_day.startswith(day):  # also where one is empty
        return False
    return last_day(day) > last_day(other_day)


def outdates(one: Document, other: Document) -> bool:
    """Tell whether what a document says on a subject is newer than what another of its game says on it."""
    if DIGEST in (one.kind, other.kind) or not is_later(one, other):
        return False
    own, others = (set(subject_of(document.title, document.game)) for document in (one, other))
    return own == others or (other.kind != RULES and own < others)


def is_summary(document: Document, documents: Iterable[Document]) -> bool:
    """Tell whether a document is a digest of one that is among others."""
    return bool(sources_of(document, documents))


def sources_of(document: Document, documents: Iterable[Document]) -> list[Document]:
    """Return those of some documents that a digest sums up; one that names none is of the rules of its game."""
    if document.kind != DIGEST:
        return []
    if named := document.summarises:
        return [one for one in documents if one.key in named]
    return [one for one in documents if one.kind == RULES and one.game and one.game == document.game]

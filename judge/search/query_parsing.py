"""What was typed, as far as it can be told without looking at texts: where is looked, operators, what is left.

    ufs "card pool" -momentum title:stun     within UFS; both words together; without this word; this word in the title

A game's or a document's name narrows where is looked ("ufs 2.14.2.7", "rulebook 24.8", "stun in ufs"); where several
games are named, all are searched. A section number names its entry wherever it is ("so what about 12.4 then").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import Struct

from judge.core import languages, tokens
from judge.core.dates import is_date, last_day, not_a_date
from judge.core.errors import CollectionError
from judge.core.languages import ENGLISH
from judge.core.names import KINDS
from judge.core.tokens import STOP_WORDS, fold, fold_once, words
from judge.library.store import Store, remembered
from judge.references.digests import Layers, layers_of
from judge.references.document_names import DIGEST, DocumentNames
from judge.search.locators import counts_parts, is_locator

if TYPE_CHECKING:
    from judge.core.model import Document

LONGEST = 400
"""Characters of a query, a name or a locator that are looked at, whatever the command; more than any question, and
enough to find what it is about."""
FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
LONGEST_NAME = 6
"""Words of a game's or a document's name that are looked for in a query."""
RARE = 0.01
"""A word of a document's key names the document if no larger share of the entries holds it."""
OPERATORS = ('"', "-", ":")
AROUND = "()[],;:"
"""Marks that are beside a document's initials."""
KEYWORDS = 2
"""More words than that outside quotation marks, or none but such as "does" and "he", make a sentence. Chosen."""
LEADING = r"(?i)^(?:in|of|from|for|by|:|,)\s+"
TRAILING = r"(?i)(?<!\s)\s+(?:in|of|from|for|by|according to)$|^(?:in|from|by)$"
QUOTED = r'"([^"]*)"'
TITLED = r"(?i)(?:^|(?<=\s))title:\s*(\S+)"
WITHOUT = r"(?:^|(?<=\s))-(?=[^\W\d])(\w\S*)"
"""Patterns as texts: a number or a title needs none of them, and compiling them would slow a cold start."""
TITLES = ("title", "alias")
MENTIONED: Final = "mentioned"
"""Kind of the names of cards that have no entry; their entries are those that mention them."""
SET = "set"
"""Kind of the codes and names of sets of cards; their entries are those that mention them."""


class Narrowing(NamedTuple):
    """What a search is narrowed to; None for all."""

    game: str | None = None
    document: str | None = None
    kind: str | None = None
    since: str | None = None
    """ISO date: only entries with a ruling, or in a document, of that day or later."""
    edition: str | None = None
    """Only documents of this edition, whether a later one follows it or not."""
    all_editions: bool = False
    """Editions that a later one follows as well."""
    digests: bool = False
    """Digests as well whose source is looked in."""
    meant: str | None = None
    """The game that is meant by queries that name none: its entries come first, and no other is left out."""


EVERYTHING = Narrowing()


class Query(Struct, frozen=True):
    """A query, understood as far as it can be without looking at texts."""

    whole: str
    """As it was typed, blanks apart."""
    text: str
    """Without the words that named a game or a document, and without operators."""
    documents: tuple[str, ...]
    """Keys of the documents looked in, newest first."""
    narrowed: bool
    """Whether these are not all documents."""
    open: tuple[str, ...]
    """Keys of the documents that are not barred by a choice, the query's own words apart, newest first."""
    kinds: tuple[str, ...]
    """Empty where any kind will do."""
    since: str | None
    phrases: tuple[tuple[str, ...], ...] = ()
    """Terms in quotation marks that an answer must hold together; quoted words of a question are like others."""
    excluded: tuple[str, ...] = ()
    """Terms that an answer must not hold."""
    titled: tuple[str, ...] = ()
    """Terms that its title must hold."""
    located: tuple[tuple[int, ...], ...] = ()
    """For each section number in it, the positions of the entries that have it."""
    parts: tuple[tuple[int, str], ...] = ()
    """The positions of entries of which a part is meant, with the part: `b2`."""
    partly: bool = False
    """Whether one of them is that of a whole whose part is asked for, which that does not have."""
    absent: bool = False
    """Whether it is a section number and nothing in scope has that."""
    older: bool = False
    """Whether its own words name editions that a later one follows, and no others."""
    read_as: tuple[tuple[str, str], ...] = ()
    """Words with mistakes and numbers in another dress, each with what it is taken for: "2 14 2 7" for 2.14.2.7."""
    meant: frozenset[str] = frozenset()
    """Keys of the documents whose entries come first, of one game; empty where that makes no difference."""


class Scopes(Struct, frozen=True):
    """What is known of the documents; the same for every query."""

    documents: dict[str, Document]
    """By key, newest first; those of one game by authority."""
    scopes: dict[str, list[str]]
    """Folded names of games and documents, each with the keys of the documents that it names."""
    games: frozenset[str]
    """The names among them that are games'."""
    entries: dict[str, int]
    """How many entries the documents of each game have; the empty name is for those of no game."""
    ages: dict[str, int]
    """How many documents of the same game count more than each."""
    layers: Layers
    """Which of them sum up which."""
    aside: frozenset[str]
    """Keys of those that answer only where their game is named: they came with the program, and the library has
    documents of its own, of other games."""

    @property
    def folded(self) -> frozenset[str]:
        """Keys of the documents that answer only where nothing else does, or where they are named."""
        return self.aside.union(digest for digest, sources in self.layers.sources.items() if sources)


def languages_in(about: Scopes, documents: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the languages of some documents, each once and in their order; of all where none are told."""
    told = (about.documents[key].language or ENGLISH for key in (tuple(documents) or about.documents))
    return tuple(dict.fromkeys(told))


@remembered
def scopes(store: Store) -> Scopes:
    """Return what is known of the documents of a store."""
    newest = in_order(store.documents())
    documents = {document.key: document for document in newest}
    sizes = store.sizes()
    entries: dict[str, int] = {}
    for key, document in documents.items():
        entries[document.game or ""] = entries.get(document.game or "", 0) + sizes.get(key, 0)
    games = _game_names(newest, store)
    scopes = {name: [key for key, one in documents.items() if one.game == game] for name, game in games.items()}
    for name, key in _document_names(newest, store, sum(entries.values())):
        scopes.setdefault(name, [])
        scopes[name] += [key] if key not in scopes[name] else []
    seen: dict[str, int] = {}
    ages = {}
    for key, document in documents.items():
        ages[key] = seen.get(document.game or key, 0)
        seen[document.game or key] = ages[key] + 1
    return Scopes(documents, scopes, frozenset(games), entries, ages, layers_of(newest), set_aside(newest))


def set_aside(documents: Sequence[Document]) -> frozenset[str]:
    """Return the keys of the documents that came with the program and are of games of which a person has none."""
    own = [document.game for document in documents if not document.bundled]
    bundled = (document for document in documents if document.bundled)
    return frozenset(document.key for document in bundled if own and document.game not in own)


def in_order(documents: Sequence[Document]) -> list[Document]:
    """Return documents newest first; those of one game are in the order of their authority.

    Digests come last of all: a search shows what they sum up before them.
    """
    newest = sorted(documents, key=lambda document: last_day(document.date), reverse=True)
    newest.sort(key=lambda document: document.kind == DIGEST)
    ranked: dict[str, list[Document]] = {}
    for document in sorted(newest, key=lambda one: (bool(one.superseded_by), one.authority or 1)):
        ranked.setdefault(document.game or document.key, []).append(document)
    return [ranked[document.game or document.key].pop(0) for document in newest]


def _game_names(documents: Sequence[Document], store: Store) -> dict[str, str]:
    """Return the names of the games that documents are of, folded, each with the game."""
    names = {fold(document.game): document.game for document in documents if document.game}
    names |= {fold(synonym.typed): synonym.meant for synonym in store.game_names()}
    return {name: game for name, game in names.items() if name}


def _document_names(documents: Sequence[Document], store: Store, entries: int) -> Iterator[tuple[str, str]]:
    """Yield the names of documents: key, title, and the words of its key that are no other's and rare in texts."""
    key_words = {document.key: fold(document.key).split() for document in documents}
    for key, own in key_words.items():
        for word in own:
            holders = [other for other, found in key_words.items() if word in found]
            counted = sum(count for term, count in store.vocabulary_of(words(word)))
            if len(holders) == 1 and len(word) > 2 and counted <= RARE * entries:
                yield word, key
    for document in documents:
        for name in dict.fromkeys((fold(document.key), fold(document.title))):
            if name:
                yield name, document.key


class CitedNames(Struct, frozen=True):
    """How texts cite the documents of a library."""

    keys: dict[str, list[str]]
    """Keys of documents by name: folded words, or initials; what `DocumentNames` has, also followed by the edition."""
    editions: frozenset[str]
    """The names among them that are the number of an edition alone."""


@remembered
def cited_names(store: Store) -> CitedNames:
    """Return the names by which texts cite the documents of a store."""
    documents = list(scopes(store).documents.values())
    cited: dict[str, list[str]] = {}
    for game in dict.fromkeys(document.game for document in documents):
        of_game = [one for one in documents if one.game == game]
        names = DocumentNames(of_game)
        for name, keys in _whole_names(of_game, names).items():
            cited[name] = [*cited.get(name, ()), *keys]
        own = [(form, [key]) for word, key in names.words.items() for form in (word.capitalize(), word.upper())]
        for name, keys in (*names.documents.items(), *names.initials.items(), *own):
            cited[name] = [*cited.get(name, ()), *keys]
    editions = [(document.work, document.edition) for document in documents if document.edition]
    works = Counter(work for work, _ in editions)
    numbers = {fold(edition) for work, edition in editions if works[work] > 1}
    for document in documents:
        number = fold(document.edition or "")
        alone = (number, f"v{number}") if number in numbers else ()
        of_it = {fold(name) for name, keys in cited.items() if document.key in keys}
        before = ("edition", "version", "ed", "v", fold(document.game or ""), *sorted(of_it))
        for name in (*alone, f"{number} edition", *(f"{one} {number}" for one in before if one)) if number else ():
            cited.setdefault(name, []).append(document.key)
    return CitedNames(cited, frozenset(numbers))


def _whole_names(documents: Sequence[Document], names: DocumentNames) -> dict[str, list[str]]:
    """Return names of documents that keep all words of their titles, and the initials of these: "Revised Rules", RR.

    What tells editions apart names a document where the rest is that of another as well.
    """
    found: dict[str, list[str]] = {}
    for document in documents:
        said = [word for word in fold(document.title).split() if word.isalpha()]
        game = fold(document.game or "").split()
        for chosen in (said, [word for word in said if word not in game]):
            initials = "".join(word[0] for word in chosen if word not in tokens.SMALL_WORDS).upper()
            for name in (" ".join(chosen), initials):
                if len(chosen) > 1 and len(initials) > 1 and name not in {**names.documents, **names.initials}:
                    found.setdefault(name, []).append(document.key)
    return {name: list(dict.fromkeys(keys)) for name, keys in found.items()}


def cut(typed: str) -> str:
    """Return what is looked at of a query, a name or a locator; full-width letters, digits and marks as usual ones."""
    return typed[:LONGEST].translate(FULL_WIDTH)


def parse_query(typed: str, store: Store, narrowing: Narrowing) -> Query:
    """Settle where is looked, and part the query from operators and from the names of games and documents."""
    about = scopes(store)
    whole = " ".join(cut(typed).split())
    barred = about.aside - _asked_for(about, narrowing, whole)
    chosen = open_documents = [key for key in narrowed(about, narrowing) if key not in barred]
    operators = _operators(whole)
    operators["text"], named = without_scope(operators["text"], store, frozenset(chosen))
    if named:
        chosen = [key for key in chosen if key in named]
    older = named is not None and all(about.documents[key].superseded_by for key in chosen)
    chosen = answering(chosen, about, narrowing)
    every = answering(open_documents, about, narrowing._replace(all_editions=True))
    open_documents = [key for key in open_documents if key in every or key in chosen]
    kinds = (narrowing.kind,) if narrowing.kind else ()
    game = fold(narrowing.meant) if narrowing.meant and named is None else None
    meant = frozenset(key for key in chosen if game and fold(about.documents[key].game or "") == game)
    return Query(
        whole,
        documents=tuple(chosen),
        narrowed=len(chosen) < len(about.documents),
        open=tuple(open_documents),
        kinds=kinds,
        since=narrowing.since,
        older=older,
        meant=meant if len(meant) < len(chosen) else frozenset(),
        **operators,
    )


def _asked_for(about: Scopes, narrowing: Narrowing, whole: str) -> frozenset[str]:
    """Return the keys of the documents that are asked for by an option, or whose game the query names."""
    if narrowing.game or narrowing.document or narrowing.edition:
        return frozenset(about.documents)
    said = f" {fold(whole)} " if about.aside else ""
    return frozenset(key for name in about.games if f" {name} " in said for key in about.scopes[name])


def answering(chosen: Sequence[str], about: Scopes, narrowing: Narrowing) -> list[str]:
    """Leave out editions that a later one follows, and digests of what is looked in, unless they are asked for."""
    if narrowing.document:
        return list(chosen)
    covered = set() if narrowing.digests else about.layers.covered(chosen)
    every = bool(narrowing.all_editions or narrowing.edition)
    followed = {key for key in chosen if not every and about.documents[key].superseded_by in chosen}
    return [key for key in chosen if key not in covered | followed]


def narrowed(about: Scopes, narrowing: Narrowing) -> list[str]:
    """Return the keys of the documents that are looked in, newest first.

    Raises:
        CollectionError: there is no such document, game, kind or edition, or `since` is not a date.
    """
    if narrowing.since and not is_date(narrowing.since):
        raise CollectionError(not_a_date(narrowing.since))
    if narrowing.kind and narrowing.kind not in KINDS:
        raise CollectionError(f"there is no kind '{narrowing.kind}'; choose one of {', '.join(KINDS)}")
    if narrowing.document and narrowing.document not in about.documents:
        known = ", ".join(sorted(about.documents))
        raise CollectionError(f"no document has the key '{narrowing.document}'; choose one of {known}")
    games = {document.game for document in about.documents.values() if document.game}
    wanted_game = fold(narrowing.game) if narrowing.game else None
    if wanted_game and wanted_game not in map(fold, games):
        raise CollectionError(
            f"no document is for the game '{narrowing.game}'; choose one of {', '.join(sorted(games))}"
        )
    editions = {document.edition for document in about.documents.values() if document.edition}
    if narrowing.edition and narrowing.edition not in editions:
        known = ", ".join(sorted(editions)) or "none"
        raise CollectionError(f"no document has the edition '{narrowing.edition}'; the editions are {known}")
    return [
        key
        for key, document in about.documents.items()
        if narrowing.document in (None, key)
        and wanted_game in (None, fold(document.game or ""))
        and narrowing.edition in (None, document.edition)
    ]


def _operators(whole: str) -> dict[str, Any]:
    """Return the operators of a query, and its text without them; where nothing would be left, they are plain words."""
    if not any(mark in whole for mark in OPERATORS):
        return {"text": whole}
    excluded = tuple(term for word in re.findall(WITHOUT, whole) for term in words(word))
    titled = tuple(term for word in re.findall(TITLED, whole) for term in words(word))
    text = re.sub(WITHOUT, " ", re.sub(TITLED, r" \1", whole))
    quoted = () if _asks(re.sub(QUOTED, " ", text)) else re.findall(QUOTED, whole)
    text = " ".join(text.replace('"', " ").split())
    if not words(text):
        return {"text": " ".join(whole.replace("-", " ").split())}
    return {
        "text": text,
        "phrases": tuple(tuple(words(one)) for one in quoted if words(one)),
        "excluded": excluded,
        "titled": titled,
    }


def _asks(text: str) -> bool:
    """Say whether the words outside quotation marks are a question, or tell what happens: not if they are keywords."""
    found = words(text)
    return bool(found) and ("?" in text or len(found) > KEYWORDS or STOP_WORDS.issuperset(found))


def without_scope(text: str, store: Store, chosen: frozenset[str]) -> tuple[str, list[str] | None]:
    """Take a game's or document's name off a query, if something is left.

    A document's name is looked for at the ends, where it cannot be meant for itself; a game's anywhere. Beside a
    number or a title, the names by which texts cite documents count as well.
    """
    about, split = scopes(store), text.split()
    for length in range(min(LONGEST_NAME, len(split) - 1), 0, -1):
        for first in range(len(split) - length + 1):
            name = " ".join(split[first : first + length])
            folded, inside = fold_once(name), 0 < first < len(split) - length
            known = about.scopes.get(folded, []) if not inside or folded in about.games else []
            if inside and not known:
                continue
            before, after = " ".join(split[:first]), " ".join(split[first + length :])
            left = f"{re.sub(TRAILING, '', before)} {after if before else re.sub(LEADING, '', after)}".strip()
            is_said = name != folded or " " in folded or left != f"{before}{after}"
            named = [key for key in known or _cited(name, left, is_said, store) if key in chosen]
            if not named or not words(left):
                continue
            if not known and not before and split[length].lower() in languages.words("of"):
                continue
            inner, inner_named = without_scope(left, store, chosen)
            both = [key for key in named if inner_named is None or key in inner_named]
            return inner, both or [*named, *(inner_named or ())]
    return text, None


def _cited(name: str, left: str, is_said: bool, store: Store) -> list[str]:
    """Return the keys of the documents that a name cites: its initials, or its words with an article or without.

    Beside a title instead of a number, a word such as "rules" needs a capital, an article or a preposition.
    """
    titled = None
    if not is_locator(left):
        titled = {row.document for row in store.rows(store.named(tokens.key(left), TITLES))} if is_said else set()
        if not titled:
            return []
    cited, bare, folded = cited_names(store), name.strip(AROUND), fold_once(name)
    if folded in cited.editions and (titled or counts_parts(left)):
        return []
    forms = (bare, folded.removeprefix("the "), bare.upper())
    keys = next((cited.keys[form] for form in forms if form in cited.keys), [])
    return keys if titled is None or titled.intersection(keys) else []

"""What was typed, as far as it can be told without looking at texts: where is looked, operators, what is left.

    ufs "card pool" -momentum title:stun     within UFS; both words together; without this word; this word in the title
    does a "card pool" have a limit          what is quoted inside a question is preferred

A game's or a document's name narrows where is looked ("ufs 2.14.2.7", "rulebook 24.8", "stun in ufs"); where several
games are named, all are searched. A section number names its entry wherever it stands ("so what about 12.4 then").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from judge.build.store import Store, remembered
from judge.core.dates import is_date, last_day, not_a_date
from judge.core.errors import CollectionError
from judge.core.jsonl import Record
from judge.core.names import KINDS
from judge.core.titles import fold, fold_once
from judge.core.tokens import NUMERALS, STOP_WORDS, TENS, UNITS, words
from judge.references.documents.names import DIGEST

LONGEST = 400
"""Characters of a query, a name or a locator that are looked at, whatever the command; more than any question, and
enough to find what it is about."""
LONGEST_NAME = 6
"""Words of a game's or a document's name that are looked for in a query."""
RARE = 0.01
"""A word of a document's key names the document if no larger share of the entries holds it."""
OPERATORS = ('"', "-", ":")
ASKING = 2
"""Words that say little, such as "does" and "the", from which on the words outside quotation marks are a sentence."""
LEADING = r"(?i)^(?:in|of|from|for|by|:|,)\s+"
TRAILING = r"(?i)(?<!\s)\s+(?:in|of|from|for|by|according to)$|^(?:in|from|by)$"
QUOTED = r'"([^"]*)"'
TITLED = r"(?i)(?:^|(?<=\s))title:\s*(\S+)"
WITHOUT = r"(?:^|(?<=\s))-(?=[^\W\d])(\w\S*)"
"""Patterns as texts: a number or a title needs none of them, and compiling them would slow a cold start."""
LOCATING = frozenset("chapter dot part point sec section see step".split())
"""Words beside a number that ask for nothing else."""
DRESS = r"(?:(?:§|#|(?:rule|section|sec|chapter)\.?)\s?)"
LEVELS = r"(?:[.,](?:\d{1,4}[a-z]?|[a-z])){1,9}"
COUNTED = (
    rf"(?:[0-9]{{1,4}}|(?:{'|'.join(TENS.split())})(?:[ -](?:{'|'.join(UNITS.split()[1:10])}))?"
    rf"|{'|'.join(UNITS.split()[::-1])})"
)
LOCATOR = (
    rf"(?i)(?<![\w.,$])(?:{DRESS}{{0,2}}(?:(?P<printed>(?:\d{{1,4}}[a-z]?|[a-z]){LEVELS})"
    rf"|(?P<spoken>{COUNTED}(?:\s(?:point|dot)\s{COUNTED}){{1,9}}))|{DRESS}{{1,2}}(?P<dressed>\d{{1,4}}[a-z]?))"
    r"(?:,?\s(?:step|point|item)\s(?P<step>\d{1,3}|[a-z]))?(?!\w)"
)
POINT = r"(?i)\s(?:point|dot)\s"
"""A section number inside a query, as it is printed, with commas, as it is spoken, or whole behind "rule" or the like;
and a step of it: 12.4, 12,4, twelve point four, rule 12, 12.4 step 3."""


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


EVERYTHING = Narrowing()


class Query(NamedTuple):
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
    """Terms that stand together in quotation marks."""
    required: bool = False
    """Whether an answer must hold these phrases; else those that do are preferred."""
    excluded: tuple[str, ...] = ()
    """Terms that an answer must not hold."""
    titled: tuple[str, ...] = ()
    """Terms that its title must hold."""
    located: tuple[tuple[int, ...], ...] = ()
    """For each section number in it, the positions of the entries that have it."""


class Operators(NamedTuple):
    """The operators of a query, and what is left of it without them; the fields are those of `Query`."""

    text: str
    phrases: tuple[tuple[str, ...], ...] = ()
    required: bool = False
    excluded: tuple[str, ...] = ()
    titled: tuple[str, ...] = ()


class Scopes(NamedTuple):
    """What is known of the documents; the same for every query."""

    documents: dict[str, Record]
    """By key, newest first; those of one game by authority."""
    scopes: dict[str, list[str]]
    """Folded names of games and documents, each with the keys of the documents that it names."""
    games: frozenset[str]
    """The names among them that are games'."""
    entries: dict[str, int]
    """How many entries the documents of each game have; the empty name is for those of no game."""
    ages: dict[str, int]
    """How many documents of the same game count more than each."""


@remembered
def scopes(store: Store) -> Scopes:
    """Return what is known of the documents of a store."""
    newest = in_order(store.documents())
    documents = {document["key"]: document for document in newest}
    sizes = store.sizes()
    entries: dict[str, int] = {}
    for key, document in documents.items():
        entries[document["game"] or ""] = entries.get(document["game"] or "", 0) + sizes.get(key, 0)
    games = _game_names(newest, store)
    scopes = {name: [key for key, one in documents.items() if one["game"] == game] for name, game in games.items()}
    for name, key in _document_names(newest, store, sum(entries.values())):
        scopes.setdefault(name, [])
        scopes[name] += [key] if key not in scopes[name] else []
    seen: dict[str, int] = {}
    ages = {}
    for key, document in documents.items():
        ages[key] = seen.get(document["game"] or key, 0)
        seen[document["game"] or key] = ages[key] + 1
    return Scopes(documents, scopes, frozenset(games), entries, ages)


def in_order(documents: Sequence[Record]) -> list[Record]:
    """Return documents newest first; those of one game stand in the order of their authority.

    Digests come last of all: a search shows what they sum up before them.
    """
    newest = sorted(documents, key=lambda document: last_day(document["date"]), reverse=True)
    newest.sort(key=lambda document: document["kind"] == DIGEST)
    ranked: dict[str, list[Record]] = {}
    for document in sorted(newest, key=lambda one: (bool(one["superseded_by"]), one["authority"] or 1)):
        ranked.setdefault(document["game"] or document["key"], []).append(document)
    return [ranked[document["game"] or document["key"]].pop(0) for document in newest]


def _game_names(documents: Sequence[Record], store: Store) -> dict[str, str]:
    """Return the names of the games that documents are of, folded, each with the game."""
    names = {fold(document["game"]): document["game"] for document in documents if document["game"]}
    names |= {fold(synonym.typed): synonym.meant for synonym in store.game_names()}
    return {name: game for name, game in names.items() if name}


def _document_names(documents: Sequence[Record], store: Store, entries: int) -> Iterator[tuple[str, str]]:
    """Yield the names of documents: key, title, and the words of its key that are no other's and rare in texts."""
    key_words = {document["key"]: fold(document["key"]).split() for document in documents}
    for key, own in key_words.items():
        for word in own:
            holders = [other for other, found in key_words.items() if word in found]
            counted = sum(count for term, count in store.vocabulary_of(words(word)))
            if len(holders) == 1 and len(word) > 2 and counted <= RARE * entries:
                yield word, key
    for document in documents:
        for name in dict.fromkeys((fold(document["key"]), fold(document["title"]))):
            if name:
                yield name, document["key"]


def cut(typed: str) -> str:
    """Return what is looked at of a query, a name or a locator."""
    return typed[:LONGEST]


def parse_query(typed: str, about: Scopes, narrowing: Narrowing) -> Query:
    """Settle where is looked, and part the query from operators and from the names of games and documents."""
    chosen = open_documents = narrowed(about, narrowing)
    whole = " ".join(cut(typed).split())
    operators = _operators(whole)
    scopes = {name: keys for name, keys in about.scopes.items() if any(key in chosen for key in keys)}
    text, named = without_scope(operators.text, scopes, about.games)
    if named:
        chosen = [key for key in chosen if key in named]
    chosen = newest_editions(chosen, about, narrowing)
    kinds = (narrowing.kind,) if narrowing.kind else ()
    narrow = len(chosen) < len(about.documents)
    return Query(
        whole,
        text,
        tuple(chosen),
        narrow,
        tuple(open_documents),
        kinds,
        narrowing.since,
        operators.phrases,
        operators.required,
        operators.excluded,
        operators.titled,
    )


def locate(query: Query, numbered: Callable[[str], Sequence[int]]) -> Query:
    """Take the section numbers that there are off a query; nothing may be left of it but words that say little.

    Args:
        query: a parsed query.
        numbered: returns the positions of the entries that a query may mean by a number.
    """
    if not any(char.isdigit() for char in query.text) and not re.search(POINT, query.text):
        return query
    located: list[tuple[int, ...]] = []

    def take(match: re.Match[str]) -> str:
        found = next((tuple(hits) for number in _meant(match) if (hits := numbered(number))), ())
        if not found:
            return match[0]
        located.append(found)
        return " "

    rest = " ".join(re.sub(LOCATOR, take, query.text).split())
    if not located:
        return query
    told = [term for term in words(rest) if term not in STOP_WORDS and term not in LOCATING]
    return query._replace(text=rest if told else "", located=tuple(located))


def _meant(match: re.Match[str]) -> Iterator[str]:
    """Yield the numbers that a match may stand for, the likeliest first."""
    number = (match["printed"] or match["dressed"] or "").replace(",", ".").lower()
    if match["spoken"]:
        levels = re.split(POINT, match["spoken"].lower())
        number = ".".join(str(sum(_value(word) for word in re.split(r"[ -]", level))) for level in levels)
    if match["step"]:
        yield f"{number}.{match['step'].lower()}"
        yield f"{number}{match['step'].lower()}"
    yield number


def _value(word: str) -> int:
    return NUMERALS[word] if word in NUMERALS else int(word)


def newest_editions(chosen: Sequence[str], about: Scopes, narrowing: Narrowing) -> list[str]:
    """Leave out editions that a later one follows, unless they are asked for, by option or by name."""
    if narrowing.all_editions or narrowing.edition or narrowing.document:
        return list(chosen)
    return [key for key in chosen if about.documents[key]["superseded_by"] not in chosen]


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
    games = {document["game"] for document in about.documents.values() if document["game"]}
    wanted_game = fold(narrowing.game) if narrowing.game else None
    if wanted_game and wanted_game not in map(fold, games):
        raise CollectionError(
            f"no document is for the game '{narrowing.game}'; choose one of {', '.join(sorted(games))}"
        )
    editions = {document["edition"] for document in about.documents.values() if document["edition"]}
    if narrowing.edition and narrowing.edition not in editions:
        known = ", ".join(sorted(editions)) or "none"
        raise CollectionError(f"no document is of the edition '{narrowing.edition}'; the editions are {known}")
    return [
        key
        for key, document in about.documents.items()
        if narrowing.document in (None, key)
        and wanted_game in (None, fold(document["game"] or ""))
        and narrowing.edition in (None, document["edition"])
    ]


def _operators(whole: str) -> Operators:
    """Take the operators off a query; where nothing else would be left of it, they are plain words."""
    if not any(mark in whole for mark in OPERATORS):
        return Operators(whole)
    phrases = tuple(tuple(words(quoted)) for quoted in re.findall(QUOTED, whole) if words(quoted))
    excluded = tuple(term for word in re.findall(WITHOUT, whole) for term in words(word))
    titled = tuple(term for word in re.findall(TITLED, whole) for term in words(word))
    text = re.sub(WITHOUT, " ", re.sub(TITLED, r" \1", whole))
    required = bool(phrases) and not _asks(re.sub(QUOTED, " ", text))
    text = " ".join(text.replace('"', " ").split())
    if not words(text):
        return Operators(" ".join(whole.replace("-", " ").split()))
    return Operators(text, phrases, required, excluded, titled)


def _asks(text: str) -> bool:
    """Say whether the words outside quotation marks are a question, or tell what happens: not if they are keywords."""
    found = words(text)
    return bool(found) and ("?" in text or sum(term in STOP_WORDS for term in found) >= ASKING)


def without_scope(text: str, scopes: dict[str, list[str]], games: frozenset[str]) -> tuple[str, list[str] | None]:
    """Take a game's or document's name off a query, if something is left.

    A document's name is looked for at the ends, where it cannot be meant for itself; a game's anywhere.
    """
    split = text.split()
    for length in range(min(LONGEST_NAME, len(split) - 1), 0, -1):
        for first in range(len(split) - length + 1):
            name = fold_once(" ".join(split[first : first + length]))
            named = scopes.get(name)
            if not named or (name not in games and 0 < first < len(split) - length):
                continue
            before, behind = " ".join(split[:first]), " ".join(split[first + length :])
            left = f"{re.sub(TRAILING, '', before)} {behind if before else re.sub(LEADING, '', behind)}".strip()
            if not words(left):
                continue
            inner, inner_named = without_scope(left, scopes, games)
            both = [key for key in named if inner_named is None or key in inner_named]
            return inner, both or [*named, *(inner_named or ())]
    return text, None

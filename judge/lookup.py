"""What a judge types to answers: a number goes to its entry, a title to its entries, anything else to full text.

The order of `STEPS` is the order of the answers: an exact number before an exact title before words in the text.
A game's or a document's name before or after the rest narrows where is looked ("ufs 2.14.2.7", "rulebook 24.8").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from judge.compiled import Compiled
from judge.dates import last_day
from judge.errors import CollectionError, NoEntry
from judge.jsonl import Record
from judge.numbering import NUMBER, parents
from judge.store import Row
from judge.titles import fold, key, keys

DRESSED_NUMBER = re.compile(
    rf"(?:(?:see|§+|rules?|sections?|sec\b\.?|steps?|chapters?|ch\b\.?|no\b\.?|number|#|[(\[:])\s*)*"
    rf"(?P<number>{NUMBER}|appendix\s+\w{{1,4}})\s*[)\].:]?",
    re.IGNORECASE,
)
"""A section number in any usual dress: §30.3, rule 9.1, (24.8), sec. 4, Rule #38.6."""
IDENTIFIER = re.compile(r"(?P<document>[^\s:]+):(?P<local>[^#]+?)(?:#(?P<ruling>\d+))?")
TITLE_EXTRAS = re.compile(r"[\s(\[]+(?:errata|pap|rulings?)[)\]]?\s*$", re.IGNORECASE)
"""Words that a person adds to a card's title to say what is wanted of it."""
LINKING = re.compile(r"^(?:in|of|from|for|by)\s+|\s+(?:in|of|from|for|by)$", re.IGNORECASE)
LONGEST = 400
"""Characters of a query that are looked at; more than any question, and enough to find what it is about."""
NEAREST = 5
"""How many near misses a wrong locator is told."""


class Narrowing(NamedTuple):
    """What a search is narrowed to; None is no narrowing."""

    game: str | None = None
    document: str | None = None
    kind: str | None = None
    since: str | None = None
    """ISO date: only entries with a ruling, or in a document, of that day or later."""


EVERYTHING = Narrowing()


class Query(NamedTuple):
    """A query, understood as far as it can be without looking anything up."""

    text: str
    """Without the words that named a game or a document."""
    documents: tuple[str, ...]
    """Keys of the documents looked in."""
    kinds: tuple[str, ...] | None
    since: str | None


class Answer(NamedTuple):
    """One entry that answers a query."""

    row: Row
    document: Record
    path: tuple[str, ...]
    """Titles from the document down to the entry."""
    score: float
    why: str
    snippet: str = ""

    def record(self) -> Record:
        """Return the contract's JSON for one result."""
        row = self.row
        return {
            "id": row.id,
            "document": row.document,
            "game": self.document["game"],
            "kind": row.kind,
            "number": row.number,
            "title": row.title,
            "path": list(self.path),
            "score": round(self.score, 4),
            "snippet": self.snippet,
            "why": self.why,
        }


class Match(NamedTuple):
    """An entry that a locator names; `ruling` where the locator names one of its rulings."""

    row: Row
    ruling: int | None = None


Found = tuple[int, float]
"""Position of an entry, and how well it answers."""


def search(compiled: Compiled, typed: str, limit: int = 10, narrowing: Narrowing = EVERYTHING) -> list[Answer]:
    """Return the entries that answer a query, best first.

    Args:
        compiled: the library.
        typed: the query, of any kind and length.
        limit: how many answers at the most.
        narrowing: what the answers are narrowed to.

    Raises:
        CollectionError: the narrowing names a document or game that there is not.
    """
    documents = compiled.store.documents()
    query = understand(typed, documents, narrowing)
    answers: list[Answer] = []
    taken: set[int] = set()
    for why, step in STEPS:
        found = [(position, score) for position, score in step(compiled, query, limit) if position not in taken]
        taken.update(position for position, _ in found)
        answers += _answers(compiled, found, why, query, documents)
        if len(answers) >= limit:
            break
    return answers[:limit]


def understand(typed: str, documents: Sequence[Record], narrowing: Narrowing) -> Query:
    """Part a query from the names of games and documents around it, and settle where is looked."""
    chosen = narrowed(documents, narrowing)
    text = " ".join(typed[:LONGEST].split())
    scope = {name: keys for name, keys in scopes(documents).items() if any(key in chosen for key in keys)}
    rest, named = _without_scope(text, scope)
    if named:
        chosen = [key for key in chosen if key in named]
    kinds = (narrowing.kind,) if narrowing.kind else None
    return Query(rest, tuple(chosen), kinds, narrowing.since)


def narrowed(documents: Sequence[Record], narrowing: Narrowing) -> list[str]:
    """Return the keys of the documents that are looked in, newest first."""
    known = {document["key"] for document in documents}
    if narrowing.document and narrowing.document not in known:
        raise CollectionError(f"no document is called '{narrowing.document}'; there are {', '.join(sorted(known))}")
    games = {document["game"] for document in documents if document["game"]}
    wanted_game = fold(narrowing.game) if narrowing.game else None
    if wanted_game and wanted_game not in map(fold, games):
        raise CollectionError(f"no document is of the game '{narrowing.game}'; there are {', '.join(sorted(games))}")
    newest = sorted(documents, key=lambda document: last_day(document["date"]), reverse=True)
    return [
        document["key"]
        for document in newest
        if narrowing.document in (None, document["key"]) and wanted_game in (None, fold(document["game"] or ""))
    ]


def scopes(documents: Sequence[Record]) -> dict[str, list[str]]:
    """Return the words that name a game or a document, folded, each with the keys of the documents it names.

    A document is named by its key, its title, and the words of its key that no other document's key has.
    """
    named: dict[str, list[str]] = {}
    key_words = {document["key"]: fold(document["key"]).split() for document in documents}
    for document in documents:
        names = [document["game"] or "", document["key"], document["title"]]
        for word in key_words[document["key"]]:
            holders = [other for other, words in key_words.items() if word in words]
            if len(holders) == 1 and len(word) > 2:
                names.append(word)
        for name in {fold(name) for name in names}:
            if name:
                named.setdefault(name, []).append(document["key"])
    return named


def _without_scope(text: str, scope: dict[str, list[str]]) -> tuple[str, list[str] | None]:
    """Take a game's or document's name off the beginning or the end of a query, if something is left."""
    words = text.split()
    for length in range(min(6, len(words) - 1), 0, -1):
        for name, rest in ((words[:length], words[length:]), (words[-length:], words[:-length])):
            named = scope.get(fold(" ".join(name)))
            if named:
                left = LINKING.sub("", " ".join(rest))
                inner, inner_named = _without_scope(left, scope)
                both = [key for key in named if inner_named is None or key in inner_named]
                return (inner, both) if both else (left, named)
    return text, None


def by_number(compiled: Compiled, query: Query, _: int) -> Iterable[Found]:
    """A section number goes to its entry, in the newest document first."""
    dressed = DRESSED_NUMBER.fullmatch(query.text.strip())
    if not dressed:
        return []
    return _in_scope(compiled, query, compiled.store.numbered(dressed["number"]), 1000.0)


def by_title(compiled: Compiled, query: Query, _: int) -> Iterable[Found]:
    """An exact title or alias, whatever its case, accents, marks and article."""
    found: list[int] = []
    for title in (query.text, TITLE_EXTRAS.sub("", query.text)):
        found = found or compiled.store.named(key(title), ("title", "alias"))
    return _in_scope(compiled, query, found, 500.0)


def by_text(compiled: Compiled, query: Query, limit: int) -> Iterable[Found]:
    """Words in titles, headings and text."""
    hits = compiled.index.search(query.text, limit * 3, query.documents, query.kinds)
    return [(hit.position, hit.score) for hit in hits]


STEPS: tuple[tuple[str, Callable[[Compiled, Query, int], Iterable[Found]]], ...] = (
    ("number", by_number),
    ("title", by_title),
    ("text", by_text),
)
"""What a query may be, in the order in which it is tried; all answers of a step stand before those of the next."""


def _in_scope(compiled: Compiled, query: Query, positions: Sequence[int], score: float) -> list[Found]:
    """Keep the entries that the query is narrowed to, those of newer documents first."""
    order = {key: number for number, key in enumerate(query.documents)}
    rows = [row for row in compiled.store.rows(positions) if row.document in order]
    kept = [row for row in rows if query.kinds is None or row.kind in query.kinds]
    kept.sort(key=lambda row: order[row.document])
    return [(row.position, score - number) for number, row in enumerate(kept)]


def _answers(
    compiled: Compiled, found: Sequence[Found], why: str, query: Query, documents: Sequence[Record]
) -> Iterator[Answer]:
    """Make answers of what a step found."""
    from judge.snippets import snippet

    by_key = {document["key"]: document for document in documents}
    scores = dict(found)
    for row in compiled.store.rows([position for position, _ in found]):
        record = compiled.store.record(row.id)
        document = by_key[row.document]
        if query.since and not _is_since(record, document, query.since):
            continue
        path = (document["title"], *(name_of(up) for up in compiled.store.path(row)), name_of(row))
        yield Answer(row, document, path, scores[row.position], why, snippet(record, query.text))


def _is_since(record: Record, document: Record, since: str) -> bool:
    dates = [last_day(block["date"]) for block in record["blocks"] if block["date"]]
    return max(dates, default=last_day(document["date"])) >= since


def name_of(row: Row) -> str:
    """Return how an entry is called in a path: its number and its title."""
    number = None if row.kind == "appendix" and row.title else row.number
    return " ".join(part for part in (number, row.title) if part) or row.id.rpartition(":")[2]


def find(compiled: Compiled, locator: str) -> list[Match]:
    """Return the entries that a locator names, those of newer documents first.

    Args:
        compiled: the library.
        locator: an id (`shadowfist-omnifaq:evil-twin#3`), a number or a title, with a game's or document's name
            before or after it if wanted.

    Raises:
        NoEntry: nothing answers to it; the error holds what came near.
    """
    identified = _identified(compiled, locator.strip())
    if identified:
        return [identified]
    documents = compiled.store.documents()
    query = understand(locator, documents, EVERYTHING)
    whole = query._replace(text=" ".join(locator[:LONGEST].split()), documents=tuple(narrowed(documents, EVERYTHING)))
    for asked in (whole, query):
        for step in (by_number, by_title):
            found = step(compiled, asked, 0)
            rows = compiled.store.rows([position for position, _ in found])
            if rows:
                return [Match(row) for row in rows]
    raise NoEntry(locator, tuple(nearest(compiled, query)))


def _identified(compiled: Compiled, locator: str) -> Match | None:
    """Read a locator as an id, former ids and other ways of writing one included."""
    parts = IDENTIFIER.fullmatch(locator)
    if not parts:
        return None
    document, local = parts["document"], parts["local"]
    document = compiled.store.alias(document) or document
    renamed = compiled.store.alias(f"{document}:{local}") or compiled.store.alias(f"{parts['document']}:{local}")
    if renamed:
        local = renamed.rpartition(":")[2]
    ruling = int(parts["ruling"]) if parts["ruling"] else None
    row = compiled.store.row(f"{document}:{local}") or compiled.store.row(f"{document.lower()}:{local.lower()}")
    if not row:
        candidates = compiled.store.numbered(local) or compiled.store.named(key(local), ("title", "alias"))
        rows = [other for other in compiled.store.rows(candidates) if other.document == document.lower()]
        row = rows[0] if rows else None
    return Match(row, ruling) if row else None


def nearest(compiled: Compiled, query: Query) -> Iterator[tuple[str, str]]:
    """Yield what comes near a locator that names nothing, as pairs of id and title: numbers above, similar titles."""
    dressed = DRESSED_NUMBER.fullmatch(query.text.strip())
    positions: list[int] = []
    if dressed:
        for above in parents(dressed["number"]):
            for position in compiled.store.numbered(above):
                row = compiled.store.rows([position])[0]
                below = [child.position for child in compiled.store.children(row.id) if child.number]
                positions += [position, *below[-2:]]
            if positions:
                break
    else:
        positions = similar_titles(compiled, query.text)
    chosen = [row for row in compiled.store.rows(list(dict.fromkeys(positions))) if row.document in query.documents]
    for row in chosen[:NEAREST]:
        yield row.id, row.title or ""


def similar_titles(compiled: Compiled, text: str) -> list[int]:
    """Return the positions of the entries whose titles are written most alike, best first."""
    from rapidfuzz import fuzz, process

    names = [name for name in compiled.store.names() if name.kind != "number"]
    wanted = keys(text)
    if not wanted:
        return []
    alike = process.extract(wanted[0], [name.key for name in names], scorer=fuzz.ratio, score_cutoff=60, limit=20)
    return [names[index].position for _, _, index in alike]

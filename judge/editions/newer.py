"""What in a document that counts more stands beside a text: what is newer, and what only resembles it.

Reads: the books of one game, and relations that a person stated. Writes: `Newer` and `SeeAlso` links, for entries and
for blocks, each with the sentence that tells.

What treats the subject of an entry is told by titles (`counterparts`); whether it is newer, by the two documents
(`Shelf.relation`). Beside that, each block, or each sentence of a long one, is compared with the passages of the other
documents (`nearness`); the score from which on a passage counts is calibrated on the pairs of one title. That a text
resembles another says nothing of which holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.editions.books import Book, Shelf
from judge.editions.counterparts import Pair, pairs, same_entries
from judge.editions.facts import Fact
from judge.editions.nearness import USUAL, Nearest, Weights, calibrated
from judge.editions.passages import Passage, passages, roots, sentences, telling_sentence, title_roots, units
from judge.references.documents.names import DIGEST

MOST_OF_BLOCK, MOST_OF_ENTRY = 2, 4
"""Links of a block, and of an entry; a block of a card has one at the most."""
ABOUT_A_CARD = 0.42
"""Score from which on a passage stands beside a ruling on a card, which seldom is on a rule alone."""
FEWEST_ROOTS = 4
"""Words of a ruling on a card below which nothing is near to it."""
KNOWN_SUBJECT = 0.1
"""What a passage's score gains if its entry has the same title."""
FALLS_SHORT = 0.16
"""Score from which on the nearest passage of all stands beside a rule about which nothing better is found."""
LONGEST_QUOTE = 300


class Newer(NamedTuple):
    """A link from an older text to a newer one."""

    old: str
    block: int | None
    """Of the older text; None for the entry as a whole."""
    new: str
    new_block: int | None
    relation: str
    """edition, replaces or subject."""
    reason: str
    quote: str

    def fact(self, document: Record) -> Fact:
        """Return it as a fact about the older text.

        Args:
            document: the record of the newer text's document.
        """
        record = {
            "id": self.new,
            "block": self.new_block,
            "relation": self.relation,
            "reason": self.reason,
            "quote": self.quote,
            "document": document["key"],
            "date": document["date"],
        }
        return Fact(self.old, self.block, "newer", self.new, record)


class SeeAlso(NamedTuple):
    """A link from a text to one that resembles it, in a document that counts more."""

    old: str
    block: int | None
    """Of the text that the link stands beside; None for the entry as a whole."""
    new: str
    new_block: int | None
    score: float
    quote: str

    def fact(self, document: Record) -> Fact:
        """Return it as a fact about the text that the link stands beside."""
        record = {"id": self.new, "block": self.new_block, "score": self.score, "quote": self.quote}
        return Fact(self.old, self.block, "see_also", self.new, record)


Beside = Newer | SeeAlso


@dataclass(slots=True)
class _Above:
    """A book that counts more than another, ready to be asked."""

    book: Book
    nearest: Nearest
    cards: Nearest
    """Its entries of cards: only texts about cards are compared with them."""
    places: Mapping[str, list[tuple[Nearest, int]]]
    """Of each entry's id, its passages."""


@dataclass(slots=True)
class _Pairing:
    """What is known of the texts of one book beside those of another that counts more."""

    above: _Above
    same: dict[str, dict[str, Pair]]
    """Of each entry, the entries of its title in the other book by their ids."""
    relation: str | None
    """How the other book is newer; None where it is not known to be."""
    near: dict[tuple[str, int], list[_Hit]]
    enough: float = USUAL
    """The score from which on a passage counts."""


class _Hit(NamedTuple):
    """A passage that comes near to a block."""

    score: float
    passage: Passage


def beside_texts(shelf: Shelf) -> Iterator[Beside]:
    """Yield what stands beside each text of the books of a game, in their order, best first.

    What words weigh is the same with a digest and without it.
    """
    known = {book.key: list(passages(book.entries)) for book in shelf.books}
    originals = [book.key for book in shelf.books if book.document["kind"] != DIGEST] or known
    weights = Weights(passage for key in originals for passage in known[key])
    ready: dict[str, _Above] = {}
    for book in shelf.books:
        pairings: list[_Pairing] = []
        for other in shelf.above(book):
            if other.key not in ready:
                ready[other.key] = _above(other, known[other.key], weights)
            pairings.append(_paired(book, known[book.key], ready[other.key], shelf))
        by_entry: dict[str, list[Passage]] = defaultdict(list)
        for passage in known[book.key] if pairings else ():
            by_entry[passage.id].append(passage)
        for entry in book.entries if pairings else ():
            yield from _of_entry(entry, by_entry[entry["id"]], pairings, shelf)


def _above(book: Book, own: Sequence[Passage], weights: Weights) -> _Above:
    kinds = {entry["id"]: entry["kind"] for entry in book.entries}
    rules = Nearest([one for one in own if kinds[one.id] != "card"], weights)
    cards = Nearest([one for one in own if kinds[one.id] == "card"], weights)
    places: dict[str, list[tuple[Nearest, int]]] = defaultdict(list)
    for nearest in (rules, cards):
        for place, passage in enumerate(nearest.among):
            places[passage.id].append((nearest, place))
    return _Above(book, rules, cards, places)


def _paired(book: Book, own: Sequence[Passage], above: _Above, shelf: Shelf) -> _Pairing:
    """Pair the texts of a book with those of one that counts more."""
    same: dict[str, dict[str, Pair]] = defaultdict(dict)
    is_edition = above.book.document["work"] == book.document["work"]
    found = same_entries(shelf.alignment(book, above.book)) if is_edition else pairs(book, above.book)
    for pair in found:
        same[pair.old].setdefault(pair.new, pair)
    near = {} if is_edition else {(one.id, one.block): _nearest(one, book, above, same) for one in own}
    pairing = _Pairing(above, same, shelf.relation(above.book, book), near)
    pairing.enough = calibrated(list(_tried(own, pairing)))
    return pairing


def _nearest(passage: Passage, book: Book, above: _Above, same: Mapping[str, Mapping[str, Pair]]) -> list[_Hit]:
    """Return the passages nearest to a block, or to a sentence of it, best first, one of each entry."""
    is_card = book.by_id[passage.id]["kind"] == "card"
    if is_card and len(passage.roots) < FEWEST_ROOTS:
        return []
    title = frozenset[str]() if is_card else passage.title
    best: dict[str, _Hit] = {}
    for unit in units(passage.text):
        text = passage.roots if unit.text == passage.text else roots(unit.text)
        for near in above.nearest.find(text, title) if text else ():
            other = above.nearest.among[near.place]
            if other.id not in best or near.score > best[other.id].score:
                best[other.id] = _Hit(near.score, other)
    for id in same.get(passage.id, ()):
        for nearest, place in above.places.get(id, ()):
            score = nearest.score(passage.roots, title, place)
            if id not in best or score > best[id].score:
                best[id] = _Hit(score, nearest.among[place])
    return sorted(best.values(), key=_best_first)


def _best_first(hit: _Hit) -> tuple[float, str, int]:
    return -round(hit.score, 9), hit.passage.id, hit.passage.block


def _tried(own: Sequence[Passage], found: _Pairing) -> Iterator[tuple[float, bool]]:
    """Yield, for texts whose title the book has, how near the nearest is, and whether it is of the title's chapter."""
    entries = found.above.book.by_id
    for passage in own:
        known = found.same.get(passage.id)
        hits = found.near.get((passage.id, passage.block), ())
        if known and hits:
            chapters = {_chapter(id, entries) for id in known}
            yield hits[0].score, _chapter(hits[0].passage.id, entries) in chapters


def _chapter(id: str, entries: Mapping[str, Record]) -> str:
    while (parent := entries[id]["parent"]) in entries:
        id = parent
    return id


def _of_entry(entry: Record, own: Sequence[Passage], pairings: Sequence[_Pairing], shelf: Shelf) -> Iterator[Beside]:
    """Yield the links of one entry: as a whole, then of its blocks; a heading without a text is not newer than it."""
    blocks = [link for passage in own for link in _of_block(entry, passage, pairings, shelf)]
    newer = [
        _whole(entry, own, pair, one, one.relation)
        for one in pairings
        for pair in one.same.get(entry["id"], {}).values()
        if one.relation and (one.relation == "edition" or _says_something(pair.new, one.above))
    ]
    known = {link.new for link in newer}
    best: dict[str, SeeAlso] = {}
    alike = [one for one in blocks if isinstance(one, SeeAlso) and one.new not in known]
    for one in sorted(alike, key=lambda one: -one.score):
        best.setdefault(one.new, one._replace(block=None))
    near = list(best.values())
    first = pairings[0].above.book.by_id
    if entry["kind"] != "card" and first.keys().isdisjoint({*known, *best}):
        near = [*_falling_short(own, pairings[0]), *near]
    yield from newer
    yield from near[:MOST_OF_ENTRY]
    yield from blocks


def _says_something(id: str, above: _Above) -> bool:
    """Tell whether an entry is more than a heading: it has a text, or errata."""
    return id in above.places or above.book.by_id[id]["errata"] is not None


def _of_block(entry: Record, passage: Passage, pairings: Sequence[_Pairing], shelf: Shelf) -> Iterator[Beside]:
    """Yield the links of one block; a document that is older than a dated ruling has nothing to say of it."""
    dated = last_day(entry["blocks"][passage.block]["date"])
    is_card = entry["kind"] == "card"
    most = 1 if is_card else MOST_OF_BLOCK
    for one in pairings:
        day = shelf.days[one.above.book.key]
        if dated and day and day < dated:
            continue
        known = one.same.get(passage.id, {})
        hits = one.near.get((passage.id, passage.block), ())
        scored = [hit._replace(score=hit.score + (KNOWN_SUBJECT if hit.passage.id in known else 0.0)) for hit in hits]
        enough = max(one.enough, ABOUT_A_CARD) if is_card else one.enough
        for hit in sorted((hit for hit in scored if hit.score >= enough), key=_best_first)[:most]:
            yield _link(passage, hit, one)
        most = 1


def _link(passage: Passage, hit: _Hit, pairing: _Pairing) -> Beside:
    other = hit.passage
    pair = pairing.same.get(passage.id, {}).get(other.id)
    quote = _quote(other, [*passage.roots, *passage.title], pairing)
    if pair and pairing.relation:
        return Newer(passage.id, passage.block, other.id, other.block, pairing.relation, pair.reason, quote)
    return _alike(passage, hit, quote)


def _alike(passage: Passage, hit: _Hit, quote: str) -> SeeAlso:
    other = hit.passage
    return SeeAlso(passage.id, passage.block, other.id, other.block, round(min(hit.score, 1.0), 4), quote)


def _whole(entry: Record, own: Sequence[Passage], pair: Pair, pairing: _Pairing, relation: str) -> Newer:
    """Return the link of an entry to what is newer on its subject: to the block that says most of what it says."""
    new = pair.new
    text = frozenset(word for passage in own for word in passage.roots)
    title = title_roots(entry["title"] or "")
    asked = {word: pairing.above.nearest.weights.weights.get(word, 0.0) for word in (*text, *title)}
    best: tuple[float, int, Passage] | None = None
    for nearest, place in pairing.above.places.get(new, ()):
        other = nearest.among[place]
        found = telling_sentence(other.text, asked)
        held = sum(asked.get(word, 0.0) for word in roots(found.text)) if found else 0.0
        if best is None or (held, -other.block) > best[:2]:
            best = held, -other.block, other
    if best is None:
        errata = pairing.above.book.by_id[new]["errata"]
        return Newer(entry["id"], None, new, None, relation, pair.reason, _shortened(errata["text"]) if errata else "")
    quote = _quote(best[2], asked, pairing)
    return Newer(entry["id"], None, new, best[2].block, relation, pair.reason, quote)


def _falling_short(own: Sequence[Passage], pairing: _Pairing) -> list[SeeAlso]:
    """Return the nearest text of the first book beside a rule of which nothing better is found there."""
    found = [(hits[0], passage) for passage in own if (hits := pairing.near.get((passage.id, passage.block)))]
    if not found:
        return []
    hit, passage = min(found, key=lambda pair: (-round(pair[0].score, 9), pair[1].block))
    quote = _quote(hit.passage, [*passage.roots, *passage.title], pairing)
    return [_alike(passage, hit, quote)._replace(block=None)] if hit.score >= FALLS_SHORT else []


def _quote(other: Passage, about: Iterable[str], pairing: _Pairing) -> str:
    """Return the sentence of a passage that tells most of what an older text is about."""
    weights = pairing.above.nearest.weights.weights
    found = telling_sentence(other.text, {word: weights.get(word, 0.0) for word in about})
    return _shortened(found.text if found else other.text)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rsplit(" ", 1)[0] + "…"


def beginning(entry: Record, block: int | None) -> str:
    """Return the first sentence of an entry, or of a block of it."""
    texts = [one["text"] for one in entry["blocks"]]
    text = texts[block] if block is not None else next(filter(None, texts), "")
    split = sentences(text)
    return _shortened(split[0].text if split else text)

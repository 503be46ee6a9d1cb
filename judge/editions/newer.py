"""What in a document that counts more stands beside a text: what is newer, and what only resembles it.

Reads: the books of one game, and relations that a person stated. Writes: `Newer` and `SeeAlso` links of entries, each
with the sentence that tells.

What treats the subject of an entry is told by titles (`counterparts`); whether it is newer, by the two documents
(`Shelf.relation`). Beside that, each block is compared with the passages of the other documents (`nearness`). That a
text resembles another says nothing of which holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from judge.core.dates import last_day
from judge.core.jsonl import Record
from judge.core.likeness import Rarity
from judge.editions.books import Book, Shelf
from judge.editions.counterparts import Pair, pairs, same_entries
from judge.editions.facts import Fact
from judge.editions.nearness import Near, Nearest
from judge.editions.passages import Passage, passages, roots, sentences, telling_sentence, title_roots
from judge.references.document_names import DIGEST

MOST_OF_ENTRY = 4
"""Texts that are named beside an entry as like it."""
SURE = 2.0
"""How surely a text is like another that is named beside it: chance explains it in one of a hundred texts.

Of the 58 pairs that this names in the five documents, two readers who had not written it put 55 on the subject (3 are
not, by both), of the 18 that nobody had looked at before 18.
"""
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
class _Texts:
    """The texts of a book, ready to be compared."""

    book: Book
    passages: Sequence[Passage]
    by_entry: Mapping[str, Sequence[Passage]]
    nearest: Nearest
    """Finds those that are not about cards; what is ruled of one card is seldom about another."""


def beside_texts(shelf: Shelf) -> Iterator[Beside]:
    """Yield what stands beside the entries of the books of a game, in their order, best first.

    What words weigh is the same with a digest and without it.
    """
    known = {book.key: list(passages(book.entries, book.references)) for book in shelf.books}
    originals = [book.key for book in shelf.books if book.document["kind"] != DIGEST] or known
    counted = [passage.words for key in originals for passage in known[key]]
    rarity = Rarity(counted)
    length = sum(map(len, counted)) / (len(counted) or 1)
    texts = {book.key: _texts(book, known[book.key], rarity, length) for book in shelf.books}
    for book in shelf.books:
        above = [texts[other.key] for other in shelf.above(book)]
        newer = _newer(book, texts[book.key], above, shelf, rarity)
        alike = {} if book.document["kind"] == DIGEST else _alike(texts[book.key], above, shelf)
        for entry in book.entries:
            found = newer.get(entry["id"], [])
            yield from found
            told = {link.new for link in found}
            near = [hit for hit in alike.get(entry["id"], ()) if hit.passage.id not in told]
            yield from (_see_also(entry["id"], texts[book.key], hit, rarity) for hit in near[:MOST_OF_ENTRY])


def _texts(book: Book, own: Sequence[Passage], rarity: Rarity, length: float) -> _Texts:
    by_entry: dict[str, list[Passage]] = defaultdict(list)
    for passage in own:
        by_entry[passage.id].append(passage)
    rules = [one for one in own if book.by_id[one.id]["kind"] != "card"]
    return _Texts(book, own, by_entry, Nearest(rules, rarity, length))


def _newer(
    book: Book, own: _Texts, above: Iterable[_Texts], shelf: Shelf, rarity: Rarity
) -> Mapping[str, Sequence[Newer]]:
    """Return what is newer than the entries of a book; a heading without a text is not newer than a text."""
    found: dict[str, list[Newer]] = defaultdict(list)
    for other in above:
        relation = shelf.relation(other.book, book)
        if relation is None:
            continue
        is_edition = other.book.document["work"] == book.document["work"]
        same = same_entries(shelf.alignment(book, other.book)) if is_edition else pairs(book, other.book)
        first: dict[tuple[str, str], Pair] = {}
        for pair in same:
            first.setdefault((pair.old, pair.new), pair)
        for pair in first.values():
            if relation == "edition" or _says_something(pair.new, other):
                found[pair.old].append(_whole(pair, own, other, relation, rarity))
    return found


def _says_something(id: str, texts: _Texts) -> bool:
    """Tell whether an entry is more than a heading: it has a text, or errata."""
    return id in texts.by_entry or texts.book.by_id[id]["errata"] is not None


def _whole(pair: Pair, own: _Texts, other: _Texts, relation: str, rarity: Rarity) -> Newer:
    """Return the link of an entry to what is newer on its subject: to the block that says most of what it says."""
    title = title_roots(own.book.by_id[pair.old]["title"] or "")
    about = title.union(*(one.roots for one in own.by_entry.get(pair.old, ())))
    asked = {word: rarity.weights.get(word, 0.0) for word in about}
    best: tuple[float, int, Passage] | None = None
    for passage in other.by_entry.get(pair.new, ()):
        found = telling_sentence(passage.text, asked)
        held = sum(asked.get(word, 0.0) for word in roots(found.text)) if found else 0.0
        if best is None or (held, -passage.block) > best[:2]:
            best = held, -passage.block, passage
    if best is None:
        errata = other.book.by_id[pair.new]["errata"]
        quote = _shortened(errata["text"]) if errata else ""
        return Newer(pair.old, None, pair.new, None, relation, pair.reason, quote)
    quote = _quote(best[2], asked)
    return Newer(pair.old, None, pair.new, best[2].block, relation, pair.reason, quote)


def _alike(own: _Texts, above: Iterable[_Texts], shelf: Shelf) -> Mapping[str, Sequence[Near]]:
    """Return what in other works is like the entries of a book, the surest first, each entry of theirs once.

    A document that is older than a dated ruling has nothing to say of it.
    """
    found: dict[str, dict[str, Near]] = defaultdict(dict)
    works = [texts for texts in above if texts.book.document["work"] != own.book.document["work"]]
    for passage in own.passages if works else ():
        dated = last_day(own.book.by_id[passage.id]["blocks"][passage.block]["date"])
        later = [one for one in works if not dated or shelf.days[one.book.key] >= dated or not shelf.days[one.book.key]]
        for hit in filter(None, (texts.nearest.find(passage) for texts in later)):
            known = found[passage.id].get(hit.passage.id)
            if hit.surety >= SURE and (known is None or hit.surety > known.surety):
                found[passage.id][hit.passage.id] = hit
    return {id: sorted(hits.values(), key=lambda hit: -hit.surety) for id, hits in found.items()}


def _see_also(id: str, own: _Texts, hit: Near, rarity: Rarity) -> SeeAlso:
    about = frozenset[str]().union(*(one.words for one in own.by_entry[id]))
    quote = _quote(hit.passage, {word: rarity.weights.get(word, 0.0) for word in about})
    return SeeAlso(id, None, hit.passage.id, hit.passage.block, round(hit.surety, 2), quote)


def _quote(passage: Passage, about: Mapping[str, float]) -> str:
    """Return the sentence of a passage that tells most of what an older text is about."""
    found = telling_sentence(passage.text, about)
    return _shortened(found.text if found else passage.text)


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rsplit(" ", 1)[0] + "…"


def beginning(entry: Record, block: int | None) -> str:
    """Return the first sentence of an entry, or of a block of it."""
    texts = [one["text"] for one in entry["blocks"]]
    text = texts[block] if block is not None else next(filter(None, texts), "")
    split = sentences(text)
    return _shortened(split[0].text if split else text)

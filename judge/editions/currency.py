"""Which texts are still current: what is newer, what is superseded, and since when a text has held.

Reads: the documents of one game, and relations that a person stated. Writes: facts about
entries (`judge.editions.status`).

newer       what treats the subject of an entry, as titles say (`game_documents.pairs`), in a newer document
            (`GameDocuments.relation`), with the sentence that says so
superseded  what somebody states, never a guess:
    edition     an entry of an edition that a later one follows
    words       a text that says so of an entry that it names (`judge.references.relations`), or of a document
    ruling      a later dated ruling of one entry that says itself that it reverses an earlier one
    relation    a [[relation]] of a manifest
since       the edition in which an entry changed, was new or was renumbered, or since which it has been the same
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Literal, NamedTuple

from judge.core.dates import last_day
from judge.core.likeness import EVEN, Rarity
from judge.core.model import Document, Entry
from judge.core.numbering import block_of_part, entry_id
from judge.core.text_facts import Newer, NewerRelation, Since, SupersededBy, TextRelation
from judge.core.tokens import sentences
from judge.editions.alignment import values_by_key
from judge.editions.change_reports import was
from judge.editions.compared_texts import (
    ComparedPassage,
    passages,
    roots,
    telling_sentence,
    title_roots,
)
from judge.editions.edition_changes import FEWEST_PAIRED, Change
from judge.editions.game_documents import DocumentTexts, GameDocuments, Pair, pairs, same_entries
from judge.editions.status import Fact
from judge.references.document_names import DIGEST, is_later, is_limited
from judge.references.relations import (
    AMENDS,
    EXCEPTS,
    KINDS,
    OVERRIDES,
    REPLACES,
    WHOLE,
    Relation,
    StatedRelation,
    read_relations,
    shortened_quote,
)

Place = tuple[str, int | None]
"""The id of an entry, and the index of a block of it; None for the entry as a whole."""


def _newer_fact(old: Place, new: Place, relation: NewerRelation, reason: str, quote: str, document: Document) -> Fact:
    """Return that a text is newer than another, given its document."""
    return Fact(*old, "newer", new[0], Newer(*new, relation, reason, quote, document.key, document.date))


def newer_texts(shelf: GameDocuments) -> Iterator[Fact]:
    """Yield what is newer than the entries of the books of a game, in their order, best first.

    What words weigh is the same with a digest and without it.
    """
    said = {book.key: list(passages(book.entries, book.references)) for book in shelf.books}
    originals = [book.key for book in shelf.books if book.document.kind != DIGEST] or said
    rarity = Rarity(passage.words for key in originals for passage in said[key])
    texts = {key: values_by_key((one.id, one) for one in some) for key, some in said.items()}
    for book in shelf.books:
        newer = _newer(book, shelf, texts, rarity)
        for entry in book.entries:
            yield from newer.get(entry.id, ())


_Texts = Mapping[str, Sequence[ComparedPassage]]
"""The texts of a book by the ids of their entries."""


def _newer(
    book: DocumentTexts, shelf: GameDocuments, texts: Mapping[str, _Texts], rarity: Rarity
) -> Mapping[str, Sequence[Fact]]:
    """Return what is newer than the entries of a book; a heading without a text is not newer than a text."""
    found: dict[str, list[Fact]] = defaultdict(list)
    for other in shelf.above(book):
        relation = shelf.relation(other, book)
        if relation is None:
            continue
        is_edition = other.document.work == book.document.work
        same = same_entries(shelf.alignment(book, other)) if is_edition else pairs(book, other)
        first: dict[tuple[str, str], Pair] = {}
        for pair in same:
            first.setdefault((pair.old, pair.new), pair)
        for pair in first.values():
            is_heading = pair.new not in texts[other.key] and other.by_id[pair.new].errata is None
            if relation == "edition" or not is_heading:
                about = _about(book.by_id[pair.old], texts[book.key].get(pair.old, ()), rarity)
                found[pair.old].append(_whole(pair, other, texts[other.key].get(pair.new, ()), relation, about))
    return found


def _about(entry: Entry, said: Iterable[ComparedPassage], rarity: Rarity) -> Mapping[str, float]:
    """Return the roots of what an entry is about, each with what it weighs."""
    about = title_roots(entry.title or "").union(*(one.roots for one in said))
    return {word: rarity.weights.get(word, 0.0) for word in about}


def _whole(
    pair: Pair,
    other: DocumentTexts,
    said: Iterable[ComparedPassage],
    relation: NewerRelation,
    about: Mapping[str, float],
) -> Fact:
    """Return that a text is newer than an entry on its subject: the block that says most of what the entry says."""
    best: tuple[float, int, ComparedPassage] | None = None
    for passage in said:
        found = telling_sentence(passage.text, about)
        held = fsum(about.get(word, 0.0) for word in roots(found.text)) if found else 0.0
        if best is None or (held, -passage.block) > best[:2]:
            best = held, -passage.block, passage
    if best is None:
        errata = other.by_id[pair.new].errata
        quote = shortened_quote(errata.text) if errata else ""
        return _newer_fact((pair.old, None), (pair.new, None), relation, pair.reason, quote, other.document)
    place, quote = (pair.new, best[2].block), _quote(best[2], about)
    return _newer_fact((pair.old, None), place, relation, pair.reason, quote, other.document)


def _quote(passage: ComparedPassage, about: Mapping[str, float]) -> str:
    """Return the sentence of a passage that tells most of what an older text is about."""
    found = telling_sentence(passage.text, about)
    return shortened_quote(found.text if found else passage.text)


def beginning(entry: Entry, block: int | None) -> str:
    """Return the first sentence of an entry, or of a block of it."""
    texts = [one.text for one in entry.blocks]
    text = texts[block] if block is not None else next(filter(None, texts), "")
    split = sentences(text)
    return shortened_quote(split[0].text if split else text)


REVERSES = re.compile(
    r"\b(?:(?:is|was|as)\s(?:a|the)\s(?:complete\s|partial\s)?(?:reversal|change)\s(?:of|from)|"
    r"(?:reverses|overturns|overrules|overrides|supersedes|replaces|withdraws|contradicts)|"
    r"(?:contrary\sto|instead\sof|in\splace\sof))\s"
    r"(?:(?:the|an?|any|all|our|my|this|that|some|its)\s)?(?:(?:earlier|previous|prior|older|former|old|first|last)\s)"
    r"(?:card\s|official\s)?(?:rulings?|answers?|interpretations?|clarifications?|text)\b",
    re.IGNORECASE,
)
"""A ruling that says that it reverses an earlier one: "This is a reversal of an earlier ruling"."""
SAME_RULING = 0.3
"""Share of the words of the earlier of several rulings that the one which reverses it has."""


Reason = Literal["edition", "words", "ruling", "relation"]


def _superseded_fact(old: Place, by: tuple[str | None, int | None], reason: Reason, date: str | None) -> Fact:
    """Return that a text is not in force any more, and what is instead, as far as that is in the library."""
    return Fact(*old, "superseded_by", by[0], SupersededBy(*by, reason, date))


def superseded_texts(shelf: GameDocuments, relations: Iterable[Relation]) -> Iterator[Fact]:
    """Yield what is superseded among the texts of a game's books, and what they state of each other."""
    books = {book.key: book for book in shelf.books}
    owners = {id: book for book in shelf.books for id in book.by_id}
    for book in shelf.books:
        yield from _by_edition(book, shelf)
        yield from _replaced(book, books)
        for one in read_relations(book.entries, book.references):
            if one.target in owners and not book.is_draft:
                yield from _by_words(one, book, owners[one.target])
        for entry in book.entries:
            yield from _by_ruling(entry)
    for relation in relations:
        yield from _by_relation(relation, owners)


def _by_edition(book: DocumentTexts, shelf: GameDocuments) -> Iterator[Fact]:
    """Yield the entries of an edition that later ones follow, each with what became of it in the newest."""
    newest = book
    seen = {book.key}
    while (after := shelf.following(newest)) and after.key not in seen:
        seen.add(after.key)
        newest = after
    if newest is book:
        return
    became = {pair.old: pair.new for pair in same_entries(shelf.alignment(book, newest))}
    date = newest.document.date
    for entry in book.entries:
        yield _superseded_fact((entry.id, None), (became.get(entry.id), None), "edition", date)


def _replaced(book: DocumentTexts, books: Mapping[str, DocumentTexts]) -> Iterator[Fact]:
    """Yield the entries of the documents that a book says it replaces."""
    for key in book.replaces:
        for entry in books[key].entries if key in books and key != book.key else ():
            yield _superseded_fact((entry.id, None), (None, None), "words", book.document.date)


def _by_words(one: StatedRelation, book: DocumentTexts, other: DocumentTexts) -> Iterator[Fact]:
    """Yield what becomes of a rule of which a book states something; a policy of tournaments makes exceptions."""
    if one.kind in WHOLE and is_limited(book.document, other.document):
        one = one._replace(kind=EXCEPTS)
    block = book.by_id[one.said_in].blocks[one.block] if one.block is not None else None
    date = (block and block.date) or book.document.date
    target, source = (one.target, one.target_block), (one.source, one.source_block)
    yield Fact(*target, "relations", one.source, one.record(date))
    if one.kind in (*WHOLE, AMENDS) and one.source in book.by_id and is_later(book.document, other.document):
        yield _newer_fact(target, source, "replaces", f"it {one.kind} this", one.quote, book.document)
    if book is other:  # rules of one book hold side by side
        may_supersede = one.kind == REPLACES
    else:
        may_supersede = not is_later(other.document, book.document) and (
            one.kind != OVERRIDES or is_later(book.document, other.document)
        )
    if one.kind in WHOLE and may_supersede:
        yield _superseded_fact(target, source, "words", date)


def _by_ruling(entry: Entry) -> Iterator[Fact]:
    """Yield the dated rulings of an entry that a later dated one says it reverses."""
    dated = [(index, block) for index, block in enumerate(entry.blocks) if block.date]
    for index, block in dated:
        if not REVERSES.search(block.text):
            continue
        day = last_day(block.date)
        earlier = [(place, one) for place, one in dated if last_day(one.date) < day and place != index]
        shared = [(EVEN.share(roots(one.text), roots(block.text)), -place) for place, one in earlier]
        if shared and (len(shared) == 1 or max(shared)[0] >= SAME_RULING):
            yield _superseded_fact((entry.id, -max(shared)[1]), (entry.id, index), "ruling", block.date)


def _by_relation(relation: Relation, owners: Mapping[str, DocumentTexts]) -> Iterator[Fact]:
    """Yield what becomes of a text of which a person states something; it is newer only between two known dates."""
    entries = {id: owners[id].by_id[id] for one in (relation.old, relation.new) if (id := entry_id(one)) in owners}
    old, new = place_of(relation.old, entries), place_of(relation.new, entries)
    if old[0] not in entries or relation.kind == "none":
        return
    is_here = new[0] in entries
    if is_here and (kind := next((kind for kind in KINDS if kind == relation.kind), None)):
        yield Fact(*old, "relations", new[0], TextRelation(kind, *new, "", new[0], relation.date))
    if relation.kind in WHOLE:
        yield _superseded_fact(old, (new[0] if is_here else None, new[1]), "relation", relation.date)
    if is_here and is_later(owners[new[0]].document, owners[old[0]].document):
        said = f"it {relation.kind} this" + (f", says {relation.by}" if relation.by else "")
        quote = beginning(entries[new[0]], new[1])
        for place in dict.fromkeys((None, old[1])):
            yield _newer_fact((old[0], place), new, "replaces", said, quote, owners[new[0]].document)


def place_of(id: str, entries: Mapping[str, Entry]) -> Place:
    """Return the entry and the index of the block that an id means: `tide-faq:ferry#2` is its second ruling."""
    whole, _, number = id.partition("#")
    if not number.isdigit() or whole not in entries:
        return whole, None
    return whole, block_of_part(number, [block.kind for block in entries[whole].blocks])


class _Turn(NamedTuple):
    """What an entry became in an edition."""

    change: Change
    edition: DocumentTexts


def since_facts(shelf: GameDocuments) -> Iterator[Fact]:
    """Yield when the entries of editions changed last, and when they got their numbers if that was later."""
    before = {after.key: book for book in shelf.books if (after := shelf.following(book))}
    turns: dict[str, _Turn] = {}
    for key, older in before.items():
        newer = next(book for book in shelf.books if book.key == key)
        comparison = shelf.comparison(older, newer)
        if comparison.paired >= FEWEST_PAIRED:
            turns |= {change.new.id: _Turn(change, newer) for change in comparison.changes if change.new}
    for id in turns:
        yield from (Fact(id, None, "since", None, record) for record in _records(id, turns, shelf))


def _records(id: str, turns: Mapping[str, _Turn], shelf: GameDocuments) -> Iterator[Since]:
    """Yield the contract's JSON of each fact about one entry, the last change first."""
    renumbered = False
    while turn := turns.get(id):
        change, edition = turn
        if change.kind in ("changed", "added"):
            yield _record(change.kind, edition, was(change))
            return
        if change.moved and not renumbered:
            renumbered = True
            yield _record("renumbered", edition, was(change))
        assert change.old, "what is the same was there before"
        id = change.old.id
    first = next(book for book in shelf.books if id in book.by_id)
    if not renumbered:
        yield _record("same", first, [])


def _record(change: Literal["changed", "added", "renumbered", "same"], edition: DocumentTexts, was: list[str]) -> Since:
    return Since(change, edition.key, edition.document.date, tuple(was))

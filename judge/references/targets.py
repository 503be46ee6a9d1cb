"""Everything that can be pointed at: entries by number, by title, by subject, and by page."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct, field

from judge.core.languages import ENGLISH
from judge.core.languages.stemming import word_root
from judge.core.likeness import one_off
from judge.core.model import Entry
from judge.core.numbering import (
    NAMED_PART,
    Shapes,
    Tail,
    blocks_of_part,
    joined,
    levels,
    lookup_key,
    marked_part,
    named_part,
    names_paragraph,
    roman_value,
    tail_of,
)
from judge.core.tokens import key, keys, loose_key, loose_words, title_roots
from judge.references.authority import OfDay, of_day
from judge.references.document_names import DocumentNames
from judge.references.written_addresses import addresses_of, head_of

LONGEST_OPENING = 6
"""Words of a title that may be named by its beginning."""
Table = dict[str, dict[str, list[str]]]
"""Key of a name to document key to ids, in the order of the documents."""
Question = tuple[str, str]
"""What is asked of other documents: the name of a table (`titles`, `subjects`, `numbers`) and a key in it; which titles
are nearly one (`near`); the content of one, how they relate to each other; or what an entry has become (`became`)."""
SUBJECTS = ("section", "term", "topic", "card", "qa", "ruling", "step")
"""Kinds of entries that say something about the subject of their title."""


STANDING: Question = ("standing", "")
"""The question how the documents of a game relate to each other, and what they are called."""
NO_NAMES = DocumentNames(())


class Order(Struct, frozen=True):
    """How documents relate to each other, and a way to their texts."""

    ranks: Mapping[str, float] = field(default_factory=dict)
    """By authority; 1 wins."""
    names: Mapping[str, DocumentNames] = field(default_factory=dict)
    """What the documents of each game are called."""
    printed: Mapping[str, object] = field(default_factory=dict)
    """What the names of each document are learnt from."""
    content: Callable[[str], Iterable[Entry]] = lambda _: ()
    """Returns the entries of a document with their texts."""
    digest: Callable[[str], str] = lambda _: ""
    """Returns a digest of them."""
    summaries: Collection[str] = ()
    """Keys of the documents that only sum others up; nothing but such documents looks for anything in them."""
    dates: Mapping[str, str | None] = field(default_factory=dict)
    """Of each document."""
    known: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Keys of the editions of others that each document says it knows."""
    languages: Mapping[str, str | None] = field(default_factory=dict)
    """Of each document."""
    editions: Callable[[str], Sequence[str]] = lambda key: (key,)
    """Returns the editions of the work of a document that follow each other, the oldest first."""
    now: Callable[[str], str | None] = lambda id: id
    """Returns what an entry has become in the newest of them; None where it is gone."""


class Targets:
    """The entries of all documents, as references name them."""

    def __init__(
        self,
        entries: Iterable[Entry],
        games: Mapping[str, str | None],
        works: Mapping[str, str] | None = None,
        order: Order | None = None,
    ) -> None:
        """Collect the targets.

        Args:
            entries: of all documents.
            games: the game of each document key.
            works: the work of each document, which its editions share.
            order: how the documents relate to each other; without it, as they come.
        """
        self.games = games
        self.works = works or {}
        self.order = order or Order()
        self.entries: dict[str, Entry] = {}
        self.by_document: dict[str, list[str]] = defaultdict(list)
        """Ids of the entries of each document."""
        self.numbers: Table = {}
        """By `numbering.lookup_key`."""
        self.addresses: Table = {}
        """By the same, the addresses that follow from the place of an entry below others, and from its title."""
        self.shapes: dict[str, Shapes] = defaultdict(Shapes)
        """How each document writes its addresses."""
        self.below: dict[str, list[str]] = defaultdict(list)
        """Ids of the entries right below each."""
        self._levels: dict[str, list[tuple[str, ...]]] = {}
        self.titles: Table = {}
        """By what `titles.keys` makes of titles and aliases."""
        self.subjects: Table = {}
        """By `titles.loose_key`; cards are named exactly or not at all."""
        self.openings: Table = {}
        """By the words that a title begins with."""
        self.asked: dict[str, set[Question]] = defaultdict(set)
        """What each document looked for in the others."""
        self.pages: dict[tuple[str, int], list[str]] = defaultdict(list)
        self.counts: Counter[str] = Counter()
        """How many numbered entries each document has."""
        self.words = cache(lambda id: words_of(self.entries[id]))
        """Returns the words of an entry's title and text, as singulars."""
        self._content = cache(lambda other: {entry.id: entry for entry in self.order.content(other)})
        self._vocabulary = cache(
            lambda other: frozenset(word_root(word) for one in self._content(other).values() for word in words_of(one))
        )
        self._inflected = cache(self._inflected_of)
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        self.entries[entry.id] = entry
        self.by_document[entry.document].append(entry.id)
        if entry.parent:
            self.below[entry.parent].append(entry.id)
        if entry.number:
            _put(self.numbers, lookup_key(entry.number), entry)
            self.counts[entry.document] += 1
            self.shapes[entry.document].add_printed(entry.number)
        elif entry.title and (head := head_of(entry)):
            self.shapes[entry.document].add_printed(head["number"])
        self._levels[entry.id] = list(addresses_of(entry, self._levels.get(entry.parent or "", ())))
        for named in self._levels[entry.id]:
            _put(self.addresses, joined(named), entry)
            self.shapes[entry.document].add(named)
        for title in (entry.title, *entry.aliases):
            for one in keys(title) if title else ():
                _put(self.titles, one, entry)
        if entry.title and entry.kind != "card":
            _put(self.subjects, loose_key(entry.title), entry)
            words = loose_words(entry.title)[:LONGEST_OPENING]
            for count in range(1, len(words)):
                _put(self.openings, " ".join(sorted(set(words[:count]))), entry)
        for page in range(entry.pages[0], entry.pages[1] + 1) if entry.pages else ():
            self.pages[entry.document, page].append(entry.id)

    def levels_of(self, id: str) -> Sequence[tuple[str, ...]]:
        """Return the levels of each address of an entry."""
        return self._levels.get(id, ())

    def titled(self, title: str, document: str, named: Sequence[str] = ()) -> Sequence[str]:
        """Return the entries that a title names: those of the documents named, of its own, or of its game.

        In the document itself the title may be that of a subject, in other number or order, or the beginning of a
        longer one; elsewhere only the first. Elsewhere the document of the highest authority answers.
        """
        loose = loose_key(title)
        near = ((self.titles, keys(title)), (self.subjects, [loose]), (self.openings, [loose]))
        questions = [*(("titles", name) for name in keys(title)), ("subjects", loose)]
        for question in questions if named else ():
            for ids in self.ranked_elsewhere(question, document):
                if self.entries[ids[0]].document in named:
                    return ids
        for table, names in near:
            for name in names:
                if found := table.get(name, {}).get(document):
                    return found
        return next((ids for question in questions for ids in self.ranked_elsewhere(question, document)), [])

    def find_inflected(self, title: str, document: str) -> Sequence[str]:
        """Return the entries of a document whose titles are a title in the singular or the plural."""
        return self._inflected(document).get(title_roots(title, self.order.languages.get(document) or ENGLISH), ())

    def _inflected_of(self, document: str) -> dict[str, list[str]]:
        language = self.order.languages.get(document) or ENGLISH
        found: dict[str, list[str]] = {}
        for id in self.by_document[document]:
            entry = self.entries[id]
            for roots in dict.fromkeys(title_roots(one, language) for one in (entry.title, *entry.aliases) if one):
                found.setdefault(roots, []).append(id)
        return found

    def misspelt(self, title: str, document: str) -> Sequence[str]:
        """Return the entries of the one title that a title is except one letter, in its own document or its game."""
        question = ("near", key(title))
        self.asked[document].add(question)
        spelt = one_off(question[1], list(self.titles))
        near = [name for name in spelt if any(self.may_mean(one, document) for one in self.titles[name])]
        if len(near) != 1:
            return []
        here = self.titles[near[0]].get(document)
        return here or next(iter(self.ranked_elsewhere(question, document)), [])

    def numbered(self, number: str, document: str, asking: str | None = None) -> list[str]:
        """Return the entries of an address in a document; `1` is not `1.0` where both are printed.

        A printed number counts before an address that follows from an entry's place. Where a part of an entry is
        named that is not an entry itself, such as a bullet, it is that entry (`part` says which of its parts).

        Args:
            number: the address.
            document: key of the document that is looked in.
            asking: key of the document that asks; None for that document itself.
        """
        name = lookup_key(number)
        if asking and asking != document:
            self.asked[asking].update((("numbers", name), ("addresses", name)))
        found = self.numbers.get(name, {}).get(document) or self.addresses.get(name, {}).get(document, [])
        exact = [id for id in found if _printed(self.entries[id].number or "") == _printed(number)]
        whole = None if found else re.fullmatch(NAMED_PART, number)
        if whole and whole["whole"]:
            return [
                id
                for id in self.numbered(whole["whole"], document, asking)
                if self._has(id, number, asking or document)
            ]
        tail = None if found else tail_of(number)
        if tail and (ids := self.numbered(tail.whole, document, asking)):
            return [id for id in ids if self._part_of(id, tail, asking or document) is not None]
        return exact or found

    def holders(self, number: str, document: str) -> list[str]:
        """Return the entries of a document that print a number, with whatever word for rules: "Rule 2" and "2"."""
        return self.numbers.get(lookup_key(number), {}).get(document, [])

    def numbered_elsewhere(self, number: str, document: str, day: str | None = None) -> dict[str, list[str]]:
        """Return the entries of an address in the other works of a document's game, of the edition that is meant.

        Args:
            number: the address.
            document: key of the document that asks.
            day: of its text; without it, the newest edition that has the address is meant.
        """
        found: dict[str, list[str]] = {}
        whole, tail = re.fullmatch(NAMED_PART, number), tail_of(number)
        wholes = (number, whole["whole"] if whole else None, tail.whole if tail else None)
        names = dict.fromkeys(lookup_key(one) for one in wholes if one)
        for question in ((table, name) for name in names for table in ("numbers", "addresses")):
            for ids in self.ranked_elsewhere(question, document):
                other = self.entries[ids[0]].document
                work = self.works.get(other, other)
                if work not in found and self.numbered(number, other, document):
                    editions = (self.numbered(number, one, document) for one in self.of_day(other, document, day).every)
                    found[work] = next(filter(None, editions))
            if found:
                break
        return found

    def part(self, id: str, number: str, document: str) -> str | None:
        """Return the part of an entry that an address names: `b2` its second bullet, `s4` a step, `t1` a row.

        Args:
            id: of the entry.
            number: the address.
            document: key of the document that asks.

        Returns:
            None where the address names the entry itself, or a part that it does not have.
        """
        entry, tail = self._whole(id, document), tail_of(number)
        if tail and "," not in number:
            return self._part_of(id, tail, document) or None
        return named_part(number, [(block.kind, block.text) for block in entry.blocks]) if entry else None

    def _part_of(self, id: str, tail: Tail, document: str) -> str | None:
        """Return the part of an entry that has a mark; see `marked_part`."""
        entry = self._whole(id, document)
        return marked_part(tail, self._blocks_of(tail.whole, entry)) if entry else None

    def _blocks_of(self, address: str, entry: Entry) -> list[tuple[str, str]]:
        """Return kind and text of each block of an entry, the texts only of what an address names in it."""
        outer = None if levels(address) in self.levels_of(entry.id) else tail_of(address)
        if not outer:
            return [(block.kind, block.text) for block in entry.blocks]
        return blocks_of_part(outer, self._blocks_of(outer.whole, entry))

    def prints_letters(self, id: str, document: str) -> bool:
        """Tell whether the document of an entry begins texts with letters in brackets, for one that looks at it."""
        other = self.entries[id].document
        held = map(self.entries.__getitem__, self.by_document[other])
        entries = held if other == document else self.content(other, document).values()
        return any(block.text[:1] == "(" and block.text[2:4] == ") " for entry in entries for block in entry.blocks)

    def _has(self, id: str, number: str, document: str) -> bool:
        """Tell whether an entry has the part, or the paragraph, that an address names."""
        entry = self._whole(id, document)
        is_paragraph = entry and names_paragraph(number, [block.kind for block in entry.blocks])
        return bool(is_paragraph or self.part(id, number, document))

    def _whole(self, id: str, document: str) -> Entry | None:
        """Return an entry with its text, for a document that looks at it, its own or not."""
        other = self.entries[id].document
        return self.entries[id] if other == document else self.content(other, document).get(id)

    def within(self, id: str, number: str, document: str, *, is_named: bool = True) -> list[str]:
        """Return the entry that a part such as "step 4" or "item 2" means in an entry, itself or one right below it.

        An entry below that prints the word counts before one that prints the number alone, which counts only where it
        is a step or a letter, or the text names the whole.
        """
        named = levels(number)
        below = [(one, own) for one in self.below[id] for own in self.levels_of(one) if own]
        worded = any(own[0] == named[0] for _, own in below)
        found = [
            one
            for one, own in below
            if (own == named if worded else own[-1:] == named[-1:] and not _is_worded(own))
            and (worded or is_named or self.entries[one].kind == "step" or not own[-1].isdigit())
        ]
        return found[:1] or ([id] if self.part(id, number, document) else [])

    def is_counted(self, id: str, document: str) -> bool:
        """Tell whether an entry has parts that are counted."""
        return all(self.within(id, f"step {place}", document) not in ([], [id]) for place in (1, 2))

    def is_worded(self, number: str, document: str) -> bool:
        """Tell whether an address begins with a word or letters that a document prints before such numbers."""
        named = levels(number)
        return bool(named) and _is_worded(named) and self.is_printed(number, document)

    def is_printed(self, number: str, document: str) -> bool:
        """Tell whether a document prints addresses of this shape, so that it might have had this one.

        Others are written in this way, with as many levels of these kinds, begin alike, and go on so where the whole
        of this one is there.
        """
        named, part = levels(number), re.fullmatch(NAMED_PART, number)
        if part and part["whole"]:
            return bool(self.numbered(part["whole"], document)) or self.is_printed(part["whole"], document)
        has_above = document in self.addresses.get(joined(named[:-1]), {})
        shapes = self.shapes[document]
        return not shapes.is_far(number) and shapes.may_have(number, has_above=has_above)

    def neighbours(self, document: str) -> list[str]:
        """Return the other documents in which a document looks, those of the highest authority first."""
        self.asked[document].add(STANDING)
        others = (other for other in self.games if other != document and self.may_mean(other, document))
        return sorted(others, key=self.rank)

    def rank(self, document: str) -> float:
        """Return the place of a document by authority; 1 wins."""
        return self.order.ranks.get(document, 0)

    def editions(self, document: str) -> list[str]:
        """Return the other editions of the work of a document, those of the highest authority first."""
        work = self.works.get(document)
        others = (other for other in self.works if other != document and work and self.is_edition(document, other))
        return sorted(others, key=self.rank)

    def of_day(self, edition: str, document: str, day: str | None, named: Collection[str] = ()) -> OfDay:
        """Return which editions of a work a text of another document means.

        Args:
            edition: key of one of them.
            document: key of the document that asks.
            day: of its text.
            named: keys of the documents that are named there; where these are not all editions, they are meant.
        """
        editions = self.order.editions(edition)
        if len(editions) == 1 or document in editions:
            return OfDay((edition,))
        self.asked[document].add(STANDING)
        chosen = [one for one in editions if one in named]
        known = chosen if len(chosen) < len(editions) and chosen else self.order.known.get(document, ())
        return of_day([(one, self.order.dates.get(one)) for one in editions], day, known)

    def now(self, id: str, document: str) -> str:
        """Return what an entry of another work has become in the newest edition; itself where it is gone or in that."""
        other = self.entries[id].document
        if self.is_edition(document, other) or self.order.editions(other)[-1] == other:
            return id
        self.asked[document].add(("became", id))
        return self.order.now(id) or id

    def names(self, document: str) -> DocumentNames:
        """Return what the documents of a document's game are called."""
        self.asked[document].add(STANDING)
        return self.order.names.get(self.games.get(document) or f"document {document}", NO_NAMES)

    def content(self, other: str, document: str) -> dict[str, Entry]:
        """Return the entries of another document with their texts, for one that looks at them."""
        self.asked[document].add(("content", other))
        return self._content(other)

    def vocabulary(self, other: str, document: str) -> frozenset[str]:
        """Return the roots of all words of another document, for one that looks at them."""
        self.asked[document].add(("content", other))
        return self._vocabulary(other)

    def ranked_elsewhere(self, question: Question, document: str) -> list[list[str]]:
        """Return the entries of a name in the other documents of the game, those of the highest authority first."""
        found = list(self.elsewhere(question, document))
        if len(found) > 1:
            self.asked[document].add(STANDING)
        return sorted(found, key=lambda ids: self.rank(self.entries[ids[0]].document))

    def elsewhere(self, question: Question, document: str) -> Iterator[list[str]]:
        """Yield the entries of a name in the other documents of a document's game, document by document."""
        self.asked[document].add(question)
        names = one_off(question[1], list(self.titles)) if question[0] == "near" else [question[1]]
        for name in names:
            for other, ids in self._table(question[0]).get(name, {}).items():
                if other != document and self.may_mean(other, document):
                    yield ids

    def _table(self, name: str) -> Table:
        tables = {"numbers": self.numbers, "addresses": self.addresses, "subjects": self.subjects}
        return tables.get(name, self.titles)

    def answers(self, questions: Iterable[Question], document: str) -> Iterator[object]:
        """Yield what questions find in the other documents, with all that a resolution may look at."""
        for question in questions:
            table, name = question
            if question == STANDING:
                for other in (document, *self.neighbours(document)):
                    yield other, self.works.get(other), self.rank(other), self.order.printed.get(other)
                    yield self.counts[other] > 0, self.order.dates.get(other), self.order.editions(other)
            elif table == "became":
                yield name, self.order.now(name)
            elif table == "content":
                yield name, self.order.digest(name) if name in self.games else None
            else:
                for ids in list(self.elsewhere(question, document)):
                    yield question
                    for entry in map(self.entries.__getitem__, ids):
                        yield entry.id, entry.kind, entry.number, entry.title, entry.variant, entry.facts
                    yield self.is_edition(document, entry.document)

    def is_edition(self, one: str, other: str) -> bool:
        """Tell whether two documents are editions of one work; works of two games may have one name."""
        return one in self.works and self.works[one] == self.works.get(other) and self._in_game(one, other)

    def _in_game(self, one: str, other: str) -> bool:
        """Tell whether two documents are one, or of one game."""
        return one == other or (self.games.get(one) is not None and self.games.get(one) == self.games.get(other))

    def may_mean(self, other: str, document: str) -> bool:
        """Tell whether the references of a document may lead to another: one of its game, and no digest of others."""
        may = other not in self.order.summaries or document in self.order.summaries
        return other == document or (may and self._in_game(other, document))

    def cards(self, title: str, document: str) -> list[str]:
        """Return the cards of a title, in the document or else in the first other of its game that has it."""
        for name in keys(title):
            here = self.titles.get(name, {}).get(document, [])
            for ids in (here, *self.ranked_elsewhere(("titles", name), document)):
                if cards := [id for id in ids if self.entries[id].kind == "card"]:
                    return cards
        return []


def words_of(entry: Entry | None) -> frozenset[str]:
    """Return the words of an entry's title and text, as singulars."""
    texts = (entry.title or "", *(block.text for block in entry.blocks)) if entry else ()
    return frozenset(word for text in texts for word in loose_words(text))


def _is_worded(named: Sequence[str]) -> bool:
    """Tell whether an address begins with a word, such as that for an appendix."""
    return len(named[0]) > 1 and named[0].isalpha() and not roman_value(named[0])


def _printed(number: str) -> str:
    """Return a number as it is printed, except case and a last point."""
    return number.strip().rstrip(".").lower()


def _put(table: Table, name: str, entry: Entry) -> None:
    ids = table.setdefault(name, {}).setdefault(entry.document, [])
    if not ids or ids[-1] != entry.id:
        ids.append(entry.id)

"""Locators to entries: numbers, titles, ids and their parts, and what is nearest where nothing answers to one.

Reads: a locator, or a query of which a part is one. Writes: `Match`es, at their places in the newest editions.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from judge.core.errors import NoEntry
from judge.core.model import replace
from judge.core.numbering import Shapes, block_of_part, joined, levels, parents, part_in_words
from judge.core.tokens import key, words
from judge.editions.edition_maps import maps_of
from judge.library.compiled_library import Compiled
from judge.library.store import RULING, Row, Store, remembered
from judge.search.locators import TypedNumber, spelled, typed_numbers, whole_of, without
from judge.search.query_parsing import EVERYTHING, TITLES, Narrowing, answering, cut, parse_query, scopes
from judge.search.stages import Question, by_number, by_title, by_variation, similar_titles

IDENTIFIER = r"(?P<document>[^\s:]+):(?P<local>[^#]+?)(?:#(?P<part>[bst]?\d+))?"
NEAREST = 5
"""How many near misses a wrong locator is told."""
NEAR_ENOUGH = 0.6
"""How alike a title must be to be named as a near miss."""


class Match(NamedTuple):
    """An entry that a locator names."""

    row: Row
    part: str = ""
    """The part of it that is meant: `3`, its third ruling, or `b2`, its second bullet; empty for the whole."""
    former: Row | None = None
    """The entry of an older edition that the locator names, where that led here."""

    @property
    def id(self) -> str:
        """The address of what is meant."""
        return f"{self.row.id}#{self.part}" if self.part else self.row.id


def question_of(compiled: Compiled, typed: str, narrowing: Narrowing) -> Question:
    """Return what was typed as a question, operators and names of games and documents taken off."""
    return Question(compiled, scopes(compiled.store), parse_query(typed, compiled.store, narrowing), 0)


def find(compiled: Compiled, locator: str, narrowing: Narrowing = EVERYTHING) -> list[Match]:
    """Return the entries that a locator names; the documents of a game are in the order of their authority.

    Args:
        compiled: the library.
        locator: an id (`shadowfist-omnifaq:evil-twin#3`), a number or a title, with a game's or document's name
            before or after it if wanted.
        narrowing: the editions that are looked in.

    Raises:
        CollectionError: there is no such edition.
        NoEntry: nothing answers to it; the error holds the nearest names.
    """
    locator = cut(locator).strip()
    if parts := re.fullmatch(IDENTIFIER, locator):
        document, local = parts["document"], parts["local"]
        key_of_it = (compiled.store.alias(document) or document).lower()
        found = [Match(row)] if (row := _identified(compiled.store, document, local)) else []
        if not found and any(record.key == key_of_it for record in compiled.store.documents()):
            found = find(compiled, local, Narrowing(document=key_of_it))
        if found and parts["part"]:
            return [_with_part(compiled.store, found[0].row, parts["part"])]
        if found:
            return found
        locator = f"{document} {local}"
    every = narrowing._replace(all_editions=True)
    for open_to in dict.fromkeys((narrowing, every, every._replace(digests=True))):
        asked = question_of(compiled, locator, open_to)
        located = asked.located()
        if rows := _named(asked, located, open_to):
            return _matches(located, rows, narrowing)
    digested = all(document.summarises for document in compiled.store.documents())
    text = spelled(asked.query.text)
    numbers = list(typed_numbers(text))
    query = located.query
    absent = query.partly or (query.absent and _prints(compiled.store, query.documents, numbers))
    understood = ", ".join(text[one.start : one.end].strip() for one in numbers)
    raise NoEntry(locator, tuple(nearest(located)), digested, understood, absent)


def places_of_older(compiled: Compiled, typed: str, narrowing: Narrowing) -> list[Match]:
    """Return what a number of an older edition names, at its place in the newest one."""
    for open_to in dict.fromkeys((narrowing, narrowing._replace(all_editions=True))):
        asked = question_of(compiled, typed, open_to).located()
        if found := list(by_number(asked)) or list(by_title(asked)):
            return _matches(asked, compiled.store.rows([one.position for one in found]), narrowing)
    return []


def _named(asked: Question, located: Question, narrowing: Narrowing) -> list[Row]:
    """Return the entries that a locator names by number, else by title, first as a whole."""
    rows_at, query = asked.compiled.store.rows, asked.query
    if len(located.query.located) == 1 and not located.query.partly:
        rows = rows_at([one.position for one in by_number(located)])
        if rows := _confirmed(asked.compiled, rows, located.query.text):
            return rows
    whole = replace(query, text=query.whole, documents=tuple(answering(query.open, asked.about, narrowing)))
    for text in dict.fromkeys((whole, query)):
        question = Question(asked.compiled, asked.about, replace(text, phrases=(), excluded=(), titled=()), 0)
        for step in (by_title, by_variation):
            if rows := rows_at([one.position for one in step(question)]):
                return rows
    return []


def _confirmed(compiled: Compiled, rows: list[Row], label: str) -> list[Row]:
    """Return those of the entries of a number whose title, or nearly so, the words beside the number are."""
    if not label:
        return rows
    exact = compiled.store.named(key(label), TITLES)
    if confirmed := [row for row in rows if row.position in exact or set(words(label)) <= set(words(row.name))]:
        return confirmed
    alike = similar_titles(compiled.store, label, NEAR_ENOUGH)
    return [row for row in rows if row.position in alike]


def _prints(store: Store, documents: Sequence[str], numbers: Sequence[TypedNumber]) -> bool:
    """Say whether one of some documents prints numbers such as each of these, so that it might have had them."""
    printed = _shapes(store)

    def may_be(number: str) -> bool:
        whole, above = whole_of(number), store.rows(store.numbered(joined(levels(number)[:-1])))
        return any(
            one in printed and printed[one].may_have(number, has_above=any(row.document == one for row in above))
            for one in documents
        ) or any(row.document in documents for row in store.rows(store.numbered(whole)) if whole)

    return all(any(map(may_be, one.numbers)) for one in numbers)


@remembered
def _shapes(store: Store) -> dict[str, Shapes]:
    """Return how each document writes its numbers."""
    names = {name.position: name for name in store.names_of_kind("number")}
    found: dict[str, Shapes] = defaultdict(Shapes)
    for row in store.rows(list(names)):
        found[row.document].add(levels(names[row.position].key))
        if row.number:
            found[row.document].add_printed(row.number)
    return dict(found)


def _matches(asked: Question, rows: Sequence[Row], narrowing: Narrowing) -> list[Match]:
    """Return what a locator names: at its place in the newest edition, unless editions are chosen."""
    chosen = narrowing.edition or narrowing.all_editions or narrowing.document
    parts = dict(asked.query.parts)
    found = [Match(row) for row in rows] if chosen and not asked.query.older else _led(asked.compiled, rows)
    return [match if match.former else match._replace(part=parts.get(match.row.position, "")) for match in found]


def _led(compiled: Compiled, rows: Sequence[Row]) -> Iterator[Match]:
    """Yield the entries of older editions at their places in the newest; one that is gone stays where it was."""
    seen: set[str] = set()
    for row in rows:
        now = compiled.store.row(maps_of(compiled.store).now(row.id) or row.id) or row
        if now.id not in seen:
            seen.add(now.id)
            yield Match(now, "", row if now.id != row.id else None)


def _identified(store: Store, document: str, local: str) -> Row | None:
    """Return the entry of an id, former ids included."""
    now = store.alias(document) or document
    renamed = store.alias(f"{now}:{local}") or store.alias(f"{document}:{local}")
    local = renamed.rpartition(":")[2] if renamed else local
    return store.row(f"{now}:{local}") or store.row(f"{now.lower()}:{local.lower()}")


def _with_part(store: Store, row: Row, part: str) -> Match:
    """Return the part of an entry that an id names.

    Raises:
        NoEntry: the entry does not have it.
    """
    kinds = [block.kind for block in store.entry(row.id).blocks]
    if block_of_part(part, kinds) is None and not (row.kind == RULING and part == "1"):
        locator, told = f"{row.id}#{part}", f"{row.id} has no {part_in_words(part)}"
        raise NoEntry(locator, ((row.id, row.name),), understood=locator, absent=True, told=told)
    return Match(row, part)


def near(compiled: Compiled, typed: str) -> list[tuple[str, str]]:
    """Return the ids and names of the entries nearest to a query that nothing answers."""
    return list(nearest(question_of(compiled, typed, EVERYTHING).located()))


def nearest(located: Question) -> Iterator[tuple[str, str]]:
    """Yield the entries nearest to a locator that names nothing, as pairs of id and name.

    What has its number, in whatever document, what has nearly its words as a title, and the numbers above it.
    """
    store, query = located.compiled.store, located.query
    text = spelled(query.text)
    left = [one.inner or one for one in typed_numbers(text)]
    numbers = [number for one in left for number in (*one.numbers, *filter(None, map(whole_of, one.numbers)))]
    label = without(text, left)
    positions = [
        *(position for group in query.located for position in group),
        *(position for number in numbers for position in store.numbered(number)),
        *(one for one in similar_titles(store, label, NEAR_ENOUGH) if located.in_scope([one], 0.0)),
    ]
    if not positions:
        positions = [hit.position for number in numbers for hit in located.in_scope(_around(store, number), 0.0)]
    rows = (row for row in store.rows(list(dict.fromkeys(positions))) if row.document in query.open)
    for row in islice(rows, NEAREST):
        yield row.id, row.name


def _around(store: Store, number: str) -> list[int]:
    """Return the positions of the entries of the nearest number above one, each with the last two right below it."""
    for above in parents(number):
        found: list[int] = []
        for position in store.numbered(above):
            row = store.rows([position])[0]
            below = [child.position for child in store.children(row.id) if child.number]
            found += [position, *below[-2:]]
        if found:
            return found
    return []

"""A card that several documents of a game have: one card, with the text of each of them.

Reads: the entries of cards of one title, or of a face of it or another name that no second card has. Writes: which of
them are one card, in the order in which their texts are shown (judge/search/interactions/card_order.py); the first
stands for the card, and every screen lists it once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from judge.core.languages import ENGLISH
from judge.core.model import Document, Entry
from judge.core.tokens import key, letters_of_title
from judge.editions.status import marked_entry, said_of
from judge.library.compiled_library import Compiled
from judge.library.store import Row, Store
from judge.search.interactions.card_order import card_order
from judge.search.query_parsing import Scopes, scopes

CARD = "card"


def same_card(store: Store, about: Scopes, row: Row) -> tuple[Row, ...]:
    """Return the entries of the card that an entry is of, the text in force first; of another kind, it alone.

    Those of digests are among them only where what they sum up has none.
    """
    if row.kind != CARD or not row.title:
        return (row,)
    rows = list(_namesakes(store, about, full_title(store, about, row)))
    if len({one.document for one in rows}) < 2:
        return (row,)
    rows = [one for one in rows if one.document not in about.aside]
    order = list(about.documents)
    rows = sorted(
        (one for one in rows if one.document not in about.folded),
        key=lambda one: (order.index(one.document), one.position),
    )
    return next((group for group in joined(rows, store, about) if row in group), (row,))


def full_title(store: Store, about: Scopes, row: Row) -> str:
    """Return the title of a card, the whole one where its document has a face of it or another name."""
    title, game = row.title or "", about.documents[row.document].game
    named = (one for one in store.rows(store.named(key(title), ("alias",))) if one.kind == CARD and one.title)
    whole = {key(one.title or ""): one.title or "" for one in named if about.documents[one.document].game == game}
    return next(iter(whole.values())) if len(whole) == 1 else title


def _namesakes(store: Store, about: Scopes, title: str) -> Iterator[Row]:
    """Yield the entries of cards that have a title, or a name of these cards for theirs."""
    rows = [one for one in store.rows(store.named(key(title), ("title",))) if one.kind == CARD]
    yield from rows
    names = {key(alias) for row in rows for alias in store.entry(row.id).aliases} - {key(title)}
    others = (row for name in sorted(names) for row in store.rows(store.named(name, ("title",))))
    yield from (row for row in others if row.kind == CARD and key(full_title(store, about, row)) == key(title))


def card_texts(compiled: Compiled, id: str) -> list[tuple[Entry, Document]]:
    """Return the entries of the card of an entry in their order, each with its document."""
    store, about = compiled.store, scopes(compiled.store)
    row = store.row(id)
    rows = same_card(store, about, row) if row else ()
    return [(marked_entry(store, one.id), about.documents[one.document]) for one in rows]


def all_joined(compiled: Compiled) -> dict[str, Sequence[str]]:
    """Return the ids of each card that several documents have, in their order, under each of them."""
    store, about = compiled.store, scopes(compiled.store)
    titled: dict[str, list[Row]] = defaultdict(list)
    for row in store.rows(sorted(store.positions(tuple(about.documents), (CARD,)))):
        titled[key(full_title(store, about, row))].append(row)
    several = (row for rows in titled.values() if len({row.document for row in rows}) > 1 for row in rows)
    groups = {row.id: [one.id for one in same_card(store, about, row)] for row in several}
    return {id: group for id, group in groups.items() if len(group) > 1}


def joined(cards: Sequence[Row], store: Store, about: Scopes) -> list[tuple[Row, ...]]:
    """Put the entries of one card together: of one game and variant, the same in all letters, one for each document.

    Letters are those of the alphabets of the documents' languages: Peña is not Pena. A document that names no game may
    be of the only one that the others name.
    """
    games = {row.id: about.documents[row.document].game for row in cards}
    known = {game for game in games.values() if game}
    only = known.pop() if len(known) == 1 else None
    spoken = {about.documents[row.document].language or ENGLISH for row in cards}
    found: list[tuple[tuple[object, ...], list[Row]]] = []
    for row in cards:
        letters = letters_of_title(full_title(store, about, row), spoken)
        name = (games[row.id] or only, store.entry(row.id).variant, letters)
        beside = (own for key, own in found if key == name and row.document not in {one.document for one in own})
        own = next(beside, None)
        if own is None:
            found.append((name, [row]))
        else:
            own.append(row)
    return [_in_force_first(own, store, about) for _, own in found]


def _in_force_first(own: Sequence[Row], store: Store, about: Scopes) -> tuple[Row, ...]:
    """Put errata of a card that still hold before its text, its text before rulings; older editions come last.

    A list of cards that is newer than the errata does not say that they are withdrawn.
    """

    def place(row: Row) -> tuple[bool, bool, bool]:
        entry = store.entry(row.id)
        is_old = bool(about.documents[row.document].superseded_by or said_of(store, row.id).superseded)
        return is_old, not entry.errata, not card_order([entry]).texts

    return tuple(sorted(own, key=place))

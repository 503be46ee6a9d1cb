"""A card that several documents of a game have: one card, with the text of each of them.

Reads: the entries of cards of one title. Writes: which of them are one card, of which the newest stands for it, and
the order in which their texts are shown (judge/search/interactions/card_order.py); every screen lists it once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from judge.core.languages import ENGLISH
from judge.core.model import Document, Entry
from judge.core.tokens import key, letters_of_title
from judge.editions.status import marked_entry, said_of
from judge.library.compiled_library import Compiled
from judge.library.store import Row, Store
from judge.search.query_parsing import Scopes, scopes

CARD = "card"


class JoinedCard(NamedTuple):
    """The ids of the entries of one card."""

    ids: Sequence[str]
    """Those of newer documents first; the first stands for the card."""
    shown: Sequence[str]
    """In the order of `in_force_first`."""


def same_card(store: Store, about: Scopes, row: Row) -> tuple[Row, ...]:
    """Return the entries of the card that an entry is of, the text in force first; of another kind, it alone.

    Those of digests are among them only where what they sum up has none.
    """
    if row.kind != CARD or not row.title:
        return (row,)
    return in_force_first(_group_of(store, about, row), store, about)


def _group_of(store: Store, about: Scopes, row: Row) -> tuple[Row, ...]:
    """Return the entries of the card that an entry is of, those of newer documents first."""
    rows = [one for one in store.rows(store.named(key(row.title), ("title",))) if one.kind == CARD]
    if len({one.document for one in rows}) < 2:
        return (row,)
    rows = [one for one in rows if one.document not in about.aside]
    order = list(about.documents)
    rows = sorted(
        (one for one in rows if one.document not in about.folded),
        key=lambda one: (order.index(one.document), one.position),
    )
    return next((group for group in joined(rows, store, about) if row in group), (row,))


def card_texts(compiled: Compiled, id: str) -> list[tuple[Entry, Document]]:
    """Return the entries of the card of an entry in their order, each with its document."""
    store, about = compiled.store, scopes(compiled.store)
    row = store.row(id)
    rows = same_card(store, about, row) if row else ()
    return [(marked_entry(store, one.id), about.documents[one.document]) for one in rows]


def all_joined(compiled: Compiled) -> dict[str, JoinedCard]:
    """Return each card that several documents have, under the id of each of its entries."""
    store, about = compiled.store, scopes(compiled.store)
    titled: dict[str, list[Row]] = defaultdict(list)
    for row in store.rows(sorted(store.positions(tuple(about.documents), (CARD,)))):
        titled[key(row.title or "")].append(row)
    several = (row for rows in titled.values() if len({row.document for row in rows}) > 1 for row in rows)
    groups = {row.id: _group_of(store, about, row) for row in several}
    return {
        id: JoinedCard(*([row.id for row in rows] for rows in (group, in_force_first(group, store, about))))
        for id, group in groups.items()
        if len(group) > 1
    }


def joined(cards: Sequence[Row], store: Store, about: Scopes) -> list[tuple[Row, ...]]:
    """Put the entries of one card together: of one game and variant, the same in all letters, one for each document.

    Letters are those of the alphabets of the documents' languages: Peña is not Pena. A document that names no game may
    be of the only one that the others name. Cards of older editions are left out where a newer one has them as well.
    """
    cards = _newest(cards, store)
    games = {row.id: about.documents[row.document].game for row in cards}
    known = {game for game in games.values() if game}
    only = known.pop() if len(known) == 1 else None
    spoken = {about.documents[row.document].language or ENGLISH for row in cards}
    found: list[tuple[tuple[object, ...], list[Row]]] = []
    for row in cards:
        letters = letters_of_title(row.title or "", spoken)
        name = (games[row.id] or only, store.entry(row.id).variant, letters)
        beside = (own for key, own in found if key == name and row.document not in {one.document for one in own})
        own = next(beside, None)
        if own is None:
            found.append((name, [row]))
        else:
            own.append(row)
    return [tuple(own) for _, own in found]


def in_force_first(own: Sequence[Row], store: Store, about: Scopes) -> tuple[Row, ...]:
    """Put what prints errata of a card and still holds before what its other documents print.

    A list of cards that is newer than the errata does not say that they are withdrawn.
    """

    def is_replaced(row: Row) -> bool:
        is_old = about.documents[row.document].superseded_by or said_of(store, row.id).superseded
        return bool(is_old or not store.entry(row.id).errata)

    return tuple(sorted(own, key=is_replaced))


def _newest(cards: Sequence[Row], store: Store) -> list[Row]:
    """Leave out the cards of older editions that a newer one has as well."""
    named = {row.id for row in cards}
    gone = {row.id for row in cards for fact in store.facts(row.id) if fact.is_edition and fact.other in named}
    return [row for row in cards if row.id not in gone]

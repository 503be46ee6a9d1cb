"""What is offered while a person types: numbers and titles that begin so or nearly do, and cards that texts only name.

Made for every press of a key: nothing but the names is looked at, and those of one first letter are remembered.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.store import Name, Store, remembered
from judge.core.tokens import key
from judge.search.interactions.joined_cards import same_card
from judge.search.query_parsing import scopes
from judge.search.weights import FEWEST_LETTERS

MENTIONED = "mentioned"
TITLES = ("title", "alias", MENTIONED)
MOST_NAMES = 20_000
"""Names of one first letter that are compared for mistakes; more would take too long."""


class Suggestion(NamedTuple):
    """An entry that is offered."""

    id: str
    text: str
    """Its number or title, as it is printed; the name of a card that has no entry and is named in this one."""
    why: str
    """number, title, alias, mentioned or fuzzy."""


def suggest(compiled: Compiled, typed: str, limit: int, folded: Collection[str] = ()) -> list[Suggestion]:
    """Return entries whose numbers or titles begin with what is typed, the nearest first.

    Args:
        compiled: the library.
        typed: the beginning of a number or a title.
        limit: how many at the most.
        folded: keys of the documents whose entries are not offered.
    """
    offered: dict[int | str, tuple[int, Name, str]] = {}
    barred = compiled.positions(tuple(sorted(folded)), ()) if folded else set()
    for name, why in _names(compiled.store, typed, limit):
        if name.position in barred:
            continue
        identity = name.key if name.kind == MENTIONED else name.position
        if identity not in offered and not _joined(compiled.store, offered, name):
            offered[identity] = (name.position, name, why)
        if len(offered) >= limit:
            break
    ids = {row.position: row.id for row in compiled.store.rows([position for position, _, _ in offered.values()])}
    return [Suggestion(ids[position], name.text, why) for position, name, why in offered.values()]


def _joined(store: Store, offered: dict[int | str, tuple[int, Name, str]], name: Name) -> bool:
    """Tell whether a name is of a card that is offered already; what is offered of it is then the newest entry."""
    for identity, (position, other, why) in offered.items():
        if other.key == name.key and MENTIONED not in (other.kind, name.kind):
            (row,) = store.rows([name.position])
            card = [one.position for one in same_card(store, scopes(store), row)]
            if position in card:
                offered[identity] = (card[0], other, why)
                return True
    return False


def _names(store: Store, typed: str, limit: int) -> Iterator[tuple[Name, str]]:
    """Yield names that begin with what is typed, then those that nearly do."""
    number, wanted = typed.strip().lower(), key(typed)
    if number[:1].isdigit():
        yield from ((name, name.kind) for name in _shortest(store.names_from(number, 4 * limit, ("number", *TITLES))))
    if not wanted:
        return
    yield from ((name, name.kind) for name in _shortest(store.names_from(wanted, 4 * limit, TITLES)))
    if len(wanted) >= FEWEST_LETTERS:
        from judge.search.spelling import beginning_alike

        yield from ((name, "fuzzy") for name in beginning_alike(wanted, _of_letter(store, wanted[0]), limit))


def _shortest(names: Iterable[Name]) -> list[Name]:
    """Order names by length: what is typed is the most of the shortest."""
    return sorted(names, key=lambda name: (len(name.key), name.key, name.position))


@remembered
def _of_letter(store: Store, letter: str) -> tuple[Name, ...]:
    """Return the titles and other names that begin with a letter; remembered, for the next key is pressed soon."""
    return tuple(store.names_from(letter, MOST_NAMES, TITLES))

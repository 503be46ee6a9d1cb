"""What bears on several cards or terms at once: parts in a fixed order, each line with the reason why it is there.

Reads: subjects (judge/search/interactions/subjects.py), the texts that name them, the references out of them. The
order of the parts is that of `PARTS`; inside a part the newest comes first. docs/design/interactions.md tells it with
examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, groupby, islice, permutations
from math import isqrt
from typing import Final, Literal, NamedTuple

from judge.core.dates import last_day
from judge.core.errors import CollectionError
from judge.core.numbering import entry_id
from judge.core.tokens import key, words
from judge.library.compiled_library import Compiled
from judge.library.store import RULES, Row, Store, Terms, remembered
from judge.search.interactions.card_order import POINTER
from judge.search.interactions.subjects import (
    ALL,
    NOT_READ,
    Bearing,
    InteractionPart,
    Interactions,
    PartKey,
    Subject,
    find_subject,
    line_of,
    named_blocks,
    names_in,
    terms_of,
)
from judge.search.query_parsing import LONGEST, MENTIONED, Scopes

MOST_NAMES = 8
"""Names that are asked for together at the most."""
WAY: Final = "way"
"""Key of the part that is only asked for where no other has anything."""
MOST_ON_WAY = 3
"""Rules that connect two subjects where no text says more, at the most."""
LISTS = (" list", "contents", "index")
"""Ends of the titles of rules that only list others."""


class Table:
    """The subjects, and what several parts ask of the library."""

    def __init__(self, compiled: Compiled, about: Scopes, subjects: Sequence[Subject]) -> None:
        """Take the library, what is known of its documents, and the subjects."""
        self.compiled, self.store, self.about, self.subjects = compiled, compiled.store, about, tuple(subjects)
        self._outward: dict[str, dict[str, Row]] = {}

    def outward(self, subject: Subject) -> dict[str, Row]:
        """Return the rules that a subject refers to, or the texts that name it if it has no entry, by title."""
        if subject.name not in self._outward:
            self._outward[subject.name] = {
                key(row.title or ""): row
                for id in self._targets(subject)
                if (row := self.store.row(id)) and _is_rule(row)
            }
        return self._outward[subject.name]

    def is_rare(self, row: Row, limit: Literal["special", "shared"]) -> bool:
        """Say whether no more cards refer to a rule than a limit; where one of the subjects is not a card, any do."""
        limits = card_limits(self.store)[self.about.documents[row.document].game or ""]
        most: int = getattr(limits, limit)
        return not self._cards_alone or self.store.cards_referring().get(row.id, 0) <= most

    @cached_property
    def _cards_alone(self) -> bool:
        return all(subject.is_card for subject in self.subjects)

    def _targets(self, subject: Subject) -> Iterator[str]:
        blocks: set[tuple[str, int | None]] = {(row.id, None) for row in subject.rows}
        if not blocks:
            blocks = {(row.id, block) for row, block in named_blocks(self.compiled, subject)}
        for id, block in sorted(blocks, key=str):
            for record in self.store.references(id):
                if record.target and record.kind != "counterpart" and block in (None, record.block):
                    yield entry_id(record.target)


class CardLimits(NamedTuple):
    """Up to how many cards of a game may refer to a rule."""

    special: int
    """For it to be special to each."""
    shared: int
    """For it to tell something of two that share it."""


@remembered
def card_limits(store: Store) -> dict[str, CardLimits]:
    """Return the limits of each game, by its name."""
    games = {document.key: document.game or "" for document in store.documents()}
    rows = store.rows(sorted(store.positions(tuple(games), ())))
    counts = store.cards_referring()
    found = {}
    for game in games.values():
        own = [row for row in rows if games[row.document] == game]
        cards = sum(row.kind == "card" for row in own)
        shared = _most_shared((counts[row.id] for row in own if _is_rule(row) and row.id in counts), cards)
        found[game] = CardLimits(_most_special(cards), shared)
    return found


def _most_special(cards: int) -> int:
    """Return how many cards of a game may share what is still special to them.

    >>> _most_special(1600)
    40
    """
    return isqrt(cards)


def _most_shared(counts: Iterable[int], cards: int) -> int:
    """Return how many cards may refer to a rule that still tells something of two that share it.

    That many that two cards taken at random share any of these rules in one case in `cards` at the most: of all rules
    together, where `_most_special` is about one. What two cards alone refer to always counts.

    Args:
        counts: how many cards refer to each rule of the game.
        cards: how many cards the game has.

    >>> _most_shared([3, 3, 5, 20], 100), _most_shared([3, 3, 5, 20], 40)
    (5, 3)
    """
    best, total = 2, 0
    for count, same in groupby(sorted(counts)):
        total += count * count * len(list(same))
        if total > cards:
            break
        best = max(best, count)
    return best


def _is_rule(row: Row) -> bool:
    return row.kind in RULES and bool(row.title)


def naming_all(table: Table) -> Iterator[Bearing]:
    """Rulings, errata, examples and rules that name all subjects."""
    yield from _naming(table, table.subjects)


def naming_two(table: Table) -> Iterator[Bearing]:
    """The same for two of three or more."""
    for pair in combinations(table.subjects, 2) if len(table.subjects) > 2 else ():
        yield from _naming(table, pair)


def _naming(table: Table, subjects: Sequence[Subject]) -> Iterator[Bearing]:
    """Yield the blocks that name all of some subjects: those of one that names the others first."""
    positions = sorted(frozenset.intersection(*(subject.holders for subject in subjects)))
    rows = {row.position: row for row in table.store.rows(positions) if row.kind not in NOT_READ}
    for terms in terms_of(table.compiled, sorted(rows)):
        row = rows[terms.position]
        for block in sorted(frozenset.intersection(*(subject.blocks_in(row, terms) for subject in subjects))):
            yield _naming_reason(row, block, subjects)


def _naming_reason(row: Row, block: int, subjects: Sequence[Subject]) -> Bearing:
    owners = [subject.name for subject in subjects if row.position in subject.own]
    others = " and ".join(subject.name for subject in subjects if subject.name not in owners)
    if owners and others:
        return Bearing(row, block, f"{{kind}} on {owners[0]} names {others}")
    return Bearing(row, block, f"{{kind}} names {others or ' and '.join(owners)}", closeness=1)


def naming_topics(table: Table) -> Iterator[Bearing]:
    """Rulings of one card that name a topic or keyword of another."""
    for one, other in permutations(table.subjects, 2):
        themes = dict(_topics(table, other))
        for row in one.rows if themes else ():
            if row.kind != "card":
                continue
            for terms in table.store.terms([row.position]):
                yield from _theme_blocks(row, terms, themes, one.name)


def _theme_blocks(row: Row, terms: Terms, themes: dict[str, str], owner: str) -> Iterator[Bearing]:
    for block, text in enumerate(terms.blocks.split("\n")):
        named = [reason for phrase, reason in themes.items() if _has(text, phrase)]
        if named and not text.startswith(POINTER):
            yield Bearing(row, block, f"{{kind}} on {owner} names {named[0]}", -len(named))


def _topics(table: Table, subject: Subject) -> Iterator[tuple[str, str]]:
    """Yield the telling topics and keywords of a subject: their terms, and how a reason calls them."""
    for row in table.outward(subject).values():
        if table.is_rare(row, "special"):
            yield " ".join(words(row.title or "")), f"{row.title}, which {subject.name} refers to"


def shared_rules(table: Table) -> Iterator[Bearing]:
    """Sections and topics that all refer to, or that one refers to and that name the others."""
    for first in table.subjects:
        others = [subject for subject in table.subjects if subject is not first]
        for title, row in table.outward(first).items():
            if table.is_rare(row, "shared") and all(title in table.outward(other) for other in others):
                yield Bearing(row, None, f"{' and '.join(one.name for one in table.subjects)} refer to it")
            else:
                yield from _topic_naming(table, row, first, others)


def _topic_naming(table: Table, row: Row, first: Subject, others: Sequence[Subject]) -> Iterator[Bearing]:
    if any(row.position in one.own for one in (first, *others)):
        return
    names = " and ".join(one.name for one in others)
    for terms in table.store.terms([row.position]):
        for block in sorted(frozenset.intersection(*(one.blocks_in(row, terms) for one in others))):
            yield Bearing(row, block, f"{first.name} refers to it, and it names {names}", closeness=1)


def _has(terms: str, phrase: str) -> bool:
    """Say whether words are in a text, next to each other."""
    return f" {phrase} " in f" {terms} "


def connecting_rules(table: Table) -> Iterator[Bearing]:
    """Rules from which references lead to the first subject and to another one, or to which they lead from both."""
    first = table.subjects[0]
    for other in table.subjects[1:]:
        # The entries that references connect with the own ones of each, in text order.
        own = [[row.id for row in subject.rows] for subject in (first, other)]
        near = [[there for _, there in table.store.neighbours(ids) if there not in ids] for ids in own]
        rows = (table.store.row(id) for id in dict.fromkeys(near[0]) if id in near[1])
        told = (row for row in rows if row and _is_rule(row) and not _is_list(row) and table.is_rare(row, "shared"))
        for row in islice(told, MOST_ON_WAY):
            yield Bearing(row, None, f"references connect it with {first.name} and {other.name}")


def _is_list(row: Row) -> bool:
    return (row.title or "").casefold().endswith(LISTS)


PARTS: tuple[tuple[PartKey, str, Callable[[Table], Iterator[Bearing]]], ...] = (
    (ALL, "Rulings, errata and examples that name them all", naming_all),
    ("two", "Those that name two of them", naming_two),
    ("topics", "Rulings on one that name a topic or keyword of the other", naming_topics),
    ("rules", "Sections and topics they have in common", shared_rules),
    (WAY, "Rules that references connect with them", connecting_rules),
)
"""The parts of an answer, in their order: key, heading, what finds their lines."""


def find_interactions(compiled: Compiled, about: Scopes, typed: Sequence[str]) -> Interactions:
    """Return what bears on several things that a person names.

    Args:
        compiled: the library.
        about: what is known of its documents.
        typed: two names or more, or one text in which they are.

    Raises:
        NoEntry: one is unknown; the error holds what is called nearly so.
        CollectionError: there are too few names, too many, or one twice.
    """
    names = _names(compiled, [one for one in typed if words(one)])
    if not 1 < len(names) <= MOST_NAMES:
        given = "one name was" if len(names) == 1 else f"{len(names)} names were"
        raise CollectionError(f"name 2 to {MOST_NAMES} cards or terms; {given} given")
    subjects = [find_subject(compiled, about, name) for name in names]
    for one, other in combinations(subjects, 2):
        if key(one.name) == key(other.name) or (one.own and one.own == other.own):
            raise CollectionError(f"'{one.name}' was named twice; name two different cards or terms")
    return meet(compiled, about, subjects)


def _names(compiled: Compiled, typed: Sequence[str]) -> list[str]:
    """Part what was typed into names: each argument if it is one, else what is in all of them together."""
    if len(typed) > 1 and all(_is_known(compiled, one) for one in typed):
        return list(typed)
    together = " ".join(typed)
    names, complete = names_in(compiled, together) if len(together) <= LONGEST else ([], False)
    return names if complete and len(names) > 1 else list(typed)


def _is_known(compiled: Compiled, name: str) -> bool:
    return bool(compiled.store.names_among([key(name)], ("title", "alias", MENTIONED)))


def meet(compiled: Compiled, about: Scopes, subjects: Sequence[Subject]) -> Interactions:
    """Return what bears on subjects; what one part has, the later ones do not have again.

    What references connect is told only where no other part has anything.
    """
    table = Table(compiled, about, subjects)
    barred = frozenset.intersection(*(subject.barred for subject in subjects))
    parts: list[InteractionPart] = []
    seen: set[tuple[str, int | None]] = set()
    for part, heading, find in PARTS:
        found: list[Bearing] = []
        for bearing in find(table) if part != WAY or not seen else ():
            place = (bearing.row.id, bearing.block)
            if place not in seen and bearing.row.document not in barred:
                seen.add(place)
                found.append(bearing)
        lines = [line_of(table.store, table.about, bearing) for bearing in found]
        order = [(last_day(line.date), -bearing.closeness) for line, bearing in zip(lines, found, strict=True)]
        lines = [lines[place] for place in sorted(range(len(lines)), key=order.__getitem__, reverse=True)]
        parts.append(InteractionPart(part, heading, tuple(lines)))
    return Interactions(tuple(subjects), tuple(parts))

"""Records to cards with their rulings, where that is what they are.

A ruling of several cards, or of a group whose members the file or one beside it lists, is one of each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from judge.core.dates import is_date
from judge.reading.readers.formats.records.fields import Role, folded, roles_of
from judge.reading.readers.formats.records.groups import CODED, Groups, compared, groups_under, names_in, standing_in
from judge.reading.readers.formats.records.statements import is_statement
from judge.reading.readers.formats.records.values import Record, Scalar, Several, Value
from judge.reading.readers.manuscript import Facts

MOST_WORDS = 8
"""Words of the longest name of a card, on average."""
SHOWN = 5
"""Lines of records that do not fit which are shown at most."""
SHARE = 0.7
"""Share of the records that must be cards with rulings."""


class Ruling(NamedTuple):
    """A ruling with what its record says of it."""

    text: Scalar
    facts: Facts


@dataclass(slots=True)
class Card:
    """A card with its rulings."""

    name: Scalar
    anchor: str = ""
    rulings: list[Ruling] = field(default_factory=list)


class Cards(NamedTuple):
    """What a file has of cards."""

    cards: Sequence[Card]
    guess: str
    """Which field was taken for what, in words."""
    misfits: Sequence[int]
    """Lines of the records that are not rulings of a card."""


def cards_of(value: Value, said: Mapping[str, str], listed: Mapping[str, Sequence[str]] | None = None) -> Cards | None:
    """Return the cards of a file; None where it has something else.

    Args:
        value: the file.
        said: what the manifest says of its fields.
        listed: the members of groups that another file lists, by the groups' names as names are compared.
    """
    for gather in (_from_rows, _from_names):
        gatherer = _Gatherer(said)
        fits, misfits = gather(gatherer, value)
        if fits and fits >= SHARE * (fits + len(misfits)) and any(one.rulings for one in gatherer.cards.values()):
            guess = ", ".join(f"{role} from “{name}”" for name, role in gatherer.used.items())
            guess = guess or "card from the name of the field"
            groups = gatherer.groups(value, listed or {})
            if any(name in (listed or {}) for name in groups):
                guess += "; the members of its groups as another file lists them"
            return Cards(list(gatherer.given_to_members(groups)), guess + _left_out(misfits), misfits)
    return None


def _left_out(lines: Sequence[int]) -> str:
    """Say which records did not fit."""
    shown = ", ".join(map(str, lines[:SHOWN])) + (f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else "")
    return f"; did not fit and left out: line{'s' if len(lines) > 1 else ''} {shown}" if lines else ""


def _from_rows(gatherer: _Gatherer, value: Value) -> tuple[int, list[int]]:
    """Take cards from the records of lists; return how many fit, and the lines of the others."""
    known = [(record.line, gatherer.from_record(record)) for record in _rows(value)]
    return sum(fit for _, fit in known), [line for line, fit in known if not fit]


def _from_names(gatherer: _Gatherer, value: Value) -> tuple[int, list[int]]:
    """Take cards that are the names of fields."""
    return gatherer.from_names(value)


def _rows(value: Value) -> Iterator[Record]:
    """Yield the records of a list, or of the lists in a record."""
    lists = (
        [value]
        if isinstance(value, Several)
        else [inner for _, inner in value.fields]
        if isinstance(value, Record)
        else []
    )
    for one in lists:
        if isinstance(one, Several):
            yield from (item for item in one.items if isinstance(item, Record))


class _Gatherer:
    """Gathers cards by their names."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self.said = said
        self.cards: dict[str, Card] = {}
        self.used: dict[str, Role] = {}

    def card(self, name: Scalar, anchor: str = "") -> Card:
        """Return the card of a name."""
        coded = CODED.match(name.value)
        if coded:
            first = name.lines[0]._replace(text=name.value[coded.end() :])
            name, anchor = Scalar((first,)), anchor or coded.group()[:-1]
        card = self.cards.setdefault(compared(name.value), Card(name, anchor))
        card.anchor = card.anchor or anchor
        return card

    def groups(self, value: Value, listed: Mapping[str, Sequence[str]]) -> Groups:
        """Return the members of each group; those that only another file lists stand where the group is named."""
        found = groups_under(value)
        for name, members in listed.items():
            if name in self.cards and name not in found:
                found[name] = standing_in(members, self.cards[name].name.line)
        return found

    def given_to_members(self, groups: Mapping[str, Sequence[Scalar]]) -> Iterator[Card]:
        """Yield the cards, each with the rulings of its groups; a group itself is none."""
        for name, members in groups.items():
            group = self.cards.get(name)
            for member in members if group else ():
                card = self.card(member)
                card.rulings += group.rulings if group and card is not group else ()
        yield from (card for name, card in self.cards.items() if name not in groups)

    def from_record(self, record: Record) -> bool:
        """Take a record with a card and a ruling; say whether it is one."""
        roles = roles_of(record.names, self.said)
        by_role = {role: (name, record.get(name)) for name, role in roles.items()}
        named = next((by_role[role] for role in ("members", "card", "title") if _is_given(by_role.get(role))), None)
        texts = by_role.get("ruling") or (by_role.get("text") if {"card", "members"} & by_role.keys() else None)
        if named is None or texts is None or texts[1] is None:
            return False
        names = list(names_in(named[1]))
        if not names or len(names[0].value.split()) > MOST_WORDS * 2:
            return False
        facts = self.facts(by_role)
        rulings = list(self.rulings(texts[1], facts))
        identity = by_role.get("id", ("", None))[1]
        for name in names:
            alone = len(names) == 1 and isinstance(identity, Scalar) and "card" not in by_role
            self.card(name, identity.value if alone and isinstance(identity, Scalar) else "").rulings.extend(rulings)
        self.used |= {name: role for name, role in roles.items() if role in (*_USED, roles[named[0]], roles[texts[0]])}
        return bool(rulings) or isinstance(texts[1], Several)

    def from_names(self, value: Value) -> tuple[int, list[int]]:
        """Take cards that are the names of fields; return how many fit, and the lines of the others."""
        fits, misfits = 0, []
        for key, inner in value.fields if isinstance(value, Record) else ():
            if folded(key.value) == "groups" or is_statement(key.value, inner):
                continue
            if not isinstance(inner, Several) or not inner.items:
                misfits.append(key.line)
                continue
            rulings = list(self.rulings(inner, Facts()))
            if len(rulings) * 2 >= len(inner.items):
                self.card(key).rulings.extend(rulings)
                fits += 1
            else:
                misfits.append(key.line)
        return fits, misfits

    def rulings(self, value: Value, facts: Facts) -> Iterator[Ruling]:
        """Yield the rulings in a field: a text, texts, or records with a text."""
        for one in value.items if isinstance(value, Several) else [value]:
            if isinstance(one, Scalar):
                if one.value.strip():
                    yield Ruling(one, facts)
            elif isinstance(one, Record):
                roles = roles_of(one.names, self.said)
                by_role = {role: (name, one.get(name)) for name, role in roles.items()}
                _, text = by_role.get("ruling") or by_role.get("text") or by_role.get("answer") or ("", None)
                if isinstance(text, Scalar) and text.value.strip() and not {"title", "card"} & by_role.keys():
                    yield Ruling(text, self.facts(by_role, facts))

    def facts(self, by_role: Mapping[Role, tuple[str, Value | None]], around: Facts | None = None) -> Facts:
        """Return what a record says of its ruling; what it does not say is as around it."""
        around = around or Facts()
        known = {role: value.value.strip() for role, (_, value) in by_role.items() if isinstance(value, Scalar)}
        return Facts(
            known.get("date") or around.date, known.get("source") or around.source, known.get("author") or around.author
        )


_USED: tuple[Role, ...] = ("date", "source", "author")


def _is_given(found: tuple[str, Value | None] | None) -> bool:
    return found is not None and found[1] is not None and any(names_in(found[1]))


def dated(facts: Facts) -> tuple[Facts, str]:
    """Return facts whose date is one, and what else is printed as a date."""
    if facts.date is None or is_date(facts.date):
        return facts, ""
    day = facts.date[:10]
    if is_date(day) and facts.date[10:11] in ("T", " "):
        return facts._replace(date=day), ""
    return facts._replace(date=None), facts.date

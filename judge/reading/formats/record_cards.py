"""Records to cards with their rulings, where that is what they are.

A ruling of several cards, or of a group whose members the file or one beside it lists, is one of each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, get_args

from judge.core.dates import is_date
from judge.reading.formats.record_values import Record, Scalar, Several, Value, ValueLine
from judge.reading.readers.manuscript import RulingFacts
from judge.reading.readers.markup import FACTS, StatedField, facts_of

Role = Literal[
    "card", "title", "number", "text", "ruling", "date", "source", "author", "id", "members", "question", "answer"
]
ROLES: tuple[Role, ...] = get_args(Role)
NAMES: dict[Role, str] = {
    "card": "card cardname cardtitle cardsname nameofcard",
    "title": "title name term keyword heading header topic subject label entry word",
    "number": "number no nr num rulenumber ruleno section paragraph clause",
    "text": (
        "text body description definition content contents meaning explanation rulestext reminder "
        "remindertext details html markdown value rule comment"
    ),
    "ruling": "ruling rulings rulingtext clarification clarifications errata notes faq faqs note",
    "date": "date publishedat published rulingdate releasedate dateissued issued updated when",
    "source": "source sources reference references ref refs citation origin url link",
    "author": "author by ruledby authority user netrep judge",
    "id": "id slug key code uid anchor uuid",
    "members": "cards members cardnames appliesto applies affected affectedcards",
    "question": "question q ask",
    "answer": "answer a reply response",
}
"""What people call what, letters alone; the first that a record has is taken."""
FEWEST_KNOWN = 2
NO_LETTERS = re.compile(r"[\W\d_]+")


def folded(name: str) -> str:
    """Return a name in the form in which names are compared."""
    return NO_LETTERS.sub("", name).casefold()


BY_NAME: dict[str, tuple[int, int]] = {
    name: (ROLES.index(role), rank)
    for role, names in reversed(NAMES.items())
    for rank, name in enumerate(names.split())
}
"""Of each name the place of its role, and its own among the names of that role."""


def roles_of(names: Iterable[str], said: Mapping[str, str] | None = None) -> dict[str, Role]:
    """Return what each field holds, of those that hold anything of use; each role is given once.

    >>> roles_of(["Card Name", "Ruling", "Date", "Colour"])
    {'Card Name': 'card', 'Ruling': 'ruling', 'Date': 'date'}
    """
    names = list(names)
    found: dict[str, Role] = {}
    for role, name in (said or {}).items():
        if name in names and role in ROLES:
            found[name] = role
    known = [(*BY_NAME[fold], at) for at, fold in enumerate(map(folded, names)) if fold in BY_NAME]
    for place, _, at in sorted(known):
        if names[at] not in found and ROLES[place] not in found.values():
            found[names[at]] = ROLES[place]
    return found


def are_field_names(names: Sequence[str]) -> bool:
    """Tell whether the first line of a text has the names of columns, and no words of a sentence."""
    known = roles_of(names)
    telling = {"card", "title", "number", "question"} & set(known.values())
    saying = {"text", "ruling", "answer"} & set(known.values())
    return (
        len(names) >= FEWEST_KNOWN and bool(telling) and bool(saying) and all(len(name.split()) <= 3 for name in names)
    )


MOST_WORDS = 16
"""Words of the longest name of a card or a group: chosen."""
NOTHING_SAID = RulingFacts()
SHOWN = 5
"""Lines of records that do not fit which are shown at most."""
SHARE = 0.7
"""Share of the records that must be cards with rulings."""


class Ruling(NamedTuple):
    """A ruling with what its record says of it."""

    text: Scalar
    facts: RulingFacts


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
    for gather in (_Gatherer.from_rows, _Gatherer.from_names):
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


def _rows(value: Value) -> Iterator[Record]:
    """Yield the records of a list, or of the lists in a record."""
    for one in [inner for _, inner in value.fields] if isinstance(value, Record) else [value]:
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
        """Return the members of each group; those that only another file lists are where the group is named."""
        found = groups_under(value)
        for name, members in listed.items():
            if name in self.cards and name not in found:
                line = self.cards[name].name.line
                found[name] = [Scalar((ValueLine(member, line),)) for member in members]
        return found

    def given_to_members(self, groups: Mapping[str, Sequence[Scalar]]) -> Iterator[Card]:
        """Yield the cards, each with the rulings of its groups; a group itself is none."""
        for name, members in groups.items():
            group = self.cards.get(name)
            for member in members if group else ():
                card = self.card(member)
                card.rulings += group.rulings if group and card is not group else ()
        yield from (card for name, card in self.cards.items() if name not in groups)

    def from_rows(self, value: Value) -> tuple[int, list[int]]:
        """Take cards from the records of lists; return how many fit, and the lines of the others."""
        known = [(record.line, self.from_record(record)) for record in _rows(value)]
        return sum(fit for _, fit in known), [line for line, fit in known if not fit]

    def from_record(self, record: Record) -> bool:
        """Take a record with a card and a ruling; say whether it is one."""
        roles = roles_of(record.names, self.said)
        by_role = {role: record.get(name) for name, role in roles.items()}
        naming: tuple[Role, ...] = ("members", "card", "title")
        named = next((role for role in naming if any(names_in(by_role.get(role)))), None)
        said: Role = "ruling" if "ruling" in by_role else "text"
        text = by_role.get(said)
        if named is None or text is None or not {"ruling", "card", "members"} & by_role.keys():
            return False
        names = list(names_in(by_role[named]))
        if len(names[0].value.split()) > MOST_WORDS:
            return False
        rulings = list(self.rulings(text, ruling_facts(by_role)))
        identity = by_role.get("id")
        for name in names:
            alone = len(names) == 1 and isinstance(identity, Scalar) and "card" not in by_role
            self.card(name, identity.value if alone and isinstance(identity, Scalar) else "").rulings.extend(rulings)
        told = ("date", "source", "author", named, said)
        self.used |= {name: role for name, role in roles.items() if role in told}
        return bool(rulings) or isinstance(text, Several)

    def from_names(self, value: Value) -> tuple[int, list[int]]:
        """Take cards that are the names of fields; return how many fit, and the lines of the others."""
        fits, misfits = 0, []
        for key, inner in value.fields if isinstance(value, Record) else ():
            name = folded(key.value)
            if name == "groups" or name in (KNOWN if isinstance(inner, Scalar) else INSIDE):
                continue  # what the file says of itself
            if not isinstance(inner, Several) or not inner.items:
                misfits.append(key.line)
                continue
            rulings = list(self.rulings(inner, RulingFacts()))
            if len(rulings) * 2 >= len(inner.items):
                self.card(key).rulings.extend(rulings)
                fits += 1
            else:
                misfits.append(key.line)
        return fits, misfits

    def rulings(self, value: Value, facts: RulingFacts) -> Iterator[Ruling]:
        """Yield the rulings in a field: a text, texts, or records with a text."""
        for one in value.items if isinstance(value, Several) else [value]:
            if isinstance(one, Scalar):
                if one.value.strip():
                    yield Ruling(one, facts)
            elif isinstance(one, Record):
                roles = roles_of(one.names, self.said)
                by_role = {role: one.get(name) for name, role in roles.items()}
                texts: tuple[Role, ...] = ("ruling", "text", "answer")
                text = next((by_role[role] for role in texts if role in by_role), None)
                if isinstance(text, Scalar) and text.value.strip() and not {"title", "card"} & by_role.keys():
                    yield Ruling(text, ruling_facts(by_role, facts))


def ruling_facts(by_role: Mapping[Any, Value | None], around: RulingFacts = NOTHING_SAID) -> RulingFacts:
    """Return what a record says of its ruling; what it does not say is as around it.

    Args:
        by_role: the values of its fields by their roles.
        around: what the record around it says.
    """
    known = {role: value.value.strip() for role, value in by_role.items() if isinstance(value, Scalar)}
    return RulingFacts(*(known.get(role) or other for role, other in around._asdict().items()))


def dated(facts: RulingFacts) -> tuple[RulingFacts, str]:
    """Return facts whose date is one, and what else is printed as a date."""
    if facts.date is None or is_date(facts.date):
        return facts, ""
    day = facts.date[:10]
    if is_date(day) and facts.date[10:11] in ("T", " "):
        return facts._replace(date=day), ""
    return facts._replace(date=None), facts.date


INSIDE = ("meta", "metadata", "info", "header", "about", "document")
"""The fields that hold them where they are not at the top."""
KNOWN = frozenset(name for names in FACTS.values() for name in names)
LONGEST = 200


def stated_in(value: Value) -> dict[str, StatedField]:
    """Return what a file says of itself; a list, or a record that holds nothing else, says nothing."""
    if not isinstance(value, Record) or all(isinstance(inner, Scalar) for _, inner in value.fields):
        return {}
    said: dict[str, StatedField] = {}
    inside = [inner for key, inner in value.fields if isinstance(inner, Record) and folded(key.value) in INSIDE]
    for record in (value, *inside):
        for key, inner in record.fields:
            if isinstance(inner, Scalar) and inner.value.strip() and len(inner.value) <= LONGEST:
                said.setdefault(folded(key.value), StatedField(" ".join(inner.value.split()), inner.line))
    return facts_of(said)


CODED = re.compile(r"[\w-]{1,20}\|(?=\S)")
"""`100015|Harbour`: a code before the name of a card."""
SAYING = frozenset({"text", "ruling", "question", "answer"})
"""What fields hold that no list of groups has."""
GROUP = frozenset({"group", "groupname", "groupid"})
Groups = dict[str, list[Scalar]]
"""The members of each group, by its name as names are compared."""


def groups_under(value: Value) -> Groups:
    """Return the groups that a file lists under "groups", beside other things."""
    for key, inner in value.fields if isinstance(value, Record) else ():
        if folded(key.value) == "groups":
            return groups_of(inner)
    return {}


def groups_of(value: Value) -> Groups:
    """Return the groups of a value that holds nothing else; of any other none."""
    if isinstance(value, Record) and (under := groups_under(value)):
        return under
    listed = list(_listed(value))
    found: Groups = {}
    for name, members in listed:
        if name is None or not members or any(len(one.value.split()) > MOST_WORDS for one in (name, *members)):
            return {}
        found.setdefault(compared(name.value), []).extend(members)
    return found


def compared(name: str) -> str:
    """Return a name without its code, as names are compared."""
    return " ".join(CODED.sub("", name).casefold().split())


def names_in(value: Value | None) -> Iterator[Scalar]:
    """Yield the names in a field: one, or several in a list, or those of a record."""
    if isinstance(value, Scalar):
        if value.value.strip():
            yield value
    elif isinstance(value, Several):
        for one in value.items:
            yield from names_in(one)
    elif isinstance(value, Record):
        roles = roles_of(value.names)
        named = next((inner for key, inner in value.fields if roles.get(key.value) in ("card", "title")), None)
        if named is not None:
            yield from names_in(named)
        elif not roles:
            yield from (key for key, _ in value.fields)


def _listed(value: Value) -> Iterator[tuple[Scalar | None, list[Scalar]]]:
    """Yield what may be a group with its members; None where there is something else."""
    if isinstance(value, Record):
        for key, inner in value.fields:
            yield (None if isinstance(inner, Scalar) or _says_more(inner) else key), list(names_in(inner))
    elif isinstance(value, Several):
        for item in value.items:
            yield _row(item) if isinstance(item, Record) else (None, [])


def _says_more(value: Value) -> bool:
    """Tell whether a value holds texts beside names."""
    if isinstance(value, Record):
        return bool(SAYING & set(roles_of(value.names).values()))
    return isinstance(value, Several) and any(map(_says_more, value.items))


def _row(record: Record) -> tuple[Scalar | None, list[Scalar]]:
    """Return the group of a record, and its members."""
    roles = roles_of(record.names)
    if _says_more(record):
        return None, []
    called = [name for name in record.names if folded(name) in GROUP]
    called += [name for name, role in roles.items() if role == "title"]
    named = record.get(called[0]) if called else None
    inside = next((record.get(name) for name, role in roles.items() if role in ("members", "card")), None)
    return (named if isinstance(named, Scalar) else None), list(names_in(inside))

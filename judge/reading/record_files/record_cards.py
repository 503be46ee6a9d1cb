"""Records to cards with their rulings, where that is what they are.

A ruling of several cards, or of a group whose members the file or one beside it lists, is one of each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct, field

from judge.core.languages import fields, units
from judge.core.model import CardFact
from judge.core.numbering import parse
from judge.core.tokens import fold
from judge.reading.profiles.reading_profile import OWN_CHOICE, ROLES, Role
from judge.reading.readers.markup import FACTS, facts_of
from judge.reading.record_files.record_values import Record, Scalar, Several, Value, ValueLine
from judge.reading.text.manuscript import RulingFacts, StatedField

FEWEST_KNOWN = 2
NO_LETTERS = re.compile(r"[\W\d_]+")


def folded(name: str, between: str = "") -> str:
    """Return a name in the form in which names are compared; with blanks between its words, as a reader sees it."""
    return NO_LETTERS.sub(between, fold(name)).strip()


@cache
def names_of(role: str) -> Mapping[str, int]:
    """Return what people call a field in all languages, as names are compared, each with its place in its language.

    The first that a record has is taken.
    """
    return {folded(name): place for name, place in reversed([*fields(role).items()])}


@cache
def _by_name() -> Mapping[str, tuple[int, int]]:
    """Return of each name the place of its role, and its own among the names of that role."""
    return {name: (ROLES.index(role), rank) for role in reversed(ROLES) for name, rank in names_of(role).items()}


def roles_of(names: Iterable[str], said: Mapping[str, str] | None = None) -> dict[str, Role]:
    """Return what each field holds, of those that hold anything of use; each role is given once.

    >>> roles_of(["Card Name", "Ruling", "Date", "Colour"])
    {'Card Name': 'card', 'Ruling': 'ruling', 'Date': 'date'}
    """
    names = list(names)
    found: dict[str, Role] = {}
    for role, name in (said or {}).items():
        found |= {one: name for one in names if name in OWN_CHOICE and folded(one) == folded(role)}
        if name in names and role in ROLES:
            found[name] = role
    known = [(*_by_name()[name], at) for at, name in enumerate(map(folded, names)) if name in _by_name()]
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
OF_CARD = ("card", "title", "face")
"""What is said of the fields of a card, and not of those of a ruling inside it."""
SAID: tuple[Role, ...] = ("ruling", "text", "answer")
"""What is said of a card, the surest first."""
FEWEST_WORDS = 5
"""Words of the shortest text in a field whose name says nothing."""
SHARE = 0.7
"""Share of the records that must be cards with rulings."""


class Ruling(NamedTuple):
    """A ruling with what its record says of it."""

    text: Scalar
    facts: RulingFacts


class Card(Struct):
    """A card with its rulings."""

    name: Scalar
    anchor: str = ""
    rulings: list[Ruling] = field(default_factory=list)
    faces: list[Scalar] = field(default_factory=list)
    """What it says itself."""
    said: set[str] = field(default_factory=set)
    """The words of its faces, and of its first rulings."""
    compared: int = 0
    """How many of its rulings these are."""
    facts: dict[CardFact, None] = field(default_factory=dict)


class Cards(NamedTuple):
    """What a file has of cards."""

    cards: Sequence[Card]
    guess: str
    """Which field was taken for what, in words."""
    used: Mapping[str, str]
    """Each field of which something is taken, with what it was taken for."""
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
        if (
            fits
            and fits >= SHARE * (fits + len(misfits))
            and any(one.rulings or one.faces for one in gatherer.cards.values())
        ):
            guess = ", ".join(f"{role} from “{name}”" for name, role in gatherer.used.items())
            guess = guess or "card from the field's name"
            guess += f"; facts: {', '.join(gatherer.facts)[:LONGEST]}" if gatherer.facts else ""
            guess += f"; not used: {', '.join(gatherer.left)[:LONGEST]}" if gatherer.left else ""
            groups = gatherer.groups(value, listed or {})
            if any(name in (listed or {}) for name in groups):
                guess += "; another file lists the members of its groups"
            used = dict.fromkeys(gatherer.facts, "fact") | gatherer.inside | gatherer.used
            return Cards(list(gatherer.given_to_members(groups)), guess + _left_out(misfits), used, misfits)
    return None


def _left_out(lines: Sequence[int]) -> str:
    """Say which records did not fit."""
    shown = ", ".join(map(str, lines[:SHOWN])) + (f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else "")
    return f"; left out because they did not fit: line{'s' if len(lines) > 1 else ''} {shown}" if lines else ""


def rows_of(value: Value) -> Iterator[Record]:
    """Yield the records of the outermost lists of a value, however deep they are in records."""
    if isinstance(value, Several):
        yield from (item for item in value.items if isinstance(item, Record))
    elif isinstance(value, Record):
        for _, inner in value.fields:
            yield from rows_of(inner)


class _Gatherer:
    """Gathers cards by their names."""

    def __init__(self, said: Mapping[str, str]) -> None:
        self.said = said
        self.cards: dict[str, Card] = {}
        self.used: dict[str, Role] = {}
        self.inside: dict[str, Role] = {}
        """The same in the records of rulings below a card."""
        self.facts: dict[str, None] = {}
        """Fields that are facts about cards."""
        self.left: dict[str, None] = {}
        """Fields of which nothing is taken."""

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
        known = [(record.line, self.from_record(record)) for record in rows_of(value)]
        return sum(fit for _, fit in known), [line for line, fit in known if not fit]

    def from_record(self, record: Record) -> bool:
        """Take a record with a card and a ruling; say whether it is one."""
        roles = roles_of(record.names, self.said)
        by_role = {role: record.get(name) for name, role in roles.items()}
        naming: tuple[Role, ...] = ("members", "card", "title")
        named = next((role for role in naming if any(names_in(by_role.get(role)))), None)
        said: Role = next((role for role in SAID if role in by_role), "text")
        text, asked = by_role.get(said), by_role.get("question")
        if said == "answer" and isinstance(text, Scalar) and isinstance(asked, Scalar):
            text = Scalar((*asked.lines, *text.lines))
        faces = list(faces_in(record, roles))
        if named is None or not (faces or {"ruling", "card", "members", "face"} & by_role.keys()):
            return False
        names = list(names_in(by_role[named]))
        if len(names[0].value.split()) > MOST_WORDS:
            return False
        rulings = list(self.rulings(text, ruling_facts(by_role))) if text else []
        identity = by_role.get("id")
        for name in names:
            of_card = "card" not in by_role or any(
                role == "card" and folded(name) in names_of("title") for name, role in roles.items()
            )
            alone = len(names) == 1 and isinstance(identity, Scalar) and of_card
            self.card(name, identity.value if alone and isinstance(identity, Scalar) else "").rulings.extend(rulings)
        self.add_faces(self.card(names[0]), faces, record, roles)
        told = {"face", "leave-out", named, said, *(RulingFacts._fields if rulings else ())}
        told |= {"question"} if said == "answer" else set()
        if isinstance(identity, Scalar) and self.card(names[0]).anchor == identity.value:
            told.add("id")
        for name in names:
            self.add_facts(self.card(name), (one for one in record.fields if roles.get(one[0].value) not in told))
        self.used |= {name: role for name, role in roles.items() if role in told - {"id", "leave-out"}}
        self.left |= dict.fromkeys(name for name, role in roles.items() if role == "leave-out")
        return bool(rulings or faces or self.card(names[0]).facts) or isinstance(text, Several) or "ruling" in by_role

    def add_facts(self, card: Card, fields: Iterable[tuple[Scalar, Value]]) -> None:
        """Add what the fields of a card hold of which nothing else is taken, each fact once."""
        for key, value in fields:
            facts = [one for one in facts_in(key.value, value) if words_of(one.value) not in card.said]
            card.facts |= dict.fromkeys(facts)
            self.facts |= {key.value: None} if facts else {}

    def add_faces(self, card: Card, faces: Sequence[Scalar], record: Record, roles: Mapping[str, Role]) -> None:
        """Add what a card says itself, and longer texts in fields whose names say nothing, each once."""
        card.said.update(words_of(ruling.text.value) for ruling in card.rulings[card.compared :])
        card.compared = len(card.rulings)
        unknown = {
            key.value: value
            for key, value in record.fields
            if key.value not in roles and folded(key.value) not in names_of("flavour") and isinstance(value, Scalar)
        }
        for name, value in (*(("", face) for face in faces), *unknown.items()):
            words = words_of(value.value)
            if words not in card.said and (not name or len(value.value.split()) >= FEWEST_WORDS):
                card.said.add(words)
                card.faces.append(value)
                self.used |= {name: "text"} if name else {}

    def from_names(self, value: Value) -> tuple[int, list[int]]:
        """Take cards that are the names of fields; return how many fit, and the lines of the others."""
        fits, misfits = 0, []
        if self.holds_rules(value):
            return 0, []
        for key, inner in value.fields if isinstance(value, Record) else ():
            name = folded(key.value)
            if (name in KNOWN and isinstance(inner, Scalar)) or (name in INSIDE and isinstance(inner, Record)):
                continue  # what the file says of itself
            if name == "groups" and not any(self.rulings(inner, NOTHING_SAID)):
                continue
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

    def holds_rules(self, value: Value) -> bool:
        """Tell whether the lists of a record, or half of them, are of rules, and not of the rulings of a card each."""
        lists = (
            [(key, one) for key, one in value.fields if isinstance(one, Several)] if isinstance(value, Record) else []
        )
        rules = [key for key, one in lists if self.are_rules(key, one, is_alone=len(lists) == 1)]
        return bool(rules) and len(rules) * 2 >= len(lists)

    def are_rules(self, key: Scalar, value: Several, *, is_alone: bool) -> bool:
        """Tell whether a list is of rules: it is called so ("rules"), or all have numbers of several levels.

        A card may count its rulings, and each may cite a rule; so numbers tell only where the list is the only one.
        """
        records = [one for one in value.items if isinstance(one, Record)]
        roles = [{role: one.get(name) for name, role in roles_of(one.names, self.said).items()} for one in records]
        if any({"ruling", "answer", "date", "author"} & by_role.keys() for by_role in roles):
            return False
        numbers = [by_role.get("number") for by_role in roles]
        keys = [parse(number.value) if isinstance(number, Scalar) else None for number in numbers]
        if fold(key.value) in units():
            return any(keys) or any("title" in by_role for by_role in roles) or any(map(_holds_texts, records))
        return is_alone and bool(keys) and all(found and len(found) > 1 for found in keys)

    def rulings(self, value: Value, facts: RulingFacts) -> Iterator[Ruling]:
        """Yield the rulings in a field: a text, texts, or records with a text."""
        for one in value.items if isinstance(value, Several) else [value]:
            if isinstance(one, Scalar):
                if one.value.strip():
                    yield Ruling(one, facts)
            elif isinstance(one, Record):
                roles = roles_of(one.names, {role: name for role, name in self.said.items() if role not in OF_CARD})
                by_role = {role: one.get(name) for name, role in roles.items()}
                text = next((by_role[role] for role in SAID if role in by_role), None)
                if isinstance(text, Scalar) and text.value.strip() and not {"title", "card"} & by_role.keys():
                    taken = (*SAID, *RulingFacts._fields)
                    self.inside |= {name: role for name, role in roles.items() if role in taken}
                    is_own = bool({"date", "source", "author"} & by_role.keys())
                    yield Ruling(text, ruling_facts(by_role, NOTHING_SAID if is_own else facts))


def facts_in(label: str, value: Value) -> Iterator[CardFact]:
    """Yield the facts in a field: a value, those of a list as one, and fields inside it under both names."""
    if isinstance(value, Record):
        for key, inner in value.fields:
            yield from facts_in(f"{label} {key.value}", inner)
        return
    values = value.items if isinstance(value, Several) else [value]
    texts = [" ".join(one.value.split()) for one in values if isinstance(one, Scalar) and not is_blank(one)]
    if texts:
        yield CardFact(label, ", ".join(texts))
    for one in values:
        yield from facts_in(label, one) if not isinstance(one, Scalar) else ()


def faces_in(record: Record, roles: Mapping[str, Role]) -> Iterator[Scalar]:
    """Yield what a card says itself: in a field of its own, or in records of its sides."""
    for key, value in record.fields:
        if roles.get(key.value) == "face" and isinstance(value, Scalar) and value.value.strip():
            yield value
        elif key.value not in roles and isinstance(value, Several):
            for side in (one for one in value.items if isinstance(one, Record)):
                yield from faces_in(side, roles_of(side.names))


def ruling_facts(by_role: Mapping[Any, Value | None], around: RulingFacts = NOTHING_SAID) -> RulingFacts:
    """Return what a record says of its ruling; what it does not say is as around it.

    Args:
        by_role: the values of its fields by their roles.
        around: what the record around it says.
    """
    by_role = {
        role: value.get("date") if role == "date" and isinstance(value, Record) else value
        for role, value in by_role.items()
    }
    known = {role: value.value.strip() for role, value in by_role.items() if isinstance(value, Scalar)}
    return RulingFacts(*(known.get(role) or other for role, other in around._asdict().items()))


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


TAG = re.compile(r"<[^<>]{0,200}>")
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
    """Return the groups of a value that holds nothing else, without those that have no members; of any other none."""
    if isinstance(value, Record) and (under := groups_under(value)):
        return under
    listed = list(_listed(value))
    found: Groups = {}
    for name, members in listed:
        if name is None or any(len(one.value.split()) > MOST_WORDS for one in (name, *members)):
            return {}
        if members:
            found.setdefault(compared(name.value), []).extend(members)
    return found


def compared(name: str) -> str:
    """Return a name without its code, as names are compared."""
    return " ".join(CODED.sub("", name).casefold().split())


def words_of(text: str) -> str:
    """Return the words of a text, without the tags of HTML, as texts are compared."""
    return compared(TAG.sub("", text))


def names_in(value: Value | None) -> Iterator[Scalar]:
    """Yield the names in a field: one, or several in a list, or those of a record."""
    if isinstance(value, Scalar):
        if value.value.strip():
            yield value
    elif isinstance(value, Several):
        for one in value.items:
            yield from names_in(one)
    elif isinstance(value, Record):
        roles = _roles_in(value)
        of = {roles.get(key.value): inner for key, inner in value.fields}
        named = of.get("card", of.get("title", of.get("id")))
        if named is not None:
            yield from names_in(named)
        elif not roles:
            yield from (key for key, _ in value.fields)


def _roles_in(record: Record) -> dict[str, Role]:
    """Return what the fields of a record hold that are not blank; those of a group may all be."""
    return roles_of(key.value for key, value in record.fields if not is_blank(value))


def is_blank(value: Value) -> bool:
    """Tell whether a value is nothing, or a text of blanks."""
    return isinstance(value, Scalar) and not value.value.strip()


def _listed(value: Value) -> Iterator[tuple[Scalar | None, list[Scalar]]]:
    """Yield what may be a group with its members; None where there is something else."""
    if isinstance(value, Record):
        for key, inner in value.fields:
            is_other = not is_blank(inner) if isinstance(inner, Scalar) else _says_more(inner)
            yield (None if is_other else key), list(names_in(inner))
    elif isinstance(value, Several):
        for item in value.items:
            yield _row(item) if isinstance(item, Record) else (None, [])


def _says_more(value: Value) -> bool:
    """Tell whether a value holds texts beside names."""
    if isinstance(value, Record):
        return bool(SAYING & set(_roles_in(value).values()))
    return isinstance(value, Several) and any(map(_says_more, value.items))


def _holds_texts(record: Record) -> bool:
    """Tell whether a record holds lists of records that have texts."""
    return any(_says_more(inner) for _, inner in record.fields if isinstance(inner, Several))


def _row(record: Record) -> tuple[Scalar | None, list[Scalar]]:
    """Return the group of a record, and its members."""
    roles = roles_of(record.names)
    if _says_more(record):
        return None, []
    called = [name for name in record.names if folded(name) in GROUP]
    called += [name for name, role in roles.items() if role == "title"]
    named = record.get(called[0]) if called else None
    inside = next((record.get(name) for name, role in roles.items() if role in ("members", "card")), None)
    return (named if isinstance(named, Scalar) and inside is not None else None), list(names_in(inside))

"""Records to cards with their rulings, where that is what they are.

A ruling of several cards, or of a group whose members the file or one beside it lists, is one of each of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from judge.core.languages import units
from judge.core.model import CardFact
from judge.core.numbering import parse
from judge.core.tokens import fold
from judge.reading.profiles.reading_profile import Role
from judge.reading.readers.markup import facts_of
from judge.reading.record_files.record_fields import (
    KNOWN,
    LONGEST,
    MOSTLY,
    RULING_FACTS,
    SAID,
    WORDS,
    Fields,
    Taken,
    folded,
    names_of,
    roles_of,
    rows_of,
    values_in,
)
from judge.reading.record_files.record_values import Object, Scalar, Several, Value, ValueLine, is_blank, items_of
from judge.reading.text.manuscript import CARD_CODE, RulingFacts, StatedField

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


class Card(Struct):
    """A card with its rulings."""

    name: Scalar
    codes: dict[str, None] = field(default_factory=dict)
    """What identifies it in its file; of a card that the file does not name, its name is among them."""
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
    taken: Taken
    misfits: Sequence[int]
    """Lines of the records that are not rulings of a card."""


def cards_of(value: Value, fields: Fields, listed: Mapping[str, Sequence[str]] | None = None) -> Cards | None:
    """Return the cards of a file; None where it has something else.

    Args:
        value: the file.
        fields: what its fields hold.
        listed: the members of groups that another file lists, by the groups' names as names are compared.
    """
    for gather in (_Gatherer.from_rows, _Gatherer.from_names):
        gatherer = _Gatherer(fields)
        fits = list(gather(gatherer, value))
        misfits = [line for line, fit in fits if not fit]
        is_enough = len(fits) - len(misfits) >= max(1, SHARE * len(fits))
        if is_enough and any(one.rulings or one.faces for one in gatherer.cards.values()):
            groups = gatherer.groups(value, listed or {})
            guess = gatherer.taken.guess("card from the field's name")
            guess += "; another file lists the members of its groups" if groups.keys() & (listed or {}).keys() else ""
            cards = list(gatherer.given_to_members(groups))
            return Cards(cards, guess + _left_out(misfits), gatherer.taken, misfits)
    return None


def _left_out(lines: Sequence[int]) -> str:
    """Say which records did not fit."""
    shown = ", ".join(map(str, lines[:SHOWN])) + (f" and {len(lines) - SHOWN} more" if len(lines) > SHOWN else "")
    return f"; left out because they did not fit: line{'s' if len(lines) > 1 else ''} {shown}" if lines else ""


class _Gatherer:
    """Gathers cards by their names."""

    def __init__(self, fields: Fields) -> None:
        self.fields = fields
        self.cards: dict[str, Card] = {}
        self.taken = Taken()

    def card(self, name: Scalar, codes: Iterable[str] = ()) -> Card:
        """Return the card of a name, with further codes of it."""
        coded = CODED.match(name.value)
        if coded:
            first = name.lines[0]._replace(text=name.value[coded.end() :])
            name, codes = Scalar((first,)), [*codes, coded.group()[:-1]]
        card = self.cards.setdefault(compared(name.value), Card(name))
        card.codes |= dict.fromkeys(codes)
        return card

    def groups(self, value: Value, listed: Mapping[str, Sequence[str]]) -> Groups:
        """Return the members of each group; those that only another file lists are where the group is named."""
        found = groups_under(value)
        for name in listed.keys() & self.cards.keys() - found.keys():
            line = self.cards[name].name.line
            found[name] = [Scalar((ValueLine(member, line),)) for member in listed[name]]
        return found

    def given_to_members(self, groups: Mapping[str, Sequence[Scalar]]) -> Iterator[Card]:
        """Yield the cards, each with the rulings of its groups; a group itself is none."""
        for name, members in groups.items():
            group = self.cards.get(name)
            for member in members if group else ():
                card = self.card(member)
                card.rulings += group.rulings if group and card is not group else ()
        yield from (card for name, card in self.cards.items() if name not in groups)

    def from_rows(self, value: Value) -> Iterator[tuple[int, bool]]:
        """Take cards from the records of lists; yield the line of each, and whether it fits."""
        for record in rows_of(value):
            yield record.line, self.from_record(record)

    def from_record(self, record: Object) -> bool:
        """Take a record with a card and a ruling; say whether it is one."""
        roles, by_role = self.fields.roles(record.names), self.fields.of(record)
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
        naming_field = next((name for name, role in roles.items() if role == "card"), "")
        is_own = len(names) == 1 and (bool(faces) or not naming_field or folded(naming_field) in names_of("title"))
        coded = [name for name in self.fields.codes if is_own or name == naming_field]
        codes = [code for name in coded for code in values_in([record], name)]
        cards = [self.card(name, codes) for name in names]
        for card in cards:
            card.rulings.extend(rulings)
        self.add_faces(cards[0], faces, record, roles)
        told = {"face", "leave-out", named, said, *(RULING_FACTS if rulings else ())}
        told |= {"question"} if said == "answer" else set()
        identity = by_role.get("id")
        if isinstance(identity, Scalar) and identity.value in cards[0].codes:
            told.add("id")
        others = [one for one in record.fields if roles.get(one[0].value) not in told]
        if naming_field in self.fields.codes:  # they are of the ruling, and not of the card
            self.taken.left |= dict.fromkeys(key.value for key, _ in others)
            others = []
        for card in cards:
            self.add_facts(card, others)
        self.taken.used |= {name: role for name, role in roles.items() if role in told - {"id", "leave-out"}}
        self.taken.left |= dict.fromkeys(name for name, role in roles.items() if role == "leave-out")
        return bool(rulings or faces or cards[0].facts) or isinstance(text, Several) or "ruling" in by_role

    def add_facts(self, card: Card, fields: Iterable[tuple[Scalar, Value]]) -> None:
        """Add what the fields of a card hold of which nothing else is taken, each fact once."""
        for key, value in fields:
            facts = [one for one in facts_in(key.value, value) if words_of(one.value) not in card.said]
            card.facts |= dict.fromkeys(facts)
            self.taken.facts |= {key.value: None} if facts else {}

    def add_faces(self, card: Card, faces: Sequence[Scalar], record: Object, roles: Mapping[str, Role]) -> None:
        """Add what a card says itself, and longer texts in fields whose names say nothing, each once."""
        card.said.update(words_of(ruling.text.value) for ruling in card.rulings[card.compared :])
        card.compared = len(card.rulings)
        unknown = (
            (key.value, value)
            for key, value in record.fields
            if key.value not in roles and folded(key.value) not in names_of("flavour") and isinstance(value, Scalar)
        )
        for name, value in (*(("", face) for face in faces), *unknown):
            words = words_of(value.value)
            if words not in card.said and (not name or len(value.value.split()) >= WORDS):
                card.said.add(words)
                card.faces.append(value)
                self.taken.used |= {name: "text"} if name else {}

    def from_names(self, value: Value) -> Iterator[tuple[int, bool]]:
        """Take cards that are the names of fields; yield the line of each, and whether it fits."""
        if not isinstance(value, Object) or self.holds_rules(value):
            return
        for key, inner in value.fields:
            name = folded(key.value)
            if (name in KNOWN and isinstance(inner, Scalar)) or (name in INSIDE and isinstance(inner, Object)):
                continue  # what the file says of itself
            rulings = list(self.rulings(inner, NOTHING_SAID))
            if name == "groups" and not rulings:
                continue
            is_card = isinstance(inner, Several) and 0 < len(inner.items) <= 2 * len(rulings)
            if is_card:
                self.card(key, [key.value] if CARD_CODE.fullmatch(key.value) else []).rulings.extend(rulings)
            yield key.line, is_card

    def holds_rules(self, value: Object) -> bool:
        """Tell whether the lists of a record, or half of them, are of rules, and not of the rulings of a card each."""
        lists = [(key, one) for key, one in value.fields if isinstance(one, Several)]
        rules = [key for key, one in lists if self.are_rules(key, one, is_alone=len(lists) == 1)]
        return bool(rules) and len(rules) * 2 >= len(lists)

    def are_rules(self, key: Scalar, value: Several, *, is_alone: bool) -> bool:
        """Tell whether a list is of rules: it is called so ("rules"), or all have numbers of several levels.

        A card may count its rulings, and each may cite a rule; so numbers tell only where the list is the only one.
        """
        records = [one for one in value.items if isinstance(one, Object)]
        roles = [self.fields.of(one) for one in records]
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
            elif isinstance(one, Object):
                by_role = self.fields.of(one, inside=True)
                text = next((by_role[role] for role in SAID if role in by_role), None)
                if isinstance(text, Scalar) and text.value.strip() and not {"title", "card"} & by_role.keys():
                    roles = self.fields.roles(one.names, inside=True)
                    self.taken.inside |= {n: role for n, role in roles.items() if role in (*SAID, *RULING_FACTS)}
                    is_own = not by_role.keys().isdisjoint(RULING_FACTS)
                    yield Ruling(text, ruling_facts(by_role, NOTHING_SAID if is_own else facts))


def facts_in(label: str, value: Value) -> Iterator[CardFact]:
    """Yield the facts in a field: a value, those of a list as one, and fields inside it under both names."""
    if isinstance(value, Object):
        for key, inner in value.fields:
            yield from facts_in(f"{label} {key.value}", inner)
        return
    values = value.items if isinstance(value, Several) else [value]
    texts = [" ".join(one.value.split()) for one in values if isinstance(one, Scalar) and not is_blank(one)]
    if texts:
        yield CardFact(label, ", ".join(texts))
    for one in values:
        yield from facts_in(label, one) if not isinstance(one, Scalar) else ()


def faces_in(record: Object, roles: Mapping[str, Role]) -> Iterator[Scalar]:
    """Yield what a card says itself: in a field of its own, or in records of its sides."""
    for key, value in record.fields:
        if roles.get(key.value) == "face" and isinstance(value, Scalar) and value.value.strip():
            yield value
        elif key.value not in roles:
            for side in (one for one in items_of(value) if isinstance(one, Object)):
                yield from faces_in(side, roles_of(side.names))


def ruling_facts(by_role: Mapping[Any, Value | None], around: RulingFacts = NOTHING_SAID) -> RulingFacts:
    """Return what a record says of its ruling; what it does not say is as around it.

    Args:
        by_role: the values of its fields by their roles.
        around: what the record around it says.
    """
    by_role = {role: one.get(role) if isinstance(one, Object) else one for role, one in by_role.items()}
    known = {role: value.value.strip() for role, value in by_role.items() if isinstance(value, Scalar)}
    return RulingFacts(*(known.get(role) or other for role, other in around._asdict().items()))


INSIDE = ("meta", "metadata", "info", "header", "about", "document")
"""The fields that hold them where they are not at the top."""


def stated_in(value: Value) -> dict[str, StatedField]:
    """Return what a file says of itself; a list, or a record that holds nothing else, says nothing."""
    if not isinstance(value, Object) or all(isinstance(inner, Scalar) for _, inner in value.fields):
        return {}
    said: dict[str, StatedField] = {}
    inside = [inner for key, inner in value.fields if isinstance(inner, Object) and folded(key.value) in INSIDE]
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
    under = (inner for key, inner in value.fields if folded(key.value) == "groups") if isinstance(value, Object) else ()
    return next(map(groups_of, under), {})


def groups_of(value: Value) -> Groups:
    """Return the groups of a value that holds hardly anything else, without those that have no members; else none."""
    if under := groups_under(value):
        return under
    found: Groups = {}
    odd = 0
    for name, members in _listed(value):
        if name is None or any(len(one.value.split()) > MOST_WORDS for one in (name, *members)):
            odd += 1
        elif members:
            found.setdefault(compared(name.value), []).extend(members)
    return found if odd <= (1 - MOSTLY) * (odd + len(found)) else {}


def compared(name: str) -> str:
    """Return a name without its code, as names are compared."""
    return " ".join(CODED.sub("", name).casefold().split())


def words_of(text: str) -> str:
    """Return the words of a text, without the tags of HTML, as texts are compared."""
    return compared(TAG.sub("", text))


def names_in(value: Value | None) -> Iterator[Scalar]:
    """Yield the names in a field: one, or several in a list, or those of a record."""
    if isinstance(value, Scalar) and not is_blank(value):
        yield value
    for one in items_of(value):
        yield from names_in(one)
    if isinstance(value, Object):
        roles = _roles_in(value)
        of = {roles.get(key.value): inner for key, inner in value.fields}
        named = of.get("card", of.get("title", of.get("id")))
        if named is not None:
            yield from names_in(named)
        elif not roles:
            yield from (key for key, _ in value.fields)


def _roles_in(record: Object) -> dict[str, Role]:
    """Return what the fields of a record hold that are not blank; those of a group may all be."""
    return roles_of(key.value for key, value in record.fields if not is_blank(value))


def _listed(value: Value) -> Iterator[tuple[Scalar | None, list[Scalar]]]:
    """Yield what may be a group with its members; None where there is something else."""
    for key, inner in value.fields if isinstance(value, Object) else ():
        is_other = not is_blank(inner) if isinstance(inner, Scalar) else _says_more(inner)
        yield (None if is_other else key), list(names_in(inner))
    for item in items_of(value):
        yield _row(item) if isinstance(item, Object) else (None, [])


def _says_more(value: Value) -> bool:
    """Tell whether a value holds texts beside names."""
    if isinstance(value, Object):
        return not SAYING.isdisjoint(_roles_in(value).values())
    return any(map(_says_more, items_of(value)))


def _holds_texts(record: Object) -> bool:
    """Tell whether a record holds lists of records that have texts."""
    return any(_says_more(inner) for _, inner in record.fields if isinstance(inner, Several))


def _row(record: Object) -> tuple[Scalar | None, list[Scalar]]:
    """Return the group of a record, and its members."""
    roles = roles_of(record.names)
    if _says_more(record):
        return None, []
    called = [name for name in record.names if folded(name) in GROUP]
    called += [name for name, role in roles.items() if role == "title"]
    named = record.get(called[0]) if called else None
    inside = next((record.get(name) for name, role in roles.items() if role in ("members", "card")), None)
    return (named if isinstance(named, Scalar) and inside is not None else None), list(names_in(inside))

"""What the fields of a file of records hold, decided once by the whole file.

    name, comment, published_at           texts with dates below names, or below names that repeat: rulings
    rule, text                            texts below the numbers of rules
    code, name, text, faq                 what a card says itself, and its rulings
    card, old, new                        errata: rows of a table, whose head the grammar reads

Reads: values. Writes: `Fields`, which says of each record what its fields hold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct, field

from judge.core.languages import CLAUSE, RULE, fields, units
from judge.core.numbering import parse
from judge.core.tokens import fold
from judge.reading.lines.paragraphs import is_open
from judge.reading.profiles.reading_profile import OWN_CHOICE, ROLES, Role
from judge.reading.readers.markup import FACTS
from judge.reading.record_files.record_values import (
    Object,
    Scalar,
    Several,
    Value,
    held,
    is_blank,
    items_of,
    text_value,
)
from judge.reading.rulings.errata import errata_columns
from judge.reading.text.manuscript import CARD_CODE, RulingFacts

LETTERS = re.compile(r"[^\W\d_]+")
KNOWN = frozenset(name for names in FACTS.values() for name in names)
"""The fields in which a file says something of itself."""
SAID: tuple[Role, ...] = ("ruling", "text", "answer")
"""What is said of a card, the surest first."""
TEXTS = frozenset((*SAID, "face"))
OF_CARD = ("card", "title", "face")
"""What is said of the fields of a card, and not of those of a ruling inside it."""
RULING_FACTS: tuple[str, ...] = RulingFacts._fields
WORDS = 5
"""Words of the shortest text in a field whose name says nothing."""
LONGEST = 200
"""Characters of what a file says of itself, and of the names of fields that are told."""
MOSTLY = 0.8
"""Share of the records that are flat, or that have a date. The five documents have no
such case."""
TERM = "term"
"""Names of fields whose values are terms."""
OF_CARDS = "of_cards"
"""Names of fields that cards have, two or more of them."""


def folded(name: str, between: str = "") -> str:
    """Return a name in the form in which names are compared; with blanks between its words, as a reader sees it."""
    return between.join(LETTERS.findall(fold(name)))


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
    known = {*roles_of(names).values()}
    telling, saying = {"card", "title", "number", "question"} & known, {*SAID} & known
    return len(names) > 1 and bool(telling and saying) and all(len(name.split()) <= 3 for name in names)


def may_be_field(name: str) -> bool:
    """Tell whether a record may have a field of this name."""
    known = (KNOWN, roles_of([name]) and {folded(name)}, names_of(OF_CARDS), names_of("flavour"))
    return any(folded(name) in names for names in known)


def is_said(value: Value) -> bool:
    """Tell whether a value says something of what it is named by: it has a sentence, texts, or a field of one."""
    if isinstance(value, Scalar):
        return value.is_text and not is_blank(value) and (len(value.value.split()) >= WORDS or not is_open(value.value))
    if isinstance(value, Object):
        return not TEXTS.isdisjoint(roles_of(value.names).values())
    return any(isinstance(one, Scalar) and is_said(one) for one in value.items)


def with_keys_inside(value: Value) -> Value:
    """Return a map from keys to records as a list of these records, each with its key; any other value as it is.

    {"LF1-001": {"name": "Frost Lamp", …}, …}     [{"key": "LF1-001", "name": "Frost Lamp", …}, …]
    """
    fields = value.fields if isinstance(value, Object) else []
    keyed = [
        Object(key.line, [(text_value("key", key.line), key), *inner.fields])
        for key, inner in fields
        if isinstance(inner, Object) and not may_be_field(key.value) and _is_flat(inner)
    ]
    named = [one for one in keyed if not {"card", "title"}.isdisjoint(roles_of(one.names).values())]
    return Several(value.line, [*keyed]) if 1 < len(named) == len(fields) else value


def rows_of(value: Value) -> Iterator[Object]:
    """Yield the records of the outermost lists of a value, however deep they are in records."""
    for _, inner in value.fields if isinstance(value, Object) else ():
        yield from rows_of(inner)
    yield from (item for item in items_of(value) if isinstance(item, Object))


class Taken(Struct):
    """What was taken from the fields of a file."""

    used: dict[str, str] = field(default_factory=dict)
    """Each field of which something is taken, with what it was taken for."""
    inside: dict[str, str] = field(default_factory=dict)
    """The same in the records of rulings below a card."""
    facts: dict[str, None] = field(default_factory=dict)
    """Fields that are facts about cards."""
    left: dict[str, None] = field(default_factory=dict)
    """Fields of which nothing is taken."""

    def guess(self, fallback: str = "") -> str:
        """Return it in words."""
        guess = ", ".join(f"{role} from “{name}”" for name, role in self.used.items()) or fallback
        for words, names in (("facts", self.facts), ("not used", self.left)):
            guess += f"; {words}: {', '.join(names)[:LONGEST]}" if names else ""
        return guess

    def roles(self) -> Mapping[str, str]:
        """Return what each field was taken for."""
        return dict.fromkeys(self.facts, "fact") | self.inside | self.used


class Fields:
    """What the fields of the records of a file hold."""

    def __init__(self, value: Value, said: Mapping[str, str], *, is_table: bool) -> None:
        """Decide it.

        Args:
            value: the file.
            said: what the manifest says of fields: role and name.
            is_table: whether the file is a table, each of whose rows has all fields.
        """
        self.said = dict(said)
        """Role and name of fields, as a person says them, and as the whole file shows them."""
        self.told = ""
        """The dialect that the records are written in, where their names leave no doubt."""
        self.table: Sequence[Sequence[Scalar]] = ()
        """Their head and rows, where these are read as those of a table."""
        self.columns: Sequence[str] = ()
        """The names of its columns, as the file has them."""
        self.doubt = ""
        """What a person should look at."""
        self.examples: dict[str, str] = {}
        """The names of all fields, in the order of the file, each with its first value."""
        self.codes: Sequence[str] = ()
        """The names of fields that identify cards."""
        self._known: dict[tuple[tuple[str, ...], bool], dict[str, Role]] = {}
        records = [one for one in held(value) if isinstance(one, Object)]
        self.recurring, self.wordy = _recurring_names(records), _names_of_texts(records)
        for key, one in (named for record in records for named in record.fields):
            text = one.value.strip() if isinstance(one, Scalar) else ""
            self.examples[key.value] = self.examples.get(key.value) or text
        self._decide(list(rows_of(value)), records, is_table=is_table)
        self.is_counted = isinstance(value, Several) and self._is_tree(records)
        """Their numbers are those of their places: a tree of titles, [{name, children: [{name, text}]}]."""

    def roles(self, names: Sequence[str], *, inside: bool = False) -> dict[str, Role]:
        """Return what the fields of a record hold; of one inside a card, without what is said of cards."""
        asked = (tuple(names), inside)
        if asked not in self._known:
            said = {role: name for role, name in self.said.items() if not (inside and role in OF_CARD)}
            self._known[asked] = roles_of(names, said)
        return self._known[asked]

    def of(self, record: Object, *, inside: bool = False) -> dict[Role, Value | None]:
        """Return the values of a record by what they are."""
        return {role: record.get(name) for name, role in self.roles(record.names, inside=inside).items()}

    def names_things(self, record: Object) -> bool:
        """Tell whether the names of a record are of cards or terms, each with what is said of it, and not of fields.

        {"Frost Lamp": "It may glow.", "Iron Gate": "It shuts.", "Question": "It stays."}     one card is called so
        {"question": "May it glow?", "answer": "It may.", "page": 3}                          fields
        """
        known = {name for name in record.names if may_be_field(name)}
        things = [key for key, value in record.fields if key.value not in known and is_said(value)]
        is_known = not known.isdisjoint(self.recurring)  # a field in one record is not a card in another
        return len(things) > max(1, len(known)) and not is_known and {*self.said.values()}.isdisjoint(record.names)

    def _decide(self, rows: Sequence[Object], records: Sequence[Object], *, is_table: bool) -> None:
        """Add to what is said what the records show together."""
        names = Counter(record.names for record in rows).most_common(1)[0][0] if rows else ()
        self.codes = self._find_codes(rows, names)
        flat = [record for record in rows if _is_flat(record)]
        if not flat or len(flat) < MOSTLY * len(rows):
            self._take_numbers(records, [name for name in names if units().get(fold(name)) in (RULE, CLAUSE)])
            self._take_faces(names)
            return
        heads = [folded(name, " ") for name in names]
        corrects = not {"printed", "should_read"}.isdisjoint(self.said)
        if corrects or "should_read" in errata_columns(["card", *heads]):
            is_named = "card" in errata_columns(heads) or "card" in self.said
            self.doubt = "" if is_named else "no field names the card"
            self._take_table(flat, names)
            return
        self._take_numbers(flat, names)
        if is_table and self._is_plain_table(flat, self.roles(names)):
            self._take_table(flat, names)
            return
        title = {role: name for name, role in self.roles(names).items()}.get("title", "")
        self._take_cards(flat, names)
        self.told = "glossary" if folded(title) in names_of(TERM) and "card" not in self.said else ""
        self._take_faces(names)

    def _is_tree(self, records: Sequence[Object]) -> bool:
        """Tell whether lists of records with titles are in several records, and nothing else numbers them."""
        given = {role for record in records for role in self.roles(record.names).values()}
        lists = Counter(
            key.value
            for record in records
            for key, inner in record.fields
            if any(isinstance(one, Object) and "title" in self.roles(one.names).values() for one in items_of(inner))
        )
        return max(lists.values(), default=0) > 1 and given.isdisjoint(("number", "id", "card", "question", "ruling"))

    def _is_plain_table(self, rows: Sequence[Object], roles: Mapping[str, str]) -> bool:
        """Tell whether rows have no names, or numbers alone beside columns of which nobody knows the use."""
        given = {*roles.values()}
        if TEXTS.isdisjoint(given) or {"card", "title", "question", "id"} & given or self.codes:
            return TEXTS.isdisjoint(given)
        others = (value for row in rows for key, value in row.fields if key.value not in roles and not is_blank(value))
        return "number" not in given or any(
            isinstance(one, Scalar) and len(one.value.split()) < WORDS for one in others
        )

    def _say(self, **said: str) -> None:
        """Add what fields hold."""
        self.said |= said
        self._known.clear()

    def _take_numbers(self, records: Sequence[Object], names: Sequence[str]) -> None:
        """Take a field for the numbers of rules where it alone tells the records apart.

        It is called as rules are ("rule": 101), or an id that is a number of several levels ("id": "1.1").
        """
        roles = self.roles(names)
        if {"card", "title", "question", "members", "number"} & {*roles.values()}:
            return
        rules = {name for name in names if units().get(fold(name)) in (RULE, CLAUSE)}
        for name in (name for name in names if name in rules or roles.get(name) == "id"):
            keys = [parse(one) for one in values_in(records, name)]
            is_rule = name in rules or any(key and len(key) > 1 for key in keys)
            if is_rule and keys and all(keys) and len({*keys}) == len(keys):
                return self._say(number=name)

    def _find_codes(self, rows: Sequence[Object], names: Sequence[str]) -> list[str]:
        """Return the fields that identify cards, those first that have fewest values: no value is of two cards."""
        roles = self.roles(names)
        title = next((name for name, role in roles.items() if role in ("card", "title")), None)
        found: dict[str, int] = {}
        others = names_of(OF_CARDS)
        for name in (one for one in names if roles.get(one, "id") == "id" and folded(one) not in others):
            values = values_in(rows, name)
            cards = {(*values_in([row], name), *values_in([row], title or name)) for row in rows}
            if values and len({*values}) == len(cards) and (name in roles or all(map(CARD_CODE.fullmatch, values))):
                found[name] = len(cards)
        return sorted(found, key=lambda name: found[name])

    def _take_cards(self, rows: Sequence[Object], names: Sequence[str]) -> None:
        """Take a field for the names of cards where the texts are their rulings.

        Texts with dates below names, or below names that repeat, are rulings; so are those below codes alone, whose
        cards another file may name.
        """
        by_role = {role: name for name, role in self.roles(names).items()}
        if by_role.keys() & {"members", "question", "answer", "number"} or TEXTS.isdisjoint(by_role):
            return
        title = by_role.get("card") or by_role.get("title", "")
        code = next(iter(self.codes), "")
        named = values_in(rows, title or code)
        is_dated = sum(one.get(by_role.get("date", "")) is not None for one in rows) >= MOSTLY * len(rows)
        repeats = len({*named}) < len(named)
        if title and folded(title) not in names_of(TERM):
            telling = len(names_of(OF_CARDS).keys() & {folded(name) for name in rows[0].names})
            are_cards = telling + all(map(CARD_CODE.fullmatch, values_in(rows, code) or [""])) > 1
            if is_dated or repeats or are_cards or "ruling" in by_role:
                self._say(card=title)
            if are_cards and "text" in by_role:
                self._say(face=by_role["text"])
        elif code and not title and (is_dated or repeats or "ruling" in by_role):
            self._say(card=code)
            self.doubt = f"only “{code}” identifies the card; a list of cards in the same folder may name it"

    def _take_faces(self, names: Sequence[str]) -> None:
        """Take the text of a record that has rulings as well for what the card itself says."""
        by_role = {role: name for name, role in self.roles(names).items()}
        if by_role.keys() & {"card", "title"} and {"text", "ruling"} <= by_role.keys():
            self._say(face=by_role["text"])

    def _take_table(self, rows: Sequence[Object], names: Sequence[str]) -> None:
        """Read records as a table; fields of which a person says what they are have the head for that."""
        heads = {"printed": "Printed", "should_read": "Should read", "card": "Card", "date": "Date", "source": "Source"}
        of = {name: heads[role] for role, name in self.said.items() if role in heads}
        head = [
            Scalar((key.lines[0]._replace(text=of.get(key.value, folded(key.value, " ").capitalize())),))
            for key, _ in rows[0].fields
        ]
        self.columns = rows[0].names
        self.table = [
            head,
            *([value for name in names if isinstance(value := row.get(name), Scalar)] for row in rows),
        ]


def _recurring_names(records: Iterable[Object]) -> set[str]:
    """Return the names that several records have."""
    counts = Counter(name for record in records for name in {*record.names})
    return {name for name, count in counts.items() if count > 1}


def _names_of_texts(records: Iterable[Object]) -> set[str]:
    """Return the names of fields most of whose values have several words."""
    counts: Counter[str] = Counter()
    for key, value in (named for record in records for named in record.fields):
        if isinstance(value, Scalar) and not is_blank(value):
            counts[key.value] += 1 if len(value.value.split()) >= WORDS else -1
    return {name for name, count in counts.items() if count > 0}


def _is_flat(record: Object) -> bool:
    """Tell whether a record holds no records with texts of their own, except its rulings."""
    inside = [key.value for key, value in record.fields if isinstance(value, Several)]
    roles = roles_of(inside)
    nested = (record.get(name) for name in inside if roles.get(name) not in ("ruling", "members"))
    records = (one for value in nested for one in items_of(value) if isinstance(one, Object))
    return all(TEXTS.isdisjoint(roles_of(one.names).values()) for one in records)


def values_in(records: Sequence[Object], name: str) -> list[str]:
    """Return what the records have in a field, as far as it is a text or a number."""
    found = (record.get(name) for record in records)
    return [value.value.strip() for value in found if isinstance(value, Scalar) and value.value.strip()]

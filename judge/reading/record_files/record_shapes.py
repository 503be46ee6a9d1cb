"""What the fields of a list of records hold, by their names.

    name, comment, published_at           texts with dates below names, or below names that repeat: rulings
    rule, text                            texts below the numbers of rules
    code, name, text, faq                 what a card says itself, and its rulings
    card, old, new                        errata: rows of a table, whose head the grammar reads

Reads: values. Writes: what a person could have said of their fields, and tables.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from judge.core.dates import is_date
from judge.core.languages import CLAUSE, RULE, units
from judge.core.numbering import parse
from judge.core.tokens import fold
from judge.reading.lines.paragraphs import is_open
from judge.reading.record_files.record_cards import FEWEST_WORDS as WORDS
from judge.reading.record_files.record_cards import KNOWN, folded, is_blank, names_of, roles_of, rows_of
from judge.reading.record_files.record_values import Record, Scalar, Several, Value
from judge.reading.rulings.errata import errata_columns
from judge.reading.rulings.printed_dates import read_date
from judge.reading.text.manuscript import RulingFacts

MOSTLY = 0.8
"""Share of the records that are flat, or that have a date. The five documents have no
such case."""
TERM = "term"
"""Names of fields whose values are terms."""
OF_CARDS = "of_cards"
"""Names of fields that cards have, two or more of them."""
WORD, NUMBER = re.compile(r"[^\W\d_]"), re.compile(r"\d+")


class Shape(NamedTuple):
    """What a list of records is."""

    said: Mapping[str, str]
    """Role and name of fields, as a person says them."""
    told: str = ""
    """The dialect that they are written in, where their names leave no doubt."""
    table: Sequence[Sequence[Scalar]] = ()
    """Their head and rows, where these are read as those of a table."""
    columns: Sequence[str] = ()
    """The names of its columns, as the file has them."""
    doubt: str = ""
    """What a person should look at."""


def shape_of(value: Value, said: Mapping[str, str], *, is_table: bool) -> Shape:
    """Return what the records of a file hold.

    Args:
        value: the file.
        said: what the manifest says of their fields: role and name.
        is_table: whether the file is a table, each of whose rows has all fields.
    """
    records = list(rows_of(value))
    names = Counter(record.names for record in records).most_common(1)[0][0] if records else ()
    flat = [record for record in records if _is_flat(record)]
    if not flat or len(flat) < MOSTLY * len(records):
        rules = [name for name in names if units().get(fold(name)) in (RULE, CLAUSE)]
        return Shape(_with_faces(names, _with_numbers(list(_records_in(value)), rules, said)))
    corrects = [role for role, name in said.items() if role in ("printed", "should_read")]
    columns = errata_columns([folded(name, " ") for name in names])
    if corrects or "should_read" in errata_columns(["card", *(folded(name, " ") for name in names)]):
        is_named = "card" in columns or "card" in said
        doubt = "" if is_named else "no field names the card"
        return Shape(said, table=_table(flat, names, said), columns=flat[0].names, doubt=doubt)
    said = _with_numbers(flat, names, said)
    roles = roles_of(names, said)
    if is_table and _is_plain_table(flat, roles):
        return Shape(said, table=_table(flat, names, said), columns=flat[0].names)
    said, doubt = _with_cards(flat, roles, said)
    title = next((name for name, role in roles.items() if role == "title"), "")
    told = "glossary" if folded(title) in names_of(TERM) and "card" not in said else ""
    return Shape(_with_faces(names, said), told, doubt=doubt)


def _records_in(value: Value) -> Iterator[Record]:
    """Yield the records of a value, those inside others too."""
    if isinstance(value, Record):
        yield value
    for one in [inner for _, inner in value.fields] if isinstance(value, Record) else _items(value):
        yield from _records_in(one)


def is_counted(value: Value, said: Mapping[str, str]) -> bool:
    """Tell whether a file is a tree of titles without numbers, [{name, children: [{name, text}]}], counted by place."""
    records = list(_records_in(value)) if isinstance(value, Several) else []
    roles = {role for record in records for role in roles_of(record.names, said).values()}
    lists = Counter(
        key.value
        for record in records
        for key, inner in record.fields
        if any(isinstance(one, Record) and "title" in roles_of(one.names, said).values() for one in _items(inner))
    )
    return max(lists.values(), default=0) > 1 and roles.isdisjoint(("number", "id", "card", "question", "ruling"))


def _is_flat(record: Record) -> bool:
    """Tell whether a record holds no records with texts of their own, except its rulings."""
    inside = [key.value for key, value in record.fields if isinstance(value, Several)]
    roles = roles_of(inside)
    nested = (record.get(name) for name in inside if roles.get(name) not in ("ruling", "members"))
    return not any(isinstance(one, Record) and _texts(roles_of(one.names)) for value in nested for one in _items(value))


def _items(value: Value | None) -> Sequence[Value]:
    return value.items if isinstance(value, Several) else ()


def _texts(roles: Mapping[str, str]) -> set[str]:
    return {"text", "ruling", "answer", "face"} & {*roles.values()}


def _values(records: Sequence[Record], name: str) -> list[str]:
    """Return what the records have in a field, as far as it is a text or a number."""
    found = (record.get(name) for record in records)
    return [value.value.strip() for value in found if isinstance(value, Scalar) and value.value.strip()]


def _is_plain_table(records: Sequence[Record], roles: Mapping[str, str]) -> bool:
    """Tell whether the rows of a table have no names, or numbers alone beside columns of which nobody knows the use."""
    given = {*roles.values()}
    if not _texts(roles) or {"card", "title", "question", "id"} & given:
        return not _texts(roles)
    others = (text for name in records[0].names if name not in roles for text in _values(records, name))
    return "number" not in given or any(len(text.split()) < WORDS for text in others)


def _with_numbers(records: Sequence[Record], names: Sequence[str], said: Mapping[str, str]) -> Mapping[str, str]:
    """Return what is said of fields, with the one of the numbers of rules where it alone tells the records apart.

    It is called as rules are ("rule": 101), or an id that is a number of several levels ("id": "1.1").
    """
    roles = roles_of(names, said)
    if {"card", "title", "question", "members", "number"} & {*roles.values()}:
        return said
    for name in names:
        keys = [parse(one) for one in _values(records, name)]
        are_rules = units().get(fold(name)) in (RULE, CLAUSE) or (
            roles.get(name) == "id" and any(key and len(key) > 1 for key in keys)
        )
        if are_rules and keys and all(keys) and len({*keys}) == len(keys):
            return {**said, "number": name}
    return said


def _with_cards(
    records: Sequence[Record], roles: Mapping[str, str], said: Mapping[str, str]
) -> tuple[dict[str, str], str]:
    """Return what is said of fields, with the one that names cards where the texts are their rulings; and a doubt.

    Texts with dates below names, or below names that repeat, are rulings; so are those below ids alone, of which
    nobody knows the cards.
    """
    found, by_role = dict(said), {role: name for name, role in roles.items()}
    if by_role.keys() & {"card", "members", "question", "answer", "number"} or not _texts(roles):
        return found, ""
    title = by_role.get("title", "")
    names = _values(records, title or by_role.get("id", ""))
    is_dated = len([1 for one in records if one.get(by_role.get("date", ""))]) >= MOSTLY * len(records)
    repeats = len({*names}) < len(names)
    if title and folded(title) not in names_of(TERM):
        are_cards = len(names_of(OF_CARDS).keys() & {folded(name) for one in records[:1] for name in one.names}) > 1
        found |= {"card": title} if is_dated or repeats or are_cards or "ruling" in by_role else {}
        found |= {"face": by_role["text"]} if are_cards and "text" in by_role else {}
    elif not title and "id" in by_role and (is_dated or repeats):
        found["card"] = by_role["id"]
        return found, f"only “{by_role['id']}” identifies the card; add a field with the card's name"
    return found, ""


def _with_faces(names: Sequence[str], said: Mapping[str, str]) -> Mapping[str, str]:
    """Take the text of a record that has rulings as well for what the card itself says."""
    by_role = {role: name for name, role in roles_of(names, said).items()}
    named = by_role.keys() & {"card", "title"}
    return {**said, "face": by_role["text"]} if named and {"text", "ruling"} <= by_role.keys() else said


def _table(records: Sequence[Record], names: Sequence[str], said: Mapping[str, str]) -> list[list[Scalar]]:
    """Return the head of a table and its rows; fields of which a person says what they are have the head for that."""
    heads = {"printed": "Printed", "should_read": "Should read", "card": "Card", "date": "Date", "source": "Source"}
    of = {name: heads[role] for role, name in said.items() if role in heads}
    head = [key for key, _ in records[0].fields]
    shown = [
        Scalar((key.lines[0]._replace(text=of.get(key.value, folded(key.value, " ").capitalize())),)) for key in head
    ]
    return [shown, *([value for name in names if isinstance(value := one.get(name), Scalar)] for one in records)]


def names_things(record: Record, recurring: Collection[str]) -> bool:
    """Tell whether the names of a record are of cards or terms, each with what is said of it, and not of fields.

        {"Frost Lamp": "It may glow.", "Iron Gate": "It shuts.", "Question": "It stays."}     one card is called so
        {"question": "May it glow?", "answer": "It may.", "page": 3}                          fields

    Args:
        record: the record.
        recurring: the names that several records of the file have; a field in one is not a card in another.
    """
    known = {name for name in record.names if may_be_field(name)}
    things = [key for key, value in record.fields if key.value not in known and is_said(value)]
    return len(things) > max(1, len(known)) and known.isdisjoint(recurring)


def may_be_field(name: str) -> bool:
    """Tell whether a record may have a field of this name."""
    folded_name = folded(name)
    return folded_name in KNOWN or bool(roles_of([name])) or folded_name in {*names_of(OF_CARDS), *names_of("flavour")}


def is_said(value: Value) -> bool:
    """Tell whether a value says something of what it is named by: it has a sentence, texts, or a field of one."""
    if isinstance(value, Scalar):
        return value.is_text and not is_blank(value) and (len(value.value.split()) >= WORDS or not is_open(value.value))
    if isinstance(value, Record):
        return bool(_texts(roles_of(value.names)))
    return any(isinstance(one, Scalar) and is_said(one) for one in value.items)


def dated(facts: RulingFacts) -> tuple[RulingFacts, str]:
    """Return facts whose date is one, and what else is printed as a date: what no form of dates has, or two have."""
    if facts.date is None or is_date(facts.date):
        return facts, ""
    day = facts.date[:10]
    if is_date(day) and facts.date[10:11] in ("T", " "):
        return facts._replace(date=day), ""
    found = read_date(facts.date)
    is_whole = found is not None and (len(found.date) == len("2020-01-02") or len(NUMBER.findall(facts.date)) < 3)
    return (facts._replace(date=found.date), "") if found and is_whole else (facts._replace(date=None), facts.date)

"""Groups of cards with their members, as the same file or one beside it lists them.

    {"groups": {"Ships": ["Barge", "Yawl"]}}              under a name of its own
    Ships: [Barge, Yawl]                                  a file of groups alone
    [{"name": "Ships", "members": ["Barge", "Yawl"]}]     records
    group,card                                            rows, one for each member

A file that has texts beside the names is not one of groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from judge.reading.readers.formats.records.fields import folded, roles_of
from judge.reading.readers.formats.records.values import Line, Record, Scalar, Several, Value

CODED = re.compile(r"[\w-]{1,20}\|(?=\S)")
"""`100015|Harbour`: a code before the name of a card."""
SAYING = frozenset({"text", "ruling", "question", "answer"})
"""What fields hold that no list of groups has."""
GROUP = frozenset({"group", "groupname", "groupid"})
LONGEST_NAME = 16
"""Words of the longest name of a card or a group."""
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
        if name is None or not members or any(len(one.value.split()) > LONGEST_NAME for one in (name, *members)):
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


def standing_in(members: Iterable[str], line: int) -> list[Scalar]:
    """Return members that another file lists, as if they stood in a line of this one."""
    return [Scalar((Line(name, line),)) for name in members]


def _listed(value: Value) -> Iterator[tuple[Scalar | None, list[Scalar]]]:
    """Yield what may be a group with its members; None where something else stands there."""
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

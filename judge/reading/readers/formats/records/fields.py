"""What the fields of records hold, guessed from their names, or as the manifest says.

[document.fields]
card = "Karte"
ruling = "Regelung"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

Role = Literal[
    "card", "title", "number", "text", "ruling", "date", "source", "author", "id", "members", "question", "answer"
]
ROLES: tuple[Role, ...] = get_args(Role)
NAMES: dict[Role, tuple[str, ...]] = {
    "card": ("card", "cardname", "cardtitle", "cards name", "nameofcard"),
    "title": ("title", "name", "term", "keyword", "heading", "header", "topic", "subject", "label", "entry", "word"),
    "number": ("number", "no", "nr", "num", "rulenumber", "ruleno", "section", "paragraph", "clause"),
    "text": (
        *("text", "body", "description", "definition", "content", "contents", "meaning", "explanation", "rulestext"),
        *("reminder", "remindertext", "details", "html", "markdown", "value", "rule", "comment"),
    ),
    "ruling": (
        "ruling",
        "rulings",
        "rulingtext",
        "clarification",
        "clarifications",
        "errata",
        "notes",
        "faq",
        "faqs",
        "note",
    ),
    "date": (
        "date",
        "publishedat",
        "published",
        "rulingdate",
        "releasedate",
        "dateissued",
        "issued",
        "updated",
        "when",
    ),
    "source": ("source", "sources", "reference", "references", "ref", "refs", "citation", "origin", "url", "link"),
    "author": ("author", "by", "judge", "ruledby", "authority", "user", "netrep"),
    "id": ("id", "slug", "key", "code", "uid", "anchor", "uuid"),
    "members": ("cards", "members", "cardnames", "appliesto", "applies", "affected", "affectedcards"),
    "question": ("question", "q", "ask"),
    "answer": ("answer", "a", "reply", "response"),
}
"""What people call what, letters alone; the first that a record has is taken."""
FEWEST_KNOWN = 2
NO_LETTERS = re.compile(r"[\W\d_]+")


def folded(name: str) -> str:
    """Return a name in the form in which names are compared."""
    return NO_LETTERS.sub("", name).casefold()


BY_NAME: dict[str, tuple[int, int]] = {
    folded(name): (ROLES.index(role), rank)
    for role, names in reversed(NAMES.items())
    for rank, name in enumerate(names)
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

"""Facts: what golden files consist of, one a line, in the order of the source.

    entry 1.1 kind=section number=1.1 title=Ropes lines=5
      text 7 text="A boat is tied with two ropes (see 2.1)."
      reference 7:35 at=0:34-37 text=2.1 target=2.1

A fact has a kind, a key that stays when other facts change, and fields. Facts that are indented are about the one
above them. What is empty is left out, and so is what most say: that a block is a text, and that a reference is by
number and leads where it should.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

BARE = re.compile(r'[^\s"=]+')
"""A value that needs no quotes."""
EMPTY: tuple[object, ...] = (None, False, [], (), {}, 0, "")
MOST_WORDS = 6
"""Words of a title of a document that is not ours."""


class Fact(NamedTuple):
    """One line of a golden file."""

    kind: str
    key: str
    fields: Mapping[str, str]
    depth: int = 0
    """Facts are about the last one before them that is less deep."""


class Wording(NamedTuple):
    """How much of the words of documents a golden file has."""

    text: Callable[[str | None], str | None]
    """Of a sentence, or of anything that quotes one."""
    title: Callable[[str | None], str | None]
    id: Callable[[str], str]
    """Of an id, which may be made from a long title."""
    said: Callable[[str | None], str | None]
    """Of what the program says, which may quote a title or a few words."""
    has_texts: bool
    """Whether each text is a fact of its own."""


def digest(text: str | None) -> str | None:
    """Return what tells a text from others without any of its words."""
    return text and "#" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def cut_title(title: str | None) -> str | None:
    """Return the first words of a title, and a digest of one that has more."""
    words = (title or "").split()
    return title if len(words) <= MOST_WORDS else f"{' '.join(words[:MOST_WORDS])} … {digest(title)}"


def cut_id(id: str) -> str:
    """Return an id with the first words of its title, and a digest of one that has more."""
    document, colon, local = id.rpartition(":")
    words = local.split("-")
    return id if len(words) <= MOST_WORDS else f"{document}{colon}{'-'.join(words[:MOST_WORDS])}-…{digest(local)}"


def _as_it_is(text: Any) -> Any:
    return text


WHOLE = Wording(_as_it_is, _as_it_is, _as_it_is, _as_it_is, True)
"""Every word."""
DRAWN = Wording(digest, _as_it_is, _as_it_is, _as_it_is, False)
"""Of documents that a seed has drawn: nobody reads their sentences."""
CUT = Wording(digest, cut_title, cut_id, digest, False)
"""Of documents that belong to others: their sentences are not ours to keep."""


def fact(kind: str, key: object, depth: int = 0, /, **fields: object) -> Fact:
    """Return a fact, without the fields that are empty."""
    said = {name: as_text(value) for name, value in fields.items() if value not in EMPTY}
    return Fact(kind, as_text(key), said, depth)


def as_text(value: Any) -> str:
    """Return a value of a record as the text of a field."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(as_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {as_text(one)}" for name, one in value.items())
    return str(value)


def spans(lines: Iterable[Iterable[int]]) -> str:
    """Return spans of source lines: 3, or 3-5,7."""
    return ",".join(f"{first}" if first == last else f"{first}-{last}" for first, last in lines)


def write(facts: Iterable[Fact]) -> str:
    """Return facts as the text of a golden file."""
    return "".join(f"{_line(one)}\n" for one in facts)


def _line(one: Fact) -> str:
    fields = "".join(f" {name}={_quoted(value)}" for name, value in one.fields.items())
    return f"{'  ' * one.depth}{one.kind} {_quoted(one.key)}{fields}"


def _quoted(value: str) -> str:
    return value if BARE.fullmatch(value) else json.dumps(value, ensure_ascii=False)

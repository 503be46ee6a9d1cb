"""What the canonical form states: the head of a document, and attributes of headings and blocks.

    ---
    judge: canonical 1
    title: Tide Rules
    ---
    ## Evil Twin {#twin .card aka=Twin}
    It may sail. {date=2007-07-02 source="RTR 20070827"}

docs/canonical.md describes the form. Attributes are those of Pandoc; in braces that hold anything else, they are text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, get_args

from judge.core.dates import is_date
from judge.core.jsonl import pack, unpack
from judge.core.model import BlockKind, EntryKind
from judge.reading.text.source import CANONICAL, SourceText

BlockForm = Literal["heading", "paragraph", "list", "table", "quote", "note"]
VALUES = frozenset("number aka variant facts pages was below holds date source author depth".split())
"""Names of attributes with a value: of headings, then of blocks."""
UNNUMBERED = "-"
CLASSES = frozenset((*get_args(EntryKind), *get_args(BlockKind), "counted", "errata", "printed"))
TOKEN = re.compile(
    r"\s*(?:#(?P<anchor>[^\s{}\"#=]+)|\.(?P<kind>[a-z]+)|(?P<bare>-)(?=\s|$)|"
    r"(?P<name>[a-z]+)=(?P<value>\"(?:[^\"\\]|\\.)*\"|[^\s\"{}\\]+))(?=\s|$)"
)
BRACES = re.compile(r"(?:^|(?<=\s))\{(?P<inside>[^{}\n]+)\}$")
PLAIN = re.compile(r"[^\s\"{}\\]+")
ANCHOR = re.compile(r"[^\s{}\"#=]+")
FIELD = re.compile(r"(?P<name>[a-z]+): (?P<value>\S.*)")
YAML_PLAIN = re.compile(r"(?![\s\-?:,\[\]{}#&*!|>'\"%@`])(?:(?!: | #)[^\n])*[^\s:]")
"""A value that YAML reads as it is."""
SEPARATOR = "; "
"""Between the values of one attribute."""


class Stated(NamedTuple):
    """What a heading or a block states of itself."""

    form: BlockForm = "paragraph"
    classes: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    values: Mapping[str, str] = {}
    note: str = ""
    """The name of the footnote that it is."""

    def listed(self, name: str) -> list[str] | None:
        """Return the values of an attribute with several; None where it is not there."""
        return list(filter(None, self.values[name].split(SEPARATOR))) if name in self.values else None


class Head(NamedTuple):
    """The head of a canonical document."""

    fields: Mapping[str, str]
    end: int
    """Its last line."""


def split_attributes(content: str) -> tuple[str, Stated | None]:
    """Part the attributes at the end of a heading or a block from its text.

    >>> split_attributes("It may. {.note date=2007}")[0], split_attributes("Pay {T}")
    ('It may.', ('Pay {T}', None))
    """
    found = BRACES.search(content)
    tokens = list(_tokens(found["inside"])) if found else []
    if not found or not all(tokens):
        return content, None
    classes = tuple(one["kind"] or one["bare"] for one in tokens if one and (one["kind"] or one["bare"]))
    anchors = tuple(one["anchor"] for one in tokens if one and one["anchor"])
    values = {one["name"]: _unquoted(one["value"]) for one in tokens if one and one["name"]}
    if "date" in values and not is_date(values["date"]):
        return content, None
    return content[: found.start()].rstrip(" \n"), Stated(classes=classes, anchors=anchors, values=values)


def _tokens(inside: str) -> Iterator[re.Match[str] | None]:
    """Yield the attributes between braces; None for what is none."""
    position = 0
    while position < len(inside.rstrip()):
        found = TOKEN.match(inside, position)
        known = found and (not found["kind"] or found["kind"] in CLASSES) and (found["name"] or "number") in VALUES
        yield found if known else None
        if not found:
            return
        position = found.end()


def _unquoted(value: str) -> str:
    try:
        return unpack(value, str) if value.startswith('"') else value
    except ValueError:
        return value[1:-1]


def write_attributes(classes: Iterable[str], values: Mapping[str, str | None], anchors: Iterable[str] = ()) -> str:
    """Return attributes in braces with a blank before them, without values that are None; nothing where none are."""
    shown = [f"#{anchor}" for anchor in anchors]
    shown += (one if one == UNNUMBERED else f".{one}" for one in classes)
    shown += (f"{name}={_quoted(value)}" for name, value in values.items() if value is not None)
    return f" {{{' '.join(shown)}}}" if shown else ""


def _quoted(value: str) -> str:
    if PLAIN.fullmatch(value):
        return value
    return pack(value).replace("{", "\\u007b").replace("}", "\\u007d")


def read_head(source: SourceText) -> Head:
    """Return what the head of a canonical document states; a date that is none is left out."""
    fields: dict[str, str] = {}
    for number, line in enumerate(source.lines[1:], 2):
        if line.rstrip() == "---":
            return Head(fields, number)
        field = FIELD.fullmatch(line.rstrip())
        value = _unquoted(field["value"]) if field else ""
        if field and value and (field["name"] != "date" or is_date(value)):
            fields.setdefault(field["name"], value)
    return Head(fields, len(source.lines))


def write_head(fields: Mapping[str, str | None]) -> list[str]:
    """Return the lines of a head; fields without a value are left out."""
    shown = [
        f"{name}: {value if YAML_PLAIN.fullmatch(value) else pack(value)}" for name, value in fields.items() if value
    ]
    return ["---", CANONICAL, *shown, "---"]


COMMENT, COMMENT_END = "<!--", "-->"


def comments(lines: Sequence[str]) -> Iterator[range]:
    """Yield the line numbers of each comment; it begins a line, and ends one."""
    begins = 0
    """The line in which the comment begins that is open."""
    for number, line in enumerate(lines, 1):
        begins = begins or (number if line.startswith(COMMENT) else 0)
        if begins and COMMENT_END in line:
            if line.rstrip().endswith(COMMENT_END):
                yield range(begins, number + 1)
            begins = 0

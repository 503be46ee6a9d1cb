"""Write docs/json.md, the JSON of every command, from the types in judge/records/record_types.py.

    python3 tools/json_docs.py            writes the page
    python3 tools/json_docs.py --check    only says whether it is as it would be written

A record is a class, its fields are described by the texts below them. What each command prints stands in
`PRINTED`, here. `tests/test_json_docs.py` runs every command and compares.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout may not be installed

from judge.cli import COMMANDS  # noqa: E402
from judge.core.diagnostics import Code  # noqa: E402
from judge.core.model import EntryKind  # noqa: E402
from judge.records import record_types as types  # noqa: E402
from judge.records.describing import is_record, own_fields, parents, texts_below  # noqa: E402
from judge.server.api.endpoints import ENDPOINTS, PREFIX  # noqa: E402

PAGE = ROOT / "docs" / "json.md"
KINDS = ", ".join(f"`{kind}`" for kind in get_args(EntryKind))
HEAD = f"""# The JSON of every command

<!-- Written by tools/json_docs.py from judge/records/record_types.py; a test runs the commands and compares. -->

With `--json` a command prints JSON Lines to standard output: UTF-8, one object a line, `\\n` only between objects.
Progress and warnings go to standard error. Exit codes are those of the command without `--json`.

- Every field of a record is always there; what is unknown or does not apply is `null`, or an empty list.
- New fields may be added; a field that is here keeps its name, its type and its meaning.
- Source lines count from 1. Offsets count code points of the text, from 0, and an end is the offset after the last.
- `[first, last]` is an array of two, named by place. A type with `?` may be `null`.
- A kind of entry is one of {KINDS}.
- `/api/v1/NAME` ([server.md](server.md)) sends the records of `judge NAME --json` as `records` in an
  [envelope](#envelope), or a [problem](#problem) instead. `/api/v1/card` sends the [entry](#entry) of a name
  that is not a card's; `file` in `/api/v1/lint` has no folders.

In Python, the methods of `judge.Library` that say `Record` return these records; their types are in
`judge.records.record_types`.
"""


class Printed(NamedTuple):
    """What one call prints."""

    call: str
    sentence: str
    records: tuple[type, ...]


PRINTED = (
    Printed("judge search --json QUERY", "One object for each query.", (types.SearchRecord,)),
    Printed(
        "judge show --json LOCATOR",
        "One object for each entry of that name, or for a card without an entry, as `judge card` prints it.",
        (types.ShownEntryRecord, types.MentionedCardRecord),
    ),
    Printed("judge between --json NAME NAME", "One object.", (types.InteractionsRecord,)),
    Printed(
        "judge card --json NAME",
        "One object for each card of the name, with or without an entry.",
        (types.CardRecord, types.MentionedCardRecord),
    ),
    Printed(
        "judge refs --json LOCATOR",
        "One object for each reference: first those from the entry, then those to it.",
        (types.ShownReferenceRecord,),
    ),
    Printed(
        "judge search --json --as-of DATE QUERY",
        "Answers from an earlier day, also of `judge show` and `judge card`.",
        (
            types.SearchOfDayRecord, types.ShownEntryOfDayRecord, types.CardOfDayRecord,
            types.MentionedCardOfDayRecord,
        ),
    ),
    Printed("judge diff --json OLD NEW", "One object for each entry of both editions.", (types.ChangeRecord,)),
    Printed(
        "judge diff --json --affected OLD NEW",
        "One object for each reference of another document of the game to an entry of the older edition.",
        (types.AffectedRecord,),
    ),
    Printed("judge trace --json LOCATOR", "One object for each edition, the oldest first.", (types.EntryRecord,)),
    Printed(
        "judge cites --json PATH…",
        "One object for each finding, in the order of the files; `document` is the one that is cited. `--sarif` is one "
        "SARIF 2.1.0 log.",
        (types.FindingRecord,),
    ),
    Printed("judge verify --json LOCATOR [QUOTE]", "One object.", (types.VerifiedRecord,)),
    Printed("judge share --json LOCATOR", "One object.", (types.SharedRecord,)),
    Printed("judge notes --json", "One object for each note, open ones first.", (types.NoteRecord,)),
    Printed("judge read --json FILE…", "One object for each file.", (types.FileReadingRecord,)),
    Printed("judge list --json", "One object for each document.", (types.DocumentRecord,)),
    Printed(
        "judge list --json --new-since DATE",
        "One object for each document, changed entry and dated text that is new since that day, newest first.",
        (types.NewRecord,),
    ),
    Printed(
        "judge lint --json",
        "One object for each finding. `--format sarif` is one SARIF 2.1.0 log.",
        (types.FindingRecord,),
    ),
    Printed("judge lint --json --columns", "One object for each block of woven columns.", (types.ColumnRecord,)),
    Printed(
        "judge export",
        "Everything: for each document its record, then its entries, its furniture and its references.",
        (types.DocumentRecord, types.EntryRecord, types.FurnitureRecord, types.ReferenceRecord),
    ),
    *(
        Printed(PREFIX + one.name, one.summary, (types.EnvelopeRecord, *one.records))
        for one in ENDPOINTS
        if one.name not in COMMANDS
    ),
    Printed(f"{PREFIX}edition", "One object.", (types.EditionRecord, types.ProblemRecord)),
    Printed(f"{PREFIX}health", "One object.", (types.HealthRecord, types.ProblemRecord)),
)  # fmt: skip
"""Every call that prints JSON, in the order of the page."""
NAMES: dict[object, str] = {
    str: "text", int: "number", float: "number", bool: "boolean", NoneType: "null", dict: "object", Code: "text",
    EntryKind: "kind of entry",
}  # fmt: skip


def main() -> int:
    """Write the page, or say that it is stale."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; return 1 if the page is stale")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        print(f"{PAGE.relative_to(ROOT)} is stale; python3 tools/json_docs.py writes it")
        return 1
    return 0


def page() -> str:
    """Return the page."""
    parts = [HEAD, "## What each call prints\n"]
    for printed in PRINTED:
        links = ", ".join(link(record) for record in printed.records)
        parts.append(f"- `{printed.call}`: {links}. {printed.sentence}".rstrip())
    for record in all_records():
        parts += ["", f"## {title(record)}", "", *described(record)]
    return "\n".join(parts) + "\n"


def all_records() -> list[type]:
    """Return every record that a call prints or that stands inside of one, each before what stands inside it."""
    found: dict[type, None] = {}
    waiting = [record for printed in reversed(PRINTED) for record in reversed(printed.records)]
    while waiting:
        record = waiting.pop()
        if record not in found:
            found[record] = None
            waiting += reversed([inner for hint in own_fields(record).values() for inner in records_in(hint)])
            waiting += reversed(parents(record))
    return list(found)


def described(record: type) -> Iterator[str]:
    """Yield the lines about one record: what it is, and a list of its fields."""
    yield inspect.cleandoc(record.__doc__ or "")
    bases = " and ".join(link(base) for base in parents(record))
    if bases:
        yield f"It has all fields of {bases}{', and these:' if own_fields(record) else '.'}"
    meanings = texts_below(record)
    fields = [f"- `{name.rstrip('_')}`, {shown(hint)}: {meanings[name]}" for name, hint in own_fields(record).items()]
    if fields:
        yield from ("", *fields)


def records_in(hint: Any) -> Iterator[type]:
    """Yield the records that stand inside a type."""
    if is_record(hint):
        yield hint
    for inner in get_args(hint):
        yield from records_in(inner)


def shown(hint: Any) -> str:
    """Return a type in the words of JSON."""
    if is_record(hint):
        return link(hint)
    if hint in NAMES:
        return NAMES[hint]
    if hasattr(hint, "_fields"):
        return array(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Literal:
        return choice(inner)
    if origin in (Union, UnionType):
        return " or ".join(shown(one) for one in inner if one is not NoneType) + "?" * (NoneType in inner)
    if origin is list or inner[1:] == (...,):
        return f"list of {shown(inner[0])}"
    if origin is tuple:
        return "`[first, last]`"
    if origin is dict:
        return f"object of {shown(inner[1])}"
    raise TypeError(f"{hint!r} has no name in JSON")


def array(hint: Any) -> str:
    """Return the shape of an array whose places have names, with the values that one of them may have."""
    choices = {name: get_args(one) for name, one in get_type_hints(hint).items() if get_origin(one) is Literal}
    told = "".join(f", with `{name}` {choice(values)}" for name, values in choices.items())
    return f"`[{', '.join(hint._fields)}]`{told}"


def choice(values: Sequence[object]) -> str:
    """Return the values that a field may have."""
    named = ", ".join(f"`{value}`" for value in values)
    return f"one of {named}" if len(values) > 1 else f"always {named}"


def link(record: type) -> str:
    """Return a link to the part about a record."""
    return f"[{title(record)}](#{title(record).replace(' ', '-')})"


def title(record: type) -> str:
    """Return what a record is called on the page: `ShownEntryRecord` is "shown entry"."""
    name = record.__name__.removesuffix("Record")
    return "".join(f" {char.lower()}" if char.isupper() else char for char in name).strip()


if __name__ == "__main__":
    sys.exit(main())

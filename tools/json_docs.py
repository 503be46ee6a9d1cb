"""Write docs/json.md, the JSON of every command, from the structs that are printed.

    python3 tools/json_docs.py            writes the page
    python3 tools/json_docs.py --check    only says whether it is as it would be written

A record is a class, its fields are described by the texts below them. What each command prints stands in
`PRINTED`, here. `tests/test_json_docs.py` runs every command and compares.
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # the checkout may not be installed


from msgspec import Struct, UnsetType  # noqa: E402

from judge.cli import COMMANDS  # noqa: E402
from judge.core.diagnostics import Code  # noqa: E402
from judge.core.model import Document, Entry, EntryKind, Furniture, Reference  # noqa: E402
from judge.own_library.file_readings import FileReading  # noqa: E402
from judge.records.describing import fields_of, is_record, parents, texts_below  # noqa: E402
from judge.records.questions import PREFIX, QUESTIONS, QuestionSpec  # noqa: E402
from judge.records.sharing import SharedRecord  # noqa: E402
from judge.server.api.server_records import EditionRecord, EnvelopeRecord, HealthRecord, ProblemRecord  # noqa: E402

PAGE = ROOT / "docs" / "json.md"
KINDS = ", ".join(f"`{kind}`" for kind in get_args(EntryKind))
HEAD = f"""# JSON

<!-- Written by tools/json_docs.py from the structs that are printed; a test runs the commands and compares. -->

With `--json`, a command prints its results to standard output as JSON Lines in UTF-8, one record per line. Exit codes
do not change.

- A record always contains all its fields. An unknown value is `null`, an empty string or an empty list.
- New fields may be added; existing fields keep their name, type and meaning.
- A field without a type is a string. `T[]` is a list, `A|B` lists the possible values, and `?` means that the field may
  be `null`. A boolean's description says what `true` means. `record` names the kind of record.
- Source lines are numbered from 1. Offsets count code points from 0; end offsets are exclusive.
- Arrays with named elements, such as `[first, last]`, have exactly those elements.
- Kinds of entries: {KINDS}.
- `/api/v1/NAME` ([server.md](server.md)) sends the records of `judge NAME --json` in an [envelope](#envelope), or a
  [problem](#problem). If no card has the name, `/api/v1/card` returns the [entry](#entry) with that name. In
  `/api/v1/lint`, `file` contains no folders.

Methods of `judge.Library` return documents, entries, references and findings as objects with these fields; lists are
tuples there.
"""


class Printed(NamedTuple):
    """What one call prints."""

    call: str
    sentence: str
    records: tuple[type, ...]


class Field(NamedTuple):
    """A field of a record."""

    name: str
    kind: str
    """Its type in the words of JSON."""
    text: str


TYPED = {"q": "QUERY", "name": "NAME", "locator": "LOCATOR", "old": "OLD", "new": "NEW"}
"""What a person types for a parameter that a question must have."""


def call_of(question: QuestionSpec) -> str:
    """Return how a question is asked: by a command if there is one, else by its address."""
    if question.name not in COMMANDS:
        return PREFIX + question.name
    typed = [TYPED[one.name] for one in question.parameters if one.required for _ in range(2 if one.most else 1)]
    return " ".join(["judge", question.name, "--json", *typed, *(["PATH…"] if question.body else [])])


PRINTED = (
    *(Printed(call_of(one), one.summary, one.records) for one in QUESTIONS),
    Printed("judge share --json LOCATOR", "", (SharedRecord,)),
    Printed("judge read --json FILE…", "", (FileReading,)),
    Printed(
        "judge export",
        "Each document is followed by its entries, furniture and references.",
        (Document, Entry, Furniture, Reference),
    ),
    Printed(f"{PREFIX}NAME", "The records of `judge NAME --json`, in an envelope.", (EnvelopeRecord, ProblemRecord)),
    Printed(f"{PREFIX}edition", "", (EditionRecord, ProblemRecord)),
    Printed(f"{PREFIX}health", "", (HealthRecord, ProblemRecord)),
)
"""Every call that prints JSON, in the order of the page."""
COMMON = "Common fields"
FEWEST_RECORDS = 2
"""Records that have a field before it is described once for all of them."""
NAMES: dict[object, str] = {
    str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", dict: "object", Code: "string",
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
    parts = [HEAD, "## The records of each command\n"]
    for printed in PRINTED:
        links = ", ".join(link(record) for record in printed.records)
        parts.append(f"- `{printed.call}`: {links}. {printed.sentence}".rstrip())
    shared = common_fields()
    parts += [
        "",
        f"## {COMMON}",
        "",
        "The records below only name these fields.",
        "",
        *map(field_line, shared.values()),
    ]
    for record in all_records():
        parts += ["", f"## {title(record)}", "", *described(record, shared)]
    return "\n".join(parts) + "\n"


def own_fields(record: type[Struct]) -> dict[str, Any]:
    """Return the fields that a record does not have from the records it extends, with their types; `record` first."""
    inherited = {name for parent in parents(record) for name in fields_of(parent)} - {"record"}
    return {name: hint for name, hint in fields_of(record).items() if name not in inherited}


def fields(record: type) -> list[Field]:
    """Return the fields that a record does not have from the records it extends."""
    texts = texts_below(record)
    return [Field(name, shown(hint), texts[name]) for name, hint in own_fields(record).items()]


def common_fields() -> dict[str, Field]:
    """Return the fields that mean the same in several records, by their names: of each name the most frequent one."""
    counts = Counter(field for record in all_records() for field in fields(record) if field.name != "record")
    most_frequent_last = sorted(counts.items(), key=itemgetter(1))
    return {field.name: field for field, count in most_frequent_last if count >= FEWEST_RECORDS}


def field_line(field: Field) -> str:
    """Return the line about a field: a string is the type that is not named, a record of the same name a link."""
    if field.kind in ("string", "string?"):
        return f"- `{field.name}`{field.kind.removeprefix('string')}: {field.text}"
    words = field.name.replace("_", " ")
    if field.kind.startswith(f"[{words}]("):
        return f"- [`{field.name}`]{field.kind.removeprefix(f'[{words}]')}: {field.text}"
    return f"- `{field.name}`, {field.kind}: {field.text}"


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


def described(record: type, shared: dict[str, Field]) -> Iterator[str]:
    """Yield the lines about one record: what it is, and a list of its fields."""
    text = inspect.cleandoc(record.__doc__ or "")
    of_record = fields(record)
    kind = "".join(f" `record` is {one.kind.removeprefix('always ')}." for one in of_record if one.name == "record")
    bases = " and ".join(link(base) for base in parents(record))
    yield f"{text}{kind}{f' It extends {bases}.' if bases else ''}"
    common = [f"`{one.name}`" for one in of_record if shared.get(one.name) == one]
    lines = [field_line(one) for one in of_record if shared.get(one.name) != one and one.name != "record"]
    if common:
        lines.insert(0, f"- {', '.join(common)}")
    if lines:
        yield from ("", *lines)


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
        known = [shown(one) for one in inner if one not in (NoneType, UnsetType)]
        return " or ".join(known) + "?" * (NoneType in inner)
    if origin is list or inner[1:] == (...,):
        return f"{shown(inner[0])}[]"
    if origin is tuple:
        return "`[first, last]`"
    if origin is dict:
        return f"object of {shown(inner[1])}"
    raise TypeError(f"{hint!r} has no name in JSON")


def array(hint: Any) -> str:
    """Return the shape of an array whose places have names, with the values that one of them may have."""
    choices = {name: get_args(one) for name, one in get_type_hints(hint).items() if get_origin(one) is Literal}
    told = "".join(f", `{name}` {choice(values)}" for name, values in choices.items())
    return f"`[{', '.join(hint._fields)}]`{told}"


def choice(values: Sequence[object]) -> str:
    """Return the values that a field may have."""
    return f"`{'|'.join(map(str, values))}`" if len(values) > 1 else f"always `{values[0]}`"


def link(record: type) -> str:
    """Return a link to the part about a record."""
    return f"[{title(record)}](#{title(record).replace(' ', '-')})"


def title(record: type) -> str:
    """Return what a record is called on the page: `ShownEntryRecord` is "shown entry"."""
    name = record.__name__.removesuffix("Record")
    return "".join(f" {char.lower()}" if char.isupper() else char for char in name).strip()


if __name__ == "__main__":
    sys.exit(main())

"""Compare two exports of the same documents: what a change of the program has won and lost.

    judge export > before.jsonl      (then change the program)
    judge export > after.jsonl
    python3 tools/compare.py before.jsonl after.jsonl [--limit N]

Prints references won, lost and retargeted, and entries won, lost and moved (the same number and title, but another
id, parent or place), each with its document and line. Returns 1 where something was lost.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

Record = dict[str, Any]


class Change(NamedTuple):
    """One difference."""

    what: str
    """Such as "references lost"."""
    document: str
    line: int
    text: str


def main() -> int:
    """Compare and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--limit", type=int, default=10, help="how many of each kind to list (default: 10)")
    arguments = parser.parse_args()
    changes = list(compare(read(arguments.before), read(arguments.after)))
    print("\n".join(report(changes, arguments.limit)))
    return 1 if any(change.what.endswith("lost") for change in changes) else 0


def read(path: Path) -> list[Record]:
    """Read an export."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def compare(before: Iterable[Record], after: Iterable[Record]) -> Iterator[Change]:
    """Yield the differences of two exports."""
    exports = list(before), list(after)
    for kind, plural, word, key, value, show in KINDS:
        old, new = (keyed((one for one in records if one["record"] == kind), key, value) for records in exports)
        yield from differences(plural, word, old, new, show)


def keyed(
    records: Iterable[Record], key: Callable[[Record], Hashable], value: Callable[[Record], str]
) -> dict[Hashable, tuple[Record, str]]:
    """Return records by what stays the same; of several alike by their order as well."""
    seen: Counter[Hashable] = Counter()
    found: dict[Hashable, tuple[Record, str]] = {}
    for record in records:
        name = key(record)
        found[name, seen[name]] = record, value(record)
        seen[name] += 1
    return found


def differences(
    plural: str,
    word: str,
    old: dict[Hashable, tuple[Record, str]],
    new: dict[Hashable, tuple[Record, str]],
    show: Callable[[Record, str], Change],
) -> Iterator[Change]:
    """Yield what is only in one of two exports, and what has another value."""
    for name, (record, value) in new.items():
        if name not in old:
            yield show(record, value)._replace(what=f"{plural} won")
        elif old[name][1] != value:
            yield show(record, f"{old[name][1]} → {value}")._replace(what=f"{plural} {word}")
    for name, (record, value) in old.items():
        if name not in new:
            yield show(record, value)._replace(what=f"{plural} lost")


def reference_key(record: Record) -> Hashable:
    """Return what stays the same of a reference: its document, line, words and kind."""
    return record["source"].partition(":")[0], record["line"], record["text"], record["kind"]


def reference_value(record: Record) -> str:
    """Return what a reference leads to."""
    return str(record["target"] or record["status"])


def show_reference(record: Record, value: str) -> Change:
    """Describe a reference."""
    document = record["source"].partition(":")[0]
    return Change("", document, record["line"], f"{record['kind']} “{record['text']}” {value}")


def entry_key(record: Record) -> Hashable:
    """Return what stays the same of an entry: its document, number and title."""
    return record["document"], record["number"], record["title"]


def entry_value(record: Record) -> str:
    """Return where an entry stands."""
    spans = ", ".join(f"{first}–{last}" for first, last in record["lines"])
    return f"{record['id']} below {record['parent']}, lines {spans}"


def show_entry(record: Record, value: str) -> Change:
    """Describe an entry."""
    return Change("", record["document"], record["lines"][0][0], f"{record['kind']} {value}")


KINDS = (
    ("reference", "references", "retargeted", reference_key, reference_value, show_reference),
    ("entry", "entries", "moved", entry_key, entry_value, show_entry),
)
"""Of each kind of record: the word for a change, what stays the same, what may change, how it is shown."""


def report(changes: Iterable[Change], limit: int) -> Iterator[str]:
    """Yield the lines of the report."""
    by_kind: dict[str, list[Change]] = {}
    for change in changes:
        by_kind.setdefault(change.what, []).append(change)
    for what, found in sorted(by_kind.items()):
        yield f"{what}: {len(found)}"
        yield from (f"  {change.document}:{change.line}: {change.text}" for change in found[:limit])
        if len(found) > limit:
            yield f"  … and {len(found) - limit} more"
    if not by_kind:
        yield "no difference"


if __name__ == "__main__":
    sys.exit(main())

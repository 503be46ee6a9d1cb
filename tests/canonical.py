"""A document as canonical Markdown and back: what of it is the same."""

from collections.abc import Sequence
from difflib import unified_diff
from typing import NamedTuple

from judge.core.jsonl import Record, to_record
from judge.core.model import Entry, replace
from judge.library.manifest import SourceFile
from judge.library.parsing import ParsedDocument, settled, witness
from judge.own_library.file_readings import as_markdown
from judge.pipeline import parse_document
from judge.reading.metadata.agreement import agree
from judge.reading.metadata.game_names import Game

OWN_LINES = ("lines", "places", "boxes", "doubt")
"""What a document says of its own lines and pages."""
FACTS = ("key", "title", "game", "edition", "date", "dialect", "work", "kind", "authority", "origin", "licence")


class Outcome(NamedTuple):
    """What came of a document."""

    name: str
    entries: int
    same: int
    is_stable: bool
    misses: list[str]


def shown(entry: Entry, *, paged: bool = True) -> list[str]:
    """Return what an entry has, a line for each thing; lines, boxes and doubts aside."""
    record: Record = to_record(entry)
    blocks = [
        {name: sorted(value) if name in ("marks", "links") else value for name, value in block.items()}
        for block in record.pop("blocks")
    ]
    errata = record["errata"] or {}
    kept = {name: value for name, value in record.items() if name not in OWN_LINES and (paged or name != "pages")}
    kept["errata"] = {name: value for name, value in errata.items() if name not in OWN_LINES}
    rows = [f"{name}: {value!r}" for name, value in kept.items()]
    return rows + [repr({name: value for name, value in block.items() if name not in OWN_LINES}) for block in blocks]


def references(parsed: ParsedDocument) -> dict[str, list[str]]:
    """Return the references out of each entry, without their lines."""
    found: dict[str, list[str]] = {}
    for one in parsed.references:
        found.setdefault(one.source, []).append(repr(replace(one, line=0, column=0, length=0)))
    return found


def written_and_read(source: SourceFile, data: bytes, games: Sequence[Game]) -> tuple[str, ParsedDocument]:
    """Return a document in canonical form, and as it is read."""
    parsed = parse_document(source, data, games)
    game = agree([witness(parsed, source.path.parent)], games)[0]
    return as_markdown(parsed, games), settled(parsed, game, games)


def compare(source: SourceFile, data: bytes, games: Sequence[Game]) -> Outcome:
    """Write a document in canonical form, read that, and compare both."""
    markdown, first = written_and_read(source, data, games)
    again, second = written_and_read(SourceFile(source.path.with_suffix(".md"), source.key), markdown.encode(), games)
    paged = any(one.kind == "page" for one in first.references)
    other = {entry.id: (place, entry) for place, entry in enumerate(second.entries)}
    out, back = references(first), references(second)
    misses, same = [], 0
    for place, entry in enumerate(first.entries):
        wanted = [*shown(entry, paged=paged), *out.get(entry.id, [])]
        at, found = other.get(entry.id, (-1, None))
        got = [*shown(found, paged=paged), *back.get(entry.id, [])] if found else []
        if wanted == got and place == at:
            same += 1
        else:
            misses += [f"{entry.id} {at - place:+}", *unified_diff(wanted, got, lineterm="", n=0)]
    facts = [
        f"{n}: {getattr(first.document, n)!r} {getattr(second.document, n)!r}"
        for n in FACTS
        if getattr(first.document, n) != getattr(second.document, n)
    ]
    misses += facts
    if len(first.entries) < len(second.entries):
        misses.append(f"{len(second.entries) - len(first.entries)} entries more")
    total = len(first.entries) + bool(facts) + max(0, len(second.entries) - len(first.entries))
    if markdown != again:
        misses += unified_diff(markdown.split("\n"), again.split("\n"), lineterm="", n=0)
    return Outcome(f"{source.path.parent.name}/{source.path.name}", total, same, markdown == again, misses)

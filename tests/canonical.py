"""Every document as canonical Markdown and back: `python -m tests.canonical [--misses N] [--looks N] [PATH …]`.

Prints for each group of documents how many entries are the same after both ways, and how many documents are written
the same again. Groups are the golden samples, the cases, the bundled collection, drawn looks, and what is named:
`JUDGE_CORPUS` and any files and folders.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import unified_diff
from itertools import product
from pathlib import Path
from typing import NamedTuple

from judge.build.collection import SUFFIXES, SourceFile, sources
from judge.build.parsing import ParsedDocument, ReadingContext, as_markdown, parse_alone, settled, witness
from judge.core.errors import JudgeError, SourceError
from judge.core.files import PACKAGE
from judge.core.jsonl import Record
from judge.core.model import Entry
from judge.core.records import to_record
from judge.reading.grammar.dialects import OWN
from judge.reading.metadata.agreement import agree
from judge.reading.metadata.game_names import load_games
from tests.drawn_looks import LOOKS, write

HERE = Path(__file__).parent
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


def written_and_read(source: SourceFile, data: bytes, context: ReadingContext) -> tuple[str, ParsedDocument]:
    """Return a document in canonical form, and as it is read."""
    parsed = parse_alone(source, data, context)
    game = agree([witness(parsed, source.path.parent)], context.games)[0]
    return as_markdown(parsed, context.games), settled(parsed, game, context.games)


def compare(source: SourceFile, data: bytes, context: ReadingContext) -> Outcome:
    """Write a document in canonical form, read that, and compare both."""
    markdown, first = written_and_read(source, data, context)
    again, second = written_and_read(
        SourceFile(source.path.with_suffix(".md"), source.key, {}), markdown.encode(), context
    )
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


def files(paths: Iterable[Path]) -> Iterator[SourceFile]:
    """Yield the documents of folders and the files named, each with what its manifest says of it."""
    for path in paths:
        if path.is_file():
            yield SourceFile(path, path.stem, {})
            continue
        for folder in sorted({path, *(one for one in path.rglob("*") if one.is_dir())}):
            try:
                yield from sources([folder], list(OWN), lambda _: None)
            except JudgeError:
                yield from (SourceFile(one, one.stem, {}) for one in sorted(folder.iterdir()) if one.suffix in SUFFIXES)


def measured(chosen: Iterable[SourceFile], context: ReadingContext) -> Iterator[Outcome]:
    """Yield what comes of documents; those that cannot be read are left out."""
    for source in chosen:
        data = source.path.read_bytes()
        try:
            yield compare(source, data, context)
        except SourceError:
            continue


def drawn(count: int) -> Iterator[Outcome]:
    """Yield what comes of so many documents in each drawn look."""
    for look, seed in product(LOOKS, range(count)):
        source = SourceFile(Path(f"{look}-{seed}.md"), f"{look}-{seed}", {})
        yield compare(source, write(look, seed).text.encode(), ReadingContext({}, ()))


def report(name: str, outcomes: Sequence[Outcome], misses: int) -> None:
    """Print the figures of a group."""
    entries, same = sum(one.entries for one in outcomes), sum(one.same for one in outcomes)
    stable = sum(one.is_stable for one in outcomes)
    whole = sum(one.same == one.entries for one in outcomes)
    share = f"{same / entries:.4f}" if entries else "-"
    print(
        f"{name:10} {len(outcomes):4} documents, {whole} the same  {same}/{entries} entries {share}  stable {stable}",
        flush=True,
    )
    for one in [one for one in outcomes if one.misses][:misses]:
        print(f"\n  {one.name} {one.same}/{one.entries}{'' if one.is_stable else ' UNSTABLE'}")
        print("\n".join(f"    {line[:400]}" for line in one.misses[:12]))


def main() -> None:
    """Measure all groups."""
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--looks", type=int, default=0)
    parser.add_argument("--only", nargs="*", default=["golden", "cases", "bundled", "real", "looks"])
    given = parser.parse_args()
    context = ReadingContext({}, load_games([PACKAGE.parent / "corpus" / "games"]))
    groups = {
        "golden": [HERE / "golden_run" / "samples"],
        "cases": [HERE / "cases"],
        "bundled": [PACKAGE.parent / "corpus"],
        "real": [Path(os.environ["JUDGE_CORPUS"])] if os.environ.get("JUDGE_CORPUS") else [],
    }
    for name, paths in groups.items():
        if name in given.only and paths:
            report(name, list(measured(files(paths), context)), given.misses)
    for path in given.paths:
        report(path.name, list(measured(files([path]), context)), given.misses)
    if given.looks:
        report("looks", list(drawn(given.looks)), given.misses)


if __name__ == "__main__":
    main()

"""Compare the grammar's reading of documents with that of the dialects, entry by entry.

    python tools/readings.py SET… [--misses N] [--only WORD] [--time]
    python tools/readings.py looks [--looks N]
    python tools/readings.py why FILE [--count N]
    python tools/readings.py agree [--count N] [--seed N] [--misses N]
    python tools/readings.py judge COMMAND…

A SET is a folder of documents, `mixed`, or `looks`. Each row says, of the entries that the dialects read: how many the
grammar has in the same line with the same number and title, how many of these have the same kind, the same parent and
the same blocks; how many entries it has beside them; how far the furniture agrees. What the dialects read is kept in
the temporary folder, so that it is read once.

`why` says of each entry that the dialects have and the grammar lacks which repair it needs: no candidate began in its
line; the reading that has it is dearer (by how many bits); or that reading is cheaper, and the search did not find it.

`agree` compares the grammar's readings of drawn texts in several formats with each other (tests/looks/agreement.py).

`judge` runs the program with the grammar in place of the dialects, for scorers that call it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from judge.build import parsing
from judge.build.collection import SUFFIXES, SourceFile
from judge.core.diagnostics import Report
from judge.core.model import Entry, Furniture
from judge.reading.grammar import reading as grammar
from judge.reading.grammar.account import read_parts
from judge.reading.readers.formats.gate import read_document_file
from judge.reading.readers.manuscript import Manuscript
from judge.reading.rich_text import lines_of

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
KEPT = Path(tempfile.gettempdir()) / "readings"
COLUMNS = ("same", "old", "kinds", "parents", "blocks", "extra", "furniture")
Reader = Callable[..., Any]
DIALECTS: Reader = read_parts


def use(reader: Reader) -> None:
    """Let the program read documents with one of the two readers."""
    vars(parsing)["read_parts"] = reader


class Read(NamedTuple):
    """What came of a document."""

    entries: tuple[Entry, ...]
    furniture: tuple[Furniture, ...]
    seconds: float


def read(name: str, data: bytes, reader: Reader) -> Read:
    """Read a document as the program does, with one of the two readers."""
    use(reader)
    begun = time.process_time()
    parsed = parsing.parse_document(SourceFile(Path(name), "doc", {}), data, parsing.Context({}, ()))
    return Read(parsed.entries, parsed.furniture, time.process_time() - begun)


def read_before(name: str, data: bytes) -> Read:
    """Return what the dialects read, from the temporary folder where it has been read before."""
    kept = KEPT / f"{hashlib.sha256(name.encode() + data).hexdigest()[:24]}.pickle"
    if kept.exists():
        found: Read = pickle.loads(kept.read_bytes())  # noqa: S301 (written here)
        return found
    found = read(name, data, DIALECTS)
    KEPT.mkdir(exist_ok=True)
    kept.write_bytes(pickle.dumps(found))
    return found


def key(entry: Entry) -> tuple[int, str, str]:
    """Return what makes two entries the same: where they begin, their number and their title."""
    title = " ".join((entry.title or "").split()).strip(" .:")
    return entry.lines[0][0], (entry.number or "").strip("."), title


class Difference(NamedTuple):
    """How far two readings agree, and where they do not."""

    counts: Counter[str]
    lost: tuple[Entry, ...]
    extra: tuple[Entry, ...]
    changed: tuple[tuple[str, Entry, Entry], ...]
    """What differs, of an entry that both have."""


def compare(old: Read, new: Read) -> Difference:
    """Compare two readings entry by entry."""
    before, after = {key(one): one for one in old.entries}, {key(one): one for one in new.entries}
    counts = Counter(old=len(before), same=len(before.keys() & after.keys()))
    counts["extra"] = len(after.keys() - before.keys())
    lines = [{line for one in read.furniture for line in lines_of(one.lines)} for read in (old, new)]
    counts["furniture"] = -len(lines[0] ^ lines[1])
    changed = []
    names = [{one.id: key(one) for one in read.entries} for read in (old, new)]
    for name in before.keys() & after.keys():
        one, other = before[name], after[name]
        same = {
            "kinds": one.kind == other.kind,
            "parents": names[0].get(one.parent or "") == names[1].get(other.parent or ""),
            "blocks": _blocks(one) == _blocks(other),
        }
        counts.update({what: int(is_same) for what, is_same in same.items()})
        changed += [(what, one, other) for what, is_same in same.items() if not is_same]
    lost = tuple(before[name] for name in sorted(before.keys() - after.keys()))
    extra = tuple(after[name] for name in sorted(after.keys() - before.keys()))
    return Difference(counts, lost, extra, tuple(sorted(changed, key=lambda one: one[1].lines)))


def _blocks(entry: Entry) -> list[object]:
    blocks: list[object] = [(block.kind, block.text, block.date, block.source) for block in entry.blocks]
    return [*blocks, entry.variant, entry.errata and (entry.errata.text, entry.errata.printed)]


def documents(sets: Iterable[str], only: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and the bytes of the documents of sets."""
    for one in sets:
        folder = ROOT / "tests" / "cases" / "mixed" if one == "mixed" else Path(one)
        paths = [folder] if folder.is_file() else sorted(folder.rglob("*"))
        for path in paths:
            is_document = path.suffix.lower() in SUFFIXES and "truth" not in path.parts
            if is_document and path.name[0] not in "._" and only in str(path):
                yield path.name, path.read_bytes()


def show(name: str, found: Difference, misses: int, seconds: tuple[float, float] | None) -> None:
    """Print the row of a document, and examples of what differs."""
    row = "".join(f"{found.counts[column]:>10}" for column in COLUMNS)
    timed = f"{seconds[0]:8.2f}{seconds[1]:8.2f}" if seconds else ""
    print(f"{name[:34]:34}{row}{timed}", flush=True)
    for what, entries in (("lost", found.lost), ("extra", found.extra)):
        for entry in entries[:misses]:
            print(f"    {what} {entry.lines[0][0]} {entry.kind} {entry.number or ''} {(entry.title or '')[:70]!r}")
    seen: Counter[str] = Counter()
    for what, one, other in found.changed:
        seen[what] += 1
        if seen[what] <= misses:
            shown = {"kinds": (one.kind, other.kind), "parents": (one.parent, other.parent)}.get(what)
            if what == "blocks":
                pairs = zip([*_blocks(one), ""], [*_blocks(other), ""], strict=False)
                shown = next(((str(a)[:150], str(b)[:150]) for a, b in pairs if a != b), None)
            print(f"    {what} {one.lines[0][0]} {one.number or ''} {(one.title or '')[:40]!r}: {shown}")


def measure_looks(count: int, misses: int) -> None:
    """Measure open looks with both readers, as tests/looks/measure.py does."""
    from tests.looks.measure import _head, _row, means, print_misses
    from tests.looks.sampling import looks

    chosen = looks()[:: max(1, len(looks()) // count)]
    print(_head())
    for name, reader in (("dialects", DIALECTS), ("grammar", grammar.read_manuscript)):
        kept = KEPT / f"looks-{name}-{len(chosen)}.pickle"
        if name == "dialects" and kept.exists():
            measured = pickle.loads(kept.read_bytes())  # noqa: S301 (written here)
        else:
            use(reader)
            from tests.looks.measure import measure

            measured = measure(chosen)
            KEPT.mkdir(exist_ok=True)
            kept.write_bytes(pickle.dumps(measured))
        print(_row(name, len(measured), means(measured)), flush=True)
    if misses:
        print_misses(measured, misses, 0)


def explain(path: Path, count: int) -> None:
    """Say of each entry that only the dialects have which repair it needs."""
    data = path.read_bytes()
    found = compare(read_before(path.name, data), read(path.name, data, grammar.read_manuscript))
    manuscript: Manuscript = read_document_file(data, Report(), parsing.hints_of(SourceFile(path, "doc", {})))
    verdicts: Counter[str] = Counter()
    for entry in found.lost[:count]:
        verdict, bits = grammar.explain_miss(manuscript, entry.lines[0][0], entry.number)
        verdicts[verdict] += 1
        print(f"{entry.lines[0][0]:6} {verdict:14} {bits:8.1f}  {entry.kind} {entry.number or ''} {entry.title!r}")
    print(dict(verdicts))


def main(arguments: Sequence[str]) -> int:
    """Compare as the command line says."""
    if arguments[:1] == ["judge"]:
        os.environ["JUDGE_CACHE"] = tempfile.mkdtemp()
        os.environ["READ_BY_GRAMMAR"] = "1"
        use(grammar.read_manuscript)
        from judge.cli import main as run

        run(list(arguments[1:]))
        return 0
    if arguments[:1] == ["agree"]:
        from tests.looks.agreement import main as agree

        use(grammar.read_manuscript)
        return agree(list(arguments[1:]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--time", action="store_true", help="read with the dialects again, and print processor times")
    parser.add_argument("--looks", type=int, default=100, help="so many of the open looks")
    parser.add_argument("--count", type=int, default=20, help="so many misses are explained")
    given = parser.parse_args(arguments)
    if given.sets[0] == "why":
        explain(Path(given.sets[1]), given.count)
        return 0
    if given.sets == ["looks"]:
        measure_looks(given.looks, given.misses)
        return 0
    print(f"{'':34}" + "".join(f"{column:>10}" for column in COLUMNS))
    for name, data in documents(given.sets, given.only):
        old = read(name, data, DIALECTS) if given.time else read_before(name, data)
        new = read(name, data, grammar.read_manuscript)
        show(name, compare(old, new), given.misses, (old.seconds, new.seconds) if given.time else None)
    return 0


if os.environ.get("READ_BY_GRAMMAR"):  # a process that builds documents for the program
    use(grammar.read_manuscript)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

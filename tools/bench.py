"""Measure speed: cold commands as multiples of `python -c pass` in the same run, warm searches, and builds.

    python3 tools/bench.py [--corpus DIR …] [--runs N] [--queries FILE] [--copies N] [--builds N,N …] [--book] [--json]

Prints a table: what was measured, the median, the multiple, the limit that the project has set itself. Without
--corpus (or JUDGE_CORPUS) the bundled collection is measured. Everything runs in a cache of its own. The program and
its packages are compiled to byte code first, since cold starts look twice as slow without. With --copies the same
searches are measured on so many copies of the collection as well, in each of which other words are altered. With
--builds nothing but builds is measured: of so many copies, the seconds of the processor and the memory that a whole
build takes, and one after a change in each document of the first copy. With --book nothing but the build of a book of
3,000 rules and 700 terms is measured, and of two editions of it.
"""

from __future__ import annotations

import argparse
import compileall
import itertools
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from large_book import large_book  # noqa: E402 (it takes words from the tests of the checkout)

from judge.core.numbering import slug  # noqa: E402 (the checkout may not be installed)
from judge.opened_library import Library  # noqa: E402 (the checkout may not be installed)


class Row(NamedTuple):
    """One measurement."""

    what: str
    seconds: float
    multiple: float | None
    """Of `python -c pass`; None where seconds are what counts."""
    limit: float | None
    """Of the multiple, or else of the seconds."""


COLD = (
    ("show 24.8.1.3, cold", ["show", "24.8.1.3"], 6.0),
    ("full-text search, cold", ["search", "can I heal an undamaged card"], 20.0),
    ("two names together, cold", ["between", "evil twin", "brain fire"], 20.0),
    ("build with nothing changed", ["build"], 8.0),
)
"""Commands, each with the multiple of `python -c pass` it may cost."""
COPIES = (1, 2, 4, 8, 16)
"""How often the collection is copied, to see how the time for references grows."""
RESOLVING = """
import sys, time
from pathlib import Path
from judge.library import collection
from judge.library.compiling import keep_library, link_documents
from judge.library.incremental.document_list import DocumentList, Sources
from judge.library.incremental.part_cache import agree_on_names, part_of
from judge.library.incremental.document_outcomes import world_of
from judge.library.compiled_library import ALONE
from judge.library.incremental.workers import Means, Workers
from judge.core.files import DOCUMENT, game_folders, read_file
from judge.pipeline import parse_document
from judge.reading.metadata.game_names import load_games
folders = [Path(name) for name in sys.argv[1:]]
started = time.perf_counter()
games = load_games(game_folders(folders))
sources = collection.sources(folders, lambda _: None)
documents = [parse_document(one, read_file(one.path, DOCUMENT), games) for one in sources]
parsed = time.perf_counter()
parts = [part_of(document, Path()) for document in documents]
agree_on_names(parts, ())
world = world_of([part.facts for part in parts])
found = sum(part.settle(world, ()).counts.references for part in parts)
resolved = time.perf_counter()
with Workers(ALONE) as nobody:
    again = [part_of(document, Path()) for document in documents]
    means = Means(lambda *_: None, nobody)
    keep_library(link_documents(again, Sources(DocumentList((), print)), means), None, means)
print(resolved - parsed, time.perf_counter() - started - (resolved - parsed), found)
"""
"""Prints the seconds that references take, those of a whole build in memory, and how many references there are."""
BUILDING = """
import resource, sys, time
from pathlib import Path
from judge.opened_library import Library
started = time.process_time()
Library([Path(sys.argv[1])], cache=Path(sys.argv[2])).close()
print(time.process_time() - started, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""
"""Prints the seconds of the processor and the megabytes that a build takes."""
QUERIES = ROOT / "tests" / "cases" / "queries.jsonl"
WARM = {"p50": 0.005, "p95": 0.020}
"""Seconds that a search may take once the library is open: half of all queries, and 95 of 100."""
WARM_IN_COPIES = {"p50": 0.060, "p95": None}
ALTERED = 3
"""In each copy every so-manieth word of four letters or more is altered, each time others."""


def main() -> int:
    """Measure and print; return 1 where a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="append", help="a folder of documents; may be given more than once")
    parser.add_argument("--runs", type=int, default=15, help="how many times to run each command (default: 15)")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.add_argument("--queries", type=Path, default=QUERIES, help="JSON Lines with a field `query`")
    parser.add_argument("--copies", type=int, default=0, help="also measure searches on this many copies")
    parser.add_argument("--builds", help="measure only builds, of this many copies each: 1,10")
    parser.add_argument("--book", action="store_true", help="measure only builds of a large book")
    arguments = parser.parse_args()
    for folder in (sysconfig.get_paths()["purelib"], ROOT / "judge"):
        compileall.compile_dir(str(folder), quiet=2)
    if arguments.book:
        books(arguments.runs)
        return 0
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"JUDGE_CACHE": cache}
        if arguments.corpus:
            environment["JUDGE_CORPUS"] = os.pathsep.join(arguments.corpus)
        folders = [Path(one) for one in arguments.corpus or [ROOT / "corpus"]]
        if arguments.builds:
            for number in map(int, arguments.builds.split(",")):
                builds(folders, number, arguments.runs)
            return 0
        rows = measure(environment, arguments.runs)
        queries = [json.loads(line)["query"] for line in arguments.queries.read_text(encoding="utf-8").splitlines()]
        rows += warm("search", folders, queries, Path(cache), WARM)
        if arguments.copies:
            copies = Path(cache) / "copies"
            multiply(folders, copies, arguments.copies)
            rows += warm(f"search in {arguments.copies} copies", [copies], queries, Path(cache), WARM_IN_COPIES)
    if arguments.json:
        print("\n".join(json.dumps(row._asdict()) for row in rows))
    else:
        show(rows)
    return 1 if any(row.limit and (row.multiple or row.seconds) > row.limit for row in rows) else 0


def measure(environment: dict[str, str], runs: int) -> list[Row]:
    """Take all measurements, interleaved, so that a busy machine slows all of them alike."""
    judge = [sys.executable, "-m", "judge"]
    full = timed([*judge, "build"], environment)
    commands = [[sys.executable, "-c", "pass"], *([*judge, *words] for _, words, _ in COLD)]
    taken: list[list[float]] = [[] for _ in commands]
    for _ in range(runs):
        for times, command in zip(taken, commands, strict=True):
            times.append(timed(command, environment))
    unit, *medians = map(statistics.median, taken)
    rows = [Row("python -c pass", unit, 1.0, None), Row("full build, cold", full, None, None), *references(environment)]
    return rows + [
        Row(what, seconds, seconds / unit, limit) for (what, _, limit), seconds in zip(COLD, medians, strict=True)
    ]


def references(environment: dict[str, str]) -> Iterator[Row]:
    """Measure what references cost, as a share of a build, over ever more copies of the collection."""
    folders = environment.get("JUDGE_CORPUS", str(ROOT / "corpus")).split(os.pathsep)
    for copies in COPIES:
        with tempfile.TemporaryDirectory() as scratch:
            copied = [Path(scratch) / f"{copy}-{number}" for copy in range(copies) for number in range(len(folders))]
            for number, folder in enumerate(copied):
                shutil.copytree(folders[number % len(folders)], folder)
            command = [sys.executable, "-c", RESOLVING, *map(str, copied)]
            done = subprocess.run(command, env=environment, capture_output=True, check=False, text=True)
        if done.returncode:
            sys.exit(f"measuring references failed: {done.stderr}")
        seconds, whole, found = map(float, done.stdout.split())
        yield Row(f"{found:.0f} references, {copies} × ({seconds / whole:.0%})", seconds, None, None)


def warm(
    what: str, folders: Sequence[Path], queries: Sequence[str], cache: Path, limits: Mapping[str, float | None]
) -> list[Row]:
    """Measure searches in an open library, each query asked once before."""
    with Library(folders, cache=cache) as library:
        entries = sum(record.entries for record in library.documents())
        times = []
        for query in queries:
            library.search(query)
            started = time.perf_counter()
            library.search(query)
            times.append(time.perf_counter() - started)
    cuts = statistics.quantiles(times, n=100)
    found = {"p50": cuts[49], "p95": cuts[94]}
    return [Row(f"{what}, {entries} entries, {name}", found[name], None, limit) for name, limit in limits.items()]


def multiply(folders: Sequence[Path], target: Path, copies: int) -> None:
    """Write copies of the documents of collections; in each, other words are altered, so that it has words its own."""
    target.mkdir()
    for number in range(copies):
        count = itertools.count(number)

        def altered(match: re.Match[str], count: Iterator[int] = count, number: int = number) -> str:
            return match[0] + (f"q{number}" if next(count) % ALTERED == 0 else "")

        for path in [path for folder in folders for path in sorted(folder.glob("*.[mt][dx]*"))]:
            text = path.read_text(encoding="utf-8", errors="replace")
            name = f"{path.stem}-{number}{path.suffix}"
            (target / name).write_text(re.sub(r"[^\W\d_]{4,}", altered, text), encoding="utf-8")


def builds(folders: Sequence[Path], copies: int, runs: int) -> None:
    """Print the least seconds and megabytes of builds: whole, and after a change in each document of the first copy."""
    least: dict[str, list[float]] = {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as scratch:
            documents, cache = Path(scratch) / "documents", Path(scratch) / "cache"
            changed = copy_documents(folders, documents, copies)
            note(least, f"whole, {copies} × {len(changed)} documents", documents, cache)
            for path in changed:
                text = path.read_bytes()
                at = text.rindex(b"the ")
                path.write_bytes(text[:at] + b"this " + text[at + 4 :])
                note(least, f"  a word of {path.stem}", documents, cache)
    whole = next(iter(least.values()))[0]
    for what, (seconds, megabytes) in least.items():
        print(f"{what:44}{seconds:8.2f} s{seconds / whole:7.0%}{megabytes:7.0f} MB")


def books(runs: int) -> None:
    """Print the least seconds and megabytes of builds of a large book, alone and beside its second edition."""
    least: dict[str, list[float]] = {}
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as scratch:
            documents = Path(scratch) / "documents"
            documents.mkdir()
            for edition, what in ((1, "a large book"), (2, "two editions of it")):
                (documents / f"book-{edition}.txt").write_text(large_book(edition), encoding="utf-8")
                note(least, what, documents, Path(scratch) / f"cache-{edition}")
    for what, (seconds, megabytes) in least.items():
        print(f"{what:44}{seconds:8.2f} s{megabytes:12.0f} MB")


def note(least: dict[str, list[float]], what: str, documents: Path, cache: Path) -> None:
    """Build in a process of its own, and note what it took if that is the least so far."""
    command = [sys.executable, "-c", BUILDING, str(documents), str(cache)]
    done = subprocess.run(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
    taken = list(map(float, done.stdout.split()))
    least[what] = list(map(min, least.get(what, taken), taken))


def copy_documents(folders: Sequence[Path], target: Path, copies: int) -> list[Path]:
    """Copy documents under other names and keys, with what their manifests say; return those of the first copy."""
    target.mkdir()
    rows: list[str] = []
    first: list[Path] = []
    for number, folder in itertools.product(range(copies), folders):
        manifest = tomllib.loads((folder / "corpus.toml").read_text(encoding="utf-8"))
        for row in manifest.get("document", []):
            source = folder / row["file"]
            copy = target / f"{source.stem}-{number}{source.suffix}"
            shutil.copyfile(source, copy)
            first += [copy] * (number == 0)
            said = {key: row[key] for key in ("title", "game", "edition", "date", "dialect") if key in row}
            rows += ["[[document]]", *(f"{key} = {json.dumps(said[key])}" for key in said)]
            rows += [f"file = {json.dumps(copy.name)}", f"key = {json.dumps(slug(copy.stem))}"]
    keys = {row for row in rows if row.startswith("key = ")}
    if len(keys) != copies * len(first):
        raise ValueError("two copies have the same key")
    (target / "corpus.toml").write_text("\n".join(rows), encoding="utf-8")
    return first


def timed(command: Sequence[str], environment: dict[str, str]) -> float:
    """Run a command and return the seconds it took.

    Raises:
        CalledProcessError: it failed in a way that is not an answer.
    """
    started = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    taken = time.perf_counter() - started
    if done.returncode not in (0, 1) or b"Traceback" in done.stderr:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout, done.stderr)
    return taken


def show(rows: Sequence[Row]) -> None:
    """Print the table."""
    print(f"{'what':44}{'ms':>9}{'× pass':>9}{'at most':>9}")
    for row in rows:
        multiple = f"{row.multiple:.1f}" if row.multiple else ""
        limit = "" if not row.limit else f"{row.limit:.0f}" if row.multiple else f"{row.limit * 1000:.0f} ms"
        print(f"{row.what:44}{row.seconds * 1000:9.1f}{multiple:>9}{limit:>9}")


if __name__ == "__main__":
    sys.exit(main())

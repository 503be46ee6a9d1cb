"""Measure many games: how long a build takes, how large it is, how soon a search answers, and what memory both need.

    python3 tools/scale.py [--corpus DIR …] [--copies N,N …] [--document KEY …] [--jobs N] [--shards] [--queries FILE]

Every copy of the collection is renamed: other names of games, other keys, and one word in ten a word of its own, so
that no two copies have one game or one vocabulary. All copies are built as one library; with --shards each game is a
library of its own, as docs/scale.md advises, and what is told is the largest. --document measures a part of the
collection. Seconds of builds are those of the processor, since others use the machine too; milliseconds of searches
are what a person waits for, in a library that is open, each query asked once before.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
QUERIES = ROOT / "tests" / "cases" / "queries.jsonl"
ALTERED = 10
"""One word in so many is another in each copy."""
SAID = ("title", "edition", "date", "dialect", "kind", "authority")
"""What of a manifest holds of a copy too."""
BUILDING = """
import json, resource, sys
from pathlib import Path
from judge.library.compiled_library import Crew
from judge.opened_library import Library
with Library([sys.argv[1]], cache=Path(sys.argv[2]), crew=Crew(int(sys.argv[3]))) as library:
    documents = library.documents()
    build = library.ask(lambda compiled: compiled.folder)
own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
files = [(path.name, path.stat().st_size) for path in build.rglob("*") if path.is_file()]
print(json.dumps({
    "documents": len(documents),
    "games": len({document["game"] for document in documents}),
    "entries": sum(document["entries"] for document in documents),
    "references": sum(document["references"] for document in documents),
    "seconds": own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime,
    "memory": own.ru_maxrss / 1024,
    "tables": sum(size for name, size in files if name.endswith(".sqlite")) / 2**20,
    "index": sum(size for name, size in files if name.endswith(".index")) / 2**20,
}))
"""
"""Builds, and prints what that took and gave."""
ASKING = """
import json, resource, sys, time
from pathlib import Path
from judge.opened_library import Library
queries = json.loads(sys.stdin.read())
times = []
with Library([sys.argv[1]], cache=Path(sys.argv[2])) as library:
    game = library.documents()[0]["game"] if sys.argv[3] == "game" else None
    for query in queries:
        library.search(query, game=game)
        started = time.perf_counter()
        library.search(query, game=game)
        times.append(1000 * (time.perf_counter() - started))
print(json.dumps({"times": times, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
"""
"""Asks, of all games or of the first alone, and prints the milliseconds."""


class Document(NamedTuple):
    """A document that is copied."""

    file: Path
    row: dict[str, Any]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", action="append", help="a folder with a corpus.toml; may be given more than once")
    parser.add_argument("--copies", default="1,10", help="how many copies, parted by commas (default: 1,10)")
    parser.add_argument("--document", action="append", help="copy only the document of this key; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="processes that build (default: 1)")
    parser.add_argument("--shards", action="store_true", help="make a library of each game")
    parser.add_argument("--queries", type=Path, default=QUERIES, help="JSON Lines with a field `query`")
    arguments = parser.parse_args()
    folders = [Path(one) for one in arguments.corpus or [ROOT / "corpus"]]
    documents = [one for one in read(folders) if not arguments.document or one.row["key"] in arguments.document]
    queries = [json.loads(line)["query"] for line in arguments.queries.read_text(encoding="utf-8").splitlines()]
    print(
        "copies games documents  entries references  build s  memory MB  tables MB  index MB"
        "   all p50    p95  game p50    p95  memory MB"
    )
    for copies in map(int, arguments.copies.split(",")):
        with tempfile.TemporaryDirectory() as scratch:
            libraries = list(write(documents, Path(scratch) / "documents", copies, shards=arguments.shards))
            rows = [measure(folder, Path(scratch) / "cache", arguments.jobs, queries) for folder in libraries]
        print(f"{copies:6}" + max(rows))
    return 0


def read(folders: Sequence[Path]) -> Iterator[Document]:
    """Yield the documents that manifests name."""
    for folder in folders:
        for row in tomllib.loads((folder / "corpus.toml").read_text(encoding="utf-8"))["document"]:
            yield Document(folder / row["file"], {"key": Path(row["file"]).stem, **row})


def write(documents: Sequence[Document], target: Path, copies: int, *, shards: bool) -> Iterator[Path]:
    """Write renamed copies, all into one folder or those of each game into its own; yield the folders."""
    manifests: dict[Path, list[str]] = {}
    for number, document in itertools.product(range(copies), documents):
        row = document.row
        game = row.get("game", "Nameless")
        folder = target / f"{game}-{number}" if shards else target
        folder.mkdir(parents=True, exist_ok=True)
        file = f"{row['key']}-{number}{document.file.suffix}"
        text = document.file.read_text(encoding="utf-8", errors="replace")
        (folder / file).write_text(renamed(text, game, number), encoding="utf-8")
        said = {name: row[name] for name in SAID if name in row}
        said |= {"file": file, "key": f"{row['key']}-{number}", "game": f"{game} {number}"}
        rows = [f"{name} = {json.dumps(value)}" for name, value in said.items()]
        manifests.setdefault(folder, []).extend(["[[document]]", *rows])
    for folder, rows in manifests.items():
        (folder / "corpus.toml").write_text("\n".join(rows), encoding="utf-8")
        yield folder


def renamed(text: str, game: str, number: int) -> str:
    """Return a text of another game, in which some words are others."""
    count = itertools.count(number)

    def altered(match: re.Match[str]) -> str:
        return match[0] + (f"q{number}" if next(count) % ALTERED == 0 else "")

    return re.sub(r"(?<![\w#*])[a-z]{5,}\b", altered, text).replace(game, f"{game} {number}")


def measure(folder: Path, cache: Path, jobs: int, queries: Sequence[str]) -> str:
    """Build a library, ask it, and return the row of the table."""
    built = run(BUILDING, str(folder), str(cache), str(jobs))
    asked = [run(ASKING, str(folder), str(cache), scope, typed=json.dumps(queries)) for scope in ("all", "game")]
    cuts = [statistics.quantiles(one["times"], n=20) for one in asked]
    row = f"{built['games']:6}{built['documents']:10}{built['entries']:9}{built['references']:11}"
    row += f"{built['seconds']:9.1f}{built['memory']:11.0f}{built['tables']:11.1f}{built['index']:10.1f}"
    return row + "".join(f"{cut[9]:10.1f}{cut[18]:7.1f}" for cut in cuts) + f"{asked[0]['memory']:11.0f}"


def run(program: str, *words: str, typed: str = "") -> dict[str, Any]:
    """Run a program and return what it prints."""
    command = [sys.executable, "-c", program, *words]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        command, input=typed, env=os.environ | {"PYTHONPATH": path}, capture_output=True, check=False, text=True
    )
    if done.returncode:
        sys.exit(f"measuring failed: {done.stderr}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    sys.exit(main())

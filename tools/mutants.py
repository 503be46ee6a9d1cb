"""Changes places of the program that a seed draws, and says how many of these mutants the tests notice.

    .venv/bin/python tools/mutants.py --count 40            # a quick sample
    .venv/bin/python tools/mutants.py --seed 3 --json       # 200, drawn otherwise, as JSON Lines
    .venv/bin/python tools/mutants.py --only judge/search   # of a folder or a file
    .venv/bin/python tools/mutants.py --list                # draw, and try nothing

A mutant is one change of a number, a comparison, an operator, `not`, `and`, `or`, `True`, `False`, `break`, `continue`
or of what is returned. It is put into a copy of the checkout, where the golden run meets it first, and then the tests
of the default tier that by recorded coverage reach its line, the quickest first; the first difference or failure ends
it. Two are tried at once. What the tests reach is recorded before the first mutant, and kept in `.mutants/` until the
program or its tests change. Prints a table by package and the mutants that survive. It needs a system with resource
limits: not Windows.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutation.copies import Copy, Project
from mutation.places import Mutant, draw
from mutation.recording import RecordingError, recorded
from mutation.trying import NOTICED, Outcome, Tried, try_mutant

ROOT = Path(__file__).resolve().parent.parent
OURS = Project(
    root=ROOT,
    package="judge",
    golden=("-m", "tests.golden_run", "--first"),
    golden_samples=("-c", "from tests.golden_run.samples import own_samples; print(*own_samples())"),
    golden_tests="tests/test_golden.py::test_a_collection_of_our_own",
)
KEPT = ".mutants"
"""The folder of the checkout for what the tests reach."""
COPIES = 2
COLUMNS = ("package", "drawn", *Outcome, "noticed")


def main() -> int:
    """Draw, try, and print what became of the mutants; return 2 if nothing could be tried, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="how many mutants (200)")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from (1)")
    parser.add_argument("--only", action="append", default=[], metavar="PATH", help="files, or folders with files")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    parser.add_argument("--json", action="store_true", help="print a record for each mutant, as JSON Lines")
    chosen = parser.parse_args()
    mutants = drawn(OURS, chosen.count, chosen.seed, chosen.only)
    if chosen.list:
        print(*map(line_of, mutants), sep="\n")
        return 0
    try:
        tried = trials(OURS, mutants)
    except RecordingError as error:
        print(error, file=sys.stderr)
        return 2
    print(*(map(json_of, tried) if chosen.json else report(tried)), sep="\n")
    return 0


def drawn(project: Project, count: int, seed: int, only: Sequence[str] = ()) -> list[Mutant]:
    """Return the mutants that a seed draws in a project, or in some of its folders and files."""
    paths = project.sources
    if only:
        wanted = [Path(one).resolve().relative_to(project.root).as_posix() for one in only]
        paths = [path for path in paths if any(path == one or path.startswith(f"{one}/") for one in wanted)]
    return draw(project.root, paths, count, seed)


def trials(project: Project, mutants: Sequence[Mutant]) -> list[Tried]:
    """Try mutants in copies of a project, two at once, and return what became of them; tell of each on the way.

    Raises:
        RecordingError: the golden run differs without any change, or no test passes.
    """
    free: SimpleQueue[Copy] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="mutants-") as home, ThreadPoolExecutor(COPIES) as pool:
        first, *others = [Copy(project, Path(home, str(number))) for number in range(COPIES)]
        known = recorded(project, first, project.root / KEPT)
        if known.failed:
            print(f"left out, since they fail in a copy: {', '.join(known.failed)}", file=sys.stderr)
        for copy in (first, *others):
            free.put(copy)

        def attempt(mutant: Mutant) -> Tried:
            copy = free.get()
            try:
                tried = try_mutant(mutant, project, copy, known)
            finally:
                free.put(copy)
            print(f"{tried.outcome}, {tried.seconds:.0f} s: {line_of(mutant)}", file=sys.stderr, flush=True)
            return tried

        return list(pool.map(attempt, mutants))


def report(tried: Sequence[Tried]) -> list[str]:
    """Return the lines of a table by package, and of the mutants that survive."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in tried:
        counts[one.mutant.package][one.outcome] += 1
    rows = [COLUMNS, *(row(name, counts[name]) for name in sorted(counts)), row("all", sum(counts.values(), Counter()))]
    wide = [max(len(cells[place]) for cells in rows) for place in range(len(COLUMNS))]
    table = [f"{cells[0]:{wide[0]}}  " + "  ".join(map(str.rjust, cells[1:], wide[1:])) for cells in rows]
    survivors = [one for one in tried if one.outcome not in NOTICED]
    return [*table, "", *(f"{one.outcome}: {line_of(one.mutant)}" for one in survivors)]


def row(name: str, counts: Counter[str]) -> tuple[str, ...]:
    """Return the cells of a row of the table."""
    noticed = sum(counts[one] for one in NOTICED)
    share = f"{100 * noticed / max(counts.total(), 1):.0f} %"
    return name, str(counts.total()), *(str(counts[one]) for one in Outcome), share


def line_of(mutant: Mutant) -> str:
    """Return where a mutant is, and what it changes."""
    return f"{mutant.path}:{mutant.line}: {mutant.operator}: {mutant.before} -> {mutant.after}"


def json_of(one: Tried) -> str:
    """Return a record of what became of a mutant."""
    fields = {name: value for name, value in one.mutant._asdict().items() if name != "text"}
    return json.dumps(fields | {"outcome": one.outcome, "by": one.by, "seconds": round(one.seconds, 1)})


if __name__ == "__main__":
    sys.exit(main())

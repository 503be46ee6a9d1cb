"""Run the scorers, and compare what they measure with tools/figures.json, row by row.

    .venv/bin/python tools/figures.py SCORERS DOCS          prints the rows that fell, rose, are new or gone
    .venv/bin/python tools/figures.py SCORERS DOCS --save   writes them

SCORERS is the folder of the scorers, with the documents of the hand-made truth in `../corpus` or in JUDGE_CORPUS; DOCS
holds the public documents in `practice`, `units` and `code_citations`. Both lie outside the project, so tools/check.py
does not run this, and the file has figures alone: `SCORER/ROW/COLUMN` with a number. It takes about five minutes.

Returns 1 where a row fell, and 2 where a scorer failed. The commit names each row that fell, with its reason. Left out
are times, sizes and whatever is neither better nor worse when it grows (`IGNORED`).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "tools" / "figures.json"
JUDGE = str(Path(sys.executable).with_name("judge"))
SCORERS = {
    "score": "score.py {work}/export.jsonl --json {work}/score.json",
    "search": "search_score.py --judge {judge} --queries {scorers}/queries.jsonl --json {work}/search.json",
    "search-2": "search_score.py --judge {judge} --queries {scorers}/queries_2.jsonl --json {work}/search-2.json",
    "practice": "practice.py {judge} --docs {docs}/practice --json {work}/practice.json",
    "units": "units.py {judge} --docs {docs}/units",
    "citations": "code_citations.py {judge} --docs {docs}/code_citations",
}
"""How each scorer is called; one that writes no JSON is read as it prints."""
LABELS = ("name", "document", "measure")
"""What says which row of a list it is."""
IGNORED = frozenset(
    "n of right units entries nearly refs_part refs_all refs_said faults_all faults_note loud notes other_file build_s "
    "mb misses facts facts_true good doubts".split()
) | {"wrong told"}
FEWER = frozenset(
    ["glued", "cut", "refs_wrong", "false", "no_g3@10", "good but weak", "good but unsure", "wrong", "other alarms"]
)
"""Columns that are better the smaller they are."""
PART = re.compile(r"(?P<column>[^;:,]*?) ?(?P<count>\d+) of \d+")


def main() -> int:
    """Run the scorers; compare or save what they say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scorers", type=Path)
    parser.add_argument("docs", type=Path)
    parser.add_argument("--save", action="store_true", help="write tools/figures.json")
    parser.add_argument("--only", nargs="+", choices=SCORERS, default=[*SCORERS], help="run and compare these alone")
    given = parser.parse_args()
    before = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    now: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as work:
        corpus = os.environ.get("JUDGE_CORPUS", str(given.scorers.resolve().parent / "corpus"))
        environment = {
            **os.environ,
            "JUDGE_CORPUS": corpus,
            "JUDGE_CACHE": f"{work}/cache",
            "JUDGE_DATA": f"{work}/data",
        }
        for name in given.only:
            try:
                now |= {f"{name}/{row}": number for row, number in run_scorer(name, given, Path(work), environment)}
            except subprocess.CalledProcessError as error:
                print(f"{name} failed ({error.returncode})", file=sys.stderr)
                return 2
    others = {row: number for row, number in before.items() if row.partition("/")[0] not in given.only}
    if given.save:
        FIGURES.write_text(
            json.dumps(others | now, indent=0, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    lines = list(differences({row: before[row] for row in before.keys() - others.keys()}, now))
    print("\n".join([*lines, f"{len(now)} rows, {len(lines)} differ"]))
    return 1 if any(line.startswith("fell") for line in lines) else 0


def run_scorer(
    name: str, given: argparse.Namespace, work: Path, environment: Mapping[str, str]
) -> Iterator[tuple[str, float]]:
    """Run a scorer; yield each row with its number."""
    if name == "score":
        with (work / "export.jsonl").open("wb") as export:
            subprocess.run([JUDGE, "export"], stdout=export, env=environment, check=True)
    places = {"scorers": given.scorers.resolve(), "docs": given.docs.resolve(), "work": work, "judge": JUDGE}
    script, *words = (word.format(**places) for word in SCORERS[name].split())
    command = [sys.executable, str(given.scorers / script), *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True)
    written = work / f"{name}.json"
    if written.exists():
        yield from numbers_in(json.loads(written.read_text(encoding="utf-8")))
    else:
        yield from printed_numbers(done.stdout.decode("utf-8").splitlines())


def numbers_in(value: object, label: str = "") -> Iterator[tuple[str, float]]:
    """Yield the numbers of JSON with the names on their way; of a pair (right, of all), the first."""
    if isinstance(value, (int, float)):
        yield label, round(value, 4)
    elif isinstance(value, dict):
        for key, one in value.items():
            if key not in IGNORED:
                yield from numbers_in(one, f"{label}/{key}".strip("/"))
    elif isinstance(value, list) and len(value) == 2 and all(isinstance(one, int) for one in value):
        yield label, value[0]
    elif isinstance(value, list):
        for one in value:
            name = "/".join(one[key] for key in LABELS if key in one)
            yield from numbers_in(one, f"{label}/{name}".strip("/"))


def printed_numbers(lines: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Yield the numbers of a printed table and of lines such as `agree: absent told 5 of 7 = 0.714`; of 3/4, the 3."""
    heads: list[str] = []
    for line in lines:
        label, colon, rest = line.partition(": ")
        if colon:
            for part in PART.finditer(re.sub(r"\{.*?\}", "", rest)):
                yield f"{label}/{part['column'].strip() or 'both'}", int(part["count"])
        elif not heads:
            heads = re.split(r"\s{2,}", line.strip())[1:]
        else:
            name, *cells = line.split() or [""]
            for head, cell in zip(heads, cells, strict=False):
                if head not in IGNORED and (number := re.match(r"\d+(?:\.\d+)?", cell)):
                    yield f"{name}/{head}", float(number[0])


def differences(before: Mapping[str, float], now: Mapping[str, float]) -> Iterator[str]:
    """Yield a line for each row that fell, then for those that rose, are new and gone."""
    both = sorted(row for row in before.keys() & now.keys() if before[row] != now[row])
    is_worse = {row: (now[row] > before[row]) == (row.rpartition("/")[2] in FEWER) for row in both}
    for what, worse in (("fell", True), ("rose", False)):
        yield from (f"{what}: {row}: {before[row]:g} → {now[row]:g}" for row in both if is_worse[row] is worse)
    yield from (f"new: {row}: {now[row]:g}" for row in sorted(now.keys() - before.keys()))
    yield from (f"gone: {row}: {before[row]:g}" for row in sorted(before.keys() - now.keys()))


if __name__ == "__main__":
    sys.exit(main())

"""What the program says is in force in small libraries of invented games, beside what is (tests/cases/in_force).

`python -m tests.in_force` prints a row for each class of cases: how many answers are right in each half, and what is
told falsely. The halves are drawn by a seed; misses are printed of the open half only, so that the other one tells
whether a change does more than mend the cases that were looked at. Each folder is asked again without the date of one
document, for each that has one.

Each folder has a `_truth.jsonl`. A line has a class, what is asked (`ask`), and what the answer is (`is`):

    newer       the ids that an entry and its blocks have in `newer`, without the blocks' places
    superseded  whether an entry is superseded, and `by` what
    relation    the kinds, one of which is stated of an entry by the text `source`; none: nothing is stated
    told        whatever its form, an entry's record names the text `source` that says something else
    target      what the reference `text` of an entry leads to, and `written_as` what
    document    the edition that follows a document
    summary     the entry, or the document, that an entry of a digest sums up
    history     the documents that errata of a card are told of
    first       the first result of a query
    without     no result of a query is of this document
    verify      the verdicts, one of which fits
    change      fields of the record of `diff` about two entries
    split       `diff` tells that an entry became several
    screen      nothing on the screen of an entry speaks of a newer or older text
"""

import argparse
import json
import os
import random
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any

from judge.core.jsonl import Record
from tests.support import run_judge

FOLDER = Path(__file__).parent / "cases" / "in_force"
SEED = 39
OPEN, HELD = "open", "held"
CURRENCY = re.compile(r"\b(?:newer|older|as of|superseded)\b", re.IGNORECASE)
YEAR = re.compile(r"\b20\d\d\b")
LESS = "a date less"
"""The class of cases in which one document has no date."""
FALSE = ("false newer", "false superseded", "wrong rule", "wrong relation")
"""What is told although it is not so."""


class Answers:
    """What the program answers about one folder."""

    def __init__(self, folder: Path) -> None:
        """Take the folder."""
        self.folder = folder

    def lines(self, *words: str) -> list[Record]:
        """Return the records that a command prints."""
        return [json.loads(line) for line in self.text(*words, "--json").splitlines()]

    def text(self, *words: str) -> str:
        """Return what a command prints."""
        return run_judge("--corpus", str(self.folder), *words).stdout.decode()

    @cached_property
    def records(self) -> list[Record]:
        """Every record of the folder."""
        return [json.loads(line) for line in self.text("export").splitlines()]

    @cached_property
    def entries(self) -> dict[str, Record]:
        """The entries by id."""
        return {one["id"]: one for one in self.records if one["record"] == "entry"}

    @cached_property
    def documents(self) -> dict[str, Record]:
        """The documents by key."""
        return {one["key"]: one for one in self.records if one["record"] == "document"}

    @cached_property
    def changes(self) -> list[Record]:
        """The changes from each edition to the one that follows it by the truth."""
        every = [case for case in truths(self.folder) if case["ask"] in ("change", "split") and case["old"]]
        pairs = {(case["old"].split(":")[0], _ids(case["new"])[0].split(":")[0]) for case in every}
        return [one for old, new in sorted(pairs) for one in self.lines("diff", old, new)]

    def said(self, id: str, field: str) -> list[Any]:
        """Return what an entry and its blocks have in a field that is a list."""
        record = self.entries[id]
        return [one for part in (record, *record["blocks"]) for one in part.get(field) or ()]

    def ids(self, id: str, field: str) -> set[str | None]:
        """Return the ids that an entry and its blocks name in a field, without the places of blocks."""
        return {one["id"] and one["id"].partition("#")[0] for one in self.said(id, field)}

    def relations(self, id: str, source: str) -> set[str]:
        """Return the kinds of what a text states of an entry, whichever of the two has the record."""
        found = set()
        for own, other in ((id, source), (source, id)):
            for one in self.said(own, "relations"):
                if other in (one["id"].partition("#")[0], (one["source"] or "").partition("#")[0]):
                    found.add(one["kind"])
        return found


def truths(folder: Path) -> list[Record]:
    """Return the cases of a folder."""
    lines = (folder / "_truth.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) | {"folder": folder.name} for line in lines]


def folders() -> list[Path]:
    """Return the folders of invented games."""
    return sorted(path.parent for path in FOLDER.glob("*/_truth.jsonl"))


def without_a_date(place: Path) -> Iterator[tuple[Path, list[Record]]]:
    """Write each folder again without the date of one document, and yield it with its cases of what is newer.

    Nothing is newer than a text without a date, nor is such a text newer than anything.

    Args:
        place: where they are written.
    """
    for folder in folders():
        for path in sorted(folder.glob("[!_]*.md")):
            head, rule, rest = path.read_text(encoding="utf-8").partition("\n#")
            kept = "\n".join(line for line in head.splitlines() if not YEAR.search(line))
            if not YEAR.search(head):
                continue
            copy = Path(shutil.copytree(folder, place / f"{folder.name} without the date of {path.stem}"))
            (copy / path.name).write_text(kept + rule + rest, encoding="utf-8")
            manifest = copy / "corpus.toml"
            if manifest.exists():
                rows = manifest.read_text(encoding="utf-8").split("[[document]]")
                bare = (re.sub(r"date = .*\n", "", row) if f'"{path.name}"' in row else row for row in rows)
                manifest.write_text("[[document]]".join(bare), encoding="utf-8")
            cases = [case for case in truths(folder) if case["ask"] == "newer"]
            yield copy, [_undated(case, path.stem) | {"folder": copy.name, "class": LESS} for case in cases]


def _undated(case: Record, key: str) -> Record:
    """Return a case of what is newer, as it is when one document has no date."""
    left = [id for id in case["is"] if key not in (id.partition(":")[0], case["id"].partition(":")[0])]
    return case | {"is": left}


def halves(cases: Iterable[Record], seed: int = SEED) -> Iterator[tuple[str, Record]]:
    """Yield each case with the half that it is in; each class is in both, and whatever is asked of it."""
    classes: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for case in cases:
        classes[case["class"], case["ask"]].append(case)
    drawn = (random.Random(f"{seed} {name}").sample(some, len(some)) for name, some in sorted(classes.items()))
    yield from ((OPEN if place % 2 else HELD, case) for place, case in enumerate(chain.from_iterable(drawn)))


def answer(case: Record, asked: Answers) -> tuple[bool, Any, str | None]:
    """Answer one case.

    Returns:
        Whether the program is right, what it says, and the name of what it tells falsely, if anything.
    """
    wanted: Any = case.get("is")
    for id in (case.get("id"), case.get("source")):
        known = asked.documents if case["ask"] == "document" else asked.entries
        if id and id not in known:
            return False, f"{id} is not an entry", None
    match case["ask"]:
        case "newer":
            found = asked.ids(case["id"], "newer")
            return found == set(wanted), sorted(map(str, found)), "false newer" if found - set(wanted) else None
        case "superseded":
            record = asked.entries[case["id"]]
            by = asked.ids(case["id"], "superseded_by")
            right = record["superseded"] == wanted and ("by" not in case or case["by"] in by)
            false = record["superseded"] and not wanted
            return right, [record["superseded"], *sorted(map(str, by))], "false superseded" if false else None
        case "relation":
            kinds = asked.relations(case["id"], case["source"])
            right = bool(kinds & set(wanted)) if wanted else not kinds
            return right, sorted(kinds), "wrong relation" if kinds - set(wanted) else None
        case "told":
            named = set[str | None]().union(*(asked.ids(case["id"], one) for one in ("newer", "superseded_by")))
            return (
                bool(case["source"] in named or asked.relations(case["id"], case["source"])),
                sorted(map(str, named)),
                None,
            )
        case "target":
            return _target(case, asked)
        case "document":
            after = asked.documents[case["id"]]["superseded_by"]
            return after == wanted, after, "false superseded" if after and not wanted else None
        case "summary":
            summed = asked.entries[case["id"]].get("summary_of") or {}
            return wanted in (summed.get("id"), summed.get("document")), summed, None
        case "history":
            errata = asked.entries[case["id"]]["errata"] or {}
            documents = [one["document"] for one in errata.get("history", ())]
            return documents == wanted, documents, None
        case "verify":
            verdict = asked.lines("verify", case["locator"], case["quote"])[0]["verdict"]
            return verdict in wanted, verdict, None
        case "first" | "without":
            results = [one["id"] for one in asked.lines("search", case["query"])[0]["results"]]
            if case["ask"] == "first":
                return results[:1] == [wanted], results[:2], None
            return all(one.partition(":")[0] != wanted for one in results), results, None
        case "screen":
            told = CURRENCY.findall(asked.text("show", case["id"]))
            return not told, told, "false newer" if told else None
        case _:
            return _change(case, asked)


def _target(case: Record, asked: Answers) -> tuple[bool, Any, str | None]:
    """Answer what a reference leads to."""
    of_source = [one for one in asked.records if one["record"] == "reference" and one["source"] == case["id"]]
    found = [(one["target"], one.get("written_as")) for one in of_source if case["text"] in one["text"]]
    right = (case["is"], case["written_as"]) in found
    led = {target for target, _ in found if target}
    return right, found, "wrong rule" if led - {case["is"]} else None


def _change(case: Record, asked: Answers) -> tuple[bool, Any, str | None]:
    """Answer what became of an entry in the next edition."""
    new = _ids(case["new"])
    if case["ask"] == "split":
        groups = {one["group"] for one in asked.changes if one["new"] in new and one["old"] in (case["old"], None)}
        return len(groups) == 1 and None not in groups, sorted(map(str, groups)), None
    found = [one for one in asked.changes if one["old"] == case["old"] and one["new"] in new]
    right = any(all(one[name] == value for name, value in case["is"].items()) for one in found)
    return right, [{name: one[name] for name in case["is"]} for one in found], None


def _ids(new: str | Sequence[str]) -> list[str]:
    return [new] if isinstance(new, str) else list(new)


def main() -> None:
    """Print a row for each class, and the misses of the open half."""
    parser = argparse.ArgumentParser(description="Print what is said to be in force, beside what is.")
    parser.add_argument("--seed", type=int, default=SEED, help="draws the halves")
    parser.add_argument("--misses", type=int, default=1000, metavar="N", help="print so many misses of the open half")
    given = parser.parse_args()
    right: Counter[tuple[str, str]] = Counter()
    of: Counter[tuple[str, str]] = Counter()
    false: Counter[tuple[str, str]] = Counter()
    misses: list[str] = []
    with tempfile.TemporaryDirectory() as place:
        os.environ["JUDGE_CACHE"] = f"{place}/cache"
        asked = {folder.name: Answers(folder) for folder in folders()}
        cases = [case for folder in folders() for case in truths(folder)]
        for folder, some in without_a_date(Path(place)):
            asked[folder.name] = Answers(folder)
            cases += some
        for half, case in halves(cases, given.seed):
            is_right, says, name = answer(case, asked[case["folder"]])
            for row in (case["class"], f"  asked: {case['ask']}", "all"):
                right[row, half] += is_right
                of[row, half] += 1
                if name:
                    false[row, name] += 1
            if half == OPEN and not is_right:
                misses.append(f"{json.dumps(case, ensure_ascii=False)}\n    says {says}")
    print(f"{'':18}" + "".join(f"{name:>18}" for name in (OPEN, HELD, *FALSE)))
    for row in sorted({row for row, _ in of}, key=lambda row: (row == "all", row.startswith(" "), row)):
        shares = (f"{right[row, half]}/{of[row, half]}" for half in (OPEN, HELD))
        told = (str(false[row, name] or "–") for name in FALSE)
        print(f"{row:18}" + "".join(f"{cell:>18}" for cell in (*shares, *told)))
    for miss in misses[: given.misses]:
        print(miss)


if __name__ == "__main__":
    main()

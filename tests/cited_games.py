"""How citations are resolved in five invented games, each with habits of its own.

The games of `tests/cases/citing` were written by five authors who knew neither the program nor each other, with the
truth before the first run: 40 sound citations, 12 absent ones and 25 decoys each; one is in German, one in French.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import judge

GAMES = Path(__file__).parent / "cases" / "citing"
WANTED = {"sound": "right", "absent": "told", "decoy": "nothing"}
"""What is to become of each class of places."""
BEST_FIRST = ("right", "its rule", "told", "another", "nothing")
PARTS = {"b": "bullet", "s": "step", "t": "table"}


@dataclass(frozen=True)
class Place:
    """A place that is a citation, or looks like one."""

    file: str
    line: int
    text: str
    kind: str
    """sound, absent or decoy."""
    target: tuple[str, int] | None
    """File and line of the unit that is meant."""


@dataclass(frozen=True)
class Outcome:
    """What became of a place."""

    place: Place
    verdict: str
    """right, its rule (that of the part which is meant), another, told (absent) or nothing."""
    found: tuple[str, ...]


def places(game: Path) -> Iterator[Place]:
    """Yield the places of a game."""
    rows = [json.loads(row) for row in (game / "_truth.jsonl").read_text("utf-8").splitlines()]
    for row in rows:
        target = (row["target"]["file"], row["target"]["line"]) if row["target"] else None
        yield Place(row["file"], row["line"], row["text"], row["class"], target)


def outcomes(game: Path) -> Iterator[Outcome]:
    """Yield what becomes of the places of a game."""
    library = judge.open(corpus=[game])
    files = {record["key"]: record["file"] for record in library.documents()}
    records = [json.loads(line) for line in library.export()]
    entries = {record["id"]: record for record in records if record["record"] == "entry"}
    sources = {file: (game / file).read_text("utf-8").split("\n") for file in files.values()}
    at: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        if record["record"] == "reference" and record["kind"] not in ("counterpart", "index"):
            at[files[entries[record["source"]]["document"]], record["line"]].append(record)
    for place in places(game):
        line = sources[place.file][place.line - 1]
        found = [one for one in at[place.file, place.line] if _overlap(one["text"], place.text, line)]
        verdict = min((_verdict(place, one, entries, files) for one in found), key=BEST_FIRST.index, default="nothing")
        yield Outcome(place, verdict, tuple(f"{one['text']} {one['status']} {one['target']}" for one in found))


def _overlap(found: str, text: str, line: str) -> bool:
    """Tell whether what was found may stand where a text stands in a line."""
    start, first = line.find(text), line.find(found)
    if first < 0:  # it goes on in the next line
        return line.endswith(text) and found.startswith(text)
    while first >= 0:
        if first < start + len(text) and start < first + len(found):
            return True
        first = line.find(found, first + 1)
    return False


def _verdict(place: Place, found: dict[str, Any], entries: dict[str, Any], files: dict[str, str]) -> str:
    if found["status"] == "ambiguous" and not found["target"]:
        return "another"
    if found["status"] == "external":
        return "nothing"
    if found["status"] == "dangling":
        return "told"
    if place.target is None:
        return "another"
    id, _, part = found["target"].partition("#")
    entry, (file, line) = entries[id], place.target
    if files[entry["document"]] != file:
        return "another"
    starts = [first for first, _ in entry["lines"]]
    if part:
        blocks = [block for block in entry["blocks"] if block["kind"] == PARTS.get(part[0], "ruling")]
        starts = [blocks[int(part.lstrip("bst")) - 1]["lines"][0][0]]
    if line in starts:
        return "right"
    held = [entry, *(one for one in entries.values() if one["parent"] == id)]
    spans = [span for one in held for texts in (one, *one["blocks"]) for span in texts["lines"]]
    return "its rule" if not part and min(spans)[0] <= line <= max(span[1] for span in spans) else "another"

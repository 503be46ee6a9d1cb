"""Documents whose every entry is known: eight of one invented game, two of another that were held back, some odd ones.

The documents lie in tests/cases/mixed, what is in them in its folder `truth`: a file of JSON Lines for each document.

    entry      line, number, title, also (other titles that are right, the number being part of them or not), kind
               (those that are right), parent (its line), optional, rulings (line, first words, date, source)
    errata     line, card, printed (null if not quoted), text
    furniture  lines that are not content
    either     lines that may begin an entry, and need not: titles, rows of a table of errata

`truth/game.json` tells what each document is, and for each card the lines of all rulings and errata on it.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from judge.core.jsonl import Record
from tests.support import CASES

MIXED = CASES / "mixed"


@dataclass(frozen=True)
class Truth:
    """What is in a document."""

    name: str
    file: Path
    head: Record
    records: list[Record]

    def of_kind(self, record: str) -> list[Record]:
        """Return the records of a kind."""
        return [found for found in self.records if found["record"] == record]

    def lines(self, record: str) -> set[int]:
        """Return the source lines of furniture, or those that may begin an entry."""
        return {line for found in self.of_kind(record) for line in spread([found["lines"]])}


def spread(spans: list[list[int]]) -> set[int]:
    """Return the lines of spans of lines."""
    return {line for first, last in spans for line in range(first, last + 1)}


def words(text: str | None) -> str:
    """Return the letters and digits of a text, in words; the same for a text and what a reader makes of its marks."""
    return " ".join(re.findall(r"[^\W_]+", (text or "").casefold()))


def number(text: str | None) -> str:
    """Return the levels of a number: 1.4.3a and 1.4.3.a are the same, and so are 2(2)c and 2.2.c."""
    return ".".join(re.findall(r"\d+|[^\W\d_]+", (text or "").casefold()))


def game() -> Record:
    """Return what is known of the game and of the documents."""
    known: Record = json.loads((MIXED / "truth" / "game.json").read_text(encoding="utf-8"))
    return known


def truths(group: str) -> list[Truth]:
    """Return what is in the documents of a group: `documents`, `odd` or `held`."""
    return [
        Truth(name, MIXED / head["file"], head, read_records(MIXED / "truth" / f"{name}.jsonl"))
        for name, head in game()[group].items()
    ]


def read_records(path: Path) -> list[Record]:
    """Read a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def halve(truth: Truth, folder: Path) -> Truth:
    """Write the first half of a document, and return what is in it."""
    lines = truth.file.read_text(encoding="utf-8").splitlines()
    half = len(lines) // 2
    kept = [record for record in truth.records if max(record.get("lines", [record.get("line")])) <= half]
    file = folder / f"half-{truth.file.name}"
    file.write_text("\n".join(lines[:half]), encoding="utf-8")
    return Truth("half", file, truth.head | {"title": None}, kept)


def join(first: Truth, second: Truth, folder: Path) -> Truth:
    """Write two documents into one file, and return what is in it."""
    texts = [truth.file.read_text(encoding="utf-8") for truth in (first, second)]
    offset = texts[0].count("\n") + 1

    def moved(record: Record) -> Record:
        changes: Record = {key: record[key] + offset for key in ("line", "parent") if record.get(key)}
        if "lines" in record:
            changes["lines"] = [line + offset for line in record["lines"]]
        if "rulings" in record:
            changes["rulings"] = [ruling | {"line": ruling["line"] + offset} for ruling in record["rulings"]]
        return record | changes

    file = folder / f"{first.name}-and-{second.file.name}"
    file.write_text("\n".join(texts), encoding="utf-8")
    return Truth("joined", file, {}, first.records + [moved(record) for record in second.records])

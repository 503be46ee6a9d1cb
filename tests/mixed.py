"""How well documents are read whose every entry is known (tests/mixed_documents.py).

`python -m tests.mixed` prints a row for each document: how much is right of how much there is. The columns: entries
found with number and title, entries too many, kinds and parents of entries, rulings, their dates and sources, new
texts of errata, printed texts beside them, furniture, title and kind and date and edition of the document. In the row
of the game: rulings and errata that `judge card` shows, documents that are known to be of the game.
"""

import argparse
import json
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from click.testing import CliRunner

import judge
from judge.cli import main as run
from judge.core.jsonl import Record
from tests.mixed_documents import MIXED, Truth, game, halve, join, number, spread, truths, words
from tests.support import export_of

COLUMNS = "entries extra kinds parents rulings dates sources errata printed furniture head".split()
REACH = 60
"""A ruling's first words stand within so many characters of its text: a date or a source may come before them."""


@dataclass
class Score:
    """What was found in one document: for each column, how many are right of how many, and what is not."""

    name: str
    right: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    of: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    misses: list[str] = field(default_factory=list)

    def count(self, column: str, right: bool, miss: str) -> None:
        """Count something as right or as a miss."""
        self.right[column] += right
        self.of[column] += 1
        if not right:
            self.misses.append(f"{column}: {miss}")

    def share(self, column: str) -> float | None:
        """Return the share of what is right, or None if there is nothing to find."""
        return self.right[column] / self.of[column] if self.of[column] else None


def score(truth: Truth, records: list[Record]) -> Score:
    """Compare what the export says of a document with what is in it."""
    result = Score(truth.name)
    document = next(record for record in records if record["record"] == "document")
    entries = [record for record in records if record["record"] == "entry"]
    for what in ("title", "kind", "date", "edition"):
        if truth.head.get(what):
            read = document.get(what)
            right = truth.head[what] if isinstance(truth.head[what], list) else [truth.head[what]]
            result.count("head", words(read) in map(words, right), f"{what} {right[0]!r}, read {read!r}")
    score_entries(truth, entries, result)
    score_rulings(truth, entries, result)
    score_errata(truth, entries, result)
    score_furniture(truth, records, result)
    return result


def score_entries(truth: Truth, entries: list[Record], result: Score) -> None:
    """Count entries that are found with number and title, those that are not there, their kinds and parents."""
    at: dict[int, list[Record]] = defaultdict(list)
    heads = {entry["id"]: spread(entry["lines"]) for entry in entries}
    for entry in entries:
        for line in heads[entry["id"]]:
            at[line].append(entry)
    free = truth.lines("either")
    taken: set[str] = set()
    for wanted in truth.of_kind("entry"):
        named = f"{wanted['line']} {wanted['number'] or ''} {wanted['title'] or ''}"
        here = [entry for entry in at[wanted["line"]] if entry["id"] not in taken]
        found = next((entry for entry in here if same_name(entry, wanted)), None)
        if wanted.get("optional"):
            taken.update(entry["id"] for entry in here)
        else:
            result.count("entries", bool(found), f"{named}, read {[(e['number'], e['title']) for e in here]}")
        if found:
            taken.add(found["id"])
        if not wanted.get("optional"):
            kind, parent = (found["kind"], found["parent"]) if found else (None, None)
            above = heads.get(parent or "", set())
            under = wanted["parent"] in above if wanted["parent"] else not above or bool(above & free)
            result.count("kinds", kind in wanted["kind"], f"{named} is {wanted['kind'][0]}, read {kind}")
            result.count("parents", bool(found) and under, f"{named} is under {wanted['parent']}, read {parent}")
    for entry in entries:
        if entry["id"] not in taken and not heads[entry["id"]] & free:
            result.right["extra"] += 1
            result.misses.append(f"extra: {entry['lines']} {entry['kind']} {entry['number']} {entry['title']}")


def same_name(entry: Record, wanted: Record) -> bool:
    """Return whether an entry has the number and the title that it should."""
    if words(entry["title"]) in map(words, wanted.get("also", ())):
        return True
    return number(entry["number"]) == number(wanted["number"]) and words(entry["title"]) == words(wanted["title"])


def score_rulings(truth: Truth, entries: list[Record], result: Score) -> None:
    """Count rulings that are a block or an entry of their own, on the card that they are about; dates; sources."""
    for wanted in truth.of_kind("entry"):
        mine = [entry for entry in entries if words(entry["title"]) == words(wanted["title"])]
        blocks = [block for entry in mine for block in entry["blocks"]]
        for ruling in wanted.get("rulings", ()):
            named = f"{ruling['line']} {wanted['title']}: {ruling['text']}"
            found = next((block for block in blocks if holds_ruling(block, ruling)), None)
            result.count("rulings", found is not None, named)
            date = found.get("date") if found else None
            result.count("dates", bool(found) and date == ruling["date"], f"{named}: {ruling['date']}, read {date}")
            if ruling["source"]:
                said = f"{found.get('source')} {found.get('author')}" if found else ""
                result.count(
                    "sources", names_source(said, ruling["source"]), f"{named}: {ruling['source']}, read {said}"
                )


def names_source(said: str, mark: str) -> bool:
    """Return whether a source is named by its printed mark, or by the name that the mark stands for."""
    name = game()["sources"].get(mark.split()[0], mark)
    return any(f" {words(form)} " in f" {words(said)} " for form in (mark, name))


def holds_ruling(block: Record, ruling: Record) -> bool:
    """Return whether a block is that ruling: it has its line, and begins with its words."""
    return ruling["line"] in spread(block["lines"]) and 0 <= words(block["text"]).find(words(ruling["text"])) <= REACH


def score_errata(truth: Truth, entries: list[Record], result: Score) -> None:
    """Count errata that their card has, with the new text; and those with the printed text beside it."""
    for wanted in truth.of_kind("errata"):
        mine = [e["errata"] for e in entries if words(e["title"]) == words(wanted["card"]) and e["errata"]]
        found = next((errata for errata in mine if words(errata["text"]) == words(wanted["text"])), None)
        named = f"{wanted['line']} {wanted['card']}: {wanted['text']}"
        result.count("errata", found is not None, f"{named}, read {[errata['text'] for errata in mine]}")
        if wanted["printed"]:
            printed = found.get("printed") if found else None
            result.count("printed", words(printed) == words(wanted["printed"]), f"{named}, printed {printed!r}")


def score_furniture(truth: Truth, records: list[Record], result: Score) -> None:
    """Count lines that are furniture and known as such, and lines of text that are taken for furniture."""
    text = truth.file.read_text(encoding="utf-8").splitlines()
    said = {line for line, printed in enumerate(text, 1) if words(printed)}
    wanted = truth.lines("furniture") & said
    read = {line for record in records if record["record"] == "furniture" for line in spread(record["lines"])} & said
    for line in sorted(wanted | read - truth.lines("either")):
        result.count("furniture", line in wanted & read, f"{line} {text[line - 1].strip()}")


def score_cards(library: judge.Library, folder: Path) -> Score:
    """Count rulings and errata that `judge card` shows, of all that the documents have, and documents of the game."""
    result = Score("the game")
    keys = {record["file"]: record["key"] for record in library.documents()}
    for record in library.documents():
        result.count("head", record["game"] == game()["game"], f"{record['key']} is of {record['game']}")
    known = {truth.name: truth for truth in truths("documents")}
    for card, places in game()["cards"].items():
        shown = list(passages(show_card(card, folder), None))
        for name, line in places:
            key, wanted = keys.get(known[name].file.name), first_words(known[name], line, card)
            held = any(document == key and wanted in text for document, text in shown)
            result.count("rulings", held, f"{card}: {name} {line} {wanted}")
    return result


def first_words(truth: Truth, line: int, card: str) -> str:
    """Return the first words of the ruling or the erratum on a card in a line."""
    rulings = (ruling for entry in truth.of_kind("entry") for ruling in entry.get("rulings", ()))
    errata = (erratum for erratum in truth.of_kind("errata") if erratum["card"] == card)
    return words(next(found["text"] for found in (*rulings, *errata) if found["line"] == line))


def show_card(name: str, folder: Path) -> list[Record]:
    """Return what `judge card` prints."""
    answer = CliRunner().invoke(run, ["card", "--json", "--corpus", str(folder), "--", name])
    return [json.loads(line) for line in answer.stdout.splitlines()] if answer.exit_code == 0 else []


def passages(value: object, document: str | None) -> Iterator[tuple[str | None, str]]:
    """Yield every text in a record, with the key of the document that it comes from."""
    if isinstance(value, list):
        for item in value:
            yield from passages(item, document)
    elif isinstance(value, dict):
        document = value.get("document") or (value.get("id") or "").partition(":")[0] or document
        if isinstance(value.get("text"), str):
            yield document, words(value["text"])
        for item in value.values():
            yield from passages(item, document)


def score_game() -> list[Score]:
    """Score the eight documents, which are one collection, and the game over all of them."""
    with judge.open(corpus=[MIXED]) as library:
        records = export_of(library)
        keys = {record["file"]: record["key"] for record in library.documents()}
        rows = [score(truth, of_document(records, keys[truth.file.name])) for truth in truths("documents")]
        return [*rows, score_cards(library, MIXED)]


def score_odd(folder: Path) -> list[Score]:
    """Score the odd documents, each of which is a collection of its own in a folder that is empty now."""
    whole = {truth.name: truth for truth in truths("documents")}
    made = [halve(whole["rulebook"], folder), join(whole["comprehensive"], whole["mail"], folder)]
    rows = []
    for truth in (*truths("odd"), *made):
        alone = folder / truth.file.stem
        alone.mkdir()
        (alone / truth.file.name).write_bytes(truth.file.read_bytes())
        with judge.open(corpus=[alone]) as library:
            rows.append(score(truth, export_of(library)))
    return rows


def score_held() -> list[Score]:
    """Score the documents of another game that were written before the reading was mended, and not looked at."""
    known = truths("held")
    with judge.open(corpus=[known[0].file.parent]) as library:
        records = export_of(library)
        keys = {record["file"]: record["key"] for record in library.documents()}
        return [score(truth, of_document(records, keys[truth.file.name])) for truth in known]


def of_document(records: list[Record], key: str) -> list[Record]:
    """Return the records of a document, without its references."""
    return [record for record in records if key in (record.get("key"), record.get("document"))]


def print_row(name: str, cells: list[str]) -> str:
    """Print the cells of a row, each under its column."""
    widths = (max(len(column), len("100/100")) + 2 for column in COLUMNS)
    return f"{name:14}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def cell(row: Score, column: str) -> str:
    """Return what is right of how many."""
    if column == "extra":
        return str(row.right[column])
    return f"{row.right[column]}/{row.of[column]}" if row.of[column] else "–"


def main() -> None:
    """Print a row for each document."""
    parser = argparse.ArgumentParser(description="Print how well the documents are read whose every entry is known.")
    parser.add_argument("--misses", type=int, default=0, metavar="N", help="print so many misses of each document")
    misses = parser.parse_args().misses
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("JUDGE_CACHE", folder + "/cache")
        rows = [*score_game(), *score_odd(Path(folder)), *score_held()]
    print(print_row("", COLUMNS))
    for row in rows:
        print(print_row(row.name, [cell(row, column) for column in COLUMNS]))
        for miss in row.misses[:misses]:
            print(f"    {miss}")


if __name__ == "__main__":
    main()

"""Builds upon earlier ones: after random edits, and where files of the cache changed places.

All that a small collection tells (tests/library/test_incremental.py) is compared with what a build from nothing tells.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.library.test_incremental import DOCUMENTS, QUERIES, ROWS, everything
from trials.world import World

WORDS = (
    *"anchor anchors chain Chain breaks the Gull gull Storm Wing Reef tide harbour turn See Anchors".split(),
    *"(1.0) (2.0) (7.9) Gull's Storms (LS) Long Sail weather".split(),
    *("rule 2.5", "see rule 4.0 of the rulebook", "TR 1.0", "the Tide Rules, 2.5", "1.0 storms", "“Chains” (1.0)"),
)
TITLES = (
    "Anchors|Chains|Storms|The Long Sail|Tide|Harbour|Loss of Anchors|Gull|Reef Walker|Storm Wing|Weather|Anchor|Sail"
).split("|")
STEPS = 5
"""Edits, or exchanges, of one trial."""


class Collection:
    """A folder of documents that is changed at random."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Write the documents; the seed settles all that comes."""
        self.folder = folder
        self.random = random.Random(seed)  # noqa: S311 (nothing secret)
        self.documents = dict(DOCUMENTS)
        self.rows: dict[str, dict[str, Any]] = {name: dict(row) for name, row in ROWS.items()}
        self.write()

    def write(self) -> None:
        """Write all documents and the manifest anew."""
        shutil.rmtree(self.folder, ignore_errors=True)
        tables = [
            f"[[document]]\nfile = {json.dumps(name)}\n" + "".join(f"{key} = {json.dumps(row[key])}\n" for key in row)
            for name, row in self.rows.items()
            if name in self.documents
        ]
        self.folder.mkdir(parents=True)
        (self.folder / "corpus.toml").write_text("\n".join(tables), encoding="utf-8")
        for name, text in self.documents.items():
            (self.folder / name).write_text(text, encoding="utf-8")

    def change(self) -> str:
        """Change something; return what."""
        changes: tuple[Callable[[str], None], ...] = (
            *(self.edit, self.edit, self.add_heading, self.remove_heading, self.rename_heading),
            *(self.add_document, self.remove_document, self.change_game, self.change_title, self.add_card),
        )
        change, name = self.random.choice(changes), self.random.choice(sorted(self.documents))
        change(name)
        self.write()
        return f"{change.__name__} {name}"

    def lines(self, name: str, *, headings: bool) -> tuple[list[str], list[int]]:
        """Return the lines of a document and the places of those that are headings, or texts."""
        lines = self.documents[name].split("\n")
        return lines, [n for n, line in enumerate(lines) if n and line and line.startswith("#") == headings]

    def edit(self, name: str) -> None:
        """Replace some words of a paragraph."""
        lines, places = self.lines(name, headings=False)
        if places:
            words = lines[place := self.random.choice(places)].split()
            at = self.random.randrange(len(words))
            words[at : at + 1] = self.random.choices(WORDS, k=self.random.randrange(4)) or ["ship"]
            lines[place] = " ".join(words)
        self.documents[name] = "\n".join(lines)

    def add_heading(self, name: str) -> None:
        """Add an entry, in front or behind."""
        number, title = self.random.choice(("", "2.5 ", "4.0 ")), self.random.choice(TITLES)
        text = f"\n## {number}{title}\n\nThe Gull drops an anchor.\n"
        lines, places = self.lines(name, headings=True)
        at = self.random.choice(places or [len(lines)])
        self.documents[name] = "\n".join([*lines[:at], text, *lines[at:]])

    def remove_heading(self, name: str) -> None:
        """Take a heading out; its text goes to the entry before."""
        lines, places = self.lines(name, headings=True)
        if len(places) > 1:
            del lines[self.random.choice(places)]
        self.documents[name] = "\n".join(lines)

    def rename_heading(self, name: str) -> None:
        """Give an entry another title."""
        lines, places = self.lines(name, headings=True)
        if places:
            place = self.random.choice(places)
            lines[place] = " ".join(
                [*lines[place].split()[: 2 if "." in lines[place] else 1], self.random.choice(TITLES)]
            )
        self.documents[name] = "\n".join(lines)

    def add_document(self, name: str) -> None:
        """Add a copy of a document in front of all others or behind."""
        copy = f"{self.random.choice('az')}{len(self.documents)}-{name}"
        self.documents[copy], self.rows[copy] = self.documents[name], dict(self.rows[name])

    def remove_document(self, name: str) -> None:
        """Take a document out."""
        if len(self.documents) > 2:
            del self.documents[name]

    def change_game(self, name: str) -> None:
        """Say that a document is of another game."""
        self.rows[name]["game"] = self.random.choice(("Tide", "Reef", "Third"))

    def change_title(self, name: str) -> None:
        """Give a document another title, or that of another edition."""
        self.rows[name]["title"] = self.random.choice(("Tide Rules", "Reef Rules", "Gull"))

    def add_card(self, name: str) -> None:
        """Add a card to the rulings."""
        cards = [one for one in sorted(self.documents) if "cards" in one]
        if cards:
            title = self.random.choice((*TITLES, "Turn", "Harbour Gull", "Long Sail", "Ship"))
            self.documents[cards[0]] += f"\n### {title}\n\nFlies with the Gull (RF) and {self.random.choice(TITLES)}.\n"


def edited(one: World, draw: random.Random) -> Counter[str]:
    """Edit documents and build upon the last build."""
    collection = Collection(one.folder.parent / "tide", draw.getrandbits(32))
    counts = compared(one, collection, "nothing")
    for _ in range(STEPS):
        counts += compared(one, collection, collection.change()) + Counter(edits=1)
    return counts


def exchanged(one: World, draw: random.Random) -> Counter[str]:
    """Let two files of the cache change places, and perhaps edit a document."""
    collection = Collection(one.folder.parent / "tide", draw.getrandbits(32))
    counts = compared(one, collection, "nothing")
    for _ in range(STEPS):
        did = [collection.change()]
        counts += compared(one, collection, did[0])
        did.append(exchange(one.cache, draw))
        if draw.random() < 0.5:
            did.append(collection.change())
        elif draw.random() < 0.5:
            shutil.rmtree(one.cache / "builds")
        counts += compared(one, collection, "; ".join(did)) + Counter(exchanges=1)
    return counts


def exchange(cache: Path, draw: random.Random) -> str:
    """Let two files of one kind change places; return their names."""
    kinds: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted(path for path in cache.rglob("*") if path.is_file()):
        kinds[f"{path.relative_to(cache).parts[0]}{path.suffix or path.name}"].append(path)
    first, second = draw.sample(draw.choice([paths for paths in kinds.values() if len(paths) > 1]), 2)
    aside = cache / "aside"
    first.rename(aside)
    second.rename(first)
    aside.rename(second)
    return f"{first.relative_to(cache)} for {second.relative_to(cache)}"


def compared(one: World, collection: Collection, did: str) -> Counter[str]:
    """Compare what a build upon the last one tells with what one from nothing tells."""
    fresh = one.cache.with_name("fresh")
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        upon = dict(everything(collection.folder, one.cache, QUERIES))
    except Exception:
        traceback.print_exc()
        return Counter(asked=1, traceback=1)
    right = dict(everything(collection.folder, fresh, QUERIES))
    wrong = [name for name in right if upon[name] != right[name]]
    if wrong:
        print(f"{', '.join(wrong)} after {did}", file=sys.stderr, flush=True)
    return Counter(asked=1, wrong=int(bool(wrong)))

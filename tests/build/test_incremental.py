"""A build that takes what it can from the one before gives, byte for byte, what a build from nothing gives."""

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.build import parsing
from judge.build.incremental import document_outcomes, part_cache
from judge.core.records import from_json
from judge.library import Library
from tests.support import CASES, thorough_but, write_collection

ROOT = Path(__file__).parents[2]
TABLES = "document entry name alias reference furniture terms vocabulary synonym finding".split()
QUERIES = ("anchor", "gull wing", "when is a chain broken", "storm", "tide gull", "1.0", "reef (RF)")
WORDS = (
    *"anchor anchors chain Chain breaks the Gull gull Storm Wing Reef tide harbour turn See Anchors".split(),
    *"(1.0) (2.0) (7.9) Gull's Storms (LS) Long Sail weather".split(),
    *("rule 2.5", "see rule 4.0 of the rulebook", "TR 1.0", "the Tide Rules, 2.5", "1.0 storms", "“Chains” (1.0)"),
)
TITLES = (
    "Anchors|Chains|Storms|The Long Sail|Tide|Harbour|Loss of Anchors|Gull|Reef Walker|Storm Wing|Weather|Anchor|Sail"
).split("|")
DOCUMENTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((CASES / "incremental").iterdir())}
ROWS = {
    "rules.md": {"game": "Tide", "dialect": "outline", "title": "Tide Rules"},
    "cards.md": {"game": "Tide", "dialect": "rulings"},
    "terms.md": {"game": "Tide", "dialect": "glossary"},
    "faq.txt": {"game": "Tide", "dialect": "questions"},
    "reef.md": {"game": "Reef", "dialect": "outline", "title": "Reef Rules"},
    "notes.txt": {},
}


class Collection:
    """A folder of documents that is changed at random."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Write the documents; the seed settles all that comes."""
        self.folder = folder
        self.random = random.Random(seed)
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


def everything(folder: Path, cache: Path, queries: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """Yield all that a library tells, by name."""
    with Library([folder], cache=cache) as library:
        yield "export", list(library.export())
        yield "findings", [library.findings(document["key"]) for document in library.documents()]
        for query in queries:
            yield f"search {query}", library.search(query)
        built = library.ask(lambda compiled: compiled.folder)
    assert built
    connection = sqlite3.connect(built / "library.sqlite")
    for table in TABLES:
        order = "old" if table == "alias" else "rowid"
        yield table, connection.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
    connection.close()


def compare(folder: Path, cache: Path, fresh: Path, did: str, queries: tuple[str, ...] = QUERIES) -> None:
    """Compare a build upon the last one with a build from nothing."""
    shutil.rmtree(fresh, ignore_errors=True)
    upon, anew = (dict(everything(folder, one, queries)) for one in (cache, fresh))
    for name in anew:
        assert upon[name] == anew[name], f"{name} after {did}"


@pytest.mark.parametrize("seed", thorough_but(1, range(4)))
def test_a_build_upon_another_is_a_build_from_nothing(tmp_path: Path, seed: int) -> None:
    collection = Collection(tmp_path / "tide", seed)
    compare(collection.folder, tmp_path / "cache", tmp_path / "fresh", "nothing")
    done: list[str] = []
    for _ in range(6):
        done.append(collection.change())
        compare(collection.folder, tmp_path / "cache", tmp_path / "fresh", "; ".join(done))


@pytest.mark.thorough
def test_the_bundled_collection_is_the_same_upon_a_change(tmp_path: Path) -> None:
    folder = tmp_path / "bundled"
    shutil.copytree(ROOT / "corpus", folder)
    queries = ("can I heal", "what is a feng shui site")
    compare(folder, tmp_path / "cache", tmp_path / "fresh", "nothing", queries)
    digest = folder / "shadowfist-card-digest.md"
    digest.write_text(digest.read_text(encoding="utf-8") + "\n\nThe Golden Gunman turns.\n", encoding="utf-8")
    compare(folder, tmp_path / "cache", tmp_path / "fresh", "an added paragraph", queries)


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The documents that were settled anew, in order."""
    keys: list[str] = []
    work_out = document_outcomes.outcome_of

    def counted(parsed, *rest):  # type: ignore[no-untyped-def]
        keys.append(parsed.document.key)
        return work_out(parsed, *rest)

    monkeypatch.setattr(part_cache, "outcome_of", counted)
    return keys


CHANGES = {
    "a word that nobody else asks for": ("cards.md", "Turns every Gull", "Tilts every Gull", ["cards"]),
    "a word of a book that others cite by number": ("rules.md", "holds the ship", "holds the barge", ["faq", "rules"]),
    "the title of a rule that others look for": ("rules.md", "2.0 Chains", "2.0 Ropes", ["faq", "rules", "terms"]),
    "a number that others cite": ("rules.md", "3.0 Weather", "4.0 Weather", ["faq", "rules"]),
    "a rule of another game": ("reef.md", "2.0 Storms", "2.0 Squalls", ["reef"]),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_only_what_asked_for_a_change_is_settled_anew(tmp_path: Path, settled: list[str], changed: str) -> None:
    name, old, new, anew = CHANGES[changed]
    folder = Collection(tmp_path / "tide", 0).folder
    Library([folder], cache=tmp_path / "cache").close()
    settled.clear()
    assert old in DOCUMENTS[name]
    write_collection(folder, **{name: DOCUMENTS[name].replace(old, new)})
    Library([folder], cache=tmp_path / "cache").close()
    assert sorted(settled) == anew


def test_a_damaged_part_is_made_again(tmp_path: Path, settled: list[str]) -> None:
    folder = Collection(tmp_path / "tide", 0).folder
    Library([folder], cache=tmp_path / "cache").close()
    for part in (tmp_path / "cache" / "parts").iterdir():
        data = bytearray(part.read_bytes())
        data[len(data) // 2] ^= 1
        part.write_bytes(data)
    settled.clear()
    collection = (folder / "notes.txt").read_text(encoding="utf-8")
    (folder / "notes.txt").write_text(collection + "\nMore.\n", encoding="utf-8")
    compare(folder, tmp_path / "cache", tmp_path / "fresh", "damage")
    assert sorted(settled) == sorted([path.partition(".")[0] for path in DOCUMENTS] * 2)


GAME = {
    "answers.txt": """Frequently Asked Questions

Q: May the Gull Rider meet the Storm Warden?
A: Only if the Reef Piper is away, says the Long Sailor.

Q: What of the Mud Baron?
A: The Gull Rider stops it. See Anchors (2.0).
""",
    "book.md": """# Tide Comprehensive Rules

Tide is a trading card game.

## 1.0 Anchors

The Gull Rider and the Storm Warden hold the anchor.

## 2.0 Chains

The Reef Piper breaks what the Long Sailor binds; the Mud Baron waits. See Anchors.
""",
    "rulings.md": """# Card Rulings

These are for players of Tide.

### Gull Rider ERRATA State Cost: [Mag] 0 Play on the Mud Baron.

See Anchors

### Storm Warden

Meets the Reef Piper. (2019-03-04)

### Long Sailor

No rulings
""",
}
"""Documents of one game, of which one says so, one mentions it and one never does."""


def games_of(folder: Path, cache: Path) -> dict[str, str | None]:
    """Return the game of each document by its key."""
    with Library([folder], cache=cache) as library:
        return {document["key"]: document["game"] for document in library.documents()}


def test_a_game_that_other_documents_decide_is_settled_anew(tmp_path: Path, settled: list[str]) -> None:
    folder, cache, fresh = tmp_path / "tide", tmp_path / "cache", tmp_path / "fresh"
    told: dict[str, str | None] = {"answers": "Tide", "book": "Tide", "rulings": "Tide"}
    renamed = {name: text.replace("Tide", "Low Water") for name, text in GAME.items()}
    steps: list[tuple[str, dict[str, str], dict[str, str | None]]] = [
        ("nothing", GAME, {**told}),
        ("another name", GAME | {"book.md": renamed["book.md"]}, dict.fromkeys(told, "Low Water")),
        ("another name everywhere", renamed, dict.fromkeys(told, "Low Water")),
        ("without the rules", {name: GAME[name] for name in ("answers.txt", "rulings.md")}, {"rulings": None}),
        ("a known game", GAME | {"book.md": GAME["book.md"].replace("Tide", "Shadowfist")}, {"book": "Shadowfist"}),
        ("as before", GAME, {**told}),
    ]
    for did, documents, expected in steps:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, text in documents.items():
            (folder / name).write_text(text, encoding="utf-8")
        compare(folder, cache, fresh, did)
        found = games_of(folder, cache)
        assert {key: found[key] for key in expected} == expected, did
    settled.clear()
    book = GAME["book.md"].replace("Tide", "Low Water")
    (folder / "book.md").write_text(book, encoding="utf-8")
    games_of(folder, cache)
    assert {"answers", "book"} <= set(settled), "its text is as it was, and its game is not"


def test_a_document_that_is_not_held_is_read_again_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is parsed stays in memory only up to a limit; a build beyond it is the same."""
    folder = Collection(tmp_path / "tide", 0).folder
    held = dict(everything(folder, tmp_path / "held", QUERIES))
    again: list[str] = []
    read = from_json

    def noted(text: str, kind: type[parsing.ParsedDocument]) -> parsing.ParsedDocument:
        found = read(text, kind)
        again.append(found.document.key)
        return found

    monkeypatch.setattr(part_cache, "MOST_HELD", 12)
    monkeypatch.setattr(part_cache, "from_json", noted)
    assert dict(everything(folder, tmp_path / "again", QUERIES)) == held
    assert 0 < len(set(again)) < len(DOCUMENTS)

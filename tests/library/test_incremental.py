"""A build that takes what it can from the one before gives, byte for byte, what a build from nothing gives."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.core.jsonl import unpack
from judge.library import parsing
from judge.library.incremental import document_outcomes, part_cache
from judge.opened_library import Library
from tests.support import CASES, write_collection

ROOT = Path(__file__).parents[2]
TABLES = "document entry name alias reference furniture terms vocabulary synonym finding".split()
QUERIES = ("anchor", "gull wing", "when is a chain broken", "storm", "tide gull", "1.0", "reef (RF)")
DOCUMENTS = {path.name: path.read_text(encoding="utf-8") for path in sorted((CASES / "incremental").iterdir())}
ROWS = {
    "rules.md": {"game": "Tide", "dialect": "outline", "title": "Tide Rules"},
    "cards.md": {"game": "Tide", "dialect": "rulings"},
    "terms.md": {"game": "Tide", "dialect": "glossary"},
    "faq.txt": {"game": "Tide", "dialect": "questions"},
    "reef.md": {"game": "Reef", "dialect": "outline", "title": "Reef Rules"},
    "notes.txt": {},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six documents of three games."""
    rows = {name: "".join(f"{key} = {json.dumps(row[key])}\n" for key in row) for name, row in ROWS.items()}
    manifest = "\n".join(f"[[document]]\nfile = {json.dumps(name)}\n{row}" for name, row in rows.items())
    return write_collection(tmp_path / "tide", **DOCUMENTS, **{"corpus.toml": manifest})


def everything(folder: Path, cache: Path, queries: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """Yield all that a library tells, by name."""
    with Library([folder], cache=cache) as library:
        yield "export", list(library.export())
        yield "findings", [library.findings(document.key) for document in library.documents()]
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
    "a word of a book that others cite by number": ("rules.md", "holds the ship", "holds the barge", ["rules"]),
    "the title of a rule that others look for": ("rules.md", "2.0 Chains", "2.0 Ropes", ["faq", "rules", "terms"]),
    "a number that others cite": ("rules.md", "3.0 Weather", "4.0 Weather", ["faq", "rules"]),
    "a rule of another game": ("reef.md", "2.0 Storms", "2.0 Squalls", ["reef"]),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_only_what_asked_for_a_change_is_settled_anew(
    folder: Path, tmp_path: Path, settled: list[str], changed: str
) -> None:
    name, old, new, anew = CHANGES[changed]
    cache = tmp_path / "cache"
    Library([folder], cache=cache).close()
    settled.clear()
    assert old in DOCUMENTS[name]
    write_collection(folder, **{name: DOCUMENTS[name].replace(old, new)})
    Library([folder], cache=cache).close()
    assert sorted(settled) == anew
    compare(folder, cache, tmp_path / "fresh", changed)


def test_a_document_comes_and_goes(folder: Path, tmp_path: Path) -> None:
    """In front of all others, and with the card that others mention."""
    cache, fresh = tmp_path / "cache", tmp_path / "fresh"
    compare(folder, cache, fresh, "nothing")
    write_collection(folder, **{"a-rules.md": DOCUMENTS["rules.md"]})
    compare(folder, cache, fresh, "another document")
    for name in ("a-rules.md", "cards.md"):
        (folder / name).unlink()
    compare(folder, cache, fresh, "two documents less")


def test_a_damaged_part_is_made_again(folder: Path, tmp_path: Path, settled: list[str]) -> None:
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
        return {document.key: document.game for document in library.documents()}


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


def test_a_document_that_is_not_held_is_read_again_as_it_was(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is parsed stays in memory only up to a limit; a build beyond it is the same."""
    held = dict(everything(folder, tmp_path / "held", QUERIES))
    again: list[str] = []
    read = unpack

    def noted(text: str, kind: type[parsing.ParsedDocument]) -> parsing.ParsedDocument:
        found = read(text, kind)
        again.append(found.document.key)
        return found

    monkeypatch.setattr(part_cache, "MOST_HELD", 12)
    monkeypatch.setattr(part_cache, "unpack", noted)
    assert dict(everything(folder, tmp_path / "again", QUERIES)) == held
    assert 0 < len(set(again)) < len(DOCUMENTS)

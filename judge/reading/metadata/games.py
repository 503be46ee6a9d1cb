"""What is known of each game that no document says: one TOML file a game.

    name = "UFS"                                      # what the game is called here
    names = ["Universal Fighting System", "UFS"]      # as documents print it, the full name first
    marks = ["card pool", "staging area"]             # words by which its documents are known
    [words]                                           # what players say, and the game's own words for it
    tap = ["commit"]
    [card]                                            # how its cards print their face (judge/reading/rulings/errata.py)
    fields = { Cost = "cost", Generates = "power" }
    icons = { cost = "resources" }
    lists = ["provides"]
    types = ["Event", "Site"]
    default_type = "Character"

The files of the bundled collection are always at hand; a person's own, in the folder `games` beside the person's
library, are merged into those of the same name. `_any.toml` holds the words that players of any game use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.core.errors import ManifestError
from judge.core.files import SETTINGS, parse_toml, read_text
from judge.reading.rulings.errata import Labels, labels_of


@dataclass(frozen=True, slots=True)
class Game:
    """One game."""

    name: str
    names: tuple[str, ...]
    marks: tuple[str, ...] = ()
    labels: Labels = field(default_factory=Labels)
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What players say, each with the game's own words for it."""

    @property
    def full_name(self) -> str:
        """The name to print where there is room."""
        return self.names[0]


ANY = "_any"
"""Stem of the file whose words are those of all games."""
TOP: dict[str, type] = {"name": str, "names": list, "marks": list, "card": dict, "words": dict}
"""Keys of a game file and their types."""
TABLES = ("card", "words")
"""Keys whose tables are checked by themselves."""
CARD: dict[str, type] = {"fields": dict, "icons": dict, "lists": list, "types": list, "default_type": str}
"""Keys of the table [card] and their types."""


def load_games(folders: Iterable[Path]) -> tuple[Game, ...]:
    """Read the game files of folders; those of one file name are merged, the later adding to the earlier.

    Raises:
        ManifestError: a file is not TOML, or has a wrong key or type.
    """
    return tuple(_game(stem, table) for stem, table in _tables(folders) if stem != ANY)


def any_words(folders: Iterable[Path]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the words that players of any game use, each with what it may be called.

    Raises:
        ManifestError: a file is not TOML, or has a wrong key or type.
    """
    return next((_game(stem, table).words for stem, table in _tables(folders) if stem == ANY), ())


def _tables(folders: Iterable[Path]) -> list[tuple[str, dict[str, Any]]]:
    """Return the merged table of each file name, in the order of the names."""
    tables: dict[str, dict[str, Any]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.toml")):
            _merge(tables.setdefault(path.stem, {}), _read(path))
    return sorted(tables.items())


def _merge(table: dict[str, Any], other: dict[str, Any]) -> None:
    """Add what another file of the same game says; single values are overruled, lists and tables grow."""
    for key, value in other.items():
        if isinstance(value, dict):
            _merge(table.setdefault(key, {}), value)
        elif isinstance(value, list):
            table[key] = list(dict.fromkeys([*table.get(key, []), *value]))
        else:
            table[key] = value


def _game(stem: str, table: dict[str, Any]) -> Game:
    name = table.get("name", stem)
    names, marks = table.get("names", [name]), table.get("marks", [])
    words = tuple((typed, tuple(meant)) for typed, meant in sorted(table.get("words", {}).items()))
    return Game(name, tuple(names), tuple(marks), labels_of(table.get("card", {})), words)


def _read(path: Path) -> dict[str, Any]:
    """Return one file's table, checked."""
    table = parse_toml(read_text(path, SETTINGS), path)
    _check(path, table, TOP)
    _check(path, table.get("card", {}), CARD)
    _check_words(path, table.get("words", {}))
    return table


def _check_words(path: Path, table: Mapping[str, Any]) -> None:
    """Require a list of texts for each word."""
    for typed, meant in table.items():
        if not isinstance(meant, list) or not all(isinstance(one, str) for one in meant):
            raise ManifestError(f"{path}: 'words.{typed}' must be a list of text values")


def _check(path: Path, table: dict[str, Any], allowed: Mapping[str, type]) -> None:
    """Refuse keys that mean nothing and values of the wrong type."""
    names: dict[type, str] = {str: "text", list: "a list of text values", dict: "a table of text values"}
    for key, value in table.items():
        if key not in allowed:
            raise ManifestError(f"{path}: unknown key '{key}'; choose one of {', '.join(allowed)}")
        inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
        if not isinstance(value, allowed[key]) or (
            key not in TABLES and not all(isinstance(one, str) for one in inner)
        ):
            raise ManifestError(f"{path}: '{key}' must be {names[allowed[key]]}")

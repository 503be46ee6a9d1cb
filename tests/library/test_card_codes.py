"""Cards that a file knows by codes take their names from a list of cards, and answer to codes, faces, short names."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.core.model import Entry
from judge.opened_library import Library

CARDS = [
    {
        "id": "aa11",
        "oracle_id": "a000-4c2e-01",
        "name": "Tide Gate // Salt Gate",
        "card_faces": [{"name": "Tide Gate", "oracle_text": "When it opens, draw a card."}],
    },
    {
        "id": "aa12",
        "oracle_id": "a000-4c2e-02",
        "name": "Brannick, the Lamplighter",
        "oracle_text": "Brannick may light a lamp each turn.",
    },
]
RULINGS = [
    {"oracle_id": "a000-4c2e-02", "published_at": "2024-02-01", "comment": "A lamp that is lit may be lit again."},
    {"oracle_id": "a000-4c2e-01", "published_at": "2024-03-01", "comment": "Opening it costs nothing at all."},
    {"oracle_id": "a000-4c2e-09", "published_at": "2024-03-01", "comment": "This one is of a card nobody has."},
]


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    (tmp_path / "a-rulings.json").write_text(json.dumps(RULINGS, indent=1), encoding="utf-8")
    (tmp_path / "cards.json").write_text(json.dumps(CARDS), encoding="utf-8")
    (tmp_path / "notes.json").write_text(
        json.dumps({"Salt Gate": ["It stays shut at ebb.", "It is no ship."]}), "utf-8"
    )
    with Library([tmp_path]) as found:
        yield found


@pytest.mark.parametrize(
    ("typed", "rulings"),
    [
        ("Brannick, the Lamplighter", {"A lamp that is lit may be lit again."}),
        ("brannick", {"A lamp that is lit may be lit again."}),
        ("aa12", {"A lamp that is lit may be lit again."}),
        ("tide gate", {"Opening it costs nothing at all.", "It stays shut at ebb.", "It is no ship."}),
        ("salt gate", {"Opening it costs nothing at all.", "It stays shut at ebb.", "It is no ship."}),
    ],
)
def test_rulings_by_code_or_face_are_on_their_card(library: Library, typed: str, rulings: set[str]) -> None:
    (card,) = library.card(typed)
    assert {one.text for one in card.rulings} == rulings


def test_rulings_whose_card_no_list_has_are_told(library: Library) -> None:
    told = [finding.message for finding in library.findings("a-rulings") if finding.code == "record-unread"]
    assert [message.partition(";")[0] for message in told] == ["1 of 3 rulings name no card here"]


def test_a_list_that_changes_names_the_cards_anew(tmp_path: Path) -> None:
    rulings = {"LF1-001": ["Night begins with the lamp phase."], "LF1-002": ["He steers ships of his side."]}
    (tmp_path / "rulings.json").write_text(json.dumps(rulings), encoding="utf-8")

    def titles(name: str) -> list[str | None]:
        cards = {
            "LF1-001": {"name": name, "type": "Site", "text": "Ships in it cannot be attacked."},
            "LF1-002": {"name": "Old Pilot", "type": "Hero", "text": "He steers one ship through fog."},
        }
        (tmp_path / "cards.json").write_text(json.dumps(cards), encoding="utf-8")
        with Library([tmp_path], cache=tmp_path / "cache") as library:
            entries = (one for one in library.everything() if isinstance(one, Entry))
            return [one.title for one in entries if one.document == "rulings"]

    assert titles("Cold Harbour") == ["Cold Harbour", "Old Pilot"]
    assert titles("Warm Harbour") == ["Warm Harbour", "Old Pilot"]

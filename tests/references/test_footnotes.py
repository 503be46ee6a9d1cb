"""Footnotes are targets: "footnote 3" and "see note 2" lead to the entry that holds the note."""

import json
from pathlib import Path

import pytest

from judge.library import Library

RULES = """# Tide Rulebook

## 1 Sailing

A ship sails once a turn.[^1] {}

[^1]: Unless it is at anchor.

## 2 Cargo

Cargo is stowed below deck.[^2] The harbour has two docks, and each of them is full in May.

[^2]: Not in the fog.

## 3 Salt

{}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("See footnote 2.", [("rules:2", "ok")]),
        ("It pays (see note 1 above).", [("rules:1", "ok")]),
        ("As notes 1 and 2 say, nobody pays.", [("rules:1", "ok"), ("rules:2", "ok")]),
        ("See footnote 7.", [(None, "dangling")]),
        ("See note 7.", []),
        ("Take note: 2 ships sail. Note 2 of them.", []),
        ("In note 12 pence are paid.", []),
    ],
)
def test_a_note_leads_to_the_entry_that_holds_it(tmp_path: Path, text: str, told: list[tuple[str | None, str]]) -> None:
    assert of_kind_note(tmp_path, {"rules": RULES.format("", text)}) == told


def test_an_entry_does_not_refer_to_its_own_note(tmp_path: Path) -> None:
    assert of_kind_note(tmp_path, {"rules": RULES.format("See footnote 1.", "Salt is heavy.")}) == []


def test_another_documents_note_is_found_where_the_document_is_named(tmp_path: Path) -> None:
    faq = "# Tide FAQ\n\nQ: May a ship sail twice?\nA: See footnote 1 of the rulebook.\n\nQ: Why?\nA: See footnote 1.\n"
    documents = {"rules": RULES.format("", "Salt is heavy."), "faq": faq}
    assert of_kind_note(tmp_path, documents) == [("rules:1", "ok")]


def of_kind_note(folder: Path, documents: dict[str, str]) -> list[tuple[str | None, str]]:
    """Build documents of one game and return the target and status of each reference to a note."""
    for key, text in documents.items():
        (folder / f"{key}.md").write_text(text, encoding="utf-8")
    tables = (f'[[document]]\nfile = "{key}.md"\ngame = "Tide"\n' for key in documents)
    (folder / "corpus.toml").write_text("".join(tables), encoding="utf-8")
    with Library([folder], cache=folder / "cache") as library:
        records = [json.loads(line) for line in library.export()]
    notes = (one for one in records if one["record"] == "reference" and one["kind"] == "note")
    return [(one["target"], one["status"]) for one in notes]

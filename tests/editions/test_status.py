"""One status for each text, in one wording; what it rests on are facts, each said once."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import convert

from judge.core.jsonl import Record
from judge.core.model import Entry
from judge.core.text_facts import TextFacts
from judge.editions.status import Status, status_of
from judge.opened_library import Library
from tests.support import run_judge, write_collection

BY = {"id": "faq:boards", "block": 0, "date": "2024"}
"""The other text."""


def status(**said: list[Record]) -> Status:
    """Return the status of a text of which this is said."""
    return status_of(convert(said | {"superseded": bool(said.get("superseded_by"))}, TextFacts))


def relation(kind: str) -> Record:
    """Return what the other text states."""
    return BY | {"kind": kind, "quote": "Boards differ.", "source": "faq:boards"}


def gone(reason: str, **other: Any) -> Record:
    """Return that the other text superseded it."""
    return BY | {"reason": reason} | other


NEWER = BY | {"relation": "subject", "reason": "the same title", "quote": "Boards are wet.", "document": "faq"}


@pytest.mark.parametrize(
    ("said", "state", "label", "lines"),
    [
        ({}, "", "", []),
        ({"newer": [NEWER]}, "later", "older", ["Newer: FAQ (2024): “Boards are wet.”"]),
        ({"relations": [relation("amends")]}, "changed", "changed", ["Changed by FAQ (2024): “Boards differ.”"]),
        ({"relations": [relation("excepts")]}, "narrowed", "narrowed", ["Exception in FAQ (2024): “Boards differ.”"]),
        (
            {"relations": [relation("overrides")]},
            "narrowed",
            "narrowed",
            ["Overridden by FAQ (2024): “Boards differ.”"],
        ),
        (
            {"relations": [relation("replaces")], "superseded_by": [gone("words")], "newer": [NEWER]},
            "superseded",
            "superseded",
            ["Replaced by FAQ (2024): “Boards differ.”"],
        ),
        (
            {"relations": [relation("overrides")], "superseded_by": [gone("relation")]},
            "superseded",
            "superseded",
            ["Superseded, as a person stated: FAQ (2024)"],
        ),
        (
            {"superseded_by": [gone("edition", id=None, block=None)]},
            "superseded",
            "removed",
            ["Removed in a later edition (2024)"],
        ),
    ],
)
def test_a_status_has_one_state_and_says_each_fact_once(
    said: dict[str, list[Record]], state: str, label: str, lines: list[str]
) -> None:
    found = status(**said)
    assert (found.state, found.label) == (state, label)
    assert [one.text("FAQ (2024)" if one.id else "") for one in found.sentences] == lines


EDITION = '[[document]]\nfile = "{0}.md"\ngame = "Harbour"\nwork = "harbour"\nedition = "{1}"\ndate = "{2}"\n'
RULES = """# Harbour Rules

## 1.0 Ropes

Every rope is as long as the boat.

## 2.0 Anchors

An anchor holds {} boats.
"""
EDITIONS = {
    "one_md": RULES.format("two"),
    "two_md": RULES.format("two").replace("# 2.0", "# 3.0") + "\n## 2.0 Lamps\n\nA lamp burns until the morning.\n",
    "three_md": RULES.format("five").replace("# 2.0", "# 3.0") + "\n## 2.0 Lamps\n\nA lamp burns until the morning.\n",
    "corpus.toml": "\n".join(map(EDITION.format, ("one", "two", "three"), ("1", "2", "3"), ("2020", "2022", "2024"))),
}


def test_editions_tell_since_when_a_text_is_so(tmp_path: Path) -> None:
    with Library([write_collection(tmp_path / "harbour", **EDITIONS)], cache=tmp_path / "cache") as library:
        entries = {one.id: one for one in library.everything() if isinstance(one, Entry)}
    told = {id: [(one.change, one.document, one.was) for one in entry.since] for id, entry in entries.items()}
    assert told["three:1.0"] == [("same", "one", ())]
    assert told["three:2.0"] == [("added", "two", ())]
    assert told["two:3.0"] == [("renumbered", "two", ("was 2.0",))]
    assert told["three:3.0"] == [("changed", "three", ())]
    assert told["one:1.0"] == []
    assert status_of(entries["three:1.0"]).state == "in force"


def test_a_screen_says_it_below_the_title(tmp_path: Path) -> None:
    folder = str(write_collection(tmp_path / "harbour", **EDITIONS))
    assert "1.0 Ropes\n  In force since 1 (2020)\n" in run_judge("show", "1.0", "--corpus", folder).stdout.decode()
    shown = run_judge("show", "one:2.0", "--corpus", folder).stdout.decode()
    assert "  SUPERSEDED by a later edition: Harbour Rules 3 (2024), 3.0 Anchors\n" in shown


def test_a_person_may_state_each_kind(tmp_path: Path) -> None:
    row = '\n[[relation]]\nold = "three:1.0"\nnew = "three:2.0"\nkind = "{}"\n'
    for kind, state in (("narrows", "narrowed"), ("amends", "changed"), ("overrules", "superseded")):
        manifest = EDITIONS["corpus.toml"] + row.format(kind)
        folder = write_collection(tmp_path / kind, **EDITIONS | {"corpus.toml": manifest})
        with Library([folder], cache=tmp_path / f"{kind}.cache") as library:
            record = library.entries.record("three:1.0")
        assert status_of(record).state == state
        assert record.superseded == (state == "superseded")

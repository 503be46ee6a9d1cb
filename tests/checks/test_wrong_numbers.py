"""References whose number and words disagree are found, with the section that is meant; sound ones are left alone."""

from pathlib import Path

import pytest

from judge.checks.wrong_numbers import WrongNumberCheck
from judge.core.model import Resolution
from judge.opened_library import Library
from judge.references.extraction import extract
from judge.references.targets import Targets
from judge.references.weighing import resolve
from tests.support import parse_text, write_collection


def judged(text: str) -> tuple[list[Resolution], dict[str, str]]:
    """Return the judged references of a text, and the number of each section's id."""
    parsed, _ = parse_text(text, "outline")
    targets = Targets(parsed.entries, {"doc": "Harbour"})
    numbers = {entry.id: entry.number or "" for entry in parsed.entries}
    return WrongNumberCheck(parsed.entries).judge(resolve(extract(parsed.entries), targets)), numbers


def test_no_step_of_a_renumbering_leads_from_a_section_to_its_chapter() -> None:
    """2.2 is stale by one step, and 2.1 does not become 2."""
    text = """1 Sailing

1.1 Wind

Only boats with wind can take part in a Race (2.1). Marks are rounded (2.3 Turn).

2 Races

2.1 Starting a Race

A race starts at noon.

2.2 Turn

The turn is to port.

2.3 Finish

It ends at dusk.
"""
    resolutions, numbers = judged(text)
    assert {one.reference.number: numbers.get(one.suggestion or "") for one in resolutions} == {
        "2.1": None,
        "2.3": "2.2",
    }


TRADE = """# Harbour Rules

## 4 Turns

4.1 Each player draws two cards from the deck and discards one of them.

## 6 Trade

### 6.1 Trade Routes

A route joins two harbours, and pays one coin for each.
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# Preguntas\n\n## Rutas\n\nPagan una moneda (Rutas Comerciales, 6.1). See 6.1 Rutas Comerciales.\n", []),
        (
            "# Questions\n\n## Routes\n\nThey pay one coin in harbours. See 6.1 Fish Markets.\n",
            ["mislabelled"],
        ),
    ],
)
def test_a_title_in_another_language_than_the_heading_is_no_fault(text: str, told: list[str], tmp_path: Path) -> None:
    manifest = '[[document]]\nfile = "rules.md"\ngame = "Harbour"\n[[document]]\nfile = "faq.md"\ngame = "Harbour"\n'
    folder = write_collection(tmp_path / "harbour", **{"corpus.toml": manifest}, rules_md=TRADE, faq_md=text)
    with Library([folder], cache=tmp_path / "cache") as library:
        found = [one for id in ("faq:rutas", "faq:routes") for one in library.references(id)]
    assert {one.target for one in found} == {"rules:6.1"}
    assert [one.status for one in found if one.status != "ok"] == told


def test_a_number_of_another_document_beside_a_title_of_its_own_is_wrong(tmp_path: Path) -> None:
    """The handbook has lost its chapter 6; only the rules have 6.1, and the words are the title of handbook 2.1."""
    handbook = "# Handbook\n\n1 Evening\n\nThe host reads 6.1 Late Boats, and 6.1 Trade Routes.\n\n"
    handbook += "2 Boats\n\n2.1 Late Boats\n\nThey wait.\n"
    manifest = (
        '[[document]]\nfile = "rules.md"\ngame = "Harbour"\n[[document]]\nfile = "handbook.md"\ngame = "Harbour"\n'
    )
    folder = write_collection(tmp_path / "harbour", **{"corpus.toml": manifest}, rules_md=TRADE, handbook_md=handbook)
    with Library([folder], cache=tmp_path / "cache") as library:
        found = [(one.status, one.target, one.suggestion) for one in library.references("handbook:1")]
    assert found == [("mislabelled", "rules:6.1", "handbook:2.1"), ("ok", "rules:6.1", None)]


FAULTY = """# Tide Rules

## 1.0 Anchors

Every ship has one (2.7). See the Gull Rider (LS) for more, and 2.0 Wet Masts. Links are told in (2.1).

## 2.0 Chains

Chains are heavy.

## 2.1 Links

Links are round.

## 2.1 Rings

Rings are rounder.
"""


def test_faulty_means_the_same_in_list_and_lint(tmp_path: Path) -> None:
    """A number that is wrong or does not resolve is; one printed twice, and a card without an entry, are not."""
    manifest = '[[document]]\nfile = "rules.md"\ndialect = "outline"\n'
    folder = write_collection(tmp_path / "tide", **{"corpus.toml": manifest}, rules_md=FAULTY)
    with Library([folder], cache=tmp_path / "cache") as library:
        (document,) = library.documents()
        found = [one for one in library.findings("rules") if one.code.startswith("reference-")]
    levels = sorted(one.level for one in found)
    assert "note" in levels
    assert document.faulty == len([level for level in levels if level != "note"]) == 2

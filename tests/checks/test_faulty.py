"""What `judge list` counts as faulty is what lint reports of references as error or warning."""

from __future__ import annotations

from pathlib import Path

from judge.library import Library

RULES = """# Tide Rules

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
    """A number that is wrong or leads nowhere is; one that is printed twice, and a card without an entry, are not."""
    (tmp_path / "rules.md").write_text(RULES, encoding="utf-8")
    (tmp_path / "corpus.toml").write_text('[[document]]\nfile = "rules.md"\ndialect = "outline"\n', encoding="utf-8")
    with Library([tmp_path], cache=tmp_path / "cache") as library:
        (document,) = library.documents()
        found = [one for one in library.findings("rules") if one["code"].startswith("reference-")]
    levels = sorted(one["level"] for one in found)
    assert "note" in levels
    assert document["faulty"] == len([level for level in levels if level != "note"]) == 2

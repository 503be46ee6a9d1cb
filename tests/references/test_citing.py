"""Citations lead from document to document, faults are told and decoys are left alone, in two invented games.

The games of `tests/cases/citing_forms` have a rulebook, tournament rules whose numbers are partly those of the
rulebook, and a FAQ without numbers. Each of 38 forms of citations and 28 decoys stands in a paragraph of its own.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

from judge.core.jsonl import Record
from judge.library import Library
from tests.support import CASES, export_of

GAMES = sorted((CASES / "citing_forms").iterdir())
FAULTS = ("dangling", "mislabelled", "ambiguous")
"""What a reference may be that is reported."""


def references(game: Path, cache: Path) -> dict[tuple[str, int], list[Record]]:
    """Return the references that are read in a game, by file and line."""
    with Library([game], cache=cache) as library:
        records = export_of(library)
    found: dict[tuple[str, int], list[Record]] = defaultdict(list)
    for one in records:
        if one["record"] == "reference" and one["kind"] not in ("card", "counterpart"):
            found[one["source"].partition(":")[0] + ".md", one["line"]].append(one)
    return found


def holds_number(text: str, number: str) -> bool:
    """Tell whether a printed reference is that of a number."""
    return any(word.strip(".,:;()[]“”") == number for word in text.split())


def is_right(cited: Record, here: list[Record]) -> bool:
    """Tell whether the references read for a citation are what they should be."""
    if cited["kind"] == "decoy":
        return all(one["status"] == "external" and not one["target"] for one in here)
    if cited["kind"] == "dangling":
        return any(one["status"] == "dangling" for one in here)
    if cited["kind"] == "wrong":
        return any(one["status"] == "mislabelled" and one["suggestion"] == cited["meant"] for one in here)
    return any(one["status"] == "ok" and one["target"] == cited["target"] for one in here)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_citations_of_invented_games(game: Path, tmp_path: Path) -> None:
    """References across documents are found and resolved, faults and no others are reported, decoys left alone."""
    read = references(game, tmp_path)
    truth = [json.loads(row) for row in (game / "_truth.jsonl").read_text(encoding="utf-8").splitlines()]
    for cited in truth:
        here = [one for one in read[cited["file"], cited["line"]] if holds_number(one["text"], cited["number"])]
        assert is_right(cited, here), (cited, here)
    faulty = {(one["file"], one["line"]) for one in truth if one["kind"] in ("wrong", "dangling")}
    assert {place for place, here in read.items() if any(one["status"] in FAULTS for one in here)} == faulty

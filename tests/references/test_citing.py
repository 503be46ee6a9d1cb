"""Citations lead from document to document, faults are told and decoys are left alone, over invented games."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.library import Library
from tests.citing import Game, Measure, measure

NOTHING = Measure((0, 0), (0, 0), (0, 0), (0, 0), [])


def measured(folder: Path, seeds: range, *, held: bool) -> Measure:
    """Build games and measure what became of their citations."""
    whole = NOTHING
    for seed in seeds:
        game = Game(seed, held=held)
        home = folder / f"game{seed}"
        home.mkdir()
        for file, text in game.files.items():
            (home / file).write_text(text, encoding="utf-8")
        tables = "".join(
            f'[[document]]\nfile = "{key}.md"\ngame = "{game.name}"\ndialect = "{dialect}"\n'
            for key, dialect in (("rules", "outline"), ("floor", "outline"), ("faq", "questions"))
        )
        (home / "corpus.toml").write_text(tables, encoding="utf-8")
        with Library([home], cache=folder / f"cache{seed}") as library:
            records = [record for line in library.export() if (record := json.loads(line))["record"] == "reference"]
        whole += measure(game, records)
    return whole


def share(counts: tuple[int, int]) -> float:
    """Return how much of all is right."""
    return counts[0] / counts[1]


@pytest.mark.parametrize("held", [False, True], ids=["forms", "forms held back"])
def test_citations_of_invented_games(tmp_path: Path, held: bool, seeds: Callable[[int], range]) -> None:
    """References across documents are found and resolved, faults are reported, and decoys are not references."""
    found = measured(tmp_path, range(100, 100 + len(seeds(30))), held=held)
    told = "\n".join(found.misses)
    assert share(found.found) >= 0.98, told
    assert share(found.faults) >= 0.95, told
    assert share(found.precise) >= 0.98, told
    assert share(found.decoys) >= 0.995, told

"""`judge use`: one game comes first where a person reads the answers, and no answer of another is left out."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.cli.answering import chosen_game
from judge.cli.answering.prompt import answer_line
from judge.opened_library import Library
from tests.support import printed, refused, run_judge, write_collection

TIDE = "# Tide Rules\n\n## 1.0 Anchors\n\nAn anchor holds a ship at night.\n\n## 2.0 Ebb\n\nWater falls.\n"
STORM = "# Storm Rules\n\n## 1.0 Anchors\n\nAn anchor of the storm holds a ship.\n\n## 3.0 Wind\n\nWind blows.\n"
TABLES = """
[[document]]
file = "tide.md"
game = "Tide"
date = "2025"
[[document]]
file = "storm.md"
game = "Storm"
date = "2020"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games that have a rule of one name."""
    texts = {"tide_md": TIDE, "storm_md": STORM, "corpus.toml": TABLES}
    return write_collection(tmp_path_factory.mktemp("games"), **texts)


@pytest.fixture(scope="module")
def games(folder: Path) -> Iterator[Library]:
    """The library of both."""
    with Library([folder]) as library:
        yield library


def found(library: Library, query: str, meant: str | None) -> list[str]:
    """Return the ids of the answers."""
    return [one.row.id for one in library.reply(query, meant=meant).answers]


@pytest.mark.parametrize("query", ["anchors", "1.0", "what holds a ship", "anchr"])
def test_the_game_that_is_meant_comes_first_and_hides_nothing(games: Library, query: str) -> None:
    plain = found(games, query, None)
    for game in ("Tide", "storm"):
        raised = found(games, query, game)
        assert raised[0].partition(":")[0] == game.lower()
        assert set(raised) == set(plain)


@pytest.mark.parametrize("query", ["tide anchors", "Wind", "anchors in the storm rules"])
def test_a_query_that_names_a_game_or_that_one_game_answers_is_answered_as_ever(games: Library, query: str) -> None:
    for game in ("Tide", "Storm", "Unheard"):
        assert found(games, query, game)[:1] == found(games, query, None)[:1]


def test_a_meant_game_makes_no_answer_surer(games: Library) -> None:
    query = "does wind hold a whale"
    assert {games.reply(query, meant=game).answer for game in (None, "Storm")} == {games.reply(query).answer}


def test_the_game_is_remembered_shown_and_forgotten(folder: Path, tmp_path: Path) -> None:
    data = str(tmp_path / "data")

    def use(*words: str) -> str:
        return printed("use", *words, "--corpus", str(folder), JUDGE_DATA=data)

    assert use() == "no game comes first\n"
    assert use("sTORM") == use() == "Storm comes first\n"
    assert refused("use", "Whales", "--corpus", str(folder), JUDGE_DATA=data).endswith("choose one of Storm, Tide\n")
    assert run_judge("use", "Tide", "--none", "--corpus", str(folder), JUDGE_DATA=data).returncode == 2
    assert use() == "Storm comes first\n"
    assert use("--none") == use() == use("--none") == "no game comes first\n"


def test_it_counts_on_a_terminal_and_never_elsewhere(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    (tmp_path / "game").write_text("Storm\n", encoding="utf-8")
    words = ["--corpus", str(folder), "anchors"]
    piped = run_judge(*words, JUDGE_DATA=str(tmp_path)).stdout.decode()
    as_json = json.loads(printed(*words, "--json", JUDGE_DATA=str(tmp_path)))
    assert piped.index("tide") < piped.index("storm")
    assert as_json["results"][0]["document"] == "tide"
    assert "Storm first" not in piped

    monkeypatch.setattr(chosen_game, "output_terminal", lambda: os.terminal_size((80, 24)))
    shown = CliRunner().invoke(main, words)
    assert shown.output.index("Storm Rules") < shown.output.index("tide")
    assert "Storm first" in shown.output


def test_at_the_prompt_the_game_comes_first(games: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGE_DATA", str(tmp_path))
    chosen_game.remember_game("Storm")
    answer = answer_line(games, "anchors")
    assert answer.startswith("Storm Rules")
    (tmp_path / "game").write_bytes(b"\xff\xfe")  # damaged by hand
    assert chosen_game.game_in_use() is None


def test_use_is_a_command_of_its_own() -> None:
    assert isinstance(main, click.Group)
    assert "use" in main.list_commands(click.Context(main))

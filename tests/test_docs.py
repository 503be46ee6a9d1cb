"""The documents keep up with the program."""

import re
import runpy
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

from judge import pipeline
from judge.checks.findings import Accepted
from judge.cli import COMMANDS, load_command
from judge.library import manifest
from judge.reading.metadata import game_names
from judge.reading.rulings.errata import Labels
from tests.test_imports import ORDER

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
DOCUMENTS = (ROOT / "docs" / "documents.md").read_text(encoding="utf-8")
LINT = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
DOCS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def test_the_page_of_commands_is_complete() -> None:
    """docs/commands.md describes each command once, and no other, below the call without a command."""
    assert re.findall(r"^### `judge (\S+?)[ `]", COMMANDS_PAGE, re.MULTILINE) == ["TEXT…", *COMMANDS]


def test_the_readme_is_short_and_its_pictures_are_there() -> None:
    assert len(README.splitlines()) <= 90
    pictures = re.findall(r'<img src="([^"]+)"[^>]* alt="[^"]+">', README)
    assert len(pictures) == 2
    assert all((ROOT / picture).is_file() for picture in pictures)


@pytest.mark.parametrize("command", list(map(load_command, COMMANDS)), ids=list(COMMANDS))
def test_every_command_has_help_with_an_example_that_parses(command: click.Command) -> None:
    example = re.search(r"Example: judge (\S+)", command.help or "")
    assert example
    assert example[1] == command.name
    assert not command.get_short_help_str(62).endswith("..."), "its first sentence is cut in the list of commands"
    for parameter in command.params:
        assert isinstance(parameter, click.Argument) or parameter.help, (command.name, parameter.name)


@pytest.mark.parametrize("path", DOCS, ids=[path.name for path in DOCS])
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_the_readme_opens_with_its_two_commands() -> None:
    """The first sets up and answers, the second sets up and tests; continuous integration may install a browser too."""
    first, second = re.findall(r"^\$ (.+)$", README, re.MULTILINE)[:2]
    assert "pip install" in first
    assert "judge --corpus judge-demo" in first
    assert f"{second} --install" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_the_recorded_session_is_of_calls_that_there_are() -> None:
    """Each call is recorded in its order and fits its terminal; one of several arguments begins with a command."""
    tool = SimpleNamespace(**runpy.run_path(str(ROOT / "tools" / "record_session.py")))
    session = tool.SESSION.read_text(encoding="utf-8")
    calls = [line for line in session.splitlines() if line.startswith("$ ")]
    assert calls == [tool.as_typed(words) for words in tool.CALLS]
    screens = [screen.splitlines() for screen in re.split(r"^\$ .*\n", session, flags=re.MULTILINE)[1:]]
    assert all(0 < len(screen) <= tool.LINES + 1 for screen in screens)
    assert max(len(line) for screen in screens for line in screen) <= 80
    for command, *arguments in tool.CALLS:
        if arguments:
            parsed = load_command(command).make_context(command, list(arguments), resilient_parsing=True)
            assert parsed.args == []
    assert "░" not in session


def test_the_sample_of_a_game_file_has_every_key_and_is_read(tmp_path: Path) -> None:
    sample = next(block for block in re.findall(r"```toml\n(.*?)```", DOCUMENTS, re.DOTALL) if "[card]" in block)
    (tmp_path / "tide.toml").write_text(sample, encoding="utf-8")
    (game,) = game_names.load_games([tmp_path])
    assert game.words == (("tap", ("moor",)),)
    table = tomllib.loads(sample)
    assert table.keys() == set(game_names.GameFile.__struct_fields__)
    assert table["card"].keys() == set(Labels.__struct_fields__)


def test_every_key_of_the_manifest_is_described() -> None:
    tables = [tomllib.loads(block) for block in re.findall(r"```toml\n(.*?)```", DOCUMENTS + LINT, re.DOTALL)]
    rows = [row for table in tables for row in table.get("document", [])]
    assert {key for table in tables for key in table}.issuperset(manifest.ManifestFile.__struct_fields__)
    assert {key for row in rows for key in row} == set(manifest.DocumentTable.__struct_fields__)
    for name, kind in (("accept", Accepted), ("order", manifest.OrderTable)):
        assert {key for row in rows for one in row.get(name, []) for key in one} == set(kind.__struct_fields__)


def test_the_map_of_the_packages_is_complete_and_fits_a_screen() -> None:
    """docs/design/architecture.md opens on all packages, in the order of their imports, and both ways through them."""
    page = (ROOT / "docs" / "design" / "architecture.md").read_text(encoding="utf-8")
    first = page.partition("## The stages")[0]
    assert len(first.splitlines()) <= 40
    assert (pipeline.__doc__ or "").split("\n\n")[1] in first
    drawn = re.findall(r"^  (\w+)(?:/|\.py) ", first, re.MULTILINE)
    assert [name for name in drawn if name != "__init__"] == [
        one for one in ORDER if "/" not in one and one not in ("version", "__main__")
    ]

"""The documents keep up with the program."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from judge.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_command_table_is_complete() -> None:
    """README lists each command once, and no other."""
    assert re.findall(r"^\| `judge (\S+?)[ `]", README, re.MULTILINE) == list(main.commands)


@pytest.mark.parametrize("command", list(main.commands.values()), ids=list(main.commands))
def test_every_command_has_help_with_an_example_that_parses(command: click.Command) -> None:
    example = re.search(r"Example: judge (\S+)", command.help or "")
    assert example
    assert example[1] == command.name
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
    assert "judge search" in first
    assert f"{second} --install" in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_example_dialect_runs() -> None:
    """What docs/adding-a-dialect.md shows reads a text."""
    from judge.core.diagnostics import Report
    from judge.reading.drafts import assemble
    from judge.reading.readers.manuscript import manuscript
    from judge.reading.source import read_source

    shown = (ROOT / "docs" / "adding-a-dialect.md").read_text(encoding="utf-8")
    example: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", shown, re.DOTALL)[1], example)  # type: ignore[index]
    text = manuscript(read_source(b"# Harbour\n\nHigh water at six.\n", Report()))
    assert example["evidence"](text) == 0.5  # type: ignore[operator]
    parsed = assemble("tides", example["read"](text, Report()))  # type: ignore[operator]
    assert [entry.title for entry in parsed.entries] == [None, "Harbour"]

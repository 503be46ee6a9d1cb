"""The command demo: a guided walk through an invented game, in a folder of its own.

The documents and the steps come with the program (`corpus/demo/`); the folder keeps which step is next. Nothing of the
person's own library takes part, since each command of a step names the folder.
"""

from __future__ import annotations

import shlex
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import click

from judge.cli.shared import Command, page
from judge.core.files import SETTINGS, data_folder, read_file, replace_file

MARKER = ".next-step"
"""The file of a demo folder that holds the number of the step that comes next."""


@click.command(cls=Command)
@click.argument("folder", default="judge-demo", type=click.Path(path_type=Path), metavar="[DIR]")
@click.option("--step", type=click.IntRange(1), help="Show this step (default: the next one).")
def demo(folder: Path, step: int | None) -> None:
    """Take a tour in ten steps, with an invented game. Its documents are written to DIR (default: judge-demo).

    Each call prints one step with the command to type. Change the documents as you like; your own library is not used.
    To end the demo, delete the folder.

    Example: judge demo
    """
    steps = read_steps()
    if not folder.exists():
        lay_out(folder)
    elif not (folder / MARKER).is_file():
        raise click.UsageError(f"{folder} exists and is not a demo folder; name another one: judge demo DIR")
    number = step or _next_step(folder)
    if number > len(steps):
        page(f"That was the last of {len(steps)} steps. `judge demo --step 1` begins again; to end, delete {folder}.\n")
        return
    page(shown(steps, number, folder))
    replace_file(folder / MARKER, f"{number + 1}\n".encode())


def read_steps() -> list[dict[str, Any]]:
    """Return the steps in their order: each with `title`, `why` and `commands`."""
    text = read_file(data_folder("corpus") / "demo" / "steps.toml", SETTINGS).decode("utf-8")
    steps: list[dict[str, Any]] = tomllib.loads(text)["step"]
    return steps


def lay_out(folder: Path) -> None:
    """Write the documents of the demo into a folder that does not exist yet, wholly or not at all.

    Raises:
        click.UsageError: the folder cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".judge-demo-") as unfinished:
            written = Path(unfinished) / folder.name
            shutil.copytree(data_folder("corpus") / "demo", written, ignore=shutil.ignore_patterns("steps.toml"))
            (written / MARKER).write_text("1\n", encoding="utf-8")
            written.rename(folder)
    except OSError as error:
        raise click.UsageError(f"{folder} cannot be written: {error.strerror or error}") from error


def shown(steps: list[dict[str, Any]], number: int, folder: Path) -> str:
    """Return a step as text: its title, why, what to type, and how to go on."""
    step, quoted = steps[number - 1], shlex.quote(str(folder))
    calls = (call.format(folder=quoted) for call in step["commands"])
    name = "" if quoted == "judge-demo" else f" {quoted}"
    if number == len(steps):
        after = f"That is all. The documents are in {folder}; to add your own: judge add FILE"
    else:
        after = f"Then: judge demo{name}"
    why = step["why"].strip().format(folder=folder)
    lines = [f"Step {number} of {len(steps)}: {step['title']}", "", *why.split("\n"), ""]
    return "\n".join([*lines, *(f"  $ {call}" for call in calls), "", after, ""])


def _next_step(folder: Path) -> int:
    """Return the number of the step that comes next; 1 where the marker was changed into something else."""
    text = read_file(folder / MARKER, SETTINGS).decode("utf-8", "replace").strip()
    return int(text) if text.isdecimal() and 0 < len(text) < 4 else 1

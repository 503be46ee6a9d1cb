"""The command that shows how files are read: read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from judge.cli.shared import Command, Progress, output_screen, page, with_json, write_text

if TYPE_CHECKING:
    from judge.own_library.file_readings import FileReading


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--profile", metavar="FILE|NAME", help="Try a profile: a .toml file, or the name of a stored one.")
@click.option("--all", "whole", is_flag=True, help="Show the whole tree and every doubtful line.")
@click.option("--markdown", is_flag=True, help="Print the file as canonical Markdown (see docs/canonical.md).")
@with_json
def read(files: tuple[Path, ...], profile: str | None, whole: bool, markdown: bool, as_json: bool) -> None:
    """Show how files are read; nothing is stored.

    The report lists entries, left-out lines, doubts and alternative readings.

    A corpus.toml in the file's folder applies. With --profile, the samples of that profile apply instead, and the
    report compares the two readings.

    Example: judge read README.md
    """
    from judge.library.collection import named_files

    paths = [path for path, _ in named_files(files)]
    if markdown and (len(paths) > 1 or as_json):
        raise click.UsageError("--markdown needs exactly one file and cannot be combined with --json")
    form = "markdown" if markdown else "json" if as_json else "text"
    shown = []
    with Progress() as progress:
        for number, path in enumerate(paths):
            progress(f"reading {path.name}", number, len(paths))  # before anything is imported that reads
            shown.append(_read(path, profile, form, whole=whole))
    if form == "text":
        page("\n".join(shown))
    else:
        write_text("\n".join(shown))


def _read(path: Path, profile: str | None, form: str, *, whole: bool) -> str:
    """Return how a file is read, in one of the forms."""
    from judge.core.jsonl import dumps
    from judge.own_library.file_readings import markdown_of_file, reading_of_file
    from judge.own_library.profile_files import load_profile

    named = load_profile(profile, path.name) if profile else None
    if form == "markdown":
        return markdown_of_file(path, named).rstrip("\n")
    reading = reading_of_file(path, named)
    return dumps(reading) if form == "json" else _shown(path, reading, whole=whole)


def _shown(path: Path, reading: FileReading, *, whole: bool) -> str:
    """Return how a file is read, beside how it is read without its samples."""
    from judge.cli.screens import file_reading
    from judge.own_library.file_readings import compare_readings, reading_of_file, suggested_profile
    from judge.own_library.profile_files import WITHOUT

    compared = compare_readings(reading_of_file(path, WITHOUT), reading) if reading.profile else None
    suggested = suggested_profile(path, reading)
    return file_reading.shown(output_screen(), reading, whole=whole, compared=compared, suggested=suggested)

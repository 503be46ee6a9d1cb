"""The command that shows how files are read: read."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.shared import Command, output_screen, page, with_json, write_line


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--all", "whole", is_flag=True, help="Show the whole tree and every doubtful line.")
@click.option("--markdown", is_flag=True, help="Print one file as Markdown that is read the same, to edit it.")
@with_json
def read(files: tuple[Path, ...], whole: bool, markdown: bool, as_json: bool) -> None:
    """Show how files are read, before anything is stored: entries, what is left out, doubts and other readings.

    A corpus.toml beside a file holds for it.

    Example: judge read README.md
    """
    from judge.build.collection import named_files
    from judge.build.file_readings import markdown_of_file, reading_of_file, reading_record
    from judge.cli.screens import file_reading
    from judge.core.jsonl import dumps

    if markdown:
        paths = [path for path, _ in named_files(files)]
        if len(paths) > 1 or as_json:
            raise click.UsageError("--markdown prints one file, without --json; name one file")
        write_line(markdown_of_file(paths[0]).rstrip("\n"))
        return
    readings = (reading_of_file(path) for path, _ in named_files(files))
    if as_json:
        for one in readings:
            write_line(dumps(reading_record(one)))
        return
    screen = output_screen()
    page("\n".join(file_reading.shown(screen, one, whole=whole) for one in readings))

"""What a terminal shows of how a file is read: a summary, the tree, what is left out, doubts, and other readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.cli.screens.reading import spoken_lines

if TYPE_CHECKING:
    from judge.build.file_readings import FileReading, ReadEntry
    from judge.cli.screens.screen import Screen

TREE, LISTED = 20, 5
"""Entries of the tree, and rows of every other list, that are shown before the rest is only counted."""


def shown(screen: Screen, reading: FileReading, *, whole: bool = False) -> str:
    """Return how a file is read.

    Args:
        screen: where it is shown.
        reading: what was found out.
        whole: whether everything is shown, and not only what fits.
    """
    entries, document = reading.entries, reading.document
    told = f"{reading.file}: {len(entries)} entries, read as {reading.read_as}"
    lines = [screen.bold(told), *screen.wrap(f"{document['title']} ({document['key']})", 2)]
    if reading.figures:
        lines += screen.wrap(f"{reading.figures.told()}", 2, 2)
    lines += ["", screen.bold("Entries")]
    lines += _first(screen, [line for one in _tree(reading.entries) for line in screen.clipped(one, 2)], TREE, whole)
    rows = [f"{spoken_lines(one.lines)}: {one.reason}" for one in reading.left_out]
    lines += _section(screen, "Left out", rows, whole)
    rows = [f"{spoken_lines([one.lines])}: {one.message}" for one in reading.doubts]
    rows += [f"line {one.line}: {one.text}" for one in sorted(reading.unsure, key=lambda one: one.bits)]
    lines += _section(screen, "In doubt", rows, whole)
    rows = [f"as {one.read_as}: {one.figures.told()}{' (better)' if one.is_better else ''}" for one in reading.rivals]
    lines += _section(screen, "Other readings", rows, True)
    return "\n".join(lines) + "\n"


def _tree(entries: tuple[ReadEntry, ...]) -> Iterator[str]:
    """Yield the entries, each set in below the one above it, with kind and line."""
    depths: dict[str | None, int] = {None: -1}
    for one in entries:
        depths[one.id] = depths.get(one.parent, -1) + 1
        name = f"{one.number or ''} {one.title or ''}".strip() or "(no title)"
        yield f"{'  ' * depths[one.id]}{name}  {one.kind}, {spoken_lines(one.lines)}"


def _section(screen: Screen, title: str, rows: list[str], whole: bool) -> list[str]:
    if not rows:
        return []
    return [
        "",
        screen.bold(title),
        *_first(screen, [line for row in rows for line in screen.wrap(row, 2, 2)], LISTED, whole),
    ]


def _first(screen: Screen, rows: list[str], most: int, whole: bool) -> list[str]:
    """Return the first rows, and how many more there are."""
    if whole or len(rows) <= most:
        return rows
    return [*rows[:most], *screen.wrap(f"and {len(rows) - most} more; --all shows them", 2, style=screen.dim)]

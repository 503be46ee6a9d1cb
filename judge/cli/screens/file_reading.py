"""What a terminal shows of how a file is read: a summary, the tree, what is left out, doubts, and other readings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from judge.cli.screens.reading import spoken_lines
from judge.core.files import SETTINGS, read_text
from judge.core.names import on_one_line, shortened
from judge.own_library.file_readings import differences, in_short

if TYPE_CHECKING:
    from judge.cli.screens.screen import Screen
    from judge.own_library.file_readings import ComparedReadings, FileReading, ReadEntry
    from judge.own_library.profile_files import NamedProfile

TOLD = 50
"""Characters of a doubtful line that are shown."""
TREE, LISTED = 20, 5
"""Entries of the tree, and rows of every other list, that are shown before the rest is only counted."""


def shown(
    screen: Screen,
    reading: FileReading,
    *,
    whole: bool = False,
    compared: ComparedReadings | None = None,
    suggested: NamedProfile | None = None,
) -> str:
    """Return how a file is read.

    Args:
        screen: where it is shown.
        reading: what was found out.
        whole: whether everything is shown, and not only what fits.
        compared: the same without its profile, if it has one.
        suggested: a stored profile that betters it.
    """
    rows = Rows(screen, whole)
    lines = screen.wrap(f"{reading.file}: {in_short(reading)}", 0, 2, style=screen.bold)
    lines += screen.wrap(f"{reading.document.title} ({reading.document.key})", 2)
    taken = reading.document.why["dialect"].partition("its records: ")[2]
    lines += screen.wrap(f"Records: {taken}", 2) if taken else []
    columns = [f"{one.name}: {one.role or 'not used'}" for one in reading.fields]
    lines += rows.section("Columns", [] if taken else columns, 2 * LISTED)
    lines += rows.section("Profile", list(_profile(reading, compared)), 2 * LISTED)
    tree = [line for one in _tree(reading.entries) for line in screen.clipped(one, 2)]
    lines += ["", screen.bold("Entries"), *rows.first(tree, TREE)]
    lines += rows.section("Left out", [f"{spoken_lines(one.lines)}: {one.reason}" for one in reading.left_out])
    doubts = [f"{spoken_lines([one.lines])}: {one.message}" for one in reading.doubts]
    unsure = sorted(reading.unsure, key=lambda one: one.bits)
    doubts += [
        f"line {one.line}, {'an entry' if one.begins else 'text'}: {shortened(one.text, TOLD)}" for one in unsure
    ]
    lines += rows.section("In doubt", doubts)
    others = [f"as {one.read_as}: {one.figures.told()}{' (better)' if one.is_better else ''}" for one in reading.rivals]
    lines += rows.section("Other readings", others)
    lines += _cure(screen, reading, suggested)
    return "\n".join(lines) + "\n"


def _profile(reading: FileReading, compared: ComparedReadings | None) -> Iterator[str]:
    """Yield what the samples do by which a file is read."""
    if not reading.profile:
        return
    yield f"read by {reading.profile}"
    yield from (f"{one.place}: {one.message}" for one in reading.unfit)
    if not compared:
        return
    yield f"without it: {in_short(compared.before)}"
    yield differences(compared)
    for sign, some in (("+", compared.gained), ("-", compared.lost)):
        yield from (f"{sign} {one}" for one in some[:LISTED])


def _cure(screen: Screen, reading: FileReading, suggested: NamedProfile | None) -> list[str]:
    """Return what to write into corpus.toml where something is in doubt, and how to try it."""
    if suggested:
        name = suggested.name
        told = f"The profile {name} fits this file and improves its figures. Check its entries: --profile {name}"
        said = (line for line in read_text(suggested.path, SETTINGS).split("\n") if line and line[0] != "#")
        return ["", *screen.wrap(told, 0, 2), *(f"  {on_one_line(line)}" for line in said)]
    if not reading.cure:
        return []
    head = "To change how it is read, copy lines from here into corpus.toml (docs/profiles.md)"
    table = ["[[document]]", f'file = "{reading.file}"', *reading.cure.split("\n")]
    lines = ["", *screen.wrap(head, style=screen.bold), *(f"  {on_one_line(line)}" for line in table)]
    if any(one.begins for one in reading.unsure):
        lines += screen.wrap(
            "If such a line does begin an entry, use rule instead of never. The line is then no longer doubtful."
        )
    return lines


def _tree(entries: tuple[ReadEntry, ...]) -> Iterator[str]:
    """Yield the entries, each set in below the one above it, with kind and line."""
    depths: dict[str | None, int] = {None: -1}
    for one in entries:
        depths[one.id] = depths.get(one.parent, -1) + 1
        name = f"{one.number or ''} {one.title or ''}".strip() or "(no title)"
        yield f"{'  ' * depths[one.id]}{name}  {one.kind}, {spoken_lines(one.lines)}"


class Rows:
    """Lists of which the first rows are shown, or all."""

    def __init__(self, screen: Screen, whole: bool) -> None:
        """Remember where they are shown, and whether all are."""
        self.screen, self.whole = screen, whole

    def section(self, title: str, rows: list[str], most: int = LISTED) -> list[str]:
        """Return rows below a title; nothing where there are none."""
        if not rows:
            return []
        shown = rows if self.whole else rows[:most]
        lines = [line for row in shown for line in self.screen.wrap(row, 2, 2)]
        return ["", self.screen.bold(title), *lines, *self.more(len(rows) - len(shown))]

    def first(self, rows: list[str], most: int) -> list[str]:
        """Return the first rows, and how many more there are."""
        shown = rows if self.whole else rows[:most]
        return [*shown, *self.more(len(rows) - len(shown))]

    def more(self, count: int) -> list[str]:
        """Say how many rows are not shown."""
        return self.screen.wrap(f"and {count} more; --all shows them", 2, style=self.screen.dim) if count else []

"""Between the dialects and the search for columns: a person's word on the order, and what is told of the outcome.

Reads: the blocks of a document and what `[[document.order]]` in corpus.toml says. Writes: their order of reading, a
note on each block whose place is close to call, and the pages as `judge lint --columns` shows them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from judge.core.diagnostics import Code, Report
from judge.core.tokens import fold
from judge.reading.columns import layout
from judge.reading.columns.blocks import ColumnBlock
from judge.reading.columns.doubt import Judged
from judge.reading.columns.layout import Layout
from judge.reading.drafts import Placed

SHOWN = 60
"""Characters of a block that are shown."""
SURE = Judged(-1, 1.0)


@dataclass(frozen=True, slots=True)
class Unwoven:
    """Blocks in the order of reading."""

    order: list[int]
    """Their indexes in the order of the file."""
    placed: tuple[Placed, ...]
    """Where each stands; empty where nothing is woven."""
    woven: bool


def unweave(blocks: Sequence[ColumnBlock], settled: Mapping[int, str], report: Report) -> Unwoven:
    """Find the order of reading and report what is doubtful in it.

    Args:
        blocks: in the order of the file.
        settled: titles of the headings under which a person wants source lines.
        report: receives a note on each doubtful block.
    """
    wanted = dict(_wanted(blocks, settled, report))
    found = layout.arrange(blocks, wanted)
    _report_given_up(found, blocks, report)
    placed = tuple(_placed(found, blocks, wanted)) if found.woven else ()
    _report_doubts(placed, report)
    _report_mixed(placed, report)
    return Unwoven(found.order, placed, found.woven)


def _wanted(blocks: Sequence[ColumnBlock], settled: Mapping[int, str], report: Report) -> Iterator[tuple[int, int]]:
    """Yield the block of each settled line and the heading of its title, the nearest where several print it."""
    firsts = [block.first for block in blocks]
    for line, title in settled.items():
        block = bisect_right(firsts, line) - 1
        named = [n for n, other in enumerate(blocks) if other.heads and title_is(other.text, title)]
        if block < 0 or blocks[block].heads or not named:
            what = "no heading has that title" if not named else "there is no column text in that line"
            message = f"corpus.toml puts line {line} under “{title}”, but {what}"
            report.add(Code.COLUMN_UNSETTLED, line, message)
        else:
            yield block, min(named, key=lambda n: abs(n - block))


def title_is(printed: str, given: str) -> bool:
    """Tell whether a person means a heading: by its title as it is printed, or by its number."""
    return fold(printed) == fold(given) or printed.partition(" ")[0].rstrip(".") == given.rstrip(".")


def _report_given_up(layout: Layout, blocks: Sequence[ColumnBlock], report: Report) -> None:
    """Say where the search took too many steps."""
    for index in layout.given_up:
        what = "the blocks of this page" if layout.woven else "from here, the text"
        stays = "stay in the order that was found first" if layout.woven else "stays in the order of the file"
        message = f"{what} {stays}: looking for the order of two woven columns takes too many steps"
        report.add(Code.COLUMN_GIVEN_UP, blocks[index].first, message)


def _placed(layout: Layout, blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> Iterator[Placed]:
    for index, page, column in layout.found:
        block = blocks[index]
        judged = layout.judged.get(index, SURE)
        doubtful = judged.doubtful and index not in wanted
        rival, at = (shown(blocks, judged.rival), blocks[judged.rival].first) if doubtful else ("", 0)
        text, sure = shown(blocks, index), round(judged.sure, 2)
        yield Placed(page, column, block.first, text, block.heads, rival, at, sure, judged.mixed)


def _report_doubts(placed: Sequence[Placed], report: Report) -> None:
    under = "the beginning"
    for place in placed:
        under = place.text if place.heading else under
        if place.rival and not place.mixed:
            advice = "settle it with [[document.order]] in corpus.toml"
            message = f"put under “{under}”, but “{place.rival}” fits almost as well; {advice}"
            report.add(
                Code.COLUMN_DOUBTFUL, place.line, message, suggestion=f'line = {place.line}, under = "{place.rival}"'
            )


def _report_mixed(placed: Sequence[Placed], report: Report) -> None:
    """Say once a page where lines of several texts run together."""
    mixed = sorted((place.page, place.line) for place in placed if place.mixed)
    for _, lines in groupby(mixed, key=lambda place: place[0]):
        begun = [line for _, line in lines]
        first, last = begun[0], begun[-1]
        where = f"in the texts that begin in lines {first} to {last}" if last > first else "in this text"
        message = f"{where}, lines of several texts run together; put them right in the source"
        report.add(Code.COLUMN_MIXED, first, message)


def shown(blocks: Sequence[ColumnBlock], index: int) -> str:
    """Return a block as it is named to a person."""
    text = " ".join(blocks[index].text.split()) if index >= 0 else "the beginning"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 2]} …"

"""A document that was read by lines of its reader's own, with the lines of its file; what its reader knows beside.

Reads: a `Parsed` whose lines are those of its `Manuscript`. Writes: the same with the lines of the file, the boxes of
its blocks, and what a record says of a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from judge.core.diagnostics import Diagnostic
from judge.core.model import Block, Box, Entry, Furniture, Lines, Place
from judge.reading.drafts import Parsed
from judge.reading.front_matter import Listed
from judge.reading.readers.formats.composing import around
from judge.reading.readers.manuscript import Facts, Manuscript
from judge.reading.rich_text import lines_of, spans


def placed(parsed: Parsed, manuscript: Manuscript) -> Parsed:
    """Return a document with what its reader knows of its blocks, and with the lines of its file."""
    entries: Sequence[Entry] = parsed.entries
    if manuscript.boxes or manuscript.facts:
        entries = [
            replace(
                entry, blocks=tuple(_known(entry.blocks, manuscript)), pages=_pages(entry, manuscript) or entry.pages
            )
            for entry in entries
        ]
    furniture = parsed.furniture
    if manuscript.origin:
        entries = [_relined(entry, manuscript) for entry in entries]
        furniture = tuple(replace(one, lines=file_lines(manuscript, one.lines)) for one in furniture)
        furniture += tuple(_aside(entries, manuscript.origin.aside))
    return replace(parsed, entries=tuple(entries), furniture=furniture)


def file_line(manuscript: Manuscript, line: int) -> int:
    """Return the line of the file in which a line of a manuscript stands; 0 is not a line."""
    origin = manuscript.origin
    if origin is None or not 0 < line <= len(origin.lines):
        return line
    return origin.lines[line - 1]


def file_lines(manuscript: Manuscript, lines: Lines) -> Lines:
    """Return the lines of the file in which lines of a manuscript stand."""
    return spans(file_line(manuscript, line) for line in lines_of(lines)) if manuscript.origin else lines


def span_in_file(manuscript: Manuscript, span: tuple[int, int]) -> tuple[int, int]:
    """Return the first and the last line of the file that a span of lines of a manuscript stands in."""
    found = (file_line(manuscript, number) for number in range(span[0], span[1] + 1))
    lines = [line for line in found if line]
    return (min(lines), max(lines)) if lines else span


def of_file(manuscript: Manuscript, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return findings with the lines of the file."""
    return [
        replace(one, line=file_line(manuscript, one.line), end_line=file_line(manuscript, one.end_line))
        for one in findings
    ]


def listed_in_file(manuscript: Manuscript, listed: Sequence[Listed]) -> tuple[Listed, ...]:
    """Return the lines of a contents list as they stand in the file."""
    return tuple(one._replace(line=file_line(manuscript, one.line)) for one in listed)


def shown_lines(manuscript: Manuscript) -> tuple[str, ...]:
    """Return what readers see of each line of the file."""
    if not manuscript.origin:
        return manuscript.source.lines
    shown: list[list[str]] = [[] for _ in manuscript.origin.printed]
    for line, number in zip(manuscript.source.lines, manuscript.origin.lines, strict=True):
        if number:
            shown[number - 1].append(line)
    return tuple(" ".join(parts) for parts in shown)


def _known(blocks: Sequence[Block], manuscript: Manuscript) -> Iterator[Block]:
    """Yield blocks with their boxes and with what a record says of them."""
    for block in blocks:
        facts = next((manuscript.facts[n] for n in lines_of(block.lines) if n in manuscript.facts), Facts())
        yield replace(
            block,
            boxes=_boxes(block.lines, manuscript.boxes) or None,
            date=facts.date or block.date,
            source=facts.source or block.source,
            author=facts.author or block.author,
        )


def _pages(entry: Entry, manuscript: Manuscript) -> tuple[int, int] | None:
    """Return the first and the last page of an entry, as they are printed where they have numbers."""
    lines = [line for spans_ in (entry.lines, *(block.lines for block in entry.blocks)) for line in lines_of(spans_)]
    pages = [manuscript.boxes[line].page for line in lines if line in manuscript.boxes]
    shown = [manuscript.printed_pages.get(page, page) for page in (min(pages), max(pages))] if pages else []
    return (shown[0], shown[1]) if shown else None


def _boxes(lines: Lines, boxes: Mapping[int, Box]) -> tuple[Box, ...]:
    """Return the boxes of lines: neighbours on one page that stand one below the other as one."""
    found: list[Box] = []
    for line in lines_of(lines):
        box = boxes.get(line)
        if box is None:
            continue
        last = found[-1] if found else None
        overlaps = last and min(last.x1, box.x1) > max(last.x0, box.x0)
        if last and last.page == box.page and overlaps and box.y0 >= last.y0:
            found[-1] = around(last, box)
        else:
            found.append(box)
    return tuple(found)


def _relined(entry: Entry, manuscript: Manuscript) -> Entry:
    blocks = tuple(
        replace(
            block,
            lines=file_lines(manuscript, block.lines),
            places=tuple(Place(offset, file_line(manuscript, line)) for offset, line in block.places),
        )
        for block in entry.blocks
    )
    return replace(entry, lines=file_lines(manuscript, entry.lines), blocks=blocks)


def _aside(entries: Sequence[Entry], aside: Mapping[int, str]) -> Iterator[Furniture]:
    """Yield the lines of the file of which nothing is read, by their reasons."""
    document = entries[0].document if entries else ""
    for reason in sorted(set(aside.values())):
        yield Furniture(document, spans(line for line, why in aside.items() if why == reason), reason)

"""On which printed pages the entries of a document stand, as far as its contents list tells.

A contents list says where a chapter begins. What stands between two chapters is taken to stand between their pages,
in proportion to its lines: enough to find the section that an index means, which also holds the term.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from judge.core.model import Entry
from judge.reading import front_matter
from judge.reading.front_matter import ContentsLine

Anchor = tuple[int, int]
"""A source line and the page that it stands on."""
FEWEST = 3
"""So many chapters with their pages say where the others are."""


def with_pages(contents: Sequence[ContentsLine], entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, each with its pages where the contents list tells them."""
    paged = {front_matter.fold_title(listed.title): listed.page for listed in contents if listed.page is not None}
    anchors = anchors_of(paged, entries)
    if len(anchors) < FEWEST:
        return tuple(entries)
    starts = [_page(anchors, entry.lines[0][0]) for entry in entries]
    ends = [*starts[1:], float(anchors[-1][1])]
    spans = zip(entries, starts, ends, strict=True)
    return tuple(replace(entry, pages=(int(start), int(max(start, end)))) for entry, start, end in spans)


def anchors_of(listed: Mapping[str, int], entries: Iterable[Entry]) -> list[Anchor]:
    """Return the headings that the contents list has, line and page ascending."""
    found: list[Anchor] = []
    for entry in entries:
        page = next((listed[name] for name in _names(entry) if name in listed), None)
        if page is not None and (not found or (page >= found[-1][1] and entry.lines[0][0] > found[-1][0])):
            found.append((entry.lines[0][0], page))
    return found


def _names(entry: Entry) -> Iterator[str]:
    """Yield the forms in which a contents list may print a heading."""
    for text in (f"{entry.number or ''} {entry.title or ''}", entry.title or ""):
        yield front_matter.fold_title(text)


def _page(anchors: Sequence[Anchor], line: int) -> float:
    """Return the page of a line, between those of the chapters before and behind it."""
    index = bisect_right(anchors, line, key=lambda anchor: anchor[0])
    if not index or index == len(anchors):
        return float(anchors[max(index - 1, 0)][1])
    (low_line, low), (high_line, high) = anchors[index - 1], anchors[index]
    return low + (high - low) * (line - low_line) / (high_line - low_line)

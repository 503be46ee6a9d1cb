"""Paragraphs that the end of a page cuts in two, put together before anything is asked about their form.

    … before the ship                 the end of a page
    === PAGE 3 ===
    sails. It may turn.               the rest of the paragraph, in lower case

Reads: a `Manuscript`. Writes: the same with such pieces joined.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence

from judge.core.diagnostics import Report
from judge.core.model import Entry, replace
from judge.reading.lines import front_matter
from judge.reading.lines.front_matter import width
from judge.reading.lines.paragraphs import goes_on, is_open, joined, words
from judge.reading.text.drafts import LONGEST_HALF, ContentsLine
from judge.reading.text.manuscript import Manuscript, Piece
from judge.reading.text.rich_text import WIDE

LEAST = 24
"""Columns of a line that may be a full one; a title is shorter, and may be above a text in lower case. Half or double
changes nothing in the five documents."""
SHARE = 0.6
"""Share of the next full line that it has. Half or double changes nothing in the five documents."""


def rejoin(manuscript: Manuscript, report: Report) -> Manuscript:
    """Join the pieces that page breaks part."""
    breaks = manuscript.source.breaks
    if not breaks:
        return manuscript
    pieces: list[Piece] = []
    for piece in manuscript.pieces:
        if pieces and _is_cut(pieces[-1], piece, breaks):
            before = pieces.pop()
            text = joined(before.text, piece.text, manuscript.once(words), report)
            pieces.append(before.with_text(text))
        else:
            pieces.append(piece)
    if len(pieces) == len(manuscript.pieces):
        return manuscript
    return replace(manuscript, pieces=tuple(pieces), _found={})


def _is_cut(before: Piece, after: Piece, breaks: Collection[int]) -> bool:
    """Tell whether a piece is the rest of the one before it."""
    if after.kind != "paragraph" or before.kind not in ("paragraph", "bullet") or after.text.first not in breaks:
        return False
    if before.bold != after.bold or before.quoted != after.quoted or before.value.count("\n") >= LONGEST_HALF:
        return False
    last, first = list(before.text.by_line())[-1].value, next(after.text.by_line()).value
    if width(last) < max(LEAST, SHARE * width(first)):
        return False
    if WIDE.match(last[-1]) and WIDE.match(first):
        return is_open(last)
    return not first[0].isupper() and goes_on(before.value, after.value, prose=False)


Anchor = tuple[int, int]
"""A source line and the page that it is on."""
FEWEST = 3
"""Chapters with their pages from which the pages of the others are worked out. Half or double changes nothing in the
five documents."""


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
        names = (f"{entry.number or ''} {entry.title or ''}", entry.title or "")
        page = next((listed[name] for name in map(front_matter.fold_title, names) if name in listed), None)
        if page is not None and (not found or (page >= found[-1][1] and entry.lines[0][0] > found[-1][0])):
            found.append((entry.lines[0][0], page))
    return found


def _page(anchors: Sequence[Anchor], line: int) -> float:
    """Return the page of a line, between those of the chapters before and after it."""
    index = bisect_right(anchors, line, key=lambda anchor: anchor[0])
    if not index or index == len(anchors):
        return float(anchors[max(index - 1, 0)][1])
    (low_line, low), (high_line, high) = anchors[index - 1], anchors[index]
    return low + (high - low) * (line - low_line) / (high_line - low_line)

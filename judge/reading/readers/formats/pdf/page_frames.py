"""Running heads and page numbers: lines at the edge of pages that come again at the same place, a number going up."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from judge.reading.readers.formats.pdf.layout import Line
from judge.reading.readers.formats.pdf.pages import Page

EDGE = 0.12
"""Share of a page's height at its upper and its lower edge."""
NEAR = 4.0
"""Points by which a running head may stand higher or lower on another page."""
LEVEL = 2.0
"""Points by which what stands beside a page number may stand higher or lower."""
FEWEST = 3
SHARE = 0.25
"""Share of the pages on which a head comes again; left and right pages may have their own."""
DIGITS = re.compile(r"\d+")
FOLIO = re.compile(r"\W{0,9}(?:(?:page|seite|p\.)\s?)?(\d{1,4})(?:\s?(?:of|/|von)\s?\d{1,4})?\W{0,9}", re.IGNORECASE)
LONGEST = 120


def frame_lines(pages: Sequence[tuple[Page, Sequence[Line]]]) -> set[int]:
    """Return the identities of the lines that frame pages."""
    alike: dict[tuple[str, bool], list[tuple[int, float, Line]]] = defaultdict(list)
    for page, lines in pages:
        for line in lines:
            if (at := _edge(page, line)) is not None and len(line.text) <= LONGEST:
                alike[DIGITS.sub("#", line.text), at].append((page.number, line.base, line))
    found: set[int] = set()
    for (words, _), some in alike.items():
        steady = Counter(round(base / NEAR) for _, base, _ in some)
        for number, base, line in some:
            close = sum(steady[round(base / NEAR) + step] for step in (-1, 0, 1))
            enough = close >= max(FEWEST, SHARE * len(pages)) or (close >= 2 and len(pages) <= 4)
            if enough or (words.strip() == "#" and FOLIO.fullmatch(line.text) and _is_own(number, line, some)):
                found.add(id(line))
    for _, lines in pages:
        found |= _beside_folio(lines, found)
    return found


def _beside_folio(lines: Sequence[Line], frames: Collection[int]) -> set[int]:
    """Return what stands level with a page number, outermost on its page: a head that only some pages have."""
    found: set[int] = set()
    for folio in (line for line in lines if id(line) in frames and FOLIO.fullmatch(line.text)):
        if not any(one.base < folio.base - LEVEL for one in lines) or not any(
            one.base > folio.base + LEVEL for one in lines
        ):
            found |= {id(one) for one in lines if abs(one.base - folio.base) <= LEVEL and len(one.text) <= LONGEST}
    return found


def printed_pages(pages: Sequence[tuple[Page, Sequence[Line]]], frames: set[int]) -> dict[int, int]:
    """Return the printed number of each page: its label, or the number in its frame that goes up with the pages."""
    seen: dict[int, list[int]] = {}
    for page, lines in pages:
        own = [line for line in lines if id(line) in frames]
        numbers = [int(found[1]) for line in own for found in FOLIO.finditer(line.text) if found[1]]
        seen[page.number] = numbers
    shifts = Counter(number - page for page, numbers in seen.items() for number in set(numbers))
    if not shifts:
        return {page.number: int(page.label) for page, _ in pages if page.label.isdigit()}
    shift, count = shifts.most_common(1)[0]
    if count < max(2, SHARE * len(pages)):
        return {}
    return {page.number: page.number + shift for page, _ in pages if page.number + shift > 0}


def _edge(page: Page, line: Line) -> bool | None:
    """Tell whether a line is at the upper or the lower edge of its page; None elsewhere."""
    if line.base < EDGE * page.height:
        return True
    return False if line.base > (1 - EDGE) * page.height else None


def _is_own(number: int, line: Line, some: Sequence[tuple[int, float, Line]]) -> bool:
    """Tell whether a number alone is as far from its page's as others are."""
    shift = int(DIGITS.findall(line.text)[0]) - number
    return sum(int(DIGITS.findall(other.text)[0]) - page == shift for page, _, other in some) >= 2

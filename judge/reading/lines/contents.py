"""The contents lists of a document, decided once, from the document itself and in any language.

    1. Boats ........ 3      a run of short rows without a text of their own
    2. Tides ........ 5
    …
    1. Boats                 they come again below in the same order, as the headings of the body

A list is above the first heading of the body that it names, or after the last. The word "Contents" above it is weak
evidence: with it fewer rows are enough, and rows with pages need not come again.

Reads: a `Manuscript`. Writes: its `ContentsList`s, in source order.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from msgspec import Struct

from judge.core.languages import phrases
from judge.reading.lines.alphabet import longest_ascending
from judge.reading.lines.front_matter import LEADING_NUMBER, fold_title, is_title, is_two_line_appendix
from judge.reading.text.drafts import ContentsLine
from judge.reading.text.manuscript import Manuscript, Piece, parts_of
from judge.reading.text.rich_text import Text

ANNOUNCED = re.compile(rf"(?:{phrases('headings', 'contents')}):?", re.IGNORECASE)
"""What is above a contents list."""
PAGED = re.compile(
    r"(?:(?<![^\t])|(?:(?<=\s\d)|(?<=\s\d\d)|(?<=\s\d\d\d)|(?<=\s\d\d\d\d))(?=\s))"  # a title, or after another's page
    r"(?P<title>[^\t]*?[^\s.…\t])[\s.…]*+(?:(?<=\s)|(?<=\.{4})|(?<=…))(?P<page>\d{1,4})(?=\s|$)"
)
"""A title, leaders or blanks, a page: `31.0 Auctions.....  34`; several may be in one line."""
LONGEST_LINE = 1000
"""Characters of the longest line of a contents list; what looks for titles must not be let loose on more. Half or
double changes nothing in the five documents."""
PAGE_AT_END = re.compile(r"(?:\s|\.{4}|…)\d{1,4}$")
COLUMN = re.compile(r"\t+| {3,}")
LONGEST_TITLE = 90
"""Characters of the longest title that a contents list without pages may hold. Half or double changes nothing in the
five documents."""
FEWEST, FEWEST_ANNOUNCED = 4, 2
"""That many titles that come again make a contents list, and that many where it is announced. Of the first, double
changes 2 entries of the Shadowfist FAQ and 1 entry of the Omnifaq, half nothing. The five documents have no case for
the second."""
FRONT_LINES = 60
"""A contents list begins within these lines or within the first quarter of the document. Half or double changes nothing
in the five documents."""
MISSES, MISSES_PAGED = 5, 2
"""One row in that many may not come again, as it was misprinted, and one line in that many of an announced list may
lack a page, as its title goes on below. Of the first, half changes 2 entries of the Omnifaq, double nothing."""
BOUNDS, MOST_AGAIN = 10, 50
"""Places that are tried as the beginning of the body, which the first rows name, and as that of a list that is
announced; and places of one title. Bounds of the work."""
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
TAG = re.compile(r"</?\w+>")


class ContentsList(Struct, frozen=True):
    """A contents list: where it is and what it lists."""

    pieces: range
    """The indexes of its pieces, with the one that announces it."""
    listed: tuple[ContentsLine, ...]
    lines: tuple[int, ...]
    """Its source lines."""


Kept = list[tuple[int, ContentsLine, int]]
"""The titles of a list that come again in its order, each with the places of its line and of the one where it does."""


class _Lines:
    """The lines of a document, each by its place: what it may list, and where that comes again."""

    def __init__(self, manuscript: Manuscript) -> None:
        """Compare all lines as titles."""
        self.manuscript = manuscript
        pieces = [(index, piece) for index, piece in enumerate(manuscript.pieces) if piece.kind != "rule"]
        self.texts = [(index, line) for index, piece in pieces for line in parts_of(piece)]
        self.count = len(self.texts)
        self.names = [_name(manuscript.pieces[index], line) for index, line in self.texts]
        self.whole: dict[str, list[int]] = defaultdict(list)
        self.titled: dict[str, list[int]] = defaultdict(list)
        """By the title that is after a number."""
        self.numbered: dict[str, list[int]] = defaultdict(list)
        for place, name in enumerate(self.names):
            number, title = _part_number(name)
            self.whole[name].append(place)
            if number:
                self.titled[title].append(place)
                self.numbered[number].append(place)
        self._cells: dict[int, list[ContentsLine]] = {}

    def count_titles(self) -> int:
        """Return how many lines are headings, or how many numbers begin lines where that is more."""
        return max(len(self.numbered), sum(piece.kind == "heading" for piece in self.manuscript.pieces))

    def piece_of(self, place: int) -> int:
        """Return the index of the piece that holds a line; -1 before the first and after the last one."""
        return self.texts[place][0] if 0 <= place < self.count else -1

    def announces(self, place: int) -> bool:
        """Tell whether a line is the word "Contents" alone."""
        return place >= 0 and ANNOUNCED.fullmatch(self.texts[place][1].value.strip()) is not None

    def cells(self, place: int) -> list[ContentsLine]:
        """Return the titles that a line may list: those with pages, those of columns, or all of it."""
        if place not in self._cells:
            index, text = self.texts[place]
            piece = self.manuscript.pieces[index]
            is_row = piece.kind == "table"
            raw = " ".join(one.value for one in piece.cells) if is_row else _shown(self.manuscript.raw(text.first))
            columns = COLUMN.split(raw)
            whole = columns if len(columns) > 1 and all(self.goals(one) - {place} for one in columns) else [raw]
            self._cells[place] = _titles_with_pages(raw, text.first) or [
                ContentsLine(one, None, text.first) for one in whole if may_be_listed(one)
            ]
        return self._cells[place]

    def is_paged(self, place: int) -> bool:
        """Tell whether the titles that a line lists have pages."""
        cells = self.cells(place)
        return bool(cells) and cells[0].page is not None

    def is_text(self, place: int) -> bool:
        """Tell whether a line is not a row of a list: a heading, or too long for a title."""
        index, text = self.texts[place]
        is_long = len(text.value) > LONGEST_TITLE and not self.cells(place)
        return is_long or self.manuscript.pieces[index].kind == "heading"

    def goals(self, title: str) -> set[int]:
        """Return the places of the lines in which a title may come again.

        Of one without a number they may have one. Where no line has both, either is enough: a number before another
        title in two languages, or the title alone.
        """
        name = fold_title(title)
        number, words = _part_number(name)
        found = set(self.whole.get(name, ()) if name else ())
        if not number:
            found.update(self.titled.get(words, ()))
        elif len(found) <= 1:
            found.update(self.whole.get(words, ()))
            some = self.numbered.get(number, ())[:MOST_AGAIN]
            found.update(one for one in some if _agree(words, _part_number(self.names[one])[1]))
        return found if len(found) <= MOST_AGAIN else set()

    def leads(self, place: int, places: range) -> bool:
        """Tell whether a line lists a title that comes again in some places, and not in the line itself."""
        return any(goal in places and goal != place for cell in self.cells(place) for goal in self.goals(cell.title))

    def in_order(self, run: range, places: range) -> Kept:
        """Return the titles of a run that come again in some places in the same order, by rows or by columns."""
        rows = [(place, column, cell) for place in run for column, cell in enumerate(self.cells(place))]
        found: list[Kept] = []
        for own in (rows, sorted(rows, key=lambda one: one[1::-1])):
            goals = ((place, cell, sorted(self.goals(cell.title), reverse=True)) for place, _, cell in own)
            spots = [(place, cell, goal) for place, cell, some in goals for goal in some if goal in places]
            places_of = [goal for _, _, goal in spots]
            found.append([spots[n] for n in longest_ascending(places_of)])  # type: ignore[type-var]
        return max(found, key=len)

    def title_as_printed(self, place: int, cell: ContentsLine, run: range) -> ContentsLine:
        """Return a title of a list as it is printed in another line: in one language, or without a number before it.

        A number that the list alone has is a page.
        """
        title, other = fold_title(cell.title), self.names[place]
        is_page = all(one in run for one in self.numbered[_part_number(title)[0]])
        is_part = other and other != title and (title.startswith(other) or (is_page and title.endswith(other)))
        return cell._replace(title=_shown(self.texts[place][1].value)) if is_part else cell


def may_be_listed(text: str) -> bool:
    """Tell whether a text may be a title of a contents list without pages."""
    return len(text) <= LONGEST_TITLE and is_title(text) and any(map(str.isalpha, text))


def find_contents(manuscript: Manuscript) -> tuple[ContentsList, ...]:
    """Find the contents lists at the beginning of a document, and the one at its end."""
    lines = _Lines(manuscript)
    front = min(lines.count, max(FRONT_LINES, lines.count // 4))
    said = [place + 1 for place in range(lines.count - 1) if lines.announces(place)]
    announced = said[:BOUNDS]
    found: dict[range, Kept] = {}
    body, tried = lines.count, 0
    for start in (*announced, *range(front)):
        is_announced = start in announced
        if start >= min(front, body) or not (is_announced or start >= tried) or any(start in run for run in found):
            continue
        end = min((run.start for run in found if run.start > start), default=body)
        run, kept = _run_from(lines, start, end, is_announced=is_announced)
        tried = tried if is_announced else max(tried, run.stop)
        run = _whole_pieces(lines, run)
        kept = [one for one in kept if one[0] in run]
        if run and _is_list(lines, run, kept, is_announced=is_announced):
            found[run] = kept
            body = min([body, *(goal for _, _, goal in kept)])
    left = [place for place in said[-BOUNDS:] if not any(place in run for run in found)]
    run, kept = _run_at_end(lines, left, body)
    if run:
        found[run] = kept
    return tuple(_contents(lines, run, found[run]) for run in sorted(found, key=lambda run: run.start))


def _run_from(lines: _Lines, start: int, end: int, *, is_announced: bool) -> tuple[range, Kept]:
    """Return the lines of the list that may begin in a line, with its titles that come again."""
    rows = _stretch(lines, range(start, end), range(start, lines.count), is_announced=is_announced)
    if not rows or (rows[0] > start and not is_announced):
        return range(start, start), []
    goals = {goal for row in rows[:BOUNDS] for cell in lines.cells(row) for goal in lines.goals(cell.title) - {row}}
    bounds = sorted(goal for goal in goals if rows[0] < goal <= rows[-1])
    best, kept = range(start, rows[-1] + 1), Kept()
    for bound in (*bounds[:BOUNDS], rows[-1] + 1):
        run = range(start, max(row for row in rows if row < bound) + 1)
        found = lines.in_order(run, range(run.stop, lines.count))
        if len(found) > len(kept):
            best, kept = run, found
    again = {place for place, _, _ in kept}
    listed = [place for place in best if place in again or (is_announced and lines.is_paged(place))]
    return range(best.start if is_announced else listed[0], listed[-1] + 1) if listed else range(0), kept


def _run_at_end(lines: _Lines, announced: Sequence[int], body: int) -> tuple[range, Kept]:
    """Return the lines of a list with which a document ends, and its titles that come above.

    One that nothing announces lists most of the numbers or headings, as a summary of a chapter does not.
    """
    first = lines.count
    while first > body // 2 and not lines.is_text(first - 1) and lines.leads(first - 1, range(first - 1)):
        first -= 1
    for start in (*announced, first):
        run = range(start, lines.count)
        rows = _stretch(lines, run, range(start), is_announced=start in announced)
        kept = lines.in_order(run, range(start))
        fewest = 1 if start in announced else max(FEWEST, lines.count_titles() // 2)
        if rows and rows[-1] == run[-1] and len(kept) >= fewest and _is_list(lines, run, kept, is_announced=True):
            return run, kept
    return range(0), []


def _stretch(lines: _Lines, places: Iterable[int], beyond: range, *, is_announced: bool) -> list[int]:
    """Return the lines that may be rows, up to one that is a text, or until too many are none.

    Args:
        lines: those of the document.
        places: where they may be.
        beyond: where what a line lists may come again.
        is_announced: whether a page alone makes a row.
    """
    rows: list[int] = []
    misses, per, highest = 0, MISSES, 0
    for place in places:
        leads = lines.leads(place, beyond)
        pages = [cell.page or 0 for cell in lines.cells(place)] if is_announced and lines.is_paged(place) else []
        if pages and not leads and len(pages) == 1 and pages[0] < highest:
            break  # `Chapter 1` right below the list
        if pages or leads:
            rows.append(place)
            per, highest = MISSES_PAGED if pages else per, max([highest, *pages])
            continue
        misses += any(map(str.isalpha, lines.texts[place][1].value))
        if lines.is_text(place) or misses * per > len(rows) + per:
            break
    return rows


def _whole_pieces(lines: _Lines, run: range) -> range:
    """Return the lines of a run whose pieces hold nothing else than the list and a line above it."""
    if lines.piece_of(run.start) == lines.piece_of(run.start - 1) == lines.piece_of(run.start - 2):
        own = lines.piece_of(run.start)
        run = range(next((place for place in run if lines.piece_of(place) != own), run.stop), run.stop)
    while run and lines.piece_of(run.stop) == lines.piece_of(run.stop - 1):
        run = run[:-1]
    return run


def _is_list(lines: _Lines, run: range, kept: Kept, *, is_announced: bool) -> bool:
    """Tell whether enough of a run comes again, or is announced and has pages.

    One title again and again is not a list: `Article 1`, `Article 2` are titles without pages, "No rulings." is text.
    """
    again = {place for place, _, _ in kept}
    rows = [cell for place in run for cell in lines.cells(place)]
    paged = set(filter(lines.is_paged, run))
    missing = len(run) - len(again | paged)
    fewest = FEWEST_ANNOUNCED if is_announced else FEWEST
    distinct = len({cell.title for _, cell, _ in kept})
    if distinct >= fewest and missing * MISSES <= len(kept) + MISSES and 2 * len(kept) >= len(rows):
        first = sum(min(lines.goals(cell.title)) >= run.start for _, cell, _ in kept)
        return is_announced or (first >= fewest and not _goes_on(lines, run.start))
    return is_announced and 0 < len(run) <= 2 * len(paged) and len(rows) < 2 * len({cell.title for cell in rows})


def _contents(lines: _Lines, run: range, kept: Kept) -> ContentsList:
    """Return a list, each of its rows in the words in which it comes again."""
    shown = {cell: lines.title_as_printed(goal, cell, run) for _, cell, goal in kept}
    listed = [shown.get(cell, cell) for place in run for cell in lines.cells(place)]
    first = lines.piece_of(run.start - lines.announces(run.start - 1))
    pieces = range(first, lines.piece_of(run.stop - 1) + 1)
    held = (lines.manuscript.pieces[index].text for index in pieces)
    return ContentsList(pieces, tuple(listed), tuple(line for one in held for line in range(one.first, one.last + 1)))


def _titles_with_pages(raw: str, line: int) -> list[ContentsLine]:
    """Return the titles with pages of a line, which ends with a page."""
    bare = TAG.sub("", raw).rstrip()
    found = list(PAGED.finditer(bare)) if len(raw) <= LONGEST_LINE else []
    if not found or not PAGE_AT_END.search(bare):
        return []
    return [ContentsLine(one["title"].strip(), int(one["page"]), line) for one in found]


def _name(piece: Piece, line: Text) -> str:
    """Return the title that a line may be, as titles are compared; of an appendix with that in the line below."""
    if len(line.value) > LONGEST_TITLE:
        return ""
    if line.first == piece.text.first and is_two_line_appendix(piece.value):
        return fold_title(piece.value)
    return fold_title(line.value) if is_title(line.value) else ""


def _part_number(name: str) -> tuple[str, str]:
    """Return the number with which a title begins, which may be empty, and the words after it."""
    number = LEADING_NUMBER.match(name)
    return (number[0].rstrip(), name[number.end() :]) if number else ("", name)


def _agree(one: str, other: str) -> bool:
    """Tell whether one of two titles goes on after the other, as it does in two languages."""
    return bool(one and other) and (one.startswith(other) or other.startswith(one))


def _goes_on(lines: _Lines, start: int) -> bool:
    """Tell whether a title is in the body, as its number goes on there: `7.3 Sails` below `7 Boats` or `7.2 Oars`."""
    above, _, last = _part_number(lines.names[start])[0].rpartition(".")
    if not last.isdigit():
        return False
    previous = f"{above}.{int(last) - 1}".lstrip(".")
    before = (_part_number(fold_title(text.value))[0] for _, text in lines.texts[:start])
    return any(number in (above or previous, previous) for number in before)


def _shown(raw: str) -> str:
    """Return a listed title as it is read: without a bullet's mark and the address of its link."""
    return LINK.sub(r"\1", raw).strip().lstrip("-*+•# ").strip()

"""A document cut at its items and paragraphs into blocks of columns, and put into the order of reading.

Reads: a `Manuscript` and what the grammar found in it. Writes: the manuscript with its pieces in the order of reading,
and where each was put. Nothing here knows what a document holds: which lines begin items is the grammar's word.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, cast

from judge.core.diagnostics import Code, Report
from judge.core.model import replace
from judge.core.numbering import Key, exact_key, parse, roman_value
from judge.core.tokens import fold
from judge.reading.columns import order_search
from judge.reading.columns.column_blocks import ALPHABET, LISTED, PART, BlockKind, ColumnBlock
from judge.reading.columns.moves import PlaceOdds
from judge.reading.columns.order_prices import looks_woven, mixes_lines
from judge.reading.columns.order_search import Layout
from judge.reading.grammar.features import CHARTED, COUNTED, NAMES, DocumentFeatures, LineFeatures, is_callout
from judge.reading.grammar.line_forms import Candidate
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import in_place, sort_key
from judge.reading.lines.paragraphs import parted
from judge.reading.text.drafts import Placed
from judge.reading.text.manuscript import Manuscript, Piece

HEADING_LINES = 2
"""Printed lines that a heading takes, with the space around it."""
TITLES = ("line", "heading", "bold", "part")
NUMBERS = ("number", "named", "step")
QUESTIONS = ("question", "asks")
REDIRECT = re.compile(r"See\b|→", re.IGNORECASE)
LONGEST_REDIRECT = 100
"""Characters of the longest redirect."""
FULL, SHORT = 0.9, 0.6
"""Share of the lines that are at most as long as a full one, and of its length that the last line of a text has."""
RELATED = re.compile(r"(?:related(?: \w{1,12})?|see also)\s?:", re.IGNORECASE)
LABELLED = re.compile(rf"{RELATED.pattern}|(?:note|example)\s?:|\([^()]+\)$", re.IGNORECASE)
"""How a text begins that follows another in one paragraph."""


class Cut(NamedTuple):
    """A stretch of a piece that is one block."""

    piece: Piece
    item: Candidate | None
    """What its first line begins."""
    is_pictured: bool = False
    """It is words of a picture."""
    charted: str = ""
    """The number of the step, in a line of a chart of steps."""


def may_be_woven(features: DocumentFeatures, begun: Mapping[int, Candidate]) -> bool:
    """Tell whether the headings of a document are out of order, and its texts broken.

    Args:
        features: the document and its lines, in the order of the file.
        begun: what may begin in which line.
    """
    manuscript = features.manuscript
    blocks = tuple(_blocks(list(_cuts(features, begun)), manuscript))
    return looks_woven(blocks, is_marked=manuscript.source.markdown)


def arrange(
    features: DocumentFeatures, begun: Mapping[int, Candidate], report: Report
) -> tuple[Manuscript, tuple[Placed, ...]]:
    """Put the pieces of a document into the order of reading, and say where each was put, if its columns are woven.

    Args:
        features: the document and its lines, in the order of the file.
        begun: what the grammar found to begin in which line.
        report: receives what is doubtful.
    """
    manuscript = features.manuscript
    cuts = list(_cuts(features, begun))
    blocks = tuple(_blocks(cuts, manuscript))
    wanted = dict(_wanted(blocks, manuscript.settled, report))
    layout = order_search.arrange(blocks, wanted)
    if not layout:
        return manuscript, ()
    placed = tuple(_placed(layout, blocks, wanted))
    _report_doubts(placed, report)
    _report_mixed(placed, report)
    return replace(manuscript, pieces=tuple(cuts[n].piece for n in layout.order), _found={}), placed


def _cuts(features: DocumentFeatures, begun: Mapping[int, Candidate]) -> Iterator[Cut]:
    """Cut pieces where an item begins, after a title, and where a paragraph begins."""
    lines = features.lines
    widths = sorted(len(line.value) for line in lines if not line.alone) or [0]
    full = widths[int(FULL * (len(widths) - 1))]
    places = groupby(range(len(lines)), key=lambda place: lines[place].index)
    held = {index: list(own) for index, own in places}
    for index, piece in enumerate(features.manuscript.pieces):
        own = held.get(index, [])
        starts: list[int] = []
        title_ends = -1
        for place in own:
            one = begun.get(place)
            above = lines[place - 1] if starts else None
            if one or not above or place == title_ends or (place > title_ends and _begins(lines[place], above, full)):
                starts.append(place)
            if one:
                title_ends = place + one.taken if _is_title(one) else -1
        texts = parted(piece.text, [0, *(lines[place].offset for place in starts[1:])]) if starts else [piece.text]
        for number, text in enumerate(texts):
            part = piece if len(texts) == 1 else piece.with_text(text)
            line = lines[starts[number]] if starts else None
            charted = CHARTED.match(line.value) if line and line.is_charted else None
            yield Cut(
                replace(part, kind="paragraph") if number else part,
                begun.get(starts[number]) if starts else None,
                index in features.pictured,
                charted["number"] if charted else "",
            )


def _is_title(one: Candidate) -> bool:
    """Tell whether an item ends with its title."""
    return one.form in (*TITLES, "print", "asks") and not one.rest


def _begins(line: LineFeatures, above: LineFeatures, full: int) -> bool:
    """Tell whether a block begins inside a piece: with a label, or after a line that ends long before the margin."""
    if line.behind and LABELLED.match(line.value):
        return True
    return line.starts and len(above.value) < SHORT * full


def _blocks(cuts: Sequence[Cut], manuscript: Manuscript) -> Iterator[ColumnBlock]:
    marks = sorted(manuscript.source.breaks)
    passed = 0
    keys_of = _sorted(cuts)
    titles = [piece.value for piece, one, *_ in cuts if one and one.form == "line"]
    are_terms = len(keys_of) > sum(1 for _, one, *_ in cuts if one and one.form == "number")
    is_loud = 2 * sum(map(str.isupper, titles)) > len(titles)
    for number, (piece, one, is_pictured, charted) in enumerate(cuts):
        here = bisect_right(marks, piece.text.first)
        kind, key, series = _place(piece, one, keys_of.get(number))
        if kind == "rule" and are_terms and len(key) == 1:
            kind, key, series = "numbered", (), ""  # a list in the text of a term
        counted = COUNTED.match(piece.value) if kind == "numbered" else None
        is_pictured = is_pictured or is_callout(piece.value) or front_matter.CREDIT.match(piece.value) is not None
        is_loud_alone = number > 0 and one is not None and one.form == "line" and piece.value.isupper() and not is_loud
        if is_pictured or (is_loud_alone and keys_of.get(number) != ""):
            kind, key, series = "aside", (), ""  # words of a picture, rows of a chart
        elif charted:
            kind, key, series = "chart", exact_key(charted), "chart"
        height = 0 if is_pictured else piece.value.count("\n") + 1
        yield ColumnBlock(
            kind,
            piece.text.flow().value,
            height * (HEADING_LINES if kind == "heading" and series != "question" else 1),
            piece.text.first,
            key,
            series,
            int(counted[1]) if counted else 0,
            turn=here > passed,
            mixed=mixes_lines(piece.value),
        )
        passed = max(passed, here)


def _sorted(cuts: Sequence[Cut]) -> dict[int, str]:
    """Return what the titles sort by that are where the alphabet has them, or before all others."""
    titles = [n for n, (_, one, *_) in enumerate(cuts) if one and one.form in TITLES and not one.number]
    near = in_place([cuts[n].piece.value for n in titles], [True for n in titles])
    first = next((place for place, is_near in enumerate(near) if is_near), 0)
    named = [place for place, n in enumerate(titles) if NAMES["term"].search(cuts[n].piece.value) and not near[place]]
    keys = {n: sort_key(cuts[n].piece.value) * is_near for n, is_near in zip(titles, near, strict=True)}
    front = max([first, *(place + 1 for place in named[:1])])
    return {n: key for place, (n, key) in enumerate(keys.items()) if key or place < front}


def _place(piece: Piece, one: Candidate | None, key: str | None) -> tuple[BlockKind, Key, str]:
    """Return what kind of block a cut is, what it sorts by, and in which series."""
    if not one:
        is_counted = piece.kind == "paragraph" and COUNTED.match(piece.value)
        return "numbered" if is_counted else _kind(piece), (), ""
    if one.form in NUMBERS:
        words = piece.value[one.start :]
        is_title = front_matter.is_title(words) and (
            len(cast(Key, one.label)) > 1 or front_matter.is_capitalised(words)
        )
        return "heading" if is_title else "rule", cast(Key, one.label), "number"
    if one.form == "mark" and front_matter.is_capitalised(piece.value[one.start :]):
        return "heading", ((cast(int, one.label), ""),), "number"
    if one.form == "part" and one.number:
        return "heading", _counted(one.number.rpartition(" ")[2]), PART
    if one.form in TITLES:
        return ("heading", (), "") if key is None else ("heading", ((0, key),), ALPHABET)
    if one.form == "print":
        return "heading", (), LISTED
    if one.form in QUESTIONS:
        return "heading", (), "question"
    return _kind(piece), (), ""


def _kind(piece: Piece) -> BlockKind:
    if piece.kind == "bullet":
        return "bullet"
    if RELATED.match(piece.value):
        return "related"
    return "see" if REDIRECT.match(piece.value) and len(piece.value) <= LONGEST_REDIRECT else "text"


def _counted(number: str) -> Key:
    return parse(str(roman_value(number) or number)) or ((0, number),)


SHOWN = 60
"""Characters of a block that are shown."""
SURE = PlaceOdds(-1, 1.0)


def _wanted(blocks: Sequence[ColumnBlock], settled: Mapping[int, str], report: Report) -> Iterator[tuple[int, int]]:
    """Yield the block of each settled line and the heading of its title, the nearest where several print it."""
    firsts = [block.first for block in blocks]
    for line, title in settled.items():
        block = bisect_right(firsts, line) - 1
        named = [n for n, other in enumerate(blocks) if other.heads and title_is(other.text, title)]
        if block < 0 or blocks[block].heads or not named:
            what = "no heading has that title" if not named else "that line contains no column text"
            message = f"corpus.toml puts line {line} under “{title}”, but {what}"
            report.add(Code.COLUMN_UNSETTLED, line, message)
        else:
            yield block, min(named, key=lambda n: abs(n - block))


def title_is(printed: str, given: str) -> bool:
    """Tell whether a person means a heading: by its title as it is printed, or by its number."""
    return fold(printed) == fold(given) or printed.partition(" ")[0].rstrip(".") == given.rstrip(".")


def _placed(layout: Layout, blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> Iterator[Placed]:
    for index, page, _ in layout.found:
        block = blocks[index]
        judged = layout.judged.get(index, SURE)
        doubtful = judged.doubtful and index not in wanted
        rival, at = (shown(blocks, judged.rival), blocks[judged.rival].first) if doubtful else ("", 0)
        text, sure = shown(blocks, index), round(judged.sure, 2)
        yield Placed(page, block.first, text, block.heads, rival, at, sure, judged.mixed)


def _report_doubts(placed: Sequence[Placed], report: Report) -> None:
    under = "the beginning"
    for place in placed:
        under = place.text if place.heading else under
        if place.rival and not place.mixed:
            advice = "to settle this, add a [[document.order]] to corpus.toml"
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
        where = f"in the texts that begin on lines {first} to {last}" if last > first else "in this text"
        message = f"{where}, lines from several texts run together; correct them in the source"
        report.add(Code.COLUMN_MIXED, first, message)


def shown(blocks: Sequence[ColumnBlock], index: int) -> str:
    """Return a block as it is named to a person."""
    text = " ".join(blocks[index].text.split()) if index >= 0 else "the beginning"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 2]} …"

"""Which items of a stretch belong together: titles in the order of an alphabet, questions, names above rulings.

Reads: the pieces of a stretch. Writes: a `Series`, or nothing where no form explains the stretch.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from judge.reading import front_matter
from judge.reading.dialects.glossary.alphabet import longest_ascending
from judge.reading.parts.faces import alone, have_faces
from judge.reading.parts.forms import (
    ENGLISH,
    FORMS,
    MARKED,
    QUOTING,
    Item,
    Line,
    Marks,
    asks,
    items_in,
    lines_of,
    marks_of_questions,
    sorts_by,
    width_of,
)
from judge.reading.parts.wordings import Labels, columns_alike, is_named_in, learn_labels, read_struck
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text
from judge.reading.rulings.corrections import LONGEST_NOTHING, errata_columns, errata_of, is_nothing
from judge.reading.rulings.printed_dates import find_dates

SeriesKind = Literal["term", "qa", "card", "errata", "step", "section"]
FEWEST: dict[SeriesKind, int] = {"term": 4, "qa": 2, "card": 3, "errata": 2, "step": 2, "section": 3}
FEWEST_NAMED = 2
"""So many items make a series of each kind, and so many if the heading says what it is."""
ASCENDS = 0.85
"""Share of the titles that stand in the order of the alphabet."""
MOST = 0.7
"""Share of the items that must show what makes them a series."""
SEVERAL = 0.9
"""What an item with several paragraphs counts, beside one that shows what it is."""
FEW_SHOWN = 0.2
"""Share of names above dated texts from which on the others are believed."""
FEW_NUMBERED = 0.3
"""Share of the items that may be numbered rules."""
DATED = 0.3
"""Share of terms whose text may be dated; rulings are, and their cards stand in the order of the alphabet as well."""
INTRODUCTION = 0.25
"""Share of a stretch that may stand before its first item."""
GIANT = 0.5
"""Share of a stretch of some length that no item takes alone."""
BEFORE_TEXT = ("bold lead", "colon", "dash")
"""Forms in which a title stands before its text."""
PLAIN_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,3}[.。]?")
"""As many words as may say that there are no rulings."""
LONG = 12
"""Pieces of a stretch that has some length."""
NAMES: dict[SeriesKind, re.Pattern[str]] = {
    "errata": re.compile(r"\berrat|\bcorrect", re.IGNORECASE),
    "card": re.compile(r"\brulings?\b|\bcards?\b|\bclarification", re.IGNORECASE),
    "qa": re.compile(r"\bfaq|\bquestions?\b|\banswers?\b|\bask", re.IGNORECASE),
    "step": re.compile(r"\bsteps?\b|\bphases\b", re.IGNORECASE),
    "section": re.compile(r"(?!)"),
    "term": re.compile(r"\bgloss|\bterms?\b|\bterminology|\bkeywords?\b|\bdefinition|\blexicon|\bdictionary", re.I),
}
"""What a heading may say of its stretch, in English; a stretch that shows what it is needs no such heading."""


@dataclass(frozen=True, slots=True)
class Series:
    """Items of one kind in one form."""

    kind: SeriesKind
    form: str
    items: tuple[Item, ...]
    why: str
    weight: float
    """How much of the stretch it explains, from 0 to 1."""
    marks: Marks = ENGLISH
    """How its questions and answers are marked."""
    labels: Labels | None = None
    """What stands before old and new wordings."""
    nothing: str = ""
    """The words that say again and again that there are no rulings."""
    has_faces: bool = False
    """Whether cards print their own text above the list of their rulings."""


def find_series(
    pieces: Sequence[Piece],
    heading: str = "",
    numbered: frozenset[int] = frozenset(),
    fits: Callable[[Series], bool] = lambda _: True,
) -> Series | None:
    """Find the series that explains most of a stretch; None where there is none.

    Args:
        pieces: of the stretch, without its heading.
        heading: the title above it, which may say what it is.
        numbered: indexes of the pieces that begin a numbered rule.
        fits: tells of a series whether it may be that of the stretch.
    """
    lines = lines_of(pieces)
    width = width_of(lines)
    marks = marks_of_questions(lines)
    best: Series | None = None
    for form in (MARKED, *FORMS, QUOTING):
        items = items_of(form, lines, width, marks)
        if form != MARKED and (counted := _counted_questions(items)):
            items = counted
        elif form != MARKED and sum(item.line.index in numbered for item in items) > FEW_NUMBERED * len(items):
            continue
        for found in _kinds(form, _level(items), pieces, heading, marks):
            if (best is None or found.weight > best.weight) and fits(found):
                best = found
    return best


STEP = re.compile(
    r"step\s+(?P<number>(?P<series>[A-Z]?)(?P<count>\d{1,2})(?P<letter>[a-z]?))\b\s?[.:–—-]?\s*(?=\S|$)", re.IGNORECASE
)
"""What stands before the title of a step: `Step 4 —`, `Step 4a:`, `Step S1.`."""


def items_of(form: str, lines: Sequence[Line], width: int, marks: Marks) -> list[Item]:
    """Return the items of one form, but for names that are struck out and sentences with their date."""
    items = items_in(form, lines, width, marks)
    if form in (*BEFORE_TEXT, "reads"):
        return [item for item in items if not is_struck(item.title)]
    return [item for item in items if form != "line" or not SENTENCE_DATED.search(item.title.value)]


SENTENCE_DATED = re.compile(r"[.!?] [\[(][^()\[\]]{4,40}[)\]]$")


def _level(items: Sequence[Item]) -> list[Item]:
    """Keep the headings of one level: the outermost that comes more than once."""
    levels = {item.line.piece.level for item in items if item.line.piece.kind == "heading"}
    counted = [level for level in sorted(levels) if sum(item.line.piece.level == level for item in items) > 1]
    return [item for item in items if item.line.piece.level == counted[0]] if counted else list(items)


def _kinds(form: str, items: list[Item], pieces: Sequence[Piece], heading: str, marks: Marks) -> list[Series]:
    """Return the series that the items of one form may be."""
    if len(items) < min(FEWEST.values()) or not _covers(items, pieces):
        return []
    faced = form == "line" and have_faces(items, pieces)
    if faced:
        items = [item for item in items if not item.line.number]
    bodies = _bodies(items, pieces)
    marked = sum(1 for item in items if front_matter.COUNTED.match(item.title.value) or STEP.match(item.title.value))
    counted = marked > FEW_NUMBERED * len(items)
    listed = _listed(items, pieces)
    nothing = nothing_said(bodies, heading)
    found = []
    for kind, test in TESTS.items():
        if counted and kind in ("term", "card"):
            continue
        named = NAMES[kind].search(heading) is not None
        if len(items) < (FEWEST_NAMED if named else FEWEST[kind]):
            continue
        own, texts = items, bodies
        if (kind, form) == ("section", "line") and len(own := alone(items)) < len(items):
            texts = _bodies(own, pieces)
        share, why = test(form, own, texts)
        if nothing and kind in ("term", "card"):
            share = max(share, MOST) if kind == "card" and share else 0.0
        if listed and kind in ("term", "section"):
            share *= LISTED
        elif listed and kind == "card" and form in ("heading", "bold", "line") and not _are_asked(items):
            share = max(share, listed)
        if kind == "card" and form in ("heading", "bold", "line") and RULINGS.search(heading):
            share = max(share, SAID_TO_BE)
        if share >= (NAMED_MOST if named else MOST):
            others = any(NAMES[other].search(heading) for other in NAMES if other != kind)
            weight = _explained(own, texts) * share + 0.5 * named - 0.2 * (others and not named)
            has_faces = faced and kind == "card"
            found.append(Series(kind, form, tuple(own), why, weight, marks, nothing=nothing, has_faces=has_faces))
    struck = sum(1 for item in items if read_struck(item.rest or item.line.piece.text))
    if form in BEFORE_TEXT and struck >= max(FEWEST["errata"], MOST * len(items)):
        found.append(Series("errata", form, tuple(items), f"{struck} names with words struck out", 1.0, marks))
    if labels := _labels(form, bodies, heading):
        why = f"{len(items)} names with old and new wordings"
        found.append(Series("errata", form, tuple(items), why, 1.0, marks, labels))
    return found


def _labels(form: str, bodies: Sequence[Sequence[str]], heading: str) -> Labels | None:
    """Learn what stands before the wordings of items in any language."""
    if form in ("heading", "bold", "line", "colon", "bold lead") and len(bodies) >= FEWEST["errata"]:
        return learn_labels(heading, bodies)
    return None


def _listed(items: Sequence[Item], pieces: Sequence[Piece]) -> float:
    """Return the share of items that have nothing but a list below them; 0 where most have something else."""
    lists = 0
    for item, after in zip(items, [*items[1:], None], strict=True):
        below = pieces[item.line.index + 1 : after.line.index if after else len(pieces)]
        lists += {piece.kind for piece in below if piece.kind != "rule"} == {"bullet"}
    return lists / len(items) if lists >= MOSTLY_LISTS * len(items) else 0.0


def _counted_questions(items: Sequence[Item]) -> list[Item]:
    """Return the questions with counts of one level, `1) May I sail?`, if most items are such; else nothing."""
    found = [
        replace(item, title=item.title.cut(count.end()), number=count.group().strip().strip("().") or None)
        for item in items
        if asks(item.title.value) and (count := front_matter.COUNTED.match(item.title.value))
    ]
    return found if len(found) > 1 and len(found) >= MOST * len(items) else []


def _are_asked(items: Sequence[Item]) -> bool:
    return any(asks(item.title.value) for item in items)


MOSTLY_LISTS = 0.6
"""Share of items with nothing but a list below them from which on these are rulings, and no meanings of terms."""
LISTED = 0.6
"""What counts of the order of the alphabet then."""
INITIALS = re.compile(r"\[[A-Z]{2,4}\]\.?$")
"""`[OM]` at the end: who ruled."""
RULINGS = re.compile(r"\brulings?\b", re.IGNORECASE)
SAID_TO_BE = 0.6
"""What counts as shown where a heading says that rulings follow."""
NAMED_MOST = 0.5
"""The same where the heading says what the stretch is."""


def _covers(items: Sequence[Item], pieces: Sequence[Piece]) -> bool:
    """Tell whether items begin near the beginning of the stretch and no one takes most of it."""
    size = len(pieces)
    starts = [item.line.index for item in items]
    if starts[0] > max(3, INTRODUCTION * size):
        return False
    gaps = [after - before for before, after in pairwise([*starts, size])]
    return size < LONG or max(gaps) <= GIANT * size


def _bodies(items: Sequence[Item], pieces: Sequence[Piece]) -> list[list[str]]:
    """Return the texts below each item."""
    bodies = []
    for item, after in zip(items, [*items[1:], None], strict=True):
        last = after.line.index if after else len(pieces)
        begins = item.line.number + item.taken
        ends = after.line.number if after and after.line.index == item.line.index else len(item.line.parts)
        own = [line.value for line in item.line.parts[begins:ends]]
        body = [item.rest.value] if item.rest else []
        body += own
        body += (piece.value for piece in pieces[item.line.index + 1 : last] if piece.kind != "rule")
        bodies.append(body)
    return bodies


def _explained(items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> float:
    """Return the share of items that have a text."""
    return sum(1 for body in bodies if body) / len(items)


Test = Callable[[str, Sequence[Item], Sequence[Sequence[str]]], tuple[float, str]]


def _terms(form: str, items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> tuple[float, str]:
    if form in ("reads", QUOTING):
        return 0.0, ""
    if form == "cell" and (told := _head_of(items)):
        return float(told == "term"), f"{len(items)} rows of terms"
    keys = list(dict.fromkeys(sorts_by(item.title) for item in items))
    share = len(longest_ascending(keys)) / len(items)
    if any(asks(item.title.value) for item in items):
        return 0.0, ""
    dated = sum(1 for body in bodies if any(is_nothing(text) or is_credited(text) for text in body)) / len(items)
    if dated > DATED:
        return 0.0, ""
    return (
        share if share >= ASCENDS or form == "definition" else 0.6 * share
    ), f"{len(items)} titles in alphabetical order"


def _questions(form: str, items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> tuple[float, str]:
    asked = sum(1 for item in items if form == "marked" or asks(item.title.value))
    return asked / len(items), f"{asked} questions"


def _cards(form: str, items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> tuple[float, str]:
    """Names above lists, dated texts, or the words that there is nothing to say."""
    if form == "cell":
        return float(_head_of(items) == "card"), f"{len(items)} rows of cards"
    if form in ("dash", "definition", "reads", QUOTING) or any(asks(item.title.value) for item in items):
        return 0.0, ""
    shown = sum(1 for body in bodies if any(is_nothing(text) or is_credited(text) for text in body))
    several = sum(1 for item, body in _own(items, bodies) if len(body) > 1)
    ordered = len(longest_ascending([sorts_by(item.title) for item in items])) >= ASCENDS * len(items)
    believable = form not in ("colon", "bold lead") and (ordered or shown > FEW_SHOWN * len(items))
    share = max(shown, SEVERAL * several if believable else 0.0) / len(items)
    return share, f"{len(items)} names above rulings"


def _steps(form: str, items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> tuple[float, str]:
    """`Step 1: Dawn`, `Step 1a: Toll`, `Step 2: Dusk`: titles that the word counts."""
    count, letter, follow = 0, "", 0
    for item in items:
        step = STEP.match(item.title.value)
        below = (count, chr(ord(letter) + 1) if letter else "a")
        if step and (number := (int(step["count"]), step["letter"].lower())) in (below, (count + 1, "")):
            count, letter = number
            follow += 1
    return follow / len(items) if form != "cell" else 0.0, f"{follow} steps"


def nothing_said(bodies: Sequence[Sequence[str]], heading: str) -> str:
    """Return the words that several items have alone, and that say in any language that there is nothing.

    They are known, or a few words of which the heading has one: Aclaraciones above Sin aclaraciones. An English heading
    needs no such guess.
    """
    alone = Counter(body[0] for body in bodies if len(body) == 1 and len(body[0]) <= LONGEST_NOTHING)
    text, count = alone.most_common(1)[0] if alone else ("", 0)
    told = is_nothing(text)
    if not told and PLAIN_WORDS.fullmatch(text) and not any(names.search(heading) for names in NAMES.values()):
        told = is_named_in(text, heading)
    return text if count > 1 and told else ""


def _sections(form: str, items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> tuple[float, str]:
    """Bold titles, or short lines above several paragraphs, where nothing tells that they are anything else."""
    if form not in ("bold", "line") or any(asks(item.title.value) for item in items):
        return 0.0, ""
    told = sum(1 for item, body in _own(items, bodies) if len(body) > (form == "line") and not _goes_on(item))
    return SEVERAL * told / len(items), f"{len(items)} titles above their texts"


def _own(items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> list[tuple[Item, Sequence[str]]]:
    """Return the items whose title no other has: what comes again and again is a label and names nothing."""
    times = Counter(item.title.value for item in items)
    return [(item, body) for item, body in zip(items, bodies, strict=True) if times[item.title.value] == 1]


def _goes_on(item: Item) -> bool:
    """Tell whether the sentence of an item's line goes on in the next one."""
    return item.line.below is not None and item.line.below.value[:1].islower()


def is_struck(title: Text) -> bool:
    """Tell whether a title is struck out: what it names has been withdrawn."""
    return any(mark.kind == "strike" and not mark.start for mark in title.marks)


def is_credited(text: str) -> bool:
    """Tell whether a text begins or ends with a date, as a ruling does, or ends with somebody's initials."""
    edges = (text[:40], text[-60:])
    return any(find_dates(edge) for edge in edges) or INITIALS.search(edges[1]) is not None


def _head_of(items: Sequence[Item]) -> SeriesKind | None:
    """Return what the head of a table says that its rows are."""
    head = items[0].head
    if not head:
        return None
    if "should_read" in errata_columns([cell.value for cell in head]):
        return "errata"
    if columns_alike([[cell.value for cell in item.line.piece.cells] for item in items]):
        return "errata"
    first = head[0].value
    return next((kind for kind, names in NAMES.items() if names.search(first) and kind != "errata"), None)


def is_told(series: Series) -> bool:
    """Tell whether the head of a table says what the items are."""
    return series.form == "cell" and _head_of(series.items) == series.kind


def _errata(form: str, items: Sequence[Item], bodies: Sequence[Sequence[str]]) -> tuple[float, str]:
    if form == "cell":
        return float(_head_of(items) == "errata"), f"{len(items)} rows with what they should read"
    if form in ("reads", QUOTING):
        return 1.0, f"{len(items)} sentences with what a card should read"
    begins = ([*body[:3], "\n".join(body[:2])] for body in bodies)
    shown = sum(1 for texts in begins if any(map(errata_of, texts)))
    return shown / len(items), f"{shown} names with what they should read"


TESTS: dict[SeriesKind, Test] = {
    "errata": _errata,
    "qa": _questions,
    "card": _cards,
    "term": _terms,
    "step": _steps,
    "section": _sections,
}
"""What tells each kind; the first wins where two explain equally much."""

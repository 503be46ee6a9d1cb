"""Appendices of an alphabetical reference: timing charts, questions, errata, lists of cards, pictures of cards.

    Appendix I: Timing and Gameplay              an appendix; what stands below it belongs to it
    II. Draw Phase / 2. Draw Phase               a section, by the numbers of the steps below it
    2.1 Draw phase begins.                       a block of the chart, where the details print the number again
    2.1. Draw phase begins                       a step, with its text
    ◊◊ May I bow an ally twice?                  a question; the paragraphs below it are its answer
    Iron Ram (Harbour Set, 63)                   a card; `Should read: "…"` below it is its new wording
    7 / C 160 / HOLDING / ILLUS. A. PAINTER      text of pictures

Each form is a rule below; `judge.reading.columns.cutting.dialect` asks them in the order of their table.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from judge.core.model import Errata
from judge.core.numbering import normalise, parents
from judge.reading import front_matter
from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.items import Item
from judge.reading.columns.cutting.walk import Rule, Walk

SINGLE_QUESTION = re.compile(r"(?:Q(?:uestion)?\s?\d{0,3}[.:]\s*+)?(?P<title>.*\?)[”\"’)\]\s]*", re.DOTALL)
CHANGED = re.compile(r"(?:\w{1,12}\s){0,4}(?:should|must|now)\s(?:now\s)?reads?\b", re.IGNORECASE)
"""How new wordings begin: "Should read", "The text should now read"."""
SHORT_LINE = 14
"""Words of a step that is printed as a title."""
CALLOUTS = 5
"""How many numbers alone on their lines make a picture of what stands around them."""
CROWDED = 0.15
"""The least share of such numbers in an appendix of pictures."""

CHART_ROWS = 4
"""Rows that a chart has at least."""

Form = tuple[bool, bool]
"""How a step is printed: whether a point stands behind its number, and one at its end."""


def form_of(item: Item) -> Form:
    """Return how a step is printed."""
    step = looks.STEP.match(item.value)
    return bool(step and step["dot"]), item.value.endswith(".")


def details(items: Sequence[Item]) -> frozenset[int]:
    """Choose the steps that are entries, by index: of a number that is printed again, the one with its text.

    A chart lists the steps in another form than the details that explain them, which tells the two apart even where
    their columns are woven together: behind steps of one form a paragraph follows more often.
    """
    steps = [index for index, item in enumerate(items) if item.kind == "step"]
    told = {index for index in steps if index + 1 < len(items) and items[index + 1].kind == "paragraph"}
    forms = Counter(form_of(items[index]) for index in steps)
    explained = Counter(form_of(items[index]) for index in told)
    printed: dict[str, list[int]] = defaultdict(list)
    for index in steps:
        printed[number_of(items[index])].append(index)

    def weight(index: int) -> tuple[float, bool, int]:
        form = form_of(items[index])
        return explained[form] / forms[form], index in told, index

    return frozenset(max(same, key=weight) for same in printed.values())


def number_of(item: Item) -> str:
    """Return the number of a step in the form in which it is looked up."""
    step = looks.STEP.match(item.value)
    return normalise(step["number"]) if step else ""


def with_pictures(items: Sequence[Item]) -> list[Item]:
    """Mark what stands among the numbers of a picture as its text: all but numbered items and the rest of them."""
    found = list(items)
    starts = [index for index, item in enumerate(items) if item.kind == "appendix"]
    for start, end in pairwise([*starts, len(items)]):
        callouts = [n for n in range(start, end) if items[n].kind == "figure" and looks.is_callout(items[n].value)]
        if len(callouts) < max(CALLOUTS, CROWDED * (end - start)):
            continue
        first = callouts[0] - (items[callouts[0] - 1].kind == "title")  # what the picture shows
        for n in range(first, end):
            if items[n].kind == "title" or (items[n].kind == "paragraph" and not items[n].value[:1].islower()):
                found[n] = replace(items[n], kind="figure")
    return found


def with_charts(items: Sequence[Item]) -> list[Item]:
    """Mark the rows of a chart before the appendices: several lines of capitals, one behind the other."""
    found = list(items)
    end = next((index for index, item in enumerate(items) if item.kind == "appendix"), len(items))
    is_row = [item.kind == "figure" and looks.is_capitals(item.value) for item in items[:end]]
    for row, run in groupby(range(end), key=is_row.__getitem__):
        rows = list(run)
        if row and len(rows) >= CHART_ROWS and not any(looks.CREDIT.search(items[n].value) for n in rows):
            for n in rows:
                found[n] = replace(items[n], kind="table")
    return found


def appendix(walk: Walk, item: Item) -> bool:
    """`Appendix I: Timing and Gameplay`."""
    found = front_matter.APPENDIX.match(item.value) if item.kind == "appendix" else None
    if not found:
        return False
    walk.appendix = walk.open("appendix", item.value, item, number=found["number"])
    walk.section = None
    return True


def phase(walk: Walk, item: Item) -> bool:
    """`II. Draw Phase`: the steps of its number stand below it."""
    found = looks.PHASE.match(item.value) if item.kind == "phase" else None
    if not found:
        return False
    number, title = found["number"], item.value[found.end() :]
    known = walk.numbers.get(normalise(number))
    if known and known.title == title:  # above the chart and above the details
        known.heading += item.numbers
        walk.entry = walk.section = known
        return True
    walk.section = walk.open("section", title, item, number=number, parent=walk.appendix, aliases=[item.value])
    walk.numbers[normalise(number)] = walk.section
    return True


def step(walk: Walk, item: Item) -> bool:
    """`2.1. Draw phase begins`: an entry, if it is the place where the step is explained."""
    found = looks.STEP.match(item.value) if item.kind == "step" else None
    if not found or walk.position not in walk.details:
        return False
    number = found["number"]
    above = next((walk.numbers[up] for up in parents(number) if up in walk.numbers), walk.section or walk.appendix)
    end = title_end(item, found.end())
    heading, rest = replace(item, text=item.text.cut(0, end)), item.text.cut(end)
    title = mended(heading.value[found.end() :].rstrip(" ."), walk.charted.get(normalise(number), ""))
    walk.numbers[normalise(number)] = walk.open("step", title or None, heading, number=number, parent=above)
    if rest:
        walk.add(replace(item, kind="paragraph", text=rest))
    return True


def title_end(item: Item, start: int) -> int:
    """Tell where the title of a step ends: with its line or with its text, if that is short; else it has none."""
    first, _, rest = item.text.value.partition("\n")
    end = len(first) if rest and not rest[0].islower() else len(item.value)
    return end if len(item.value[start:end].split()) <= SHORT_LINE else start


def chart_line(walk: Walk, item: Item) -> bool:
    """`2.1 Draw phase begins.`: a line of a chart."""
    if item.kind != "step":
        return False
    walk.add(item, "step")
    walk.charted.setdefault(number_of(item), looks.STEP.sub("", item.value).rstrip(" ."))
    return True


def mended(title: str, charted: str) -> str:
    """Return the title as the chart has it, if that is the same but for blanks that the extraction put into words."""
    same = charted.replace(" ", "").casefold() == title.replace(" ", "").casefold()
    return charted if same and len(charted) < len(title) else title


def question(walk: Walk, item: Item) -> bool:
    """`◊◊ May I bow an ally twice?`, `Q: May I bow an ally twice?`: a question; what stands below is its answer."""
    found = SINGLE_QUESTION.fullmatch(item.value) if walk.appendix and item.kind in ("bullet", "paragraph") else None
    if not found or (item.kind == "paragraph" and not found.start("title")):
        return False
    walk.open("qa", found["title"], item, parent=walk.section or walk.appendix)
    return True


def card(walk: Walk, item: Item) -> bool:
    """`Iron Ram (Harbour Set, 63)`: a card, in a list or above its errata."""
    found = looks.CARD.fullmatch(item.value) if item.kind == "card" and walk.appendix else None
    if not found:
        return False
    walk.open("card", found["name"], item, parent=walk.section or walk.appendix, aliases=[item.value.rstrip(":")])
    return True


def errata(walk: Walk, item: Item) -> bool:
    """`Should read: “When you …”`, `(Replaces “If you …”)`: a card's new wording, and what of it is new."""
    entry = walk.entry
    if item.kind != "paragraph" or not entry or entry.kind != "card":
        return False
    if not entry.errata and CHANGED.match(item.value):
        entry.errata = Errata(item.value, {})
        entry.heading += item.numbers
        entry.worded += item.numbers
    elif item.value.startswith("(") and item.value.endswith(")"):
        walk.add(item, "note")
    else:
        return False
    return True


RULES: tuple[Rule, ...] = (
    appendix,
    phase,
    step,
    chart_line,
    question,
    card,
    errata,
)
"""In order of precedence; each takes an item and tells whether it was its own."""

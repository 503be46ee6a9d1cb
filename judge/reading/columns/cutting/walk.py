"""The walk over the items of an alphabetical reference: which entry is open, and how text is put into it.

Each form is a rule below, in the order of the table at the end; those of appendices are

    Appendix I: Timing and Gameplay              an appendix; what stands below it belongs to it
    II. Draw Phase / 2. Draw Phase               a section, by the numbers of the steps below it
    2.1 Draw phase begins.                       a block of the chart, where the details print the number again
    2.1. Draw phase begins                       a step, with its text
    ◊◊ May I bow an ally twice?                  a question; the paragraphs below it are its answer
    Iron Ram (Harbour Set, 63)                   a card; `Should read: "…"` below it is its new wording
    7 / C 160 / HOLDING / ILLUS. A. PAINTER      text of pictures
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from judge.core.diagnostics import Report
from judge.core.model import BlockKind, EntryKind, Errata
from judge.core.numbering import normalise, parents
from judge.reading import front_matter
from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.items import LONE_MARK, Item, ItemKind
from judge.reading.drafts import Draft, Sheet, extend
from judge.reading.lines.alphabet import names_in_title

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
"""How a step is printed: whether a period follows its number, and whether one ends it."""
BLOCKS: dict[ItemKind, BlockKind] = {"bullet": "bullet", "numbered": "bullet", "table": "table", "figure": "figure"}
"""Kinds of blocks of items that are neither text nor a title."""


class Walk:
    """Walks over items and fills a sheet."""

    def __init__(self, items: Sequence[Item], vocabulary: frozenset[str], report: Report) -> None:
        """Begin before the first item."""
        self.sheet = Sheet(report)
        self.items = items
        self.vocabulary = vocabulary
        self.position = 0
        """Index of the item at hand."""
        self.body = 0
        """Index of the item with which the terms begin."""
        self.entry: Draft | None = None
        """The entry that text belongs to."""
        self.part: Draft | None = None
        """The part that holds the terms, where the document prints its heading."""
        self.term: Draft | None = None
        """The last term."""
        self.appendix: Draft | None = None
        """The appendix at hand."""
        self.section: Draft | None = None
        """The section of the appendix at hand."""
        self.numbers: dict[str, Draft] = {}
        """Phases and steps of the appendices by their numbers."""
        self.charted: dict[str, str] = {}
        """Titles of steps as the lines of a chart have them, by number."""
        self.details: frozenset[int] = frozenset()
        """Which items are steps that are explained, by index; the others are lines of a chart."""

    def open(
        self,
        kind: EntryKind,
        title: str | None,
        item: Item,
        *,
        number: str | None = None,
        parent: Draft | None = None,
        aliases: Sequence[str] = (),
    ) -> Draft:
        """Begin an entry; text belongs to it from now on."""
        draft = Draft(kind, title, item.numbers, number=number, parent=parent, aliases=list(aliases))
        self.entry = self.sheet.open(draft)
        return draft

    def add(self, item: Item, kind: BlockKind | None = None) -> None:
        """Put an item into the current entry as a block, or at the end of the paragraph that it goes on with.

        Text before every heading makes an entry of its own.
        """
        entry = self.entry or self.open("part", None, Item("paragraph", self.items[self.position].text))
        if kind is None and item.kind == "paragraph" and extend(entry, item.text, self.vocabulary, self.sheet.report):
            return
        label = front_matter.label_of(item.value) if item.kind == "paragraph" else None
        entry.add(kind or label or BLOCKS.get(item.kind, "text"), item.text, depth=item.depth)


Rule = Callable[[Walk, Item], bool]
"""Takes an item and tells whether it was its own."""


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


def is_glossary(item: Item) -> bool:
    """Tell whether a title announces the terms."""
    return "glossary" in front_matter.fold_title(item.value).split()


def heading_title(item: Item) -> str:
    """Return a title without what may end its line."""
    return item.value.rstrip(" :")


def _furniture(walk: Walk, item: Item) -> bool:
    """`12`, `Rules Reference` on every page, `---`, a bullet without text: no content."""
    if item.kind != "furniture" and item.text:
        return False
    walk.sheet.discard(item.numbers, item.reason or LONE_MARK)
    return True


def _part(walk: Walk, item: Item) -> bool:
    """`Glossary`; and `The Golden Rule`, a title out of the alphabet that stands before the terms."""
    if item.kind != "title" or walk.appendix:
        return False
    glossary = walk.position == walk.body and is_glossary(item)
    if not glossary and (item.placed or walk.position > walk.body):
        return False
    above = walk.entry
    if above and walk.sheet.drafts == [above] and not above.blocks and item.numbers[0] == above.heading[-1] + 1:
        above.title = f"{above.title} {heading_title(item)}"  # the document's own, in two lines
        above.heading += item.numbers
        return True
    part = walk.open("part", heading_title(item), item)
    walk.part = part if glossary else walk.part
    return True


def _term(walk: Walk, item: Item) -> bool:
    """`Bow, Bowed`: a title where the alphabet has it."""
    if item.kind != "title" or walk.appendix or not item.placed:
        return False
    title = heading_title(item)
    walk.term = walk.open("term", title, item, parent=walk.part, aliases=names_in_title(title))
    return True


def _name_in_picture(walk: Walk, item: Item) -> bool:
    """`Iron Ram`, out of the alphabet and beside `CHARACTER` or `3`: the name of a card that is shown."""
    if item.kind != "title" or walk.appendix:
        return False
    around = (walk.items[n] for n in (walk.position - 1, walk.position + 1) if 0 <= n < len(walk.items))
    if not any(other.kind == "figure" for other in around):
        return False
    walk.add(item, "figure")
    return True


def _subheading(walk: Walk, item: Item) -> bool:
    """`Example of a Duel`: any other title parts the text of its term; `Framework Details` one of an appendix."""
    if item.kind != "title":
        return False
    walk.section = walk.open("section", heading_title(item), item, parent=walk.appendix or walk.term)
    return True


def _text(walk: Walk, item: Item) -> bool:
    """Anything else is text of the current entry."""
    walk.add(item)
    return True


RULES: tuple[Rule, ...] = (
    _furniture,
    appendix,
    phase,
    step,
    chart_line,
    question,
    card,
    errata,
    _part,
    _term,
    _name_in_picture,
    _subheading,
    _text,
)
"""In order of precedence; each takes an item and tells whether it was its own."""

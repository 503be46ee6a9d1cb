"""Lines to items: what each stretch of an alphabetical reference is, before anything is put under its title.

Reads: a `Survey`. Writes: items in the order of the source, each with its text and all its source lines; what puts
woven columns right may bring them into another order before `judge.reading.columns.cutting.dialect` walks over
them. Which kind of item a line begins is decided by the table at the end of this module, first match wins; a line
that begins none goes on with the item above it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from judge.core.numbering import roman_value
from judge.reading import front_matter
from judge.reading.columns.cutting import looks
from judge.reading.columns.cutting.looks import PrintedLine
from judge.reading.columns.cutting.survey import SHORT, Survey
from judge.reading.paragraphs import parted
from judge.reading.readers.manuscript import Manuscript
from judge.reading.rich_text import Text, join, plain

ItemKind = Literal[
    "furniture", "mark", "appendix", "card", "phase", "step", "title", "table", "related", "numbered", "bullet",
    "figure", "paragraph",
]  # fmt: skip
ONE_LINE: frozenset[ItemKind] = frozenset(
    ("furniture", "mark", "appendix", "card", "phase", "title", "table", "figure")
)
"""Kinds that end with their line."""
INNER = frozenset("–—-=○◦◊▪▸►□")
"""Marks of inner bullets, where another mark is used more; a letter that is a mark may be one as well."""
UNWRAPPED = 120
"""Characters of the usual line from which on every line is a paragraph."""
QUESTION_END = re.compile(r"\?[”\"’)]*[ \n]*(?:\n|$)")
MOST_ROMAN = 10
"""L and C are more likely letters than numbers of parts."""
LONE_MARK = "bullet mark"
MARK_REACH = 3
"""How many items may stand between a bullet's mark and its text."""


@dataclass(frozen=True, slots=True)
class Item:
    """A stretch of text and what it is."""

    kind: ItemKind
    text: Text
    depth: int = 0
    """How far a bullet is nested."""
    placed: bool = False
    """Whether a title stands where the alphabet has it."""
    reason: str = ""
    """Why it is furniture."""

    @property
    def value(self) -> str:
        """The plain text, its lines joined by blanks."""
        return self.text.value.replace("\n", " ")

    @property
    def numbers(self) -> list[int]:
        """The source lines."""
        return [place.line for place in self.text.places]


def items(manuscript: Manuscript, survey: Survey) -> list[Item]:
    """Cut a document into items, in the order of the source."""
    found: list[Item] = []
    for _, lines in groupby(survey.lines, key=lambda line: id(line.piece)):
        begun: list[tuple[PrintedLine, ItemKind]] = []
        for line in lines:
            kind = _kind(survey, line)
            if kind or not begun or _is_closed(survey, *begun[-1], line):
                begun.append((line, kind or "paragraph"))
        texts = parted(begun[0][0].piece.text, [line.start for line, _ in begun])
        for (line, kind), text in zip(begun, texts, strict=True):
            found.append(_made(manuscript, survey, line, kind, text))
    return _with_marks(found)


def _kind(survey: Survey, line: PrintedLine) -> ItemKind | None:
    """Return the kind of item that a line begins, or None where it goes on with the one above."""
    return next((kind for kind, rule in KINDS if rule(survey, line)), None)


def _is_closed(survey: Survey, above: PrintedLine, kind: ItemKind, line: PrintedLine) -> bool:
    """Tell whether an item cannot go on in a line that begins none."""
    title = survey.titles.get(above.index)
    if title and kind in ("title", "appendix"):
        return above.index + title.wrapped < line.index
    return kind in ONE_LINE or (kind == "related" and not looks.is_title_line(line.value))


def _made(manuscript: Manuscript, survey: Survey, line: PrintedLine, kind: ItemKind, text: Text) -> Item:
    """Make the item that a line begins."""
    title = survey.titles.get(line.index)
    if kind == "furniture":
        return Item(kind, text, reason=survey.furniture.get(line.index, "separator"))
    if title and kind == "title":
        return Item(kind, text, placed=title.placed)
    if kind in ("bullet", "numbered"):
        own = _own_mark(survey, line) if kind == "bullet" else ""
        return Item(kind, _behind(text, len(own)), depth=_depth(manuscript, survey, line, own))
    return Item(kind, text)


def _behind(text: Text, start: int) -> Text:
    """Return the rest of a text with the source lines of a mark that stands apart before it."""
    part = text.cut(start)
    kept = {place.line for place in part.places}
    apart = (place.line for place in text.places if place.offset <= start and place.line not in kept)
    return join([*(plain("", number) for number in apart), part], "")


def _own_mark(survey: Survey, line: PrintedLine) -> str:
    """Return the bullet's mark that a line still has, where the reader has not cut it off."""
    mark = looks.mark_of(line.value)
    return mark if mark in survey.marks else ""


def _depth(manuscript: Manuscript, survey: Survey, line: PrintedLine, own: str) -> int:
    """Tell how far a bullet is nested, by its mark."""
    mark = own or looks.cut_mark(manuscript, line)
    return int(mark != survey.outer and (mark in INNER or mark.isalpha()))


def _with_marks(found: Sequence[Item]) -> list[Item]:
    """Give marks that stand apart to their bullets: the next paragraph, unless a title comes before it."""
    kept = list(found)
    for index, item in enumerate(found):
        if item.kind != "mark":
            continue
        kept[index] = Item("furniture", item.text, reason=LONE_MARK)
        for n in range(index + 1, min(index + 2 + MARK_REACH, len(kept))):
            if kept[n].kind == "paragraph":
                text = join([*(plain("", number) for number in item.numbers), kept[n].text], "")
                kept[n] = replace(kept[n], kind="bullet", text=text, depth=1)
                kept[index] = replace(item, text=Text("", ()))
                break
            if kept[n].kind not in ("bullet", "numbered", "related", "figure"):
                break
    return [item for item in kept if item.text.places]


def _furniture(survey: Survey, line: PrintedLine) -> bool:
    """`12`, `Rules Reference`, `A`, `---`: what the whole document shows not to be content."""
    return line.index in survey.furniture or line.piece.kind == "rule"


def _mark(survey: Survey, line: PrintedLine) -> bool:
    """`hh`, or a `•` that the reader has cut off: a bullet's mark that stands apart from its text."""
    return not line.value or line.value in survey.marks


def _appendix(survey: Survey, line: PrintedLine) -> bool:
    """`Appendix II: Card Anatomy`."""
    return line.index >= survey.appendix and looks.appendix_number(line) is not None


def _card(survey: Survey, line: PrintedLine) -> bool:
    """`Kaito Kosori (Disciples of the Void, 18)`: a card with its set and number, in an appendix."""
    begins = line.begins or line.before.endswith(")")
    return survey.may_be_appended(line) and begins and looks.CARD.fullmatch(line.value) is not None


def in_digits(number: str) -> str:
    """Return a Roman number up to ten in digits, and any other number as it is printed.

    >>> in_digits("IV"), in_digits("D"), in_digits("L")
    ('4', 'D', 'L')
    """
    return str(value) if 0 < (value := roman_value(number)) <= MOST_ROMAN else number


def _phase(survey: Survey, line: PrintedLine) -> bool:
    """`I. Dynasty Phase`, `1. Dynasty Phase`, `D. Duel Timing`: the title above steps of that number."""
    phase = looks.PHASE.match(line.value) if survey.may_be_appended(line) else None
    if not phase or not looks.is_proper(line.value[phase.end() :]):
        return False
    return phase["number"] in survey.phases or in_digits(phase["number"]) in survey.phases


def _title(survey: Survey, line: PrintedLine) -> bool:
    """`Action, Action Ability`, in the style in which the document prints its titles."""
    return line.index in survey.titles


def _related(survey: Survey, line: PrintedLine) -> bool:
    """`Related: Cost, Effect`."""
    return looks.RELATED.match(line.value) is not None


def _step(survey: Survey, line: PrintedLine) -> bool:
    """`1.1 Dynasty phase begins.`, `D.1. Duel begins`: a numbered step, in an appendix if there are any."""
    elsewhere = survey.appendix < len(survey.lines) and not survey.may_be_appended(line)
    if elsewhere or not looks.STEP.match(line.value):
        return False
    below = looks.STEP.match(line.before) or looks.PHASE.match(line.before) or looks.is_capitals(line.before)
    return (line.begins or bool(below)) and not (line.first and line.piece.kind == "bullet")


def _numbered(survey: Survey, line: PrintedLine) -> bool:
    """`1. Select decks.`: an item of a numbered list."""
    return looks.NUMBERED.match(line.value) is not None and (
        line.begins or looks.NUMBERED.match(line.before) is not None or looks.is_title_line(line.before)
    )


def _bullet(survey: Survey, line: PrintedLine) -> bool:
    """`◊◊ text`, `= text`, `xxText`: a bullet, by a sign or by a letter that the document uses as one."""
    return (line.first and line.piece.kind == "bullet") or _own_mark(survey, line) != ""


def _labelled(survey: Survey, line: PrintedLine) -> bool:
    """`Note: …`, `Example: …`; and `(Added “…”.)` behind a card's new wording."""
    if front_matter.LABELLED.match(line.value) and line.value[0].isupper():
        return True
    return survey.may_be_appended(line) and line.begins and line.value.startswith("(") and line.value.endswith(")")


def _figure(survey: Survey, line: PrintedLine) -> bool:
    """`5`, `D 79`, `CRAB CLAN`, `ILLUS. NELE DIEL`, `© 2017 FFG`: what is printed in or below a picture."""
    if line.piece.kind != "paragraph" or len(line.value) > looks.LONGEST:
        return False
    if not (line.begins or looks.RELATED.match(line.before)):
        return False
    capitals = not survey.page.capitals and looks.is_capitals(line.value) and looks.is_title_line(line.value)
    return capitals or looks.is_callout(line.value) or looks.CREDIT.search(line.value) is not None


def _answer(survey: Survey, line: PrintedLine) -> bool:
    """`Yes, if …`, in the line below the question that it answers, in an appendix."""
    asked = line.index > survey.appendix and line.before.rstrip('”"’) ').endswith("?")
    return asked and not QUESTION_END.search(line.piece.value, line.start)


def _below_last_line(survey: Survey, line: PrintedLine) -> bool:
    """A line below one that ends a sentence long before the margin, as only the last line of a paragraph does."""
    hard = line.piece.value[line.start - 1 : line.start] == "\n"
    margin = survey.page.width if survey.page.width > UNWRAPPED else SHORT * survey.page.width
    return hard and line.begins and len(line.before) < margin and not line.value[:1].islower()


KINDS: tuple[tuple[ItemKind, Callable[[Survey, PrintedLine], bool]], ...] = (
    ("furniture", _furniture),
    ("mark", _mark),
    ("appendix", _appendix),
    ("card", _card),
    ("phase", _phase),
    ("step", _step),
    ("title", _title),
    ("related", _related),
    ("numbered", _numbered),
    ("bullet", _bullet),
    ("paragraph", _labelled),
    ("figure", _figure),
    ("paragraph", _answer),
    ("paragraph", _below_last_line),
)
"""Kinds of items in order of precedence, each with what tells whether a line begins one."""

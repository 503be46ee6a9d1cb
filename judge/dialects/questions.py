"""The dialect `questions`: the FAQ, as mail lists have written it since the 1990s.

    1. Combat                          a part; a contents list that names the parts is furniture
    Q. May I sail at night?            a question, over any number of lines; also Q: Q1. Q) [Q] Question:
    A. Yes, with a lantern.            its answer; also A: A1. [A] Answer:
    1.2 What is a reef?                a question by its number, by a heading or by bold type
    ␣␣␣␣Berth: A place for a ship.     a term; what is indented otherwise belongs to the term above
    Anchors hold in any weather.       a ruling under a line that says it in one sentence, or under a title
    Anchors: They hold in any weather. a ruling with its title in front
    2. A reef is no harbour. It …      a ruling by number, titled by its first sentence
    a. Cast off.   6A) Set sail.       steps, each an entry; inside an answer or a paragraph they are blocks

What a part holds is told by the whole part (`judge.dialects.faqplan`), everything else by the table of rules at the
end of this module, first match wins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from judge.diagnostics import Report
from judge.dialects import front
from judge.dialects.drafts import Draft, Sheet
from judge.dialects.faqplan import ANSWER, ANSWER_INSIDE, LABEL, NUMBERED, STAR, STEP, Plan, make_plan, sentence
from judge.dialects.joining import goes_on, joined, words
from judge.dialects.reader import Manuscript
from judge.dialects.wrapped import Paragraph, is_headline
from judge.model import BlockKind
from judge.numbering import normalise
from judge.richtext import Text

AHEAD = 20
"""Paragraphs below that are searched for an answer or for the next step."""
ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split()


def evidence(manuscript: Manuscript) -> float:
    """Return how much the text looks like a FAQ, from 0 to 1: the share of it that stands in answers and terms."""
    if sum(1 for line in manuscript.source.lines if "?" in line) < 3:
        return 0.0
    plan = make_plan(manuscript)
    if len(plan.questions) < 3:
        return 0.0
    sizes = [(draft.kind, _size(draft)) for draft in _Reader(manuscript, plan, Report()).read().drafts]
    held = sum(size for kind, size in sizes if kind in ("qa", "term"))
    return min(1.0, 1.5 * held / max(1, sum(size for _, size in sizes)))


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read a FAQ into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    return _Reader(manuscript, make_plan(manuscript), report).read()


def _size(draft: Draft) -> int:
    return len(draft.title or "") + sum(len(block.text) for block in draft.blocks)


@dataclass(slots=True)
class Steps:
    """A list of steps that may go on."""

    readings: dict[str, int]
    """How its last number counts, in each way in which it can be read."""
    are_entries: bool


def readings(number: str) -> dict[str, int]:
    """Return the ways in which a step's number may count.

    >>> readings("6B"), readings("i")
    ({'6': 2}, {'letter': 9, 'roman': 1})
    """
    if number.isdigit():
        return {"number": int(number)}
    case = "" if number.islower() else " capital"
    letter, prefix = number[-1].lower(), number[:-1]
    if prefix.isdigit():
        return {prefix: ord(letter) - 96}
    found = {} if prefix else {f"letter{case}": ord(letter) - 96}
    if number.lower() in ROMAN:
        found[f"roman{case}"] = ROMAN.index(number.lower()) + 1
    return found


class _Reader:
    """Walks over the paragraphs of one document and fills a sheet."""

    def __init__(self, manuscript: Manuscript, plan: Plan, report: Report) -> None:
        self.manuscript = manuscript
        self.plan = plan
        self.sheet = Sheet(report)
        self.paragraphs = plan.paragraphs
        self.vocabulary = words(manuscript.pieces)
        self.parts: list[tuple[int, Draft]] = []
        """The parts around the current paragraph, the outermost first, each with its level."""
        self.entry: Draft | None = None
        self.awaits_answer = False
        self.steps: list[Steps] = []
        """The lists of steps around the current paragraph, the outermost first."""

    def read(self) -> Sheet:
        """Read the document."""
        self.sheet.discard(sorted(self.manuscript.source.emptied), "mail and extraction residue")
        self.sheet.discard(self.plan.contents.lines, "table of contents")
        for index in range(self.read_front(), len(self.paragraphs)):
            if not self.plan.contents.holds(self.paragraphs[index]):
                for rule in RULES:
                    if rule(self, index):
                        break
        return self.sheet

"""The dialect `questions`: the FAQ, as mail lists have written it since the 1990s.

    1. Combat                          a part; a contents list that names the parts is furniture
    Q. May I sail at night?            a question, over any number of lines; also Q: Q1. Q) [Q] Question:
    A. Yes, with a lantern.            its answer; also A: A1. [A] Answer:
    1.2 What is a reef?                a question by its number, by a heading or by bold type
    ␣␣␣␣Berth: A place for a ship.     a term; what is indented otherwise belongs to the term above
    Anchors hold in any weather.       a ruling under a line that says it in one sentence, or under a title
    Anchors                            a section, where such sentences follow a title
    Anchors: They hold in any weather. a ruling with its title in front
    2. A reef is not a harbour. It …   a ruling by number, titled by its first sentence
    a. Cast off.   6A) Set sail.       steps, each an entry; inside an answer or a paragraph they are blocks

What a part holds is told by the whole part (`judge.reading.dialects.questions.plan`), everything else by the table of
rules at the end of this module, first match wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from judge.core.diagnostics import Report
from judge.core.model import Block, BlockKind, EntryKind
from judge.core.numbering import roman_value
from judge.reading import front_matter
from judge.reading.dialects.questions.hard_wrapped import Paragraph, is_headline
from judge.reading.dialects.questions.marks import ANSWER, QUESTION, STAR, STEP
from judge.reading.dialects.questions.plan import QuestionsPlan, make_plan
from judge.reading.dialects.questions.titled import FEWEST
from judge.reading.drafts import Draft, Sheet
from judge.reading.paragraphs import goes_on, joined, words
from judge.reading.readers.manuscript import Manuscript
from judge.reading.rich_text import Text

NAME = "questions and answers"
"""What people call what is written so."""
PURPOSE = "Questions and answers: see what others have asked."
"""What readers use it for."""
ANSWER_BEHIND = re.compile(rf"(?<=[?.!\"”)])\s{ANSWER.pattern}")
"""An answer in the line of its question."""
IN_QUOTES = re.compile(r"([\"'“‘])(?P<inside>.+)[\"'”’]")
MAIL_HEADER = re.compile(r"(?:From|To|Date|Subject|Newsgroups|Message-ID|Archive-name): ")
MOST_ROMAN = 12
"""No list counts further in Roman numbers; L and C are letters."""
LONGEST_PARAGRAPH = 5000
"""Letters of a paragraph that may go on behind a page break."""
SECTION = 10
"""The level of a section of rulings, below that of any part."""
AHEAD = 20
"""So many paragraphs below are searched for an answer or for the next step of a list."""


def evidence(manuscript: Manuscript) -> float:
    """Return how much the text looks like a FAQ, from 0 to 1: the share of it that stands in answers and terms."""
    if sum(1 for line in manuscript.source.lines if "?" in line) < FEWEST:
        return 0.0
    plan = manuscript.once(make_plan)
    if len(plan.questions) < FEWEST:
        return 0.0
    drafts = _QuestionsReader(manuscript, plan, Report()).read().drafts
    held = sum(_size(draft) for draft in drafts if draft.kind in ("qa", "term"))
    return min(1.0, 1.5 * held / max(1, sum(map(_size, drafts))))


def read(manuscript: Manuscript, report: Report) -> Sheet:
    """Read a FAQ into drafts.

    Args:
        manuscript: the text, cut into pieces.
        report: receives what was guessed.
    """
    return _QuestionsReader(manuscript, manuscript.once(make_plan), report).read()


def _size(draft: Draft) -> int:
    return len(draft.title or "") + sum(len(block.text) for block in draft.blocks)


@dataclass(slots=True)
class Steps:
    """A list of steps that may go on."""

    counts: dict[str, int]
    """What its last number counts, in each way in which it can be read."""
    are_entries: bool


def counts(number: str) -> dict[str, int]:
    """Return what a step's number counts, in each way in which it can be read.

    >>> counts("6B"), counts("i")
    ({'6': 2}, {'letter': 9, 'roman': 1})
    """
    if number.isdigit():
        return {"number": int(number)}
    letter, prefix = ord(number[-1].lower()) - ord("a") + 1, number[:-1]
    if prefix.isdigit():
        return {prefix: letter}
    case = "capital " if number.isupper() else ""
    found = {} if prefix else {f"{case}letter": letter}
    if 0 < (value := roman_value(number)) <= MOST_ROMAN:
        found[f"{case}roman"] = value
    return found


class _QuestionsReader:
    """Walks over the paragraphs of one document and fills a sheet."""

    def __init__(self, manuscript: Manuscript, plan: QuestionsPlan, report: Report) -> None:
        self.manuscript = manuscript
        self.plan = plan
        self.sheet = Sheet(report)
        self.paragraphs = plan.paragraphs
        self.vocabulary = manuscript.once(words)
        self.parts: list[tuple[int, Draft]] = []
        """The parts around the current paragraph, the outermost first, each with its level."""
        self.entry: Draft | None = None
        self.is_asking = False
        """Whether the question is not over, because its answer is marked further down."""
        self.lists: list[Steps] = []
        """The lists of steps around the current paragraph, the outermost first."""

    def read(self) -> Sheet:
        """Read the document."""
        self.sheet.discard(sorted(self.plan.contents.lines), "table of contents")
        indexes = [n for n, paragraph in enumerate(self.paragraphs) if not self.plan.contents.holds(paragraph)]
        opening = next((n for n in indexes if self.plan.begins_entry(n)), len(self.paragraphs))
        self.read_front([n for n in indexes if n < opening])
        for index in indexes:
            if index >= opening:
                self.read_paragraph(index)
        return self.sheet

    def read_front(self, indexes: list[int]) -> None:
        """Keep what stands before the first part or entry under the document's own title."""
        beginning = [self.paragraphs[index] for index in indexes]
        title = front_matter.document_title(one.piece for one in beginning if not MAIL_HEADER.match(one.value))
        if title:
            self.open("part", title.value, range(title.text.first, title.text.last + 1))
        for index in indexes:
            if self.paragraphs[index].piece is not title:
                self.read_paragraph(index)

    def read_paragraph(self, index: int) -> None:
        """Read a paragraph by the first rule that fits."""
        for rule in RULES:
            if rule(self, index):
                return

    def open(self, kind: EntryKind, title: str | None, lines: range, number: str | None = None) -> Draft:
        """Begin an entry below the current part."""
        parent = self.parts[-1][1] if self.parts else None
        self.entry = self.sheet.open(Draft(kind, title, list(lines), number, parent))
        self.is_asking = False
        if kind != "step":
            self.lists.clear()
        return self.entry

    def close_parts(self, level: int) -> None:
        """Leave the parts of a level and those inside them."""
        while self.parts and self.parts[-1][0] >= level:
            self.parts.pop()

    def owner(self, index: int) -> Draft:
        """Return the entry that a text belongs to; behind the last step of a list that is the part again."""
        paragraph = self.paragraphs[index]
        if self.entry is None:
            lines = range(paragraph.text.first, paragraph.text.first + 1)
            return self.open("part", front_matter.ABOUT, lines)
        if self.entry.kind == "step" and self.parts and paragraph.opens and not self.steps_go_on(index):
            self.entry = self.parts[-1][1]
            self.lists.clear()
        return self.entry

    def ahead(self, index: int) -> Iterator[Paragraph]:
        """Yield the paragraphs below one, up to the next part or entry."""
        for below in range(index + 1, min(index + AHEAD, len(self.paragraphs))):
            if self.plan.begins_entry(below):
                break
            yield self.paragraphs[below]

    def steps_go_on(self, index: int) -> bool:
        """Tell whether a step below a paragraph has the next number of the outermost list."""
        marks = (STEP.match(paragraph.value) for paragraph in self.ahead(index))
        return any(mark and _next(steps, mark) for mark in marks for steps in self.lists[:1])

    def find_list(self, mark: re.Match[str], index: int) -> Steps | None:
        """Return the list that a step's number goes on with or begins; lists inside it are over."""
        for depth in range(len(self.lists), 0, -1):
            if going_on := _next(self.lists[depth - 1], mark):
                del self.lists[depth:]
                self.lists[-1].counts = going_on
                return self.lists[-1]
        first = {way: count for way, count in counts(mark["number"]).items() if count <= 1}
        if not first:
            return None
        again = (depth for depth, steps in enumerate(self.lists) if steps.counts.keys() & first.keys())
        del self.lists[next(again, len(self.lists)) :]
        paragraph, owner = self.paragraphs[index], self.owner(index)
        apart = paragraph.piece.kind != "bullet" and (paragraph.opens or not owner.blocks)
        self.lists.append(Steps(first, apart and owner.kind == "part"))
        return self.lists[-1]

    def add(self, index: int, text: Text, kind: BlockKind = "text", depth: int = 0) -> None:
        """Put a text into its entry: as a block, as the rest of the block above, or as more of the question."""
        entry = self.owner(index)
        last = entry.blocks[-1] if entry.blocks else None
        if self.is_asking:
            entry.title = f"{entry.title or ''} {text.value}".strip()
            entry.heading += range(text.first, text.last + 1)
        elif kind == "text" and last and self.paragraphs[index].opens and _goes_on(last, text):
            entry.blocks.pop()
            before = Text(last.text, last.places, last.marks, last.links)
            entry.add(last.kind, joined(before, text, self.vocabulary, self.sheet.report), depth=last.depth)
        else:
            entry.add(kind, text, depth=depth)


def _goes_on(last: Block, text: Text) -> bool:
    """Tell whether a text is the rest of the block above it."""
    return len(last.text) < LONGEST_PARAGRAPH and goes_on(last.text, text.value, prose=False)


def _next(steps: Steps, mark: re.Match[str]) -> dict[str, int]:
    """Return what a step's number counts if it is the next of a list; nothing if it is not."""
    return {way: count for way, count in counts(mark["number"]).items() if steps.counts.get(way) == count - 1}


def _separator(reader: _QuestionsReader, index: int) -> bool:
    """`---`, a line that only separates."""
    paragraph = reader.paragraphs[index]
    if paragraph.piece.kind != "rule":
        return False
    reader.sheet.discard([paragraph.text.first], "separator")
    return True


def _part(reader: _QuestionsReader, index: int) -> bool:
    """`1. Combat`, `COMBAT` right above a question, a heading of Markdown."""
    heading = reader.plan.parts.get(index)
    if not heading:
        return False
    reader.close_parts(heading.level)
    draft = reader.open("part", heading.title or None, reader.paragraphs[index].lines, heading.number)
    reader.parts.append((heading.level, draft))
    return True


def _question(reader: _QuestionsReader, index: int) -> bool:
    """`Q. May I sail at night?`, with `A. Yes.` in the same line or further down."""
    question = reader.plan.questions.get(index)
    if not question:
        return False
    paragraph = reader.paragraphs[index]
    text = paragraph.text.cut(question.end)
    answered = any(ANSWER.match(paragraph.value) for paragraph in reader.ahead(index))
    answer = None if answered else ANSWER_BEHIND.search(text.value)
    asked, reply = (text.cut(0, answer.start()), text.cut(answer.end())) if answer else (text, None)
    lines = range(paragraph.text.first, max(asked.last, reply.first - 1 if reply else text.last) + 1)
    draft = reader.open("qa", asked.value or None, lines, question.number)
    if question.number and QUESTION.match(paragraph.value):
        draft.aliases.append(f"Q{question.number}")
    reader.is_asking = answered
    if reply:
        reader.add(index, reply)
    return True


def _answer(reader: _QuestionsReader, index: int) -> bool:
    """`A. Yes, with a lantern.`; a second answer is marked by `A:` alone, since `A.` may be a step."""
    paragraph = reader.paragraphs[index]
    mark = ANSWER.match(paragraph.value)
    if not mark or not reader.entry or reader.entry.kind != "qa":
        return False
    if not reader.is_asking and ":" not in mark.group():
        return False
    reader.is_asking = False
    reader.lists.clear()
    text = paragraph.text.cut(mark.end())
    reader.sheet.discard(range(paragraph.text.first, text.first if text else text.last + 1), "answer mark")
    if text:
        reader.add(index, text)
    return True


def _titled(reader: _QuestionsReader, index: int) -> bool:
    """`    Berth: A place for a ship.`, `Anchors hold in any weather.` above a text about anchors."""
    titled = reader.plan.titled.get(index)
    if not titled:
        return False
    text = reader.paragraphs[index].text
    title = text.cut(titled.start, titled.end)
    quoted = IN_QUOTES.fullmatch(title.value)
    printed = quoted["inside"] if quoted and titled.kind == "term" else title.value
    if titled.is_top:
        reader.close_parts(SECTION)
    draft = reader.open(titled.kind, printed or None, range(text.first, title.last + 1), titled.number)
    if titled.kind == "section":
        reader.parts.append((SECTION, draft))
    if rest := text.cut(titled.text):
        reader.add(index, rest)
    return True


def _step(reader: _QuestionsReader, index: int) -> bool:
    """`b) Set sail.`: the next of a list, or the first of one, which may stand inside another."""
    paragraph = reader.paragraphs[index]
    mark = STEP.match(paragraph.value)
    steps = reader.find_list(mark, index) if mark else None
    if not mark or not steps:
        return False
    if not steps.are_entries:
        reader.add(index, paragraph.text, "step", len(reader.lists) - 1 - sum(one.are_entries for one in reader.lists))
        return True
    text = paragraph.text.cut(mark.end())
    is_title = is_headline(text.value)
    lines = paragraph.lines if is_title else range(paragraph.text.first, text.first + 1)
    draft = reader.open("step", text.value if is_title else None, lines, mark["number"])
    if not is_title:
        draft.add("text", text)
    return True


def _bullet(reader: _QuestionsReader, index: int) -> bool:
    """`- Smoke`, `*Smoke`."""
    paragraph = reader.paragraphs[index]
    star = STAR.match(paragraph.value)
    if paragraph.piece.kind != "bullet" and not star:
        return False
    reader.add(index, paragraph.text.cut(star.end() if star else 0), "bullet", paragraph.piece.level)
    return True


def _text(reader: _QuestionsReader, index: int) -> bool:
    """Anything else is text of the current entry: a row of a table, `Example: …`, a paragraph."""
    paragraph = reader.paragraphs[index]
    kind = "table" if paragraph.piece.kind == "table" else front_matter.label_of(paragraph.value)
    reader.add(index, paragraph.text, kind or "text")
    return True


RULES: tuple[Callable[[_QuestionsReader, int], bool], ...] = (
    _separator,
    _part,
    _question,
    _answer,
    _titled,
    _step,
    _bullet,
    _text,
)
"""In order of precedence; each takes a paragraph and tells whether it was its own."""

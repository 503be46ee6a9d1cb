"""How the items of a stretch are printed: one function a form, each says whether a line begins an item in that form.

    ## Anchor            marked as a heading
    **Anchor**           bold, alone or above its text
    Anchor               a short line, alone or above its text
    **Anchor**: text     bold before the text
    Anchor               above its text behind a colon, as Markdown lists definitions
    : text
    Anchor – text        before a dash or a colon
    | Anchor | text |    the first cell of a row
    Q: text  A: text     a marked question

A form is decided over a whole stretch (`series.py`), never by one line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import NamedTuple

from judge.core.titles import fold
from judge.reading import front_matter
from judge.reading.dialects.questions.marks import ANSWER, MARK_END, QUESTION, cites_letter, question_number
from judge.reading.paragraphs import is_open
from judge.reading.readers.pieces import Piece
from judge.reading.rich_text import Text, join
from judge.reading.rulings.corrections import errata_of
from judge.reading.rulings.printed_dates import read_date

SOME_MARK = re.compile(r"(?P<mark>[^\W\d_]{1,12})\s?\d{0,3}[.:)：]\s?(?=\S)")
FEWEST_TURNS = 2
"""So many times marks take turns before they are those of questions and answers."""
ASKS = re.compile(r"[?？;\u037e][\"”’'»)*\s]*$")
"""The end of a question; Greek asks with a semicolon."""
DASHED = re.compile(r"(?P<title>[^\s–—.:;!?][^–—.:;!?\n]{0,70}?)\s+[–—-]{1,2}\s+(?=\S)")
COLON = re.compile(r"(?P<title>[^\s–—.:;!?][^.:;!?：\n]{0,70})(?::\s+|：)(?=\S)")
LEAD_END = re.compile(r"[\s.:：–—-]*")
LABEL = re.compile(
    r"(?:errat(?:a|um)|see(?: also)?|related|sources?|printed|was|(?:now|should) reads?|old|new|text)[:.]?",
    re.IGNORECASE,
)
"""What stands before a part of an entry, and is the name of none."""
CREDIT = re.compile(r"(?:^|(?<=[.!?。])\s?)[(\[（【][^()\[\]（）【】\d]{0,60}\d[^()\[\]（）【】]{0,60}[)\]）】][.。]?$")
"""The date and the source of a ruling, in a line of their own or behind a sentence: `[Rules Team, 3 May 2021]`."""
LEAST_LETTERS = 2
"""Letters of a name; `(1)` and `a)` are marks."""
CLOSED = re.compile(r"[^()\[\]]*[)\]]")
"""A line that ends with the brackets that another began."""
NUMBER = re.compile(r"\d{1,4}(?:[.-]\d{1,4}){1,9}[a-z]?\b")
"""What begins with a number of several levels is a rule."""
NARROW = 20
"""Characters of a line from which on it may be a full one."""
FEWEST_FULL = 3
"""So many paragraphs of several lines show how long a full line is."""
SHORT = 0.75
"""Share of the usual width that a title above its text does not go beyond."""
LONGEST_MARKED = 40
"""Lines of the longest question with a mark."""
LONGEST_ASKING = 5
"""Lines of the longest question without a mark."""
LONGEST_QUESTION = 60
"""Words of the longest question without a mark."""


class Marks(NamedTuple):
    """How questions and their answers are marked."""

    question: re.Pattern[str]
    answer: re.Pattern[str]
    behind: re.Pattern[str]
    """An answer in the line of its question."""
    lettered: bool = False
    """The document cites its questions with their letter."""


ENGLISH = Marks(QUESTION, ANSWER, re.compile(rf"(?<=[?.!;\"”)？])\s(?:{ANSWER.pattern})"))


@dataclass(frozen=True, slots=True)
class Line:
    """A source line of a stretch."""

    piece: Piece
    index: int
    """Of the piece, in the stretch."""
    text: Text
    number: int
    """Of the line in its piece, from 0."""
    below: Text | None
    """The next line of the piece."""
    above: Text | None
    """The line before it in the piece."""
    parts: Sequence[Text]
    """All lines of the piece."""

    @property
    def begins(self) -> bool:
        """Whether an item may begin here: at the beginning of a piece, or behind a whole sentence or brackets."""
        return self.above is None or not is_open(self.above.value) or CLOSED.fullmatch(self.above.value) is not None


@dataclass(frozen=True, slots=True)
class Item:
    """Where an item of a series begins."""

    line: Line
    title: Text
    rest: Text | None
    """What stands behind the title in its line; the other lines of the piece come after it."""
    taken: int = 1
    """How many lines of the piece the title and `rest` take."""
    number: str | None = None
    head: tuple[Text, ...] = ()
    """Of a row: the head of its table."""


def lines_of(pieces: Sequence[Piece]) -> list[Line]:
    """Return the source lines of pieces; a heading or a row of a table is one line."""
    found = []
    for index, piece in enumerate(pieces):
        if piece.kind == "rule":
            continue
        parts = parts_of(piece)
        for number, part in enumerate(parts):
            below = parts[number + 1] if number + 1 < len(parts) else None
            found.append(Line(piece, index, part, number, below, parts[number - 1] if number else None, parts))
    return found


def parts_of(piece: Piece) -> list[Text]:
    """Return the source lines of a piece; a heading or a row is one, and the number of a list is none."""
    if piece.kind in ("heading", "table"):
        return [piece.text]
    text = piece.text
    if piece.kind == "bullet" and piece.mark and text.value.startswith(piece.mark):
        text = text.cut(len(piece.mark))
    return [one for one in text.by_line() if one]


def width_of(lines: Sequence[Line]) -> int:
    """Return how long a full line is: the longest of nine in ten paragraphs of several lines, or of all if few have."""
    longest = [(max(len(part.value) for part in line.parts), line.below) for line in lines if not line.number]
    several = sorted(width for width, below in longest if below and width > NARROW)
    widths = several if len(several) >= FEWEST_FULL else sorted(width for width, _ in longest if width > NARROW) or [80]
    return widths[len(widths) * 9 // 10]


def is_name(text: str) -> bool:
    """Tell whether a text may be the name of a term or a card."""
    if not front_matter.is_title(text) or NUMBER.match(text) or front_matter.label_of(text + ":"):
        return False
    if LABEL.fullmatch(text) or CREDIT.search(text) or read_date(text):
        return False
    return len([char for char in text if char.isalpha()]) >= LEAST_LETTERS or text.isalnum()


def asks(text: str) -> bool:
    """Tell whether a text is a question."""
    return ASKS.search(text) is not None and len(text.split()) <= LONGEST_QUESTION


def _is_head(text: str) -> bool:
    return is_name(text) or asks(text)


def _heading(line: Line, width: int) -> Item | None:
    """`## Anchor`."""
    return Item(line, line.text.flow(), None) if line.piece.kind == "heading" else None


def _bold(line: Line, width: int) -> Item | None:
    """`**Anchor**`, alone or above its text."""
    if line.piece.kind != "paragraph" or not line.begins or not _all_bold(line.text):
        return None
    if line.piece.bold and not line.number:
        return None if read_date(line.piece.value) else Item(line, line.piece.text.flow(), None, len(line.parts))
    own = list(takewhile(_all_bold, line.parts[line.number : line.number + LONGEST_ASKING]))
    title = join(own) if asks(own[-1].value) else line.text
    taken = len(own) if title is not line.text else 1
    return Item(line, title, None, taken) if _is_head(title.value.rstrip(" :.")) else None


def _all_bold(text: Text) -> bool:
    strong = [mark for mark in text.marks if mark.kind == "strong"]
    return (
        bool(strong) and strong[0].start == 0 and sum(mark.end - mark.start for mark in strong) >= len(text.value) - 1
    )


def _bold_lead(line: Line, width: int) -> Item | None:
    """`**Anchor**: text`, `- **Anchor** text`."""
    mark = next((mark for mark in line.text.marks if mark.kind == "strong"), None)
    if line.piece.kind not in ("paragraph", "bullet") or not line.begins or not mark or mark.start:
        return None
    title = line.text.cut(0, mark.end)
    name = title.value.rstrip(" .:：–—-")
    behind = LEAD_END.match(line.text.value, mark.end)
    rest = line.text.cut(behind.end() if behind else mark.end)
    if not _is_head(name) or not (rest or line.below):
        return None
    return Item(line, title.cut(0, len(name)), rest or None)


def _definition(line: Line, width: int) -> Item | None:
    """A term above `: its meaning`."""
    if not line.below or not line.below.value.startswith((": ", "：")) or not is_name(line.text.value):
        return None
    return Item(line, line.text, line.below.cut(2), 2)


def _dash(line: Line, width: int) -> Item | None:
    """`Anchor – text`."""
    return _before(DASHED, line)


def _colon(line: Line, width: int) -> Item | None:
    """`Anchor: text`."""
    return _before(COLON, line)


def _before(pattern: re.Pattern[str], line: Line) -> Item | None:
    found = pattern.match(line.text.value) if line.piece.kind in ("paragraph", "bullet") and line.begins else None
    if not found or not is_name(found["title"]):
        return None
    return Item(line, line.text.cut(0, found.end("title")), line.text.cut(found.end()))


def _cell(line: Line, width: int) -> Item | None:
    """`| Anchor | text |`."""
    cells = line.piece.cells
    if line.piece.kind != "table" or line.piece.is_head or len(cells) < 2 or not cells[0] or not any(cells[1:]):
        return None
    title = cells[0].value
    if not _is_head(title) or not any(map(str.isalpha, title)):
        return None
    return Item(line, cells[0], join([cell for cell in cells[1:] if cell], " | "))


def _line(line: Line, width: int) -> Item | None:
    """`Anchor`, a short line alone or above its text."""
    text = line.text.value
    if line.piece.kind == "paragraph" and line.begins and (count := _asking_lines(line)) > 1:
        return Item(line, join(line.parts[line.number : line.number + count]), None, count)
    if line.piece.kind != "paragraph" or not line.begins or not _is_head(text.rstrip(" :")):
        return None
    if len(text) > SHORT * width and not (asks(text) and not (line.below and line.number)):
        return None
    if line.number and not line.below:
        return None
    return Item(line, line.text, None)


def _asking_lines(line: Line) -> int:
    """Return how many lines the question takes that begins here, or 0: all are open but the last."""
    for count, part in enumerate(line.parts[line.number : line.number + LONGEST_ASKING], 1):
        if asks(part.value):
            return count
        if not is_open(part.value):
            return 0
    return 0


def marks_of_questions(lines: Sequence[Line], tried: int | None = 2) -> Marks:
    """Learn how a stretch marks questions and answers: with `Q` and `A`, or with two other marks that take turns.

    Args:
        lines: of the stretch.
        tried: how many pairs of marks are tried, the most common first; None tries all.
    """
    if sum(1 for line in lines if QUESTION.match(line.text.value)) > 1:
        return ENGLISH._replace(lettered=any(cites_letter(line.text.value) for line in lines))
    found = [
        (place, match["mark"])
        for place, line in enumerate(lines)
        if line.begins and (match := SOME_MARK.match(line.text.value))
    ]
    turns = Counter((one, other) for (_, one), (_, other) in pairwise(found) if one != other)
    for (asked, answered), count in turns.most_common(tried):
        asking = [lines[place : place + LONGEST_ASKING] for place, mark in found if mark == asked]
        if count >= FEWEST_TURNS and 2 * sum(map(_is_asked, asking)) >= len(asking):
            return Marks(_mark(asked), _mark(answered), _mark(answered, r"(?<=[?.!;\"”)？])\s"))
    return ENGLISH


def _is_asked(lines: Sequence[Line]) -> bool:
    """Tell whether a question ends in the first of these lines or before another item begins."""
    own = [line for line in lines[1:] if not line.begins]
    return any(asks(line.text.value) or "?" in line.text.value for line in (lines[0], *own))


def _mark(word: str, before: str = "") -> re.Pattern[str]:
    return re.compile(rf"{before}(?P<before>(?!))?[\[(]?{re.escape(word)}{MARK_END}")


def _marked(line: Line, marks: Marks) -> Item | None:
    """`Q: May I sail?`, up to the mark of its answer or the end of the question."""
    found = marks.question.match(line.text.value)
    if line.piece.kind not in ("paragraph", "bullet") or not found or not (line.begins or line.above):
        return None
    parts = line.parts[line.number : line.number + LONGEST_MARKED]
    taken = next((n for n, part in enumerate(parts) if n and marks.answer.match(part.value)), 0)
    taken = taken or next((n + 1 for n, part in enumerate(parts) if asks(part.value)), len(parts))
    asked = join([parts[0].cut(found.end()), *parts[1:taken]])
    answer = marks.behind.search(asked.value)
    rest = asked.cut(answer.end()) if answer else None
    title = asked.cut(0, answer.start()) if answer else asked
    return Item(line, title, rest, max(taken, 1), question_number(found, lettered=marks.lettered))


def _reads(line: Line, width: int) -> Item | None:
    """`Anchor should read “…”`: a card in the sentence that corrects it."""
    if line.number or line.piece.kind not in ("paragraph", "bullet"):
        return None
    found = errata_of(line.piece.text.flow().value)
    name = found.subject if found else None
    start = line.text.value.find(name) if name and is_name(name) else -1
    if not name or start < 0 or start > len(QUOTES) or line.text.value[:start].strip(QUOTES):
        return None
    return Item(line, line.text.cut(start, start + len(name)), line.piece.text.flow(), len(line.parts))


QUOTES = "“”\"'‘’*_ "
MARKED = "marked"
"""The form of marked questions."""
FORMS: dict[str, Callable[[Line, int], Item | None]] = {
    "heading": _heading,
    "cell": _cell,
    "definition": _definition,
    "bold": _bold,
    "bold lead": _bold_lead,
    "line": _line,
    "dash": _dash,
    "colon": _colon,
    "reads": _reads,
}
"""In which forms items are printed; the first wins where two explain equally much."""


def _corrected(lines: Sequence[Line]) -> list[Item]:
    """`Anchor διαβάζεται “…”`: names before a quote, with the same words between them in every sentence."""
    found = [
        (line, match)
        for line in lines
        if not line.number
        and line.piece.kind in ("paragraph", "bullet")
        and (match := NAMED_QUOTE.fullmatch(line.piece.text.flow().value))
    ]
    if len(found) < FEWEST_TURNS:
        return []
    between = _common_end([match["before"].split() for _, match in found])
    items = []
    for line, match in found:
        end = len(match["before"].rstrip()) - (len(" ".join(between)) + 1)
        name = line.text.cut(0, max(end, 0))
        if between and is_name(name.value):
            items.append(Item(line, name, line.piece.text.flow(), len(line.parts)))
    return items


def _common_end(sentences: Sequence[Sequence[str]]) -> list[str]:
    """Return the words with which all sentences end."""
    common: list[str] = []
    for words in zip(*(reversed(sentence) for sentence in sentences), strict=False):
        if len(set(words)) > 1:
            break
        common.insert(0, words[0])
    return common


NAMED_QUOTE = re.compile(r"(?P<before>[^“”\"«»„]{3,90}?)[:：]?\s*[“\"«„](?P<new>.+)[”\"»“][.。]?")
QUOTING = "quoted"
"""The form of sentences that name a card and quote what it should read."""


def items_in(form: str, lines: Sequence[Line], width: int, marks: Marks) -> list[Item]:
    """Return the items that the lines of a stretch begin in one form."""
    if form == QUOTING:
        return _corrected(lines)
    if form == MARKED:
        return [item for line in lines if (item := _marked(line, marks))]
    found = []
    head: tuple[Text, ...] = ()
    for line in lines:
        head = line.piece.cells if line.piece.is_head else head
        if item := FORMS[form](line, width):
            found.append(replace(item, head=head) if line.piece.kind == "table" else item)
    return found


def sorts_by(title: Text) -> str:
    """Return what a term is sorted by; a mark that counts it stands before it in any order."""
    if counted := front_matter.COUNTED.match(title.value):
        title = title.cut(counted.end())
    return re.sub(r"^(?:the|an?) (?=\w)", "", fold(title.value))

"""What each line shows, found once: its look, its place, its end, what follows and what comes again.

Reads: a `Manuscript`. Writes: `DocumentFeatures`, the lines in source order and what the document as a whole says.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest

from msgspec import Struct, field

from judge.core.languages import phrases, words
from judge.core.tokens import LETTERS_AND_DIGITS
from judge.reading.lines import front_matter
from judge.reading.lines.addresses import OwnAddresses, find_addresses
from judge.reading.lines.front_matter import FULL, fold_title
from judge.reading.lines.paragraphs import is_open
from judge.reading.lines.questions import SEAM, Marks, asks, marks_of_questions
from judge.reading.rulings.errata import HABIT, ColumnRole, is_named_in, is_nothing
from judge.reading.text.manuscript import ORDINAL, Manuscript, Piece, parts_of
from judge.reading.text.rich_text import Text

WIDEST = 125
"""Columns of the widest text that is wrapped; in wider lines each is a paragraph. Half changes 12 of 16 comparisons in
the five documents, double 2."""
SPARE = 12
"""Columns that stay free at the end of a line whose next word would have fitted. Half changes 191 of 7,641 comparisons
in the five documents, double 254."""
USUAL = 0.85
"""The share of the lines that are at most as long as the text is wide."""
NESTED = DEEPEST = 3
"""Columns by which plain text sets a list inside another in, and how deep lists are distinguished by them. Half or
double of either changes no comparison in the five documents."""
NAMES = {
    kind: re.compile(rf"(?<!\w)(?:{phrases('headings', *names)})(?!\w)", re.IGNORECASE)
    for kind, names in {"card": ("card", "cards"), "qa": ("qa",), "term": ("term",)}.items()
}
"""What a heading may say of its stretch; a stretch that shows what it is needs no such heading."""
AFTER_WORD = re.compile(r"[^\W\d_]{2}\. ")
"""A stop that ends a sentence, and does not follow a number as in `4. Terms`."""
OF_CARDS = re.compile(
    rf"(?<!\w)(?:{phrases('headings', 'card')})(?!\w)|^(?:{phrases('headings', 'alone')})\W*$", re.IGNORECASE
)
"""What a title says that announces cards; others only speak of cards: `Drawing Cards`."""
LEAD = re.compile(r"(?P<title>[^\s–—.:;!?][^.:;!?\n]{0,60}?)(?P<sign>:|：| [–—-]{1,2})(?:(?<=：)|\s+)(?=\S)")
"""A name before a colon or a dash, and a text."""
NARROW_TITLE = 40
"""Columns of the longest title right above its text, or a question, in a wrapped paragraph. Half changes 23 of 788
comparisons in the five documents, double 747."""
ENDED = re.compile(r"[.!?。？！][\"”'’»)\]]*$")
"""The end of a sentence."""
FOLLOWING = 400
"""Characters after a line that tell whether a text is below it."""


class LineFeatures(Struct):
    """A source line of a piece; a heading or a row of a table is one line."""

    piece: Piece
    index: int
    """Of its piece, in the manuscript."""
    number: int
    """Of the line in its piece, from 0."""
    offset: int
    """Where it begins in the piece's text."""
    text: Text
    value: str
    parts: Sequence[Text]
    """All lines of its piece."""
    indent: int = 0
    bold: bool = False
    """All of it is bold."""
    lead: int = 0
    """Where the bold words end with which it begins; 0 where it begins with none."""
    starts: bool = True
    """It begins a paragraph: a piece, or after a line that its author ended early."""
    behind: bool = True
    """What is above it in its piece is a whole sentence."""
    alone: bool = True
    """It is all of its piece."""
    counts: bool = False
    """It begins with a count, and goes on counting inside its piece."""
    broken: bool = False
    """It ends early, without a stop."""
    listed: bool = False
    """It is a line of the contents list."""
    follows: int = 0
    """Characters of the text right below it, up to the next blank line."""
    is_above_list: bool = False
    """A bullet is right below it."""
    is_common: bool = False
    """The same words stand alone in several lines: a label, and no name."""
    again_beside: bool = False
    """Its words come again below as a line of their own, and so do those of a line beside it: a list of contents."""
    is_charted: bool = False
    """It is of a chart of steps, which are explained below."""
    apart: bool = False
    """More blank lines are above it than below, and several."""
    is_marked: bool = False
    """It begins with the mark of a question, or with that of an answer below one."""
    is_field: bool = False
    """It is a line of the head of an e-mail."""
    is_asked: bool = False
    """It is between the mark of a question and that of its answer, in one paragraph or up to the end of a question."""
    ordinal: int = 0
    """Its place in a list, as the format counts it or as it prints; a title with a number is none."""
    depth: int = 0
    """Of an item of a list: how deep it is nested."""
    is_above_question: bool = False
    """A question with its mark is right below it, and it does not end a sentence."""

    @property
    def begins(self) -> bool:
        """Whether an item may begin here."""
        return self.starts or self.behind

    @property
    def below(self) -> str:
        """The next line of its piece; empty where it is the last."""
        return self.parts[self.number + 1].value if self.number + 1 < len(self.parts) else ""

    @property
    def level(self) -> int:
        """The level that the format gives to a heading; 0 of anything else."""
        return self.piece.level if self.piece.kind == "heading" else 0

    @property
    def at(self) -> int:
        """The source line."""
        return self.text.first


class DocumentFeatures(Struct):
    """The lines of a document, and what it says of itself."""

    manuscript: Manuscript
    lines: list[LineFeatures]
    addresses: OwnAddresses
    """What the document says that it has."""
    labels: Counter[str]
    """Before how many texts words and a colon are."""
    marks: Marks
    """How it marks questions and answers."""
    nothing: str
    """The words that say again and again that there is nothing to say of a card, in the document's language."""
    heads: dict[int, tuple[Text, ...]]
    """The cells of the head above each row of a table, by the index of the row's piece."""
    pictured: frozenset[int]
    """The pieces that are words of pictures."""
    by_place: dict[tuple[int, int], LineFeatures]
    """By the index of the piece and the number of the line in it."""
    is_unwrapped: bool = False
    """Each line of the source is a paragraph of its own."""
    numbers: str = ""
    """A sample of a whole number, or `count` where the format counts, if a person gives one."""
    columns: Mapping[str, ColumnRole] = field(default_factory=dict)
    """What a person says that the columns of tables have, by their heads in lower case."""
    corrected: frozenset[int] = frozenset()
    """The pieces that a person says are errata."""

    def echo(self, line: LineFeatures) -> float:
        """Return, in bits, how much likelier the words of a sentence alone come again below if the text explains it."""
        below = len(line.parts) > 2
        if self.manuscript.source.markdown or line.number or line.piece.kind != "paragraph" or below:
            return 0.0
        return self.manuscript.once(Stems).echo(line.index)


def announced_kinds(title: str) -> frozenset[str]:
    """Return the kinds of entries that a title announces; a sentence announces none.

    >>> sorted(announced_kinds("Card rulings")), sorted(announced_kinds("Drawing cards"))
    (['card'], [])
    """
    if (
        not front_matter.is_title(title.rstrip(" :"))
        or title.endswith("?")
        or AFTER_WORD.search(title)
        or is_nothing(title)
    ):
        return frozenset()
    named = {kind for kind, pattern in NAMES.items() if pattern.search(title)}
    return frozenset(named - (set() if OF_CARDS.search(title) else {"card"}))


def find_features(manuscript: Manuscript, *, is_cut: bool = False) -> DocumentFeatures:
    """Look over a document.

    Args:
        manuscript: the text, cut into pieces.
        is_cut: whether columns run together or did, so that a title may be between two lines of the other column.
    """
    addresses = manuscript.once(find_addresses)
    lines = list(_lines(manuscript, addresses.pieces))
    _mark_paragraphs(lines, manuscript)
    _mark_counted(lines)
    _mark_starred(lines)
    _mark_apart(lines)
    _mark_ordinals(lines)
    _mark_followed(lines)
    pictured = frozenset(_pictured(manuscript.pieces))
    _mark_repeated([line for line in lines if line.index not in pictured])
    labels = Counter(label.casefold() for text in {line.value for line in lines} if (label := label_of(text)))
    marks = marks_of_questions([line for line in lines if not line.listed])
    _mark_asked(lines, marks)
    for line in lines if is_cut else ():
        if _is_stub(line):
            line.starts = line.behind = True
    return DocumentFeatures(
        manuscript,
        lines,
        addresses,
        labels,
        marks,
        nothing=_nothing_said(lines),
        heads=dict(_heads(manuscript.pieces)),
        pictured=pictured,
        by_place={(line.index, line.number): line for line in lines},
        is_unwrapped=WIDEST <= _text_width(manuscript) < math.inf,
    )


def _is_stub(line: LineFeatures) -> bool:
    """Tell whether a line is a title that the extraction put between two full lines of the other column."""
    around = [part.value for part in line.parts[max(0, line.number - 1) : line.number + 2]]
    if not 0 < line.number < len(line.parts) - 1 or not around[2][:1].islower():
        return False
    is_short = len(line.value) < STUB * min(len(around[0]), len(around[2]))
    return is_short and front_matter.is_title(line.value) and front_matter.is_capitalised(line.value)


STUB = 0.4
"""How much of a full line a title takes that is between two of them. Double changes 5 of 2,564 comparisons in the five
documents, half none."""


CALLOUT, LONGEST_CALLOUT = re.compile(r"[^\W\d_]{2}"), 12
"""What a number in a picture has none of, `2` and `D 79`, and its most characters. Of the second, half changes 913 of
11,777 comparisons in the five documents, double 1,891."""
CALLOUTS, AMONG = 5, 8
"""How many such numbers make a picture of what is around them, and pieces up to the next one. Of the first, half
changes 5 of 27 comparisons in the five documents, double none; of the second, half changes 26 of 200 comparisons,
double 8."""


def _pictured(pieces: Sequence[Piece]) -> Iterator[int]:
    """Find the words of pictures: what is among many numbers that are alone on their lines, and counts nothing.

    The numbers of pages ascend; those of a picture are anywhere.
    """
    callouts = [index for index, piece in enumerate(pieces) if piece.kind == "paragraph" and is_callout(piece.value)]
    ends = [n for n, (one, other) in enumerate(pairwise(callouts), 1) if other - one > AMONG]
    found: set[int] = set()
    for start, end in pairwise([0, *ends, len(callouts)]):
        own = callouts[start:end]
        counts = [int(digits) for n in own for digits in re.findall(r"\d+", pieces[n].value)]
        if len(own) >= CALLOUTS and counts != sorted(counts):
            first = own[0] - (own[0] > 0 and front_matter.is_title(pieces[own[0] - 1].value))
            found.update(n for n in range(first, own[-1] + 1) if _may_be_pictured(pieces[n]))
    for n in callouts if found else ():
        if n > 1 and pieces[n - 1].value.isupper() and front_matter.is_title(pieces[n - 1].value):
            found.update((n, n - 1, *([n - 2] if front_matter.is_title(pieces[n - 2].value) else [])))
    yield from sorted(found)


def is_callout(text: str) -> bool:
    """Tell whether a text is a number in a picture: it has no word."""
    return len(text) <= LONGEST_CALLOUT and not CALLOUT.search(text)


def _may_be_pictured(piece: Piece) -> bool:
    """Tell whether a piece is neither an item of a list, nor the rest of one, nor the title of an appendix."""
    if piece.kind != "paragraph" or front_matter.APPENDIX.match(piece.value) or COUNTED.match(piece.value):
        return False
    return not piece.value[:1].islower()


def _nothing_said(lines: Sequence[LineFeatures]) -> str:
    """Return the few words that are again and again all that is below a name, and of which a title has one.

    `Sin aclaraciones.` below `Ancla` and `Bote`, both below `Aclaraciones`; empty where there are none.
    """
    below = [
        line.value
        for above, line in pairwise(lines)
        if line.number == len(line.parts) - 1 <= 1 and PLAIN_WORDS.fullmatch(line.value) and is_open(above.value)
        if line.value.partition(" ")[0].casefold() not in words("see")  # it points to another name
    ]
    text, count = Counter(below).most_common(1)[0] if below else ("", 0)
    titles = (line.value for line in lines if line.alone and line.value != text and len(line.value) <= TITLE)
    return text if count > 1 and any(is_named_in(text, title) for title in titles) else ""


PLAIN_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+){0,3}[.。]")
TITLE = 75
"""Characters of the longest title that nothing marks. Half changes 25,786 of 64,157 comparisons in the five documents,
double 7,578."""


def _mark_asked(lines: Sequence[LineFeatures], marks: Marks) -> None:
    """Find the marks of questions, and those of answers below a question: elsewhere `A.` counts."""
    asked, above = False, None
    asking: list[LineFeatures] = []
    for line in lines:
        found = marks.question.match(line.value)
        if found:
            line.is_marked = asked = True
            asking = [line]
            if above and above.index == line.index:
                line.behind |= len(above.value) <= NARROW_TITLE
            if above:
                above.is_above_question = not (above.is_marked or ENDED.search(above.value))
        elif line.piece.kind == "heading":
            asked, asking = False, []
        elif asked and marks.answer.match(line.value):
            line.is_marked = True
            is_whole = bool(asking) and (asking[-1].index == asking[0].index or asks(asking[-1].value))
            for one in asking[1:] if is_whole else ():
                one.is_asked = True
            asking = []
        elif asking:
            asking.append(line)
        above = line


def _heads(pieces: Sequence[Piece]) -> Iterator[tuple[int, tuple[Text, ...]]]:
    """Yield the rows of tables with the cells of their head."""
    head: tuple[Text, ...] = ()
    for index, piece in enumerate(pieces):
        if piece.is_head:
            head = piece.cells
        elif piece.kind == "table" and head:
            yield index, head
        elif piece.kind != "rule":
            head = ()


def label_of(text: str) -> str:
    """Return the words before a colon at the beginning of a line."""
    label, colon, rest = text[:60].partition(":")
    return label.strip("*_ ") if colon and rest[:1] in ("", " ") and not re.search(r"[.;!?]", label) else ""


def _lines(manuscript: Manuscript, skip: Collection[int]) -> Iterator[LineFeatures]:
    soft = manuscript.source.soft
    for index, piece in enumerate(manuscript.pieces):
        if piece.kind == "rule":
            continue
        parts = parts_of(piece)
        offset = 0
        is_field = front_matter.is_mail_head(piece)
        strong = [(mark.start, mark.end) for mark in piece.text.marks if mark.kind == "strong"]
        for number, part in enumerate(parts):
            offset = max(piece.value.find(part.value, offset), offset)
            above = parts[number - 1]
            line = LineFeatures(
                *(piece, index, number, offset, part, part.value, parts),
                starts=not number,
                behind=not number or (not is_open(above.value) and above.last not in soft),
                alone=len(parts) == 1,
                listed=index in skip,
                is_field=is_field,
            )
            if strong:
                line.bold, line.lead = _bold(strong, offset, len(part.value))
            if not manuscript.source.markdown and not manuscript.origin:
                raw = manuscript.raw(part.first).expandtabs(8)
                line.indent = len(raw) - len(raw.lstrip())
            yield line
            offset += len(part.value)


def _bold(strong: Sequence[tuple[int, int]], offset: int, length: int) -> tuple[bool, int]:
    """Return whether a line is all bold, and where the bold words end with which it begins."""
    end = offset
    for first, last in strong:
        if first <= end + 1 and last > end:
            end = last
    inside = max(0, min(end - offset, length))
    return inside >= length - 1, inside


def _mark_paragraphs(lines: Sequence[LineFeatures], manuscript: Manuscript) -> None:
    """Find the lines of a wrapped text that begin a paragraph inside a piece, or end early without a stop."""
    width, joining = _text_width(manuscript), words("and") | words("of")
    for _, piece_lines in groupby(lines, key=lambda line: line.index) if width < WIDEST else ():
        own = list(piece_lines)
        margin = min(line.indent for line in own)
        is_bullet = own[0].piece.kind == "bullet"
        returning = (line for above, line in pairwise(own) if line.indent == margin < above.indent)
        sets_in = any(line.value[0].islower() for line in returning)  # the first line of a paragraph alone
        hangs = not (is_bullet or sets_in) and own[0].indent == margin
        for above, line in pairwise(own):
            columns = len(manuscript.raw(above.text.last).rstrip())
            ended = columns + 1 + len(line.value.split(maxsplit=1)[0]) < width - SPARE
            is_cut = above.value.rpartition(" ")[2] in joining
            above.broken = ended and is_open(above.value) and line.value[:1].isupper() and not is_cut
            deeper = not is_bullet and line.indent > margin and (line.indent > above.indent or not is_open(above.value))
            back = hangs and line.indent == margin < above.indent
            line.starts = (ended and (line.behind or above.broken) and not line.value[0].islower()) or deeper or back


def _text_width(manuscript: Manuscript) -> float:
    """Return the columns of a text that its author wraps; those of a text whose lines a reader made have no end."""
    widths = sorted(len(line.rstrip()) for line in manuscript.source.lines if len(line) > FULL)
    width = widths[int(len(widths) * USUAL)] if widths else 80
    return width if manuscript.origin is None else math.inf


def _mark_apart(lines: Sequence[LineFeatures]) -> None:
    """Find the paragraphs of one line with more white space above them than below."""
    for above, line, below in zip(lines, lines[1:], lines[2:], strict=False):
        if line.alone:
            room = line.text.first - above.text.last
            line.apart = room >= SEVERAL_BLANKS and room > below.text.first - line.text.last


SEVERAL_BLANKS = 3
"""Lines from one line to the next that has two blank lines above it."""


def _mark_counted(lines: Sequence[LineFeatures]) -> None:
    """Begin a paragraph at each line that counts on inside its piece.

    `1.` is in the first line, right below it, or after a sentence where `2.` follows; `2.` anywhere after it.
    """
    counts = {(line.index, int(found[1])) for line in lines if (found := COUNTED.match(line.value))}
    last = 0
    for line in lines:
        last = last if line.number else 0
        found = COUNTED.match(line.value) if line.piece.kind == "paragraph" else None
        begins = line.number <= 1 or (line.behind and (line.index, 2) in counts)
        if found and int(found[1]) == last + 1 and (last or begins):
            last += 1
            line.starts = line.behind = line.counts = True


def _mark_starred(lines: Sequence[LineFeatures]) -> None:
    """Begin a paragraph at each of several lines of a piece that begin with a star right before a word."""
    starred = [line for line in lines if STAR.match(line.value)]
    several = Counter(line.index for line in starred)
    for line in starred:
        if several[line.index] > 1:
            line.starts = line.behind = line.counts = True


STAR = re.compile(r"\*(?=[^\s*][^*]*$)")
"""A bullet that no blank parts from its words; stressed words have a second star."""


COUNTED = re.compile(r"\(?(\d{1,3})[.)]\s+(?=\S)")
"""`1.`, `2)`, `(3)` before a text."""


PADDED = re.compile(r"0\d")
"""How a number begins that is filled up with zeros, as no quantity is and no place in a list: `007.`"""


def _mark_ordinals(lines: Sequence[LineFeatures]) -> None:
    """Find the items of lists with their places, so that a list is one in every format.

    Titles with numbers above texts are none; what most items of a list are, all of them are. Nor are numbers that are
    filled up with zeros, as no place in a list is, and those of as many digits.
    """
    filled = {
        len(match["ordinal"]) for line in lines if (match := ORDINAL.match(line.value)) and PADDED.match(line.value)
    }
    lists: list[list[tuple[LineFeatures, bool]]] = []
    last: dict[tuple[int, bool], list[tuple[LineFeatures, bool]]] = {}
    for line, after in zip_longest(lines, lines[1:]):
        piece = line.piece
        if piece.kind == "heading":
            last = {}
        found = ORDINAL.match(line.value) if piece.kind in ("paragraph", "bullet") and line.starts else None
        found = None if found and len(found["ordinal"]) in filled else found
        if piece.ordinal and not line.number:
            line.ordinal, line.depth = piece.ordinal, piece.level
        elif found:
            is_whole = line.alone or (after is not None and after.starts and after.indent <= line.indent)
            line.ordinal, line.depth = int(found["ordinal"]), piece.level or min(line.indent // NESTED, DEEPEST)
            below = ORDINAL.match(after.value) if after else None
            has_text = not below or int(below["ordinal"]) != line.ordinal + 1
            words = line.value[found.end() :]
            is_run_in = SEAM.search(words) or label_of(words)
            is_title = is_whole and has_text and front_matter.is_title(words) and not is_run_in
            last = {name: one for name, one in last.items() if name[0] <= line.depth}
            beside = [last.get((line.depth, kind), []) for kind in (is_title, not is_title)]
            own = next((one for one in beside if one and one[-1][0].ordinal + 1 == line.ordinal), [])
            if not own:
                last[line.depth, is_title] = own
                lists.append(own)
            own.append((line, is_title))
    for own in lists:
        if 2 * sum(is_title for _, is_title in own) > len(own):
            for line, _ in own:
                line.ordinal = line.depth = 0


def _mark_followed(lines: Sequence[LineFeatures]) -> None:
    """Measure the text below each line: the rest of its piece, or the next piece if nothing is left."""
    length = 0
    below: LineFeatures | None = None
    for line in reversed(lines):
        is_last = line.number == len(line.parts) - 1
        line.follows = 0 if is_last and line.piece.kind == "table" else length
        line.is_above_list = is_last and below is not None and below.piece.kind == "bullet"
        below = line
        length = min(FOLLOWING, len(line.value) + (length if not is_last else 0))


class Stems:
    """The longer words of each piece, without their endings."""

    def __init__(self, manuscript: Manuscript) -> None:
        """Find them, and in how many pieces each is."""
        self.of = [_stems(piece.value) for piece in manuscript.pieces]
        self.times = Counter(stem for own in self.of for stem in own)

    def echo(self, index: int) -> float:
        """Measure whether the text below a piece says its words again, as an explanation does, or no more than any."""
        below = set().union(*self.of[index + 1 : index + 1 + EXPLAINING])
        echo = 0.0
        for stem in self.of[index]:
            chance = 1 - (1 - (self.times[stem] - 1) / len(self.of)) ** EXPLAINING
            echo += math.log2(AGAIN / chance if stem in below else (1 - AGAIN) / (1 - chance))
        return echo


def _stems(text: str) -> set[str]:
    return {word.casefold()[:STEM] for word in WORD.findall(text)}


WORD, STEM = re.compile(r"[^\W\d_]{4,}"), 5
"""A longer word, and how many of its letters stay whatever its ending."""
EXPLAINING, AGAIN = 3, 0.75
"""Paragraphs below a sentence that explain it, and the share of its words that come again in them if they do."""


CHARTED = re.compile(r"(?P<number>(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4})(?P<dot>\.?)\s+(?=[^\W\d_a-z])")
"""A number of several levels before a title."""


def _mark_repeated(lines: Sequence[LineFeatures]) -> None:
    """Find the titles whose words come again below."""
    names = [
        " ".join(LETTERS_AND_DIGITS.findall(line.value.casefold())) if len(line.value) <= TITLE else ""
        for line in lines
    ]
    last = {name: place for place, name in enumerate(names)}
    times = Counter(names)
    again = [name != "" and last[name] > place for place, name in enumerate(names)]
    templates = _find_templates(lines, names)
    for place, (line, name) in enumerate(zip(lines, names, strict=True)):
        line.is_common = name != "" and times[name] > HABIT and name not in templates
        line.again_beside = again[place] and sum(again[max(0, place - 1) : place + 2]) > 1
    _mark_charted(lines)


def _find_templates(lines: Sequence[LineFeatures], names: Sequence[str]) -> set[str]:
    """Find the bold titles that come again below numbered headings, once below each: `Definition`, `Examples`."""
    above = 0
    places: dict[str, list[int]] = defaultdict(list)
    for place, (line, name) in enumerate(zip(lines, names, strict=True)):
        if line.level:
            above = place if front_matter.LEADING_NUMBER.match(fold_title(line.value)) else 0
        elif name and line.bold and line.alone:
            places[name].append(above)
    return {name for name, own in places.items() if all(own) and len(set(own)) == len(own)}


def _mark_charted(lines: Sequence[LineFeatures]) -> None:
    """Find the lines of a chart of steps that are explained elsewhere, by their numbers.

    The two are printed in two forms, which tells them apart even where their columns are woven together: one has a
    stop after its numbers, and a text more often below. Where there is one form alone, the chart is above.
    """
    found = {
        place: match
        for place, line in enumerate(lines)
        if len(line.value) <= TITLE and (match := CHARTED.match(line.value))
    }
    twins: dict[tuple[str, str], list[int]] = {}
    for place, match in found.items():
        twins.setdefault((match["number"], lines[place].value[match.end() :].split()[0].casefold()), []).append(place)
    printed = [place for own in twins.values() if len(own) > 1 for place in own]
    if len(printed) < 2 * HABIT:
        return
    explained: dict[str, list[bool]] = {}
    for place in printed:
        explained.setdefault(found[place]["dot"], []).append(place + 1 < len(lines) and place + 1 not in found)
    forms = sorted(explained, key=lambda form: sum(explained[form]) / len(explained[form]))
    detailed = {match["number"] for match in found.values() if match["dot"] == forms[-1]}
    charted = {place for own in twins.values() for place in own[:-1]}
    if len(forms) > 1:
        charted = {n for n, match in found.items() if match["dot"] == forms[0] and match["number"] in detailed}
    for place in found:
        line = lines[place]
        if place in charted:
            line.is_charted = line.again_beside = line.starts = line.behind = True
            lines[place - 1].again_beside &= place - 1 in charted  # the title of the chart
        else:
            line.again_beside = False

"""The forms in which items are printed: which lines may begin an item, as what, and how much each looks like one.

Reads: `DocumentFeatures`. Writes: the `Candidate`s of each line. `search.py` alone decides what a line is in the end,
over the whole document; each row of `FORMS` only says what is possible.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, product
from operator import itemgetter
from typing import Literal

from msgspec import Struct, field

from judge.core.languages import phrases, words
from judge.core.model import replace
from judge.core.numbering import Key, exact_key, lookup_key, parents, parse
from judge.reading.grammar import prices
from judge.reading.grammar.features import (
    COUNTED,
    ENDED,
    LEAD,
    NAMES,
    NARROW_TITLE,
    PADDED,
    TITLE,
    WORD,
    DocumentFeatures,
    LineFeatures,
    announced_kinds,
    label_of,
)
from judge.reading.lines import front_matter, numbers
from judge.reading.lines.alphabet import sort_key
from judge.reading.lines.labels import find_labels, headings_by_address
from judge.reading.lines.numbers import MARK, STRONG, NumberedLine, readings
from judge.reading.lines.paragraphs import END, OPEN_WORD, is_open
from judge.reading.lines.questions import (
    LONGEST_ASKING,
    REFERRING,
    SEAM,
    STATEMENT_END,
    asks,
    may_ask,
)
from judge.reading.metadata.editions import is_imprint
from judge.reading.rulings.blocks import SEE, is_pointer
from judge.reading.rulings.errata import (
    HABIT,
    NAMED_QUOTE,
    common_end,
    errata_columns,
    errata_mark,
    errata_of,
    first_value,
    is_nothing,
    is_struck,
    printed_of,
    read_struck,
)
from judge.reading.rulings.printed_dates import find_dates, read_date
from judge.reading.text.manuscript import ORDINAL, PieceKind
from judge.reading.text.rich_text import Text

NARROW = 45
"""Characters of a title at or above which each ten make it less likely."""
STEP = re.compile(
    r"step\s+(?P<number>(?P<series>[A-Z]?)(?P<count>\d{1,2})(?P<letter>[a-z]?))\b\s?[.:–—-]?\s*(?=\S|$)", re.IGNORECASE
)
INITIALS = re.compile(r"\[[A-Z]{2,4}\]\.?$")
DIGIT = re.compile(r"\d")
UNSPACED = re.compile(r"(?=.{0,60}[\u3040-\u30ff\u4e00-\u9fff]{2}).{16}", re.DOTALL)
"""Some words of a script that puts no blanks between them, with a date."""
EDGES = 40, 60
"""Characters at the beginning and the end of a ruling in which its date may be."""
LABEL = re.compile(
    r"(?:errat(?:a|um)|see(?: also)?|related|sources?|printed|was|(?:now|should) reads?|old|new|text|"
    r"examples?|notes?|tips?)",
    re.IGNORECASE,
)


class Candidate(Struct):
    """One way in which a line may begin an item."""

    form: str
    look: tuple[object, ...]
    """How this document prints it; items of one series look alike."""
    order: str
    """What comes next in the series: "number", "count", "ordinal", "alphabet", "none"."""
    label: object
    """What the order compares: a `Key`, a count, what a title is sorted by."""
    text: float
    """Bits for taking the line for text."""
    item: float
    """Bits for taking it for an item, its place aside."""
    start: int = 0
    """Where the title or text begins in the line, after number and mark."""
    end: int = 0
    """Where the title ends; the line's end where all of it is."""
    rest: int = 0
    """Where the text begins that is after the title."""
    number: str = ""
    """As it is printed."""
    once: float = 0.0
    """Bits once a series, for a look unlike that of titles."""
    taken: int = 1
    """Lines that the title takes."""
    level: int = 0
    """Of a heading of the format."""
    promised: bool = False
    """The contents list has its title."""
    titled: bool = False
    """Nothing but a title is after its number."""
    told: bool = False
    """A person says that it begins a rule, or at which level it is."""
    announced: bool = False
    """The title above says that such items follow, and they do right below it."""
    below: int = -1
    """The place of that title; -1 where there is none."""
    is_label: bool = False
    """It is priced as a label, for its words begin several texts."""
    series: tuple[object, ...] = field(default=())

    def __post_init__(self) -> None:
        """Name the series; numbers of all looks count in one."""
        self.series = (self.form, self.order) if self.form == "number" else (self.form, self.order, *self.look)


class FormContext(Struct, frozen=True):
    """What a form may ask beside its line."""

    features: DocumentFeatures
    numbered: dict[tuple[int, int], NumberedLine]
    """Lines that begin with a number, by piece and offset."""
    places: list[tuple[int, int]]
    """Of these lines, in order."""
    deeper: frozenset[Key]
    """Numbers below which others are printed."""
    chapters: frozenset[tuple[int, int]]
    """Where numbers are that look like places in a list, and have others right below them."""
    counts_cited: bool
    """The document cites numbers that only its lists can have counted."""
    regular: frozenset[tuple[object, ...]]
    """Indentations at which nearly every paragraph begins with words before a colon or a dash."""
    quoted: dict[int, int]
    """Where the name ends in sentences that name a card and quote what it should read, by the index of the piece."""
    told: dict[int, str]
    """What the head of its table says of a row, by the index of its piece."""
    ruled: set[int]
    """Pieces that are rulings, pointers, or say that there are none."""
    body: int
    """The first piece that is a sentence; the edition is printed before it."""
    is_cut: bool
    """The ends of columns cut texts, so that parts of sentences are alone."""
    has_inserted: bool
    """Of the numbers after a sign one has a letter, `§ 5a`, as no place in a list has."""


Form = Callable[[LineFeatures, FormContext], Iterator[Candidate]]


Columns = Literal["apart", "woven", "parted"]
"""Whether the columns of a document were never together, may run together, or were parted: then texts are cut."""


def find_candidates(features: DocumentFeatures, columns: Columns = "apart") -> dict[int, list[Candidate]]:
    """Return what each line may begin, by the place of the line among `features.lines`.

    Args:
        features: the lines of the document.
        columns: where they may run together, what is below a title may be of the other one.
    """
    context = _context(features, is_cut=columns != "apart")
    found: dict[int, list[Candidate]] = {}
    for place, line in enumerate(features.lines):
        if line.listed or line.is_asked or not line.value or line.index in features.pictured:
            continue
        own = [one for form in FORMS[line.piece.kind] for one in form(line, context)]
        if any(one.form == "print" or (one.form == "part" and one.number) for one in own):
            own = [one for one in own if one.form not in UNNAMED]  # it says itself what it is
        if own:
            _weigh(own, line, features)
            found[place] = own
    if columns != "woven":
        _weigh_names(found, features)
    _weigh_holders(found)
    _weigh_announced(found, features, is_cut=columns != "apart")
    _add_blanks(found)
    return found


UNNAMED = ("line", "colon", "dash")
"""Forms of titles and labels that nothing but their place shows."""


def _context(features: DocumentFeatures, *, is_cut: bool) -> FormContext:
    pieces = features.manuscript.pieces
    skip = features.addresses.pieces
    read = {one.at: one for one in (*numbers.by_look(pieces, skip), *numbers.worded(pieces, skip))}
    told = (*headings_by_address(features.manuscript, skip), *find_labels(features.manuscript, skip, read.values()))
    read |= {one.at: one for one in told}
    found = numbers.with_chapters([read[at] for at in sorted(read)])
    counted = {(line.index, line.offset) for line in features.lines if line.ordinal}
    chapters = _chapters(found, counted)
    if not chapters:
        found = [one for one in found if one.word or len(one.key) > 1 or one.at not in counted]
    found = numbers.weighed_by_neighbours(found)
    deeper = frozenset(above for key in {one.key for one in found} for above in numbers.parent_keys(key))
    return FormContext(
        features,
        {one.at: one for one in found},
        [one.at for one in found],
        deeper,
        chapters,
        bool(features.numbers) or _counts_cited(features, {lookup_key(one.number) for one in found}),
        _regular(features),
        _quoted(features),
        _told(features),
        _ruled(features),
        next((index for index, piece in enumerate(pieces) if not is_open(piece.value)), len(pieces)),
        is_cut,
        any(one.number[-1:].isalpha() and SIGNED.match(pieces[one.piece].value, one.offset) for one in found),
    )


def _counts_cited(features: DocumentFeatures, printed: set[str]) -> bool:
    """Tell whether a document cites the numbers that its format counts: most of its paragraphs, or of what it cites."""
    solid = [piece for piece in features.manuscript.pieces if piece.kind in ("paragraph", "bullet")]
    counted = sum(1 for line in features.lines if line.ordinal)
    if 2 * counted >= len(solid) > 6 or _counts_alone(features, printed):
        return True
    known = printed | {one.rpartition(" ")[2] for one in printed}
    missing = sum(
        times
        for number, times in features.addresses.cited.items()
        if number not in printed and not known.isdisjoint(parents(number))
    )
    return missing >= 3 and 2 * missing > features.addresses.cited.total()


def _counts_alone(features: DocumentFeatures, printed: set[str]) -> bool:
    """Tell whether a document has one list and neither headings nor numbers of levels, and cites places in it."""
    places = [line.ordinal for line in features.lines if line.ordinal and not line.depth]
    pieces = features.manuscript.pieces
    has_others = any(piece.level for piece in pieces) or any("." in number for number in printed)
    if has_others or len(places) < HABIT or places != [*range(1, len(places) + 1)]:
        return False
    return any(int(found[1]) <= len(places) for piece in pieces for found in PLACE.finditer(piece.value))


PLACE = re.compile(rf"\b(?:{phrases('units', 'item', 'erratum')})\s+(\d{{1,3}})\b(?![.,]\d)", re.IGNORECASE)
"""`item 3`, `erratum 3`."""


def _ruled(features: DocumentFeatures) -> set[int]:
    """Find the pieces that are below the name of a card."""
    pieces = enumerate(features.manuscript.pieces)
    return {index for index, piece in pieces if is_ruled(piece.value, features.nothing)}


def _chapters(found: Sequence[NumberedLine], counted: set[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """Find the numbers that look like places in a list, and are chapters: the first number below each comes next."""
    above = [
        one.at for one, after in pairwise(found) if len(one.key) == 1 < len(after.key) and after.key[:1] == one.key
    ]
    chapters = frozenset(counted.intersection(above))
    return chapters if len(chapters) >= HABIT or (found and found[0].at in chapters) else frozenset()


def _quoted(features: DocumentFeatures) -> dict[int, int]:
    """Find the names before quotes, if the same words are between them in every sentence."""
    found = {
        line.index: match
        for line in features.lines
        if not line.number
        and line.piece.kind in ("paragraph", "bullet")
        and (match := NAMED_QUOTE.fullmatch(line.piece.text.flow().value))
    }
    beside = {index for index in found if {index - 1, index + 1} & found.keys()}
    found = {index: match for index, match in found.items() if index in beside}
    ends = Counter(match["before"].split()[-1] for match in found.values() if match["before"].split())
    word, count = max(ends.items(), key=itemgetter(1), default=("", 0))
    if count < 2:
        return {}
    own = {index: match for index, match in found.items() if match["before"].split()[-1:] == [word]}
    between = common_end([match["before"].split() for match in own.values()])
    size = len(" ".join(between)) + 1
    return {index: end for index, match in own.items() if (end := len(match["before"].rstrip()) - size) > 0}


def _told(features: DocumentFeatures) -> dict[int, str]:
    """Find the tables whose head says what their rows are."""
    rows: dict[tuple[Text, ...], list[int]] = {}
    for index, head in features.heads.items():
        rows.setdefault(head, []).append(index)
    told = {}
    for head, indexes in rows.items():
        kind = next((kind for kind, names in NAMES.items() if names.search(head[0].value)), "")
        columns = errata_columns([cell.value for cell in head], features.columns)
        kind = kind or ("term" if any(PENALTIES.search(cell.value) for cell in head) else "")
        if "should_read" in columns:
            kind = "errata"
        told.update(dict.fromkeys(indexes if kind else (), kind))
    return told | dict.fromkeys(features.corrected, "errata")


PENALTIES = re.compile(rf"(?<!\w)(?:{phrases('headings', 'done')})(?!\w)", re.IGNORECASE)
"""What the head of a table has whose rows are looked up by what somebody did."""


def _regular(features: DocumentFeatures) -> frozenset[tuple[object, ...]]:
    """Find the indentations at which nearly every paragraph begins with words before a colon or a dash."""
    starts = [line for line in features.lines if line.starts and line.piece.kind in ("paragraph", "bullet")]
    of_all = Counter(_depth(line) for line in starts)
    with_lead = Counter(_depth(line) for line in starts if LEAD.match(line.value))
    return frozenset(depth for depth, count in with_lead.items() if count >= HABIT and count >= REGULAR * of_all[depth])


def _depth(line: LineFeatures) -> tuple[object, ...]:
    return line.piece.kind, line.indent, line.piece.level


REGULAR = 0.75
"""Share of the paragraphs of an indentation that begin with such words, and of the rules of a level that begin with a
title, where it is a habit. Of the first, half changes 1 of 14 comparisons in the five documents, double 2; of the
second, double changes 1 of 12, half none."""


def is_ruled(text: str, nothing: str = "") -> bool:
    """Tell whether a text is what is below the name of a card: dated, a pointer, or that there is nothing."""
    return is_nothing(text) or text == nothing != "" or is_pointer(text) or is_dated(text)


@lru_cache(maxsize=16384)
def is_dated(text: str) -> bool:
    """Tell whether a text of some words begins or ends with a date, or ends with somebody's initials."""
    if len(text.split(maxsplit=3)) < 4 and not UNSPACED.match(text):
        return False
    end = text[-EDGES[1] :]
    signed = "]" in end and INITIALS.search(end) is not None
    return signed or begins_with_date(text) or _is_at_edge(end, first=False)


def _is_remarked(text: str) -> bool:
    """Tell whether a text is a sentence with a date before it, or with a remark in brackets after it."""
    before, _, _ = text.rpartition("(")
    remarked = text.rstrip(".")[-1:] == ")" and bool(before) and not is_open(before)
    return remarked or (begins_with_date(text) and not is_open(text))


def begins_with_date(text: str) -> bool:
    """Tell whether a date is printed before a text."""
    return _is_at_edge(text[: EDGES[0]], first=True)


def _is_at_edge(edge: str, *, first: bool) -> bool:
    if not DIGIT.search(edge):
        return False
    for date in find_dates(edge):
        bracketed = edge[max(0, date.start - 1) : date.start] in ("(", "[", "（", "［")
        if date.form == "year" and not bracketed:
            continue
        if date.start <= 1 if first else date.end >= len(edge.rstrip(" .")) - 1 or bracketed:
            return True
    return False


def _number(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`24.8.1 Order`, `§ 24 Order`, `R1.2`, `#### 1.2.1.`, `Chapter 4: Combat`, `第4章`."""
    if line.is_marked:
        return
    found = context.numbered.get((line.index, line.offset))
    if not found:
        yield from _number_alone(line, context)
        return
    is_chapter = (line.index, line.offset) in context.chapters or PADDED.match(found.number) is not None
    if len(found.key) == 1 and not (found.word or found.is_label):
        is_date = line.value.rstrip("*.:)] ")[-4:].isdecimal() and read_date(line.value)  # 1 May 2024
        if not is_chapter and (is_date or line.piece.kind == "bullet"):
            return
    weight = max(found.weight, STRONG - 1) if is_chapter else found.weight
    start = found.rest - found.offset
    rest = line.value[start:]
    if found.word:
        text = prices.TEXT["named"] + (prices.TEXT["heading"] if line.piece.kind == "heading" else 0)
        counted = "named", (found.word.casefold(), line.piece.level), "number", found.key, text, 0.0, start
        titled = line.alone and front_matter.is_title(rest)
        yield Candidate(*counted, number=found.number, level=line.piece.level, titled=titled)
        return
    whole = _of_number(line, context, found.key, found.number, start, rest, weight)
    whole.item += prices.LOWER * found.goes_on
    yield whole
    is_rule = context.has_inserted and SIGNED.match(line.value) is not None
    if len(found.key) == 1 and found.weight > 0 and found.number.isdigit() and not (line.ordinal or is_rule):
        look = (whole.level, line.bold, whole.look[3], min(line.indent // 4, 3))
        item = prices.NESTED_COUNT + (0.0 if whole.level else whole.item)
        whole.item += prices.SINGLE * (found.key not in context.deeper and not whole.level and not is_chapter)
        listed = "numbered", look, "count", found.key[0][0], whole.text, item, start
        yield Candidate(*listed, number=found.number, level=whole.level)


SIGNED = re.compile(numbers.SIGN)
NUMBER_ALONE = re.compile(r"(?P<number>\d{1,4}(?:\.(?:\d{1,4}[A-Za-z]?|[A-Za-z])){1,9})(?P<end>[.):]?)$")


def _has_number(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether a line begins with a number or with its place in a list."""
    return line.ordinal > 0 or (line.index, line.offset) in context.numbered


def _number_alone(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`#### 1.2.1.`, or a number in a line of its own above its text; `101` where it is the number of a record."""
    found = NUMBER_ALONE.match(line.value)
    number = found["number"] if found else line.value.rstrip(".")
    is_known = found or (line.text.first in context.features.manuscript.numbers and parse(number))
    if is_known and line.starts and line.piece.kind in ("heading", "paragraph"):
        weight = 8.0 if line.piece.level else 2.0
        yield _of_number(line, context, exact_key(number), number, len(line.value), "", weight)


def _of_number(
    line: LineFeatures, context: FormContext, key: Key, number: str, start: int, rest: str, weight: float
) -> Candidate:
    level = line.level
    text = prices.TEXT["number"] + prices.TEXT["level"] * (len(key) - 1 + all(key[-1]) + bool(level))
    is_titled = line.alone and front_matter.is_title(rest)
    bold = line.bold or line.lead >= start
    text += prices.TEXT["heading"] if level else prices.TEXT["bold"] if bold and line.starts else 0.0
    text += prices.CITED if context.features.addresses.cited[lookup_key(number)] else 0.0
    text += prices.TITLED if is_titled and weight >= 2 else 0.0
    text += prices.ABOVE_OTHERS if key in context.deeper and weight > 0 else 0.0
    item = 0.0
    if weight <= 0:
        item += prices.INSIDE
    elif weight < 2 and not SIGNED.match(line.value):
        item += prices.BARE * (not is_titled)
    if not line.behind and weight < STRONG:
        item += prices.INSIDE / 2
    look = (len(key), bool(level), line.bold, line.value[line.value.find(number) + len(number) : start].strip())
    counted = "number", look, "number", key, text, item, start
    return Candidate(*counted, number=number, level=level, titled=is_titled)


def _mark(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`a. Draw`, `(b) Build`, `iv) Sing`, `2) Cast off`."""
    if line.ordinal:
        yield _counted(line, context)
        return
    found = MARK.match(line.value)
    is_asked = line.is_marked and not (context.features.marks.question.match(line.value) and not _asks_in(line))
    if not found or is_asked:
        return
    mark = found["inner"] or found["outer"]
    if _has_number(line, context) and mark.isdigit() and not found["inner"]:
        return
    loud = prices.TEXT["heading"] if line.level else prices.TEXT["bold"] if line.bold and line.starts else 0.0
    text = prices.TEXT["mark"] + loud
    text += prices.LED * (mark in ONE and _leads_in(line, context)) or prices.CITED * _cites_mark(line, mark, context)
    item = 0.0 if line.starts or MARK.match(line.parts[line.number - 1].value) else prices.BEHIND
    for reading in readings(found):
        look = (reading.style, line.level, line.piece.kind == "bullet")
        yield Candidate("mark", look, "count", reading.value, text, item, found.end(), number=mark, level=line.level)


ONE = ("a", "A", "i", "I", "1")
"""The first marks of lists."""


def _leads_in(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether the text above a list is open: it ends with a colon, or with `may` or `if`."""
    pieces = context.features.manuscript.pieces
    above = line.parts[line.number - 1].value if line.number else pieces[line.index - 1].value if line.index else ""
    return above[-1:] in (":", "：") or above.rpartition(" ")[2].casefold() in words("leads")


def _cites_mark(line: LineFeatures, mark: str, context: FormContext) -> bool:
    """Tell whether the document cites a mark below the number above it: `1.3b`."""
    places = context.places
    place = bisect_left(places, (line.index, line.offset)) - 1
    return (
        place >= 0 and context.features.addresses.cited[lookup_key(context.numbered[places[place]].number + mark)] > 0
    )


def _counted(line: LineFeatures, context: FormContext) -> Candidate:
    """`1.` of a list that the format counts, whether the source holds the number or not."""
    found = ORDINAL.match(line.value)
    start = found.end() if found else 0
    if context.counts_cited:
        text, item = prices.TEXT["counted"] + 4.0, 0.0
    elif line.piece.listed:
        text, item = prices.TEXT["counted"], 3.0
    else:
        text, item = prices.TEXT["mark"], 0.0
    mark = line.piece.mark.strip("(.)")
    number = mark if mark.isalpha() else str(line.ordinal)
    look = (line.depth, context.counts_cited)
    return Candidate("counted", look, "ordinal", line.ordinal, text, item, start, number=number)


def _step(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Step 4 — Dawn`, `Step 4a: Toll`."""
    found = STEP.match(line.value)
    if found and (line.starts or line.bold):
        letter = found["letter"].lower()
        key = ((int(found["count"]), ""), *([(0, letter)] if letter else []))
        text = prices.TEXT["step"] + (prices.TEXT["heading"] if line.level else 0.0)
        counted = "step", (line.level,), "number", key, text, 0.0, found.end()
        yield Candidate(*counted, number=found["number"], level=line.level)


def _part(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Appendix 1: Turn Flowchart`, `Glossary`, `Index`."""
    if line.number:
        return
    bare = line.value.rstrip(":")
    appendix = front_matter.APPENDIX.match(line.value)
    wraps = (
        appendix is not None
        and len(line.parts) == 2
        and line.below[:1].islower()
        and front_matter.is_title(line.piece.text.flow().value, 14)
    )
    in_two = appendix is not None and (wraps or front_matter.is_two_line_appendix(line.piece.value))
    is_above = appendix is not None and line.below[:1].isupper() and (line.broken or ":" in appendix.group())
    if appendix and not (line.alone or in_two or is_above):
        appendix = None
    titled = appendix and (in_two or not line.value[appendix.end() :] or front_matter.is_title(line.value, 14))
    if not (titled or (line.alone and front_matter.BACK_MATTER.fullmatch(bare))):
        return
    text = prices.TEXT["part"] + (prices.TEXT["heading"] if line.level else 0.0)
    number = appendix["number"] if appendix else ""
    taken = 2 if appendix and in_two else 1
    shown = "part", (line.level,), "none", (), text, 0.0, 0, len(line.value)
    yield Candidate(*shown, number=number, level=line.level, taken=taken)


def _heading(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`## Anchor`."""
    yield from _titled(line, context, "heading", (line.piece.level,), prices.TEXT["heading"], line.piece.level)


def _bold(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`**Anchor**`, alone or above its text."""
    if not line.bold or not line.starts or read_date(line.value):
        return
    if len(line.value) <= TITLE * 1.5 or errata_mark(line.value) or first_value(line.value):
        below = context.features.by_place.get((line.index + 1, 0)) if line.alone else None
        heads = below is not None and below.ordinal > 0 and line.value[-1] not in ":."
        for is_capital in _capitals(line.value):
            look = (line.alone or line.piece.bold, is_capital)
            yield from _titled(line, context, "bold", look, prices.TEXT["bold"] + prices.HEADS * heads)


def _capitals(title: str) -> set[bool]:
    """Return whether a title is printed in capitals; those of an acronym are of both looks, as it is always so."""
    return {title.isupper(), title.isupper() and len(title) > ACRONYM}


ACRONYM = 3
"""Letters of the longest word that may be in capitals wherever it is. Double changes 1 of 40 comparisons in the five
documents, half none."""


def _titled(
    line: LineFeatures, context: FormContext, form: str, look: tuple[object, ...], text: float, level: int = 0
) -> Iterator[Candidate]:
    """Yield a title in the order of the alphabet, and one in no order."""
    title = line.value
    item = prices.LONG if len(title) > TITLE * 1.5 and not (errata_mark(title) or first_value(title)) else 0.0
    told = line.index + 1 in context.ruled or errata_mark(title) or first_value(title) or printed_of(line.below)
    text += prices.RULED if told else 0.0
    for order, label in orders_of(title):
        yield Candidate(form, look, order, label, text, item, end=len(title), level=level)


def orders_of(title: str) -> Iterator[tuple[str, object]]:
    """Yield the orders in which a title may be, each with what it is sorted by there: no order, and the alphabet.

    A title that begins with a sign is before all others; one that begins with a count is in no alphabet.
    """
    yield "none", ()
    if not front_matter.COUNTED.match(title):
        yield "alphabet", sort_key(title) if title[0].isalnum() or title[0] in QUOTES else ""


QUOTES = "“”\"'‘’«„("


def _line(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Anchor`, a short line alone or above its text; `Anchors hold in any weather.`, a sentence alone."""
    if not _is_short(line, context):
        return
    title = line.value
    named = label_of(title)
    heads, below = line.is_above_question, line.below
    is_last = line.number > 0 and not below and line.behind and STATEMENT_END.search(title) is not None
    is_last = is_last or (_is_inner(line, context) and not below)
    above = not (line.alone or is_last)
    ruled = is_ruled(below, context.features.nothing) if below else line.index + 1 in context.ruled
    ruled = ruled and not is_dated(title)
    longest = TITLE if context.features.is_unwrapped else NARROW_TITLE
    if above and not (below and len(title) < longest and (ruled or heads or line.follows > len(title))):
        return
    if _is_printed_matter(line, context) or _is_remarked(title):
        return
    words = WORD.findall(title)
    has_case = title.upper() != title.lower()
    free = has_case and 2 * sum(word[0].isupper() for word in words) <= max(1, len(words))
    if context.is_cut and free and len(title.split()) > FEW:
        return
    stop = STOPS.get(title.rstrip(QUOTES)[-1:], "")
    stop = "" if heads and stop == ":" else stop
    capitals = _capitals(title)
    text = prices.TEXT["above" if above else "line"] + prices.TEXT["capitals"] * all(capitals)
    text += prices.BROKEN * line.broken + prices.APART * line.apart
    text += prices.TITLE_CASE * (
        line.alone and not stop and len(words) > 1 and all(word[0].isupper() for word in words)
    )
    hangs = above and context.features.by_place[line.index, line.number + 1].indent > line.indent
    text += prices.SET_IN * hangs + prices.COUNTS * _counts_below(line, context)
    explained = _explained(line, context.features)
    text += prices.RULED * ruled + explained
    once = (prices.STOP * bool(stop) + prices.FREE * free) * (1 - explained / prices.EXPLAINED) + prices.ABOVE * (
        above and not hangs
    )
    item = max(0, len(title) - NARROW) * 0.1 + 0.5 * (bool(stop) + free)
    item += prices.COMMON_LABEL * (len(named) + 1 < len(title) and context.features.labels[named.casefold()] > 1)
    item += prices.DATED * is_dated(title)
    places = ("above",) if above else ("alone", "above") if _is_right_above_list(line, context) else ("alone",)
    for place, is_capital in product(places, capitals):
        look = (place, is_capital, stop, min(line.indent // 4, 3))
        for order, label in orders_of(title):
            yield Candidate("line", look, order, label, text, item, end=len(title), once=once)


STOPS = {".": ".", "。": ".", ":": ":"}
"""What a title may end with: as a sentence does, or as words do that introduce what is below. The two look unlike."""
FEW = 5
"""Words of a title in small letters where parts of sentences are alone as well. Half changes 18 of 82 comparisons in
the five documents, double 54."""


def _is_short(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether a line may be a title that nothing marks, by its own words."""
    title = line.value
    begins = line.starts or (line.is_above_question and line.behind)
    is_text = line.piece.kind == "paragraph" or _is_inner(line, context)
    if not is_text or line.bold or not begins or not 0 < len(title) <= TITLE:
        return False
    is_other = line.is_marked or line.is_field
    if is_other or _has_number(line, context) or not _may_be_title(title, is_above=bool(line.below)):
        return False
    return not LABEL.fullmatch(label_of(title))


def _is_inner(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether a line in the middle of a piece may be a title like one that is alone."""
    return line.number > 0 and context.is_cut


def _is_printed_matter(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether a short line is an imprint, a date, a caption, a credit or the number of a page."""
    title = line.value
    is_credit = front_matter.CREDIT.match(title) and is_open(line.below)  # no sentence is below it
    if is_credit or (line.index < context.body and is_imprint(title)) or read_date(title):
        return True
    return bool(front_matter.CAPTION.fullmatch(title) or front_matter.PAGE_NUMBER.fullmatch(title))


def _may_be_title(text: str, *, is_above: bool) -> bool:
    """Tell whether words begin and end as those of a title do, and neither count nor point elsewhere.

    A letter or two are a title only right above a text: `X`.
    """
    if text[0].islower() or text[-1] in ",;" or text[0] in "([<|>-–•*◊=":
        return False
    if "," not in text and text.rpartition(" ")[2].islower() and OPEN_WORD.search(text, max(0, len(text) - END)):
        return False
    if len(text) < (3 if text.upper() != text.lower() and not is_above else 1) or not any(map(str.isalpha, text)):
        return False
    return not (MARK.match(text) or NUMBER_ALONE.match(text) or SEE.match(text))


def _counts_below(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether the first item of a list is below a line that does not end with a colon."""
    places = context.features.by_place
    below = places.get((line.index + 1, 0) if line.alone else (line.index, line.number + 1))
    return below is not None and below.ordinal == 1 and line.value[-1] not in ":："


def _is_right_above_list(line: LineFeatures, context: FormContext) -> bool:
    """Tell whether an item of a list is right below a line, as a text is below the title above it."""
    below = context.features.manuscript.pieces[line.index + 1 : line.index + 2]
    return bool(below) and below[0].kind == "bullet" and below[0].text.first == line.text.last + 1


ASKS = re.compile(r"[?？]|[;\u037e](?=[\s\"”»]|$)")
"""The sign of a question; Greek asks with a semicolon."""
LETTERS = re.compile(r"[^\W\d_]")


def _statement(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Anchors hold in any weather.`, one sentence alone above the text that explains it."""
    if line.number or len(line.parts) > 2 or line.bold or line.indent:
        return
    if line.is_marked or _has_number(line, context) or context.features.manuscript.source.markdown:
        return
    text = line.piece.text.flow().value
    if not STATEMENT_END.search(text) or text[0].islower() or SEAM.search(text) or REFERRING.match(text):
        return
    if (line.alone and len(text) <= TITLE) or len(text.split()) > 40 or MARK.match(text) or LEAD.match(text):
        return
    last = context.features.by_place[line.index, len(line.parts) - 1]
    if last.follows <= len(text):
        return
    taken = len(line.parts)
    look = ("alone", False, ".", 0)
    explained = _explained(line, context.features)
    once = (prices.STOP + prices.FREE) * (1 - explained / prices.EXPLAINED)
    price = prices.TEXT["statement"] + explained
    yield Candidate("line", look, "none", (), price, 1.0, once=once, end=len(line.value), taken=taken)


def _explained(line: LineFeatures, features: DocumentFeatures) -> float:
    """Price a sentence that is text, although the text below explains it."""
    return 0.0 if is_dated(line.value) else max(0.0, min(features.echo(line), prices.EXPLAINED))


def _bold_lead(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`**Anchor**: text`, `- **Anchor** text`."""
    if not line.lead or line.bold:
        return
    first = context.features.by_place[line.index, 0]
    if not line.starts and not (line.behind and first.lead and not first.bold):
        return
    title = line.value[: line.lead].rstrip(" .:：–—-")
    rest = len(line.value) - len(line.value[line.lead :].lstrip(" .:：–—-"))
    if not title or len(title) > TITLE or _has_number(line, context) or line.is_marked:
        return
    has_case = title.upper() != title.lower()
    if len(LETTERS.findall(title)) < 1 + has_case or MARK.match(title + " ") or MARK.fullmatch(title + " x"):
        return
    is_label = context.features.labels[title.casefold()] > 1 or LABEL.fullmatch(title) is not None
    look = (line.piece.kind == "bullet", line.piece.level)
    above = line.parts[line.number - 1].value
    is_inside = not line.behind and OPEN_WORD.search(above, max(0, len(above) - END)) is not None
    item = prices.COMMON_LABEL * is_label + prices.LISTED_LEAD * (line.piece.kind == "bullet")
    item += prices.INSIDE * is_inside
    text = prices.TEXT["bold lead"] + (prices.TEXT["asks"] if title.endswith("?") else 0.0)
    text += prices.DATED * is_dated(line.piece.value[line.offset :])
    for order, label in orders_of(title):
        yield Candidate("bold lead", look, order, label, text, item, end=len(title), rest=rest, is_label=is_label)


def _lead(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Anchor: text`, `Anchor – text`."""
    if line.bold or line.lead:
        return
    if not line.starts and not (line.behind and all(LEAD.match(part.value) for part in line.parts)):
        return
    found = LEAD.match(line.value)
    if not found or _has_number(line, context) or MARK.match(line.value):
        return
    title = found["title"]
    if line.is_marked or LABEL.fullmatch(title) or read_date(title) or is_struck(line.text):
        return
    form = "colon" if found["sign"] in ":：" else "dash"
    if form == "dash" and line.value[found.end() :].isupper():
        return  # `Anchor (Sea) - HB TD`: what follows the dash is not words
    is_label = context.features.labels[title.casefold()] > 1
    item = prices.COMMON_LABEL * is_label + prices.LOWER * title[:1].islower()
    struck = prices.TEXT["reads"] if read_struck(line.piece.text) else 0.0
    item += max(0, len(title.split()) - 4) * 0.7 + prices.LISTED_LEAD * (line.piece.kind == "bullet" and not struck)
    look = (line.piece.kind == "bullet", line.piece.level, min(line.indent // 4, 3))
    text = prices.TEXT[form] + (prices.REGULAR if _depth(line) in context.regular else 0.0)
    text += struck or prices.DATED * is_dated(line.piece.value[line.offset :])
    for order, label in orders_of(title):
        more = prices.UNORDERED if order == "none" else 0.0
        shown = form, look, order, label, text, item + more
        yield Candidate(*shown, end=len(title), rest=found.end(), is_label=is_label)


def _cell(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`| Anchor | text |`."""
    cells = line.piece.cells
    if line.piece.is_head or len(cells) < 2 or not cells[0] or not any(cells[1:]):
        return
    title = cells[0].value
    told = context.told.get(line.index, "")
    if (len(title) > TITLE and not told) or not any(map(str.isalpha, title)) or NUMBER_ALONE.match(title):
        return
    text = prices.TOLD if told else prices.TEXT["cell"]
    says = told or any(not is_open(cell.value) for cell in cells[1:])
    for order, label in orders_of(title):
        more = (4.0 if order == "none" and not told else 0.0) + (0.0 if says else prices.FACTS)
        yield Candidate("cell", (len(cells), told), order, label, text, more, end=len(title))


def _question(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Q: May I sail?`, `Q12 (2023/11/01)`, `[Q] May I sail?`."""
    found = context.features.marks.question.match(line.value)
    if found:
        item = 0.0 if line.starts or line.behind else prices.INSIDE
        number = found["number"] or found["before"] or ""
        text = prices.TEXT["question"] if number or _asks_in(line) else prices.UNASKED
        text += prices.TEXT["heading"] * (line.level > 0)
        asked = "question", (line.level,), "none", (), text, item, found.end()
        yield Candidate(*asked, number=number, level=line.level)


def _asks_in(line: LineFeatures) -> bool:
    """Tell whether a question is in the piece of a line; the letter of its mark may count other things as well."""
    return ASKS.search(line.piece.value) is not None


def _asks(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`May I sail?`, alone or above its answer; `1.2 What is a reef?` is a number."""
    is_taken = line.is_marked or line.is_above_question or line.is_asked
    if not line.starts or is_taken or not may_ask(line.piece.value):
        return
    own = line.parts[line.number : line.number + LONGEST_ASKING]
    marked = (n for n, part in enumerate(own) if context.features.marks.question.match(part.value))
    own = own[: next(marked, len(own))]
    taken = next((n for n, part in enumerate(own, 1) if asks(part.value)), 0)
    asked = " ".join(part.value for part in own[:taken])
    counted = COUNTED.match(line.value)
    asked = asked[counted.end() :] if counted else asked
    has_more = any(ENDED.search(part.value) for part in own[: taken - 1]) or STATED.search(asked)
    if not taken or has_more or asked[:1].islower():
        return
    is_bold = any(mark.kind == "strong" for part in own[:taken] for mark in part.marks)
    # `>`: somebody else's words, in a mail
    text = prices.TEXT["asks"] + prices.TEXT["bold"] * (is_bold or asked[:1] == ">")
    start = counted.end() if counted else 0
    number = re.sub(r"\W", "", counted.group()) if counted else ""
    look = (line.alone, is_bold, bool(counted), line.piece.kind == "bullet")
    yield Candidate("asks", look, "none", (), text, 0.3, start, len(line.value), taken=taken, number=number)


STATED = re.compile(r"\.[\"”'’)]*\s(?=[\"“‘'(]?[A-Z\d])")
"""The end of a statement, after which another sentence begins."""


PRINT = re.compile(r"(?P<name>[^()]{1,60}?) \((?!see |page )[^()]{1,60}, \d{1,3}[A-Za-z]?\):?$", re.IGNORECASE)


def _print(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Evil Twin (Harbour Set, 12)`, a card by its set and its number there."""
    found = PRINT.match(line.value)
    begins = line.starts or line.behind or line.parts[line.number - 1].value.endswith(")")
    if found and begins and not read_date(line.value[found.end("name") :]):
        text = prices.TEXT["print"] + prices.TEXT["heading"] * (line.level > 0)
        yield Candidate("print", (line.level,), "none", (), text, 0.0, end=found.end("name"), level=line.level)


PART_OF_CARD = re.compile(r":\s(?=[a-z])| [–—-]{1,2} (?=[a-z])")
"""What parts the name of a card from the part that is corrected: `Mudlark: the cost`."""


def _reads(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Anchor should read “…”`: a card in the sentence that corrects it."""
    if line.number or "read" not in line.piece.value:
        return
    found = errata_of(line.piece.text.flow().value)
    name = found.subject if found else None
    if name and (part := PART_OF_CARD.search(name)):
        name = name[: part.start()]
    start = line.value.find(name) if name else -1
    if name and 0 <= start <= 4 and not is_struck(line.text):
        yield Candidate("reads", (line.piece.kind,), "none", (), prices.TEXT["reads"], 0.0, start, start + len(name))


def _quoting(line: LineFeatures, context: FormContext) -> Iterator[Candidate]:
    """`Anchor διαβάζεται “…”`: a name before a quote, with the same words between them in every sentence."""
    found = context.quoted.get(line.index) if not line.number else None
    if found:
        yield Candidate("quoting", (line.piece.kind,), "none", (), prices.TOLD, 0.0, end=found)


FORMS: dict[PieceKind, tuple[Form, ...]] = {
    "heading": (_number, _mark, _step, _part, _heading, _question, _print),
    "paragraph": (
        *(_quoting, _number, _mark, _step, _part, _bold, _line, _statement, _bold_lead, _lead, _question, _asks),
        *(_print, _reads),
    ),
    "bullet": (_quoting, _number, _mark, _step, _line, _bold_lead, _lead, _question, _asks, _print, _reads),
    "table": (_number, _cell),
}
"""The forms that may begin in each kind of piece; their order means nothing."""


HEADING = frozenset(("line", "number", "numbered", "mark", "counted"))
"""Forms of titles that are in doubt."""


def _weigh(own: Iterable[Candidate], line: LineFeatures, features: DocumentFeatures) -> None:
    """Add what holds for a line whatever it begins."""
    titles = features.addresses.titles
    title = front_matter.fold_title(line.value[:TITLE]) if titles else ""
    promised = front_matter.LEADING_NUMBER.sub("", title) in titles or line.at in features.addresses.goals
    inside = 0.0 if line.starts else prices.BEHIND if line.behind else prices.INSIDE
    strongest = max(one.text for one in own)
    repeated = line.again_beside and not line.bold and line.piece.kind != "heading"
    for one in own:
        one.item += max(0.0, strongest - one.text)
        one.text += prices.PROMISED if promised else 0.0
        one.promised = promised
        one.text += prices.HEADS * (line.is_above_question and one.form in HEADING)
        if one.form not in ("mark", "question", "number", "named", "print"):
            one.item += inside
        one.item += prices.COMMON_LABEL * (line.is_common and one.form in ("line", "bold"))
        if repeated and one.form not in ("question", "counted", "mark"):
            one.item += prices.REPEATED
            one.text = min(one.text, 0.3)


def _weigh_names(found: dict[int, list[Candidate]], features: DocumentFeatures) -> None:
    """A title right above another of its look has no text: it is in a list of names."""
    for place, own in found.items():
        line = features.lines[place]
        is_title = own[0].promised and line.piece.kind != "heading"
        if is_title and not any(pattern.search(line.value) for pattern in NAMES.values()):
            for below in found.get(place + 1, ()):
                is_subtitle = below.form == "line" and below.look[0] == "alone" and not below.promised
                below.item += prices.SUBTITLE * is_subtitle
        for one, below in product(own, found.get(place + 1, ())):
            if one.form == below.form == "number" and one.start == len(line.value):
                one.item += prices.EMPTY * (len(below.label) <= len(one.label))  # type: ignore[arg-type]
            is_alike = one.form in ("line", "heading", "bold") and one.series == below.series
            if is_alike and not (one.promised or line.value.endswith(":")):
                one.item += prices.EMPTY
    run: list[list[Candidate]] = []
    looks: set[object] = set()
    for place in range(len(features.lines) + 1):
        own = [one for one in found.get(place, ()) if one.form == "line" and one.look[0] == "alone" and not one.once]
        looks = looks & {one.look for one in own} if run else {one.look for one in own}
        if not looks:
            for one in (one for row in run if len(run) >= ROWS for one in row):
                one.item += 3 * prices.EMPTY
            run, looks = [], {one.look for one in own}
        run += [own] if own else []


ROWS = 4
"""Titles without a text, one right above the other, that are the rows of a chart. Half changes 33 of 313 comparisons in
the five documents, double 5."""


def _weigh_announced(found: Mapping[int, list[Candidate]], features: DocumentFeatures, *, is_cut: bool) -> None:
    """What is in the form of terms below `Glossary`, or of questions below `FAQ`, is hardly text.

    Nor is a single item, if it begins right below such a title; then the title is none either, nor are others in
    capitals where it is.
    """
    in_capitals = False
    stretches = list(_announced_stretches(found, features))
    outside = _labels_outside([places for _, _, places in stretches], features)
    for title, kinds, places in stretches:
        forms = frozenset().union(*(OF_KIND[kind] for kind in kinds - {"card"}))
        for one in (one for place in places for one in found.get(place, ())):
            one.text += prices.ANNOUNCED * (one.form in forms and not (one.form == "line" and one.look[2]))
        if is_cut:  # what is below a title may be of the other column
            continue
        labels = outside | _recurring(places, features)
        items = list(_first_below(title, kinds, places, found, features, labels))
        for _, one in items:
            one.below = title
            one.item -= prices.COMMON_LABEL * one.is_label
            one.announced = one.order == "none" and one.form != "heading"  # the alphabet adds to what is announced
            one.text += prices.ANNOUNCED * (1 + (one.form not in forms)) * one.announced
        for one in found[title] if items else ():
            one.text += prices.ANNOUNCES * (one.form in HEADING)
            one.once = 0.0
            in_capitals |= one.form in ("line", "part") and not one.level and features.lines[title].value.isupper()
    for one in (one for own in found.values() for one in own if in_capitals):
        one.announced |= one.form == "line" and one.look[:2] == ("alone", True) and one.order == "none"


def _announced_stretches(
    found: Mapping[int, list[Candidate]], features: DocumentFeatures
) -> Iterator[tuple[int, frozenset[str], range]]:
    """Yield the titles that announce items, with their kinds and what is below them up to the next heading."""
    title, kinds = -1, frozenset[str]()
    for place, own in (*found.items(), (len(features.lines), [])):
        line = features.lines[place] if own else None
        is_title = any(one.form in ANNOUNCING and not one.rest for one in own)
        if line and not (is_title and len(line.value) <= TITLE):
            continue
        is_label = line and not line.level and not line.value.isupper() and LABEL.fullmatch(line.value.rstrip(" :"))
        named = announced_kinds(line.value) if line and not is_label else frozenset()
        if not line or named or any(one.form in ("heading", "part", "number") for one in own):
            if kinds:
                yield title, kinds, range(title + 1, place)
            title, kinds = place, named


def _first_below(
    title: int,
    kinds: frozenset[str],
    places: range,
    found: Mapping[int, list[Candidate]],
    features: DocumentFeatures,
    labels: Container[str],
) -> Iterator[tuple[int, Candidate]]:
    """Yield the items in the form of the first one below a title, as far as most paragraphs are such.

    Each is with its place. Nothing else than a paragraph that introduces them is before the first one.
    """
    starts = [place for place in (*places, places.stop) if place < len(features.lines) and features.lines[place].starts]
    forms = {form for kind in kinds for form in OF_KIND[kind] if title or form in LEADING}
    own: dict[tuple[object, ...], list[tuple[int, Candidate]]] = {}
    for place in starts:
        for one in found.get(place, ()):
            is_next = place == places.stop and one.form == "heading" and one.level > features.lines[title].level
            if is_next or (
                place < places.stop and one.form in forms and _may_be_announced(one, place, features, labels)
            ):
                own.setdefault((one.form, one.look), []).append((place, one))
    before = {place: count for count, place in enumerate(starts)}
    for (form, _), items in own.items():
        held = sorted({place for place, _ in items})
        while form in LEADING and held and 2 * len(held) <= before[held[-1]]:
            held.pop()
        if held and held[0] in starts[:FIRST_BELOW]:
            yield from (one for one in items if one[0] <= held[-1])


def _labels_outside(stretches: Iterable[range], features: DocumentFeatures) -> frozenset[str]:
    """Return the words before a colon that begin several texts where no title announces names."""
    inside = {place for places in stretches for place in places}
    texts = {line.value for place, line in enumerate(features.lines) if place not in inside}
    return frozenset(label for label, count in Counter(map(_folded_label, texts)).items() if label and count > 1)


def _recurring(places: range, features: DocumentFeatures) -> frozenset[str]:
    """Return the words before a colon that come again in a stretch after another name or label.

    What comes again right after itself, or after texts alone, is a name with several texts.
    """
    starts = (line for line in features.lines[places.start : places.stop] if line.starts)
    runs = groupby(label for line in starts if (label := _folded_label(line.value)) or is_open(line.piece.value))
    labels = [label for label, _ in runs]
    return frozenset(label for label, count in Counter(labels).items() if label and count > 1)


def _folded_label(text: str) -> str:
    return label_of(text).casefold()


def _may_be_announced(one: Candidate, place: int, features: DocumentFeatures, labels: Container[str]) -> bool:
    """Tell whether a name, which is no label and no text, is before words or above them."""
    line = features.lines[place]
    title = line.value[one.start : one.end or None]
    if one.form not in (*LEADING, "line", "bold"):
        return one.form != "reads" or "read" in line.value[one.end :]  # not a name above its sentence
    if one.form in LEADING:
        name, words = label_of(line.value[: one.rest]) or title, line.value[one.rest :].split()
        is_label = name.casefold() in labels or LABEL.fullmatch(name.rstrip(" .:")) is not None
        is_label |= one.form == "bold lead" and line.value[one.end :].lstrip()[:1].isalnum()
        return not is_label and len(title.split()) <= LONGEST_NAME and any(map(str.islower, words)) and len(words) > 2
    below = features.lines[place + 1] if place + 1 < len(features.lines) else None
    is_text = title[-1:] in ".:。" or ". " in title or is_dated(title) or is_nothing(title)
    if below is None or is_text or len(title.split()) > LONGEST_NAME:
        return False
    text = below.piece.value  # and no other name
    return below.piece.kind == "bullet" or not is_open(text) or is_dated(text)


FIRST_BELOW, LONGEST_NAME = 2, 6
"""Paragraphs below a title among which is the first item that it announces, and words of the name of such an item. Of
the second, half changes 91 of 791 comparisons in the five documents, double 15."""
ANNOUNCING = frozenset(("heading", "bold", "line", "part", "number"))
LEADING = ("bold lead", "colon", "dash")
OF_KIND = {
    "term": (*LEADING, "line", "bold"),
    "qa": ("question", "asks"),
    "card": (*LEADING, "reads", "bold", "line"),
}
"""The forms in which what a title announces is printed below it."""


def _weigh_holders(found: dict[int, list[Candidate]]) -> None:
    """Raise what it costs to take a title for text right above one of another look that the text below it shows."""
    for place, own in found.items():
        shown = [one for one in found.get(place + 1, ()) if one.form == "line" and one.text > prices.TEXT["line"]]
        for one in own:
            is_line = one.form == "line" and one.look[0] == "alone" and not one.look[2]
            holds = any(below.look != one.look or (below.form == "line" and below.look[2]) for below in shown)
            one.text += prices.HOLDS * ((is_line or one.form == "bold") and holds)


def _add_blanks(found: dict[int, list[Candidate]]) -> None:
    """Let a bold title right above its text be of one series with those alone, if half are: a blank line is lost."""
    looks = Counter(one.look for own in found.values() for one in own if one.form == "bold")
    for own in found.values():
        for one in own[:]:
            alone = (True, *one.look[1:])
            if one.form == "bold" and looks[alone] >= looks[one.look]:
                own.append(replace(one, look=alone, item=one.item + prices.ODD))

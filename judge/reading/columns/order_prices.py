"""What speaks for and against an order of blocks, as costs: the weights in one table, one function a kind of evidence.

A cost is about the negative logarithm of how often the thing happens in a text that is read in the right order: 0 for
what is usual, 1 for one time in three, 3 for one in twenty, 5 for one in a hundred and fifty (docs/design/columns.md).
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import pairwise

from judge.core.numbering import Key
from judge.reading.columns.column_blocks import ALPHABET, LABEL, LISTED, PART, WORDLESS, ColumnBlock
from judge.reading.lines import front_matter

MEMBER = re.compile(r"(?P<label>[^\W\d_][\w’'-]{0,20}(?: [\w’'-]{1,20}){0,2}) ?(?P<mark>:|[–—]) ?(?=[^\W\d_“\"])")
"""How the member of a series begins."""
REACH = 40
"""Blocks of the file within which the members of a series are."""
FEWEST_MEMBERS = 3
"""Members that a series has at least."""
TOGETHER = -3.0
"""A member of a series follows another, or the sentence that opens it."""
INTERRUPTED = 2.0
"""A member of a series follows another text of its entry, as its first member without an opening."""
UNOPENED = 2.5
"""A sentence that ends with a colon is followed by a paragraph that is not a member of anything."""

BEGINNING = re.compile(r"\(|[^\W\d_]+(?:[.,:]| [^\W\d_]+)?")
"""The part of a text's beginning that tells its role: "Should read", "Yes.", an opening bracket."""
FEWEST_ALIKE = 3
"""Texts that begin alike before their beginning is a role."""
NEVER = 0.2
"""How often what was never above a text with a role is taken to be there."""
RAREST_ROLE = 0.05
"""The share below which all that is above a text with a role is alike rare."""

NEIGHBOURS = """
            heading     rule     text      see   bullet numbered  related    chart
  heading       4.4      0.3     -0.4      0.5      4.5        3        5        1
  rule            1      0.3      1.5        3        1      1.5        2        3
  text            1        1      0.9        3      0.9      1.5      1.2        2
  see             0        0        4        4        4        4        2        4
  bullet          1        1      2.6        3      0.2      2.5      0.6      1.5
  numbered      1.5      1.5      1.5        4        2      0.3      1.5        3
  related      -0.2        0      5.1        5      5.1        5      4.2        5
  chart           1        1      1.5        4        1        3        3      0.3
"""
"""What it costs that a block of the kind at the left is followed by one of the kind above, in the same column."""
DESCENT = 6.0
"""A heading is after one that follows it in the order of headings."""
SKIPPED = 1.5
"""A number follows that is not the next one."""
CHANGED = 3.0
"""A heading of one series (a card) is followed by one of another (a question), and no new part has begun; or a
line of a chart of steps is below one step."""
NESTED = 0.3
"""A heading right below the one that it belongs to, `3.2.1` below `3.2`, or below another of a mere list."""
CUT_OFF = 6.4
"""A text goes on in lower case after one that has ended."""
LEFT_OPEN = 3.4
"""A text ends without a full stop, and what follows is not a continuation."""

OWN, OWN_MOST = (0.75, 0.6, 0.55, 0.4), 5.0
"""How often a paragraph prints a word of its entry's title, if that has one word, two, three or more, and the most that
all of them say."""
NEAR = 100
"""Blocks before and after one that tell how common a word is there."""
SHARED, SHARED_MOST, RARE = 0.15, 1.5, 0.1
"""Words that two neighbours share: weight of each, the most they say, and the share of blocks that may hold them."""
RAREST, COMMONEST = 0.01, 0.9
"""Bounds of the share of blocks that hold a word."""


def _table(printed: str) -> dict[tuple[str, str], float]:
    """Read a table of costs, by the names of row and column."""
    above, *rows = (line.split() for line in printed.strip().split("\n"))
    return {(name, kind): float(cost) for name, *costs in rows for kind, cost in zip(above, costs, strict=True)}


KIND_COSTS = _table(NEIGHBOURS)


class Evidence:
    """Costs of neighbours and owners among the blocks of one document, worked out when they are asked for."""

    def __init__(self, blocks: Sequence[ColumnBlock]) -> None:
        """Count the words of the blocks, and find the series; the blocks are in the order of the file."""
        self.blocks = blocks
        self.series = dict(_members(blocks))
        """The series of each member, by index."""
        texts = [index for index, block in enumerate(blocks) if block.kind not in ("heading", "aside")]
        self.printed: dict[str, list[int]] = defaultdict(list)
        """Where each word is, by the indexes of blocks."""
        for index in texts:
            for word in blocks[index].words:
                self.printed[word].append(index)
        self.share = {
            word: min(max(len(where) / len(texts), RAREST), COMMONEST) for word, where in self.printed.items()
        }
        self.pair = cache(self._pair)
        """What it costs that one block follows another in the order of reading."""
        self.owner = cache(self._owner)
        """What it costs that a block belongs to a heading, by the words of its title.

        A word of the title speaks for it as much as the word is rare; that none is there speaks against it."""
        self.alike = Counter(opening_of(block) for block in blocks if block.kind == "text")
        """How many texts begin alike."""
        self.above: dict[str, Counter[str]] = {}
        """What is above the texts of each role where their place is sure."""
        self.usual: Counter[str] = Counter()
        """What is above all texts whose place is sure."""

    def learn(self, order: Sequence[int], sure: Collection[int]) -> None:
        """Learn what is above the texts with a role: above "(Added …)" is "Should read: …".

        Args:
            order: all blocks in the order of reading.
            sure: those whose place is sure.
        """
        self.above = defaultdict(Counter)
        for first, second in pairwise(order):
            if second in sure:
                self.above[self._role(second)][self._class(first)] += 1
        self.usual = sum(self.above.values(), Counter())
        self.pair.cache_clear()

    def _role(self, index: int) -> str:
        """Return how a text begins that begins like others; empty for all others."""
        block = self.blocks[index]
        opening = opening_of(block) if block.kind == "text" else ""
        return opening if self.alike[opening] >= FEWEST_ALIKE else ""

    def _class(self, index: int) -> str:
        """Return what a block is to those after it: a heading of a series, a text with a role, or its kind."""
        block = self.blocks[index]
        return block.series if block.heads else self._role(index) or block.kind

    def _behind(self, before: int, after: int) -> float:
        """Return what it costs that a text with a role is after another."""
        role = self._role(after)
        above = self.above.get(role)
        if not role or not above:
            return 0.0
        own = self._class(before)
        by_chance = max(RAREST_ROLE, self.usual[own] / self.usual.total())
        return math.log(by_chance * (above.total() + 1) / (above[own] + NEVER))

    def _pair(self, before: int, after: int) -> float:
        first, second = self.blocks[before], self.blocks[after]
        return follows(first, second) - self._rare_words_gain(first, second) + self._serial(before, after)

    def _serial(self, before: int, after: int) -> float:
        """Return what it costs, by its series or its role, that a block follows another."""
        own, above = self.series.get(after), self.series.get(before)
        first = self.blocks[before]
        opens = first.kind not in WORDLESS and first.text.endswith(":")
        if own is None:
            is_unopened = opens and self.blocks[after].kind in ("text", "heading")
            return self._behind(before, after) + (UNOPENED if is_unopened else 0.0)
        return TOGETHER if own == above or (above is None and opens) else INTERRUPTED

    def _rare_words_gain(self, before: ColumnBlock, after: ColumnBlock) -> float:
        """Return how much rare words speak for it that two texts that both have them are together."""
        if before.kind in WORDLESS or after.kind in WORDLESS:
            return 0.0
        shares = (self.share[word] for word in before.words & after.words)
        return min(SHARED_MOST, SHARED * sum(-math.log(share) for share in shares if share < RARE))

    def _share_near(self, word: str, index: int) -> float:
        """Return the share of the blocks around this one that hold a word, as subjects are together."""
        printed = self.printed.get(word, ())
        near = bisect_left(printed, index + NEAR) - bisect_left(printed, index - NEAR)
        return max(self.share.get(word, RAREST), near / (2 * NEAR))

    def _owner(self, owner: int, index: int) -> float:
        heading, block = self.blocks[owner], self.blocks[index]
        if block.kind == "chart" and len(heading.key) > 1:
            return CHANGED
        title = heading.words if heading.kind == "heading" else frozenset()
        if not title or block.kind in WORDLESS:
            return 0.0
        told = OWN[min(len(title), len(OWN)) - 1]
        cost = 0.0
        for word in title:
            share = min(self._share_near(word, index), told)
            cost += math.log(share / told) if word in block.words else math.log((1 - share) / (1 - told))
        return max(-OWN_MOST, min(OWN_MOST, cost))


def opening_of(block: ColumnBlock) -> str:
    """Return the words with which a text begins, which tell its role."""
    found = BEGINNING.match(block.text)
    return found.group().casefold() if found else ""


def _members(blocks: Sequence[ColumnBlock]) -> Iterator[tuple[int, int]]:
    """Yield the members of series, each with the number of its series."""
    open_: dict[tuple[str, str], list[int]] = {}
    found: list[list[int]] = []
    for index, block in enumerate(blocks):
        label = label_of(block)
        if not label:
            continue
        kind = (block.kind, label[1])
        row = open_.get(kind)
        if row and index - row[-1] <= REACH:
            row.append(index)
        else:
            open_[kind] = row = [index]
            found.append(row)
    for number, row in enumerate(found):
        if len(row) >= FEWEST_MEMBERS:
            yield from ((index, number) for index in row)


def label_of(block: ColumnBlock) -> tuple[str, str] | None:
    """Return the label and the mark with which a member of a series begins."""
    if block.kind not in ("text", "bullet") or front_matter.LABELLED.match(block.text):
        return None
    found = MEMBER.match(block.text)
    if not found or not found["label"][0].isupper():
        return None
    return found["label"], "–" if found["mark"] in "–—" else ":"


def follows(before: ColumnBlock, after: ColumnBlock) -> float:
    """Return what it costs that a block follows another, by their kinds and the seam between them."""
    if after.kind == "aside" or (after.goes_on and before.breaks_off):
        return 0.0
    if after.goes_on:
        return CUT_OFF
    if before.kind == after.kind == "heading" and (is_below(after, before) or before.series == after.series == LISTED):
        return NESTED
    is_left_open = before.breaks_off and len(before.text) > LABEL
    return KIND_COSTS[before.kind, after.kind] + (LEFT_OPEN if is_left_open else 0.0)


def is_below(after: ColumnBlock, before: ColumnBlock) -> bool:
    """Tell whether a numbered heading belongs to another: `3.2.1` to `3.2`."""
    if not after.key or not before.key or after.series != before.series or after.series == ALPHABET:
        return bool(after.key) and not before.key and before.kind == "heading"
    return after.key[: len(before.key)] == before.key


def descends(before: ColumnBlock, after: ColumnBlock) -> bool:
    """Tell whether a heading follows, in the order of its series, one that is put after it.

    Titles may be in order word by word or letter by letter: "Deck Limits" comes before "Deckbuilding" or after it.
    """
    if not before.key or not after.key or before.series != after.series or before.key <= after.key:
        return False
    return before.series != ALPHABET or before.letters > after.letters


def ascends(before: ColumnBlock, after: ColumnBlock) -> float:
    """Return what it costs that a heading is the next one of its series after another."""
    if before.series != after.series or not before.key or not after.key:
        return 0.0
    if descends(before, after):
        return DESCENT
    return 0.0 if after.series == ALPHABET or is_next(before.key, after.key) else SKIPPED


def is_next(before: Key, after: Key) -> bool:
    """Tell whether a number counts on from another: 3.3 or 3.2.1 from 3.2, 4 from 3.2.1."""
    same = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(before))
    if len(after) != same + 1:
        return False
    return same == len(before) or after[same][0] == before[same][0] + 1


def changes(before: ColumnBlock, after: ColumnBlock) -> float:
    """Return what it costs that a heading of another series follows, as a question after a card."""
    is_same = before.series == after.series or not {before.series, after.series}.isdisjoint(("", PART))
    return 0.0 if is_same else CHANGED


FEWEST = 6
"""Headings that a document has at least if their order is to tell something."""
LEAST = 3
"""Headings after one that follows them that there are at least; one or two are misprints."""
DESCENTS = 0.06
"""Share of headings that are after one that follows them. In the woven texts of the tests it is 0.1 to 0.4."""
BROKEN = 3.5
"""What a seam costs at or above which it is broken."""
SEAMS = 0.03
"""Share of broken seams. In the woven texts of the tests it is 0.06 to 0.2, in the same texts in one column 0.01."""
MENDED = 0.3
"""Share of the descents, and of the broken seams, that may be left in the order that was found. In the
woven texts of the tests at most 0.2 is left, in a single column of Han characters 0.4 to 1."""
FEWEST_LINES = 4
"""Lines that a text has at least if they are to tell something."""
FEWEST_BROKEN, SHARE = 2, 0.2
"""Lines that do not go on with the one above: how many there are at least, and their least share."""
FULL = 0.75
"""Share of the lines that are at most as long as a full one; extraction makes a few too long."""
ROOM = 0.75
"""How much of a full line is left empty at least, where the next word would have fitted."""


def looks_woven(blocks: Sequence[ColumnBlock], *, is_marked: bool = False) -> bool:
    """Tell whether both the headings and the seams of a text in the order of its file are broken.

    Where the format marks headings, one may be right above another; then one of the seams is inside a text.
    """
    headings = sum(1 for block in blocks if block.key)
    filed = range(len(blocks))
    if headings < FEWEST or descents(blocks, filed) < max(LEAST, DESCENTS * headings):
        return False
    seams = broken(blocks, filed)
    is_torn = not is_marked or any(before.kind != "heading" for before in seams)
    return is_torn and len(seams) >= SEAMS * len(blocks)


def is_mended(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> bool:
    """Tell whether an order has mended what spoke for woven columns."""
    filed = range(len(blocks))
    is_ascending = descents(blocks, order) <= MENDED * descents(blocks, filed)
    return is_ascending and len(broken(blocks, order)) <= MENDED * len(broken(blocks, filed))


def descents(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> int:
    """Count the headings that are after one that follows them."""
    headings = [blocks[index] for index in order if blocks[index].key]
    return sum(descends(before, after) for before, after in pairwise(headings))


def broken(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> list[ColumnBlock]:
    """Return the blocks below which a text hardly goes on."""
    solid = [blocks[index] for index in order if blocks[index].kind != "aside"]
    return [before for before, after in pairwise(solid) if follows(before, after) >= BROKEN]


def mixes_lines(text: str) -> bool:
    """Tell whether lines of several texts run together in one.

    Args:
        text: the lines as they are printed.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < FEWEST_LINES:
        return False
    width = sorted(map(len, lines))[int(FULL * (len(lines) - 1))]
    apart = sum(_is_apart(above, below, width) for above, below in pairwise(lines))
    return apart >= max(FEWEST_BROKEN, SHARE * (len(lines) - 1))


def _is_apart(above: str, below: str, width: int) -> bool:
    """Tell whether a line that begins inside a sentence does not go on with the line above."""
    if not below.lstrip("“\"'‘(*")[:1].islower():
        return False
    ends = above.rstrip("”\"’')")[-1:] in (".", "!", "?")
    return ends or len(above) + 1 + len(below.split()[0]) <= ROOM * width

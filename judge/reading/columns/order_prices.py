"""What speaks for and against an order of blocks, as costs: the weights in one table, one function a kind of evidence.

A cost is about the negative logarithm of how often the thing happens in a text that is read in the right order: 0 for
what is usual, 1 for one time in three, 3 for one in twenty, 5 for one in a hundred and fifty (docs/design/columns.md).

What seams cost, by NEIGHBOURS and from NESTED to CONTINUED, is fitted to woven texts of our own with even seeds
(tools/fit_columns.py); what they do not show has stayed as it was chosen. All other weights are chosen.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from judge.core.numbering import Key
from judge.reading.columns.column_blocks import ALPHABET, LISTED, OPENING, WORDLESS, ColumnBlock
from judge.reading.metadata import front_matter

LABEL = re.compile(r"(?P<label>[^\W\d_][\w’'-]{0,20}(?: [\w’'-]{1,20}){0,2}) ?(?P<mark>:|[–—]) ?(?=[^\W\d_“\"])")
"""How the member of a series begins."""
REACH = 40
"""Blocks of the file within which the members of a series are."""
FEWEST_MEMBERS = 3
"""Members that a series has at least."""
FEWEST_ALIKE = 3
"""Texts that begin alike before their beginning is a role."""
FEWEST_SURE = 2
"""Sure cases from which a role is learnt."""
BEGINNING = re.compile(r"\(|[^\W\d_]+(?:[.,:]| [^\W\d_]+)?")
"""The part of a text's beginning that tells its role: "Should read", "Yes.", an opening bracket."""
LEARNT_MOST = 3.5
"""The most that a role says, for or against."""
RAREST_ROLE = 0.05
"""The share below which all that is before a text with a role is alike rare."""
# The next three are fitted to woven texts (tools/fit_columns.py); what is above is chosen.
TOGETHER = -3.05
"""A member of a series follows another, or the sentence that opens it."""
UNOPENED = 2.5
"""A sentence that ends with a colon is followed by a paragraph that is not a member of anything."""
INTERRUPTED = 2.05
"""A member of a series follows another text of its entry, as its first member without an opening."""
SERIES_COSTS = {"together": TOGETHER, "unopened": UNOPENED, "interrupted": INTERRUPTED}


class Meaning:
    """What the texts of one document say of where they are."""

    def __init__(self, blocks: Sequence[ColumnBlock]) -> None:
        """Find the series of the blocks, and the texts that begin alike."""
        self.blocks = blocks
        self.series = dict(_members(blocks))
        """The series of each member, by index."""
        self.roles: dict[str, list[int]] = defaultdict(list)
        self.sure: Mapping[int, int] = {}
        self.before: dict[str, Counter[str]] = {}
        """What is before the texts that begin alike."""
        self.classes: Counter[str] = Counter()
        """What is before all texts."""
        self.base: Counter[str] = Counter()
        for index, block in enumerate(blocks):
            if opening := opening_of(block):
                self.roles[opening].append(index)

    def learn(self, sure: Mapping[int, int], order: Sequence[int]) -> None:
        """Take over what a first search found.

        Args:
            sure: the headings of the blocks whose place is sure, both by index.
            order: all blocks in the order of reading.
        """
        self.sure = sure
        self.before = defaultdict(Counter)
        for first, second in pairwise(order):
            if second in sure and (first == sure[second] or sure.get(first) == sure[second]):
                self.before[opening_of(self.blocks[second])][self._class(first)] += 1
        self.classes = sum(self.before.values(), Counter())
        self.base = Counter(self.blocks[owner].series for owner in sure.values() if owner >= 0)

    def pair(self, before: int, after: int) -> float:
        """Return what it costs, by series and colons, that a block follows another."""
        cost = SERIES_COSTS.get(self.series_seam(before, after), 0.0)
        return cost if after in self.series else cost + self.behind(before, after)

    def series_seam(self, before: int, after: int) -> str:
        """Return the name of what a seam of a series or of a colon costs, empty where it is neither."""
        own, above = self.series.get(after), self.series.get(before)
        first = self.blocks[before]
        opens = first.kind not in WORDLESS and first.text.endswith(":")
        if own is not None:
            return "together" if own == above or (above is None and opens) else "interrupted"
        return "unopened" if opens and self.blocks[after].kind in ("text", "heading") else ""

    def behind(self, before: int, after: int) -> float:
        """Return what it costs that a text with a role is after another: "(Added …)" after "Should read: …"."""
        opening = opening_of(self.blocks[after])
        known = self.before.get(opening)
        if not known or not self._has_role(self.blocks[after]) or known.total() < FEWEST_SURE:
            return 0.0
        own = self._class(before)
        seen, total = known[own], known.total()
        by_chance = self.classes[own] / self.classes.total()
        return _bounded(-math.log((seen + 0.5) / (total + 1) / max(by_chance, RAREST_ROLE)))

    def _class(self, index: int) -> str:
        """Return what a block is to those after it: a heading of a series, a text with a role, or its kind."""
        block = self.blocks[index]
        return block.series if block.heads else (opening_of(block) if self._has_role(block) else block.kind)

    def _has_role(self, block: ColumnBlock) -> bool:
        return len(self.roles.get(opening_of(block), ())) >= FEWEST_ALIKE

    def owner(self, heading: int, block: int) -> float:
        """Return what it costs that a block belongs to a heading, by the series of those of texts that begin alike."""
        role = self.roles.get(opening_of(self.blocks[block]), ())
        owners = [self.sure[n] for n in role if n != block and self.sure.get(n, -1) >= 0]
        if len(owners) < FEWEST_SURE:
            return 0.0
        series = self.blocks[heading].series
        same = sum(self.blocks[owner].series == series for owner in owners)
        by_chance = (self.base[series] + 0.5) / (self.base.total() + 1)
        return _bounded(-math.log((same + 0.5) / (len(owners) + 1) / by_chance))


def _bounded(cost: float) -> float:
    return max(-LEARNT_MOST, min(LEARNT_MOST, cost))


def opening_of(block: ColumnBlock) -> str:
    """Return what tells the role of a text; empty where nothing does."""
    if block.kind != "text":
        return ""
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
        names = {label_of(blocks[n]) for n in row or ()}
        if row and index - row[-1] <= REACH and label not in names:
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
    found = LABEL.match(block.text)
    if not found or not found["label"][0].isupper():
        return None
    return found["label"], "–" if found["mark"] in "–—" else ":"


NEIGHBOURS = """
            heading     rule     text      see   bullet    inner numbered  related    chart
  heading       4.4      0.3     -0.4      0.5      4.5        6        3        5        1
  rule            1      0.3      1.5        3        1        4      1.5        2        3
  text            1        1      0.9        3      0.9        4      1.5      1.2        2
  see             0        0        4        4        4        6        4        2        4
  bullet          1        1      2.6        3      0.2      1.5      2.5      0.6      1.5
  inner           1        1        2        4      0.7      0.7      1.5        1        3
  numbered      1.5      1.5      1.5        4        2      1.5      0.3      1.5        3
  related      -0.2        0      5.1        5      5.1        5        5      4.2        5
  chart           1        1      1.5        4        1        3        3        3      0.3
"""
"""What it costs that a block of the kind at the left is followed by one of the kind above, in the same column."""

DESCENT = 6.0
"""A heading is after one that follows it in the order of headings."""
REPEATED = 3.0
"""A heading repeats the one before it."""
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
LEFT_HANGING = 5.1
"""The same after a comma or a word that cannot end a sentence."""
CONTINUED = -0.4
"""An open text goes on in lower case, whatever the kinds of the two."""
COUNTS_ON = 5.0
"""A numbered item does not follow the number before it."""
TO_ASIDE, AMONG_ASIDES, FROM_ASIDE = 1.0, 0.2, 0.5
"""From text to a picture, inside it, and back."""

OWN, OWN_MOST = (0.75, 0.6, 0.55, 0.4), 5.0
"""How often a paragraph prints a word of its entry's title, if that has one word, two, three or more, and the most that
all of them say."""
NEAR = 100
"""Blocks before and after one that tell how common a word is there."""
SHARED, SHARED_MOST, RARE = 0.15, 1.5, 0.1
"""Words that two neighbours share: weight of each, the most they say, and the share of blocks that may hold them."""
RAREST, COMMONEST = 0.01, 0.9
"""Bounds of the share of blocks that hold a word."""
UNWANTED = 1000.0
"""A person wants a block elsewhere: more than all else together."""


def _table(printed: str) -> dict[str, float]:
    """Read a table of costs, by the names of row and column."""
    above, *rows = (line.split() for line in printed.strip().split("\n"))
    return {f"{name} {kind}": float(cost) for name, *costs in rows for kind, cost in zip(above, costs, strict=True)}


SEAM_COSTS = {
    "aside": TO_ASIDE,
    "continued": CONTINUED,
    "cut off": CUT_OFF,
    "open": LEFT_OPEN,
    "hanging": LEFT_HANGING,
    "nested": NESTED,
    **_table(NEIGHBOURS),
}
"""What a seam costs, by its name."""


class Costs(dict[tuple[int, int], float]):
    """The costs of pairs of blocks, each worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[int, int], float]) -> None:
        """Begin with none."""
        super().__init__()
        self._work_out = work_out

    def __missing__(self, pair: tuple[int, int]) -> float:
        """Work out the cost of a pair."""
        cost = self[pair] = self._work_out(*pair)
        return cost


class Evidence:
    """Costs of neighbours and owners among the blocks of one document, worked out when they are asked for."""

    def __init__(self, blocks: Sequence[ColumnBlock], wanted: Mapping[int, int]) -> None:
        """Count the words of the blocks.

        Args:
            blocks: in the order of the file.
            wanted: headings under which a person wants blocks, both by index.
        """
        self.blocks = blocks
        self.wanted = wanted
        self.meaning = Meaning(blocks)
        texts = [index for index, block in enumerate(blocks) if block.kind not in ("heading", "aside")]
        self.printed: dict[str, list[int]] = defaultdict(list)
        """Where each word is, by the indexes of blocks."""
        for index in texts:
            for word in blocks[index].words:
                self.printed[word].append(index)
        self.share = {
            word: min(max(len(where) / len(texts), RAREST), COMMONEST) for word, where in self.printed.items()
        }
        self.pair = Costs(self._pair)
        """What it costs that one block follows another in the order of reading."""
        self.ascends = Costs(lambda before, after: ascends(blocks[before], blocks[after]))
        """What it costs that a heading is the next one after another."""
        self.owner = Costs(self._owner)
        """What it costs that a block belongs to a heading, by the words of its title.

        A word of the title speaks for it as much as the word is rare; that none is there speaks against it."""

    def learn(self, sure: Mapping[int, int], order: Sequence[int]) -> None:
        """Take over what a first search found: the headings of the texts whose place is sure, and the whole order."""
        self.meaning.learn(sure, order)
        self.pair.clear()
        self.owner.clear()

    def _pair(self, before: int, after: int) -> float:
        first, second = self.blocks[before], self.blocks[after]
        cost = follows(first, second) - self.shared(first, second)
        return cost + self.meaning.pair(before, after)

    def _owner(self, heading: int, block: int) -> float:
        unwanted = UNWANTED if self.wanted.get(block, heading) != heading else 0.0
        return self.worded(self.blocks[heading], block) + self.meaning.owner(heading, block) + unwanted

    def shared(self, before: ColumnBlock, after: ColumnBlock) -> float:
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

    def worded(self, heading: ColumnBlock, index: int) -> float:
        """Return what it costs, by the words of a title, that a block belongs to its heading."""
        block = self.blocks[index]
        if block.kind == "chart" and heading.keys and len(heading.keys[0]) > 1:
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


def follows(before: ColumnBlock, after: ColumnBlock) -> float:
    """Return what it costs that a block follows another, by their kinds and the seam between them."""
    return sum(SEAM_COSTS[name] for name in seam(before, after))


def seam(before: ColumnBlock, after: ColumnBlock) -> tuple[str, ...]:
    """Return the names of what a seam costs: how the text goes on or breaks off, and the kinds of its blocks."""
    if after.kind == "aside":
        return ("aside",)
    if after.goes_on:
        return ("continued",) if before.breaks_off else ("cut off",)
    if before.kind == after.kind == "heading" and is_below(after, before):
        return ("nested",)
    if before.series == after.series == LISTED:
        return ("nested",)
    kinds = f"{before.kind} {after.kind}"
    return (kinds,) if before.left == "ended" else (kinds, before.left)


def is_below(after: ColumnBlock, before: ColumnBlock) -> bool:
    """Tell whether a numbered heading belongs to another: `3.2.1` to `3.2`."""
    if not after.keys or not before.keys or after.series != before.series or after.series == ALPHABET:
        return bool(after.keys) and not before.keys and before.kind == "heading"
    return after.keys[0][: len(before.keys[0])] == before.keys[0]


def ascends(before: ColumnBlock, after: ColumnBlock) -> float:
    """Return what it costs that a heading is the next one after another."""
    if before.series != after.series and {before.series, after.series}.isdisjoint(("", OPENING)):
        return CHANGED
    if before.series != after.series or not before.keys or not after.keys:
        return 0.0
    pairs = list(zip(before.keys, after.keys, strict=True))
    if all(first > second for first, second in pairs):
        return DESCENT
    if any(first == second for first, second in pairs):
        return REPEATED
    if after.series != ALPHABET and not is_next(before.keys[0], after.keys[0]):
        return SKIPPED
    return 0.0


def is_next(before: Key, after: Key) -> bool:
    """Tell whether a number counts on from another: 3.3 or 3.2.1 from 3.2, 4 from 3.2.1."""
    same = next((n for n, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(before))
    if len(after) != same + 1:
        return False
    return same == len(before) or after[same][0] == before[same][0] + 1


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
    headings = sum(1 for block in blocks if block.keys)
    filed = range(len(blocks))
    if headings < FEWEST or descents(blocks, filed) < max(LEAST, DESCENTS * headings):
        return False
    is_torn = not is_marked or any(before.kind != "heading" for before, _ in _broken(blocks, filed))
    return is_torn and broken(blocks, filed) >= SEAMS * len(blocks)


def is_mended(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> bool:
    """Tell whether an order has mended what spoke for woven columns."""
    filed = range(len(blocks))
    return all(count(blocks, order) <= MENDED * count(blocks, filed) for count in (descents, broken))


def descents(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> int:
    """Count the headings that are after one that follows them."""
    headings = [blocks[index] for index in order if blocks[index].keys]
    return sum(1 for before, after in pairwise(headings) if ascends(before, after) >= DESCENT)


def broken(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> int:
    """Count the seams at which a text hardly goes on."""
    return sum(1 for _ in _broken(blocks, order))


def _broken(blocks: Sequence[ColumnBlock], order: Sequence[int]) -> Iterator[tuple[ColumnBlock, ColumnBlock]]:
    solid = [blocks[index] for index in order if blocks[index].kind != "aside"]
    return ((before, after) for before, after in pairwise(solid) if follows(before, after) >= BROKEN)


def mixes_lines(text: str) -> bool:
    """Tell whether lines of several texts run together in one.

    Args:
        text: the lines as they are printed.
    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) < FEWEST_LINES:
        return False
    width = sorted(map(len, lines))[int(FULL * (len(lines) - 1))]
    broken = sum(_is_apart(above, below, width) for above, below in pairwise(lines))
    return broken >= max(FEWEST_BROKEN, SHARE * (len(lines) - 1))


def _is_apart(above: str, below: str, width: int) -> bool:
    """Tell whether a line that begins inside a sentence does not go on with the line above."""
    if not below.lstrip("“\"'‘(*")[:1].islower():
        return False
    ends = above.rstrip("”\"’')")[-1:] in (".", "!", "?")
    return ends or len(above) + 1 + len(below.split()[0]) <= ROOM * width


def among_mixed_lines(blocks: Sequence[ColumnBlock], pages: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Yield the texts among mixed lines: on each page, what the file has from the first mixed text to the last.

    Args:
        blocks: in the order of the file.
        pages: index and page of each block, page by page.
    """
    for _, row in groupby(pages, key=lambda place: place[1]):
        indexes = [index for index, _ in row]
        spliced = [index for index in indexes if blocks[index].mixed]
        for index in indexes:
            among = spliced and min(spliced) <= index <= max(spliced)
            if among and not blocks[index].heads and blocks[index].kind != "aside":
                yield index

"""What speaks for and against an order of blocks, as costs: the weights in one table, one function a kind of evidence.

A cost is about the negative logarithm of how often the thing happens in a text that is read in the right order: 0 for
what is usual, 1 for one time in three, 3 for one in twenty, 5 for one in a hundred and fifty (docs/columns.md).

What seams cost, by NEIGHBOURS and from NESTED to CONTINUED, is fitted to woven texts of our own with even seeds
(tools/fit_columns.py); what they do not show has stayed as it was chosen. All other weights are chosen.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from judge.core.numbering import Key
from judge.reading.columns.blocks import ALPHABET, LISTED, OPENING, WORDLESS, ColumnBlock
from judge.reading.columns.meaning import Meaning

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
"""A heading stands behind one that follows it in the order of headings."""
REPEATED = 3.0
"""A heading repeats the one before it."""
SKIPPED = 1.5
"""A number follows that is not the next one."""
CHANGED = 3.0
"""A heading of one series (a card) is followed by one of another (a question), and no new part has begun; or a
line of a chart of steps stands below one step."""
NESTED = 0.3
"""A heading right below the one that it belongs to, `3.2.1` below `3.2`, or below another of a mere list."""
CUT_OFF = 6.4
"""A text goes on in lower case behind one that has ended."""
LEFT_OPEN = 3.4
"""A text ends without a full stop, and what follows is not a continuation."""
LEFT_HANGING = 5.1
"""The same behind a comma or a word that cannot end a sentence."""
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
"""Blocks before and behind one that tell how common a word is there."""
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
        """Where each word stands, by the indexes of blocks."""
        for index in texts:
            for word in blocks[index].words:
                self.printed[word].append(index)
        self.share = {
            word: min(max(len(where) / len(texts), RAREST), COMMONEST) for word, where in self.printed.items()
        }
        self.pair = Costs(self._pair)
        """What it costs that one block follows another in the order of reading."""
        self.ascends = Costs(lambda before, after: ascends(blocks[before], blocks[after]))
        """What it costs that a heading is the next one behind another."""
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
        """Return how much rare words speak for it that two texts that both have them stand together."""
        if before.kind in WORDLESS or after.kind in WORDLESS:
            return 0.0
        shares = (self.share[word] for word in before.words & after.words)
        return min(SHARED_MOST, SHARED * sum(-math.log(share) for share in shares if share < RARE))

    def _share_near(self, word: str, index: int) -> float:
        """Return the share of the blocks around this one that hold a word, as subjects stand together."""
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
    """Return what it costs that a heading is the next one behind another."""
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

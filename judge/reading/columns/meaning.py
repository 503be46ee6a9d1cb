"""What texts say of where they stand, beyond single words: parallel series, and roles.

    The ring effects are as follows:            opens the series below it
    Air: Draw a card.   Fire: Discard one.      members of a series, which stand together
    Should read: “…”   (Added “once.”)   Yes.   roles: how texts of cards and of questions begin

Series are found in the blocks alone. Roles are learnt from the places of the same document that are sure, so a document
without any is judged without them.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from judge.reading import front_matter
from judge.reading.columns.blocks import WORDLESS, ColumnBlock

LABEL = re.compile(r"(?P<label>[^\W\d_][\w’'-]{0,20}(?: [\w’'-]{1,20}){0,2}) ?(?P<mark>:|[–—]) ?(?=[^\W\d_“\"])")
"""How the member of a series begins."""
REACH = 40
"""Blocks of the file within which the members of a series stand."""
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
RARE = 0.05
"""The share below which all that stands before a text with a role is alike rare."""
# The next three are fitted to woven texts (tools/fit_columns.py); what is above is chosen.
TOGETHER = -3.05
"""A member of a series follows another, or the sentence that opens it."""
UNOPENED = 2.5
"""A sentence that ends with a colon is followed by a paragraph that is not a member of anything."""
INTERRUPTED = 2.05
"""A member of a series follows another text of its entry, as its first member without an opening."""
SERIES_COSTS = {"together": TOGETHER, "unopened": UNOPENED, "interrupted": INTERRUPTED}


class Meaning:
    """What the texts of one document say of where they stand."""

    def __init__(self, blocks: Sequence[ColumnBlock]) -> None:
        """Find the series of the blocks, and the texts that begin alike."""
        self.blocks = blocks
        self.series = dict(_members(blocks))
        """The series of each member, by index."""
        self.roles: dict[str, list[int]] = defaultdict(list)
        self.sure: Mapping[int, int] = {}
        self.before: dict[str, Counter[str]] = {}
        """What stands before the texts that begin alike."""
        self.classes: Counter[str] = Counter()
        """What stands before all texts."""
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
        """Return what it costs that a text with a role stands behind another: "(Added …)" behind "Should read: …"."""
        opening = opening_of(self.blocks[after])
        known = self.before.get(opening)
        if not known or not self._has_role(self.blocks[after]) or known.total() < FEWEST_SURE:
            return 0.0
        own = self._class(before)
        seen, total = known[own], known.total()
        by_chance = self.classes[own] / self.classes.total()
        return _bounded(-math.log((seen + 0.5) / (total + 1) / max(by_chance, RARE)))

    def _class(self, index: int) -> str:
        """Return what a block is to those behind it: a heading of a series, a text with a role, or its kind."""
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

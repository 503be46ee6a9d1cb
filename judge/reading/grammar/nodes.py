"""The entries to be of a document: what the search has found of each, and what is decided of it.

`kinds.py` decides what each is, `entry_tree.py` what it is below and which number it has; nobody else decides either.
Where the search has a title at a place where it cannot be, below a mark or the last rule, that is mended here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct, field

from judge.core.model import EntryKind
from judge.reading.grammar.canonical import StatedEntry
from judge.reading.grammar.features import LineFeatures
from judge.reading.grammar.line_forms import SIGNED, Candidate


class Node(Struct, eq=False):
    """An entry to be."""

    line: LineFeatures
    place: int
    candidate: Candidate
    above: Node | None
    """What the search puts it below."""
    kind: EntryKind = "section"
    parent: Node | None = None
    number: str | None = None
    ordinal: str = ""
    """Its place in its list, where the title of a heading without a number is before it in the number."""
    is_text: bool = False
    """It is a line of the entry before it."""
    nested: int = 0
    """How many titles and rules are below it; an appendix is beside it, wherever the search has it."""
    end: int = 0
    """Place after the last line before the next node."""
    whole: int = 0
    """The same, with the lists of marks below it."""
    group: list[Node] = field(default_factory=list)
    """The items of its stretch of its series."""
    said: StatedEntry | None = None
    """What its heading states, in a document in canonical form."""

    @property
    def number_like(self) -> bool:
        """Whether it is a numbered rule."""
        return self.candidate.form in ("number", "named")

    @property
    def is_deep(self) -> bool:
        """Whether it is a numbered rule of several levels."""
        return self.number_like and len(self.candidate.label) > 1  # type: ignore[arg-type]

    @property
    def title(self) -> str:
        """The words of its line after number and mark, up to the end of its title."""
        one = self.candidate
        if one.taken > 1:
            own = self.line.parts[self.line.number : self.line.number + one.taken]
            return " ".join(part.value for part in own)[one.start :]
        return self.line.value[one.start : one.end or None]


HEADS = ("heading", "bold", "line", "part")
LISTED = ("numbered", "mark", "counted")
COUNTS = ("numbered", "counted")
"""Forms whose numbers are places in a list."""
NUMBERED = ("number", "named", "numbered")
"""Forms of chapters with numbers."""
RULES = ("number", "named", *LISTED)
"""Forms of rules."""
EQUALS: tuple[EntryKind, ...] = ("card", "qa", "term", "topic")
RULED = ("card", "topic")
"""Kinds of entries with rulings."""
CORRECTING = ("reads", "quoting")
"""Forms of sentences that correct the card that they name; below a card they are of its text."""


def is_counted(node: Node) -> bool:
    """Tell whether a node is a rule or an item of a list."""
    return node.number_like or node.candidate.form in LISTED


def counts_rules(node: Node) -> bool:
    """Tell whether a node is an item of a list that counts the rules of the document."""
    return node.candidate.form == "counted" and bool(node.candidate.look[1])


def is_signed(node: Node) -> bool:
    """Tell whether a sign says of the number of a node that it is that of a rule: `§ 4`."""
    return SIGNED.match(node.line.value) is not None


def is_chapter(node: Node) -> bool:
    """Tell whether a number is of the outermost level, which may be printed with a zero."""
    key = node.candidate.label
    return node.number_like and isinstance(key, tuple) and (len(key) == 1 or key[1:] == ((0, ""),))


def heading_around(node: Node | None) -> Node | None:
    """Return what is around the numbers and marks that a node is below."""
    while node and is_counted(node):
        node = node.above
    return node


def looks_alike(node: Node, part: Node) -> bool:
    """Tell whether two titles are printed alike."""
    one, other = node.line, part.line
    alike = one.value.isupper() == other.value.isupper() and (one.bold, one.indent) == (other.bold, other.indent)
    return alike and (one.piece.kind, one.piece.level) == (other.piece.kind, other.piece.level)


def put_beside(nodes: Sequence[Node]) -> None:
    """Put a title beside the mark that it is below, and what comes after it, if another of its look is there."""
    beside: dict[int, set[object]] = {}
    ended: dict[int, Node | None] = {}
    for node in nodes:
        look = (node.candidate.form, node.candidate.look)
        while node.above and id(node.above) in ended:
            node.above = ended[id(node.above)]
        above = node.above
        if above and above.candidate.form == "mark" and look in beside.get(id(above.above), ()):
            ended[id(above)] = node.above = above.above
        beside.setdefault(id(node.above), set()).add(look if node.candidate.form in HEADS else None)


def lift_parts(nodes: Sequence[Node]) -> None:
    """Put a title right above a chapter above it and those after it, wherever the search has it."""
    part: Node | None = None
    for node, after in zip_longest(nodes, nodes[1:]):
        is_head = node.candidate.form in HEADS and not node.candidate.level and node.kind not in EQUALS
        if is_head and after and is_chapter(after) and (not node.above or node.above.number_like):
            node.above, part = None, node
        elif is_chapter(node) and (
            not node.above or (part and not node.above.number and node.above.place < part.place)
        ):
            node.above = part or node.above
        elif not node.above:
            part = None


def lift_holders(nodes: Sequence[Node]) -> None:
    """Put the parts that hold terms, cards and questions after the last rule beside the chapters, and not below it.

    Nor are titles below it that come after such a part.
    """
    holders = {node.above for node in nodes if node.kind in EQUALS}
    around: dict[object, set[Node | None]] = defaultdict(set)
    for node in nodes:
        around[node.candidate.series].add(node.above)
    last = {node.candidate.series: node.place for node in nodes}
    left: dict[Node, Node | None] = {}
    for node in nodes:
        above, own = node.above, node.group
        if above in left and node.candidate.form in HEADS:
            node.above = left[above]
            continue
        if node is not own[0] or not above or not is_counted(above) or node.candidate.form not in (*HEADS, "named"):
            continue
        if node.candidate.form == "part":
            for one in own:
                one.above = left[above] = heading_around(above)
            continue
        is_last = len(around[node.candidate.series]) == 1 and last[above.candidate.series] < node.place
        if is_last and 2 * sum(one in holders for one in own) > len(own):
            for one in own:
                one.above = heading_around(above)

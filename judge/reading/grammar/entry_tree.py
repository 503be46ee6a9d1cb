"""From items to nodes: what is below what, and which number each has; `kinds.py` tells what they are.

Reads: the `Item`s of the search and the `DocumentFeatures`. Writes: a `Tree`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise, zip_longest

from msgspec import Struct

from judge.core.model import EntryKind
from judge.core.numbering import Key, slug
from judge.reading.grammar.canonical import stated_entries
from judge.reading.grammar.features import DocumentFeatures
from judge.reading.grammar.kinds import (
    UNMARKED,
    dialect_of,
    has_levels,
    name_holders,
    name_listed,
    name_rulings,
    name_series,
    name_steps,
    name_told,
    part_terms,
    shorten_titles,
)
from judge.reading.grammar.nodes import (
    COUNTS,
    EQUALS,
    HEADS,
    LISTED,
    RULES,
    Node,
    counts_rules,
    is_chapter,
    is_signed,
    lift_holders,
    lift_parts,
    looks_alike,
    put_beside,
)
from judge.reading.grammar.search import Item, Stretch
from judge.reading.lines import front_matter
from judge.reading.lines.numbers import hundred_keys, parent_keys, with_parent
from judge.reading.lines.paragraphs import is_open
from judge.reading.rulings.errata import HABIT
from judge.reading.text.stated import Stated

DOTTED = re.compile(r"\d\.[^\W\d_]\b(?!\.\w\.)")
GLUED = re.compile(r"(?<=\.)\d{1,3}[^\W\d_]\b")


class Tree(Struct):
    """The entries of a document, in source order."""

    nodes: list[Node]
    dialect: str


def make_tree(
    items: Sequence[Item], features: DocumentFeatures, named: str | None = None, stretches: Sequence[Stretch] = ()
) -> Tree:
    """Make nodes of the items of a search.

    Args:
        items: what begins where.
        features: the lines of the document.
        named: the dialect that a person names.
        stretches: lines of which a person says what they are.
    """
    made: dict[Item | None, Node] = {}
    for item in items:
        made[item] = Node(features.lines[item.place], item.place, item.candidate, made.get(item.above))
    nodes = list(made.values())
    head = features.manuscript.head
    if head:
        return Tree(_stated(nodes, features, head.fields.get("holds", "")), named or dialect_of(nodes))
    put_beside(nodes)
    _measure(nodes, len(features.lines))
    title = _title(nodes, features)
    name_series(nodes, features, named)
    name_told(nodes, stretches)
    if named == "glossary":
        part_terms(nodes)
    levels = named != "questions" and has_levels(nodes)
    lift_parts(nodes)
    lift_holders(nodes)
    name_listed(nodes, has_levels=levels)
    _number(nodes, features, title, levels=levels)
    _place(nodes, features)
    _put_below_rules(nodes)
    if named not in (None, "rulings") or not name_rulings(nodes, features, is_named=named is not None):
        _leave_title(nodes, title)
    name_holders(nodes, is_faq=(named or dialect_of(nodes)) == "questions", is_named=named == "questions")
    dialect = named or dialect_of(_outside(nodes, stretches) or nodes)
    if dialect == "glossary":
        name_steps(nodes)
    shorten_titles(nodes)
    return Tree(nodes, dialect)


def _measure(nodes: Sequence[Node], length: int) -> None:
    """Find where each node ends, what is below it, and the items of its stretch."""
    for node, after in zip_longest(nodes, nodes[1:]):
        node.end = after.place if after else length
        if node.above:
            node.above.nested += node.candidate.form not in (*LISTED, "part") or counts_rules(node)
    groups: dict[tuple[object, ...], list[Node]] = {}
    for node in nodes:
        node.group = groups.setdefault((node.candidate.series, id(node.above)), [])
        node.group.append(node)
    for node in reversed(nodes):
        node.whole = max(node.whole, node.end)
        if node.candidate.form in LISTED and node.above and node.above.whole == 0:
            node.above.whole = node.whole


def _stated(nodes: Sequence[Node], features: DocumentFeatures, holds: str) -> list[Node]:
    """Give nodes what their headings state."""
    pieces = [node.line.piece for node in nodes]
    headings = [(piece.level, piece.value, piece.stated or Stated()) for piece in pieces]
    said = stated_entries(headings, holds)
    for node, after, one in zip_longest(nodes, nodes[1:], said):
        node.end = after.place if after else len(features.lines)
        node.kind, node.number = one.spec.kind, one.number
        node.parent = node.above = nodes[one.above] if one.above is not None else None
        node.said = one
    return list(nodes)


def _outside(nodes: Sequence[Node], stretches: Sequence[Stretch]) -> list[Node]:
    """Return the nodes of which a person does not say what they are."""
    return [node for node in nodes if not any(one.first <= node.place < one.end for one in stretches)]


def _number(nodes: Sequence[Node], features: DocumentFeatures, title: Node | None, *, levels: bool) -> None:
    """Give each node its number: the printed one, or the levels that its list leaves out with its own count."""
    cited = features.addresses.cited
    letters = sum(times for number, times in cited.items() if number[-1].isalpha())
    deep = sum(times for number, times in cited.items() if number[-1].isdigit() and number.count(".") > 1)
    habits = NumberHabits(
        dotted=any(node.candidate.form == "mark" for node in nodes) and _cites_dotted(features),
        lettered=letters > deep,
        has_levels=levels,
        running=_running_on(nodes),
        sample=features.numbers,
    )
    for node in nodes:
        above = node.above
        is_place = node.candidate.form in COUNTS and not (node.candidate.level or node.is_text or is_signed(node))
        has_title = above is not None and above is not title and above.kind not in EQUALS and not above.number
        if is_place and has_title and node.candidate.series not in habits.running:
            node.ordinal = node.candidate.number
            node.number = f"{slug(above.title)}.{node.ordinal}"  # type: ignore[union-attr]
        else:
            node.number = _number_of(node, habits)


class NumberHabits(Struct, frozen=True):
    """How a document writes the numbers of its lists."""

    dotted: bool
    """It cites `1.4.3.a`, and not `1.4.3a`."""
    lettered: bool
    """It cites letters below what its format counts."""
    has_levels: bool
    """Its lists are levels of an outline."""
    running: frozenset[tuple[object, ...]]
    """The series of lists that count on from heading to heading."""
    sample: str
    """A whole number as a person writes it, which decides over both signs."""


def _number_of(node: Node, habits: NumberHabits) -> str | None:
    """Return the number of a node, unless it is a place in a list below a title without a number."""
    one, above = node.candidate, node.above
    is_below_count = above is not None and not one.level
    if one.form in LISTED and is_below_count and not habits.has_levels:
        return one.number
    is_below_mark = above is not None and above.candidate.form == "mark"
    begins_anew = is_below_mark and node.group[0].candidate.number == "1" and not node.is_deep  # `1.` below `A.`
    if one.form in ("mark", "counted") or begins_anew:
        return _joined_number(node, habits)
    return one.number or None


def _running_on(nodes: Sequence[Node]) -> frozenset[tuple[object, ...]]:
    """Find the series of lists that count on from heading to heading: their ordinals are numbers by themselves."""
    groups: dict[tuple[object, ...], list[list[Node]]] = {}
    for node in nodes:
        if node.candidate.form in COUNTS and node is node.group[0]:
            groups.setdefault(node.candidate.series, []).append(node.group)
    found = set()
    for series, lists in groups.items():
        pairs = list(pairwise(lists))
        goes_on = [other for one, other in pairs if other[0].candidate.label == one[-1].candidate.label + 1]  # type: ignore[operator]
        if pairs and 2 * len(goes_on) >= len(pairs):
            found.add(series)
    return frozenset(found)


def _as_sampled(number: str, own: str, sample: str) -> str:
    """Put the count of a level after the number above it, as a sample has that level.

    >>> _as_sampled("4.3", "2", "2.1.a"), _as_sampled("4.3", "2", "2.1a"), _as_sampled("4", "2", "2.1a")
    ('4.3.b', '4.3b', '4.2')
    """
    signs = re.split(r"\d+|[^\W\d_]+", sample)
    levels = re.findall(r"\d+|[^\W\d_]+", sample)
    depth = min(len(re.findall(r"\d+|[^\W\d_]+", number)), len(levels) - 1)
    if levels[depth].isalpha() and own.isdigit() and 1 <= int(own) <= 26:
        own = chr((65 if levels[depth].isupper() else 97) + int(own) - 1)
    return f"{number.rstrip('.')}{signs[depth]}{own}"


def _cites_dotted(features: DocumentFeatures) -> bool:
    """Tell whether the document cites `1.4.3.a`, and not `1.4.3a`."""
    text = " ".join(piece.value for piece in features.manuscript.pieces)
    return len(DOTTED.findall(text)) > len(GLUED.findall(text))


def _place(nodes: Sequence[Node], features: DocumentFeatures) -> None:
    """Put each rule below the one whose number begins its own, and other nodes where the search has them."""
    known: dict[Key, Node] = {}
    chapters = [node.place for node in nodes if is_chapter(node)]
    between = [node for node in nodes if chapters and chapters[0] < node.place < chapters[-1]]
    grouped = frozenset(node.candidate.series for node in between if node.candidate.form in HEADS)
    asking = {node.above for node in nodes if node.kind == "qa"}
    for node in nodes:
        node.parent = node.above
        if node.number_like:
            node.parent = _find_holder(node, known) or _above(node, features, grouped)
        _leave_parts(node)
        _leave_equals(node, is_asking=node in asking)


def _find_holder(node: Node, known: dict[Key, Node]) -> Node | None:
    """Return the last rule whose number begins that of a node, and note the node; numbers that begin again are new."""
    key: Key = node.candidate.label  # type: ignore[assignment]
    if key in known and node.above is not known[key].above:
        for other in [other for other in known if other >= key]:
            del known[other]
    found = [known[other] for other in (*parent_keys(key), *hundred_keys(key)) if other in known]
    known[key] = node
    if found and _is_inserted(node, found[0]):
        del found[0]
    return next(iter(found), None)


def _is_inserted(node: Node, before: Node) -> bool:
    """Tell whether a rule was put in after another, both titles alone: `§ 9 Dykes` and `§ 9a Breach`."""
    one, other = node.candidate, before.candidate
    key: Key = one.label  # type: ignore[assignment]
    is_lettered = bool(key[-1][1]) and one.number[-2:-1] != "." and other.label == (*key[:-1], (key[-1][0], ""))
    return is_lettered and one.titled and other.titled and looks_alike(node, before)


def _above(node: Node, features: DocumentFeatures, grouped: frozenset[object]) -> Node | None:
    """Return the heading around a number; an introduction before the first chapter is none."""
    above = node.above
    if not above or above.candidate.form not in HEADS or above.number:
        return above
    is_back = front_matter.BACK_MATTER.fullmatch(above.title.rstrip(":")) is not None
    below = features.lines[above.place + above.candidate.taken : above.end]
    has_text = any(not is_open(line.piece.value) for line in below)
    is_front = is_chapter(node) and above.candidate.series not in grouped and has_text
    return above.parent if is_back or is_front else above


def _leave_parts(node: Node) -> None:
    """Put an appendix or an index beside the rule, term, card, question or title of its look above it."""
    while node.candidate.form == "part" and (part := node.parent):
        if not (part.candidate.form in RULES or part.kind in EQUALS or looks_alike(part, node)):
            break
        node.parent = part.parent


def _leave_equals(node: Node, *, is_asking: bool) -> None:
    """Cards, questions and terms are below no other of their kind, and what holds questions below no question.

    Questions are below the card or the term that they are about.
    """
    equals: tuple[EntryKind, ...] = ("qa",) if is_asking else ()
    if node.kind in EQUALS:
        equals = tuple(kind for kind in EQUALS if node.kind != "qa" or kind not in ("card", "term"))
    while node.parent and node.parent.kind in equals:
        node.parent = node.parent.parent


def _joined_number(node: Node, habits: NumberHabits) -> str:
    """Return the number of a level that prints only its own mark, or that the format counts."""
    above = node.above
    own = node.candidate.number
    is_below_part = above is not None and above.candidate.form == "part" and own.isupper()
    if not above or not above.number or is_below_part:
        return own  # `I. Dawn Phase` in `Appendix I`
    number = above.number.rpartition(" ")[2]
    if habits.sample not in ("", "count"):
        return _as_sampled(number, own, habits.sample)
    if node.candidate.form == "counted":
        if above.candidate.form == "counted" and habits.lettered:
            letter = chr(96 + int(own)) if own.isdigit() and 1 <= int(own) <= 26 else own
            return f"{number}.{letter}"
        return f"{number.rstrip('.')}.{own}"
    is_roman = str(node.candidate.look[0])[-1:] in "iI"  # `i` has a dot before it, as `ii` needs one
    return with_parent(number, own, dotted=habits.dotted or is_roman)


def _put_below_rules(nodes: Sequence[Node]) -> None:
    """Put titles that come again below several rules, `Definition`, below each: headings where levels say nothing.

    Levels say nothing where chapters and deeper rules are of one.
    """
    rules = [node for node in nodes if node.number_like and node.candidate.level]
    deep = {one.candidate.level for one in rules if one.is_deep}
    levels = {one.candidate.level for one in rules if is_chapter(one)} & deep
    below: dict[str, list[tuple[Node, Node]]] = defaultdict(list)
    rule: Node | None = None
    for node in nodes if deep else ():
        rule = node if node.number_like else rule
        if rule and node.candidate.form == "heading" and node.candidate.level in levels:
            below[front_matter.fold_title(node.title)].append((node, rule))
    for own in below.values():
        if len({id(rule) for _, rule in own}) == len(own) >= HABIT:
            for node, rule in own:
                node.parent, node.kind = rule, "section"


def _title(nodes: Sequence[Node], features: DocumentFeatures) -> Node | None:
    """The document's own title: the first line, above all headings, right before one, or above no text."""
    first = nodes[0] if nodes else None
    if not first or first.candidate.form not in HEADS or first.candidate.number or first.place or len(nodes) < 2:
        return None
    level = first.candidate.level or UNMARKED
    is_above = all((node.candidate.level or UNMARKED) > level for node in nodes[1:] if node.candidate.form in HEADS)
    is_right_above = nodes[1].place == 1 and nodes[1].candidate.form != "step"
    below = features.lines[first.candidate.taken]
    is_bare = first.candidate.form == "line" and below.alone and is_open(below.value) and below.value[-1:] != ":"
    return first if is_above or is_right_above or is_bare or front_matter.RULES_WORD.search(first.title) else None


def _leave_title(nodes: Sequence[Node], first: Node | None) -> None:
    """Leave nothing but cells below the document's own title, which is a part."""
    if not first:
        return
    first.kind = "part"
    for node in nodes:
        if node.parent is first and node.candidate.form != "cell":
            node.parent = None

"""From items to nodes: what is below what, which kind each is, which number it has.

Reads: the `Item`s of the search and the `DocumentFeatures`. Writes: a `Tree`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest

from judge.core.model import EntryKind
from judge.core.numbering import Key, slug
from judge.reading.grammar.canonical import StatedEntry, stated_entries
from judge.reading.grammar.constraints import kind_under
from judge.reading.grammar.features import COUNTED, NAMES, TITLE, DocumentFeatures, LineFeatures, announced_kinds
from judge.reading.grammar.line_forms import Candidate
from judge.reading.grammar.search import Item, Stretch
from judge.reading.grammar.series_kinds import (
    MANY,
    TITLED,
    UNMARKED,
    SeriesMember,
    find_rulings_list,
    kind_of,
    level_of,
    part_kind,
)
from judge.reading.lines.numbers import hundred_keys, parent_keys, with_parent
from judge.reading.lines.paragraphs import is_open
from judge.reading.metadata import front_matter
from judge.reading.readers.stated import Stated
from judge.reading.rulings.attribution import is_source_heading
from judge.reading.rulings.errata import HABIT, is_nothing

POINTING = re.compile(r"\((?:see )?\d{1,3}(?:\.\d{1,3}){0,5}\)[.;]?$", re.IGNORECASE)
"""The end of an item that points at a rule elsewhere: `3. Dawn (4.2).`"""
DOTTED = re.compile(r"\d\.[^\W\d_]\b(?!\.\w\.)")
GLUED = re.compile(r"(?<=\.)\d{1,3}[^\W\d_]\b")
DIALECT_OF: dict[EntryKind, str] = {
    **{"section": "outline", "term": "glossary", "qa": "questions", "card": "rulings", "topic": "rulings"},
    **{"ruling": "questions", "step": "plain", "part": "plain", "appendix": "plain", "index": "plain"},
}
"""What a document is called whose entries are mostly of a kind."""


@dataclass(slots=True, eq=False)
class Node:
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


@dataclass(slots=True)
class Tree:
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
        return Tree(_stated(nodes, features, head.fields.get("holds", "")), named or _dialect(nodes))
    _put_beside(nodes)
    for node, after in zip_longest(nodes, nodes[1:]):
        node.end = after.place if after else len(features.lines)
        if node.above:
            node.above.nested += node.candidate.form not in (*LISTED, "part") or _counts_rules(node)
    groups: dict[tuple[object, ...], list[Node]] = {}
    for node in nodes:
        node.group = groups.setdefault((node.candidate.series, id(node.above)), [])
        node.group.append(node)
    for node in reversed(nodes):
        node.whole = max(node.whole, node.end)
        if node.candidate.form in LISTED and node.above and node.above.whole == 0:
            node.above.whole = node.whole
    title = _title(nodes, features)
    _name_kinds(nodes, features, named, title)
    name_told(nodes, stretches)
    if named == "glossary":
        _part_terms(nodes)
    _number(nodes, features, named, title)
    _put_below_rules(nodes)
    if named not in (None, "rulings") or not _name_rulings(nodes, features, is_named=named is not None):
        _name_title(nodes, title)
    is_faq = (named or _dialect(nodes)) == "questions"
    _name_parts(nodes, is_faq=is_faq, is_named=named == "questions")
    _name_statements(nodes)
    dialect = named or _dialect(_outside(nodes, stretches) or nodes)
    if dialect == "glossary":
        _name_steps(nodes)
    name_told(nodes, stretches)
    return Tree(nodes, dialect)


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


def _name_steps(nodes: Sequence[Node]) -> None:
    """Call numbers of several levels steps, as they are in an alphabetical reference."""
    for node in nodes:
        is_step = node.is_deep and not _is_chapter(node) and node.kind == "section"
        node.kind = "step" if is_step else node.kind


def _outside(nodes: Sequence[Node], stretches: Sequence[Stretch]) -> list[Node]:
    """Return the nodes of which a person does not say what they are."""
    return [node for node in nodes if not any(one.first <= node.place < one.end for one in stretches)]


def name_told(nodes: Sequence[Node], stretches: Sequence[Stretch]) -> None:
    """Call the items what a person says that they are: those of stretches, and rules."""
    within = {place: one for one in stretches for place in range(one.first, one.end)}
    titles = {one.title for one in stretches}
    holders = {node.above for node in nodes if node.above and node.candidate.form not in (*LISTED, "step")}
    for node in nodes:
        one = within.get(node.place)
        if node.place in titles and not node.number_like:
            node.kind, node.is_text = "part" if node.kind not in ("appendix", "index") else node.kind, False
            node.above = node.above if node.candidate.level else _uncounted(node.above)
        elif one and not _is_aside(node, one, holders):
            node.kind, node.is_text = KINDS[one.read_as], False
        elif node.candidate.told and not one and node.kind in ("term", "card", "topic"):
            node.kind = "section"


def _is_aside(node: Node, stretch: Stretch, holders: Container[Node]) -> bool:
    """Tell whether an item of a stretch is no item of its kind: a place in a list, a title that holds others."""
    form = node.candidate.form
    if stretch.term:
        return form not in TERM_FORMS[stretch.term] and not node.candidate.told
    is_holder = node in holders and form in HEADS
    counts = form in (*LISTED, "number", "named", "step") and stretch.read_as not in ("rules", "text", "questions")
    return is_holder or counts or (form in LISTED and node.above is not None and node.above.place >= stretch.first)


KINDS: dict[str, EntryKind] = {
    **{"rules": "section", "terms": "term", "questions": "qa", "rulings": "card", "errata": "card", "text": "section"}
}
"""What the items of a stretch are, by what a person says that it is."""
TERM_FORMS: dict[str, frozenset[str]] = {
    **{"line": frozenset(("line",)), "bold": frozenset(("bold", "bold lead")), "colon": frozenset(("colon",))},
    **{"dash": frozenset(("dash",)), "heading": frozenset(("heading",)), "cell": frozenset(("cell",))},
}
"""The forms in which names are printed, by what a person calls them."""


def _counts_rules(node: Node) -> bool:
    """Tell whether a node is an item of a list that counts the rules of the document."""
    return node.candidate.form == "counted" and bool(node.candidate.look[1])


def _put_beside(nodes: Sequence[Node]) -> None:
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


def _name_parts(nodes: Sequence[Node], *, is_faq: bool, is_named: bool) -> None:
    """Call those sections parts that hold questions, terms or cards, and no sections, or that are beside chapters.

    Args:
        nodes: the entries to be.
        is_faq: whether the document is of questions; then chapters of steps are parts as well.
        is_named: whether a person says so; then all that are beside parts are parts.
    """
    below: dict[Node | None, list[Node]] = {}
    for node in nodes:
        below.setdefault(node.parent, []).append(node)
    several = any(node.is_deep for node in nodes)
    for node in reversed(nodes):
        holds = {other.kind for other in below.get(node, ())}
        if node.kind == "section" and node.candidate.form in TITLED and not node.parent and several:
            node.kind = "part"
        asks = "qa" in holds <= {"qa", "part"}
        is_rule = several and node.number_like and holds != {"qa"}
        is_inside = node.parent is not None and not asks
        others: set[EntryKind] = {"section"} if is_faq and node.candidate.form in NUMBERED else {"section", "step"}
        if node.kind == "section" and not (is_inside or is_rule) and holds and not holds & others:
            node.kind = "part"
    beside: dict[tuple[int, int], list[Node]] = {}
    for node in nodes:
        beside.setdefault((id(node.group), id(node.parent)), []).append(node)
    for own in beside.values():
        holding = [node for node in own if node in below]
        is_parted = {node.kind for node in holding} == {"part"}
        for node in own if is_named or 2 * len(holding) > len(own) else holding:
            if is_parted and node.kind == "section" and (is_named or node.candidate.form in NUMBERED):
                node.kind = "part"


NUMBERED = ("number", "named", "numbered")
"""Forms of chapters with numbers."""


def _name_statements(nodes: Sequence[Node]) -> None:
    """Call the items of a chapter rulings in which sentences are above the texts that explain them."""
    tops: dict[Node, list[Node]] = {}
    for node in nodes:
        top = node
        while top.parent:
            top = top.parent
        tops.setdefault(top, []).append(node)
    for top, *own in tops.values():
        if (
            (top.number_like or top.candidate.form in ("numbered", "mark"))
            and sum(map(_is_sentence, own)) >= HABIT
            and not any(node.is_deep for node in (top, *own))
        ):
            top.kind = "part"
            for node in own:
                is_counted = node.kind == "step" and node.parent is top and node.candidate.number.isdigit()
                is_named = node.kind in ("section", "term", "card") and node.candidate.form != "line"
                if is_counted or is_named or (_is_sentence(node) and node.kind != "qa"):
                    node.kind = "ruling"
                node.is_text = node.is_text or node.kind == "step"


def _is_sentence(node: Node) -> bool:
    return node.candidate.form == "line" and node.title.rstrip("”\"’') ")[-1:] in (".", "!")


def _dialect(nodes: Sequence[Node]) -> str:
    """Return what a document is called by the kind of most of its text, if most of its entries are of some kind.

    An entry that is of no kind of document is of that around it, or of that of most of what it holds.
    """
    held: dict[Node | None, Counter[str]] = defaultdict(Counter)
    names: dict[Node | None, str] = {}
    for node in nodes:
        name = own_dialect(node)
        names[node] = names.get(node.parent, name) if name == PLAIN else name
        above = node.parent
        while above:
            held[above][name] += node.end - node.place
            above = above.parent
    sizes: Counter[str] = Counter()
    plain = 0
    for node in nodes:
        inside = {**held[node], PLAIN: 0}
        name = max(inside, key=inside.__getitem__) if names[node] == PLAIN else names[node]
        plain += name == PLAIN
        sizes[name] += node.end - node.place
    if 2 * plain < len(nodes):
        del sizes[PLAIN]
    return max(sizes, key=sizes.__getitem__, default=PLAIN)


PLAIN = "plain"


def own_dialect(node: Node) -> str:
    """Return the dialect that an entry is of; titles without a number, steps and parts are of none."""
    return DIALECT_OF[node.kind] if node.kind != "section" or node.number else PLAIN


def _name_kinds(nodes: Sequence[Node], features: DocumentFeatures, named: str | None, title: Node | None) -> None:
    """Tell the kind of each stretch; few items of a look are what most of that look are."""
    is_faq = any(node.candidate.form in ("question", "asks") for node in nodes)
    looks: dict[tuple[object, ...], list[Node]] = {}
    for node in nodes:
        above = node.above
        if node is title:
            key: tuple[object, ...] = ()
        elif len(node.group) >= MANY or not above:
            key = (id(node.group),)
        else:
            key = (node.candidate.series, id(above.group), announced_kinds(heading_of(node.group, features)))
        if node.number_like:
            key = (*key, len(node.candidate.label))  # type: ignore[arg-type]
        looks.setdefault(key, []).append(node)
    for group in looks.values():
        heading = heading_of(group, features)
        members = [member_of(node, features) for node in group]
        kind = kind_of(members, heading, is_outermost=group[0].above is None, is_faq=is_faq)
        is_leaf = not any(node.nested for node in group)
        holds_few = sum(node.nested for node in group) < len(group)
        is_sorted = named == "glossary" and group[0].candidate.order == "alphabet" and holds_few
        if is_leaf and group[0].candidate.form not in ("number", "named", *LISTED):
            kind = kind_under(named, group[0].candidate.form, kind, heading)
        kind = "term" if is_sorted and kind in ("section", "part") else kind
        for node in group:
            node.kind = _own_kind(node, kind, is_faq=is_faq)


def _part_terms(nodes: Sequence[Node]) -> None:
    """Put titles that part the text of a term below it, which are deeper.

    What is above the title of the glossary is not a term.
    """
    is_title = (one.kind != "term" and NAMES["term"].search(one.title) is not None for one in nodes)
    begins = next((place for place, is_one in enumerate(is_title) if is_one), 0)
    for node in nodes[:begins]:
        node.kind = "part" if node.kind == "term" else node.kind
    for node in nodes:
        above = node.above if node.kind == "term" and node.candidate.form in HEADS else None
        while above and above.kind != "term":
            above = above.above
        if above:
            node.kind, node.above = "section", above


def heading_of(group: Sequence[Node], features: DocumentFeatures) -> str:
    """Return the title above a stretch, or the short line right before it, which may be the title of a part."""
    above = group[0].above
    while above and above.kind in EQUALS:
        above = above.above
    if above:
        return above.title
    before = features.lines[group[0].place - 1] if group[0].place else None
    return before.value if before and before.alone and len(before.value) <= TITLE else ""


def _name_rulings(nodes: Sequence[Node], features: DocumentFeatures, *, is_named: bool) -> bool:
    """Tell parts, topics and cards of a list of rulings, in which the levels of headings often mean nothing.

    Args:
        nodes: the entries to be.
        features: the lines of the document.
        is_named: whether a person says that the document is such a list; one with cards in several parts has levels.

    Returns:
        Whether the document is such a list.
    """
    titled = [node for node in nodes if _is_titled(node)]
    members = [member_of(node, features) for node in titled]
    cards = Counter(node.above for node in nodes if node.kind in RULED and node.above)
    is_named = is_named and sum(count > 1 for count in cards.values()) < HABIT
    found = find_rulings_list(members, len(features.manuscript.pieces), is_named=is_named)
    if not found:
        return False
    part: Node | None = None
    below: EntryKind = "topic" if found.has_parts else "card"
    for node, one in zip(titled, members, strict=True):
        level = level_of(one)
        is_above = found.level is not None and level < found.level
        announces = found.level is None or is_above or (level == found.level and not one.body)
        kind = part_kind(node.title, is_above=is_above) if announces else None
        is_title = node is nodes[0] and (found.has_parts or front_matter.RULES_WORD.search(node.title))
        if kind or is_title or is_source_heading(node.title):
            node.kind, node.parent, part = "part", None, node
            below = kind or "topic" if found.has_parts else kind or "card"
        elif found.level is not None and level > found.level:
            node.is_text = True
        else:
            node.kind, node.parent = below, part
    return True


def _is_titled(node: Node) -> bool:
    """Tell whether a node is a title that the format marks, or that is in bold type, also one such as `Errata:`."""
    one = node.candidate
    return one.form in ("heading", "bold") or (one.form == "part" and (one.level > 0 or node.line.bold))


def _own_kind(node: Node, kind: EntryKind, *, is_faq: bool) -> EntryKind:
    """Tell what form or place alone tells of a node: an appendix, an index, a level below a numbered rule, no part."""
    one = node.candidate
    title = node.title.rstrip(":").casefold()
    is_title = one.form == "part" or kind in ("section", "part")
    if is_title and title.startswith("index") and front_matter.BACK_MATTER.fullmatch(title):
        return "index"
    if one.form == "part":
        return "appendix" if one.number else "part"
    has_text = node.end > node.place + one.taken
    is_bare = node.place > 0 and not node.nested and not is_source_heading(node.title)
    if kind == "part" and not is_faq and has_text and is_bare:
        return "section"
    is_above_cards = part_kind(node.title, is_above=False) and not has_text
    if kind in RULED and (is_source_heading(node.title) or is_above_cards):
        return "part"
    if one.form in ("mark", "counted") and node.above and node.above.candidate.order in ("number", "count", "ordinal"):
        return node.above.kind if node.above.kind in ("section", "step") else kind
    return kind


def member_of(node: Node, features: DocumentFeatures) -> SeriesMember:
    """Return what tells the kind of a node."""
    rest = node.line.value[node.candidate.rest :] if node.candidate.rest else ""
    body = [rest] if rest else []
    last = node.line.index if rest else -1
    bullets = 0
    begins_list = False
    for line in features.lines[node.place + node.candidate.taken : min(node.whole, node.place + AHEAD)]:
        if line.index == last and (not line.starts or (is_open(body[-1]) and not line.counts)):
            body[-1] += "\n" + line.value
            continue
        body.append(line.value)
        is_bullet = line.piece.kind == "bullet" or COUNTED.match(line.value) is not None
        bullets += is_bullet
        begins_list |= len(body) == 1 and is_bullet
        last = line.index
    nothing = any(is_nothing(text) or text == features.nothing for text in body)
    return SeriesMember(node.line, node.candidate, node.title, body, bullets, begins_list, bool(node.nested), nothing)


AHEAD = 80
"""Lines after an item that tell what it is. A bound of the work."""


def _number(nodes: Sequence[Node], features: DocumentFeatures, named: str | None, title: Node | None) -> None:
    """Give each node its number and what it is below."""
    known: dict[Key, Node] = {}
    printed = {node.candidate.label: node for node in nodes if node.number_like}
    dotted = any(node.candidate.form == "mark" for node in nodes) and _cites_dotted(features)
    letters = sum(times for number, times in features.cited.items() if number[-1].isalpha())
    deep = sum(times for number, times in features.cited.items() if number[-1].isdigit() and number.count(".") > 1)
    has_levels = named != "questions" and _has_levels(nodes)
    chapters = [node.place for node in nodes if _is_chapter(node)]
    between = [node for node in nodes if chapters and chapters[0] < node.place < chapters[-1]]
    told = {node.candidate.series for node in between if node.candidate.told and not node.candidate.level}
    grouped = frozenset(node.candidate.series for node in between if node.candidate.form in HEADS) - told
    _lift_parts(nodes)
    _lift_holders(nodes)
    running = _running_on(nodes)
    asking = {node.above for node in nodes if node.kind == "qa"}
    for node in nodes:
        one, above = node.candidate, node.above
        node.parent = above
        restarts = _restarts(node)
        if node.number_like and not restarts:
            _number_rule(node, known, features, grouped)
            node.parent = above if one.told and one.level else node.parent
        elif restarts or one.form in ("mark", "counted"):
            node.number = _joined_number(node, dotted=dotted, lettered=letters > deep, sample=features.numbers)
        elif one.number and node.kind != "card":
            node.number = one.number
        _leave_parts(node)
        if one.form in LISTED and above and _is_list(node, above, printed):  # type: ignore[arg-type]
            node.is_text = True
        elif one.form in LISTED and not one.level and not has_levels and above:
            node.kind, node.number = "step", one.number
            node.is_text = above.kind == "step"
        elif one.form == "numbered" and above and not one.level and _counts(above):
            node.number = _joined_number(node, dotted=dotted, lettered=letters > deep)
        is_counted = one.form in COUNTS and not one.level and one.series not in running and not node.is_text
        if is_counted and above and above is not title and above.kind not in EQUALS and not above.number:
            node.ordinal, node.number = one.number, f"{slug(above.title)}.{one.number}"
        if above and above.kind in RULED and one.form in CORRECTING:
            node.is_text = True
        _leave_equals(node, is_asking=node in asking)


def _put_below_rules(nodes: Sequence[Node]) -> None:
    """Put headings that come again below several rules, `Definition`, below each, where levels say nothing.

    Levels say nothing where chapters and deeper rules are of one.
    """
    rules = [node for node in nodes if node.number_like and node.candidate.level]
    levels = {one.candidate.level for one in rules if one.is_deep} & {
        one.candidate.level for one in rules if _is_chapter(one)
    }
    below: dict[str, list[tuple[Node, Node]]] = defaultdict(list)
    rule: Node | None = None
    for node in nodes if levels else ():
        rule = node if node.number_like else rule
        if rule and node.candidate.form == "heading" and node.candidate.level in levels:
            below[front_matter.fold_title(node.title)].append((node, rule))
    for own in below.values():
        if len({id(rule) for _, rule in own}) == len(own) >= HABIT:
            for node, rule in own:
                node.parent, node.kind = rule, "section"


def _restarts(node: Node) -> bool:
    """Tell whether a number counts below a mark from one on: `1.` below `A.` is not a chapter of the document."""
    is_below_mark = node.above is not None and node.above.candidate.form == "mark"
    return is_below_mark and node.group[0].candidate.number == "1" and not node.is_deep


def _leave_parts(node: Node) -> None:
    """Put a part, or a heading that looks like one, beside the parts above it."""
    one, above = node.candidate, node.above
    while one.form == "part" and node.parent and _is_beside_parts(node.parent, node):
        node.parent = node.parent.parent
    part = above if one.form in HEADS and above and above.kind in EQUALS and node.kind not in EQUALS else None
    while part and not (part.candidate.form == "part" and _looks_alike(part, node)):
        part = part.above
    node.parent = part.parent if part else node.parent


def _number_rule(node: Node, known: dict[Key, Node], features: DocumentFeatures, grouped: frozenset[object]) -> None:
    """Put a numbered rule below the last one whose number begins its own, or below the heading around it."""
    one, above = node.candidate, node.above
    key: Key = one.label  # type: ignore[assignment]
    if key in known and above is not known[key].above:
        for other in [other for other in known if other >= key]:
            del known[other]
    node.number = one.number
    holder = next((known[other] for other in (*parent_keys(key), *hundred_keys(key)) if other in known), None)
    node.parent = holder or _above(node, features, grouped)
    known[key] = node


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


def _name_title(nodes: Sequence[Node], first: Node | None) -> None:
    """Let nothing are below the document's own title."""
    if not first:
        return
    first.kind = "part"
    for node in nodes:
        if node.parent is first and node.candidate.form != "cell":
            node.parent = None


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


HEADS = ("heading", "bold", "line", "part")


def _lift_parts(nodes: Sequence[Node]) -> None:
    """Put a title right above a chapter above it and those after it, wherever the search has it."""
    part: Node | None = None
    for node, after in zip_longest(nodes, nodes[1:]):
        is_head = node.candidate.form in HEADS and not node.candidate.level and node.kind not in EQUALS
        if is_head and after and _is_chapter(after) and (not node.above or node.above.number_like):
            node.above, part = None, node
        elif _is_chapter(node) and (
            not node.above or (part and not node.above.number and node.above.place < part.place)
        ):
            node.above = part or node.above
        elif not node.above:
            part = None


def _lift_holders(nodes: Sequence[Node]) -> None:
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
        if node is not own[0] or not above or not _counts(above) or node.candidate.form not in (*HEADS, "named"):
            continue
        if node.candidate.form == "part":
            for one in own:
                one.above = left[above] = _uncounted(above)
            continue
        is_last = len(around[node.candidate.series]) == 1 and last[above.candidate.series] < node.place
        if is_last and 2 * sum(one in holders for one in own) > len(own):
            for one in own:
                one.above = _uncounted(above)


def _uncounted(node: Node | None) -> Node | None:
    """Return what is around the numbers and marks that a node is below."""
    while node and _counts(node):
        node = node.above
    return node


def _counts(node: Node) -> bool:
    return node.number_like or node.candidate.form in LISTED


def _is_chapter(node: Node) -> bool:
    """Tell whether a number is of the outermost level, which may be printed with a zero."""
    key = node.candidate.label
    return node.number_like and isinstance(key, tuple) and (len(key) == 1 or key[1:] == ((0, ""),))


def _above(node: Node, features: DocumentFeatures, grouped: frozenset[object]) -> Node | None:
    """Return the heading around a number; an introduction before the first chapter is none."""
    above = node.above
    if not above or above.candidate.form not in HEADS or above.number:
        return above
    marked = any(piece.kind == "heading" for piece in features.manuscript.pieces)
    is_back = not marked and front_matter.BACK_MATTER.fullmatch(above.title.rstrip(":")) is not None
    below = features.lines[above.place + above.candidate.taken : above.end]
    has_text = any(not is_open(line.piece.value) for line in below)
    is_front = _is_chapter(node) and above.candidate.series not in grouped and has_text
    return above.parent if is_back or is_front else above


def _is_beside_parts(node: Node, part: Node) -> bool:
    """Tell whether no appendix or index is below a node: a rule, a term, a card, a question, a title of its look."""
    return node.candidate.form in RULES or node.kind in EQUALS or _looks_alike(node, part)


def _looks_alike(node: Node, part: Node) -> bool:
    """Tell whether two titles are printed alike."""
    one, other = node.line, part.line
    alike = one.value.isupper() == other.value.isupper() and (one.bold, one.indent) == (other.bold, other.indent)
    return alike and (one.piece.kind, one.piece.level) == (other.piece.kind, other.piece.level)


LISTED = ("numbered", "mark", "counted")
RULES = ("number", "named", *LISTED)
"""Forms of rules."""
COUNTS = ("numbered", "counted")
"""Forms whose numbers are places in a list."""


def _is_list(node: Node, above: Node, known: Mapping[Key, Node]) -> bool:
    """Tell whether what a mark counts is no level of its own: below a card, or where such a level is printed whole."""
    one = node.candidate
    if above.is_text or (above.kind in EQUALS and not one.level):
        return True
    if not above.number_like or one.level:
        return False
    if one.form == "counted":
        pointing = sum(1 for other in node.group if POINTING.search(other.line.value))
        return node.line.piece.listed or 2 * pointing >= len(node.group) or _has_below(above, known)
    key: Key = above.candidate.label  # type: ignore[assignment]
    if one.form == "mark" and not one.number.isdigit():
        digits, letter = key[-1]
        beside = (*key[:-1], (digits, "a"))
        return (*key, (0, "a")) in known or (not letter and beside in known)
    return False


def _has_below(node: Node, known: Mapping[Key, Node]) -> bool:
    """Tell whether the document prints the first number below that of a rule."""
    key: Key = node.candidate.label  # type: ignore[assignment]
    return any((*key, (first, "")) in known for first in (0, 1))


def _joined_number(node: Node, *, dotted: bool, lettered: bool, sample: str = "") -> str:
    """Return the number of a level that prints only its own mark, or that the format counts.

    Args:
        node: the item.
        dotted: a dot is before a letter.
        lettered: what is counted below what is counted has letters.
        sample: a whole number as a person writes it, which decides over both.
    """
    above = node.above
    own = node.candidate.number
    is_below_part = above is not None and above.candidate.form == "part" and own.isupper()
    if not above or not above.number or is_below_part:
        return own  # `I. Dawn Phase` in `Appendix I`
    number = above.number.rpartition(" ")[2]
    if sample not in ("", "count"):
        return _as_sampled(number, own, sample)
    if node.candidate.form == "counted":
        if above.candidate.form == "counted" and lettered:
            letter = chr(96 + int(own)) if own.isdigit() and 1 <= int(own) <= 26 else own
            return f"{number}.{letter}"
        return f"{number.rstrip('.')}.{own}"
    is_roman = str(node.candidate.look[0])[-1:] in "iI"  # `i` has a dot before it, as `ii` needs one
    return with_parent(number, own, dotted=dotted or is_roman)


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


def _has_levels(nodes: Sequence[Node]) -> bool:
    """Tell whether marks are levels of an outline: below numbers of several levels, in most chapters, or in many.

    Where the document is counted by its lists, these are its rules.
    """
    if any(_counts_rules(node) or node.is_deep for node in nodes):
        return True
    outlined = set(filter(_counts, nodes))
    chapters = {node for node in outlined if node.above not in outlined}
    marked = {node.above for node in outlined if node.candidate.form in LISTED and node.above in chapters}
    return 2 * len(marked) > len(chapters) or len(marked) >= HABIT


def _cites_dotted(features: DocumentFeatures) -> bool:
    """Tell whether the document cites `1.4.3.a`, and not `1.4.3a`."""
    text = " ".join(piece.value for piece in features.manuscript.pieces)
    return len(DOTTED.findall(text)) > len(GLUED.findall(text))


def _leave_equals(node: Node, *, is_asking: bool) -> None:
    """Cards, questions and terms are below no other of their kind, and what holds questions below no question.

    Questions are below the card or the term that they are about.
    """
    equals: tuple[EntryKind, ...] = ("qa",) if is_asking else ()
    if node.kind in EQUALS:
        equals = tuple(kind for kind in EQUALS if node.kind != "qa" or kind not in ("card", "term"))
    while node.parent and node.parent.kind in equals:
        node.parent = node.parent.parent


EQUALS: tuple[EntryKind, ...] = ("card", "qa", "term", "topic")
RULED = ("card", "topic")
"""Kinds of entries with rulings."""
CORRECTING = ("reads", "quoting")
"""Forms of sentences that correct the card that they name; below a card they are of its text."""

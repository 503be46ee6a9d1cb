"""What each entry to be is: a rule, a term, a card, a topic, a question, a step, a part, or text of the one before.

Where a form alone does not tell, all items of a series do together: most of them ask, or are in the order of the
alphabet, or have dated rulings below them. The heading above a series may say what it is.

Reads: the `Node`s of a document. Writes: their kinds, and which of them are text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from operator import itemgetter
from typing import cast

from msgspec import Struct

from judge.core.model import EntryKind, replace
from judge.core.numbering import Key
from judge.reading.grammar.constraints import kind_under
from judge.reading.grammar.features import COUNTED, NAMES, TITLE, DocumentFeatures, LineFeatures, announced_kinds
from judge.reading.grammar.line_forms import Candidate, is_dated
from judge.reading.grammar.nodes import (
    CORRECTING,
    EQUALS,
    HEADS,
    LISTED,
    NUMBERED,
    RULED,
    Node,
    counts_rules,
    heading_around,
    is_chapter,
    is_counted,
)
from judge.reading.grammar.search import Stretch
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import ASCENDS, longest_ascending, sort_key
from judge.reading.lines.paragraphs import is_open
from judge.reading.lines.questions import asks
from judge.reading.rulings.attribution import is_source_heading
from judge.reading.rulings.blocks import is_pointer
from judge.reading.rulings.errata import HABIT, errata_mark, errata_of, first_value, is_nothing, read_struck

POINTING = re.compile(r"\((?:see )?\d{1,3}(?:\.\d{1,3}){0,5}\)[.;]?$", re.IGNORECASE)
"""The end of an item that points at a rule elsewhere: `3. Dawn (4.2).`"""
MOST = 0.7
"""Share of the items of a series that must show what they are."""
NAMED_MOST = 0.5
"""Share of the items that must show what they are where the heading says so, in place of `MOST`. Double changes 3 of 26
comparisons in the five documents, half none."""
DATED = 0.3
"""Share of terms whose text may be dated. Half changes 6 of 76 comparisons in the five documents, double none."""
FEWEST_TERMS, FEWEST_NAMED, FEWEST_LISTS = 4, 2, 5
"""Items of the shortest glossary, of one below a title that announces it, of a list of rulings. Of the first, half
changes 24 of 132 comparisons in the five documents, double 12; of the second, half changes 10 of 33 comparisons, double
4; of the third, half changes 17 of 85 comparisons, double 9."""
MANY = 6
"""Items of a stretch that is recognised by itself; shorter ones are told together with those beside them. Half changes
129 of 3,818 comparisons in the five documents, double 218."""
LISTS = 0.6
"""Share of names with nothing but a list below them at or above which these are rulings. Half changes 1 of 92
comparisons in the five documents, double 1."""
TOPICS = re.compile(r"\b(?:topics?|general|keywords?|abilities|rules)\b", re.IGNORECASE)
CARDS = re.compile(r"\b(?:cards?|card-by-card|individual)\b", re.IGNORECASE)
LEADS = frozenset(("bold lead", "colon", "dash", "cell"))
TITLED = frozenset(("heading", "bold", "line"))


def name_series(nodes: Sequence[Node], features: DocumentFeatures, named: str | None) -> None:
    """Tell the kind of each stretch; few items of a look are what most of that look are."""
    is_faq = any(node.candidate.form in ("question", "asks") for node in nodes)
    looks: dict[tuple[object, ...], list[Node]] = {}
    for node in nodes:
        above = node.above
        if len(node.group) >= MANY or not above:
            key: tuple[object, ...] = (id(node.group),)
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


def heading_of(group: Sequence[Node], features: DocumentFeatures) -> str:
    """Return the title above a stretch, or the short line right before it, which may be the title of a part."""
    above = group[0].above
    while above and above.kind in EQUALS:
        above = above.above
    if above:
        return above.title
    before = features.lines[group[0].place - 1] if group[0].place else None
    return before.value if before and before.alone and len(before.value) <= TITLE else ""


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
    announces = part_kind(node.title, is_above=False) and not has_text
    if kind in RULED and (announces or is_source_heading(node.title)):
        return "part"
    if one.form in ("mark", "counted") and node.above and node.above.candidate.order in ("number", "count", "ordinal"):
        return node.above.kind if node.above.kind in ("section", "step") else kind
    return kind


class SeriesMember(Struct, frozen=True):
    """An item of a series."""

    line: LineFeatures
    candidate: Candidate
    title: str
    body: Sequence[str]
    """The texts up to the next item, the rest of its own line among them."""
    bullets: int
    """How many of them are bullets."""
    headed: bool
    """Other items are below it."""
    says_nothing: bool
    """One of them says that there is nothing to say."""

    @property
    def texts(self) -> list[str]:
        """Its texts, each in one line."""
        return [text.replace("\n", " ") for text in self.body]

    @property
    def lines(self) -> list[str]:
        """The source lines of its texts."""
        return [line for text in self.body for line in text.split("\n")]


def member_of(node: Node, features: DocumentFeatures) -> SeriesMember:
    """Return what tells the kind of a node."""
    rest = node.line.value[node.candidate.rest :] if node.candidate.rest else ""
    body = [rest] if rest else []
    last = node.line.index if rest else -1
    bullets = 0
    for line in features.lines[node.place + node.candidate.taken : min(node.whole, node.place + AHEAD)]:
        if line.index == last and (not line.starts or (is_open(body[-1]) and not line.counts)):
            body[-1] += "\n" + line.value
            continue
        body.append(line.value)
        bullets += line.piece.kind == "bullet" or COUNTED.match(line.value) is not None
        last = line.index
    nothing = any(is_nothing(text) or text == features.nothing for text in body)
    return SeriesMember(node.line, node.candidate, node.title, body, bullets, bool(node.nested), nothing)


AHEAD = 80
"""Lines after an item that tell what it is. A bound of the work."""


def kind_of(members: Sequence[SeriesMember], heading: str, *, is_outermost: bool, is_faq: bool) -> EntryKind:
    """Return the kind of the items of a series.

    Args:
        members: its items.
        heading: the title above them.
        is_outermost: whether nothing is above them.
        is_faq: whether other lines of the document ask; then a single title that asks is a question.
    """
    form = members[0].candidate.form
    if form in OF_FORM:
        return OF_FORM[form]
    asked = sum(1 for one in members if asks(one.title))
    may_ask = len(members) > 1 or is_faq or "qa" in announced_kinds(heading)
    if may_ask and asked >= MOST * len(members):
        return "qa"
    if form in NUMBERED:
        return "section"
    if form == "cell" and (told := members[0].candidate.look[1]):
        return cast(EntryKind, "card" if told == "errata" else told)
    if form in ("step", "mark", "counted"):
        heads = form == "mark" and sum(map(_heads_text, members)) >= MOST * len(members)
        return "section" if heads or (form == "counted" and members[0].candidate.look[1]) else "step"
    return _titled_kind(members, heading, form, is_outermost=is_outermost)


OF_FORM: dict[str, EntryKind] = {
    **{"question": "qa", "asks": "qa", "reads": "card", "quoting": "card", "print": "card"},
}
"""Forms that say themselves what their items are."""


class SeriesEvidence(Struct, frozen=True):
    """What the titles of a series show together; shares are of its items."""

    form: str
    named: frozenset[str]
    """The kinds that the title above them names."""
    size: int
    headed: float
    """Share with other items below them."""
    ordered: float
    """Share that ascends in the alphabet."""
    ruled: float
    """Share with dated rulings below them."""
    corrected: float
    """Share below which a new wording is."""
    lists: float
    """Share with nothing but a list below them."""

    @property
    def is_titled(self) -> bool:
        """Whether they are titles above their texts."""
        return self.form in TITLED

    @property
    def are_names_of_cards(self) -> bool:
        """Whether the heading says that titles are cards, and not that they are terms."""
        return "card" in self.named and "term" not in self.named and self.is_titled

    @property
    def are_ruled(self) -> bool:
        """Whether they are names above rulings: dated ones, new wordings, or lists."""
        is_cards = "card" in self.named
        may_be_cards = self.size >= (FEWEST_NAMED if is_cards else HABIT) and (is_cards or self.form != "dash")
        if may_be_cards and max(self.ruled, self.corrected) >= (NAMED_MOST if is_cards else MOST):
            return True
        in_order = self.size >= FEWEST_LISTS and self.ordered >= ASCENDS and self.headed <= 0.5
        return self.is_titled and self.lists >= LISTS and (self.size > 1 if is_cards else in_order)

    @property
    def are_terms(self) -> bool:
        """Whether they are enough names in the order of the alphabet, most of them above or before text alone."""
        is_named = "term" in self.named
        by_accident = MANY if self.form == "heading" else FEWEST_TERMS  # four chapters ascend once in 24 documents
        fewest = FEWEST_NAMED if is_named else by_accident
        is_dated = self.ruled > DATED and not self.are_names_of_cards
        is_long = self.size >= fewest and self.headed <= 0.5
        return is_long and self.ordered >= (MOST if is_named else ASCENDS) and not is_dated


def _titled_kind(members: Sequence[SeriesMember], heading: str, form: str, *, is_outermost: bool) -> EntryKind:
    """Tell cards, terms and sections apart."""
    shown = _look_over(members, heading, form)
    rulings = _card_or_topic(heading)
    if shown.are_ruled:
        return rulings
    if not shown.headed and (told := _announced(members, heading)):
        return told
    are_cards = shown.are_names_of_cards and form != "line" and shown.headed <= 0.5
    if are_cards and shown.size >= FEWEST_NAMED and ANNOUNCED.search(heading):
        return rulings
    if shown.are_terms and not (shown.headed and shown.is_titled and shown.size < MANY):
        return "card" if shown.are_names_of_cards else "term"
    if form in LEADS:
        return "term"
    return "part" if is_outermost and form != "line" else "section"


def _look_over(members: Sequence[SeriesMember], heading: str, form: str) -> SeriesEvidence:
    """Return what the titles of a series show."""
    size = len(members)
    counts = any(front_matter.COUNTED.match(one.title) for one in members[: max(3, size // 3)])
    names = [] if counts else list(dict.fromkeys(sort_key(one.title) for one in members))
    return SeriesEvidence(
        form,
        frozenset(kind for kind, pattern in NAMES.items() if pattern.search(heading)),
        size,
        headed=sum(one.headed for one in members) / size,
        ordered=len(longest_ascending(names)) / size,
        ruled=sum(_is_ruled(one) or any(map(is_dated, one.body)) for one in members) / size,
        corrected=sum(map(_is_corrected, members)) / size,
        lists=sum(0 < len(one.body) == one.bullets for one in members) / size,
    )


def _announced(members: Sequence[SeriesMember], heading: str) -> EntryKind | None:
    """Return the kind that the title above the names of a series announces, if the first of them is right below it."""
    kinds = announced_kinds(heading) & {"card", "term"}
    if len(kinds) != 1 or members[0].candidate.below < 0:
        return None
    return "term" if "term" in kinds else _card_or_topic(heading)


def _card_or_topic(heading: str) -> EntryKind:
    return "topic" if TOPICS.search(heading) and not CARDS.search(heading) else "card"


def _is_ruled(one: SeriesMember) -> bool:
    if errata_mark(one.title) or (first_value(one.title) is not None and first_value(one.title) != 0):
        return True
    dated = sum(map(is_dated, one.texts))
    return one.says_nothing or (dated > 0 and SOME_DATED * dated >= len(one.body))


def _is_corrected(one: SeriesMember) -> bool:
    """Tell whether a text below a name says what it should read, or strikes out what it read."""
    return any(map(errata_of, one.body[:3])) or read_struck(one.line.piece.text) is not None


SOME_DATED = 3
"""One paragraph in that many below a name has a date, where they are rulings with dates. Half changes 100 of 347
comparisons in the five documents, double 3."""


def _heads_text(one: SeriesMember) -> bool:
    """Tell whether a mark is that of a heading: `II. Felszerelés`, alone above several texts."""
    return one.line.alone and front_matter.is_title(one.title) and (bool(one.body) or one.headed)


def name_told(nodes: Sequence[Node], stretches: Sequence[Stretch]) -> None:
    """Call the items what a person says that they are: those of stretches, and rules."""
    within = {place: one for one in stretches for place in range(one.first, one.end)}
    titles = {one.title for one in stretches}
    holders = {node.above for node in nodes if node.above and node.candidate.form not in (*LISTED, "step")}
    for node in nodes:
        one = within.get(node.place)
        if node.place in titles and not node.number_like:
            node.kind, node.is_text = "part" if node.kind not in ("appendix", "index") else node.kind, False
            node.above = node.above if node.candidate.level else heading_around(node.above)
        elif one and not _is_aside(node, one, holders):
            node.kind, node.is_text = KINDS[one.read_as], False


def _is_aside(node: Node, stretch: Stretch, holders: Container[Node]) -> bool:
    """Tell whether an item of a stretch is not of its kind: a title that holds others, or not in the form of terms."""
    form = node.candidate.form
    if stretch.term:
        return form not in TERM_FORMS[stretch.term] and not node.candidate.told
    return node in holders and form in HEADS


KINDS: dict[str, EntryKind] = {
    **{"rules": "section", "terms": "term", "questions": "qa", "rulings": "card", "errata": "card", "text": "section"}
}
"""What the items of a stretch are, by what a person says that it is."""


TERM_FORMS: dict[str, frozenset[str]] = {
    **{"line": frozenset(("line",)), "bold": frozenset(("bold", "bold lead")), "colon": frozenset(("colon",))},
    **{"dash": frozenset(("dash",)), "heading": frozenset(("heading",)), "cell": frozenset(("cell",))},
}
"""The forms in which names are printed, by what a person calls them."""


def name_listed(nodes: Sequence[Node], *, has_levels: bool) -> None:
    """Tell the items of lists that are steps, or text of the entry before, and sentences that correct their card.

    Args:
        nodes: the entries to be.
        has_levels: whether lists are levels of an outline.
    """
    printed: dict[Key, Node] = {node.candidate.label: node for node in nodes if node.number_like}  # type: ignore[misc]
    for node in nodes:
        one, above = node.candidate, node.above
        if not above:
            continue
        if one.form in LISTED and _is_list(node, above, printed):
            node.is_text = True
        elif one.form in LISTED and not one.level and not has_levels:
            node.kind, node.is_text = "step", above.kind == "step"
        elif above.kind in RULED and one.form in CORRECTING:
            node.is_text = True


def _is_list(node: Node, above: Node, known: Mapping[Key, Node]) -> bool:
    """Tell whether a mark does not count a level: below a card, or where such a level is printed whole."""
    one = node.candidate
    if one.level or one.form != "counted" or not above.number_like:
        return above.kind in EQUALS and not one.level
    pointing = sum(1 for other in node.group if POINTING.search(other.line.value))
    return above.kind in EQUALS or 2 * pointing >= len(node.group) or _has_below(above, known)


def _has_below(node: Node, known: Mapping[Key, Node]) -> bool:
    """Tell whether the document prints the first number below that of a rule."""
    key: Key = node.candidate.label  # type: ignore[assignment]
    return any((*key, (first, "")) in known for first in (0, 1))


def has_levels(nodes: Sequence[Node]) -> bool:
    """Tell whether marks are levels of an outline: below numbers of several levels, in most chapters, or in many.

    Where the document is counted by its lists, these are its rules.
    """
    if any(counts_rules(node) or node.is_deep for node in nodes):
        return True
    outlined = set(filter(is_counted, nodes))
    chapters = {node for node in outlined if node.above not in outlined}
    marked = {node.above for node in outlined if node.candidate.form in LISTED and node.above in chapters}
    return 2 * len(marked) > len(chapters) or len(marked) >= HABIT


def part_terms(nodes: Sequence[Node]) -> None:
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


def name_rulings(nodes: Sequence[Node], features: DocumentFeatures, *, is_named: bool) -> bool:
    """Tell parts, topics and cards of a list of rulings, in which the levels of headings often mean nothing.

    Args:
        nodes: the entries to be.
        features: the lines of the document.
        is_named: whether a person says that the document is such a list.

    Returns:
        Whether the document is such a list.
    """
    titled = [node for node in nodes if _is_titled(node)]
    members = [member_of(node, features) for node in titled]
    if not is_named and not _is_list_of_rulings(members, len(features.manuscript.pieces)):
        return False
    card_level = _level_of_cards(members)
    has_parts = any(part_kind(one.title, is_above=False) == "card" for one in members)
    part: Node | None = None
    below: EntryKind = "card"
    for node, one in zip(titled, members, strict=True):
        level = level_of(one)
        is_above = card_level is not None and level < card_level
        kind = part_kind(node.title, is_above=is_above)
        is_title = node is nodes[0] and (has_parts or front_matter.RULES_WORD.search(node.title))
        if kind or is_title or is_source_heading(node.title):
            node.kind, node.parent, part = "part", None, node
            below = kind or ("topic" if has_parts else "card")
        elif card_level is not None and level > card_level:
            node.is_text = True
        else:
            node.kind, node.parent = below, part
    return True


def _is_titled(node: Node) -> bool:
    """Tell whether a node is a title that the format marks, or that is in bold type, also one such as `Errata:`."""
    one = node.candidate
    return one.form in ("heading", "bold") or (one.form == "part" and (one.level > 0 or node.line.bold))


ANNOUNCED = re.compile(r"\brulings\b|\bcard[ -]by[ -]card\b", re.IGNORECASE)


ONE_LEVEL = 0.9
"""Share of the cards that are at one level where levels mean something."""


def _is_list_of_rulings(members: Sequence[SeriesMember], size: int) -> bool:
    """Tell whether a document with that number of pieces is a list of rulings, whatever look its names have."""
    shown = [one for one in members if _is_listed(one)]
    held = sum(1 + len(one.body) for one in shown)
    return len(shown) >= FEWEST_LISTS and held >= NAMED_MOST * size and any(map(_is_ruled, shown))


def _level_of_cards(members: Sequence[SeriesMember]) -> int | None:
    """Return the level of the headings of cards; None where levels mean nothing."""
    levels = Counter(level_of(one) for one in members[1:] if _is_ruled(one))
    level, count = max(levels.items(), key=itemgetter(1), default=(0, 0))
    return level if count >= max(HABIT, ONE_LEVEL * levels.total()) else None


def _is_listed(one: SeriesMember) -> bool:
    name = one.title.rstrip(" :")
    if name.endswith("?") or not (front_matter.is_title(name) or errata_mark(name)):
        return False
    return _is_ruled(one) or bool(one.body and is_pointer(one.body[0]))


def level_of(one: SeriesMember) -> int:
    """Return the level of a title; bold type is below all hashes."""
    return one.line.piece.level if one.line.piece.kind == "heading" else UNMARKED


UNMARKED = 7
"""The level of titles that the format does not mark: below its six."""


def part_kind(title: str, *, is_above: bool) -> EntryKind | None:
    """Tell what is below a heading that announces other headings: topics, cards, or None."""
    announces = title.rstrip().endswith(":") or re.search(r"\b(?:rulings|topics)$", title, re.IGNORECASE)
    if not announces and not is_above:
        return None
    if CARDS.search(title):
        return "card"
    if TOPICS.search(title):
        return "topic"
    return "card" if is_above else None


def name_holders(nodes: Sequence[Node], *, is_faq: bool, is_named: bool) -> None:
    """Tell what nodes are by what is below them: parts, and rulings; the rest is as for `_name_parts`."""
    _name_parts(nodes, is_faq=is_faq, is_named=is_named)
    _name_statements(nodes)


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
        for node in own if is_named else holding:
            if is_parted and node.kind == "section" and (is_named or node.candidate.form in NUMBERED):
                node.kind = "part"


def _name_statements(nodes: Sequence[Node]) -> None:
    """Call the items of a chapter rulings in which sentences are above the texts that explain them."""
    tops: dict[Node, list[Node]] = {}
    for node in nodes:
        top = node
        while top.parent:
            top = top.parent
        tops.setdefault(top, []).append(node)
    for top, *own in tops.values():
        if sum(map(_is_sentence, own)) >= HABIT and not any(node.is_deep for node in (top, *own)):
            top.kind = "part"
            for node in own:
                is_counted = node.kind == "step" and node.parent is top and node.candidate.number.isdigit()
                is_named = node.kind in ("section", "term", "card") and node.candidate.form != "line"
                if is_counted or is_named or (_is_sentence(node) and node.kind != "qa"):
                    node.kind = "ruling"
                node.is_text = node.is_text or node.kind == "step"


def _is_sentence(node: Node) -> bool:
    return node.candidate.form == "line" and node.title.rstrip("”\"’') ")[-1:] in (".", "!")


def name_steps(nodes: Sequence[Node]) -> None:
    """Call numbers of several levels steps, as they are in an alphabetical reference."""
    for node in nodes:
        is_step = node.is_deep and not is_chapter(node) and node.kind == "section"
        node.kind = "step" if is_step else node.kind


REMARKED = re.compile(r"(?P<name>[^()\[\]]+?) (?:\([^()\[\]]{1,60}\)|\[[^()\[\]]{1,60}\]):?")


def shorten_titles(nodes: Sequence[Node]) -> None:
    """Leave what is in brackets after the names of most cards out of their titles: a type, a number in the set.

    It stays where it alone tells two cards apart.
    """
    cards = [node for node in nodes if node.kind in RULED and node.candidate.form in TITLED]
    remarked = {node: found for node in cards if (found := REMARKED.fullmatch(node.title))}
    names = {sort_key(remarked[node]["name"] if node in remarked else node.title) for node in cards}
    if len(names) == len(cards) and len(remarked) >= max(HABIT, MOST * len(cards)):
        for node, found in remarked.items():
            end = node.candidate.start + found.end("name")
            node.candidate = replace(node.candidate, form="print", end=end)


DIALECT_OF: dict[EntryKind, str] = {
    **{"section": "outline", "term": "glossary", "qa": "questions", "card": "rulings", "topic": "rulings"},
    **{"ruling": "questions", "step": "plain", "part": "plain", "appendix": "plain", "index": "plain"},
}
"""What a document is called whose entries are mostly of a kind."""


def dialect_of(nodes: Sequence[Node]) -> str:
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

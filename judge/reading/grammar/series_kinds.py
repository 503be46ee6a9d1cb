"""What the items of one series are: rules, terms, cards, topics, questions, steps, parts.

Where a form alone does not tell, all items of a series do together: most of them ask, or are in the order of the
alphabet, or have dated rulings below them. The heading above a series may say what it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple, cast

from judge.core.model import EntryKind
from judge.reading.grammar.features import NAMES, LineFeatures, announced_kinds
from judge.reading.grammar.line_forms import LONGEST_NAME, Candidate, is_dated
from judge.reading.lines.alphabet import ASCENDS, longest_ascending, sort_key
from judge.reading.lines.questions import asks
from judge.reading.metadata import front_matter
from judge.reading.rulings.attribution import is_source_heading
from judge.reading.rulings.blocks import is_pointer
from judge.reading.rulings.errata import HABIT, errata_mark, errata_of, first_value, read_struck

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


class SeriesMember(NamedTuple):
    """An item of a series."""

    line: LineFeatures
    candidate: Candidate
    title: str
    body: Sequence[str]
    """The texts up to the next item, the rest of its own line among them."""
    bullets: int
    """How many of them are bullets."""
    begins_list: bool
    """The first of them is a bullet."""
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


def kind_of(members: Sequence[SeriesMember], heading: str, *, is_outermost: bool, is_faq: bool = False) -> EntryKind:
    """Return the kind of the items of a series.

    Args:
        members: its items.
        heading: the title above them.
        is_outermost: whether nothing is above them.
        is_faq: whether other lines of the document ask; then a single title that asks is a question.
    """
    form = members[0].candidate.form
    asked = sum(1 for one in members if asks(one.title))
    if form in ("question", "asks"):
        return "qa"
    if form in ("reads", "quoting", "print"):
        return "card"
    announced = announced_kinds(heading)
    if form not in LEADS and (len(members) > 1 or is_faq or "qa" in announced) and asked >= MOST * len(members):
        return "qa"
    if form in ("number", "named", "numbered"):
        return "section"
    if form == "cell" and (told := members[0].candidate.look[1]):
        return cast(EntryKind, "card" if told == "errata" else told)
    if form == "mark" and sum(map(_heads_text, members)) >= MOST * len(members):
        return "section"
    if form == "counted" and members[0].candidate.look[1]:
        return "section"
    if form in ("step", "mark", "counted"):
        return "step"
    return _titled_kind(members, heading, form, is_outermost=is_outermost)


def _titled_kind(members: Sequence[SeriesMember], heading: str, form: str, *, is_outermost: bool) -> EntryKind:
    """Tell cards, terms and sections apart; a list of sources among them tells nothing, and no title above them."""
    hold = any(one.headed or (one.body and announced_kinds(one.title)) for one in members)
    members = [one for one in members if not (is_source_heading(one.title) or _is_above(one))] or members
    size = len(members)
    least = {kind: NAMED_MOST if pattern.search(heading) else MOST for kind, pattern in NAMES.items()}
    named = {kind for kind, pattern in NAMES.items() if pattern.search(heading)}
    ordered = len(longest_ascending(list(dict.fromkeys(sort_key(one.title) for one in members)))) / size
    if any(front_matter.COUNTED.match(one.title) for one in members[: max(3, size // 3)]):
        ordered = 0.0
    shows = [_is_ruled(one) or any(map(is_dated, one.body)) for one in members]
    ruled = sum(shows) / size
    corrected = sum(1 for one in members if _is_corrected(one)) / size
    lists = [bool(one.body) and one.bullets == len(one.body) for one in members]
    shown = max(ruled, corrected)
    if sum(one.says_nothing for one in members) > 1 and form in TITLED:
        return _card_or_topic(heading)
    if size >= 2 and corrected >= least["card"]:
        return "card"
    headed = 2 * sum(one.headed for one in members) > size
    may_be_cards = size >= HABIT and form != "dash"
    show_rulings = shown >= least["card"] and (may_be_cards or (size >= FEWEST_NAMED and "card" in named))
    mixed = sum(map(max, shows, lists)) / size
    some_do = size >= HABIT and form in TITLED and ordered >= ASCENDS and shown > 0.1 and mixed >= MOST
    are_lists = sum(lists) / size >= LISTS and form in TITLED
    are_names = size > 1 if "card" in named else size >= FEWEST_LISTS and ordered >= ASCENDS and not headed
    if show_rulings or some_do or (are_lists and are_names):
        return _card_or_topic(heading)
    if not hold and (told := _announced(members, heading)):
        return told
    is_announced = "term" in named or (form in TITLED and ANNOUNCED.search(heading))
    fewest = FEWEST_NAMED if is_announced else FEWEST_TERMS
    are_cards = "card" in named and "term" not in named and form in TITLED
    may_be_terms = (are_cards or ruled <= DATED) and not (are_lists and "card" in named)
    if size < MANY and form in TITLED and hold:
        return "part" if is_outermost and form != "line" else "section"
    says_rulings = are_cards and form != "line" and ANNOUNCED.search(heading)
    if size >= fewest and not headed and says_rulings:
        return _card_or_topic(heading)
    if size >= fewest and not headed and ordered >= (MOST if is_announced else ASCENDS) and may_be_terms:
        return "card" if are_cards else "term"
    if form in LEADS:
        return "term"
    return "part" if is_outermost and form != "line" else "section"


def _announced(members: Sequence[SeriesMember], heading: str) -> EntryKind | None:
    """Return the kind that the title above the names of a series announces, if the first of them is right below it."""
    kinds = announced_kinds(heading) & {"card", "term"}
    are_names = all(one.body and front_matter.word_count(one.title) <= LONGEST_NAME for one in members)
    if len(kinds) != 1 or members[0].candidate.below < 0 or not are_names:
        return None
    return "term" if "term" in kinds else _card_or_topic(heading)


def _is_above(one: SeriesMember) -> bool:
    """Tell whether a title announces the others of its look, `Cards:`, and has no text."""
    return not one.body and part_kind(one.title, is_above=False) is not None


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


GIANT = 0.25
"""Share of the text that no single name of a list of rulings holds. Half or double changes nothing in the five
documents."""
ANNOUNCED = re.compile(r"\brulings\b|\bcard[ -]by[ -]card\b", re.IGNORECASE)
ONE_LEVEL = 0.9
"""Share of the cards that are at one level where levels mean something."""


class RulingsList(NamedTuple):
    """A document that is a list of rulings as a whole."""

    level: int | None
    """That of the cards' headings; None where levels mean nothing."""
    has_parts: bool
    """Headings announce which entries are topics and which are cards."""


def find_rulings_list(members: Sequence[SeriesMember], size: int, *, is_named: bool) -> RulingsList | None:
    """Tell whether a document is a list of rulings as a whole, whatever look its names have.

    Args:
        members: all titles that the format marks, or that stand alone in bold type.
        size: how many pieces the document has.
        is_named: whether a person says that it is one.
    """
    shown = [one for one in members if len(one.body) < GIANT * size and _is_listed(one)]
    ruled = [one for one in shown if _is_ruled(one)]
    held = sum(1 + len(one.body) for one in shown) / max(1, size)
    announced = any(ANNOUNCED.search(one.title) for one in members)
    if not is_named:
        share = 1.0 if announced else min(1.0, 4 * len(ruled) / max(1, len(shown)))
        if len(shown) < FEWEST_LISTS or not ruled or held < NAMED_MOST or min(1.0, 1.5 * held) * share < NAMED_MOST:
            return None
    levels = Counter(level_of(one) for one in members[1:] if _is_ruled(one))
    level, count = max(levels.items(), key=itemgetter(1), default=(0, 0))
    is_level = count >= max(HABIT, ONE_LEVEL * levels.total())
    return RulingsList(
        level if is_level else None, any(part_kind(one.title, is_above=False) == "card" for one in members)
    )


def _is_listed(one: SeriesMember) -> bool:
    name = one.title.rstrip(" :")
    if name.endswith("?") or not (front_matter.is_title(name) or errata_mark(name)):
        return False
    return _is_ruled(one) or one.begins_list or bool(one.body and is_pointer(one.body[0]))


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

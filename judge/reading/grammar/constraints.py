"""What a named dialect leaves open: in which forms a document is printed, and what its titles are.

A person who names a dialect says of what the document consists. The search is the same; series in other forms begin
only below a title that says what they are, `Glossary` after numbered rules.

Reads: the candidates. Writes: the candidates as the dialect weighs them, and what may be below which line.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from judge.core.model import EntryKind, replace
from judge.reading.grammar import prices
from judge.reading.grammar.features import NAMES, TITLE, LineFeatures
from judge.reading.grammar.line_forms import Candidate, Columns
from judge.reading.lines import front_matter
from judge.reading.lines.alphabet import longest_ascending

TITLES = frozenset(("heading", "bold", "line", "part"))
"""Forms in which titles of every kind are printed."""
COUNTED = frozenset(("mark", "counted", "step"))
FORMS_OF: dict[str, frozenset[str]] = {
    "outline": TITLES | COUNTED | {"number", "named", "numbered"},
    "glossary": TITLES | COUNTED | {"bold lead", "colon", "dash", "cell", "print"},
    "questions": TITLES | COUNTED | {"number", "named", "numbered", "question", "asks", "colon", "dash", "bold lead"},
    "rulings": TITLES | {"bold lead", "colon", "dash", "cell", "print", "reads", "quoting"},
    "plain": TITLES,
}
USUAL: dict[str, frozenset[str]] = {
    "outline": frozenset(("number", "heading")),
    "glossary": frozenset(("heading", "bold", "line", "bold lead", "colon", "dash", "cell")),
    "questions": TITLES | {"question", "asks", "numbered", "colon"},
    "rulings": frozenset(("heading", "bold")),
    "plain": frozenset(("heading", "bold", "line")),
}
"""Forms that need not be told of a document of a dialect: they cost what a form costs that is in use."""
DIALECT_NAMED: dict[str, str] = {"term": "glossary", "qa": "questions", "card": "rulings"}
"""The dialect of what a title says that it holds, by the kind."""
TAKEN_FOR: dict[str, dict[EntryKind, EntryKind]] = {
    "outline": dict.fromkeys(("term", "card", "topic", "qa"), "section"),
    "glossary": dict.fromkeys(("section", "card", "topic", "qa"), "term"),
    "questions": dict.fromkeys(("card", "topic"), "section"),
    "rulings": {"section": "card", "term": "card", "qa": "topic"},
    "plain": dict.fromkeys(("term", "card", "topic", "qa", "part"), "section"),
}
"""What titles are taken for that show another kind, or none."""


class Allowed(NamedTuple):
    """What may begin where."""

    forms: frozenset[str]
    """The forms that may begin anywhere."""
    usual: frozenset[str]
    """Those in which such a document is usually printed."""
    below: Mapping[int, frozenset[str]]
    """The forms that may begin below the title in a line, beside these."""
    within: Mapping[int, frozenset[str]] = MappingProxyType({})
    """The forms that may begin in the lines of which a person says what they are, in the place of all these."""

    def may_begin(self, place: int, form: str) -> bool:
        """Tell whether a form may begin in a line, whatever is above it."""
        return form in self.within.get(place, self.forms)


def constrain(
    found: Mapping[int, list[Candidate]], lines: list[LineFeatures], dialect: str, columns: Columns = "apart"
) -> tuple[dict[int, list[Candidate]], Allowed]:
    """Return the candidates as a dialect weighs them, and what may begin where.

    Args:
        found: the candidates of each line, by the line's place.
        lines: the lines of the document.
        dialect: what a person names.
        columns: where they run together, what a title announces may be before it; questions also where they did.
    """
    below = {
        place: frozenset().union(*(FORMS_OF[name] for name in names))
        for place in found
        if (names := _dialects_named(lines[place]) - {dialect})
    }
    announced: frozenset[str] = frozenset().union(*below.values())
    forms = FORMS_OF[dialect]
    if columns != "apart":
        forms |= announced if columns == "woven" else announced & {"question", "asks"}
    kept = {place: own for place, all_ in found.items() if (own := reweighed(all_, forms))}
    if dialect in ("outline", "glossary"):
        kept = {place: [one for one in own if not _is_sentence(one, lines[place])] for place, own in kept.items()}
        kept = {place: own for place, own in kept.items() if own}
    if dialect == "glossary":
        are_titled = _ascending(kept, TITLES) >= _ascending(kept, LEADS)
        kept = {place: [_sorted(one, are_titled=are_titled) for one in own] for place, own in kept.items()}
    return kept, Allowed(forms, USUAL[dialect], below)


def _is_sentence(one: Candidate, line: LineFeatures) -> bool:
    """Tell whether a title is a sentence that the text below it explains, as in answers; rules and terms have none."""
    return one.form == "line" and one.look[0] == "alone" and line.piece.value[-1:] in (".", "。")


LEADS = frozenset(("colon", "dash"))


def _dialects_named(line: LineFeatures) -> set[str]:
    """Return the dialects of what a title says that it holds; an appendix may count its paragraphs."""
    if len(line.value) > TITLE or line.value[-1:] in ".?!,;":
        return set()
    named = {DIALECT_NAMED[kind] for kind, pattern in NAMES.items() if pattern.search(line.value)}
    return named | {"outline"} if front_matter.APPENDIX.match(line.value) else named


def reweighed(own: list[Candidate], forms: frozenset[str]) -> list[Candidate]:
    """Take back from candidates what the strongest one would explain, where this is none of the dialect's forms."""
    strongest = max(one.text for one in own)
    of_own = max((one.text for one in own if one.form in forms), default=0.0)
    return [
        one
        if one.form not in forms
        else replace(one, item=max(0.0, one.item - (strongest - one.text) + (of_own - one.text)))
        for one in own
    ]


def _ascending(found: Mapping[int, list[Candidate]], forms: frozenset[str]) -> int:
    """Count how many of what may begin in some forms ascend in the alphabet."""
    keys = (one.label for own in found.values() for one in own if one.order == "alphabet" and one.form in forms)
    return len(longest_ascending(list(keys)))  # type: ignore[type-var]


def _sorted(one: Candidate, *, are_titled: bool) -> Candidate:
    """Make a title dearer that is in no order, as those of a glossary do, and words before a colon below titles."""
    price = prices.UNSORTED * (one.form in USUAL["glossary"] and one.order == "none")
    price += prices.INNER * (are_titled and one.form in LEADS)
    return replace(one, item=one.item + price) if price else one


def kind_under(dialect: str | None, form: str, kind: EntryKind, heading: str) -> EntryKind:
    """Return what the items of a series are in a document of a dialect; a title that says what it holds is right.

    A form that begins only below such a title keeps its kind, and so does a card with its set.

    >>> kind_under("outline", "line", "term", "2 Ships"), kind_under("outline", "line", "term", "Glossary")
    ('section', 'term')
    """
    pattern = NAMES.get("card" if kind == "topic" else kind)
    if (
        not dialect
        or form == "print"
        or form not in FORMS_OF.get(dialect, (form,))
        or (pattern and pattern.search(heading))
    ):
        return kind
    return TAKEN_FOR.get(dialect, {}).get(kind, kind)

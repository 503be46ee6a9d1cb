"""Rulings on other cards that are like a case of two cards: they speak of something special to each of the two.

    inner sanctum, lily pond    a ruling on Hall of Portals speaks of columns, as Inner Sanctum does, and of the Site
                                structure, as Lily Pond does

What a card has to do with is told by the titles of rules in its texts, "See X" lines among them. A title is special
if the texts of few cards hold it: so few that chance would not bring two such titles together on one card. Where
chance did, it did so on one card; so rulings on two other cards must bring them together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.rows import Row
from judge.core.stemming import root
from judge.core.tokens import LEFT_OUT, STOP_WORDS, root_key, words
from judge.references.name_marks import MARK
from judge.search.interactions.lines import Bearing
from judge.search.interactions.subjects import MOST_HOLDERS, RULES, Subject, block_of, terms_of
from judge.search.query_parsing import Scopes

HEADING = "Similar cases, not about these two"
MOST_SIMILAR = 3
"""Rulings that are shown."""
FEWEST_CARDS = 2
"""Other cards whose rulings bring the same two titles together; on one card they may meet by chance."""
LONGEST_TITLE = 4
"""Words of the title of a rule that is looked for in a text."""
KEPT_TEXTS = 4096
"""Texts whose roots are kept, because the titles of one case are looked for in the same ones."""
POINTER = "see "
"""Begins a block that only names a topic."""


class Theme(NamedTuple):
    """A rule that the texts of few cards name."""

    title: str
    holders: frozenset[int]
    """Positions of these cards."""


Themes = Mapping[str, Theme]
"""By the roots of the title, in the order of the alphabet."""


def similar_cases(compiled: Compiled, about: Scopes, subjects: Sequence[Subject]) -> list[Bearing]:
    """Return the rulings that are most like a case of two cards of one game; those with the rarest titles first."""
    cards = [[row for row in subject.rows if row.kind == "card"] for subject in subjects]
    games = {about.documents[row.document]["game"] for rows in cards for row in rows}
    if len(subjects) != 2 or not all(cards) or len(games) != 1:
        return []
    within = _cards_of(compiled, about, games.pop())
    one, other = (_themes(compiled, about, rows, within) for rows in cards)
    alone = {name: theme for name, theme in one.items() if name not in other}
    others = {name: theme for name, theme in other.items() if name not in one}
    found: dict[tuple[int, int | None], Bearing] = {}
    for name, second in sorted(product(alone, others), key=lambda pair: _expected(alone, others, pair)):
        if len(found) < MOST_SIMILAR and not set(name.split()) & set(second.split()):
            ruled = list(_ruled(compiled, subjects, (name, alone[name]), (second, others[second])))
            if len({bearing.row.position for bearing in ruled}) >= FEWEST_CARDS:
                for bearing in ruled:
                    found.setdefault((bearing.row.position, bearing.block), bearing)
    return list(found.values())[:MOST_SIMILAR]


def _expected(one: Themes, other: Themes, names: tuple[str, str]) -> tuple[int, tuple[str, str]]:
    """Return what sorts pairs of titles by how rarely chance would bring them together."""
    return len(one[names[0]].holders) * len(other[names[1]].holders), names


def _cards_of(compiled: Compiled, about: Scopes, game: str | None) -> set[int]:
    documents = tuple(key for key, document in about.documents.items() if document["game"] == game)
    return compiled.positions(documents, ("card",))


def _themes(compiled: Compiled, about: Scopes, cards: Sequence[Row], within: set[int]) -> dict[str, Theme]:
    """Return the special titles of rules that the texts of a card name."""
    spans = {span for terms in compiled.store.terms([row.position for row in cards]) for span in _spans(terms.blocks)}
    own = {word for row in cards for word in root_key(row.title or "").split()}
    game = about.documents[cards[0].document]["game"]
    found: dict[str, Theme] = {}
    for span, title in _rules_called(compiled, about, sorted(spans), game):
        if span not in found and not set(span.split()) <= own:
            holders = _holders(compiled, span, within)
            if holders:
                found[span] = Theme(title, holders)
    return found


def _rules_called(
    compiled: Compiled, about: Scopes, spans: Sequence[str], game: str | None
) -> Iterator[tuple[str, str]]:
    """Yield the spans that are titles of rules of a game, with a title each."""
    for start in range(0, len(spans), 500):
        names = compiled.store.names_among(spans[start : start + 500], ("form",))
        rows = {row.position: row for row in compiled.store.rows(sorted({name.position for name in names}))}
        for name in names:
            row = rows[name.position]
            says = not set(words(row.title or "")) <= STOP_WORDS
            if says and row.kind in RULES and about.documents[row.document]["game"] == game:
                yield name.key, row.title or name.text


def _holders(compiled: Compiled, span: str, within: set[int]) -> frozenset[int]:
    """Return the cards whose texts hold a title; none where they are too many for it to be special."""
    roots, special = span.split(), isqrt(len(within))
    hits = compiled.index.search([tuple(roots)], MOST_HOLDERS, within)
    if len(roots) == 1 and len(hits) > special:
        return frozenset()
    positions = sorted(hit.position for hit in hits)
    held = frozenset(terms.position for terms in terms_of(compiled, positions) if _holds(terms.blocks, roots))
    return held if len(held) <= special else frozenset()


def _holds(blocks: str, roots: list[str]) -> bool:
    """Say whether words with these roots, which are sorted, stand next to each other in a text."""
    size = len(roots)
    return any(sorted(run[at : at + size]) == roots for run in _runs(blocks) for at in range(len(run) - size + 1))


def _spans(blocks: str) -> set[str]:
    """Return the roots of all runs of a few words that are no card's name, as titles are kept by their roots."""
    return {
        " ".join(sorted(run[at : at + size]))
        for run in _runs(blocks)
        for size in range(1, LONGEST_TITLE + 1)
        for at in range(len(run) - size + 1)
    }


@lru_cache(maxsize=KEPT_TEXTS)
def _runs(blocks: str) -> list[list[str]]:
    """Return the roots of a text's words in their order, parted where a block ends or a card is named."""
    return [run.split() for run in " ".join(map(_barred, blocks.replace("\n", f" {MARK} ").split())).split(MARK)]


def _barred(word: str) -> str:
    """Return the root of a word; the mark alone for a word of a card's name, nothing for one that titles may lack."""
    if word.startswith(MARK):
        return MARK
    return "" if word in LEFT_OUT else root(word)


def _ruled(
    compiled: Compiled, subjects: Sequence[Subject], one: tuple[str, Theme], other: tuple[str, Theme]
) -> Iterator[Bearing]:
    """Yield the rulings of other cards that speak of two titles; a "See X" line of the card may name one of them."""
    (first, mine), (second, theirs) = one, other
    positions = sorted(mine.holders & theirs.holders - subjects[0].own - subjects[1].own)
    rows = {row.position: row for row in compiled.store.rows(positions)}
    for terms in terms_of(compiled, positions):
        row, blocks = rows[terms.position], terms.blocks.split("\n")
        about_them = {block for subject in subjects for block in subject.blocks_in(row, terms)}
        pointed = _spans("\n".join(block for block in blocks if block.startswith(POINTER)))
        shared = f"shares “{mine.title}” with {subjects[0].name} and “{theirs.title}” with {subjects[1].name}"
        for place, block in enumerate(blocks):
            spans = _spans(block)
            speaks = {first, second} & spans and {first, second} <= spans | pointed
            if speaks and place not in about_them and _is_ruling(compiled, row, place):
                yield Bearing(row, place, f"{{kind}} on {row.title} {shared}")


def _is_ruling(compiled: Compiled, row: Row, place: int) -> bool:
    block = block_of(compiled.store.record(row.id), place)
    return bool(block["kind"] == "ruling" and not block["text"].casefold().startswith(POINTER))

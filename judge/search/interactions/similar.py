"""Rulings on other cards that are like a case of two cards: they speak of something special to each of the two.

    inner sanctum, lily pond    a ruling on Hall of Portals speaks of columns, as Inner Sanctum does, and of the Site
                                structure, as Lily Pond does

What is special to a card is found by the build (judge/build/incremental/themes.py): titles of rules that few cards
hold in their texts, "See X" lines among them. Rulings must bring two such titles together on that many other cards that
chance does not explain it. Of n cards of which a hold one title and b the other, chance brings them together on about
e = a·b / n cards, and on k of them in about e^k / k! of the cases. Since many titles of one card are tried with many
of the other, that share counts as often as titles are tried, and must stay below `CHANCE`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import product
from typing import NamedTuple

from judge.build.compiled_library import Compiled
from judge.build.incremental.themes import spans_of
from judge.build.store import RULING, Row
from judge.core.likeness import by_chance
from judge.core.tokens import root_key
from judge.search.interactions.card_order import POINTER
from judge.search.interactions.subjects import Bearing, Subject, block_of, cards_of, terms_of
from judge.search.query_parsing import Scopes, languages_in, scopes

SIMILAR = "similar"
"""Key of the part that is not about the subjects."""
HEADING = "Similar cases, not about these two"
MOST_SIMILAR = 3
"""Rulings that are shown."""
FEWEST_CARDS = 2
"""Other cards whose rulings bring the same two titles together, at the least."""
CHANCE = 0.05
"""Share of the cases in which chance may explain that they do: the usual one in twenty."""


class SharedTheme(NamedTuple):
    """A rule that the texts of few cards name."""

    title: str
    holders: frozenset[int]
    """Positions of these cards."""


Themes = Mapping[str, SharedTheme]
"""By the roots of the title, in the order of the alphabet."""


def similar_cases(compiled: Compiled, about: Scopes, subjects: Sequence[Subject]) -> list[Bearing]:
    """Return the rulings that are most like a case of two cards of one game; those with the rarest titles first."""
    cards = [[row for row in subject.rows if row.kind == "card"] for subject in subjects]
    games = {about.documents[row.document]["game"] for rows in cards for row in rows}
    if len(subjects) != 2 or not all(cards) or len(games) != 1:
        return []
    game = games.pop()
    every = cards_of(compiled, about, game)
    one, other = (_themes(compiled, game or "", rows, every) for rows in cards)
    alone = {key: theme for key, theme in one.items() if key not in other}
    others = {key: theme for key, theme in other.items() if key not in one}
    tried = len(alone) * len(others)
    found: dict[tuple[int, int | None], Bearing] = {}
    chance = {pair: len(alone[pair[0]].holders) * len(others[pair[1]].holders) for pair in product(alone, others)}
    for key, second in sorted(chance, key=lambda pair: (chance[pair], pair)):
        if len(found) < MOST_SIMILAR and not set(key.split()) & set(second.split()):
            ruled = list(_ruled(compiled, subjects, (key, alone[key]), (second, others[second])))
            together = len({bearing.row.position for bearing in ruled})
            expected = chance[key, second] / len(every)
            if together >= FEWEST_CARDS and tried * by_chance(expected, together) < CHANCE:
                for bearing in ruled:
                    found.setdefault((bearing.row.position, bearing.block), bearing)
    return list(found.values())[:MOST_SIMILAR]


def _themes(compiled: Compiled, game: str, cards: Sequence[Row], every: Set[int]) -> dict[str, SharedTheme]:
    """Return what is special to a card, except its own title, and which of all cards hold it."""
    about = scopes(compiled.store)
    languages = {row.document: languages_in(about, (row.document,))[0] for row in cards}
    own = {word for row in cards for word in root_key(row.title or "", languages[row.document]).split()}
    positions = [row.position for row in cards]
    titles = {one.key: one.title for one in compiled.store.themes_of(positions) if not set(one.key.split()) <= own}
    holders: dict[str, set[int]] = defaultdict(set)
    for one in compiled.store.themes(game, list(titles)):
        holders[one.key].add(one.card)
    return {key: SharedTheme(title, frozenset(holders[key] & every)) for key, title in titles.items()}


def _ruled(
    compiled: Compiled, subjects: Sequence[Subject], one: tuple[str, SharedTheme], other: tuple[str, SharedTheme]
) -> Iterator[Bearing]:
    """Yield the rulings of other cards that speak of two titles; a "See X" line of the card may name one of them."""
    (first, mine), (second, theirs) = one, other
    telling = {*first.split(), *second.split()}
    positions = sorted(mine.holders & theirs.holders - subjects[0].own - subjects[1].own)
    rows = {row.position: row for row in compiled.store.rows(positions)}
    shared = f"shares “{mine.title}” with {subjects[0].name} and “{theirs.title}” with {subjects[1].name}"
    for terms in terms_of(compiled, positions):
        row, blocks = rows[terms.position], terms.blocks.split("\n")
        (language,) = languages_in(scopes(compiled.store), (row.document,))
        about_them = {block for subject in subjects for block in subject.blocks_in(row, terms)}
        pointed = spans_of("\n".join(block for block in blocks if block.startswith(POINTER)), telling, language)
        for place, block in enumerate(blocks):
            spans = spans_of(block, telling, language)
            speaks = {first, second} & spans and {first, second} <= spans | pointed
            if not speaks or place in about_them:
                continue
            text = block_of(compiled.store.record(row.id), place)
            if text["kind"] == RULING and not text["text"].casefold().startswith(POINTER):
                yield Bearing(row, place, f"{{kind}} on {row.title} {shared}")

"""Which looks are tried: every pair of values comes at least once, and a part of the looks is held back."""

import random
from dataclasses import replace
from functools import cache
from itertools import combinations

from tests.looks.choices import CHOICES, FORMS, HELD_VALUES, PARTS, Look

OPEN = 400
HELD = 100
CANDIDATES = 25
Pair = tuple[int, str, int, str]
"""Two dimensions by their places, each with a value."""
Row = tuple[str, ...]


@cache
def looks(seed: int = 0) -> tuple[Look, ...]:
    """Return the open looks, in which every pair of open values comes together."""
    draw = random.Random(f"open {seed}")
    values = [
        tuple(value for value in all_ if value not in HELD_VALUES.get(name, ())) for name, all_ in CHOICES.items()
    ]
    return tuple(_look(row, draw) for row in _covering(values, _pairs(values), OPEN, draw))


@cache
def held(seed: int = 0) -> tuple[Look, ...]:
    """Return the looks held back: those with values that no open look has, and others."""
    draw = random.Random(f"held {seed}")
    values = list(CHOICES.values())
    names = list(CHOICES)
    pairs = {
        (a, x, b, y)
        for a, x, b, y in _pairs(values)
        if x in HELD_VALUES.get(names[a], ()) or y in HELD_VALUES.get(names[b], ())
    }
    return tuple(_look(row, draw) for row in _covering(values, pairs, HELD, draw)[:HELD])


def _pairs(values: list[tuple[str, ...]]) -> set[Pair]:
    return {(a, x, b, y) for a, b in combinations(range(len(values)), 2) for x in values[a] for y in values[b]}


def _covering(values: list[tuple[str, ...]], pairs: set[Pair], least: int, draw: random.Random) -> list[Row]:
    """Choose rows that hold many pairs which no row before holds, until every pair is held."""
    left = set(pairs)
    waiting = sorted(pairs)
    draw.shuffle(waiting)
    rows: list[Row] = []
    while left or len(rows) < least:
        while waiting and waiting[-1] not in left:
            waiting.pop()
        pair = waiting[-1] if waiting else None
        candidates = [_candidate(values, pair, draw) for _ in range(CANDIDATES if left else 1)]
        best = max(candidates, key=lambda row: len(_held_by(row) & left))
        rows.append(best)
        left -= _held_by(best)
    return rows


def _candidate(values: list[tuple[str, ...]], pair: Pair | None, draw: random.Random) -> Row:
    """Draw a row around a pair that no row holds yet."""
    row = [draw.choice(dimension) for dimension in values]
    if pair:
        a, x, b, y = pair
        row[a], row[b] = x, y
    return tuple(row)


def _held_by(row: Row) -> set[Pair]:
    return {(a, row[a], b, row[b]) for a, b in combinations(range(len(row)), 2)}


def _look(row: Row, draw: random.Random) -> Look:
    """Return a row as a look; a few have no numbered rules, and some lack the one part or the other."""
    look = Look(**dict(zip(CHOICES, row, strict=True)))
    there = [name for name in PARTS if getattr(look, name) != "none"]
    if len(there) >= 2 and set(there) & set(FORMS) and draw.random() < 0.08:
        return replace(look, rules="none")
    return look

"""The search for the cheapest description of a document: which lines begin items, in which series, below which.

A description is a stack of open *series*: its form, its order, the label of its last item. Each line with candidates is
text, the next item of an open series (what is nested deeper ends), or the first of a new one. A beam keeps the
cheapest stacks; the tree is read off them. The time grows with lines × stacks × depth.

Reads: the candidates of lines. Writes: `Item`s in source order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from judge.core.numbering import Key
from judge.reading.dialects.outline.numbers import letter_value
from judge.reading.grammar import prices
from judge.reading.grammar.forms import Candidate

Series = tuple[object, ...]
TITLES = ("none", "alphabet")
"""Orders of titles; behind one of them the numbers of another chapter may go on, and not below a mark of a list."""
NUMBERS = ("number", "named", "numbered", "counted")
"""Forms below which a list counts rules."""


class Frame(NamedTuple):
    """An open series."""

    series: Series
    label: object
    """Of its last item."""
    level: int
    """The level that the format gives to its last item; 0 where it gives none."""


Stack = tuple[Frame, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A line that begins an item."""

    place: int
    """Of the line among the lines of the document."""
    candidate: Candidate
    label: object
    above: Item | None
    """The last item of the series around it."""


@dataclass(slots=True, eq=False)
class _State:
    price: float
    stack: Stack
    path: tuple[Item, ...]
    """The last item of each series of the stack."""
    resumed: Mapping[Series, object]
    """Where series of numbers stopped that may go on in another chapter."""
    trail: tuple[object, ...] | None
    """The items so far, linked backwards."""


class Found(NamedTuple):
    """What a search found."""

    items: list[Item]
    price: float


class Costs(NamedTuple):
    """What series cost in a pass."""

    forms: Mapping[Series, float]
    pairs: Mapping[tuple[Series | None, Series], float]
    new_pair: float
    look: float
    """How much of the price of an odd look counts."""


class Forced(NamedTuple):
    """What a person says of a line."""

    begins: bool
    number: str | None = None


def search(found: Mapping[int, list[Candidate]], said: Mapping[int, Forced] | None = None) -> Found:
    """Find the cheapest description.

    Args:
        found: the candidates of each line, by the line's place.
        said: lines of which a person says whether, and with which number, they begin an item.
    """
    hopes = Counter(one.series for own in found.values() for one in own)
    forms = {series: prices.SAME_FORM + prices.NEW_FORM / (1 + count) for series, count in hopes.items()}
    pairs: dict[tuple[Series | None, Series], float] = {}
    best: Found | None = None
    for number in range(prices.PASSES):
        costs = (
            Costs(forms, pairs, prices.NEW_PAIR, 1.0) if number else Costs(forms, pairs, prices.HOPED_PAIR, prices.HOPE)
        )
        best = _pass(found, costs, said or {})
        forms, pairs = _used(best.items)
    assert best is not None
    return best


def _used(items: list[Item]) -> tuple[dict[Series, float], dict[tuple[Series | None, Series], float]]:
    """Price the forms by how often a reading uses them."""
    stretches = {(one.candidate.series, id(one.above)) for one in items}
    times = Counter(series for series, _ in stretches)
    pairs = {(one.above.candidate.series if one.above else None, one.candidate.series) for one in items}
    forms = {series: prices.SAME_FORM + prices.NEW_FORM / count for series, count in times.items()}
    return forms, dict.fromkeys(pairs, prices.SAME_PAIR)


def _pass(
    found: Mapping[int, list[Candidate]],
    costs: Costs,
    said: Mapping[int, Forced],
) -> Found:
    states = [_State(0.0, (), (), {}, None)]
    for place in sorted(found):
        own = found[place]
        following: dict[tuple[object, ...], _State] = {}
        limit = math.inf
        text = max(one.text for one in own)
        forced = said.get(place)
        if forced:
            text = text if not forced.begins else prices.FORCED
        for state in states:
            if state.price > limit + prices.HOPELESS:
                continue
            limit = min(limit, _keep_text(following, state, own, text))
            if forced and not forced.begins:
                continue
            for one in own:
                wrong = prices.FORCED if forced and forced.number and forced.number != one.number else 0.0
                for made in _begun(state, place, one, costs, limit + prices.HOPELESS - wrong):
                    made.price += wrong
                    key = (made.stack, tuple(made.resumed.values()))
                    kept = following.get(key)
                    if kept is None or made.price < kept.price:
                        following[key] = made
                        limit = min(limit, made.price)
        states = _cheapest(following.values())
    best = states[0]
    items: list[Item] = []
    trail = best.trail
    while trail:
        items.append(trail[0])  # type: ignore[arg-type]
        trail = trail[1]  # type: ignore[assignment]
    items.reverse()
    return Found(items, best.price)


def _cheapest(following: Iterable[_State]) -> list[_State]:
    """Return the cheapest stacks; of those with the same series open only a few, so that others stay in the race."""
    kept: list[_State] = []
    shapes: Counter[tuple[Series, ...]] = Counter()
    for state in sorted(following, key=lambda one: one.price):
        if kept and state.price > kept[0].price + prices.HOPELESS:
            break
        shape = tuple(frame.series for frame in state.stack)
        shapes[shape] += 1
        if shapes[shape] <= prices.ALIKE:
            kept.append(state)
            if len(kept) == prices.BEAM:
                break
    return kept


def _keep_text(following: dict[tuple[object, ...], _State], state: _State, own: list[Candidate], text: float) -> float:
    """Keep the stack as it is: the line is text."""
    expected = any(frame.series == one.series and one.item < prices.REPEATED for frame in state.stack for one in own)
    price = state.price + text + (prices.EXPECTED if expected else 0.0)
    key = (state.stack, tuple(state.resumed.values()))
    kept = following.get(key)
    if kept is None or price < kept.price:
        following[key] = _State(price, state.stack, state.path, state.resumed, state.trail)
    return price


def _begun(
    state: _State,
    place: int,
    one: Candidate,
    costs: Costs,
    limit: float,
) -> list[_State]:
    """Return the stacks in which the line begins an item: at each depth, of an open series or of a new one."""
    made = []
    stack = state.stack
    base = state.price + one.item
    last = state.path[-1] if stack else None
    is_empty = last is not None and last.place == place - 1 and last.candidate.form in ("heading", "bold")
    for depth in range(len(stack) + 1):
        if depth:
            outer = stack[depth - 1]
            if outer.series == one.series or (one.level and (not outer.level or outer.level >= one.level)):
                break
        price = base + prices.CLOSE * (len(stack) - depth)
        if depth < len(stack) and stack[depth].series == one.series:
            price += order_price(one.order, stack[depth].label, one.label)
        else:
            above = stack[depth - 1] if depth else None
            price += _opened(one, above, state.resumed.get(one.series))
            price += costs.forms.get(one.series, prices.NEW_FORM) + one.once * costs.look
            price += costs.pairs.get((above.series if above else None, one.series), costs.new_pair)
        if is_empty and one.order not in TITLES and depth < len(stack):
            price += prices.EMPTY
        if one.form == "counted" and one.look[0] and (not depth or stack[depth - 1].series[0] != "counted"):
            price += prices.UNNESTED
        if one.form == "counted" and not one.look[1]:
            is_below = depth and stack[depth - 1].series[0] in NUMBERS
            is_past = one.label == 1 and any(frame.series[1] in TITLES for frame in stack[depth:])
            price += prices.UNNUMBERED if is_past or not is_below else 0.0
        if price > limit:
            continue
        item = Item(place, one, one.label, state.path[depth - 1] if depth else None)
        below = (*stack[:depth], Frame(one.series, one.label, one.level))
        resumed = _closed(state.resumed, stack[depth:], one.series)
        made.append(_State(price, below, (*state.path[:depth], item), resumed, (item, state.trail)))
    return made


def _closed(resumed: Mapping[Series, object], ended: Stack, begun: Series) -> Mapping[Series, object]:
    """Remember where series of numbers stop that end here."""
    stopped = {frame.series: frame.label for frame in ended if _runs_on(frame.series) and frame.series != begun}
    if begun in resumed or stopped:
        return {**{series: label for series, label in resumed.items() if series != begun}, **stopped}
    return resumed


def _runs_on(series: Series) -> bool:
    """Tell whether a series may go on in another chapter: numbers, and lists that stand in no other list."""
    return series[1] == "number" or (series[0] == "counted" and not series[2])


def _opened(one: Candidate, above: Frame | None, stopped: object) -> float:
    """Price the first label of a series: it begins anew, or goes on from the number above or from another chapter."""
    price = order_price(one.order, None, one.label)
    if one.order == "number" and above and above.series[1] == "number":
        price = min(price, order_price("number", above.label, one.label))
    if stopped is not None and (above is None or above.series[1] in TITLES):
        resumed = prices.RESUMED if one.order == "number" else prices.RESUMED_LIST
        price = min(price, resumed + order_price(one.order, stopped, one.label))
    return price


def order_price(order: str, last: object, label: object) -> float:
    """Return what it costs to say that a label comes after the last one; after None: that it is the first.

    >>> order_price("number", ((1, ""), (2, "")), ((1, ""), (3, ""))) == prices.NEXT
    True
    """
    if order == "none":
        return prices.UNORDERED
    if order == "alphabet":
        if last is None:
            return prices.FIRST_TITLE
        return prices.ASCENDING if label > last else prices.DESCENDING * (2 if label == last else 1)  # type: ignore[operator]
    if order == "ordinal" and last is not None and label == 1:
        return prices.ANOTHER_LIST
    if order in ("count", "ordinal"):
        return _count_price(last, label)  # type: ignore[arg-type]
    return _number_price(last, label)  # type: ignore[arg-type]


def _count_price(last: int | None, count: int) -> float:
    if last is None:
        return prices.FIRST if count == 1 else prices.LATE + math.log2(max(count, 1))
    step = count - last
    return prices.NEXT if step == 1 else prices.GAP + math.log2(step) if step > 1 else prices.BREAK


def _number_price(last: Key | None, key: Key) -> float:
    ranks = [_rank(level) for level in key]
    if last is None:
        behind = sum(ranks)
        return prices.FIRST if all(rank <= 1 for rank in ranks) else prices.LATE + math.log2(1 + behind) * 0.5
    shared = 0
    while shared < min(len(last), len(key)) and last[shared] == key[shared]:
        shared += 1
    tail = ranks[shared + 1 :]
    is_first = all(rank <= 1 for rank in tail)
    if shared == len(key):
        return prices.BREAK
    if shared == len(last):
        deep = ranks[shared:]
        if all(rank <= 1 for rank in deep):
            return prices.CHILD * len(deep)
        return prices.GAP + math.log2(1 + max(deep))
    step = _step(last[shared], key[shared])
    if step == 1 and is_first:
        return prices.NEXT + prices.CHILD * len(tail)
    if step >= 1:
        return prices.GAP * (1.0 if is_first else 1.5) + math.log2(step + max(tail, default=0))
    return prices.BREAK


def _rank(level: tuple[int, str]) -> int:
    digits, letter = level
    return digits or (letter_value(letter) if letter else 0)


def _step(before: tuple[int, str], after: tuple[int, str]) -> int:
    """Return how many levels one lies behind another: `4`, `4a`, `4b`, `5`."""
    if before[0] != after[0]:
        return after[0] - before[0] if not after[1] or not after[0] else 2
    return letter_value(after[1] or "a") - (letter_value(before[1]) if before[1] else 0)

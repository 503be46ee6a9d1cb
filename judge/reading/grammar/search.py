"""The search for the cheapest description of a document: which lines begin items, in which series, below which.

A description is a stack of open *series*: its form, its order, the label of its last item. Each line with candidates is
text, the next item of an open series (what is nested deeper ends), or the first of a new one. A beam keeps the
cheapest stacks; the tree is read off them. The time grows with lines × stacks × depth.

Stacks that share what is around them share it as one object, and two stacks are the same if they are the same object.
So a line is priced once for each place where it may be put, and not once for each stack.

Reads: the candidates of lines. Writes: `Item`s in source order.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise, takewhile
from operator import itemgetter
from typing import Any, NamedTuple

from msgspec import Struct, field

from judge.core.numbering import Key
from judge.reading.grammar import prices
from judge.reading.grammar.constraints import Allowed
from judge.reading.grammar.line_forms import Candidate
from judge.reading.lines.numbers import BEHIND, letter_value
from judge.reading.rulings.errata import HABIT

Series = tuple[object, ...]
Stopped = tuple[tuple[int, int], ...]
"""Series of numbers that ended and may go on in another chapter, each with its last label."""
Placed = tuple[int, int, int]
"""A series, a label and a level, each as a small number."""
TITLES = ("none", "alphabet")
"""Orders of titles; below one of them, or below `Part Two`, the numbers of another chapter may go on, and not below a
mark of a list."""
NUMBERS = ("number", "named", "numbered", "counted")
"""Forms below which a list counts rules."""


class Item(Struct, eq=False):
    """A line that begins an item."""

    place: int
    """Of the line among the lines of the document."""
    candidate: Candidate
    above: Item | None
    """The last item of the series around it."""


class SearchResult(Struct, frozen=True):
    """What a search found."""

    items: list[Item]
    price: float
    doubts: Mapping[int, float]
    """Of each line with candidates: how much dearer the best description is that reads this line otherwise, in bits.

    Otherwise is: as text in place of an item, as an item in place of text, or as one with another title or number.
    """


class Forced(Struct, frozen=True):
    """What a person says of a line."""

    begins: bool
    number: str | None = None


class Stretch(NamedTuple):
    """Lines of which a person says what they are."""

    first: int
    """Place of the first of them."""
    end: int
    """Place after the last."""
    read_as: str
    """What they are, in the words of a profile."""
    title: int | None
    """Place of the title that they are below, if a person names it."""
    term: str | None = None
    """How names are printed in them, if a person says so."""


class Spending(Struct, frozen=True):
    """What series cost in a pass, each by its place among the series of the document, from 1, and what is kept."""

    forms: Mapping[int, float]
    below: Mapping[int, Mapping[int, float]]
    """Of a series, by the one that is around it; that is 0 where nothing is."""
    new_pair: float
    looks: Mapping[int, float]
    """How much of the price of an odd look counts: a share for each stretch that has it."""
    beam: int
    """How many stacks are kept."""
    hopeless: float
    """Bits above the cheapest stack at which a stack is given up."""


class _Choice(Struct, eq=False):
    """A candidate, with small numbers for what is compared again and again."""

    candidate: Candidate
    placed: Placed
    series: int
    bit: int
    label: int
    first: float
    """What its label costs at the beginning of a series."""
    order: str
    level: int
    item: float
    runs_on: bool
    """Its series may go on in another chapter."""
    is_placed: bool
    """What is around it has a say in its price: a title, or what the format counts."""
    is_counted: bool
    """The format counts it."""
    is_foreign: bool
    """It is of a form that begins only below a title that says so; there its price lacks what else the text costs."""


class _Stack(Struct, eq=False):
    """An open series, and the stack around it; the same stack is the same object."""

    around: _Stack | None
    series: int
    label: int
    """Of its last item."""
    level: int
    """The level that the format gives to its last item; 0 where it gives none."""
    holds: int
    """All its series, a bit for each."""
    lowest: float
    """The deepest level of its items; one without a level is below them all. A heading above it ends one of them."""
    shape: int
    """The same for all stacks of the same series, whatever order these are in."""
    within: dict[Placed, _Stack]


class _Choices(Struct, frozen=True):
    """A line, and what does not change from pass to pass."""

    place: int
    own: list[_Choice]
    text: float
    """What it costs as text."""
    wanted: int
    """The series that it might belong to, a bit for each."""
    every: int
    """The same with those to which it hardly belongs."""
    least: float
    """What it costs at least as an item."""


class _State(Struct, eq=False):
    price: float
    stack: _Stack
    item: Item | None
    """The last item of the innermost series."""
    stopped: int
    """Its series that ended, by their place among all such."""
    trail: tuple[object, ...] | None
    """The items so far, linked backwards."""


_Way = tuple[float, "_Stack", "_Stack | None", int, "Item | None", "tuple[object, ...] | None", int]
"""A place where an item may be put: its price, what is open around it, the outermost series that ends there or goes on,
the numbers that stopped, the item above, the items so far, what ends there."""
EMPTIED = ("heading", "bold", "part")
"""Forms of titles that the format marks, or whose words say that they are titles: `Glossary`."""
EMPTY, TITLED, MARKED = 1, 2, 4
"""What ends at a place: a heading of the line right before, which has no text; a series of titles; a heading that the
format marks."""


class _Step(Struct):
    """What a line might have been, in all stacks that were kept before and after it."""

    place: int
    before: list[tuple[_State, float]]
    """The stacks before it, and what they had cost."""
    texts: list[tuple[_State, float, _Name]] = field(default_factory=list)
    """For each: what the line costs as text, and the stack that this comes to."""
    members: list[tuple[_State, _Name, float]] = field(default_factory=list)
    """The ways that each has, and the price there."""
    ways: dict[_Name, _Way] = field(default_factory=dict)
    edges: list[tuple[_Name, _Choice, float, _Name]] = field(default_factory=list)
    """Of each way: what the line might begin there, the price, the stack that this comes to."""
    after: dict[_Name, _State] = field(default_factory=dict)

    def keep(self) -> None:
        """Forget what comes to no stack that was kept."""
        self.texts = [one for one in self.texts if one[2] in self.after]
        self.edges = [one for one in self.edges if one[3] in self.after]
        self.ways = {one[0]: self.ways[one[0]] for one in self.edges}
        self.members = [one for one in self.members if one[1] in self.ways]


_Name = tuple[Any, ...]
_Following = dict[tuple[_Stack, int], tuple[float, _State | None, Any, Any, tuple[_Stack, int]]]
"""What a line may be, by the stack that comes of it and what stopped: its price, and the state that it leaves, or its
way and choice."""
_Opening = tuple[_Choice, int, float, Mapping[int, float], float]
NOTHING: Mapping[int, float] = {}


def search(
    found: Mapping[int, list[Candidate]],
    said: Mapping[int, Forced] | None = None,
    allowed: Allowed | None = None,
    *,
    woven: bool = False,
    stretches: Sequence[Stretch] = (),
    has_levels: bool = False,
) -> SearchResult:
    """Find the cheapest description.

    Args:
        found: the candidates of each line, by the line's place.
        said: lines of which a person says whether, and with which number, they begin an item.
        allowed: what may begin where; None if a person has not said what the document is.
        woven: whether two columns may run together; then what goes back in an order is in the other column.
        stretches: lines of which a person says what they are: nothing after them is below an item of theirs.
        has_levels: whether a person says which level items have; then one of a deeper level never ends an outer one.
    """
    searching = _Search(found, said or {}, allowed, woven=woven)
    searching.titles = frozenset(one.title for one in stretches if one.title is not None)
    searching.within = {place: one for one in stretches for place in range(one.first, one.end)}
    searching.has_levels = has_levels
    return searching.run()


def likely_items(found: Mapping[int, list[Candidate]], allowed: Allowed, *, passes: int) -> list[Item]:
    """Return the items of the cheapest description, without its doubts, which take as long again.

    Args:
        found: the candidates of each line, by the line's place.
        allowed: what may begin where.
        passes: two, or one: then forms are priced by what may use them, and few stacks are kept.
    """
    return _Search(found, {}, allowed, woven=False).items(passes)


class _Steps(dict[tuple[str, int, int], float]):
    """The prices of labels after those before them in their series, by the order and both labels."""

    def __init__(self, printed: Sequence[Key], most: float) -> None:
        """Begin without any; `printed` are the numbers by their labels, and nothing costs more than `most`."""
        self.printed, self.most = printed, most

    def __missing__(self, step: tuple[str, int, int]) -> float:
        """Price a step that is asked for the first time."""
        order, last, label = step
        labels = (self.printed[last], self.printed[label]) if order == "number" else (last, label)
        price = order_price(order, *labels)
        self[step] = price = price if order == "none" else min(price, self.most)
        return price


class _Stopped(dict[tuple[int, int, int], int]):
    """What has stopped when a series stops, by what had before, the series and its label; -1: the series goes on."""

    def __init__(self) -> None:
        """Begin where nothing has stopped."""
        self.all: list[Stopped] = [()]
        self.numbers: dict[Stopped, int] = {(): 0}

    def __missing__(self, name: tuple[int, int, int]) -> int:
        """Number what has stopped then."""
        before, series, label = name
        others = tuple([one for one in self.all[before] if one[0] != series])
        after = others if label < 0 else (*others, (series, label))
        self[name] = number = self.numbers.setdefault(after, len(self.all))
        if number == len(self.all):
            self.all.append(after)
        return number


class _Search:
    """A search in one document."""

    def __init__(
        self, found: Mapping[int, list[Candidate]], said: Mapping[int, Forced], allowed: Allowed | None, *, woven: bool
    ) -> None:
        self.said = said
        self.woven = woven
        self.titles: frozenset[int] = frozenset()
        self.within: dict[int, Stretch] = {}
        self.has_levels = False
        self.back = prices.WOVEN if woven else _price_of_going_back(found)
        self.allowed = allowed
        self.series: dict[Series, int] = {}
        self.numbers: dict[Key, int] = {}
        self.keys: list[Key] = []
        titles = {one.label for own in found.values() for one in own if one.order == "alphabet"}
        self.ranks = {title: rank for rank, title in enumerate(sorted(titles))}  # type: ignore[type-var]
        self.lines = [self._choices(place, found[place]) for place in sorted(found)]
        looks = {series: (series[0], *series[2:]) for series in self.series}
        places = {look: place for place, look in enumerate(dict.fromkeys(looks.values()))}
        self.looks = {number: places[looks[series]] for series, number in self.series.items()}
        self.of_numbers = {number for series, number in self.series.items() if series[1] == "number"}
        self.of_titles = {number for series, number in self.series.items() if series[1] in TITLES}
        self.of_chapters = self.of_titles | {number for series, number in self.series.items() if series[0] == "named"}
        self.of_rules = {number for series, number in self.series.items() if _holds_rules(series)}
        self.of_texts = {number for series, number in self.series.items() if _is_text(series)}
        self.of_questions = {number for series, number in self.series.items() if series[0] == "question"}
        self.running = {number for series, number in self.series.items() if _runs_on(series)}
        usual = allowed.usual if allowed else ()
        self.usual = {number: prices.SAME_FORM for series, number in self.series.items() if series[0] in usual}
        self.steps = _Steps(self.keys, self.back)
        self.shapes: dict[tuple[int, int], int] = {}
        self.stopped = _Stopped()
        self.root = _Stack(None, 0, 0, 0, 0, 0.0, 0, {})

    def _choices(self, place: int, found: Iterable[Candidate]) -> _Choices:
        """Number what a line may begin, and price it as text: by the strongest form that may begin anywhere."""
        own = [self._choice(place, one) for one in found]
        text = max((one.candidate.text for one in own if not one.is_foreign), default=0.0)
        for choice in own:
            choice.item -= max(0.0, choice.candidate.text - text) * choice.is_foreign
        forced = self.said.get(place)
        wanted = every = 0
        for choice in own:
            every |= choice.bit
            is_odd = choice.item >= (choice.candidate.text if choice.order == "number" else prices.REPEATED)
            wanted |= 0 if is_odd else choice.bit
        least = min(one.item for one in own) + min(0.0, prices.ASCENDING)
        return _Choices(place, own, prices.FORCED if forced and forced.begins else text, wanted, every, least)

    def _choice(self, place: int, one: Candidate) -> _Choice:
        series = self.series.setdefault(one.series, len(self.series) + 1)
        forced = self.said.get(place)
        is_wrong = bool(forced and forced.number and forced.number != one.number)
        item = one.item + (prices.FORCED if is_wrong else 0.0)
        is_excerpt = not place and one.form in NUMBERS  # what counts up to it is in another document
        first = prices.FIRST if is_excerpt else min(order_price(one.order, None, one.label), self.back)
        is_counted = one.form == "counted"
        label = self._label(one)
        return _Choice(
            candidate=one,
            placed=(series, label, one.level),
            series=series,
            bit=1 << series,
            label=label,
            first=first,
            order=one.order,
            level=one.level,
            item=item,
            runs_on=_runs_on(one.series),
            is_placed=is_counted or one.order in TITLES,
            is_counted=is_counted,
            is_foreign=self.allowed is not None and not self.allowed.may_begin(place, one.form),
        )

    def _label(self, one: Candidate) -> int:
        """Return a small number for a label, the same for the same labels of a series."""
        if one.order == "none":
            return 0
        if one.order == "alphabet":
            return self.ranks[one.label]
        if one.order in ("count", "ordinal"):
            return one.label  # type: ignore[return-value]
        key: Key = one.label  # type: ignore[assignment]
        if key not in self.numbers:
            self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return self.numbers[key]

    def items(self, passes: int) -> list[Item]:
        """Return the items of a description; the second pass knows what the first used."""
        hopes = Counter(choice.series for line in self.lines for choice in line.own)
        forms = {series: prices.SAME_FORM + prices.NEW_FORM / (1 + count) for series, count in hopes.items()}
        forms |= self.usual
        looks = {series: 1 / (1 + count) for series, count in hopes.items()}
        costs = Spending(forms, {}, prices.HOPED_PAIR, looks, *prices.HOPEFUL_BEAM)
        found = _items(self._pass(costs))
        return found if passes == 1 else _items(self._pass(self._used(found)))

    def run(self) -> SearchResult:
        """Find the cheapest description in two passes, and what is in doubt; of woven columns nobody asks for that."""
        steps: list[_Step] | None = None if self.woven else []
        best = self._pass(self._used(self.items(1)), steps)
        items = _items(best)
        begun = {one.place: one.candidate for one in items}
        return SearchResult(items, best.price, _doubts(steps, best.price, begun) if steps else {})

    def _used(self, items: list[Item]) -> Spending:
        """Price the forms by how often a reading uses them."""
        named = [(one.above, self.series[one.candidate.series]) for one in items]
        times = Counter(series for _, series in {(id(above), series): (above, series) for above, series in named})
        below: dict[int, dict[int, float]] = {}
        for above, series in named:
            below.setdefault(series, {})[self.series[above.candidate.series] if above else 0] = prices.SAME_PAIR
        again = prices.SAME_PAIR if self.woven else prices.SAME_FORM  # the other column interrupts a series
        forms = {series: again + prices.NEW_FORM / count for series, count in times.items()}
        forms |= self.usual
        looks = {series: 1 / count for series, count in times.items()} | dict.fromkeys(self.usual, 0.0)
        new_pair = prices.SAME_PAIR if self.woven else prices.NEW_PAIR
        return Spending(forms, below, new_pair, looks, *prices.BEAM)

    def _pass(self, costs: Spending, steps: list[_Step] | None = None) -> _State:
        """Return the cheapest state after the last line.

        Args:
            costs: of the series, and what is kept.
            steps: receives what each line might have been, if it is asked for.
        """
        states = [_State(0.0, self.root, None, 0, None)]
        for line in self.lines:
            following: _Following = {}
            forced = self.said.get(line.place)
            step = _Step(line.place, [(one, one.price) for one in states]) if steps is not None else None
            limit = self._keep_text(following, states, line, step)
            if not forced or forced.begins:
                opened = [self._opening(one, costs) for one in line.own]
                known: dict[_Name, _Way] = step.ways if step else {}
                for some in (states[:1], states[1:]):  # the price of the first stack rules out most of the others' ways
                    ways = self._ways(line, some, known, limit + costs.hopeless - line.least, step)
                    ways = self._apart(line.place, ways) if self.within else ways
                    limit = self._begin(following, ways, opened, costs, limit, step)
            states = self._cheapest(following, line.place, costs, step)
            if steps is not None and step:
                step.keep()
                steps.append(step)
        return states[0]

    def _keep_text(self, following: _Following, states: Iterable[_State], line: _Choices, step: _Step | None) -> float:
        """Keep each stack as it is: the line is text. Returns the cheapest price."""
        text, wanted = line.text, line.wanted
        limit = math.inf
        for state in states:
            stack = state.stack
            price = state.price + text + (prices.EXPECTED if stack.holds & wanted else 0.0)
            name = (stack, state.stopped)
            following[name] = (price, state, None, None, name)
            if step:
                step.texts.append((state, price, name))
            if price < limit:
                limit = price
        return limit

    def _ways(
        self, line: _Choices, states: Iterable[_State], known: dict[_Name, _Way], most: float, step: _Step | None
    ) -> list[tuple[_Name, _Way]]:
        """Return the places where an item may be put; of stacks that share one, the cheapest counts.

        Args:
            line: the line.
            states: the stacks.
            known: the places found so far for this line; receives the new ones.
            most: what a place may cost at most.
            step: receives which stacks have which places, if it is asked for.
        """
        found: dict[_Name, _Way] = {}
        running, of_titles, every, before = self.running, self.of_titles, line.every, line.place - 1
        stops = self.stopped
        for state in states:
            price, stack, item, stopped = state.price, state.stack, state.item, state.stopped
            ends: _Stack | None = None
            ended = 0
            while price <= most:
                if stack.holds & every != every:
                    key = (stack, ends, stopped, ended)
                    kept = known.get(key)
                    if kept is None or price < kept[0]:
                        known[key] = found[key] = (price, stack, ends, stopped, item, state.trail, ended)
                    if step:
                        step.members.append((state, key, price))
                if stack.around is None or item is None:
                    break
                if stack.series in running:
                    stopped = stops[stopped, stack.series, stack.label]
                if not ended and ends is None and item.place == before:
                    ended = EMPTY * (item.candidate.titled or item.candidate.form in EMPTIED)
                if stack.series in of_titles:
                    ended |= TITLED | MARKED * (stack.level > 0)
                price += prices.CLOSE
                ends, stack, item = stack, stack.around, item.above
        return list(found.items())

    def _apart(self, place: int, ways: Iterable[tuple[_Name, _Way]]) -> list[tuple[_Name, _Way]]:
        """Leave out the places that a person's word bars: below an item of a stretch, or not below its title."""
        return [one for one in ways if not self._is_barred(place, one[1][4])]

    def _is_barred(self, place: int, above: Item | None) -> bool:
        own = self.within.get(place)
        while own and above and self.within.get(above.place) is own:
            above = above.above
        if own and own.title is not None:
            return above is None or above.place != own.title
        while above:
            if above.place in self.within or above.place in self.titles:
                return True
            above = above.above
        return False

    def _begin(
        self,
        following: _Following,
        ways: Iterable[tuple[_Name, _Way]],
        opened: Collection[_Opening],
        costs: Spending,
        limit: float,
        step: _Step | None,
    ) -> float:
        """Let the line begin an item, of an open series or of a new one, wherever it may be put.

        Returns:
            The cheapest price so far.
        """
        most = limit + costs.hopeless
        for name, way in ways:
            spent, around, ends, stopped, _, _, ended = way
            holds, lowest = around.holds, around.lowest
            for choice, bit, opening, below, form in opened:
                if holds & bit or (choice.level and lowest >= choice.level):
                    continue
                if ends and ends.series == choice.series:
                    price = spent + choice.item + self.steps[choice.order, ends.label, choice.label]
                    if choice.label == ends.label and choice.level != ends.level and choice.order == "number":
                        price += prices.BREAK - prices.AGAIN  # at another level it is not the same number
                else:
                    price = spent + opening
                    if price > most:
                        continue
                    price += below.get(around.series, costs.new_pair)
                    price += self._begins(choice, way, form)
                if ended or choice.is_placed:
                    price += self._misplaced(choice, way)
                if self.has_levels and ends is not None and 0 < ends.level < choice.level:
                    price += prices.FORCED
                if price > most:
                    continue
                if price < limit:
                    limit, most = price, price + costs.hopeless
                left = self.stopped[stopped, choice.series, -1] if stopped and choice.runs_on else stopped
                stack = around.within.get(choice.placed) or self._opened(around, choice)
                key = (stack, left)
                kept = following.get(key)
                if kept is None or price < kept[0]:
                    following[key] = (price, None, way, choice, key)
                if step:
                    step.edges.append((name, choice, price, key))
        return limit

    def _opening(self, choice: _Choice, costs: Spending) -> _Opening:
        """Price a new series, its first label and what is around it aside: what a search asks again and again.

        Returns:
            The choice, its bit, what it costs to begin it, what it costs below which series, and its form.
        """
        below = costs.below.get(choice.series, NOTHING)
        form = costs.forms.get(choice.series, prices.NEW_FORM)
        form = min(form, prices.SAME_FORM) if choice.candidate.announced else form
        return (
            choice,
            choice.bit,
            choice.item + choice.candidate.once * costs.looks.get(choice.series, 1.0),
            below,
            form,
        )

    def _begins(self, choice: _Choice, way: _Way, form: float) -> float:
        """Price the form and the first label of a new series, by what is above it and ends there."""
        _, around, ends, stopped, above, _, _ = way
        price = self._first(choice, around, stopped, form) if choice.runs_on else choice.first + form
        price += self._forbidden(choice, above) if choice.is_foreign else 0.0
        if ends is not None and choice.order not in TITLES:
            return price + prices.BESIDE
        return price + prices.UNORDERED * (ends is not None and ends.series in self.of_questions)

    def _misplaced(self, choice: _Choice, way: _Way) -> float:
        """Price an item by what is around it and what ends there.

        What ends a heading that has no text; a title in a text, one that ends what is below a heading of the format, or
        one that is not below the title that announces it; what the format counts, by whether rules are around it.
        """
        _, around, ends, _, above, _, ended = way
        is_next = choice.order == "number" and ends is not None and ends.series in self.of_numbers
        is_heading = choice.order in TITLES and choice.level > 0
        is_below = not (is_heading or is_next) or (ends is not None and 0 < ends.level < choice.level)
        price = prices.EMPTY if ended & EMPTY and is_below and not self.woven else 0.0
        if choice.order in TITLES:
            price += prices.IN_TEXT if around.series in self.of_texts else 0.0
            price += prices.UNMARKED if ended & MARKED and not choice.level else 0.0
            price += prices.UNMARKED if choice.candidate.below > (above.place if above else -1) else 0.0
        elif choice.is_counted:
            depth, is_cited = choice.candidate.look
            is_below_rules = around.series in self.of_rules
            is_past = ended & TITLED and choice.label == 1
            price += prices.UNNESTED if depth and not is_below_rules else 0.0
            price += 0.0 if is_cited else prices.UNNUMBERED * (2 if is_past else not is_below_rules)
        return price

    def _forbidden(self, choice: _Choice, above: Item | None) -> float:
        """Price a series of another kind than the document's: it begins only below a title that says so."""
        while self.allowed and above:
            if choice.candidate.form in self.allowed.below.get(above.place, ()):
                return 0.0
            above = above.above
        return math.inf

    def _first(self, choice: _Choice, around: _Stack, stopped: int, form: float) -> float:
        """Price the first number of a series: it begins anew, or goes on from the number above or another chapter."""
        price = form + choice.first
        if choice.order == "number" and around.series in self.of_numbers:
            price = min(price, form + self.steps["number", around.label, choice.label])
        if around.series and around.series not in self.of_chapters and not choice.level:
            return price
        resumed = prices.RESUMED if choice.order == "number" or choice.level else prices.RESUMED_LIST
        resumed += prices.SAME_FORM if choice.level else form
        for series, label in self.stopped.all[stopped]:
            if series == choice.series:
                price = min(price, resumed + self.steps[choice.order, label, choice.label])
        return price

    def _cheapest(self, following: _Following, place: int, costs: Spending, step: _Step | None) -> list[_State]:
        """Return the cheapest states; of those with the same series open only a few, so that others stay."""
        kept: list[_State] = []
        alike: dict[int, list[float]] = {}
        cheapest = sorted(following.values(), key=itemgetter(0))
        most = cheapest[0][0] + costs.hopeless
        for price, state, way, choice, name in cheapest:
            if price > most or len(kept) == costs.beam:
                break
            shape = name[0].shape
            others = alike.get(shape)
            if others is None:
                alike[shape] = [price]
            elif len(others) == prices.ALIKE or price > others[0] + prices.RELABELLED:
                continue
            else:
                others.append(price)
            if state is None:
                item = Item(place, choice.candidate, way[4])
                state = _State(price, name[0], item, name[1], (item, way[5]))
            state.price = price
            kept.append(state)
            if step:
                step.after[name] = state
        return kept

    def _opened(self, around: _Stack, choice: _Choice) -> _Stack:
        """Return the stack in which a line begins an item."""
        name = (around.shape, self.looks[choice.series])
        shape = self.shapes.setdefault(name, len(self.shapes) + 1)
        lowest = max(around.lowest, choice.level or math.inf)
        stack = around.within[choice.placed] = _Stack(
            around, *choice.placed, around.holds | choice.bit, lowest, shape, {}
        )
        return stack


def _holds_rules(series: Series) -> bool:
    """Tell whether a list below a series may count rules: numbers, places in a list, capital letters as marks."""
    return series[0] in NUMBERS or (series[0] == "mark" and str(series[2])[-1] in "AI")


def _is_text(series: Series) -> bool:
    """Tell whether the items of a series are paragraphs: places in a list, questions, sentences with a stop."""
    return series[0] in ("counted", "question") or (series[0] == "line" and bool(series[4]))


def _runs_on(series: Series) -> bool:
    """Tell whether a series may go on in another chapter: numbers, counted headings, lists that are in no other."""
    if series[0] in ("counted", "numbered"):
        return bool(series[2]) == (series[0] == "numbered")
    return series[1] == "number"


def _items(best: _State) -> list[Item]:
    """Return the items of a state, in source order."""
    items: list[Item] = []
    trail: Any = best.trail
    while trail:
        item, trail = trail
        items.append(item)
    return items[::-1]


def _doubts(steps: Iterable[_Step], price: float, begun: Mapping[int, Candidate]) -> dict[int, float]:
    """Go back through all that was kept, and return what it costs to read each line otherwise.

    Args:
        steps: what the lines might have been, in source order.
        price: of the cheapest description.
        begun: what begins in which line in that description.
    """
    doubts: dict[int, float] = {}
    left: dict[_State, float] | None = None
    for step in reversed(list(steps)):
        rest = {name: left.get(state, math.inf) if left is not None else 0.0 for name, state in step.after.items()}
        spent = dict(step.before)
        own = begun.get(step.place)
        others = math.inf
        left = {}
        for state, reached, name in step.texts:
            whole = reached + rest.get(name, math.inf)
            left[state] = whole - spent[state]
            if own and whole < others:
                others = whole
        ahead: dict[_Name, float] = {}
        for way, choice, reached, name in step.edges:
            whole = reached + rest[name]
            if whole < others and not (own and _is_same(own, choice.candidate)):
                others = whole
            least = whole - step.ways[way][0]
            if least < ahead.get(way, math.inf):
                ahead[way] = least
        for state, way, reached in step.members:
            least = reached - spent[state] + ahead.get(way, math.inf)
            if least < left.get(state, math.inf):
                left[state] = least
        doubts[step.place] = min(others - price, prices.HOPELESS)
    return doubts


def _is_same(one: Candidate, other: Candidate) -> bool:
    """Tell whether two candidates of a line make the same entry of it, wherever it is put."""
    return (one.start, one.end, one.number) == (other.start, other.end, other.number)


def _price_of_going_back(found: Mapping[int, list[Candidate]]) -> float:
    """Return the most that an item costs which goes back in its order: little where the document always does.

    A digest of rules that were changed has them in the order of the changes.
    """
    keys = [one.label for place in sorted(found) for one in found[place] if one.order == "number" and not one.item]
    deep = [key for key in keys if len(key) > 1]  # type: ignore[arg-type]
    back = sum(other < one for one, other in pairwise(deep))  # type: ignore[operator]
    return prices.SLIGHT if back >= HABIT and 3 * back >= len(deep) else math.inf


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
        return prices.ASCENDING if label > last else prices.DESCENDING  # type: ignore[operator]
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
    if last is None:
        ranks = [_rank(level) for level in key]
        return prices.FIRST if max(ranks) <= 1 else prices.LATE + math.log2(1 + sum(ranks)) * 0.5
    shared = sum(1 for _ in takewhile(lambda levels: levels[0] == levels[1], zip(last, key, strict=False)))
    if shared == len(key):
        return prices.AGAIN if len(last) == len(key) else prices.BREAK
    is_deeper = shared == len(last)
    tail = [_rank(level) for level in key[shared if is_deeper else shared + 1 :]]
    most = max(tail, default=0)
    if is_deeper:
        return prices.CHILD * len(tail) if most <= 1 else prices.GAP + math.log2(1 + most)
    step = _step(last[shared], key[shared])
    if step == 1 and most <= 1:
        return prices.NEXT + prices.CHILD * len(tail)
    if step >= 1:
        return prices.GAP * (1.0 if most <= 1 else 1.5) + math.log2(step + most)
    return prices.AGAIN if shared and not tail else prices.BREAK


def _rank(level: tuple[int, str]) -> int:
    digits, letter = level
    return digits % BEHIND or (letter_value(letter) if letter else 0)


def _step(before: tuple[int, str], after: tuple[int, str]) -> int:
    """Return how many levels one lies after another: `4`, `4a`, `4b`, `5`."""
    if before[0] != after[0]:
        return after[0] - before[0] if not after[1] or not after[0] else 2
    return letter_value(after[1] or "a") - (letter_value(before[1]) if before[1] else 0)

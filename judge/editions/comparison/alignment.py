"""Which entry of one edition is which of another: by text, title, number, and what stands around them.

The surest pairs come first: entries whose title and text agree and are like no others. Each pair makes others likelier:
the entries below it, and those beside it. So what is left is scored again and again by how alike text and title are,
whether the number is the same, and whether parent and neighbours are a pair already, and the best pairs are taken,
until none is good enough. At the end, what has no counterpart is looked for inside of longer texts: split or merged.

The features and their weights are those of a logistic regression (`tools/fit_alignment.py`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp

from judge.core.jsonl import Record
from judge.core.likeness import Rarity
from judge.editions.comparison.sections import Section

MOST_CANDIDATES = 8
"""Entries of the newer edition with which one of the older is compared in a round."""
ROUNDS = 6
RAREST = 8
"""Words by which candidates are found: the rarest of a text."""
FIRST_WORDS = 8
"""Words of a text that are its beginning."""
INSIDE = 0.8
"""Share of a text's words, by weight, that stand in the text it was split from or merged into."""
OUTSIDE = 0.5
"""What the counterpart of that text must at least lack of them."""
FEWEST_WORDS = 5
"""Words of a text that can be told in another."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """What became of the entries of an older edition in a newer one."""

    pairs: Mapping[str, str]
    """Ids of the newer edition by those of the older."""
    split: Mapping[str, str] = field(default_factory=dict)
    """Entries that are new, by id, with the older entry whose text they took over in part."""
    merged: Mapping[str, str] = field(default_factory=dict)
    """Entries that are gone, by id, with the newer entry that took over their text."""

    def record(self) -> Record:
        """Return it as JSON holds it; `Alignment(**record)` is the same."""
        return {"pairs": dict(self.pairs), "split": dict(self.split), "merged": dict(self.merged)}

    def then(self, later: Alignment) -> Alignment:
        """Return what became of the entries in the edition after the newer one, which another alignment leads to."""
        pairs = {old: later.pairs[new] for old, new in self.pairs.items() if new in later.pairs}
        merged = {old: later.merged[new] for old, new in self.pairs.items() if new in later.merged}
        into = {**later.merged, **later.pairs}
        merged |= {old: into[new] for old, new in self.merged.items() if new in into}
        split = {later.pairs[new]: old for new, old in self.split.items() if new in later.pairs}
        back = {new: old for old, new in self.pairs.items()}
        split |= {new: back[source] for new, source in later.split.items() if source in back}
        return Alignment(pairs, split, merged)


@dataclass(frozen=True, slots=True)
class Features:
    """What speaks for two entries being one; each from 0 to 1."""

    text: float
    """How alike their words are, those that few entries have counting more."""
    beginning: float
    """Share of the first words that agree, in their order."""
    title: float
    number: float
    parent: float
    """The entries above them are a pair: 1; one of them is another's: 0; unknown: 0.5."""
    neighbours: float
    """Share of the entries right before and behind that are pairs."""
    no_text: float
    """Neither has words of its own, so that nothing can be compared."""
    no_title: float
    """Neither has a title."""
    only_text: float
    """How alike the texts are, where neither has a title."""
    only_title: float
    """How alike the titles are, where neither has a text."""


WEIGHTS = Features(
    text=1.7,
    beginning=2.8,
    title=5.4,
    number=1.2,
    parent=6.6,
    neighbours=3.1,
    no_text=1.9,
    no_title=1.7,
    only_text=2.2,
    only_title=5.1,
)
BIAS = -12.9
SURE_FROM = (0.5, 0.3)
"""Likelihood from which a pair is taken: while there are such, and of what is left, where each has fewer rivals."""


def align(old: Sequence[Section], new: Sequence[Section]) -> Alignment:
    """Return which entry of the older edition is which of the newer.

    Args:
        old: entries of the older edition, in source order.
        new: entries of the newer one.
    """
    work = Pairing(old, new)
    work.take_exact(lambda one: (one.title, one.tokens, one.kind) if one.title and one.tokens else None)
    work.take_exact(lambda one: one.tokens if len(one.tokens) >= FEWEST_WORDS else None)
    for sure_from in SURE_FROM:
        for _ in range(ROUNDS):
            if not work.take_best(sure_from):
                break
    pairs = {old[one].id: new[other].id for one, other in sorted(work.partner.items())}
    return Alignment(pairs, work.taken_over(), work.taken_over(backwards=True))


class _Side:
    """One edition: its entries, and where each stands."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = sections
        self.place = {section.id: place for place, section in enumerate(sections)}
        self.above = [self.place.get(section.parent or "", -1) for section in sections]
        self.before, self.behind = _siblings(self.above)
        self.bags = [Counter(section.tokens) for section in sections]
        self.titles = [Counter(section.title.split()) for section in sections]


def _siblings(above: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the entry right before and right behind each below the same one; -1 where there is none."""
    before, behind = [-1] * len(above), [-1] * len(above)
    last: dict[int, int] = {}
    for place, parent in enumerate(above):
        if parent in last:
            before[place] = last[parent]
            behind[last[parent]] = place
        last[parent] = place
    return before, behind


class Pairing:
    """Two editions while they are paired."""

    def __init__(self, old: Sequence[Section], new: Sequence[Section]) -> None:
        self.old, self.new = _Side(old), _Side(new)
        self.rarity = Rarity((*self.old.bags, *self.new.bags), unknown=1.0)
        self.among_new = self.rarity.among(self.new.bags)
        self.partner: dict[int, int] = {}
        """Places of the newer edition by those of the older."""
        self.owner: dict[int, int] = {}
        """The other way round."""
        self.by_number = _grouped((section.number, place) for place, section in enumerate(new) if section.number)
        self.by_title = _grouped((section.title, place) for place, section in enumerate(new) if section.title)
        self.below = _grouped((parent, place) for place, parent in enumerate(self.new.above))

    def pair(self, one: int, other: int) -> None:
        """Take two entries for one."""
        self.partner[one] = other
        self.owner[other] = one

    def take_exact(self, key: Callable[[Section], Hashable | None]) -> None:
        """Pair what is left by keys that one entry of each edition has."""
        sides = []
        for side, taken in ((self.old, self.partner), (self.new, self.owner)):
            keyed = ((key(section), place) for place, section in enumerate(side.sections) if place not in taken)
            sides.append(_grouped((found, place) for found, place in keyed if found is not None))
        for found, places in sides[0].items():
            others = sides[1].get(found, [])
            if len(places) == len(others) == 1:
                self.pair(places[0], others[0])

    def take_best(self, sure_from: float) -> int:
        """Pair what is likely enough, the likeliest first; return how many pairs were found."""
        scored = sorted(self._scored(sure_from), key=lambda found: (-found[0], found[1], found[2]))
        count = 0
        for _, one, other in scored:
            if one not in self.partner and other not in self.owner:
                self.pair(one, other)
                count += 1
        return count

    def _scored(self, sure_from: float) -> Iterator[tuple[float, int, int]]:
        """Yield the pairs that are likely enough, with how likely."""
        for one in range(len(self.old.sections)):
            if one in self.partner:
                continue
            for other in self._candidates(one):
                likely = likelihood(self.features(one, other))
                if likely >= sure_from:
                    yield likely, one, other

    def _candidates(self, one: int) -> set[int]:
        """Return the entries of the newer edition that may be an entry of the older."""
        section = self.old.sections[one]
        found = {*self.by_number.get(section.number, ()), *self.by_title.get(section.title, ())[:MOST_CANDIDATES]}
        for near, step in ((self.old.before[one], self.new.behind), (self.old.behind[one], self.new.before)):
            if near in self.partner:
                found.add(step[self.partner[near]])
        above = self.partner.get(self.old.above[one], -1 if self.old.above[one] == -1 else None)
        if above is not None:
            free = [place for place in self.below.get(above, ()) if place not in self.owner]
            found.update(free[:MOST_CANDIDATES])
        found.update(_sharing(self.old.bags[one], self.among_new, self.owner))
        return {place for place in found if place >= 0 and place not in self.owner}

    def features(self, one: int, other: int) -> Features:
        """Return what speaks for two entries being one."""
        old, new = self.old.sections[one], self.new.sections[other]
        above = self.old.above[one], self.new.above[other]
        no_text = not old.tokens and not new.tokens
        no_title = not old.title and not new.title
        text = self.rarity.alike(self.old.bags[one], self.new.bags[other])
        title = self.rarity.alike(self.old.titles[one], self.new.titles[other])
        return Features(
            text=text,
            beginning=_beginning(old.tokens, new.tokens),
            title=title,
            number=float(bool(old.number) and old.number == new.number),
            parent=self._around(*above),
            neighbours=(
                self._around(self.old.before[one], self.new.before[other], 0.0)
                + self._around(self.old.behind[one], self.new.behind[other], 0.0)
            )
            / 2,
            no_text=float(no_text),
            no_title=float(no_title),
            only_text=text * no_title,
            only_title=title * no_text,
        )

    def _around(self, one: int, other: int, unknown: float = 0.5) -> float:
        """Return whether two entries near a pair are one as well; two that are not there are."""
        if one == -1 or other == -1:
            return float(one == other)
        if one in self.partner or other in self.owner:
            return float(self.partner.get(one) == other)
        return unknown

    def taken_over(self, *, backwards: bool = False) -> dict[str, str]:
        """Return entries without counterpart, each with the one of the other edition in whose text theirs stands.

        Args:
            backwards: look for what is gone in the newer edition, instead of what is new in the older.
        """
        here, there = (self.old, self.new) if backwards else (self.new, self.old)
        paired, back = (self.partner, self.owner) if backwards else (self.owner, self.partner)
        among = self.among_new if backwards else self.rarity.among(self.old.bags)
        found: dict[str, str] = {}
        for place, bag in enumerate(here.bags):
            if place in paired or sum(bag.values()) < FEWEST_WORDS:
                continue
            for other in _sharing(bag, among):
                remains = here.bags[back[other]] if other in back else Counter()
                held, kept = (self.rarity.share(bag, whole) for whole in (there.bags[other], remains))
                if held >= INSIDE and kept <= OUTSIDE:
                    found[here.sections[place].id] = there.sections[other].id
                    break
        return found


def _sharing(bag: Counter[str], among: Rarity, taken: Container[int] = ()) -> list[int]:
    """Return the entries that share most of the rarest words of a text, except those that are taken."""
    rarest = among.rarest(bag)[:RAREST]
    return among.nearest(rarest, MOST_CANDIDATES, 1.0, lambda place: place not in taken)


def _beginning(old: Sequence[str], new: Sequence[str]) -> float:
    """Return how much of the first words of two texts agrees, up to where they part."""
    shortest = min(len(old), len(new), FIRST_WORDS)
    agreeing = next((place for place in range(shortest) if old[place] != new[place]), shortest)
    return agreeing / shortest if shortest else 0.0


def likelihood(features: Features) -> float:
    """Return how likely two entries with these features are one, from 0 to 1."""
    total = BIAS + sum(getattr(WEIGHTS, name) * getattr(features, name) for name in Features.__slots__)
    return 1 / (1 + exp(-total))


def _grouped(pairs: Iterable[tuple[Hashable, int]]) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = defaultdict(list)
    for key, place in pairs:
        found[key].append(place)
    return dict(found)

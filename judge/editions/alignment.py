"""Which entry of one edition is which of another: by text, title, number, and the entries around them.

The surest pairs come first: entries whose title and text agree and are like no others. Each pair makes others likelier:
the entries below it, and those beside it. So what is left is scored again and again by how alike text and title are,
whether the number is the same, and whether parent and neighbours are a pair already, and the best pairs are taken,
until none is good enough. At the end, what has no counterpart is looked for inside of longer texts: split or merged.

Texts are compared as words, and references by what they lead to instead of by their numbers. A number in a text says
which rule is meant, and changes whenever rules are put in before it. So texts that differ in such numbers alone are one
text as soon as the entries they lead to are the same. Layout is not compared either: where blocks begin, the marks of
lists, and emphasis.

The features and their weights are those of a logistic regression (`tools/fit_alignment.py`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from math import exp
from typing import NamedTuple, TypeVar

from msgspec import Struct, field

from judge.core.errors import check_deadline
from judge.core.likeness import Rarity, length_of_common_start
from judge.core.model import Block, Entry, Reference, replace
from judge.core.numbering import NUMBER, lookup_key
from judge.core.tokens import LETTERS_AND_DIGITS, fold

K = TypeVar("K")
V = TypeVar("V")
PIECE = re.compile(r"\S+")
AT_NUMBER = re.compile(rf"(?<![\w.]){NUMBER}(?![\w])")
LIST_MARK = re.compile(r"[-–*+•·]|\(?(?:\d{1,2}|[a-z])[.)]")
"""What begins an item of a list: "•", "2.", "(a)"."""
EMPHASIS = str.maketrans("", "", "*_")
"""Marks around words where a text has its emphasis in characters."""


class Word(NamedTuple):
    """A word of a text as it is compared."""

    printed: str
    plain: str
    """Without the numbers that lead to entries, and without layout."""
    targets: tuple[str, ...] = ()
    """Ids of the entries that its numbers lead to, within the same edition."""
    begins: bool = False
    """Whether it begins a block below another: layout, which is shown and never compared."""


class ComparedEntry(Struct, frozen=True):
    """An entry as it is compared."""

    id: str
    kind: str
    number: str
    """As it is looked up; empty where there is none."""
    title: str
    """Folded; empty where there is none."""
    parent: str | None
    words: tuple[Word, ...]
    """Without those that are struck, which are not said any more."""
    tokens: tuple[str, ...]
    """Letters and digits of the text, folded, without the numbers that lead to entries."""
    record: Entry
    """The entry's own record."""


def sections(entries: Sequence[Entry], references: Iterable[Reference]) -> list[ComparedEntry]:
    """Return the entries of one edition as they are compared.

    Args:
        entries: records of one document's entries, in source order.
        references: the records of references that are in them.
    """
    cited = values_by_key(((one.source, one.block), one) for one in references if one.target)
    numbers = {lookup_key(entry.number): entry.id for entry in reversed(entries) if entry.number}
    return [_section(entry, cited, numbers) for entry in entries]


def unresolved(entries: Sequence[Entry]) -> list[ComparedEntry]:
    """Return the entries of one edition as they are aligned before their references are known.

    A number alone may be one of a chapter, which another edition has under another, so none is compared.
    """
    found = sections(entries, ())
    return [replace(one, tokens=tuple(token for token in one.tokens if not token.isdigit())) for one in found]


def _section(
    entry: Entry, cited: Mapping[tuple[str, int | None], Sequence[Reference]], numbers: Mapping[str, str]
) -> ComparedEntry:
    words: list[Word] = []
    for index, block in enumerate(entry.blocks):
        kept = list(_words(block, cited.get((entry.id, index), ()), numbers))
        if len(kept) > 1 and LIST_MARK.fullmatch(kept[0].printed):  # it is printed with the first word, not compared
            mark, first, *kept = kept
            kept.insert(0, first._replace(printed=f"{mark.printed} {first.printed}"))
        if kept:
            kept[0] = kept[0]._replace(begins=bool(words))
        words += kept
    return ComparedEntry(
        entry.id,
        entry.kind,
        lookup_key(entry.number) if entry.number else "",
        fold(entry.title) if entry.title else "",
        entry.parent,
        tuple(words),
        tuple(token for word in words for token in LETTERS_AND_DIGITS.findall(word.plain.casefold())),
        entry,
    )


def _words(block: Block, cited: Sequence[Reference], numbers: Mapping[str, str]) -> Iterator[Word]:
    """Yield the words of a block; whatever is a number of the edition stands for the entry that has it."""
    text = block.text
    struck = [mark[:2] for mark in block.marks if mark[2] == "strike"]
    for piece in PIECE.finditer(text):
        if any(start < piece.end() and piece.start() < end for start, end in struck):
            continue
        targets: list[str] = []
        plain = list(piece[0])
        for number in AT_NUMBER.finditer(piece[0]):
            at = piece.start() + number.start()
            around = (one for one in cited if one.start <= at < one.end)
            innermost = min(around, key=lambda one: one.end - one.start, default=None)
            target = innermost.target_id if innermost else None
            if target is None and "." in number[0]:
                target = numbers.get(lookup_key(number[0]))
            if target:
                targets.append(target)
                plain[number.start() : number.end()] = ["§", *[""] * (len(number[0]) - 1)]
        yield Word(piece[0], "".join(plain).translate(EMPHASIS) or piece[0], tuple(targets))


MOST_CANDIDATES = 8
"""Entries of the newer edition with which one of the older is compared in a round."""
ROUNDS = 6
"""A bound on time: what is paired makes its neighbours likelier, and a chain of these may be long."""
RAREST = 8
"""Words by which candidates are found: the rarest of a text."""
FIRST_WORDS = 8
"""Words of a text that are its beginning."""
INSIDE = 0.8
"""Share of a text's words, by weight, that are in the text it was split from or merged into."""
OUTSIDE = 0.5
"""What the counterpart of that text must at least lack of them."""
FEWEST_WORDS = 5
"""Words of a text that can be told in another."""


class Alignment(Struct, frozen=True):
    """What became of the entries of an older edition in a newer one."""

    pairs: Mapping[str, str]
    """Ids of the newer edition by those of the older."""
    split: Mapping[str, str] = field(default_factory=dict)
    """Entries that are new, by id, with the older entry whose text they took over in part."""
    merged: Mapping[str, str] = field(default_factory=dict)
    """Entries that are gone, by id, with the newer entry that took over their text."""

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


class Features(Struct, frozen=True):
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
    """Share of the entries right before and after that are pairs."""
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


def align(old: Sequence[ComparedEntry], new: Sequence[ComparedEntry]) -> Alignment:
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
    """One edition: its entries, and where each is."""

    def __init__(self, sections: Sequence[ComparedEntry]) -> None:
        self.sections = sections
        self.place = {section.id: place for place, section in enumerate(sections)}
        self.above = [self.place.get(section.parent or "", -1) for section in sections]
        self.before, self.behind = _siblings(self.above)
        self.bags = [Counter(section.tokens) for section in sections]
        self.titles = [Counter(section.title.split()) for section in sections]


def _siblings(above: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the entry right before and right after each below the same one; -1 where there is none."""
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

    def __init__(self, old: Sequence[ComparedEntry], new: Sequence[ComparedEntry]) -> None:
        self.old, self.new = _Side(old), _Side(new)
        self.rarity = Rarity((*self.old.bags, *self.new.bags), unknown=1.0)
        self.among_new = self.rarity.among(self.new.bags)
        self.partner: dict[int, int] = {}
        """Places of the newer edition by those of the older."""
        self.owner: dict[int, int] = {}
        """The other way round."""
        self.by_number = values_by_key((section.number, place) for place, section in enumerate(new) if section.number)
        self.by_title = values_by_key((section.title, place) for place, section in enumerate(new) if section.title)
        self.below = values_by_key((parent, place) for place, parent in enumerate(self.new.above))

    def pair(self, one: int, other: int) -> None:
        """Take two entries for one."""
        self.partner[one] = other
        self.owner[other] = one

    def take_exact(self, key: Callable[[ComparedEntry], Hashable | None]) -> None:
        """Pair what is left by keys that one entry of each edition has."""
        sides = []
        for side, taken in ((self.old, self.partner), (self.new, self.owner)):
            keyed = ((key(section), place) for place, section in enumerate(side.sections) if place not in taken)
            sides.append(values_by_key((found, place) for found, place in keyed if found is not None))
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
            check_deadline()
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
        """Return entries without counterpart, each with the one of the other edition in whose text theirs is.

        Args:
            backwards: look for what is gone in the newer edition, instead of what is new in the older.
        """
        here, there = (self.old, self.new) if backwards else (self.new, self.old)
        paired, back = (self.partner, self.owner) if backwards else (self.owner, self.partner)
        among = self.among_new if backwards else self.rarity.among(self.old.bags)
        found: dict[str, str] = {}
        for place, bag in enumerate(here.bags):
            check_deadline()
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
    return length_of_common_start(old[:shortest], new[:shortest]) / shortest if shortest else 0.0


def likelihood(features: Features) -> float:
    """Return how likely two entries with these features are one, from 0 to 1."""
    total = BIAS + sum(getattr(WEIGHTS, name) * getattr(features, name) for name in Features.__struct_fields__)
    return 1 / (1 + exp(-total))


def values_by_key(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the values of each key, in their order."""
    found: dict[K, list[V]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return dict(found)

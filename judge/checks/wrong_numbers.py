"""Do the number and the words of a reference agree? The verdict on each reference by number.

A rulebook cites "Body (10.0)" long after a chapter was put in and Body became 11.0. The link works, and leads to the
wrong rule. Reads: the resolved references of one document, and all targets. Writes: the same references, those whose
number and words disagree with the status `mislabelled` and the entry that is meant.

The judgement rests on words in a form without endings ("smoked", "smoking": smok):

titled     "10.0 Continuous Abilities": the words after the number are meant as its title. They agree where they are
           part of the title, or the whole except one letter. Where they are another section's title, that one is
           meant. Where they are nobody's and part of them agrees, the number is right and the words are stale; where
           nothing agrees, the section that was meant is gone.
labelled   "the Body (10.0)": the words before the bracket name the subject. They agree where the title of the target,
           or of what is above or below it, has one of them, or its text speaks of them. Where all that fails and
           the words end with another section's whole title, that one may be meant. It is where the same happens
           again: to the same two numbers, or to others that moved by the same step; or where the title is a long one.
untitled   A section without a title is judged by the title above it.
neighbour  Where neither title nor text of the target has any of the words, and those of one neighbour have them all,
           the neighbour is meant if the sentence has cited the same number before, with the words of its title.
moved      Then what is left is judged by the steps of a renumbering. Where chapters were put in, taken out or moved,
           the references with words that name their section tell by which step each chapter has moved: "Body (10.0)" is
           now 11.0, "Smoking (19.0)" is now 20.0, so chapters 10 to 19 moved by one. A reference is judged anew where
           its words fit the number that a step makes of its own better, or where they tell nothing and all around it
           have moved. A chapter of which several titles are nowhere any more was taken out.

At even odds it stays silent: a report that cries wolf is read by nobody.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from judge.core.languages.stemming import word_root
from judge.core.likeness import one_off
from judge.core.model import Entry, Resolution, replace
from judge.core.numbering import Key, lookup_key, parents, parse
from judge.core.tokens import SMALL_WORDS, STOP_WORDS, fold, fold_once, key

REPEATED = 2
"""How often a number must be wrong in the same way before it is taken for stale."""
SENTENCE = 120
"""Characters within which a number that is cited twice is cited in one sentence. Half or double changes nothing in the
five documents."""
LONG_TITLE = 3
"""Words of a title that nobody writes by chance before a bracket."""
QUOTES = '“‘"'
"""What words begin with that may quote the rule, and then need not be its title."""


class WrongNumberCheck:
    """Judges the references of one document."""

    def __init__(self, entries: Sequence[Entry], *, foreign: bool = False) -> None:
        """Learn the sections of the document.

        Args:
            entries: those of the document that the references lead to.
            foreign: whether its words are hardly those of the document that refers to it, as in another language; then
                a title that no section has says nothing.
        """
        self.sections = CitedSections(entries)
        self.foreign = foreign

    def judge(self, resolutions: Iterable[Resolution]) -> list[Resolution]:
        """Return the references with a verdict on each by number."""
        before = list(resolutions)
        judged = [self._judge_one(resolution) for resolution in before]
        repeated = Counter(pair for one in judged if (pair := _moved(one)))
        steps = Counter(self._step(*pair) for pair in repeated)
        for index, one in enumerate(judged):
            pair = _moved(one)
            alike = steps[step] if pair and (step := self._step(*pair)) else 0
            if pair and not self._is_certain(one, repeated[pair], alike):
                judged[index] = before[index]
        judged = list(self._judge_near(judged))
        learnt = Renumbering(judged, self.sections)
        if not learnt.found and not learnt.below[()].titles_gone:
            return judged
        return [_judged(one, learnt, self.sections) for one in judged]

    def _judge_near(self, resolutions: Sequence[Resolution]) -> Iterator[Resolution]:
        """Judge words that the target does not know, and that one of its neighbours knows."""
        for before, one in zip([None, *resolutions], resolutions, strict=False):
            target = self.sections.by_id.get(one.target or "")
            words = words_of(one)
            if target and words and one.status == "ok" and one.reference.kind == "number" and not words & target.known:
                near = [other for other in self.sections.beside(target) if words <= other.words | other.text]
                again = before is not None and _is_again(before, one) and self._names(before, target)
                if len(near) == 1 and again:
                    one = self._mislabelled(one, target, near[0].entry.id)
            yield one

    def _names(self, resolution: Resolution, target: CitedSection) -> bool:
        """Tell whether a reference has words of the title of its target."""
        return resolution.status == "ok" and bool(words_of(resolution) & target.words)

    def _is_certain(self, resolution: Resolution, repeated: int, moved_alike: int) -> bool:
        """Tell whether more speaks for the entry that seems to be meant than the words before one bracket."""
        if is_titled(resolution) or repeated >= REPEATED or moved_alike >= REPEATED:
            return True
        meant = self.sections.by_id[resolution.suggestion or ""]
        length = len(heading(meant.title))
        return length >= LONG_TITLE or (length >= REPEATED and self._is_in_capitals(resolution, meant))

    def _is_in_capitals(self, resolution: Resolution, meant: CitedSection) -> bool:
        """Tell whether the words end with a whole title in capitals: "that is part of Amber Payment (see 10.0)"."""
        target = self.sections.by_id[resolution.target or ""]
        label = resolution.reference.label or ""
        named = label.split()[-len(meant.title.split()) :]
        is_title = fold(" ".join(named)) == fold(meant.title)
        is_capitalised = all(word[0].isupper() or word in GLUE for word in named)
        return is_title and is_capitalised and not target.words <= set(content(label))

    def _step(self, old: str, new: str) -> Step | None:
        return step_of(self.sections.by_id[old].number, self.sections.by_id[new].number)

    def _judge_one(self, resolution: Resolution) -> Resolution:
        reference = resolution.reference
        if reference.kind != "number" or not reference.label:
            return resolution
        if resolution.status == "dangling":
            return self._with_meant(resolution)
        target = self.sections.by_id.get(resolution.target or "")
        if resolution.status != "ok" or not target:
            return resolution
        return (self._judge_titled if is_titled(resolution) else self._judge_labelled)(resolution, target)

    def _with_meant(self, resolution: Resolution) -> Resolution:
        """Suggest for a number that does not resolve the section that its words name."""
        label = resolution.reference.label or ""
        misspelt = self.sections.misspelt(label) if is_titled(resolution) else None
        meant = self.sections.named_at_the_end(phrase(label)) or misspelt
        if not meant:
            return resolution
        other = self.sections.by_id[meant]
        if len(heading(other.title)) < REPEATED and not is_titled(resolution):
            return resolution
        reason = f"no entry is numbered {resolution.reference.number}; {other.title} is {other.number}"
        return replace(resolution, suggestion=meant, reason=reason)

    def _judge_titled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = heading(label)
        if not words or set(words) <= target.words | target.initials:
            return resolution
        meant = self.sections.titled(words) or self.sections.misspelt(label)
        if meant == target.entry.id:
            return resolution
        if meant:
            if not target.entry.title and (set(words) <= target.text or self.sections.are_kin(meant, target.entry.id)):
                return resolution
            return self._mislabelled(resolution, target, self.sections.alike(meant, target))
        if target.words <= set(words) | set(acronyms(label)) or not target.entry.title:
            return resolution
        if target.words & set(words) or ORDINAL.match(label):
            return self._mislabelled(resolution, target, target.entry.id)
        if len(words) > 1 and label[0] not in QUOTES and not set(words) <= target.near | target.text:
            return self._mislabelled(resolution, target, None)
        return resolution

    def _judge_labelled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = content(label)[-TAIL:]
        meant = self.sections.named_at_the_end(phrase(label))
        if not words or not meant or meant == target.entry.id or self.sections.are_kin(meant, target.entry.id):
            return resolution
        named = frozenset(heading(self.sections.by_id[meant].title))
        if target.words & set(acronyms(label)):
            agrees = True
        elif len(named) > 1:  # a title of several words is not written by chance
            spoken_of = target.text if len(named) < LONG_TITLE or named & target.words else frozenset()
            around = any(named <= target.words | titled for titled in target.titles_near)
            agrees = around or named <= target.words | spoken_of or target.words <= set(words)
        else:
            agrees = bool((target.words | target.initials) & set(words)) or words[-1] in target.near | target.text
        return resolution if agrees else self._mislabelled(resolution, target, self.sections.alike(meant, target))

    def _mislabelled(self, resolution: Resolution, target: CitedSection, meant: str | None) -> Resolution:
        if self.foreign and meant in (None, target.entry.id):
            return resolution
        words = " ".join((resolution.reference.label or "").split()[-TAIL:])
        if meant is None:
            reason = f"{called(target)}, but no section is called {words}"
        elif meant == target.entry.id:
            reason = f"{called(target)}, but the words say {words}"
        else:
            reason = differs(target, self.sections.by_id[meant])
        return replace(resolution, status="mislabelled", suggestion=meant, reason=reason)


def is_above(number: str, printed: str | None) -> bool:
    """Tell whether a number is only the nearest above one that does not exist, and not what its words name."""
    return lookup_key(number) in parents(printed or "")


def _is_again(first: Resolution, second: Resolution) -> bool:
    """Tell whether the second of two references cites the number of the first once more, in the same sentence."""
    one, other = first.reference, second.reference
    same = (one.source, one.block, one.number) == (other.source, other.block, other.number)
    return same and 0 < other.start - one.end < SENTENCE and first.target == second.target


def _moved(resolution: Resolution) -> Moved | None:
    """Return the printed entry and the one that is meant, where they are two."""
    if resolution.status != "mislabelled" or not resolution.target or not resolution.suggestion:
        return None
    pair = (resolution.target, resolution.suggestion)
    return pair if pair[0] != pair[1] else None


def is_titled(resolution: Resolution) -> bool:
    """Tell whether the words of a reference are written as a title, or are after its number as one."""
    text, label = resolution.reference.text, resolution.reference.label
    return resolution.reference.titled or (bool(label) and text != label and text.endswith(label or ""))


TAIL = 4
"""Words before a bracket that may name the subject, counted from the bracket."""
ORDINAL = re.compile(r"^(?:(?:step|option|phase|part|stage)\s++)?(?:\d+|[ivx]+)?\s*[:.]\s*|^(?:step|option)\b\s*", re.I)
"""What counts a step in its title: "Step 3: Unturn", "Step: Unturn"."""
LETTERED = re.compile(r"(?:(?<!\s)\s+)?\(\w{1,3}\)\s*$")
"""The letter of a picture after a title: "Power Score (h)"."""
GLUE = frozenset("a an the of its their your his her".split())
"""Words that may be between the words of a title."""
EMPTY = STOP_WORDS | SMALL_WORDS | GLUE | frozenset("card cards chapter same section see step under within".split())
"""Words that name nothing."""
EMPTY_ROOTS = frozenset(map(word_root, EMPTY))
"""Their roots: "making" is as empty as "make"."""


def content(text: str) -> list[str]:
    """Return the roots of the words of a text that name something."""
    return [word_root(word) for word in fold_once(text).split() if word not in EMPTY]


def phrase(text: str) -> list[str]:
    """Return the roots of the last words of a text that are together, as the words of a title do.

    >>> phrase("the damage to a Site's Body"), phrase("generates you Power")
    (['sit', 'body'], ['power'])
    """
    words: list[str] = []
    for word in reversed(fold(text).split()[-3 * TAIL :]):
        if word in EMPTY and word not in GLUE:
            break
        if word not in GLUE:
            words.insert(0, word_root(word))
    return words[-TAIL:]


@lru_cache(maxsize=65536)
def heading(title: str) -> tuple[str, ...]:
    """Return the roots of a title without what counts or letters it."""
    return tuple(content(ORDINAL.sub("", LETTERED.sub("", title))) or content(title))


def acronyms(title: str) -> Iterator[str]:
    """Yield the initials of neighbouring words of a title: FSS of "Playing Feng Shui Sites"."""
    initials = "".join(word[0] for word in fold(title).split())
    for length in range(2, min(6, len(initials) + 1)):
        yield from (word_root(initials[start : start + length]) for start in range(len(initials) - length + 1))


@dataclass(frozen=True)
class CitedSection:
    """What is known of one section for the judgement; what only few are asked for is found when it is asked for."""

    entry: Entry
    title: str
    """Its own, or that of the nearest titled section above."""
    words: frozenset[str]
    """Of its title and aliases."""
    around: tuple[Entry, ...]
    """The entries above and right below it."""

    @cached_property
    def initials(self) -> frozenset[str]:
        """Of neighbouring words of its title."""
        return frozenset(acronyms(self.title))

    @cached_property
    def titles_near(self) -> tuple[frozenset[str], ...]:
        """The words of each title above and right below it."""
        return tuple(frozenset(heading(other.title or "")) for other in self.around)

    @cached_property
    def near(self) -> frozenset[str]:
        """The words of the titles above and right below it."""
        return frozenset(word for titled in self.titles_near for word in titled)

    @cached_property
    def text(self) -> frozenset[str]:
        """The words of its text."""
        return frozenset(word for block in self.entry.blocks for word in content(block.text))

    @property
    def number(self) -> str:
        """The printed number."""
        return self.entry.number or ""

    @cached_property
    def known(self) -> frozenset[str]:
        """All words by which a reference may speak of it."""
        return self.words | self.initials | self.near | self.text


class CitedSections:
    """The numbered sections of one document."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Learn the sections."""
        self.by_id: dict[str, CitedSection] = {}
        self.by_number: dict[str, CitedSection] = {}
        self._by_title: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._titles: dict[str, str] = {}
        """One title of each key."""
        self._below: dict[str | None, list[Entry]] = defaultdict(list)
        self._longest = 1
        by_id = {entry.id: entry for entry in entries}
        for entry in entries:
            self._below[entry.parent].append(entry)
        for entry in entries:
            if entry.number:
                self._learn(entry, list(_above(entry, by_id)))

    def _learn(self, entry: Entry, above: Sequence[Entry]) -> None:
        title = entry.title or next((one.title for one in above if one.title and one.number), None)
        if not title:
            return
        words = heading(title)
        if entry.title:
            self._by_title[words].append(entry.id)
            self._titles.setdefault(key(entry.title), entry.title)
            self._longest = max(self._longest, len(words))
        others = [word for alias in entry.aliases for word in heading(alias)]
        section = CitedSection(entry, title, frozenset([*words, *others]), (*above, *self._below[entry.id]))
        self.by_id[entry.id] = section
        self.by_number.setdefault(lookup_key(entry.number or ""), section)

    def named_at_the_end(self, words: Sequence[str]) -> str | None:
        """Return the section whose whole title the words end with; the longest such title decides."""
        for length in range(min(self._longest, len(words)), 0, -1):
            if tuple(words[-length:]) in self._by_title:
                return self.titled(words[-length:])
        return None

    def titled(self, words: Sequence[str]) -> str | None:
        """Return the section of a title; of several the one that is highest, if it is alone there."""
        named = self._by_title.get(tuple(words), [])
        depths = [len(parse(self.by_id[id].number) or ()) for id in named]
        highest = [id for id, depth in zip(named, depths, strict=True) if depth == min(depths)]
        return highest[0] if len(highest) == 1 else None

    def misspelt(self, title: str) -> str | None:
        """Return the section whose title a title is except one letter, if there is one alone."""
        near = one_off(key(title), list(self._titles))
        return self.titled(heading(self._titles[near[0]])) if len(near) == 1 else None

    def beside(self, section: CitedSection) -> Iterator[CitedSection]:
        """Yield the sections right before and after one, below the same heading."""
        siblings = [one.id for one in self._below[section.entry.parent] if one.id in self.by_id]
        place = siblings.index(section.entry.id)
        for id in (*siblings[max(0, place - 1) : place], *siblings[place + 1 : place + 2]):
            yield self.by_id[id]

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether one section is above the other."""
        first, second = (lookup_key(self.by_id[id].number) for id in (one, other))
        return first.startswith(second + ".") or second.startswith(first + ".") or self._holds(one, other)

    def _holds(self, one: str, other: str) -> bool:
        """Tell whether one section is the heading that gives the other its title."""
        return self.by_id[other].entry.parent == one or self.by_id[one].entry.parent == other

    def alike(self, meant: str, target: CitedSection) -> str:
        """Return the part of the section that is meant which has the place that an untitled target has in its own.

        Where 6.1 is meant in place of 5.1, 6.1.3 is meant in place of 5.1.3, if there is one.
        """
        if target.entry.title:
            return meant
        above = self.by_id.get(target.entry.parent or "")
        rest = lookup_key(target.number).removeprefix(lookup_key(above.number)) if above else ""
        found = self.by_number.get(lookup_key(self.by_id[meant].number) + rest) if rest else None
        return found.entry.id if found else meant


def _above(entry: Entry, by_id: dict[str, Entry]) -> Iterator[Entry]:
    parent = by_id.get(entry.parent or "")
    while parent:
        yield parent
        parent = by_id.get(parent.parent or "")


FEWEST = 3
"""References that moved alike before others without words are taken to have moved too. Half changes 33 of 295
comparisons in the five documents, double none."""
RARELY = 5
"""How many times more references must have moved than kept their places, where a number still exists. Half or double
changes nothing in the five documents."""
GONE = 3
"""References to a former chapter with words unknown there, a title counting twice, before it is taken for gone. The
five documents have no such case."""
MOST_CANDIDATES = 6
"""Numbers that are tried for a former one, at each of its levels."""

Step = tuple[Key, int, int]
"""The levels before the one that moved, how many levels after there there are, and by how much it moved."""
Moved = tuple[str, str]
"""Ids of the entry of the printed number and of the one that is meant."""


def step_of(old: str, new: str) -> Step | None:
    """Return by what a number moved, if by one level alone: 10.0 to 11.0 is the same step as 19.0 to 20.0.

    >>> step_of("10.0", "11.0") == step_of("19.0", "20.0"), step_of("4.1", "7.3.1")
    (True, None)
    """
    first, second = parse(old), parse(new)
    if not first or not second or len(first) != len(second):
        return None
    differing = [level for level, (one, other) in enumerate(zip(first, second, strict=True)) if one != other]
    if len(differing) != 1 or first[differing[0]][1] != second[differing[0]][1]:
        return None
    level = differing[0]
    return first[:level], len(first) - level, second[level][0] - first[level][0]


@dataclass(slots=True)
class Places:
    """What is known of the numbers below one former number: how many of each moved by what, and how many did not."""

    moved: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    kept: Counter[int] = field(default_factory=Counter)
    titles_gone: Counter[int] = field(default_factory=Counter)
    """Titles after a number that no section has."""
    foreign: Counter[int] = field(default_factory=Counter)
    """References with words that the section of the number does not know."""

    def steps(self, value: int) -> list[int]:
        """Return by what a number may have moved: as it did elsewhere, else as those around it did."""
        if value in self.moved:
            return [step for step, _ in self.moved[value].most_common()]
        below, above = self._around(value)
        steps = [self.moved[one].most_common(1)[0][0] if one is not None else 0 for one in (below, above)]
        return list(dict.fromkeys(steps if above is not None else steps[:1]))

    def is_clear(self, value: int, step: int, rarely: int) -> bool:
        """Tell whether hardly a reference to a number, and to those up to where others moved so, kept its place."""
        below, above = self._around(value)
        span = range(value if below is None else below, (value if above is None else above) + 1)
        moved = sum(self.moved[one][step] for one in span if one in self.moved)
        kept = sum(self.kept[one] for one in span)
        return moved >= FEWEST and moved >= rarely * kept

    def _around(self, value: int) -> tuple[int | None, int | None]:
        """Return the nearest numbers from a number on down and up of which a step is known."""
        below = max((one for one in self.moved if one <= value), default=None)
        above = min((one for one in self.moved if one >= value), default=None)
        return below, above


class Renumbering:
    """By what the numbers of a document have moved, level by level."""

    def __init__(self, resolutions: Iterable[Resolution], sections: CitedSections) -> None:
        """Learn from references that were judged."""
        self.below: dict[Key, Places] = defaultdict(Places)
        """By the former number above."""
        self.found = False
        for one in resolutions:
            number = parse(one.reference.number or "") if one.reference.kind == "number" else None
            if number:
                self._learn(one, number, sections)

    def _learn(self, one: Resolution, old: Key, sections: CitedSections) -> None:
        meant = sections.by_id.get(one.suggestion or "")
        target = sections.by_id.get(one.target or "")
        if one.status == "ok" and target and _agrees(one, target):
            for level in range(len(old)):
                self.below[old[:level]].kept[old[level][0]] += 1
        elif one.status == "mislabelled" and not one.suggestion:
            self.below[()].titles_gone[old[0][0]] += 1
        elif one.status == "ok" and target and _is_foreign(one, target):
            self.below[()].foreign[old[0][0]] += 1
        elif one.status in ("mislabelled", "dangling") and meant and meant is not target and _is_named(one, meant):
            new = parse(meant.number) or ()
            if len(new) == len(old):
                self.found = True
                for level, (before, after) in enumerate(zip(old, new, strict=True)):
                    self.below[old[:level]].moved[before[0]][after[0] - before[0]] += 1

    def candidates(self, number: Key) -> list[Key]:
        """Return what a former number may be now, the likeliest first; itself is not among them.

        No step makes the first of a chapter the chapter itself: 5.1 does not become 5.0.
        """
        found: list[Key] = [()]
        for level, (value, letter) in enumerate(number):
            places = self.below.get(number[:level])
            steps = [step for step in places.steps(value) if value + step > 0 or not step] if places else [0]
            found = [(*begun, (value + step, letter)) for begun in found for step in steps][:MOST_CANDIDATES]
        return [one for one in found if one != number]

    def is_clear(self, old: Key, new: Key, rarely: int) -> bool:
        """Tell whether what moved a number moved all references around it, whatever their words.

        Args:
            old: the printed number.
            new: what it may have become.
            rarely: how many times more must have moved than kept their places.
        """
        moved = [level for level in range(len(old)) if old[level] != new[level]]
        level = moved[0]
        return len(moved) == 1 and self.below[old[:level]].is_clear(
            old[level][0], new[level][0] - old[level][0], rarely
        )

    def is_known(self, old: Key, new: Key) -> bool:
        """Tell whether the words of another reference show that a number has become another."""
        *above, (value, _) = old
        places = self.below.get(tuple(above))
        moved = places.moved.get(value, ()) if places else ()
        return tuple(above) == new[:-1] and new[-1][0] - value in moved

    def is_gone(self, number: Key) -> bool:
        """Tell whether the former chapter of a number seems to have been taken out."""
        chapters, chapter = self.below[()], number[0][0]
        titles, others = chapters.titles_gone[chapter], chapters.foreign[chapter]
        return titles > 0 and 2 * titles + others > GONE


def _judged(one: Resolution, learnt: Renumbering, sections: CitedSections) -> Resolution:
    """Judge a reference that the first look left alone by the steps of a renumbering."""
    old = parse(one.reference.number or "") if one.reference.kind == "number" else None
    target = sections.by_id.get(one.target or "")
    is_open = (one.status == "ok" and target) or one.status == "dangling"
    unmeant = one.status == "mislabelled" and one.suggestion in (None, one.target)
    if not old or one.reference.anchor or not (is_open or unmeant):
        return one
    for new in learnt.candidates(old):
        meant = sections.by_number.get(_written(new))
        if not meant:
            continue
        better = _is_better(one, target, meant, clear=learnt.is_clear(old, new, 1), known=learnt.is_known(old, new))
        if better or (is_open and _is_carried(one, target, old, new, learnt)):
            number, named = one.reference.number, _is_named(one, meant)
            reason = differs(target, meant) if target else f"no entry is numbered {number}"
            if not target and named:
                reason += f"; {meant.title} is {meant.number}"
            elif not named:
                reason += f"; other references show that {number} has become {meant.number}"
            status = "mislabelled" if target else one.status
            return replace(one, status=status, suggestion=meant.entry.id, reason=reason)
    if is_open and target and learnt.is_gone(old) and _is_foreign(one, target):
        words = " ".join((one.reference.label or "").split()[-TAIL:])
        reason = f"{called(target)}, which does not mention {words}; the former {old[0][0]} no longer exists"
        return replace(one, status="mislabelled", reason=reason)
    return one


def _is_better(one: Resolution, target: CitedSection | None, meant: CitedSection, *, clear: bool, known: bool) -> bool:
    """Tell whether the words of a reference are clearly more those of a section that a step leads to.

    A part of its title is enough where most references around have moved by the step (`clear`), or where one to the
    same number has (`known`) and the texts of the two sections do not say otherwise.
    """
    words = words_of(one)
    fits_meant = len(words & meant.words)
    fits_target = len(words & target.words) if target else 0
    if not fits_meant or not target:
        return bool(fits_meant)
    whole_meant, whole_target = meant.words <= words, target.words <= words
    if whole_meant and whole_target:
        return fits_meant > fits_target
    spoken = 2 * fits_meant + len(words & meant.text) > len(words & target.text)
    return whole_meant or (fits_target == 0 and (clear or (known and spoken)))


def _is_carried(one: Resolution, target: CitedSection | None, old: Key, new: Key, learnt: Renumbering) -> bool:
    """Tell whether a reference whose words do not decide has moved with all others."""
    return not (target and _agrees(one, target)) and learnt.is_clear(old, new, RARELY if target else 1)


def _is_foreign(one: Resolution, target: CitedSection) -> bool:
    """Tell whether the words right before a number are unknown to the section that it leads to."""
    words = frozenset(phrase(one.reference.label or "")) - EMPTY_ROOTS
    return bool(words) and not words & (target.words | target.initials) and not words <= target.known


def _agrees(one: Resolution, target: CitedSection) -> bool:
    """Tell whether the words of a reference are the title of its target, whole."""
    return target.words <= words_of(one)


def _is_named(one: Resolution, meant: CitedSection) -> bool:
    return bool(meant.words & words_of(one))


def words_of(one: Resolution) -> frozenset[str]:
    """Return the roots of the last words beside a reference that name something."""
    return frozenset(content(one.reference.label or "")[-TAIL:]) - EMPTY_ROOTS


def _written(number: Key) -> str:
    """Return a number as it is looked up.

    >>> _written(((24, ""), (8, "a")))
    '24.8.a'
    """
    return lookup_key(".".join(f"{value or ''}{letter}" if letter else str(value) for value, letter in number))


def called(section: CitedSection) -> str:
    """Return what a number is: "10.0 is Abilities"; one without a title is below another."""
    return f"{section.number} {'is' if section.entry.title else 'is below'} {section.title}"


def differs(target: CitedSection, meant: CitedSection) -> str:
    """Return what a printed number is, and what is meant."""
    below = "" if meant.entry.title else "the text below "
    return f"{called(target)}; {below}{meant.title} is {meant.number}"

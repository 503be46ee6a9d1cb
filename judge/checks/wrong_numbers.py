"""Do the number and the words of a reference agree? The verdict on each reference by number.

A rulebook cites "Body (10.0)" long after a chapter was put in and Body became 11.0. The link works, and leads to the
wrong rule. Reads: the resolved references of one document, and all targets. Writes: the same references, those whose
number and words disagree with the status `mislabelled` and the entry that is meant.

The judgement rests on words in a form without endings ("smoked", "smoking": smok):

titled     "10.0 Continuous Abilities": the words after the number are meant as its title. They agree where they are
           part of the title. Where they are another section's title, that one is meant. Where they are nobody's and
           part of them agrees, the number is right and the words are stale; where nothing agrees, the section that was
           meant is gone.
labelled   "the Body (10.0)": the words before the bracket name the subject. They agree where they are the title of what
           is above or below the target, where its own title has one of them, or its text speaks of them. Where all that
           fails and the words end with another section's whole title, that one may be meant. It is where the same
           happens again: to the same two numbers, or to others that moved by the same step; or where the title is a
           long one.
untitled   A section without a title is judged by the title above it.
neighbour  Where neither title nor text of the target has any of the words, and those of one neighbour have them all,
           the neighbour is meant if the sentence has cited the same number before, with the words of its title.
moved      Then what is left is judged by the steps of a renumbering. Where chapters were put in, taken out or moved,
           the references with words that name their section tell by which step a number has moved: "Body (10.0)" is now
           11.0. Another reference to that number means 11.0 too where its words are of the title of 11.0 alone.

At even odds it stays silent: a report that cries wolf is read by nobody.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from judge.core.languages.stemming import word_root
from judge.core.model import Entry, Resolution, replace
from judge.core.numbering import Key, lookup_key, parents, parse
from judge.core.tokens import SMALL_WORDS, STOP_WORDS, fold, fold_once

REPEATED = 2
"""How often a number must be wrong in the same way before it is taken for stale."""
SENTENCE = 120
"""Characters within which a number that is cited twice is cited in one sentence. Half or double changes nothing in the
five documents."""
LONG_TITLE = 3
"""Words of a title that nobody writes by chance before a bracket."""


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
        alike = Counter(self._step(*pair) for pair in repeated)
        for index, one in enumerate(judged):
            pair = _moved(one)
            if pair and not self._is_certain(one, pair, repeated[pair], alike):
                judged[index] = before[index]
        judged = list(self._judge_near(judged))
        steps = self._steps(judged)
        return [self._judge_by_steps(one, steps) for one in judged] if steps else judged

    def _judge_near(self, resolutions: Sequence[Resolution]) -> Iterator[Resolution]:
        """Judge words that the target does not know, and that one of its neighbours knows."""
        for before, one in zip([None, *resolutions], resolutions, strict=False):
            target = self.sections.by_id.get(one.target or "")
            words = words_of(one)
            if target and words and one.status == "ok" and one.reference.kind == "number" and not words & target.known:
                near = [other for other in self.sections.beside(target) if words <= other.words | other.text]
                again = before and before.status == "ok" and _is_again(before, one) and words_of(before) & target.words
                if len(near) == 1 and again:
                    one = self._mislabelled(one, target, near[0].entry.id)
            yield one

    def _is_certain(self, resolution: Resolution, pair: Moved, repeated: int, alike: Counter[Step | None]) -> bool:
        """Tell whether more speaks for the entry that seems to be meant than the words before one bracket."""
        step = self._step(*pair)
        if is_titled(resolution) or repeated >= REPEATED or (step and alike[step] >= REPEATED):
            return True
        return len(heading(self.sections.by_id[resolution.suggestion or ""].title)) >= LONG_TITLE

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
        meant = self.sections.named_at_the_end(heading(label) if is_titled(resolution) else phrase(label))
        if not meant or not self.sections.is_alone(meant):
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
        meant = self.sections.titled(words)
        if meant:
            is_below = not target.entry.title and (meant in target.around or set(words) <= target.text)
            agrees = meant == target.entry.id or is_below
            return resolution if agrees else self._mislabelled(resolution, target, meant)
        if target.words <= set(words) | set(acronyms(label)) or not target.entry.title:
            return resolution
        if target.words & set(words) or ORDINAL.match(label):
            return self._mislabelled(resolution, target, target.entry.id)
        if len(words) > 1 and not set(words) <= target.text:
            return self._mislabelled(resolution, target, None)
        return resolution

    def _judge_labelled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = content(label)[-TAIL:]
        meant = self.sections.named_at_the_end(phrase(label))
        if not words or not meant or meant in target.around:
            return resolution
        named = frozenset(heading(self.sections.by_id[meant].title))
        if target.words & set(acronyms(label)):
            agrees = True
        elif len(named) > 1:  # a title of several words is not written by chance
            spoken_of = target.text if len(named) < LONG_TITLE or named & target.words else frozenset()
            agrees = named <= target.words | spoken_of or target.words <= set(words)
        else:
            agrees = bool((target.words | target.initials) & set(words)) or words[-1] in target.text
        return resolution if agrees else self._mislabelled(resolution, target, meant)

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

    def _steps(self, resolutions: Iterable[Resolution]) -> Mapping[Key, Counter[int]]:
        """Return by which steps numbers have moved, by the former ones, as references with the words of titles tell."""
        found: dict[Key, Counter[int]] = defaultdict(Counter)
        for one in resolutions:
            old = parse(one.reference.number or "") if one.reference.kind == "number" else None
            meant = self.sections.by_id.get(one.suggestion or "") if one.suggestion != one.target else None
            new = parse(meant.number) if meant and meant.words & words_of(one) else None
            if old and new and len(old) == len(new) and one.status in ("mislabelled", "dangling"):
                for level, ((before, _), (after, _)) in enumerate(zip(old, new, strict=True)):
                    found[*old[:level], (before, "")][after - before] += 1
        return found

    def _judge_by_steps(self, one: Resolution, steps: Mapping[Key, Counter[int]]) -> Resolution:
        """Judge a reference whose words are unknown to its target by the steps that its number has moved by.

        No step makes the first of a chapter the chapter itself: 5.1 does not become 5.0.
        """
        target = self.sections.by_id.get(one.target or "")
        old = parse(one.reference.number or "") if one.reference.kind == "number" else None
        words = words_of(one)
        if not old or not target or one.status != "ok" or one.reference.anchor or words & target.words:
            return one
        *above, (value, letter) = old
        for step, _ in steps.get((*above, (value, "")), Counter[int]()).most_common():
            meant = self.sections.by_number.get(_written((*above, (value + step, letter))))
            if step and value + step > 0 and meant and words & meant.words:
                return self._mislabelled(one, target, meant.entry.id)
        return one


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
    """Return the roots of a title without what counts it."""
    return tuple(content(ORDINAL.sub("", title)) or content(title))


def acronyms(title: str) -> Iterator[str]:
    """Yield the initials of neighbouring words of a title: FSS of "Playing Feng Shui Sites"."""
    initials = "".join(word[0] for word in fold(title).split())
    for length in range(2, min(6, len(initials) + 1)):
        yield from (word_root(initials[start : start + length]) for start in range(len(initials) - length + 1))


class CitedSection(Struct, frozen=True, dict=True):
    """What is known of one section for the judgement; what only few are asked for is found when it is asked for."""

    entry: Entry
    title: str
    """Its own, or that of the nearest titled section above."""
    words: frozenset[str]
    """Of its title and aliases."""
    around: frozenset[str]
    """Ids of the section and of the entries above and right below it: it may be cited by their titles."""
    head: str
    """Id of the section whose title it is."""

    @cached_property
    def initials(self) -> frozenset[str]:
        """Of neighbouring words of its title."""
        return frozenset(acronyms(self.title))

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
        return self.words | self.initials | self.text


class CitedSections:
    """The numbered sections of one document."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Learn the sections."""
        self.by_id: dict[str, CitedSection] = {}
        self.by_number: dict[str, CitedSection] = {}
        self._by_title: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self._below: dict[str | None, list[Entry]] = defaultdict(list)
        self._longest = 1
        by_id = {entry.id: entry for entry in entries}
        for entry in entries:
            self._below[entry.parent].append(entry)
        for entry in entries:
            if entry.number:
                self._learn(entry, list(_above(entry, by_id)))

    def _learn(self, entry: Entry, above: Sequence[Entry]) -> None:
        head = next((one for one in (entry, *above) if one.title and one.number), None)
        if not head or not head.title:
            return
        title, words = head.title, heading(head.title)
        if entry.title:
            self._by_title[words].append(entry.id)
            self._longest = max(self._longest, len(words))
        others = [word for alias in entry.aliases for word in heading(alias)]
        around = frozenset(one.id for one in (entry, *above, *self._below[entry.id]))
        section = CitedSection(entry, title, frozenset([*words, *others]), around, head.id)
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

    def is_alone(self, id: str) -> bool:
        """Tell whether no other section has the title of one."""
        return len(self._by_title[heading(self.by_id[id].title)]) == 1

    def beside(self, section: CitedSection) -> Iterator[CitedSection]:
        """Yield the sections right before and after one, below the same heading."""
        siblings = [one.id for one in self._below[section.entry.parent] if one.id in self.by_id]
        place = siblings.index(section.entry.id)
        for id in (*siblings[max(0, place - 1) : place], *siblings[place + 1 : place + 2]):
            yield self.by_id[id]


def _above(entry: Entry, by_id: dict[str, Entry]) -> Iterator[Entry]:
    parent = by_id.get(entry.parent or "")
    while parent:
        yield parent
        parent = by_id.get(parent.parent or "")


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

"""Do the number and the words of a reference agree? The verdict on each reference by number.

A rulebook cites "Body (10.0)" long after a chapter was put in and Body became 11.0. The link works, and leads to the
wrong rule. Reads: the resolved references of one document, and all targets. Writes: the same references, those whose
number and words disagree with the status `mislabelled` and the entry that is meant.

The judgement rests on words in a form without endings ("smoked", "smoking": smok):

titled     "10.0 Continuous Abilities": the words behind the number are meant as its title. They agree where they are
           part of the title. Where they are another section's title, that one is meant. Where they are nobody's and
           part of them agrees, the number is right and the words are stale; where nothing agrees, the section that
           was meant is gone.
labelled   "the Body (10.0)": the words before the bracket name the subject. They agree where the title of the target,
           or of what stands above or below it, has one of them, or its text speaks of them. Where all that fails and
           the words end with another section's whole title, that one may be meant. It is where the same happens
           again: to the same two numbers, or to others that moved by the same step; or where the title is a long one.
twice      Where a sentence cites one number twice, and only the words before the first are those of its title, the
           second may mean its neighbour.
stale      Where a number was wrong more than once in the same way, references to it whose words fit the other
           section better are wrong too.

At even odds it stays silent: a report that cries wolf is read by nobody.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from judge.core.model import Entry, Resolution
from judge.core.numbering import Key, normalise, parse
from judge.core.stemming import word_root
from judge.core.titles import SMALL_WORDS, fold
from judge.core.tokens import STOP_WORDS

TAIL = 4
"""Words before a bracket that may name the subject, counted from the bracket."""
REPEATED = 2
"""How often a number must be wrong in the same way before it is taken for stale."""
SENTENCE = 120
"""Characters within which a number that is cited twice is cited in one sentence."""
LONG_TITLE = 3
"""Words of a title that nobody writes by chance before a bracket."""
ORDINAL = re.compile(r"^(?:(?:step|option|phase|part|stage)\s++)?(?:\d+|[ivx]+)?\s*[:.]\s*|^(?:step|option)\b\s*", re.I)
"""What counts a step in its title: "Step 3: Unturn", "Step: Unturn"."""
LETTERED = re.compile(r"(?:(?<!\s)\s+)?\(\w{1,3}\)\s*$")
"""The letter of a picture behind a title: "Power Score (h)"."""
Step = tuple[Key, int, int]
"""The levels before the one that moved, how many levels from there on there are, and by how much it moved."""
GLUE = frozenset("a an the of its their your his her".split())
"""Words that may stand between the words of a title."""
ARTICLES = frozenset("a an the".split())
EMPTY = STOP_WORDS | SMALL_WORDS | GLUE | frozenset("card cards chapter same section see step under within".split())
"""Words that name nothing."""
EMPTY_ROOTS = frozenset(map(word_root, EMPTY))
"""Their roots: "making" is as empty as "make"."""


def content(text: str) -> list[str]:
    """Return the roots of the words of a text that name something."""
    return [word_root(word) for word in fold(text).split() if word not in EMPTY]


def phrase(text: str) -> list[str]:
    """Return the roots of the last words of a text that stand together, as the words of a title do.

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


def heading(title: str) -> list[str]:
    """Return the roots of a title without what counts or letters it."""
    return content(ORDINAL.sub("", LETTERED.sub("", title))) or content(title)


def acronyms(title: str) -> Iterator[str]:
    """Yield the initials of neighbouring words of a title: FSS of "Playing Feng Shui Sites"."""
    initials = "".join(word[0] for word in fold(title).split())
    for length in range(2, min(6, len(initials) + 1)):
        yield from (word_root(initials[start : start + length]) for start in range(len(initials) - length + 1))


@dataclass(frozen=True, slots=True)
class CitedSection:
    """What is known of one section for the judgement."""

    entry: Entry
    words: frozenset[str]
    """Of its title and aliases."""
    initials: frozenset[str]
    """Of neighbouring words of its title."""
    near: frozenset[str]
    """Of the titles above and right below it."""
    text: frozenset[str]


class WrongNumberCheck:
    """Judges the references of one document."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Learn the sections of the document."""
        self.subjects: dict[str, CitedSection] = {}
        self.by_title: dict[tuple[str, ...], list[str]] = defaultdict(list)
        self.longest = 1
        by_id = {entry.id: entry for entry in entries}
        below: dict[str | None, list[Entry]] = defaultdict(list)
        for entry in entries:
            below[entry.parent].append(entry)
        for entry in entries:
            if entry.number and entry.title:
                self._learn(entry, [*_above(entry, by_id), *below[entry.id]])

    def _learn(self, entry: Entry, around: Iterable[Entry]) -> None:
        words = heading(entry.title or "")
        self.by_title[tuple(words)].append(entry.id)
        self.longest = max(self.longest, len(words))
        near = frozenset(word for other in around for word in heading(other.title or ""))
        text = frozenset(word for block in entry.blocks for word in content(block.text))
        others = [word for alias in entry.aliases for word in heading(alias)]
        initials = frozenset(acronyms(entry.title or ""))
        self.subjects[entry.id] = CitedSection(entry, frozenset([*words, *others]), initials, near, text)

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
        stale = dict(pair for one in judged if (pair := _moved(one)))
        return list(self._judge_twice([self._judge_stale(one, stale) for one in judged]))

    def _judge_twice(self, resolutions: Sequence[Resolution]) -> Iterator[Resolution]:
        """Judge a number that a sentence cites again with other words: they may be at home in its neighbour.

        The words before the first must be those of its title, those before the second in neither title nor text.
        """
        for before, one in zip([None, *resolutions], resolutions, strict=False):
            target = self.subjects.get(one.target or "")
            words = frozenset(content(one.reference.label or "")[-TAIL:]) - EMPTY_ROOTS
            if before and target and words and one.status == before.status == "ok" and _is_again(before, one):
                first = frozenset(content(before.reference.label or "")[-TAIL:])
                alien = not words & (target.words | target.text)
                near = [other for other in self._beside(target) if words <= other.words | other.text]
                if alien and first & target.words and len(near) == 1:
                    one = self._mislabelled(one, target, near[0].entry.id)
            yield one

    def _beside(self, section: CitedSection) -> Iterator[CitedSection]:
        """Yield the sections right before and behind one, below the same heading."""
        siblings = [one for one in self.subjects.values() if one.entry.parent == section.entry.parent]
        place = siblings.index(section)
        yield from siblings[max(0, place - 1) : place]
        yield from siblings[place + 1 : place + 2]

    def _is_certain(self, resolution: Resolution, repeated: int, moved_alike: int) -> bool:
        """Tell whether more speaks for the entry that seems to be meant than the words before one bracket."""
        if is_titled(resolution) or repeated >= REPEATED or moved_alike >= REPEATED:
            return True
        meant = self.subjects[resolution.suggestion or ""]
        length = len(heading(meant.entry.title or ""))
        return length >= LONG_TITLE or (length >= REPEATED and self._is_subject(resolution, meant))

    def _is_subject(self, resolution: Resolution, meant: CitedSection) -> bool:
        """Tell whether the words are a title in capitals or behind an article, and none is of the printed section."""
        target = self.subjects[resolution.target or ""]
        label = resolution.reference.label or ""
        title = meant.entry.title or ""
        length = len(title.split())
        words = label.split()
        before, named = words[:-length], " ".join(words[-length:])
        stressed = named[:1].isupper() or (before and before[-1].casefold() in ARTICLES)
        return bool(stressed) and fold(named) == fold(title) and not set(content(label)) & target.words

    def _step(self, old: str, new: str) -> Step | None:
        return step_of(self.subjects[old].entry.number or "", self.subjects[new].entry.number or "")

    def _judge_one(self, resolution: Resolution) -> Resolution:
        reference = resolution.reference
        if reference.kind != "number" or not reference.label:
            return resolution
        if resolution.status == "dangling":
            return self._with_meant(resolution)
        target = self.subjects.get(resolution.target or "")
        if resolution.status != "ok" or not target:
            return resolution
        return (self._judge_titled if is_titled(resolution) else self._judge_labelled)(resolution, target)

    def _with_meant(self, resolution: Resolution) -> Resolution:
        """Suggest for a number that leads nowhere the section that its words name."""
        meant = self._named_at_the_end(phrase(resolution.reference.label or ""))
        return replace(resolution, suggestion=meant) if meant else resolution

    def _judge_titled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = heading(label)
        if not words or set(words) <= target.words | target.initials:
            return resolution
        meant = self._most_general(tuple(words))
        if meant and meant != target.entry.id:
            return self._mislabelled(resolution, target, meant)
        shared = target.words & set(words)
        if target.words <= set(words) | set(acronyms(label)):
            return resolution
        if shared or ORDINAL.match(label):
            return self._mislabelled(resolution, target, target.entry.id)
        if len(words) > 1 and not set(words) & (target.near | target.text):
            return self._mislabelled(resolution, target, None)
        return resolution

    def _judge_labelled(self, resolution: Resolution, target: CitedSection) -> Resolution:
        label = resolution.reference.label or ""
        words = content(label)[-TAIL:]
        meant = self._named_at_the_end(phrase(label))
        if not words or not meant or meant == target.entry.id or self._are_kin(meant, target.entry.id):
            return resolution
        named = frozenset(heading(self.subjects[meant].entry.title or ""))
        if target.words & set(acronyms(label)):
            agrees = True
        elif len(named) > 1:  # a title of several words is not written by chance
            spoken_of = target.text if len(named) < LONG_TITLE or named & target.words else frozenset()
            agrees = named <= target.words | target.near | spoken_of or target.words <= set(words)
        else:
            agrees = bool((target.words | target.initials) & set(words)) or words[-1] in target.near | target.text
        return resolution if agrees else self._mislabelled(resolution, target, meant)

    def _judge_stale(self, resolution: Resolution, stale: dict[str, str]) -> Resolution:
        """Judge again what leads to a number that was wrong elsewhere, by which of the two its words fit better."""
        reference = resolution.reference
        meant = self.subjects.get(stale.get(resolution.target or "", ""))
        target = self.subjects.get(resolution.target or "")
        if reference.kind != "number" or resolution.status != "ok" or not meant or not target or not reference.label:
            return resolution
        words = set(content(reference.label)[-TAIL:])
        fits_target = len(words & target.words) * 2 + len(words & target.text)
        fits_meant = len(words & meant.words) * 2 + len(words & meant.text)
        if words & target.words or not words & meant.words or fits_meant <= fits_target:
            return resolution
        return self._mislabelled(resolution, target, meant.entry.id)

    def _named_at_the_end(self, words: Sequence[str]) -> str | None:
        """Return the section whose whole title the words end with; the longest such title decides."""
        for length in range(min(self.longest, len(words)), 0, -1):
            if tuple(words[-length:]) in self.by_title:
                return self._most_general(tuple(words[-length:]))
        return None

    def _most_general(self, title: tuple[str, ...]) -> str | None:
        """Return the section of a title; of several the one that stands highest, if it is alone there."""
        named = self.by_title.get(title, [])
        depths = [len(parse(self.subjects[id].entry.number or "") or ()) for id in named]
        highest = [id for id, depth in zip(named, depths, strict=True) if depth == min(depths)]
        return highest[0] if len(highest) == 1 else None

    def _are_kin(self, one: str, other: str) -> bool:
        """Tell whether one section stands above the other."""
        first, second = (normalise(self.subjects[id].entry.number or "") for id in (one, other))
        return first.startswith(second + ".") or second.startswith(first + ".")

    def _mislabelled(self, resolution: Resolution, target: CitedSection, meant: str | None) -> Resolution:
        number, title = target.entry.number, target.entry.title
        label = " ".join((resolution.reference.label or "").split()[-TAIL:])
        if meant is None:
            reason = f"{number} is {title}, but no section is called {label}"
        elif meant == target.entry.id:
            reason = f"{number} is {title}, but the words say {label}"
        else:
            other = self.subjects[meant].entry
            reason = f"{number} is {title}; {other.title} is {other.number}"
        return replace(resolution, status="mislabelled", suggestion=meant, reason=reason)


def _above(entry: Entry, by_id: dict[str, Entry]) -> Iterator[Entry]:
    parent = by_id.get(entry.parent or "")
    while parent:
        yield parent
        parent = by_id.get(parent.parent or "")


def _is_again(first: Resolution, second: Resolution) -> bool:
    """Tell whether the second of two references cites the number of the first once more, in the same sentence."""
    one, other = first.reference, second.reference
    same = (one.source, one.block, one.number) == (other.source, other.block, other.number)
    return same and 0 < other.start - one.end < SENTENCE and first.target == second.target


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


def _moved(resolution: Resolution) -> tuple[str, str] | None:
    """Return the printed entry and the one that is meant, where they are two."""
    if resolution.status != "mislabelled" or not resolution.target or not resolution.suggestion:
        return None
    pair = (resolution.target, resolution.suggestion)
    return pair if pair[0] != pair[1] else None


def is_titled(resolution: Resolution) -> bool:
    """Tell whether the words of a reference are written as a title, or stand behind its number as one."""
    text, label = resolution.reference.text, resolution.reference.label
    return resolution.reference.titled or (bool(label) and text != label and text.endswith(label or ""))

"""The sections of a document as references name them, for the judgement on number and words.

Reads: the entries of one document. Writes: for each numbered section the words of its title, of the titles around it
and of its text, in a form without endings ("smoked", "smoking": smok), and which section a title names.
A section without a title is judged by the nearest titled one above it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from judge.core.languages.stemming import word_root
from judge.core.likeness import one_off
from judge.core.model import Entry
from judge.core.numbering import lookup_key, parse
from judge.core.tokens import SMALL_WORDS, STOP_WORDS, fold, fold_once, key

TAIL = 4
"""Words before a bracket that may name the subject, counted from the bracket."""
ORDINAL = re.compile(r"^(?:(?:step|option|phase|part|stage)\s++)?(?:\d+|[ivx]+)?\s*[:.]\s*|^(?:step|option)\b\s*", re.I)
"""What counts a step in its title: "Step 3: Unturn", "Step: Unturn"."""
LETTERED = re.compile(r"(?:(?<!\s)\s+)?\(\w{1,3}\)\s*$")
"""The letter of a picture behind a title: "Power Score (h)"."""
GLUE = frozenset("a an the of its their your his her".split())
"""Words that may stand between the words of a title."""
EMPTY = STOP_WORDS | SMALL_WORDS | GLUE | frozenset("card cards chapter same section see step under within".split())
"""Words that name nothing."""
EMPTY_ROOTS = frozenset(map(word_root, EMPTY))
"""Their roots: "making" is as empty as "make"."""


def content(text: str) -> list[str]:
    """Return the roots of the words of a text that name something."""
    return [word_root(word) for word in fold_once(text).split() if word not in EMPTY]


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
        """Return the section of a title; of several the one that stands highest, if it is alone there."""
        named = self._by_title.get(tuple(words), [])
        depths = [len(parse(self.by_id[id].number) or ()) for id in named]
        highest = [id for id, depth in zip(named, depths, strict=True) if depth == min(depths)]
        return highest[0] if len(highest) == 1 else None

    def misspelt(self, title: str) -> str | None:
        """Return the section whose title a title is but for one letter, if there is one alone."""
        near = one_off(key(title), list(self._titles))
        return self.titled(heading(self._titles[near[0]])) if len(near) == 1 else None

    def beside(self, section: CitedSection) -> Iterator[CitedSection]:
        """Yield the sections right before and behind one, below the same heading."""
        siblings = [one.id for one in self._below[section.entry.parent] if one.id in self.by_id]
        place = siblings.index(section.entry.id)
        for id in (*siblings[max(0, place - 1) : place], *siblings[place + 1 : place + 2]):
            yield self.by_id[id]

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether one section stands above the other."""
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

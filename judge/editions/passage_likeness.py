"""Texts as they are compared across documents, and which passage is so like a text that chance does not explain it.

Reads: records of entries. Writes: a `ComparedPassage` for each block, the sentences of a text, and for a passage
the one that is most like it, with how surely it is.

Of a text's words, those that are no more common than one of them are expected in another text as often as they are in a
passage of that length on average. If far more are there, chance does not explain it (`judge.core.likeness.by_chance`).
How common the words may be is chosen so that chance explains it least. The other text is asked the same, and the weaker
of the two counts: a long text has something of everything. Among few texts no word is rare, and nothing is found.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, log10
from typing import NamedTuple

from judge.core.jsonl import Record
from judge.core.languages.stemming import root
from judge.core.likeness import Rarity, by_chance
from judge.core.tokens import STOP_WORDS, words

SENTENCE_END = re.compile(r"(?<=[.!?:])[\"”’')\]]*\s+(?=[\"“‘(\[]*[A-Z\d])")
NOT_AN_END = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|sec|no|approx|dr|mr|mrs|st)|\b[A-Z])\.$", re.IGNORECASE)
"""What a full stop is after that ends no sentence."""
NUMBERED_STEP = re.compile(
    r"^(?:step|part|phase|chapter|section|option|appendix)\s+[\dIVXa-z]{1,4}\s*[:.–-]\s*", re.IGNORECASE
)
"""Begins a title that says what it is about after its own number: "Step 5: Draw"."""
NOT_COMPARED = ("index", "part")
"""Kinds of entries that say nothing themselves."""
POINTERS = ("number", "see", "related", "page", "step")
"""Kinds of references that only name another place."""
NO_SUBJECT = frozenset(root(word) for word in ("card", "rule", "general", "example", "step", "new", "miscellaneous"))
"""Words of titles that do not say what a text is about."""

LEFT_OUT = frozenset("a an the of and".split())
STOP_ROOTS = frozenset(map(root, STOP_WORDS))


class Sentence(NamedTuple):
    """A sentence of a text, with its place there."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class ComparedPassage:
    """One block of an entry as it is compared with others."""

    id: str
    """Of the entry."""
    block: int
    text: str
    roots: frozenset[str]
    words: frozenset[str]
    """What it is compared by: these, and the roots of the entry's title; of a card, whose rulings are on many subjects,
    not of its title."""
    title: frozenset[str]
    """Roots of the entry's title."""


def passages(entries: Iterable[Record], references: Iterable[Record] = ()) -> Iterator[ComparedPassage]:
    """Yield what entries say, block by block.

    Args:
        entries: records of a document's entries; indexes and the like say nothing that is compared.
        references: records of the references in them; what only names another place, as "See Toughness" does, says
            nothing either.
    """
    pointers: dict[tuple[str, int], list[Record]] = defaultdict(list)
    for one in references:
        if one["kind"] in POINTERS and one["block"] is not None:
            pointers[one["source"], one["block"]].append(one)
    for entry in entries:
        title = title_roots(entry["title"] or "")
        if entry["kind"] in NOT_COMPARED:
            continue
        for index, block in enumerate(entry["blocks"]):
            said = list(block["text"])
            for one in pointers.get((entry["id"], index), ()):
                said[one["start"] : one["end"]] = " " * (one["end"] - one["start"])
            found = roots("".join(said))
            if found - title:
                words = found if entry["kind"] == "card" else found | title
                yield ComparedPassage(entry["id"], index, block["text"], found, words, title)


def roots(text: str) -> frozenset[str]:
    """Return the roots of the words of a text that say what it is about.

    >>> sorted(roots("You may seize the Ships."))
    ['seiz', 'ship']
    """
    return frozenset(root(term) for term in words(text) if term not in STOP_WORDS and not term[0].isdigit())


@lru_cache(maxsize=16384)
def subject_key(title: str) -> frozenset[str]:
    """Return what titles on one subject share: their words in any form and order, without articles; may be empty.

    >>> subject_key("Seizing Sites") == subject_key("Sites seized"), subject_key("No Site") == subject_key("Site")
    (True, False)
    """
    found = {
        root(term) for term in words(NUMBERED_STEP.sub("", title)) if term not in LEFT_OUT and not term[0].isdigit()
    }
    return frozenset(found - NO_SUBJECT) if found - STOP_ROOTS - NO_SUBJECT else frozenset()


@lru_cache(maxsize=16384)
def title_roots(title: str) -> frozenset[str]:
    """Return the roots of a title that say what its text is about; all of them if it has no others.

    >>> sorted(title_roots("Step 5: Draw")), sorted(title_roots("Seizing Ships"))
    (['draw'], ['seiz', 'ship'])
    """
    found = roots(NUMBERED_STEP.sub("", title))
    return found - NO_SUBJECT or found


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text.

    >>> [one.text for one in sentences("It waits (see 4.1). Dr. Li waits, e.g. here. Why?")]
    ['It waits (see 4.1).', 'Dr. Li waits, e.g. here.', 'Why?']
    """
    found: list[Sentence] = []
    start = 0
    for gap in SENTENCE_END.finditer(text):
        if NOT_AN_END.search(text[start : gap.start()]):
            continue
        closed = gap.start() + len(gap[0].rstrip())
        found.append(Sentence(start, closed, text[start:closed]))
        start = gap.end()
    if text[start:].strip():
        found.append(Sentence(start, len(text.rstrip()), text[start:].rstrip()))
    return found


def telling_sentence(text: str, about: Mapping[str, float]) -> Sentence | None:
    """Return the sentence of a text that says most of what is asked about; of two alike, the earlier.

    Args:
        text: a block's text.
        about: the roots that are asked about, each with what it weighs.
    """
    best: tuple[float, int] | None = None
    split = sentences(text)
    for place, one in enumerate(split):
        held = fsum(about.get(found, 0.0) for found in roots(one.text))
        if best is None or held > best[0] + 1e-9:
            best = held, place
    return split[best[1]] if best else None


COMMON = 0.12
"""Share of the passages at or above which a word finds nobody; it still counts where others do."""
FEWEST = 4
"""Words that two texts share at the least."""
LEAST = 1e-99
"""A chance that is no smaller to anybody."""
NAMED = 0.75
"""Share of the words of a title that a text holds at the least where it speaks of what is headed so."""
MOST_CANDIDATES = 16
"""Passages with which a text is compared: those that share most of its rare words."""


class NearPassage(NamedTuple):
    """A passage that is like a text."""

    surety: float
    """How little chance explains it: 2 where it does once in a hundred texts, 3 once in a thousand."""
    passage: ComparedPassage


def names(one: ComparedPassage, other: ComparedPassage) -> bool:
    """Tell whether one of two texts speaks of what the other is headed by; without titles, they may."""
    if not one.title and not other.title:
        return True
    return _holds(one.words, other.title) or _holds(other.words, one.title)


def _holds(words: frozenset[str], title: frozenset[str]) -> bool:
    return bool(title) and len(title & words) >= NAMED * len(title)


class Nearest:
    """Finds the passage that is most like a text."""

    def __init__(self, among: Sequence[ComparedPassage], rarity: Rarity, length: float) -> None:
        """Take the passages that are looked through.

        Args:
            among: the passages.
            rarity: of the words of a game.
            length: words of a passage of the game, on average.
        """
        self._among, self._length = among, length
        self._rarity = rarity.among(one.words for one in among)
        self._ordered = [rarity.rarest(one.words) for one in among]

    def find(self, text: ComparedPassage) -> NearPassage | None:
        """Return the passage that is most like a text, of two the earlier; None where none shares enough words."""
        words = self._rarity.rarest(text.words)
        likely = self._rarity.nearest(words, MOST_CANDIDATES, COMMON, lambda place: names(text, self._among[place]))
        compared: list[tuple[float, int]] = []
        for place in likely:
            chance = max(self._chance(words, self._ordered[place]), self._chance(self._ordered[place], words))
            compared.append((-log10(max(len(self._among) * chance, LEAST)), -place))  # every passage is tried
        surety, place = max(compared, default=(0.0, 0))
        return NearPassage(surety, self._among[-place]) if surety > 0 else None

    def _chance(self, words: Sequence[str], other: Sequence[str]) -> float:
        """Return how often another text would by chance have as many words of a text, the rarest first, as it has."""
        there = set(other)
        expected, together, least = 0.0, 0, 1.0
        for word in words:
            expected += self._rarity.counts[word] / self._rarity.total * len(other) / self._length
            if word in there:
                together += 1
                if together >= FEWEST:
                    least = min(least, by_chance(expected, together))
        return least

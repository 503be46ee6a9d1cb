"""The words of the numbered entries of a document, and how well the words beside a citation fit each.

Words count by how rare they are in the document; those of an entry itself more than those of what stands below it or of
the titles above it. Words that the document does not have say nothing.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from judge.checks.cited_sections import CitedSections, content, heading
from judge.core.model import Entry
from judge.core.numbering import NUMBER
from judge.core.titles import keys

NUMBERS = re.compile(NUMBER)
BELOW, ABOVE = 0.8, 0.6
"""What a word counts of what stands below an entry, and of the titles above it."""
COMMON = 0.2
"""Share of a document's entries above which a word leads to none of them."""
MOST_BELOW = 60
"""Entries below another that are looked at."""
LOOKED_AT = 12
"""Entries with most of the rare words that are compared."""


class Wordings:
    """The words of the numbered entries of one document."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Learn them."""
        self.document = entries[0].document if entries else ""
        self.sections = CitedSections(entries)
        self.by_id = {entry.id: entry for entry in entries}
        self.titles: dict[str, list[str]] = defaultdict(list)
        """Ids of numbered entries by the keys of their titles."""
        self.below: dict[str, list[str]] = defaultdict(list)
        self._own: dict[str, frozenset[str]] = {}
        for entry in entries:
            if entry.parent:
                self.below[entry.parent].append(entry.id)
            texts = (entry.title or "", *entry.aliases, *(block.text for block in entry.blocks))
            self._own[entry.id] = frozenset(word for text in texts for word in content(text))
            if entry.number and entry.title:
                for key in keys(entry.title):
                    self.titles[key].append(entry.id)
        self._headings = Counter(frozenset(heading(one.title)) for one in entries if one.number and one.title)
        self._known: dict[str, dict[str, float]] = {}
        self._holders: dict[str, list[str]] = defaultdict(list)
        for entry in entries:
            if entry.number:
                for word in self._own[entry.id]:
                    self._holders[word].append(entry.id)
        self.count = max(sum(1 for entry in entries if entry.number), 1)
        self._rarity = {word: math.log(1 + self.count / len(ids)) for word, ids in self._holders.items()}

    def is_alone(self, id: str) -> bool:
        """Tell whether no other numbered entry has the words of an entry's title as its own."""
        words = frozenset(heading(self.by_id[id].title or ""))
        return self._headings[words] == 1

    def cites(self, id: str, number: str) -> bool:
        """Tell whether an entry, or one of its kin, has a number in its text."""
        return any(number in NUMBERS.findall(self.text(one)) for one in (id, *self.kin(id)))

    def of(self, id: str) -> dict[str, float]:
        """Return what each word counts for an entry."""
        if id not in self._known:
            found: dict[str, float] = {}
            for above in self.above(id):
                found |= dict.fromkeys(content(self.by_id[above].title or ""), ABOVE)
            for under in self.under(id):
                found |= dict.fromkeys(self._own[under], BELOW)
            found |= dict.fromkeys(self._own[id], 1.0)
            self._known[id] = found
        return self._known[id]

    def above(self, id: str) -> list[str]:
        """Return the entries above an entry, the nearest first."""
        found = []
        parent = self.by_id[id].parent
        while parent in self.by_id and parent not in found:
            found.append(parent)
            parent = self.by_id[parent].parent
        return found

    def under(self, id: str) -> list[str]:
        """Return the entries below an entry, at any depth."""
        found = list(self.below.get(id, ()))
        for one in found:
            found += self.below.get(one, ())
        return found

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether an entry is another, or stands above or below it."""
        return one == other or one in self.above(other) or other in self.above(one)

    def weight(self, words: Iterable[str]) -> float:
        """Return what words count together; those that no entry has count nothing."""
        return sum(self._rarity.get(word, 0.0) for word in set(words))

    def fit(self, words: Iterable[str], id: str) -> float:
        """Return the share of words, by weight, that an entry has."""
        known, given = self.of(id), set(words)
        whole = self.weight(given)
        return sum(self._rarity.get(word, 0.0) * known.get(word, 0.0) for word in given) / whole if whole else 0.0

    def nearest(self, words: Iterable[str]) -> list[tuple[float, str]]:
        """Return the entries that words fit best, with how well, the best first."""
        given = set(words)
        counts: Counter[str] = Counter()
        for word in given:
            ids = self._holders.get(word, ())
            if len(ids) <= max(COMMON * self.count, 3):
                for id in ids:
                    counts[id] += self._rarity[word]  # type: ignore[assignment]
        found = [(self.fit(given, id), id) for id, _ in counts.most_common(LOOKED_AT)]
        return sorted(found, key=lambda one: -one[0])

    def known(self, words: Iterable[str]) -> int:
        """Return how many words any entry has."""
        return sum(word in self._rarity for word in set(words))

    def shared(self, words: Iterable[str], id: str) -> int:
        """Return how many words an entry itself has."""
        return len(set(words) & self._own[id])

    def text(self, id: str) -> str:
        """Return the title and the blocks of an entry, one a line."""
        entry = self.by_id[id]
        lines = (entry.title or "", entry.errata.text if entry.errata else "", *(block.text for block in entry.blocks))
        return "\n".join(line for line in lines if line)

    def kin(self, id: str) -> list[str]:
        """Return the entries below an entry and the one right above it."""
        return [*self.under(id)[:MOST_BELOW], *self.above(id)[:1]]

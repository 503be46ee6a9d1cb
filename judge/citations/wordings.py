"""The words of the numbered entries of a document, and how well the words beside a citation fit each.

Words count by how rare they are in the document. Words that the document does not have say nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from judge.checks.wrong_numbers import CitedSections, content, heading
from judge.core.likeness import Rarity
from judge.core.model import Entry
from judge.core.numbering import lookup_key
from judge.core.tokens import keys

PIECES = re.compile(r"\d+|[a-z]+")
COMMON = 0.1
"""Share of a document's entries above which a word leads to none of them."""
MOST_BELOW = 60
"""Entries below another that are looked at."""
LOOKED_AT = 6
"""Entries with most of the rare words, and of those with the rarest titles, that are compared."""


class Known(NamedTuple):
    """What is known of an entry."""

    words: frozenset[str]
    """Its own, those of its title among them."""
    title: frozenset[str]
    """The words of its title, or of the nearest one above it."""
    title_weight: float
    heads: bool
    """The title is its own, or it is the first entry below a bare one of that title."""
    bare: bool
    """It has no text of its own."""
    below: frozenset[str]
    """Those that only what stands below it has."""
    pairs: frozenset[tuple[str, str]]
    """Its neighbouring words."""
    number: tuple[str, ...]
    """The digits and letters of its number."""


def pieces(number: str) -> tuple[str, ...]:
    """Return the digits and letters of a number.

    >>> pieces("701.21a")
    ('701', '21', 'a')
    """
    return tuple(PIECES.findall(lookup_key(number)))


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
        self._numbered: dict[str, list[str]] = defaultdict(list)
        self._above: dict[str, list[str]] = {}
        self._known: dict[str, Known] = {}
        for entry in entries:
            if entry.parent:
                self.below[entry.parent].append(entry.id)
            texts = (entry.title or "", *entry.aliases, *(block.text for block in entry.blocks))
            self._own[entry.id] = frozenset(word for text in texts for word in content(text))
            if entry.number:
                self._numbered[lookup_key(entry.number)].append(entry.id)
                for key in keys(entry.title or ""):
                    self.titles[key].append(entry.id)
        self._ids = [entry.id for entry in entries if entry.number]
        self.rarity = Rarity(self._own[id] for id in self._ids)
        """What each word counts: the rarer, the more; one that no entry has, nothing."""
        headings = {entry.id: frozenset(heading(entry.title)) for entry in entries if entry.number and entry.title}
        self._headings = Counter(headings.values())
        self._by_word: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        """The entries of titles and the words of these, by the rarest of them."""
        for id, words in headings.items():
            rarest = max(sorted(words), key=lambda word: self.rarity.weights.get(word, 0.0), default="")
            self._by_word[rarest].append((id, words))

    def is_alone(self, id: str) -> bool:
        """Tell whether no other numbered entry has the words of an entry's title as its own."""
        words = frozenset(heading(self.by_id[id].title or ""))
        return self._headings[words] == 1

    def known(self, id: str) -> Known:
        """Return what is known of an entry."""
        if id not in self._known:
            entry, words = self.by_id[id], self._own[id]
            titled = next((one for one in (id, *self.above(id)) if self.by_id[one].title), id)
            title = frozenset(heading(self.by_id[titled].title or ""))
            first = titled == entry.parent and not self.by_id[titled].blocks and self.below[titled][0] == id
            below = frozenset(word for one in self.under(id)[:MOST_BELOW] for word in self._own[one])
            self._known[id] = Known(
                words,
                title,
                self.rarity.weight(title),
                heads=titled == id or first,
                bare=not entry.blocks,
                below=below - words - title,
                pairs=frozenset(pairwise(content(self.text(id)))),
                number=pieces(entry.number or ""),
            )
        return self._known[id]

    def above(self, id: str) -> list[str]:
        """Return the entries above an entry, the nearest first."""
        if id not in self._above:
            found: list[str] = []
            parent = self.by_id[id].parent
            while parent in self.by_id and parent not in found:
                found.append(parent)
                parent = self.by_id[parent].parent
            self._above[id] = found
        return self._above[id]

    def under(self, id: str) -> list[str]:
        """Return the entries below an entry, at any depth."""
        found = list(self.below.get(id, ()))
        for one in found:
            found += self.below.get(one, ())
        return found

    def are_kin(self, one: str, other: str) -> bool:
        """Tell whether an entry is another, or stands above or below it."""
        return one == other or one in self.above(other) or other in self.above(one)

    def best(self, words: frozenset[str]) -> list[str]:
        """Return the entries that have most of the rare words, the best first."""
        common = max(COMMON, 3 / (self.rarity.total or 1))
        return [self._ids[place] for place in self.rarity.nearest(words, LOOKED_AT, common)]

    def named_in(self, words: frozenset[str]) -> list[str]:
        """Return the entries all words of whose titles are among some words, those of the rarest titles first."""
        found = [id for word in words for id, title in self._by_word.get(word, ()) if title <= words]
        return sorted(sorted(found), key=lambda id: self.known(id).title_weight, reverse=True)[:LOOKED_AT]

    def numbered(self, number: str) -> list[str]:
        """Return the entries of a number."""
        return self._numbered.get(lookup_key(number), [])

    def parts(self, id: str, target: str) -> list[str]:
        """Return the first entry below another, and the one whose letter is that of a target."""
        below = self.below.get(id, [])
        last = (self.by_id[target].number or "")[-1:]
        alike = (one for one in below if last.isalpha() and (self.by_id[one].number or "").endswith(last))
        return [*below[:1], *alike]

    def text(self, id: str) -> str:
        """Return the title and the blocks of an entry, one a line."""
        entry = self.by_id[id]
        lines = (entry.title or "", entry.errata.text if entry.errata else "", *(block.text for block in entry.blocks))
        return "\n".join(line for line in lines if line)

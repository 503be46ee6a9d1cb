"""The words beside a number, weighed: which rule do they speak of?

Reads: the numbered sections of a document, and what a text says beside the number of one. Writes: the other rule that
is meant, if there is one. A word weighs the more the fewer rules have it; where all of a title is there, its words
weigh three times as much. What is said must have next to nothing of the rule that is cited, and be clearly another's:

    4.2: weigh the anchor      a section with a title of its own, "Ropes": of any other section
    4.2b: weigh the anchor     one rule of several below a title: of another rule beside it
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from math import log
from operator import itemgetter

from judge.checks.wrong_numbers import CitedSection, CitedSections, content
from judge.core.numbering import levels

SEAM = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
"""What is between the words of a name in a program: `drawCards`, `draw_cards`."""
TELLING, CLEAR = 2.5, 12.0
"""Weight of a word that tells something, and of words that are those of a rule. Half of the files of a program that
cites Magic's comprehensive rules told these; of CLEAR, 10 and 13 tell nearly the same."""

FEW = 0.15
"""Share of the weight of what is meant that the words may have of what is cited, and by which all else weighs less."""


class RuleWords:
    """The words of the rules of one document."""

    def __init__(self, sections: CitedSections) -> None:
        """Weigh the words."""
        self._sections = sections.by_id
        self._words = {id: one.text | one.words for id, one in self._sections.items()}
        counts = Counter(word for found in self._words.values() for word in found if word.isalpha())
        weights = {word: log(len(self._words) / count) for word, count in counts.items()}
        self._weights = {word: weight for word, weight in weights.items() if weight >= TELLING}

    def find_meant(self, text: str, id: str, cited: Collection[str]) -> str | None:
        """Return the rule that a text speaks of, if that is clearly another one.

        Args:
            text: what is beside the number.
            id: of the rule that has it.
            cited: ids of all rules that are cited there.
        """
        said, target = self._weights.keys() & content(SEAM.sub(" ", text)), self._sections[id]
        is_titled = len(levels(self._sections[target.head].number)) > 1
        known = self._known(cited, is_titled=is_titled)
        of_cited, others = self._sum(said & known), said - known
        if of_cited > 0.5 * self._sum(said):
            return None
        rules = (one for one in self._sections.values() if one.entry.blocks)
        found = rules if is_titled else (one for one in rules if one.entry.parent == target.entry.parent)
        weighed = [(self._weigh(said, one), one) for one in found if not others.isdisjoint(self._words[one.entry.id])]
        most, best = max(weighed, key=itemgetter(0), default=(0.0, target))
        rest = (weight for weight, one in weighed if (one.head != best.head if is_titled else one is not best))
        is_clear = most >= CLEAR and max(rest, default=0.0) <= (1 - FEW) * most
        return best.entry.id if is_clear and of_cited <= FEW * most else None

    def _known(self, cited: Iterable[str], *, is_titled: bool) -> frozenset[str]:
        """Return the words of the rules that are cited, and of what is right above and below them."""
        around = (self._sections[one].around if is_titled else (one,) for one in cited if one in self._sections)
        return frozenset().union(*(self._words.get(one, ()) for some in around for one in some))

    def _weigh(self, said: Collection[str], section: CitedSection) -> float:
        """Return the weight of the words of a text that a rule has."""
        title = section.words.intersection(said)
        share = len(title) / max(len(section.words), 1)
        of_text = self._words[section.entry.id].intersection(said)
        return self._sum(of_text) + 2 * share * self._sum(title)

    def _sum(self, words: Iterable[str]) -> float:
        return sum(self._weights[word] for word in words)

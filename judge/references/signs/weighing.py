"""A number of a document, weighed: what stands around it, and what of that the section has which it leads to.

Reads: a reference, its text, the entries that it may mean, and all `Targets`. Writes: the signs for and against it, and
its odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from functools import cached_property

from judge.core.languages.stemming import word_root
from judge.core.model import Reference
from judge.core.tokens import loose_words
from judge.references.signs.odds import Section, first_signs, odds, place_of, signs_of
from judge.references.targets import Targets

AT_HOME = 2
"""Entries that have a word which is at home in a document."""


class Weighing:
    """The numbers of one document, weighed."""

    def __init__(self, document: str, targets: Targets) -> None:
        """Keep what is known."""
        self.document = document
        self.targets = targets

    def odds(self, reference: Reference, text: str, ids: Sequence[str], cues: Collection[str] = ()) -> float:
        """Return the logarithm of how much likelier a number is a reference than not.

        Args:
            reference: the number.
            text: what it stands in.
            ids: the entries that it may mean; empty where none has it.
            cues: words and marks that the document puts before numbers of rules.
        """
        return odds(self.signs(reference, text, ids, cues))

    def signs(
        self, reference: Reference, text: str, ids: Sequence[str], cues: Collection[str] = ()
    ) -> dict[str, float]:
        """Return the signs of a number."""
        place = place_of(text, reference.start, reference.end, reference.number or "")
        return signs_of(place, self._section(ids[0]) if ids else self._nowhere, cues)

    def is_of_other_things(self, reference: Reference, text: str, cues: Collection[str]) -> bool:
        """Tell whether the word before a number counts other things than rules: "version 3.1 of the rulebook"."""
        place = place_of(text, reference.start, reference.end, reference.number or "")
        return first_signs(place, cues=cues)[0] == "numbered"

    def is_strange(self, word: str) -> bool:
        """Tell whether a word is not at home in the document."""
        return word_root(word.casefold()) not in self._own_words

    @cached_property
    def _nowhere(self) -> Section:
        """What is known of a number that no entry has: the name of the game, of whose rules it may be."""
        return Section((), loose_words(self.targets.games.get(self.document) or ""))

    def _section(self, id: str) -> Section:
        entry = self.targets.entries[id]
        title, text = loose_words(entry.title or ""), self.targets.text_words(id, self.document)
        if entry.document == self.document:
            return Section(title, text)
        return Section(title, text, self.targets.vocabulary(entry.document, self.document) | self._own_words)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        """The roots of words that several entries of the document have, names of cards among them."""
        counted: Counter[str] = Counter()
        for id in self.targets.by_document[self.document]:
            counted.update({word_root(word) for word in self.targets.words(id)})
        return frozenset(word for word, count in counted.items() if count >= AT_HOME)

"""Names inside texts, marked, so that a word is never found inside the name of a card.

    "Entropy Tap smokes it" → terms "~entropy ~tap smoke it"

"tap" is then not found in it, while "entropy tap" is. A name is a card's title of two words or more, printed in
capitals as names are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from judge.core.tokens import beginnings, words

MARK = "~"
"""Put before a term that is part of a name; no term can begin with it."""


class NameMarker:
    """Turns texts into terms and marks the names in them."""

    def __init__(self, titles: Iterable[str]) -> None:
        """Learn the names: titles of cards."""
        self._names: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for name in {tuple(words(title)) for title in titles}:
            if len(name) > 1:
                self._names[name[0]].append(name)
        for names in self._names.values():
            names.sort(key=lambda name: (-len(name), name))
        self.asked: set[str] = set()
        """The terms with which a name could have begun, since somebody emptied this set."""

    def mark(self, text: str) -> str:
        """Return the terms of a text in a line, those within names marked."""
        terms, begins = beginnings(text)
        behind = 0
        for place, letter in enumerate(begins):
            if letter.isupper() and place >= behind:
                behind = place + self._name_at(terms, begins, place)
                terms[place:behind] = [MARK + term for term in terms[place:behind]]
        return " ".join(terms)

    def answers(self, asked: Iterable[str]) -> Iterator[object]:
        """Yield the names that begin with terms."""
        yield from (names for term in asked if (names := self._names.get(term)))

    def _name_at(self, terms: list[str], begins: list[str], place: int) -> int:
        """Return how many terms the longest name has that begins with this capital; 0 where none does."""
        self.asked.add(terms[place])
        for name in self._names.get(terms[place], ()):
            last = place + len(name) - 1
            if tuple(terms[place : last + 1]) == name and not begins[last].islower():
                return len(name)
        return 0

"""How texts cite: which game each means, and how far what stands before a number makes it a citation.

Learnt from all texts that are given together. Numbers that are deep, lettered or high exist by chance in few documents,
so those that do show that what stands before them cites: "CR", "(", the beginning of a comment. Short ones, which
versions and quantities have too, show nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.citations.cited import Cited, is_foreign
from judge.citations.rulebooks import TEXTS, Rulebooks
from judge.core.model import Reference
from judge.references.scope import Scope

RULES = frozenset("rule rules § §§".split())
"""Cues that hardly stand before anything but the number of a rule."""
SECTIONS = frozenset("section sections sec sec. chapter chapters see paragraph paragraphs subrule subrules cf".split())
"""Cues of any document."""
CALLED = RULES | SECTIONS
SURE, LIKELY = (4.0, 0.0), (2.0, 1.0)
"""How many numbers each kind of cue is taken to have had before, that existed and that did not."""
UNKNOWN = (0.0, 0.0)
FEWEST = 3
"""Different telling numbers before an unknown cue is one."""
FEW = 2
"""Numbers called rules of a text that has no number that exists."""
HIGH = 10
"""A first level from which on a number of two levels tells something."""
NAMED_GAME = 3
"""What the name of a game in a text counts against a number that exists."""


@dataclass(slots=True)
class Count:
    """Numbers behind a cue."""

    existing: int = 0
    absent: int = 0
    telling: set[str] = field(default_factory=set)
    """Those that exist and hardly do so by chance."""


class Habits:
    """What is learnt from texts."""

    def __init__(self, books: Rulebooks, texts: Sequence[Sequence[Cited]]) -> None:
        """Learn, and put each text beside the documents of the game that it cites."""
        self.books = books
        self._cues: dict[tuple[str, str], Count] = defaultdict(Count)
        self._texts: dict[str, Count] = defaultdict(Count)
        self._exists: dict[tuple[str, str], bool] = {}
        self._foreign: dict[Reference, bool] = {}
        self.game: dict[str, str] = {}
        """Of each text, by the id that stands for it."""
        self._choose_games(texts)
        of_game: dict[str, list[Cited]] = defaultdict(list)
        for cited in texts:
            if cited:
                of_game[self.game[cited[0].reference.source]] += cited
        self.scopes = {
            game: Scope(TEXTS + game, books.targets, [one.reference for one in found])
            for game, found in of_game.items()
        }
        for game, found in of_game.items():
            for one in found:
                self._learn(game, one)

    def _choose_games(self, texts: Sequence[Sequence[Cited]]) -> None:
        """Choose the game of each text: the one whose numbers and names it has; at even odds, that of the others."""
        points = [self._points(cited) if cited and len(self.books.every_game) > 1 else Counter() for cited in texts]
        whole: Counter[str] = Counter()
        for one in points:
            whole.update(one)
        usual = max(self.books.every_game, key=lambda game: whole[game], default="")
        for cited, found in zip(texts, points, strict=True):
            if not cited:
                continue
            id = cited[0].reference.source
            best = max(self.books.every_game, key=lambda game: (found[game], game == usual))
            self.game[id] = best
            blocks: dict[int, str] = {one.reference.block or 0: one.passage.text for one in cited}
            self.books.add_text(id, best, (blocks[block] for block in sorted(blocks)))

    def _points(self, cited: Sequence[Cited]) -> Counter[str]:
        """Return what speaks for each game: numbers that exist, its name, and initials of its documents."""
        points: Counter[str] = Counter()
        text = " ".join({id(one.passage): one.passage.text for one in cited}.values()).casefold()
        for game in self.books.every_game:
            points[game] += NAMED_GAME * (game.casefold() in text)
            for one in cited:
                telling = 2 if is_telling(one.number) else 1
                points[game] += one.cue in self.books.initials(game)
                if self.exists(one.number, game):
                    points[game] += telling
                elif one.cue in CALLED:
                    points[game] -= 1
        return points

    def _learn(self, game: str, one: Cited) -> None:
        if self.is_of_another_work(one):
            return
        exists = self.exists(one.number, game)
        counts = [self._cues[game, one.cue]]
        if one.cue in CALLED:
            counts.append(self._texts[one.reference.source])
        for count in counts:
            count.existing += exists
            count.absent += not exists
            if exists and is_telling(one.number):
                count.telling.add(one.number)

    def is_of_another_work(self, one: Cited) -> bool:
        """Tell whether the words beside a number name something outside of the library that it is a number of."""
        if one.reference not in self._foreign:
            scope = self.scopes[self.game[one.reference.source]]
            foreign = is_foreign(one.passage.text, one.reference.start, one.end) or bool(
                scope.other_work(one.reference, scope.find(one.reference))
            )
            self._foreign[one.reference] = foreign and not scope.named(one.reference)
        return self._foreign[one.reference]

    def exists(self, number: str, game: str) -> bool:
        """Tell whether a document of a game has a number, in any edition."""
        if (number, game) not in self._exists:
            keys = self.books.of_game(game)
            self._exists[number, game] = any(self.books.targets.numbered(number, key) for key in keys)
        return self._exists[number, game]

    def trust(self, one: Cited) -> float:
        """Return how far what stands before a number makes it a citation, from 0 to 1."""
        count = self._cues[self.game[one.reference.source], one.cue]
        if one.cue in RULES:
            existing, absent = SURE
        elif one.cue in SECTIONS or one.cue in self.books.initials(self.game[one.reference.source]):
            existing, absent = LIKELY
        elif len(count.telling) >= FEWEST:
            existing, absent = UNKNOWN
        else:
            return 0.0
        return (existing + count.existing) / (existing + absent + count.existing + count.absent)

    def is_about(self, source: str, cue: str) -> bool:
        """Tell whether numbers of a text that are called rules or sections do exist for the most part.

        A few that are called rules are taken to be of the library even where none exists.
        """
        count = self._texts[source]
        said = self.books.meant.document or self.books.meant.game
        few = cue in ("rule", "rules") and count.absent <= FEW
        return bool(said) or few or (count.existing > 0 and 2 * count.existing >= count.absent)


def is_telling(number: str) -> bool:
    """Tell whether a number hardly exists by chance: it is deep, lettered or high.

    >>> is_telling("24.8.1"), is_telling("702.19a"), is_telling("24.8"), is_telling("2.1")
    (True, True, True, False)
    """
    first, *rest = re.split(r"[.]", number)
    lettered = number[-1].isalpha()
    return len(rest) >= 2 or (bool(rest) and (lettered or (first.isdigit() and int(first) >= HIGH)))

"""Which game each text cites, and where the numbers of its texts are looked for (`judge.references.scope`)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from judge.citations.cited import Cited
from judge.citations.rulebooks import TEXTS, Rulebooks
from judge.references.scope import Scope

NAMED_GAME = 9
"""What the name of a game in a text counts; a number that exists counts its length, long ones being rarely chance."""


class Scopes:
    """The game of each text, and one scope for all texts of a game."""

    def __init__(self, books: Rulebooks, texts: Sequence[Sequence[Cited]]) -> None:
        """Put each text beside the documents of the game that it cites, and learn how the texts cite."""
        self._games: dict[str, str] = {}
        """By the ids that stand for the texts."""
        points = [self._points(books, cited) for cited in texts]
        whole = sum(points, Counter[str]())
        of_game: dict[str, list[Cited]] = defaultdict(list)
        for cited, found in zip(texts, points, strict=True):
            if cited:
                game = max(books.every_game, key=lambda game: (found[game], whole[game]))
                id = cited[0].reference.source
                self._games[id] = game
                of_game[game] += cited
                blocks: dict[int, str] = {one.reference.block or 0: one.passage.text for one in cited}
                books.add_text(id, game, (blocks[block] for block in sorted(blocks)))
        self._scopes = {
            game: Scope(TEXTS + game, books.targets, [one.reference for one in found])
            for game, found in of_game.items()
        }

    @staticmethod
    def _points(books: Rulebooks, cited: Sequence[Cited]) -> Counter[str]:
        """Return what speaks for each game: its name, and numbers of its documents."""
        points: Counter[str] = Counter()
        if len(books.every_game) < 2:
            return points
        text = " ".join({id(one.passage): one.passage.text for one in cited}.values()).casefold()
        numbers = Counter(one.number for one in cited)
        for game in books.every_game:
            keys = books.of_game(game)
            known = [one for one in numbers if any(books.targets.numbered(one, key) for key in keys)]
            points[game] = sum(numbers[one] * len(one) for one in known) + NAMED_GAME * (game.casefold() in text)
        return points

    def game(self, one: Cited) -> str:
        """Return the game of the text in which a number stands."""
        return self._games[one.reference.source]

    def of(self, one: Cited) -> Scope:
        """Return where a number is looked for."""
        return self._scopes[self.game(one)]

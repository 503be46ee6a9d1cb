"""Whether the best answer to a query is clear enough to be opened without a list.

An exact number or title is, unless another game has the same. A title that is nearly the one typed is, if it is the
only one. A text is, if it holds most of the query and the next best answer is well below it. Where single rulings are
asked for, they are listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judge.search.lookup import Answer, Reply

NAMED = ("number", "title", "alias", "newer")
"""What an answer says that is called what was typed."""
HELD = 0.5
"""Share of the query that a text must hold."""
AHEAD = 1.08
"""How many times the score of the next answer a text must have."""


def is_clear(reply: Reply) -> bool:
    """Say whether the first answer is the one that is meant."""
    if reply.weak or not reply.answers:
        return False
    first, others = reply.answers[0], reply.answers[1:]
    if first.block is not None:
        return False
    if first.why in NAMED:
        return all(other.why not in NAMED or _of_one_game(first, other) for other in others)
    if first.why == "fuzzy":
        return all(other.why != "fuzzy" for other in others)
    rival = next((other.score for other in others if other.why == first.why and other.row.parent != first.row.id), 0.0)
    return first.held >= HELD and first.score >= AHEAD * rival


def _of_one_game(one: Answer, other: Answer) -> bool:
    return bool(one.document["game"] == other.document["game"])


def grouped(answers: list[Answer]) -> list[Answer]:
    """Return answers game by game, the game of the best answer first; within a game the best first."""
    games = list(dict.fromkeys(answer.document["game"] for answer in answers))
    return sorted(answers, key=lambda answer: games.index(answer.document["game"]))

"""What stands beside an answer: the newer text on its subject, which is pulled up where it would not be seen.

Reads: the answers of a search, in their order, and everything that its steps found. Writes: the same answers, each
with what is newer, what only resembles it and what superseded it; a newer text that no answer shows comes before the
first older one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from judge.editions.facts import said_of
from judge.search.stages import Found, Question

if TYPE_CHECKING:
    from judge.search.lookup import Answer

FEWEST = 2
"""Answers that are asked for at least where one is pulled up, so that what was found is shown as well."""
MOST = 4
"""Texts of a kind beside one answer."""
Make = Callable[[Sequence[Found], str], Sequence["Answer"]]
"""Makes answers of what was found, given why."""


def with_newer(question: Question, answers: Sequence[Answer], make: Make) -> list[Answer]:
    """Return answers with what stands beside each, the newest pulled up before the first older one if none shows it.

    Args:
        question: the query.
        answers: those that are shown.
        make: makes an answer of an entry that is pulled up.
    """
    told: list[Answer] = []
    for answer in answers:
        said = said_of(question.compiled.store, answer.row.id.partition("#")[0], answer.block)
        shown = {name: said[name][:MOST] for name in ("newer", "see_also")}
        told.append(answer._replace(said=said | shown))
    return _pulled_up(question, told, make)


def _pulled_up(question: Question, answers: list[Answer], make: Make) -> list[Answer]:
    """Bring what is newer than the first answer before it, if no answer shows anything newer."""
    if question.limit < FEWEST or not answers or not question.plain():
        return answers
    old = answers[0]
    shown = {answer.row.id for answer in answers}
    wanted = [one for one in old.said["newer"] if one["document"] in question.query.documents]
    if not wanted or any(one["id"] in shown for one in old.said["newer"]):
        return answers
    row = question.compiled.store.row(wanted[0]["id"])
    kinds = question.query.kinds
    fits = row and (not kinds or row.kind in kinds) and not question.query.since
    pulled = list(make([Found(row.position, old.score)], "newer")) if row and fits else []
    return [*pulled, *answers][: question.limit]

"""What stands beside an older answer: the newer text on its subject, which is pulled up where it would not be seen.

Reads: the answers of a search, in their order, and everything that its steps found. Writes: the same answers, each
with what is newer and what superseded it; a newer text that no answer shows comes before the first older one.

Beside the links that a build made (`judge.editions`), the first text of the game's newest document that the same words
find stands with an older rule: whoever asks in the words of an old rule asks about its subject.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from judge.build.rows import Row
from judge.core.jsonl import Record
from judge.editions.marks import newest_of_game, said_of
from judge.editions.passages import roots, telling_sentence
from judge.search.stages import Found, Question

if TYPE_CHECKING:
    from judge.search.lookup import Answer

HELD = 0.5
"""Share of the query that a text of the newest document must hold to stand beside an older answer."""
FEWEST = 2
"""Answers that are asked for at least where one is pulled up, so that what was found is shown as well."""
MOST = 4
"""Newer texts beside one answer."""
FIRST = "the first text of the newest document on these words"
Make = Callable[[Sequence[Found], str], Sequence["Answer"]]
"""Makes answers of what was found, given why."""


def with_newer(question: Question, found: Sequence[Found], answers: Sequence[Answer], make: Make) -> list[Answer]:
    """Return answers with what is newer, the newest pulled up before the first older one if no answer shows it.

    Args:
        question: the query.
        found: everything that the steps found, in order.
        answers: those that are shown.
        make: makes an answer of an entry that is pulled up.
    """
    store = question.compiled.store
    first = _first_of_newest(question, found)
    told: list[Answer] = []
    for answer in answers:
        said = said_of(store, answer.row.id.partition("#")[0], answer.block)
        newer = [*said["newer"]]
        other = first.get(answer.document["game"] or "")
        if other and answer.row.kind != "card" and _counts_less(answer.document, other):
            newer = _with_first(newer, other)
        kept = tuple(newer[:MOST])
        told.append(answer._replace(newer=kept, superseded_by=tuple(said["superseded_by"]), older=bool(kept)))
    return _pulled_up(question, told, make)


def _first_of_newest(question: Question, found: Sequence[Found]) -> dict[str, Record]:
    """Return, for each game, a link to the first text of its newest document among what was found."""
    documents = question.about.documents
    rows = {row.position: row for row in question.compiled.store.rows([one.position for one in found])}
    first: dict[str, Record] = {}
    for one in found:
        row = rows[one.position]
        document = documents[row.document]
        game = document["game"] or ""
        if not game or game in first or row.kind == "card" or (one.judged and one.judged.held < HELD):
            continue
        newest = newest_of_game(documents.values(), document)
        if newest and newest["key"] == document["key"]:
            first[game] = _link(question, row, document)
    return first


def _link(question: Question, row: Row, document: Record) -> Record:
    """Return a link to a text that was found, with the sentence that says most of the query."""
    about = dict.fromkeys(roots(question.query.text), 1.0)
    record = question.compiled.store.record(row.id)
    best, quote, index = -1, "", None
    for place, block in enumerate(record["blocks"]):
        told = telling_sentence(block["text"], about)
        held = len(roots(told.text) & about.keys()) if told else -1
        if told and held > best:
            best, quote, index = held, told.text, place
    return {
        "id": row.id,
        "block": index,
        "relation": "near",
        "sure": False,
        "reason": FIRST,
        "quote": quote,
        "document": document["key"],
        "date": document["date"],
    }


def _counts_less(document: Record, other: Record) -> bool:
    return bool(document["key"] != other["document"])


def _with_first(newer: list[Record], first: Record) -> list[Record]:
    """Put what the query finds behind what is sure; it is not said twice."""
    known = [one for one in newer if one["id"] == first["id"]]
    rest = [one for one in newer if one["id"] != first["id"]]
    sure = [one for one in rest if one["sure"]]
    if known and known[0]["sure"]:
        return [known[0], *rest]
    return [*sure, (known or [first])[0], *(one for one in rest if not one["sure"])]


def _pulled_up(question: Question, answers: list[Answer], make: Make) -> list[Answer]:
    """Bring what surely is newer than the first answer before it, if no answer shows anything newer."""
    if question.limit < FEWEST or not answers or not question.plain():
        return answers
    old = answers[0]
    shown = {answer.row.id for answer in answers}
    wanted = [one for one in old.newer if one["sure"] and one["document"] in question.query.documents]
    if not wanted or any(one["id"] in shown for one in old.newer):
        return answers
    row = question.compiled.store.row(wanted[0]["id"])
    kinds = question.query.kinds
    fits = row and (not kinds or row.kind in kinds) and not question.query.since
    pulled = list(make([Found(row.position, old.score)], "newer")) if row and fits else []
    return [*pulled, *answers][: question.limit]

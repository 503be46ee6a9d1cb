"""Whole questions, as people speak and type them, find their answers; what nothing answers is told.

`questions.jsonl` holds questions with their answers, of grade 3 (the answer) or 2 (a good one), or none. The shares
here are below what is reached, so that they notice a loss.
"""

import json
from typing import Any

import pytest

from judge.core.numbering import lookup_key
from judge.core.tokens import key
from judge.opened_library import Library
from judge.search.lookup import Answer, Reply
from tests.support import CASES

QUESTIONS = [json.loads(line) for line in (CASES / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
ANSWERABLE = [one for one in QUESTIONS if one["relevant"]]


@pytest.fixture(scope="module")
def replies(real: Library) -> dict[str, Reply]:
    """The replies to all questions."""
    return {one["query"]: real.reply(one["query"]) for one in QUESTIONS}


def share(replies: dict[str, Reply], first: int) -> float:
    """Return the share of the questions with a good answer among so many first ones."""
    good = [any(is_meant(answer, one) for answer in replies[one["query"]].answers[:first]) for one in ANSWERABLE]
    return sum(good) / len(good)


def is_meant(answer: Answer, question: dict[str, Any]) -> bool:
    """Say whether an answer is a good one to a question."""
    return any(
        one["grade"] > 1
        and one["doc"] in answer.row.document.split("-")
        and (
            lookup_key(one["number"]) == lookup_key(answer.row.number)
            if one["number"] and answer.row.number
            else key(one["title"] or "") == key(answer.row.title or "")
        )
        for one in question["relevant"]
    )


@pytest.mark.parametrize(("first", "least"), [(1, 0.55), (3, 0.7), (10, 0.8)])
def test_questions_find_their_answers(replies: dict[str, Reply], first: int, least: float) -> None:
    assert share(replies, first) >= least


def test_what_nothing_answers_is_told(replies: dict[str, Reply]) -> None:
    told = [replies[one["query"]].answer != "sure" for one in QUESTIONS if not one["relevant"]]
    assert sum(told) >= 0.8 * len(told)


def test_few_good_answers_are_called_weak(replies: dict[str, Reply]) -> None:
    good = [
        replies[one["query"]]
        for one in ANSWERABLE
        if replies[one["query"]].answers and is_meant(replies[one["query"]].answers[0], one)
    ]
    assert sum(one.weak for one in good) <= 0.2 * len(good)

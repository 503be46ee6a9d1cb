"""What nobody waits for any more ends: in the loops of the library, and in the thread that answers."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from typing import Any

import pytest

from judge.citations import check
from judge.core.errors import OutOfTime, check_deadline, until
from judge.library.store import Store, remembered
from judge.opened_library import Library
from judge.records.parameters import read_parameters
from judge.records.questions import BODY, QUESTIONS, QuestionSpec
from judge.references.weighing import weigh
from judge.server.api.asking import Bounds, Overloaded, QuestionQueue
from tests.editions.test_comparison import NEW, OLD
from tests.editions.test_diff_commands import FAQ
from tests.limits import PATIENCE
from tests.server.test_api import ROW
from tests.support import write_collection
from tests.test_json_docs import FAULTY

EXAMPLES = {
    **dict.fromkeys(("show", "refs", "trace"), "locator=1.0"),
    **{"search": "q=uniqueness+auction", "suggest": "q=even+tw", "verify": "locator=1.0&quote=…"},
    **{"diff": "old=tide&new=new", "lint": "", "between": "name=anchors&name=ropes", "card": "name=anchors"},
    "cites": "name=answer.md",
}
"""Parameters of each question, as they are in an address."""
CITING = "Rule 1.1 holds, and so does rule 2.1. " * 50


@pytest.fixture(scope="module")
def harbours(tmp_path_factory: pytest.TempPathFactory, own_cache: Path) -> Path:
    """Two editions of a book, a FAQ on it, and a document with faults."""
    rows = ROW.format("tide", 1) + ROW.format("new", 2) + '[[document]]\nfile = "faq.md"\ngame = "Harbour"\n'
    texts = {"tide_txt": OLD, "new_txt": NEW, "faq_md": FAQ, "faulty_txt": FAULTY, "corpus.toml": rows}
    return write_collection(tmp_path_factory.mktemp("harbours"), **texts)


@pytest.fixture
def library(harbours: Path) -> Iterator[Library]:
    """A library of which nothing was asked yet."""
    with Library(harbours) as opened:
        yield opened


@pytest.mark.parametrize("question", [one for one in QUESTIONS if one.name != "list"], ids=lambda one: one.name)
def test_each_question_ends_at_its_deadline(question: QuestionSpec, library: Library) -> None:
    """A list of the documents is all that is known without looking."""
    example = EXAMPLES[question.name]
    given: Any = [tuple(part.split("=", 1)) for part in example.split("&") if part]
    asked = read_parameters(question.parameters, given) | ({BODY: CITING} if question.body else {})
    with until(-inf), pytest.raises(OutOfTime):
        question.answer(library, asked)
    with until(inf):
        question.answer(library, asked)


@pytest.mark.parametrize("resolved", [0, 1, 37])
def test_no_citation_is_resolved_after_the_deadline(
    library: Library, monkeypatch: pytest.MonkeyPatch, resolved: int
) -> None:
    """By a clock that goes on with each of a hundred."""
    told: list[Any] = []

    def noted(number: Any, *where: Any) -> Any:
        told.append(number)
        return weigh(number, *where)

    monkeypatch.setattr(check, "weigh", noted)
    with until(resolved, lambda: len(told)), pytest.raises(OutOfTime):
        check.cites(library, CITING)
    assert len(told) == resolved
    assert check.cites(library, CITING).citations == 100


def test_two_editions_are_not_compared_after_the_deadline(library: Library) -> None:
    with until(-inf), pytest.raises(OutOfTime):
        library.editions.diff("tide", "new")
    assert library.editions.diff("tide", "new").changes


def test_what_all_who_ask_need_is_worked_out(library: Library) -> None:
    """Begun anew by each of them, it would never be there."""

    @remembered
    def ids(store: Store) -> list[str]:
        check_deadline()
        return [one.id for one in store.entries("tide")]

    with until(-inf):
        assert library.ask(lambda compiled: ids(compiled.store))


def test_a_thread_is_free_again_once_a_question_has_taken_too_long(harbours: Path) -> None:
    def endless(_: Library) -> None:
        while True:
            check_deadline()

    async def ask(queue: QuestionQueue) -> int:
        with pytest.raises(Overloaded, match=r"not answered within 0\.01 seconds"):
            await queue.ask(endless)
        async with asyncio.timeout(PATIENCE):
            while queue.waiting:
                await asyncio.sleep(0.01)
        queue._bounds = Bounds(1, PATIENCE)
        return len(await queue.ask(lambda library: library.documents()))

    with closing(QuestionQueue(Library(harbours), Bounds(1, 0.01))) as queue:
        assert asyncio.run(ask(queue)) == 4

"""What judges ask of an invented game and of the bundled digests stands on the first screen."""

import sys
from pathlib import Path

import pytest

from tests.tasks.__main__ import HERE, missed, read_tasks

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
FILES = ("given", "unseen_given")


@pytest.mark.parametrize("name", FILES)
def test_some_tasks_are_answered_and_what_no_screen_holds_is_missed(name: str) -> None:
    """One task of each library; with another truth it fails."""
    tasks = list({task.over: task for task in read_tasks(HERE / f"{name}.md")}.values())
    assert [task.call for task in missed(tasks)] == []
    wrong = tasks[0]._replace(truth="“no screen says these words” or “nor these”")
    assert missed([wrong]) == [wrong]


@pytest.mark.thorough
@pytest.mark.parametrize("name", FILES)
def test_all_tasks_but_one_are_answered(name: str) -> None:
    tasks = list(read_tasks(HERE / f"{name}.md"))
    assert len(tasks) == 15
    assert len(missed(tasks)) <= 1


def test_a_line_that_is_no_task_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.md"
    path.write_text("- `judge 1.1` has no truth\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"wrong\.md:1: this is not a task"):
        list(read_tasks(path))

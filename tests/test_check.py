"""What tools/check.py runs: the tests for what changed, and the check of the titles of commits."""

from pathlib import Path

import check
import check_titles
import pytest

from tests.support import run_python

TOOL = Path(__file__).parent.parent / "tools" / "check.py"


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("judge/reading/formats/pdf_pages.py", ["tests/reading/formats"]),
        ("judge/search/weights.py", ["tests/search"]),
        ("judge/version.py", ["tests/test_imports.py"]),
        ("tests/search/test_search.py", ["tests/search/test_search.py"]),
        ("tests/cases/a.md", []),
        ("tests/support.py", []),
        ("templates/a.css", ["tests/site"]),
        ("tools/weight.py", ["tests/test_weight.py"]),
        ("tools/icons.py", []),
        ("docs/site.md", ["tests/test_docs.py"]),
    ],
)
def test_a_quick_run_has_the_tests_for_what_changed(changed: str, tests: list[str]) -> None:
    assert check.find_tests([Path(changed)]) == tests


def test_help_is_printed_and_nothing_is_run() -> None:
    done = run_python(str(TOOL), "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: check.py [-h] [--quick] [--install]\n")


@pytest.mark.parametrize(
    ("title", "problem"),
    [
        ("Show a rule's status below its title", None),
        ("x" * 72, None),
        ("Merge two tables of weights", None),
        ("x" * 73, "this title has 73 characters; shorten it to 72 and say the rest in the body"),
        ("Merge work-b", "this merge is named after a branch; rebase the branch, or say what the merge brings"),
        ("Merge branch 'main'", "this merge is named after a branch; rebase the branch, or say what the merge brings"),
    ],
)
def test_a_title_is_short_and_names_no_branch(title: str, problem: str | None) -> None:
    assert check_titles.find_problem(title) == problem


def test_the_hook_refuses_a_long_title_and_passes_comments_over(tmp_path: Path) -> None:
    message = tmp_path / "message"
    for title, code in (("Show a status", 0), ("x" * 73, 1)):
        message.write_text(f"# A comment that git takes out\n\n{title}\n\n{'y' * 90}\n", encoding="utf-8")
        assert run_python(str(TOOL.with_name("check_titles.py")), str(message)).returncode == code

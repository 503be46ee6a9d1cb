"""The tool that changes the program to see whether tests notice: what it draws, and what becomes of a small package."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from mutation.places import draw

GATES = '''
"""Gates: 3 of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence as Row

LIMIT: int | None = 3


@dataclass(frozen=True, slots=True)
class Gate:
    """One of 3."""

    people: int | float

    def is_open(self, more: Row[int] | None) -> bool | None:
        """At most 3."""
        assert self.people > 0
        pairs = zip([self.people], [1], strict=True)
        return LIMIT > self.people
'''


def test_only_what_the_program_does_is_changed(tmp_path: Path) -> None:
    """No annotation, nothing for the type checker, no docstring, no guard."""
    (tmp_path / "gates.py").write_text(GATES, encoding="utf-8")
    places = {(one.line, one.operator.partition("_")[0]) for one in draw(tmp_path, ["gates.py"], 100, 1)}
    numbers = {(12, "NumberReplacer"), (24, "NumberReplacer")}
    assert places == numbers | {(25, "ReplaceComparisonOperator"), (25, "ReplaceReturnWithNone")}


@pytest.mark.thorough
def test_mutants_are_noticed_where_something_reaches_them(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """By golden samples, by tests, and by the time; what processes of tests and shared fixtures reach counts."""
    pytest.importorskip("resource", reason="the system has no resource limits")
    from mutants import drawn, line_of, report, trials
    from mutation.copies import Project

    folder = "tests"
    files = {
        "gates/__init__.py": "",
        "gates/limits.py": "LIMIT = 3\n",
        "gates/people.py": """\
            from gates.limits import LIMIT
            def is_open(people):
                return people < LIMIT
            def is_wide(people):
                return people > 7
            def is_high(people):
                return people > 8
            def is_shut(people):
                return people > 9
            def wait(people):
                while people > 0:
                    people = people - 1
            def unused(people):
                return people + 1
            """,
        "golden.py": """\
            import sys
            from gates import people
            assert sys.argv[1] == "small"
            sys.exit(people.is_shut(9))
            """,
        f"{folder}/test_gates.py": """\
            import subprocess, sys
            import pytest
            from gates import people
            HIGH = "from gates import people; print(people.is_high(9))"
            @pytest.fixture(scope="module")
            def wide():
                return people.is_wide(7)
            def test_before(wide):
                pass
            def test_gates(wide):
                assert people.is_open(1) and not wide
            def test_limit():
                assert not people.is_open(3)
            def test_wait():
                people.wait(2)
            def test_process():
                assert subprocess.check_output([sys.executable, "-c", HIGH]) == b"True\\n"
            def test_that_fails():
                people.unused(1)
                assert False
            """,
        "pyproject.toml": "[tool.pytest]\naddopts = ['--disable-plugin-autoload', '-pxdist', '-phypothesispytest']\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(dedent(text), encoding="utf-8")
    before = (tmp_path / "gates" / "people.py").read_bytes()
    project = Project(tmp_path, "gates", ["golden.py"], ["-c", "print('small')"], "tests/golden", ["-n", "0"])
    tried = trials(project, drawn(project, 100, 1))
    outcomes = {line_of(one.mutant).rpartition(" -> ")[2]: (str(one.outcome), one.by) for one in tried}
    tests = f"{folder}/test_gates.py::test_"
    assert outcomes["LIMIT = 4"] == ("tests", f"{tests}limit")
    assert outcomes["return people <= LIMIT"] == ("tests", f"{tests}limit")
    assert outcomes["return people >= 7"] == ("tests", f"{tests}gates")
    assert outcomes["return people >= 9"][0] == "golden"
    assert outcomes["return people > 9"] == ("tests", f"{tests}process")
    assert outcomes["return people >= 8"] == ("survived", "")
    assert outcomes["people = people + 1"] == ("time", f"{tests}wait")
    assert outcomes["return people + 2"] == ("not reached", "")
    assert (tmp_path / "gates" / "people.py").read_bytes() == before
    assert f"left out, since they fail in a copy: {tests}that_fails" in capfd.readouterr().err
    assert f"survived: {line_of(tried[7].mutant)}" in report(tried)
